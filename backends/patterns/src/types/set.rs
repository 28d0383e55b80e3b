//! Sets of value types.

use std::fmt;
use std::ops::RangeInclusive;

use target_model::value_types::ValueType;

/// The types that are possible in one hardware mode, in the order of their numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TypeSet([u64; TypeSet::WORDS]);

const BITS: usize = u64::BITS as usize;

impl TypeSet {
    /// A number has eight bits.
    const WORDS: usize = 256 / BITS;

    /// No type: a contradiction if it is said of a value.
    pub const EMPTY: TypeSet = TypeSet([0; TypeSet::WORDS]);

    /// Vectors, those of a size that is not known before run time among them.
    pub const VECTORS: TypeSet = TypeSet::range(ValueType::VECTORS);
    /// All that is no vector: also what stands for several types, and types that are no values.
    pub(crate) const SCALARS: TypeSet = TypeSet::VECTORS.complement();
    /// Floating-point types and vectors of them.
    pub const FLOATS: TypeSet = TypeSet::range(ValueType::SCALAR_FLOATS)
        .union(TypeSet::range(88..=136))
        .union(TypeSet::range(169..=189));
    /// Integers of a known size and vectors of them.
    pub const INTEGERS: TypeSet = TypeSet::range(ValueType::SCALAR_INTEGERS)
        .union(TypeSet::range(17..=87))
        .union(TypeSet::range(137..=168));
    /// What may be where an integer has to be: a pointer is as good as one.
    pub(crate) const INTEGERS_OR_POINTERS: TypeSet = TypeSet::INTEGERS.union(TypeSet::POINTER);
    /// What an integer as wide as a pointer may turn out to be.
    const POINTER_LIKE: TypeSet =
        TypeSet::range(ValueType::SCALAR_INTEGERS).union(TypeSet::POINTER);
    const POINTER: TypeSet = TypeSet::range(254..=254);
    /// What stands for any of several types.
    const OVERLOADED: TypeSet = TypeSet::range(250..=253).union(TypeSet::range(255..=255));
    const NORMAL: TypeSet = TypeSet::range(ValueType::NORMAL);

    /// The types whose numbers are in a range.
    const fn range(numbers: RangeInclusive<u8>) -> TypeSet {
        let mut words = [0; TypeSet::WORDS];
        let (mut number, last) = (*numbers.start() as usize, *numbers.end() as usize);
        while number <= last {
            words[number / BITS] |= 1 << (number % BITS);
            number += 1;
        }
        TypeSet(words)
    }

    /// Just this type.
    pub fn one(ty: ValueType) -> TypeSet {
        let mut set = TypeSet::EMPTY;
        set.insert(ty);
        set
    }

    const fn complement(self) -> TypeSet {
        let [a, b, c, d] = self.0;
        TypeSet([!a, !b, !c, !d])
    }

    /// What is in either set.
    pub const fn union(self, other: TypeSet) -> TypeSet {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        TypeSet([a | e, b | f, c | g, d | h])
    }

    /// What is in both sets.
    pub const fn intersection(self, other: TypeSet) -> TypeSet {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        TypeSet([a & e, b & f, c & g, d & h])
    }

    /// What is in this set and not in the other.
    pub const fn difference(self, other: TypeSet) -> TypeSet {
        self.intersection(other.complement())
    }

    /// Whether no type is in it.
    pub fn is_empty(self) -> bool {
        self == TypeSet::EMPTY
    }

    /// How many types are in it.
    pub fn len(self) -> usize {
        self.0.iter().map(|it| it.count_ones() as usize).sum()
    }

    /// Whether a type is in it.
    pub fn contains(self, ty: ValueType) -> bool {
        let number = usize::from(ty.number());
        self.0[number / BITS] >> (number % BITS) & 1 == 1
    }

    /// Whether some type is in both sets.
    pub fn intersects(self, other: TypeSet) -> bool {
        !self.intersection(other).is_empty()
    }

    /// Adds a type, if it is not in it already.
    pub fn insert(&mut self, ty: ValueType) {
        let number = usize::from(ty.number());
        self.0[number / BITS] |= 1 << (number % BITS);
    }

    /// Removes all types that are not in the other set; whether there were any.
    pub fn retain(&mut self, other: TypeSet) -> bool {
        let before = *self;
        *self = before.intersection(other);
        *self != before
    }

    /// Removes all types that are in the other set; whether there were any.
    pub fn remove(&mut self, other: TypeSet) -> bool {
        self.retain(other.complement())
    }

    /// The types in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = ValueType> {
        self.0.into_iter().enumerate().flat_map(|(at, word)| {
            let some = |rest: u64| (rest != 0).then_some(rest);
            let rest = std::iter::successors(some(word), move |rest| some(rest & (rest - 1)));
            rest.filter_map(move |rest| {
                ValueType::of_number((at * BITS) as u8 + rest.trailing_zeros() as u8)
            })
        })
    }

    /// The type with the smallest number.
    pub fn first(self) -> Option<ValueType> {
        self.iter().next()
    }

    /// The type, if there is exactly one.
    pub fn only(self) -> Option<ValueType> {
        let mut words = (0..).zip(self.0).filter(|(_, word)| *word != 0);
        let (at, word) = words.next()?;
        let is_only = word.is_power_of_two() && words.next().is_none();
        let number = (at * BITS) as u8 + word.trailing_zeros() as u8;
        is_only.then(|| ValueType::of_number(number)).flatten()
    }

    /// Leaves what is in both sets; whether that changed anything.
    ///
    /// A pointer ([`ValueType::IPTR`]) in one of the sets alone matches scalar integers that are in the other alone: a
    /// single one of them is more specific than the pointer and stays, several are less specific and give way to it.
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

    /// Puts the legal types that it stands for in the place of an overloaded type.
    pub(crate) fn expand_overloads(&mut self, legal: TypeSet) {
        use ValueType as T;
        if !self.intersects(TypeSet::OVERLOADED) {
            return;
        }
        let meanings = [
            (T::IPTR_ANY, TypeSet::POINTER),
            (T::I_ANY, TypeSet::INTEGERS.intersection(legal)),
            (T::F_ANY, TypeSet::FLOATS.intersection(legal)),
            (T::V_ANY, TypeSet::VECTORS.intersection(legal)),
            (T::ANY, TypeSet::NORMAL.intersection(legal)),
        ];
        // As in the reference, one of them alone if there are several.
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
    /// Appends it as the reference prints it: `[i32 i64]`.
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
