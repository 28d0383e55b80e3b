//! The sources of the real instruction's operands in releases before LLVM 21.

use backend::{Context, Dag, Fatal, Rec, RecordId};
use elaborate::diagnostic::{Diagnostic, Severity};
use target_model::instructions::{Instruction, InstructionDef};

use super::{ExpansionDef, NO_REGISTER, Operand, constant, mistake};

/// Reads the pseudo instruction, and determines the source of each machine operand of the real instruction.
pub(super) fn map(
    cx: &Context,
    def: ExpansionDef,
    dag: Dag,
    result: &Instruction,
) -> Result<(Instruction, Vec<Operand>), Fatal> {
    let count = result.operands.machine_operands();
    let mut operands = vec![Operand::Source(0); count];
    map_operands(cx, def, dag, result, &mut operands, 0, 0)?;

    let source = Instruction::read_alone(InstructionDef(*def))?;
    for (number, operand) in result.operands.iter().enumerate() {
        let Some(Operand::Source(_)) = operands.get(operand.first) else {
            // If the first part is a register or an immediate, the reference takes the other parts from the first
            // operand of the pseudo instruction.
            let first = source.operands.iter().next().map_or(0, |it| it.first);
            set_sources(&mut operands, operand.first, operand.parts.len(), first);
            continue;
        };
        let name = dag.arg_name(number).unwrap_or_default();
        let Some(from) = source.operands.find(name) else {
            let message = format!("output operand '{name}' has no matching source operand");
            return Err(mistake(cx, def, &message, "Value"));
        };
        let first = source.operands.iter().nth(from).map_or(0, |it| it.first);
        set_sources(&mut operands, operand.first, operand.parts.len(), first);
    }
    Ok((source, operands))
}

/// Makes the consecutive operands that start at `from` the sources of the `count` machine operands that start at
/// `first`. Registers and immediates are not changed.
fn set_sources(operands: &mut [Operand], first: usize, count: usize, from: usize) {
    let slots = operands.iter_mut().skip(first).take(count);
    for (part, slot) in slots.enumerate() {
        if let Operand::Source(number) = slot {
            *number = from + part;
        }
    }
}

/// The maximum nesting depth of dags.
const MAX_DEPTH: usize = 1000;

/// Sets the sources of a dag's arguments in `operands`, starting at `base`. For operands of the pseudo instruction,
/// only the kind of the source is set. Returns the number of machine operands. As in the reference, an operand of
/// several parts shifts the operands after it only if it is in a nested dag.
fn map_operands(
    cx: &Context,
    def: ExpansionDef,
    dag: Dag,
    result: &Instruction,
    operands: &mut [Operand],
    mut base: usize,
    depth: usize,
) -> Result<usize, Fatal> {
    let records = cx.records;
    if depth == MAX_DEPTH {
        return Err(def.fatal_at("ResultInst", "dags nest too deeply".to_owned()));
    }
    let mut added = 0;
    for (number, (v, _)) in dag.args().enumerate() {
        let at = base.wrapping_add(number);
        let mut set = |at: usize, operand| {
            if let Some(slot) = operands.get_mut(at) {
                *slot = operand;
            }
        };
        if let Some(rec) = records.def_of(v) {
            if rec.is_a("Register") || rec.name() == NO_REGISTER {
                set(at, Operand::Register(rec.id()));
                added += 1;
                continue;
            }
            let wanted = result.operands.iter().nth(at).map(|it| it.rec);
            check_type(cx, def, rec, wanted)?;
            let operand = result.operands.iter().nth(number);
            let parts = operand.map_or(1, |it| it.parts.len());
            (0..parts).for_each(|part| set(at.wrapping_add(part), Operand::Source(0)));
            added += parts;
        } else if let Some(value) = constant(cx, v) {
            set(at, Operand::Immediate(value));
            added += 1;
        } else if let Some(inner) = records.dag(v) {
            let inner = map_operands(cx, def, inner, result, operands, at, depth + 1)?;
            added += inner;
            base = base.wrapping_add(inner).wrapping_sub(1);
        } else {
            let message = format!("argument #{number} is not an operand, register or number");
            return Err(def.fatal_at("ResultInst", message));
        }
    }
    Ok(added)
}

/// Checks that the class of an operand is `wanted`, the class of the corresponding operand of the real instruction.
fn check_type(
    cx: &Context,
    def: ExpansionDef,
    rec: Rec,
    wanted: Option<RecordId>,
) -> Result<(), Fatal> {
    if wanted == Some(rec.id()) {
        return Ok(());
    }
    let wanted = wanted.map_or("", |it| cx.records.rec(it).name());
    let (owner, given) = (def.name(), rec.name());
    let message = format!(
        "In pseudo instruction '{owner}', operand type '{given}' does not match expansion operand type '{wanted}'"
    );
    cx.report(def.diagnostic(Severity::Error, message));
    let note = "Value was assigned at the following location:";
    let note: Diagnostic = rec.diagnostic(Severity::Note, note.to_owned());
    Err(Box::new(note))
}
