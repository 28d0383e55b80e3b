//! Records, and what makes them.

use std::sync::Arc;

use db::outcome_of;
use elaborate::eval::Entry;
use elaborate::hir::{
    BodyItem, Code, Expr, ExprId, LetItem, RecordSource, StmtKind, each_in, each_record_source,
};
use elaborate::ids::{Loc, StmtId};
use elaborate::record::{FieldRef, Record};
use elaborate::symbol::Sym;
use rustc_hash::FxHashMap;

use super::{Page, header, plural};
use crate::Place;
use crate::display::{Shown, short_names};
use crate::markup::{code_span, escape};
use crate::target::declaration_at;
use crate::text::Text;
use crate::tree_text::cut;
use crate::workspace_symbols::defined_at;

/// How many fields of a record are shown.
const MAX_FIELDS: usize = 80;
/// How long the text of a record may get.
const MAX_TEXT: usize = 12_000;
/// How long a field may get.
const MAX_FIELD: usize = 400;
/// How many records of a `defm` are listed.
const MAX_LISTED: usize = 60;

/// A record by its name.
pub(super) fn show_named(text: &Text<'_>, name: Sym, page: &mut Page) {
    let record = match text.def(name) {
        // That of the text, also if another of the name is made elsewhere.
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
            // It has errors; its text is all there is.
            if let Some((item, def)) = text.def(name)
                && let Some(node) = declaration_at(text, text.place(item, def.at))
            {
                page.code(&header(&node));
            }
        }
    }
}

/// What the `def` or `defm` with this keyword makes.
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

/// The records with names that a `def` or `defm` outside multiclasses makes.
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

/// The names of some records, with their classes and the ways to them.
fn list(text: &Text<'_>, records: &[Arc<Record>], page: &mut Page) {
    let shown = Shown::new(text.db);
    let mut lines = Vec::new();
    for record in records.iter().take(MAX_LISTED) {
        let name = shown.name(record.name);
        let class = record.supers.last();
        let class = class.map(|it| format!(" : {}", escape(it.as_str())));
        let class = class.unwrap_or_default();
        lines.push(format!("- {}{class}", code_span(&name)));
        if let Some(loc) = record.locs.first() {
            page.link(name, text.place_of(*loc));
        }
    }
    if records.len() > MAX_LISTED {
        lines.push(format!("- … {} more", records.len() - MAX_LISTED));
    }
    let what = match records.len() {
        0 => "makes no records".to_owned(),
        1 => "makes 1 record".to_owned(),
        count => format!("makes {count} records"),
    };
    lines.insert(0, what);
    page.text(lines.join("\n"));
}

/// A `def` of a multiclass, as far as it is known before the multiclass is used.
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
        show(text, record, page);
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

/// A record: each field with its value and where that was set.
pub(super) fn show(text: &Text<'_>, record: &Record, page: &mut Page) {
    let shown = Shown::new(text.db);
    let name = short_names(&shown.name(record.name));
    let mut code = format!("def {name} {{");
    if !record.supers.is_empty() {
        let supers: Vec<&str> = record.supers.iter().map(|it| it.as_str()).collect();
        code.push_str(&format!("\t// {}", supers.join(" ")));
    }
    code.push('\n');
    let mut lines = Lines::default();
    let mut left_out = 0;
    for (index, field) in record.fields().enumerate() {
        if index >= MAX_FIELDS || code.len() > MAX_TEXT {
            left_out += 1;
            continue;
        }
        let line = shown.field(&field);
        let origin = origin(text, record, &field, &mut lines);
        let line = cut(&line, MAX_FIELD);
        code.push_str(&format!("  {line};\t// {origin}\n"));
    }
    if left_out > 0 {
        code.push_str(&format!("  // … {left_out} more fields\n"));
    }
    code.push('}');
    let first = record.locs.first().map(|loc| text.place_of(*loc));
    page.code(&code);
    if let Some(statement) = first.and_then(|it| statement_at(text, it)) {
        page.comment_of(&statement);
    }
    for (index, loc) in record.locs.iter().enumerate() {
        match index {
            0 => page.link("definition", text.place_of(*loc)),
            _ => page.link("defm", text.defm_place(*loc)),
        }
    }
}

/// The `def` at whose name or keyword a place is.
fn statement_at(text: &Text<'_>, place: Place) -> Option<syntax::SyntaxNode> {
    let token = crate::place::token_at(&text.root(place.source)?, place.start)?;
    let mut nodes = token.parent_ancestors();
    nodes.find(|it| matches!(it.kind(), syntax::SyntaxKind::DEF))
}

/// Where the value of a field was set.
pub(super) fn origin(
    text: &Text<'_>,
    record: &Record,
    field: &FieldRef,
    lines: &mut Lines,
) -> String {
    let loc = field.loc;
    let what = setter(text, record, field.name, loc);
    let place = text.place_of(loc);
    format!("{what}, {}", lines.show(text, place))
}

/// What stands at the place where a field was set.
fn setter(text: &Text<'_>, record: &Record, field: Sym, loc: Loc) -> String {
    let stmt = text.stmt(loc.item);
    match &stmt.kind {
        StmtKind::Class(class) => {
            let args: Vec<Sym> = class.args.iter().map(|it| it.name).collect();
            let how = how_set(&stmt.code, &class.body.items, loc, &args);
            format!("{how}class {}", class.name)
        }
        StmtKind::Multiclass(multiclass) => {
            let args: Vec<Sym> = multiclass.args.iter().map(|it| it.name).collect();
            let mut how = "let in ".to_owned();
            each_in(&multiclass.body, &mut |maker| {
                if let RecordSource::Def(def) = maker
                    && sets(&def.body.items, loc)
                {
                    how = how_set(&stmt.code, &def.body.items, loc, &args);
                }
            });
            format!("{how}multiclass {}", multiclass.name)
        }
        StmtKind::Let(it) => {
            let item = it.items.iter().find(|it| it.name_at == loc.span);
            match item {
                Some(item) if !item.bits.is_empty() => format!("let {field}{{…}} in"),
                _ => "let … in".to_owned(),
            }
        }
        kind => {
            let is_own = record.locs.first().is_some_and(|it| it.item == loc.item);
            let mut how = None;
            each_record_source(kind, &mut |maker| {
                if let RecordSource::Def(def) = maker
                    && sets(&def.body.items, loc)
                {
                    how = Some(how_set(&stmt.code, &def.body.items, loc, &[]));
                }
            });
            match (how, is_own) {
                (Some(how), true) => format!("{how}this def"),
                (Some(how), false) => format!("{how}another def"),
                (None, _) => "let … in".to_owned(),
            }
        }
    }
}

fn sets(items: &[BodyItem], loc: Loc) -> bool {
    items.iter().any(|it| match it {
        BodyItem::Field(decl) => decl.name_at == loc.span,
        BodyItem::Let(item) => item.name_at == loc.span,
        _ => false,
    })
}

/// How the item of a body at a place sets its field.
fn how_set(code: &Code, items: &[BodyItem], loc: Loc, args: &[Sym]) -> String {
    let from_arg = |value: ExprId| match code[value].expr {
        Expr::Name(name) if args.contains(&name) => Some(format!("argument {name} of ")),
        _ => None,
    };
    for item in items {
        match item {
            BodyItem::Field(decl) if decl.name_at == loc.span => {
                let arg = decl.value.and_then(from_arg);
                return arg.unwrap_or_default();
            }
            BodyItem::Let(LetItem { name_at, value, .. }) if *name_at == loc.span => {
                let arg = from_arg(*value).map(|it| format!("let, {it}"));
                return arg.unwrap_or_else(|| "let in ".to_owned());
            }
            _ => {}
        }
    }
    String::new()
}

/// Finds lines of places; counts on from the last place of each source.
#[derive(Default)]
pub(super) struct Lines(FxHashMap<usize, (usize, usize)>);

impl Lines {
    /// A place as `file:line`, without folders.
    pub fn show(&mut self, text: &Text<'_>, place: Place) -> String {
        let sources = &text.unit().sources;
        let (source, offset) = sources.origin(place.source, place.start);
        let file = &sources.files[source];
        let line = self.line(source, &file.text, offset as usize);
        let name = file.path.rsplit('/').next().unwrap_or(&file.path);
        format!("{name}:{line}")
    }

    fn line(&mut self, source: usize, text: &str, offset: usize) -> usize {
        let count = |range: std::ops::Range<usize>| {
            let bytes = text.as_bytes().get(range).unwrap_or_default();
            bytes.iter().filter(|it| **it == b'\n').count()
        };
        let (known, line) = self.0.get(&source).copied().unwrap_or((0, 1));
        let line = match offset >= known {
            true => line + count(known..offset),
            false => line - count(offset..known),
        };
        self.0.insert(source, (offset, line));
        line
    }
}
