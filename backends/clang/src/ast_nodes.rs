//! The nodes of Clang's comments, declarations and statements. Each node is written as a call of a macro that has the
//! node's name. By default, this macro calls the macro of the node's base.

#[cfg(test)]
mod tests;

use rustc_hash::FxHashSet;

use super::hierarchy::{Children, Hierarchy, MAX_DEPTH, Wording, too_deep};
use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output, Rec, Records};

pub(crate) const COMMENT_NODES: Backend = Backend::clang(
    "gen-clang-comment-nodes",
    "List the nodes of comments",
    &["CommentNode"],
    comment_nodes,
);

/// `-gen-clang-comment-nodes`
fn comment_nodes(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    push_nodes(records, out, "CommentNode", "", FxHashSet::default())
}

pub(crate) const STMT_NODES: Backend = Backend::clang(
    "gen-clang-stmt-nodes",
    "List the nodes of statements",
    &["StmtNode"],
    stmt_nodes,
);

/// `-gen-clang-stmt-nodes`
fn stmt_nodes(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    push_nodes(records, out, "StmtNode", "", FxHashSet::default())
}

pub(crate) const DECL_NODES: Backend = Backend::clang(
    "gen-clang-decl-nodes",
    "List the nodes of declarations",
    &["DeclNode"],
    decl_nodes,
);

/// `-gen-clang-decl-nodes`
fn decl_nodes(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    let contexts = records.derived("DeclContext")?;
    let first = contexts.iter().copied().collect();
    push_nodes(records, out, "DeclNode", "Decl", first)?;
    push_contexts(records, out, &contexts)
}

/// A hierarchy of nodes, with the settings for writing it.
struct Nodes<'a> {
    hierarchy: Hierarchy<'a>,
    /// The suffix that is appended to a node's name to get its C++ class.
    suffix: &'static str,
    /// The nodes that are written before their siblings.
    first: FxHashSet<Rec<'a>>,
    /// The root's name in upper case, which is part of the names of the macros.
    kind: String,
}

/// The first and the last concrete node of a subtree, in the order of writing.
type Range<'a> = (Rec<'a>, Rec<'a>);

fn push_nodes<'a>(
    records: &'a Records,
    out: &mut Output,
    class: &'static str,
    suffix: &'static str,
    first: FxHashSet<Rec<'a>>,
) -> Result<(), Fatal> {
    let wording = Wording {
        node_class: class,
        class: format!("\"{class}\""),
        no_root: "didn't find root node",
    };
    let hierarchy = Hierarchy::new(records, &wording)?;
    let kind = hierarchy.root.name().to_ascii_uppercase();
    let nodes = Nodes {
        hierarchy,
        suffix,
        first,
        kind,
    };
    let kind = &nodes.kind;
    push_header(out, "List of AST nodes of a particular kind", records);
    write!(
        out,
        "#ifndef ABSTRACT_{kind}\n\
         #  define ABSTRACT_{kind}(Type) Type\n\
         #endif\n\
         #ifndef {kind}_RANGE\n\
         #  define {kind}_RANGE(Base, First, Last)\n\
         #endif\n\n\
         #ifndef LAST_{kind}_RANGE\n\
         #  define LAST_{kind}_RANGE(Base, First, Last) {kind}_RANGE(Base, First, Last)\n\
         #endif\n\n"
    );
    nodes.push_below(out, nodes.hierarchy.root, 0)?;
    out.no_source();
    write!(
        out,
        "#undef {kind}\n#undef {kind}_RANGE\n#undef LAST_{kind}_RANGE\n#undef ABSTRACT_{kind}\n"
    );
    Ok(())
}

impl<'a> Nodes<'a> {
    /// Writes all nodes below `base` in pre-order, followed by the range of concrete nodes in the subtree of `base` if
    /// there are nodes below `base`. Returns this range. An error if the subtree has no concrete nodes, or is too deep.
    fn push_below(
        &self,
        out: &mut Output,
        base: Rec<'a>,
        depth: usize,
    ) -> Result<Range<'a>, Fatal> {
        if depth == MAX_DEPTH {
            return Err(too_deep(base));
        }
        let mut range = (!base.bit("Abstract")?).then_some((base, base));
        let children = self.sorted_children(base);
        for &child in &children {
            let below = self.push_node(out, child, base, depth)?;
            range = Some((range.unwrap_or(below).0, below.1));
        }
        let Some((first, last)) = range else {
            return Err(base.fatal("abstract node has no children".to_owned()));
        };
        if !children.is_empty() {
            out.source(base);
            let which = if base == self.hierarchy.root {
                "LAST_"
            } else {
                ""
            };
            write!(out, "{which}{}_RANGE({}, ", self.kind, base.name());
            out.source(first);
            write!(out, "{}, ", first.name());
            out.source(last);
            write!(out, "{})\n\n", last.name());
        }
        Ok((first, last))
    }

    /// Writes a node and its subtree. Returns the range of concrete nodes in the subtree.
    fn push_node(
        &self,
        out: &mut Output,
        node: Rec<'a>,
        base: Rec<'a>,
        depth: usize,
    ) -> Result<Range<'a>, Fatal> {
        let is_abstract = node.bit("Abstract")?;
        out.source(node);
        let name = node.name().to_ascii_uppercase();
        let base_macro = base.name().to_ascii_uppercase();
        let call = format!("{name}({}, {})", node.name(), self.class_name(base));
        write!(
            out,
            "#ifndef {name}\n#  define {name}(Type, Base) {base_macro}(Type, Base)\n#endif\n"
        );
        if is_abstract {
            writeln!(out, "ABSTRACT_{}({call})", self.kind);
        } else {
            writeln!(out, "{call}");
        }
        let range = self.push_below(out, node, depth + 1)?;
        out.source(node);
        write!(out, "#undef {name}\n\n");
        Ok(range)
    }

    fn sorted_children(&self, base: Rec<'a>) -> Vec<Rec<'a>> {
        let mut children = self
            .hierarchy
            .children
            .get(&base)
            .cloned()
            .unwrap_or_default();
        children.sort_by(|a, b| {
            let rank = |node: &Rec| self.first.contains(node);
            rank(b).cmp(&rank(a)).then_with(|| b.name().cmp(a.name()))
        });
        children
    }

    /// The name of a node's C++ class. For the root, the name is the suffix alone, unless the suffix is empty.
    fn class_name(&self, node: Rec<'a>) -> String {
        if node == self.hierarchy.root && !self.suffix.is_empty() {
            self.suffix.to_owned()
        } else {
            format!("{}{}", node.name(), self.suffix)
        }
    }
}

/// Lists the declaration contexts (`DeclContext`) and all declarations below them, except abstract ones.
fn push_contexts(records: &Records, out: &mut Output, contexts: &[Rec]) -> Result<(), Fatal> {
    push_header(out, "List of AST Decl nodes", records);
    out.push("#ifndef DECL_CONTEXT\n#  define DECL_CONTEXT(DECL)\n#endif\n");
    let mut children = Children::default();
    for node in records.derived("DeclNode")? {
        if let Some(base) = node.optional_def("Base")? {
            children.entry(base).or_default().push(node);
        }
    }
    for context in contexts {
        push_context(out, &children, *context, 0)?;
    }
    out.no_source();
    out.push("#undef DECL_CONTEXT\n");
    Ok(())
}

fn push_context(
    out: &mut Output,
    children: &Children,
    node: Rec,
    depth: usize,
) -> Result<(), Fatal> {
    if depth == MAX_DEPTH {
        return Err(too_deep(node));
    }
    if !node.bit("Abstract")? {
        out.source(node);
        writeln!(out, "DECL_CONTEXT({})", node.name());
    }
    for child in children.get(&node).into_iter().flatten() {
        push_context(out, children, *child, depth + 1)?;
    }
    Ok(())
}
