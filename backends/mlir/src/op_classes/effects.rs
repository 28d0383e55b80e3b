//! `getEffects`: the effects of an operation on memory and other resources, as declared by its traits, operands,
//! symbols and results.

use backend::string_map::StringMap;
use backend::{Fatal, Rec};

use mlir_model::names::{getter, qualified};
use mlir_model::operation::{Argument, Operation};

use super::add_accessor;
use super::changes::Accessor;
use crate::cpp::{Class, Indented, Method, Parameter, Qualifiers};

/// The part of an operation to which an effect applies.
#[derive(Clone, Copy)]
enum Subject {
    /// The operation as a whole.
    Operation,
    Operand(usize),
    /// An attribute that refers to a symbol.
    Symbol(usize),
    Result(usize),
}

/// The effects of each kind. The key is the C++ base class of the kind.
type Effects<'a> = StringMap<Vec<(Rec<'a>, Subject)>>;

/// Adds a method `getEffects` for each kind of effect.
pub(super) fn add(class: &mut Class, op: &Operation) -> Result<(), Fatal> {
    let mut effects = Effects::default();
    for it in &op.traits {
        if it.rec.is_a("SideEffectsTraitBase") {
            let base = it.rec.string("baseEffectName")?;
            let of_kind = effects.get_or_insert_with(&base, Vec::new);
            for effect in it.rec.list_of_defs("effects")? {
                of_kind.push((effect, Subject::Operation));
            }
        }
    }
    for (decorated, subject) in decorated(op) {
        for effect in decorated.list_of_defs("decorators")? {
            if !effect.is_a("SideEffect") {
                continue;
            }
            let name = effect.string("interfaceTrait")?;
            let namespace = effect.string("cppNamespace")?;
            class.add_parent_argument(qualified(&namespace, &name));
            let base = effect.string("baseEffectName")?;
            effects
                .get_or_insert_with(&base, Vec::new)
                .push((effect, subject));
        }
    }
    for (base, effects) in effects.iter() {
        let ty = format!("::llvm::SmallVectorImpl<::mlir::SideEffects::EffectInstance<{base}>> &");
        let parameters = [Parameter::new(ty, "effects")];
        let method = Method::new("void", "getEffects", Qualifiers::NONE, parameters);
        let body = add_accessor(class, op, Accessor::Effects, "getEffects", method)?;
        for (effect, subject) in effects {
            push(body, op, *effect, *subject)?;
        }
    }
    Ok(())
}

/// The records that decorate operands, symbols and results, in the reference's order. The list `decorators` of such a
/// record may contain effects.
fn decorated<'a>(op: &Operation<'a>) -> Vec<(Rec<'a>, Subject)> {
    let mut decorated = Vec::new();
    for argument in &op.arguments {
        match *argument {
            Argument::Operand(index) => {
                let rec = op.operands[index].decorated;
                decorated.extend(rec.map(|it| (it, Subject::Operand(index))));
            }
            Argument::Attribute(index) => {
                let it = &op.attributes[index];
                if it.attr.base().is_symbol_ref() {
                    decorated.extend(it.decorated.map(|it| (it, Subject::Symbol(index))));
                }
            }
            Argument::Property(_) => {}
        }
    }
    for (index, result) in op.results.iter().enumerate() {
        decorated.extend(result.decorated.map(|it| (it, Subject::Result(index))));
    }
    decorated
}

/// Writes the code that adds an effect.
fn push(body: &mut Indented, op: &Operation, effect: Rec, subject: Subject) -> Result<(), Fatal> {
    let name = effect.string("effect")?;
    let resource = effect.string("resource")?;
    let stage = effect.int("stage")?;
    let is_full = effect.bit("effectOnFullRegion")?;
    let add = |subject: &str| {
        format!(
            "  effects.emplace_back({name}::get(), {subject}{stage}, {is_full}, {resource}::get());\n"
        )
    };
    match subject {
        Subject::Operation => body.push(&add("")),
        Subject::Symbol(index) => {
            let it = &op.attributes[index];
            let getter = getter(it.name);
            if it.attr.is_optional()? {
                let add = add("symbolRef, ");
                write!(body, "  if (auto symbolRef = {getter}Attr())\n  {add}");
            } else {
                body.push(&add(&format!("{getter}Attr(), ")));
            }
        }
        Subject::Operand(index) => {
            let add = add("&getOperation()->getOpOperand(idx), ");
            push_range(body, "Operand", index, &add);
        }
        Subject::Result(index) => {
            let add = add("getOperation()->getOpResult(idx), ");
            push_range(body, "Result", index, &add);
        }
    }
    Ok(())
}

fn push_range(body: &mut Indented, kind: &str, index: usize, add: &str) {
    write!(
        body,
        "  {{
    auto valueRange = getODS{kind}IndexAndLength({index});
    for (unsigned idx = valueRange.first; idx < valueRange.first + valueRange.second; idx++) {{
    {add}    }}
  }}
"
    );
}
