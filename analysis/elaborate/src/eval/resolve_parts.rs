//! Resolves a compound value: first its operands, then the value itself (see [`super::rebuild`]).

use smallvec::SmallVec;
use syntax::{Release, Releases};

use crate::anonymous_numbers::InstancePlace;
use crate::symbol::Sym;
use crate::value::{ArgKey, Node, NodeData, TernOp, Ty, UnOp, ValueId};

use super::rebuild::Walk;
use super::resolver::{Layer, Name, Resolver};
use super::{Cx, RecordScope, Result, Stopped};

impl Walk for Resolver {
    #[inline(always)]
    fn part(&mut self, cx: &mut Cx<'_>, part: ValueId, cur: RecordScope<'_>) -> Result<ValueId> {
        cx.resolve(part, self, cur)
    }

    fn needless_part(
        &mut self,
        cx: &mut Cx<'_>,
        part: ValueId,
        cur: RecordScope<'_>,
    ) -> Result<Option<ValueId>> {
        let reported = cx.out.diagnostics.len();
        match cx.resolve(part, self, cur) {
            Ok(new) => Ok(Some(new)),
            Err(Stopped) => {
                for report in &mut cx.out.diagnostics[reported..] {
                    report.releases = Releases::until(Release::V19);
                }
                Ok(None)
            }
        }
    }
}

impl Cx<'_> {
    #[inline(never)]
    pub(super) fn resolve_node(
        &mut self,
        v: ValueId,
        data: &NodeData,
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let values = self.values;
        let ty = data.ty.unwrap_or(Ty::STRING);
        match &data.node {
            Node::Unset
            | Node::Bit(_)
            | Node::Int(_)
            | Node::Str(_)
            | Node::Code(_)
            | Node::Text(..)
            | Node::Def(_) => Ok(v),
            // These nodes were handled by the caller.
            Node::Var(_) | Node::Field(..) => Ok(v),
            Node::AnonName(_) => {
                let new = self.look_up(Name::Anon(v), r, cur)?.unwrap_or(v);
                match (values.node(new), r.is_final_here()) {
                    (Node::AnonName(anon), true) => Ok(values.anon_text(*anon)),
                    _ => Ok(new),
                }
            }
            Node::VarBit(base, bit) => {
                let new = self.resolve(*base, r, cur)?;
                Ok(if new == *base {
                    v
                } else {
                    self.bit_of(new, *bit)
                })
            }
            Node::Bits(bits) => self.resolve_bits(v, bits, r, cur),
            Node::Un(op, operand) => {
                let new = self.resolve(*operand, r, cur)?;
                let is_final = r.is_final_here();
                let is_decided = is_final && *op == UnOp::Cast && values.casts_a_name(new, data.ty);
                if new != *operand || is_decided {
                    return self.fold_un(*op, new, ty, cur, is_final);
                }
                Ok(v)
            }
            Node::Tern(op, var, list, body) if op.binds() => {
                self.resolve_binding(v, (*op, *var, *list, *body), ty, r, cur)
            }
            Node::Fold {
                start,
                list,
                acc,
                var,
                body,
            } => {
                let new_start = self.resolve(*start, r, cur)?;
                let new_list = self.resolve(*list, r, cur)?;
                let new_body = self.resolve_under(*body, &[*acc, *var], r, cur)?;
                if new_start == *start && new_list == *list && new_body == *body {
                    return Ok(v);
                }
                self.fold_foldl(new_start, new_list, (*acc, *var, new_body), ty, cur)
            }
            Node::Exists(want, operand) => {
                let new = self.resolve(*operand, r, cur)?;
                let is_final = r.is_final_here();
                if new == *operand && !is_final {
                    return Ok(v);
                }
                self.fold_exists(*want, new, cur, is_final)
            }
            Node::Instances(want, operand) => {
                let new = self.resolve(*operand, r, cur)?;
                let is_final = r.is_final_here();
                if new == *operand && !is_final {
                    return Ok(v);
                }
                self.fold_instances(*want, new, cur, is_final)
            }
            Node::Instance(class, args) => self.resolve_instance(v, *class, args, r, cur),
            Node::List(_)
            | Node::Bin(..)
            | Node::Tern(..)
            | Node::Cond(_)
            | Node::IsA(..)
            | Node::Dag { .. } => self.rebuild(v, data, r, cur),
        }
    }

    fn resolve_bits(
        &mut self,
        v: ValueId,
        bits: &[ValueId],
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let values = self.values;
        let mut new_bits: SmallVec<[ValueId; 64]> = SmallVec::with_capacity(bits.len());
        // Adjacent bits mostly belong to the same value, so the last resolved value is kept.
        let mut last: Option<(ValueId, ValueId, &Node)> = None;
        for (index, bit) in bits.iter().enumerate() {
            self.spend_in_loop(index)?;
            if matches!(*bit, ValueId::FALSE | ValueId::TRUE | ValueId::UNSET) {
                new_bits.push(*bit);
                continue;
            }
            let mut new = match values.node(*bit) {
                Node::VarBit(base, index) => {
                    let (resolved, node) = match last {
                        Some((of, resolved, node)) if of == *base => (resolved, node),
                        _ => {
                            let resolved = self.resolve(*base, r, cur)?;
                            (resolved, values.node(resolved))
                        }
                    };
                    last = Some((*base, resolved, node));
                    match node {
                        _ if resolved == *base => *bit,
                        Node::Bits(bits) => {
                            bits.get(*index as usize).copied().unwrap_or(ValueId::UNSET)
                        }
                        _ => self.bit_of(resolved, *index),
                    }
                }
                // An `int` or a `bits<1>` value is converted to a bit: its bit 0.
                _ => {
                    let resolved = self.resolve(*bit, r, cur)?;
                    self.bit_of(resolved, 0)
                }
            };
            if new == ValueId::UNSET && r.keeps_unset_bits_here() {
                new = *bit;
            }
            new_bits.push(new);
        }
        Ok(if new_bits[..] == *bits {
            v
        } else {
            values.bits(&new_bits)
        })
    }

    /// Resolves an operator that binds a variable.
    fn resolve_binding(
        &mut self,
        v: ValueId,
        (op, var, list, body): (TernOp, ValueId, ValueId, ValueId),
        ty: Ty,
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let new_var = self.resolve(var, r, cur)?;
        let new_list = self.resolve(list, r, cur)?;
        let name = self.values.as_str(new_var).unwrap_or(Sym::EMPTY);
        let new_body = self.resolve_under(body, &[name], r, cur)?;
        if (new_var, new_list, new_body) == (var, list, body) {
            return Ok(v);
        }
        self.fold_tern(op, new_var, new_list, new_body, ty, cur)
    }

    /// Resolves the body of an operator, in which `names` are bound.
    fn resolve_under(
        &mut self,
        body: ValueId,
        names: &[Sym],
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        self.push_layer(r, Layer::Shadow(SmallVec::from_slice(names)));
        let resolved = self.resolve(body, r, cur);
        r.layers.pop();
        resolved
    }

    fn resolve_instance(
        &mut self,
        v: ValueId,
        class: Sym,
        args: &[(ArgKey, ValueId)],
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        self.push_layer(r, Layer::Track { unresolved: false });
        let new_args = self.rebuild_all(args, r, cur);
        let unresolved = matches!(r.layers.pop(), Some(Layer::Track { unresolved: true }));
        let Some(new_args) = new_args? else {
            return Ok(v);
        };
        let new = match self.values.type_of(v) {
            Some(ty) => self.values.instance_of(class, &new_args, ty),
            None => self.values.instance(class, &new_args),
        };
        if self.release >= Release::V21 {
            self.place_instance(new, InstancePlace::Of(v));
        }
        if unresolved {
            Ok(new)
        } else {
            self.instantiate(new)
        }
    }
}
