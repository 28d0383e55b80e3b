//! Names whose definitions are broken. References to them are not reported as further mistakes.

use std::collections::BTreeSet;
use std::ops::Bound;

use rustc_hash::FxHashSet;

use crate::hir::{Code, Expr, ExprId, Parent, Stmt, StmtKind};
use crate::symbol::Sym;

#[derive(Default)]
pub(super) struct PoisonedNames {
    names: FxHashSet<Sym>,
    /// Prefixes of broken names. None of them is a prefix of another.
    prefixes: BTreeSet<&'static str>,
    /// The multiclasses among `names` in which a `def` or `defm` has a name.
    naming: FxHashSet<Sym>,
    /// Whether the names of some broken definitions are unknown, so that any name may be broken.
    anything: bool,
}

/// The number of words at the start of invalid text that are taken for names.
const WORDS: usize = 4;

impl PoisonedNames {
    pub(super) fn contains(&self, name: Sym) -> bool {
        self.anything || self.is_broken(name)
    }

    /// Whether the name is known to have a broken definition.
    pub(super) fn is_broken(&self, name: Sym) -> bool {
        self.names.contains(&name) || self.begins_broken(name.as_str())
    }

    /// Whether `text` begins with one of the prefixes. Only the last prefix that is not greater than `text` needs to be
    /// tested: all strings between a prefix and a text that begins with it also begin with the prefix.
    fn begins_broken(&self, text: &str) -> bool {
        let upto = (Bound::Unbounded, Bound::Included(text));
        let last = self.prefixes.range::<str, _>(upto).next_back();
        last.is_some_and(|it| text.starts_with(it))
    }

    fn add_prefix(&mut self, prefix: &'static str) {
        if self.begins_broken(prefix) {
            return;
        }
        let from = (Bound::Included(prefix), Bound::Unbounded);
        let longer = self.prefixes.range::<str, _>(from);
        let longer = longer.take_while(|it| it.starts_with(prefix)).copied();
        for it in longer.collect::<Vec<_>>() {
            self.prefixes.remove(it);
        }
        self.prefixes.insert(prefix);
    }

    pub(super) fn has_names(&self) -> bool {
        !self.names.is_empty() || !self.prefixes.is_empty()
    }

    pub(super) fn add_anything(&mut self) {
        self.anything = true;
    }

    /// Adds the first words of a text that could not be parsed as a statement.
    pub(super) fn add_words(&mut self, text: &str) {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        self.names
            .extend(words.filter(|it| !it.is_empty()).take(WORDS).map(Sym::new));
    }

    /// Adds the names that the broken statement would have defined.
    pub(super) fn add_statement(&mut self, stmt: &Stmt) {
        self.add(&stmt.kind, &stmt.code);
    }

    /// Adds the names that a valid statement would have defined if the multiclasses it uses were not broken.
    pub(super) fn add_users(&mut self, stmt: &Stmt) {
        if self.has_names() {
            self.add_users_in(&stmt.kind, &stmt.code);
        }
    }

    fn add_users_in(&mut self, kind: &StmtKind, code: &Code) {
        match kind {
            StmtKind::Defm(it) => {
                let broken = it.parents.iter().filter(|it| self.is_broken(it.name));
                let broken: Vec<&Parent> = broken.collect();
                let is_named = broken.iter().any(|it| self.naming.contains(&it.name));
                let prefix = it.name.and_then(|it| prefix_of(it, code));
                match prefix {
                    _ if broken.is_empty() => {}
                    Some(prefix) => self.add_prefix(prefix),
                    None if is_named => self.anything = true,
                    None => {}
                }
            }
            StmtKind::Multiclass(it) if self.uses_broken(kind) => {
                self.names.insert(it.name);
                if names_records(&it.body) {
                    self.naming.insert(it.name);
                }
            }
            _ => kind.bodies().for_each(|it| self.add_users_in(it, code)),
        }
    }

    /// Whether a statement is a multiclass or `defm` that uses a broken multiclass, or contains such a `defm`.
    fn uses_broken(&self, kind: &StmtKind) -> bool {
        let any = |parents: &[Parent]| parents.iter().any(|it| self.is_broken(it.name));
        match kind {
            StmtKind::Defm(it) => any(&it.parents),
            StmtKind::Multiclass(it) => {
                any(&it.parents) || it.body.iter().any(|it| self.uses_broken(it))
            }
            _ => kind.bodies().any(|it| self.uses_broken(it)),
        }
    }

    fn add(&mut self, kind: &StmtKind, code: &Code) {
        match kind {
            StmtKind::Class(it) => _ = self.names.insert(it.name),
            StmtKind::Multiclass(it) => {
                self.names.insert(it.name);
                if names_records(&it.body) {
                    self.naming.insert(it.name);
                }
            }
            StmtKind::Deftype(it) => _ = self.names.insert(it.name),
            StmtKind::Defvar(it) => _ = self.names.insert(it.name),
            StmtKind::Def(it) => self.add_name(it.name, code),
            StmtKind::Defm(it) => match it.name.and_then(|name| prefix_of(name, code)) {
                Some(prefix) => self.add_prefix(prefix),
                None => self.anything = true,
            },
            StmtKind::Defset(it) => _ = self.names.insert(it.name),
            StmtKind::Foreach(_) | StmtKind::If(_) | StmtKind::Let(_) => {}
            // These define no names. Text that is not a statement is handled by `add_words`.
            StmtKind::Error | StmtKind::Assert(_) | StmtKind::Dump(_) => {}
        }
        kind.bodies().for_each(|it| self.add(it, code));
    }

    fn add_name(&mut self, name: Option<ExprId>, code: &Code) {
        // A record without a name cannot be referred to.
        let Some(name) = name else { return };
        match start_of(name, code) {
            Some((name, true)) => _ = self.names.insert(name),
            Some((prefix, false)) => self.add_prefix(prefix.as_str()),
            None => self.anything = true,
        }
    }
}

/// Whether a `def` or `defm` in the body of a multiclass has a name.
fn names_records(body: &[StmtKind]) -> bool {
    body.iter().any(|it| match it {
        StmtKind::Def(it) => it.name.is_some(),
        StmtKind::Defm(it) => it.name.is_some(),
        _ => it
            .bodies()
            .any(|it| names_records(std::slice::from_ref(it))),
    })
}

/// The prefix of the names that a `defm` with this name defines; `None` if the prefix is empty or not known.
fn prefix_of(name: ExprId, code: &Code) -> Option<&'static str> {
    let (start, _) = start_of(name, code)?;
    Some(start.as_str()).filter(|it| !it.is_empty())
}

/// The known prefix of a name, and whether the prefix is the whole name.
fn start_of(name: ExprId, code: &Code) -> Option<(Sym, bool)> {
    match &code[name].expr {
        Expr::Name(name) | Expr::Str(name) => Some((*name, true)),
        Expr::Paste { lhs, .. } => start_of(*lhs, code).map(|(start, _)| (start, false)),
        _ => None,
    }
}
