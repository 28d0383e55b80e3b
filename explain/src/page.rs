//! The page that describes a record. The page is written part by part.

use std::fmt::Display;
use std::sync::Arc;

use backend::{Context, Diagnostic, Fatal, Model, Rec, RecordId, Severity};
use elaborate::diagnostic::{At, Audience};
use elaborate::ids::StmtId;
use ide::markup::{Markup, code_span, escape};

/// The maximum number of names shown in a list.
const MAX_NAMES: usize = 40;

/// Returns the Markdown text for a place, with a link if the client can follow it. `None` if the place is in no file.
pub type ShowPlace<'a> = &'a dyn Fn(At) -> Option<String>;

/// The page that is being written.
pub(crate) struct Page<'a> {
    cx: &'a Context<'a>,
    /// The statements that define the described record.
    about: Vec<StmtId>,
    /// The name of the current part.
    part: &'static str,
    /// Whether the models of the current part support the release. If they do not, errors may be due to the release.
    knows_release: bool,
    text: Markup,
    /// The items of the last list of the page, which is not finished yet.
    points: Vec<String>,
    /// The errors that the page already shows.
    told: Vec<String>,
    /// The reasons why parts are missing, each with the names of these parts.
    missing: Vec<(String, Vec<&'static str>)>,
    show_place: ShowPlace<'a>,
}

impl<'a> Page<'a> {
    pub(crate) fn new(cx: &'a Context<'a>, show_place: ShowPlace<'a>) -> Page<'a> {
        Page {
            cx,
            about: Vec::new(),
            part: "",
            knows_release: true,
            text: Markup::default(),
            points: Vec::new(),
            told: Vec::new(),
            missing: Vec::new(),
            show_place,
        }
    }

    /// Begins a part of the page about the record `about`. If the part has no name, it is not listed as missing.
    pub(crate) fn begin(&mut self, about: Rec, part: &'static str, backend: &str) {
        self.about = about.record().locs.iter().map(|it| it.item).collect();
        self.begin_part(part, backend);
    }

    /// Begins a part of a page that is about no record.
    pub(crate) fn begin_part(&mut self, part: &'static str, backend: &str) {
        self.knows_release = backends::is_form_known(backend, self.cx.release());
        self.part = part;
    }

    /// A place as a link, if it is in a file.
    pub(crate) fn place(&self, at: At) -> Option<String> {
        (self.show_place)(at)
    }

    /// Adds a paragraph that is already in Markdown.
    pub(crate) fn prose(&mut self, markdown: impl Into<String>) {
        self.end_list();
        self.text.prose(markdown);
    }

    /// Adds a list item with a title and a text in Markdown.
    pub(crate) fn point(&mut self, what: &str, markdown: impl Display) {
        self.points.push(format!("- {what}: {markdown}"));
    }

    /// Adds a list item with names, unless `names` is empty.
    pub(crate) fn names<T: AsRef<str>>(&mut self, what: &str, names: impl IntoIterator<Item = T>) {
        if let Some(names) = listed(names, MAX_NAMES) {
            self.point(what, names);
        }
    }

    /// Adds a list item with the names of records, unless `ids` is empty.
    pub(crate) fn records(&mut self, what: &str, ids: impl IntoIterator<Item = RecordId>) {
        let records = self.cx.records;
        self.names(what, ids.into_iter().map(|it| records.rec(it).name()));
    }

    /// Adds a code block. `language` is the name of the code's language in Markdown.
    pub(crate) fn code(&mut self, language: &'static str, text: &str) {
        self.end_list();
        self.text.drawn(language, text);
    }

    /// Adds a text whose columns must stay aligned.
    pub(crate) fn drawing(&mut self, text: &str) {
        self.end_list();
        self.text.drawn("text", text);
    }

    /// Adds the error of a part. An error at the described record is shown in full, once. An error at another record is
    /// shown only as the reason why this part is missing.
    pub(crate) fn add_error_of(&mut self, result: Result<(), Fatal>) {
        let Err(error) = result else { return };
        if !self.tells(&error) {
            return;
        }
        match self.elsewhere(&error) {
            Some(why) => self.miss(why),
            None => self.error(&error),
        }
    }

    /// Adds an error at the described record, unless it is already shown.
    pub(crate) fn error(&mut self, error: &Diagnostic) {
        if !self.tells(error) {
            return;
        }
        let message = error.message.trim().to_owned();
        if !self.told.contains(&message) {
            self.point("error", escape(&message));
            self.told.push(message);
        }
    }

    /// Whether an error is due to a mistake in the sources, and not to a release that the models do not support.
    fn tells(&self, error: &Diagnostic) -> bool {
        self.knows_release && error.audience != Audience::Tables
    }

    /// A model for the current part. If the build of the model ends with an error without a location, the returned
    /// error is an earlier one with a location, if there is one: preferably an error at the described record, otherwise
    /// the first.
    pub(crate) fn model<M: Model>(&self) -> Result<Arc<M>, Fatal> {
        self.cx.model::<M>().map_err(|end| {
            if end.at.or(end.near).is_some() {
                return end;
            }
            let mut errors = self.cx.said_of::<M>();
            errors.retain(|it| it.severity == Severity::Error && it.at.or(it.near).is_some());
            let own = errors.iter().position(|it| self.is_own(it));
            match errors.into_iter().nth(own.unwrap_or(0)) {
                Some(error) => Box::new(error),
                None => end,
            }
        })
    }

    /// Whether an error is at the described record. An error in a multiclass has notes at the uses of the multiclass,
    /// and these notes must be at the record too.
    fn is_own(&self, error: &Diagnostic) -> bool {
        let of_about = |at: At| self.about.contains(&at.loc.item);
        let mut users = error.notes.iter().filter_map(|(at, _)| *at);
        error.at.or(error.near).is_some_and(of_about) && users.all(of_about)
    }

    /// The reason why a part is missing: a link to the statement with the error, or the message of an error without a
    /// location. `None` if the error is at the described record, or if its location is in no file.
    fn elsewhere(&self, error: &Diagnostic) -> Option<String> {
        let Some(at) = error.at.or(error.near) else {
            return Some(format!("not known: {}", escape(error.message.trim())));
        };
        if self.is_own(error) {
            return None;
        }
        let place = (self.show_place)(at)?;
        let mut all = self.cx.records.defs();
        let rec = all.find(|it| it.record().locs.first() == Some(&at.loc));
        let rec = rec.filter(|it| !it.is_anonymous());
        let name = rec.map_or_else(|| "a statement".to_owned(), |it| code_span(it.name()));
        Some(format!("not known until {name} in {place} is mended"))
    }

    fn miss(&mut self, why: String) {
        if self.part.is_empty() {
            return;
        }
        match self.missing.iter_mut().find(|it| it.0 == why) {
            Some((_, parts)) if parts.contains(&self.part) => {}
            Some((_, parts)) => parts.push(self.part),
            None => self.missing.push((why, vec![self.part])),
        }
    }

    /// Adds a list of the missing parts, with a line for each reason.
    pub(crate) fn end(&mut self) {
        for (why, parts) in std::mem::take(&mut self.missing) {
            self.point(&parts.join(", "), why);
        }
    }

    /// Takes the text that was added since the last call.
    pub(crate) fn take(&mut self) -> Markup {
        self.end_list();
        std::mem::take(&mut self.text)
    }

    fn end_list(&mut self) {
        if !self.points.is_empty() {
            self.text.prose(self.points.join("\n"));
            self.points.clear();
        }
    }
}

/// At most `most` names as inline code, separated by commas, then the number of further names. `None` if there are no
/// names.
pub(crate) fn listed<T: AsRef<str>>(
    names: impl IntoIterator<Item = T>,
    most: usize,
) -> Option<String> {
    let mut names = names.into_iter();
    let mut shown: Vec<String> = Vec::new();
    shown.extend(names.by_ref().take(most).map(|it| code_span(it.as_ref())));
    match names.count() {
        0 if shown.is_empty() => return None,
        0 => {}
        more => shown.push(format!("… {more} more")),
    }
    Some(shown.join(", "))
}

/// A number with a noun, which is in the plural unless the number is 1.
pub(crate) fn count(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

/// A table as text. Each column is as wide as its longest cell.
pub(crate) fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| {
        let cells = rows.iter().filter_map(|it| it.get(at));
        cells.map(|it| it.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line += &format!("{cell:width$}  ");
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// Splits the rows of a table so that cells are at most `width` characters wide if possible. The rest of a wider cell
/// continues in additional rows.
pub(crate) fn wrapped(rows: &[Vec<String>], width: usize) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for row in rows {
        let cells: Vec<Vec<String>> = row.iter().map(|it| lines(it, width)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        let line = |at: usize| {
            cells
                .iter()
                .map(move |it| it.get(at).cloned().unwrap_or_default())
        };
        all.extend((0..height).map(|at| line(at).collect()));
    }
    all
}

/// Breaks a text at blanks into lines, at least one. A line is longer than `width` characters only if a word is longer,
/// or because a number stays on the line of the preceding word.
fn lines(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ') {
        let is_full = line.chars().count() + 1 + word.chars().count() > width;
        if line.is_empty() {
            line.push_str(word);
        } else if is_full && !word.starts_with(|it: char| it.is_ascii_digit()) {
            lines.push(std::mem::replace(&mut line, word.to_owned()));
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines.push(line);
    lines
}
