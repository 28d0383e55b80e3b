//! Code actions at the cursor.

mod argument;
mod cast;
mod expand;
mod field;
mod include;
mod missing;
mod spelling;
#[cfg(test)]
mod tests;

use std::ops::Range;

use db::{Database, Db};
use elaborate::hir::{RecordSource, StmtKind};
use syntax::SyntaxKind::*;
use syntax::{SyntaxNode, SyntaxToken};

use super::evaluate::makers_of;
use super::format::TextEdit;
use super::place::{token_at_cursor, values};
use super::resolve::{Definition, token_in};
use super::target::written;
use super::text::Text;
use super::tree_text::range;
use super::{FilePosition, FileRange, source_of};

/// The largest number of `defm`s that `views` returns.
const MAX_VIEWS: usize = 12;

/// Whether an action corrects a mistake or changes valid code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ActionKind {
    /// A correction of a mistake.
    QuickFix,
    /// A rewrite of valid code, or an addition to it.
    Rewrite,
}

/// A code action offered at the cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// The title in a menu: a phrase without a full stop.
    pub title: String,
    /// The kind, which decides the menu that contains the action.
    pub kind: ActionKind,
    /// Whether a client should apply this action by default.
    pub is_preferred: bool,
    /// The edits of the action. Ranges refer to the texts before all edits, and do not overlap.
    pub edits: Vec<FileEdit>,
}

/// A change of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileEdit {
    /// The path of the file, as in the unit's sources.
    pub path: String,
    /// The change. Its range refers to the text of the file as the unit read it.
    pub edit: TextEdit,
}

/// A function that returns the files that declare a class, multiclass or record of the given name. Only files that the
/// unit does not read are considered. A file is given by the path with which an `include` of the unit would name it.
pub type Elsewhere<'a> = dyn Fn(&str) -> Vec<String> + 'a;

/// The actions at the start of the range `at`. Empty if the unit does not read the file, or if other text is spliced
/// into the file.
pub fn actions(db: &Database, at: &FileRange, elsewhere: &Elsewhere<'_>) -> Vec<Action> {
    let mut out = Vec::new();
    let Some(source) = source_of(db, &at.path) else {
        return out;
    };
    // The offsets in a spliced text differ from the offsets in the file.
    if db.unit().sources.files[source].spliced.is_some() {
        return out;
    }
    let text = Text::new(db);
    let Some(root) = text.root(source) else {
        return out;
    };
    let Ok(offset) = u32::try_from(at.range.start) else {
        return out;
    };
    let Some(token) = token_at_cursor(&root, offset) else {
        return out;
    };
    let cursor = Cursor {
        text: &text,
        source,
        path: &at.path,
        root: &root,
        token: &token,
        offset: at.range.start,
    };
    spelling::offer(&cursor, &mut out);
    include::offer(&cursor, elsewhere, &mut out);
    argument::offer(&cursor, &mut out);
    missing::offer(&cursor, &mut out);
    field::offer(&cursor, &mut out);
    cast::offer(&cursor, &mut out);
    expand::offer(&cursor, &mut out);
    out
}

/// The names of the `defm`s with whose arguments a multiclass can be displayed. At the name of a `defm` outside
/// multiclasses, or of a multiclass that this `defm` uses, the result is this `defm`. At other mentions of a
/// multiclass, the result is the first `defm`s that use the multiclass, directly or indirectly, and are themselves
/// outside multiclasses. Empty at the name of a `defm` in a multiclass.
pub fn views(db: &Database, at: &FileRange) -> Vec<String> {
    let position = FilePosition {
        path: at.path.clone(),
        offset: at.range.start,
    };
    let text = Text::new(db);
    let Some((source, token)) = token_in(&text, &position) else {
        return Vec::new();
    };
    let multiclass = match text.resolve(source, &token) {
        Some(Definition::Multiclass(name)) => name,
        Some(Definition::RecordSource(keyword)) => {
            return match text.maker_at(keyword) {
                Some((item, maker)) if !matches!(text.stmt(item).kind, StmtKind::Multiclass(_)) => {
                    let is_defm = matches!(maker, RecordSource::Defm(_));
                    let name = text.name_of_maker(keyword).filter(|_| is_defm);
                    name.map(|it| written(&text, it)).into_iter().collect()
                }
                _ => Vec::new(),
            };
        }
        _ => return Vec::new(),
    };
    let defm = token.parent_ancestors().find(|it| it.kind() == DEFM);
    let is_inner = token.parent_ancestors().any(|it| it.kind() == MULTICLASS);
    match defm.filter(|_| !is_inner).and_then(|it| values(&it).next()) {
        Some(name) => vec![name.text().to_string()],
        None => {
            let mut makers = makers_of(&text, multiclass);
            makers.truncate(MAX_VIEWS);
            makers
        }
    }
}

/// The position for which actions are offered.
struct Cursor<'t> {
    text: &'t Text<'t>,
    source: usize,
    path: &'t str,
    root: &'t SyntaxNode,
    token: &'t SyntaxToken,
    offset: usize,
}

impl Cursor<'_> {
    fn file_text(&self) -> &str {
        &self.text.unit().sources.files[self.source].text
    }

    /// The range of the line that contains `offset`, in bytes, without its line feed.
    fn line_of(&self, offset: usize) -> Range<usize> {
        let text = self.file_text();
        let start = text[..offset].rfind('\n').map_or(0, |it| it + 1);
        let end = text[offset..]
            .find('\n')
            .map_or(text.len(), |it| offset + it);
        start..end
    }

    fn is_on_blank_line(&self) -> bool {
        let line = self.line_of(self.offset);
        self.file_text()[line].trim().is_empty()
    }

    fn edit(&self, range: Range<usize>, text: impl Into<String>) -> FileEdit {
        FileEdit {
            path: self.path.to_owned(),
            edit: TextEdit {
                range,
                text: text.into(),
            },
        }
    }

    /// An edit that replaces the token at the cursor.
    fn replace_token(&self, text: impl Into<String>) -> FileEdit {
        self.edit(range(self.token.text_range()), text)
    }

    fn ancestor(&self, kind: syntax::SyntaxKind) -> Option<SyntaxNode> {
        self.token.parent_ancestors().find(|it| it.kind() == kind)
    }
}
