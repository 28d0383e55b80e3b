//! Sets of value types by hardware mode.

use std::fmt::{self, Write};
use std::hash::{Hash, Hasher};

use smallvec::SmallVec;
use target_model::hw_modes::{ByHwMode, ModeId, TypeByHwMode};
use target_model::value_types::ValueType;

use super::set::TypeSet;

/// The possible types of a value, as one set for each hardware mode that occurs.
///
/// If no mode has a set ([`Self::is_empty`]), nothing is known about the value. A mode without a set has the types of
/// the first mode with a set, which is the default mode if the default mode has a set. [`Self::get`] does not add a set
/// for such a mode, but [`Self::get_mut`] does.
#[derive(Default)]
pub struct TypeSets {
    sets: SmallVec<[(ModeId, TypeSet); 1]>,
    /// The address space of a pointer. It is ignored in comparisons.
    pub address_space: Option<u32>,
}

impl Clone for TypeSets {
    // A derived implementation would copy the sets one by one, not as a slice.
    fn clone(&self) -> TypeSets {
        TypeSets {
            sets: SmallVec::from_slice(&self.sets),
            address_space: self.address_space,
        }
    }
}

impl TypeSets {
    /// The types of a value about which nothing is known.
    pub fn new() -> TypeSets {
        TypeSets::default()
    }

    /// One type in all modes.
    pub fn single(ty: ValueType) -> TypeSets {
        TypeSets::simple(TypeSet::one(ty))
    }

    /// The same types in all modes.
    pub fn simple(set: TypeSet) -> TypeSets {
        let mut sets = TypeSets::new();
        sets.sets.push((ModeId::DEFAULT, set));
        sets
    }

    /// A type that may differ from mode to mode.
    pub fn by_mode(ty: &TypeByHwMode) -> TypeSets {
        TypeSets::any_of([ty])
    }

    /// The union of several types. The address space is that of the first type.
    pub fn any_of<'a>(types: impl IntoIterator<Item = &'a TypeByHwMode>) -> TypeSets {
        let mut sets = TypeSets::new();
        for (index, ty) in types.into_iter().enumerate() {
            if index == 0 {
                sets.address_space = ty.address_space;
            }
            sets.insert(ty);
        }
        sets
    }

    /// The modes that have a set, each with its set, the default mode first.
    pub fn iter(&self) -> impl Iterator<Item = (ModeId, TypeSet)> {
        self.sets.iter().copied()
    }

    /// Like [`Self::iter`], with mutable sets.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (ModeId, &mut TypeSet)> {
        self.sets.iter_mut().map(|(mode, set)| (*mode, set))
    }

    /// Whether no mode has a set, so that nothing is known. A mode may have an empty set.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// Whether some mode has a possible type.
    pub fn is_possible(&self) -> bool {
        self.iter().any(|(_, set)| !set.is_empty())
    }

    /// Whether there are sets and all of them are empty.
    pub(crate) fn is_contradiction(&self) -> bool {
        !self.is_empty() && !self.is_possible()
    }

    fn find(&self, mode: ModeId) -> Result<usize, usize> {
        self.sets.binary_search_by_key(&mode, |(mode, _)| *mode)
    }

    /// Whether there is a set for this mode itself.
    pub(crate) fn has_mode(&self, mode: ModeId) -> bool {
        self.find(mode).is_ok()
    }

    /// Whether the default mode has a set, which then holds for all modes without a set.
    pub fn has_default(&self) -> bool {
        matches!(self.sets.first(), Some((ModeId::DEFAULT, _)))
    }

    /// The set of the default mode, if no other mode has a set.
    pub fn as_simple(&self) -> Option<TypeSet> {
        match self.sets[..] {
            [(ModeId::DEFAULT, set)] => Some(set),
            _ => None,
        }
    }

    /// The possible types in a mode. Empty if nothing is known.
    pub fn get(&self, mode: ModeId) -> TypeSet {
        let at = self.find(mode).unwrap_or_default();
        self.sets.get(at).map_or(TypeSet::EMPTY, |(_, set)| *set)
    }

    /// The possible types in a mode, as a mutable set. A mode without a set gets a copy of the first set.
    pub fn get_mut(&mut self, mode: ModeId) -> &mut TypeSet {
        let copy = self.sets.first().map_or(TypeSet::EMPTY, |(_, set)| *set);
        self.entry(mode, copy)
    }

    /// The set of a mode. A mode without a set gets the set `new`.
    fn entry(&mut self, mode: ModeId, new: TypeSet) -> &mut TypeSet {
        let at = self.find(mode).unwrap_or_else(|at| {
            self.sets.insert(at, (mode, new));
            at
        });
        &mut self.sets[at].1
    }

    /// Adds a type that is possible in one mode.
    pub(crate) fn insert_in(&mut self, mode: ModeId, ty: ValueType) {
        self.entry(mode, TypeSet::EMPTY).insert(ty);
    }

    /// Replaces all sets by the set of `mode`, which becomes the set of the default mode and so holds in all modes.
    pub(crate) fn make_simple(&mut self, mode: ModeId) {
        let set = self.get(mode);
        self.sets.clear();
        self.sets.push((ModeId::DEFAULT, set));
    }

    /// The types that are possible in `mode`, as the set of the default mode, so that they are possible in all modes.
    pub(crate) fn in_mode(&self, mode: ModeId) -> TypeSets {
        TypeSets {
            address_space: self.address_space,
            ..TypeSets::simple(self.get(mode))
        }
    }

    /// All types that are possible in at least one mode.
    pub fn union(&self) -> TypeSet {
        let sets = self.iter().map(|(_, set)| set);
        sets.fold(TypeSet::EMPTY, TypeSet::union)
    }

    /// Whether each set contains exactly one type, or none if `allow_empty`.
    pub fn is_concrete(&self, allow_empty: bool) -> bool {
        self.iter()
            .all(|(_, set)| set.only().is_some() || (allow_empty && set.is_empty()))
    }

    /// The first possible type in each mode; [`ValueType::OTHER`] for an empty set.
    ///
    /// If the default mode has a set, the type from this set is used for all modes, even for modes with another set.
    pub fn concrete(&self) -> TypeByHwMode {
        let mut types = ByHwMode::default();
        for (mode, set) in self.iter() {
            let deciding = if self.has_default() {
                self.sets[0].1
            } else {
                set
            };
            types.insert(mode, deciding.first().unwrap_or(ValueType::OTHER));
        }
        TypeByHwMode {
            types,
            address_space: self.address_space,
        }
    }

    /// The only type in the set of the default mode. `None` if this set does not have exactly one type, or if another
    /// mode has a set.
    pub fn machine_type(&self) -> Option<ValueType> {
        self.as_simple()?.only()
    }

    /// Adds the type of each mode. If `ty` has a type for the default mode, this type is also added to the sets of the
    /// modes that `ty` does not list.
    pub fn insert(&mut self, ty: &TypeByHwMode) {
        for (mode, ty) in ty.types.iter() {
            self.entry(*mode, TypeSet::EMPTY).insert(*ty);
        }
        let Some((ModeId::DEFAULT, default)) = ty.types.first() else {
            return;
        };
        for (mode, set) in self.iter_mut() {
            if !ty.types.has(mode) {
                set.insert(*default);
            }
        }
    }

    /// Keeps the types that are also possible in `other`; returns whether that changed anything.
    pub fn constrain(&mut self, other: &TypeSets) -> bool {
        let mut changed = false;
        if self.has_default() {
            for (mode, _) in other.iter() {
                if !self.has_mode(mode) {
                    self.get_mut(mode);
                    changed = true;
                }
            }
        }
        for (mode, set) in self.iter_mut() {
            changed |= if other.has_default() || other.has_mode(mode) {
                set.constrain(other.get(mode))
            } else {
                set.retain(TypeSet::EMPTY)
            };
        }
        changed
    }

    /// Keeps the types that are in `kind`; returns whether that changed anything.
    pub fn retain(&mut self, kind: TypeSet) -> bool {
        let sets = self.iter_mut();
        sets.fold(false, |changed, (_, set)| set.retain(kind) | changed)
    }
}

/// Whether the same types are possible in every mode. If the default mode has no set, an empty set equals a missing
/// set.
impl PartialEq for TypeSets {
    fn eq(&self, other: &TypeSets) -> bool {
        if self.sets == other.sets {
            return true;
        }
        if self.has_default() != other.has_default() {
            return false;
        }
        let in_mode = |it: &TypeSets, mode| {
            if it.has_default() || it.has_mode(mode) {
                it.get(mode)
            } else {
                TypeSet::EMPTY
            }
        };
        let mut modes = self.iter().chain(other.iter());
        modes.all(|(mode, _)| in_mode(self, mode) == in_mode(other, mode))
    }
}

impl Eq for TypeSets {}

impl Hash for TypeSets {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // If the default mode has a set, only this set is hashed: equal values may differ in their other sets, since a
        // set that repeats the default may be missing.
        let deciding = if self.has_default() {
            1
        } else {
            self.sets.len()
        };
        for (mode, set) in self.iter().take(deciding) {
            if mode == ModeId::DEFAULT || !set.is_empty() {
                (mode, set).hash(state);
            }
        }
    }
}

impl TypeSets {
    /// Appends the sets as the reference prints them: `{ *:[i32] m1:[i64] }`.
    pub fn push_text(&self, out: &mut String) {
        out.push('{');
        for (mode, set) in self.iter() {
            match mode {
                ModeId::DEFAULT => out.push_str(" *:"),
                mode => _ = write!(out, " {mode}:"),
            }
            set.push_text(out);
        }
        out.push_str(if self.is_empty() { "}" } else { " }" });
    }
}

impl fmt::Display for TypeSets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.push_text(&mut text);
        f.write_str(&text)
    }
}

impl fmt::Debug for TypeSets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
