//! The bits that an encoding fixes.

use backend::{Fatal, Rec, bail};
use elaborate::symbol::Sym;
use elaborate::value::{Node, ValueId};
use smallvec::SmallVec;

use crate::instructions::{
    BitOrder, EncodingBit, Segment, VariableEncoding, encoding_bits, variable_description,
};

/// Bits by their numbers, the least significant one first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bits(SmallVec<[u64; 2]>);

const WORD: usize = 64;

mod changes {
    use backend::Release;

    /// Since 22 `SoftFail` does not count in encodings of variable length.
    pub(super) fn variable_length_has_soft_bits(release: Release) -> bool {
        release < Release::V22
    }
}

impl Bits {
    /// `width` bits, all clear.
    pub fn new(width: usize) -> Bits {
        Bits(SmallVec::from_elem(0, width.div_ceil(WORD)))
    }

    /// Whether a bit is set. Bits past the end are not.
    pub fn get(&self, at: usize) -> bool {
        let word = self.0.get(at / WORD);
        word.is_some_and(|it| it >> (at % WORD) & 1 != 0)
    }

    /// Sets or clears a bit, which has to be below the width.
    pub fn set(&mut self, at: usize, bit: bool) {
        let word = &mut self.0[at / WORD];
        *word = *word & !(1 << (at % WORD)) | u64::from(bit) << (at % WORD);
    }

    /// Whether no bit is set.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|it| *it == 0)
    }

    /// The word of a number; 0 behind the last.
    pub fn word(&self, number: usize) -> u64 {
        self.0.get(number).copied().unwrap_or(0)
    }

    /// Bits computed word by word.
    pub fn from_words(width: usize, word: impl Fn(usize) -> u64) -> Bits {
        let words = width.div_ceil(WORD);
        let mut bits: SmallVec<[u64; 2]> = (0..words).map(word).collect();
        if let (Some(last), used @ 1..) = (bits.last_mut(), width % WORD) {
            *last &= (1 << used) - 1;
        }
        Bits(bits)
    }

    /// Clears the bits that are not set in others.
    pub fn and(&mut self, other: &Bits) {
        let words = self.0.iter_mut().enumerate();
        words.for_each(|(at, word)| *word &= other.word(at));
    }

    /// Sets the bits that are set in others.
    pub fn or(&mut self, other: &Bits) {
        let words = self.0.iter_mut().enumerate();
        words.for_each(|(at, word)| *word |= other.word(at));
    }

    /// The longest runs of bits that are set, from the least significant one on: where each begins, and its length.
    pub fn runs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            let start = self.next(at, true)?;
            at = self.next(start, false).unwrap_or(self.0.len() * WORD);
            Some((start, at - start))
        })
    }

    /// The first bit from one on that is set, or clear.
    fn next(&self, from: usize, set: bool) -> Option<usize> {
        let mut mask = u64::MAX << (from % WORD);
        for (number, word) in self.0.iter().enumerate().skip(from / WORD) {
            let word = if set { *word } else { !*word } & mask;
            if word != 0 {
                return Some(number * WORD + word.trailing_zeros() as usize);
            }
            mask = u64::MAX;
        }
        None
    }

    /// Whether all bits of a run are set.
    pub(crate) fn has_all(&self, (start, len): (usize, usize)) -> bool {
        chunks(start, len).all(|(at, len)| self.chunk(at, len) == low_mask(len))
    }

    /// The bits of a run as a number. Bits after the 64th of it are merged into the first ones, as in the reference.
    pub fn number(&self, (start, len): (usize, usize)) -> u64 {
        chunks(start, len).fold(0, |number, (at, len)| number | self.chunk(at, len))
    }

    /// Up to 64 bits.
    fn chunk(&self, at: usize, len: usize) -> u64 {
        let (word, shift) = (at / WORD, at % WORD);
        let mut bits = self.word(word) >> shift;
        if shift > 0 {
            bits |= self.word(word + 1) << (WORD - shift);
        }
        bits & low_mask(len)
    }
}

/// A run in parts of 64 bits.
fn chunks(start: usize, len: usize) -> impl Iterator<Item = (usize, usize)> {
    let part = move |at: usize| (start + at, (len - at).min(WORD));
    (0..len).step_by(WORD).map(part)
}

fn low_mask(len: usize) -> u64 {
    match len {
        WORD => u64::MAX,
        _ => (1 << len) - 1,
    }
}

/// The fixed bits of an encoding and their values. Other bits have the value 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// The number of bits of the encoding.
    pub width: usize,
    /// The bits that are fixed.
    pub known: Bits,
    /// Their values.
    pub value: Bits,
}

/// An encoding's bits as in its record.
pub struct BitsOf {
    /// The least significant one first. If it is of variable length, bits of operands count as unset.
    pub bits: Vec<EncodingBit>,
    /// Its parts, if it is of variable length.
    pub variable: Option<VariableEncoding>,
    /// Whether no bit has any value, not even one of an operand.
    pub is_open: bool,
}

impl BitsOf {
    /// Reads the field `Inst` of an encoding.
    pub fn read(rec: Rec, order: BitOrder) -> Result<BitsOf, Fatal> {
        if variable_description(rec).is_some() {
            return Ok(BitsOf::of_variable(VariableEncoding::read(rec)?));
        }
        let values = &rec.records().values;
        let is_open = rec.bits("Inst")?.iter().all(|it| !values.is_complete(*it));
        Ok(BitsOf {
            bits: encoding_bits(rec, order)?,
            variable: None,
            is_open,
        })
    }

    fn of_variable(encoding: VariableEncoding) -> BitsOf {
        let mut bits = Vec::with_capacity(encoding.width);
        for segment in &encoding.segments {
            match segment {
                Segment::Fixed(fixed) => {
                    bits.extend(fixed.iter().map(|bit| EncodingBit::Known(*bit)));
                }
                Segment::Operand(operand) => {
                    bits.extend(std::iter::repeat_n(EncodingBit::Unset, operand.width));
                }
            }
        }
        let is_open = bits.iter().all(|it| *it == EncodingBit::Unset);
        BitsOf {
            bits,
            variable: Some(encoding),
            is_open,
        }
    }

    /// The bits that must match. The field `SoftFail` lists further bits that may be wrong without making the code
    /// another instruction.
    pub fn pattern(&self, rec: Rec) -> Pattern {
        let width = self.bits.len();
        let (mut known, mut value) = (Bits::new(width), Bits::new(width));
        for (at, bit) in self.bits.iter().enumerate() {
            if let EncodingBit::Known(bit) = bit {
                known.set(at, true);
                value.set(at, *bit);
            }
        }
        let is_fixed = self.variable.is_none();
        if is_fixed || changes::variable_length_has_soft_bits(rec.records().release()) {
            for at in soft_bits(rec).filter(|at| *at < width) {
                known.set(at, false);
                value.set(at, false);
            }
        }
        Pattern {
            width,
            known,
            value,
        }
    }
}

impl Pattern {
    /// The bits that two patterns fix to different values. If there are none, some code matches both.
    pub fn differences(&self, other: &Pattern) -> Bits {
        let word = |at| {
            let both = self.known.word(at) & other.known.word(at);
            both & (self.value.word(at) ^ other.value.word(at))
        };
        Bits::from_words(self.width.min(other.width), word)
    }

    /// The bits that both fix, in the same way.
    pub(crate) fn agreement(&self, other: &Pattern) -> Bits {
        let word = |at| {
            let both = self.known.word(at) & other.known.word(at);
            both & !(self.value.word(at) ^ other.value.word(at))
        };
        Bits::from_words(self.width.min(other.width), word)
    }
}

/// The bits that may be wrong.
pub(super) fn soft_bits(rec: Rec<'_>) -> impl Iterator<Item = usize> + '_ {
    let field = rec.field("SoftFail").and_then(|it| it.value);
    let bits = field.map(|v| rec.records().node(v));
    let bits = match bits {
        Some(Node::Bits(bits)) => &bits[..],
        _ => &[],
    };
    let bits = bits.iter().enumerate();
    bits.filter(|(_, bit)| **bit == ValueId::TRUE)
        .map(|(at, _)| at)
}

/// The masks from `SoftFail` for bits of an encoding: bits that should be 0, and bits that should be 1. `None` if there
/// are none.
///
/// The error is a bit that `Inst` does not fix.
pub fn soft_masks(
    rec: Rec,
    order: BitOrder,
    width: usize,
) -> Result<Option<(u64, u64)>, SoftError> {
    let mut soft = soft_bits(rec).filter(|at| *at < width).peekable();
    if soft.peek().is_none() {
        return Ok(None);
    }
    let bits = encoding_bits(rec, order).map_err(SoftError::Other)?;
    let (mut zeros, mut ones) = (0, 0);
    for at in soft {
        // The reference keeps the first word of them.
        let mask = 1u64.checked_shl(at as u32).unwrap_or(0);
        match bits.get(at) {
            Some(EncodingBit::Known(false)) => zeros |= mask,
            Some(EncodingBit::Known(true)) => ones |= mask,
            _ => return Err(SoftError::Unset(at)),
        }
    }
    Ok(Some((zeros, ones)))
}

/// The reasons for which there are no masks for `SoftFail`.
pub enum SoftError {
    /// `Inst` does not fix the bit of this number.
    Unset(usize),
    /// `Inst` is not there, or is no list of bits.
    Other(Fatal),
}

/// The bits of an operand that must be 1, from the field of its name in an encoding's record. They are taken modulo 64,
/// as in the reference.
pub(super) fn fixed_ones(rec: Rec, operand: Sym) -> u64 {
    let field = rec.field(operand).and_then(|it| it.value);
    let Some(Node::Bits(bits)) = field.map(|v| rec.records().node(v)) else {
        return 0;
    };
    let bits = (0..).zip(bits.iter());
    let set = bits.filter(|(_, bit)| **bit == ValueId::TRUE);
    set.fold(0, |ones, (at, _)| ones | 1u64.wrapping_shl(at))
}

/// Refuses an encoding that is longer than the tables can say.
pub(super) fn check_width(rec: Rec, width: usize) -> Result<(), Fatal> {
    /// No encoding has more bits.
    const MAX_WIDTH: usize = 1 << 16;
    if width > MAX_WIDTH {
        bail!(rec, "the encoding of '{}' is too long", rec.name());
    }
    Ok(())
}
