//! The order of register classes, and their subclasses.

use std::cmp::Ordering;

use backend::bit_set::BitSet;
use backend::ids::{Arena, Id};
use backend::{Fatal, Records, spend};

use super::projections::Projection;
use super::{ClassId, IndexId, RegisterClass, changes};

type Classes = Arena<ClassId, RegisterClass>;

/// Sorts classes so that each class comes before its subclasses. Also finds subclasses, and copies properties to
/// inferred classes.
pub(super) fn order(
    records: &Records,
    classes: Classes,
    projections: Vec<Projection>,
) -> Result<Classes, Fatal> {
    let mut numbered: Vec<(ClassId, RegisterClass)> =
        (0..).map(ClassId).zip(classes.into_vec()).collect();
    numbered.sort_by(|(_, a), (_, b)| compare(a, b));
    let mut new = vec![ClassId(0); numbered.len()];
    for (at, (old, _)) in numbered.iter().enumerate() {
        new[old.index()] = ClassId::from_index(at);
    }
    let mut classes: Classes = numbered.into_iter().map(|(_, class)| class).collect();
    for class in classes.iter_mut() {
        renumber(class, |old| new[old.index()]);
    }
    find_sub_classes(&mut classes);
    for id in classes.ids() {
        for at in classes[id]
            .sub_classes
            .clone()
            .iter()
            .filter(|it| *it != id)
        {
            classes[at].super_classes.push(id);
        }
    }
    for id in classes.ids() {
        if classes[id].rec.is_none() {
            inherit(records, &mut classes, id)?;
        }
    }
    let new = |it: Projection| Projection {
        from: new[it.from.index()],
        index: it.index,
        to: new[it.to.index()],
    };
    list_projections(&mut classes, projections.into_iter().map(new));
    Ok(classes)
}

fn compare(a: &RegisterClass, b: &RegisterClass) -> Ordering {
    if a.size.is_smaller(&b.size) {
        return Ordering::Less;
    }
    if !a.size.is_same(&b.size) {
        return Ordering::Greater;
    }
    let by_count = b.members.len().cmp(&a.members.len());
    by_count.then_with(|| a.name.as_bytes().cmp(b.name.as_bytes()))
}

fn renumber(class: &mut RegisterClass, new: impl Fn(ClassId) -> ClassId) {
    class.origin = class.origin.map(|it| it.map(&new));
    for (_, with) in &mut class.with_sub_register {
        *with = new(*with);
    }
}

/// Whether `b` is a subclass of `a`: registers of `b` may be used wherever `a` is required.
fn is_sub_class(a: &RegisterClass, b: &RegisterClass) -> bool {
    a.size.may_contain(&b.size) && b.member_set.is_subset(&a.member_set)
}

fn find_sub_classes(classes: &mut Classes) {
    for id in classes.ids().rev() {
        spend(classes.len() - id.index());
        let class = &classes[id];
        let mut subs = BitSet::from_iter([id]);
        if !class.artificial {
            for later in (id.index() + 1..classes.len()).map(ClassId::from_index) {
                if !subs.contains(later) && is_sub_class(class, &classes[later]) {
                    subs.union_with(&classes[later].sub_classes);
                }
            }
            // Classes that differ only in their names are subclasses of each other. They are adjacent in the list.
            let before = (0..id.index()).rev().map(ClassId::from_index);
            subs.extend(before.take_while(|it| is_sub_class(class, &classes[*it])));
        }
        classes[id].sub_classes = subs;
    }
}

fn inherit(records: &Records, classes: &mut Classes, id: ClassId) -> Result<(), Fatal> {
    let supers = &classes[id].super_classes;
    let allocatable = supers.iter().rev().find(|it| classes[**it].allocatable);
    let allocatable = allocatable.copied();
    let Some(smallest) = supers.last().copied() else {
        let message = format!(
            "no register class contains the inferred class {}",
            classes[id].name
        );
        return Err(match first_record(classes, id) {
            Some(rec) => records.rec(rec).fatal(message),
            None => records.fatal(message),
        });
    };
    let model = if changes::inherits_from_allocatable(records.release()) {
        allocatable.unwrap_or(smallest)
    } else {
        smallest
    };
    let mut class = std::mem::take(&mut classes[id]);
    class.allocatable = allocatable.is_some();
    class.inherit(&classes[model]);
    classes[id] = class;
    Ok(())
}

/// The record of a class. For an inferred class, the first record in its chain of origins; `None` if no class in the
/// chain has a record.
fn first_record(classes: &Classes, mut id: ClassId) -> Option<backend::RecordId> {
    loop {
        let class = &classes[id];
        match class.rec {
            Some(rec) => return Some(rec),
            None => id = class.origin?.class,
        }
    }
}

/// Lists the projections into and out of each class, grouped by index. For projections out of a class, the targets with
/// the most members come first.
fn list_projections(classes: &mut Classes, projections: impl Iterator<Item = Projection>) {
    let mut by_size: Vec<ClassId> = classes.ids().collect();
    by_size.sort_by_key(|it| std::cmp::Reverse(classes[*it].members.len()));
    let mut rank = vec![0; classes.len()];
    for (at, class) in by_size.iter().enumerate() {
        rank[class.index()] = at as u32;
    }
    // An index and a class are packed into one integer, since there are many pairs and integers are sorted quickly.
    let pair = |index: IndexId, class: u32| u64::from(index.0) << 32 | u64::from(class);
    let mut from = vec![Vec::new(); classes.len()];
    let mut to = vec![Vec::new(); classes.len()];
    for it in projections {
        from[it.to.index()].push(pair(it.index, it.from.0));
        to[it.from.index()].push(pair(it.index, rank[it.to.index()]));
    }
    for ((class, from), to) in classes.iter_mut().zip(from).zip(to) {
        class.projects_from = grouped(from, ClassId);
        class.projects_to = grouped(to, |rank| by_size[rank as usize]);
    }
}

/// Groups pairs by index, and removes duplicates.
fn grouped(mut pairs: Vec<u64>, class: impl Fn(u32) -> ClassId) -> Vec<(IndexId, Vec<ClassId>)> {
    pairs.sort_unstable();
    pairs.dedup();
    let index = |pair: u64| IndexId((pair >> 32) as u32);
    let groups = pairs.chunk_by(|a, b| index(*a) == index(*b));
    let group = |it: &[u64]| {
        let classes = it.iter().map(|pair| class(*pair as u32));
        (index(it[0]), classes.collect())
    };
    groups.map(group).collect()
}
