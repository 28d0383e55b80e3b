//! `-print-sets`: the elements of the sets that records of class `Set` describe.

use crate::sets::Sets;
use crate::{Backend, Fatal, Options, Output, Records};

pub struct PrintSets;

impl Backend for PrintSets {
    fn name(&self) -> &'static str {
        "print-sets"
    }

    fn help(&self) -> &'static str {
        "Print the elements of each record of class Set"
    }

    fn run(&self, records: &Records, _: &Options, out: &mut Output) -> Result<(), Fatal> {
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
}
