//! Where a part of a dag is written in the source.

use crate::diagnostic::{At, DagPart};
use crate::hir::Expr;
use crate::ids::Loc;
use crate::sources::Sources;

use super::definitions::Definitions;
use super::origins::Frames;
use super::written::{MAX_NAMES, Part, Written, given, setter};

/// Finds out where a part of a dag is written. `None` if an expression on the path to the part is neither a dag nor a
/// list, nor a name whose value is known.
pub(super) fn find(sources: &Sources, wanted: &DagPart) -> Option<Written> {
    let definitions = Definitions::new(sources);
    let mut frames = Frames::new(sources, &definitions);
    let mut part = setter(sources, &mut frames, wanted.field, &wanted.record)?;
    let mut names = 0;
    let mut path = wanted.path.iter();
    loop {
        let code = &sources.stmt(part.item)?.code[part.value];
        part = match &code.expr {
            Expr::Name(name) if names < MAX_NAMES => {
                names += 1;
                given(sources, &frames, part, *name)?
            }
            expr => {
                let Some(index) = path.next() else {
                    let at = Loc {
                        item: part.item,
                        span: code.at,
                    };
                    return Some(Written {
                        point: sources.point(At::start(at)),
                        item: part.item,
                    });
                };
                let value = match expr {
                    Expr::Dag { args, .. } => args.get(*index)?.value?,
                    Expr::List { elems, .. } => *elems.get(*index)?,
                    _ => return None,
                };
                Part { value, ..part }
            }
        };
    }
}
