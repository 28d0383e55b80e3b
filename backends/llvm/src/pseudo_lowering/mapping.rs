//! The sources of the real instruction's operands in LLVM 21 and later.

use backend::{Context, Dag, Fatal, RecordId};
use elaborate::value::ValueId;
use elaborate::value::print::value;
use target_model::instructions::{Instruction, InstructionDef};

use super::{ExpansionDef, NO_REGISTER, Operand, constant, mistake};

/// Reads the pseudo instruction, and determines the source of each machine operand of the real instruction.
pub(super) fn map(
    cx: &Context,
    def: ExpansionDef,
    dag: Dag,
    result: &Instruction,
) -> Result<(Instruction, Vec<Operand>), Fatal> {
    let source = Instruction::read_alone(InstructionDef(*def))?;
    let operands = vec![Operand::Source(0); result.operands.machine_operands()];
    let mut mapping = Mapping {
        cx,
        def,
        source: &source,
        operands,
    };
    for (number, operand) in result.operands.iter().enumerate() {
        let Some((v, name)) = dag.args().nth(number) else {
            continue;
        };
        let Some(inner) = cx.records.dag(v) else {
            let arg = Argument {
                v,
                name,
                class: Some(operand.rec),
                parts: operand.parts.len(),
            };
            mapping.add(operand.first, &arg)?;
            continue;
        };
        let class = cx.records.rec(operand.rec).name();
        let info = operand.info.and_then(|it| cx.records.dag(it));
        let Some(info) = info.filter(|it| !it.is_empty()) else {
            let message = format!("operand '{class}' does not have suboperands");
            return Err(mistake(cx, def, &message, "Value"));
        };
        if operand.parts.len() != inner.len() {
            let text = value(&cx.records.names(), v);
            let message =
                format!("'{text}' has wrong number of operands for operand type '{class}'");
            return Err(mistake(cx, def, &message, "Value"));
        }
        for (part, ((v, name), (class, _))) in inner.args().zip(info.args()).enumerate() {
            let arg = Argument {
                v,
                name,
                class: cx.records.def_of(class).map(|it| it.id()),
                parts: 1,
            };
            mapping.add(operand.first + part, &arg)?;
        }
    }
    let operands = mapping.operands;
    Ok((source, operands))
}

/// The argument of an expansion for an operand of the real instruction, or for a part of an operand.
struct Argument<'a> {
    v: ValueId,
    name: Option<&'a str>,
    /// The record that is the type of the operand or part; `None` if the type of a part is not a record.
    class: Option<RecordId>,
    /// The number of machine operands that the argument must provide.
    parts: usize,
}

struct Mapping<'a> {
    cx: &'a Context<'a>,
    def: ExpansionDef<'a>,
    source: &'a Instruction,
    operands: Vec<Operand>,
}

impl Mapping<'_> {
    /// Sets the sources of the machine operands for an argument. The first of these machine operands has the index
    /// `at`.
    fn add(&mut self, at: usize, arg: &Argument) -> Result<(), Fatal> {
        let records = self.cx.records;
        if let Some(rec) = records.def_of(arg.v) {
            if rec.is_a("Register") || rec.name() == NO_REGISTER {
                self.set(at, Operand::Register(rec.id()));
                return Ok(());
            }
            return self.add_source(at, arg, rec.id());
        }
        match constant(self.cx, arg.v) {
            Some(value) => self.set(at, Operand::Immediate(value)),
            None => {
                let message = "an argument is not an operand, register or number";
                return Err(self.def.fatal_at("ResultInst", message.to_owned()));
            }
        }
        Ok(())
    }

    /// Makes an operand of the pseudo instruction the source of the machine operands for an argument. The first of
    /// these machine operands has the index `at`. `given` is the operand type that the expansion names.
    fn add_source(&mut self, at: usize, arg: &Argument, given: RecordId) -> Result<(), Fatal> {
        let name = |id: RecordId| self.cx.records.rec(id).name();
        let class = arg.class.map_or("", name);
        let wrong = |message: &str| Err(mistake(self.cx, self.def, message, "Value"));
        if arg.class != Some(given) {
            return wrong(&format!(
                "operand type '{}' does not match expansion operand type '{class}'",
                name(given)
            ));
        }
        let arg_name = arg.name.unwrap_or_default();
        let source = self.source.operands.find(arg_name);
        let Some(source) = source.and_then(|it| self.source.operands.iter().nth(it)) else {
            return wrong(&format!(
                "output operand '{arg_name}' has no matching source operand"
            ));
        };
        if source.parts.len() != arg.parts {
            return wrong(&format!(
                "output operand '{class}' has a different number of sub operands than source operand '{}'",
                name(source.rec)
            ));
        }
        for part in 0..arg.parts {
            self.set(at + part, Operand::Source(source.first + part));
        }
        Ok(())
    }

    fn set(&mut self, at: usize, operand: Operand) {
        if let Some(slot) = self.operands.get_mut(at) {
            *slot = operand;
        }
    }
}
