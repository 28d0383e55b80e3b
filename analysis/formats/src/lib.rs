//! Lexers for the languages that are embedded in strings of TableGen sources.
//!
//! [`assembly_format`] is for MLIR's assembly formats, [`asm_text`] for the assembly strings of LLVM's instructions,
//! and [`cpp`] for names in C++ templates. The lexers work on plain text, so that the models of targets and the editor
//! features share them.

#![warn(clippy::print_stdout, missing_docs)]

pub mod asm_text;
pub mod assembly_format;
pub mod cpp;
