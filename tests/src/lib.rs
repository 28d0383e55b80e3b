//! Whole-program tests: they run the built binaries.
