//! Writes C++ code for the conditions on subtarget features that an assembler checks.

use backend::text::{push_joined, smallest_type};
use backend::{Fatal, Output, Rec, Records};
use elaborate::value::ValueId;
use target_model::features::{AssemblerPredicates, PredicateId};

/// The C++ enumerator for the bit of a condition.
pub(crate) fn bit_name(
    records: &Records,
    predicates: &AssemblerPredicates,
    id: PredicateId,
) -> String {
    format!("Feature_{}Bit", records.rec(predicates.rec(id)).name())
}

/// Writes the C++ enumeration with the bits of the conditions.
pub(crate) fn push_enum(out: &mut Output, records: &Records, predicates: &AssemblerPredicates) {
    write!(
        out,
        "// Bits for subtarget features that participate in instruction matching.\n\
         enum SubtargetFeatureBits : {} {{\n",
        smallest_type(predicates.list.len() as u64)
    );
    for id in predicates.defined() {
        out.of(records.rec(predicates.rec(*id)), |out| {
            writeln!(out, "  {} = {},", bit_name(records, predicates, *id), id.0);
        });
    }
    out.push("};\n\n");
}

/// Writes the function that returns the user-visible name of a condition.
pub(crate) fn push_names(
    out: &mut Output,
    records: &Records,
    predicates: &AssemblerPredicates,
) -> Result<(), Fatal> {
    out.push(
        "// User-level names for subtarget features that participate in\n\
         // instruction matching.\n\
         static const char *getSubtargetFeatureName(uint64_t Val) {\n",
    );
    if predicates.list.is_empty() {
        out.push("  return \"(unknown)\";\n}\n\n");
        return Ok(());
    }
    out.push("  switch(Val) {\n");
    for id in predicates.defined() {
        let def = records.rec(predicates.rec(*id));
        let name = def.string("PredicateName")?;
        out.of(def, |out| {
            let bit = bit_name(records, predicates, *id);
            writeln!(out, "  case {bit}: return \"{name}\";");
        });
    }
    out.push("  default: return \"(unknown)\";\n  }\n}\n\n");
    Ok(())
}

/// Writes the function that computes from the features of a subtarget which conditions hold.
pub(crate) fn push_available(
    out: &mut Output,
    records: &Records,
    predicates: &AssemblerPredicates,
    target: &str,
    signature: &str,
) -> Result<(), Fatal> {
    write!(out, "{signature} {{\n  FeatureBitset Features;\n");
    for id in predicates.defined() {
        let def = records.rec(predicates.rec(*id));
        let condition = def.dag("AssemblerCondDag")?;
        out.of(def, |out| {
            out.push("  if (");
            push_condition(out, records, target, condition.v, Nesting::Top);
            let bit = bit_name(records, predicates, *id);
            write!(out, ")\n    Features.set({bit});\n");
        });
    }
    out.push("  return Features;\n}\n\n");
    Ok(())
}

/// Writes the conjunction of the conditions of `predicates`. Predicates that an assembler does not check, and empty
/// conditions, are left out. Writes `false` if no condition remains.
pub(crate) fn push_all_of(
    out: &mut Output,
    records: &Records,
    target: &str,
    predicates: &[Rec],
) -> Result<(), Fatal> {
    let mut conditions = Vec::new();
    for predicate in predicates {
        if predicate.bit("AssemblerMatcherPredicate")? {
            let condition = predicate.dag("AssemblerCondDag")?;
            if !condition.is_empty() {
                conditions.push(condition.v);
            }
        }
    }
    if conditions.is_empty() {
        out.push("false");
    }
    let place = match conditions.len() {
        ..=1 => Nesting::Top,
        _ => Nesting::Within,
    };
    push_joined(out, " && ", conditions, |out, condition| {
        push_condition(out, records, target, condition, place);
    });
    Ok(())
}

/// Whether a condition is part of another condition.
#[derive(Clone, Copy, PartialEq)]
enum Nesting {
    Top,
    Within,
}

/// The maximum depth of nested conditions.
const MAX_DEPTH: usize = 1000;

/// Writes a condition on features. An invalid condition is written up to its first invalid part, as in the reference.
fn push_condition(out: &mut Output, records: &Records, target: &str, v: ValueId, place: Nesting) {
    let _ = push_within(out, records, target, v, place, 0);
}

/// Writes a condition or a part of a condition. Returns `None` if it is invalid.
fn push_within(
    out: &mut Output,
    records: &Records,
    target: &str,
    v: ValueId,
    place: Nesting,
    depth: usize,
) -> Option<()> {
    if let Some(feature) = records.def_of(v) {
        let feature = Some(feature).filter(|it| it.is_a("SubtargetFeature"))?;
        write!(out, "FB[{target}::{}]", feature.name());
        return Some(());
    }
    let condition = records.dag(v).filter(|_| depth < MAX_DEPTH)?;
    let operator = condition.op_def().map(Rec::name)?;
    let separator = match (operator, condition.len()) {
        ("not", 1) => {
            out.push("!");
            return push_within(
                out,
                records,
                target,
                condition.arg(0),
                Nesting::Within,
                depth + 1,
            );
        }
        ("any_of", 1..) => " || ",
        ("all_of", 1..) => " && ",
        _ => return None,
    };
    let has_many = condition.len() > 1;
    let is_grouped = has_many && place == Nesting::Within;
    let inner = if has_many { Nesting::Within } else { place };
    if is_grouped {
        out.push("(");
    }
    for (number, (arg, _)) in condition.args().enumerate() {
        if number > 0 {
            out.push(separator);
        }
        push_within(out, records, target, arg, inner, depth + 1)?;
    }
    if is_grouped {
        out.push(")");
    }
    Some(())
}
