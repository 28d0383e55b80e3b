//! Summaries of constraints inside the texts of messages in C++.

use backend::Release;
use backend::text::escaped;

use mlir_model::template::Substitutions;

use super::changes;

/// What a message is built by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Message {
    /// Values that are put out one after another.
    Stream,
    /// A call whose last argument is the text.
    Call,
}

/// A summary as the inside of a literal. Where a release allows it, C++ between `{{` and `}}` is put out between two
/// literals.
pub(super) fn error_text(
    release: Release,
    summary: &str,
    names: &Substitutions,
    message: Message,
) -> String {
    let text = escaped(summary);
    if !changes::has_code_in_summaries(release) {
        return text;
    }
    let (first, mut rest) = split(&text, "{{");
    if rest.is_empty() {
        return text;
    }
    let end = match message {
        Message::Stream => "\"",
        Message::Call => "\")",
    };
    let mut out = format!("{first}{end}");
    while !rest.is_empty() {
        let (code, behind) = split(rest, "}}");
        out += " << ";
        out += &names.fill(code);
        if behind.is_empty() {
            break;
        }
        let (text, next) = split(behind, "{{");
        // The parenthesis that ends the call stands behind the last literal.
        let is_last = next.is_empty() && message == Message::Call;
        out += if is_last { " << (\"" } else { " << \"" };
        out += text;
        rest = next;
    }
    out
}

fn split<'t>(text: &'t str, separator: &str) -> (&'t str, &'t str) {
    text.split_once(separator).unwrap_or((text, ""))
}

#[cfg(test)]
mod tests {
    use backend::Release;
    use mlir_model::template::Substitutions;

    use super::{Message, error_text};

    #[track_caller]
    fn check(summary: &str, message: Message, want: &str) {
        let names = Substitutions::new().with("_self", "it");
        assert_eq!(error_text(Release::V22, summary, &names, message), want);
    }

    #[test]
    fn code_between_braces() {
        check("a \"b\"", Message::Stream, r#"a \"b\""#);
        check(
            "of {{f($_self)}} it",
            Message::Stream,
            r#"of " << f(it) << " it"#,
        );
        check(
            "of {{f($_self)}} it",
            Message::Call,
            r#"of ") << f(it) << (" it"#,
        );
        check(
            "{{a}}, {{b}}.",
            Message::Call,
            r#"") << a << ",  << b << ("."#,
        );
        check("at the end {{a}}", Message::Stream, r#"at the end " << a"#);
    }

    #[test]
    fn braces_of_19() {
        let names = Substitutions::new();
        let text = error_text(Release::V19, "of {{a}}", &names, Message::Stream);
        assert_eq!(text, "of {{a}}");
    }
}
