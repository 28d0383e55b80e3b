//! The model of a target's selection patterns: nodes, fragments, their types, and the resulting patterns.
//!
//! A [`Model`](backend::Model) is built once from the records of a unit. It holds data for several backends and writes
//! no output.
//!
//! [`Patterns`] is the model. Its patterns are [`Tree`]s of nodes whose types [`types`] infers.

#![warn(clippy::print_stdout, missing_docs)]

mod blocks;
mod build;
mod changes;
mod complex_pattern;
mod complexity;
mod constraint;
mod effect_inference;
mod effects;
mod extras;
mod facts;
mod fragment;
mod fragment_source;
mod graph;
mod ids;
mod infer;
mod inline;
mod inputs;
mod instruction_pattern;
mod intrinsic;
mod matching;
mod modes;
mod named_pattern;
mod parse;
mod pattern;
mod patterns;
mod predicate;
mod properties;
mod record_types;
mod sd_node;
#[cfg(test)]
mod test_support;
mod text;
mod transform;
mod tree;
mod type_checks;
pub mod types;
mod untyped;
mod variants;
mod work;

pub use blocks::Blocks;
pub use build::{Meaning, Semantics};
pub use complex_pattern::ComplexPattern;
pub use effects::InstructionEffects;
pub use extras::{Extra, Extras, PredicateCall, ScopedName};
pub use fragment::Fragment;
pub use graph::{Cursor, Graphs, Misread};
pub use ids::{ComplexPatternId, FragmentId, IntrinsicId, PatternId, SdNodeId, TransformId};
pub use intrinsic::{Intrinsic, IntrinsicType};
pub use pattern::{Pattern, PatternOrder};
pub use patterns::{InstructionNode, IntrinsicNodes, Patterns};
pub use predicate::{ImmediateKind, Predicate, PredicateFlags};
pub use properties::Properties;
pub use sd_node::{Demand, SdNode};
pub use transform::Transform;
pub use tree::{
    Head, Leaf, LeafKind, LeafRecord, Node, NodeId, Nodes, Operator, OperatorKind, Tree,
};
pub use type_checks::{Below, Checks, TypeChecks};
