//! `-gen-dialect-interface-decls`: the C++ classes of dialect interfaces.

#[cfg(test)]
mod tests;

use backend::text::{push_header_without_input, push_joined};
use backend::{Backend, Context, Fatal, Output};
use mlir_model::interfaces::{Interface, Method};

use crate::interfaces::methods::{push_comment, push_type};
use crate::namespaces;
use crate::reindent::{continued, documentation_comment, reindented};

pub(crate) const DECLARATIONS: Backend = Backend::mlir(
    "gen-dialect-interface-decls",
    "Declare interfaces of dialects",
    &["DialectInterface"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header_without_input(out, "Dialect Interface Declarations");
    let mut all = cx.records.derived("DialectInterface")?;
    all.retain(|it| cx.records.is_in_root(*it));
    all.sort_by_key(|it| it.order());
    out.try_each(all, |out, rec| {
        let interface = Interface::read(rec)?;
        namespaces::push(out, cx.release(), &interface.namespace()?, |out| {
            push(out, &interface)
        })
    })
}

fn push(out: &mut Output, interface: &Interface) -> Result<(), Fatal> {
    let name = &interface.name;
    let description = interface.rec.string("description")?;
    out.push(&documentation_comment("", &description));
    // The text ends with the indentation of the first method, even if the method starts with a line break.
    write!(
        out,
        "class {name} : public ::mlir::DialectInterface::Base<{name}> {{
public:
  {name}(::mlir::Dialect *dialect) : Base(dialect) {{}}
  "
    );
    for method in &interface.methods {
        push_method(out, method);
    }
    out.push("};\n");
    Ok(())
}

fn push_method(out: &mut Output, method: &Method) {
    if !method.description.is_empty() {
        out.push("\n");
        push_comment(out, method, "  ");
        out.push("  ");
    }
    // In a type with several lines, the lines after the first are indented like the method.
    let indented = |text: &str| continued(text, "  ");
    out.push("virtual ");
    push_type(out, &indented(&method.return_type));
    write!(out, "{}(", method.name);
    let parameters = method.arguments.iter();
    let parameters = parameters.map(|it| format!("{} {}", indented(&it.ty), it.name));
    push_joined(out, ", ", parameters, |out, it| out.push(&it));
    out.push(") const {");
    if let Some(body) = &method.body {
        out.push("\n");
        for line in reindented(body, "").lines() {
            let indent = if line.is_empty() { "" } else { "    " };
            writeln!(out, "{indent}{line}");
        }
        out.push("  ");
    }
    out.push("}\n");
}
