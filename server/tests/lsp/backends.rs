//! Diagnostics of backends among the others.

use std::collections::BTreeSet;

use backend_testing::{asm_source, isel_source};
use expect_test::{Expect, expect};
use serde_json::{Value, json};
use target_model::instructions::GENERIC;
use tests::binary;
use tests::lsp::{Client, LLVM_19, capabilities, show_diagnostics};

const FILES: &str = "\
//- Root.td
class GenericEnum { string FilterClass; string NameField; string ValueField; }
class GenericTable {
  string FilterClass;
  string FilterClassField = ?;
  string CppTypeName = FilterClass;
  list<string> Fields;
  list<string> PrimaryKey;
  string PrimaryKeyName;
  bit PrimaryKeyEarlyOut = false;
  bit PrimaryKeyReturnRange = false;
}
class SearchIndex { GenericTable Table; list<string> Key; bit EarlyOut = false; bit ReturnRange = false; }
class Row { string Name = NAME; }
def A : Row;
def Table : GenericTable { let FilterClass = \"Row\"; let Fields = [\"Name\", \"Code\"]; }
";
const ERROR: &str =
    "13:4-13:5 gen-searchable-tables error: Record `A' does not have a field named `Code'!\n";

fn root() -> &'static str {
    FILES.split_once('\n').expect("a name").1
}

/// The last pushed diagnostics of the root, with their sources.
fn pushed(client: &Client) -> String {
    let notifications = client.notifications.iter().rev();
    let mut published =
        notifications.filter(|it| it["method"] == "textDocument/publishDiagnostics");
    let last = published.next();
    last.map_or_else(String::new, |it| show(&it["params"]["diagnostics"]))
}

fn show(diagnostics: &Value) -> String {
    let mut all = diagnostics.clone();
    for it in all.as_array_mut().into_iter().flatten() {
        // A line of the shared form begins with the place.
        let source = it["source"].as_str().unwrap_or("").to_owned();
        let message = it["message"].as_str().unwrap_or("").to_owned();
        it["message"] = json!(format!("{source}|{message}"));
    }
    let lines = show_diagnostics(&all);
    let lines = lines.lines().map(|line| {
        if !line.starts_with(|it: char| it.is_ascii_digit()) {
            return format!("{line}\n");
        }
        let (place, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (severity, rest) = rest.split_once(": ").unwrap_or((rest, ""));
        let (source, message) = rest.split_once('|').unwrap_or(("", rest));
        format!("{place} {source} {severity}: {message}\n")
    });
    lines.collect()
}

fn pulled(client: &mut Client) -> String {
    let document = json!({"textDocument": {"uri": client.uri("Root.td")}});
    let report = client.ask("textDocument/diagnostic", document);
    show(&report.expect("a report")["items"])
}

fn wait(client: &mut Client, want: &str) {
    client.wait(|it| pushed(it) == want);
}

fn preview(client: &mut Client) -> Value {
    let params = json!({"backend": "gen-searchable-tables"});
    let preview = client.ask("tablegen/preview", params);
    preview.expect("a preview")["preview"].clone()
}

#[test]
fn a_preview_adds_its_errors_until_it_is_closed() {
    let mut client = Client::new("backend-preview", FILES);
    client.open("Root.td");
    client.settle();
    assert_eq!(pulled(&mut client), "");
    let first = preview(&mut client);
    wait(&mut client, ERROR);
    assert_eq!(pulled(&mut client), ERROR);
    // Shown as long as any preview of it is open.
    let second = preview(&mut client);
    for (preview, want) in [(first, ERROR), (second, "")] {
        let closed = client.ask("tablegen/closePreview", json!({"preview": preview}));
        closed.expect("it is closed");
        wait(&mut client, want);
        assert_eq!(pulled(&mut client), want);
    }
}

#[test]
fn they_follow_edits_and_go_when_they_are_mended() {
    let mut client = Client::new("backend-edits", FILES);
    client.open("Root.td");
    preview(&mut client);
    wait(&mut client, ERROR);
    client.change("Root.td", &format!("// a line more\n{}", root()));
    wait(&mut client, &ERROR.replace("13:", "14:"));
    // An error that keeps the backend from being run is the only message.
    client.change("Root.td", &root().replace("def A : Row", "def A : Rows"));
    wait(
        &mut client,
        "13:8-13:12 tablegen error: Couldn't find class 'Rows'\n",
    );
    client.change("Root.td", root());
    wait(&mut client, ERROR);
    client.change("Root.td", &root().replace("\"Name\", \"Code\"", "\"Name\""));
    wait(&mut client, "");
    assert_eq!(pulled(&mut client), "");
}

fn with_settings(name: &str, backends: &[&str], more: Value) -> Client {
    in_files(name, FILES, backends, more)
}

fn in_files(name: &str, files: &str, backends: &[&str], more: Value) -> Client {
    let mut options = json!({"units": [{"root": "Root.td", "backends": backends}]});
    let more = more.as_object().cloned().unwrap_or_default();
    options.as_object_mut().expect("an object").extend(more);
    let mut client = Client::with(name, files, capabilities(), options);
    client.open("Root.td");
    client
}

/// A target whose root has this text.
fn target(text: &str) -> String {
    let target = "class InstrMapping;\ndef NEG : Inst<(outs GPR:$d), (ins GPR:$a)>;\n";
    let target = isel_source(GENERIC, target);
    format!("{LLVM_19}//- Root.td\ninclude \"Target.td\"\n{text}\n//- Target.td\n{target}")
}

/// The errors of three backends and the server's own search on one wrong name are one error, of which the others are
/// related places.
#[test]
fn one_mistake_is_told_once() {
    let check = |text: &str, want: Expect| {
        let backends = ["gen-dag-isel", "gen-instr-info", "gen-fast-isel"];
        let mut client = in_files("backend-once", &target(text), &backends, json!({}));
        client.wait(|it| {
            pushed(it).contains("said by -gen-dag-isel, -gen-fast-isel, -gen-instr-info")
        });
        want.assert_eq(&pushed(&client));
        assert_eq!(pulled(&mut client), pushed(&client));
    };
    check(
        "def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (add GPR:$a, GPR:$c))]>;",
        expect![[r#"
            1:4-1:7 gen-dag-isel error: In ADD: Operand $b does not appear in the instruction pattern
            note: said by -gen-dag-isel, -gen-fast-isel, -gen-instr-info
              1:4 In ADD: Instruction 'ADD' expects more than the provided 1 operands!
              1:4 In ADD: Pattern has dead named input: $c
        "#]],
    );
    check(
        "def : Pat<(sub i32:$a, i32:$b), (NEG $c)>;",
        expect![[r#"
        1:0-1:3 gen-dag-isel error: In anonymous_12: Node 'c' in output pattern but not input pattern
        note: said by -gen-dag-isel, -gen-fast-isel, -gen-instr-info
          1:0 In anonymous_12: Pattern has input without matching name in output: $c
    "#]],
    );
    check(
        "def : Pat<(NEG i32:$a), (GPR $a)>;",
        expect![[r#"
        1:0-1:3 gen-dag-isel error: In anonymous_12: Cannot use 'NEG' in an input pattern!
        note: said by -gen-dag-isel, -gen-fast-isel, -gen-instr-info
          1:0 In anonymous_12: Unrecognized node 'GPR'!
          1:0 Unhandled node in GetNumNodeResults
    "#]],
    );
    // Each record of a multiclass has it.
    check(
        "multiclass M { def A : Pat<(sub 0, i32:$a), (NEG $c)>; }\ndefm X : M;\ndefm Y : M;",
        expect![[r#"
            1:19-1:20 gen-dag-isel error: In XA: Node 'c' in output pattern but not input pattern
            note: said by -gen-dag-isel, -gen-fast-isel, -gen-instr-info
              2:9 instantiated from multiclass
              2:9 In XA: Pattern has input without matching name in output: $c
              3:9 In YA: Node 'c' in output pattern but not input pattern
              3:9 In YA: Pattern has input without matching name in output: $c
        "#]],
    );
    // Errors that the reference reports separately belong to the first.
    check(
        "def : Pat<(ld i32:$a), (NEG (NEG $a))>;",
        expect![[r#"
        1:0-1:3 gen-dag-isel error: pattern may load, but mayLoad isn't set on the output instructions
        note: said by -gen-dag-isel, -gen-fast-isel, -gen-instr-info
          663:4 defined here
    "#]],
    );
}

/// As in a build, a backend runs only if the source has no error, including errors after which the reference continues.
#[test]
fn errors_of_backends_do_not_stand_beside_those_of_the_source() {
    let mut client = with_settings("backend-beside", &["gen-searchable-tables"], json!({}));
    wait(&mut client, ERROR);
    client.change("Root.td", &format!("{}assert false, \"no\";\n", root()));
    wait(
        &mut client,
        "15:7-15:12 tablegen error: assertion failed: no\n",
    );
    assert_eq!(pulled(&mut client), pushed(&client));
    client.settle();
    assert_eq!(pulled(&mut client), pushed(&client));
    client.change("Root.td", root());
    wait(&mut client, ERROR);
}

/// Without its broken field, a record lacks what the backend reads. That is not told, not even for a moment, once the field
/// is mended.
#[test]
fn errors_about_records_of_a_broken_source_are_not_kept() {
    let code = "string Name = NAME; string Code = \"c\";";
    let files = FILES.replace("string Name = NAME;", code);
    let (_, good) = files.split_once('\n').expect("a name");
    let mut client = Client::new("backend-broken", &files);
    client.open("Root.td");
    preview(&mut client);
    client.change("Root.td", &good.replace("\"c\"", "missing"));
    let state = |client: &Client, want: &str| {
        let mut all = client.notifications.iter().rev();
        let last = all.find(|it| it["method"] == "tablegen/previewState");
        last.is_some_and(|it| it["params"].to_string().contains(want))
    };
    client.wait(|it| state(it, "is missing field"));
    client.change("Root.td", good);
    client.wait(|it| state(it, "current"));
    client.settle();
    let told = client.notifications.iter();
    let mut told = told.filter(|it| it["method"] == "textDocument/publishDiagnostics");
    assert!(told.all(|it| !it.to_string().contains("gen-searchable-tables")));
}

#[test]
fn settings_name_backends_of_a_root() {
    let mut client = with_settings("backend-settings", &["-gen-searchable-tables"], json!({}));
    wait(&mut client, ERROR);
    let backends = client.ask("tablegen/backends", json!({})).expect("a list");
    assert_eq!(backends[0]["name"], "gen-searchable-tables");
    assert_eq!(backends[0]["configured"], true);
    // Closing a preview does not remove diagnostics that the settings request.
    let open = preview(&mut client);
    let closed = client.ask("tablegen/closePreview", json!({"preview": open}));
    closed.expect("it is closed");
    client.settle();
    assert_eq!(pulled(&mut client), ERROR);
    client.settings = json!({"units": []});
    client.notify(
        "workspace/didChangeConfiguration",
        json!({"settings": null}),
    );
    wait(&mut client, "");
}

#[test]
fn settings_that_name_what_there_is_not() {
    let check = |backend: &str, want: Expect| {
        let mut client = with_settings("backend-unknown", &[backend], json!({}));
        client.wait(|it| !pushed(it).is_empty());
        want.assert_eq(&pushed(&client));
    };
    check(
        "gen-nothing",
        expect![[r#"
            0:0-0:5 gen-nothing error: no backend 'gen-nothing'
        "#]],
    );
    check(
        "print-enums -klass=Row",
        expect![[r#"
            0:0-0:5 print-enums error: 'print-enums' has no option 'klass'
        "#]],
    );
}

#[cfg(unix)]
#[test]
fn what_a_command_prints_stays_with_the_record() {
    let script = "echo \"$1:14:5: warning: an odd row\" >&2
        echo \"$1:15:5: note: in this table\" >&2
        echo \"error: it stops\" >&2; exit 1";
    let external = json!([{
        "name": "mine", "command": ["sh", "-c", script, "sh"], "input": "command-line", "language": "text",
    }]);
    let check = |trusted: bool, want: &str| {
        let more = json!({"external": external, "trusted": trusted});
        let mut client = with_settings("backend-command", &["mine"], more);
        if trusted {
            wait(&mut client, want)
        } else {
            client.settle()
        }
        assert_eq!(pulled(&mut client), want);
    };
    check(
        true,
        "0:0-0:5 mine error: it stops\n13:4-13:5 mine warning: an odd row\n  14:4 in this table\n",
    );
    check(false, "");
}

/// A message of a command without a place has none, even if its notes have places, and a place need not be that of a
/// record.
#[cfg(unix)]
#[test]
fn places_of_what_a_command_prints() {
    let script = "echo \"a-tblgen: error: it stops\" >&2
        echo \"$1:15:5: note: because of this\" >&2
        echo \"$1:15:45: error: not this one\" >&2
        echo \"$1:14: warning: an odd row\" >&2
        echo \"<unknown>:0: warning: odd\" >&2; exit 1";
    let external = json!([{
        "name": "mine", "command": ["sh", "-c", script, "sh"], "input": "command-line", "language": "text",
    }]);
    let more = json!({"external": external, "trusted": true});
    let mut client = with_settings("backend-places", &["mine"], more);
    client.wait(|it| !pushed(it).is_empty());
    expect![[r#"
        0:0-0:5 mine warning: odd
        13:0-13:3 mine warning: an odd row
        14:31-14:42 mine error: not this one
        14:4-14:9 mine error: it stops
          14:4 because of this
    "#]]
    .assert_eq(&pushed(&client));
    assert_eq!(pulled(&mut client), pushed(&client));
}

/// A preview whose command fails keeps its last good text, and is marked as outdated with the reason.
#[cfg(unix)]
#[test]
fn a_preview_that_fails_keeps_its_text() {
    let script = "cat > json; if grep -q Bad json; then echo \"error: it has a Bad\" >&2; exit 1; fi; echo good";
    let external = json!([{
        "name": "mine", "command": ["sh", "-c", script], "input": "json", "language": "text",
    }]);
    let options = json!({"external": external, "trusted": true});
    let mut client = Client::with("backend-fails", FILES, capabilities(), options);
    client.open("Root.td");
    let preview = client.ask("tablegen/preview", json!({"backend": "mine"}));
    let preview = preview.expect("a preview");
    assert_eq!(preview["text"], "good\n");
    let states = |client: &Client| {
        let states = client.notifications.iter();
        let states = states.filter(|it| it["method"] == "tablegen/previewState");
        let states =
            states.map(|it| format!("{} {}", it["params"]["state"], it["params"]["reason"]));
        states.collect::<Vec<_>>().join(", ")
    };
    client.change("Root.td", &root().replace("def A", "def Bad"));
    let (old, failed) = ("\"outdated\" null", "\"outdated\" \"it has a Bad\"");
    client.wait(|it| states(it) == format!("{old}, {failed}"));
    let lines = json!({"preview": preview["preview"], "startLine": 0, "endLine": 9});
    let text = client
        .ask("tablegen/previewText", lines.clone())
        .expect("a text");
    assert_eq!(text["text"], "good\n");
    client.wait(|it| pushed(it).contains("mine error: it has a Bad"));
    // It is still outdated while the next text is tried.
    client.change("Root.td", root());
    client.wait(|it| states(it) == format!("{old}, {failed}, \"current\" null"));
    let text = client.ask("tablegen/previewText", lines).expect("a text");
    assert_eq!(text["text"], "good\n");
}

/// `check` prints what the editor shows, message for message. An editor shows a single backend in a place of its own.
fn check_says_the_same(client: &Client) {
    let args = ["check", "--backends", "--hints", "Root.td"];
    let printed = tests::transcript(binary("tablegen-analyzer"), &args, client.dir.path());
    let printed: BTreeSet<&str> = printed
        .lines()
        .filter_map(|it| {
            it.split_once(": error: ")
                .or_else(|| it.split_once("note: "))
        })
        .map(|it| it.1)
        .filter(|it| !it.starts_with("said by"))
        .collect();
    let shown = pushed(client);
    let shown: BTreeSet<&str> = shown
        .lines()
        .map(|it| match it.trim_start().split_once(": ") {
            Some((_, message)) => message,
            None => it.trim_start().split_once(' ').expect("a place").1,
        })
        .filter(|it| !it.starts_with("said by"))
        .collect();
    assert_eq!(printed, shown);
}

/// Files of which a build runs these backends on the root.
fn built(runs: &str) -> String {
    let runs = runs
        .lines()
        .map(|it| format!("tablegen(LLVM Out.inc {it})\n"));
    let runs: String = runs.collect();
    format!("//- CMakeLists.txt\nset(LLVM_TARGET_DEFINITIONS Root.td)\n{runs}{FILES}")
}

#[test]
fn the_backends_of_the_build_are_checks() {
    let check = |setting: Value, want: &str| {
        let options = json!({"backendChecks": setting});
        let files = built("-gen-searchable-tables\n-gen-searchable-tables -x=1\n-gen-nothing");
        let mut client = Client::with("checks", &files, capabilities(), options);
        client.open("Root.td");
        client.settle();
        if !want.is_empty() {
            wait(&mut client, want);
        }
        assert_eq!(pulled(&mut client), want);
        client
    };
    check(json!("off"), "");
    for setting in [json!("all"), json!("cheap"), json!(null)] {
        let mut client = check(setting, ERROR);
        check_says_the_same(&client);
        let second = root().replace("Row\"; let", "Rows\"; let");
        client.change("Root.td", &second);
        client.wait(|it| pushed(it).contains("Rows"));
        client.change("Root.td", &root().replace("\"Name\", \"Code\"", "\"Name\""));
        wait(&mut client, "");
        // No backend is run while the source has errors.
        client.change("Root.td", &format!("{}def A : Gone;\n", root()));
        client.wait(|it| pushed(it).contains("Couldn't find class 'Gone'"));
        assert!(!pushed(&client).contains("Code"));
        client.change("Root.td", root());
        wait(&mut client, ERROR);
        // A preview of the same backend takes nothing with it when it is closed.
        let open = preview(&mut client);
        let closed = client.ask("tablegen/closePreview", json!({"preview": open}));
        closed.expect("it is closed");
        client.settle();
        assert_eq!(pulled(&mut client), ERROR);
        client.settings = json!({"backendChecks": "off"});
        client.notify(
            "workspace/didChangeConfiguration",
            json!({"settings": null}),
        );
        wait(&mut client, "");
    }
}

/// A wrong operand is shown in the string that names it, also if a multiclass passes the string on.
#[test]
fn a_wrong_operand_is_shown_in_its_string() {
    let target = "def Toy : AsmTarget;\ndef R0 : Reg<\"r0\">;\ndef Low : Regs<(add R0)>;\n\
         class Named<string name, string args> : Inst<(outs), (ins Low:$a), name # \" \" # args>;\n";
    let target = asm_source(GENERIC, target);
    let text = "include \"Target.td\"\nmulticlass M<string args> {\n  def X : Named<\"x\", args>;\n}\n\
         defm A : M<\"$a, $b\">;\n";
    let build = "tablegen(LLVM A.inc -gen-asm-matcher)\ntablegen(LLVM B.inc -gen-asm-writer)";
    let files = format!(
        "{LLVM_19}//- CMakeLists.txt\nset(LLVM_TARGET_DEFINITIONS Root.td)\n{build}\n//- Target.td\n{target}\n//- Root.td\n{text}"
    );
    let mut client = Client::new("checks-strings", &files);
    client.open("Root.td");
    client.wait(|it| pushed(it).contains("said by"));
    expect![[r#"
        4:16-4:18 gen-asm-matcher error: error: unable to find operand: 'b'
        note: said by -gen-asm-matcher, -gen-asm-writer
          2:6 in this record
          4:9 instantiated from multiclass
          4:9 'AX' does not have an operand named '$b'!
    "#]]
    .assert_eq(&pushed(&client));
    check_says_the_same(&client);
}

/// The generators report a mistake in a format and then that they give up; that is one mistake, at its byte.
#[test]
fn the_generators_of_a_dialect_are_checks() {
    let classes = include_str!("../../../backends/mlir/src/tests/dialect.td");
    let text = r#"include "Dialect.td"
def T : TypeDef<Own, "T"> {
  let mnemonic = "t";
  let parameters = (ins "int":$x);
  let assemblyFormat = "`<` $y `>`";
}
def A : Op<Own, "a"> {
  let arguments = (ins I32:$class);
  let assemblyFormat = "$lhs attr-dict";
}
"#;
    let build = "mlir_tablegen(O.h.inc -gen-op-decls)\nmlir_tablegen(O.cpp.inc -gen-op-defs)\n\
                 mlir_tablegen(T.h.inc -gen-typedef-decls)\nmlir_tablegen(T.cpp.inc -gen-typedef-defs)";
    let files = format!(
        "//- CMakeLists.txt\nset(LLVM_TARGET_DEFINITIONS Root.td)\n{build}\n//- Dialect.td\n{classes}\n//- Root.td\n{text}"
    );
    let mut client = Client::new("checks-dialect", &files);
    client.open("Root.td");
    client.wait(|it| {
        let pushed = pushed(it);
        [
            "gen-op-decls, -gen-op-defs",
            "gen-typedef-decls, -gen-typedef-defs",
            "keyword",
        ]
        .iter()
        .all(|it| pushed.contains(it))
    });
    expect![[r#"
        4:28-4:30 gen-typedef-decls error: T has no parameter named 'y'
        note: said by -gen-typedef-decls, -gen-typedef-defs
          1:4 in custom assembly format for this operation
        7:23-7:26 dialects hint: 'class' is a keyword of C++ and cannot be a name in the generated code
        8:24-8:28 gen-op-decls error: expected variable to refer to an argument, region, result, or successor
        note: said by -gen-op-decls, -gen-op-defs
          6:4 in custom assembly format for this operation
    "#]].assert_eq(&pushed(&client));
    check_says_the_same(&client);
}

/// An error about a record that is right by itself is at the record that uses it.
#[test]
fn errors_of_a_dialect_are_where_a_record_is_misused() {
    let classes = include_str!("../../../backends/mlir/src/tests/dialect.td");
    let text = r#"include "Dialect.td"
def A : Op<Own, "a"> {
  let results = (outs I32Attr:$r);
}
def B : Op<Own, "b"> {
  let builders = [
    OpBuilder<(ins I32:$x)>
  ];
}
def T : TypeDef<Own, "T"> {
  let parameters = (ins ?:$x);
}
"#;
    let build = "mlir_tablegen(O.h.inc -gen-op-decls -op-include-regex=a)\n\
                 mlir_tablegen(B.h.inc -gen-op-decls -op-include-regex=b)\nmlir_tablegen(T.h.inc -gen-typedef-decls)";
    let files = format!(
        "//- CMakeLists.txt\nset(LLVM_TARGET_DEFINITIONS Root.td)\n{build}\n//- Dialect.td\n{classes}\n//- Root.td\n{text}"
    );
    let mut client = Client::new("checks-misuse", &files);
    client.open("Root.td");
    client.wait(|it| pushed(it).matches("error").count() >= 3);
    let said = pushed(&client);
    // At `A`, at the builder, and at `T`.
    for place in ["1:4-", "6:4-", "9:4-"] {
        let is_it = |it: &str| it.starts_with(place) && it.contains(" error: ");
        assert!(said.lines().any(is_it), "{place} in {said}");
    }
}

/// The file of types is read by two roots that are both open, and its active unit is one on which the build runs no
/// generator of types.
#[test]
fn backends_of_another_open_root_report_on_a_file() {
    let classes = include_str!("../../../backends/mlir/src/tests/dialect.td");
    let wrong = "include \"Dialect.td\"\ndef T : TypeDef<Own, \"T\"> {\n  let mnemonic = \"t\";\n  \
                 let parameters = (ins \"int\":$x);\n  let assemblyFormat = \"`<` $y `>`\";\n}\n";
    let build = "set(LLVM_TARGET_DEFINITIONS Ops.td)\nmlir_tablegen(T.cpp.inc -gen-typedef-defs)\n\
                 set(LLVM_TARGET_DEFINITIONS Patterns.td)\nmlir_tablegen(P.cpp.inc -gen-rewriters)";
    let files = format!(
        "//- CMakeLists.txt\n{build}\n//- Dialect.td\n{classes}\n//- Types.td\n{wrong}//- Ops.td\n\
         include \"Types.td\"\n//- Patterns.td\ninclude \"Types.td\"\n"
    );
    let mut client = Client::new("checks-beside", &files);
    let said = |client: &Client| {
        let mut notifications = client.notifications.iter().rev();
        let is_it = |it: &&Value| {
            let uri = it["params"]["uri"].as_str().unwrap_or("");
            it["method"] == "textDocument/publishDiagnostics" && uri.ends_with("/Types.td")
        };
        let last = notifications.find(is_it);
        last.map_or_else(String::new, |it| show(&it["params"]["diagnostics"]))
    };
    for file in ["Ops.td", "Types.td", "Patterns.td"] {
        client.open(file);
    }
    client.wait(|it| said(it).contains("no parameter named 'y'"));
    client.change("Types.td", &wrong.replace("$y", "$z"));
    client.wait(|it| said(it).contains("no parameter named 'z'"));
    assert_eq!(said(&client).matches("no parameter named").count(), 1);
    client.change("Types.td", &wrong.replace("$y", "$x"));
    client.wait(|it| !said(it).contains("no parameter named"));
}
