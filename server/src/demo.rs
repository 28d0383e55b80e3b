//! `demo`: a short tour on a bundled example.

use std::process::ExitCode;

use syntax::{Dialect, MacroSet};

use crate::check::check;
use crate::cli;
use crate::render::Source;

/// The files of the example, those that are meant to be clean first.
const FILES: &[(&str, &str)] = &[
    (
        "examples/toy/Base.td",
        include_str!("../../examples/toy/Base.td"),
    ),
    (
        "examples/toy/Registers.td",
        include_str!("../../examples/toy/Registers.td"),
    ),
    (
        "examples/toy/Instructions.td",
        include_str!("../../examples/toy/Instructions.td"),
    ),
    (
        "examples/toy/Toy.td",
        include_str!("../../examples/toy/Toy.td"),
    ),
    (
        "examples/toy/Broken.td",
        include_str!("../../examples/toy/Broken.td"),
    ),
];

/// Runs the command.
pub fn main() -> ExitCode {
    cli::print(&tour())
}

fn tour() -> String {
    let mut out = "\
This shows what works so far: the syntax check. Records, the language server and generated tables
are not built yet.

$ tablegen-analyzer check examples/toy/*.td
"
    .to_owned();
    for (name, text) in FILES {
        let source = Source::new(name, text.as_bytes());
        let mut print = |text: &[u8]| out.push_str(&String::from_utf8_lossy(text));
        check(
            &source,
            &mut MacroSet::default(),
            Dialect::default(),
            &mut print,
        );
    }
    out + "\nOnly Broken.td has errors. llvm-tblgen would stop at the first; all are shown here.\n"
}
