//! Splicing: making one text of a file and its includes.
//!
//! The reference can include a file between any two tokens, so a file may begin and end anywhere in a statement. Such
//! files are lexed recursively, each at its include directive. No token and no conditional extends from one file into
//! another, and a directive at the start of a file counts as a directive at the start of a line.

use std::ops::Range;

use super::{Lexed, Lexer};
use crate::Macros;

/// A text in which each include directive is followed by the text of the included file.
///
/// Its length is about the sum of the lengths of these texts. The sum must be less than 4 GiB.
pub struct Spliced {
    /// The whole text, which still contains the directives.
    pub text: String,
    /// The pieces of the text with their origins, in order.
    pub segments: Vec<Segment>,
    /// For each inserted text, in order: the index of the text that contains its include directive (0 is the first
    /// text), and the offset of the directive's end in that text.
    pub includers: Vec<(usize, u32)>,
    pub(crate) lexed: Lexed,
}

/// A piece of a spliced text, which extends to the start of the next piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// The offset of the piece's start in the spliced text, in bytes.
    pub start: u32,
    /// The index of the text from which the piece comes. Texts are numbered from 0 in the order of insertion.
    pub file: usize,
    /// The offset of the piece's start in that text, in bytes.
    pub offset: u32,
}

impl Spliced {
    /// Splices the included texts, which `macros` returns, into `text` and into each other, after their include
    /// directives.
    pub fn new(text: &str, macros: &mut dyn Macros) -> Spliced {
        let mut lexer = Lexer::new(text, macros, Lexed::with_room(text.len() / 5));
        lexer.pasting = Some(Pasting::default());
        lexer.run();
        lexer.end();
        let mut pasting = lexer.pasting.unwrap_or_default();
        pasting.push(text, pasting.copied..text.len(), 0);
        Spliced {
            text: pasting.text,
            segments: pasting.segments,
            includers: pasting.includers,
            lexed: lexer.out,
        }
    }
}

/// A spliced text under construction.
#[derive(Default)]
pub(super) struct Pasting {
    text: String,
    segments: Vec<Segment>,
    includers: Vec<(usize, u32)>,
    /// The index of the text that is being lexed.
    file: usize,
    /// The number of bytes at the start of the lexed text that were already copied to `text`.
    copied: usize,
}

impl Pasting {
    fn push(&mut self, from: &str, range: Range<usize>, file: usize) {
        self.segments.push(Segment {
            start: self.text.len() as u32,
            file,
            offset: range.start as u32,
        });
        self.text.push_str(&from[range]);
    }
}

impl Lexer<'_, '_> {
    /// Inserts another text after the last token, and lexes it.
    pub(super) fn paste(&mut self, text: &str) {
        let Some(mut pasting) = self.pasting.take() else {
            return;
        };
        let outer = pasting.file;
        pasting.push(self.text, pasting.copied..self.pos, outer);
        pasting.includers.push((outer, self.pos as u32));
        pasting.file = pasting.includers.len();
        pasting.copied = 0;
        // A blank keeps the end of one text and the start of the other from being lexed as one token.
        pasting.text.push(' ');
        let mut inner = Lexer::new(text, self.macros, std::mem::take(&mut self.out));
        inner.base = pasting.text.len() as u32;
        inner.pending = self.pending;
        inner.pasting = Some(pasting);
        inner.run();
        inner.skip_rest();
        inner.unfinished_conditionals();
        inner.pass();
        self.pending = inner.pending;
        self.out = inner.out;
        if self.out.cut_at.is_some() {
            self.end = 0;
        }
        let mut pasting = inner.pasting.unwrap_or_default();
        pasting.push(text, pasting.copied..text.len(), pasting.file);
        pasting.text.push(' ');
        self.base = (pasting.text.len() - self.pos) as u32;
        pasting.file = outer;
        pasting.copied = self.pos;
        self.pasting = Some(pasting);
        self.macros.leave();
    }
}
