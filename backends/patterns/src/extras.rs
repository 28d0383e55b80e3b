//! Rare attributes of nodes.

use std::ops::Deref;
use std::sync::Arc;

use backend::RecordId;
use elaborate::symbol::Sym;

use crate::ids::{FragmentId, TransformId};

/// Attributes that only few nodes have. Copies of a node share these attributes until the attributes of one copy are
/// changed.
#[derive(Clone, Default)]
pub struct Extras(Option<Arc<Extra>>);

/// The attributes of a node that only few nodes have.
#[derive(Clone)]
pub struct Extra {
    /// The names that the node has as an argument of fragments, as used by the C++ code of the fragments' predicates.
    /// The scope of a name identifies the use of the fragment.
    pub argument_names: Vec<ScopedName>,
    /// The predicates that a matched node has to satisfy.
    pub predicates: Vec<PredicateCall>,
    /// The function applied to the matched value before it becomes part of the result.
    pub transform: Option<TransformId>,
    /// The fragment of class `GISelFlags` whose expansion has this node as its root.
    pub gisel_flags: Option<RecordId>,
    /// For each result of an instruction, its index among the results in the order in which the instruction's own
    /// pattern sets them. `None` if the orders agree.
    pub result_places: Option<Box<[u32]>>,
}

/// The name of an argument in the code of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ScopedName {
    /// The use of the fragment: see [`PredicateCall::scope`].
    pub scope: u32,
    /// The name of the argument: `x` for `$x` in the fragment's argument list.
    pub name: Sym,
}

/// A predicate that a node has to satisfy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PredicateCall {
    /// The fragment with the predicate.
    pub fragment: FragmentId,
    /// Distinguishes uses of the fragment: the arguments of the predicate are the nodes with a [`ScopedName`] of this
    /// scope. 0 if the predicate's code uses no arguments.
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
    /// A mutable reference. Attributes that are shared with copies of the node are cloned first.
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
