//! The model of the decoder of the target's machine code.

use std::sync::Arc;

use backend::{Context, Fatal, Model};
use rustc_hash::FxHashMap;
use target_model::decoder::{Decision, Duplicates, EncodingId, Encodings, NodeId, Tree};
use target_model::instructions::{BitOrder, InstructionId, Instructions};

/// The encodings of a target, and the decision tree of each table. This model does not describe X86, whose tables have
/// another form.
pub(crate) struct Decoder {
    pub instructions: Arc<Instructions>,
    pub encodings: Encodings,
    pub trees: Vec<Tree>,
    /// For each encoding, the index of its table and the node at the end of its path in the tree.
    places: FxHashMap<EncodingId, (usize, NodeId)>,
    of_instructions: FxHashMap<InstructionId, Vec<EncodingId>>,
}

impl Model for Decoder {
    fn build(cx: &Context) -> Result<Decoder, Fatal> {
        let instructions = cx.model::<Instructions>()?;
        let order = BitOrder::of_target(cx)?;
        let encodings = Encodings::read(cx, &instructions, order, Duplicates::default())?;
        let trees: Vec<Tree> = encodings
            .tables
            .iter()
            .map(|table| Tree::new(cx.release(), &encodings, table))
            .collect();
        let mut places = FxHashMap::default();
        for (table, tree) in trees.iter().enumerate() {
            for (node, known) in tree.iter() {
                let ends = match &known.decision {
                    Decision::One { encoding, .. } | Decision::OneOr { encoding, .. } => {
                        std::slice::from_ref(encoding)
                    }
                    Decision::Conflict(group) => group,
                    Decision::Switch { .. } => &[],
                };
                places.extend(ends.iter().map(|it| (*it, (table, node))));
            }
        }
        let mut of_instructions: FxHashMap<_, Vec<EncodingId>> = FxHashMap::default();
        let all = encodings.tables.iter().flat_map(|it| &it.encodings);
        for id in all {
            let instruction = encodings.get(*id).instruction;
            of_instructions.entry(instruction).or_default().push(*id);
        }
        Ok(Decoder {
            instructions,
            encodings,
            trees,
            places,
            of_instructions,
        })
    }
}

impl Decoder {
    /// The encodings of an instruction in all tables. Empty if no table contains the instruction.
    pub(crate) fn encodings(&self, instruction: InstructionId) -> &[EncodingId] {
        let known = self.of_instructions.get(&instruction);
        known.map_or(&[], Vec::as_slice)
    }

    /// The index of an encoding's table, and the node at the end of its path in the tree; `None` if the encoding is in
    /// no tree.
    pub(crate) fn place(&self, encoding: EncodingId) -> Option<(usize, NodeId)> {
        self.places.get(&encoding).copied()
    }
}
