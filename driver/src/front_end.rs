//! The front end: from options to records.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use backends::Records;
use db::host::reports_on;
use db::{Database, Db};
use elaborate::anonymous_numbers::Numbers;
use elaborate::budget::Limits;
use elaborate::collection::Collection;
use elaborate::overlapped::{LARGE, load_and_run};
use elaborate::report::{self, Report};
use elaborate::sequential::Elaborated;
use elaborate::unit::{self, Unit, UnitSpec};
use elaborate::value::ValueStore;
use parking_lot::Mutex;
use syntax::Release;

use crate::resources::has_free_core;
use crate::{big_stack, messages};

/// The root to read, and the options for reading it.
#[derive(Clone)]
pub struct Input {
    /// The root file, the include directories and the macros.
    pub spec: UnitSpec,
    /// The release to follow.
    pub release: Release,
    /// Whether to elaborate only the records that the backend reads.
    pub lazy: bool,
    /// Whether to omit warnings about unused template arguments.
    pub silent: bool,
    /// The budget of the unit.
    pub limits: Limits,
}

impl Default for Input {
    fn default() -> Input {
        Input {
            spec: UnitSpec::default(),
            release: Release::NEWEST,
            lazy: false,
            silent: false,
            limits: Limits::default(),
        }
    }
}

/// The result of reading a root file.
pub struct FrontEnd {
    /// The sources of the unit, as they were read.
    pub unit: Arc<Unit>,
    /// All records that could be elaborated. [`Self::complete`] says whether a backend may run on them.
    pub records: Arc<Records>,
    /// Whether the reference would run a backend on the records. It may do so after errors.
    pub complete: bool,
    /// The reports, in the reference's order.
    pub reports: Vec<Report>,
    /// The number of errors in the reports.
    pub errors: usize,
    /// The phases of reading, each with the time when it ended.
    pub phases: [(&'static str, Instant); 3],
    /// The database, if records are elaborated on demand.
    on_demand: Option<OnDemand>,
}

struct OnDemand {
    db: Mutex<Database>,
    silent: bool,
}

/// The approximate number of distinct values for each statement of a large target, not counting string literals and
/// names of anonymous records.
const VALUES_PER_STATEMENT: usize = 5;

impl FrontEnd {
    /// The messages for standard error. Once they have more than `limit` bytes, only the number of the remaining
    /// messages is added.
    pub fn messages(&self, limit: usize) -> Vec<u8> {
        messages::render(&self.unit.sources, &self.reports, limit)
    }

    /// Like [`Self::messages`], for the given reports. `name` returns the name to show for a file.
    pub fn messages_named(
        &self,
        reports: &[Report],
        limit: usize,
        name: &dyn Fn(&str) -> String,
    ) -> Vec<u8> {
        messages::render_named(&self.unit.sources, reports, limit, name)
    }
}

impl FrontEnd {
    /// Elaborates the statements of the database's unit that are not elaborated yet, and computes all reports. `kept`
    /// holds the records before an edit, from which unaffected parts are reused.
    pub fn elaborate(db: &Database, kept: &mut Option<Collection>, silent: bool) -> FrontEnd {
        let start = Instant::now();
        let other = db.clone();
        let (records, evaluated, reports) = thread::scope(|scope| {
            let reports =
                big_stack::spawn_scoped("reports", scope, move || db::host::reports(&other));
            let records = db::all_after_edit(db, kept);
            let evaluated = Instant::now();
            let reports = match reports {
                Ok(reports) => reports.join().unwrap_or_else(|panic| resume_unwind(panic)),
                Err(_) => db::host::reports(db),
            };
            (records, evaluated, reports)
        });
        FrontEnd::new(
            db.unit().clone(),
            records,
            reports,
            silent,
            [start, evaluated],
        )
    }

    /// Combines the results. The array contains the times when the first two phases ended.
    fn new(
        unit: Arc<Unit>,
        records: Arc<Records>,
        mut reports: Vec<Report>,
        silent: bool,
        [read, evaluated]: [Instant; 2],
    ) -> FrontEnd {
        if silent {
            reports.retain(|it| !it.unused);
        }
        FrontEnd {
            complete: !reports.iter().any(Report::stops),
            errors: reports.iter().map(messages::errors).sum(),
            reports,
            unit,
            records,
            phases: [
                ("read and parse", read),
                ("elaborate", evaluated),
                ("report", Instant::now()),
            ],
            on_demand: None,
        }
    }

    /// The reports of the statements that were elaborated on demand after [`Self::reports`] was filled.
    pub fn late_reports(&self) -> Vec<Report> {
        let Some(OnDemand { db, silent }) = &self.on_demand else {
            return Vec::new();
        };
        let db = db.lock();
        let mut reports = reports_on(&db, &db.elaborated());
        reports.retain(|it| !(self.reports.contains(it) || *silent && it.unused));
        reports
    }
}

/// Reads and elaborates a root file with the content `root`. With [`Input::lazy`], records are elaborated on demand,
/// and only the reports of the parser are complete.
pub fn run(input: &Input, root: &[u8], files: &dyn unit::Files) -> FrontEnd {
    let root = syntax::text::decoded(root).into();
    if input.lazy {
        on_demand(input, root, files)
    } else {
        whole(input, &root, files)
    }
}

fn whole(input: &Input, root: &Arc<str>, files: &dyn unit::Files) -> FrontEnd {
    let values = |statements: usize| {
        let values = ValueStore::with_room(statements * VALUES_PER_STATEMENT);
        Arc::new(values.within(input.limits))
    };
    let (spec, release) = (&input.spec, input.release);
    let done = load_and_run(LARGE, has_free_core, spec, root, files, &values, release);
    let evaluated = Instant::now();
    let Elaborated {
        records,
        diagnostics,
        ..
    } = done.elaborated;
    let reports = report::reports(&done.unit, records.numbers(), diagnostics, release);
    FrontEnd::new(
        done.unit.into(),
        records.into(),
        reports,
        input.silent,
        [done.read, evaluated],
    )
}

fn on_demand(input: &Input, root: Arc<str>, files: &dyn unit::Files) -> FrontEnd {
    let unit = Arc::new(unit::load(&input.spec, root, files));
    let read = Instant::now();
    let db = Database::within(input.limits, unit.clone(), input.release);
    let records = db::on_demand(db.clone());
    let evaluated = Instant::now();
    let reports = report::reports(&unit, &Numbers::default(), Vec::new(), input.release);
    let times = [read, evaluated];
    FrontEnd {
        on_demand: Some(OnDemand {
            db: Mutex::new(db),
            silent: input.silent,
        }),
        ..FrontEnd::new(unit, records.into(), reports, input.silent, times)
    }
}
