//! Phrases for the reasons why a pattern does not match, and for the assumptions under which a pattern matches.

use backend::{RecordId, Records};
use pattern_model::{ComplexPatternId, FragmentId, LeafKind, Patterns, Tree};
use target_model::value_types::ValueType;

/// A difference between a pattern and a graph.
#[derive(Clone, Copy)]
pub(super) enum Difference<'a> {
    /// The pattern and the graph have different nodes.
    Node {
        pattern: Tree<'a>,
        graph: Tree<'a>,
    },
    /// The nodes have different numbers of operands.
    Operands {
        pattern: Tree<'a>,
        graph: Tree<'a>,
    },
    /// A name occurs twice in the pattern, but would be bound to different values.
    NotTheSame {
        first: Tree<'a>,
        then: Tree<'a>,
    },
    Type {
        wanted: ValueType,
        graph: Tree<'a>,
    },
    /// The predicate of a fragment does not hold for a part of the graph.
    Predicate(FragmentId, Tree<'a>),
}

/// A condition of the match that cannot be decided from the graph.
#[derive(Clone, Copy)]
pub(super) enum Assumption<'a> {
    /// The C++ function of a complex pattern matches.
    Complex(ComplexPatternId, Tree<'a>),
    /// The predicate of a fragment holds.
    Predicate(FragmentId, Tree<'a>),
    /// A value has this type.
    Type(ValueType, Tree<'a>),
    /// A register is in the register bank of a class.
    Bank(RecordId, Tree<'a>),
    /// These bits of a value are known to be zero.
    Zeros {
        bits: i64,
        of: Tree<'a>,
    },
    Ones {
        bits: i64,
        of: Tree<'a>,
    },
}

/// Formats trees and nodes as phrases for explanations, with the names in `records` and `patterns`.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub records: &'a Records,
    pub patterns: &'a Patterns,
}

impl<'a> Words<'a> {
    pub(super) fn tree(self, tree: Tree) -> String {
        self.patterns.brief_text(self.records, tree)
    }

    /// A phrase for a node without its operands.
    fn kind(self, tree: Tree<'a>) -> String {
        let name = |rec| self.records.rec(rec).name();
        if let Some(intrinsic) = self.patterns.intrinsic(tree) {
            return format!("'{}'", intrinsic.name);
        }
        match (tree.int(), tree.leaf_kind(), tree.rec()) {
            (Some(value), ..) => format!("the number {value}"),
            (_, Some(LeafKind::CondCode | LeafKind::AllOnes | LeafKind::AllZeros), Some(rec)) => {
                format!("'{}'", name(rec))
            }
            (_, Some(LeafKind::ValueType), Some(rec)) if tree.name.is_none() => {
                format!("the type '{}'", name(rec))
            }
            (_, None, Some(rec)) => format!("'{}'", name(rec)),
            _ => "any value".to_owned(),
        }
    }

    pub(super) fn difference(self, difference: Difference<'a>) -> String {
        match difference {
            Difference::Node { pattern, graph } => format!(
                "it takes {} where '{}' is",
                self.kind(pattern),
                self.tree(graph)
            ),
            Difference::Operands { pattern, graph } => format!(
                "it takes {} operands where '{}' has {}",
                pattern.children.len(),
                self.tree(graph),
                graph.children.len()
            ),
            Difference::NotTheSame { first, then } => format!(
                "it takes the same value where '{}' and '{}' are",
                self.tree(first),
                self.tree(then)
            ),
            Difference::Type { wanted, graph } => {
                let types = graph.types.iter().map(|it| it.union());
                let types = types.flat_map(|it| it.iter().collect::<Vec<_>>());
                let types: Vec<_> = types.map(ValueType::name).collect();
                format!(
                    "it takes {} where '{}' is {}",
                    wanted.name(),
                    self.tree(graph),
                    types.join(" or ")
                )
            }
            Difference::Predicate(fragment, graph) => format!(
                "'{}' does not hold of '{}'",
                self.patterns.fragments[fragment].name(self.records),
                self.tree(graph)
            ),
        }
    }

    pub(super) fn assumption(self, assumption: Assumption<'a>) -> String {
        match assumption {
            Assumption::Complex(id, of) => {
                let pattern = &self.patterns.complex_patterns[id];
                let (name, function) = (self.records.rec(pattern.rec).name(), &pattern.function);
                format!("{name} ({function}) matches '{}'", self.tree(of))
            }
            Assumption::Predicate(fragment, of) => format!(
                "{} holds of '{}'",
                self.patterns.fragments[fragment].name(self.records),
                self.tree(of)
            ),
            Assumption::Type(ty, of) => format!("'{}' is {}", self.tree(of), ty.name()),
            Assumption::Bank(class, of) => format!(
                "'{}' is in the bank of {}",
                self.tree(of),
                self.records.rec(class).name()
            ),
            Assumption::Zeros { bits, of } => {
                format!("the bits {bits:#x} of '{}' are zero", self.tree(of))
            }
            Assumption::Ones { bits, of } => {
                format!("the bits {bits:#x} of '{}' are one", self.tree(of))
            }
        }
    }
}
