//! The command line and the language server.
//!
//! Invariants:
//! * Only this crate knows of protocols, processes, terminals and the file system's layout.
//! * Nothing is unsafe but the calls of the allocator ([`allocator`]), a large stack, the process's priority, and what runs
//!   before `main` and in the middle of anything, when a signal comes.
//! * Files are opened in `disk`, programs are looked for in `programs`.
//! * Standard output carries results only, standard error messages only. Exit code 0 is success,
//!   1 says that the input has errors or that something could not be read or written, 2 that the command was wrong.
//!   `tblgen` keeps to llvm-tblgen's exit codes, which are 0 and 1. The language server ends with 0 if the client asked
//!   it to shut down before, and else with 1.

#![warn(clippy::print_stdout, missing_docs)]

pub mod allocator;
mod arguments;
mod big_stack;
mod check;
pub mod cli;
mod command;
mod demo;
mod disk;
mod external;
mod front_end;
mod judge;
mod limits;
mod lsp;
mod messages;
mod overlay;
mod parallel;
mod programs;
mod release;
mod render;
mod resources;
mod said;
mod signals;
mod stdio;
pub mod tags;
mod tblgen;
mod terminal;
mod text;
mod units;
mod workspace;
