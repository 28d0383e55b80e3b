//! A map from the lines of a table to the records that they come from, and the changes of this map after an edit.

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::Arc;

use backends::Map;
use elaborate::records::Records;
use elaborate::value::ValueId;
use elaborate::value::print::value_unquoted;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Serialize, Serializer};

use super::diff::TextEdit;

/// Maps lines to records: half-open ranges of lines, sorted by their first lines, then by their ends.
#[derive(Clone, Debug, Default)]
pub(super) struct LineMap {
    /// The names of records, each once.
    names: Vec<Box<str>>,
    /// The names that contain numbers of anonymous records: the index of each name, and its value.
    numbered: Arc<[(u32, ValueId)]>,
    entries: Arc<[Entry]>,
}

impl PartialEq for LineMap {
    fn eq(&self, other: &LineMap) -> bool {
        let are_entries_same =
            || Arc::ptr_eq(&self.entries, &other.entries) || self.entries[..] == other.entries[..];
        self.names == other.names && are_entries_same()
    }
}

/// The half-open range of lines that come from a record, with the index of the record's name. The fields have 32 bits
/// to save memory: a map may have several hundred thousand entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    start: u32,
    end: u32,
    name: u32,
}

/// An entry in the long form, for clients that do not support [`CompactMap`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Mapped<'a> {
    pub start: usize,
    pub end: usize,
    pub record: &'a str,
}

/// A map with each name once, and three numbers for each entry: its first line, the line after its last line,
/// and the index of its name.
#[derive(PartialEq, Eq, Debug, Serialize)]
pub(super) struct CompactMap<'a> {
    records: Vec<&'a str>,
    entries: Vec<u32>,
}

/// The differences that remain between an old and a new map after the client has moved the lines of the old map with
/// the edits of the text.
#[derive(PartialEq, Eq, Debug, Serialize)]
pub(super) struct MapEdits<'a> {
    records: Vec<&'a str>,
    edits: Vec<MapEdit>,
}

/// A replacement of entries.
#[derive(PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct MapEdit {
    /// The index of the first replaced entry in the old map.
    start: usize,
    delete_count: usize,
    /// The new entries, encoded as in [`CompactMap`].
    entries: Vec<u32>,
}

impl LineMap {
    pub(super) fn new(text: &str, map: &Map, records: &Records) -> LineMap {
        let mut indices: FxHashMap<ValueId, u32> = FxHashMap::default();
        let (mut names, mut numbered) = (Vec::new(), Vec::new());
        let entries = map.entries(text).into_iter().map(|entry| {
            let name = *indices.entry(entry.record).or_insert_with(|| {
                let index = names.len() as u32;
                names.push(value_unquoted(&records.names(), entry.record).into());
                if records.values.as_str(entry.record).is_none() {
                    numbered.push((index, entry.record));
                }
                index
            });
            Entry {
                start: entry.start,
                end: entry.end,
                name,
            }
        });
        let entries = entries.collect();
        LineMap {
            names,
            numbered: numbered.into(),
            entries,
        }
    }

    /// The map with the names that its records have in `records`, a later state of the unit. `None` if the names are
    /// unchanged. Only the numbers of anonymous records may have changed.
    pub(super) fn renumbered(&self, records: &Records) -> Option<LineMap> {
        let context = records.names();
        let now = |value: ValueId| value_unquoted(&context, value);
        let is_same =
            |(index, value): &(u32, ValueId)| *self.names[*index as usize] == *now(*value);
        if self.numbered.iter().all(is_same) {
            return None;
        }
        let mut renumbered = self.clone();
        for (index, value) in self.numbered.iter() {
            renumbered.names[*index as usize] = now(*value).into();
        }
        Some(renumbered)
    }

    /// The names of all records that lines come from.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|it| &**it)
    }

    /// The names that are not in `other`.
    pub(super) fn names_beside(&self, other: &LineMap) -> Vec<&str> {
        if self.names == other.names {
            return Vec::new();
        }
        let known: FxHashSet<&str> = other.names().collect();
        self.names().filter(|it| !known.contains(it)).collect()
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = Mapped<'_>> {
        self.entries.iter().map(|it| Mapped {
            start: it.start as usize,
            end: it.end as usize,
            record: &self.names[it.name as usize],
        })
    }

    /// Serializes the entries in the long form, which all clients support.
    pub(super) fn entry_by_entry<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.entries())
    }

    pub(super) fn compact(&self) -> CompactMap<'_> {
        let entries = self.entries.iter();
        CompactMap {
            records: self.names().collect(),
            entries: entries.flat_map(|it| [it.start, it.end, it.name]).collect(),
        }
    }

    /// The differences that remain between this map and `old`, the map of an earlier text, after the lines of `old` are
    /// moved with `edits` of the text. `None` if no differences remain.
    pub(super) fn edits_of(&self, old: &LineMap, edits: &[TextEdit]) -> Option<MapEdits<'_>> {
        let replaced = if edits.is_empty() && Arc::ptr_eq(&self.entries, &old.entries) {
            self.renamed(old)
        } else {
            let moved = old.moved(edits, &self.numbers_of(old));
            replaced(&moved, &self.entries)
        };
        // Only the names of new entries are sent.
        let mut numbers: FxHashMap<u32, u32> = FxHashMap::default();
        let mut records = Vec::new();
        let edits = replaced.into_iter().map(|(old, new)| {
            let new = self.entries[new].iter().flat_map(|it| {
                let number = *numbers.entry(it.name).or_insert_with(|| {
                    records.push(&*self.names[it.name as usize]);
                    records.len() as u32 - 1
                });
                [it.start, it.end, number]
            });
            MapEdit {
                start: old.start,
                delete_count: old.len(),
                entries: new.collect(),
            }
        });
        let edits: Vec<MapEdit> = edits.collect();
        (!edits.is_empty()).then_some(MapEdits { records, edits })
    }

    /// The ranges of entries whose records have other names than in `old`, a map with the same entries. Each range is
    /// given twice, for `old` and for this map.
    fn renamed(&self, old: &LineMap) -> Vec<(Range<usize>, Range<usize>)> {
        let names = self.names.iter().zip(&old.names);
        let are_new: Vec<bool> = names.map(|(a, b)| a != b).collect();
        let mut ranges: Vec<(Range<usize>, Range<usize>)> = Vec::new();
        let entries = self.entries.iter().enumerate();
        for (index, _) in entries.filter(|(_, it)| are_new[it.name as usize]) {
            match ranges.last_mut() {
                Some((old, new)) if old.end == index => {
                    (old.end, new.end) = (index + 1, index + 1);
                }
                _ => ranges.push((index..index + 1, index..index + 1)),
            }
        }
        ranges
    }

    /// For each name of an earlier map, its index in this map; `None` if it is missing here.
    fn numbers_of(&self, old: &LineMap) -> Vec<Option<u32>> {
        if self.names == old.names {
            return (0..self.names.len() as u32).map(Some).collect();
        }
        let numbers: FxHashMap<&str, u32> = self.names().zip(0..).collect();
        old.names().map(|it| numbers.get(it).copied()).collect()
    }

    /// The entries after `edits` of the text. `numbers` has the new index of each name. The start of an entry moves
    /// with edits that end before it. The end also moves with edits that begin and end in the entry, but not with
    /// additions directly after the entry.
    fn moved(&self, edits: &[TextEdit], numbers: &[Option<u32>]) -> Vec<Entry> {
        let mut added = vec![(0, 0)];
        for edit in edits {
            let (lines, removed) = added.last().copied().unwrap_or_default();
            let count = edit.text.split_inclusive('\n').count() as u32;
            let replaced = (edit.end_line - edit.start_line) as u32;
            added.push((lines + count, removed + replaced));
        }
        let moved = |line: u32, edits: usize| {
            let (added, removed) = added[edits];
            line - removed + added
        };
        // The entries are sorted by their first lines, so each search continues where the last one ended.
        let mut before_start = 0;
        let entries = self.entries.iter().map(|it| {
            let (start, end) = (it.start as usize, it.end as usize);
            let later = &edits[before_start..];
            before_start += later.iter().take_while(|it| it.end_line <= start).count();
            let later = &edits[before_start..];
            let inside = later.partition_point(|it| it.end_line <= end && it.start_line < end);
            let before_end = before_start + inside;
            Entry {
                start: moved(it.start, before_start),
                end: moved(it.end, before_end),
                name: numbers[it.name as usize].unwrap_or(u32::MAX),
            }
        });
        entries.collect()
    }
}

/// The ranges of entries in `old` and the ranges in `new` that replace them, in order. The lists are sorted, except
/// where an edit has moved entries of `old` out of order. There, the ranges may be longer than necessary.
fn replaced(old: &[Entry], new: &[Entry]) -> Vec<(Range<usize>, Range<usize>)> {
    let mut parts: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    let (mut a, mut b) = (0, 0);
    while a < old.len() || b < new.len() {
        let same = old[a..].iter().zip(&new[b..]);
        let same = same.take_while(|(a, b)| a == b).count();
        (a, b) = (a + same, b + same);
        let mut from_old = a..a + same_lines(&old[a..]);
        let mut from_new = b..b + same_lines(&new[b..]);
        match compare(old.get(a), new.get(b)) {
            Ordering::Less => from_new.end = b,
            Ordering::Greater => from_old.end = a,
            Ordering::Equal => {}
        }
        (a, b) = (from_old.end, from_new.end);
        let pairs = old[from_old.clone()].iter().zip(&new[from_new.clone()]);
        let start = pairs.take_while(|(a, b)| a == b).count();
        (from_old.start, from_new.start) = (from_old.start + start, from_new.start + start);
        let pairs = old[from_old.clone()].iter().rev();
        let pairs = pairs.zip(new[from_new.clone()].iter().rev());
        let end = pairs.take_while(|(a, b)| a == b).count();
        (from_old.end, from_new.end) = (from_old.end - end, from_new.end - end);
        match parts.last_mut() {
            _ if from_old.is_empty() && from_new.is_empty() => {}
            Some((old, new)) if old.end == from_old.start && new.end == from_new.start => {
                (old.end, new.end) = (from_old.end, from_new.end);
            }
            _ => parts.push((from_old, from_new)),
        }
    }
    parts
}

/// The number of entries at the beginning that have the same lines as the first entry.
fn same_lines(entries: &[Entry]) -> usize {
    let first = entries.first().map(|it| (it.start, it.end));
    let entries = entries.iter();
    entries
        .take_while(|it| Some((it.start, it.end)) == first)
        .count()
}

/// Orders two entries by their lines; `None` comes last.
fn compare(a: Option<&Entry>, b: Option<&Entry>) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => (a.start, a.end).cmp(&(b.start, b.end)),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::diff;
    use ::tests::random::Random;

    use super::*;

    /// Entries as `START END NAME`, one a line.
    fn map(text: &str) -> LineMap {
        let mut made = LineMap::default();
        let entries = text.lines().map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [start, end, name] = words[..] else {
                panic!("three words");
            };
            made.entry(start.parse().unwrap(), end.parse().unwrap(), name)
        });
        let entries = entries.collect();
        LineMap { entries, ..made }
    }

    impl LineMap {
        /// An entry of the record with this name, which is added to the names.
        fn entry(&mut self, start: u32, end: u32, name: &str) -> Entry {
            let known = self.names().position(|it| it == name);
            let name = known.unwrap_or_else(|| {
                self.names.push(name.into());
                self.names.len() - 1
            });
            let name = name as u32;
            Entry { start, end, name }
        }
    }

    /// The entries of a map as a client has them.
    type Known = Vec<(u32, u32, String)>;

    fn known(map: &LineMap) -> Known {
        let entries = map.entries();
        entries
            .map(|it| (it.start as u32, it.end as u32, it.record.to_owned()))
            .collect()
    }

    /// Applies edits in order, as a client would.
    fn apply(known: &mut Known, edits: &[TextEdit], told: Option<MapEdits>) {
        for edit in edits.iter().rev() {
            let count = edit.text.split_inclusive('\n').count() as u32;
            let (from, to) = (edit.start_line as u32, edit.end_line as u32);
            for (start, end, _) in known.iter_mut() {
                if to <= *start {
                    *start = *start + count - (to - from);
                }
                if to <= *end && from < *end {
                    *end = *end + count - (to - from);
                }
            }
        }
        let Some(told) = told else { return };
        for edit in told.edits.iter().rev() {
            let new = edit.entries.chunks_exact(3).map(|it| {
                let name = told.records[it[2] as usize];
                (it[0], it[1], name.to_owned())
            });
            let new: Known = new.collect();
            known.splice(edit.start..edit.start + edit.delete_count, new);
        }
    }

    #[track_caller]
    fn check(old: (&str, &LineMap), new: (&str, &LineMap)) -> String {
        let edits = diff::edits(old.0, new.0);
        let told = new.1.edits_of(old.1, &edits);
        let said = serde_json::to_string(&told).unwrap();
        let mut it = known(old.1);
        apply(&mut it, &edits, told);
        assert_eq!(it, known(new.1), "{edits:?} {said}");
        said
    }

    #[test]
    fn nothing_is_said_of_entries_that_move_with_the_text() {
        let old = map("0 2 A\n2 4 B\n2 4 C\n4 5 D");
        assert_eq!(
            check(("a\na\nb\nb\nd\n", &old), ("a\na\nb\nx\nd\n", &old)),
            "null"
        );
        let longer = map("0 2 A\n2 5 B\n2 5 C\n5 6 D");
        assert_eq!(
            check(("a\na\nb\nb\nd\n", &old), ("a\na\nb\nx\ny\nd\n", &longer)),
            "null"
        );
    }

    #[test]
    fn only_what_is_new_is_said() {
        let old = map("0 1 A\n1 2 B\n1 2 C\n1 2 D\n2 3 E");
        let new = map("0 1 A\n1 2 N\n2 3 B\n2 3 D\n3 4 E");
        assert_eq!(
            check(("a\nb\ne\n", &old), ("a\nn\nb\ne\n", &new)),
            r#"{"records":["N"],"edits":[{"start":1,"deleteCount":0,"entries":[1,2,0]},{"start":2,"deleteCount":1,"entries":[]}]}"#
        );
        assert_eq!(
            check(("a\nb\ne\n", &old), ("", &LineMap::default())),
            r#"{"records":[],"edits":[{"start":0,"deleteCount":5,"entries":[]}]}"#
        );
    }

    #[test]
    fn entries_of_renamed_records_are_said() {
        let old = map("0 1 A\n1 2 B\n1 2 C\n2 3 B");
        let mut new = old.clone();
        new.names[1] = "N".into();
        let text = "a\nb\nb\n";
        assert_eq!(
            check((text, &old), (text, &new)),
            r#"{"records":["N"],"edits":[{"start":1,"deleteCount":1,"entries":[1,2,0]},{"start":3,"deleteCount":1,"entries":[2,3,0]}]}"#
        );
        assert_eq!(check((text, &old), (text, &old.clone())), "null");
    }

    #[test]
    fn maps_at_random() {
        let mut chance = Random(7);
        let mut random = |bound| chance.below(bound);
        let mut last: (String, LineMap) = Default::default();
        for _ in 0..2000 {
            let keep = random(4) != 0;
            let lines = last.0.split_inclusive('\n');
            let mut lines: Vec<String> = lines.map(str::to_owned).filter(|_| keep).collect();
            for _ in 0..random(4) {
                let at = random(lines.len() + 1);
                let end = lines.len().min(at + random(3));
                let count = random(3);
                let new: Vec<String> = (0..count).map(|_| format!("{}\n", random(9))).collect();
                lines.splice(at..end, new);
            }
            let total = lines.len() as u32;
            // Most lines name the record that they come from.
            let mut entries: Vec<(u32, u32, String)> = Vec::new();
            for (line, text) in lines.iter().enumerate() {
                for more in 0..1 + random(2) * random(2) {
                    let end = total.min(line as u32 + 1 + (random(9) / 7) as u32);
                    entries.push((line as u32, end, format!("R{}{more}", text.trim())));
                }
            }
            entries.sort_by_key(|it| (it.0, it.1));
            let mut map = LineMap::default();
            let entries = entries.into_iter();
            let entries = entries.map(|(start, end, name)| map.entry(start, end, &name));
            map.entries = entries.collect();
            let new = (lines.concat(), map);
            check((&last.0, &last.1), (&new.0, &new.1));
            last = new;
        }
    }
}
