//! Hovers: descriptions of definitions, and values of expressions.

mod class;
mod field;
mod fields;
mod in_string;
mod instance;
mod patterns;
mod record;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use db::Database;
use elaborate::hir::StmtKind;
use elaborate::record::Record;
use elaborate::symbol::Sym;
use elaborate::value::ValueId;
pub(super) use record::made_by;
use syntax::SyntaxKind::*;
use syntax::{BangOperator, SyntaxNode, SyntaxToken};

use super::display::{Bits, ValueDisplay, cut_code};
use super::docs::documentation;
use super::evaluate::{Asked, Evaluated, evaluate};
use super::keywords;
use super::markup::{Markup, code_span};
use super::operators::describe;
use super::place::{is_type, node_at, values};
use super::resolve::{Definition, Owner, VariableKind};
use super::target::{declaration_at, included, macro_definitions};
use super::text::Text;
use super::tree_text::cut;
use super::{FilePosition, FileRange, Place};

/// A hover.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// The text; never empty.
    pub text: Markup,
    /// The range that the hover is about, usually the token at the cursor.
    pub range: FileRange,
    /// The records that the hover describes; empty if it describes something else.
    pub records: Vec<Arc<Record>>,
    /// The `instregex` patterns at the position; empty elsewhere.
    pub patterns: Vec<String>,
    /// The record whose assembly format is at the position; `None` elsewhere.
    pub format: Option<Arc<Record>>,
    /// The records in the list below the text.
    pub listed: Vec<Listed<FileRange>>,
    /// The number of records that the list leaves out.
    pub unlisted: usize,
    /// Links to related locations, each with its title.
    pub links: Vec<(String, FileRange)>,
}

/// An entry in a list of records. `At` is a location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed<At> {
    /// The name of the record as plain text, cut if it is very long.
    pub name: String,
    /// The classes of the record, or another short description; may be empty.
    pub detail: String,
    /// The location of the definition; `None` if it is not known.
    pub at: Option<At>,
}

/// The hover at a position; `None` if there is nothing to describe. Elaborates only the statements that it needs.
pub fn hover(db: &Database, position: &FilePosition) -> Option<Hover> {
    hover_seen_from(db, position, None)
}

/// As [`hover`], but in a multiclass, the values for the `defm` called `maker` come first.
pub fn hover_seen_from(
    db: &Database,
    position: &FilePosition,
    maker: Option<&str>,
) -> Option<Hover> {
    let text = Text::new(db);
    let named = text.name_at(position)?;
    let at = At {
        text: &text,
        source: named.source,
        token: &named.token,
        maker,
    };
    let mut page = Page::default();
    let mut place = named.place;
    if let Some(definition) = &named.definition {
        at.definition(definition, &mut page);
    }
    at.piece(&named, &mut page);
    if named.definition.is_none() && page.text.is_empty() {
        let found = at.patterns(&mut page).or_else(|| at.value(&mut page));
        let range = found.or_else(|| at.keyword(&mut page))?;
        place = Place::new(named.source, range);
    }
    if page.text.is_empty() {
        return None;
    }
    let links = page.links.into_iter();
    let listed = page.listed.into_iter().map(|it| Listed {
        name: it.name,
        detail: it.detail,
        at: it.at.map(|at| at.file_range(db)),
    });
    Some(Hover {
        text: page.text,
        records: page.records,
        patterns: page.patterns,
        format: page.format,
        listed: listed.collect(),
        unlisted: page.unlisted,
        range: place.file_range(db),
        links: links
            .map(|(name, place)| (name, place.file_range(db)))
            .collect(),
    })
}

/// The description of a definition, independent of where it is mentioned. `None` for definitions other than classes,
/// multiclasses, records and types, and for names that are not defined.
pub(super) fn describe_definition(text: &Text<'_>, definition: &Definition) -> Option<Markup> {
    let mut page = Page::default();
    match definition {
        Definition::Class(name) => class::show(text, *name, &mut page),
        Definition::Multiclass(name) => class::show_multiclass(text, *name, &mut page),
        Definition::Record(name) => record::show_named(text, *name, &mut page),
        Definition::Type(name) => {
            let (item, deftype) = text.deftype(*name)?;
            let node = declaration_at(text, text.place(item, deftype.name_at))?;
            page.code(&header(&node));
        }
        _ => {}
    }
    (!page.text.is_empty()).then_some(page.text)
}

/// The contents of a hover under construction.
#[derive(Default)]
pub(super) struct Page {
    text: Markup,
    records: Vec<Arc<Record>>,
    patterns: Vec<String>,
    format: Option<Arc<Record>>,
    listed: Vec<Listed<Place>>,
    unlisted: usize,
    links: Vec<(String, Place)>,
}

impl Page {
    fn code(&mut self, code: &str) {
        self.text.code(code);
    }

    /// Appends prose in Markdown.
    fn text(&mut self, markdown: impl Into<String>) {
        self.text.prose(markdown);
    }

    /// Appends a value with the label `what`. The remark `about` starts a new line below the label.
    fn value(&mut self, what: &str, shown: &ValueDisplay<'_>, v: ValueId, about: Option<&str>) {
        let about = about.map(|it| format!("\\\n{it}")).unwrap_or_default();
        match shown.bits(v) {
            Some(Bits::Pieces(pieces)) => {
                self.text(format!("{what}:{about}"));
                let lines = pieces.iter().map(|it| {
                    let hex = it.hex.as_ref().map(|it| format!(" // {it}"));
                    format!(
                        "{{{}}} = {};{}",
                        it.range(),
                        it.value,
                        hex.unwrap_or_default()
                    )
                });
                self.code(&lines.collect::<Vec<_>>().join("\n"));
            }
            Some(Bits::Whole(text, hex)) => {
                let hex = hex.map(|it| format!(" = {}", code_span(&it)));
                let hex = hex.unwrap_or_default();
                self.text(format!("{what}: {}{hex}{about}", code_span(&text)));
            }
            None => {
                let value = cut(&shown.short_value(v), MAX_VALUE);
                self.text(format!("{what}: {}{about}", code_span(&value)));
            }
        }
    }

    /// Appends the documentation comment of a declaration.
    fn comment_of(&mut self, node: &SyntaxNode) {
        if let Some(comment) = documentation(node) {
            self.text.quoted(comment);
        }
    }

    fn link(&mut self, name: impl Into<String>, place: Place) {
        self.links.push((name.into(), place));
    }
}

/// The token under the cursor.
struct At<'t> {
    text: &'t Text<'t>,
    source: usize,
    token: &'t SyntaxToken,
    /// The name of the `defm` whose values are listed first.
    maker: Option<&'t str>,
}

/// The largest number of characters of a declaration.
const MAX_HEADER: usize = 800;
/// The largest number of values listed.
const MAX_VALUES: usize = 40;
/// The largest number of links to records that values refer to.
const MAX_WAYS: usize = 20;
/// The largest number of characters of a value.
const MAX_VALUE: usize = 2_000;

impl At<'_> {
    fn definition(&self, definition: &Definition, page: &mut Page) {
        match definition {
            Definition::Class(name) => {
                self.made_of_type(page);
                class::show(self.text, *name, page);
                let start = self.token.text_range().start().into();
                page.records
                    .extend(instance::record_at(self.text, self.source, start));
            }
            Definition::Multiclass(name) => class::show_multiclass(self.text, *name, page),
            Definition::Record(name) => record::show_named(self.text, *name, page),
            Definition::RecordSource(keyword) => record::show_made(self.text, *keyword, page),
            Definition::Field(name, at) => {
                self.field(*name, *at, page);
                if name.as_str() == "assemblyFormat" {
                    page.format = self.record_around();
                }
                self.encoded_operand(*name, *at, page);
            }
            Definition::TemplateArg(name, owner) => self.template_arg(*name, *owner, page),
            Definition::Variable(name, kind, at) => self.variable(*name, *kind, *at, page),
            Definition::Operator(operator) => self.operator(*operator, page),
            Definition::Name(owner) => self.name(*owner, page),
            Definition::Include(at) => self.include(*at, page),
            Definition::Macro(name) => self.macro_name(*name, page),
            Definition::DagName(name, within) => {
                self.dag_name(*name, *within, page);
                self.encoding_field(*name, *within, page);
            }
            Definition::Type(name) => {
                let Some((item, deftype)) = self.text.deftype(*name) else {
                    return;
                };
                self.declaration(self.text.place(item, deftype.name_at), page);
            }
        }
    }

    /// Appends the source text of a declaration, its comment, and a link to the declaration. `name` is the place of the
    /// declared name.
    fn declaration(&self, name: Place, page: &mut Page) {
        if let Some(node) = declaration_at(self.text, name) {
            page.code(&header(&node));
            page.comment_of(&node);
        }
        page.link("declaration", name);
    }

    fn template_arg(&self, name: Sym, owner: Owner, page: &mut Page) {
        let Some((item, decl)) = self.text.template_arg(owner, name) else {
            return;
        };
        let at = self.text.place(item, decl.name_at);
        self.declaration(at, page);
        let kind = match owner {
            Owner::Class(_) => "class",
            Owner::Multiclass(_) => "multiclass",
        };
        let mut what = format!(
            "template argument of {kind} {}",
            code_span(owner.name().as_str())
        );
        if decl.value.is_none() {
            what.push_str(", must be given");
        }
        page.text(what);
        self.seen_argument(name, owner, page);
        if let Some(arg) = self
            .token
            .parent_ancestors()
            .find(|it| it.kind() == NAMED_ARG)
            && let Some(value) = values(&arg).nth(1)
        {
            self.evaluated(&value, page);
        }
    }

    /// Appends the values of a multiclass's template argument if the cursor is in the multiclass.
    fn seen_argument(&self, name: Sym, owner: Owner, page: &mut Page) {
        let start = self.token.text_range().start().into();
        let item = self.text.item_at(self.source, start);
        let Some(item) = item.filter(|item| match (&self.text.stmt(*item).kind, owner) {
            (StmtKind::Multiclass(it), Owner::Multiclass(owner)) => it.name == owner,
            _ => false,
        }) else {
            return;
        };
        if let Some(found) = evaluate(self.text, item, Asked::Variable(name, start)) {
            self.values("values", found, page);
        }
    }

    fn variable(&self, name: Sym, kind: VariableKind, at: Place, page: &mut Page) {
        let Some(node) = declaration_at(self.text, at) else {
            return;
        };
        page.code(&header(&node));
        page.comment_of(&node);
        let item = self.text.item_at(at.source, at.start);
        let ask = |asked| item.and_then(|item| evaluate(self.text, item, asked));
        let found = match kind {
            VariableKind::Defvar => {
                let value = values(&node).next();
                value.and_then(|it| {
                    let range = it.text_range();
                    ask(Asked::Range(range.start().into(), range.end().into()))
                })
            }
            VariableKind::Foreach => {
                let block = node.children().find(|it| it.kind() == BLOCK);
                let first = block.and_then(|it| it.children().next());
                first.and_then(|it| ask(Asked::Variable(name, it.text_range().end().into())))
            }
            VariableKind::Operator => self.sequence_of(&node, name).and_then(|it| {
                let range = it.text_range();
                ask(Asked::Range(range.start().into(), range.end().into()))
            }),
            VariableKind::Defset => {
                self.defset(name, page);
                None
            }
        };
        if let Some(found) = found {
            let what = match kind {
                VariableKind::Foreach => "values",
                VariableKind::Operator => "takes the elements of",
                _ => "value",
            };
            self.values(what, found, page);
        }
        page.link("declaration", at);
    }

    /// The operand over whose elements the variable `name` of an operator iterates. `None` for the accumulator of a
    /// `!foldl`.
    fn sequence_of(&self, operator: &SyntaxNode, name: Sym) -> Option<SyntaxNode> {
        let mut values = values(operator);
        if operator.kind() == FOREACH_OP {
            return values.next();
        }
        let acc = super::place::child_token(operator, IDENT)?;
        (acc.text() != name.as_str()).then(|| values.nth(1))?
    }

    fn defset(&self, name: Sym, page: &mut Page) {
        if let Some(count) = super::text::records_in_defset(self.text, name) {
            page.text(format!("{count} `def`s and `defm`s stand in it"));
        }
    }

    fn operator(&self, operator: BangOperator, page: &mut Page) {
        let about = describe(operator);
        page.code(&about.signature());
        page.text(about.doc);
        if let Some(node) = self.token.parent() {
            self.evaluated(&node, page);
        }
    }

    /// If the class at the cursor is the type argument of an operator, appends the values of the operator, such as the
    /// records of `!cast<Instruction>(NAME#"rr")`.
    fn made_of_type(&self, page: &mut Page) {
        let ty = self.token.parent().filter(|it| is_type(it.kind()));
        let operator = ty.and_then(|it| it.parent());
        if let Some(operator) = operator.filter(|it| it.kind() == BANG_OP) {
            self.evaluated(&operator, page);
        }
    }

    fn name(&self, owner: Place, page: &mut Page) {
        let node = self
            .text
            .root(owner.source)
            .and_then(|it| node_at(&it, owner));
        let Some(node) = node else { return };
        page.code("string NAME");
        page.text(match node.kind() {
            MULTICLASS => "the name of the `defm` that uses the multiclass",
            _ => "the name of the record",
        });
        let Some(value) = self.token.parent() else {
            return;
        };
        self.evaluated(&value, page);
        // The value of the enclosing paste expression is more informative.
        let pastes = value.ancestors().skip(1);
        if let Some(paste) = pastes.take_while(|it| it.kind() == PASTE).last() {
            self.evaluated_as(&code_span(&paste.text().to_string()), &paste, page);
        }
    }

    fn include(&self, at: Place, page: &mut Page) {
        match included(self.text, at) {
            Some(source) => {
                let file = &self.text.unit().sources.files[source];
                let stmts = file.lowered.stmts.len();
                page.code(&format!("include \"{}\"", file.path));
                page.text(format!("{stmts} statement{}", plural(stmts)));
                let start = Place {
                    source,
                    start: 0,
                    end: 0,
                };
                page.link(file.path.clone(), start);
            }
            None => page.text("not found"),
        }
    }

    fn macro_name(&self, name: Sym, page: &mut Page) {
        let places = macro_definitions(self.text, name);
        page.code(&format!("#define {name}"));
        if places.is_empty() {
            page.text("not defined in a file of the unit");
        }
        for place in places {
            page.link(place.file_range(self.text.db).path, place);
        }
    }

    /// Appends the arguments with this name in the dags of the statement `within`.
    fn dag_name(&self, name: Sym, within: Place, page: &mut Page) {
        let Some(node) = self
            .text
            .root(within.source)
            .and_then(|it| node_at(&it, within))
        else {
            return;
        };
        let written = format!("${name}");
        let args = node.descendants().filter(|it| it.kind() == DAG_ARG);
        let named = args.filter(|it| {
            super::place::child_token(it, VAR_NAME).is_some_and(|it| it.text() == written)
        });
        let mut shown: Vec<String> = Vec::new();
        for arg in named {
            let text = cut(&arg.text().to_string(), MAX_HEADER);
            if !shown.contains(&text) {
                shown.push(text);
            }
        }
        page.code(&shown.join("\n"));
        page.text("name of a dag argument");
    }

    /// Appends the value of the expression that encloses a token without a definition, if the value is more informative
    /// than the source text. Returns the range of the expression.
    fn value(&self, page: &mut Page) -> Option<rowan::TextRange> {
        let mut node = self.token.parent()?;
        if node.kind() == STRING_VALUE {
            node = node.parent()?;
        }
        while node.parent().is_some_and(|it| it.kind() == PASTE) {
            node = node.parent()?;
        }
        let is_worth = match node.kind() {
            PASTE => true,
            SLICE_ACCESS | BIT_ACCESS | CLASS_VALUE => !self.token.kind().is_trivia(),
            BANG_OP => self.token.kind() == STRING_LITERAL,
            _ => false,
        };
        if !is_worth {
            return None;
        }
        self.evaluated(&node, page);
        (!page.text.is_empty()).then(|| node.text_range())
    }

    /// Appends what the keyword at the cursor means. Returns its range.
    fn keyword(&self, page: &mut Page) -> Option<rowan::TextRange> {
        let (form, about) = keywords::describe(self.token.kind())?;
        page.code(form);
        page.text(about);
        Some(self.token.text_range())
    }

    /// Appends the value of an expression in its context.
    fn evaluated(&self, node: &SyntaxNode, page: &mut Page) {
        self.evaluated_as("value", node, page);
    }

    fn evaluated_as(&self, what: &str, node: &SyntaxNode, page: &mut Page) {
        let range = node.text_range();
        let asked = Asked::Range(range.start().into(), range.end().into());
        let item = self.text.item_at(self.source, range.start().into());
        if let Some(found) = item.and_then(|item| evaluate(self.text, item, asked)) {
            self.values(what, found, page);
        }
    }

    /// Appends values and links to the records that the values name. The values for the chosen `defm` come first.
    fn values(&self, what: &str, mut found: Evaluated, page: &mut Page) {
        let is_chosen =
            |name: &Option<String>| self.maker.is_some() && name.as_deref() == self.maker;
        found.values.sort_by_key(|(_, name)| !is_chosen(name));
        for record in named_records(&found).take(MAX_WAYS) {
            let places = self.text.declarations(&Definition::Record(record));
            // Records of the same `def` have the same place; they need only one link.
            if let Some(place) = places.first()
                && page.links.iter().all(|it| it.1 != *place)
            {
                page.link(record.as_str(), *place);
            }
        }
        let more = found.values.len().saturating_sub(MAX_VALUES);
        found.values.truncate(MAX_VALUES);
        page.text(values_text(what, &found));
        if more > 0 {
            page.text(format!("… {more} more"));
        }
    }
}

/// The values that may be the name of a record, without repetitions.
pub(super) fn named_records(found: &Evaluated) -> impl Iterator<Item = Sym> + use<> {
    let mut names: Vec<Sym> = Vec::new();
    for (value, _) in &found.values {
        let inner = value.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
        let name = inner.unwrap_or(value);
        if elaborate::facts::is_name(name) && !names.contains(&Sym::new(name)) {
            names.push(Sym::new(name));
        }
    }
    names.into_iter()
}

/// The values of an expression as a list, or on one line if there is only one.
fn values_text(what: &str, found: &Evaluated) -> String {
    if let [(value, _)] = &found.values[..] {
        let times = match found.count {
            1 => String::new(),
            count => format!(" ({count} times)"),
        };
        return format!("{what}: {}{times}", code_span(value));
    }
    let of_one = found.values.chunk_by(|one, other| one.1 == other.1);
    let lines = of_one.map(|values| {
        let spans = values.iter().map(|it| code_span(&it.0));
        match &values[0].1 {
            Some(name) => {
                let spans = spans.collect::<Vec<_>>().join(", ");
                format!("- {spans} in {}", code_span(name))
            }
            None => spans
                .map(|it| format!("- {it}"))
                .collect::<Vec<_>>()
                .join("\n"),
        }
    });
    let mut text = format!("{what}:\n{}", lines.collect::<Vec<_>>().join("\n"));
    if found.count > found.values.len() {
        text.push_str(&format!("\n\n{} in all", found.count));
    }
    text
}

/// The plural ending for a noun after `count`.
fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// The source text of a declaration up to its body or block, truncated if it is long.
pub(super) fn header(node: &SyntaxNode) -> String {
    let end = node.children().find(|it| matches!(it.kind(), BODY | BLOCK));
    let end = end.map_or(node.text_range().end(), |it| it.text_range().start());
    let range = rowan::TextRange::new(0.into(), end - node.text_range().start());
    let text = node.text().slice(range).to_string();
    cut_code(text.trim_end(), MAX_HEADER)
}
