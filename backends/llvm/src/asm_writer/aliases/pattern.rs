//! The conditions under which an instruction is printed as an alias, and the alias's text.

use std::fmt::Write;

use backend::{Dag, Fatal, Rec, bail};
use elaborate::records::byte_len;
use elaborate::value::Node;
use elaborate::value::print::value;
use rustc_hash::FxHashMap;
use target_model::instructions::{
    AliasOperand, InstAliasDef, Instruction, asm_variant, is_implied,
};

use super::{Candidate, Printers};
use crate::asm_writer::Emitter;

/// The conditions for printing an instruction as an alias, and the text of the alias.
pub(super) struct Pattern<'a> {
    pub def: InstAliasDef<'a>,
    /// The result dag of the alias, printed for a C++ comment.
    pub result: String,
    text: String,
    pub machine_operands: usize,
    pub conditions: Vec<String>,
    /// The named operands of the alias. Each has the index of its first machine operand and the index of the function
    /// that prints it; `None` means `printOperand`.
    operands: FxHashMap<String, (usize, Option<usize>)>,
}

/// The operand and the function that are used for a name that is not an operand of the alias.
const UNKNOWN: (usize, Option<usize>) = (0, Some(0));

impl<'a> Pattern<'a> {
    /// The pattern of an alias; `None` if the text of the alias has more blanks than the text of the instruction.
    pub(super) fn read(
        emitter: &Emitter<'a>,
        printers: &mut Printers<'a>,
        candidate: &Candidate<'a>,
    ) -> Result<Option<Pattern<'a>>, Fatal> {
        let Candidate { def, alias, .. } = *candidate;
        let instruction = emitter.instructions.get(alias.result);
        let of_instruction = asm_variant(&instruction.asm_string(emitter.records), emitter.variant);
        let text = asm_variant(alias.asm_string.as_str(), emitter.variant);
        let text = with_braces(&text);
        if count_blanks(&of_instruction) < count_blanks(&text) {
            return Ok(None);
        }
        let mut pattern = Pattern {
            def,
            result: value(&emitter.records.names(), alias.dag),
            text,
            machine_operands: instruction.operands.machine_operands(),
            conditions: Vec::new(),
            operands: FxHashMap::default(),
        };
        let mut number = 0;
        for (_, operand) in &alias.operands {
            number = skip_tied(def, instruction, number)?;
            while pattern.conditions.len() < number {
                pattern.add("K_Ignore, 0");
            }
            pattern.check_operand(emitter, printers, *operand, number)?;
            number += operand.machine_operands(emitter.records)?;
        }
        if emitter.passes_subtarget {
            for predicate in def.predicates()? {
                if predicate.bit("AssemblerMatcherPredicate")? {
                    pattern.check_features(emitter, predicate)?;
                }
            }
        }
        Ok(Some(pattern))
    }

    fn add(&mut self, condition: impl std::fmt::Display) {
        self.conditions
            .push(format!("AliasPatternCond::{condition}"));
    }

    /// The key of a pattern. Patterns with the same key are ambiguous.
    pub(super) fn key(&self) -> (usize, &[String]) {
        (self.machine_operands, &self.conditions)
    }

    fn check_operand(
        &mut self,
        emitter: &Emitter<'a>,
        printers: &mut Printers<'a>,
        operand: AliasOperand,
        number: usize,
    ) -> Result<(), Fatal> {
        let namespace = &emitter.target.name;
        match operand {
            AliasOperand::Operand { name, class } => {
                let class = emitter.records.rec(class);
                self.check_class(emitter, printers, name.as_str(), class, number)?;
            }
            AliasOperand::Immediate(value) => match i32::try_from(value) {
                Ok(value) => self.add(format_args!("K_Imm, uint32_t({value})")),
                Err(_) => bail!(
                    emitter.records,
                    "Matching an alias with an immediate out of the range of int32_t is not supported"
                ),
            },
            AliasOperand::Register(None) => {
                self.add(format_args!("K_Reg, {namespace}::NoRegister"));
            }
            AliasOperand::Register(Some(register)) => {
                let register = emitter.records.rec(register).name();
                self.add(format_args!("K_Reg, {namespace}::{register}"));
            }
        }
        Ok(())
    }

    fn check_class(
        &mut self,
        emitter: &Emitter<'a>,
        printers: &mut Printers<'a>,
        name: &str,
        mut class: Rec<'a>,
        number: usize,
    ) -> Result<(), Fatal> {
        let mut printer = None;
        let is_register_operand = class.is_a("RegisterOperand");
        if is_register_operand || class.is_a("Operand") {
            let method = class.string("PrintMethod")?;
            let is_pc_relative = class.string("OperandType")? == "OPERAND_PCREL";
            if !matches!(&*method, "" | "printOperand") {
                printer = Some(printers.method(&method, is_pc_relative));
            }
        }
        if is_register_operand {
            class = class.def("RegClass")?;
        }
        let is_by_mode = class.is_a("RegClassByHwMode");
        if is_by_mode || class.is_a("RegisterClass") {
            match self.operands.get(name) {
                Some((same, _)) => self.add(format!("K_TiedReg, {same}")),
                None => {
                    self.operands.insert(name.to_owned(), (number, printer));
                    let (namespace, class) = (&emitter.target.name, class.name());
                    if is_by_mode {
                        self.add(format_args!("K_RegClassByHwMode, {namespace}::{class}"));
                    } else {
                        self.add(format_args!("K_RegClass, {namespace}::{class}RegClassID"));
                    }
                }
            }
            return Ok(());
        }
        self.operands.insert(name.to_owned(), (number, printer));
        if let Some(predicate) = printers.predicate(class)? {
            self.add(format_args!("K_Custom, {predicate}"));
        }
        Ok(())
    }

    fn check_features(&mut self, emitter: &Emitter<'a>, predicate: Rec<'a>) -> Result<(), Fatal> {
        let invalid = || predicate.fatal("Invalid AssemblerCondDag!".to_owned());
        let records = emitter.records;
        let condition = predicate.dag("AssemblerCondDag")?;
        let is_any = match condition.op_def().map(Rec::name) {
            Some("any_of") => true,
            Some("all_of") => false,
            _ => return Err(invalid()),
        };
        if condition.is_empty() {
            return Err(invalid());
        }
        let mut args: Vec<_> = condition.args().map(|(v, _)| v).collect();
        // If the second of two alternatives is a dag, the arguments of this dag are used in its place. The operator of
        // the dag is ignored.
        if let (true, &[first, second]) = (is_any, &*args)
            && let Some(inner) = records.dag(second)
        {
            args = [first]
                .into_iter()
                .chain(inner.args().map(|(v, _)| v))
                .collect();
        }
        for mut arg in args {
            let negated = records.dag(arg);
            if let Some(negation) = negated {
                arg = negated_feature(negation).ok_or_else(invalid)?;
            }
            let feature = records.def_of(arg).filter(|it| it.is_a("SubtargetFeature"));
            let feature = feature.ok_or_else(invalid)?;
            self.add(format_args!(
                "K_{}{}Feature, {}::{}",
                if is_any { "Or" } else { "" },
                if negated.is_some() { "Neg" } else { "" },
                emitter.target.name,
                feature.name()
            ));
        }
        if is_any {
            self.add("K_EndOrFeatures, 0");
        }
        Ok(())
    }

    /// The text of the alias for a C string literal, and its size in bytes. Each operand is replaced by the number of
    /// its machine operand and, if there is one, the number of its printing function.
    pub(super) fn encoded(&self) -> (String, u32) {
        let (mut out, mut size) = (String::new(), 0);
        let mut rest = self.text.as_str();
        while let Some(at) = rest.find('$') {
            let (before, behind) = rest.split_at(at + 1);
            out += before;
            size += byte_len(before);
            let (name, behind) = name_at(behind);
            rest = behind;
            match *self.operands.get(name).unwrap_or(&UNKNOWN) {
                (number, None) => {
                    let _ = write!(out, "\\x{:02X}", number as u8 as u32 + 1);
                    size += 1;
                }
                (number, Some(printer)) => {
                    let _ = write!(out, "\\xFF\\x{:02X}\\x{:02X}", number + 1, printer + 1);
                    size += 3;
                }
            }
        }
        (out + rest, (size + byte_len(rest)) as u32)
    }
}

/// Splits the text after a `$` into the operand's name, which may be in braces, and the rest.
fn name_at(text: &str) -> (&str, &str) {
    match text.strip_prefix('{') {
        Some(inner) => inner.split_once('}').unwrap_or((inner, "")),
        None => {
            let is_other = |it: char| !it.is_ascii_alphanumeric() && it != '_';
            text.split_at(text.find(is_other).unwrap_or(text.len()))
        }
    }
}

/// The feature that a dag negates; `None` if the dag is not a negation.
fn negated_feature(negation: Dag) -> Option<backend::ValueId> {
    let records = negation.records();
    let is_not = match records.node(negation.op()) {
        Node::Def(_) => records.def_of(negation.op())?.is_named("not"),
        _ => false,
    };
    (is_not && negation.len() == 1).then(|| negation.arg(0))
}

/// The index of the first machine operand, at or after `number`, that the alias has to specify. An operand is skipped
/// if it is tied to an operand of the same class.
fn skip_tied(
    def: InstAliasDef,
    instruction: &Instruction,
    mut number: usize,
) -> Result<usize, Fatal> {
    loop {
        let Some(at) = instruction.operands.unflat(number) else {
            // The reference does not check that the operand exists.
            bail!(def, "alias has more operands than '{}'", instruction.name);
        };
        let operand = instruction.operands.get(at.operand);
        if !is_implied(instruction, operand) {
            return Ok(number);
        }
        number += 1;
    }
}

/// The text with escaped braces replaced by plain braces.
fn with_braces(text: &str) -> String {
    text.replace("\\{", "{").replace("\\}", "}")
}

/// The number of spaces and tabs. The reference uses this number as the number of operands.
fn count_blanks(text: &str) -> usize {
    text.matches([' ', '\t']).count()
}
