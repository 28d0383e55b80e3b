//! Text templates with conditional lines and placeholders.

use std::borrow::Cow;

use backend::{Output, Rec};

/// A text template. Each line begins with its conditions, which are padded to two characters, and a vertical bar. A
/// lower-case letter is a condition, the upper-case letter its negation. `@name@` is replaced by a value. A line that
/// consists of an empty value only is omitted.
pub(super) struct Template<'t> {
    text: &'t str,
    conditions: Vec<(char, bool)>,
    values: Vec<(&'static str, Cow<'t, str>)>,
    /// The records that the values come from.
    sources: Vec<Rec<'t>>,
}

impl<'t> Template<'t> {
    pub(super) fn new(text: &'t str) -> Template<'t> {
        Template {
            text,
            conditions: Vec::new(),
            values: Vec::new(),
            sources: Vec::new(),
        }
    }

    /// Adds the records that the values come from.
    pub(super) fn from(mut self, sources: impl IntoIterator<Item = Rec<'t>>) -> Template<'t> {
        self.sources.extend(sources);
        self
    }

    /// Sets whether the condition of a letter holds.
    pub(super) fn with(mut self, letter: char, holds: bool) -> Template<'t> {
        self.conditions.push((letter, holds));
        self
    }

    /// Sets the value that replaces `@name@`.
    pub(super) fn value(
        mut self,
        name: &'static str,
        value: impl Into<Cow<'t, str>>,
    ) -> Template<'t> {
        self.values.push((name, value.into()));
        self
    }

    pub(super) fn push(&self, out: &mut Output) {
        for line in self.text.lines() {
            let (guards, line) = line.split_once('|').unwrap_or(("", line));
            if guards.trim_end().chars().all(|it| self.holds(it)) {
                self.push_line(out, line);
            }
        }
    }

    fn holds(&self, guard: char) -> bool {
        let mut conditions = self.conditions.iter();
        let condition = conditions.find(|it| it.0.eq_ignore_ascii_case(&guard));
        condition.is_some_and(|(letter, holds)| *holds == (*letter == guard))
    }

    fn push_line(&self, out: &mut Output, line: &str) {
        let value_of = |name: &str| self.values.iter().find(|it| it.0 == name);
        let only = line.strip_prefix('@').and_then(|it| it.strip_suffix('@'));
        if only.and_then(value_of).is_some_and(|it| it.1.is_empty()) {
            return;
        }
        if line.contains('@') {
            out.sources(|| self.sources.iter().copied());
        }
        for (number, piece) in line.split('@').enumerate() {
            // Every second piece is the name of a value.
            let value = value_of(piece).filter(|_| number % 2 == 1);
            out.push(value.map_or(piece, |it| &it.1));
        }
        out.push("\n");
        out.no_source();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_values() {
        let mut out = Output::new();
        Template::new("  |all @x@\na |a\nA |not a\naB|a, not b\n")
            .with('a', true)
            .with('b', true)
            .value("x", "1")
            .push(&mut out);
        assert_eq!(out.text, "all 1\na\n");
    }
}
