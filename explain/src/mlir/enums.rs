//! Descriptions of enumerations: their C++ classes, cases and functions.

use backend::{Context, Fatal, Rec};
use ide::markup::code_span;
use mlir_model::enums::{Case, Enum};

use super::{push_rows, shortened};
use crate::page::Page;

/// Describes an enumeration: its C++ class, its cases, and the functions that convert to and from strings.
pub(crate) fn enumeration(_: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let it = Enum::read(rec)?;
    let kind = if it.bits.is_some() {
        "bit enumeration"
    } else {
        "enumeration"
    };
    let mut text = format!("{kind}, in C++ {}", code_span(&it.qualified_name()));
    if !it.underlying.is_empty() {
        text += &format!(" of type {}", code_span(&it.underlying));
    }
    page.prose(text);
    push_rows(page, it.cases.iter().map(row).collect());
    let mut functions = Vec::new();
    for field in ["symbolToStringFnName", "stringToSymbolFnName"] {
        functions.extend(rec.optional_string(field)?);
    }
    page.names("functions in C++", functions);
    if let Some(class) = it.attribute_class()? {
        page.point("attribute in C++", code_span(&class));
    }
    Ok(())
}

/// A row for a case: its value, its name in C++, and its name in MLIR's syntax unless both names are equal.
fn row(case: &Case) -> Vec<String> {
    let text = if case.text == case.symbol {
        String::new()
    } else {
        format!("written {}", shortened(&case.text))
    };
    vec![case.value.to_string(), case.identifier().into_owned(), text]
}
