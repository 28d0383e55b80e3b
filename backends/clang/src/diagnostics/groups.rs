//! The groups of diagnostics: the diagnostics and subgroups of each group.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use elaborate::diagnostic::{Diagnostic, Severity};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::super::error_at;
use super::Diag;
use backend::{Context, Fatal, Rec};

/// All groups, sorted by name.
pub(super) type Groups<'a> = BTreeMap<Cow<'a, str>, Group<'a>>;

/// A group: its members, and the records that define it. Definitions of the same name are merged.
#[derive(Default)]
pub(super) struct Group<'a> {
    /// The group's index among all groups, sorted by name.
    pub number: usize,
    pub diags: Vec<Diag<'a>>,
    /// The names of the direct subgroups.
    pub subgroups: Vec<Cow<'a, str>>,
    /// The records of class `DiagGroup` that define the group.
    pub defs: Vec<Rec<'a>>,
}

/// All groups with their diagnostics. A group that is defined more than once is reported.
pub(super) fn groups<'a>(
    cx: &Context,
    diags: &[Diag<'a>],
    defs: &[Rec<'a>],
) -> Result<Groups<'a>, Fatal> {
    let mut groups = Groups::new();
    for &diag in diags {
        if let Some(group) = diag.group {
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
        check_unique(cx, name, group)?;
    }
    Ok(groups)
}

/// Reports a group that is defined more than once: explicitly by records, or implicitly by diagnostics with anonymous
/// groups of this name.
fn check_unique(cx: &Context, name: &str, group: &Group) -> Result<(), Fatal> {
    let is_anonymous = |def: &Rec| def.is_anonymous();
    if let [def] = group.defs[..]
        && (!is_anonymous(&def) || group.diags.len() <= 1)
    {
        return Ok(());
    }
    let mut used = FxHashSet::default();
    let mut in_place = Vec::new();
    for &diag in &group.diags {
        if let Some(def) = diag.group {
            used.insert(def);
            if is_anonymous(&def) {
                in_place.push(diag.rec);
            }
        }
    }
    let explicit = group.defs.iter().filter(|def| !used.contains(def));
    let explicit = explicit.map(|def| (*def, ""));
    let implicit = in_place.into_iter().map(|diag| (diag, "implicitly "));
    for (index, (rec, how)) in explicit.chain(implicit).enumerate() {
        let loc = rec.record().locs[0];
        cx.forgive(match index {
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

/// The groups that directly contain each group.
pub(super) struct Parents<'a>(FxHashMap<Rec<'a>, Vec<Rec<'a>>>);

impl<'a> Parents<'a> {
    pub(super) fn new(defs: &[Rec<'a>]) -> Result<Parents<'a>, Fatal> {
        let mut parents: FxHashMap<_, Vec<_>> = FxHashMap::default();
        for &def in defs {
            for subgroup in def.list_of_defs("SubGroups")? {
                parents.entry(subgroup).or_default().push(def);
            }
        }
        Ok(Parents(parents))
    }

    pub(super) fn members(&self, group: Rec<'a>) -> &[Rec<'a>] {
        self.0.get(&group).map_or(&[], |parents| parents)
    }

    /// A group and all groups that contain it, directly or not, in the order of a depth-first search.
    pub(super) fn around(&self, group: Rec<'a>) -> Vec<Rec<'a>> {
        let mut found = Vec::new();
        let mut known = FxHashSet::default();
        let mut rest = vec![group];
        while let Some(group) = rest.pop() {
            if known.insert(group) {
                found.push(group);
                rest.extend(self.members(group).iter().rev());
            }
        }
        found
    }
}

/// The categories of diagnostics.
pub(super) struct Categories<'a> {
    /// The distinct names of categories. The first is the empty name.
    pub names: Vec<Cow<'a, str>>,
    /// For each diagnostic, the index of its category in `names`.
    pub of_diags: Vec<usize>,
}

impl<'a> Categories<'a> {
    pub(super) fn new(diags: &[Diag<'a>], parents: &Parents<'a>) -> Result<Categories<'a>, Fatal> {
        let mut numbers: IndexSet<_, FxBuildHasher> = IndexSet::from_iter([Cow::Borrowed("")]);
        let mut of_groups = FxHashMap::default();
        let mut of_diags = Vec::with_capacity(diags.len());
        for diag in diags {
            let of_group = match diag.group {
                None => "".into(),
                Some(group) => match of_groups.entry(group) {
                    Entry::Occupied(known) => Cow::clone(known.get()),
                    Entry::Vacant(new) => new.insert(category_around(group, parents)?).clone(),
                },
            };
            let name = if of_group.is_empty() {
                diag.category()?
            } else {
                of_group
            };
            of_diags.push(numbers.insert_full(name).0);
        }
        Ok(Categories {
            names: numbers.into_iter().collect(),
            of_diags,
        })
    }
}

/// The first category of a group and its ancestors, in the order of [`Parents::around`]; empty if none of these groups
/// has a category.
fn category_around<'a>(group: Rec<'a>, parents: &Parents<'a>) -> Result<Cow<'a, str>, Fatal> {
    for group in parents.around(group) {
        let name = group.string("CategoryName")?;
        if !name.is_empty() {
            return Ok(name);
        }
    }
    Ok(Cow::Borrowed(""))
}
