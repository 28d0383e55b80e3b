//! `-gen-compress-inst-emitter`: functions that replace instructions by shorter forms, and shorter forms by the
//! original instructions.

mod changes;
mod checks;
#[cfg(test)]
mod tests;

use std::fmt::Write;

use crate::ASM_WRITER;
use backend::text::push_header;
use backend::{Backend, Context, Fatal, Output, Rec, bail};
use elaborate::symbol::Sym;
use target_model::compressed::{
    CompressedForm, CompressedForms, Mapped, places, register_class_like,
};
use target_model::instructions::Instruction;
use target_model::target::Target;

use crate::asm_writer_of_target;
use checks::{Checks, features};

/// The purpose of a generated function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Function {
    Compress,
    Uncompress,
    /// Checks whether there is a shorter form, without creating it.
    Check,
}

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-compress-inst-emitter",
    "Define functions that replace instructions by shorter forms",
    &["CompressPat"],
    write,
)
.options(&[ASM_WRITER]);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let target = cx.model::<Target>()?;
    let forms = cx.model::<CompressedForms>()?;
    push_header(out, "Compress instruction Source Fragment", cx.records);
    let mut forms: Vec<&CompressedForm> = forms.0.iter().collect();
    for function in [Function::Compress, Function::Uncompress, Function::Check] {
        // As in the reference, the sort is stable and starts from the order that the sort for the previous function
        // left.
        forms.sort_by_key(|it| match function {
            Function::Uncompress => &it.short.name,
            _ => &it.long.name,
        });
        let writer = Writer {
            cx,
            function,
            target: &target.name,
        };
        writer.push(out, &forms)?;
    }
    Ok(())
}

struct Writer<'a, 'b> {
    cx: &'b Context<'a>,
    function: Function,
    target: &'b str,
}

impl Function {
    fn guard(self) -> &'static str {
        match self {
            Function::Compress => "GEN_COMPRESS_INSTR",
            Function::Uncompress => "GEN_UNCOMPRESS_INSTR",
            Function::Check => "GEN_CHECK_COMPRESS_INSTR",
        }
    }

    /// Whether the function creates an instruction.
    fn writes(self) -> bool {
        self != Function::Check
    }
}

impl<'a> Writer<'a, '_> {
    fn push(&self, out: &mut Output, forms: &[&CompressedForm]) -> Result<(), Fatal> {
        let asm_writer = asm_writer_of_target(self.cx)?;
        if asm_writer.int("PassSubtarget")? == 0 {
            bail!(
                asm_writer,
                "'PassSubtarget' is false. SubTargetInfo object is needed for target features.{}",
                changes::line_end(self.cx.release())
            );
        }
        let guard = self.function.guard();
        write!(out, "\n#ifdef {guard}\n#undef {guard}\n\n");
        if forms.is_empty() {
            self.push_start(out);
            out.push("  return false;\n}\n");
        } else {
            let mut body = out.part();
            let mut checks = Checks::new(self.target);
            self.push_cases(&mut body, forms, &mut checks)?;
            checks.push(self.cx, out, &self.validator())?;
            self.push_start(out);
            out.append(body);
        }
        write!(out, "\n#endif //{guard}\n");
        if self.function != Function::Compress {
            out.push("\n");
        }
        Ok(())
    }

    /// The name of the function that checks the operands of the new instruction.
    fn validator(&self) -> String {
        let what = match self.function {
            Function::Compress => "ValidateMCOperandForCompress",
            Function::Uncompress => "ValidateMCOperandForUncompress",
            Function::Check => "ValidateMachineOperand",
        };
        format!("{}{what}", self.target)
    }

    fn push_start(&self, out: &mut Output) {
        self.push_signature(out);
        if changes::knows_mode(self.cx.records) {
            out.push(
                "  [[maybe_unused]] unsigned HwModeId = STI.getHwMode(MCSubtargetInfo::HwMode_RegInfo);\n",
            );
        }
    }

    fn push_signature(&self, out: &mut Output) {
        let (name, indent) = match self.function {
            Function::Compress => ("compressInst", 25),
            Function::Uncompress => ("uncompressInst", 27),
            Function::Check => {
                return write!(
                    out,
                    "static bool isCompressibleInst(const MachineInstr &MI,\n{:31}const {}Subtarget &STI) {{\n",
                    "", self.target
                );
            }
        };
        write!(
            out,
            "static bool {name}(MCInst &OutInst,\n{:indent$}const MCInst &MI,\n{:indent$}const MCSubtargetInfo &STI) {{\n",
            "", ""
        );
    }

    fn push_cases(
        &self,
        out: &mut Output,
        forms: &[&CompressedForm],
        checks: &mut Checks<'a, '_>,
    ) -> Result<(), Fatal> {
        let target = self.target;
        let indent = changes::indent_of_cases(self.cx.release());
        write!(
            out,
            "  switch (MI.getOpcode()) {{\n{indent}default: return false;\n"
        );
        let mut case: Option<&Instruction> = None;
        for form in forms {
            if self.function == Function::Uncompress && form.is_compress_only {
                continue;
            }
            let from = match self.function {
                Function::Uncompress => &form.short,
                _ => &form.long,
            };
            let records = self.cx.records;
            if case.is_none_or(|it| it.name != from.name) {
                if let Some(case) = case {
                    let end = format!("{indent}  break;\n{indent}}} // case {}\n", case.name);
                    out.of(records.rec(case.rec), |out| out.push(&end));
                }
                out.of(records.rec(from.rec), |out| {
                    writeln!(out, "{indent}case {target}::{}: {{", from.name);
                });
            }
            case = Some(from);
            let text = self.replacement(form, checks)?;
            let sources = [form.rec, form.long.rec, form.short.rec];
            out.sources(|| sources.map(|it| records.rec(it)));
            out.push(&text);
            out.no_source();
        }
        let name = case.map(|it| &*it.name);
        out.push(&changes::end_of_cases(name, self.cx.release()));
        out.push("  } // switch\n  return false;\n}\n");
        Ok(())
    }

    /// The code that replaces an instruction by the other form if the conditions hold. For `Function::Check`, the code
    /// only checks the conditions.
    fn replacement(
        &self,
        form: &CompressedForm,
        checks: &mut Checks<'a, '_>,
    ) -> Result<String, Fatal> {
        let (to, from_operands, to_operands) = match self.function {
            Function::Uncompress => (&form.long, &form.short_operands, &form.long_operands),
            _ => (&form.short, &form.long_operands, &form.short_operands),
        };
        let from = match self.function {
            Function::Uncompress => &form.short,
            _ => &form.long,
        };
        let records = self.cx.records;
        let target = self.target;
        let rec = |id| records.rec(id);
        let predicates: Vec<Rec> = form.predicates.iter().map(|it| rec(*it)).collect();
        let release = self.cx.release();
        let line_end = changes::line_end(release);
        let mut conditions = features(self.cx, target, &predicates, rec(to.rec))?;
        let by_place = changes::ties_places(release);
        let mut add = |condition: String| conditions.push(condition);
        let from_places = places(records, from);
        for (number, (place, mapped)) in from_places.iter().zip(from_operands).enumerate() {
            let is_first = number == 0 || from_places[number - 1].operand != place.operand;
            let is_tied = if by_place {
                matches!(mapped.is, Mapped::Operand(_))
            } else {
                is_first
            };
            if let Some(tied) = mapped.tied_to.filter(|_| is_tied) {
                // Before LLVM 22, the reference mistakes the index of the machine operand for the index of the operand.
                let of = if by_place { place.operand } else { number };
                let class = from.operands.iter().nth(of).map(|it| rec(it.rec));
                if class
                    .map(register_class_like)
                    .transpose()?
                    .flatten()
                    .is_none()
                {
                    bail!(records, "Unexpected tied operand types!{line_end}");
                }
                changes::same_register(number, tied, release)
                    .into_iter()
                    .for_each(&mut add);
            }
            match mapped.is {
                Mapped::Operand(_) => {}
                Mapped::Immediate(value) => {
                    changes::is_number(number, value, release)
                        .into_iter()
                        .for_each(&mut add);
                }
                Mapped::Register(register) => {
                    let register = rec(register).name();
                    add(changes::is_kind(number, "Reg", release));
                    add(format!(
                        "(MI.getOperand({number}).getReg() == {target}::{register})"
                    ));
                }
            }
        }
        let mut code = format!("      // {}\n", to.asm_string(records));
        let writes = self.function.writes();
        if writes {
            let _ = writeln!(code, "      OutInst.setOpcode({target}::{});", to.name);
        }
        let mut last = None;
        for (place, mapped) in places(records, to).iter().zip(to_operands) {
            let class = rec(place.class);
            let given = mapped.class.filter(|_| changes::checks_dag(release));
            let given = given.map_or(class, rec);
            if last.replace(place.operand) != Some(place.operand) {
                let operand = to.operands.iter().nth(place.operand);
                let name = operand.map_or(Sym::EMPTY, |it| it.name);
                let _ = writeln!(code, "      // Operand: {name}");
            }
            let value = match mapped.is {
                Mapped::Operand(number) => {
                    let value = format!("MI.getOperand({number})");
                    let register = if given.is_a("RegisterOperand") {
                        Some(given.def("RegClass")?)
                    } else {
                        register_class_like(given)?
                    };
                    if let Some(class) = register {
                        // A tied operand was checked together with the operand to which it is tied.
                        if place.tied_to.is_none() {
                            add(changes::is_register(&value, writes, release));
                            add(changes::is_in_class(target, class, &value, release));
                        }
                    } else {
                        let second = Some(class).filter(|it| *it != given);
                        for class in std::iter::once(given).chain(second) {
                            if !writes {
                                add(format!("{value}.isImm()"));
                            }
                            add(self.check(&value, checks, class)?);
                        }
                    }
                    value
                }
                Mapped::Immediate(number) if writes => {
                    let checked = changes::checked_immediate(number, release);
                    let checked = format!("MCOperand::createImm({checked})");
                    add(self.check(&checked, checks, class)?);
                    format!("MCOperand::createImm({number})")
                }
                Mapped::Immediate(number) => {
                    let value = format!("MachineOperand::CreateImm({number})");
                    add(self.check(&value, checks, class)?);
                    value
                }
                Mapped::Register(register) => {
                    format!("MCOperand::createReg({target}::{})", rec(register).name())
                }
            };
            if writes {
                let _ = writeln!(code, "      OutInst.addOperand({value});");
            }
        }
        if writes {
            code.push_str("      OutInst.setLoc(MI.getLoc());\n");
        }
        let conditions = conditions.join(changes::between_conditions(release));
        Ok(format!(
            "    if ({conditions}) {{\n{code}      return true;\n    }} // if\n"
        ))
    }

    /// The call that checks whether a value is a valid operand of a class.
    fn check(
        &self,
        value: &str,
        checks: &mut Checks<'a, '_>,
        class: Rec<'a>,
    ) -> Result<String, Fatal> {
        let validator = self.validator();
        let comment = changes::comment_of_check(class.name(), self.cx.release());
        Ok(if self.function.writes() {
            let number = checks.for_code(class)?;
            format!("{validator}({value}, STI, {number}{comment})")
        } else {
            let number = checks.for_instruction(class)?;
            format!("{validator}({value}, &STI, {number}{comment})")
        })
    }
}
