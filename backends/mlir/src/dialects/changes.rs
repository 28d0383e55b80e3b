//! Differences between LLVM releases in the classes of dialects.

use backend::{Output, Release};
use mlir_model::dialect::Dialect;

use crate::reindent::documentation_comment;

/// Writes the summary and description of the dialect above its class. Since LLVM 22.
pub(super) fn push_description(out: &mut Output, dialect: Dialect) {
    if dialect.records().release() >= Release::V22 {
        let comment = documentation_comment(&dialect.summary(), &dialect.description());
        // The line of the class starts with a line break already.
        out.push(comment.strip_suffix('\n').unwrap_or_default());
    }
}
