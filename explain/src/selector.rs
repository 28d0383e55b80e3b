//! Mistakes in selection patterns: errors that the reference reports as well, and hints on unused patterns and
//! fragments, on instructions that claim to read memory although their patterns do not, and on unused combine rules.

mod effects;
#[cfg(test)]
mod tests;
mod unused;

use backend::{Context, Diagnostic, Rec, RecordId, Severity};
use elaborate::diagnostic::At;
use elaborate::ids::Loc;
use isel_backends::{ShadowedCombines, Shadows};
use pattern_model::Patterns;
use rustc_hash::{FxHashMap, FxHashSet};
use target_model::instructions::Instructions;
use target_model::registers::Registers;

use effects::Contradicted;
use unused::Unused;

/// The maximum number of hints of each kind.
const MAX_HINTS: usize = 2000;

/// The reference's errors in the patterns of a unit and in the records that they use. Errors without a location are
/// left to the backends, and so are errors in instructions and registers themselves.
pub(crate) fn errors(cx: &Context) -> Vec<Diagnostic> {
    if cx.records.class("SDPatternOperator").is_none() || cx.model::<Instructions>().is_err() {
        return Vec::new();
    }
    let mut others = cx.said_of::<Instructions>();
    others.extend(cx.said_of::<Registers>());
    let mut said = cx.said_of::<Patterns>();
    said.retain(|it| it.at.or(it.near).is_some() && !others.contains(it));
    said
}

/// Hints on records, computed from this unit alone: another unit with the same sources may need a record that is unused
/// here. There are no hints if a pattern has an error.
///
/// A `def` in a multiclass or a loop defines several records. A hint is given once, and only if it holds for all of
/// them.
pub(crate) fn hints(cx: &Context) -> Vec<Diagnostic> {
    let Ok(patterns) = cx.model::<Patterns>() else {
        return Vec::new();
    };
    let mut hints = Vec::new();
    if let Ok(shadows) = cx.model::<Shadows>() {
        let by: FxHashMap<RecordId, RecordId> =
            shadows.0.iter().map(|it| (it.rec, it.by)).collect();
        let all = patterns.list.iter().map(|it| it.rec);
        let found = shadows.0.iter().map(|it| it.rec);
        hints.extend(at_places(cx, all, found).map(|found| {
            let message = match found.count {
                1 => "no selector uses this pattern".to_owned(),
                count => format!("no selector uses this pattern, in {count} instances"),
            };
            let hint = found.hint(format!(
                "{message}: an earlier one matches whatever it matches"
            ));
            tried_before(hint, cx.records.rec(by[&found.rec.id()]))
        }));
    }
    if let Ok(unused) = cx.model::<Unused>() {
        let (all, found) = (unused.all.iter().copied(), unused.found.iter().copied());
        hints.extend(at_places(cx, all, found).map(|found| {
            let kind = if found.rec.is_a("ComplexPattern") {
                "complex pattern"
            } else {
                "fragment"
            };
            let mut hint = found.hint(format!("no pattern uses the {kind} {}", found.names()));
            hint.unused = true;
            hint
        }));
    }
    if let Ok(contradicted) = cx.model::<Contradicted>() {
        let all = contradicted.all.iter().copied();
        let found = contradicted.found.iter().copied();
        hints.extend(at_places(cx, all, found).map(|found| {
            let says = match found.count {
                1 => "says mayLoad, but its pattern reads",
                _ => "say mayLoad, but their patterns read",
            };
            found.hint(format!("{} {says} no memory", found.names()))
        }));
    }
    hints
}

/// Hints on combine rules that no combiner of the unit applies.
pub(crate) fn unused_combines(cx: &Context) -> Vec<Diagnostic> {
    let Ok(shadows) = cx.model::<ShadowedCombines>() else {
        return Vec::new();
    };
    let by: FxHashMap<RecordId, RecordId> =
        shadows.found.iter().map(|it| (it.rec, it.by)).collect();
    let all = shadows.all.iter().copied();
    let found = shadows.found.iter().map(|it| it.rec);
    let hints = at_places(cx, all, found).map(|found| {
        let hint = found.hint(format!(
            "no combiner applies {}: where it matches, an earlier rule is applied",
            found.names()
        ));
        tried_before(hint, cx.records.rec(by[&found.rec.id()]))
    });
    hints.collect()
}

/// Adds a note to `hint`. The note says that the record `by` is tried before the record of the hint.
fn tried_before(hint: Diagnostic, by: Rec) -> Diagnostic {
    let note = if by.is_anonymous() {
        "this one is tried first".to_owned()
    } else {
        format!("'{}' is tried first", by.name())
    };
    hint.with_note(place(by).map(At::start), note)
}

/// A hint on the records that are defined at one location.
struct FoundHint<'a> {
    /// The first of the records.
    rec: Rec<'a>,
    /// The number of records that are defined at the location.
    count: usize,
}

impl FoundHint<'_> {
    fn names(&self) -> String {
        let name = self.rec.name();
        match self.count {
            1 => format!("'{name}'"),
            count => format!("'{name}' and {} more", count - 1),
        }
    }

    fn hint(&self, message: String) -> Diagnostic {
        // A hint on several records does not show how one of them is instantiated.
        let at = place(self.rec).map(At::start);
        match self.count {
            1 => self.rec.diagnostic(Severity::Note, message),
            _ => Diagnostic::new(Severity::Note, at, message),
        }
    }
}

/// Groups the records `found` by the location of their definitions. Locations at which `all` has further records are
/// left out.
fn at_places<'a>(
    cx: &Context<'a>,
    all: impl Iterator<Item = RecordId>,
    found: impl Iterator<Item = RecordId>,
) -> impl Iterator<Item = FoundHint<'a>> {
    let records = cx.records;
    let found: Vec<Rec> = found.map(|it| records.rec(it)).collect();
    let among: FxHashSet<RecordId> = found.iter().map(|it| it.id()).collect();
    let others = all.filter(|it| !among.contains(it));
    let others: FxHashSet<Loc> = others.filter_map(|it| place(records.rec(it))).collect();
    let mut at: FxHashMap<Loc, usize> = FxHashMap::default();
    let mut places: Vec<FoundHint> = Vec::new();
    for rec in found {
        let Some(place) = place(rec) else { continue };
        if others.contains(&place) {
            continue;
        }
        match at.get(&place) {
            Some(known) => places[*known].count += 1,
            None => {
                at.insert(place, places.len());
                places.push(FoundHint { rec, count: 1 });
            }
        }
    }
    places.truncate(MAX_HINTS);
    places.into_iter()
}

fn place(rec: Rec) -> Option<Loc> {
    rec.record().locs.first().copied()
}
