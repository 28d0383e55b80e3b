//! Signatures: the kinds of an operation's operands.

use backend::ids::Id;
use backend::{Records, id};
use indexmap::IndexSet;
use pattern_model::{FragmentId, Patterns};
use smallvec::SmallVec;
use target_model::value_types::ValueType;

id! {
    /// The id of a predicate on immediates.
    pub struct ImmediateId;
}

/// The kind of an operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Operand {
    Register,
    FloatingPoint,
    /// An immediate for which the predicate holds; with `None`, any immediate.
    Immediate(Option<ImmediateId>),
}

/// The kinds of an operation's operands, in order. Signatures compare as lists.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct Signature(pub SmallVec<[Operand; 3]>);

/// The predicates on immediates, in the order in which they were found.
#[derive(Default)]
pub(super) struct Immediates(IndexSet<FragmentId>);

impl Immediates {
    /// The maximum number of predicates on immediates. The reference represents an operand as a signed character, and
    /// other kinds of operands take the remaining values.
    const LIMIT: usize = 125;

    /// The id of a predicate. A new predicate is added. `None` if there are too many predicates.
    pub(super) fn number(&mut self, fragment: FragmentId) -> Option<ImmediateId> {
        let (index, _) = self.0.insert_full(fragment);
        (index < Immediates::LIMIT).then(|| ImmediateId::from_index(index))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = FragmentId> {
        self.0.iter().copied()
    }
}

impl Operand {
    fn letter(self) -> char {
        match self {
            Operand::Register => 'r',
            Operand::FloatingPoint => 'f',
            Operand::Immediate(_) => 'i',
        }
    }

    fn name(self, number: usize) -> String {
        let prefix = match self {
            Operand::Register => "Op",
            Operand::FloatingPoint => "f",
            Operand::Immediate(_) => "imm",
        };
        format!("{prefix}{number}")
    }

    /// The operand as a parameter of a C++ function. `reg` is the type of registers.
    fn parameter(self, reg: &str, number: usize) -> String {
        let name = self.name(number);
        match self {
            Operand::Register => format!("{reg} {name}"),
            Operand::FloatingPoint => format!("const ConstantFP *{name}"),
            Operand::Immediate(_) => format!("uint64_t {name}"),
        }
    }
}

impl Signature {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The predicates of the signature's immediates, each with the index of the operand.
    pub(super) fn predicates(&self) -> impl Iterator<Item = (usize, ImmediateId)> {
        let predicate = |operand: &Operand| match operand {
            Operand::Immediate(predicate) => *predicate,
            _ => None,
        };
        let operands = self.0.iter().enumerate();
        operands.filter_map(move |(number, it)| Some((number, predicate(it)?)))
    }

    pub(super) fn has_predicates(&self) -> bool {
        self.predicates().next().is_some()
    }

    /// The same signature without predicates.
    pub(super) fn without_predicates(&self) -> Signature {
        let without = |operand: &Operand| match operand {
            Operand::Immediate(_) => Operand::Immediate(None),
            other => *other,
        };
        Signature(self.0.iter().map(without).collect())
    }

    /// The letters of the operands. `is_left_out` returns whether the operand with the given index is omitted.
    pub(super) fn letters(&self, is_left_out: impl Fn(usize) -> bool) -> String {
        let operands = self.0.iter().enumerate();
        let kept = operands.filter(|(number, _)| !is_left_out(*number));
        kept.map(|(_, it)| it.letter()).collect()
    }

    /// The letters and predicates of all operands: the suffix of function names.
    pub(super) fn suffix(&self, names: &PredicateNames) -> String {
        let mut suffix = String::new();
        for operand in &self.0 {
            suffix.push(operand.letter());
            if let Operand::Immediate(Some(predicate)) = operand {
                suffix.push('_');
                suffix.push_str(&names.0[predicate.index()].function);
            }
        }
        suffix
    }

    /// The parameters of a function: `first`, and then the operands. `reg` is the type of registers.
    pub(super) fn parameters(&self, reg: &str, first: &str) -> String {
        self.list(first, |number, operand| {
            Some(operand.parameter(reg, number))
        })
    }

    /// The arguments of a call: `first`, and then the operands. `is_left_out` returns whether the operand with the
    /// given index is omitted.
    pub(super) fn arguments(&self, first: &str, is_left_out: impl Fn(usize) -> bool) -> String {
        self.list(first, |number, operand| {
            (!is_left_out(number)).then(|| operand.name(number))
        })
    }

    fn list(&self, first: &str, show: impl Fn(usize, Operand) -> Option<String>) -> String {
        let operands = self.0.iter().enumerate();
        let shown: Vec<_> = operands
            .filter_map(|(number, it)| show(number, *it))
            .collect();
        let shown = shown.join(", ");
        if self.is_empty() || first.is_empty() {
            format!("{first}{shown}")
        } else {
            format!("{first}, {shown}")
        }
    }
}

/// The names of predicates on immediates.
pub(super) struct PredicateNames(Vec<Name>);

struct Name {
    function: String,
    /// The type of the immediates; `None` if the fragment of the predicate has no tree with a type.
    ty: Option<ValueType>,
}

impl PredicateNames {
    pub(super) fn new(
        records: &Records,
        patterns: &Patterns,
        immediates: &Immediates,
    ) -> PredicateNames {
        let name = |fragment| {
            let fragment = &patterns.fragments[fragment];
            let tree = fragment.trees.first().map(|it| patterns.tree(*it));
            let types = tree.and_then(|it| Some(it.types.first()?.concrete()));
            Name {
                function: fragment.predicate.function_name(records),
                ty: types.and_then(|it| it.types.first().map(|(_, ty)| *ty)),
            }
        };
        PredicateNames(immediates.iter().map(name).collect())
    }

    pub(super) fn function(&self, id: ImmediateId) -> &str {
        &self.0[id.index()].function
    }

    pub(super) fn ty(&self, id: ImmediateId) -> Option<ValueType> {
        self.0[id.index()].ty
    }
}
