//! Methods of interfaces that an operation implements, and effects on memory.

use std::collections::HashSet;

use rustc_hash::FxHashSet;

use backend::string_map::StringMap;
use backend::{Fatal, Rec, Release, bail};

use mlir_model::names::qualified;
use mlir_model::operation::{Argument, Operation};
use mlir_model::traits::{Trait, TraitKind};

use super::{add_needed, changes};
use crate::cpp::{Class, Method, Parameter, Qualifiers};

/// A method of an interface as one of the operation's class.
fn method(rec: Rec, declared: Qualifiers) -> Result<Method, Fatal> {
    let mut parameters = Vec::new();
    for (value, name) in rec.dag("arguments")?.args() {
        let Some(ty) = rec.text_of(value) else {
            bail!(rec, "an argument of '{}' is no text", rec.name());
        };
        parameters.push(Parameter::new(ty, name.unwrap_or_default()));
    }
    let is_static = rec.is_a("StaticInterfaceMethod");
    let is_static = if is_static {
        Qualifiers::STATIC
    } else {
        Qualifiers::NONE
    };
    let (ty, name) = (rec.string("returnType")?, rec.string("name")?);
    Ok(Method::new(ty, name, is_static | declared, parameters))
}

/// Whether a field has more than white space.
fn has_text(rec: Rec, field: &str) -> Result<bool, Fatal> {
    let text = rec.string(field)?;
    Ok(!text.trim_matches(backend::text::SPACES).is_empty())
}

/// Adds the method that gives the types of results, if they follow from others.
pub(super) fn add_inference(class: &mut Class, op: &Operation) -> Result<(), Fatal> {
    let name = "inferReturnTypes";
    let interface = op.traits.last().filter(|_| op.inferred_types.is_some());
    let Some(interface) = interface else {
        return Ok(());
    };
    for rec in interface.rec.list_of_defs("methods")? {
        if rec.string("name")? == name {
            let method = method(rec, Qualifiers::NONE)?;
            add_needed(class, op.rec, name, method)?;
            return Ok(());
        }
    }
    bail!(op.rec, "'{}' has no method '{name}'", interface.rec.name())
}

/// Declares the methods of interfaces for which that is asked.
pub(super) fn add_methods(
    class: &mut Class,
    op: &Operation,
    release: Release,
) -> Result<(), Fatal> {
    let mut used: FxHashSet<String> = HashSet::default();
    for it in op
        .traits
        .iter()
        .filter(|it| it.kind == TraitKind::Interface)
    {
        if it.rec.is_a("DeclareInterfaceMethods") {
            add_methods_of(class, op, *it, release, &mut used)?;
        }
    }
    Ok(())
}

fn add_methods_of(
    class: &mut Class,
    op: &Operation,
    it: Trait,
    release: Release,
    used: &mut FxHashSet<String>,
) -> Result<(), Fatal> {
    let always = it.rec.list_of_strings("alwaysOverriddenMethods")?;
    for rec in it.rec.list_of_defs("methods")? {
        if has_text(rec, "body")? {
            continue;
        }
        let name = rec.string("name")?;
        if has_text(rec, "defaultBody")? && !always.contains(&name) {
            let using = format!("{}<{}>::{name}", it.qualified_name()?, op.class_name);
            if changes::uses_defaults(release) && used.insert(using.clone()) {
                class.using(using);
            }
            continue;
        }
        class.add(method(rec, Qualifiers::DECLARED)?);
    }
    Ok(())
}

/// Declares which effects an operation has, for each kind of effects.
pub(super) fn add_effects(class: &mut Class, op: &Operation) -> Result<(), Fatal> {
    let mut kinds: StringMap<()> = StringMap::default();
    for it in &op.traits {
        if it.rec.is_a("SideEffectsTraitBase") {
            let base = it.rec.string("baseEffectName")?;
            kinds.get_or_insert_with(&base, || ());
        }
    }
    let mut decorated = Vec::new();
    for argument in &op.arguments {
        match *argument {
            Argument::Operand(index) => decorated.extend(op.operands[index].decorated),
            Argument::Attribute(index) => {
                let it = &op.attributes[index];
                if it.attr.base().is_symbol_ref() {
                    decorated.extend(it.decorated);
                }
            }
            Argument::Property(_) => {}
        }
    }
    decorated.extend(op.results.iter().filter_map(|it| it.decorated));
    for rec in decorated {
        for effect in rec.list_of_defs("decorators")? {
            if effect.is_a("SideEffect") {
                let (name, space) = (
                    effect.string("interfaceTrait")?,
                    effect.string("cppNamespace")?,
                );
                class.add_parent_argument(qualified(&space, &name));
                let base = effect.string("baseEffectName")?;
                kinds.get_or_insert_with(&base, || ());
            }
        }
    }
    for (base, ()) in kinds.iter() {
        let ty = format!("::llvm::SmallVectorImpl<::mlir::SideEffects::EffectInstance<{base}>> &");
        let parameters = [Parameter::new(ty, "effects")];
        let method = Method::new("void", "getEffects", Qualifiers::NONE, parameters);
        add_needed(class, op.rec, "getEffects", method)?;
    }
    Ok(())
}
