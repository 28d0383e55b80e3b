//! `tablegen/records` and `tablegen/classes`.

use elaborate::records::{Rec, Records};
use elaborate::symbol::Sym;
use explain::filter::Filter;
use lsp_types::Location;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, Result};

use crate::lsp::places::Places;
use crate::lsp::requests::Snapshot;
use crate::lsp::requests::limits::{MAX_RECORDS, MAX_SUPERCLASSES};

#[derive(Debug, Deserialize)]
pub(super) struct RecordsParams {
    class: Option<String>,
    filter: Option<String>,
    #[serde(default)]
    offset: usize,
    limit: Option<usize>,
}

#[derive(Debug, Serialize)]
pub(super) struct FoundRecords {
    total: usize,
    records: Vec<FoundRecord>,
}

#[derive(Debug, Serialize)]
struct FoundRecord {
    name: String,
    classes: Vec<String>,
    location: Option<Location>,
}

/// `tablegen/records`: the records that are derived from a class and satisfy a filter. Both conditions are optional. An
/// answer contains at most [`MAX_RECORDS`] of these records; its `total` counts all of them.
pub(super) fn records(snapshot: &Snapshot, params: RecordsParams) -> Result<FoundRecords> {
    let all = snapshot.unit.records();
    let filter = params.filter.as_deref().filter(|it| !it.trim().is_empty());
    let filter = filter.map(|it| Filter::parse(it, &all)).transpose();
    let filter = filter.map_err(Error::invalid_params)?;
    let found = found(&all, params.class.as_deref(), filter.as_ref());
    let places = Places::new(&snapshot.unit, snapshot.encoding());
    let shown = found.iter().skip(params.offset);
    let shown = shown.take(params.limit.unwrap_or(MAX_RECORDS).min(MAX_RECORDS));
    let mut superclasses = Superclasses::default();
    let records = shown.map(|rec| FoundRecord {
        name: rec.name().to_owned(),
        classes: superclasses.names(*rec),
        location: places.of_record(rec.record()),
    });
    Ok(FoundRecords {
        total: found.len(),
        records: records.collect(),
    })
}

fn found<'a>(all: &'a Records, class: Option<&str>, filter: Option<&Filter>) -> Vec<Rec<'a>> {
    let records = match class {
        Some(class) => all.derived_if_defined(class),
        None => all.defs().collect(),
    };
    let wanted = records.into_iter();
    wanted
        .filter(|rec| filter.is_none_or(|it| it.holds(*rec)))
        .collect()
}

#[derive(Debug, Deserialize)]
pub(super) struct ClassesParams {}

#[derive(Debug, Serialize)]
pub(super) struct FoundClass {
    name: String,
    superclasses: Vec<String>,
    records: usize,
    location: Option<Location>,
}

/// `tablegen/classes`: all classes, each with the number of records that are derived from it.
pub(super) fn classes(snapshot: &Snapshot, _: ClassesParams) -> Result<Vec<FoundClass>> {
    let all = snapshot.unit.records();
    let mut counts: FxHashMap<Sym, usize> = FxHashMap::default();
    for rec in all.defs() {
        for class in &rec.record().supers {
            *counts.entry(*class).or_default() += 1;
        }
    }
    let places = Places::new(&snapshot.unit, snapshot.encoding());
    let mut superclasses = Superclasses::default();
    let classes = all.classes().map(|class| FoundClass {
        name: class.name().to_owned(),
        superclasses: superclasses.names(class),
        records: counts.get(&Sym::new(class.name())).copied().unwrap_or(0),
        location: places.of_record(class.record()),
    });
    Ok(classes.collect())
}

/// Limits the number of superclass names in an answer, over all of its classes or records. Without a limit, the number
/// of names is quadratic if each class inherits from all earlier classes.
#[derive(Default)]
struct Superclasses {
    named: usize,
}

impl Superclasses {
    fn names(&mut self, rec: Rec) -> Vec<String> {
        let left = MAX_SUPERCLASSES - self.named;
        let names = rec.superclasses().take(left);
        let names: Vec<String> = names.map(|it| it.name().to_owned()).collect();
        self.named += names.len();
        names
    }
}
