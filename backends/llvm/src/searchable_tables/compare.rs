//! The order of rows.

use elaborate::value::ValueId;
use target_model::instructions::Instructions;

use super::field::{Field, as_int, int_field};
use super::{Index, Model};
use backend::{Fatal, Rec, std_sort};

/// A value by which rows are ordered.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Key {
    Number(i64),
    Text(String),
    /// Target and name.
    Intrinsic(String, String),
    /// Whether it is a real one, and the name.
    Instruction(bool, String),
}

/// A row and its number, and what it is ordered by.
type Keyed<'a> = ((Rec<'a>, usize), Vec<Result<Key, Fatal>>);

/// What becomes of the order of rows with equal keys.
pub enum Ties {
    Stay,
    /// See [`std_sort`].
    Change,
}

/// Sorts rows by the key of an index.
pub fn sort<'a>(
    model: &Model<'a>,
    rows: Vec<(Rec<'a>, usize)>,
    index: &Index,
    ties: Ties,
) -> Result<Vec<(Rec<'a>, usize)>, Fatal> {
    if rows.len() < 2 {
        return Ok(rows);
    }
    let keys = |(rec, number): (Rec<'a>, usize)| {
        let keys: Vec<_> = index
            .fields
            .iter()
            .map(|field| key(model, field, rec.value(&field.name)?, index))
            .collect();
        ((rec, number), keys)
    };
    let mut keyed: Vec<Keyed> = rows.into_iter().map(keys).collect();
    // A value that cannot be compared is an error only where the comparison comes to it.
    let mut failed = None;
    let compare = |(_, a): &Keyed, (_, b): &Keyed| {
        for (a, b) in a.iter().zip(b) {
            let order = match (a, b) {
                (Ok(a), Ok(b)) => a.cmp(b),
                (Err(error), _) | (_, Err(error)) => {
                    failed.get_or_insert_with(|| error.clone());
                    return std::cmp::Ordering::Equal;
                }
            };
            if order.is_ne() {
                return order;
            }
        }
        std::cmp::Ordering::Equal
    };
    match ties {
        Ties::Stay => keyed.sort_by(compare),
        Ties::Change => std_sort::sort(&mut keyed, compare),
    }
    match failed {
        Some(error) => Err(error),
        None => Ok(keyed.into_iter().map(|(row, _)| row).collect()),
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
        let intrinsic = model.intrinsic(v)?;
        return Ok(Key::Intrinsic(
            intrinsic.target.into_owned(),
            intrinsic.name,
        ));
    }
    if field.is_instruction
        && let Some(def) = records.def_of(v)
    {
        return Ok(Key::Instruction(
            !def.bit("isPseudo")?,
            def.name().to_owned(),
        ));
    }
    if let Some(number) = field.of_enum
        && let Some((_, number)) = model.member(number, v)
    {
        return Ok(Key::Number(number));
    }
    let text = model.text(field, v, index.at)?;
    Ok(Key::Text(if field.is_string() {
        text.to_ascii_uppercase()
    } else {
        text
    }))
}

/// Whether the keys of the rows are numbers without gaps, so that a row can be found by counting.
pub fn is_contiguous(model: &Model, index: &Index, rows: &[(Rec, usize)]) -> Result<bool, Fatal> {
    let [field] = &index.fields[..] else {
        return Ok(false);
    };
    if field.of_enum.is_none() && !field.is_bits(model.records) && !field.is_instruction {
        return Ok(false);
    }
    let mut first = None;
    for (offset, (row, _)) in (0i64..).zip(rows) {
        let v = row.value(&field.name)?;
        let number = if field.is_instruction {
            let instructions = model.cx.model::<Instructions>()?;
            let def = model.records.def_of(v);
            def.and_then(|it| instructions.number(it))
                .map(|it| it.0.into())
        } else if let Some(each) = field.of_enum {
            model.member(each, v).map(|(_, number)| number)
        } else {
            Some(int_field(*row, &field.name)?)
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
