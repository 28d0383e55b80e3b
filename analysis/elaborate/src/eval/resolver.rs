//! Resolvers: the values that replace names while a value is resolved.

use smallvec::SmallVec;

use crate::symbol::Sym;
use crate::value::{Flags, ValueId};

use super::memo::Epoch;

pub(super) struct Resolver {
    pub(super) kind: Lookup,
    /// Whether this is a final resolve: pending casts and existence checks are evaluated, and anonymous names become
    /// strings.
    pub(super) is_final: bool,
    /// Whether an unset bit is kept as a reference to the field from which it comes.
    pub(super) keep_unset_bits: bool,
    /// The name-binding operators and the class instances that enclose the current node, innermost last.
    pub(super) layers: SmallVec<[Layer; 4]>,
    /// The epochs for memoized results. The index is the number of layers.
    pub(super) epochs: SmallVec<[Epoch; 4]>,
}

pub(super) enum Lookup {
    Map(Map),
    Fields(Fields),
}

#[derive(Default)]
pub(super) struct Map {
    pub(super) entries: SmallVec<[MapEntry; 8]>,
    pub(super) mask: u64,
    pub(super) suspended: usize,
}

pub(super) struct MapEntry {
    pub(super) name: Sym,
    pub(super) value: ValueId,
    pub(super) state: EntryState,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryState {
    Given,
    /// The value is being resolved. Meanwhile the name is not replaced.
    Suspended,
    Resolved,
}

#[derive(Default)]
pub(super) struct Fields {
    /// The resolved value of each field, by the index of the field; `None` if the field is not resolved yet. The list
    /// is empty until the first field is resolved.
    pub(super) resolved: Vec<Option<ValueId>>,
    /// The anonymous names of the record that are resolved already, each with the name that replaces it.
    pub(super) renamed: SmallVec<[(ValueId, ValueId); 2]>,
    /// The names whose values are being resolved. Used to detect cycles.
    pub(super) stack: SmallVec<[Name; 8]>,
    pub(super) rename: Option<Rename>,
    /// The epoch for memoized results of direct evaluation.
    pub(super) try_direct: Option<Epoch>,
    /// The number of lookups that the cycle check ended.
    pub(super) cuts: usize,
}

/// The new name of an anonymous record.
#[derive(Clone, Copy)]
pub(super) struct Rename {
    pub name: ValueId,
    /// Whether the name is replaced in the arguments of class instances as well. False for the first record of a
    /// prototype: the reference does not rename this record, so its name stays unresolved in such arguments.
    pub everywhere: bool,
}

/// A name that can be looked up: a variable, or the record's own anonymous name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Name {
    Var(Sym),
    Anon(ValueId),
}

pub(super) enum Layer {
    /// An operator that binds these names.
    Shadow(SmallVec<[Sym; 2]>),
    /// The arguments of a class instance. `unresolved` is set if a variable or an anonymous name remains in them.
    Track { unresolved: bool },
}

impl Resolver {
    pub(super) fn new(
        kind: Lookup,
        is_final: bool,
        keep_unset_bits: bool,
        epoch: Epoch,
    ) -> Resolver {
        Resolver {
            kind,
            is_final,
            keep_unset_bits,
            layers: SmallVec::new(),
            epochs: SmallVec::from_slice(&[epoch]),
        }
    }

    /// Whether the final resolve applies to the current node. It does not apply to the arguments of a class instance.
    pub(super) fn is_final_here(&self) -> bool {
        self.is_final && !self.is_tracking()
    }

    pub(super) fn keeps_unset_bits_here(&self) -> bool {
        self.keep_unset_bits && self.layers.is_empty()
    }

    /// Whether resolving could change a value that mentions `vars` and has `flags`.
    pub(super) fn may_change(&self, vars: u64, flags: Flags) -> bool {
        if self.is_final && flags.contains(Flags::PENDING) {
            return true;
        }
        flags.contains(Flags::DECIDED)
            || match &self.kind {
                Lookup::Map(map) => vars & map.mask != 0,
                Lookup::Fields(_) => vars != 0,
            }
    }

    /// Whether the current node is inside the arguments of a class instance.
    pub(super) fn is_tracking(&self) -> bool {
        let tracks = |layer: &Layer| matches!(layer, Layer::Track { .. });
        self.layers.iter().any(tracks)
    }

    pub(super) fn renames_everywhere(&self) -> bool {
        match &self.kind {
            Lookup::Fields(fields) => fields.rename.is_some_and(|it| it.everywhere),
            Lookup::Map(_) => false,
        }
    }

    pub(super) fn cuts(&self) -> usize {
        match &self.kind {
            Lookup::Fields(fields) => fields.cuts,
            Lookup::Map(_) => 0,
        }
    }
}

impl Map {
    pub(super) fn set(&mut self, name: Sym, value: ValueId) {
        match self.entries.iter_mut().find(|entry| entry.name == name) {
            Some(entry) => entry.value = value,
            None => self.add(name, value),
        }
    }

    /// Adds the value of a name that is not in the map yet.
    pub(super) fn add(&mut self, name: Sym, value: ValueId) {
        self.mask |= name.mask();
        self.entries.push(MapEntry {
            name,
            value,
            state: EntryState::Given,
        });
    }
}
