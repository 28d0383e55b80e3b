//! Notes on errors about unknown names. Each note says which further include would declare the name.

use elaborate::diagnostic::Severity;
use elaborate::report::Report;
use rustc_hash::FxHashSet;

use crate::elsewhere::Elsewhere;

/// For at most this number of unknown names in a unit, declarations are searched for.
const MAX_NAMES: usize = 16;

/// The largest number of searches in one run of `check`. Each search may read thousands of files.
pub(super) const MAX_SEARCHES: usize = 64;

/// Adds the notes to the reports of a unit. `file_of` gives the absolute path of a report's file. `searches` is the
/// number of searches left in this run of `check`, and is decreased for each search.
pub(super) fn tell(
    elsewhere: &Elsewhere<'_>,
    searches: &mut usize,
    reports: &mut [Report],
    file_of: &dyn Fn(&Report) -> String,
) {
    let unknown = reports.iter_mut();
    let unknown = unknown.filter_map(|it| Some((file_of(it), it.unknown_name()?, it)));
    // Only the first error about a name in a file gets the note.
    let mut known = FxHashSet::default();
    let unknown = unknown.filter(|(file, name, it)| {
        it.severity == Severity::Error && known.insert((file.clone(), *name))
    });
    let mut left: Vec<(String, &str, &mut Report)> = unknown.take(MAX_NAMES).collect();
    // All names that are unknown in the same file share one search.
    while let Some((file, ..)) = left.first()
        && *searches > 0
    {
        *searches -= 1;
        let file = file.clone();
        let (own, rest): (Vec<_>, Vec<_>) = left.into_iter().partition(|(it, ..)| *it == file);
        let names: Vec<&str> = own.iter().map(|(_, name, _)| *name).collect();
        let found = elsewhere.declaring(&file, &names);
        for ((.., report), files) in own.into_iter().zip(found) {
            report.notes.extend(note(&files));
        }
        left = rest;
    }
}

fn note(files: &[String]) -> Option<Report> {
    let quoted: Vec<String> = files.iter().map(|it| format!("\"{it}\"")).collect();
    let (last, before) = quoted.split_last()?;
    let files = match before {
        [] => last.clone(),
        _ => format!("{} or {last}", before.join(", ")),
    };
    let message = format!("an include of {files} would declare it");
    Some(Report::new(Severity::Note, None, message))
}
