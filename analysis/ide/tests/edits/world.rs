//! Files on a disk and in buffers, the units that read them, and the changes to both.

use std::sync::Arc;

use db::Db;
use db::host::Host;
use elaborate::collection::Collection;
use elaborate::records::Records;
use elaborate::unit::{Files, UnitSpec};
use ide::FilePosition;
use ide::hover::hover;
use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use syntax::{Edit, Release};

/// One change or question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// A piece of a file becomes another: in its buffer if there is one, else on the disk.
    Replace {
        path: String,
        range: std::ops::Range<usize>,
        by: String,
    },
    Open(String),
    /// Unsaved changes are lost.
    Close(String),
    Save(String),
    Delete(String),
    Rename(String, String),
    /// All files get their original texts back, as when a branch is switched.
    Restore,
    /// Another unit becomes active; the others are not updated.
    Select(usize),
    /// The unit is brought up to date. It may be given the changed range, so that not everything is parsed again.
    Follow {
        told: bool,
    },
    /// A hover at a place, which a number determines.
    Hover(String, usize),
    /// All diagnostics of the unit are computed, without a comparison.
    Report,
}

/// The files that all start from.
pub(crate) struct Originals {
    folder: Option<String>,
    /// The target whose intrinsics are included.
    target: &'static str,
    known: Mutex<FxHashMap<String, Option<Arc<str>>>>,
}

impl Originals {
    /// Files with given texts.
    pub(crate) fn given(files: &[(&str, &str)]) -> Originals {
        let known = files.iter();
        let known = known.map(|(path, text)| ((*path).to_owned(), Some((*text).into())));
        Originals {
            folder: None,
            target: "",
            known: Mutex::new(known.collect()),
        }
    }

    /// The files of a checkout of LLVM, and no others. Intrinsics of targets other than this one are left out: they
    /// would take most of the time.
    pub(crate) fn below(folder: &str, target: &'static str) -> Originals {
        Originals {
            folder: Some(format!("{folder}/")),
            target,
            known: Mutex::default(),
        }
    }
}

impl Files for Originals {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        let mut known = self.known.lock();
        if let Some(text) = known.get(path) {
            return text.clone();
        }
        let is_there = self
            .folder
            .as_deref()
            .is_some_and(|it| path.starts_with(it));
        let bytes = is_there.then(|| std::fs::read(path).ok()).flatten();
        let mut text: Option<Arc<str>> = bytes.map(|it| syntax::text::decode(&it).into());
        if path.ends_with("llvm/IR/Intrinsics.td") {
            let own = format!("Intrinsics{}.td", self.target);
            let is_kept = |line: &&str| {
                !line.starts_with("include \"llvm/IR/Intrinsics") || line.contains(&own)
            };
            let kept = |text: Arc<str>| {
                text.split_inclusive('\n')
                    .filter(is_kept)
                    .collect::<String>()
            };
            text = text.map(|text| kept(text).into());
        }
        known.insert(path.to_owned(), text.clone());
        text
    }
}

/// The files as they are now.
pub(crate) struct Texts {
    originals: Arc<Originals>,
    /// Files that differ from their originals on the disk; `None` for a deleted one.
    pub disk: FxHashMap<String, Option<Arc<str>>>,
    pub open: FxHashMap<String, Arc<str>>,
}

impl Files for Texts {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        match self.open.get(path) {
            Some(text) => Some(text.clone()),
            None => self.on_disk(path),
        }
    }
}

impl Texts {
    fn on_disk(&self, path: &str) -> Option<Arc<str>> {
        match self.disk.get(path) {
            Some(text) => text.clone(),
            None => self.originals.read(path),
        }
    }
}

pub(crate) struct World {
    pub texts: Texts,
    pub specs: Vec<UnitSpec>,
    hosts: Vec<Option<Host>>,
    /// The records of each unit, updated with its edits.
    collections: Vec<Option<Collection>>,
    pub active: usize,
}

impl World {
    pub(crate) fn new(originals: &Arc<Originals>, specs: &[UnitSpec]) -> World {
        let mut world = World {
            texts: Texts {
                originals: originals.clone(),
                disk: FxHashMap::default(),
                open: FxHashMap::default(),
            },
            specs: specs.to_vec(),
            hosts: specs.iter().map(|_| None).collect(),
            collections: specs.iter().map(|_| None).collect(),
            active: 0,
        };
        world.host();
        world
    }

    /// The active unit, in the state of its last update.
    pub(crate) fn host(&mut self) -> &mut Host {
        let (texts, spec) = (&self.texts, &self.specs[self.active]);
        self.hosts[self.active].get_or_insert_with(|| new_host(spec, texts))
    }

    /// The records of the active unit, derived from those before the last edit.
    pub(crate) fn records(&mut self) -> Arc<Records> {
        self.host();
        let collection = &mut self.collections[self.active];
        let host = self.hosts[self.active].as_ref().expect("it is there");
        db::all_after_edit(host.db(), collection)
    }

    /// The text that a file had at first.
    pub(crate) fn original(&self, path: &str) -> Option<Arc<str>> {
        self.texts.originals.read(path)
    }

    /// The same unit in a fresh host.
    pub(crate) fn fresh(&self) -> Host {
        new_host(&self.specs[self.active], &self.texts)
    }

    /// Does a step. One that is invalid in the present state has no effect.
    pub(crate) fn step(&mut self, step: &Step) {
        match step {
            Step::Replace { path, range, by } => self.replace(path, range.clone(), by),
            Step::Open(path) => {
                if let Some(text) = self.texts.read(path) {
                    self.texts.open.insert(path.clone(), text);
                }
            }
            Step::Close(path) => _ = self.texts.open.remove(path),
            Step::Save(path) => {
                if let Some(text) = self.texts.open.get(path) {
                    self.texts.disk.insert(path.clone(), Some(text.clone()));
                }
            }
            Step::Delete(path) => _ = self.texts.disk.insert(path.clone(), None),
            Step::Rename(from, to) => {
                let text = self.texts.on_disk(from);
                self.texts.disk.insert(from.clone(), None);
                self.texts.disk.insert(to.clone(), text);
            }
            Step::Restore => {
                self.texts.disk.clear();
                self.texts.open.clear();
            }
            Step::Select(unit) => {
                self.active = *unit;
                self.host();
            }
            Step::Follow { told } => self.follow(*told),
            Step::Hover(path, number) => {
                let db = self.host().db();
                if let Some(place) = place_in(db, path, *number) {
                    hover(db, &place);
                }
            }
            Step::Report => {
                let host = self.host();
                db::host::reports(host.db());
                host.note_settled();
                self.records();
            }
        }
    }

    fn replace(&mut self, path: &str, range: std::ops::Range<usize>, by: &str) {
        let Some(old) = self.texts.read(path) else {
            return;
        };
        let end = boundary(&old, range.end);
        let start = boundary(&old, range.start).min(end);
        let new: Arc<str> = [&old[..start], by, &old[end..]].concat().into();
        match self.texts.open.get_mut(path) {
            Some(text) => *text = new,
            None => _ = self.texts.disk.insert(path.to_owned(), Some(new)),
        }
    }

    /// Brings the active unit up to date.
    pub(crate) fn follow(&mut self, told: bool) {
        self.host();
        let Some(host) = &mut self.hosts[self.active] else {
            return;
        };
        let sources = host.db().unit().sources.clone();
        for (index, source) in sources.files.iter().enumerate() {
            let is_first = sources.files[..index]
                .iter()
                .all(|it| it.path != source.path);
            if told
                && is_first
                && let Some(new) = self.texts.read(&source.path)
                && new != source.text
            {
                let edit = difference(&source.text, &new);
                host.edit(&source.path, &source.text, &new, &edit);
            }
        }
        host.refresh(&self.texts);
    }
}

fn new_host(spec: &UnitSpec, texts: &Texts) -> Host {
    Host::new(spec.clone(), Release::V22, texts)
}

/// The place in a file of a unit that a number determines.
pub(crate) fn place_in(db: &impl Db, path: &str, number: usize) -> Option<FilePosition> {
    let files = &db.unit().sources.files;
    let source = files.iter().find(|it| it.path == path)?;
    Some(FilePosition {
        path: path.to_owned(),
        offset: boundary(&source.text, number % (source.text.len() + 1)),
    })
}

/// The last place before an offset where a character begins.
pub(crate) fn boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// The piece that differs between two texts.
fn difference(old: &str, new: &str) -> Edit {
    let same = |(a, b): &(u8, u8)| a == b;
    let start = old.bytes().zip(new.bytes()).take_while(same).count();
    let start = boundary(old, start);
    let ends = old[start..].bytes().rev().zip(new[start..].bytes().rev());
    let mut rest = ends.take_while(same).count();
    while !old.is_char_boundary(old.len() - rest) {
        rest -= 1;
    }
    let at = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX).into();
    Edit {
        range: rowan::TextRange::new(at(start), at(old.len() - rest)),
        inserted: at(new.len() - rest - start),
    }
}
