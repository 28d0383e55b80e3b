//! `-gen-emitter`: the function that encodes an instruction as machine code.

mod changes;
mod fixed;
mod operand;
#[cfg(test)]
mod tests;
mod variable;

use std::collections::BTreeMap;

use backend::text::push_header_without_input;
use backend::{Backend, Context, Fatal, Output, Rec, Records};
use target_model::instructions::{BitOrder, Instruction, InstructionDef, Instructions};

/// The maximum number of bits of encodings with the C++ type `uint64_t`. Longer encodings have the type `APInt`.
const WORD: usize = 64;

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-emitter",
    "Define the function that makes machine code of instructions",
    &["Instruction", "Target"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header_without_input(out, "Machine Code Emitter");
    let order = BitOrder::of_target(cx)?;
    let instructions = cx.model::<Instructions>()?;
    if instructions.have_variable_length() {
        variable::push(cx, out, &instructions)
    } else {
        fixed::push(cx, out, &instructions, order)
    }
}

/// The instructions that are encoded, sorted by name, where numbers in names are compared by value.
fn encoded<'a, 'b>(
    cx: &Context<'a>,
    instructions: &'b Instructions,
) -> Result<Vec<(Rec<'a>, &'b Instruction)>, Fatal> {
    let mut encoded = Vec::new();
    for def in InstructionDef::all(cx.records)? {
        if let Some(id) = instructions.number(*def)
            && let instruction = instructions.get(id)
            && has_encoding(instruction)
        {
            encoded.push((*def, instruction));
        }
    }
    Ok(encoded)
}

/// Whether an instruction is encoded. Pseudo instructions are not encoded. Generic instructions, which all targets
/// have, are not encoded either.
fn has_encoding(instruction: &Instruction) -> bool {
    !instruction.is_generic() && !instruction.is_pseudo()
}

/// The cases of a `switch` over instructions, indexed by the C++ code of the case. Instructions with the same code
/// share a case.
#[derive(Default)]
struct Cases<'a>(BTreeMap<String, Vec<(String, Rec<'a>)>>);

impl<'a> Cases<'a> {
    fn add(&mut self, code: String, instruction: &Instruction, rec: Rec<'a>) {
        let name = format!("{}::{}", instruction.namespace, instruction.name);
        self.0.entry(code).or_default().push((name, rec));
    }

    fn push(&self, out: &mut Output) {
        for (code, instructions) in &self.0 {
            for (number, (name, rec)) in instructions.iter().enumerate() {
                out.source(*rec);
                if number > 0 {
                    out.push("\n");
                }
                write!(out, "    case {name}:");
            }
            out.sources(|| instructions.iter().map(|(_, rec)| *rec));
            out.push(" {\n");
            out.push(code);
            out.push("      break;\n    }\n");
        }
        out.no_source();
    }
}

/// The record in the field `EncodingInfos` of an instruction, which gives the instruction's encodings by hardware mode.
/// `None` if the instruction has no such record.
fn encodings_by_mode<'a>(records: &'a Records, instruction: Rec<'a>) -> Option<Rec<'a>> {
    let infos = instruction.field("EncodingInfos")?;
    records.def_of(infos.value?)
}
