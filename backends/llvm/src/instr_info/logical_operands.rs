//! Logical operands: the operands that the definition of an instruction lists. A logical operand may consist of several
//! machine operands.

use std::hash::Hash;

use backend::{Fatal, Output};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use target_model::instructions::{InstructionId, Operand};

use super::Emitter;
use super::operand_types::type_name;

/// Rows with one value for each operand. Each row has the list of the instructions that use it. Rows are in the order
/// of their first instructions.
type Rows<T> = IndexMap<Vec<T>, Vec<InstructionId>, FxBuildHasher>;

/// The C++ function that looks up a value for an operand.
struct Lookup {
    guard: &'static str,
    /// The type of the function's result.
    ty: &'static str,
    name: &'static str,
    table: &'static str,
    /// The result for instructions that the table does not have.
    default: &'static str,
}

const SIZES: Lookup = Lookup {
    guard: "GET_INSTRINFO_LOGICAL_OPERAND_SIZE_MAP",
    ty: "unsigned",
    name: "getLogicalOperandSize",
    table: "SizeMap",
    default: "LogicalOpIdx",
};

const TYPES: Lookup = Lookup {
    guard: "GET_INSTRINFO_LOGICAL_OPERAND_TYPE_MAP",
    ty: "int",
    name: "getLogicalOperandType",
    table: "TypeMap",
    default: "-1",
};

impl Emitter<'_> {
    /// The instructions whose logical operands can be looked up (`UseLogicalOperandMappings`).
    pub(super) fn users_of_logical_operands(&self) -> Result<Vec<InstructionId>, Fatal> {
        let mut users = Vec::new();
        for (id, instruction) in self.instructions.iter() {
            if self.rec(instruction).bit("UseLogicalOperandMappings")? {
                users.push(id);
            }
        }
        Ok(users)
    }

    fn rows<T: Hash + Eq>(&self, users: &[InstructionId], of: impl Fn(&Operand) -> T) -> Rows<T> {
        let mut rows = Rows::default();
        for id in users {
            let operands = self.instructions.get(*id).operands.iter();
            rows.entry(operands.map(&of).collect())
                .or_insert_with(Vec::new)
                .push(*id);
        }
        rows
    }

    pub(super) fn push_logical_sizes(&self, out: &mut Output, users: &[InstructionId]) {
        let rows = self.rows(users, |operand| operand.parts.len());
        self.push_lookup(out, &SIZES, &rows, |out, row, width| {
            out.push("   {");
            for at in 0..width {
                write!(out, "{}, ", row.get(at).copied().unwrap_or(0));
            }
            out.push("}, \n");
        });
        out.push(
            "LLVM_READONLY static inline unsigned\n\
             getLogicalOperandIdx(uint16_t Opcode, uint16_t LogicalOpIdx) {\n\
             \x20 auto S = 0U;\n\
             \x20 for (auto i = 0U; i < LogicalOpIdx; ++i)\n\
             \x20   S += getLogicalOperandSize(Opcode, i);\n\
             \x20 return S;\n}\n",
        );
        self.push_end(out, &SIZES);
    }

    pub(super) fn push_logical_types(&self, out: &mut Output, users: &[InstructionId]) {
        let rows = self.rows(users, |operand| type_name(self.records.rec(operand.rec)));
        let mut left = rows.len();
        self.push_lookup(out, &TYPES, &rows, |out, row, width| {
            out.push("   {");
            for at in 0..width {
                if at > 0 {
                    out.push(", ");
                }
                match row.get(at) {
                    Some(Some(name)) => write!(out, "{}::OpTypes::{name}", self.target),
                    _ => out.push("-1"),
                }
            }
            left -= 1;
            out.push(if left == 0 { "}\n" } else { "},\n" });
        });
        self.push_end(out, &TYPES);
    }

    /// Starts a section, and writes the function that looks up a value for an operand. The function contains a table of
    /// the rows, which are padded to the length of the longest row.
    fn push_lookup<T>(
        &self,
        out: &mut Output,
        lookup: &Lookup,
        rows: &Rows<T>,
        mut push_row: impl FnMut(&mut Output, &[T], usize),
    ) {
        let target = self.target;
        let Lookup {
            ty,
            name,
            table,
            default,
            ..
        } = lookup;
        self.start(out, lookup.guard);
        self.open(out, &[target]);
        write!(
            out,
            "LLVM_READONLY static {ty}\n{name}(uint16_t Opcode, uint16_t LogicalOpIdx) {{\n"
        );
        if rows.is_empty() {
            write!(out, "  return {default};\n}}\n");
            return;
        }
        let width = rows.keys().map(Vec::len).max().unwrap_or(0);
        writeln!(out, "  static const {ty} {table}[][{width}] = {{");
        for (row, users) in rows {
            self.sources(out, users);
            push_row(out, row, width);
        }
        out.no_source();
        write!(
            out,
            "  }};\n  switch (Opcode) {{\n  default: return {default};\n"
        );
        for (number, users) in rows.values().enumerate() {
            self.push_cases(out, target, users);
            writeln!(out, "    return {table}[{number}][LogicalOpIdx];");
        }
        out.push("  }\n}\n");
    }

    fn push_end(&self, out: &mut Output, lookup: &Lookup) {
        self.close(out, &[self.target]);
        self.end(out, lookup.guard);
    }
}
