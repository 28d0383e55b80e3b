//! The lowered form of statements: what elaboration reads.
//!
//! A file's tree is lowered to a list of [`Stmt`]s. A statement holds no text offsets: every place it may have to
//! name in a diagnostic is a [`SpanId`] into a table of its own, kept beside it, so that an edit elsewhere in the
//! file, or in a comment inside the statement, leaves the statement equal to what it was.
//!
//! `let … in` and `defset` blocks at file level are flattened: the block's head is a statement, and the statements
//! inside it are statements of their own (see [`FileItem`]). Blocks that the language reads whole before it runs any
//! of them (`foreach`, `if`, `multiclass`) are one statement with everything inside.

pub mod lower;
mod record_sources;
mod spans;

pub use self::record_sources::{RecordSource, each_in, each_record_source};
pub use self::spans::{Span, Spans};
use crate::symbol::Sym;
pub use syntax::BangOperator as BangOp;

/// Index of an expression in its statement's [`Code`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ExprId(pub u32);

/// Index of a type expression in its statement's [`Code`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct TypeExprId(pub u32);

/// A place in a statement's text: index into the span table that lies beside the statement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub struct SpanId(pub u32);

/// One statement, position-independent. Equality means: elaborates to the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub code: Code,
}

/// The expressions and types of one statement.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Code {
    pub exprs: Vec<ExprData>,
    pub types: Vec<TypeExprData>,
}

impl Code {
    /// The name that an expression in the place of a name spells, if it is nothing but a name.
    pub fn literal_name(&self, id: ExprId) -> Option<Sym> {
        match self[id].expr {
            Expr::Name(name) | Expr::Str(name) => Some(name),
            _ => None,
        }
    }

    /// An expression and all that it is made of, which comes directly before it.
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
    pub expr: Expr,
    pub at: SpanId,
}

/// A type as written and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeExprData {
    pub ty: TypeExpr,
    pub at: SpanId,
}

/// A type as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypeExpr {
    /// A syntax error stands here; the parser reported it.
    Missing,
    Bit,
    Int,
    String,
    /// `code`: the type `string`, but not allowed in bang operators.
    Code,
    Dag,
    Bits(u64),
    List(TypeExprId),
    /// A class or a `deftype` name.
    Named(Sym),
}

/// A value as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// A syntax error stands here; the parser reported it.
    Missing,
    Unset,
    /// `true`, `false`, decimal and hexadecimal integers.
    Int(i64),
    /// `0b0101`: the value and the number of digits, which is the width of the `bits` value.
    Binary {
        value: u64,
        width: u32,
    },
    /// Adjacent string literals are joined.
    Str(Sym),
    Code(Sym),
    Name(Sym),
    /// `Class<…>`; the span of the expression starts at the class name.
    Instance {
        class: Sym,
        args: Box<[Arg]>,
    },
    /// `[a, b]<type>`
    List {
        elems: Box<[ExprId]>,
        elem_ty: Option<TypeExprId>,
    },
    /// `{ a, b }`, most significant first, as written.
    Braces(Box<[ExprId]>),
    Dag {
        op: ExprId,
        op_name: Option<Sym>,
        args: Box<[DagArg]>,
    },
    /// Operators whose operands are all plain values: everything but the three below.
    Bang {
        op: BangOp,
        ty: Option<TypeExprId>,
        args: Box<[ExprId]>,
    },
    /// `!foreach` and `!filter`
    Each {
        filter: bool,
        var: Sym,
        var_at: SpanId,
        list: ExprId,
        body: ExprId,
    },
    Foldl {
        start: ExprId,
        list: ExprId,
        acc: Sym,
        acc_at: SpanId,
        var: Sym,
        var_at: SpanId,
        body: ExprId,
    },
    /// `!cond(condition: value, …)`
    Cond(Box<[(ExprId, ExprId)]>),
    /// `value{ranges}`; `brace_at` is the opening brace.
    Bits {
        base: ExprId,
        ranges: Box<[RangePiece]>,
        brace_at: SpanId,
    },
    /// `value[elements]`
    Slice {
        base: ExprId,
        elems: Box<[SliceElem]>,
        trailing_comma: bool,
    },
    Field {
        base: ExprId,
        name: Sym,
        name_at: SpanId,
    },
    /// `lhs # rhs`; a trailing paste has no right side. `at` is the `#`.
    Paste {
        lhs: ExprId,
        rhs: Option<ExprId>,
        at: SpanId,
    },
}

impl Expr {
    /// The first expression that stands in this one.
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
    pub name: Option<ExprId>,
    pub value: ExprId,
}

/// `value`, `value:$name`, or `$name` alone (no value).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DagArg {
    pub value: Option<ExprId>,
    pub name: Option<Sym>,
}

/// A piece of a bit range, `{7-4}` or `{3}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RangePiece {
    pub start: ExprId,
    pub end: RangeEnd,
}

/// An element of a slice, `[1, 3...5, list]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SliceElem {
    pub start: ExprId,
    pub end: RangeEnd,
}

/// The end of a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RangeEnd {
    None,
    /// After `...` or `-`.
    Value(ExprId),
    /// The old form `0-3`, lexed as `0` and `-3`: the (negative) integer that stands there.
    Negative(ExprId),
}

/// What a statement is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StmtKind {
    /// Nothing usable: a syntax error took the statement.
    Error,
    Class(Class),
    Multiclass(Multiclass),
    Def(Def),
    Defm(Defm),
    Foreach(Foreach),
    If(If),
    /// At file level `body` is empty: the statements inside are items of their own.
    Let(Let),
    /// Likewise.
    Defset(Defset),
    Deftype(Deftype),
    Defvar(Defvar),
    Assert(Assert),
    Dump(Dump),
}

impl StmtKind {
    /// The statements that stand in this one and are elaborated with it: those of a loop, an `if`, a `let` or a `defset`,
    /// in order. What a multiclass holds is only made where the multiclass is used, so it is not among them.
    pub fn bodies(&self) -> impl Iterator<Item = &StmtKind> {
        let (first, second): (&[StmtKind], &[StmtKind]) = match self {
            StmtKind::Foreach(it) => (&it.body, &[]),
            StmtKind::If(it) => (&it.then_body, it.else_body.as_deref().unwrap_or_default()),
            StmtKind::Let(it) => (&it.body, &[]),
            StmtKind::Defset(it) => (&it.body, &[]),
            _ => (&[], &[]),
        };
        first.iter().chain(second)
    }
}

/// `class`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    pub name: Sym,
    pub name_at: SpanId,
    pub args: Box<[Decl]>,
    /// What there is of template arguments without names.
    pub nameless: Box<[TypeExprId]>,
    pub body: ObjectBody,
}

/// `multiclass`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Multiclass {
    pub name: Sym,
    pub name_at: SpanId,
    pub args: Box<[Decl]>,
    /// What there is of template arguments without names.
    pub nameless: Box<[TypeExprId]>,
    pub parents: Box<[Parent]>,
    pub body: Box<[StmtKind]>,
}

/// `def`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Def {
    /// The keyword.
    pub at: SpanId,
    pub name: Option<ExprId>,
    /// Where the record is said to be: the name when it starts with an identifier, else the keyword.
    pub name_at: SpanId,
    pub body: ObjectBody,
}

/// `defm`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defm {
    pub at: SpanId,
    pub name: Option<ExprId>,
    /// Multiclasses first, then classes; which is which only the names tell.
    pub parents: Box<[Parent]>,
}

/// `foreach`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foreach {
    pub at: SpanId,
    pub var: Sym,
    pub var_at: SpanId,
    pub list: ForeachList,
    pub body: Box<[StmtKind]>,
}

/// What a `foreach` goes through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ForeachList {
    /// `{0-3, 7}`
    Ranges(Box<[RangePiece]>),
    /// A list value, or an integer that may start a range (`0-3`).
    Piece(RangePiece),
}

/// `if`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct If {
    pub at: SpanId,
    pub cond: ExprId,
    pub then_body: Box<[StmtKind]>,
    /// Where that stands.
    pub then_at: SpanId,
    pub else_body: Option<Box<[StmtKind]>>,
}

/// `let … in`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Let {
    pub items: Box<[LetItem]>,
    /// Braces open a scope for `defvar`s; `let … in statement` does not.
    pub braces: bool,
    pub body: Box<[StmtKind]>,
}

/// One assignment of a `let … in`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LetItem {
    pub name: Sym,
    pub name_at: SpanId,
    /// As written, most significant first; empty for the whole field.
    pub bits: Box<[RangePiece]>,
    pub value: ExprId,
}

/// `defset`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defset {
    pub ty: TypeExprId,
    pub name: Sym,
    pub name_at: SpanId,
    pub body: Box<[StmtKind]>,
}

/// `deftype`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deftype {
    pub name: Sym,
    pub name_at: SpanId,
    pub ty: TypeExprId,
}

/// `defvar`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defvar {
    pub name: Sym,
    pub name_at: SpanId,
    pub value: ExprId,
}

/// `assert`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assert {
    pub cond: ExprId,
    pub message: ExprId,
}

/// `dump`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dump {
    /// The keyword.
    pub at: SpanId,
    pub message: ExprId,
}

/// What follows the name of a `class` or `def`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ObjectBody {
    pub parents: Box<[Parent]>,
    /// Whether a superclass has no name yet.
    pub lacks_parent: bool,
    /// Whether there is text before the items that makes no sense: a superclass may be meant.
    pub is_head_broken: bool,
    /// All that stands before the items.
    pub header_at: SpanId,
    pub items: Box<[BodyItem]>,
}

impl ObjectBody {
    /// Whether there is neither a superclass nor an item.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty() && !self.lacks_parent && self.items.is_empty()
    }
}

/// A superclass or multiclass with its arguments; the span covers all of it and starts at the name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parent {
    pub name: Sym,
    pub at: SpanId,
    /// `None` without `<…>`.
    pub args: Option<Box<[Arg]>>,
}

/// What stands in a record's body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BodyItem {
    Field(Decl),
    /// A field or template argument without a name: there is nothing but its type to find fault with.
    Nameless(TypeExprId),
    Let(LetItem),
    Defvar(Defvar),
    Assert(Assert),
    Dump(Dump),
}

/// A field or template argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decl {
    /// Written with `field`: its value may stay unresolved.
    pub field: bool,
    pub ty: TypeExprId,
    pub name: Sym,
    pub name_at: SpanId,
    pub value: Option<ExprId>,
}

/// What stands in a file, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileItem {
    /// A statement: index into [`LoweredFile::stmts`].
    Stmt(u32),
    /// A `let` or `defset` with the statements it encloses; `head` is its own statement.
    Block { head: u32, body: Vec<FileItem> },
    /// `include "path"`.
    Include { path: Sym, index: u32 },
}

/// A lowered file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LoweredFile {
    pub items: Vec<FileItem>,
    pub stmts: Vec<std::sync::Arc<Stmt>>,
    /// Beside each statement: where its places lie.
    pub spans: Vec<Spans>,
    /// Where each include directive ends, by [`FileItem::Include::index`].
    pub includes: Vec<u32>,
    /// Where the first statement starts that was left out, with all behind it, because there would be too much.
    pub left_out: Option<u32>,
}
