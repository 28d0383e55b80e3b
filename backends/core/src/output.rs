//! The output of backends.

mod files;
mod map;

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use elaborate::records::{RecordId, Stop, encode};

use smallvec::smallvec;

use elaborate::work::spend;

use crate::{Fatal, Rec, number};

pub use files::File;
use map::Sources;
pub use map::{Map, MapEntry};

/// The number of bytes that count as one step of work when they are written to the sink.
const BYTES_PER_STEP: usize = 64;

/// The output of a backend. It may have a source map from its lines to records.
pub struct Output<'a> {
    /// The text that has not been written to `sink` yet. Backends append to it directly where speed matters.
    pub text: String,
    sink: Option<&'a mut dyn Write>,
    failed: Option<io::Error>,
    /// The number of bytes of the text written to `sink`.
    flushed: usize,
    map: Option<Map>,
    /// The output's file name without folder and extension.
    stem: String,
    files: Vec<File>,
    on_phase: Option<&'a mut dyn FnMut(&'static str)>,
}

/// Committed text is written to the sink once it has this many bytes.
const CHUNK: usize = 1 << 20;

const BLANKS: &str = "                                ";

impl<'a> Output<'a> {
    /// An output in memory. All of its text stays in [`Self::text`].
    pub fn new() -> Output<'a> {
        Output {
            text: String::new(),
            sink: None,
            failed: None,
            flushed: 0,
            map: None,
            stem: "-".to_owned(),
            files: Vec::new(),
            on_phase: None,
        }
    }

    /// An output to a file or stream. Memory that is reserved but never written to costs nothing, so the text gets room
    /// for a whole chunk. A growing text would be copied several times, each time to new memory.
    pub fn to(sink: &'a mut dyn Write) -> Output<'a> {
        Output {
            sink: Some(sink),
            text: String::with_capacity(CHUNK),
            ..Output::new()
        }
    }

    /// Adds a source map, which maps each line of the text to the records that it comes from.
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
            stem: self.stem.clone(),
            ..Output::new()
        }
    }

    /// Declares that the text that follows comes from the record `rec` only.
    pub fn source(&mut self, rec: impl Into<RecordId>) {
        self.mark(smallvec![rec.into().name_value()]);
    }

    /// Declares that the text that follows comes from no particular record.
    pub fn no_source(&mut self) {
        self.mark(Sources::new());
    }

    /// Whether a source map is recorded. If not, the origins of text need not be computed.
    pub fn keeps_map(&self) -> bool {
        self.map.is_some()
    }

    /// Declares that the text that follows comes from each of several records. `records` is only called if a source map
    /// is recorded. If there are many records, passing ids is faster.
    pub fn sources<T: IntoIterator<Item: Into<RecordId>>>(&mut self, records: impl FnOnce() -> T) {
        if self.keeps_map() {
            let names = records().into_iter().map(|it| it.into().name_value());
            self.mark(names.collect());
        }
    }

    /// Appends a number in decimal, faster than `write!` does.
    pub fn push_number(&mut self, number: impl Into<i128>) {
        spend(1);
        number::push_number(&mut self.text, number.into());
    }

    fn mark(&mut self, sources: Sources) {
        spend(1);
        if let Some(map) = &mut self.map {
            map.marks.push((self.flushed + self.text.len(), sources));
        }
    }

    /// Removes and returns the source map of the text so far, if one is recorded.
    pub fn take_map(&mut self) -> Option<Map> {
        self.map.take()
    }

    /// Calls `write`, whose text comes from the record `rec`. The text after it comes from no record.
    pub fn of<'r, R>(&mut self, rec: impl Into<Rec<'r>>, write: impl FnOnce(&mut Self) -> R) -> R {
        self.source(rec.into());
        let result = write(self);
        self.no_source();
        result
    }

    /// Calls `write` for each record; the text that it writes comes from that record.
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

    /// Like [`Self::each`], for a `write` that may fail. Stops at the first error and returns it.
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

    /// Appends `count` copies of a character.
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

    /// Appends text; each of its lines comes from all of the records in `sources`. The text after it comes from no
    /// record.
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

    /// Appends the text of another output with its source map.
    pub fn append(&mut self, other: Output) {
        let start = self.flushed + self.text.len();
        self.text += &other.text;
        if let (Some(map), Some(other)) = (&mut self.map, other.map) {
            let marks = other.marks.into_iter();
            map.marks
                .extend(marks.map(|(at, source)| (start + at, source)));
        }
    }

    /// Appends a number, padded on the left with blanks to `width` characters.
    pub fn push_padded(&mut self, number: impl Into<i128>, width: usize) {
        let start = self.text.len();
        self.push_number(number);
        let missing = width.saturating_sub(self.text.len() - start);
        match BLANKS.get(..missing) {
            Some(blanks) => self.text.insert_str(start, blanks),
            None => self.text.insert_str(start, &" ".repeat(missing)),
        }
    }

    /// Appends a text.
    pub fn push(&mut self, text: &str) {
        spend(1);
        self.text.push_str(text);
    }

    /// The method that `write!` calls. It returns nothing, as writing to an output cannot fail.
    pub fn write_fmt(&mut self, args: fmt::Arguments<'_>) {
        spend(4);
        let _ = self.text.write_fmt(args);
    }

    /// Declares that no later error discards the text so far. A long text is then written to the sink to free memory.
    pub fn commit(&mut self) {
        if self.text.len() >= CHUNK {
            self.flush();
        }
    }

    fn flush(&mut self) {
        let Some(sink) = &mut self.sink else { return };
        spend(self.text.len() / BYTES_PER_STEP);
        if self.failed.is_none() {
            self.failed = sink.write_all(&encode(&self.text)).err();
        }
        self.flushed += self.text.len();
        self.text.clear();
    }

    /// Writes the remaining text to the sink. An error if any part of the output could not be written.
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

/// Returns an error at `rec` if `complete` is false, that is, if the text of one of the record's values is too long and
/// was truncated.
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
