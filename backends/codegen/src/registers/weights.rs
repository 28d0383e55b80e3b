//! Weights of units, such that all registers of a class have the same weight.
//!
//! Registers that share an allocatable class, directly or transitively, form a group. A register that is lighter than
//! the heaviest register of its group gets more weight. If it has exactly one unit, and this unit neither belongs to a
//! balanced register nor determines the weight of the group, the weight of the unit is increased. Otherwise, the
//! register adopts a new unit, which all its super-registers then have as well. After such changes, groups are weighed
//! again; only changed registers are examined.

use backend::bit_set::BitSet;
use backend::ids::{Arena, Id};
use backend::{Fatal, Records, bail, spend};

use super::sub_registers::merge;
use super::{RegisterId, Registers, UnitId};

/// The result of [`weigh`].
pub(super) struct Weights {
    /// The weights of all units. Adopted units come last.
    pub of_units: Arena<UnitId, u32>,
    /// The units of each register, including adopted units.
    pub units: Arena<RegisterId, Vec<UnitId>>,
}

/// Assigns weights to all units, and adds units where they are needed. An error if weights still change after as many
/// rounds as there are units.
pub(super) fn weigh(records: &Records, registers: &Registers) -> Result<Weights, Fatal> {
    let mut scales = Scales::new(registers);
    scales.begin();
    let mut rounds = 0;
    while scales.balance_all() {
        rounds += 1;
        if rounds > registers.units.len() {
            bail!(records, "weights of register units do not settle");
        }
    }
    Ok(Weights {
        of_units: scales.unit_weights,
        units: scales.units,
    })
}

/// Registers that share allocatable classes, directly or transitively.
#[derive(Default)]
struct Group {
    weight: u32,
    /// Each of these units is the only unit of some register that has the weight of the group. Their weights are not
    /// changed.
    determinants: BitSet<UnitId>,
}

struct Scales<'a> {
    registers: &'a Registers,
    groups: Vec<Group>,
    /// The index of each register's group; `None` if no allocatable class contains the register.
    group_of: Vec<Option<usize>>,
    unit_weights: Arena<UnitId, u32>,
    /// For each unit, the registers that have it.
    having: Arena<UnitId, Vec<RegisterId>>,
    units: Arena<RegisterId, Vec<UnitId>>,
    weights: Arena<RegisterId, u32>,
    /// For each register, whether a sub-register may have a unit that the register still lacks.
    inherits: Vec<bool>,
    /// The registers whose weight changed since groups were weighed.
    changed: Vec<RegisterId>,
    /// For each register, the value of `now` at its last visit.
    visited: Vec<u32>,
    now: u32,
    /// The number of examined sub-registers and units that are not yet charged to the budget.
    looked_at: usize,
}

impl<'a> Scales<'a> {
    fn new(registers: &'a Registers) -> Scales<'a> {
        let all = &registers.registers;
        let group_of = group(registers);
        let count = group_of.iter().flatten().max().map_or(0, |it| it + 1);
        let mut having: Arena<UnitId, Vec<RegisterId>> =
            registers.units.iter().map(|_| Vec::new()).collect();
        for (id, register) in all.with_ids() {
            register.units.iter().for_each(|it| having[*it].push(id));
        }
        Scales {
            registers,
            groups: std::iter::repeat_with(Group::default).take(count).collect(),
            group_of,
            unit_weights: registers.units.iter().map(|_| 0).collect(),
            having,
            units: all.iter().map(|it| it.units.clone()).collect(),
            weights: all.iter().map(|_| 0).collect(),
            inherits: vec![false; all.len()],
            changed: Vec::new(),
            visited: vec![0; all.len()],
            now: 0,
            looked_at: 0,
        }
    }

    /// Gives each unit of an allocatable register the weight 1, unless the unit is artificial. Then computes the
    /// weights of registers and groups.
    fn begin(&mut self) {
        let all = &self.registers.registers;
        for (register, group) in all.iter().zip(&self.group_of) {
            if group.is_some() {
                let real = register
                    .units
                    .iter()
                    .filter(|it| !self.registers.units[**it].artificial);
                real.for_each(|it| self.unit_weights[*it] = 1);
            }
        }
        for id in all.ids() {
            let weights = all[id].units.iter().map(|it| self.unit_weights[*it]);
            self.weights[id] = weights.sum();
            self.changed.push(id);
        }
        self.weigh_groups();
    }

    /// Updates the groups of changed registers. The weight of a group never decreases.
    fn weigh_groups(&mut self) {
        let changed = std::mem::take(&mut self.changed);
        for id in &changed {
            if let Some(group) = self.group_of[id.index()] {
                let group = &mut self.groups[group];
                group.weight = group.weight.max(self.weights[*id]);
            }
        }
        for id in &changed {
            if let (Some(group), [only]) = (self.group_of[id.index()], &self.units[*id][..]) {
                let group = &mut self.groups[group];
                if group.weight == self.weights[*id] {
                    group.determinants.insert(*only);
                }
            }
        }
    }

    /// The group of a register, and the difference between the weight of the group and that of the register. `None` if
    /// the register has no group or is as heavy as the group.
    fn missing(&self, id: RegisterId) -> Option<(usize, u32)> {
        let group = self.group_of[id.index()]?;
        let missing = self.groups[group].weight.checked_sub(self.weights[id])?;
        (missing > 0).then_some((group, missing))
    }

    fn is_settled(&self, id: RegisterId) -> bool {
        !self.inherits[id.index()] && self.missing(id).is_none()
    }

    /// Balances all registers once; returns whether anything changed.
    fn balance_all(&mut self) -> bool {
        let mut changed = false;
        for id in self.registers.registers.ids() {
            let parts = &self.registers.registers[id].sub_registers;
            let settled = self.is_settled(id) && parts.iter().all(|it| self.is_settled(it.1));
            if !settled {
                self.now += 1;
                changed |= self.balance(id, &mut BitSet::new());
                spend(std::mem::take(&mut self.looked_at));
            }
        }
        changed
    }

    /// Balances the sub-registers of a register, then the register itself, each once. `normal` contains the units of
    /// balanced registers. The weights of these units are not changed. Returns whether anything changed.
    fn balance(&mut self, id: RegisterId, normal: &mut BitSet<UnitId>) -> bool {
        if std::mem::replace(&mut self.visited[id.index()], self.now) == self.now {
            return false;
        }
        let mut changed = false;
        let registers = self.registers;
        self.looked_at += registers.registers[id].sub_registers.len();
        for (_, part) in &registers.registers[id].sub_registers {
            changed |= self.balance(*part, normal);
        }
        if self.inherit(id) {
            self.weigh_groups();
        }
        if let Some((group, missing)) = self.missing(id) {
            match self.units[id][..] {
                [only]
                    if !normal.contains(only)
                        && !self.groups[group].determinants.contains(only) =>
                {
                    self.add_weight(only, missing);
                    self.weigh_groups();
                }
                _ => self.adopt(id, missing),
            }
            changed = true;
        }
        normal.extend(self.units[id].iter().copied());
        changed
    }

    /// Adds the units that sub-registers adopted. Returns whether there were such units.
    fn inherit(&mut self, id: RegisterId) -> bool {
        if !std::mem::replace(&mut self.inherits[id.index()], false) {
            return false;
        }
        let mut all = self.units[id].clone();
        self.looked_at += all.len();
        for (_, part) in &self.registers.registers[id].sub_registers {
            merge(&mut all, &self.units[*part]);
        }
        let before = std::mem::take(&mut self.units[id]);
        let new: Vec<UnitId> = all
            .iter()
            .filter(|it| before.binary_search(it).is_err())
            .copied()
            .collect();
        self.units[id] = all;
        new.iter().for_each(|it| self.enter(id, *it));
        !new.is_empty()
    }

    /// Updates the weight of a register that got the unit `unit`. Its super-registers will inherit the unit.
    fn enter(&mut self, id: RegisterId, unit: UnitId) {
        self.weights[id] = self.weights[id].wrapping_add(self.unit_weights[unit]);
        self.having[unit].push(id);
        self.changed.push(id);
        for whole in &self.registers.registers[id].super_registers {
            self.inherits[whole.index()] = true;
        }
    }

    fn adopt(&mut self, id: RegisterId, weight: u32) {
        let unit = self.unit_weights.push(weight);
        self.having.push(Vec::new());
        self.units[id].push(unit);
        self.enter(id, unit);
    }

    /// Increases the weights of `unit` and of the registers that have it. Does nothing if the unit is artificial.
    fn add_weight(&mut self, unit: UnitId, more: u32) {
        let is_artificial = |it: &super::Unit| it.artificial;
        if self
            .registers
            .units
            .iter()
            .nth(unit.index())
            .is_some_and(is_artificial)
        {
            return;
        }
        self.unit_weights[unit] = self.unit_weights[unit].wrapping_add(more);
        for id in &self.having[unit] {
            self.weights[*id] = self.weights[*id].wrapping_add(more);
            self.changed.push(*id);
        }
    }
}

/// The index of each register's group; `None` if no allocatable class contains the register.
fn group(registers: &Registers) -> Vec<Option<usize>> {
    let mut sets = Sets {
        parents: (0..registers.registers.len()).collect(),
    };
    let mut allocatable = vec![false; registers.registers.len()];
    for class in registers.classes.iter().filter(|it| it.allocatable) {
        let Some(first) = class.members.first() else {
            continue;
        };
        for member in &class.members {
            allocatable[member.index()] = true;
            sets.join(first.index(), member.index());
        }
    }
    let group = |(at, allocatable): (usize, bool)| allocatable.then(|| sets.leader(at));
    allocatable.into_iter().enumerate().map(group).collect()
}

/// A disjoint-set forest of numbers. Each set is represented by its smallest element.
struct Sets {
    parents: Vec<usize>,
}

impl Sets {
    fn leader(&mut self, mut at: usize) -> usize {
        while self.parents[at] != at {
            self.parents[at] = self.parents[self.parents[at]];
            at = self.parents[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.leader(a), self.leader(b));
        self.parents[a.max(b)] = a.min(b);
    }
}
