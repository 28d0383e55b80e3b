//! Random programs mean the same however they are read: in order, and lazily, record by record.
//!
//! With `TABLEGEN_REFERENCE`, an `llvm-tblgen`, they also mean what it makes of them; `TABLEGEN_COMPAT` says of which
//! release it is (19, or 22). `TABLEGEN_SEED` is the first program and `TABLEGEN_PROGRAMS` says how many there are; a
//! file with each that fails is left behind.

mod program;

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Output};

use tests::{TempDir, binary};

#[test]
fn random_programs_mean_the_same_in_all_ways() {
    let compat = std::env::var("TABLEGEN_COMPAT").unwrap_or_else(|_| "19".to_owned());
    let reference = std::env::var_os("TABLEGEN_REFERENCE");
    let (first, count) = (
        setting("TABLEGEN_SEED", 1),
        setting("TABLEGEN_PROGRAMS", 100),
    );
    let dir = TempDir::new("random");
    let file = dir.path().join("program.td");
    let compat = format!("--compat={compat}");
    let driver = |args: &[&str]| {
        let mut driver = Command::new(binary("tablegen-analyzer"));
        driver.arg("tblgen").args(args);
        run(driver, &file)
    };

    let (mut failed, mut valid, mut unanswered) = (0, 0, 0);
    for seed in first..first + count {
        let text = program::program(seed);
        std::fs::write(&file, &text).expect("a temporary folder can be written");
        let in_order = driver(&[&compat]);
        let lazily = driver(&[&compat, "--lazy"]);
        valid += u64::from(in_order.status.success());

        let mut faults = String::new();
        if !same_records(&in_order, &lazily) {
            let _ = writeln!(faults, "lazily:\n{}", difference(&in_order, &lazily));
        }
        if let Some(reference) = &reference {
            let mut bounded = Command::new("timeout");
            bounded.arg("10").arg(reference);
            let wanted = run(bounded, &file);
            let agree =
                same_answer(&wanted, &in_order) && first_error(&wanted) == first_error(&in_order);
            // Where it crashes or does not end it says nothing.
            let answered = matches!(wanted.status.code(), Some(0 | 1));
            unanswered += u64::from(!answered);
            if !agree && answered {
                let difference = difference(&wanted, &in_order);
                let _ = writeln!(faults, "compared with the reference:\n{difference}");
            }
        }
        if !faults.is_empty() {
            let kept = std::env::temp_dir().join(format!("random-program-{seed}.td"));
            let _ = std::fs::write(&kept, &text);
            println!("FAIL {}, {faults}", kept.display());
            failed += 1;
        }
    }
    println!("{count} programs, of which {valid} are valid and {failed} fail");
    assert_eq!(failed, 0, "programs that fail are above");
    assert!(unanswered * 20 <= count, "the reference says too little");
    assert!(valid * 4 >= count, "too few programs are valid");
}

fn setting(name: &str, default: u64) -> u64 {
    let value = std::env::var(name).ok();
    value.map_or(default, |it| it.parse().expect("a number"))
}

fn run(mut program: Command, file: &Path) -> Output {
    program.arg(file).output().expect("the program starts")
}

/// Whether both fail, or print the same.
fn same_records(one: &Output, other: &Output) -> bool {
    let success = one.status.success();
    success == other.status.success() && (!success || one.stdout == other.stdout)
}

/// Whether the answer is the reference's. After some errors it prints the records all the same; so may we.
fn same_answer(wanted: &Output, got: &Output) -> bool {
    let prints_less = !got.status.success() && got.stdout.is_empty();
    wanted.status.code() == got.status.code() && (prints_less || wanted.stdout == got.stdout)
}

fn first_error(of: &Output) -> Option<String> {
    let messages = String::from_utf8_lossy(&of.stderr);
    let error = messages.lines().find(|line| line.contains("error:"));
    error.map(str::to_owned)
}

/// The first lines that differ, or what is said where one fails.
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
