//! Converts a decision tree to a decoder table: a program whose steps test bits, jump and decode.

use std::ops::Range;

use backend::{Context, Fatal};
use target_model::decoder::{
    Check, Decision, EncodingId, Encodings, Looked, NodeId, SoftError, Tree, soft_masks,
};
use target_model::instructions::{BitOrder, EncodingBit, Instructions};

use super::changes::Form;
use super::functions::Functions;

/// A program: a sequence of steps. The final step, which fails, is implicit.
pub(super) struct Program {
    form: Form,
    entries: Vec<Entry>,
    /// The size of the steps in bytes.
    len: usize,
    /// The open scopes, the innermost last. Each scope lists the indices of the entries that jump to its end. The
    /// offset of the end of an open scope is not known yet.
    open: Vec<Vec<usize>>,
    /// Whether the distance of some jump does not fit into the bytes that the format provides for a distance.
    is_too_long: bool,
    /// The encodings in the order in which they are decoded, for the source map.
    emitted: Vec<EncodingId>,
}

pub(super) struct Entry {
    /// The offset of the first byte in the program.
    pub at: usize,
    /// The offset of the first byte after the entry.
    end: usize,
    pub step: Step,
    pub otherwise: Otherwise,
    /// The encodings that can be reached from this entry, as a range of indices in `Program::emitted`.
    pub of: Range<usize>,
}

/// Where the program continues if a step fails.
#[derive(Clone, Copy)]
pub(super) enum Otherwise {
    /// The step cannot fail.
    Nothing,
    /// The program jumps forward.
    Skip(Skip),
    /// The program fails.
    Fail,
}

#[derive(Clone, Copy)]
pub(super) struct Skip {
    /// The offset of the entry's end, from which the distance is measured.
    from: usize,
    to: usize,
}

pub(super) enum Step {
    /// Extracts `len` bits from `start` on. The length takes one byte.
    Extract { start: usize, len: u8 },
    /// Fails unless the extracted bits have this value.
    Filter { value: u64 },
    /// Fails unless the `len` bits from `start` on have this value.
    Check { start: usize, len: u8, value: u64 },
    /// Fails unless a condition holds.
    Predicate { number: u32 },
    /// Makes the result a soft failure if a bit differs from its expected value. `zeros` is the mask of the bits that
    /// should be zero, and `ones` is the mask of the bits that should be one.
    SoftFail { zeros: u64, ones: u64 },
    /// Decodes the operands. The step can fail only if the decoder is not complete.
    Decode {
        opcode: u32,
        decoder: u32,
        is_complete: bool,
    },
}

impl Step {
    /// The size of the step in bytes, without the distance.
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

/// The size of a number in ULEB128, in bytes.
pub(super) fn leb_len(number: u64) -> usize {
    (u64::BITS - number.leading_zeros()).div_ceil(7).max(1) as usize
}

/// A switch whose cases are being written.
struct Frame<'a> {
    cases: std::slice::Iter<'a, (u64, NodeId)>,
    others: Option<NodeId>,
    /// The index of the step that extracts the bits.
    extract: usize,
    /// The index of the step of the case that was written last; `None` before the first case.
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
    /// Creates the program for a decision tree. Ambiguous groups of encodings are reported. They are an error if
    /// `form.is_strict`, and are left out otherwise. Soft bits without an expected value are reported and left out.
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

    /// The size of the program in bytes.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn emitted(&self, range: Range<usize>) -> &[EncodingId] {
        self.emitted.get(range).unwrap_or_default()
    }

    /// The offset at which the program continues if a step fails, and the bytes that encode the jump: the distance from
    /// the end of the failed step's entry.
    pub(super) fn after(&self, skip: Skip) -> (usize, impl Iterator<Item = u8>) {
        let distance = skip.to - skip.from;
        // Before LLVM 21, a distance that is too large loses its upper bits.
        let written = distance & ((1 << (8 * self.form.skip_len)) - 1);
        let bytes = written.to_le_bytes().into_iter().take(self.form.skip_len);
        (skip.from + written, bytes)
    }

    /// Adds a step that cannot fail. Returns its index.
    fn push(&mut self, step: Step) -> usize {
        self.push_entry(step, |_| Otherwise::Nothing)
    }

    /// Adds a step that jumps if it fails. Returns its index.
    fn push_skipping(&mut self, step: Step) -> usize {
        self.len += self.form.skip_len;
        let skip = |end| Skip { from: end, to: end };
        self.push_entry(step, |end| Otherwise::Skip(skip(end)))
    }

    /// Adds a step that jumps to the end of the innermost scope if it fails. Outside of all scopes, the program fails
    /// instead if `form.has_failing_steps`.
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

    /// Whether the whole program fails if the next step fails.
    fn fails_outside_of_scopes(&self) -> bool {
        self.form.has_failing_steps && self.open.len() == 1
    }

    /// Makes a step jump to the end of the innermost scope if it fails.
    fn leave_open(&mut self, entry: usize) {
        if let Some(open) = self.open.last_mut() {
            open.push(entry);
        }
    }

    /// Makes a step jump to the current end of the program if it fails.
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
            // If the previous case fails, the program continues here.
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
                // If the bits do not match the last case either, the program leaves the innermost scope.
                frame
                    .last
                    .into_iter()
                    .for_each(|it| self.program.leave_open(it));
                frames.pop();
            }
        }
    }

    /// Writes a decision. If the decision is a switch, only the step that extracts its bits is written, and the frame
    /// for its cases is returned; otherwise, the result is `None`.
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
    /// Prints an ambiguous group of encodings, and the bits that are tested on the path to it. Returns an error if
    /// `is_strict`.
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

/// The masks of an encoding's soft bits: the mask of the bits that should be zero, and the mask of the bits that should
/// be one. `None` if there are no soft bits, or if a soft bit has no expected value. If the expected value is missing,
/// a message is printed.
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
