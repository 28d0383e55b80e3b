//! Parsing the files of a unit on several threads before the unit is read.
//!
//! The macros that other files define decide which text of a file is active. They are not known here, so each file is
//! parsed as if there were only the macros of the command line and the macros that the file itself defines. This
//! assumption is right for almost all files. Reading the unit uses a parse only if all answers of the preprocessor are
//! the same: see [`super::cache::Asked`].

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::available_parallelism;

use super::cache::{Parsed, Recorder};
use super::finder::Finder;
use super::own_macros::OwnMacros;
use super::{UnitSpec, prelude};
use crate::stack;
use parking_lot::Mutex;
use rustc_hash::FxHashSet;

/// The largest number of threads. The thread that elaborates the unit waits for the last of them.
const MAX_THREADS: usize = 8;
/// The largest number of files that are parsed ahead. Each of LLVM's targets has a few hundred.
const MAX_FILES: usize = 4_096;
/// The largest total length of the files, in bytes. LLVM's targets have up to 7 MB.
const MAX_TEXT: usize = 64 << 20;

/// A file to parse: its path and its text.
type Job = (String, Arc<str>);

/// What a thread reports.
enum News {
    /// A file includes this path.
    Include(String),
    /// A file was parsed. `None` if the parser panicked.
    Done(String, Option<Parsed>),
}

/// The number of threads that parse the files of a unit.
pub(super) fn threads() -> usize {
    available_parallelism().map_or(1, |it| it.get().min(MAX_THREADS))
}

/// Parses the root, whose text is `root`, and the files that it includes. Returns the parses with the files' paths, in
/// an arbitrary order. Empty if `threads` is 1, if the root includes no files, or if no thread can be started.
pub(super) fn parse_all(
    finder: &Finder<'_>,
    root: &Arc<str>,
    threads: usize,
) -> Vec<(String, Parsed)> {
    if threads == 1 || !root.contains("include") {
        return Vec::new();
    }
    let spec = finder.spec;
    let (jobs, queue) = channel();
    let (reports, news) = channel();
    let queue = Mutex::new(queue);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (queue, reports) = (&queue, reports.clone());
            let started = stack::spawn_scoped("parser", scope, move || work(spec, queue, &reports));
            if started.is_err() {
                break;
            }
        }
        // If no thread was started, receiving fails at once.
        drop(reports);
        let mut files = Files {
            finder,
            jobs,
            paths: FxHashSet::default(),
            text: 0,
            open: 0,
        };
        files.parse(spec.root.clone(), root.clone());
        let mut parsed = Vec::new();
        while files.open > 0
            && let Ok(it) = news.recv()
        {
            match it {
                News::Include(name) => files.include(&name),
                News::Done(path, parse) => {
                    files.open -= 1;
                    parsed.extend(parse.map(|it| (path, it)));
                }
            }
        }
        parsed
    })
}

/// Parses the files in the queue until no more files can be added to it.
fn work(spec: &UnitSpec, queue: &Mutex<Receiver<Job>>, reports: &Sender<News>) {
    let given = spec.macros.iter().cloned().collect();
    loop {
        let job = queue.lock().recv();
        let Ok((path, text)) = job else {
            return;
        };
        let parse = || {
            let on_include = |path: &str| _ = reports.send(News::Include(path.to_owned()));
            let mut macros = OwnMacros::new(&given, &on_include);
            let mut recorder = Recorder::new(&mut macros);
            let parse = syntax::parse(&text, &mut recorder);
            let asked = recorder.into_asked();
            Parsed::with_tree(text.clone(), parse, asked)
        };
        let parse = catch_unwind(AssertUnwindSafe(parse)).ok();
        // Sending fails only if the receiver has been dropped.
        let _ = reports.send(News::Done(path, parse));
    }
}

/// The files of a unit, which are passed to the threads.
struct Files<'a> {
    finder: &'a Finder<'a>,
    jobs: Sender<Job>,
    /// The paths of the files that were found so far.
    paths: FxHashSet<String>,
    /// The total length of these files in bytes.
    text: usize,
    /// The number of files that are not parsed yet.
    open: usize,
}

impl Files<'_> {
    fn include(&mut self, name: &str) {
        let found = self.finder.find(name);
        let found = found.or_else(|| Some((name.to_owned(), prelude::text(name)?)));
        if let Some((path, text)) = found {
            self.parse(path, text);
        }
    }

    fn parse(&mut self, path: String, text: Arc<str>) {
        let is_within = self.paths.len() < MAX_FILES && self.text + text.len() <= MAX_TEXT;
        if is_within && self.paths.insert(path.clone()) {
            self.text += text.len();
            self.open += usize::from(self.jobs.send((path, text)).is_ok());
        }
    }
}
