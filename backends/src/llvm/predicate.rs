//! Conditions on machine instructions as C++ expressions.

use std::fmt::Write;

use crate::{Fatal, Rec};

/// Makes the text of conditions on an instruction `MI`, which is a pointer.
pub struct Expander<'a> {
    target: &'a str,
    pub text: String,
    pub negate: bool,
    /// The depth of lines in steps of two blanks.
    pub indent: usize,
    depth: u32,
}

/// How deep conditions may nest.
const MAX_DEPTH: u32 = 1000;

impl<'a> Expander<'a> {
    pub fn new(target: &'a str) -> Expander<'a> {
        Expander {
            target,
            text: String::new(),
            negate: false,
            indent: 1,
            depth: 0,
        }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn new_line(&mut self) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n(' ', self.indent * 2));
    }

    fn not(&self) -> &'static str {
        if self.negate { "!" } else { "" }
    }

    /// The operator for an equality.
    fn equals(&self) -> &'static str {
        if self.negate { "!=" } else { "==" }
    }

    /// Appends the text of a record of class `MCInstPredicate`.
    pub fn expand(&mut self, predicate: Rec) -> Result<(), Fatal> {
        if self.depth == MAX_DEPTH {
            return Err(predicate.fatal("conditions nest too deeply".to_owned()));
        }
        self.depth += 1;
        self.expand_one(predicate)?;
        self.depth -= 1;
        Ok(())
    }

    fn expand_one(&mut self, predicate: Rec) -> Result<(), Fatal> {
        const CLASSES: [&str; 22] = [
            "MCTrue",
            "MCFalse",
            "CheckNot",
            "CheckIsRegOperand",
            "CheckIsVRegOperand",
            "CheckIsImmOperand",
            "CheckRegOperand",
            "CheckRegOperandSimple",
            "CheckInvalidRegOperand",
            "CheckImmOperand",
            "CheckImmOperand_s",
            "CheckImmOperandLT",
            "CheckImmOperandGT",
            "CheckImmOperandSimple",
            "CheckSameRegOperand",
            "CheckNumOperands",
            "CheckPseudo",
            "CheckOpcode",
            "CheckAll",
            "CheckAny",
            "CheckFunctionPredicate",
            "CheckFunctionPredicateWithTII",
        ];
        let (not, equals) = (self.not(), self.equals());
        let class = CLASSES.into_iter().find(|it| predicate.is_a(it));
        match class.unwrap_or_default() {
            "MCTrue" => self.push(if self.negate { "false" } else { "true" }),
            "MCFalse" => self.push(if self.negate { "true" } else { "false" }),
            "CheckNot" => {
                self.negate = !self.negate;
                self.expand(predicate.def("Pred")?)?;
                self.negate = !self.negate;
            }
            "CheckIsRegOperand" => {
                let operand = operand(predicate, "OpIndex")?;
                self.push(&format!("{not}{operand}.isReg() "));
            }
            "CheckIsVRegOperand" => {
                let operand = operand(predicate, "OpIndex")?;
                self.push(&format!("{not}{operand}.getReg().isVirtual()"));
            }
            "CheckIsImmOperand" => {
                let operand = operand(predicate, "OpIndex")?;
                self.push(&format!("{not}{operand}.isImm() "));
            }
            "CheckRegOperand" => {
                let mapped = mapped(predicate, "getReg")?;
                let register = predicate.def("Reg")?;
                let register = match register.string("Namespace")? {
                    space if space.is_empty() => register.name().to_owned(),
                    space => format!("{space}::{}", register.name()),
                };
                self.push(&format!("{mapped} {equals} {register}"));
            }
            "CheckRegOperandSimple" => {
                let mapped = mapped(predicate, "getReg")?;
                self.push(&format!("{not}{mapped}"));
            }
            "CheckInvalidRegOperand" => {
                let operand = operand(predicate, "OpIndex")?;
                self.push(&format!("{operand}.getReg() {equals} 0"));
            }
            "CheckImmOperand" => {
                let (mapped, value) = (mapped(predicate, "getImm")?, int32(predicate, "ImmVal")?);
                self.push(&format!("{mapped} {equals} {value}"));
            }
            "CheckImmOperand_s" => {
                let (mapped, value) = (mapped(predicate, "getImm")?, predicate.string("ImmVal")?);
                if value.is_empty() {
                    self.push(&format!("{not}{mapped}"));
                }
                self.push(&format!("{mapped} {equals} {value}"));
            }
            class @ ("CheckImmOperandLT" | "CheckImmOperandGT") => {
                let operator = match (class, self.negate) {
                    ("CheckImmOperandLT", false) => "<",
                    ("CheckImmOperandLT", true) => ">=",
                    (_, false) => ">",
                    (_, true) => "<=",
                };
                let (mapped, value) = (mapped(predicate, "getImm")?, int32(predicate, "ImmVal")?);
                self.push(&format!("{mapped} {operator} {value}"));
            }
            "CheckImmOperandSimple" => {
                let mapped = mapped(predicate, "getImm")?;
                self.push(&format!("{not}{mapped}"));
            }
            "CheckSameRegOperand" => {
                let (first, second) = (
                    operand(predicate, "FirstIndex")?,
                    operand(predicate, "SecondIndex")?,
                );
                self.push(&format!("{first}.getReg() {equals} {second}.getReg()"));
            }
            "CheckNumOperands" => {
                let count = int32(predicate, "NumOps")?;
                self.push(&format!("MI->getNumOperands() {equals} {count}"));
            }
            "CheckPseudo" | "CheckOpcode" => self.expand_opcodes(predicate)?,
            "CheckAll" => self.expand_sequence(predicate, "&& ")?,
            "CheckAny" => self.expand_sequence(predicate, "|| ")?,
            "CheckFunctionPredicate" => {
                let function = predicate.string("MachineInstrFnName")?;
                self.push(&format!("{function}(*MI)"));
            }
            "CheckFunctionPredicateWithTII" => {
                let function = predicate.string("MachineInstrFnName")?;
                let object = match predicate.string("TIIPtrName")? {
                    name if name.is_empty() => "TII".into(),
                    name => name,
                };
                self.push(&format!("{object}->{function}(*MI)"));
            }
            _ if predicate.is_a("CheckNonPortable") => {
                let code = predicate.string("CodeBlock")?;
                self.push(&format!("({code})"));
            }
            _ if predicate.is_a("TIIPredicate") => {
                let (target, function) = (self.target, predicate.string("FunctionName")?);
                self.push(&format!("{not}{target}InstrInfo::{function}(*MI)"));
            }
            _ => {
                return Err(
                    predicate.fatal("No known rules to expand this MCInstPredicate".to_owned())
                );
            }
        }
        Ok(())
    }

    fn expand_opcodes(&mut self, predicate: Rec) -> Result<(), Fatal> {
        let equals = self.equals();
        let opcodes = predicate.list_of_defs("ValidOpcodes")?;
        let check = |opcode: &Rec| {
            let space = opcode.string("Namespace")?;
            Ok::<_, Fatal>(format!(
                "MI->getOpcode() {equals} {space}::{}",
                opcode.name()
            ))
        };
        if let [opcode] = &opcodes[..] {
            let check = check(opcode)?;
            self.push(&format!("( {check} )"));
            return Ok(());
        }
        self.push("(");
        self.indent += 1;
        for (index, opcode) in opcodes.iter().enumerate() {
            self.new_line();
            if index > 0 {
                self.push(if self.negate { "&& " } else { "|| " });
            }
            let check = check(opcode)?;
            self.push(&check);
        }
        self.indent -= 1;
        self.new_line();
        self.push(")");
        Ok(())
    }

    fn expand_sequence(&mut self, predicate: Rec, operator: &str) -> Result<(), Fatal> {
        let parts = predicate.list_of_defs("Predicates")?;
        if let [part] = parts[..] {
            return self.expand(part);
        }
        let not = self.not();
        let negate = std::mem::replace(&mut self.negate, false);
        let _ = write!(self.text, "{not}(");
        self.indent += 1;
        for (index, part) in parts.into_iter().enumerate() {
            self.new_line();
            if index > 0 {
                self.push(operator);
            }
            self.expand(part)?;
        }
        self.indent -= 1;
        self.new_line();
        self.push(")");
        self.negate = negate;
        Ok(())
    }
}

fn int32(rec: Rec, field: &str) -> Result<i32, Fatal> {
    Ok(rec.int(field)? as i32)
}

/// An operand of the instruction, whose index is in a field.
fn operand(predicate: Rec, field: &str) -> Result<String, Fatal> {
    Ok(format!("MI->getOperand({})", int32(predicate, field)?))
}

/// The value of an operand, given to the function that the predicate names, if it names one.
fn mapped(predicate: Rec, getter: &str) -> Result<String, Fatal> {
    let operand = operand(predicate, "OpIndex")?;
    Ok(match predicate.string("FunctionMapper")? {
        function if function.is_empty() => format!("{operand}.{getter}()"),
        function => format!("{function}({operand}.{getter}())"),
    })
}
