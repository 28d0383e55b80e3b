//! The drop-in `llvm-tblgen`, `clang-tblgen` and `mlir-tblgen`, `batch` and the worker, and the programs' access to the
//! system.
//!
//! Invariants:
//! * No editor protocol: a program that writes one small table neither links nor starts a part of the server.
//! * Unsafe code is confined to the allocator ([`allocator`]), functions of the C library ([`resources`]) and of
//!   Windows (`windows`), large stacks, code that runs before `main`, and signal handlers.
//! * With the feature `portable`, code for Linux alone is left out, so that tests on Linux run the code for other
//!   systems.
//! * Input files are opened in [`disk`], programs are looked up in [`programs`].
//! * Standard output carries only results, and standard error carries only messages. `tblgen` uses llvm-tblgen's exit
//!   codes, 0 and 1.

#![warn(clippy::print_stdout, missing_docs)]

pub mod advice;
pub mod allocator;
pub mod arguments;
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
mod process_group;
pub mod programs;
pub mod release;
pub mod render;
pub mod resources;
pub mod signals;
pub mod stdio;
pub mod tblgen;
pub mod terminal;
#[cfg(windows)]
pub mod windows;
pub mod workspace;
