//! Values: immutable and hash-consed, so equality is a comparison of ids.
//!
//! Two values have the same [`ValueId`] exactly if the reference would represent them by the same object. This
//! distinguishes values that print alike: `"x"` and `[{x}]` differ, and `[d]` of type `list<A>` differs from `[d]` of
//! type `list<B>`. Each node has a summary that lets a resolver stop early: whether the value is concrete, which names
//! it mentions (as a mask), and whether a part of it has to wait for the final resolve.

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

/// A value: an index into [`ValueStore`], and a bit for [`ValueId::is_settled`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ValueId(std::num::NonZeroU32);

impl ValueId {
    /// The unset value, `?`.
    pub const UNSET: ValueId = ValueId::at(0, true);
    /// The value of type `bit` that is 0.
    pub const FALSE: ValueId = ValueId::at(1, true);
    /// The value of type `bit` that is 1.
    pub const TRUE: ValueId = ValueId::at(2, true);

    const SETTLED: u32 = 1 << 31;

    /// The value at `index` in the store.
    const fn at(index: u32, settled: bool) -> ValueId {
        let flag = if settled { ValueId::SETTLED } else { 0 };
        match std::num::NonZeroU32::new((index + 1) | flag) {
            Some(id) => ValueId(id),
            None => ValueId(std::num::NonZeroU32::MIN),
        }
    }

    /// The id as an integer, for hashing.
    pub(crate) fn number(self) -> u32 {
        self.0.get()
    }

    /// The value whose id is this integer; `None` for 0.
    fn of_number(number: u32) -> Option<ValueId> {
        std::num::NonZeroU32::new(number).map(ValueId)
    }

    fn index(self) -> usize {
        (self.0.get() & !ValueId::SETTLED) as usize - 1
    }

    /// Whether resolving cannot change the value: it is concrete, mentions no names, and has no pending parts. This bit
    /// is in the id because a cache miss in the store would dominate the cost of the test.
    pub fn is_settled(self) -> bool {
        self.0.get() & ValueId::SETTLED != 0
    }

    /// The value of type `bit` for a Boolean.
    pub fn bit(value: bool) -> ValueId {
        if value { ValueId::TRUE } else { ValueId::FALSE }
    }

    /// The integer `number`, which must be less than [`COMMON_INTS`].
    fn common(number: u32) -> ValueId {
        ValueId::at(FIRST_INT + number, true)
    }

    /// The integer value; `None` if the value is not an integer from 0 up to, but not including, [`COMMON_INTS`].
    #[inline(always)]
    pub(crate) fn common_int(self) -> Option<i64> {
        let number = (self.index() as i64) - i64::from(FIRST_INT);
        (0..COMMON_INTS).contains(&number).then_some(number)
    }

    /// Like `common_int`; a bit is the integer 0 or 1.
    #[inline(always)]
    pub(crate) fn common_number(self) -> Option<i64> {
        match self {
            ValueId::FALSE => Some(0),
            ValueId::TRUE => Some(1),
            _ => self.common_int(),
        }
    }
}

/// The integers from 0 up to, but not including, this number have fixed ids, which follow the ids of `?` and of the
/// bits. So these integers are recognized without access to the store.
const COMMON_INTS: i64 = 256;
const FIRST_INT: u32 = 3;

/// A placeholder for the number N in `anonymous_N`, which is not known while values are created: see
/// [`crate::anonymous_numbers`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Anon(pub(crate) u32);

/// The origin of an anonymous name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnonKey {
    /// An anonymous `def` or `defm` in this statement. The second field is the number of earlier names of this kind in
    /// the statement.
    Drawn(StmtId, u32),
    /// A class instance, which creates an anonymous record.
    Instance(ValueId),
}

/// The form in which a string was written and is printed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// `"text"`
    Quoted,
    /// `[{text}]`
    Code,
}

/// A part of a string that contains names of anonymous records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// Text without names of anonymous records.
    Text(Sym),
    /// The name `anonymous_N`, whose N is not known yet.
    Anonymous(Anon),
}

/// How an argument of a class instance is given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArgKey {
    /// By its position, from 0.
    Positional(u32),
    /// By name. The name is qualified: `Class:arg`.
    Named(Sym),
}

/// The structure of a value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// `?`, which has no type.
    Unset,
    /// A bit. There are two such values: [`ValueId::FALSE`] and [`ValueId::TRUE`].
    Bit(bool),
    /// A signed 64-bit integer.
    Int(i64),
    /// A string, which is printed in quotes. The symbol does not contain the quotes.
    Str(Sym),
    /// A string that was written as code, in `[{` and `}]`. The symbol does not contain the brackets.
    Code(Sym),
    /// The name of an anonymous record before its final resolve, when it is not a string yet.
    AnonName(Anon),
    /// A string that contains names of anonymous records. At least one part is such a name, and no two adjacent parts
    /// are texts.
    Text(Format, Box<[Part]>),
    /// A `bits` value, least significant bit first.
    Bits(Box<[ValueId]>),
    /// A list. The type of the elements follows from the type of the node.
    List(Box<[ValueId]>),
    /// An unevaluated operator with one operand. The target type of a `!cast` is the type of the node.
    Un(UnOp, ValueId),
    /// An unevaluated operator with two operands.
    Bin(BinOp, ValueId, ValueId),
    /// An unevaluated operator with three operands.
    Tern(TernOp, ValueId, ValueId, ValueId),
    /// An unevaluated `!cond`: its conditions, followed by the same number of values.
    Cond(Box<[ValueId]>),
    /// An unevaluated `!foldl(start, list, acc, var, body)`.
    Fold {
        /// The initial value of `acc`.
        start: ValueId,
        /// The list that is folded.
        list: ValueId,
        /// The name of the accumulator variable.
        acc: Sym,
        /// The name of the variable for the element.
        var: Sym,
        /// The expression for the next value of `acc`.
        body: ValueId,
    },
    /// `!isa<T>(value)`
    IsA(Ty, ValueId),
    /// `!exists<T>(name)`
    Exists(Ty, ValueId),
    /// `!instances<T>(regex)`
    Instances(Ty, ValueId),
    /// A reference by name: to a field, to a template argument by its qualified name, or to a variable that an operator
    /// or loop binds.
    Var(Sym),
    /// One bit of a value that is not known yet. The bit is given by its index; bit 0 is the least significant.
    VarBit(ValueId, u32),
    /// A reference to a record, which is given by its final name (a `Str` or a `Text`). The type of the node is the
    /// type of the record.
    Def(ValueId),
    /// A class instance, given by its class and its arguments, whose record is not created yet.
    Instance(Sym, Box<[(ArgKey, ValueId)]>),
    /// A field access whose record is not known yet.
    Field(ValueId, Sym),
    /// A dag. Its parts may be unevaluated.
    Dag {
        /// The operator: usually a record, or a value that will evaluate to a record.
        op: ValueId,
        /// The operator's name.
        op_name: Option<DagName>,
        /// The arguments and their names. If an argument is only a name, its value is `?`.
        args: Box<[(ValueId, Option<DagName>)]>,
    },
}

bitflags::bitflags! {
    /// Properties of a value that are known without visiting its operands.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Flags: u8 {
        /// Is evaluated completely (the reference's `isConcrete`).
        const CONCRETE = 1;
        /// Has no unset parts (the reference's `isComplete`, with its exceptions).
        const COMPLETE = 2;
        /// Contains an operator or an anonymous name that has to wait for the final resolve.
        const PENDING = 4;
        /// Contains an operator that binds variables.
        const BINDS = 8;
        /// Contains a record or a class instance.
        const RECORD = 16;
        /// Contains a part whose value depends on the stage at which it is resolved: see
        /// [`ValueStore::is_stage_sensitive`].
        const STAGE_SENSITIVE = 32;
        /// Contains an `!and` or `!or` whose result is determined by its left operand. Since LLVM 21, resolving
        /// replaces it by the result even if the right operand is not known.
        const DECIDED = 64;
    }
}

/// A node together with its type and its summary.
#[derive(Debug)]
pub struct NodeData {
    /// The kind of the value, with its operands.
    pub node: Node,
    /// The type; `None` for `?`, which has no type.
    pub ty: Option<Ty>,
    /// The properties of the value.
    pub flags: Flags,
    /// The names that the value mentions, as a union of [`Sym::mask`]s; 0 if it mentions none.
    pub vars: u64,
}

impl Node {
    /// Calls `f` with each direct operand of this node and with the names that the node binds in that operand.
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

    /// Calls `f` with each direct operand of this node.
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
