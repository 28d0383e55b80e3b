//! The order in which the selector tries patterns.

use std::cmp::Reverse;

use backend::{Fatal, Records};
use pattern_model::{PatternId, PatternOrder, Patterns, Tree};
use target_model::instructions::Flags;
use target_model::value_types::ValueType;

/// The additional cost of an instruction with a custom inserter (`usesCustomInserter`).
const INSERTER_COST: u32 = 10;

/// All patterns in the selector's order. Patterns are compared by these criteria, one after another: whether the type
/// of the root is a vector (vectors come last), whether it is a floating-point type (these types come last), the
/// complexity of the source (the highest first), the cost and the size of the result (the lowest first), and the order
/// of the patterns.
pub(super) fn sorted(records: &Records, patterns: &Patterns) -> Result<Vec<PatternId>, Fatal> {
    let costs = costs(records, patterns)?;
    let keys = patterns.list.with_ids().map(|(id, pattern)| {
        let src = patterns.src(pattern);
        let ty = src.types.first().and_then(|it| it.machine_type());
        let ty = ty.unwrap_or(ValueType::OTHER);
        let (mut cost, mut size) = (0u32, 0u32);
        add_costs(patterns.dst(pattern), &costs, &mut cost, &mut size);
        let complexity = Reverse(patterns.complexity(pattern));
        let key: Key = (
            ty.is_vector(),
            ty.is_floating_point(),
            complexity,
            cost,
            size,
            pattern.order,
        );
        (key, id)
    });
    let mut keys: Vec<(Key, PatternId)> = keys.collect();
    // The reference's sort is stable, too.
    keys.sort();
    Ok(keys.into_iter().map(|(_, id)| id).collect())
}

type Key = (bool, bool, Reverse<i32>, u32, u32, PatternOrder);

/// The cost and the size of each instruction.
fn costs(records: &Records, patterns: &Patterns) -> Result<Vec<(u32, u32)>, Fatal> {
    let instructions = patterns.instructions.iter();
    let costs = instructions.map(|(_, it)| {
        let inserter = it.flags.contains(Flags::USES_CUSTOM_INSERTER);
        let cost = 1 + if inserter { INSERTER_COST } else { 0 };
        let size = records.rec(it.rec).int("CodeSize")?;
        Ok((cost, size as u32))
    });
    costs.collect()
}

fn add_costs(tree: Tree, costs: &[(u32, u32)], cost: &mut u32, size: &mut u32) {
    if let Some(instruction) = tree.instruction() {
        let (own_cost, own_size) = costs[instruction.index()];
        *cost += own_cost;
        *size = size.wrapping_add(own_size);
    }
    for child in tree.children() {
        add_costs(child, costs, cost, size);
    }
}
