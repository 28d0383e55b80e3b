//! The complexity of patterns, a measure of the size of the matched tree.

use target_model::value_types::ValueType;

use crate::pattern::Pattern;
use crate::patterns::Patterns;
use crate::tree::Tree;

impl Patterns {
    /// The complexity of a pattern. Among matching patterns, the one with the highest complexity is preferred.
    pub fn complexity(&self, pattern: &Pattern) -> i32 {
        let size = self.size(self.src(pattern)) as i32;
        size.wrapping_add(pattern.added_complexity)
    }

    fn size(&self, tree: Tree) -> u32 {
        let mut size: u32 = 3;
        if tree.int().is_some() {
            size += 2;
        }
        if let Some(complex) = self.complex_pattern(&tree) {
            return size.wrapping_add(complex.complexity);
        }
        size += u32::from(!tree.extras.predicates.is_empty());
        for child in tree.children() {
            let below = if has_value(child) {
                self.size(child)
            } else if !child.is_leaf() {
                0
            } else if child.int().is_some() {
                // 3 for the leaf and 2 for its value.
                5
            } else if self.complex_pattern(&child).is_some() {
                self.size(child)
            } else if child.is_all_ones_or_zeros() {
                4
            } else {
                u32::from(!child.extras.predicates.is_empty())
            };
            size = size.wrapping_add(below);
        }
        size
    }
}

/// Whether the root of a tree is an operator whose first result is not a chain (a result of type `OTHER`).
fn has_value(tree: Tree) -> bool {
    let first = tree.types.first().filter(|_| !tree.is_leaf());
    first.is_some_and(|it| it.machine_type() != Some(ValueType::OTHER))
}
