//! Register pressure sets: sets of register units for which the virtual registers of certain classes compete. Each set
//! has a limit, so that code generation can reduce the pressure before registers run out.

use backend::bit_set::BitSet;
use backend::ids::{Arena, Id};
use backend::{Context, Fatal, Model, bail, spend};
use rustc_hash::{FxHashMap, FxHashSet};

use super::weights::{self, Weights};
use super::{ClassId, RegisterClass, Registers, UnitId};

/// A set of units for which the virtual registers of certain classes compete.
pub struct PressureSet {
    /// The name of a class, or the names of several classes, joined by `_with_`.
    pub name: String,
    /// The units of the set.
    pub units: BitSet<UnitId>,
    /// The sum of the weights of the units.
    pub weight: u32,
    /// The class that the set was created for, followed by the classes of the sets that were merged into it. For a
    /// union, the classes of both sets.
    pub classes: Vec<ClassId>,
}

/// The weights of units, and the pressure sets. The model cannot be built if there are no pressure sets.
pub struct Pressure {
    /// The weights of the units in [`Registers`], followed by the weights of the units that were added so that all
    /// registers of a class have the same weight.
    pub unit_weights: Arena<UnitId, u32>,
    /// The pressure sets in ascending order of their number of units.
    pub sets: Vec<PressureSet>,
    /// For each class, the weight of one of its registers, and the sum of the weights of the class's units.
    pub class_weights: Arena<ClassId, (u32, u32)>,
    /// Lists of indices of pressure sets; each list is in ascending order. There is a list for each class, in the order
    /// of the classes. Further lists for units follow.
    pub lists: Vec<Vec<u32>>,
    /// For each unit in [`Registers`], the index in `lists` of the list of the sets that contain the unit.
    pub list_of_unit: Arena<UnitId, usize>,
}

impl Model for Pressure {
    fn build(cx: &Context) -> Result<Pressure, Fatal> {
        let registers = cx.model::<Registers>()?;
        let weights = weights::weigh(cx.records, &registers)?;
        let units = registers
            .classes
            .iter()
            .map(|it| units_of(&registers, &weights, it));
        let units: Arena<ClassId, BitSet<UnitId>> = units.collect();
        let mut sets = collect(&registers, &units);
        if sets.is_empty() {
            bail!(cx.records, "RegUnitSets cannot be empty!");
        }
        prune(&mut sets, &weights);
        add_unions(&mut sets);
        prune(&mut sets, &weights);
        sets.sort_by_key(|it| it.units.len());
        for set in &mut sets {
            set.weight = sum(&weights, &set.units);
        }
        let lists = registers.classes.iter().zip(units.iter());
        let mut lists: Vec<Vec<u32>> = lists
            .map(|(class, units)| sets_with(&sets, class, units))
            .collect();
        let list_of_unit = list_units(&registers, &sets, &mut lists);
        let weight = |(class, units): (&RegisterClass, &BitSet<UnitId>)| {
            class_weight(cx, class, &weights, units)
        };
        let class_weights = registers.classes.iter().zip(units.iter()).map(weight);
        let class_weights = class_weights.collect::<Result<_, Fatal>>()?;
        Ok(Pressure {
            unit_weights: weights.of_units,
            sets,
            class_weights,
            lists,
            list_of_unit,
        })
    }
}

fn sum(weights: &Weights, units: &BitSet<UnitId>) -> u32 {
    let each = units.iter().map(|it| weights.of_units[it]);
    each.fold(0, u32::wrapping_add)
}

/// The units of a class's registers, without artificial units.
fn units_of(registers: &Registers, weights: &Weights, class: &RegisterClass) -> BitSet<UnitId> {
    let units = class.members.iter().flat_map(|it| &weights.units[*it]);
    let native = registers.units.len();
    let is_real = |it: &&UnitId| it.index() >= native || !registers.units[**it].artificial;
    units.filter(is_real).copied().collect()
}

/// Creates a pressure set for each allocatable, non-artificial class with the flag `GeneratePressureSet`. The set has
/// the units of the class. If several classes have equal units, only the first class gets a set.
fn collect(registers: &Registers, units: &Arena<ClassId, BitSet<UnitId>>) -> Vec<PressureSet> {
    let mut seen = FxHashSet::default();
    let wanted = registers.classes.with_ids();
    let wanted =
        wanted.filter(|(_, it)| it.allocatable && !it.artificial && it.generates_pressure_set);
    let new = wanted.filter(|(id, _)| seen.insert(&units[*id]));
    let set = |(id, class): (ClassId, &RegisterClass)| PressureSet {
        name: class.name.clone(),
        units: units[id].clone(),
        weight: 0,
        classes: vec![id],
    };
    new.map(set).collect()
}

/// A pressure set may be merged into a superset only if the superset has at most this many additional units.
const SMALL_DIFFERENCE: usize = 2;

/// One step of the budget pays for examining this many sets.
const SETS_PER_STEP: usize = 8;

/// Merges each set into a superset that has nearly the same units and equal weights of units, if there is one. The
/// superset keeps the shorter of the two names.
fn prune(sets: &mut Vec<PressureSet>, weights: &Weights) {
    struct Shape {
        len: usize,
        first: u32,
        last: u32,
    }
    let weight = |unit: Option<UnitId>| unit.map_or(0, |it| weights.of_units[it]);
    let shape = |set: &PressureSet| Shape {
        len: set.units.len(),
        first: weight(set.units.first()),
        last: weight(set.units.last()),
    };
    let shapes: Vec<Shape> = sets.iter().map(shape).collect();
    let mut kept = vec![true; sets.len()];
    for at in 0..sets.len() {
        spend(1 + sets.len() / SETS_PER_STEP);
        let takes_place = |other: &usize| {
            let (small, large) = (&shapes[at], &shapes[*other]);
            *other != at
                && small.len <= large.len
                && large.len <= small.len + SMALL_DIFFERENCE
                && small.first == large.first
                && small.first == large.last
                && sets[at].units.is_subset(&sets[*other].units)
        };
        let Some(other) = (0..sets.len()).find(takes_place) else {
            continue;
        };
        kept[at] = false;
        if sets[at].name.len() < sets[other].name.len() {
            sets[other].name = sets[at].name.clone();
        }
        let classes = sets[at].classes.clone();
        sets[other].classes.extend(classes);
    }
    let mut kept = kept.into_iter();
    sets.retain(|_| kept.next() == Some(true));
}

/// For each pair of sets that have units in common, adds the union of the pair unless an equal set exists already.
fn add_unions(sets: &mut Vec<PressureSet>) {
    let mut known: FxHashSet<BitSet<UnitId>> = sets.iter().map(|it| it.units.clone()).collect();
    let count = sets.len();
    for a in 0..count {
        spend(count - a);
        for b in a + 1..count {
            let (first, second) = (&sets[a], &sets[b]);
            if !first.units.intersects(&second.units) {
                continue;
            }
            spend(4 + first.units.last().map_or(0, |it| it.index() / 16));
            let mut units = first.units.clone();
            units.union_with(&second.units);
            if known.insert(units.clone()) {
                let classes = first.classes.iter().chain(&second.classes);
                let union = PressureSet {
                    name: format!("{}_with_{}", first.name, second.name),
                    units,
                    weight: 0,
                    classes: classes.copied().collect(),
                };
                sets.push(union);
            }
        }
    }
}

/// The indices of the sets that contain all units of a class. Empty for classes that are not allocatable or have no
/// units.
fn sets_with(sets: &[PressureSet], class: &RegisterClass, units: &BitSet<UnitId>) -> Vec<u32> {
    if !class.allocatable || units.is_empty() {
        return Vec::new();
    }
    spend(1 + sets.len() / SETS_PER_STEP);
    let with = (0..)
        .zip(sets)
        .filter(|(_, set)| units.is_subset(&set.units));
    with.map(|(at, _)| at).collect()
}

/// Finds the index in `lists` of each unit's list of sets. Missing lists are added.
fn list_units(
    registers: &Registers,
    sets: &[PressureSet],
    lists: &mut Vec<Vec<u32>>,
) -> Arena<UnitId, usize> {
    let mut known: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
    for (at, list) in lists.iter().enumerate() {
        known.entry(list.clone()).or_insert(at);
    }
    let mut list_of_unit = Arena::new();
    for unit in registers.units.ids() {
        spend(1 + sets.len() / SETS_PER_STEP);
        let with = (0..).zip(sets).filter(|(_, set)| set.units.contains(unit));
        let with: Vec<u32> = with.map(|(at, _)| at).collect();
        let at = *known.entry(with).or_insert_with_key(|with| {
            lists.push(with.clone());
            lists.len() - 1
        });
        list_of_unit.push(at);
    }
    list_of_unit
}

/// The weight of one register of a class, and the sum of the weights of the class's units. The record may specify the
/// weight of a register. If it does not, the weight of the first member is used, or 0 if the class is artificial. The
/// sum is always 0 for an artificial class.
fn class_weight(
    cx: &Context,
    class: &RegisterClass,
    weights: &Weights,
    units: &BitSet<UnitId>,
) -> Result<(u32, u32), Fatal> {
    let first = class.members.first().filter(|_| !class.artificial);
    let rec = class.rec.map(|it| cx.records.rec(it));
    let given = match rec {
        Some(rec) if rec.value("Weight")? != backend::ValueId::UNSET => {
            Some(rec.int("Weight")? as u32)
        }
        _ => None,
    };
    let of_first = || {
        let units = first.into_iter().flat_map(|it| &weights.units[*it]);
        let each = units.map(|it| weights.of_units[*it]);
        each.fold(0, u32::wrapping_add)
    };
    let whole = first.map_or(0, |_| sum(weights, units));
    Ok((given.unwrap_or_else(of_first), whole))
}
