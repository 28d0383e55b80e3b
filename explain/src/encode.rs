//! Encoding an instruction with given operands.

#[cfg(test)]
mod tests;

use backend::{Context, Fatal, Rec, Records};
use elaborate::symbol::Sym;
use elaborate::value::Node;
use target_model::instructions::{
    BitOrder, EncodingBit, Instruction, InstructionDef, Segment, VariableEncoding, encoding_bits,
};

use crate::decode::ByteOrder;
use crate::instructions::encodings;

/// The name of an encoding's field and its value: a number, or the name of a register.
pub type Given<'a> = (&'a str, &'a str);

/// An instruction in one of its encodings.
pub struct Encoded<'a> {
    /// The record with the encoding: the instruction's record, or another record that holds an encoding of the
    /// instruction.
    pub encoding: Rec<'a>,
    /// The bytes in memory order.
    pub bytes: Vec<u8>,
    /// The fields without a given value, each with its width in bits. They are encoded as zero.
    pub open: Vec<(Sym, u32)>,
    /// Fields whose bits a C++ function computes from the operand, each with the function. The function is not
    /// executed: the given value is used as its result.
    pub encoders: Vec<(Sym, Sym)>,
    /// The C++ function that changes the encoded bits afterwards, if there is one. This function is not executed.
    pub changed_by: Option<String>,
}

/// Encodes an instruction in all of its encodings. The names of fields are given without `$`.
///
/// # Errors
///
/// If the record is not an instruction or has no encoding, if a given field is in none of the encodings, or if a value
/// is neither a number nor a register, or does not fit into its field.
pub fn encode<'a>(
    cx: &Context<'a>,
    rec: Rec<'a>,
    given: &[Given],
    byte_order: ByteOrder,
) -> Result<Vec<Encoded<'a>>, Fatal> {
    if !rec.is_a("Instruction") {
        return Err(rec.fatal(format!("'{}' is not an instruction", rec.name())));
    }
    let order = BitOrder::of_target(cx)?;
    let instruction = Instruction::read_alone(InstructionDef(rec))?;
    let mut all = Vec::new();
    let mut unused: Vec<&str> = given.iter().map(|it| it.0).collect();
    for (_, encoding) in encodings(cx, rec)? {
        let Some(code) = Code::read(encoding, order)? else {
            continue;
        };
        unused.retain(|name| code.field(name).is_none());
        let mut values = Vec::new();
        for (name, text) in given {
            if let Some(field) = code.field(name) {
                values.push((field.name, value(cx.records, rec, field, text)?));
            }
        }
        let names = code.fields.iter().map(|it| it.name);
        let is_open = |it: &&Field| values.iter().all(|(name, _)| *name != it.name);
        let encoder = |name: Sym| {
            let method = encoder(&instruction, plain(name))?;
            (method != Sym::EMPTY).then_some((name, method))
        };
        let changed_by = match rec.optional_string("PostEncoderMethod")? {
            Some(method) if !method.is_empty() => Some(method.into_owned()),
            _ => None,
        };
        all.push(Encoded {
            encoding,
            bytes: code.bytes(&values, byte_order),
            open: code
                .fields
                .iter()
                .filter(is_open)
                .map(|it| (it.name, it.width()))
                .collect(),
            encoders: names.filter_map(encoder).collect(),
            changed_by,
        });
    }
    if all.is_empty() {
        return Err(rec.fatal(format!("'{}' has no bits of an encoding", rec.name())));
    }
    match unused.first() {
        None => Ok(all),
        Some(name) => Err(rec.fatal(format!(
            "'{}' has no field '{name}' in its encoding",
            rec.name()
        ))),
    }
}

/// The C++ function that encodes the operand, or the part of an operand, whose name is `field`. `None` if no operand
/// has this name.
fn encoder(instruction: &Instruction, field: &str) -> Option<Sym> {
    let operands = &instruction.operands;
    let part = match operands.find_part(field) {
        Some(at) => &operands.get(at.operand).parts[at.part],
        None => operands.get(operands.find(field)?).parts.first()?,
    };
    Some(part.encoder_method)
}

/// The bits and fields of an encoding.
struct Code {
    /// The bits, the least significant one first.
    bits: Vec<EncodingBit>,
    /// The fields, sorted by their most significant bits in descending order.
    fields: Vec<Field>,
}

/// The bits of an encoding that come from one operand.
struct Field {
    name: Sym,
    /// The mask of the operand's bits that are encoded.
    encoded: u64,
}

impl Field {
    /// The width of the operand in bits, up to its highest encoded bit.
    fn width(&self) -> u32 {
        u64::BITS - self.encoded.leading_zeros()
    }
}

/// The name of a field without a leading `$`, which field names have in encodings of variable length.
fn plain(name: Sym) -> &'static str {
    let name = name.as_str();
    name.strip_prefix('$').unwrap_or(name)
}

impl Code {
    /// Reads an encoding; `None` if the record has no bits, or if all bits are unset.
    fn read(rec: Rec, order: BitOrder) -> Result<Option<Code>, Fatal> {
        let Some(inst) = rec.field("Inst").and_then(|it| it.value) else {
            return Ok(None);
        };
        let mut bits = match rec.records().dag(inst) {
            Some(_) => variable_bits(&VariableEncoding::read(rec)?),
            None if rec.bits("Inst").is_err() => return Ok(None),
            None => encoding_bits(rec, order)?,
        };
        if rec.records().dag(inst).is_none() && rec.field("Size").is_some() {
            let size = usize::try_from(rec.int("Size")?).unwrap_or(0) * 8;
            if size > 0 {
                bits.truncate(size);
            }
        }
        if bits.iter().all(|it| *it == EncodingBit::Unset) {
            return Ok(None);
        }
        let mut fields: Vec<Field> = Vec::new();
        for bit in bits.iter().rev() {
            let EncodingBit::Field { name, bit } = *bit else {
                continue;
            };
            let encoded = 1_u64.checked_shl(bit.unwrap_or(0)).unwrap_or(0);
            match fields.iter_mut().find(|it| it.name == name) {
                Some(field) => field.encoded |= encoded,
                None => fields.push(Field { name, encoded }),
            }
        }
        Ok(Some(Code { bits, fields }))
    }

    fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|it| plain(it.name) == name)
    }

    /// The bytes of the encoding in memory order. Fields without a value are zero.
    fn bytes(&self, values: &[(Sym, u64)], order: ByteOrder) -> Vec<u8> {
        let mut number = vec![0; self.bits.len().div_ceil(8)];
        for (at, bit) in self.bits.iter().enumerate() {
            let is_set = match *bit {
                EncodingBit::Known(bit) => bit,
                EncodingBit::Unset => false,
                EncodingBit::Field { name, bit } => {
                    let value = values.iter().find(|it| it.0 == name).map_or(0, |it| it.1);
                    value.checked_shr(bit.unwrap_or(0)).unwrap_or(0) & 1 != 0
                }
            };
            number[at / 8] |= u8::from(is_set) << (at % 8);
        }
        let last = number.len().saturating_sub(1);
        let in_memory = (0..number.len()).map(|at| number[order.place(at, last)]);
        in_memory.collect()
    }
}

fn variable_bits(encoding: &VariableEncoding) -> Vec<EncodingBit> {
    let mut bits = Vec::new();
    for segment in &encoding.segments {
        match segment {
            Segment::Fixed(known) => bits.extend(known.iter().map(|it| EncodingBit::Known(*it))),
            Segment::Operand(operand) => {
                let name = operand.name;
                let own = (operand.low..).take(operand.width);
                bits.extend(own.map(|bit| EncodingBit::Field {
                    name,
                    bit: Some(bit),
                }));
            }
        }
    }
    bits
}

/// The bits of a field for the value `text`: a number, or the name of a register. An error if `text` is neither, or if
/// a number does not fit into the encoded bits of the field.
fn value(records: &Records, rec: Rec, field: &Field, text: &str) -> Result<u64, Fatal> {
    let name = plain(field.name);
    let width = field.width();
    let (value, is_register) = match number(text) {
        Some(number) => (number, false),
        None => {
            let found = register(records, text).ok_or_else(|| {
                rec.fatal(format!(
                    "'{text}' for '{name}' is neither a number nor a register"
                ))
            })?;
            (i128::from(found), true)
        }
    };
    let least = -(1_i128 << width.saturating_sub(1));
    // A register's number may have more bits than the field. Then only the low bits are encoded.
    if !is_register && !(least..1 << width).contains(&value) {
        return Err(rec.fatal(format!(
            "{text} does not fit into the {width} bits of '{name}'"
        )));
    }
    let low = (1_u64.checked_shl(width).unwrap_or(0)).wrapping_sub(1);
    let value = value as u64 & low;
    if value & !field.encoded != 0 && !is_register {
        let lost = (value & !field.encoded).trailing_zeros();
        return Err(rec.fatal(format!(
            "{text} does not fit: bit {lost} of '{name}' is not encoded"
        )));
    }
    Ok(value)
}

/// Parses a decimal, hexadecimal or binary number in TableGen's syntax, with an optional sign.
fn number(text: &str) -> Option<i128> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (radix, digits) = match digits.get(..2) {
        Some("0x" | "0X") => (16, &digits[2..]),
        Some("0b" | "0B") => (2, &digits[2..]),
        _ => (10, digits),
    };
    let number = u64::from_str_radix(digits, radix).ok()?;
    Some(sign * i128::from(number))
}

/// The encoding of a register (`HWEncoding`). `text` is the name of the register's record or the register's name in
/// assembly.
fn register(records: &Records, text: &str) -> Option<u64> {
    let is_named = |it: &Rec| it.string("AsmName").is_ok_and(|it| it == text);
    let known = records.def(text).filter(|it| it.is_a("Register"));
    let register = known.or_else(|| {
        let all = records.derived_if_defined("Register");
        all.into_iter().find(is_named)
    })?;
    let bits = register.bits("HWEncoding").ok()?;
    let bits = bits.iter().take(64).enumerate();
    let set = bits.filter(|(_, it)| matches!(records.node(**it), Node::Bit(true)));
    Some(set.fold(0, |all, (at, _)| all | 1 << at))
}
