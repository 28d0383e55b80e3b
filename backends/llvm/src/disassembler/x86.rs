//! X86's tables: the instruction for each opcode map, context, opcode and ModRM byte.

#[cfg(test)]
mod tests;

use backend::text::push_hex;
use backend::{Context, Fatal, Output, RecordId, Severity};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use target_model::instructions::{InstructionId, Instructions};
use target_model::x86::{
    Attributes, Decision, DecisionKind, DecoderTables, ENCODINGS, MAPS, MAX_OPERANDS, OPCODES,
    OpcodeDecisions, OperandSet, TYPES,
};

/// The name of the table of each opcode map.
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

struct Writer<'a> {
    instructions: &'a Instructions,
    tables: &'a DecoderTables,
    /// For each list of instructions, the index of its first entry in the common table `modRMTable`.
    places: FxHashMap<Vec<u16>, usize>,
    /// The number of entries in the common table.
    used: usize,
}

pub(super) fn push(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let instructions = cx.model::<Instructions>()?;
    let tables = cx.model::<DecoderTables>()?;
    if let Some((pair, conflict)) = tables.conflicts.first_key_value() {
        let mut pair = pair.map(|it| cx.records.rec(instructions.get(it).rec));
        pair.sort_by_key(|it| it.order());
        let [earlier, later] = pair;
        // In editors this is one error with that of the search for encodings that a decoder cannot tell apart.
        let message = format!(
            "a decoder cannot tell '{}' from '{}': {}",
            later.name(),
            earlier.name(),
            conflict.why()
        );
        cx.report(later.diagnostic(Severity::Error, message).for_people());
        let target = cx.records.rec(instructions.target.rec);
        let message = "Primary decode conflict".to_owned();
        cx.report(target.diagnostic(Severity::Error, message).for_reference());
        return Ok(());
    }
    let mut writer = Writer {
        instructions: &instructions,
        tables: &tables,
        places: FxHashMap::from_iter([(vec![0], 0)]),
        used: 1,
    };
    writer.push_specifiers(out);
    out.push("\n");
    push_contexts(out, &tables);
    out.push("\nstatic const InstrUID modRMTable[] = {\n/*EmptyTable*/\n  0x0,\n");
    // The decisions refer to `modRMTable`. They are collected while the table is written, and are written after it.
    let mut decisions = out.part();
    for (map, name) in NAMES.iter().enumerate() {
        writeln!(
            decisions,
            "static const struct ContextDecision x86Disassembler{name}Opcodes = {{{{/* opcodeDecisions */"
        );
        for (context, (name, _)) in tables.contexts.iter().enumerate() {
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

impl Writer<'_> {
    fn record(&self, number: usize) -> RecordId {
        self.instructions.get(InstructionId(number as u32)).rec
    }

    /// The name of an instruction that is decoded; empty for other instructions.
    fn name(&self, number: usize) -> &str {
        match self.tables.specifiers.get(number) {
            Some(it) if it.is_decoded => &self.instructions.get(InstructionId(number as u32)).name,
            _ => "",
        }
    }

    /// Writes the distinct sets of operands, and for each instruction the index of its set.
    fn push_specifiers(&self, out: &mut Output) {
        let specifiers = &self.tables.specifiers;
        let mut sets: IndexMap<&OperandSet, Vec<usize>, FxBuildHasher> = IndexMap::default();
        let mut set_of = Vec::with_capacity(specifiers.len());
        for (number, specifier) in specifiers.iter().enumerate() {
            let entry = sets.entry(&specifier.operands);
            set_of.push(entry.index());
            entry.or_default().push(number);
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
        for (number, set) in set_of.into_iter().enumerate() {
            out.sources(|| [self.record(number)]);
            out.push("  { /* ");
            out.push_number(number as u32);
            out.push(" */\n    ");
            out.push_number(set as u32);
            out.push(",\n    /* ");
            out.push(self.name(number));
            out.push(" */\n  },\n");
        }
        out.no_source();
        out.push("};\n");
    }

    /// Writes the decisions for all opcodes of a map in a context, and adds their instructions to the common table.
    fn push_opcodes(
        &mut self,
        table: &mut Output,
        decisions: &mut Output,
        of_opcodes: &OpcodeDecisions,
    ) {
        decisions.push(" /* struct OpcodeDecision */ {\n");
        for (opcode, decision) in of_opcodes.iter().enumerate() {
            decisions.push("  /*");
            push_hex(&mut decisions.text, opcode as u64, 2);
            decisions.push("*/");
            match decision {
                Some(decision) => self.push_decision(table, decisions, decision),
                None => decisions.push("{MODRM_ONEENTRY, 0}"),
            }
            decisions.push(if opcode + 1 < OPCODES { ",\n" } else { "\n" });
        }
        decisions.push("  }\n },\n");
    }

    fn push_decision(&mut self, table: &mut Output, decisions: &mut Output, decision: &Decision) {
        let kind = DecisionKind::new(decision);
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
        decisions.push("{");
        decisions.push(name);
        decisions.push(", ");
        decisions.push_number(place as u64);
        decisions.push("}");
        decisions.no_source();
    }

    fn push_entries(&self, table: &mut Output, place: usize, entries: &[u16]) {
        writeln!(table, "/*Table{place}*/");
        for entry in entries {
            let number = usize::from(*entry);
            if number != 0 {
                table.sources(|| [self.record(number)]);
            }
            table.push("  ");
            push_hex(&mut table.text, u64::from(*entry), 1);
            table.push(", /*");
            table.push(self.name(number));
            table.push("*/\n");
            table.no_source();
        }
    }
}

/// Writes the context for each set of attributes.
fn push_contexts(out: &mut Output, tables: &DecoderTables) {
    let count = u32::from(tables.attributes.bits()) + 1;
    writeln!(
        out,
        "static const uint8_t x86DisassemblerContexts[{count}] = {{"
    );
    for number in 0..count {
        out.push("  ");
        let attributes = Attributes::from_bits_truncate(number as u16);
        attributes.push_context(tables.release, &mut out.text);
        out.push(", // ");
        out.push_number(number);
        out.push("\n");
    }
    out.push("};\n");
}
