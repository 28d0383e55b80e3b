//! What backends say of a unit's records as people are told it: each mistake once, whichever of them say it.

use elaborate::diagnostic::{At, Audience, Diagnostic, Severity};
use elaborate::report::{Report, for_people};
use elaborate::sources::Sources;
use rustc_hash::FxHashMap;

/// How many other errors are told as notes of the one that they follow from.
const MAX_FURTHER: usize = 8;

/// What one run has to say.
pub struct Run<'a> {
    /// The backend or finder.
    pub by: Speaker<'a>,
    /// Its diagnostics, in the order in which it gave them.
    pub said: &'a [Diagnostic],
}

/// By whom something is said.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Speaker<'a> {
    /// A backend with its options, as on a command line.
    Backend(String),
    /// A look at the records that no build has. Its notes stand by themselves.
    Finder(&'a str),
}

/// A mistake, and the backends that report it.
#[derive(PartialEq, Eq, Debug)]
pub struct Told<'a> {
    /// The message with its place and notes.
    pub report: Report,
    by: Vec<Speaker<'a>>,
}

impl Told<'_> {
    /// The name of the first backend that says it, or else of the look at records.
    pub fn source(&self) -> &str {
        let backend = self.backends().next();
        let name = backend.and_then(|it| it.split(' ').next());
        let name = name.map(|it| it.trim_start_matches('-'));
        name.unwrap_or_else(|| self.finder().unwrap_or_default())
    }

    /// The command lines of the backends that say it.
    pub fn backends(&self) -> impl Iterator<Item = &str> {
        self.by.iter().filter_map(|it| match it {
            Speaker::Backend(words) => Some(words.as_str()),
            Speaker::Finder(_) => None,
        })
    }

    /// The look at records that says it, if no backend does.
    pub fn finder(&self) -> Option<&str> {
        match self.by[..] {
            [Speaker::Finder(name)] => Some(name),
            _ => None,
        }
    }

    /// The report with a note that names the backends, unless `source` tells that already.
    pub fn with_speakers(mut self, is_source_shown: bool) -> Report {
        let backends: Vec<&str> = self.backends().collect();
        if backends.len() > usize::from(is_source_shown) {
            let note = format!("said by {}", backends.join(", "));
            let note = Report::new(Severity::Note, None, note);
            self.report.notes.push(note);
        }
        self.report
    }
}

/// What is told of what some runs said.
///
/// * What several runs say is told once.
/// * A backend's note belongs to what it said before.
/// * Of a pattern one error is told: the others are its notes.
/// * What was said of statements that are gone is left out.
pub fn told<'a>(sources: &Sources, runs: impl IntoIterator<Item = Run<'a>>) -> Vec<Told<'a>> {
    type Key = (Severity, Option<(usize, u32)>, String);
    let mut all: Vec<Told> = Vec::new();
    let mut known: FxHashMap<Key, usize> = FxHashMap::default();
    for run in runs {
        for report in of_run(sources, &run) {
            let key = (report.severity, report.place, report.message.clone());
            let index = *known.entry(key).or_insert(all.len());
            let Some(told) = all.get_mut(index) else {
                let by = vec![run.by.clone()];
                all.push(Told { report, by });
                continue;
            };
            let notes = &mut told.report.notes;
            for note in report.notes {
                if !notes.contains(&note) {
                    notes.push(note);
                }
            }
            if !told.by.contains(&run.by) {
                told.by.push(run.by.clone());
            }
        }
    }
    all
}

fn of_run(sources: &Sources, run: &Run) -> Vec<Report> {
    let is_gone = |at: &Option<At>| at.is_some_and(|at| sources.stmt(at.loc.item).is_none());
    let mut list = List::default();
    let there = run.said.iter().filter(|it| !is_gone(&it.at));
    for diagnostic in there.filter(|it| it.audience != Audience::Reference) {
        let mut diagnostic = diagnostic.clone();
        diagnostic.notes.retain(|(at, _)| !is_gone(at));
        match run.by {
            Speaker::Backend(_) if diagnostic.severity == Severity::Note => list.note(diagnostic),
            _ => list.push(diagnostic),
        }
    }
    let reports: Vec<Report> = list
        .finish()
        .map(|it| Report::of_backend(sources, &it))
        .collect();
    for_people(sources, &reports)
}

/// What one run says, while it is put together.
#[derive(Default)]
struct List {
    all: Vec<Diagnostic>,
    /// How many others follow from each.
    further: Vec<usize>,
    /// Those of which there is one at a place.
    at_place: FxHashMap<At, usize>,
}

impl List {
    fn push(&mut self, diagnostic: Diagnostic) {
        let at = diagnostic.at.or(diagnostic.near);
        if let Some(at) = at.filter(|_| diagnostic.one_a_place) {
            let index = *self.at_place.entry(at).or_insert(self.all.len());
            if let Some(first) = self.all.get_mut(index) {
                // What a multiclass makes is told at what uses it.
                let user = diagnostic.notes.last().and_then(|(at, _)| *at);
                let hint = (user.or(Some(at)), diagnostic.message);
                if hint.1 != first.message && !first.hints.contains(&hint) {
                    self.further[index] += 1;
                    if self.further[index] <= MAX_FURTHER {
                        first.hints.push(hint);
                    }
                }
                return;
            }
        }
        self.all.push(diagnostic);
        self.further.push(0);
    }

    /// Adds a note to what was said before.
    fn note(&mut self, mut note: Diagnostic) {
        match self.all.last_mut() {
            Some(last) => {
                last.notes.push((note.at, note.message));
                last.notes.append(&mut note.notes);
            }
            None => self.push(note),
        }
    }

    fn finish(self) -> impl Iterator<Item = Diagnostic> {
        let all = self.all.into_iter().zip(self.further);
        all.map(|(mut diagnostic, further)| {
            if let more @ 1.. = further.saturating_sub(MAX_FURTHER) {
                let note = (None, format!("and {more} more"));
                diagnostic.hints.push(note);
            }
            diagnostic
        })
    }
}
