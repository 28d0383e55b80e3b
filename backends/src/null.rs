//! `-null-backend`: nothing, to time what comes before backends.

use crate::{Backend, Fatal, Options, Output, Records};

pub struct Null;

impl Backend for Null {
    fn name(&self) -> &'static str {
        "null-backend"
    }

    fn help(&self) -> &'static str {
        "Write nothing; for timing the front end"
    }

    fn run(&self, _: &Records, _: &Options, _: &mut Output) -> Result<(), Fatal> {
        Ok(())
    }
}
