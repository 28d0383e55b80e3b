//! Writing match tables.

use std::fmt::{self, Write as _};

use backend::{Context, Output, RecordId, number};
use elaborate::records::Release;
use smallvec::SmallVec;
use target_model::instructions::{InstructionId, Instructions};

use super::{Types, changes};

/// The context in which rules are written to a table.
pub(crate) struct Emission<'a> {
    pub cx: &'a Context<'a>,
    pub instructions: &'a Instructions,
    /// All types that rules mention.
    pub types: &'a Types,
    /// The namespace of the target's registers.
    pub register_namespace: &'a str,
    /// Whether the table belongs to a combiner.
    pub is_combiner: bool,
    /// Whether the table records which rules are applied.
    pub with_coverage: bool,
}

impl Emission<'_> {
    /// The opcode of an instruction in C++.
    pub(crate) fn opcode(&self, id: InstructionId) -> String {
        let instruction = self.instructions.get(id);
        format!("{}::{}", instruction.namespace, instruction.name)
    }
}

/// A position in the table that jumps refer to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Label(u32);

/// A table under construction: bytes as C++ expressions, with comments.
///
/// A comment at the end of a line is a line comment, and no blank follows the last comma of a line. Therefore the end
/// of each item is written together with the next item. The targets of jumps are not known when the jumps are written,
/// so their offsets are inserted at the end.
pub(crate) struct Table {
    text: String,
    /// The number of bytes so far.
    size: usize,
    /// The offset of each label, once it is placed.
    labels: Vec<usize>,
    /// The positions in `text` where the offsets of labels are inserted.
    jumps: Vec<(usize, Label)>,
    /// Source map: pairs of an offset in `text` and the records from which the text after the offset comes; `None` if
    /// no source map is recorded.
    marks: Option<Vec<(usize, SmallVec<[RecordId; 1]>)>>,
    /// The start of each line in `text`, with the line's offset in the table; `None` if lines do not show their
    /// offsets.
    lines: Option<Vec<(usize, usize)>>,
    release: Release,
    indent: usize,
    pending: Pending,
    comment: String,
}

/// The end of the previous item. The table does not write this end until the next item is added or the line ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pending {
    Nothing,
    /// A blank, if the line continues.
    Blank,
    /// The comment in `comment`.
    Comment,
}

/// The indentation of the table in blanks.
const INDENT: usize = 4;

impl Table {
    /// An empty table. If `keeps_map` is true, it records a source map.
    pub(crate) fn new(release: Release, keeps_map: bool) -> Table {
        Table {
            text: String::new(),
            size: 0,
            labels: Vec::new(),
            jumps: Vec::new(),
            marks: keeps_map.then(Vec::new),
            lines: changes::tells_offsets(release).then(|| vec![(0, 0)]),
            release,
            indent: 0,
            pending: Pending::Nothing,
            comment: String::new(),
        }
    }

    /// Source map: the text that follows comes from these records. `records` is only called if a source map is
    /// recorded.
    pub(crate) fn sources<T: IntoIterator<Item = RecordId>>(
        &mut self,
        records: impl FnOnce() -> T,
    ) {
        if let Some(marks) = &mut self.marks {
            marks.push((self.text.len(), records().into_iter().collect()));
        }
    }

    /// Writes the end of the previous item, if the line continues after that item.
    fn go_on(&mut self) {
        match self.pending {
            Pending::Nothing => {}
            Pending::Blank => self.text.push(' '),
            Pending::Comment => {
                self.text.push_str("/*");
                self.text.push_str(&self.comment);
                self.text.push_str("*/");
            }
        }
        self.pending = Pending::Nothing;
    }

    /// Adds an item of `bytes` bytes. `push` writes one expression. If `bytes` is greater than 1, a macro splits the
    /// expression into bytes.
    fn item(&mut self, bytes: usize, push: impl FnOnce(&mut String)) -> &mut Table {
        self.go_on();
        let is_wide = bytes > 1;
        if is_wide {
            self.text.push_str("GIMT_Encode");
            number::push_number(&mut self.text, bytes as i128);
            self.text.push('(');
        }
        push(&mut self.text);
        self.text.push_str(if is_wide { ")," } else { "," });
        self.pending = Pending::Blank;
        self.size += bytes;
        self
    }

    /// Adds an operation of the interpreter.
    pub(crate) fn op(&mut self, name: &str) -> &mut Table {
        self.item(1, |text| text.push_str(name))
    }

    /// Adds an operation, and increases the indentation of the following lines.
    pub(crate) fn op_begin(&mut self, name: &str) -> &mut Table {
        self.indent += 2;
        self.op(name)
    }

    /// Adds an operation, and decreases the indentation.
    pub(crate) fn op_end(&mut self, name: &str) -> &mut Table {
        self.indent = self.indent.saturating_sub(2);
        self.op(name)
    }

    pub(crate) fn comment(&mut self, text: &str) -> &mut Table {
        self.comment_fmt(format_args!("{text}"))
    }

    pub(crate) fn comment_fmt(&mut self, text: fmt::Arguments) -> &mut Table {
        self.go_on();
        self.comment.clear();
        let _ = self.comment.write_fmt(text);
        self.pending = Pending::Comment;
        self
    }

    /// Adds a value by its C++ name.
    pub(crate) fn named(&mut self, bytes: usize, name: impl fmt::Display) -> &mut Table {
        self.item(bytes, |text| {
            let _ = write!(text, "{name}");
        })
    }

    pub(crate) fn int(&mut self, bytes: usize, value: i64) -> &mut Table {
        let release = self.release;
        self.item(bytes, |text| changes::push_int(release, bytes, value, text))
    }

    /// Adds a number in ULEB128.
    pub(crate) fn uleb(&mut self, value: u64) -> &mut Table {
        if value < 0x80 {
            return self.int(1, value as i64);
        }
        self.go_on();
        let _ = write!(self.text, "/* {value}(*/");
        let (mut rest, start) = (value, self.size);
        while rest > 0 || self.size == start {
            let more = rest >> 7;
            let byte = (rest & 0x7F) | if more > 0 { 0x80 } else { 0 };
            let comma = if self.size > start { ", " } else { "" };
            let _ = write!(self.text, "{comma}0x{byte:02X}");
            self.size += 1;
            rest = more;
        }
        self.text.push_str("/*)*/,");
        self.pending = Pending::Blank;
        self
    }

    /// Ends the line. The last comment of the line becomes a line comment.
    pub(crate) fn end(&mut self) -> &mut Table {
        if self.pending == Pending::Comment {
            self.text.push_str("// ");
            self.text.push_str(&self.comment);
        }
        self.pending = Pending::Nothing;
        self.new_line();
        self
    }

    fn new_line(&mut self) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n(' ', INDENT));
        if let Some(lines) = &mut self.lines {
            lines.push((self.text.len(), self.size));
        }
        self.text.extend(std::iter::repeat_n(' ', self.indent));
    }

    /// A new label, which must be placed later.
    pub(crate) fn new_label(&mut self) -> Label {
        self.labels.push(0);
        Label(self.labels.len() as u32 - 1)
    }

    /// Places a label at the current offset.
    pub(crate) fn place(&mut self, label: Label) {
        self.go_on();
        self.labels[label.0 as usize] = self.size;
        let (Label(number), at) = (label, self.size);
        let _ = write!(self.text, "// Label {number}: @{at}");
        self.new_line();
    }

    /// Adds the offset of a label, in four bytes.
    pub(crate) fn jump(&mut self, label: Label) -> &mut Table {
        self.go_on();
        let _ = write!(self.text, "/*Label {}*/ GIMT_Encode4(", label.0);
        self.jumps.push((self.text.len(), label));
        self.text.push_str("),");
        self.pending = Pending::Blank;
        self.size += 4;
        self
    }

    /// Writes the table as a C++ array.
    pub(crate) fn push(mut self, cx: &Context, out: &mut Output) {
        self.go_on();
        out.push("  constexpr static uint8_t MatchTable0[] = {\n");
        out.push_fill(' ', INDENT);
        let mut marks = self.marks.unwrap_or_default().into_iter().peekable();
        let mut jumps = self.jumps.into_iter().peekable();
        let mut lines = self.lines.unwrap_or_default().into_iter().peekable();
        let digits = self.size.checked_ilog10().unwrap_or(0) as usize + 1;
        let mut done = 0;
        loop {
            let end = self.text.len();
            let mark = marks.peek().map_or(end, |(at, _)| *at);
            let jump = jumps.peek().map_or(end, |(at, _)| *at);
            let line = lines.peek().map_or(end, |(at, _)| *at);
            let next = mark.min(jump).min(line);
            out.push(&self.text[done..next]);
            done = next;
            if let Some((_, offset)) = lines.next_if(|(at, _)| *at == done) {
                write!(out, " /* {offset:digits$} */ ");
            } else if let Some((_, records)) = marks.next_if(|(at, _)| *at == done) {
                out.sources(|| records.into_iter().map(|it| cx.records.rec(it)));
            } else if let Some((_, label)) = jumps.next_if(|(at, _)| *at == done) {
                out.push_number(self.labels[label.0 as usize] as i64);
            } else {
                break;
            }
        }
        out.no_source();
        writeln!(out, "}}; // Size: {} bytes", self.size);
    }
}
