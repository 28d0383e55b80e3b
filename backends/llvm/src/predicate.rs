//! Conditions on machine instructions as C++ expressions.

use std::fmt::Write;

use backend::{Fatal, Rec};

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
        const CLASSES: [&str; 11] = [
            "MCTrue",
            "MCFalse",
            "CheckNot",
            "CheckNumOperands",
            "CheckPseudo",
            "CheckOpcode",
            "CheckAll",
            "CheckAny",
            "CheckFunctionPredicate",
            "CheckFunctionPredicateWithTII",
            "CheckNonPortable",
        ];
        let class = CLASSES.into_iter().find(|it| predicate.is_a(it));
        let class = class.unwrap_or_default();
        // What is several things at once is the first of these, else a condition on operands.
        if !CLASSES[..3].contains(&class)
            && let Some(check) = self.operand_check(predicate)?
        {
            self.push(&check);
            return Ok(());
        }
        match class {
            "MCTrue" => self.push(if self.negate { "false" } else { "true" }),
            "MCFalse" => self.push(if self.negate { "true" } else { "false" }),
            "CheckNot" => {
                self.negate = !self.negate;
                self.expand(predicate.def("Pred")?)?;
                self.negate = !self.negate;
            }
            "CheckNumOperands" => {
                let (equals, count) = (self.equals(), int32(predicate, "NumOps")?);
                self.push(&format!("MI->getNumOperands() {equals} {count}"));
            }
            "CheckPseudo" | "CheckOpcode" => self.expand_opcodes(predicate)?,
            "CheckAll" => self.expand_sequence(predicate, "&& ")?,
            "CheckAny" => self.expand_sequence(predicate, "|| ")?,
            "CheckFunctionPredicate" => {
                // Not used here, but the reference reads it.
                predicate.string("MCInstFnName")?;
                let function = predicate.string("MachineInstrFnName")?;
                self.push(&format!("{function}(*MI)"));
            }
            "CheckFunctionPredicateWithTII" => {
                predicate.string("MCInstFnName")?;
                let function = predicate.string("MachineInstrFnName")?;
                let object = match predicate.string("TIIPtrName")? {
                    name if name.is_empty() => "TII".into(),
                    name => name,
                };
                self.push(&format!("{object}->{function}(*MI)"));
            }
            "CheckNonPortable" => {
                let code = predicate.string("CodeBlock")?;
                self.push(&format!("({code})"));
            }
            _ if predicate.is_a("TIIPredicate") => {
                let (not, target) = (self.not(), self.target);
                let function = predicate.string("FunctionName")?;
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

    /// The text of a condition on one or two operands, if it is one.
    fn operand_check(&self, predicate: Rec) -> Result<Option<String>, Fatal> {
        const CLASSES: [&str; 11] = [
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
        ];
        let (not, equals) = (self.not(), self.equals());
        if predicate.is_a("CheckSameRegOperand") {
            let first = operand(predicate, "FirstIndex")?;
            let second = operand(predicate, "SecondIndex")?;
            return Ok(Some(format!("{first}.getReg() {equals} {second}.getReg()")));
        }
        let Some(class) = CLASSES.into_iter().find(|it| predicate.is_a(it)) else {
            return Ok(None);
        };
        let operand = || operand(predicate, "OpIndex");
        let register = || mapped(predicate, "getReg");
        let immediate = || mapped(predicate, "getImm");
        Ok(Some(match class {
            "CheckIsRegOperand" => format!("{not}{}.isReg() ", operand()?),
            "CheckIsVRegOperand" => format!("{not}{}.getReg().isVirtual()", operand()?),
            "CheckIsImmOperand" => format!("{not}{}.isImm() ", operand()?),
            "CheckRegOperand" => {
                let (given, wanted) = (register()?, predicate.def("Reg")?);
                let space = match wanted.string("Namespace")? {
                    space if space.is_empty() => space.into_owned(),
                    space => format!("{space}::"),
                };
                format!("{given} {equals} {space}{}", wanted.name())
            }
            "CheckRegOperandSimple" => format!("{not}{}", register()?),
            "CheckInvalidRegOperand" => format!("{}.getReg() {equals} 0", operand()?),
            "CheckImmOperand" => {
                format!("{} {equals} {}", immediate()?, int32(predicate, "ImmVal")?)
            }
            "CheckImmOperand_s" => {
                let (given, wanted) = (immediate()?, predicate.string("ImmVal")?);
                // The reference goes on after the simple form.
                let simple = match &*wanted {
                    "" => format!("{not}{given}"),
                    _ => String::new(),
                };
                format!("{simple}{given} {equals} {wanted}")
            }
            "CheckImmOperandSimple" => format!("{not}{}", immediate()?),
            _ => {
                let operator = match (class, self.negate) {
                    ("CheckImmOperandLT", false) => "<",
                    ("CheckImmOperandLT", true) => ">=",
                    (_, false) => ">",
                    (_, true) => "<=",
                };
                let (given, limit) = (immediate()?, int32(predicate, "ImmVal")?);
                format!("{given} {operator} {limit}")
            }
        }))
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
