//! Sets of registers for operand classes. Each register that is in any set has a smallest set. Every other set that
//! contains the register also contains this smallest set.

use backend::bit_set::BitSet;
use backend::ids::Id;
use backend::{Records, spend};
use rustc_hash::FxHashMap;

use super::match_class::MatchClassId;
use crate::registers::{RegisterId, Registers};

/// The index of a register in the order of creation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct CreationIndex(u32);

impl Id for CreationIndex {
    fn from_index(index: usize) -> CreationIndex {
        CreationIndex(index as u32)
    }

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// All sets, sorted by their lists of members. Each list is in order of creation.
pub(super) struct RegisterSets {
    pub sets: Vec<RegisterSet>,
    /// For each register class, the id of its set.
    pub of_classes: Vec<MatchClassId>,
    /// For each register, the id of its smallest set; `None` if it is in no set.
    pub of_registers: Vec<Option<MatchClassId>>,
}

pub(super) struct RegisterSet {
    pub registers: BitSet<RegisterId>,
    /// The ids of the sets that contain this set.
    pub supers: Vec<MatchClassId>,
}

/// The sets found so far.
#[derive(Default)]
struct FoundSets {
    sets: Vec<BitSet<CreationIndex>>,
    numbers: FxHashMap<BitSet<CreationIndex>, usize>,
    /// For each register, the indices of the sets that contain it.
    containing: Vec<Vec<usize>>,
}

impl FoundSets {
    fn add(&mut self, set: BitSet<CreationIndex>) -> usize {
        if let Some(known) = self.numbers.get(&set) {
            return *known;
        }
        let number = self.sets.len();
        for place in set.iter() {
            self.containing[place.index()].push(number);
        }
        self.numbers.insert(set.clone(), number);
        self.sets.push(set);
        number
    }

    /// The intersection of all sets that contain a register. `None` if no set contains the register.
    fn common(&self, place: CreationIndex) -> Option<BitSet<CreationIndex>> {
        let sets = &self.containing[place.index()];
        spend(sets.len());
        let (first, rest) = sets.split_first()?;
        let common = rest
            .iter()
            .fold(None, |common: Option<BitSet<CreationIndex>>, set| {
                let set = &self.sets[*set];
                Some(
                    common
                        .as_ref()
                        .unwrap_or(&self.sets[*first])
                        .intersection(set),
                )
            });
        Some(common.unwrap_or_else(|| self.sets[*first].clone()))
    }
}

impl RegisterSets {
    /// Finds the sets: the members of each register class, a set for each register in `singles`, and the intersections
    /// that are needed so that each register has a smallest set.
    pub(super) fn find(
        records: &Records,
        registers: &Registers,
        singles: &BitSet<RegisterId>,
    ) -> RegisterSets {
        let all = &registers.registers;
        let mut made: Vec<RegisterId> = all.ids().collect();
        made.sort_by_key(|it| registers.creation_order(records, *it));
        let mut places = vec![CreationIndex(0); all.len()];
        for (place, register) in (0..).map(CreationIndex).zip(&made) {
            places[register.index()] = place;
        }
        let place = |it: &RegisterId| places[it.index()];

        let mut found = FoundSets {
            containing: vec![Vec::new(); all.len()],
            ..FoundSets::default()
        };
        let of_classes: Vec<usize> = registers
            .classes
            .iter()
            .map(|it| found.add(it.orders.first().into_iter().flatten().map(place).collect()))
            .collect();
        for register in singles.iter() {
            found.add(BitSet::from_iter([place(&register)]));
        }
        let of_registers: Vec<Option<usize>> = all
            .ids()
            .map(|it| Some(found.common(place(&it))?).map(|common| found.add(common)))
            .collect();

        let mut order: Vec<usize> = (0..found.sets.len()).collect();
        let members = |it: &usize| found.sets[*it].iter().collect::<Vec<CreationIndex>>();
        order.sort_by_cached_key(members);
        let mut ids = vec![MatchClassId(0); order.len()];
        for (id, set) in (0..).map(MatchClassId).zip(&order) {
            ids[*set] = id;
        }
        let sets = order.iter().map(|it| {
            let set = &found.sets[*it];
            RegisterSet {
                registers: set.iter().map(|place| made[place.index()]).collect(),
                supers: found.supers(*it, &ids),
            }
        });
        RegisterSets {
            sets: sets.collect(),
            of_classes: of_classes.iter().map(|it| ids[*it]).collect(),
            of_registers: of_registers.iter().map(|it| it.map(|it| ids[it])).collect(),
        }
    }
}

impl FoundSets {
    /// The sets that contain the set with index `number`, in the order of their ids.
    fn supers(&self, number: usize, ids: &[MatchClassId]) -> Vec<MatchClassId> {
        let set = &self.sets[number];
        let is_super = |it: &usize| *it != number && set.is_subset(&self.sets[*it]);
        let mut supers: Vec<MatchClassId> = match set.first() {
            Some(first) => {
                let sets = self.containing[first.index()].iter().copied();
                sets.filter(is_super).map(|it| ids[it]).collect()
            }
            None => (0..self.sets.len())
                .filter(is_super)
                .map(|it| ids[it])
                .collect(),
        };
        supers.sort_unstable();
        supers
    }
}
