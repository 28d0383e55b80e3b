//! The signatures of methods, which several parts of the output contain.

use backend::text::{SPACES, push_joined};
use backend::{Output, spend};
use mlir_model::interfaces::Method;

use super::kind::Kind;
use crate::reindent::reindented;

/// Writes a type, followed by a space if one is needed before a name.
pub(crate) fn push_type(out: &mut Output, ty: &str) {
    let ty = ty.trim_matches(SPACES);
    out.push(ty);
    if !ty.ends_with(['&', '*']) {
        out.push(" ");
    }
}

/// Writes the parameters of a method with their types, exactly as the source has them.
pub(crate) fn push_parameters(out: &mut Output, method: &Method) {
    push_joined(out, ", ", &method.arguments, |out, it| {
        write!(out, "{} {}", it.ty, it.name);
    });
}

/// Writes the parameters of a method with their types, without a space between `*` or `&` and the name.
pub(super) fn push_tidy_parameters(out: &mut Output, method: &Method) {
    push_joined(out, ", ", &method.arguments, |out, it| {
        push_type(out, &it.ty);
        out.push(it.name);
    });
}

/// Writes the names of a method's parameters, as arguments of a call.
pub(super) fn push_arguments(out: &mut Output, method: &Method) {
    push_joined(out, ", ", &method.arguments, |out, it| out.push(it.name));
}

/// The separator between preceding parameters and the parameters of a method; empty if the method has no parameters.
pub(super) fn comma(method: &Method) -> &'static str {
    if method.arguments.is_empty() {
        ""
    } else {
        ", "
    }
}

/// Writes the name and the parameters of a method in a model. The first parameters are the concept and the value,
/// unless the method is static.
pub(super) fn push_model_head(out: &mut Output, kind: &Kind, method: &Method, name: &str) {
    write!(out, "{name}(");
    if !method.is_static {
        out.push("const Concept *impl, ");
        push_type(out, kind.value);
        write!(out, "tablegen_opaque_val{}", comma(method));
    }
    push_parameters(out, method);
    out.push(")");
}

/// Writes the name and the parameters of a method in the external model.
pub(super) fn push_external_head(out: &mut Output, kind: &Kind, method: &Method, name: &str) {
    write!(out, "{name}(");
    if !method.is_static {
        push_type(out, kind.value);
        write!(out, "tablegen_opaque_val{}", comma(method));
    }
    push_tidy_parameters(out, method);
    out.push(if method.is_static { ")" } else { ") const" });
}

/// Writes the description of a method as a comment. Writes nothing if the description is empty.
pub(crate) fn push_comment(out: &mut Output, method: &Method, indent: &str) {
    let description = method.description.trim_end_matches([' ', '\t']);
    spend(1);
    if method.description.is_empty() {
        return;
    }
    out.push(&reindented(description, &format!("{indent}/// ")));
    if !description.ends_with('\n') {
        out.push("\n");
    }
}
