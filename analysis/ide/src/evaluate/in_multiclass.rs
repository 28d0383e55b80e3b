//! Evaluates expressions in multiclasses, once for each `defm`.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use db::{Altered, elaborate_among, elaborate_instead, outcome_of};
use elaborate::facts::User;
use elaborate::hir::{RecordSource, Stmt, StmtKind, each_in, each_record_source};
use elaborate::ids::{Loc, StmtId};
use elaborate::record::Record;
use elaborate::symbol::Sym;
use rustc_hash::FxHashSet;
use syntax::SyntaxKind::*;
use syntax::SyntaxNode;

use super::{Asked, Evaluated, MAX_RECORDS, SHOWN, show, shown_in};
use crate::Place;
use crate::display::ValueDisplay;
use crate::family::uses_of;
use crate::place::{child_token, values};
use crate::resolve::{Definition, Owner};
use crate::target::written;
use crate::text::Text;
use crate::tree_text::range;

/// The largest number of other multiclasses that are elaborated again for an answer.
const MAX_MULTICLASSES: usize = 50;
/// The largest number of statements with `defm`s that are elaborated again for an answer.
const MAX_MAKERS: usize = 60;

/// The direct and indirect users of a multiclass: other multiclasses, and statements with `defm`s outside multiclasses,
/// in source order.
struct Users {
    multiclasses: Vec<StmtId>,
    makers: Vec<StmtId>,
    /// The names of the multiclasses in `multiclasses`, and of the used multiclass itself.
    names: FxHashSet<Sym>,
}

fn users(text: &Text<'_>, multiclass: Sym) -> Users {
    let place = |item: &StmtId| text.unit().sources.layout.place(*item);
    let (mut multiclasses, mut makers) = (BTreeSet::new(), BTreeSet::new());
    let mut seen = FxHashSet::from_iter([multiclass]);
    let mut next = vec![multiclass];
    while let Some(name) = next.pop() {
        for (item, it) in uses_of(text, name) {
            let within = match it.user {
                User::Multiclass(name) => Some(name),
                User::Defm { within } => within,
                User::Class(_) | User::Def { .. } => continue,
            };
            match within {
                None => _ = makers.insert((place(&item), item)),
                Some(name) => {
                    multiclasses.insert((place(&item), item));
                    if seen.insert(name) {
                        next.push(name);
                    }
                }
            }
        }
    }
    let items = |set: BTreeSet<_>| set.into_iter().map(|(_, item)| item).collect();
    Users {
        multiclasses: items(multiclasses),
        makers: items(makers),
        names: seen,
    }
}

/// The first statement that contains a `defm` whose name is written as `name`.
fn chosen(text: &Text<'_>, users: &Users, name: &str) -> Option<StmtId> {
    let mut makers = users.makers.iter().copied();
    makers.find(|item| {
        names_of_makers(text, *item, users)
            .iter()
            .any(|it| it == name)
    })
}

/// The names of the `defm`s that use a multiclass, directly or indirectly, and are themselves outside multiclasses.
pub(crate) fn makers_of(text: &Text<'_>, multiclass: Sym) -> Vec<String> {
    let users = users(text, multiclass);
    let makers = users.makers.iter();
    let names = makers.flat_map(|item| names_of_makers(text, *item, &users));
    names.collect()
}

/// The name of each `defm` in a statement. `defm`s that do not directly use one of `users.names` are skipped.
fn names_of_makers(text: &Text<'_>, item: StmtId, users: &Users) -> Vec<String> {
    let mut names = Vec::new();
    each_record_source(&text.stmt(item).kind, &mut |maker| {
        if matches!(maker, RecordSource::Defm(_)) && uses_one(maker, users) {
            names.push(maker_name(text, text.place(item, maker.at())));
        }
    });
    names
}

/// The name of a `defm` as written in the source; empty if it has none.
fn maker_name(text: &Text<'_>, keyword: Place) -> String {
    let name = text.name_of_maker(keyword);
    name.map(|it| written(text, it)).unwrap_or_default()
}

/// The values of the added field, given an altered copy of the multiclass, which contains the field.
pub(super) fn evaluate(text: &Text<'_>, item: StmtId, altered: &Stmt) -> Option<Evaluated> {
    let StmtKind::Multiclass(multiclass) = &altered.kind else {
        return None;
    };
    let users = users(text, multiclass.name);
    let altered = altered_multiclasses(text, item, altered, &users)?;
    let shown = ValueDisplay::new(text.db);
    let mut all = Evaluated::default();
    for maker in users.makers.iter().take(MAX_MAKERS) {
        for record in made_among(text, *maker, text.stmt(*maker), &altered) {
            let Some(value) = shown_in(&shown, &record, Sym::new(SHOWN)) else {
                continue;
            };
            all.count += 1;
            let value = (value, made_by(text, *maker, &record));
            if !all.values.contains(&value) {
                all.values.push(value);
            }
        }
    }
    (all.count > 0).then_some(all)
}

/// The altered multiclass and the multiclasses that use it, elaborated again.
fn altered_multiclasses(
    text: &Text<'_>,
    item: StmtId,
    altered: &Stmt,
    users: &Users,
) -> Option<Altered> {
    let first = elaborate_instead(text.db, item, altered)
        .multiclass
        .clone()?;
    let mut all = Altered::from_iter([(first.name, first)]);
    let others = users.multiclasses.iter().filter(|it| **it != item);
    for item in others.take(MAX_MULTICLASSES) {
        let outcome = elaborate_among(text.db, *item, text.stmt(*item), &all);
        if let Some(proto) = &outcome.multiclass {
            all.insert(proto.name, proto.clone());
        }
    }
    Some(all)
}

/// The records of a statement after the multiclasses were altered. Empty if the statement creates too many records.
fn made_among(text: &Text<'_>, item: StmtId, stmt: &Stmt, altered: &Altered) -> Vec<Arc<Record>> {
    if outcome_of(text.db, item).records.len() > MAX_RECORDS {
        return Vec::new();
    }
    elaborate_among(text.db, item, stmt, altered)
        .records
        .clone()
}

/// Removes from the blocks of a statement the `defm`s for which `is_wanted` is false. A loop may contain many `defm`s.
fn keep_only(stmt: &mut StmtKind, is_wanted: &impl Fn(RecordSource<'_>) -> bool) {
    let within = |body: &mut Box<[StmtKind]>| {
        let mut kept = std::mem::take(body).into_vec();
        kept.retain(|it| match it {
            StmtKind::Defm(defm) => is_wanted(RecordSource::Defm(defm)),
            _ => true,
        });
        kept.iter_mut().for_each(|it| keep_only(it, is_wanted));
        *body = kept.into();
    };
    match stmt {
        StmtKind::Foreach(it) => within(&mut it.body),
        StmtKind::If(it) => {
            within(&mut it.then_body);
            it.else_body.as_mut().into_iter().for_each(within);
        }
        StmtKind::Let(it) => within(&mut it.body),
        StmtKind::Defset(it) => within(&mut it.body),
        _ => {}
    }
}

/// Whether a `defm` directly uses one of `users.names`.
fn uses_one(maker: RecordSource<'_>, users: &Users) -> bool {
    maker
        .parents()
        .iter()
        .any(|it| users.names.contains(&it.name))
}

/// The name of the `defm` that created `record`, a record of the statement `item`.
fn made_by(text: &Text<'_>, item: StmtId, record: &Record) -> Option<String> {
    // A record created by a loop in the multiclass has no location of the `defm`. So the locations are used only if the
    // statement is not itself the `defm`.
    if let StmtKind::Defm(defm) = &text.stmt(item).kind {
        return Some(maker_name(text, text.place(item, defm.at)));
    }
    let loc = record.locs.iter().skip(1).next_back()?;
    Some(written(text, text.defm_place(*loc)))
}

/// The largest number of expressions of a multiclass whose values are shown at once.
const MAX_SHOWN: usize = 300;

/// The values of the expressions in a multiclass when it is used by the `defm` called `maker`: for each expression the
/// byte offset of its end, and its distinct values. The values of the name of a `def` are the names of its records.
/// `within` is the byte range in which expressions are evaluated.
pub(crate) fn seen_from(
    text: &Text<'_>,
    source: usize,
    multiclass: &SyntaxNode,
    within: &Range<usize>,
    maker: &str,
) -> Vec<(usize, Vec<String>)> {
    let name = child_token(multiclass, IDENT).map(|it| Sym::new(it.text()));
    let item = text.item_at(source, multiclass.text_range().start().into());
    let (Some(name), Some(item)) = (name, item) else {
        return Vec::new();
    };
    let users = users(text, name);
    let Some(chosen) = chosen(text, &users, maker) else {
        return Vec::new();
    };
    let mut wanted = Wanted {
        text,
        source,
        owner: Owner::Multiclass(name),
        within,
        found: Vec::new(),
    };
    wanted.node(multiclass);
    let mut stmt = text.stmt(item).clone();
    let mut ends = Vec::new();
    for (asked, end) in wanted.found.into_iter().take(MAX_SHOWN) {
        let before = stmt.clone();
        let name = Sym::new(&format!("{SHOWN}{}", ends.len()));
        match show(text, item, &mut stmt, asked, name) {
            Some(()) => ends.push((name, end)),
            None => stmt = before,
        }
    }
    let Some(altered) = altered_multiclasses(text, item, &stmt, &users) else {
        return Vec::new();
    };
    let mut alone = text.stmt(chosen).clone();
    keep_only(&mut alone.kind, &|it| {
        !uses_one(it, &users) || maker_name(text, text.place(chosen, it.at())) == maker
    });
    let made = made_among(text, chosen, &alone, &altered);
    let shown = ValueDisplay::new(text.db);
    let mut values: Vec<(usize, Vec<String>)> = Vec::new();
    for (name, end) in ends {
        let of_records = made.iter().filter_map(|it| shown_in(&shown, it, name));
        values.push((end, each_once(of_records)));
    }
    let StmtKind::Multiclass(multiclass) = &text.stmt(item).kind else {
        return Vec::new();
    };
    each_in(&multiclass.body, &mut |maker| {
        let RecordSource::Def(def) = maker else {
            return;
        };
        let Some(name) = def.name else { return };
        let at = Loc {
            item,
            span: def.name_at,
        };
        let of_def = made.iter().filter(|it| it.locs.first() == Some(&at));
        let names = of_def.map(|it| shown.name(it.name));
        let end = text.place(item, text.stmt(item).code[name].at).end as usize;
        values.push((end, each_once(names)));
    });
    values.retain(|(_, values)| !values.is_empty());
    values
}

fn each_once(values: impl Iterator<Item = String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for value in values {
        if !all.contains(&value) {
            all.push(value);
        }
    }
    all
}

/// Collects the expressions of a multiclass whose values are shown.
struct Wanted<'t, 'a> {
    text: &'t Text<'a>,
    source: usize,
    owner: Owner,
    within: &'t Range<usize>,
    found: Vec<(Asked, usize)>,
}

impl Wanted<'_, '_> {
    fn node(&mut self, node: &SyntaxNode) {
        let around = range(node.text_range());
        if around.end < self.within.start || around.start > self.within.end {
            return;
        }
        match node.kind() {
            TEMPLATE_PARAM => {
                if let Some(name) = child_token(node, IDENT) {
                    let end = range(name.text_range()).end;
                    let start = name.text_range().start().into();
                    let asked = Asked::Variable(Sym::new(name.text()), start);
                    self.found.push((asked, end));
                }
            }
            IDENT_VALUE if !self.varies(node) => {}
            IDENT_VALUE | PASTE | BANG_OP | COND_OP | FOREACH_OP | FOLDL_OP | FIELD_ACCESS
            | SLICE_ACCESS | BIT_ACCESS => {
                let start = u32::from(node.text_range().start());
                let end = u32::from(node.text_range().end());
                self.found.push((Asked::Range(start, end), end as usize));
            }
            kind => {
                let is_named = matches!(kind, DEF | DEFM | NAMED_ARG);
                let mut name = if is_named { values(node).next() } else { None };
                for child in node.children() {
                    // The names of records are shown separately, and the names of arguments have no values.
                    if name.as_ref() == Some(&child) {
                        name = None;
                        continue;
                    }
                    self.node(&child);
                }
            }
        }
    }

    /// Whether the value of an identifier may depend on the `defm`.
    fn varies(&self, node: &SyntaxNode) -> bool {
        let token = child_token(node, IDENT);
        let definition = token.and_then(|it| self.text.resolve(self.source, &it));
        match definition {
            Some(Definition::TemplateArg(_, owner)) => owner == self.owner,
            Some(Definition::Name(_) | Definition::Variable(..)) => true,
            _ => false,
        }
    }
}
