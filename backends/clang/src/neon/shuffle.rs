//! The lane sets of shuffles.

use backend::sets::{Kind, Set, Sets};
use backend::{Dag, Fatal, Rec, ValueId, bail};

use super::types::Type;

/// Evaluates sets of lanes. The records `sv0`, `sv1`, … represent the lanes 0, 1, …. The lanes of the second vector
/// follow the lanes of the first.
struct Lanes {
    count: u32,
    element_bits: u32,
    /// Whether evaluation failed with an error that the reference does not report.
    is_own_error: bool,
}

/// The lane records that `value` describes for vectors of type `ty`.
pub(super) fn lanes<'a>(rec: Rec<'a>, ty: Type, value: ValueId) -> Result<Vec<Rec<'a>>, Fatal> {
    let kind = Lanes {
        count: ty.lanes(),
        element_bits: ty.element_bits,
        is_own_error: false,
    };
    let mut found = Set::default();
    let mut sets = Sets::of(rec.records(), kind);
    let result = sets.evaluate(value, &mut found, rec);
    result.map_err(|error| {
        if sets.kind.is_own_error {
            error
        } else {
            // The reference reports an error in a set with the location `<unknown>:0`.
            let mut error = rec.records().fatal(error.message);
            error.lacks_place = true;
            error
        }
    })?;
    Ok(found.elements)
}

impl<'a> Kind<'a> for Lanes {
    type Element = Rec<'a>;

    const CLASS: Option<&'static str> = Some("MaskExpand");

    fn expand(sets: &mut Sets<'a, Self>, set: Rec<'a>) -> Result<Vec<Rec<'a>>, Fatal> {
        let count = sets.kind.count;
        let first = match set.name() {
            "mask0" => 0,
            "mask1" => count,
            _ => return Ok(Vec::new()),
        };
        let mut lanes = Vec::new();
        for number in first..first.saturating_add(count) {
            let Some(lane) = sets.records().def(&format!("sv{number}")) else {
                sets.kind.is_own_error = true;
                bail!(set, "there is no lane sv{number}");
            };
            lanes.push(lane);
        }
        Ok(lanes)
    }

    fn apply(
        sets: &mut Sets<'a, Self>,
        operator: &str,
        dag: Dag<'a>,
        found: &mut Set<Rec<'a>>,
        at: Rec<'a>,
    ) -> Result<bool, Fatal> {
        let first = match operator {
            "lowhalf" | "highhalf" => 0,
            "rev" => 1,
            _ => return Ok(false),
        };
        let mut inner = Set::default();
        for (value, _) in dag.args().skip(first) {
            sets.evaluate(value, &mut inner, at)?;
        }
        let lanes = inner.elements;
        let half = lanes.len() / 2;
        match operator {
            "lowhalf" => found.extend(lanes[..half].iter().copied()),
            "highhalf" => found.extend(lanes[half..].iter().copied()),
            _ => {
                let group = group_of_reversal(sets, dag, lanes.len());
                let Some(group) = group else {
                    sets.kind.is_own_error = true;
                    bail!(at, "rev() needs a width that fits the vector");
                };
                let groups = lanes.chunks(group);
                found.extend(groups.flat_map(|it| it.iter().rev().copied()));
            }
        }
        Ok(true)
    }
}

/// The number of lanes that are reversed at a time. `None` if the width in `dag` is missing or invalid, or if this
/// number does not divide the number of lanes.
fn group_of_reversal(sets: &Sets<Lanes>, dag: Dag, lanes: usize) -> Option<usize> {
    let width = dag.args().next()?.0;
    let width = sets.records().values.as_int(width)?;
    let group = width.checked_div(i64::from(sets.kind.element_bits))?;
    if lanes == 0 {
        return Some(1);
    }
    let group = usize::try_from(group).ok().filter(|it| *it > 0)?;
    lanes.is_multiple_of(group).then_some(group)
}
