//! The strip, the compiled form of a pattern: a sequence of operations. Each operation continues with the next one
//! unless its documentation says otherwise.
//!
//! Branches and loops are marked at both ends. Distances are relative, so that a part of the strip can be copied.

use crate::brackets::Bytes;
use crate::{Error, MAX_SIZE};

/// An operation. The operand of loops, options, choices and branches is a distance to another operation: forward in
/// `…Open` and `BranchClose`, backward in `LoopClose`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    /// Fills a position from which a dropped group is copied although no operation was emitted there.
    Void,
    /// The first and the last operation of the strip.
    End,
    Byte(u8),
    Any,
    /// Consumes a byte of the set with this index in `Strip::sets`.
    Set(u32),
    TextStart,
    TextEnd,
    WordStart,
    WordEnd,
    GroupOpen(u32),
    GroupClose(u32),
    /// The start and the end of a back-reference to the group with this number. Between them is a copy of the group's
    /// operations.
    ReferenceOpen(u32),
    ReferenceClose(u32),
    /// The first and the last operation of a loop. `LoopClose` points to `LoopOpen`.
    LoopOpen,
    LoopClose(u32),
    /// The start and the end of an optional loop. `OptionOpen` points to `OptionClose`.
    OptionOpen(u32),
    OptionClose,
    /// The start of a choice, before its first branch. It points to the `BranchOpen` of the second branch.
    ChoiceOpen(u32),
    /// The end of each branch except the last. It points to the `ChoiceClose`.
    BranchClose(u32),
    /// The start of each branch except the first. It points to the `BranchOpen` of the next branch, or to the
    /// `ChoiceClose`.
    BranchOpen(u32),
    ChoiceClose,
}

/// The length of the tables of groups. Back-references exist for the groups 1 to 9 only.
const GROUPS: usize = 10;

/// A strip, finished or under construction.
#[derive(Debug)]
pub(crate) struct Strip {
    /// The operations. The operations from `len` on were dropped, but a copy of a group may still include them.
    pub(crate) ops: Vec<Op>,
    len: usize,
    pub(crate) sets: Vec<Bytes>,
    /// The positions of the `GroupOpen` and the `GroupClose` of each group; 0 if the operation is not emitted yet.
    begins: [usize; GROUPS],
    ends: [usize; GROUPS],
    /// The number of `^` and of `$` in the pattern. Copies made for repetitions do not count.
    pub(crate) text_starts: usize,
    pub(crate) text_ends: usize,
    pub(crate) groups: u32,
    /// The maximum nesting depth of loops. It is computed only for patterns with back-references.
    pub(crate) loops: usize,
    has_references: bool,
    /// A literal that each match contains. Empty if none is known or the pattern has no back-references.
    pub(crate) literal: Vec<u8>,
    /// The number of steps that are not yet charged to the budget.
    unpaid: usize,
}

/// The error for a malformed strip, which results from a back-reference to a dropped group.
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

    /// The position of the operation that is emitted next.
    pub(crate) fn here(&self) -> usize {
        self.len
    }

    /// The position of the operation with which each match begins.
    pub(crate) fn first(&self) -> usize {
        1
    }

    /// The position of the operation with which each match ends.
    pub(crate) fn last(&self) -> usize {
        self.ops.len() - 1
    }

    /// Whether the set of reached operations fits into a 64-bit word in the library. This affects how the library
    /// handles anchors.
    pub(crate) fn is_narrow(&self) -> bool {
        self.ops.len() <= 64
    }

    pub(crate) fn has_references(&self) -> bool {
        self.has_references
    }

    /// Charges the budget for the work since the last call. An error if the strip is too long.
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

    /// Emits a back-reference to a group from 1 to 9. Returns false if the group is not closed yet.
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
        // As in the library, the positions of dropped groups move as well, although their operations do not.
        for place in self.begins.iter_mut().chain(&mut self.ends) {
            *place += usize::from(*place >= at);
        }
        self.ops[at..self.len].rotate_right(1);
        self.unpaid += moved / 8;
    }

    /// Copies the operations from `from` up to, but not including, `to` to the end of the strip. Returns the position
    /// of the copy.
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

    /// Makes the operations from `at` on the first branch of a choice, and begins the second branch.
    pub(crate) fn open_choice(&mut self, at: usize) {
        let distance = self.len - at + 2;
        self.insert(at, Op::ChoiceOpen(distance as u32));
        self.emit(Op::BranchClose(0));
        self.emit(Op::BranchOpen(0));
    }

    /// Begins another branch. `last` is the position of the previous branch's `BranchOpen`.
    pub(crate) fn next_branch(&mut self, last: usize) {
        self.emit(Op::BranchClose(0));
        self.ops[last] = Op::BranchOpen((self.len - last) as u32);
        self.emit(Op::BranchOpen(0));
    }

    /// Ends the choice whose `ChoiceOpen` is at `at`. `last` is the position of the last branch's `BranchOpen`.
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

    /// Makes the operations from `at` on repeat once or more.
    pub(crate) fn repeat(&mut self, at: usize) {
        self.insert(at, Op::LoopOpen);
        self.emit(Op::LoopClose((self.len - at) as u32));
    }

    /// Makes the loop whose `LoopOpen` is at `at` optional.
    pub(crate) fn skip_loop(&mut self, at: usize) {
        let distance = self.len - at + 1;
        self.insert(at, Op::OptionOpen(distance as u32));
        self.emit(Op::OptionClose);
    }

    /// Makes the operations from `at` on optional. As in the library, this is a choice with an empty second branch.
    pub(crate) fn skip(&mut self, at: usize) {
        self.open_choice(at);
        self.close_choice(at, self.len - 1);
    }

    /// Makes the operations from `at` on repeat from `min` to `max` times; `max` is `None` if the count is unlimited.
    pub(crate) fn repeat_times(&mut self, at: usize, min: u32, max: Option<u32>) {
        match (min, max) {
            (0, Some(0)) => self.len = at,
            (0, _) => {
                let inner = at + 1;
                // The length of the branch is not known yet. The distance is set below.
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

    /// Like `repeat_times`, where `min` is at least 1.
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

    /// Ends the strip and, for a pattern with back-references, computes `literal` and `loops`.
    pub(crate) fn finish(&mut self) -> Result<(), Broken> {
        self.emit(Op::End);
        self.ops.truncate(self.len);
        if self.has_references {
            self.literal = self.find_literal()?.to_vec();
            self.loops = self.loop_depth()?;
        }
        Ok(())
    }

    /// The longest literal that each match contains; it may be empty. An error if the strip is malformed because a
    /// dropped group was copied.
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
