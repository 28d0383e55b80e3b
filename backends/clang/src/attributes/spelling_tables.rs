//! Tables by spelling: `-gen-clang-attr-has-attribute-impl`, `-gen-clang-attr-spelling-index`,
//! `-gen-clang-attr-parsed-attr-kinds`, `-gen-clang-attr-parsed-attr-list`, `-gen-clang-regular-keyword-attr-info`.

use std::collections::{BTreeMap, BTreeSet};

use backend::text::{push_header, push_header_without_input};
use backend::{Backend, Context, Fatal, Output, Rec, Severity};

use super::parsed::{Parsed, shared_kind};
use super::spelling::{Spelling, normalized};
use super::target::TargetTest;
use backend::string_map::StringMap;
use backend::string_matcher::{Case, StringMatcher};
use elaborate::records::{Release, byte_len};
use rustc_hash::FxHashSet;

type AttrSpelling<'a> = (Rec<'a>, Spelling<'a>);

pub(crate) const REGULAR_KEYWORD_ATTR_INFO: Backend = Backend::clang(
    "gen-clang-regular-keyword-attr-info",
    "List the attributes that are keywords",
    &["Attr", "Spelling"],
    regular_keywords,
);

fn regular_keywords(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header_without_input(
        out,
        "A list of regular keyword attributes generated from the attribute definitions",
    );
    out.try_each(
        cx.records.derived("Attr")?,
        |out, attr| -> Result<(), Fatal> {
            for spelling in Spelling::all(attr)? {
                if !spelling.is_regular_keyword()? {
                    continue;
                }
                let mut has_args = false;
                for arg in attr.list_of_defs("Args")? {
                    has_args = has_args || !arg.bit("Fake")?;
                }
                writeln!(out, "KEYWORD_ATTRIBUTE({}, {has_args}, )", spelling.name);
            }
            Ok(())
        },
    )?;
    out.push("#undef KEYWORD_ATTRIBUTE\n");
    Ok(())
}

pub(crate) const ATTR_PARSED_ATTR_LIST: Backend = Backend::clang(
    "gen-clang-attr-parsed-attr-list",
    "List the kinds of parsed attributes",
    &["Attr", "Spelling"],
    parsed_list,
);

fn parsed_list(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let description = "List of all attributes that Clang recognizes";
    push_header(out, description, cx.records);
    out.push("#ifndef PARSED_ATTR\n#define PARSED_ATTR(NAME) NAME\n#endif\n\n");
    for kind in Parsed::handled(cx.records)?.kinds {
        out.of(kind.attr, |out| {
            writeln!(out, "PARSED_ATTR({})", kind.name);
        });
    }
    Ok(())
}

pub(crate) const ATTR_SPELLING_INDEX: Backend = Backend::clang(
    "gen-clang-attr-spelling-index",
    "Find the indices of spellings of attributes",
    &["Attr", "Spelling"],
    spelling_index,
);

fn spelling_index(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let description = "Code to translate different attribute spellings into internal identifiers";
    push_header(out, description, cx.records);
    out.push(
        "  switch (getParsedKind()) {
    case IgnoredAttribute:
    case UnknownAttribute:
    case NoSemaHandlerAttribute:
      llvm_unreachable(\"Ignored/unknown shouldn't get here\");
",
    );
    for kind in Parsed::handled(cx.records)?.kinds {
        out.source(kind.attr);
        writeln!(out, "  case AT_{}: {{", kind.name);
        let spellings = Spelling::all(kind.attr)?;
        if cx.release() >= Release::V21 {
            push_index_tests(&spellings, out);
            continue;
        }
        for (index, spelling) in spellings.iter().enumerate() {
            let Spelling {
                variety,
                name,
                namespace,
                ..
            } = spelling;
            write!(
                out,
                "    if (Name == \"{name}\" && getSyntax() == AttributeCommonInfo::AS_{variety} \
                 && Scope == \"{namespace}\")\n        return {index};\n"
            );
        }
        out.push("    break;\n  }\n");
    }
    out.no_source();
    out.push("  }\n  return 0;\n");
    Ok(())
}

/// Writes C++ code that finds the index of a spelling by syntax and scope. Used in LLVM 21 and later, where scopes are
/// enumerators. If the spellings have different names, the code also tests the name, or only the length of the name if
/// no other name has this length, because this is cheaper.
fn push_index_tests(spellings: &[Spelling], out: &mut Output) {
    if spellings.len() <= 1 {
        return out.push("    return 0;\n    break;\n  }\n");
    }
    let names: BTreeSet<&str> = spellings.iter().map(|it| &*it.name).collect();
    for (index, spelling) in spellings.iter().enumerate() {
        let (name, length) = (&*spelling.name, byte_len(&spelling.name));
        out.push("    if (");
        if names.len() > 1 {
            let is_alone = names.iter().filter(|it| byte_len(it) == length).count() == 1;
            if is_alone {
                write!(out, "Name.size() == {length} && ")
            } else {
                write!(out, "Name == \"{name}\" && ")
            }
        }
        let scope = match &*spelling.namespace {
            "" => "NONE".to_owned(),
            namespace => namespace.to_ascii_uppercase(),
        };
        write!(
            out,
            "getSyntax() == AttributeCommonInfo::AS_{} && \
             ComputedScope == AttributeCommonInfo::Scope::{scope})\n      return {index};\n",
            spelling.variety
        );
    }
    out.push("    break;\n  }\n");
}

/// The syntaxes whose names are looked up, in the order of the output. Each syntax comes with the C++ condition that
/// tests for it.
const MATCHED: [(&str, &str); 8] = [
    ("GNU", "AttributeCommonInfo::AS_GNU == Syntax"),
    ("Declspec", "AttributeCommonInfo::AS_Declspec == Syntax"),
    ("Microsoft", "AttributeCommonInfo::AS_Microsoft == Syntax"),
    ("CXX11", "AttributeCommonInfo::AS_CXX11 == Syntax"),
    ("C23", "AttributeCommonInfo::AS_C23 == Syntax"),
    (
        "Keyword",
        "AttributeCommonInfo::AS_Keyword == Syntax || \
         AttributeCommonInfo::AS_ContextSensitiveKeyword == Syntax",
    ),
    ("Pragma", "AttributeCommonInfo::AS_Pragma == Syntax"),
    (
        "HLSLAnnotation",
        "AttributeCommonInfo::AS_HLSLAnnotation == Syntax",
    ),
];

pub(crate) const ATTR_PARSED_ATTR_KINDS: Backend = Backend::clang(
    "gen-clang-attr-parsed-attr-kinds",
    "Find the kinds of attributes by their spellings",
    &["Attr", "Spelling"],
    parsed_kinds,
);

fn parsed_kinds(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Attribute name matcher", cx.records);
    let mut cases: [Vec<Case>; MATCHED.len()] = Default::default();
    let mut seen = FxHashSet::default();
    for attr in cx.records.derived("Attr")? {
        let is_handled = attr.bit("SemaHandler")?;
        if !attr.bit("Ignored")? && !is_handled {
            continue;
        }
        let shared = shared_kind(attr)?;
        if shared
            .as_ref()
            .is_some_and(|kind| !seen.insert(kind.clone()))
        {
            continue;
        }
        let kind = shared.unwrap_or_else(|| normalized(attr.name()).into());
        let result = if is_handled {
            format!("AT_{kind}")
        } else {
            "IgnoredAttribute".to_owned()
        };
        for spelling in Spelling::all(attr)? {
            let variety = &spelling.variety;
            let Some(matcher) = MATCHED.iter().position(|(it, _)| it == variety) else {
                let message = format!("Unsupported spelling variety '{variety}' found");
                return Err(Box::new(spelling.rec.fatal(message).once_a_place()));
            };
            // Pragmas are looked up without their scope.
            let name = match &**variety {
                "Pragma" => spelling.name.to_string(),
                _ => spelling.scoped_name(),
            };
            if variety == "HLSLAnnotation" {
                check_annotation(cx, &spelling);
            }
            let code = format!("return AttributeCommonInfo::{result};");
            cases[matcher].push(Case::new(attr, name, code));
        }
    }
    out.push(
        "static AttributeCommonInfo::Kind getAttrKind(StringRef Name, \
         AttributeCommonInfo::Syntax Syntax) {\n  ",
    );
    for (at, ((_, condition), cases)) in MATCHED.iter().zip(&cases).enumerate() {
        let start = if at == 0 { "" } else { "} else " };
        writeln!(out, "{start}if ({condition}) {{");
        StringMatcher::new("Name").push(out, cases)?;
        out.push("  ");
    }
    out.push("}\n  return AttributeCommonInfo::UnknownAttribute;\n}\n");
    Ok(())
}

/// Reports an HLSL annotation whose name has uppercase letters. This is an error since LLVM 21, because Clang looks
/// such names up in lower case.
fn check_annotation(cx: &Context, spelling: &Spelling) {
    let has_upper = spelling.name.bytes().any(|it| it.is_ascii_uppercase());
    if cx.release() >= Release::V21 && has_upper {
        let message = "HLSLAnnotation Attribute must be lower case.".to_owned();
        cx.report(spelling.rec.diagnostic(Severity::Error, message));
    }
}

pub(crate) const ATTR_HAS_ATTRIBUTE_IMPL: Backend = Backend::clang(
    "gen-clang-attr-has-attribute-impl",
    "Find the versions of attributes by their spellings",
    &["Attr", "Spelling"],
    has_attribute,
);

fn has_attribute(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let description = "Code to implement the __has_attribute logic";
    push_header(out, description, cx.records);
    let plain = ["GNU", "Declspec", "Microsoft", "Pragma", "HLSLAnnotation"];
    let mut groups: BTreeMap<(String, String), Vec<AttrSpelling>> = BTreeMap::new();
    for attr in cx.records.derived("Attr")? {
        for spelling in Spelling::all(attr)? {
            let variety = spelling.variety.to_string();
            let scope = if plain.contains(&&*variety) {
                String::new()
            } else {
                spelling.namespace.to_string()
            };
            groups
                .entry((variety, scope))
                .or_default()
                .push((attr, spelling));
        }
    }
    out.push("const llvm::Triple &T = Target.getTriple();\nswitch (Syntax) {\n");
    for variety in plain {
        writeln!(out, "case AttributeCommonInfo::Syntax::AS_{variety}:");
        let group = groups.get(&(variety.to_owned(), String::new()));
        push_versions(cx, out, "", group.map_or(&[], |it| it))?;
    }
    for variety in ["CXX11", "C23"] {
        writeln!(out, "case AttributeCommonInfo::Syntax::AS_{variety}: {{");
        let scoped = groups.iter().filter(|((it, _), _)| it == variety);
        for (at, ((_, scope), group)) in scoped.enumerate() {
            let start = if at == 0 { "" } else { " else " };
            out.sources(|| group.iter().map(|(attr, _)| *attr));
            writeln!(out, "{start}if (ScopeName == \"{scope}\") {{");
            out.no_source();
            push_versions(cx, out, scope, group)?;
            out.push("}");
        }
        out.push("\n} break;\n");
    }
    out.push(
        "case AttributeCommonInfo::Syntax::AS_Keyword:
case AttributeCommonInfo::Syntax::AS_ContextSensitiveKeyword:
  llvm_unreachable(\"hasAttribute not supported for keyword\");
  return 0;
case AttributeCommonInfo::Syntax::AS_Implicit:
  llvm_unreachable (\"hasAttribute not supported for AS_Implicit\");
  return 0;
}
",
    );
    Ok(())
}

/// Writes a `StringSwitch` that maps the names of one scope to the attributes' versions, the values of
/// `__has_attribute`.
fn push_versions(
    cx: &Context,
    out: &mut Output,
    scope: &str,
    group: &[AttrSpelling],
) -> Result<(), Fatal> {
    out.push("  return llvm::StringSwitch<int>(Name)\n");
    // Since LLVM 21, all attributes with the same name share a case, and the cases are in the iteration order of the
    // reference's hash table.
    let joins = cx.release() >= Release::V21;
    let mut joined: StringMap<(String, Vec<Rec>)> = StringMap::default();
    for (attr, spelling) in group {
        let mut version = 1;
        let mut name = "";
        if spelling.namespace.is_empty() || spelling.namespace == scope {
            name = &spelling.name;
            version = spelling.rec.int("Version")? as i32;
            check_version(cx, spelling, scope, version)?;
        }
        let test = target_test(*attr, scope, name)?;
        if scope.is_empty() || spelling.namespace == scope {
            let value = if test.is_empty() {
                version.to_string()
            } else {
                format!("{test} ? {version} : 0")
            };
            if joins {
                let case = joined.get_or_insert_with(&spelling.name, Default::default);
                join(case, &value, *attr);
                continue;
            }
            out.source(*attr);
            writeln!(out, "    .Case(\"{}\", {value})", spelling.name);
        }
    }
    for (name, (value, attrs)) in joined.iter() {
        out.sources(|| attrs.iter().copied());
        writeln!(out, "    .Case(\"{name}\", {value})");
    }
    out.no_source();
    out.push("    .Default(0);\n");
    Ok(())
}

/// Adds an attribute to the case of its name. The value is not appended if it equals the whole text of the case so far.
fn join<'a>((joined, attrs): &mut (String, Vec<Rec<'a>>), value: &str, attr: Rec<'a>) {
    let value = format!("({value})");
    if joined.is_empty() {
        *joined = value;
    } else if *joined != value {
        *joined += &format!(" || {value}");
    }
    attrs.push(attr);
}

/// Reports a standard attribute with version 1. Standard attributes must have the version of their standard, and 1 is
/// the default of the field.
fn check_version(
    cx: &Context,
    spelling: &Spelling,
    scope: &str,
    version: i32,
) -> Result<(), Fatal> {
    let is_scoped = matches!(&*spelling.variety, "CXX11" | "C23");
    let is_written = is_scoped && spelling.rec.string("Variety")? == spelling.variety;
    if is_written && scope.is_empty() && version == 1 {
        let message = "Standard attributes must have valid version information.";
        cx.report(spelling.rec.diagnostic(Severity::Error, message.to_owned()));
    }
    Ok(())
}

/// The C++ test for the targets that have an attribute under `name` in `scope`. Empty if all targets have it.
fn target_test(attr: Rec, scope: &str, name: &str) -> Result<String, Fatal> {
    if attr.is_a("TargetSpecificAttr") {
        return Ok(TargetTest::read(attr.def("Target")?)?.code);
    }
    let mut test = String::new();
    for targeted in attr.list_of_defs("TargetSpecificSpellings")? {
        let is_it = |it: &Spelling| it.namespace == scope && it.name == name;
        if Spelling::all(targeted)?.iter().any(is_it) {
            test += &TargetTest::read(targeted.def("Target")?)?.code;
        }
    }
    Ok(test)
}
