//! The order of rows in tables and indices.

use std::cmp::Ordering;

use elaborate::value::ValueId;
use target_model::instructions::Instructions;

use super::field::{Field, as_int, int_field};
use super::{Index, Model};
use backend::{Fatal, Rec, std_sort};

/// The value of a column, in the form in which rows are compared.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Key {
    Number(i64),
    Text(String),
    /// The target and the name of an intrinsic.
    Intrinsic(String, String),
    /// Whether an instruction is not a pseudo instruction, and its name.
    Instruction(bool, String),
}

/// How rows with equal keys are ordered.
pub(super) enum Ties {
    Stay,
    /// Rows with equal keys have the order in which [`std_sort`] leaves them.
    Change,
}

/// The indices of rows in `rows`, in the order of an index's key.
pub(super) fn sort(
    model: &Model,
    rows: &[Rec],
    index: &Index,
    ties: Ties,
) -> Result<Vec<usize>, Fatal> {
    if rows.len() < 2 {
        return Ok((0..rows.len()).collect());
    }
    let key_of = |rec: Rec, field: &Field| key(model, field, rec.value(&field.name)?, index);
    let keys = |rec: &Rec| -> Vec<Result<Key, Fatal>> {
        index.fields.iter().map(|it| key_of(*rec, it)).collect()
    };
    let mut keyed: Vec<_> = rows.iter().map(keys).enumerate().collect();
    // A value that cannot be ordered is an error only if it is compared.
    let mut failed = None;
    let compare = |(_, a): &(usize, Vec<_>), (_, b): &(usize, Vec<_>)| {
        for pair in a.iter().zip(b) {
            match pair {
                (Ok(a), Ok(b)) if a == b => {}
                (Ok(a), Ok(b)) => return Ord::cmp(a, b),
                (Err(error), _) | (_, Err(error)) => {
                    failed.get_or_insert_with(|| Fatal::clone(error));
                    return Ordering::Equal;
                }
            }
        }
        Ordering::Equal
    };
    match ties {
        Ties::Stay => keyed.sort_by(compare),
        Ties::Change => std_sort::sort(&mut keyed, compare),
    }
    match failed {
        Some(error) => Err(error),
        None => Ok(keyed.into_iter().map(|(number, _)| number).collect()),
    }
}

fn key(model: &Model, field: &Field, v: ValueId, index: &Index) -> Result<Key, Fatal> {
    let records = model.records;
    if field.is_number(records)
        && let Some(number) = as_int(records, v)
    {
        return Ok(Key::Number(number));
    }
    if field.is_intrinsic {
        let it = model.intrinsic(v)?;
        return Ok(Key::Intrinsic(it.target.into_owned(), it.name));
    }
    if field.is_instruction
        && let Some(def) = records.def_of(v)
    {
        let is_real = !def.bit("isPseudo")?;
        return Ok(Key::Instruction(is_real, def.name().to_owned()));
    }
    if let Some(number) = field.of_enum
        && let Some((_, number)) = model.member(number, v)
    {
        return Ok(Key::Number(*number));
    }
    let mut text = model.text(field, v, index.at)?;
    if field.is_string() {
        text.make_ascii_uppercase();
    }
    Ok(Key::Text(text))
}

/// Whether the keys of consecutive rows are consecutive integers, so that the position of a row follows from its key.
pub(super) fn is_contiguous<'a>(
    model: &Model,
    index: &Index,
    rows: impl Iterator<Item = Rec<'a>>,
) -> Result<bool, Fatal> {
    let [field] = &index.fields[..] else {
        return Ok(false);
    };
    if field.of_enum.is_none() && !field.is_bits(model.records) && !field.is_instruction {
        return Ok(false);
    }
    let mut first = None;
    for (offset, row) in (0i64..).zip(rows) {
        let v = row.value(&field.name)?;
        let number = if field.is_instruction {
            let instructions = model.cx.model::<Instructions>()?;
            let def = model.records.def_of(v);
            def.and_then(|it| instructions.number(it))
                .map(|it| it.0.into())
        } else if let Some(each) = field.of_enum {
            model.member(each, v).map(|(_, number)| *number)
        } else {
            Some(int_field(row, &field.name)?)
        };
        let Some(number) = number else {
            return Ok(false);
        };
        if number != first.get_or_insert(number).wrapping_add(offset) {
            return Ok(false);
        }
    }
    Ok(first.is_some())
}
