//! Resolving a value that is made of others: its parts first, then what is folded with them.

use smallvec::SmallVec;
use syntax::Compat;

use crate::anonymous_numbers::InstancePlace;
use crate::symbol::Sym;
use crate::value::{ArgKey, BinOp, Node, NodeData, Part, TernOp, Ty, UnOp, ValueId};

use super::resolver::{Layer, Name, Resolver};
use super::{Cx, RecordScope, Result, Stopped};

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
        let ty = data.ty;
        match &data.node {
            Node::Unset
            | Node::Bit(_)
            | Node::Int(_)
            | Node::Str(_)
            | Node::Code(_)
            | Node::Text(..)
            | Node::Def(_) => Ok(v),
            // Done before.
            Node::Var(_) | Node::Field(..) => Ok(v),
            Node::AnonName(_) => {
                let new = self.look_up(Name::Anon(v), r, cur)?.unwrap_or(v);
                match (values.node(new), r.is_final_here()) {
                    (Node::AnonName(anon), true) => Ok(values.text(&[Part::Anonymous(*anon)])),
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
            Node::List(elems) => {
                let new = self.resolve_all(elems, r, cur)?;
                Ok(match (new, ty) {
                    (Some(new), Some(ty)) => self.new_list_of(&new, ty),
                    _ => v,
                })
            }
            Node::Un(op, operand) => {
                let new = self.resolve(*operand, r, cur)?;
                let is_final = r.is_final_here();
                let is_decided = is_final && *op == UnOp::Cast && values.casts_a_name(new, ty);
                if new != *operand || is_decided {
                    return self.fold_un(*op, new, ty.unwrap_or(Ty::STRING), cur, is_final);
                }
                Ok(v)
            }
            Node::Bin(op, left, right) => {
                let new_left = self.resolve(*left, r, cur)?;
                let decided = self.decides(*op, new_left);
                if let Some(number) = decided
                    && self.is_22()
                {
                    return Ok(values.int(number));
                }
                let reported = self.out.diagnostics.len();
                let new_right = match (self.resolve(*right, r, cur), decided) {
                    (Err(_), Some(number)) => {
                        // LLVM 22 does not look at this operand.
                        for report in &mut self.out.diagnostics[reported..] {
                            report.only = Some(Compat::Llvm19);
                        }
                        return Ok(values.int(number));
                    }
                    (resolved, _) => resolved?,
                };
                if new_left != *left || new_right != *right {
                    return self.fold_bin(*op, new_left, new_right, ty.unwrap_or(Ty::STRING), cur);
                }
                Ok(v)
            }
            Node::Tern(op, left, middle, right) => self.resolve_tern(
                v,
                (*op, *left, *middle, *right),
                ty.unwrap_or(Ty::STRING),
                r,
                cur,
            ),
            Node::Cond(elems) => match self.resolve_cond(elems, r, cur)? {
                Some(new) => self.fold_cond(&new, ty.unwrap_or(Ty::STRING), cur),
                None => Ok(v),
            },
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
                self.fold_foldl(
                    new_start,
                    new_list,
                    (*acc, *var, new_body),
                    ty.unwrap_or(Ty::STRING),
                    cur,
                )
            }
            Node::IsA(want, operand) => {
                let new = self.resolve(*operand, r, cur)?;
                if new == *operand {
                    Ok(v)
                } else {
                    self.fold_isa(*want, new)
                }
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
            Node::Dag { op, op_name, args } => {
                let mut new_args = SmallVec::<[_; 8]>::from_slice(args);
                let mut changed = false;
                for (index, (arg, _)) in new_args.iter_mut().enumerate() {
                    self.spend_in_loop(index)?;
                    let new = self.resolve(*arg, r, cur)?;
                    changed |= new != *arg;
                    *arg = new;
                }
                let new_op = self.resolve(*op, r, cur)?;
                if !changed && new_op == *op {
                    return Ok(v);
                }
                Ok(values.dag(new_op, *op_name, &new_args))
            }
        }
    }

    /// Resolves a list of values; `None` when nothing changed.
    fn resolve_all(
        &mut self,
        elems: &[ValueId],
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<Option<Vec<ValueId>>> {
        let mut changed: Option<Vec<ValueId>> = None;
        for (index, elem) in elems.iter().enumerate() {
            self.spend_in_loop(index)?;
            let new = self.resolve(*elem, r, cur)?;
            match &mut changed {
                Some(changed) => changed[index] = new,
                None if new != *elem => changed.insert(elems.to_vec())[index] = new,
                None => {}
            }
        }
        Ok(changed)
    }

    /// LLVM 19 resolves all conditions, then all values; LLVM 22 each condition with its value.
    fn resolve_cond(
        &mut self,
        elems: &[ValueId],
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<Option<Vec<ValueId>>> {
        if !self.is_22() {
            return self.resolve_all(elems, r, cur);
        }
        let arms = elems.len() / 2;
        let mut new = elems.to_vec();
        for arm in 0..arms {
            new[arm] = self.resolve(elems[arm], r, cur)?;
            new[arms + arm] = self.resolve(elems[arms + arm], r, cur)?;
        }
        Ok((new != elems).then_some(new))
    }

    /// The result of `!and` or `!or` when its left operand alone decides it.
    pub(super) fn decides(&mut self, op: BinOp, left: ValueId) -> Option<i64> {
        let decisive = match op {
            BinOp::And => 0,
            BinOp::Or => -1,
            _ => return None,
        };
        self.as_number(left).filter(|number| *number == decisive)
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
        // Bits that follow each other are mostly bits of one value.
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
                // Bit 0 of an int or of bits<1> is how they become a bit.
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

    fn resolve_tern(
        &mut self,
        v: ValueId,
        (op, left, middle, right): (TernOp, ValueId, ValueId, ValueId),
        ty: Ty,
        r: &mut Resolver,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let new_left = self.resolve(left, r, cur)?;
        if op == TernOp::If
            && new_left != left
            && let Some(taken) = self.as_number(new_left)
        {
            return self.resolve(if taken != 0 { middle } else { right }, r, cur);
        }
        let new_middle = self.resolve(middle, r, cur)?;
        let new_right = if op.binds() {
            let var = self.values.as_str(new_left).unwrap_or(Sym::EMPTY);
            self.resolve_under(right, &[var], r, cur)?
        } else {
            self.resolve(right, r, cur)?
        };
        if new_left == left && new_middle == middle && new_right == right {
            return Ok(v);
        }
        self.fold_tern(op, new_left, new_middle, new_right, ty, cur)
    }

    /// Resolves the body of an operator that binds names.
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
        let mut new_args: SmallVec<[(ArgKey, ValueId); 8]> = SmallVec::from_slice(args);
        let mut changed = false;
        let mut failed = false;
        for (_, arg) in &mut new_args {
            match self.resolve(*arg, r, cur) {
                Ok(new) => {
                    changed |= new != *arg;
                    *arg = new;
                }
                Err(_) => {
                    failed = true;
                    break;
                }
            }
        }
        let unresolved = matches!(r.layers.pop(), Some(Layer::Track { unresolved: true }));
        if failed {
            return Err(Stopped);
        }
        if !changed {
            return Ok(v);
        }
        let new = match self.values.type_of(v) {
            Some(ty) => self.values.instance_of(class, &new_args, ty),
            None => self.values.instance(class, &new_args),
        };
        if self.is_22() {
            self.place_instance(new, InstancePlace::Of(v));
        }
        if unresolved {
            Ok(new)
        } else {
            self.instantiate(new)
        }
    }
}
