//! Targets of navigation.

use elaborate::symbol::Sym;
use syntax::SyntaxKind::*;
use syntax::{SyntaxNode, SyntaxToken};

use super::place::token_at;
use super::resolve::is_statement;
use super::text::Text;
use super::{FileRange, Place};

/// A location to which an editor can navigate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The name shown in a list.
    pub name: String,
    /// The range of the name in the declaration.
    pub focus: FileRange,
    /// The range of the whole declaration.
    pub full: FileRange,
}

/// The declaration whose name is at `name`: the parent node of the token there.
pub(super) fn declaration_at(text: &Text<'_>, name: Place) -> Option<SyntaxNode> {
    token_at(&text.root(name.source)?, name.start)?.parent()
}

/// The target for the declaration whose name is at `place`.
pub(super) fn target(text: &Text<'_>, name: String, place: Place) -> Target {
    let node = declaration_at(text, place);
    let around = node.iter().flat_map(SyntaxNode::ancestors);
    let is_whole = |it: &SyntaxNode| {
        is_statement(it.kind()) || matches!(it.kind(), DEFTYPE | FIELD | TEMPLATE_PARAM)
    };
    let whole = around.into_iter().find(is_whole);
    let full = whole.map_or(place, |it| Place::new(place.source, it.text_range()));
    Target {
        name,
        focus: place.file_range(text.db),
        full: full.file_range(text.db),
    }
}

/// The index of the source that an include directive includes, given the place of its string. `None` if the file was
/// not found.
pub(super) fn included(text: &Text<'_>, path: Place) -> Option<usize> {
    let sources = &text.unit().sources;
    let (source, end) = sources.origin(path.source, path.end);
    let directive = Some((source, end));
    sources
        .files
        .iter()
        .position(|it| it.included_from == directive)
}

/// The places of the names in the macro's `#define` directives, in all files of the unit.
pub(super) fn macro_definitions(text: &Text<'_>, name: Sym) -> Vec<Place> {
    let mut places = Vec::new();
    for source in 0..text.unit().sources.files.len() {
        let (Some(words), Some(root)) = (text.words(source), text.root(source)) else {
            continue;
        };
        let tokens = words.offsets(name).filter_map(|it| token_at(&root, it));
        let defining = tokens.filter(|it| it.kind() == MACRO_NAME && follows_define(it));
        places.extend(defining.map(|it| Place::new(source, it.text_range())));
    }
    places
}

fn follows_define(token: &SyntaxToken) -> bool {
    let mut before = std::iter::successors(token.prev_token(), SyntaxToken::prev_token);
    before
        .find(|it| it.kind() != WHITESPACE)
        .map(|it| it.kind())
        == Some(PP_DEFINE)
}

/// The source text at a place.
pub(super) fn written(text: &Text<'_>, place: Place) -> String {
    let source = &text.unit().sources.files[place.source];
    let range = place.start as usize..place.end as usize;
    source.parsed_text().get(range).unwrap_or("").to_owned()
}
