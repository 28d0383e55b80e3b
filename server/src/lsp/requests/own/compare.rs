//! `tablegen/compare`: what a change of the source changed in the records.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::sync::Arc;

use analysis::project::path;
use analysis::record::RecordKind;
use analysis::records::{Rec, Records};
use analysis::sequential;
use analysis::unit::{self, Files};
use analysis::value::Values;
use analysis::value::print::value;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::Location;

use super::records::Named;
use crate::lsp::convert;
use crate::lsp::places::Places;
use crate::lsp::requests::Snapshot;
use crate::lsp::unit::UnitInfo;

#[derive(Debug, Deserialize)]
pub struct CompareParams {
    base: Base,
}

/// What the records are compared with.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Base {
    /// The files as they were saved.
    Save,
    /// The files of a commit.
    Revision(String),
}

#[derive(Debug, Default, Serialize)]
pub struct Comparison {
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

/// `tablegen/compare`. Records without names are not compared: their numbers depend on all others. Where a value
/// mentions one, its number does not count either.
pub fn compare(snapshot: Snapshot, params: CompareParams) -> Result<Comparison> {
    let new = snapshot.unit.records();
    let places = Places::new(&snapshot.unit, snapshot.encoding());
    let info = snapshot.unit.info.clone();
    // From here on the unit may change: reading the other takes long.
    drop(snapshot);
    let folder = &info.found.working_dir;
    let old = match params.base {
        Base::Save => saved_records(&info),
        Base::Revision(revision) => {
            let repository = path::parent(&info.root);
            let files = InRevision::new(folder, repository, &revision)
                .ok_or_else(|| Error::invalid_params(format!("no revision '{revision}'")))?;
            read(&info, &files)
        }
    };
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

/// The records with names, by these; the numbers of anonymous records in them do not count.
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

/// Finds who is who among records whose names differ in numbers only: those that are equal first, then the others in
/// their order. What is left over was removed, or added.
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
    let is_equal = |rec: &Rec| {
        by_text
            .get_mut(&whole_text(*rec))
            .and_then(Vec::pop)
            .is_none()
    };
    let mut old: Vec<Rec> = old.into_iter().filter(is_equal).collect();
    let mut rest: Vec<Rec> = by_text.into_values().flatten().collect();
    rest.sort_by_key(|rec| rec.order());
    let both = old.len().min(rest.len());
    let (removed, added) = (old.split_off(both), rest.split_off(both));
    (old.into_iter().zip(rest).collect(), removed, added)
}

/// All that is compared of a record.
fn whole_text(rec: Rec) -> String {
    let fields = rec.record().fields();
    let fields = fields.map(|it| format!("{}={}\n", it.name, text(rec, it.name.as_str())));
    supers(rec) + "\n" + &fields.collect::<String>()
}

fn named(records: &Records) -> impl Iterator<Item = Rec<'_>> {
    let is_named = |rec: &Rec| rec.record().kind == RecordKind::Def;
    records.defs().filter(is_named)
}

/// The records of a unit's files as they are saved.
pub(super) fn saved_records(info: &UnitInfo) -> Records {
    let folder = &info.found.working_dir;
    read(info, &OnDisk { folder })
}

/// Reads the unit from other files.
fn read(info: &UnitInfo, files: &dyn Files) -> Records {
    let spec = unit::UnitSpec {
        root: info.root.clone(),
        ..info.found.spec.clone()
    };
    let root = files.read(&spec.root).unwrap_or_default();
    let unit = unit::load(&spec, root, files);
    let values = Values::default().within(info.limits);
    sequential::run(Arc::new(values), &unit, info.compat).records
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

/// The value of a field, nothing if there is no such field.
fn text(rec: Rec, field: &str) -> String {
    let Some(field) = rec.field(field) else {
        return String::new();
    };
    match field.value {
        Some(v) => without_numbers(&value(&rec.records().names(), v)).into_owned(),
        None => "?".to_owned(),
    }
}

/// A text without the numbers of anonymous records.
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

/// Files as they were saved.
struct OnDisk<'a> {
    folder: &'a str,
}

impl Files for OnDisk<'_> {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        let bytes = std::fs::read(convert::absolute(self.folder, path)).ok()?;
        Some(syntax::text::decode(&bytes).into())
    }
}

/// Files as a commit has them; those outside the repository as they are now.
struct InRevision {
    folder: String,
    commit: String,
    /// The repository's own folder.
    top: String,
}

impl InRevision {
    /// `folder` is what paths are relative to, `repository` any folder in the repository.
    fn new(folder: &str, repository: &str, revision: &str) -> Option<InRevision> {
        let commit = git(
            repository,
            &[
                "rev-parse",
                "--verify",
                "--quiet",
                "--end-of-options",
                &format!("{revision}^{{commit}}"),
            ],
        )?;
        let line = |it: Vec<u8>| String::from_utf8_lossy(&it).trim().to_owned();
        // The top as the client spells it, which links may lead to.
        let inside = line(git(repository, &["rev-parse", "--show-prefix"])?);
        let top = repository.strip_suffix(inside.trim_end_matches('/'))?;
        Some(InRevision {
            folder: folder.to_owned(),
            commit: line(commit),
            top: top.trim_end_matches('/').to_owned(),
        })
    }
}

impl Files for InRevision {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        let path = convert::absolute(&self.folder, path);
        let inside = path
            .strip_prefix(&self.top)
            .and_then(|it| it.strip_prefix('/'));
        let bytes = match inside {
            Some(inside) => {
                let name = format!("{}:{inside}", self.commit);
                git(&self.top, &["cat-file", "blob", &name])?
            }
            None => std::fs::read(&path).ok()?,
        };
        Some(syntax::text::decode(&bytes).into())
    }
}

/// What git prints; `None` if it fails or is not there.
fn git(folder: &str, args: &[&str]) -> Option<Vec<u8>> {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(args)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    output.status.success().then_some(output.stdout)
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
