//! Writes parts of steps: indentation, names and numbers.

use backend::Output;

pub(super) fn push_indent(out: &mut Output, width: usize) {
    out.push_fill(' ', width);
}

pub(super) fn push_name(out: &mut Output, name: &str) {
    out.push(name);
    out.push(",\n");
}

pub(super) fn push_child(out: &mut Output, start: &str, child: u8, end: &str) {
    out.push(start);
    out.push_number(child);
    out.push(end);
}

pub(super) fn push_last_number(out: &mut Output, number: u32) {
    out.push_number(number);
    out.push(",");
}

pub(super) fn push_last(out: &mut Output, number: u32) {
    out.push_number(number);
    out.push(",\n");
}

pub(super) fn push_numbers(out: &mut Output, numbers: &[u32]) {
    for number in numbers {
        out.push_number(*number);
        out.push(", ");
    }
}

/// Writes a step with one number. A number below 8 is part of the step's name, a larger number is an operand.
pub(super) fn push_short(out: &mut Output, name: &str, number: u32) {
    out.push(name);
    if number >= 8 {
        out.push(", ");
    }
    push_last(out, number);
}
