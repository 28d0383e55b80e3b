//! The backends of `clang-tblgen`: tables about Clang's diagnostics, nodes, builtins, options and checkers.

mod ast_nodes;
mod builtins;
mod checkers;
mod comments;
mod data_collectors;
mod diagnostics;
mod hierarchy;
mod opcodes;
mod option_docs;
mod properties;
mod rst;
mod source_order;
mod string_matcher;
mod syntax_nodes;
#[cfg(test)]
mod tests;
mod type_nodes;

use analysis::diagnostic::{At, Diagnostic};
use analysis::record::Loc;

use crate::{Backend, Fatal, Options, Output, Records};

/// The backends of this module, in the order in which they are listed.
pub const ALL: &[&dyn Backend] = &[
    &diagnostics::Definitions,
    &Table {
        name: "gen-clang-diag-groups",
        help: "Clang: list the groups of diagnostics",
        write: diagnostics::group_tables,
    },
    &Table {
        name: "gen-clang-diags-index-name",
        help: "Clang: list the names of diagnostics",
        write: diagnostics::index_name,
    },
    &Table {
        name: "gen-diag-docs",
        help: "Clang: write the documentation of diagnostics",
        write: diagnostics::docs,
    },
    &Table {
        name: "gen-clang-comment-nodes",
        help: "Clang: list the nodes of comments",
        write: ast_nodes::comment_nodes,
    },
    &Table {
        name: "gen-clang-decl-nodes",
        help: "Clang: list the nodes of declarations",
        write: ast_nodes::decl_nodes,
    },
    &Table {
        name: "gen-clang-stmt-nodes",
        help: "Clang: list the nodes of statements",
        write: ast_nodes::stmt_nodes,
    },
    &Table {
        name: "gen-clang-type-nodes",
        help: "Clang: list the nodes of types",
        write: type_nodes::write,
    },
    &Table {
        name: "gen-clang-comment-html-tags",
        help: "Clang: match the names of HTML tags in comments",
        write: comments::html_tags,
    },
    &Table {
        name: "gen-clang-comment-html-tags-properties",
        help: "Clang: match the HTML tags whose end may or must be left out",
        write: comments::html_tag_properties,
    },
    &Table {
        name: "gen-clang-comment-html-named-character-references",
        help: "Clang: translate HTML's named characters to UTF-8",
        write: comments::named_characters,
    },
    &Table {
        name: "gen-clang-comment-command-info",
        help: "Clang: list the properties of commands in comments",
        write: comments::command_info,
    },
    &Table {
        name: "gen-clang-comment-command-list",
        help: "Clang: list the commands in comments",
        write: comments::command_list,
    },
    &Table {
        name: "gen-clang-data-collectors",
        help: "Clang: list the code that collects data of nodes",
        write: data_collectors::write,
    },
    &Table {
        name: "gen-clang-basic-reader",
        help: "Clang: write the classes that read values of properties",
        write: properties::basic_reader,
    },
    &Table {
        name: "gen-clang-basic-writer",
        help: "Clang: write the classes that write values of properties",
        write: properties::basic_writer,
    },
    &Table {
        name: "gen-clang-type-reader",
        help: "Clang: write the class that reads nodes of types",
        write: properties::type_reader,
    },
    &Table {
        name: "gen-clang-type-writer",
        help: "Clang: write the class that writes nodes of types",
        write: properties::type_writer,
    },
    &Table {
        name: "gen-clang-opcodes",
        help: "Clang: write the opcodes of the interpreter of constant expressions",
        write: opcodes::write,
    },
    &Table {
        name: "gen-clang-syntax-node-list",
        help: "Clang: list the nodes of syntax trees",
        write: syntax_nodes::list,
    },
    &Table {
        name: "gen-clang-syntax-node-classes",
        help: "Clang: write the classes of nodes of syntax trees",
        write: syntax_nodes::classes,
    },
    &Table {
        name: "gen-clang-builtins",
        help: "Clang: list the builtin functions",
        write: builtins::write,
    },
    &Table {
        name: "gen-clang-sa-checkers",
        help: "Clang: list the checkers of the static analyzer",
        write: checkers::write,
    },
    &Table {
        name: "gen-opt-docs",
        help: "Clang: write the documentation of options",
        write: option_docs::write,
    },
];

/// A backend without options.
struct Table {
    name: &'static str,
    help: &'static str,
    write: fn(&Records, &mut Output) -> Result<(), Fatal>,
}

impl Backend for Table {
    fn name(&self) -> &'static str {
        self.name
    }

    fn help(&self) -> &'static str {
        self.help
    }

    fn run(&self, records: &Records, _: &Options, out: &mut Output) -> Result<(), Fatal> {
        (self.write)(records, out)
    }
}

/// An error at one place, whatever multiclasses it came through.
fn error_at(loc: Loc, message: String) -> Diagnostic {
    Diagnostic::error(At::start(loc), message)
}
