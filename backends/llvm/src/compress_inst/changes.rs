//! Differences between releases in the replacement of instructions.

use backend::{Output, Rec, Records, Release};

/// The end of some messages: since 21 none has a line end of its own.
pub(super) fn line_end(release: Release) -> &'static str {
    if release >= Release::V21 { "" } else { "\n" }
}

/// The separator of two conditions. Since 21 they are indented by eight.
pub(super) fn between_conditions(release: Release) -> &'static str {
    if release >= Release::V21 {
        " &&\n        "
    } else {
        " &&\n      "
    }
}

/// The condition that an operand is a register. For instructions before machine code, 21 requires a physical one, and
/// drops parentheses.
pub(super) fn is_register(value: &str, is_machine_code: bool, release: Release) -> String {
    match (release >= Release::V21, is_machine_code) {
        (false, _) => format!("({value}.isReg())"),
        (true, true) => format!("{value}.isReg()"),
        (true, false) => format!("{value}.isReg() && {value}.getReg().isPhysical()"),
    }
}

/// The condition that a register is in a class. 21 drops parentheses, and in 22 the mode may choose the class.
pub(super) fn is_in_class(target: &str, class: Rec, value: &str, release: Release) -> String {
    let name = class.name();
    let number = if class.is_a("RegClassByHwMode") {
        format!("{target}RegClassByHwModeTables[HwModeId][{target}::{name}]")
    } else {
        format!("{target}::{name}RegClassID")
    };
    let condition = format!("{target}MCRegisterClasses[{number}].contains({value}.getReg())");
    if release >= Release::V21 {
        condition
    } else {
        format!("({condition})")
    }
}

/// The condition that an operand of an instruction is a register or a number (`Reg`, `Imm`). 22 drops parentheses.
pub(super) fn is_kind(number: usize, kind: &str, release: Release) -> String {
    let condition = format!("MI.getOperand({number}).is{kind}()");
    if release >= Release::V22 {
        condition
    } else {
        format!("({condition})")
    }
}

/// The conditions that an operand is a certain number. Before 22 the second is never indented further.
pub(super) fn is_number(number: usize, value: i64, release: Release) -> Vec<String> {
    let is_number = is_kind(number, "Imm", release);
    let is_value = format!("(MI.getOperand({number}).getImm() == {value})");
    if release >= Release::V22 {
        vec![is_number, is_value]
    } else {
        vec![format!("{is_number} &&\n      {is_value}")]
    }
}

/// The conditions that two operands are the same register. 22 drops parentheses and a blank.
pub(super) fn same_register(first: usize, second: usize, release: Release) -> [String; 2] {
    let [a, b] = [first, second].map(|it| is_kind(it, "Reg", release));
    let blanks = if release >= Release::V22 { " " } else { "  " };
    [
        format!("{a} && {b}"),
        format!("(MI.getOperand({first}).getReg() =={blanks}MI.getOperand({second}).getReg())"),
    ]
}

/// Whether each part of an operand may be tied, as long as it is an operand of the other instruction, too. Before 22 the first
/// part is, whatever it is.
pub(super) fn ties_places(release: Release) -> bool {
    release >= Release::V22
}

/// Whether operands are checked to be of the class that the dag gives them, since 22 before that of the instruction.
pub(super) fn checks_dag(release: Release) -> bool {
    release >= Release::V22
}

/// The checked number for a given one. In 21 it is by mistake the number of an operand kind.
pub(super) fn checked_immediate(number: i64, release: Release) -> i64 {
    if release == Release::V21 { 1 } else { number }
}

/// The text after the number of a check: 22 names the class.
pub(super) fn comment_of_check(class: &str, release: Release) -> String {
    if release >= Release::V22 {
        format!(" /* {class} */")
    } else {
        String::new()
    }
}

/// The indentation of cases: since 22 that of the switch.
pub(super) fn indent_of_cases(release: Release) -> &'static str {
    if release >= Release::V22 {
        "  "
    } else {
        "    "
    }
}

/// The end of the last case. 22 writes it as any other; where no form has one, they end a case without a name.
pub(super) fn end_of_cases(case: Option<&str>, release: Release) -> String {
    let case = case.unwrap_or_default();
    if release >= Release::V22 {
        format!("    break;\n  }} // case {case}\n")
    } else {
        format!("\n    }} // case {case}\n")
    }
}

/// Whether functions know the mode, which 22's register classes may depend on.
pub(super) fn knows_mode(records: &Records) -> bool {
    records.release() >= Release::V22 && !records.derived_if_defined("RegClassByHwMode").is_empty()
}

/// The indentation of parameters of a function that checks operands: since 21 they are aligned with the first.
pub(super) fn indent_of_parameters(validator: &str, release: Release) -> usize {
    if release >= Release::V21 {
        validator.len() + "static bool (".len()
    } else {
        18
    }
}

/// Writes the checks of a class. Since 21 they are indented by four, without blank lines around.
pub(super) fn push_check(
    out: &mut Output,
    (number, class, code): (usize, &str, &str),
    release: Release,
) {
    let (indent, code) = if release >= Release::V21 {
        ("    ", code.trim_ascii())
    } else {
        ("  ", code)
    };
    write!(
        out,
        "  case {number}: {{\n{indent}// {class}\n{indent}{code}\n  }}\n"
    );
}
