//! The member function that prints an attribute as source.

use backend::{Fatal, Output};

use super::attr_class::AttrClass;
use super::spelling::Spelling;

pub(super) fn push(class: &AttrClass, out: &mut Output) -> Result<(), Fatal> {
    writeln!(
        out,
        "void {}Attr::printPretty(raw_ostream &OS, const PrintingPolicy &Policy) const {{",
        class.name
    );
    if class.spellings.is_empty() {
        out.push("}\n\n");
        return Ok(());
    }
    out.push(
        "  bool IsFirstArgument = true; (void)IsFirstArgument;
  unsigned TrailingOmittedArgs = 0; (void)TrailingOmittedArgs;
  switch (getAttributeSpellingListIndex()) {
  default:
    llvm_unreachable(\"Unknown attribute spelling!\");
    break;
",
    );
    for (index, spelling) in class.spellings.iter().enumerate() {
        push_case(class, index, spelling, out)?;
    }
    out.push("}\n}\n\n");
    Ok(())
}

fn push_case(
    class: &AttrClass,
    index: usize,
    spelling: &Spelling,
    out: &mut Output,
) -> Result<(), Fatal> {
    let (prefix, separator, suffix) = match &*spelling.variety {
        "GNU" => ("__attribute__((", "", "))"),
        "CXX11" | "C23" => ("[[", "::", "]]"),
        "Declspec" => ("__declspec(", "", ")"),
        "Microsoft" => ("[", "", "]"),
        "Keyword" => ("", "", ""),
        "Pragma" => ("#pragma ", " ", ""),
        "HLSLAnnotation" => (":", "", ""),
        other => {
            let message = format!("Unknown attribute syntax variety '{other}'!");
            return Err(Box::new(spelling.rec.fatal(message).once_a_place()));
        }
    };
    let mut scoped = spelling.name.to_string();
    if !spelling.namespace.is_empty() {
        scoped = format!("{}{separator}{scoped}", spelling.namespace);
    }
    write!(
        out,
        "  case {index} : {{\n    OS << \"{prefix}{scoped}\";\n"
    );
    if spelling.variety == "Pragma" {
        out.push("    printPrettyPragma(OS, Policy);\n    OS << \"\\n\";    break;\n  }\n");
        return Ok(());
    }
    match &*scoped {
        "availability" => out.push(AVAILABILITY),
        "deprecated" | "gnu::deprecated" => push_deprecated(&spelling.variety, out),
        _ => push_args(class, out),
    }
    write!(out, "    OS << \"{suffix}\";\n    break;\n  }}\n");
    Ok(())
}

const AVAILABILITY: &str = "    OS << \"(\" << getPlatform()->getName();
  if (getStrict()) OS << \", strict\";
  if (!getIntroduced().empty()) OS << \", introduced=\" << getIntroduced();
  if (!getDeprecated().empty()) OS << \", deprecated=\" << getDeprecated();
  if (!getObsoleted().empty()) OS << \", obsoleted=\" << getObsoleted();
  if (getUnavailable()) OS << \", unavailable\";
  OS << \")\";
";

/// Writes the code that prints the arguments of `deprecated`: the message, and in GNU syntax also the replacement.
fn push_deprecated(variety: &str, out: &mut Output) {
    out.push("    OS << \"(\\\"\" << getMessage() << \"\\\"\";\n");
    if variety == "GNU" {
        out.push(
            "    if (!getReplacement().empty()) \
             OS << \", \\\"\" << getReplacement() << \"\\\"\";\n",
        );
    }
    out.push("    OS << \")\";\n");
}

/// Writes the code that prints the arguments in parentheses. The parentheses are omitted if no argument is printed.
fn push_args(class: &AttrClass, out: &mut Output) {
    let printed = || class.args.iter().filter(|it| !it.is_fake);
    for condition in printed().rev().map_while(|it| it.is_omitted()) {
        write!(out, "    if ({condition})\n      ++TrailingOmittedArgs;\n");
    }
    for arg in printed() {
        let condition = arg.is_omitted();
        if let Some(condition) = &condition {
            writeln!(out, "    if (!({condition})) {{");
        }
        // The code for a variadic argument writes the delimiter before each of its values itself.
        if !arg.is_variadic() {
            out.push("    DelimitAttributeArgument(OS, IsFirstArgument);\n");
        }
        out.push("    OS << \"");
        arg.value(out);
        out.push("\";\n");
        if condition.is_some() {
            out.push("    }\n");
        }
    }
    if printed().next().is_some() {
        out.push("    if (!IsFirstArgument)\n      OS << \")\";\n");
    }
}
