//! The blocks that enclose each top-level statement.

use std::sync::Arc;

use elaborate::hir::StmtKind;
use elaborate::ids::StmtId;
use elaborate::statement_order::Step;
use elaborate::unit::Unit;

/// The blocks that enclose a statement, the outermost first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Enclosing {
    pub(crate) blocks: Vec<Block>,
}

/// A `let … in` or `defset` that encloses a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    /// The `let` or `defset` itself.
    pub(crate) head: StmtId,
    /// The `defvar`s that precede the statement in the scope of the block. Empty if the block is not a scope.
    pub(crate) defvars: Vec<StmtId>,
    /// Whether the block is a scope: a `let` with braces.
    pub(crate) is_scope: bool,
}

/// The enclosing blocks of each statement, indexed by the id of the statement.
pub(super) fn all(unit: &Unit) -> Vec<Arc<Enclosing>> {
    let mut enclosings = vec![Arc::<Enclosing>::default(); unit.items()];
    let mut current = Arc::<Enclosing>::default();
    for step in &unit.sources.layout.steps {
        match *step {
            Step::Stmt(item) => {
                enclosings[item.0 as usize] = current.clone();
                if matches!(unit.stmt(item).kind, StmtKind::Defvar(_))
                    && let Some(index) = current.blocks.iter().rposition(|it| it.is_scope)
                {
                    Arc::make_mut(&mut current).blocks[index].defvars.push(item);
                }
            }
            Step::Enter(head) => {
                enclosings[head.0 as usize] = current.clone();
                let is_scope = matches!(&unit.stmt(head).kind, StmtKind::Let(it) if it.braces);
                Arc::make_mut(&mut current).blocks.push(Block {
                    head,
                    defvars: Vec::new(),
                    is_scope,
                });
            }
            Step::Leave(_) => _ = Arc::make_mut(&mut current).blocks.pop(),
            Step::Source(_) | Step::EndSource(_) => {}
        }
    }
    enclosings
}
