//! `-gen-{op,type,attr}-interface-{decls,defs,docs}`: the C++ classes of interfaces, and their documentation.

mod changes;
mod declarations;
mod definitions;
mod documentation;
mod kind;
pub(crate) mod methods;
mod models;
#[cfg(test)]
mod tests;
mod traits;

use backend::{Backend, Context, Fatal, Language, Rec};

use kind::{ATTRIBUTE, Kind, OPERATION, TYPE};

pub(crate) const ATTR_DECLS: Backend = Backend::mlir(
    "gen-attr-interface-decls",
    "Declare interfaces of attributes",
    &[ATTRIBUTE.class],
    |cx, out| declarations::write(cx, out, &ATTRIBUTE),
);

pub(crate) const ATTR_DEFS: Backend = Backend::mlir(
    "gen-attr-interface-defs",
    "Define the methods of interfaces of attributes",
    &[ATTRIBUTE.class],
    |cx, out| definitions::write(cx, out, &ATTRIBUTE),
);

pub(crate) const ATTR_DOCS: Backend = Backend::mlir(
    "gen-attr-interface-docs",
    "Document interfaces of attributes in Markdown",
    &[ATTRIBUTE.class],
    |cx, out| documentation::write(cx, out, &ATTRIBUTE),
)
.language(Language::Text);

pub(crate) const OP_DECLS: Backend = Backend::mlir(
    "gen-op-interface-decls",
    "Declare interfaces of operations",
    &[OPERATION.class],
    |cx, out| declarations::write(cx, out, &OPERATION),
);

pub(crate) const OP_DEFS: Backend = Backend::mlir(
    "gen-op-interface-defs",
    "Define the methods of interfaces of operations",
    &[OPERATION.class],
    |cx, out| definitions::write(cx, out, &OPERATION),
);

pub(crate) const OP_DOCS: Backend = Backend::mlir(
    "gen-op-interface-docs",
    "Document interfaces of operations in Markdown",
    &[OPERATION.class],
    |cx, out| documentation::write(cx, out, &OPERATION),
)
.language(Language::Text);

pub(crate) const TYPE_DECLS: Backend = Backend::mlir(
    "gen-type-interface-decls",
    "Declare interfaces of types",
    &[TYPE.class],
    |cx, out| declarations::write(cx, out, &TYPE),
);

pub(crate) const TYPE_DEFS: Backend = Backend::mlir(
    "gen-type-interface-defs",
    "Define the methods of interfaces of types",
    &[TYPE.class],
    |cx, out| definitions::write(cx, out, &TYPE),
);

pub(crate) const TYPE_DOCS: Backend = Backend::mlir(
    "gen-type-interface-docs",
    "Document interfaces of types in Markdown",
    &[TYPE.class],
    |cx, out| documentation::write(cx, out, &TYPE),
)
.language(Language::Text);

/// The interfaces that are defined in the root file, sorted by name. Records that only request the declaration of an
/// interface's methods are excluded.
fn of_root<'a>(cx: &Context<'a>, kind: &Kind) -> Result<Vec<Rec<'a>>, Fatal> {
    let mut all = cx.records.derived(kind.class)?;
    all.retain(|it| !it.is_a("DeclareInterfaceMethods") && cx.records.is_in_root(*it));
    Ok(all)
}

/// The interfaces that the root file itself defines, in the order of their definitions.
fn in_order<'a>(cx: &Context<'a>, kind: &Kind) -> Result<Vec<Rec<'a>>, Fatal> {
    let mut all = of_root(cx, kind)?;
    all.sort_by_key(|it| it.order());
    Ok(all)
}
