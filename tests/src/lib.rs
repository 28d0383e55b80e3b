//! Shared parts of tests of whole programs: a client of the language server, fixtures of files, temporary folders.

pub mod cuts;
pub mod fixture;
pub mod lsp;
pub mod programs;
pub mod random;
pub mod usage;
pub mod work;

use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The root of the repository.
///
/// Cargo sets the variable for a test run as well; the compiled-in value may belong to another checkout with the same
/// target directory.
pub fn root() -> PathBuf {
    let here = std::env::var_os("CARGO_MANIFEST_DIR");
    Path::new(&here.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into())).join("..")
}

/// A cargo command that stays offline.
pub fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root()).arg("--offline");
    cargo
}

/// The path of a program of the package under test. Cargo builds it before the package's tests, next to their folder.
pub fn binary(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the test has a path");
    let folder = test
        .parent()
        .and_then(Path::parent)
        .expect("the folder of a profile");
    folder
        .join(name)
        .with_extension(std::env::consts::EXE_EXTENSION)
}

/// Runs `program` in `dir` and shows the run: exit code, standard output, standard error.
pub fn transcript(program: impl AsRef<Path>, args: &[&str], dir: &Path) -> String {
    let program = program.as_ref();
    let output = Command::new(program)
        .args(args)
        .current_dir(dir)
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|err| panic!("{}: {err}", program.display()));
    show(&output)
}

fn show(output: &Output) -> String {
    let mut text = match output.status.code() {
        Some(code) => format!("exit {code}\n"),
        None => format!("{}\n", output.status),
    };
    for (name, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        if !bytes.is_empty() {
            text += &format!("--- {name}\n{}", String::from_utf8_lossy(bytes));
        }
    }
    in_words_of_linux(text)
}

/// A text in which a missing file and a failed program are told as Linux tells them.
pub fn in_words_of_linux(text: String) -> String {
    if !cfg!(windows) {
        return text;
    }
    // Windows has another error if the folder of the file is missing.
    let missing = [2, 3].map(|it| std::io::Error::from_raw_os_error(it).to_string());
    let mut text = text.replace("exit code: ", "exit status: ");
    for missing in &missing {
        let missing = missing.split(" (os error").next().unwrap_or_default();
        text = text.replace(missing, "No such file or directory");
    }
    text
}

/// The path of a file as the programs show it: absolute, without links, and with `/` on all systems.
pub fn shown(path: &Path) -> String {
    let path = path.canonicalize().expect("it exists");
    let path = path.to_string_lossy().replace(MAIN_SEPARATOR, "/");
    // Windows puts this before paths that it has resolved.
    path.trim_start_matches("//?/").to_owned()
}

/// Renames a file or folder. Windows refuses this while a program has a file open that lies there or would be replaced.
/// Our programs have files open only for moments.
pub fn rename(from: &Path, to: &Path) {
    let end = Instant::now() + Duration::from_secs(10);
    while let Err(error) = std::fs::rename(from, to) {
        let may_succeed = cfg!(windows) && Instant::now() < end;
        assert!(
            may_succeed,
            "{} to {}: {error}",
            from.display(),
            to.display()
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Does work on items on all cores. The results are in the order of the items.
pub fn on_all_cores<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let some = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else {
                return done;
            };
            done.push((index, work(item)));
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(some)).collect();
        let parts = threads.into_iter().map(|it| it.join());
        parts
            .flat_map(|it| it.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect::<Vec<_>>()
    });
    all.sort_by_key(|(index, _)| *index);
    all.into_iter().map(|(_, result)| result).collect()
}

/// A new empty directory, removed when dropped.
#[derive(Debug)]
pub struct TempDir(PathBuf);

impl TempDir {
    /// Makes a directory whose name contains `name`.
    ///
    /// Tests run side by side in one process, so the name has a number as well.
    pub fn new(name: &str) -> TempDir {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let (process, number) = (std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        // The programs show paths with `/` on all systems.
        let parent = std::env::temp_dir()
            .to_string_lossy()
            .replace(MAIN_SEPARATOR, "/");
        let parent = parent.trim_end_matches('/');
        let dir = PathBuf::from(format!("{parent}/tablegen-{name}-{process}-{number}"));
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(&dir).expect("a temporary directory");
        TempDir(dir)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file into it, and makes the folders it lies in.
    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        let folder = path.parent().unwrap_or(&self.0);
        std::fs::create_dir_all(folder).expect("a folder");
        std::fs::write(&path, text).expect("a writable temporary directory");
        path
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod self_test {
    use super::TempDir;

    #[test]
    fn directories_of_one_name_do_not_share_a_place() {
        let first = TempDir::new("same");
        first.write("a.td", "def a;");
        let second = TempDir::new("same");
        assert!(first.path().join("a.td").exists());
        drop(second);
        assert!(first.path().exists());
    }
}
