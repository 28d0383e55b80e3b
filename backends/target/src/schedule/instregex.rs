//! Lists of instructions by name: the operators `instrs` and `instregex` of set descriptions.

use std::rc::Rc;
use std::sync::Arc;

use backend::sets::{Kind, Set, Sets};
use backend::{Dag, Fatal, Rec, Records};
use elaborate::value::ValueId;
use elaborate::value::print::value;
use rustc_hash::FxHashMap;

use super::ere::{Ere, Scratch};
use crate::instructions::{Instruction, InstructionId, Instructions};

/// Evaluates what records of class `InstRW` are about.
pub(super) fn sets<'a>(
    records: &'a Records,
    instructions: &Arc<Instructions>,
) -> Sets<'a, ByName<'a>> {
    let recs = instructions.iter().map(|(_, it)| records.rec(it.rec));
    let finder = Finder {
        recs: recs.collect(),
        instructions: instructions.clone(),
        known: FxHashMap::default(),
        scratch: Scratch::default(),
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
    instructions: Arc<Instructions>,
    /// Their records by their numbers.
    recs: Vec<Rec<'a>>,
    /// What patterns match. Processors of a family share many.
    known: FxHashMap<ValueId, Rc<[InstructionId]>>,
    scratch: Scratch,
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
                    let matches: Rc<[_]> = self.find(&pattern).into();
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

    /// The instructions whose names begin with what a pattern matches, in the order of their numbers.
    fn find(&mut self, pattern: &str) -> Vec<InstructionId> {
        let Some(pattern) = Pattern::new(pattern) else {
            return Vec::new();
        };
        let mut matches = Vec::new();
        let scratch = &mut self.scratch;
        let mut try_all = |first: usize, list: &[Instruction]| {
            for (index, instruction) in list.iter().enumerate() {
                if pattern.matches(&instruction.name, scratch) {
                    matches.push(InstructionId((first + index) as u32));
                }
            }
        };
        let (generic, pseudo, real) = (
            self.instructions.generic(),
            self.instructions.pseudo(),
            self.instructions.real(),
        );
        try_all(0, generic);
        let mut first = generic.len();
        // These are sorted by their names.
        for list in [pseudo, real] {
            let from = list.partition_point(|it| &*it.name < pattern.prefix);
            let has_prefix = |it: &Instruction| it.name.starts_with(pattern.prefix);
            let count = list[from..].partition_point(has_prefix);
            try_all(first + from, &list[from..from + count]);
            first += list.len();
        }
        matches
    }
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

    fn matches(&self, name: &str, scratch: &mut Scratch) -> bool {
        let Some(after) = name.strip_prefix(self.prefix) else {
            return false;
        };
        self.rest
            .as_ref()
            .is_none_or(|it| it.is_match(after, scratch))
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
        let mut scratch = Scratch::default();
        let mut matches = |pattern, name| {
            let pattern: Pattern = Pattern::new(pattern).unwrap();
            pattern.matches(name, &mut scratch)
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
