//! Findings as SARIF 2.1.0, which code hosts and editors read.

use lsp_types::Url;
use project::path;
use serde_json::{Value, json};

use super::finding::{Finding, FindingPlace};

/// The id of the base of relative uris, which is the current folder.
const BASE: &str = "SRCROOT";

/// The id and description of each rule. Each rule covers all messages of one kind, because the reference's messages
/// have no ids.
const RULES: [(&str, &str); 3] = [
    ("error", "What llvm-tblgen refuses"),
    ("warning", "What llvm-tblgen warns of"),
    ("unused", "Something that nothing uses"),
];

/// A complete log. `failures` are messages about files that could not be checked and backends that could not be run.
/// `folder` is the current folder.
pub(super) fn log(findings: &[Finding], failures: &[String], folder: &str) -> Value {
    let notifications = failures.iter();
    let notifications = notifications
        .map(|it| json!({"level": "error", "message": {"text": it}}))
        .collect::<Vec<_>>();
    let results = findings.iter().map(|it| result(it, folder));
    let run = json!({
        "tool": {"driver": {
            "name": "tablegen-analyzer",
            "version": env!("CARGO_PKG_VERSION"),
            "rules": RULES.map(|(id, text)| json!({"id": id, "shortDescription": {"text": text}})),
        }},
        "invocations": [{
            "executionSuccessful": failures.is_empty(),
            "toolExecutionNotifications": notifications,
        }],
        "originalUriBaseIds": {BASE: {"uri": Url::from_directory_path(folder).ok()}},
        "columnKind": "unicodeCodePoints",
        "results": results.collect::<Vec<_>>(),
    });
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    })
}

fn result(finding: &Finding, folder: &str) -> Value {
    let rule = match finding.severity.word() {
        _ if finding.unused => "unused",
        "error" => "error",
        _ => "warning",
    };
    let mut text = finding.message.clone();
    let mut related = Vec::new();
    for note in &finding.notes {
        match &note.place {
            Some(place) => {
                let mut location = location(place, folder);
                location["message"] = json!({"text": note.message});
                related.push(location);
            }
            None => text += &format!("\nnote: {}", note.message),
        }
    }
    json!({
        "ruleId": rule,
        "ruleIndex": RULES.iter().position(|(id, _)| *id == rule),
        "level": finding.severity.word(),
        "message": {"text": text},
        "locations": finding.place.iter().map(|it| location(it, folder)).collect::<Vec<_>>(),
        "relatedLocations": related,
    })
}

fn location(place: &FindingPlace, folder: &str) -> Value {
    let (start, end) = place.chars;
    let mut region = json!({"startLine": place.line, "startColumn": start});
    if end > start {
        region["endColumn"] = json!(end);
    }
    json!({"physicalLocation": {
        "artifactLocation": artifact(&place.file, folder),
        "region": region,
    }})
}

/// A file as a uri, relative to the current folder `folder` if the file is below that folder.
fn artifact(file: &str, folder: &str) -> Value {
    // A path that cannot be converted to a uri is given unchanged.
    let Ok(uri) = Url::from_file_path(path::join(folder, file)) else {
        return json!({"uri": file});
    };
    let base = Url::from_directory_path(folder);
    let relative = base
        .as_ref()
        .ok()
        .and_then(|it| uri.as_str().strip_prefix(it.as_str()));
    match relative {
        Some(relative) => json!({"uri": relative, "uriBaseId": BASE}),
        None => json!({"uri": uri}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_uris() {
        let root = if cfg!(windows) { "C:/" } else { "/" };
        let base = format!("{root}w/c");
        let check = |file: &str, want: Value| assert_eq!(artifact(file, &base), want);
        let relative = json!({"uri": "a%20b/%C3%A9.td", "uriBaseId": "SRCROOT"});
        check("a b/é.td", relative.clone());
        check(&format!("{base}/a b/é.td"), relative);
        let uri = |path: &str| format!("file:///{}{path}", root.trim_start_matches('/'));
        check("../a b.td", json!({"uri": uri("w/a%20b.td")}));
        check(&format!("{root}a.td"), json!({"uri": uri("a.td")}));
    }
}
