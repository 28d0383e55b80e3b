//! The files of a page, and the unit that they form.

use std::collections::BTreeMap;
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

/// The memory that a unit may take. A module has 4 GiB of addresses, and records are not all that takes memory.
const MEMORY: usize = 1024 * MIB;
/// The work that a unit may take, in steps, some seconds. LLVM's largest target takes a third of it.
const STEPS: u64 = 200 * MILLION;
/// The maximum number of include directories that are found by the names of files.
const MAX_DIRECTORIES: usize = 64;

/// The files of a page, and what is known about them.
#[derive(Default)]
pub struct Session {
    files: PageFiles,
    loaded: Option<Loaded>,
}

/// The files by their paths.
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
    /// The records before the last edit.
    collection: Option<Collection>,
    models: Models,
}

/// What is read, and how.
pub(crate) struct Opened {
    pub files: BTreeMap<String, String>,
    pub root: String,
    /// The name of a release.
    pub release: String,
}

impl Session {
    /// Replaces all files, and reads the unit. An error is a message for the user.
    pub(crate) fn open(&mut self, opened: Opened) -> Result<(), String> {
        let version = Version::named(&opened.release);
        let version = version.ok_or_else(|| format!("no release '{}'", opened.release))?;
        let files = opened.files.into_iter();
        self.files = PageFiles(files.map(|(path, text)| (path, decoded(&text))).collect());
        let spec = UnitSpec {
            root: opened.root,
            ..UnitSpec::default()
        };
        self.loaded = None;
        deferred_drop::clear();
        self.load(spec, version.release());
        Ok(())
    }

    /// Replaces a file's text, or removes the file, and reads what has changed.
    pub(crate) fn write(&mut self, path: &str, text: Option<&str>) -> Result<(), String> {
        let new: Option<Arc<str>> = text.map(decoded);
        let old = match &new {
            Some(new) => self.files.0.insert(path.to_owned(), new.clone()),
            None => self.files.0.remove(path),
        };
        let loaded = self.loaded.as_mut().ok_or("no files are open")?;
        if old == new {
            return Ok(());
        }
        let is_read = ide::source_of(loaded.host.db(), path).is_some();
        if let (true, Some(old), Some(new)) = (is_read, &old, &new) {
            loaded.host.edit(path, old, new, &Edit::between(old, new));
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

    /// Reads the unit, with each include directory that an include needs and that the names of files have.
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

    /// The directory from which a missing include would resolve.
    fn missing_directory(&self) -> Option<String> {
        let loaded = self.loaded.as_ref()?;
        let known = &loaded.spec.include_dirs;
        let missing = loaded.missing_includes();
        let found = missing.filter_map(|it| directory_of(&self.files.0, &loaded.spec.root, it));
        found.into_iter().find(|it| !known.contains(it))
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
            // A new database has other values.
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
