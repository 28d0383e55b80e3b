//! Lists of instructions by name: the operators `instrs` and `instregex` of set descriptions.

use std::rc::Rc;

use backend::sets::{Kind, Set, Sets};
use backend::{Dag, Fatal, Rec, Records};
use elaborate::value::ValueId;
use elaborate::value::print::value;
use rustc_hash::FxHashMap;

use super::ere::Ere;
use crate::instructions::{Instruction, InstructionId, Instructions};

/// Evaluates what records of class `InstRW` are about.
pub(super) fn sets<'a>(
    records: &'a Records,
    instructions: &'a Instructions,
) -> Sets<'a, ByName<'a>> {
    let recs = instructions.iter().map(|(_, it)| records.rec(it.rec));
    let finder = Finder {
        recs: recs.collect(),
        names: Names::of(instructions),
        known: FxHashMap::default(),
    };
    let mut sets = Sets::of(records, ByName(finder));
    sets.expand_field("InstRW", "Instrs");
    sets
}

/// Sets of instructions.
pub(super) struct ByName<'a>(Finder<'a>);

impl<'a> Kind<'a> for ByName<'a> {
    type Element = Rec<'a>;

    fn expand(_: &mut Sets<'a, Self>, _: Rec<'a>) -> Result<Vec<Rec<'a>>, Fatal> {
        Ok(Vec::new())
    }

    fn apply(
        sets: &mut Sets<'a, Self>,
        operator: &str,
        dag: Dag<'a>,
        found: &mut Set<Rec<'a>>,
        at: Rec<'a>,
    ) -> Result<bool, Fatal> {
        match operator {
            "instrs" => {
                let mut args = dag.args();
                args.try_for_each(|(arg, _)| sets.evaluate(arg, found, at))?;
            }
            "instregex" => sets.kind.0.find_all(dag, found, at)?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

pub(super) struct Finder<'a> {
    /// The records of instructions by their numbers.
    recs: Vec<Rec<'a>>,
    names: Names<'a>,
    /// What patterns match. Processors of a family share many.
    known: FxHashMap<ValueId, Rc<[InstructionId]>>,
}

impl<'a> Finder<'a> {
    /// Adds the instructions that the patterns of a dag match.
    fn find_all(
        &mut self,
        dag: Dag<'a>,
        found: &mut Set<Rec<'a>>,
        at: Rec<'a>,
    ) -> Result<(), Fatal> {
        for (arg, _) in dag.args() {
            let Some(pattern) = at.text_of(arg) else {
                let dag = value(&dag.records().names(), dag.v);
                return Err(at.fatal(format!("instregex requires pattern string: {dag}")));
            };
            let matches = match self.known.get(&arg) {
                Some(known) => known.clone(),
                None => {
                    let matches: Rc<[_]> = self.names.find(&pattern).into();
                    self.known.insert(arg, matches.clone());
                    matches
                }
            };
            if matches.is_empty() {
                let pattern = pattern.strip_prefix('^').unwrap_or(&pattern);
                return Err(at.fatal(format!("instregex has no matches: {pattern}")));
            }
            found.extend(matches.iter().map(|id| self.recs[id.index()]));
        }
        Ok(())
    }
}

/// The names of all instructions in byte order.
struct Names<'a>(Vec<Name<'a>>);

struct Name<'a> {
    /// The first bytes, by which most names are told apart without a look at the text.
    start: u64,
    text: &'a str,
    id: InstructionId,
}

impl<'a> Names<'a> {
    fn of(instructions: &'a Instructions) -> Names<'a> {
        let name = |(id, it): (_, &'a Instruction)| Name {
            start: first_bytes(&it.name),
            text: &it.name,
            id,
        };
        let mut names: Vec<_> = instructions.iter().map(name).collect();
        names.sort_by_key(Name::key);
        Names(names)
    }

    /// The instructions whose names begin with what a pattern matches, in the order of their numbers.
    fn find(&self, pattern: &str) -> Vec<InstructionId> {
        let Some(mut pattern) = Pattern::new(pattern) else {
            return Vec::new();
        };
        let names = self.beginning_with(pattern.prefix).iter();
        let matching = names.filter(|it| pattern.matches(it.text));
        let mut matches: Vec<_> = matching.map(|it| it.id).collect();
        matches.sort_unstable();
        matches
    }

    fn beginning_with(&self, prefix: &str) -> &[Name<'a>] {
        let first = (first_bytes(prefix), prefix);
        let from = self.0.partition_point(|it| it.key() < first);
        let rest = &self.0[from..];
        let count = rest.partition_point(|it| it.text.starts_with(prefix));
        &rest[..count]
    }
}

impl<'a> Name<'a> {
    fn key(&self) -> (u64, &'a str) {
        (self.start, self.text)
    }
}

/// The first eight bytes of a text, as a number that compares as they do.
fn first_bytes(text: &str) -> u64 {
    let mut bytes = [0; 8];
    let len = text.len().min(bytes.len());
    bytes[..len].copy_from_slice(&text.as_bytes()[..len]);
    u64::from_be_bytes(bytes)
}

/// A pattern of names, which need only begin with what it matches.
struct Pattern<'a> {
    prefix: &'a str,
    /// What follows the prefix, if anything has to.
    rest: Option<Ere>,
}

impl<'a> Pattern<'a> {
    /// Reads a pattern; `None` if it is none.
    fn new(text: &'a str) -> Option<Pattern<'a>> {
        let is_anchored = text.starts_with('^');
        let text = text.strip_prefix('^').unwrap_or(text);
        let (prefix, rest) = text.split_at(prefix_len(text));
        let rest = match rest {
            "" => None,
            // So the anchor is of the first alternative only.
            rest if is_anchored => Some(Ere::new(&format!("^{rest}"))?),
            rest => Some(Ere::new(&format!("^({rest})"))?),
        };
        Some(Pattern { prefix, rest })
    }

    /// Whether it matches a name that begins with its prefix.
    fn matches(&mut self, name: &str) -> bool {
        let after = &name[self.prefix.len()..];
        self.rest.as_mut().is_none_or(|it| it.is_match(after))
    }
}

/// How much of a pattern stands for itself, so that it can be looked up.
fn prefix_len(text: &str) -> usize {
    let Some(at) = text.find(|it| "()^$|*+?.[]\\{}".contains(it)) else {
        return text.len();
    };
    let mut depth = 0u32;
    for byte in text.bytes() {
        match byte {
            b'(' => depth += 1,
            // The reference counts without a sign too.
            b')' => depth = depth.wrapping_sub(1),
            b'|' | b'?' if depth == 0 => return 0,
            _ => {}
        }
    }
    let is_repetition = matches!(text.as_bytes()[at], b'+' | b'*' | b'?');
    let last = text[..at].chars().next_back().filter(|_| is_repetition);
    at - last.map_or(0, char::len_utf8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes() {
        let prefix = |text| &text[..prefix_len(text)];
        assert_eq!(prefix("ADDrr"), "ADDrr");
        assert_eq!(prefix("ADD(rr|ri)"), "ADD");
        assert_eq!(prefix("ADD[0-9]"), "ADD");
        assert_eq!(prefix("ADDX*"), "ADD");
        assert_eq!(prefix("ADD|SUB"), "");
        assert_eq!(prefix("ADDX?"), "");
        assert_eq!(prefix("(ADD)"), "");
    }

    #[test]
    fn names_begin_with_what_matches() {
        let matches = |pattern, name: &str| {
            let mut pattern = Pattern::new(pattern).unwrap();
            name.starts_with(pattern.prefix) && pattern.matches(name)
        };
        assert!(matches("ADD", "ADDrr"));
        assert!(!matches("ADD$", "ADDrr"));
        assert!(matches("ADD(rr|ri)$", "ADDri"));
        assert!(!matches("ADD(rr|ri)", "XADDri"));
        assert!(matches("ADD|SUB", "SUBrr"));
        assert!(!matches("ADD|SUB", "XSUBrr"));
        // The anchor binds closer than the bar.
        assert!(matches("^ADD|SUB", "XSUBrr"));
    }
}
