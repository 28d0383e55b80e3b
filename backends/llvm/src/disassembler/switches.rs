//! Decoder tables in the format of LLVM 22 and later: programs of nested switches and scopes. A size precedes each case
//! and each scope.

mod conflicts;
mod writer;

use backend::ids::Id;
use backend::{Context, Fatal, Output};
use target_model::decoder::{Check, Decision, EncodingId, Encodings, NodeId, Tree, soft_masks};
use target_model::instructions::Instructions;

use self::writer::push_table;
use super::BY_WIDTH;
use super::functions::Functions;
use super::program::leb_len;

/// The steps that decode an encoding after its bits were tested.
#[derive(Clone, Copy)]
struct Leaf {
    predicate: Option<u32>,
    soft_bits: Option<(u64, u64)>,
    decoder: u32,
}

/// Writes the tables of all encodings with their functions. Returns whether there are soft bits. Ambiguous encodings
/// are an error.
pub(super) fn push<'a>(
    cx: &Context<'a>,
    out: &mut Output,
    instructions: &Instructions,
    encodings: &Encodings,
    functions: &mut Functions<'a, '_>,
) -> Result<bool, Fatal> {
    let by_width = cx.options.is_on(&BY_WIDTH);
    if by_width && encodings.lengths.is_some() {
        let message = "Cannot specialize decoders for variable length instuctions";
        return Err(cx.records.fatal(message.to_owned()));
    }
    let (mut has_soft_bits, mut has_conflicts) = (false, false);
    for tables in encodings.tables.chunk_by(|a, b| a.width == b.width) {
        for table in tables {
            let tree = Tree::new(cx.release(), encodings, table);
            if conflicts::report(cx, instructions, encodings, &tree) {
                has_conflicts = true;
                continue;
            }
            let width = by_width.then_some(table.width);
            let program = Program::new(cx, encodings, &tree, functions, width)?;
            push_table(cx, out, instructions, table, &program);
            has_soft_bits |= program.has_soft_bits;
        }
        if by_width {
            functions.push_decoders(out, Some(tables[0].width));
        }
    }
    if has_conflicts {
        let message = "Decoding conflict encountered".to_owned();
        return Err(cx.records.fatal(message));
    }
    if !by_width {
        functions.push_decoders(out, None);
    }
    functions.push_predicates(out);
    Ok(has_soft_bits)
}

struct Program<'b> {
    encodings: &'b Encodings,
    tree: &'b Tree,
    /// The number of bits of the encodings. `None` if the number is not written at the start of the table.
    width: Option<usize>,
    /// For each node: the steps that decode the node's encoding. `None` if the node has no encoding.
    leaves: Vec<Option<Leaf>>,
    /// For each node: the size of its first alternative, and the size of all alternatives, in bytes.
    sizes: Vec<(usize, usize)>,
    has_soft_bits: bool,
}

impl<'b> Program<'b> {
    /// Prepares the program for a tree without ambiguous encodings.
    fn new<'a>(
        cx: &Context<'a>,
        encodings: &'b Encodings,
        tree: &'b Tree,
        functions: &mut Functions<'a, '_>,
        width: Option<usize>,
    ) -> Result<Program<'b>, Fatal> {
        let count = tree.iter().len();
        let mut program = Program {
            encodings,
            tree,
            width,
            leaves: vec![None; count],
            sizes: vec![(0, 0); count],
            has_soft_bits: false,
        };
        // Decoders are numbered in the order in which the program uses them.
        let mut waiting = vec![Tree::ROOT];
        while let Some(node) = waiting.pop() {
            match &tree.get(node).decision {
                Decision::One { encoding, .. } => program.add(cx, functions, node, *encoding)?,
                Decision::OneOr {
                    encoding, others, ..
                } => {
                    program.add(cx, functions, node, *encoding)?;
                    waiting.push(*others);
                }
                Decision::Switch { cases, others, .. } => {
                    waiting.extend(*others);
                    waiting.extend(cases.iter().rev().map(|(_, case)| *case));
                }
                Decision::Conflict(_) => {}
            }
        }
        // The size of a node includes the sizes of its children. Children have larger ids, so they come first in this
        // order.
        for (node, _) in tree.iter().rev() {
            program.sizes[node.index()] = program.sizes_of(node);
        }
        Ok(program)
    }

    fn add(
        &mut self,
        cx: &Context,
        functions: &mut Functions,
        node: NodeId,
        encoding: EncodingId,
    ) -> Result<(), Fatal> {
        let predicate = functions.predicate(encoding)?;
        let known = self.encodings.get(encoding);
        let rec = cx.records.rec(known.rec);
        // Errors in soft bits were reported when the encoding was read.
        let soft_bits = soft_masks(rec, self.encodings.order, known.pattern.width);
        let soft_bits = soft_bits.ok().flatten();
        self.has_soft_bits |= soft_bits.is_some();
        let (decoder, _) = functions.decoder(encoding);
        self.leaves[node.index()] = Some(Leaf {
            predicate,
            soft_bits,
            decoder,
        });
        Ok(())
    }

    fn len(&self) -> usize {
        let width = self.width.map_or(0, |it| leb_len(it as u64));
        width + self.sizes[Tree::ROOT.index()].1
    }

    /// The node with all alternatives but the first; `None` if there is only one alternative.
    fn others(&self, node: NodeId) -> Option<NodeId> {
        match &self.tree.get(node).decision {
            Decision::OneOr { others, .. } => Some(*others),
            Decision::Switch { others, .. } => *others,
            Decision::One { .. } | Decision::Conflict(_) => None,
        }
    }

    fn sizes_of(&self, node: NodeId) -> (usize, usize) {
        let first = match &self.tree.get(node).decision {
            Decision::One { encoding, checks } => self.size_of_leaf(node, *encoding, checks),
            Decision::OneOr {
                encoding,
                checks,
                run,
                ..
            } => {
                let (first, rest) = split(checks, *run);
                let rest = self.size_of_leaf(node, *encoding, &rest);
                first.map_or(0, |it| size_of_check(&it)) + rest
            }
            Decision::Switch {
                start, len, cases, ..
            } => {
                if let [(value, case)] = cases[..] {
                    let check = Check {
                        start: *start,
                        len: *len,
                        value,
                    };
                    let all = size_of_check(&check) + self.sizes[case.index()].1;
                    return self.with_others(node, all);
                }
                let head = 2 + leb_len(*start as u64);
                let last = cases.len().saturating_sub(1);
                let cases = cases.iter().enumerate().map(|(number, (value, case))| {
                    let size = self.sizes[case.index()].1;
                    let skip = if number == last { 0 } else { size };
                    leb_len(*value) + leb_len(skip as u64) + size
                });
                head + cases.sum::<usize>()
            }
            Decision::Conflict(_) => 0,
        };
        self.with_others(node, first)
    }

    /// The sizes of a node in bytes: `first`, the size of its first alternative, and the size of all alternatives.
    fn with_others(&self, node: NodeId, first: usize) -> (usize, usize) {
        let all = match self.others(node) {
            Some(others) => 1 + leb_len(first as u64) + first + self.sizes[others.index()].1,
            None => first,
        };
        (first, all)
    }

    fn size_of_leaf(&self, node: NodeId, encoding: EncodingId, checks: &[Check]) -> usize {
        let Some(leaf) = self.leaves[node.index()] else {
            return 0;
        };
        let predicate = leaf.predicate.map_or(0, |it| 1 + leb_len(it.into()));
        let checks = checks.iter().map(size_of_check);
        let soft_bits = leaf
            .soft_bits
            .map_or(0, |(zeros, ones)| 1 + leb_len(zeros) + leb_len(ones));
        let opcode = self.encodings.get(encoding).instruction.0;
        let decode = 1 + leb_len(opcode.into()) + leb_len(leaf.decoder.into());
        predicate + checks.sum::<usize>() + soft_bits + decode
    }
}

fn size_of_check(check: &Check) -> usize {
    2 + leb_len(check.start as u64) + leb_len(check.value)
}

/// Splits the check that contains the bits of a run. Returns the check of this run only, and the checks of all other
/// bits.
fn split(checks: &[Check], (start, len): (usize, usize)) -> (Option<Check>, Vec<Check>) {
    let (mut first, mut rest) = (None, Vec::with_capacity(checks.len() + 1));
    for check in checks {
        let end = check.start + check.len;
        if check.start > start || start + len > end {
            rest.push(*check);
            continue;
        }
        let part = |start: usize, len: usize| Check {
            start,
            len,
            value: check.value.unbounded_shr((start - check.start) as u32)
                & u64::MAX.unbounded_shr(64u32.saturating_sub(len as u32)),
        };
        first = Some(part(start, len));
        if check.start < start {
            rest.push(part(check.start, start - check.start));
        }
        if start + len < end {
            rest.push(part(start + len, end - start - len));
        }
    }
    (first, rest)
}
