//! Records that describe tables. Strings in these records name classes and fields.

use elaborate::symbol::Sym;
use syntax::SyntaxKind::*;
use syntax::{SyntaxNode, SyntaxToken};

use crate::Place;
use crate::place::{child_token, token_at, values};
use crate::resolve::{TABLES, TYPE_OF, description, name_range, parent_names};
use crate::text::{Text, whole_sources};

/// Suffixes of the names of fields. In a record of any class, if the name of a field ends in one of them, the strings
/// in this field name fields or classes.
const NAMING: [&str; 6] = [
    "FilterClass",
    "Field",
    "Fields",
    "FieldName",
    "PrimaryKey",
    "KeyCol",
];

/// The strings in descriptions of tables that name a class or record.
pub(super) fn naming(text: &Text<'_>, name: Sym) -> Vec<Place> {
    let strings = strings(text, name).into_iter();
    strings.map(|(place, _)| place).collect()
}

/// The strings and `TypeOf_…` fields in descriptions of tables that name a column, given the name and place of the
/// column's field.
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

/// The places where `name`, as the name of a column, refers to the field declared at `at`. Also the places where the
/// class of the table's records is not known or has no field called `name`.
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

/// The strings that consist of `name`, in fields and arguments whose strings name fields, classes or records.
fn strings(text: &Text<'_>, name: Sym) -> Vec<(Place, SyntaxToken)> {
    let mut found = Vec::new();
    for (source, token) in tokens(text, name) {
        if token.kind() != STRING_LITERAL {
            continue;
        }
        let given_to = assigned(&token);
        let given_to = given_to.as_ref().map_or("", |it| it.text());
        let in_table = || description(&token).is_some_and(|it| describes_table(text, &it));
        // The strings in `Cpp…` fields are names in C++ and unrelated.
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

/// The name of the field or argument whose value contains `token`.
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
