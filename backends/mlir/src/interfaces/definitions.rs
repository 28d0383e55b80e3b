//! The definitions of interface methods. Each method calls an entry of the function table.

use backend::text::push_header_without_input;
use backend::{Context, Fatal, Output};
use mlir_model::interfaces::{Interface, Method};

use super::kind::Kind;
use super::methods::{comma, push_arguments, push_parameters, push_type};
use super::{changes, of_root};

/// Writes the definitions of all interfaces.
pub(super) fn write(cx: &Context, out: &mut Output, kind: &Kind) -> Result<(), Fatal> {
    push_header_without_input(out, "Interface Definitions");
    out.try_each(of_root(cx, kind)?, |out, rec| {
        let interface = Interface::read(rec)?;
        let namespace = interface.namespace()?;
        for method in &interface.methods {
            push_method(out, kind, &interface, &namespace, method, "getImpl()");
        }
        for base in interface.bases()? {
            let table = format!("getImpl()->impl{}", base.name);
            for method in &base.methods {
                push_method(out, kind, &interface, &namespace, method, &table);
            }
        }
        Ok(())
    })
}

/// Writes the definition of a method of `interface`. The method may come from a base interface. `table` is the
/// expression for the function table.
fn push_method(
    out: &mut Output,
    kind: &Kind,
    interface: &Interface,
    namespace: &str,
    method: &Method,
    table: &str,
) {
    changes::push_comment(out, method, "");
    push_type(out, &method.return_type);
    let namespace = namespace.strip_prefix("::").unwrap_or(namespace);
    if !namespace.is_empty() {
        write!(out, "{namespace}::");
    }
    write!(out, "{}::{}(", interface.name, method.name);
    push_parameters(out, method);
    let entry = changes::entry(interface.rec.records().release(), method);
    write!(
        out,
        "){} {{\n      return {table}->{entry}(",
        kind.constness()
    );
    if !method.is_static {
        write!(out, "{table}, {}{}", kind.own_value(), comma(method));
    }
    push_arguments(out, method);
    out.push(");\n  }\n");
}
