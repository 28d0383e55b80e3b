//! `tablegen/usesInCpp`: the places where C++ code mentions a record, or a flag of instructions.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use explain::cpp_names::{self, CppName};
use ide::navigation::field_of_class;
use lsp_types::{Location, MessageType, Position, ShowMessageParams, TextDocumentIdentifier};
use project::path;
use rustc_hash::FxHashSet;
use serde::Deserialize;
use tower_lsp::jsonrpc::{Error, Result};

use super::expand;
use crate::lsp::convert;
use crate::lsp::requests::Snapshot;
use driver::command::Stop;
use driver::disk;
use syntax::line_index::{Encoding, LineIndex};

/// The limits of a search: the number of files, their total size in bytes, and the time. A search through all of LLVM
/// reaches a third of each limit.
const MAX_FILES: usize = 200_000;
const MAX_BYTES: u64 = 2 << 30;
const PATIENCE: Duration = Duration::from_secs(60);
/// The size in bytes of the largest file that is read. Larger files are assumed to be generated.
const MAX_FILE: u64 = 8 << 20;
const MAX_FOUND: usize = 10_000;

/// The extensions of C, C++ and Objective-C files.
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

/// `tablegen/usesInCpp`: searches the files of the workspace, those below the folder of the unit's root first. A change
/// of the unit does not end the search; cancelling the request does.
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
    // The search takes long. The unit may change meanwhile.
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

/// If `name` names a record, the C++ names of the record. If it names a field of class `Instruction`, the C++ names of
/// the flag that the field sets. Else `None`.
fn names_of(snapshot: &Snapshot, name: &str) -> Option<Vec<CppName>> {
    let records = snapshot.unit.records();
    if let Some(rec) = records.def(name) {
        return Some(cpp_names::of_record(rec));
    }
    let field = field_of_class(snapshot.db(), cpp_names::FLAGGED, name);
    field.map(|_| cpp_names::of_flag(name))
}

/// A search through the C++ files in some folders, up to the limits.
struct Search {
    folders: VecDeque<PathBuf>,
    files: VecDeque<PathBuf>,
    /// The folder that is searched first, together with its subfolders.
    first: Option<PathBuf>,
    /// The folders that were listed.
    listed: FxHashSet<PathBuf>,
    searched: usize,
    bytes: u64,
    began: Instant,
    stop: Stop,
    limit: Option<String>,
}

impl Search {
    /// A search in the folders of the workspace, first in the folder `root` if the workspace contains it. If there are
    /// no workspace folders, only `root` is searched.
    fn new(folders: &[String], root: &str, stop: Stop) -> Search {
        let is_inside = folders.iter().any(|it| path::is_below(root, it));
        let first = (is_inside || folders.is_empty()).then(|| PathBuf::from(root));
        let all = folders.iter().map(PathBuf::from);
        Search {
            folders: first.clone().into_iter().chain(all).collect(),
            files: VecDeque::new(),
            first,
            listed: FxHashSet::default(),
            searched: 0,
            bytes: 0,
            began: Instant::now(),
            stop,
            limit: None,
        }
    }

    fn next_file(&mut self) -> Option<String> {
        loop {
            let limit = if self.searched >= MAX_FILES {
                Some(format!("{MAX_FILES} files"))
            } else if self.bytes >= MAX_BYTES {
                Some(format!("{} MiB", MAX_BYTES >> 20))
            } else if self.began.elapsed() > PATIENCE {
                Some(format!("{PATIENCE:?}"))
            } else {
                None
            };
            if limit.is_some() || self.stop.is_stopped() {
                self.limit = limit;
                return None;
            }
            if let Some(file) = self.files.pop_front() {
                self.searched += 1;
                if let Some(file) = file.to_str() {
                    return Some(path::normalize(file));
                }
                continue;
            }
            let folder = self.folders.pop_front()?;
            self.list(&folder);
        }
    }

    /// Adds the C and C++ files and the subfolders of a folder. Symbolic links, hidden folders and `node_modules` are
    /// left out. Nothing is added from a build folder, a cache or a folder that was listed before.
    fn list(&mut self, folder: &Path) {
        const MARKERS: [&str; 3] = ["CMakeCache.txt", "build.ninja", "CACHEDIR.TAG"];
        let is_new = self.listed.insert(folder.to_owned());
        if !is_new || MARKERS.iter().any(|it| folder.join(it).is_file()) {
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
        // Subfolders of `first` are searched before all others.
        if self.first.as_ref().is_some_and(|it| folder.starts_with(it)) {
            for folder in below.into_iter().rev() {
                self.folders.push_front(folder);
            }
        } else {
            self.folders.extend(below);
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

/// The ranges of a text at which one of the names is used, in order.
fn places(text: &str, names: &[CppName], encoding: Encoding) -> Vec<lsp_types::Range> {
    let uses = names.iter().flat_map(|it| it.uses(text));
    let mut found: Vec<(usize, usize)> = uses.map(|it| (it.start, it.end)).collect();
    if found.is_empty() {
        return Vec::new();
    }
    found.sort_unstable();
    found.dedup();
    let lines = LineIndex::new(text);
    let range = |(start, end)| convert::range(text, &lines, &(start..end), encoding);
    found.into_iter().map(range).collect()
}
