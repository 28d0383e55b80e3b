//! Reads files of a repository through git.
//!
//! A repository's own configuration can name programs: monitors, hooks, pagers, helpers that fetch missing objects.
//! None of them may run. So only `rev-parse` and `cat-file` are used, which need none of these programs, and
//! [`OPTIONS`] overrides the settings that name programs. `docs/protocol.md` describes this for users.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use driver::command::{self, Stop};
use driver::{disk, programs};
use project::path;

/// The time limit of a git command.
const PATIENCE: Duration = Duration::from_secs(20);

/// The environment variables passed to git: those for the user's own configuration, and those that any program needs.
const KEPT: [&str; 7] = [
    "HOME",
    "XDG_CONFIG_HOME",
    "USERPROFILE",
    "SYSTEMROOT",
    "TMPDIR",
    "TEMP",
    "LANG",
];

const SET: [(&str, &str); 4] = [
    // Git must not fetch objects that are missing from the repository. Versions of git that do not know the first
    // variable cannot fetch either, because the second variable allows no protocol.
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_ALLOW_PROTOCOL", "none"),
    ("GIT_OPTIONAL_LOCKS", "0"),
    ("GIT_TERMINAL_PROMPT", "0"),
];

/// Overrides of the repository's configuration.
const OPTIONS: [&str; 11] = [
    "protocol.allow=never",
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.pager=",
    "core.sshCommand=false",
    "core.askPass=",
    "core.alternateRefsCommand=false",
    "credential.helper=",
    "diff.external=",
    "gc.auto=0",
    // Sources may contain a directory that is a bare repository with its own configuration.
    "safe.bareRepository=explicit",
];

/// The top folder of the repository that contains `folder`: the innermost folder, from `folder` upwards, with an entry
/// `.git`.
pub(crate) fn repository(folder: &str) -> Option<&str> {
    path::ancestors(folder).find(|it| Path::new(it).join(".git").exists())
}

/// The git program for one request, the `PATH` for git and its child processes, and the signal that stops git's
/// commands.
pub(crate) struct Git<'a> {
    program: PathBuf,
    search_path: Vec<PathBuf>,
    stop: &'a Stop,
}

impl<'a> Git<'a> {
    /// Finds the first git on the `PATH` that lies in none of the workspace's folders.
    pub(crate) fn find(workspace: &[PathBuf], stop: &'a Stop) -> io::Result<Git<'a>> {
        let search_path = programs::search_path();
        Ok(Git {
            program: programs::find("git", &search_path, workspace)?,
            search_path,
            stop,
        })
    }

    /// The hash of the commit that `revision` names, and the path of `folder` in its repository. The path ends with a
    /// slash, or is empty for the repository's top folder. The error is a message.
    pub(crate) fn commit(&self, folder: &str, revision: &str) -> Result<(String, String), String> {
        // A leading dash would make the revision an option, and a leading caret would exclude it.
        if revision.starts_with(['-', '^']) || revision.contains('\0') {
            return Err("it does not name a commit".to_owned());
        }
        let wanted = format!("{revision}^{{commit}}");
        let commit = self.run(folder, &["rev-parse", "--verify", &wanted])?;
        let commit = commit.trim();
        if commit.len() < 40 || !commit.bytes().all(|it| it.is_ascii_hexdigit()) {
            return Err("it does not name a commit".to_owned());
        }
        let inside = self.run(folder, &["rev-parse", "--show-prefix"])?;
        Ok((commit.to_owned(), inside.trim_end_matches('\n').to_owned()))
    }

    /// The text of a file in a commit; `None` if the file is missing or too large, or if git fails.
    pub(crate) fn text(&self, folder: &str, commit: &str, path: &str) -> Option<String> {
        let name = format!("{commit}:{path}");
        // The size is checked first, because git would unpack the whole file. A file that is huge when unpacked may
        // take little space in the repository.
        let size = self.run(folder, &["cat-file", "-s", &name]).ok()?;
        let size: u64 = size.trim().parse().ok()?;
        let fits = size <= disk::MAX_SIZE;
        fits.then(|| self.run(folder, &["cat-file", "blob", &name]).ok())?
    }

    /// The blobs of a commit at `paths`, in this order; `None` for a path at which the commit has no file. No path may
    /// contain a line end.
    pub(crate) fn blobs(
        &self,
        folder: &str,
        commit: &str,
        paths: &[&str],
    ) -> Result<Vec<Option<Blob>>, String> {
        let lines = paths.iter().map(|path| format!("{commit}:{path}\n"));
        let args = ["cat-file", "--batch-check"];
        let text = self.run_on(folder, &args, lines.collect())?;
        let blobs: Vec<Option<Blob>> = text.lines().map(Blob::read).collect();
        if blobs.len() == paths.len() {
            Ok(blobs)
        } else {
            Err("its answer is not complete".to_owned())
        }
    }

    /// The contents of `blobs`, in the same order.
    pub(crate) fn contents(&self, folder: &str, blobs: &[&Blob]) -> Result<Vec<Vec<u8>>, String> {
        let names = blobs.iter().map(|it| it.name.clone() + "\n").collect();
        let text = self.run_on(folder, &["cat-file", "--batch"], names)?;
        let bytes = syntax::text::encode(&text);
        let mut rest = &*bytes;
        let mut contents = Vec::new();
        for blob in blobs {
            // For each blob, git prints a line with its name, kind and size, and then its content and a line end.
            let start = memchr::memchr(b'\n', rest).map(|it| it + 1);
            let content = start.and_then(|start| rest.get(start..start + blob.size));
            let content = content.ok_or("its answer is not complete")?;
            contents.push(content.to_owned());
            let end = start.unwrap_or(0) + blob.size + 1;
            rest = rest.get(end..).unwrap_or_default();
        }
        Ok(contents)
    }

    /// Runs git in `folder`. Returns its output, or its error message.
    fn run(&self, folder: &str, args: &[&str]) -> Result<String, String> {
        self.run_on(folder, args, String::new())
    }

    /// Runs git in `folder` with an input. Returns its output, or its error message.
    fn run_on(&self, folder: &str, args: &[&str], input: String) -> Result<String, String> {
        let mut command = Command::new(&self.program);
        command.env_clear();
        command.envs(
            KEPT.iter()
                .filter_map(|it| Some((it, std::env::var_os(it)?))),
        );
        if let Ok(path) = std::env::join_paths(&self.search_path) {
            command.env("PATH", path);
        }
        command.envs(SET);
        command.args(["--no-pager", "-C", folder]);
        for option in OPTIONS {
            command.args(["-c", option]);
        }
        command.args(args);
        let finished = command::finish(&mut command, input, self.stop, PATIENCE);
        let finished = finished.map_err(|it| it.to_string())?;
        if finished.status.success() {
            Ok(finished.text)
        } else {
            Err(finished.printed.trim_end().to_owned())
        }
    }
}

/// A file of a commit.
pub(crate) struct Blob {
    /// The hash by which git identifies the content.
    name: String,
    /// The number of bytes.
    pub size: usize,
}

impl Blob {
    /// Reads a line of the form `HASH blob SIZE`. `None` for other lines: the object is missing or is not a file.
    fn read(line: &str) -> Option<Blob> {
        let mut words = line.split(' ');
        let (name, kind, size) = (words.next()?, words.next()?, words.next()?);
        let is_hash = name.len() >= 40 && name.bytes().all(|it| it.is_ascii_hexdigit());
        (is_hash && kind == "blob" && words.next().is_none()).then_some(Blob {
            name: name.to_owned(),
            size: size.parse().ok()?,
        })
    }
}
