//! `-gen-macro-fusion-pred`: functions that say whether a processor executes two instructions as one.

use elaborate::value::print::type_text;

use super::predicate::Expander;
use backend::text::push_header_without_input;
use backend::{Context, Fatal, Output, bail, record_class};
use target_model::target::Target;

record_class! {
    /// Two instructions that are executed as one.
    struct FusionDef("Fusion") {
        predicates: list_of_defs("Predicates"),
        is_commutable: bit("IsCommutable"),
    }
}

record_class! {
    /// A condition on one of the instructions or on both. Each kind has some of these fields.
    struct PredicateDef("FusionPredicate") {
        target: def("Target"),
        condition: def("Predicate"),
        code: string("Predicate"),
        return_value: bit("ReturnValue"),
        first_operand: int("FirstOpIdx"),
        second_operand: int("SecondOpIdx"),
    }
}

pub(crate) fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let target = &*cx.model::<Target>()?.name;
    let fusions = FusionDef::all(cx.records)?;
    push_header_without_input(out, "Macro Fusion Predicators");
    push_start(out, target, "DECL");
    out.each(fusions.iter().copied(), |out, fusion| {
        writeln!(
            out,
            "bool is{}(const TargetInstrInfo &, const TargetSubtargetInfo &, const MachineInstr *, const MachineInstr &);",
            fusion.name()
        );
    });
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
    let commutable = fusion.is_commutable()?;
    write!(
        out,
        "bool is{}(\n    const TargetInstrInfo &TII,\n    const TargetSubtargetInfo &STI,\n\
         \x20   const MachineInstr *FirstMI,\n    const MachineInstr &SecondMI) {{\n\
         \x20 [[maybe_unused]] auto &MRI = SecondMI.getMF()->getRegInfo();\n",
        fusion.name()
    );
    for predicate in predicates.into_iter().map(PredicateDef) {
        let which = predicate.target()?;
        match which.name() {
            "first_fusion_target" => push_first(out, target, predicate)?,
            "second_fusion_target" => push_second(out, target, predicate, commutable)?,
            "both_fusion_target" => push_both(out, target, predicate, commutable)?,
            name => bail!(which, "Unsupported 'FusionTarget': {name}"),
        }
    }
    out.push("  return true;\n}\n");
    Ok(())
}

fn unsupported(predicate: PredicateDef, which: &str) -> Fatal {
    let values = &predicate.records().values;
    let ty = predicate.record().ty.map(|ty| type_text(values, ty));
    predicate.fatal(format!(
        "Unsupported predicate for {which} instruction: {}",
        ty.unwrap_or_default()
    ))
}

/// A condition on one of the instructions.
fn push_condition(
    out: &mut Output,
    target: &str,
    predicate: PredicateDef,
    instruction: &str,
) -> Result<(), Fatal> {
    let mut expander = Expander::new(target);
    expander.negate = true;
    expander.indent = 3;
    expander.expand(predicate.condition()?)?;
    write!(
        out,
        "  {{\n    const MachineInstr *MI = {instruction};\n    if ({})\n      return false;\n  }}\n",
        expander.text
    );
    Ok(())
}

const ONE_USE: &str = "  {
    Register FirstDest = FirstMI->getOperand(0).getReg();
    if (FirstDest.isVirtual() && !MRI.hasOneNonDBGUse(FirstDest))
      return false;
  }
";

fn push_first(out: &mut Output, target: &str, predicate: PredicateDef) -> Result<(), Fatal> {
    if predicate.is_a("WildcardPred") {
        let value = predicate.return_value()?;
        write!(out, "  if (!FirstMI)\n    return {value};\n");
    } else if predicate.is_a("OneUsePred") {
        out.push(ONE_USE);
    } else if predicate.is_a("FusionPredicateWithMCInstPredicate") {
        push_condition(out, target, predicate, "FirstMI")?;
    } else {
        return Err(unsupported(predicate, "first"));
    }
    Ok(())
}

/// The operands that a predicate compares.
fn operands(predicate: PredicateDef) -> Result<(i32, i32), Fatal> {
    let (first, second) = (predicate.first_operand()?, predicate.second_operand()?);
    Ok((first as i32, second as i32))
}

fn push_second(
    out: &mut Output,
    target: &str,
    predicate: PredicateDef,
    commutable: bool,
) -> Result<(), Fatal> {
    if predicate.is_a("FusionPredicateWithMCInstPredicate") {
        return push_condition(out, target, predicate, "&SecondMI");
    }
    if !predicate.is_a("SameReg") {
        return Err(unsupported(predicate, "second"));
    }
    let (first, second) = operands(predicate)?;
    write!(
        out,
        "  if (!SecondMI.getOperand({first}).getReg().isVirtual()) {{\n\
         \x20   if (SecondMI.getOperand({first}).getReg() != SecondMI.getOperand({second}).getReg())"
    );
    let operand = format!("SecondMI.getOperand({first})");
    push_mismatch(out, "    ", commutable, second, &operand);
    out.push("  }\n");
    Ok(())
}

/// Writes what happens if an operand is not the second one: where operands may be exchanged, it is compared with what
/// the second would be then.
fn push_mismatch(out: &mut Output, pad: &str, commutable: bool, second: i32, operand: &str) {
    if !commutable {
        write!(out, "\n{pad}  return false;\n");
        return;
    }
    write!(
        out,
        " {{\n{pad}  if (!SecondMI.getDesc().isCommutable())\n{pad}    return false;\n\
         {pad}  unsigned SrcOpIdx1 = {second}, SrcOpIdx2 = TargetInstrInfo::CommuteAnyOperandIndex;\n\
         {pad}  if (TII.findCommutedOpIndices(SecondMI, SrcOpIdx1, SrcOpIdx2))\n\
         {pad}    if ({operand}.getReg() != SecondMI.getOperand(SrcOpIdx2).getReg())\n\
         {pad}      return false;\n{pad}}}\n"
    );
}

fn push_both(
    out: &mut Output,
    target: &str,
    predicate: PredicateDef,
    commutable: bool,
) -> Result<(), Fatal> {
    if predicate.is_a("FusionPredicateWithCode") {
        out.push(&predicate.code()?);
        return Ok(());
    }
    if predicate.is_a("BothFusionPredicateWithMCInstPredicate") {
        push_first(out, target, predicate)?;
        return push_second(out, target, predicate, commutable);
    }
    if !predicate.is_a("TieReg") {
        return Err(unsupported(predicate, "both"));
    }
    let (first, second) = operands(predicate)?;
    write!(
        out,
        "  if (!(FirstMI->getOperand({first}).isReg() &&\n\
         \x20       SecondMI.getOperand({second}).isReg() &&\n\
         \x20       FirstMI->getOperand({first}).getReg() == SecondMI.getOperand({second}).getReg()))"
    );
    let operand = format!("FirstMI->getOperand({first})");
    push_mismatch(out, "  ", commutable, second, &operand);
    Ok(())
}
