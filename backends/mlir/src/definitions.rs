//! `-gen-{attr,type}def-{decls,defs}`: the C++ classes of attributes and types that a dialect defines.

mod class;
mod files;
mod format;
mod storage;
#[cfg(test)]
mod tests;

use backend::{Backend, BackendOption};

use crate::selection::FORMAT_ERRORS;

const TYPES_OF: BackendOption =
    BackendOption::text("typedefs-dialect", "Generate types for this dialect");

const ATTRS_OF: BackendOption =
    BackendOption::text("attrdefs-dialect", "Generate attributes for this dialect");

/// The differences between types and attributes.
struct Kind {
    /// The TableGen class from which the records derive.
    class: &'static str,
    /// The part of file titles and guard macros that names the kind.
    short: &'static str,
    /// The part of C++ names that names the kind.
    long: &'static str,
    dialect: BackendOption,
    is_attribute: bool,
}

const TYPE: Kind = Kind {
    class: "TypeDef",
    short: "Type",
    long: "Type",
    dialect: TYPES_OF,
    is_attribute: false,
};

const ATTRIBUTE: Kind = Kind {
    class: "AttrDef",
    short: "Attr",
    long: "Attribute",
    dialect: ATTRS_OF,
    is_attribute: true,
};

pub(crate) const ATTRDEF_DECLS: Backend = Backend::mlir(
    "gen-attrdef-decls",
    "Generate AttrDef declarations",
    &["AttrDef"],
    |cx, out| files::declarations(cx, out, &ATTRIBUTE),
)
.options(&[ATTRS_OF, FORMAT_ERRORS]);

pub(crate) const ATTRDEF_DEFS: Backend = Backend::mlir(
    "gen-attrdef-defs",
    "Generate AttrDef definitions",
    &["AttrDef"],
    |cx, out| files::definitions(cx, out, &ATTRIBUTE),
)
.options(&[ATTRS_OF, FORMAT_ERRORS]);

pub(crate) const TYPEDEF_DECLS: Backend = Backend::mlir(
    "gen-typedef-decls",
    "Generate TypeDef declarations",
    &["TypeDef"],
    |cx, out| files::declarations(cx, out, &TYPE),
)
.options(&[TYPES_OF, FORMAT_ERRORS]);

pub(crate) const TYPEDEF_DEFS: Backend = Backend::mlir(
    "gen-typedef-defs",
    "Generate TypeDef definitions",
    &["TypeDef"],
    |cx, out| files::definitions(cx, out, &TYPE),
)
.options(&[TYPES_OF, FORMAT_ERRORS]);
