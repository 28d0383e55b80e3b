//! `-gen-pseudo-lowering`: the function that makes real instructions of pseudo instructions that stand for one each.

#[cfg(test)]
mod tests;

use backend::text::push_header_without_input;
use backend::{Backend, Context, Dag, Fatal, Output, Rec, RecordId, record_class};
use elaborate::diagnostic::{Diagnostic, Severity};
use elaborate::value::{Node, ValueId};
use target_model::instructions::{Flags, Instruction, InstructionDef};
use target_model::target::Target;

record_class! {
    /// A pseudo instruction that stands for another one.
    struct ExpansionDef("PseudoInstExpansion") {
        result: dag("ResultInst"),
    }
}

/// Classes of which both a record has to be.
const CLASSES: [&str; 2] = ["PseudoInstExpansion", "Instruction"];

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-pseudo-lowering",
    "Define the function that makes real instructions of pseudo instructions",
    &["PseudoInstExpansion"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let target = cx.model::<Target>()?;
    out.phase("Process definitions");
    let defs = cx.records.derived_from_all(&CLASSES)?;
    let expansions = defs
        .into_iter()
        .map(|it| Expansion::read(cx, ExpansionDef(it)));
    let expansions = expansions.collect::<Result<Vec<_>, _>>()?;

    out.phase("Emit expansion code");
    push_header_without_input(out, "Pseudo-instruction MC lowering Source Fragment");
    write!(
        out,
        "bool {}AsmPrinter::\nemitPseudoExpansionLowering(MCStreamer &OutStreamer,\n\
         \x20                           const MachineInstr *MI) {{\n",
        target.name
    );
    if expansions.is_empty() {
        out.push("  return false;");
    } else {
        out.push("  switch (MI->getOpcode()) {\n  default: return false;\n");
        for expansion in &expansions {
            let source = cx.records.rec(expansion.source.rec);
            out.of(source, |out| expansion.push(cx, out))?;
        }
        out.push("  }\n  return true;");
    }
    out.push("\n}\n\n");
    Ok(())
}

/// What an operand of the real instruction is.
#[derive(Clone, Copy)]
enum Operand {
    /// An operand of the pseudo instruction.
    Source(usize),
    Immediate(i64),
    Register(RecordId),
}

/// The name of what stands for no register.
const NO_REGISTER: &str = "zero_reg";

struct Expansion {
    source: Instruction,
    result: Instruction,
    /// For each operand of the real machine instruction.
    operands: Vec<Operand>,
}

impl Expansion {
    fn read(cx: &Context, def: ExpansionDef) -> Result<Expansion, Fatal> {
        let dag = def.result()?;
        let result = result_instruction(cx, def, dag)?;
        let count = result.operands.machine_operands();
        let mut operands = vec![Operand::Source(0); count];
        map_operands(cx, def, dag, &result, &mut operands, 0, 0)?;

        let source = Instruction::read_alone(InstructionDef(*def))?;
        for (number, operand) in result.operands.iter().enumerate() {
            let Some(Operand::Source(_)) = operands.get(operand.first) else {
                continue;
            };
            let name = dag.arg_name(number).unwrap_or_default();
            let Some(from) = source.operands.find(name) else {
                let message = format!("output operand '{name}' has no matching source operand");
                return Err(mistake(cx, def, &message, "Value"));
            };
            for slot in operands
                .iter_mut()
                .skip(operand.first)
                .take(operand.parts.len())
            {
                // A part that is a constant keeps it.
                if let Operand::Source(number) = slot {
                    *number = from;
                }
            }
        }
        Ok(Expansion {
            source,
            result,
            operands,
        })
    }

    fn push(&self, cx: &Context, out: &mut Output) -> Result<(), Fatal> {
        let (source, result) = (&self.source, &self.result);
        write!(
            out,
            "  case {}::{}: {{\n    MCInst TmpInst;\n    MCOperand MCOp;\n    TmpInst.setOpcode({}::{});\n",
            source.namespace, source.name, result.namespace, result.name
        );
        for operand in result.operands.iter() {
            writeln!(out, "    // Operand: {}", operand.name.as_str());
            let first = self.operands.get(operand.first).copied();
            let slots = self.operands.iter().skip(operand.first);
            for (part, slot) in slots.take(operand.parts.len()).enumerate() {
                match *slot {
                    Operand::Source(number) => {
                        // All parts come from the operand that the first one comes from.
                        let number = match first {
                            Some(Operand::Source(first)) => first,
                            _ => number,
                        };
                        let from = source.operands.iter().nth(number).map_or(0, |it| it.first);
                        write!(
                            out,
                            "    lowerOperand(MI->getOperand({}), MCOp);\n    TmpInst.addOperand(MCOp);\n",
                            from + part
                        );
                    }
                    Operand::Immediate(value) => writeln!(
                        out,
                        "    TmpInst.addOperand(MCOperand::createImm({}));",
                        value as u64
                    ),
                    Operand::Register(id) => {
                        let register = cx.records.rec(id);
                        let name = match register.name() {
                            NO_REGISTER => "0".to_owned(),
                            name => format!("{}::{name}", register.string("Namespace")?),
                        };
                        writeln!(out, "    TmpInst.addOperand(MCOperand::createReg({name}));");
                    }
                }
            }
        }
        if result.operands.is_variadic {
            write!(
                out,
                "    // variable_ops\n    for (unsigned i = {}, e = MI->getNumOperands(); i != e; ++i)\n\
                 \x20     if (lowerOperand(MI->getOperand(i), MCOp))\n        TmpInst.addOperand(MCOp);\n",
                source.operands.len() + 1
            );
        }
        out.push("    EmitToStreamer(OutStreamer, TmpInst);\n    break;\n  }\n");
        Ok(())
    }
}

/// The real instruction that a dag is of.
fn result_instruction(cx: &Context, def: ExpansionDef, dag: Dag) -> Result<Instruction, Fatal> {
    let wrong = |message: &str| Err(mistake(cx, def, message, "Result"));
    let Some(operator) = dag.op_def() else {
        return wrong("result operator is not a record");
    };
    let named = format!("result operator '{}'", operator.name());
    if !operator.is_a("Instruction") {
        return wrong(&format!("{named} is not an instruction"));
    }
    let instruction = Instruction::read_alone(InstructionDef(operator))?;
    if (instruction.flags).intersects(Flags::IS_CODE_GEN_ONLY | Flags::IS_PSEUDO) {
        return wrong(&format!("{named} cannot be a pseudo instruction"));
    }
    if instruction.operands.len() != dag.len() {
        return wrong(&format!("{named} has the wrong number of operands"));
    }
    Ok(instruction)
}

/// Says what is wrong with an expansion; gives the note that ends the run.
fn mistake(cx: &Context, def: ExpansionDef, message: &str, what: &str) -> Fatal {
    let message = format!("In pseudo instruction '{}', {message}", def.name());
    cx.report(def.diagnostic(Severity::Error, message));
    let note = format!("{what} was assigned at the following location:");
    Box::new(def.diagnostic_at("ResultInst", Severity::Note, note))
}

/// How deep dags may nest.
const MAX_DEPTH: usize = 1000;

/// Notes what the arguments of a dag are in `operands` from `base` on; gives how many operands they are. An operand of
/// several parts moves those behind it only in a dag within the dag, as in the reference.
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
            let message = format!("argument #{number} is no operand, register or number");
            return Err(def.fatal_at("ResultInst", message));
        }
    }
    Ok(added)
}

fn constant(cx: &Context, v: ValueId) -> Option<i64> {
    match cx.records.node(v) {
        Node::Int(value) => Some(*value),
        Node::Bits(bits) => {
            let known = bits
                .iter()
                .all(|it| [ValueId::TRUE, ValueId::FALSE].contains(it));
            let set = (0..)
                .zip(bits)
                .filter(|(at, bit)| *at < 64 && **bit == ValueId::TRUE);
            known.then(|| set.fold(0, |value, (at, _)| value | 1 << at))
        }
        _ => None,
    }
}

/// Fails if an operand is of another class than the real instruction has in its place.
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
