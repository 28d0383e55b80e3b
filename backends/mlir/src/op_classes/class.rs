//! The C++ class of an operation.

use backend::{Context, Fatal};

use mlir_model::operation::{Operation, Part, variable_length, variadic};
use mlir_model::template::Substitutions;
use mlir_model::traits::TraitKind;

use super::checks::Checks;
use super::slots::Slots;
use super::{
    add_needed, attributes, builders, effects, format, hooks, inference, properties, values,
};
use crate::cpp::{Access, Class, Half, Method, Parameter, Qualifiers};
use crate::interface_methods;

/// The C++ class of an operation, with all members in the reference's order. Only its declaration or only its
/// definitions will be written, as `half` selects.
pub(super) fn class_of(
    cx: &Context,
    op: &Operation,
    slots: &Slots,
    checks: &Checks,
    half: Half,
) -> Result<Class, Fatal> {
    let release = cx.release();
    let mut class = start(op).with_only(half);
    add_traits(&mut class, op, slots)?;
    attributes::add_names(&mut class, op, slots)?;
    add_result_names(&mut class, op)?;
    let name = "getOperationName";
    let constant = Qualifiers::STATIC | Qualifiers::CONSTEXPR | Qualifiers::INLINE;
    let method = Method::new("::llvm::StringLiteral", name, constant, []);
    let body = add_needed(&mut class, op.rec, name, method)?;
    write!(body, "  return ::llvm::StringLiteral(\"{}\");", op.name);
    values::add_operands(&mut class, op, slots, release)?;
    values::add_results(&mut class, op, slots, release)?;
    values::add_parts(&mut class, op)?;
    properties::add_support(&mut class, op, slots, checks)?;
    attributes::add_property_getters(&mut class, op, release)?;
    attributes::add_property_setters(&mut class, op, release);
    attributes::add_getters(cx, &mut class, op, slots)?;
    attributes::add_setters(&mut class, op, slots)?;
    attributes::add_removers(&mut class, op, slots, release)?;
    builders::add(&mut class, op, slots, release)?;
    hooks::add(&mut class, op, slots, checks)?;
    inference::add(&mut class, op, slots)?;
    interface_methods::declare(&mut class, &op.traits, release, |_| Qualifiers::NONE)?;
    format::add(cx, &mut class, op, slots)?;
    effects::add(&mut class, op)?;
    class.finish();
    class.access(Access::Public);
    class.text(extra_declarations(op)?, extra_definitions(op)?);
    Ok(class)
}

fn start(op: &Operation) -> Class {
    let name = op.class_name;
    let mut class = Class::new(name);
    class.add_parent("::mlir::Op");
    class.add_parent_argument(name);
    class.access(Access::Public);
    class.using("Op::Op");
    class.using("Op::print");
    class.alias("Adaptor", format!("{name}Adaptor"));
    let generic = format!("{name}GenericAdaptor<RangeT>");
    class.template_alias("RangeT", "GenericAdaptor", generic);
    let folded = "GenericAdaptor<::llvm::ArrayRef<::mlir::Attribute>>";
    class.alias("FoldAdaptor", folded);
    class
}

fn add_traits(class: &mut Class, op: &Operation, slots: &Slots) -> Result<(), Fatal> {
    let counts = |parts: &[Part]| (parts.len(), variadic(parts));
    add_count(class, "Region", counts(&op.regions));
    let variable = variable_length(&op.results);
    add_count(class, "Result", (op.results.len(), variable));
    if let ([result], 0) = (&*op.results, variable) {
        let ty = result.ty.cpp_type()?;
        class.add_parent_argument(format!("::mlir::OpTrait::OneTypedResult<{ty}>::Impl"));
    }
    add_count(class, "Successor", counts(&op.successors));
    let variable = variable_length(&op.operands);
    add_count(class, "Operand", (op.operands.len(), variable));
    let native = |is_structural: bool| {
        let native = op.traits.iter();
        native.filter(move |it| it.kind == TraitKind::Native && it.is_structural() == is_structural)
    };
    for it in native(true) {
        class.add_parent_argument(it.qualified_name()?);
    }
    class.add_parent_argument("::mlir::OpTrait::OpInvariants");
    if slots.has_properties && !slots.members.is_empty() {
        class.add_parent_argument("::mlir::BytecodeOpInterface::Trait");
    }
    for it in &op.traits {
        let is_native = it.kind == TraitKind::Native && !it.is_structural();
        if is_native || it.kind == TraitKind::Interface {
            class.add_parent_argument(it.qualified_name()?);
        }
    }
    Ok(())
}

/// Adds the trait for the number of operands, results, regions or successors.
fn add_count(class: &mut Class, kind: &str, (count, variable): (usize, usize)) {
    let fixed = count - variable;
    let name = match (count, variable) {
        (0, _) => format!("Zero{kind}s"),
        (1, 0) => format!("One{kind}"),
        (_, 0) => format!("N{kind}s<{count}>::Impl"),
        _ if fixed == 0 => format!("Variadic{kind}s"),
        _ => format!("AtLeastN{kind}s<{fixed}>::Impl"),
    };
    class.add_parent_argument(format!("::mlir::OpTrait::{name}"));
}

/// Adds `getAsmResultNames` if there are several results and some have names, unless the operation has the trait that
/// declares this method.
fn add_result_names(class: &mut Class, op: &Operation) -> Result<(), Fatal> {
    let has_names = op.results.iter().any(|it| !it.name.is_empty());
    if op.results.len() <= 1 || !has_names || op.has_trait("::mlir::OpAsmOpInterface::Trait") {
        return Ok(());
    }
    class.add_parent_argument("::mlir::OpAsmOpInterface::Trait");
    let name = "getAsmResultNames";
    let parameters = [Parameter::new("::mlir::OpAsmSetValueNameFn", "setNameFn")];
    let method = Method::new("void", name, Qualifiers::NONE, parameters);
    let body = add_needed(class, op.rec, name, method)?;
    for (index, result) in op.results.iter().enumerate() {
        write!(
            body,
            "  auto resultGroup{index} = getODSResults({index});
  if (!resultGroup{index}.empty())
    setNameFn(*resultGroup{index}.begin(), \"{}\");
",
            result.name
        );
    }
    Ok(())
}

/// The declarations that traits and the operation add to the class.
fn extra_declarations(op: &Operation) -> Result<String, Fatal> {
    extra(op, "extraConcreteClassDeclaration", "extraClassDeclaration")
}

fn extra_definitions(op: &Operation) -> Result<String, Fatal> {
    let text = extra(op, "extraConcreteClassDefinition", "extraClassDefinition")?;
    Ok(Substitutions::new()
        .with("cppClass", op.class_name)
        .fill(&text))
}

fn extra(op: &Operation, of_trait: &str, of_op: &str) -> Result<String, Fatal> {
    let mut texts = Vec::new();
    for it in op.traits.iter().filter(|it| it.kind == TraitKind::Native) {
        let text = it.rec.string(of_trait)?;
        if !text.is_empty() {
            texts.push(text);
        }
    }
    texts.push(op.rec.optional_string(of_op)?.unwrap_or_default());
    Ok(texts.join("\n"))
}
