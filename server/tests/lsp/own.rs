//! The server's own requests, see `docs/protocol.md`.

use std::collections::BTreeMap;
use std::time::Duration;

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use tests::lsp::Client;

const FILES: &str = "\
//- Base.td
class Reg<int n> { int Number = n; bit Special = 0; }
class Unused;
//- Root.td
include \"Base.td\"
def R0 : Reg<0>;
def $0R1 : Reg<1> { let Special = 1; }
multiclass Pair<int n> { def A : Reg<n>; def B : Reg<!add(n, 1)>; }
defm P : Pair<5>;
";

pub(crate) fn root_text() -> String {
    let text = FILES.split("Root.td\n").nth(1).expect("the root");
    text.replace("$0", "")
}

pub(crate) fn start(name: &str) -> Client {
    let mut client = Client::new(name, FILES);
    client.open("Root.td");
    client
}

pub(crate) fn ask(client: &mut Client, method: &str, params: Value) -> Value {
    client.ask(method, params).expect("an answer")
}

pub(crate) fn names(list: &Value) -> String {
    let list = list.as_array().into_iter().flatten();
    let names: Vec<&str> = list.filter_map(|it| it["name"].as_str()).collect();
    names.join(" ")
}

pub(crate) fn git(client: &Client, args: &[&str]) {
    let git = std::process::Command::new("git")
        .args([
            "-c",
            "user.name=t",
            "-c",
            "user.email=t",
            "-c",
            "commit.gpgsign=false",
        ])
        .args(args)
        .current_dir(client.dir.path())
        .output();
    let output = git.expect("git runs");
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn records_by_class_and_filter() {
    let mut client = start("records");
    let mut check = |params: Value, want: Expect| {
        let found = ask(&mut client, "tablegen/records", params);
        let total = &found["total"];
        want.assert_eq(&format!("{total}: {}", names(&found["records"])));
    };
    check(json!({}), expect!["4: PA PB R0 R1"]);
    check(
        json!({"class": "Reg", "offset": 1, "limit": 2}),
        expect!["4: PB R0"],
    );
    check(json!({"class": "Missing"}), expect!["0: "]);
    check(
        json!({"filter": "Reg and Number > 0 and not Special"}),
        expect!["2: PA PB"],
    );
    assert_eq!(
        client.error("tablegen/records", json!({"filter": "Number ="})),
        -32602
    );
}

#[test]
fn classes_count_their_records() {
    let mut client = start("classes");
    let classes = ask(&mut client, "tablegen/classes", json!({}));
    let shown = classes.as_array().into_iter().flatten();
    let shown: Vec<String> = shown
        .map(|it| format!("{} {}", it["name"], it["records"]))
        .collect();
    expect![[r#""Reg" 4, "Unused" 0"#]].assert_eq(&shown.join(", "));
}

#[test]
fn superclasses_that_are_the_square_of_the_classes() {
    let chain = (1..3000).map(|it| format!("class A{it} : A{};\n", it - 1));
    let text = format!("//- Root.td\nclass A0;\n{}", chain.collect::<String>());
    let mut client = Client::new("many-superclasses", &text);
    client.open("Root.td");
    let classes = ask(&mut client, "tablegen/classes", json!({}));
    let classes = classes.as_array().expect("a list").iter();
    let counts = classes.map(|it| it["superclasses"].as_array().map_or(0, Vec::len));
    let counts: Vec<usize> = counts.collect();
    assert_eq!(counts.len(), 3000);
    assert_eq!(counts.iter().sum::<usize>(), 2_000_000);
}

#[test]
fn a_record_expanded() {
    let mut client = start("expand");
    let at = client.at_cursor();
    let record = ask(&mut client, "tablegen/expandRecord", at);
    expect![[r#"
        def R1 {	// Reg
          int Number = 1;
          bit Special = 1;
        }
    "#]]
    .assert_eq(record["text"].as_str().unwrap_or(""));
    let fields = record["fields"].as_array().into_iter().flatten();
    let fields: Vec<String> = fields
        .map(|it| {
            let (origin, line) = (
                &it["origin"]["kind"],
                &it["origin"]["location"]["range"]["start"]["line"],
            );
            format!(
                "{}: {} = {} {} {origin} {line}\n",
                it["name"], it["type"], it["value"], it["part"]
            )
        })
        .collect();
    expect![[r#"
        "Special": "bit" = "1" "own" "record" 2
        "Number": "int" = "1" "inherited" "class" 0
    "#]]
    .assert_eq(&fields.concat());
    let made = ask(&mut client, "tablegen/expandRecord", json!({"name": "PB"}));
    assert_eq!(names(&made["superclasses"]), "Reg");
    assert_eq!(made["madeBy"].as_array().map(Vec::len), Some(1));
    let none = ask(&mut client, "tablegen/expandRecord", json!({"name": "R9"}));
    assert_eq!(none, Value::Null);
}

#[test]
fn records_of_generated_code() {
    let mut client = start("find");
    let found = ask(
        &mut client,
        "tablegen/findRecord",
        json!({"name": "Toy::R1"}),
    );
    assert_eq!(found[0]["location"]["range"]["start"]["line"], 2);
    client
        .dir
        .write("out.inc", "// nothing\n  PA = 1, R0 = 2,\n");
    let line = json!({"textDocument": {"uri": client.uri("out.inc")}, "line": 1});
    let found = ask(&mut client, "tablegen/findRecord", line);
    assert_eq!(names(&found), "PA R0");
}

#[test]
fn units_are_listed_and_chosen() {
    let files = "\
//- Shared.td
class S;
def shared : S;
//- A.td
include \"Shared.td\"
//- B.td
include \"Shared.td\"
";
    let mut client = Client::new("units", files);
    client.open("Shared.td");
    let document = json!({"textDocument": {"uri": client.uri("Shared.td")}});
    let units = ask(&mut client, "tablegen/units", document.clone());
    assert_eq!(names(&units), "A.td B.td");
    assert_eq!(units[0]["active"], true);
    let other = json!({"unit": units[1]["id"]});
    ask(&mut client, "tablegen/selectUnit", other);
    let units = ask(&mut client, "tablegen/units", document);
    assert_eq!(names(&units), "B.td A.td");
    assert_eq!(
        client.error("tablegen/selectUnit", json!({"unit": "none"})),
        -32602
    );
}

#[test]
fn backends_and_previews() {
    let mut client = start("preview");
    let backends = ask(&mut client, "tablegen/backends", json!({}));
    assert!(names(&backends).contains("print-enums"), "{backends}");
    let params = json!({"backend": "print-enums", "options": ["-class=Reg"]});
    let preview = ask(&mut client, "tablegen/preview", params);
    assert_eq!(preview["text"], "PA, PB, R0, R1, \n");
    let id = preview["preview"].clone();
    client.change("Root.td", &root_text().replace("R1", "R2"));
    client.wait(|it| {
        it.notifications
            .iter()
            .any(|it| it["method"] == "tablegen/previewChanged")
    });
    let mut changed = client.notifications.iter();
    let changed = changed.rfind(|it| it["method"] == "tablegen/previewChanged");
    let changed = &changed.expect("it is there")["params"];
    assert_eq!((&changed["preview"], &changed["version"]), (&id, &json!(2)));
    assert_eq!(changed["edits"][0]["text"], "PA, PB, R0, R2, \n");
    let lines = json!({"preview": id, "startLine": 0, "endLine": 1});
    let lines = ask(&mut client, "tablegen/previewText", lines);
    assert_eq!(lines, json!({"version": 2, "text": "PA, PB, R0, R2, \n"}));
    let target = client.uri("saved.inc");
    ask(
        &mut client,
        "tablegen/savePreview",
        json!({"preview": id, "uri": target}),
    );
    let saved = std::fs::read_to_string(client.dir.path().join("saved.inc"));
    assert_eq!(saved.ok().as_deref(), Some("PA, PB, R0, R2, \n"));
    ask(&mut client, "tablegen/closePreview", json!({"preview": id}));
    assert_eq!(
        client.error("tablegen/closePreview", json!({"preview": id})),
        -32602
    );
    assert_eq!(
        client.error("tablegen/preview", json!({"backend": "none"})),
        -32602
    );
}

#[test]
fn backends_that_fit_come_before_the_others() {
    let files = "\
//- Root.td
class GenericEnum;
class GenericAutomaton;
def E : GenericEnum;
";
    let mut client = Client::new("fits", files);
    client.open("Root.td");
    let backends = ask(&mut client, "tablegen/backends", json!({}));
    let all = backends.as_array().expect("a list");
    let fits = |name: &str| {
        let it = all
            .iter()
            .position(|it| it["name"] == name)
            .expect("a backend");
        (all[it]["fits"].as_bool(), it)
    };
    assert_eq!(fits("gen-searchable-tables").0, Some(true));
    assert_eq!(fits("print-records").0, Some(true));
    // The class exists, and no record of it.
    assert_eq!(fits("gen-automata").0, Some(false));
    assert_eq!(fits("gen-register-info").0, Some(false));
    let last = all.iter().rposition(|it| it["fits"] == true);
    assert!(last < Some(fits("gen-automata").1));
}

#[test]
fn a_preview_stays_while_the_source_does_not_parse() {
    let mut client = start("typing");
    let text = root_text();
    let params = json!({"backend": "print-enums", "options": ["-class=Reg"]});
    let preview = ask(&mut client, "tablegen/preview", params);
    assert_eq!(preview["text"], "PA, PB, R0, R1, \n");
    client.change("Root.td", &text.replace("<0>", "<"));
    client.settle();
    client.change("Root.td", &text.replace("R0", "R2"));
    let is_change = |it: &&Value| it["method"] == "tablegen/previewChanged";
    client.wait(|it| it.notifications.iter().any(|it| is_change(&it)));
    let changes: Vec<&Value> = client.notifications.iter().filter(is_change).collect();
    assert_eq!(changes.len(), 1);
    assert_eq!(
        changes[0]["params"]["edits"][0]["text"],
        "PA, PB, R1, R2, \n"
    );
}

/// Makes an edit that changes the open preview, and waits for it. Returns the server's notification.
fn change_preview(client: &mut Client, new: &str) -> Value {
    change_previews(client, new, 1).remove(0)
}

/// The same of several previews that the edit changes.
fn change_previews(client: &mut Client, new: &str, count: usize) -> Vec<Value> {
    let before = client.notifications.len();
    client.change("Root.td", new);
    let changes = |it: &Client| {
        let told = it.notifications[before..].iter();
        let told = told.filter(|it| it["method"] == "tablegen/previewChanged");
        told.map(|it| it["params"].clone()).collect::<Vec<_>>()
    };
    client.wait(|it| changes(it).len() >= count);
    changes(client)
}

/// The entries of a compact map in the form of others.
fn entries(map: &Value) -> Value {
    let numbers = map["entries"].as_array().expect("numbers");
    let entries = numbers.chunks_exact(3).map(|it| {
        let record = it[2].as_u64().expect("a number") as usize;
        json!({"start": it[0], "end": it[1], "record": map["records"][record]})
    });
    entries.collect()
}

/// Follows a change with a compact map, as the protocol says.
fn follow_map(map: &mut Value, change: &Value) {
    let number = |it: &Value| it.as_i64().expect("a number");
    let array = |it: &Value| it.as_array().cloned().unwrap_or_default();
    let triples = |map: &Value| -> Vec<(i64, i64, Value)> {
        let entries = array(&entries(map)).into_iter();
        let triple = |it: Value| {
            (
                number(&it["start"]),
                number(&it["end"]),
                it["record"].clone(),
            )
        };
        entries.map(triple).collect()
    };
    let mut all = triples(map);
    for edit in array(&change["edits"]).iter().rev() {
        let (start, end) = (number(&edit["startLine"]), number(&edit["endLine"]));
        let lines = edit["text"].as_str().expect("a text").lines().count() as i64;
        let added = lines - (end - start);
        for it in &mut all {
            if end <= it.0 {
                it.0 += added;
            }
            if end <= it.1 && start < it.1 {
                it.1 += added;
            }
        }
    }
    for edit in array(&change["mapEdits"]["edits"]).iter().rev() {
        let start = number(&edit["start"]) as usize;
        let new = json!({"records": change["mapEdits"]["records"], "entries": edit["entries"]});
        all.splice(
            start..start + number(&edit["deleteCount"]) as usize,
            triples(&new),
        );
    }
    let records: Vec<&Value> = all.iter().map(|it| &it.2).collect();
    let entries = all.iter().zip(0..);
    let entries: Vec<i64> = entries.flat_map(|(it, at)| [it.0, it.1, at]).collect();
    *map = json!({"records": records, "entries": entries});
}

#[test]
fn a_map_is_told_again_when_it_is_another() {
    let mut client = start("map");
    let params = json!({"backend": "print-records"});
    ask(&mut client, "tablegen/preview", params);
    let other_value = root_text().replace(": Reg<0>", ": Reg<7>");
    assert!(
        change_preview(&mut client, &other_value)
            .get("map")
            .is_none()
    );
    let other_name = other_value.replace("R0", "R2");
    assert!(
        change_preview(&mut client, &other_name)
            .get("map")
            .is_some()
    );
}

#[test]
fn a_preview_that_follows_edits_is_what_one_made_anew_is() {
    // One reads the records of a class, the other all.
    let enums = json!({"backend": "print-enums", "options": ["-class=Reg"]});
    let all = json!({"backend": "print-records"});
    for params in [enums, all] {
        let mut client = start("following");
        let preview = ask(&mut client, "tablegen/preview", params.clone());
        let mut map = preview["map"].clone();
        let mut compact = params.clone();
        compact["compactMap"] = json!(true);
        let mut compact = ask(&mut client, "tablegen/preview", compact);
        for (old, new) in [
            ("R0", "R2"),
            ("def R0 : Reg<0>;", "def R9 : Reg<9>; def R0 : Reg<8>;"),
            ("def B", "def C"),
            ("defm P", "defm Q"),
            (": Reg<0>", ""),
        ] {
            let changes = change_previews(&mut client, &root_text().replace(old, new), 2);
            let change = |of: &Value| {
                let mut changes = changes.iter();
                let change = changes.find(|it| it["preview"] == of["preview"]);
                change.expect("it is there")
            };
            map = change(&preview).get("map").unwrap_or(&map).clone();
            let followed = change(&compact);
            follow_map(&mut compact["map"], followed);
            let lines = json!({"preview": preview["preview"], "startLine": 0, "endLine": 1000});
            let followed = ask(&mut client, "tablegen/previewText", lines);
            let anew = ask(&mut client, "tablegen/preview", params.clone());
            assert_eq!(followed["text"], anew["text"], "{params} {new}");
            assert_eq!(map, anew["map"], "{params} {new}");
            assert_eq!(entries(&compact["map"]), anew["map"], "{params} {new}");
            let close = json!({"preview": anew["preview"]});
            ask(&mut client, "tablegen/closePreview", close);
        }
    }
}

#[test]
fn a_preview_of_the_files_as_saved() {
    let mut client = start("saved");
    let text = root_text();
    let params = json!({"backend": "print-records"});
    let preview = ask(&mut client, "tablegen/preview", params);
    let lines = preview["text"].as_str().unwrap_or_default().lines();
    let at = lines.clone().position(|it| it.starts_with("def R1"));
    let at = at.expect("a line of R1");
    let saved = |client: &mut Client, start: usize, end: usize| {
        let params = json!({"preview": preview["preview"], "startLine": start, "endLine": end});
        let answer = ask(client, "tablegen/savedText", params);
        format!(
            "{} {}",
            answer["version"],
            answer["text"].as_str().unwrap_or("none")
        )
    };
    expect![[r#"
        1 def R1 {	// Reg
    "#]]
    .assert_eq(&saved(&mut client, at, at + 1));
    // The records before R1 are missing in the edited text, and so is its own name.
    let edited = text.replace("defm P", "// defm P").replace("R1", "R2");
    change_preview(&mut client, &edited);
    let table = ask(
        &mut client,
        "tablegen/previewText",
        json!({"preview": preview["preview"], "startLine": 0, "endLine": 1000}),
    );
    let now = table["text"].as_str().unwrap_or_default();
    let now = now.lines().position(|it| it.starts_with("def R2"));
    let now = now.expect("a line of R2");
    assert!(now < at, "{table}");
    let before = saved(&mut client, now, now + 1);
    assert!(before.starts_with("2 def R1 {"), "{before}");
    client.dir.write("Root.td", &edited);
    let document = json!({"textDocument": {"uri": client.uri("Root.td")}});
    client.notify("textDocument/didSave", document);
    let after = saved(&mut client, now, now + 1);
    assert!(after.starts_with("2 def R2 {"), "{after}");
}

#[test]
fn a_preview_of_the_files_of_a_commit() {
    let capabilities = tests::lsp::capabilities();
    let mut client = Client::with("committed", FILES, capabilities, json!({"trusted": true}));
    git(&client, &["init", "-q"]);
    git(&client, &["add", "."]);
    git(&client, &["commit", "-q", "-m", "first"]);
    client.open("Root.td");
    let params = json!({"backend": "print-enums", "options": ["-class=Reg"]});
    let preview = ask(&mut client, "tablegen/preview", params);
    let edited = root_text().replace("R1", "R2");
    // Autosave does that.
    client.dir.write("Root.td", &edited);
    change_preview(&mut client, &edited);
    let text = |client: &mut Client, base: Value| {
        let params = json!({
            "preview": preview["preview"], "startLine": 0, "endLine": 9, "base": base,
        });
        ask(client, "tablegen/savedText", params)["text"].clone()
    };
    let head = || json!({"revision": "HEAD"});
    assert_eq!(text(&mut client, json!("save")), "PA, PB, R0, R2, \n");
    assert_eq!(text(&mut client, head()), "PA, PB, R0, R1, \n");
    git(&client, &["commit", "-q", "-a", "-m", "second"]);
    assert_eq!(text(&mut client, head()), "PA, PB, R0, R2, \n");
}

#[test]
fn a_preview_says_when_it_is_outdated() {
    let mut client = start("outdated");
    let params = json!({"backend": "print-enums", "options": ["-class=Reg"]});
    ask(&mut client, "tablegen/preview", params);
    let states = |client: &Client| {
        let all = client.notifications.iter();
        let all = all.filter(|it| it["method"] == "tablegen/previewState");
        all.filter_map(|it| it["params"]["state"].as_str().map(str::to_owned))
            .collect::<Vec<_>>()
    };
    // A syntax error leaves the table unchanged. After the check of the sources it is the reason.
    client.change("Root.td", &root_text().replace("<0>", "<"));
    client.wait(|it| states(it).len() == 2);
    client.settle();
    std::thread::sleep(Duration::from_millis(300));
    client.settle();
    assert_eq!(states(&client), ["outdated", "outdated"]);
    let last = client.notifications.iter().rev();
    let mut last = last.filter(|it| it["method"] == "tablegen/previewState");
    let reason = last.next().map(|it| it["params"]["reason"].to_string());
    assert!(reason.is_some_and(|it| it.contains("Root.td:")));
    // So does an edit that makes the same table.
    client.change("Root.td", &(root_text() + "// more\n"));
    client.wait(|it| states(it).len() == 3);
    assert_eq!(states(&client), ["outdated", "outdated", "current"]);
}

#[test]
fn an_external_backend_runs_only_where_it_is_trusted() {
    let external = json!([{
        "name": "count", "command": ["wc", "-c"], "input": "json", "language": "text",
    }]);
    let preview = |trusted: bool| {
        let options = json!({"external": external, "trusted": trusted});
        let capabilities = tests::lsp::capabilities();
        let mut client = Client::with("external", FILES, capabilities, options);
        client.open("Root.td");
        client.ask("tablegen/preview", json!({"backend": "count"}))
    };
    let trusted = preview(true).expect("a preview");
    let count = trusted["text"]
        .as_str()
        .map(|it| it.trim().parse::<usize>());
    assert!(
        count.is_some_and(|it| it.is_ok_and(|it| it > 100)),
        "{trusted}"
    );
    assert!(preview(false).is_err());
}

#[test]
fn no_unit_is_being_read_for_ever() {
    let files = "\
//- A.td
def A;
//- B.td
def B;
//- C.td
def C;
";
    let mut client = Client::new("statuses", files);
    let is_status = |it: &&Value| it["method"] == "tablegen/status";
    let statuses = |client: &Client| client.notifications.iter().filter(is_status).count();
    for _ in 0..20 {
        let before = statuses(&client);
        for name in ["A.td", "B.td", "C.td"] {
            client.open(name);
        }
        // Files without observers may stay unread.
        client.wait(|it| statuses(it) > before);
        client.close("A.td");
        client.close("B.td");
        client.change("C.td", "def D;");
        client.close("C.td");
    }
    client.settle();
    client.wait(|client| {
        let statuses = client.notifications.iter().filter(is_status);
        let state = |it: &Value| {
            let params = &it["params"];
            (params["name"].to_string(), params["state"].to_string())
        };
        let last: BTreeMap<String, String> = statuses.map(state).collect();
        let is_done = |it: &String| matches!(&**it, r#""ready""# | r#""stopped""#);
        last.values().all(is_done)
    });
}
