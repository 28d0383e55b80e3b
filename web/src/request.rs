//! Requests and answers.

use std::collections::BTreeMap;

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
    /// Replaces or removes one file.
    Write(WriteParams),
    /// All diagnostics of the front end.
    Diagnostics,
    /// The names of records.
    Records(records::ListParams),
    /// The text of a record, and what follows from the unit for it.
    Record(records::RecordParams),
    /// What is at a place.
    Hover(PlaceParams),
    /// Where the name at a place is defined.
    Definition(PlaceParams),
    /// The kinds of a file's tokens.
    Tokens(FileParams),
    /// All backends.
    Backends,
    /// A table.
    Table(tables::TableParams),
}

#[derive(Deserialize)]
struct OpenParams {
    files: BTreeMap<String, String>,
    root: String,
    release: String,
}

#[derive(Deserialize)]
struct WriteParams {
    path: String,
    /// The new text; `None` removes the file.
    text: Option<String>,
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
                root,
                release,
            }) => {
                self.open(Opened {
                    files,
                    root,
                    release,
                })?;
                Ok(Value::Null)
            }
            Request::Write(params) => {
                self.write(&params.path, params.text.as_deref())?;
                Ok(Value::Null)
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
