//! The backends of `clang-tblgen`: tables about Clang's diagnostics, nodes, builtins, options and checkers.

mod ast_nodes;
mod builtins;
mod checkers;
mod comments;
mod data_collectors;
mod diagnostics;
mod hierarchy;
mod neon;
mod opcodes;
mod option_docs;
mod properties;
mod riscv_vector;
mod rst;
mod source_order;
mod string_matcher;
mod syntax_nodes;
#[cfg(test)]
mod tests;
mod type_nodes;

use backend::{Backend, BackendOption, table};
use elaborate::diagnostic::{At, Diagnostic};
use elaborate::item::Loc;

/// The backends of this module, in the order in which they are listed.
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
