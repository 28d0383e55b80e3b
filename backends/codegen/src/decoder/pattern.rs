//! The bits that an encoding fixes.

use backend::{Fatal, Rec, bail};
use elaborate::symbol::Sym;
use elaborate::value::{Node, ValueId};
use smallvec::SmallVec;

use crate::instructions::{
    BitOrder, EncodingBit, Segment, VariableEncoding, encoding_bits, variable_description,
};

/// A set of bits by index. Index 0 is the least significant bit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bits(SmallVec<[u64; 2]>);

const WORD: usize = 64;

mod changes {
    use backend::Release;

    /// Whether `SoftFail` may mark bits in encodings of variable length. Since LLVM 22, it is ignored there.
    pub(super) fn variable_length_has_soft_bits(release: Release) -> bool {
        release < Release::V22
    }
}

impl Bits {
    /// An empty set of bits with indices below `width`.
    pub fn new(width: usize) -> Bits {
        Bits(SmallVec::from_elem(0, width.div_ceil(WORD)))
    }

    /// Whether the bit with index `at` is set. Bits past the end are clear.
    pub fn get(&self, at: usize) -> bool {
        let word = self.0.get(at / WORD);
        word.is_some_and(|it| it >> (at % WORD) & 1 != 0)
    }

    /// Sets or clears the bit with index `at`, which must be less than the width.
    pub fn set(&mut self, at: usize, bit: bool) {
        let word = &mut self.0[at / WORD];
        *word = *word & !(1 << (at % WORD)) | u64::from(bit) << (at % WORD);
    }

    /// Whether no bit is set.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|it| *it == 0)
    }

    /// The 64-bit word with this index; 0 past the end.
    pub fn word(&self, number: usize) -> u64 {
        self.0.get(number).copied().unwrap_or(0)
    }

    /// A set of bits with indices below `width`. `word` computes the 64-bit word with a given index.
    pub fn from_words(width: usize, word: impl Fn(usize) -> u64) -> Bits {
        let words = width.div_ceil(WORD);
        let mut bits: SmallVec<[u64; 2]> = (0..words).map(word).collect();
        if let (Some(last), used @ 1..) = (bits.last_mut(), width % WORD) {
            *last &= (1 << used) - 1;
        }
        Bits(bits)
    }

    /// Clears the bits that are not set in `other`.
    pub fn and(&mut self, other: &Bits) {
        let words = self.0.iter_mut().enumerate();
        words.for_each(|(at, word)| *word &= other.word(at));
    }

    /// Sets the bits that are set in `other`.
    pub fn or(&mut self, other: &Bits) {
        let words = self.0.iter_mut().enumerate();
        words.for_each(|(at, word)| *word |= other.word(at));
    }

    /// The maximal runs of set bits in ascending order, each as the index of its first bit and its length.
    pub fn runs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            let start = self.next(at, true)?;
            at = self.next(start, false).unwrap_or(self.0.len() * WORD);
            Some((start, at - start))
        })
    }

    /// The index of the first bit from `from` on that is set or, if `set` is false, clear.
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

    /// The bits of the run as a number. In runs of more than 64 bits, the later bits are combined with the first 64
    /// bits by OR, as in the reference.
    pub fn number(&self, (start, len): (usize, usize)) -> u64 {
        chunks(start, len).fold(0, |number, (at, len)| number | self.chunk(at, len))
    }

    /// The `len` bits from index `at` on, as a number. `len` is at most 64.
    fn chunk(&self, at: usize, len: usize) -> u64 {
        let (word, shift) = (at / WORD, at % WORD);
        let mut bits = self.word(word) >> shift;
        if shift > 0 {
            bits |= self.word(word + 1) << (WORD - shift);
        }
        bits & low_mask(len)
    }
}

/// Splits a run into runs of at most 64 bits.
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

/// The fixed bits of an encoding and their values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// The length of the encoding in bits.
    pub width: usize,
    /// The bits that are fixed.
    pub known: Bits,
    /// The values of the fixed bits. All other bits are 0.
    pub value: Bits,
}

/// The bits of an encoding as its record defines them.
pub struct BitsOf {
    /// The bits, the least significant bit first. In an encoding of variable length, bits of operands are unset.
    pub bits: Vec<EncodingBit>,
    /// The description of the encoding if its length is variable.
    pub variable: Option<VariableEncoding>,
    /// Whether no bit is fixed or belongs to an operand. In an encoding of variable length, only fixed bits count.
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

    /// The bits that must match. Bits that `SoftFail` marks are left out, because code with wrong values in these bits
    /// is still decoded. Since LLVM 22, `SoftFail` is ignored in encodings of variable length.
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
    /// The bits that two patterns fix to different values. Without such bits, some code matches both patterns.
    pub fn differences(&self, other: &Pattern) -> Bits {
        let word = |at| {
            let both = self.known.word(at) & other.known.word(at);
            both & (self.value.word(at) ^ other.value.word(at))
        };
        Bits::from_words(self.width.min(other.width), word)
    }

    /// The bits that both patterns fix to the same values.
    pub(crate) fn agreement(&self, other: &Pattern) -> Bits {
        let word = |at| {
            let both = self.known.word(at) & other.known.word(at);
            both & !(self.value.word(at) ^ other.value.word(at))
        };
        Bits::from_words(self.width.min(other.width), word)
    }
}

/// The indices of the bits that `SoftFail` marks.
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

/// The masks of the bits that `SoftFail` marks among the first `width` bits. The first mask holds the bits that should
/// be 0, the second mask the bits that should be 1. `None` if no bit is marked.
///
/// An error if `Inst` does not fix a marked bit.
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
        // The reference keeps only the first 64 bits.
        let mask = 1u64.checked_shl(at as u32).unwrap_or(0);
        match bits.get(at) {
            Some(EncodingBit::Known(false)) => zeros |= mask,
            Some(EncodingBit::Known(true)) => ones |= mask,
            _ => return Err(SoftError::Unset(at)),
        }
    }
    Ok(Some((zeros, ones)))
}

/// The reason why [`soft_masks`] fails.
pub enum SoftError {
    /// `Inst` does not fix the bit with this index.
    Unset(usize),
    /// `Inst` is missing or is not of type `bits`.
    Other(Fatal),
}

/// The mask of the operand's bits that must be 1, from the field in the encoding's record that is named like the
/// operand. Bit indices are taken modulo 64, as in the reference.
pub(super) fn fixed_ones(rec: Rec, operand: Sym) -> u64 {
    let field = rec.field(operand).and_then(|it| it.value);
    let Some(Node::Bits(bits)) = field.map(|v| rec.records().node(v)) else {
        return 0;
    };
    let bits = (0..).zip(bits.iter());
    let set = bits.filter(|(_, bit)| **bit == ValueId::TRUE);
    set.fold(0, |ones, (at, _)| ones | 1u64.wrapping_shl(at))
}

/// An error if `width`, the length of an encoding in bits, is above 65,536.
pub(super) fn check_width(rec: Rec, width: usize) -> Result<(), Fatal> {
    /// Encodings of real targets are much shorter.
    const MAX_WIDTH: usize = 1 << 16;
    if width > MAX_WIDTH {
        bail!(rec, "the encoding of '{}' is too long", rec.name());
    }
    Ok(())
}
