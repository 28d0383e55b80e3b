//! Completion at a position.

mod best;
mod context;
mod context_scores;
mod dags;
mod dialects;
mod fields;
mod items;
mod patterns;
mod rank;
mod strings;
#[cfg(test)]
mod tests;

use std::ops::Range;

use self::best::Best;
pub(super) use self::context::owner_before;
use self::context::{Context, context_at};
use self::context_scores::{ContextScores, Role, Score};
use super::markup::Markup;
use super::operators::describe;
use super::place::locate;
use super::text::Text;
use super::{FilePosition, Place};
use db::Database;
use elaborate::symbol::Sym;
use rustc_hash::FxHashMap;

/// The completions at a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Completions {
    /// The items, the best first.
    pub items: Vec<CompletionItem>,
    /// Whether items were left out. A client must send a new request when the user types another letter.
    pub is_incomplete: bool,
    /// The range of the file that an item replaces, in bytes.
    pub replaces: Range<usize>,
}

/// A text that completion offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompletionItem {
    /// The text that is shown, and inserted if there is no snippet. The label of an operator includes the `!`. The
    /// label of a dag's argument includes the `$` unless it is already typed. The label of a file or folder includes
    /// the folders that are already typed before its name.
    pub label: String,
    /// The kind, which an editor shows as an icon.
    pub kind: CompletionItemKind,
    /// A short description.
    pub detail: Option<String>,
    /// A snippet with placeholders `$1`, …; `None` if it would be the same as the label.
    pub snippet: Option<String>,
    /// The rank; lower is better.
    pub rank: u8,
    /// The order within a rank: the more frequent the item is in similar contexts, the higher the score.
    pub score: Score,
}

/// The kind of word or declaration that a completion item inserts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CompletionItemKind {
    /// A keyword or a built-in type.
    Keyword,
    /// A type declared by a `deftype`.
    Type,
    /// A class: as a parent, as a type, or as a value `Class<…>`.
    Class,
    /// A multiclass, which a `defm` or another multiclass may use.
    Multiclass,
    /// A record with a name, from a `def` or `defm`.
    Record,
    /// A field, which a `let` sets or an expression reads.
    Field,
    /// A template argument of the enclosing class or multiclass, or of the class or multiclass to which the value at
    /// the cursor is passed.
    TemplateArg,
    /// A variable of a `defvar`, `defset` or loop, and `NAME`.
    Variable,
    /// A bang operator.
    Operator,
    /// A macro of the preprocessor that some file of the unit mentions.
    Macro,
    /// The name of a dag's argument.
    DagName,
    /// A file to include, whose name ends in `.td`.
    File,
    /// A folder on the path to an include file; its label ends in `/`.
    Folder,
    /// The name of a C++ method of an MLIR interface.
    Method,
}

impl CompletionItemKind {
    const ALL: [CompletionItemKind; 14] = [
        CompletionItemKind::Keyword,
        CompletionItemKind::Type,
        CompletionItemKind::Class,
        CompletionItemKind::Multiclass,
        CompletionItemKind::Record,
        CompletionItemKind::Field,
        CompletionItemKind::TemplateArg,
        CompletionItemKind::Variable,
        CompletionItemKind::Operator,
        CompletionItemKind::Macro,
        CompletionItemKind::DagName,
        CompletionItemKind::File,
        CompletionItemKind::Folder,
        CompletionItemKind::Method,
    ];

    /// The kind whose [`CompletionItemKind::name`] is `name`.
    pub fn from_name(name: &str) -> Option<CompletionItemKind> {
        CompletionItemKind::ALL
            .into_iter()
            .find(|it| it.name() == name)
    }

    /// A short name that does not change between versions.
    pub fn name(self) -> &'static str {
        match self {
            CompletionItemKind::Keyword => "keyword",
            CompletionItemKind::Type => "type",
            CompletionItemKind::Class => "class",
            CompletionItemKind::Multiclass => "multiclass",
            CompletionItemKind::Record => "record",
            CompletionItemKind::Field => "field",
            CompletionItemKind::TemplateArg => "template argument",
            CompletionItemKind::Variable => "variable",
            CompletionItemKind::Operator => "operator",
            CompletionItemKind::Macro => "macro",
            CompletionItemKind::DagName => "dag name",
            CompletionItemKind::File => "file",
            CompletionItemKind::Folder => "folder",
            CompletionItemKind::Method => "method",
        }
    }
}

/// Access to the folders that contain include files.
pub trait Folders {
    /// The names of the files and folders in `folder`. A folder's name ends in `/`.
    fn list(&self, folder: &str) -> Vec<String>;
}

/// The trigger of a completion request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trigger {
    /// The user requested completion, or is typing a name.
    Asked,
    /// The user typed a space: items are offered only where the name of a field must follow.
    Space,
}

/// The completions at a position. Empty in comments, and in files that the unit does not read.
pub fn complete(
    db: &Database,
    position: &FilePosition,
    trigger: Trigger,
    include_dirs: &[String],
    folders: &dyn Folders,
) -> Completions {
    let text = Text::new(db);
    let Some((source, offset)) = locate(db, position) else {
        return Completions::default();
    };
    let Some((context, prefix)) = context_at(&text, source, offset) else {
        return Completions::default();
    };
    if trigger == Trigger::Space && !matches!(context, Context::Let | Context::BlockLet) {
        return Completions::default();
    }
    let tree = text.unit().sources.files[source].tree.as_ref();
    // Other words of the file are no candidates for the path of an `include`.
    let tree = tree.filter(|_| context != Context::IncludePath);
    let written = offset - prefix.len() as u32..offset;
    let mut found = Candidates {
        text: &text,
        source,
        offset,
        prefix: &prefix,
        context_scores: tree.map_or_else(ContextScores::default, |it| {
            ContextScores::new(it, written, role(&context))
        }),
        related: FxHashMap::default(),
        items: Best::default(),
    };
    if let Context::IncludePath = context {
        found.include_paths(include_dirs, folders);
    } else {
        found.all_of(&context);
    }
    Completions {
        is_incomplete: found.items.is_incomplete,
        items: found.items.into_items(),
        replaces: position.offset - prefix.len()..position.offset,
    }
}

/// The role of the word at the cursor.
fn role(context: &Context) -> Role {
    match context {
        Context::Type => Role::Type,
        Context::Class | Context::Multiclass { .. } => Role::Parent,
        _ => Role::Other,
    }
}

/// The documentation of an item, requested when the user selects the item. `None` if the item has no documentation.
pub fn documentation(db: &Database, kind: CompletionItemKind, label: &str) -> Option<Markup> {
    use super::resolve::Definition;
    let name = Sym::new(label);
    let definition = match kind {
        CompletionItemKind::Class => Definition::Class(name),
        CompletionItemKind::Multiclass => Definition::Multiclass(name),
        CompletionItemKind::Record => Definition::Record(name),
        CompletionItemKind::Type => Definition::Type(name),
        CompletionItemKind::Operator => {
            let operator = syntax::BangOperator::from_name(label.strip_prefix('!')?)?;
            let about = describe(operator);
            let mut text = Markup::default();
            text.code(&about.signature());
            text.prose(about.doc);
            return Some(text);
        }
        _ => return None,
    };
    super::hover::describe_definition(&Text::new(db), &definition)
}

/// The completion items found so far, and the position at which completion was requested.
struct Candidates<'f> {
    text: &'f Text<'f>,
    source: usize,
    /// The offset of the cursor.
    offset: u32,
    /// The part of the name that is already written.
    prefix: &'f str,
    context_scores: ContextScores<'f>,
    /// For each name in lists of traits, the number of other statements with the same base class that list the name.
    /// Empty if no trait is expected.
    related: FxHashMap<String, u32>,
    items: Best,
}

impl Candidates<'_> {
    /// Whether a label begins with the text that is already typed, ignoring case.
    fn matches_prefix(&self, label: &str) -> bool {
        begins(label, self.prefix)
    }

    /// The score of a label: how common the label is in contexts similar to the context of the cursor.
    fn score(&self, label: &str, kind: CompletionItemKind) -> Score {
        match kind {
            CompletionItemKind::DagName if !label.starts_with('$') => {
                self.context_scores.score(&format!("${label}"))
            }
            _ => {
                let mut score = self.context_scores.score(label);
                score.related = self.related.get(label).copied().unwrap_or_default();
                score
            }
        }
    }

    fn add(&mut self, label: &str, kind: CompletionItemKind, rank: u8, detail: Option<String>) {
        self.add_snippet(label, kind, rank, detail, None);
    }

    fn add_snippet(
        &mut self,
        label: &str,
        kind: CompletionItemKind,
        rank: u8,
        detail: Option<String>,
        snippet: Option<String>,
    ) {
        if !self.matches_prefix(label) {
            return;
        }
        let score = self.score(label, kind);
        // A word that elsewhere follows the same token as the one before the cursor is probably right.
        let rank = if score.follows { rank::FITS } else { rank };
        self.add_ranked(label, kind, rank, score, detail, snippet);
    }

    /// Adds a record without regard to its class. A record that elsewhere follows the same token as the one before the
    /// cursor gets the rank `usual`; other records get `FAR`.
    fn add_record(&mut self, label: &str, usual: u8) {
        if self.matches_prefix(label) {
            let kind = CompletionItemKind::Record;
            let score = self.score(label, kind);
            let rank = if score.follows { usual } else { rank::FAR };
            self.add_ranked(label, kind, rank, score, None, None);
        }
    }

    fn add_ranked(
        &mut self,
        label: &str,
        kind: CompletionItemKind,
        rank: u8,
        score: Score,
        detail: Option<String>,
        snippet: Option<String>,
    ) {
        if self.items.wants(rank, score, label) {
            self.items.add(CompletionItem {
                label: label.to_owned(),
                kind,
                detail,
                snippet,
                rank,
                score,
            });
        }
    }

    /// Adds a field that has no value yet. The field probably needs a value if other code of the file names it.
    fn add_needed(&mut self, label: &str, detail: String) {
        let kind = CompletionItemKind::Field;
        let mut score = self.score(label, kind);
        score.is_needed = score != Score::default();
        self.add_ranked(label, kind, rank::FITS, score, Some(detail), None);
    }

    /// The position of the cursor.
    fn here(&self) -> Place {
        Place {
            source: self.source,
            start: self.offset,
            end: self.offset,
        }
    }
}

/// Whether `text` begins with `with`, ignoring ASCII case.
fn begins(text: &str, with: &str) -> bool {
    let start = text.as_bytes().get(..with.len());
    start.is_some_and(|it| it.eq_ignore_ascii_case(with.as_bytes()))
}
