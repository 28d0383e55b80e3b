//! `-gen-avail-interface-{decls,defs}`, `-gen-spirv-enum-avail-{decls,defs}`, `-gen-spirv-avail-impls` and
//! `-gen-tosa-avail-impls`: C++ code that returns the availability of operations and of enumeration cases: the
//! versions, extensions and capabilities that they require.

mod enumerations;
mod interfaces;
mod operations;
#[cfg(test)]
mod tests;

use backend::Backend;

pub(crate) const INTERFACE_DECLARATIONS: Backend = Backend::mlir(
    "gen-avail-interface-decls",
    "Declare interfaces that tell what operations require",
    &["Availability"],
    interfaces::write_declarations,
);

pub(crate) const INTERFACE_DEFINITIONS: Backend = Backend::mlir(
    "gen-avail-interface-defs",
    "Define interfaces that tell what operations require",
    &["Availability"],
    interfaces::write_definitions,
);

pub(crate) const ENUM_DECLARATIONS: Backend = Backend::mlir(
    "gen-spirv-enum-avail-decls",
    "Declare functions that tell what the values of enumerations require",
    &["EnumInfo"],
    enumerations::write_declarations,
);

pub(crate) const ENUM_DEFINITIONS: Backend = Backend::mlir(
    "gen-spirv-enum-avail-defs",
    "Define functions that tell what the values of enumerations require",
    &["EnumInfo"],
    enumerations::write_definitions,
);

pub(crate) const SPIRV_OPERATIONS: Backend = Backend::mlir(
    "gen-spirv-avail-impls",
    "Define methods that tell what operations of SPIR-V require",
    &["SPIRV_Op"],
    operations::write_spirv,
);

pub(crate) const TOSA_OPERATIONS: Backend = Backend::mlir(
    "gen-tosa-avail-impls",
    "Define methods that tell what operations of TOSA require",
    &["Tosa_Op"],
    operations::write_tosa,
);
