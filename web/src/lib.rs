//! The engine for a page in a browser: texts in, diagnostics, records, hovers and tables out, as JSON.
//!
//! * A [`Session`] has the files of one page and answers one request at a time. It reads no file system and has one
//!   thread.
//! * Offsets are in UTF-16 units from the start of a file, as in a page's strings. Line ends count as one unit, so the
//!   page replaces `\r\n` by `\n` in what it reads.
//! * Compiled to WebAssembly, the module has two functions (`abi`). A panic ends the module, and the page starts
//!   another one.
//! * The logic is tested on any system; `editors/web/test/run` tests the page in a browser.

#![warn(clippy::print_stdout, missing_docs)]

#[cfg(target_family = "wasm")]
mod abi;
mod includes;
mod offsets;
mod places;
mod records;
mod reports;
mod request;
mod session;
mod tables;
#[cfg(test)]
mod tests;
mod text;

pub use session::Session;
