//! Texts in which the numbers of anonymous records are still open.
//!
//! Such a text has a mark in the place of each `anonymous_N`. The marks are characters that no source text contains: in
//! the range that encodes undecodable bytes, the ones that would encode ASCII (see [`syntax::text`]).

use std::borrow::Cow;
use std::fmt::Write;

use super::{PrintContext, push_numbered};
use crate::symbol::Sym;
use crate::value::{Anon, Part, ValueStore};
use syntax::Release;

const OPEN: char = '\u{10F000}';
const CLOSE: char = '\u{10F001}';

/// Prints marks for anonymous names.
#[derive(Clone, Copy)]
pub struct Marked<'a> {
    /// The store of the values.
    pub values: &'a ValueStore,
    /// The release whose spelling is used where releases differ.
    pub release: Release,
}

impl PrintContext for Marked<'_> {
    fn values(&self) -> &ValueStore {
        self.values
    }

    fn release(&self) -> Release {
        self.release
    }

    fn push_anonymous(&self, out: &mut String, anon: Anon) {
        // Writing to a string cannot fail.
        let _ = write!(out, "{OPEN}{}{CLOSE}", anon.0);
    }

    /// Messages, and text that becomes a string value again, are limited more strictly than the output of backends.
    fn limit(&self) -> usize {
        1 << 24
    }
}

/// The parts of a text with marks.
pub fn marked_parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let plain = |text: &str, parts: &mut Vec<Part>| {
        if !text.is_empty() {
            parts.push(Part::Text(Sym::new(text)));
        }
    };
    let rest = split_marks(text, |before, anon| {
        plain(before, &mut parts);
        parts.push(Part::Anonymous(anon));
    });
    plain(rest, &mut parts);
    parts
}

/// Whether there are marks in a text.
pub fn has_marks(text: &str) -> bool {
    text.contains(OPEN)
}

/// The text with `anonymous_N` in place of each mark.
pub fn fill_marks(text: &str, number: impl Fn(Anon) -> Option<u32>) -> Cow<'_, str> {
    if !has_marks(text) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len());
    let rest = split_marks(text, |before, anon| {
        out.push_str(before);
        push_numbered(&mut out, number(anon));
    });
    out.push_str(rest);
    out.into()
}

/// Calls `f` for each mark with the text before it; returns the text after the last.
fn split_marks(mut text: &str, mut f: impl FnMut(&str, Anon)) -> &str {
    while let Some((before, rest)) = text.split_once(OPEN)
        && let Some((number, rest)) = rest.split_once(CLOSE)
        && let Ok(number) = number.parse()
    {
        f(before, Anon(number));
        text = rest;
    }
    text
}
