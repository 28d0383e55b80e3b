//! The patterns in the records of instructions.

use backend::{Dag, Fatal, RecordId, Records};
use elaborate::value::ValueId;
use smallvec::SmallVec;
use target_model::instructions::Instruction;

use crate::infer::Inputs;
use crate::inputs::Named;
use crate::patterns::InstructionNode;
use crate::tree::{Head, LeafKind, LeafRecord, Node, NodeId, Operator, OperatorKind};
use crate::work::{Draft, Work};

/// An instruction's own pattern, before it becomes an ordinary pattern.
pub(crate) struct OwnPattern {
    pub src: NodeId,
    pub dst: NodeId,
}

/// The operands of an instruction, as found in its pattern.
struct Bound {
    /// The named values of the pattern. Inputs that are operands of the instruction have been removed.
    named: Named,
    node: InstructionNode,
    /// The node in the pattern for each result of the instruction.
    types: Vec<NodeId>,
    /// For each result of the instruction, its index in the order in which the pattern sets the results.
    places: Vec<u32>,
    /// Copies of the inputs, in the order of the instruction's operands: the children of the instruction's node in the
    /// result pattern (`OwnPattern::dst`).
    children: SmallVec<[NodeId; 3]>,
}

impl InstructionNode {
    /// The results and operands that an instruction without a pattern has in other patterns.
    pub(crate) fn without_pattern(instruction: &Instruction) -> InstructionNode {
        let mut classes: Vec<_> = instruction.operands.iter().map(|it| it.rec).collect();
        let operands = classes.split_off(instruction.operands.defs.min(classes.len()));
        InstructionNode {
            results: classes,
            operands,
            implicit_results: Vec::new(),
        }
    }
}

impl<'a> Work<'a> {
    /// Reads the pattern of an instruction; returns the pattern, and the instruction as an operator of other patterns.
    pub(crate) fn read_instruction(
        &mut self,
        instruction: &Instruction,
        operator: Operator,
        dags: &[ValueId],
    ) -> Result<(InstructionNode, OwnPattern), Fatal> {
        let rec = self.records.rec(instruction.rec);
        let mut draft = self.parse(rec, dags, true)?;
        let bound = self.bind(&mut draft, instruction)?;
        if let Some(name) = bound.named.inputs.keys().next() {
            let message =
                format!("Input operand ${name} occurs in pattern but not in operands list!");
            self.error(&mut draft, &message);
        }
        let Bound {
            named,
            mut node,
            types,
            places,
            children,
        } = bound;
        node.implicit_results = named.registers;

        let results = self.results(operator.kind)?;
        let mut dst = Node::new(Head::Operator(operator), children, results);
        for (place, result) in dst.types.iter_mut().zip(&types) {
            if let Some(types) = self.nodes[*result].types.first() {
                place.clone_from(types);
            }
        }
        if places.iter().zip(0..).any(|(place, index)| *place != index) {
            let others = places.len() as u32..results as u32;
            let places = places.into_iter().chain(others).collect();
            dst.extras.to_mut().result_places = Some(places);
        }
        let dst = self.add(dst)?;

        // The trees after the first one have no other purpose than to name registers that the instruction sets.
        let first = draft.trees[0];
        let src = match (
            self.nodes[first].operator_kind(),
            &self.nodes[first].children[..],
        ) {
            (Some(OperatorKind::Set), [.., value]) => self.copy(*value)?,
            _ => first,
        };
        Ok((node, OwnPattern { src, dst }))
    }

    /// Reads a pattern of an instruction for its semantics, as trees in which fragments are expanded and all types are
    /// known. `None` if the pattern has an error, which is reported.
    ///
    /// With `may_read_results`, the pattern may use the results of the instruction as inputs.
    pub(crate) fn read_semantics(
        &mut self,
        instruction: &Instruction,
        dags: &[ValueId],
        may_read_results: bool,
    ) -> Result<Option<Vec<NodeId>>, Fatal> {
        let rec = self.records.rec(instruction.rec);
        let mut draft = self.parse(rec, dags, true)?;
        self.inline(&mut draft)?;
        draft.is_semantics = true;
        if !self.infer(&mut draft, Inputs::None)? {
            self.error(&mut draft, "Could not infer all types in pattern!");
        }
        let bound = self.bind(&mut draft, instruction)?;
        let results = || instruction.operands.iter().take(bound.types.len());
        let is_result = |name: &str| results().any(|it| it.name.as_str() == name);
        let mut others = bound.named.inputs.into_keys();
        if let Some(name) = others.find(|it| !may_read_results || !is_result(it)) {
            let what = if may_read_results {
                "Operand"
            } else {
                "Input operand"
            };
            let message = format!("{what} ${name} occurs in pattern but not in operands list!");
            self.error(&mut draft, &message);
        }
        Ok((!draft.has_error()).then_some(draft.trees))
    }

    /// Finds the operands of an instruction in its pattern.
    fn bind(&mut self, draft: &mut Draft<'a>, instruction: &Instruction) -> Result<Bound, Fatal> {
        let mut named = Named::default();
        for index in 0..draft.trees.len() {
            let tree = draft.trees[index];
            let types = &self.nodes[tree].types;
            if !types.is_empty() {
                let types: Vec<_> = types.iter().map(|it| it.to_string()).collect();
                let message = format!(
                    "Top-level forms in instruction pattern should have void types, has types {}",
                    types.join(", ")
                );
                self.error(draft, &message);
            }
            self.find_inputs(draft, tree, &mut named)?;
        }
        let mut node = InstructionNode::default();
        let (types, places) = self.order_results(draft, instruction, &named, &mut node)?;
        let children =
            self.order_operands(draft, instruction, &mut named, types.len(), &mut node)?;
        Ok(Bound {
            named,
            node,
            types,
            places,
            children,
        })
    }

    /// Finds the results in the order of the instruction's operands; returns the node of each result, and the index of
    /// each result in the order in which the pattern sets them.
    fn order_results(
        &mut self,
        draft: &mut Draft<'a>,
        instruction: &Instruction,
        named: &Named,
        node: &mut InstructionNode,
    ) -> Result<(Vec<NodeId>, Vec<u32>), Fatal> {
        let mut types = Vec::new();
        let mut places = Vec::new();
        for index in 0..named.results.len() {
            if index == instruction.operands.len() {
                let is_left = |it: &usize| !places.contains(&(*it as u32));
                let left = (0..named.results.len()).find(is_left);
                let left = left.and_then(|it| named.results.get_index(it));
                let name = left.map_or("", |(name, _)| name.as_str());
                let message = format!("'{name}' set but does not appear in operand list!");
                return Err(self.give_up(draft, &message));
            }
            let operand = instruction.operands.get(index);
            let name = operand.name.as_str();
            let found = named.results.get_full(&operand.name);
            let found = found.filter(|(place, ..)| !places.contains(&(*place as u32)));
            let Some((place, _, result)) = found else {
                let message = format!("Operand ${name} does not exist in operand list!");
                return Err(self.give_up(draft, &message));
            };
            let class = self.nodes[*result].leaf_record();
            if class.is_some_and(|it| !may_stand_for(operand.rec, it)) {
                self.error(draft, &format!("Operand ${name} class mismatch!"));
            }
            node.results.push(operand.rec);
            types.push(*result);
            places.push(place as u32);
        }
        Ok((types, places))
    }

    /// Finds the inputs in the order of the instruction's operands. Returns copies of them, as the children of the
    /// instruction's node in the result pattern.
    fn order_operands(
        &mut self,
        draft: &mut Draft<'a>,
        instruction: &Instruction,
        named: &mut Named,
        results: usize,
        node: &mut InstructionNode,
    ) -> Result<SmallVec<[NodeId; 3]>, Fatal> {
        let mut children = SmallVec::new();
        for operand in instruction.operands.iter().skip(results) {
            let name = operand.name.as_str();
            let Some(input) = named.inputs.get(name).copied() else {
                if !self.patterns.has_default(operand.rec) {
                    let message =
                        format!("Operand ${name} does not appear in the instruction pattern");
                    self.error(draft, &message);
                }
                continue;
            };
            named.inputs.remove(name);
            let class = self.nodes[input].leaf_record();
            if class.is_some_and(|it| !may_stand_for(operand.rec, it)) {
                let message = format!(
                    "Operand ${name}'s register class disagrees between the operand and pattern"
                );
                self.error(draft, &message);
                continue;
            }
            node.operands.push(operand.rec);

            let child = self.copy(input)?;
            self.nodes[child].extras.clear_predicates();
            children.push(self.transform_as_node(child)?);
        }
        Ok(children)
    }

    /// Turns the transform of a node into an operator with the node as its operand. Returns the node itself if it has
    /// no transform.
    pub(crate) fn transform_as_node(&mut self, id: NodeId) -> Result<NodeId, Fatal> {
        let Some(transform) = self.nodes[id].extras.take_transform() else {
            return Ok(id);
        };
        let operator = Operator {
            rec: self.patterns.transforms[transform].rec,
            kind: OperatorKind::Transform(transform),
        };
        let results = self.nodes[id].types.len();
        let children = SmallVec::from_slice(&[id]);
        self.add(Node::new(Head::Operator(operator), children, results))
    }
}

/// Whether a leaf may be used as an operand of class `operand`. Always true for a type or a complex pattern, which are
/// checked later.
fn may_stand_for(operand: RecordId, leaf: LeafRecord) -> bool {
    operand == leaf.rec || matches!(leaf.kind, LeafKind::ValueType | LeafKind::ComplexPattern)
}

/// Whether `null`, the fragment that never matches, occurs in a dag. False if there is no such fragment.
pub(crate) fn has_null_fragment(records: &Records, null: Option<RecordId>, dag: Dag) -> bool {
    let Some(null) = null else { return false };
    let Some(operator) = dag.op_def() else {
        return false;
    };
    operator.id() == null
        || dag.args().any(|(value, _)| match records.dag(value) {
            Some(dag) => has_null_fragment(records, Some(null), dag),
            None => records.def_of(value).is_some_and(|it| it.id() == null),
        })
}
