//! Writes the functions for encodings of fixed width.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use backend::{Context, Fatal, Output, Rec, RecordId};
use elaborate::diagnostic::{At, Diagnostic, Severity};
use elaborate::record::print::push_record;
use target_model::hw_modes::ModeId;
use target_model::instructions::{
    BitOrder, EncodingBit, Instruction, Instructions, encoding_bits, runs_of,
};

use super::operand::{Encoded, Mistake};
use super::{Cases, WORD, changes, encoded, encodings_by_mode, has_encoding};

struct Writer<'a, 'b> {
    cx: &'b Context<'a>,
    instructions: &'b Instructions,
    order: BitOrder,
    /// The number of bits of the longest encoding.
    width: usize,
}

/// Writes the function that encodes an instruction, and the function that returns the position of an operand's bits in
/// the encoding.
pub(super) fn push(
    cx: &Context,
    out: &mut Output,
    instructions: &Instructions,
    order: BitOrder,
) -> Result<(), Fatal> {
    let mut writer = Writer {
        cx,
        instructions,
        order,
        width: 0,
    };
    let modes = writer.measure()?;
    let target = &instructions.target.name;
    let is_long = writer.is_long();
    let (result, parameters) = if is_long {
        ("void", "    APInt &Inst,\n    APInt &Scratch,\n")
    } else {
        ("uint64_t", "")
    };
    write!(
        out,
        "{result} {target}MCCodeEmitter::getBinaryCodeForInstr(const MCInst &MI,\n\
         \x20   SmallVectorImpl<MCFixup> &Fixups,\n{parameters}\
         \x20   const MCSubtargetInfo &STI) const {{\n"
    );
    writer.push_base_values(out, ModeId::DEFAULT)?;
    if !modes.is_empty() {
        for mode in modes.iter().filter(|it| **it != ModeId::DEFAULT) {
            writer.push_base_values(out, *mode)?;
        }
        out.push("  const uint64_t *InstBitsByHw;\n");
    }

    let (mut cases, mut offset_cases) = (Cases::default(), Cases::default());
    let mut encoded = encoded(cx, instructions)?;
    changes::sort(cx.release(), &mut encoded);
    for (rec, instruction) in encoded {
        let mut code = Code::default();
        writer.push_instruction(&mut code, rec, instruction)?;
        cases.add(code.value, instruction, rec);
        offset_cases.add(code.offset, instruction, rec);
    }
    let (width, words) = (writer.width, writer.words());
    let (declarations, index) = writer.table_index();
    out.push(&declarations);
    if is_long {
        write!(
            out,
            "  if (Scratch.getBitWidth() != {width})\n    Scratch = Scratch.zext({width});\n\
             \x20 Inst = APInt({width}, ArrayRef(InstBits + {index} * {words}, {words}));\n\
             \x20 APInt &Value = Inst;\n  APInt &op = Scratch;\n  switch (opcode) {{\n"
        )
    } else {
        write!(
            out,
            "  uint64_t Value = InstBits[{index}];\n\
             \x20 uint64_t op = 0;\n  (void)op;  // suppress warning\n  switch (opcode) {{\n"
        )
    }
    cases.push(out);
    let end = if is_long {
        "Inst = Value"
    } else {
        "return Value"
    };
    out.push(changes::unsupported(cx.release()));
    write!(out, "  {end};\n}}\n\n");
    push_offsets(cx, out, target, &offset_cases);
    Ok(())
}

fn push_offsets(cx: &Context, out: &mut Output, target: &str, cases: &Cases) {
    write!(
        out,
        "#ifdef GET_OPERAND_BIT_OFFSET\n#undef GET_OPERAND_BIT_OFFSET\n\n\
         uint32_t {target}MCCodeEmitter::getOperandBitOffset(const MCInst &MI,\n    unsigned OpNum,\n\
         \x20   const MCSubtargetInfo &STI) const {{\n  switch (MI.getOpcode()) {{\n"
    );
    cases.push(out);
    out.push(changes::unsupported_operand(cx.release()));
    out.push("}\n\n#endif // GET_OPERAND_BIT_OFFSET\n\n");
}

/// The code for an instruction in each of the two functions: `value` encodes the instruction, and `offset` returns the
/// position of an operand's bits.
#[derive(Default)]
struct Code {
    value: String,
    offset: String,
}

impl Code {
    fn push_both(&mut self, text: &str) {
        self.value.push_str(text);
        self.offset.push_str(text);
    }
}

/// For the code of each case, the hardware modes that share the case.
type ModeCases = BTreeMap<String, Vec<ModeId>>;

fn push_mode_cases(code: &mut String, cases: ModeCases) {
    for (text, modes) in cases {
        let labels: Vec<_> = modes
            .iter()
            .map(|it| format!("    case {}:", it.0))
            .collect();
        let _ = write!(
            code,
            "{} {{\n{text}      break;\n    }}\n",
            labels.join("\n")
        );
    }
}

impl<'a> Writer<'a, '_> {
    fn is_long(&self) -> bool {
        self.width > WORD
    }

    fn table_index(&self) -> (String, &'static str) {
        let left_out = changes::left_out(self.cx.release(), self.instructions);
        changes::table_index(self.cx.release(), left_out)
    }

    fn words(&self) -> usize {
        self.width.div_ceil(WORD)
    }

    /// The encodings of an instruction by hardware mode; `None` if it has the same encoding in all modes.
    fn by_mode(&self, rec: Rec<'a>) -> Result<Option<Vec<(ModeId, Rec<'a>)>>, Fatal> {
        let Some(select) = encodings_by_mode(self.cx.records, rec) else {
            return Ok(None);
        };
        let modes = &self.instructions.target.modes;
        let read = |encoding: Rec| Ok(encoding.id());
        let encodings = modes.read::<RecordId>(select, read)?;
        let encodings = encodings.iter();
        let rec = |(mode, id): &(ModeId, RecordId)| (*mode, self.cx.records.rec(*id));
        Ok(Some(encodings.map(rec).collect()))
    }

    /// Determines the width of the longest encoding. Returns the hardware modes for which instructions have separate
    /// encodings.
    fn measure(&mut self) -> Result<BTreeSet<ModeId>, Fatal> {
        let mut used = BTreeSet::new();
        let encoded = self.instructions.iter().map(|(_, it)| it);
        for instruction in encoded.filter(|it| has_encoding(it)) {
            let rec = self.cx.records.rec(instruction.rec);
            match self.by_mode(rec)? {
                None => self.width = self.width.max(rec.bits("Inst")?.len()),
                Some(encodings) => {
                    for (mode, encoding) in encodings {
                        self.width = self.width.max(encoding.bits("Inst")?.len());
                        used.insert(mode);
                    }
                }
            }
        }
        Ok(used)
    }

    /// Writes the table of base values in a hardware mode. The base value of an instruction consists of the bits that
    /// do not depend on operands. The rows are in the order of the instructions' ids.
    fn push_base_values(&self, out: &mut Output, mode: ModeId) -> Result<(), Fatal> {
        out.push("  static const uint64_t InstBits");
        if mode != ModeId::DEFAULT {
            write!(out, "_{}", self.instructions.target.modes.name_or(mode, ""));
        }
        out.push("[] = {\n");
        let left_out = changes::left_out(self.cx.release(), self.instructions);
        for (_, instruction) in self.instructions.iter().skip(left_out) {
            let rec = self.cx.records.rec(instruction.rec);
            out.source(rec);
            if !has_encoding(instruction) {
                self.push_words(out, &[]);
                out.push(",\n");
                continue;
            }
            let encoding = match self.by_mode(rec)? {
                None => Some(rec),
                Some(encodings) => {
                    let mut encodings = encodings.into_iter();
                    encodings.find_map(|(it, encoding)| (it == mode).then_some(encoding))
                }
            };
            match encoding {
                // The instruction does not exist in this mode.
                None => self.push_words(out, &[]),
                Some(encoding) => self.push_words(out, &encoding_bits(encoding, self.order)?),
            }
            writeln!(out, ",\t// {}", instruction.name);
        }
        out.no_source();
        out.push(changes::end_of_table(self.cx.release()));
        Ok(())
    }

    fn push_words(&self, out: &mut Output, bits: &[EncodingBit]) {
        out.push("    ");
        let mut words = bits.chunks(WORD);
        for number in 0..self.words() {
            let bits = (0..).zip(words.next().unwrap_or_default());
            let set = bits.filter(|(_, bit)| **bit == EncodingBit::Known(true));
            let word = set.fold(0u64, |word, (at, _)| word | 1 << at);
            let separator = if number > 0 { ", " } else { "" };
            write!(out, "{separator}UINT64_C({word})");
        }
    }

    fn push_instruction(
        &self,
        code: &mut Code,
        rec: Rec<'a>,
        instruction: &Instruction,
    ) -> Result<(), Fatal> {
        let Some(encodings) = self.by_mode(rec)? else {
            return self.push_encoding(code, rec, instruction, rec);
        };
        code.push_both(
            "      unsigned HwMode = STI.getHwMode(MCSubtargetInfo::HwMode_EncodingInfo);\n",
        );
        let value = &mut code.value;
        value.push_str(
            "      switch (HwMode) {\n      default: llvm_unreachable(\"Unknown hardware mode!\"); break;\n",
        );
        for (mode, _) in &encodings {
            let table = match self.instructions.target.modes.get(*mode) {
                Some(mode) => format!("InstBits_{}", mode.name),
                None => "InstBits".to_owned(),
            };
            let _ = writeln!(
                value,
                "      case {}: InstBitsByHw = {table}; break;",
                mode.0
            );
        }
        value.push_str("      };\n");
        let (width, words) = (self.width, self.words());
        let (_, index) = self.table_index();
        let _ = if self.is_long() {
            writeln!(
                value,
                "      Inst = APInt({width}, ArrayRef(InstBitsByHw + {index} * {words}, {words}));\n      Value = Inst;"
            )
        } else {
            writeln!(value, "      Value = InstBitsByHw[{index}];")
        };
        code.push_both(
            "      switch (HwMode) {\n      default: llvm_unreachable(\"Unhandled HwMode\");\n",
        );
        if changes::modes_share_cases(self.cx.release()) {
            let (mut values, mut offsets) = (ModeCases::new(), ModeCases::new());
            for (mode, encoding) in encodings {
                let mut one = Code::default();
                self.push_encoding(&mut one, rec, instruction, encoding)?;
                values.entry(one.value).or_default().push(mode);
                offsets.entry(one.offset).or_default().push(mode);
            }
            push_mode_cases(&mut code.value, values);
            push_mode_cases(&mut code.offset, offsets);
        } else {
            for (mode, encoding) in encodings {
                code.push_both(&format!("      case {}: {{\n", mode.0));
                self.push_encoding(code, rec, instruction, encoding)?;
                code.push_both("      break;\n      }\n");
            }
        }
        code.push_both("      }\n");
        Ok(())
    }

    fn push_encoding(
        &self,
        code: &mut Code,
        rec: Rec,
        instruction: &Instruction,
        encoding: Rec,
    ) -> Result<(), Fatal> {
        let bits = encoding_bits(encoding, self.order)?;
        let mut is_right = true;
        let before = code.offset.len();
        code.offset.push_str("      switch (OpNum) {\n");
        let start = code.offset.len();
        // Fields whose bits are all known are not operands.
        for field in encoding.incomplete_fields() {
            let runs = runs_of(&bits, field);
            if runs.is_empty() {
                continue;
            }
            match Encoded::find(&instruction.operands, field, &runs) {
                Ok(operand) => {
                    if self.is_long() {
                        operand.push_long(&mut code.value, self.cx.release())
                    } else {
                        operand.push_word(&mut code.value, self.cx.release())
                    }
                    operand.push_offset(&mut code.offset);
                }
                Err(mistake) => {
                    self.report(rec, encoding, field.as_str(), mistake);
                    is_right = false;
                }
            }
        }
        if code.offset.len() == start {
            code.offset.truncate(before)
        } else {
            code.offset.push_str("      }\n")
        }
        if !is_right {
            let mut text = "Dumping record for previous error:\n".to_owned();
            push_record(&self.cx.records.names(), &mut text, rec.record());
            let dump = Diagnostic::new(Severity::Note, None, text);
            self.cx.report(dump.for_reference());
        }
        let method = rec.string("PostEncoderMethod")?;
        if !method.is_empty() {
            let _ = writeln!(code.value, "      Value = {method}(MI, Value, STI);");
        }
        Ok(())
    }

    /// Reports that the instruction `rec` has no operand that can be encoded in the field `name` of `encoding`.
    fn report(&self, rec: Rec, encoding: Rec, name: &str, mistake: Mistake) {
        let message = match mistake {
            Mistake::Missing => format!("No operand named {name} in record {}", rec.name()),
            Mistake::NotEncoded => {
                format!("Operand {name} used but also marked as not emitted!")
            }
        };
        let mut error = rec.diagnostic(Severity::Error, message);
        if let Some(field) = encoding.field_loc(name) {
            let at = At::start(field);
            match error.at {
                Some(record) if record.loc.item == field.item => error.near = Some(at),
                _ => error = error.with_hint(Some(at), "the field is declared here"),
            }
        }
        self.cx.report(error.once_a_place());
    }
}
