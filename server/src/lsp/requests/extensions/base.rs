//! Earlier states of a unit, with which the current state is compared.

use std::path::PathBuf;
use std::sync::Arc;

use elaborate::records::encode;
use elaborate::sources::Sources;
use elaborate::unit::{Files, UnitSpec};
use project::path;
use serde::Deserialize;
use tower_lsp::jsonrpc::{Error, Result};

use crate::git::{self, Git};
use crate::lsp::previews::Previews;
use crate::lsp::previews::runs::{Run, Why};
use crate::lsp::requests::Snapshot;
use crate::lsp::unit::UnitInfo;
use driver::command::Stop;
use driver::disk;
use driver::front_end::{self, FrontEnd, Input};

/// The state of the files with which the current state is compared.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Base {
    /// The files as they are saved on disk.
    #[default]
    Save,
    /// The files of a commit.
    Revision(String),
}

/// A unit in an earlier state of its files. [`Earlier::read`] reads the files.
pub(super) struct Earlier {
    base: Base,
    info: Arc<UnitInfo>,
    folders: Arc<[String]>,
    previews: Previews,
    stop: Stop,
}

impl Base {
    /// The earlier state of a snapshot's unit. An error if git is needed but may not run.
    pub(super) fn open(self, snapshot: &Snapshot) -> Result<Earlier> {
        if let Base::Revision(_) = self {
            may_run_git(snapshot)?;
        }
        Ok(Earlier {
            base: self,
            info: snapshot.unit.info.clone(),
            folders: snapshot.folders.clone(),
            previews: snapshot.previews.clone(),
            stop: snapshot.stop.clone(),
        })
    }
}

impl Earlier {
    /// A key that identifies the state: the hash of the commit, or `save` for the saved files.
    pub(super) fn key(&self) -> Result<String> {
        match &self.base {
            Base::Save => Ok("save".to_owned()),
            Base::Revision(revision) => self.with_files(revision, |files| Ok(files.commit.clone())),
        }
    }

    /// Reads the files and elaborates the unit. This takes long and needs no snapshot.
    pub(super) fn read(&self) -> Result<FrontEnd> {
        let info = &self.info;
        let folder = &info.found.working_dir;
        let read = match &self.base {
            Base::Save => read(info, &OnDisk { folder }),
            Base::Revision(revision) => self.with_files(revision, |files| Ok(read(info, files)))?,
        };
        if self.stop.is_stopped() {
            Err(Error::request_cancelled())
        } else {
            Ok(read)
        }
    }

    /// Whether the files are known to have the texts in `sources`. Always false for a commit.
    pub(super) fn is_same(&self, sources: &Sources) -> bool {
        let folder = &self.info.found.working_dir;
        let disk = OnDisk { folder };
        let mut files = sources.files.iter();
        matches!(self.base, Base::Save)
            && files.all(|it| disk.read(&it.path).is_some_and(|saved| saved == it.text))
    }

    /// Runs `f` with the files of a commit.
    fn with_files<T>(&self, revision: &str, f: impl FnOnce(&InRevision) -> Result<T>) -> Result<T> {
        let info = &self.info;
        let folder = &info.found.working_dir;
        // The run of git stops when the request is cancelled or the server ends.
        let begun = self.previews.begin(Run {
            unit: info.id.clone(),
            what: None,
            why: Why::Saved,
            stop: self.stop.clone(),
        });
        let _begun = begun.ok_or_else(Error::request_cancelled)?;
        let git = Git::find(&of_workspace(&self.folders, &info.root), &self.stop);
        let git = git.map_err(|it| Error::invalid_params(format!("git: {it}")))?;
        let files = InRevision::new(git, folder, path::parent(&info.root), revision);
        let files = files
            .map_err(|said| Error::invalid_params(format!("no revision '{revision}': {said}")))?;
        f(&files)
    }

    pub(super) fn info(&self) -> &Arc<UnitInfo> {
        &self.info
    }

    pub(super) fn stop(&self) -> &Stop {
        &self.stop
    }
}

/// An error if git may not run. Git runs programs that the configuration of a repository names, and the workspace
/// controls this configuration. So git runs only if the client declares the workspace trusted and the root lies in one
/// of its folders. If the workspace has no folders, the second condition does not apply.
fn may_run_git(snapshot: &Snapshot) -> Result<()> {
    if !snapshot.settings.trusted {
        let message = "git is not run: the client does not say that the workspace is trusted";
        return Err(Error::invalid_params(message));
    }
    let root = &snapshot.unit.info.root;
    let mut folders = snapshot.folders.iter();
    if !snapshot.folders.is_empty() && !folders.any(|it| path::is_below(root, it)) {
        let message = format!("git is not run: '{root}' is not in the workspace");
        return Err(Error::invalid_params(message));
    }
    Ok(())
}

/// The folders in which git is not searched for: the workspace's folders, and the repository that contains the root. If
/// there is no repository, the root's folder takes its place.
fn of_workspace(folders: &[String], root: &str) -> Vec<PathBuf> {
    let own = git::repository(path::parent(root)).unwrap_or(path::parent(root));
    let folders = folders.iter().map(String::as_str);
    folders.chain([own]).map(PathBuf::from).collect()
}

/// Reads and elaborates the unit. The texts come from `files`.
fn read(info: &UnitInfo, files: &dyn Files) -> FrontEnd {
    let input = Input {
        spec: UnitSpec {
            root: info.root.clone(),
            ..info.found.spec.clone()
        },
        release: info.release(),
        limits: info.limits,
        ..Input::default()
    };
    let root = files.read(&info.root).unwrap_or_default();
    front_end::run(&input, &encode(&root), files)
}

/// The files as they are saved on disk. Relative paths are relative to `folder`.
struct OnDisk<'a> {
    folder: &'a str,
}

impl Files for OnDisk<'_> {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        disk::source(path::absolute(self.folder, path))
    }
}

/// The files of a commit. Files outside the repository are read from disk.
struct InRevision<'a> {
    git: Git<'a>,
    folder: &'a str,
    commit: String,
    /// The top folder of the repository.
    top: String,
}

impl<'a> InRevision<'a> {
    /// Opens a revision. Relative paths are relative to `folder`. `repository` is any folder in the repository.
    fn new(
        git: Git<'a>,
        folder: &'a str,
        repository: &str,
        revision: &str,
    ) -> std::result::Result<InRevision<'a>, String> {
        let (commit, inside) = git.commit(repository, revision)?;
        // The path of the top folder is derived from the path that the client uses, so that its symbolic links are
        // kept.
        let top = repository.strip_suffix(inside.trim_end_matches('/'));
        let top =
            top.ok_or_else(|| format!("'{repository}' is called otherwise in its repository"))?;
        Ok(InRevision {
            git,
            folder,
            commit,
            top: top.trim_end_matches('/').to_owned(),
        })
    }
}

impl Files for InRevision<'_> {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        let path = path::absolute(self.folder, path);
        let inside = path
            .strip_prefix(&self.top)
            .and_then(|it| it.strip_prefix('/'));
        match inside {
            Some(inside) => Some(self.git.text(&self.top, &self.commit, inside)?.into()),
            None => disk::source(path),
        }
    }
}
