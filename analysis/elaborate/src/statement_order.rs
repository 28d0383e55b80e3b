//! The statements of a unit, their places in its sources, and their order.

use std::sync::OnceLock;

use crate::ids::StmtId;

/// The statements of a unit without their contents. An edit within statements leaves it unchanged.
#[derive(Debug, Default)]
pub struct Layout {
    /// For each item: its source, and the index of its statement there. `None` for one that an edit removed.
    pub items: Vec<Option<(usize, usize)>>,
    /// The items in the order of the unit.
    pub order: Vec<StmtId>,
    /// The contents of the unit in order.
    pub steps: Vec<Step>,
    places: OnceLock<Vec<u32>>,
    by_source: OnceLock<Vec<Vec<Option<StmtId>>>>,
}

/// One step through a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A statement that is no head of a block.
    Stmt(StmtId),
    /// The head of a `let` or `defset` whose statements follow, up to the matching [`Step::Leave`].
    Enter(StmtId),
    /// The end of the block with this head.
    Leave(StmtId),
    /// A source begins or ends: includes are between statements.
    Source(usize),
    /// The end of a source; the including source continues.
    EndSource(usize),
}

impl Layout {
    /// The source and the index there of an item's statement.
    pub fn stmt(&self, item: StmtId) -> Option<(usize, usize)> {
        self.items.get(item.0 as usize).copied().flatten()
    }

    /// The position of an item; `None` for one that was removed.
    pub fn place(&self, item: StmtId) -> Option<u32> {
        let places = self.places.get_or_init(|| {
            let mut places = vec![u32::MAX; self.items.len()];
            for (place, item) in (0..).zip(&self.order) {
                places[item.0 as usize] = place;
            }
            places
        });
        let place = places.get(item.0 as usize).copied();
        place.filter(|place| *place != u32::MAX)
    }

    /// The items of a source's statements, by the statement's index there.
    pub fn of_source(&self, source: usize) -> &[Option<StmtId>] {
        let by_source = self.by_source.get_or_init(|| {
            let mut by_source: Vec<Vec<Option<StmtId>>> = Vec::new();
            for item in &self.order {
                let Some((source, stmt)) = self.stmt(*item) else {
                    continue;
                };
                if by_source.len() <= source {
                    by_source.resize_with(source + 1, Vec::new);
                }
                let items = &mut by_source[source];
                if items.len() <= stmt {
                    items.resize(stmt + 1, None);
                }
                items[stmt] = Some(*item);
            }
            by_source
        });
        by_source.get(source).map_or(&[], Vec::as_slice)
    }
}
