//! `-print-enums`: the names of the records of a class.

use crate::{Backend, BackendOption, Fatal, Options, Output, Records};

pub struct PrintEnums;

impl Backend for PrintEnums {
    fn name(&self) -> &'static str {
        "print-enums"
    }

    fn help(&self) -> &'static str {
        "Print the names of the records of a class"
    }

    fn options(&self) -> &'static [BackendOption] {
        &[BackendOption {
            name: "class",
            help: "The class for -print-enums",
        }]
    }

    fn run(&self, records: &Records, options: &Options, out: &mut Output) -> Result<(), Fatal> {
        for def in records.derived(options.get("class").unwrap_or_default())? {
            out.source(def);
            out.push(def.name());
            out.push(", ");
        }
        out.push("\n");
        Ok(())
    }
}
