//! The diagnostics of the backends that a build runs on a unit, and the editor's diagnostics about a target.

use std::io;

use backends::{Context, Diagnostic, Models, Options, Output};
use elaborate::report::Report;
use explain::clashes::Finder;
use project::FoundUnit;

use backends::reports::{self, Run, Speaker};
use driver::front_end::FrontEnd;
use driver::tblgen::of_build;

/// The diagnostics of backends and finders, each list with the name of its source.
#[derive(Default)]
pub(super) struct Looks {
    said: Vec<(Speaker<'static>, Vec<Diagnostic>)>,
    /// The runs of the build that only another program can do, each with the reason.
    pub others: Vec<String>,
    /// The backend runs of the build that are not possible, each with the reason.
    pub not_run: Vec<String>,
    /// Messages about backends that are not run because the output format of the unit's release is not known.
    pub caveats: Vec<String>,
}

impl Looks {
    /// Runs all backends of the build on the records of a unit. Their output is discarded.
    pub(super) fn run_backends(&mut self, found: &FoundUnit, read: &FrontEnd, models: &Models) {
        self.others = of_build::others(found);
        for run in of_build::runs(found) {
            if let Some(caveat) = run.caveat(read.records.release()) {
                self.caveats.push(caveat);
                continue;
            }
            let mut nowhere = io::sink();
            match run.run(&read.records, models, &mut Output::to(&mut nowhere)) {
                Ok((said, _)) => self.said.push((Speaker::Backend(run.words), said)),
                Err(why) => self.not_run.push(format!("{}: {why}", run.words)),
            }
        }
    }

    /// Adds the editor's diagnostics about a target. Those of backends that the build does not run are notes. Hints on
    /// patterns are kept only if `holds_everywhere` returns true for the path of the hint's file and the paths of the
    /// files in its notes.
    pub(super) fn find(
        &mut self,
        found: &FoundUnit,
        read: &FrontEnd,
        models: &Models,
        holds_everywhere: &dyn Fn(&str, &[&str]) -> bool,
    ) {
        let options = Options::default();
        let cx = Context::new(&read.records, &options, models);
        let sources = &read.records.sources;
        let file = |at: &_| sources.files[sources.point(*at).0].path.as_str();
        let runs = |backend: &str| of_build::may_run(found, backend);
        for finder in Finder::ALL {
            let mut found = finder.find(&cx, &runs);
            if finder.is_of_all_units() {
                found.retain(|it| {
                    let notes = it.notes.iter().filter_map(|(at, _)| at.as_ref());
                    let because_of: Vec<&str> = notes.map(file).collect();
                    let at = it.at.as_ref().map(file);
                    at.is_none_or(|file| holds_everywhere(file, &because_of))
                });
            }
            self.said.push((Speaker::Finder(finder.name()), found));
        }
    }

    /// All reports. A message of several backends or finders is reported once.
    pub(super) fn reports(&self, read: &FrontEnd) -> Vec<Report> {
        let runs = self.said.iter().map(|(by, said)| Run {
            by: by.clone(),
            said,
        });
        let told = reports::merged(&read.records.sources, runs);
        told.into_iter().map(|it| it.with_speakers(false)).collect()
    }
}
