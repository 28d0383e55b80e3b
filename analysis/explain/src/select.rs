//! Which pattern selects a graph, and which nearly did.
//!
//! What C++ decides, as the functions of complex patterns and predicates of fragments, is assumed to be so and named.

mod compare;
mod features;
mod memory;
mod order;
#[cfg(test)]
mod tests;
mod why;

use backend::{Context, Fatal, Rec};
use elaborate::symbol::Sym;
use pattern_model::{Graphs, Misread, Pattern, PatternId, Patterns, Tree};

use compare::{Comparer, Comparison};
use features::Holding;
use order::Tried;
use why::Words;

/// How many patterns are told that match a graph, if nobody asks for more, and how many that nearly do.
pub const MAX_FOUND: usize = 32;
const MAX_NEAR: usize = 5;
/// What it counts that a processor has not what a pattern needs.
const NEEDED: u32 = 4;

/// A graph that is asked about.
#[derive(Clone, Copy, Default)]
pub struct Question<'q> {
    pub text: &'q str,
    /// The processor and its features besides those it always has. If neither is given, it has whatever is needed.
    pub processor: Option<&'q str>,
    pub features: &'q [String],
    /// How many patterns are told that match; [`MAX_FOUND`] if not given.
    pub limit: Option<usize>,
}

/// Why there is no answer.
pub enum Refused {
    /// The question makes no sense.
    Question(String),
    /// The patterns cannot be read.
    Patterns(Fatal),
}

impl Refused {
    fn question(message: String) -> Refused {
        Refused::Question(message)
    }
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

/// What is selected for one graph.
pub struct Selection<'a> {
    /// The graph with its types, as comments of selectors have it.
    pub graph: String,
    /// How many patterns match. All but the first of `found` are tried in vain.
    pub matching: usize,
    /// Patterns that match in the order in which they are tried.
    pub found: Vec<Selected<'a>>,
    /// Those that match least differently from the graph, the nearest first.
    pub near: Vec<Near<'a>>,
}

/// A pattern that matches.
pub struct Selected<'a> {
    pub pattern: PatternId,
    pub rec: Rec<'a>,
    /// What is matched and what it becomes, as comments of selectors have it.
    pub source: String,
    pub result: String,
    pub complexity: i32,
    /// The parts of the graph that its names stand for.
    pub operands: Vec<(Sym, String)>,
    /// The predicates that have to hold, and the C++ condition of its mode, unless they are known to.
    pub needs: Vec<String>,
    /// What else has to hold.
    pub assumes: Vec<String>,
}

/// A pattern that does not match.
pub struct Near<'a> {
    pub pattern: PatternId,
    pub rec: Rec<'a>,
    pub source: String,
    pub result: String,
    pub why: String,
}

/// Tells which patterns match a graph: an answer for each graph that the text stands for.
pub fn select<'a>(cx: &Context<'a>, question: Question) -> Result<Vec<Selection<'a>>, Refused> {
    let patterns = cx.model::<Patterns>()?;
    let tried = cx.model::<Tried>()?;
    let holding = match (question.processor, question.features) {
        (None, []) => None,
        (processor, features) => Some(Holding::read(cx, processor, features)?),
    };
    let selector = Selector {
        cx,
        patterns: &patterns,
        tried: &tried,
        holding,
        limit: question.limit.unwrap_or(MAX_FOUND),
    };
    let graphs: Graphs = patterns.read_graphs(cx.records, question.text)?;
    let selections = graphs.iter().map(|it| selector.select(it));
    Ok(selections.collect::<Result<_, Fatal>>()?)
}

struct Selector<'s, 'a> {
    cx: &'s Context<'a>,
    patterns: &'s Patterns,
    tried: &'s Tried,
    holding: Option<Holding>,
    limit: usize,
}

/// What a pattern needs of the processor.
#[derive(Default)]
struct Needs {
    unknown: Vec<String>,
    /// What it is known not to have.
    missing: Vec<String>,
}

impl<'a> Selector<'_, 'a> {
    fn select(&self, graph: Tree) -> Result<Selection<'a>, Fatal> {
        let (records, patterns) = (self.cx.records, self.patterns);
        let comparer = Comparer { records, patterns };
        let mut places = self.tried.of_root(patterns, graph);
        if places.is_empty() {
            places = (0..self.tried.all.len() as u32).collect();
        }
        let mut found = Vec::new();
        let mut matching = 0;
        let mut near: Vec<(u32, u32)> = Vec::new();
        for place in places {
            let id = self.tried.all[place as usize];
            let pattern = &patterns.list[id];
            let comparison = comparer.compare(patterns.src(pattern), graph);
            let mut distance = comparison.distance;
            if distance > 0 && is_full(&near, distance) {
                continue;
            }
            let needs = self.needs(pattern)?;
            if !needs.missing.is_empty() {
                distance += NEEDED;
            }
            if distance > 0 {
                note(&mut near, (distance, place));
                continue;
            }
            matching += 1;
            if found.len() < self.limit {
                found.push(self.selected(id, comparison, needs));
            }
        }
        let near = near.into_iter().map(|(_, place)| {
            let id = self.tried.all[place as usize];
            let pattern = &patterns.list[id];
            let comparison = comparer.compare(patterns.src(pattern), graph);
            self.near(id, comparison)
        });
        Ok(Selection {
            graph: patterns.text(records, graph),
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
        if !pattern.mode_check.is_empty() {
            needs.unknown.push(pattern.mode_check.clone());
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
            result: patterns.text(records, patterns.dst(pattern)),
            complexity: patterns.complexity(pattern),
            operands,
            needs: needs.unknown,
            assumes,
        }
    }

    fn near(&self, id: PatternId, comparison: Comparison) -> Result<Near<'a>, Fatal> {
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
        Ok(Near {
            pattern: id,
            rec: records.rec(pattern.rec),
            source: patterns.text(records, patterns.src(pattern)),
            result: patterns.text(records, patterns.dst(pattern)),
            why: why.join(", and "),
        })
    }
}

/// Whether there are enough patterns that are nearer.
fn is_full(near: &[(u32, u32)], distance: u32) -> bool {
    near.len() == MAX_NEAR && near.last().is_some_and(|it| it.0 <= distance)
}

/// Keeps the nearest patterns; of equally near ones those that are tried first.
fn note(near: &mut Vec<(u32, u32)>, new: (u32, u32)) {
    let at = near.partition_point(|it| *it < new);
    if at < MAX_NEAR {
        near.insert(at, new);
        near.truncate(MAX_NEAR);
    }
}
