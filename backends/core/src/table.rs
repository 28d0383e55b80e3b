//! Backends that are one function.

use crate::{Backend, BackendOption, Context, Fatal, Output};

/// A backend that writes by calling a function.
pub struct Table {
    name: &'static str,
    help: &'static str,
    options: &'static [BackendOption],
    write: Write,
}

type Write = fn(&Context, &mut Output) -> Result<(), Fatal>;

/// A backend without options of its own.
pub const fn table(name: &'static str, help: &'static str, write: Write) -> Table {
    Table {
        name,
        help,
        options: &[],
        write,
    }
}

impl Table {
    /// The same with options of its own.
    pub const fn options(self, options: &'static [BackendOption]) -> Table {
        Table { options, ..self }
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

    fn run(&self, cx: &Context, out: &mut Output) -> Result<(), Fatal> {
        (self.write)(cx, out)
    }
}
