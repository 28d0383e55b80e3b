//! The list of records, and the page of a single record.

use backends::{Context, Options, Rec, Records};
use elaborate::diagnostic::At;
use elaborate::record::print::push_record;
use explain::filter::Filter;
use ide::markup::Markup;
use serde::{Deserialize, Serialize};

use crate::Session;
use crate::places::{PageRange, Places, link};

/// The largest number of records in an answer.
const MAX_RECORDS: usize = 5_000;
/// The length in bytes at which the text of a record is cut.
const MAX_TEXT: usize = 1 << 20;
/// The largest number of direct superclasses that are listed for a record.
const MAX_CLASSES: usize = 8;

#[derive(Deserialize)]
pub(crate) struct ListParams {
    /// A part of a name, the name of a class, or a condition as in [`Filter`]. If the text is blank, all records are
    /// listed.
    #[serde(default)]
    filter: String,
}

#[derive(Serialize)]
pub(crate) struct RecordList {
    /// The number of records that the filter accepts, including those that are left out.
    total: usize,
    records: Vec<Listed>,
}

#[derive(Serialize)]
struct Listed {
    name: String,
    /// The direct superclasses.
    classes: Vec<String>,
}

/// The first [`MAX_RECORDS`] records that a filter accepts, in order, and the number of all accepted records.
pub(crate) fn list(session: &mut Session, params: &ListParams) -> Result<RecordList, String> {
    let (records, _) = session.records()?;
    let found = found(&records, params.filter.trim())?;
    let shown = found.iter().take(MAX_RECORDS).map(|rec| {
        let classes = rec.direct_superclasses().into_iter().take(MAX_CLASSES);
        Listed {
            name: rec.name().to_owned(),
            classes: classes.map(|it| it.name().to_owned()).collect(),
        }
    });
    Ok(RecordList {
        total: found.len(),
        records: shown.collect(),
    })
}

fn found<'a>(records: &'a Records, filter: &str) -> Result<Vec<Rec<'a>>, String> {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    if filter.chars().all(is_name) && records.class(filter).is_none() {
        let all = records.defs();
        return Ok(all.filter(|it| it.name().contains(filter)).collect());
    }
    let filter = Filter::parse(filter, records)?;
    Ok(records.defs().filter(|it| filter.holds(*it)).collect())
}

#[derive(Deserialize)]
pub(crate) struct RecordParams {
    name: String,
}

#[derive(Serialize)]
pub(crate) struct RecordPage {
    /// The record as `-print-records` prints it.
    text: String,
    /// The description of the record from the models of backends, in Markdown.
    about: String,
    #[serde(flatten)]
    place: Option<PageRange>,
}

/// The page of the record that `params` names. `None` if there is no such record.
pub(crate) fn show(
    session: &mut Session,
    params: &RecordParams,
) -> Result<Option<RecordPage>, String> {
    let places = Places::new(session.db()?);
    let (records, models) = session.records()?;
    let Some(rec) = records.def(&params.name) else {
        return Ok(None);
    };
    let mut text = "def ".to_owned();
    push_record(&records.names().cut_at(MAX_TEXT), &mut text, rec.record());
    let mut about = Markup::default();
    let options = Options::default();
    let cx = Context::new(&records, &options, models);
    explain(&cx, &[rec], &places, &mut about);
    let loc = rec.record().locs.first();
    Ok(Some(RecordPage {
        text,
        about: about.markdown(),
        place: loc.map(|it| places.at(At::start(*it))),
    }))
}

/// Appends the description, from the models of backends, of the records at one place.
pub(crate) fn explain(cx: &Context, recs: &[Rec], places: &Places, text: &mut Markup) {
    let show_place = |at: At| {
        let place = places.at(at);
        let name = place.path.rsplit('/').next().unwrap_or_default();
        Some(link(&format!("{name}:{}", place.line), &place))
    };
    explain::records(cx, recs, &show_place, |part| text.append(part));
}
