//! The compiled form of a pattern: adjacent operations, each of which continues with the next one unless it says
//! otherwise.
//!
//! Branches and loops are marked at both ends. Distances are relative, so a part can be copied.

use crate::brackets::Bytes;
use crate::{Error, MAX_SIZE};

/// An operation. Numbers without a name are distances: forward in opening operations, backward in closing ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    /// An operation that was never written.
    Void,
    /// The ends of the strip.
    End,
    Byte(u8),
    Any,
    /// One of the bytes of a set, by its number.
    Set(u32),
    TextStart,
    TextEnd,
    WordStart,
    WordEnd,
    GroupOpen(u32),
    GroupClose(u32),
    /// A reference to a group, around a copy of it.
    ReferenceOpen(u32),
    ReferenceClose(u32),
    /// Inside a loop, its first and its last operation.
    LoopOpen,
    LoopClose(u32),
    /// The outer end of an optional part.
    OptionOpen(u32),
    OptionClose,
    /// The start of a choice, outside of all branches. It points to the second one.
    ChoiceOpen(u32),
    /// The end of a branch except the last. It points to the end of the choice.
    BranchClose(u32),
    /// The start of a branch except the first. It points to the next one, or to the end of the choice.
    BranchOpen(u32),
    ChoiceClose,
}

/// References name the groups 1 to 9.
const GROUPS: usize = 10;

/// A strip, finished or in the making.
#[derive(Debug)]
pub(crate) struct Strip {
    /// Operations beyond `len` were dropped, but copies may still reach them.
    pub(crate) ops: Vec<Op>,
    len: usize,
    pub(crate) sets: Vec<Bytes>,
    /// The positions at which groups begin and end, 0 if not set yet.
    begins: [usize; GROUPS],
    ends: [usize; GROUPS],
    /// The number of anchors of each kind in the pattern, without copies.
    pub(crate) text_starts: usize,
    pub(crate) text_ends: usize,
    pub(crate) groups: u32,
    /// The nesting depth of loops.
    pub(crate) loops: usize,
    has_references: bool,
    /// A text that has to be in each match.
    pub(crate) literal: Vec<u8>,
    /// Steps that are not yet charged to the budget.
    unpaid: usize,
}

/// A strip that makes no sense.
pub(crate) struct Broken;

impl Strip {
    pub(crate) fn new() -> Strip {
        Strip {
            ops: vec![Op::End],
            len: 1,
            sets: Vec::new(),
            begins: [0; GROUPS],
            ends: [0; GROUPS],
            text_starts: 0,
            text_ends: 0,
            groups: 0,
            loops: 0,
            has_references: false,
            literal: Vec::new(),
            unpaid: 0,
        }
    }

    /// The position of the next operation.
    pub(crate) fn here(&self) -> usize {
        self.len
    }

    /// The operation that a match begins with.
    pub(crate) fn first(&self) -> usize {
        1
    }

    /// The operation that a match ends at.
    pub(crate) fn last(&self) -> usize {
        self.ops.len() - 1
    }

    /// Whether its states fit into a word.
    pub(crate) fn is_narrow(&self) -> bool {
        self.ops.len() <= 64
    }

    pub(crate) fn has_references(&self) -> bool {
        self.has_references
    }

    /// Charges the budget for the work since the last call.
    pub(crate) fn settle<E>(
        &mut self,
        pay: &mut impl FnMut(usize) -> Result<(), E>,
    ) -> Result<(), Error<E>> {
        pay(std::mem::take(&mut self.unpaid))?;
        if self.len > MAX_SIZE {
            Err(Error::TooLarge)
        } else {
            Ok(())
        }
    }

    pub(crate) fn emit(&mut self, op: Op) {
        match op {
            Op::TextStart => self.text_starts += 1,
            Op::TextEnd => self.text_ends += 1,
            _ => {}
        }
        self.unpaid += 1;
        match self.ops.get_mut(self.len) {
            Some(dropped) => *dropped = op,
            None => self.ops.push(op),
        }
        self.len += 1;
    }

    pub(crate) fn emit_set(&mut self, set: Bytes) {
        let number = self.sets.len() as u32;
        self.sets.push(set);
        self.emit(Op::Set(number));
    }

    /// Begins a group and returns its number.
    pub(crate) fn open_group(&mut self) -> u32 {
        self.groups += 1;
        if let Some(begin) = self.begins.get_mut(self.groups as usize) {
            *begin = self.len;
        }
        self.emit(Op::GroupOpen(self.groups));
        self.groups
    }

    pub(crate) fn close_group(&mut self, group: u32) {
        if let Some(end) = self.ends.get_mut(group as usize) {
            *end = self.len;
        }
        self.emit(Op::GroupClose(group));
    }

    /// A reference to a group from 1 to 9, if that is closed.
    pub(crate) fn reference(&mut self, group: u32) -> bool {
        let (begin, end) = (self.begins[group as usize], self.ends[group as usize]);
        if end == 0 {
            return false;
        }
        self.emit(Op::ReferenceOpen(group));
        self.copy(begin + 1, end);
        self.emit(Op::ReferenceClose(group));
        self.has_references = true;
        true
    }

    /// Inserts an operation before `at`.
    fn insert(&mut self, at: usize, op: Op) {
        let moved = self.len - at;
        self.emit(op);
        // The places of dropped groups move too, though not the operations.
        for place in self.begins.iter_mut().chain(&mut self.ends) {
            *place += usize::from(*place >= at);
        }
        self.ops[at..self.len].rotate_right(1);
        self.unpaid += moved / 8;
    }

    /// Copies operations to the end and returns the start of the copy.
    fn copy(&mut self, from: usize, to: usize) -> usize {
        let (copy, len) = (self.len, to - from);
        let end = to.max(copy + len);
        if self.ops.len() < end {
            self.ops.resize(end, Op::Void);
        }
        self.ops.copy_within(from..to, copy);
        self.len += len;
        self.unpaid += len / 8;
        copy
    }

    /// Makes the part from `at` the first branch of a choice, and begins the second branch.
    pub(crate) fn open_choice(&mut self, at: usize) {
        let distance = self.len - at + 2;
        self.insert(at, Op::ChoiceOpen(distance as u32));
        self.emit(Op::BranchClose(0));
        self.emit(Op::BranchOpen(0));
    }

    /// Begins one more branch. `last` is where the one before begins.
    pub(crate) fn next_branch(&mut self, last: usize) {
        self.emit(Op::BranchClose(0));
        self.ops[last] = Op::BranchOpen((self.len - last) as u32);
        self.emit(Op::BranchOpen(0));
    }

    /// Ends a choice that begins at `at`. `last` is where its last branch begins.
    pub(crate) fn close_choice(&mut self, at: usize, last: usize) {
        let end = self.len;
        self.ops[last] = Op::BranchOpen((end - last) as u32);
        self.emit(Op::ChoiceClose);
        let Op::ChoiceOpen(distance) = self.ops[at] else {
            return;
        };
        let mut branch = at + distance as usize;
        while let Op::BranchOpen(distance) = self.ops[branch] {
            self.ops[branch - 1] = Op::BranchClose((end - branch + 1) as u32);
            branch += distance as usize;
        }
    }

    /// Makes the part from `at` repeat once or more.
    pub(crate) fn repeat(&mut self, at: usize) {
        self.insert(at, Op::LoopOpen);
        self.emit(Op::LoopClose((self.len - at) as u32));
    }

    /// Makes the loop that begins at `at` optional.
    pub(crate) fn skip_loop(&mut self, at: usize) {
        let distance = self.len - at + 1;
        self.insert(at, Op::OptionOpen(distance as u32));
        self.emit(Op::OptionClose);
    }

    /// Makes the part from `at` optional. The library uses a choice with an empty branch.
    pub(crate) fn skip(&mut self, at: usize) {
        self.open_choice(at);
        self.close_choice(at, self.len - 1);
    }

    /// Makes the part from `at` repeat from `min` to `max` times, without an upper bound if there is no `max`.
    pub(crate) fn repeat_times(&mut self, at: usize, min: u32, max: Option<u32>) {
        match (min, max) {
            (0, Some(0)) => self.len = at,
            (0, _) => {
                let inner = at + 1;
                // The branch begins before it is known how long it is.
                self.insert(at, Op::ChoiceOpen(0));
                self.repeat_more(inner, 1, max);
                self.emit(Op::BranchClose(0));
                self.ops[at] = Op::ChoiceOpen((self.len - at) as u32);
                self.emit(Op::BranchOpen(0));
                self.close_choice(at, self.len - 1);
            }
            _ => self.repeat_more(at, min, max),
        }
    }

    /// The same for at least once.
    fn repeat_more(&mut self, mut at: usize, mut min: u32, mut max: Option<u32>) {
        while self.len <= MAX_SIZE {
            let end = self.len;
            match (min, max) {
                (1, Some(1)) => return,
                (1, None) => return self.repeat(at),
                (1, _) => {
                    self.skip(at);
                    at = self.copy(at + 1, end + 1);
                }
                _ => {
                    at = self.copy(at, end);
                    min -= 1;
                }
            }
            max = max.map(|it| it - 1);
        }
    }

    /// Ends the strip.
    pub(crate) fn finish(&mut self) -> Result<(), Broken> {
        self.emit(Op::End);
        self.ops.truncate(self.len);
        if self.has_references {
            self.literal = self.find_literal()?.to_vec();
            self.loops = self.loop_depth()?;
        }
        Ok(())
    }

    /// The longest literal that each match contains. Copies of dropped groups may be broken in a way that is noticed
    /// here.
    fn find_literal(&self) -> Result<Vec<u8>, Broken> {
        let (mut longest, mut bytes) = (Vec::new(), Vec::new());
        let mut at = self.first();
        while let Some(op) = self.ops.get(at) {
            match *op {
                Op::Byte(byte) => bytes.push(byte),
                Op::LoopOpen | Op::GroupOpen(_) | Op::GroupClose(_) => {}
                Op::OptionOpen(mut distance) | Op::ChoiceOpen(mut distance) => {
                    loop {
                        at += distance as usize;
                        distance = match self.ops.get(at) {
                            Some(Op::BranchOpen(distance)) => *distance,
                            Some(Op::OptionClose | Op::ChoiceClose) => break,
                            _ => return Err(Broken),
                        };
                    }
                    keep_longer(&mut longest, &mut bytes);
                }
                op => {
                    keep_longer(&mut longest, &mut bytes);
                    if op == Op::End {
                        break;
                    }
                }
            }
            at += 1;
        }
        Ok(longest)
    }

    fn loop_depth(&self) -> Result<usize, Broken> {
        let (mut depth, mut deepest) = (0_isize, 0);
        for op in &self.ops {
            match op {
                Op::LoopOpen => depth += 1,
                Op::LoopClose(_) => {
                    deepest = deepest.max(depth);
                    depth -= 1;
                }
                _ => {}
            }
        }
        match depth {
            0 => Ok(deepest.unsigned_abs()),
            _ => Err(Broken),
        }
    }
}

fn keep_longer(longest: &mut Vec<u8>, bytes: &mut Vec<u8>) {
    if bytes.len() > longest.len() {
        std::mem::swap(longest, bytes);
    }
    bytes.clear();
}
