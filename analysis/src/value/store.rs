//! The store of values and types.

use std::hash::BuildHasher;
use std::sync::{Mutex, MutexGuard, OnceLock};

use hashbrown::HashTable;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::{Anon, ArgKey, BinOp, Flags, Node, NodeData, Part, TernOp, Ty, Type, UnOp, V};
use crate::numbering::AnonKey;
use crate::symbol::Sym;

/// All values and types made so far. Nodes are never moved or freed, so references to them live as long as the store.
pub struct Values {
    nodes: boxcar::Vec<NodeData>,
    /// With what is needed of their hashes, so that a growing table need not look at the nodes again.
    shards: [Mutex<HashTable<(u32, V)>>; SHARDS],
    types: boxcar::Vec<TypeData>,
    type_table: Mutex<HashTable<u32>>,
    anons: Mutex<IndexSet<AnonKey, FxBuildHasher>>,
}

struct TypeData {
    ty: Type,
    /// The type of lists of this type, once there is one.
    list: OnceLock<Ty>,
}

const SHARDS: usize = 32;
/// Room from the start: growing means hashing everything again.
const SHARD_CAPACITY: usize = 7000;

/// In a mask of names: an anonymous name that is not final, which resolving treats like a variable.
const ANON_MASK: u64 = 1 << 63;

impl Default for Values {
    fn default() -> Self {
        let values = Values {
            nodes: boxcar::Vec::new(),
            shards: std::array::from_fn(|_| Mutex::new(HashTable::with_capacity(SHARD_CAPACITY))),
            types: boxcar::Vec::new(),
            type_table: Mutex::new(HashTable::new()),
            anons: Mutex::default(),
        };
        let types = [
            Type::Bit,
            Type::Int,
            Type::String,
            Type::Dag,
            Type::Record(Box::new([])),
        ];
        let bits = (0..COMMON_WIDTHS).map(Type::Bits);
        for (index, ty) in types.into_iter().chain(bits).enumerate() {
            assert_eq!(values.ty(ty), Ty::at(index as u32));
        }
        assert_eq!(values.intern(Node::Unset, None), V::UNSET);
        assert_eq!(values.intern(Node::Bit(false), Some(Ty::BIT)), V::FALSE);
        assert_eq!(values.intern(Node::Bit(true), Some(Ty::BIT)), V::TRUE);
        for number in 0..COMMON_INTS {
            values.intern(Node::Int(number), Some(Ty::INT));
        }
        values
    }
}

impl Values {
    pub fn get(&self, v: V) -> &NodeData {
        &self.nodes[v.index()]
    }

    pub fn node(&self, v: V) -> &Node {
        &self.get(v).node
    }

    pub fn flags(&self, v: V) -> Flags {
        self.get(v).flags
    }

    pub fn is_concrete(&self, v: V) -> bool {
        v.is_settled() || self.flags(v).contains(Flags::CONCRETE)
    }

    pub fn is_complete(&self, v: V) -> bool {
        self.flags(v).contains(Flags::COMPLETE)
    }

    /// The type of a value; `?` has none.
    pub fn type_of(&self, v: V) -> Option<Ty> {
        self.get(v).ty
    }

    /// How many distinct values exist.
    pub fn len(&self) -> usize {
        self.nodes.count()
    }

    pub fn is_empty(&self) -> bool {
        false
    }

    /// The value with this node and type, made if it is new.
    pub fn intern(&self, node: Node, ty: Option<Ty>) -> V {
        self.intern_key(Key::of(&node), ty)
    }

    fn intern_small(&self, node: SmallNode, ty: Ty) -> V {
        self.intern_key(Key::Small(node), Some(ty))
    }

    /// Looks a value up without having made its node: most are there already. Compiled anew for each kind of node, in
    /// which most of it goes away.
    #[inline(always)]
    fn intern_key(&self, key: Key<'_>, ty: Option<Ty>) -> V {
        let hash = key.hash(ty);
        let mut shard = lock(&self.shards[(hash >> 58) as usize % SHARDS]);
        // What is kept of the hash is enough: a shard has far fewer than 2^32 values.
        let kept = hash as u32;
        let spread = |kept: u32| u64::from(kept) << 32 | u64::from(kept);
        let same = |&(its_kept, v): &(u32, V)| {
            its_kept == kept && {
                let data = self.get(v);
                data.ty == ty && key.is(&data.node)
            }
        };
        if let Some(&(_, v)) = shard.find(spread(kept), same) {
            return v;
        }
        let v = self.add(key.to_node(), ty);
        shard.insert_unique(spread(kept), (kept, v), |&(kept, _)| spread(kept));
        v
    }

    #[inline(never)]
    fn add(&self, node: Node, ty: Option<Ty>) -> V {
        let (flags, vars) = self.summary(&node);
        let settled =
            vars == 0 && flags.contains(Flags::CONCRETE) && !flags.contains(Flags::PENDING);
        let index = self.nodes.push(NodeData {
            node,
            ty,
            flags,
            vars,
        });
        V::at(index as u32, settled)
    }

    /// Flags and mentioned names of a node, from those of its parts.
    fn summary(&self, node: &Node) -> (Flags, u64) {
        let mut all = Flags::CONCRETE | Flags::COMPLETE;
        let mut any = Flags::empty();
        let mut vars = 0;
        let mut add = |v: &V| {
            let data = self.get(*v);
            all &= data.flags;
            any |= data.flags;
            vars |= data.vars;
        };
        let own = match node {
            Node::Unset => Flags::CONCRETE,
            Node::Bit(_) | Node::Int(_) | Node::Str(_) | Node::Code(_) | Node::Text(_) => {
                Flags::CONCRETE | Flags::COMPLETE
            }
            Node::AnonName(_) => {
                vars |= ANON_MASK;
                Flags::COMPLETE | Flags::PENDING
            }
            Node::Bits(elems) | Node::List(elems) => {
                elems.iter().for_each(&mut add);
                all
            }
            Node::Un(op, v) => {
                add(v);
                let pending = if *op == UnOp::Cast {
                    Flags::PENDING
                } else {
                    Flags::empty()
                };
                Flags::COMPLETE | pending
            }
            Node::Bin(_, l, r) => {
                add(l);
                add(r);
                Flags::COMPLETE
            }
            Node::Tern(op, l, m, r) => {
                add(l);
                add(m);
                add(r);
                let binds = op.binds();
                (all & Flags::COMPLETE) | if binds { Flags::BINDS } else { Flags::empty() }
            }
            Node::Cond(elems) => {
                elems.iter().for_each(&mut add);
                all
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
                vars |= name.mask();
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
                (all & Flags::CONCRETE) | Flags::COMPLETE
            }
        };
        (
            own | (any & (Flags::PENDING | Flags::BINDS | Flags::RECORD)),
            vars,
        )
    }

    /// The number-to-be of an anonymous record.
    pub fn anon(&self, key: AnonKey) -> Anon {
        Anon(lock(&self.anons).insert_full(key).0 as u32)
    }

    /// What an anonymous number is of.
    pub fn anon_key(&self, anon: Anon) -> AnonKey {
        lock(&self.anons)[anon.0 as usize]
    }

    /// The anonymous record whose name a string is, with nothing before or after.
    pub fn as_anonymous(&self, name: V) -> Option<AnonKey> {
        match self.node(name) {
            Node::Text(parts) => match parts[..] {
                [Part::Anonymous(anon)] => Some(self.anon_key(anon)),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn int(&self, value: i64) -> V {
        if (0..COMMON_INTS).contains(&value) {
            return V::at(FIRST_INT + value as u32, true);
        }
        self.intern_small(SmallNode::Int(value), Ty::INT)
    }

    pub fn str(&self, text: Sym) -> V {
        self.intern_small(SmallNode::Str(text), Ty::STRING)
    }

    pub fn string(&self, text: &str) -> V {
        self.str(Sym::new(text))
    }

    pub fn code(&self, text: Sym) -> V {
        self.intern(Node::Code(text), Some(Ty::STRING))
    }

    /// A string made of parts; plain when none of them is a number.
    pub fn text(&self, parts: &[Part]) -> V {
        let mut joined: Vec<Part> = Vec::with_capacity(parts.len());
        for part in parts {
            match (joined.last_mut(), part) {
                (_, Part::Text(text)) if text.as_str().is_empty() => {}
                (Some(Part::Text(last)), Part::Text(text)) => {
                    *last = Sym::new(&format!("{last}{text}"))
                }
                _ => joined.push(*part),
            }
        }
        match joined[..] {
            [] => self.string(""),
            [Part::Text(text)] => self.str(text),
            _ => self.intern(Node::Text(joined.into()), Some(Ty::STRING)),
        }
    }

    pub fn bits(&self, bits: &[V]) -> V {
        let ty = self.bits_ty(bits.len() as u32);
        self.intern_key(Key::Bits(bits), Some(ty))
    }

    pub fn list(&self, elems: &[V], elem: Ty) -> V {
        self.list_of(elems, self.list_ty(elem))
    }

    /// A list of the given list type.
    pub fn list_of(&self, elems: &[V], ty: Ty) -> V {
        self.intern_key(Key::List(elems), Some(ty))
    }

    /// `!cond`: conditions, then as many values.
    pub fn cond(&self, elems: &[V], ty: Ty) -> V {
        self.intern_key(Key::Cond(elems), Some(ty))
    }

    pub fn var(&self, name: Sym, ty: Ty) -> V {
        self.intern_small(SmallNode::Var(name), ty)
    }

    pub fn var_bit(&self, v: V, bit: u32) -> V {
        self.intern_small(SmallNode::VarBit(v, bit), Ty::BIT)
    }

    pub fn un(&self, op: UnOp, v: V, ty: Ty) -> V {
        self.intern_small(SmallNode::Un(op, v), ty)
    }

    pub fn bin(&self, op: BinOp, l: V, r: V, ty: Ty) -> V {
        self.intern_small(SmallNode::Bin(op, l, r), ty)
    }

    pub fn tern(&self, op: TernOp, l: V, m: V, r: V, ty: Ty) -> V {
        self.intern_small(SmallNode::Tern(op, l, m, r), ty)
    }

    pub fn dag(&self, op: V, op_name: Option<Sym>, args: &[(V, Option<Sym>)]) -> V {
        self.intern_key(Key::Dag(op, op_name, args), Some(Ty::DAG))
    }

    pub fn def(&self, name: V, ty: Ty) -> V {
        self.intern_small(SmallNode::Def(name), ty)
    }

    pub fn instance(&self, class: Sym, args: &[(ArgKey, V)]) -> V {
        self.instance_of(class, args, self.class_ty(class))
    }

    /// An instance of a class whose type is given.
    pub fn instance_of(&self, class: Sym, args: &[(ArgKey, V)], ty: Ty) -> V {
        self.intern_key(Key::Instance(class, args), Some(ty))
    }

    pub fn ty(&self, ty: Type) -> Ty {
        let hash = FxBuildHasher.hash_one(&ty);
        let mut table = lock(&self.type_table);
        if let Some(&id) = table.find(hash, |&id| self.types[id as usize].ty == ty) {
            return Ty::at(id);
        }
        let id = self.types.push(TypeData {
            ty,
            list: OnceLock::new(),
        }) as u32;
        table.insert_unique(hash, id, |&id| {
            FxBuildHasher.hash_one(&self.types[id as usize].ty)
        });
        Ty::at(id)
    }

    pub fn type_data(&self, ty: Ty) -> &Type {
        &self.types[ty.index()].ty
    }

    pub fn bits_ty(&self, width: u32) -> Ty {
        if width < COMMON_WIDTHS {
            Ty::at(FIRST_BITS + width)
        } else {
            self.ty(Type::Bits(width))
        }
    }

    pub fn list_ty(&self, elem: Ty) -> Ty {
        let list = &self.types[elem.index()].list;
        *list.get_or_init(|| self.ty(Type::List(elem)))
    }

    pub fn class_ty(&self, class: Sym) -> Ty {
        self.ty(Type::Record(Box::new([class])))
    }

    /// The type of records of all these classes.
    pub fn record_ty(&self, mut classes: Vec<Sym>) -> Ty {
        classes.sort_by_key(|class| class.as_str());
        self.ty(Type::Record(classes.into()))
    }

    /// The element type of a list type.
    pub fn elem_ty(&self, ty: Ty) -> Option<Ty> {
        match self.type_data(ty) {
            Type::List(elem) => Some(*elem),
            _ => None,
        }
    }

    pub fn is_list(&self, ty: Ty) -> bool {
        self.elem_ty(ty).is_some()
    }

    pub fn is_record(&self, ty: Ty) -> bool {
        matches!(self.type_data(ty), Type::Record(_))
    }

    /// The text of a plain string or code value.
    pub fn as_str(&self, v: V) -> Option<Sym> {
        match self.node(v) {
            Node::Str(text) | Node::Code(text) => Some(*text),
            _ => None,
        }
    }

    /// The parts of any string value, with numbers of anonymous records or without.
    pub fn as_text(&self, v: V) -> Option<std::borrow::Cow<'_, [Part]>> {
        match self.node(v) {
            Node::Str(text) | Node::Code(text) => Some(vec![Part::Text(*text)].into()),
            Node::Text(parts) => Some((&**parts).into()),
            _ => None,
        }
    }

    pub fn is_string(&self, v: V) -> bool {
        matches!(self.node(v), Node::Str(_) | Node::Code(_) | Node::Text(_))
    }

    pub fn as_int(&self, v: V) -> Option<i64> {
        match self.node(v) {
            Node::Int(value) => Some(*value),
            _ => None,
        }
    }

    pub fn as_list(&self, v: V) -> Option<&[V]> {
        match self.node(v) {
            Node::List(elems) => Some(elems),
            _ => None,
        }
    }

    pub fn as_bits(&self, v: V) -> Option<&[V]> {
        match self.node(v) {
            Node::Bits(bits) => Some(bits),
            _ => None,
        }
    }

    /// The name of the record that a value refers to.
    pub fn as_def(&self, v: V) -> Option<V> {
        match self.node(v) {
            Node::Def(name) => Some(*name),
            _ => None,
        }
    }
}

/// The types `bits<0>` up to this width have fixed places in the table.
const COMMON_WIDTHS: u32 = 129;
const FIRST_BITS: u32 = 5;

/// The numbers from 0 up to this one have fixed places among the values, after `?` and the bits.
const COMMON_INTS: i64 = 256;
const FIRST_INT: u32 = 3;

/// A node whose parts are borrowed.
enum Key<'a> {
    Bits(&'a [V]),
    List(&'a [V]),
    Cond(&'a [V]),
    Dag(V, Option<Sym>, &'a [(V, Option<Sym>)]),
    Instance(Sym, &'a [(ArgKey, V)]),
    Text(&'a [Part]),
    /// A node without parts of varying number.
    Small(SmallNode),
}

#[derive(PartialEq, Eq, Clone, Copy)]
enum SmallNode {
    Unset,
    Bit(bool),
    Int(i64),
    Str(Sym),
    Code(Sym),
    AnonName(Anon),
    Un(UnOp, V),
    Bin(BinOp, V, V),
    Tern(TernOp, V, V, V),
    Fold(V, V, Sym, Sym, V),
    IsA(Ty, V),
    Exists(Ty, V),
    Instances(Ty, V),
    Var(Sym),
    VarBit(V, u32),
    Def(V),
    Field(V, Sym),
}

/// Mixes numbers into a hash whose upper bits are good.
struct Mix(u64);

impl Mix {
    fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0xF135_7AEA_2E62_A9C5);
    }

    fn pair(&mut self, a: u32, b: u32) {
        self.add(u64::from(a) << 32 | u64::from(b));
    }

    fn values(&mut self, values: &[V]) {
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
    fn hash(&self, ty: Option<Ty>) -> u64 {
        let ty = ty.map_or(0, Ty::number);
        let sym = |name: Option<Sym>| name.map_or(0, Sym::number);
        let mut mix = Mix(u64::from(ty) << 8 | u64::from(self.tag()));
        match self {
            Key::Bits(values) | Key::List(values) | Key::Cond(values) => mix.values(values),
            Key::Dag(op, op_name, args) => {
                mix.pair(op.number(), sym(*op_name));
                args.iter()
                    .for_each(|(v, name)| mix.pair(v.number(), sym(*name)));
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
            Key::Text(parts) => parts.iter().for_each(|part| match part {
                Part::Text(text) => mix.pair(0, text.number()),
                Part::Anonymous(anon) => mix.pair(1, anon.0),
            }),
            Key::Small(small) => small.hash(&mut mix),
        }
        mix.finish()
    }

    /// Whether this is the key of a node.
    #[inline(always)]
    fn is(&self, node: &Node) -> bool {
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
            (Key::Text(key), Node::Text(parts)) => **key == **parts,
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
            Key::Text(_) => 5,
            Key::Small(_) => 6,
        }
    }

    fn of(node: &'a Node) -> Key<'a> {
        use SmallNode as S;
        Key::Small(match node {
            Node::Bits(bits) => return Key::Bits(bits),
            Node::List(elems) => return Key::List(elems),
            Node::Cond(elems) => return Key::Cond(elems),
            Node::Dag { op, op_name, args } => return Key::Dag(*op, *op_name, args),
            Node::Instance(class, args) => return Key::Instance(*class, args),
            Node::Text(parts) => return Key::Text(parts),
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
    fn to_node(&self) -> Node {
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
            Key::Text(parts) => Node::Text((*parts).into()),
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
    /// Whether a node is this one.
    #[inline(always)]
    fn is(&self, node: &Node) -> bool {
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
            S::Fold(..) => matches!(Key::of(node), Key::Small(other) if other == *self),
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

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}
