//! The command line and the language server.
//!
//! Invariants:
//! * Only this crate depends on protocols.
//! * Files are read through [`driver::disk`], and programs are looked up through [`driver::programs`].
//! * Standard output carries only results, and standard error only messages.
//! * The exit code is 0 after a success, 1 if the input has errors or if something could not be read or written, and 2
//!   if the command line is wrong. `tblgen` uses llvm-tblgen's exit codes, which are 0 and 1. The exit code of the
//!   language server is 0 if the client has sent `shutdown`, and else 1.

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
