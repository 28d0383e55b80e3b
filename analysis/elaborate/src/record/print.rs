//! The text of records and their fields, as the reference prints them.

#[cfg(test)]
mod tests;

use super::{FieldKind, FieldRef, Record};
use crate::value::print::{PrintContext, push_all, push_type, push_unquoted, push_value_until};
use crate::value::{Format, Ty};

/// The text of a record or class, beginning with its name.
pub fn record(names: &impl PrintContext, record: &Record) -> String {
    let mut out = String::new();
    push_record(names, &mut out, record);
    out
}

/// Appends the text of [`record`]. Returns false if the text was cut: once it exceeds the limit for one value, each
/// further value with operands is cut.
pub fn push_record<N: PrintContext>(names: &N, out: &mut String, record: &Record) -> bool {
    let end = out.len().saturating_add(names.limit());
    let mut complete = true;
    push_unquoted(names, out, record.name);
    for (index, arg) in record.template_args().enumerate() {
        out.push_str(if index == 0 { "<" } else { ", " });
        complete &= push_field_until(names, out, &arg, end);
    }
    if record.args > 0 {
        out.push('>');
    }
    out.push_str(" {");
    if !record.supers.is_empty() {
        out.push_str("\t//");
        record
            .supers
            .iter()
            .for_each(|class| push_all(out, &[" ", class.as_str()]));
    }
    out.push('\n');
    for open in [true, false] {
        for field in record.fields() {
            if (field.kind == FieldKind::NonconcreteOk) == open {
                out.push_str("  ");
                complete &= push_field_until(names, out, &field, end);
                out.push_str(";\n");
            }
        }
    }
    out.push_str("}\n");
    complete
}

/// Appends a field in the form of a declaration, without the semicolon. Returns false if its value was cut, like
/// [`push_value`].
///
/// [`push_value`]: crate::value::print::push_value
pub fn push_field<N: PrintContext>(names: &N, out: &mut String, field: &FieldRef) -> bool {
    let end = out.len().saturating_add(names.limit());
    push_field_until(names, out, field, end)
}

fn push_field_until<N: PrintContext>(
    names: &N,
    out: &mut String,
    field: &FieldRef,
    end: usize,
) -> bool {
    if field.kind == FieldKind::NonconcreteOk {
        out.push_str("field ");
    }
    let is_code = field.ty == Ty::STRING
        && field
            .value
            .is_some_and(|v| names.values().format_of(v) == Some(Format::Code));
    if is_code {
        out.push_str("code");
    } else {
        push_type(names.values(), out, field.ty);
    }
    push_all(out, &[" ", field.name.as_str()]);
    match field.value {
        Some(v) => {
            out.push_str(" = ");
            push_value_until(names, out, v, end)
        }
        None => true,
    }
}
