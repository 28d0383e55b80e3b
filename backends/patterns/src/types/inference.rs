//! The operations that narrow down the possible types of the values of a pattern.

use backend::{Fatal, Rec};
use smallvec::SmallVec;
use target_model::hw_modes::{ModeId, TypeByHwMode};

use super::relations::{self, elements_of, vectors_of};
use super::set::TypeSet;
use super::sets::TypeSets;

/// Narrows down the types of one pattern.
///
/// Every operation returns whether it changed anything. Once the pattern has an error, no operation changes anything.
pub(crate) struct Inference {
    /// The types of all register classes in all modes.
    legal: TypeSet,
    /// Whether sets that have become empty in every mode are an error.
    pub validates: bool,
    /// Whether the pattern has an error. Then no operation changes anything.
    has_error: bool,
    /// The message of an error that an operation has found, until [`Self::take_error`] is called.
    error: Option<&'static str>,
}

/// A value has no possible type in any hardware mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EmptySets;

impl EmptySets {
    /// The error for a pattern in the record `rec`.
    pub(crate) fn in_pattern(self, rec: Rec) -> Fatal {
        let message = format!("Type set is empty for each HW mode in '{}'", rec.name());
        Box::new(rec.fatal(message).once_a_place())
    }
}

type Changed = Result<bool, EmptySets>;

impl Inference {
    pub(crate) fn new(legal: TypeSet) -> Inference {
        Inference {
            legal,
            validates: true,
            has_error: false,
            error: None,
        }
    }

    pub(crate) fn has_error(&self) -> bool {
        self.has_error
    }

    /// Marks the pattern as having an error.
    pub(crate) fn set_error(&mut self) {
        self.has_error = true;
    }

    /// Takes the message of the error that an operation found; `None` if there is no error. The operation stopped at
    /// the error, so the sets are narrowed down only in part.
    pub(crate) fn take_error(&mut self) -> Option<&'static str> {
        self.error.take()
    }

    /// The result of an operation that narrows `sets`. If `validates` is true, it is an error that one of `sets` is
    /// empty in all modes.
    fn done(&self, changed: bool, sets: &[&TypeSets]) -> Changed {
        if self.validates && sets.iter().any(|it| it.is_contradiction()) {
            return Err(EmptySets);
        }
        Ok(changed)
    }

    /// Keeps the types in `sets` that are also possible in `other`. If nothing is known about `sets`, copies `other`.
    /// If nothing is known about `other`, changes nothing.
    pub(crate) fn merge(&self, sets: &mut TypeSets, other: &TypeSets) -> Changed {
        let mut changed = false;
        if !other.is_empty() && sets != other && !self.has_error {
            if sets.is_empty() {
                sets.clone_from(other);
                changed = true;
            } else {
                changed = sets.constrain(other);
            }
        }
        self.done(changed, &[sets])
    }

    /// Keeps at most one type in each mode: the first in the order of LLVM's value types.
    pub(crate) fn force_arbitrary(&self, sets: &mut TypeSets) -> Changed {
        let mut changed = false;
        if !self.has_error {
            for (_, set) in sets.iter_mut() {
                let first = set.iter().take(1).collect();
                changed |= set.retain(first);
            }
        }
        self.done(changed, &[sets])
    }

    /// Keeps integers, vectors of them, and the integer with the size of a pointer.
    pub(crate) fn enforce_integer(&self, sets: &mut TypeSets) -> Changed {
        self.enforce(sets, TypeSet::INTEGERS_OR_POINTERS)
    }

    /// Keeps floating-point types and vectors of them.
    pub(crate) fn enforce_floating_point(&self, sets: &mut TypeSets) -> Changed {
        self.enforce(sets, TypeSet::FLOATS)
    }

    pub(crate) fn enforce_scalar(&self, sets: &mut TypeSets) -> Changed {
        self.enforce(sets, TypeSet::SCALARS)
    }

    pub(crate) fn enforce_vector(&self, sets: &mut TypeSets) -> Changed {
        self.enforce(sets, TypeSet::VECTORS)
    }

    /// If nothing is known about the types, makes all legal types possible.
    pub(crate) fn enforce_any(&self, sets: &mut TypeSets) -> Changed {
        let changed = sets.is_empty() && !self.has_error;
        if changed {
            *sets = TypeSets::simple(self.legal);
        }
        self.done(changed, &[sets])
    }

    /// Keeps the types that are in `kind`. If nothing is known, all legal types in `kind` become possible.
    fn enforce(&self, sets: &mut TypeSets, kind: TypeSet) -> Changed {
        let mut changed = false;
        if !self.has_error {
            if sets.is_empty() {
                let set = self.legal.intersection(kind);
                sets.get_mut(ModeId::DEFAULT).clone_from(&set);
                changed = true;
            } else {
                changed = sets.retain(kind);
            }
        }
        self.done(changed, &[sets])
    }

    /// Keeps the types in `big` that are larger than some type in `small`, and the types in `small` that are smaller
    /// than some type in `big`. If both sets contain integers, only integers (and pointers) are kept. Otherwise both
    /// sets must contain floating-point numbers, and only these are kept. Vectors are kept only if both sets contain
    /// vectors.
    ///
    /// `small_is_type` means that `small` is a temporary set for a type in a constraint, not the types of a value.
    pub(crate) fn enforce_smaller_than(
        &mut self,
        small: &mut TypeSets,
        big: &mut TypeSets,
        small_is_type: bool,
    ) -> Changed {
        if self.has_error {
            return self.done(false, &[small, big]);
        }
        let mut changed = self.enforce_any(small)?;
        changed |= self.enforce_any(big)?;
        let modes = modes_of_both(small, big);
        for mode in &modes {
            let (s, b) = (small.get_mut(*mode), big.get_mut(*mode));
            let both_may_be = |kind| s.intersects(kind) && b.intersects(kind);
            let kinds = [TypeSet::INTEGERS_OR_POINTERS, TypeSet::FLOATS];
            if let Some(kind) = kinds.into_iter().find(|kind| both_may_be(*kind)) {
                changed |= s.retain(kind) | b.retain(kind);
            } else if small_is_type && b.is_empty() {
                // `small` is a temporary set, so narrowing it does not count as a change.
                *s = TypeSet::EMPTY;
            } else if s.is_empty() || b.is_empty() {
                // As in the reference, this overwrites the result of earlier changes.
                changed = !s.is_empty() || !b.is_empty();
                (*s, *b) = (TypeSet::EMPTY, TypeSet::EMPTY);
            } else {
                self.error = Some("Incompatible types");
                self.has_error = true;
                return self.done(changed, &[small, big]);
            }
            if !s.intersects(TypeSet::VECTORS) || !b.intersects(TypeSet::VECTORS) {
                changed |= s.retain(TypeSet::SCALARS) | b.retain(TypeSet::SCALARS);
            }
        }
        for mode in modes {
            let (s, b) = (small.get_mut(mode), big.get_mut(mode));
            for kind in [TypeSet::SCALARS, TypeSet::VECTORS] {
                let smallest = s.intersection(kind).iter().min_by_key(relations::order);
                if let Some(smallest) = smallest {
                    changed |= b.remove(relations::no_larger_than(smallest));
                }
                let largest = b.intersection(kind).iter().max_by_key(relations::order);
                if let Some(largest) = largest {
                    changed |= s.remove(relations::no_smaller_than(largest));
                }
            }
        }
        self.done(changed, &[small, big])
    }

    /// Keeps the vectors in `vector` whose element type is in `element`, and the types in `element` that are the
    /// element type of such a vector.
    pub(crate) fn enforce_vector_of(
        &self,
        vector: &mut TypeSets,
        element: &mut TypeSets,
    ) -> Changed {
        if self.has_error {
            return self.done(false, &[vector, element]);
        }
        let mut changed = false;
        if vector.is_empty() {
            changed |= self.enforce_vector(vector)?;
        }
        if element.is_empty() {
            changed |= self.enforce_scalar(element)?;
        }
        for mode in modes_of_both(vector, element) {
            let (v, e) = (vector.get_mut(mode), element.get_mut(mode));
            changed |= v.retain(TypeSet::VECTORS) | e.retain(TypeSet::SCALARS);
            let elements = elements_of(*v);
            changed |= v.retain(vectors_of(*e)) | e.retain(elements);
        }
        self.done(changed, &[vector, element])
    }

    /// Keeps the vectors in `vector` whose element type is `element`.
    pub(crate) fn enforce_vector_of_type(
        &self,
        vector: &mut TypeSets,
        element: &TypeByHwMode,
    ) -> Changed {
        self.enforce_vector_of(vector, &mut TypeSets::by_mode(element))
    }

    /// Keeps the vectors in `part` that are shorter than a vector in `whole` with the same element type. Then keeps the
    /// vectors in `whole` that are longer than a vector in `part` with the same element type.
    pub(crate) fn enforce_sub_vector_of(
        &self,
        whole: &mut TypeSets,
        part: &mut TypeSets,
    ) -> Changed {
        if self.has_error {
            return self.done(false, &[whole, part]);
        }
        let mut changed = false;
        for sets in [&mut *whole, &mut *part] {
            if sets.is_empty() {
                changed |= self.enforce_vector(sets)?;
            }
        }
        for mode in modes_of_both(whole, part) {
            let (w, p) = (whole.get_mut(mode), part.get_mut(mode));
            changed |= p.retain(TypeSet::VECTORS);
            changed |= p.retain(relations::sub_vectors_of(*w));
            changed |= w.retain(relations::super_vectors_of(*p));
        }
        self.done(changed, &[whole, part])
    }

    /// Keeps the types in each set that have as many elements as some type in the other set. All scalars count as
    /// having the same number of elements.
    pub(crate) fn enforce_same_element_count(&self, a: &mut TypeSets, b: &mut TypeSets) -> Changed {
        self.enforce_same(a, b, relations::with_same_element_count)
    }

    /// Keeps the types in each set that have as many bits as some type in the other set.
    pub(crate) fn enforce_same_size(&self, a: &mut TypeSets, b: &mut TypeSets) -> Changed {
        self.enforce_same(a, b, relations::with_same_size)
    }

    fn enforce_same(
        &self,
        a: &mut TypeSets,
        b: &mut TypeSets,
        same: fn(TypeSet) -> TypeSet,
    ) -> Changed {
        if self.has_error {
            return self.done(false, &[a, b]);
        }
        let mut changed = self.enforce_any(a)?;
        changed |= self.enforce_any(b)?;
        for mode in modes_of_both(a, b) {
            let (a, b) = (a.get_mut(mode), b.get_mut(mode));
            let like_a = same(*a);
            changed |= a.retain(same(*b)) | b.retain(like_a);
        }
        self.done(changed, &[a, b])
    }

    /// Replaces the first overloaded type in the set of each mode by the legal types that it covers.
    pub(crate) fn expand_overloads(&self, sets: &mut TypeSets) -> Result<(), EmptySets> {
        for (_, set) in sets.iter_mut() {
            set.expand_overloads(self.legal);
        }
        self.done(false, &[sets]).map(|_| ())
    }
}

/// The modes for which `a` or `b` has a set, the default mode last.
fn modes_of_both(a: &TypeSets, b: &TypeSets) -> SmallVec<[ModeId; 4]> {
    let mut modes: SmallVec<[ModeId; 4]> = a.iter().chain(b.iter()).map(|(mode, _)| mode).collect();
    // The default mode is 0, which wraps around and so sorts last.
    modes.sort_unstable_by_key(|mode| mode.0.wrapping_sub(1));
    modes.dedup();
    modes
}
