//! Descriptions of interfaces: their C++ classes and methods.

use backend::{Context, Fatal, Rec};
use ide::markup::code_span;
use mlir_model::interfaces::{Interface, Method};

use super::shortened;
use crate::page::Page;

/// The maximum number of methods that are shown.
const MAX_METHODS: usize = 40;

/// Describes an interface: its C++ class, its methods, and the methods of its base interfaces.
pub(crate) fn interface(_: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let it = Interface::read(rec)?;
    page.prose(format!(
        "interface, in C++ {}",
        code_span(&it.qualified_name()?)
    ));
    let bases = it.bases()?;
    let own = it.methods.iter().map(|it| declaration(it, None));
    let inherited = bases.iter().flat_map(|base| {
        let methods = base.methods.iter();
        methods.map(|it| declaration(it, Some(&base.name)))
    });
    let mut lines: Vec<String> = own.chain(inherited).collect();
    let more = lines.len().saturating_sub(MAX_METHODS);
    lines.truncate(MAX_METHODS);
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
