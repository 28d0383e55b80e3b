//! The tables and classes of the nodes of Clang's syntax trees (`clang/Tooling/Syntax`).

#[cfg(test)]
mod tests;

use rustc_hash::FxHashMap;

use super::hierarchy::{MAX_DEPTH, too_deep};
use backend::text::{SPACES, push_header};
use backend::{Backend, Context, Fatal, Output, Rec, Records};

const DESCRIPTION: &str = "Syntax tree node list";

/// A node, its base, and the nodes directly derived from it, sorted by name.
struct Node<'a> {
    rec: Rec<'a>,
    base: Option<Rec<'a>>,
    derived: Vec<Rec<'a>>,
}

pub(crate) const SYNTAX_NODE_LIST: Backend = Backend::clang(
    "gen-clang-syntax-node-list",
    "List the nodes of syntax trees",
    &["NodeType"],
    list,
);

/// `-gen-clang-syntax-node-list`
fn list(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    push_header(out, DESCRIPTION, records);
    let nodes = nodes(records)?;
    out.push(
        "\n#ifndef NODE\n#define NODE(Kind, Base)\n#endif\n\n\
         #ifndef CONCRETE_NODE\n#define CONCRETE_NODE(Kind, Base) NODE(Kind, Base)\n#endif\n\n\
         #ifndef ABSTRACT_NODE\n\
         #define ABSTRACT_NODE(Kind, Base, First, Last) NODE(Kind, Base)\n#endif\n\n",
    );
    let by_rec: FxHashMap<Rec, &Node> = nodes.iter().map(|node| (node.rec, node)).collect();
    for node in &nodes {
        let Some(base) = node.base else { continue };
        let (name, base) = (node.rec.name(), base.name());
        out.source(node.rec);
        if node.derived.is_empty() {
            writeln!(out, "CONCRETE_NODE({name},{base})");
        } else {
            let first = leaf(node, &by_rec, |derived| derived.first());
            let last = leaf(node, &by_rec, |derived| derived.last());
            writeln!(out, "ABSTRACT_NODE({name},{base},{first},{last})");
        }
    }
    out.no_source();
    out.push("\n#undef NODE\n#undef CONCRETE_NODE\n#undef ABSTRACT_NODE\n");
    Ok(())
}

/// The name of a leaf below `node`. At each node on the way, `child` chooses one of the derived nodes.
fn leaf<'a>(
    mut node: &'a Node<'a>,
    by_rec: &FxHashMap<Rec<'a>, &'a Node<'a>>,
    child: impl for<'s> Fn(&'s [Rec<'a>]) -> Option<&'s Rec<'a>>,
) -> &'a str {
    while let Some(next) = child(&node.derived).and_then(|next| by_rec.get(next)) {
        node = next;
    }
    node.rec.name()
}

/// The record `Node` and all nodes derived from it, in pre-order.
fn nodes<'a>(records: &'a Records) -> Result<Vec<Node<'a>>, Fatal> {
    let types = records.derived("NodeType")?;
    let mut derived: FxHashMap<Rec, Vec<Rec>> = FxHashMap::default();
    for &ty in &types {
        if let Some(base) = ty.optional_def("base")? {
            derived.entry(base).or_default().push(ty);
        }
    }
    for siblings in derived.values_mut() {
        siblings.sort_by_key(|it| it.name());
    }
    let Some(&root) = types.iter().find(|ty| ty.name() == "Node") else {
        return Err(records.fatal("no record 'Node' of class 'NodeType'".to_owned()));
    };
    let mut nodes = Vec::new();
    let mut rest = vec![(root, root.optional_def("base")?)];
    while let Some((rec, base)) = rest.pop() {
        // A cycle of bases would make the list endless.
        if nodes.len() > types.len() {
            return Err(too_deep(rec));
        }
        let derived = derived.get(&rec).cloned().unwrap_or_default();
        rest.extend(derived.iter().rev().map(|it| (*it, Some(rec))));
        nodes.push(Node { rec, base, derived });
    }
    Ok(nodes)
}

pub(crate) const SYNTAX_NODE_CLASSES: Backend = Backend::clang(
    "gen-clang-syntax-node-classes",
    "Write the classes of nodes of syntax trees",
    &["NodeType"],
    classes,
);

/// `-gen-clang-syntax-node-classes`
fn classes(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    push_header(out, DESCRIPTION, records);
    let nodes = nodes(records)?;
    out.push(
        "\n// Forward-declare node types so we don't have to carefully sequence definitions.\n",
    );
    for node in &nodes {
        out.source(node.rec);
        writeln!(out, "class {};", node.rec.name());
    }
    out.no_source();
    out.push("\n// Node definitions\n\n");
    for node in nodes.iter().filter(|node| !node.rec.is_a("External")) {
        push_class(out, node)?;
    }
    Ok(())
}

fn push_class(out: &mut Output, node: &Node) -> Result<(), Fatal> {
    let name = node.rec.name();
    out.source(node.rec);
    push_documentation(out, &node.rec.string("documentation")?);
    let Some(base) = node.base else {
        return Err(node.rec.fatal(format!("node '{name}' needs a base")));
    };
    let base = base.name();
    if node.derived.is_empty() {
        writeln!(out, "class {name} final : public {base} {{");
        writeln!(out, "public:\n  {name}() : {base}(NodeKind::{name}) {{}}");
    } else {
        writeln!(out, "class {name} : public {base} {{");
        writeln!(
            out,
            "protected:\n  {name}(NodeKind K) : {base}(K) {{}}\npublic:"
        );
    }
    if node.rec.is_a("Sequence") {
        for child in node.rec.list_of_defs("children")? {
            let role = child.string("role")?;
            let ty = node_type(child.def("syntax")?)?;
            for qualifier in ["", "const "] {
                write!(
                    out,
                    "  {qualifier}{ty} *get{role}() {qualifier} {{\n    \
                       return llvm::cast_or_null<{ty}>(findChild(NodeRole::{role}));\n  \
                     }}\n"
                );
            }
        }
    }
    out.push("  static bool classof(const Node *N);\n};\n\n");
    Ok(())
}

/// The C++ class of a child with the record `syntax`. Empty if records of this kind have no class.
fn node_type(syntax: Rec<'_>) -> Result<&str, Fatal> {
    let mut inner = syntax;
    for _ in 0..MAX_DEPTH {
        if inner.is_a("Optional") {
            inner = inner.def("inner")?;
        } else if inner.is_a("AnyToken") {
            return Ok("Leaf");
        } else if inner.is_a("NodeType") {
            return Ok(inner.name());
        } else {
            return Ok("");
        }
    }
    Err(too_deep(syntax))
}

/// Writes a text as a C++ comment, without blank lines at its start and end. The indentation of the first line is
/// removed from every line that starts with it.
fn push_documentation(out: &mut Output, text: &str) {
    let text = text.trim_end_matches(SPACES);
    let lines: Vec<&str> = text.split('\n').collect();
    let is_blank = |line: &&str| line.trim_matches(SPACES).is_empty();
    let Some(first) = lines.iter().position(|line| !is_blank(line)) else {
        return;
    };
    let indent = lines[first].len() - lines[first].trim_start_matches(SPACES).len();
    let indent = &lines[first][..indent];
    for line in &lines[first..] {
        writeln!(out, "/// {}", line.strip_prefix(indent).unwrap_or(line));
    }
}
