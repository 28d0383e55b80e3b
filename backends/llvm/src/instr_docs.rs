//! `-gen-instr-docs`: a page that lists the instructions of a target.

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use backend::{Backend, Context, Fatal, Language, Output, Rec, RecordId, Records, bail};
use pattern_model::{InstructionEffects, Patterns};
use target_model::instructions::{Flags, Instruction, Operand, asm_variant};
use target_model::target::TargetDef;

/// A function that returns whether an instruction has a flag.
type Test = fn(&Instruction, &InstructionEffects) -> bool;

/// The flags that the page can list, in the order of the page.
const FLAGS: &[(&str, Test)] = &[
    ("isReturn", |it, _| it.is(Flags::IS_RETURN)),
    ("isEHScopeReturn", |it, _| it.is(Flags::IS_EH_SCOPE_RETURN)),
    ("isBranch", |it, _| it.is(Flags::IS_BRANCH)),
    ("isIndirectBranch", |it, _| it.is(Flags::IS_INDIRECT_BRANCH)),
    ("isCompare", |it, _| it.is(Flags::IS_COMPARE)),
    ("isMoveImm", |it, _| it.is(Flags::IS_MOVE_IMM)),
    ("isBitcast", |_, effects| effects.is_bitcast),
    ("isSelect", |it, _| it.is(Flags::IS_SELECT)),
    ("isBarrier", |it, _| it.is(Flags::IS_BARRIER)),
    ("isCall", |it, _| it.is(Flags::IS_CALL)),
    ("isAdd", |it, _| it.is(Flags::IS_ADD)),
    ("isTrap", |it, _| it.is(Flags::IS_TRAP)),
    ("canFoldAsLoad", |it, _| it.is(Flags::CAN_FOLD_AS_LOAD)),
    ("mayLoad", |_, effects| effects.may_load),
    ("mayStore", |_, effects| effects.may_store),
    ("isPredicable", |it, _| it.is(Flags::IS_PREDICABLE)),
    ("isConvertibleToThreeAddress", |it, _| {
        it.is(Flags::IS_CONVERTIBLE_TO_3_ADDRESS)
    }),
    ("isCommutable", |it, _| it.is(Flags::IS_COMMUTABLE)),
    ("isTerminator", |it, _| it.is(Flags::IS_TERMINATOR)),
    ("isReMaterializable", |it, _| {
        it.is(Flags::IS_REMATERIALIZABLE)
    }),
    ("hasDelaySlot", |it, _| it.is(Flags::HAS_DELAY_SLOT)),
    ("usesCustomInserter", |it, _| {
        it.is(Flags::USES_CUSTOM_INSERTER)
    }),
    ("hasPostISelHook", |it, _| it.is(Flags::HAS_POST_ISEL_HOOK)),
    ("hasCtrlDep", |it, _| it.is(Flags::HAS_CTRL_DEP)),
    ("isNotDuplicable", |it, _| it.is(Flags::IS_NOT_DUPLICABLE)),
    ("hasSideEffects", |_, effects| effects.has_side_effects),
    ("isAsCheapAsAMove", |it, _| {
        it.is(Flags::IS_AS_CHEAP_AS_A_MOVE)
    }),
    ("hasExtraSrcRegAllocReq", |it, _| {
        it.is(Flags::HAS_EXTRA_SRC_REG_ALLOC_REQ)
    }),
    ("hasExtraDefRegAllocReq", |it, _| {
        it.is(Flags::HAS_EXTRA_DEF_REG_ALLOC_REQ)
    }),
    ("isCodeGenOnly", |it, _| it.is(Flags::IS_CODE_GEN_ONLY)),
    ("isPseudo", |it, _| it.is(Flags::IS_PSEUDO)),
    ("isRegSequence", |it, _| it.is(Flags::IS_REG_SEQUENCE)),
    ("isExtractSubreg", |it, _| it.is(Flags::IS_EXTRACT_SUBREG)),
    ("isInsertSubreg", |it, _| it.is(Flags::IS_INSERT_SUBREG)),
    ("isConvergent", |it, _| it.is(Flags::IS_CONVERGENT)),
    ("hasNoSchedulingInfo", |it, _| {
        it.is(Flags::HAS_NO_SCHEDULING_INFO)
    }),
    ("variadicOpsAreDefs", |it, _| {
        it.is(Flags::VARIADIC_OPERANDS_ARE_DEFS)
    }),
    ("isAuthenticated", |it, _| it.is(Flags::IS_AUTHENTICATED)),
];

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-instr-docs",
    "List a target's instructions in reStructuredText",
    &["Instruction", "Target"],
    write,
)
.language(Language::Rst);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let patterns = cx.model::<Patterns>()?;
    let instructions = &patterns.instructions;
    let variants = TargetDef::only(cx.records)?.list_of_defs("AssemblyParserVariants")?;
    let title = format!("{} Instructions", instructions.target.name);
    let line = "-".repeat(title.len());
    write!(out, "{line}\n{title}\n{line}\n\n");
    for (id, instruction) in instructions.iter().filter(|(_, it)| !it.is_generic()) {
        let rec = cx.records.rec(instruction.rec);
        let effects = &patterns.effects[id.index()];
        out.of(rec, |out| {
            push_instruction(out, rec, instruction, effects, &variants)
        })?;
    }
    Ok(())
}

fn push_instruction(
    out: &mut Output,
    rec: Rec,
    instruction: &Instruction,
    effects: &InstructionEffects,
    variants: &[Rec],
) -> Result<(), Fatal> {
    let records = rec.records();
    let name = escaped(&instruction.name);
    write!(out, "{name}\n{}\n\n", "=".repeat(name.len()));
    push_texts(out, &instruction.asm_string(records), variants)?;

    let flags = FLAGS
        .iter()
        .filter(|(_, is_set)| is_set(instruction, effects));
    push_list(out, "Flags", flags.map(|(name, _)| *name));
    for (number, operand) in instruction.operands.iter().enumerate() {
        let is_def = number < instruction.operands.defs;
        push_operand(out, rec, operand, if is_def { "DEF" } else { "USE" })?;
    }
    let constraints = rec.string("Constraints")?;
    push_list(
        out,
        "Constraints",
        Some(&*constraints).filter(|it| !it.is_empty()),
    );
    push_list(
        out,
        "Implicit defs",
        names(records, &instruction.implicit_defs),
    );
    push_list(
        out,
        "Implicit uses",
        names(records, &instruction.implicit_uses),
    );
    let predicates = rec.list_of_defs("Predicates")?;
    push_list(out, "Predicates", predicates.iter().map(|it| it.name()));
    Ok(())
}

/// Writes the assembly string of an instruction for each assembly variant. Writes nothing if the assembly string is
/// empty.
fn push_texts(out: &mut Output, text: &str, variants: &[Rec]) -> Result<(), Fatal> {
    if text.is_empty() {
        return Ok(());
    }
    for (number, variant) in variants.iter().enumerate() {
        out.push("Assembly string");
        if variants.len() != 1 {
            write!(out, " ({})", variant.string("Name")?);
        }
        // Inline code must not start or end with a blank.
        let text = asm_variant(text, number);
        write!(out, ": ``{}``\n\n", escaped(text.trim_matches(' ')));
    }
    Ok(())
}

fn push_operand(
    out: &mut Output,
    instruction: Rec,
    operand: &Operand,
    use_or_def: &str,
) -> Result<(), Fatal> {
    let records = instruction.records();
    let (class, name) = (records.rec(operand.rec).name(), operand.name.as_str());
    let info = operand.info.and_then(|it| records.dag(it));
    let Some(info) = info.filter(|it| it.len() > 1) else {
        write!(out, "* {use_or_def} ``{class}:${name}``\n\n");
        return Ok(());
    };
    for (number, (v, part)) in info.args().enumerate() {
        let Some(part_class) = records.def_of(v) else {
            // The reference does not check that the part is a record.
            bail!(
                instruction,
                "part #{number} of operand '{class}' is not a record"
            );
        };
        let part = match part {
            Some(part) if !part.is_empty() => Cow::from(part),
            _ => format!("anon{number}").into(),
        };
        let part_class = part_class.name();
        write!(
            out,
            "* {use_or_def} ``{class}/{part_class}:${name}.{part}``\n\n"
        );
    }
    Ok(())
}

fn names<'a>(records: &'a Records, ids: &[RecordId]) -> impl Iterator<Item = &'a str> {
    ids.iter().map(|it| records.rec(*it).name())
}

/// Writes a line with the heading `what` and a list of items. Writes nothing if the list is empty.
fn push_list<'t>(out: &mut Output, what: &str, items: impl IntoIterator<Item = &'t str>) {
    let items: Vec<&str> = items.into_iter().collect();
    if !items.is_empty() {
        write!(out, "{what}: ``{}``\n\n", items.join("``, ``"));
    }
}

/// Escapes a text for reStructuredText.
fn escaped(text: &str) -> String {
    text.replace('\n', "\\n")
        .replace('\t', "\\t")
        .replace('_', "\\_")
}
