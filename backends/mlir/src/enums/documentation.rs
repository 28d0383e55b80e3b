//! The documentation of enumerations.

use backend::{Context, Fatal, Output};
use mlir_model::enums::Enum;

use super::changes;
use crate::markdown;

/// Writes the documentation of all enumerations.
pub(super) fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    out.push(markdown::HEADER);
    let class = changes::documented_class(cx.release());
    out.try_each(cx.records.derived(class)?, |out, rec| {
        push(out, &Enum::read(rec)?);
        Ok(())
    })
}

/// Writes the documentation of an enumeration.
pub(crate) fn push(out: &mut Output, it: &Enum) {
    changes::push_title_and_summary(out, it);
    out.push(
        "
#### Cases:

| Symbol | Value | String |
| :----: | :---: | ------ |
",
    );
    for case in &it.cases {
        writeln!(
            out,
            "| {} | `{}` | {} |",
            case.symbol, case.value, case.text
        );
    }
    out.push(changes::end_of_documentation(it.rec.records().release()));
}
