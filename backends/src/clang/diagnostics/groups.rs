//! Which diagnostics are in which groups, and which groups are in which.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use analysis::diagnostic::{Diagnostic, Severity};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::error_at;
use super::group_of;
use crate::{Fatal, Output, Rec};

/// All groups by name.
pub type Groups<'a> = BTreeMap<Cow<'a, str>, Group<'a>>;

/// What records say about the group of one name.
#[derive(Default)]
pub struct Group<'a> {
    /// Its place among all groups.
    pub number: usize,
    pub diags: Vec<Rec<'a>>,
    /// Names of the groups in it.
    pub subgroups: Vec<Cow<'a, str>>,
    /// The records of class `DiagGroup` with this name.
    pub defs: Vec<Rec<'a>>,
}

/// Puts diagnostics into their groups. Groups that are defined twice are told to `out`.
pub fn groups<'a>(
    diags: &[Rec<'a>],
    defs: &[Rec<'a>],
    out: &mut Output,
) -> Result<Groups<'a>, Fatal> {
    let mut groups = Groups::new();
    for &diag in diags {
        if let Some(group) = group_of(diag)? {
            let name = group.string("GroupName")?;
            groups.entry(name).or_default().diags.push(diag);
        }
    }
    for &def in defs {
        let group = groups.entry(def.string("GroupName")?).or_default();
        group.defs.push(def);
        for subgroup in def.list_of_defs("SubGroups")? {
            group.subgroups.push(subgroup.string("GroupName")?);
        }
    }
    for (number, group) in groups.values_mut().enumerate() {
        group.number = number;
    }
    for (name, group) in &groups {
        check_unique(name, group, out)?;
    }
    Ok(groups)
}

/// Tells if a group is defined more than once: by a record, or by a diagnostic that names it in place.
fn check_unique(name: &str, group: &Group, out: &mut Output) -> Result<(), Fatal> {
    let is_anonymous = |def: &Rec| def.record().is_anonymous();
    if let [def] = group.defs[..]
        && (!is_anonymous(&def) || group.diags.len() <= 1)
    {
        return Ok(());
    }
    let mut used = FxHashSet::default();
    let mut in_place = Vec::new();
    for &diag in &group.diags {
        if let Some(def) = group_of(diag)? {
            used.insert(def);
            if is_anonymous(&def) {
                in_place.push(diag);
            }
        }
    }
    let explicit = group.defs.iter().filter(|def| !used.contains(def));
    let explicit = explicit.map(|def| (*def, ""));
    let implicit = in_place.into_iter().map(|diag| (diag, "implicitly "));
    for (index, (rec, how)) in explicit.chain(implicit).enumerate() {
        let loc = rec.record().locs[0];
        out.forgive(match index {
            0 => error_at(
                loc,
                format!("group '{name}' is {how}defined more than once"),
            ),
            _ => Diagnostic {
                severity: Severity::Note,
                ..error_at(loc, format!("also {how}defined here"))
            },
        });
    }
    Ok(())
}

/// The groups that each group is in.
pub struct Parents<'a>(FxHashMap<Rec<'a>, Vec<Rec<'a>>>);

impl<'a> Parents<'a> {
    pub fn new(defs: &[Rec<'a>]) -> Result<Parents<'a>, Fatal> {
        let mut parents: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for &def in defs {
            for subgroup in def.list_of_defs("SubGroups")? {
                parents.entry(subgroup).or_default().push(def);
            }
        }
        Ok(Parents(parents))
    }

    pub fn of(&self, group: Rec<'a>) -> &[Rec<'a>] {
        self.0.get(&group).map_or(&[], |parents| parents)
    }

    /// A group and all groups around it, the first parent and all around that first.
    pub fn around(&self, group: Rec<'a>) -> Vec<Rec<'a>> {
        let mut found = Vec::new();
        let mut known = FxHashSet::default();
        let mut rest = vec![group];
        while let Some(group) = rest.pop() {
            if known.insert(group) {
                found.push(group);
                rest.extend(self.of(group).iter().rev());
            }
        }
        found
    }
}

/// The categories of diagnostics, the empty one first.
pub struct Categories<'a> {
    pub names: Vec<Cow<'a, str>>,
    numbers: FxHashMap<Cow<'a, str>, usize>,
    of_groups: FxHashMap<Rec<'a>, Cow<'a, str>>,
}

impl<'a> Categories<'a> {
    pub fn new(diags: &[Rec<'a>], parents: &Parents<'a>) -> Result<Categories<'a>, Fatal> {
        let mut categories = Categories {
            names: vec![Cow::Borrowed("")],
            numbers: FxHashMap::from_iter([(Cow::Borrowed(""), 0)]),
            of_groups: FxHashMap::default(),
        };
        for &diag in diags {
            if let Some(group) = group_of(diag)?
                && let Entry::Vacant(new) = categories.of_groups.entry(group)
            {
                new.insert(category_around(group, parents)?);
            }
            let name = categories.of(diag)?;
            if let Entry::Vacant(new) = categories.numbers.entry(name.clone()) {
                new.insert(categories.names.len());
                categories.names.push(name);
            }
        }
        Ok(categories)
    }

    /// The category of one of the diagnostics: that of its group or of a group around it, or else its own.
    fn of(&self, diag: Rec<'a>) -> Result<Cow<'a, str>, Fatal> {
        let of_group = group_of(diag)?.and_then(|group| self.of_groups.get(&group));
        match of_group {
            Some(name) if !name.is_empty() => Ok(name.clone()),
            _ => diag.string("CategoryName"),
        }
    }

    /// The number of that.
    pub fn number(&self, diag: Rec<'a>) -> Result<usize, Fatal> {
        let category = self.of(diag)?;
        Ok(self.numbers.get(&category).copied().unwrap_or_default())
    }
}

/// The category of a group or of the next one around it that has one, or nothing.
fn category_around<'a>(group: Rec<'a>, parents: &Parents<'a>) -> Result<Cow<'a, str>, Fatal> {
    for group in parents.around(group) {
        let name = group.string("CategoryName")?;
        if !name.is_empty() {
            return Ok(name);
        }
    }
    Ok(Cow::Borrowed(""))
}
