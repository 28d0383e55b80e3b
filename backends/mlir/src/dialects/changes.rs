//! What releases change in the text of dialects.

use backend::{Output, Release};
use mlir_model::dialect::Dialect;

use crate::reindent::documentation_comment;

/// 22 has the dialect's summary and description above its class.
pub(super) fn push_description(out: &mut Output, dialect: Dialect) {
    if dialect.records().release() >= Release::V22 {
        let comment = documentation_comment(&dialect.summary(), &dialect.description());
        // The class starts on a line of its own.
        out.push(comment.strip_suffix('\n').unwrap_or_default());
    }
}
