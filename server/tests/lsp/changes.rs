//! Changes of records and tables by an edit.

use expect_test::expect;
use serde_json::{Value, json};
use tests::lsp::Client;

use super::own::{ask, git, names, root_text, start};

#[test]
fn what_an_edit_changes_in_the_records() {
    let mut client = start("compare");
    let text = root_text()
        .replace("Reg<0>", "Reg<7>")
        .replace("defm P", "defm Q");
    client.change("Root.td", &text);
    let comparison = ask(&mut client, "tablegen/compare", json!({"base": "save"}));
    assert_eq!(names(&comparison["added"]), "QA QB");
    assert_eq!(names(&comparison["removed"]), "PA PB");
    let changed = &comparison["changed"][0];
    expect![[r#"{"name":"Number","new":"7","old":"0"}"#]]
        .assert_eq(&changed["fields"][0].to_string());
}

#[test]
fn what_changed_since_a_revision() {
    let files = "\
//- Root.td
class Reg<int n> { int Number = n; }
class User<Reg r> { Reg Used = r; string Named = \"\" # r; }
def R0 : Reg<0>;
def U : User<Reg<7>>;
def \"Of_\" # Reg<8> : Reg<8>;
";
    let capabilities = tests::lsp::capabilities();
    let mut client = Client::with("revision", files, capabilities, json!({"trusted": true}));
    git(&client, &["init", "-q"]);
    git(&client, &["add", "."]);
    git(&client, &["commit", "-q", "-m", "first"]);
    client.open("Root.td");
    let records = ask(&mut client, "tablegen/records", json!({"class": "Reg"}));
    assert!(
        names(&records["records"]).contains("Of_anonymous_"),
        "{records}"
    );
    let mut compare = |text: &str| {
        client.change("Root.td", text);
        let base = json!({"base": {"revision": "HEAD"}});
        let found = ask(&mut client, "tablegen/compare", base);
        let changed = found["changed"].as_array().into_iter().flatten();
        let changed: Vec<String> = changed
            .map(|it| format!("{} {}", it["name"], it["fields"]))
            .collect();
        let lists = [&found["added"], &found["removed"]].map(names);
        format!("+[{}] -[{}] {}", lists[0], lists[1], changed.join(" "))
    };
    let text = files.split_once('\n').expect("a name").1;
    // Anonymous records precede the mentioned ones, so that all of these get other numbers.
    let renumbered = text.replace("def R0", "def : Reg<1>;\ndef : Reg<2>;\ndef R0");
    assert_eq!(compare(&renumbered), "+[] -[] ");
    let changed = renumbered
        .replace("Reg<8>;", "Reg<9>;")
        .replace("R0 : Reg<0>", "R1 : Reg<0>");
    expect![[r#"+[R1] -[R0] "Of_anonymous_3" [{"name":"Number","new":"9","old":"8"}]"#]]
        .assert_eq(&compare(&changed));
}

/// A table whose location is reduced to the line, since the folder differs from run to run.
fn with_line(table: &Value) -> Value {
    let mut table = table.clone();
    if let Some(location) = table.get_mut("location") {
        *location = location["range"]["start"]["line"].clone();
    }
    table
}

#[test]
fn what_changed_in_which_tables() {
    let files = "\
//- CMakeLists.txt
set(LLVM_TARGET_DEFINITIONS Root.td)
tablegen(LLVM A.inc -print-enums -class=A)
tablegen(LLVM B.inc -print-enums -class=B)
tablegen(LLVM Isel.inc -gen-no-such-thing)
mlir_tablegen(M.inc -gen-of-the-project)
//- Root.td
class A;
class B;
def X : A;
def Y : B;
";
    let capabilities = tests::lsp::capabilities();
    let mut client = Client::with("tables", files, capabilities, json!({"trusted": true}));
    git(&client, &["init", "-q"]);
    git(&client, &["add", "."]);
    git(&client, &["commit", "-q", "-m", "first"]);
    client.open("Root.td");
    let text = "class A;\nclass B; // Moved.\n\ndef Y : B;\ndef X : A;\n";
    client.change("Root.td", text);
    let mut compare = |text: &str, params: Value| {
        client.change("Root.td", text);
        let tables = ask(&mut client, "tablegen/compareTables", params);
        let tables = tables.as_array().expect("a list").iter();
        tables
            .map(|it| format!("{}\n", with_line(it)))
            .collect::<String>()
    };
    expect![[r#"
        {"added":0,"language":"text","output":"A.inc","removed":0,"renumbered":0,"words":"-print-enums -class=A"}
        {"added":0,"language":"text","output":"B.inc","removed":0,"renumbered":0,"words":"-print-enums -class=B"}
        {"added":0,"failure":"Unknown command line argument '-gen-no-such-thing'. Did you mean '--gen-instr-info'?","language":"cpp","output":"Isel.inc","removed":0,"renumbered":0,"words":"-gen-no-such-thing"}
    "#]].assert_eq(&compare(text, json!({"base": "save"})));
    let renamed = text.replace("X", "Z");
    expect![[r#"
        {"added":1,"language":"text","output":"A.inc","removed":1,"renumbered":0,"words":"-print-enums -class=A"}
        {"added":0,"language":"text","output":"B.inc","removed":0,"renumbered":0,"words":"-print-enums -class=B"}
        {"added":0,"failure":"Unknown command line argument '-gen-no-such-thing'. Did you mean '--gen-instr-info'?","language":"cpp","output":"Isel.inc","removed":0,"renumbered":0,"words":"-gen-no-such-thing"}
    "#]].assert_eq(&compare(&renamed, json!({"base": {"revision": "HEAD"}})));
    let one = json!({"base": "save", "table": "-print-enums -class=A"});
    expect![[r#"
        {"added":1,"language":"text","output":"A.inc","removed":1,"renumbered":0,"texts":{"new":"Z, \n","old":"X, \n"},"words":"-print-enums -class=A"}
    "#]].assert_eq(&compare(&renamed, one));
    // A class that is not there any more.
    let broken = text
        .replace("class B; // Moved.", "class C;")
        .replace(": B", ": C");
    expect![[r#"
        {"added":0,"language":"text","output":"A.inc","removed":0,"renumbered":0,"words":"-print-enums -class=A"}
        {"added":0,"failure":"The class 'B' is not defined","language":"text","output":"B.inc","removed":0,"renumbered":0,"words":"-print-enums -class=B"}
        {"added":0,"failure":"Unknown command line argument '-gen-no-such-thing'. Did you mean '--gen-instr-info'?","language":"cpp","output":"Isel.inc","removed":0,"renumbered":0,"words":"-gen-no-such-thing"}
    "#]].assert_eq(&compare(&broken, json!({"base": "save"})));
    // The build makes nothing from sources with an error.
    let wrong = text.replace("def X : A", "def X : A, Missing");
    expect![[r#"
        {"added":0,"failure":"Root.td:5:12: error: Couldn't find class 'Missing'","language":"text","location":4,"output":"A.inc","removed":0,"renumbered":0,"words":"-print-enums -class=A"}
        {"added":0,"failure":"Root.td:5:12: error: Couldn't find class 'Missing'","language":"text","location":4,"output":"B.inc","removed":0,"renumbered":0,"words":"-print-enums -class=B"}
        {"added":0,"failure":"before: Unknown command line argument '-gen-no-such-thing'. Did you mean '--gen-instr-info'?","language":"cpp","location":4,"output":"Isel.inc","removed":0,"renumbered":0,"words":"-gen-no-such-thing"}
    "#]]
    .assert_eq(&compare(&wrong, json!({"base": "save"})));
    let none = json!({"base": "save", "table": "-dump-json"});
    assert_eq!(client.error("tablegen/compareTables", none), -32602);
}

#[test]
fn an_error_after_which_a_backend_goes_on_leaves_no_table() {
    let text = r#"
class TextSubstitution<string t> { string Substitution = t; }
class DiagClass { string Name = "CLASS_ERROR"; }
class Severity { string Name = "Error"; }
class DiagGroup<string n> { string GroupName = n; list<DiagGroup> SubGroups = []; string CategoryName = ""; }
class SFINAEResponse;
def CLASS_ERROR : DiagClass;
def SFINAE_Suppress : SFINAEResponse;
def SEV_Error : Severity;
class Diagnostic<string text> {
  string Component = "Sema"; string Summary = text; DiagClass Class = CLASS_ERROR; SFINAEResponse SFINAE = SFINAE_Suppress;
  bit WarningNoWerror = 0; bit ShowInSystemHeader = 0; bit ShowInSystemMacro = 1; bit Deferrable = 0;
  Severity DefaultSeverity = SEV_Error; DiagGroup Group = ?; string CategoryName = "";
}
def err_bad : Diagnostic<"no such thing">;
"#;
    let build = "tablegen(LLVM Diagnostics.inc -gen-clang-diags-defs)";
    let files = format!(
        "//- CMakeLists.txt\nset(LLVM_TARGET_DEFINITIONS Root.td)\n{build}\n//- Root.td\n{text}"
    );
    let mut client = Client::new("tables-with-errors", &files);
    client.open("Root.td");
    let mut compare = |text: &str| {
        client.change("Root.td", text);
        let tables = ask(
            &mut client,
            "tablegen/compareTables",
            json!({"base": "save"}),
        );
        format!("{}\n", with_line(&tables[0]))
    };
    expect![[r#"
        {"added":1,"language":"cpp","output":"Diagnostics.inc","removed":1,"renumbered":0,"words":"-gen-clang-diags-defs"}
    "#]]
    .assert_eq(&compare(&text.replace("such", "other")));
    expect![[r#"
        {"added":0,"failure":"Diagnostics should not end with punctuation; '.' is invalid","language":"cpp","location":14,"output":"Diagnostics.inc","removed":0,"renumbered":0,"words":"-gen-clang-diags-defs"}
    "#]]
    .assert_eq(&compare(&text.replace("thing", "thing.")));
}

#[test]
fn numbers_and_errors_of_tables() {
    let text = "\
class GenericEnum { string FilterClass; string NameField; string ValueField; }
class GenericTable {
  string FilterClass; string FilterClassField = ?; string CppTypeName = FilterClass; list<string> Fields;
  list<string> PrimaryKey; string PrimaryKeyName; bit PrimaryKeyEarlyOut = false; bit PrimaryKeyReturnRange = false;
}
class SearchIndex { GenericTable Table; list<string> Key; bit EarlyOut = false; bit ReturnRange = false; }
class Row<int n> { string Name = NAME; bits<8> Code = n; }
def A : Row<1>;
def B : Row<2>;
def Table : GenericTable { let FilterClass = \"Row\"; let Fields = [\"Name\", \"Code\"]; }
";
    let build =
        "tablegen(LLVM Rows.inc -gen-searchable-tables)\ntablegen(LLVM All.txt -print-records)";
    let files = format!(
        "//- CMakeLists.txt\nset(LLVM_TARGET_DEFINITIONS Root.td)\n{build}\n//- Root.td\n{text}"
    );
    let mut client = Client::new("tables-numbers", &files);
    client.open("Root.td");
    let mut compare = |text: &str| {
        client.change("Root.td", text);
        let params = json!({"base": "save"});
        let tables = ask(&mut client, "tablegen/compareTables", params);
        let tables = tables.as_array().expect("a list").iter();
        let shown = tables.map(|it| {
            let line = &it["location"]["range"]["start"]["line"];
            let failure = it["failure"].as_str().map(|it| format!(" {line}: {it}"));
            format!(
                "{} +{} -{} ={}{}\n",
                it["output"],
                it["added"],
                it["removed"],
                it["renumbered"],
                failure.unwrap_or_default()
            )
        });
        shown.collect::<String>()
    };
    expect![[r#"
        "Rows.inc" +0 -0 =0
        "All.txt" +0 -0 =0
    "#]]
    .assert_eq(&compare(text));
    expect![[r#"
        "Rows.inc" +0 -0 =1
        "All.txt" +0 -0 =1
    "#]]
    .assert_eq(&compare(&text.replace("Row<2>", "Row<7>")));
    // Another look at the same text, and at another one after it.
    expect![[r#"
        "Rows.inc" +0 -0 =1
        "All.txt" +0 -0 =1
    "#]]
    .assert_eq(&compare(&text.replace("Row<2>", "Row<7>")));
    expect![[r#"
        "Rows.inc" +1 -1 =0
        "All.txt" +2 -2 =0
    "#]]
    .assert_eq(&compare(&text.replace("def B", "def Bee")));
    expect![[r#"
        "Rows.inc" +0 -0 =0 7: Record `A' does not have a field named `Cod'!
        "All.txt" +1 -1 =0
    "#]]
    .assert_eq(&compare(&text.replace("\"Code\"", "\"Cod\"")));
    expect![[r#"
        "Rows.inc" +0 -0 =0 8: Root.td:9:9: error: Couldn't find class 'Rows'
        "All.txt" +0 -0 =0 8: Root.td:9:9: error: Couldn't find class 'Rows'
    "#]]
    .assert_eq(&compare(&text.replace("Row<2>", "Rows<2>")));
    expect![[r#"
        "Rows.inc" +0 -0 =0
        "All.txt" +0 -0 =0
    "#]]
    .assert_eq(&compare(text));
}
