//! The diagnostics of the backends that a build runs on a unit, and the diagnostics of the finders. A finder searches
//! the records of a unit for further mistakes.

use std::io;

use backends::{Context, Diagnostic, Models, Options, Output};
use elaborate::report::Report;
use explain::clashes::Finder;
use project::FoundUnit;

use backends::reports::{self, Run, Speaker};
use driver::front_end::FrontEnd;
use driver::tblgen::of_build;

/// The diagnostics of backends and finders on a unit, and messages about backends that were not run.
#[derive(Default)]
pub(super) struct Looks {
    said: Vec<(Speaker<'static>, Vec<Diagnostic>)>,
    /// The build's runs that this program cannot take over. Each text names the run and the reason.
    pub others: Vec<String>,
    /// The build's runs of backends that could not be run or that panicked. Each text names the run and the reason.
    pub not_run: Vec<String>,
    /// Messages about backends that are not run because they do not know the output format of the unit's release.
    pub caveats: Vec<String>,
}

impl Looks {
    /// Runs the backends of the build on the records of a unit, and discards their output. Backends that do not know
    /// the output format of the unit's release are skipped.
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

    /// Adds the diagnostics of all finders. A mistake is reported as a note if the build runs none of the backends that
    /// would report it. A hint (see [`Finder::is_of_all_units`]) is kept only if `holds_everywhere` returns true for
    /// the path of the hint's file and the paths of the files in its notes.
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

    /// All diagnostics as reports. A diagnostic that several backends or finders give becomes one report.
    pub(super) fn reports(&self, read: &FrontEnd) -> Vec<Report> {
        let runs = self.said.iter().map(|(by, said)| Run {
            by: by.clone(),
            said,
        });
        let told = reports::merged(&read.records.sources, runs);
        told.into_iter().map(|it| it.with_speakers(false)).collect()
    }
}
