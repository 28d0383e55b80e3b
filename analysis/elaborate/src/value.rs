//! Values: immutable, hash-consed, with equality by identity.
//!
//! Two values are the same [`ValueId`] exactly when the reference would hold them in the same object, which is finer
//! than printing alike: `"x"` and `[{x}]` differ, and `[d]` of type `list<A>` differs from `[d]` of type `list<B>`.
//! Each node has flags that let a resolver stop early: whether it is concrete, which names it mentions (as a mask), and
//! whether a part of it waits for the final resolve.

mod dag_name;
mod key;
pub mod ops;
pub mod print;
pub mod store;
pub mod types;

use crate::ids::StmtId;
use crate::symbol::Sym;
pub use dag_name::DagName;
pub use ops::{BinOp, TernOp, UnOp};
pub use store::ValueStore;
pub use types::{Ty, Type};

/// A value: an index into [`ValueStore`], and a bit that says whether it is settled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ValueId(std::num::NonZeroU32);

impl ValueId {
    /// `?`
    pub const UNSET: ValueId = ValueId::at(0, true);
    /// The bit 0.
    pub const FALSE: ValueId = ValueId::at(1, true);
    /// The bit 1.
    pub const TRUE: ValueId = ValueId::at(2, true);

    const SETTLED: u32 = 1 << 31;

    /// The value at an index of the store.
    const fn at(index: u32, settled: bool) -> ValueId {
        let flag = if settled { ValueId::SETTLED } else { 0 };
        match std::num::NonZeroU32::new((index + 1) | flag) {
            Some(id) => ValueId(id),
            None => ValueId(std::num::NonZeroU32::MIN),
        }
    }

    /// The number of the value, for hashing.
    pub(crate) fn number(self) -> u32 {
        self.0.get()
    }

    /// The value with a number; 0 is no value.
    fn of_number(number: u32) -> Option<ValueId> {
        std::num::NonZeroU32::new(number).map(ValueId)
    }

    fn index(self) -> usize {
        (self.0.get() & !ValueId::SETTLED) as usize - 1
    }

    /// Whether the value is concrete, mentions no names, and has no pending parts: resolving leaves it alone. This
    /// needs no access to the store, where a cache miss would dominate the cost.
    pub fn is_settled(self) -> bool {
        self.0.get() & ValueId::SETTLED != 0
    }

    /// A bit.
    pub fn bit(value: bool) -> ValueId {
        if value { ValueId::TRUE } else { ValueId::FALSE }
    }

    /// One of the [`COMMON_INTS`].
    fn common(number: u32) -> ValueId {
        ValueId::at(FIRST_INT + number, true)
    }

    /// The number, if it is one of the [`COMMON_INTS`].
    #[inline(always)]
    pub(crate) fn common_int(self) -> Option<i64> {
        let number = (self.index() as i64) - i64::from(FIRST_INT);
        (0..COMMON_INTS).contains(&number).then_some(number)
    }

    /// Likewise, or if it is a bit.
    #[inline(always)]
    pub(crate) fn common_number(self) -> Option<i64> {
        match self {
            ValueId::FALSE => Some(0),
            ValueId::TRUE => Some(1),
            _ => self.common_int(),
        }
    }
}

/// The numbers from 0 up to this one have fixed places among the values, after `?` and the bits, so that they are known
/// without access to the store.
const COMMON_INTS: i64 = 256;
const FIRST_INT: u32 = 3;

/// The number in an `anonymous_17` that is not known while values are made: see [`crate::anonymous_numbers`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Anon(pub(crate) u32);

/// The owner of an anonymous number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnonKey {
    /// A name that a statement drew for an anonymous `def` or `defm`. The second field is the number of names it drew
    /// before.
    Drawn(StmtId, u32),
    /// A class instance.
    Instance(ValueId),
}

/// How a string was written, and is printed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// In quotes.
    Quoted,
    /// In `[{` and `}]`.
    Code,
}

/// A piece of a string whose text contains numbers of anonymous records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// Text that holds no number.
    Text(Sym),
    /// The text `anonymous_N`.
    Anonymous(Anon),
}

/// The way in which an argument of a class instance is given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArgKey {
    /// By its place, from 0.
    Positional(u32),
    /// By its qualified name, `Class:arg`.
    Named(Sym),
}

/// The structure of a value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// `?`, which has no type.
    Unset,
    /// A bit. There are two such values: [`ValueId::FALSE`] and [`ValueId::TRUE`].
    Bit(bool),
    /// A signed number of 64 bits.
    Int(i64),
    /// A string in quotes, without them.
    Str(Sym),
    /// A string that was written in `[{` and `}]`, without them.
    Code(Sym),
    /// The name of an anonymous record before its final resolve: not yet a string.
    AnonName(Anon),
    /// A string with numbers of anonymous records in it. Never empty of numbers, never two adjacent texts.
    Text(Format, Box<[Part]>),
    /// Least significant bit first.
    Bits(Box<[ValueId]>),
    /// A list. The type of its elements is in that of the node.
    List(Box<[ValueId]>),
    /// An operator that waits for its operand. The type of a `!cast` is that of the node.
    Un(UnOp, ValueId),
    /// An operator that waits for its operands.
    Bin(BinOp, ValueId, ValueId),
    /// An operator that waits for its operands.
    Tern(TernOp, ValueId, ValueId, ValueId),
    /// Conditions, followed by the same number of values.
    Cond(Box<[ValueId]>),
    /// A `!foldl` that waits for its operands.
    Fold {
        /// The initial value of `acc`.
        start: ValueId,
        /// The sequence.
        list: ValueId,
        /// The name of the accumulator.
        acc: Sym,
        /// The name of the element.
        var: Sym,
        /// The next value of `acc`.
        body: ValueId,
    },
    /// `!isa<T>(value)`
    IsA(Ty, ValueId),
    /// `!exists<T>(name)`
    Exists(Ty, ValueId),
    /// `!instances<T>(regex)`
    Instances(Ty, ValueId),
    /// A reference by name: a field, or a template argument under its qualified name.
    Var(Sym),
    /// A bit of a value that is not known yet, counted from the least significant, which is 0.
    VarBit(ValueId, u32),
    /// A record, by its final name (a `Str` or a `Text`). Its type is the node's.
    Def(ValueId),
    /// A class instance whose record does not exist yet.
    Instance(Sym, Box<[(ArgKey, ValueId)]>),
    /// A field of a record that is not known yet.
    Field(ValueId, Sym),
    /// A dag, evaluated or with parts that wait.
    Dag {
        /// The operator: a record, or a value that will become one.
        op: ValueId,
        /// The operator's name.
        op_name: Option<DagName>,
        /// The arguments and their names. An argument with only a name has the value `?`.
        args: Box<[(ValueId, Option<DagName>)]>,
    },
}

bitflags::bitflags! {
    /// Properties of a value that are known without visiting its operands.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Flags: u8 {
        /// Wholly evaluated (the reference's `isConcrete`).
        const CONCRETE = 1;
        /// No unset parts (the reference's `isComplete`, with its exceptions).
        const COMPLETE = 2;
        /// Contains an operator or a name that the final resolve treats again.
        const PENDING = 4;
        /// Contains an operator that binds variables.
        const BINDS = 8;
        /// Contains the name of a record.
        const RECORD = 16;
        /// Contains a part whose value depends on the stage at which it is resolved: see [`ValueStore::is_staged`].
        const STAGE_SENSITIVE = 32;
        /// Contains an `!and` or `!or` that its left operand decides. From LLVM 21 on resolving replaces it by the
        /// result, whatever the other operand is.
        const DECIDED = 64;
    }
}

/// A node with its properties.
#[derive(Debug)]
pub struct NodeData {
    /// The node.
    pub node: Node,
    /// The type, if the value has one: `?` has none.
    pub ty: Option<Ty>,
    /// Flags that are known without looking into the node.
    pub flags: Flags,
    /// The names mentioned, by [`Sym::mask`]; 0 if there are none.
    pub vars: u64,
}

impl Node {
    /// Calls `f` with every value directly inside this one and the names that this one binds there.
    pub fn for_each_part(&self, values: &ValueStore, mut f: impl FnMut(ValueId, &[Sym])) {
        match self {
            Node::Tern(op, var, list, body) if op.binds() => {
                f(*list, &[]);
                f(*body, values.as_str(*var).as_slice());
            }
            Node::Fold {
                start,
                list,
                acc,
                var,
                body,
            } => {
                f(*start, &[]);
                f(*list, &[]);
                f(*body, &[*acc, *var]);
            }
            _ => self.for_each_child(|child| f(child, &[])),
        }
    }

    /// Calls `f` with every value directly inside this one.
    pub fn for_each_child(&self, mut f: impl FnMut(ValueId)) {
        match self {
            Node::Unset
            | Node::Bit(_)
            | Node::Int(_)
            | Node::Str(_)
            | Node::Code(_)
            | Node::AnonName(_)
            | Node::Text(..)
            | Node::Var(_)
            | Node::Def(_) => {}
            Node::Bits(elems) | Node::List(elems) | Node::Cond(elems) => {
                elems.iter().copied().for_each(f)
            }
            Node::Un(_, v)
            | Node::IsA(_, v)
            | Node::Exists(_, v)
            | Node::Instances(_, v)
            | Node::VarBit(v, _)
            | Node::Field(v, _) => f(*v),
            Node::Bin(_, l, r) => {
                f(*l);
                f(*r);
            }
            Node::Tern(_, l, m, r) => {
                f(*l);
                f(*m);
                f(*r);
            }
            Node::Fold {
                start, list, body, ..
            } => {
                f(*start);
                f(*list);
                f(*body);
            }
            Node::Instance(_, args) => args.iter().for_each(|(_, v)| f(*v)),
            Node::Dag { op, args, .. } => {
                f(*op);
                args.iter().for_each(|(v, _)| f(*v));
            }
        }
    }
}
