//! Elaboration: from one lowered statement and the statements before it to records.
//!
//! The order of work inside a statement is the reference's, because it is observable: class instances are made when
//! their arguments become free of variables, at any stage; operators fold with the values known at that stage, and
//! class bodies are printed as folded so far. A statement asks a [`World`] for results of the statements before it. Its
//! observable effects are in its [`Outcome`]: records, definitions, diagnostics, and the events from which the numbers
//! of anonymous records follow.

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

use self::state::{Instances, LocalNames, Naming, Open, Reading};

pub use class::ClassProto;
pub use instance::make_pure_instance;
pub use memo::Scratch;
pub use multiclass::{Entry, Loop, MulticlassProto};
pub use scope::LocalVars;

/// The queries of an elaborating statement about the statements before it. All answers are as of its place.
pub trait World {
    /// Unwinds if the elaboration of the statement is cancelled. Called at intervals.
    fn pause(&self) {}
    /// The class of this name, be it only declared.
    fn class(&self, name: Sym) -> Option<&Arc<ClassProto>>;
    /// The multiclass of this name.
    fn multiclass(&self, name: Sym) -> Option<Arc<MulticlassProto>>;
    /// The type that a `deftype` declares under this name.
    fn type_alias(&self, name: Sym) -> Option<Ty>;
    /// The record of this final name.
    fn def(&self, name: ValueId) -> Option<Arc<Record>>;
    /// The record that already has this name. A world that does not know the record yet returns `None`; then it checks
    /// for duplicate names itself, and elaborates again as a world that knows.
    fn holder(&self, name: ValueId) -> Option<Arc<Record>>;
    /// A `defvar` or `defset` at file level.
    fn global(&self, name: Sym) -> Option<ValueId>;
    /// The result of the class instance, if an earlier statement made it.
    fn instance(&self, instance: ValueId) -> Option<Arc<InstanceResult>>;
    /// The place where the class instance was read first, if an earlier statement did.
    fn instance_place(&self, instance: ValueId) -> Option<Loc>;
    /// Whether an earlier statement inserted a record under the name drawn for this prototype.
    fn prototype_used(&self, prototype: Anon) -> bool;
    /// Whether an explicitly named record has a name like those of anonymous records.
    fn has_borrowed_name(&self) -> bool;
    /// Calls `visit` for every record, in no particular order.
    fn visit_defs(&self, visit: &mut dyn FnMut(&Arc<Record>));
    /// The numbers of anonymous names assigned before the current statement. `None` if the result must not depend on
    /// the place of the statement.
    fn numbers(&self) -> Option<Numbers>;
}

/// The result of elaborating a statement.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Records in the order of their insertion.
    pub records: Vec<Arc<Record>>,
    /// The records among them that are silently dropped if an earlier record has the name: their names were not final
    /// at the time of the check.
    pub droppable: Vec<ValueId>,
    /// Class instances made here for the first time.
    pub instances: Vec<(ValueId, Arc<InstanceResult>)>,
    /// The class that a `class` defines or declares.
    pub class: Option<Arc<ClassProto>>,
    /// The multiclass that a `multiclass` defines.
    pub multiclass: Option<Arc<MulticlassProto>>,
    /// The name that a `deftype` gives to a type.
    pub type_alias: Option<(Sym, Ty)>,
    /// A `defvar`: at file level, or of the braces around it.
    pub variable: Option<(Sym, ValueId)>,
    /// The `defset`s inside the statement. They are global wherever they occur.
    pub defsets: Vec<(Sym, ValueId)>,
    /// The values of a `let … in`.
    pub lets: Vec<LetValue>,
    /// The element type that a `defset` wants.
    pub defset: Option<DefsetType>,
    /// The elements that the records of this statement add to the `defset`s around it.
    pub defset_elems: Vec<ValueId>,
    /// The events that numbers of anonymous records depend on, in order.
    pub events: Vec<Event>,
    /// Its diagnostics, in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether higher limits could change it: see [`crate::budget`].
    pub is_cut: bool,
    by_name: OnceLock<FxHashMap<ValueId, u32>>,
    held: Held,
}

impl Outcome {
    /// The record of this final name that the statement made.
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

    /// The value of a `defset` inside the statement.
    pub fn defset(&self, name: Sym) -> Option<ValueId> {
        let mut defsets = self.defsets.iter();
        defsets.find(|(it, _)| *it == name).map(|(_, v)| *v)
    }

    /// Its approximate size in fields.
    pub fn size(&self) -> usize {
        /// The fixed size of a record or an outcome, without its fields.
        const OWN: usize = 16;
        let made = self.instances.iter().map(|(_, it)| &it.record);
        let sizes = self.records.iter().chain(made);
        OWN + sizes.map(|it| OWN + it.values.len()).sum::<usize>()
    }

    /// Counts its memory towards the unit's budget.
    pub(crate) fn keep(&self, values: &ValueStore) {
        values.budget().keep(&self.held);
    }

    /// Its approximate size in bytes, without shared parts.
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

/// The record of a class instance.
#[derive(Debug)]
pub struct InstanceResult {
    /// The value that refers to the record.
    pub def: ValueId,
    /// The anonymous record of the instance.
    pub record: Arc<Record>,
    /// The events of making it, in order.
    pub events: Arc<[Event]>,
    /// The diagnostics of making it, in the order in which they were found.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether an error stopped its construction. Then each statement that uses it stops, too.
    pub is_stopped: bool,
    /// Whether higher limits could change it: see [`crate::budget`].
    pub is_cut: bool,
    _held: Held,
}

/// The size of a class instance's entry in the tables of statements that use it.
const BYTES_OF_INSTANCE: usize = 64;

impl Drop for Outcome {
    fn drop(&mut self) {
        deferred_drop::leave(std::mem::take(&mut self.records));
        deferred_drop::leave(std::mem::take(&mut self.instances));
    }
}

impl Drop for Cx<'_> {
    /// An edit may have cancelled a statement that made much.
    fn drop(&mut self) {
        deferred_drop::leave(std::mem::take(&mut self.made));
        deferred_drop::leave(std::mem::take(&mut self.instances.known));
    }
}

/// An assignment of `let … in`, its value evaluated once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LetValue {
    /// The field that is set.
    pub name: Sym,
    /// Least significant first; empty for the whole field.
    pub bits: Vec<u32>,
    /// Its value; in a multiclass it may mention template arguments.
    pub value: ValueId,
    /// The field's name, where it is set.
    pub loc: Loc,
}

/// The list of a `defset`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DefsetType {
    /// The required type of its elements.
    pub elem: Ty,
    /// Where the type of the list is written.
    pub loc: Loc,
}

/// The enclosing scopes of a statement at file level.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The enclosing `let`s, outermost first.
    pub lets: Vec<Arc<Outcome>>,
    /// The enclosing `defset`s, outermost first.
    pub defsets: Vec<DefsetType>,
    /// Variables of the enclosing braces, outermost first. There are none at file level, where variables are global.
    pub scopes: Vec<LocalVars>,
    /// Whether a `let … in` skips records that lack its field, which is otherwise an error. Records that were added for
    /// evaluation need this.
    pub lenient_lets: bool,
}

/// Elaboration of a statement stopped; the error has been reported.
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
    /// Records inserted by this statement, by final name.
    made: FxHashMap<ValueId, Arc<Record>>,
    instances: Instances,
    naming: Naming,
    open: Open,
    names: LocalNames,
    reading: Reading,
    limits: limits::Limits,
    account: limits::Account,
    attempts: direct_eval::Attempts,
    scratch: &'a mut Scratch,
    /// The number of answers that would differ later in the unit.
    time_bound: usize,
}

/// The record that values are evaluated in, which operators consult for self-references and error positions.
#[derive(Clone, Copy)]
pub(crate) enum RecordScope<'r> {
    None,
    /// Inside `!foreach` and the like outside any record: a record without place.
    Placeless,
    Record(&'r Record),
    /// Names resolve to the record's fields, but operators see no record: bit ranges are evaluated this way.
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

/// Elaborates a statement.
pub fn elaborate(
    values: &ValueStore,
    world: &dyn World,
    release: Release,
    item: StmtId,
    stmt: &Stmt,
    context: &Context,
    scratch: &mut Scratch,
) -> Outcome {
    scratch.run_cache.begin_statement();
    let mut cx = Cx::new(values, world, release, item, stmt, context, scratch);
    // An error that stops it has been reported.
    let _ = cx.top_level(&stmt.kind);
    cx.finish()
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
            made: std::mem::take(&mut scratch.made),
            instances: Instances {
                known: std::mem::take(&mut scratch.instances),
                ..Instances::default()
            },
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

    fn finish(mut self) -> Outcome {
        self.tell_limit();
        self.scratch.slice = self.account.slice;
        memo::recycle(std::mem::take(&mut self.made), &mut self.scratch.made);
        let instances = std::mem::take(&mut self.instances.known);
        memo::recycle(instances, &mut self.scratch.instances);
        let mut out = std::mem::take(&mut self.out);
        out.is_cut = self.is_cut();
        out.held = Held::new(self.values.budget(), out.bytes());
        out
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

    /// Reports that a definition of this name is missing.
    fn error_without<T>(&mut self, name: Sym, span: SpanId, message: String) -> Result<T> {
        let at = At::start(self.loc(span));
        let mut error = Diagnostic::error(at, message).depending_on([name]);
        error.of_name = Some(name);
        self.report(error);
        Err(Stopped)
    }

    /// Reports that a record has no field of some name.
    fn no_such_field<T>(&mut self, record: &Record, at: At, message: String) -> Result<T> {
        if !self.open.lacks_superclass {
            let classes = record.supers.iter().copied();
            self.report(Diagnostic::error(at, message).depending_on(classes));
        }
        Err(Stopped)
    }

    /// Reports an error at the token after a span, where the reference's parser stands at that time.
    fn error_after<T>(&mut self, span: SpanId, message: impl Into<String>) -> Result<T> {
        let at = At::next(self.loc(span));
        self.report(Diagnostic::error(at, message.into()));
        Err(Stopped)
    }

    /// Reports an error at the places of a record: the definition, and as notes the places of instantiation.
    fn error_at_record<T>(&mut self, record: &Record, message: impl Into<String>) -> Result<T> {
        self.report_at_record(record, Severity::Error, message.into());
        Err(Stopped)
    }

    fn report_at_record(&mut self, record: &Record, severity: Severity, message: String) {
        self.report(Diagnostic::at_locs(severity, &record.locs, message));
    }

    /// Reports an error that an operator met while folding in `cur`.
    fn error_in<T>(&mut self, cur: RecordScope<'_>, message: impl Into<String>) -> Result<T> {
        self.report_in(cur, message.into(), Releases::ALL);
        Err(Stopped)
    }

    /// The same for an error that only some releases see.
    fn report_in(&mut self, cur: RecordScope<'_>, message: String, releases: Releases) {
        let locs = cur.record().map_or(&[][..], |record| &record.locs);
        let mut error = Diagnostic::at_locs(Severity::Error, locs, message);
        error.releases = releases;
        error.lacks_place = matches!(cur, RecordScope::Placeless);
        self.report(error);
    }

    fn report(&mut self, mut diagnostic: Diagnostic) {
        // Errors after a limit was reached are follow-up errors.
        if self.is_at_limit() || self.reading.only_names && diagnostic.of_name.is_none() {
            return;
        }
        if let (Some(_), Some(at)) = (diagnostic.of_name, diagnostic.at)
            && !self.reading.unknown_names.insert(at)
            && self.reading.only_names
        {
            return;
        }
        if diagnostic.at.is_none() && diagnostic.near.is_none() && self.instances.making.is_none() {
            diagnostic.near = self.reading.at.map(|it| At::start(self.loc(it)));
        }
        diagnostic.noticed = self.reading.evaluated;
        // A repeated error is reported once, but the output of a `dump` in a loop is printed each time.
        let is_news = diagnostic.severity != Severity::Error
            || !(self.out.diagnostics.last()).is_some_and(|it| it.says_the_same(&diagnostic));
        if is_news {
            self.out.diagnostics.push(diagnostic);
        }
    }

    /// Reports unknown names in an expression that is not evaluated, since its value would not be used.
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

    /// Draws a new anonymous name.
    fn draw_name(&mut self) -> Anon {
        let anon = self
            .values
            .anon(AnonKey::Drawn(self.item, self.naming.anons));
        self.naming.anons += 1;
        anon
    }
}
