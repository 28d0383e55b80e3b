//! Finds the instructions that a line of assembly may be parsed as.
//!
//! If the source defines the class of an operand, only the parser's C++ code knows the operand's form. In this module,
//! such an operand matches any text, and the result names the C++ function that decides. Likelier candidates come
//! first.

#[cfg(test)]
mod tests;

use backend::{Context, Fatal, Rec, Records};
use rustc_hash::{FxHashMap, FxHashSet};
use target_model::instructions::{AliasOperand, asm_variant};
use target_model::matcher::{MatchClassKind, MatchOperand, Matchable, Matcher, Source};
use target_model::registers::{ClassId, RegisterId};

use crate::instructions::pattern;

/// The maximum number of candidates for a line.
const MAX_FOUND: usize = 64;
/// The maximum number of near misses that are listed.
const MAX_NEAR: usize = 5;
/// The maximum length of a line in bytes. A longer line matches nothing.
const MAX_LINE: usize = 4096;
/// The maximum number of steps for matching a line with one text.
const MAX_STEPS: u32 = 2_000;
/// The maximum number of steps for matching a line with all texts together.
const MAX_ALL_STEPS: u32 = 2_000_000;

/// The candidates for a line, or, if nothing matches, the near misses.
#[derive(Default)]
pub struct Parsed<'a> {
    /// The candidates, the likeliest first. Among equally likely candidates, the instructions come first, then the
    /// aliases, both in the order in which the parser tries them.
    pub found: Vec<Candidate<'a>>,
    /// If nothing matches, the instructions and aliases that match the longest part of the line.
    pub near: Vec<NotThis<'a>>,
}

/// An instruction or alias that a line may be parsed as.
pub struct Candidate<'a> {
    /// The record of the instruction or alias.
    pub rec: Rec<'a>,
    /// The record of the resulting instruction.
    pub instruction: Rec<'a>,
    /// The number of the assembly variant.
    pub variant: i32,
    /// The name of the assembly variant; `None` if the target has only one or the variant has no name.
    pub variant_name: Option<String>,
    /// The assembly text, in which operands are replaced by their classes.
    pub text: String,
    /// The name of each operand, with the part of the line that it matches.
    pub operands: Vec<(String, String)>,
    /// The C++ functions that decide whether the operands belong to their classes.
    pub decided_by: Vec<String>,
    /// The predicates that the processor must satisfy.
    pub needs: Vec<Rec<'a>>,
}

/// An instruction or alias that does not match a line. If assembly texts begin with a mnemonic, only instructions
/// and aliases with the line's mnemonic are listed.
pub struct NotThis<'a> {
    /// The record of the instruction or alias.
    pub rec: Rec<'a>,
    /// The reason why the line does not match.
    pub why: String,
}

/// Matches a line with the assembly texts of all instructions and aliases that the parser knows.
pub fn parse<'a>(cx: &Context<'a>, line: &str) -> Result<Parsed<'a>, Fatal> {
    let matcher = cx.model::<Matcher>()?;
    let records = cx.records;
    let mut parsed = Parsed::default();
    if line.len() > MAX_LINE {
        return Ok(parsed);
    }
    let names = register_names(cx, &matcher)?;
    let mut found: Vec<(u32, &Matchable, Vec<Taken>)> = Vec::new();
    let mut near: Vec<(usize, &str, &Matchable)> = Vec::new();
    let mut steps = 0;
    for matchable in &matcher.matchables {
        let variant = matcher
            .variants
            .iter()
            .find(|it| it.number == matchable.variant);
        let line = match variant.map(|it| it.comment.as_str()) {
            Some(comment) if !comment.is_empty() => line.split(comment).next().unwrap_or(""),
            _ => line,
        };
        let mut reader = Reader {
            matcher: &matcher,
            names: &names,
            line,
            operands: &matchable.operands,
            classes: Vec::new(),
            glued: glued(records, &matcher, matchable),
            taken: Vec::new(),
            best: None,
            furthest: 0,
            steps: 0,
        };
        let mut at = 0;
        if matcher.mnemonic_first {
            let mnemonic = matchable.mnemonic.as_str();
            let first = matchable.operands.first();
            let glues = reader.glued > 0 || first.is_some_and(|it| reader.is_token(it));
            match reader.literal(mnemonic, 0, glues) {
                Some(end) => at = end,
                None => continue,
            }
        }
        reader.classes = register_classes(cx, &matcher, matchable);
        reader.operand(0, at, 0);
        steps += reader.steps;
        if steps > MAX_ALL_STEPS {
            break;
        }
        match reader.best {
            Some((cost, taken)) => found.push((cost, matchable, taken)),
            None => near.push((reader.furthest, line, matchable)),
        }
    }
    found.sort_by_key(|(cost, it, _)| (*cost, matches!(it.source, Source::Alias(_))));
    // A record counts once: the variants of an instruction often have the same text.
    let mut seen = FxHashSet::default();
    found.retain(|(_, it, _)| seen.insert(it.rec));
    // Matches with the cost `MISSING` or more only count if no match costs less.
    if found.first().is_some_and(|it| it.0 < MISSING) {
        found.retain(|it| it.0 < MISSING);
    }
    for (_, matchable, taken) in found.into_iter().take(MAX_FOUND) {
        parsed
            .found
            .push(candidate(cx, &matcher, matchable, &taken));
    }
    if parsed.found.is_empty() {
        near.sort_by_key(|it| std::cmp::Reverse(it.0));
        let near = near.into_iter().take(MAX_NEAR);
        parsed.near.extend(near.map(|(furthest, line, matchable)| {
            let rest = line.get(furthest..).unwrap_or("").trim();
            let text = pattern(&matcher, matchable);
            let why = match rest {
                "" => format!("'{text}' has more operands"),
                rest => format!("'{text}' has no place for '{rest}'"),
            };
            NotThis {
                rec: records.rec(matchable.rec),
                why,
            }
        }));
    }
    Ok(parsed)
}

fn candidate<'a>(
    cx: &Context<'a>,
    matcher: &Matcher,
    matchable: &Matchable,
    taken: &[Taken],
) -> Candidate<'a> {
    let records = cx.records;
    let mut decided_by: Vec<String> = Vec::new();
    let mut operands = Vec::new();
    for (operand, text) in matchable.operands.iter().zip(taken) {
        let class = &matcher.classes.all[operand.class];
        if class.kind == MatchClassKind::Token {
            continue;
        }
        let name = match operand.written.as_str() {
            "" => class.name.clone(),
            name => name.to_owned(),
        };
        operands.push((name, text.0.clone()));
        if matches!(class.kind, MatchClassKind::User(_))
            && !decided_by.contains(&class.predicate_method)
        {
            decided_by.push(class.predicate_method.clone());
        }
    }
    let needs = matchable
        .features
        .iter()
        .map(|it| matcher.predicates.rec(*it));
    let mut variants = matcher.variants.iter();
    let variant = variants.find(|it| it.number == matchable.variant);
    let variant_name = variant.map(|it| it.name.clone());
    let is_told = |name: &String| matcher.variants.len() > 1 && !name.is_empty();
    Candidate {
        rec: records.rec(matchable.rec),
        instruction: records.rec(matcher.instructions.get(matchable.result).rec),
        variant: matchable.variant,
        variant_name: variant_name.filter(is_told),
        text: pattern(matcher, matchable),
        operands,
        decided_by,
        needs: needs.map(|it| records.rec(it)).collect(),
    }
}

/// The number of operands, such as conditions, that directly follow the mnemonic, without a blank in between.
fn glued(records: &Records, matcher: &Matcher, matchable: &Matchable) -> usize {
    let asm_string = match matchable.source {
        Source::Instruction => matcher
            .instructions
            .get(matchable.result)
            .asm_string(records),
        Source::Alias(number) => match matcher.aliases.list.get(number) {
            Some((_, Ok(alias))) => alias.asm_string.as_str().into(),
            _ => return 0,
        },
    };
    let text = asm_variant(&asm_string, matchable.variant.max(0) as usize);
    let Some(mut rest) = text.strip_prefix(matchable.mnemonic.as_str()) else {
        return 0;
    };
    let mut count = 0;
    while let Some(name) = rest.strip_prefix('$') {
        let name = name.strip_prefix('{').unwrap_or(name);
        let end = name.find(|it: char| !it.is_alphanumeric() && it != '_');
        rest = &name[end.unwrap_or(name.len())..];
        rest = rest.strip_prefix('}').unwrap_or(rest);
        count += 1;
    }
    count
}

/// The register class of each operand; `None` for operands that are not registers.
fn register_classes(
    cx: &Context,
    matcher: &Matcher,
    matchable: &Matchable,
) -> Vec<Option<ClassId>> {
    let class_of = |operand: &MatchOperand| {
        let rec = match matchable.source {
            Source::Instruction => {
                let operands = &matcher.instructions.get(matchable.result).operands;
                let at = operands.find(operand.name.as_str())?;
                operands.get(at).rec
            }
            Source::Alias(number) => {
                let (_, alias) = matcher.aliases.list.get(number)?;
                let operands = alias.as_ref().ok()?.operands.iter();
                let mut classes = operands.filter_map(|(_, is)| match is {
                    AliasOperand::Operand { name, class } if *name == operand.written => {
                        Some(*class)
                    }
                    _ => None,
                });
                classes.next()?
            }
        };
        let rec = cx.records.rec(rec);
        let class = if rec.is_a("RegisterOperand") {
            rec.def("RegClass").ok()?
        } else {
            rec
        };
        matcher.registers.find_class(class.id())
    };
    matchable.operands.iter().map(class_of).collect()
}

type RegistersByName = FxHashMap<String, Vec<RegisterId>>;

/// The registers by their names in assembly, in lower case. A register may have several names.
fn register_names(cx: &Context, matcher: &Matcher) -> Result<RegistersByName, Fatal> {
    let mut names = RegistersByName::default();
    for (id, register) in matcher.registers.registers.with_ids() {
        let mut add = |name: &str| {
            let known = names.entry(name.to_ascii_lowercase()).or_default();
            known.push(id);
        };
        add(&register.asm_name);
        let rec = cx.records.rec(register.rec);
        if register.tuple.is_none() && rec.field("AltNames").is_some() {
            rec.list_of_strings("AltNames")?
                .iter()
                .for_each(|it| add(it));
        }
    }
    names.remove("");
    Ok(names)
}

/// The text matched by an operand.
#[derive(Clone, Debug)]
struct Taken(String);

struct Reader<'a> {
    matcher: &'a Matcher,
    names: &'a RegistersByName,
    line: &'a str,
    operands: &'a [MatchOperand],
    classes: Vec<Option<ClassId>>,
    /// The number of operands that directly follow the mnemonic, without a blank in between.
    glued: usize,
    taken: Vec<Taken>,
    /// The likeliest match so far, as its cost and the texts of the operands.
    best: Option<(u32, Vec<Taken>)>,
    /// The furthest position in the line that an attempt has reached, in bytes.
    furthest: usize,
    steps: u32,
}

/// The cost of a register where another kind of operand is expected.
const REGISTER: u32 = 1;
/// The cost of a missing operand, and of another text where a register is expected.
const MISSING: u32 = 3;

impl Reader<'_> {
    fn is_token(&self, operand: &MatchOperand) -> bool {
        self.matcher.classes.all[operand.class].kind == MatchClassKind::Token
    }

    /// The position of the first character from `at` on that is neither a blank nor a comma.
    fn skip(&self, at: usize) -> usize {
        let rest = &self.line[at..];
        let is_between = |it: char| it.is_whitespace() || it == ',';
        at + (rest.len() - rest.trim_start_matches(is_between).len())
    }

    /// The position in the line after `text`, if the text is at `at` or after blanks and commas there; otherwise
    /// `None`. Unless `glues` is set, a word at the end of `text` must also end in the line.
    fn literal(&self, text: &str, at: usize, glues: bool) -> Option<usize> {
        let at = self.skip(at);
        let end = at + text.len();
        let there = self.line.get(at..end)?;
        if !there.eq_ignore_ascii_case(text) {
            return None;
        }
        let goes_on = self.line[end..].starts_with(is_word);
        (glues || !text.ends_with(is_word) || !goes_on).then_some(end)
    }

    /// Matches the line from `at` on with operand `number` and all operands after it.
    fn operand(&mut self, number: usize, at: usize, cost: u32) {
        self.steps += 1;
        self.furthest = self.furthest.max(at);
        let is_worse = self.best.as_ref().is_some_and(|it| it.0 <= cost);
        if self.steps > MAX_STEPS || is_worse {
            return;
        }
        let Some(operand) = self.operands.get(number) else {
            if self.skip(at) == self.line.len() {
                self.best = Some((cost, self.taken.clone()));
            }
            return;
        };
        let class = &self.matcher.classes.all[operand.class];
        let start = self.skip(at);
        match class.kind {
            MatchClassKind::Token => {
                let next = self.operands.get(number + 1);
                let glues = next.is_some_and(|it| self.is_token(it));
                if let Some(end) = self.literal(operand.token.as_str(), at, glues) {
                    self.take(number, start, end, cost);
                }
            }
            MatchClassKind::Register(_) | MatchClassKind::RegisterByMode(_) => {
                // The part of the word from a dot on may be a separate operand.
                let word = self.word(start);
                let bare = self.line[start..word].find('.').map(|it| start + it);
                for end in [Some(word), bare].into_iter().flatten() {
                    if let Some(registers) = self.registers(start, end)
                        && registers.iter().any(|it| class.registers.contains(*it))
                    {
                        self.take(number, start, end, cost);
                    }
                }
            }
            MatchClassKind::User(_) if number < self.glued => self.suffix(number, at, cost),
            MatchClassKind::User(_) => {
                let mut end = start;
                while end < self.line.len() {
                    end = self.token(end);
                    if is_balanced(&self.line[start..end]) {
                        let more = self.unlikeliness(number, start, end);
                        self.take(number, start, end, cost + more);
                    }
                    end = self.skip(end);
                }
                let more = if class.is_optional { 0 } else { MISSING };
                self.take(number, at, at, cost + more);
            }
        }
    }

    /// Matches the rest of the word at `at` with an operand that directly follows the mnemonic. The last such operand
    /// takes the whole rest. Other operands take any prefix of the rest, which may be empty.
    fn suffix(&mut self, number: usize, at: usize, cost: u32) {
        let rest = &self.line[at..];
        let len = rest
            .find(|it: char| !it.is_alphanumeric())
            .unwrap_or(rest.len());
        if number + 1 == self.glued {
            return self.take(number, at, at + len, cost);
        }
        let ends = rest[..len].char_indices().map(|(end, _)| end);
        let ends: Vec<usize> = ends.chain([len]).collect();
        for end in ends {
            self.take(number, at, at + end, cost);
        }
    }

    /// The cost of the text from `start` to `end` for an operand whose class the source defines.
    fn unlikeliness(&self, number: usize, start: usize, end: usize) -> u32 {
        let Some(class) = self.classes.get(number).copied().flatten() else {
            let word = &self.line[start..self.word(start).min(end)];
            let bare = word.split('.').next().map_or(0, str::len);
            let is_register = self.registers(start, start + bare).is_some();
            return if is_register { REGISTER } else { 0 };
        };
        // The text may also be a register with a suffix, such as `v0.4s`, or a list of sub-registers of one register.
        let registers = &self.matcher.registers;
        let class = &registers.classes[class];
        let is_of_class = |id: &RegisterId| {
            let mut wholes = registers.registers[*id].super_registers.iter();
            class.contains(*id) || wholes.any(|it| class.contains(*it))
        };
        let text = self.line[start..end].to_ascii_lowercase();
        let words = text.split(|it: char| !is_word(it) || it == '.');
        let mut known = words.filter_map(|it| self.names.get(it)).flatten();
        if known.any(is_of_class) { 0 } else { MISSING }
    }

    fn take(&mut self, number: usize, start: usize, end: usize, cost: u32) {
        let text = self.line[start..end].to_owned();
        self.taken.push(Taken(text));
        self.operand(number + 1, end, cost);
        self.taken.pop();
    }

    /// The position after the word at `at`.
    fn word(&self, at: usize) -> usize {
        let rest = &self.line[at..];
        let body = rest.strip_prefix(['%', '$']).unwrap_or(rest);
        let len = body.find(|it| !is_word(it)).unwrap_or(body.len());
        at + (rest.len() - body.len()) + len
    }

    /// The position after the token at `at`: a part of a word up to a dot, or a single other character.
    fn token(&self, at: usize) -> usize {
        let next = self.line[at..].chars().next();
        let first = at + next.map_or(0, char::len_utf8);
        let end = self.word(at).max(first);
        let dot = self.line[first..end].find('.');
        dot.map_or(end, |it| first + it)
    }

    /// The registers whose name is the text from `start` to `end`, with or without `%` or `$`.
    fn registers(&self, start: usize, end: usize) -> Option<&Vec<RegisterId>> {
        let name = self.line[start..end].to_ascii_lowercase();
        let bare = name.trim_start_matches(['%', '$']);
        self.names.get(&name).or_else(|| self.names.get(bare))
    }
}

fn is_word(it: char) -> bool {
    it.is_alphanumeric() || matches!(it, '_' | '.')
}

/// Whether all brackets in a text are balanced.
fn is_balanced(text: &str) -> bool {
    let mut open = 0_i32;
    for it in text.chars() {
        match it {
            '(' | '[' | '{' => open += 1,
            ')' | ']' | '}' => open -= 1,
            _ => {}
        }
        if open < 0 {
            return false;
        }
    }
    open == 0
}
