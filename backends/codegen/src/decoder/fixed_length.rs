//! The bits of encodings of fixed length. Since 22 `Size` gives their number.

use backend::{Context, Fatal, Rec};
use elaborate::diagnostic::{Diagnostic, Severity};
use elaborate::record::print::push_field;
use elaborate::value::{Node, ValueId};

use super::pattern::{BitsOf, soft_bits};
use crate::instructions::{BitOrder, EncodingBit};

/// The two fields that have a bit for each bit of the code.
const INST: &str = "Inst";
const SOFT_FAIL: &str = "SoftFail";

/// Truncates the bits of an encoding to `size` bits. Fails if a bit beyond is neither 0 nor unset. Reports bits of
/// `SoftFail` that `Inst` leaves open. `name` is the encoding's name in messages.
pub(super) fn cut(
    cx: &Context,
    rec: Rec,
    order: BitOrder,
    bits: &mut BitsOf,
    size: u32,
    name: &str,
) -> Result<(), Fatal> {
    let all = bits.bits.len();
    let width = size as usize;
    if all < width {
        return Err(rec.fatal(format!(
            "{name}: Size is {size} bits, but Inst specifies only {all} bits"
        )));
    }
    let inst = rec.bits(INST)?;
    check_upper(cx, rec, INST, in_order(inst, order).skip(width), name, size)?;
    bits.bits.truncate(width);
    if rec.field(SOFT_FAIL).is_none() {
        return Ok(());
    }
    let Some(soft) = soft_values(rec).filter(|it| it.len() == all) else {
        cx.report(rec.diagnostic(Severity::Note, "in record".to_owned()));
        let message = format!(
            "SoftFail field, if defined, must be of the same type as Inst, which is bits<{all}>"
        );
        return Err(rec.fatal_at(SOFT_FAIL, message));
    };
    let upper = soft.iter().copied().skip(width);
    check_upper(cx, rec, SOFT_FAIL, upper, name, size)?;
    for at in soft_bits(rec).take_while(|at| *at < width) {
        if !matches!(bits.bits[at], EncodingBit::Known(_)) {
            cx.report(rec.diagnostic(Severity::Note, "in record".to_owned()));
            let message = format!(
                "SoftFail{{{at}}} = 1 requires Inst{{{at}}} to be fully defined (0 or 1, not '?')"
            );
            cx.report(rec.diagnostic_at(SOFT_FAIL, Severity::Error, message));
        }
    }
    Ok(())
}

fn soft_values(rec: Rec<'_>) -> Option<&[ValueId]> {
    match rec.records().node(rec.field(SOFT_FAIL)?.value?) {
        Node::Bits(bits) => Some(bits),
        _ => None,
    }
}

/// The bits of a field from the least significant bit of the code on.
fn in_order(bits: &[ValueId], order: BitOrder) -> impl Iterator<Item = ValueId> {
    let last = bits.len();
    (0..last).map(move |at| match order {
        BitOrder::Straight => bits[at],
        BitOrder::Reversed => bits[last - 1 - at],
    })
}

fn check_upper(
    cx: &Context,
    rec: Rec,
    field: &str,
    mut upper: impl Iterator<Item = ValueId>,
    name: &str,
    size: u32,
) -> Result<(), Fatal> {
    if upper.all(|it| [ValueId::FALSE, ValueId::UNSET].contains(&it)) {
        return Ok(());
    }
    if let Some(field) = rec.record().field(field.into()) {
        let mut text = String::new();
        push_field(&cx.records.names(), &mut text, &field);
        cx.report(Diagnostic::new(Severity::Note, None, format!("{text};")));
    }
    // The blanks are the reference's.
    Err(rec.fatal(format!(
        "{name}: Size is {size} bits, but {field} bits beyond that are    not zero/unset"
    )))
}
