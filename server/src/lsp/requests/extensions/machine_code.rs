//! Requests about machine code and assembly:
//! - `tablegen/decode`: the instruction that given bytes encode.
//! - `tablegen/encode`: the bytes of an instruction.
//! - `tablegen/codeForms`: the byte orders and modes from which the user has to choose for these two requests.
//! - `tablegen/parseAssembly`: the instructions that a line of assembly may be parsed as.

use backends::Rec;
use explain::decode::{ByteOrder, CodeMode, code_forms, decode};
use explain::encode::encode;
use explain::parse::parse;
use lsp_types::Location;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, Result};

use super::models::with_models;
use crate::lsp::requests::Snapshot;
use crate::lsp::requests::limits::refused;

/// The largest number of bytes that `tablegen/decode` accepts.
const MAX_BYTES: usize = 64;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DecodeParams {
    /// The bytes in hexadecimal, in the order of memory.
    bytes: String,
    #[serde(default)]
    byte_order: Order,
    /// The X86 mode in which the bytes are decoded, given by its address size in bits; 64 if missing.
    mode: Option<u8>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Order {
    #[default]
    Little,
    Big,
    Halves,
}

impl From<Order> for ByteOrder {
    fn from(order: Order) -> ByteOrder {
        match order {
            Order::Little => ByteOrder::Little,
            Order::Big => ByteOrder::Big,
            Order::Halves => ByteOrder::Halves,
        }
    }
}

impl From<ByteOrder> for Order {
    fn from(order: ByteOrder) -> Order {
        match order {
            ByteOrder::Little => Order::Little,
            ByteOrder::Big => Order::Big,
            ByteOrder::Halves => Order::Halves,
        }
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct FormsParams {}

/// The byte orders and modes among which the user has to choose.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OpenForms {
    byte_orders: Vec<Order>,
    modes: Vec<u8>,
}

/// `tablegen/codeForms`: the byte orders and modes of the target's machine code that the records do not determine.
pub(super) fn open_forms(snapshot: Snapshot, _: FormsParams) -> Result<OpenForms> {
    with_models(snapshot, |cx, _| {
        let forms = code_forms(cx).map_err(|error| refused(error.message.clone()))?;
        let bits = |it: &CodeMode| match it {
            CodeMode::Bits16 => 16,
            CodeMode::Bits32 => 32,
            CodeMode::Bits64 => 64,
        };
        Ok(OpenForms {
            byte_orders: forms.orders.into_iter().map(Order::from).collect(),
            modes: forms.modes.iter().map(bits).collect(),
        })
    })
}

#[derive(Debug, Serialize)]
pub(super) struct DecodedTable {
    table: String,
    bytes: usize,
    found: Vec<DecodedInstruction>,
    near: Vec<NearCode>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct DecodedInstruction {
    record: String,
    encoding: String,
    location: Option<Location>,
    text: String,
    fields: Vec<Field>,
    needs: Vec<String>,
    decoded_by: Option<String>,
}

#[derive(Debug, Serialize)]
struct Field {
    name: String,
    /// The value in hexadecimal. It may be too large for a number in JSON.
    value: String,
}

#[derive(Debug, Serialize)]
struct NearCode {
    record: String,
    location: Option<Location>,
    bits: Vec<usize>,
}

/// `tablegen/decode`: for each decoder table, the instructions that the bytes encode.
pub(super) fn decode_bytes(snapshot: Snapshot, params: DecodeParams) -> Result<Vec<DecodedTable>> {
    let bytes = read_bytes(&params.bytes).ok_or_else(|| {
        let bytes = &params.bytes;
        let message = format!("'{bytes}' is not 1 to {MAX_BYTES} bytes in hexadecimal");
        Error::invalid_params(message)
    })?;
    let mode = match params.mode {
        Some(16) => CodeMode::Bits16,
        Some(32) => CodeMode::Bits32,
        Some(64) | None => CodeMode::Bits64,
        Some(other) => return Err(Error::invalid_params(format!("no mode of {other} bits"))),
    };
    with_models(snapshot, |cx, places| {
        let decoded = decode(cx, &bytes, params.byte_order.into(), mode);
        let decoded = decoded.map_err(|error| refused(error.message.clone()))?;
        let of = |it: &Rec| places.of_record(it.record());
        let tables = decoded.into_iter().map(|table| DecodedTable {
            table: table.table,
            bytes: table.bytes,
            found: table
                .found
                .iter()
                .map(|it| DecodedInstruction {
                    record: it.instruction.name().to_owned(),
                    encoding: it.encoding.name().to_owned(),
                    location: of(&it.encoding),
                    text: it.text.clone(),
                    fields: it
                        .fields
                        .iter()
                        .map(|(name, value)| Field {
                            name: name.as_str().to_owned(),
                            value: format!("{value:#x}"),
                        })
                        .collect(),
                    needs: names(&it.needs),
                    decoded_by: it.decoder.clone(),
                })
                .collect(),
            near: table
                .near
                .into_iter()
                .map(|it| NearCode {
                    record: it.instruction.name().to_owned(),
                    location: of(&it.instruction),
                    bits: it.bits,
                })
                .collect(),
        });
        Ok(tables.collect())
    })
}

/// Parses bytes in hexadecimal. White space, commas and brackets separate groups of bytes. A group has two digits for
/// each byte, and may begin with `0x`. `None` if the text is invalid, or has no bytes or more than [`MAX_BYTES`].
fn read_bytes(text: &str) -> Option<Vec<u8>> {
    let between = |it: char| it.is_whitespace() || matches!(it, ',' | '[' | ']');
    let mut bytes = Vec::new();
    for word in text.split(between).filter(|it| !it.is_empty()) {
        let digits = word.strip_prefix("0x").unwrap_or(word);
        if digits.len() % 2 != 0 || !digits.bytes().all(|it| it.is_ascii_hexdigit()) {
            return None;
        }
        let pairs = digits.as_bytes().chunks(2);
        for pair in pairs {
            let pair = std::str::from_utf8(pair).ok()?;
            bytes.push(u8::from_str_radix(pair, 16).ok()?);
        }
    }
    (1..=MAX_BYTES).contains(&bytes.len()).then_some(bytes)
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EncodeParams {
    record: String,
    #[serde(default)]
    fields: Vec<GivenField>,
    #[serde(default)]
    byte_order: Order,
}

#[derive(Debug, Deserialize)]
struct GivenField {
    name: String,
    value: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct EncodedForm {
    encoding: String,
    location: Option<Location>,
    /// The bytes in hexadecimal, in the order of memory.
    bytes: String,
    open: Vec<OpenField>,
    encoded_by: Vec<Encoder>,
    changed_by: Option<String>,
}

#[derive(Debug, Serialize)]
struct OpenField {
    name: String,
    bits: u32,
}

#[derive(Debug, Serialize)]
struct Encoder {
    name: String,
    function: String,
}

/// `tablegen/encode`: the bytes of an instruction, for each of its encodings.
pub(super) fn encode_record(snapshot: Snapshot, params: EncodeParams) -> Result<Vec<EncodedForm>> {
    with_models(snapshot, |cx, places| {
        let rec = cx.records.def(&params.record);
        let rec = rec.ok_or_else(|| {
            let name = &params.record;
            let known = cx.records.defs().map(|it| it.name());
            Error::invalid_params(match syntax::nearest(name, known, 1).first() {
                Some(near) => format!("no record '{name}': the nearest is '{near}'"),
                None => format!("no record '{name}'"),
            })
        })?;
        let given: Vec<_> = params
            .fields
            .iter()
            .map(|it| (&*it.name, &*it.value))
            .collect();
        let all = encode(cx, rec, &given, params.byte_order.into());
        let all = all.map_err(|error| refused(error.message.clone()))?;
        let forms = all.into_iter().map(|it| EncodedForm {
            encoding: it.encoding.name().to_owned(),
            location: places.of_record(it.encoding.record()),
            bytes: hexadecimal(&it.bytes),
            open: it
                .open
                .iter()
                .map(|(name, bits)| OpenField {
                    name: name.to_string(),
                    bits: *bits,
                })
                .collect(),
            encoded_by: it
                .encoders
                .iter()
                .map(|(name, function)| Encoder {
                    name: name.to_string(),
                    function: function.to_string(),
                })
                .collect(),
            changed_by: it.changed_by,
        });
        Ok(forms.collect())
    })
}

fn hexadecimal(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|it| format!("{it:02x}")).collect();
    bytes.join(" ")
}

#[derive(Debug, Deserialize)]
pub(super) struct AssemblyParams {
    line: String,
}

#[derive(Debug, Serialize)]
pub(super) struct ParsedLine {
    found: Vec<ParsedInstruction>,
    near: Vec<NearText>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ParsedInstruction {
    record: String,
    instruction: String,
    location: Option<Location>,
    variant: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant_name: Option<String>,
    text: String,
    operands: Vec<Operand>,
    decided_by: Vec<String>,
    needs: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Operand {
    name: String,
    text: String,
}

#[derive(Debug, Serialize)]
struct NearText {
    record: String,
    location: Option<Location>,
    why: String,
}

/// `tablegen/parseAssembly`: the instructions that a line of assembly may be parsed as.
pub(super) fn parse_line(snapshot: Snapshot, params: AssemblyParams) -> Result<ParsedLine> {
    with_models(snapshot, |cx, places| {
        let parsed = parse(cx, &params.line);
        let parsed = parsed.map_err(|error| refused(error.message.clone()))?;
        let of = |it: &Rec| places.of_record(it.record());
        let found = parsed.found.into_iter().map(|it| ParsedInstruction {
            record: it.rec.name().to_owned(),
            instruction: it.instruction.name().to_owned(),
            location: of(&it.rec),
            variant: it.variant,
            variant_name: it.variant_name,
            text: it.text,
            operands: it
                .operands
                .into_iter()
                .map(|(name, text)| Operand { name, text })
                .collect(),
            decided_by: it.decided_by,
            needs: names(&it.needs),
        });
        let near = parsed.near.into_iter().map(|it| NearText {
            record: it.rec.name().to_owned(),
            location: of(&it.rec),
            why: it.why,
        });
        Ok(ParsedLine {
            found: found.collect(),
            near: near.collect(),
        })
    })
}

fn names(recs: &[Rec]) -> Vec<String> {
    recs.iter().map(|it| it.name().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_in_all_forms() {
        let want = Some(vec![0xe0, 0x03, 0xa]);
        assert_eq!(read_bytes("e0030a"), want);
        assert_eq!(read_bytes("[0xe0,0x03,0x0A]"), want);
        assert_eq!(read_bytes("  e0 030a "), want);
        assert_eq!(read_bytes(&"00".repeat(MAX_BYTES + 1)), None);
        for wrong in ["", "e", "0xe", "g0", "e0 é", "+1"] {
            assert_eq!(read_bytes(wrong), None, "{wrong}");
        }
    }
}
