//! `-gen-clang-data-collectors`: the code of each class as a macro call.

#[cfg(test)]
mod tests;

use backend::{Backend, Context, Fatal, Output};
use elaborate::value::print::push_unquoted;

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-clang-data-collectors",
    "List the code that collects data of nodes",
    &[],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    for class in records.classes() {
        out.source(class);
        writeln!(out, "DEF_ADD_DATA({}, {{", class.name());
        push_unquoted(&records.names(), &mut out.text, class.value("Code")?);
        out.push("}\n)\n");
    }
    out.no_source();
    out.push("#undef DEF_ADD_DATA\n");
    Ok(())
}
