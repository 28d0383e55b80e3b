//! An editor's side of the protocol, as far as the demo needs it.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use serde_json::{Value, json};

use crate::lsp::convert;

/// The longest time to wait for a message.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server process whose workspace is `folder`, and the pipes to and from the process.
pub(super) struct Session {
    server: Child,
    stdin: ChildStdin,
    messages: Receiver<Value>,
    folder: PathBuf,
    next_id: u64,
    /// Notifications that were received while the session waited for another message.
    notifications: Vec<Value>,
}

impl Session {
    pub(super) fn start(program: &Path, folder: &Path) -> io::Result<Session> {
        let mut server = Command::new(program)
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (Some(stdin), Some(stdout)) = (server.stdin.take(), server.stdout.take()) else {
            return Err(failure("the server has no pipes"));
        };
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Ok(message) = read(&mut stdout) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut session = Session {
            server,
            stdin,
            messages,
            folder: folder.to_owned(),
            next_id: 0,
            notifications: Vec::new(),
        };
        let root = session.uri("");
        let root = root.trim_end_matches('/');
        session.ask(
            "initialize",
            json!({
                "processId": std::process::id(),
                "rootUri": root,
                "workspaceFolders": [{"uri": root, "name": "toy"}],
                "capabilities": {"textDocument": {"publishDiagnostics": {}}},
                "initializationOptions": {"index": "memory"},
            }),
        )?;
        session.notify("initialized", json!({}))?;
        Ok(session)
    }

    /// The uri of the file `name` in the session's folder.
    pub(super) fn uri(&self, name: &str) -> String {
        let path = self.folder.join(name);
        let uri = convert::uri_of(&path.to_string_lossy());
        uri.map_or_else(String::new, |it| it.to_string())
    }

    pub(super) fn open(&mut self, name: &str, text: &str) -> io::Result<()> {
        let document =
            json!({"uri": self.uri(name), "languageId": "tablegen", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}))
    }

    /// Replaces the text of an open document.
    pub(super) fn change(&mut self, name: &str, text: &str) -> io::Result<()> {
        let document = json!({"uri": self.uri(name), "version": 2});
        let changes = json!([{"text": text}]);
        self.notify(
            "textDocument/didChange",
            json!({"textDocument": document, "contentChanges": changes}),
        )
    }

    /// Sends a request and waits for its result.
    pub(super) fn ask(&mut self, method: &str, params: Value) -> io::Result<Value> {
        self.next_id += 1;
        let id = self.next_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        loop {
            let mut message = self.receive()?;
            if message["id"] == json!(id) && message.get("method").is_none() {
                return match message.get("error") {
                    Some(error) => Err(failure(&format!("{method}: {}", error["message"]))),
                    None => Ok(message["result"].take()),
                };
            }
            self.keep(message)?;
        }
    }

    /// Waits for a notification and returns its parameters.
    pub(super) fn notification(&mut self, method: &str) -> io::Result<Value> {
        self.wait_for(|it| it["method"] == method)
    }

    /// Waits until the server publishes diagnostics for a file, and returns them. Empty lists are ignored.
    pub(super) fn diagnostics_of(&mut self, name: &str) -> io::Result<Vec<Value>> {
        let uri = self.uri(name);
        let mut params = self.wait_for(|it| {
            let params = &it["params"];
            it["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == uri.as_str()
                && params["diagnostics"]
                    .as_array()
                    .is_some_and(|it| !it.is_empty())
        })?;
        match params["diagnostics"].take() {
            Value::Array(diagnostics) => Ok(diagnostics),
            _ => Ok(Vec::new()),
        }
    }

    /// Shuts the server down and waits until it has ended.
    pub(super) fn stop(mut self) -> io::Result<()> {
        self.ask("shutdown", Value::Null)?;
        self.notify("exit", Value::Null)?;
        self.server.wait()?;
        Ok(())
    }

    fn wait_for(&mut self, is_wanted: impl Fn(&Value) -> bool) -> io::Result<Value> {
        loop {
            if let Some(index) = self.notifications.iter().position(&is_wanted) {
                return Ok(self.notifications.swap_remove(index)["params"].take());
            }
            let message = self.receive()?;
            self.keep(message)?;
        }
    }

    /// Stores a notification, or answers a request of the server with the result `null`. Other messages are dropped.
    fn keep(&mut self, message: Value) -> io::Result<()> {
        match message.get("id") {
            Some(id) if message.get("method").is_some() => {
                let answer = json!({"jsonrpc": "2.0", "id": id, "result": null});
                self.send(&answer)
            }
            Some(_) => Ok(()),
            None => {
                self.notifications.push(message);
                Ok(())
            }
        }
    }

    fn notify(&mut self, method: &str, params: Value) -> io::Result<()> {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    fn send(&mut self, message: &Value) -> io::Result<()> {
        let text = message.to_string();
        write!(self.stdin, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        self.stdin.flush()
    }

    fn receive(&self) -> io::Result<Value> {
        self.messages
            .recv_timeout(PATIENCE)
            .map_err(|error| match error {
                RecvTimeoutError::Timeout => failure("the server does not answer"),
                RecvTimeoutError::Disconnected => failure("the server is gone"),
            })
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // The server has already ended unless the session failed.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn read(from: &mut impl BufRead) -> io::Result<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        match line.trim().split_once(": ") {
            Some(("Content-Length", value)) => length = value.parse().map_err(io::Error::other)?,
            Some(_) => {}
            None => break,
        }
    }
    let mut text = vec![0; length];
    from.read_exact(&mut text)?;
    serde_json::from_slice(&text).map_err(io::Error::other)
}

fn failure(message: &str) -> io::Error {
    io::Error::other(message.to_owned())
}
