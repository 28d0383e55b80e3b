//! Differences between releases in the replacement of instructions.

use backend::{Output, Release};

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

/// The condition that a register is in a class. 21 drops parentheses.
pub(super) fn is_in_class(target: &str, class: &str, value: &str, release: Release) -> String {
    let condition = format!(
        "{target}MCRegisterClasses[{target}::{class}RegClassID].contains({value}.getReg())"
    );
    if release >= Release::V21 {
        condition
    } else {
        format!("({condition})")
    }
}

/// The checked number for a given one. Since 21 it is by mistake the number of an operand kind.
pub(super) fn checked_immediate(number: i64, release: Release) -> i64 {
    if release >= Release::V21 { 1 } else { number }
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
