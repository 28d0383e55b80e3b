//! Pieces of steps.

use backend::Output;
use target_model::value_types::ValueType;

use crate::dag_isel::size::WORDS;

pub(super) fn push_indent(out: &mut Output, width: usize) {
    out.push_fill(' ', width);
}

pub(super) fn push_type(out: &mut Output, ty: ValueType) {
    out.push("MVT::");
    out.push(ty.name());
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

/// Small numbers are part of the step's name.
pub(super) fn push_short(out: &mut Output, name: &str, number: u32) {
    out.push(name);
    if number >= 8 {
        out.push(", ");
    }
    push_last(out, number);
}

/// Writes the rest of a step that has a type and more: some types are part of its name.
pub(super) fn push_typed(out: &mut Output, ty: ValueType, short: &[ValueType], letter: &str) {
    if short.contains(&ty) {
        out.push(letter);
        out.push_number(ty.size_in_bits());
    } else {
        out.push(", ");
        push_type(out, ty);
    }
    out.push(", ");
}

pub(super) fn push_check_of_type(out: &mut Output, ty: ValueType) {
    if WORDS.contains(&ty) {
        out.push("I");
        out.push_number(ty.size_in_bits());
    } else {
        out.push(", ");
        push_type(out, ty);
    }
    out.push(",\n");
}
