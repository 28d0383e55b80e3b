//! The types of records as leaves, and the number of an instruction's results.

use backend::{Fatal, Rec, RecordId, Records, bail};
use target_model::hw_modes::TypeByHwMode;
use target_model::instructions::{Instruction, InstructionId};
use target_model::value_types::ValueType;

use crate::patterns::Patterns;
use crate::tree::LeafKind;
use crate::types::TypeSets;

impl Patterns {
    /// The possible types of a record as a leaf of this kind, for example the types of a register class.
    pub(crate) fn types_of(
        &self,
        records: &Records,
        rec: RecordId,
        kind: LeafKind,
    ) -> Result<TypeSets, Fatal> {
        if let Some(types) = self.facts.types_of(rec) {
            return Ok(types);
        }
        let types = self.read_types(records.rec(rec), kind)?;
        self.facts.keep_types(rec, types.clone());
        Ok(types)
    }

    fn read_types(&self, rec: Rec, kind: LeafKind) -> Result<TypeSets, Fatal> {
        let modes = &self.instructions.target.modes;
        let of_type = |rec| Ok(TypeSets::by_mode(&TypeByHwMode::read(rec, modes)?));
        match kind {
            LeafKind::RegisterOperand => self.types_of_class(rec.def("RegClass")?),
            LeafKind::RegisterClass | LeafKind::RegisterClassByMode => self.types_of_class(rec),
            LeafKind::Register => Ok(TypeSets::any_of(self.register_types(rec)?)),
            LeafKind::ComplexPattern => of_type(rec.def("Ty")?),
            LeafKind::Operand => of_type(rec.def("Type")?),
            _ => of_type(rec),
        }
    }

    fn types_of_class(&self, rec: Rec) -> Result<TypeSets, Fatal> {
        if rec.is_a("RegClassByHwMode") {
            return self.types_of_class_by_mode(rec);
        }
        let class = self.registers.class_of(rec)?;
        Ok(TypeSets::any_of(&self.registers.classes[class].types))
    }

    /// The types of a register class that depends on the mode: in each mode, the types of the class chosen for the
    /// mode.
    fn types_of_class_by_mode(&self, rec: Rec) -> Result<TypeSets, Fatal> {
        let modes = &self.instructions.target.modes;
        let mut sets = TypeSets::new();
        for (mode, class) in modes.choices(rec)? {
            let class = self.registers.class_of(rec.records().rec(*class))?;
            for ty in &self.registers.classes[class].types {
                let Some(ty) = ty.in_mode(*mode) else {
                    let mode = modes.name_or(*mode, "DefaultMode");
                    bail!(rec, "Could not resolve VT for Mode {mode}");
                };
                sets.insert_in(*mode, ty);
            }
        }
        Ok(sets)
    }

    /// The types of all register classes that contain a register, without duplicates.
    fn register_types(&self, rec: Rec) -> Result<Vec<&TypeByHwMode>, Fatal> {
        let register = self.registers.resolve(rec)?;
        let classes = self.registers.classes.iter();
        let of_register = classes.filter(|it| it.member_set.contains(register));
        let mut types: Vec<_> = of_register.flat_map(|it| &it.types).collect();
        types.sort_by(|a, b| a.types.cmp(&b.types));
        types.dedup();
        Ok(types)
    }

    /// The type of the first register that an instruction sets implicitly. `None` if there is no such register, or if
    /// the register does not have exactly one type.
    pub(crate) fn implicit_type(
        &self,
        records: &Records,
        instruction: &Instruction,
    ) -> Result<Option<ValueType>, Fatal> {
        let Some(register) = instruction.implicit_defs.first() else {
            return Ok(None);
        };
        let types = self.types_of(records, *register, LeafKind::Register)?;
        Ok(types.machine_type())
    }

    /// The number of an instruction's results in a tree: its outputs without defaults, and the first implicitly set
    /// register if its type is known.
    pub(crate) fn instruction_results(
        &self,
        records: &Records,
        id: InstructionId,
    ) -> Result<usize, Fatal> {
        let instruction = self.instructions.get(id);
        let defs = instruction.operands.iter().take(instruction.operands.defs);
        let explicit = defs.filter(|it| !self.has_default(it.rec)).count();
        let implicit = self.implicit_type(records, instruction)?.is_some();
        Ok(explicit + usize::from(implicit))
    }
}
