//! The lowered form of statements, which is the input of elaboration.
//!
//! The syntax tree of a file is lowered to a list of [`Stmt`]s. A statement contains no text offsets: each location
//! that a diagnostic may report is a [`SpanId`], an index into a separate table. So a statement stays equal after an
//! edit elsewhere in the file, or in a comment inside the statement.
//!
//! `let … in` and `defset` blocks at file level are flattened: the head of the block is a statement, and each enclosed
//! statement is a separate statement (see [`FileItem`]). Constructs that the reference reads completely before it
//! evaluates any part (`foreach`, `if`, `multiclass`) are one statement with everything inside.

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

/// The index of an expression in the [`Code`] of its statement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ExprId(pub u32);

/// The index of a type in the [`Code`] of its statement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct TypeExprId(pub u32);

/// A location in a statement: an index into the statement's table of spans, see [`Spans`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct SpanId(pub u32);

/// A statement, independent of its position. Equal statements have the same meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt {
    /// The kind of the statement, with its contents.
    pub kind: StmtKind,
    /// The expressions and types of the statement.
    pub code: Code,
}

/// The expressions and types of one statement.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Code {
    /// The expressions in post-order, which is the order in which they end in the text.
    pub exprs: Vec<ExprData>,
    /// The types. A list type comes after its element type.
    pub types: Vec<TypeExprData>,
}

impl Code {
    /// The name, if the expression is a single identifier or string; `None` otherwise.
    pub fn literal_name(&self, id: ExprId) -> Option<Sym> {
        match self[id].expr {
            Expr::Name(name) | Expr::Str(name) => Some(name),
            _ => None,
        }
    }

    /// All subexpressions of an expression, followed by the expression itself.
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

/// An expression with its span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExprData {
    /// The expression itself. Its operands are ids in the same [`Code`].
    pub expr: Expr,
    /// The span. A missing expression has an empty span at the place where it should be.
    pub at: SpanId,
}

/// A type as written, with its span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeExprData {
    /// The type itself. The element type of a list is an id in the same [`Code`].
    pub ty: TypeExpr,
    /// The span. A missing type has an empty span at the place where it should be.
    pub at: SpanId,
}

/// A type as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypeExpr {
    /// A missing or invalid type. The parser reported the error.
    Missing,
    /// `bit`
    Bit,
    /// `int`
    Int,
    /// `string`
    String,
    /// `code`: the same type as `string`, but not allowed in bang operators.
    Code,
    /// `dag`
    Dag,
    /// `bits<width>`. As in the reference, a negative width is read as a very large unsigned number. The width is not
    /// checked here.
    Bits(u64),
    /// `list<type>`
    List(TypeExprId),
    /// The name of a class or a `deftype`.
    Named(Sym),
}

/// An expression as written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Expr {
    /// A missing or invalid expression. The parser reported the error.
    #[default]
    Missing,
    /// `?`
    Unset,
    /// A decimal or hexadecimal integer, `true` or `false`.
    Int(i64),
    /// `0b0101`, a `bits` value.
    Binary {
        /// The value as an unsigned 64-bit integer.
        value: u64,
        /// The number of digits including leading zeros, which is the width of the `bits` value.
        width: u32,
    },
    /// The joined value of adjacent string literals.
    Str(Sym),
    /// `[{ … }]`. The text is without the brackets.
    Code(Sym),
    /// An identifier. Name resolution is part of elaboration.
    Name(Sym),
    /// `Class<…>`. The span of the expression starts at the class name.
    Instance {
        /// The name of the class.
        class: Sym,
        /// The arguments in the order of the text; empty for `Class<>`.
        args: Box<[Arg]>,
    },
    /// `[a, b]<type>`
    List {
        /// The elements in the order of the text.
        elems: Box<[ExprId]>,
        /// The element type in angle brackets after the list.
        elem_ty: Option<TypeExprId>,
    },
    /// `{ a, b }`. The elements are in the order of the text, most significant bits first.
    Braces(Box<[ExprId]>),
    /// `(operator:$name arguments)`
    Dag {
        /// The operator, which is parsed like any expression.
        op: ExprId,
        /// The operator's name, without the `$`.
        op_name: Option<Sym>,
        /// The arguments in the order of the text.
        args: Box<[DagArg]>,
    },
    /// A bang operator whose operands are all expressions: any except `!foreach`, `!filter`, `!foldl` and `!cond`.
    Bang {
        /// The operator. Different spellings of the same operator have the same value.
        op: BangOp,
        /// The type in angle brackets. It may be present for an operator that takes no type.
        ty: Option<TypeExprId>,
        /// The operands. Their number is not checked here.
        args: Box<[ExprId]>,
    },
    /// `!foreach` and `!filter`
    Each {
        /// `true` for `!filter`, `false` for `!foreach`.
        filter: bool,
        /// The name of the variable.
        var: Sym,
        /// The span of the variable's name.
        var_at: SpanId,
        /// The list of values.
        list: ExprId,
        /// The expression that is evaluated for each element.
        body: ExprId,
    },
    /// `!foldl(start, list, acc, var, body)`
    Foldl {
        /// The initial value of `acc`.
        start: ExprId,
        /// The list that is folded.
        list: ExprId,
        /// The name of the accumulator variable; empty if it is missing.
        acc: Sym,
        /// The span of the accumulator's name.
        acc_at: SpanId,
        /// The name of the variable for the element; empty if it is missing.
        var: Sym,
        /// The span of the variable's name.
        var_at: SpanId,
        /// The expression for the next value of `acc`.
        body: ExprId,
    },
    /// `!cond(condition: value, …)`
    Cond(Box<[(ExprId, ExprId)]>),
    /// `value{ranges}`
    Bits {
        /// The value whose bits are selected.
        base: ExprId,
        /// The ranges in the order of the text, most significant bits first. Never empty.
        ranges: Box<[RangePiece]>,
        /// The span of the opening brace.
        brace_at: SpanId,
    },
    /// `value[elements]`
    Slice {
        /// The list whose elements are selected.
        base: ExprId,
        /// The elements in the order of the text.
        elems: Box<[SliceElem]>,
        /// Whether a comma follows the last element. Then the result is a list even for a single index.
        trailing_comma: bool,
    },
    /// `value.name`
    Field {
        /// The record whose field is read.
        base: ExprId,
        /// The name of the field.
        name: Sym,
        /// The span of the name, without the dot.
        name_at: SpanId,
    },
    /// `lhs # rhs`. The right operand of a trailing `#` is missing.
    Paste {
        /// The left operand.
        lhs: ExprId,
        /// The right operand; `None` for a trailing `#`. If more pastes follow, the right operand is a paste.
        rhs: Option<ExprId>,
        /// The span of the `#`.
        at: SpanId,
    },
}

impl Expr {
    /// The first direct subexpression. `None` if the expression, for example a literal, a name or an empty list, has no
    /// subexpressions.
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

/// An argument in angle brackets: `value` or `name = value`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arg {
    /// The expression before `=`, in which an identifier is lowered to a string. If the list ends with a syntax error,
    /// the name and the value of the last argument are `Missing`.
    pub name: Option<ExprId>,
    /// The value of the argument.
    pub value: ExprId,
}

/// An argument of a dag: `value`, `value:$name` or `$name`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DagArg {
    /// The value; `None` if only a name is written.
    pub value: Option<ExprId>,
    /// The name, without the `$`.
    pub name: Option<Sym>,
}

/// A piece of a range list, such as `7-4` or `3` in `{7-4, 3}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RangePiece {
    /// The first or the only index. In a `foreach` without braces, it may be a list instead of an index.
    pub start: ExprId,
    /// The inclusive end of the range; [`RangeEnd::None`] for a single index.
    pub end: RangeEnd,
}

/// An element of a slice, such as `1`, `3...5` or `list` in `[1, 3...5, list]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SliceElem {
    /// The first or the only index, or a list of indices.
    pub start: ExprId,
    /// The inclusive end of the range; [`RangeEnd::None`] for a single index.
    pub end: RangeEnd,
}

/// The end of a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RangeEnd {
    /// There is no end: the piece is a single value.
    None,
    /// The expression after `...` or `-`.
    Value(ExprId),
    /// The integer after the start in the deprecated form `0-3`, which is lexed as `0` and `-3`. The end of the range
    /// is the negated integer.
    Negative(ExprId),
}
