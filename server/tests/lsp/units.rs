//! Which unit a file is shown in, and what an editor is told of units.

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

/// The include directory of a file is known as soon as somebody includes from it.
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

/// A unit says which headers are installed ones that nobody named.
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
        let dir = dir.canonicalize().expect("a folder").display().to_string();
        let shown = installed
            .iter()
            .map(|it| it.as_str().unwrap_or("").replace(&dir, "."));
        shown.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(told(true, Value::Null), "./llvm/include");
    assert_eq!(told(true, json!({"includeDirs": ["../llvm/include"]})), "");
}

/// Two targets that include one header, the smaller of which would show it if nobody came from the other.
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
    // Nobody came from anywhere.
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

/// What the build runs is listed first, also where it cannot be previewed.
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

/// The program that the build calls makes the preview where the user says where it is; of what the build gives it, it
/// gets what shapes the output.
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

/// What an include could name lies also where no include has found anything so far.
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

/// While an include is being typed, what it brought in stays where it was, as a server sees it that starts now.
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
