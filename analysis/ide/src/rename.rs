//! Renaming of a definition and all its mentions. The request is refused with a reason if the new name would change the
//! meaning of the source.

#[cfg(test)]
mod tests;

use db::Database;
use elaborate::facts::is_name;
use elaborate::hir::{BodyItem, RecordSource, StmtKind};
use elaborate::symbol::Sym;
use syntax::SyntaxKind::*;
use syntax::{SyntaxKind, SyntaxNode};

use super::display::ValueDisplay;
use super::family::subclasses_of;
use super::hover::made_by;
use super::in_text::{MentionKind, mentions, uncertain};
use super::place::{locate, token_at, values};
use super::references::{add_certain, find};
use super::resolve::{Definition, Owner, VariableKind, accessors};
use super::target::declaration_at;
use super::text::{Text, whole_sources};
use super::{FilePosition, FileRange, Place};

/// A range of a file and its new text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replacement {
    /// The range of the old name, without the quotes of a string or the `$` of a dag argument. If the mention is an
    /// MLIR accessor whose name is derived from the old name, the range of the accessor's name. The range always covers
    /// a whole identifier.
    pub range: FileRange,
    /// The new name. For a record of a renamed `defm`, the unchanged rest of its name follows.
    pub text: String,
}

/// Possible mentions of the renamed definition. `rename` does not change them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InText {
    /// The names in strings and code that only backends resolve, with their replacements.
    pub replacements: Vec<Replacement>,
    /// The names of the `bits` fields that encode the renamed operand: the fields of the same name.
    pub fields: Vec<FileRange>,
}

impl InText {
    /// Whether there are neither replacements nor fields.
    pub fn is_empty(&self) -> bool {
        self.replacements.is_empty() && self.fields.is_empty()
    }
}

/// The reason why a definition cannot be renamed.
pub type Refusal = String;

/// The range of the name at a position. An error if its definition cannot be renamed.
pub fn prepare(db: &Database, position: &FilePosition) -> Result<FileRange, Refusal> {
    let text = Text::new(db);
    let (place, definition) = named_at(&text, position)?;
    renamed(&text, &definition)?;
    Ok(place.file_range(db))
}

/// The name at a position and its definition.
fn named_at(text: &Text<'_>, position: &FilePosition) -> Result<(Place, Definition), Refusal> {
    let named = text.name_at(position).ok_or("there is no name here")?;
    if let Some(definition) = named.definition {
        return Ok((named.place, definition));
    }
    match uncertain(text, &named).len() {
        0 => Err("there is no name here".to_owned()),
        _ => Err("several statements may have this argument; rename it in one of these".to_owned()),
    }
}

/// The edits that rename the definition at a position to `name`. An error if `name` is not valid or would change the
/// meaning of the source.
pub fn rename(
    db: &Database,
    position: &FilePosition,
    name: &str,
) -> Result<Vec<Replacement>, Refusal> {
    let text = Text::new(db);
    let (_, definition) = named_at(&text, position)?;
    let renamed = renamed(&text, &definition)?;
    if !is_name(name) || SyntaxKind::from_keyword(name.as_bytes()).is_some() {
        return Err(format!("`{name}` is not a name"));
    }
    let mut all = Vec::new();
    for (definition, old) in renamed {
        let changed = new_name(&definition, old, name);
        let whole = definition.name().unwrap_or(old);
        if changed == whole {
            continue;
        }
        refuse_conflicts(&text, &definition, changed)?;
        let mut found = find(&text, &definition, &whole_sources(&text));
        if let Definition::DagName(name, within) = definition {
            add_certain(&text, name, within, usize::MAX, &mut found);
        }
        for reference in found {
            let written = written(&text, &reference.range).unwrap_or_default();
            let mut methods = accessors(whole.as_str()).zip(accessors(changed.as_str()));
            if let Some((_, method)) = methods.find(|(old, _)| old == written) {
                all.push(Replacement {
                    range: reference.range,
                    text: method,
                });
            // Mentions that do not spell the old name are skipped, such as keywords and pasted names.
            } else if written == whole.as_str() {
                refuse_capture(&text, &reference.range, changed)?;
                all.push(Replacement {
                    range: reference.range,
                    text: changed.to_string(),
                });
            }
        }
    }
    if let Definition::RecordSource(keyword) = &definition {
        let place = text.name_of_maker(*keyword).unwrap_or(*keyword);
        all.push(Replacement {
            range: place.file_range(db),
            text: name.to_owned(),
        });
    }
    Ok(all)
}

/// Possible mentions of the definition at a position in strings and code, with replacements for the new name `name`.
pub fn in_text(db: &Database, position: &FilePosition, name: &str) -> Result<InText, Refusal> {
    let text = Text::new(db);
    let renamed = renamed(&text, &named_at(&text, position)?.1)?;
    let definitions: Vec<Definition> = renamed.iter().map(|(it, _)| it.clone()).collect();
    let mut all = InText::default();
    for ((definition, old), found) in renamed.iter().zip(mentions(&text, &definitions)) {
        let new = new_name(definition, *old, name);
        for it in found {
            match it.kind {
                MentionKind::Name => all.replacements.push(Replacement {
                    range: it.range,
                    text: new.to_string(),
                }),
                MentionKind::Certain => {}
                MentionKind::Field => all.fields.push(it.range),
            }
        }
    }
    Ok(all)
}

/// The new name of a definition if `old`, its name or the beginning of its name, is replaced by `name`.
fn new_name(definition: &Definition, old: Sym, name: &str) -> Sym {
    match definition {
        // The name of a `defm`'s record begins with the name of the `defm`.
        Definition::Record(record) if *record != old => {
            Sym::new(&record.as_str().replacen(old.as_str(), name, 1))
        }
        _ => Sym::new(name),
    }
}

fn written<'a>(text: &Text<'a>, range: &FileRange) -> Option<&'a str> {
    let source = super::source_of(text.db, &range.path)?;
    text.unit().sources.files[source]
        .text
        .get(range.range.clone())
}

/// The definitions that get a new name, each with the part of its name that is replaced.
fn renamed(text: &Text<'_>, definition: &Definition) -> Result<Vec<(Definition, Sym)>, Refusal> {
    let refuse = |why: &str| Err(why.to_owned());
    match definition {
        Definition::Record(name) => match text.def(*name) {
            Some(_) => Ok(vec![(definition.clone(), *name)]),
            None if db::record(text.db, name.as_str()).is_some() => Err(format!(
                "the name `{name}` is put together where the record is made; rename the parts"
            )),
            None => Err(format!("there is no record `{name}`")),
        },
        Definition::RecordSource(keyword) => made_of_defm(text, *keyword),
        Definition::Class(name) if text.class(*name).is_none() => {
            Err(format!("there is no class `{name}`"))
        }
        Definition::Multiclass(name) if text.multiclass(*name).is_none() => {
            Err(format!("there is no multiclass `{name}`"))
        }
        Definition::TemplateArg(name, owner) if text.template_arg(*owner, *name).is_none() => Err(
            format!("`{}` has no template argument `{name}`", owner.name()),
        ),
        Definition::Operator(_) => refuse("operators have fixed names"),
        Definition::Name(_) => refuse("`NAME` is part of the language"),
        Definition::Include(_) => refuse("files are not renamed here"),
        definition => match definition.name() {
            Some(name) => Ok(vec![(definition.clone(), name)]),
            None => refuse("it has no name"),
        },
    }
}

/// The records of the `defm` at `keyword` whose names begin with the name of the `defm`. The second value of each pair
/// is the name of the `defm`, the part to be replaced.
fn made_of_defm(text: &Text<'_>, keyword: Place) -> Result<Vec<(Definition, Sym)>, Refusal> {
    let put_together = || Err("the name is put together from parts; rename these".to_owned());
    let Some((item, maker)) = text.maker_at(keyword) else {
        return put_together();
    };
    let stmt = text.stmt(item);
    let name = maker.name().and_then(|it| stmt.code.literal_name(it));
    let (RecordSource::Defm(_), StmtKind::Defm(_), Some(name)) = (maker, &stmt.kind, name) else {
        return match (maker, name) {
            (RecordSource::Def(_), Some(name)) => Err(format!(
                "`{name}` is a part of the names of records that a multiclass makes"
            )),
            _ => put_together(),
        };
    };
    let shown = ValueDisplay::new(text.db);
    let records = made_by(text, item, maker);
    let names = records.iter().filter(|it| !it.is_anonymous());
    let names = names.map(|it| Sym::new(&shown.name(it.name)));
    let begin_so = names.filter(|it| it.as_str().starts_with(name.as_str()));
    Ok(begin_so.map(|it| (Definition::Record(it), name)).collect())
}

/// Refuses a new name that conflicts with an existing definition.
fn refuse_conflicts(text: &Text<'_>, definition: &Definition, new: Sym) -> Result<(), Refusal> {
    let exists = |what: &str| Err(format!("there is already {what} `{new}`"));
    match definition {
        Definition::Class(_) | Definition::Type(_) => {
            if text.class(new).is_some() {
                return exists("a class");
            }
            if text.deftype(new).is_some() {
                return exists("a type");
            }
        }
        Definition::Multiclass(_) if text.multiclass(new).is_some() => {
            return exists("a multiclass");
        }
        Definition::Record(_) | Definition::Variable(_, VariableKind::Defset, _) => {
            if text.has_def(new) || db::record(text.db, new.as_str()).is_some() {
                return exists("a record");
            }
            if text.global(new).is_some() {
                return exists("a variable");
            }
        }
        Definition::Field(_, at) => refuse_field(text, *at, new)?,
        Definition::TemplateArg(_, owner) => {
            if text.template_arg(*owner, new).is_some() {
                return exists("a template argument");
            }
            if let Owner::Class(class) = owner
                && text.class_field(*class, new).is_some()
            {
                return exists("a field");
            }
        }
        Definition::Variable(_, _, at) => refuse_in_scope(text, *at, new)?,
        Definition::DagName(_, within) => {
            let mentions = |root: SyntaxNode| {
                let words = text.words(within.source)?;
                let inside = |it: &u32| (within.start..within.end).contains(it);
                let mut tokens = words.offsets(new).filter(inside);
                tokens.find(|it| token_at(&root, *it).is_some_and(|it| it.kind() == VAR_NAME))
            };
            if text.root(within.source).and_then(mentions).is_some() {
                return exists("an argument");
            }
        }
        Definition::Macro(_) => {
            let mut sources = 0..text.unit().sources.files.len();
            let mentions = |source: usize| {
                let words = text.words(source);
                words.is_some_and(|it| it.macros().any(|it| it == new))
            };
            if sources.any(mentions) {
                return exists("a macro");
            }
        }
        _ => {}
    }
    Ok(())
}

/// Refuses a new name for a field if the class or record has or inherits a field of that name, or if the class or a
/// subclass declares a field or a template argument of that name.
fn refuse_field(text: &Text<'_>, at: Place, new: Sym) -> Result<(), Refusal> {
    let node = declaration_at(text, at);
    let owner = node.and_then(|it| it.ancestors().find(|it| matches!(it.kind(), CLASS | DEF)));
    let Some(owner) = owner else { return Ok(()) };
    let body = super::place::child(&owner, BODY);
    if body.is_some_and(|it| text.field_in_body(at.source, &it, new).is_some()) {
        return Err(format!("there is already a field `{new}`"));
    }
    let Some(class) = super::resolve::owner_of_statement(&owner) else {
        return Ok(());
    };
    let class = class.name();
    for class in std::iter::once(class).chain(subclasses_of(text, class)) {
        let Some((_, it)) = text.class(class) else {
            continue;
        };
        let has_field = it
            .body
            .items
            .iter()
            .any(|it| matches!(it, BodyItem::Field(decl) if decl.name == new));
        if has_field {
            return Err(format!("class `{class}` already has a field `{new}`"));
        }
        if it.args.iter().any(|it| it.name == new) {
            return Err(format!("class `{class}` has a template argument `{new}`"));
        }
    }
    Ok(())
}

/// Refuses a new name for a local variable if a value in the variable's scope mentions the name, or if a `defvar` or
/// `foreach` in this scope declares the name. For a variable at the top level, refuses the name of a `def` or global
/// variable.
fn refuse_in_scope(text: &Text<'_>, at: Place, new: Sym) -> Result<(), Refusal> {
    let Some(node) = declaration_at(text, at) else {
        return Ok(());
    };
    let is_scope = |it: &SyntaxNode| {
        matches!(
            it.kind(),
            BODY | BLOCK | SOURCE_FILE | FOREACH | FOREACH_OP | FOLDL_OP
        )
    };
    let scope = if is_scope(&node) {
        Some(node)
    } else {
        node.ancestors().find(is_scope)
    };
    let Some(scope) = scope else { return Ok(()) };
    let is_file = scope.kind() == SOURCE_FILE;
    if is_file && (text.has_def(new) || text.global(new).is_some()) {
        return Err(format!("there is already something named `{new}`"));
    }
    let range = scope.text_range();
    let sources = if is_file {
        whole_sources(text)
    } else {
        vec![at.source]
    };
    for source in sources {
        let (Some(words), Some(root)) = (text.words(source), text.root(source)) else {
            continue;
        };
        let inside = |it: &u32| is_file || range.contains((*it).into());
        for offset in words.offsets(new).filter(inside) {
            let Some(token) = token_at(&root, offset) else {
                continue;
            };
            let is_value = token.parent().is_some_and(|it| it.kind() == IDENT_VALUE);
            let is_declared = token
                .parent()
                .is_some_and(|it| matches!(it.kind(), DEFVAR | FOREACH));
            if !is_file && (is_value || is_declared) {
                let place = Place::new(source, token.text_range()).file_range(text.db);
                return Err(format!(
                    "`{new}` is in use at {}",
                    shown_place(text, &place)
                ));
            }
        }
    }
    Ok(())
}

/// Refuses a new name if a mention at `range` with that name would resolve to another local definition.
fn refuse_capture(text: &Text<'_>, range: &FileRange, new: Sym) -> Result<(), Refusal> {
    let position = FilePosition {
        path: range.path.clone(),
        offset: range.range.start,
    };
    let found = locate(text.db, &position);
    let token = found.and_then(|(source, offset)| {
        let token = token_at(&text.root(source)?, offset)?;
        Some((source, token))
    });
    let Some((source, token)) = token else {
        return Ok(());
    };
    let Some(value) = token.parent().filter(|it| it.kind() == IDENT_VALUE) else {
        return Ok(());
    };
    // The name of a named argument is not resolved as a value.
    let is_name = value
        .parent()
        .is_some_and(|it| it.kind() == NAMED_ARG && values(&it).next().as_ref() == Some(&value));
    match text.local(source, &value, new) {
        Some(_) if !is_name => Err(format!(
            "`{new}` means something else at {}",
            shown_place(text, range)
        )),
        _ => Ok(()),
    }
}

/// The start of a range as `file:line`. Lines count from 1.
fn shown_place(text: &Text<'_>, range: &FileRange) -> String {
    let source = super::source_of(text.db, &range.path);
    let line = source.map_or(1, |it| {
        let file = &text.unit().sources.files[it].text;
        let before = file.get(..range.range.start).unwrap_or_default();
        before.bytes().filter(|it| *it == b'\n').count() + 1
    });
    format!("{}:{line}", range.path)
}
