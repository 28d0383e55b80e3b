//! A small client of the language server.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::fixture::Fixture;
use crate::{TempDir, binary};

/// The time limit of each step; debug builds on a loaded machine are slow.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running server and its messages.
pub struct Client {
    server: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    next_id: i64,
    answers: HashMap<i64, Value>,
    /// All notifications so far, in order.
    pub notifications: Vec<Value>,
    /// The methods of the requests that the server made.
    pub asked: Vec<String>,
    /// The methods that are answered with an error.
    pub refused: Vec<&'static str>,
    /// Whether the server was told to exit: it reads no more answers.
    exits: bool,
    /// The answer to `workspace/configuration`.
    pub settings: Value,
    /// The workspace.
    pub dir: TempDir,
    /// The server's cache folder.
    pub cache: TempDir,
    versions: HashMap<String, i64>,
    /// The place of `$0` in the original files of the workspace.
    pub cursor: Option<(String, Value)>,
}

/// A file of a fixture that declares the sources LLVM 19's. Tests with targets of their own need it.
pub const LLVM_19: &str = "//- cmake/Modules/LLVMVersion.cmake\nset(LLVM_VERSION_MAJOR 19)\n";

/// The capabilities of a client that can do everything.
pub fn capabilities() -> Value {
    json!({
        "general": {"positionEncodings": ["utf-16"]},
        "window": {"workDoneProgress": true},
        "workspace": {
            "configuration": true,
            "workspaceFolders": true,
            "didChangeConfiguration": {"dynamicRegistration": true},
            "didChangeWatchedFiles": {"dynamicRegistration": true},
            "diagnostics": {"refreshSupport": true},
        },
        "textDocument": {
            "publishDiagnostics": {
                "relatedInformation": true,
                "versionSupport": true,
                "tagSupport": {"valueSet": [1, 2]},
            },
            "diagnostic": {},
        },
    })
}

impl Client {
    /// Starts a server in a workspace of files: each starts with a line `//- NAME`. `$0` is taken out and remembered.
    pub fn new(name: &str, fixture: &str) -> Client {
        Client::with(name, fixture, capabilities(), Value::Null)
    }

    /// The same with capabilities and `initializationOptions`.
    pub fn with(name: &str, fixture: &str, capabilities: Value, options: Value) -> Client {
        let mut client = Client::raw(name, fixture);
        client.initialize(&capabilities, &options);
        client
    }

    /// Starts a session with a new server.
    pub fn initialize(&mut self, capabilities: &Value, options: &Value) {
        let params = json!({
            "processId": std::process::id(),
            "rootUri": uri(self.dir.path()),
            "workspaceFolders": [{"uri": uri(self.dir.path()), "name": "test"}],
            "capabilities": capabilities,
            "initializationOptions": options,
        });
        self.ask("initialize", params).expect("it starts");
        self.notify("initialized", json!({}));
    }

    /// Starts a server without sending anything.
    pub fn raw(name: &str, fixture: &str) -> Client {
        Client::prepared(name, fixture, |_, _| {})
    }

    /// The same after changes to the workspace and to the server's start.
    pub fn prepared(
        name: &str,
        fixture: &str,
        prepare: impl FnOnce(&Path, &mut Command),
    ) -> Client {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let dir = TempDir::new(&format!("lsp-{name}-{number}"));
        let cache = TempDir::new(&format!("lsp-{name}-{number}-cache"));
        let fixture = Fixture::read(fixture, "Root.td");
        for (name, text) in &fixture.files {
            dir.write(name, text);
        }
        let cursor = fixture.cursor.and_then(|(name, at)| {
            let (_, text) = fixture.files.iter().find(|(file, _)| *file == name)?;
            Some((name, position(text, at)))
        });
        let mut server = Command::new(binary("tablegen-analyzer"));
        prepare(dir.path(), &mut server);
        let (mut server, messages) = spawn(server, &dir, &cache);
        Client {
            stdin: server.stdin.take(),
            server,
            messages,
            next_id: 0,
            answers: HashMap::new(),
            notifications: Vec::new(),
            asked: Vec::new(),
            refused: Vec::new(),
            exits: false,
            settings: Value::Null,
            dir,
            cache,
            versions: HashMap::new(),
            cursor,
        }
    }

    /// Ends the server and starts another one in the same workspace, without a session.
    pub fn restart(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
        let server = Command::new(binary("tablegen-analyzer"));
        (self.server, self.messages) = spawn(server, &self.dir, &self.cache);
        self.stdin = self.server.stdin.take();
        self.answers.clear();
        self.notifications.clear();
    }

    /// The number of the server's process.
    pub fn pid(&self) -> u32 {
        self.server.id()
    }

    /// The uri of a file of the workspace.
    pub fn uri(&self, name: &str) -> String {
        uri(&self.dir.path().join(name))
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("standard input is open");
        stdin.write_all(bytes).expect("the server reads");
        stdin.flush().expect("the server reads");
    }

    /// Sends text with a header.
    pub fn send_body(&mut self, body: &str) {
        let message = format!("Content-Length: {}\r\n\r\n{body}", body.len());
        self.send_bytes(message.as_bytes());
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        self.send_body(&message.to_string());
        self.exits |= method == "exit";
    }

    /// Sends a request and does not wait. Returns its id.
    pub fn send(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        let id = self.next_id;
        let message = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.send_body(&message.to_string());
        id
    }

    /// The answer to a request: its result, or its error.
    pub fn answer(&mut self, id: i64) -> Result<Value, Value> {
        self.wait(|client| client.answers.contains_key(&id));
        let mut answer = self.answers.remove(&id).expect("it is there");
        match answer.get_mut("error") {
            Some(error) => Err(error.take()),
            None => Ok(answer["result"].take()),
        }
    }

    /// Sends a request and waits for the answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        let id = self.send(method, params);
        self.answer(id)
    }

    /// The code of the error that a request is answered with.
    pub fn error(&mut self, method: &str, params: Value) -> i64 {
        let answer = self.ask(method, params);
        let error = answer.expect_err("an error is expected");
        error["code"].as_i64().expect("a code")
    }

    /// Opens a file of the workspace with the text on disk.
    pub fn open(&mut self, name: &str) {
        let text = std::fs::read_to_string(self.dir.path().join(name)).expect("a file");
        self.open_text(name, &text);
    }

    /// Opens a document.
    pub fn open_text(&mut self, name: &str, text: &str) {
        let uri = self.uri(name);
        self.versions.insert(uri.clone(), 1);
        let document = json!({"uri": uri, "languageId": "tablegen", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Replaces the whole text of a document.
    pub fn change(&mut self, name: &str, text: &str) {
        self.changes(name, json!([{"text": text}]));
    }

    /// Sends changes of a document.
    pub fn changes(&mut self, name: &str, changes: Value) {
        let uri = self.uri(name);
        let version = self.versions.entry(uri.clone()).or_default();
        *version += 1;
        let document = json!({"uri": uri, "version": *version});
        let params = json!({"textDocument": document, "contentChanges": changes});
        self.notify("textDocument/didChange", params);
    }

    pub fn close(&mut self, name: &str) {
        let params = json!({"textDocument": {"uri": self.uri(name)}});
        self.notify("textDocument/didClose", params);
    }

    /// The parameters that name the place of `$0`.
    pub fn at_cursor(&self) -> Value {
        let (name, position) = self.cursor.clone().expect("the fixture has a $0");
        json!({"textDocument": {"uri": self.uri(&name)}, "position": position})
    }

    /// Starts a server for a fixture, opens all its files and sends a request about the place of `$0`.
    pub fn ask_at_cursor(name: &str, fixture: &str, method: &str) -> (Client, Value) {
        let mut client = Client::new(name, fixture);
        for (name, _) in Fixture::read(fixture, "Root.td").files {
            client.open(&name);
        }
        let params = client.at_cursor();
        let answer = client.ask(method, params).expect("an answer");
        (client, answer)
    }

    /// Locations as lines `FILE LINE:COLUMN-LINE:COLUMN`.
    pub fn show_locations(&self, locations: &Value) -> String {
        let all = locations.as_array().into_iter().flatten();
        let lines = all.map(|it| {
            format!(
                "{} {}\n",
                self.show_uri(&it["uri"]),
                show_range(&it["range"])
            )
        });
        lines.collect()
    }

    /// The name of a file of the workspace.
    pub fn show_uri(&self, uri: &Value) -> String {
        let uri = uri.as_str().unwrap_or("");
        let folder = self.uri(".");
        let folder = folder.trim_end_matches('.').trim_end_matches('/');
        let name = uri.strip_prefix(folder).unwrap_or(uri);
        name.trim_start_matches('/').to_owned()
    }

    /// The last diagnostics that were published for a file, as lines `LINE:COLUMN-LINE:COLUMN SEVERITY MESSAGE`.
    pub fn published(&self, name: &str) -> Option<String> {
        let uri = self.uri(name);
        let of_file = |it: &&Value| {
            it["method"] == "textDocument/publishDiagnostics" && it["params"]["uri"] == uri.as_str()
        };
        let last = self.notifications.iter().rev().find(of_file)?;
        Some(show_diagnostics(&last["params"]["diagnostics"]))
    }

    /// Waits until all diagnostics for the latest text were sent, and returns them for one file.
    pub fn diagnostics(&mut self, name: &str) -> String {
        self.settle();
        self.published(name).unwrap_or_default()
    }

    /// Notifies that files were created (1), have changed (2) or were deleted (3) on disk.
    pub fn watched(&mut self, changes: &[(&str, u8)]) {
        let changes = changes.iter();
        let changes = changes.map(|(name, kind)| json!({"uri": self.uri(name), "type": kind}));
        let changes: Vec<Value> = changes.collect();
        self.notify(
            "workspace/didChangeWatchedFiles",
            json!({"changes": changes}),
        );
    }

    /// Waits until the server reports that it is ready after all messages so far.
    pub fn settle(&mut self) {
        let end = Instant::now() + PATIENCE;
        loop {
            let units = self.ask("tablegen/units", json!({})).expect("a list");
            let units = units.as_array().expect("a list");
            if units.iter().all(|it| it["state"] != "checking") {
                return;
            }
            assert!(Instant::now() < end, "the server is never ready");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until the names of all units are known. Returns the server's report on them.
    pub fn settle_symbols(&mut self) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            let mut memory = self.ask("tablegen/memory", json!({})).expect("numbers");
            if memory["symbols"]["isReady"] == true {
                return memory["symbols"].take();
            }
            assert!(Instant::now() < end, "the names are never known");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until a condition on the server's messages holds.
    pub fn wait(&mut self, holds: impl Fn(&Client) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !holds(self) {
            let left = end.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(left) {
                Ok(message) => self.message(message),
                Err(RecvTimeoutError::Timeout) => panic!("the server does not answer"),
                Err(RecvTimeoutError::Disconnected) => panic!("the server has ended"),
            }
        }
    }

    fn message(&mut self, message: Value) {
        let id = message["id"].clone();
        match message["method"].as_str() {
            None => {
                // Errors that belong to no request are kept under an id that is not used.
                self.answers.insert(id.as_i64().unwrap_or(0), message);
            }
            Some(_) if id.is_null() => self.notifications.push(message),
            Some(method) => {
                self.asked.push(method.to_owned());
                if self.exits {
                    return;
                }
                let result = match method {
                    "workspace/configuration" => json!([self.settings]),
                    _ => Value::Null,
                };
                let answer = if self.refused.contains(&method) {
                    json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32603, "message": "no"}})
                } else {
                    json!({"jsonrpc": "2.0", "id": id, "result": result})
                };
                self.send_body(&answer.to_string());
            }
        }
    }

    /// The number of the server's process.
    pub fn process(&self) -> u32 {
        self.server.id()
    }

    /// Closes standard input.
    pub fn hang_up(&mut self) {
        self.stdin = None;
    }

    /// Waits until the process ends.
    pub fn ended(&mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.server.try_wait().expect("it can be waited for") {
                return status;
            }
            assert!(Instant::now() < end, "the server does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Starts a server. Returns it and the receiver of its messages.
fn spawn(mut server: Command, dir: &TempDir, cache: &TempDir) -> (Child, Receiver<Value>) {
    let mut server = server
        .arg("lsp")
        .current_dir(dir.path())
        .env("XDG_CACHE_HOME", cache.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let (sender, messages) = channel();
    let mut stdout = BufReader::new(server.stdout.take().expect("a pipe"));
    std::thread::spawn(move || {
        while let Some(message) = read(&mut stdout) {
            if sender.send(message).is_err() {
                break;
            }
        }
    });
    (server, messages)
}

impl Drop for Client {
    fn drop(&mut self) {
        // Only this very process.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A range as `LINE:COLUMN-LINE:COLUMN`.
pub fn show_range(range: &Value) -> String {
    let place = |end: &str| format!("{}:{}", range[end]["line"], range[end]["character"]);
    format!("{}-{}", place("start"), place("end"))
}

/// A list of diagnostics as lines.
pub fn show_diagnostics(diagnostics: &Value) -> String {
    let mut lines: Vec<String> = Vec::new();
    for it in diagnostics.as_array().into_iter().flatten() {
        let place = |end: &str| {
            let at = &it["range"][end];
            format!("{}:{}", at["line"], at["character"])
        };
        let severity = match it["severity"].as_i64() {
            Some(1) => "error",
            Some(2) => "warning",
            Some(3) => "information",
            _ => "hint",
        };
        let message = it["message"].as_str().unwrap_or("");
        let mut line = format!("{}-{} {severity}: {message}", place("start"), place("end"));
        for tag in it["tags"].as_array().into_iter().flatten() {
            line += if *tag == 1 { " (unnecessary)" } else { " (?)" };
        }
        for note in it["relatedInformation"].as_array().into_iter().flatten() {
            let at = &note["location"]["range"]["start"];
            let (line_number, message) = (&at["line"], note["message"].as_str().unwrap_or(""));
            line += &format!("\n  {line_number}:{} {message}", at["character"]);
        }
        lines.push(line + "\n");
    }
    lines.sort();
    lines.concat()
}

fn read(stream: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end().split_once(':') {
            Some((_, value)) => length = value.trim().parse().ok()?,
            None => break,
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

/// The uri of a path without characters that need escaping.
pub fn uri(path: &Path) -> String {
    let path: PathBuf = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let path = path.to_string_lossy();
    if cfg!(windows) {
        let path = path.trim_start_matches(r"\\?\").replace('\\', "/");
        return format!("file:///{path}");
    }
    format!("file://{path}")
}

/// The position of an offset in ASCII text.
pub fn position(text: &str, offset: usize) -> Value {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |it| it + 1);
    json!({"line": line, "character": offset - start})
}
