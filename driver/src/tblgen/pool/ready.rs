//! Roots that were read, and whether reading them again would give the same result.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use backends::Models;
use elaborate::unit::Files;
use syntax::Release;

use super::super::options::Options;
use super::super::run::Run;
use super::Job;
use crate::disk;
use crate::front_end::FrontEnd;

/// The options that determine the records of a job, except for its include directories.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    input: String,
    macros: Vec<String>,
    release: Release,
    tables: Option<Release>,
    lazy: bool,
    silent: bool,
    limits: [Option<u32>; 2],
}

impl Key {
    pub(crate) fn new(options: &Options) -> Key {
        Key {
            input: options.input.clone(),
            macros: options.macros.clone(),
            release: options.release(),
            tables: options.tables,
            lazy: options.lazy,
            silent: options.no_warn_on_unused_template_args,
            limits: [options.memory_limit, options.work_limit],
        }
    }
}

/// A value that changes with the content of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stamp {
    /// The digest of the content, if the build tool sent one.
    digest: Option<String>,
    /// The modification time, length and inode of the file; `None` if there is no file.
    disk: Option<(Option<SystemTime>, u64, u64)>,
}

impl Stamp {
    /// The stamp of a file on disk.
    pub(crate) fn of_disk(path: &Path) -> Stamp {
        let metadata = std::fs::metadata(path).ok();
        #[cfg(unix)]
        let number = |it: &std::fs::Metadata| std::os::unix::fs::MetadataExt::ino(it);
        #[cfg(not(unix))]
        let number = |_: &std::fs::Metadata| 0;
        Stamp {
            digest: None,
            disk: metadata.map(|it| (it.modified().ok(), it.len(), number(&it))),
        }
    }

    /// The same stamp with `digest`: the digest of the content if the build tool sent one, otherwise `None`.
    pub(crate) fn called(self, digest: Option<String>) -> Stamp {
        Stamp { digest, ..self }
    }

    /// Whether both stamps are of the same content. Digests are compared if both stamps have one.
    pub(crate) fn is_same(&self, other: &Stamp) -> bool {
        match (&self.digest, &other.digest) {
            (Some(own), Some(other)) => own == other,
            _ => self.disk == other.disk,
        }
    }
}

/// A root that was read, with the models of backends.
pub(super) struct Ready {
    pub key: Key,
    pub read: FrontEnd,
    pub models: Models,
    /// The messages about the root, as printed text.
    pub said: Vec<u8>,
    /// The files that were read, including the root, with their stamps from that time.
    stamps: Vec<(String, Stamp)>,
}

impl Ready {
    /// Reads the root of a job. If no backend can run on the root, the error is the text of the messages.
    pub(super) fn read<J: Job>(program: &str, key: &Key, job: &J) -> Result<Ready, Vec<u8>> {
        let options = job.options();
        let said = RefCell::new(Vec::new());
        let say = |text: &[u8]| said.borrow_mut().extend_from_slice(text);
        let run = Run {
            program,
            options,
            folder: job.folder(),
            say: &say,
            is_cancelled: &|| false,
        };
        let files = Stamped {
            job,
            stamps: RefCell::default(),
        };
        let root = match &*options.input {
            "-" => disk::read_input("-"),
            path => {
                files.note(path);
                disk::read(files.place(path))
            }
        };
        let read = run.read(root, &files);
        let read = read.and_then(|read| run.report(&read).map(|()| read));
        let stamps = files.stamps.into_inner();
        let said = said.into_inner();
        match read {
            Ok(read) => Ok(Ready {
                key: key.clone(),
                read,
                models: Models::fixed(),
                said,
                stamps,
            }),
            Err(_) => Err(said),
        }
    }

    /// Whether a job with the same key would read the same files.
    pub(super) fn is_for(&self, job: &impl Job) -> bool {
        self.is_fresh(job) && self.leads_to_same(job)
    }

    /// Whether the files have not changed since they were read.
    pub(super) fn is_fresh(&self, job: &impl Job) -> bool {
        let mut stamps = self.stamps.iter();
        stamps.all(|(path, stamp)| job.stamp(path).is_same(stamp))
    }

    /// Whether the include directories of a job lead to the same files.
    pub(super) fn leads_to_same(&self, job: &impl Job) -> bool {
        let spec = job.options().spec();
        let is_file = |path: &str| job.reads(path) && job.folder().join(path).is_file();
        self.read.unit.is_same_with(&spec, is_file)
    }

    /// An estimate of the memory of the root in bytes. Values, records and texts are counted. Lowered statements are
    /// assumed to take as much memory as the texts, and models as much as the values and records.
    pub(super) fn bytes(&self) -> usize {
        let values = &self.read.records.values;
        let counted = values.memory() + values.budget().held();
        let texts = self.read.unit.sources.files.iter();
        let texts: usize = texts.map(|it| it.text.len()).sum();
        2 * (counted + texts)
    }
}

/// Reads the files of a job for the front end, and stores their stamps. A stamp is taken before the file is read, so
/// that later changes are noticed.
struct Stamped<'a, J> {
    job: &'a J,
    stamps: RefCell<Vec<(String, Stamp)>>,
}

impl<J: Job> Stamped<'_, J> {
    fn place(&self, path: &str) -> PathBuf {
        self.job.folder().join(path)
    }

    fn note(&self, path: &str) {
        let stamp = self.job.stamp(path);
        self.stamps.borrow_mut().push((path.to_owned(), stamp));
    }
}

impl<J: Job> Files for Stamped<'_, J> {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        let place = self.place(path);
        if !self.job.reads(path) || !place.exists() {
            return None;
        }
        self.note(path);
        disk::source(place)
    }
}
