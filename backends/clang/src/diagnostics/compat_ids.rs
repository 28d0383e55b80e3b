//! `-gen-clang-diags-compat-ids`: pairs of diagnostics about features of a later standard. New in LLVM 21.

use backend::{Backend, Context, Fatal, Output};

use super::definitions::COMPONENT;

pub(crate) const BACKEND: Backend = Backend::clang(
    "gen-clang-diags-compat-ids",
    "List the pairs of diagnostics about compatibility",
    &["CompatWarningId"],
    write,
)
.options(&[COMPONENT]);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let only = cx.options.text(&COMPONENT);
    let mut previous = String::new();
    // Pairs have consecutive numbers across all components, so the loop also counts the pairs that are left out.
    for (index, pair) in cx
        .records
        .derived("CompatWarningId")?
        .into_iter()
        .enumerate()
    {
        let component = pair.string("Component")?;
        if !only.is_empty() && component != only {
            continue;
        }
        out.source(pair);
        let (name, standard) = (pair.string("Name")?, pair.int("Std")?);
        let (later, earlier) = (pair.string("Diag")?, pair.string("DiagPre")?);
        // The two macros enclose the enumeration. A component without pairs gets no enumeration, because compilers warn
        // of an empty enumeration.
        if component != previous {
            if !previous.is_empty() {
                out.push("DIAG_COMPAT_IDS_END()\n");
            }
            out.push("DIAG_COMPAT_IDS_BEGIN()\n");
            previous = component.into_owned();
        }
        writeln!(
            out,
            "DIAG_COMPAT_ID({index},{name},{standard},{later},{earlier})"
        );
    }
    out.no_source();
    if !previous.is_empty() {
        out.push("DIAG_COMPAT_IDS_END()\n");
    }
    Ok(())
}
