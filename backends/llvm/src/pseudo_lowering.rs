//! `-gen-pseudo-lowering`: the function that replaces a pseudo instruction by one real instruction.

mod mapping;
mod older;
#[cfg(test)]
mod tests;

use backend::text::push_header_without_input;
use backend::{Backend, Context, Dag, Fatal, Output, RecordId, Release, record_class};
use elaborate::diagnostic::Severity;
use elaborate::value::{Node, ValueId};
use target_model::instructions::{Flags, Instruction, InstructionDef};
use target_model::target::Target;

record_class! {
    /// A pseudo instruction that expands to a real instruction.
    struct ExpansionDef("PseudoInstExpansion") {
        result: dag("ResultInst"),
    }
}

/// A pseudo instruction is a record that derives from both of these classes.
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
    out.push(&changes::signature(cx.release(), &target.name));
    if expansions.is_empty() {
        out.push("  return false;");
    } else {
        out.push(changes::clearing(cx.release()));
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

/// The source of a machine operand of the real instruction.
#[derive(Clone, Copy)]
enum Operand {
    /// The index of a machine operand of the pseudo instruction.
    Source(usize),
    Immediate(i64),
    Register(RecordId),
}

/// The name of the record that stands for "no register" in dags.
const NO_REGISTER: &str = "zero_reg";

struct Expansion {
    source: Instruction,
    result: Instruction,
    /// The source of each machine operand of the real instruction.
    operands: Vec<Operand>,
}

impl Expansion {
    fn read(cx: &Context, def: ExpansionDef) -> Result<Expansion, Fatal> {
        let dag = def.result()?;
        let result = result_instruction(cx, def, dag)?;
        let (source, operands) = if cx.release() >= Release::V21 {
            mapping::map(cx, def, dag, &result)?
        } else {
            older::map(cx, def, dag, &result)?
        };
        Ok(Expansion {
            source,
            result,
            operands,
        })
    }

    fn push(&self, cx: &Context, out: &mut Output) -> Result<(), Fatal> {
        let (source, result) = (&self.source, &self.result);
        let release = cx.release();
        let inst = changes::result(release);
        write!(
            out,
            "  case {}::{}: {{\n{}    MCOperand MCOp;\n    {inst}.setOpcode({}::{});\n",
            source.namespace,
            source.name,
            changes::declaration(release),
            result.namespace,
            result.name
        );
        for operand in result.operands.iter() {
            writeln!(out, "    // Operand: {}", operand.name.as_str());
            let slots = self.operands.iter().skip(operand.first);
            for slot in slots.take(operand.parts.len()) {
                match *slot {
                    Operand::Source(number) => write!(
                        out,
                        "    lowerOperand(MI->getOperand({number}), MCOp);\n    {inst}.addOperand(MCOp);\n"
                    ),
                    Operand::Immediate(value) => writeln!(
                        out,
                        "    {inst}.addOperand(MCOperand::createImm({}));",
                        value as u64
                    ),
                    Operand::Register(id) => {
                        let register = cx.records.rec(id);
                        let name = match register.name() {
                            NO_REGISTER => "0".to_owned(),
                            name => format!("{}::{name}", register.string("Namespace")?),
                        };
                        writeln!(out, "    {inst}.addOperand(MCOperand::createReg({name}));");
                    }
                }
            }
        }
        if result.operands.is_variadic {
            write!(
                out,
                "    // variable_ops\n    for (unsigned i = {}, e = MI->getNumOperands(); i != e; ++i)\n\
                 \x20     if (lowerOperand(MI->getOperand(i), MCOp))\n        {inst}.addOperand(MCOp);\n",
                changes::first_variable(release, source)
            );
        }
        write!(out, "{}    break;\n  }}\n", changes::emission(release));
        Ok(())
    }
}

mod changes {
    use super::{Instruction, Release};

    /// The signature of the function. Since LLVM 21, the caller emits the resulting instruction, and may change it
    /// first.
    pub(super) fn signature(release: Release, target: &str) -> String {
        if release >= Release::V21 {
            format!(
                "bool {target}AsmPrinter::\n\
                 lowerPseudoInstExpansion(const MachineInstr *MI, MCInst &Inst) {{\n"
            )
        } else {
            format!(
                "bool {target}AsmPrinter::\nemitPseudoExpansionLowering(MCStreamer &OutStreamer,\n\
                 \x20                           const MachineInstr *MI) {{\n"
            )
        }
    }

    /// The code that clears the instruction that the caller passes, since LLVM 21.
    pub(super) fn clearing(release: Release) -> &'static str {
        if release >= Release::V21 {
            "  Inst.clear();\n"
        } else {
            ""
        }
    }

    /// The name of the C++ variable for the real instruction. LLVM 21 renamed it.
    pub(super) fn result(release: Release) -> &'static str {
        if release >= Release::V21 {
            "Inst"
        } else {
            "TmpInst"
        }
    }

    /// The declaration of a local instruction. Since LLVM 21, the caller passes the instruction instead.
    pub(super) fn declaration(release: Release) -> &'static str {
        if release >= Release::V21 {
            ""
        } else {
            "    MCInst TmpInst;\n"
        }
    }

    /// The call that emits the instruction. Since LLVM 21, the caller emits it instead.
    pub(super) fn emission(release: Release) -> &'static str {
        if release >= Release::V21 {
            ""
        } else {
            "    EmitToStreamer(OutStreamer, TmpInst);\n"
        }
    }

    /// The index of the first variadic operand. Before LLVM 21, it is the number of operands (not machine operands)
    /// plus one.
    pub(super) fn first_variable(release: Release, source: &Instruction) -> usize {
        if release >= Release::V21 {
            source.operands.machine_operands()
        } else {
            source.operands.len() + 1
        }
    }

    /// Whether errors in expansions have a note. LLVM 21 removed it.
    pub(super) fn has_note(release: Release) -> bool {
        release < Release::V21
    }
}

/// The instruction that is the operator of `dag`.
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

/// An error in an expansion. Before LLVM 21, the error is reported here, and the result is a note that names `what`.
fn mistake(cx: &Context, def: ExpansionDef, message: &str, what: &str) -> Fatal {
    let message = format!("In pseudo instruction '{}', {message}", def.name());
    if !changes::has_note(cx.release()) {
        return def.fatal(message);
    }
    cx.report(def.diagnostic(Severity::Error, message));
    let note = format!("{what} was assigned at the following location:");
    Box::new(def.diagnostic_at("ResultInst", Severity::Note, note))
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
