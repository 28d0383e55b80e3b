//! Descriptions of Clang's attributes.

#[cfg(test)]
mod tests;

use backend::{Context, Fatal, Rec};
use clang_backends::attributes::Spelling;
use ide::markup::code_span;

use crate::page::{Page, listed};
use crate::rst;

/// The maximum number of names shown in a list.
const MAX_NAMES: usize = 24;

/// Describes an attribute: its spellings, its subjects and its arguments.
pub(crate) fn attribute(_: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let spellings = Spelling::all(rec)?;
    if spellings.is_empty() {
        page.prose("an attribute that no source spells");
    }
    let mut written: Vec<String> = spellings.iter().map(written).collect();
    // C and C++ have equal spellings, `[[…]]`, which are listed once.
    written.dedup();
    page.names("spelled", written);
    page.names("applies to", subjects(rec)?);
    for argument in rec.list_of_defs("Args")? {
        let name = argument.string("Name")?;
        page.point(&format!("argument {}", code_span(&name)), kind(argument)?);
    }
    let languages = names_of(rec, "LangOpts")?;
    page.names("only with", languages);
    Ok(())
}

/// A spelling in the syntax of source code.
fn written(spelling: &Spelling) -> String {
    let name = spelling.scoped_name();
    match &*spelling.variety {
        "GNU" => format!("__attribute__(({name}))"),
        "CXX11" | "C23" => format!("[[{name}]]"),
        "Declspec" => format!("__declspec({name})"),
        "Microsoft" => format!("[{name}]"),
        "Pragma" => format!("#pragma {}", name.replace("::", " ")),
        "HLSLAnnotation" => format!(": {name}"),
        _ => name,
    }
}

/// The kinds of declarations to which an attribute applies, as Clang's messages call them.
fn subjects(rec: Rec) -> Result<Vec<String>, Fatal> {
    let Some(list) = rec.field("Subjects").and_then(|it| it.value) else {
        return Ok(Vec::new());
    };
    let Some(list) = rec.records().def_of(list) else {
        return Ok(Vec::new());
    };
    let called = |subject: Rec| {
        let text = subject.field("DiagSpelling").and_then(|it| it.value);
        let text = text.and_then(|it| subject.text_of(it));
        let text = text.map(|it| it.into_owned());
        text.filter(|it| !it.is_empty())
            .unwrap_or_else(|| subject.name().to_owned())
    };
    let subjects = list.list_of_defs("Subjects")?;
    Ok(subjects.into_iter().map(called).collect())
}

/// A phrase that describes the kind of an argument.
fn kind(argument: Rec) -> Result<String, Fatal> {
    let classes = argument.superclasses();
    let classes: Vec<&str> = classes.map(|it| it.name()).collect();
    // The most derived class, not counting `Argument`.
    let class = classes.iter().rev().find(|it| **it != "Argument");
    let class = class.copied().unwrap_or("Argument");
    let stem = class.strip_suffix("Argument").unwrap_or(class);
    let (many, stem) = match stem.strip_prefix("Variadic") {
        Some(stem) => ("any number: ", stem),
        None => ("", stem),
    };
    let what = match stem {
        "Enum" => match listed(argument.list_of_strings("Values")?, MAX_NAMES) {
            Some(values) => format!("one of {values}"),
            None => "one of no values".to_owned(),
        },
        "Expr" => "an expression".to_owned(),
        "Identifier" => "an identifier".to_owned(),
        "String" => "a string".to_owned(),
        "Int" | "DefaultInt" => "an integer".to_owned(),
        "Unsigned" => "an integer without sign".to_owned(),
        "Bool" | "DefaultBool" => "true or false".to_owned(),
        "Type" => "a type".to_owned(),
        "Decl" => "a declaration".to_owned(),
        "Version" => "a version".to_owned(),
        "Aligned" => "an alignment: an expression or a type".to_owned(),
        "ParamIdx" => "the number of a parameter".to_owned(),
        "ParamOrParamIdx" => "a parameter or its number".to_owned(),
        other => code_span(other),
    };
    let mut text = format!("{many}{what}");
    if argument.field("Default").is_some() {
        text += &format!(", {} by default", argument.int("Default")?);
    } else if argument.bit("Optional")? && many.is_empty() {
        text += ", may be left out";
    }
    if argument.bit("Fake")? {
        text += ", not written in source";
    }
    Ok(text)
}

fn names_of(rec: Rec, field: &str) -> Result<Vec<String>, Fatal> {
    if rec.field(field).is_none() {
        return Ok(Vec::new());
    }
    let defs = rec.list_of_defs(field)?;
    Ok(defs.iter().map(|it| it.name().to_owned()).collect())
}

/// Adds the documentation of the attribute.
pub(crate) fn documentation(_: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    for doc in rec.list_of_defs("Documentation")? {
        if let Some(content) = doc.optional_string("Content")? {
            rst::show(&content, page);
        }
    }
    Ok(())
}
