//! Writing the selector's table.

mod steps;
mod words;

use backend::{Output, Records};
use pattern_model::{PatternId, Patterns, SdNodeId};
use rustc_hash::FxHashSet;
use target_model::instructions::InstructionId;
use target_model::value_types::{ValueType, ValueTypes};

use super::coverage::Coverage;
use super::matchers::{MatcherId, Matchers};
use super::numbering::Numbering;
use super::size::{Measure, OPCODE_SIZE, Sizes, vbr_size};
use super::step::Step;
use super::threads;
use words::push_indent;

/// The width of the comment with a step's offset, delimiters included. If lines are tidy, the width is one more.
const PLACE_WIDTH: usize = 10;

/// The indentation of the outermost steps, in blanks.
pub(super) const OUTERMOST: usize = 1;

/// The size of the part of the table that one thread writes at a time, in bytes. The C++ text of a part is about forty
/// times as long.
const PART: u32 = 1 << 16;

/// Writes the steps of matchers.
pub(super) struct Emitter<'a> {
    pub records: &'a Records,
    /// The numbers of types; `None` if types are written by name only.
    pub types: Option<ValueTypes>,
    /// Whether lines are tidy, see [`changes::has_tidy_lines`](super::changes::has_tidy_lines).
    pub is_tidy: bool,
    /// The instructions that may have a deactivation symbol.
    pub deactivated: &'a FxHashSet<InstructionId>,
    pub patterns: &'a Patterns,
    pub matchers: &'a Matchers,
    pub numbering: &'a Numbering,
    pub sizes: &'a Sizes,
    pub comments: bool,
    pub coverage: Option<&'a Coverage>,
}

/// The position of a step in the output.
#[derive(Clone, Copy)]
struct StepPosition {
    /// The offset of the step in the table, in bytes.
    at: u32,
    indent: usize,
    /// The first pattern of the matcher, for the source map; `None` if no source map is recorded.
    pattern: Option<PatternId>,
}

impl Emitter<'_> {
    /// Writes the steps of a matcher. `at` is the offset of its first step in the table. Returns the offset after its
    /// last step.
    pub(super) fn push_matcher(
        &self,
        out: &mut Output,
        first: MatcherId,
        at: u32,
        indent: usize,
    ) -> u32 {
        let pattern = if out.keeps_map() {
            self.matchers.first_pattern(first)
        } else {
            None
        };
        let mut place = StepPosition {
            at,
            indent,
            pattern,
        };
        for (_, step) in self.matchers.from(Some(first)) {
            self.tie(out, place, step);
            self.push_place(out, place.at);
            push_indent(out, indent);
            match step {
                Step::Scope(scope) => self.push_scope(out, self.matchers.scope(scope), &mut place),
                Step::SwitchOpcode(switch) => {
                    let cases = self.matchers.opcode_cases(switch);
                    self.push_switch(out, &OPCODE_SWITCH, cases, &mut place, |out, node| {
                        self.push_target_value(out, &self.patterns.sd_nodes[node].opcode);
                        out.push(if self.is_tidy { ", " } else { "," });
                    });
                }
                Step::SwitchType(switch) => {
                    let cases = self.matchers.type_cases(switch);
                    self.push_switch(out, &TYPE_SWITCH, cases, &mut place, |out, ty| {
                        self.push_type(out, ty, "");
                    });
                }
                _ => {
                    self.push_step(out, step, place);
                    place.at += self.measure().size(step);
                }
            }
        }
        out.no_source();
        out.commit();
        place.at
    }

    fn measure(&self) -> Measure<'_> {
        Measure {
            types: self.types,
            release: self.records.release(),
            deactivated: self.deactivated,
            patterns: self.patterns,
            matchers: self.matchers,
            numbering: self.numbering,
            covers: self.coverage.is_some(),
        }
    }

    /// Source map: the text that follows comes from the step's pattern and the record that the step names.
    fn tie(&self, out: &mut Output, place: StepPosition, step: Step) {
        let patterns = self.patterns;
        out.sources(|| {
            let named = match step {
                Step::CheckOpcode(node) => Some(patterns.sd_nodes[node].rec),
                Step::CheckPredicate { fragment, .. } => Some(patterns.fragments[fragment].rec),
                Step::CheckComplexPat(check) => {
                    let pattern = self.matchers.parts.complex_check(check).pattern;
                    Some(patterns.complex_patterns[pattern].rec)
                }
                Step::EmitNodeXForm { transform, .. } => Some(patterns.transforms[transform].rec),
                Step::EmitNode(node) | Step::MorphNodeTo { node, .. } => {
                    let node = self.matchers.parts.new_node(node);
                    Some(patterns.instructions.get(node.instruction).rec)
                }
                Step::EmitRegister {
                    register: Some(register),
                    ..
                }
                | Step::EmitCopyToReg { register, .. } => {
                    Some(patterns.registers.registers[register].rec)
                }
                _ => None,
            };
            let pattern = place.pattern.map(|it| patterns.list[it].rec);
            pattern.into_iter().chain(named)
        });
    }

    fn place_width(&self) -> usize {
        PLACE_WIDTH + usize::from(self.is_tidy)
    }

    /// Removes trailing blanks if lines are tidy.
    fn tidy(&self, out: &mut Output) {
        if self.is_tidy {
            let kept = out.text.trim_end_matches(' ').len();
            out.text.truncate(kept);
        }
    }

    /// Ends the line, without trailing blanks if lines are tidy.
    fn end(&self, out: &mut Output) {
        self.tidy(out);
        out.push("\n");
    }

    fn push_place(&self, out: &mut Output, at: u32) {
        if self.comments {
            out.push("/*");
            out.push_padded(at, self.place_width() - 4);
            out.push("*/");
        }
    }

    fn push_scope(&self, out: &mut Output, matchers: &[MatcherId], place: &mut StepPosition) {
        let indent = place.indent;
        for (number, matcher) in matchers.iter().enumerate() {
            if number == 0 {
                out.push("OPC_Scope");
                if self.comments && self.is_tidy {
                    write!(out, " /*{} children */", matchers.len());
                }
                out.push(", ");
                place.at += 1;
            } else {
                self.tie_to_first(out, *matcher, None);
                self.push_place(out, place.at);
                push_indent(out, indent);
                self.push_comment(out, "/*Scope*/ ");
            }
            let size = self.sizes.get(*matcher);
            self.push_vbr(out, size.into());
            place.at += vbr_size(size.into());
            if self.comments && self.is_tidy {
                out.push("// ->");
                out.push_number(place.at + size);
            } else if self.comments {
                out.push("/*->");
                out.push_number(place.at + size);
                out.push("*/");
                if number == 0 {
                    out.push(" // ");
                    out.push_number(matchers.len() as u32);
                    out.push(" children in Scope");
                }
            }
            self.end(out);
            place.at = self.push_matcher(out, *matcher, place.at, indent + 1);
        }
        self.push_place(out, place.at);
        push_indent(out, indent);
        out.push("0, ");
        let end = if self.is_tidy {
            "// End of Scope"
        } else {
            "/*End of Scope*/"
        };
        self.push_comment(out, end);
        self.end(out);
        place.at += 1;
    }

    fn push_switch<T: Copy + Case + Sync>(
        &self,
        out: &mut Output,
        switch: &Switch,
        cases: &[(T, MatcherId)],
        place: &mut StepPosition,
        push_value: impl Fn(&mut Output, T) + Sync,
    ) {
        let indent = place.indent;
        out.push(switch.opcode);
        if self.comments {
            out.push("/*");
            out.push_number(cases.len() as u32);
            out.push(" cases */");
        }
        out.push(", ");
        place.at += 1;
        // Only the outermost switch is large enough for threads. Threads record no source map. A single thread would
        // only copy the output once more.
        if indent == OUTERMOST && !out.keeps_map() && threads::count() > 1 {
            self.push_cases_at_once(out, switch, cases, place, &push_value)
        } else {
            self.push_cases(out, switch, cases, true, place, &push_value)
        }
        self.push_place(out, place.at);
        push_indent(out, indent);
        out.push("0,");
        self.push_comment(out, switch.end);
        out.push("\n");
        place.at += 1;
    }

    /// Writes consecutive cases of a switch. `are_first` says whether they begin with the first case of the switch.
    fn push_cases<T: Copy + Case>(
        &self,
        out: &mut Output,
        switch: &Switch,
        cases: &[(T, MatcherId)],
        are_first: bool,
        place: &mut StepPosition,
        push_value: &impl Fn(&mut Output, T),
    ) {
        let indent = place.indent;
        for (number, (value, matcher)) in cases.iter().enumerate() {
            self.tie_to_first(out, *matcher, value.node());
            if number > 0 || !are_first {
                self.push_place(out, place.at);
                push_indent(out, indent);
                self.push_comment(out, switch.case);
            }
            let size = self.sizes.get(*matcher);
            self.push_vbr(out, size.into());
            place.at += vbr_size(size.into()) + value.size(&self.measure());
            push_value(out, *value);
            if self.comments {
                out.push("// ->");
                out.push_number(place.at + size);
            }
            self.end(out);
            place.at = self.push_matcher(out, *matcher, place.at, indent + 1);
        }
    }

    /// Writes all cases of a switch, in several threads.
    fn push_cases_at_once<T: Copy + Case + Sync>(
        &self,
        out: &mut Output,
        switch: &Switch,
        cases: &[(T, MatcherId)],
        place: &mut StepPosition,
        push_value: &(impl Fn(&mut Output, T) + Sync),
    ) {
        let write = |(part, mut place, are_first): (&[(T, MatcherId)], StepPosition, bool)| {
            let mut out = Output::new();
            self.push_cases(&mut out, switch, part, are_first, &mut place, push_value);
            out.text
        };
        let mut parts = Vec::new();
        let mut rest = cases;
        while !rest.is_empty() {
            let start = *place;
            let mut count = 0;
            while count < rest.len() && place.at - start.at < PART {
                let (value, matcher) = rest[count];
                let size = self.sizes.get(matcher);
                place.at += vbr_size(size.into()) + value.size(&self.measure()) + size;
                count += 1;
            }
            let are_first = rest.len() == cases.len();
            let part;
            (part, rest) = rest.split_at(count);
            parts.push((part, start, are_first));
        }
        for parts in parts.chunks(threads::count()) {
            let texts = threads::at_once(parts, write);
            texts.iter().for_each(|it| out.push(it));
            out.commit();
        }
    }

    /// Source map: the text that follows comes from the first pattern of `matcher`, and from the node whose opcode
    /// selects the case.
    fn tie_to_first(&self, out: &mut Output, matcher: MatcherId, node: Option<SdNodeId>) {
        out.sources(|| {
            let pattern = self.matchers.first_pattern(matcher);
            let pattern = pattern.map(|it| self.patterns.list[it].rec);
            let node = node.map(|it| self.patterns.sd_nodes[it].rec);
            pattern.into_iter().chain(node)
        });
    }
}

/// The texts in which the two kinds of switches differ.
struct Switch {
    opcode: &'static str,
    case: &'static str,
    end: &'static str,
}

const OPCODE_SWITCH: Switch = Switch {
    opcode: "OPC_SwitchOpcode ",
    case: "/*SwitchOpcode*/ ",
    end: " // EndSwitchOpcode",
};

const TYPE_SWITCH: Switch = Switch {
    opcode: "OPC_SwitchType ",
    case: "/*SwitchType*/ ",
    end: " // EndSwitchType",
};

/// A value that selects a case of a switch.
trait Case {
    /// The node, if the value is an opcode.
    fn node(&self) -> Option<SdNodeId>;

    /// The size of the value in bytes.
    fn size(self, measure: &Measure) -> u32;
}

impl Case for SdNodeId {
    fn node(&self) -> Option<SdNodeId> {
        Some(*self)
    }

    fn size(self, _: &Measure) -> u32 {
        OPCODE_SIZE
    }
}

impl Case for ValueType {
    fn node(&self) -> Option<SdNodeId> {
        None
    }

    fn size(self, measure: &Measure) -> u32 {
        measure.bytes_of_type(self)
    }
}
