//! The definitions of a unit, by name.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use crate::diagnostic::At;
use crate::hir::{RecordSource, SpanId, Stmt, StmtKind, each_record_source};
use crate::ids::{Loc, StmtId};
use crate::sources::Sources;
use crate::statement_order::Step;
use crate::symbol::Sym;

/// The beginning of the error message of a `!cast` to an unknown record.
pub(super) const UNDEFINED_RECORD: &str = "Undefined reference to record: '";

/// The locations of a unit's definitions. They are collected on first use.
pub(super) struct Definitions<'a> {
    sources: &'a Sources,
    known: OnceCell<Known>,
    first: OnceCell<FxHashMap<(Space, Sym), Loc>>,
}

#[derive(Default)]
struct Known {
    classes: FxHashMap<Sym, StmtId>,
    multiclasses: FxHashMap<Sym, StmtId>,
}

/// The kinds of definitions that a name may refer to. Each kind has its own namespace.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Space {
    /// A class or a `deftype`.
    Type,
    Multiclass,
    Record,
    /// A `defvar` or `defset` at file level.
    Variable,
}

impl Definitions<'_> {
    pub(super) fn new(sources: &Sources) -> Definitions<'_> {
        Definitions {
            sources,
            known: OnceCell::new(),
            first: OnceCell::new(),
        }
    }

    /// The last statement that declares or defines the class `name`.
    pub(super) fn class(&self, name: Sym) -> Option<StmtId> {
        self.known().classes.get(&name).copied()
    }

    pub(super) fn multiclass(&self, name: Sym) -> Option<StmtId> {
        self.known().multiclasses.get(&name).copied()
    }

    /// The first definition of `name`, if it comes after the statement `item`. `message` is the error that reports
    /// `name` as unknown in `item`.
    pub(super) fn later(&self, item: StmtId, name: Sym, message: &str) -> Option<At> {
        let (_, spaces) = SPACES
            .iter()
            .find(|(start, _)| message.starts_with(start))?;
        let first = self.first.get_or_init(|| first_of_each(self.sources));
        let layout = &self.sources.layout;
        let is_later = |it: &&Loc| layout.place(it.item) > layout.place(item);
        let mut found = spaces.iter().filter_map(|it| first.get(&(*it, name)));
        found.find(is_later).map(|it| At::start(*it))
    }

    fn known(&self) -> &Known {
        self.known.get_or_init(|| {
            let mut known = Known::default();
            for item in &self.sources.layout.order {
                match &self.sources.stmt_or_empty(*item).kind {
                    StmtKind::Class(it) => _ = known.classes.insert(it.name, *item),
                    StmtKind::Multiclass(it) => _ = known.multiclasses.insert(it.name, *item),
                    _ => {}
                }
            }
            known
        })
    }
}

/// The beginnings of messages about unknown names, each with the kinds of definitions that the name could refer to.
const SPACES: [(&str, &[Space]); 5] = [
    ("Couldn't find class '", &[Space::Type]),
    ("Couldn't find multiclass '", &[Space::Multiclass]),
    ("Expected a class name, got '", &[Space::Type]),
    ("Variable not defined: '", &[Space::Record, Space::Variable]),
    (UNDEFINED_RECORD, &[Space::Record]),
];

/// The location of the first definition of each name, without variables in blocks.
fn first_of_each(sources: &Sources) -> FxHashMap<(Space, Sym), Loc> {
    let mut first = FxHashMap::default();
    let mut depth = 0usize;
    for step in &sources.layout.steps {
        let (Step::Stmt(item) | Step::Enter(item)) = *step else {
            depth = depth.saturating_sub(usize::from(matches!(step, Step::Leave(_))));
            continue;
        };
        each_definition(sources.stmt_or_empty(item), &mut |space, name, span| {
            // Variables in blocks are left out, because a variable between the braces of a `let` is local.
            if space != Space::Variable || depth == 0 {
                first.entry((space, name)).or_insert(Loc { item, span });
            }
        });
        depth += usize::from(matches!(step, Step::Enter(_)));
    }
    first
}

/// Calls `f` with the class, type, multiclass or variable that a statement defines, and with each record that a `def`
/// in the statement names literally.
fn each_definition(stmt: &Stmt, f: &mut dyn FnMut(Space, Sym, SpanId)) {
    match &stmt.kind {
        StmtKind::Class(it) => f(Space::Type, it.name, it.name_at),
        StmtKind::Deftype(it) => f(Space::Type, it.name, it.name_at),
        StmtKind::Multiclass(it) => f(Space::Multiclass, it.name, it.name_at),
        StmtKind::Defvar(it) => f(Space::Variable, it.name, it.name_at),
        StmtKind::Defset(it) => f(Space::Variable, it.name, it.name_at),
        _ => {}
    }
    each_record_source(&stmt.kind, &mut |source| {
        if let RecordSource::Def(def) = source
            && let Some(name) = def.name.and_then(|it| stmt.code.literal_name(it))
        {
            f(Space::Record, name, def.name_at);
        }
    });
}
