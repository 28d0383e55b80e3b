//! The drop-in `llvm-tblgen`, `clang-tblgen` and `mlir-tblgen`, `batch` and the worker, and what every program needs of
//! the system.
//!
//! Invariants:
//! * No protocol of an editor: a program that makes one small table links and starts nothing of the server.
//! * Unsafe are only the calls of the allocator ([`allocator`]), a large stack, what runs before `main`, and handlers of
//!   signals.
//! * Files are opened in [`disk`], programs are looked for in [`programs`].
//! * Standard output carries results only, standard error messages only. `tblgen` keeps to llvm-tblgen's exit codes, 0
//!   and 1.

#![warn(clippy::print_stdout, missing_docs)]

pub mod advice;
pub mod allocator;
pub mod arguments;
pub mod backend_reports;
pub mod big_stack;
pub mod command;
pub mod disk;
pub mod external;
pub mod front_end;
pub mod limits;
mod links;
pub mod messages;
pub mod overlay;
pub mod panics;
pub mod parallel;
pub mod programs;
pub mod release;
pub mod render;
pub mod resources;
pub mod signals;
pub mod stdio;
pub mod tblgen;
pub mod terminal;
pub mod text;
pub mod workspace;
