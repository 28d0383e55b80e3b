//! Derived attributes, which C++ code computes: the test whether a name denotes a derived attribute, and the dictionary
//! of all derived attributes.

use backend::{Context, Fatal, Severity};

use mlir_model::names::getter;
use mlir_model::operation::{NamedAttribute, Operation};
use mlir_model::template::Substitutions;

use super::super::add_needed;
use crate::cpp::{Class, Indented, Method, Parameter, Qualifiers};

/// Adds the methods that operations with derived attributes have.
pub(super) fn add(cx: &Context, class: &mut Class, op: &Operation) -> Result<(), Fatal> {
    let derived = op.attributes.iter().filter(|it| it.attr.is_derived());
    let derived: Vec<&NamedAttribute> = derived.collect();
    if derived.is_empty() {
        return Ok(());
    }
    class.add_parent_argument("::mlir::DerivedAttributeOpInterface::Trait");
    let name = "isDerivedAttribute";
    let parameters = [Parameter::new("::llvm::StringRef", "name")];
    let method = Method::new("bool", name, Qualifiers::STATIC, parameters);
    let body = add_needed(class, op.rec, name, method)?;
    for it in &derived {
        writeln!(body, "  if (name == \"{}\") return true;", it.name);
    }
    body.push(" return false;");
    let name = "materializeDerivedAttributes";
    let method = Method::new("::mlir::DictionaryAttr", name, Qualifiers::NONE, []);
    let body = add_needed(class, op.rec, name, method)?;
    push_all(cx, body, op, &derived);
    Ok(())
}

/// Writes the body that builds the dictionary of all derived attributes. If a derived attribute cannot be converted to
/// an attribute, warns and writes a body that returns null.
fn push_all(cx: &Context, body: &mut Indented, op: &Operation, derived: &[&NamedAttribute]) {
    let is_opaque = |it: &&&NamedAttribute| it.attr.convert_from_storage().is_empty();
    let opaque: Vec<String> = derived
        .iter()
        .filter(is_opaque)
        .map(|it| getter(it.name))
        .collect();
    if !opaque.is_empty() {
        let message = format!(
            "op has non-materializable derived attributes '{}'",
            opaque.join(", ")
        );
        cx.report(
            op.rec
                .diagnostic(Severity::Warning, format!("{message}, skipping")),
        );
        write!(body, "  emitOpError(\"{message}\");\n  return nullptr;");
        return;
    }
    body.push(
        "  ::mlir::MLIRContext* ctx = getContext();
  ::mlir::Builder odsBuilder(ctx); (void)odsBuilder;
  return ::mlir::DictionaryAttr::get(  ctx, {
",
    );
    let mut names = Substitutions::new()
        .with("_builder", "odsBuilder")
        .with("_ctxt", "ctx")
        .with("_storage", "ctx");
    for (index, it) in derived.iter().enumerate() {
        let name = getter(it.name);
        names.set("_self", format!("{name}()"));
        let value = names.fill(&it.attr.convert_from_storage());
        let separator = if index == 0 { "" } else { ",\n" };
        write!(body, "{separator}    {{{name}AttrName(),\n{value}}}");
    }
    body.push("});");
}
