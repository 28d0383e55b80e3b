//! Previews after edits: which are updated, and what is sent about the others.

use serde_json::{Value, json};
use tests::lsp::Client;

const FILES: &str = "\
//- Root.td
class Reg<int n> { int Number = n; }
class Other<int n> { int Number = n; }
def R0 : Reg<0>;
def O0 : Other<0>;
";

fn root() -> &'static str {
    FILES.split_once('\n').expect("a name").1
}

/// Opens a preview in a server that traces its actions.
fn open(name: &str, files: &str, params: Value) -> (Client, Value) {
    let mut client = Client::new(name, files);
    client.notify("$/setTrace", json!({"value": "messages"}));
    client.open("Root.td");
    client.settle();
    let preview = client.ask("tablegen/preview", params).expect("a preview");
    (client, preview)
}

/// Changes the text and waits until the previews are current. Returns the messages sent meanwhile.
fn change(client: &mut Client, text: &str) -> Vec<Value> {
    let before = client.notifications.len();
    let is_current =
        |it: &Value| it["method"] == "tablegen/previewState" && it["params"]["state"] == "current";
    client.change("Root.td", text);
    client.wait(|it| it.notifications[before..].iter().any(is_current));
    client.notifications[before..].to_vec()
}

/// Changes the text and waits until the previews are outdated for a reason. Returns the messages sent meanwhile.
fn change_until_failed(client: &mut Client, text: &str) -> Vec<Value> {
    let before = client.notifications.len();
    client.change("Root.td", text);
    client.wait(|it| {
        let mut said = it.notifications[before..].iter();
        said.any(|it| it["params"]["reason"].is_string())
    });
    client.notifications[before..].to_vec()
}

fn changes(said: &[Value]) -> Vec<&Value> {
    let changes = said.iter();
    let changes = changes.filter(|it| it["method"] == "tablegen/previewChanged");
    changes.map(|it| &it["params"]).collect()
}

fn traced(said: &[Value], what: &str) -> bool {
    let mut all = said.iter().filter(|it| it["method"] == "$/logTrace");
    all.any(|it| {
        it["params"]["message"]
            .as_str()
            .is_some_and(|it| it.contains(what))
    })
}

#[test]
fn a_preview_is_made_again_only_if_something_that_it_reads_has_changed() {
    let params = json!({"backend": "print-enums", "options": ["-class=Reg"]});
    let (mut client, _) = open("previews-kept", FILES, params);
    let (kept, made) = ("print-enums is what it was", "print-enums made in");
    let other = format!(
        "// A line more.\n{}",
        root().replace("Other<0>", "Other<7>")
    );
    let said = change(&mut client, &other);
    assert!(traced(&said, kept) && !traced(&said, made), "{said:?}");
    assert!(changes(&said).is_empty(), "{said:?}");
    let read = other.replace("def R0", "def R1 : Reg<1>; def R0");
    let said = change(&mut client, &read);
    assert!(!traced(&said, kept) && traced(&said, made), "{said:?}");
    assert_eq!(changes(&said).len(), 1, "{said:?}");
    assert!(changes(&said)[0]["edits"].to_string().contains("R1"));
    // Its reads of the last run count.
    let said = change(&mut client, &read.replace("Other<7>", "Other<8>"));
    assert!(traced(&said, kept) && !traced(&said, made), "{said:?}");
}

#[test]
fn a_syntax_error_is_the_reason_why_a_preview_is_outdated() {
    let params = json!({"backend": "print-enums", "options": ["-class=Reg"]});
    let (mut client, _) = open("previews-syntax", FILES, params);
    let said = change_until_failed(&mut client, &root().replace("def R0 :", "def R0 : ("));
    let reasons = said.iter().map(|it| &it["params"]["reason"]);
    let reason = reasons.filter_map(Value::as_str).next();
    assert_eq!(reason, Some("Root.td:3: expected name for ClassID"));
    assert!(changes(&said).is_empty(), "{said:?}");
    let said = change(&mut client, root());
    assert!(changes(&said).is_empty(), "{said:?}");
}

#[test]
fn what_is_said_of_a_table_that_stays_is_where_its_record_is_now() {
    let files = "\
//- Root.td
class GenericTable { string FilterClass; string CppTypeName = FilterClass; list<string> Fields; }
class SearchIndex;
class GenericEnum;
class Row { string Name = NAME; }
def A : Row;
def Table : GenericTable { let FilterClass = \"Row\"; let Fields = [\"Name\", \"Code\"]; }
";
    let params = json!({"backend": "gen-searchable-tables"});
    let (mut client, preview) = open("previews-places", files, params);
    let line = |it: &Value| it["diagnostics"][0]["location"]["range"]["start"]["line"].clone();
    let before = line(&preview).as_u64().expect("a line");
    let text = files.split_once('\n').expect("a name").1;
    let said = change(&mut client, &format!("\n\n{text}"));
    assert!(
        traced(&said, "gen-searchable-tables is what it was"),
        "{said:?}"
    );
    let changes = changes(&said);
    assert_eq!(changes.len(), 1, "{said:?}");
    assert_eq!(line(changes[0]), before + 2);
    assert_eq!(changes[0]["edits"], json!([]));
}

#[test]
fn where_records_are_is_told_of_a_table_that_stays() {
    let params = json!({"backend": "print-enums", "options": ["-class=Reg"]});
    let (mut client, preview) = open("previews-moved", FILES, params);
    let line = |it: &Value| it["records"]["R0"]["range"]["start"]["line"].clone();
    assert_eq!(line(&preview), 2);
    let record = "def R0 : Reg<0>;\n";
    let said = change(&mut client, &(root().replace(record, "") + record));
    assert!(traced(&said, "print-enums is what it was"), "{said:?}");
    let changes = changes(&said);
    assert_eq!(changes.len(), 1, "{said:?}");
    assert_eq!(line(changes[0]), 3);
    assert_eq!(changes[0]["edits"], json!([]));
}

#[test]
fn numbers_of_anonymous_records_count_as_read() {
    let files = "\
//- Root.td
class Name<int n> { int Number = n; }
class Other<int n> { int Number = n; }
defvar unused = Other<4>;
class Reg<Name it> { Name Its = it; dag D = (R0 it); }
def R0;
def : Reg<Name<3>>;
";
    let params = json!({"backend": "print-enums", "options": ["-class=Name"]});
    let (mut client, preview) = open("previews-numbers", files, params.clone());
    let text = files.split_once('\n').expect("a name").1;
    let more = text.replace("def R0;", "def : Other<8>; def R0; def : Other<9>;");
    change(&mut client, &more);
    let lines = json!({"preview": preview["preview"], "startLine": 0, "endLine": 100});
    let followed = client.ask("tablegen/previewText", lines).expect("a text");
    let anew = client.ask("tablegen/preview", params).expect("a preview");
    assert_eq!(followed["text"], anew["text"]);
    assert_ne!(followed["text"], preview["text"]);
}

/// The classes of `llvm/TableGen/SearchableTable.td`.
const SEARCHABLE_TABLE: &str = "\
class GenericEnum { string FilterClass; string NameField; string ValueField; }
class GenericTable {
  string FilterClass; string FilterClassField = ?; string CppTypeName = FilterClass; list<string> Fields;
  list<string> PrimaryKey; string PrimaryKeyName; bit PrimaryKeyEarlyOut = false; bit PrimaryKeyReturnRange = false;
}
class SearchIndex { GenericTable Table; list<string> Key; bit EarlyOut = false; bit ReturnRange = false; }
";

#[test]
fn a_table_stays_if_only_the_numbers_of_the_records_of_its_lines_change() {
    let rows: String = (0..12).map(|it| format!("def : Row<{it}>;\n")).collect();
    let files = format!(
        "//- Root.td
{SEARCHABLE_TABLE}class Other;
class Row<int n> {{ bits<8> Code = n; }}
{rows}def Table : GenericTable {{ let FilterClass = \"Row\"; let Fields = [\"Code\"]; }}
"
    );
    let params = json!({"backend": "gen-searchable-tables"});
    let (mut client, preview) = open("previews-renumbered", &files, params.clone());
    let is_named = |map: &Value, name: &str| {
        let mut entries = map.as_array().expect("a map").iter();
        entries.any(|it| it["record"] == name)
    };
    assert!(is_named(&preview["map"], "anonymous_11"));
    let text = files.split_once('\n').expect("a name").1;
    let more = text.replace(
        "class Other;\n",
        &format!("class Other;\n{}", "def : Other;\n".repeat(93)),
    );
    let said = change(&mut client, &more);
    assert!(
        traced(&said, "gen-searchable-tables is what it was"),
        "{said:?}"
    );
    let anew = client.ask("tablegen/preview", params).expect("a preview");
    assert_eq!(anew["text"], preview["text"]);
    let changes = changes(&said);
    let change = changes.last().expect("a change");
    assert!(is_named(&anew["map"], "anonymous_104"), "{anew}");
    assert_eq!(change["map"], anew["map"]);
    assert_eq!(change["edits"], json!([]));
    // The locations of records with new names are sent. The client moves the others with the text.
    let mut records = anew["records"].clone();
    records.as_object_mut().expect("locations").remove("Table");
    assert_eq!(change["records"], records);
}

#[test]
fn what_the_record_at_hand_makes_comes_before_the_whole() {
    let params = json!({"backend": "print-records", "around": "R0", "parts": true});
    let files = format!("{FILES}foreach i = 1...10000 in def N#i;\n");
    let (mut client, part) = open("previews-parts", &files, params);
    assert_eq!(part["partial"], true);
    assert_eq!(
        part["text"], "def R0 {\t// Reg\n  int Number = 0;\n}\n",
        "{part}"
    );
    assert_eq!(part["map"], json!([{"start": 0, "end": 3, "record": "R0"}]));
    let is_whole = |it: &&Value| it["method"] == "tablegen/previewWhole";
    client.wait(|it| it.notifications.iter().any(|it| is_whole(&it)));
    let whole = client.notifications.iter().find(is_whole);
    let whole = whole.expect("it is there")["params"].clone();
    let params = json!({"backend": "print-records", "around": "R0"});
    let anew = client.ask("tablegen/preview", params).expect("a preview");
    assert_eq!(whole["preview"], part["preview"]);
    assert_eq!(whole["version"], 2);
    for member in ["text", "map", "records", "totalLines", "partial"] {
        assert_eq!(whole[member], anew[member]);
    }
    let close = json!({"preview": anew["preview"]});
    client
        .ask("tablegen/closePreview", close)
        .expect("an answer");
    // From then on it follows edits like others.
    let many = files.split_once('\n').expect("a name").1;
    let said = change(&mut client, &many.replace("Reg<0>", "Reg<7>"));
    let own = |it: &&&Value| it["preview"] == part["preview"];
    let changes = changes(&said);
    let change = changes.iter().find(own).expect("a change");
    assert_eq!(change["version"], 3);
    assert!(change["edits"].to_string().contains("Number = 7"));
    // A class is not a record, and other backends have no parts.
    for params in [
        json!({"backend": "print-records", "around": "Reg", "parts": true}),
        json!({"backend": "print-enums", "options": ["-class=Reg"], "around": "R0", "parts": true}),
    ] {
        let preview = client.ask("tablegen/preview", params).expect("a preview");
        assert_eq!(preview.get("partial"), None);
    }
}

#[test]
fn what_takes_no_time_comes_as_a_whole() {
    let params = json!({"backend": "print-records", "around": "R0", "parts": true});
    let (_, preview) = open("previews-no-parts", FILES, params);
    assert_eq!(preview.get("partial"), None);
}

#[test]
fn a_table_that_comes_back_is_the_part_around_its_record() {
    let rows: String = (0..40)
        .map(|it| format!("def R{it} : Row<{it}>;\n"))
        .collect();
    let files = format!(
        "//- Root.td
{SEARCHABLE_TABLE}class Row<int n> {{ string Name = NAME; bits<8> Code = n; }}
{rows}def Table : GenericTable {{ let FilterClass = \"Row\"; let Fields = [\"Name\", \"Cod\"]; }}
"
    );
    let params = json!({
        "backend": "gen-searchable-tables",
        "around": "R30",
        "maxLines": 9,
        "parts": true,
        "compactMap": true,
    });
    let (mut client, preview) = open("previews-back", &files, params);
    assert_eq!(preview["text"], "");
    let text = files.split_once('\n').expect("a name").1;
    let said = change(&mut client, &text.replace("Cod\"", "Code\""));
    assert!(changes(&said).is_empty(), "{said:?}");
    let whole = said
        .iter()
        .find(|it| it["method"] == "tablegen/previewWhole");
    let whole = &whole.expect("a table")["params"];
    let shown = whole["text"].as_str().expect("a text");
    assert_eq!(shown.lines().count(), 9);
    assert!(shown.contains("R30"), "{shown}");
    assert_eq!(whole["version"], 2);
    // While it fails again, it keeps this text.
    let said = change_until_failed(&mut client, text);
    assert!(
        said.iter()
            .all(|it| it["method"] != "tablegen/previewWhole")
    );
    let reason = said
        .iter()
        .rev()
        .find_map(|it| it["params"]["reason"].as_str());
    assert!(reason.expect("a reason").contains("Cod"), "{said:?}");
}
