//! The decision trees of decoders.
//!
//! As in the reference, a node tests the run of bits with the most distinct values. If some untested bit is fixed by
//! all encodings of the node, only runs of such bits are considered. Otherwise, runs of bits that only some encodings
//! fix are considered.

use backend::ids::Arena;
use backend::{Release, spend};

use super::encodings::{EncodingId, Encodings, Table};
use super::pattern::Bits;

backend::id! {
    /// The id of a node in a [`Tree`].
    pub struct NodeId;
}

/// The decision tree of a table. The first node is the root, and each node comes after its parent.
pub struct Tree {
    /// The width of the table, in bits.
    pub width: usize,
    nodes: Arena<NodeId, Node>,
}

/// A group of encodings and the decision between them.
pub struct Node {
    /// The parent node, whose group contains the encodings of this node. `None` for the root.
    pub parent: Option<NodeId>,
    /// The number of bits that may be examined to distinguish the encodings.
    pub width: usize,
    /// The bits of the code that were examined on the way to this node.
    pub looked: Looked,
    /// The decision between the encodings.
    pub decision: Decision,
}

/// The bits of the code that were examined on the way to a node.
#[derive(Clone, Debug)]
pub struct Looked {
    /// The bits that were tested and have a single value at this node.
    pub known: Bits,
    /// The values of the bits in `known`. All other bits are 0.
    pub value: Bits,
    /// The bits that were examined, but whose values are not known at this node.
    pub open: Bits,
}

/// The next step for a group of encodings.
pub enum Decision {
    /// A single encoding, if the remaining fixed bits match.
    One {
        /// The only encoding of the group.
        encoding: EncodingId,
        /// The fixed bits that have not been tested yet. If one of these bits differs, the code is invalid.
        checks: Vec<Check>,
    },
    /// A single encoding if the remaining fixed bits match. Otherwise, the decision continues at `others`.
    OneOr {
        /// The encoding to try first.
        encoding: EncodingId,
        /// The fixed bits of `encoding` that have not been tested yet.
        checks: Vec<Check>,
        /// The run of bits that only this encoding fixes completely, as the index of its first bit and its length.
        /// Because of this run, the encoding is tried first.
        run: (usize, usize),
        /// The node to continue at if a bit differs.
        others: NodeId,
    },
    /// The value of a run of bits decides.
    Switch {
        /// The index of the run's least significant bit.
        start: usize,
        /// The number of bits in the run.
        len: usize,
        /// The node for each value, in ascending order of values. [`u64::MAX`] does not occur, because the reference
        /// uses it for encodings without a value.
        cases: Vec<(u64, NodeId)>,
        /// The node for encodings that do not fix all bits of the run. If all encodings fix the run, the node for the
        /// value [`u64::MAX`], or `None` if no encoding has this value.
        others: Option<NodeId>,
    },
    /// Encodings that cannot be distinguished.
    Conflict(Vec<EncodingId>),
}

/// A run of bits that must have a certain value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    /// The index of the run's least significant bit.
    pub start: usize,
    /// The number of bits in the run.
    pub len: usize,
    /// The value. In runs of more than 64 bits, the later bits are combined with the first 64 bits by OR, as in the
    /// reference.
    pub value: u64,
}

mod changes {
    use backend::Release;

    /// Whether only bits that all encodings of a group have are examined, and shorter encodings come first. True since
    /// LLVM 22.
    pub(super) fn bits_are_shared(release: Release) -> bool {
        release >= Release::V22
    }
}

/// A run of bits: the index of its first bit, and its length.
type Run = (usize, usize);

/// A node whose decision is pending.
struct Waiting {
    node: NodeId,
    group: Vec<EncodingId>,
}

struct Builder<'a> {
    encodings: &'a Encodings,
    bits_are_shared: bool,
    tree: Tree,
    waiting: Vec<Waiting>,
    /// A buffer that is reused to count values.
    values: Vec<u64>,
}

/// The encodings of a group, divided by the values that they fix for a run of bits.
struct Groups {
    /// The encodings for each value, in ascending order of values.
    by_value: Vec<(u64, Vec<EncodingId>)>,
    /// The encodings that do not fix all bits of the run.
    others: Vec<EncodingId>,
}

impl Tree {
    /// The decision tree for a table. Groups of encodings that cannot be distinguished are leaves, not errors.
    pub fn new(release: Release, encodings: &Encodings, table: &Table) -> Tree {
        let bits_are_shared = changes::bits_are_shared(release);
        let mut all = table.encodings.clone();
        if bits_are_shared {
            all.sort_by_key(|it| encodings.get(*it).pattern.width);
        }
        let mut builder = Builder {
            encodings,
            bits_are_shared,
            tree: Tree {
                width: table.width,
                nodes: Arena::new(),
            },
            waiting: Vec::new(),
            values: Vec::new(),
        };
        let nothing = Looked {
            known: Bits::new(table.width),
            value: Bits::new(table.width),
            open: Bits::new(table.width),
        };
        builder.add(None, nothing, all);
        while let Some(Waiting { node, group }) = builder.waiting.pop() {
            let decision = builder.decide(node, group);
            builder.tree.nodes[node].decision = decision;
        }
        builder.tree
    }

    /// The root, whose group is all encodings of the table.
    pub const ROOT: NodeId = NodeId(0);

    /// All nodes, each after its parent.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (NodeId, &Node)> + ExactSizeIterator {
        self.nodes.with_ids()
    }

    /// The node with this id. Panics if the tree has no such node.
    pub fn get(&self, node: NodeId) -> &Node {
        &self.nodes[node]
    }

    /// A node and its ancestors, up to the root.
    pub fn path(&self, node: NodeId) -> impl Iterator<Item = &Node> {
        let nodes = std::iter::successors(Some(node), |it| self.nodes[*it].parent);
        nodes.map(|it| &self.nodes[it])
    }

    /// The groups of encodings that cannot be distinguished.
    pub fn conflicts(&self) -> impl Iterator<Item = &[EncodingId]> {
        self.nodes.iter().filter_map(|it| match &it.decision {
            Decision::Conflict(group) => Some(&group[..]),
            _ => None,
        })
    }
}

impl Builder<'_> {
    /// Adds a node whose decision is made later.
    fn add(&mut self, parent: Option<NodeId>, looked: Looked, group: Vec<EncodingId>) -> NodeId {
        let first = group.first().map(|it| self.encodings.get(*it));
        let width = match first {
            Some(first) if self.bits_are_shared => first.pattern.width,
            _ => self.tree.width,
        };
        let node = self.tree.nodes.push(Node {
            parent,
            width,
            looked,
            decision: Decision::Conflict(Vec::new()),
        });
        self.waiting.push(Waiting { node, group });
        node
    }

    fn decide(&mut self, node: NodeId, group: Vec<EncodingId>) -> Decision {
        if let [encoding] = group[..] {
            let checks = self.checks(node, encoding);
            return Decision::One { encoding, checks };
        }
        let (all_fix, some_fix) = self.fixed_bits(node, &group);
        let run = self
            .best(&group, &all_fix)
            .or_else(|| self.best(&group, &some_fix))
            .or_else(|| self.any_fixed(node, &group));
        let Some(run) = run else {
            return Decision::Conflict(group);
        };
        let groups = self.groups(&group, run);
        drop(group);
        self.split(node, run, groups)
    }

    /// The bits that all encodings of a group fix, and the bits that only some of them fix. Bits whose values are known
    /// at the node are left out.
    fn fixed_bits(&self, node: NodeId, group: &[EncodingId]) -> (Bits, Bits) {
        let width = self.tree.nodes[node].width;
        spend(group.len());
        let mut all = Bits::from_words(width, |_| u64::MAX);
        let mut some = Bits::new(width);
        for encoding in group {
            let known = &self.encodings.get(*encoding).pattern.known;
            all.and(known);
            some.or(known);
        }
        let looked = &self.tree.nodes[node].looked.known;
        let new = |at: usize| !looked.word(at);
        (
            Bits::from_words(width, |at| all.word(at) & new(at)),
            Bits::from_words(width, |at| some.word(at) & !all.word(at) & new(at)),
        )
    }

    /// The most useful run of bits; if several are equally useful, the first of them. `None` if no run is useful.
    fn best(&mut self, group: &[EncodingId], bits: &Bits) -> Option<Run> {
        let mut best = None;
        let mut best_use = 0;
        for run in bits.runs() {
            spend(1 + group.len() / 4);
            let usefulness = self.usefulness(group, run);
            if usefulness > best_use {
                (best, best_use) = (Some(run), usefulness);
            }
        }
        best
    }

    /// The number of distinct values of a run of bits, plus one if all encodings fix the run.
    fn usefulness(&mut self, group: &[EncodingId], run: Run) -> usize {
        self.values.clear();
        for encoding in group {
            let pattern = &self.encodings.get(*encoding).pattern;
            if pattern.known.has_all(run) {
                self.values.push(pattern.value.number(run));
            }
        }
        let concerns_all = self.values.len() == group.len();
        self.values.sort_unstable();
        self.values.dedup();
        self.values.len() + usize::from(concerns_all)
    }

    /// If the group has three encodings, the first run of untested bits of the first encoding that fixes such bits.
    /// Otherwise `None`.
    fn any_fixed(&self, node: NodeId, group: &[EncodingId]) -> Option<Run> {
        if group.len() != 3 {
            return None;
        }
        let run = |it: &EncodingId| self.unchecked(node, *it).runs().next();
        group.iter().find_map(run)
    }

    /// The bits that an encoding fixes, without the bits whose values are known at the node.
    fn unchecked(&self, node: NodeId, encoding: EncodingId) -> Bits {
        let known = &self.encodings.get(encoding).pattern.known;
        let looked = &self.tree.nodes[node].looked.known;
        let width = self.tree.nodes[node].width;
        Bits::from_words(width, |at| known.word(at) & !looked.word(at))
    }

    fn checks(&self, node: NodeId, encoding: EncodingId) -> Vec<Check> {
        let value = &self.encodings.get(encoding).pattern.value;
        let unchecked = self.unchecked(node, encoding);
        let check = |(start, len)| Check {
            start,
            len,
            value: value.number((start, len)),
        };
        unchecked.runs().map(check).collect()
    }

    fn groups(&self, group: &[EncodingId], run: Run) -> Groups {
        let mut others = Vec::new();
        let mut valued = Vec::new();
        for encoding in group {
            let pattern = &self.encodings.get(*encoding).pattern;
            if pattern.known.has_all(run) {
                valued.push((pattern.value.number(run), *encoding))
            } else {
                others.push(*encoding)
            }
        }
        valued.sort_by_key(|(value, _)| *value);
        let by_value = valued.chunk_by(|a, b| a.0 == b.0);
        let by_value = by_value.map(|of| (of[0].0, of.iter().map(|(_, it)| *it).collect()));
        Groups {
            by_value: by_value.collect(),
            others,
        }
    }

    fn split(&mut self, node: NodeId, run: Run, mut groups: Groups) -> Decision {
        let looked = self.tree.nodes[node].looked.clone();
        let mut others = None;
        if !groups.others.is_empty() {
            let looked = looked.with_open(run);
            others = Some(self.add(Some(node), looked, groups.others));
        }
        if let ([(_, only)], Some(others)) = (&groups.by_value[..], others)
            && let [encoding] = only[..]
        {
            return Decision::OneOr {
                encoding,
                checks: self.checks(node, encoding),
                run,
                others,
            };
        }
        // The reference uses `u64::MAX` for encodings without a value. A group with this value becomes `others`. As in
        // the reference, the group is lost if there are encodings without a value.
        if let Some((u64::MAX, group)) = groups.by_value.last_mut() {
            let group = std::mem::take(group);
            groups.by_value.pop();
            if others.is_none() {
                let looked = looked.with_value(run, u64::MAX);
                others = Some(self.add(Some(node), looked, group));
            }
        }
        let (start, len) = run;
        let cases = groups.by_value.into_iter().map(|(value, group)| {
            let looked = looked.with_value(run, value);
            (value, self.add(Some(node), looked, group))
        });
        Decision::Switch {
            start,
            len,
            cases: cases.collect(),
            others,
        }
    }
}

impl Looked {
    /// The examined bits after a test found that a run of bits has this value.
    fn with_value(&self, (start, len): Run, value: u64) -> Looked {
        let mut looked = self.clone();
        for bit in 0..len {
            looked.known.set(start + bit, true);
            looked.open.set(start + bit, false);
            let is_set = value >> (bit % 64) & 1 != 0;
            looked.value.set(start + bit, is_set);
        }
        looked
    }

    /// The examined bits after a test that leaves the value of a run of bits open.
    fn with_open(&self, (start, len): Run) -> Looked {
        let mut looked = self.clone();
        (start..start + len).for_each(|bit| looked.open.set(bit, true));
        looked
    }
}
