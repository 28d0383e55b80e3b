//! The bits of encodings of fixed length. Since LLVM 22, `Size` determines the number of bits in an encoding.

use backend::{Context, Fatal, Rec};
use elaborate::diagnostic::{Diagnostic, Severity};
use elaborate::record::FieldRef;
use elaborate::record::print::push_field;
use elaborate::value::print::push_value;
use elaborate::value::{Node, ValueId};

use super::pattern::{BitsOf, soft_bits};
use crate::instructions::{BitOrder, EncodingBit};

/// The field with the bits of the encoding.
const INST: &str = "Inst";
const SOFT_FAIL: &str = "SoftFail";

/// Truncates the bits of an encoding to `size` bits. An error if there are fewer bits, or if a removed bit is neither 0
/// nor unset. Bits that `SoftFail` marks but `Inst` does not fix are reported. `name` is the encoding's name in
/// messages.
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
    let mut inst = rec.bits(INST)?.to_vec();
    if order == BitOrder::Reversed {
        inst.reverse();
    }
    check_upper(cx, rec, INST, &inst, name, size)?;
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
    check_upper(cx, rec, SOFT_FAIL, soft, name, size)?;
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

/// An error if a bit of `field` with an index of at least `size` is neither 0 nor unset. A note lists all bits of the
/// field, the last bit first.
fn check_upper(
    cx: &Context,
    rec: Rec,
    field: &str,
    bits: &[ValueId],
    name: &str,
    size: u32,
) -> Result<(), Fatal> {
    let mut upper = bits.iter().skip(size as usize);
    if upper.all(|it| [ValueId::FALSE, ValueId::UNSET].contains(it)) {
        return Ok(());
    }
    if let Some(field) = rec.record().field(field.into()) {
        let (names, mut text) = (cx.records.names(), String::new());
        let declared = FieldRef {
            value: None,
            ..field
        };
        push_field(&names, &mut text, &declared);
        text += " = { ";
        for (at, bit) in bits.iter().rev().enumerate() {
            text += if at > 0 { ", " } else { "" };
            push_value(&names, &mut text, *bit);
        }
        text += " }";
        cx.report(Diagnostic::new(Severity::Note, None, format!("{text};")));
    }
    // The spaces are as in the reference.
    Err(rec.fatal(format!(
        "{name}: Size is {size} bits, but {field} bits beyond that are    not zero/unset"
    )))
}
