//! Printing bits as numbers and as the fields of an encoding.

use elaborate::value::{Node, UnOp, ValueId};

use super::{ValueDisplay, short_names};

/// The printed form of a sequence of bits.
pub(crate) enum Bits {
    /// All bits are of one kind: the text, and the value in hexadecimal if the text is a number in another base.
    Whole(String, Option<String>),
    /// Groups of adjacent bits of one kind, the most significant first.
    Pieces(Vec<Piece>),
}

/// Adjacent bits that are all known, all unset, or consecutive bits of one value; or a single bit of another kind.
pub(crate) struct Piece {
    pub high: usize,
    pub low: usize,
    pub value: String,
    /// The value in hexadecimal, if it is known and `value` is a number in another base.
    pub hex: Option<String>,
}

impl Piece {
    /// The bit range as in `let field{…}`.
    pub(crate) fn range(&self) -> String {
        if self.high == self.low {
            self.low.to_string()
        } else {
            format!("{}-{}", self.high, self.low)
        }
    }
}

/// The kind and contents of a group of adjacent bits.
#[derive(Clone, Copy)]
enum Run {
    Known(u64),
    Unset,
    /// Descending bits of a value, starting with the bit of this index.
    Of(ValueId, u32),
    Other(ValueId),
}

/// The largest number of pieces shown.
const MAX_PIECES: usize = 40;
/// The largest number of bits shown in binary.
const MAX_BINARY: usize = 16;

impl ValueDisplay<'_> {
    /// The bits of a value in printed form. `None` if the value is not a sequence of bits, or if there are no pieces or
    /// too many.
    pub(crate) fn bits(&self, v: ValueId) -> Option<Bits> {
        let bits = self.values.as_bits(v)?;
        let mut runs: Vec<(usize, usize, Run)> = Vec::new();
        for (index, bit) in bits.iter().enumerate().rev() {
            let last = runs.last_mut().map(|(high, low, run)| (*high, low, run));
            if let Some((high, low, run)) = last
                && let Some(grown) = self.grown(*run, high + 1 - *low, *bit)
            {
                (*low, *run) = (index, grown);
            } else {
                runs.push((index, index, self.run(*bit)));
            }
        }
        if let [(high, 0, run)] = runs[..] {
            let Piece { value, hex, .. } = self.piece(high, 0, run);
            return Some(match (run, self.all_of(v)) {
                (Run::Of(..), Some(all)) => Bits::Whole(all, None),
                _ => Bits::Whole(value, hex),
            });
        }
        let pieces = runs
            .iter()
            .map(|(high, low, run)| self.piece(*high, *low, *run));
        (1..=MAX_PIECES)
            .contains(&runs.len())
            .then(|| Bits::Pieces(pieces.collect()))
    }

    /// The text of a value on one line: bits as a number, or as a list of numbers and values in braces.
    pub(crate) fn brief(&self, v: ValueId) -> String {
        match self.bits(v) {
            Some(Bits::Whole(text, _)) => text,
            Some(Bits::Pieces(pieces)) => {
                let pieces: Vec<String> = pieces.into_iter().map(|it| it.value).collect();
                format!("{{ {} }}", pieces.join(", "))
            }
            None => self.value(v),
        }
    }

    fn run(&self, bit: ValueId) -> Run {
        match self.values.node(bit) {
            Node::Bit(bit) => Run::Known(u64::from(*bit)),
            Node::Unset => Run::Unset,
            Node::VarBit(base, number) => Run::Of(*base, *number),
            _ => Run::Other(bit),
        }
    }

    /// The group `run` of `len` bits, extended by the next lower bit `bit`; `None` if `bit` does not continue the
    /// group, or if the group already has 64 known bits.
    fn grown(&self, run: Run, len: usize, bit: ValueId) -> Option<Run> {
        match (run, self.run(bit)) {
            (Run::Known(number), Run::Known(bit)) if len < 64 => {
                Some(Run::Known(number << 1 | bit))
            }
            (Run::Unset, Run::Unset) => Some(run),
            (Run::Of(base, high), Run::Of(other, number)) if base == other => {
                (high.checked_sub(u32::try_from(len).ok()?) == Some(number)).then_some(run)
            }
            _ => None,
        }
    }

    fn piece(&self, high: usize, low: usize, run: Run) -> Piece {
        let len = high + 1 - low;
        let (value, hex) = match run {
            Run::Known(number) => literal(number, len),
            Run::Unset => ("?".to_owned(), None),
            Run::Of(base, first) => (self.part_of(base, first, len), None),
            Run::Other(bit) => (short_names(&self.value(bit)), None),
        };
        Piece {
            high,
            low,
            value,
            hex,
        }
    }

    /// The text of `len` bits of the value `base`, from the bit `first` down.
    fn part_of(&self, base: ValueId, first: u32, len: usize) -> String {
        let inner = match self.values.node(base) {
            Node::Un(UnOp::Cast, inner) => *inner,
            _ => base,
        };
        let text = short_names(&self.value(inner));
        let low = (first as usize + 1).saturating_sub(len);
        match len {
            _ if self.width(base) == Some(len) && low == 0 => text,
            1 => format!("{text}{{{first}}}"),
            _ => format!("{text}{{{first}-{low}}}"),
        }
    }

    /// The text of another value, if `v` consists of all bits of that value in order; otherwise `None`.
    fn all_of(&self, v: ValueId) -> Option<String> {
        let whole = self.whole(v);
        (whole != v).then(|| short_names(&self.value(whole)))
    }
}

/// A number of `len` bits as a literal, and in hexadecimal if the literal is binary.
fn literal(number: u64, len: usize) -> (String, Option<String>) {
    let hex = format!("0x{number:0width$x}", width = len.div_ceil(4));
    match len {
        1 => (number.to_string(), None),
        2..=MAX_BINARY => (format!("0b{number:0len$b}"), Some(hex)),
        _ => (hex, None),
    }
}

/// Replaces lists of known bits by numbers in the text of values, except in strings.
pub(crate) fn with_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // Every second piece is a string. Strings are not escaped in the text, so quotes in a string are mistaken for its
    // end.
    for (index, piece) in text.split('"').enumerate() {
        if index > 0 {
            out.push('"');
        }
        let mut rest = piece;
        while index % 2 == 0
            && let Some(open) = rest.find('{')
            && let Some(len) = rest[open..].find('}')
        {
            let (braces, behind) = rest[open..].split_at(len + 1);
            out.push_str(&rest[..open]);
            out.push_str(&number_in(&braces[1..len]).unwrap_or_else(|| braces.to_owned()));
            rest = behind;
        }
        out.push_str(rest);
    }
    out
}

/// The literal for a comma-separated list of bits, the most significant first. `None` if a bit is unknown or there are
/// more than 64.
fn number_in(bits: &str) -> Option<String> {
    let mut number = 0;
    let mut len = 0;
    for bit in bits.split(',') {
        number = number << 1 | ["0", "1"].iter().position(|it| *it == bit.trim())? as u64;
        len += 1;
    }
    (len <= 64).then(|| literal(number, len).0)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::with_numbers;
    use crate::display::ValueDisplay;
    use crate::fixtures::unit;

    /// The lines of the fields of record `R`.
    fn check(text: &str, want: Expect) {
        let db = unit(text);
        let record = db::record(&db, "R").unwrap();
        let shown = ValueDisplay::new(&db);
        let mut out = String::new();
        for line in record.fields().flat_map(|it| shown.lines(&it)) {
            out += &line.code;
            out += &line.hex.map(|it| format!(" // {it}")).unwrap_or_default();
            out.push('\n');
        }
        want.assert_eq(&out);
    }

    #[test]
    fn numbers() {
        check(
            "def R { bit one = 1; bits<8> some = 0x2a; bits<24> many = 7; bits<70> most = 1; bits<4> none = ?;\n\
             bits<0> empty = {}; }",
            expect![[r#"
                bit one = 1
                bits<8> some = 0b00101010 // 0x2a
                bits<24> many = 0x000007
                bits<70> most
                let most{69-6} = 0x0000000000000000
                let most{5-0} = 0b000001 // 0x01
                bits<4> none = ?
                bits<0> empty = {  }
            "#]],
        );
    }

    #[test]
    fn fields_of_an_encoding() {
        check(
            "def R { bits<5> rd; bits<12> imm; bits<32> Inst; bits<5> same = rd;\n\
             let Inst{6-0} = 0x13; let Inst{11-7} = rd; let Inst{31-25} = imm{11-5}; let Inst{12} = imm{0}; }",
            expect![[r#"
                bits<5> rd = ?
                bits<12> imm = ?
                bits<32> Inst
                let Inst{31-25} = imm{11-5}
                let Inst{24-13} = ?
                let Inst{12} = imm{0}
                let Inst{11-7} = rd
                let Inst{6-0} = 0b0010011 // 0x13
                bits<5> same = rd
            "#]],
        );
    }

    #[test]
    fn bits_in_texts() {
        let check = |text: &str, want: &str| assert_eq!(with_numbers(text), want);
        check("{ 0, 0, 1, 0, 1 }", "0b00101");
        check("[{ 0, 1 }, { 1, 0 }, { 1 }]", "[0b01, 0b10, 1]");
        let long = format!("{{ {}1 }}", "0, ".repeat(31));
        check(&long, "0x00000001");
        let too_long = format!("{{ {}1 }}", "0, ".repeat(64));
        check(&too_long, &too_long);
        for text in ["{ 0, ?, 1 }", "\"{ 0, 1 }\"", "{  }", "{ 0, 1", "}{"] {
            check(text, text);
        }
    }
}
