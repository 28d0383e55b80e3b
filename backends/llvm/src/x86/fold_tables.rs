//! `-gen-x86-fold-tables`: register forms of instructions with the memory forms that can replace them.

mod manual;
#[cfg(test)]
pub(crate) use manual::ENTRIES as LISTED;
mod matching;

use std::collections::BTreeMap;

use crate::ASM_WRITER;
use backend::{Backend, Context, Fatal, Output, Rec, Release};
use target_model::instructions::{Flags, Instruction, InstructionId, Instructions};
use target_model::x86::{X86Instruction, byte, is_memory, is_register, memory_size, register_size};

use super::{instruction, listed};
use crate::asm_writer_of_target;
use matching::{Candidate, Form};

bitflags::bitflags! {
    /// Properties and restrictions of a replacement.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Traits: u8 {
        const LOAD = 1;
        const STORE = 1 << 1;
        const NO_REVERSE = 1 << 2;
        const NO_FORWARD = 1 << 3;
    }
}

/// A memory form that can replace a register form.
struct Entry {
    memory: InstructionId,
    traits: Traits,
    /// The required alignment of the memory operand, in bytes.
    alignment: u64,
    /// The suffix of the broadcast's flag in C++ (`D` for 32-bit integers); empty without a broadcast.
    broadcast: &'static str,
}

/// The names of the tables. The first table is for instructions that read and write the memory operand. In the name of
/// any other table, the number is the index of the memory operand. Broadcast memory operands have separate tables.
const TABLES: [&str; 10] = [
    "Table2Addr",
    "Table0",
    "Table1",
    "Table2",
    "Table3",
    "Table4",
    "BroadcastTable1",
    "BroadcastTable2",
    "BroadcastTable3",
    "BroadcastTable4",
];
const READ_AND_WRITTEN: usize = 0;
const FIRST: usize = 1;
const BROADCAST: usize = 5;

/// The origin of an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    Found,
    Broadcast,
    /// The manual list contains the entry, with these traits.
    Listed(Traits),
}

struct Tables<'a, 'b> {
    cx: &'b Context<'a>,
    instructions: &'b Instructions,
    tables: [BTreeMap<InstructionId, Entry>; TABLES.len()],
}

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-x86-fold-tables",
    "List X86 instructions on registers with those on memory that replace them",
    &["X86Inst"],
    write,
)
.options(&[ASM_WRITER]);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let instructions = cx.model::<Instructions>()?;
    let mut tables = Tables {
        cx,
        instructions: &instructions,
        tables: Default::default(),
    };
    tables.find_all()?;
    for (register, memory, traits) in manual::ENTRIES {
        let register = listed(cx, &instructions, register)?.0;
        let memory = listed(cx, &instructions, memory)?.0;
        let how = How::Listed(Traits::from_bits_retain(*traits));
        tables.add(tables.number(register)?, tables.number(memory)?, how)?;
    }
    for (name, table) in TABLES.iter().zip(&tables.tables) {
        writeln!(out, "static const X86FoldTableEntry {name}[] = {{");
        for (register, entry) in table {
            let rec = |id| cx.records.rec(instructions.get(id).rec);
            let (register, memory) = (rec(*register), rec(entry.memory));
            out.sources(|| [register, memory]);
            write!(
                out,
                "  {{X86::{}, X86::{}, ",
                register.name(),
                memory.name()
            );
            push_attributes(out, entry);
            out.push("},\n");
        }
        out.no_source();
        out.push("};\n\n");
    }
    Ok(())
}

mod changes {
    use super::{Release, manual};

    /// Whether the tables do not contain an instruction. LLVM 21 renamed some instructions: their names mark immediate
    /// operands.
    pub(super) fn is_left_out(name: &str, release: Release) -> bool {
        let renamed = if release >= Release::V21 {
            manual::LEFT_OUT_SINCE_21
        } else {
            manual::LEFT_OUT_UNTIL_19
        };
        let mut lists = [manual::LEFT_OUT, renamed].into_iter();
        lists.any(|it| it.binary_search(&name).is_ok())
    }

    /// The class of the records that describe register operands whose register class depends on the hardware mode. LLVM
    /// 22 replaced the class.
    pub(super) fn class_by_mode(release: Release) -> &'static str {
        if release >= Release::V22 {
            "RegClassByHwMode"
        } else {
            "PointerLikeRegClass"
        }
    }
}

fn push_attributes(out: &mut Output, entry: &Entry) {
    let traits = [
        (Traits::LOAD, "TB_FOLDED_LOAD"),
        (Traits::STORE, "TB_FOLDED_STORE"),
        (Traits::NO_REVERSE, "TB_NO_REVERSE"),
        (Traits::NO_FORWARD, "TB_NO_FORWARD"),
    ];
    let traits = traits.iter().filter(|(it, _)| entry.traits.contains(*it));
    let mut attributes: Vec<String> = traits.map(|(_, name)| name.to_string()).collect();
    if entry.alignment != 1 {
        attributes.push(format!("TB_ALIGN_{}", entry.alignment));
    }
    if !entry.broadcast.is_empty() {
        attributes.push(format!("TB_BCAST_{}", entry.broadcast));
    }
    if attributes.is_empty() {
        out.push("0")
    } else {
        out.push(&attributes.join("|"))
    }
}

impl<'a> Tables<'a, '_> {
    fn number(&self, rec: Rec) -> Result<InstructionId, Fatal> {
        let none = || rec.fatal(format!("'{}' is not an instruction", rec.name()));
        self.instructions.number(rec).ok_or_else(none)
    }

    fn rec(&self, id: InstructionId) -> Rec<'a> {
        self.cx.records.rec(self.instructions.get(id).rec)
    }

    /// Finds the first matching register form for each memory form and, if the name of the memory form suggests a
    /// broadcast, also the first register form that matches with a broadcast. A register form is used at most once
    /// without a broadcast, and at most once with a broadcast.
    fn find_all(&mut self) -> Result<(), Fatal> {
        let instructions = self.instructions;
        let mut memory = Vec::new();
        let mut registers: BTreeMap<u8, Vec<InstructionId>> = BTreeMap::new();
        for (id, it) in instructions.iter() {
            let rec = self.rec(id);
            if !rec.is_a("X86Inst")
                || rec.bit("isAsmParserOnly")?
                || changes::is_left_out(rec.name(), self.cx.release())
                || X86Instruction::is_promoted(rec)?
                || self.has_unusual_operand(it)
            {
                continue;
            }
            match Form::new(byte(rec, "FormBits")?) {
                Form::Memory => memory.push(id),
                Form::Registers => {
                    let opcode = byte(rec, "Opcode")?;
                    registers.entry(opcode).or_default().push(id);
                }
                Form::Neither => {}
            }
        }
        let variant = asm_writer_of_target(self.cx)?.int("Variant")? as u32 as usize;
        let candidate = |id| Candidate::new(id, self.rec(id), instructions.get(id), variant);
        let registers: BTreeMap<u8, Vec<Candidate>> = registers
            .into_iter()
            .map(|(opcode, list)| (opcode, list.into_iter().map(candidate).collect()))
            .collect();
        let memory: Vec<Candidate> = memory.into_iter().map(candidate).collect();
        // By opcode, for each register form: whether it is used without a broadcast, and whether it is used with a
        // broadcast.
        let used = |list: &Vec<Candidate>| vec![[false; 2]; list.len()];
        let mut used: BTreeMap<u8, Vec<[bool; 2]>> = registers
            .iter()
            .map(|(opcode, list)| (*opcode, used(list)))
            .collect();
        for memory in &memory {
            let opcode = byte(self.rec(memory.id), "Opcode")?;
            let (Some(list), Some(used)) = (registers.get(&opcode), used.get_mut(&opcode)) else {
                continue;
            };
            // The reference reads the memory form even if all register forms are used already.
            memory.encoding()?;
            let name = self.rec(memory.id).name();
            let may_repeat = name.contains("mb") || name.contains("mib");
            for (way, how) in [How::Found, How::Broadcast].into_iter().enumerate() {
                let is_broadcast = how == How::Broadcast;
                if is_broadcast && !may_repeat {
                    continue;
                }
                for (at, register) in list.iter().enumerate() {
                    if !used[at][way] && memory.matches(register, is_broadcast)? {
                        used[at][way] = true;
                        let register = self.base(register.id)?;
                        self.add(register, memory.id, how)?;
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether an instruction has an operand that excludes it from matching: registers of the floating-point stack are
    /// never in memory, and registers of tail calls are in the manual list.
    fn has_unusual_operand(&self, instruction: &Instruction) -> bool {
        let mut operands = instruction.operands.iter();
        operands.any(|it| {
            let name = self.cx.records.rec(it.rec).name();
            matches!(name, "RST" | "RSTi" | "ptr_rc_tailcall")
        })
    }

    /// The usual encoding of an instruction: the instruction that has the name of `id` without the suffix `_REV` or
    /// `_alt` (alternative encoding). `id` itself if it has no such suffix, or if no such record exists.
    fn base(&self, id: InstructionId) -> Result<InstructionId, Fatal> {
        let name = self.rec(id).name();
        let base = name.strip_suffix("_REV").or(name.strip_suffix("_alt"));
        match base.and_then(|it| self.cx.records.def(it)) {
            Some(base) => self.number(base),
            None => Ok(id),
        }
    }

    /// Adds an entry to the table for the position of the memory operand. Adds nothing if no table fits.
    fn add(
        &mut self,
        register: InstructionId,
        memory: InstructionId,
        how: How,
    ) -> Result<(), Fatal> {
        let (register_rec, memory_rec) = (self.rec(register), self.rec(memory));
        let counts = |rec: Rec| -> Result<(usize, usize), Fatal> {
            Ok((
                rec.dag("OutOperandList")?.len(),
                rec.dag("InOperandList")?.len(),
            ))
        };
        let (memory_outs, memory_ins) = counts(memory_rec)?;
        let (register_outs, register_ins) = counts(register_rec)?;
        let operands = |id| &self.instructions.get(id).operands;
        let (of_register, of_memory) = (operands(register), operands(memory));
        let pair = |at: usize| {
            let rec = |id| self.cx.records.rec(id);
            let (register, memory) = (of_register.iter().nth(at)?, of_memory.iter().nth(at)?);
            Some((rec(register.rec), rec(memory.rec)))
        };
        if memory_outs == 0 && register_outs == 1 && memory_ins == register_ins {
            let traits = Traits::NO_REVERSE;
            return self.push(READ_AND_WRITTEN, register, memory, how, traits, pair(0));
        }
        if memory_ins == register_ins && memory_outs == register_outs {
            for at in register_outs..of_register.len() {
                let Some((of_register, of_memory)) = pair(at) else {
                    continue;
                };
                let may_fold = is_register(of_register)
                    || of_register.is_a(changes::class_by_mode(self.cx.release()));
                if !may_fold || !is_memory(of_memory)? || at > 4 {
                    continue;
                }
                let (table, traits) = match (at, how) {
                    (0, _) => (FIRST, Traits::LOAD),
                    (_, How::Broadcast) => (BROADCAST + at, Traits::empty()),
                    _ => (FIRST + at, Traits::empty()),
                };
                return self.push(table, register, memory, how, traits, pair(at));
            }
        } else if memory_ins == register_ins + 1
            && memory_outs + 1 == register_outs
            && let Some((of_register, of_memory)) = pair(register_outs - 1)
            && is_register(of_register)
            && is_memory(of_memory)?
            && register_size(of_register)? == memory_size(of_memory)?
        {
            return self.push(FIRST, register, memory, how, Traits::STORE, pair(0));
        }
        Ok(())
    }

    /// Adds an entry to a table. `folded` is the folded operand in the register form and in the memory form.
    fn push(
        &mut self,
        table: usize,
        register: InstructionId,
        memory: InstructionId,
        how: How,
        traits: Traits,
        folded: Option<(Rec, Rec)>,
    ) -> Result<(), Fatal> {
        let mut entry = Entry {
            memory,
            traits,
            alignment: 1,
            broadcast: "",
        };
        match how {
            How::Listed(listed) => entry.traits |= listed,
            How::Broadcast if table > BROADCAST => {
                entry.traits = Traits::empty();
                entry.broadcast = self.broadcast(memory)?;
            }
            How::Found | How::Broadcast => {
                self.complete(&mut entry, register, folded)?;
            }
        }
        self.tables[table].insert(register, entry);
        Ok(())
    }

    fn broadcast(&self, memory: InstructionId) -> Result<&'static str, Fatal> {
        for (v, _) in self.rec(memory).dag("InOperandList")?.args() {
            let class = self.cx.records.def_of(v).map_or("", |it| it.name());
            let kind = match class {
                "i16mem" => "W",
                "i32mem" => "D",
                "i64mem" => "Q",
                "f16mem" => "SH",
                "f32mem" => "SS",
                "f64mem" => "SD",
                _ => continue,
            };
            return Ok(kind);
        }
        Ok("")
    }

    /// Determines the restrictions and the alignment of an entry that was found by matching.
    fn complete(
        &self,
        entry: &mut Entry,
        register: InstructionId,
        folded: Option<(Rec, Rec)>,
    ) -> Result<(), Fatal> {
        let rec = self.rec(register);
        let name = rec.name();
        // A load of the whole register would read past the memory operand.
        if let Some((of_register, of_memory)) = folded
            && register_size(of_register)? > memory_size(of_memory)?
        {
            entry.traits |= Traits::NO_REVERSE;
        }
        // If the instruction is masked, `unmasked` is its unmasked form, otherwise the instruction itself.
        let base = name.strip_suffix("rkz").or(name.strip_suffix("rk"));
        let base = base.and_then(|it| self.cx.records.def(&format!("{it}r")));
        let unmasked = match base {
            Some(base) => instruction(self.instructions, base)?,
            None => self.instructions.get(register),
        };
        let is_move = unmasked.flags.contains(Flags::IS_MOVE_REG);
        let is_store = entry.traits.contains(Traits::STORE);
        // Masked moves and moves to memory are not reversed. Expansions are not reversed either, because the data that
        // they read depends on the mask.
        if is_move && (base.is_some() || is_store) || name.contains("EXPAND") {
            entry.traits |= Traits::NO_REVERSE;
        }
        const ALIGNED: [&str; 7] = [
            "MOVDQA", "MOVAPS", "MOVAPD", "MOVNTPS", "MOVNTPD", "MOVNTDQ", "MOVNTDQA",
        ];
        const UNALIGNED: [&str; 7] = [
            "MOVDQU",
            "MOVUPS",
            "MOVUPD",
            "PCMPESTRM",
            "PCMPESTRI",
            "PCMPISTRM",
            "PCMPISTRI",
        ];
        let is_legacy = byte(rec, "OpEncBits")? == 0;
        if ALIGNED.iter().any(|it| name.contains(it)) {
            let size = byte(rec, "VectSize")?;
            entry.alignment = 1 << size.checked_ilog2().unwrap_or(0);
        } else if is_legacy
            && !UNALIGNED.iter().any(|it| name.contains(it))
            && let Some((_, of_memory)) = folded
            && memory_size(of_memory)? > 64
        {
            entry.alignment = 16;
        }
        Ok(())
    }
}
