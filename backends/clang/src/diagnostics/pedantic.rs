//! The implicit members of `-Wpedantic`: extensions that are off by default, and groups that contain nothing else.

use rustc_hash::FxHashMap;

use super::Diag;
use super::groups::{Groups, Parents};
use backend::{Fatal, Rec};

/// The name of the group that `-Wpedantic` controls.
pub(super) const NAME: &str = "pedantic";

/// The implicit direct members of the group `pedantic`.
pub(super) struct Pedantic<'a> {
    pub diags: Vec<Diag<'a>>,
    pub groups: Vec<Rec<'a>>,
}

impl<'a> Pedantic<'a> {
    pub(super) fn new(
        diags: &[Diag<'a>],
        defs: &[Rec<'a>],
        groups: &Groups<'a>,
        parents: &Parents<'a>,
    ) -> Result<Pedantic<'a>, Fatal> {
        let mut covered = Covered {
            groups,
            parents,
            counts: FxHashMap::default(),
        };
        let mut extensions = Vec::new();
        for diag in diags {
            if !is_extension_and_off(diag)? {
                continue;
            }
            extensions.push(*diag);
            if let Some(group) = diag.group
                && !is_in_pedantic(group, parents)?
            {
                covered.add(group)?;
            }
        }
        let mut pedantic = Pedantic {
            diags: Vec::new(),
            groups: Vec::new(),
        };
        for diag in extensions {
            let covers = |group| covered.covers(group);
            if !diag.group.map(covers).transpose()?.unwrap_or(false) {
                pedantic.diags.push(diag);
            }
        }
        for &group in defs {
            if covered.covers(group)? && !covered.covers_all_around(group)? {
                pedantic.groups.push(group);
            }
        }
        Ok(pedantic)
    }
}

fn is_extension_and_off(diag: &Diag) -> Result<bool, Fatal> {
    Ok(diag.class()? == "CLASS_EXTENSION"
        && diag.rec.def("DefaultSeverity")?.string("Name")? == "Ignored")
}

/// Whether a group is `pedantic`, or explicitly listed in it, directly or through other groups.
fn is_in_pedantic<'a>(group: Rec<'a>, parents: &Parents<'a>) -> Result<bool, Fatal> {
    for group in parents.around(group) {
        if group.string("GroupName")? == NAME {
            return Ok(true);
        }
    }
    Ok(false)
}

/// For each group, the number of its direct members (diagnostics and subgroups) that implicitly belong to `-Wpedantic`.
struct Covered<'g, 'a> {
    groups: &'g Groups<'a>,
    parents: &'g Parents<'a>,
    counts: FxHashMap<Rec<'a>, usize>,
}

impl<'a> Covered<'_, 'a> {
    /// Counts one more member of `group`. A group whose members are all counted is itself counted as a member of its
    /// parents.
    fn add(&mut self, group: Rec<'a>) -> Result<(), Fatal> {
        let mut rest = vec![group];
        while let Some(group) = rest.pop() {
            *self.counts.entry(group).or_default() += 1;
            if self.covers(group)? {
                rest.extend(self.parents.members(group));
            }
        }
        Ok(())
    }

    /// Whether a group is nonempty and all its members implicitly belong to `-Wpedantic`.
    fn covers(&self, group: Rec<'a>) -> Result<bool, Fatal> {
        let Some(count) = self.counts.get(&group) else {
            return Ok(false);
        };
        let members = self.groups.get(&group.string("GroupName")?);
        let size = members.map_or(0, |group| group.subgroups.len() + group.diags.len());
        Ok(*count == size)
    }

    /// Whether a group has parents and all members of each parent implicitly belong to `-Wpedantic`.
    fn covers_all_around(&self, group: Rec<'a>) -> Result<bool, Fatal> {
        let parents = self.parents.members(group);
        for parent in parents {
            if !self.covers(*parent)? {
                return Ok(false);
            }
        }
        Ok(!parents.is_empty())
    }
}
