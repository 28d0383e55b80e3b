//! The elaboration of a workspace's units for the index.

use std::sync::Arc;
use std::time::{Duration, Instant};

use elaborate::budget::{MIB, MILLION};
use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::Xxh3;

use super::{BETWEEN_WRITES, Indexer, Interrupted, MOMENT};
use crate::generated::process::{self, Answer, NoAnswer, Now, Question};
use crate::generated::{GeneratedFile, GeneratedUnit, MAX_BYTES};
use crate::{FileEntry, Known, UnitCommand, Workspace, stamp_of};

/// A unit is elaborated only if no file has changed for this time.
const SETTLED: Duration = Duration::from_secs(2);
/// The budget of an elaboration for the index, unless the unit's own budget is smaller. LLVM's largest unit needs a
/// quarter of this memory.
const MAX_MEMORY: usize = 512 * MIB;
const MAX_STEPS: u64 = 200 * MILLION;

impl Indexer {
    /// Elaborates each unit that was not elaborated yet, or whose files or command line have changed since its last
    /// elaboration. Does nothing if the workspace's `with_records` is not set.
    pub(super) fn pass_units(&mut self, workspace: &Arc<Workspace>) -> Result<(), Interrupted> {
        if !workspace.with_records {
            return Ok(());
        }
        let project = &workspace.project;
        let is_unit = |name: &str| project.named(name).is_some();
        self.shared.known().generated.retain(is_unit);
        let mut written = Instant::now();
        for number in 0..project.units().len() {
            self.wait_until_idle()?;
            if !self.can_run {
                break;
            }
            let unit = workspace.units.unit(project, number);
            let question = question(&unit, workspace);
            let fingerprint = self
                .shared
                .known()
                .fingerprint(&question, workspace, number);
            if !self.is_current(&unit.id, fingerprint) {
                self.wait_until_settled()?;
                self.elaborate(workspace, &unit.id, &question, fingerprint)?;
            }
            // The names are also written during the pass, since the elaboration of all units may take minutes and the
            // server may end at any time.
            if written.elapsed() >= BETWEEN_WRITES {
                written = Instant::now();
                // `self.written` is restored, so that this write does not delay the write after the last unit.
                let before = self.written;
                self.write();
                self.written = before;
            }
        }
        Ok(())
    }

    fn is_current(&self, unit: &str, fingerprint: Option<u128>) -> bool {
        let known = self.shared.known();
        let known = known.generated.get(unit);
        known.is_some_and(|it| {
            let mut beside = it.beside.iter();
            fingerprint.unwrap_or_default() == it.fingerprint
                && beside.all(|(path, stamp)| stamp_of(path) == *stamp)
        })
    }

    /// Waits until no file has changed for the time [`SETTLED`]. An error if a new pass is due.
    fn wait_until_settled(&self) -> Result<(), Interrupted> {
        loop {
            self.wait_until_idle()?;
            let changed = self.shared.jobs().last_change;
            if changed.is_none_or(|it| it.elapsed() >= SETTLED) {
                return Ok(());
            }
            std::thread::sleep(MOMENT);
        }
    }

    /// Elaborates a unit in another process, and stores the names. A unit that exceeds its budget counts as failed.
    fn elaborate(
        &mut self,
        workspace: &Arc<Workspace>,
        id: &str,
        question: &Question,
        fingerprint: Option<u128>,
    ) -> Result<(), Interrupted> {
        let mut unit = GeneratedUnit {
            fingerprint: fingerprint.unwrap_or_default(),
            is_failed: true,
            ..GeneratedUnit::default()
        };
        if fingerprint.is_some() {
            match process::ask(question, || self.now(workspace)) {
                Ok(answer) => {
                    self.shared.known().elaborated += 1;
                    if let Err(path) = self.take(answer, &mut unit)
                        && self.mismatched.insert(id.to_owned())
                    {
                        // The file was written after the index read it. It is read again, and then the unit is
                        // elaborated again.
                        return Err(self.read_again(path));
                    }
                }
                Err(NoAnswer::Ended) => return Err(Interrupted),
                Err(NoAnswer::Failed) => {}
                Err(NoAnswer::NotRun(error)) => {
                    eprintln!("tablegen-analyzer: symbols: no unit is elaborated: {error}");
                    self.can_run = false;
                    return Ok(());
                }
            }
        }
        self.mismatched.remove(id);
        if unit.is_failed {
            eprintln!("tablegen-analyzer: symbols: '{id}' cannot be elaborated, or takes too much");
        }
        let has_room = self.shared.known().generated.set(&id.into(), unit);
        if !has_room {
            let most = MAX_BYTES >> 20;
            eprintln!(
                "tablegen-analyzer: symbols: '{id}' is left out, names of records have {most} MiB"
            );
        }
        self.are_records_stored = false;
        Ok(())
    }

    /// Whether the elaborating process should work, pause or end now.
    fn now(&self, workspace: &Arc<Workspace>) -> Now {
        let current = self.shared.jobs().workspace.clone();
        if !current.is_some_and(|it| Arc::ptr_eq(&it, workspace)) {
            Now::End
        } else if self.is_idle() {
            Now::Work
        } else {
            Now::Pause
        }
    }

    /// Moves the names of an answer to `unit`, except the names that are in the texts of the files. If the text of a
    /// file that the process read differs from the indexed text, the error is the path of this file.
    fn take(&self, answer: Answer, unit: &mut GeneratedUnit) -> Result<(), String> {
        let known = self.shared.known();
        for (path, hash) in answer.read {
            match known.files.get(&*path) {
                Some(entry) if entry.hash == hash => {}
                Some(_) => return Err(path),
                None => {
                    let stamp = stamp_of(&path).filter(|it| it.is_sure());
                    unit.beside.push((path, stamp));
                }
            }
        }
        let files =
            answer
                .names
                .into_iter()
                .map(|(path, names)| match known.files.get_key_value(&*path) {
                    Some((path, entry)) => (path.clone(), names, Some(entry.clone())),
                    None => (path.into(), names, None),
                });
        let files: Vec<_> = files.collect();
        drop(known);
        for (path, names, entry) in files {
            let names = match &entry {
                Some(entry) => {
                    let in_text = in_text(entry);
                    names.only(|at, name| !in_text.contains(&(at.line, name)))
                }
                None => names,
            };
            if names.len() > 0 {
                unit.files.push(Arc::new(GeneratedFile { path, names }));
            }
        }
        unit.is_failed = false;
        Ok(())
    }

    /// Marks a file as changed, so that a new pass reads it again. Returns the error that ends the current pass.
    fn read_again(&self, path: String) -> Interrupted {
        let mut jobs = self.shared.jobs();
        jobs.changed.insert(path);
        jobs.is_new = true;
        Interrupted
    }
}

/// The names in a text, each with its line.
fn in_text(entry: &FileEntry) -> FxHashSet<(u32, &str)> {
    let names = entry.names.iter();
    names.map(|it| (it.place.line, it.text)).collect()
}

fn question(unit: &UnitCommand, workspace: &Workspace) -> Question {
    let (version, program) = Question::known();
    Question {
        version,
        program,
        folder: unit.working_dir.clone(),
        root: unit.spec.root.clone(),
        include_dirs: unit.spec.include_dirs.clone(),
        macros: unit.spec.macros.clone(),
        release: unit.version.0,
        memory: unit.limits.memory.min(MAX_MEMORY),
        steps: unit.limits.steps.min(MAX_STEPS),
        encoding: workspace.encoding,
    }
}

impl Known {
    /// The hash of a unit's command line and of the texts of its files. `None` if a file is not in the index.
    fn fingerprint(&self, question: &Question, workspace: &Workspace, unit: usize) -> Option<u128> {
        let mut hash = Xxh3::new();
        hash.update(&serde_json::to_vec(question).ok()?);
        for path in workspace.project.files(unit) {
            let entry = self.files.get(path)?;
            hash.update(&(path.len() as u64).to_le_bytes());
            hash.update(path.as_bytes());
            hash.update(&entry.hash.to_le_bytes());
        }
        Some(hash.digest128())
    }
}
