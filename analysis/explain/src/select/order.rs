//! The patterns of a target in the order in which they are tried.

use backend::{Context, Fatal, Model};
use pattern_model::{Head, Leaf, LeafKind, OperatorKind, PatternId, Patterns, Tree};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// The patterns in the order in which a selector for selection graphs tries them.
pub struct Tried {
    pub all: Vec<PatternId>,
    /// The places in `all` of the patterns that match an opcode at their root.
    of_opcode: FxHashMap<String, Vec<u32>>,
    /// Those of patterns that match any value.
    of_any: Vec<u32>,
}

impl Model for Tried {
    fn build(cx: &Context) -> Result<Tried, Fatal> {
        let patterns = cx.model::<Patterns>()?;
        let all = isel_backends::tried_order(cx.records, &patterns)?;
        let mut of_opcode: FxHashMap<String, Vec<u32>> = FxHashMap::default();
        let mut of_any = Vec::new();
        for (place, id) in (0..).zip(&all) {
            let root = patterns.src(&patterns.list[*id]);
            let Some(opcodes) = opcodes(&patterns, root) else {
                of_any.push(place);
                continue;
            };
            for opcode in opcodes {
                of_opcode.entry(opcode.to_owned()).or_default().push(place);
            }
        }
        Ok(Tried {
            all,
            of_opcode,
            of_any,
        })
    }
}

impl Tried {
    /// The places of the patterns that may match the root of a graph.
    pub fn of_root(&self, patterns: &Patterns, graph: Tree) -> Vec<u32> {
        let mut places = self.of_any.clone();
        for opcode in opcodes(patterns, graph).into_iter().flatten() {
            places.extend(self.of_opcode.get(opcode).into_iter().flatten());
        }
        places.sort_unstable();
        places.dedup();
        places
    }
}

type Opcodes<'p> = SmallVec<[&'p str; 2]>;

/// The opcodes that a root may have; `None` if it may be any value.
fn opcodes<'p>(patterns: &'p Patterns, root: Tree<'p>) -> Option<Opcodes<'p>> {
    if let Some(complex) = patterns.complex_pattern(&root) {
        let roots = complex.roots.iter();
        let roots = roots.filter_map(|it| match patterns.operator(*it)?.kind {
            OperatorKind::SdNode(id) => Some(&*patterns.sd_nodes[id].opcode),
            _ => None,
        });
        return Some(roots.collect());
    }
    match root.head {
        Head::Operator(operator) => match operator.kind {
            OperatorKind::SdNode(id) => Some(smallvec![&*patterns.sd_nodes[id].opcode]),
            _ => None,
        },
        Head::Leaf(Leaf::Int(_)) => Some(smallvec!["ISD::Constant", "ISD::TargetConstant"]),
        Head::Leaf(Leaf::Record(record)) => match record.kind {
            LeafKind::AllOnes | LeafKind::AllZeros => {
                Some(smallvec!["ISD::BUILD_VECTOR", "ISD::SPLAT_VECTOR"])
            }
            _ => None,
        },
        Head::Leaf(Leaf::Unset) => None,
    }
}
