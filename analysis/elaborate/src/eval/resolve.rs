//! Resolving: replacing names in values by their definitions, and folding as far as that allows.
//!
//! A [`Resolver`] looks names up either in a map (template arguments, loop variables) or in the current record's own
//! fields (the final resolve). Values are shared, so results are memoized per resolver and node: traversing a shared
//! value as a tree would take exponential time. A result is not memoized while it depends on more than the node: while
//! a mapping is suspended because its own value is being resolved, or after the cycle check ended a lookup.

use crate::value::{Node, Ty, ValueId};

use super::resolver::{Lookup, Name, Resolver};
use super::{Cx, RecordScope, Result};

impl Cx<'_> {
    /// The value with names replaced by their definitions in `r`.
    #[inline]
    pub(super) fn resolve(
        &mut self,
        v: ValueId,
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        if v.is_settled() {
            Ok(v)
        } else {
            self.resolve_open(v, r, cur)
        }
    }

    /// Resolves a value that is not settled. The most frequent cases (names, field accesses and memoized values) are
    /// handled here. The other nodes are left to `resolve_node`, which has a large stack frame.
    fn resolve_open(
        &mut self,
        v: ValueId,
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let data = self.values.get(v);
        if !r.may_change(data.vars, data.flags) {
            if data.vars != 0 && r.is_tracking() && self.has_free_var(v) {
                self.note_unresolved(v, r);
            }
            return Ok(v);
        }
        match &data.node {
            Node::Var(name) => return Ok(self.look_up(Name::Var(*name), r, cur)?.unwrap_or(v)),
            Node::Field(base, name) => {
                self.enter()?;
                let new = self.resolve(*base, r, cur);
                self.leave();
                let new = new?;
                if new == *base {
                    return Ok(v);
                }
                return self.fold_field(new, *name, data.ty.unwrap_or(Ty::STRING), cur);
            }
            _ => {}
        }
        let depth = r.layers.len();
        if is_shared(&data.node)
            && let Some(known) = self.scratch.get(r.epochs[depth], v)
            && !matches!(&r.kind, Lookup::Map(map) if map.suspended > 0)
        {
            return Ok(known);
        }
        self.enter()?;
        let cuts = r.cuts();
        let resolved = self.resolve_node(v, data, r, cur);
        self.leave();
        let resolved = resolved?;
        let remember = match &r.kind {
            Lookup::Map(map) => map.suspended == 0,
            Lookup::Fields(fields) => fields.cuts == cuts,
        };
        if remember && is_shared(&data.node) {
            self.scratch.put(r.epochs[depth], v, resolved);
        }
        Ok(resolved)
    }
}

/// Whether memoizing the result for a node pays off: resolving the node is costly, and the node may occur again.
pub(super) fn is_shared(node: &Node) -> bool {
    !matches!(
        node,
        Node::Field(..) | Node::VarBit(..) | Node::Bits(_) | Node::AnonName(_)
    )
}
