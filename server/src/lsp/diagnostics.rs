//! Reports as the protocol's diagnostics.

use std::ops::Range as Bytes;
use std::sync::Arc;

use analysis::db::Db;
use analysis::diagnostic::Severity;
use analysis::report::Report;
use analysis::sources::Source;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{SyntaxKind, SyntaxNode};
use tower_lsp::lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, InitializeParams,
    Location,
};

use super::convert;
use super::line_index::{Encoding, LineIndex, floor_char};
use super::unit::UnitSnapshot;

/// How many diagnostics of one file are shown.
const MAX_PER_FILE: usize = 1000;

/// What the client can show.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    pub encoding: Encoding,
    pub related: bool,
    pub tags: bool,
}

impl Style {
    pub fn of(params: &InitializeParams, encoding: Encoding) -> Style {
        let text_document = params.capabilities.text_document.as_ref();
        let publish = text_document.and_then(|it| it.publish_diagnostics.as_ref());
        // Who pulls understands both: the capability of pulling says nothing of them.
        let pulls = text_document.is_some_and(|it| it.diagnostic.is_some());
        let has = |it: Option<bool>| it.unwrap_or(false);
        Style {
            encoding,
            related: pulls || publish.is_some_and(|it| has(it.related_information)),
            tags: pulls || publish.is_some_and(|it| it.tag_support.is_some()),
        }
    }
}

/// Diagnostics by file.
pub type ByFile = FxHashMap<Arc<str>, Vec<Diagnostic>>;

/// The diagnostics of some reports. Of the sources that are given, inactive text is among them.
pub fn by_file(
    unit: &UnitSnapshot,
    reports: &[Report],
    sources: &FxHashSet<usize>,
    style: Style,
) -> ByFile {
    let mut converter = Converter {
        unit,
        style,
        lines: FxHashMap::default(),
        out: ByFile::default(),
    };
    for report in reports {
        converter.report(report);
    }
    if style.tags {
        for source in sources {
            converter.inactive(*source);
        }
    }
    converter.out
}

struct Converter<'a> {
    unit: &'a UnitSnapshot,
    style: Style,
    lines: FxHashMap<usize, LineIndex>,
    out: ByFile,
}

impl Converter<'_> {
    fn report(&mut self, report: &Report) {
        let mut message = report.message.clone();
        let mut related = Vec::new();
        for note in &report.notes {
            if note.severity != Severity::Note {
                self.report(note);
                continue;
            }
            match self.location(note).filter(|_| self.style.related) {
                Some(location) => related.push(DiagnosticRelatedInformation {
                    location,
                    message: note.message.clone(),
                }),
                None => {
                    message.push_str("\nnote: ");
                    message.push_str(&note.message);
                }
            }
        }
        let (source, offset) = report.place.unwrap_or((0, 0));
        let Some(path) = self.unit.paths.of_source(source).cloned() else {
            return;
        };
        let bytes = self.token(source, offset);
        let tags = (report.unused && self.style.tags).then(|| vec![DiagnosticTag::UNNECESSARY]);
        let diagnostic = Diagnostic {
            range: self.range(source, &bytes),
            severity: Some(match report.severity {
                Severity::Error => DiagnosticSeverity::ERROR,
                Severity::Warning => DiagnosticSeverity::WARNING,
                Severity::Note => DiagnosticSeverity::INFORMATION,
            }),
            source: Some("tablegen".to_owned()),
            message,
            related_information: (!related.is_empty()).then_some(related),
            tags,
            ..Diagnostic::default()
        };
        self.push(path, diagnostic);
    }

    /// Adds a diagnostic. A file that is read several times says the same each time.
    fn push(&mut self, path: Arc<str>, diagnostic: Diagnostic) {
        let known = self.out.entry(path).or_default();
        if known.len() < MAX_PER_FILE && !known.contains(&diagnostic) {
            known.push(diagnostic);
        }
    }

    fn source(&self, source: usize) -> &Source {
        &self.unit.db.unit().sources.files[source]
    }

    fn range(&mut self, source: usize, bytes: &Bytes<usize>) -> tower_lsp::lsp_types::Range {
        let text = self.source(source).text.clone();
        let lines = self.lines.entry(source);
        let lines = lines.or_insert_with(|| LineIndex::new(&text));
        convert::range(&text, lines, bytes, self.style.encoding)
    }

    fn location(&mut self, report: &Report) -> Option<Location> {
        let (source, offset) = report.place?;
        let uri = convert::uri_of(self.unit.paths.of_source(source)?)?;
        let bytes = self.token(source, offset);
        Some(Location::new(uri, self.range(source, &bytes)))
    }

    /// The word, string or sign at an offset.
    fn token(&self, source: usize, offset: u32) -> Bytes<usize> {
        let text = &self.source(source).text;
        let start = floor_char(text, offset as usize);
        start..start + token_len(&text[start..])
    }

    fn inactive(&mut self, source: usize) {
        let file = self.source(source);
        if file.spliced.is_some() || !file.text.contains("#if") {
            return;
        }
        let (Some(tree), Some(path)) = (&file.tree, self.unit.paths.of_source(source).cloned())
        else {
            return;
        };
        for bytes in disabled(&SyntaxNode::new_root(tree.clone())) {
            let diagnostic = Diagnostic {
                range: self.range(source, &bytes),
                severity: Some(DiagnosticSeverity::HINT),
                source: Some("tablegen".to_owned()),
                message: "inactive preprocessor text".to_owned(),
                tags: Some(vec![DiagnosticTag::UNNECESSARY]),
                ..Diagnostic::default()
            };
            self.push(path.clone(), diagnostic);
        }
    }
}

/// The pieces of text that the preprocessor takes away.
fn disabled(root: &SyntaxNode) -> Vec<Bytes<usize>> {
    let tokens = root.descendants_with_tokens();
    let disabled = tokens.filter(|it| it.kind() == SyntaxKind::DISABLED_TEXT);
    disabled
        .map(|it| it.text_range())
        .map(|it| it.start().into()..it.end().into())
        .collect()
}

/// How long the token at the start of a text is, within its line.
fn token_len(text: &str) -> usize {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let line = text.lines().next().unwrap_or("");
    let Some(first) = line.chars().next() else {
        return 0;
    };
    let word = |from: usize| {
        let rest = &line[from..];
        from + rest.find(|c| !is_word(c)).unwrap_or(rest.len())
    };
    match first {
        '"' => line[1..].find('"').map_or(line.len(), |end| end + 2),
        '!' | '$' | '#' => word(1),
        _ if is_word(first) => word(0),
        _ => first.len_utf8(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens() {
        let check = |text: &str, token: &str| assert_eq!(&text[..token_len(text)], token);
        check("abc def", "abc");
        check("!add(1)", "!add");
        check("\"a b\" c", "\"a b\"");
        check("\"open\nnext", "\"open");
        check("<3", "<");
        check("日本", "日");
        check("\nabc", "");
        check("", "");
    }
}
