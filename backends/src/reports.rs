//! Diagnostics of backends as reports: each mistake once, even if several backends report it.

use elaborate::diagnostic::{At, Audience, Diagnostic, Severity};
use elaborate::report::{Report, for_people};
use elaborate::sources::Sources;
use rustc_hash::FxHashMap;

/// The maximum number of other errors that are added as notes to an error at the same location.
const MAX_FURTHER: usize = 8;

/// The maximum number of runs of one backend that are listed with their options.
const MAX_RUNS: usize = 3;

/// The diagnostics of one run of a backend or finder.
pub struct Run<'a> {
    /// The backend or finder that was run.
    pub by: Speaker<'a>,
    /// The diagnostics of the run, in the order in which they were reported.
    pub said: &'a [Diagnostic],
}

/// A backend or finder that reports diagnostics.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Speaker<'a> {
    /// A backend with its options, as on a command line.
    Backend(String),
    /// The name of a finder: a search for mistakes in records. No build runs such a search. Each note of a finder is a
    /// separate report.
    Finder(&'a str),
}

/// A mistake, and the backends and finders that report it.
#[derive(PartialEq, Eq, Debug)]
pub struct BackendReport<'a> {
    /// The message with its place and notes.
    pub report: Report,
    by: Vec<Speaker<'a>>,
}

impl BackendReport<'_> {
    /// The name of the first backend that reports the mistake. If no backend reports the mistake, the name of the
    /// finder that reports the mistake, or an empty name if there are several finders.
    pub fn source(&self) -> &str {
        let backend = self.backends().next();
        let name = backend.and_then(|it| it.split(' ').next());
        let name = name.map(|it| it.trim_start_matches('-'));
        name.unwrap_or_else(|| self.finder().unwrap_or_default())
    }

    /// The command lines of the backends that report the mistake.
    pub fn backends(&self) -> impl Iterator<Item = &str> {
        self.by.iter().filter_map(|it| match it {
            Speaker::Backend(words) => Some(words.as_str()),
            Speaker::Finder(_) => None,
        })
    }

    /// The name of the finder that reports the mistake; `None` if a backend or another finder reports the mistake as
    /// well.
    pub fn finder(&self) -> Option<&str> {
        match self.by[..] {
            [Speaker::Finder(name)] => Some(name),
            _ => None,
        }
    }

    /// The report with a note that names the backends. With `is_source_shown`, a single backend is not named, as the
    /// caller shows [`Self::source`].
    pub fn with_speakers(mut self, is_source_shown: bool) -> Report {
        let backends: Vec<&str> = self.backends().collect();
        if backends.len() > usize::from(is_source_shown) {
            let note = format!("said by {}", listed(&backends));
            let note = Report::new(Severity::Note, None, note);
            self.report.notes.push(note);
        }
        self.report
    }
}

/// The runs, separated by commas. More than [`MAX_RUNS`] runs of one backend are listed as the name of the backend and
/// the number of its runs.
fn listed(runs: &[&str]) -> String {
    fn name(run: &str) -> &str {
        run.split(' ').next().unwrap_or_default()
    }
    let mut shown: Vec<String> = Vec::new();
    for run in runs {
        let count = runs.iter().filter(|it| name(it) == name(run)).count();
        let text = if count > MAX_RUNS {
            format!("{} ({count} runs)", name(run))
        } else {
            (*run).to_owned()
        };
        if !shown.contains(&text) {
            shown.push(text);
        }
    }
    shown.join(", ")
}

/// Merges the messages of several runs.
///
/// * A message of several runs is reported once.
/// * A backend's note belongs to the message before it.
/// * Of some errors, such as those of a pattern, only the first at each location is reported. The other errors at this
///   location, including those of other backends, become notes of the first.
/// * Diagnostics of statements that no longer exist are left out.
pub fn merged<'a>(
    sources: &Sources,
    runs: impl IntoIterator<Item = Run<'a>>,
) -> Vec<BackendReport<'a>> {
    type Key = (Severity, Option<(usize, u32)>, String);
    let mut all: Vec<BackendReport> = Vec::new();
    let mut known: FxHashMap<Key, usize> = FxHashMap::default();
    let mut first_at: FxHashMap<At, Diagnostic> = FxHashMap::default();
    for run in runs {
        for report in of_run(sources, &run, &mut first_at) {
            let key = (report.severity, report.place, report.message.clone());
            let index = *known.entry(key).or_insert(all.len());
            let Some(told) = all.get_mut(index) else {
                let by = vec![run.by.clone()];
                all.push(BackendReport { report, by });
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

/// The reports of one run. Of some errors, only the first at each location is reported; `first_at` holds these errors
/// of all runs so far.
fn of_run(sources: &Sources, run: &Run, first_at: &mut FxHashMap<At, Diagnostic>) -> Vec<Report> {
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
        .map(|it| Report::of_backend(sources, &as_first(it, first_at)))
        .collect();
    for_people(sources, &reports)
}

/// Returns `diagnostic`, unless only one error is reported at its location (`one_a_place`) and another run has already
/// reported a different error there. In that case, returns the other run's error, with the message of `diagnostic` as a
/// note.
fn as_first(mut diagnostic: Diagnostic, first_at: &mut FxHashMap<At, Diagnostic>) -> Diagnostic {
    let at = diagnostic.at.or(diagnostic.near);
    let Some(at) = at.filter(|_| diagnostic.one_a_place) else {
        return diagnostic;
    };
    let Some(first) = first_at.get(&at) else {
        first_at.insert(at, diagnostic.clone());
        return diagnostic;
    };
    if diagnostic.message == first.message {
        return diagnostic;
    }
    let mut hints = vec![as_hint(&diagnostic, at)];
    hints.append(&mut diagnostic.hints);
    hints.retain(|(_, message)| *message != first.message);
    Diagnostic {
        hints,
        ..first.clone()
    }
}

/// The note that adds an error at `at` to another error at the same location. If the error is in a multiclass, the note
/// is at the use of the multiclass.
fn as_hint(diagnostic: &Diagnostic, at: At) -> (Option<At>, String) {
    let user = diagnostic.notes.last().and_then(|(at, _)| *at);
    (user.or(Some(at)), diagnostic.message.clone())
}

/// The diagnostics of one run, while they are collected.
#[derive(Default)]
struct List {
    all: Vec<Diagnostic>,
    /// For each diagnostic in `all`, the number of other errors at the same location.
    further: Vec<usize>,
    /// For errors of which only one is reported at a location: the index in `all` of the first error at each location.
    at_place: FxHashMap<At, usize>,
}

impl List {
    fn push(&mut self, diagnostic: Diagnostic) {
        let at = diagnostic.at.or(diagnostic.near);
        if let Some(at) = at.filter(|_| diagnostic.one_a_place) {
            let index = *self.at_place.entry(at).or_insert(self.all.len());
            if let Some(first) = self.all.get_mut(index) {
                let hint = as_hint(&diagnostic, at);
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

    /// Adds a note to the last diagnostic.
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
