//! Inlay hints: annotations that an editor displays within the text of a file.

#[cfg(test)]
mod tests;

use std::ops::Range;

use db::{Database, Db};
use elaborate::symbol::Sym;
use rowan::Direction;
use syntax::SyntaxKind::{self, *};
use syntax::SyntaxNode;

use super::display::ValueDisplay;
use super::evaluate::seen_from;
use super::hover::made_by;
use super::place::{child, child_token, is_value, values};
use super::resolve::parent_names;
use super::source_of;
use super::text::Text;
use super::tree_text::{cut, range};

/// The options for inlay hints: the kinds that are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InlayConfig<'c> {
    /// Whether to show the names of positional arguments.
    pub argument_names: bool,
    /// Whether to show the types of inherited fields at a `let` in a body.
    pub field_types: bool,
    /// Whether to show the value of a field of a `def` if the source does not give it as a literal. In multiclasses,
    /// `seen_from` applies instead.
    pub field_values: bool,
    /// Whether to show the number of records after a `defm` outside multiclasses.
    pub record_counts: bool,
    /// Whether to show the name of an argument even if the value mentions that name.
    pub obvious: bool,
    /// The name of the `defm` for which values are shown in multiclasses; `None` to show no values there.
    pub seen_from: Option<&'c str>,
}

impl Default for InlayConfig<'_> {
    /// Enables all kinds of hints, except the names of obvious arguments and the values in multiclasses.
    fn default() -> Self {
        InlayConfig {
            argument_names: true,
            field_types: true,
            field_values: true,
            record_counts: true,
            obvious: false,
            seen_from: None,
        }
    }
}

/// The kind of a hint.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InlayKind {
    /// The name of the template argument to which a value is passed.
    ArgumentName,
    /// The type of an inherited field.
    FieldType,
    /// The evaluated value of a field, or of an expression in a multiclass.
    FieldValue,
    /// The number of records of a `defm`.
    RecordCount,
    /// The end of the hints: further hints were left out.
    End,
}

/// An inlay hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inlay {
    /// The byte offset at which the hint is shown.
    pub offset: usize,
    /// The kind; [`InlayKind::End`] only for the last hint if others were left out.
    pub kind: InlayKind,
    /// The text, without surrounding spaces. A type or value in it is truncated to 40 characters.
    pub label: String,
}

/// The largest number of characters of a type or value.
const MAX_VALUE: usize = 40;
/// The largest number of items before a `let` that are searched for another `let` of the same field.
const MAX_LETS: usize = 100;
/// The largest number of hints in an answer. No editor window shows as many.
const MAX_HINTS: usize = 5_000;

/// The hints in a range of bytes of a file, in order. `None` if the unit does not read the file; empty if another file
/// is spliced into its text. Only the records in the range are elaborated. If hints were left out, the last one is of
/// the kind [`InlayKind::End`].
pub fn inlay_hints(
    db: &Database,
    path: &str,
    within: Range<usize>,
    config: InlayConfig<'_>,
) -> Option<Vec<Inlay>> {
    let source = source_of(db, path)?;
    if db.unit().sources.files[source].spliced.is_some() {
        return Some(Vec::new());
    }
    let text = Text::new(db);
    let root = text.root(source)?;
    let hints = Hints {
        text: &text,
        source,
        within,
        config,
        most: MAX_HINTS,
        out: Vec::new(),
    };
    Some(hints.all(&root))
}

struct Hints<'t> {
    text: &'t Text<'t>,
    source: usize,
    within: Range<usize>,
    config: InlayConfig<'t>,
    most: usize,
    out: Vec<Inlay>,
}

impl Hints<'_> {
    fn all(mut self, root: &SyntaxNode) -> Vec<Inlay> {
        self.node(root);
        self.out.sort_by_key(|it| it.offset);
        if let Some(rest) = self.out.get(self.most) {
            let end = Inlay {
                offset: rest.offset,
                kind: InlayKind::End,
                label: "… hints end here".to_owned(),
            };
            self.out.truncate(self.most);
            self.out.push(end);
        }
        self.out
    }

    fn node(&mut self, node: &SyntaxNode) {
        let around = range(node.text_range());
        let is_outside = around.end < self.within.start || around.start > self.within.end;
        // The hints of a node may come after the hints of its children, but never after the hints of later nodes. So
        // the search can end as soon as there is one hint more than the limit.
        let is_enough = self.out.len() > self.most;
        if is_outside || is_enough {
            return;
        }
        match node.kind() {
            ARG_LIST if self.config.argument_names => self.argument_names(node),
            BODY_LET if self.config.field_types => self.field_type(node),
            DEF if self.config.field_values => self.field_values(node),
            DEFM if self.config.record_counts => self.record_count(node),
            MULTICLASS => self.show_values(node),
            _ => {}
        }
        for child in node.children() {
            self.node(&child);
        }
    }

    fn push(&mut self, offset: usize, kind: InlayKind, label: String) {
        if self.within.start <= offset && offset <= self.within.end {
            self.out.push(Inlay {
                offset,
                kind,
                label,
            });
        }
    }

    fn argument_names(&mut self, args: &SyntaxNode) {
        let owner = self.text.owner_of_args(args);
        let Some((_, params)) = owner.and_then(|it| self.text.template_args(it)) else {
            return;
        };
        let positional = args.children().take_while(|it| is_value(it.kind()));
        for (arg, param) in positional.zip(params) {
            let is_obvious = mentions(&arg, param.name.as_str());
            if self.config.obvious || !is_obvious {
                let start = arg.text_range().start().into();
                self.push(start, InlayKind::ArgumentName, format!("{}:", param.name));
            }
        }
    }

    fn field_type(&mut self, node: &SyntaxNode) {
        let Some(name) = child_token(node, IDENT) else {
            return;
        };
        let field = Sym::new(name.text());
        let Some(object) = node.ancestors().find(|it| matches!(it.kind(), CLASS | DEF)) else {
            return;
        };
        let body = child(&object, BODY);
        let is_own = body.into_iter().flat_map(|it| it.children()).any(|it| {
            it.kind() == FIELD && child_token(&it, IDENT).is_some_and(|it| it.text() == name.text())
        });
        if is_own {
            return;
        }
        // Bits of a field are often set by several `let`s; only the first one gets a hint.
        let lets_before = node.siblings(Direction::Prev).skip(1).take(MAX_LETS);
        let mut lets_before = lets_before.filter(|it| it.kind() == BODY_LET);
        let is_same =
            |it: SyntaxNode| child_token(&it, IDENT).is_some_and(|it| it.text() == name.text());
        if lets_before.any(is_same) {
            return;
        }
        let mut classes = parent_names(&object);
        let Some(found) = classes.find_map(|it| self.text.class_field(it, field)) else {
            return;
        };
        let stmt = self.text.stmt(found.item);
        let place = self.text.place(found.item, stmt.code[found.decl.ty].at);
        let file = &self.text.unit().sources.files[place.source];
        let ty = file.parsed_text();
        let Some(ty) = ty.get(place.start as usize..place.end as usize) else {
            return;
        };
        let end = name.text_range().end().into();
        self.push(
            end,
            InlayKind::FieldType,
            format!(": {}", cut(ty, MAX_VALUE)),
        );
    }

    /// Adds the values of the fields that a record sets to something other than a literal. Adds nothing for a `def`
    /// that is in a multiclass or does not create exactly one record.
    fn field_values(&mut self, def: &SyntaxNode) {
        let Some(body) = child(def, BODY) else { return };
        let computed: Vec<(Sym, SyntaxNode)> =
            body.children().filter_map(|it| computed(&it)).collect();
        if computed.is_empty() || def.ancestors().any(|it| it.kind() == MULTICLASS) {
            return;
        }
        let [record] = &self.records_of(def)[..] else {
            return;
        };
        let shown = ValueDisplay::new(self.text.db);
        for (name, value) in computed {
            let Some(v) = record.field(name).and_then(|it| it.value) else {
                continue;
            };
            let text = shown.brief(v);
            let label = cut(&text, MAX_VALUE);
            if !is_written_so(&value, &text) {
                let end = value.text_range().end().into();
                self.push(end, InlayKind::FieldValue, format!("= {label}"));
            }
        }
    }

    fn record_count(&mut self, defm: &SyntaxNode) {
        if defm.ancestors().any(|it| it.kind() == MULTICLASS) {
            return;
        }
        let end = defm.text_range().end().into();
        let label = match self.records_of(defm).len() {
            1 => "1 record".to_owned(),
            count => format!("{count} records"),
        };
        self.push(end, InlayKind::RecordCount, label);
    }

    /// Adds the values of the expressions in a multiclass for the chosen `defm`.
    fn show_values(&mut self, multiclass: &SyntaxNode) {
        let Some(maker) = self.config.seen_from else {
            return;
        };
        let found = seen_from(self.text, self.source, multiclass, &self.within, maker);
        for (offset, values) in found {
            let label = cut(&values.join(", "), MAX_VALUE);
            self.push(offset, InlayKind::FieldValue, format!("= {label}"));
        }
    }

    fn records_of(&self, maker: &SyntaxNode) -> Vec<std::sync::Arc<elaborate::record::Record>> {
        let keyword = maker.first_token().map(|it| it.text_range());
        let place = keyword.map(|it| super::Place::new(self.source, it));
        match place.and_then(|it| self.text.maker_at(it)) {
            Some((item, maker)) => made_by(self.text, item, maker),
            None => Vec::new(),
        }
    }
}

/// Whether the source text of a value is the same as `shown`, apart from white space and comments.
fn is_written_so(value: &SyntaxNode, shown: &str) -> bool {
    let tokens = value.descendants_with_tokens();
    let tokens = tokens.filter_map(|it| it.into_token());
    let words = tokens.filter(|it| !it.kind().is_trivia());
    let written: String = words.map(|it| it.text().to_owned()).collect();
    let chars = |text: &str| {
        text.chars()
            .filter(|it| !it.is_whitespace())
            .collect::<String>()
    };
    chars(&written) == chars(shown)
}

/// The name and value of an item that declares a field or sets a whole field, if the value is not a literal.
fn computed(item: &SyntaxNode) -> Option<(Sym, SyntaxNode)> {
    if !matches!(item.kind(), FIELD | BODY_LET) || child(item, RANGE_LIST).is_some() {
        return None;
    }
    let name = Sym::new(child_token(item, IDENT)?.text());
    let value = values(item).last()?;
    (!is_literal(value.kind())).then_some((name, value))
}

fn is_literal(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        INT_VALUE
            | BINARY_VALUE
            | BOOL_VALUE
            | STRING_VALUE
            | CODE_VALUE
            | UNSET_VALUE
            | ERROR_VALUE
    )
}

/// Whether the value makes the name of its argument redundant: the value is an identifier, field access or class
/// instance of the same name, or a dag whose operator has that name. Case, underscores and a plural `s` are ignored. A
/// name of one letter is never informative and counts as redundant.
fn mentions(value: &SyntaxNode, name: &str) -> bool {
    let plain = |it: &str| {
        let it = it.replace('_', "").to_lowercase();
        it.strip_suffix('s').map(str::to_owned).unwrap_or(it)
    };
    let word = match value.kind() {
        IDENT_VALUE | FIELD_ACCESS | CLASS_VALUE => child_token(value, IDENT),
        DAG_VALUE => {
            let tokens = value
                .descendants_with_tokens()
                .filter_map(|it| it.into_token());
            let operator = tokens.filter(|it| !it.kind().is_trivia()).nth(1);
            operator.filter(|it| it.kind() == IDENT)
        }
        _ => None,
    };
    let is_letter = name.chars().count() == 1;
    is_letter || word.is_some_and(|it| plain(it.text()) == plain(name))
}
