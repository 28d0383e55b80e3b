//! Where backends write.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use elaborate::records::{RecordId, Stop, encode};
use elaborate::value::ValueId;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use crate::{Fatal, Rec, number};

/// The text of a backend, with a map of the records that it comes from if one is asked for.
pub struct Output<'a> {
    /// What is written and has not gone to `sink` yet. Backends push to it directly where speed counts.
    pub text: String,
    sink: Option<&'a mut dyn Write>,
    failed: Option<io::Error>,
    /// How much of the text has gone to `sink`.
    flushed: usize,
    map: Option<Map>,
    on_phase: Option<&'a mut dyn FnMut(&'static str)>,
}

/// How much text is kept before it goes to the sink.
const CHUNK: usize = 1 << 20;

const BLANKS: &str = "                                ";

impl<'a> Output<'a> {
    /// An output that stays in memory, in `text`.
    pub fn new() -> Output<'a> {
        Output {
            text: String::new(),
            sink: None,
            failed: None,
            flushed: 0,
            map: None,
            on_phase: None,
        }
    }

    /// An output to a file or stream.
    pub fn to(sink: &'a mut dyn Write) -> Output<'a> {
        Output {
            sink: Some(sink),
            text: String::with_capacity(CHUNK / 16),
            ..Output::new()
        }
    }

    /// Keeps a map of which records the text comes from.
    pub fn with_map(mut self) -> Output<'a> {
        self.map = Some(Map::default());
        self
    }

    /// Calls `on_phase` with the name of each phase that the backend starts.
    pub fn with_phases(mut self, on_phase: &'a mut dyn FnMut(&'static str)) -> Output<'a> {
        self.on_phase = Some(on_phase);
        self
    }

    /// Starts a new phase, for `--time-phases`.
    ///
    /// A cancelled run unwinds here.
    pub fn phase(&mut self, name: &'static str) {
        Stop::check_here();
        if let Some(on_phase) = &mut self.on_phase {
            on_phase(name);
        }
    }

    /// An empty output in memory for a part that will be added with [`append`](Self::append).
    pub fn part<'p>(&self) -> Output<'p> {
        Output {
            map: self.map.as_ref().map(|_| Map::default()),
            ..Output::new()
        }
    }

    /// Says that what follows comes from this record, and no longer from the one before.
    pub fn source(&mut self, rec: impl Into<RecordId>) {
        self.mark(smallvec![rec.into().name_value()]);
    }

    /// Says that what follows comes from no record in particular.
    pub fn no_source(&mut self) {
        self.mark(Sources::new());
    }

    /// Whether a map is kept: without one, the records that a text comes from need not be found.
    pub fn keeps_map(&self) -> bool {
        self.map.is_some()
    }

    /// Says that what follows comes from each of several records. They are asked for only if a map is kept. Where there
    /// are many, their ids take less time than the records.
    pub fn sources<T: IntoIterator<Item: Into<RecordId>>>(&mut self, records: impl FnOnce() -> T) {
        if self.keeps_map() {
            let names = records().into_iter().map(|it| it.into().name_value());
            self.mark(names.collect());
        }
    }

    /// Adds a number. It takes less time than with `write!`.
    pub fn push_number(&mut self, number: impl Into<i128>) {
        number::push_number(&mut self.text, number.into());
    }

    fn mark(&mut self, sources: Sources) {
        if let Some(map) = &mut self.map {
            map.marks.push((self.flushed + self.text.len(), sources));
        }
    }

    /// The map of what is written so far, if one is kept.
    pub fn take_map(&mut self) -> Option<Map> {
        self.map.take()
    }

    /// Writes something of a record: its text is tied to the record, and what follows to none.
    pub fn of<'r, R>(&mut self, rec: impl Into<Rec<'r>>, write: impl FnOnce(&mut Self) -> R) -> R {
        self.source(rec.into());
        let result = write(self);
        self.no_source();
        result
    }

    /// Writes something of each of some records, tied to it.
    pub fn each<'r, T: Copy + Into<Rec<'r>>>(
        &mut self,
        records: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T),
    ) {
        for rec in records {
            self.source(rec.into());
            write(self, rec);
        }
        self.no_source();
    }

    /// The same where writing may fail, with the first error.
    pub fn try_each<'r, T: Copy + Into<Rec<'r>>, E>(
        &mut self,
        records: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T) -> Result<(), E>,
    ) -> Result<(), E> {
        for rec in records {
            self.source(rec.into());
            write(self, rec)?;
        }
        self.no_source();
        Ok(())
    }

    /// Adds a character a number of times.
    pub fn push_fill(&mut self, fill: char, count: usize) {
        if fill != ' ' {
            return self.text.extend(std::iter::repeat_n(fill, count));
        }
        let mut rest = count;
        while rest > BLANKS.len() {
            self.push(BLANKS);
            rest -= BLANKS.len();
        }
        self.push(&BLANKS[..rest]);
    }

    /// Adds text each line of which comes from all of some records; what follows comes from none.
    pub fn push_from(&mut self, sources: &[Rec], text: &str) {
        if self.map.is_none() {
            return self.push(text);
        }
        for line in text.split_inclusive('\n') {
            sources.iter().for_each(|it| self.source(*it));
            self.push(line);
        }
        self.no_source();
    }

    /// Adds all that another output holds, with where it comes from.
    pub fn append(&mut self, other: Output) {
        let start = self.flushed + self.text.len();
        self.text += &other.text;
        if let (Some(map), Some(other)) = (&mut self.map, other.map) {
            let marks = other.marks.into_iter();
            map.marks
                .extend(marks.map(|(at, source)| (start + at, source)));
        }
    }

    /// Adds a number, after blanks if it has less than `width` characters.
    pub fn push_padded(&mut self, number: impl Into<i128>, width: usize) {
        let start = self.text.len();
        self.push_number(number);
        let missing = width.saturating_sub(self.text.len() - start);
        match BLANKS.get(..missing) {
            Some(blanks) => self.text.insert_str(start, blanks),
            None => self.text.insert_str(start, &" ".repeat(missing)),
        }
    }

    /// Adds a text.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Makes `write!` on an output return nothing: it cannot fail.
    pub fn write_fmt(&mut self, args: fmt::Arguments<'_>) {
        let _ = self.text.write_fmt(args);
    }

    /// Says that what is written so far will not be taken back by an error, so that it need not stay in memory.
    pub fn commit(&mut self) {
        if self.text.len() >= CHUNK {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let Some(sink) = &mut self.sink else { return };
        if self.failed.is_none() {
            self.failed = sink.write_all(&encode(&self.text)).err();
        }
        self.flushed += self.text.len();
        self.text.clear();
    }

    /// Hands the rest to the sink. Fails if any of the text could not be written.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush();
        match (self.failed.take(), &mut self.sink) {
            (Some(error), _) => return Err(error),
            (None, Some(sink)) => sink.flush()?,
            (None, None) => {}
        }
        Ok(())
    }
}

impl Default for Output<'_> {
    fn default() -> Self {
        Output::new()
    }
}

/// Which records a text comes from.
#[derive(Clone, Debug, Default)]
pub struct Map {
    /// From where on text comes from which records: an offset, and their names. Several marks may have the same offset.
    marks: Vec<(usize, Sources)>,
}

/// Lines that come from a record, counted from zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MapEntry {
    /// The first of them.
    pub start: u32,
    /// The one behind the last.
    pub end: u32,
    /// The record's name.
    pub record: ValueId,
}

/// The records of a line and where their entries are. There may be some hundred thousand lines, and thousands of records
/// for one.
#[derive(Default)]
struct LastEntries {
    list: Vec<(ValueId, usize)>,
    /// An index over the first `indexed` entries of the list, made when a long list is searched.
    by_record: FxHashMap<ValueId, usize>,
    /// How many of the list these are.
    indexed: usize,
}

impl LastEntries {
    fn clear(&mut self) {
        self.list.clear();
        self.by_record.clear();
        self.indexed = 0;
    }

    /// Where the entry of a record is. It is likely to have this number in the line, as it had in the one before.
    fn find(&mut self, number: usize, record: ValueId) -> Option<usize> {
        const FEW: usize = 8;
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

/// The names of records.
type Sources = SmallVec<[ValueId; 1]>;

impl Map {
    /// For each line of the text the names of the records that it comes from, each once.
    pub fn lines(&self, text: &str) -> Vec<Vec<ValueId>> {
        let mut lines = Vec::new();
        self.for_each_run(text, |count, sources| {
            lines.extend((0..count).map(|_| sources.to_vec()));
        });
        lines
    }

    /// Which lines come from which record: the lines of a record that follow each other are one entry. Sorted by their
    /// first lines, then by their last ones.
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
        // They come in the order of their first lines.
        for group in entries.chunk_by_mut(|a, b| a.start == b.start) {
            if !group.is_sorted_by_key(|it| it.end) {
                group.sort_by_key(|it| it.end);
            }
        }
        entries
    }

    /// Gives how many lines that follow each other come from the same records, and these.
    fn for_each_run(&self, text: &str, mut each: impl FnMut(u32, &[ValueId])) {
        let text = text.as_bytes();
        let mut marks = self.marks.iter().peekable();
        let mut current: &[ValueId] = &[];
        let mut start = 0;
        let mut sources: Vec<ValueId> = Vec::new();
        while start < text.len() {
            sources.clear();
            let mut add = |new: &[ValueId]| {
                // Lists of many are added to nothing: there is nothing to compare them with.
                let known = sources.len();
                for name in new {
                    if !sources[..known].contains(name) {
                        sources.push(*name);
                    }
                }
            };
            let next = marks
                .peek()
                .map_or(text.len(), |(at, _)| text.len().min(*at));
            // A record whose text ended with the line before has no part in this one.
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

/// The error about a value whose text was cut.
pub fn check_complete(rec: Rec, complete: bool) -> Result<(), Fatal> {
    if complete {
        Ok(())
    } else {
        Err(rec.fatal(format!(
            "the text of a value of '{}' is too long",
            rec.name()
        )))
    }
}

#[cfg(test)]
mod tests {
    use elaborate::symbol::Sym;
    use elaborate::value::ValueStore;

    use super::*;

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
                // In some lists a record stands several times.
                let names = (0..random(most)).map(|_| name(random(kinds)));
                out.mark(names.collect());
                out.push(["a", "b\n", "c\nd\n", "\n"][random(4) as usize]);
            }
            let map = out.take_map().unwrap();
            assert_eq!(map.entries(&out.text), by_lines(&map, &out.text));
        }
    }
}
