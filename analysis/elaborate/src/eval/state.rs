//! The state of the elaboration of a statement, by subject.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::anonymous_numbers::Event;
use crate::diagnostic::{At, Noticed};
use crate::hir::{ExprId, SpanId};
use crate::ids::Loc;
use crate::symbol::Sym;
use crate::value::{Anon, Ty, ValueId};

use super::multiclass::OpenMulticlass;
use super::{ClassProto, DefsetType, InstanceResult, LetValue, Loop, numbers, scope};

/// Class instances used by a statement.
#[derive(Default)]
pub(super) struct Instances {
    /// The instances that it has used so far.
    pub known: FxHashMap<ValueId, Arc<InstanceResult>>,
    /// The same in the order in which they were first used.
    pub used: Vec<ValueId>,
    /// The places where they were read, as far as this statement knows.
    pub places: FxHashMap<ValueId, Option<Loc>>,
    /// The same in the order of recording.
    pub noted: Vec<ValueId>,
    /// The one that is made independently of any statement.
    pub making: Option<ValueId>,
    /// The instances that are being made, nested, with the events before.
    pub unfinished: Vec<(ValueId, Vec<Event>)>,
    /// The instances that are being made a second time.
    pub remaking: FxHashSet<ValueId>,
}

/// How the statement's records are called.
#[derive(Default)]
pub(super) struct Naming {
    pub used_prototypes: FxHashSet<Anon>,
    /// Whether an explicitly named record has a name like those of anonymous records.
    pub borrowed: bool,
    /// The name of the record that is made final, if no earlier record has it.
    pub checked: Option<ValueId>,
    /// The numbers of anonymous records computed so far.
    pub counted: RefCell<numbers::Counted>,
    /// The number of names that were drawn.
    pub anons: u32,
}

/// The definitions that are open.
#[derive(Default)]
pub(super) struct Open {
    /// The class that the statement defines, in its present state.
    pub class: Option<Arc<ClassProto>>,
    /// Whether that class mentions itself, so that each stage of it is observable.
    pub publishes: bool,
    /// Whether a superclass of the record under construction could not be added. Then it is no news that fields are
    /// missing.
    pub lacks_superclass: bool,
    /// The fields of the record under construction whose values are wrong: errors in values that depend on them follow
    /// from that.
    pub given_up: Vec<Sym>,
    pub multiclass: Option<OpenMulticlass>,
    pub lets: Vec<Vec<LetValue>>,
    /// The `defset`s inside the statement.
    pub defsets: Vec<DefsetType>,
}

/// The values of names other than definitions of the unit.
#[derive(Default)]
pub(super) struct LocalNames {
    pub scopes: SmallVec<[scope::Scope; 2]>,
    /// Variables of the enclosing `!foreach`, `!filter` and `!foldl`.
    pub binders: Vec<(Sym, Ty)>,
    pub loops: Vec<Loop>,
    pub used_args: FxHashSet<Sym>,
}

/// The position up to which the statement has been read, and the parts of it that are checked.
pub(super) struct Reading {
    /// The expression that is read.
    pub at: Option<SpanId>,
    /// The expression that was read last.
    pub last: Option<ExprId>,
    /// The place up to which the statement has been read.
    pub evaluated: Noticed,
    /// The place up to which the statement will have been read once its records are made.
    pub finishing: Noticed,
    /// There is an error already, and expressions are only searched for unknown names.
    pub only_names: bool,
    /// The expression that has no value, without an error.
    pub nothing: Option<SpanId>,
    /// The places of unknown names.
    pub unknown_names: FxHashSet<At>,
    /// Template arguments, fields and variables whose definitions are broken.
    pub unjudged: FxHashSet<Sym>,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading {
            at: None,
            last: None,
            evaluated: Noticed::AtOnce,
            finishing: Noticed::AtEnd,
            only_names: false,
            nothing: None,
            unknown_names: FxHashSet::default(),
            unjudged: FxHashSet::default(),
        }
    }
}
