//! Matching of patterns without back-references, by a state machine.
//!
//! A state is the set of operations that may come next at a position of a text. Transitions are computed once and
//! cached from text to text, since the same pattern is matched against thousands of names.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::brackets::contains;
use crate::strip::{Op, Strip};

/// The states found so far.
#[derive(Debug, Default)]
pub(crate) struct States {
    /// The class of each byte. Bytes of one class behave alike: each operation consumes either all of them or none.
    classes: Vec<u8>,
    /// One byte of each class.
    examples: Vec<u8>,
    /// Whether the pattern has word anchors.
    has_words: bool,
    /// The state at the start of a nonempty text.
    start: Option<u32>,
    matches_empty: Option<bool>,
    list: Vec<State>,
    /// The transitions: for each state, the next state for each byte class.
    next: Vec<u32>,
    by_ops: [FxHashMap<Arc<[u32]>, u32>; 3],
    /// The total size of all states: the number of their operations and transitions.
    size: usize,
    scratch: Scratch,
}

#[derive(Debug)]
struct State {
    /// The positions in the strip of the operations that may come next: anchors, and operations that consume a byte.
    ops: Arc<[u32]>,
    before: Before,
    /// Whether a text that ends in this state matches; `None` until it is computed.
    matches_at_end: Option<bool>,
}

/// The kind of byte before the current position of a text, for the word anchors.
#[derive(Clone, Copy, Debug)]
enum Before {
    Nothing,
    Word,
    Other,
}

/// Pseudo-states: the text matches whatever follows, it cannot match any more, or the transition is not computed yet.
const MATCH: u32 = u32::MAX;
const NEVER: u32 = u32::MAX - 1;
const UNKNOWN: u32 = u32::MAX - 2;

/// The operations that are reached at one position of a text, while they are collected.
#[derive(Debug, Default)]
struct Scratch {
    found: Vec<u32>,
    /// For each operation, the last round in which it was reached. Each position of a text is a new round.
    reached: Vec<u32>,
    round: u32,
    rest: Vec<u32>,
    /// Whether the position is the start of the text.
    is_start: bool,
    /// The number of visited operations that are not yet charged to the budget.
    unpaid: usize,
}

/// If `States::size` exceeds this limit, all states are dropped: the states of some patterns would not fit into memory.
const MAX_SIZE: usize = 1 << 16;

impl States {
    pub(crate) fn new(strip: &Strip) -> States {
        let (classes, examples) = classes(strip);
        let is_word = |op: &Op| matches!(op, Op::WordStart | Op::WordEnd);
        States {
            classes,
            examples,
            has_words: strip.ops.iter().any(is_word),
            ..States::default()
        }
    }

    /// Whether the pattern compiled to `strip` matches somewhere in `text`. The strip must be the same for each call.
    pub(crate) fn is_match<E>(
        &mut self,
        strip: &Strip,
        text: &[u8],
        pay: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<bool, E> {
        if text.is_empty() {
            return Ok(self.matches_empty(strip));
        }
        let mut state = self.start(strip);
        for byte in text {
            if state >= UNKNOWN {
                return Ok(state == MATCH);
            }
            let class = self.classes[usize::from(*byte)];
            let mut next = self.next[self.place(state, class)];
            if next == UNKNOWN {
                next = self.follow(strip, state, class);
                pay(std::mem::take(&mut self.scratch.unpaid))?;
            }
            state = next;
        }
        Ok(match state {
            MATCH => true,
            NEVER => false,
            state => self.matches_at_end(strip, state),
        })
    }

    #[inline]
    fn place(&self, state: u32, class: u8) -> usize {
        state as usize * self.examples.len() + usize::from(class)
    }

    fn matches_empty(&mut self, strip: &Strip) -> bool {
        let scratch = &mut self.scratch;
        *self.matches_empty.get_or_insert_with(|| {
            scratch.begin(strip);
            scratch.is_start = true;
            let is_anchor = |op| matches!(op, Op::TextStart | Op::TextEnd);
            scratch.reach(strip, strip.first())
                || scratch.pass(strip, strip.text_starts + strip.text_ends, is_anchor)
        })
    }

    fn start(&mut self, strip: &Strip) -> u32 {
        if let Some(start) = self.start {
            return start;
        }
        let scratch = &mut self.scratch;
        scratch.begin(strip);
        scratch.is_start = true;
        let is_anchor = |op| matches!(op, Op::TextStart);
        let is_match = scratch.reach(strip, strip.first())
            || scratch.pass(strip, strip.text_starts, is_anchor);
        let start = self.state(is_match, Before::Nothing);
        self.start = Some(start);
        start
    }

    /// Computes the transition from `state` by a byte of `class`, and caches it. If the cache is full, drops all states
    /// instead.
    fn follow(&mut self, strip: &Strip, state: u32, class: u8) -> u32 {
        let State { ops, before, .. } = &self.list[state as usize];
        let (ops, before) = (ops.clone(), *before);
        let is_full = self.size > MAX_SIZE;
        if is_full {
            self.list.clear();
            self.next.clear();
            self.by_ops.iter_mut().for_each(FxHashMap::clear);
            (self.size, self.start) = (0, None);
        }
        let byte = self.examples[usize::from(class)];
        let next = self.step(strip, &ops, before, byte);
        if !is_full {
            let place = self.place(state, class);
            self.next[place] = next;
        }
        next
    }

    /// The state that follows the operations `ops` after `byte` is consumed.
    fn step(&mut self, strip: &Strip, ops: &[u32], before: Before, byte: u8) -> u32 {
        let scratch = &mut self.scratch;
        let mut between = Vec::new();
        if self.has_words {
            scratch.begin_with(strip, ops);
            if scratch.pass_words(strip, before, Some(byte)) {
                return MATCH;
            }
            between = std::mem::take(&mut scratch.found);
        }
        scratch.begin(strip);
        let ops = if self.has_words { &between } else { ops };
        let takes = |op: u32| match strip.ops[op as usize] {
            Op::Byte(it) => it == byte,
            Op::Any => true,
            Op::Set(set) => contains(&strip.sets[set as usize], byte),
            _ => false,
        };
        let mut taken = ops.iter().filter(|op| takes(**op));
        let is_match = taken.any(|op| scratch.reach(strip, *op as usize + 1))
            || scratch.reach(strip, strip.first());
        scratch.unpaid += ops.len();
        let before = if self.has_words && is_word(byte) {
            Before::Word
        } else {
            Before::Other
        };
        self.state(is_match, before)
    }

    /// The state for the collected operations, added if it is new. `before` is the kind of the byte just consumed.
    fn state(&mut self, is_match: bool, before: Before) -> u32 {
        let found = &self.scratch.found;
        if is_match || found.is_empty() {
            return if is_match { MATCH } else { NEVER };
        }
        let before = if self.has_words {
            before
        } else {
            Before::Other
        };
        let known = &mut self.by_ops[before as usize];
        if let Some(known) = known.get(&found[..]) {
            return *known;
        }
        let ops: Arc<[u32]> = found[..].into();
        let number = self.list.len() as u32;
        let classes = self.examples.len();
        self.size += ops.len() + classes;
        known.insert(ops.clone(), number);
        self.next.resize(self.next.len() + classes, UNKNOWN);
        self.list.push(State {
            ops,
            before,
            matches_at_end: None,
        });
        number
    }

    fn matches_at_end(&mut self, strip: &Strip, state: u32) -> bool {
        let state = &mut self.list[state as usize];
        let (ops, before, scratch) = (&state.ops, state.before, &mut self.scratch);
        *state.matches_at_end.get_or_insert_with(|| {
            scratch.begin_with(strip, ops);
            scratch.pass(strip, strip.text_ends, |op| matches!(op, Op::TextEnd))
                || scratch.pass_words(strip, before, None)
        })
    }
}

impl Scratch {
    fn begin(&mut self, strip: &Strip) {
        self.reached.resize(strip.ops.len(), 0);
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.reached.fill(0);
            self.round = 1;
        }
        self.found.clear();
        self.is_start = false;
    }

    /// Starts a round with operations that an earlier round found.
    fn begin_with(&mut self, strip: &Strip, ops: &[u32]) {
        self.begin(strip);
        ops.iter()
            .for_each(|it| self.reached[*it as usize] = self.round);
        self.found.extend_from_slice(ops);
        self.unpaid += ops.len();
    }

    /// Adds the operations that are reached from `op`, including `op` itself, without consuming a byte or passing an
    /// anchor. Only anchors and operations that consume a byte are added. Returns whether the end of the pattern is
    /// reached.
    fn reach(&mut self, strip: &Strip, op: usize) -> bool {
        self.rest.clear();
        self.rest.push(op as u32);
        while let Some(op) = self.rest.pop() {
            let reached = &mut self.reached[op as usize];
            if std::mem::replace(reached, self.round) == self.round {
                continue;
            }
            self.unpaid += 1;
            match strip.ops[op as usize] {
                Op::Byte(_) | Op::Any | Op::Set(_) => self.found.push(op),
                Op::TextEnd | Op::WordStart | Op::WordEnd => self.found.push(op),
                Op::TextStart if self.is_start => self.found.push(op),
                Op::TextStart | Op::Void => {}
                Op::End => return true,
                Op::LoopClose(distance) => self.rest.extend([op - distance, op + 1]),
                Op::OptionOpen(distance) | Op::ChoiceOpen(distance) => {
                    self.rest.extend([op + distance, op + 1]);
                }
                Op::BranchOpen(distance) => {
                    self.rest.push(op + 1);
                    if let Op::BranchOpen(_) = strip.ops[(op + distance) as usize] {
                        self.rest.push(op + distance);
                    }
                }
                Op::BranchClose(distance) => self.rest.push(op + distance),
                Op::GroupOpen(_) | Op::GroupClose(_) | Op::LoopOpen => self.rest.push(op + 1),
                Op::OptionClose | Op::ChoiceClose => self.rest.push(op + 1),
                Op::ReferenceOpen(_) | Op::ReferenceClose(_) => self.rest.push(op + 1),
            }
        }
        false
    }

    /// Continues after the anchors that hold at this position. In a narrow strip this is repeated at most `rounds`
    /// times, as in the library. Returns whether the end of the pattern is reached.
    fn pass(&mut self, strip: &Strip, rounds: usize, holds: impl Fn(Op) -> bool) -> bool {
        let rounds = if strip.is_narrow() {
            rounds
        } else {
            usize::MAX
        };
        let mut done = 0;
        for _ in 0..rounds {
            let known = self.found.len();
            if done == known {
                break;
            }
            for index in done..known {
                let op = self.found[index] as usize;
                if holds(strip.ops[op]) && self.reach(strip, op + 1) {
                    return true;
                }
            }
            done = known;
        }
        false
    }

    /// Like `pass`, for word anchors; `next` is the byte after the position, `None` at the end of the text.
    fn pass_words(&mut self, strip: &Strip, before: Before, next: Option<u8>) -> bool {
        let is_before_word = next.is_some_and(is_word);
        match before {
            Before::Nothing | Before::Other if is_before_word => {
                self.pass(strip, 1, |op| matches!(op, Op::WordStart))
            }
            Before::Word if !is_before_word => self.pass(strip, 1, |op| matches!(op, Op::WordEnd)),
            _ => false,
        }
    }
}

pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The class of each byte, and one byte of each class. Bytes are in one class if no operation distinguishes them.
fn classes(strip: &Strip) -> (Vec<u8>, Vec<u8>) {
    let mut classes = vec![0_u8; 256];
    // The number of bytes in each class.
    let mut members = vec![256_u16];
    for (index, set) in strip.sets.iter().enumerate() {
        if index == 0 || strip.sets[index - 1] != *set {
            split(&mut classes, &mut members, |byte| contains(set, byte));
        }
    }
    for op in &strip.ops {
        match *op {
            Op::Byte(byte) => {
                let class = &mut classes[usize::from(byte)];
                if members[usize::from(*class)] > 1 {
                    members[usize::from(*class)] -= 1;
                    *class = members.len() as u8;
                    members.push(1);
                }
            }
            Op::WordStart | Op::WordEnd => split(&mut classes, &mut members, is_word),
            _ => {}
        }
    }
    let mut examples = vec![0; members.len()];
    for (byte, class) in (0..=255).zip(&classes) {
        examples[usize::from(*class)] = byte;
    }
    (classes, examples)
}

/// Splits each class into the bytes for which `is_in` holds and the others.
fn split(classes: &mut [u8], members: &mut Vec<u16>, is_in: impl Fn(u8) -> bool) {
    let mut inside = [0_u16; 256];
    for (byte, class) in (0..=255).zip(&*classes) {
        inside[usize::from(*class)] += u16::from(is_in(byte));
    }
    let mut parts = [None; 256];
    for (byte, class) in (0..=255).zip(classes) {
        let old = usize::from(*class);
        if is_in(byte) && inside[old] < members[old] {
            let part = *parts[old].get_or_insert(members.len());
            if part == members.len() {
                members.push(0);
            }
            members[old] -= 1;
            inside[old] -= 1;
            members[part] += 1;
            *class = part as u8;
        }
    }
}
