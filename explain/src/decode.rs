//! Decoding machine code into instructions.

#[cfg(test)]
mod tests;
mod x86;

use backend::{Context, Fatal, Rec, Records};
use elaborate::symbol::Sym;
use target_model::decoder::{Bits, BitsOf, Check, Decision, EncodingId, NodeId, Table, Tree};
use target_model::instructions::{EncodingBit, asm_variant};
use target_model::target::Target;
pub use target_model::x86::CodeMode;

use crate::decoder::Decoder;

/// The maximum number of near misses that are listed if the code matches no instruction.
const MAX_NEAR: usize = 3;
/// The maximum number of matching instructions that are listed for one table.
const MAX_FOUND: usize = 16;

/// The byte order of an instruction in memory. It is not known from the records, but written in the decoder's C++ code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ByteOrder {
    /// The least significant byte comes first.
    #[default]
    Little,
    /// The most significant byte comes first.
    Big,
    /// The most significant halfword comes first. The bytes of each halfword are in little-endian order.
    Halves,
}

impl ByteOrder {
    /// The index of a byte in the instruction word, counted from the least significant byte. `at` is the index of the
    /// byte in memory, `last` the index of the last byte.
    pub(crate) fn place(self, at: usize, last: usize) -> usize {
        match self {
            ByteOrder::Little => at,
            ByteOrder::Big => last - at,
            // The bytes of each halfword are swapped. Then the index is counted from the last byte. A last byte without
            // a partner is not swapped.
            ByteOrder::Halves => last - (at ^ 1).min(last),
        }
    }
}

/// The choices that decoding needs and that the records do not determine. An empty list means that there is no choice.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CodeForms {
    /// The byte orders that instructions may have.
    pub orders: Vec<ByteOrder>,
    /// The processor modes between which the user chooses. Only X86 has several modes. The usual mode comes first.
    pub modes: Vec<CodeMode>,
}

/// The byte orders and the modes that the records do not determine for the target's machine code.
pub fn code_forms(cx: &Context<'_>) -> Result<CodeForms, Fatal> {
    let mut forms = CodeForms::default();
    if cx.model::<Target>()?.name == "X86" {
        forms.modes = vec![CodeMode::Bits64, CodeMode::Bits32, CodeMode::Bits16];
        return Ok(forms);
    }
    let decoder = cx.model::<Decoder>()?;
    let encodings = &decoder.encodings;
    let widths = || encodings.tables.iter().map(|it| it.width);
    if widths().any(|it| it > 8) {
        forms.orders = vec![ByteOrder::Little, ByteOrder::Big];
    }
    // If some instructions have 16 bits, longer instructions may be sequences of halfwords.
    let are_short = encodings.lengths.is_some() || widths().any(|it| it == 16);
    if are_short && widths().any(|it| it > 16) {
        forms.orders.push(ByteOrder::Halves);
    }
    Ok(forms)
}

/// The result of decoding machine code with one table.
pub struct Decoded<'a> {
    /// The namespace of the table's encodings, if it has a name, and the length of the encodings.
    pub table: String,
    /// The number of bytes that were decoded.
    pub bytes: usize,
    /// The matching instructions, in the order in which the decoder tries them. The decoder takes the first one that
    /// the processor supports and whose operands can be decoded.
    pub found: Vec<DecodedInstruction<'a>>,
    /// If no instruction matches, the instructions that differ from the code in the fewest bits, the nearest first.
    pub near: Vec<Near<'a>>,
}

/// An instruction that matches the code.
pub struct DecodedInstruction<'a> {
    /// The record with the encoding: the instruction's record, or another record that holds an encoding of the
    /// instruction.
    pub encoding: Rec<'a>,
    /// The record of the instruction.
    pub instruction: Rec<'a>,
    /// The instruction's assembly string, in the first variant.
    pub text: String,
    /// The fields of the encoding with their values, sorted by their most significant bits in descending order. For
    /// X86, the parts of the code after the prefixes, in the order of the code.
    pub fields: Vec<(Sym, u64)>,
    /// The predicates that the processor must satisfy.
    pub needs: Vec<Rec<'a>>,
    /// The C++ function that decodes the instruction and may reject it, if there is one.
    pub decoder: Option<String>,
}

/// An instruction that nearly matches the code.
pub struct Near<'a> {
    /// The record of the instruction.
    pub instruction: Rec<'a>,
    /// The indices of the bits in which the code differs from the encoding, counted from the least significant bit.
    pub bits: Vec<usize>,
}

/// Looks up bytes in the decoder's tables. If all encodings of the target have fixed lengths, tables with longer
/// encodings than `bytes` are skipped. The result has one element for each of the other tables.
///
/// X86's instructions differ in length. For X86, only the table of `mode` is searched, and there are no near misses.
pub fn decode<'a>(
    cx: &Context<'a>,
    bytes: &[u8],
    order: ByteOrder,
    mode: CodeMode,
) -> Result<Vec<Decoded<'a>>, Fatal> {
    if cx.model::<Target>()?.name == "X86" {
        return Ok(vec![x86::decode(cx, bytes, mode)?]);
    }
    let decoder = cx.model::<Decoder>()?;
    let tables = decoder.encodings.tables.iter().zip(&decoder.trees);
    let mut all = Vec::new();
    for (table, tree) in tables {
        let is_variable = decoder.encodings.lengths.is_some();
        let size = if is_variable {
            bytes.len().min(table.width.div_ceil(8))
        } else {
            table.width / 8
        };
        if size == 0 || size > bytes.len() {
            continue;
        }
        let code = word(&bytes[..size], order, table.width);
        all.push(look_up(cx.records, &decoder, table, tree, &code, size)?);
    }
    Ok(all)
}

/// The bits of an instruction with these bytes in memory.
fn word(bytes: &[u8], order: ByteOrder, width: usize) -> Bits {
    let mut bits = Bits::new(width.max(bytes.len() * 8));
    let last = bytes.len() - 1;
    for (at, byte) in bytes.iter().enumerate() {
        let place = order.place(at, last);
        for bit in 0..8 {
            bits.set(place * 8 + bit, byte >> bit & 1 != 0);
        }
    }
    bits
}

fn look_up<'a>(
    records: &'a Records,
    decoder: &Decoder,
    table: &Table,
    tree: &Tree,
    code: &Bits,
    bytes: usize,
) -> Result<Decoded<'a>, Fatal> {
    let mut ids = Vec::new();
    walk(decoder, tree, code, Tree::ROOT, &mut ids);
    let mut found = Vec::new();
    for id in ids.iter().take(MAX_FOUND) {
        found.push(read(records, decoder, code, *id)?);
    }
    let near = if found.is_empty() {
        nearest(records, decoder, table, code)
    } else {
        Vec::new()
    };
    Ok(Decoded {
        table: match &*table.namespace {
            "" => format!("{} bits", table.width),
            namespace => format!("{namespace}, {} bits", table.width),
        },
        bytes,
        found,
        near,
    })
}

/// Finds the encodings that the decoder reaches, in the order in which the decoder tries them. If a case of a switch
/// fails, the decoder continues with the encodings that do not fix the bits of the switch.
fn walk(decoder: &Decoder, tree: &Tree, code: &Bits, node: NodeId, found: &mut Vec<EncodingId>) {
    let mut node = Some(node);
    let holds = |checks: &[Check]| {
        let mut checks = checks.iter();
        checks.all(|it| code.number((it.start, it.len)) == it.value)
    };
    // Only the cases of a switch need recursion; all other nodes have at most one successor.
    while let Some(at) = node.take() {
        match &tree.get(at).decision {
            Decision::One { encoding, checks } => {
                if holds(checks) {
                    found.push(*encoding);
                }
            }
            Decision::OneOr {
                encoding,
                checks,
                others,
                ..
            } => {
                if holds(checks) {
                    found.push(*encoding);
                }
                node = Some(*others);
            }
            Decision::Switch {
                start,
                len,
                cases,
                others,
            } => {
                let value = code.number((*start, *len));
                if let Ok(case) = cases.binary_search_by_key(&value, |it| it.0) {
                    walk(decoder, tree, code, cases[case].1, found);
                }
                node = *others;
            }
            Decision::Conflict(group) => {
                let fits = |it: &&EncodingId| distance(decoder, **it, code).is_empty();
                found.extend(group.iter().filter(fits));
            }
        }
    }
}

/// The bits in which the encoding requires another value than the code has.
fn distance(decoder: &Decoder, encoding: EncodingId, code: &Bits) -> Bits {
    let pattern = &decoder.encodings.get(encoding).pattern;
    Bits::from_words(pattern.width, |at| {
        pattern.known.word(at) & (pattern.value.word(at) ^ code.word(at))
    })
}

fn read<'a>(
    records: &'a Records,
    decoder: &Decoder,
    code: &Bits,
    id: EncodingId,
) -> Result<DecodedInstruction<'a>, Fatal> {
    let known = decoder.encodings.get(id);
    let encoding = records.rec(known.rec);
    let instruction = records.rec(decoder.instructions.get(known.instruction).rec);
    let bits = BitsOf::read(encoding, decoder.encodings.order)?.bits;
    let mut fields: Vec<(Sym, u64)> = Vec::new();
    for (at, bit) in bits.iter().enumerate().rev() {
        let EncodingBit::Field { name, bit } = *bit else {
            continue;
        };
        let number = match fields.iter().position(|it| it.0 == name) {
            Some(number) => number,
            None => {
                fields.push((name, 0));
                fields.len() - 1
            }
        };
        if code.get(at) {
            // Only the lowest 64 bits of a field are shown.
            fields[number].1 |= 1_u64.checked_shl(bit.unwrap_or(0)).unwrap_or(0);
        }
    }
    let custom = encoding.string("DecoderMethod")?;
    let text = instruction.string("AsmString")?;
    Ok(DecodedInstruction {
        encoding,
        instruction,
        text: asm_variant(&text, 0),
        fields,
        needs: needs(encoding)?,
        decoder: (!custom.is_empty()).then(|| custom.into_owned()),
    })
}

/// The predicates that the processor must satisfy for an instruction.
fn needs(encoding: Rec) -> Result<Vec<Rec>, Fatal> {
    match encoding.field("Predicates") {
        Some(_) => encoding.list_of_defs("Predicates"),
        None => Ok(Vec::new()),
    }
}

/// The encodings of a table that differ from the code in the fewest bits, the nearest first.
fn nearest<'a>(
    records: &'a Records,
    decoder: &Decoder,
    table: &Table,
    code: &Bits,
) -> Vec<Near<'a>> {
    let mut all: Vec<(usize, EncodingId)> = Vec::new();
    for id in &table.encodings {
        let different = distance(decoder, *id, code);
        all.push((different.runs().map(|it| it.1).sum(), *id));
    }
    all.sort_by_key(|it| it.0);
    all.truncate(MAX_NEAR);
    let near = all.into_iter().map(|(_, id)| {
        let known = decoder.encodings.get(id);
        let different = distance(decoder, id, code);
        let bits = different.runs().flat_map(|(start, len)| start..start + len);
        Near {
            instruction: records.rec(decoder.instructions.get(known.instruction).rec),
            bits: bits.collect(),
        }
    });
    near.collect()
}
