//! An earlier state of a unit, which an edit is compared with.

use std::path::PathBuf;
use std::sync::Arc;

use elaborate::records::encode;
use elaborate::unit::{Files, UnitSpec};
use project::path;
use serde::Deserialize;
use tower_lsp::jsonrpc::{Error, Result};

use crate::lsp::git::Git;
use crate::lsp::previews::Previews;
use crate::lsp::previews::runs::{Run, Why};
use crate::lsp::requests::Snapshot;
use crate::lsp::unit::UnitInfo;
use driver::command::Stop;
use driver::disk;
use driver::front_end::{self, FrontEnd, Input};

/// The state of the files with which a unit is compared.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Base {
    /// The files as they were saved.
    #[default]
    Save,
    /// The files of a commit.
    Revision(String),
}

/// A unit that is to be read as it was.
pub(super) struct Earlier {
    base: Base,
    info: Arc<UnitInfo>,
    folders: Arc<[String]>,
    previews: Previews,
    stop: Stop,
}

impl Base {
    /// The earlier unit of a snapshot. Refused if git must not be run for it.
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
    /// Its key: the commit's hash, if it is a commit.
    pub(super) fn key(&self) -> Result<String> {
        match &self.base {
            Base::Save => Ok("save".to_owned()),
            Base::Revision(revision) => self.with_files(revision, |files| Ok(files.commit.clone())),
        }
    }

    /// Reads it. That takes long, and needs no snapshot.
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

    /// Runs `f` with the files of a commit.
    fn with_files<T>(&self, revision: &str, f: impl FnOnce(&InRevision) -> Result<T>) -> Result<T> {
        let info = &self.info;
        let folder = &info.found.working_dir;
        // It ends when the request is cancelled, and with the server.
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

    /// Whether the answer is not needed any more.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    pub(super) fn info(&self) -> &UnitInfo {
        &self.info
    }
}

/// The workspace controls its repository, and git runs programs that a repository names: it is only run if the client
/// declares the workspace trusted.
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

/// The folders that no program is taken from: the workspace's, and the repository that the root lies in.
fn of_workspace(folders: &[String], root: &str) -> Vec<PathBuf> {
    let mut around = path::ancestors(path::parent(root));
    let repository = around.find(|it| PathBuf::from(it).join(".git").exists());
    let own = repository.unwrap_or(path::parent(root));
    let folders = folders.iter().map(String::as_str);
    folders.chain([own]).map(PathBuf::from).collect()
}

/// Reads the unit from other files.
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

/// Files as they were saved.
struct OnDisk<'a> {
    folder: &'a str,
}

impl Files for OnDisk<'_> {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        disk::source(path::absolute(self.folder, path))
    }
}

/// Files of a commit; files outside of the repository are read as they are now.
struct InRevision<'a> {
    git: Git<'a>,
    folder: &'a str,
    commit: String,
    /// The repository's own folder.
    top: String,
}

impl<'a> InRevision<'a> {
    /// Paths are relative to `folder`; `repository` is any folder in the repository.
    fn new(
        git: Git<'a>,
        folder: &'a str,
        repository: &str,
        revision: &str,
    ) -> std::result::Result<InRevision<'a>, String> {
        let (commit, inside) = git.commit(repository, revision)?;
        // The top folder in the client's spelling, which may involve links.
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
