//! Nodes of Clang's syntax trees by the node that each is based on.

use rustc_hash::FxHashMap;

use backend::{Fatal, Rec, Records};

/// The greatest depth of a node's bases.
pub(crate) const MAX_DEPTH: usize = 5000;

/// The nodes based on each node.
pub(crate) type Children<'a> = FxHashMap<Rec<'a>, Vec<Rec<'a>>>;

/// The nodes of a class: one root, and below it the others.
pub(crate) struct Hierarchy<'a> {
    pub root: Rec<'a>,
    pub children: Children<'a>,
}

/// A class of nodes, and how messages name it and the lack of a root.
pub(crate) struct Wording<'c> {
    pub node_class: &'c str,
    pub class: String,
    pub no_root: &'static str,
}

impl<'a> Hierarchy<'a> {
    /// Fails if there is no root, or more than one.
    pub(crate) fn new(records: &'a Records, wording: &Wording) -> Result<Hierarchy<'a>, Fatal> {
        let Wording { class, no_root, .. } = wording;
        let mut children = Children::default();
        let mut root = None;
        for node in records.derived(wording.node_class)? {
            match node.optional_def("Base")? {
                Some(base) => children.entry(base).or_default().push(node),
                None if root.is_none() => root = Some(node),
                None => return Err(node.fatal(format!("multiple root nodes in {class} hierarchy"))),
            }
        }
        match root {
            Some(root) => Ok(Hierarchy { root, children }),
            None => Err(records.fatal(format!("{no_root} in {class} hierarchy"))),
        }
    }

    /// All nodes of a class with their bases, in pre-order.
    pub(crate) fn in_order(
        records: &'a Records,
        class: &str,
    ) -> Result<Vec<(Rec<'a>, Option<Rec<'a>>)>, Fatal> {
        if records.class(class).is_none() {
            return Err(records.fatal(format!("cannot find definition for node class {class}")));
        }
        let wording = Wording {
            node_class: class,
            class: class.to_owned(),
            no_root: "no root node",
        };
        let hierarchy = Hierarchy::new(records, &wording)?;
        let mut found = Vec::new();
        let mut rest = vec![(hierarchy.root, None)];
        while let Some((node, base)) = rest.pop() {
            found.push((node, base));
            let children = hierarchy.children.get(&node).into_iter().flatten().rev();
            rest.extend(children.map(|child| (*child, Some(node))));
        }
        Ok(found)
    }
}

/// The error about a node so deep that it probably derives from itself.
pub(crate) fn too_deep(node: Rec) -> Fatal {
    node.fatal(format!("'{}' is too deep in the hierarchy", node.name()))
}
