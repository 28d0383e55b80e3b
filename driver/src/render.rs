//! Messages as llvm-tblgen prints them: a position, the source line and a caret under it.

use std::cell::OnceCell;

use syntax::Severity;

/// A file that messages point into.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    name: &'a str,
    text: &'a [u8],
    /// The byte offsets of line feeds, computed for the first message.
    line_feeds: OnceCell<Vec<usize>>,
}

impl<'a> Source<'a> {
    /// A file with its content. The name `-` means standard input.
    pub fn new(name: &'a str, text: &'a [u8]) -> Source<'a> {
        Source {
            name,
            text,
            line_feeds: OnceCell::new(),
        }
    }

    /// The name for display: `<stdin>` for standard input.
    pub fn name(&self) -> &'a str {
        if self.name == "-" {
            "<stdin>"
        } else {
            self.name
        }
    }

    /// The number of the line with the byte at `offset`, from 1.
    pub fn line_number(&self, offset: usize) -> usize {
        let line_feeds = self.line_feeds.get_or_init(|| {
            let bytes = self.text.iter().enumerate();
            bytes
                .filter(|(_, byte)| **byte == b'\n')
                .map(|(at, _)| at)
                .collect()
        });
        line_feeds.partition_point(|it| *it < offset) + 1
    }
}

/// The number of columns between tab stops.
const TAB_STOP: usize = 8;

/// Appends one message about the byte at `offset` to `out`. The text equals that of llvm-tblgen.
pub fn message(
    out: &mut Vec<u8>,
    source: &Source,
    offset: usize,
    severity: Severity,
    message: &[u8],
) {
    let offset = offset.min(source.text.len());
    let (before, after) = source.text.split_at(offset);
    let is_line_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let line_start = before.iter().rposition(is_line_end).map_or(0, |it| it + 1);
    let line_end = offset + after.iter().position(is_line_end).unwrap_or(after.len());
    let line = &source.text[line_start..line_end];
    let column = offset - line_start;
    // Only line feeds are counted, although a carriage return alone ends a source line as well.
    let line_number = source.line_number(offset);
    let name = source.name();
    out.extend_from_slice(format!("{name}:{line_number}:{}: ", column + 1).as_bytes());
    message_without_place(out, severity, message);

    expand_tabs(out, line);
    out.push(b'\n');
    // In a line with other characters the caret could be in the wrong column, so the reference omits it.
    if line.is_ascii() {
        caret_line(out, &line[..column], line.get(column) == Some(&b'\t'));
        out.push(b'\n');
    }
}

/// Appends one message without a position.
pub fn message_without_place(out: &mut Vec<u8>, severity: Severity, message: &[u8]) {
    out.extend_from_slice(label(severity).as_bytes());
    out.extend_from_slice(message);
    out.push(b'\n');
}

fn label(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error: ",
        Severity::Warning => "warning: ",
        Severity::Note => "note: ",
    }
}

fn expand_tabs(out: &mut Vec<u8>, line: &[u8]) {
    let mut column = 0;
    for &byte in line {
        if byte == b'\t' {
            let width = TAB_STOP - column % TAB_STOP;
            out.resize(out.len() + width, b' ');
            column += width;
        } else {
            out.push(byte);
            column += 1;
        }
    }
}

/// Appends the line with the caret, which points to the character after `before`. Below a tab, carets fill the width of
/// the tab.
fn caret_line(out: &mut Vec<u8>, before: &[u8], under_tab: bool) {
    let column = before.iter().fold(0, |column, byte| match byte {
        b'\t' => column + TAB_STOP - column % TAB_STOP,
        _ => column + 1,
    });
    out.resize(out.len() + column, b' ');
    let width = if under_tab {
        TAB_STOP - column % TAB_STOP
    } else {
        1
    };
    out.resize(out.len() + width, b'^');
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    /// The message "here" at `$0`.
    fn check(fixture: &[u8], want: Expect) {
        let offset = fixture.windows(2).position(|it| it == b"$0").unwrap();
        let text = [&fixture[..offset], &fixture[offset + 2..]].concat();
        let mut out = Vec::new();
        let source = Source::new("dir/a.td", &text);
        message(&mut out, &source, offset, Severity::Error, b"here");
        want.assert_eq(&String::from_utf8_lossy(&out).replace('\r', "\\r"));
    }

    #[test]
    fn a_caret() {
        check(
            b"class A;\ndef $0x : A\n",
            expect![[r#"
            dir/a.td:2:5: error: here
            def x : A
                ^
        "#]],
        );
    }

    #[test]
    fn tabs_go_to_the_next_multiple_of_eight() {
        check(
            b"\tab\t$0x\ty",
            expect![[r#"
            dir/a.td:1:5: error: here
                    ab      x       y
                            ^
        "#]],
        );
    }

    #[test]
    fn a_caret_on_a_tab_is_wide() {
        check(
            b"abc$0\tx",
            expect![[r#"
            dir/a.td:1:4: error: here
            abc     x
               ^^^^^
        "#]],
        );
    }

    #[test]
    fn no_caret_outside_ascii() {
        check(
            "// é $0x\n".as_bytes(),
            expect![[r#"
            dir/a.td:1:7: error: here
            // é x
        "#]],
        );
    }

    #[test]
    fn the_end_of_the_file() {
        check(
            b"def\n$0",
            expect![[r#"
            dir/a.td:2:1: error: here

            ^
        "#]],
        );
        check(
            b"def$0",
            expect![[r#"
            dir/a.td:1:4: error: here
            def
               ^
        "#]],
        );
    }

    #[test]
    fn carriage_returns_end_lines_but_are_not_counted() {
        check(
            b"a\rb\r\nc$0d\r\n",
            expect![[r#"
            dir/a.td:2:2: error: here
            cd
             ^
        "#]],
        );
        check(
            b"a\rb$0\n",
            expect![[r#"
            dir/a.td:1:2: error: here
            b
             ^
        "#]],
        );
    }

    #[test]
    fn standard_input_and_notes() {
        let mut out = Vec::new();
        let source = Source::new("-", b"x");
        message(&mut out, &source, 9, Severity::Note, b"\xff");
        assert_eq!(out, b"<stdin>:1:2: note: \xff\nx\n ^\n");
    }
}
