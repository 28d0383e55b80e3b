//! Projections: a class projects into another class by an index if every member of the first class has a sub-register
//! with this index, and all these sub-registers are members of the second class.

use backend::bit_set::BitSet;
use backend::ids::Arena;
use backend::spend;

use super::{ClassId, IndexId, Indices};

/// All sub-registers with `index` of the registers in `from` are members of `to`.
#[derive(Clone, Copy)]
pub(super) struct Projection {
    pub from: ClassId,
    pub index: IndexId,
    pub to: ClassId,
}

/// For each index, the classes that project into one certain class by this index. Sorted by index.
type Sources = Vec<(IndexId, BitSet<ClassId>)>;

/// Adds compositions of projections. In `order`, the index of a part must precede the indices of smaller parts within
/// it, so that no projection is added for an index that was already visited.
pub(super) fn close(
    known: Vec<Projection>,
    order: &[IndexId],
    indices: &Indices,
    classes: usize,
) -> Vec<Projection> {
    let mut into: Arena<ClassId, Sources> = (0..classes).map(|_| Vec::new()).collect();
    for Projection { from, index, to } in known {
        add(&mut into[to], index, &BitSet::from_iter([from]));
    }
    for inner in order {
        for to in into.ids() {
            let Some(middle) = classes_by(&into[to], *inner).cloned() else {
                continue;
            };
            for middle in middle.iter() {
                for at in 0..into[middle].len() {
                    let (outer, from) = &into[middle][at];
                    spend(1);
                    if let Some(both) = indices[*outer].then(*inner) {
                        let from = from.clone();
                        add(&mut into[to], both, &from);
                    }
                }
            }
        }
    }
    let mut all = Vec::new();
    for (to, sources) in into.with_ids() {
        for (index, from) in sources {
            let index = *index;
            all.extend(from.iter().map(|from| Projection { from, index, to }));
        }
    }
    all
}

fn classes_by(sources: &Sources, index: IndexId) -> Option<&BitSet<ClassId>> {
    let at = sources.binary_search_by_key(&index, |it| it.0);
    at.ok().map(|at| &sources[at].1)
}

fn add(sources: &mut Sources, index: IndexId, from: &BitSet<ClassId>) {
    let at = sources.binary_search_by_key(&index, |it| it.0);
    let at = at.unwrap_or_else(|at| {
        sources.insert(at, (index, BitSet::new()));
        at
    });
    sources[at].1.union_with(from);
}
