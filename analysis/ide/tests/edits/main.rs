//! After any sequence of edits every answer equals that of a fresh start on the final text.
//!
//! Random changes happen to files and units ([`random`]); after some of them everything is compared ([`answers`]). A
//! failure is reported with the seed and the fewest steps that reproduce it. `TABLEGEN_SEED` and `TABLEGEN_EDITS` set
//! the seed and the number of steps. The files are those below and, in the tests that are ignored by default, some
//! targets of LLVM 19, whose sources `TABLEGEN_LLVM` names.

mod answers;
mod random;
mod world;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use db::Db;
use db::host::reports;
use elaborate::sequential;
use elaborate::unit::UnitSpec;
use elaborate::value::ValueStore;
use syntax::Release;

use answers::Sample;
use tests::random::Random;
use world::{Originals, Step, World};

/// Things that happen in a row before all starts again.
const ROUND: usize = 60;

/// A sequence of steps on some units.
struct Run {
    originals: Arc<Originals>,
    specs: Vec<UnitSpec>,
    seed: u64,
    steps: usize,
    /// Steps from one comparison to the next.
    batch: usize,
    /// Whether statements are also elaborated in order.
    in_order: bool,
}

/// The steps up to a failing comparison, and the difference.
struct Failure {
    steps: Vec<Step>,
    paths: Vec<String>,
    what: String,
}

impl Run {
    fn check(&self) {
        let start = std::time::Instant::now();
        let stack = std::thread::Builder::new().stack_size(1 << 30);
        std::thread::scope(|scope| {
            let thread = stack.spawn_scoped(scope, || self.rounds());
            let done = thread.expect("a thread").join();
            if let Err(panic) = done {
                std::panic::resume_unwind(panic);
            }
        });
        let (steps, took) = (self.steps, start.elapsed().as_secs());
        println!("{}: {steps} steps in {took} s", self.specs[0].root);
    }

    fn rounds(&self) {
        let mut done = 0;
        let mut seed = self.seed;
        while done < self.steps {
            let round = self.round(seed, (self.steps - done).min(ROUND));
            if let Err(failure) = round {
                let roots: Vec<&str> = self.specs.iter().map(|it| &*it.root).collect();
                let steps = self.fewest(seed, &failure);
                panic!(
                    "TABLEGEN_SEED={seed}, {roots:?}: {}\nafter {steps:#?}\nin the end: {}",
                    failure.what,
                    self.outcome(seed, &steps, &failure.paths)
                        .err()
                        .unwrap_or_default()
                );
            }
            done += ROUND;
            seed += 1;
        }
    }

    fn round(&self, seed: u64, count: usize) -> Result<(), Box<Failure>> {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let mut world = World::new(&self.originals, &self.specs);
        let mut steps: Vec<Step> = Vec::new();
        let mut paths: Vec<String> = Vec::new();
        let (mut next, mut happened) = (0, 0);
        while happened < count {
            let mut some = random::steps(&mut random, &mut world);
            if random.one_in(3) {
                let told = !random.one_in(4);
                some.push(Step::Follow { told });
            }
            for step in some {
                if let Step::Replace { path, .. } = &step {
                    paths.retain(|it| it != path);
                    paths.push(path.clone());
                    paths.drain(..paths.len().saturating_sub(3));
                }
                steps.push(step.clone());
                let stepped = catch_unwind(AssertUnwindSafe(|| world.step(&step)));
                if let Err(panic) = stepped {
                    let what = format!("a panic: {}", message(&*panic));
                    return Err(Box::new(Failure { steps, paths, what }));
                }
            }
            happened += 1;
            if happened > next || happened == count {
                next = happened + random.below(2 * self.batch);
                if let Err(what) = self.compare(&mut world, seed, &paths) {
                    return Err(Box::new(Failure { steps, paths, what }));
                }
                steps.extend([Step::Follow { told: true }, Step::Report]);
            }
        }
        Ok(())
    }

    fn compare(&self, world: &mut World, seed: u64, paths: &[String]) -> Result<(), String> {
        let compare = || {
            world.follow(true);
            let fresh = world.fresh();
            let followed = world.records();
            let db = world.host().db();
            let sample = Sample { seed, paths };
            let differs = answers::difference(db, fresh.db(), &followed, &sample).or_else(|| {
                let (unit, release) = (fresh.db().unit(), Release::V22);
                let run = || sequential::run(Arc::new(ValueStore::default()), unit, release);
                // After an error, the two may continue differently: one of them does not check for duplicate names.
                let is_fine = !reports(fresh.db()).iter().any(|it| it.is_error());
                let in_order = (self.in_order && is_fine).then(run)?;
                answers::from_in_order(fresh.db(), &in_order.records)
            });
            world.host().note_settled();
            differs
        };
        match catch_unwind(AssertUnwindSafe(compare)) {
            Ok(None) => Ok(()),
            Ok(Some(what)) => Err(what),
            Err(panic) => Err(format!("a panic: {}", message(&*panic))),
        }
    }

    /// Whether all is well after some steps.
    fn outcome(&self, seed: u64, steps: &[Step], paths: &[String]) -> Result<(), String> {
        let mut world = World::new(&self.originals, &self.specs);
        let stepped = catch_unwind(AssertUnwindSafe(|| {
            steps.iter().for_each(|it| world.step(it));
        }));
        match stepped {
            Ok(()) => self.compare(&mut world, seed, paths),
            Err(panic) => Err(format!("a panic: {}", message(&*panic))),
        }
    }

    /// Removes steps as long as the failure remains.
    fn fewest(&self, seed: u64, failure: &Failure) -> Vec<Step> {
        let fails = |steps: &[Step]| self.outcome(seed, steps, &failure.paths).is_err();
        let mut steps = failure.steps.clone();
        let mut size = steps.len().div_ceil(2);
        while size > 0 {
            let mut start = 0;
            while start < steps.len() {
                let end = (start + size).min(steps.len());
                let fewer = [&steps[..start], &steps[end..]].concat();
                if fails(&fewer) {
                    steps = fewer;
                } else {
                    start = end;
                }
            }
            size /= 2;
        }
        steps
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|it| (*it).to_owned()));
    text.unwrap_or_else(|| "of an unknown kind".to_owned())
}

fn setting(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

/// The files that always exist.
const FILES: [(&str, &str); 13] = [
    ("root.td", include_str!("fixtures/root.td")),
    ("base.td", include_str!("fixtures/base.td")),
    ("regs.td", include_str!("fixtures/regs.td")),
    ("other.td", include_str!("fixtures/other.td")),
    ("asks.td", include_str!("fixtures/asks.td")),
    ("cut.td", include_str!("fixtures/cut.td")),
    ("cut-body.td", include_str!("fixtures/cut-body.td")),
    ("cut-inner.td", include_str!("fixtures/cut-inner.td")),
    ("cut-list.td", include_str!("fixtures/cut-list.td")),
    ("cut-last.td", include_str!("fixtures/cut-last.td")),
    ("cut-open.td", include_str!("fixtures/cut-open.td")),
    ("cut-loop.td", include_str!("fixtures/cut-loop.td")),
    ("cut-fields.td", include_str!("fixtures/cut-fields.td")),
];

fn spec(root: &str, include_dirs: &[&str], macros: &[&str]) -> UnitSpec {
    let owned = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect();
    UnitSpec {
        root: root.to_owned(),
        include_dirs: owned(include_dirs),
        macros: owned(macros),
    }
}

#[test]
fn small_files() {
    let run = Run {
        originals: Arc::new(Originals::given(&FILES)),
        specs: vec![
            spec("root.td", &[], &[]),
            spec("root.td", &[], &["M0"]),
            spec("other.td", &[], &[]),
            spec("asks.td", &[], &[]),
            spec("cut.td", &[], &[]),
        ],
        seed: setting("TABLEGEN_SEED").unwrap_or(1) as u64,
        steps: setting("TABLEGEN_EDITS").unwrap_or(if cfg!(debug_assertions) { 600 } else { 6000 }),
        batch: 3,
        in_order: true,
    };
    run.check();
}

/// Random things happen to some roots of the corpus that are read with the same include directories.
fn corpus(target: &'static str, roots: &[&str], include_dirs: &[&str], steps: usize, batch: usize) {
    let folder = std::env::var_os("TABLEGEN_LLVM").expect("TABLEGEN_LLVM is set");
    let folder = folder.to_string_lossy();
    let path = |it: &&str| format!("{folder}/{it}");
    let dirs: Vec<String> = include_dirs.iter().map(path).collect();
    let dirs: Vec<&str> = dirs.iter().map(String::as_str).collect();
    let roots = roots.iter().map(path);
    let mut specs: Vec<UnitSpec> = roots.map(|it| spec(&it, &dirs, &[])).collect();
    for spec in &specs {
        assert!(
            std::path::Path::new(&spec.root).exists(),
            "{} is not there",
            spec.root
        );
    }
    specs.push(UnitSpec {
        macros: vec!["M0".to_owned()],
        ..specs[0].clone()
    });
    let run = Run {
        originals: Arc::new(Originals::below(&folder, target)),
        specs,
        seed: setting("TABLEGEN_SEED").unwrap_or(1) as u64,
        steps: setting("TABLEGEN_EDITS").unwrap_or(steps),
        batch,
        in_order: false,
    };
    run.check();
}

/// The same for one target and a file of it that is parsed on its own.
fn target(name: &'static str, steps: usize, batch: usize) {
    let folder = format!("llvm/lib/Target/{name}");
    let roots = [
        format!("{folder}/{name}.td"),
        format!("{folder}/{name}RegisterInfo.td"),
    ];
    let roots = roots.each_ref().map(String::as_str);
    corpus(
        name,
        &roots,
        &[&folder, "llvm/include", "llvm/lib/Target"],
        steps,
        batch,
    );
}

#[test]
#[ignore = "reads TABLEGEN_LLVM"]
fn small_targets() {
    for name in ["Lanai", "BPF", "MSP430", "AVR", "XCore", "ARC"] {
        target(name, 480, 6);
    }
}

#[test]
#[ignore = "reads TABLEGEN_LLVM"]
fn tables_of_clang() {
    let basic = "clang/include/clang/Basic";
    let attributes = [format!("{basic}/Attr.td"), format!("{basic}/DeclNodes.td")];
    let attributes = attributes.each_ref().map(String::as_str);
    corpus("", &attributes, &["clang/include", "llvm/include"], 900, 6);
    let options = ["clang/include/clang/Driver/Options.td"];
    corpus("", &options, &["clang/include", "llvm/include"], 300, 6);
}

#[test]
#[ignore = "reads TABLEGEN_LLVM"]
fn a_large_target() {
    target("RISCV", 24, 12);
}
