//! `-null-backend`: nothing, to time what comes before backends.

use backend::{Backend, Context, Fatal, Output};

pub(crate) struct Null;

impl Backend for Null {
    fn name(&self) -> &'static str {
        "null-backend"
    }

    fn help(&self) -> &'static str {
        "Write nothing; for timing the front end"
    }

    fn run(&self, _: &Context, _: &mut Output) -> Result<(), Fatal> {
        Ok(())
    }
}
