//! The backends of `clang-tblgen`: tables about Clang's diagnostics, nodes, attributes, builtins, vector intrinsics,
//! options and checkers.

#![warn(clippy::print_stdout, missing_docs)]

mod ast_nodes;
pub mod attributes;
mod builtin_templates;
pub mod builtins;
mod checkers;
mod cir_lowering;
mod comments;
mod data_collectors;
pub mod diagnostics;
mod hierarchy;
pub mod mve;
pub mod neon;
mod opcodes;
pub mod opencl;
mod option_docs;
mod properties;
pub mod riscv_vector;
mod rst;
mod source_order;
pub mod sve;
mod syntax_nodes;
#[cfg(test)]
mod tests;
mod type_nodes;
mod vectors;

use backend::Backend;
use elaborate::diagnostic::{At, Diagnostic};
use elaborate::ids::Loc;

/// The backends of this crate, in the order in which they are listed.
pub const ALL: &[Backend] = &[
    diagnostics::definitions::BACKEND,
    diagnostics::enums::ENUMS,
    diagnostics::enums::INTERFACE,
    diagnostics::compat_ids::BACKEND,
    diagnostics::group_tables::BACKEND,
    diagnostics::BACKEND,
    diagnostics::docs::BACKEND,
    ast_nodes::COMMENT_NODES,
    ast_nodes::DECL_NODES,
    ast_nodes::STMT_NODES,
    type_nodes::BACKEND,
    comments::COMMENT_HTML_TAGS,
    comments::COMMENT_HTML_TAGS_PROPERTIES,
    comments::COMMENT_HTML_NAMED_CHARACTER_REFERENCES,
    comments::COMMENT_COMMAND_INFO,
    comments::COMMENT_COMMAND_LIST,
    data_collectors::BACKEND,
    properties::BASIC_READER,
    properties::BASIC_WRITER,
    properties::TYPE_READER,
    properties::TYPE_WRITER,
    opcodes::BACKEND,
    syntax_nodes::SYNTAX_NODE_LIST,
    syntax_nodes::SYNTAX_NODE_CLASSES,
    builtins::BACKEND,
    builtin_templates::BACKEND,
    checkers::BACKEND,
    cir_lowering::BACKEND,
    option_docs::BACKEND,
    sve::header::ARM_SVE_HEADER,
    sve::tables::ARM_SVE_BUILTINS,
    sve::tables::ARM_SVE_BUILTIN_CODEGEN,
    sve::json::ARM_SVE_BUILTINS_JSON,
    sve::json::ARM_SME_BUILTINS_JSON,
    sve::tables::ARM_SVE_TYPEFLAGS,
    sve::tables::ARM_IMMCHECK_TYPES,
    sve::tables::ARM_SVE_SEMA_RANGECHECKS,
    sve::tables::ARM_SVE_STREAMING_ATTRS,
    sve::header::ARM_SME_HEADER,
    sve::tables::ARM_SME_BUILTINS,
    sve::tables::ARM_SME_BUILTIN_CODEGEN,
    sve::tables::ARM_SME_SEMA_RANGECHECKS,
    sve::tables::ARM_SME_STREAMING_ATTRS,
    sve::tables::ARM_SME_BUILTIN_ZA_STATE,
    mve::headers::ARM_MVE_HEADER,
    mve::tables::ARM_MVE_BUILTIN_DEF,
    mve::checks::ARM_MVE_BUILTIN_SEMA,
    mve::codegen::ARM_MVE_BUILTIN_CODEGEN,
    mve::tables::ARM_MVE_BUILTIN_ALIASES,
    mve::headers::ARM_CDE_HEADER,
    mve::tables::ARM_CDE_BUILTIN_DEF,
    mve::checks::ARM_CDE_BUILTIN_SEMA,
    mve::codegen::ARM_CDE_BUILTIN_CODEGEN,
    mve::tables::ARM_CDE_BUILTIN_ALIASES,
    neon::header::ARM_NEON,
    neon::header::ARM_FP16,
    neon::header::ARM_BF16,
    neon::vector_types::BACKEND,
    neon::sema::BACKEND,
    neon::test_file::BACKEND,
    attributes::classes::ATTR_CLASSES,
    attributes::classes::ATTR_IMPL,
    attributes::list::BACKEND,
    attributes::rule_tables::ATTR_SUBJECT_MATCH_RULE_LIST,
    attributes::rule_tables::ATTR_SUBJECT_MATCH_RULES_PARSER_STRING_SWITCHES,
    attributes::serialization::ATTR_PCH_READ,
    attributes::serialization::ATTR_PCH_WRITE,
    attributes::spelling_tables::ATTR_HAS_ATTRIBUTE_IMPL,
    attributes::spelling_tables::ATTR_SPELLING_INDEX,
    attributes::visitor::BACKEND,
    attributes::template_instantiation::BACKEND,
    attributes::spelling_tables::ATTR_PARSED_ATTR_LIST,
    attributes::parsed_info::BACKEND,
    attributes::spelling_tables::ATTR_PARSED_ATTR_KINDS,
    attributes::parser_switches::BACKEND,
    attributes::dump::ATTR_TEXT_NODE_DUMP,
    attributes::dump::ATTR_NODE_TRAVERSE,
    attributes::docs::ATTR_DOC_TABLE,
    attributes::spelling_tables::REGULAR_KEYWORD_ATTR_INFO,
    attributes::spelling_lists::ATTRIBUTE_SPELLING_LIST,
    attributes::spelling_lists::CXX11_ATTRIBUTE_INFO,
    attributes::type_dependent::BACKEND,
    attributes::docs::ATTR_DOCS,
    attributes::rule_tables::TEST_PRAGMA_ATTRIBUTE_SUPPORTED_ATTRIBUTES,
    opencl::tables::BACKEND,
    opencl::prototypes::OPENCL_BUILTIN_HEADER,
    opencl::prototypes::OPENCL_BUILTIN_TESTS,
    riscv_vector::header::BACKEND,
    riscv_vector::builtins::RISCV_VECTOR_BUILTINS,
    riscv_vector::builtins::RISCV_VECTOR_BUILTIN_CODEGEN,
    riscv_vector::sema::RISCV_VECTOR_BUILTIN_SEMA,
    riscv_vector::builtins::RISCV_ANDES_VECTOR_BUILTINS,
    riscv_vector::builtins::RISCV_ANDES_VECTOR_BUILTIN_CODEGEN,
    riscv_vector::sema::RISCV_ANDES_VECTOR_BUILTIN_SEMA,
    riscv_vector::builtins::RISCV_SIFIVE_VECTOR_BUILTINS,
    riscv_vector::builtins::RISCV_SIFIVE_VECTOR_BUILTIN_CODEGEN,
    riscv_vector::sema::RISCV_SIFIVE_VECTOR_BUILTIN_SEMA,
];

/// An error at a single location, without notes on instantiations.
fn error_at(loc: Loc, message: String) -> Diagnostic {
    Diagnostic::error(At::start(loc), message)
}
