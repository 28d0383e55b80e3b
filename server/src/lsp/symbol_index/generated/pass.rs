//! Which units are elaborated, and when.

use std::sync::Arc;
use std::time::{Duration, Instant};

use elaborate::budget::{MIB, MILLION};
use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::Xxh3;

use super::process::{self, Answer, NoAnswer, Now, Question};
use super::{GeneratedFile, GeneratedUnit, MAX_BYTES};
use crate::lsp::symbol_index::{
    FileEntry, Indexer, Interrupted, Known, MOMENT, WRITES, Wanted, stamp_of,
};
use crate::lsp::unit::UnitInfo;

/// How long no file has changed when units are made anew.
const REST: Duration = Duration::from_secs(2);
/// What a unit may take in the background, if it may take as much at all: four times what LLVM's largest does.
const MAX_MEMORY: usize = 512 * MIB;
const MAX_STEPS: u64 = 200 * MILLION;

impl Indexer {
    /// Has all units elaborated that are others than they were.
    pub(in super::super) fn pass_units(&mut self, wanted: &Arc<Wanted>) -> Result<(), Interrupted> {
        if !wanted.records {
            return Ok(());
        }
        let project = &wanted.project;
        let is_wanted = |name: &str| project.named(name).is_some();
        self.shared.known().generated.retain(is_wanted);
        let mut written = Instant::now();
        for (number, info) in wanted.units.iter().enumerate() {
            self.give_way()?;
            if !self.can_run {
                break;
            }
            let question = question(&info, wanted);
            let fingerprint = self.shared.known().fingerprint(&question, wanted, number);
            if !self.is_current(&info.id, fingerprint) {
                self.rest()?;
                self.make(wanted, &info, &question, fingerprint)?;
            }
            // Many units take long, and the process may end.
            if written.elapsed() >= WRITES {
                written = Instant::now();
                // When all is done it is written in any case.
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

    /// Waits until files have not changed for a while.
    fn rest(&self) -> Result<(), Interrupted> {
        loop {
            self.give_way()?;
            let changed = self.shared.tray().last_change;
            if changed.is_none_or(|it| it.elapsed() >= REST) {
                return Ok(());
            }
            std::thread::sleep(MOMENT);
        }
    }

    /// Has a unit elaborated. One that is too large counts as making nothing.
    fn make(
        &mut self,
        wanted: &Arc<Wanted>,
        info: &UnitInfo,
        question: &Question,
        fingerprint: Option<u128>,
    ) -> Result<(), Interrupted> {
        let mut unit = GeneratedUnit {
            fingerprint: fingerprint.unwrap_or_default(),
            is_failed: true,
            ..GeneratedUnit::default()
        };
        if fingerprint.is_some() {
            match process::ask(question, || self.now(wanted)) {
                Ok(answer) => {
                    self.shared.known().elaborated += 1;
                    if let Err(path) = self.take(answer, &mut unit)
                        && self.mismatched.insert(info.id.clone())
                    {
                        // It was written meanwhile. It is looked at again, and so is the unit.
                        return Err(self.again(path));
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
        self.mismatched.remove(&info.id);
        if unit.is_failed {
            let name = &info.id;
            eprintln!(
                "tablegen-analyzer: symbols: '{name}' cannot be elaborated, or takes too much"
            );
        }
        let name: Arc<str> = info.id.as_str().into();
        let has_room = self.shared.known().generated.set(&name, unit);
        if !has_room {
            let most = MAX_BYTES >> 20;
            eprintln!(
                "tablegen-analyzer: symbols: '{name}' is left out, names of records have {most} MiB"
            );
        }
        self.are_records_kept = false;
        Ok(())
    }

    /// What the process that elaborates is to do.
    fn now(&self, wanted: &Arc<Wanted>) -> Now {
        let is_wanted = {
            let tray = self.shared.tray();
            tray.wanted
                .as_ref()
                .is_some_and(|it| Arc::ptr_eq(it, wanted))
        };
        match (is_wanted, self.is_quiet()) {
            (false, _) => Now::End,
            (true, true) => Now::Work,
            (true, false) => Now::Rest,
        }
    }

    /// Takes over what a unit makes. What the texts of its files say is left out. Fails with a file that was read as
    /// another than it is known.
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
                .made
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

    /// Has a file looked at again.
    fn again(&self, path: String) -> Interrupted {
        let mut tray = self.shared.tray();
        tray.changed.insert(path);
        tray.is_new = true;
        Interrupted
    }
}

/// The names that a text holds, by their lines.
fn in_text(entry: &FileEntry) -> FxHashSet<(u32, &str)> {
    let names = entry.names.iter();
    names.map(|it| (it.range.start.line, it.text)).collect()
}

fn question(info: &UnitInfo, wanted: &Wanted) -> Question {
    let (version, program) = Question::known();
    let spec = &info.found.spec;
    Question {
        version,
        program,
        folder: info.found.working_dir.clone(),
        root: spec.root.clone(),
        include_dirs: spec.include_dirs.clone(),
        macros: spec.macros.clone(),
        release: info.version.0,
        memory: info.limits.memory.min(MAX_MEMORY),
        steps: info.limits.steps.min(MAX_STEPS),
        encoding: wanted.encoding,
    }
}

impl Known {
    /// What a unit depends on: how it is read, and the files that it is known to read. `None` if
    /// not all of them are known.
    fn fingerprint(&self, question: &Question, wanted: &Wanted, unit: usize) -> Option<u128> {
        let mut hash = Xxh3::new();
        hash.update(&serde_json::to_vec(question).ok()?);
        for path in wanted.project.files(unit) {
            let entry = self.files.get(path)?;
            hash.update(&(path.len() as u64).to_le_bytes());
            hash.update(path.as_bytes());
            hash.update(&entry.hash.to_le_bytes());
        }
        Some(hash.digest128())
    }
}
