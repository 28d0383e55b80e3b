//! Checks whether one tree matches everything that another tree matches.

use backend::RecordId;
use elaborate::symbol::Sym;
use pattern_model::{
    FragmentId, Head, Leaf, LeafKind, NodeId, OperatorKind, Patterns, PredicateCall, Properties,
    ScopedName, Tree,
};
use rustc_hash::FxHashMap;

/// The name of a node. The matcher checks that nodes with the same name are equal.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Name {
    Node(Sym),
    Argument(ScopedName),
    /// A complex pattern, identified by its record and the names of its operands.
    Complex(RecordId, Vec<Option<Sym>>),
}

/// Whether a tree is a leaf that matches any value of its type.
pub(super) fn is_any(tree: Tree) -> bool {
    if tree.leaf_kind() == Some(LeafKind::ValueType) {
        return tree.name.is_some();
    }
    tree.head == Head::Leaf(Leaf::Unset)
        || matches!(
            tree.leaf_kind(),
            Some(
                LeafKind::RegisterClass
                    | LeafKind::RegisterOperand
                    | LeafKind::PointerLikeRegisterClass
                    | LeafKind::RegisterClassByMode
                    | LeafKind::SourceValue
            )
        )
}

/// The selector whose checks are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Selector {
    Dag,
    /// GlobalISel, which distinguishes pointers to different address spaces from each other and from integers, and
    /// checks register banks.
    Global,
}

/// Whether the tree `general` matches everything that the tree `special` matches: each check of `general` must also be
/// a check of `special`.
pub(super) fn covers(
    patterns: &Patterns,
    general: NodeId,
    special: NodeId,
    selector: Selector,
) -> bool {
    let mut comparison = Comparison {
        patterns,
        selector,
        special: patterns.tree(special),
        bound: FxHashMap::default(),
        counts: None,
        calls: Vec::new(),
    };
    let (general, special) = (patterns.tree(general), patterns.tree(special));
    comparison.covers(general, special)
        && comparison.agree_on_arguments()
        && chains_are_mergeable(patterns, general, special)
}

/// Whether the chains of `general` can be merged wherever the chains of `special` can: `general` has at most one chain,
/// or both have the same number of chains.
fn chains_are_mergeable(patterns: &Patterns, general: Tree, special: Tree) -> bool {
    let count = |tree: Tree| {
        let mut count = 0;
        tree.for_each(&mut |it| {
            let has_chain = patterns.properties(it).contains(Properties::HAS_CHAIN);
            let of_complex = patterns.complex_pattern(&it);
            let of_complex =
                of_complex.is_some_and(|it| it.properties.contains(Properties::HAS_CHAIN));
            count += usize::from(has_chain || of_complex);
        });
        count
    };
    let chains = count(general);
    chains <= 1 || chains == count(special)
}

struct Comparison<'a> {
    patterns: &'a Patterns,
    selector: Selector,
    /// The root of the special tree.
    special: Tree<'a>,
    /// The names in the general tree, each with the corresponding node of the special tree.
    bound: FxHashMap<Name, NodeId>,
    /// The number of nodes with each name in the special tree, computed at first use.
    counts: Option<FxHashMap<Name, usize>>,
    /// The calls of the same predicate in the general and the special tree. The arguments of both calls must be the
    /// same nodes.
    calls: Vec<(PredicateCall, PredicateCall)>,
}

impl<'a> Comparison<'a> {
    fn covers(&mut self, general: Tree<'a>, special: Tree<'a>) -> bool {
        if general.types != special.types || !self.is_same_place(general, special) {
            return false;
        }
        let names = names(general);
        let known = names.iter().find_map(|it| self.bound.get(it).copied());
        for name in names {
            self.bound.entry(name).or_insert(special.id);
        }
        if let Some(known) = known {
            return share_name(self.patterns.tree(known), special);
        }
        if is_any(general) {
            return self.have_predicates(general, special);
        }
        // For a later node with the same name, the matcher may only check that it equals the earlier node, and omit its
        // other checks.
        if self.is_named_twice(special) {
            return false;
        }
        let is_same = match (general.operator(), special.operator()) {
            (Some(a), Some(b)) => a == b && self.cover_children(general, special),
            (None, None) => general.int() == special.int() && is_same_leaf(general, special),
            _ => false,
        };
        is_same && self.have_predicates(general, special)
    }

    /// Whether GlobalISel's checks of `general`'s address space and register bank also accept `special`. Always true
    /// for the other selector.
    fn is_same_place(&self, general: Tree, special: Tree) -> bool {
        let spaces = |tree: Tree| -> Vec<_> {
            let types = tree.node().types.iter();
            types.map(|it| it.address_space).collect()
        };
        let is_register = matches!(
            general.leaf_kind(),
            Some(
                LeafKind::RegisterClass
                    | LeafKind::RegisterOperand
                    | LeafKind::PointerLikeRegisterClass
                    | LeafKind::RegisterClassByMode
            )
        );
        self.selector == Selector::Dag
            || spaces(general) == spaces(special) && (!is_register || general.head == special.head)
    }

    fn cover_children(&mut self, general: Tree<'a>, special: Tree<'a>) -> bool {
        let mut pairs = general.children().zip(special.children());
        general.children().len() == special.children().len()
            && match general.operator_kind() {
                Some(OperatorKind::SdNode(_)) => pairs.all(|(a, b)| self.covers(a, b)),
                // The operands are results of C++ code. They are not matched.
                Some(OperatorKind::ComplexPattern(_)) => true,
                _ => false,
            }
    }

    /// Whether `special` has all predicates of `general`.
    fn have_predicates(&mut self, general: Tree, special: Tree) -> bool {
        for call in &general.extras.predicates {
            let mut calls = special.extras.predicates.iter();
            let Some(other) = calls.find(|it| self.demand_the_same(call.fragment, it.fragment))
            else {
                return false;
            };
            if self.patterns.fragments[call.fragment]
                .predicate
                .takes_operands()
            {
                self.calls.push((*call, *other));
            }
        }
        true
    }

    fn demand_the_same(&self, a: FragmentId, b: FragmentId) -> bool {
        let [a, b] = [a, b].map(|it| &self.patterns.fragments[it].predicate);
        a.rec == b.rec
            || a.flags == b.flags
                && a.memory_type == b.memory_type
                && a.scalar_memory_type == b.scalar_memory_type
                && a.address_spaces == b.address_spaces
                && a.min_alignment == b.min_alignment
                && a.code == b.code
                && a.immediate_code == b.immediate_code
    }

    /// Whether the predicates that both trees have take the same nodes as arguments.
    fn agree_on_arguments(&self) -> bool {
        self.calls.iter().all(|(general, special)| {
            let [a, b] = [general, special].map(|it| &self.patterns.fragments[it.fragment]);
            let mut pairs = a.arguments.iter().zip(&b.arguments);
            a.arguments.len() == b.arguments.len()
                && pairs.all(|(a, b)| {
                    let argument = |call: &PredicateCall, name: &Sym| ScopedName {
                        scope: call.scope,
                        name: *name,
                    };
                    let node = self.bound.get(&Name::Argument(argument(general, a)));
                    let node = node.map(|it| self.patterns.tree(*it));
                    let wanted = argument(special, b);
                    node.is_some_and(|it| it.extras.argument_names.contains(&wanted))
                })
        })
    }

    fn is_named_twice(&mut self, tree: Tree) -> bool {
        let names = names(tree);
        if names.is_empty() {
            return false;
        }
        let special = self.special;
        let counts = self.counts.get_or_insert_with(|| {
            let mut counts = FxHashMap::default();
            special.for_each(&mut |it| {
                for name in self::names(it) {
                    *counts.entry(name).or_default() += 1;
                }
            });
            counts
        });
        names
            .iter()
            .any(|it| counts.get(it).is_some_and(|it| *it > 1))
    }
}

/// Whether the checks of two leaves are the same.
fn is_same_leaf(a: Tree, b: Tree) -> bool {
    a.head == b.head && (a.leaf_kind() != Some(LeafKind::ValueType) || b.name.is_none())
}

fn share_name(a: Tree, b: Tree) -> bool {
    let of_b = names(b);
    names(a).iter().any(|it| of_b.contains(it))
}

/// The names under which the matcher records a node.
fn names(tree: Tree) -> Vec<Name> {
    if let Some(operator) = tree.operator()
        && matches!(operator.kind, OperatorKind::ComplexPattern(_))
    {
        let operands = tree.children().map(|it| it.name).collect();
        return vec![Name::Complex(operator.rec, operands)];
    }
    let arguments = tree.extras.argument_names.iter();
    let arguments = arguments.map(|it| Name::Argument(*it));
    let own = tree.name.map(Name::Node);
    own.into_iter().chain(arguments).collect()
}
