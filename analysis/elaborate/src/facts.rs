//! Facts about a file, which are computed once and kept as long as its parse.

mod words;

use std::sync::OnceLock;

use rowan::GreenNodeData;
use rustc_hash::FxHashMap;

use crate::hir::{
    LoweredFile, Parent, RecordSource, SpanId, StmtKind, each_in, each_record_source,
};
use crate::symbol::Sym;

pub use words::{Words, is_name};

/// The facts about a file. Each is computed at first use.
#[derive(Debug, Default)]
pub struct Facts {
    words: OnceLock<Words>,
    uses: OnceLock<Uses>,
}

impl Facts {
    /// The words of the tree that the facts are about.
    pub fn words(&self, tree: &GreenNodeData) -> &Words {
        self.words.get_or_init(|| Words::new(tree))
    }

    /// The users of classes and multiclasses in the lowered file.
    pub fn uses(&self, lowered: &LoweredFile) -> &Uses {
        self.uses.get_or_init(|| uses_in(lowered))
    }
}

/// The users of a class or multiclass as a parent, by its name.
pub type Uses = FxHashMap<Sym, Vec<Use>>;

/// A statement that has a class or multiclass among its parents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// The file-level statement, by its index in the file.
    pub stmt: u32,
    /// The user of the parent.
    pub user: User,
    /// The keyword, or the name of a class or multiclass.
    pub at: SpanId,
    /// The parent with its arguments.
    pub parent: SpanId,
}

/// A user of a class or multiclass as a parent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum User {
    /// A class of this name.
    Class(Sym),
    /// A multiclass of this name, which inherits from others.
    Multiclass(Sym),
    /// A `def`. One in a multiclass or loop may make any number of records.
    Def {
        /// Whether it is in a multiclass, loop or `if`.
        is_template: bool,
    },
    /// A `defm`, whose parents are multiclasses and perhaps classes.
    Defm {
        /// The multiclass around.
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
