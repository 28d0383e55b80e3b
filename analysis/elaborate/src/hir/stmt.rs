//! The kinds of statements and their contents.

use super::{Arg, ExprId, RangePiece, SpanId, Spans, Stmt, TypeExprId};
use crate::symbol::Sym;

/// The kind of a statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StmtKind {
    /// A statement that cannot be lowered because of a syntax error.
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
    /// `let … in`. At file level `body` is empty, because the enclosed statements are separate statements.
    Let(Let),
    /// `defset`. At file level `body` is empty, because the enclosed statements are separate statements.
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
    /// The nested statements that are elaborated together with this one: those of a loop, an `if`, a `let` or a
    /// `defset`, in order. The statements in a multiclass are not included, since they are expanded where the
    /// multiclass is used.
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
    /// The name of the class.
    pub name: Sym,
    /// The span of the name.
    pub name_at: SpanId,
    /// The template arguments, without those that have no name.
    pub args: Box<[Decl]>,
    /// The types of the template arguments that have no name.
    pub nameless: Box<[TypeExprId]>,
    /// The superclasses and the body. Both are empty for a mere declaration.
    pub body: ObjectBody,
}

/// `multiclass`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Multiclass {
    /// The name of the multiclass.
    pub name: Sym,
    /// The span of the name.
    pub name_at: SpanId,
    /// The template arguments, without those that have no name.
    pub args: Box<[Decl]>,
    /// The types of the template arguments that have no name.
    pub nameless: Box<[TypeExprId]>,
    /// The parent multiclasses, in the order of the text.
    pub parents: Box<[Parent]>,
    /// The statements that are expanded for each use.
    pub body: Box<[StmtKind]>,
}

/// `def`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Def {
    /// The span of the keyword.
    pub at: SpanId,
    /// The name; `None` for an anonymous record.
    pub name: Option<ExprId>,
    /// The span that is reported for the record: the name if it starts with an identifier, otherwise the keyword.
    pub name_at: SpanId,
    /// The superclasses and the body.
    pub body: ObjectBody,
}

/// `defm`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defm {
    /// The span of the keyword.
    pub at: SpanId,
    /// The prefix of the names of the records. If `None`, the prefix is an anonymous name.
    pub name: Option<ExprId>,
    /// The multiclasses, followed by classes. Only name resolution distinguishes the two.
    pub parents: Box<[Parent]>,
}

/// `foreach`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foreach {
    /// The span of the keyword.
    pub at: SpanId,
    /// The name of the loop variable.
    pub var: Sym,
    /// The span of the variable's name.
    pub var_at: SpanId,
    /// The list of values.
    pub list: ForeachList,
    /// The statements that are elaborated for each value.
    pub body: Box<[StmtKind]>,
}

/// The list of a `foreach`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ForeachList {
    /// Ranges in braces: `{0-3, 7}`
    Ranges(Box<[RangePiece]>),
    /// A list value, an integer, or a range that starts with an integer (`0-3`).
    Piece(RangePiece),
}

/// `if`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct If {
    /// The span of the keyword.
    pub at: SpanId,
    /// The condition.
    pub cond: ExprId,
    /// The statements for a condition that is not 0.
    pub then_body: Box<[StmtKind]>,
    /// The span of `then_body`.
    pub then_at: SpanId,
    /// The statements for a condition that is 0; `None` without `else`.
    pub else_body: Option<Box<[StmtKind]>>,
}

/// `let … in`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Let {
    /// The assignments in the order of the text.
    pub items: Box<[LetItem]>,
    /// Whether the body is in braces, which open a scope for `defvar`s.
    pub braces: bool,
    /// The enclosed statements; empty at file level, see [`StmtKind::Let`].
    pub body: Box<[StmtKind]>,
}

/// An assignment of `let … in` or of a `let` in a body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LetItem {
    /// The name of the field.
    pub name: Sym,
    /// The span of the name.
    pub name_at: SpanId,
    /// The bits that are set, most significant first as in the text; empty for the whole field.
    pub bits: Box<[RangePiece]>,
    /// The value. `Missing` after `append` and `prepend`, since no supported release assigns the value after them.
    pub value: ExprId,
}

/// `defset`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defset {
    /// The type of the list itself.
    pub ty: TypeExprId,
    /// The name of the variable for the list.
    pub name: Sym,
    /// The span of the name.
    pub name_at: SpanId,
    /// The enclosed statements; empty at file level, see [`StmtKind::Defset`].
    pub body: Box<[StmtKind]>,
}

/// `deftype`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deftype {
    /// The name of the type.
    pub name: Sym,
    /// The span of the name.
    pub name_at: SpanId,
    /// The type to which the name refers.
    pub ty: TypeExprId,
}

/// `defvar`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defvar {
    /// The name of the variable.
    pub name: Sym,
    /// The span of the name.
    pub name_at: SpanId,
    /// The value of the variable.
    pub value: ExprId,
}

/// `assert`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assert {
    /// The condition, which must not be 0. Its span is reported for a failed assertion.
    pub cond: ExprId,
    /// The error message of a failed assertion.
    pub message: ExprId,
}

/// `dump`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dump {
    /// The span of the keyword.
    pub at: SpanId,
    /// The message that is printed.
    pub message: ExprId,
}

/// The part of a `class` or `def` after its name and template arguments.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ObjectBody {
    /// The superclasses in the order of the text, without those whose name is missing.
    pub parents: Box<[Parent]>,
    /// Whether the name of a superclass is missing.
    pub lacks_parent: bool,
    /// Whether there is invalid text before the body. Such text may have been meant as a superclass.
    pub is_head_broken: bool,
    /// The span of the statement up to its body.
    pub header_at: SpanId,
    /// The items in braces, in the order of the text. Items that cannot be lowered because of syntax errors are left
    /// out.
    pub items: Box<[BodyItem]>,
}

impl ObjectBody {
    /// Whether there are neither items nor superclasses, not even a superclass whose name is missing.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty() && !self.lacks_parent && self.items.is_empty()
    }
}

/// A reference to a superclass or multiclass, with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parent {
    /// The name. Only name resolution decides whether it is a class or a multiclass.
    pub name: Sym,
    /// The span of the reference, from the name to the bracket that closes the arguments.
    pub at: SpanId,
    /// The arguments; `None` if there are no angle brackets.
    pub args: Option<Box<[Arg]>>,
}

/// An item in the body of a class or record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BodyItem {
    /// A declaration of a field.
    Field(Decl),
    /// The type of a field without a name. The type is only checked for errors.
    Nameless(TypeExprId),
    /// An assignment to a field that the record declares or inherits.
    Let(LetItem),
    /// A variable that is visible in the items after it.
    Defvar(Defvar),
    /// A condition that is checked for each record.
    Assert(Assert),
    /// A message that is printed for each record.
    Dump(Dump),
}

/// The declaration of a field or template argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decl {
    /// Whether it is declared with `field`, so its value may stay unresolved.
    pub field: bool,
    /// The type; [`Missing`](super::TypeExpr::Missing) if it is missing.
    pub ty: TypeExprId,
    /// The name as written, without the name of the enclosing class.
    pub name: Sym,
    /// The span of the name.
    pub name_at: SpanId,
    /// The expression after `=`, if there is one.
    pub value: Option<ExprId>,
}

/// An item at file level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileItem {
    /// A statement, as an index into [`LoweredFile::stmts`].
    Stmt(u32),
    /// A `let` or `defset` and the statements that it encloses.
    Block {
        /// The `let` or `defset` itself, as an index into [`LoweredFile::stmts`].
        head: u32,
        /// The enclosed statements, in order.
        body: Vec<FileItem>,
    },
    /// `include "path"`
    Include {
        /// The path, with escape sequences resolved.
        path: Sym,
        /// An index into [`LoweredFile::includes`].
        index: u32,
    },
}

/// A lowered file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LoweredFile {
    /// The items at file level, in order.
    pub items: Vec<FileItem>,
    /// All statements, including heads of blocks and enclosed statements, in the order of their starts.
    pub stmts: Vec<std::sync::Arc<Stmt>>,
    /// For each statement, the spans of its parts.
    pub spans: Vec<Spans>,
    /// For each include directive, the end offset of its path, in the order of [`FileItem::Include::index`].
    pub includes: Vec<u32>,
    /// The start of the first statement that was left out because of the limit. All later statements are left out as
    /// well.
    pub left_out: Option<u32>,
}
