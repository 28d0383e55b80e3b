//! Patterns of small targets, for tests.

use std::fmt::Write;

use backend::{Context, Diagnostics, Fatal, Models, Options, Records, Severity};
use backend_testing::{isel_source, read};
use elaborate::diagnostic::Audience;
use std::sync::Arc;
use target_model::instructions::GENERIC;

use crate::{Patterns, Tree};

/// The patterns of a target that is defined by `text` and by the common definitions of the tests, and the messages of
/// the build.
pub(crate) struct Built {
    pub records: Records,
    pub patterns: Result<Arc<Patterns>, Fatal>,
    said: Diagnostics,
    /// The number of lines of the source before `text`.
    skipped: u32,
}

#[track_caller]
pub(crate) fn build(text: &str) -> Built {
    build_source(&isel_source(GENERIC, text))
}

/// Builds the patterns of `source`, to which nothing is added.
#[track_caller]
pub(crate) fn build_source(source: &str) -> Built {
    let records = read(source);
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let patterns = cx.model();
    let said = cx.into_diagnostics();
    Built {
        records,
        patterns,
        said,
        skipped: isel_source(GENERIC, "").lines().count() as u32,
    }
}

impl Built {
    /// All patterns, a line for each: their sources and results without types, and their predicates.
    pub(crate) fn patterns(&self) -> String {
        let patterns = self.patterns.as_ref().map_err(|it| &it.message).unwrap();
        let mut shown = String::new();
        for pattern in patterns.list.iter() {
            self.push(&mut shown, patterns.src(pattern));
            shown.push_str(" => ");
            self.push(&mut shown, patterns.dst(pattern));
            let check = pattern.predicate_check(&self.records).unwrap();
            if !check.is_empty() {
                _ = write!(shown, " if {check}");
            }
            shown.push('\n');
        }
        shown
    }

    fn push(&self, shown: &mut String, tree: Tree) {
        match (tree.rec(), tree.int()) {
            (_, Some(value)) => _ = write!(shown, "{value}"),
            (Some(rec), _) if tree.is_leaf() => shown.push_str(self.records.rec(rec).name()),
            (Some(rec), _) => {
                _ = write!(shown, "({}", self.records.rec(rec).name());
                for child in tree.children() {
                    shown.push(' ');
                    self.push(shown, child);
                }
                shown.push(')');
            }
            _ => shown.push('?'),
        }
        if let Some(name) = tree.name {
            _ = write!(shown, ":${}", name.as_str());
        }
    }

    /// The texts that the build dumped.
    pub(crate) fn dumps(&self) -> String {
        self.said.dumps.iter().map(|it| it.1.as_str()).collect()
    }

    /// The hints of the error that ended the run.
    pub(crate) fn hints(&self) -> String {
        let error = self.patterns.as_ref().err().expect("an error");
        let hints = error.hints.iter();
        hints.map(|(_, hint)| format!("{hint}\n")).collect()
    }

    /// The messages with line numbers, which count from the first line of `text`, and the error that ended the build.
    pub(crate) fn said(&self) -> String {
        let mut shown = String::new();
        for diagnostic in self
            .said
            .list
            .iter()
            .chain(self.patterns.as_ref().err().map(|it| &**it))
        {
            if let Some(at) = diagnostic.at {
                let line = self.records.place(at.loc).line;
                _ = write!(shown, "{}: ", line.saturating_sub(self.skipped));
            }
            if diagnostic.severity == Severity::Warning {
                shown.push_str("warning: ");
            }
            if diagnostic.audience == Audience::People {
                shown.push_str("besides: ");
            }
            _ = writeln!(shown, "{}", diagnostic.message);
        }
        shown
    }
}
