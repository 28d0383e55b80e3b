//! Differences between LLVM releases in the code of enumerations.

use backend::{Fatal, Output, Release};
use mlir_model::enums::{Enum, class_of_enums};

use crate::markdown;

/// Writes the compound assignment operators. Since LLVM 22.
pub(super) fn push_assignments(out: &mut Output, it: &Enum) {
    if it.rec.records().release() < Release::V22 {
        return;
    }
    let name = &it.name;
    for operator in ["|", "&", "^"] {
        write!(
            out,
            "inline constexpr {name} &operator{operator}=({name} &a, {name} b) {{
    return a = a {operator} b;
}}
"
        );
    }
}

/// The message of the parser about an unknown text. Since LLVM 22, it lists the known texts.
pub(super) fn unknown_text(release: Release, texts: &str, summary: &str) -> String {
    if release >= Release::V22 {
        format!("expected one of {texts} for {summary}, got: ")
    } else {
        format!("invalid {summary} specification: ")
    }
}

/// Whether a parser for `std::optional` of an enumeration is generated. Since LLVM 22.
pub(super) fn parses_optional(release: Release) -> bool {
    release >= Release::V22
}

/// The end of the C++ expression for the integer value of an attribute. Since LLVM 22, the value is zero-extended;
/// earlier releases call `getInt()`.
pub(super) fn value_of_attribute(release: Release) -> &'static str {
    if release >= Release::V22 {
        "getValue().getZExtValue()"
    } else {
        "getInt()"
    }
}

/// The end of an enumeration's definitions. Before LLVM 22, an empty line follows.
pub(crate) fn end_of_definitions(release: Release) -> &'static str {
    if release >= Release::V22 { "" } else { "\n" }
}

/// The Python condition that a value contains a case of a bit enumeration. Since LLVM 22, it is false if the value is
/// this case alone.
pub(super) fn is_part_in_python(release: Release) -> &'static str {
    if release >= Release::V22 {
        "(self & case) is case and self is not case"
    } else {
        "(self & case) is case"
    }
}

/// The class whose records are documented. Before LLVM 22, this is a class of attributes, and only few enumerations
/// derive from it.
pub(super) fn documented_class(release: Release) -> &'static str {
    if release >= Release::V22 {
        class_of_enums(release)
    } else {
        "EnumAttr"
    }
}

/// Writes the title and the summary. Since LLVM 22, an empty line precedes the title, and the summary has the same form
/// as in other documentation.
pub(super) fn push_title_and_summary(out: &mut Output, it: &Enum) {
    let release = it.rec.records().release();
    let (name, summary) = (&it.name, &it.summary);
    if release >= Release::V22 {
        write!(out, "\n### {name}\n");
        return markdown::push_summary(out, release, summary);
    }
    writeln!(out, "### {name}");
    if !summary.is_empty() {
        write!(out, "\n{summary}\n");
    }
}

/// The text after the cases of an enumeration: an empty line before LLVM 22.
pub(super) fn end_of_documentation(release: Release) -> &'static str {
    if release >= Release::V22 { "" } else { "\n" }
}

/// The width of a value in bits. Before LLVM 22, it is derived from the name of the underlying C++ type; `None` if that
/// fails.
pub(super) fn width(it: &Enum) -> Result<Option<i64>, Fatal> {
    if it.rec.records().release() >= Release::V22 {
        return it.rec.int("bitwidth").map(Some);
    }
    let number = it.underlying.strip_prefix("uint");
    let number = number.and_then(|it| it.strip_suffix("_t"));
    let number = number.filter(|it| !it.starts_with('+'));
    Ok(number.and_then(|it| it.parse().ok()))
}
