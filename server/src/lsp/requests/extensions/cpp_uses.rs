//! `tablegen/usesInCpp`: where C++ mentions a record, or a flag of instructions.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ide::navigation::field_of_class;
use lsp_types::{Location, MessageType, Position, ShowMessageParams, TextDocumentIdentifier};
use memchr::memmem::Finder;
use project::path;
use rustc_hash::FxHashSet;
use serde::Deserialize;
use tower_lsp::jsonrpc::{Error, Result};

use super::expand;
use crate::lsp::convert;
use crate::lsp::cpp_names::{self, Before, CppName};
use crate::lsp::line_index::{Encoding, LineIndex};
use crate::lsp::requests::Snapshot;
use driver::command::Stop;
use driver::disk;

/// How much is looked through: all of LLVM is a third of it.
const MAX_FILES: usize = 200_000;
const MAX_BYTES: u64 = 2 << 30;
const PATIENCE: Duration = Duration::from_secs(60);
/// The largest file: larger ones are made by programs.
const MAX_FILE: u64 = 8 << 20;
const MAX_FOUND: usize = 10_000;

/// How the names of C++'s files end.
const ENDINGS: [&str; 12] = [
    "c", "cc", "cpp", "cxx", "def", "h", "hh", "hpp", "inc", "inl", "m", "mm",
];

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct UsesParams {
    name: Option<String>,
    text_document: Option<TextDocumentIdentifier>,
    position: Option<Position>,
}

/// `tablegen/usesInCpp`: a search in the files of the workspace, those near the unit's root first. It goes on while the
/// unit changes, and ends when it is cancelled.
pub(super) fn uses(snapshot: Snapshot, params: UsesParams) -> Result<Vec<Location>> {
    let name = match (params.name, params.text_document, params.position) {
        (Some(name), ..) => Some(name),
        (None, Some(document), Some(position)) => expand::name_at(&snapshot, document, position)?,
        _ => None,
    };
    let names = names_of(&snapshot, name.as_deref().unwrap_or(""));
    let names = names.ok_or_else(|| Error::invalid_params("there is no record here"))?;
    let root = path::parent(&snapshot.unit.info.root).to_owned();
    let (folders, stop) = (snapshot.folders.clone(), snapshot.stop.clone());
    let (pieces, client) = (snapshot.pieces.clone(), snapshot.client.clone());
    let encoding = snapshot.encoding();
    // From here on the unit may change: the search takes long.
    drop(snapshot);
    let mut search = Search::new(&folders, &root, stop);
    let mut found = Vec::new();
    let mut count = 0;
    while let Some(file) = search.next_file() {
        let Some((uri, text)) = convert::uri_of(&file).zip(search.read(&file)) else {
            continue;
        };
        let places = places(&text, &names, encoding);
        let left = MAX_FOUND - count;
        let locations = places.into_iter().take(left);
        let locations: Vec<Location> = locations.map(|it| Location::new(uri.clone(), it)).collect();
        count += locations.len();
        found.extend(pieces.list(locations));
        if count >= MAX_FOUND {
            search.limit = Some(format!("{MAX_FOUND} uses"));
            break;
        }
    }
    if search.stop.is_stopped() {
        return Err(Error::request_cancelled());
    }
    if let Some(limit) = search.limit {
        let params = ShowMessageParams {
            typ: MessageType::INFO,
            message: format!("TableGen: the search for uses in C++ ended after {limit}"),
        };
        client.notify("window/showMessage", params);
    }
    Ok(found)
}

/// What C++ calls a record, or the flag that a field of instructions makes.
fn names_of(snapshot: &Snapshot, name: &str) -> Option<Vec<CppName>> {
    let records = snapshot.unit.records();
    if let Some(rec) = records.def(name) {
        return Some(cpp_names::of_record(rec));
    }
    let field = field_of_class(snapshot.db(), cpp_names::FLAGGED, name);
    field.map(|_| cpp_names::of_flag(name))
}

/// Goes through the files of C++, and says where it has to end.
struct Search {
    folders: VecDeque<PathBuf>,
    files: VecDeque<PathBuf>,
    /// The folder that came first, with all that is below.
    first: Option<PathBuf>,
    /// The folders that were looked into.
    seen: FxHashSet<PathBuf>,
    looked_at: usize,
    bytes: u64,
    began: Instant,
    stop: Stop,
    limit: Option<String>,
}

impl Search {
    /// Only folders of the workspace are looked through; without any it is the root's.
    fn new(folders: &[String], root: &str, stop: Stop) -> Search {
        let is_inside = folders.iter().any(|it| path::is_below(root, it));
        let first = (is_inside || folders.is_empty()).then(|| PathBuf::from(root));
        let all = folders.iter().map(PathBuf::from);
        Search {
            folders: first.clone().into_iter().chain(all).collect(),
            files: VecDeque::new(),
            first,
            seen: FxHashSet::default(),
            looked_at: 0,
            bytes: 0,
            began: Instant::now(),
            stop,
            limit: None,
        }
    }

    fn next_file(&mut self) -> Option<String> {
        loop {
            let limit = match () {
                () if self.looked_at >= MAX_FILES => Some(format!("{MAX_FILES} files")),
                () if self.bytes >= MAX_BYTES => Some(format!("{} MiB", MAX_BYTES >> 20)),
                () if self.began.elapsed() > PATIENCE => Some(format!("{PATIENCE:?}")),
                () => None,
            };
            if limit.is_some() || self.stop.is_stopped() {
                self.limit = limit;
                return None;
            }
            if let Some(file) = self.files.pop_front() {
                self.looked_at += 1;
                if let Some(file) = file.to_str() {
                    return Some(file.to_owned());
                }
                continue;
            }
            let folder = self.folders.pop_front()?;
            self.list(&folder);
        }
    }

    /// Notes what is in a folder. Links are not followed; what builds and tools keep for themselves is left out.
    fn list(&mut self, folder: &Path) {
        const OF_OTHERS: [&str; 3] = ["CMakeCache.txt", "build.ninja", "CACHEDIR.TAG"];
        let is_new = self.seen.insert(folder.to_owned());
        if !is_new || OF_OTHERS.iter().any(|it| folder.join(it).is_file()) {
            return;
        }
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut entries: Vec<_> = entries.map(|it| (it.path(), it.file_type())).collect();
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        let mut below = Vec::new();
        for (path, kind) in entries {
            let name = path.file_name().and_then(|it| it.to_str()).unwrap_or(".");
            let Ok(kind) = kind else { continue };
            let ending = path.extension().and_then(|it| it.to_str());
            if kind.is_file() && ending.is_some_and(|it| ENDINGS.contains(&it)) {
                self.files.push_back(path);
            } else if kind.is_dir() && !name.starts_with('.') && name != "node_modules" {
                below.push(path);
            }
        }
        // What is below the first folder comes before the others.
        match self.first.as_ref().is_some_and(|it| folder.starts_with(it)) {
            true => below
                .into_iter()
                .rev()
                .for_each(|it| self.folders.push_front(it)),
            false => self.folders.extend(below),
        }
    }

    fn read(&mut self, file: &str) -> Option<String> {
        let size = std::fs::symlink_metadata(file).ok()?.len();
        if size > MAX_FILE {
            return None;
        }
        self.bytes += size;
        let bytes = disk::read(file).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Where a text has one of the names.
fn places(text: &str, names: &[CppName], encoding: Encoding) -> Vec<lsp_types::Range> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for name in names {
        let finder = Finder::new(&name.text);
        let hits = finder.find_iter(text.as_bytes());
        let hits = hits.map(|start| (start, start + name.text.len()));
        found.extend(hits.filter(|(start, end)| is_use(text, *start, *end, &name.before)));
    }
    if found.is_empty() {
        return Vec::new();
    }
    found.sort_unstable();
    found.dedup();
    let lines = LineIndex::new(text);
    let range = |(start, end)| convert::range(text, &lines, &(start..end), encoding);
    found.into_iter().map(range).collect()
}

/// Whether what stands there is a whole word, with what has to stand before it.
fn is_use(text: &str, start: usize, end: usize, before: &Before) -> bool {
    let is_word = |it: u8| it.is_ascii_alphanumeric() || it == b'_' || it >= 0x80;
    let (head, tail) = (&text.as_bytes()[..start], &text.as_bytes()[end..]);
    if tail.first().is_some_and(|it| is_word(*it)) || head.last().is_some_and(|it| is_word(*it)) {
        return false;
    }
    let qualifier = head.strip_suffix(b"::");
    match before {
        Before::Anything => true,
        Before::Qualifier => qualifier.is_some(),
        Before::Named(name) => qualifier
            .and_then(|it| it.strip_suffix(name.as_bytes()))
            .is_some_and(|it| it.last().is_none_or(|it| !is_word(*it))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, name: &str, before: Before, want: &[u32]) {
        let name = CppName {
            text: name.to_owned(),
            before,
        };
        let found = places(text, &[name], Encoding::Utf16);
        let columns: Vec<u32> = found.iter().map(|it| it.start.character).collect();
        assert_eq!(columns, want);
    }

    #[test]
    fn words_and_what_stands_before_them() {
        check("A AB BA A_ (A)", "A", Before::Anything, &[0, 12]);
        check("A X::A X::AB ::A", "A", Before::Qualifier, &[5, 15]);
        let isd = || Before::Named("ISD".to_owned());
        check("ISD::ADD X86ISD::ADD ADD", "ADD", isd(), &[5]);
        check("é ISD::ADDé ISD::ADD", "ADD", isd(), &[17]);
    }
}
