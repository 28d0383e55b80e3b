//! The programming languages in which a directive is available. Written in LLVM 21 and later.

use backend::{Context, Fatal, Output};

use super::language::{Language, formatted_name};

/// Writes the enumeration of all programming languages. Each language has a bit.
pub(super) fn push_enum(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let languages = cx.records.derived("SourceLanguage")?;
    let (ty, suffix) = if languages.len() <= 32 {
        ("uint32_t", "U")
    } else {
        ("uint64_t", "ULL")
    };
    write!(out, "\nenum class SourceLanguage : {ty} {{\n");
    let mut last = String::new();
    for (index, language) in (0..).zip(&languages) {
        out.source(*language);
        last = formatted_name(*language)?.into_owned();
        // As in the reference, there is no check that the type has enough bits.
        writeln!(out, "  {last} = {}{suffix},", 1u64.wrapping_shl(index));
    }
    out.no_source();
    write!(
        out,
        "  LLVM_MARK_AS_BITMASK_ENUM(/*LargestValue=*/{last})\n}};\n\n\
         static constexpr std::size_t SourceLanguage_enumSize = {};\n",
        languages.len()
    );
    Ok(())
}

/// Writes the function that returns the programming languages in which a directive is available.
pub(super) fn push(out: &mut Output, language: &Language) -> Result<(), Fatal> {
    let space = format!("llvm::{}", language.namespace);
    write!(
        out,
        "\n{space}::SourceLanguage {space}::getDirectiveLanguages({space}::Directive D) {{\n  switch (D) {{\n"
    );
    for directive in &language.directives {
        out.source(*directive);
        let name = formatted_name(*directive)?;
        writeln!(out, "  case {}{name}:", language.directive_prefix);
        let mut languages = Vec::new();
        for language in directive.list_of_defs("languages")? {
            let name = language.string("name")?.replace(' ', "_");
            languages.push(format!("SourceLanguage::{name}"));
        }
        writeln!(out, "    return {};", languages.join(" | "));
    }
    out.no_source();
    out.push("  } // switch(D)\n  llvm_unreachable(\"Unexpected directive\");\n}\n");
    Ok(())
}
