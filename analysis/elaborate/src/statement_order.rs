//! The statements of a unit: the source that contains each, and their order.

use std::sync::OnceLock;

use crate::ids::StmtId;

/// The statements of a unit without their contents. Edits within statements leave the layout unchanged.
#[derive(Debug, Default)]
pub struct Layout {
    /// For each statement id: its source, and the index of the statement there. `None` if an edit removed the
    /// statement.
    pub items: Vec<Option<(usize, usize)>>,
    /// The ids of the statements in the order of the unit.
    pub order: Vec<StmtId>,
    /// The statements, blocks and sources of the unit in order.
    pub steps: Vec<Step>,
    places: OnceLock<Vec<u32>>,
    by_source: OnceLock<Vec<Vec<Option<StmtId>>>>,
}

/// A step of a walk through a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A statement other than the head of a block.
    Stmt(StmtId),
    /// The head of a `let` or `defset`. The statements of its block follow, up to the matching [`Step::Leave`].
    Enter(StmtId),
    /// The end of the block with this head.
    Leave(StmtId),
    /// The start of a source: the root file, or a file that is included between statements.
    Source(usize),
    /// The end of a source. The including source continues.
    EndSource(usize),
}

impl Layout {
    /// The source of the statement `item`, and its index there; `None` if an edit removed it.
    pub fn stmt(&self, item: StmtId) -> Option<(usize, usize)> {
        self.items.get(item.0 as usize).copied().flatten()
    }

    /// The position of the statement `item` in the unit; `None` if an edit removed it.
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

    /// The ids of a source's statements, by their index in the source.
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
