//! Texts in which the numbers of anonymous records are not known yet.
//!
//! Such a text contains a mark in place of each `anonymous_N`. Marks consist of characters that no source text
//! contains. They are from the range that represents undecodable bytes (see [`syntax::text`]), at the positions of
//! ASCII bytes, which are always decodable.

use std::borrow::Cow;
use std::fmt::Write;

use super::{PrintContext, push_numbered};
use crate::symbol::Sym;
use crate::value::{Anon, Part, ValueStore};
use syntax::Release;

const OPEN: char = '\u{10F000}';
const CLOSE: char = '\u{10F001}';

/// A context that prints a mark for each anonymous name.
#[derive(Clone, Copy)]
pub struct Marked<'a> {
    /// The store that contains the values.
    pub values: &'a ValueStore,
    /// The LLVM release whose output is reproduced where releases differ.
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

    /// The limit for messages, and for text that becomes a string value again, is lower than for the output of
    /// backends.
    fn limit(&self) -> usize {
        1 << 24
    }
}

/// Splits a text into marks and the texts between them.
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

/// Whether a text contains marks.
pub fn has_marks(text: &str) -> bool {
    text.contains(OPEN)
}

/// Replaces each mark by the name `anonymous_N`. `number` returns N; if it is not known, `?` is printed instead.
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

/// Calls `f` for each mark, with the text between the previous mark and this one. Returns the text after the last mark.
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
