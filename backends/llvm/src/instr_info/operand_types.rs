//! The types of operands. A type is the record that describes the operand.

use std::collections::BTreeMap;

use backend::text::smallest_type;
use backend::{Fatal, Output, Rec};

use super::{Emitter, changes};

/// The classes whose records are types of operands.
const CLASSES: [&str; 3] = ["Operand", "RegisterOperand", "RegisterClass"];

impl<'a> Emitter<'a> {
    pub(super) fn push_operand_types(&self, out: &mut Output) -> Result<(), Fatal> {
        let classes = CLASSES.map(|it| self.records.derived(it));
        let [operands, register_operands, classes] = classes;
        let operands = operands?;
        let types = [operands.clone(), register_operands?, classes?].concat();
        self.push_type_enum(out, &types);
        self.push_type_table(out, types.len())?;
        self.push_memory_sizes(out, &operands)
    }

    fn push_type_enum(&self, out: &mut Output, types: &[Rec]) {
        let namespace = self.namespace;
        self.start(out, "GET_INSTRINFO_OPERAND_TYPES_ENUM");
        let names = [namespace, "OpTypes"];
        self.open(out, &names);
        out.push("enum OperandType {\n");
        // An anonymous type has a number, but no enumerator.
        for (number, ty) in types.iter().enumerate() {
            if !ty.is_anonymous() {
                out.of(*ty, |out| {
                    writeln!(out, "  {} = {number},", ty.name());
                });
            }
        }
        out.push("  OPERAND_TYPE_LIST_END\n};\n");
        self.close(out, &names);
        self.end(out, "GET_INSTRINFO_OPERAND_TYPES_ENUM");
    }

    fn push_type_table(&self, out: &mut Output, types: usize) -> Result<(), Fatal> {
        let namespace = self.namespace;
        self.start(out, "GET_INSTRINFO_OPERAND_TYPE");
        self.open(out, &[namespace]);
        out.push("LLVM_READONLY\nstatic int getOperandType(uint16_t Opcode, uint16_t OpIdx) {\n");
        let mut offsets = Vec::with_capacity(self.instructions.len());
        let mut listed: Vec<Rec> = Vec::new();
        for (_, instruction) in self.instructions.iter() {
            offsets.push(listed.len());
            for operand in instruction.operands.iter() {
                if self.expands_operands {
                    for part in 0..operand.parts.len() {
                        listed.push(self.part_class(instruction, operand, part)?);
                    }
                } else {
                    listed.push(self.records.rec(operand.rec));
                }
            }
        }
        let ty = smallest_type(listed.len() as u64);
        let release = self.cx.release();
        let qualifier = changes::array_qualifier(release);
        writeln!(out, "  static {qualifier} {ty} Offsets[] = {{");
        self.each(out, |out, id, instruction| {
            let (name, offset) = (&instruction.name, offsets[id.index()]);
            if changes::names_end_rows(release) {
                writeln!(out, "    {offset}, // {name}")
            } else {
                writeln!(out, "    /* {name} */\n    {offset},")
            }
        });
        let ty = match i8::try_from(types) {
            Ok(_) => "int8_t",
            Err(_) => "int16_t",
        };
        write!(
            out,
            "  }};\n\n  using namespace OpTypes;\n  static {qualifier} {ty} OpcodeOperandTypes[] = {{"
        );
        if !changes::names_end_rows(release) {
            out.push("\n    ");
        }
        self.push_types(out, &offsets, &listed);
        out.push("\n  };\n  return OpcodeOperandTypes[Offsets[Opcode] + OpIdx];\n}\n");
        self.close(out, &[namespace]);
        self.end(out, "GET_INSTRINFO_OPERAND_TYPE");
        Ok(())
    }

    /// Writes, for each instruction that has operands, a line with their types. Comments above the line name the
    /// preceding instructions without operands, and then the instruction itself.
    fn push_types(&self, out: &mut Output, offsets: &[usize], listed: &[Rec]) {
        let ends = offsets.iter().copied().skip(1).chain([listed.len()]);
        let mut is_new_line = true;
        let places = offsets.iter().copied().zip(ends);
        for ((_, instruction), (start, end)) in self.instructions.iter().zip(places) {
            if start == listed.len() {
                break;
            }
            if is_new_line {
                out.push("\n    ");
            }
            out.source(instruction.rec);
            write!(out, "/* {} */\n    ", instruction.name);
            is_new_line = start != end;
            for ty in &listed[start..end] {
                out.source(*ty);
                out.push(type_name(*ty).unwrap_or("-1"));
                out.push(", ");
            }
        }
        out.no_source();
    }

    /// Writes the function that returns the size of a memory operand (`X86MemOperand`) of a type.
    fn push_memory_sizes(&self, out: &mut Output, operands: &[Rec<'a>]) -> Result<(), Fatal> {
        let namespace = self.namespace;
        self.start(out, "GET_INSTRINFO_MEM_OPERAND_SIZE");
        self.open(out, &[namespace]);
        out.push(
            "LLVM_READONLY\nstatic int getMemOperandSize(int OpType) {\n  switch (OpType) {\n",
        );
        let mut sizes: BTreeMap<i32, Vec<Rec>> = BTreeMap::new();
        for operand in operands.iter().filter(|it| it.is_a("X86MemOperand")) {
            let size = operand.int("Size")? as i32;
            if size != 0 {
                sizes.entry(size).or_default().push(*operand);
            }
        }
        out.push("  default: return 0;\n");
        for (size, operands) in sizes {
            out.each(operands, |out, operand| {
                writeln!(out, "  case OpTypes::{}:", operand.name());
            });
            write!(out, "    return {size};\n\n");
        }
        out.push("  }\n}\n");
        self.close(out, &[namespace]);
        self.end(out, "GET_INSTRINFO_MEM_OPERAND_SIZE");
        Ok(())
    }
}

/// The C++ name of an operand type. `None` if the record is not an operand type or is anonymous.
pub(super) fn type_name(rec: Rec<'_>) -> Option<&str> {
    let is_type = CLASSES.iter().any(|it| rec.is_a(it)) && !rec.is_anonymous();
    is_type.then(|| rec.name())
}
