//! Parsing again after an edit.
//!
//! Two things can be parsed by themselves. A record's body or a block in braces can, whatever is wrong in
//! it, because the parser enters it and leaves it in a state that does not depend on what is around it
//! and in it. A few whole statements can, if nothing is wrong in them before and after the edit. Where
//! the text of either has directives, or its tokens may reach across its ends, all is parsed again.

use std::ops::Range;

use rowan::{GreenNode, GreenNodeData, NodeOrToken, TextRange, TextSize};

use crate::SyntaxKind::{self, *};
use crate::error::SyntaxError;
use crate::lexer::lex;
use crate::parser::{BlockOf, Context, Parsed, Parser, parse};
use crate::{MacroSet, Macros, Parse};

/// A replacement of a part of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What is replaced, in the old text.
    pub range: TextRange,
    /// How long the replacement is.
    pub inserted: TextSize,
}

impl Edit {
    fn new_offset(&self, old: TextSize) -> TextSize {
        old - self.range.len() + self.inserted
    }
}

/// What [`parse`] gives for the new text, with most of the old tree used again where that is possible.
/// The macros must answer as they did for the old text.
pub fn reparse(old: &Parse, new_text: &str, edit: &Edit, macros: &mut dyn Macros) -> Parse {
    reparse_within(old, new_text, edit).unwrap_or_else(|| parse(new_text, macros))
}

/// The same where a part of the text can be parsed by itself. Nothing that the preprocessor reads is in that part.
pub fn reparse_within(old: &Parse, new_text: &str, edit: &Edit) -> Option<Parse> {
    let fits = edit.range.end() <= old.text_len()
        && usize::from(edit.new_offset(old.text_len())) == new_text.len();
    fits.then(|| reparse_part(old, new_text, edit)).flatten()
}

/// A node on the way from the root to the edit.
struct Step<'t> {
    node: &'t GreenNodeData,
    start: TextSize,
    /// Its number among the children of the node before.
    index: usize,
    context: Context,
    /// Whose statements it holds, if it is a block.
    of: Option<BlockOf>,
}

impl Step<'_> {
    fn range(&self) -> TextRange {
        TextRange::at(self.start, self.node.text_len())
    }
}

fn reparse_part(old: &Parse, new_text: &str, edit: &Edit) -> Option<Parse> {
    if old
        .errors
        .iter()
        .any(|it| it.message == crate::parser::TOO_DEEP)
    {
        return None;
    }
    let path = path_to(&old.green, edit.range);
    for depth in (0..path.len()).rev() {
        let step = &path[depth];
        let replaced = match kind(step.node) {
            BODY => braces(old, new_text, edit, step),
            BLOCK if step.of.is_some() => {
                statements(old, new_text, edit, step).or_else(|| braces(old, new_text, edit, step))
            }
            SOURCE_FILE => statements(old, new_text, edit, step),
            _ => None,
        };
        if let Some(Replaced {
            node,
            range,
            errors,
        }) = replaced
        {
            let green = path[..depth].iter().zip(&path[1..=depth]).rev().fold(
                node,
                |child, (parent, step)| {
                    parent
                        .node
                        .replace_child(step.index, NodeOrToken::Node(child))
                },
            );
            let errors = merge_errors(&old.errors, range, errors, edit)?;
            return Some(Parse { green, errors });
        }
    }
    None
}

/// The nodes around the edit, from the root on. The edit touches the ends of none but the root.
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
    /// The node in whose place it comes.
    node: GreenNode,
    /// What was parsed again, in the old text.
    range: TextRange,
    /// The errors in it.
    errors: Vec<SyntaxError>,
}

/// Parses a body or block with its braces.
fn braces(old: &Parse, new_text: &str, edit: &Edit, step: &Step<'_>) -> Option<Replaced> {
    let range = step.range();
    // The braces are not edited themselves.
    if !starts_with_brace(step.node) || !ends_with_brace(step.node) || has_directives(step.node) {
        return None;
    }
    // What was found at the opening brace was found before it was entered.
    if old.errors.iter().any(|it| it.at == range.start()) {
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
    Some(Replaced {
        node: node.to_owned(),
        range,
        errors: moved(errors, range.start()),
    })
}

/// Parses the statements around the edit.
fn statements(old: &Parse, new_text: &str, edit: &Edit, step: &Step<'_>) -> Option<Replaced> {
    let (children, range) = statements_around(edit, step)?;
    if old.errors.iter().any(|it| range.contains_inclusive(it.at)) {
        return None;
    }
    let has_directives = step.node.children().enumerate().any(|(index, it)| {
        children.contains(&index)
            && match it {
                NodeOrToken::Node(it) => has_directives(it),
                NodeOrToken::Token(it) => SyntaxKind::from_raw(it.kind().0).is_directive(),
            }
    });
    if has_directives {
        return None;
    }
    let text = new_part(new_text, range, edit)?;
    let mut parser = Parser::within(text, lex(text, &mut MacroSet::default()), step.context);
    let whole = parser.some_statements(step.of);
    let Parsed { tree, clean } = parser.finish();
    // Nothing that stands last may go on in what follows.
    let ends = range.end() == old.text_len()
        || matches!(
            tree.last_kind(),
            None | Some(WHITESPACE | BLOCK_COMMENT | SEMICOLON | R_BRACE)
        );
    if !whole || !clean || !tree.errors.is_empty() || tree.has_directives() || !ends {
        return None;
    }
    let green = tree.to_parse().green;
    // A multiclass without statements is a mistake, which is found when its brace is entered.
    let mut new = green.children().filter_map(|it| it.into_node());
    if step.of == Some(BlockOf::Multiclass) && !new.any(|it| kind(it).is_statement()) {
        return None;
    }
    let new_children = green.children().map(|it| match it {
        NodeOrToken::Node(it) => NodeOrToken::Node(it.to_owned()),
        NodeOrToken::Token(it) => NodeOrToken::Token(it.to_owned()),
    });
    Some(Replaced {
        node: step.node.splice_children(children, new_children),
        range,
        errors: Vec::new(),
    })
}

/// The children of a block or file from the statement in or before the edit up to the next statement
/// behind it, and their text.
fn statements_around(edit: &Edit, step: &Step<'_>) -> Option<(Range<usize>, TextRange)> {
    let mut offset = step.start;
    // A block begins with its brace, a file with nothing.
    let brace = u32::from(step.of.is_some());
    let mut first = (brace as usize, step.start + TextSize::new(brace));
    let mut last = None;
    let mut count = 0;
    for (index, child) in step.node.children().enumerate() {
        count = index + 1;
        match child {
            NodeOrToken::Token(it) => offset += it.text_len(),
            NodeOrToken::Node(it) => {
                let is_statement = kind(it).is_statement();
                // The first word of a statement is not edited, and nothing is put before it.
                if is_statement && first_token_len(it)? + offset < edit.range.start() {
                    first = (index, offset);
                } else if is_statement && offset >= edit.range.end() && offset > edit.range.start()
                {
                    last = Some((index, offset));
                    break;
                }
                offset += it.text_len();
            }
        }
    }
    let (last, end) = match last {
        Some(it) => it,
        None if step.of.is_some() && ends_with_brace(step.node) => {
            (count - 1, step.range().end() - TextSize::of('}'))
        }
        None if step.of.is_some() => return None,
        None => (count, step.range().end()),
    };
    if end < edit.range.end() || first.1 > edit.range.start() {
        return None;
    }
    Some((first.0..last, TextRange::new(first.1, end)))
}

/// The new text of a part of the old text in which the edit is.
fn new_part<'t>(new_text: &'t str, range: TextRange, edit: &Edit) -> Option<&'t str> {
    new_text.get(usize::from(range.start())..usize::from(edit.new_offset(range.end())))
}

/// Old errors outside the part, new ones inside.
fn merge_errors(
    old: &[SyntaxError],
    part: TextRange,
    new: Vec<SyntaxError>,
    edit: &Edit,
) -> Option<Vec<SyntaxError>> {
    let before = old.partition_point(|it| it.at < part.start());
    let after = old.partition_point(|it| it.at < part.end());
    let mut errors = old[..before].to_vec();
    errors.extend(new);
    let shift = |offset: TextSize| {
        if offset >= part.end() {
            Some(edit.new_offset(offset))
        } else {
            (offset <= part.start()).then_some(offset)
        }
    };
    for it in &old[after..] {
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
    node.children().any(|it| match it {
        NodeOrToken::Node(it) => has_directives(it),
        NodeOrToken::Token(it) => SyntaxKind::from_raw(it.kind().0).is_directive(),
    })
}
