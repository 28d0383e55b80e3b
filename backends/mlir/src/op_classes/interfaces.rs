//! Methods of interfaces that an operation implements, and effects on memory.

use backend::string_map::StringMap;
use backend::{Fatal, bail};

use mlir_model::interfaces::Interface;
use mlir_model::names::qualified;
use mlir_model::operation::{Argument, Operation};

use super::add_needed;
use crate::cpp::{Class, Method, Parameter, Qualifiers};
use crate::interface_methods;

/// Adds the method that gives the types of results, if they follow from others.
pub(super) fn add_inference(class: &mut Class, op: &Operation) -> Result<(), Fatal> {
    let name = "inferReturnTypes";
    let interface = op.traits.last().filter(|_| op.inferred_types.is_some());
    let Some(interface) = interface else {
        return Ok(());
    };
    let methods = Interface::read(interface.rec)?.methods;
    let Some(method) = methods.iter().find(|it| it.name == name) else {
        bail!(op.rec, "'{}' has no method '{name}'", interface.rec.name());
    };
    let method = interface_methods::method(method, Qualifiers::NONE);
    add_needed(class, op.rec, name, method)?;
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
