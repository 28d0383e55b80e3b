//! Hovers of records, and of the statements that create them.

use std::sync::Arc;

use db::outcome_of;
use elaborate::eval::Entry;
use elaborate::hir::{RecordSource, StmtKind};
use elaborate::ids::{Loc, StmtId};
use elaborate::record::Record;
use elaborate::symbol::Sym;

use super::fields::{self, show};
use super::{Listed, Page, header, plural};
use crate::Place;
use crate::display::ValueDisplay;
use crate::markup::code_span;
use crate::target::declaration_at;
use crate::text::Text;
use crate::workspace_symbols::defined_at;

/// The largest number of records listed for a `defm`.
const MAX_LISTED: usize = 60;

/// Appends the record called `name`.
pub(super) fn show_named(text: &Text<'_>, name: Sym, page: &mut Page) {
    let record = match text.def(name) {
        // Prefer the record of this `def` over a record of the same name from another statement.
        Some((item, def)) => {
            let at = Loc {
                item,
                span: def.name_at,
            };
            let made = &outcome_of(text.db, item).records;
            let own = made.iter().find(|it| it.locs.first() == Some(&at));
            own.cloned()
        }
        None => db::record(text.db, name.as_str()),
    };
    match record {
        Some(record) => {
            show(text, &record, page);
            page.records.push(record);
        }
        None => {
            // A `def` with errors creates no record, so only its source text is available.
            if let Some((item, def)) = text.def(name)
                && let Some(node) = declaration_at(text, text.place(item, def.at))
            {
                page.code(&header(&node));
            }
        }
    }
}

/// Appends the records of the `def` or `defm` whose keyword is at `keyword`; in a multiclass, appends its prototype
/// instead.
pub(super) fn show_made(text: &Text<'_>, keyword: Place, page: &mut Page) {
    let Some((item, maker)) = text.maker_at(keyword) else {
        return;
    };
    if let StmtKind::Multiclass(multiclass) = &text.stmt(item).kind {
        show_prototype(text, item, maker, multiclass.name, page);
        return;
    }
    let records = made_by(text, item, maker);
    page.records.clone_from(&records);
    if let [record] = &records[..]
        && matches!(maker, RecordSource::Def(_))
    {
        show(text, record, page);
        return;
    }
    if let Some(node) = declaration_at(text, keyword) {
        page.code(&header(&node));
        page.comment_of(&node);
    }
    list(text, &records, page);
}

/// The records that a `def` or `defm` outside multiclasses creates.
pub(crate) fn made_by(text: &Text<'_>, item: StmtId, maker: RecordSource<'_>) -> Vec<Arc<Record>> {
    let outcome = outcome_of(text.db, item);
    let is_alone = matches!(text.stmt(item).kind, StmtKind::Defm(_));
    let places: Vec<Loc> = match maker {
        RecordSource::Def(def) => vec![
            Loc {
                item,
                span: def.name_at,
            },
            Loc { item, span: def.at },
        ],
        RecordSource::Defm(defm) => {
            let parents = defm.parents.iter();
            parents.map(|it| Loc { item, span: it.at }).collect()
        }
    };
    let is_made = |record: &&Arc<Record>| match maker {
        RecordSource::Def(_) => record.locs.first().is_some_and(|it| places.contains(it)),
        RecordSource::Defm(_) => is_alone || record.locs.iter().any(|it| places.contains(it)),
    };
    outcome.records.iter().filter(is_made).cloned().collect()
}

/// Appends a list of records: the name, the direct superclasses and the location of each.
fn list(text: &Text<'_>, records: &[Arc<Record>], page: &mut Page) {
    let shown = ValueDisplay::new(text.db);
    page.text(match records.len() {
        0 => "makes no records".to_owned(),
        1 => "makes 1 record".to_owned(),
        count => format!("makes {count} records"),
    });
    for record in records.iter().take(MAX_LISTED) {
        let classes: Vec<&str> = own_classes(text, record).map(|it| it.as_str()).collect();
        page.listed.push(Listed {
            name: shown.name(record.name),
            detail: classes.join(", "),
            at: record.locs.first().map(|loc| text.place_of(*loc)),
        });
    }
    page.unlisted = records.len().saturating_sub(MAX_LISTED);
}

/// The direct superclasses of a record: its classes, except the classes that another of its classes names as a parent.
fn own_classes<'r>(text: &Text<'_>, record: &'r Record) -> impl Iterator<Item = Sym> + use<'r> {
    let inherited: Vec<Sym> = record
        .supers
        .iter()
        .flat_map(|it| text.class(*it))
        .flat_map(|(_, class)| class.body.parents.iter().map(|it| it.name))
        .collect();
    let supers = record.supers.iter().copied();
    supers.filter(move |it| !inherited.contains(it))
}

/// Appends a `def` in a multiclass, with the values that are known before the multiclass is used.
fn show_prototype(
    text: &Text<'_>,
    item: StmtId,
    maker: RecordSource<'_>,
    owner: Sym,
    page: &mut Page,
) {
    let proto = &outcome_of(text.db, item).multiclass;
    let entries = proto.as_ref().map(|it| &it.entries[..]).unwrap_or_default();
    if let RecordSource::Def(def) = maker
        && let Some(record) = prototype(
            entries,
            Loc {
                item,
                span: def.name_at,
            },
        )
    {
        let name = text.name_of_maker(text.place(item, def.at));
        let name = name.map(|it| crate::target::written(text, it));
        fields::show_as(text, record, name, page);
    } else if let Some(node) = declaration_at(text, text.place(item, maker.at())) {
        page.code(&header(&node));
    }
    let known = match maker {
        RecordSource::Def(def) => defined_at(
            text.db,
            Loc {
                item,
                span: def.name_at,
            },
        ),
        RecordSource::Defm(_) => Vec::new(),
    };
    if known.is_empty() {
        page.text(format!(
            "in multiclass {}; a `defm` makes records of it",
            code_span(owner.as_str())
        ));
        return;
    }
    let mut lines = vec![format!(
        "in multiclass {}; {} record{} of it",
        code_span(owner.as_str()),
        known.len(),
        plural(known.len())
    )];
    let listed = known.iter().take(MAX_LISTED);
    lines.extend(listed.map(|it| format!("- {}", code_span(it.as_str()))));
    if known.len() > MAX_LISTED {
        lines.push(format!("- … {} more", known.len() - MAX_LISTED));
    }
    page.text(lines.join("\n"));
}

fn prototype(entries: &[Entry], at: Loc) -> Option<&Record> {
    entries.iter().find_map(|entry| match entry {
        Entry::Record(record) => (record.locs.first() == Some(&at)).then_some(&**record),
        Entry::Loop(inner) => prototype(&inner.entries, at),
        Entry::Assertion(_) | Entry::Dump(_) => None,
    })
}
