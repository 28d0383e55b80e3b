//! The sizes of matchers in the table, in bytes.

use backend::Output;
use backend::ids::Id;
use elaborate::records::Release;
use pattern_model::{PatternId, Patterns, TransformId};
use rustc_hash::{FxHashMap, FxHashSet};
use target_model::instructions::InstructionId;
use target_model::value_types::{ValueType, ValueTypes};

use super::changes;
use super::matchers::{MatcherId, Matchers};
use super::numbering::{Numbering, uses_arguments};
use super::step::{Int, List, NewNode, Step, StepKind};

/// The sizes of matchers, and the transforms and patterns that were found while matchers were measured.
pub(super) struct Sizes {
    /// The size of each matcher, indexed by its first step; 0 for other steps.
    sizes: Vec<u32>,
    /// The number of steps of each kind in the table, indexed by [`StepKind`].
    histogram: [u32; StepKind::ALL.len()],
    /// The transforms that the table uses, in the order of the table.
    pub transforms: Vec<TransformId>,
    number_of_transform: FxHashMap<TransformId, u32>,
    /// The patterns that the table completes, in the order of the table.
    pub completed: Vec<PatternId>,
}

/// Measures the steps of matchers.
pub(super) struct Measure<'a> {
    /// The numbers of types, which take one or more bytes; `None` if each type takes one byte.
    pub types: Option<ValueTypes>,
    pub release: Release,
    /// The instructions that may have a deactivation symbol.
    pub deactivated: &'a FxHashSet<InstructionId>,
    pub patterns: &'a Patterns,
    pub matchers: &'a Matchers,
    pub numbering: &'a Numbering,
    /// Whether the table records which patterns are completed.
    pub covers: bool,
}

impl Sizes {
    pub(super) fn new(measure: &Measure, first: Option<MatcherId>) -> Sizes {
        let mut sizes = Sizes {
            sizes: vec![0; measure.matchers.len()],
            histogram: [0; StepKind::ALL.len()],
            transforms: Vec::new(),
            number_of_transform: FxHashMap::default(),
            completed: Vec::new(),
        };
        if let Some(first) = first {
            sizes.visit(measure, first);
        }
        sizes
    }

    /// The size of a matcher that is part of a scope or switch, in bytes.
    pub(super) fn get(&self, matcher: MatcherId) -> u32 {
        self.sizes[matcher.index()]
    }

    /// Writes the number of steps of each kind. If the release names all numbers, `EmitStringInteger` counts as
    /// `EmitInteger`.
    pub(super) fn push_histogram(&self, out: &mut Output, release: Release) {
        out.push("  // Opcode Histogram:\n");
        let mut histogram = self.histogram;
        let is_alike = changes::names_all_numbers(release);
        if is_alike {
            histogram[StepKind::EmitInteger as usize] +=
                histogram[StepKind::EmitStringInteger as usize];
        }
        for (kind, count) in StepKind::ALL.iter().zip(histogram) {
            if is_alike && *kind == StepKind::EmitStringInteger {
                continue;
            }
            let name = format!("OPC_{kind:?}");
            writeln!(out, "  // #{name:<40} = {count}");
        }
        out.push("\n");
    }

    pub(super) fn transform(&self, transform: TransformId) -> u32 {
        self.number_of_transform[&transform]
    }

    fn visit(&mut self, measure: &Measure, first: MatcherId) -> u32 {
        let mut size = 0;
        for (_, step) in measure.matchers.from(Some(first)) {
            self.histogram[step.kind() as usize] += 1;
            match step {
                Step::EmitNodeXForm { transform, .. } => {
                    let next = self.transforms.len() as u32;
                    self.number_of_transform
                        .entry(transform)
                        .or_insert_with(|| {
                            self.transforms.push(transform);
                            next
                        });
                }
                Step::CompleteMatch { pattern, .. } | Step::MorphNodeTo { pattern, .. } => {
                    self.completed.push(pattern);
                }
                _ => {}
            }
            size += match step {
                Step::Scope(scope) => {
                    let matchers = measure.matchers.scope(scope).iter();
                    self.visit_parts(measure, matchers.map(|it| (*it, 0)))
                }
                Step::SwitchOpcode(switch) => {
                    let cases = measure.matchers.opcode_cases(switch).iter();
                    self.visit_parts(measure, cases.map(|it| (it.1, OPCODE_SIZE)))
                }
                Step::SwitchType(switch) => {
                    let cases = measure.matchers.type_cases(switch).iter();
                    let cases = cases.map(|it| (it.1, measure.bytes_of_type(it.0)));
                    self.visit_parts(measure, cases)
                }
                _ => measure.size(step),
            };
        }
        self.sizes[first.index()] = size;
        size
    }

    /// The size of a scope or switch: one byte for its kind, the parts, and a zero. Each part is preceded by its size
    /// and by further bytes, whose number `parts` gives.
    fn visit_parts(
        &mut self,
        measure: &Measure,
        parts: impl Iterator<Item = (MatcherId, u32)>,
    ) -> u32 {
        let size_of_part = |(part, before)| {
            let size = self.visit(measure, part);
            before + vbr_size(size.into()) + size
        };
        2 + parts.map(size_of_part).sum::<u32>()
    }
}

/// The size of an opcode in the table, in bytes.
pub(super) const OPCODE_SIZE: u32 = 2;

/// The size of the step that records a covered pattern, in bytes. The reference counts two bytes for the index,
/// although LLVM 21 and later write four.
const COVERAGE_SIZE: u32 = 3;

impl Measure<'_> {
    /// The size of a step, in bytes. It is 0 for steps that contain matchers.
    pub(super) fn size(&self, step: Step) -> u32 {
        match step {
            // The size of these steps includes their contents, so they are measured separately.
            Step::Scope(_) | Step::SwitchOpcode(_) | Step::SwitchType(_) => 0,
            Step::RecordNode { .. }
            | Step::RecordChild { .. }
            | Step::RecordMemRef
            | Step::CaptureGlueInput
            | Step::MoveParent
            | Step::CheckImmAllOnesV
            | Step::CheckImmAllZerosV
            | Step::CheckFoldableChainNode => 1,
            Step::MoveChild(number)
            | Step::MoveSibling(number)
            | Step::EmitConvertToTarget { slot: number, .. } => 1 + u32::from(number >= 8),
            Step::CheckSame(_)
            | Step::CheckChildSame { .. }
            | Step::CheckCondCode(_)
            | Step::CheckChild2CondCode(_) => 2,
            Step::EmitStringInteger { value, .. } => {
                if changes::has_leb(self.release) {
                    1 + leb_size(value.into())
                } else {
                    2
                }
            }
            Step::CheckValueType(ty) => 1 + self.bytes_of_type(ty),
            Step::CheckPatternPredicate(code) => match self.numbering.pattern_predicate(code) {
                0..8 => 1,
                8..256 => 2,
                _ => 3,
            },
            Step::CheckPredicate {
                fragment,
                arguments,
            } => {
                if uses_arguments(self.patterns, fragment) {
                    3 + self.matchers.parts.numbers(arguments).len() as u32
                } else {
                    1 + u32::from(self.numbering.predicate(fragment) >= 8)
                }
            }
            Step::CheckOpcode(_) => 1 + OPCODE_SIZE,
            Step::CheckType { ty, result: 0 } | Step::CheckChildType { ty, .. } => {
                1 + self.type_size(ty, WORDS)
            }
            Step::CheckType { ty, .. } => 2 + self.bytes_of_type(ty),
            Step::CheckInteger(value) | Step::CheckChildInteger { value, .. } => {
                1 + self.signed_size(value)
            }
            Step::CheckComplexPat(check) => {
                let pattern = self.matchers.parts.complex_check(check).pattern;
                2 + u32::from(self.numbering.complex_pattern(pattern) >= 8)
            }
            Step::CheckAndImm(value) | Step::CheckOrImm(value) => 1 + vbr_size(value.get() as u64),
            Step::EmitInteger { value, ty, .. } => {
                1 + self.type_size(ty, INTEGERS) + self.signed_size(value)
            }
            Step::EmitRegister { register, ty, .. } => {
                if register.is_some_and(|it| it.number() > 255) {
                    3 + self.bytes_of_type(ty)
                } else {
                    2 + self.type_size(ty, WORDS)
                }
            }
            Step::EmitMergeInputChains(list) => match self.matchers.parts.numbers(list) {
                [0..3] => 1,
                slots => 2 + slots.len() as u32,
            },
            Step::EmitCopyToReg { slot, register } => match (register.number(), slot) {
                (256.., _) => 4,
                (_, 0..8) => 2,
                _ => 3,
            },
            Step::EmitNodeXForm { .. } => 3,
            Step::EmitNode(node) => self.new_node_size(self.matchers.parts.new_node(node), false),
            Step::MorphNodeTo { node, .. } => {
                let node = self.matchers.parts.new_node(node);
                self.new_node_size(node, true) + self.coverage_size()
            }
            Step::CompleteMatch { results, .. } => {
                2 + self.slots_size(results) + self.coverage_size()
            }
        }
    }

    fn coverage_size(&self) -> u32 {
        if self.covers { COVERAGE_SIZE } else { 0 }
    }

    fn slots_size(&self, slots: List) -> u32 {
        let slots = self.matchers.parts.numbers(slots).iter();
        slots.map(|it| vbr_size((*it).into())).sum()
    }

    fn new_node_size(&self, node: &NewNode, morphs: bool) -> u32 {
        let types = self.matchers.parts.numbers(node.types);
        let has_type_count = !has_short_form(types.len());
        let has_flags = short_flags(self.release, node, types.len(), morphs).is_none();
        let types = types
            .iter()
            .filter_map(|it| ValueType::of_index(*it as u16));
        4 + u32::from(has_type_count)
            + u32::from(self.deactivated.contains(&node.instruction))
            + u32::from(has_flags)
            + types.map(|it| self.bytes_of_type(it)).sum::<u32>()
            + self.slots_size(node.operands)
    }

    /// The size of a signed number in bytes.
    fn signed_size(&self, value: Int) -> u32 {
        if changes::has_leb(self.release) {
            leb_size(value.get())
        } else {
            vbr_size(signed_vbr(value.get()))
        }
    }

    pub(super) fn bytes_of_type(&self, ty: ValueType) -> u32 {
        match self.types {
            Some(types) => vbr_size(types.number(ty).unwrap_or_default().into()),
            None => 1,
        }
    }

    /// The size of a type in bytes; 0 for the types `short`, which are part of the step's name.
    fn type_size(&self, ty: ValueType, short: &[ValueType]) -> u32 {
        if short.contains(&ty) {
            0
        } else {
            self.bytes_of_type(ty)
        }
    }
}

/// Whether steps that create a node have a form for exactly `types` types, without a count of types.
pub(super) fn has_short_form(types: usize) -> bool {
    types < 3
}

/// The suffix of the name of a step that creates a node, if there is a short form for the node's chain and glue; `None`
/// if the step has to list its flags.
pub(super) fn short_flags(
    release: Release,
    node: &NewNode,
    types: usize,
    morphs: bool,
) -> Option<&'static str> {
    if !has_short_form(types) || node.has_mem_refs || node.variadic_after.is_some() {
        return None;
    }
    match (node.has_chain, node.has_glue_input, node.has_glue_output) {
        (true, false, false) => Some("Chain"),
        _ if types == 0 && !changes::shortens_nodes_without_results(release) => None,
        (false, false, false) => Some("None"),
        (false, true, false) if morphs => Some("GlueInput"),
        (false, false, true) if morphs => Some("GlueOutput"),
        _ => None,
    }
}

/// The types for which steps that check a type or emit a register have a separate form.
pub(super) const WORDS: &[ValueType] = &[ValueType::I32, ValueType::I64];

/// The types for which the step that emits an integer has a separate form.
pub(super) const INTEGERS: &[ValueType] = &[
    ValueType::I8,
    ValueType::I16,
    ValueType::I32,
    ValueType::I64,
];

/// The size in bytes of a number that is written with seven bits in each byte.
pub(super) fn vbr_size(value: u64) -> u32 {
    let bits = u64::BITS - value.leading_zeros();
    bits.div_ceil(7).max(1)
}

/// The size in bytes of a number in signed LEB128.
pub(super) fn leb_size(value: i64) -> u32 {
    let bits = u64::BITS - (value ^ (value >> 63)).leading_zeros();
    (bits + 1).div_ceil(7)
}

/// A number with its sign in bit 0 and its absolute value above it, so that numbers close to zero are small. `i64::MIN`
/// becomes minus zero.
pub(super) fn signed_vbr(value: i64) -> u64 {
    match value {
        0.. => (value as u64) << 1,
        _ => ((value as u64).wrapping_neg() << 1) | 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_variable_length() {
        let sizes = [0, 127, 128, 16383, 16384, u64::MAX].map(vbr_size);
        assert_eq!(sizes, [1, 1, 2, 2, 3, 10]);
        let signed = [0, 1, -1, 64, -64, i64::MIN].map(signed_vbr);
        assert_eq!(signed, [0, 2, 3, 128, 129, 1]);
        let sizes = [0, 63, 64, -64, -65, 8191, i64::MIN].map(leb_size);
        assert_eq!(sizes, [1, 1, 2, 1, 2, 2, 10]);
    }
}
