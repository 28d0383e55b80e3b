//! Lane masks: bit masks of the parts of registers. Two sub-register indices overlap if their masks have common bits.

use backend::ids::{Arena, Id};
use backend::{Context, Diagnostic, Fatal, Model, Severity, bail, spend};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{ClassId, IndexId, Indices, Register, RegisterId, Registers};

/// A set of lanes, one bit for each lane.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct LaneMask(pub u64);

impl LaneMask {
    /// All lanes.
    pub const ALL: LaneMask = LaneMask(u64::MAX);
    const NONE: LaneMask = LaneMask(0);
    const BITS: u32 = u64::BITS;

    /// The mask of a single lane. The number of the lane is taken modulo 64.
    fn lane(lane: u32) -> LaneMask {
        LaneMask(1_u64.wrapping_shl(lane))
    }

    fn highest(self) -> u32 {
        self.0.checked_ilog2().unwrap_or(u32::MAX)
    }
}

/// A step in converting a lane mask of a sub-register to a lane mask of the whole register. It rotates some lanes to
/// the left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaneStep {
    /// The lanes to move.
    pub mask: LaneMask,
    /// The number of bits by which the lanes are rotated to the left, at most 63.
    pub rotate: u8,
}

/// The composites of sub-register indices that follow from the registers, and the lane masks that are derived from
/// these composites.
///
/// A warning is reported if two paths to a register imply different composites of the same indices. As in the
/// reference, it is an error if there are more than 65 leaf indices. This is one leaf more than a mask has bits.
pub struct Lanes {
    /// The indices with all composites that follow from the registers, and with the resulting bit ranges.
    pub indices: Indices,
    /// The lane mask of each index.
    pub masks: Arena<IndexId, LaneMask>,
    /// For each index, the steps that convert a lane mask of the sub-register to a lane mask of the whole register.
    pub steps: Arena<IndexId, Vec<LaneStep>>,
    /// All lanes, except the lanes of indices that are not [covered](super::SubRegIndex::covered).
    pub covering: LaneMask,
    /// The lanes of each class's registers. Classes without sub-registers have the first lane.
    pub of_classes: Arena<ClassId, LaneMask>,
    /// For each register, the lanes of each of its units.
    pub of_units: Arena<RegisterId, Vec<LaneMask>>,
}

impl Model for Lanes {
    fn build(cx: &Context) -> Result<Lanes, Fatal> {
        let registers = cx.model::<Registers>()?;
        let mut indices = registers.indices.clone();
        compose_all(cx, &registers, &mut indices);
        let leaves = number_leaves(cx, &indices)?;
        let steps = indices.iter().map(|(id, _)| steps(&indices, &leaves, id));
        let steps = steps.collect();
        let masks = masks(&indices, leaves);
        let mut covering = LaneMask::ALL;
        for (id, _) in indices.iter().filter(|(_, it)| !it.covered) {
            covering.0 &= !masks[id].0;
        }
        let of_classes = registers.classes.iter().map(|class| {
            let has = |id: &IndexId| class.with_sub_register(*id).is_some();
            let all = indices.ids().filter(has);
            match all.fold(0, |all, id| all | masks[id].0) {
                0 => LaneMask::lane(0),
                all => LaneMask(all),
            }
        });
        let of_classes = of_classes.collect();
        let of_units = registers.registers.iter();
        let of_units = of_units.map(|it| of_units_in(&registers.registers, it, &masks));
        let of_units = of_units.collect();
        Ok(Lanes {
            indices,
            masks,
            steps,
            covering,
            of_classes,
            of_units,
        })
    }
}

/// Adds the composites that follow from the registers. One register of each structure suffices.
fn compose_all(cx: &Context, registers: &Registers, indices: &mut Indices) {
    let defined = |(first, index): (IndexId, &super::SubRegIndex)| {
        let seconds: Vec<_> = index
            .composites()
            .map(|(second, _)| (first, second))
            .collect();
        seconds
    };
    let defined: FxHashSet<(IndexId, IndexId)> = indices.iter().flat_map(defined).collect();
    let all = &registers.registers;
    let mut seen = FxHashSet::default();
    let mut names = vec![None; all.len()];
    for register in all.iter().filter(|it| seen.insert(it.structure)) {
        for (index, part) in &register.sub_registers {
            names[part.index()] = Some(*index);
        }
        for (first, part) in &register.sub_registers {
            spend(1 + all[*part].sub_registers.len());
            for (second, inner) in &all[*part].sub_registers {
                let Some(both) = names[inner.index()] else {
                    continue;
                };
                let Some(known) = indices.compose(*first, *second, both) else {
                    continue;
                };
                let agrees = || agree(registers, [*first, *second, both]);
                if !defined.contains(&(*first, *second)) || agrees() {
                    let name = |id: IndexId| indices[id].qualified_name();
                    let [first, second, known, both] = [*first, *second, known, both].map(name);
                    let message = format!(
                        "SubRegIndex {first} and {second} compose ambiguously as {known} or {both}"
                    );
                    cx.report(Diagnostic::new(Severity::Warning, None, message));
                }
            }
        }
        for (_, part) in &register.sub_registers {
            names[part.index()] = None;
        }
    }
}

/// Whether applying `first` and then `second` gives the same register as `both`, for all registers to which `first` and
/// `second` can be applied. False if there is no such register.
fn agree(registers: &Registers, [first, second, both]: [IndexId; 3]) -> bool {
    let all = &registers.registers;
    let mut some = false;
    let is_same = |register: &Register| {
        let outer = register.sub_register(first);
        let inner = outer.and_then(|it| all[it].sub_register(second));
        let Some(inner) = inner else { return true };
        some = true;
        register.sub_register(both) == Some(inner)
    };
    spend(all.len());
    all.iter().all(is_same) && some
}

/// Assigns a lane to each leaf index: an index without composites. Other indices get an empty mask.
fn number_leaves(cx: &Context, indices: &Indices) -> Result<Arena<IndexId, LaneMask>, Fatal> {
    let mut next = 0;
    let mut masks = Arena::new();
    for (_, index) in indices.iter() {
        if !index.is_leaf() {
            masks.push(LaneMask::NONE);
            continue;
        }
        // The reference accepts one leaf more than there are bits. This leaf gets the first lane, too.
        if next > LaneMask::BITS {
            bail!(
                cx.records,
                "Ran out of lanemask bits to represent subregister {}",
                index.name
            );
        }
        masks.push(LaneMask::lane(next));
        next += 1;
    }
    Ok(masks)
}

fn steps(indices: &Indices, leaves: &Arena<IndexId, LaneMask>, id: IndexId) -> Vec<LaneStep> {
    let index = &indices[id];
    if index.is_leaf() {
        return vec![LaneStep {
            mask: LaneMask::ALL,
            rotate: leaves[id].highest() as u8,
        }];
    }
    spend(1 + indices.len() / 4);
    let mut steps: Vec<LaneStep> = Vec::new();
    let mut next = 0;
    for (second, _) in indices.iter().filter(|(_, it)| it.is_leaf()) {
        let from = next;
        next = (next + 1).min(LaneMask::BITS - 1);
        let Some(both) = index.then(second) else {
            continue;
        };
        let shift = leaves[both].highest().wrapping_sub(from) as i32;
        let rotate = if shift >= 0 {
            shift as u8
        } else {
            (shift + LaneMask::BITS as i32) as u8
        };
        let mask = LaneMask::lane(from);
        match steps.iter_mut().find(|it| it.rotate == rotate) {
            Some(step) => step.mask.0 |= mask.0,
            None => steps.push(LaneStep { mask, rotate }),
        }
    }
    // The mask of a single step may include lanes that are never set, so that more indices have equal steps. If there
    // are no steps, no lane is ever set, so any step is correct.
    match steps.as_mut_slice() {
        [] => steps.push(LaneStep {
            mask: LaneMask::ALL,
            rotate: 0,
        }),
        [only] => only.mask = LaneMask::ALL,
        _ => {}
    }
    steps
}

/// The lane masks of all indices. The mask of an index with composites is the union of the composites' masks.
fn masks(indices: &Indices, mut masks: Arena<IndexId, LaneMask>) -> Arena<IndexId, LaneMask> {
    for id in indices.ids() {
        find_mask(indices, &mut masks, id);
    }
    masks
}

fn find_mask(indices: &Indices, masks: &mut Arena<IndexId, LaneMask>, id: IndexId) -> LaneMask {
    if masks[id] == LaneMask::NONE {
        // In a cycle, an index whose mask is still being computed has all lanes.
        masks[id] = LaneMask::ALL;
        let composites: FxHashMap<IndexId, ()> = indices[id]
            .composites()
            .map(|(_, both)| (both, ()))
            .collect();
        let mut composites: Vec<IndexId> = composites.into_keys().collect();
        composites.sort_unstable();
        let all = composites.into_iter();
        masks[id] = all.fold(LaneMask::NONE, |all, both| {
            LaneMask(all.0 | find_mask(indices, masks, both).0)
        });
    }
    masks[id]
}

/// The lanes of each of a register's units: the lanes that all leaf sub-registers with this unit have in common. All
/// lanes if there is no such sub-register.
fn of_units_in(
    all: &Arena<RegisterId, Register>,
    register: &Register,
    masks: &Arena<IndexId, LaneMask>,
) -> Vec<LaneMask> {
    let mut lanes = vec![LaneMask::ALL; register.units.len()];
    for (index, part) in &register.sub_registers {
        let part = &all[*part];
        if part.sub_registers.is_empty() {
            for unit in &part.units {
                if let Ok(at) = register.units.binary_search(unit) {
                    lanes[at].0 &= masks[*index].0;
                }
            }
        }
    }
    lanes
}
