//! What releases change in the text of enumerations.

use backend::{Output, Release};
use mlir_model::enums::Enum;

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

/// What a parser says of an unknown text: 22 lists what would be right.
pub(super) fn unknown_text(release: Release, texts: &str, summary: &str) -> String {
    match release >= Release::V22 {
        true => format!("expected one of {texts} for {summary}, got: "),
        false => format!("invalid {summary} specification: "),
    }
}

/// 22 also parses enumerations that may be left out.
pub(super) fn parses_optional(release: Release) -> bool {
    release >= Release::V22
}

/// How an attribute asks its number for the value.
pub(super) fn value_of_attribute(release: Release) -> &'static str {
    match release >= Release::V22 {
        true => "getValue().getZExtValue()",
        false => "getInt()",
    }
}

/// Before 22 the definitions of an enumeration end with an empty line.
pub(super) fn end_of_definitions(release: Release) -> &'static str {
    match release >= Release::V22 {
        true => "",
        false => "\n",
    }
}
