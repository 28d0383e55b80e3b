//! Iterating over intrinsics in the order of their full names.

use backend::std_sort;
use backend::{Context, Fatal, Output, Rec};

use super::model::{Intrinsic, Intrinsics};

/// Calls `push` with each intrinsic and its full name, sorted by full name. Equal names, such as those of the two forms
/// of an intrinsic, are in the order that the reference's unstable sort gives them. In the source map, the record of
/// the intrinsic is the source of what `push` writes.
pub(super) fn each_by_name(
    cx: &Context,
    out: &mut Output,
    mut push: impl FnMut(&mut Output, Rec, &Intrinsic, &str) -> Result<(), Fatal>,
) -> Result<(), Fatal> {
    let intrinsics = cx.model::<Intrinsics>()?;
    let mut named = Vec::with_capacity(intrinsics.0.len());
    for it in &intrinsics.0 {
        let inst = cx.records.rec(it.family.record);
        named.push((it.full_name(inst)?, inst, it));
    }
    std_sort::sort(&mut named, |a, b| a.0.cmp(&b.0));
    for (name, inst, it) in &named {
        out.source(*inst);
        push(out, *inst, it, name)?;
    }
    out.no_source();
    Ok(())
}

/// The features that an intrinsic needs, as written in tables: the features for code outside of streaming mode and the
/// features for code in streaming mode. If exactly one of the two lists is empty, only the other list is written.
/// Otherwise, `|` separates the lists.
pub(super) fn guard(it: &Intrinsic) -> String {
    let (sve, sme) = (&it.family.sve_guard, &it.family.sme_guard);
    if sve.is_empty() != sme.is_empty() {
        return format!("{sve}{sme}");
    }
    let grouped = |guard: &str| {
        if guard.contains([',', '|']) {
            format!("({guard})")
        } else {
            guard.to_owned()
        }
    };
    format!("{}|{}", grouped(sve), grouped(sme))
}
