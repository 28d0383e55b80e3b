//! `-gen-automata`: finite automata, converted to deterministic automata.

pub(crate) mod dfa;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, VecDeque};

use backend::{Backend, Context, Fatal, Output, Rec, Release};
use elaborate::value::print::type_text;
use elaborate::value::{Node, Type};

use dfa::{Described, Dfa};

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-automata",
    "Define automata from their transitions",
    &["GenericAutomaton"],
    write,
);

mod changes {
    use super::Release;

    /// A tuple in C++. Since LLVM 21 the compiler deduces its type.
    pub(super) fn tuple(release: Release, members: &str) -> String {
        if release >= Release::V21 {
            format!("{{{members}}}")
        } else {
            format!("std::tuple({members})")
        }
    }
}

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    for automaton in records.derived("GenericAutomaton")? {
        let name = automaton.name();
        out.source(automaton);
        writeln!(out, "#ifdef GET_{name}_DECL");
        push_automaton(cx, out, automaton)?;
        writeln!(out, "#endif  // GET_{name}_DECL");
        out.no_source();
    }
    Ok(())
}

/// A symbol that a transition reads.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Symbol {
    /// A record, by its name.
    Record(String),
    Number(u32),
    Text(String),
}

/// A transition. It sets the bits `bits` of the state, and is possible only in states in which none of these bits is
/// set.
struct Transition {
    bits: u64,
    /// The index of the action that the transition reads.
    action: usize,
}

/// The maximum number of edges, and the maximum number of states that one action can reach from a state. A larger
/// automaton is an error.
pub(crate) const MAX_STATES: usize = 1 << 20;

fn push_automaton(cx: &Context, out: &mut Output, automaton: Rec) -> Result<(), Fatal> {
    let records = automaton.records();
    let fields = automaton.list_of_strings("SymbolFields")?;
    let class = automaton.string("TransitionClass")?;
    let mut actions: Vec<Vec<Symbol>> = Vec::new();
    // For each action, the transitions that read it.
    let mut sources: Vec<Vec<Rec>> = Vec::new();
    let mut transitions = Vec::new();
    let mut types = Vec::new();
    for def in records.derived(&class)? {
        let bits = state_bits(def)?;
        let mut action = Vec::new();
        types.clear();
        for field in &fields {
            let (symbol, ty) = read_symbol(automaton, def, field)?;
            action.push(symbol);
            types.push(ty);
        }
        let known = actions.iter().position(|it| *it == action);
        let action = known.unwrap_or_else(|| {
            actions.push(action);
            sources.push(Vec::new());
            actions.len() - 1
        });
        sources[action].push(def);
        transitions.push(Transition { bits, action });
    }
    if transitions.is_empty() {
        return Err(automaton.fatal(format!(
            "automaton '{}' has no transitions",
            automaton.name()
        )));
    }
    let dfa = explore(&transitions)
        .and_then(|(edges, states)| Dfa::new(edges, states))
        .ok_or_else(|| {
            automaton.fatal(format!(
                "automaton '{}' has too many states",
                automaton.name()
            ))
        })?;

    let name = automaton.name();
    writeln!(out, "// The type of an action in the {name} automaton.");
    match &types[..] {
        [ty] => writeln!(out, "using {name}Action = {ty};"),
        types => writeln!(
            out,
            "using {name}Action = std::tuple<{}>;",
            types.join(", ")
        ),
    }
    out.push("\n");
    let texts = actions.iter().map(|it| action_text(cx.release(), it));
    let actions: Vec<_> = texts.zip(sources).collect();
    let described = Described {
        name,
        action_type: &format!("{name}Action"),
        sources: &[automaton],
    };
    dfa.push(cx, out, &described, &actions);
    Ok(())
}

/// The bits of the state that a transition sets.
fn state_bits(transition: Rec) -> Result<u64, Fatal> {
    let records = transition.records();
    let bits = transition.bits("NewState")?.iter().take(64);
    let is_set = |v: &_| matches!(records.node(*v), Node::Bit(true));
    Ok((0..)
        .zip(bits)
        .filter(|(_, v)| is_set(v))
        .fold(0, |state, (index, _)| state | 1 << index))
}

/// The symbol that a transition reads in a field, and its C++ type.
fn read_symbol(automaton: Rec, transition: Rec, field: &str) -> Result<(Symbol, String), Fatal> {
    let values = &transition.records().values;
    let Some(ty) = transition.field(field).map(|it| it.ty) else {
        transition.value(field)?;
        return Err(transition.fatal("Unhandled symbol type!".to_owned()));
    };
    let (symbol, mut text) = match values.type_data(ty) {
        Type::Record(_) => {
            let name = transition.def(field)?.name().to_owned();
            (Symbol::Record(name), type_text(values, ty))
        }
        Type::Int => (
            Symbol::Number(transition.int(field)? as u32),
            "unsigned".to_owned(),
        ),
        Type::String => {
            let text = transition.string(field)?.into_owned();
            (Symbol::Text(text), "std::string".to_owned())
        }
        _ => return Err(transition.fatal("Unhandled symbol type!".to_owned())),
    };
    let type_field = format!("TypeOf_{field}");
    if automaton.field(&type_field).is_some() {
        let given = automaton.string(&type_field)?;
        if !given.is_empty() {
            text = given.into_owned();
        }
    }
    Ok((symbol, text))
}

fn action_text(release: Release, action: &[Symbol]) -> String {
    let symbol = |it: &Symbol| match it {
        Symbol::Record(name) => name.clone(),
        Symbol::Number(number) => number.to_string(),
        Symbol::Text(text) => format!("\"{text}\""),
    };
    let symbols: Vec<_> = action.iter().map(symbol).collect();
    match symbols.len() {
        0 | 1 => symbols.join(""),
        _ => changes::tuple(release, &symbols.join(", ")),
    }
}

/// An edge: the state it leaves, the state it enters, and the action.
pub(crate) type Edge = (u64, u64, usize);

/// All edges that can be reached from state 0, and the number of states; `None` if there are too many edges.
fn explore(transitions: &[Transition]) -> Option<(Vec<Edge>, usize)> {
    let mut edges = Vec::new();
    let mut seen = BTreeSet::from([0]);
    // The states at an end of some edge. The initial state is not counted unless an edge leaves it.
    let mut touched = BTreeSet::new();
    let mut rest = VecDeque::from([0]);
    while let Some(state) = rest.pop_front() {
        for transition in transitions.iter().filter(|it| state & it.bits == 0) {
            let next = state | transition.bits;
            if seen.insert(next) {
                rest.push_back(next);
            }
            edges.push((state, next, transition.action));
            touched.extend([state, next]);
            if edges.len() > MAX_STATES {
                return None;
            }
        }
    }
    Some((edges, touched.len()))
}
