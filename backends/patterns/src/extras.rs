//! Rare attributes of nodes.

use std::ops::Deref;
use std::sync::Arc;

use backend::RecordId;
use elaborate::symbol::Sym;

use crate::ids::{FragmentId, TransformId};

/// Rare attributes of nodes. Copies of a node share them until one of them is changed.
#[derive(Clone, Default)]
pub struct Extras(Option<Arc<Extra>>);

/// The rare attributes of a node.
#[derive(Clone)]
pub struct Extra {
    /// Its names in the code of predicates, each in the scope of the fragment with the predicate.
    pub argument_names: Vec<ScopedName>,
    /// The predicates of a match.
    pub predicates: Vec<PredicateCall>,
    /// The function applied to the matched value before it becomes part of the result.
    pub transform: Option<TransformId>,
    /// The fragment of class `GISelFlags` that it comes from.
    pub gisel_flags: Option<RecordId>,
    /// For each result of an instruction's own pattern, its place among those that the pattern sets. `None` if they are
    /// in order.
    pub result_places: Option<Box<[u32]>>,
}

/// The name of an argument in the code of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScopedName {
    /// See [`PredicateCall::scope`].
    pub scope: u32,
    /// `x` in `$x` of the fragment's argument list.
    pub name: Sym,
}

/// A predicate that a node has to satisfy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PredicateCall {
    /// The fragment that has it.
    pub fragment: FragmentId,
    /// Distinguishes uses of the fragment: the arguments of the predicate are the nodes with a [`ScopedName`] of this
    /// scope. 0 if its code uses none.
    pub scope: u32,
}

static NOTHING: Extra = Extra {
    argument_names: Vec::new(),
    predicates: Vec::new(),
    transform: None,
    gisel_flags: None,
    result_places: None,
};

impl Deref for Extras {
    type Target = Extra;

    fn deref(&self) -> &Extra {
        self.0.as_deref().unwrap_or(&NOTHING)
    }
}

impl Extras {
    /// A mutable reference, for this node alone.
    pub(crate) fn to_mut(&mut self) -> &mut Extra {
        Arc::make_mut(self.0.get_or_insert_with(|| Arc::new(NOTHING.clone())))
    }

    pub(crate) fn without_result_places(&self) -> Extras {
        let mut extras = self.clone();
        if extras.result_places.is_some() {
            extras.to_mut().result_places = None;
        }
        extras
    }

    pub(crate) fn add_predicates(&mut self, predicates: &[PredicateCall]) {
        if !predicates.is_empty() {
            self.to_mut().predicates.extend_from_slice(predicates);
        }
    }

    pub(crate) fn clear_predicates(&mut self) {
        if !self.predicates.is_empty() {
            self.to_mut().predicates.clear();
        }
    }

    pub(crate) fn take_transform(&mut self) -> Option<TransformId> {
        self.transform?;
        self.to_mut().transform.take()
    }
}
