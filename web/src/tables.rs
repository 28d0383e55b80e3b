//! Tables of backends.

use backends::{Severity, Tool, split_option};
use elaborate::value::print::value_unquoted;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use syntax::text::floor_char;

use crate::Session;
use crate::places::Places;
use crate::reports::{self, PageReport};

#[derive(Serialize)]
pub(crate) struct PageBackend {
    name: &'static str,
    help: &'static str,
    tool: Option<&'static str>,
    language: &'static str,
    /// Whether the unit has records of the classes that the backend reads.
    fits: bool,
    options: Vec<PageOption>,
}

#[derive(Serialize)]
struct PageOption {
    name: &'static str,
    help: &'static str,
    default: String,
}

/// All backends, in the order of `--help`.
pub(crate) fn list(session: &mut Session) -> Result<Vec<PageBackend>, String> {
    let (records, _) = session.records()?;
    let all = backends::all().map(|it| PageBackend {
        name: it.name,
        help: it.help,
        tool: it.tool.map(Tool::program),
        language: it.language.id(),
        fits: it.needs.are_met(&records),
        options: it.options.iter().map(option).collect(),
    });
    Ok(all.collect())
}

fn option(option: &backends::BackendOption) -> PageOption {
    PageOption {
        name: option.name,
        help: option.help,
        default: option.takes.default().to_string(),
    }
}

#[derive(Deserialize)]
pub(crate) struct TableParams {
    backend: String,
    /// The options, each as `-NAME=VALUE`.
    #[serde(default)]
    options: Vec<String>,
}

/// The maximum length of a table's text in an answer, in bytes. The longest tables of LLVM have some 40 MB.
const MAX_TEXT: usize = 64 << 20;

#[derive(Serialize)]
pub(crate) struct PageTable {
    text: String,
    /// Whether the end of the text is left out.
    is_cut: bool,
    language: &'static str,
    messages: Vec<PageReport>,
    failed: bool,
    /// The names of records that lines come from, each once.
    records: Vec<String>,
    /// For each range of lines, half-open and from 0: its start, its end, and the index of its record in `records`.
    lines: Vec<u32>,
}

/// Makes the table of a backend. An error if there is no such backend, if an option is invalid, or if the unit has
/// errors, since a build would not make the table either.
pub(crate) fn make(session: &mut Session, params: &TableParams) -> Result<PageTable, String> {
    let names = params.options.iter().map(|it| split_option(it).0);
    let backend = backends::find_with(&params.backend, &names.collect::<Vec<_>>());
    let backend = backend.ok_or_else(|| format!("no backend '{}'", params.backend))?;
    let options = backends::read_options(backend, &params.options)?;
    let reports = db::host::reports(session.db()?);
    if reports.iter().any(elaborate::report::Report::stops) {
        return Err("there is no table while the files have errors".to_owned());
    }
    let places = Places::new(session.db()?);
    let (records, models) = session.records()?;
    let made = backends::make(&records, models, &options, backend.run);
    let caveat = backend.caveat(records.release());
    let caveat = caveat.map(|it| reports::without_place(Severity::Note, it));
    let mut table = PageTable {
        language: backend.language.id(),
        messages: caveat
            .into_iter()
            .chain(reports::of_table(&places, &made.said))
            .collect(),
        failed: made.failed,
        records: Vec::new(),
        lines: Vec::new(),
        is_cut: made.text.len() > MAX_TEXT,
        text: String::new(),
    };
    let names = records.names();
    let mut numbers = FxHashMap::default();
    for entry in made.map.entries(&made.text) {
        let name = *numbers.entry(entry.record).or_insert_with(|| {
            let name = value_unquoted(&names, entry.record);
            table.records.push(name.into_owned());
            table.records.len() as u32 - 1
        });
        table.lines.extend([entry.start, entry.end, name]);
    }
    table.text = made.text;
    let end = floor_char(&table.text, MAX_TEXT);
    table.text.truncate(end);
    Ok(table)
}
