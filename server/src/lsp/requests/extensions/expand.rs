//! `tablegen/expandRecord`: the superclasses and fields of a record, with the statements that set the fields.

use db::Db;
use elaborate::hir::StmtKind;
use elaborate::ids::Loc;
use elaborate::record::Record;
use elaborate::record::print::push_record;
use elaborate::symbol::Sym;
use elaborate::value::print::{Marked, fill_marks, has_marks, type_text, value};
use ide::expansion::{Part, lines};
use lsp_types::{Location, Position, TextDocumentIdentifier, TextDocumentPositionParams};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;

use crate::lsp::places::{Named, Places};
use crate::lsp::requests::Snapshot;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExpandParams {
    name: Option<String>,
    text_document: Option<TextDocumentIdentifier>,
    position: Option<Position>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Expansion {
    name: String,
    text: String,
    location: Option<Location>,
    superclasses: Vec<Named>,
    fields: Vec<Field>,
    made_by: Vec<Named>,
}

#[derive(Debug, Serialize)]
struct Field {
    name: String,
    #[serde(rename = "type")]
    ty: String,
    value: String,
    /// The origin of the value: `own`, `inherited` or `default`, as in [`Part`].
    part: &'static str,
    /// The field as source text. If its bits are of several kinds, the declaration is followed by a line for each range
    /// of adjacent bits that are known, unset, or taken from the same value.
    lines: Vec<Line>,
    origin: Origin,
}

/// One line of a field's source text, without a semicolon.
#[derive(Debug, Serialize)]
struct Line {
    code: String,
    /// The value in hexadecimal; `None` if not all bits are known or `code` has this form already.
    #[serde(skip_serializing_if = "Option::is_none")]
    hex: Option<String>,
}

/// The statement that set the field's value.
#[derive(Debug, Serialize)]
struct Origin {
    kind: &'static str,
    label: String,
    location: Option<Location>,
}

/// `tablegen/expandRecord`: the expansion of a record, which is given by its name or by a position; `None` if there is
/// no such record.
pub(super) fn expand(snapshot: &Snapshot, params: ExpandParams) -> Result<Option<Expansion>> {
    let name = match (params.name, params.text_document, params.position) {
        (Some(name), ..) => Some(name),
        (None, Some(document), Some(position)) => name_at(snapshot, document, position)?,
        _ => None,
    };
    let db = snapshot.db();
    let record = name.and_then(|name| db::record(db, &name));
    Ok(record.map(|record| show(snapshot, &record)))
}

/// The word at a position, which may be a record's name.
pub(super) fn name_at(
    snapshot: &Snapshot,
    document: TextDocumentIdentifier,
    position: Position,
) -> Result<Option<String>> {
    let at = snapshot.position(&TextDocumentPositionParams::new(document, position))?;
    let Some((text, _)) = snapshot.text(&at.path) else {
        return Ok(None);
    };
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let before = text[..at.offset].trim_end_matches(is_word).len();
    let after = text[at.offset..].find(|c| !is_word(c));
    let end = after.map_or(text.len(), |it| at.offset + it);
    Ok((before < end).then(|| text[before..end].to_owned()))
}

fn show(snapshot: &Snapshot, record: &Record) -> Expansion {
    let places = Places::new(&snapshot.unit, snapshot.encoding());
    let printer = Printer { snapshot };
    let supers = record.supers.iter().map(|class| Named {
        name: class.as_str().to_owned(),
        location: class_location(snapshot, &places, *class),
    });
    let fields = ide::expansion::fields(snapshot.db(), record);
    let fields = fields.into_iter().map(|(part, field)| Field {
        name: field.name.as_str().to_owned(),
        ty: type_text(snapshot.db().values(), field.ty),
        value: match field.value {
            Some(v) => printer.print(|names| value(names, v)),
            None => "?".to_owned(),
        },
        part: match part {
            Part::Own => "own",
            Part::Inherited => "inherited",
            Part::Default => "default",
        },
        lines: lines(snapshot.db(), &field)
            .into_iter()
            .map(|(code, hex)| Line { code, hex })
            .collect(),
        origin: origin(snapshot, &places, record, field.loc),
    });
    let made_by = record.locs.iter().skip(1).map(|loc| Named {
        name: places.token_text(*loc).to_owned(),
        location: places.of_loc(*loc),
    });
    Expansion {
        name: printer.print(|names| {
            elaborate::value::print::value_unquoted(names, record.name).into_owned()
        }),
        text: printer.print(|names| {
            let mut text = "def ".to_owned();
            push_record(names, &mut text, record);
            text
        }),
        location: places.of_record(record),
        superclasses: supers.collect(),
        fields: fields.collect(),
        made_by: made_by.collect(),
    }
}

/// Prints values. The numbers of anonymous records are computed only if a printed value mentions such a record.
struct Printer<'a> {
    snapshot: &'a Snapshot,
}

impl Printer<'_> {
    fn print(&self, print: impl FnOnce(&Marked) -> String) -> String {
        let db = self.snapshot.db();
        let text = print(&Marked {
            values: db.values(),
            release: db.input().release(db),
        });
        if !has_marks(&text) {
            return text;
        }
        let numbers = db::numbers(db);
        fill_marks(&text, |anon| numbers.get(anon)).into_owned()
    }
}

fn class_location(snapshot: &Snapshot, places: &Places, class: Sym) -> Option<Location> {
    let db = snapshot.db();
    let item = *db::declaring_class(db, class).last()?;
    let proto = db::outcome_of(db, item).class.as_ref()?;
    places.of_record(&proto.record)
}

/// The origin of a field of `record`. `loc` is the place of the field's value.
fn origin(snapshot: &Snapshot, places: &Places, record: &Record, loc: Loc) -> Origin {
    let unit = snapshot.db().unit();
    let is_own = record.locs.first().is_some_and(|it| it.item == loc.item);
    let (kind, label) = match unit.sources.stmt(loc.item).map(|it| &it.kind) {
        Some(StmtKind::Class(class)) => ("class", class.name.as_str().to_owned()),
        Some(StmtKind::Let(_)) => ("top-level let", "let".to_owned()),
        _ if is_own => ("record", String::new()),
        _ => ("let", String::new()),
    };
    Origin {
        kind,
        label,
        location: places.of_loc(loc),
    }
}
