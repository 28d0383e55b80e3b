//! Differences between releases.

use backend::{Rec, Release};
use target_model::instructions::{BitRun, Instruction, Instructions};

use super::{WORD, has_encoding};

/// The code for an instruction without a case.
pub(super) fn unsupported(release: Release) -> &'static str {
    if release >= Release::V22 {
        "  default:\n    reportUnsupportedInst(MI);\n  }\n"
    } else {
        "  default:\n    std::string msg;\n    raw_string_ostream Msg(msg);\n\
             \x20   Msg << \"Not supported instr: \" << MI;\n    report_fatal_error(Msg.str().c_str());\n  }\n"
    }
}

/// The code for an operand without a case, after the cases.
pub(super) fn unsupported_operand(release: Release) -> &'static str {
    if release >= Release::V22 {
        "  default:\n    reportUnsupportedInst(MI);\n  }\n  reportUnsupportedOperand(MI, OpNum);\n"
    } else {
        "  }\n  std::string msg;\n  raw_string_ostream Msg(msg);\n\
             \x20 Msg << \"Not supported instr[opcode]: \" << MI << \"[\" << OpNum << \"]\";\n\
             \x20 report_fatal_error(Msg.str().c_str());\n"
    }
}

/// The number of instructions that tables of fixed width leave out. Pseudo instructions come first, so 22 leaves out
/// these and those that all targets have.
pub(super) fn left_out(release: Release, instructions: &Instructions) -> usize {
    if release < Release::V22 {
        return 0;
    }
    let mut all = instructions.iter();
    all.position(|(_, it)| has_encoding(it)).unwrap_or(0)
}

/// Sorts instructions of fixed width into the order of cases: since 22 that of their numbers.
pub(super) fn sort(release: Release, encoded: &mut [(Rec, &Instruction)]) {
    if release >= Release::V22 {
        encoded.sort_by(|(_, a), (_, b)| a.name.cmp(&b.name));
    }
}

/// The last entry of a table of fixed width.
pub(super) fn end_of_table(release: Release) -> &'static str {
    if release >= Release::V22 {
        "  };\n"
    } else {
        "    UINT64_C(0)\n  };\n"
    }
}

/// The declarations before the switch, and the index of an instruction's entry in the tables.
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

/// Whether modes with the same code share a case.
pub(super) fn modes_share_cases(release: Release) -> bool {
    release >= Release::V22
}

/// The code that puts a run of an operand's bits into a word. `is_only` is set if it is the operand's only run.
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

/// The first lines of an operand of more bits than a word has.
pub(super) fn start_of_long(release: Release, name: &str) -> String {
    if release >= Release::V22 {
        format!("      // op: {name}\n      op.clearAllBits();\n")
    } else {
        format!("      op.clearAllBits();\n      // op: {name}\n")
    }
}
