//! The C++ conditions of constraints.

use backend::{Context, Fatal, Rec};
use ide::markup::{code_span, escape};
use mlir_model::constraint::Constraint;
use mlir_model::predicate::simplified;

use super::shortened;
use crate::page::Page;

/// The maximum length of a condition that is shown, in characters.
const MAX_CONDITION: usize = 600;
/// The length up to which a condition is part of a sentence, in characters.
const MAX_INLINE: usize = 60;

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
    } else if text.chars().count() <= MAX_INLINE && !text.contains('\n') {
        page.point("condition", code_span(&text));
    } else {
        page.prose("condition");
        page.code("cpp", &text);
    }
    Ok(())
}

/// The condition of a constraint, simplified, and cut if it is very long.
pub(super) fn condition(constraint: Constraint) -> Result<String, Fatal> {
    let text = simplified(&constraint.condition()?);
    Ok(match text.char_indices().nth(MAX_CONDITION) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    })
}
