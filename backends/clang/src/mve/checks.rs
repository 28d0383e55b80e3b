//! `-gen-arm-mve-builtin-sema` and `-gen-arm-cde-builtin-sema`: the checks of arguments that have to be constants.

use std::collections::BTreeMap;

use backend::{Backend, Context, Fatal, Output, Rec};

use super::Family;
use super::intrinsics::{Bounds, Immediate, Intrinsic, Intrinsics};

pub(crate) const ARM_MVE_BUILTIN_SEMA: Backend = Backend::clang(
    "gen-arm-mve-builtin-sema",
    "List the checks of constants for MVE",
    &["Intrinsic", "PrimitiveType"],
    |cx, out| write(Family::Mve, cx, out),
);

pub(crate) const ARM_CDE_BUILTIN_SEMA: Backend = Backend::clang(
    "gen-arm-cde-builtin-sema",
    "List the checks of constants for CDE",
    &["CDEIntrinsic"],
    |cx, out| write(Family::Cde, cx, out),
);

fn write(family: Family, cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let intrinsics = cx.model::<Intrinsics>()?;
    family.read_macros(cx)?;
    // Intrinsics with equal checks share a case.
    let mut by_checks: BTreeMap<String, Vec<&Intrinsic>> = BTreeMap::new();
    for it in intrinsics.list.iter().filter(|it| !it.is_header_only) {
        let checks: Vec<_> = it
            .immediates
            .iter()
            .flat_map(|(index, immediate)| checks(*index, immediate))
            .collect();
        if !checks.is_empty() {
            let checks = checks.join(" ||\n         ") + ";\n";
            by_checks.entry(checks).or_default().push(it);
        }
    }
    for (checks, intrinsics) in by_checks {
        let rec = |it: &&Intrinsic| -> Rec { cx.records.rec(it.record) };
        for it in &intrinsics {
            out.of(rec(it), |out| {
                let (family, name) = (family.name(), &it.full_name);
                writeln!(out, "case ARM::BI__builtin_arm_{family}_{name}:");
            });
        }
        out.sources(|| intrinsics.iter().map(rec));
        match family {
            Family::Mve => write!(out, "  return {checks}"),
            Family::Cde => writeln!(out, "  Err = {checks}  break;"),
        }
        out.no_source();
    }
    Ok(())
}

/// The calls that check the argument `index`. The range is checked only if it has fewer values than the argument's
/// type. The additional check comes last, if the record specifies one.
fn checks(index: usize, immediate: &Immediate) -> Vec<String> {
    let (low, high) = match immediate.bounds {
        // The reference compares the limits as unsigned numbers, so a negative limit becomes a large number.
        Bounds::Range(low, high) => (u128::from(low as u64), u128::from(high as u64)),
        Bounds::Unsigned(bits) => (0, largest(bits)),
    };
    let mut checks = Vec::new();
    let bits = immediate.ty.bits();
    let range = high.wrapping_sub(low) as i64;
    if (i128::from(range) as u128) < largest(bits) {
        let (low, high) = (hex_literal(low), hex_literal(high));
        checks.push(format!(
            "SemaRef.BuiltinConstantArgRange(TheCall, {index}, {low}, {high})"
        ));
    }
    if let Some((check, argument)) = &immediate.extra {
        let argument = match argument.as_str() {
            "" => String::new(),
            "!lanesize" => format!(", {bits}"),
            argument => format!(", {argument}"),
        };
        checks.push(format!(
            "SemaRef.BuiltinConstantArg{check}(TheCall, {index}{argument})"
        ));
    }
    checks
}

/// The largest unsigned number of `bits` bits.
fn largest(bits: u32) -> u128 {
    match bits {
        0..128 => (1 << bits) - 1,
        _ => u128::MAX,
    }
}

/// The low 64 bits of a number as a signed hexadecimal literal.
fn hex_literal(number: u128) -> String {
    let number = number as i64;
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}0x{:X}", number.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals() {
        let literals = [0, 255, -127_i64 as u64, i64::MIN as u64].map(u128::from);
        let literals = literals.map(hex_literal);
        assert_eq!(literals, ["0x0", "0xFF", "-0x7F", "-0x8000000000000000"]);
    }
}
