//! `-gen-clang-attr-text-node-dump`, `-gen-clang-attr-node-traverse`: functions that print attributes in a dump of the
//! syntax tree and visit the nodes in their arguments.

use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output, Rec};

use super::argument::Argument;
use super::spelling::{Spelling, are_semantic};
use super::with_class;

pub(crate) const ATTR_TEXT_NODE_DUMP: Backend = Backend::clang(
    "gen-clang-attr-text-node-dump",
    "Dump attributes",
    &["Attr", "Spelling"],
    text_node_dump,
);

fn text_node_dump(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Attribute text node dumper", cx.records);
    for attr in with_class(cx.records)? {
        let mut body = Output::new();
        if are_semantic(&Spelling::all(attr)?) {
            body.push("    OS << \" \" << A->getSpelling();\n");
        }
        for arg in Argument::all(attr)? {
            arg.dump(&mut body);
        }
        push_visit(out, attr, &body.text)?;
    }
    Ok(())
}

pub(crate) const ATTR_NODE_TRAVERSE: Backend = Backend::clang(
    "gen-clang-attr-node-traverse",
    "Traverse the nodes below attributes",
    &["Attr", "Spelling"],
    node_traverse,
);

fn node_traverse(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    push_header(out, "Attribute text node traverser", cx.records);
    for attr in with_class(cx.records)? {
        let mut body = Output::new();
        for arg in Argument::all(attr)?.iter().chain(&Argument::delayed(attr)?) {
            arg.dump_children(&mut body);
        }
        push_visit(out, attr, &body.text)?;
    }
    Ok(())
}

/// Writes the `Visit` function for an attribute, unless its body is empty.
fn push_visit(out: &mut Output, attr: Rec, body: &str) -> Result<(), Fatal> {
    if body.is_empty() {
        return Ok(());
    }
    let (name, has_args) = (attr.name(), !attr.list_of_defs("Args")?.is_empty());
    out.of(attr, |out| {
        writeln!(out, "  void Visit{name}Attr(const {name}Attr *A) {{");
        if has_args {
            writeln!(out, "    const auto *SA = cast<{name}Attr>(A); (void)SA;");
        }
        writeln!(out, "{body}  }}");
    });
    Ok(())
}
