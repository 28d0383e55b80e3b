//! The store of values.

mod long_list;

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use smallvec::SmallVec;

use self::long_list::Summary;
use super::key::{Key, SmallNode};
use super::types::Types;
use super::{
    Anon, AnonKey, ArgKey, BinOp, COMMON_INTS, Flags, Format, Node, NodeData, Part, TernOp, Ty,
    Type, UnOp, ValueId, lock,
};
use crate::budget::{Budget, Limits};
use crate::hash_index::HashIndex;
use crate::lossy_cache::LossyCache;
use crate::symbol::Sym;

/// All values and types made so far. Nodes are never moved or freed, so references to them live as long as the store.
pub struct ValueStore {
    nodes: boxcar::Vec<NodeData>,
    shards: [Mutex<HashIndex<ValueId>>; SHARDS],
    /// No other store has this number.
    id: u64,
    types: Types,
    anons: Mutex<IndexSet<AnonKey, FxBuildHasher>>,
    /// The bytes that values hold beside their nodes.
    beside: AtomicUsize,
    budget: Arc<Budget>,
}

const SHARDS: usize = 32;

/// The number of the next store.
static NEXT_ID: AtomicU64 = AtomicU64::new(1);

thread_local! {
    /// Values asked for lately, and the store they are of: most are asked for again soon, and its tables are too large
    /// for the near caches.
    static RECENT: (Cell<u64>, LossyCache<ValueId, { 1 << 10 }>) = const { (Cell::new(0), LossyCache::new()) };
}

/// In a mask of names: an anonymous name that is not final, which resolving treats like a variable.
const ANON_MASK: u64 = 1 << 63;

/// About what a value takes: its node and its place in a table.
const BYTES_OF_NODE: usize = size_of::<NodeData>() + 16;
/// Shorter texts are not counted: most are there already, and their nodes are more.
const LONG_TEXT: usize = 64;

impl Node {
    /// The bytes that a node holds elsewhere.
    fn bytes_beside(&self) -> usize {
        match self {
            Node::Str(text) | Node::Code(text) => match text.as_str().len() {
                ..LONG_TEXT => 0,
                len => len,
            },
            Node::Text(_, parts) => size_of_val(&**parts),
            Node::Bits(elems) | Node::List(elems) | Node::Cond(elems) => size_of_val(&**elems),
            Node::Instance(_, args) => size_of_val(&**args),
            Node::Dag { args, .. } => size_of_val(&**args),
            _ => 0,
        }
    }
}

impl Default for ValueStore {
    fn default() -> Self {
        ValueStore::with_room(0)
    }
}

impl ValueStore {
    /// A store with room for so many values, after which it grows.
    pub fn with_room(values: usize) -> ValueStore {
        let room = values / SHARDS;
        let values = ValueStore {
            nodes: boxcar::Vec::new(),
            shards: std::array::from_fn(|number| {
                Mutex::new(HashIndex::sharing(room, number, SHARDS))
            }),
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            types: Types::default(),
            anons: Mutex::default(),
            beside: AtomicUsize::new(0),
            budget: Arc::default(),
        };
        // What has a fixed place is found by that, so no table need know it.
        assert_eq!(values.add(Node::Unset, None), ValueId::UNSET);
        assert_eq!(values.add(Node::Bit(false), Some(Ty::BIT)), ValueId::FALSE);
        assert_eq!(values.add(Node::Bit(true), Some(Ty::BIT)), ValueId::TRUE);
        for number in 0..COMMON_INTS {
            let v = values.add(Node::Int(number), Some(Ty::INT));
            assert_eq!(v.common_int(), Some(number));
        }
        values
    }

    /// The same store for a unit that may take so much.
    pub fn within(mut self, limits: Limits) -> ValueStore {
        self.budget = Arc::new(Budget::new(limits));
        self
    }

    /// What the unit may take whose values these are.
    pub fn budget(&self) -> &Arc<Budget> {
        &self.budget
    }

    /// About how many bytes the values take.
    pub fn memory(&self) -> usize {
        self.nodes.count() * BYTES_OF_NODE + self.beside.load(Ordering::Relaxed)
    }

    pub fn get(&self, v: ValueId) -> &NodeData {
        &self.nodes[v.index()]
    }

    pub fn node(&self, v: ValueId) -> &Node {
        &self.get(v).node
    }

    pub fn flags(&self, v: ValueId) -> Flags {
        self.get(v).flags
    }

    pub fn is_concrete(&self, v: ValueId) -> bool {
        v.is_settled() || self.flags(v).contains(Flags::CONCRETE)
    }

    pub fn is_complete(&self, v: ValueId) -> bool {
        self.flags(v).contains(Flags::COMPLETE)
    }

    /// The type of a value; `?` has none.
    pub fn type_of(&self, v: ValueId) -> Option<Ty> {
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
    pub fn intern(&self, node: Node, ty: Option<Ty>) -> ValueId {
        match node {
            Node::Unset => ValueId::UNSET,
            Node::Bit(false) => ValueId::FALSE,
            Node::Bit(true) => ValueId::TRUE,
            Node::Int(number) => self.int(number),
            _ => self.intern_key(Key::of(&node), ty),
        }
    }

    #[inline(always)]
    fn intern_small(&self, node: SmallNode, ty: Ty) -> ValueId {
        self.intern_key(Key::Small(node), Some(ty))
    }

    /// Looks a value up without having made its node: most are there already. Compiled anew for each kind of node, in
    /// which most of it goes away.
    #[inline(always)]
    fn intern_key(&self, key: Key<'_>, ty: Option<Ty>) -> ValueId {
        let hash = key.hash(ty);
        RECENT.with(|(store, recent)| {
            if store.get() != self.id {
                store.set(self.id);
                recent.clear();
            }
            let known = recent.get(hash, |v| self.is(v, &key, ty));
            known.unwrap_or_else(|| {
                let v = self.intern_far(hash, &key, ty);
                recent.put(hash, v);
                v
            })
        })
    }

    #[inline(always)]
    fn is(&self, v: ValueId, key: &Key<'_>, ty: Option<Ty>) -> bool {
        let data = self.get(v);
        data.ty == ty && key.is(&data.node)
    }

    /// Looks a value up among all.
    #[inline(never)]
    fn intern_far(&self, hash: u64, key: &Key<'_>, ty: Option<Ty>) -> ValueId {
        // What is kept of the hash is enough: a shard has far fewer than 2^32 values.
        let kept = hash as u32;
        let mut shard = lock(&self.shards[(hash >> 58) as usize % SHARDS]);
        if let Some(v) = shard.find(kept, |v| self.is(v, key, ty)) {
            return v;
        }
        let v = self.add(key.to_node(), ty);
        shard.insert(kept, v);
        v
    }

    #[inline(never)]
    fn add(&self, node: Node, ty: Option<Ty>) -> ValueId {
        let (flags, vars) = self.summary(&node, ty);
        self.push(node, ty, flags, vars)
    }

    fn push(&self, node: Node, ty: Option<Ty>, flags: Flags, vars: u64) -> ValueId {
        let beside = node.bytes_beside();
        if beside > 0 {
            self.beside.fetch_add(beside, Ordering::Relaxed);
        }
        let settled =
            vars == 0 && flags.contains(Flags::CONCRETE) && !flags.contains(Flags::PENDING);
        let index = self.nodes.push(NodeData {
            node,
            ty,
            flags,
            vars,
        });
        ValueId::at(index as u32, settled)
    }

    /// Flags and mentioned names of a node, from those of its parts.
    fn summary(&self, node: &Node, ty: Option<Ty>) -> (Flags, u64) {
        let mut all = Flags::CONCRETE | Flags::COMPLETE;
        let mut any = Flags::empty();
        let mut vars = 0;
        let mut add = |v: &ValueId| {
            let data = self.get(*v);
            all &= data.flags;
            any |= data.flags;
            vars |= data.vars;
        };
        let own = match node {
            Node::Unset => Flags::CONCRETE,
            Node::Bit(_) | Node::Int(_) | Node::Str(_) | Node::Code(_) | Node::Text(..) => {
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
                let pending = if *op == UnOp::Cast && self.casts_a_name(*v, ty) {
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
        let staged = if self.is_stage_sensitive(node, ty) {
            Flags::STAGE_SENSITIVE
        } else {
            Flags::empty()
        };
        (own | staged | (any & Summary::INHERITED), vars)
    }

    /// Whether a cast of this operand to this type looks for a record by its name. Any other depends on nothing but its
    /// operand.
    pub fn casts_a_name(&self, operand: ValueId, ty: Option<Ty>) -> bool {
        let is_name = |from: Option<Ty>| from.is_none_or(|from| !self.is_record(from));
        ty.is_none_or(|ty| self.is_record(ty)) && is_name(self.type_of(operand))
    }

    /// Whether it can be told at which stage this is folded: it then becomes a record, or may fail, or tells names that
    /// stand for the same from each other.
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

    /// The number-to-be of an anonymous record.
    pub fn anon(&self, key: AnonKey) -> Anon {
        Anon(lock(&self.anons).insert_full(key).0 as u32)
    }

    /// What an anonymous number is of.
    pub fn anon_key(&self, anon: Anon) -> AnonKey {
        lock(&self.anons)[anon.0 as usize]
    }

    /// The anonymous record whose name a string is, with nothing before or after.
    pub fn as_anonymous(&self, name: ValueId) -> Option<AnonKey> {
        match self.node(name) {
            Node::Text(_, parts) => match parts[..] {
                [Part::Anonymous(anon)] => Some(self.anon_key(anon)),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn int(&self, value: i64) -> ValueId {
        if (0..COMMON_INTS).contains(&value) {
            return ValueId::common(value as u32);
        }
        self.intern_small(SmallNode::Int(value), Ty::INT)
    }

    pub fn str(&self, text: Sym) -> ValueId {
        self.intern_small(SmallNode::Str(text), Ty::STRING)
    }

    pub fn string(&self, text: &str) -> ValueId {
        self.str(Sym::new(text))
    }

    pub fn code(&self, text: Sym) -> ValueId {
        self.intern(Node::Code(text), Some(Ty::STRING))
    }

    /// A string made of parts; plain when none of them is a number.
    pub fn text(&self, parts: &[Part]) -> ValueId {
        self.text_in(Format::Quoted, parts)
    }

    /// The same in that format.
    pub fn text_in(&self, format: Format, parts: &[Part]) -> ValueId {
        let mut joined: SmallVec<[Part; 8]> = SmallVec::new();
        for run in parts.chunk_by(|a, b| matches!((a, b), (Part::Text(_), Part::Text(_)))) {
            match *run {
                [Part::Text(text)] if text.as_str().is_empty() => {}
                [part] => joined.push(part),
                _ => {
                    let texts = run.iter().map(|part| match part {
                        Part::Text(text) => text.as_str(),
                        Part::Anonymous(_) => "",
                    });
                    let text = texts.collect::<String>();
                    if !text.is_empty() {
                        joined.push(Part::Text(Sym::new(&text)));
                    }
                }
            }
        }
        let plain = match joined[..] {
            [] => Sym::new(""),
            [Part::Text(text)] => text,
            _ => return self.intern_key(Key::Text(format, &joined), Some(Ty::STRING)),
        };
        match format {
            Format::Quoted => self.str(plain),
            Format::Code => self.code(plain),
        }
    }

    pub fn bits(&self, bits: &[ValueId]) -> ValueId {
        let ty = self.bits_ty(bits.len() as u32);
        self.intern_key(Key::Bits(bits), Some(ty))
    }

    pub fn list(&self, elems: &[ValueId], elem: Ty) -> ValueId {
        self.list_of(elems, self.list_ty(elem))
    }

    /// A list of the given list type.
    pub fn list_of(&self, elems: &[ValueId], ty: Ty) -> ValueId {
        self.intern_key(Key::List(elems), Some(ty))
    }

    /// `!cond`: conditions, then as many values.
    pub fn cond(&self, elems: &[ValueId], ty: Ty) -> ValueId {
        self.intern_key(Key::Cond(elems), Some(ty))
    }

    pub fn var(&self, name: Sym, ty: Ty) -> ValueId {
        self.intern_small(SmallNode::Var(name), ty)
    }

    pub fn var_bit(&self, v: ValueId, bit: u32) -> ValueId {
        self.intern_small(SmallNode::VarBit(v, bit), Ty::BIT)
    }

    pub fn un(&self, op: UnOp, v: ValueId, ty: Ty) -> ValueId {
        self.intern_small(SmallNode::Un(op, v), ty)
    }

    pub fn bin(&self, op: BinOp, l: ValueId, r: ValueId, ty: Ty) -> ValueId {
        self.intern_small(SmallNode::Bin(op, l, r), ty)
    }

    pub fn tern(&self, op: TernOp, l: ValueId, m: ValueId, r: ValueId, ty: Ty) -> ValueId {
        self.intern_small(SmallNode::Tern(op, l, m, r), ty)
    }

    pub fn dag(
        &self,
        op: ValueId,
        op_name: Option<Sym>,
        args: &[(ValueId, Option<Sym>)],
    ) -> ValueId {
        self.intern_key(Key::Dag(op, op_name, args), Some(Ty::DAG))
    }

    pub fn def(&self, name: ValueId, ty: Ty) -> ValueId {
        self.intern_small(SmallNode::Def(name), ty)
    }

    pub fn instance(&self, class: Sym, args: &[(ArgKey, ValueId)]) -> ValueId {
        self.instance_of(class, args, self.class_ty(class))
    }

    /// An instance of a class whose type is given.
    pub fn instance_of(&self, class: Sym, args: &[(ArgKey, ValueId)], ty: Ty) -> ValueId {
        self.intern_key(Key::Instance(class, args), Some(ty))
    }

    /// The text of a plain string or code value.
    pub fn as_str(&self, v: ValueId) -> Option<Sym> {
        match self.node(v) {
            Node::Str(text) | Node::Code(text) => Some(*text),
            _ => None,
        }
    }

    /// The parts of any string value, with numbers of anonymous records or without.
    pub fn as_text(&self, v: ValueId) -> Option<std::borrow::Cow<'_, [Part]>> {
        match self.node(v) {
            Node::Str(text) | Node::Code(text) => Some(vec![Part::Text(*text)].into()),
            Node::Text(_, parts) => Some((&**parts).into()),
            _ => None,
        }
    }

    pub fn is_string(&self, v: ValueId) -> bool {
        matches!(self.node(v), Node::Str(_) | Node::Code(_) | Node::Text(..))
    }

    /// The format of any string value.
    pub fn format_of(&self, v: ValueId) -> Option<Format> {
        match self.node(v) {
            Node::Str(_) => Some(Format::Quoted),
            Node::Code(_) => Some(Format::Code),
            Node::Text(format, _) => Some(*format),
            _ => None,
        }
    }

    pub fn as_int(&self, v: ValueId) -> Option<i64> {
        if let Some(number) = v.common_int() {
            return Some(number);
        }
        match self.node(v) {
            Node::Int(value) => Some(*value),
            _ => None,
        }
    }

    pub fn as_list(&self, v: ValueId) -> Option<&[ValueId]> {
        match self.node(v) {
            Node::List(elems) => Some(elems),
            _ => None,
        }
    }

    pub fn as_bits(&self, v: ValueId) -> Option<&[ValueId]> {
        match self.node(v) {
            Node::Bits(bits) => Some(bits),
            _ => None,
        }
    }

    /// The name of the record that a value refers to.
    pub fn as_def(&self, v: ValueId) -> Option<ValueId> {
        match self.node(v) {
            Node::Def(name) => Some(*name),
            _ => None,
        }
    }
}

impl ValueStore {
    pub fn ty(&self, ty: Type) -> Ty {
        self.types.intern(ty)
    }

    pub fn type_data(&self, ty: Ty) -> &Type {
        self.types.data(ty)
    }

    pub fn bits_ty(&self, width: u32) -> Ty {
        self.ty(Type::Bits(width))
    }

    pub fn list_ty(&self, elem: Ty) -> Ty {
        self.types.list_of(elem)
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_used_in_turn_keep_their_own_values() {
        let (a, b) = (ValueStore::default(), ValueStore::default());
        // In `b` the numbers of values are others than in `a`.
        b.string("other");
        for round in 0..3 {
            for number in 1000..1100 {
                let (in_a, in_b) = (a.int(number), b.int(number));
                assert_eq!(a.as_int(in_a), Some(number), "{round}");
                assert_eq!(b.as_int(in_b), Some(number), "{round}");
                assert_ne!(in_a, in_b);
                assert_eq!((a.int(number), b.int(number)), (in_a, in_b));
            }
        }
        assert_eq!(a.len() + 1, b.len());
    }
}
