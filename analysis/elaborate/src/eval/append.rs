//! Folding `!foldl` whose body appends to the accumulator: the list is built once, and not once for each element.

use crate::symbol::Sym;
use crate::value::{BinOp, Node, TernOp, ValueId};

use super::{Cx, RecordScope, Result};

impl Cx<'_> {
    /// Whether the result of `body` is the accumulator, a list, with zero or more elements appended.
    pub(super) fn only_appends(&self, body: ValueId, acc: Sym) -> bool {
        match self.values.node(body) {
            Node::Var(name) => *name == acc,
            Node::Bin(BinOp::ListConcat, list, added) => {
                !self.mentions(*added, acc) && self.only_appends(*list, acc)
            }
            Node::Tern(TernOp::If, cond, then, otherwise) => {
                !self.mentions(*cond, acc)
                    && self.only_appends(*then, acc)
                    && self.only_appends(*otherwise, acc)
            }
            _ => false,
        }
    }

    /// Folds a body that only appends. Stops at the first element for which the body cannot be fully evaluated. Returns
    /// the list and the number of elements processed, which is 0 if `start` is not a known list.
    pub(super) fn fold_appending(
        &mut self,
        start: ValueId,
        elems: &[ValueId],
        (var, body): (Sym, ValueId),
        cur: RecordScope<'_>,
    ) -> Result<(ValueId, usize)> {
        let values = self.values;
        let (Some(first), Some(elem_ty)) = (values.as_list(start), self.elem_type(start)) else {
            return Ok((start, 0));
        };
        let mut list = first.to_vec();
        let mut done = 0;
        for elem in elems {
            self.spend(1)?;
            let len = list.len();
            if !self.append(body, (var, *elem), &mut list, cur)? {
                list.truncate(len);
                break;
            }
            self.check_len(list.len() - len)?;
            done += 1;
        }
        Ok((values.list(&list, elem_ty), done))
    }

    /// Appends to `list` the elements that `body` appends for the element `elem`. Returns false if the body cannot be
    /// fully evaluated.
    fn append(
        &mut self,
        body: ValueId,
        elem: (Sym, ValueId),
        list: &mut Vec<ValueId>,
        cur: RecordScope<'_>,
    ) -> Result<bool> {
        match self.values.node(body) {
            Node::Bin(_, before, added) => {
                if !self.append(*before, elem, list, cur)? {
                    return Ok(false);
                }
                let added = self.with_names(&[elem], *added, cur)?;
                let Some(added) = self.values.as_list(added) else {
                    return Ok(false);
                };
                list.extend_from_slice(added);
                Ok(true)
            }
            Node::Tern(_, cond, then, otherwise) => {
                let cond = self.with_names(&[elem], *cond, cur)?;
                match self.as_number(cond) {
                    Some(0) => self.append(*otherwise, elem, list, cur),
                    Some(_) => self.append(*then, elem, list, cur),
                    None => Ok(false),
                }
            }
            // The body is the accumulator itself, so nothing is appended.
            _ => Ok(true),
        }
    }
}
