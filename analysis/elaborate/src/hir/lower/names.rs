//! The names that a statement declares, as far as its text determines them.

use crate::hir::{Code, Def, Expr, ExprId, Stmt, StmtKind};
use crate::symbol::Sym;

/// The declarations of a statement. The records are over-approximated: each record that a `def` in the statement can
/// define is covered by an entry of `defs`, unless it is anonymous.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeclaredNames {
    /// The names of classes that are declared or defined.
    pub classes: Vec<Sym>,
    /// The names of multiclasses.
    pub multiclasses: Vec<Sym>,
    /// The names of `deftype`s.
    pub types: Vec<Sym>,
    /// The names of `defset`s, and of a `defvar` that is the statement itself. The text of the statement does not show
    /// whether the `defvar` is inside `let … in { … }` and thus local to the braces.
    pub globals: Vec<Sym>,
    /// The names of `def`s.
    pub defs: Vec<RecordName>,
    /// The names of `defm`s. The names of their records are computed in the multiclass, usually by appending to this
    /// name.
    pub defms: Vec<RecordName>,
}

/// What the text of a statement reveals about the name of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordName {
    /// The complete name.
    Exact(Sym),
    /// A non-empty prefix of the name.
    Prefix(Sym),
    /// Nothing: the record may have any name.
    Anything,
}

/// The names that a statement declares if no enclosing block defines a variable.
pub fn static_names(stmt: &Stmt) -> DeclaredNames {
    static_names_in(stmt, &[])
}

/// The names that a statement declares if enclosing blocks define the variables `locals`. Variables at file level do
/// not count, since they are not visible in names of records.
pub fn static_names_in(stmt: &Stmt, locals: &[Sym]) -> DeclaredNames {
    let mut names = DeclaredNames::default();
    collect(
        &stmt.code,
        &stmt.kind,
        &mut locals.to_vec(),
        true,
        &mut names,
    );
    names
}

fn collect(
    code: &Code,
    stmt: &StmtKind,
    locals: &mut Vec<Sym>,
    outermost: bool,
    names: &mut DeclaredNames,
) {
    match stmt {
        StmtKind::Class(class) => names.classes.push(class.name),
        StmtKind::Multiclass(multiclass) => names.multiclasses.push(multiclass.name),
        StmtKind::Deftype(deftype) => names.types.push(deftype.name),
        StmtKind::Def(Def {
            name: Some(name), ..
        }) => names.defs.push(record_name(code, *name, locals)),
        StmtKind::Defm(defm) => names
            .defms
            .extend(defm.name.map(|name| record_name(code, name, locals))),
        StmtKind::Defvar(defvar) if outermost => names.globals.push(defvar.name),
        StmtKind::Defvar(defvar) => locals.push(defvar.name),
        StmtKind::Defset(defset) => {
            names.globals.push(defset.name);
            collect_all(code, &defset.body, locals, names);
        }
        StmtKind::Foreach(foreach) => {
            let outer = locals.len();
            locals.push(foreach.var);
            collect_all(code, &foreach.body, locals, names);
            locals.truncate(outer);
        }
        StmtKind::If(stmt) => {
            let outer = locals.len();
            collect_all(code, &stmt.then_body, locals, names);
            locals.truncate(outer);
            collect_all(
                code,
                stmt.else_body.as_deref().unwrap_or_default(),
                locals,
                names,
            );
            locals.truncate(outer);
        }
        StmtKind::Let(stmt) => {
            let outer = locals.len();
            collect_all(code, &stmt.body, locals, names);
            if stmt.braces {
                locals.truncate(outer);
            }
        }
        StmtKind::Def(_) | StmtKind::Assert(_) | StmtKind::Dump(_) | StmtKind::Error => {}
    }
}

fn collect_all(code: &Code, stmts: &[StmtKind], locals: &mut Vec<Sym>, names: &mut DeclaredNames) {
    for stmt in stmts {
        collect(code, stmt, locals, false, names);
    }
}

/// What the expression `name` reveals about the name of a record.
fn record_name(code: &Code, name: ExprId, locals: &[Sym]) -> RecordName {
    let mut text = String::new();
    let complete = append_literal(code, name, locals, &mut text);
    match (complete, text.is_empty()) {
        (true, _) => RecordName::Exact(Sym::new(&text)),
        (false, true) => RecordName::Anything,
        (false, false) => RecordName::Prefix(Sym::new(&text)),
    }
}

/// Appends the literal prefix of a name. Returns whether this is the whole name.
fn append_literal(code: &Code, name: ExprId, locals: &[Sym], text: &mut String) -> bool {
    let mut name = name;
    loop {
        match code[name].expr {
            Expr::Name(name) if locals.contains(&name) || name.as_str() == "NAME" => return false,
            Expr::Name(literal) | Expr::Str(literal) | Expr::Code(literal) => {
                text.push_str(literal.as_str())
            }
            Expr::Int(value) => text.push_str(&value.to_string()),
            // A chain of pastes nests on the right, so only the left side is handled by recursion.
            Expr::Paste {
                lhs,
                rhs: Some(rhs),
                ..
            } => {
                if !append_literal(code, lhs, locals, text) {
                    return false;
                }
                name = rhs;
                continue;
            }
            Expr::Paste { lhs, rhs: None, .. } => {
                name = lhs;
                continue;
            }
            _ => return false,
        }
        return true;
    }
}
