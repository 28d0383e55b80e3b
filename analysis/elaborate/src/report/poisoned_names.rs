//! The names whose definitions are broken: that they are missed later is no second mistake.

use rustc_hash::FxHashSet;

use crate::hir::{Code, Expr, ExprId, Stmt, StmtKind};
use crate::symbol::Sym;

#[derive(Default)]
pub(super) struct PoisonedNames {
    names: FxHashSet<Sym>,
    /// Beginnings of names.
    prefixes: Vec<Sym>,
    /// Nobody knows what is missing.
    anything: bool,
}

/// How many words of a text that makes no sense may be names.
const WORDS: usize = 4;

impl PoisonedNames {
    pub(super) fn contains(&self, name: Sym) -> bool {
        self.anything || self.is_broken(name)
    }

    /// Whether the definition of a name is known to be broken.
    pub(super) fn is_broken(&self, name: Sym) -> bool {
        let starts = |prefix: &Sym| name.as_str().starts_with(prefix.as_str());
        self.names.contains(&name) || self.prefixes.iter().any(starts)
    }

    pub(super) fn has_names(&self) -> bool {
        !self.names.is_empty() || !self.prefixes.is_empty()
    }

    pub(super) fn add_anything(&mut self) {
        self.anything = true;
    }

    /// Adds the first words of a text that is no statement.
    pub(super) fn add_words(&mut self, text: &str) {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        self.names
            .extend(words.filter(|it| !it.is_empty()).take(WORDS).map(Sym::new));
    }

    /// Adds what a statement would have defined.
    pub(super) fn add_statement(&mut self, stmt: &Stmt) {
        self.add(&stmt.kind, &stmt.code);
    }

    fn add(&mut self, kind: &StmtKind, code: &Code) {
        match kind {
            StmtKind::Class(it) => _ = self.names.insert(it.name),
            StmtKind::Multiclass(it) => _ = self.names.insert(it.name),
            StmtKind::Deftype(it) => _ = self.names.insert(it.name),
            StmtKind::Defvar(it) => _ = self.names.insert(it.name),
            StmtKind::Def(it) => self.add_name(it.name, code),
            StmtKind::Defm(it) => match it.name.and_then(|name| start_of(name, code)) {
                Some((prefix, _)) => self.prefixes.push(prefix),
                None => self.anything = true,
            },
            StmtKind::Defset(it) => _ = self.names.insert(it.name),
            StmtKind::Foreach(_) | StmtKind::If(_) | StmtKind::Let(_) => {}
            // What has no name cannot be missed; of other text the words are known.
            StmtKind::Error | StmtKind::Assert(_) | StmtKind::Dump(_) => {}
        }
        kind.bodies().for_each(|it| self.add(it, code));
    }

    fn add_name(&mut self, name: Option<ExprId>, code: &Code) {
        // Nobody can miss a record without a name.
        let Some(name) = name else { return };
        match start_of(name, code) {
            Some((name, true)) => _ = self.names.insert(name),
            Some((prefix, false)) => self.prefixes.push(prefix),
            None => self.anything = true,
        }
    }
}

/// How a name starts, and whether that is all of it.
fn start_of(name: ExprId, code: &Code) -> Option<(Sym, bool)> {
    match &code[name].expr {
        Expr::Name(name) | Expr::Str(name) => Some((*name, true)),
        Expr::Paste { lhs, .. } => start_of(*lhs, code).map(|(start, _)| (start, false)),
        _ => None,
    }
}
