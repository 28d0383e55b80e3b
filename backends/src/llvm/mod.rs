//! The backends of `llvm-tblgen` that need no model of a target.

mod attributes;
mod opt_parser;
mod opt_rst;
mod options;
mod value_type_list;

use crate::{Backend, BackendOption, Fatal, Options, Output, Records};

/// The backends of this module, in the order in which they are listed.
pub const ALL: &[&dyn Backend] = &[
    &table("gen-attrs", "List LLVM's attributes", attributes::write),
    &table(
        "gen-opt-parser-defs",
        "Define a program's command-line options",
        opt_parser::write,
    ),
    &table(
        "gen-opt-rst",
        "Document a program's command-line options in reStructuredText",
        opt_rst::write,
    ),
    &table("gen-vt", "List LLVM's value types", value_type_list::write),
];

/// A backend that is one function.
struct Table {
    name: &'static str,
    help: &'static str,
    options: &'static [BackendOption],
    write: fn(&Records, &Options, &mut Output) -> Result<(), Fatal>,
}

const fn table(
    name: &'static str,
    help: &'static str,
    write: fn(&Records, &Options, &mut Output) -> Result<(), Fatal>,
) -> Table {
    Table {
        name,
        help,
        options: &[],
        write,
    }
}

impl Backend for Table {
    fn name(&self) -> &'static str {
        self.name
    }

    fn help(&self) -> &'static str {
        self.help
    }

    fn options(&self) -> &'static [BackendOption] {
        self.options
    }

    fn run(&self, records: &Records, options: &Options, out: &mut Output) -> Result<(), Fatal> {
        (self.write)(records, options, out)
    }
}
