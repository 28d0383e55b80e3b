//! The foundation of all backends: their descriptions, the context of a run, and the tools to read records and write
//! text.
//!
//! A backend reads the [`Records`] of its [`Context`] and writes an [`Output`]. It sees finished records only, never
//! syntax. Facts about a target that several backends need are a [`Model`], built once per unit.
//!
//! Invariants:
//!
//! * The output of a backend depends only on the records and the backend's options.
//! * A backend that fails leaves no output: text is final once the run has succeeded, or once the backend itself
//!   declares that it cannot fail any more (see [`Output::commit`]).

#![warn(clippy::print_stdout, missing_docs)]

mod backend;
pub mod bit_set;
mod context;
pub mod ids;
pub mod number;
pub mod offset_table;
mod options;
pub mod output;
mod reading;
pub mod sets;
pub mod small_set;
pub mod std_sort;
pub mod string_map;
pub mod string_matcher;
pub mod string_offset_table;
pub mod text;

pub use backend::{Backend, Language, Needs, Part, Tool, Write};
pub use context::{Context, Diagnostics, Model, Models};
pub use elaborate::diagnostic::{Audience, Diagnostic, Severity};
pub use elaborate::records::{Dag, Fatal, Rec, RecordId, Records, Release};
pub use elaborate::value::ValueId;
pub use elaborate::work::{enter, spend};
pub use options::{BackendOption, LONG_STRING_LITERALS, Options, Takes, Value};
pub use output::{Map, MapEntry, Output};
pub use reading::{each_record_in, records_in};
