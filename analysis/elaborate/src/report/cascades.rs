//! Cascades: one mistake that is reported in many places. For example, each use of a class is an error after the class
//! is renamed. If a `def` is removed from a multiclass, a different record is missing for each `defm`.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;

use crate::diagnostic::Severity;
use crate::hir::{RecordSource, each_record_source};
use crate::symbol::Sym;
use crate::unit::Unit;

use super::Report;
use super::definitions::UNDEFINED_RECORD;

/// The largest number of uses of an unknown name in one file that are reported separately.
const FEW_MENTIONS: usize = 5;

/// The largest number of other errors with the same cause that are reported separately.
const FEW: usize = 10;

/// The largest number of places of a mistake, or of files that contain it, that are listed in addition to the first.
pub(super) const MAX_PLACES: usize = 8;

/// Reports each cascade at its first place only, with notes for the further places.
///
/// A name that is unknown in several files is one mistake. Unknown names that the same `def` of a multiclass would have
/// defined are one mistake, too. Otherwise a few errors with the same cause are still reported separately, since they
/// may be unrelated. `reports` must be the result of [`super::for_people`].
pub fn without_cascades(unit: &Unit, reports: Vec<Report>) -> Vec<Report> {
    let makers = OnceCell::new();
    let mut groups: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    for (index, report) in reports.iter().enumerate() {
        if let Some(cause) = cause(report, || makers.get_or_init(|| makers_of(unit))) {
            groups.entry(cause).or_default().push(index);
        }
    }
    groups.retain(|_, group| is_cascade(&reports, group));
    if groups.is_empty() {
        return reports;
    }
    let mut notes: FxHashMap<usize, Vec<Report>> = FxHashMap::default();
    let mut told = vec![true; reports.len()];
    for group in groups.values() {
        let (first, others) = group.split_at(1);
        notes.insert(first[0], places(&reports, others));
        others.iter().for_each(|it| told[*it] = false);
    }
    let reports = reports.into_iter().enumerate();
    let reports = reports.filter(|(index, _)| told[*index]);
    let reports = reports.map(|(index, mut report)| {
        report
            .notes
            .extend(notes.remove(&index).unwrap_or_default());
        report
    });
    reports.collect()
}

/// A key for the cause of an error; errors with the same key may be one mistake. `None` for a report that cannot be
/// part of a cascade.
fn cause<'m>(report: &Report, makers: impl FnOnce() -> &'m Makers) -> Option<String> {
    if report.severity != Severity::Error || report.place.is_none() {
        return None;
    }
    let message = report.message.as_str();
    if let Some(name) = report.unknown {
        let is_record = message.starts_with("Variable not defined: '");
        return Some(if is_record || message.starts_with(UNDEFINED_RECORD) {
            match of_multiclass(name, makers()) {
                Some((multiclass, end)) => format!("no record of {multiclass} that ends in {end}"),
                None => format!("no record {name}"),
            }
        } else {
            message.to_owned()
        });
    }
    let (_, end) = OF_DEFINITIONS
        .iter()
        .find(|(start, _)| message.starts_with(start))?;
    let end = match *end {
        "" => message.len(),
        end => message.find(end)?,
    };
    Some(message[..end].to_owned())
}

/// For each `defm` that has a literal name and is outside of multiclasses, its first multiclass. The key is the name of
/// the `defm`.
type Makers = FxHashMap<&'static str, Sym>;

fn makers_of(unit: &Unit) -> Makers {
    let mut makers = Makers::default();
    let stmts = unit.sources.files.iter().flat_map(|it| &it.lowered.stmts);
    for stmt in stmts {
        each_record_source(&stmt.kind, &mut |maker| {
            let name = maker.name().and_then(|it| stmt.code.literal_name(it));
            if let RecordSource::Defm(defm) = maker
                && let (Some(name), Some(multiclass)) = (name, defm.parents.first())
            {
                makers.insert(name.as_str(), multiclass.name);
            }
        });
    }
    makers
}

/// The longest name of a `defm`, in bytes, that is recognized as a prefix of record names.
const MAX_MAKER: usize = 1 << 10;

/// The multiclass whose `defm` might have defined a record with this name, and the part of the name after the `defm`'s
/// name.
fn of_multiclass(name: Sym, makers: &Makers) -> Option<(Sym, &'static str)> {
    let name = name.as_str();
    let mut ends = (1..name.len().min(MAX_MAKER + 1))
        .rev()
        .filter(|it| name.is_char_boundary(*it));
    ends.find_map(|end| {
        let multiclass = makers.get(&name[..end])?;
        Some((*multiclass, &name[end..]))
    })
}

/// The beginnings of error messages that may be caused by a change of a definition, each with the start of the part in
/// which the messages differ.
const OF_DEFINITIONS: [(&str, &str); 8] = [
    ("Cannot access field '", " of value"),
    ("Expected type '", ", got"),
    ("Field '", " is incompatible with"),
    ("Too many template arguments: ", ""),
    ("Value '", ""),
    ("Value specified for template argument '", " is of type"),
    ("value not specified for template argument '", ""),
    ("values not specified for template arguments '", ""),
];

fn is_cascade(reports: &[Report], group: &[usize]) -> bool {
    let file = |it: &usize| reports[*it].place.map(|(source, _)| source);
    let first = file(&group[0]);
    match reports[group[0]].unknown {
        Some(name) => {
            group.len() > FEW_MENTIONS
                || group.iter().any(|it| reports[*it].unknown != Some(name))
                || group.iter().any(|it| file(it) != first)
        }
        None => group.len() > FEW,
    }
}

/// Notes for further places of a mistake. If all places are in one file, the notes point to the first places.
/// Otherwise, they point to the first place in each file and give the number of places in that file. After
/// [`MAX_PLACES`] notes, a last note counts the remaining places.
fn places(reports: &[Report], others: &[usize]) -> Vec<Report> {
    let all: Vec<(usize, u32)> = others.iter().filter_map(|it| reports[*it].place).collect();
    let same = |place| Report::new(Severity::Note, Some(place), "the same here".to_owned());
    if all.iter().all(|it| it.0 == all[0].0) {
        let shown = all.iter().take(MAX_PLACES);
        let mut notes: Vec<Report> = shown.map(|it| same(*it)).collect();
        if let Some(more @ 1..) = all.len().checked_sub(MAX_PLACES) {
            let message = format!("and {more} times more in this file");
            notes.push(Report::new(Severity::Note, None, message));
        }
        return notes;
    }
    let mut counts: Vec<(usize, u32, usize)> = Vec::new();
    let mut known: FxHashMap<usize, usize> = FxHashMap::default();
    for (source, offset) in all {
        let index = *known.entry(source).or_insert_with(|| {
            counts.push((source, offset, 0));
            counts.len() - 1
        });
        counts[index].2 += 1;
    }
    let shown = counts.len().min(MAX_PLACES);
    let notes = counts[..shown].iter().map(|(source, offset, count)| {
        let place = (*source, *offset);
        match count {
            1 => same(place),
            _ => {
                let message = format!("the same here, {count} times in this file");
                Report::new(Severity::Note, Some(place), message)
            }
        }
    });
    let mut notes: Vec<Report> = notes.collect();
    let rest = &counts[shown..];
    if !rest.is_empty() {
        let times: usize = rest.iter().map(|(_, _, count)| count).sum();
        let message = format!("and {times} times in {} other files", rest.len());
        notes.push(Report::new(Severity::Note, None, message));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_length_are_looked_up() {
        let makers = Makers::from_iter([("Q", Sym::new("M"))]);
        let long = "x".repeat(1 << 20);
        let found = of_multiclass(Sym::new(&format!("Q{long}")), &makers);
        assert_eq!(found, Some((Sym::new("M"), long.as_str())));
        assert_eq!(of_multiclass(Sym::new(&long), &makers), None);
    }
}
