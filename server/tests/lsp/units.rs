//! The unit in which a file is shown, and the editor's information about units.

use std::collections::BTreeSet;

use expect_test::expect;
use serde_json::{Value, json};
use tests::lsp::{Client, uri};

/// Asks for the diagnostics of a document.
fn pulled(client: &mut Client, name: &str) -> Vec<String> {
    let params = json!({"textDocument": {"uri": client.uri(name)}});
    let report = client.ask("textDocument/diagnostic", params);
    let report = report.expect("a report");
    let items = report["items"].as_array().cloned().unwrap_or_default();
    let messages = items.iter().map(|it| it["message"].as_str().unwrap_or(""));
    messages.map(str::to_owned).collect()
}

/// The include directory of a file is known as soon as another file includes from it.
#[test]
fn include_directories_follow_what_is_typed() {
    let fixture = "//- a.td\ninclude \"p/gem.td\"\ndef A : C;\n//- far/lib/p/gen.td\nclass C;\n";
    let mut client = Client::new("typed", fixture);
    client.open("a.td");
    let missing = pulled(&mut client, "a.td");
    assert!(
        missing[0].starts_with("could not find include file 'p/gem.td'"),
        "{missing:?}"
    );
    assert!(missing[0].contains("\nnote: looked in "), "{missing:?}");
    client.change("a.td", "include \"p/gen.td\"\ndef A : C;\n");
    assert_eq!(pulled(&mut client, "a.td"), [""; 0]);
    client.change("a.td", "include \"p/none.td\"\ndef A : C;\n");
    assert_ne!(pulled(&mut client, "a.td"), [""; 0]);
}

/// A client with several servers asks each whether it has a file.
#[test]
fn only_units_that_are_known_to_read_a_file() {
    let fixture = "//- ws/A.td\ninclude \"sub/H.td\"\n//- ws/sub/H.td\n//- ws/sub/B.td\n//- else/C.td\ninclude \"D.td\"\n//- else/D.td\n";
    let mut client = Client::raw("known", fixture);
    let folder = uri(&client.dir.path().join("ws"));
    let params = json!({
        "workspaceFolders": [{"uri": folder, "name": "ws"}],
        "capabilities": {},
    });
    client.ask("initialize", params).expect("it starts");
    client.notify("initialized", json!({}));
    let mut known = |name: &str| {
        let params = json!({"textDocument": {"uri": client.uri(name)}, "known": true});
        let units = client.ask("tablegen/units", params).expect("a list");
        let units = units.as_array().into_iter().flatten();
        let names = units.map(|it| format!("{} {}\n", it["name"], it["origin"]));
        names.collect::<String>()
    };
    expect![[r#"
        "A.td" "includes"
    "#]]
    .assert_eq(&known("ws/sub/H.td"));
    expect![[r#"
        "B.td" "includes"
    "#]]
    .assert_eq(&known("ws/sub/B.td"));
    expect![""].assert_eq(&known("else/D.td"));
}

/// The unit's information names installed headers that neither a build nor settings name.
#[test]
fn installed_headers_are_told() {
    let fixture = "\
//- ws/A.td
include \"llvm/Target/Target.td\"
def A : Instruction;
//- llvm/include/llvm/Target/Target.td
class Instruction;
//- llvm/lib/cmake/llvm/LLVMConfig.cmake
";
    let told = |with_build: bool, settings: Value| {
        let mut client = Client::raw("installed", fixture);
        let dir = client.dir.path().to_owned();
        if with_build {
            let build = format!("LLVM_DIR:PATH={}/llvm/lib/cmake/llvm\n", dir.display());
            client.dir.write("ws/build/CMakeCache.txt", build);
        }
        let folder = uri(&dir.join("ws"));
        let params = json!({
            "rootUri": folder,
            "workspaceFolders": [{"uri": folder, "name": "ws"}],
            "capabilities": {},
            "initializationOptions": settings,
        });
        client.ask("initialize", params).expect("it starts");
        client.notify("initialized", json!({}));
        client.open("ws/A.td");
        let params = json!({"textDocument": {"uri": client.uri("ws/A.td")}});
        let units = client.ask("tablegen/units", params).expect("a list");
        let installed = units[0]["installed"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let dir = tests::shown(&dir);
        let shown = installed
            .iter()
            .map(|it| it.as_str().unwrap_or("").replace(&dir, "."));
        shown.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(told(true, Value::Null), "./llvm/include");
    assert_eq!(
        told(
            true,
            json!({"includeDirs": ["../llvm/include"], "trusted": true})
        ),
        ""
    );
}

/// Two targets that include one header. It is shown in the smaller one, unless the user comes from the other.
const TARGETS: &str = "\
//- Target.td
class Instruction;
//- Large.td
include \"Target.td\"
include \"LargeInstrs.td\"
//- LargeInstrs.td
def L : Instruction;
//- Small.td
include \"Target.td\"
";

fn unit_of(client: &mut Client, name: &str) -> String {
    client.settle();
    let params = json!({"textDocument": {"uri": client.uri(name)}});
    let units = client.ask("tablegen/units", params).expect("a list");
    let units = units.as_array().cloned().unwrap_or_default();
    let active = units.iter().find(|it| it["active"] == true);
    active.map_or(String::new(), |it| {
        it["name"].as_str().unwrap_or("").to_owned()
    })
}

#[test]
fn a_header_is_shown_in_the_unit_one_came_from() {
    let mut client = Client::new("came-from", TARGETS);
    client.open("LargeInstrs.td");
    client.open("Target.td");
    assert_eq!(unit_of(&mut client, "Target.td"), "Large.td");
    // The user has not come from any unit.
    let mut client = Client::new("came-from", TARGETS);
    client.open("Target.td");
    assert_eq!(unit_of(&mut client, "Target.td"), "Small.td");
    client.open("LargeInstrs.td");
    assert_eq!(unit_of(&mut client, "Target.td"), "Large.td");
}

#[test]
fn a_jump_takes_the_unit_along() {
    let mut client = Client::new("jump", TARGETS);
    for name in ["Target.td", "LargeInstrs.td", "Small.td"] {
        client.open(name);
    }
    assert_eq!(unit_of(&mut client, "Target.td"), "Small.td");
    let params = json!({
        "textDocument": {"uri": client.uri("LargeInstrs.td")},
        "position": {"line": 0, "character": 10},
    });
    let found = client
        .ask("textDocument/definition", params)
        .expect("places");
    assert_eq!(client.show_locations(&found), "Target.td 0:6-0:17\n");
    assert_eq!(unit_of(&mut client, "Target.td"), "Large.td");
}

/// Backends that the build runs are listed first, even if they cannot be previewed.
#[test]
fn backends_of_the_build_that_are_not_built_in() {
    let fixture = "//- CMakeLists.txt\nset(LLVM_TARGET_DEFINITIONS A.td)\n\
        mlir_tablegen(A.h.inc -gen-own-things)\nmlir_tablegen(A.json -dump-json)\n//- A.td\ndef X;\n";
    let mut client = Client::new("unbuilt", fixture);
    client.open("A.td");
    let list = client.ask("tablegen/backends", json!({})).expect("a list");
    let shown = |it: &Value| {
        format!(
            "{} {} {}\n",
            it["name"], it["configured"], it["unavailable"]
        )
    };
    let shown: String = list
        .as_array()
        .into_iter()
        .flatten()
        .take(3)
        .map(shown)
        .collect();
    expect![[r#"
        "dump-json" true null
        "gen-own-things" true "-gen-own-things of mlir-tblgen is not built in; the setting `tablegen.tools` may name the mlir-tblgen that writes it"
        "print-records" false null
    "#]].assert_eq(&shown);
}

/// The program that the build calls makes the preview if the user gives its path; of the build's arguments, it gets
/// those that affect the output.
#[cfg(unix)]
#[test]
fn the_tool_of_a_build_runs_only_where_the_user_names_it() {
    let fixture = "//- CMakeLists.txt\nset(LLVM_TARGET_DEFINITIONS A.td)\n\
        mlir_tablegen(A.h.inc -gen-own-things -dialect=x -o=/tmp/x --load=y)\n//- A.td\ndef X;\n";
    let previewed = |options: Value| {
        let mut client = Client::with("tools", fixture, tests::lsp::capabilities(), options);
        client.open("A.td");
        let list = client.ask("tablegen/backends", json!({})).expect("a list");
        let all = list.as_array().into_iter().flatten();
        let mut own = all.filter(|it| it["name"] == "gen-own-things");
        let own = own.next().expect("the build's backend").clone();
        let preview = client.ask("tablegen/preview", json!({"backend": "gen-own-things"}));
        let text = preview.map(|it| it["text"].as_str().unwrap_or("").to_owned());
        let root = client.dir.path().display().to_string();
        let text = text.map(|it| it.replace(&root, "DIR"));
        (own["unavailable"].is_null(), text.ok())
    };
    let tools = json!({"mlir-tblgen": "echo"});
    assert_eq!(previewed(json!({"tools": tools})), (false, None));
    assert_eq!(previewed(json!({"trusted": true})), (false, None));
    let (is_there, text) = previewed(json!({"tools": tools, "trusted": true}));
    assert!(is_there);
    expect![[r#"
        -gen-own-things -dialect=x -I DIR DIR/A.td
    "#]]
    .assert_eq(&text.expect("a preview"));
}

/// Paths for includes are also offered from folders where no include has found a file so far.
#[test]
fn paths_of_folders_that_would_be_include_directories() {
    let fixture = "//- src/A.td\ninclude \"\"\ndef X;\n//- include/own/B.td\nclass B;\n";
    let mut client = Client::new("near", fixture);
    client.open("src/A.td");
    let params = json!({
        "textDocument": {"uri": client.uri("src/A.td")},
        "position": {"line": 0, "character": 9},
    });
    let found = client
        .ask("textDocument/completion", params)
        .expect("a list");
    let items = found["items"].as_array().into_iter().flatten();
    let labels: Vec<&str> = items.filter_map(|it| it["label"].as_str()).collect();
    assert!(labels.contains(&"own/"), "{labels:?}");
    assert!(labels.contains(&"A.td"), "{labels:?}");
}

/// While an include is being typed, the included file stays in its unit, as in a server that starts now.
#[test]
fn a_file_stays_where_it_was_saved_unless_another_reads_it() {
    let fixture = "//- Root.td\nclass C;\ninclude \"Frag.td\"\n//- Frag.td\ndef A : C;\n//- Other.td\nclass C;\n";
    let mut client = Client::new("stays", fixture);
    for name in ["Root.td", "Frag.td", "Other.td"] {
        client.open(name);
    }
    client.change("Root.td", "class C;\ninclude \"Frag.t");
    assert_eq!(unit_of(&mut client, "Frag.td"), "Root.td");
    client.change("Other.td", "class C;\ninclude \"Frag.td\"\n");
    assert_eq!(unit_of(&mut client, "Frag.td"), "Other.td");
    client.change("Other.td", "class C;\n");
    assert_eq!(unit_of(&mut client, "Frag.td"), "Root.td");
    client.change("Root.td", "class C;\n");
    client.dir.write("Root.td", "class C;\n");
    let params = json!({"textDocument": {"uri": client.uri("Root.td")}});
    client.notify("textDocument/didSave", params);
    assert_eq!(unit_of(&mut client, "Frag.td"), "Frag.td");
}

/// The text of a new preview of a root that is not open.
fn new_preview(client: &mut Client, root: &str) -> Value {
    let params = json!({"textDocument": {"uri": client.uri(root)}, "backend": "print-enums", "options": ["-class=C"]});
    client.ask("tablegen/preview", params).expect("a preview")
}

/// The text of an open preview once it is current again.
fn text_of(client: &mut Client, preview: &Value) -> String {
    client.settle();
    let id = &preview["preview"];
    let is_state =
        |it: &Value| it["method"] == "tablegen/previewState" && it["params"]["preview"] == *id;
    client.wait(|it| {
        let last = it.notifications.iter().rev().find(|it| is_state(it));
        last.is_none_or(|it| it["params"]["state"] == "current")
    });
    let lines = json!({"preview": id, "startLine": 0, "endLine": 100});
    let text = client.ask("tablegen/previewText", lines).expect("a text");
    text["text"].as_str().unwrap_or("").trim().to_owned()
}

/// The last state of a preview that was sent.
fn state_of(client: &Client, preview: &Value) -> Value {
    let states = client.notifications.iter().rev();
    let mut states = states.filter(|it| it["method"] == "tablegen/previewState");
    let last = states.find(|it| it["params"]["preview"] == preview["preview"]);
    last.map_or(Value::Null, |it| it["params"].clone())
}

const TWO_HEADERS: &str = "\
//- Root.td
include \"h.td\"
def A : C;
//- one/h.td
class C;
def One : C;
//- two/h.td
class C;
def Two : C;
";

/// A unit whose command line changes is read again, even if none of its files is open: for new previews as well as open
/// ones.
#[test]
fn previews_follow_settings_where_no_file_is_open() {
    let mut client = Client::new("settings-closed", TWO_HEADERS);
    let before = new_preview(&mut client, "Root.td");
    assert_eq!(before["text"], "A, One, \n");
    let mut choose = |folder: &str, want: &str| {
        client.settings = json!({"includeDirs": [folder]});
        let asked = client.asked.len();
        client.notify(
            "workspace/didChangeConfiguration",
            json!({"settings": null}),
        );
        client.wait(|it| {
            it.asked[asked..]
                .iter()
                .any(|it| it == "workspace/configuration")
        });
        let now = new_preview(&mut client, "Root.td");
        assert_eq!(now["text"], format!("{want}\n"));
        assert_eq!(text_of(&mut client, &before), want.trim());
    };
    choose("two", "A, Two, ");
    choose("one", "A, One, ");
}

#[test]
fn previews_follow_build_files_where_no_file_is_open() {
    let list = |name: &str| {
        format!(
            "set(LLVM_TARGET_DEFINITIONS Root.td)\ntablegen(LLVM A.inc -print-enums -D{name})\n"
        )
    };
    let root = "class C;\n#ifdef ONE\ndef One : C;\n#endif\n#ifdef TWO\ndef Two : C;\n#endif\n";
    let fixture = format!("//- Root.td\n{root}//- CMakeLists.txt\n{}", list("ONE"));
    let mut client = Client::new("build-closed", &fixture);
    let before = new_preview(&mut client, "Root.td");
    assert_eq!(before["text"], "One, \n");
    for (name, want) in [("TWO", "Two, \n"), ("ONE", "One, \n")] {
        client.dir.write("CMakeLists.txt", list(name));
        client.watched(&[("CMakeLists.txt", 2)]);
        assert_eq!(new_preview(&mut client, "Root.td")["text"], want);
        assert_eq!(text_of(&mut client, &before), want.trim());
    }
}

/// The names of all units.
fn roots(client: &mut Client) -> String {
    client.settle();
    let units = client.ask("tablegen/units", json!({})).expect("a list");
    let units = units.as_array().cloned().unwrap_or_default();
    let mut roots: Vec<String> = units
        .iter()
        .map(|it| client.show_uri(&it["root"]))
        .collect();
    roots.sort();
    roots.join(" ")
}

fn move_folder(client: &Client, from: &str, to: &str) {
    let dir = client.dir.path();
    tests::rename(&dir.join(from), &dir.join(to));
}

/// An editor reports a folder, and not the files in it.
#[test]
fn a_folder_that_is_renamed_stands_for_its_files() {
    let fixture = "\
//- Root.td
include \"parts/h.td\"
def A : C;
//- parts/h.td
include \"parts/deep/d.td\"
//- parts/deep/d.td
class C;
//- own/Other.td
def B;
";
    let mut client = Client::new("folders", fixture);
    client.open("Root.td");
    assert_eq!(client.diagnostics("Root.td"), "");
    let renamed = |client: &mut Client, from: &str, to: &str| {
        move_folder(client, from, to);
        let files = json!([{"oldUri": client.uri(from), "newUri": client.uri(to)}]);
        client.notify("workspace/didRenameFiles", json!({"files": files}));
    };
    let reported = |client: &mut Client, from: &str, to: &str| {
        move_folder(client, from, to);
        client.watched(&[(from, 3), (to, 1)]);
    };
    for move_it in [renamed, reported] {
        move_it(&mut client, "parts/deep", "parts/deeper");
        let missing = client.diagnostics("parts/h.td");
        assert!(missing.contains("could not find include file"), "{missing}");
        move_it(&mut client, "parts/deeper", "parts/deep");
        assert_eq!(client.diagnostics("parts/h.td"), "");
        move_it(&mut client, "parts", "others");
        let missing = client.diagnostics("Root.td");
        assert!(missing.contains("could not find include file"), "{missing}");
        move_it(&mut client, "others", "parts");
        assert_eq!(client.diagnostics("Root.td"), "");
        // Roots go with their folder.
        assert_eq!(roots(&mut client), "Root.td own/Other.td");
        move_it(&mut client, "own", "more");
        assert_eq!(roots(&mut client), "Root.td more/Other.td");
        move_it(&mut client, "more", "own");
        assert_eq!(roots(&mut client), "Root.td own/Other.td");
    }
    std::fs::remove_dir_all(client.dir.path().join("own")).expect("it is there");
    let files = json!([{"uri": client.uri("own")}]);
    client.notify("workspace/didDeleteFiles", json!({"files": files}));
    assert_eq!(roots(&mut client), "Root.td");
}

/// A deleted root is in no list. A preview of it keeps its text with the reason, until the root exists again.
#[test]
fn a_root_that_is_gone_leaves_the_list() {
    let fixture = "//- A.td\nclass C;\ndef One : C;\n//- B.td\ndef B;\n";
    let mut client = Client::new("gone", fixture);
    client.open("B.td");
    let preview = new_preview(&mut client, "A.td");
    assert_eq!(roots(&mut client), "A.td B.td");
    std::fs::remove_file(client.dir.path().join("A.td")).expect("it is there");
    client.watched(&[("A.td", 3)]);
    assert_eq!(roots(&mut client), "B.td");
    let state = state_of(&client, &preview);
    assert_eq!(state["state"], "outdated");
    let reason = state["reason"].as_str().unwrap_or("");
    assert!(reason.starts_with("there is no unit"), "{reason}");
    let lines = json!({"preview": preview["preview"], "startLine": 0, "endLine": 9});
    let kept = client.ask("tablegen/previewText", lines).expect("a text");
    assert_eq!(kept["text"], "One, \n");
    client.dir.write("A.td", "class C;\ndef Two : C;\n");
    client.watched(&[("A.td", 1)]);
    assert_eq!(roots(&mut client), "A.td B.td");
    assert_eq!(text_of(&mut client, &preview), "Two,");
}

/// A root that is read with several sets of macros: a file is shown in the unit that activates most of it, and the
/// units are distinguished by their macros.
#[test]
fn a_file_is_shown_where_most_of_it_is_switched_on() {
    let section = |it: usize| format!("#ifdef GEN_{it}\ninclude \"Part{it}.td\"\n#endif\n");
    let root: String = (0..33).map(section).collect();
    let runs = (0..33).map(|it| format!("tablegen(LLVM {it}.inc -gen-x -DGEN_{it})\n"));
    let list = format!(
        "set(LLVM_TARGET_DEFINITIONS Root.td)\n{}",
        runs.collect::<String>()
    );
    let part = "#ifdef GEN_20\nclass C;\ndef A : C;\n#else\n#endif\n";
    let fixture = format!(
        "//- CMakeLists.txt\n{list}//- Root.td\n{root}//- Part20.td\n{part}//- Part7.td\ndef B;\n"
    );
    let mut client = Client::new("switched-on", &fixture);
    client.open("Part20.td");
    assert_eq!(unit_of(&mut client, "Part20.td"), "Root.td (-DGEN_20)");
    let params = json!({
        "textDocument": {"uri": client.uri("Part20.td")},
        "position": {"line": 2, "character": 8},
    });
    let found = client
        .ask("textDocument/definition", params)
        .expect("places");
    assert_eq!(client.show_locations(&found), "Part20.td 1:6-1:7\n");
    // Also if the user comes from another unit of the root.
    client.open("Part7.td");
    assert_eq!(unit_of(&mut client, "Part7.td"), "Root.td (-DGEN_7)");
    assert_eq!(unit_of(&mut client, "Part20.td"), "Root.td (-DGEN_20)");
    let units = client.ask("tablegen/units", json!({})).expect("a list");
    let names: BTreeSet<&str> = units
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|it| it["name"].as_str())
        .collect();
    assert_eq!(names.len(), 33);
}

const CONSTRAINTS: &str = "\
//- Ops.td
include \"Types.td\"
include \"Fragment.td\"
def C : Test<\"isC\">;
//- Types.td
class Pred;
class CPred<code it> : Pred { code predExpr = it; }
class Constraint<Pred it> { Pred predicate = it; string cppFunctionName = \"\"; }
class TypeConstraint<Pred it> : Constraint<it>;
class Test<string name> : TypeConstraint<CPred<\"x\">> { let cppFunctionName = name; }
def A : Test<\"isA\">;
//- Fragment.td
def B : Test<\"isB\">;
//- Empty.td
class Other;
//- OfEmpty.td
include \"Empty.td\"
include \"Types.td\"
def E : Test<\"isE\">;
";

/// The root and the text of a preview that belongs to one file.
fn declared(client: &mut Client, at: Value) -> String {
    let mut params = json!({"backend": "gen-type-constraint-decls"});
    for (key, value) in at.as_object().into_iter().flatten() {
        params[key] = value.clone();
    }
    let made = client.ask("tablegen/preview", params).expect("a preview");
    let unit = made["unit"].as_str().unwrap_or("");
    let root = unit.rsplit('/').next().unwrap_or("");
    format!("{root}: {}", made["text"].as_str().unwrap_or("").trim())
}

/// Only a build knows of which root a table of mlir-tblgen is made. Without one, a file that can be read by itself is.
#[test]
fn tables_of_dialects_are_of_files_by_themselves() {
    let mut client = Client::new("by-itself", CONSTRAINTS);
    let mut of = |name: &str| {
        let at = json!({"textDocument": {"uri": client.uri(name)}});
        declared(&mut client, at)
    };
    assert_eq!(of("Ops.td"), "Ops.td: bool isC(::mlir::Type type);");
    assert_eq!(of("Types.td"), "Types.td: bool isA(::mlir::Type type);");
    // By itself it has an unknown class.
    assert_eq!(of("Fragment.td"), "Ops.td: bool isC(::mlir::Type type);");
    // By itself it has nothing for the table.
    assert_eq!(of("Empty.td"), "OfEmpty.td: bool isE(::mlir::Type type);");
    let at = json!({"textDocument": {"uri": client.uri("Types.td")}, "unit": tests::shown(&client.dir.path().join("Ops.td"))});
    assert_eq!(
        declared(&mut client, at),
        "Ops.td: bool isC(::mlir::Type type);"
    );
}

#[test]
fn tables_of_dialects_that_a_build_makes() {
    let build = "//- CMakeLists.txt\nset(LLVM_TARGET_DEFINITIONS Ops.td)\nmlir_tablegen(A.inc -gen-type-constraint-decls)\n";
    let mut client = Client::new("by-build", &format!("{CONSTRAINTS}{build}"));
    let at = json!({"textDocument": {"uri": client.uri("Types.td")}});
    assert_eq!(
        declared(&mut client, at),
        "Ops.td: bool isC(::mlir::Type type);"
    );
}

#[test]
fn a_table_of_a_file_by_itself_follows_edits() {
    let mut client = Client::new("itself-edited", CONSTRAINTS);
    client.open("Types.td");
    let at = json!({"textDocument": {"uri": client.uri("Types.td")}, "backend": "gen-type-constraint-decls"});
    let preview = client.ask("tablegen/preview", at).expect("a preview");
    let text = CONSTRAINTS.split("//- Types.td\n").nth(1).expect("a file");
    let text = text.split("//-").next().expect("a text");
    client.change("Types.td", &text.replace("isA", "isD"));
    assert_eq!(
        text_of(&mut client, &preview),
        "bool isD(::mlir::Type type);"
    );
}
