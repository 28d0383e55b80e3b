//! The messages that an external command prints.

use elaborate::diagnostic::{At, Diagnostic, Severity};
use elaborate::ids::Loc;
use elaborate::records::Records;
use rustc_hash::FxHashMap;

use crate::lsp::convert;
use crate::lsp::line_index::LineIndex;

/// What is said in the form `PATH:LINE:COLUMN: error: MESSAGE`, or without a place; all other lines are passed over.
/// Messages that point at a record or a field stay with it.
pub(super) fn read(text: &str, records: &Records, folder: &str) -> Vec<Diagnostic> {
    let mut said: Vec<Diagnostic> = Vec::new();
    let mut places = None;
    for line in text.lines() {
        let Some(Message {
            place,
            severity,
            text,
        }) = message(line)
        else {
            continue;
        };
        let places = places.get_or_insert_with(|| Places::new(records, folder));
        let at = place.and_then(|(path, line, column)| places.find(path, line, column));
        let at = at.map(At::start);
        match (severity, said.last_mut()) {
            (Severity::Note, Some(last)) => last.notes.push((at, text.to_owned())),
            _ => said.push(Diagnostic::new(severity, at, text.to_owned())),
        }
    }
    said
}

#[derive(PartialEq, Eq, Debug)]
struct Message<'a> {
    /// A path, and the line and column from 1.
    place: Option<(&'a str, usize, usize)>,
    severity: Severity,
    text: &'a str,
}

fn message(line: &str) -> Option<Message<'_>> {
    let words = [
        ("error: ", Severity::Error),
        ("warning: ", Severity::Warning),
        ("note: ", Severity::Note),
    ];
    let (start, word, severity) = words
        .into_iter()
        .filter_map(|(word, severity)| Some((line.find(word)?, word, severity)))
        .min_by_key(|it| it.0)?;
    let text = &line[start + word.len()..];
    if start == 0 {
        let place = None;
        return Some(Message {
            place,
            severity,
            text,
        });
    }
    let before = line[..start].strip_suffix(": ")?;
    let (rest, column) = before.rsplit_once(':')?;
    let (path, line) = rest.rsplit_once(':')?;
    Some(Message {
        place: Some((path, line.parse().ok()?, column.parse().ok()?)),
        severity,
        text,
    })
}

/// Where records and their fields are.
struct Places<'a> {
    records: &'a Records,
    folder: &'a str,
    by_point: FxHashMap<(usize, u32), Loc>,
    /// The lines of the sources that were asked for.
    lines: FxHashMap<usize, LineIndex>,
}

impl Places<'_> {
    fn new<'a>(records: &'a Records, folder: &'a str) -> Places<'a> {
        let mut by_point = FxHashMap::default();
        for rec in records.defs() {
            let record = rec.record();
            let fields = record.fields().map(|it| it.loc);
            for loc in record.locs.iter().copied().chain(fields) {
                let point = records.sources.point(At::start(loc));
                by_point.entry(point).or_insert(loc);
            }
        }
        Places {
            records,
            folder,
            by_point,
            lines: FxHashMap::default(),
        }
    }

    fn find(&mut self, path: &str, line: usize, column: usize) -> Option<Loc> {
        let files = &self.records.sources.files;
        let path = convert::absolute(self.folder, path);
        let is_named =
            |source: &usize| convert::absolute(self.folder, &files[*source].path) == path;
        let sources: Vec<usize> = (0..files.len()).filter(is_named).collect();
        sources.into_iter().find_map(|source| {
            let text = &files[source].text;
            let lines = self.lines.entry(source);
            let lines = lines.or_insert_with(|| LineIndex::new(text));
            let start = lines.start(line.checked_sub(1)?)?;
            let offset = u32::try_from(start + column.checked_sub(1)?).ok()?;
            self.by_point.get(&(source, offset)).copied()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_messages() {
        let check = |line, place, severity, text| {
            let want = Message {
                place,
                severity,
                text,
            };
            assert_eq!(message(line), Some(want), "{line}");
        };
        let place = Some(("/a:b.td", 3, 14));
        check(
            "/a:b.td:3:14: error: no: x",
            place,
            Severity::Error,
            "no: x",
        );
        check("error: no place", None, Severity::Error, "no place");
        check(
            "/a:b.td:3:14: note: error: x",
            place,
            Severity::Note,
            "error: x",
        );
        for line in ["", "def r;", "an error: here", "a.td:x:1: error: y"] {
            assert_eq!(message(line), None, "{line}");
        }
    }
}
