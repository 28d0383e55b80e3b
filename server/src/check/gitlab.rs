//! Findings as a report of GitLab's code quality, which merge requests show.

use elaborate::diagnostic::Severity;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use xxhash_rust::xxh3::xxh3_128;

use super::finding::Finding;

/// The report with all findings.
pub(super) fn report(findings: &[Finding]) -> Value {
    let mut seen = FxHashMap::default();
    let issues = findings.iter().map(|it| issue(it, &mut seen));
    Value::Array(issues.collect())
}

/// The identity of a finding across runs: its file, rule and message. Its line is left out, since each edit above it
/// changes the line.
type Key<'a> = (&'a str, &'a str, &'a str);

/// A finding as an issue of GitLab's report. `seen` counts the earlier findings with the same key.
fn issue<'a>(finding: &'a Finding, seen: &mut FxHashMap<Key<'a>, usize>) -> Value {
    let rule = match finding.severity.word() {
        _ if finding.unused => "unused",
        word => word,
    };
    // GitLab requires a file and a line for each issue.
    let place = finding.place.as_ref();
    let (file, line) = place.map_or((".", 1), |it| (it.file.as_str(), it.line));
    let before = seen.entry((file, rule, &finding.message)).or_default();
    let key = [file, rule, &finding.message, &before.to_string()].join("\0");
    let fingerprint = format!("{:032x}", xxh3_128(key.as_bytes()));
    *before += 1;
    let notes = finding.notes.iter();
    let notes: String = notes.map(|it| format!("\nnote: {}", it.message)).collect();
    json!({
        "check_name": rule,
        "description": format!("{}{notes}", finding.message),
        "fingerprint": fingerprint,
        "location": {"path": file, "lines": {"begin": line}},
        "severity": match finding.severity {
            Severity::Error => "critical",
            Severity::Warning => "minor",
            Severity::Note => "info",
        },
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::finding::FindingPlace;
    use super::*;

    /// The fingerprints of errors, each by its file, line and message.
    fn fingerprints(errors: &[(&str, usize, &str)]) -> Vec<String> {
        let findings = errors.iter().map(|(file, line, message)| Finding {
            place: Some(FindingPlace {
                file: (*file).to_owned(),
                line: *line,
                column: 1,
                chars: (1, 2),
            }),
            severity: Severity::Error,
            message: (*message).to_owned(),
            unused: false,
            notes: Vec::new(),
        });
        let report = report(&findings.collect::<Vec<_>>());
        let issues = report.as_array().expect("a list").iter();
        issues.map(|it| it["fingerprint"].to_string()).collect()
    }

    #[test]
    fn fingerprints_stay_when_lines_move() {
        let before = fingerprints(&[("a.td", 1, "x"), ("a.td", 2, "y")]);
        assert_eq!(fingerprints(&[("a.td", 5, "x"), ("a.td", 9, "y")]), before);
    }

    #[test]
    fn findings_that_differ_have_fingerprints_that_differ() {
        let all = [
            ("a.td", 1, "x"),
            ("a.td", 2, "x"),
            ("b.td", 1, "x"),
            ("a.td", 1, "y"),
            ("a.tdx", 1, ""),
        ];
        let fingerprints = BTreeSet::from_iter(fingerprints(&all));
        assert_eq!(fingerprints.len(), all.len());
    }
}
