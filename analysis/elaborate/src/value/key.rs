//! Nodes with borrowed parts: the keys by which values are looked up without creating a node.

use super::{Anon, ArgKey, BinOp, DagName, Format, Node, Part, TernOp, Ty, UnOp, ValueId};
use crate::symbol::Sym;

/// A key that identifies a node and borrows the parts of the node.
pub(super) enum Key<'a> {
    Bits(&'a [ValueId]),
    List(&'a [ValueId]),
    Cond(&'a [ValueId]),
    Dag(ValueId, Option<DagName>, &'a [(ValueId, Option<DagName>)]),
    Instance(Sym, &'a [(ArgKey, ValueId)]),
    Text(Format, &'a [Part]),
    /// A node with a fixed number of parts.
    Small(SmallNode),
}

#[derive(PartialEq, Eq, Clone, Copy)]
pub(super) enum SmallNode {
    Unset,
    Bit(bool),
    Int(i64),
    Str(Sym),
    Code(Sym),
    AnonName(Anon),
    Un(UnOp, ValueId),
    Bin(BinOp, ValueId, ValueId),
    Tern(TernOp, ValueId, ValueId, ValueId),
    Fold(ValueId, ValueId, Sym, Sym, ValueId),
    IsA(Ty, ValueId),
    Exists(Ty, ValueId),
    Instances(Ty, ValueId),
    Var(Sym),
    VarBit(ValueId, u32),
    Def(ValueId),
    Field(ValueId, Sym),
}

/// A hasher for integers. Both the lowest and the highest bits of the hash are well distributed.
struct Mix(u64);

impl Mix {
    fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0xF135_7AEA_2E62_A9C5);
    }

    fn pair(&mut self, a: u32, b: u32) {
        self.add(u64::from(a) << 32 | u64::from(b));
    }

    fn values(&mut self, values: &[ValueId]) {
        let mut pairs = values.chunks_exact(2);
        for pair in &mut pairs {
            self.pair(pair[0].number(), pair[1].number());
        }
        if let [last] = pairs.remainder() {
            self.add(u64::from(last.number()));
        }
    }

    fn finish(self) -> u64 {
        self.0.rotate_left(26)
    }
}

impl<'a> Key<'a> {
    #[inline(always)]
    pub(super) fn hash(&self, ty: Option<Ty>) -> u64 {
        let ty = ty.map_or(0, Ty::number);
        let name = |name: Option<DagName>| name.map_or(0, DagName::number);
        let mut mix = Mix(u64::from(ty) << 8 | u64::from(self.tag()));
        match self {
            Key::Bits(values) | Key::List(values) | Key::Cond(values) => mix.values(values),
            Key::Dag(op, op_name, args) => {
                mix.pair(op.number(), name(*op_name));
                args.iter()
                    .for_each(|(v, of)| mix.pair(v.number(), name(*of)));
            }
            Key::Instance(class, args) => {
                mix.add(u64::from(class.number()));
                for (key, v) in *args {
                    let key = match key {
                        ArgKey::Positional(index) => *index,
                        ArgKey::Named(name) => !name.number(),
                    };
                    mix.pair(key, v.number());
                }
            }
            Key::Text(_, parts) => parts.iter().for_each(|part| match part {
                Part::Text(text) => mix.pair(0, text.number()),
                Part::Anonymous(anon) => mix.pair(1, anon.0),
            }),
            Key::Small(small) => small.hash(&mut mix),
        }
        mix.finish()
    }

    /// Whether this key is the key of `node`.
    #[inline(always)]
    pub(super) fn is(&self, node: &Node) -> bool {
        match (self, node) {
            (Key::Bits(key), Node::Bits(elems))
            | (Key::List(key), Node::List(elems))
            | (Key::Cond(key), Node::Cond(elems)) => **key == **elems,
            (Key::Dag(op, op_name, args), node) => {
                matches!(node, Node::Dag { op: o, op_name: n, args: a } if o == op && n == op_name && **a == **args)
            }
            (Key::Instance(class, args), node) => {
                matches!(node, Node::Instance(c, a) if c == class && **a == **args)
            }
            (Key::Text(f, key), Node::Text(g, parts)) => f == g && **key == **parts,
            (Key::Small(small), node) => small.is(node),
            _ => false,
        }
    }

    #[inline(always)]
    fn tag(&self) -> u8 {
        match self {
            Key::Bits(_) => 0,
            Key::List(_) => 1,
            Key::Cond(_) => 2,
            Key::Dag(..) => 3,
            Key::Instance(..) => 4,
            Key::Text(Format::Quoted, _) => 5,
            Key::Text(Format::Code, _) => 7,
            Key::Small(_) => 6,
        }
    }

    pub(super) fn new(node: &'a Node) -> Key<'a> {
        use SmallNode as S;
        Key::Small(match node {
            Node::Bits(bits) => return Key::Bits(bits),
            Node::List(elems) => return Key::List(elems),
            Node::Cond(elems) => return Key::Cond(elems),
            Node::Dag { op, op_name, args } => return Key::Dag(*op, *op_name, args),
            Node::Instance(class, args) => return Key::Instance(*class, args),
            Node::Text(format, parts) => return Key::Text(*format, parts),
            Node::Unset => S::Unset,
            Node::Bit(bit) => S::Bit(*bit),
            Node::Int(number) => S::Int(*number),
            Node::Str(text) => S::Str(*text),
            Node::Code(text) => S::Code(*text),
            Node::AnonName(anon) => S::AnonName(*anon),
            Node::Un(op, v) => S::Un(*op, *v),
            Node::Bin(op, l, r) => S::Bin(*op, *l, *r),
            Node::Tern(op, l, m, r) => S::Tern(*op, *l, *m, *r),
            Node::Fold {
                start,
                list,
                acc,
                var,
                body,
            } => S::Fold(*start, *list, *acc, *var, *body),
            Node::IsA(ty, v) => S::IsA(*ty, *v),
            Node::Exists(ty, v) => S::Exists(*ty, *v),
            Node::Instances(ty, v) => S::Instances(*ty, *v),
            Node::Var(name) => S::Var(*name),
            Node::VarBit(v, bit) => S::VarBit(*v, *bit),
            Node::Def(name) => S::Def(*name),
            Node::Field(v, name) => S::Field(*v, *name),
        })
    }

    #[inline(always)]
    pub(super) fn to_node(&self) -> Node {
        use SmallNode as S;
        match self {
            Key::Bits(bits) => Node::Bits((*bits).into()),
            Key::List(elems) => Node::List((*elems).into()),
            Key::Cond(elems) => Node::Cond((*elems).into()),
            Key::Dag(op, op_name, args) => Node::Dag {
                op: *op,
                op_name: *op_name,
                args: (*args).into(),
            },
            Key::Instance(class, args) => Node::Instance(*class, (*args).into()),
            Key::Text(format, parts) => Node::Text(*format, (*parts).into()),
            Key::Small(small) => match *small {
                S::Unset => Node::Unset,
                S::Bit(bit) => Node::Bit(bit),
                S::Int(number) => Node::Int(number),
                S::Str(text) => Node::Str(text),
                S::Code(text) => Node::Code(text),
                S::AnonName(anon) => Node::AnonName(anon),
                S::Un(op, v) => Node::Un(op, v),
                S::Bin(op, l, r) => Node::Bin(op, l, r),
                S::Tern(op, l, m, r) => Node::Tern(op, l, m, r),
                S::Fold(start, list, acc, var, body) => Node::Fold {
                    start,
                    list,
                    acc,
                    var,
                    body,
                },
                S::IsA(ty, v) => Node::IsA(ty, v),
                S::Exists(ty, v) => Node::Exists(ty, v),
                S::Instances(ty, v) => Node::Instances(ty, v),
                S::Var(name) => Node::Var(name),
                S::VarBit(v, bit) => Node::VarBit(v, bit),
                S::Def(name) => Node::Def(name),
                S::Field(v, name) => Node::Field(v, name),
            },
        }
    }
}

impl SmallNode {
    /// Whether `node` is equal to this node.
    #[inline(always)]
    pub(super) fn is(&self, node: &Node) -> bool {
        use SmallNode as S;
        match *self {
            S::Unset => matches!(node, Node::Unset),
            S::Bit(a) => matches!(node, Node::Bit(b) if a == *b),
            S::Int(a) => matches!(node, Node::Int(b) if a == *b),
            S::Str(a) => matches!(node, Node::Str(b) if a == *b),
            S::Code(a) => matches!(node, Node::Code(b) if a == *b),
            S::AnonName(a) => matches!(node, Node::AnonName(b) if a == *b),
            S::Un(op, a) => matches!(node, Node::Un(o, b) if (op, a) == (*o, *b)),
            S::Bin(op, l, r) => {
                matches!(node, Node::Bin(o, a, b) if (op, l, r) == (*o, *a, *b))
            }
            S::Tern(op, l, m, r) => {
                matches!(node, Node::Tern(o, a, b, c) if (op, l, m, r) == (*o, *a, *b, *c))
            }
            S::Fold(..) => matches!(Key::new(node), Key::Small(other) if other == *self),
            S::IsA(ty, a) => matches!(node, Node::IsA(t, b) if (ty, a) == (*t, *b)),
            S::Exists(ty, a) => matches!(node, Node::Exists(t, b) if (ty, a) == (*t, *b)),
            S::Instances(ty, a) => matches!(node, Node::Instances(t, b) if (ty, a) == (*t, *b)),
            S::Var(a) => matches!(node, Node::Var(b) if a == *b),
            S::VarBit(a, bit) => matches!(node, Node::VarBit(b, i) if (a, bit) == (*b, *i)),
            S::Def(a) => matches!(node, Node::Def(b) if a == *b),
            S::Field(a, name) => matches!(node, Node::Field(b, n) if (a, name) == (*b, *n)),
        }
    }

    #[inline(always)]
    fn hash(&self, mix: &mut Mix) {
        use SmallNode as S;
        match *self {
            S::Unset => mix.add(0),
            S::Bit(bit) => mix.pair(1, u32::from(bit)),
            S::Int(number) => mix.add(number as u64),
            S::Str(text) => mix.pair(2, text.number()),
            S::Code(text) => mix.pair(3, text.number()),
            S::AnonName(anon) => mix.pair(4, anon.0),
            S::Un(op, v) => mix.pair(0x100 | op as u32, v.number()),
            S::Bin(op, l, r) => {
                mix.pair(0x200 | op as u32, l.number());
                mix.add(u64::from(r.number()));
            }
            S::Tern(op, l, m, r) => {
                mix.pair(0x300 | op as u32, l.number());
                mix.pair(m.number(), r.number());
            }
            S::Fold(start, list, acc, var, body) => {
                mix.pair(start.number(), list.number());
                mix.pair(acc.number(), var.number());
                mix.pair(5, body.number());
            }
            S::IsA(ty, v) => mix.pair(0x1000 ^ ty.number(), v.number()),
            S::Exists(ty, v) => mix.pair(0x2000 ^ ty.number(), v.number()),
            S::Instances(ty, v) => mix.pair(0x3000 ^ ty.number(), v.number()),
            S::Var(name) => mix.pair(6, name.number()),
            S::VarBit(v, bit) => mix.pair(0x400 + bit, v.number()),
            S::Def(name) => mix.pair(7, name.number()),
            S::Field(v, name) => mix.pair(name.number(), v.number()),
        }
    }
}
