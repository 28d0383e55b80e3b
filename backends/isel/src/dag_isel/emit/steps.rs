//! Writes single steps to the selector's table.

use std::fmt::Write;

use backend::Output;
use elaborate::symbol::Sym;
use pattern_model::{PatternId, Properties, Tree};
use target_model::registers::RegisterId;
use target_model::value_types::ValueType;

use super::words::{
    push_child, push_indent, push_last, push_last_number, push_name, push_numbers, push_short,
};
use super::{Emitter, StepPosition};
use crate::dag_isel::changes;
use crate::dag_isel::numbering::uses_arguments;
use crate::dag_isel::size::{INTEGERS, WORDS, has_short_form, leb_size, short_flags, signed_vbr};
use crate::dag_isel::step::{Int, NewNode, Step};

impl Emitter<'_> {
    pub(super) fn push_step(&self, out: &mut Output, step: Step, place: StepPosition) {
        match step {
            // These steps contain matchers; `push_matcher` writes them.
            Step::Scope(_) | Step::SwitchOpcode(_) | Step::SwitchType(_) => {}
            Step::RecordNode { slot, what } => {
                out.push("OPC_RecordNode,");
                self.push_record(out, slot, what);
            }
            Step::RecordChild { child, slot, what } => {
                push_child(out, "OPC_RecordChild", child, ",");
                self.push_record(out, slot, what);
            }
            Step::RecordMemRef => out.push("OPC_RecordMemRef,\n"),
            Step::CaptureGlueInput => out.push("OPC_CaptureGlueInput,\n"),
            Step::MoveChild(child) => push_short(out, "OPC_MoveChild", child),
            Step::MoveSibling(child) => push_short(out, "OPC_MoveSibling", child),
            Step::MoveParent => out.push("OPC_MoveParent,\n"),
            Step::CheckSame(slot) => {
                out.push("OPC_CheckSame, ");
                push_last(out, slot);
            }
            Step::CheckChildSame { child, slot } => {
                push_child(out, "OPC_CheckChild", child, "Same, ");
                push_last(out, slot);
            }
            Step::CheckPatternPredicate(code) => {
                let number = self.numbering.pattern_predicate(code);
                out.push("OPC_CheckPatternPredicate");
                match number {
                    0..8 => push_last_number(out, number),
                    8..256 => {
                        out.push(", ");
                        push_last_number(out, number);
                    }
                    _ => {
                        out.push("TwoByte, TARGET_VAL(");
                        out.push_number(number);
                        out.push("),");
                    }
                }
                self.push_line_comment(out, code.as_str());
                out.push("\n");
            }
            Step::CheckPredicate {
                fragment,
                arguments,
            } => {
                let number = self.numbering.predicate(fragment);
                out.push("OPC_CheckPredicate");
                if uses_arguments(self.patterns, fragment) {
                    let slots = self.matchers.parts.numbers(arguments);
                    out.push("WithOperands, ");
                    out.push_number(slots.len() as u32);
                    out.push("/*#Ops*/, ");
                    push_numbers(out, slots);
                    push_last_number(out, number);
                } else if number < 8 {
                    out.push_number(number);
                    out.push(", ");
                } else {
                    out.push(", ");
                    push_last_number(out, number);
                }
                self.tidy(out);
                if self.comments {
                    out.push(" // Predicate_");
                    out.push(self.patterns.fragments[fragment].name(self.records));
                }
                self.end(out);
            }
            Step::CheckOpcode(node) => {
                out.push("OPC_CheckOpcode, ");
                self.push_target_value(out, &self.patterns.sd_nodes[node].opcode);
                out.push(",\n");
            }
            Step::CheckType { ty, result: 0 } => {
                out.push("OPC_CheckType");
                self.push_check_of_type(out, ty);
            }
            Step::CheckType { ty, result } => {
                out.push("OPC_CheckTypeRes, ");
                out.push_number(result);
                out.push(", ");
                self.push_type(out, ty, "");
                self.end(out);
            }
            Step::CheckChildType { child, ty } => {
                push_child(out, "OPC_CheckChild", child, "Type");
                self.push_check_of_type(out, ty);
            }
            Step::CheckInteger(value) => {
                out.push("OPC_CheckInteger, ");
                self.push_signed(out, value);
                self.end(out);
            }
            Step::CheckChildInteger { child, value } => {
                push_child(out, "OPC_CheckChild", child, "Integer, ");
                self.push_signed(out, value);
                self.end(out);
            }
            Step::CheckCondCode(condition) => {
                out.push("OPC_CheckCondCode, ISD::");
                push_name(out, condition.as_str());
            }
            Step::CheckChild2CondCode(condition) => {
                out.push("OPC_CheckChild2CondCode, ISD::");
                push_name(out, condition.as_str());
            }
            Step::CheckValueType(ty) => {
                out.push("OPC_CheckValueType, ");
                self.push_type(out, ty, "");
                self.end(out);
            }
            Step::CheckComplexPat(check) => {
                let check = self.matchers.parts.complex_check(check);
                let pattern = &self.patterns.complex_patterns[check.pattern];
                let number = self.numbering.complex_pattern(check.pattern);
                out.push("OPC_CheckComplexPat");
                if number >= 8 {
                    out.push(", /*CP*/");
                }
                out.push_number(number);
                out.push(", /*#*/");
                push_last_number(out, check.slot);
                if self.comments {
                    out.push(" // ");
                    out.push(&pattern.function);
                    out.push(":$");
                    out.push(check.name.as_str());
                    for slot in (check.first_result..).take(pattern.operands) {
                        out.push(" #");
                        out.push_number(slot);
                    }
                    if pattern.properties.contains(Properties::HAS_CHAIN) {
                        out.push(" + chain result");
                    }
                }
                out.push("\n");
            }
            Step::CheckAndImm(value) => {
                out.push("OPC_CheckAndImm, ");
                self.push_vbr(out, value.get() as u64);
                self.end(out);
            }
            Step::CheckOrImm(value) => {
                out.push("OPC_CheckOrImm, ");
                self.push_vbr(out, value.get() as u64);
                self.end(out);
            }
            Step::CheckFoldableChainNode => out.push("OPC_CheckFoldableChainNode,\n"),
            Step::CheckImmAllOnesV => out.push("OPC_CheckImmAllOnesV,\n"),
            Step::CheckImmAllZerosV => out.push("OPC_CheckImmAllZerosV,\n"),
            Step::EmitInteger { value, ty, result } => {
                out.push("OPC_EmitInteger");
                self.push_typed(out, ty, INTEGERS, if self.is_tidy { "I" } else { "" });
                self.push_signed(out, value);
                let value = value.get();
                if self.is_tidy {
                    self.push_result(out, format_args!(" // #{result} = {value}"))
                } else {
                    self.push_result(out, format_args!(" // {value} #{result}"))
                }
            }
            Step::EmitStringInteger {
                name,
                value,
                result,
            } if changes::names_all_numbers(self.records.release()) => {
                out.push("OPC_EmitIntegerI32, ");
                match leb_size(value.into()) {
                    1 => {
                        out.push(name.as_str());
                        out.push(",");
                    }
                    _ => self.push_leb(out, value.into()),
                }
                self.push_result(out, format_args!(" // #{result} = {name}"));
            }
            Step::EmitStringInteger { name, result, .. } => {
                out.push("OPC_EmitStringInteger32, ");
                out.push(name.as_str());
                out.push(",");
                self.push_result(out, format_args!(" // #{result}"));
            }
            Step::EmitRegister {
                register,
                ty,
                result,
            } => self.push_register(out, register, ty, result),
            Step::EmitConvertToTarget { slot, result } => {
                out.push("OPC_EmitConvertToTarget");
                if slot >= 8 {
                    out.push(", ");
                }
                push_last_number(out, slot);
                self.push_result(out, format_args!(" // #{result}"));
            }
            Step::EmitMergeInputChains(slots) => match self.matchers.parts.numbers(slots) {
                [slot @ 0..3] => {
                    out.push("OPC_EmitMergeInputChains1_");
                    push_last(out, *slot);
                }
                slots => {
                    out.push("OPC_EmitMergeInputChains, ");
                    out.push_number(slots.len() as u32);
                    out.push(", ");
                    push_numbers(out, slots);
                    self.end(out);
                }
            },
            Step::EmitCopyToReg { slot, register } => {
                out.push("OPC_EmitCopyToReg");
                let name = self.register_name(register);
                if register.number() > 255 {
                    out.push("TwoByte, ");
                    out.push_number(slot);
                    out.push(", ");
                    self.push_target_value(out, &name);
                    out.push(",\n");
                } else {
                    if slot >= 8 {
                        out.push(", ");
                    }
                    out.push_number(slot);
                    out.push(", ");
                    push_name(out, &name);
                }
            }
            Step::EmitNodeXForm {
                slot,
                transform,
                result,
            } => {
                let rec = self.patterns.transforms[transform].rec;
                out.push("OPC_EmitNodeXForm, ");
                out.push_number(self.sizes.transform(transform));
                out.push(", ");
                push_last_number(out, slot);
                self.push_line_comment(out, self.records.rec(rec).name());
                self.push_result(out, format_args!(" #{result}"));
            }
            Step::EmitNode(node) => {
                let node = self.matchers.parts.new_node(node);
                self.push_deactivation(out, node, place.indent);
                out.push("OPC_EmitNode");
                self.push_new_node(out, node, place.indent, false);
                let types = self.matchers.parts.numbers(node.types).len();
                self.tidy(out);
                if self.comments && types > 0 {
                    out.push(" // Results =");
                    for slot in (node.first_result..).take(types) {
                        out.push(" #");
                        out.push_number(slot);
                    }
                }
                out.push("\n");
            }
            Step::MorphNodeTo { node, pattern } => {
                let node = self.matchers.parts.new_node(node);
                self.push_coverage(out, pattern, place.indent);
                self.push_deactivation(out, node, place.indent);
                out.push("OPC_MorphNodeTo");
                self.push_new_node(out, node, place.indent, true);
                self.end(out);
                if self.comments {
                    self.push_pattern(out, pattern, place.indent, "// ");
                    out.push("\n");
                }
            }
            Step::CompleteMatch { results, pattern } => {
                let results = self.matchers.parts.numbers(results);
                self.push_coverage(out, pattern, place.indent);
                out.push("OPC_CompleteMatch, ");
                out.push_number(results.len() as u32);
                out.push(", ");
                for slot in results {
                    self.push_vbr(out, (*slot).into());
                }
                self.end(out);
                if self.comments {
                    self.push_pattern(out, pattern, place.indent, " // ");
                }
                out.push("\n");
            }
        }
    }

    /// Writes the comment for a recorded value: its slot and its purpose.
    fn push_record(&self, out: &mut Output, slot: u32, what: Sym) {
        if self.comments {
            out.push(" // #");
            out.push_number(slot);
            out.push(" = ");
            out.push(what.as_str());
        }
        out.push("\n");
    }

    fn push_register(
        &self,
        out: &mut Output,
        register: Option<RegisterId>,
        ty: ValueType,
        result: u32,
    ) {
        out.push("OPC_EmitRegister");
        match register {
            Some(register) if register.number() > 255 => {
                out.push("2, ");
                self.push_type(out, ty, " ");
                self.tidy(out);
                self.push_target_value(out, &self.register_name(register));
                out.push(",\n");
                return;
            }
            Some(register) => {
                self.push_typed(out, ty, WORDS, "I");
                self.join(out, ty);
                out.push(&self.register_name(register));
            }
            None => {
                self.push_typed(out, ty, WORDS, "I");
                self.join(out, ty);
                out.push("0 ");
                self.push_comment(out, "/*zero_reg*/");
            }
        }
        out.push(",");
        self.push_result(out, format_args!(" // #{result}"));
    }

    /// Removes the blank between the name of a type and a register if lines are tidy, unless the type is one of
    /// `WORDS`.
    fn join(&self, out: &mut Output, ty: ValueType) {
        if !WORDS.contains(&ty) {
            self.tidy(out);
        }
    }

    /// Ends a line with a comment on the slot of a result, if the release has such comments.
    fn push_result(&self, out: &mut Output, comment: std::fmt::Arguments) {
        self.tidy(out);
        if self.comments && changes::tells_results(self.records.release()) {
            out.text.write_fmt(comment).ok();
        }
        out.push("\n");
    }

    /// Writes a type and a comma. If the release writes all types by name, `end` follows.
    pub(super) fn push_type(&self, out: &mut Output, ty: ValueType, end: &str) {
        let Some(types) = self.types else {
            out.push("MVT::");
            out.push(ty.name());
            out.push(",");
            return out.push(end);
        };
        let number = types.number(ty).unwrap_or_default();
        if self.is_tidy && number < 128 {
            out.push("MVT::");
            out.push(ty.name());
            return out.push(", ");
        }
        if self.comments {
            out.push("/*MVT::");
            out.push(ty.name());
            out.push("*/");
        }
        self.push_vbr(out, number.into());
    }

    /// Writes the type of a step, and a comma. The caller has written the beginning of the step's name. If the type is
    /// one of `short`, it becomes part of the name: `letter` and the number of bits.
    fn push_typed(&self, out: &mut Output, ty: ValueType, short: &[ValueType], letter: &str) {
        if short.contains(&ty) {
            out.push(letter);
            out.push_number(ty.size_in_bits());
            out.push(", ");
        } else {
            out.push(", ");
            self.push_type(out, ty, " ");
        }
    }

    fn push_check_of_type(&self, out: &mut Output, ty: ValueType) {
        if WORDS.contains(&ty) {
            out.push("I");
            out.push_number(ty.size_in_bits());
            out.push(",");
        } else {
            out.push(", ");
            self.push_type(out, ty, "");
        }
        self.end(out);
    }

    fn register_name(&self, register: RegisterId) -> String {
        let registers = &self.patterns.registers;
        // A namespace that is not a string was already reported when the registers were read.
        let name = registers.qualified_name(self.records, register);
        name.unwrap_or_default()
    }

    /// Writes a step that creates a node, except for the beginning of the step's name, which the caller has written.
    fn push_new_node(&self, out: &mut Output, node: &NewNode, indent: usize, morphs: bool) {
        let types = self.matchers.parts.numbers(node.types);
        let short = short_flags(self.records.release(), node, types.len(), morphs);
        if has_short_form(types.len()) {
            out.push_number(types.len() as u32);
        }
        out.push(short.unwrap_or_default());
        let instruction = self.patterns.instructions.get(node.instruction);
        out.push(", TARGET_VAL(");
        out.push(&instruction.namespace);
        out.push("::");
        out.push(&instruction.name);
        out.push(")");
        if short.is_none() {
            out.push(", 0");
            for (_, name) in node.flags().iter().filter(|it| it.0) {
                out.push(name);
            }
            if let Some(count) = node.variadic_after {
                out.push("|OPFL_Variadic");
                out.push_number(count);
            }
        }
        out.push(",\n");
        // If lines are tidy, a blank precedes the first type, but not a count of types.
        let blank = usize::from(self.is_tidy && has_short_form(types.len()));
        push_indent(out, self.place_width() + indent + 4 + blank);
        if !has_short_form(types.len()) {
            out.push_number(types.len() as u32);
            self.push_comment(out, "/*#VTs*/");
            out.push(", ");
        }
        for number in types {
            let ty = ValueType::of_index(*number as u16);
            self.push_type(out, ty.unwrap_or(ValueType::OTHER), " ");
        }
        let operands = self.matchers.parts.numbers(node.operands);
        out.push_number(operands.len() as u32);
        self.push_comment(out, "/*#Ops*/");
        out.push(", ");
        for slot in operands {
            self.push_vbr(out, (*slot).into());
        }
    }

    fn push_deactivation(&self, out: &mut Output, node: &NewNode, indent: usize) {
        if self.deactivated.contains(&node.instruction) {
            out.push("OPC_CaptureDeactivationSymbol,\n");
            push_indent(out, self.place_width() + indent);
        }
    }

    fn push_coverage(&self, out: &mut Output, pattern: PatternId, indent: usize) {
        if let Some(coverage) = self.coverage {
            out.push("OPC_Coverage, ");
            out.push(changes::coverage_macro(self.records.release()));
            out.push("(");
            out.push_number(coverage.number(pattern));
            out.push("),\n");
            push_indent(out, self.place_width() + indent);
        }
    }

    /// Writes the source and the result of a pattern as two comments.
    fn push_pattern(&self, out: &mut Output, id: PatternId, indent: usize, start: &str) {
        let pattern = &self.patterns.list[id];
        push_indent(out, self.place_width() + indent);
        out.push(start);
        out.push("Src: ");
        self.push_tree(out, self.patterns.src(pattern));
        out.push(" - Complexity = ");
        out.push_number(self.patterns.complexity(pattern));
        out.push("\n");
        push_indent(out, self.place_width() + indent);
        out.push(start);
        out.push("Dst: ");
        self.push_tree(out, self.patterns.dst(pattern));
    }

    fn push_tree(&self, out: &mut Output, tree: Tree) {
        tree.push_text(self.patterns, self.records, &mut out.text);
    }

    pub(super) fn push_comment(&self, out: &mut Output, comment: &str) {
        if self.comments {
            out.push(comment);
        }
    }

    fn push_line_comment(&self, out: &mut Output, comment: &str) {
        if self.comments {
            out.push(" // ");
            out.push(comment);
        }
    }

    pub(super) fn push_target_value(&self, out: &mut Output, name: &str) {
        out.push("TARGET_VAL(");
        out.push(name);
        out.push(")");
    }

    fn push_signed(&self, out: &mut Output, value: Int) {
        if changes::has_leb(self.records.release()) {
            self.push_leb(out, value.get())
        } else {
            self.push_vbr(out, signed_vbr(value.get()))
        }
    }

    /// Writes a number as signed LEB128.
    fn push_leb(&self, out: &mut Output, value: i64) {
        let (size, mut rest) = (leb_size(value), value);
        for _ in 1..size {
            out.push_number(rest & 127);
            out.push("|128,");
            rest >>= 7;
        }
        out.push_number(rest & 127);
        if self.comments && (size > 1 || value < 0) {
            out.push("/*");
            out.push_number(value);
            out.push("*/");
        }
        out.push(", ");
    }

    /// Writes a number with seven bits in each byte, the lowest bits first.
    pub(super) fn push_vbr(&self, out: &mut Output, value: u64) {
        let mut rest = value;
        while rest >= 128 {
            out.push_number(rest & 127);
            out.push("|128,");
            rest >>= 7;
        }
        out.push_number(rest);
        if self.comments && value >= 128 {
            out.push("/*");
            out.push_number(value);
            out.push("*/");
        }
        out.push(", ");
    }
}
