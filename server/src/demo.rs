//! `demo`: a short tour on a bundled example.

use std::process::ExitCode;
use std::sync::Arc;

use analysis::unit::Files;
use analysis::value::print::push_record;

use crate::check::for_file;
use crate::tblgen::front_end::{self, FrontEnd};
use crate::tblgen::options::Options;
use crate::{cli, deep};

/// The files of the example.
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

struct Bundled;

impl Files for Bundled {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        let (_, text) = FILES.iter().find(|(name, _)| *name == path)?;
        Some((*text).into())
    }
}

/// Runs the command.
pub fn main() -> ExitCode {
    match deep::run(tour) {
        Ok(tour) => cli::print(&tour),
        Err(error) => {
            cli::eprint(format!("tablegen-analyzer: cannot start: {error}\n").as_bytes());
            ExitCode::FAILURE
        }
    }
}

fn read(name: &str) -> FrontEnd {
    let text = Bundled.read(name).unwrap_or_default();
    front_end::run(
        &for_file(name, &Options::default()),
        text.as_bytes(),
        &Bundled,
    )
}

fn tour() -> String {
    let mut out = "\
This shows what works so far: checking files, and the records they make. The language server and
generated tables are not built yet.

$ tablegen-analyzer check examples/toy/*.td
"
    .to_owned();
    for (name, _) in FILES {
        out.push_str(&String::from_utf8_lossy(&read(name).messages(usize::MAX)));
    }
    out.push_str(
        "
Only Broken.td has errors. llvm-tblgen would stop at the first; all are shown here.

$ tablegen-analyzer tblgen -I examples/toy examples/toy/Toy.td
...
",
    );
    let records = read("examples/toy/Toy.td").records;
    if let Some(rec) = records.def("ADDri") {
        out.push_str("def ");
        push_record(&records.names(), &mut out, rec.record());
    }
    out + "...\n"
}
