//! The backends of `llvm-tblgen` that need no model of a target.

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
mod searchable_tables;
mod subtarget;
#[cfg(test)]
mod tests;
mod value_type_list;
mod x86;

use backend::{Backend, BackendOption, Context, Fatal, Rec, std_sort, table};
use target_model::target::Target;

/// The backends of this module, in the order in which they are listed.
pub const ALL: &[&dyn Backend] = &[
    &table(
        "gen-arm-target-def",
        "List the architectures, extensions and processors of ARM or AArch64",
        arm_target::write,
    ),
    &table(
        "gen-asm-matcher",
        "Define tables and functions that find out which instruction a line of assembly is",
        asm_matcher::write,
    )
    .options(&[
        BackendOption {
            name: "asmparsernum",
            help: "Which assembly parser to emit",
        },
        BackendOption {
            name: "match-prefix",
            help: "Only match instructions with this prefix (-gen-asm-matcher)",
        },
    ]),
    &table(
        "gen-asm-writer",
        "Define functions that print instructions and names of registers",
        asm_writer::write,
    )
    .options(&[
        BackendOption {
            name: "asmwriternum",
            help: "Which assembly writer to emit (-gen-asm-writer)",
        },
        LONG_STRING_LITERALS,
    ]),
    &table("gen-attrs", "List LLVM's attributes", attributes::write),
    &table(
        "gen-automata",
        "Define automata from their transitions",
        automata::write,
    ),
    &table(
        "gen-callingconv",
        "Define functions for calling conventions",
        calling_conv::write,
    ),
    &table(
        "gen-compress-inst-emitter",
        "Define functions that replace instructions by shorter forms",
        compress_inst::write,
    )
    .options(&[ASM_WRITER]),
    &table(
        "gen-dfa-packetizer",
        "Define an automaton that tells which instructions fit together",
        dfa_packetizer::write,
    ),
    &table(
        "gen-directive-decl",
        "Declare the directives of OpenMP or OpenACC",
        directives::write_declarations,
    ),
    &table(
        "gen-directive-impl",
        "Define functions for the directives of OpenMP or OpenACC",
        directives::write_definitions,
    ),
    &disassembler::Disassembler,
    &table(
        "gen-dxil-operation",
        "Describe the operations of DXIL",
        dxil::write,
    )
    .options(&[LONG_STRING_LITERALS]),
    &table(
        "gen-emitter",
        "Define the function that makes machine code of instructions",
        emitter::write,
    ),
    &table(
        "gen-exegesis",
        "List the performance counters of processors",
        exegesis::write,
    ),
    &table(
        "gen-instr-docs",
        "List a target's instructions in reStructuredText",
        instr_docs::write,
    ),
    &table(
        "gen-instr-info",
        "Describe a target's instructions with their operands and relations",
        instr_info::write,
    )
    .options(&[
        BackendOption {
            name: instr_info::EXPAND_OPERANDS,
            help: "Whether types of operands are those of their parts",
        },
        LONG_STRING_LITERALS,
    ]),
    &table(
        "gen-intrinsic-enums",
        "Number the intrinsics of a target",
        intrinsic_tables::write_enums,
    )
    .options(&[BackendOption {
        name: "intrinsic-prefix",
        help: "Only the intrinsics with this prefix (-gen-intrinsic-enums)",
    }]),
    &table(
        "gen-intrinsic-impl",
        "Describe all intrinsics",
        intrinsic_tables::write_tables,
    ),
    &table(
        "gen-macro-fusion-pred",
        "Define functions that say which instructions are executed as one",
        macro_fusion::write,
    ),
    &table(
        "gen-opt-parser-defs",
        "Define a program's command-line options",
        opt_parser::write,
    ),
    &table(
        "gen-opt-rst",
        "Document a program's command-line options in reStructuredText",
        opt_rst::write,
    ),
    &table(
        "gen-pseudo-lowering",
        "Define the function that makes real instructions of pseudo instructions",
        pseudo_lowering::write,
    ),
    &table(
        "gen-register-bank",
        "Describe the banks of a target's registers",
        register_bank::write,
    ),
    &table(
        "gen-register-info",
        "Describe a target's registers and register classes",
        register_info::write,
    )
    .options(&[
        BackendOption {
            name: "register-info-debug",
            help: "Also list what is known of registers on standard error (-gen-register-info)",
        },
        LONG_STRING_LITERALS,
    ]),
    &table(
        "gen-riscv-target-def",
        "List the extensions, profiles and processors of RISC-V",
        riscv_target::write,
    ),
    &table(
        "gen-searchable-tables",
        "Define tables of records with functions that look rows up",
        searchable_tables::write,
    ),
    &table(
        "gen-subtarget",
        "Describe features, processors and schedules of a target",
        subtarget::write,
    ),
    &table("gen-vt", "List LLVM's value types", value_type_list::write),
    &table(
        "gen-x86-EVEX2VEX-tables",
        "List X86 instructions with EVEX that are there with VEX, as LLVM 16 does",
        x86::evex_to_vex::write,
    ),
    &table(
        "gen-x86-fold-tables",
        "List X86 instructions on registers with those on memory that replace them",
        x86::fold_tables::write,
    )
    .options(&[ASM_WRITER]),
    &table(
        "gen-x86-instr-mapping",
        "List X86 instructions with others that may take their place",
        x86::instr_mapping::write,
    ),
    &table(
        "gen-x86-mnemonic-tables",
        "Define functions that tell whether an X86 opcode has a mnemonic",
        x86::mnemonic_tables::write,
    )
    .options(&[ASM_WRITER]),
];

const LONG_STRING_LITERALS: BackendOption = BackendOption {
    name: "long-string-literals",
    help: "Write tables of texts as string literals, not as single characters",
};

const ASM_WRITER: BackendOption = BackendOption {
    name: "asmwriternum",
    help: "The number of the assembly writer, of those that the target lists",
};

/// The assembly writer of the target that the options ask for: the first if they do not say which.
fn asm_writer_of_target<'a>(cx: &Context<'a>) -> Result<Rec<'a>, Fatal> {
    let target = cx.records.rec(cx.model::<Target>()?.rec);
    let writers = target.list_of_defs("AssemblyWriters")?;
    let number = cx.options.get(ASM_WRITER.name).unwrap_or("0");
    let number = match (number.strip_prefix("0x"), number.strip_prefix('0')) {
        (Some(digits), _) => u32::from_str_radix(digits, 16),
        (None, Some(digits)) if !digits.is_empty() => u32::from_str_radix(digits, 8),
        _ => number.parse(),
    };
    let number = number.unwrap_or_default();
    let writer = writers.get(number as usize).copied();
    let missing = || format!("Target does not have an AsmWriter #{number}!");
    writer.ok_or_else(|| cx.records.fatal(missing()))
}

/// Records sorted by a text of theirs, which is not read where there is nothing to sort.
fn sorted_by<'a, T: Ord>(
    records: Vec<Rec<'a>>,
    text: impl Fn(Rec<'a>) -> Result<T, Fatal>,
) -> Result<Vec<Rec<'a>>, Fatal> {
    if records.len() < 2 {
        return Ok(records);
    }
    let mut keyed = Vec::new();
    for rec in records {
        keyed.push((text(rec)?, rec));
    }
    std_sort::sort(&mut keyed, |(a, _), (b, _)| a.cmp(b));
    Ok(keyed.into_iter().map(|(_, rec)| rec).collect())
}
