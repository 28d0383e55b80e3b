//! Navigation from a name to its declaration, definition, type and implementations.

#[cfg(test)]
mod tests;

use db::Database;
use db::index::Space;
use db::lookup;
use elaborate::facts::User;
use elaborate::hir::{BodyItem, StmtKind};
use elaborate::symbol::Sym;
use rustc_hash::FxHashSet;
use syntax::SyntaxKind::*;
use syntax::{SyntaxNode, SyntaxToken};

use super::display::ValueDisplay;
use super::evaluate::{Asked, evaluate};
use super::family::{subclasses_of, uses_of};
use super::hover::{made_by, named_records};
use super::in_text::uncertain;
use super::place::values;
use super::resolve::{Definition, Shape, name_range};
use super::target::{included, macro_definitions, target, written};
use super::text::Text;
use super::{FilePosition, FileRange, Place, Target};

/// The largest number of nested pastes of a name that are examined.
const MAX_PARTS: usize = 20;
/// The largest number of places in an answer.
const MAX_TARGETS: usize = 10_000;

/// The definition of the name at a position. For a record created by a `defm`, this is the `def` in the multiclass,
/// followed by the `defm`. At a `!cast` or `!exists`, the result is the records to which the operand may refer; at a
/// name in a string without a certain definition, the dag arguments to which the name may refer.
pub fn definition(db: &Database, position: &FilePosition) -> Vec<Target> {
    let text = Text::new(db);
    let Some(named) = text.name_at(position) else {
        return Vec::new();
    };
    let (source, token) = (named.source, &named.token);
    match &named.definition {
        Some(Definition::Name(_) | Definition::Operator(_)) | None => {
            let records = records_named_by(&text, source, token);
            if !records.is_empty() {
                return records;
            }
            if let Some(definition) = &named.definition {
                return targets(&text, definition);
            }
            let candidates = uncertain(&text, &named);
            candidates
                .iter()
                .flat_map(|it| targets(&text, it))
                .collect()
        }
        Some(definition) => targets(&text, definition),
    }
}

/// The records to which the operand of the `!cast` or `!exists` at a token may refer. The operand is evaluated for each
/// record, iteration and `defm`.
fn records_named_by(text: &Text<'_>, source: usize, token: &SyntaxToken) -> Vec<Target> {
    let records = names_put_together(text, source, token);
    let records = records.into_iter().map(Definition::Record);
    records.flat_map(|it| targets(text, &it)).collect()
}

/// The names to which the operand of the `!cast` or `!exists` at a token evaluates. Empty for other tokens.
pub(super) fn names_put_together(text: &Text<'_>, source: usize, token: &SyntaxToken) -> Vec<Sym> {
    let Some(name) = put_together_at(token) else {
        return Vec::new();
    };
    let range = name.text_range();
    let asked = Asked::Range(range.start().into(), range.end().into());
    let item = text.item_at(source, range.start().into());
    let found = item.and_then(|item| evaluate(text, item, asked));
    found.iter().flat_map(named_records).collect()
}

/// The operand of a `!cast` or `!exists`, if the token is the operator itself, or if the operand is a name, a string or
/// a paste that contains the token.
pub(super) fn put_together_at(token: &SyntaxToken) -> Option<SyntaxNode> {
    let is_name = |text: &str| matches!(text, "!cast" | "!exists");
    if token.kind() == BANG_OPERATOR && is_name(token.text()) {
        return token.parent().and_then(|it| values(&it).next());
    }
    let pastes = token.parent_ancestors().take(MAX_PARTS);
    let paste = pastes.filter(|it| it.kind() == PASTE).last();
    let name = paste.or_else(|| token.parent())?;
    let operator = name.parent().filter(|it| it.kind() == BANG_OP)?;
    let word = super::place::child_token(&operator, BANG_OPERATOR)?;
    is_name(word.text()).then_some(name)
}

/// The declaration of the name at a position. For a class, this is the first declaration.
pub fn declaration(db: &Database, position: &FilePosition) -> Vec<Target> {
    let text = Text::new(db);
    let definition = text.name_at(position).and_then(|it| it.definition);
    match definition {
        Some(Definition::Class(name)) => {
            let items = lookup::declaring(db, Space::Class, name).iter();
            let names = items.filter_map(|item| match &text.stmt(*item).kind {
                StmtKind::Class(class) => Some(text.place(*item, class.name_at)),
                _ => None,
            });
            let first = names.take(1);
            first
                .map(|it| target(&text, name.to_string(), it))
                .collect()
        }
        Some(definition) => targets(&text, &definition),
        None => Vec::new(),
    }
}

/// The declaration of a field in a class or its superclasses; `None` if it does not exist.
pub fn field_of_class(db: &Database, class: &str, field: &str) -> Option<FileRange> {
    let text = Text::new(db);
    let classes = text.with_superclasses(Sym::new(class)).into_iter();
    let mut places = classes.filter_map(|class| {
        let (item, it) = text.class(class)?;
        it.body.items.iter().find_map(|part| match part {
            // Compared as text: `field` comes from the client, and interning it would leak memory.
            BodyItem::Field(decl) if decl.name.as_str() == field => {
                Some(text.place(item, decl.name_at))
            }
            _ => None,
        })
    });
    Some(places.next()?.file_range(db))
}

/// The classes of the value of the name at a position; for a list, the classes of its elements.
pub fn type_definition(db: &Database, position: &FilePosition) -> Vec<Target> {
    let text = Text::new(db);
    let definition = text.name_at(position).and_then(|it| it.definition);
    let Some(definition) = definition else {
        return Vec::new();
    };
    let shape = text.definition_shape(&definition);
    let classes = classes_of(&text, shape);
    let definitions = classes.into_iter().map(Definition::Class);
    definitions.flat_map(|it| targets(&text, &it)).collect()
}

fn classes_of(text: &Text<'_>, shape: Shape) -> Vec<Sym> {
    match shape {
        Shape::List(elem) => classes_of(text, *elem),
        Shape::Record(classes) => classes,
        Shape::Def(name) => match text.def(name) {
            Some((_, def)) => def.body.parents.iter().map(|it| it.name).collect(),
            None => {
                let record = db::record(text.db, name.as_str());
                let last = record.and_then(|it| it.supers.last().copied());
                last.into_iter().collect()
            }
        },
        _ => Vec::new(),
    }
}

/// The implementations of the name at a position. For a class, these are its subclasses, and the `def`s and `defm`s
/// that name the class or a subclass as a parent; for a multiclass, the `defm`s and multiclasses that use it; for a
/// `defm` or a `def` without a plain name, its records. Use [`super::references`] for the `let`s that set a field.
pub fn implementation(db: &Database, position: &FilePosition) -> Vec<Target> {
    let text = Text::new(db);
    match text.name_at(position).and_then(|it| it.definition) {
        Some(Definition::Class(name)) => {
            let subclasses = subclasses_of(&text, name);
            let family = std::iter::once(name).chain(subclasses.iter().copied());
            let defs = family.flat_map(|class| users(&text, class));
            let classes = subclasses.iter().map(|it| Definition::Class(*it));
            let classes = classes.flat_map(|it| targets(&text, &it));
            classes.chain(defs).take(MAX_TARGETS).collect()
        }
        Some(Definition::Multiclass(name)) => users(&text, name).take(MAX_TARGETS).collect(),
        Some(Definition::RecordSource(keyword)) => records_of(&text, keyword),
        _ => Vec::new(),
    }
}

/// The records of a `def` or `defm` outside multiclasses. Several records of one `def` have the same place, which
/// counts once.
fn records_of(text: &Text<'_>, keyword: Place) -> Vec<Target> {
    let Some((item, maker)) = text.maker_at(keyword) else {
        return Vec::new();
    };
    if matches!(text.stmt(item).kind, StmtKind::Multiclass(_)) {
        return Vec::new();
    }
    let shown = ValueDisplay::new(text.db);
    let mut seen = FxHashSet::default();
    let records = made_by(text, item, maker).into_iter().filter_map(|record| {
        let place = text.place_of(*record.locs.first()?);
        let is_new = seen.insert(place);
        is_new.then(|| target(text, shown.name(record.name), place))
    });
    records.take(MAX_TARGETS).collect()
}

/// The `def`s, `defm`s and multiclasses that name a class or multiclass as a parent.
fn users<'t>(text: &'t Text<'t>, name: Sym) -> impl Iterator<Item = Target> + use<'t> {
    uses_of(text, name).filter_map(|(item, it)| match it.user {
        User::Def { .. } | User::Defm { .. } => {
            let keyword = text.place(item, it.at);
            let name = text.name_of_maker(keyword).unwrap_or(keyword);
            Some(target(text, written(text, name), name))
        }
        User::Multiclass(name) => Some(target(text, name.to_string(), text.place(item, it.at))),
        User::Class(_) => None,
    })
}

/// The locations to which an editor navigates for a definition.
pub(super) fn targets(text: &Text<'_>, definition: &Definition) -> Vec<Target> {
    let places = match definition {
        Definition::Include(at) => {
            let source = included(text, *at);
            return source.map(|it| file_target(text, it)).into_iter().collect();
        }
        Definition::Macro(name) => macro_definitions(text, *name),
        Definition::DagName(name, within) => {
            let token = text.argument(*name, *within);
            let place = token.map(|it| Place::new(within.source, name_range(&it)));
            place.into_iter().collect()
        }
        definition => text.declarations(definition),
    };
    let name = |place: &Place| match definition.name() {
        Some(name) => name.to_string(),
        None => written(text, *place),
    };
    let targets = places.iter().map(|it| target(text, name(it), *it));
    targets.collect()
}

fn file_target(text: &Text<'_>, source: usize) -> Target {
    let start = Place {
        source,
        start: 0,
        end: 0,
    };
    let range = start.file_range(text.db);
    Target {
        name: range.path.clone(),
        focus: range.clone(),
        full: range,
    }
}
