//! Drawings of encodings: the fixed bits of an instruction and the bits of its operands.

#[cfg(test)]
mod tests;

use backend::{Fatal, Rec};
use elaborate::symbol::Sym;
use target_model::instructions::{BitOrder, EncodingBit, Segment, VariableEncoding, encoding_bits};

use crate::page::columns;

/// The maximum width of a drawing, in characters.
const MAX_WIDTH: usize = 100;
/// The maximum number of bits of an encoding that is drawn.
const MAX_BITS: usize = 512;

/// Adjacent bits that are drawn as one box: fixed bits, unset bits or a slice of an operand.
struct Field {
    /// The index of the field's least significant bit in the encoding.
    low: usize,
    /// The bits as `0`, `1` or `?`, the most significant one first. Empty for an operand.
    text: String,
    len: usize,
    /// The name of the operand, and the slice of its value if it has one. `None` for fixed and unset bits.
    operand: Option<(Sym, Option<Slice>)>,
}

/// A range of bits of an operand, with both ends included.
#[derive(Clone, Copy)]
struct Slice {
    low: u32,
    high: u32,
}

/// A drawing of an encoding, the most significant bits first, and a table that explains the bits of each operand.
/// `None` if the record has no bits or more than [`MAX_BITS`], or if all bits are unset.
pub(crate) fn picture(rec: Rec, order: BitOrder) -> Result<Option<String>, Fatal> {
    let Some(inst) = rec.field("Inst").and_then(|it| it.value) else {
        return Ok(None);
    };
    let fields = match rec.records().dag(inst) {
        Some(_) => fields_of_variable(&VariableEncoding::read(rec)?),
        None if rec.bits("Inst").is_err() => return Ok(None),
        None => fields_of(&encoding_bits(rec, order)?),
    };
    let bits: usize = fields.iter().map(|it| it.len).sum();
    let is_open = fields.iter().all(|it| it.text.starts_with('?'));
    if is_open || bits > MAX_BITS {
        return Ok(None);
    }
    Ok(Some(format!("{}\n{}", boxes(&fields), table(&fields))))
}

/// Divides an encoding into fields, the most significant one first. The first of `bits` is the least significant one.
fn fields_of(bits: &[EncodingBit]) -> Vec<Field> {
    let mut fields: Vec<Field> = Vec::new();
    for (at, bit) in bits.iter().enumerate().rev() {
        if let Some(last) = fields.last_mut()
            && last.takes(*bit)
        {
            last.low = at;
            continue;
        }
        fields.push(Field::new(at, *bit));
    }
    fields
}

impl Field {
    fn new(at: usize, bit: EncodingBit) -> Field {
        let (text, operand) = match bit {
            EncodingBit::Known(bit) => (u8::from(bit).to_string(), None),
            EncodingBit::Unset => ("?".to_owned(), None),
            EncodingBit::Field { name, bit } => {
                let slice = bit.map(|bit| Slice {
                    low: bit,
                    high: bit,
                });
                (String::new(), Some((name, slice)))
            }
        };
        Field {
            low: at,
            text,
            len: 1,
            operand,
        }
    }

    /// Adds the next less significant bit if the bit continues this field. Returns whether the bit was added.
    fn takes(&mut self, bit: EncodingBit) -> bool {
        let takes = match (bit, &mut self.operand) {
            (EncodingBit::Known(bit), None) if !self.text.starts_with('?') => {
                self.text.push(if bit { '1' } else { '0' });
                true
            }
            (EncodingBit::Unset, None) if self.text.starts_with('?') => {
                self.text.push('?');
                true
            }
            (
                EncodingBit::Field {
                    name,
                    bit: Some(bit),
                },
                Some((own, Some(slice))),
            ) => {
                let follows = name == *own && bit + 1 == slice.low;
                if follows {
                    slice.low = bit;
                }
                follows
            }
            _ => false,
        };
        self.len += usize::from(takes);
        takes
    }

    /// The label in the field's box.
    fn label(&self) -> String {
        match &self.operand {
            None => self.text.clone(),
            Some((name, None)) => name.as_str().to_owned(),
            Some((name, Some(Slice { low: 0, high }))) if *high as usize + 1 == self.len => {
                name.as_str().to_owned()
            }
            Some((name, Some(slice))) => format!("{name}{}", slice.text()),
        }
    }

    fn high(&self) -> usize {
        self.low + self.len - 1
    }

    /// The indices of the field's highest and lowest bit, for the line above its box. The second text is empty if the
    /// field has only one bit.
    fn numbers(&self) -> (String, String) {
        match self.len {
            1 => (self.low.to_string(), String::new()),
            _ => (self.high().to_string(), self.low.to_string()),
        }
    }
}

impl Slice {
    fn text(self) -> String {
        if self.low == self.high {
            format!("{{{}}}", self.low)
        } else {
            format!("{{{}-{}}}", self.high, self.low)
        }
    }
}

/// Divides an encoding of variable length into fields, the most significant one first.
fn fields_of_variable(encoding: &VariableEncoding) -> Vec<Field> {
    let mut at = 0;
    let mut fields = Vec::new();
    for segment in &encoding.segments {
        let field = match segment {
            Segment::Fixed(bits) => Field {
                low: at,
                text: bits
                    .iter()
                    .rev()
                    .map(|it| if *it { '1' } else { '0' })
                    .collect(),
                len: bits.len(),
                operand: None,
            },
            Segment::Operand(operand) => {
                let slice = Slice {
                    low: operand.low,
                    high: operand.low + (operand.width.max(1) - 1) as u32,
                };
                Field {
                    low: at,
                    text: String::new(),
                    len: operand.width,
                    operand: Some((operand.name, Some(slice))),
                }
            }
        };
        at += field.len;
        fields.push(field);
    }
    fields.retain(|it| it.len > 0);
    fields.reverse();
    fields
}

/// The boxes of the fields, in rows of about [`MAX_WIDTH`] characters. A single box may be wider.
fn boxes(fields: &[Field]) -> String {
    let mut picture = String::new();
    let mut rest = fields;
    while !rest.is_empty() {
        let mut width = 0;
        let mut fitting = rest.iter().take_while(|field| {
            width += box_width(field) + 1;
            width <= MAX_WIDTH
        });
        let fits = fitting.by_ref().count().max(1);
        let (row, others) = rest.split_at(fits);
        rest = others;
        let (mut numbers, mut line, mut edge) = (String::new(), String::new(), String::new());
        for field in row {
            let width = box_width(field);
            let (high, low) = field.numbers();
            let gap = width - high.len();
            numbers += &format!(" {high}{low:>gap$}");
            line += &format!("|{:^width$}", field.label());
            edge += &format!("+{:-<width$}", "");
        }
        picture += &format!("{}\n{edge}+\n{line}|\n{edge}+\n", numbers.trim_end());
    }
    picture
}

fn box_width(field: &Field) -> usize {
    let (high, low) = field.numbers();
    let numbers = high.len() + low.len() + usize::from(!low.is_empty());
    numbers.max(field.label().chars().count() + 2)
}

/// A table with a row for each operand: its name, and the bits of the encoding with the corresponding bits of the
/// operand's value.
fn table(fields: &[Field]) -> String {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut names: Vec<Sym> = Vec::new();
    let named = fields.iter().filter_map(|it| Some(it.operand.as_ref()?.0));
    for name in named {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    for name in names {
        let own = fields
            .iter()
            .filter(|it| it.operand.as_ref().is_some_and(|it| it.0 == name));
        let bits = own.map(|field| {
            let at = match field.len {
                1 => field.low.to_string(),
                _ => format!("{}-{}", field.high(), field.low),
            };
            let slice = field.operand.as_ref().and_then(|it| it.1);
            match slice {
                Some(slice) => format!("{at} = {}", slice.text()),
                None => at,
            }
        });
        let bits: Vec<String> = bits.collect();
        rows.push(vec![name.as_str().to_owned(), bits.join(", ")]);
    }
    columns(&rows)
}
