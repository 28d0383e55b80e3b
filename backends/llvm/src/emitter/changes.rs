//! Differences between releases in encoders.

use backend::{Rec, Release};
use target_model::instructions::{BitRun, Instruction, Instructions};

use super::{WORD, has_encoding};

/// The code for an instruction without a case. Since LLVM 22, a function reports the error.
pub(super) fn unsupported(release: Release) -> &'static str {
    if release >= Release::V22 {
        "  default:\n    reportUnsupportedInst(MI);\n  }\n"
    } else {
        "  default:\n    std::string msg;\n    raw_string_ostream Msg(msg);\n\
             \x20   Msg << \"Not supported instr: \" << MI;\n    report_fatal_error(Msg.str().c_str());\n  }\n"
    }
}

/// The code after the cases, for operands without a case. Since LLVM 22, functions report the errors.
pub(super) fn unsupported_operand(release: Release) -> &'static str {
    if release >= Release::V22 {
        "  default:\n    reportUnsupportedInst(MI);\n  }\n  reportUnsupportedOperand(MI, OpNum);\n"
    } else {
        "  }\n  std::string msg;\n  raw_string_ostream Msg(msg);\n\
             \x20 Msg << \"Not supported instr[opcode]: \" << MI << \"[\" << OpNum << \"]\";\n\
             \x20 report_fatal_error(Msg.str().c_str());\n"
    }
}

/// The number of instructions at the start that are left out of tables of fixed width. Since LLVM 22, the generic and
/// the pseudo instructions that precede the first encoded instruction are left out.
pub(super) fn left_out(release: Release, instructions: &Instructions) -> usize {
    if release < Release::V22 {
        return 0;
    }
    let mut all = instructions.iter();
    all.position(|(_, it)| has_encoding(it)).unwrap_or(0)
}

/// Sorts instructions of fixed width into the order of their cases: since LLVM 22 by name.
pub(super) fn sort(release: Release, encoded: &mut [(Rec, &Instruction)]) {
    if release >= Release::V22 {
        encoded.sort_by(|(_, a), (_, b)| a.name.cmp(&b.name));
    }
}

/// The end of a table of fixed width. Before LLVM 22, there is an additional entry.
pub(super) fn end_of_table(release: Release) -> &'static str {
    if release >= Release::V22 {
        "  };\n"
    } else {
        "    UINT64_C(0)\n  };\n"
    }
}

/// The declarations before the `switch`, and the C++ expression for an instruction's index in the tables. Since LLVM
/// 22, the first `left_out` opcodes have no entries: the index is the opcode minus `left_out`, and these opcodes are
/// rejected.
pub(super) fn table_index(release: Release, left_out: usize) -> (String, &'static str) {
    let opcode = "  const unsigned opcode = MI.getOpcode();\n";
    if release < Release::V22 {
        return (opcode.to_owned(), "opcode");
    }
    let text = format!(
        "  constexpr unsigned FirstSupportedOpcode = {left_out};\n\n{opcode}\
         \x20 if (opcode < FirstSupportedOpcode)\n    reportUnsupportedInst(MI);\n\
         \x20 unsigned TableIndex = opcode - FirstSupportedOpcode;\n"
    );
    (text, "TableIndex")
}

/// Whether hardware modes with the same code share a case: since LLVM 22.
pub(super) fn modes_share_cases(release: Release) -> bool {
    release >= Release::V22
}

/// The code that inserts a run of an operand's bits into the encoding. `is_only` is true if the operand has no other
/// run. Before LLVM 22, the code for a single run differs from the code for several runs.
pub(super) fn merge(release: Release, run: &BitRun, is_only: bool) -> String {
    let mask = (u64::MAX >> (WORD as u32 - run.len)).wrapping_shl(run.from);
    let shift = i64::from(run.to) - i64::from(run.from);
    let operator = if shift > 0 { "<<" } else { ">>" };
    let distance = shift.unsigned_abs();
    if release < Release::V22 && is_only {
        let shifted = match shift {
            0 => String::new(),
            _ => format!("      op {operator}= {distance};\n"),
        };
        return format!("      op &= UINT64_C({mask});\n{shifted}      Value |= op;\n");
    }
    let mask = if release >= Release::V22 {
        format!("{mask:#x}")
    } else {
        format!("UINT64_C({mask})")
    };
    match shift {
        0 => format!("      Value |= (op & {mask});\n"),
        _ => format!("      Value |= (op & {mask}) {operator} {distance};\n"),
    }
}

/// The first lines for an operand of an encoding that is longer than a word. Since LLVM 22 the comment comes first.
pub(super) fn start_of_long(release: Release, name: &str) -> String {
    if release >= Release::V22 {
        format!("      // op: {name}\n      op.clearAllBits();\n")
    } else {
        format!("      op.clearAllBits();\n      // op: {name}\n")
    }
}
