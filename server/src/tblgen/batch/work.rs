//! Runs the rows. Reading a root and writing a row are tasks for as many threads as there are cores; rows go first,
//! so that few roots are in memory at a time.

use std::collections::{HashMap, VecDeque};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use syntax::Compat;

use super::super::options::Options;
use super::super::phases::Phases;
use super::super::run::{self, Failed};
use super::{PROGRAM, Row};
use crate::front_end::FrontEnd;
use crate::messages;
use crate::{big_stack, disk, terminal};

/// What the records of a row depend on, apart from where its include directories lead.
#[derive(PartialEq, Eq, Hash)]
struct Root<'a> {
    input: &'a str,
    macros: &'a [String],
    is_22: bool,
    lazy: bool,
    silent: bool,
    limits: [Option<u32>; 2],
}

impl Root<'_> {
    fn of(options: &Options) -> Root<'_> {
        Root {
            input: &options.input,
            macros: &options.macros,
            is_22: options.compat == Compat::Llvm22,
            lazy: options.lazy,
            silent: options.no_warn_on_unused_template_args,
            limits: [options.memory_limit, options.work_limit],
        }
    }
}

enum Task {
    /// Read the root that these rows have.
    Read(Vec<Row>),
    Write(Arc<FrontEnd>, Row),
}

/// What is to be done, and how much is under way.
struct Queue {
    tasks: VecDeque<Task>,
    running: usize,
    done: usize,
    failed: usize,
}

struct Batch {
    queue: Mutex<Queue>,
    changed: Condvar,
    total: usize,
    start: Instant,
}

/// Runs all rows; says whether all went well.
pub(super) fn run_all(rows: Vec<Row>) -> bool {
    let total = rows.len();
    let mut groups: HashMap<Root, Vec<usize>> = HashMap::new();
    for (index, row) in rows.iter().enumerate() {
        groups
            .entry(Root::of(&row.options))
            .or_default()
            .push(index);
    }
    // What has many rows is probably large and takes long, so it is begun first.
    let mut groups: Vec<_> = groups.into_values().collect();
    groups.sort_by_key(|group| (std::cmp::Reverse(group.len()), group[0]));
    let mut rows: Vec<_> = rows.into_iter().map(Some).collect();
    let mut take = |group: Vec<usize>| group.into_iter().filter_map(|it| rows[it].take()).collect();
    let tasks = groups.into_iter().map(|group| Task::Read(take(group)));
    let queue = Queue {
        tasks: tasks.collect(),
        running: 0,
        done: 0,
        failed: 0,
    };
    let batch = Batch {
        queue: Mutex::new(queue),
        changed: Condvar::new(),
        total,
        start: Instant::now(),
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(total) {
            scope.spawn(|| big_stack::run(|| batch.work()));
        }
    });
    let queue = batch.lock();
    queue.failed == 0 && queue.done == total
}

impl Batch {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does tasks until there are no more.
    fn work(&self) {
        loop {
            let mut queue = self.lock();
            let task = loop {
                match queue.tasks.pop_front() {
                    Some(task) => break task,
                    None if queue.running == 0 => {
                        self.changed.notify_all();
                        return;
                    }
                    None => {
                        let waited = self.changed.wait(queue);
                        queue = waited.unwrap_or_else(PoisonError::into_inner);
                    }
                }
            };
            queue.running += 1;
            drop(queue);
            // A row that panics is lost, the others are not.
            let work = std::panic::AssertUnwindSafe(|| self.run(task));
            let panicked = std::panic::catch_unwind(work).is_err();
            let mut queue = self.lock();
            queue.running -= 1;
            queue.failed += usize::from(panicked);
            self.changed.notify_all();
        }
    }

    fn run(&self, task: Task) {
        match task {
            Task::Read(rows) => self.read(rows),
            Task::Write(read, row) => {
                let result = write(&read, &row);
                // The records may be large; they go before the next root is read.
                drop(read);
                self.finish(&row, result);
            }
        }
    }

    /// Reads the root of the first row, for all rows whose include directories lead to the same files.
    fn read(&self, rows: Vec<Row>) {
        let Some(options) = rows.first().map(|it| it.options.clone()) else {
            return;
        };
        let root = disk::read_input(&options.input);
        let read = run::read(PROGRAM, &options, root).ok();
        let is_same = |row: &Row| {
            let same_files = |read: &FrontEnd| {
                let spec = row.options.spec();
                read.unit
                    .is_same_with(&spec, |path| Path::new(path).is_file())
            };
            row.options.include_dirs == options.include_dirs
                || read.as_ref().is_some_and(same_files)
        };
        let (rows, others): (Vec<_>, Vec<_>) = rows.into_iter().partition(is_same);
        if !others.is_empty() {
            self.lock().tasks.push_back(Task::Read(others));
        }
        if let Some(read) = &read {
            terminal::eprint(&read.messages(messages::MAX_OUTPUT));
        }
        let counts = |it: &FrontEnd| it.errors == 0 || options.compat == Compat::Llvm19;
        match read.filter(|it| it.complete && counts(it)) {
            Some(read) => {
                let read = Arc::new(read);
                let mut queue = self.lock();
                for row in rows {
                    queue.tasks.push_front(Task::Write(read.clone(), row));
                }
                self.changed.notify_all();
            }
            None => {
                for row in &rows {
                    self.finish(row, Err(Failed));
                }
            }
        }
    }

    /// Notes that a row is done and says so.
    fn finish(&self, row: &Row, result: Result<(), Failed>) {
        let mut queue = self.lock();
        queue.done += 1;
        queue.failed += usize::from(result.is_err());
        let (done, total, seconds) = (queue.done, self.total, self.start.elapsed().as_secs_f64());
        drop(queue);
        let what = if result.is_err() { "failed: " } else { "" };
        let line = format!("[{done}/{total}] {seconds:.1} s {what}{}\n", row.id);
        terminal::eprint(line.as_bytes());
    }
}

fn write(read: &FrontEnd, row: &Row) -> Result<(), Failed> {
    let options = &row.options;
    if let Some(folder) = Path::new(&options.output).parent()
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        let message = format!("{PROGRAM}: cannot make '{}': {error}\n", folder.display());
        terminal::eprint(message.as_bytes());
        return Err(Failed);
    }
    // Nobody but a driver that was told to write into a pipe waits until somebody reads.
    if std::fs::metadata(&options.output).is_ok_and(|it| !it.is_file()) {
        let message = format!("{PROGRAM}: '{}' is not a regular file\n", options.output);
        terminal::eprint(message.as_bytes());
        return Err(Failed);
    }
    let backend = run::backend(PROGRAM, options)?;
    run::write(PROGRAM, options, backend, read, &mut Phases::new(false))
}
