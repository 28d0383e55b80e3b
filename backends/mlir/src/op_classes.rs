//! `-gen-op-decls` and `-gen-op-defs`: the C++ classes of operations and of their adaptors, which give access to
//! operands by name even before an operation exists.
//!
//! `adaptor` contains the three classes of adaptors, and `class` the class of the operation. Both read `slots`: the
//! attributes, properties and segment sizes of an operation. `checks` contains functions that test single operands or
//! attributes. The operations of a file share these functions, and `verifier` calls them.

mod adaptor;
mod attributes;
mod builders;
mod changes;
mod checks;
mod class;
mod effects;
mod error_text;
mod files;
mod format;
mod hooks;
mod inference;
pub mod outline;
mod properties;
mod slots;
#[cfg(test)]
mod tests;
mod values;
mod verifier;

use backend::{Backend, BackendOption, Fatal, Rec, bail};

use mlir_model::operation::Operation;

use changes::Accessor;

use crate::cpp::{Class, Indented, Method};
use crate::selection::{FORMAT_ERRORS, OP_EXCLUDE, OP_INCLUDE};

const SHARDS: BackendOption = BackendOption::uint(
    "op-shard-count",
    "The number of shards into which the op classes will be divided",
);

pub(crate) const OP_DECLS: Backend = Backend::mlir(
    "gen-op-decls",
    "Generate op declarations",
    &["Op"],
    files::declarations,
)
.options(&[OP_INCLUDE, OP_EXCLUDE, SHARDS, FORMAT_ERRORS]);

pub(crate) const OP_DEFS: Backend = Backend::mlir(
    "gen-op-defs",
    "Generate op definitions",
    &["Op"],
    files::definitions,
)
.options(&[OP_INCLUDE, OP_EXCLUDE, SHARDS, FORMAT_ERRORS]);

/// Adds a method and returns its body. An error if another method makes the added one redundant.
fn add_needed<'c>(
    class: &'c mut Class,
    op: Rec,
    name: &str,
    method: Method,
) -> Result<&'c mut Indented, Fatal> {
    match class.add(method) {
        Some(method) => Ok(method.body()),
        None => Err(op.fatal(format!("Unexpected overlap when generating `{name}`"))),
    }
}

/// Adds an accessor and returns its body. An error if another method makes the accessor redundant, which happens if two
/// parts of an operation have the same name. The message names a line of the reference's source.
fn add_accessor<'c>(
    class: &'c mut Class,
    op: &Operation,
    accessor: Accessor,
    name: &str,
    method: Method,
) -> Result<&'c mut Indented, Fatal> {
    match class.add(method) {
        Some(method) => Ok(method.body()),
        None => {
            let line = accessor.line(op.rec.records().release());
            bail!(
                op.rec,
                "Unexpected overlap when generating `{name}` for {} (from line {line})",
                op.name
            )
        }
    }
}
