//! Semantic tokens in strings with an embedded language.

use std::ops::Range;

use db::Database;
use elaborate::symbol::Sym;
use syntax::SyntaxKind::*;
use syntax::ast::{Node, Token};

use super::TokenKind;
use crate::pieces::{PieceKind, pieces};
use crate::place::token_at;
use crate::resolve::{Definition, may_have_language, name_range};
use crate::source_of;
use crate::text::Text;
use crate::tree_text::range;

/// Classifies the pieces of the strings of a file.
pub(super) struct Strings {
    /// The index of the file in the unit's sources; `None` if the unit parsed a spliced text in place of the file's own
    /// text.
    source: Option<usize>,
    /// Whether the unit declares MLIR's class of traits, whose arguments name operands.
    has_traits: bool,
}

impl Strings {
    pub(super) fn new(db: &Database, path: &str) -> Strings {
        let text = Text::new(db);
        let source = source_of(db, path);
        Strings {
            source: source.filter(|it| text.unit().sources.files[*it].spliced.is_none()),
            has_traits: text.trait_class().is_some(),
        }
    }

    /// Whether strings in `node` may have a language even without `$` and backticks. `around` is the answer for the
    /// parent node.
    pub(super) fn are_asked(&self, text: &Text<'_>, node: Node<'_>, around: bool) -> bool {
        match node.kind() {
            FIELD | BODY_LET | LET_ITEM => {
                let name = node.token(IDENT, 0);
                name.is_some_and(|it| may_have_language(it.text()))
            }
            CLASS_REF | CLASS_VALUE if self.has_traits => {
                let name = node.token(IDENT, 0);
                around || name.is_some_and(|it| text.is_trait(Sym::new(it.text())))
            }
            _ => around,
        }
    }

    /// The ranges and kinds of the pieces of a string that are not plain text, in order. `path` are the nodes that
    /// contain the string. Strings without `$` and backticks are examined only if `is_asked` is true, since finding the
    /// language is expensive.
    pub(super) fn tokens(
        &self,
        text: &Text<'_>,
        token: Token<'_>,
        path: &[Node<'_>],
        is_asked: bool,
    ) -> Vec<(Range<usize>, TokenKind)> {
        let bytes = token.text().as_bytes();
        let is_marked = || bytes.contains(&b'$') || bytes.contains(&b'`');
        let is_worth = is_asked && token.kind() == STRING_LITERAL || is_marked();
        let Some(source) = self.source.filter(|_| is_worth) else {
            return Vec::new();
        };
        let Some(language) = text.language_on(token.kind(), token.text(), path) else {
            return Vec::new();
        };
        let start = token.start().into();
        if language.is_name() {
            let root = text.root(source);
            let Some(token) = root.and_then(|it| token_at(&it, start)) else {
                return Vec::new();
            };
            let kind = text.resolve(source, &token).and_then(|it| kind_of(&it));
            let name = range(name_range(&token));
            return kind.map(|it| (name, it)).into_iter().collect();
        }
        let pieces = pieces(token.kind(), token.text(), start, language).into_iter();
        let tokens = pieces.filter_map(|it| {
            let kind = match it.kind {
                PieceKind::Variable => TokenKind::DagName,
                PieceKind::Directive(_) => TokenKind::Keyword,
                PieceKind::Sign | PieceKind::Escape => TokenKind::Operator,
                PieceKind::Function => TokenKind::Function,
                PieceKind::Literal | PieceKind::String => TokenKind::String,
                PieceKind::Word | PieceKind::Name => return None,
            };
            Some((it.range.start as usize..it.range.end as usize, kind))
        });
        tokens.collect()
    }
}

fn kind_of(definition: &Definition) -> Option<TokenKind> {
    Some(match definition {
        Definition::Class(_) => TokenKind::Class,
        Definition::Record(_) => TokenKind::Record,
        Definition::Field(..) => TokenKind::Field,
        Definition::DagName(..) => TokenKind::DagName,
        _ => return None,
    })
}
