//! Facts about a file. Each fact is computed at most once and is kept as long as the parse of the file.

mod words;

use std::sync::OnceLock;

use rowan::GreenNodeData;
use rustc_hash::FxHashMap;

use crate::hir::{
    LoweredFile, Parent, RecordSource, SpanId, StmtKind, each_in, each_record_source,
};
use crate::symbol::Sym;

pub use words::{Words, is_name};

/// The facts about a file. Each of them is computed at first use.
#[derive(Debug, Default)]
pub struct Facts {
    words: OnceLock<Words>,
    uses: OnceLock<Uses>,
}

impl Facts {
    /// The words of the file. `tree` is the file's syntax tree.
    pub fn words(&self, tree: &GreenNodeData) -> &Words {
        self.words.get_or_init(|| Words::new(tree))
    }

    /// The uses of classes and multiclasses as parents. `lowered` is the lowered form of the file.
    pub fn uses(&self, lowered: &LoweredFile) -> &Uses {
        self.uses.get_or_init(|| uses_in(lowered))
    }
}

/// The uses of classes and multiclasses as parents, keyed by the name of the parent.
pub type Uses = FxHashMap<Sym, Vec<Use>>;

/// A use of a class or multiclass as a parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// The index of the statement in [`LoweredFile::stmts`].
    pub stmt: u32,
    /// The definition that uses the parent.
    pub user: User,
    /// The span to report for the user: the keyword of a `def` or `defm`, the name of a class or multiclass.
    pub at: SpanId,
    /// The span of the reference to the parent, including the arguments.
    pub parent: SpanId,
}

/// A definition that uses a class or multiclass as a parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum User {
    /// The class with this name.
    Class(Sym),
    /// The multiclass with this name, which inherits from another multiclass.
    Multiclass(Sym),
    /// A `def`. In a multiclass or loop it may create any number of records.
    Def {
        /// Whether it is in a multiclass, loop or `if`.
        is_template: bool,
    },
    /// A `defm`. Its parents are multiclasses and perhaps classes.
    Defm {
        /// The name of the enclosing multiclass, if there is one.
        within: Option<Sym>,
    },
}

fn uses_in(lowered: &LoweredFile) -> Uses {
    let mut uses = Uses::default();
    for (stmt, it) in (0..).zip(&lowered.stmts) {
        let mut add = |parents: &[Parent], user: User, at: SpanId| {
            for parent in parents {
                let parent_at = parent.at;
                uses.entry(parent.name).or_default().push(Use {
                    stmt,
                    user,
                    at,
                    parent: parent_at,
                });
            }
        };
        let mut add_maker = |maker: RecordSource<'_>, within: Option<Sym>, is_template: bool| {
            let user = match maker {
                RecordSource::Def(_) => User::Def { is_template },
                RecordSource::Defm(_) => User::Defm { within },
            };
            add(maker.parents(), user, maker.at());
        };
        match &it.kind {
            StmtKind::Class(it) => add(&it.body.parents, User::Class(it.name), it.name_at),
            StmtKind::Multiclass(it) => {
                each_in(&it.body, &mut |maker| add_maker(maker, Some(it.name), true));
                add(&it.parents, User::Multiclass(it.name), it.name_at);
            }
            kind => {
                let is_template = matches!(kind, StmtKind::Foreach(_) | StmtKind::If(_));
                each_record_source(kind, &mut |maker| add_maker(maker, None, is_template));
            }
        }
    }
    uses
}
