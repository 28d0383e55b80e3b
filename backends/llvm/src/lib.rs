//! The backends for LLVM's targets and libraries, except the backends that write instruction selectors.

#![warn(clippy::print_stdout, missing_docs)]

mod arm_target;
mod asm_matcher;
mod asm_writer;
mod assembler_predicates;
mod attributes;
mod automata;
mod calling_conv;
mod compress_inst;
mod dfa_packetizer;
mod directives;
mod disassembler;
mod dxil;
mod emitter;
mod exegesis;
mod instr_docs;
mod instr_info;
mod intrinsic_tables;
mod macro_fusion;
mod opt_parser;
mod opt_rst;
mod options;
mod predicate;
mod pseudo_lowering;
mod register_bank;
mod register_info;
mod riscv_target;
mod runtime_libcalls;
mod sd_node_info;
mod searchable_tables;
mod subtarget;
mod target_features;
mod target_library_info;
#[cfg(test)]
mod tests;
mod value_type_list;
mod x86;

use backend::{Backend, BackendOption, Context, Fatal, Rec, std_sort};
use target_model::target::Target;

/// The backends of this crate, in the alphabetical order of their modules.
pub const ALL: &[Backend] = &[
    arm_target::BACKEND,
    asm_matcher::BACKEND,
    asm_writer::BACKEND,
    attributes::BACKEND,
    automata::BACKEND,
    calling_conv::BACKEND,
    compress_inst::BACKEND,
    dfa_packetizer::BACKEND,
    directives::DIRECTIVE_DECL,
    directives::DIRECTIVE_IMPL,
    disassembler::BACKEND,
    dxil::BACKEND,
    emitter::BACKEND,
    exegesis::BACKEND,
    instr_docs::BACKEND,
    instr_info::BACKEND,
    intrinsic_tables::INTRINSIC_ENUMS,
    intrinsic_tables::INTRINSIC_IMPL,
    macro_fusion::BACKEND,
    opt_parser::BACKEND,
    opt_rst::BACKEND,
    pseudo_lowering::BACKEND,
    register_bank::BACKEND,
    register_info::BACKEND,
    riscv_target::BACKEND,
    runtime_libcalls::BACKEND,
    sd_node_info::BACKEND,
    searchable_tables::BACKEND,
    subtarget::BACKEND,
    target_features::BACKEND,
    target_library_info::BACKEND,
    value_type_list::BACKEND,
    x86::evex_to_vex::BACKEND,
    x86::fold_tables::BACKEND,
    x86::instr_mapping::BACKEND,
    x86::mnemonic_tables::BACKEND,
];

const ASM_WRITER: BackendOption = BackendOption::uint(
    "asmwriternum",
    "The number of the assembly writer, of those that the target lists",
);

/// The record of the target's assembly writer. The option `asmwriternum` selects a writer by its index, by default the
/// first. An error if the target has no such writer.
fn asm_writer_of_target<'a>(cx: &Context<'a>) -> Result<Rec<'a>, Fatal> {
    let target = cx.records.rec(cx.model::<Target>()?.rec);
    let writers = target.list_of_defs("AssemblyWriters")?;
    let number = cx.options.uint(&ASM_WRITER);
    let writer = writers.get(number as usize).copied();
    let missing = || format!("Target does not have an AsmWriter #{number}!");
    writer.ok_or_else(|| cx.records.fatal(missing()))
}

/// Sorts records by the keys that `text` returns. `text` is not called if there are fewer than two records.
fn sorted_by<'a, T: Ord>(
    records: Vec<Rec<'a>>,
    text: impl Fn(Rec<'a>) -> Result<T, Fatal>,
) -> Result<Vec<Rec<'a>>, Fatal> {
    if records.len() < 2 {
        return Ok(records);
    }
    let keyed = std_sort::sort_by_read(records, text)?;
    Ok(keyed.into_iter().map(|(_, rec)| rec).collect())
}

/// The file name and the line of a record's definition, as `file:line`; `None` if the record has no location. Since
/// LLVM 22, comments in the output contain this text.
fn file_and_line(rec: Rec) -> Option<String> {
    let place = rec.records().place(*rec.record().locs.first()?);
    Some(format!("{}:{}", place.file_name(), place.line))
}
