//! Sets of ids whose indices lie close together.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use crate::ids::Id;

/// A set of ids. It takes one bit for each index between the smallest and the largest.
pub struct BitSet<I> {
    /// The index of the first stored word. All words before it are empty.
    start: usize,
    /// The stored words. Neither the first word nor the last word is zero.
    words: Vec<u64>,
    id: PhantomData<fn(I) -> I>,
}

const BITS: usize = u64::BITS as usize;

impl<I: Id> BitSet<I> {
    /// An empty set.
    pub fn new() -> BitSet<I> {
        BitSet {
            start: 0,
            words: Vec::new(),
            id: PhantomData,
        }
    }

    /// Adds an id. Returns whether the set did not contain it before.
    #[inline]
    pub fn insert(&mut self, id: I) -> bool {
        let (word, bit) = (id.index() / BITS, 1 << (id.index() % BITS));
        if let Some(known) = self.words.get_mut(word.wrapping_sub(self.start)) {
            let is_new = *known & bit == 0;
            *known |= bit;
            return is_new;
        }
        self.insert_outside(word, bit);
        true
    }

    #[inline(never)]
    fn insert_outside(&mut self, word: usize, bit: u64) {
        if self.words.is_empty() {
            self.start = word;
        }
        if word < self.start {
            let missing = self.start - word;
            self.words.splice(0..0, std::iter::repeat_n(0, missing));
            self.start = word;
        }
        let at = word - self.start;
        if at >= self.words.len() {
            self.words.resize(at + 1, 0);
        }
        self.words[at] |= bit;
    }

    /// Whether the set contains `id`.
    #[inline(always)]
    pub fn contains(&self, id: I) -> bool {
        let (word, bit) = (id.index() / BITS, 1 << (id.index() % BITS));
        let at = word.wrapping_sub(self.start);
        self.words.get(at).is_some_and(|it| it & bit != 0)
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The number of elements. The call takes time proportional to the range of the indices.
    pub fn len(&self) -> usize {
        let counts = self.words.iter().map(|it| it.count_ones() as usize);
        counts.sum()
    }

    /// The ids in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = I> + '_ {
        let words = self.words.iter().zip(self.start..);
        words.flat_map(|(&word, at)| {
            let some = |rest: u64| (rest != 0).then_some(rest);
            let rest = std::iter::successors(some(word), move |rest| some(rest & (rest - 1)));
            rest.map(move |rest| I::from_index(at * BITS + rest.trailing_zeros() as usize))
        })
    }

    /// The smallest id; `None` if the set is empty.
    pub fn first(&self) -> Option<I> {
        self.iter().next()
    }

    /// The largest id; `None` if the set is empty.
    pub fn last(&self) -> Option<I> {
        let word = self.words.last()?;
        let at = self.start + self.words.len() - 1;
        Some(I::from_index(
            at * BITS + (BITS - 1) - word.leading_zeros() as usize,
        ))
    }

    /// The range of words that both sets store: the index of its first word, and the words of each set.
    fn overlap<'a>(&'a self, other: &'a BitSet<I>) -> (usize, &'a [u64], &'a [u64]) {
        let start = self.start.max(other.start);
        let end = (self.start + self.words.len()).min(other.start + other.words.len());
        if start >= end {
            return (start, &[], &[]);
        }
        let part = |it: &'a BitSet<I>| &it.words[start - it.start..end - it.start];
        (start, part(self), part(other))
    }

    /// Whether the sets have an element in common.
    pub fn intersects(&self, other: &BitSet<I>) -> bool {
        let (_, a, b) = self.overlap(other);
        a.iter().zip(b).any(|(a, b)| a & b != 0)
    }

    /// The ids that are in both sets.
    pub fn intersection(&self, other: &BitSet<I>) -> BitSet<I> {
        let (mut start, a, b) = self.overlap(other);
        let both = || a.iter().zip(b).map(|(a, b)| a & b);
        let mut words = Vec::new();
        if let Some(first) = both().position(|it| it != 0) {
            start += first;
            let last = both().rposition(|it| it != 0).unwrap_or(first);
            words.extend(both().take(last + 1).skip(first));
        }
        BitSet {
            start,
            words,
            id: PhantomData,
        }
    }

    /// Whether all elements are also in `other`.
    pub fn is_subset(&self, other: &BitSet<I>) -> bool {
        let (_, a, b) = self.overlap(other);
        a.len() == self.words.len() && a.iter().zip(b).all(|(a, b)| a & !b == 0)
    }

    /// Adds all elements of `other`.
    pub fn union_with(&mut self, other: &BitSet<I>) {
        let (Some(first), Some(last)) = (other.first(), other.last()) else {
            return;
        };
        self.insert(first);
        self.insert(last);
        let at = other.start - self.start;
        for (word, more) in self.words[at..].iter_mut().zip(&other.words) {
            *word |= more;
        }
    }
}

impl<I: Id> Default for BitSet<I> {
    fn default() -> Self {
        BitSet::new()
    }
}

impl<I> Clone for BitSet<I> {
    fn clone(&self) -> Self {
        BitSet {
            start: self.start,
            words: self.words.clone(),
            id: PhantomData,
        }
    }
}

impl<I> PartialEq for BitSet<I> {
    fn eq(&self, other: &Self) -> bool {
        // The start of an empty set does not matter.
        self.words == other.words && (self.start == other.start || self.words.is_empty())
    }
}

impl<I> Eq for BitSet<I> {}

impl<I> Hash for BitSet<I> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words.hash(state);
    }
}

impl<I: Id> Extend<I> for BitSet<I> {
    fn extend<T: IntoIterator<Item = I>>(&mut self, ids: T) {
        for id in ids {
            self.insert(id);
        }
    }
}

impl<I: Id> FromIterator<I> for BitSet<I> {
    fn from_iter<T: IntoIterator<Item = I>>(ids: T) -> Self {
        let mut set = BitSet::new();
        set.extend(ids);
        set
    }
}

impl<I: Id + fmt::Debug> fmt::Debug for BitSet<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    crate::id! {
        struct N;
    }

    fn set(numbers: &[u32]) -> BitSet<N> {
        numbers.iter().map(|it| N(*it)).collect()
    }

    #[test]
    fn sets_are_as_those_of_the_library() {
        let samples: [&[u32]; 7] = [
            &[],
            &[0],
            &[700],
            &[63, 64],
            &[64, 700],
            &[5, 63, 64, 130],
            &[0, 700],
        ];
        for a in samples {
            let (x, p) = (set(a), BTreeSet::from_iter(a));
            assert!(x.iter().map(|it| it.0).eq(a.iter().copied()));
            assert_eq!((x.len(), x.is_empty()), (a.len(), a.is_empty()));
            assert_eq!(x.first().map(|it| it.0), a.first().copied());
            assert_eq!(x.last().map(|it| it.0), a.last().copied());
            for b in samples {
                let (y, q) = (set(b), BTreeSet::from_iter(b));
                assert_eq!(x == y, p == q);
                assert_eq!(x.is_subset(&y), p.is_subset(&q), "{a:?} {b:?}");
                assert_eq!(x.intersects(&y), !p.is_disjoint(&q));
                let both: Vec<u32> = p.intersection(&q).map(|it| **it).collect();
                assert_eq!(x.intersection(&y), set(&both));
                let any: Vec<u32> = p.union(&q).map(|it| **it).collect();
                let mut union = x.clone();
                union.union_with(&y);
                assert_eq!(union, set(&any));
                assert!(any.iter().all(|it| union.contains(N(*it))));
            }
            assert!([1, 62, 65, 128, 701].iter().all(|it| !x.contains(N(*it))));
        }
    }
}
