//! Descriptions of tables, which name classes and fields in strings.

use elaborate::symbol::Sym;
use syntax::SyntaxKind::*;
use syntax::{SyntaxNode, SyntaxToken};

use crate::Place;
use crate::place::{child_token, token_at, values};
use crate::resolve::{TABLES, TYPE_OF, description, name_range, parent_names};
use crate::text::{Text, whole_sources};

/// Fields that hold names of fields or classes in records of any class.
const NAMING: [&str; 6] = [
    "FilterClass",
    "Field",
    "Fields",
    "FieldName",
    "PrimaryKey",
    "KeyCol",
];

/// The strings that name a class or record in the description of a table.
pub(super) fn naming(text: &Text<'_>, name: Sym) -> Vec<Place> {
    let strings = strings(text, name).into_iter();
    strings.map(|(place, _)| place).collect()
}

/// The strings and fields that name a column of a table, given the field that is the column.
pub(super) fn naming_field(text: &Text<'_>, name: Sym, at: Place) -> Vec<Place> {
    let mut found = strings(text, name);
    let Some(type_of) = Sym::known(&format!("{TYPE_OF}{name}")) else {
        return of_column(text, name, at, found);
    };
    for (source, token) in tokens(text, type_of) {
        let is_declared = token.parent().is_some_and(|it| it.kind() == FIELD);
        if token.kind() == IDENT && is_declared {
            let mut place = Place::new(source, token.text_range());
            place.start += TYPE_OF.len() as u32;
            found.push((place, token));
        }
    }
    of_column(text, name, at, found)
}

/// Keeps the places whose table has the field as a column, or does not say which records it has.
fn of_column(
    text: &Text<'_>,
    name: Sym,
    at: Place,
    places: Vec<(Place, SyntaxToken)>,
) -> Vec<Place> {
    let is_it = |token: &SyntaxToken| {
        let class = description(token).and_then(|it| text.filter_class(&it));
        let field = class.and_then(|it| text.class_field(it, name));
        field.is_none_or(|it| text.field_place(&it) == at)
    };
    let places = places.into_iter().filter(|(_, token)| is_it(token));
    places.map(|(place, _)| place).collect()
}

/// The strings that consist of a name and are given where names of fields, classes or records are expected.
fn strings(text: &Text<'_>, name: Sym) -> Vec<(Place, SyntaxToken)> {
    let mut found = Vec::new();
    for (source, token) in tokens(text, name) {
        if token.kind() != STRING_LITERAL {
            continue;
        }
        let given_to = assigned(&token);
        let given_to = given_to.as_ref().map_or("", |it| it.text());
        let in_table = || description(&token).is_some_and(|it| describes_table(text, &it));
        // A C++ name of this spelling is unrelated.
        let is_name = names_others(given_to) || !given_to.starts_with("Cpp") && in_table();
        if is_name && text.resolve(source, &token).is_none() {
            found.push((Place::new(source, name_range(&token)), token));
        }
    }
    found
}

fn tokens(text: &Text<'_>, name: Sym) -> Vec<(usize, SyntaxToken)> {
    let mut found = Vec::new();
    for source in whole_sources(text) {
        if let (Some(words), Some(root)) = (text.words(source), text.root(source)) {
            let tokens = words.offsets(name).filter_map(|it| token_at(&root, it));
            found.extend(tokens.map(|it| (source, it)));
        }
    }
    found
}

/// The name of the field or argument that receives a value.
fn assigned(token: &SyntaxToken) -> Option<SyntaxToken> {
    let is_given = |it: &SyntaxNode| matches!(it.kind(), FIELD | BODY_LET | LET_ITEM | NAMED_ARG);
    let node = token.parent_ancestors().find(is_given)?;
    match node.kind() {
        NAMED_ARG => child_token(&values(&node).next()?, IDENT),
        _ => child_token(&node, IDENT),
    }
}

fn names_others(field: &str) -> bool {
    NAMING.iter().any(|it| field.ends_with(it))
}

fn describes_table(text: &Text<'_>, statement: &SyntaxNode) -> bool {
    let is_table = |class: &Sym| TABLES.contains(&class.as_str());
    parent_names(statement).any(|it| text.with_superclasses(it).iter().any(is_table))
}
