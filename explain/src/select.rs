//! Finds the patterns that select a graph or a generic instruction, and patterns that nearly match.
//!
//! Conditions that C++ code decides, such as complex patterns and predicates of fragments, are assumed to hold. The
//! result lists these assumptions.

mod compare;
mod features;
mod generic;
mod memory;
mod roots;
#[cfg(test)]
mod tests;
mod why;

use backend::{Context, Fatal, Rec};
use elaborate::symbol::Sym;
use isel_backends::{Imported, Tried};
use pattern_model::{Misread, Pattern, PatternId, Patterns, Tree};

use compare::{Comparer, Comparison};
use features::Holding;
use generic::is_generic;
use roots::Roots;
use why::Words;

/// The default maximum number of matching patterns in the result for a graph.
pub const MAX_FOUND: usize = 32;
/// The maximum number of nearly matching patterns in the result for a graph.
const MAX_NEAR: usize = 5;
/// The distance that is added for a pattern that needs a feature which the processor lacks.
const NEEDED: u32 = 4;
/// The distance that is added for a pattern without a rule of GlobalISel, if the question has generic instructions.
const LEFT_OUT: u32 = 1;

/// A question: which patterns select a graph, or the last one of some generic instructions?
#[derive(Clone, Copy, Default)]
pub struct Question<'q> {
    /// The graph in the syntax of patterns, or the instructions as GlobalISel prints them.
    pub text: &'q str,
    /// The name of a processor. If neither a processor nor features are given, no predicate counts as false.
    pub processor: Option<&'q str>,
    /// The names of features, in addition to those of the processor.
    pub features: &'q [String],
    /// The maximum number of matching patterns in the answer; [`MAX_FOUND`] by default.
    pub limit: Option<usize>,
}

/// The reason why a question has no answer.
pub enum Refused {
    /// The question is invalid. The text is a message for the user.
    Question(String),
    /// The patterns cannot be read.
    Patterns(Fatal),
}

impl From<Fatal> for Refused {
    fn from(error: Fatal) -> Refused {
        Refused::Patterns(error)
    }
}

impl From<Misread> for Refused {
    fn from(misread: Misread) -> Refused {
        Refused::Question(misread.to_string())
    }
}

/// The answer for one of the graphs that the text of a question can mean.
pub struct Selection<'a> {
    /// The graph in the syntax of patterns, without types.
    pub graph: String,
    /// The number of all matching patterns. If the conditions of the first pattern hold, the selector does not try the
    /// other patterns.
    pub matching: usize,
    /// The matching patterns in the order in which they are tried. There may be fewer than `matching`.
    pub found: Vec<Selected<'a>>,
    /// The patterns closest to a match, the nearest first.
    pub near: Vec<Near<'a>>,
}

/// A pattern that matches a graph.
pub struct Selected<'a> {
    /// The id of the pattern in the model.
    pub pattern: PatternId,
    /// The record that the pattern comes from.
    pub rec: Rec<'a>,
    /// The source of the pattern, in the syntax of the comments in the selector's table.
    pub source: String,
    /// The result of the pattern in the syntax of patterns, without types.
    pub result: String,
    /// The complexity of the pattern. Of two patterns, the one with the higher complexity is tried first, unless the
    /// types of the roots decide the order.
    pub complexity: i32,
    /// The names in the pattern, each with the part of the graph to which it is bound.
    pub operands: Vec<(Sym, String)>,
    /// The predicates that must hold, and the C++ condition on the hardware mode. Those that are known to hold are left
    /// out.
    pub needs: Vec<String>,
    /// The conditions that cannot be decided from the graph.
    pub assumes: Vec<String>,
}

/// A pattern that nearly matches a graph.
pub struct Near<'a> {
    /// The id of the pattern in the model.
    pub pattern: PatternId,
    /// The record that the pattern comes from.
    pub rec: Rec<'a>,
    /// The source of the pattern, in the syntax of the comments in the selector's table.
    pub source: String,
    /// The result of the pattern in the syntax of patterns, without types.
    pub result: String,
    /// Why the pattern does not match, as a phrase: the first difference from the graph, predicates that are false, or
    /// the reason why GlobalISel has no rule for the pattern.
    pub why: String,
}

/// Finds the patterns that match a graph. There is one answer for each graph that the text can mean.
///
/// For a generic instruction, these are the graphs of the nodes to which `GINodeEquiv` relates the instruction. The
/// candidates are the patterns with rules for GlobalISel, in the order of the rules, followed by the patterns without a
/// rule.
pub fn select<'a>(cx: &Context<'a>, question: Question) -> Result<Vec<Selection<'a>>, Refused> {
    let patterns = cx.model::<Patterns>()?;
    let (tried, roots) = (cx.model::<Tried>()?, cx.model::<Roots>()?);
    let holding = match (question.processor, question.features) {
        (None, []) => None,
        (processor, features) => Some(Holding::read(cx, processor, features)?),
    };
    let selector = Selector {
        cx,
        patterns: &patterns,
        tried: &tried,
        roots: &roots,
        holding,
        limit: question.limit.unwrap_or(MAX_FOUND),
        is_generic: is_generic(question.text),
    };
    if selector.is_generic {
        return selector.generic(question.text);
    }
    let graphs = patterns.read_graphs(cx.records, question.text)?;
    let selections = graphs.iter().map(|graph| {
        let mut ids = roots.candidates(&patterns, &tried, graph);
        if ids.is_empty() {
            ids.clone_from(&tried.order);
        }
        let candidates: Vec<Candidate> = ids.into_iter().map(Candidate::new).collect();
        selector.select(graph, &candidates)
    });
    Ok(selections.collect::<Result<_, Fatal>>()?)
}

struct Selector<'s, 'a> {
    cx: &'s Context<'a>,
    patterns: &'s Patterns,
    tried: &'s Tried,
    roots: &'s Roots,
    holding: Option<Holding>,
    limit: usize,
    is_generic: bool,
}

/// A pattern that may match.
struct Candidate<'r> {
    id: PatternId,
    /// For questions about GlobalISel, the reason why the pattern has no rule; `None` if it has a rule.
    left_out: Option<&'r str>,
}

impl Candidate<'_> {
    fn new(id: PatternId) -> Self {
        Candidate { id, left_out: None }
    }
}

/// The predicates of a pattern that are not known to hold for the processor.
#[derive(Default)]
struct Needs {
    unknown: Vec<String>,
    /// The names of the predicates that are known to be false.
    missing: Vec<String>,
}

impl<'a> Selector<'_, 'a> {
    /// Finds the rules of GlobalISel that select an instruction, and matching patterns that have no rule.
    fn generic(&self, text: &str) -> Result<Vec<Selection<'a>>, Refused> {
        let imported = self.cx.model::<Imported>()?;
        let records = self.cx.records;
        let (instruction, texts) = generic::graphs(records, self.patterns, &imported, text)?;
        let rules = imported.rules.iter().filter(|it| it.1 == instruction);
        let rules: Vec<PatternId> = rules.map(|it| it.0).collect();
        let mut selections = Vec::new();
        for text in texts {
            let graphs = self.patterns.read_graphs(records, &text);
            for graph in graphs?.iter() {
                let rules = rules.iter().map(|it| Candidate::new(*it));
                let mut candidates: Vec<Candidate> = rules.collect();
                let others = self.roots.candidates(self.patterns, self.tried, graph);
                candidates.extend(others.into_iter().filter_map(|id| {
                    let left_out = Some(imported.skipped.get(&id)?.as_str());
                    Some(Candidate { id, left_out })
                }));
                selections.push(self.select(graph, &candidates)?);
            }
        }
        Ok(selections)
    }

    /// Finds the matching patterns among `candidates`. The candidates are in the order in which the selector tries
    /// them.
    fn select(&self, graph: Tree, candidates: &[Candidate]) -> Result<Selection<'a>, Fatal> {
        let (records, patterns) = (self.cx.records, self.patterns);
        let comparer = Comparer {
            records,
            patterns,
            is_generic: self.is_generic,
        };
        let mut found = Vec::new();
        let mut matching = 0;
        let mut near: Vec<(u32, usize)> = Vec::new();
        for (place, candidate) in candidates.iter().enumerate() {
            let pattern = &patterns.list[candidate.id];
            let comparison = comparer.compare(patterns.src(pattern), graph);
            let mut distance = comparison.distance;
            if distance > 0 && is_full(&near, distance) {
                continue;
            }
            let needs = self.needs(pattern)?;
            if !needs.missing.is_empty() {
                distance += NEEDED;
            }
            if candidate.left_out.is_some() {
                distance += LEFT_OUT;
            }
            if distance > 0 {
                note(&mut near, (distance, place));
                continue;
            }
            matching += 1;
            if found.len() < self.limit {
                found.push(self.selected(candidate.id, comparison, needs));
            }
        }
        let near = near.into_iter().map(|(_, place)| {
            let candidate = &candidates[place];
            let pattern = &patterns.list[candidate.id];
            let comparison = comparer.compare(patterns.src(pattern), graph);
            self.near(candidate, comparison)
        });
        Ok(Selection {
            graph: patterns.brief_text(records, graph),
            matching,
            found,
            near: near.collect::<Result<_, Fatal>>()?,
        })
    }

    fn needs(&self, pattern: &Pattern) -> Result<Needs, Fatal> {
        let mut needs = Needs::default();
        for predicate in pattern.predicate_records(self.cx.records) {
            if predicate.string("CondString")?.is_empty() {
                continue;
            }
            let holds = match &self.holding {
                Some(holding) => holding.holds(predicate)?,
                None => None,
            };
            match holds {
                Some(true) => {}
                Some(false) => needs.missing.push(predicate.name().to_owned()),
                None => needs.unknown.push(predicate.name().to_owned()),
            }
        }
        if pattern.mode_check != Sym::EMPTY {
            needs.unknown.push(pattern.mode_check.as_str().to_owned());
        }
        Ok(needs)
    }

    fn selected(&self, id: PatternId, comparison: Comparison, needs: Needs) -> Selected<'a> {
        let (records, patterns) = (self.cx.records, self.patterns);
        let words = Words { records, patterns };
        let pattern = &patterns.list[id];
        let mut operands: Vec<(Sym, String)> = Vec::new();
        for (name, graph) in &comparison.bound {
            if !operands.iter().any(|it| it.0 == *name) {
                operands.push((*name, words.tree(*graph)));
            }
        }
        let mut assumes: Vec<String> = Vec::new();
        for assumption in &comparison.assumptions {
            let text = words.assumption(*assumption);
            if !assumes.contains(&text) {
                assumes.push(text);
            }
        }
        Selected {
            pattern: id,
            rec: records.rec(pattern.rec),
            source: patterns.text(records, patterns.src(pattern)),
            result: patterns.brief_text(records, patterns.dst(pattern)),
            complexity: patterns.complexity(pattern),
            operands,
            needs: needs.unknown,
            assumes,
        }
    }

    fn near(&self, candidate: &Candidate, comparison: Comparison) -> Result<Near<'a>, Fatal> {
        let id = candidate.id;
        let (records, patterns) = (self.cx.records, self.patterns);
        let words = Words { records, patterns };
        let pattern = &patterns.list[id];
        let missing = self.needs(pattern)?.missing.join(", ");
        let mut why: Vec<String> = comparison
            .difference
            .map(|it| words.difference(it))
            .into_iter()
            .collect();
        if !missing.is_empty() {
            why.push(format!("it needs {missing}"));
        }
        if let Some(reason) = candidate.left_out {
            why.push(format!("GlobalISel leaves it out: {reason}"));
        }
        Ok(Near {
            pattern: id,
            rec: records.rec(pattern.rec),
            source: patterns.text(records, patterns.src(pattern)),
            result: patterns.brief_text(records, patterns.dst(pattern)),
            why: why.join(", and "),
        })
    }
}

/// Whether a pattern with this distance cannot be among the [`MAX_NEAR`] nearest patterns.
fn is_full(near: &[(u32, usize)], distance: u32) -> bool {
    near.len() == MAX_NEAR && near.last().is_some_and(|it| it.0 <= distance)
}

/// Adds a pattern if it is among the nearest ones. Among equally near patterns, those that are tried first are kept.
fn note(near: &mut Vec<(u32, usize)>, new: (u32, usize)) {
    let at = near.partition_point(|it| *it < new);
    if at < MAX_NEAR {
        near.insert(at, new);
        near.truncate(MAX_NEAR);
    }
}
