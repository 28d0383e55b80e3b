//! The tables of X86 instructions.

pub(crate) mod evex_to_vex;
pub(crate) mod fold_tables;
pub(crate) mod instr_mapping;
pub(crate) mod mnemonic_tables;
#[cfg(test)]
mod tests;

use backend::{Context, Fatal, Rec, Records};
use target_model::instructions::{Instruction, Instructions, asm_variant};

/// The instruction that `rec` defines. An error if it defines no instruction.
fn instruction<'a>(instructions: &'a Instructions, rec: Rec) -> Result<&'a Instruction, Fatal> {
    match instructions.number(rec) {
        Some(id) => Ok(instructions.get(id)),
        None => Err(rec.fatal(format!("'{}' is not an instruction", rec.name()))),
    }
}

/// The record and the instruction for a name from a manual list. An error if there is no such instruction.
fn listed<'a, 'b>(
    cx: &Context<'a>,
    instructions: &'b Instructions,
    name: &str,
) -> Result<(Rec<'a>, &'b Instruction), Fatal> {
    let missing = || {
        cx.records
            .fatal(format!("there is no instruction '{name}'"))
    };
    let rec = cx.records.def(name).ok_or_else(missing)?;
    Ok((rec, instruction(instructions, rec)?))
}

/// The mnemonic of an instruction in a variant of assembly, in upper case.
fn mnemonic(records: &Records, instruction: &Instruction, variant: usize) -> String {
    let text = asm_variant(&instruction.asm_string(records), variant);
    let name = text.split('\t').next().unwrap_or_default();
    name.replacen("${cond}", "CC", 1).to_ascii_uppercase()
}
