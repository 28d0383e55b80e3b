//! Functions that test a condition on an instruction by its opcode (`STIPredicate`).

use backend::{Fatal, Output, Rec};
use target_model::schedule::{OpcodeGroup, OpcodePredicate};

use super::Emitter;
use crate::predicate::Expander;

/// The form in which a function is written.
#[derive(Clone, Copy)]
pub(super) struct Form<'a> {
    /// The C++ class that qualifies the function's name in a definition; `None` for a declaration.
    pub class: Option<&'a str>,
    pub for_machine_code: bool,
    pub by_reference: bool,
    /// The indentation of the function, in steps of two spaces.
    pub indent: usize,
}

impl Emitter<'_> {
    pub(super) fn push_opcode_predicates(&self, out: &mut Output, form: Form) -> Result<(), Fatal> {
        for predicate in &self.schedule.opcode_predicates {
            let declaration = self.records.rec(predicate.declaration);
            if !form.for_machine_code || declaration.bit("ExpandForMC")? {
                let definitions = predicate.definitions.iter();
                let definitions = definitions.map(|it| self.records.rec(*it));
                let sources: Vec<Rec> = std::iter::once(declaration).chain(definitions).collect();
                let mut function = Output::new();
                self.push_function(&mut function, predicate, declaration, form)?;
                out.push_from(&sources, &function.text);
            }
        }
        Ok(())
    }

    fn push_function(
        &self,
        out: &mut Output,
        predicate: &OpcodePredicate,
        declaration: Rec,
        form: Form,
    ) -> Result<(), Fatal> {
        let name = declaration.string("Name")?;
        let updates_mask = declaration.bit("UpdatesOpcodeMask")?;
        let pad = |depth: usize| " ".repeat(2 * (form.indent + depth));
        write!(out, "{}bool ", pad(0));
        if let Some(class) = form.class {
            write!(out, "{class}::");
        }
        let kind = if form.for_machine_code {
            "MCInst"
        } else {
            "MachineInstr"
        };
        let by = if form.by_reference { '&' } else { '*' };
        let mask = if updates_mask { ", APInt &Mask" } else { "" };
        let processor = if form.for_machine_code {
            ", unsigned ProcessorID"
        } else {
            ""
        };
        write!(out, "{name}(const {kind} {by}MI{mask}{processor}) const ");
        let Some(class) = form.class else {
            let overrides = declaration.bit("OverridesBaseClassMember")?;
            out.push(if overrides { "override;\n" } else { ";\n" });
            return Ok(());
        };
        out.push("{\n");

        for delegate in declaration.list_of_defs("Delegates")? {
            let delegate = delegate.string("Name")?;
            let mask = if updates_mask { ", Mask" } else { "" };
            let processor = if form.for_machine_code {
                ", ProcessorID"
            } else {
                ""
            };
            writeln!(out, "{}if ({delegate}(MI{mask}{processor}))", pad(1));
            write!(out, "{}return true;\n\n", pad(2));
        }
        if !form.for_machine_code {
            writeln!(
                out,
                "{}unsigned ProcessorID = getSchedModel().getProcessorID();",
                pad(1)
            );
        }
        let access = if form.by_reference { "." } else { "->" };
        let pad1 = pad(1);
        write!(
            out,
            "{pad1}switch(MI{access}getOpcode()) {{\n{pad1}default:\n{pad1}  break;"
        );
        for group in &predicate.groups {
            for opcode in &group.opcodes {
                let opcode = self.records.rec(*opcode).name();
                write!(out, "\n{pad1}case {}::{opcode}:", self.target);
            }
            out.push("\n");
            self.push_group(out, group, updates_mask, form)?;
            writeln!(out, "{}break;", pad(2));
        }
        let default = self.condition(declaration.def("DefaultReturnValue")?, form, 1)?;
        write!(
            out,
            "{pad1}}}\n\n{pad1}return {default};\n{}}} // {class}::{name}\n\n",
            pad(0)
        );
        Ok(())
    }

    /// The C++ text of a condition that is indented by `depth` more steps than the function.
    fn condition(&self, predicate: Rec, form: Form, depth: usize) -> Result<String, Fatal> {
        let mut expander = Expander::new(self.target);
        expander.for_machine_code = form.for_machine_code;
        expander.by_reference = form.by_reference;
        expander.indent = form.indent + depth;
        expander.expand(predicate)?;
        Ok(expander.text)
    }

    fn push_group(
        &self,
        out: &mut Output,
        group: &OpcodeGroup,
        updates_mask: bool,
        form: Form,
    ) -> Result<(), Fatal> {
        let pad = |depth: usize| " ".repeat(2 * (form.indent + depth));
        for condition in &group.conditions {
            for (index, model) in condition.models.iter().enumerate() {
                match index {
                    0 => write!(out, "{}if (ProcessorID == {}", pad(2), model.0),
                    _ => write!(out, " || ProcessorID == {}", model.0),
                }
            }
            out.push(") {\n");
            if updates_mask {
                match condition.operands {
                    0 => writeln!(out, "{}Mask.clearAllBits();", pad(3)),
                    operands => writeln!(out, "{}Mask = {};", pad(3), signed(operands)),
                }
            }
            let text = self.condition(self.records.rec(condition.predicate), form, 3)?;
            write!(out, "{}return {text};\n{}}}\n", pad(3), pad(2));
        }
        Ok(())
    }
}

/// A mask as the reference prints it: as a signed integer of the mask's width, so the highest set bit is the sign.
fn signed(mask: u64) -> i128 {
    i128::from(mask) - (1 << (64 - mask.leading_zeros()))
}
