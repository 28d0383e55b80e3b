//! Decodes machine code of X86. The tables of X86's decoder have another form than the tables of other targets.

use backend::{Context, Fatal};
use elaborate::symbol::Sym;
use target_model::instructions::{Instructions, asm_variant};
use target_model::x86::{Code, CodeMode, DecoderTables};

use super::{Decoded, DecodedInstruction, needs};

/// Decodes the instruction at the beginning of `bytes`. If the bytes start no instruction, the result has no
/// instructions.
pub(super) fn decode<'a>(
    cx: &Context<'a>,
    bytes: &[u8],
    mode: CodeMode,
) -> Result<Decoded<'a>, Fatal> {
    let instructions = cx.model::<Instructions>()?;
    let tables = cx.model::<DecoderTables>()?;
    let table = match mode {
        CodeMode::Bits16 => "16 bits",
        CodeMode::Bits32 => "32 bits",
        CodeMode::Bits64 => "64 bits",
    };
    let mut decoded = Decoded {
        table: table.to_owned(),
        bytes: bytes.len(),
        found: Vec::new(),
        near: Vec::new(),
    };
    let code = Code::read(bytes, mode).and_then(|it| it.decode(&tables, &instructions));
    let Some(code) = code else {
        return Ok(decoded);
    };
    decoded.bytes = code.len;
    let known = instructions.get(code.instruction);
    let rec = cx.records.rec(known.rec);
    let mut fields = vec![("opcode", u64::from(code.opcode))];
    let bytes = [("modrm", code.modrm), ("sib", code.sib)];
    fields.extend(
        bytes
            .iter()
            .filter_map(|(name, it)| Some((*name, u64::from((*it)?)))),
    );
    fields.extend(
        code.displacement
            .map(|it| ("displacement", it.cast_unsigned())),
    );
    fields.extend(code.immediates.iter().map(|it| ("immediate", *it)));
    decoded.found.push(DecodedInstruction {
        encoding: rec,
        instruction: rec,
        text: asm_variant(&known.asm_string(cx.records), 0),
        fields: fields
            .into_iter()
            .map(|(name, value)| (Sym::new(name), value))
            .collect(),
        needs: needs(rec)?,
        decoder: None,
    });
    Ok(decoded)
}
