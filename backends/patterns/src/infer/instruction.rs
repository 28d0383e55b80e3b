//! Applies the types of an instruction's operands.

use backend::{Fatal, RecordId};
use target_model::instructions::InstructionId;
use target_model::value_types::ValueType;

use crate::facts::OperandType;
use crate::tree::{LeafKind, NodeId};
use crate::types::TypeSets;
use crate::work::{Draft, Work};

impl<'a> Work<'a> {
    pub(super) fn apply_instruction(
        &mut self,
        draft: &mut Draft<'a>,
        id: NodeId,
        instruction_id: InstructionId,
        not_registers: bool,
    ) -> Result<bool, Fatal> {
        let patterns = self.patterns;
        let instruction = patterns.instructions.get(instruction_id);
        let node = &patterns.instruction_nodes[instruction_id.index()];
        let operands = &instruction.operands;

        let mut changed = false;
        let results = operands.defs.min(node.results.len());
        for (result, class) in node.results[..results].iter().enumerate() {
            changed |= self.update_from_class(draft, id, result, *class)?;
        }
        if let Some(ty) = patterns.implicit_type(self.records, instruction)? {
            changed |= self.update(draft, id, results, TypeSets::single(ty))?;
        }
        match &*instruction.name {
            "INSERT_SUBREG" => {
                if let Some(first) = self.nodes[id].children.first().copied() {
                    changed |= self.update_from(draft, (id, 0), (first, 0))?;
                    changed |= self.update_from(draft, (first, 0), (id, 0))?;
                }
            }
            "REG_SEQUENCE" => {
                if let Some(message) = self.reg_sequence_error(id) {
                    self.error(draft, &message);
                    return Ok(false);
                }
            }
            _ => {}
        }

        // An operand with a default may only be given if no operand without a default follows.
        let has_default = |at: usize| patterns.has_default(operands.get(at).rec);
        let first = node.results.len();
        let mut fixed = operands.len();
        while fixed > first && has_default(fixed - 1) {
            fixed -= 1;
        }
        let children = self.nodes[id].children.clone();
        let mut given = children.iter().copied();
        let too_few = |count: usize| {
            let name = &instruction.name;
            format!("Instruction '{name}' expects more than the provided {count} operands!")
        };
        for at in first..operands.len() {
            if has_default(at) && (at < fixed || given.len() == 0) {
                continue;
            }
            let Some(child) = given.next() else {
                self.error(draft, &too_few(children.len()));
                return Ok(false);
            };
            let class = operands.get(at).rec;
            let parts = patterns
                .operand_class(class)
                .map_or(&[][..], |it| &it.parts);
            let of_child = |it: &Self| patterns.machine_operands(it.records, &it.nodes[child]);
            if parts.is_empty() || of_child(self) >= parts.len() {
                changed |= self.update_from_class(draft, child, 0, class)?;
                continue;
            }
            // The parts of an operand may be given as separate children.
            changed |= self.update_from_class(draft, child, 0, parts[0])?;
            for part in &parts[1..] {
                let Some(child) = given.next() else {
                    self.error(draft, &too_few(children.len()));
                    return Ok(false);
                };
                changed |= self.update_from_class(draft, child, 0, *part)?;
            }
        }
        let used = children.len() - given.len();
        if !operands.is_variadic && used != children.len() {
            let message = format!(
                "Instruction '{}' was provided {} operands but expected only {used}!",
                instruction.name,
                children.len()
            );
            self.error(draft, &message);
            return Ok(false);
        }
        Ok(self.apply_children(draft, id, not_registers)? | changed)
    }

    /// Restricts a result of `node` to the types of an operand class; returns whether its types changed.
    fn update_from_class(
        &mut self,
        draft: &mut Draft<'a>,
        node: NodeId,
        result: usize,
        class: RecordId,
    ) -> Result<bool, Fatal> {
        let kind = self.patterns.operand_class(class).map(|it| it.kind);
        let types = match kind {
            None | Some(OperandType::Context) => return Ok(false),
            Some(OperandType::Pointer) => TypeSets::single(ValueType::IPTR),
            Some(OperandType::Record(kind)) => self.patterns.types_of(self.records, class, kind)?,
        };
        self.update(draft, node, result, types)
    }

    /// The error in the operands of a `REG_SEQUENCE`, if there is one. The operands must be a register class, followed
    /// by pairs of a value and a sub-register index.
    fn reg_sequence_error(&self, id: NodeId) -> Option<String> {
        let children = &self.nodes[id].children;
        let is = |child: &NodeId, kind| self.nodes[*child].leaf_kind() == Some(kind);
        if children.len() < 3 {
            return Some("REG_SEQUENCE requires at least 3 operands!".to_owned());
        }
        if children.len().is_multiple_of(2) {
            return Some("REG_SEQUENCE requires an odd number of operands!".to_owned());
        }
        if !is(&children[0], LeafKind::RegisterClass) {
            return Some("REG_SEQUENCE requires a RegisterClass for first operand!".to_owned());
        }
        let mut indices = (2..children.len()).step_by(2);
        let wrong = indices.find(|it| !is(&children[*it], LeafKind::SubRegisterIndex))?;
        Some(format!(
            "REG_SEQUENCE requires a SubRegIndex for operand {wrong}!"
        ))
    }
}
