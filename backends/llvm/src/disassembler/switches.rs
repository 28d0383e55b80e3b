//! 22's decoders: programs of nested switches and scopes, preceded by their sizes.

mod conflicts;

use backend::ids::Id;
use backend::{Context, Fatal, Output, Rec};
use target_model::decoder::{
    Check, Decision, EncodingId, Encodings, NodeId, Table, Tree, soft_masks,
};
use target_model::instructions::Instructions;

use super::BY_WIDTH;
use super::bytes::{push_byte, push_leb};
use super::functions::Functions;
use super::program::leb_len;

/// The column of comments.
const COLUMN: usize = 45;

/// The decoding of an encoding after the bits are tested.
#[derive(Clone, Copy)]
struct Leaf {
    predicate: Option<u32>,
    soft_bits: Option<(u64, u64)>,
    decoder: u32,
}

/// Writes the tables of all encodings, with their functions. Returns whether there are bits that may be wrong. Ambiguous
/// encodings are an error.
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
    /// The number of bits of the codes, if the table begins with it.
    width: Option<usize>,
    /// By node: the decoding of its encoding, if it has one.
    leaves: Vec<Option<Leaf>>,
    /// By node: the bytes of its first alternative, and of all alternatives.
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
        // Decoders are numbered in the order of the program.
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
        // Children come after their parents.
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
        // Errors in them were reported when the encoding was read.
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

    /// The other alternatives of a node.
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

    /// The bytes of a node's first alternative, and of all.
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

/// The check of a run of bits that is part of one of these, and the other checks.
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

/// The pending output.
enum Part {
    /// All alternatives of a node.
    Node { node: NodeId, indent: usize },
    /// The alternatives of a node after the first one.
    Others { node: NodeId, indent: usize },
    /// A case of a switch: its value and the node; `is_last` has no size.
    Case {
        value: u64,
        node: NodeId,
        is_last: bool,
        indent: usize,
    },
    /// A comment on a line of its own.
    Comment { text: String, indent: usize },
}

struct Writer<'a, 'b, 'c, 'o> {
    cx: &'b Context<'a>,
    instructions: &'b Instructions,
    program: &'b Program<'c>,
    out: &'b mut Output<'o>,
    /// The digits of the largest index.
    digits: usize,
    /// The bytes before the line, and those before its end.
    line: usize,
    at: usize,
    /// The start of the line in the text.
    start: usize,
}

/// Writes a table.
fn push_table<'a>(
    cx: &Context<'a>,
    out: &mut Output,
    instructions: &Instructions,
    table: &Table,
    program: &Program,
) {
    let len = program.len();
    writeln!(
        out,
        "static const uint8_t DecoderTable{}{}[{len}] = {{",
        table.namespace, table.width
    );
    let start = out.text.len();
    let mut writer = Writer {
        cx,
        instructions,
        program,
        out,
        digits: len.to_string().len(),
        line: 0,
        at: 0,
        start,
    };
    writer.write();
    out.no_source();
    out.push("};\n");
}

impl Writer<'_, '_, '_, '_> {
    fn write(&mut self) {
        if let Some(width) = self.program.width {
            self.start_line();
            self.push_number(width as u64);
            self.end_line(&format!("BitWidth {width}"), 0);
        }
        let mut parts = vec![Part::Node {
            node: Tree::ROOT,
            indent: 0,
        }];
        while let Some(part) = parts.pop() {
            match part {
                Part::Node { node, indent } => match self.program.others(node) {
                    None => self.push_first(node, indent, &mut parts),
                    Some(_) => self.push_scope(node, "try {", indent, &mut parts),
                },
                Part::Others { node, indent } => match self.program.others(node) {
                    Some(_) => self.push_scope(node, "} else try {", indent, &mut parts),
                    None => {
                        self.push_comment_line("} else try {", indent);
                        parts.push(comment("}".to_owned(), indent));
                        self.push_first(node, indent + 1, &mut parts);
                    }
                },
                Part::Case {
                    value,
                    node,
                    is_last,
                    indent,
                } => {
                    self.start_line();
                    self.push_number(value);
                    let size = if is_last {
                        0
                    } else {
                        self.program.sizes[node.index()].1
                    };
                    self.push_number(size as u64);
                    self.end_line(&format!("case {value:#x}: {{"), indent);
                    parts.push(comment("}".to_owned(), indent));
                    let indent = indent + 1;
                    parts.push(Part::Node { node, indent });
                }
                Part::Comment { text, indent } => self.push_comment_line(&text, indent),
            }
        }
    }

    /// Writes a node's first alternative, which is followed by others.
    fn push_scope(&mut self, node: NodeId, text: &str, indent: usize, parts: &mut Vec<Part>) {
        self.push_opcode("OPC_Scope");
        self.push_number(self.program.sizes[node.index()].0 as u64);
        self.end_line(text, indent);
        if let Some(node) = self.program.others(node) {
            parts.push(Part::Others { node, indent });
        }
        self.push_first(node, indent + 1, parts);
    }

    /// Writes a node's first alternative, or has its cases written next.
    fn push_first(&mut self, node: NodeId, indent: usize, parts: &mut Vec<Part>) {
        match &self.program.tree.get(node).decision {
            Decision::One { encoding, checks } => self.push_leaf(node, *encoding, checks, indent),
            Decision::OneOr {
                encoding,
                checks,
                run,
                ..
            } => {
                let (first, rest) = split(checks, *run);
                if let Some(check) = first {
                    self.push_check(&check, indent);
                }
                self.push_leaf(node, *encoding, &rest, indent);
            }
            Decision::Switch {
                start, len, cases, ..
            } => {
                if let [(value, node)] = cases[..] {
                    let check = Check {
                        start: *start,
                        len: *len,
                        value,
                    };
                    self.push_check(&check, indent);
                    parts.push(Part::Node { node, indent });
                    return;
                }
                let bits = bits(*start, *len);
                self.push_opcode("OPC_SwitchField");
                self.push_number(*start as u64);
                self.push_plain(*len as u8);
                self.end_line(&format!("switch Inst[{bits}] {{"), indent);
                parts.push(comment(format!("}} // switch Inst[{bits}]"), indent));
                let last = cases.len().saturating_sub(1);
                for (number, (value, node)) in cases.iter().enumerate().rev() {
                    parts.push(Part::Case {
                        value: *value,
                        node: *node,
                        is_last: number == last,
                        indent,
                    });
                }
            }
            Decision::Conflict(_) => {}
        }
    }

    fn push_leaf(&mut self, node: NodeId, id: EncodingId, checks: &[Check], indent: usize) {
        let Some(leaf) = self.program.leaves[node.index()] else {
            return;
        };
        let encoding = self.program.encodings.get(id);
        let rec: Rec = self.cx.records.rec(encoding.rec);
        let instruction = self.instructions.get(encoding.instruction).rec;
        self.out.sources(|| [rec.id(), instruction]);
        if let Some(number) = leaf.predicate {
            self.push_opcode("OPC_CheckPredicate");
            self.push_number(number.into());
            self.end_line(&format!("check predicate {number}"), indent);
        }
        for check in checks.iter().rev() {
            self.push_check(check, indent);
        }
        if let Some((zeros, ones)) = leaf.soft_bits {
            self.push_opcode("OPC_SoftFail");
            self.push_number(zeros);
            self.push_number(ones);
            let text = format!("softfail pos={zeros:#010x} neg={ones:#010x}");
            self.end_line(&text, indent);
        }
        self.push_opcode("OPC_Decode");
        self.push_number(encoding.instruction.0.into());
        self.push_number(leaf.decoder.into());
        let name = encoding.name(self.cx, self.instructions);
        let decoder = leaf.decoder;
        self.end_line(&format!("decode to {name} using decoder {decoder}"), indent);
        self.out.no_source();
    }

    fn push_check(&mut self, check: &Check, indent: usize) {
        let Check { start, len, value } = *check;
        self.push_opcode("OPC_CheckField");
        self.push_number(start as u64);
        self.push_plain(len as u8);
        self.push_number(value);
        let bits = bits(start, len);
        self.end_line(&format!("check Inst[{bits}] == {value:#x}"), indent);
    }

    fn start_line(&mut self) {
        self.line = self.at;
        self.start = self.out.text.len();
        self.out.push("  ");
    }

    fn push_opcode(&mut self, opcode: &str) {
        self.start_line();
        self.out.push(opcode);
        self.out.push(", ");
        self.at += 1;
    }

    fn push_plain(&mut self, byte: u8) {
        push_byte(self.out, byte);
        self.at += 1;
    }

    fn push_number(&mut self, number: u64) {
        push_leb(self.out, number);
        self.at += leb_len(number);
    }

    fn push_comment_line(&mut self, text: &str, indent: usize) {
        self.start = self.out.text.len();
        self.end_line(text, indent);
    }

    fn end_line(&mut self, text: &str, indent: usize) {
        let mut used = self.out.text.len() - self.start;
        if used > COLUMN {
            self.out.push("\n");
            used = 0;
        }
        self.out.push_fill(' ', (COLUMN - used).max(1));
        let (line, digits) = (self.line, self.digits);
        write!(self.out, "// {line:digits$}: ");
        self.out.push_fill(' ', indent);
        self.out.push(text);
        self.out.push("\n");
    }
}

fn comment(text: String, indent: usize) -> Part {
    Part::Comment { text, indent }
}

/// A run of bits as comments name it.
fn bits(start: usize, len: usize) -> String {
    match len {
        1 => start.to_string(),
        _ => format!("{}:{start}", start + len - 1),
    }
}
