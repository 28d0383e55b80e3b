//! Open documents.

use std::hash::BuildHasher as _;
use std::sync::Arc;

use lsp_types::{TextDocumentContentChangeEvent, Url};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::convert;
use syntax::line_index::{Encoding, LineIndex};

/// A document that the client has open.
#[derive(Debug)]
pub(crate) struct Document {
    /// The uri that the client uses for the document.
    pub uri: Url,
    pub version: i32,
    pub text: Arc<str>,
    pub lines: Arc<LineIndex>,
}

impl Document {
    fn new(uri: Url, version: i32, text: String) -> Arc<Document> {
        Arc::new(Document {
            uri,
            version,
            lines: Arc::new(LineIndex::new(&text)),
            text: text.into(),
        })
    }
}

/// All open documents, keyed by their paths. Clones are cheap, and later changes do not affect them. The documents are
/// distributed over [`PARTS`] maps by the hash of their path. A change copies only the map of its document, and only if
/// a clone shares that map.
#[derive(Clone, Debug, Default)]
pub(crate) struct Documents(Arc<[Arc<Part>; PARTS]>);

type Part = FxHashMap<String, Arc<Document>>;

const PARTS: usize = 32;

fn part_of(path: &str) -> usize {
    FxBuildHasher.hash_one(path) as usize % PARTS
}

impl Documents {
    pub(crate) fn get(&self, path: &str) -> Option<&Arc<Document>> {
        self.0[part_of(path)].get(path)
    }

    fn part_mut(&mut self, path: &str) -> &mut Part {
        Arc::make_mut(&mut Arc::make_mut(&mut self.0)[part_of(path)])
    }

    /// The paths of all open documents.
    pub(crate) fn paths(&self) -> Vec<String> {
        let parts = self.0.iter().flat_map(|it| it.keys());
        parts.cloned().collect()
    }

    /// Adds a document, or replaces it if it is already open. Returns the document's path.
    pub(crate) fn open(&mut self, uri: Url, version: i32, text: String) -> String {
        let path = convert::path_of(&uri);
        let document = Document::new(uri, version, text);
        self.part_mut(&path).insert(path.clone(), document);
        path
    }

    /// Applies changes in order. If a change is invalid, the document stays unchanged and the result is an error. A
    /// document that is not open is an error, too.
    pub(crate) fn change(
        &mut self,
        path: &str,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Result<(), String> {
        let Some(document) = self.get(path) else {
            return Err(format!("'{path}' is not open"));
        };
        let mut text = document.text.to_string();
        let mut lines = None;
        for change in changes {
            let Some(range) = change.range else {
                text = change.text;
                lines = None;
                continue;
            };
            let index = lines.get_or_insert_with(|| LineIndex::new(&text));
            let offset = |position| {
                let known = convert::offset(&text, index, position, encoding);
                // Some clients use the line after the last one for the end of the text.
                known.unwrap_or(text.len())
            };
            let (start, end) = (offset(range.start), offset(range.end));
            if start > end {
                return Err(format!("a change of '{path}' ends before it starts"));
            }
            text.replace_range(start..end, &change.text);
            lines = None;
        }
        let document = Document::new(document.uri.clone(), version, text);
        self.part_mut(path).insert(path.to_owned(), document);
        Ok(())
    }

    /// Removes a document and returns it; `None` if it was not open.
    pub(crate) fn close(&mut self, path: &str) -> Option<Arc<Document>> {
        self.part_mut(path).remove(path)
    }
}

#[cfg(test)]
mod tests {
    use lsp_types::{Position, Range};

    use super::*;

    fn change(range: Option<[u32; 4]>, text: &str) -> TextDocumentContentChangeEvent {
        let range = range.map(|[a, b, c, d]| Range::new(Position::new(a, b), Position::new(c, d)));
        TextDocumentContentChangeEvent {
            range,
            range_length: None,
            text: text.to_owned(),
        }
    }

    #[track_caller]
    fn check(changes: Vec<TextDocumentContentChangeEvent>, want: Result<&str, &str>) {
        let mut documents = Documents::default();
        // The text of such a uri is the document's path on all systems.
        let uri = Url::parse("untitled:a.td").expect("a uri");
        let path = documents.open(uri, 1, "one\ntwo\n".to_owned());
        let result = documents.change(&path, 2, changes, Encoding::Utf16);
        let document = documents.get(&path).expect("it is open");
        match want {
            Ok(text) => assert_eq!((&*document.text, document.version), (text, 2)),
            Err(error) => {
                assert_eq!(result, Err(error.to_owned()));
                assert_eq!((&*document.text, document.version), ("one\ntwo\n", 1));
            }
        }
    }

    #[test]
    fn changes_apply_in_order() {
        let insert = change(Some([0, 0, 0, 0]), "x\n");
        let replace = change(Some([1, 0, 2, 1]), "y");
        check(vec![insert.clone(), replace], Ok("x\nywo\n"));
        check(vec![insert.clone(), change(None, "all")], Ok("all"));
        check(vec![change(Some([9, 0, 9, 0]), "end")], Ok("one\ntwo\nend"));
        let backwards = change(Some([1, 0, 0, 0]), "");
        check(
            vec![insert, backwards],
            Err("a change of 'untitled:a.td' ends before it starts"),
        );
    }
}
