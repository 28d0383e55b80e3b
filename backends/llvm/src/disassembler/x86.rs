//! X86's tables: for each map of opcodes, context and opcode which instruction it is, depending on the byte that follows.

#[cfg(test)]
mod tests;

use backend::{Context, Fatal, Output, Rec, Severity};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use target_model::instructions::{InstructionId, Instructions};
use target_model::x86::{
    CONTEXTS, Decision, DecisionKind, DecoderTables, ENCODINGS, MAPS, MAX_OPERANDS, OPCODES,
    OpcodeDecisions, OperandSet, TYPES,
};

/// What the table of each map of opcodes is called.
const NAMES: [&str; MAPS] = [
    "OneByte",
    "TwoByte",
    "ThreeByte38",
    "ThreeByte3A",
    "XOP8",
    "XOP9",
    "XOPA",
    "3DNow",
    "Map4",
    "Map5",
    "Map6",
    "Map7",
];

struct Writer<'a, 'b> {
    cx: &'b Context<'a>,
    instructions: &'b Instructions,
    tables: &'b DecoderTables,
    /// Where lists of instructions are in the table of all.
    places: FxHashMap<Vec<u16>, usize>,
    /// How many entries that table has.
    used: usize,
}

pub fn push(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let instructions = cx.model::<Instructions>()?;
    let tables = cx.model::<DecoderTables>()?;
    if tables.has_conflicts {
        let target = cx.records.rec(instructions.target.rec);
        let message = "Primary decode conflict".to_owned();
        cx.report(target.diagnostic(Severity::Error, message));
        return Ok(());
    }
    let mut writer = Writer {
        cx,
        instructions: &instructions,
        tables: &tables,
        places: FxHashMap::from_iter([(vec![0], 0)]),
        used: 1,
    };
    writer.push_specifiers(out);
    out.push("\n");
    push_contexts(out);
    out.push("\nstatic const InstrUID modRMTable[] = {\n/*EmptyTable*/\n  0x0,\n");
    // What refers to the table comes behind it, but is made with it.
    let mut decisions = out.part();
    for (map, name) in NAMES.iter().enumerate() {
        writeln!(
            decisions,
            "static const struct ContextDecision x86Disassembler{name}Opcodes = {{{{/* opcodeDecisions */"
        );
        for (context, (name, _)) in CONTEXTS.iter().enumerate() {
            write!(decisions, " /*{name}*/ {{");
            match tables.decisions(map, context) {
                Some(of_opcodes) => writer.push_opcodes(out, &mut decisions, of_opcodes),
                None => decisions.push("},\n"),
            }
        }
        decisions.push("}};\n");
    }
    out.push("  0x0\n};\n\n");
    out.append(decisions);
    out.push("\n\n");
    Ok(())
}

impl<'a> Writer<'a, '_> {
    fn record(&self, number: usize) -> Rec<'a> {
        let id = InstructionId(number as u32);
        self.cx.records.rec(self.instructions.get(id).rec)
    }

    /// The name of an instruction that is decoded; nothing for others.
    fn name(&self, number: usize) -> &str {
        match self.tables.specifiers.get(number) {
            Some(it) if it.is_decoded => &self.instructions.get(InstructionId(number as u32)).name,
            _ => "",
        }
    }

    /// Writes the operands of all instructions.
    fn push_specifiers(&self, out: &mut Output) {
        let specifiers = &self.tables.specifiers;
        let mut sets: IndexMap<&OperandSet, Vec<usize>> = IndexMap::new();
        for (number, specifier) in specifiers.iter().enumerate() {
            sets.entry(&specifier.operands).or_default().push(number);
        }
        writeln!(
            out,
            "static const struct OperandSpecifier x86OperandSets[][{MAX_OPERANDS}] = {{"
        );
        for (number, (set, users)) in sets.iter().enumerate() {
            out.sources(|| users.iter().map(|it| self.record(*it)));
            writeln!(out, "  {{ /* {number} */");
            for (encoding, ty) in set.iter() {
                let (encoding, ty) = (ENCODINGS[usize::from(*encoding)], TYPES[usize::from(*ty)]);
                writeln!(out, "    {{ {encoding}, {ty} }},");
            }
            out.push("  },\n");
        }
        out.no_source();
        writeln!(
            out,
            "}};\n\nstatic const struct InstructionSpecifier x86DisassemblerInstrSpecifiers[{}] = {{",
            specifiers.len()
        );
        for (number, specifier) in specifiers.iter().enumerate() {
            let set = sets.get_index_of(&specifier.operands).unwrap_or_default();
            out.source(self.record(number));
            let name = self.name(number);
            writeln!(
                out,
                "  {{ /* {number} */\n    {set},\n    /* {name} */\n  }},"
            );
        }
        out.no_source();
        out.push("};\n");
    }

    /// Writes the decisions for all opcodes of a map in a context, and what they need of the table of instructions.
    fn push_opcodes(
        &mut self,
        table: &mut Output,
        decisions: &mut Output,
        of_opcodes: &OpcodeDecisions,
    ) {
        decisions.push(" /* struct OpcodeDecision */ {\n");
        for (opcode, decision) in of_opcodes.iter().enumerate() {
            write!(decisions, "  /*0x{opcode:02x}*/");
            match decision {
                Some(decision) => self.push_decision(table, decisions, decision),
                None => decisions.push("{MODRM_ONEENTRY, 0}"),
            }
            decisions.push(if opcode + 1 < OPCODES { ",\n" } else { "\n" });
        }
        decisions.push("  }\n },\n");
    }

    fn push_decision(&mut self, table: &mut Output, decisions: &mut Output, decision: &Decision) {
        let kind = DecisionKind::of(decision);
        let name = match kind {
            DecisionKind::One => "MODRM_ONEENTRY",
            DecisionKind::Split => "MODRM_SPLITRM",
            DecisionKind::SplitMiscellaneous => "MODRM_SPLITMISC",
            DecisionKind::SplitRegister => "MODRM_SPLITREG",
            DecisionKind::Full => "MODRM_FULL",
        };
        let entries = kind.entries(decision);
        decisions.sources(|| {
            let named = entries.iter().filter(|it| **it != 0);
            named.map(|it| self.record(usize::from(*it)))
        });
        let place = match self.places.get(&entries) {
            Some(place) => *place,
            None => {
                let place = self.used;
                self.used += entries.len();
                self.push_entries(table, place, &entries);
                self.places.insert(entries, place);
                place
            }
        };
        write!(decisions, "{{{name}, {place}}}");
        decisions.no_source();
    }

    fn push_entries(&self, table: &mut Output, place: usize, entries: &[u16]) {
        writeln!(table, "/*Table{place}*/");
        for entry in entries {
            let number = usize::from(*entry);
            if number != 0 {
                table.source(self.record(number));
            }
            writeln!(table, "  0x{entry:x}, /*{}*/", self.name(number));
            table.no_source();
        }
    }
}

/// The attributes of code that decide in which context its opcode is, from bit 0 on.
mod attribute {
    pub const BITS_64: u32 = 1;
    pub const XS: u32 = 1 << 1;
    pub const XD: u32 = 1 << 2;
    pub const REX_W: u32 = 1 << 3;
    pub const OPERAND_SIZE: u32 = 1 << 4;
    pub const ADDRESS_SIZE: u32 = 1 << 5;
    pub const VEX: u32 = 1 << 6;
    pub const VEX_L: u32 = 1 << 7;
    pub const EVEX: u32 = 1 << 8;
    pub const EVEX_L2: u32 = 1 << 9;
    pub const EVEX_K: u32 = 1 << 10;
    pub const EVEX_KZ: u32 = 1 << 11;
    pub const EVEX_B: u32 = 1 << 12;
    pub const REX2: u32 = 1 << 13;
    pub const EVEX_NF: u32 = 1 << 14;
    pub const END: u32 = 1 << 15;
}

/// Writes the context for each set of attributes.
fn push_contexts(out: &mut Output) {
    writeln!(
        out,
        "static const uint8_t x86DisassemblerContexts[{}] = {{",
        attribute::END
    );
    for attributes in 0..attribute::END {
        out.push("  IC");
        push_context(out, attributes);
        out.push(", // ");
        out.push_number(attributes);
        out.push("\n");
    }
    out.push("};\n");
}

fn push_context(out: &mut Output, attributes: u32) {
    use attribute::*;
    let has = |all: u32| attributes & all == all;
    // The name of the first that is there.
    let first = |names: &[(u32, &'static str)]| {
        let found = names.iter().find(|(attribute, _)| has(*attribute));
        found.map_or("", |(_, name)| *name)
    };
    let evex_address = first(&[
        (OPERAND_SIZE, "_EVEX_OPSIZE_ADSIZE"),
        (XD, "_EVEX_XD_ADSIZE"),
        (XS, "_EVEX_XS_ADSIZE"),
    ]);
    if has(EVEX | ADDRESS_SIZE) && !evex_address.is_empty() {
        return out.push(evex_address);
    }
    if has(EVEX_NF) {
        out.push("_EVEX");
        out.push(first(&[(REX_W, "_W"), (OPERAND_SIZE, "_OPSIZE")]));
        out.push(first(&[(EVEX_B, "_B")]));
        return out.push("_NF");
    }
    if attributes & (EVEX | VEX | VEX_L) != 0 {
        out.push(first(&[(EVEX, "_EVEX"), (0, "_VEX")]));
        out.push(first(&[(EVEX | EVEX_L2, "_L2"), (VEX_L, "_L")]));
        out.push(first(&[(REX_W, "_W")]));
        out.push(first(&[
            (OPERAND_SIZE, "_OPSIZE"),
            (XD, "_XD"),
            (XS, "_XS"),
        ]));
        if has(EVEX) {
            out.push(first(&[(EVEX_KZ, "_KZ"), (EVEX_K, "_K")]));
            out.push(first(&[(EVEX_B, "_B")]));
        }
        return;
    }
    out.push(match has(BITS_64) {
        true => first(&[
            (REX2, "_64BIT_REX2"),
            (REX_W | XS, "_64BIT_REXW_XS"),
            (REX_W | XD, "_64BIT_REXW_XD"),
            (REX_W | OPERAND_SIZE, "_64BIT_REXW_OPSIZE"),
            (REX_W | ADDRESS_SIZE, "_64BIT_REXW_ADSIZE"),
            (XD | OPERAND_SIZE, "_64BIT_XD_OPSIZE"),
            (XD | ADDRESS_SIZE, "_64BIT_XD_ADSIZE"),
            (XS | OPERAND_SIZE, "_64BIT_XS_OPSIZE"),
            (XS | ADDRESS_SIZE, "_64BIT_XS_ADSIZE"),
            (XS, "_64BIT_XS"),
            (XD, "_64BIT_XD"),
            (OPERAND_SIZE | ADDRESS_SIZE, "_64BIT_OPSIZE_ADSIZE"),
            (OPERAND_SIZE, "_64BIT_OPSIZE"),
            (ADDRESS_SIZE, "_64BIT_ADSIZE"),
            (REX_W, "_64BIT_REXW"),
            (0, "_64BIT"),
        ]),
        false => first(&[
            (XS | OPERAND_SIZE, "_XS_OPSIZE"),
            (XD | OPERAND_SIZE, "_XD_OPSIZE"),
            (XS | ADDRESS_SIZE, "_XS_ADSIZE"),
            (XD | ADDRESS_SIZE, "_XD_ADSIZE"),
            (XS, "_XS"),
            (XD, "_XD"),
            (OPERAND_SIZE | ADDRESS_SIZE, "_OPSIZE_ADSIZE"),
            (OPERAND_SIZE, "_OPSIZE"),
            (ADDRESS_SIZE, "_ADSIZE"),
        ]),
    });
}
