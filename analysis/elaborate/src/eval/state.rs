//! The state of a statement's elaboration, grouped by subject.

use std::cell::RefCell;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::anonymous_numbers::Event;
use crate::deferred_drop::DeferredMap;
use crate::diagnostic::{At, Noticed};
use crate::hir::{ExprId, SpanId};
use crate::ids::Loc;
use crate::symbol::Sym;
use crate::value::{Anon, Ty, ValueId};

use super::multiclass::OpenMulticlass;
use super::{ClassProto, DefsetType, InstanceResult, LetValue, Loop, numbers, scope};

/// The class instances that the statement uses.
#[derive(Default)]
pub(super) struct Instances {
    /// The results of the instances used so far.
    pub known: DeferredMap<Arc<InstanceResult>>,
    /// The instances in `known`, in the order of their first use.
    pub used: Vec<ValueId>,
    /// The location where each instance was parsed; `None` if it is not known here.
    pub places: DeferredMap<Option<Loc>>,
    /// The instances in `places`, in the order in which they were added.
    pub noted: Vec<ValueId>,
    /// The instance that is being evaluated independently of any statement.
    pub making: Option<ValueId>,
    /// The nested instances that are being evaluated, outermost first, each with the events of the enclosing level so
    /// far.
    pub unfinished: Vec<(ValueId, Vec<Event>)>,
    /// The instances that are being evaluated a second time.
    pub remaking: FxHashSet<ValueId>,
}

impl Instances {
    /// Removes everything that belongs to the last statement.
    pub(super) fn clear(&mut self) {
        self.known.clear();
        self.used.clear();
        self.places.clear();
        self.noted.clear();
        self.making = None;
        self.unfinished.clear();
        self.remaking.clear();
    }
}

/// The names of the statement's records.
#[derive(Default)]
pub(super) struct Naming {
    pub used_prototypes: FxHashSet<Anon>,
    /// Whether a record has an explicit name that looks like an anonymous name.
    pub borrowed: bool,
    /// The name of the record that is being finished, if no earlier record has this name.
    pub checked: Option<ValueId>,
    /// The numbers of anonymous records that have been computed so far.
    pub counted: RefCell<numbers::Counted>,
    /// The number of anonymous names that the statement drew.
    pub anons: u32,
}

/// The definitions that are under construction.
#[derive(Default)]
pub(super) struct Open {
    /// The class that the statement defines, in its current state.
    pub class: Option<Arc<ClassProto>>,
    /// The template arguments of the class or multiclass that the statement defines, in the order of the fields that
    /// represent them.
    pub args: Vec<OpenArg>,
    /// The qualified name of the implicit template argument `NAME` of the class, if a value of the class mentions it.
    pub name_arg: Option<Sym>,
    /// Whether the class mentions itself in its own definition, so its intermediate states are observable.
    pub publishes: bool,
    /// Whether a superclass of the record under construction could not be added. Then errors about missing fields are
    /// consequences of this failure.
    pub lacks_superclass: bool,
    /// The fields of the record under construction whose values have errors. Errors in values that depend on them are
    /// consequences.
    pub given_up: Vec<Sym>,
    pub multiclass: Option<OpenMulticlass>,
    pub lets: Vec<Vec<LetValue>>,
    /// The enclosing `defset`s that are part of the statement.
    pub defsets: Vec<DefsetType>,
}

impl Open {
    /// Adds a template argument of the class or multiclass.
    pub(super) fn add_arg(&mut self, name: Sym) {
        let is_used = false;
        self.args.push(OpenArg { name, is_used });
    }
}

/// A template argument of the class or multiclass under definition.
pub(super) struct OpenArg {
    /// The name as written, which is not qualified.
    pub name: Sym,
    /// Whether a value mentions the argument.
    pub is_used: bool,
}

/// The names that are known only inside the statement.
#[derive(Default)]
pub(super) struct LocalNames {
    pub scopes: SmallVec<[scope::Scope; 2]>,
    /// The variables that the enclosing `!foreach`, `!filter` and `!foldl` bind, with their types.
    pub binders: Vec<(Sym, Ty)>,
    pub loops: Vec<Loop>,
}

/// How far the statement has been evaluated, and which errors are still reported.
pub(super) struct Reading {
    /// The span of the expression that is being evaluated.
    pub at: Option<SpanId>,
    /// The last expression that was evaluated.
    pub last: Option<ExprId>,
    /// The point up to which the statement has been evaluated, which each diagnostic records.
    pub evaluated: Noticed,
    /// The value that `evaluated` is set to before the records of the statement are finished.
    pub finishing: Noticed,
    /// Whether the current expression is only searched for unknown names, for example after an error.
    pub only_names: bool,
    /// The span of a `!getdagopname` without a result, because the operator of the dag has no name. The reference
    /// reports no message for this error.
    pub nothing: Option<SpanId>,
    /// The places at which unknown names were reported.
    pub unknown_names: FxHashSet<At>,
    /// The template arguments, fields and variables whose definitions have errors. Errors in uses of these names are
    /// consequences and are not reported.
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
