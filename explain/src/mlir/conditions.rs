//! The C++ conditions of constraints.

use backend::{Context, Fatal, Rec};
use ide::markup::{code_span, escape};
use mlir_model::constraint::Constraint;
use mlir_model::operation::Operation;
use mlir_model::predicate::simplified;

use super::shortened;
use crate::page::Page;

/// The maximum length of a condition that is shown, in characters.
const MAX_CONDITION: usize = 600;
/// The maximum length of a condition that is shown in a list item instead of a code block, in characters.
const MAX_INLINE: usize = 60;
/// The maximum number of conditions in the description of an operation.
const MAX_OWN: usize = 6;

/// Describes a constraint: its summary and its condition.
pub(crate) fn constraint(_: &Context, rec: Rec, page: &mut Page) -> Result<(), Fatal> {
    let it = Constraint::read(rec)?;
    let summary = it.summary()?;
    if !summary.is_empty() && summary != rec.name() {
        page.prose(escape(&shortened(&summary)));
    }
    let text = condition(it)?;
    if text == "true" {
        page.point("condition", "none");
    } else {
        push(page, "condition", &text);
    }
    Ok(())
}

/// Adds a condition with a title: a short one as a list item, a long one as a code block.
fn push(page: &mut Page, title: &str, condition: &str) {
    if condition.chars().count() <= MAX_INLINE && !condition.contains('\n') {
        page.point(title, code_span(condition));
    } else {
        page.prose(title);
        page.code("cpp", condition);
    }
}

/// Shows the condition of each constraint that is written in the operation itself, such as `Confined<…>`. The record of
/// such a constraint is anonymous, so a user cannot look it up.
pub(super) fn of_operation(op: &Operation, page: &mut Page) -> Result<(), Fatal> {
    let operands = op.operands.iter().map(|it| (it.name, it.ty.constraint));
    let attributes = op
        .attributes
        .iter()
        .map(|it| (it.name, it.attr.constraint()));
    let properties = op
        .properties
        .iter()
        .map(|it| (it.name, it.prop.constraint()));
    let results = op.results.iter().map(|it| (it.name, it.ty.constraint));
    let all = operands.chain(attributes).chain(properties).chain(results);
    let own = all.filter(|(name, it)| !name.is_empty() && is_own(*it));
    let mut shown = 0;
    for (name, it) in own {
        let text = condition(it)?;
        if text == "true" {
            continue;
        }
        shown += 1;
        if shown <= MAX_OWN {
            push(page, &format!("condition of {}", code_span(name)), &text);
        }
    }
    if shown > MAX_OWN {
        page.point("conditions", format!("… {} more", shown - MAX_OWN));
    }
    Ok(())
}

/// Whether a constraint is anonymous and does not have the condition of a named base. A `Variadic<…>`, for example, has
/// the condition of its base.
fn is_own(constraint: Constraint) -> bool {
    let rec = constraint.rec;
    let base = rec.records().def(constraint.def_name());
    let base = base.filter(|it| !it.is_anonymous());
    let base = base.and_then(|it| Constraint::read(it).ok()?.predicate());
    let is_of_base = base.is_some() && base == constraint.predicate();
    rec.is_anonymous() && !is_of_base
}

/// The condition of a constraint, simplified, and cut after [`MAX_CONDITION`] characters.
pub(super) fn condition(constraint: Constraint) -> Result<String, Fatal> {
    let text = simplified(&constraint.condition()?);
    Ok(match text.char_indices().nth(MAX_CONDITION) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    })
}
