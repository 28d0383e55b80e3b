//! What all backends stand on: how one is described, what it runs with, and the tools to read records and write text.
//!
//! A backend reads the [`Records`] of its [`Context`] and writes an [`Output`]. It sees finished records only, never
//! syntax. What several backends need to know of a target is a [`Model`], built once per unit.
//!
//! Invariants:
//!
//! * What a backend writes depends on the records and its options only.
//! * A backend that fails leaves no output: text counts once the run has succeeded, or once the backend itself has
//!   said that it cannot fail any more (see [`Output::commit`]).

#![warn(clippy::print_stdout, missing_docs)]

pub mod bit_set;
mod context;
pub mod ids;
pub mod number;
pub mod offset_table;
pub mod output;
mod reading;
pub mod sets;
pub mod small_set;
pub mod std_sort;
pub mod string_map;
pub mod string_matcher;
pub mod string_offset_table;
mod table;
pub mod text;

pub use context::{Context, Diagnostics, Model, Models};
pub use elaborate::diagnostic::{Diagnostic, Severity};
pub use elaborate::records::{Dag, Fatal, Rec, RecordId, Records};
pub use elaborate::value::ValueId;
pub use output::{Map, MapEntry, Output};
pub use reading::{each_record_in, records_in};
pub use table::{Table, table};

/// A way to make text of records.
pub trait Backend: Sync {
    /// The option that chooses it, without dashes.
    fn name(&self) -> &'static str;

    /// One line for `--help`.
    fn help(&self) -> &'static str;

    /// The options that it alone has.
    fn options(&self) -> &'static [BackendOption] {
        &[]
    }

    /// Writes the text. What there is to say besides goes to the context; an error ends the run.
    fn run(&self, cx: &Context, out: &mut Output) -> Result<(), Fatal>;

    /// What writes the lines of a single record, where that takes little of the work for all: exactly those that
    /// [`Backend::run`] ties to it, one behind the other.
    fn part(&self) -> Option<Part> {
        None
    }
}

/// Writes what one record makes of a text.
pub type Part = fn(&Context, Rec, &mut Output) -> Result<(), Fatal>;

/// An option of a backend. Every option takes a value.
#[derive(Clone, Copy, Debug)]
pub struct BackendOption {
    /// Without dashes.
    pub name: &'static str,
    /// What `--help` says of it, in one line.
    pub help: &'static str,
}

/// The values given for options of backends.
#[derive(Clone, Debug, Default)]
pub struct Options(pub Vec<(&'static str, String)>);

impl Options {
    /// The value of an option, if it was given.
    pub fn get(&self, name: &str) -> Option<&str> {
        let (_, value) = self.0.iter().rev().find(|(it, _)| *it == name)?;
        Some(value)
    }
}
