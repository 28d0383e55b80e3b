//! The summaries of constraints in C++ error messages.

use backend::Release;
use backend::text::escaped;

use mlir_model::template::Substitutions;

use super::changes;

/// The C++ construct that builds a message.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Message {
    /// The text is an operand of `<<`.
    Stream,
    /// The text is the last argument of a call. The result of the call is the left operand of `<<`.
    Call,
}

/// A summary as the content of a string literal. Since LLVM 22, C++ code between `{{` and `}}` becomes an operand of
/// `<<` between two literals.
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
        // The caller writes the closing parenthesis of the call after the last literal.
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
