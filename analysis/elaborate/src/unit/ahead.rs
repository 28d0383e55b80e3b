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

use parking_lot::Mutex;
use rustc_hash::FxHashSet;
use syntax::{Include, Macros};

use super::cache::{Parsed, Recorder};
use super::{Files, UnitSpec, prelude};
use crate::stack;

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

/// Parses the root, whose text is `root`, and the files that it includes. Returns the parses with the files' paths, in
/// an arbitrary order. Empty if there is a single processor, if the root includes no files, or if no thread can be
/// started.
pub(super) fn parse_all(
    spec: &UnitSpec,
    root: &Arc<str>,
    files: &dyn Files,
) -> Vec<(String, Parsed)> {
    let threads = available_parallelism().map_or(1, |it| it.get().min(MAX_THREADS));
    if threads == 1 || !root.contains("include") {
        return Vec::new();
    }
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
        let mut finder = Finder {
            spec,
            files,
            jobs,
            names: FxHashSet::default(),
            paths: FxHashSet::default(),
            text: 0,
            open: 0,
        };
        finder.parse(spec.root.clone(), root.clone());
        let mut parsed = Vec::new();
        while finder.open > 0
            && let Ok(it) = news.recv()
        {
            match it {
                News::Include(name) => finder.include(name),
                News::Done(path, parse) => {
                    finder.open -= 1;
                    parsed.extend(parse.map(|it| (path, it)));
                }
            }
        }
        parsed
    })
}

/// Parses the files in the queue until no more files can be added to it.
fn work(spec: &UnitSpec, queue: &Mutex<Receiver<Job>>, reports: &Sender<News>) {
    loop {
        let job = queue.lock().recv();
        let Ok((path, text)) = job else {
            return;
        };
        let parse = || {
            let mut macros = OwnMacros {
                defined: spec.macros.iter().cloned().collect(),
                reports,
            };
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

/// Finds the files that are included, and has them parsed.
struct Finder<'a> {
    spec: &'a UnitSpec,
    files: &'a dyn Files,
    jobs: Sender<Job>,
    /// The paths that were found in include directives so far.
    names: FxHashSet<String>,
    /// The paths of the files that were found so far.
    paths: FxHashSet<String>,
    /// The total length of these files in bytes.
    text: usize,
    /// The number of files that are not parsed yet.
    open: usize,
}

impl Finder<'_> {
    fn include(&mut self, name: String) {
        if !self.names.insert(name.clone()) {
            return;
        }
        let mut places = self.spec.places(&name);
        let found = places.find_map(|it| self.files.read(&it).map(|text| (it, text)));
        let found = found.or_else(|| prelude::text(&name).map(|text| (name.clone(), text)));
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

/// The macros of the command line and of one file.
struct OwnMacros<'a> {
    defined: FxHashSet<String>,
    reports: &'a Sender<News>,
}

impl Macros for OwnMacros<'_> {
    fn is_defined(&self, name: &str) -> bool {
        self.defined.contains(name)
    }

    fn define(&mut self, name: &str) -> bool {
        self.defined.insert(name.to_owned())
    }

    fn include(&mut self, path: Option<&str>) -> Include {
        if let Some(path) = path {
            let _ = self.reports.send(News::Include(path.to_owned()));
        }
        Include::Apart
    }
}
