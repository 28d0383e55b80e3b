//! Applies the type constraints of nodes of the selection graph.

use backend::Fatal;
use target_model::value_types::ValueType;

use crate::constraint::{ConstraintKind, TypeConstraint};
use crate::sd_node::SdNode;
use crate::tree::{LeafKind, NodeId};
use crate::types::TypeSets;
use crate::work::{Draft, Work};

impl<'a> Work<'a> {
    /// Applies a constraint to a node's results and operands; returns whether any type changed.
    pub(super) fn constrain(
        &mut self,
        draft: &mut Draft<'a>,
        id: NodeId,
        node: &SdNode,
        constraint: &TypeConstraint,
    ) -> Result<bool, Fatal> {
        if draft.has_error() {
            return Ok(false);
        }
        let place = self.operand(id, node, constraint.operand)?;
        let (at, result) = place;
        match &constraint.kind {
            ConstraintKind::IsType(ty) => self.update(draft, at, result, TypeSets::by_mode(ty)),
            ConstraintKind::IsPointer => {
                self.update(draft, at, result, TypeSets::single(ValueType::IPTR))
            }
            ConstraintKind::IsInteger => {
                self.narrow(draft, at, result, |it, types| it.enforce_integer(types))
            }
            ConstraintKind::IsFloatingPoint => self.narrow(draft, at, result, |it, types| {
                it.enforce_floating_point(types)
            }),
            ConstraintKind::IsVector => {
                self.narrow(draft, at, result, |it, types| it.enforce_vector(types))
            }
            ConstraintKind::SameAs(other) => {
                let other = self.operand(id, node, *other)?;
                let changed = self.update_from(draft, place, other)?;
                Ok(self.update_from(draft, other, place)? | changed)
            }
            ConstraintKind::TypeSmallerThan(other) => {
                let leaf = self.nodes[at].leaf_record();
                let leaf = leaf.filter(|it| it.kind == LeafKind::ValueType);
                let Some(leaf) = leaf else {
                    let name = self.records.rec(node.rec).name();
                    self.error(draft, &format!("{name} expects a VT operand!"));
                    return Ok(false);
                };
                let mut small = self.patterns.types_of(self.records, leaf.rec, leaf.kind)?;
                let (other, other_result) = self.operand(id, node, *other)?;
                self.narrow(draft, other, other_result, |it, big| {
                    it.enforce_smaller_than(&mut small, big, true)
                })
            }
            ConstraintKind::SmallerThan(other) => {
                let big = self.operand(id, node, *other)?;
                self.narrow_both(draft, place, big, |it, small, big| {
                    it.enforce_smaller_than(small, big, false)
                })
            }
            ConstraintKind::ElementOf(other) => {
                let vector = self.operand(id, node, *other)?;
                self.narrow_both(draft, vector, place, |it, vector, element| {
                    it.enforce_vector_of(vector, element)
                })
            }
            ConstraintKind::SubVectorOf(other) => {
                let whole = self.operand(id, node, *other)?;
                self.narrow_both(draft, whole, place, |it, whole, part| {
                    it.enforce_sub_vector_of(whole, part)
                })
            }
            ConstraintKind::HasElements(ty) => self.narrow(draft, at, result, |it, vector| {
                it.enforce_vector_of_type(vector, ty)
            }),
            ConstraintKind::SameElementCountAs(other) => {
                let other = self.operand(id, node, *other)?;
                self.narrow_both(draft, other, place, |it, other, types| {
                    it.enforce_same_element_count(other, types)
                })
            }
            ConstraintKind::SameSizeAs(other) => {
                let other = self.operand(id, node, *other)?;
                self.narrow_both(draft, other, place, |it, other, types| {
                    it.enforce_same_size(other, types)
                })
            }
        }
    }

    /// The value to which operand `number` of a constraint refers, as a node and the index of one of its results. The
    /// numbers count the results of the node `id` first, then its operands.
    fn operand(&self, id: NodeId, node: &SdNode, number: usize) -> Result<(NodeId, usize), Fatal> {
        let Some(child) = number.checked_sub(node.results) else {
            return Ok((id, number));
        };
        match self.nodes[id].children.get(child) {
            Some(child) => Ok((*child, 0)),
            None => {
                let text = self.patterns.text(self.records, self.tree(id));
                let what = "Invalid operand number in type constraint";
                Err(self.records.fatal(format!("{what} {number} {text}")))
            }
        }
    }
}
