//! `-gen-op-doc`, `-gen-dialect-doc`, `-gen-attrdef-doc`, `-gen-typedef-doc`: documentation of a dialect in Markdown.

mod definitions;
mod dialects;
mod operations;
#[cfg(test)]
mod tests;

use backend::{Backend, BackendOption, Context, Language, Output, Release};

use crate::selection::{DIALECT, OP_EXCLUDE, OP_INCLUDE};

const STRIP_PREFIX: BackendOption =
    BackendOption::text("strip-prefix", "Strip prefix of the fully qualified names");

const HUGO: BackendOption = BackendOption::flag(
    "allow-hugo-specific-features",
    "Allows using features specific to Hugo",
);

pub(crate) const OP_DOC: Backend = Backend::mlir(
    "gen-op-doc",
    "Generate dialect documentation",
    &["Op"],
    operations::run,
)
.options(&[STRIP_PREFIX, HUGO, OP_INCLUDE, OP_EXCLUDE])
.language(Language::Text);

pub(crate) const DIALECT_DOC: Backend = Backend::mlir(
    "gen-dialect-doc",
    "Generate dialect documentation",
    &["Dialect"],
    dialects::run,
)
.options(&[DIALECT, STRIP_PREFIX, HUGO, OP_INCLUDE, OP_EXCLUDE])
.language(Language::Text);

pub(crate) const ATTRDEF_DOC: Backend = Backend::mlir(
    "gen-attrdef-doc",
    "Generate dialect attribute documentation",
    &["AttrDef"],
    |cx, out| definitions::run(cx, out, "AttrDef"),
)
.language(Language::Text);

pub(crate) const TYPEDEF_DOC: Backend = Backend::mlir(
    "gen-typedef-doc",
    "Generate dialect type documentation",
    &["TypeDef"],
    |cx, out| definitions::run(cx, out, "TypeDef"),
)
.language(Language::Text);

/// Writes a heading. Since LLVM 22, an empty line precedes it.
fn push_heading(cx: &Context, out: &mut Output, heading: &str) {
    if cx.release() >= Release::V22 {
        out.push("\n");
    }
    writeln!(out, "{heading}");
}
