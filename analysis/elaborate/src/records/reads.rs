//! The reads of a computation. If the reads have the same results in another version of the records, the computation
//! has the same result too.
//!
//! If a record was looked up, its superclasses, the declarations of its fields, and the values of the fields that were
//! read must be the same. The set of fields is stored once for all records with the same shape: code that reads one of
//! these records usually reads the same fields of the others.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;

use super::history::{Changed, Moment};
use super::{Entry, Rec, Records};
use crate::record::{FieldSet, Record, Shape};
use crate::symbol::Sym;
use crate::value::{Anon, ValueId};
use crate::work::{self, Task};

/// The reads of a computation, by kind. The computation gives the same result for each version of the records for
/// which [`Reads::hold_in`] returns true.
#[derive(Default)]
pub struct Reads {
    defs: FxHashMap<ValueId, Option<Arc<Record>>>,
    classes: FxHashMap<Sym, Option<Arc<Record>>>,
    /// The names of all classes, if the classes were listed.
    listed: Option<Box<[Sym]>>,
    fields: Vec<Fields>,
    /// The index in `fields` of each shape, by the shape's address.
    by_shape: FxHashMap<usize, usize>,
    /// The shape of the record that was read last, and its index in `fields`. Mostly, several fields of a record are
    /// read one after another.
    last_shape: (usize, usize),
    /// For each class whose derived records were listed, the names of these records in order.
    derived: FxHashMap<Sym, Box<[ValueId]>>,
    /// The names that contain numbers of anonymous records, as they were printed.
    names: FxHashMap<ValueId, Box<str>>,
    /// The numbers of anonymous records that were printed as part of values.
    numbers: FxHashMap<Anon, Option<u32>>,
    /// The sort keys of the records whose order was read.
    orders: FxHashMap<ValueId, u64>,
    /// The lists that were sorted by names with numbers of anonymous records: the records in order.
    sorted: Vec<Box<[ValueId]>>,
    facts: Vec<Fact>,
    /// Whether everything was read, or something that depends on the whole text.
    all: bool,
    /// The reads of earlier computations whose results were used.
    earlier: Vec<Arc<Reads>>,
    /// The last edit after which the reads, except those in `earlier`, were known to hold.
    held: Moment,
}

/// The fields that were read from records with a certain shape.
struct Fields {
    /// Owned so that the shape's address stays unique.
    shape: Arc<Shape>,
    read: FieldSet,
    /// The fields of which only the kind of the value was read.
    kinds: FieldSet,
    /// Whether anything else was read, such as locations.
    all: bool,
}

/// A fact that a computation used. The computation gives the same result as long as the fact is the same, even if
/// something has changed that the fact was derived from.
struct Fact {
    /// The reads from which the fact was derived last.
    reads: Mutex<Arc<Reads>>,
    derive: Box<Derive>,
}

/// Derives a fact again. Returns the reads if the fact is the same.
type Derive = dyn Fn(&Records) -> Option<Reads> + Send + Sync;

impl Fact {
    /// Whether the fact is the same in `records`. It is derived again only if one of its reads has changed.
    fn holds(&self, records: &Records) -> bool {
        let reads = self.reads.lock().clone();
        if reads.compare(records) {
            return true;
        }
        let Some(reads) = (self.derive)(records) else {
            return false;
        };
        reads.are_of(records);
        *self.reads.lock() = Arc::new(reads);
        true
    }
}

/// A flag that cancels a computation on records.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Cancels the computation: it unwinds with [`GivenUp`] at its next read of a record.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Runs `work` on this thread so that [`Stop::stop`] can cancel it. Its reads are not recorded.
    pub fn guard<R>(&self, work: impl FnOnce() -> R) -> R {
        IS_USED.store(true, Ordering::Relaxed);
        let (reads, stop) = (None, self.clone());
        LOGS.with_borrow_mut(|logs| logs.push(Log { reads, stop }));
        let _open = Open;
        work()
    }

    /// Checks for cancellation. Called by work that reads no records for a long time.
    pub fn check_here() {
        work::spend(16);
        Reads::log(|_| {});
    }

    fn check(&self) {
        if self.0.load(Ordering::Relaxed) {
            // Unlike `panic!`, this does not call the panic hook, so nothing is printed.
            std::panic::resume_unwind(Box::new(GivenUp));
        }
    }
}

/// The payload with which a cancelled computation unwinds.
#[derive(Clone, Copy, Debug)]
pub struct GivenUp;

/// The state of a computation that is running.
struct Log {
    /// The reads so far; `None` if they are not recorded.
    reads: Option<Reads>,
    stop: Stop,
}

/// Whether a computation ever recorded reads or could be cancelled. Until then, reads skip the lookup of the thread's
/// logs.
static IS_USED: AtomicBool = AtomicBool::new(false);

/// The context of a thread's computation, to be used on other threads: its cancellation flag, whether its reads are
/// recorded, and its budget.
pub struct Here {
    log: Option<(Stop, bool)>,
    task: Option<Arc<Task>>,
}

impl Here {
    /// Runs a part of the computation on any thread. Returns its reads, which the caller has to pass to [`Reads::add`].
    pub fn record<R>(&self, work: impl FnOnce() -> R) -> (R, Reads) {
        let work = || match &self.task {
            Some(task) => task.work(work),
            None => work(),
        };
        match &self.log {
            Some((stop, true)) => Reads::record(stop, work),
            Some((stop, false)) => (stop.guard(work), Reads::default()),
            None => (work(), Reads::default()),
        }
    }
}

thread_local! {
    /// The states of the nested computations on this thread, outermost first.
    static LOGS: RefCell<Vec<Log>> = const { RefCell::new(Vec::new()) };
}

/// A guard that removes the innermost log, also if the computation unwinds.
struct Open;

impl Drop for Open {
    fn drop(&mut self) {
        LOGS.with_borrow_mut(Vec::pop);
    }
}

/// A cache of whether the reads of earlier computations hold in the records that own the cache. Often several
/// computations use the result of the same earlier computation. The reads of the earlier computation are then compared
/// only once.
#[derive(Default)]
pub(super) struct Compared(Mutex<FxHashMap<usize, (Arc<Reads>, bool)>>);

impl Compared {
    fn holds(&self, reads: &Arc<Reads>, records: &Records) -> bool {
        let known = || self.0.lock();
        let key = Arc::as_ptr(reads).addr();
        if let Some((_, holds)) = known().get(&key) {
            return *holds;
        }
        let holds = reads.compare(records);
        // The reads are stored so that their address stays unique.
        known().insert(key, (reads.clone(), holds));
        holds
    }
}

impl Reads {
    /// Runs `work` on this thread and returns its result and its reads. Unwinds if `stop` is set. Reads of a nested
    /// call count for the nested call only.
    pub fn record<R>(stop: &Stop, work: impl FnOnce() -> R) -> (R, Reads) {
        IS_USED.store(true, Ordering::Relaxed);
        let (reads, stop) = (Some(Reads::default()), stop.clone());
        LOGS.with_borrow_mut(|logs| logs.push(Log { reads, stop }));
        let open = Open;
        let result = work();
        let reads = LOGS.with_borrow_mut(|logs| logs.last_mut()?.reads.take());
        drop(open);
        (result, reads.unwrap_or_default())
    }

    /// The flag that cancels this thread's computation; `None` if its reads are not recorded.
    pub(super) fn recorded() -> Option<Stop> {
        LOGS.with_borrow(|logs| {
            let log = logs.last().filter(|it| it.reads.is_some());
            log.map(|it| it.stop.clone())
        })
    }

    /// The flag that cancels this thread's computation. A new flag if nothing can cancel it.
    pub(super) fn stop_here() -> Stop {
        let stop = LOGS.with_borrow(|logs| logs.last().map(|it| it.stop.clone()));
        stop.unwrap_or_default()
    }

    /// The context of this thread's computation, for parts of it that run on other threads.
    pub fn here() -> Here {
        let of = |it: &Log| (it.stop.clone(), it.reads.is_some());
        Here {
            log: LOGS.with_borrow(|logs| logs.last().map(of)),
            task: work::current(),
        }
    }

    /// Adds the reads of an earlier computation whose result is used.
    pub fn include(reads: &Arc<Reads>) {
        Reads::log(|log| {
            if !log.earlier.iter().any(|it| Arc::ptr_eq(it, reads)) {
                log.earlier.push(reads.clone());
            }
        });
    }

    /// Adds the reads of a part of the computation that ran on another thread.
    pub fn add(reads: Reads) {
        Reads::log(|log| {
            log.defs.extend(reads.defs);
            log.classes.extend(reads.classes);
            log.listed = log.listed.take().or(reads.listed);
            log.derived.extend(reads.derived);
            log.names.extend(reads.names);
            log.numbers.extend(reads.numbers);
            log.orders.extend(reads.orders);
            log.sorted.extend(reads.sorted);
            log.facts.extend(reads.facts);
            for new in reads.fields {
                let known = log.fields_of(&new.shape);
                known.read.add(&new.read);
                known.kinds.add(&new.kinds);
                known.all |= new.all;
            }
            log.all |= reads.all;
            log.earlier.extend(reads.earlier);
        });
    }

    /// Whether all reads would give the same results in `records`, which must have the same store of values. Unwinds if
    /// `stop` is set.
    pub fn hold_in(&self, records: &Records, stop: &Stop) -> bool {
        stop.guard(|| self.compare(records))
    }

    /// Stores that the reads hold in `records`, so that [`Reads::hold_in`] checks later changes only.
    pub fn are_of(&self, records: &Records) {
        self.held.set(records);
    }

    fn compare(&self, records: &Records) -> bool {
        let holds = !self.all
            && match self.held.changes(records) {
                Some(mut changes) => {
                    changes.records.all(|it| self.has_same(it, records))
                        && (!changes.regrouped || self.has_same_groups(records))
                }
                None => self.compare_all(records),
            };
        if holds {
            self.held.set(records);
        }
        let mut earlier = self.earlier.iter();
        holds
            && earlier.all(|it| records.cache.compared.holds(it, records))
            && self.facts.iter().all(|it| it.holds(records))
    }

    /// Whether the reads still hold if `changed` is the only change.
    fn has_same(&self, changed: Changed, records: &Records) -> bool {
        match changed {
            Changed::Class(name) => {
                let then = self.classes.get(&name);
                then.is_none_or(|then| self.is_same(records.class_of(name), then))
            }
            Changed::Def(name) => {
                let then = self.defs.get(&name);
                then.is_none_or(|then| self.is_same(records.find_def(name), then))
            }
        }
    }

    fn compare_all(&self, records: &Records) -> bool {
        let (mut classes, mut defs) = (self.classes.iter(), self.defs.iter());
        self.has_same_groups(records)
            && classes.all(|(name, then)| self.is_same(records.class_of(*name), then))
            && defs.all(|(name, then)| self.is_same(records.find_def(*name), then))
    }

    /// Whether the lists of classes and records, the order of records, and the numbers of anonymous records are the
    /// same as far as they were read.
    fn has_same_groups(&self, records: &Records) -> bool {
        self.derived.iter().all(|(class, then)| {
            let now = records.derived(class.as_str()).unwrap_or_default();
            let names = now.iter().map(|it| it.name_value());
            names.eq(then.iter().copied())
        }) && self.listed.as_ref().is_none_or(|then| {
            let now = records.everything().class_entries();
            now.map(|it| it.0).eq(then.iter().copied())
        }) && self.names.iter().all(|(name, then)| {
            let now = records.find_def(*name);
            now.is_some_and(|now| now.name() == &**then)
        }) && self
            .numbers
            .iter()
            .all(|(anon, then)| records.numbers().get(*anon) == *then)
            && self.has_same_order(records)
            && self.sorted.iter().all(|names| is_sorted(names, records))
    }

    fn is_same(&self, now: Option<Rec>, then: &Option<Arc<Record>>) -> bool {
        match (now, then) {
            (Some(now), Some(then)) => {
                Arc::ptr_eq(&now.entry.record, then) || self.is_as_read(now, then)
            }
            (now, then) => now.is_none() && then.is_none(),
        }
    }

    /// Whether the record `now` is equal to `then` in everything that was read of `then`.
    fn is_as_read(&self, now: Rec, then: &Record) -> bool {
        let (records, now) = (now.records, &*now.entry.record);
        let fields = self.by_shape.get(&address(&then.shape));
        let fields = fields.map(|index| &self.fields[*index]);
        if fields.is_some_and(|it| it.all) {
            return now == then;
        }
        let mut read = fields.into_iter().flat_map(|it| it.read.iter());
        let mut kinds = fields.into_iter().flat_map(|it| it.kinds.iter());
        let kind = |v: Option<ValueId>| v.map(|v| std::mem::discriminant(records.node(v)));
        now.kind == then.kind
            && now.args == then.args
            && now.ty == then.ty
            && now.supers == then.supers
            && now.shape == then.shape
            && read.all(|index| now.values[index] == then.values[index])
            && kinds.all(|index| kind(now.values[index]) == kind(then.values[index]))
    }

    /// The fields read from records with this shape.
    fn fields_of(&mut self, shape: &Arc<Shape>) -> &mut Fields {
        if self.last_shape.0 != address(shape) {
            let index = *self.by_shape.entry(address(shape)).or_insert_with(|| {
                self.fields.push(Fields {
                    shape: shape.clone(),
                    read: FieldSet::default(),
                    kinds: FieldSet::default(),
                    all: false,
                });
                self.fields.len() - 1
            });
            self.last_shape = (address(shape), index);
        }
        &mut self.fields[self.last_shape.1]
    }

    fn has_same_order(&self, records: &Records) -> bool {
        let mut orders: Vec<(u64, u64)> = Vec::with_capacity(self.orders.len());
        for (name, then) in &self.orders {
            let Some(now) = records.find_def(*name) else {
                return false;
            };
            orders.push((*then, now.order()));
        }
        orders.sort_unstable();
        orders.is_sorted_by_key(|it| it.1)
    }

    fn log(add: impl FnOnce(&mut Reads)) {
        if !IS_USED.load(Ordering::Relaxed) {
            return;
        }
        LOGS.with_borrow_mut(|logs| {
            if let Some(log) = logs.last_mut() {
                log.stop.check();
                if let Some(reads) = &mut log.reads {
                    add(reads);
                }
            }
        });
    }

    pub(super) fn log_def(name: ValueId, found: Option<&Entry>) {
        work::spend(1);
        Reads::log(|log| {
            let record = || found.map(|it| it.record.clone());
            log.defs.entry(name).or_insert_with(record);
        });
    }

    /// Logs the reading of the field with this index.
    pub(super) fn log_field(record: &Record, index: usize) {
        work::read(record.name);
        Reads::log(|log| log.fields_of(&record.shape).read.set(index, true));
    }

    /// Logs the reading of the kind of a field's value. The field is given by its index.
    pub(super) fn log_kind(record: &Record, index: usize) {
        work::read(record.name);
        Reads::log(|log| log.fields_of(&record.shape).kinds.set(index, true));
    }

    /// Logs the reading of a whole record.
    pub(super) fn log_whole(record: &Record) {
        work::read(record.name);
        Reads::log(|log| log.fields_of(&record.shape).all = true);
    }

    pub(super) fn log_name(name: ValueId, printed: &str) {
        Reads::log(|log| {
            log.names.entry(name).or_insert_with(|| printed.into());
        });
    }

    pub(super) fn log_number(anon: Anon, number: Option<u32>) {
        Reads::log(|log| _ = log.numbers.insert(anon, number));
    }

    pub(super) fn log_class(name: Sym, found: Option<&Entry>) {
        Reads::log(|log| {
            let record = || found.map(|it| it.record.clone());
            log.classes.entry(name).or_insert_with(record);
        });
    }

    /// Logs that all classes were listed: the names, superclasses and field declarations of all classes count as read.
    pub(super) fn log_classes<'a>(found: impl Iterator<Item = (Sym, &'a Entry)>) {
        Reads::log(|log| {
            if log.listed.is_some() {
                return;
            }
            let mut names = Vec::new();
            for (name, entry) in found {
                names.push(name);
                let record = || Some(entry.record.clone());
                log.classes.entry(name).or_insert_with(record);
            }
            log.listed = Some(names.into());
        });
    }

    /// Logs that the records derived from a class were listed: the names, superclasses and field declarations of these
    /// records count as read.
    pub(super) fn log_derived<'a>(class: Sym, found: impl Iterator<Item = &'a Entry>) {
        Reads::log(|log| {
            if log.derived.contains_key(&class) {
                return;
            }
            let mut names = Vec::new();
            for entry in found {
                let name = entry.record.name;
                names.push(name);
                let record = || Some(entry.record.clone());
                log.defs.entry(name).or_insert_with(record);
            }
            log.derived.insert(class, names.into());
        });
    }

    pub(super) fn log_order(name: ValueId, order: u64) {
        Reads::log(|log| _ = log.orders.insert(name, order));
    }

    pub(super) fn log_sorted(names: impl Iterator<Item = ValueId>) {
        Reads::log(|log| log.sorted.push(names.collect()));
    }

    /// Logs a fact that was derived from `reads`. `derive` derives it again, and returns the reads if it is the same.
    pub(super) fn log_fact(
        reads: Reads,
        derive: impl Fn(&Records) -> Option<Reads> + Send + Sync + 'static,
    ) {
        let reads = Mutex::new(Arc::new(reads));
        let derive = Box::new(derive);
        Reads::log(|log| log.facts.push(Fact { reads, derive }));
    }

    /// Makes the computation depend on the whole unit.
    pub fn log_all() {
        Reads::log(|log| log.all = true);
    }
}

/// Whether records with these names exist and are in the order of their printed names.
fn is_sorted(names: &[ValueId], records: &Records) -> bool {
    let entries = names.iter().map(|it| records.find_def(*it));
    let Some(recs) = entries.collect::<Option<Vec<Rec>>>() else {
        return false;
    };
    recs.is_sorted_by(|a, b| a.compare_names(*b).is_lt())
}

fn address(shape: &Arc<Shape>) -> usize {
    Arc::as_ptr(shape).addr()
}
