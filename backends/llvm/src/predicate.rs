//! Conditions on machine instructions as C++ expressions.

use std::borrow::Cow;
use std::fmt::Write;

use backend::{Fatal, Rec, Release};

/// Translates conditions on an instruction `MI` to C++ text.
pub(crate) struct Expander<'a> {
    pub target: &'a str,
    pub text: String,
    pub negate: bool,
    /// Whether `MI` is a reference. Otherwise it is a pointer.
    pub by_reference: bool,
    /// Whether `MI` is an `MCInst`. Conditions that only a `MachineInstr` can satisfy are then false.
    pub for_machine_code: bool,
    /// The indentation of lines, in steps of two spaces.
    pub indent: usize,
    depth: u32,
}

mod changes {
    use super::Release;

    /// The condition that `operand` is not a register. Since LLVM 21, registers cannot be compared with integers.
    pub(super) fn no_register(release: Release, operand: &str, negate: bool) -> String {
        match (release >= Release::V21, negate) {
            (true, false) => format!("!{operand}.getReg().isValid()"),
            (true, true) => format!("{operand}.getReg().isValid()"),
            (false, false) => format!("{operand}.getReg() == 0"),
            (false, true) => format!("{operand}.getReg() != 0"),
        }
    }

    /// Whether several opcodes are written as a list: since LLVM 21. A list compiles faster than comparisons.
    pub(super) fn lists_opcodes(release: Release) -> bool {
        release >= Release::V21
    }

    /// Whether the text after the cases of a switch stays indented. Since LLVM 21, the reference does not reset the
    /// indentation.
    pub(super) fn stays_indented(release: Release) -> bool {
        release >= Release::V21
    }
}

/// The maximum nesting depth of conditions.
const MAX_DEPTH: u32 = 1000;

impl<'a> Expander<'a> {
    pub(crate) fn new(target: &'a str) -> Expander<'a> {
        Expander {
            target,
            text: String::new(),
            negate: false,
            by_reference: false,
            for_machine_code: false,
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

    /// The name `MI`, followed by its member access operator.
    fn access(&self) -> &'static str {
        if self.by_reference { "MI." } else { "MI->" }
    }

    /// The expression that passes the instruction as an argument.
    fn argument(&self) -> &'static str {
        if self.by_reference { "MI" } else { "*MI" }
    }

    /// The comparison operator for equality, or for inequality if the condition is negated.
    fn equals(&self) -> &'static str {
        if self.negate { "!=" } else { "==" }
    }

    /// Appends the C++ text for a record of class `MCInstPredicate`.
    pub(crate) fn expand(&mut self, predicate: Rec) -> Result<(), Fatal> {
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
        // If a record derives from several classes, the first of them in `CLASSES` counts. The conditions on operands
        // rank after the first three classes.
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
                let access = self.access();
                self.push(&format!("{access}getNumOperands() {equals} {count}"));
            }
            "CheckPseudo" if self.for_machine_code => {
                // The value is not used. The reference reads it nevertheless, and reading it may fail.
                predicate.list_of_defs("ValidOpcodes")?;
                self.push("false");
            }
            "CheckPseudo" | "CheckOpcode" => self.expand_opcodes(predicate)?,
            "CheckAll" => self.expand_sequence(predicate, "&& ")?,
            "CheckAny" => self.expand_sequence(predicate, "|| ")?,
            "CheckFunctionPredicate" => {
                let function = self.function(predicate)?;
                self.push(&format!("{function}({})", self.argument()));
            }
            "CheckFunctionPredicateWithTII" => {
                let function = self.function(predicate)?;
                let object = match predicate.string("TIIPtrName")? {
                    name if name.is_empty() => "TII".into(),
                    name => name,
                };
                let argument = self.argument();
                self.push(&if self.for_machine_code {
                    format!("{function}({argument}, MCII)")
                } else {
                    format!("{object}->{function}({argument})")
                });
            }
            "CheckNonPortable" => {
                let code = predicate.string("CodeBlock")?;
                self.push(&if self.for_machine_code {
                    "false".to_owned()
                } else {
                    format!("({code})")
                });
            }
            _ if predicate.is_a("TIIPredicate") => {
                let (not, target) = (self.not(), self.target);
                let function = predicate.string("FunctionName")?;
                let (class, argument) = if self.for_machine_code {
                    ("_MC", self.argument())
                } else {
                    ("InstrInfo", self.argument())
                };
                self.push(&format!("{not}{target}{class}::{function}({argument})"));
            }
            _ => {
                return Err(
                    predicate.fatal("No known rules to expand this MCInstPredicate".to_owned())
                );
            }
        }
        Ok(())
    }

    /// The text of a condition on one or two operands; `None` if `predicate` is no such condition.
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
        let release = predicate.records().release();
        if predicate.is_a("CheckSameRegOperand") {
            let first = self.operand(predicate, "FirstIndex")?;
            let second = self.operand(predicate, "SecondIndex")?;
            return Ok(Some(format!("{first}.getReg() {equals} {second}.getReg()")));
        }
        let Some(class) = CLASSES.into_iter().find(|it| predicate.is_a(it)) else {
            return Ok(None);
        };
        let operand = || self.operand(predicate, "OpIndex");
        let register = || self.mapped(predicate, "getReg");
        let immediate = || self.mapped(predicate, "getImm");
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
            "CheckInvalidRegOperand" => changes::no_register(release, &operand()?, self.negate),
            "CheckImmOperand" => {
                format!("{} {equals} {}", immediate()?, int32(predicate, "ImmVal")?)
            }
            "CheckImmOperand_s" => {
                let (given, wanted) = (immediate()?, predicate.string("ImmVal")?);
                // If `ImmVal` is empty, the reference writes the simple form and then the comparison as well.
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
        let (access, equals) = (self.access(), self.equals());
        let opcodes = predicate.list_of_defs("ValidOpcodes")?;
        let check = |opcode: &Rec| {
            let space = opcode.string("Namespace")?;
            Ok::<_, Fatal>(format!(
                "{access}getOpcode() {equals} {space}::{}",
                opcode.name()
            ))
        };
        if let [opcode] = &opcodes[..] {
            let check = check(opcode)?;
            self.push(&format!("( {check} )"));
            return Ok(());
        }
        if changes::lists_opcodes(predicate.records().release()) {
            return self.expand_opcode_list(&opcodes);
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

    fn expand_opcode_list(&mut self, opcodes: &[Rec]) -> Result<(), Fatal> {
        let mut names = Vec::new();
        for opcode in opcodes {
            names.push(format!(
                "{}::{}",
                opcode.string("Namespace")?,
                opcode.name()
            ));
        }
        let (not, access, names) = (self.not(), self.access(), names.join(", "));
        self.push(&format!(
            "{not}llvm::is_contained({{{names}}}, {access}getOpcode())"
        ));
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

    /// The name of the C++ function that evaluates the condition.
    fn function<'r>(&self, predicate: Rec<'r>) -> Result<Cow<'r, str>, Fatal> {
        // The reference reads both fields, and an error in either is reported.
        let for_machine_code = predicate.string("MCInstFnName")?;
        let other = predicate.string("MachineInstrFnName")?;
        Ok(if self.for_machine_code {
            for_machine_code
        } else {
            other
        })
    }

    /// The expression for the operand whose index is in the field `field`.
    fn operand(&self, predicate: Rec, field: &str) -> Result<String, Fatal> {
        let (access, index) = (self.access(), int32(predicate, field)?);
        Ok(format!("{access}getOperand({index})"))
    }

    /// The expression for the value of an operand. If the predicate names a function, the value is passed to this
    /// function.
    fn mapped(&self, predicate: Rec, getter: &str) -> Result<String, Fatal> {
        let operand = self.operand(predicate, "OpIndex")?;
        Ok(match predicate.string("FunctionMapper")? {
            function if function.is_empty() => format!("{operand}.{getter}()"),
            function => format!("{function}({operand}.{getter}())"),
        })
    }
}

/// The translation of statements, which contain conditions.
impl Expander<'_> {
    /// Appends the C++ text for a record of class `MCStatement`.
    pub(crate) fn expand_statement(&mut self, statement: Rec) -> Result<(), Fatal> {
        if self.depth == MAX_DEPTH {
            return Err(statement.fatal("statements nest too deeply".to_owned()));
        }
        self.depth += 1;
        if statement.is_a("MCOpcodeSwitchStatement") {
            self.expand_switch(statement)?;
        } else {
            // The reference treats all other statements as returns.
            self.push("return ");
            self.expand(statement.def("Pred")?)?;
            self.push(";");
        }
        self.depth -= 1;
        Ok(())
    }

    fn expand_switch(&mut self, statement: Rec) -> Result<(), Fatal> {
        let cases = statement.list_of_defs("Cases")?;
        let default = statement.def("DefaultCase")?;
        let access = self.access();
        let _ = write!(self.text, "switch({access}getOpcode()) {{");
        for case in cases {
            for opcode in case.list_of_defs("Opcodes")? {
                let namespace = opcode.string("Namespace")?;
                self.new_line();
                let _ = write!(self.text, "case {namespace}::{}:", opcode.name());
            }
            self.expand_within(case.def("CaseStmt")?)?;
        }
        self.new_line();
        self.push("default:");
        self.expand_within(default)?;
        if changes::stays_indented(statement.records().release()) {
            self.indent += 1;
        }
        self.new_line();
        self.push("} // end of switch-stmt");
        Ok(())
    }

    /// Appends a statement on a new line, indented by one more step.
    fn expand_within(&mut self, statement: Rec) -> Result<(), Fatal> {
        self.indent += 1;
        self.new_line();
        self.expand_statement(statement)?;
        self.indent -= 1;
        Ok(())
    }
}

fn int32(rec: Rec, field: &str) -> Result<i32, Fatal> {
    Ok(rec.int(field)? as i32)
}
