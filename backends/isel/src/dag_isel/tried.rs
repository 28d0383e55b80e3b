//! The position of a pattern in the selector's order, and the steps of a single pattern.

#[cfg(test)]
mod tests;

use std::fmt::Write;

use backend::ids::Id;
use backend::{Context, Fatal, Model, Records};
use pattern_model::{PatternId, Patterns};
use target_model::value_types::ValueType;

use super::generate::{Generator, Known};
use super::matchers::Parts;
use super::order;
use super::step::{List, NewNode, Step};

/// The order in which the selector tries patterns.
pub struct Tried {
    /// All patterns, in the order in which the selector tries them.
    pub order: Vec<PatternId>,
    /// The index of each pattern in `order`.
    places: Vec<u32>,
}

impl Model for Tried {
    fn build(cx: &Context) -> Result<Tried, Fatal> {
        let patterns = cx.model::<Patterns>()?;
        let order = order::sorted(cx.records, &patterns)?;
        let mut places = vec![0; order.len()];
        for (place, id) in (0..).zip(&order) {
            places[id.index()] = place;
        }
        Ok(Tried { order, places })
    }
}

impl Tried {
    /// The index of a pattern in the order in which the selector tries patterns.
    pub fn place(&self, id: PatternId) -> usize {
        self.places[id.index()] as usize
    }
}

/// The steps of a pattern before they are joined with the steps of other patterns, as one line of text each. If the
/// root of the source is a complex pattern, there is one list of steps for each node that the complex pattern may
/// match. Otherwise there is one list.
pub fn steps(
    records: &Records,
    patterns: &Patterns,
    id: PatternId,
) -> Result<Vec<Vec<String>>, Fatal> {
    let known = Known::new(records, patterns);
    let mut generator = Generator::new(records, patterns, &known);
    let mut parts = Parts::default();
    let mut lists = Vec::new();
    generator.generate(id, &mut parts, |steps| lists.push(steps.to_vec()))?;
    let words = Words {
        records,
        patterns,
        parts: &parts,
    };
    let lines = |steps: Vec<Step>| steps.into_iter().map(|it| words.line(it)).collect();
    Ok(lists.into_iter().map(lines).collect())
}

/// Prints steps: their names in the table, and their operands.
struct Words<'a> {
    records: &'a Records,
    patterns: &'a Patterns,
    parts: &'a Parts,
}

impl Words<'_> {
    fn line(&self, step: Step) -> String {
        let Words {
            records,
            patterns,
            parts,
        } = self;
        let name = |rec| records.rec(rec).name();
        match step {
            Step::RecordNode { slot, what } => format!("RecordNode #{slot} = {what}"),
            Step::RecordChild { child, slot, what } => {
                format!("RecordChild{child} #{slot} = {what}")
            }
            Step::MoveChild(child) => format!("MoveChild {child}"),
            Step::MoveSibling(child) => format!("MoveSibling {child}"),
            Step::CheckSame(slot) => format!("CheckSame #{slot}"),
            Step::CheckChildSame { child, slot } => format!("CheckChild{child}Same #{slot}"),
            Step::CheckPatternPredicate(code) => format!("CheckPatternPredicate {code}"),
            Step::CheckPredicate {
                fragment,
                arguments,
            } => {
                let fragment = &patterns.fragments[fragment];
                format!("CheckPredicate {}{}", fragment.name(records), self.slots(arguments))
            }
            Step::CheckOpcode(node) => format!("CheckOpcode {}", patterns.sd_nodes[node].opcode),
            Step::CheckType { ty, result: 0 } => format!("CheckType {}", ty.name()),
            Step::CheckType { ty, result } => format!("CheckTypeRes {result} {}", ty.name()),
            Step::CheckChildType { child, ty } => format!("CheckChild{child}Type {}", ty.name()),
            Step::CheckInteger(value) => format!("CheckInteger {}", value.get()),
            Step::CheckChildInteger { child, value } => {
                format!("CheckChild{child}Integer {}", value.get())
            }
            Step::CheckCondCode(code) => format!("CheckCondCode {code}"),
            Step::CheckChild2CondCode(code) => format!("CheckChild2CondCode {code}"),
            Step::CheckValueType(ty) => format!("CheckValueType {}", ty.name()),
            Step::CheckComplexPat(check) => {
                let check = parts.complex_check(check);
                let pattern = &patterns.complex_patterns[check.pattern];
                let (slot, first) = (check.slot, check.first_result);
                let function = &pattern.function;
                match pattern.operands {
                    0 => format!("CheckComplexPat {function} #{slot}"),
                    1 => format!("CheckComplexPat {function} #{slot} => #{first}"),
                    count => {
                        let last = first as usize + count - 1;
                        format!("CheckComplexPat {function} #{slot} => #{first}..#{last}")
                    }
                }
            }
            Step::CheckAndImm(value) => format!("CheckAndImm {}", value.get()),
            Step::CheckOrImm(value) => format!("CheckOrImm {}", value.get()),
            Step::EmitInteger { value, ty, .. } => {
                format!("EmitInteger {} {}", ty.name(), value.get())
            }
            Step::EmitStringInteger { name, .. } => format!("EmitStringInteger {name}"),
            Step::EmitRegister { register, ty, .. } => {
                let register = register.map(|it| patterns.registers.registers[it].rec);
                let register = register.map_or("no register", name);
                format!("EmitRegister {} {register}", ty.name())
            }
            Step::EmitConvertToTarget { slot, .. } => format!("EmitConvertToTarget #{slot}"),
            Step::EmitMergeInputChains(slots) => {
                format!("EmitMergeInputChains{}", self.slots(slots))
            }
            Step::EmitCopyToReg { slot, register } => {
                let register = name(patterns.registers.registers[register].rec);
                format!("EmitCopyToReg {register} #{slot}")
            }
            Step::EmitNode(node) => self.node("EmitNode", parts.new_node(node)),
            Step::MorphNodeTo { node, .. } => self.node("MorphNodeTo", parts.new_node(node)),
            Step::EmitNodeXForm {
                slot, transform, ..
            } => {
                let transform = name(patterns.transforms[transform].rec);
                format!("EmitNodeXForm {transform} #{slot}")
            }
            Step::CompleteMatch { results, .. } => format!("CompleteMatch{}", self.slots(results)),
            Step::RecordMemRef
            | Step::CaptureGlueInput
            | Step::MoveParent
            | Step::CheckImmAllOnesV
            | Step::CheckImmAllZerosV
            | Step::CheckFoldableChainNode
            // The last three steps only exist after the matchers of several patterns are joined.
            | Step::Scope(_)
            | Step::SwitchOpcode(_)
            | Step::SwitchType(_) => format!("{:?}", step.kind()),
        }
    }

    fn slots(&self, list: List) -> String {
        let slots = self.parts.numbers(list).iter();
        slots.map(|it| format!(" #{it}")).collect()
    }

    fn node(&self, what: &str, node: &NewNode) -> String {
        let instruction = self.patterns.instructions.get(node.instruction);
        let mut line = format!("{what} {}", instruction.name);
        let types = self.parts.numbers(node.types).iter();
        for ty in types.filter_map(|it| ValueType::of_index(*it as u16)) {
            _ = write!(line, " {}", ty.name());
        }
        line += &self.slots(node.operands);
        if let Some(count) = node.variadic_after {
            _ = write!(line, " and all operands after {count}");
        }
        let flags = node.flags().into_iter().filter(|it| it.0);
        let flags: Vec<_> = flags
            .map(|(_, name)| name.trim_start_matches("|OPFL_"))
            .collect();
        if !flags.is_empty() {
            _ = write!(line, " ({})", flags.join(", "));
        }
        line
    }
}
