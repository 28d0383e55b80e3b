//! The language server over its protocol, in one program: linking one for each subject takes longer than the tests.

mod actions;
mod backends;
mod changes;
mod commands;
mod completion;
mod cpp;
mod diagnostics;
mod formatting;
mod hierarchy;
mod hints;
mod hostile;
mod hover;
mod models;
mod navigation;
mod own;
mod previews;
mod progress;
mod references;
mod rename;
mod selection;
mod signature;
mod structure;
mod symbols;
mod tokens;
mod trust;
mod units;
