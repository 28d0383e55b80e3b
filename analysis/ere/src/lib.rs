//! Extended regular expressions in the dialect of LLVM's library, including back references.
//!
//! `!match`, `!instances` and `instregex` ask whether a pattern matches somewhere in a text. The library is Spencer's,
//! and its peculiarities are observable, so they are reproduced:
//!
//! * A pattern becomes a strip of operations. The states of a short strip fit into one word of memory, and then an
//!   anchor does not see the state that another one has just reached: `(^)(^)a` matches, `(^){2}a` does not.
//! * A group that is repeated zero times stays in the strip, where a later reference to it finds it.
//! * The start of a match is found by states before references are examined, so a reference may be missed.
//!
//! A pattern without references is matched by states that are cached from text to text (`states`), one with references
//! by backtracking (`tries`). The caller's budget is charged for each step, so the time is bounded.

#![warn(clippy::print_stdout, missing_docs)]

mod brackets;
mod cursor;
mod parser;
mod states;
mod strip;
mod tries;

use std::convert::Infallible;

use states::States;
use strip::Strip;

/// A pattern. States found during matching are cached for the next text.
#[derive(Debug)]
pub struct Ere {
    strip: Strip,
    states: States,
}

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Error<E = Infallible> {
    /// The text is not a valid pattern.
    Invalid,
    /// The pattern takes more than [`MAX_SIZE`] operations, or matching it has more pending alternatives.
    TooLarge,
    /// The budget refused the steps.
    Stopped(E),
}

impl<E> From<E> for Error<E> {
    fn from(error: E) -> Error<E> {
        Error::Stopped(error)
    }
}

/// The largest number of operations of a pattern, and of pending alternatives during backtracking.
pub const MAX_SIZE: usize = 1 << 20;

impl Ere {
    /// Reads a pattern. Steps of some nanoseconds each are charged as they occur.
    pub fn new<E>(
        pattern: &[u8],
        mut pay: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Ere, Error<E>> {
        let strip = parser::parse(pattern, &mut pay)?;
        let states = States::new(&strip);
        Ok(Ere { strip, states })
    }

    /// Whether it matches somewhere in a text. States that earlier texts reached are reused.
    pub fn is_match<E>(
        &mut self,
        text: &[u8],
        mut pay: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<bool, Error<E>> {
        if self.strip.has_references() {
            tries::is_match(&self.strip, text, &mut pay)
        } else {
            Ok(self.states.is_match(&self.strip, text, &mut pay)?)
        }
    }

    /// Its number of operations, eight bytes each.
    pub fn size(&self) -> usize {
        self.strip.ops.len()
    }
}

#[cfg(test)]
mod tests;
