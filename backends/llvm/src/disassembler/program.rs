//! The program that a tree of decisions becomes.

use std::ops::Range;

use backend::{Context, Fatal};
use target_model::decoder::{
    Check, Decision, EncodingId, Encodings, Looked, NodeId, SoftError, Tree, soft_masks,
};
use target_model::instructions::{BitOrder, EncodingBit, Instructions};

use super::changes::Form;
use super::functions::Functions;

/// Consecutive steps. The final step, which fails, is implicit.
pub(super) struct Program {
    form: Form,
    entries: Vec<Entry>,
    /// Their number of bytes.
    len: usize,
    /// Scopes: lists of steps whose jump targets are not known yet, the innermost last.
    open: Vec<Vec<usize>>,
    /// A distance is too large for its bytes.
    is_too_long: bool,
    /// The encodings in order, to tie steps to them.
    emitted: Vec<EncodingId>,
}

pub(super) struct Entry {
    /// The number of its first byte.
    pub at: usize,
    /// The number of the byte behind it.
    end: usize,
    pub step: Step,
    pub otherwise: Otherwise,
    /// Among the program's encodings.
    pub of: Range<usize>,
}

/// The continuation if a step fails.
#[derive(Clone, Copy)]
pub(super) enum Otherwise {
    /// A test that cannot fail.
    Nothing,
    /// The program continues elsewhere.
    Skip(Skip),
    /// The program fails.
    Fail,
}

#[derive(Clone, Copy)]
pub(super) struct Skip {
    /// The index at which the entry ends.
    from: usize,
    to: usize,
}

pub(super) enum Step {
    /// Extracts a run of bits. There is one byte for its length.
    Extract { start: usize, len: u8 },
    /// Continues if they are this number.
    Filter { value: u64 },
    /// Continues if a run of bits is a number.
    Check { start: usize, len: u8, value: u64 },
    /// Continues if a condition holds.
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
    /// Its number of bytes without the jump distance.
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

/// The number of bytes of a number in LEB128.
pub(super) fn leb_len(number: u64) -> usize {
    (u64::BITS - number.leading_zeros()).div_ceil(7).max(1) as usize
}

/// A decision whose cases are being written.
struct Frame<'a> {
    cases: std::slice::Iter<'a, (u64, NodeId)>,
    others: Option<NodeId>,
    /// The step that extracts the bits.
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
    /// Writes the program for a tree. Ambiguous groups of encodings are reported and, if that is no error, left out; so
    /// are bits without a known expected value.
    pub(super) fn new<'a>(
        cx: &Context<'a>,
        form: Form,
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
            program: Program {
                form,
                entries: Vec::new(),
                len: 0,
                open: vec![Vec::new()],
                is_too_long: false,
                emitted: Vec::new(),
            },
        };
        writer.write()?;
        writer.program.close();
        writer.check_distances()?;
        Ok(writer.program)
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The number of bytes of its steps.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn emitted(&self, range: Range<usize>) -> &[EncodingId] {
        self.emitted.get(range).unwrap_or_default()
    }

    /// The place to go on at, and how it is written: as the distance from the end of its entry.
    pub(super) fn after(&self, skip: Skip) -> (usize, impl Iterator<Item = u8>) {
        let distance = skip.to - skip.from;
        // A distance of release 19 that is too large loses its upper bits.
        let written = distance & ((1 << (8 * self.form.skip_len)) - 1);
        let bytes = written.to_le_bytes().into_iter().take(self.form.skip_len);
        (skip.from + written, bytes)
    }

    /// Adds a step that cannot fail; returns its number.
    fn push(&mut self, step: Step) -> usize {
        self.push_entry(step, |_| Otherwise::Nothing)
    }

    /// Adds a step that jumps if it fails; returns its number.
    fn push_skipping(&mut self, step: Step) -> usize {
        self.len += self.form.skip_len;
        let skip = |end| Skip { from: end, to: end };
        self.push_entry(step, |end| Otherwise::Skip(skip(end)))
    }

    /// Adds a step that, if it fails, continues at the end of the innermost scope.
    fn push_open(&mut self, step: Step) {
        if self.fails_outside_of_scopes() {
            self.push_entry(step, |_| Otherwise::Fail);
            return;
        }
        let entry = self.push_skipping(step);
        self.leave_open(entry);
    }

    fn push_entry(&mut self, step: Step, otherwise: impl Fn(usize) -> Otherwise) -> usize {
        let at = self.entries.last().map_or(0, |it| it.end);
        self.len += step.len();
        let start = self.emitted.len();
        self.entries.push(Entry {
            at,
            end: self.len,
            step,
            otherwise: otherwise(self.len),
            of: start..start + 1,
        });
        self.entries.len() - 1
    }

    /// Whether the failure of a step is that of the program.
    fn fails_outside_of_scopes(&self) -> bool {
        self.form.has_failing_steps && self.open.len() == 1
    }

    /// Makes a step continue at the end of the innermost scope.
    fn leave_open(&mut self, entry: usize) {
        if let Some(open) = self.open.last_mut() {
            open.push(entry);
        }
    }

    /// Makes a failed step continue at the current end of the program.
    fn set_skip(&mut self, entry: usize) {
        if let Otherwise::Skip(skip) = &mut self.entries[entry].otherwise {
            skip.to = self.len;
            self.is_too_long |= skip.to - skip.from >= 1 << (8 * self.form.skip_len);
        }
    }

    /// Ends the innermost scope at the current end of the program.
    fn close(&mut self) {
        let open = self.open.pop();
        open.into_iter().flatten().for_each(|it| self.set_skip(it));
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
            // The previous case ends at the current end of the program.
            if let Some(last) = frame.last {
                self.program.set_skip(last);
                self.program.entries[last].of.end = self.program.emitted.len();
            }
            if let Some((value, case)) = frame.cases.next() {
                let step = Step::Filter { value: *value };
                let is_last = frame.cases.len() == 0;
                frame.last = Some(if is_last && self.program.fails_outside_of_scopes() {
                    self.program.push_entry(step, |_| Otherwise::Fail)
                } else {
                    self.program.push_skipping(step)
                });
                next = Some(*case);
            } else if let Some(others) = frame.others.take() {
                self.program.close();
                frame.last = None;
                next = Some(others);
            } else {
                self.program.entries[frame.extract].of.end = self.program.emitted.len();
                // If the last case's bits match but later checks fail, no other case can match either.
                frame
                    .last
                    .into_iter()
                    .for_each(|it| self.program.leave_open(it));
                frames.pop();
            }
        }
    }

    /// Writes a decision, or if it depends on bits, the step that extracts them.
    fn write_node(&mut self, mut node: NodeId) -> Result<Option<Frame<'b>>, Fatal> {
        let tree = self.tree;
        loop {
            self.check_distances()?;
            match &tree.get(node).decision {
                Decision::One { encoding, checks } => {
                    self.write_encoding(*encoding, checks)?;
                    return Ok(None);
                }
                Decision::OneOr {
                    encoding,
                    checks,
                    others,
                    ..
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
                    let extract = self.program.push(step);
                    if others.is_some() {
                        self.program.open.push(Vec::new());
                    }
                    return Ok(Some(Frame {
                        cases: cases.iter(),
                        others: *others,
                        extract,
                        last: None,
                    }));
                }
                Decision::Conflict(group) => {
                    let is_strict = self.program.form.is_strict;
                    self.reporter().conflict(node, group, is_strict)?;
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
        if let Some((zeros, ones)) = soft_bits(&self.reporter(), id)? {
            self.program.push(Step::SoftFail { zeros, ones });
        }
        let (decoder, is_complete) = self.functions.decoder(id);
        let step = Step::Decode {
            opcode: encoding.instruction.0,
            decoder,
            is_complete,
        };
        if is_complete {
            self.program.push(step);
        } else {
            self.program.push_open(step)
        }
        self.program.emitted.push(id);
        Ok(())
    }

    fn reporter(&self) -> Reporter<'_, 'b> {
        Reporter {
            cx: self.cx,
            instructions: self.instructions,
            encodings: self.encodings,
            tree: self.tree,
        }
    }

    fn check_distances(&self) -> Result<(), Fatal> {
        if self.program.is_too_long && self.program.form.is_strict {
            let message = "disassembler decoding table too large, try --large-decoder-table";
            return Err(self.cx.records.fatal(message.to_owned()));
        }
        Ok(())
    }
}

/// Reports the errors of a table's encodings.
pub(super) struct Reporter<'a, 'b> {
    pub cx: &'b Context<'a>,
    pub instructions: &'b Instructions,
    pub encodings: &'b Encodings,
    pub tree: &'b Tree,
}

impl Reporter<'_, '_> {
    /// Reports an ambiguous group of encodings, with the bits examined before.
    pub(super) fn conflict(
        &self,
        node: NodeId,
        group: &[EncodingId],
        is_strict: bool,
    ) -> Result<(), Fatal> {
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
            text += &encoding.name(self.cx, self.instructions);
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
        if is_strict {
            let message = "Decoding conflict encountered".to_owned();
            return Err(self.cx.records.fatal(message));
        }
        Ok(())
    }
}

/// The bits of an encoding that should be zero, and those that should be one, if there are any.
pub(super) fn soft_bits(reporter: &Reporter, id: EncodingId) -> Result<Option<(u64, u64)>, Fatal> {
    let Reporter { cx, encodings, .. } = reporter;
    let encoding = encodings.get(id);
    let rec = cx.records.rec(encoding.rec);
    match soft_masks(rec, encodings.order, reporter.tree.width) {
        Ok(masks) => Ok(masks),
        Err(SoftError::Unset(at)) => {
            cx.dump(format!(
                "SoftFail Conflict: bit SoftFail{{{at}}} in {} is set \
                 but Inst{{{at}}} is unset!\n  \
                 - You can only mark a bit as SoftFail if it is fully defined \
                 (1/0 - not '?') in Inst\n",
                encoding.name(cx, reporter.instructions)
            ));
            Ok(None)
        }
        Err(SoftError::Other(error)) => Err(error),
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
