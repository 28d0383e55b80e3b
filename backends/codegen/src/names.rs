//! Sets of names that detect repetitions.

use elaborate::symbol::Sym;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

/// Up to this number of names are compared one by one.
const FEW: usize = 8;

/// A set of names that must be distinct. Most sets have few names, so the first names are compared instead of hashed.
#[derive(Default)]
pub(crate) struct DistinctNames {
    first: SmallVec<[Sym; FEW]>,
    others: FxHashSet<Sym>,
}

impl DistinctNames {
    /// Adds a name; returns whether it is new.
    pub(crate) fn insert(&mut self, name: Sym) -> bool {
        if self.first.contains(&name) {
            return false;
        }
        if self.first.len() < FEW {
            self.first.push(name);
            return true;
        }
        self.others.insert(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_new_once() {
        let mut names = DistinctNames::default();
        let all = (0..3 * FEW).map(|it| Sym::new(&format!("n{it}")));
        for name in all.clone() {
            assert!(names.insert(name));
        }
        for name in all {
            assert!(!names.insert(name));
        }
    }
}
