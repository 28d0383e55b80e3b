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
    /// What it is and what stands in it.
    pub kind: StmtKind,
    /// What the indices in it refer to.
    pub code: Code,
}

/// The expressions and types of one statement.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Code {
    /// Each behind all that it is made of, in the order in which they end in the text.
    pub exprs: Vec<ExprData>,
    /// A list type stands behind that of its elements.
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
    /// What stands there.
    pub expr: Expr,
    /// All of it; empty, and where it should be, if it is missing.
    pub at: SpanId,
}

/// A type as written and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeExprData {
    /// What stands there.
    pub ty: TypeExpr,
    /// All of it; empty, and where it should be, if it is missing.
    pub at: SpanId,
}

/// A type as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypeExpr {
    /// A syntax error stands here; the parser reported it.
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
    /// `bits<width>`, as the reference reads the width: a negative one is a very large one. Nothing is checked here.
    Bits(u64),
    /// `list<type>`
    List(TypeExprId),
    /// A class or a `deftype` name.
    Named(Sym),
}

/// A value as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    /// A syntax error stands here; the parser reported it.
    Missing,
    /// `?`
    Unset,
    /// `true`, `false`, decimal and hexadecimal integers.
    Int(i64),
    /// `0b0101`: the value and the number of digits, which is the width of the `bits` value.
    Binary {
        /// As an unsigned number of 64 bits.
        value: u64,
        /// How many digits there are, zeros in front included.
        width: u32,
    },
    /// Adjacent string literals are joined.
    Str(Sym),
    /// `[{ … }]`, without the brackets.
    Code(Sym),
    /// A name, whatever it stands for.
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
        /// What stands in angle brackets behind the list.
        elem_ty: Option<TypeExprId>,
    },
    /// `{ a, b }`, most significant first, as written.
    Braces(Box<[ExprId]>),
    /// `(operator:$name arguments)`
    Dag {
        /// What stands where the operator belongs, whatever it is.
        op: ExprId,
        /// The operator's name, without its `$`.
        op_name: Option<Sym>,
        /// In the order of the text.
        args: Box<[DagArg]>,
    },
    /// Operators whose operands are all plain values: everything but the three below.
    Bang {
        /// Which operator, whatever it is called: two names of one operator are the same here.
        op: BangOp,
        /// What stands in angle brackets, whether the operator takes a type or not.
        ty: Option<TypeExprId>,
        /// The operands, however many they are.
        args: Box<[ExprId]>,
    },
    /// `!foreach` and `!filter`
    Each {
        /// Whether it is `!filter`.
        filter: bool,
        /// The variable.
        var: Sym,
        /// Where it is introduced.
        var_at: SpanId,
        /// What it goes through.
        list: ExprId,
        /// What is evaluated for each element: its value, or whether it is kept.
        body: ExprId,
    },
    /// `!foldl(start, list, acc, var, body)`
    Foldl {
        /// What `acc` stands for at first.
        start: ExprId,
        /// What it goes through.
        list: ExprId,
        /// The variable that stands for the result so far; empty if it is missing.
        acc: Sym,
        /// Where it is introduced.
        acc_at: SpanId,
        /// The variable that stands for the element; empty if it is missing.
        var: Sym,
        /// Where it is introduced.
        var_at: SpanId,
        /// What `acc` becomes with each element.
        body: ExprId,
    },
    /// `!cond(condition: value, …)`
    Cond(Box<[(ExprId, ExprId)]>),
    /// `value{ranges}`; `brace_at` is the opening brace.
    Bits {
        /// What bits are taken of.
        base: ExprId,
        /// In the order of the text, in which the most significant bits come first; never empty.
        ranges: Box<[RangePiece]>,
        /// Where it stands.
        brace_at: SpanId,
    },
    /// `value[elements]`
    Slice {
        /// What elements are taken of: a list.
        base: ExprId,
        /// In the order of the text.
        elems: Box<[SliceElem]>,
        /// Whether a comma follows the last one, which makes the result a list even if there is one index.
        trailing_comma: bool,
    },
    /// `value.name`
    Field {
        /// What a field is read of: a record.
        base: ExprId,
        /// The name of the field.
        name: Sym,
        /// Where the name stands, without the dot.
        name_at: SpanId,
    },
    /// `lhs # rhs`; a trailing paste has no right side. `at` is the `#`.
    Paste {
        /// The left side.
        lhs: ExprId,
        /// The right side. It is a paste itself where more follow.
        rhs: Option<ExprId>,
        /// Where the `#` stands.
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
    /// What stands before `=`; a name stands there as a string. In a list that makes no sense to its end the last name
    /// is missing, and so is its value.
    pub name: Option<ExprId>,
    /// What is given.
    pub value: ExprId,
}

/// `value`, `value:$name`, or `$name` alone (no value).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DagArg {
    /// None where only a name is written.
    pub value: Option<ExprId>,
    /// Without its `$`.
    pub name: Option<Sym>,
}

/// A piece of a bit range, `{7-4}` or `{3}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RangePiece {
    /// The first number or the only one; in a `foreach` it may be a list.
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
    /// There is no range: the start stands for itself.
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
    /// The class that is defined or only declared.
    pub name: Sym,
    /// Where the name stands.
    pub name_at: SpanId,
    /// Its template arguments, but for those without names.
    pub args: Box<[Decl]>,
    /// What there is of template arguments without names.
    pub nameless: Box<[TypeExprId]>,
    /// Its superclasses and what stands in braces. A mere declaration has neither.
    pub body: ObjectBody,
}

/// `multiclass`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Multiclass {
    /// The multiclass that is defined.
    pub name: Sym,
    /// Where the name stands.
    pub name_at: SpanId,
    /// Its template arguments, but for those without names.
    pub args: Box<[Decl]>,
    /// What there is of template arguments without names.
    pub nameless: Box<[TypeExprId]>,
    /// The multiclasses that it inherits from.
    pub parents: Box<[Parent]>,
    /// What each use of it runs.
    pub body: Box<[StmtKind]>,
}

/// `def`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Def {
    /// The keyword.
    pub at: SpanId,
    /// None for an anonymous record.
    pub name: Option<ExprId>,
    /// Where the record is said to be: the name when it starts with an identifier, else the keyword.
    pub name_at: SpanId,
    /// Its superclasses and what stands in braces.
    pub body: ObjectBody,
}

/// `defm`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defm {
    /// The keyword.
    pub at: SpanId,
    /// What the names of its records begin with. Without it they begin with the name of an anonymous record.
    pub name: Option<ExprId>,
    /// Multiclasses first, then classes; which is which only the names tell.
    pub parents: Box<[Parent]>,
}

/// `foreach`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Foreach {
    /// The keyword.
    pub at: SpanId,
    /// The variable that stands for the element.
    pub var: Sym,
    /// Where it is introduced.
    pub var_at: SpanId,
    /// What it goes through.
    pub list: ForeachList,
    /// What each round runs.
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
    /// The keyword.
    pub at: SpanId,
    /// What decides.
    pub cond: ExprId,
    /// What runs if the condition is not 0.
    pub then_body: Box<[StmtKind]>,
    /// Where that stands.
    pub then_at: SpanId,
    /// What runs if it is 0.
    pub else_body: Option<Box<[StmtKind]>>,
}

/// `let … in`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Let {
    /// In the order of the text.
    pub items: Box<[LetItem]>,
    /// Braces open a scope for `defvar`s; `let … in statement` does not.
    pub braces: bool,
    /// What stands in it; empty at file level, see [`StmtKind::Let`].
    pub body: Box<[StmtKind]>,
}

/// One assignment of a `let … in`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LetItem {
    /// The field that is set.
    pub name: Sym,
    /// Where its name stands.
    pub name_at: SpanId,
    /// As written, most significant first; empty for the whole field.
    pub bits: Box<[RangePiece]>,
    /// What it is set to. Missing behind `append` and `prepend`, since no release assigns with these words.
    pub value: ExprId,
}

/// `defset`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defset {
    /// The type of the list, not of its elements.
    pub ty: TypeExprId,
    /// The variable that the list becomes.
    pub name: Sym,
    /// Where its name stands.
    pub name_at: SpanId,
    /// What stands in it; empty at file level, see [`StmtKind::Defset`].
    pub body: Box<[StmtKind]>,
}

/// `deftype`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deftype {
    /// The name that the type gets.
    pub name: Sym,
    /// Where the name stands.
    pub name_at: SpanId,
    /// What it stands for.
    pub ty: TypeExprId,
}

/// `defvar`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defvar {
    /// The variable.
    pub name: Sym,
    /// Where it is introduced.
    pub name_at: SpanId,
    /// What it stands for.
    pub value: ExprId,
}

/// `assert`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assert {
    /// What has to be other than 0. Its place is that of the error.
    pub cond: ExprId,
    /// What is said if it is not.
    pub message: ExprId,
}

/// `dump`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dump {
    /// The keyword.
    pub at: SpanId,
    /// What is printed.
    pub message: ExprId,
}

/// What follows the name of a `class` or `def`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ObjectBody {
    /// The superclasses that have names, in the order of the text.
    pub parents: Box<[Parent]>,
    /// Whether a superclass has no name yet.
    pub lacks_parent: bool,
    /// Whether there is text before the items that makes no sense: a superclass may be meant.
    pub is_head_broken: bool,
    /// All that stands before the items.
    pub header_at: SpanId,
    /// What stands in braces, in the order of the text. What is too broken to be lowered is left out.
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
    /// Which one. Whether that is a class or multiclass only other statements tell.
    pub name: Sym,
    /// From the name to the bracket that closes the arguments.
    pub at: SpanId,
    /// `None` without `<…>`.
    pub args: Option<Box<[Arg]>>,
}

/// What stands in a record's body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BodyItem {
    /// A field is declared.
    Field(Decl),
    /// A field or template argument without a name: there is nothing but its type to find fault with.
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
    /// [`TypeExpr::Missing`] where there is none.
    pub ty: TypeExprId,
    /// As it is written, without the name of what it belongs to.
    pub name: Sym,
    /// Where the name stands.
    pub name_at: SpanId,
    /// What stands behind `=`, if that is there.
    pub value: Option<ExprId>,
}

/// What stands in a file, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileItem {
    /// A statement: index into [`LoweredFile::stmts`].
    Stmt(u32),
    /// A `let` or `defset` with the statements it encloses; `head` is its own statement.
    Block {
        /// Index into [`LoweredFile::stmts`].
        head: u32,
        /// What it encloses, in order.
        body: Vec<FileItem>,
    },
    /// `include "path"`.
    Include {
        /// What the string means, escapes resolved.
        path: Sym,
        /// Index into [`LoweredFile::includes`].
        index: u32,
    },
}

/// A lowered file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LoweredFile {
    /// What stands at file level.
    pub items: Vec<FileItem>,
    /// By number, the heads of blocks and what these enclose included; in the order in which they begin.
    pub stmts: Vec<std::sync::Arc<Stmt>>,
    /// Beside each statement: where its places lie.
    pub spans: Vec<Spans>,
    /// Where each include directive ends, by [`FileItem::Include::index`].
    pub includes: Vec<u32>,
    /// Where the first statement starts that was left out, with all behind it, because there would be too much.
    pub left_out: Option<u32>,
}
