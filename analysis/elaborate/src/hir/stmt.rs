//! The kinds of statements and their parts.

use super::{Arg, ExprId, RangePiece, SpanId, Spans, Stmt, TypeExprId};
use crate::symbol::Sym;

/// The kind of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StmtKind {
    /// Nothing usable because of a syntax error.
    Error,
    /// `class`
    Class(Class),
    /// `multiclass`
    Multiclass(Multiclass),
    /// `def`
    Def(Def),
    /// `defm`
    Defm(Defm),
    /// `foreach`
    Foreach(Foreach),
    /// `if`
    If(If),
    /// At file level `body` is empty: the statements inside are items of their own.
    Let(Let),
    /// Likewise.
    Defset(Defset),
    /// `deftype`
    Deftype(Deftype),
    /// `defvar`
    Defvar(Defvar),
    /// `assert`
    Assert(Assert),
    /// `dump`
    Dump(Dump),
}

impl StmtKind {
    /// The nested statements that are elaborated with this one: those of a loop, an `if`, a `let` or a `defset`, in
    /// order. The contents of a multiclass are not included, since they are expanded where the multiclass is used.
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
    /// The class that is defined or only declared.
    pub name: Sym,
    /// The place of the name.
    pub name_at: SpanId,
    /// Its template arguments, without nameless ones.
    pub args: Box<[Decl]>,
    /// The types of template arguments without names.
    pub nameless: Box<[TypeExprId]>,
    /// Its superclasses and its body. A mere declaration has neither.
    pub body: ObjectBody,
}

/// `multiclass`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Multiclass {
    /// The multiclass that is defined.
    pub name: Sym,
    /// The place of the name.
    pub name_at: SpanId,
    /// Its template arguments, without nameless ones.
    pub args: Box<[Decl]>,
    /// The types of template arguments without names.
    pub nameless: Box<[TypeExprId]>,
    /// The multiclasses that it inherits from.
    pub parents: Box<[Parent]>,
    /// The statements that each use runs.
    pub body: Box<[StmtKind]>,
}

/// `def`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Def {
    /// The keyword.
    pub at: SpanId,
    /// `None` for an anonymous record.
    pub name: Option<ExprId>,
    /// The place reported for the record: the name if it starts with an identifier, else the keyword.
    pub name_at: SpanId,
    /// Its superclasses and its body.
    pub body: ObjectBody,
}

/// `defm`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defm {
    /// The keyword.
    pub at: SpanId,
    /// The prefix of the names of its records. Without it they begin with the name of an anonymous record.
    pub name: Option<ExprId>,
    /// Multiclasses first, then classes; only name resolution tells them apart.
    pub parents: Box<[Parent]>,
}

/// `foreach`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foreach {
    /// The keyword.
    pub at: SpanId,
    /// The name of the element.
    pub var: Sym,
    /// The place that introduces it.
    pub var_at: SpanId,
    /// The list.
    pub list: ForeachList,
    /// The statements of each iteration.
    pub body: Box<[StmtKind]>,
}

/// The list of a `foreach`.
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
    /// The keyword.
    pub at: SpanId,
    /// The condition.
    pub cond: ExprId,
    /// The statements that run if the condition is not 0.
    pub then_body: Box<[StmtKind]>,
    /// The place of these statements.
    pub then_at: SpanId,
    /// The statements that run if it is 0.
    pub else_body: Option<Box<[StmtKind]>>,
}

/// `let … in`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Let {
    /// In the order of the text.
    pub items: Box<[LetItem]>,
    /// Braces open a scope for `defvar`s; `let … in statement` does not.
    pub braces: bool,
    /// Its statements; empty at file level, see [`StmtKind::Let`].
    pub body: Box<[StmtKind]>,
}

/// One assignment of a `let … in`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LetItem {
    /// The field that is set.
    pub name: Sym,
    /// The place of its name.
    pub name_at: SpanId,
    /// As written, most significant first; empty for the whole field.
    pub bits: Box<[RangePiece]>,
    /// Its value. Missing after `append` and `prepend`, since no release assigns with these words.
    pub value: ExprId,
}

/// `defset`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defset {
    /// The type of the list, not of its elements.
    pub ty: TypeExprId,
    /// The variable that the list becomes.
    pub name: Sym,
    /// The place of its name.
    pub name_at: SpanId,
    /// Its statements; empty at file level, see [`StmtKind::Defset`].
    pub body: Box<[StmtKind]>,
}

/// `deftype`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deftype {
    /// The name that the type gets.
    pub name: Sym,
    /// The place of the name.
    pub name_at: SpanId,
    /// Its value.
    pub ty: TypeExprId,
}

/// `defvar`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defvar {
    /// The variable.
    pub name: Sym,
    /// The place that introduces it.
    pub name_at: SpanId,
    /// Its value.
    pub value: ExprId,
}

/// `assert`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assert {
    /// The condition, which must not be 0. Errors have its place.
    pub cond: ExprId,
    /// The message if it does not hold.
    pub message: ExprId,
}

/// `dump`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dump {
    /// The keyword.
    pub at: SpanId,
    /// The message.
    pub message: ExprId,
}

/// The rest of a `class` or `def` after its name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ObjectBody {
    /// The superclasses that have names, in the order of the text.
    pub parents: Box<[Parent]>,
    /// Whether a superclass has no name yet.
    pub lacks_parent: bool,
    /// Whether there is invalid text before the items: a superclass may be meant.
    pub is_head_broken: bool,
    /// The part before the items.
    pub header_at: SpanId,
    /// The items in braces, in the order of the text, without those that cannot be lowered because of syntax errors.
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
    /// Its name. Other statements decide whether this is a class or a multiclass.
    pub name: Sym,
    /// From the name to the bracket that closes the arguments.
    pub at: SpanId,
    /// `None` without `<…>`.
    pub args: Option<Box<[Arg]>>,
}

/// An item of a record's body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BodyItem {
    /// A field is declared.
    Field(Decl),
    /// A field or template argument without a name: only its type is checked.
    Nameless(TypeExprId),
    /// A field is set that the record has or inherits.
    Let(LetItem),
    /// A variable for the items behind it.
    Defvar(Defvar),
    /// A condition that each record has to meet.
    Assert(Assert),
    /// A message that is printed for each record.
    Dump(Dump),
}

/// A field or template argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decl {
    /// Written with `field`: its value may stay unresolved.
    pub field: bool,
    /// [`Missing`](super::TypeExpr::Missing) if the type is missing.
    pub ty: TypeExprId,
    /// As written, without the name of the enclosing class.
    pub name: Sym,
    /// The place of the name.
    pub name_at: SpanId,
    /// The value after `=`, if there is one.
    pub value: Option<ExprId>,
}

/// The statements of a file, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileItem {
    /// A statement: index into [`LoweredFile::stmts`].
    Stmt(u32),
    /// A `let` or `defset` with the statements it encloses; `head` is its own statement.
    Block {
        /// Index into [`LoweredFile::stmts`].
        head: u32,
        /// The statements in it, in order.
        body: Vec<FileItem>,
    },
    /// `include "path"`.
    Include {
        /// The string with escapes resolved.
        path: Sym,
        /// Index into [`LoweredFile::includes`].
        index: u32,
    },
}

/// A lowered file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LoweredFile {
    /// A statement at file level.
    pub items: Vec<FileItem>,
    /// By number, including the heads of blocks and the enclosed statements; in the order in which they begin.
    pub stmts: Vec<std::sync::Arc<Stmt>>,
    /// For each statement, the positions of its places.
    pub spans: Vec<Spans>,
    /// The end of each include directive, by [`FileItem::Include::index`].
    pub includes: Vec<u32>,
    /// The start of the first statement that was left out together with all later ones, because of the limit.
    pub left_out: Option<u32>,
}
