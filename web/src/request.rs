//! Requests and answers.

use std::collections::{BTreeMap, BTreeSet};

use elaborate::unit::UnitSpec;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::session::{Opened, Session};
use crate::{records, reports, tables, text};

/// A request. Each method has its parameters.
#[derive(Deserialize)]
#[serde(tag = "method", content = "params", rename_all = "camelCase")]
enum Request {
    /// Replaces all files.
    Open(OpenParams),
    /// Replaces or removes files.
    Write(WriteParams),
    /// All diagnostics of the front end.
    Diagnostics,
    /// The list of the records that a filter accepts.
    Records(records::ListParams),
    /// The text of a record, and its description from the models of backends.
    Record(records::RecordParams),
    /// The hover at a place.
    Hover(PlaceParams),
    /// The definitions of the name at a place.
    Definition(PlaceParams),
    /// The kinds of a file's tokens.
    Tokens(FileParams),
    /// All backends.
    Backends,
    /// The table that a backend makes.
    Table(tables::TableParams),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OpenParams {
    files: BTreeMap<String, String>,
    /// The paths of files whose texts the engine asks for if the unit includes them.
    #[serde(default)]
    unread: BTreeSet<String>,
    root: String,
    /// The include directories that are searched before the directories derived from the paths of the files.
    #[serde(default)]
    include_dirs: Vec<String>,
    #[serde(default)]
    macros: Vec<String>,
    release: String,
}

#[derive(Deserialize)]
struct WriteParams {
    /// The new text of each file, keyed by the path of the file. A file whose text is `None` is removed.
    files: BTreeMap<String, Option<String>>,
}

/// The answer to a request that changes files.
#[derive(Serialize)]
struct Changed {
    /// The root if it is unread, and the unread files that the unit includes. The unit is complete once these files
    /// have been written and no further files are wanted.
    wanted: Vec<String>,
}

impl Changed {
    fn of(session: &Session) -> Changed {
        let wanted = session.wanted();
        Changed { wanted }
    }
}

#[derive(Deserialize)]
struct PlaceParams {
    path: String,
    offset: usize,
}

#[derive(Deserialize)]
struct FileParams {
    path: String,
}

impl Session {
    /// Answers a request in JSON, with `{"result": …}` or, with a message for the user, `{"error": …}`.
    pub fn answer(&mut self, request: &str) -> String {
        let answer = serde_json::from_str(request).map_err(|it| it.to_string());
        match answer.and_then(|request| self.result(request)) {
            Ok(result) => json!({ "result": result }).to_string(),
            Err(error) => json!({ "error": error }).to_string(),
        }
    }

    fn result(&mut self, request: Request) -> Result<Value, String> {
        match request {
            Request::Open(OpenParams {
                files,
                unread,
                root,
                include_dirs,
                macros,
                release,
            }) => {
                let spec = UnitSpec {
                    root,
                    include_dirs,
                    macros,
                };
                self.open(Opened {
                    files,
                    unread,
                    spec,
                    release,
                })?;
                value(Changed::of(self))
            }
            Request::Write(params) => {
                self.write(params.files)?;
                value(Changed::of(self))
            }
            Request::Diagnostics => value(reports::of_unit(self)?),
            Request::Records(params) => value(records::list(self, &params)?),
            Request::Record(params) => value(records::show(self, &params)?),
            Request::Hover(at) => value(text::hover(self, &at.path, at.offset)?),
            Request::Definition(at) => value(text::definition(self, &at.path, at.offset)?),
            Request::Tokens(params) => value(text::tokens(self.db()?, &params.path)),
            Request::Backends => value(tables::list(self)?),
            Request::Table(params) => value(tables::make(self, &params)?),
        }
    }
}

fn value(answer: impl Serialize) -> Result<Value, String> {
    serde_json::to_value(answer).map_err(|it| it.to_string())
}
