//! The messages about ambiguous encodings in LLVM 22 and later.

use backend::Context;
use target_model::decoder::{Bits, Decision, EncodingId, Encodings, NodeId, Tree};
use target_model::instructions::Instructions;

/// Prints the ambiguous groups of encodings in a decision tree, in the order in which the reference finds them. Before
/// each group, prints the bits that are tested on the path to the group. Returns whether there are ambiguous groups.
pub(super) fn report(
    cx: &Context,
    instructions: &Instructions,
    encodings: &Encodings,
    tree: &Tree,
) -> bool {
    let mut has_conflicts = false;
    let mut waiting = vec![Tree::ROOT];
    while let Some(node) = waiting.pop() {
        match &tree.get(node).decision {
            Decision::One { .. } => {}
            Decision::OneOr { others, .. } => waiting.push(*others),
            Decision::Switch { cases, others, .. } => {
                waiting.extend(cases.iter().rev().map(|(_, case)| *case));
                waiting.extend(*others);
            }
            Decision::Conflict(group) => {
                has_conflicts = true;
                cx.dump(text_of(cx, instructions, encodings, tree, node, group));
            }
        }
    }
    has_conflicts
}

fn text_of(
    cx: &Context,
    instructions: &Instructions,
    encodings: &Encodings,
    tree: &Tree,
    node: NodeId,
    group: &[EncodingId],
) -> String {
    let widths = group.iter().map(|it| encodings.get(*it).pattern.width);
    let longest = widths.max().unwrap_or(0);
    let mut text = "Decoding Conflict:\n".to_owned();
    let path: Vec<_> = tree.path(node).collect();
    for node in path.into_iter().rev() {
        let looked = &node.looked;
        push_bits(
            &mut text,
            node.width,
            longest,
            &looked.known,
            &looked.value,
            '.',
        );
        text += "\n";
    }
    for id in group {
        let encoding = encodings.get(*id);
        let pattern = &encoding.pattern;
        push_bits(
            &mut text,
            pattern.width,
            longest,
            &pattern.known,
            &pattern.value,
            '_',
        );
        text += "  ";
        text += &encoding.name(cx, instructions);
        text += "\n";
    }
    text
}

/// Appends bits, the most significant bit first, aligned to the right in a column of `column` characters.
fn push_bits(
    text: &mut String,
    width: usize,
    column: usize,
    known: &Bits,
    value: &Bits,
    unknown: char,
) {
    const INDENT: usize = 4;
    text.extend(std::iter::repeat_n(
        ' ',
        INDENT + column.saturating_sub(width),
    ));
    text.extend(
        (0..width)
            .rev()
            .map(|at| match (known.get(at), value.get(at)) {
                (false, _) => unknown,
                (true, false) => '0',
                (true, true) => '1',
            }),
    );
}
