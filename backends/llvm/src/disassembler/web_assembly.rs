//! WebAssembly's tables: for opcodes without a prefix and for each prefix, a table with an entry for each byte.

use std::collections::BTreeMap;

use backend::{Context, Fatal, Output, Rec, ValueId};
use elaborate::records::Release;
use elaborate::value::Node;
use target_model::instructions::{Instruction, InstructionId, Instructions};

/// The reference's value for an instruction without an opcode.
const NO_CODE: u32 = u32::MAX;
/// The number of entries of a table.
const ENTRIES: u32 = 256;

/// The instruction with each opcode; `None` if all instructions with the opcode operate on registers and not on the
/// stack.
type Table = BTreeMap<u32, Option<InstructionId>>;

/// The text around the tables. Since LLVM 21 the tables are constant and local to the file that includes them.
struct Form {
    start: &'static str,
    /// The qualifiers before a table of instructions.
    qualifier: &'static str,
    /// The qualifiers before the table of operands.
    constant: &'static str,
    prefixes: &'static str,
    end: &'static str,
}

impl Form {
    fn new(release: Release) -> Form {
        if release >= Release::V21 {
            return Form {
                start: "
#include \"MCTargetDesc/WebAssemblyMCTargetDesc.h\"

namespace {
enum EntryType : uint8_t { ET_Unused, ET_Prefix, ET_Instruction };

struct WebAssemblyInstruction {
  uint16_t Opcode;
  EntryType ET;
  uint8_t NumOperands;
  uint16_t OperandStart;
};
} // end anonymous namespace

",
                qualifier: "constexpr ",
                constant: "constexpr ",
                prefixes: "
constexpr struct {
  uint8_t Prefix;
  const WebAssemblyInstruction *Table;
} PrefixTable[] = {
",
                end: "};\n",
            };
        }
        Form {
            start: "#include \"MCTargetDesc/WebAssemblyMCTargetDesc.h\"

namespace llvm {

static constexpr int WebAssemblyInstructionTableSize = 256;

enum EntryType : uint8_t { ET_Unused, ET_Prefix, ET_Instruction };

struct WebAssemblyInstruction {
  uint16_t Opcode;
  EntryType ET;
  uint8_t NumOperands;
  uint16_t OperandStart;
};

",
            qualifier: "",
            constant: "const ",
            prefixes: "struct { uint8_t Prefix; const WebAssemblyInstruction *Table; }\nPrefixTable[] = {\n",
            end: "  { 0, nullptr }\n};\n\n} // end namespace llvm\n",
        }
    }
}

pub(super) fn push(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let instructions = cx.model::<Instructions>()?;
    let tables = read(cx, &instructions)?;
    let form = Form::new(cx.release());
    out.push(form.start);
    // The types of the operands of all instructions, one after the other. Instructions may share parts of this list.
    let mut operands: Vec<(&str, Rec)> = Vec::new();
    for (prefix, table) in &tables {
        writeln!(
            out,
            "{}WebAssemblyInstruction InstructionTable{prefix}[] = {{",
            form.qualifier
        );
        for code in 0..ENTRIES {
            let Some(id) = table.get(&code) else {
                let is_prefix = code != 0 && *prefix == 0 && tables.contains_key(&code);
                let kind = if is_prefix { "Prefix" } else { "Unused" };
                writeln!(out, "  {{ 0, ET_{kind}, 0, 0  }},");
                continue;
            };
            let Some(id) = id else {
                return Err(cx.records.fatal(format!(
                    "no instruction of the code {code:#x} with the prefix {prefix:#x} is on the stack"
                )));
            };
            let instruction = instructions.get(*id);
            let rec = cx.records.rec(instruction.rec);
            let start = place(&mut operands, instruction, rec);
            out.source(rec);
            writeln!(
                out,
                "  // 0x{code:x}: {}\n  {{ {}, ET_Instruction, {}, {start}  }},",
                instruction.asm_string(cx.records),
                id.0,
                instruction.operands.len()
            );
            out.no_source();
        }
        out.push("};\n\n");
    }
    writeln!(out, "{}uint8_t OperandTable[] = {{", form.constant);
    for (ty, rec) in operands {
        out.of(rec, |out| writeln!(out, "  {ty},"));
    }
    out.push("};\n\n");
    out.push(form.prefixes);
    for prefix in tables.keys().filter(|it| **it != 0) {
        writeln!(out, "  {{ {prefix}, InstructionTable{prefix} }},");
    }
    out.push(form.end);
    Ok(())
}

/// The table of each prefix. The prefix is 0 for opcodes of one byte.
fn read(cx: &Context, instructions: &Instructions) -> Result<BTreeMap<u32, Table>, Fatal> {
    let mut tables: BTreeMap<u32, Table> = BTreeMap::new();
    for (id, instruction) in instructions.iter() {
        let rec = cx.records.rec(instruction.rec);
        if rec.field("Inst").is_none() {
            continue;
        }
        let code = code(rec)?;
        if code == NO_CODE {
            continue;
        }
        let (prefix, code) = match code {
            0..=0xFFFF => (code >> 8, code & 0xFF),
            _ => (code >> 16, code & 0xFFFF),
        };
        let chosen = tables.entry(prefix).or_default().entry(code).or_default();
        if rec.bit("StackBased")? && is_better(cx, instructions, *chosen, instruction, rec)? {
            *chosen = Some(id);
        }
    }
    Ok(tables)
}

/// The bits of an instruction as a number, truncated to 32 bits. An error if a bit is not known.
fn code(rec: Rec) -> Result<u32, Fatal> {
    let bits = rec.bits("Inst")?;
    let is_known = |it: &ValueId| matches!(rec.records().node(*it), Node::Bit(_));
    if !bits.iter().all(is_known) {
        return Err(rec.fatal(format!("not all bits of '{}' are known", rec.name())));
    }
    let bits = (0..).zip(bits).take(u32::BITS as usize);
    Ok(bits.fold(0, |code, (at, bit)| {
        code | u32::from(*bit == ValueId::TRUE) << at
    }))
}

/// Whether the instruction `new` is preferred to `known` for the same opcode: if its record is marked as canonical, or
/// if its assembly is shorter. `new` is never preferred if `known` is canonical, and always preferred if `known` is
/// `None`.
fn is_better(
    cx: &Context,
    instructions: &Instructions,
    known: Option<InstructionId>,
    new: &Instruction,
    rec: Rec,
) -> Result<bool, Fatal> {
    let Some(known) = known.map(|it| instructions.get(it)) else {
        return Ok(true);
    };
    if cx.records.rec(known.rec).bit("IsCanonical")? {
        return Ok(false);
    }
    let length = |it: &Instruction| it.asm_string(cx.records).len();
    let is_shorter = length(new) < length(known);
    Ok(rec.bit("IsCanonical")? || is_shorter)
}

/// The index in `operands` at which the types of an instruction's operands begin. The types are appended if `operands`
/// does not contain them yet.
fn place<'a>(
    operands: &mut Vec<(&'static str, Rec<'a>)>,
    instruction: &Instruction,
    rec: Rec<'a>,
) -> usize {
    let types = instruction.operands.iter();
    let types: Vec<&str> = types.map(|it| it.operand_type.as_str()).collect();
    let is_at = |at: &usize| {
        let known = operands[*at..].iter().map(|(ty, _)| *ty);
        known.take(types.len()).eq(types.iter().copied())
    };
    match (0..=operands.len()).find(is_at) {
        Some(at) => at,
        None => {
            operands.extend(types.into_iter().map(|ty| (ty, rec)));
            operands.len() - instruction.operands.len()
        }
    }
}
