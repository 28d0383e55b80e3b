//! `-gen-macro-fusion-pred`: functions that say whether a processor executes two instructions as one.

use elaborate::value::print::type_text;

use super::described_target;
use super::predicate::Expander;
use backend::text::push_header_without_input;
use backend::{Context, Fatal, Output, Rec};

pub fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let records = cx.records;
    let target = described_target(records)?.name();
    let fusions = records.derived("Fusion")?;
    push_header_without_input(out, "Macro Fusion Predicators");
    push_start(out, target, "DECL");
    for fusion in &fusions {
        out.source(*fusion);
        writeln!(
            out,
            "bool is{}(const TargetInstrInfo &, const TargetSubtargetInfo &, const MachineInstr *, const MachineInstr &);",
            fusion.name()
        );
    }
    out.no_source();
    out.push("} // end namespace llvm\n\n#endif\n\n");

    push_start(out, target, "IMPL");
    for fusion in fusions {
        out.source(fusion);
        push_fusion(out, target, fusion)?;
    }
    out.no_source();
    out.push("} // end namespace llvm\n\n#endif\n");
    Ok(())
}

fn push_start(out: &mut Output, target: &str, part: &str) {
    let guard = format!("GET_{target}_MACRO_FUSION_PRED_{part}");
    write!(out, "#ifdef {guard}\n#undef {guard}\n\nnamespace llvm {{\n");
}

fn push_fusion(out: &mut Output, target: &str, fusion: Rec) -> Result<(), Fatal> {
    let predicates = fusion.list_of_defs("Predicates")?;
    let commutable = fusion.bit("IsCommutable")?;
    write!(
        out,
        "bool is{}(\n    const TargetInstrInfo &TII,\n    const TargetSubtargetInfo &STI,\n\
         \x20   const MachineInstr *FirstMI,\n    const MachineInstr &SecondMI) {{\n\
         \x20 [[maybe_unused]] auto &MRI = SecondMI.getMF()->getRegInfo();\n",
        fusion.name()
    );
    for predicate in predicates {
        let which = predicate.def("Target")?;
        match which.name() {
            "first_fusion_target" => push_first(out, target, predicate)?,
            "second_fusion_target" => push_second(out, target, predicate, commutable)?,
            "both_fusion_target" => push_both(out, target, predicate, commutable)?,
            name => return Err(which.fatal(format!("Unsupported 'FusionTarget': {name}"))),
        }
    }
    out.push("  return true;\n}\n");
    Ok(())
}

fn unsupported(predicate: Rec, which: &str) -> Fatal {
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
    predicate: Rec,
    instruction: &str,
) -> Result<(), Fatal> {
    let mut expander = Expander::new(target);
    expander.negate = true;
    expander.indent = 3;
    expander.expand(predicate.def("Predicate")?)?;
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

fn push_first(out: &mut Output, target: &str, predicate: Rec) -> Result<(), Fatal> {
    if predicate.is_a("WildcardPred") {
        let value = predicate.bit("ReturnValue")?;
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
fn operands(predicate: Rec) -> Result<(i32, i32), Fatal> {
    let (first, second) = (predicate.int("FirstOpIdx")?, predicate.int("SecondOpIdx")?);
    Ok((first as i32, second as i32))
}

fn push_second(
    out: &mut Output,
    target: &str,
    predicate: Rec,
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
    predicate: Rec,
    commutable: bool,
) -> Result<(), Fatal> {
    if predicate.is_a("FusionPredicateWithCode") {
        out.push(&predicate.string("Predicate")?);
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
