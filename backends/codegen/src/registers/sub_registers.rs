//! Finds the implicit sub-registers of registers: transitive sub-registers, which get composite indices. Also finds the
//! units, super-registers and structures of registers.

use backend::ids::{Arena, Id};
use backend::{Fatal, Rec, Records, bail, spend};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{IndexId, Indices, Register, RegisterId, Registers, Unit, UnitId, changes};

/// The maximum nesting depth of registers.
const MAX_DEPTH: usize = 1000;

/// Finds the transitive sub-registers of all registers, and creates units. Each register is completed after its
/// sub-registers.
pub(super) fn complete(
    records: &Records,
    registers: &mut Arena<RegisterId, Register>,
    indices: &mut Indices,
) -> Result<Arena<UnitId, Unit>, Fatal> {
    let mut work = Completion {
        records,
        state: vec![State::Open; registers.len()],
        registers,
        indices,
        units: Arena::new(),
    };
    for register in work.registers.ids() {
        work.complete(register)?;
    }
    Ok(work.units)
}

struct Completion<'a> {
    records: &'a Records,
    registers: &'a mut Arena<RegisterId, Register>,
    indices: &'a mut Indices,
    units: Arena<UnitId, Unit>,
    state: Vec<State>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    /// The computation of the sub-registers has begun and may be finished.
    Begun,
}

impl<'a> Completion<'a> {
    /// Completes a register. The sub-registers that its definition lists are completed first.
    fn complete(&mut self, register: RegisterId) -> Result<(), Fatal> {
        // A stack of registers, each with the number of its parts that were visited.
        let mut path = Vec::new();
        if self.begin(register)? {
            path.push((register, 0));
        }
        while let Some((register, looked_at)) = path.last_mut() {
            let register = *register;
            let Some((_, part)) = self.registers[register].explicit.get(*looked_at) else {
                self.finish(register)?;
                path.pop();
                continue;
            };
            *looked_at += 1;
            let part = *part;
            if self.begin(part)? {
                path.push((part, 0));
            }
            if path.len() > MAX_DEPTH {
                bail!(self.location(register), "registers nest too deeply");
            }
        }
        Ok(())
    }

    fn location(&self, register: RegisterId) -> Rec<'a> {
        Registers::location_of(self.records, &self.registers[register])
    }

    /// Adds the sub-registers that the definition of `id` lists. Returns false if they were added before.
    fn begin(&mut self, id: RegisterId) -> Result<bool, Fatal> {
        if self.state[id.index()] != State::Open {
            return Ok(false);
        }
        self.state[id.index()] = State::Begun;
        let explicit = self.registers[id].explicit.clone();
        self.registers[id].disjunct = explicit.len() > 1;
        for (index, part) in explicit {
            if !self.registers[part].artificial {
                self.indices[index].artificial = false;
            }
            if !insert(&mut self.registers[id].sub_registers, index, part) {
                let (index, name) = (&self.indices[index].name, &self.registers[id].name);
                bail!(
                    self.location(id),
                    "SubRegIndex {index} appears twice in Register {name}"
                );
            }
        }
        Ok(true)
    }

    fn finish(&mut self, id: RegisterId) -> Result<(), Fatal> {
        let explicit = self.registers[id].explicit.clone();
        let mut orphans = FxHashSet::default();
        for (_, part) in &explicit {
            spend(self.registers[*part].sub_registers.len());
            self.registers[id].disjunct |= self.registers[*part].disjunct;
            for at in 0..self.registers[*part].sub_registers.len() {
                let (index, inherited) = self.registers[*part].sub_registers[at];
                if !insert(&mut self.registers[id].sub_registers, index, inherited) {
                    orphans.insert(inherited);
                }
            }
        }
        let named = self.name_by_known_composites(id, &explicit, &mut orphans);
        self.name_by_new_composites(id, named, orphans);
        let names = self.check_names(id, &explicit)?;
        self.name_concatenations(&explicit, &names);
        self.find_units(id, &explicit);
        Ok(())
    }

    /// Adds the transitive sub-registers in `orphans` for which a composite index is known. Returns the indices that
    /// the definition lists, followed by the composite indices that were added.
    fn name_by_known_composites(
        &mut self,
        id: RegisterId,
        explicit: &[(IndexId, RegisterId)],
        orphans: &mut FxHashSet<RegisterId>,
    ) -> Vec<IndexId> {
        let mut indices: Vec<IndexId> = explicit.iter().map(|it| it.0).collect();
        let mut looked_at = 0;
        while let Some(&first) = indices.get(looked_at)
            && !orphans.is_empty()
        {
            looked_at += 1;
            let Some(part) = self.registers[id].sub_register(first) else {
                continue;
            };
            for at in 0..self.registers[part].sub_registers.len() {
                let (second, inner) = self.registers[part].sub_registers[at];
                let Some(both) = self.indices[first].then(second) else {
                    continue;
                };
                if self.registers[id].sub_register(both).is_none() && orphans.remove(&inner) {
                    insert(&mut self.registers[id].sub_registers, both, inner);
                    indices.push(both);
                }
            }
        }
        indices
    }

    /// Creates composite indices for the remaining transitive sub-registers. The last of `indices` is composed first,
    /// since its composites are more likely to be useful for other registers.
    fn name_by_new_composites(
        &mut self,
        id: RegisterId,
        mut indices: Vec<IndexId>,
        mut orphans: FxHashSet<RegisterId>,
    ) {
        while !orphans.is_empty()
            && let Some(first) = indices.pop()
        {
            let Some(part) = self.registers[id].sub_register(first) else {
                continue;
            };
            // If a part is the register itself, the list may grow during the loop; `check_names` reports the error.
            let mut at = 0;
            while let Some(&(second, inner)) = self.registers[part].sub_registers.get(at) {
                at += 1;
                if orphans.remove(&inner) {
                    let both = self.indices.composite(first, second);
                    replace(&mut self.registers[id].sub_registers, both, inner);
                }
            }
        }
    }

    /// Checks that the register `id` does not contain itself and that each sub-register has a single index. Returns the
    /// index of each sub-register. If the register is not covered by its sub-registers, these indices are marked as not
    /// covered.
    fn check_names(
        &mut self,
        id: RegisterId,
        explicit: &[(IndexId, RegisterId)],
    ) -> Result<FxHashMap<RegisterId, IndexId>, Fatal> {
        let mut names: FxHashMap<RegisterId, IndexId> = FxHashMap::default();
        for (index, part) in explicit {
            names.entry(*part).or_insert(*index);
        }
        let register = &self.registers[id];
        for (index, part) in &register.sub_registers {
            if *part == id {
                bail!(
                    self.location(id),
                    "Register {} has itself as a sub-register",
                    register.name
                );
            }
            if !register.covered {
                self.indices[*index].covered = false;
            }
            let name = *names.entry(*part).or_insert(*index);
            if name != *index {
                let (a, b) = (&self.indices[*index].name, &self.indices[name].name);
                bail!(
                    self.location(id),
                    "Sub-register can't have two names: {} available as {a} and {b}",
                    self.registers[*part].name
                );
            }
        }
        Ok(names)
    }

    /// For each non-artificial part that is covered by its own sub-registers, makes the index of the part the
    /// concatenation of the indices of these sub-registers. `changes` defines the exceptions of each release.
    fn name_concatenations(
        &mut self,
        explicit: &[(IndexId, RegisterId)],
        names: &FxHashMap<RegisterId, IndexId>,
    ) {
        for (index, part) in explicit {
            let part = &self.registers[*part];
            if !part.covered || part.artificial {
                continue;
            }
            let mut real = part.explicit.clone();
            real.retain(|(index, _)| !self.indices[*index].artificial);
            let is_offered = if changes::concatenations_are_whole(self.records.release()) {
                real.len() == part.explicit.len()
            } else {
                part.explicit.len() > 1
            };
            if !is_offered {
                continue;
            }
            let parts = real
                .iter()
                .filter_map(|(_, inner)| names.get(inner).copied());
            let parts = parts.collect();
            self.indices.offer_concatenation(*index, parts);
        }
    }

    /// Finds the units of a register: the units of its parts, and a unit for each alias. A register without units gets
    /// its own unit; since LLVM 21, so does each register without parts.
    fn find_units(&mut self, id: RegisterId, explicit: &[(IndexId, RegisterId)]) {
        for (_, part) in explicit {
            let units = self.registers[*part].units.clone();
            merge(&mut self.registers[id].units, &units);
        }
        if explicit.is_empty() && changes::leaves_have_own_units(self.records.release()) {
            self.add_own_unit(id);
        }
        for at in 0..self.registers[id].aliases.len() {
            let alias = self.registers[id].aliases[at];
            // Two aliased registers share one unit. It is created when the first of the two is completed.
            if self.state[alias.index()] == State::Open {
                let unit = self.add_unit(id, Some(alias));
                merge(&mut self.registers[id].units, &[unit]);
                merge(&mut self.registers[alias].units, &[unit]);
            }
        }
        if self.registers[id].units.is_empty() {
            self.add_own_unit(id);
        }
    }

    fn add_own_unit(&mut self, id: RegisterId) {
        let unit = self.add_unit(id, None);
        merge(&mut self.registers[id].units, &[unit]);
    }

    fn add_unit(&mut self, root: RegisterId, alias: Option<RegisterId>) -> UnitId {
        let artificial = |it: RegisterId| self.registers[it].artificial;
        let artificial = artificial(root) || alias.is_some_and(artificial);
        self.units.push(Unit {
            root,
            alias,
            artificial,
        })
    }
}

/// Adds a sub-register, unless the index is used already. Returns whether it was added.
pub(super) fn insert(
    all: &mut Vec<(IndexId, RegisterId)>,
    index: IndexId,
    part: RegisterId,
) -> bool {
    match all.binary_search_by_key(&index, |it| it.0) {
        Ok(_) => false,
        Err(at) => {
            all.insert(at, (index, part));
            true
        }
    }
}

/// Sets the sub-register of an index, replacing any previous sub-register.
fn replace(all: &mut Vec<(IndexId, RegisterId)>, index: IndexId, part: RegisterId) {
    match all.binary_search_by_key(&index, |it| it.0) {
        Ok(at) => all[at].1 = part,
        Err(at) => all.insert(at, (index, part)),
    }
}

/// Adds the units of `more` to `all`; both lists are sorted. Returns whether any unit was new.
pub(super) fn merge(all: &mut Vec<UnitId>, more: &[UnitId]) -> bool {
    let before = all.len();
    match (all.last(), more.first()) {
        (_, None) => return false,
        (Some(last), Some(first)) if last >= first => {
            let new = more.iter().filter(|it| all.binary_search(it).is_err());
            let new: Vec<UnitId> = new.copied().collect();
            if !new.is_empty() {
                all.extend(new);
                all.sort_unstable();
            }
        }
        _ => all.extend_from_slice(more),
    }
    all.len() > before
}

/// Lists the super-registers of each register; in each list, a register comes after its own sub-registers. Also numbers
/// structures: registers have the same structure if their sub-registers have equal indices and structures.
pub(super) fn order_super_registers(registers: &mut Arena<RegisterId, Register>) {
    let mut structures: FxHashMap<Vec<(IndexId, u32)>, u32> = FxHashMap::default();
    let mut seen = vec![false; registers.len()];
    for id in registers.ids() {
        visit(registers, id, &mut seen, &mut structures);
    }
}

fn visit(
    registers: &mut Arena<RegisterId, Register>,
    id: RegisterId,
    seen: &mut [bool],
    structures: &mut FxHashMap<Vec<(IndexId, u32)>, u32>,
) {
    if std::mem::replace(&mut seen[id.index()], true) {
        return;
    }
    let parts = std::mem::take(&mut registers[id].sub_registers);
    for (_, part) in &parts {
        visit(registers, *part, seen, structures);
    }
    let structure: Vec<_> = (parts
        .iter()
        .map(|(index, part)| (*index, registers[*part].structure)))
    .collect();
    for (_, part) in &parts {
        registers[*part].super_registers.push(id);
    }
    let next = structures.len() as u32;
    let structure = *structures.entry(structure).or_insert(next);
    let register = &mut registers[id];
    (register.sub_registers, register.structure) = (parts, structure);
}

/// Clears the flag `artificial` of each index for which a non-artificial register has a non-artificial sub-register.
pub(super) fn find_artificial_indices(
    registers: &Arena<RegisterId, Register>,
    indices: &mut Indices,
) {
    for register in registers.iter().filter(|it| !it.artificial) {
        for (index, part) in &register.sub_registers {
            if !registers[*part].artificial {
                indices[*index].artificial = false;
            }
        }
    }
}
