//! Converts nondeterministic automata to deterministic automata, and writes their tables.

use std::collections::BTreeMap;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::{Edge, MAX_STATES};
use backend::offset_table::OffsetTable;
use backend::{Context, Output, Rec, Release};

mod changes {
    use super::Release;

    /// The pair that ends a list. Since LLVM 21 it is written like the other pairs.
    pub(super) fn mark(release: Release) -> &'static str {
        if release >= Release::V21 {
            "{0, 0}"
        } else {
            "{0ULL, 0ULL}"
        }
    }
}

/// The edges of the nondeterministic automaton that one edge of the deterministic automaton represents. Each edge is a
/// pair of states: from, to.
type Pairs = Vec<(u64, u64)>;

/// The name of an automaton, and the C++ type of its actions.
pub(crate) struct Described<'a> {
    pub name: &'a str,
    pub action_type: &'a str,
    /// The records that describe the automaton.
    pub sources: &'a [Rec<'a>],
}

impl Described<'_> {
    fn mark(&self, out: &mut Output) {
        out.no_source();
        self.sources.iter().for_each(|it| out.source(*it));
    }
}

/// A deterministic automaton. Its states are numbered from 1.
pub(crate) struct Dfa {
    old_states: usize,
    old_edges: usize,
    states: usize,
    /// The edges, sorted by state and action.
    edges: Vec<DfaEdge>,
    /// The lists of nondeterministic edges that the edges represent. Many edges have the same list.
    pairs: IndexSet<Pairs, FxBuildHasher>,
}

struct DfaEdge {
    from: usize,
    action: usize,
    to: usize,
    /// The index in `Dfa::pairs`.
    pairs: usize,
}

impl Dfa {
    /// Converts a nondeterministic automaton with the edges `old` between `old_states` states; its initial state is 0.
    /// `None` if the result would be too large.
    pub(crate) fn new(old: Vec<Edge>, old_states: usize) -> Option<Dfa> {
        let old_edges = old.len();
        let mut next_states: BTreeMap<(u64, usize), Vec<u64>> = BTreeMap::new();
        let mut actions = Vec::new();
        for (from, to, action) in old {
            next_states.entry((from, action)).or_default().push(to);
            actions.push(action);
        }
        actions.sort_unstable();
        actions.dedup();

        let mut states: IndexSet<Vec<u64>> = IndexSet::from([vec![0]]);
        let mut edges = Vec::new();
        let mut all_pairs = IndexSet::default();
        let mut size = 0;
        let mut index = 0;
        while let Some(state) = states.get_index(index).cloned() {
            for &action in &actions {
                let mut pairs = Pairs::new();
                for &from in &state {
                    let to = next_states.get(&(from, action));
                    pairs.extend(to.into_iter().flatten().map(|to| (from, *to)));
                }
                if pairs.is_empty() {
                    continue;
                }
                pairs.sort_unstable();
                pairs.dedup();
                let mut next: Vec<u64> = pairs.iter().map(|(_, to)| *to).collect();
                next.sort_unstable();
                next.dedup();
                size += pairs.len();
                if size > 16 * MAX_STATES {
                    return None;
                }
                let (next, _) = states.insert_full(next);
                let (pairs, _) = all_pairs.insert_full(pairs);
                edges.push(DfaEdge {
                    from: index + 1,
                    action,
                    to: next + 1,
                    pairs,
                });
            }
            index += 1;
        }
        Some(Dfa {
            old_states,
            old_edges,
            states: states.len(),
            edges,
            pairs: all_pairs,
        })
    }

    /// Writes the tables of the automaton. Actions are indices in `actions`, which has the text of each action and the
    /// records of its transitions.
    pub(crate) fn push(
        &self,
        cx: &Context,
        out: &mut Output,
        automaton: &Described,
        actions: &[(String, Vec<Rec>)],
    ) {
        let (name, action_type) = (automaton.name, automaton.action_type);
        let mut sources = vec![Vec::new(); self.pairs.len()];
        if out.keeps_map() {
            for edge in &self.edges {
                sources[edge.pairs].extend(&actions[edge.action].1);
            }
        }
        let pairs = self.pairs.iter().map(|it| &it[..]);
        let table = OffsetTable::new(cx, pairs.zip(sources));
        let count = self.edges.len();
        let text = format!(
            "// Input NFA has {} states with {} transitions.\n\
             // Generated DFA has {} states with {count} transitions.\n\n\
             // A zero-terminated sequence of NFA state transitions. Every DFA\n\
             // transition implies a set of NFA transitions. These are referred\n\
             // to by index in {name}Transitions[].\n\
             const std::array<NfaStatePair, {}> {name}TransitionInfo = {{{{\n",
            self.old_states,
            self.old_edges,
            self.states,
            table.size()
        );
        out.push_from(automaton.sources, &text);
        automaton.mark(out);
        table.push(out, changes::mark(cx.release()), |out, (from, to)| {
            write!(out, "{{{from}, {to}}}");
        });
        let text = format!(
            "}}}};\n\n// A transition in the generated {name} DFA.\nstruct {name}Transition {{\n\
             \x20 unsigned FromDfaState; // The transitioned-from DFA state.\n\
             \x20 {action_type} Action;       // The input symbol that causes this transition.\n\
             \x20 unsigned ToDfaState;   // The transitioned-to DFA state.\n\
             \x20 unsigned InfoIdx;      // Start index into {name}TransitionInfo.\n}};\n\n\
             // A table of DFA transitions, ordered by {{FromDfaState, Action}}.\n\
             // The initial state is 1, not zero.\n\
             const std::array<{name}Transition, {count}> {name}Transitions = {{{{\n"
        );
        out.push_from(automaton.sources, &text);
        for edge in &self.edges {
            let (action, sources) = &actions[edge.action];
            let (from, to) = (edge.from, edge.to);
            let info = table.offset(&self.pairs[edge.pairs]);
            for source in sources {
                out.source(*source);
            }
            writeln!(out, "  {{{from}, {action}, {to}, {info}}},");
        }
        automaton.mark(out);
        out.push("\n}};\n\n");
    }
}
