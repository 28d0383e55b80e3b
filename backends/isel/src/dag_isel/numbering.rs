//! The numbers of a target's C++ checks. Frequent checks get small numbers.

use std::hash::Hash;

use backend::{Fatal, Records, bail};
use elaborate::symbol::Sym;
use indexmap::IndexMap;
use pattern_model::{ComplexPatternId, FragmentId, OperatorKind, PatternId, Patterns, Tree};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::matchers::{MatcherId, Matchers};
use super::step::Step;

/// The checks of a target. Their numbers are the indices in these lists.
pub(super) struct Numbering {
    pub complex_patterns: Vec<ComplexPatternId>,
    /// C++ conditions, each with the first pattern that has it.
    pub pattern_predicates: Vec<(Sym, PatternId)>,
    /// The predicates of nodes: first those without arguments, then those with arguments.
    pub predicates: [Vec<Group>; 2],
    number_of_complex_pattern: FxHashMap<ComplexPatternId, u32>,
    number_of_pattern_predicate: FxHashMap<Sym, u32>,
    number_of_fragment: FxHashMap<FragmentId, u32>,
}

/// Predicates with the same C++ code. They share a number.
pub(super) struct Group {
    pub code: String,
    /// The fragments with these predicates, in byte order of their names.
    pub fragments: Vec<FragmentId>,
}

type Uses<T> = IndexMap<T, u32, FxBuildHasher>;

/// How often the matchers of a target use each check, in the order in which the checks were found.
#[derive(Default)]
struct Statistics {
    complex_patterns: Uses<ComplexPatternId>,
    pattern_predicates: IndexMap<Sym, (u32, PatternId), FxBuildHasher>,
    fragments: Uses<FragmentId>,
}

impl Statistics {
    fn visit(&mut self, matchers: &Matchers, first: MatcherId) {
        for (_, step) in matchers.from(Some(first)) {
            match step {
                Step::Scope(scope) => {
                    for it in matchers.scope(scope) {
                        self.visit(matchers, *it);
                    }
                }
                Step::SwitchOpcode(switch) => {
                    for (_, it) in matchers.opcode_cases(switch) {
                        self.visit(matchers, *it);
                    }
                }
                Step::SwitchType(switch) => {
                    for (_, it) in matchers.type_cases(switch) {
                        self.visit(matchers, *it);
                    }
                }
                Step::CheckComplexPat(check) => {
                    let pattern = matchers.parts.complex_check(check).pattern;
                    *self.complex_patterns.entry(pattern).or_default() += 1;
                }
                Step::CheckPatternPredicate(code) => {
                    if let Some((uses, _)) = self.pattern_predicates.get_mut(&code) {
                        *uses += 1;
                    } else if let Some(pattern) = matchers.first_pattern(first) {
                        self.pattern_predicates.insert(code, (1, pattern));
                    }
                }
                Step::CheckPredicate { fragment, .. } => {
                    *self.fragments.entry(fragment).or_default() += 1;
                }
                _ => {}
            }
        }
    }
}

impl Numbering {
    /// Numbers the checks in a target's matchers.
    pub(super) fn new(
        records: &Records,
        patterns: &Patterns,
        matchers: &Matchers,
        first: Option<MatcherId>,
    ) -> Result<Numbering, Fatal> {
        let mut statistics = Statistics::default();
        if let Some(first) = first {
            statistics.visit(matchers, first);
        }
        let complex_patterns = by_uses(statistics.complex_patterns);
        let predicates = statistics.pattern_predicates.into_iter();
        let predicates = predicates.map(|(code, (uses, pattern))| ((code, pattern), uses));
        let pattern_predicates = by_uses(predicates);

        let mut by_code: IndexMap<String, (Vec<FragmentId>, u32), FxBuildHasher> =
            IndexMap::default();
        for (fragment, uses) in statistics.fragments {
            let code = predicate_code(records, patterns, fragment)?;
            let (fragments, sum) = by_code.entry(code).or_default();
            fragments.push(fragment);
            *sum += uses;
        }
        let groups = by_uses(by_code.into_iter().map(|(code, (mut fragments, uses))| {
            fragments.sort_by_key(|it| patterns.fragments[*it].name(records));
            (Group { code, fragments }, uses)
        }));
        let (with, without): (Vec<Group>, Vec<Group>) = groups
            .into_iter()
            .partition(|it| uses_arguments(patterns, it.fragments[0]));
        let predicates = [without, with];
        Ok(Numbering {
            number_of_complex_pattern: number(complex_patterns.iter().copied()),
            number_of_pattern_predicate: number(pattern_predicates.iter().map(|it| it.0)),
            number_of_fragment: number_fragments(patterns, &predicates),
            complex_patterns,
            pattern_predicates,
            predicates,
        })
    }

    pub(super) fn complex_pattern(&self, id: ComplexPatternId) -> u32 {
        self.number_of_complex_pattern[&id]
    }

    pub(super) fn pattern_predicate(&self, code: Sym) -> u32 {
        self.number_of_pattern_predicate[&code]
    }

    /// The number of a fragment's predicate. Predicates with and without arguments are numbered separately.
    pub(super) fn predicate(&self, fragment: FragmentId) -> u32 {
        self.number_of_fragment[&fragment]
    }
}

/// Whether the predicate of a fragment takes arguments.
pub(super) fn uses_arguments(patterns: &Patterns, fragment: FragmentId) -> bool {
    patterns.fragments[fragment].predicate.takes_operands()
}

/// The C++ code of a fragment's predicate, for the C++ class of the nodes at the roots of the fragment's alternatives.
/// An error if the classes of these nodes differ.
fn predicate_code(records: &Records, patterns: &Patterns, id: FragmentId) -> Result<String, Fatal> {
    let fragment = &patterns.fragments[id];
    let class_of = |tree: Tree| match tree.operator_kind() {
        Some(OperatorKind::SdNode(node)) => patterns.sd_nodes[node].class.as_str(),
        _ => "SDNode",
    };
    let mut classes = fragment.trees.iter().map(|it| class_of(patterns.tree(*it)));
    let class = classes.next().unwrap_or_default();
    if classes.any(|it| it != class) {
        let rec = records.rec(fragment.rec);
        bail!(rec, "PatFrags trees do not have consistent class");
    }
    fragment.predicate.code_for_node(records, class)
}

/// The items in descending order of their numbers of uses.
fn by_uses<T>(uses: impl IntoIterator<Item = (T, u32)>) -> Vec<T> {
    let mut all: Vec<(T, u32)> = uses.into_iter().collect();
    all.sort_by_key(|(_, uses)| std::cmp::Reverse(*uses));
    all.into_iter().map(|(it, _)| it).collect()
}

fn number<T: Hash + Eq>(all: impl Iterator<Item = T>) -> FxHashMap<T, u32> {
    all.zip(0..).collect()
}

/// The number of each fragment's predicate. A predicate with arguments may have the same code as a predicate without
/// arguments. If the group of predicates with this code is in the list of the other kind, the reference gives the
/// predicate the number after the last number of its own kind.
fn number_fragments(
    patterns: &Patterns,
    predicates: &[Vec<Group>; 2],
) -> FxHashMap<FragmentId, u32> {
    let mut numbers = FxHashMap::default();
    for (with_arguments, groups) in predicates.iter().enumerate() {
        for (number, group) in groups.iter().enumerate() {
            for fragment in &group.fragments {
                let own = usize::from(uses_arguments(patterns, *fragment));
                let number = if own == with_arguments {
                    number
                } else {
                    predicates[own].len()
                };
                numbers.insert(*fragment, number as u32);
            }
        }
    }
    numbers
}
