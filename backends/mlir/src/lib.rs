//! The generators of `mlir-tblgen`: C++, Python and documentation of dialects.

#![warn(clippy::print_stdout, missing_docs)]

mod availability;
mod bytecode;
mod constraint_functions;
mod cpp;
mod definitions;
mod deprecated;
mod dialect_interfaces;
mod dialects;
mod directives;
mod documentation;
mod enums;
mod interface_methods;
mod interfaces;
mod literals;
mod llvm_ir;
mod markdown;
mod namespaces;
mod op_classes;
mod open_mp;
mod passes;
mod python;
mod python_operations;
mod reindent;
mod rewriters;
mod selection;
mod source_text;
mod spirv;
#[cfg(test)]
mod tests;

use backend::Backend;

pub use deprecated::{ON_DEPRECATED, report_uses as report_deprecated};
pub use op_classes::outline;

/// The backends of this crate, in the order in which `--help` lists them.
pub const ALL: &[Backend] = &[
    availability::ENUM_DECLARATIONS,
    availability::ENUM_DEFINITIONS,
    availability::INTERFACE_DECLARATIONS,
    availability::INTERFACE_DEFINITIONS,
    availability::SPIRV_OPERATIONS,
    availability::TOSA_OPERATIONS,
    bytecode::BACKEND,
    constraint_functions::ATTR_CONSTRAINT_DECLS,
    constraint_functions::ATTR_CONSTRAINT_DEFS,
    constraint_functions::TYPE_CONSTRAINT_DECLS,
    constraint_functions::TYPE_CONSTRAINT_DEFS,
    dialect_interfaces::DECLARATIONS,
    dialects::DECLARATIONS,
    dialects::DEFINITIONS,
    directives::BACKEND,
    op_classes::OP_DECLS,
    op_classes::OP_DEFS,
    definitions::ATTRDEF_DECLS,
    definitions::ATTRDEF_DEFS,
    definitions::TYPEDEF_DECLS,
    definitions::TYPEDEF_DEFS,
    documentation::OP_DOC,
    documentation::DIALECT_DOC,
    documentation::ATTRDEF_DOC,
    documentation::TYPEDEF_DOC,
    enums::DECLARATIONS,
    enums::DEFINITIONS,
    enums::DOCUMENTATION,
    enums::PYTHON,
    interfaces::ATTR_DECLS,
    interfaces::ATTR_DEFS,
    interfaces::ATTR_DOCS,
    interfaces::OP_DECLS,
    interfaces::OP_DEFS,
    interfaces::OP_DOCS,
    interfaces::TYPE_DECLS,
    interfaces::TYPE_DEFS,
    interfaces::TYPE_DOCS,
    llvm_ir::CONVERTIBLE,
    llvm_ir::ENUMS_FROM_LLVM,
    llvm_ir::ENUMS_TO_LLVM,
    llvm_ir::INTRINSICS,
    llvm_ir::INTRINSICS_FROM_LLVM,
    llvm_ir::OPERATIONS_FROM_LLVM,
    llvm_ir::TO_LLVM,
    open_mp::CLAUSES,
    open_mp::VERIFY,
    passes::C_HEADER,
    passes::C_IMPLEMENTATION,
    passes::DECLARATIONS,
    passes::DOCUMENTATION,
    python_operations::BACKEND,
    rewriters::BACKEND,
    spirv::ATTRIBUTE_NAMES,
    spirv::CAPABILITIES,
    spirv::SERIALIZATION,
];
