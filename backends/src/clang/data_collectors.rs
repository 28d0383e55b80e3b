//! `-gen-clang-data-collectors`: the code that each class holds, as calls of a macro.

use elaborate::value::print::push_unquoted;

use crate::{Fatal, Output, Records};

pub fn write(records: &Records, out: &mut Output) -> Result<(), Fatal> {
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
