//! Actions that correct unknown names.

use db::index::Space;
use db::{Db, record};
use elaborate::hir::BodyItem;
use elaborate::symbol::Sym;
use rustc_hash::FxHashSet;
use syntax::SyntaxKind::*;
use syntax::ast::SourceFile;
use syntax::{BangOperator, Release};

use super::{Action, ActionKind, Cursor};
use crate::locals::locals;
use crate::place::{child, child_token, values};
use crate::resolve::{Shape, parent_names};

/// The largest number of names offered.
const MAX_OFFERS: usize = 3;

pub(super) fn offer(at: &Cursor<'_>, out: &mut Vec<Action>) {
    if let Some(action) = new_name(at) {
        out.push(action);
        return;
    }
    let Some((name, known)) = unknown(at) else {
        return;
    };
    let known = known.iter().map(String::as_str);
    let found = syntax::nearest(&name, known, MAX_OFFERS);
    let is_only = found.len() == 1;
    for meant in found {
        out.push(Action {
            title: format!("Change to `{meant}`"),
            kind: ActionKind::QuickFix,
            is_preferred: is_only,
            edits: vec![at.replace_token(meant)],
        });
    }
}

/// The action that replaces an outdated name of an operator. The outdated name is an error only in releases that no
/// longer accept it.
fn new_name(at: &Cursor<'_>) -> Option<Action> {
    let name = at.token.text().strip_prefix('!')?;
    let operator = BangOperator::from_name(name)?;
    if at.token.kind() != BANG_OPERATOR || operator.name() == name {
        return None;
    }
    let release = at.text.db.input().release(at.text.db);
    let is_lost = BangOperator::renamed(name, release).is_some();
    let new = format!("!{}", operator.name());
    Some(Action {
        title: format!("Change to `{new}`"),
        kind: if is_lost {
            ActionKind::QuickFix
        } else {
            ActionKind::Rewrite
        },
        is_preferred: is_lost,
        edits: vec![at.replace_token(new)],
    })
}

/// The name at the cursor, and the names that may replace it. `None` if the name is known, or if the cursor is not at a
/// name.
fn unknown(at: &Cursor<'_>) -> Option<(String, Vec<String>)> {
    let node = at.token.parent()?;
    let name = at.token.text();
    let sym = Sym::new(name);
    let text = at.text;
    let index = text.db.input().index(text.db);
    let texts = |it: Sym| it.as_str().to_owned();
    let mut known: Vec<String> = Vec::new();
    match (at.token.kind(), node.kind()) {
        (BANG_OPERATOR, _) => {
            known = operators(name.get(1..)?, text.db.input().release(text.db))?;
        }
        (IDENT, CLASS_REF) => {
            let statement = node.parent()?.parent()?.kind();
            let takes_multiclass = matches!(statement, DEFM | MULTICLASS);
            let is_known = (text.class(sym).is_some() && statement != MULTICLASS)
                || (takes_multiclass && text.multiclass(sym).is_some());
            if is_known {
                return None;
            }
            if takes_multiclass {
                known.extend(index.names_in(Space::Multiclass).map(texts));
            }
            if statement != MULTICLASS {
                known.extend(index.names_in(Space::Class).map(texts));
            }
        }
        (IDENT, CLASS_TYPE | CLASS_VALUE) => {
            if text.class(sym).is_some() || text.deftype(sym).is_some() {
                return None;
            }
            known.extend(index.names_in(Space::Class).map(texts));
            if node.kind() == CLASS_TYPE {
                known.extend(index.names_in(Space::Type).map(texts));
            }
        }
        (IDENT, BODY_LET) => {
            let object = node.parent()?.parent()?;
            let names = fields(at, &object);
            if names.contains(name) {
                return None;
            }
            known.extend(names);
        }
        (IDENT, FIELD_ACCESS) => {
            let shape = text.shape(at.source, &values(&node).next()?);
            if text.field_of(&shape, sym).is_some() {
                return None;
            }
            match shape {
                Shape::Record(classes) => {
                    let classes = classes.iter();
                    classes.for_each(|it| add_class_fields(at, *it, &mut known));
                }
                Shape::Def(name) => {
                    let record = record(text.db, name.as_str())?;
                    known.extend(record.fields().map(|it| it.name.as_str().to_owned()));
                }
                _ => {}
            }
        }
        (IDENT, IDENT_VALUE) if node.parent()?.kind() == NAMED_ARG => {
            let arg = node.parent()?;
            if values(&arg).next()? == node {
                let owner = text.owner_of_args(&arg.parent()?)?;
                let (_, params) = text.template_args(owner)?;
                if params.iter().any(|it| it.name == sym) {
                    return None;
                }
                known.extend(params.iter().map(|it| it.name.as_str().to_owned()));
            } else {
                known = values_for(at, &node, sym)?;
            }
        }
        (IDENT, IDENT_VALUE) => known = values_for(at, &node, sym)?,
        _ => return None,
    }
    Some((name.to_owned(), known))
}

/// The operators of a release. `None` if `name` is one of them.
fn operators(name: &str, release: Release) -> Option<Vec<String>> {
    let is_known = |name: &str, it: BangOperator| it.known_by(name).contains(release);
    if BangOperator::from_name(name).is_some_and(|it| is_known(name, it)) {
        return None;
    }
    let all = BangOperator::ALL.iter().copied();
    let known = all.filter(|it| is_known(it.name(), *it));
    Some(known.map(|it| format!("!{}", it.name())).collect())
}

/// The names that may replace `sym` as a value at `node`. The result includes all variables and parameters of the
/// enclosing class, record or multiclass, whether in scope or not. `None` if `sym` is valid.
fn values_for(at: &Cursor<'_>, node: &syntax::SyntaxNode, sym: Sym) -> Option<Vec<String>> {
    let text = at.text;
    // An identifier in the name of a record denotes its own text, so it is never unknown.
    if crate::resolve::named_by(node).is_some() || sym == Sym::NAME {
        return None;
    }
    let tree = text.unit().sources.files[at.source].tree.as_ref()?;
    let locals = locals(SourceFile::of_root(tree));
    if locals.of_use(node.text_range().start().into()).is_some() {
        return None;
    }
    let object = node
        .ancestors()
        .find(|it| matches!(it.kind(), CLASS | DEF | MULTICLASS));
    let mut known: FxHashSet<String> = FxHashSet::default();
    if let Some(object) = &object {
        if object.kind() != MULTICLASS {
            known.extend(fields(at, object));
        }
        if known.contains(sym.as_str()) {
            return None;
        }
        let around = crate::tree_text::range(object.text_range());
        let inside = locals.locals.iter();
        let inside = inside.filter(|it| around.start <= it.at.start && it.at.end <= around.end);
        known.extend(inside.map(|it| it.name.to_owned()));
    }
    if text.global(sym).is_some() || record(text.db, sym.as_str()).is_some() {
        return None;
    }
    let index = text.db.input().index(text.db);
    known.extend(
        index
            .names_in(Space::Global)
            .map(|it| it.as_str().to_owned()),
    );
    let (recent, sorted) = index.with_prefix("");
    known.extend(recent.chain(sorted).map(str::to_owned));
    Some(known.into_iter().collect())
}

/// The names of the fields that a class or record declares or inherits.
fn fields(at: &Cursor<'_>, object: &syntax::SyntaxNode) -> FxHashSet<String> {
    let mut names = Vec::new();
    for class in parent_names(object) {
        add_class_fields(at, class, &mut names);
    }
    let own = child(object, BODY).into_iter().flat_map(|it| it.children());
    let own = own.filter(|it| it.kind() == FIELD);
    names.extend(own.filter_map(|it| Some(child_token(&it, IDENT)?.text().to_owned())));
    names.into_iter().collect()
}

fn add_class_fields(at: &Cursor<'_>, class: Sym, names: &mut Vec<String>) {
    for class in at.text.with_superclasses(class) {
        let Some((_, it)) = at.text.class(class) else {
            continue;
        };
        names.extend(it.body.items.iter().filter_map(|it| match it {
            BodyItem::Field(decl) => Some(decl.name.as_str().to_owned()),
            _ => None,
        }));
    }
}
