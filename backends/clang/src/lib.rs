//! The backends of `clang-tblgen`: tables about Clang's diagnostics, nodes, attributes, builtins, vector intrinsics,
//! options and checkers.

#![warn(clippy::print_stdout, missing_docs)]

mod ast_nodes;
pub mod attributes;
pub mod builtins;
mod checkers;
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

use backend::{Backend, BackendOption, table};
use elaborate::diagnostic::{At, Diagnostic};
use elaborate::ids::Loc;
use sve::Extension;

/// The backends of this crate, in the order in which they are listed.
pub const ALL: &[&dyn Backend] = &[
    &table(
        "gen-clang-diags-defs",
        "Clang: list the diagnostics",
        diagnostics::definitions,
    )
    .options(&[BackendOption {
        name: "clang-component",
        help: "Only use this component's warnings (-gen-clang-diags-defs)",
    }]),
    &table(
        "gen-clang-diag-groups",
        "Clang: list the groups of diagnostics",
        diagnostics::group_tables,
    ),
    &table(
        "gen-clang-diags-index-name",
        "Clang: list the names of diagnostics",
        diagnostics::index_name,
    ),
    &table(
        "gen-diag-docs",
        "Clang: write the documentation of diagnostics",
        diagnostics::docs,
    ),
    &table(
        "gen-clang-comment-nodes",
        "Clang: list the nodes of comments",
        ast_nodes::comment_nodes,
    ),
    &table(
        "gen-clang-decl-nodes",
        "Clang: list the nodes of declarations",
        ast_nodes::decl_nodes,
    ),
    &table(
        "gen-clang-stmt-nodes",
        "Clang: list the nodes of statements",
        ast_nodes::stmt_nodes,
    ),
    &table(
        "gen-clang-type-nodes",
        "Clang: list the nodes of types",
        type_nodes::write,
    ),
    &table(
        "gen-clang-comment-html-tags",
        "Clang: match the names of HTML tags in comments",
        comments::html_tags,
    ),
    &table(
        "gen-clang-comment-html-tags-properties",
        "Clang: match the HTML tags whose end may or must be left out",
        comments::html_tag_properties,
    ),
    &table(
        "gen-clang-comment-html-named-character-references",
        "Clang: translate HTML's named characters to UTF-8",
        comments::named_characters,
    ),
    &table(
        "gen-clang-comment-command-info",
        "Clang: list the properties of commands in comments",
        comments::command_info,
    ),
    &table(
        "gen-clang-comment-command-list",
        "Clang: list the commands in comments",
        comments::command_list,
    ),
    &table(
        "gen-clang-data-collectors",
        "Clang: list the code that collects data of nodes",
        data_collectors::write,
    ),
    &table(
        "gen-clang-basic-reader",
        "Clang: write the classes that read values of properties",
        properties::basic_reader,
    ),
    &table(
        "gen-clang-basic-writer",
        "Clang: write the classes that write values of properties",
        properties::basic_writer,
    ),
    &table(
        "gen-clang-type-reader",
        "Clang: write the class that reads nodes of types",
        properties::type_reader,
    ),
    &table(
        "gen-clang-type-writer",
        "Clang: write the class that writes nodes of types",
        properties::type_writer,
    ),
    &table(
        "gen-clang-opcodes",
        "Clang: write the opcodes of the interpreter of constant expressions",
        opcodes::write,
    ),
    &table(
        "gen-clang-syntax-node-list",
        "Clang: list the nodes of syntax trees",
        syntax_nodes::list,
    ),
    &table(
        "gen-clang-syntax-node-classes",
        "Clang: write the classes of nodes of syntax trees",
        syntax_nodes::classes,
    ),
    &table(
        "gen-clang-builtins",
        "Clang: list the builtin functions",
        builtins::write,
    ),
    &table(
        "gen-clang-sa-checkers",
        "Clang: list the checkers of the static analyzer",
        checkers::write,
    ),
    &table(
        "gen-opt-docs",
        "Clang: write the documentation of options",
        option_docs::write,
    ),
    &table(
        "gen-arm-sve-header",
        "Clang: write arm_sve.h",
        sve::sve_header,
    ),
    &table(
        "gen-arm-sve-builtins",
        "Clang: list the builtins of SVE",
        |cx, out| sve::builtins(Extension::Sve, cx, out),
    ),
    &table(
        "gen-arm-sve-builtin-codegen",
        "Clang: list the LLVM intrinsics of SVE's builtins",
        |cx, out| sve::codegen(Extension::Sve, cx, out),
    ),
    &table(
        "gen-arm-sve-typeflags",
        "Clang: list the flags of SVE's builtins",
        sve::type_flags,
    ),
    &table(
        "gen-arm-sve-sema-rangechecks",
        "Clang: list the checks of constants for SVE",
        |cx, out| sve::range_checks(Extension::Sve, cx, out),
    ),
    &table(
        "gen-arm-sve-streaming-attrs",
        "Clang: list the modes in which SVE's builtins may be called",
        |cx, out| sve::streaming_attributes(Extension::Sve, cx, out),
    ),
    &table(
        "gen-arm-sme-header",
        "Clang: write arm_sme.h",
        sve::sme_header,
    ),
    &table(
        "gen-arm-sme-builtins",
        "Clang: list the builtins of SME",
        |cx, out| sve::builtins(Extension::Sme, cx, out),
    ),
    &table(
        "gen-arm-sme-builtin-codegen",
        "Clang: list the LLVM intrinsics of SME's builtins",
        |cx, out| sve::codegen(Extension::Sme, cx, out),
    ),
    &table(
        "gen-arm-sme-sema-rangechecks",
        "Clang: list the checks of constants for SME",
        |cx, out| sve::range_checks(Extension::Sme, cx, out),
    ),
    &table(
        "gen-arm-sme-streaming-attrs",
        "Clang: list the modes in which SME's builtins may be called",
        |cx, out| sve::streaming_attributes(Extension::Sme, cx, out),
    ),
    &table(
        "gen-arm-sme-builtin-za-state",
        "Clang: list what SME's builtins do to the matrix's state",
        sve::za_state,
    ),
    &table(
        "gen-arm-mve-header",
        "Clang: write arm_mve.h",
        mve::mve_header,
    ),
    &table(
        "gen-arm-mve-builtin-def",
        "Clang: list the builtins of MVE",
        mve::mve_builtins,
    ),
    &table(
        "gen-arm-mve-builtin-sema",
        "Clang: list the checks of constants for MVE",
        |cx, out| mve::checks(mve::Family::Mve, cx, out),
    ),
    &table(
        "gen-arm-mve-builtin-codegen",
        "Clang: write the code generation for MVE's builtins",
        |cx, out| mve::codegen(mve::Family::Mve, cx, out),
    ),
    &table(
        "gen-arm-mve-builtin-aliases",
        "Clang: list the names of MVE's builtins",
        |cx, out| mve::aliases(mve::Family::Mve, cx, out),
    ),
    &table(
        "gen-arm-cde-header",
        "Clang: write arm_cde.h",
        mve::cde_header,
    ),
    &table(
        "gen-arm-cde-builtin-def",
        "Clang: list the builtins of CDE",
        mve::cde_builtins,
    ),
    &table(
        "gen-arm-cde-builtin-sema",
        "Clang: list the checks of constants for CDE",
        |cx, out| mve::checks(mve::Family::Cde, cx, out),
    ),
    &table(
        "gen-arm-cde-builtin-codegen",
        "Clang: write the code generation for CDE's builtins",
        |cx, out| mve::codegen(mve::Family::Cde, cx, out),
    ),
    &table(
        "gen-arm-cde-builtin-aliases",
        "Clang: list the names of CDE's builtins",
        |cx, out| mve::aliases(mve::Family::Cde, cx, out),
    ),
    &table("gen-arm-neon", "Clang: write arm_neon.h", neon::arm_neon),
    &table("gen-arm-fp16", "Clang: write arm_fp16.h", neon::arm_fp16),
    &table("gen-arm-bf16", "Clang: write arm_bf16.h", neon::arm_bf16),
    &table(
        "gen-arm-vector-type",
        "Clang: write arm_vector_types.h",
        neon::vector_types,
    ),
    &table(
        "gen-arm-neon-sema",
        "Clang: list the builtins of NEON and what arguments they take",
        neon::sema,
    ),
    &table(
        "gen-arm-neon-test",
        "Clang: write a C file that calls each intrinsic of NEON",
        neon::test_file,
    ),
    &table(
        "gen-clang-attr-classes",
        "Clang: declare the classes of attributes",
        attributes::classes,
    ),
    &table(
        "gen-clang-attr-impl",
        "Clang: define the member functions of the classes of attributes",
        attributes::implementation,
    ),
    &table(
        "gen-clang-attr-list",
        "Clang: list the attributes",
        attributes::list,
    ),
    &table(
        "gen-clang-attr-subject-match-rule-list",
        "Clang: list the rules that match subjects of attributes",
        attributes::rule_list,
    ),
    &table(
        "gen-clang-attr-subject-match-rules-parser-string-switches",
        "Clang: find the rules that match subjects of attributes",
        attributes::rule_switches,
    ),
    &table(
        "gen-clang-attr-pch-read",
        "Clang: read attributes from precompiled headers",
        attributes::pch_read,
    ),
    &table(
        "gen-clang-attr-pch-write",
        "Clang: write attributes to precompiled headers",
        attributes::pch_write,
    ),
    &table(
        "gen-clang-attr-has-attribute-impl",
        "Clang: find the versions of attributes by their spellings",
        attributes::has_attribute,
    ),
    &table(
        "gen-clang-attr-spelling-index",
        "Clang: find the indices of spellings of attributes",
        attributes::spelling_index,
    ),
    &table(
        "gen-clang-attr-ast-visitor",
        "Clang: visit attributes in the syntax tree",
        attributes::visitor,
    ),
    &table(
        "gen-clang-attr-template-instantiate",
        "Clang: instantiate attributes of templates",
        attributes::template_instantiation,
    ),
    &table(
        "gen-clang-attr-parsed-attr-list",
        "Clang: list the kinds of parsed attributes",
        attributes::parsed_list,
    ),
    &table(
        "gen-clang-attr-parsed-attr-impl",
        "Clang: describe the kinds of parsed attributes",
        attributes::parsed_info,
    ),
    &table(
        "gen-clang-attr-parsed-attr-kinds",
        "Clang: find the kinds of attributes by their spellings",
        attributes::parsed_kinds,
    ),
    &table(
        "gen-clang-attr-parser-string-switches",
        "Clang: find how the arguments of attributes are parsed",
        attributes::parser_switches,
    ),
    &table(
        "gen-clang-attr-text-node-dump",
        "Clang: dump attributes",
        attributes::text_node_dump,
    ),
    &table(
        "gen-clang-attr-node-traverse",
        "Clang: traverse the nodes below attributes",
        attributes::node_traverse,
    ),
    &table(
        "gen-clang-attr-doc-table",
        "Clang: list the documentation of attributes",
        attributes::doc_table,
    ),
    &table(
        "gen-clang-regular-keyword-attr-info",
        "Clang: list the attributes that are keywords",
        attributes::regular_keywords,
    ),
    &table(
        "gen-attr-docs",
        "Clang: write the documentation of attributes",
        attributes::reference,
    ),
    &table(
        "gen-clang-test-pragma-attribute-supported-attributes",
        "Clang: list the attributes that a pragma can apply",
        attributes::supported_by_pragma,
    ),
    &table(
        "gen-clang-opencl-builtins",
        "Clang: find the builtin functions of OpenCL",
        opencl::builtins,
    ),
    &table(
        "gen-clang-opencl-builtin-header",
        "Clang: declare the builtin functions of OpenCL",
        opencl::header,
    ),
    &table(
        "gen-clang-opencl-builtin-tests",
        "Clang: call the builtin functions of OpenCL",
        opencl::test_file,
    ),
    &table(
        "gen-riscv-vector-header",
        "Clang: write riscv_vector.h",
        riscv_vector::header,
    ),
    &table(
        "gen-riscv-vector-builtins",
        "Clang: list the builtins of RISC-V vectors",
        riscv_vector::builtins,
    ),
    &table(
        "gen-riscv-vector-builtin-codegen",
        "Clang: write how builtins of RISC-V vectors become intrinsics",
        riscv_vector::code_generation,
    ),
    &table(
        "gen-riscv-vector-builtin-sema",
        "Clang: list what declarations of RISC-V vector intrinsics are made of",
        riscv_vector::sema,
    ),
    &table(
        "gen-riscv-sifive-vector-builtins",
        "Clang: list the builtins of SiFive vectors",
        riscv_vector::builtins,
    ),
    &table(
        "gen-riscv-sifive-vector-builtin-codegen",
        "Clang: write how builtins of SiFive vectors become intrinsics",
        riscv_vector::code_generation,
    ),
    &table(
        "gen-riscv-sifive-vector-builtin-sema",
        "Clang: list what declarations of SiFive vector intrinsics are made of",
        riscv_vector::sema,
    ),
];

/// An error at one place, whatever multiclasses it came through.
fn error_at(loc: Loc, message: String) -> Diagnostic {
    Diagnostic::error(At::start(loc), message)
}
