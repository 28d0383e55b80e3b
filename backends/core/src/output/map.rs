//! Source maps: the records that each line of an output comes from.

use elaborate::value::ValueId;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

/// The source map of an output.
#[derive(Clone, Debug, Default)]
pub struct Map {
    /// Offsets in the text, in bytes, each with the names of records. The text from the offset up to the next offset
    /// comes from these records. Several marks may have the same offset.
    pub(super) marks: Vec<(usize, Sources)>,
}

/// A half-open range of lines that come from a record. Lines are counted from zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MapEntry {
    /// The first line.
    pub start: u32,
    /// The line after the last.
    pub end: u32,
    /// The record's name.
    pub record: ValueId,
}

/// The records of a line, each with the index of its entry. An output may have several hundred thousand lines, and a
/// line thousands of records.
#[derive(Default)]
struct LastEntries {
    list: Vec<(ValueId, usize)>,
    /// The indices of entries, keyed by record, for the first `indexed` elements of `list`. The map is extended when a
    /// long list is searched.
    by_record: FxHashMap<ValueId, usize>,
    /// The number of elements of `list` that are in `by_record`.
    indexed: usize,
}

/// Lists of at most this many records are searched one by one.
const FEW: usize = 8;

impl LastEntries {
    fn clear(&mut self) {
        self.list.clear();
        self.by_record.clear();
        self.indexed = 0;
    }

    /// The index of a record's entry; `None` if the list does not contain the record. `number` is the index of the
    /// record in the current line, which is probably its index in the list, too.
    fn find(&mut self, number: usize, record: ValueId) -> Option<usize> {
        match self.list.get(number) {
            Some(it) if it.0 == record => Some(it.1),
            _ if self.list.len() <= FEW => {
                let known = self.list.iter().find(|it| it.0 == record);
                known.map(|it| it.1)
            }
            _ => {
                let new = &self.list[self.indexed..];
                self.by_record.extend(new.iter().copied());
                self.indexed = self.list.len();
                self.by_record.get(&record).copied()
            }
        }
    }
}

/// The names of the records that a part of the text comes from.
pub(super) type Sources = SmallVec<[ValueId; 1]>;

impl Map {
    /// For each line of the text, the names of the records that it comes from. A name occurs only once, unless the list
    /// of a single mark repeats it.
    pub fn lines(&self, text: &str) -> Vec<Vec<ValueId>> {
        let mut lines = Vec::new();
        self.for_each_run(text, |count, sources| {
            lines.extend((0..count).map(|_| sources.to_vec()));
        });
        lines
    }

    /// The lines of each record, with consecutive lines as one entry. The entries are sorted by their first lines, then
    /// by their last lines.
    pub fn entries(&self, text: &str) -> Vec<MapEntry> {
        let mut entries: Vec<MapEntry> = Vec::new();
        let (mut before, mut now) = (LastEntries::default(), LastEntries::default());
        let mut line = 0;
        self.for_each_run(text, |count, sources| {
            for (number, record) in sources.iter().enumerate() {
                let known = before.find(number, *record);
                if known.is_none() && now.find(number, *record).is_some() {
                    continue;
                }
                let at = known.unwrap_or(entries.len());
                match entries.get_mut(at) {
                    Some(known) => known.end = line + count,
                    None => entries.push(MapEntry {
                        start: line,
                        end: line + count,
                        record: *record,
                    }),
                }
                now.list.push((*record, at));
            }
            std::mem::swap(&mut before, &mut now);
            now.clear();
            line += count;
        });
        // The entries are already sorted by their first lines.
        for group in entries.chunk_by_mut(|a, b| a.start == b.start) {
            if !group.is_sorted_by_key(|it| it.end) {
                group.sort_by_key(|it| it.end);
            }
        }
        entries
    }

    /// Calls `each` for each sequence of consecutive lines that come from the same records, with the number of lines
    /// and the records.
    fn for_each_run(&self, text: &str, mut each: impl FnMut(u32, &[ValueId])) {
        let text = text.as_bytes();
        let mut marks = self.marks.iter().peekable();
        let mut current: &[ValueId] = &[];
        let mut start = 0;
        let mut sources: Vec<ValueId> = Vec::new();
        while start < text.len() {
            sources.clear();
            let mut add = |new: &[ValueId]| {
                // New names are only compared with names of earlier lists: a list rarely contains a name twice, and
                // `entries` skips repetitions.
                let known = sources.len();
                if known > FEW && new.len() > FEW {
                    let before: FxHashSet<ValueId> = sources.iter().copied().collect();
                    sources.extend(new.iter().filter(|it| !before.contains(*it)));
                    return;
                }
                for name in new {
                    if !sources[..known].contains(name) {
                        sources.push(*name);
                    }
                }
            };
            let next = marks
                .peek()
                .map_or(text.len(), |(at, _)| text.len().min(*at));
            // A record whose text ended with the previous line has no part in the current line.
            if next > start {
                add(current);
            }
            let unmarked = &text[start..next];
            let (end, count) = match memchr::memrchr(b'\n', unmarked) {
                Some(last) => {
                    let lines = &unmarked[..=last];
                    let count = memchr::memchr_iter(b'\n', lines).count();
                    (start + lines.len(), count as u32)
                }
                None => {
                    let end = memchr::memchr(b'\n', &text[start..]);
                    let end = end.map_or(text.len(), |it| start + it + 1);
                    while let Some((_, sources)) = marks.next_if(|(at, _)| *at < end) {
                        current = sources;
                        add(current);
                    }
                    (end, 1)
                }
            };
            each(count, &sources);
            start = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use elaborate::symbol::Sym;
    use elaborate::value::ValueStore;

    use super::*;
    use crate::Output;

    /// The sources of each line, found mark by mark.
    fn lines(map: &Map, text: &str) -> Vec<Vec<ValueId>> {
        let mut start = 0;
        let lines = text.split_inclusive('\n').map(|line| {
            let end = start + line.len();
            let inside = map.marks.iter().filter(|it| (start..end).contains(&it.0));
            let before = map.marks.iter().rfind(|it| it.0 < start);
            let goes_on = map.marks.iter().all(|it| it.0 != start);
            let mut sources: Vec<ValueId> = Vec::new();
            for (_, new) in before.filter(|_| goes_on).into_iter().chain(inside) {
                let new = new.iter().filter(|it| !sources.contains(it));
                sources.extend(new.copied().collect::<Vec<_>>());
            }
            start = end;
            sources
        });
        lines.collect()
    }

    /// The entries of a map, found line by line.
    fn by_lines(map: &Map, text: &str) -> Vec<MapEntry> {
        let mut entries: Vec<MapEntry> = Vec::new();
        for (line, sources) in (0..).zip(lines(map, text)) {
            for record in sources {
                let mut known = entries.iter_mut().rev();
                match known.find(|it| it.record == record && it.end >= line) {
                    Some(known) => known.end = line + 1,
                    None => entries.push(MapEntry {
                        start: line,
                        end: line + 1,
                        record,
                    }),
                }
            }
        }
        entries.sort_by_key(|it| (it.start, it.end));
        entries
    }

    #[test]
    fn entries_are_the_lines_of_each_record_that_follow_each_other() {
        let values = ValueStore::default();
        let name = |number: u64| values.str(Sym::new(&format!("R{number}")));
        let mut state = 5_u64;
        let mut random = |bound: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            (state >> 33) % bound
        };
        for _ in 0..500 {
            let (kinds, most) = (1 + random(40), 1 + random(30));
            let mut out = Output::new().with_map();
            for _ in 0..random(40) {
                // In some lists a record occurs several times.
                let names = (0..random(most)).map(|_| name(random(kinds)));
                out.mark(names.collect());
                out.push(["a", "b\n", "c\nd\n", "\n"][random(4) as usize]);
            }
            let map = out.take_map().unwrap();
            assert_eq!(map.entries(&out.text), by_lines(&map, &out.text));
        }
    }
}
