//! The files of a page, and the unit that they form.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use backends::{Models, Records};
use db::host::Host;
use db::{Database, Db};
use elaborate::budget::{Limits, MIB, MILLION};
use elaborate::collection::Collection;
use elaborate::deferred_drop;
use elaborate::unit::{Files, UnitSpec};
use syntax::{Edit, Release, Version};

use crate::includes::directory_of;

/// The memory limit of a unit in bytes. A WebAssembly module can address 4 GiB, which must also hold the models and the
/// tables.
const MEMORY: usize = 1024 * MIB;
/// The limit of steps for a unit. This number of steps takes some seconds. LLVM's largest target needs a third of it.
const STEPS: u64 = 200 * MILLION;
/// The maximum number of include directories that are derived from the paths of the files.
const MAX_DIRECTORIES: usize = 64;

/// The files of a page, and the unit that was read from them, if files are open.
#[derive(Default)]
pub struct Session {
    files: PageFiles,
    /// The paths of files whose texts are not known yet.
    unread: BTreeSet<String>,
    loaded: Option<Loaded>,
}

/// The texts of the files, keyed by their paths.
#[derive(Default)]
struct PageFiles(BTreeMap<String, Arc<str>>);

impl Files for PageFiles {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        self.0.get(path).cloned()
    }
}

/// A unit that has been read.
struct Loaded {
    spec: UnitSpec,
    release: Release,
    host: Host,
    records: Option<Arc<Records>>,
    /// The state from which the records are derived after an edit.
    collection: Option<Collection>,
    models: Models,
}

/// The files to open, and the options for reading them.
pub(crate) struct Opened {
    pub files: BTreeMap<String, String>,
    /// The paths of files whose texts the page sends only if the unit includes them.
    pub unread: BTreeSet<String>,
    pub spec: UnitSpec,
    /// The name of the release to follow.
    pub release: String,
}

impl Session {
    /// Replaces all files, and reads the unit. An error is a message for the user.
    pub(crate) fn open(&mut self, opened: Opened) -> Result<(), String> {
        let version = Version::named(&opened.release);
        let version = version.ok_or_else(|| format!("no release '{}'", opened.release))?;
        let files = opened.files.into_iter();
        self.files = PageFiles(files.map(|(path, text)| (path, decoded(&text))).collect());
        self.unread = opened.unread;
        self.loaded = None;
        deferred_drop::clear();
        self.load(opened.spec, version.release());
        Ok(())
    }

    /// Replaces the texts of files, removes the files whose text is `None`, and brings the unit up to date.
    pub(crate) fn write(&mut self, files: BTreeMap<String, Option<String>>) -> Result<(), String> {
        let loaded = self.loaded.as_mut().ok_or("no files are open")?;
        let mut has_changed = false;
        for (path, text) in files {
            has_changed |= self.unread.remove(&path);
            let new = text.as_deref().map(decoded);
            let old = match &new {
                Some(new) => self.files.0.insert(path.clone(), new.clone()),
                None => self.files.0.remove(&path),
            };
            if old == new {
                continue;
            }
            has_changed = true;
            let is_read = ide::source_of(loaded.host.db(), &path).is_some();
            if let (true, Some(old), Some(new)) = (is_read, &old, &new) {
                loaded.host.edit(&path, old, new, &Edit::between(old, new));
            }
        }
        if !has_changed {
            return Ok(());
        }
        loaded.refresh(&self.files);
        if self.missing_directory().is_some() {
            let Some(loaded) = self.loaded.take() else {
                return Ok(());
            };
            self.load(loaded.spec, loaded.release);
        }
        Ok(())
    }

    /// Reads the unit. While an include is missing and one of the files has a matching path, adds the include directory
    /// and reads the unit again.
    fn load(&mut self, mut spec: UnitSpec, release: Release) {
        let limits = Limits {
            memory: MEMORY,
            steps: STEPS,
        };
        loop {
            self.loaded = None;
            let host = Host::within(limits, spec.clone(), release, &self.files);
            self.loaded = Some(Loaded {
                spec: spec.clone(),
                release,
                host,
                records: None,
                collection: None,
                models: Models::default(),
            });
            match self.missing_directory() {
                Some(directory) if spec.include_dirs.len() < MAX_DIRECTORIES => {
                    spec.include_dirs.push(directory);
                }
                _ => return,
            }
        }
    }

    /// An additional include directory from which a missing include would resolve to one of the files; `None` if there
    /// is no such directory.
    fn missing_directory(&self) -> Option<String> {
        let loaded = self.loaded.as_ref()?;
        let known = &loaded.spec.include_dirs;
        let missing = loaded.missing_includes();
        let mut missing = missing.filter(|it| self.unread_file(loaded, it).is_none());
        missing.find_map(|include| {
            let read = self.files.0.keys().map(String::as_str);
            let names = read.chain(self.unread.iter().map(String::as_str));
            let found = directory_of(names, &loaded.spec.root, include);
            found.filter(|it| !known.contains(it))
        })
    }

    /// The root if it is unread, and the unread files that the unit includes.
    pub(crate) fn wanted(&self) -> Vec<String> {
        let Some(loaded) = &self.loaded else {
            return Vec::new();
        };
        let root = self.unread.get(&loaded.spec.root).cloned();
        let includes = loaded.host.db().unit().included.keys();
        let included = includes.filter_map(|it| self.unread_file(loaded, it));
        root.into_iter().chain(included).collect()
    }

    /// The unread file to which an include resolves; `None` if the include resolves to no file or to a file with a
    /// text.
    fn unread_file(&self, loaded: &Loaded, include: &str) -> Option<String> {
        let mut places = loaded.spec.places(include);
        let is_known = |it: &str| self.unread.contains(it) || self.files.0.contains_key(it);
        let first = places.find(|it| is_known(it))?;
        self.unread.contains(&first).then_some(first)
    }

    /// The includes that resolve to no file.
    pub(crate) fn missing_includes(&self) -> Vec<String> {
        let loaded = self.loaded.iter();
        loaded
            .flat_map(Loaded::missing_includes)
            .map(str::to_owned)
            .collect()
    }

    /// The database of the unit. An error if no files are open.
    pub(crate) fn db(&self) -> Result<&Database, String> {
        let loaded = self.loaded.as_ref();
        loaded
            .map(|it| it.host.db())
            .ok_or_else(|| "no files are open".to_owned())
    }

    /// All records of the unit, and their models.
    pub(crate) fn records(&mut self) -> Result<(Arc<Records>, &Models), String> {
        let loaded = self.loaded.as_mut().ok_or("no files are open")?;
        Ok((loaded.records(), &loaded.models))
    }
}

impl Loaded {
    fn missing_includes(&self) -> impl Iterator<Item = &str> {
        let included = self.host.db().unit().included.iter();
        included.filter_map(|(name, file)| file.is_none().then_some(name.as_str()))
    }

    fn refresh(&mut self, files: &PageFiles) {
        self.records = None;
        let values = self.host.db().values().clone();
        self.host.refresh(files);
        let db = self.host.db();
        if !Arc::ptr_eq(&values, db.values()) {
            // Ids of values in the collected records and models are not valid in a new database.
            self.collection = None;
            self.models = Models::default();
        } else {
            self.models = self.models.after_edit();
        }
        let kept = self.collection.take();
        self.collection = kept.filter(|it| it.may_follow(db.unit()));
        deferred_drop::clear();
    }

    fn records(&mut self) -> Arc<Records> {
        if let Some(records) = &self.records {
            return records.clone();
        }
        let records = db::all_after_edit(self.host.db(), &mut self.collection);
        self.host.note_settled();
        self.records.insert(records).clone()
    }
}

/// A text as the unit reads it.
fn decoded(text: &str) -> Arc<str> {
    syntax::text::decoded(text.as_bytes()).into()
}
