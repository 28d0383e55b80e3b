//! Collecting options by their groups.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::super::hierarchy::{MAX_DEPTH, too_deep};
use super::super::source_order::source_order;
use super::{Audience, def_in};
use backend::{Fatal, Rec, Records, std_sort};

/// The contents of a group, or of the top level.
#[derive(Default)]
pub(super) struct Content<'a> {
    pub groups: Vec<Group<'a>>,
    pub options: Vec<Documented<'a>>,
}

pub(super) struct Group<'a> {
    pub rec: Rec<'a>,
    pub content: Content<'a>,
}

pub(super) struct Documented<'a> {
    pub option: Rec<'a>,
    pub aliases: Vec<Rec<'a>>,
}

/// The name of an option and the option. The name is the sort key.
type Named<'a> = (Cow<'a, str>, Rec<'a>);

#[derive(Default)]
struct Members<'a> {
    /// For each group, the groups directly in it. The key `None` is the top level, here and in `options`.
    groups: FxHashMap<Option<Rec<'a>>, Vec<Rec<'a>>>,
    options: FxHashMap<Option<Rec<'a>>, Vec<Named<'a>>>,
    aliases: FxHashMap<Rec<'a>, Vec<Named<'a>>>,
}

/// All visible options by group. Empty groups are omitted.
pub(super) fn content<'a>(records: &'a Records, audience: &Audience) -> Result<Content<'a>, Fatal> {
    let mut options = Vec::new();
    for option in records.derived("Option")? {
        options.push((option.string("Name")?, option));
    }
    let mut members = Members::default();
    for group in records.derived("OptionGroup")? {
        if !is_flat(group)? {
            let parent = group_of(group)?;
            members.groups.entry(parent).or_default().push(group);
        }
    }
    let by_name: FxHashMap<Cow<str>, Rec> = options.iter().cloned().collect();
    for (name, option) in options {
        if let Some(target) = alias_target(&name, option, &by_name)? {
            members
                .aliases
                .entry(target)
                .or_default()
                .push((name, option));
        } else {
            let group = group_of(option)?;
            members
                .options
                .entry(group)
                .or_default()
                .push((name, option));
        }
    }
    members.content(None, audience, 0)
}

/// The option that `option` is an alias of. An option named `no-foo` counts as an alias of the option `foo`, and an
/// option named `fno-bar` as an alias of the option `fbar`, if these options exist.
fn alias_target<'a>(
    name: &str,
    option: Rec<'a>,
    by_name: &FxHashMap<Cow<str>, Rec<'a>>,
) -> Result<Option<Rec<'a>>, Fatal> {
    if let Some(target) = def_in(option, "Alias")? {
        return Ok(Some(target));
    }
    if name.len() < 4 {
        return Ok(None);
    }
    let positive = name.strip_prefix("no-").map(Cow::from);
    if let Some(target) = positive.and_then(|name| by_name.get(&name)) {
        return Ok(Some(*target));
    }
    let positive = match (name.get(..1), name.get(1..4), name.get(4..)) {
        (Some(first), Some("no-"), Some(rest)) => Cow::from(format!("{first}{rest}")),
        _ => return Ok(None),
    };
    Ok(by_name.get(&positive).copied())
}

/// Whether the contents of a group are shown in its parent.
fn is_flat(group: Rec) -> Result<bool, Fatal> {
    match group.field("DocFlatten") {
        Some(_) => group.bit("DocFlatten"),
        None => Ok(false),
    }
}

/// The group in which an option or a group is shown: the innermost enclosing group that is not flattened. `None` for
/// the top level.
fn group_of<'a>(member: Rec<'a>) -> Result<Option<Rec<'a>>, Fatal> {
    let mut group = def_in(member, "Group")?;
    for _ in 0..MAX_DEPTH {
        match group {
            Some(flat) if is_flat(flat)? => group = def_in(flat, "Group")?,
            _ => return Ok(group),
        }
    }
    Err(too_deep(member))
}

impl<'a> Members<'a> {
    fn content(
        &mut self,
        group: Option<Rec<'a>>,
        audience: &Audience,
        depth: usize,
    ) -> Result<Content<'a>, Fatal> {
        let mut content = Content::default();
        let mut groups = self.groups.remove(&group).unwrap_or_default();
        std_sort::sort(&mut groups, |a, b| source_order(*a).cmp(&source_order(*b)));
        for rec in groups {
            if depth == MAX_DEPTH {
                return Err(too_deep(rec));
            }
            let inside = self.content(Some(rec), audience, depth + 1)?;
            if !inside.groups.is_empty() || !inside.options.is_empty() {
                content.groups.push(Group {
                    rec,
                    content: inside,
                });
            }
        }
        let options = self.options.remove(&group).unwrap_or_default();
        for option in sorted(options) {
            if audience.sees(option)? {
                let aliases = self.aliases.remove(&option).unwrap_or_default();
                content.options.push(Documented {
                    option,
                    aliases: sorted(aliases),
                });
            }
        }
        Ok(content)
    }
}

fn sorted(mut options: Vec<Named>) -> Vec<Rec> {
    std_sort::sort(&mut options, |(a, _), (b, _)| a.cmp(b));
    options.into_iter().map(|(_, option)| option).collect()
}
