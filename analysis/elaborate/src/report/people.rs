//! Reports for an editor. `tblgen` prints the reference's messages, but an editor shows each mistake once, where it has
//! to be corrected.

use rustc_hash::FxHashMap;
use syntax::keyword_as_name;

use crate::diagnostic::{Audience, Severity};
use crate::sources::Sources;

use super::Report;
use super::cascades::MAX_PLACES;

/// The reports of a unit for editors.
///
/// * Follow-up messages of the reference's parser are left out. A message about the beginning of a construct becomes a
///   note.
/// * Each report has a place, and no message ends with a line break.
/// * An error that several records have is reported once, with a note for each record.
/// * If a file is read twice, its redefinitions are one mistake, which is reported at the directive that includes the
///   file again.
/// * For a file in another language only the first mistake is reported.
pub fn for_people(sources: &Sources, reports: &[Report]) -> Vec<Report> {
    let mut people = People {
        sources,
        repeated: repeated(sources),
        known: FxHashMap::default(),
        foreign: vec![false; sources.files.len()],
        out: Vec::new(),
    };
    for report in reports {
        people.report(report);
    }
    let mut out = std::mem::take(&mut people.out);
    for known in people.known.values().filter(|it| it.more > 0) {
        let more = format!("and of {} more", known.more);
        out[known.index]
            .notes
            .push(Report::new(Severity::Note, None, more));
    }
    for known in people.known.values().filter(|it| !it.records.is_empty()) {
        let told = &mut out[known.index];
        let note = Report::new(Severity::Note, told.place, also_in(&known.records));
        told.notes.push(note);
    }
    out.retain(|it| !people.names_keyword(it));
    out
}

/// The severity, the place (source and offset) and the message of a report.
type ReportKey = (Severity, Option<(usize, u32)>, String);

/// A report that was added already.
struct Known {
    /// The index of the report in `out`.
    index: usize,
    /// The number of notes that are not listed.
    more: usize,
    /// Further records with this error at the same place, such as the records that a loop creates.
    records: Vec<String>,
}

/// The largest number of a loop's records that a note names, in addition to the first.
const MAX_RECORDS: usize = 8;

struct People<'a> {
    sources: &'a Sources,
    /// For each source, the first source with the same file; `None` if this one is the first.
    repeated: Vec<Option<usize>>,
    /// The reports so far. Reports with equal keys describe the same mistake.
    known: FxHashMap<ReportKey, Known>,
    /// For each source, whether a mistake in it is reported already. Used for files in other languages.
    foreign: Vec<bool>,
    out: Vec<Report>,
}

impl People<'_> {
    fn report(&mut self, report: &Report) {
        if report.audience == Audience::Reference {
            return;
        }
        let mut place = report.near.or(report.place);
        let message = report.in_words.as_ref().unwrap_or(&report.message);
        let mut message = message.trim_end().to_owned();
        let notes = report.told.as_ref().unwrap_or(&report.notes);
        let mut notes: Vec<Report> = notes.iter().filter_map(note).collect();
        if let Some((source, _)) = place {
            if self.is_foreign(source) && std::mem::replace(&mut self.foreign[source], true) {
                return;
            }
            if let Some(earlier) = self.repeated[source] {
                if is_redefinition(&message) {
                    let again;
                    (again, message, notes) = self.read_again(source, earlier);
                    place = Some(again);
                } else {
                    // Both sources have the same text, so they have the same errors.
                    place = place.map(|(_, offset)| (earlier, offset));
                }
            }
        }
        // A mistake with a plainer description, such as a keyword that is used as a name, is reported once per file.
        let mut key = (report.severity, place, message.clone());
        if let Some(plain) = &report.plainly {
            key = (report.severity, place.map(|(it, _)| (it, 0)), plain.clone());
            message.clone_from(plain);
        }
        // A field whose value is not resolved is reported once for all records.
        if let Some(field) = open_field(&report.message) {
            key.2 = field.to_owned();
        }
        if let Some(known) = self.known.get_mut(&key) {
            let told = &mut self.out[known.index].notes;
            let is_full = told.len() >= MAX_PLACES;
            let before = told.len();
            for note in notes {
                if is_full {
                    known.more += 1;
                } else if !told.contains(&note) {
                    told.push(note);
                }
            }
            if !is_full && told.len() == before {
                known
                    .records
                    .extend(record_of(&report.message).map(str::to_owned));
            }
            return;
        }
        let known = Known {
            index: self.out.len(),
            more: 0,
            records: Vec::new(),
        };
        self.known.insert(key, known);
        self.out.push(Report {
            notes,
            unused: report.unused,
            accepted_later: report.accepted_later,
            unknown: report.unknown,
            ..Report::new(report.severity, place, message)
        });
    }

    /// Whether the message reports an unknown field whose name is already reported as a keyword.
    fn names_keyword(&self, report: &Report) -> bool {
        let name = report.message.strip_prefix("Value '");
        let name = name.and_then(|it| it.strip_suffix("' unknown!"));
        let (Some(name), Some((source, _))) = (name, report.place) else {
            return false;
        };
        let told = (Severity::Error, Some((source, 0)), keyword_as_name(name));
        self.known.contains_key(&told)
    }

    fn is_foreign(&self, source: usize) -> bool {
        let file = &self.sources.files[source];
        let name = file.path.rsplit(['/', '\\']).next().unwrap_or("");
        let extension = name.rsplit_once('.').map_or("", |(_, it)| it);
        file.included_from.is_some() && FOREIGN.contains(&extension)
    }

    /// The place, the message and the notes of the report that a file is included again.
    fn read_again(&self, source: usize, earlier: usize) -> ((usize, u32), String, Vec<Report>) {
        let (mut source, mut earlier) = (source, earlier);
        // If the including file is itself included again, the report is about the including file.
        while let Some((outer, _)) = self.sources.files[source].included_from
            && let Some(before) = self.repeated[outer]
        {
            (source, earlier) = (outer, before);
        }
        let name = self.sources.files[source].path.rsplit(['/', '\\']).next();
        let message = format!(
            "'{}' is included again: all that it defines is there already",
            name.unwrap_or_default()
        );
        let mut notes = Vec::new();
        let mut way = |mut source: usize, first: &str, place: &mut Option<(usize, u32)>| {
            let mut text = first;
            while let Some((outer, end)) = self.sources.files[source].included_from {
                let at = self.directive(outer, end);
                match place {
                    None => *place = Some(at),
                    Some(_) => {
                        let place = Some(self.sources.origin(at.0, at.1));
                        notes.push(Report::new(Severity::Note, place, text.to_owned()));
                    }
                }
                text = "by way of this include";
                source = outer;
            }
        };
        let mut again = None;
        way(source, "by way of this include", &mut again);
        way(earlier, "included first here", &mut again.or(Some((0, 0))));
        let again = again.unwrap_or((source, 0));
        (self.sources.origin(again.0, again.1), message, notes)
    }

    /// The source and the offset of the start of the include directive that ends at `end` in the source's parsed text.
    fn directive(&self, source: usize, end: u32) -> (usize, u32) {
        let before = self.sources.files[source].parsed_text().get(..end as usize);
        let start = before.and_then(|it| it.rfind("include"));
        (source, start.map_or(end, |it| it as u32))
    }
}

/// The part of a message up to the name of the unresolved field that the message reports; `None` for other messages.
fn open_field(message: &str) -> Option<&str> {
    let (field, rest) = message.split_once("' in '")?;
    let is_open = field.starts_with("Initializer of '") && rest.contains("could not be fully");
    is_open.then_some(field)
}

/// The name of the record in a message that reports an unresolved field; `None` for other messages.
fn record_of(message: &str) -> Option<&str> {
    let rest = &message[open_field(message)?.len()..];
    rest.strip_prefix("' in '")?.split('\'').next()
}

/// The message of a note that names further records with the same error.
fn also_in(records: &[String]) -> String {
    let shown = records.iter().take(MAX_RECORDS);
    let names: Vec<String> = shown.map(|it| format!("'{it}'")).collect();
    let mut text = format!("also in {}", names.join(", "));
    if let Some(rest @ 1..) = records.len().checked_sub(MAX_RECORDS) {
        text += &format!(" and {rest} more");
    }
    text
}

/// The extensions of files in other languages.
const FOREIGN: &[&str] = &[
    "c", "cc", "cpp", "cxx", "def", "h", "hh", "hpp", "hxx", "json", "md", "py", "txt",
];

/// For each source, the first source with the same file; `None` if this one is the first.
fn repeated(sources: &Sources) -> Vec<Option<usize>> {
    let mut first: FxHashMap<&str, usize> = FxHashMap::default();
    let files = sources.files.iter().enumerate();
    let earlier = files.map(|(index, file)| {
        let first = *first.entry(file.path.as_str()).or_insert(index);
        (first != index).then_some(first)
    });
    earlier.collect()
}

fn is_redefinition(message: &str) -> bool {
    message.contains("already defined") || message.contains("already exists")
}

/// The note for editors that corresponds to a message which the reference prints after an error. `None` if the message
/// does not help the user.
fn note(said: &Report) -> Option<Report> {
    let starts = |it: &&str| said.message.starts_with(it);
    match said.severity {
        Severity::Note => {}
        _ if WHERE_IT_BEGAN.iter().any(starts) => {}
        _ => return None,
    }
    let message = said.message.trim_end().to_owned();
    Some(Report::new(Severity::Note, said.place, message))
}

/// The beginnings of error messages that only point to the start of a construct.
const WHERE_IT_BEGAN: &[&str] = &[
    "Previous #else is here",
    "The latest preprocessor control is here",
    "previous #else is here",
    "the latest preprocessor control is here",
    "to match this '",
];
