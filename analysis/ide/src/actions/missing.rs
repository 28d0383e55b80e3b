//! Actions that insert missing tokens and missing template arguments.

use elaborate::hir::{Decl, TypeExpr};
use elaborate::ids::StmtId;
use elaborate::symbol::Sym;
use rowan::TextSize;
use syntax::SyntaxKind::*;
use syntax::{SyntaxError, SyntaxNode, SyntaxToken};

use super::field::indentation;
use super::{Action, ActionKind, Cursor};
use crate::own_syntax_of;
use crate::place::{child, child_token, is_value, token_at, values};
use crate::resolve::Owner;
use crate::tree_text::range;

/// The largest number of tokens that are examined to find the last token before an error that is neither white space
/// nor a comment.
const MAX_TRIVIA: usize = 200;

pub(super) fn offer(at: &Cursor<'_>, out: &mut Vec<Action>) {
    let errors = own_syntax_of(at.text.db, at.path).map(|(_, errors)| errors);
    let line = at.line_of(at.offset);
    // If an error is above the cursor's line, so is the token before it.
    let errors = errors.iter().flatten();
    for error in errors.filter(|it| usize::from(it.offset()) >= line.start) {
        let Some(before) = token_before(at, error) else {
            continue;
        };
        // Whether the parser took the brace that opens a block for the start of a bit range.
        let is_block = before.kind() == L_BRACE && !error.message.starts_with("expected '}'");
        let outer = before.prev_token().filter(|_| is_block);
        let outer = outer.and_then(last_word);
        let (before, lacks_word) = match outer {
            Some(outer) => (outer, true),
            None => (before, false),
        };
        let marked = range(before.text_range()).end;
        let places = [marked, error.offset().into()];
        if places.iter().any(|it| line.contains(it) || line.end == *it) {
            for (title, text) in insertions(error, &before, lacks_word) {
                out.push(Action {
                    title: title.to_owned(),
                    kind: ActionKind::QuickFix,
                    is_preferred: out.iter().all(|it| !it.is_preferred),
                    edits: vec![at.edit(marked..marked, text)],
                });
            }
        }
    }
    arguments(at, out);
}

/// The last token before the position of an error. White space and comments are skipped.
fn token_before(at: &Cursor<'_>, error: &SyntaxError) -> Option<SyntaxToken> {
    let before = error.offset().checked_sub(TextSize::new(1))?;
    let token = token_at(at.root, before.into());
    // No token starts at the end of the file.
    let token = token.or_else(|| at.root.last_token())?;
    last_word(token)
}

/// The last token up to and including `token` that is neither white space nor a comment. Examines at most `MAX_TRIVIA`
/// tokens.
fn last_word(token: SyntaxToken) -> Option<SyntaxToken> {
    let tokens = std::iter::successors(Some(token), SyntaxToken::prev_token);
    tokens.take(MAX_TRIVIA).find(|it| !it.kind().is_trivia())
}

/// The insertions after `before` that correct the error. Each is the title of an action and the inserted text.
/// `lacks_word` is true if a word is missing before the brace of a block.
fn insertions(
    error: &SyntaxError,
    before: &SyntaxToken,
    lacks_word: bool,
) -> Vec<(&'static str, String)> {
    let message = &*error.message;
    let statement = |kinds: &[syntax::SyntaxKind]| {
        let mut around = before.parent_ancestors();
        around.find(|it| kinds.contains(&it.kind()))
    };
    let body = || {
        let node = statement(&[DEF, CLASS, MULTICLASS]);
        let indent = node.map(|it| indentation(&it)).unwrap_or_default();
        ("Insert a body", format!(" {{\n{indent}}}"))
    };
    if message.starts_with("Expected '{' to start body") {
        return vec![("Insert `;`", ";".to_owned()), body()];
    }
    if message == "expected '{' in multiclass definition" {
        return vec![body()];
    }
    if message.starts_with("expected ';'") {
        return vec![("Insert `;`", ";".to_owned())];
    }
    if message == "expected 'in' at end of top-level 'let'" {
        return vec![("Insert `in`", " in".to_owned())];
    }
    if lacks_word || message == "Unknown tok" {
        return match statement(&[FOREACH, IF, LET, DEF, DEFM, CLASS]).map(|it| it.kind()) {
            Some(FOREACH | LET) => vec![("Insert `in`", " in".to_owned())],
            Some(IF) => vec![("Insert `then`", " then".to_owned())],
            _ => Vec::new(),
        };
    }
    Vec::new()
}

/// Offers to insert the missing template arguments at a reference to a class or multiclass.
fn arguments(at: &Cursor<'_>, out: &mut Vec<Action>) {
    let mut around = at.token.parent_ancestors();
    let Some(named) = around.find(|it| matches!(it.kind(), CLASS_REF | CLASS_VALUE)) else {
        return;
    };
    let owner = match named.kind() {
        CLASS_REF => at.text.class_ref(&named),
        _ => child_token(&named, IDENT).map(|it| Owner::Class(Sym::new(it.text()))),
    };
    let Some((item, params)) = owner.and_then(|it| at.text.template_args(it)) else {
        return;
    };
    let missing = missing_arguments(&named, params);
    let (Some(end), false) = (end_of_arguments(&named), missing.is_empty()) else {
        return;
    };
    let has_any = child(&named, ARG_LIST).is_some_and(|it| it.children().next().is_some());
    // The missing arguments need no names if they directly continue the positional arguments in the order of the
    // parameters.
    let given = positional(&named);
    let follow = missing
        .iter()
        .enumerate()
        .all(|(index, (number, _))| *number == given + index);
    let is_named =
        !follow || child(&named, ARG_LIST).is_some_and(|it| child(&it, NAMED_ARG).is_some());
    let texts: Vec<String> = missing
        .iter()
        .map(|(_, decl)| {
            if is_named {
                format!("{} = {}", decl.name, placeholder(at, item, decl))
            } else {
                placeholder(at, item, decl).to_owned()
            }
        })
        .collect();
    let texts = texts.join(", ");
    let text = match (has_any, child(&named, ARG_LIST).is_some()) {
        (true, _) => format!(", {texts}"),
        (false, true) => texts,
        (false, false) => format!("<{texts}>"),
    };
    let title = match &missing[..] {
        [(_, one)] => format!("Give the template argument `{}`", one.name),
        _ => "Give the template arguments that are missing".to_owned(),
    };
    out.push(Action {
        title,
        kind: ActionKind::QuickFix,
        is_preferred: true,
        edits: vec![at.edit(end..end, text)],
    });
}

/// The number of positional arguments of a reference to a class or multiclass.
fn positional(named: &SyntaxNode) -> usize {
    let list = child(named, ARG_LIST);
    let args = list.into_iter().flat_map(|it| it.children());
    args.filter(|it| is_value(it.kind())).count()
}

/// The parameters that have no default and no argument, with their indices.
fn missing_arguments<'d>(named: &SyntaxNode, params: &'d [Decl]) -> Vec<(usize, &'d Decl)> {
    let list = child(named, ARG_LIST);
    let args: Vec<SyntaxNode> = list.into_iter().flat_map(|it| it.children()).collect();
    let is_named = |decl: &Decl| {
        let mut named = args.iter().filter(|it| it.kind() == NAMED_ARG);
        named.any(|it| {
            values(it)
                .next()
                .is_some_and(|it| it.text() == decl.name.as_str())
        })
    };
    let params = params.iter().enumerate().skip(positional(named));
    params
        .filter(|(_, decl)| decl.value.is_none() && !is_named(decl))
        .collect()
}

/// The offset at which to insert another argument: after the last argument, after the `<` of an empty list, or after
/// the name if there is no list.
fn end_of_arguments(named: &SyntaxNode) -> Option<usize> {
    match child(named, ARG_LIST) {
        Some(list) => match list.children().last() {
            Some(last) => Some(range(last.text_range()).end),
            None => Some(range(child_token(&list, L_ANGLE)?.text_range()).end),
        },
        None => Some(range(child_token(named, IDENT)?.text_range()).end),
    }
}

/// A placeholder value of the parameter's type.
fn placeholder(at: &Cursor<'_>, item: StmtId, decl: &Decl) -> &'static str {
    match at.text.stmt(item).code[decl.ty].ty {
        TypeExpr::Bit | TypeExpr::Int | TypeExpr::Bits(_) => "0",
        TypeExpr::String => "\"\"",
        TypeExpr::Code => "[{}]",
        TypeExpr::List(_) => "[]",
        _ => "?",
    }
}
