//! Splicing: one text made from several files.
//!
//! The reference includes between any two tokens, so a file may begin and end anywhere in a statement. Such files are
//! lexed one inside the other: no token and no conditional extends from one into another, and a directive at the start
//! of its file counts as at the start of a line.

use std::ops::Range;

use super::{Lexed, Lexer};
use crate::Macros;

/// A text in which each include directive is followed by the text of the included file.
///
/// Its length is about that of all these texts together, which must be less than 4 GiB.
pub struct Spliced {
    /// The whole text with the directives.
    pub text: String,
    /// The origins of its pieces, in order.
    pub segments: Vec<Segment>,
    /// For each inserted text, in order: the text that contains it (0 is the first one), and the end of its directive
    /// there.
    pub includers: Vec<(usize, u32)>,
    pub(crate) lexed: Lexed,
}

/// A piece of a spliced text, up to the start of the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Its start in the spliced text, in bytes.
    pub start: u32,
    /// The text that it comes from. Texts are numbered from 0 in the order of insertion.
    pub file: usize,
    /// The offset of its start in that text.
    pub offset: u32,
}

impl Spliced {
    /// Splices the texts from the macros after the directives of a text and of these texts.
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

/// A text under construction.
#[derive(Default)]
pub(super) struct Pasting {
    text: String,
    segments: Vec<Segment>,
    includers: Vec<(usize, u32)>,
    /// The file that is read.
    file: usize,
    /// The length of its text that is part of this one.
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
    /// Lexes another text after the last token.
    pub(super) fn paste(&mut self, text: &str) {
        let Some(mut pasting) = self.pasting.take() else {
            return;
        };
        let outer = pasting.file;
        pasting.push(self.text, pasting.copied..self.pos, outer);
        pasting.includers.push((outer, self.pos as u32));
        pasting.file = pasting.includers.len();
        pasting.copied = 0;
        // The end of one text and the start of the other must not be lexed as one token.
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
