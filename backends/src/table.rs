//! Backends that are one function.

use crate::{Backend, BackendOption, Fatal, Options, Output, Records};

/// A backend that writes by calling a function.
pub(crate) struct Table {
    name: &'static str,
    help: &'static str,
    options: &'static [BackendOption],
    write: Write,
}

enum Write {
    Plain(fn(&Records, &mut Output) -> Result<(), Fatal>),
    WithOptions(fn(&Records, &Options, &mut Output) -> Result<(), Fatal>),
}

/// A backend without options.
pub(crate) const fn table(
    name: &'static str,
    help: &'static str,
    write: fn(&Records, &mut Output) -> Result<(), Fatal>,
) -> Table {
    Table {
        name,
        help,
        options: &[],
        write: Write::Plain(write),
    }
}

/// A backend with options of its own.
pub(crate) const fn table_with(
    options: &'static [BackendOption],
    name: &'static str,
    help: &'static str,
    write: fn(&Records, &Options, &mut Output) -> Result<(), Fatal>,
) -> Table {
    Table {
        name,
        help,
        options,
        write: Write::WithOptions(write),
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
        match self.write {
            Write::Plain(write) => write(records, out),
            Write::WithOptions(write) => write(records, options, out),
        }
    }
}
