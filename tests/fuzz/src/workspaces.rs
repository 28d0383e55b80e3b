//! Properties of every workspace and every edit of it.

use std::sync::Arc;

use db::host::{Host, reports};
use elaborate::budget::{Limits, MIB, MILLION};
use elaborate::report::Report;
use elaborate::unit::{Files, UnitSpec};
use ide::document_symbols::document_symbols;
use ide::hover::hover;
use ide::semantic_tokens::semantic_tokens;
use ide::{FilePosition, own_tree_of};
use rustc_hash::FxHashMap;
use syntax::ast::SourceFile;
use syntax::{Release, text};

const LIMITS: Limits = Limits {
    memory: 256 * MIB,
    steps: 2 * MILLION,
};

const STACK: usize = 4 << 30;

/// The pieces between NULs are the files `a.td`, `b.td` and so on, of which `a.td` is the root. The last piece replaces
/// one of them, chosen by its first byte; the reports must then equal those of a fresh start.
pub fn workspace(data: &[u8]) {
    // Limits are made for the stack that the programs run on; with a sanitizer each call takes more of it.
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, || check(data));
        thread.expect("a thread starts").join().expect("no panic");
    });
}

fn check(data: &[u8]) {
    let mut pieces: Vec<&[u8]> = data.split(|it| *it == 0).collect();
    let edit = pieces.pop().and_then(<[u8]>::split_first);
    let texts = pieces.iter().enumerate().take(26);
    let texts = texts.map(|(index, bytes)| (name(index), Arc::from(text::decode(bytes))));
    let mut texts = Texts(texts.collect());
    let mut host = read(&texts);
    let before = said(&host);
    ask(&host);
    let Some((which, new)) = edit else { return };
    texts.0.insert(name(usize::from(*which) % pieces.len().max(1)), Arc::from(text::decode(new)));
    host.refresh(&texts);
    let fresh = read(&texts);
    let (after, wanted) = (said(&host), said(&fresh));
    // The statement at which a limit is exceeded depends on the history.
    let is_whole = |reports: &[Report]| !reports.iter().any(Report::is_error);
    if is_whole(&before) && is_whole(&wanted) {
        assert_eq!(after, wanted);
    }
    ask(&host);
}

fn name(index: usize) -> String {
    format!("{}.td", char::from(b'a' + index as u8))
}

fn read(texts: &Texts) -> Host {
    let spec = UnitSpec {
        root: name(0),
        include_dirs: Vec::new(),
        macros: Vec::new(),
    };
    Host::within(LIMITS, spec, Release::V22, texts)
}

fn said(host: &Host) -> Vec<Report> {
    reports(host.db())
}

/// All requests that are made during typing. None may panic.
fn ask(host: &Host) {
    let db = host.db();
    for file in db::Db::unit(db).sources.files.iter().take(3) {
        let path = &file.path;
        semantic_tokens(db, path, None);
        if let Some(tree) = own_tree_of(db, path) {
            document_symbols(SourceFile::of_root(&tree));
        }
        for offset in (0..file.text.len()).step_by(7).take(40) {
            let path = path.clone();
            hover(db, &FilePosition { path, offset });
        }
    }
}

struct Texts(FxHashMap<String, Arc<str>>);

impl Files for Texts {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        self.0.get(path).cloned()
    }
}
