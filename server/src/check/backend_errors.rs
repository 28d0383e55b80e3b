//! What the backends that a build runs say of a unit.

use std::io;

use backends::{Models, Output};
use elaborate::diagnostic::Severity;
use elaborate::report::Report;
use project::FoundUnit;

use crate::front_end::FrontEnd;
use crate::messages;
use crate::tblgen::of_build;

/// What was said.
#[derive(Default)]
pub(super) struct Told {
    /// Each once, with a note that names the runs that say it.
    pub reports: Vec<Report>,
    /// Runs that are not done, and why.
    pub not_run: Vec<String>,
}

/// Runs all backends on the records of a unit. What they write goes nowhere.
pub(super) fn of_unit(found: &FoundUnit, read: &FrontEnd) -> Told {
    let mut told = Told::default();
    // What is said of what they have in common is said by each.
    let mut speakers: Vec<Vec<String>> = Vec::new();
    let models = Models::fixed();
    for run in of_build::runs(found) {
        let mut nowhere = io::sink();
        let said = run.run(&read.records, &models, &mut Output::to(&mut nowhere));
        let said = match said {
            Ok((said, _)) => said,
            Err(why) => {
                told.not_run.push(format!("{}: {why}", run.words));
                continue;
            }
        };
        let said = said.iter();
        let said = said.map(|it| messages::report(&read.records.sources, it));
        for mut report in said {
            // Some of the reference's end with an empty line.
            report.message.truncate(report.message.trim_end().len());
            match told.reports.iter().position(|it| *it == report) {
                Some(known) => speakers[known].push(run.words.clone()),
                None => {
                    told.reports.push(report);
                    speakers.push(vec![run.words.clone()]);
                }
            }
        }
    }
    for (report, speakers) in told.reports.iter_mut().zip(&mut speakers) {
        speakers.dedup();
        let note = format!("said by {}", speakers.join(", "));
        report.notes.push(Report::new(Severity::Note, None, note));
    }
    told
}
