//! `check --format sarif`: logs in the Static Analysis Results Interchange Format.

use expect_test::expect;
use serde_json::Value;
use tests::TempDir;

use super::{check, folder};

/// The log that is printed, and the exit code.
fn sarif(dir: &TempDir, args: &[&str]) -> (String, Value) {
    let args: Vec<&str> = ["--format", "sarif"].iter().chain(args).copied().collect();
    let text = check(dir, &args);
    let (code, rest) = text.split_once("\n--- stdout\n").expect("there is output");
    let log = rest.split("--- stderr").next().unwrap_or(rest);
    let log = serde_json::from_str(log).expect("it is JSON");
    is_valid(&log);
    (code.to_owned(), log)
}

/// Checks the requirements of the schema of SARIF 2.1.0 for the objects in a log.
fn is_valid(log: &Value) {
    assert_eq!(log["version"], "2.1.0");
    for run in array(&log["runs"]) {
        let driver = &run["tool"]["driver"];
        assert!(driver["name"].is_string());
        let rules = array(&driver["rules"]);
        for rule in &rules {
            assert!(rule["id"].is_string());
            has_text(&rule["shortDescription"]);
        }
        let kind = run["columnKind"].as_str();
        assert!(matches!(kind, Some("utf16CodeUnits" | "unicodeCodePoints")));
        for invocation in array(&run["invocations"]) {
            assert!(invocation["executionSuccessful"].is_boolean());
            for notification in array(&invocation["toolExecutionNotifications"]) {
                has_text(&notification["message"]);
                is_level(&notification["level"]);
            }
        }
        for base in run["originalUriBaseIds"]
            .as_object()
            .expect("an object")
            .values()
        {
            assert!(base["uri"].as_str().is_some_and(|it| it.ends_with('/')));
        }
        for result in array(&run["results"]) {
            has_text(&result["message"]);
            is_level(&result["level"]);
            let rule = result["ruleIndex"].as_u64().expect("an index") as usize;
            assert_eq!(rules[rule]["id"], result["ruleId"]);
            for location in array(&result["locations"]) {
                is_location(&run, &location);
            }
            for location in array(&result["relatedLocations"]) {
                is_location(&run, &location);
                has_text(&location["message"]);
            }
        }
    }
}

fn array(value: &Value) -> Vec<Value> {
    value.as_array().expect("an array").clone()
}

fn has_text(message: &Value) {
    assert!(
        message["text"].as_str().is_some_and(|it| !it.is_empty()),
        "{message}"
    );
}

fn is_level(level: &Value) {
    let level = level.as_str();
    assert!(matches!(level, Some("none" | "note" | "warning" | "error")));
}

fn is_location(run: &Value, location: &Value) {
    let physical = &location["physicalLocation"];
    let artifact = &physical["artifactLocation"];
    let uri = artifact["uri"].as_str().expect("a uri");
    assert!(!uri.contains(' '), "{uri}");
    match artifact["uriBaseId"].as_str() {
        Some(base) => assert!(run["originalUriBaseIds"][base].is_object()),
        None => assert!(uri.starts_with("file:///"), "{uri}"),
    }
    let number = |name: &str| physical["region"][name].as_u64();
    assert!(number("startLine") >= Some(1) && number("startColumn") >= Some(1));
    assert!(number("endColumn").is_none_or(|end| Some(end) > number("startColumn")));
}

#[test]
fn a_sarif_log() {
    let dir = folder("check-sarif");
    let (code, log) = sarif(&dir, &["a b.td"]);
    assert_eq!(code, "exit 1");
    let results = array(&log["runs"][0]["results"]);
    let lines = results.iter().map(|it| {
        let place = &it["locations"][0]["physicalLocation"];
        let (file, region) = (&place["artifactLocation"], &place["region"]);
        format!(
            "{} {} {file} {region}\n",
            it["level"], it["message"]["text"]
        )
    });
    expect![[r#"
        "warning" "unused template argument: A:unused" {"uri":"a%20b.td","uriBaseId":"SRCROOT"} {"endColumn":29,"startColumn":23,"startLine":2}
        "error" "Couldn't find class 'Missing'" {"uri":"a%20b.td","uriBaseId":"SRCROOT"} {"endColumn":16,"startColumn":9,"startLine":4}
    "#]]
    .assert_eq(&lines.collect::<String>());
    let (code, log) = sarif(&dir, &["clean.td"]);
    assert_eq!(
        (code.as_str(), array(&log["runs"][0]["results"]).len()),
        ("exit 0", 0)
    );
}

#[test]
fn columns_of_a_sarif_log_are_characters_and_notes_are_related() {
    let dir = folder("check-columns");
    dir.write("twice.td", "/* 日𝄞 */ def r; def r;\n");
    let (_, log) = sarif(&dir, &["twice.td"]);
    let result = &log["runs"][0]["results"][0];
    expect![[r#"{"endColumn":22,"startColumn":21,"startLine":1}"#]]
        .assert_eq(&result["locations"][0]["physicalLocation"]["region"].to_string());
    expect![[r#"{"endColumn":15,"startColumn":14,"startLine":1}"#]]
        .assert_eq(&result["relatedLocations"][0]["physicalLocation"]["region"].to_string());
}

#[test]
fn a_sarif_log_says_what_could_not_be_checked() {
    let dir = folder("check-missing");
    let (code, log) = sarif(&dir, &["nothing.td", "clean.td"]);
    assert_eq!(code, "exit 1");
    let invocation = &log["runs"][0]["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let said = &invocation["toolExecutionNotifications"][0]["message"]["text"];
    expect!["\"cannot read 'nothing.td': No such file or directory (os error 2)\""]
        .assert_eq(&tests::in_words_of_linux(said.to_string()));
}
