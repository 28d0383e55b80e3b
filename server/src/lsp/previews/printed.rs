//! Parses the messages that an external command prints.

use elaborate::diagnostic::{At, Diagnostic, Severity};
use elaborate::hir::SpanId;
use elaborate::ids::Loc;
use elaborate::sources::{Source, Sources};
use rustc_hash::FxHashMap;

use project::path;
use syntax::line_index::LineIndex;

/// Reads errors, warnings and notes of the forms `PATH:LINE:COLUMN: error: MESSAGE`, `PATH:LINE: error: MESSAGE`,
/// `NAME: error: MESSAGE` and `error: MESSAGE`. All other lines are skipped. A note belongs to the message before it.
/// The place of a message is relative to a statement, so that the place moves with edits. A message without a place
/// gets the place of its first note with a place.
pub(super) fn read(text: &str, sources: &Sources, folder: &str) -> Vec<Diagnostic> {
    let mut said: Vec<Diagnostic> = Vec::new();
    let mut places = Places {
        sources,
        folder,
        lines: FxHashMap::default(),
    };
    for line in text.lines() {
        let Some(message) = message(line) else {
            continue;
        };
        let at = message.place.and_then(|it| places.find(&it)).map(At::start);
        let text = message.text.to_owned();
        match (message.severity, said.last_mut()) {
            (Severity::Note, Some(last)) => last.notes.push((at, text)),
            (severity, _) => said.push(Diagnostic::new(severity, at, text)),
        }
    }
    for message in said.iter_mut().filter(|it| it.at.is_none()) {
        message.at = message.notes.iter().find_map(|(at, _)| *at);
    }
    said
}

#[derive(PartialEq, Eq, Debug)]
struct Message<'a> {
    place: Option<PrintedPlace<'a>>,
    severity: Severity,
    text: &'a str,
}

/// A place as printed. Lines and columns count from 1.
#[derive(PartialEq, Eq, Debug)]
struct PrintedPlace<'a> {
    path: &'a str,
    line: usize,
    column: Option<usize>,
}

fn message(line: &str) -> Option<Message<'_>> {
    let words = [
        ("fatal error: ", Severity::Error),
        ("error: ", Severity::Error),
        ("warning: ", Severity::Warning),
        ("note: ", Severity::Note),
    ];
    let (start, word, severity) = words
        .into_iter()
        .filter_map(|(word, severity)| Some((line.find(word)?, word, severity)))
        .min_by_key(|it| it.0)?;
    let before = match start {
        0 => "",
        _ => line[..start].strip_suffix(": ")?,
    };
    Some(Message {
        place: place(before),
        severity,
        text: &line[start + word.len()..],
    })
}

/// Parses the place in front of a message; `None` if the text is something else, for example the name of a program.
fn place(before: &str) -> Option<PrintedPlace<'_>> {
    let (rest, last) = before.rsplit_once(':')?;
    let last = last.parse().ok()?;
    let of_line = PrintedPlace {
        path: rest,
        line: last,
        column: None,
    };
    let with_column = rest.rsplit_once(':').and_then(|(path, line)| {
        let line = line.parse().ok()?;
        Some(PrintedPlace {
            path,
            line,
            column: Some(last),
        })
    });
    Some(with_column.unwrap_or(of_line))
}

/// Finds the statements at printed places.
struct Places<'a> {
    sources: &'a Sources,
    folder: &'a str,
    /// The line indices that were built so far, keyed by the index of the source.
    lines: FxHashMap<usize, LineIndex>,
}

impl Places<'_> {
    /// Finds the statement that contains a place which the output mentions. Returns the last span of this statement
    /// that begins at or before the place.
    fn find(&mut self, place: &PrintedPlace) -> Option<Loc> {
        let files = &self.sources.files;
        let path = path::absolute(self.folder, place.path);
        let is_named = |it: &Source| path::absolute(self.folder, &it.path) == path;
        let named: Vec<usize> = (0..files.len())
            .filter(|it| is_named(&files[*it]))
            .collect();
        named.into_iter().find_map(|source| {
            let text = &files[source].text;
            let lines = self.lines.entry(source);
            let lines = lines.or_insert_with(|| LineIndex::new(text));
            let start = lines.start(place.line.checked_sub(1)?)?;
            let offset = match place.column {
                Some(column) => start + column.checked_sub(1)?,
                None => start + blanks(&text[start..]),
            };
            self.at(source, u32::try_from(offset).ok()?)
        })
    }

    fn at(&self, source: usize, offset: u32) -> Option<Loc> {
        let files = self.sources.files.iter().enumerate();
        files.into_iter().find_map(|(index, file)| {
            let offset = parsed_offset(file, index == source, (source, offset))?;
            let items = self.sources.layout.of_source(index);
            let mut all = items.iter().zip(&file.lowered.spans).rev();
            let (item, spans) = all.find(|(_, it)| it.start() <= offset && offset <= it.end())?;
            let spans = (0..).map(SpanId).zip(spans.iter());
            let before = spans.filter(|(_, it)| it.start <= offset);
            let (span, _) = before.max_by_key(|(_, it)| it.start)?;
            Some(Loc {
                item: (*item)?,
                span,
            })
        })
    }
}

/// The offset of a place in the parsed text of a file; `None` if the parsed text does not contain the place. `is_it`
/// says whether `file` is the source of the place.
fn parsed_offset(file: &Source, is_it: bool, (source, offset): (usize, u32)) -> Option<u32> {
    let Some(spliced) = &file.spliced else {
        return is_it.then_some(offset);
    };
    let ends = spliced.segments.iter().skip(1).map(|it| it.start);
    let ends = ends.chain([u32::try_from(spliced.text.len()).ok()?]);
    spliced.segments.iter().zip(ends).find_map(|(it, end)| {
        let inside = offset.checked_sub(it.origin.1)?;
        let parsed = it.start.checked_add(inside)?;
        (it.origin.0 == source && parsed < end).then_some(parsed)
    })
}

/// The number of blanks at the start of a line.
fn blanks(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_messages() {
        let check = |line, place: Option<(&str, usize, Option<usize>)>, severity, text| {
            let place = place.map(|(path, line, column)| PrintedPlace { path, line, column });
            let want = Message {
                place,
                severity,
                text,
            };
            assert_eq!(message(line), Some(want), "{line}");
        };
        let place = Some(("/a:b.td", 3, Some(14)));
        let error = Severity::Error;
        check("/a:b.td:3:14: error: no: x", place, error, "no: x");
        check("/a:b.td:3:14: fatal error: x", place, error, "x");
        check(
            "/a:b.td:3:14: note: error: x",
            place,
            Severity::Note,
            "error: x",
        );
        check("a.td:7: error: x", Some(("a.td", 7, None)), error, "x");
        check("error: no place", None, error, "no place");
        check("a-tblgen: error: x", None, error, "x");
        check(
            "<unknown>:0: error: x",
            Some(("<unknown>", 0, None)),
            error,
            "x",
        );
        for line in ["", "def r;", "an error: here", "errors: 3"] {
            assert_eq!(message(line), None, "{line}");
        }
    }
}
