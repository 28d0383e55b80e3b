//! Matching of patterns with back-references. As in the library, the state machine finds candidates without regard to
//! back-references, and backtracking then verifies each candidate.

use crate::brackets::contains;
use crate::states::is_word;
use crate::strip::{Op, Strip};
use crate::{Error, MAX_SIZE};

/// The operations that may come next: for each position in the strip whether it is in the set.
type Set = Vec<bool>;

/// The input of a transition: a byte, nothing, or a condition that anchors test.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Input {
    Byte(u8),
    Nothing,
    /// The condition of text anchors: whether the position is the start and whether it is the end of the text.
    Text(bool, bool),
    WordStart,
    WordEnd,
}

/// The largest number of consecutive back-references that match an empty text.
const MAX_EMPTY: u32 = 101;

pub(crate) fn is_match<E>(
    strip: &Strip,
    text: &[u8],
    pay: &mut impl FnMut(usize) -> Result<(), E>,
) -> Result<bool, Error<E>> {
    if !strip.literal.is_empty() {
        let mut parts = text.windows(strip.literal.len());
        if !parts.any(|it| it == strip.literal) {
            return Ok(false);
        }
    }
    Match::new(strip, text, pay).is_found()
}

struct Match<'a, P> {
    strip: &'a Strip,
    text: &'a [u8],
    pay: &'a mut P,
    /// The offsets in the text at which each group begins and ends.
    begins: Vec<Option<usize>>,
    ends: Vec<Option<usize>>,
    /// The offset at which the last iteration of each open loop began, by nesting depth. It is not restored when
    /// backtracking.
    passes: Vec<usize>,
    /// The stack for backtracking: alternatives still to be tried, and offsets of groups to be restored.
    rest: Vec<Rest>,
}

enum Rest {
    At(Attempt),
    /// The next branch of a choice. `op` is the position of the previous branch's end.
    Branch(Attempt),
    Begin(usize, Option<usize>),
    End(usize, Option<usize>),
}

#[derive(Clone, Copy)]
struct Attempt {
    op: usize,
    at: usize,
    /// The nesting depth of loops at `op`.
    depth: usize,
    /// The number of consecutive back-references that matched an empty text.
    empty: u32,
}

impl<'a, E, P: FnMut(usize) -> Result<(), E>> Match<'a, P> {
    fn new(strip: &'a Strip, text: &'a [u8], pay: &'a mut P) -> Match<'a, P> {
        Match {
            strip,
            text,
            pay,
            begins: Vec::new(),
            ends: Vec::new(),
            passes: vec![0; strip.loops + 1],
            rest: Vec::new(),
        }
    }

    fn is_found(&mut self) -> Result<bool, Error<E>> {
        let mut from = 0;
        loop {
            let Some(cold) = self.find(from)? else {
                return Ok(false);
            };
            let mut start = cold;
            let mut end = self.longest(start, self.text.len())?;
            while end.is_none() && start < self.text.len() {
                start += 1;
                end = self.longest(start, self.text.len())?;
            }
            while let Some(tried) = end {
                if self.holds(start, tried)? {
                    return Ok(true);
                }
                end = if tried > start {
                    self.longest(start, tried - 1)?
                } else {
                    None
                };
            }
            // As in the library, a candidate at the end of the text counts as a match although the verification failed.
            if start == self.text.len() {
                return Ok(true);
            }
            from = start + 1;
        }
    }

    /// Finds the match that ends first, without regard to back-references. Returns the last offset up to the end of
    /// that match at which no match was in progress; `None` if there is no match.
    fn find(&mut self, from: usize) -> Result<Option<usize>, Error<E>> {
        let (first, last) = (self.strip.first(), self.strip.last());
        let fresh = self.fresh(first)?;
        let mut now = fresh.clone();
        let mut cold = from;
        for at in from.. {
            if now == fresh {
                cold = at;
            }
            self.pass(&mut now, first, at)?;
            if now[last] {
                return Ok(Some(cold));
            }
            let Some(byte) = self.text.get(at) else {
                break;
            };
            let before = std::mem::replace(&mut now, fresh.clone());
            self.step(first, Some(&before), &mut now, Input::Byte(*byte))?;
        }
        Ok(None)
    }

    /// The end of the longest match that starts at `from` and ends at `to` or before, without regard to
    /// back-references.
    fn longest(&mut self, from: usize, to: usize) -> Result<Option<usize>, Error<E>> {
        let (first, last) = (self.strip.first(), self.strip.last());
        let mut now = self.fresh(first)?;
        let mut longest = None;
        for at in from..=to {
            self.pass(&mut now, first, at)?;
            if now[last] {
                longest = Some(at);
            }
            if at == to || !now.contains(&true) {
                break;
            }
            let empty = vec![false; now.len()];
            let before = std::mem::replace(&mut now, empty);
            self.step(first, Some(&before), &mut now, Input::Byte(self.text[at]))?;
        }
        Ok(longest)
    }

    /// The set of operations at the start of a match.
    fn fresh(&mut self, first: usize) -> Result<Set, Error<E>> {
        let mut fresh = vec![false; self.strip.ops.len()];
        fresh[first] = true;
        self.step(first, None, &mut fresh, Input::Nothing)?;
        Ok(fresh)
    }

    /// Adds to `now` the operations after the anchors that hold at the offset `at`.
    fn pass(&mut self, now: &mut Set, first: usize, at: usize) -> Result<(), Error<E>> {
        let (is_start, is_end) = (at == 0, at == self.text.len());
        let mut rounds = 0;
        if is_start {
            rounds += self.strip.text_starts;
        }
        if is_end {
            rounds += self.strip.text_ends;
        }
        for _ in 0..rounds {
            self.pass_once(now, first, Input::Text(is_start, is_end))?;
        }
        let is_after_word = !is_start && is_word(self.text[at - 1]);
        let is_before_word = !is_end && is_word(self.text[at]);
        match (is_after_word, is_before_word) {
            (false, true) => self.pass_once(now, first, Input::WordStart),
            (true, false) => self.pass_once(now, first, Input::WordEnd),
            _ => Ok(()),
        }
    }

    fn pass_once(&mut self, now: &mut Set, first: usize, input: Input) -> Result<(), Error<E>> {
        let before = self.strip.is_narrow().then(|| now.clone());
        self.step(first, before.as_ref(), now, input)
    }

    /// Adds to `after` the successors of the operations in `before` for an input. If `before` is `None`, adds the
    /// successors of the operations in `after` itself.
    fn step(
        &mut self,
        first: usize,
        before: Option<&Set>,
        after: &mut Set,
        input: Input,
    ) -> Result<(), Error<E>> {
        let ops = &self.strip.ops;
        let mut steps = 0;
        let mut op = first;
        while op < self.strip.last() {
            steps += 1;
            let takes = match (ops[op], input) {
                (Op::Byte(it), Input::Byte(byte)) => it == byte,
                (Op::Set(it), Input::Byte(byte)) => contains(&self.strip.sets[it as usize], byte),
                (Op::Any, Input::Byte(_)) => true,
                (Op::TextStart, Input::Text(holds, _)) | (Op::TextEnd, Input::Text(_, holds)) => {
                    holds
                }
                (Op::WordStart, Input::WordStart) | (Op::WordEnd, Input::WordEnd) => true,
                _ => false,
            };
            if takes && before.map_or(after[op], |it| it[op]) {
                after[op + 1] = true;
            }
            if after[op] {
                op = self.spread(op, after);
            }
            op += 1;
        }
        Ok((self.pay)(steps)?)
    }

    /// Adds to `after` the operations that follow `op` without consuming input. Returns the position before the
    /// operation to be examined next.
    fn spread(&self, op: usize, after: &mut Set) -> usize {
        let ops = &self.strip.ops;
        let mut add = |to: usize| {
            if let Some(it) = after.get_mut(to) {
                *it = true;
            }
        };
        match ops[op] {
            Op::LoopClose(distance) => {
                add(op + 1);
                let open = op - distance as usize;
                if !std::mem::replace(&mut after[open], true) {
                    // Examine the whole loop again.
                    return open - 1;
                }
            }
            Op::OptionOpen(distance) | Op::ChoiceOpen(distance) => {
                add(op + 1);
                add(op + distance as usize);
            }
            Op::BranchOpen(distance) => {
                add(op + 1);
                let next = op + distance as usize;
                if ops.get(next) != Some(&Op::ChoiceClose) {
                    add(next);
                }
            }
            Op::BranchClose(distance) => add(op + distance as usize),
            Op::GroupOpen(_) | Op::GroupClose(_) | Op::LoopOpen => add(op + 1),
            Op::OptionClose | Op::ChoiceClose => add(op + 1),
            Op::ReferenceOpen(_) | Op::ReferenceClose(_) => add(op + 1),
            _ => {}
        }
        op
    }

    /// Whether the pattern, including its back-references, matches exactly the text from `start` to `end`.
    fn holds(&mut self, start: usize, end: usize) -> Result<bool, Error<E>> {
        let groups = self.strip.groups as usize + 1;
        for places in [&mut self.begins, &mut self.ends] {
            places.clear();
            places.resize(groups, None);
        }
        self.rest.clear();
        self.rest.push(Rest::At(Attempt {
            op: self.strip.first(),
            at: start,
            depth: 0,
            empty: 0,
        }));
        while let Some(rest) = self.rest.pop() {
            let place = match rest {
                Rest::At(place) => place,
                Rest::Branch(place) => match self.next_branch(place) {
                    Some(place) => place,
                    None => continue,
                },
                Rest::Begin(group, was) => {
                    self.begins[group] = was;
                    continue;
                }
                Rest::End(group, was) => {
                    self.ends[group] = was;
                    continue;
                }
            };
            if self.try_from(place, end)? {
                return Ok(true);
            }
            if self.rest.len() > MAX_SIZE {
                return Err(Error::TooLarge);
            }
        }
        Ok(false)
    }

    /// Continues an attempt until it matches up to `end` or fails. Alternatives are pushed to `rest`.
    fn try_from(&mut self, mut place: Attempt, end: usize) -> Result<bool, Error<E>> {
        while place.op < self.strip.last() {
            (self.pay)(1)?;
            let Some(next) = self.advance(place, end) else {
                return Ok(false);
            };
            place = next;
        }
        Ok(place.at == end)
    }

    fn advance(&mut self, place: Attempt, end: usize) -> Option<Attempt> {
        let Attempt { op, at, depth, .. } = place;
        let next = Attempt {
            op: op + 1,
            ..place
        };
        let taken = Attempt { at: at + 1, ..next };
        let byte = self.text[..end].get(at).copied();
        match self.strip.ops[op] {
            Op::Byte(it) => (byte == Some(it)).then_some(taken),
            Op::Any => byte.map(|_| taken),
            Op::Set(it) => {
                let set = &self.strip.sets[it as usize];
                byte.is_some_and(|byte| contains(set, byte))
                    .then_some(taken)
            }
            Op::TextStart => (at == 0).then_some(next),
            Op::TextEnd => (at == self.text.len()).then_some(next),
            Op::WordStart => (!self.is_word_before(at) && self.is_word_at(at)).then_some(next),
            Op::WordEnd => (self.is_word_before(at) && !self.is_word_at(at)).then_some(next),
            Op::OptionClose | Op::ChoiceClose => Some(next),
            Op::BranchClose(distance) => Some(Attempt {
                op: op + distance as usize + 1,
                ..place
            }),
            Op::OptionOpen(distance) => {
                self.rest.push(Rest::At(Attempt {
                    op: op + distance as usize + 1,
                    ..place
                }));
                Some(next)
            }
            Op::ChoiceOpen(distance) => {
                self.rest.push(Rest::Branch(Attempt {
                    op: op + distance as usize - 1,
                    ..place
                }));
                Some(next)
            }
            Op::LoopOpen => {
                *self.passes.get_mut(depth + 1)? = at;
                Some(Attempt {
                    depth: depth + 1,
                    ..next
                })
            }
            Op::LoopClose(distance) => {
                let out = Attempt {
                    depth: depth.checked_sub(1)?,
                    ..next
                };
                let last = std::mem::replace(self.passes.get_mut(depth)?, at);
                if last == at {
                    return Some(out);
                }
                self.rest.push(Rest::At(out));
                Some(Attempt {
                    op: op - distance as usize + 1,
                    ..place
                })
            }
            Op::GroupOpen(group) => {
                let was = self.begins[group as usize].replace(at);
                self.rest.push(Rest::Begin(group as usize, was));
                Some(next)
            }
            Op::GroupClose(group) => {
                let was = self.ends[group as usize].replace(at);
                self.rest.push(Rest::End(group as usize, was));
                Some(next)
            }
            Op::ReferenceOpen(group) => self.repeat_group(place, group, end),
            Op::ReferenceClose(_) | Op::BranchOpen(_) | Op::End | Op::Void => None,
        }
    }

    fn is_word_before(&self, at: usize) -> bool {
        at > 0 && is_word(self.text[at - 1])
    }

    fn is_word_at(&self, at: usize) -> bool {
        self.text.get(at).copied().is_some_and(is_word)
    }

    /// The attempt at the branch that follows the branch end at `place`. Pushes an alternative for the branch after it.
    fn next_branch(&mut self, place: Attempt) -> Option<Attempt> {
        let ops = &self.strip.ops;
        let open = place.op + 1;
        let Op::BranchOpen(distance) = *ops.get(open)? else {
            return None;
        };
        let next = open + distance as usize;
        let end = match ops.get(next)? {
            Op::BranchOpen(_) => next - 1,
            _ => next,
        };
        if ops.get(end) != Some(&Op::ChoiceClose) {
            self.rest.push(Rest::Branch(Attempt { op: end, ..place }));
        }
        Some(Attempt {
            op: open + 1,
            ..place
        })
    }

    fn repeat_group(&mut self, place: Attempt, group: u32, end: usize) -> Option<Attempt> {
        let from = self.begins[group as usize]?;
        let to = self.ends[group as usize]?;
        let text = self.text.get(from..to)?;
        if text.is_empty() && place.empty >= MAX_EMPTY {
            return None;
        }
        let rest = self.text[..end].get(place.at..)?;
        if !rest.starts_with(text) {
            return None;
        }
        let is_close = |op: &Op| *op == Op::ReferenceClose(group);
        let close = self.strip.ops[place.op..].iter().position(is_close)?;
        Some(Attempt {
            op: place.op + close + 1,
            at: place.at + text.len(),
            empty: place.empty + u32::from(text.is_empty()),
            ..place
        })
    }
}

/// Whether the state machine alone finds a match, computed as in the library.
#[cfg(test)]
pub(crate) fn may_match<E>(
    strip: &Strip,
    text: &[u8],
    pay: &mut impl FnMut(usize) -> Result<(), E>,
) -> Result<bool, Error<E>> {
    Ok(Match::new(strip, text, pay).find(0)?.is_some())
}
