//! Splits patterns whose types differ between hardware modes into one pattern for each mode.

#[cfg(test)]
mod tests;

use std::mem;

use backend::ids::Id;
use elaborate::symbol::Sym;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use target_model::hw_modes::{HwModes, ModeId};

use crate::pattern::{Pattern, PatternOrder};
use crate::patterns::Patterns;
use crate::tree::{Node, NodeId, Nodes};

impl Patterns {
    /// Replaces each pattern whose types depend on the hardware mode by one pattern for each mode that its types
    /// mention, the default mode last. Modes in which a value has no possible type are left out.
    pub(crate) fn expand_modes(&mut self, modes: &HwModes) {
        if modes.count() == 1 {
            return;
        }
        let mut made = self.list.len() as u32..;
        let mut expander = Expander {
            nodes: &mut self.nodes,
            settled: Vec::new(),
            copies: Vec::new(),
            checks: FxHashMap::default(),
        };
        for pattern in mem::take(&mut self.list).into_vec() {
            let Some(mentioned) = expander.mentioned(&pattern) else {
                self.list.push(pattern);
                continue;
            };
            for mode in &mentioned {
                let (src, dst) = (pattern.src, pattern.dst);
                let copies = expander.copy(src, *mode).zip(expander.copy(dst, *mode));
                let Some((src, dst)) = copies else {
                    continue;
                };
                self.list.push(Pattern {
                    src,
                    dst,
                    mode_check: expander.check(*mode, &mentioned, modes),
                    order: PatternOrder::Made(made.next().unwrap_or_default()),
                    ..pattern.clone()
                });
            }
        }
    }
}

/// The C++ condition for a mode. The default mode is active if none of the other mentioned modes is.
fn check(mode: ModeId, mentioned: &[ModeId], modes: &HwModes) -> String {
    let condition = |mode| modes.get(mode).map_or("", |it| &it.condition);
    if mode != ModeId::DEFAULT {
        return condition(mode).to_owned();
    }
    let others = mentioned.iter().filter(|it| **it != ModeId::DEFAULT);
    let negated: Vec<_> = others.map(|it| format!("!({})", condition(*it))).collect();
    negated.join(" && ")
}

/// The modes that the types of a pattern mention.
type Mentioned = SmallVec<[ModeId; 4]>;

struct Expander<'a> {
    nodes: &'a mut Nodes,
    /// For each node, the cached result of [`is_settled`] for the whole tree below it.
    settled: Vec<Option<bool>>,
    /// For each mode and node, the cached copy of the tree. The inner `None` means that a value has no type in that
    /// mode.
    copies: Vec<Vec<Option<Option<NodeId>>>>,
    /// A cache of the C++ conditions, by mode and mentioned modes. Most patterns mention the same modes.
    checks: FxHashMap<(ModeId, Mentioned), Sym>,
}

/// Whether the copies of a node are the same in all modes.
fn is_settled(node: &Node) -> bool {
    let simple = |it: &crate::types::TypeSets| it.as_simple().is_some_and(|it| !it.is_empty());
    node.types.iter().all(simple) && node.extras.result_places.is_none()
}

/// Whether the types of a tree differ from mode to mode.
fn differs(nodes: &Nodes, id: NodeId) -> bool {
    let node = &nodes[id];
    node.types.iter().any(|it| it.as_simple().is_none())
        || node.children.iter().any(|it| differs(nodes, *it))
}

impl Expander<'_> {
    /// The modes of the resulting patterns, the default last; `None` if the types do not depend on the mode.
    fn mentioned(&mut self, pattern: &Pattern) -> Option<Mentioned> {
        let mut modes = SmallVec::new();
        let mut any = false;
        for tree in [pattern.src, pattern.dst] {
            if !self.is_settled(tree) && differs(self.nodes, tree) {
                any = true;
                self.collect_modes(tree, &mut modes);
            }
        }
        modes.sort_unstable_by_key(|it| it.0.wrapping_sub(1));
        any.then_some(modes)
    }

    fn check(&mut self, mode: ModeId, mentioned: &Mentioned, modes: &HwModes) -> Sym {
        let known = self.checks.entry((mode, mentioned.clone()));
        *known.or_insert_with(|| Sym::new(&check(mode, mentioned, modes)))
    }

    fn collect_modes(&self, id: NodeId, modes: &mut Mentioned) {
        let node = &self.nodes[id];
        for (mode, _) in node.types.iter().flat_map(|it| it.iter()) {
            if !modes.contains(&mode) {
                modes.push(mode);
            }
        }
        for child in &node.children {
            self.collect_modes(*child, modes);
        }
    }

    fn is_settled(&mut self, id: NodeId) -> bool {
        let at = id.index();
        if let Some(Some(known)) = self.settled.get(at) {
            return *known;
        }
        let mut settled = is_settled(&self.nodes[id]);
        for child in self.nodes[id].children.clone() {
            settled = settled && self.is_settled(child);
        }
        self.settled.resize(self.nodes.len(), None);
        self.settled[at] = Some(settled);
        settled
    }

    /// A copy of a tree for a mode: the types in this mode become the types of the default mode. `None` if a value has
    /// no type in this mode.
    fn copy(&mut self, id: NodeId, mode: ModeId) -> Option<NodeId> {
        if self.is_settled(id) {
            return Some(id);
        }
        let (mode_at, at) = (mode.0 as usize, id.index());
        if self.copies.len() <= mode_at {
            self.copies.resize(mode_at + 1, Vec::new());
        }
        if let Some(Some(known)) = self.copies[mode_at].get(at) {
            return *known;
        }
        let copy = self.copy_unsettled(id, mode);
        let copies = &mut self.copies[mode_at];
        if copies.len() <= at {
            copies.resize(at + 1, None);
        }
        copies[at] = Some(copy);
        copy
    }

    fn copy_unsettled(&mut self, id: NodeId, mode: ModeId) -> Option<NodeId> {
        let node = &self.nodes[id];
        if node.types.iter().any(|it| it.get(mode).is_empty()) {
            return None;
        }
        let mut copy = Node {
            head: node.head,
            children: SmallVec::from_slice(&node.children),
            types: node.types.iter().map(|it| it.in_mode(mode)).collect(),
            name: node.name,
            // As in the reference, a copy loses the order of its results.
            extras: node.extras.without_result_places(),
        };
        for child in &mut copy.children {
            *child = self.copy(*child, mode)?;
        }
        Some(self.nodes.push(copy))
    }
}
