//! The parser, which compiles a pattern to a strip. It keeps its own stack of groups instead of recursing, so groups
//! may be nested as deeply as the pattern is long.

use crate::Error;
use crate::brackets;
use crate::cursor::Cursor;
use crate::strip::{Op, Strip};

/// The largest count in a repetition such as `{2,5}`.
const MAX_COUNT: u32 = 255;

pub(crate) fn parse<E>(
    pattern: &[u8],
    pay: &mut impl FnMut(usize) -> Result<(), E>,
) -> Result<Strip, Error<E>> {
    let mut strip = Strip::new();
    let mut parser = Parser {
        cursor: Cursor::new(pattern),
        levels: vec![Level::at(strip.here(), 0)],
        strip: &mut strip,
    };
    while parser.step()? {
        parser.strip.settle(pay)?;
    }
    strip.finish().map_err(|_| Error::Invalid)?;
    strip.settle(pay)?;
    Ok(strip)
}

struct Parser<'a> {
    cursor: Cursor<'a>,
    /// The whole pattern, followed by its open groups.
    levels: Vec<Level>,
    strip: &'a mut Strip,
}

/// The whole pattern or a group while its alternatives are parsed. Positions are indices of operations.
struct Level {
    /// The position at which the first branch starts.
    start: usize,
    /// The position at which the current branch starts.
    branch: usize,
    is_first: bool,
    group: u32,
}

impl Level {
    fn at(start: usize, group: u32) -> Level {
        Level {
            start,
            branch: start,
            is_first: true,
            group,
        }
    }
}

impl Parser<'_> {
    /// Parses an atom, `|`, `(` or `)`. Returns false at the end of the pattern.
    fn step<E>(&mut self) -> Result<bool, Error<E>> {
        let is_inside = self.levels.len() > 1;
        match self.cursor.rest() {
            [] if is_inside => Err(Error::Invalid),
            [] => self.end_level().map(|_| false),
            [b'|', ..] => self.next_branch().map(|_| true),
            [b')', ..] if is_inside => self.close_group().map(|_| true),
            [b'(', ..] => self.open_group().map(|_| true),
            _ => self.atom().map(|_| true),
        }
    }

    fn level(&mut self) -> &mut Level {
        self.levels.last_mut().expect("the whole is never closed")
    }

    /// Ends a branch. An error if the branch is empty.
    fn end_branch<E>(&mut self) -> Result<(), Error<E>> {
        let here = self.strip.here();
        if self.level().branch == here {
            Err(Error::Invalid)
        } else {
            Ok(())
        }
    }

    fn next_branch<E>(&mut self) -> Result<(), Error<E>> {
        self.end_branch()?;
        self.cursor.next();
        let Level {
            start,
            branch,
            is_first,
            ..
        } = *self.level();
        if is_first {
            self.strip.open_choice(start)
        } else {
            self.strip.next_branch(branch - 1)
        }
        let here = self.strip.here();
        let level = self.level();
        (level.branch, level.is_first) = (here, false);
        Ok(())
    }

    fn end_level<E>(&mut self) -> Result<(), Error<E>> {
        self.end_branch()?;
        let Level {
            start,
            branch,
            is_first,
            ..
        } = *self.level();
        if !is_first {
            self.strip.close_choice(start, branch - 1);
        }
        Ok(())
    }

    fn open_group<E>(&mut self) -> Result<(), Error<E>> {
        self.cursor.next();
        let at = self.strip.here();
        let group = self.strip.open_group();
        // `()` is valid, although a branch must not be empty elsewhere.
        if self.cursor.eat(b")") {
            self.strip.close_group(group);
            return self.repetition(at);
        }
        self.levels.push(Level::at(self.strip.here(), group));
        Ok(())
    }

    fn close_group<E>(&mut self) -> Result<(), Error<E>> {
        self.end_level()?;
        let Level { start, group, .. } = *self.level();
        self.levels.pop();
        self.cursor.next();
        self.strip.close_group(group);
        self.repetition(start - 1)
    }

    fn atom<E>(&mut self) -> Result<(), Error<E>> {
        let at = self.strip.here();
        let is_start = self.cursor.rest().starts_with(b"^");
        match self.cursor.next().ok_or(Error::Invalid)? {
            b')' | b'*' | b'+' | b'?' => return Err(Error::Invalid),
            b'{' if self.is_digit(0) => return Err(Error::Invalid),
            b'^' => self.strip.emit(Op::TextStart),
            b'$' => self.strip.emit(Op::TextEnd),
            b'.' => self.strip.emit(Op::Any),
            b'[' if self.cursor.eat(b"[:<:]]") => self.strip.emit(Op::WordStart),
            b'[' if self.cursor.eat(b"[:>:]]") => self.strip.emit(Op::WordEnd),
            b'[' => {
                let set = brackets::set(&mut self.cursor)?;
                match brackets::only(&set) {
                    Some(byte) => self.strip.emit(Op::Byte(byte)),
                    None => self.strip.emit_set(set),
                }
            }
            b'\\' => match self.cursor.next().ok_or(Error::Invalid)? {
                digit @ b'1'..=b'9' => {
                    if !self.strip.reference(u32::from(digit - b'0')) {
                        return Err(Error::Invalid);
                    }
                }
                byte => self.strip.emit(Op::Byte(byte)),
            },
            byte => self.strip.emit(Op::Byte(byte)),
        }
        if is_start && self.is_repetition() {
            return Err(Error::Invalid);
        }
        self.repetition(at)
    }

    /// Reads the repetition of the atom at `at`, if there is one. A second repetition is an error.
    fn repetition<E>(&mut self, at: usize) -> Result<(), Error<E>> {
        if !self.is_repetition() {
            return Ok(());
        }
        match self.cursor.next() {
            Some(b'*') => {
                self.strip.repeat(at);
                self.strip.skip_loop(at);
            }
            Some(b'+') => self.strip.repeat(at),
            Some(b'?') => self.strip.skip(at),
            _ => {
                let (min, max) = self.counts().ok_or(Error::Invalid)?;
                self.strip.repeat_times(at, min, max);
            }
        }
        if self.is_repetition() {
            Err(Error::Invalid)
        } else {
            Ok(())
        }
    }

    fn is_repetition(&self) -> bool {
        match self.cursor.rest() {
            [b'*' | b'+' | b'?', ..] => true,
            [b'{', ..] => self.is_digit(1),
            _ => false,
        }
    }

    fn is_digit(&self, at: usize) -> bool {
        self.cursor.rest().get(at).is_some_and(u8::is_ascii_digit)
    }

    /// Parses the minimum and the maximum of a repetition, up to and including the `}`. The maximum is `None` if it is
    /// unlimited. The result is `None` if the repetition is invalid.
    fn counts(&mut self) -> Option<(u32, Option<u32>)> {
        let min = self.count()?;
        let max = if !self.cursor.eat(b",") {
            Some(min)
        } else if self.is_digit(0) {
            Some(self.count()?)
        } else {
            None
        };
        let is_ordered = max.is_none_or(|max| min <= max);
        (is_ordered && self.cursor.eat(b"}")).then_some((min, max))
    }

    fn count(&mut self) -> Option<u32> {
        let mut count = 0;
        while self.is_digit(0) && count <= MAX_COUNT {
            count = count * 10 + u32::from(self.cursor.next()? - b'0');
        }
        (count <= MAX_COUNT).then_some(count)
    }
}
