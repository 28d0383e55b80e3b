//! `-gen-x86-instr-mapping`: tables of instructions, each with an instruction that can replace it.

mod changes;
mod manual;

use std::collections::BTreeMap;

use backend::text::push_header_without_input;
use backend::{Backend, Context, Fatal, Output, Rec, Release};
use target_model::instructions::{Instruction, Instructions};
use target_model::x86::{X86Instruction, are_same_size, encoding, is_register};

use super::{instruction, listed};

/// An instruction, and its replacement.
type Entry<'a> = (Rec<'a>, Rec<'a>);

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-x86-instr-mapping",
    "List X86 instructions with others that may take their place",
    &["X86Inst"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header_without_input(out, "X86 instruction mapping");
    let instructions = cx.model::<Instructions>()?;
    let mapping = Mapping {
        cx,
        instructions: &instructions,
    };
    out.push(
        "struct X86TableEntry {\n  uint16_t OldOpc;\n  uint16_t NewOpc;\n\
         \x20 bool operator<(const X86TableEntry &RHS) const {\n    return OldOpc < RHS.OldOpc;\n  }\
         \x20 friend bool operator<(const X86TableEntry &TE, unsigned Opc) {\n    return TE.OldOpc < Opc;\n  }\n};\n\n",
    );
    let compressed = mapping.compressed()?;
    push_table(
        out,
        "X86CompressEVEXTable",
        "GET_X86_COMPRESS_EVEX_TABLE",
        &compressed,
    );
    push_predicates(out, &compressed)?;
    let no_flags = mapping.without_flags()?;
    push_table(
        out,
        "X86NFTransformTable",
        "GET_X86_NF_TRANSFORM_TABLE",
        &no_flags,
    );
    let shortened = mapping.shortened()?;
    push_table(
        out,
        "X86ND2NonNDTable",
        "GET_X86_ND2NONND_TABLE",
        &shortened,
    );
    let avx = mapping.avx()?;
    push_table(out, "X86SSE2AVXTable", "GET_X86_SSE2AVX_TABLE", &avx);
    Ok(())
}

fn push_table(out: &mut Output, name: &str, guard: &str, table: &[Entry]) {
    write!(
        out,
        "\n#ifdef {guard}\nstatic const X86TableEntry {name}[] = {{\n"
    );
    for (old, new) in table {
        out.sources(|| [*old, *new]);
        writeln!(out, "  {{ X86::{}, X86::{} }},", old.name(), new.name());
    }
    out.no_source();
    write!(out, "}};\n\n#endif // {guard}\n\n");
}

/// Writes the function that returns whether a subtarget supports a compressed instruction.
fn push_predicates(out: &mut Output, compressed: &[Entry]) -> Result<(), Fatal> {
    let mut by_condition: BTreeMap<String, Vec<Rec>> = BTreeMap::new();
    for (_, new) in compressed {
        let predicates = new.list_of_defs("Predicates")?;
        let release = new.records().release();
        let is_checked = |it: &&Rec| changes::is_checked(it.name(), release);
        if let Some(predicate) = predicates.iter().find(is_checked) {
            let condition = predicate.string("CondString")?.into_owned();
            by_condition.entry(condition).or_default().push(*new);
        }
    }
    out.push(
        "\n#ifdef GET_X86_COMPRESS_EVEX_TABLE\n\
         static bool checkPredicate(unsigned Opc, const X86Subtarget *Subtarget) {\n\
         \x20 switch (Opc) {\n  default: return true;\n",
    );
    for (condition, instructions) in &by_condition {
        out.each(instructions.iter().copied(), |out, rec: Rec| {
            writeln!(out, "  case X86::{}:", rec.name());
        });
        out.sources(|| instructions.iter().copied());
        writeln!(out, "    return {condition};");
        out.no_source();
    }
    out.push("  }\n}\n\n#endif // GET_X86_COMPRESS_EVEX_TABLE\n\n");
    Ok(())
}

/// Whether the compiler may emit an instruction. It may not emit instructions that exist only for the assembly parser,
/// nor reversed forms of other instructions (`_REV`).
fn is_emitted(rec: Rec) -> Result<bool, Fatal> {
    let may_be = rec.is_a("X86Inst") && !rec.bit("isAsmParserOnly")?;
    Ok(may_be && !rec.name().ends_with("_REV"))
}

/// Whether a name is in a list that is sorted by bytes.
fn is_listed(list: &[&str], name: &str) -> bool {
    list.binary_search(&name).is_ok()
}

/// The value for a name in a list that is sorted by name; `None` if the list does not contain the name.
fn find<'a>(list: &[(&str, &'a str)], name: &str) -> Option<&'a str> {
    let at = list.binary_search_by(|(it, _)| (*it).cmp(name)).ok()?;
    Some(list[at].1)
}

struct Mapping<'a, 'b> {
    cx: &'b Context<'a>,
    instructions: &'b Instructions,
}

/// An instruction with the properties by which instructions are matched.
struct Candidate<'a, 'b> {
    rec: Rec<'a>,
    it: X86Instruction,
    instruction: &'b Instruction,
}

impl<'a> Mapping<'a, '_> {
    fn records(&self) -> impl Iterator<Item = Rec<'a>> {
        let instructions = self.instructions.iter();
        instructions.map(|(_, it)| self.cx.records.rec(it.rec))
    }

    /// The instruction with a name; `None` if there is no such record. An error if the record is not an instruction.
    fn find(&self, name: &str) -> Result<Option<Rec<'a>>, Fatal> {
        let Some(rec) = self.cx.records.def(name) else {
            return Ok(None);
        };
        instruction(self.instructions, rec)?;
        Ok(Some(rec))
    }

    /// EVEX instructions, each with an instruction that has a shorter prefix and can replace it.
    fn compressed(&self) -> Result<Vec<Entry<'a>>, Fatal> {
        let release = self.cx.release();
        let mut long = Vec::new();
        let mut short: BTreeMap<u8, Vec<Candidate>> = BTreeMap::new();
        for rec in self.records() {
            if !is_emitted(rec)?
                || X86Instruction::is_promoted(rec)?
                || changes::stays_long(rec.name(), release)
            {
                continue;
            }
            let it = X86Instruction::read(rec)?;
            let is_vex = it.encoding == encoding::VEX;
            let may_shrink = it.encoding == encoding::EVEX
                && !it.has_evex_k
                && !it.has_evex_l2
                && (!it.has_evex_b
                    || it.has_new_destination()
                    || changes::shrinks_anyway(rec.name(), release));
            if !is_vex && !may_shrink {
                continue;
            }
            let instruction = instruction(self.instructions, rec)?;
            let candidate = Candidate {
                rec,
                it,
                instruction,
            };
            if is_vex {
                short.entry(it.opcode).or_default().push(candidate)
            } else {
                long.push(candidate)
            }
        }
        let mut table = Vec::new();
        for old in &long {
            let name = old.rec.name();
            let new = if let Some(new) = changes::compressed(name, release) {
                Some(listed(self.cx, self.instructions, new)?.0)
            } else if let Some(base) = name.strip_suffix("_EVEX") {
                self.find(base)?
            } else if name.ends_with("_ND") {
                None
            } else {
                let same_opcode = short.get(&old.it.opcode).into_iter().flatten();
                let mut found = None;
                for new in same_opcode {
                    if old.matches(new)? {
                        found = Some(new.rec);
                        break;
                    }
                }
                found
            };
            table.extend(new.map(|new| (old.rec, new)));
        }
        Ok(table)
    }

    /// Instructions that set the flags, each with its counterpart that leaves the flags unchanged (`_NF`).
    fn without_flags(&self) -> Result<Vec<Entry<'a>>, Fatal> {
        if self.cx.release() < Release::V21 {
            return self.without_flags_by_themselves();
        }
        let mut table = Vec::new();
        for rec in self.records() {
            let name = rec.name();
            if !is_emitted(rec)? || name.contains("_NF") {
                continue;
            }
            let new = match name.strip_suffix("_ND") {
                Some(base) => format!("{base}_NF_ND"),
                None => format!("{name}_NF"),
            };
            table.extend(self.find(&new)?.map(|new| (rec, new)));
        }
        Ok(table)
    }

    /// The result of `without_flags` before LLVM 21: pairs in the order of the instructions that leave the flags
    /// unchanged.
    fn without_flags_by_themselves(&self) -> Result<Vec<Entry<'a>>, Fatal> {
        let mut table = Vec::new();
        for rec in self.records() {
            if is_emitted(rec)?
                && rec.name().contains("_NF")
                && let Some(base) = self.find(&rec.name().replacen("_NF", "", 1))?
            {
                table.push((base, rec));
            }
        }
        Ok(table)
    }

    /// Instructions with a new data destination (`_ND`), each with the instruction that overwrites its first source.
    fn shortened(&self) -> Result<Vec<Entry<'a>>, Fatal> {
        let mut table = Vec::new();
        for rec in self.records() {
            if !is_emitted(rec)? || is_listed(manual::NOT_SHORTENED, rec.name()) {
                continue;
            }
            if let Some(new) = find(manual::SHORTENED, rec.name()) {
                table.push((rec, listed(self.cx, self.instructions, new)?.0));
                continue;
            }
            let Some(base) = rec.name().strip_suffix("_ND") else {
                continue;
            };
            if let Some(new) = self.find(base)? {
                let known = instruction(self.instructions, new)?;
                let first = known.operands.iter().next();
                if first.is_some_and(|it| is_register(self.cx.records.rec(it.rec))) {
                    table.push((rec, new));
                }
            }
        }
        Ok(table)
    }

    /// SSE instructions, each with its AVX counterpart.
    fn avx(&self) -> Result<Vec<Entry<'a>>, Fatal> {
        let mut table = Vec::new();
        for rec in self.records() {
            if !is_emitted(rec)? {
                continue;
            }
            let new = match find(manual::AVX, rec.name()) {
                Some(new) => Some(listed(self.cx, self.instructions, new)?.0),
                None => self.find(&format!("V{}", rec.name()))?,
            };
            table.extend(new.map(|new| (rec, new)));
        }
        Ok(table)
    }
}

impl Candidate<'_, '_> {
    /// Whether the instruction `new` performs the same operation. Operands of different kinds are accepted without a
    /// check.
    fn matches(&self, new: &Candidate) -> Result<bool, Fatal> {
        let key = |it: &X86Instruction| {
            (
                it.is_code_gen_only,
                it.map,
                it.prefix,
                it.has_vex_4v,
                it.has_vex_l,
                it.has_rex_w,
                it.form,
            )
        };
        if key(&self.it) != key(&new.it) {
            return Ok(false);
        }
        let of_new = &new.instruction.operands;
        for (old, new_operand) in self.instruction.operands.iter().zip(of_new.iter()) {
            let rec = |id| self.rec.records().rec(id);
            let is_same = old.rec == new_operand.rec;
            if !is_same && are_same_size(rec(old.rec), rec(new_operand.rec))? == Some(false) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
