//! Records to text: one module per backend.
//!
//! A backend reads [`Records`] and writes an [`Output`]. It sees finished records only, never syntax, and adding one
//! is a module and a line in [`ALL`], [`llvm::ALL`] or [`clang::ALL`].
//!
//! Invariants:
//!
//! * What a backend writes depends on the records and its options only.
//! * A backend that fails leaves no output: text counts once the run has succeeded, or once the backend itself has
//!   said that it cannot fail any more (see [`Output::commit`]).

mod clang;
mod ctags;
mod detailed_records;
mod json;
mod llvm;
mod null;
mod offset_table;
mod output;
mod print_enums;
mod print_records;
mod print_sets;
pub mod sets;
mod string_map;
mod table;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
pub mod text;
mod unstable_sort;
mod value_types;

pub use elaborate::records::{Fatal, Rec, Records};
pub use output::{Map, Output};

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

    fn run(&self, records: &Records, options: &Options, out: &mut Output) -> Result<(), Fatal>;
}

/// An option of a backend. Every option takes a value.
#[derive(Clone, Copy, Debug)]
pub struct BackendOption {
    /// Without dashes.
    pub name: &'static str,
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

/// The backends that read any unit.
const ALL: &[&dyn Backend] = &[
    &print_records::PrintRecords,
    &detailed_records::DetailedRecords,
    &json::Json,
    &null::Null,
    &print_enums::PrintEnums,
    &print_sets::PrintSets,
    &ctags::Ctags,
];

/// All backends, in the order in which they are listed.
pub fn all() -> impl Iterator<Item = &'static dyn Backend> {
    ALL.iter().chain(llvm::ALL).chain(clang::ALL).copied()
}

/// The backend of this name.
pub fn find(name: &str) -> Option<&'static dyn Backend> {
    all().find(|it| it.name() == name)
}
