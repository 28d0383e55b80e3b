//! Lists that instructions share: operand descriptions, and implicit registers.

use std::collections::hash_map::Entry;
use std::hash::Hash;

use backend::text::qualified_name;
use backend::{Fatal, Output, Rec, RecordId, bail, record_kind};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};
use target_model::instructions::{Constraint, Instruction, InstructionId, Operand};

use super::{Emitter, by_mode, changes};

record_kind! {
    enum RegisterKind {
        Class = "RegisterClass",
        Pointer = "PointerLikeRegClass",
        ByMode = "RegClassByHwMode",
    }
}

/// Distinct lists, stored one after another in the order of their first uses.
pub(super) struct Lists<T> {
    lists: IndexMap<Vec<T>, List, FxBuildHasher>,
    /// The index in `lists` of each instruction's list.
    of: Vec<usize>,
    /// The total number of elements of all lists.
    pub len: usize,
}

struct List {
    offset: usize,
    users: Vec<InstructionId>,
}

impl<T: Hash + Eq> Lists<T> {
    fn new() -> Lists<T> {
        Lists {
            lists: IndexMap::default(),
            of: Vec::new(),
            len: 0,
        }
    }

    /// Adds the list of the next instruction.
    fn add(&mut self, list: Vec<T>) {
        let user = InstructionId(self.of.len() as u32);
        let (offset, count) = (self.len, list.len());
        let entry = self.lists.entry(list);
        self.of.push(entry.index());
        let list = entry.or_insert_with(|| {
            self.len += count;
            List {
                offset,
                users: Vec::new(),
            }
        });
        list.users.push(user);
    }

    /// The offset of an instruction's list in the output, in elements.
    pub(super) fn offset(&self, instruction: InstructionId) -> usize {
        self.lists[self.of[instruction.index()]].offset
    }
}

/// The index in `OperandInfo::texts` of the description of a machine operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct InfoId(u32);

/// The operand descriptions of instructions.
pub(super) struct OperandInfo {
    pub lists: Lists<InfoId>,
    texts: Vec<String>,
}

/// For each operand record: the numbers of the descriptions of the record's parts, without constraints.
type OfClass = FxHashMap<RecordId, Vec<u32>>;

impl Emitter<'_> {
    /// Collects the operand descriptions of all instructions.
    pub(super) fn operand_info(&self) -> Result<OperandInfo, Fatal> {
        let mut lists = Lists::new();
        let mut of_class = OfClass::default();
        let mut known: FxHashMap<String, u32> = FxHashMap::default();
        let mut ids: IndexSet<(u32, Constraint), FxBuildHasher> = IndexSet::default();
        for (id, instruction) in self.instructions.iter() {
            let instruction = self.described(id, instruction);
            let mut list = Vec::with_capacity(instruction.operands.machine_operands());
            for operand in instruction.operands.iter() {
                let texts = match of_class.entry(operand.rec) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(new) => {
                        let mut texts = Vec::with_capacity(operand.parts.len());
                        for part in 0..operand.parts.len() {
                            let text = self.part_text(instruction, operand, part)?;
                            let next = known.len() as u32;
                            texts.push(*known.entry(text).or_insert(next));
                        }
                        new.insert(texts)
                    }
                };
                let parts = texts.iter().zip(&operand.parts);
                list.extend(parts.map(|(text, part)| {
                    let id = ids.insert_full((*text, part.constraint)).0;
                    InfoId(id as u32)
                }));
            }
            lists.add(list);
        }
        let mut by_number = vec![""; known.len()];
        for (text, number) in &known {
            by_number[*number as usize] = text;
        }
        let text = |(text, constraint): &(u32, Constraint)| {
            let text = by_number[*text as usize];
            match constraint {
                Constraint::None => format!("{text}0"),
                Constraint::EarlyClobber => format!("{text}MCOI_EARLY_CLOBBER"),
                Constraint::TiedTo(operand) => format!("{text}MCOI_TIED_TO({operand})"),
            }
        };
        Ok(OperandInfo {
            texts: ids.iter().map(text).collect(),
            lists,
        })
    }

    /// The description of a part of an operand. The description does not include the constraint, which is appended
    /// later.
    fn part_text(
        &self,
        instruction: &Instruction,
        operand: &Operand,
        part: usize,
    ) -> Result<String, Fatal> {
        let mut class = self.part_class(instruction, operand, part)?;
        if class.is_a("RegisterOperand") {
            class = class.def("RegClass")?;
        }
        let kind = RegisterKind::of(class);
        if kind == Some(RegisterKind::Pointer) && changes::has_classes_by_mode(self.cx.release()) {
            return Err(by_mode::missing_override(self.rec(instruction), class));
        }
        let register_class = match kind {
            Some(RegisterKind::Class) => format!("{}RegClassID", qualified_name(class)?),
            Some(RegisterKind::Pointer) => class.int("RegClassKind")?.to_string(),
            Some(RegisterKind::ByMode) => format!("{}::{}", self.namespace, class.name()),
            None => "-1".to_owned(),
        };
        let mut text = format!("{register_class}, 0");
        if kind == Some(RegisterKind::Pointer) {
            text += "|(1<<MCOI::LookupPtrRegClass)";
        }
        if kind == Some(RegisterKind::ByMode) {
            text += "|(1<<MCOI::LookupRegClassByHwMode)";
        }
        let whole = self.records.rec(operand.rec);
        for (class, flag) in [
            ("PredicateOp", "Predicate"),
            ("OptionalDefOperand", "OptionalDef"),
            ("BranchTargetOperand", "BranchTarget"),
        ] {
            if whole.is_a(class) {
                text += &format!("|(1<<MCOI::{flag})");
            }
        }
        Ok(format!("{text}, {}, ", operand.operand_type.as_str()))
    }

    /// The record that is the type of a part of an operand, or of the whole operand if it has no parts.
    pub(super) fn part_class(
        &self,
        instruction: &Instruction,
        operand: &Operand,
        part: usize,
    ) -> Result<Rec<'_>, Fatal> {
        let whole = self.records.rec(operand.rec);
        let info = operand.info.and_then(|it| self.records.dag(it));
        let Some(info) = info.filter(|it| !it.is_empty()) else {
            return Ok(whole);
        };
        let Some(class) = self.records.def_of(info.arg(part)) else {
            // The reference does not check that the part is a record.
            let name = whole.name();
            bail!(
                self.rec(instruction),
                "part #{part} of operand '{name}' is not a record"
            );
        };
        Ok(class)
    }

    /// Collects the registers that instructions use implicitly: first the registers that are read, then the registers
    /// that are written.
    pub(super) fn implicit_registers(&self) -> Lists<RecordId> {
        let mut lists = Lists::new();
        for (id, instruction) in self.instructions.iter() {
            let instruction = self.described(id, instruction);
            let (uses, defs) = (&instruction.implicit_uses, &instruction.implicit_defs);
            lists.add([&uses[..], defs].concat());
        }
        lists
    }

    /// Writes the elements of all lists, a line for each list.
    fn push_lists<T: Hash + Eq>(
        &self,
        out: &mut Output,
        lists: &Lists<T>,
        push: impl Fn(&mut Output, &T) -> Result<(), Fatal>,
    ) -> Result<(), Fatal> {
        for (elements, list) in &lists.lists {
            self.sources(out, &list.users);
            write!(out, "    /* {} */", list.offset);
            elements.iter().try_for_each(|it| push(out, it))?;
            out.push("\n");
        }
        out.no_source();
        Ok(())
    }

    pub(super) fn push_operand_info(
        &self,
        out: &mut Output,
        info: &OperandInfo,
    ) -> Result<(), Fatal> {
        self.push_lists(out, &info.lists, |out, id| {
            write!(out, " {{ {} }},", info.texts[id.0 as usize]);
            Ok(())
        })
    }

    pub(super) fn push_implicit_registers(
        &self,
        out: &mut Output,
        lists: &Lists<RecordId>,
    ) -> Result<(), Fatal> {
        self.push_lists(out, lists, |out, register| {
            let name = qualified_name(self.records.rec(*register))?;
            write!(out, " {name},");
            Ok(())
        })
    }
}
