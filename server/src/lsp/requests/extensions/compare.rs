//! `tablegen/compare`: what a change of the source changed in the records.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use elaborate::record::RecordKind;
use elaborate::records::{Rec, Records};
use elaborate::sequential;
use elaborate::unit::{self, Files};
use elaborate::value::ValueStore;
use elaborate::value::print::value;
use project::path;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::Location;

use crate::disk;
use crate::lsp::convert;
use crate::lsp::git::Git;
use crate::lsp::places::{Named, Places};
use crate::lsp::previews::runs::{Run, Why};
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
    if let Base::Revision(_) = params.base {
        may_run_git(&snapshot)?;
    }
    let new = snapshot.unit.records();
    let places = Places::new(&snapshot.unit, snapshot.encoding());
    let info = snapshot.unit.info.clone();
    let (folders, previews) = (snapshot.folders.clone(), snapshot.previews.clone());
    let stop = snapshot.stop.clone();
    // From here on the unit may change: reading the other takes long.
    drop(snapshot);
    let folder = &info.found.working_dir;
    let old = match params.base {
        Base::Save => saved_records(&info),
        Base::Revision(revision) => {
            // It ends when the request is cancelled, and with the server.
            let begun = previews.begin(Run {
                unit: info.id.clone(),
                what: None,
                why: Why::Saved,
                stop: stop.clone(),
            });
            let _begun = begun.ok_or_else(Error::request_cancelled)?;
            let git = Git::find(&of_workspace(&folders, &info.root), &stop);
            let git = git.map_err(|it| Error::invalid_params(format!("git: {it}")))?;
            let files = InRevision::new(git, folder, path::parent(&info.root), &revision);
            let files = files.map_err(|said| {
                Error::invalid_params(format!("no revision '{revision}': {said}"))
            })?;
            let records = read(&info, &files);
            if stop.is_stopped() {
                return Err(Error::request_cancelled());
            }
            records
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

/// A repository is the workspace's, and git is a program of many parts: it is only run where the client says that the
/// workspace is trusted, and on nothing else.
fn may_run_git(snapshot: &Snapshot) -> Result<()> {
    if !snapshot.settings.trusted {
        let message = "git is not run: the client does not say that the workspace is trusted";
        return Err(Error::invalid_params(message));
    }
    let root = &snapshot.unit.info.root;
    let mut folders = snapshot.folders.iter();
    if !snapshot.folders.is_empty() && !folders.any(|it| path::is_below(root, it)) {
        let message = format!("git is not run: '{root}' is not in the workspace");
        return Err(Error::invalid_params(message));
    }
    Ok(())
}

/// The folders that no program is taken from: the workspace's, and the repository that the root lies in.
fn of_workspace(folders: &[String], root: &str) -> Vec<PathBuf> {
    let mut around = path::ancestors(path::parent(root));
    let repository = around.find(|it| PathBuf::from(it).join(".git").exists());
    let own = repository.unwrap_or(path::parent(root));
    let folders = folders.iter().map(String::as_str);
    folders.chain([own]).map(PathBuf::from).collect()
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
    let values = ValueStore::default().within(info.limits);
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
        disk::source(convert::absolute(self.folder, path))
    }
}

/// Files as a commit has them; those outside the repository as they are now.
struct InRevision<'a> {
    git: Git<'a>,
    folder: &'a str,
    commit: String,
    /// The repository's own folder.
    top: String,
}

impl<'a> InRevision<'a> {
    /// `folder` is what paths are relative to, `repository` any folder in the repository.
    fn new(
        git: Git<'a>,
        folder: &'a str,
        repository: &str,
        revision: &str,
    ) -> std::result::Result<InRevision<'a>, String> {
        let (commit, inside) = git.commit(repository, revision)?;
        // The top as the client spells it, which links may lead to.
        let top = repository.strip_suffix(inside.trim_end_matches('/'));
        let top =
            top.ok_or_else(|| format!("'{repository}' is called otherwise in its repository"))?;
        Ok(InRevision {
            git,
            folder,
            commit,
            top: top.trim_end_matches('/').to_owned(),
        })
    }
}

impl Files for InRevision<'_> {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        let path = convert::absolute(self.folder, path);
        let inside = path
            .strip_prefix(&self.top)
            .and_then(|it| it.strip_prefix('/'));
        match inside {
            Some(inside) => Some(self.git.text(&self.top, &self.commit, inside)?.into()),
            None => disk::source(path),
        }
    }
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
