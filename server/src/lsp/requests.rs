//! The table of requests, with what each request needs of its unit. Each feature is in a separate file.

pub(crate) mod actions;
pub(crate) mod code_lens;
pub(crate) mod completion;
pub(crate) mod diagnostics;
pub(crate) mod document_symbols;
pub(crate) mod extensions;
pub(crate) mod folding_ranges;
pub(crate) mod formatting;
pub(crate) mod hierarchy;
pub(crate) mod hover;
pub(crate) mod inlay_hints;
pub(crate) mod limits;
pub(crate) mod navigation;
pub(crate) mod references;
pub(crate) mod rename;
pub(crate) mod selection_ranges;
pub(crate) mod semantic_tokens;
pub(crate) mod signature_help;
pub(crate) mod view;
pub(crate) mod workspace_symbols;

use std::cell::RefCell;
use std::ops::Range as Bytes;
use std::sync::{Arc, OnceLock};

use db::Db;
use ide::markup::Markup;
use ide::{FilePosition, FileRange, source_of};
use lsp_types::request::{DocumentDiagnosticRequest, Request, WorkspaceDiagnosticRequest};
use lsp_types::{Location, MarkupContent, MarkupKind, Range, TextDocumentPositionParams, Url};
use rustc_hash::FxHashMap;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};

use self::workspace_symbols::Everywhere;
use super::busy::BusyGuard;
use super::call::{internal, json, parse};
use super::client::Client;
use super::convert;
use super::diagnostics::Style;
use super::documents::Documents;
use super::previews::Previews;
use super::progress::PartialResults;
use super::settings::Settings;
use super::unit::UnitSnapshot;
use driver::command::Stop;
use syntax::line_index::{Encoding, LineIndex};

/// Adds all requests that are answered from a snapshot.
fn fill(table: &mut Table) {
    table
        .on::<DocumentDiagnosticRequest>(Needs::Nothing, Later::Again, diagnostics::document)
        .after_includes();
    table.on::<WorkspaceDiagnosticRequest>(Needs::Nothing, Later::Again, diagnostics::workspace);
    actions::fill(table);
    completion::fill(table);
    folding_ranges::fill(table);
    formatting::fill(table);
    hierarchy::fill(table);
    hover::fill(table);
    inlay_hints::fill(table);
    code_lens::fill(table);
    navigation::fill(table);
    document_symbols::fill(table);
    references::fill(table);
    rename::fill(table);
    selection_ranges::fill(table);
    signature_help::fill(table);
    view::fill(table);
    workspace_symbols::fill(table);
    semantic_tokens::fill(table);
    extensions::fill(table);
}

/// The state from which a request is answered. An edit of the unit waits until the snapshot is dropped, so a handler
/// that takes long drops it early.
pub(crate) struct Snapshot {
    pub unit: UnitSnapshot,
    pub documents: Documents,
    pub settings: Arc<Settings>,
    /// The folders of the workspace.
    pub folders: Arc<[String]>,
    pub style: Style,
    pub previews: Previews,
    pub session: Arc<Session>,
    pub everywhere: Everywhere,
    pub client: Client,
    /// Sends a large answer in pieces.
    pub pieces: PartialResults,
    /// Stops a command that is run for the answer.
    pub stop: Stop,
    /// Counts the request as under way. A handler that drops the guard lets background work continue.
    pub busy: BusyGuard,
    /// The line indices of files whose text is not that of an open document, keyed by the files' names in the unit. An
    /// index is computed at its first use.
    pub lines: RefCell<FxHashMap<String, Arc<LineIndex>>>,
}

impl Snapshot {
    pub(crate) fn db(&self) -> &db::Database {
        &self.unit.db
    }

    pub(crate) fn encoding(&self) -> Encoding {
        self.style.encoding
    }

    /// The name of a file in the unit. An error if the unit does not read the file.
    pub(crate) fn name(&self, uri: &Url) -> Result<&str> {
        let path = convert::path_of(uri);
        let name = self.unit.paths.name(&path);
        name.ok_or_else(|| Error::invalid_params(format!("no unit reads '{path}'")))
    }

    /// The text of a file of the unit, and its line index. `name` is the file's name in the unit.
    pub(crate) fn text(&self, name: &str) -> Option<(Arc<str>, Arc<LineIndex>)> {
        let source = source_of(self.db(), name)?;
        let text = self.db().unit().sources.files[source].text.clone();
        let document = self
            .unit
            .paths
            .absolute(name)
            .and_then(|it| self.documents.get(it));
        let lines = match document.filter(|it| Arc::ptr_eq(&it.text, &text)) {
            Some(document) => document.lines.clone(),
            None => self.lines_of(name, &text),
        };
        Some((text, lines))
    }

    fn lines_of(&self, name: &str, text: &str) -> Arc<LineIndex> {
        let mut known = self.lines.borrow_mut();
        if let Some(lines) = known.get(name) {
            return lines.clone();
        }
        let lines = Arc::new(LineIndex::new(text));
        known.insert(name.to_owned(), lines.clone());
        lines
    }

    /// The file and byte offset of a protocol position. An error if the unit does not read the file or the position
    /// does not exist.
    pub(crate) fn position(&self, at: &TextDocumentPositionParams) -> Result<FilePosition> {
        let name = self.name(&at.text_document.uri)?;
        let (text, lines) = self
            .text(name)
            .ok_or_else(|| internal("a file without text"))?;
        let offset = convert::offset(&text, &lines, at.position, self.encoding());
        Ok(FilePosition {
            path: name.to_owned(),
            offset: offset.ok_or_else(|| Error::invalid_params("no such position"))?,
        })
    }

    /// The file and byte range of a protocol range. An error if the unit does not read the file or the range is
    /// invalid.
    pub(crate) fn bytes(&self, uri: &Url, range: Range) -> Result<FileRange> {
        let name = self.name(uri)?;
        let (text, lines) = self
            .text(name)
            .ok_or_else(|| internal("a file without text"))?;
        let range = convert::bytes(&text, &lines, range, self.encoding());
        Ok(FileRange {
            path: name.to_owned(),
            range: range.ok_or_else(|| Error::invalid_params("no such range"))?,
        })
    }

    /// The protocol range of a byte range in a file.
    pub(crate) fn range(&self, name: &str, bytes: &Bytes<usize>) -> Option<Range> {
        let (text, lines) = self.text(name)?;
        Some(convert::range(&text, &lines, bytes, self.encoding()))
    }

    /// The uri of a file of the unit. If the client has the file open, it is the uri that the client uses.
    pub(crate) fn uri(&self, name: &str) -> Option<Url> {
        let path = self.unit.paths.absolute(name)?;
        match self.documents.get(path) {
            Some(document) => Some(document.uri.clone()),
            None => convert::uri_of(path),
        }
    }

    /// Documentation in the client's preferred format.
    pub(crate) fn markup(&self, text: &Markup) -> MarkupContent {
        markup(text, self.style)
    }

    pub(crate) fn location(&self, at: &FileRange) -> Option<Location> {
        Some(Location::new(
            self.uri(&at.path)?,
            self.range(&at.path, &at.range)?,
        ))
    }
}

/// Documentation in a client's preferred format.
pub(crate) fn markup(text: &Markup, style: Style) -> MarkupContent {
    if style.markdown {
        MarkupContent {
            kind: MarkupKind::Markdown,
            value: text.markdown(),
        }
    } else {
        MarkupContent {
            kind: MarkupKind::PlainText,
            value: text.plain(),
        }
    }
}

/// State of requests that lasts as long as the connection.
#[derive(Default)]
pub(crate) struct Session {
    /// The `defm` that was chosen as the view of values in multiclasses.
    view: view::View,
    /// The semantic tokens that were sent last.
    tokens: semantic_tokens::SentTokens,
    /// The incomplete answers that were already reported to the user.
    left_out: limits::LeftOut,
}

/// What a request needs of its unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Needs {
    /// The text of the document. If the document's unit does not reach the document, because an include is broken or
    /// switched off, the document becomes the root of a separate unit.
    Text,
    /// All records. The request is refused if a file of the unit is too large. If command lines may have changed, the
    /// request waits for the search for units.
    Records,
    /// Nothing: the request is about the unit, or about the unit's view of a document. A request with a position still
    /// needs the document's text.
    Nothing,
}

/// What happens to a request whose unit changes before it is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Later {
    /// The request is refused, because its positions may be outdated.
    Refuse,
    /// The request is answered again, from the changed unit.
    Again,
}

/// A function that computes the answer to a request from a snapshot and the request's parameters.
pub(crate) type Answer = Box<dyn Fn(Snapshot, Value) -> Result<Value> + Send + Sync>;

/// Where a request is answered.
pub(crate) enum Run {
    /// On a thread of the pool.
    Pool(Answer),
    /// On the thread that makes previews.
    Preview,
}

/// An entry of [`Table`]: how the requests of one method are answered.
pub(crate) struct Handler {
    pub needs: Needs,
    pub later: Later,
    pub run: Run,
    /// Whether the editor goes to the locations in the answer. If so, files that several units read are shown in the
    /// request's unit from now on.
    pub leads_elsewhere: bool,
    /// Whether the request may name a record as C++ code does. If the request has no TableGen document, this name
    /// determines the unit.
    pub is_of_code: bool,
    /// Whether the request waits for the search for units that an edit of includes starts.
    pub waits_for_includes: bool,
    /// The handler for the case that there is no unit; `None` if the answer is then null.
    pub without_unit: Option<fn(&Everywhere, Value) -> Result<Value>>,
}

impl Handler {
    fn new(needs: Needs, later: Later, run: Run) -> Handler {
        Handler {
            needs,
            later,
            run,
            leads_elsewhere: false,
            is_of_code: false,
            waits_for_includes: false,
            without_unit: None,
        }
    }

    /// Sets [`Handler::leads_elsewhere`].
    fn leads_elsewhere(&mut self) {
        self.leads_elsewhere = true;
    }

    /// Sets [`Handler::is_of_code`].
    fn of_code(&mut self) {
        self.is_of_code = true;
    }

    /// Sets [`Handler::waits_for_includes`].
    fn after_includes(&mut self) {
        self.waits_for_includes = true;
    }

    /// Sets [`Handler::without_unit`].
    fn or_without_unit(&mut self, answer: fn(&Everywhere, Value) -> Result<Value>) {
        self.without_unit = Some(answer);
    }
}

/// Handlers by method.
#[derive(Default)]
pub(crate) struct Table(FxHashMap<&'static str, Handler>);

impl Table {
    /// The table with all requests that are answered in a unit.
    pub(crate) fn get() -> &'static Table {
        static TABLE: OnceLock<Table> = OnceLock::new();
        TABLE.get_or_init(|| {
            let mut table = Table::default();
            fill(&mut table);
            table
        })
    }

    pub(crate) fn find(&self, method: &str) -> Option<&Handler> {
        self.0.get(method)
    }

    /// Adds the handler of a request that the protocol defines.
    fn on<R: Request>(
        &mut self,
        needs: Needs,
        later: Later,
        f: fn(&Snapshot, R::Params) -> Result<R::Result>,
    ) -> &mut Handler
    where
        R::Params: 'static,
        R::Result: 'static,
    {
        self.add(R::METHOD, needs, later, f)
    }

    /// Adds the handler of the request `method`.
    fn add<P: DeserializeOwned + 'static, R: Serialize + 'static>(
        &mut self,
        method: &'static str,
        needs: Needs,
        later: Later,
        f: fn(&Snapshot, P) -> Result<R>,
    ) -> &mut Handler {
        let f = move |snapshot: Snapshot, params| f(&snapshot, params);
        self.add_long(method, needs, later, f)
    }

    /// Adds the handler of the request `method`. The handler owns the snapshot, so it can drop the snapshot before work
    /// that takes long.
    fn add_long<P: DeserializeOwned, R: Serialize>(
        &mut self,
        method: &'static str,
        needs: Needs,
        later: Later,
        f: impl Fn(Snapshot, P) -> Result<R> + Send + Sync + 'static,
    ) -> &mut Handler {
        let run = move |snapshot, params| json(f(snapshot, parse(params)?)?);
        let run = Run::Pool(Box::new(run));
        self.insert(method, Handler::new(needs, later, run))
    }

    /// Adds the request that opens a preview.
    fn add_preview(&mut self, method: &'static str) {
        let preview = Handler::new(Needs::Records, Later::Again, Run::Preview);
        self.insert(method, preview);
    }

    fn insert(&mut self, method: &'static str, handler: Handler) -> &mut Handler {
        self.0.entry(method).insert_entry(handler).into_mut()
    }
}
