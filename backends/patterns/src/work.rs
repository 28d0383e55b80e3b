//! The state of reading one record: trees that are not yet part of the model, and messages.

use std::fmt::Write;
use std::mem;

use backend::ids::Id;
use backend::string_map::listing_order;
use backend::{Context, Diagnostic, Fatal, Rec, RecordId, Records, Severity};
use elaborate::record::print::record;
use elaborate::symbol::Sym;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::patterns::Patterns;
use crate::tree::{Node, NodeId, Nodes, Tree};
use crate::types::{EmptySets, Inference, TypeSets};

/// The initial capacity for nodes, including temporary ones, which suffices for most patterns.
const USUAL_NODES: usize = 32;
/// The maximum number of nodes for a pattern, including temporary ones.
const MAX_NODES: usize = 1 << 22;

/// The nodes and messages of the record that is being read. Several [`Draft`]s may share nodes.
pub(crate) struct Work<'a> {
    pub(crate) patterns: &'a Patterns,
    pub(crate) records: &'a Records,
    pub(crate) nodes: Nodes,
    /// The messages so far, which have not been reported.
    pub(crate) said: Vec<Said>,
    /// The last scope in use: see [`PredicateCall::scope`](crate::PredicateCall::scope).
    pub(crate) scopes: u32,
    /// The maximum number of nodes, including temporary ones.
    pub(crate) max_nodes: usize,
}

/// A message about the pattern, or a text to dump.
pub(crate) enum Said {
    Dump(String),
    Diagnostic(Diagnostic),
}

/// The maximum length of a tree in a message, in characters.
const MAX_TREE: usize = 1_000;

fn shortened(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MAX_TREE) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// The trees of one record while they are being read: of a pattern, a fragment, or default operands.
pub(crate) struct Draft<'a> {
    pub rec: Rec<'a>,
    /// Whether the trees are matched. Otherwise they are results.
    pub is_input: bool,
    /// Whether types are inferred by the rules for [`Semantics`](crate::Semantics): `set` and `implicit` may occur in
    /// trees, and a complex pattern with operands has the type expected by its parent, not the type in its record.
    pub is_semantics: bool,
    pub trees: Vec<NodeId>,
    /// While fragments are expanded: the alternatives found so far for the child that is being expanded, at each level
    /// of nesting, innermost last.
    pub below: Vec<Vec<NodeId>>,
    /// The names of the arguments, if the record is a fragment.
    pub arguments: Vec<Sym>,
    pub inference: Inference,
    /// All nodes with names. Computed on demand.
    pub named: Option<NamedNodes>,
    /// For each name of an operand of a complex pattern, the complex pattern's record and the operand's index.
    pub complex_operands: FxHashMap<Sym, (RecordId, usize)>,
}

/// The named nodes, grouped by name, in the order in which the reference visits the names.
#[derive(Default)]
pub(crate) struct NamedNodes(Vec<(Sym, SmallVec<[NodeId; 2]>)>);

impl NamedNodes {
    fn new(nodes: &Nodes, trees: &[NodeId]) -> NamedNodes {
        let mut named: Vec<(Sym, SmallVec<[NodeId; 2]>)> = Vec::new();
        for tree in trees {
            Tree::new(nodes, *tree).for_each(&mut |tree| {
                let Some(name) = tree.name else { return };
                match named.iter_mut().find(|it| it.0 == name) {
                    Some((_, same)) => same.push(tree.id),
                    None => named.push((name, SmallVec::from_elem(tree.id, 1))),
                }
            });
        }
        if named.len() < 2 {
            return NamedNodes(named);
        }
        let names = named.iter().map(|it| it.0.as_str());
        let order: SmallVec<[usize; 8]> = listing_order(names).collect();
        let take = |it: usize| (named[it].0, mem::take(&mut named[it].1));
        NamedNodes(order.into_iter().map(take).collect())
    }

    pub(crate) fn iter(&self) -> std::slice::Iter<'_, (Sym, SmallVec<[NodeId; 2]>)> {
        self.0.iter()
    }

    pub(crate) fn get(&self, name: Sym) -> Option<&[NodeId]> {
        let found = self.0.iter().find(|it| it.0 == name);
        found.map(|it| &it.1[..])
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> Draft<'a> {
    pub(crate) fn new(
        rec: Rec<'a>,
        is_input: bool,
        patterns: &Patterns,
        trees: Vec<NodeId>,
    ) -> Draft<'a> {
        Draft {
            rec,
            is_input,
            is_semantics: false,
            trees,
            below: Vec::new(),
            arguments: Vec::new(),
            inference: Inference::new(patterns.legal_types),
            named: None,
            complex_operands: FxHashMap::default(),
        }
    }

    /// The list to which alternatives are added: the innermost list in [`Self::below`], or the trees of the draft if
    /// `below` is empty.
    pub(crate) fn alternatives(&mut self) -> &mut Vec<NodeId> {
        self.below.last_mut().unwrap_or(&mut self.trees)
    }

    pub(crate) fn has_error(&self) -> bool {
        self.inference.has_error()
    }

    /// An error of the pattern. One wrong name causes several errors: about inputs, about results, and about the
    /// numbers of inputs and results. Editors show these errors as one (`one_a_place`).
    pub(crate) fn mistake(&self, message: &str) -> Diagnostic {
        let message = format!("In {}: {message}", self.rec.name());
        Diagnostic {
            one_a_place: true,
            ..self.rec.diagnostic(Severity::Error, message)
        }
    }

    /// Takes the named nodes out of the draft. They are computed if the draft does not have them.
    pub(crate) fn take_named(&mut self, nodes: &Nodes) -> NamedNodes {
        let named = self.named.take().filter(|it| !it.is_empty());
        named.unwrap_or_else(|| NamedNodes::new(nodes, &self.trees))
    }
}

impl<'a> Work<'a> {
    /// Starts with no nodes. New scopes are numbered from `scopes + 1`.
    pub(crate) fn new(patterns: &'a Patterns, records: &'a Records, scopes: u32) -> Work<'a> {
        Work {
            patterns,
            records,
            nodes: Nodes::with_capacity(USUAL_NODES),
            said: Vec::new(),
            scopes,
            max_nodes: MAX_NODES,
        }
    }

    /// Reports the messages to editors only, since the reference stopped at an earlier error. Texts to dump are
    /// dropped.
    pub(crate) fn say_to_people(&mut self, cx: &Context) {
        for said in self.said.drain(..) {
            if let Said::Diagnostic(diagnostic) = said {
                cx.report(diagnostic.for_people());
            }
        }
    }

    /// Reports each message in the format of the reference and also to the editor, and dumps the texts.
    pub(crate) fn say(&mut self, cx: &Context) {
        for said in self.said.drain(..) {
            match said {
                Said::Dump(text) => cx.dump(text),
                Said::Diagnostic(diagnostic) => cx.report(diagnostic),
            }
        }
    }

    pub(crate) fn tree(&self, id: NodeId) -> Tree<'_> {
        Tree::new(&self.nodes, id)
    }

    pub(crate) fn add(&mut self, node: Node) -> Result<NodeId, Fatal> {
        if self.nodes.len() >= self.max_nodes {
            let message = "a pattern has too many alternatives".to_owned();
            return Err(self.records.fatal(message));
        }
        Ok(self.nodes.push(node))
    }

    /// Copies a tree, except for the order of results.
    pub(crate) fn copy(&mut self, id: NodeId) -> Result<NodeId, Fatal> {
        let mut node = self.nodes[id].without_result_places();
        for child in &mut node.children {
            *child = self.copy(*child)?;
        }
        self.add(node)
    }

    /// Copies a tree of the model, except for the order of results.
    pub(crate) fn copy_in(&mut self, tree: Tree) -> Result<NodeId, Fatal> {
        let mut node = tree.without_result_places();
        for (place, child) in node.children.iter_mut().zip(tree.children()) {
            *place = self.copy_in(child)?;
        }
        self.add(node)
    }

    /// Reports an error of a pattern, unless the pattern already has an error. The pattern in its present state is
    /// dumped with the message.
    pub(crate) fn error(&mut self, draft: &mut Draft, message: &str) {
        if !draft.has_error() {
            self.say_error(draft, message);
            draft.inference.set_error();
        }
    }

    fn say_error(&mut self, draft: &Draft, message: &str) {
        self.dump(draft);
        let error = draft.mistake(message);
        self.said.push(Said::Diagnostic(error));
    }

    /// The first tree of a pattern. If there is no tree, the error that was reported last.
    pub(crate) fn only_tree(&mut self, draft: &Draft) -> Result<NodeId, Fatal> {
        if let Some(tree) = draft.trees.first() {
            return Ok(*tree);
        }
        Err(self.last_error(draft, "a fragment in it has no alternative"))
    }

    /// If the last message is an error, removes and returns it. Otherwise, returns an error of the pattern with the
    /// message `otherwise`.
    pub(crate) fn last_error(&mut self, draft: &Draft, otherwise: &str) -> Fatal {
        match self.said.pop_if(|it| matches!(it, Said::Diagnostic(_))) {
            Some(Said::Diagnostic(error)) => Box::new(error),
            _ => Box::new(draft.mistake(otherwise)),
        }
    }

    /// Adds the text of a pattern to the texts to dump.
    pub(crate) fn dump(&mut self, draft: &Draft) {
        let text = self.text(draft);
        self.said.push(Said::Dump(text));
    }

    /// The text of the pattern as the reference prints it.
    fn text(&self, draft: &Draft) -> String {
        let mut text = draft.rec.name().to_owned();
        if !draft.arguments.is_empty() {
            let arguments: Vec<_> = draft.arguments.iter().map(|it| it.as_str()).collect();
            _ = write!(text, "({})", arguments.join(", "));
        }
        text.push_str(": ");
        let several = draft.trees.len() > 1;
        if several {
            text.push_str("[\n");
        }
        for tree in &draft.trees {
            text.push('\t');
            let tree = self.tree(*tree);
            tree.push_text(self.patterns, self.records, &mut text);
            text.push('\n');
        }
        if several {
            text.push_str("]\n");
        }
        text
    }

    /// Narrows down the types of one result of a node; returns whether they changed.
    pub(crate) fn narrow(
        &mut self,
        draft: &mut Draft,
        node: NodeId,
        result: usize,
        operation: impl FnOnce(&mut Inference, &mut TypeSets) -> Result<bool, EmptySets>,
    ) -> Result<bool, Fatal> {
        let Some(types) = self.nodes[node].types.get_mut(result) else {
            return Ok(false);
        };
        let changed = operation(&mut draft.inference, types);
        self.after_narrowing(draft, changed)
    }

    /// Narrows down the types of two results, which may be the same result; returns whether the types changed.
    pub(crate) fn narrow_both(
        &mut self,
        draft: &mut Draft,
        a: (NodeId, usize),
        b: (NodeId, usize),
        operation: impl FnOnce(&mut Inference, &mut TypeSets, &mut TypeSets) -> Result<bool, EmptySets>,
    ) -> Result<bool, Fatal> {
        let has = |(node, result): (NodeId, usize)| result < self.nodes[node].types.len();
        if !has(a) || !has(b) {
            return Ok(false);
        }
        let mut of_a = mem::take(&mut self.nodes[a.0].types[a.1]);
        let mut of_b = if a == b {
            of_a.clone()
        } else {
            mem::take(&mut self.nodes[b.0].types[b.1])
        };
        let changed = operation(&mut draft.inference, &mut of_a, &mut of_b);
        self.nodes[b.0].types[b.1] = of_b;
        self.nodes[a.0].types[a.1] = of_a;
        self.after_narrowing(draft, changed)
    }

    pub(crate) fn after_narrowing(
        &mut self,
        draft: &mut Draft,
        changed: Result<bool, EmptySets>,
    ) -> Result<bool, Fatal> {
        if let Some(message) = draft.inference.take_error() {
            self.say_error(draft, message);
        }
        changed.map_err(|it| {
            self.dump_contradiction(draft);
            let mut error = it.in_pattern(draft.rec);
            for tree in &draft.trees {
                let typed = self.patterns.text(self.records, self.tree(*tree));
                let hint = format!("with the types so far: {}", shortened(typed));
                error.hints.push((None, hint));
            }
            error
        })
    }

    /// Adds a text to dump: that of a pattern in which a value has no possible type, followed by that of the pattern's
    /// record.
    fn dump_contradiction(&mut self, draft: &Draft) {
        let pattern = self.text(draft);
        let record = self.record_text(draft.rec);
        self.said.push(Said::Dump(format!(
            "Type set is empty for each HW mode:\n\
             possible type contradiction in the pattern below (use -print-records with llvm-tblgen to see all expanded records).\n\
             {pattern}Generated from record:\n{record}"
        )));
    }

    fn record_text(&self, rec: Rec) -> String {
        record(&self.records.names(), rec.record())
    }

    /// Adds the text of a record to the texts to dump.
    pub(crate) fn dump_record(&mut self, rec: Rec) {
        let text = self.record_text(rec);
        self.said.push(Said::Dump(text));
    }

    /// Restricts the types of a result to `types`, in which an overloaded type is replaced by the legal types that it
    /// covers. Returns whether the types of the result changed.
    pub(crate) fn update(
        &mut self,
        draft: &mut Draft,
        node: NodeId,
        result: usize,
        types: TypeSets,
    ) -> Result<bool, Fatal> {
        if self.has_one_type(node, result, &types) {
            return Ok(false);
        }
        self.narrow(draft, node, result, |inference, known| {
            let mut types = types;
            inference.expand_overloads(&mut types)?;
            inference.merge(known, &types)
        })
    }

    /// Whether `types` is a single type without overloads and the result already has it. This is the common case.
    fn has_one_type(&self, node: NodeId, result: usize, types: &TypeSets) -> bool {
        let is_one_type = types.machine_type().is_some_and(|it| !it.is_overloaded());
        is_one_type && self.nodes[node].types.get(result) == Some(types)
    }

    /// Restricts the types of a result to those of another node's result; returns whether they changed.
    pub(crate) fn update_from(
        &mut self,
        draft: &mut Draft,
        (node, result): (NodeId, usize),
        (other, other_result): (NodeId, usize),
    ) -> Result<bool, Fatal> {
        match self.nodes[other].types.get(other_result) {
            Some(types) if !self.has_one_type(node, result, types) => {
                let types = types.clone();
                self.update(draft, node, result, types)
            }
            _ => Ok(false),
        }
    }
}

/// Moves trees from the nodes of a [`Work`] to those of the model.
pub(crate) struct Keep<'a> {
    pub from: Nodes,
    pub to: &'a mut Nodes,
    /// For each node in `from`, its id in `to` if it has been moved.
    kept: Vec<Option<NodeId>>,
}

impl<'a> Keep<'a> {
    pub(crate) fn new(from: Nodes, to: &'a mut Nodes) -> Keep<'a> {
        let kept = vec![None; from.len()];
        Keep { from, to, kept }
    }

    pub(crate) fn keep(&mut self, id: NodeId) -> NodeId {
        if let Some(kept) = self.kept[id.index()] {
            return kept;
        }
        let mut node = mem::replace(&mut self.from[id], Node::nothing());
        for child in &mut node.children {
            *child = self.keep(*child);
        }
        let kept = self.to.push(node);
        self.kept[id.index()] = Some(kept);
        kept
    }
}
