//! `-print-enums`: the names of the records of a class.

use backend::{Backend, BackendOption, Context, Fatal, Output};

pub(crate) struct PrintEnums;

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

    fn run(&self, cx: &Context, out: &mut Output) -> Result<(), Fatal> {
        let (records, options) = (cx.records, cx.options);
        for def in records.derived(options.get("class").unwrap_or_default())? {
            out.source(def);
            out.push(def.name());
            out.push(", ");
        }
        out.push("\n");
        Ok(())
    }
}
