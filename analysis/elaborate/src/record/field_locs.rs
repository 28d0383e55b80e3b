//! The locations where a record's fields were set.

use std::sync::{Arc, LazyLock};

use super::Loc;

/// For each field, the location where its value was set last, or else where the field was declared. Records share the
/// inherited locations and store only the few that `let`s changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FieldLocs {
    inherited: Arc<Vec<Loc>>,
    changed: Vec<(u32, Loc)>,
}

/// The empty list, with which each record starts.
static NONE: LazyLock<Arc<Vec<Loc>>> = LazyLock::new(Arc::default);

impl Default for FieldLocs {
    fn default() -> Self {
        FieldLocs {
            inherited: NONE.clone(),
            changed: Vec::new(),
        }
    }
}

/// The largest number of changes that are stored separately. They are searched linearly.
const MAX_CHANGED: usize = 16;

impl FieldLocs {
    /// The location of the field with this index. The index must be valid.
    pub(crate) fn get(&self, index: usize) -> Loc {
        let changed = self.changed.iter().find(|it| it.0 as usize == index);
        changed.map_or_else(|| self.inherited[index], |it| it.1)
    }

    /// Changes the location of a field.
    pub(crate) fn set(&mut self, index: usize, loc: Loc) {
        if self.get(index) == loc {
            return;
        }
        if let Some(changed) = self.changed.iter_mut().find(|it| it.0 as usize == index) {
            changed.1 = loc;
        } else if self.changed.len() < MAX_CHANGED {
            self.changed.push((index as u32, loc));
        } else {
            self.merge()[index] = loc;
        }
    }

    /// Adds the location of a new field.
    pub(crate) fn push(&mut self, loc: Loc) {
        Arc::make_mut(&mut self.inherited).push(loc);
    }

    /// Makes room for `more` locations.
    pub(super) fn reserve(&mut self, more: usize) {
        match Arc::get_mut(&mut self.inherited) {
            Some(locs) => locs.reserve_exact(more),
            None => {
                let mut locs = Vec::with_capacity(self.inherited.len() + more);
                locs.extend_from_slice(&self.inherited);
                self.inherited = Arc::new(locs);
            }
        }
    }

    /// Adds the locations in `other` from the index `from` on.
    pub(super) fn append(&mut self, other: &FieldLocs, from: usize) {
        let locs = Arc::make_mut(&mut self.inherited);
        if other.changed.is_empty() {
            locs.extend_from_slice(&other.inherited[from..]);
        } else {
            locs.extend((from..other.inherited.len()).map(|index| other.get(index)));
        }
    }

    /// The shared locations only, without the changes of this record.
    pub(crate) fn inherited(&self) -> FieldLocs {
        FieldLocs {
            inherited: self.inherited.clone(),
            changed: Vec::new(),
        }
    }

    /// The address of the shared list. It is unique as long as one of the list's owners exists.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.inherited).addr()
    }

    /// The locations in this list, followed by the locations in `other`.
    pub(crate) fn and(&self, other: &FieldLocs) -> FieldLocs {
        let mut both = Vec::with_capacity(self.inherited.len() + other.inherited.len());
        for of in [self, other] {
            both.extend((0..of.inherited.len()).map(|index| of.get(index)));
        }
        FieldLocs {
            inherited: Arc::new(both),
            changed: Vec::new(),
        }
    }

    /// Replaces the shared list by the shared list of another record. The new list must begin with the locations of the
    /// old list.
    pub(crate) fn inherit(&mut self, shared: &FieldLocs) {
        debug_assert!(shared.changed.is_empty());
        self.inherited = shared.inherited.clone();
    }

    /// The locations of all fields but the first `count`, for records that inherit the remaining fields.
    pub(crate) fn without_first(&self, count: usize) -> FieldLocs {
        let mut rest = self.clone();
        if count > 0 || !rest.changed.is_empty() {
            rest.merge().drain(..count);
        }
        rest
    }

    /// Applies the changes to the list. A shared list is copied first.
    fn merge(&mut self) -> &mut Vec<Loc> {
        let locs = Arc::make_mut(&mut self.inherited);
        for (index, loc) in self.changed.drain(..) {
            locs[index as usize] = loc;
        }
        locs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hir::SpanId;
    use crate::ids::StmtId;

    fn loc(span: u32) -> Loc {
        Loc {
            item: StmtId(0),
            span: SpanId(span),
        }
    }

    #[test]
    fn changes_few_or_many_leave_what_others_inherit() {
        let count = 2 * MAX_CHANGED;
        let mut class = FieldLocs::default();
        (0..count).for_each(|index| class.push(loc(index as u32)));
        let mut record = class.clone();
        for changed in 0..count {
            record.set(changed, loc(100));
            record.set(changed, loc(200 + changed as u32));
            for index in 0..count {
                let want = if index <= changed { 200 + index } else { index };
                assert_eq!(record.get(index), loc(want as u32), "{changed} {index}");
                assert_eq!(class.get(index), loc(index as u32));
            }
            let rest = record.without_first(3);
            assert!((3..count).all(|index| rest.get(index - 3) == record.get(index)));
        }
    }
}
