//! The languages that strings of TableGen sources are written in: their tokens, whatever reads them then.
//!
//! [`assembly_format`] has those of MLIR's assembly formats, [`asm_text`] those of the assembly texts of LLVM's
//! instructions, [`cpp`] the names in C++ that is a template. They know text only, so that models of targets and the
//! answers to an editor share them.

#![warn(clippy::print_stdout, missing_docs)]

pub mod asm_text;
pub mod assembly_format;
pub mod cpp;
