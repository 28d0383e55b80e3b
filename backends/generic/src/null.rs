//! `-null-backend`: no output, to time the phases before backends.

use backend::{Backend, Context, Fatal, Output};

pub(crate) const BACKEND: Backend = Backend::of_any_tool(
    "null-backend",
    "Write nothing; for timing the front end",
    write,
);

fn write(_: &Context, _: &mut Output) -> Result<(), Fatal> {
    Ok(())
}
