//! Joins matchers with equal first steps. A scope becomes a switch if its matchers begin with checks for different
//! opcodes or types.

use elaborate::records::Stop;
use rustc_hash::FxHashMap;
use target_model::value_types::ValueType;

use super::matchers::{MatcherId, Matchers};
use super::step::{Step, StepKind};

/// Joins the matchers `options`, which are tried one after another, and returns the result. The options contain no
/// scopes yet. `None` if there are no options.
pub(super) fn factor(matchers: &mut Matchers, options: Vec<MatcherId>) -> Option<MatcherId> {
    matchers.factor_scope(options, Nested::No)
}

/// Whether matchers may contain scopes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nested {
    No,
    Maybe,
}

/// The matchers of a scope after matchers with equal first steps were joined.
enum Joined {
    /// Several matchers remain.
    Several(Vec<MatcherId>),
    /// All matchers begin with the step of the first field. The second field lists their remaining steps.
    One(MatcherId, Vec<MatcherId>),
}

impl Matchers {
    /// Joins the matchers of the first scope in a list of steps. Returns the new list; `None` if no step remains.
    fn factor_list(&mut self, first: MatcherId) -> Option<MatcherId> {
        let mut before = None;
        let mut at = Some(first);
        while let Some(id) = at {
            if let Step::Scope(scope) = self.step(id) {
                let options = self.take_scope(scope);
                let factored = self.factor_scope(options, Nested::Maybe);
                let Some(before) = before else {
                    return factored;
                };
                self.set_next(before, factored);
                return Some(first);
            }
            before = at;
            at = self.next(id);
        }
        Some(first)
    }

    fn factor_scope(&mut self, options: Vec<MatcherId>, nested: Nested) -> Option<MatcherId> {
        // Factoring takes long and reads no records, so it has to check for cancellation itself.
        Stop::check_here();
        let mut options = options;
        // First steps that all options share are moved out of the scope.
        let mut shared: Option<(MatcherId, MatcherId)> = None;
        let rest = loop {
            if nested == Nested::Maybe {
                options = self.flatten(options);
            }
            match self.join(options, nested) {
                Joined::Several(options) => break self.switch(options),
                Joined::One(step, rest) => {
                    if let Some((_, last)) = shared {
                        self.set_next(last, Some(step));
                    }
                    let first = shared.map_or(step, |it| it.0);
                    shared = Some((first, step));
                    match rest.as_slice() {
                        [] => break None,
                        [rest] => break Some(*rest),
                        _ => options = rest,
                    }
                }
            }
        };
        match shared {
            None => rest,
            Some((first, last)) => {
                self.set_next(last, rest);
                Some(first)
            }
        }
    }

    /// Joins the matchers inside each option. An option that is a scope is replaced by its matchers.
    fn flatten(&mut self, options: Vec<MatcherId>) -> Vec<MatcherId> {
        let mut flat = Vec::with_capacity(options.len());
        for option in options {
            let Some(factored) = self.factor_list(option) else {
                continue;
            };
            match self.step(factored) {
                Step::Scope(scope) => flat.append(&mut self.take_scope(scope)),
                _ => flat.push(factored),
            }
        }
        flat
    }

    /// Joins options with equal first steps. An option may be moved before another option if no node matches both. If a
    /// check in an option equals or contradicts the first step of an earlier option, the check may first be moved to
    /// the front of its option.
    fn join(&mut self, options: Vec<MatcherId>, nested: Nested) -> Joined {
        // Each option with its first step. Most first steps are compared many times, but are looked up once.
        let with_step = |id: MatcherId| (id, self.step(id));
        let mut options: Vec<(MatcherId, Step)> = options.into_iter().map(with_step).collect();
        let mut at = 0;
        let mut equal: Vec<MatcherId> = Vec::new();
        while at < options.len() {
            let (first, step) = options[at];
            equal.clear();
            // Options that are not joined are moved down to `kept`.
            let mut kept = at + 1;
            let mut next = at + 1;
            while next < options.len() {
                let (option, other) = options[next];
                if self.are_equal(step, other) {
                    equal.push(option);
                    next += 1;
                } else if self.contradict(step, other) {
                    options[kept] = options[next];
                    kept += 1;
                    next += 1;
                } else if let Some(option) = self.hoist(step, option) {
                    options[next] = (option, self.step(option));
                } else {
                    break;
                }
            }
            if equal.is_empty() {
                at += 1;
                continue;
            }
            options.drain(kept..next);

            let tails = self.next(first).into_iter();
            let tails: Vec<MatcherId> = tails
                .chain(equal.iter().filter_map(|it| self.next(*it)))
                .collect();
            if options.len() == 1 {
                return Joined::One(first, tails);
            }
            let rest = if tails.is_empty() {
                None
            } else {
                self.factor_scope(tails, nested)
            };
            self.set_next(first, rest);
            at += 1;
        }
        match options.as_slice() {
            [(only, _)] => Joined::One(*only, self.next(*only).into_iter().collect()),
            _ => Joined::Several(options.into_iter().map(|it| it.0).collect()),
        }
    }

    /// Moves the first check of the same kind as `step` to the front of `option`, if that is possible and the check
    /// equals or contradicts `step`. Returns the new first step of the option; `None` if no check was moved.
    fn hoist(&mut self, step: Step, option: MatcherId) -> Option<MatcherId> {
        // Only checks without effects can be moved.
        if !step.is_simple_check() {
            return None;
        }
        let (before, check) = self.find_movable(option, step.kind())?;
        let before = before?;
        let found = self.step(check);
        if !self.are_equal(found, step) && !self.contradict(found, step) {
            return None;
        }
        self.set_next(before, self.next(check));
        self.set_next(check, Some(option));
        Some(check)
    }

    /// The first step of a kind in a list, together with the step before it, if any. `None` if the list has no such
    /// step, or if the step cannot be moved to the front.
    fn find_movable(
        &self,
        first: MatcherId,
        kind: StepKind,
    ) -> Option<(Option<MatcherId>, MatcherId)> {
        let mut before = None;
        for (id, step) in self.from(Some(first)) {
            if step.kind() == kind {
                return Some((before, id));
            }
            if !step.lets_checks_pass() {
                return None;
            }
            before = Some(id);
        }
        None
    }

    /// Combines options that are tried one after another. The result is a switch over opcodes if `by_opcode` finds the
    /// cases. Otherwise, it is the result of `by_type` if all options can begin with a check of the type, and a scope
    /// in all other cases. `None` if there are no options.
    fn switch(&mut self, options: Vec<MatcherId>) -> Option<MatcherId> {
        if options.is_empty() {
            return None;
        }
        if let Some(cases) = self.by_opcode(&options) {
            return Some(self.add_opcode_switch(cases));
        }
        let checks_types =
            options.iter().all(
                |option| match self.find_movable(*option, StepKind::CheckType) {
                    Some((_, check)) => match self.step(check) {
                        // `iPTR` may be equal to any integer type, and a switch only tests the type of result 0.
                        Step::CheckType { ty, result: 0 } => ty != ValueType::IPTR,
                        _ => false,
                    },
                    None => false,
                },
            );
        Some(if checks_types {
            self.by_type(options)
        } else {
            self.add_scope(options)
        })
    }

    /// The cases of a switch over opcodes; `None` if an option does not begin with a check of the opcode, or has no
    /// further steps.
    fn by_opcode(
        &self,
        options: &[MatcherId],
    ) -> Option<Vec<(pattern_model::SdNodeId, MatcherId)>> {
        let case = |option: &MatcherId| match self.step(*option) {
            Step::CheckOpcode(node) => Some((node, self.next(*option)?)),
            _ => None,
        };
        options.iter().map(case).collect()
    }

    /// A switch over the types that the options check, or a single check if all types are equal. Options with the same
    /// type become one case, in which their remaining checks are factored in turn.
    fn by_type(&mut self, options: Vec<MatcherId>) -> MatcherId {
        let mut places: FxHashMap<ValueType, usize> = FxHashMap::default();
        let mut cases: Vec<(ValueType, MatcherId)> = Vec::new();
        for option in options {
            let Some((ty, rest)) = self.without_type_check(option) else {
                continue;
            };
            let place = *places.entry(ty).or_insert(cases.len());
            let Some((_, earlier)) = cases.get_mut(place) else {
                cases.push((ty, rest));
                continue;
            };
            match self.step(*earlier) {
                Step::Scope(scope) => self.add_to_scope(scope, rest),
                _ => *earlier = self.add_scope(vec![*earlier, rest]),
            }
        }
        for (_, matcher) in &mut cases {
            if let Step::Scope(scope) = self.step(*matcher) {
                let options = self.take_scope(scope);
                if let Some(factored) = self.factor_scope(options, Nested::Maybe) {
                    *matcher = factored;
                }
            }
        }
        match cases[..] {
            [(ty, matcher)] => self.add(Step::CheckType { ty, result: 0 }, Some(matcher)),
            _ => self.add_type_switch(cases),
        }
    }

    /// Removes the first type check of an option. Returns the type that the check requires, and the remaining option.
    /// `None` if the option has no type check that can be moved to the front, or consists of this check only.
    fn without_type_check(&mut self, option: MatcherId) -> Option<(ValueType, MatcherId)> {
        let (before, check) = self.find_movable(option, StepKind::CheckType)?;
        let Step::CheckType { ty, .. } = self.step(check) else {
            return None;
        };
        let rest = self.next(check);
        let Some(before) = before else {
            return Some((ty, rest?));
        };
        self.set_next(before, rest);
        Some((ty, option))
    }
}
