//! Sub-registers that definitions do not list, because they consist of parts of several listed sub-registers.
//!
//! For example, if the register `A` has four parts, and the register `B` consists of the second and third part of `A`,
//! then `B` is a sub-register of `A`.

use std::collections::VecDeque;

use backend::ids::{Arena, Id};
use backend::{Fatal, Records, bail, spend};

use super::indices::Concatenations;
use super::sub_registers::insert;
use super::{IndexId, Indices, Register, RegisterId, Registers};

/// Adds the missing sub-registers of each register that is covered by its sub-registers.
pub(super) fn complete(
    records: &Records,
    registers: &mut Arena<RegisterId, Register>,
    indices: &mut Indices,
    concatenations: Concatenations,
) -> Result<(), Fatal> {
    let mut starting_with = vec![Vec::new(); registers.len()];
    for (id, register) in registers.with_ids() {
        if let (true, Some((_, first))) = (register.covered, register.explicit.first()) {
            starting_with[first.index()].push(id);
        }
    }
    let mut work = Search {
        records,
        names: vec![None; registers.len()],
        registers,
        indices,
        concatenations,
        starting_with,
    };
    for id in work.registers.ids() {
        if work.registers[id].covered {
            work.complete(id)?;
        }
    }
    Ok(())
}

struct Search<'a> {
    records: &'a Records,
    registers: &'a mut Arena<RegisterId, Register>,
    indices: &'a mut Indices,
    concatenations: Concatenations,
    /// For each register `r`, the registers that list `r` as their first sub-register and that are covered by their
    /// sub-registers.
    starting_with: Vec<Vec<RegisterId>>,
    /// For each register, the sub-register index that names it in the current register. `None` if it is not a
    /// sub-register of the current register.
    names: Vec<Option<IndexId>>,
}

impl Search<'_> {
    fn complete(&mut self, id: RegisterId) -> Result<(), Fatal> {
        let mut queue: VecDeque<RegisterId> = VecDeque::new();
        for (index, part) in &self.registers[id].sub_registers {
            self.names[part.index()] = Some(*index);
            queue.push_back(*part);
        }
        let (mut new, mut looked_at) = (Vec::new(), 0);
        while let Some(part) = queue.pop_front() {
            looked_at += 1 + self.starting_with[part.index()].len();
            for at in 0..self.starting_with[part.index()].len() {
                let candidate = self.starting_with[part.index()][at];
                if candidate == id || self.names[candidate.index()].is_some() {
                    continue;
                }
                let Some(parts) = self.parts_here(candidate) else {
                    continue;
                };
                let index = self.indices.concatenation(&mut self.concatenations, parts);
                if insert(&mut self.registers[id].sub_registers, index, candidate) {
                    self.names[candidate.index()] = Some(index);
                    new.push((index, candidate));
                    queue.push_back(candidate);
                }
            }
        }
        spend(looked_at);
        let result = self.compose(id, &new);
        for (_, part) in &self.registers[id].sub_registers {
            self.names[part.index()] = None;
        }
        result
    }

    /// The indices that name the smallest parts of `candidate` in the current register. `None` if `candidate` lists
    /// only one sub-register, or if a listed sub-register is not a sub-register of the current register.
    fn parts_here(&self, candidate: RegisterId) -> Option<Vec<IndexId>> {
        let explicit = &self.registers[candidate].explicit;
        if explicit.len() == 1 {
            return None;
        }
        let mut parts = Vec::new();
        for (_, part) in explicit {
            let index = self.names[part.index()]?;
            match &self.indices[index].concatenation[..] {
                [] => parts.push(index),
                smaller => parts.extend_from_slice(smaller),
            }
        }
        Some(parts)
    }

    /// For each new sub-register, records the composites of its index with the indices of its own sub-registers. An
    /// error if a sub-register of a new sub-register is not a sub-register of the register `id`.
    fn compose(&mut self, id: RegisterId, new: &[(IndexId, RegisterId)]) -> Result<(), Fatal> {
        for (first, part) in new {
            spend(1 + self.registers[*part].sub_registers.len());
            for at in 0..self.registers[*part].sub_registers.len() {
                let (second, inner) = self.registers[*part].sub_registers[at];
                let Some(both) = self.names[inner.index()] else {
                    let register = &self.registers[id];
                    bail!(
                        Registers::location_of(self.records, register),
                        "No SubRegIndex for {} in {}",
                        self.registers[inner].name,
                        register.name
                    );
                };
                // Usually the composite is already known from another register.
                if !self.indices.knows(*first, second, both) {
                    self.indices.compose(*first, second, both);
                }
            }
        }
        Ok(())
    }
}
