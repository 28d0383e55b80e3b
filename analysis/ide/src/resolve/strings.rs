//! Names in strings: the language of a string, its pieces, and the definition that the name in a piece refers to.

mod language;
mod operands;
mod roles;
mod tables;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use elaborate::symbol::Sym;
use formats::cpp::camel_case;
use syntax::SyntaxKind::*;
use syntax::{SyntaxNode, SyntaxToken};

pub(crate) use self::language::{TABLES, TYPE_OF, may_have_language};
pub(crate) use self::operands::statement_of;
pub(crate) use self::roles::ArgumentRole;
pub(crate) use self::tables::description;
use super::{Definition, name_range};
use crate::pieces::{Language, Piece, PieceKind, pieces};
use crate::place::{child_token, is_value, locate, token_at_cursor};
use crate::text::Text;
use crate::{FilePosition, Place};

/// The name at a position, which is a token or a piece of a string, and the definition that the name refers to.
pub(crate) struct Named {
    pub source: usize,
    pub token: SyntaxToken,
    /// The language of the string and the piece at the position, if the token is a string with pieces and has no
    /// definition as a whole.
    pub piece: Option<(Language, Piece)>,
    /// The place of the name, without quotes and `$`.
    pub place: Place,
    pub definition: Option<Definition>,
}

/// The prefixes and suffixes of the methods that MLIR declares for an operand, attribute or other argument. The
/// argument's name, in camel case, is between the prefix and the suffix.
const ACCESSORS: [(&str, &str); 7] = [
    ("get", ""),
    ("get", "Mutable"),
    ("get", "Attr"),
    ("get", "AttrName"),
    ("set", ""),
    ("set", "Attr"),
    ("remove", "Attr"),
];

/// The names of the methods that MLIR declares for an argument called `name`.
pub(crate) fn accessors(name: &str) -> impl Iterator<Item = String> {
    let camel = camel_case(name, true);
    let all = ACCESSORS.into_iter();
    all.map(move |(before, behind)| format!("{before}{camel}{behind}"))
}

impl<'a> Text<'a> {
    /// The name at a position.
    pub(crate) fn name_at(&self, position: &FilePosition) -> Option<Named> {
        let (source, offset) = locate(self.db, position)?;
        let token = token_at_cursor(&self.root(source)?, offset)?;
        let whole = Place::new(source, name_range(&token));
        let named = |token: SyntaxToken, piece, place, definition| Named {
            source,
            token,
            piece,
            place,
            definition,
        };
        if let Some(definition) = self.resolve(source, &token) {
            return Some(named(token, None, whole, Some(definition)));
        }
        let Some((language, piece)) = self.piece_at(source, &token, offset) else {
            return Some(named(token, None, whole, None));
        };
        let definition = self.piece_definition(source, &token, language, &piece);
        let range = piece.name.as_ref().unwrap_or(&piece.range);
        let place = Place {
            source,
            start: range.start,
            end: range.end,
        };
        Some(named(token, Some((language, piece)), place, definition))
    }

    /// The language of a string and its piece at `offset`. A string without a known language may still contain names of
    /// operands.
    fn piece_at(
        &self,
        source: usize,
        token: &SyntaxToken,
        offset: u32,
    ) -> Option<(Language, Piece)> {
        if !matches!(token.kind(), STRING_LITERAL | CODE_LITERAL) {
            return None;
        }
        let language = self.language_of(token).unwrap_or(Language::Operands);
        let pieces = self.pieces_of(source, token, language);
        // Of two adjacent pieces, take the one with a name, or else the second one.
        let at = pieces.partition_point(|it| it.range.end < offset);
        let touching = pieces[at..]
            .iter()
            .take_while(|it| it.range.start <= offset);
        let touching: Vec<&Piece> = touching.collect();
        let named = touching.iter().find(|it| it.name.is_some());
        let piece = named.or(touching.last())?;
        Some((language, (*piece).clone()))
    }

    /// The pieces of a string in a language.
    pub(crate) fn pieces_of(
        &self,
        source: usize,
        token: &SyntaxToken,
        language: Language,
    ) -> Rc<[Piece]> {
        let start = token.text_range().start().into();
        if let Some((known, pieces)) = self.pieces.borrow().get(&(source, start))
            && *known == language
        {
            return pieces.clone();
        }
        let found: Rc<[Piece]> = pieces(token.kind(), token.text(), start, language).into();
        let mut memo = self.pieces.borrow_mut();
        memo.insert((source, start), (language, found.clone()));
        found
    }

    /// The definition that the word at `at` in a string certainly refers to.
    pub(crate) fn word_definition(
        &self,
        source: usize,
        token: &SyntaxToken,
        at: u32,
    ) -> Option<Definition> {
        let language = self.language_of(token)?;
        let pieces = self.pieces_of(source, token, language);
        let index = pieces.partition_point(|it| it.range.end <= at);
        let piece = pieces.get(index)?;
        let name = piece.name.as_ref()?;
        (name.start == at).then(|| self.piece_definition(source, token, language, piece))?
    }

    /// The definition that a string refers to, if the whole string is a name in the string's language.
    pub(super) fn named_by_string(
        &self,
        source: usize,
        token: &SyntaxToken,
        name: Sym,
    ) -> Option<Definition> {
        let language = self.language_of(token).filter(|it| it.is_name())?;
        match language {
            Language::OperandName => self.operand_at(source, token, name),
            Language::ClassName => self.class(name).map(|_| Definition::Class(name)),
            Language::RecordName => self.has_def(name).then_some(Definition::Record(name)),
            Language::FieldName => self.field_of_rows(token, name),
            Language::OwnFieldName => self.own_field(source, token, name),
            _ => None,
        }
    }

    fn piece_definition(
        &self,
        source: usize,
        token: &SyntaxToken,
        language: Language,
        piece: &Piece,
    ) -> Option<Definition> {
        let range = piece.name.as_ref()?;
        let start = u32::from(token.text_range().start());
        let name = token
            .text()
            .get((range.start - start) as usize..(range.end - start) as usize)?;
        match piece.kind {
            PieceKind::Variable => self.operand_at(source, token, Sym::known(name)?),
            PieceKind::Word => {
                let parameter = Sym::known(name).filter(|it| is_parameter(token, *it));
                if let Some(name) = parameter {
                    return self.operand_at(source, token, name);
                }
                (language == Language::ClassCode).then(|| self.accessed(source, token, name))?
            }
            PieceKind::Name => self.named_by_string(source, token, Sym::new(name)),
            _ => None,
        }
    }

    /// The definition that the MLIR method `accessor` reads or writes.
    fn accessed(&self, source: usize, token: &SyntaxToken, accessor: &str) -> Option<Definition> {
        if !ACCESSORS.iter().any(|it| accessor.starts_with(it.0)) {
            return None;
        }
        let operands = self.operands_at(source, token).into_iter();
        let mut named = operands.filter_map(|it| Some((it.name()?, it)));
        let found = named.find(|(name, _)| accessors(name.as_str()).any(|it| it == accessor));
        Some(found?.1)
    }
}

/// Whether a code block is the body of a builder or method with a parameter called `name`: a dag in the same argument
/// list has an argument of that name.
fn is_parameter(token: &SyntaxToken, name: Sym) -> bool {
    let arguments = token.parent_ancestors().find(|it| it.kind() == ARG_LIST);
    let Some(arguments) = arguments.filter(|_| token.kind() == CODE_LITERAL) else {
        return false;
    };
    let is_named = |dag: SyntaxNode| {
        dag.children().any(|arg| {
            let word = child_token(&arg, VAR_NAME);
            word.is_some_and(|it| it.text().strip_prefix('$') == Some(name.as_str()))
        })
    };
    let mut given = arguments.children().filter_map(|it| match it.kind() {
        NAMED_ARG => it.children().filter(|it| is_value(it.kind())).nth(1),
        _ => Some(it),
    });
    given.any(|it| it.kind() == DAG_VALUE && is_named(it))
}
