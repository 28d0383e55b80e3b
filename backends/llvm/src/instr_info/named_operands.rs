//! The indices of named operands in instructions, in the format of releases before LLVM 22.

use std::collections::BTreeMap;

use backend::{Fatal, Output};
use elaborate::symbol::Sym;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use target_model::instructions::InstructionId;

use super::{Emitter, changes};

/// The names of operands in the order in which they are found, each with the instructions that use the name.
type NamedOperands = IndexMap<Sym, Vec<InstructionId>, FxBuildHasher>;

/// For each operand of an instruction: the index of its name, and the index of its first machine operand. Sorted by the
/// index of the name.
type Row = Vec<(u32, usize)>;

impl Emitter<'_> {
    pub(super) fn push_named_operands(&self, out: &mut Output) -> Result<(), Fatal> {
        if changes::has_rows_of_names(self.cx.release()) {
            return self.push_rows_of_names(out);
        }
        let mut names = NamedOperands::default();
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
        let release = self.cx.release();
        if rows.is_empty() && changes::drops_unused_tables(release) {
            return Ok(());
        }
        // Pairs: the index of a name in `names`, and the number of the name in the output.
        let mut columns: Vec<(usize, usize)> = (0..names.len()).map(|it| (it, it)).collect();
        let name = |index: usize| names.get_index(index).map_or("", |(name, _)| name.as_str());
        columns.sort_unstable_by_key(|(index, _)| name(*index));
        if changes::has_enum_of_names(release) {
            for (number, column) in columns.iter_mut().enumerate() {
                column.1 = number;
            }
        }
        self.push_operand_enum(out, &names, &columns);
        columns.sort_unstable_by_key(|(_, number)| *number);
        self.push_operand_map(out, &columns, &rows);
        Ok(())
    }

    fn push_operand_enum(
        &self,
        out: &mut Output,
        names: &NamedOperands,
        columns: &[(usize, usize)],
    ) {
        let is_class = changes::has_enum_of_names(self.cx.release());
        let namespaces = if is_class {
            vec![self.namespace]
        } else {
            vec![self.namespace, "OpName"]
        };
        self.start(out, "GET_INSTRINFO_OPERAND_ENUM");
        self.open(out, &namespaces);
        out.push(if is_class {
            "enum class OpName {\n"
        } else {
            "enum {\n"
        });
        for (index, number) in columns {
            let Some((name, users)) = names.get_index(*index) else {
                continue;
            };
            self.sources(out, users);
            writeln!(out, "  {} = {number},", name.as_str());
        }
        out.no_source();
        if is_class {
            write!(
                out,
                "  NUM_OPERAND_NAMES = {},\n}}; // enum class OpName\n\n\
                 LLVM_READONLY\nint16_t getNamedOperandIdx(uint16_t Opcode, OpName Name);\n",
                names.len()
            )
        } else {
            out.push("  OPERAND_LAST\n};\n")
        }
        self.close(out, &namespaces);
        changes::end(
            self.cx.release(),
            out,
            "GET_INSTRINFO_OPERAND_ENUM",
            "#endif //",
        );
    }

    fn push_operand_map(
        &self,
        out: &mut Output,
        columns: &[(usize, usize)],
        rows: &BTreeMap<Row, Vec<InstructionId>>,
    ) {
        let namespace = self.namespace;
        let form = if changes::has_enum_of_names(self.cx.release()) {
            CLASS
        } else {
            NUMBERS
        };
        self.start(out, "GET_INSTRINFO_NAMED_OPS");
        self.open(out, &[namespace]);
        let parameter = form.parameter;
        write!(
            out,
            "LLVM_READONLY\nint16_t getNamedOperandIdx(uint16_t Opcode, {parameter}) {{\n{}",
            form.assertion
        );
        if columns.is_empty() {
            out.push("  return -1;\n");
        } else {
            let largest = rows.keys().flatten().map(|(_, first)| *first).max();
            let ty = if form.is_narrow && largest.is_none_or(|it| it <= i8::MAX as usize) {
                "int8_t"
            } else {
                "int16_t"
            };
            let (table, indent) = (form.table, form.indent);
            writeln!(
                out,
                "  static {} {ty} {table}[][{}] = {{",
                form.qualifier,
                columns.len()
            );
            for (row, users) in rows {
                self.sources(out, users);
                out.push(indent);
                push_row(out, row, columns);
            }
            out.no_source();
            let indent = &indent[indent.len() / 2..];
            write!(out, "{indent}}};\n  switch(Opcode) {{\n");
            for (number, users) in rows.values().enumerate() {
                self.push_cases(out, namespace, users);
                writeln!(out, "    return OperandMap[{number}][{}];", form.index);
            }
            out.push("  default: return -1;\n  }\n");
        }
        out.push("}\n");
        self.close(out, &[namespace]);
        changes::end(
            self.cx.release(),
            out,
            "GET_INSTRINFO_NAMED_OPS",
            "#endif //",
        );
    }
}

/// The parts of the lookup function that depend on how operand names are represented.
struct Form {
    parameter: &'static str,
    assertion: &'static str,
    qualifier: &'static str,
    table: &'static str,
    /// Whether the elements of the table have one byte if all values fit. Otherwise they have two bytes.
    is_narrow: bool,
    /// The indentation of rows. The line that closes the table has half of this indentation.
    indent: &'static str,
    index: &'static str,
}

/// The form in which the names of operands are plain integers.
const NUMBERS: Form = Form {
    parameter: "uint16_t NamedIdx",
    assertion: "",
    qualifier: "const",
    table: "OperandMap ",
    is_narrow: false,
    indent: "",
    index: "NamedIdx",
};

/// The form in which the names of operands are enumerators of an `enum class`.
const CLASS: Form = Form {
    parameter: "OpName Name",
    assertion: "  assert(Name != OpName::NUM_OPERAND_NAMES);\n",
    qualifier: "constexpr",
    table: "OperandMap",
    is_narrow: true,
    indent: "    ",
    index: "static_cast<unsigned>(Name)",
};

fn push_row(out: &mut Output, row: &Row, columns: &[(usize, usize)]) {
    out.push("{");
    for (index, _) in columns {
        match row.binary_search_by_key(index, |(of, _)| *of as usize) {
            Ok(at) => out.push_number(row[at].1 as u64),
            Err(_) => out.push("-1"),
        }
        out.push(", ");
    }
    out.push("},\n");
}
