//! What an editor says of a target without being asked.

use backends::{Context, Models, Options};
use elaborate::report::Report;
use explain::clashes::Finder;

use crate::front_end::FrontEnd;
use crate::messages;

/// All that is found in the records of a unit. Of what is odd about patterns only what `holds_everywhere` is told: that is
/// asked with the names of a file and of those that are the reason.
pub(super) fn of_unit(
    read: &FrontEnd,
    holds_everywhere: &dyn Fn(&str, &[&str]) -> bool,
) -> Vec<Report> {
    let (options, models) = (Options::default(), Models::fixed());
    let cx = Context::new(&read.records, &options, &models);
    let sources = &read.records.sources;
    let file = |report: &Report| {
        let (file, _) = report.place?;
        Some(sources.files[file].path.as_str())
    };
    let mut reports = Vec::new();
    for finder in Finder::ALL {
        let found = finder.find(&cx);
        let mut found: Vec<Report> = found
            .iter()
            .map(|it| messages::report(sources, it))
            .collect();
        if finder == Finder::Selector {
            found.retain(|it| {
                let because_of: Vec<&str> = it.notes.iter().filter_map(file).collect();
                file(it).is_none_or(|file| holds_everywhere(file, &because_of))
            });
        }
        reports.extend(found);
    }
    reports
}
