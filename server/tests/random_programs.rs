//! Random programs have the same meaning however they are read: in order, and lazily, record by record; whole, and cut
//! at random tokens into files that include each other.
//!
//! With `TABLEGEN_REFERENCE`, an `llvm-tblgen`, they are compared with its output, too; `TABLEGEN_COMPAT` gives its
//! release (19, or 22). `TABLEGEN_SEED` is the first program and `TABLEGEN_PROGRAMS` the number of programs; a folder
//! with each failing one is left behind.

use std::ffi::OsString;
use std::fmt::Write;
use std::process::{Command, Output};

use tests::cuts::{cut, with_conditionals, with_include};
use tests::programs::program;
use tests::random::Random;
use tests::{TempDir, binary};

#[test]
fn random_programs_mean_the_same_in_all_ways() {
    let runs = Runs::new("random");
    let mut tally = Tally::default();
    for seed in runs.seeds() {
        let text = program(seed);
        runs.write("root.td", &text);
        let in_order = runs.ours(&[]);
        let lazily = runs.ours(&["--lazy"]);

        let mut faults = String::new();
        if !same_records(&in_order, &lazily) {
            let _ = writeln!(faults, "lazily:\n{}", difference(&in_order, &lazily));
        }
        tally.compare(&runs, &in_order, &mut faults);
        tally.add(&runs, seed, &in_order, &faults);
    }
    tally.check();
}

#[test]
fn programs_in_pieces_mean_what_the_whole_means() {
    let runs = Runs::new("pieces");
    let mut tally = Tally::default();
    for seed in runs.seeds() {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let mut text = with_conditionals(&program(seed), &mut random);
        if random.one_in(4) {
            let missing = *random.choose(&["gone.inc", "."]);
            text = with_include(&text, missing, &mut random);
        }
        runs.write("root.td", &text);
        let whole = runs.ours(&[]);
        for file in cut(&text, &mut random) {
            runs.write(&file.name, &file.text);
        }
        let pieces = runs.ours(&[]);
        let lazily = runs.ours(&["--lazy"]);

        let mut faults = String::new();
        if !same_records(&whole, &pieces) || message(&whole) != message(&pieces) {
            let _ = writeln!(faults, "in pieces:\n{}", difference(&whole, &pieces));
        }
        if !same_records(&whole, &lazily) {
            let _ = writeln!(faults, "lazily:\n{}", difference(&whole, &lazily));
        }
        tally.compare(&runs, &pieces, &mut faults);
        tally.add(&runs, seed, &whole, &faults);
    }
    tally.check();
}

/// The folder in which programs are run, and their options.
struct Runs {
    dir: TempDir,
    compat: String,
    reference: Option<OsString>,
}

impl Runs {
    fn new(name: &str) -> Runs {
        Runs {
            dir: TempDir::new(name),
            compat: std::env::var("TABLEGEN_COMPAT").unwrap_or_else(|_| "19".to_owned()),
            reference: std::env::var_os("TABLEGEN_REFERENCE"),
        }
    }

    fn seeds(&self) -> std::ops::Range<u64> {
        let first = setting("TABLEGEN_SEED", 1);
        first..first + setting("TABLEGEN_PROGRAMS", 100)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.dir.path().join(name), text)
            .expect("a temporary folder can be written");
    }

    fn ours(&self, args: &[&str]) -> Output {
        let mut driver = Command::new(binary("tablegen-analyzer"));
        driver
            .arg("tblgen")
            .arg(format!("--compat={}", self.compat));
        self.run(driver.args(args))
    }

    fn reference(&self) -> Option<Output> {
        let mut bounded = Command::new("timeout");
        bounded.arg("10").arg(self.reference.as_ref()?);
        Some(self.run(&mut bounded))
    }

    fn run(&self, program: &mut Command) -> Output {
        let program = program.arg("root.td").current_dir(self.dir.path());
        program.output().expect("the program starts")
    }

    /// Leaves the files of a program behind.
    fn keep(&self, seed: u64) -> std::io::Result<()> {
        let kept = std::env::temp_dir().join(format!("random-program-{seed}"));
        std::fs::create_dir_all(&kept)?;
        for file in std::fs::read_dir(self.dir.path())? {
            let file = file?;
            std::fs::copy(file.path(), kept.join(file.file_name()))?;
        }
        println!("kept in {}", kept.display());
        Ok(())
    }
}

/// The counts of the programs' results.
#[derive(Default)]
struct Tally {
    count: u64,
    failed: u64,
    valid: u64,
    unanswered: u64,
}

impl Tally {
    /// Compares an answer with the reference's, if there is one.
    fn compare(&mut self, runs: &Runs, got: &Output, faults: &mut String) {
        let Some(wanted) = runs.reference() else {
            return;
        };
        // If it crashes or does not terminate, it has no answer.
        if !matches!(wanted.status.code(), Some(0 | 1)) {
            self.unanswered += 1;
        } else if !same_answer(&wanted, got) || first_error(&wanted) != first_error(got) {
            let difference = difference(&wanted, got);
            let _ = writeln!(faults, "compared with the reference:\n{difference}");
        }
    }

    fn add(&mut self, runs: &Runs, seed: u64, got: &Output, faults: &str) {
        self.count += 1;
        self.valid += u64::from(got.status.success());
        if !faults.is_empty() {
            println!("FAIL program {seed}, {faults}");
            if let Err(error) = runs.keep(seed) {
                println!("not kept: {error}");
            }
            self.failed += 1;
        }
    }

    fn check(&self) {
        let Tally {
            count,
            failed,
            valid,
            unanswered,
        } = self;
        println!("{count} programs, of which {valid} are valid and {failed} fail");
        assert_eq!(*failed, 0, "programs that fail are above");
        assert!(unanswered * 20 <= *count, "the reference says too little");
        assert!(valid * 4 >= *count, "too few programs are valid");
    }
}

fn setting(name: &str, default: u64) -> u64 {
    let value = std::env::var(name).ok();
    value.map_or(default, |it| it.parse().expect("a number"))
}

/// Whether both fail, or print the same records.
fn same_records(one: &Output, other: &Output) -> bool {
    let success = one.status.success();
    success == other.status.success() && (!success || one.stdout == other.stdout)
}

/// Whether the answer is the reference's. After some errors the reference prints the records nevertheless, which is
/// allowed here.
fn same_answer(wanted: &Output, got: &Output) -> bool {
    let prints_less = !got.status.success() && got.stdout.is_empty();
    wanted.status.code() == got.status.code() && (prints_less || wanted.stdout == got.stdout)
}

/// The first error with its chain of includes.
fn first_error(of: &Output) -> Option<String> {
    let messages = String::from_utf8_lossy(&of.stderr);
    let lines: Vec<&str> = messages.lines().collect();
    let error = lines.iter().position(|line| line.contains("error:"))?;
    let is_include = |line: &&&str| line.starts_with("Included from ");
    let includes = lines[..error].iter().rev().take_while(is_include).count();
    Some(lines[error - includes..=error].join("\n"))
}

/// The first error message, at any place.
fn message(of: &Output) -> Option<String> {
    let error = first_error(of)?;
    let (_, message) = error.rsplit_once("error:")?;
    Some(message.to_owned())
}

/// The first lines that differ, or the messages if one fails.
fn difference(wanted: &Output, got: &Output) -> String {
    let said = [wanted, got].map(|it| first_error(it).unwrap_or_else(|| "no error".to_owned()));
    if said[0] != said[1] {
        return said.join("\n");
    }
    let [wanted, got] = [wanted, got].map(|it| String::from_utf8_lossy(&it.stdout));
    let mut lines = wanted.lines().zip(got.lines());
    match lines.find(|(wanted, got)| wanted != got) {
        Some((wanted, got)) => format!("{wanted}\n{got}"),
        None => "one prints more".to_owned(),
    }
}
