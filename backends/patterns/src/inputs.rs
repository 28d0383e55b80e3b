//! Inputs and results of patterns.

use std::collections::BTreeMap;

use backend::{Fatal, RecordId};
use elaborate::symbol::Sym;
use indexmap::IndexMap;

use crate::infer::Inputs;
use crate::tree::{LeafKind, NodeId, OperatorKind};
use crate::work::{Draft, Work};

/// The named values of a pattern.
#[derive(Default)]
pub(crate) struct Named {
    /// The inputs by name.
    pub inputs: BTreeMap<&'static str, NodeId>,
    /// The results, in the order in which the pattern sets them.
    pub results: IndexMap<Sym, NodeId>,
    /// The physical registers that the pattern sets, by `implicit` or `set`.
    pub registers: Vec<RecordId>,
}

impl<'a> Work<'a> {
    /// Finds the inputs and results of a tree, and checks that the tree has the form of a pattern.
    pub(crate) fn find_inputs(
        &mut self,
        draft: &mut Draft<'a>,
        id: NodeId,
        named: &mut Named,
    ) -> Result<(), Fatal> {
        let mut id = id;
        if self.nodes[id].name.is_some() {
            id = self.resolved(draft, id, true)?;
        }
        match self.nodes[id].operator_kind() {
            Some(OperatorKind::Implicit) => return self.find_implicit(draft, id, named),
            Some(OperatorKind::Set) => return self.find_set(draft, id, named),
            None => {}
            Some(_) => {
                for index in 0..self.nodes[id].children.len() {
                    let child = self.nodes[id].children[index];
                    if self.nodes[child].types.is_empty() {
                        self.error(draft, "Cannot have void nodes inside of patterns!");
                    }
                    self.find_inputs(draft, child, named)?;
                }
            }
        }
        let is_use = self.find_use(draft, id, named)?;
        if !is_use && self.nodes[id].extras.transform.is_some() {
            let message = "Cannot specify a transform function for a non-input value!";
            self.error(draft, message);
        }
        Ok(())
    }

    /// Expands the fragments of a tree and infers its types. Returns the tree, or the first tree if there are several
    /// alternatives.
    fn resolved(&mut self, draft: &Draft<'a>, id: NodeId, is_input: bool) -> Result<NodeId, Fatal> {
        let mut draft = Draft::new(draft.rec, is_input, self.patterns, vec![id]);
        self.inline(&mut draft)?;
        self.infer(&mut draft, Inputs::None)?;
        self.only_tree(&draft)
    }

    fn find_implicit(
        &mut self,
        draft: &mut Draft,
        id: NodeId,
        named: &mut Named,
    ) -> Result<(), Fatal> {
        for child in self.nodes[id].children.clone() {
            let leaf = self.nodes[child].leaf_record();
            if leaf.is_none_or(|it| it.kind != LeafKind::Register) {
                self.error(draft, "implicitly defined value should be a register!");
            }
            named.registers.extend(leaf.map(|it| it.rec));
        }
        Ok(())
    }

    fn find_set(
        &mut self,
        draft: &mut Draft<'a>,
        id: NodeId,
        named: &mut Named,
    ) -> Result<(), Fatal> {
        const NO_REGISTER: &str = "set destination should be a register!";

        let children = self.nodes[id].children.clone();
        let Some((value, places)) = children.split_last() else {
            return Err(self.give_up(draft, "set requires operands!"));
        };
        if self.nodes[id].extras.transform.is_some() {
            let message = "Cannot specify a transform function on a set node!";
            self.error(draft, message);
        }
        for place in places {
            let place = self.resolved(draft, *place, false)?;
            let Some(leaf) = self.nodes[place].leaf_record() else {
                self.error(draft, NO_REGISTER);
                continue;
            };
            match leaf.kind {
                LeafKind::RegisterClass
                | LeafKind::ValueType
                | LeafKind::RegisterOperand
                | LeafKind::RegisterClassByMode
                | LeafKind::PointerLikeRegisterClass => {
                    let name = self.nodes[place].name;
                    if name.is_none() {
                        self.error(draft, "set destination must have a name!");
                    }
                    let name = name.unwrap_or(Sym::EMPTY);
                    if named.results.contains_key(&name) {
                        let message = format!("cannot set '{}' multiple times", name.as_str());
                        self.error(draft, &message);
                    }
                    named.results.insert(name, place);
                }
                LeafKind::Register => named.registers.push(leaf.rec),
                _ => self.error(draft, NO_REGISTER),
            }
        }
        self.find_inputs(draft, *value, named)
    }

    /// Adds a node to the inputs of the pattern if the node is an input; returns whether the node is an input.
    fn find_use(
        &mut self,
        draft: &mut Draft<'a>,
        id: NodeId,
        named: &mut Named,
    ) -> Result<bool, Fatal> {
        let node = &self.nodes[id];
        let Some(name) = node.name else {
            if let Some(leaf) = node.leaf_record()
                && matches!(
                    leaf.kind,
                    LeafKind::RegisterClass | LeafKind::RegisterOperand
                )
            {
                let class = self.records.rec(leaf.rec).name();
                self.error(draft, &format!("Input {class} must be named!"));
            }
            return Ok(false);
        };
        let name = name.as_str();
        let Some(rec) = node.rec() else {
            let message = format!("Input ${name} must be an identifier!");
            return Err(self.give_up(draft, &message));
        };
        if node.leaf_kind() == Some(LeafKind::SourceValue) {
            return Ok(false);
        }
        let Some(first) = named.inputs.get(name).copied() else {
            named.inputs.insert(name, id);
            return Ok(true);
        };
        let disagree = format!("All ${name} inputs must agree with each other");
        if self.nodes[first].rec() != Some(rec) {
            self.error(draft, &disagree);
        }
        self.update_from(draft, (first, 0), (id, 0))?;
        self.update_from(draft, (id, 0), (first, 0))?;
        if self.nodes[first].types != self.nodes[id].types {
            self.error(draft, &disagree);
        }
        Ok(true)
    }
}
