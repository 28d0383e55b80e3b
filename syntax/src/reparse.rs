//! Parsing again after an edit, with reuse of the old tree.
//!
//! Two kinds of parts can be parsed separately. The first is a record's body or a block in braces, even with errors in
//! it: the parser enters and leaves it in a state that does not depend on its surroundings and contents. The second is
//! a sequence of statements. Either these statements have errors neither in the old nor in the new text, or they
//! contain all errors of their file or block and the statement after them is unchanged. If the part has directives, or
//! its tokens may extend beyond its ends, everything is parsed again.

use std::ops::Range;

use rowan::{
    GreenNode, GreenNodeData, GreenToken, GreenTokenData, NodeOrToken, TextRange, TextSize,
};

use crate::SyntaxKind::{self, *};
use crate::edit::Edit;
use crate::error::{MAX_ERRORS, Severity, SyntaxError, TOO_MANY_ERRORS};
use crate::lexer::lex;
use crate::parser::{BlockOf, Context, Parsed, Parser, TOO_DEEP, parse};
use crate::{MacroSet, Macros, Parse};

/// Parses the new text, with the same result as [`parse`], and reuses most of the old tree if possible. `macros` must
/// answer as it did for the old text.
pub fn reparse(old: &Parse, new_text: &str, edit: &Edit, macros: &mut dyn Macros) -> Parse {
    reparse_within(old, new_text, edit).unwrap_or_else(|| parse(new_text, macros))
}

/// Like [`reparse`](reparse()), but `None` if no part of the text can be parsed separately. The part that is parsed
/// contains no directives, so no macros are needed.
pub fn reparse_within(old: &Parse, new_text: &str, edit: &Edit) -> Option<Parse> {
    let fits = edit.range.end() <= old.text_len()
        && usize::from(edit.new_offset(old.text_len())) == new_text.len();
    fits.then(|| reparse_part(old, new_text, edit)).flatten()
}

type Child<'t> = NodeOrToken<&'t GreenNodeData, &'t GreenTokenData>;

/// A node on the path from the root to the edit.
struct Step<'t> {
    node: &'t GreenNodeData,
    start: TextSize,
    /// The index of the node among the children of the previous step's node.
    index: usize,
    context: Context,
    /// If the node is a block in braces, the kind of the block; otherwise `None`.
    of: Option<BlockOf>,
}

impl Step<'_> {
    fn range(&self) -> TextRange {
        TextRange::at(self.start, self.node.text_len())
    }

    /// The children with their indices and start offsets.
    fn children(&self) -> impl Iterator<Item = (usize, TextSize, Child<'_>)> {
        let mut end = self.start;
        self.node.children().enumerate().map(move |(index, child)| {
            let start = end;
            end += match child {
                NodeOrToken::Node(it) => it.text_len(),
                NodeOrToken::Token(it) => it.text_len(),
            };
            (index, start, child)
        })
    }
}

fn reparse_part(old: &Parse, new_text: &str, edit: &Edit) -> Option<Parse> {
    let is_of_file = |it: &SyntaxError| matches!(&*it.message, TOO_DEEP | TOO_MANY_ERRORS);
    if old.errors.iter().any(is_of_file) {
        return None;
    }
    let path = path_to(&old.green, edit.range);
    for depth in (0..path.len()).rev() {
        let step = &path[depth];
        // If the text before the opening brace has an error, the text after the brace may decide whether the brace
        // opens a block.
        let header = depth
            .checked_sub(1)
            .map(|it| TextRange::new(path[it].start, step.start));
        let is_in_header = |it: &SyntaxError| header.is_some_and(|h| h.contains_inclusive(it.at));
        if old.errors.iter().any(is_in_header) {
            continue;
        }
        let some_statements = || {
            let around = statements_around(new_text, edit, step)?;
            statements(old, new_text, edit, step, &around)
                .or_else(|| faulty_statements(old, new_text, edit, step, &around))
        };
        let all = || braces(old, new_text, edit, step);
        let replaced = match kind(step.node) {
            SOURCE_FILE => some_statements(),
            BLOCK if step.of.is_some() => some_statements().or_else(all),
            BODY => all(),
            _ => None,
        };
        if let Some(Replaced { node, errors }) = replaced {
            let is_error = |it: &&SyntaxError| it.severity == Severity::Error;
            if errors.iter().filter(is_error).count() > MAX_ERRORS {
                return None;
            }
            let green = path[..depth].iter().zip(&path[1..=depth]).rev().fold(
                node,
                |child, (parent, step)| {
                    parent
                        .node
                        .replace_child(step.index, NodeOrToken::Node(child))
                },
            );
            return Some(Parse { green, errors });
        }
    }
    None
}

/// The nodes that contain the edit, starting with the root. The edit is strictly inside all of them except the root.
fn path_to(root: &GreenNode, range: TextRange) -> Vec<Step<'_>> {
    let mut path = vec![Step {
        node: root,
        start: 0.into(),
        index: 0,
        context: Context::default(),
        of: None,
    }];
    while let Some(parent) = path.last() {
        let mut context = parent.context;
        match kind(parent.node) {
            FOREACH | IF => context.in_loop = true,
            MULTICLASS => context.in_multiclass = true,
            _ => {}
        }
        let mut start = parent.start;
        let mut after_else = false;
        let child = parent
            .node
            .children()
            .enumerate()
            .find_map(|(index, it)| match it {
                NodeOrToken::Token(it) => {
                    start += it.text_len();
                    after_else |= SyntaxKind::from_raw(it.kind().0) == ELSE_KW;
                    None
                }
                NodeOrToken::Node(node) => {
                    let end = start + node.text_len();
                    if start < range.start() && range.end() < end {
                        return Some((index, node));
                    }
                    start = end;
                    None
                }
            });
        let Some((index, node)) = child else { break };
        let is_block = kind(node) == BLOCK && starts_with_brace(node);
        let of = if is_block {
            BlockOf::from_statement(kind(parent.node), after_else)
        } else {
            None
        };
        context.depth += u32::from(kind(node).is_statement());
        path.push(Step {
            node,
            start,
            index,
            context,
            of,
        });
    }
    path
}

struct Replaced {
    /// The new version of the node.
    node: GreenNode,
    /// The errors of the whole new text.
    errors: Vec<SyntaxError>,
}

/// Parses a body or block in braces again.
fn braces(old: &Parse, new_text: &str, edit: &Edit, step: &Step<'_>) -> Option<Replaced> {
    let range = step.range();
    // Both braces must exist, and the node must contain no directives.
    if !starts_with_brace(step.node) || !ends_with_brace(step.node) || has_directives(step.node) {
        return None;
    }
    let text = new_part(new_text, range, edit)?;
    let mut parser = Parser::within(text, lex(text, &mut MacroSet::default()), step.context);
    let closed = match step.of {
        Some(of) => parser.block(of),
        None => parser.body(),
    };
    let parsed = parser.finish();
    let tree = parsed.tree;
    if !closed || !parsed.clean || tree.has_directives() || tree.last_kind() != Some(R_BRACE) {
        return None;
    }
    let Parse { green, errors } = tree.to_parse();
    let mut children = green.children();
    let (Some(NodeOrToken::Node(node)), None) = (children.next(), children.next()) else {
        return None;
    };
    let before = old.errors.partition_point(|it| it.at < range.start());
    let after = old.errors.partition_point(|it| it.at < range.end());
    Some(Replaced {
        node: node.to_owned(),
        errors: merge_errors(old, before..after, errors, range, edit)?,
    })
}

/// Parses the statements around the edit again. `None` if the old or the new statements have errors, or if the
/// result may depend on other text.
fn statements(
    old: &Parse,
    new_text: &str,
    edit: &Edit,
    step: &Step<'_>,
    around: &Around,
) -> Option<Replaced> {
    let (children, range) = (around.children.clone(), around.range);
    // An error after a directive may belong to a statement before the directive.
    let is_at_directive = around.after_directive || around.before_directive;
    let is_faulty = |it: &SyntaxError| is_at_directive || range.contains_inclusive(it.at);
    if old.errors.iter().any(is_faulty)
        || children_have_directives(step.node, &children)
        || has_stray(step.node, &children)
    {
        return None;
    }
    let text = new_part(new_text, range, edit)?;
    let mut parser = Parser::within(text, lex(text, &mut MacroSet::default()), step.context);
    let whole = parser.statements(step.of);
    let Parsed { tree, clean } = parser.finish();
    // The last token must end here and not continue in the text after the part.
    let ends = range.end() == old.text_len()
        || matches!(
            tree.last_kind(),
            None | Some(WHITESPACE | BLOCK_COMMENT | SEMICOLON | R_BRACE)
        );
    if !whole || !clean || !tree.errors.is_empty() || tree.has_directives() || !ends {
        return None;
    }
    let green = tree.to_parse().green;
    // A multiclass without statements is an error. It is reported at the opening brace, which is not parsed here.
    let mut new = green.children().filter_map(|it| it.into_node());
    if step.of == Some(BlockOf::Multiclass) && !new.any(|it| kind(it).is_statement()) {
        return None;
    }
    let here = old.errors.partition_point(|it| it.at < range.start());
    Some(Replaced {
        node: step.node.splice_children(children, owned_children(&green)),
        errors: merge_errors(old, here..here, Vec::new(), range, edit)?,
    })
}

/// Parses the statements around the edit again, and the statement after them, to check that the parser is out of
/// recovery there. The file or block has no errors before these statements, so the parser reaches them in the same
/// state as the first statement of the file or block.
fn faulty_statements(
    old: &Parse,
    new_text: &str,
    edit: &Edit,
    step: &Step<'_>,
    around: &Around,
) -> Option<Replaced> {
    let known = known_faults(old, step, around)?;
    let (children, range) = (around.children.clone(), around.range);
    let next = step.node.children().nth(children.end);
    let next = next.and_then(NodeOrToken::into_node);
    // The end of a block differs from the end of a file. After the edit, the brace may end another block.
    if around.before_directive || next.is_none() && step.of.is_some() {
        return None;
    }
    let next_len = next.map_or(0.into(), GreenNodeData::text_len);
    let parsed = TextRange::new(range.start(), range.end() + next_len);
    let text = new_part(new_text, parsed, edit)?;
    let mut parser = Parser::within(text, lex(text, &mut MacroSet::default()), step.context);
    let whole = parser.statements(step.of);
    if next.is_none() {
        parser.end_of_file();
    }
    let Parsed { tree, clean } = parser.finish();
    if !whole || !clean || tree.has_directives() {
        return None;
    }
    let Parse { green, errors } = tree.to_parse();
    if around.after_directive && !are_behind_first_word(&errors, green.children(), 0.into()) {
        return None;
    }
    let mut new_children: Vec<_> = owned_children(&green).collect();
    if let Some(next) = next {
        // The old node is kept, since callers may have cached data for it.
        let last = new_children.pop()?.into_node()?;
        let start = TextSize::of(text) - next_len;
        if *last != *next || errors.iter().any(|it| it.at > start) {
            return None;
        }
    }
    Some(Replaced {
        node: step.node.splice_children(children, new_children),
        errors: merge_errors(old, known, errors, parsed, edit)?,
    })
}

/// The old errors in the statements, as a range of indices. `None` if the file or block has other errors, or if parsing
/// the statements separately may give different errors.
fn known_faults(old: &Parse, step: &Step<'_>, around: &Around) -> Option<Range<usize>> {
    let Around {
        children, range, ..
    } = around;
    let before = old.errors.partition_point(|it| it.at <= range.start());
    let after = old.errors.partition_point(|it| it.at <= range.end());
    let inside = &old.errors[before..after];
    let mut elsewhere = old.errors[..before].iter().chain(&old.errors[after..]);
    let is_about_them = |it: &SyntaxError| {
        let mut notes = it.notes.iter().filter_map(|it| it.offset);
        it.range.start() >= range.start() && notes.all(|it| it >= range.start())
    };
    let old_children = step.node.children().take(children.end).skip(children.start);
    let fits = !elsewhere.any(|it| step.range().contains_inclusive(it.at))
        && inside.iter().all(is_about_them)
        && !children_have_directives(step.node, &(children.start..children.end + 1))
        && !has_stray(step.node, &(children.end..usize::MAX))
        && (!around.after_directive || are_behind_first_word(inside, old_children, range.start()));
    fits.then_some(before..after)
}

/// Whether all errors come after the first token of the first statement among `children`. An error that is found at
/// that token may belong to the preceding statement.
fn are_behind_first_word<'t>(
    errors: &[SyntaxError],
    children: impl Iterator<Item = Child<'t>>,
    start: TextSize,
) -> bool {
    let mut offset = start;
    for child in children {
        match child {
            NodeOrToken::Token(it) => offset += it.text_len(),
            NodeOrToken::Node(it) => {
                return kind(it).is_statement() && errors.iter().all(|it| it.at > offset);
            }
        }
    }
    errors.is_empty()
}

/// Some consecutive children of a block or file, and their range in the old text.
struct Around {
    children: Range<usize>,
    range: TextRange,
    /// Whether the children begin after the line of a directive, and not with a statement or at the start of the file
    /// or block.
    after_directive: bool,
    /// Whether an include, or another directive on another line, follows the children.
    before_directive: bool,
}

/// The children of a block or file that are parsed again: from the statement at or before the edit up to the next
/// statement after the edit. A directive before or after the edit bounds the range, too.
fn statements_around(new_text: &str, edit: &Edit, step: &Step<'_>) -> Option<Around> {
    let (first, start, after_directive) = start_around(edit, step)?;
    let (last, end, before_directive) = end_around(new_text, edit, step)?;
    let fits = start <= edit.range.start() && edit.range.end() <= end;
    fits.then_some(Around {
        children: first..last,
        range: TextRange::new(start, end),
        after_directive,
        before_directive,
    })
}

/// The index of the first child to parse again, its start, and whether it follows a directive.
fn start_around(edit: &Edit, step: &Step<'_>) -> Option<(usize, TextSize, bool)> {
    // The children of a block begin after its brace. A file has no brace.
    let brace = u32::from(step.of.is_some());
    let mut first = (brace as usize, step.start + TextSize::new(brace), false);
    let mut in_directive = false;
    for (index, offset, child) in step.children() {
        if offset >= edit.range.start() {
            break;
        }
        match child {
            NodeOrToken::Token(it) => {
                let kind = SyntaxKind::from_raw(it.kind().0);
                in_directive |= kind.is_directive();
                // The edit must be after the line of the directive.
                let line_end = it.text().find('\n').filter(|_| kind == WHITESPACE);
                let line_end = line_end.map(|it| offset + TextSize::new(it as u32));
                if in_directive && line_end.is_some_and(|it| it < edit.range.start()) {
                    first = (index, offset, true);
                    in_directive = false;
                }
            }
            // The edit must be after the first token of the statement.
            NodeOrToken::Node(it) => {
                if kind(it).is_statement() && first_token_len(it)? + offset < edit.range.start() {
                    first = (index, offset, false);
                }
            }
        }
    }
    Some(first)
}

/// The index after the last child to parse again, the offset at which this child ends, and whether a directive follows.
fn end_around(new_text: &str, edit: &Edit, step: &Step<'_>) -> Option<(usize, TextSize, bool)> {
    let mut count = 0;
    for (index, offset, child) in step.children() {
        count = index + 1;
        let is_behind = offset >= edit.range.end() && offset > edit.range.start();
        match child {
            NodeOrToken::Node(it) if is_behind && kind(it).is_statement() => {
                return Some((index, offset, kind(it) == INCLUDE));
            }
            NodeOrToken::Token(it)
                if is_behind && SyntaxKind::from_raw(it.kind().0).is_directive() =>
            {
                // The directive must be on a line after the edit, also in the new text.
                let between = edit.new_offset(edit.range.end())..edit.new_offset(offset);
                let between = new_text.get(usize::from(between.start)..usize::from(between.end))?;
                return between.contains('\n').then_some((index, offset, true));
            }
            _ => {}
        }
    }
    match step.of {
        None => Some((count, step.range().end(), false)),
        Some(_) if ends_with_brace(step.node) => {
            Some((count - 1, step.range().end() - TextSize::of('}'), false))
        }
        Some(_) => None,
    }
}

/// The new text in place of `range`, a range of the old text that contains the edit. `None` if the ends are not at
/// character boundaries of the new text.
fn new_part<'t>(new_text: &'t str, range: TextRange, edit: &Edit) -> Option<&'t str> {
    new_text.get(usize::from(range.start())..usize::from(edit.new_offset(range.end())))
}

/// All errors of the new text. The old errors with the indices `inside` are replaced by `new`, the errors of the part
/// that was parsed again. `None` if an old error after these, or one of its notes, is located inside the part.
fn merge_errors(
    old: &Parse,
    inside: Range<usize>,
    new: Vec<SyntaxError>,
    part: TextRange,
    edit: &Edit,
) -> Option<Vec<SyntaxError>> {
    let mut errors = old.errors[..inside.start].to_vec();
    errors.extend(moved(new, part.start()));
    let shift = |offset: TextSize| {
        if offset >= part.end() {
            Some(edit.new_offset(offset))
        } else {
            (offset <= part.start()).then_some(offset)
        }
    };
    for it in &old.errors[inside.end..] {
        let mut it = it.clone();
        it.at = shift(it.at)?;
        it.range = TextRange::new(shift(it.range.start())?, shift(it.range.end())?);
        for note in &mut it.notes {
            note.offset = match note.offset {
                Some(offset) => Some(shift(offset)?),
                None => None,
            };
        }
        errors.push(it);
    }
    Some(errors)
}

fn moved(mut errors: Vec<SyntaxError>, by: TextSize) -> Vec<SyntaxError> {
    for it in &mut errors {
        it.at += by;
        it.range += by;
        for note in &mut it.notes {
            note.offset = note.offset.map(|it| it + by);
        }
    }
    errors
}

fn owned_children(
    node: &GreenNode,
) -> impl ExactSizeIterator<Item = NodeOrToken<GreenNode, GreenToken>> + '_ {
    node.children().map(|it| match it {
        NodeOrToken::Node(it) => NodeOrToken::Node(it.to_owned()),
        NodeOrToken::Token(it) => NodeOrToken::Token(it.to_owned()),
    })
}

fn kind(node: &GreenNodeData) -> SyntaxKind {
    SyntaxKind::from_raw(node.kind().0)
}

fn first_token_len(node: &GreenNodeData) -> Option<TextSize> {
    Some(node.children().next()?.into_token()?.text_len())
}

fn starts_with_brace(node: &GreenNodeData) -> bool {
    let first = node.children().next().and_then(NodeOrToken::into_token);
    first.is_some_and(|it| SyntaxKind::from_raw(it.kind().0) == L_BRACE)
}

fn ends_with_brace(node: &GreenNodeData) -> bool {
    let last = node.children().last().and_then(NodeOrToken::into_token);
    last.is_some_and(|it| SyntaxKind::from_raw(it.kind().0) == R_BRACE)
}

fn has_directives(node: &GreenNodeData) -> bool {
    node.children().any(is_or_has_directive)
}

fn children_have_directives(node: &GreenNodeData, children: &Range<usize>) -> bool {
    let mut children = node.children().take(children.end).skip(children.start);
    children.any(is_or_has_directive)
}

/// Whether there are error nodes, such as unmatched closing braces, among these children. A closing brace for which
/// no error is reported matches a brace that was opened earlier in invalid text, so parsing it depends on the parser's
/// state there.
fn has_stray(node: &GreenNodeData, children: &Range<usize>) -> bool {
    let mut children = node.children().take(children.end).skip(children.start);
    children.any(|it| it.into_node().is_some_and(|it| kind(it) == ERROR))
}

fn is_or_has_directive(it: Child<'_>) -> bool {
    match it {
        NodeOrToken::Node(it) => has_directives(it),
        NodeOrToken::Token(it) => SyntaxKind::from_raw(it.kind().0).is_directive(),
    }
}
