//! Errors of the lexer, the preprocessor and the parser.

use std::borrow::Cow;

use rowan::{TextRange, TextSize};

use crate::{Release, Releases, UNKNOWN_OPERATOR};

/// The severity of a message, which decides whether the reference accepts the file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    /// An error: the file is not accepted.
    Error,
    /// A warning: the file is accepted.
    Warning,
    /// Additional information about the preceding message.
    Note,
}

impl Severity {
    /// The word before messages: `error`, `warning` or `note`.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// An error or warning of the lexer, the preprocessor or the parser.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SyntaxError {
    /// The message in the words of llvm-tblgen 19; see [`in_words_of`].
    pub message: Cow<'static, str>,
    /// The range of the error. The reference's caret is at its start.
    pub range: TextRange,
    /// The start of the parser's current token when the error was found. The messages of the lexer, of the parser, and
    /// of an analysis that runs in step with the parser are ordered by this offset. Among messages with the same
    /// offset, those of the lexer come first, then those of the analysis about tokens up to this token, then those of
    /// the parser.
    pub at: TextSize,
    /// Whether the lexer or the preprocessor found the error.
    pub lexical: bool,
    /// Whether this is an error or a warning. Further messages about it are in `notes`.
    pub severity: Severity,
    /// The releases that report the error.
    pub releases: Releases,
    /// Whether the error is about an include directive that includes no file. The missing file might declare any name.
    pub of_include: bool,
    /// Whether something is missing before `range`. If so, an editor shows the error after the previous token.
    pub missing_before: bool,
    /// A clearer message for users, if the reference's message is misleading.
    pub plainly: Option<Cow<'static, str>>,
    /// The messages that the reference prints directly after this one, in order. They may be errors.
    pub notes: Vec<Note>,
}

/// A message that belongs to a syntax error.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Note {
    /// The severity, which may be that of an error.
    pub severity: Severity,
    /// The message in the words of llvm-tblgen 19.
    pub message: Cow<'static, str>,
    /// The position of the caret; `None` if the reference prints no location.
    pub offset: Option<TextSize>,
}

/// The message if a conditional is open at the end of a file whose last characters are `#endif`. The reference does not
/// recognize a directive that no line end follows.
pub(crate) const NO_LINE_END: &str = "a line end is missing after '#endif'";

/// The message about a token that cannot start a statement, in a place where a statement is expected.
pub const NO_STATEMENT: &str = "Unexpected token at top level";
/// The messages about a superfluous semicolon: after the body of a class or record, and after the body of a multiclass.
/// The parser skips the semicolon and continues.
pub const SUPERFLUOUS_SEMICOLON: [&str; 2] = [
    "A class or def body should not end with a semicolon",
    "A multiclass body should not end with a semicolon",
];

impl SyntaxError {
    /// The offset of the reference's caret.
    pub fn offset(&self) -> TextSize {
        self.range.start()
    }
}

/// Converts a message from the words of llvm-tblgen 19 to those of another release.
pub fn in_words_of(message: &str, release: Release) -> Cow<'_, str> {
    if release < Release::V21 {
        return Cow::Borrowed(message);
    }
    match message {
        "Unterminated comment!" => return Cow::Borrowed("unterminated comment"),
        "expected identifier in dag init" => {
            return Cow::Borrowed("expected identifier or list of value types in dag init");
        }
        _ => {}
    }
    // From [`Release::V21`] on, messages of the lexer start with a small letter.
    let lowered = LOWERED.iter().any(|it| message.starts_with(it));
    match message.split_at_checked(1) {
        Some((first, rest)) if lowered => Cow::Owned(first.to_ascii_lowercase() + rest),
        _ => Cow::Borrowed(message),
    }
}

const LOWERED: &[&str] = &[
    "Could not find include file '",
    "Duplicate definition of macro: ",
    "End of file in string literal",
    "End of line in string literal",
    "Expected filename after include",
    "Expected macro name after ",
    "Invalid '..' punctuation",
    "Invalid \"!operator\"",
    "Invalid number",
    "Invalid variable name",
    "Number out of range",
    "Only comments are supported after ",
    "Previous #else is here",
    "Reached EOF without matching #endif",
    "The latest preprocessor control is here",
    "Unexpected character",
    UNKNOWN_OPERATOR,
    "Unterminated code block",
];

/// The largest number of errors reported in a file. In a text in another language, each word is an error.
pub(crate) const MAX_ERRORS: usize = 1_000;
/// The message if a file has more errors than the limit. The remaining text is skipped.
pub const TOO_MANY_ERRORS: &str =
    "more than 1,000 syntax errors: the rest of this file is not read";

impl SyntaxError {
    /// The error that reports too many errors in a file. The text from `at` on is skipped.
    pub(crate) fn too_many(at: TextSize) -> SyntaxError {
        SyntaxError {
            message: TOO_MANY_ERRORS.into(),
            range: TextRange::empty(at),
            at,
            lexical: false,
            severity: Severity::Error,
            releases: Releases::ALL,
            of_include: false,
            missing_before: false,
            plainly: None,
            notes: Vec::new(),
        }
    }
}

/// The message for a keyword in place of a name.
pub fn keyword_as_name(word: &str) -> String {
    format!("'{word}' is a keyword and cannot be a name")
}
