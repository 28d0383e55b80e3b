//! Regular expressions, for `!match` and `!instances`.

use ere::{Ere, Error};
use syntax::text::encode;

use super::limits::Limit;
use super::{Cx, RecordScope, Result, Stopped};
use crate::value::ValueId;

/// A compiled regular expression and its text.
pub(super) struct Regex {
    text: String,
    ere: Ere,
}

/// The largest number of cached expressions. Usually, all elements of a list are matched against the same expression.
const MAX_KEPT: usize = 16;
/// The largest total number of operations of all cached expressions.
const MAX_SIZE: usize = 1 << 20;
/// The number of steps for compiling any expression, in addition to those that depend on its length.
const STEPS_OF_REGEX: usize = 1 << 8;
/// The number of steps for matching any text, in addition to those that depend on its length.
const STEPS_OF_MATCH: usize = 32;

impl Cx<'_> {
    pub(super) fn fold_match(&mut self, text: ValueId, regex: ValueId) -> Result<Option<ValueId>> {
        let (Some(text), Some(regex)) = (self.plain_text(text), self.plain_text(regex)) else {
            return Ok(None);
        };
        let mut regex = self.take_regex(&regex)?;
        let is_match = self.is_match(&mut regex, &text)?;
        self.keep_regex(regex);
        Ok(Some(ValueId::bit(is_match)))
    }

    pub(super) fn is_match(&mut self, regex: &mut Regex, text: &str) -> Result<bool> {
        self.spend(STEPS_OF_MATCH + text.len())?;
        let matched = regex.ere.is_match(&encode(text), |steps| self.spend(steps));
        matched.or_else(|error| self.cannot_match(&regex.text, error))
    }

    /// The compiled form of the regular expression `text`. If it is cached, it is removed from the cache.
    pub(super) fn take_regex(&mut self, text: &str) -> Result<Regex> {
        let kept = &mut self.scratch.regexes;
        if let Some(at) = kept.iter().rposition(|it| it.text == text) {
            return Ok(kept.remove(at));
        }
        self.spend(STEPS_OF_REGEX)?;
        let ere = Ere::new(&encode(text), |steps| self.spend(steps));
        Ok(Regex {
            ere: ere.or_else(|error| self.cannot_match(text, error))?,
            text: text.to_owned(),
        })
    }

    pub(super) fn keep_regex(&mut self, regex: Regex) {
        let kept = &mut self.scratch.regexes;
        kept.push(regex);
        let size = |it: &Regex| it.ere.size();
        while kept.len() > MAX_KEPT || kept.iter().map(size).sum::<usize>() > MAX_SIZE {
            kept.remove(0);
        }
    }

    fn cannot_match<T>(&mut self, regex: &str, error: Error<Stopped>) -> Result<T> {
        match error {
            Error::Invalid => self.error_in(RecordScope::None, format!("invalid regex '{regex}'")),
            Error::TooLarge => self.reach(Limit::Regex),
            Error::Stopped(stopped) => Err(stopped),
        }
    }
}
