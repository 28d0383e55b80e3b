//! The hierarchy of Clang's AST nodes, as their field `Base` defines it.

use rustc_hash::FxHashMap;

use backend::{Fatal, Rec, Records};

/// The maximum number of bases above a node.
pub(crate) const MAX_DEPTH: usize = 5000;

/// For each node, its children: the nodes that name it in their field `Base`.
pub(crate) type Children<'a> = FxHashMap<Rec<'a>, Vec<Rec<'a>>>;

/// All nodes of a class: one root, and for each node its children.
pub(crate) struct Hierarchy<'a> {
    pub root: Rec<'a>,
    pub children: Children<'a>,
}

/// A class of nodes, and the wording of errors: the name of the class, and the text for a missing root.
pub(crate) struct Wording<'c> {
    pub node_class: &'c str,
    pub class: String,
    pub no_root: &'static str,
}

impl<'a> Hierarchy<'a> {
    /// Reads the nodes of `wording.node_class`. An error if there is no root or more than one.
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

    /// All nodes of a class in pre-order, each with its base. The root has no base.
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

/// The error for a node whose chain of bases is so long that it is probably cyclic.
pub(crate) fn too_deep(node: Rec) -> Fatal {
    node.fatal(format!("'{}' is too deep in the hierarchy", node.name()))
}
