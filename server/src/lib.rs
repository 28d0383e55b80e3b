//! The command line and the language server.
//!
//! Invariants:
//! * Only this crate depends on protocols.
//! * Files are opened in [`driver::disk`], programs are looked up in [`driver::programs`].
//! * Standard output carries results only, standard error messages only. Exit code 0 is success, 1 means that the input
//!   has errors or that something could not be read or written, 2 that the command was wrong. `tblgen` uses
//!   llvm-tblgen's exit codes, which are 0 and 1. The language server ends with 0 if the client sent `shutdown` before,
//!   and else with 1.

#![warn(clippy::print_stdout, missing_docs)]

mod check;
pub mod cli;
mod commands;
mod demo;
mod elsewhere;
mod format;
mod git;
mod lsp;
pub mod tags;
mod units;
