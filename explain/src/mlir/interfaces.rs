//! Descriptions of interfaces, enumerations and passes: what of them exists in C++ and on the command line.

use backend::{Context, Fatal, Rec};
use ide::markup::{code_span, escape};
use mlir_model::enums::Enum;
use mlir_model::interfaces::{Interface, Method};
use mlir_model::passes::Pass;

use super::shortened;
use crate::page::{Page, columns};

/// The maximum number of methods, cases, options or statistics that are shown.
const MAX_ROWS: usize = 40;

/// Describes an interface: its C++ class, its methods and its base interfaces.
pub(crate) fn interface(_: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let it = Interface::read(rec)?;
    page.prose(format!(
        "interface, in C++ {}",
        code_span(&it.qualified_name())
    ));
    let bases = it.bases()?;
    let own = it.methods.iter().map(|it| declaration(it, None));
    let inherited = bases.iter().flat_map(|base| {
        let methods = base.methods.iter();
        methods.map(|it| declaration(it, Some(&base.name)))
    });
    let mut lines: Vec<String> = own.chain(inherited).collect();
    let more = lines.len().saturating_sub(MAX_ROWS);
    lines.truncate(MAX_ROWS);
    if more > 0 {
        lines.push(format!("// … {more} more"));
    }
    if !lines.is_empty() {
        page.code("cpp", &lines.join("\n"));
    }
    Ok(())
}

/// The declaration of a method, and whether a class that implements the interface has to define it.
fn declaration(method: &Method, base: Option<&str>) -> String {
    let prefix = if method.is_static { "static " } else { "" };
    let arguments = method.arguments.iter();
    let arguments = arguments.map(|it| format!("{} {}", it.ty.trim(), it.name));
    let arguments: Vec<String> = arguments.collect();
    let mut notes = Vec::new();
    notes.extend(base.map(|it| format!("of {it}")));
    if method.body.is_some() {
        notes.push("implemented by the interface".to_owned());
    } else if method.default.is_some() {
        notes.push("has a default".to_owned());
    }
    let mut text = format!(
        "{prefix}{} {}({});",
        shortened(&method.return_type),
        method.name,
        arguments.join(", ")
    );
    if !notes.is_empty() {
        text += &format!("  // {}", notes.join(", "));
    }
    text
}

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
    let cases = it.cases.iter().take(MAX_ROWS);
    let mut table: Vec<Vec<String>> = cases
        .map(|case| {
            let text = if case.text == case.symbol {
                String::new()
            } else {
                format!("written {}", shortened(&case.text))
            };
            vec![case.value.to_string(), case.identifier().into_owned(), text]
        })
        .collect();
    if it.cases.len() > MAX_ROWS {
        table.push(vec![
            "…".to_owned(),
            format!("{} more", it.cases.len() - MAX_ROWS),
            String::new(),
        ]);
    }
    if !table.is_empty() {
        page.drawing(&columns(&table));
    }
    let functions = ["symbolToStringFnName", "stringToSymbolFnName"];
    let mut names = Vec::new();
    for field in functions {
        names.extend(rec.optional_string(field)?.map(|it| it.into_owned()));
    }
    page.names("functions in C++", names);
    if let Some(class) = it.attribute_class()? {
        page.point("attribute in C++", code_span(&class));
    }
    Ok(())
}

/// Describes a pass: how it is created and run, its options and its statistics.
pub(crate) fn pass(_: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let it = Pass::read(rec)?;
    page.prose(format!(
        "pass {}, in C++ {}",
        code_span(&format!("--{}", it.argument)),
        code_span(&it.call())
    ));
    let options = it.options.iter().take(MAX_ROWS).map(|it| {
        let list = if it.is_list { "list of " } else { "" };
        let default = it
            .default
            .as_ref()
            .map(|it| format!(" = {}", shortened(it)));
        vec![
            "option".to_owned(),
            it.argument.clone().into_owned(),
            format!("{list}{}{}", shortened(&it.ty), default.unwrap_or_default()),
            shortened(&it.description),
        ]
    });
    let statistics = it.statistics.iter().take(MAX_ROWS).map(|it| {
        vec![
            "statistic".to_owned(),
            it.name.clone().into_owned(),
            String::new(),
            shortened(&it.description),
        ]
    });
    let table: Vec<Vec<String>> = options.chain(statistics).collect();
    if !table.is_empty() {
        page.drawing(&columns(&table));
    }
    if !it.dependent_dialects.is_empty() {
        let dialects = it.dependent_dialects.iter().map(|it| escape(it));
        page.names("dependent dialects", dialects);
    }
    Ok(())
}
