//! `tablegen/compare`: the changes of records between two states of the source.

use std::borrow::Cow;
use std::collections::BTreeMap;

use elaborate::record::RecordKind;
use elaborate::records::{Rec, Records};
use elaborate::value::print::value;
use lsp_types::Location;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;

use super::base::Base;
use crate::lsp::places::{Named, Places};
use crate::lsp::requests::Snapshot;

#[derive(Debug, Deserialize)]
pub(super) struct CompareParams {
    base: Base,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct Comparison {
    added: Vec<Named>,
    removed: Vec<Removed>,
    changed: Vec<Changed>,
}

#[derive(Debug, Serialize)]
struct Removed {
    name: String,
}

#[derive(Debug, Serialize)]
struct Changed {
    name: String,
    location: Option<Location>,
    fields: Vec<ChangedField>,
}

#[derive(Debug, Serialize)]
struct ChangedField {
    name: String,
    old: String,
    new: String,
}

/// `tablegen/compare`. Anonymous records are not compared, since their numbers depend on all other records. If a value
/// mentions an anonymous record, the number of this record is ignored when the value is compared.
pub(super) fn compare(snapshot: Snapshot, params: CompareParams) -> Result<Comparison> {
    let base = params.base.open(&snapshot)?;
    let new = snapshot.unit.records();
    let places = Places::new(&snapshot.unit, snapshot.encoding());
    // Reading the other state takes long. The unit may change meanwhile.
    drop(snapshot);
    let old = base.read()?.records;
    let mut out = Comparison::default();
    let mut now_by_name = by_name(&new);
    for (name, before) in by_name(&old) {
        let now = now_by_name.remove(&name).unwrap_or_default();
        let (pairs, removed, added) = pair(before, now);
        for (rec, now) in pairs {
            let fields = changed_fields(rec, now);
            if !fields.is_empty() {
                out.changed.push(Changed {
                    name: now.name().to_owned(),
                    location: places.of_record(now.record()),
                    fields,
                });
            }
        }
        let removed = removed.iter().map(|rec| rec.name().to_owned());
        out.removed.extend(removed.map(|name| Removed { name }));
        out.added
            .extend(added.into_iter().map(|rec| Named::new(&places, rec)));
    }
    let added = now_by_name.into_values().flatten();
    out.added.extend(added.map(|rec| Named::new(&places, rec)));
    Ok(out)
}

/// The named records, grouped by name. In a name that contains the name of an anonymous record, the number of that
/// record is left out.
fn by_name(records: &Records) -> BTreeMap<Cow<'_, str>, Vec<Rec<'_>>> {
    let mut by_name: BTreeMap<_, Vec<Rec>> = BTreeMap::default();
    for rec in named(records) {
        by_name
            .entry(without_numbers(rec.name()))
            .or_default()
            .push(rec);
    }
    by_name
}

/// Pairs the old and new records of one name, as [`by_name`] returns them. A single old record is paired with a single
/// new one. Otherwise, equal records are left out, and the others are paired in order. Returns the pairs, the old
/// records without a partner, and the new records without a partner.
fn pair<'a>(
    old: Vec<Rec<'a>>,
    new: Vec<Rec<'a>>,
) -> (Vec<(Rec<'a>, Rec<'a>)>, Vec<Rec<'a>>, Vec<Rec<'a>>) {
    if let ([one], [other]) = (&old[..], &new[..]) {
        return (vec![(*one, *other)], Vec::new(), Vec::new());
    }
    let mut by_text: FxHashMap<String, Vec<Rec>> = FxHashMap::default();
    for rec in new.iter().rev() {
        by_text.entry(whole_text(*rec)).or_default().push(*rec);
    }
    let has_no_equal = |rec: &Rec| {
        by_text
            .get_mut(&whole_text(*rec))
            .and_then(Vec::pop)
            .is_none()
    };
    let mut old: Vec<Rec> = old.into_iter().filter(has_no_equal).collect();
    let mut rest: Vec<Rec> = by_text.into_values().flatten().collect();
    rest.sort_by_key(|rec| rec.order());
    let both = old.len().min(rest.len());
    let (removed, added) = (old.split_off(both), rest.split_off(both));
    (old.into_iter().zip(rest).collect(), removed, added)
}

/// The text of a record's superclasses and fields, by which records are compared.
fn whole_text(rec: Rec) -> String {
    let fields = rec.record().fields();
    let fields = fields.map(|it| format!("{}={}\n", it.name, text(rec, it.name.as_str())));
    supers(rec) + "\n" + &fields.collect::<String>()
}

fn named(records: &Records) -> impl Iterator<Item = Rec<'_>> {
    let is_named = |rec: &Rec| rec.record().kind == RecordKind::Def;
    records.defs().filter(is_named)
}

fn changed_fields(old: Rec, new: Rec) -> Vec<ChangedField> {
    let mut changed = Vec::new();
    let mut add = |name: &str, old: String, new: String| {
        if old != new {
            changed.push(ChangedField {
                name: name.to_owned(),
                old,
                new,
            });
        }
    };
    add("(superclasses)", supers(old), supers(new));
    for field in old.record().fields() {
        let name = field.name.as_str();
        add(name, text(old, name), text(new, name));
    }
    for field in new.record().fields() {
        let name = field.name.as_str();
        if old.field(name).is_none() {
            add(name, String::new(), text(new, name));
        }
    }
    changed
}

fn supers(rec: Rec) -> String {
    let names = rec.record().supers.iter().map(|it| it.as_str());
    names.collect::<Vec<_>>().join(" ")
}

/// The printed value of a field without the numbers of anonymous records; empty if there is no such field.
fn text(rec: Rec, field: &str) -> String {
    let Some(field) = rec.field(field) else {
        return String::new();
    };
    match field.value {
        Some(v) => without_numbers(&value(&rec.records().names(), v)).into_owned(),
        None => "?".to_owned(),
    }
}

/// The text without the numbers in names of anonymous records.
fn without_numbers(text: &str) -> Cow<'_, str> {
    const NAME: &str = "anonymous_";
    if !text.contains(NAME) {
        return Cow::Borrowed(text);
    }
    let mut parts = text.split(NAME);
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        out.push_str("anonymous");
        out.push_str(part.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_do_not_count() {
        assert_eq!(without_numbers("(a anonymous_12, b)"), "(a anonymous, b)");
        assert_eq!(without_numbers("nothing"), "nothing");
    }
}
