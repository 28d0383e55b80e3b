//! The patterns that may match the root of a graph.

use backend::{Context, Fatal, Model};
use isel_backends::Tried;
use pattern_model::{Head, Leaf, LeafKind, OperatorKind, PatternId, Patterns, Tree};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// The patterns, grouped by the opcodes that their roots can have. A pattern is represented by its index in
/// [`Tried::order`].
pub(super) struct Roots {
    /// The patterns whose root can have this opcode.
    of_opcode: FxHashMap<String, Vec<u32>>,
    /// The patterns whose root matches any value.
    of_any: Vec<u32>,
}

impl Model for Roots {
    fn build(cx: &Context) -> Result<Roots, Fatal> {
        let patterns = cx.model::<Patterns>()?;
        let tried = cx.model::<Tried>()?;
        let mut of_opcode: FxHashMap<String, Vec<u32>> = FxHashMap::default();
        let mut of_any = Vec::new();
        for (place, id) in (0..).zip(&tried.order) {
            let root = patterns.src(&patterns.list[*id]);
            let Some(opcodes) = opcodes(&patterns, root) else {
                of_any.push(place);
                continue;
            };
            for opcode in opcodes {
                of_opcode.entry(opcode.to_owned()).or_default().push(place);
            }
        }
        Ok(Roots { of_opcode, of_any })
    }
}

impl Roots {
    /// The patterns that may match the root of a graph, in the order in which they are tried.
    pub(super) fn candidates(
        &self,
        patterns: &Patterns,
        tried: &Tried,
        graph: Tree,
    ) -> Vec<PatternId> {
        let mut places = self.of_any.clone();
        for opcode in opcodes(patterns, graph).into_iter().flatten() {
            places.extend(self.of_opcode.get(opcode).into_iter().flatten());
        }
        places.sort_unstable();
        places.dedup();
        let ids = places.iter().map(|it| tried.order[*it as usize]);
        ids.collect()
    }
}

type Opcodes<'p> = SmallVec<[&'p str; 2]>;

/// The opcodes that the root of a pattern or graph can have; `None` if the root does not determine the opcode.
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
