//! `batch --watch`: tables that are updated when their files change.
//!
//! Each root is kept in a database, which reads and elaborates only the parts affected by an edit. A table is made
//! again if a record that its backend read in the last run has changed.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use backends::Models;
use db::Db;
use db::host::Host;
use elaborate::collection::Collection;
use elaborate::records::{Reads, Stop};
use elaborate::unit::Files;
use elaborate::value::ValueStore;
use parking_lot::{Mutex, RwLock};
use rustc_hash::FxHashSet;

use super::super::options::Options;
use super::super::phases::Phases;
use super::super::pool::Key;
use super::super::queue::{Queue, cores};
use super::super::run::{Failed, Run};
use super::{PROGRAM, Row};
use crate::front_end::FrontEnd;
use crate::overlay::Overlay;
use crate::{parallel, terminal};
use syntax::Edit;

/// The interval at which files are checked for changes.
const INTERVAL: Duration = Duration::from_millis(100);

/// Makes all tables, and makes them again when files change, until the process ends. Returns only if no thread can be
/// started.
pub(super) fn watch(rows: Vec<Row>) -> ExitCode {
    let mut watch = Watch {
        files: RwLock::default(),
        roots: roots(rows),
        made: AtomicUsize::new(0),
        failed: AtomicUsize::new(0),
    };
    let mut changed: Vec<usize> = (0..watch.roots.len()).collect();
    loop {
        if !changed.is_empty()
            && let Err(error) = watch.bring_up_to_date(&changed)
        {
            terminal::eprint(format!("{PROGRAM}: no thread to work on: {error}\n").as_bytes());
            return ExitCode::FAILURE;
        }
        std::thread::sleep(INTERVAL);
        changed = watch.changed();
    }
}

/// Groups rows into roots. The rows of a root have the same input and the same options of the front end.
fn roots(rows: Vec<Row>) -> Vec<Root> {
    let mut roots: Vec<Root> = Vec::new();
    let mut known: HashMap<(Key, Vec<String>), usize> = HashMap::new();
    for row in rows {
        let options = &row.options;
        let key = (Key::new(options), options.include_dirs.clone());
        let index = *known.entry(key).or_insert_with(|| {
            roots.push(Root {
                options: (**options).clone(),
                tables: Vec::new(),
                state: Mutex::default(),
            });
            roots.len() - 1
        });
        roots[index].tables.push(Table {
            row,
            last: Mutex::default(),
        });
    }
    roots
}

struct Watch {
    files: RwLock<Overlay>,
    roots: Vec<Root>,
    /// The number of tables that were made since the last change. `failed` is the number of tables that failed since
    /// then.
    made: AtomicUsize,
    failed: AtomicUsize,
}

/// A root file with its tables.
struct Root {
    /// The options of the root's first row. The other rows have the same options of the front end.
    options: Options,
    tables: Vec<Table>,
    state: Mutex<State>,
}

struct Table {
    row: Row,
    last: Mutex<Last>,
}

/// The last run of a table.
#[derive(Default)]
struct Last {
    /// What the backend read; `None` if the table must be made again in any case.
    read: Option<Reads>,
    took: Duration,
}

/// The database of a root, and the data that is kept between two updates.
#[derive(Default)]
struct State {
    host: Option<Host>,
    /// The collected records before an edit, whose unaffected parts are reused after the edit.
    kept: Option<Collection>,
    models: Arc<Models>,
    /// The paths of the files that were read or looked up, including missing files.
    asked: FxHashSet<String>,
    /// The paths of files that have changed since they were read, each with the text before the change.
    old: Vec<(String, Arc<str>)>,
}

enum Task<'a> {
    Read(&'a Root),
    /// Makes the table, unless it would be unchanged.
    Make(&'a Table, Arc<FrontEnd>, Arc<Models>),
}

impl Watch {
    /// The indices of the roots that have read or looked up a file that has changed on disk. Also stores the old texts
    /// of these files in the roots' states, and lets the files be read again.
    fn changed(&mut self) -> Vec<usize> {
        let files = self.files.get_mut();
        let outdated = files.outdated().into_iter().map(|it| it.path);
        let outdated: Vec<String> = outdated.collect();
        for path in &outdated {
            let old = files.read(path);
            files.changed(path);
            for root in &mut self.roots {
                let state = root.state.get_mut();
                if let Some(old) = &old
                    && state.asked.contains(path)
                {
                    state.old.push((path.clone(), old.clone()));
                }
            }
        }
        let roots = self.roots.iter().enumerate();
        let reads = |root: &Root| {
            let state = root.state.lock();
            outdated.iter().any(|it| state.asked.contains(it))
        };
        let changed = roots.filter(|(_, root)| reads(root));
        changed.map(|(index, _)| index).collect()
    }

    /// Reads roots again, and makes the tables that have changed.
    fn bring_up_to_date(&self, roots: &[usize]) -> std::io::Result<()> {
        let start = Instant::now();
        self.made.store(0, Ordering::Relaxed);
        let tasks = Queue::new();
        tasks.add(roots.iter().map(|index| Task::Read(&self.roots[*index])));
        let work = |task| match task {
            Task::Read(root) => {
                if let Some((read, models)) = self.read(root) {
                    let make = |table| Task::Make(table, read.clone(), models.clone());
                    tasks.add_first(root.shortest_first().into_iter().map(make));
                }
            }
            Task::Make(table, read, models) => {
                if !table.is_same(&read) {
                    self.make(table, &read, &models);
                }
            }
        };
        // There is one more thread than cores, since tables of a root may wait for a model that another table builds.
        tasks.run(cores().saturating_add(1), work, || ())?;
        for index in roots {
            // Backends create values, too. The values that they need must not count as garbage.
            if let Some(host) = &mut self.roots[*index].state.lock().host {
                host.note_settled();
            }
        }
        let made = self.made.load(Ordering::Relaxed);
        let failed = self.failed.swap(0, Ordering::Relaxed);
        let seconds = start.elapsed().as_secs_f64();
        let failed = match failed {
            0 => String::new(),
            _ => format!(", {failed} failed"),
        };
        let line =
            format!("{PROGRAM}: {made} tables were made in {seconds:.2} s{failed}; watching\n");
        terminal::eprint(line.as_bytes());
        Ok(())
    }

    /// Brings a root up to date and prints its reports. `None` if no backend can run on the root. All its tables then
    /// count as failed.
    fn read(&self, root: &Root) -> Option<(Arc<FrontEnd>, Arc<Models>)> {
        let run = Run::of_process(PROGRAM, &root.options);
        let read = self.elaborate(root, &run);
        let read = read.and_then(|(read, models)| {
            run.report(&read)?;
            Ok((Arc::new(read), models))
        });
        if read.is_err() {
            self.failed.fetch_add(root.tables.len(), Ordering::Relaxed);
        }
        read.ok()
    }

    fn elaborate(&self, root: &Root, run: &Run) -> Result<(FrontEnd, Arc<Models>), Failed> {
        let options = &root.options;
        run.check_macros()?;
        let files = self.files.read();
        let files = Noted {
            files: &files,
            row: &root.tables[0].row,
            asked: RefCell::default(),
        };
        let mut state = root.state.lock();
        let state = &mut *state;
        if files.read(&options.input).is_none() {
            state.asked = files.asked.into_inner();
            return run.fail(&format!("Could not open input file '{}'", options.input));
        }
        let before = state.host.as_ref().map(|it| it.db().values().clone());
        let host = match &mut state.host {
            Some(host) => {
                for (path, old) in state.old.drain(..) {
                    if let Some(new) = files.read(&path) {
                        host.edit(&path, &old, &new, &Edit::between(&old, &new));
                    }
                }
                host.refresh(&files);
                // If no thread can be started, this thread elaborates all statements.
                if parallel::elaborate_again(host, cores()).is_err() {
                    host.elaborate_all();
                }
                host
            }
            None => {
                let (limits, release) = (options.limits(), options.release());
                let host = Host::within(limits, options.spec(), release, &files);
                let host = state.host.insert(host);
                // In the order of the statements, so that a unit that exceeds a limit always stops at the same one.
                host.elaborate_all();
                host
            }
        };
        let silent = options.no_warn_on_unused_template_args;
        let read = FrontEnd::elaborate(host.db(), &mut state.kept, silent);
        state.asked = files.asked.into_inner();
        let values: &Arc<ValueStore> = host.db().values();
        if before.is_some_and(|it| Arc::ptr_eq(&it, values)) {
            state.models = Arc::new(state.models.after_edit());
        } else {
            // The database was replaced, so the recorded reads refer to values of the old database.
            state.models = Arc::default();
            let tables = root.tables.iter();
            tables.for_each(|it| it.last.lock().read = None);
        }
        Ok((read, state.models.clone()))
    }

    fn make(&self, table: &Table, read: &FrontEnd, models: &Models) {
        let row = &table.row;
        let start = Instant::now();
        let run = Run::of_process(PROGRAM, &row.options);
        let make = || -> Result<(), Failed> {
            row.make_folder()?;
            run.only_into_files()?;
            run.write(&run.backend()?.run, read, models, &mut Phases::new(false))
        };
        let make = std::panic::AssertUnwindSafe(|| Reads::record(&Stop::default(), make));
        let (result, read) = match std::panic::catch_unwind(make) {
            Ok((result, reads)) => {
                reads.are_of(&read.records);
                (result, Some(reads))
            }
            Err(_) => (Err(Failed), None),
        };
        let took = start.elapsed();
        *table.last.lock() = Last { read, took };
        let (count, what) = match result {
            Ok(()) => (&self.made, ""),
            Err(_) => (&self.failed, "failed: "),
        };
        count.fetch_add(1, Ordering::Relaxed);
        let seconds = took.as_secs_f64();
        terminal::eprint(format!("{seconds:.2} s {what}{}\n", row.id).as_bytes());
    }
}

impl Root {
    /// The tables, sorted by the time that their last runs took, the shortest first. The caller adds them to the front
    /// of the queue one by one, so the slowest tables start first, and no thread works on a slow table at the end while
    /// the others are idle.
    fn shortest_first(&self) -> Vec<&Table> {
        let mut tables: Vec<_> = self.tables.iter().collect();
        tables.sort_by_key(|it| it.last.lock().took);
        tables
    }
}

impl Table {
    /// Whether the table's backend would write the same output again, and the output still exists.
    fn is_same(&self, read: &FrontEnd) -> bool {
        let last = self.last.lock();
        last.read
            .as_ref()
            .is_some_and(|it| it.hold_in(&read.records, &Stop::default()))
            && Path::new(&self.row.options.output).exists()
    }
}

/// Reads files for the front end, and stores the paths that were read or looked up.
struct Noted<'a> {
    files: &'a Overlay,
    row: &'a Row,
    asked: RefCell<FxHashSet<String>>,
}

impl Files for Noted<'_> {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        if !self.row.reads(path) {
            return None;
        }
        self.asked.borrow_mut().insert(path.to_owned());
        self.files.read(path)
    }
}
