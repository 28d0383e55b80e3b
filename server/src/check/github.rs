//! Findings as workflow commands, which GitHub's runners show at the lines of a change.

use std::fmt::Write;

use elaborate::diagnostic::Severity;

use super::finding::{Finding, FindingPlace};

/// The command for a finding, on a line of its own.
pub(super) fn command(finding: &Finding) -> String {
    let name = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let mut properties = String::new();
    if let Some(place) = &finding.place {
        let FindingPlace {
            file, line, chars, ..
        } = place;
        let file = escape_property(file);
        let _ = write!(properties, "file={file},line={line},col={}", chars.0);
        if chars.1 > chars.0 {
            let _ = write!(properties, ",endLine={line},endColumn={}", chars.1);
        }
        properties.push(',');
    }
    let mut message = finding.message.clone();
    for note in &finding.notes {
        let place = note.place.as_ref();
        let place = place.map(|it| format!("{}:{}:{}: ", it.file, it.line, it.chars.0));
        let _ = write!(
            message,
            "\n{}note: {}",
            place.unwrap_or_default(),
            note.message
        );
    }
    let title = format!("TableGen {}", finding.severity.word());
    format!(
        "::{name} {properties}title={title}::{}\n",
        escape_data(&message)
    )
}

/// The command that reports `message`, an error that prevented a check. The report has no place.
pub(super) fn failure(message: &str) -> String {
    format!(
        "::error title=tablegen-analyzer::{}\n",
        escape_data(message)
    )
}

/// Escapes a message. A line end would end the command, and the next line could be another command.
fn escape_data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Escapes the value of a property, which a comma or a colon would end.
fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn finding(severity: Severity, file: &str, message: &str) -> Finding {
        Finding {
            place: Some(FindingPlace {
                file: file.to_owned(),
                line: 7,
                column: 9,
                chars: (5, 8),
            }),
            severity,
            message: message.to_owned(),
            unused: false,
            notes: Vec::new(),
        }
    }

    fn check(finding: &Finding, want: Expect) {
        want.assert_eq(&command(finding));
    }

    #[test]
    fn no_text_of_a_source_begins_a_command_or_a_property() {
        check(
            &finding(Severity::Error, "a,b:c%.td", "100 %, a::b\r\n::error::x"),
            expect![[r#"
                ::error file=a%2Cb%3Ac%25.td,line=7,col=5,endLine=7,endColumn=8,title=TableGen error::100 %25, a::b%0D%0A::error::x
            "#]],
        );
    }

    #[test]
    fn notes_are_lines_of_the_message() {
        let mut warning = finding(Severity::Warning, "a.td", "odd");
        warning.notes = vec![
            finding(Severity::Note, "b.td", "see here"),
            Finding {
                place: None,
                ..finding(Severity::Note, "", "and think")
            },
        ];
        check(
            &warning,
            expect![[r#"
                ::warning file=a.td,line=7,col=5,endLine=7,endColumn=8,title=TableGen warning::odd%0Ab.td:7:5: note: see here%0Anote: and think
            "#]],
        );
    }

    #[test]
    fn a_note_is_a_notice() {
        let note = Finding {
            place: None,
            ..finding(Severity::Note, "", "by the way")
        };
        check(
            &note,
            expect![[r#"
                ::notice title=TableGen note::by the way
            "#]],
        );
    }
}
