//! The indices of named operands, and the names of operands, in the format of LLVM 22 and later: both are looked up by
//! the index of an instruction's row.

use backend::text::smallest_type;
use backend::{Fatal, Output};
use elaborate::symbol::Sym;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;
use target_model::instructions::InstructionId;

use super::{Emitter, changes};

/// For each operand of an instruction: the index of its name, and the index of its first machine operand. Sorted by the
/// index of the name.
type Row = Vec<(usize, usize)>;

/// Rows, each with the instructions that have it. The first row is the row of instructions without named operands.
type Rows = IndexMap<Row, Vec<InstructionId>, FxBuildHasher>;

const NO_NAME: &str = "OpName::NUM_OPERAND_NAMES";

/// The number of row indices in a line of the table.
const ROWS_IN_LINE: usize = 16;

impl Emitter<'_> {
    pub(super) fn push_rows_of_names(&self, out: &mut Output) -> Result<(), Fatal> {
        let mut names: IndexSet<Sym, FxBuildHasher> = IndexSet::default();
        let mut rows = Rows::default();
        rows.insert(Row::new(), Vec::new());
        let mut of = Vec::with_capacity(self.instructions.len());
        for (id, instruction) in self.instructions.iter() {
            let mut row = Row::new();
            if self.rec(instruction).bit("UseNamedOperandTable")? {
                let operands = instruction.operands.iter();
                row.extend(operands.map(|it| (names.insert_full(it.name).0, it.first)));
            }
            row.sort_unstable();
            let entry = rows.entry(row);
            of.push(entry.index());
            entry.or_default().push(id);
        }
        if names.is_empty() {
            return Ok(());
        }
        self.push_enum_of_names(out, &names);
        self.push_maps(out, &names, &rows, &of);
        Ok(())
    }

    fn push_enum_of_names(&self, out: &mut Output, names: &IndexSet<Sym, FxBuildHasher>) {
        self.start(out, "GET_INSTRINFO_OPERAND_ENUM");
        self.open(out, &[self.namespace]);
        let ty = smallest_type(names.len() as u64);
        writeln!(out, "enum class OpName : {ty} {{");
        for (number, name) in names.iter().enumerate() {
            writeln!(out, "  {} = {number},", name.as_str());
        }
        write!(
            out,
            "  NUM_OPERAND_NAMES = {},\n}}; // enum class OpName\n\n\
             LLVM_READONLY int16_t getNamedOperandIdx(uint16_t Opcode, OpName Name);\n\
             LLVM_READONLY OpName getOperandIdxName(uint16_t Opcode, int16_t Idx);\n",
            names.len()
        );
        self.close(out, &[self.namespace]);
        changes::end(self.cx.release(), out, "GET_INSTRINFO_OPERAND_ENUM", "");
    }

    fn push_maps(
        &self,
        out: &mut Output,
        names: &IndexSet<Sym, FxBuildHasher>,
        rows: &Rows,
        of: &[usize],
    ) {
        self.start(out, "GET_INSTRINFO_NAMED_OPS");
        self.open(out, &[self.namespace]);
        let ty = smallest_type(rows.len() as u64);
        write!(
            out,
            "LLVM_READONLY static {ty} getInstructionIndexForOpLookup(uint16_t Opcode) {{\n\
             \x20 static constexpr {ty} InstructionIndex[] = {{"
        );
        for (number, row) in of.iter().enumerate() {
            let start = if number % ROWS_IN_LINE == 0 {
                "\n    "
            } else {
                " "
            };
            write!(out, "{start}{row},");
        }
        out.push("\n  };\n  return InstructionIndex[Opcode];\n}\n");

        let largest = rows.keys().flatten().map(|(_, first)| *first).max();
        let largest = largest.unwrap_or(0);
        let ty = if largest <= i8::MAX as usize {
            "int8_t"
        } else {
            "int16_t"
        };
        write!(
            out,
            "LLVM_READONLY int16_t getNamedOperandIdx(uint16_t Opcode, OpName Name) {{\n\
             \x20 assert(Name != {NO_NAME});\n\
             \x20 static constexpr {ty} OperandMap[][{}] = {{\n",
            names.len()
        );
        self.push_map(out, rows, "(unsigned)Name", |out, row| {
            for name in 0..names.len() {
                match row.binary_search_by_key(&name, |(of, _)| *of) {
                    Ok(at) => write!(out, "{}, ", row[at].1),
                    Err(_) => out.push("-1, "),
                }
            }
        });
        let width = largest + 1;
        write!(
            out,
            "LLVM_READONLY OpName getOperandIdxName(uint16_t Opcode, int16_t Idx) {{\n\
             \x20 assert(Idx >= 0 && Idx < {width});\n\
             \x20 static constexpr OpName OperandMap[][{width}] = {{\n"
        );
        self.push_map(out, rows, "(unsigned)Idx", |out, row| {
            let mut by_place = vec![None; width];
            for (name, place) in row {
                by_place[*place] = names.get_index(*name);
            }
            for name in by_place {
                match name {
                    Some(name) => write!(out, "OpName::{}, ", name.as_str()),
                    None => write!(out, "{NO_NAME}, "),
                }
            }
        });
        self.close(out, &[self.namespace]);
        changes::end(self.cx.release(), out, "GET_INSTRINFO_NAMED_OPS", "");
    }

    /// Writes the rows of a table, and the end of the function that looks them up.
    fn push_map(
        &self,
        out: &mut Output,
        rows: &Rows,
        index: &str,
        push: impl Fn(&mut Output, &Row),
    ) {
        for (row, users) in rows {
            self.sources(out, users);
            out.push("    {");
            push(out, row);
            out.push("},\n");
        }
        out.no_source();
        write!(
            out,
            "  }};\n  unsigned InstrIdx = getInstructionIndexForOpLookup(Opcode);\n\
             \x20 return OperandMap[InstrIdx][{index}];\n}}\n"
        );
    }
}
