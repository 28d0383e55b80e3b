//! Reads fragments, and the defaults of operands.

use std::collections::BTreeSet;

use backend::small_set::first_in_small_set;
use backend::{Dag, Fatal, Rec, bail};
use elaborate::symbol::Sym;

use crate::ids::TransformId;
use crate::infer::Inputs;
use crate::tree::NodeId;
use crate::work::{Draft, Work};

impl<'a> Work<'a> {
    /// Reads a fragment, without expanding the fragments that are used in it.
    pub(crate) fn read_fragment(&mut self, def: Rec<'a>) -> Result<Draft<'a>, Fatal> {
        let is_input = !def.is_a("OutPatFrag");
        let mut draft = self.parse(def, def.list("Fragments")?, is_input)?;
        self.read_arguments(&mut draft, def.dag("Operands")?);
        if let Some(transform) = self.transform(def)? {
            for tree in &draft.trees {
                self.nodes[*tree].extras.to_mut().transform = Some(transform);
            }
        }
        Ok(draft)
    }

    /// Sets the arguments in the order of the list `listed`, and checks that the list and the trees have the same
    /// arguments.
    fn read_arguments(&mut self, draft: &mut Draft, listed: Dag<'a>) {
        let mut used: BTreeSet<_> = draft.arguments.iter().map(|it| it.as_str()).collect();
        let order: Vec<_> = draft.arguments.iter().map(|it| it.as_str()).collect();
        if used.contains("") {
            self.error(
                draft,
                "Cannot have unnamed 'node' values in pattern fragment!",
            );
        }
        let operator = listed.op_def().map(Rec::name);
        if !operator.is_some_and(|it| ["ops", "outs", "ins"].contains(&it)) {
            self.error(draft, "Operands list should start with '(ops ... '!");
        }
        draft.arguments.clear();
        for (value, name) in listed.args() {
            let def = self.records.def_of(value);
            if !def.is_some_and(|it| it.is_named("node")) {
                self.error(draft, "Operands list should all be 'node' values.");
            }
            if name.is_none() {
                self.error(draft, "Operands list should have names for each operand!");
            }
            let name = name.unwrap_or_default();
            if !used.remove(name) {
                let message =
                    format!("'{name}' does not occur in pattern or was multiply specified!");
                self.error(draft, &message);
            }
            draft.arguments.push(Sym::new(name));
        }
        if let Some(left) = first_in_small_set(&order, |it| used.contains(it)) {
            let message = format!("Operands list does not contain an entry for operand '{left}'!");
            self.error(draft, &message);
        }
    }

    /// The transform that a fragment applies to matched values; `None` if the transform's C++ code is empty.
    fn transform(&self, def: Rec) -> Result<Option<TransformId>, Fatal> {
        let transform = def.def("OperandTransform")?;
        let Some(id) = self.patterns.transform_of(transform.id()) else {
            bail!(def, "'{}' is not an SDNodeXForm", transform.name());
        };
        let does_something = !self.patterns.transforms[id].code.is_empty();
        Ok(does_something.then_some(id))
    }

    /// Reads the default values of an operand. `number` is the index of `def` among the records of its class, for
    /// messages.
    pub(crate) fn read_default(
        &mut self,
        def: Rec<'a>,
        values: Dag<'a>,
        number: usize,
    ) -> Result<Vec<NodeId>, Fatal> {
        let mut draft = Draft::new(def, false, self.patterns, Vec::new());
        let operands = self.parse_default(&mut draft, values)?;
        for operand in &operands {
            while self.apply(&mut draft, *operand, false)? {}
            if !self.tree(*operand).is_concrete() {
                bail!(
                    self.records,
                    "Value #{number} of OperandWithDefaultOps '{}' doesn't have a concrete type!",
                    def.name()
                );
            }
        }
        Ok(operands)
    }

    /// Expands the fragments in a fragment and infers its types. Contradictory types are an error only where the
    /// fragment is used.
    pub(crate) fn close_fragment(&mut self, draft: &mut Draft<'a>) -> Result<(), Fatal> {
        self.inline(draft)?;
        draft.inference.validates = false;
        self.infer(draft, Inputs::None)?;
        Ok(())
    }
}
