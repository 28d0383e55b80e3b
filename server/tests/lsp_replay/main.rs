//! A soak test: after any sequence of edits, files and folders that come and go, settings, build files, units, previews
//! and cancelled requests, every answer equals that of a fresh server on the final texts, and the server needs no more
//! resources than before.
//!
//! `TABLEGEN_SEED` and `TABLEGEN_EDITS` choose another sequence, or a longer one.

mod workspace;

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tests::lsp::{Client, capabilities, show_diagnostics};
use tests::random::Random;

use self::workspace::{
    BUILD_FILE, BUILDS, CLOSED, CLOSED_FILES, FILES, PARTS, PIECES, ROOTS, fixture, settings,
};

/// A position in UTF-16 units.
fn position(text: &str, offset: usize) -> serde_json::Value {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |it| it + 1);
    let column: usize = before[start..].chars().map(char::len_utf16).sum();
    json!({"line": line, "character": column})
}

/// Replaces a random piece of a text: mostly a small one, sometimes by the original text.
fn edit(random: &mut Random, name: &str, text: &str) -> (std::ops::Range<usize>, String) {
    if random.below(12) == 0 {
        let (_, original) = FILES.iter().find(|it| it.0 == name).expect("a file");
        return (0..text.len(), (*original).to_owned());
    }
    let boundary = |at: usize| {
        (0..=at)
            .rev()
            .find(|it| text.is_char_boundary(*it))
            .unwrap_or(0)
    };
    let start = boundary(random.below(text.len() + 1));
    let end = boundary((start + random.below(6)).min(text.len())).max(start);
    let piece = match random.below(3) {
        0 => String::new(),
        _ => PIECES[random.below(PIECES.len())].to_owned(),
    };
    (start..end, piece)
}

/// A server and the messages that were sent to it.
struct Session {
    client: Client,
    /// The texts of open documents, and of the files on disk.
    open: BTreeMap<&'static str, String>,
    disk: BTreeMap<&'static str, String>,
    /// The previews of the closed root that are open, each with its unit.
    previews: Vec<(Value, Value)>,
}

impl Session {
    fn new(name: &str) -> Session {
        let files = FILES.iter();
        let files: BTreeMap<_, _> = files
            .map(|(name, text)| (*name, (*text).to_owned()))
            .collect();
        let closed = CLOSED_FILES.iter();
        let closed = closed.map(|(name, text)| (*name, (*text).to_owned()));
        let mut session = Session {
            client: Client::new(name, &fixture()),
            open: files.clone(),
            disk: files.into_iter().chain(closed).collect(),
            previews: Vec::new(),
        };
        for (name, _) in FILES {
            session.client.open(name);
        }
        session
    }

    /// A server that starts with the final state of this one.
    fn fresh(&self) -> Session {
        let files = self.disk.iter();
        let files = files.map(|(name, text)| format!("//- {name}\n{text}"));
        let mut client = Client::raw("fresh", &files.collect::<String>());
        client.settings = self.client.settings.clone();
        client.initialize(&capabilities(), &Value::Null);
        for (name, text) in &self.open {
            client.open_text(name, text);
        }
        Session {
            client,
            open: self.open.clone(),
            disk: self.disk.clone(),
            previews: Vec::new(),
        }
    }

    /// Something that happens.
    fn step(&mut self, random: &mut Random) {
        let (name, original) = FILES[random.below(FILES.len())];
        let document = json!({"textDocument": {"uri": self.client.uri(name)}});
        match random.below(46) {
            0 => self.toggle_open(name),
            1 => self.change_disk(random, name, original),
            2 => _ = self.client.ask("tablegen/units", json!({})),
            3 => _ = self.client.ask("tablegen/units", document),
            4 => self.select(ROOTS[random.below(ROOTS.len())]),
            5 => self.preview(random),
            6 => self.client.settle(),
            7..=12 => self.ask(random, name),
            13 => self.change_settings(random),
            14 => self.change_build(random),
            15 => self.rename_folder(random),
            16 => {
                let (name, original) = CLOSED_FILES[random.below(CLOSED_FILES.len())];
                self.change_disk(random, self.present(name), original);
            }
            17 | 18 => self.preview_closed(random),
            _ => self.edit(random, name),
        }
    }

    fn toggle_open(&mut self, name: &'static str) {
        if self.open.remove(name).is_some() {
            return self.client.close(name);
        }
        let text = self.disk.get(name).cloned().unwrap_or_default();
        self.client.open_text(name, &text);
        self.open.insert(name, text);
    }

    fn change_disk(&mut self, random: &mut Random, name: &'static str, original: &str) {
        let path = self.client.dir.path().join(name);
        let known = self.disk.remove(name);
        let kind = match (&known, random.below(2)) {
            (Some(_), 0) => {
                std::fs::remove_file(path).expect("it is there");
                3
            }
            (known, _) => {
                let text = format!("{original}// {}\n", random.below(100));
                std::fs::write(path, &text).expect("it can be written");
                self.disk.insert(name, text);
                if known.is_some() { 2 } else { 1 }
            }
        };
        self.client.watched(&[(name, kind)]);
    }

    /// A file of the closed root, in its present folder.
    fn present(&self, name: &'static str) -> &'static str {
        let is_moved = self.client.dir.path().join("moved").exists();
        if name == PARTS[0] && is_moved {
            PARTS[1]
        } else {
            name
        }
    }

    fn change_settings(&mut self, random: &mut Random) {
        self.client.settings = settings(random.below(4));
        let asked = self.client.asked.len();
        let params = json!({"settings": null});
        self.client
            .notify("workspace/didChangeConfiguration", params);
        let is_asked = |it: &String| it == "workspace/configuration";
        self.client
            .wait(|it| it.asked[asked..].iter().any(is_asked));
    }

    fn change_build(&mut self, random: &mut Random) {
        let path = self.client.dir.path().join(BUILD_FILE);
        let was_there = self.disk.remove(BUILD_FILE).is_some();
        let kind = match BUILDS.get(random.below(BUILDS.len() + 1)) {
            Some(text) => {
                std::fs::write(path, text).expect("it can be written");
                self.disk.insert(BUILD_FILE, (*text).to_owned());
                if was_there { 2 } else { 1 }
            }
            None if was_there => {
                std::fs::remove_file(path).expect("it is there");
                3
            }
            None => return,
        };
        self.client.watched(&[(BUILD_FILE, kind)]);
    }

    /// Renames a folder without a notification for the files in it.
    fn rename_folder(&mut self, random: &mut Random) {
        let dir = self.client.dir.path();
        let (from, to) = if dir.join("parts").exists() {
            ("parts", "moved")
        } else {
            ("moved", "parts")
        };
        tests::rename(&dir.join(from), &dir.join(to));
        let [old, new] = match from {
            "parts" => PARTS,
            _ => [PARTS[1], PARTS[0]],
        };
        if let Some(text) = self.disk.remove(old) {
            self.disk.insert(new, text);
        }
        match random.below(2) {
            0 => self.client.watched(&[(from, 3), (to, 1)]),
            _ => {
                let files =
                    json!([{"oldUri": self.client.uri(from), "newUri": self.client.uri(to)}]);
                self.client
                    .notify("workspace/didRenameFiles", json!({"files": files}));
            }
        }
    }

    /// Opens a preview of the closed root, or closes one.
    fn preview_closed(&mut self, random: &mut Random) {
        if self.previews.len() > random.below(4) {
            let preview = json!({"preview": self.previews.remove(0).0});
            let closed = self.client.ask("tablegen/closePreview", preview);
            return closed.map(drop).expect("it is open");
        }
        // There is none if the file was deleted.
        if let Ok(preview) = self.client.ask("tablegen/preview", self.closed()) {
            let preview = (preview["preview"].clone(), preview["unit"].clone());
            self.previews.push(preview);
        }
    }

    /// The parameters of a preview of the closed root.
    fn closed(&self) -> Value {
        json!({"textDocument": {"uri": self.client.uri(CLOSED)}, "backend": "print-records"})
    }

    /// Compares previews of the closed root that followed all edits with a new one.
    fn check_previews(&mut self, seed: u64) {
        if !self.disk.contains_key(CLOSED) {
            return;
        }
        let new = self.client.ask("tablegen/preview", self.closed());
        let new = new.expect("a preview");
        for (preview, unit) in self.previews.clone() {
            let is_state = |it: &&Value| {
                it["method"] == "tablegen/previewState" && it["params"]["preview"] == preview
            };
            // It stays outdated after its unit is gone, and is marked so.
            let is_last = |it: &Value| {
                it["params"]["state"] == "current" || !it["params"]["reason"].is_null()
            };
            self.client.wait(|it| {
                let last = it.notifications.iter().rev().find(is_state);
                last.is_none_or(is_last)
            });
            if unit == new["unit"] {
                let lines = json!({"preview": preview, "startLine": 0, "endLine": 1000});
                let followed = self.client.ask("tablegen/previewText", lines);
                let followed = followed.expect("a text");
                assert_eq!(followed["text"], new["text"], "seed {seed}");
            }
        }
        let close = json!({"preview": new["preview"]});
        let _ = self.client.ask("tablegen/closePreview", close);
    }

    fn select(&mut self, root: &str) {
        let path = self.client.dir.path().join(root);
        if !path.exists() {
            return;
        }
        let unit = tests::shown(&path);
        // It may be no root at the moment.
        let _ = self
            .client
            .ask("tablegen/selectUnit", json!({"unit": unit}));
    }

    fn preview(&mut self, random: &mut Random) {
        let uri = self.client.uri(ROOTS[random.below(ROOTS.len())]);
        let params = json!({"textDocument": {"uri": uri}, "backend": "print-records"});
        let preview = self.client.ask("tablegen/preview", params);
        if let (Ok(preview), 0..2) = (preview, random.below(3)) {
            let preview = json!({"preview": preview["preview"]});
            let _ = self.client.ask("tablegen/closePreview", preview);
        }
    }

    /// Sends a request about a place, and sometimes cancels it.
    fn ask(&mut self, random: &mut Random, name: &str) {
        const METHODS: [&str; 7] = [
            "completion",
            "hover",
            "references",
            "diagnostic",
            "semanticTokens/full",
            "documentSymbol",
            "codeLens",
        ];
        let method = format!("textDocument/{}", METHODS[random.below(METHODS.len())]);
        let position = json!({"line": random.below(8), "character": random.below(30)});
        let params = json!({
            "textDocument": {"uri": self.client.uri(name)},
            "position": position,
            "context": {"includeDeclaration": true},
        });
        let id = self.client.send(&method, params);
        if random.below(2) == 0 {
            self.client.notify("$/cancelRequest", json!({"id": id}));
        }
        if random.below(3) == 0 {
            // Any answer is accepted, but there must be one.
            let _ = self.client.answer(id);
        }
    }

    fn edit(&mut self, random: &mut Random, name: &'static str) {
        let Some(text) = self.open.get_mut(name) else {
            return;
        };
        let (range, piece) = edit(random, name, text);
        let change = json!([{
            "range": {"start": position(text, range.start), "end": position(text, range.end)},
            "text": piece,
        }]);
        text.replace_range(range, &piece);
        self.client.changes(name, change);
    }

    /// The answers to all questions, by question.
    fn everything(&mut self, seed: u64) -> Vec<(String, String)> {
        // That also waits for the search for units.
        self.client.settle_symbols();
        self.client.settle();
        // The active unit of a file in several units depends on the history.
        for root in ROOTS.into_iter().chain([CLOSED]) {
            self.select(root);
        }
        self.client.settle();
        self.check_previews(seed);
        let mut all = Vec::new();
        all.push(("units".to_owned(), self.units()));
        for root in ROOTS.into_iter().chain([CLOSED]) {
            let document = json!({"textDocument": {"uri": self.client.uri(root)}});
            // A unit without open files is read on request, and its generated names are known soon after.
            let _ = self.client.ask("tablegen/classes", document.clone());
            self.client.settle();
            for query in ["", "r", "late"] {
                // Only symbols of the requested unit.
                let mut params = document.clone();
                params["query"] = query.into();
                self.push(&mut all, "workspace/symbol", params);
            }
            self.push(&mut all, "tablegen/records", document.clone());
            self.push(&mut all, "tablegen/classes", document.clone());
            for backend in ["print-records", "dump-json"] {
                let mut params = document.clone();
                params["backend"] = backend.into();
                self.push(&mut all, "tablegen/preview", params);
            }
        }
        let mut random = Random(seed);
        for (name, text) in self.open.clone() {
            let document = json!({
                "textDocument": {"uri": self.client.uri(name)},
                "range": {"start": position(&text, 0), "end": position(&text, text.len())},
                "context": {"diagnostics": []},
            });
            for method in [
                "diagnostic",
                "documentSymbol",
                "semanticTokens/full",
                "foldingRange",
                "codeLens",
                "inlayHint",
                "codeAction",
            ] {
                let method = format!("textDocument/{method}");
                self.push(&mut all, &method, document.clone());
            }
            // Pushed diagnostics equal pulled ones.
            let report = self.client.ask("textDocument/diagnostic", document);
            let report = report.map(|it| show_diagnostics(&it["items"]));
            let published = self.client.published(name).unwrap_or_default();
            assert_eq!(report.unwrap_or_default(), published, "seed {seed}: {name}");
            for _ in 0..12 {
                let offset = floor(&text, random.below(text.len() + 1));
                let place = json!({
                    "textDocument": {"uri": self.client.uri(name)},
                    "position": position(&text, offset),
                    "context": {"includeDeclaration": true},
                });
                for method in ["completion", "hover", "definition", "references"] {
                    let method = format!("textDocument/{method}");
                    self.push(&mut all, &method, place.clone());
                }
            }
        }
        all
    }

    /// The units of the workspace. Whether others are read depends on the history.
    fn units(&mut self) -> String {
        let units = self.client.ask("tablegen/units", json!({}));
        let units = units
            .expect("a list")
            .as_array()
            .cloned()
            .unwrap_or_default();
        let on_disk = units.iter().filter_map(|it| {
            let name = self.client.show_uri(&it["root"]);
            let includes = it["includeDirs"].as_array().map_or(0, Vec::len);
            self.disk
                .contains_key(&*name)
                .then(|| format!("{name} {includes} {}\n", it["origin"]))
        });
        let mut lines: Vec<String> = on_disk.collect();
        lines.sort();
        lines.concat()
    }

    fn push(&mut self, all: &mut Vec<(String, String)>, method: &str, params: Value) {
        let what = format!("{method} {params}");
        let answer = match self.client.ask(method, params) {
            Ok(mut answer) => {
                if let Some(answer) = answer.as_object_mut() {
                    // These differ between answers of the same server.
                    for id in ["resultId", "preview", "version"] {
                        answer.remove(id);
                    }
                }
                format!("{answer:#}")
            }
            Err(error) => error.to_string(),
        };
        let folder = self.client.dir.path().display().to_string();
        all.push((what.replace(&folder, ""), answer.replace(&folder, "")));
    }
}

fn floor(text: &str, at: usize) -> usize {
    let boundaries = (0..=at).rev();
    let mut boundaries = boundaries.filter(|it| text.is_char_boundary(*it));
    boundaries.next().unwrap_or(0)
}

fn replay(seed: u64, edits: usize) {
    let mut random = Random(seed);
    let mut session = Session::new("replay");
    for _ in 0..edits {
        session.step(&mut random);
    }
    compare(&mut session, seed);
}

/// Compares a session with a fresh one.
fn compare(session: &mut Session, seed: u64) {
    let after_edits = session.everything(seed);
    let fresh = session.fresh().everything(seed);
    assert_eq!(after_edits.len(), fresh.len());
    for ((what, after_edits), (_, fresh)) in after_edits.iter().zip(&fresh) {
        let texts = &session.open;
        assert_eq!(
            after_edits, fresh,
            "seed {seed}: {what} {texts:#?} {:#?}",
            session.disk
        );
    }
}

fn setting(name: &str, default: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.map_or(default, |it| it.parse().expect("a number"))
}

#[test]
fn random_edits_leave_no_trace() {
    let first = setting("TABLEGEN_SEED", 1);
    for seed in first..first + 8 {
        replay(0x9E37_79B9_7F4A_7C15 ^ (seed << 32), 150);
    }
}

/// `/proc` tells which resources a process uses.
#[cfg(target_os = "linux")]
#[test]
fn nothing_piles_up() {
    let seed = setting("TABLEGEN_SEED", 1);
    let edits = setting("TABLEGEN_EDITS", 1_000) as usize;
    let mut random = Random(seed << 16);
    let mut session = Session::new("soak");
    // The same state at the beginning and at the end: all documents closed, saved and checked.
    let mut usage = |session: &mut Session, edits: usize| {
        for _ in 0..edits {
            session.step(&mut random);
        }
        session.previews.clear();
        for preview in 0..edits as u64 + 100 {
            let _ = session
                .client
                .ask("tablegen/closePreview", json!({"preview": preview}));
        }
        compare(session, seed);
        tests::usage::Usage::when_idle(session.client.pid())
    };
    let before = usage(&mut session, edits / 3);
    let after = usage(&mut session, edits - edits / 3);
    println!("before {before:?}\nafter {after:?}");
    assert!(
        after.threads <= before.threads.max(16),
        "{before:?} {after:?}"
    );
    assert!(
        after.descriptors <= before.descriptors,
        "{before:?} {after:?}"
    );
    assert!(after.busy < 0.05, "{before:?} {after:?}");
    // Twice the number of edits takes only a little more memory, due to pools.
    assert!(
        after.resident_kib < before.resident_kib + (16 << 10),
        "{before:?} {after:?}"
    );
}
