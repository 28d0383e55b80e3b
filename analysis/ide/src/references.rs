//! References: the mentions of a definition in the unit. Candidates are found by an index of the words of each file and
//! then resolved.

#[cfg(test)]
mod tests;

use db::Database;
use elaborate::hir::{RecordSource, StmtKind};
use elaborate::ids::Loc;
use elaborate::symbol::Sym;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::SyntaxKind::*;
use syntax::{SyntaxNode, SyntaxToken};

use super::display::ValueDisplay;
use super::hover::made_by;
use super::in_text::{certain, mentions, uncertain};
use super::navigation::{names_put_together, put_together_at};
use super::place::token_at;
use super::resolve::{Definition, VariableKind, name_range};
use super::target::included;
use super::text::{Text, whole_sources};
use super::workspace_symbols::defined_at;
use super::{FilePosition, FileRange, Place};

/// A mention of a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reference {
    /// The range of the name, without the quotes of a string or the `$` of a dag argument. For an include, the range
    /// includes the quotes. For a pasted name, it is the range of the whole expression.
    pub range: FileRange,
    /// The kind of the mention.
    pub kind: ReferenceKind,
}

/// The kind of a mention.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReferenceKind {
    /// A declaration. A definition may have several.
    Declaration,
    /// The name of a field that a `let` sets.
    Write,
    /// A possible mention that only backends resolve: a name in a string or code, or a name that an operand and a
    /// `bits` field share.
    Text,
    /// Any other mention.
    Read,
}

/// All mentions of the definition at a position, including its declarations. Mentions of the kind
/// [`ReferenceKind::Text`] come last. In a `!cast` or `!exists` of a pasted name, the result is the mentions of the
/// records to which the name evaluates.
pub fn references(db: &Database, position: &FilePosition) -> Vec<Reference> {
    let text = Text::new(db);
    let Some(at) = text.name_at(position) else {
        return Vec::new();
    };
    let (source, token, definition) = (at.source, &at.token, &at.definition);
    let sources: Vec<usize> = whole_sources(&text);
    let named = match definition {
        Some(Definition::Name(_)) | None => names_put_together(&text, source, token),
        Some(_) => Vec::new(),
    };
    if !named.is_empty() {
        let records = named.into_iter().map(Definition::Record);
        let mut found: Vec<_> = records.flat_map(|it| find(&text, &it, &sources)).collect();
        let mut seen = FxHashSet::default();
        found.retain(|it| seen.insert(it.range.clone()));
        return found;
    }
    let definitions = match definition {
        Some(definition) => vec![definition.clone()],
        None => uncertain(&text, &at),
    };
    let mut found = Vec::new();
    for definition in &definitions {
        found.extend(find(&text, definition, &sources));
        match definition {
            Definition::DagName(name, within) => {
                add_certain(&text, *name, *within, usize::MAX, &mut found);
            }
            Definition::Record(name) => found.extend(put_together(&text, *name, &sources)),
            _ => {}
        }
    }
    let in_text = mentions(&text, &definitions).into_iter().flatten();
    let in_text: Vec<FileRange> = in_text.map(|it| it.range).collect();
    // Only the mentions in text are hashed: they are usually few, but there may be up to 200,000 others.
    let mut new: FxHashSet<FileRange> = in_text.iter().cloned().collect();
    for it in &found {
        new.remove(&it.range);
    }
    let in_text = in_text.into_iter().filter(|it| new.remove(it));
    found.extend(in_text.map(|range| Reference {
        range,
        kind: ReferenceKind::Text,
    }));
    found
}

/// The name of the instruction at a position, a record of LLVM's class `Instruction`. The `instregex` patterns in
/// strings may match the instruction, too; only the models of the target know these references.
pub fn instruction_at(db: &Database, position: &FilePosition) -> Option<Sym> {
    let definition = Text::new(db).name_at(position)?.definition?;
    let Definition::Record(name) = definition else {
        return None;
    };
    let record = db::record(db, name.as_str())?;
    record
        .is_subclass_of(Sym::new("Instruction"))
        .then_some(name)
}

/// The largest number of pasted names that are evaluated for a record.
const MAX_PUT_TOGETHER: usize = 20;
/// The greatest length in bytes of the last piece of a pasted name. A name with a longer last piece is not evaluated.
const MAX_PIECE: usize = 1 << 10;

/// The references to `record` by a pasted name that is the operand of a `!cast` or `!exists`. In a multiclass, the name
/// counts if it evaluates to `record` for at least one `defm`. Only names whose last piece is a suffix of the record's
/// name are evaluated.
fn put_together(text: &Text<'_>, record: Sym, sources: &[usize]) -> Vec<Reference> {
    let name = record.as_str();
    let first = name.len().saturating_sub(MAX_PIECE).max(1);
    let ends = (first..name.len())
        .filter_map(|it| name.get(it..))
        .filter_map(Sym::known);
    let ends: Vec<Sym> = ends.collect();
    let mut casts = Vec::new();
    for source in sources {
        let (Some(words), Some(root)) = (text.words(*source), text.root(*source)) else {
            continue;
        };
        for offset in ends.iter().flat_map(|it| words.offsets(*it)) {
            let token = token_at(&root, offset);
            let pasted = token.and_then(|it| put_together_at(&it).map(|node| (it, node)));
            casts.extend(pasted.map(|(token, node)| (*source, token, node)));
        }
    }
    casts.truncate(MAX_PUT_TOGETHER);
    casts.retain(|(source, token, _)| names_put_together(text, *source, token).contains(&record));
    let references = casts.into_iter().map(|(source, _, node)| Reference {
        range: Place::new(source, node.text_range()).file_range(text.db),
        kind: ReferenceKind::Read,
    });
    references.collect()
}

/// The mentions, in the same file, of the name at a position. For an operator, its uses in this file.
pub fn highlights(db: &Database, position: &FilePosition) -> Vec<Reference> {
    let text = Text::new(db);
    let Some(named) = text.name_at(position) else {
        return Vec::new();
    };
    let Some(definition) = named.definition else {
        return Vec::new();
    };
    let mut found = find(&text, &definition, &[named.source]);
    if let Definition::DagName(name, within) = definition {
        add_certain(&text, name, within, MAX_HIGHLIGHTED, &mut found);
    }
    found.retain(|it| it.range.path == position.path);
    found
}

/// The largest number of statements whose strings are searched for mentions to highlight.
const MAX_HIGHLIGHTED: usize = 500;

/// Adds the places in strings and code that certainly refer to a dag argument of the statement `within`.
pub(super) fn add_certain(
    text: &Text<'_>,
    name: Sym,
    within: Place,
    limit: usize,
    found: &mut Vec<Reference>,
) {
    let ranges = certain(text, name, within, limit).into_iter();
    found.extend(ranges.map(|range| Reference {
        range,
        kind: ReferenceKind::Read,
    }));
    sort(text, found);
}

/// The mentions of a definition in the given sources, sorted by file and offset. Mentions in pieces of strings are left
/// out.
pub(super) fn find(text: &Text<'_>, definition: &Definition, sources: &[usize]) -> Vec<Reference> {
    let mut found = Vec::new();
    match definition {
        Definition::RecordSource(keyword) => {
            found.extend(made_records(text, *keyword, sources));
        }
        Definition::Include(at) => found.extend(same_include(text, *at, sources)),
        Definition::Name(_) => words(text, Sym::NAME, definition, sources, &mut found),
        Definition::DagName(name, within) => {
            let own = sources.iter().copied().filter(|it| *it == within.source);
            words(
                text,
                *name,
                definition,
                &own.collect::<Vec<_>>(),
                &mut found,
            );
        }
        definition => {
            if let Some(name) = definition.name() {
                words(text, name, definition, sources, &mut found);
            }
        }
    }
    let declared = match definition {
        Definition::Name(_) | Definition::Include(_) => Vec::new(),
        definition => text.declarations(definition),
    };
    let declared: Vec<FileRange> = declared
        .iter()
        .filter(|it| sources.contains(&it.source))
        .map(|it| it.file_range(text.db))
        .collect();
    for reference in &mut found {
        if declared.contains(&reference.range) {
            reference.kind = ReferenceKind::Declaration;
        }
    }
    for range in declared {
        if found.iter().all(|it| it.range != range) {
            found.push(Reference {
                range,
                kind: ReferenceKind::Declaration,
            });
        }
    }
    sort(text, &mut found);
    found
}

/// Sorts references by file and offset, and removes duplicates.
fn sort(text: &Text<'_>, found: &mut Vec<Reference>) {
    let mut files: FxHashMap<&str, usize> = FxHashMap::default();
    for (index, file) in text.unit().sources.files.iter().enumerate() {
        files.entry(&file.path).or_insert(index);
    }
    let order = |it: &Reference| {
        let file = files.get(it.range.path.as_str()).copied();
        (file, it.range.range.start)
    };
    found.sort_by_cached_key(order);
    found.dedup_by(|a, b| a.range == b.range);
}

/// Adds the tokens with this name that resolve to `definition`.
fn words(
    text: &Text<'_>,
    name: Sym,
    definition: &Definition,
    sources: &[usize],
    found: &mut Vec<Reference>,
) {
    let is_global = matches!(
        definition,
        Definition::Record(_)
            | Definition::Variable(_, VariableKind::Defset, _)
            | Definition::Class(_)
            | Definition::Multiclass(_)
            | Definition::Type(_)
    );
    let declares = |source: &usize| text.words(*source).is_some_and(|it| it.declares(name));
    let all = 0..text.unit().sources.files.len();
    let is_bound = match definition {
        // A variable's own statement declares the name, even if the index of declared names does not contain it.
        Definition::Variable(..) => true,
        _ => !is_global || all.into_iter().any(|it| declares(&it)),
    };
    text.only_global.set(!is_bound);
    for source in sources {
        let (Some(words), Some(root)) = (text.words(*source), text.root(*source)) else {
            continue;
        };
        for offset in words.offsets(name) {
            let Some(token) = token_at(&root, offset) else {
                continue;
            };
            if text.resolve(*source, &token).as_ref() == Some(definition) {
                found.push(reference(text, *source, &token));
            }
        }
    }
    text.only_global.set(false);
}

fn reference(text: &Text<'_>, source: usize, token: &SyntaxToken) -> Reference {
    let kind = match token.parent().as_ref().map(SyntaxNode::kind) {
        Some(BODY_LET | LET_ITEM) => ReferenceKind::Write,
        _ => ReferenceKind::Read,
    };
    Reference {
        range: Place::new(source, name_range(token)).file_range(text.db),
        kind,
    }
}

/// The mentions of the records that a `def` or `defm` creates.
fn made_records(text: &Text<'_>, keyword: Place, sources: &[usize]) -> Vec<Reference> {
    let mut found = Vec::new();
    let Some((item, maker)) = text.maker_at(keyword) else {
        return found;
    };
    if let (StmtKind::Multiclass(_), RecordSource::Def(def)) = (&text.stmt(item).kind, maker) {
        let span = def.name_at;
        for name in defined_at(text.db, Loc { item, span }) {
            words(text, name, &Definition::Record(name), sources, &mut found);
        }
        return found;
    }
    let shown = ValueDisplay::new(text.db);
    for record in made_by(text, item, maker) {
        if !record.is_anonymous() {
            let name = Sym::new(&shown.name(record.name));
            words(text, name, &Definition::Record(name), sources, &mut found);
        }
    }
    found
}

/// The include directives that include the same file.
fn same_include(text: &Text<'_>, at: Place, sources: &[usize]) -> Vec<Reference> {
    let files = &text.unit().sources.files;
    let Some(wanted) = included(text, at).map(|it| files[it].path.clone()) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for file in files.iter().filter(|it| it.path == wanted) {
        let Some((source, end)) = file.included_from else {
            continue;
        };
        let Some((source, end)) = text.unit().sources.parsed_at(source, end) else {
            continue;
        };
        let root = text.root(source);
        let last = root.and_then(|it| token_at(&it, end.saturating_sub(1)));
        let Some(path) = last.filter(|it| it.kind() == STRING_LITERAL) else {
            continue;
        };
        let place = Place::new(source, path.text_range());
        if sources.contains(&source) {
            found.push(Reference {
                range: place.file_range(text.db),
                kind: ReferenceKind::Read,
            });
        }
    }
    found
}
