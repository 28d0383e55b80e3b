//! Differences between releases in the replacement of instructions.

use backend::{Output, Rec, Records, Release};

/// The end of some messages. Since LLVM 21 they have no line end.
pub(super) fn line_end(release: Release) -> &'static str {
    if release >= Release::V21 { "" } else { "\n" }
}

/// The separator of two conditions. Since LLVM 21, conditions are indented by eight blanks.
pub(super) fn between_conditions(release: Release) -> &'static str {
    if release >= Release::V21 {
        " &&\n        "
    } else {
        " &&\n      "
    }
}

/// The condition that an operand is a register. Since LLVM 21 the condition has no parentheses and, on a
/// `MachineOperand`, also requires a physical register.
pub(super) fn is_register(value: &str, is_machine_code: bool, release: Release) -> String {
    match (release >= Release::V21, is_machine_code) {
        (false, _) => format!("({value}.isReg())"),
        (true, true) => format!("{value}.isReg()"),
        (true, false) => format!("{value}.isReg() && {value}.getReg().isPhysical()"),
    }
}

/// The condition that a register is in a class. Since LLVM 21 it has no parentheses. Since LLVM 22 the class may depend
/// on the hardware mode.
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

/// The condition that an operand is a register (`Reg`) or an immediate (`Imm`). Since LLVM 22 it has no parentheses.
pub(super) fn is_kind(number: usize, kind: &str, release: Release) -> String {
    let condition = format!("MI.getOperand({number}).is{kind}()");
    if release >= Release::V22 {
        condition
    } else {
        format!("({condition})")
    }
}

/// The conditions that an operand is the immediate `value`. Before LLVM 22 they are one string of two lines. Its second
/// line is indented by six blanks, even in LLVM 21, which indents other conditions by eight blanks.
pub(super) fn is_number(number: usize, value: i64, release: Release) -> Vec<String> {
    let is_number = is_kind(number, "Imm", release);
    let is_value = format!("(MI.getOperand({number}).getImm() == {value})");
    if release >= Release::V22 {
        vec![is_number, is_value]
    } else {
        vec![format!("{is_number} &&\n      {is_value}")]
    }
}

/// The conditions that two operands are the same register. Since LLVM 22 they have fewer parentheses and blanks.
pub(super) fn same_register(first: usize, second: usize, release: Release) -> [String; 2] {
    let [a, b] = [first, second].map(|it| is_kind(it, "Reg", release));
    let blanks = if release >= Release::V22 { " " } else { "  " };
    [
        format!("{a} && {b}"),
        format!("(MI.getOperand({first}).getReg() =={blanks}MI.getOperand({second}).getReg())"),
    ]
}

/// Which machine operands of the replaced instruction may be tied. True (since LLVM 22): all that correspond to a
/// machine operand of the replacing instruction. False: only the first machine operand of each operand.
pub(super) fn ties_places(release: Release) -> bool {
    release >= Release::V22
}

/// Whether an operand is checked against the class that the pattern's dag gives: since LLVM 22. Before, it is only
/// checked against the class in the instruction.
pub(super) fn checks_dag(release: Release) -> bool {
    release >= Release::V22
}

/// The immediate that the condition checks. By mistake, LLVM 21 writes the value of an operand kind's enumerator, 1.
pub(super) fn checked_immediate(number: i64, release: Release) -> i64 {
    if release == Release::V21 { 1 } else { number }
}

/// The text after the number of a check. Since LLVM 22 it is a comment with the class.
pub(super) fn comment_of_check(class: &str, release: Release) -> String {
    if release >= Release::V22 {
        format!(" /* {class} */")
    } else {
        String::new()
    }
}

/// The indentation of cases. Since LLVM 22 it is that of the `switch`.
pub(super) fn indent_of_cases(release: Release) -> &'static str {
    if release >= Release::V22 {
        "  "
    } else {
        "    "
    }
}

/// The end of the last case. Since LLVM 22, the last case ends like any other case. If no form was written (`case` is
/// `None`), the end of a nameless case is written.
pub(super) fn end_of_cases(case: Option<&str>, release: Release) -> String {
    let case = case.unwrap_or_default();
    if release >= Release::V22 {
        format!("    break;\n  }} // case {case}\n")
    } else {
        format!("\n    }} // case {case}\n")
    }
}

/// Whether the functions need the hardware mode. Since LLVM 22, register classes may depend on it.
pub(super) fn knows_mode(records: &Records) -> bool {
    records.release() >= Release::V22 && !records.derived_if_defined("RegClassByHwMode").is_empty()
}

/// The indentation of the parameters of a function that checks operands. Since LLVM 21 they are aligned with the first
/// parameter.
pub(super) fn indent_of_parameters(validator: &str, release: Release) -> usize {
    if release >= Release::V21 {
        validator.len() + "static bool (".len()
    } else {
        18
    }
}

/// Writes the case with the check of a class. Since LLVM 21 the code is indented by four blanks and has no blank lines
/// before and after it.
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
