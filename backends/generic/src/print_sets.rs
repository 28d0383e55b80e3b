//! `-print-sets`: the elements of the sets that records of class `Set` describe.

#[cfg(test)]
mod tests;

use backend::sets::Sets;
use backend::{Backend, Context, Fatal, Needs, Output};

pub(crate) const BACKEND: Backend = Backend {
    needs: Needs::All(&["Set"]),
    ..Backend::of_any_tool(
        "print-sets",
        "Print the elements of each record of class Set",
        write,
    )
};

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    let mut sets = Sets::new(records);
    sets.expand_field("Set", "Elements");
    for set in records.derived("Set")? {
        out.source(set);
        out.push(set.name());
        out.push(" = [");
        for element in sets.expand(set)?.unwrap_or_default().iter() {
            out.push(" ");
            out.push(element.name());
        }
        out.push(" ]\n");
    }
    Ok(())
}
