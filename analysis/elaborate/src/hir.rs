//! The lowered form of statements, which elaboration reads.
//!
//! A file's tree is lowered to a list of [`Stmt`]s. A statement holds no text offsets: every place that a diagnostic
//! may name is a [`SpanId`] into a separate table, so that an edit elsewhere in the file, or in a comment inside the
//! statement, leaves the statement equal.
//!
//! `let … in` and `defset` blocks at file level are flattened: the block's head is a statement, and the statements
//! inside it are statements of their own (see [`FileItem`]). Blocks that the language reads completely before running
//! any part (`foreach`, `if`, `multiclass`) are one statement with everything inside.

pub mod lower;
mod record_sources;
mod spans;
mod stmt;

pub use self::record_sources::{RecordSource, each_in, each_record_source};
pub use self::spans::{Span, Spans};
pub use self::stmt::{
    Assert, BodyItem, Class, Decl, Def, Defm, Defset, Deftype, Defvar, Dump, FileItem, Foreach,
    ForeachList, If, Let, LetItem, LoweredFile, Multiclass, ObjectBody, Parent, StmtKind,
};
use crate::symbol::Sym;
pub use syntax::BangOperator as BangOp;

/// Index of an expression in its statement's [`Code`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ExprId(pub u32);

/// Index of a type expression in its statement's [`Code`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct TypeExprId(pub u32);

/// A place in a statement's text: an index into the statement's separate span table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct SpanId(pub u32);

/// One statement, position-independent. Equality means: elaborates to the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt {
    /// The kind of the statement, with its content.
    pub kind: StmtKind,
    /// The arena of its expressions.
    pub code: Code,
}

/// The expressions and types of one statement.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Code {
    /// Expressions in post-order, which is the order in which they end in the text.
    pub exprs: Vec<ExprData>,
    /// List types come after the types of their elements.
    pub types: Vec<TypeExprData>,
}

impl Code {
    /// The literal name in the place of a name, if the expression is nothing else.
    pub fn literal_name(&self, id: ExprId) -> Option<Sym> {
        match self[id].expr {
            Expr::Name(name) | Expr::Str(name) => Some(name),
            _ => None,
        }
    }

    /// An expression preceded by all its subexpressions.
    pub fn parts_of(&self, id: ExprId) -> &[ExprData] {
        let mut first = id;
        while let Some(part) = self[first].expr.first_part() {
            first = part;
        }
        &self.exprs[first.0 as usize..=id.0 as usize]
    }
}

impl std::ops::Index<ExprId> for Code {
    type Output = ExprData;
    fn index(&self, id: ExprId) -> &ExprData {
        &self.exprs[id.0 as usize]
    }
}

impl std::ops::Index<TypeExprId> for Code {
    type Output = TypeExprData;
    fn index(&self, id: TypeExprId) -> &TypeExprData {
        &self.types[id.0 as usize]
    }
}

/// An expression and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExprData {
    /// The expression.
    pub expr: Expr,
    /// Its span; if it is missing, an empty span where it should be.
    pub at: SpanId,
}

/// A type as written and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeExprData {
    /// The type.
    pub ty: TypeExpr,
    /// Its span; if it is missing, an empty span where it should be.
    pub at: SpanId,
}

/// A type as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypeExpr {
    /// Text with a syntax error, which the parser reported.
    Missing,
    /// `bit`
    Bit,
    /// `int`
    Int,
    /// `string`
    String,
    /// `code`: the type `string`, but not allowed in bang operators.
    Code,
    /// `dag`
    Dag,
    /// `bits<width>`, with the width as the reference reads it: a negative one is a very large one. It is not checked
    /// here.
    Bits(u64),
    /// `list<type>`
    List(TypeExprId),
    /// A class or a `deftype` name.
    Named(Sym),
}

/// A value as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// Text with a syntax error, which the parser reported.
    Missing,
    /// `?`
    Unset,
    /// `true`, `false`, decimal and hexadecimal integers.
    Int(i64),
    /// `0b0101`: the value and the number of digits, which is the width of the `bits` value.
    Binary {
        /// As an unsigned number of 64 bits.
        value: u64,
        /// The number of digits, including leading zeros.
        width: u32,
    },
    /// Adjacent string literals are joined.
    Str(Sym),
    /// `[{ … }]`, without the brackets.
    Code(Sym),
    /// A name, not resolved yet.
    Name(Sym),
    /// `Class<…>`; the span of the expression starts at the class name.
    Instance {
        /// The name of the class.
        class: Sym,
        /// In the order of the text; empty for `Class<>`.
        args: Box<[Arg]>,
    },
    /// `[a, b]<type>`
    List {
        /// In the order of the text.
        elems: Box<[ExprId]>,
        /// The type in angle brackets behind the list.
        elem_ty: Option<TypeExprId>,
    },
    /// `{ a, b }`, most significant first, as written.
    Braces(Box<[ExprId]>),
    /// `(operator:$name arguments)`
    Dag {
        /// The operand in the place of the operator, of any kind.
        op: ExprId,
        /// The operator's name, without its `$`.
        op_name: Option<Sym>,
        /// In the order of the text.
        args: Box<[DagArg]>,
    },
    /// Operators whose operands are all plain values: all except the three below.
    Bang {
        /// The operator; two spellings of one operator are equal here.
        op: BangOp,
        /// The type in angle brackets, whether the operator takes a type or not.
        ty: Option<TypeExprId>,
        /// The operands, of any number.
        args: Box<[ExprId]>,
    },
    /// `!foreach` and `!filter`
    Each {
        /// Whether it is `!filter`.
        filter: bool,
        /// The variable.
        var: Sym,
        /// The place that introduces it.
        var_at: SpanId,
        /// The list.
        list: ExprId,
        /// The body, which is evaluated for each element.
        body: ExprId,
    },
    /// `!foldl(start, list, acc, var, body)`
    Foldl {
        /// The initial value of `acc`.
        start: ExprId,
        /// The list.
        list: ExprId,
        /// The name of the accumulator; empty if it is missing.
        acc: Sym,
        /// The place that introduces it.
        acc_at: SpanId,
        /// The name of the element; empty if it is missing.
        var: Sym,
        /// The place that introduces it.
        var_at: SpanId,
        /// The new value of `acc` for each element.
        body: ExprId,
    },
    /// `!cond(condition: value, …)`
    Cond(Box<[(ExprId, ExprId)]>),
    /// `value{ranges}`; `brace_at` is the opening brace.
    Bits {
        /// The value whose bits are selected.
        base: ExprId,
        /// In the order of the text, in which the most significant bits come first; never empty.
        ranges: Box<[RangePiece]>,
        /// The place of the brace.
        brace_at: SpanId,
    },
    /// `value[elements]`
    Slice {
        /// The list whose elements are selected.
        base: ExprId,
        /// In the order of the text.
        elems: Box<[SliceElem]>,
        /// Whether a comma follows the last one, which makes the result a list even if there is one index.
        trailing_comma: bool,
    },
    /// `value.name`
    Field {
        /// The record whose field is read.
        base: ExprId,
        /// The name of the field.
        name: Sym,
        /// The place of the name, without the dot.
        name_at: SpanId,
    },
    /// `lhs # rhs`; a trailing paste has no right side. `at` is the `#`.
    Paste {
        /// The left side.
        lhs: ExprId,
        /// The right side. It is a paste itself if more follow.
        rhs: Option<ExprId>,
        /// Where the `#` stands.
        at: SpanId,
    },
}

impl Expr {
    /// Its first subexpression.
    fn first_part(&self) -> Option<ExprId> {
        match self {
            Expr::Missing
            | Expr::Unset
            | Expr::Int(_)
            | Expr::Binary { .. }
            | Expr::Str(_)
            | Expr::Code(_)
            | Expr::Name(_) => None,
            Expr::Instance { args, .. } => args.first().map(|it| it.name.unwrap_or(it.value)),
            Expr::List { elems, .. } | Expr::Braces(elems) => elems.first().copied(),
            Expr::Bang { args, .. } => args.first().copied(),
            Expr::Cond(arms) => arms.first().map(|(cond, _)| *cond),
            Expr::Dag { op: first, .. }
            | Expr::Each { list: first, .. }
            | Expr::Foldl { start: first, .. }
            | Expr::Bits { base: first, .. }
            | Expr::Slice { base: first, .. }
            | Expr::Field { base: first, .. }
            | Expr::Paste { lhs: first, .. } => Some(*first),
        }
    }
}

/// An argument in `<…>`: positional, or `name = value`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arg {
    /// The expression before `=`; an identifier is a string there. After a syntax error up to the end of the list, the
    /// last name and its value are missing.
    pub name: Option<ExprId>,
    /// The argument's value.
    pub value: ExprId,
}

/// `value`, `value:$name`, or `$name` alone (no value).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DagArg {
    /// `None` if only a name is written.
    pub value: Option<ExprId>,
    /// Without its `$`.
    pub name: Option<Sym>,
}

/// A piece of a bit range, `{7-4}` or `{3}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RangePiece {
    /// The first or only number; in a `foreach` it may be a list.
    pub start: ExprId,
    /// The last number, which is part of the range.
    pub end: RangeEnd,
}

/// An element of a slice, `[1, 3...5, list]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SliceElem {
    /// The first index, or the only one, or a list of indices.
    pub start: ExprId,
    /// The last index, which is part of the range.
    pub end: RangeEnd,
}

/// The end of a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RangeEnd {
    /// Not a range: only the start.
    None,
    /// After `...` or `-`.
    Value(ExprId),
    /// The deprecated form `0-3`, lexed as `0` and `-3`: the negative integer.
    Negative(ExprId),
}
