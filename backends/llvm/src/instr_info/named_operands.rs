//! Where instructions have the operands of a name.

use std::collections::BTreeMap;

use backend::{Fatal, Output};
use elaborate::symbol::Sym;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use target_model::instructions::InstructionId;

use super::{Emitter, start};

/// The names of operands as they are found, and whose they are.
type Names = IndexMap<Sym, Vec<InstructionId>, FxBuildHasher>;

/// Where operands are: the numbers of their names with the numbers of their first parts among the operands of the
/// machine instruction, by names.
type Row = Vec<(u32, usize)>;

impl Emitter<'_> {
    pub(super) fn push_named_operands(&self, out: &mut Output) -> Result<(), Fatal> {
        let mut names = Names::default();
        let mut rows: BTreeMap<Row, Vec<InstructionId>> = BTreeMap::new();
        for (id, instruction) in self.instructions.iter() {
            if !self.rec(instruction).bit("UseNamedOperandTable")? {
                continue;
            }
            let mut row = Row::with_capacity(instruction.operands.len());
            for operand in instruction.operands.iter() {
                let entry = names.entry(operand.name);
                row.push((entry.index() as u32, operand.first));
                entry.or_default().push(id);
            }
            row.sort_unstable();
            rows.entry(row).or_default().push(id);
        }
        self.push_operand_enum(out, &names);
        self.push_operand_map(out, names.len(), &rows);
        Ok(())
    }

    fn push_operand_enum(&self, out: &mut Output, names: &Names) {
        let namespace = self.namespace;
        start(out, "GET_INSTRINFO_OPERAND_ENUM");
        write!(
            out,
            "namespace llvm {{\nnamespace {namespace} {{\nnamespace OpName {{\nenum {{\n"
        );
        let mut sorted: Vec<_> = names.iter().zip(0..).collect();
        sorted.sort_unstable_by_key(|((name, _), _)| name.as_str());
        for ((name, users), number) in sorted {
            self.sources(out, users);
            writeln!(out, "  {} = {number},", name.as_str());
        }
        out.no_source();
        write!(
            out,
            "  OPERAND_LAST\n}};\n\
             }} // end namespace OpName\n\
             }} // end namespace {namespace}\n\
             }} // end namespace llvm\n\
             #endif //GET_INSTRINFO_OPERAND_ENUM\n\n"
        );
    }

    fn push_operand_map(
        &self,
        out: &mut Output,
        names: usize,
        rows: &BTreeMap<Row, Vec<InstructionId>>,
    ) {
        let namespace = self.namespace;
        start(out, "GET_INSTRINFO_NAMED_OPS");
        write!(
            out,
            "namespace llvm {{\nnamespace {namespace} {{\nLLVM_READONLY\n\
             int16_t getNamedOperandIdx(uint16_t Opcode, uint16_t NamedIdx) {{\n"
        );
        if names == 0 {
            out.push("  return -1;\n");
        } else {
            writeln!(out, "  static const int16_t OperandMap [][{names}] = {{");
            for (row, users) in rows {
                self.sources(out, users);
                push_row(out, row, names as u32);
            }
            out.no_source();
            out.push("};\n  switch(Opcode) {\n");
            for (number, users) in rows.values().enumerate() {
                self.push_cases(out, namespace, users);
                writeln!(out, "    return OperandMap[{number}][NamedIdx];");
            }
            out.push("  default: return -1;\n  }\n");
        }
        write!(
            out,
            "}}\n}} // end namespace {namespace}\n\
             }} // end namespace llvm\n\
             #endif //GET_INSTRINFO_NAMED_OPS\n\n"
        );
    }
}

fn push_row(out: &mut Output, row: &Row, names: u32) {
    out.push("{");
    let mut row = row.iter().peekable();
    for name in 0..names {
        match row.next_if(|(of, _)| *of == name) {
            Some((_, first)) => out.push_number(*first as u64),
            None => out.push("-1"),
        }
        out.push(", ");
    }
    out.push("},\n");
}
