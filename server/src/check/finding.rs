//! Findings: reports in a form that can be serialized for other programs.

use std::cell::{Cell, OnceCell};

use elaborate::diagnostic::Severity;
use elaborate::report::Report;
use elaborate::sources::Sources;
use serde::{Serialize, Serializer};
use syntax::text::{byte_len, encode};

use syntax::text::floor_char;
use syntax::text::token_len;

/// A report on a unit. With `--format json` it is printed as one line of JSON.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Finding {
    #[serde(flatten)]
    pub place: Option<FindingPlace>,
    #[serde(serialize_with = "as_word")]
    pub severity: Severity,
    pub message: String,
    /// Whether the finding reports that something is unused.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unused: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Finding>,
}

/// The place of the token at which a finding is reported. All numbers start at 1.
#[derive(Clone, Debug, Serialize)]
pub(super) struct FindingPlace {
    pub file: String,
    /// The line number that the reference prints. Only line feeds are counted.
    pub line: usize,
    /// The column that the reference prints, in bytes.
    pub column: usize,
    /// The half-open range of the token's columns, in characters.
    #[serde(skip)]
    pub chars: (usize, usize),
}

fn as_word<S: Serializer>(severity: &Severity, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(severity.word())
}

/// Converts a unit's reports to findings.
pub(super) struct Findings<'a> {
    sources: &'a Sources,
    name: &'a dyn Fn(&str) -> String,
    lines: Vec<OnceCell<Lines>>,
}

impl Findings<'_> {
    /// `name` maps the path of a file to the name that findings give the file. Standard input has a fixed name.
    pub(super) fn new<'a>(sources: &'a Sources, name: &'a dyn Fn(&str) -> String) -> Findings<'a> {
        Findings {
            sources,
            name,
            lines: sources.files.iter().map(|_| OnceCell::new()).collect(),
        }
    }

    /// Converts a report to a finding with notes. Errors and warnings that are attached to the report become further
    /// findings after it.
    pub(super) fn findings(&self, report: &Report) -> Vec<Finding> {
        let (notes, others): (Vec<&Report>, Vec<&Report>) = report
            .notes
            .iter()
            .partition(|it| it.severity == Severity::Note);
        let mut first = self.one(report);
        first.notes = notes.into_iter().map(|it| self.one(it)).collect();
        let others = others.into_iter().flat_map(|it| self.findings(it));
        std::iter::once(first).chain(others).collect()
    }

    fn one(&self, report: &Report) -> Finding {
        let place = report.place;
        Finding {
            place: place.map(|(source, offset)| self.place(source, offset as usize)),
            severity: report.severity,
            message: String::from_utf8_lossy(&encode(&report.message)).into_owned(),
            unused: report.unused,
            notes: Vec::new(),
        }
    }

    fn place(&self, source: usize, offset: usize) -> FindingPlace {
        let file = &self.sources.files[source];
        let lines = self.lines[source].get_or_init(|| Lines::new(&file.text));
        let offset = floor_char(&file.text, offset);
        let (line, bytes, chars) = lines.position(&file.text, offset);
        let rest = &file.text[offset..];
        let token = rest[..token_len(rest)].chars().count();
        let name = match file.path.as_str() {
            "-" => "<stdin>".to_owned(),
            path => (self.name)(path),
        };
        FindingPlace {
            file: name,
            line,
            column: bytes + 1,
            chars: (chars + 1, chars + token + 1),
        }
    }
}

/// The lines of a file as the reference counts them: a carriage return starts a new line, but does not increase the
/// line number.
struct Lines {
    /// The offset at which each line starts, and the number of the line.
    starts: Vec<(usize, usize)>,
    /// The offset in the last call of `position`, and the numbers of bytes and characters between the line's start and
    /// this offset. A later offset on the same line is counted from here, so that a long line is not counted again.
    last: Cell<(usize, usize, usize)>,
}

impl Lines {
    fn new(text: &str) -> Lines {
        let mut starts = vec![(0, 1)];
        let mut number = 1;
        for at in memchr::memchr2_iter(b'\n', b'\r', text.as_bytes()) {
            number += usize::from(text.as_bytes()[at] == b'\n');
            starts.push((at + 1, number));
        }
        Lines {
            starts,
            last: Cell::default(),
        }
    }

    /// The number of the line at `offset`, and the numbers of bytes and characters before `offset` on this line.
    fn position(&self, text: &str, offset: usize) -> (usize, usize, usize) {
        let line = self.starts.partition_point(|(start, _)| *start <= offset);
        let (start, number) = self.starts[line - 1];
        let (mut from, mut bytes, mut chars) = self.last.get();
        if !(start..=offset).contains(&from) {
            (from, bytes, chars) = (start, 0, 0);
        }
        let between = &text[from..offset];
        bytes += byte_len(between);
        chars += between.chars().count();
        self.last.set((offset, bytes, chars));
        (number, bytes, chars)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_as_the_reference_counts_them() {
        let text = "a\rb\r\né日c\n";
        let lines = Lines::new(text);
        let at = |what| lines.position(text, text.find(what).unwrap());
        assert_eq!(at("a"), (1, 0, 0));
        assert_eq!(at("b"), (1, 0, 0));
        assert_eq!(at("日"), (2, 2, 1));
        // It continues from there, and goes back.
        assert_eq!(at("c"), (2, 5, 2));
        assert_eq!(at("é"), (2, 0, 0));
        assert_eq!(lines.position(text, text.len()), (3, 0, 0));
    }
}
