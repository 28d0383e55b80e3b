//! Sets of value types.

use std::fmt;
use std::ops::RangeInclusive;

use target_model::value_types::ValueType;

/// The set of types that are possible in one hardware mode: a bit set over the indices of the types.
#[derive(Clone, Copy, Eq, PartialOrd, Ord, Hash, Default)]
#[expect(
    clippy::derived_hash_with_manual_eq,
    reason = "both compare the same words"
)]
pub struct TypeSet([u64; TypeSet::WORDS]);

/// A comparison without branches. The derived comparison calls a function of the C library for the five words, which
/// took 5% of the time of generating a selector.
impl PartialEq for TypeSet {
    #[inline]
    fn eq(&self, other: &TypeSet) -> bool {
        let words = self.0.iter().zip(&other.0);
        words.fold(0, |differing, (a, b)| differing | (a ^ b)) == 0
    }
}

const BITS: usize = u64::BITS as usize;

impl TypeSet {
    /// The number of words, which suffices for the types of all releases.
    const WORDS: usize = (ValueType::COUNT as usize + 1).div_ceil(BITS);

    /// The empty set: a value with no possible type, which is a contradiction.
    pub const EMPTY: TypeSet = TypeSet([0; TypeSet::WORDS]);

    /// Vectors, including scalable ones.
    pub const VECTORS: TypeSet = TypeSet::range(ValueType::VECTORS);
    /// All types that are not vectors, including overloaded types and types without values.
    pub(crate) const SCALARS: TypeSet = TypeSet::VECTORS.complement();
    /// Floating-point types and vectors of them.
    pub const FLOATS: TypeSet =
        TypeSet::range(ValueType::SCALAR_FLOATS).union(TypeSet::vectors_of_floats(true));
    /// Integers of known size and vectors of them.
    pub const INTEGERS: TypeSet =
        TypeSet::range(ValueType::SCALAR_INTEGERS).union(TypeSet::vectors_of_floats(false));
    /// The types accepted where an integer is required, which include pointers.
    pub(crate) const INTEGERS_OR_POINTERS: TypeSet = TypeSet::INTEGERS.union(TypeSet::POINTER);
    /// The pointer type, and the scalar integers that it matches (see [`Self::constrain`]).
    const POINTER_LIKE: TypeSet =
        TypeSet::range(ValueType::SCALAR_INTEGERS).union(TypeSet::POINTER);
    const POINTER: TypeSet = TypeSet::EMPTY.with(ValueType::IPTR);
    const OVERLOADED: TypeSet = TypeSet::EMPTY
        .with(ValueType::IPTR_ANY)
        .with(ValueType::P_ANY)
        .with(ValueType::CPTR)
        .with(ValueType::V_ANY)
        .with(ValueType::F_ANY)
        .with(ValueType::I_ANY)
        .with(ValueType::ANY);
    const NORMAL: TypeSet = TypeSet::range(ValueType::NORMAL);

    /// The types whose indices are in `indices`.
    const fn range(indices: RangeInclusive<u16>) -> TypeSet {
        let mut set = TypeSet::EMPTY;
        let (mut index, last) = (*indices.start(), *indices.end());
        while index <= last {
            set = set.with_index(index);
            index += 1;
        }
        set
    }

    /// The vectors with floating-point elements if `wanted`, otherwise all other vectors.
    const fn vectors_of_floats(wanted: bool) -> TypeSet {
        let mut set = TypeSet::EMPTY;
        let (mut index, last) = (*ValueType::VECTORS.start(), *ValueType::VECTORS.end());
        while index <= last {
            if let Some(ty) = ValueType::of_index(index)
                && ty.is_floating_point() == wanted
            {
                set = set.with_index(index);
            }
            index += 1;
        }
        set
    }

    const fn with(self, ty: ValueType) -> TypeSet {
        self.with_index(ty.index())
    }

    const fn with_index(self, index: u16) -> TypeSet {
        let mut words = self.0;
        words[index as usize / BITS] |= 1 << (index as usize % BITS);
        TypeSet(words)
    }

    /// The set with `ty` as its only type.
    pub fn one(ty: ValueType) -> TypeSet {
        let mut set = TypeSet::EMPTY;
        set.insert(ty);
        set
    }

    const fn complement(self) -> TypeSet {
        let [a, b, c, d, e] = self.0;
        TypeSet([!a, !b, !c, !d, !e])
    }

    /// The types that are in `self` or in `other`.
    pub const fn union(self, other: TypeSet) -> TypeSet {
        let ([a, b, c, d, e], [v, w, x, y, z]) = (self.0, other.0);
        TypeSet([a | v, b | w, c | x, d | y, e | z])
    }

    /// The types that are in both `self` and `other`.
    pub const fn intersection(self, other: TypeSet) -> TypeSet {
        let ([a, b, c, d, e], [v, w, x, y, z]) = (self.0, other.0);
        TypeSet([a & v, b & w, c & x, d & y, e & z])
    }

    /// The types in `self` that are not in `other`.
    pub const fn difference(self, other: TypeSet) -> TypeSet {
        self.intersection(other.complement())
    }

    /// Whether the set contains no type.
    pub fn is_empty(self) -> bool {
        self == TypeSet::EMPTY
    }

    /// The number of types in the set.
    pub fn len(self) -> usize {
        self.0.iter().map(|it| it.count_ones() as usize).sum()
    }

    /// Whether the set contains `ty`.
    pub fn contains(self, ty: ValueType) -> bool {
        let index = usize::from(ty.index());
        self.0[index / BITS] >> (index % BITS) & 1 == 1
    }

    /// Whether `self` and `other` have a type in common.
    pub fn intersects(self, other: TypeSet) -> bool {
        !self.intersection(other).is_empty()
    }

    /// Adds `ty` to the set.
    pub fn insert(&mut self, ty: ValueType) {
        *self = self.with(ty);
    }

    /// Removes all types that are not in `other`; returns whether the set changed.
    pub fn retain(&mut self, other: TypeSet) -> bool {
        let before = *self;
        *self = before.intersection(other);
        *self != before
    }

    /// Removes all types that are in `other`; returns whether the set changed.
    pub fn remove(&mut self, other: TypeSet) -> bool {
        self.retain(other.complement())
    }

    /// The types in the order of their indices.
    pub fn iter(self) -> impl Iterator<Item = ValueType> {
        self.0.into_iter().enumerate().flat_map(|(at, word)| {
            let some = |rest: u64| (rest != 0).then_some(rest);
            let rest = std::iter::successors(some(word), move |rest| some(rest & (rest - 1)));
            rest.filter_map(move |rest| {
                ValueType::of_index((at * BITS) as u16 + rest.trailing_zeros() as u16)
            })
        })
    }

    /// The type with the smallest index; `None` if the set is empty.
    pub fn first(self) -> Option<ValueType> {
        self.iter().next()
    }

    /// The type, if there is exactly one.
    pub fn only(self) -> Option<ValueType> {
        let mut words = (0..).zip(self.0).filter(|(_, word)| *word != 0);
        let (at, word) = words.next()?;
        let is_only = word.is_power_of_two() && words.next().is_none();
        let index = (at * BITS) as u16 + word.trailing_zeros() as u16;
        is_only.then(|| ValueType::of_index(index)).flatten()
    }

    /// Keeps the types that are also in `other`; returns whether the set changed.
    ///
    /// If only one of the sets contains the pointer type ([`ValueType::IPTR`]), the pointer type matches the scalar
    /// integers that only the other set contains. A single such integer is more specific than the pointer type, and is
    /// kept. Several such integers are less specific, and the pointer type replaces them.
    pub fn constrain(&mut self, other: TypeSet) -> bool {
        let changed = self.constrain_pointers(other);
        self.retain(other.union(TypeSet::POINTER_LIKE)) | changed
    }

    fn constrain_pointers(&mut self, other: TypeSet) -> bool {
        let kept = other.union(TypeSet::POINTER_LIKE.complement());
        let only_in = |a: TypeSet, b| a.difference(b).intersection(TypeSet::POINTER_LIKE);
        let has_pointer = |it: TypeSet| it.contains(ValueType::IPTR);
        match (has_pointer(*self), has_pointer(other)) {
            (false, true) => {
                if only_in(*self, other).len() < 2 {
                    return false;
                }
                self.retain(kept);
                self.insert(ValueType::IPTR);
                true
            }
            (true, false) => {
                let specific = only_in(other, *self);
                let before = self.len();
                self.retain(kept);
                if specific.len() < 2 {
                    *self = self.union(specific);
                    return true;
                }
                self.insert(ValueType::IPTR);
                before != self.len()
            }
            _ => self.retain(kept),
        }
    }

    /// Replaces the first overloaded type in the set by the legal types that it covers.
    pub(crate) fn expand_overloads(&mut self, legal: TypeSet) {
        use ValueType as T;
        if !self.intersects(TypeSet::OVERLOADED) {
            return;
        }
        let meanings = [
            (T::IPTR_ANY, TypeSet::POINTER),
            (T::P_ANY, TypeSet::POINTER),
            (T::I_ANY, TypeSet::INTEGERS.intersection(legal)),
            (T::F_ANY, TypeSet::FLOATS.intersection(legal)),
            (T::V_ANY, TypeSet::VECTORS.intersection(legal)),
            (T::ANY, TypeSet::NORMAL.intersection(legal)),
        ];
        // As in the reference, further overloaded types of the set are not replaced.
        if let Some((ty, meaning)) = meanings.into_iter().find(|(ty, _)| self.contains(*ty)) {
            *self = self.difference(TypeSet::one(ty)).union(meaning);
        }
    }
}

impl FromIterator<ValueType> for TypeSet {
    fn from_iter<I: IntoIterator<Item = ValueType>>(types: I) -> Self {
        let mut set = TypeSet::EMPTY;
        for ty in types {
            set.insert(ty);
        }
        set
    }
}

impl TypeSet {
    /// Appends the set as the reference prints it: `[i32 i64]`.
    pub(super) fn push_text(self, out: &mut String) {
        out.push('[');
        for (index, ty) in self.iter().enumerate() {
            out.push_str(if index == 0 { "" } else { " " });
            out.push_str(ty.name());
        }
        out.push(']');
    }
}

impl fmt::Display for TypeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.push_text(&mut text);
        f.write_str(&text)
    }
}

impl fmt::Debug for TypeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
