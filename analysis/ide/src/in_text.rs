//! Names in strings and code: `$src` in the assembly string of an instruction, or a class in the description of a
//! table. TableGen gives them no meaning; only backends resolve them. A reference is certain if the language of its
//! string determines what the reference refers to.

mod related;
mod tables;
#[cfg(test)]
mod tests;

use elaborate::symbol::Sym;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::SyntaxKind::*;
use syntax::SyntaxToken;

use self::related::Related;
use super::pieces::{Language, Piece, PieceKind};
use super::place::{has_bits, literal_text, node_at, token_at};
use super::resolve::{Definition, Named, accessors, statement_of};
use super::target::{declaration_at, written};
use super::text::{Text, whole_sources};
use super::{FileRange, Place};

/// A place that may refer to a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mention {
    /// The range of the name, without quotes and `$`. For an accessor, the whole name of the method.
    pub range: FileRange,
    pub kind: MentionKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MentionKind {
    /// A name in a string or code, or the name of a dag's argument in another statement.
    Name,
    /// A name in a string or code that certainly refers to the definition. Only dag arguments have mentions of this
    /// kind.
    Certain,
    /// The `bits` field that encodes an operand: the field of the same name.
    Field,
}

/// For each of the definitions, the places that may refer to it, sorted by path and offset. Certain references are not
/// included.
pub(super) fn mentions(text: &Text<'_>, definitions: &[Definition]) -> Vec<Vec<Mention>> {
    let records = definitions.iter().filter_map(|it| match it {
        Definition::Record(name) => Some(*name),
        _ => None,
    });
    let qualified = qualified(text, &records.collect());
    let of = |definition: &Definition| {
        let mut found = match definition {
            Definition::DagName(name, within) => {
                let mut found = operand(text, *name, *within, usize::MAX);
                found.retain(|it| it.kind != MentionKind::Certain);
                found
            }
            Definition::Field(name, at) => field(text, *name, *at),
            Definition::Class(name) => names(text, tables::naming(text, *name)),
            Definition::Record(name) => {
                let mut found = names(text, tables::naming(text, *name));
                let qualified = qualified.get(name).cloned();
                found.extend(names(text, qualified.unwrap_or_default()));
                found
            }
            _ => Vec::new(),
        };
        found.sort_by_key(|it| (it.range.path.clone(), it.range.range.start));
        found.dedup_by(|a, b| a.range == b.range);
        found
    };
    definitions.iter().map(of).collect()
}

/// The places in strings and code that certainly refer to a dag argument of the statement `within`. At most `limit`
/// related statements are searched.
pub(super) fn certain(text: &Text<'_>, name: Sym, within: Place, limit: usize) -> Vec<FileRange> {
    let found = operand(text, name, within, limit).into_iter();
    let certain = found.filter(|it| it.kind == MentionKind::Certain);
    certain.map(|it| it.range).collect()
}

/// The dag arguments that the name in a piece of a string may refer to. Empty if the piece is not a variable, or if its
/// name certainly refers to something.
pub(super) fn uncertain(text: &Text<'_>, named: &Named) -> Vec<Definition> {
    let is_variable = |piece: &Piece| piece.kind == PieceKind::Variable;
    let piece = named.piece.as_ref().filter(|it| is_variable(&it.1));
    let name = piece.and_then(|_| Sym::known(&written(text, named.place)));
    let name = name.filter(|_| named.definition.is_none());
    let found = name.map(|it| candidates(text, named.source, &named.token, it));
    found.unwrap_or_default()
}

/// The dag arguments of related statements that a name in a string may refer to. The statement that contains the string
/// does not define the name.
pub(super) fn candidates(
    text: &Text<'_>,
    source: usize,
    token: &SyntaxToken,
    name: Sym,
) -> Vec<Definition> {
    let Some(statement) = statement_of(token) else {
        return Vec::new();
    };
    let related = Related::new(text, source, &statement);
    let mut found: Vec<Definition> = Vec::new();
    for (place, _) in related.places() {
        let words = words_in(text, place, name.as_str());
        let words = words.filter(|it| it.token.kind() == VAR_NAME);
        for definition in words.filter_map(|it| text.resolve(place.source, &it.token)) {
            if found.len() >= MAX_CANDIDATES {
                return found;
            }
            if !found.contains(&definition) {
                found.push(definition);
            }
        }
    }
    found
}

/// The largest number of definitions considered for an uncertain name.
const MAX_CANDIDATES: usize = 50;

fn names(text: &Text<'_>, places: Vec<Place>) -> Vec<Mention> {
    let mentions = places.into_iter().map(|it| Mention {
        range: it.file_range(text.db),
        kind: MentionKind::Name,
    });
    mentions.collect()
}

/// The mentions of the operand `name` of the statement `within`. They are in strings, code and dags of related
/// statements, or are the names of `bits` fields.
fn operand(text: &Text<'_>, name: Sym, within: Place, limit: usize) -> Vec<Mention> {
    let root = text.root(within.source);
    let Some(node) = root.and_then(|it| node_at(&it, within)) else {
        return Vec::new();
    };
    let related = Related::new(text, within.source, &node);
    let definition = Definition::DagName(name, within);
    let mut found = Vec::new();
    // Only MLIR has accessors. The class of traits shows that the unit uses MLIR.
    let has_accessors = text.trait_class().is_some();
    let methods: Vec<String> = accessors(name.as_str()).filter(|_| has_accessors).collect();
    for (place, is_own) in related.places().take(limit) {
        for accessor in &methods {
            let words = words_in(text, place, accessor);
            let uses = words.filter(|it| it.is(text, &definition));
            found.extend(uses.map(|it| Mention {
                range: it.place.file_range(text.db),
                kind: MentionKind::Certain,
            }));
        }
        for word in words_in(text, place, name.as_str()) {
            let token = &word.token;
            if word.is(text, &definition) {
                found.push(Mention {
                    range: word.place.file_range(text.db),
                    kind: MentionKind::Certain,
                });
                continue;
            }
            let kind = match (word.mark, token.kind()) {
                (Mark::Dollar, STRING_LITERAL | CODE_LITERAL) => MentionKind::Name,
                (Mark::Dollar, VAR_NAME) => {
                    if text.resolve(place.source, token).as_ref() == Some(&definition) {
                        continue;
                    }
                    MentionKind::Name
                }
                // In C++ code, such as the builders of operations, the operand is a variable.
                (Mark::None, CODE_LITERAL) if is_own && is_code(text, token) => MentionKind::Name,
                (Mark::None, STRING_LITERAL)
                    if literal_text(token) == name.as_str()
                        && (is_own || is_in_operator(token))
                        && text.resolve(place.source, token).is_none() =>
                {
                    MentionKind::Name
                }
                (Mark::None, IDENT) if is_field_of_bits(token) => MentionKind::Field,
                _ => continue,
            };
            found.push(Mention {
                range: word.place.file_range(text.db),
                kind,
            });
        }
    }
    found
}

/// The mentions of a field: as a column in the descriptions of tables, and, for a `bits` field, as the operand that it
/// encodes.
fn field(text: &Text<'_>, name: Sym, at: Place) -> Vec<Mention> {
    let mut found = names(text, tables::naming_field(text, name, at));
    let Some(declaration) = declaration_at(text, at) else {
        return found;
    };
    let owner = declaration
        .ancestors()
        .find(|it| matches!(it.kind(), CLASS | DEF));
    let (Some(owner), true) = (owner, has_bits(&declaration)) else {
        return found;
    };
    for (place, _) in Related::new(text, at.source, &owner).places() {
        let words = words_in(text, place, name.as_str()).filter(|it| it.mark == Mark::Dollar);
        found.extend(names(text, words.map(|it| it.place).collect()));
    }
    found
}

/// Whether a literal is C++ code, or is in an unknown language.
fn is_code(text: &Text<'_>, token: &SyntaxToken) -> bool {
    let language = text.language_of(token);
    language.is_none_or(|it| matches!(it, Language::Code | Language::ClassCode))
}

fn is_field_of_bits(token: &SyntaxToken) -> bool {
    let parent = token.parent().filter(|it| it.kind() == FIELD);
    parent.is_some_and(|it| has_bits(&it))
}

/// Whether a token is an operand of a bang operator, such as the name that `!getdagarg` looks up.
fn is_in_operator(token: &SyntaxToken) -> bool {
    let mut around = token.parent_ancestors();
    around
        .find(|it| !matches!(it.kind(), STRING_VALUE | LIST_VALUE))
        .is_some_and(|it| it.kind() == BANG_OP)
}

/// The prefix of a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// `$` or `${`
    Dollar,
    None,
}

/// A word within a token, its place and its prefix.
struct Word {
    token: SyntaxToken,
    place: Place,
    mark: Mark,
}

impl Word {
    /// Whether the word is in a string or code and certainly refers to `definition`.
    fn is(&self, text: &Text<'_>, definition: &Definition) -> bool {
        let (source, token) = (self.place.source, &self.token);
        let is_text = matches!(token.kind(), STRING_LITERAL | CODE_LITERAL);
        is_text
            && text
                .word_definition(source, token, self.place.start)
                .as_ref()
                == Some(definition)
    }
}

/// The occurrences of the word `name` at a place, in tokens of any kind.
fn words_in(text: &Text<'_>, place: Place, name: &str) -> impl Iterator<Item = Word> {
    let root = text.root(place.source);
    let all = text.unit().sources.files[place.source].parsed_text();
    let inside = all.get(place.start as usize..place.end as usize);
    let found = inside.unwrap_or_default().match_indices(name);
    found.filter_map(move |(at, word)| {
        let start = place.start as usize + at;
        let (before, after) = (&all[..start], &all[start + word.len()..]);
        if before.ends_with(is_word) || after.starts_with(is_word) {
            return None;
        }
        let mark = if before.ends_with('$') || before.ends_with("${") {
            Mark::Dollar
        } else {
            Mark::None
        };
        let place = place_of(place.source, start, word);
        let token = token_at(root.as_ref()?, place.start)?;
        Some(Word { token, place, mark })
    })
}

fn is_word(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_'
}

fn place_of(source: usize, start: usize, word: &str) -> Place {
    Place {
        source,
        start: start as u32,
        end: (start + word.len()) as u32,
    }
}

/// The places in strings and code where `::` precedes the name of a record, as in C++.
fn qualified(text: &Text<'_>, records: &FxHashSet<Sym>) -> FxHashMap<Sym, Vec<Place>> {
    let mut found: FxHashMap<Sym, Vec<Place>> = FxHashMap::default();
    if records.is_empty() {
        return found;
    }
    for source in whole_sources(text) {
        let all = text.unit().sources.files[source].parsed_text();
        for (at, mark) in all.match_indices("::") {
            let start = at + mark.len();
            let rest = &all[start..];
            let word = &rest[..rest.find(|it| !is_word(it)).unwrap_or(rest.len())];
            let Some(name) = Sym::known(word).filter(|it| records.contains(it)) else {
                continue;
            };
            let root = text.root(source);
            let token = root.and_then(|it| token_at(&it, start as u32));
            if token.is_some_and(|it| matches!(it.kind(), STRING_LITERAL | CODE_LITERAL)) {
                let places = found.entry(name).or_default();
                places.push(place_of(source, start, word));
            }
        }
    }
    found
}
