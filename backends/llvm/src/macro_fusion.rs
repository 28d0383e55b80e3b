//! `-gen-macro-fusion-pred`: functions that check whether a processor fuses two instructions.

use elaborate::value::print::type_text;

use super::predicate::Expander;
use backend::text::push_header_without_input;
use backend::{Backend, Context, Fatal, Output, Release, bail, record_class};
use target_model::target::Target;

record_class! {
    /// A pair of instructions that a processor executes as one.
    struct FusionDef("Fusion") {
        predicates: list_of_defs("Predicates"),
        is_commutable: bit("IsCommutable"),
    }
}

record_class! {
    /// A condition on one of the instructions or on both. Each kind of condition has some of these fields.
    struct PredicateDef("FusionPredicate") {
        target: def("Target"),
        condition: def("Predicate"),
        code: string("Predicate"),
        return_value: bit("ReturnValue"),
        first_operand: int("FirstOpIdx"),
        second_operand: int("SecondOpIdx"),
    }
}

const PARAMETERS: &str = "const TargetInstrInfo &, const TargetSubtargetInfo &, const MachineInstr *, const MachineInstr &";

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-macro-fusion-pred",
    "Define functions that say which instructions are executed as one",
    &["Fusion"],
    write,
);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let target = &*cx.model::<Target>()?.name;
    let fusions = FusionDef::all(cx.records)?;
    push_header_without_input(out, "Macro Fusion Predicators");
    push_start(out, target, "DECL");
    for fusion in &fusions {
        let line = format!("bool is{}({PARAMETERS});\n", fusion.name());
        out.of(*fusion, |out| out.push(&line));
    }
    out.push("} // end namespace llvm\n\n#endif\n\n");

    push_start(out, target, "IMPL");
    out.try_each(fusions, |out, fusion| push_fusion(out, target, fusion))?;
    out.push("} // end namespace llvm\n\n#endif\n");
    Ok(())
}

fn push_start(out: &mut Output, target: &str, part: &str) {
    let guard = format!("GET_{target}_MACRO_FUSION_PRED_{part}");
    write!(out, "#ifdef {guard}\n#undef {guard}\n\nnamespace llvm {{\n");
}

fn push_fusion(out: &mut Output, target: &str, fusion: FusionDef) -> Result<(), Fatal> {
    let predicates = fusion.predicates()?;
    let writer = Writer {
        release: fusion.records().release(),
        target,
        is_commutable: fusion.is_commutable()?,
    };
    write!(
        out,
        "bool is{}(\n    const TargetInstrInfo &TII,\n    const TargetSubtargetInfo &STI,\n\
         \x20   const MachineInstr *FirstMI,\n    const MachineInstr &SecondMI) {{\n\
         \x20 [[maybe_unused]] auto &MRI = SecondMI.getMF()->getRegInfo();\n",
        fusion.name()
    );
    for predicate in predicates.into_iter().map(PredicateDef) {
        let which = predicate.target()?;
        match which.name().strip_suffix("_fusion_target") {
            Some(of @ ("first" | "second" | "both")) => writer.push(out, of, predicate)?,
            _ => bail!(which, "Unsupported 'FusionTarget': {}", which.name()),
        }
    }
    out.push("  return true;\n}\n");
    Ok(())
}

impl PredicateDef<'_> {
    /// The indices of the two operands that the predicate compares.
    fn operands(self) -> Result<(i32, i32), Fatal> {
        Ok((self.first_operand()? as i32, self.second_operand()? as i32))
    }
}

/// The class of the conditions that apply an `MCInstPredicate` to one instruction.
const MACHINE_CODE: &str = "FusionPredicateWithMCInstPredicate";

const ONE_USE: &str = "  {
    Register FirstDest = FirstMI->getOperand(0).getReg();
    if (FirstDest.isVirtual() && !MRI.hasOneNonDBGUse(FirstDest))
      return false;
  }
";

/// One of the two instructions of a fusion.
#[derive(Clone, Copy)]
enum Fused {
    First,
    Second,
}

use Fused::{First, Second};

impl Fused {
    /// The name of the C++ function's parameter for the instruction.
    fn name(self) -> &'static str {
        match self {
            First => "FirstMI",
            Second => "SecondMI",
        }
    }

    /// The name of the parameter, followed by its member access operator.
    fn access(self) -> &'static str {
        match self {
            First => "FirstMI->",
            Second => "SecondMI.",
        }
    }
}

mod changes {
    use super::Release;

    /// The class of predicates which require that two operands of the second instruction are the same register. LLVM 21
    /// renamed the class, and added such a class for the first instruction.
    pub(super) fn second_has_same(release: Release) -> &'static str {
        if release >= Release::V21 {
            "SecondInstHasSameReg"
        } else {
            "SameReg"
        }
    }
}

/// The inputs for the code of one fusion's function.
struct Writer<'t> {
    release: Release,
    target: &'t str,
    is_commutable: bool,
}

impl Writer<'_> {
    /// Writes the check of a predicate on the first instruction, on the second instruction, or on both.
    fn push(&self, out: &mut Output, of: &str, predicate: PredicateDef) -> Result<(), Fatal> {
        let is = |class| predicate.is_a(class);
        match of {
            "first" if is("WildcardPred") => {
                let value = predicate.return_value()?;
                write!(out, "  if (!FirstMI)\n    return {value};\n");
            }
            "first" if is("OneUsePred") => out.push(ONE_USE),
            "first" if is(MACHINE_CODE) => self.push_condition(out, predicate, "FirstMI")?,
            "second" if is(MACHINE_CODE) => self.push_condition(out, predicate, "&SecondMI")?,
            "first" if self.release >= Release::V21 && is("FirstInstHasSameReg") => {
                self.push_same(out, predicate, First)?;
            }
            "second" if is(changes::second_has_same(self.release)) => {
                self.push_same(out, predicate, Second)?;
            }
            "both" if is("FusionPredicateWithCode") => out.push(&predicate.code()?),
            "both" if is("BothFusionPredicateWithMCInstPredicate") => {
                self.push(out, "first", predicate)?;
                self.push(out, "second", predicate)?;
            }
            "both" if is("TieReg") => self.push_tied(out, predicate)?,
            _ => {
                let (values, ty) = (&predicate.records().values, predicate.ty());
                let ty = ty.map_or(String::new(), |ty| type_text(values, ty));
                bail!(
                    predicate,
                    "Unsupported predicate for {of} instruction: {ty}"
                );
            }
        }
        Ok(())
    }

    /// Writes the check that two operands of an instruction are the same register. The check is skipped if the first of
    /// the operands is a virtual register.
    fn push_same(&self, out: &mut Output, predicate: PredicateDef, of: Fused) -> Result<(), Fatal> {
        let (first, second) = predicate.operands()?;
        let access = of.access();
        let operand = format!("{access}getOperand({first})");
        write!(
            out,
            "  if (!{operand}.getReg().isVirtual()) {{\n\
             \x20   if ({operand}.getReg() != {access}getOperand({second}).getReg())"
        );
        self.push_mismatch(out, "    ", second, &operand, of);
        out.push("  }\n");
        Ok(())
    }

    fn push_tied(&self, out: &mut Output, predicate: PredicateDef) -> Result<(), Fatal> {
        let (first, second) = predicate.operands()?;
        let operand = format!("FirstMI->getOperand({first})");
        write!(
            out,
            "  if (!({operand}.isReg() &&\n\
             \x20       SecondMI.getOperand({second}).isReg() &&\n\
             \x20       {operand}.getReg() == SecondMI.getOperand({second}).getReg()))"
        );
        self.push_mismatch(out, "  ", second, &operand, Second);
        Ok(())
    }

    /// Writes the check of a condition on one instruction. `instr` is the C++ expression for a pointer to the
    /// instruction.
    fn push_condition(&self, out: &mut Output, of: PredicateDef, instr: &str) -> Result<(), Fatal> {
        let mut expander = Expander::new(self.target);
        expander.negate = true;
        expander.indent = 3;
        expander.expand(of.condition()?)?;
        let condition = expander.text;
        writeln!(out, "  {{\n    const MachineInstr *MI = {instr};");
        writeln!(out, "    if ({condition})\n      return false;\n  }}");
        Ok(())
    }

    /// Writes the code for the case that `operand` and the operand `second` are not the same register. If the fusion is
    /// not commutable, the check then fails. Otherwise, the check fails if the instruction is not commutable, or if
    /// `operand` also differs from the operand that can be swapped with `second`.
    fn push_mismatch(&self, out: &mut Output, pad: &str, second: i32, operand: &str, of: Fused) {
        let (name, access) = (of.name(), of.access());
        if !self.is_commutable {
            write!(out, "\n{pad}  return false;\n");
            return;
        }
        write!(
            out,
            " {{\n{pad}  if (!{access}getDesc().isCommutable())\n{pad}    return false;\n\
             {pad}  unsigned SrcOpIdx1 = {second}, SrcOpIdx2 = TargetInstrInfo::CommuteAnyOperandIndex;\n\
             {pad}  if (TII.findCommutedOpIndices({name}, SrcOpIdx1, SrcOpIdx2))\n\
             {pad}    if ({operand}.getReg() != {access}getOperand(SrcOpIdx2).getReg())\n\
             {pad}      return false;\n{pad}}}\n"
        );
    }
}
