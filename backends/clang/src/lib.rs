//! The backends of `clang-tblgen`: tables about Clang's diagnostics, nodes, builtins, options and checkers.

mod ast_nodes;
mod attributes;
mod builtins;
mod checkers;
mod comments;
mod data_collectors;
mod diagnostics;
mod hierarchy;
mod opcodes;
mod opencl;
mod option_docs;
mod properties;
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
];

/// An error at one place, whatever multiclasses it came through.
fn error_at(loc: Loc, message: String) -> Diagnostic {
    Diagnostic::error(At::start(loc), message)
}
