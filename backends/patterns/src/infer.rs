//! Type inference in patterns.

mod constraint;
mod instruction;

use backend::Fatal;
use elaborate::records::Release;

use crate::ids::{IntrinsicId, SdNodeId};
use crate::tree::{Head, Leaf, LeafKind, NodeId, OperatorKind};
use crate::types::TypeSets;
use crate::work::{Draft, NamedNodes, Work};
use target_model::value_types::ValueType;

impl<'a> Work<'a> {
    /// Infers the types of a pattern as far as possible; returns whether all are known. Nodes with the same name get
    /// the same type: the type of the nodes with this name in `inputs`, if there are any.
    ///
    /// A contradiction is an error of the pattern.
    pub(crate) fn infer(
        &mut self,
        draft: &mut Draft<'a>,
        inputs: Inputs<'_>,
    ) -> Result<bool, Fatal> {
        let named = draft.take_named(&self.nodes);
        let inputs = match inputs {
            Inputs::None => None,
            Inputs::Own => Some(&named),
            Inputs::Of(inputs) => Some(inputs),
        };
        let result = self.infer_with(draft, &named, inputs);
        draft.named = Some(named);
        result
    }

    fn infer_with(
        &mut self,
        draft: &mut Draft<'a>,
        named: &NamedNodes,
        inputs: Option<&NamedNodes>,
    ) -> Result<bool, Fatal> {
        loop {
            let mut changed = false;
            for index in 0..draft.trees.len() {
                changed |= self.apply(draft, draft.trees[index], false)?;
                let (tree, is_simpler) = self.simplify(draft.trees[index])?;
                draft.trees[index] = tree;
                changed |= is_simpler;
            }
            for (name, nodes) in named.iter() {
                if let Some(inputs) = inputs {
                    let Some(of_input) = inputs.get(*name) else {
                        let name = name.as_str();
                        let message =
                            format!("Node '{name}' in output pattern but not input pattern");
                        self.error(draft, &message);
                        return Ok(true);
                    };
                    for node in nodes {
                        if !self.is_root_register(draft, *node) {
                            changed |= self.update_from(draft, (*node, 0), (of_input[0], 0))?;
                        }
                    }
                }
                for pair in nodes.windows(2) {
                    changed |= self.update_from(draft, (pair[0], 0), (pair[1], 0))?;
                    changed |= self.update_from(draft, (pair[1], 0), (pair[0], 0))?;
                }
            }
            if !changed {
                break;
            }
        }
        let mut trees = draft.trees.iter();
        Ok(trees.all(|it| self.tree(*it).is_concrete()))
    }

    /// Whether a node is the root of the result and a register class. The type of such a node may differ from the type
    /// of the input with the same name.
    fn is_root_register(&self, draft: &Draft, node: NodeId) -> bool {
        draft.trees.first() == Some(&node)
            && matches!(
                self.nodes[node].leaf_kind(),
                Some(LeafKind::RegisterClass | LeafKind::RegisterOperand)
            )
    }

    /// Removes each unnamed `bitconvert` between equal types from a tree; returns the resulting tree and whether it
    /// changed.
    fn simplify(&mut self, id: NodeId) -> Result<(NodeId, bool), Fatal> {
        let node = &self.nodes[id];
        if node.is_leaf() {
            return Ok((id, false));
        }
        if self.is_trivial_bitconvert(id) {
            if !node.extras.predicates.is_empty() {
                let text = self.patterns.text(self.records, self.tree(id));
                let what = "trivial bitconvert node should not have predicate calls";
                return Err(self.records.fatal(format!("{text}\n {what}\n")));
            }
            let (child, _) = self.simplify(node.children[0])?;
            return Ok((child, true));
        }
        let mut changed = false;
        for index in 0..self.nodes[id].children.len() {
            let (child, is_simpler) = self.simplify(self.nodes[id].children[index])?;
            self.nodes[id].children[index] = child;
            changed |= is_simpler;
        }
        Ok((id, changed))
    }

    fn is_trivial_bitconvert(&self, id: NodeId) -> bool {
        let node = &self.nodes[id];
        let is_bitconvert = node.rec() == self.patterns.facts.bitconvert;
        if !is_bitconvert || node.name.is_some() {
            return false;
        }
        let (Some(types), Some(child)) = (node.types.first(), node.children.first()) else {
            return false;
        };
        let of_child = self.nodes[*child].types.first();
        types.is_concrete(false) && !types.is_empty() && Some(types) == of_child
    }

    /// Applies the type constraints of each node of a tree; returns whether any type changed.
    ///
    /// With `not_registers`, registers, named register classes, named types and complex patterns do not contribute
    /// their types.
    pub(crate) fn apply(
        &mut self,
        draft: &mut Draft<'a>,
        id: NodeId,
        not_registers: bool,
    ) -> Result<bool, Fatal> {
        if draft.has_error() {
            return Ok(false);
        }
        let operator = match self.nodes[id].head {
            Head::Leaf(leaf) => return self.apply_leaf(draft, id, leaf, not_registers),
            Head::Operator(operator) => operator,
        };
        match operator.kind {
            OperatorKind::SdNode(node) => match self.patterns.intrinsic_id(self.tree(id)) {
                Some(intrinsic) => self.apply_intrinsic(draft, id, intrinsic, not_registers),
                None => self.apply_sd_node(draft, id, node, not_registers),
            },
            OperatorKind::Instruction(instruction) => {
                self.apply_instruction(draft, id, instruction, not_registers)
            }
            OperatorKind::Set if draft.is_semantics => self.apply_set(draft, id, not_registers),
            OperatorKind::Implicit if draft.is_semantics => {
                self.apply_children(draft, id, not_registers)
            }
            OperatorKind::ComplexPattern(pattern) => {
                let mut changed = false;
                if !not_registers && !draft.is_semantics {
                    let ty = self.patterns.complex_patterns[pattern].ty;
                    let types = self
                        .patterns
                        .types_of(self.records, ty, LeafKind::ValueType)?;
                    // Complex patterns with several types are declared with the type `untyped`.
                    if types.machine_type() != Some(ValueType::UNTYPED) {
                        changed |= self.update(draft, id, 0, types)?;
                    }
                }
                Ok(self.apply_children(draft, id, not_registers)? | changed)
            }
            _ => {
                let children = &self.nodes[id].children;
                let &[child] = &children[..] else {
                    let name = self.records.rec(operator.rec).name();
                    let message = format!("Node transform '{name}' requires one operand!");
                    self.error(draft, &message);
                    return Ok(false);
                };
                self.apply(draft, child, not_registers)
            }
        }
    }

    /// Unifies the type of each destination of `set` with the type of the value's result; returns whether any type
    /// changed.
    fn apply_set(
        &mut self,
        draft: &mut Draft<'a>,
        id: NodeId,
        not_registers: bool,
    ) -> Result<bool, Fatal> {
        let children = self.nodes[id].children.clone();
        let Some((value, places)) = children.split_last() else {
            return Err(self.give_up(draft, "set requires operands!"));
        };
        let mut changed = self.apply(draft, *value, not_registers)?;
        for (result, place) in places.iter().enumerate() {
            changed |= self.apply(draft, *place, not_registers)?;
            changed |= self.update_from(draft, (*place, 0), (*value, result))?;
            changed |= self.update_from(draft, (*value, result), (*place, 0))?;
        }
        Ok(changed)
    }

    fn apply_children(
        &mut self,
        draft: &mut Draft<'a>,
        id: NodeId,
        not_registers: bool,
    ) -> Result<bool, Fatal> {
        let mut changed = false;
        for index in 0..self.nodes[id].children.len() {
            let child = self.nodes[id].children[index];
            changed |= self.apply(draft, child, not_registers)?;
        }
        Ok(changed)
    }

    fn apply_leaf(
        &mut self,
        draft: &mut Draft<'a>,
        id: NodeId,
        leaf: Leaf,
        not_registers: bool,
    ) -> Result<bool, Fatal> {
        let mut changed = false;
        match leaf {
            Leaf::Unset => {}
            Leaf::Int(value) => {
                changed |= self.narrow(draft, id, 0, |inference, types| {
                    inference.enforce_integer(types)
                })?;
                self.check_range(draft, id, value);
            }
            Leaf::Record(record) => {
                let is_unnamed = self.nodes[id].name.is_none();
                for result in 0..self.nodes[id].types.len() {
                    let types = match record.kind {
                        LeafKind::RegisterClass | LeafKind::SubRegisterIndex if is_unnamed => {
                            TypeSets::single(ValueType::I32)
                        }
                        LeafKind::SubRegisterIndex => TypeSets::single(ValueType::I32),
                        LeafKind::ValueType if is_unnamed => TypeSets::single(ValueType::OTHER),
                        LeafKind::CondCode => TypeSets::single(ValueType::OTHER),
                        LeafKind::PointerLikeRegisterClass => TypeSets::single(ValueType::IPTR),
                        LeafKind::Operand => {
                            self.patterns
                                .types_of(self.records, record.rec, record.kind)?
                        }
                        LeafKind::RegisterOperand
                        | LeafKind::RegisterClass
                        | LeafKind::RegisterClassByMode
                        | LeafKind::Register
                        | LeafKind::ValueType
                        | LeafKind::ComplexPattern
                            if !not_registers =>
                        {
                            self.patterns
                                .types_of(self.records, record.rec, record.kind)?
                        }
                        LeafKind::Other => {
                            let name = self.records.rec(record.rec).name();
                            let message = format!("Unknown node flavor used in pattern: {name}");
                            self.error(draft, &message);
                            TypeSets::single(ValueType::OTHER)
                        }
                        _ => TypeSets::new(),
                    };
                    changed |= self.update(draft, id, result, types)?;
                }
            }
        }
        Ok(changed)
    }

    /// The range of an integer is only checked if its type has fewer bits than this: 64 since LLVM 21, 32 before.
    fn checked_bits(&self) -> u32 {
        if self.records.release() >= Release::V21 {
            i64::BITS
        } else {
            32
        }
    }

    /// Checks that an integer is in the range of its type, as a signed or an unsigned number. Pointers, and types of at
    /// least [`Self::checked_bits`] bits, are not checked.
    fn check_range(&mut self, draft: &mut Draft, id: NodeId, value: i64) {
        let types = &self.nodes[id].types[0];
        if !types.is_concrete(false) {
            return;
        }
        for (_, ty) in types.concrete().types.iter() {
            let is_pointer = [ValueType::IPTR, ValueType::IPTR_ANY].contains(ty);
            let bits = ty.size_in_bits();
            if is_pointer || bits == 0 || bits >= self.checked_bits() {
                continue;
            }
            if ![-1, 0, 1].contains(&(value >> (bits - 1))) {
                let ty = ty.name();
                let message =
                    format!("Integer value '{value}' is out of range for type 'MVT::{ty}'!");
                self.error(draft, &message);
                return;
            }
        }
    }

    fn apply_intrinsic(
        &mut self,
        draft: &mut Draft<'a>,
        id: NodeId,
        intrinsic: IntrinsicId,
        not_registers: bool,
    ) -> Result<bool, Fatal> {
        let intrinsic = &self.patterns.intrinsics[intrinsic];
        let mut changed = false;
        for (result, ty) in intrinsic.results.iter().enumerate() {
            let ty = TypeSets::single(ty.value_type(self.records)?);
            changed |= self.update(draft, id, result, ty)?;
        }
        let children = self.nodes[id].children.clone();
        let (number, arguments) = (children[0], &children[1..]);
        let params = &intrinsic.params;
        if arguments.len() != params.len() {
            let message = format!(
                "Intrinsic '{}' expects {} operands, not {} operands!",
                intrinsic.name,
                params.len(),
                arguments.len()
            );
            self.error(draft, &message);
            return Ok(false);
        }
        changed |= self.update(draft, number, 0, TypeSets::single(ValueType::IPTR))?;
        for (argument, ty) in arguments.iter().zip(params) {
            changed |= self.apply(draft, *argument, not_registers)?;
            let ty = TypeSets::single(ty.value_type(self.records)?);
            changed |= self.update(draft, *argument, 0, ty)?;
        }
        Ok(changed)
    }

    fn apply_sd_node(
        &mut self,
        draft: &mut Draft<'a>,
        id: NodeId,
        node: SdNodeId,
        not_registers: bool,
    ) -> Result<bool, Fatal> {
        let node = &self.patterns.sd_nodes[node];
        if let Some(wanted) = node.operands
            && self.nodes[id].children.len() != wanted
        {
            let name = self.records.rec(node.rec).name();
            let message = format!("{name} node requires exactly {wanted} operands!");
            self.error(draft, &message);
            return Ok(false);
        }
        let mut changed = self.apply_children(draft, id, not_registers)?;
        for constraint in &node.constraints {
            let constrained = self.constrain(draft, id, node, constraint);
            changed |= constrained.map_err(|mut error| {
                let name = self.records.rec(node.rec).name();
                let words = constraint.words(node.results);
                error.hints.push((None, format!("in '{name}', {words}")));
                error
            })?;
        }
        Ok(changed)
    }

    /// Finds the first instruction in a tree (children first) with a result that may have several types, and chooses
    /// one of the types; returns whether there is such an instruction.
    pub(crate) fn force_instruction_result(
        &mut self,
        draft: &mut Draft<'a>,
        id: NodeId,
    ) -> Result<bool, Fatal> {
        for index in 0..self.nodes[id].children.len() {
            let child = self.nodes[id].children[index];
            if self.force_instruction_result(draft, child)? {
                return Ok(true);
            }
        }
        if self.nodes[id].instruction().is_none() {
            return Ok(false);
        }
        for result in 0..self.nodes[id].types.len() {
            let types = &self.nodes[id].types[result];
            if types.is_empty() || types.is_concrete(false) {
                continue;
            }
            let force = self.narrow(draft, id, result, |inference, types| {
                inference.force_arbitrary(types)
            })?;
            if force {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The nodes with which the named nodes of a pattern share their types.
pub(crate) enum Inputs<'a> {
    None,
    /// The named nodes of the pattern itself.
    Own,
    /// The named nodes of another pattern.
    Of(&'a NamedNodes),
}
