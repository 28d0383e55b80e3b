//! What releases change in the text of interfaces.

use backend::{Fatal, Output, Release};
use mlir_model::interfaces::{Interface, Method};

use super::kind::Kind;
use super::{declarations, methods, traits};
use crate::namespaces;
use crate::reindent::documentation_comment;

/// The name of a method's function in the table. In 22 methods of one name have different ones.
pub(super) fn entry<'a>(release: Release, method: &'a Method) -> &'a str {
    match release >= Release::V22 {
        true => &method.unique_name,
        false => &method.name,
    }
}

/// Writes the description of a method as a comment, in 22 below an empty line.
pub(super) fn push_comment(out: &mut Output, method: &Method, indent: &str) {
    let has_line = method.rec.records().release() >= Release::V22;
    if has_line && !method.description.is_empty() {
        out.push("\n");
    }
    methods::push_comment(out, method, indent);
}

/// Writes the classes of all interfaces. In 22 each part of all interfaces comes before the next part.
pub(super) fn push_all_classes(
    out: &mut Output,
    release: Release,
    kind: &Kind,
    all: &[Interface],
) -> Result<(), Fatal> {
    if release < Release::V22 {
        for interface in all {
            out.source(interface.rec);
            namespaces::push(out, release, &interface.namespace, |out| {
                writeln!(out, "class {};", interface.name);
                declarations::push_interface(out, kind, interface)?;
                out.push("namespace detail {\n");
                traits::push(out, kind, interface)?;
                out.push("}// namespace detail\n");
                Ok::<_, Fatal>(())
            })?;
        }
        out.no_source();
        return Ok(());
    }
    for interface in all {
        out.source(interface.rec);
        namespaces::push(out, release, &interface.namespace, |out| {
            push_description(out, interface)?;
            writeln!(out, "class {};", interface.name);
            Ok::<_, Fatal>(())
        })?;
    }
    for interface in all {
        out.source(interface.rec);
        namespaces::push(out, release, &interface.namespace, |out| {
            push_description(out, interface)?;
            declarations::push_interface(out, kind, interface)
        })?;
    }
    for interface in all {
        out.source(interface.rec);
        let detail = match interface.namespace.is_empty() {
            true => "detail".to_owned(),
            false => format!("{}::detail", interface.namespace),
        };
        namespaces::push(out, release, &detail, |out| {
            traits::push(out, kind, interface)
        })?;
    }
    out.no_source();
    Ok(())
}

fn push_description(out: &mut Output, interface: &Interface) -> Result<(), Fatal> {
    let description = interface.rec.string("description")?;
    out.push(&documentation_comment("", &description));
    Ok(())
}

/// 22 leaves a line before titles.
pub(super) fn before_title(release: Release) -> &'static str {
    match release >= Release::V22 {
        true => "\n",
        false => "",
    }
}

/// Before, it is left below the title of an interface.
pub(super) fn below_title(release: Release) -> &'static str {
    match release >= Release::V22 {
        true => "",
        false => "\n",
    }
}

/// What stands behind the documentation of a method.
pub(super) fn end_of_method(release: Release) -> &'static str {
    match release >= Release::V22 {
        true => "\n",
        false => "\n\n",
    }
}
