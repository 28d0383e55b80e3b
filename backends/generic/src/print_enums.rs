//! `-print-enums`: the names of the records of a class.

use backend::{Backend, BackendOption, Context, Fatal, Output};

const CLASS: BackendOption = BackendOption::text("class", "The class for -print-enums");

pub(crate) const BACKEND: Backend = Backend::of_any_tool(
    "print-enums",
    "Print the names of the records of a class",
    write,
)
.options(&[CLASS]);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let (records, options) = (cx.records, cx.options);
    for def in records.derived(options.text(&CLASS))? {
        out.source(def);
        out.push(def.name());
        out.push(", ");
    }
    out.push("\n");
    Ok(())
}
