//! `tablegen-analyzer batch`: many command lines in one process.
//!
//! Rows that read the same root in the same way share its records. Reading a root and writing a row are tasks for
//! as many threads as there are cores; rows go first, so that few roots are in memory at a time.

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::{Component, Path};
use std::process::ExitCode;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use analysis::eval;
use analysis::project::{BackendRun, FoundUnit, Origin, path};

use super::front_end::{self, FrontEnd};
use super::messages;
use super::options::{self, Compat, Options, Request};
use super::phases::Phases;
use super::run::{self, Failed};
use crate::workspace::Workspaces;
use crate::{cli, deep};

const PROGRAM: &str = "tablegen-analyzer batch";

/// Runs the command.
pub fn batch(args: &[String]) -> ExitCode {
    let (rows, out) = match args {
        [rows, flag, out] if flag == "--out" => (rows, out),
        [flag, out, rows] if flag == "--out" => (rows, out),
        _ => {
            return cli::usage_error(
                "batch wants a file of rows or a project's folder, and --out with a folder",
            );
        }
    };
    let rows = if Path::new(rows).is_dir() {
        rows_of_build(rows, out)
    } else {
        match cli::read_input(rows) {
            Ok(text) => read_rows(&String::from_utf8_lossy(&text), out),
            Err(error) => Err(format!("cannot read '{rows}': {error}")),
        }
    };
    let rows = match rows {
        Ok(rows) => rows,
        Err(message) => return cli::usage_error(&format!("batch: {message}")),
    };
    if run_all(rows) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// One output.
#[derive(Debug)]
struct Row {
    id: String,
    options: Box<Options>,
}

const COLUMNS: [&str; 6] = ["id", "tool", "backend", "args", "include_dirs", "root"];

/// Reads rows of cells between tabs; the first names the columns. Arguments stand between blanks, include directories
/// between semicolons.
fn read_rows(text: &str, out: &str) -> Result<Vec<Row>, String> {
    let mut lines = text.lines().map(|it| it.split('\t').collect::<Vec<_>>());
    let header = lines.next().unwrap_or_default();
    let mut columns = [0; COLUMNS.len()];
    for (column, name) in columns.iter_mut().zip(COLUMNS) {
        let found = header
            .iter()
            .position(|it| it.trim_start_matches('#') == name);
        *column = found.ok_or_else(|| format!("there is no column '{name}'"))?;
    }
    let mut seen = HashSet::new();
    let mut rows = Vec::new();
    for (number, cells) in (2..).zip(lines) {
        if cells == [""] {
            continue;
        }
        let cell = |index: usize| cells.get(columns[index]).copied().unwrap_or_default();
        let id = cell(0);
        if id.is_empty() || !seen.insert(id.to_owned()) {
            return Err(format!(
                "line {number}: the id '{id}' is empty or not the first"
            ));
        }
        if !is_inside(id) {
            return Err(format!("line {number}: '{id}' is not inside the folder"));
        }
        let mut args = vec![cell(2).to_owned()];
        args.extend(cell(3).split_whitespace().map(str::to_owned));
        for folder in cell(4).split(';').filter(|it| !it.is_empty()) {
            args.extend(["-I".to_owned(), folder.to_owned()]);
        }
        args.push(cell(5).to_owned());
        rows.push(row(id, args, out).map_err(|error| format!("line {number}: {error}"))?);
    }
    Ok(rows)
}

/// Whether a path stays below the folder that it is relative to.
fn is_inside(path: &str) -> bool {
    let is_name = |part: Component| matches!(part, Component::Normal(_));
    Path::new(path).components().all(is_name)
}

fn row(id: &str, mut args: Vec<String>, out: &str) -> Result<Row, String> {
    let path = Path::new(out).join(id).to_string_lossy().into_owned();
    args.extend(["-o".to_owned(), path]);
    let (request, errors) = options::parse(PROGRAM, &args);
    let Request::Run(mut options) = request else {
        return Err(errors.trim_end().to_owned());
    };
    if options.external.is_some() {
        return Err("a row cannot run a command".to_owned());
    }
    options.write_if_changed = true;
    Ok(Row {
        id: id.to_owned(),
        options,
    })
}

/// The tables that the build files of a project make of the roots in a folder.
fn rows_of_build(folder: &str, out: &str) -> Result<Vec<Row>, String> {
    let current = |error| format!("no current folder: {error}");
    let mut workspaces = Workspaces::new().map_err(current)?;
    let folder = workspaces.absolute(folder);
    let index = workspaces.of(&folder);
    let units = workspaces.project(index).units().iter();
    let mut seen = HashSet::new();
    let mut rows = Vec::new();
    for unit in units.filter(|it| path::is_below(&it.root(), &folder)) {
        for run in &unit.backends {
            let Some(output) = &run.output else { continue };
            let is_ours = ["llvm-tblgen", "llvm-min-tblgen", "clang-tblgen"]
                .iter()
                .any(|tool| run.tool.ends_with(tool));
            let id = table_name(output, unit, &folder);
            if is_ours && seen.insert(id.clone()) {
                let row = row(&id, arguments(unit, run), out);
                rows.push(row.map_err(|error| format!("{id}: {error}"))?);
            }
        }
    }
    if rows.is_empty() {
        return Err(format!("no build file makes tables in '{folder}'"));
    }
    Ok(rows)
}

/// What a table is called: its path in the folder or in the build.
fn table_name(output: &str, unit: &FoundUnit, folder: &str) -> String {
    // CMake writes to a folder of the build that lies there as the list file does in the project.
    let list_file = unit.found_in.as_deref().map(path::parent);
    let is_cmake = unit.origin == Origin::CMake;
    let base = list_file.filter(|_| is_cmake).unwrap_or(&unit.working_dir);
    let output = path::join(base, output);
    let within = |folder: &str| output.strip_prefix(folder)?.strip_prefix('/');
    let name = within(folder).or_else(|| within(&unit.working_dir));
    name.unwrap_or_else(|| path::file_name(&output)).to_owned()
}

fn arguments(unit: &FoundUnit, run: &BackendRun) -> Vec<String> {
    let absolute = |path: &String| path::join(&unit.working_dir, path);
    let backend = run.backend.as_deref().unwrap_or("print-records");
    let mut args = vec![format!("-{backend}")];
    args.extend(run.args.iter().cloned());
    for folder in &unit.spec.include_dirs {
        args.extend(["-I".to_owned(), absolute(folder)]);
    }
    for name in &unit.spec.macros {
        args.extend(["-D".to_owned(), name.clone()]);
    }
    if unit.compat == eval::Compat::Llvm22 {
        args.push("--compat=22".to_owned());
    }
    args.push(unit.root());
    args
}

/// What the records of a row depend on, apart from where its include directories lead.
#[derive(PartialEq, Eq, Hash)]
struct Root<'a> {
    input: &'a str,
    macros: &'a [String],
    is_22: bool,
    lazy: bool,
    silent: bool,
}

impl Root<'_> {
    fn of(options: &Options) -> Root<'_> {
        Root {
            input: &options.input,
            macros: &options.macros,
            is_22: options.compat == Compat::Llvm22,
            lazy: options.lazy,
            silent: options.no_warn_on_unused_template_args,
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
fn run_all(rows: Vec<Row>) -> bool {
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
            scope.spawn(|| deep::run(|| batch.work()));
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
        let read = run::read(PROGRAM, &options).ok();
        let is_same = |row: &Row| {
            let same_files = |read: &FrontEnd| {
                let spec = front_end::spec(&row.options);
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
            cli::eprint(&read.messages(messages::MAX_OUTPUT));
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
        cli::eprint(line.as_bytes());
    }
}

fn write(read: &FrontEnd, row: &Row) -> Result<(), Failed> {
    let options = &row.options;
    if let Some(folder) = Path::new(&options.output).parent()
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        let message = format!("{PROGRAM}: cannot make '{}': {error}\n", folder.display());
        cli::eprint(message.as_bytes());
        return Err(Failed);
    }
    let backend = run::backend(PROGRAM, options)?;
    run::write(PROGRAM, options, backend, read, &mut Phases::new(false))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, want: &str) {
        let got = match read_rows(text, "out") {
            Ok(rows) => rows
                .iter()
                .map(|row| {
                    let it = &row.options;
                    let backend = it.backend.as_deref().unwrap_or_default();
                    let (folders, output) = (it.include_dirs.join(" "), &it.output);
                    format!("{backend} [{folders}] {} > {output}", it.input)
                })
                .collect::<Vec<_>>()
                .join("\n"),
            Err(message) => format!("error: {message}"),
        };
        assert_eq!(got, want);
    }

    const HEADER: &str = "#id\ttool\tbackend\targs\tinclude_dirs\troot\n";

    #[test]
    fn rows() {
        check(
            &format!("{HEADER}a/b.inc\tllvm-tblgen\t-print-enums\t-class A\ti;j\tr.td\n"),
            "print-enums [i j] r.td > out/a/b.inc",
        );
    }

    #[test]
    fn rows_that_make_no_sense() {
        check("id\ttool\n", "error: there is no column 'backend'");
        check(
            &format!("{HEADER}../x\tt\t-print-sets\t\t\tr.td\n"),
            "error: line 2: '../x' is not inside the folder",
        );
        check(
            &format!("{HEADER}x\tt\t-print-sets\t\t\tr.td\nx\tt\t-print-sets\t\t\tr.td\n"),
            "error: line 3: the id 'x' is empty or not the first",
        );
        check(
            &format!("{HEADER}x\tt\t--external=true\t\t\tr.td\n"),
            "error: line 2: a row cannot run a command",
        );
    }
}
