//! Summaries of nodes: flags, and a mask of the names mentioned. They save visiting the operands.

use super::ValueStore;
use crate::value::{BinOp, Flags, Node, NodeData, TernOp, Ty, UnOp, ValueId};

/// The bit in a mask of names that stands for all anonymous names that are not final. Resolving replaces such names
/// like variables.
const ANON_MASK: u64 = 1 << 63;

/// The combined flags and names of a node's operands.
pub(super) struct Summary {
    /// The flags that all operands have.
    all: Flags,
    /// The flags that at least one operand has.
    any: Flags,
    /// The names that the operands mention, as a mask.
    vars: u64,
}

impl Summary {
    /// The flags that a node has if one of its operands has them.
    const INHERITED: Flags = Flags::PENDING
        .union(Flags::BINDS)
        .union(Flags::RECORD)
        .union(Flags::STAGE_SENSITIVE)
        .union(Flags::DECIDED);

    pub(super) const EMPTY: Summary = Summary {
        all: Flags::CONCRETE.union(Flags::COMPLETE),
        any: Flags::empty(),
        vars: 0,
    };

    pub(super) fn add(&mut self, data: &NodeData) {
        self.all &= data.flags;
        self.any |= data.flags;
        self.vars |= data.vars;
    }

    /// The flags and the mask of names of a node: `own` are its own flags, `self` summarizes its operands.
    fn under(self, own: Flags) -> (Flags, u64) {
        (own | (self.any & Summary::INHERITED), self.vars)
    }

    /// The flags and the mask of names of a list, whose elements `self` summarizes.
    pub(super) fn of_list(self) -> (Flags, u64) {
        let own = self.all;
        self.under(own)
    }
}

impl ValueStore {
    /// The flags and the mask of names of a node, computed from the flags and masks of its operands.
    pub(super) fn summary(&self, node: &Node, ty: Option<Ty>) -> (Flags, u64) {
        let mut parts = Summary::EMPTY;
        let mut add = |v: &ValueId| parts.add(self.get(*v));
        let own = match node {
            Node::Unset => Flags::CONCRETE,
            Node::Bit(_) | Node::Int(_) | Node::Str(_) | Node::Code(_) | Node::Text(..) => {
                Flags::CONCRETE | Flags::COMPLETE
            }
            Node::AnonName(_) => {
                parts.vars |= ANON_MASK;
                Flags::COMPLETE | Flags::PENDING
            }
            Node::Bits(elems) | Node::List(elems) => {
                elems.iter().for_each(&mut add);
                parts.all
            }
            Node::Un(op, v) => {
                add(v);
                let pending = if *op == UnOp::Cast && self.casts_a_name(*v, ty) {
                    Flags::PENDING
                } else {
                    Flags::empty()
                };
                Flags::COMPLETE | pending
            }
            Node::Bin(op, l, r) => {
                add(l);
                add(r);
                if self.decides(*op, *l) {
                    Flags::COMPLETE | Flags::DECIDED
                } else {
                    Flags::COMPLETE
                }
            }
            Node::Tern(op, l, m, r) => {
                add(l);
                add(m);
                add(r);
                let binds = op.binds();
                (parts.all & Flags::COMPLETE) | if binds { Flags::BINDS } else { Flags::empty() }
            }
            Node::Cond(elems) => {
                elems.iter().for_each(&mut add);
                parts.all
            }
            Node::Fold {
                start, list, body, ..
            } => {
                add(start);
                add(list);
                add(body);
                Flags::BINDS
            }
            Node::IsA(_, v) => {
                add(v);
                Flags::empty()
            }
            Node::Exists(_, v) | Node::Instances(_, v) => {
                add(v);
                Flags::PENDING
            }
            Node::Var(name) => {
                parts.vars |= name.mask();
                Flags::COMPLETE
            }
            Node::VarBit(v, _) => {
                add(v);
                Flags::COMPLETE
            }
            Node::Def(_) => Flags::CONCRETE | Flags::COMPLETE | Flags::RECORD,
            Node::Instance(_, args) => {
                args.iter().for_each(|(_, v)| add(v));
                Flags::COMPLETE | Flags::RECORD
            }
            Node::Field(v, _) => {
                add(v);
                Flags::COMPLETE
            }
            Node::Dag { op, args, .. } => {
                add(op);
                args.iter().for_each(|(v, _)| add(v));
                (parts.all & Flags::CONCRETE) | Flags::COMPLETE
            }
        };
        let staged = if self.is_stage_sensitive(node, ty) {
            Flags::STAGE_SENSITIVE
        } else {
            Flags::empty()
        };
        parts.under(own | staged)
    }

    /// Whether the left operand of `!and` or `!or` decides the result.
    fn decides(&self, op: BinOp, left: ValueId) -> bool {
        let decisive = match op {
            BinOp::And => 0,
            BinOp::Or => -1,
            _ => return false,
        };
        match self.node(left) {
            Node::Int(number) => *number == decisive,
            Node::Bit(bit) => !bit && op == BinOp::And,
            Node::Bits(bits) => {
                let wanted = ValueId::bit(op == BinOp::Or);
                let (low, high) = bits.split_at(bits.len().min(64));
                let is_bit = |it: &ValueId| matches!(*it, ValueId::FALSE | ValueId::TRUE);
                low.iter().all(|it| *it == wanted)
                    && (op == BinOp::And || low.len() == 64)
                    && high.iter().all(is_bit)
            }
            _ => false,
        }
    }

    /// Whether a `!cast` of `operand` to `ty` looks up a record by name. The result of any other cast depends only on
    /// the operand.
    pub fn casts_a_name(&self, operand: ValueId, ty: Option<Ty>) -> bool {
        let is_name = |from: Option<Ty>| from.is_none_or(|from| !self.is_record(from));
        ty.is_none_or(|ty| self.is_record(ty)) && is_name(self.type_of(operand))
    }

    /// Whether it is observable at which stage the node is folded: folding it creates or looks up a record, may fail,
    /// or has a result that depends on how far the operands are folded.
    pub fn is_stage_sensitive(&self, node: &Node, ty: Option<Ty>) -> bool {
        match node {
            Node::Un(UnOp::Cast, operand) => self.casts_a_name(*operand, ty),
            Node::Instance(..)
            | Node::Field(..)
            | Node::Cond(_)
            | Node::Exists(..)
            | Node::Instances(..) => true,
            Node::Un(op, _) => matches!(
                op,
                UnOp::Head | UnOp::Tail | UnOp::Log2 | UnOp::GetDagOp | UnOp::Repr
            ),
            Node::Bin(op, ..) => matches!(
                op,
                BinOp::Div
                    | BinOp::Shl
                    | BinOp::Sra
                    | BinOp::Srl
                    | BinOp::ListSplat
                    | BinOp::ListRemove
                    | BinOp::Concat
                    | BinOp::Match
                    | BinOp::GetDagArg
                    | BinOp::GetDagName
            ),
            Node::Tern(TernOp::Range, _, _, step) => *step != self.int(1),
            Node::Tern(op, ..) => matches!(
                op,
                TernOp::Substr | TernOp::Find | TernOp::SetDagArg | TernOp::SetDagName
            ),
            _ => false,
        }
    }
}
