//! The C++ function that assembles encodings of variable length.

use std::collections::BTreeMap;
use std::fmt::Write;

use backend::{Context, Fatal, Output, Rec};
use rustc_hash::FxHashMap;
use target_model::hw_modes::ModeId;
use target_model::instructions::{
    Instruction, InstructionId, Instructions, Segment, VariableEncoding, WholeOperand,
};

use super::{Cases, changes, encoded, encodings_by_mode, has_encoding};

/// The hardware mode of an encoding; `None` if the encoding is the same in all modes.
type Mode = Option<ModeId>;

struct Writer<'a> {
    instructions: &'a Instructions,
    /// The modes in which encodings differ, each with the suffix of its tables' names. If encodings do not differ,
    /// there is a single entry for all modes, with the key `None`.
    modes: BTreeMap<Mode, String>,
    encodings: FxHashMap<InstructionId, BTreeMap<Mode, VariableEncoding>>,
}

pub(super) fn push(
    cx: &Context,
    out: &mut Output,
    instructions: &Instructions,
) -> Result<(), Fatal> {
    let writer = Writer::new(cx, instructions)?;
    let target = &instructions.target.name;
    write!(
        out,
        "void {target}MCCodeEmitter::getBinaryCodeForInstr(const MCInst &MI,\n\
         \x20   SmallVectorImpl<MCFixup> &Fixups,\n    APInt &Inst,\n    APInt &Scratch,\n\
         \x20   const MCSubtargetInfo &STI) const {{\n"
    );
    for (mode, suffix) in &writer.modes {
        writer.push_base_values(out, *mode, suffix);
    }
    if writer.modes.len() > 1 {
        out.push("  unsigned Mode = STI.getHwMode();\n");
    }
    for suffix in writer.modes.values() {
        push_base_value_function(out, suffix);
    }
    let mut cases = Cases::default();
    for (rec, instruction) in encoded(cx, instructions)? {
        cases.add(writer.instruction(rec, instruction)?, instruction, rec);
    }
    out.push("  const unsigned opcode = MI.getOpcode();\n  switch (opcode) {\n");
    cases.push(out);
    out.push(changes::unsupported(cx.release()));
    out.push("}\n\n");
    Ok(())
}

fn push_base_value_function(out: &mut Output, suffix: &str) {
    write!(
        out,
        "  auto getInstBits{suffix} = [&](unsigned Opcode) -> APInt {{\n\
         \x20   unsigned NumBits = Index{suffix}[Opcode][0];\n    if (!NumBits)\n\
         \x20     return APInt::getZeroWidth();\n    unsigned Idx = Index{suffix}[Opcode][1];\n\
         \x20   ArrayRef<uint64_t> Data(&InstBits{suffix}[Idx], APInt::getNumWords(NumBits));\n\
         \x20   return APInt(NumBits, Data);\n  }};\n"
    );
}

impl<'a> Writer<'a> {
    fn new(cx: &Context, instructions: &'a Instructions) -> Result<Writer<'a>, Fatal> {
        let mut modes = BTreeMap::new();
        let mut encodings = FxHashMap::default();
        let known = &instructions.target.modes;
        for (id, instruction) in instructions.iter().filter(|(_, it)| has_encoding(it)) {
            let rec = cx.records.rec(instruction.rec);
            let mut of_instruction = BTreeMap::new();
            match encodings_by_mode(cx.records, rec) {
                None => {
                    of_instruction.insert(None, VariableEncoding::read(rec)?);
                }
                Some(select) => {
                    let by_mode = known.read(select, VariableEncoding::read)?;
                    for (mode, encoding) in by_mode.iter() {
                        let name = known.name_or(*mode, "DefaultMode");
                        modes.insert(Some(*mode), format!("_{name}"));
                        of_instruction.insert(Some(*mode), encoding.clone());
                    }
                }
            }
            encodings.insert(id, of_instruction);
        }
        if modes.is_empty() {
            modes.insert(None, String::new());
        }
        Ok(Writer {
            instructions,
            modes,
            encodings,
        })
    }

    /// Writes two tables for a mode. The first table has the width of each instruction's encoding and the index of its
    /// first word. The second table has the words with the fixed bits.
    fn push_base_values(&self, out: &mut Output, mode: Mode, suffix: &str) {
        writeln!(out, "  static const unsigned Index{suffix}[][2] = {{");
        let mut next = 0;
        for (id, instruction) in self.instructions.iter() {
            out.source(instruction.rec);
            let encodings = self.encodings.get(&id);
            let encoding = encodings.map(|it| it.get(&mode).or_else(|| it.get(&None)));
            let (mut width, mut index) = (0, 0);
            if let Some(Some(encoding)) = encoding
                && encoding.width > 0
            {
                (width, index) = (encoding.width, next);
                next += width.div_ceil(64);
            }
            write!(out, "    {{/*NumBits*/{width}, /*Index*/{index}}},");
            match encoding {
                None => out.push("\n"),
                Some(None) => writeln!(out, "\t// {} no encoding", instruction.name),
                Some(Some(_)) => writeln!(out, "\t// {}", instruction.name),
            }
        }
        out.no_source();
        out.push("    {/*NumBits*/0, /*Index*/0}\n  };\n");

        writeln!(out, "  static const uint64_t InstBits{suffix}[] = {{");
        for (id, instruction) in self.instructions.iter() {
            let encodings = self.encodings.get(&id);
            let encoding = encodings.and_then(|it| it.get(&mode).or_else(|| it.get(&None)));
            if let Some(encoding) = encoding.filter(|it| it.width > 0) {
                out.source(instruction.rec);
                out.push("    ");
                for word in fixed_bits(encoding) {
                    write!(out, "UINT64_C({word}),");
                }
                writeln!(out, "\t// {}", instruction.name);
            }
        }
        out.no_source();
        out.push("    UINT64_C(0)\n  };\n");
    }

    /// The code of the `case` that encodes an instruction.
    fn instruction(&self, rec: Rec, instruction: &Instruction) -> Result<String, Fatal> {
        let id = self.instructions.number(rec);
        let Some(encodings) = id.and_then(|id| self.encodings.get(&id)) else {
            return Ok(String::new());
        };
        if let (1, Some(encoding)) = (encodings.len(), encodings.get(&None)) {
            let suffix = self.modes.values().next().map_or("", String::as_str);
            return encoding_code(rec, instruction, encoding, suffix, "      ");
        }
        let mut code =
            "      switch (Mode) {\n      default: llvm_unreachable(\"Unhandled Mode\");\n"
                .to_owned();
        for (mode, suffix) in &self.modes {
            let number = mode.map_or(-1, |it| i64::from(it.0));
            let _ = writeln!(code, "      case {number}: {{");
            code += &match encodings.get(mode) {
                None => {
                    "        llvm_unreachable(\"Undefined encoding in this mode\");\n".to_owned()
                }
                Some(encoding) => encoding_code(rec, instruction, encoding, suffix, "        ")?,
            };
            code += "        break;\n      }\n";
        }
        Ok(code + "      }\n")
    }
}

/// The fixed bits of an encoding, in words of 64 bits. The bits of operands are 0.
fn fixed_bits(encoding: &VariableEncoding) -> Vec<u64> {
    let mut words = vec![0; encoding.width.div_ceil(64)];
    let mut at = 0;
    for segment in &encoding.segments {
        match segment {
            Segment::Fixed(bits) => {
                for bit in bits {
                    words[at / 64] |= u64::from(*bit) << (at % 64);
                    at += 1;
                }
            }
            Segment::Operand(operand) => at += operand.width,
        }
    }
    words
}

/// The code that starts with the fixed bits of an encoding, inserts the operands, and calls the post-encoder method if
/// there is one.
fn encoding_code(
    rec: Rec,
    instruction: &Instruction,
    encoding: &VariableEncoding,
    suffix: &str,
    pad: &str,
) -> Result<String, Fatal> {
    let mut code = String::new();
    let mut position = 0;
    let mut scratch = 0;
    for segment in &encoding.segments {
        let operand = match segment {
            Segment::Fixed(bits) => {
                position += bits.len();
                continue;
            }
            Segment::Operand(operand) => operand,
        };
        let (name, width, low) = (operand.name.as_str(), operand.width, operand.low);
        let operands = &instruction.operands;
        let at = operands.resolve(rec, name, WholeOperand::Allowed)?;
        let flat = operands.flat(at);
        let parts = &operands.get(at.operand).parts;
        let own = parts.get(at.part).map(|it| it.encoder_method);
        let encoder = operand.encoder.or(own).map_or("", |it| it.as_str());
        let name = name.get(1..).unwrap_or_default();
        let _ = write!(
            code,
            "{pad}Scratch.clearAllBits();\n{pad}// op: {name}\n{pad}"
        );
        let _ = match encoder {
            "" => write!(code, "getMachineOpValue(MI, MI.getOperand({flat})"),
            encoder => write!(code, "{encoder}(MI, /*OpIdx=*/{flat}"),
        };
        let _ = write!(
            code,
            ", /*Pos=*/{position}, Scratch, Fixups, STI);\n\
             {pad}Inst.insertBits(Scratch.extractBits({width}, {low}), {position});\n"
        );
        scratch = scratch.max((width as u32).wrapping_add(low));
        position += width;
    }
    let method = rec.string("PostEncoderMethod")?;
    if !method.is_empty() {
        let _ = writeln!(code, "{pad}Inst = {method}(MI, Inst, STI);");
    }
    let mut start = String::new();
    if encoding.width > 0 && !encoding.is_fixed() {
        let _ = writeln!(
            start,
            "{pad}if (Scratch.getBitWidth() < {scratch}) {{ Scratch = Scratch.zext({scratch}); }}"
        );
    }
    let _ = writeln!(start, "{pad}Inst = getInstBits{suffix}(opcode);");
    Ok(start + &code)
}
