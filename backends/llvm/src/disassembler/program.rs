//! The program that a tree of decisions becomes.

use std::ops::Range;

use backend::{Context, Fatal};
use target_model::decoder::{
    Check, Decision, Encoding, EncodingId, Encodings, Looked, NodeId, SoftError, Tree, soft_masks,
};
use target_model::instructions::{BitOrder, EncodingBit, Instructions};

use super::functions::Functions;

/// Steps one after another. The last, which is not among them, gives up.
#[derive(Default)]
pub(super) struct Program {
    entries: Vec<Entry>,
    /// How many bytes they take.
    len: usize,
    /// Lists of steps whose places to go on at are not known yet, the innermost last.
    open: Vec<Vec<usize>>,
    /// The encodings as they come, to tell which a step is for.
    emitted: Vec<EncodingId>,
}

pub(super) struct Entry {
    /// The number of its first byte.
    pub at: usize,
    pub step: Step,
    /// Where to go on if it fails.
    pub skip: Option<Skip>,
    /// Among the program's encodings.
    pub of: Range<usize>,
}

#[derive(Clone, Copy)]
pub(super) struct Skip {
    /// Where the entry ends.
    from: usize,
    to: usize,
}

pub(super) enum Step {
    /// Takes a run of bits. There is one byte for its length.
    Extract { start: usize, len: u8 },
    /// Goes on if they are this number.
    Filter { value: u64 },
    /// Goes on if a run of bits is a number.
    Check { start: usize, len: u8, value: u64 },
    /// Goes on if a condition holds.
    Predicate { number: u32 },
    /// Notes that bits are not as they should be.
    SoftFail { zeros: u64, ones: u64 },
    /// Decodes the operands. If that is not complete, it may fail.
    Decode {
        opcode: u32,
        decoder: u32,
        is_complete: bool,
    },
}

impl Step {
    /// How many bytes it takes without the place to go on at.
    fn len(&self) -> usize {
        match *self {
            Step::Extract { start, .. } => 2 + leb_len(start as u64),
            Step::Filter { value } => 1 + leb_len(value),
            Step::Check { start, value, .. } => 2 + leb_len(start as u64) + leb_len(value),
            Step::Predicate { number } => 1 + leb_len(number.into()),
            Step::SoftFail { zeros, ones } => 1 + leb_len(zeros) + leb_len(ones),
            Step::Decode {
                opcode, decoder, ..
            } => 1 + leb_len(opcode.into()) + leb_len(decoder.into()),
        }
    }
}

/// How many bytes a number takes in bytes of seven bits.
fn leb_len(number: u64) -> usize {
    (u64::BITS - number.leading_zeros()).div_ceil(7).max(1) as usize
}

/// The bytes that say where to go on.
const SKIP_LEN: usize = 3;

/// A decision whose cases are being written.
struct Frame<'a> {
    cases: std::slice::Iter<'a, (u64, NodeId)>,
    others: Option<NodeId>,
    /// The step that takes the bits.
    extract: usize,
    /// The step of the last case.
    last: Option<usize>,
}

struct Writer<'a, 'b, 'c> {
    cx: &'b Context<'a>,
    instructions: &'b Instructions,
    encodings: &'b Encodings,
    tree: &'b Tree,
    functions: &'b mut Functions<'a, 'c>,
    program: Program,
}

impl Program {
    /// Writes the program for a tree. Groups of encodings that it cannot tell apart are left out, and said, as are bits
    /// of which it is not known what they should be.
    pub(super) fn of<'a>(
        cx: &Context<'a>,
        instructions: &Instructions,
        encodings: &Encodings,
        tree: &Tree,
        functions: &mut Functions<'a, '_>,
    ) -> Result<Program, Fatal> {
        let mut writer = Writer {
            cx,
            instructions,
            encodings,
            tree,
            functions,
            program: Program::default(),
        };
        writer.program.open.push(Vec::new());
        writer.write()?;
        let mut program = writer.program;
        program.close();
        Ok(program)
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How many bytes its steps take.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn emitted(&self, range: Range<usize>) -> &[EncodingId] {
        self.emitted.get(range).unwrap_or_default()
    }

    /// The place to go on at, and how it is written: as the distance from the end of its entry, in three bytes.
    pub(super) fn after(&self, skip: Skip) -> (usize, [u8; SKIP_LEN]) {
        let distance = (skip.to - skip.from) as u32;
        let [low, middle, high, _] = distance.to_le_bytes();
        (
            skip.from + (distance & 0xFF_FFFF) as usize,
            [low, middle, high],
        )
    }

    /// Adds a step; gives its number.
    fn push(&mut self, step: Step, can_fail: bool) -> usize {
        let at = self.len;
        self.len += step.len() + if can_fail { SKIP_LEN } else { 0 };
        let skip = can_fail.then_some(Skip {
            from: self.len,
            to: self.len,
        });
        let start = self.emitted.len();
        self.entries.push(Entry {
            at,
            step,
            skip,
            of: start..start + 1,
        });
        self.entries.len() - 1
    }

    /// Adds a step that, if it fails, goes on where the innermost list ends.
    fn push_open(&mut self, step: Step) {
        let entry = self.push(step, true);
        if let Some(open) = self.open.last_mut() {
            open.push(entry);
        }
    }

    /// Lets a step go on here.
    fn set_skip(&mut self, entry: usize) {
        if let Some(skip) = &mut self.entries[entry].skip {
            skip.to = self.len;
        }
    }

    /// Lets the steps of the innermost list go on here.
    fn resolve(&mut self) {
        let open = self.open.last_mut().map(std::mem::take);
        open.into_iter().flatten().for_each(|it| self.set_skip(it));
    }

    /// Ends the innermost list here.
    fn close(&mut self) {
        self.resolve();
        self.open.pop();
    }

    /// Ends the innermost list, whose steps go on where the one around it ends.
    fn hand_on(&mut self, last: Option<usize>) {
        let mut inner = self.open.pop().unwrap_or_default();
        inner.extend(last);
        if let Some(outer) = self.open.last_mut() {
            outer.append(&mut inner);
        }
    }
}

impl<'b> Writer<'_, 'b, '_> {
    fn write(&mut self) -> Result<(), Fatal> {
        let mut frames: Vec<Frame> = Vec::new();
        let mut next = Some(Tree::ROOT);
        loop {
            if let Some(node) = next.take() {
                frames.extend(self.write_node(node)?);
            }
            let Some(frame) = frames.last_mut() else {
                return Ok(());
            };
            // The case before ends here.
            if let Some(last) = frame.last {
                self.program.set_skip(last);
                self.program.entries[last].of.end = self.program.emitted.len();
            }
            if let Some((value, case)) = frame.cases.next() {
                let value = *value;
                frame.last = Some(self.program.push(Step::Filter { value }, true));
                next = Some(*case);
            } else if let Some(others) = frame.others.take() {
                self.program.resolve();
                frame.last = None;
                next = Some(others);
            } else {
                self.program.entries[frame.extract].of.end = self.program.emitted.len();
                // The last case's bits may be right and then others wrong: the other cases would not fit either.
                self.program.hand_on(frame.last);
                frames.pop();
            }
        }
    }

    /// Writes a decision, or where it depends on bits, the step that takes them.
    fn write_node(&mut self, mut node: NodeId) -> Result<Option<Frame<'b>>, Fatal> {
        let tree = self.tree;
        loop {
            match &tree.get(node).decision {
                Decision::One { encoding, checks } => {
                    self.write_encoding(*encoding, checks)?;
                    return Ok(None);
                }
                Decision::OneOr {
                    encoding,
                    checks,
                    others,
                } => {
                    self.program.open.push(Vec::new());
                    self.write_encoding(*encoding, checks)?;
                    self.program.close();
                    node = *others;
                }
                Decision::Switch {
                    start,
                    len,
                    cases,
                    others,
                } => {
                    let step = Step::Extract {
                        start: *start,
                        len: *len as u8,
                    };
                    let extract = self.program.push(step, false);
                    self.program.open.push(Vec::new());
                    return Ok(Some(Frame {
                        cases: cases.iter(),
                        others: *others,
                        extract,
                        last: None,
                    }));
                }
                Decision::Conflict(group) => {
                    self.report_conflict(node, group)?;
                    return Ok(None);
                }
            }
        }
    }

    fn write_encoding(&mut self, id: EncodingId, checks: &[Check]) -> Result<(), Fatal> {
        let encoding = self.encodings.get(id);
        if let Some(number) = self.functions.predicate(id)? {
            self.program.push_open(Step::Predicate { number });
        }
        for check in checks.iter().rev() {
            self.program.push_open(Step::Check {
                start: check.start,
                len: check.len as u8,
                value: check.value,
            });
        }
        self.write_soft_bits(id)?;
        let (decoder, is_complete) = self.functions.decoder(id);
        let step = Step::Decode {
            opcode: encoding.instruction.0,
            decoder,
            is_complete,
        };
        match is_complete {
            true => {
                self.program.push(step, false);
            }
            false => self.program.push_open(step),
        }
        self.program.emitted.push(id);
        Ok(())
    }

    fn write_soft_bits(&mut self, id: EncodingId) -> Result<(), Fatal> {
        let encoding = self.encodings.get(id);
        let rec = self.cx.records.rec(encoding.rec);
        match soft_masks(rec, self.encodings.order, self.tree.width) {
            Ok(None) => {}
            Ok(Some((zeros, ones))) => {
                self.program.push(Step::SoftFail { zeros, ones }, false);
            }
            Err(SoftError::Unset(at)) => self.cx.dump(format!(
                "SoftFail Conflict: bit SoftFail{{{at}}} in {} is set \
                 but Inst{{{at}}} is unset!\n  \
                 - You can only mark a bit as SoftFail if it is fully defined \
                 (1/0 - not '?') in Inst\n",
                name(self.cx, self.instructions, encoding)
            )),
            Err(SoftError::Other(error)) => return Err(error),
        }
        Ok(())
    }

    /// Says of which encodings it is not known how to tell them apart, and what was looked at before.
    fn report_conflict(&self, node: NodeId, group: &[EncodingId]) -> Result<(), Fatal> {
        let mut text = "Decoding Conflict:\n".to_owned();
        for node in self.tree.path(node) {
            text += "\t\t";
            let bits = (0..self.tree.width).rev();
            text.extend(bits.map(|at| looked_bit(&node.looked, at)));
            text += "\n";
        }
        for id in group {
            let encoding = self.encodings.get(*id);
            text += "\t";
            text += &name(self.cx, self.instructions, encoding);
            text += " ";
            let rec = self.cx.records.rec(encoding.rec);
            let order: BitOrder = self.encodings.order;
            let bits = target_model::decoder::BitsOf::read(rec, order)?.bits;
            text.extend(bits.iter().rev().map(|bit| match bit {
                EncodingBit::Known(true) => '1',
                EncodingBit::Known(false) => '0',
                _ => '_',
            }));
            text += "\n";
        }
        self.cx.dump(text);
        Ok(())
    }
}

fn looked_bit(looked: &Looked, at: usize) -> char {
    match (looked.known.get(at), looked.value.get(at)) {
        (true, true) => '1',
        (true, false) => '0',
        (false, _) if looked.open.get(at) => '_',
        (false, _) => '.',
    }
}

/// An encoding as comments and messages name it.
pub(super) fn name(cx: &Context, instructions: &Instructions, encoding: &Encoding) -> String {
    let instruction = instructions.get(encoding.instruction);
    match encoding.rec == instruction.rec {
        true => instruction.name.to_string(),
        false => format!(
            "{}:{}",
            cx.records.rec(encoding.rec).name(),
            instruction.name
        ),
    }
}
