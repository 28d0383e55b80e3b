//! What releases change in the text of enumerations.

use backend::{Fatal, Output, Release};
use mlir_model::enums::{Enum, class_of_enums};

use crate::markdown;

/// 22 has operators that assign.
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

/// The message of a parser about an unknown text. 22 lists the known ones.
pub(super) fn unknown_text(release: Release, texts: &str, summary: &str) -> String {
    if release >= Release::V22 {
        format!("expected one of {texts} for {summary}, got: ")
    } else {
        format!("invalid {summary} specification: ")
    }
}

/// 22 also parses enumerations that may be left out.
pub(super) fn parses_optional(release: Release) -> bool {
    release >= Release::V22
}

/// How an attribute asks its number for the value.
pub(super) fn value_of_attribute(release: Release) -> &'static str {
    if release >= Release::V22 {
        "getValue().getZExtValue()"
    } else {
        "getInt()"
    }
}

/// Before 22 the definitions of an enumeration end with an empty line.
pub(crate) fn end_of_definitions(release: Release) -> &'static str {
    if release >= Release::V22 { "" } else { "\n" }
}

/// When a case of bits is part of a value, in Python. In 22 none is part of itself.
pub(super) fn is_part_in_python(release: Release) -> &'static str {
    if release >= Release::V22 {
        "(self & case) is case and self is not case"
    } else {
        "(self & case) is case"
    }
}

/// The class of the records that are documented. Before 22 it is that of attributes, of which hardly any describes an
/// enumeration itself.
pub(super) fn documented_class(release: Release) -> &'static str {
    if release >= Release::V22 {
        class_of_enums(release)
    } else {
        "EnumAttr"
    }
}

/// 22 leaves a line before the title instead of one at the end, and writes summaries as everywhere.
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

/// The text behind the cases of an enumeration.
pub(super) fn end_of_documentation(release: Release) -> &'static str {
    if release >= Release::V22 { "" } else { "\n" }
}

/// The number of bits of a value. Before 22 it is read from the name of its type in C++.
pub(super) fn width(it: &Enum) -> Result<Option<i64>, Fatal> {
    if it.rec.records().release() >= Release::V22 {
        return it.rec.int("bitwidth").map(Some);
    }
    let number = it.underlying.strip_prefix("uint");
    let number = number.and_then(|it| it.strip_suffix("_t"));
    let number = number.filter(|it| !it.starts_with('+'));
    Ok(number.and_then(|it| it.parse().ok()))
}
