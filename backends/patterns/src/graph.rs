//! Reads selection graphs from text in the syntax of patterns, as trees with inferred types.

mod cursor;
mod reader;
#[cfg(test)]
mod tests;

use std::fmt;

use backend::{Fatal, Rec, Records};
use elaborate::symbol::Sym;
use smallvec::SmallVec;
use target_model::hw_modes::ModeId;
use target_model::value_types::ValueType;

use crate::extras::PredicateCall;
use crate::infer::Inputs;
use crate::matching::Matching;
use crate::patterns::Patterns;
use crate::tree::{Leaf, LeafKind, Node, NodeId, Nodes, OperatorKind, Tree};
use crate::types::{Inference, TypeSet, TypeSets};
use crate::work::{Draft, Said, Work};

pub use cursor::Cursor;
use reader::{Written, WrittenHead};

/// The maximum number of graphs for one text.
const MAX_GRAPHS: usize = 32;

/// The maximum number of nodes for one text, including intermediate nodes.
const MAX_NODES: usize = 1 << 17;

/// The selection graphs of a text.
///
/// Fragments are expanded: there is one graph for each combination of their alternatives and, if types differ between
/// hardware modes, for each mode. A value may have several types if the text does not determine a single type.
pub struct Graphs {
    nodes: Nodes,
    roots: Vec<NodeId>,
}

impl Graphs {
    /// The graphs with the given roots, which are nodes of `nodes`.
    pub fn new(nodes: Nodes, roots: Vec<NodeId>) -> Graphs {
        Graphs { nodes, roots }
    }

    /// The graphs, as trees from their roots.
    pub fn iter(&self) -> impl Iterator<Item = Tree<'_>> {
        self.roots.iter().map(|it| Tree::new(&self.nodes, *it))
    }
}

/// An error in the text of a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misread {
    /// The position in bytes from the start of the text; `None` for the whole text.
    pub at: Option<usize>,
    /// The message without the position.
    pub message: String,
}

impl Misread {
    /// An error at a position, in bytes from the start of the text.
    pub fn at(at: usize, message: impl Into<String>) -> Misread {
        let message = message.into();
        Misread {
            at: Some(at),
            message,
        }
    }

    /// An error without a position in the text.
    pub fn whole(message: impl Into<String>) -> Misread {
        let message = message.into();
        Misread { at: None, message }
    }
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some(at) => write!(f, "column {}: {}", at + 1, self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl Patterns {
    /// Reads a graph in the syntax of patterns, `(add i32:$a, (loadi32 addr:$p))`, or of the comments in generated
    /// selectors, with types and predicates. `(set GPR:$d, …)` is read as the value that is set, with the type of the
    /// destination.
    pub fn read_graphs(&self, records: &Records, text: &str) -> Result<Graphs, Misread> {
        let written = reader::read(text)?;
        let Some(first) = self.sd_nodes.iter().next() else {
            return Err(Misread::whole("the unit has no nodes"));
        };
        // `Draft` needs a record, but only for messages. Any record will do.
        let rec = records.rec(first.rec);
        let mut asked = Asked {
            work: Work::new(self, records, 0),
            draft: Draft::new(rec, true, self, Vec::new()),
        };
        asked.work.max_nodes = MAX_NODES;
        // The text may use a type that the target does not have.
        let mut types = self.legal_types;
        add_types(records, &written, &mut types);
        asked.draft.inference = Inference::new(types);
        // Contradictory types are reported at the end, where the message can show the node.
        asked.draft.inference.validates = false;
        asked.graphs(&written)
    }
}

/// Adds to `types` the types that a text mentions, and the element types of the vectors among them.
fn add_types(records: &Records, written: &Written, types: &mut TypeSet) {
    let mut add = |ty: ValueType| {
        types.insert(ty);
        types.insert(ty.scalar());
    };
    if let WrittenHead::Record(name) = written.head
        && let Some(rec) = records.def(name).filter(|it| it.is_a("ValueType"))
        && let Ok(Some(ty)) = ValueType::read(rec)
        && ValueType::NORMAL.contains(&ty.index())
    {
        add(ty);
    }
    written
        .types
        .iter()
        .for_each(|it| it.union().iter().for_each(&mut add));
    for operand in written.operands.iter().flatten() {
        add_types(records, operand, types);
    }
}

/// Converts a text to graphs.
struct Asked<'a> {
    work: Work<'a>,
    draft: Draft<'a>,
}

type Read<T> = Result<T, Misread>;

impl<'a> Asked<'a> {
    fn graphs(mut self, written: &Written) -> Read<Graphs> {
        let root = self.root(written)?;
        self.draft.trees = vec![root];
        let inlined = self.work.inline(&mut self.draft);
        self.check(inlined)?;
        let mut roots = Vec::new();
        for tree in std::mem::take(&mut self.draft.trees) {
            if roots.len() >= MAX_GRAPHS {
                return Err(Misread::whole("the text expands to too many graphs"));
            }
            let copy = self.work.copy(tree);
            self.draft.trees = vec![self.check(copy)?];
            self.draft.named = None;
            let inferred = self.work.infer(&mut self.draft, Inputs::None);
            self.check(inferred)?;
            let inferred = self.draft.trees[0];
            self.check_types(inferred)?;
            self.move_constants(inferred);
            self.by_mode(inferred, &mut roots)?;
        }
        Ok(Graphs {
            nodes: self.work.nodes,
            roots,
        })
    }

    /// Returns the value of `made`. An error if `made` is an error, or if an error has been reported.
    fn check<T>(&mut self, made: Result<T, Fatal>) -> Read<T> {
        let prefix = format!("In {}: ", self.draft.rec.name());
        let misread = |message: &str| {
            let message = message.strip_prefix(&prefix).unwrap_or(message);
            Err(Misread::whole(message))
        };
        let said = self.work.said.drain(..);
        let mut said = said.filter_map(|it| match it {
            Said::Diagnostic(it) => Some(it),
            Said::Dump(_) => None,
        });
        match (said.next(), made) {
            (Some(error), _) => misread(&error.message),
            (None, Err(error)) => misread(&error.message),
            (None, Ok(made)) => Ok(made),
        }
    }

    /// Adds the tree for a whole text.
    fn root(&mut self, written: &Written) -> Read<NodeId> {
        let (WrittenHead::Record("set"), Some(operands)) = (written.head, &written.operands) else {
            return self.node(written);
        };
        let Some((value, places)) = operands.split_last() else {
            return Err(Misread::at(written.at, "nothing is set"));
        };
        let root = self.node(value)?;
        for (result, place) in places.iter().enumerate() {
            let leaf = self.node(place)?;
            // A destination may be a physical register, which patterns do not count among the results of a node.
            if self.work.nodes[leaf].leaf_kind() == Some(LeafKind::Register) {
                continue;
            }
            let applied = self.work.apply(&mut self.draft, leaf, false);
            self.check(applied)?;
            let same = (root, result);
            let updated = self.work.update_from(&mut self.draft, same, (leaf, 0));
            self.check(updated)?;
        }
        Ok(root)
    }

    fn node(&mut self, written: &Written) -> Read<NodeId> {
        let name = written.name.map(Sym::new);
        let id = match (written.head, &written.operands) {
            (WrittenHead::Record(record), operands) => {
                let records = self.work.records;
                let Some(rec) = records.def(record) else {
                    let message = format!("there is no record '{record}'");
                    return Err(Misread::at(written.at, message));
                };
                match operands {
                    None if LeafKind::read(rec) == LeafKind::Argument => self.any(name)?,
                    None => self.leaf(written.at, rec, name)?,
                    Some(operands) => self.operator(written.at, rec, operands, name)?,
                }
            }
            (_, Some(_)) => {
                return Err(Misread::at(written.at, "expected the name of a node"));
            }
            (WrittenHead::Int(_), None) if name.is_some() => {
                return Err(Misread::at(written.at, "a number has no name"));
            }
            (WrittenHead::Int(value), None) => self.add(Node::leaf(Leaf::Int(value)))?,
            (WrittenHead::Nothing, None) => self.any(name)?,
        };
        for (result, types) in written.types.iter().enumerate() {
            let updated = (self.work).update(&mut self.draft, id, result, types.clone());
            self.check(updated)?;
        }
        for name in &written.predicates {
            let fragment = self.work.records.def(name);
            let fragment = fragment.and_then(|it| self.work.patterns.fragment_of(it.id()));
            let Some(fragment) = fragment else {
                let message = format!("there is no fragment '{name}'");
                return Err(Misread::at(written.at, message));
            };
            let call = PredicateCall { fragment, scope: 0 };
            self.work.nodes[id].extras.add_predicates(&[call]);
        }
        Ok(id)
    }

    fn add(&mut self, node: Node) -> Read<NodeId> {
        let added = self.work.add(node);
        self.check(added)
    }

    /// Adds a leaf for an arbitrary value.
    fn any(&mut self, name: Option<Sym>) -> Read<NodeId> {
        let mut node = Node::leaf(Leaf::Unset);
        node.name = name;
        self.add(node)
    }

    fn leaf(&mut self, at: usize, rec: Rec<'a>, name: Option<Sym>) -> Read<NodeId> {
        let leaf = self.work.parse_record(&mut self.draft, rec, name);
        let leaf = self.check(leaf)?;
        let kind = self.work.nodes[leaf].leaf_kind();
        let needs_name = matches!(
            kind,
            Some(
                LeafKind::RegisterClass
                    | LeafKind::RegisterOperand
                    | LeafKind::PointerLikeRegisterClass
                    | LeafKind::RegisterClassByMode
                    | LeafKind::ComplexPattern
                    | LeafKind::Operand
            )
        );
        if needs_name && name.is_none() {
            let message = format!("a value needs a name, as in '{}:$a'", rec.name());
            return Err(Misread::at(at, message));
        }
        Ok(leaf)
    }

    fn operator(
        &mut self,
        at: usize,
        rec: Rec<'a>,
        operands: &[Written],
        name: Option<Sym>,
    ) -> Read<NodeId> {
        if rec.is_a("ValueType") {
            let [value] = operands else {
                return Err(Misread::at(at, "a type is that of one value"));
            };
            let node = self.node(value)?;
            let (records, kind) = (self.work.records, LeafKind::ValueType);
            let types = self.work.patterns.types_of(records, rec.id(), kind);
            let types = self.check(types)?;
            let updated = self.work.update(&mut self.draft, node, 0, types);
            self.check(updated)?;
            return Ok(node);
        }
        let operator = self.work.dag_operator(rec);
        let Some(operator) = operator else {
            let message = format!("'{}' is not a node", rec.name());
            return Err(Misread::at(at, message));
        };
        self.work.check_operator(&mut self.draft, rec, &operator);
        self.check(Ok(()))?;
        let mut children = SmallVec::new();
        for operand in operands {
            children.push(self.node(operand)?);
        }
        let node = self
            .work
            .add_dag(&mut self.draft, rec, operator, children, name);
        let node = self.check(node)?;
        match self.work.nodes[node].operator_kind() {
            Some(OperatorKind::Set | OperatorKind::Implicit) => {
                Err(Misread::at(at, "this may stand at the root alone"))
            }
            _ => Ok(node),
        }
    }

    /// Moves constants to the right of commutative operators, as in every graph during selection.
    fn move_constants(&mut self, id: NodeId) {
        let matching = Matching::new(self.work.patterns, self.work.records);
        let tree = self.work.tree(id);
        if let Some(first) = matching.commutative_from(tree)
            && tree.children.len() == first + 2
            && matching.is_right_only(tree.child(first))
            && !matching.is_right_only(tree.child(first + 1))
        {
            self.work.nodes[id].children.swap(first, first + 1);
        }
        for child in self.work.nodes[id].children.clone() {
            self.move_constants(child);
        }
    }

    /// Checks that every value has a possible type.
    fn check_types(&self, root: NodeId) -> Read<()> {
        let mut wrong = None;
        self.work.tree(root).for_each(&mut |tree| {
            if tree.types.iter().any(TypeSets::is_contradiction) {
                wrong = Some(tree);
            }
        });
        match wrong {
            None => Ok(()),
            Some(tree) => {
                let text = self.work.patterns.brief_text(self.work.records, tree);
                Err(Misread::whole(format!(
                    "'{text}' cannot have a type: its context requires another one"
                )))
            }
        }
    }

    /// Adds one graph for each mode in which all types are possible, leaving out graphs with equal types.
    fn by_mode(&mut self, root: NodeId, roots: &mut Vec<NodeId>) -> Read<()> {
        let mut modes: Vec<ModeId> = Vec::new();
        self.work.tree(root).for_each(&mut |tree| {
            modes.extend(tree.types.iter().flat_map(|it| it.iter()).map(|it| it.0));
        });
        modes.sort_unstable();
        modes.dedup();
        if modes.is_empty() {
            roots.push(root);
        }
        let first = roots.len();
        for mode in modes {
            let in_mode = |it: &TypeSets| it.is_empty() || !it.get(mode).is_empty();
            let is_possible = |it: &Node| it.types.iter().all(in_mode);
            if !self.work.tree(root).all(&is_possible) {
                continue;
            }
            let copy = self.work.copy(root);
            let copy = self.check(copy)?;
            self.settle(copy, mode);
            let known = roots[first..].iter();
            let mut known = known.map(|it| self.work.tree(*it));
            if !known.any(|it| have_same_types(it, self.work.tree(copy))) {
                roots.push(copy);
            }
        }
        Ok(())
    }

    /// Reduces all types to those of one mode.
    fn settle(&mut self, id: NodeId, mode: ModeId) {
        for types in &mut self.work.nodes[id].types {
            if !types.is_empty() {
                types.make_simple(mode);
            }
        }
        for child in self.work.nodes[id].children.clone() {
            self.settle(child, mode);
        }
    }
}

/// Whether two trees of the same shape have the same types.
fn have_same_types(a: Tree, b: Tree) -> bool {
    let mut children = a.children().zip(b.children());
    a.types == b.types && children.all(|(a, b)| have_same_types(a, b))
}
