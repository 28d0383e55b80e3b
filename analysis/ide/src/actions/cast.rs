//! The action that replaces a `!cast` of a constant string by a reference to the record.

use db::record;
use elaborate::facts::is_name;
use elaborate::record::Record;
use elaborate::symbol::Sym;
use syntax::SyntaxKind::*;
use syntax::ast::SourceFile;

use super::{Action, ActionKind, Cursor};
use crate::locals::locals;
use crate::place::{child, child_token, literal_text, values};
use crate::tree_text::range;

pub(super) fn offer(at: &Cursor<'_>, out: &mut Vec<Action>) {
    out.extend(reference(at));
}

fn reference(at: &Cursor<'_>) -> Option<Action> {
    let operators = at.token.parent_ancestors();
    let mut operators = operators.filter(|it| it.kind() == BANG_OP);
    let cast = operators.find(|it| {
        child_token(it, BANG_OPERATOR).is_some_and(|it| it.text() == "!cast")
            && child(it, CLASS_TYPE).is_some()
    })?;
    let class = Sym::new(child_token(&child(&cast, CLASS_TYPE)?, IDENT)?.text());
    let operands: Vec<_> = values(&cast).collect();
    let [operand] = &operands[..] else {
        return None;
    };
    if operand.kind() != STRING_VALUE {
        return None;
    }
    let strings = operand
        .children_with_tokens()
        .filter_map(|it| it.into_token());
    let mut strings = strings.filter(|it| it.kind() == STRING_LITERAL);
    let name = literal_text(&strings.next()?);
    if strings.next().is_some() || !is_name(&name) {
        return None;
    }
    let record = record(at.text.db, &name)?;
    let start = range(cast.text_range()).start;
    let means_it = is_before(at, &record, start)?
        && record.is_subclass_of(class)
        && !is_hidden(at, &cast, &name)?
        && at.text.global(Sym::new(&name)).is_none();
    means_it.then(|| Action {
        title: format!("Refer to `{name}` itself"),
        kind: ActionKind::Rewrite,
        is_preferred: false,
        edits: vec![at.edit(range(cast.text_range()), name.clone())],
    })
}

/// Whether the statement that creates `record` precedes the statement at `offset`.
fn is_before(at: &Cursor<'_>, record: &Record, offset: usize) -> Option<bool> {
    let sources = &at.text.unit().sources;
    let own = at.text.item_at(at.source, u32::try_from(offset).ok()?)?;
    let maker = record.locs.last()?.item;
    Some(sources.layout.place(maker)? < sources.layout.place(own)?)
}

/// Whether a variable, field or template argument may hide the record `name` at the operator `node`. Each local name of
/// the enclosing top-level statement counts, even if it is not in scope.
fn is_hidden(at: &Cursor<'_>, node: &syntax::SyntaxNode, name: &str) -> Option<bool> {
    let tree = at.text.unit().sources.files[at.source].tree.as_ref()?;
    let locals = locals(SourceFile::of_root(tree));
    let around = node
        .ancestors()
        .filter(|it| it.parent().is_some_and(|it| it.kind() == SOURCE_FILE));
    let around = range(around.last()?.text_range());
    let is_inside = |at: &std::ops::Range<usize>| around.start <= at.start && at.end <= around.end;
    let is_local = locals
        .locals
        .iter()
        .any(|it| it.name == name && is_inside(&it.at));
    let object = node.ancestors().find(|it| matches!(it.kind(), CLASS | DEF));
    let is_field = object.is_some_and(|it| at.text.inherited_field(&it, Sym::new(name)).is_some());
    Some(is_local || is_field)
}
