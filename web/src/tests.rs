//! Requests as the page makes them, on a fixture of files. The first file is the root.

use elaborate::stack;
use expect_test::{Expect, expect};
use serde_json::{Value, json};
use tests::fixture::Fixture;

use crate::Session;

fn open(fixture: &Fixture) -> Session {
    let mut session = Session::default();
    let files: serde_json::Map<_, _> = fixture
        .files
        .iter()
        .map(|(name, text)| (name.clone(), json!(text)))
        .collect();
    let root = &fixture.files[0].0;
    let params = json!({ "files": files, "root": root, "release": "22" });
    ask(&mut session, "open", params);
    session
}

#[track_caller]
fn ask(session: &mut Session, method: &str, params: Value) -> Value {
    let answer = answer(session, method, params);
    assert_eq!(answer["error"], Value::Null);
    answer["result"].clone()
}

fn answer(session: &mut Session, method: &str, params: Value) -> Value {
    let request = json!({ "method": method, "params": params });
    serde_json::from_str(&session.answer(&request.to_string())).expect("JSON")
}

/// The diagnostics and their notes, each as a line with its place and message.
fn diagnostics(session: &mut Session) -> String {
    let answer = ask(session, "diagnostics", Value::Null);
    let mut out = String::new();
    for report in answer["reports"].as_array().expect("a list") {
        push_report(&mut out, "", report);
    }
    for include in answer["missing"].as_array().expect("a list") {
        out += &format!("missing: {}\n", include.as_str().expect("a text"));
    }
    out
}

fn push_report(out: &mut String, indent: &str, report: &Value) {
    let place = match report["path"].as_str() {
        Some(path) => format!("{path}:{}..{}", report["start"], report["end"]),
        None => "-".to_owned(),
    };
    let text = |name: &str| report[name].as_str().expect("a text").to_owned();
    *out += &format!(
        "{indent}{place} {}: {}\n",
        text("severity"),
        text("message")
    );
    for note in report["notes"].as_array().into_iter().flatten() {
        push_report(out, "  ", note);
    }
}

#[track_caller]
fn check_diagnostics(text: &str, want: Expect) {
    let mut session = open(&Fixture::read(text, "Root.td"));
    want.assert_eq(&diagnostics(&mut session));
}

/// Checks the answer's field `field` for the place at `$0`.
#[track_caller]
fn check_at(method: &str, field: &str, text: &str, want: Expect) {
    let fixture = Fixture::read(text, "Root.td");
    let (path, offset) = fixture.cursor.clone().expect("a cursor");
    let file = fixture.files.iter().find(|it| it.0 == path);
    let before = &file.expect("a file").1[..offset];
    let offset = before.encode_utf16().count();
    let mut session = open(&fixture);
    let params = json!({ "path": path, "offset": offset });
    let answer = ask(&mut session, method, params);
    match &answer[field] {
        Value::String(text) => want.assert_eq(&format!("{text}\n")),
        _ => want.assert_eq(&format!("{answer}\n")),
    }
}

#[test]
fn diagnostics_have_places_in_units_of_the_page() {
    check_diagnostics(
        "// 日本 😀\nclass A<int n>;\ndef x : A<\"1\">;\n",
        expect![[r#"
            Root.td:21..22 warning: unused template argument: A:n
            Root.td:35..38 error: Value specified for template argument 'A:n' is of type string; expected type int: "1"
        "#]],
    );
    check_diagnostics(
        "include \"b.td\"\ndef x : B;\n//- b.td\nclass B { int n = ; }\n",
        expect![[r#"
            b.td:18..19 error: Unknown or reserved token when parsing a value
        "#]],
    );
}

#[test]
fn what_is_missing_is_listed() {
    check_diagnostics(
        "include \"llvm/Target/Target.td\"\n",
        expect![[r#"
        Root.td:8..31 error: could not find include file 'llvm/Target/Target.td'
        missing: llvm/Target/Target.td
    "#]],
    );
}

#[test]
fn includes_are_found_by_the_names_of_files() {
    check_diagnostics(
        "//- lib/Target/X/X.td\ninclude \"llvm/Target.td\"\ninclude \"Instrs.td\"\ndef x : A;\n\
         //- include/llvm/Target.td\nclass A;\n//- lib/Target/X/Instrs.td\ndef i : A;\n",
        expect![""],
    );
}

#[test]
fn an_include_may_come_with_an_edit() {
    let mut session = open(&Fixture::read("def a;\n//- sub/b.td\ndef b;\n", "Root.td"));
    let text = "include \"b.td\"\ndef c { list<int> l = [b]; }\n";
    ask(
        &mut session,
        "write",
        json!({ "files": { "Root.td": text } }),
    );
    expect![[r#"
        Root.td:40..41 error: Element type mismatch for list: element type '{}' not convertible to 'int
    "#]].assert_eq(&diagnostics(&mut session));
    ask(
        &mut session,
        "write",
        json!({ "files": { "sub/b.td": null } }),
    );
    expect![[r#"
        Root.td:8..14 error: could not find include file 'b.td'
        missing: b.td
    "#]]
    .assert_eq(&diagnostics(&mut session));
}

/// The texts of included files are written when the unit wants them.
#[test]
fn the_unit_asks_for_the_texts_that_it_includes() {
    let mut session = Session::default();
    let unread = [
        "inc/t/Target.td",
        "lib/X/Base.td",
        "lib/Y/Base.td",
        "lib/Y/Other.td",
    ];
    let root = "include \"t/Target.td\"\ninclude \"Base.td\"\ndef x : A, B;\n";
    let params = json!({
        "files": { "lib/Y/Y.td": root },
        "unread": unread,
        "root": "lib/Y/Y.td",
        "includeDirs": ["lib/X"],
        "macros": ["HAS_B"],
        "release": "22",
    });
    let opened = ask(&mut session, "open", params);
    expect![[r#"{"wanted":["lib/X/Base.td","inc/t/Target.td"]}"#]].assert_eq(&opened.to_string());
    let files = json!({
        "inc/t/Target.td": "class A;\n",
        // It could not be read.
        "lib/X/Base.td": null,
    });
    let written = ask(&mut session, "write", json!({ "files": files }));
    expect![[r#"{"wanted":["lib/Y/Base.td"]}"#]].assert_eq(&written.to_string());
    let files = json!({ "lib/Y/Base.td": "#ifdef HAS_B\nclass B;\n#endif\n" });
    let written = ask(&mut session, "write", json!({ "files": files }));
    expect![[r#"{"wanted":[]}"#]].assert_eq(&written.to_string());
    assert_eq!(diagnostics(&mut session), "");
}

#[test]
fn edits_change_answers() {
    let mut session = open(&Fixture::read("class A;\ndef a : A;\n", "Root.td"));
    let names = |session: &mut Session, filter: &str| {
        let answer = ask(session, "records", json!({ "filter": filter }));
        answer["records"].to_string()
    };
    let first = names(&mut session, "");
    assert_eq!(first, r#"[{"classes":["A"],"name":"a"}]"#);
    for (text, want) in [
        ("class A;\ndef a : A;\ndef b\n", "Root.td"),
        ("class A;\ndef a : A;\ndef b;\n", ""),
    ] {
        let params = json!({ "files": { "Root.td": text } });
        ask(&mut session, "write", params);
        assert!(diagnostics(&mut session).contains(want));
    }
    let all = names(&mut session, "");
    assert_eq!(
        all,
        r#"[{"classes":["A"],"name":"a"},{"classes":[],"name":"b"}]"#
    );
    assert_eq!(names(&mut session, "b"), r#"[{"classes":[],"name":"b"}]"#);
    assert_eq!(names(&mut session, "A"), first);
    assert_eq!(names(&mut session, "not A"), names(&mut session, "b"));
    let wrong = answer(&mut session, "records", json!({ "filter": "n = 1" }));
    assert_eq!(wrong["error"], "there is no field 'n'");
}

#[test]
fn hovers_have_links_that_the_page_follows() {
    check_at(
        "hover",
        "text",
        "include \"a b.td\"\ndef x : $0A<2> { let n = 3; }\n//- a b.td\n/// Something.\nclass A<int m> { int n = m; }\n",
        expect![[r#"
            ```tablegen
            class A<int m> {
              int n = m;
            }
            ```

            Something.

            0 subclasses, 1 `def`

            [definition](#a%20b.td:21)
        "#]],
    );
    check_at(
        "hover",
        "text",
        "// 日本 😀\ndef $0x { int n = !add(1, 2); }\n",
        expect![[r#"
            ```tablegen
            def x {
              int n = 3;	// this def, Root.td:2
            }
            ```

            日本 😀

            [definition](#Root.td:13)
        "#]],
    );
    check_at(
        "hover",
        "text",
        "def x; $0\n",
        expect![[r#"
        null
    "#]],
    );
}

#[test]
fn definitions() {
    check_at(
        "definition",
        "",
        "include \"b.td\"\ndef x : $0B;\n//- b.td\n// é\nclass B;\n",
        expect![[r#"
            [{"end":12,"line":2,"path":"b.td","start":11}]
        "#]],
    );
}

#[test]
fn records_in_full() {
    let mut session = open(&Fixture::read(
        "class A { int n = 1; }\ndef a : A;\n",
        "Root.td",
    ));
    let record = ask(&mut session, "record", json!({ "name": "a" }));
    expect![[r#"
        def a {	// A
          int n = 1;
        }
    "#]]
    .assert_eq(record["text"].as_str().expect("a text"));
    assert_eq!(record["start"], 27);
    let unknown = ask(&mut session, "record", json!({ "name": "b" }));
    assert_eq!(unknown, Value::Null);
}

/// Each dag contains the one before twice.
#[test]
fn a_text_without_end_is_cut() {
    let mut text = "def op;\ndef a {\n  dag d0 = (op);\n".to_owned();
    for i in 1..60 {
        let before = i - 1;
        text += &format!("  dag d{i} = (op d{before}, d{before});\n");
    }
    let mut session = open(&Fixture::read(&(text + "}\n"), "Root.td"));
    let record = ask(&mut session, "record", json!({ "name": "a" }));
    let len = record["text"].as_str().expect("a text").len();
    assert!((1 << 20..1 << 21).contains(&len), "{len}");
}

#[test]
fn tokens_have_kinds() {
    let mut session = open(&Fixture::read("/*é*/ class A;\n", "Root.td"));
    let answer = ask(&mut session, "tokens", json!({ "path": "Root.td" }));
    expect![[r#"{"kinds":["comment","keyword","class"],"tokens":[0,5,0,6,5,1,12,1,2]}"#]]
        .assert_eq(&answer.to_string());
}

fn table(text: &str, backend: &str, options: &[&str]) -> Value {
    let mut session = open(&Fixture::read(text, "Root.td"));
    let params = json!({ "backend": backend, "options": options });
    answer(&mut session, "table", params)
}

#[test]
fn tables_with_the_records_of_their_lines() {
    let answer = table("def a;\ndef b;\n", "print-records", &[]);
    expect![[r#"{"failed":false,"is_cut":false,"language":"text","lines":[2,4,0,4,6,1],"messages":[],"records":["a","b"],"text":"------------- Classes -----------------\n------------- Defs -----------------\ndef a {\n}\ndef b {\n}\n"}"#]].assert_eq(&answer["result"].to_string());
    let enums = table("class C;\ndef a : C;\n", "print-enums", &["-class=C"]);
    assert_eq!(enums["result"]["text"], "a, \n");
}

#[test]
fn tables_that_are_not_made() {
    let error = |answer: Value| answer["error"].as_str().unwrap_or_default().to_owned();
    assert_eq!(
        error(table("def a\n", "print-records", &[])),
        "there is no table while the files have errors"
    );
    assert_eq!(
        error(table("\n", "gen-nothing", &[])),
        "no backend 'gen-nothing'"
    );
    assert_eq!(
        error(table("\n", "print-records", &["-x=1"])),
        "'print-records' has no option 'x'"
    );
    let failed = table("def a;\n", "gen-register-info", &[]);
    assert_eq!(failed["result"]["failed"], true);
    expect![[r#"[{"message":"The class 'HwMode' is not defined","notes":[],"severity":"error"}]"#]]
        .assert_eq(&failed["result"]["messages"].to_string());
}

#[test]
fn backends_that_fit() {
    let mut session = open(&Fixture::read(
        "class DirectiveLanguage;\ndef a : DirectiveLanguage;\n",
        "Root.td",
    ));
    let all = ask(&mut session, "backends", Value::Null);
    let all = all.as_array().expect("a list");
    let fits = |name: &str| {
        let found = all.iter().find(|it| it["name"] == name);
        found.expect("a backend")["fits"].clone()
    };
    let languages: Vec<&Value> = all.iter().map(|it| &it["language"]).collect();
    assert!(languages.contains(&&json!("cpp")) && languages.contains(&&json!("text")));
    assert_eq!(fits("print-records"), true);
    assert_eq!(fits("gen-directive-decl"), true);
    assert_eq!(fits("gen-register-info"), false);
}

#[test]
fn what_is_no_request() {
    let mut session = Session::default();
    assert!(session.answer("{").contains("error"));
    let early = answer(&mut session, "diagnostics", Value::Null);
    assert_eq!(early["error"], "no files are open");
    let params = json!({ "files": {}, "root": "x.td", "release": "7" });
    let unknown = answer(&mut session, "open", params);
    assert_eq!(unknown["error"], "no release '7'");
}

/// Nothing that a page may contain ends the engine.
#[test]
fn places_outside_of_files() {
    let mut session = open(&Fixture::read("def 日 ; // 😀\n", "Root.td"));
    for path in ["Root.td", "none.td"] {
        for offset in [0, 5, 11, 12, 13, 1 << 20, usize::MAX] {
            for method in ["hover", "definition"] {
                ask(
                    &mut session,
                    method,
                    json!({ "path": path, "offset": offset }),
                );
            }
        }
    }
}

/// Each class has an instance of the one before. The stack is the smallest that there is.
#[test]
fn a_long_chain_of_instances_is_an_error() {
    let mut text = "class A0<int n> { int v = n; }\n".to_owned();
    for i in 1..3000 {
        let before = i - 1;
        text += &format!("class A{i}<int n> {{ int v = A{before}<n>.v; }}\n");
    }
    text += "def a { int n = A2999<1>.v; }\n";
    let check = move || {
        let mut session = open(&Fixture::read(&text, "Root.td"));
        let said = diagnostics(&mut session);
        assert!(said.contains("nested more deeply"), "{said}");
    };
    let thread = std::thread::Builder::new().stack_size(stack::LEAST);
    let thread = thread.spawn(|| stack::declare(stack::LEAST, check));
    thread.expect("a thread").join().expect("no overflow");
}
