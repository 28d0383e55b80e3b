//! Sets of instructions by name: the operators `instrs` and `instregex` of set expressions.

use std::rc::Rc;

use backend::sets::{Kind, Set, Sets};
use backend::{Dag, Fatal, Rec, Records, spend};
use elaborate::records::encode;
use elaborate::value::ValueId;
use elaborate::value::print::value;
use ere::{Ere, Error};
use rustc_hash::FxHashMap;

use crate::instructions::{Instruction, InstructionId, Instructions};

/// The evaluator of set expressions in `InstRW` records.
pub(super) fn sets<'a>(
    records: &'a Records,
    instructions: &'a Instructions,
) -> Sets<'a, ByName<'a>> {
    let recs = instructions.iter().map(|(_, it)| records.rec(it.rec));
    let finder = Finder {
        recs: recs.collect(),
        names: InstructionNames::new(instructions),
        known: FxHashMap::default(),
    };
    let mut sets = Sets::of(records, ByName(finder));
    sets.expand_field("InstRW", "Instrs");
    sets
}

/// The kind of sets whose elements are instructions.
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
    /// The records of all instructions in the order of their numbers.
    recs: Vec<Rec<'a>>,
    names: InstructionNames<'a>,
    /// Caches the matches of patterns. The processors of a family share many patterns.
    known: FxHashMap<ValueId, Rc<[InstructionId]>>,
}

impl<'a> Finder<'a> {
    /// Adds the instructions that match a pattern of `dag`. An error if an argument of `dag` is not a text, or if a
    /// pattern matches no instruction or takes too many steps.
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
                    let found = self.names.find(&pattern, &mut { MAX_STEPS });
                    let matches: Rc<[_]> =
                        found.map_err(|it| at.fatal(it.message(&pattern)))?.into();
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
pub(super) struct InstructionNames<'a>(Vec<Name<'a>>);

struct Name<'a> {
    /// The first eight bytes of the name as a number. It usually decides a comparison without access to `text`.
    start: u64,
    text: &'a str,
    id: InstructionId,
}

impl<'a> InstructionNames<'a> {
    pub(super) fn new(instructions: &'a Instructions) -> InstructionNames<'a> {
        let name = |(id, it): (_, &'a Instruction)| Name {
            start: first_bytes(&it.name),
            text: &it.name,
            id,
        };
        let mut names: Vec<_> = instructions.iter().map(name).collect();
        names.sort_by_key(Name::key);
        InstructionNames(names)
    }

    /// The instructions whose names match a pattern, in the order of their numbers. The pattern is anchored at the
    /// start. An invalid pattern matches no instruction. The steps of matching are subtracted from the budget `left`.
    /// An error if the budget is too small.
    pub(super) fn find(
        &self,
        pattern: &str,
        left: &mut usize,
    ) -> Result<Vec<InstructionId>, Endless> {
        let Some(mut pattern) = Pattern::new(pattern, left)? else {
            return Ok(Vec::new());
        };
        let mut matches = Vec::new();
        for name in self.beginning_with(pattern.prefix) {
            if pattern.matches(name.text, left)? {
                matches.push(name.id);
            }
        }
        matches.sort_unstable();
        Ok(matches)
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

/// The first eight bytes of `text` as a big-endian number, so that numbers compare like the bytes.
fn first_bytes(text: &str) -> u64 {
    let mut bytes = [0; 8];
    let len = text.len().min(bytes.len());
    bytes[..len].copy_from_slice(&text.as_bytes()[..len]);
    u64::from_be_bytes(bytes)
}

/// A pattern of `instregex`, split into its literal prefix and the rest.
pub(super) struct Pattern<'a> {
    pub(super) prefix: &'a str,
    /// The pattern after the literal prefix; `None` if there is nothing more.
    rest: Option<Ere>,
}

/// The error that a pattern exceeds its limit of steps.
#[derive(Debug)]
pub(super) struct Endless;

/// The maximum number of steps for matching a pattern with all names. These steps take one or two seconds. LLVM's
/// patterns need a few thousand.
pub(super) const MAX_STEPS: usize = 1 << 28;

impl Endless {
    fn message(&self, pattern: &str) -> String {
        format!("instregex takes too many steps: {pattern}")
    }
}

impl<'a> Pattern<'a> {
    /// Compiles a pattern; `None` if it is invalid. The steps of compiling are subtracted from the budget `left`. An
    /// error if the budget is too small.
    pub(super) fn new(text: &'a str, left: &mut usize) -> Result<Option<Pattern<'a>>, Endless> {
        let is_anchored = text.starts_with('^');
        let text = text.strip_prefix('^').unwrap_or(text);
        let (prefix, rest) = text.split_at(prefix_len(text));
        let anchored = match rest {
            "" => None,
            // As in the reference, a `^` in the pattern applies only to its first alternative.
            rest if is_anchored => Some(format!("^{rest}")),
            rest => Some(format!("^({rest})")),
        };
        let rest = match anchored {
            None => None,
            Some(text) => match Ere::new(&encode(&text), |steps| take(left, steps)) {
                Err(Error::Invalid) => return Ok(None),
                rest => Some(rest.map_err(|_| Endless)?),
            },
        };
        Ok(Some(Pattern { prefix, rest }))
    }

    /// Whether the pattern matches `name`, which must start with `prefix`.
    pub(super) fn matches(&mut self, name: &str, left: &mut usize) -> Result<bool, Endless> {
        let after = &name[self.prefix.len()..];
        let Some(rest) = &mut self.rest else {
            return Ok(true);
        };
        let is_match = rest.is_match(&encode(after), |steps| take(left, steps));
        is_match.map_err(|_| Endless)
    }
}

fn take(left: &mut usize, steps: usize) -> Result<(), Endless> {
    spend(steps);
    *left = left.checked_sub(steps).ok_or(Endless)?;
    Ok(())
}

/// The length in bytes of a pattern's literal prefix. As in the reference, only names with this prefix are matched.
fn prefix_len(text: &str) -> usize {
    let Some(at) = text.find(|it| "()^$|*+?.[]\\{}".contains(it)) else {
        return text.len();
    };
    let mut depth = 0u32;
    for byte in text.bytes() {
        match byte {
            b'(' => depth += 1,
            // The counter wraps around, as in the reference.
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
            let left = &mut { MAX_STEPS };
            let mut pattern = Pattern::new(pattern, left).unwrap().unwrap();
            name.starts_with(pattern.prefix) && pattern.matches(name, left).unwrap()
        };
        assert!(matches("ADD", "ADDrr"));
        assert!(!matches("ADD$", "ADDrr"));
        assert!(matches("ADD(rr|ri)$", "ADDri"));
        assert!(!matches("ADD(rr|ri)", "XADDri"));
        assert!(matches("ADD|SUB", "SUBrr"));
        assert!(!matches("ADD|SUB", "XSUBrr"));
        // The anchor binds closer than the bar.
        assert!(matches("^ADD|SUB", "XSUBrr"));
        // Without an anchor a group is put around the pattern, and becomes the first group.
        assert!(matches("^ADD(r|i)\\1", "ADDrr"));
        assert!(matches("ADD(r|i)\\2", "ADDrr"));
        assert!(!matches("ADD(r|i)\\2", "ADDri"));
        assert!(
            Pattern::new("ADD(r|i)\\1", &mut { MAX_STEPS })
                .unwrap()
                .is_none()
        );
    }

    #[test]
    fn what_takes_too_much_ends() {
        let name = format!("{}x{}", "a".repeat(60), "aa");
        let left = &mut { 1 << 20 };
        let mut pattern = Pattern::new("^((a|aa)+)x\\1$", left).unwrap().unwrap();
        assert!(pattern.matches(&name, left).is_err());
    }
}
