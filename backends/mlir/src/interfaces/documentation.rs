//! The documentation of interfaces.

use backend::{Context, Fatal, Output, Rec};
use mlir_model::interfaces::{Method, methods_of};

use super::kind::Kind;
use super::methods::{push_tidy_parameters, push_type};
use super::{changes, of_root};
use crate::markdown;

/// Writes the documentation of all interfaces.
pub(super) fn write(cx: &Context, out: &mut Output, kind: &Kind) -> Result<(), Fatal> {
    out.push(markdown::HEADER);
    out.push(changes::before_title(cx.release()));
    writeln!(out, "# {} definitions", kind.base);
    out.try_each(of_root(cx, kind)?, push)
}

fn push(out: &mut Output, interface: Rec) -> Result<(), Fatal> {
    let methods = methods_of(interface)?;
    let release = interface.records().release();
    let space = changes::before_title(release);
    let below = changes::below_title(release);
    let (name, record) = (interface.string("cppInterfaceName")?, interface.name());
    write!(out, "{space}## {name} (`{record}`)\n{below}");
    let description = interface.string("description")?;
    markdown::push_description(out, release, &description);
    out.push("\n### Methods:\n");
    for method in &methods {
        push_method(out, method);
    }
    Ok(())
}

fn push_method(out: &mut Output, method: &Method) {
    let release = method.rec.records().release();
    let space = changes::before_title(release);
    write!(out, "{space}#### `{}`\n\n```c++\n", method.name);
    if method.is_static {
        out.push("static ");
    }
    push_type(out, &method.return_type);
    write!(out, "{}(", method.name);
    push_tidy_parameters(out, method);
    out.push(");\n```\n");
    markdown::push_description(out, release, &method.description);
    if method.body.is_none() {
        out.push("\nNOTE: This method *must* be implemented by the user.");
    }
    out.push(changes::end_of_method(release));
}
