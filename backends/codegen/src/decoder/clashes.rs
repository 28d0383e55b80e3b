//! Pairs of encodings that a decoder cannot distinguish.

use backend::spend;

use super::encodings::{EncodingId, Encodings};
use super::pattern::Bits;
use super::tree::Tree;

/// Two encodings that a decoder cannot distinguish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clash {
    /// The two encodings, in the order of their ids. Since LLVM 22, a shorter encoding comes first.
    pub encodings: [EncodingId; 2],
    /// The bits that both encodings fix to the same values.
    pub same: Bits,
    /// The bits that the encodings fix to different values. If no bit differs, some code matches both encodings.
    /// Otherwise, the decoder cannot test these bits because of other encodings in the same node of the tree.
    pub different: Bits,
}

/// The pairs of encodings that the decision tree of a table cannot distinguish, node by node.
pub fn clashes<'a>(encodings: &'a Encodings, tree: &'a Tree) -> impl Iterator<Item = Clash> + 'a {
    tree.conflicts().flat_map(|group| {
        let pairs = group.iter().enumerate();
        let pairs = pairs.flat_map(|(at, a)| group[at + 1..].iter().map(|b| (*a, *b)));
        pairs.map(|(a, b)| {
            spend(1);
            let (first, second) = (&encodings.get(a).pattern, &encodings.get(b).pattern);
            Clash {
                encodings: [a, b],
                same: first.agreement(second),
                different: first.differences(second),
            }
        })
    })
}
