//! The text of a diagnostic as reStructuredText, in which tables show the alternatives.

use std::rc::Rc;

use elaborate::records::{byte_len, decode};

use super::super::rst;
use super::text::{Mapping, Piece, Substitutions, Text, Walk, parse};
use backend::{Fatal, Rec};

/// The lines that show the severity of a diagnostic and then its summary.
pub(super) fn lines(
    diag: Rec,
    severity: &str,
    substitutions: &Substitutions,
) -> Result<Vec<String>, Fatal> {
    let text = parse(diag, &diag.string("Summary")?)?;
    let mut walk = Walk::new(diag, substitutions);
    let mut nodes = vec![Node::Severity(severity)];
    let mut lines = Vec::new();
    if text.is_empty() {
        push_node(&mut walk, &mut lines, &nodes[0])?;
    } else {
        gather(&mut walk, &mut nodes, &text, &Rc::new(None))?;
        push_row(&mut walk, &mut lines, &nodes)?;
    }
    Ok(lines)
}

/// One of the pieces that are written side by side in a row.
enum Node<'t> {
    Severity(&'t str),
    Piece(&'t Piece, Rc<Mapping>),
    Argument(i32, Rc<Mapping>),
}

/// Adds the pieces of a text to `nodes`. Each substitution is replaced by the pieces of its text.
fn gather<'t>(
    walk: &mut Walk<'t>,
    nodes: &mut Vec<Node<'t>>,
    text: &'t Text,
    mapping: &Rc<Mapping>,
) -> Result<(), Fatal> {
    walk.depth += 1;
    for piece in text {
        walk.count()?;
        if let Piece::Sub { name, indices } = piece {
            let (text, mapping) = walk.substitution(name, indices, mapping)?;
            gather(walk, nodes, text, &Rc::new(mapping))?;
        } else {
            nodes.push(Node::Piece(piece, mapping.clone()));
        }
    }
    walk.depth -= 1;
    Ok(())
}

fn push_text<'t>(
    walk: &mut Walk<'t>,
    lines: &mut Vec<String>,
    text: &'t Text,
    mapping: &Rc<Mapping>,
) -> Result<(), Fatal> {
    walk.count()?;
    walk.depth += 1;
    match &text[..] {
        [] => lines.push(String::new()),
        [Piece::Sub { name, indices }] => {
            let (text, mapping) = walk.substitution(name, indices, mapping)?;
            push_text(walk, lines, text, &Rc::new(mapping))?;
        }
        [piece] => push_piece(walk, lines, piece, mapping)?,
        _ => {
            let mut nodes = Vec::new();
            gather(walk, &mut nodes, text, mapping)?;
            push_row(walk, lines, &nodes)?;
        }
    }
    walk.depth -= 1;
    Ok(())
}

fn push_node<'t>(
    walk: &mut Walk<'t>,
    lines: &mut Vec<String>,
    node: &Node<'t>,
) -> Result<(), Fatal> {
    match node {
        Node::Severity(severity) => lines.push(plain(&format!("{severity}: "), severity)),
        Node::Piece(piece, mapping) => push_piece(walk, lines, piece, mapping)?,
        Node::Argument(index, mapping) => lines.push(argument(walk.map(*index, mapping)?)),
    }
    Ok(())
}

fn push_piece<'t>(
    walk: &mut Walk<'t>,
    lines: &mut Vec<String>,
    piece: &'t Piece,
    mapping: &Rc<Mapping>,
) -> Result<(), Fatal> {
    match piece {
        Piece::Plain(text) => lines.push(plain(text, "diagtext")),
        Piece::Argument { index, .. } => lines.push(argument(walk.map(*index, mapping)?)),
        Piece::Select { options, .. } => {
            let mut table = Table::begin(lines);
            for option in options {
                push_text(walk, lines, option, mapping)?;
                table.next_row(lines);
            }
            table.end(lines);
        }
        Piece::Plural { options, .. } => {
            let mut table = Table::begin(lines);
            for (_, option) in options {
                push_text(walk, lines, option, mapping)?;
                table.next_row(lines);
            }
            table.end(lines);
        }
        Piece::Diff { parts, indices } => {
            // The first row of the table is the first three parts with the two arguments between them. The second row
            // is the last part.
            let [a, b, c, d] = &**parts;
            let mut nodes = Vec::new();
            gather(walk, &mut nodes, a, mapping)?;
            nodes.push(Node::Argument(indices[0], mapping.clone()));
            gather(walk, &mut nodes, b, mapping)?;
            nodes.push(Node::Argument(indices[1], mapping.clone()));
            gather(walk, &mut nodes, c, mapping)?;
            let mut table = Table::begin(lines);
            push_row(walk, lines, &nodes)?;
            table.next_row(lines);
            push_text(walk, lines, d, mapping)?;
            table.next_row(lines);
            table.end(lines);
        }
        // The callers have already replaced substitutions.
        Piece::Sub { .. } => {}
    }
    Ok(())
}

/// Adds pieces side by side, between an upper and a lower border. Adjacent pieces that are one line long share a cell.
fn push_row<'t>(
    walk: &mut Walk<'t>,
    lines: &mut Vec<String>,
    nodes: &[Node<'t>],
) -> Result<(), Fatal> {
    let start = lines.len();
    // Blank cells, as wide as the previous columns. If a column is taller than the previous columns, its additional
    // lines start with these cells.
    let mut empty = String::new();
    let mut is_tall = true;
    for node in nodes {
        let mut column = Vec::new();
        push_node(walk, &mut column, node)?;
        let separator = if column.len() > 1 || is_tall { "|" } else { "" };
        is_tall = column.len() > 1;
        pad(&mut column);
        let height = lines.len().max(start + column.len());
        lines.resize(height, empty.clone());
        let blank = " ".repeat(column.first().map_or(0, |line| byte_len(line)));
        let cells = column.iter().chain(std::iter::repeat(&blank));
        for (line, cell) in lines[start..].iter_mut().zip(cells) {
            line.push_str(separator);
            line.push_str(cell);
        }
        empty.push_str(separator);
        empty.push_str(&blank);
    }
    for line in &mut lines[start..] {
        line.push('|');
    }
    let rule = rule(&(empty + "|"));
    lines.insert(start, rule.clone());
    lines.push(rule);
    Ok(())
}

/// A table of one column under construction: the indices of the lines that separate its rows.
struct Table(Vec<usize>);

impl Table {
    fn begin(lines: &mut Vec<String>) -> Table {
        let mut table = Table(Vec::new());
        table.next_row(lines);
        table
    }

    fn next_row(&mut self, lines: &mut Vec<String>) {
        self.0.push(lines.len());
        lines.push(String::new());
    }

    fn end(self, lines: &mut [String]) {
        let rows = &mut lines[self.0[0]..];
        pad(rows);
        for line in rows {
            *line = format!("|{line}|");
        }
        for separator in self.0 {
            lines[separator] = rule(&lines[separator]);
        }
    }
}

/// Pads all lines with spaces to the length of the longest.
fn pad(lines: &mut [String]) {
    let width = lines.iter().map(|line| byte_len(line)).max().unwrap_or(0);
    for line in lines {
        let missing = width - byte_len(line);
        line.extend(std::iter::repeat_n(' ', missing));
    }
}

/// The border above or below `line`: `+` in the column of each `|`, and `-` elsewhere.
fn rule(line: &str) -> String {
    line.chars()
        .map(|c| if c == '|' { '+' } else { '-' })
        .collect()
}

/// A text in a reStructuredText role. Spaces at its start and end are written outside of the role as `|nbsp|`, because
/// the role would drop them.
fn plain(text: &str, role: &str) -> String {
    const SPACE: &str = " |nbsp| ";
    let inner = text.trim_start_matches(' ');
    let mut line = SPACE.repeat(text.len() - inner.len());
    let (text, inner) = (inner, inner.trim_end_matches(' '));
    if !inner.is_empty() {
        let escaped = rst::escaped(inner, &['`', '*', '|', '_', '[', ']']);
        line.push_str(&format!(":{role}:`{escaped}`"));
    }
    line + &SPACE.repeat(text.len() - inner.len())
}

/// The placeholder for the argument with this index: a letter, from `A` for the index 0.
fn argument(index: i32) -> String {
    let letter = decode(&[b'A'.wrapping_add(index as u8)]);
    format!(":placeholder:`{letter}`")
}
