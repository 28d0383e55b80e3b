//! Writes a decoder table in the format of LLVM 22 and later: the bytes of a program, with comments.

use backend::ids::Id;
use backend::{Context, Output, Rec};
use target_model::decoder::{Check, Decision, EncodingId, NodeId, Table, Tree};
use target_model::instructions::Instructions;

use super::{Program, split};
use crate::disassembler::bytes::{push_byte, push_leb};
use crate::disassembler::program::leb_len;

/// The column at which comments begin.
const COLUMN: usize = 45;

/// Output that is still to be written.
enum Part {
    /// All alternatives of a node.
    Node { node: NodeId, indent: usize },
    /// All alternatives of a node but the first.
    Others { node: NodeId, indent: usize },
    /// A case of a switch: its value, and the node for its contents. For the last case, 0 is written in place of the
    /// size of its contents.
    Case {
        value: u64,
        node: NodeId,
        is_last: bool,
        indent: usize,
    },
    /// A comment on a separate line.
    Comment { text: String, indent: usize },
}

struct Writer<'a, 'b, 'c, 'o> {
    cx: &'b Context<'a>,
    instructions: &'b Instructions,
    program: &'b Program<'c>,
    out: &'b mut Output<'o>,
    /// The number of decimal digits of the table's size. Offsets in comments are padded to this width.
    digits: usize,
    /// The offset in the table at the start of the current line. `at` is the current offset.
    line: usize,
    at: usize,
    /// The position in the output at which the current line starts.
    start: usize,
}

/// Writes the table of a program.
pub(super) fn push_table<'a>(
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

    /// Writes a scope with a node's first alternative. The other alternatives are added to `parts`.
    fn push_scope(&mut self, node: NodeId, text: &str, indent: usize, parts: &mut Vec<Part>) {
        self.push_opcode("OPC_Scope");
        self.push_number(self.program.sizes[node.index()].0 as u64);
        self.end_line(text, indent);
        if let Some(node) = self.program.others(node) {
            parts.push(Part::Others { node, indent });
        }
        self.push_first(node, indent + 1, parts);
    }

    /// Writes a node's first alternative. The cases of a switch are added to `parts`.
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

/// The bits of a run as they are written in comments: `high:low`, or a single number for a single bit.
fn bits(start: usize, len: usize) -> String {
    match len {
        1 => start.to_string(),
        _ => format!("{}:{start}", start + len - 1),
    }
}
