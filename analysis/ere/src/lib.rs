//! Extended regular expressions in the dialect of LLVM's library, including back-references.
//!
//! `!match`, `!instances` and `instregex` test whether a pattern matches somewhere in a text. The library is Spencer's,
//! and its peculiarities are observable, so they are reproduced:
//!
//! * A pattern is compiled to a sequence of operations, the strip. The states of a strip of at most 64 operations fit
//!   into one machine word. In that case the library does not apply an anchor to a state that another anchor has just
//!   reached: `(^)(^)a` matches, `(^){2}a` does not.
//! * A group that is repeated zero times stays in the strip, where a later back-reference finds it.
//! * The start of a match is determined by the state machine before back-references are examined, so a match with a
//!   back-reference may be missed.
//!
//! A pattern without back-references is matched by a state machine whose states are cached from text to text
//! (`states`). A pattern with back-references is matched by backtracking (`tries`). The caller's budget is charged for
//! each step, so the time is bounded.

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

/// A compiled pattern. States found while matching one text are cached for the next.
#[derive(Debug)]
pub struct Ere {
    strip: Strip,
    states: States,
}

/// The reason why a pattern was not compiled or a match not decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Error<E = Infallible> {
    /// The pattern is invalid.
    Invalid,
    /// The pattern needs more than [`MAX_SIZE`] operations, or matching it needs more than [`MAX_SIZE`] pending
    /// alternatives.
    TooLarge,
    /// The caller's budget refused the steps, with this error.
    Stopped(E),
}

impl<E> From<E> for Error<E> {
    fn from(error: E) -> Error<E> {
        Error::Stopped(error)
    }
}

/// The largest number of operations of a pattern, and of pending alternatives while backtracking.
pub const MAX_SIZE: usize = 1 << 20;

impl Ere {
    /// Compiles a pattern. `pay` is called with the number of steps, a few nanoseconds each, as they occur. If it
    /// returns an error, the work ends.
    pub fn new<E>(
        pattern: &[u8],
        mut pay: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Ere, Error<E>> {
        let strip = parser::parse(pattern, &mut pay)?;
        let states = States::new(&strip);
        Ok(Ere { strip, states })
    }

    /// Whether the pattern matches somewhere in `text`. States that earlier texts reached are reused. `pay` is charged
    /// for steps as in [`Ere::new`].
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

    /// The number of operations of the compiled pattern, eight bytes each.
    pub fn size(&self) -> usize {
        self.strip.ops.len()
    }
}

#[cfg(test)]
mod tests;
