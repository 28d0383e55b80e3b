//! Elaboration: from one lowered statement and the statements before it to records.
//!
//! The order of work inside a statement is the reference's, because it is observable: class instances are made as soon
//! as their arguments become free of variables, at any stage; operators are folded with the values known at that stage,
//! and a printed class body shows the operators that have not been folded yet. The elaboration of a statement queries a
//! [`World`] for the results of earlier statements. The observable effects of the statement are in its [`Outcome`]:
//! records, definitions, diagnostics, and the events that determine the numbers of anonymous records.

mod append;
mod args;
mod assertion;
mod binary;
mod binary_operator;
mod binding;
mod check_record;
mod class;
mod convert;
mod direct_eval;
mod expr;
mod field;
mod fold;
mod insert;
mod instance;
mod join;
mod limits;
mod lookup;
mod memo;
mod multiclass;
mod numbers;
mod object;
mod operator;
mod range;
mod rebuild;
mod regex;
mod resolve;
mod resolve_name;
mod resolve_parts;
mod resolve_record;
mod resolver;
mod run_cache;
mod scope;
mod stage_sensitivity;
mod state;
mod statement;
mod suffix;
mod ternary;
mod unary;

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use syntax::{Release, Releases};

use crate::anonymous_numbers::{Event, Numbers};
use crate::budget::Held;
use crate::deferred_drop;
use crate::diagnostic::{At, Diagnostic, Severity};
use crate::hir::{Code, SpanId, Stmt, StmtKind};
use crate::ids::{Loc, StmtId};
use crate::record::Record;
use crate::symbol::Sym;
use crate::value::{Anon, AnonKey, Ty, ValueId, ValueStore};

use self::state::{LocalNames, Naming, Open, Reading};

pub use class::ClassProto;
pub use instance::make_pure_instance;
pub use memo::Scratch;
pub use multiclass::{Entry, Loop, MulticlassProto};
pub use scope::LocalVars;

/// The queries that the elaboration of a statement makes about earlier statements. All results reflect the position of
/// the statement in the unit.
pub trait World {
    /// Unwinds if the elaboration of the statement is cancelled. Called at intervals.
    fn pause(&self) {}
    /// The class `name`, whether it is defined or only declared.
    fn class(&self, name: Sym) -> Option<&Arc<ClassProto>>;
    /// The multiclass `name`, if an earlier statement defined it.
    fn multiclass(&self, name: Sym) -> Option<Arc<MulticlassProto>>;
    /// The type to which a `deftype` gave the name `name`.
    fn type_alias(&self, name: Sym) -> Option<Ty>;
    /// The record with the final name `name`, if an earlier statement created it.
    fn def(&self, name: ValueId) -> Option<Arc<Record>>;
    /// The existing record that prevents a new record from having this name. `None` also if finding that record would
    /// require elaborating all earlier statements. In that case duplicate names are found afterwards, and the statement
    /// is elaborated again in a world that knows the record.
    fn holder(&self, name: ValueId) -> Option<Arc<Record>>;
    /// The value of a `defvar` or `defset` at file level.
    fn global(&self, name: Sym) -> Option<ValueId>;
    /// The result of the class instance, if an earlier statement made it or if it is the same for all statements.
    fn instance(&self, instance: ValueId) -> Option<Arc<InstanceResult>>;
    /// The location of the class instance, if an earlier statement determined it: see [`Event::Place`].
    fn instance_place(&self, instance: ValueId) -> Option<Loc>;
    /// Whether an earlier statement inserted a record under the name drawn for this prototype.
    fn prototype_used(&self, prototype: Anon) -> bool;
    /// Whether the explicit name of some record has the form of an anonymous record's name.
    fn has_borrowed_name(&self) -> bool;
    /// Calls `visit` for every record, in no particular order.
    fn visit_defs(&self, visit: &mut dyn FnMut(&Arc<Record>));
    /// The numbers of anonymous names assigned before the current statement. `None` if the result must not depend on
    /// the position of the statement.
    fn numbers(&self) -> Option<Numbers>;
}

/// The result of elaborating a statement.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The records in the order of their insertion.
    pub records: Vec<Arc<Record>>,
    /// The names of records that are silently dropped if an earlier record has the same name: these names were not
    /// final when they were checked for duplicates.
    pub droppable: Vec<ValueId>,
    /// The class instances that this statement was the first to create.
    pub instances: Vec<(ValueId, Arc<InstanceResult>)>,
    /// The class that a `class` defines or declares.
    pub class: Option<Arc<ClassProto>>,
    /// The multiclass that a `multiclass` defines.
    pub multiclass: Option<Arc<MulticlassProto>>,
    /// The name that a `deftype` gives to a type.
    pub type_alias: Option<(Sym, Ty)>,
    /// The variable of a `defvar`. It is global at file level, and otherwise local to the enclosing braces.
    pub variable: Option<(Sym, ValueId)>,
    /// The lists of the `defset`s inside the statement. These lists are global at every nesting level.
    pub defsets: Vec<(Sym, ValueId)>,
    /// The assignments of a `let … in`.
    pub lets: Vec<LetValue>,
    /// The list type of a `defset`.
    pub defset: Option<DefsetType>,
    /// The elements that the records of this statement add to the enclosing `defset`s.
    pub defset_elems: Vec<ValueId>,
    /// The events that determine the numbers of anonymous records, in order.
    pub events: Vec<Event>,
    /// The diagnostics of the statement, in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether higher limits could change the outcome: see [`crate::budget`].
    pub is_cut: bool,
    by_name: OnceLock<FxHashMap<ValueId, u32>>,
    held: Held,
}

impl Outcome {
    /// The record with the final name `name`, if the statement made it.
    pub fn record(&self, name: ValueId) -> Option<&Arc<Record>> {
        if self.records.len() < 8 {
            return self.records.iter().find(|record| record.name == name);
        }
        let index = self.by_name.get_or_init(|| {
            let names = self.records.iter().map(|record| record.name);
            names.zip(0..).collect()
        });
        index.get(&name).map(|at| &self.records[*at as usize])
    }

    /// The value of the `defset` `name` inside the statement.
    pub fn defset(&self, name: Sym) -> Option<ValueId> {
        let mut defsets = self.defsets.iter();
        defsets.find(|(it, _)| *it == name).map(|(_, v)| *v)
    }

    /// The approximate size of the outcome, as a number of fields.
    pub fn size(&self) -> usize {
        /// The size of a record or an outcome without its fields.
        const OWN: usize = 16;
        let made = self.instances.iter().map(|(_, it)| &it.record);
        let sizes = self.records.iter().chain(made);
        OWN + sizes.map(|it| OWN + it.values.len()).sum::<usize>()
    }

    /// Counts the memory of the outcome towards the unit's budget.
    pub(crate) fn keep(&self, values: &ValueStore) {
        values.budget().keep(&self.held);
    }

    /// The approximate size of the outcome in bytes, without shared parts.
    fn bytes(&self) -> usize {
        let records = self.records.iter().map(|it| it.bytes());
        let class = self.class.iter().map(|it| it.record.bytes());
        let multiclass = self
            .multiclass
            .iter()
            .map(|it| multiclass::bytes(&it.entries));
        let instances = self.instances.len() * BYTES_OF_INSTANCE;
        let own = size_of::<Outcome>() + size_of_val(&self.events[..]);
        own + instances + records.chain(class).chain(multiclass).sum::<usize>()
    }

    /// The events of making a class instance, if this statement made it.
    pub fn instance_events(&self, instance: ValueId) -> Option<Arc<[Event]>> {
        let made = self.instances.iter().find(|(it, _)| *it == instance);
        made.map(|(_, made)| made.events.clone())
    }
}

/// The result of making a class instance.
#[derive(Debug)]
pub struct InstanceResult {
    /// The value that refers to the record.
    pub def: ValueId,
    /// The anonymous record of the instance.
    pub record: Arc<Record>,
    /// The events of making the instance, in order.
    pub events: Arc<[Event]>,
    /// The diagnostics of making the instance, in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether an error stopped the construction. Then each statement that uses the instance stops, too.
    pub is_stopped: bool,
    /// Whether higher limits could change the result: see [`crate::budget`].
    pub is_cut: bool,
    _held: Held,
}

/// The size in bytes of a class instance's entry in the tables of statements that use it.
const BYTES_OF_INSTANCE: usize = 64;

impl Drop for Outcome {
    fn drop(&mut self) {
        deferred_drop::leave(std::mem::take(&mut self.records));
        deferred_drop::leave(std::mem::take(&mut self.instances));
    }
}

/// An assignment of a `let … in`, whose value was evaluated once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LetValue {
    /// The field that is set.
    pub name: Sym,
    /// The indices of the bits that are set, least significant first; empty for the whole field.
    pub bits: Vec<u32>,
    /// The value, which in a multiclass may mention template arguments.
    pub value: ValueId,
    /// The location of the field's name in the assignment.
    pub loc: Loc,
}

/// The type of a `defset`'s list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DefsetType {
    /// The required type of the elements.
    pub elem: Ty,
    /// The location of the list's type.
    pub loc: Loc,
}

/// The enclosing blocks of a statement at file level.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The enclosing `let`s, outermost first.
    pub lets: Vec<Arc<Outcome>>,
    /// The enclosing `defset`s, outermost first.
    pub defsets: Vec<DefsetType>,
    /// The variables of the enclosing braces, outermost first. Empty at file level, where variables are global.
    pub scopes: Vec<LocalVars>,
    /// Whether a `let … in` skips records that lack the assigned field; otherwise such a record is an error. Set if a
    /// statement is elaborated in place of another one, since its records may differ from those of the sources.
    pub lenient_lets: bool,
}

/// The elaboration of a statement stopped. The error has been reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

pub(crate) type Result<T> = std::result::Result<T, Stopped>;

/// The state of the elaboration of one statement.
pub(crate) struct Cx<'a> {
    pub values: &'a ValueStore,
    pub world: &'a dyn World,
    pub release: Release,
    item: StmtId,
    kind: &'a StmtKind,
    code: &'a Code,
    context: &'a Context,
    out: Outcome,
    naming: Naming,
    open: Open,
    names: LocalNames,
    reading: Reading,
    limits: limits::Limits,
    account: limits::Account,
    attempts: direct_eval::Attempts,
    scratch: &'a mut Scratch,
    /// The number of results so far that may differ at a later position in the unit.
    time_bound: usize,
}

/// The record in which values are evaluated. Operators use it for self-references and the locations of errors.
#[derive(Clone, Copy)]
pub(crate) enum RecordScope<'r> {
    None,
    /// The body of `!foreach` or another binding operator outside of any record: counts as a record without a location.
    Placeless,
    Record(&'r Record),
    /// Names resolve to the record's fields, but operators have no current record, as in bit ranges.
    NamesOnly(&'r Record),
}

impl<'r> RecordScope<'r> {
    pub(crate) fn record(self) -> Option<&'r Record> {
        match self {
            RecordScope::Record(record) => Some(record),
            _ => None,
        }
    }

    /// The record whose fields are visible by name.
    fn names(self) -> Option<&'r Record> {
        match self {
            RecordScope::Record(record) | RecordScope::NamesOnly(record) => Some(record),
            _ => None,
        }
    }
}

/// Elaborates the statement `stmt`, whose id is `item`. Errors are among the diagnostics of the outcome.
pub fn elaborate(
    values: &ValueStore,
    world: &dyn World,
    release: Release,
    item: StmtId,
    stmt: &Stmt,
    context: &Context,
    scratch: &mut Scratch,
) -> Outcome {
    let mut cx = Cx::new(values, world, release, item, stmt, context, scratch);
    // An error that stops the statement has been reported.
    let _ = cx.top_level(&stmt.kind);
    cx.finish();
    cx.out
}

impl<'a> Cx<'a> {
    fn new(
        values: &'a ValueStore,
        world: &'a dyn World,
        release: Release,
        item: StmtId,
        stmt: &'a Stmt,
        context: &'a Context,
        scratch: &'a mut Scratch,
    ) -> Cx<'a> {
        Cx {
            values,
            world,
            release,
            item,
            kind: &stmt.kind,
            code: &stmt.code,
            context,
            out: Outcome::default(),
            naming: Naming::default(),
            open: Open::default(),
            names: LocalNames::default(),
            reading: Reading::default(),
            limits: limits::Limits::default(),
            account: limits::Account::new(values, scratch.slice),
            attempts: direct_eval::Attempts::default(),
            scratch,
            time_bound: 0,
        }
    }

    /// Completes the outcome.
    fn finish(&mut self) {
        self.tell_limit();
        self.out.is_cut = self.is_cut();
        self.out.held = Held::new(self.values.budget(), self.out.bytes());
        self.scratch.slice = self.account.slice;
        self.scratch.end_statement();
    }

    fn loc(&self, span: SpanId) -> Loc {
        Loc {
            item: self.item,
            span,
        }
    }

    fn error_at<T>(&mut self, loc: Loc, message: impl Into<String>) -> Result<T> {
        self.report(Diagnostic::error(At::start(loc), message.into()));
        Err(Stopped)
    }

    /// Reports an error at the start of a span.
    fn error<T>(&mut self, span: SpanId, message: impl Into<String>) -> Result<T> {
        let at = At::start(self.loc(span));
        self.report(Diagnostic::error(at, message.into()));
        Err(Stopped)
    }

    /// Reports an error about the missing definition of `name`.
    fn error_without<T>(&mut self, name: Sym, span: SpanId, message: String) -> Result<T> {
        let at = At::start(self.loc(span));
        let mut error = Diagnostic::error(at, message).depending_on([name]);
        error.of_name = Some(name);
        self.report(error);
        Err(Stopped)
    }

    /// Reports that a record lacks a field, unless a missing superclass may be the reason.
    fn no_such_field<T>(&mut self, record: &Record, at: At, message: String) -> Result<T> {
        if !self.open.lacks_superclass {
            let classes = record.supers.iter().copied();
            self.report(Diagnostic::error(at, message).depending_on(classes));
        }
        Err(Stopped)
    }

    /// Reports an error at the token after a span: the current token of the reference's parser when it notices the
    /// error.
    fn error_after<T>(&mut self, span: SpanId, message: impl Into<String>) -> Result<T> {
        let at = At::next(self.loc(span));
        self.report(Diagnostic::error(at, message.into()));
        Err(Stopped)
    }

    /// Reports an error at the locations of a record: at its definition, with notes at the locations of instantiation.
    fn error_at_record<T>(&mut self, record: &Record, message: impl Into<String>) -> Result<T> {
        self.report_at_record(record, Severity::Error, message.into());
        Err(Stopped)
    }

    fn report_at_record(&mut self, record: &Record, severity: Severity, message: String) {
        self.report(Diagnostic::at_locs(severity, &record.locs, message));
    }

    /// Reports an error that occurred while an operator was folded in the scope `cur`.
    fn error_in<T>(&mut self, cur: RecordScope<'_>, message: impl Into<String>) -> Result<T> {
        self.report_in(cur, message.into(), Releases::ALL);
        Err(Stopped)
    }

    /// Like `error_in`, for an error that only some releases report.
    fn report_in(&mut self, cur: RecordScope<'_>, message: String, releases: Releases) {
        let locs = cur.record().map_or(&[][..], |record| &record.locs);
        let mut error = Diagnostic::at_locs(Severity::Error, locs, message);
        error.releases = releases;
        error.lacks_place = matches!(cur, RecordScope::Placeless);
        self.report(error);
    }

    fn report(&mut self, mut diagnostic: Diagnostic) {
        // Errors after a limit was reached are follow-up errors. While an expression is only searched for unknown
        // names, other errors are not reported.
        if self.is_at_limit() || self.reading.only_names && diagnostic.of_name.is_none() {
            return;
        }
        if let (Some(_), Some(at)) = (diagnostic.of_name, diagnostic.at)
            && !self.reading.unknown_names.insert(at)
            && self.reading.only_names
        {
            return;
        }
        if diagnostic.at.is_none()
            && diagnostic.near.is_none()
            && self.scratch.instances.making.is_none()
        {
            diagnostic.near = self.reading.at.map(|it| At::start(self.loc(it)));
        }
        diagnostic.noticed = self.reading.evaluated;
        // An error that repeats the previous diagnostic is not reported again. The output of a `dump` in a loop is
        // reported each time.
        let is_news = diagnostic.severity != Severity::Error
            || !(self.out.diagnostics.last()).is_some_and(|it| it.says_the_same(&diagnostic));
        if is_news {
            self.out.diagnostics.push(diagnostic);
        }
    }

    /// Reports the unknown names in an expression that is otherwise not evaluated, since its value would not be used.
    fn look_at_names(&mut self, id: crate::hir::ExprId, cur: RecordScope<'_>) {
        let before = std::mem::replace(&mut self.reading.only_names, true);
        let evaluated = self.reading.evaluated;
        let _: Result<ValueId> = self.value(id, None, cur);
        self.reading.evaluated = evaluated;
        self.reading.only_names = before;
    }

    fn expr_at(&self, id: crate::hir::ExprId) -> SpanId {
        self.code[id].at
    }

    /// Returns a new anonymous name. The caller records the event that gives it a number.
    fn draw_name(&mut self) -> Anon {
        let anon = self
            .values
            .anon(AnonKey::Drawn(self.item, self.naming.anons));
        self.naming.anons += 1;
        anon
    }
}
