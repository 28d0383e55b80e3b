//! Errors of the lexer, the preprocessor and the parser.

use std::borrow::Cow;

use rowan::{TextRange, TextSize};

use crate::{Release, Releases, UNKNOWN_OPERATOR};

/// The severity of a message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    /// The file is not accepted.
    Error,
    /// The file is accepted.
    Warning,
    /// More about the message before it.
    Note,
}

/// A message of the lexer, the preprocessor or the parser.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SyntaxError {
    /// The message in the words of llvm-tblgen 19; see [`in_words_of`].
    pub message: Cow<'static, str>,
    /// The range of the error. The reference's caret is at its start.
    pub range: TextRange,
    /// The start of the token at which the parser stood when this was found. An analysis in step with the parser
    /// reports its errors about earlier tokens and this one before the parser's, and after those of the lexer.
    pub at: TextSize,
    /// Whether the lexer or the preprocessor found it.
    pub lexical: bool,
    /// Its severity.
    pub severity: Severity,
    /// The releases that report it.
    pub releases: Releases,
    /// Whether an include directive includes no file: the missing file might declare anything.
    pub of_include: bool,
    /// Whether something is missing before `range`: the error belongs after the previous token.
    pub missing_before: bool,
    /// The error in plain words, if the reference's message is misleading.
    pub plainly: Option<Cow<'static, str>>,
    /// The messages that the reference prints directly after it, in order. These may be errors themselves.
    pub notes: Vec<Note>,
}

/// An additional message of another one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Note {
    /// Its severity.
    pub severity: Severity,
    /// The message in the words of llvm-tblgen 19.
    pub message: Cow<'static, str>,
    /// The position of the caret; `None` if the reference prints no location.
    pub offset: Option<TextSize>,
}

/// The error for a directive at the end of the file without a line end, which the reference does not recognize.
pub(crate) const NO_LINE_END: &str = "a line end is missing after '#endif'";

/// The message about a token between statements that does not begin one.
pub const NO_STATEMENT: &str = "Unexpected token at top level";
/// The messages about semicolons after the bodies of classes and records, and of multiclasses. The parser continues.
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

/// The message, given in the words of llvm-tblgen 19, in those of another release.
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
    // Newer lexers start their messages with a small letter.
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

/// The largest number of errors of a file: in text in another language each word is one.
pub(crate) const MAX_ERRORS: usize = 1_000;
/// The message if a file has more errors than that. The rest of the file is skipped.
pub const TOO_MANY_ERRORS: &str =
    "more than 1,000 syntax errors: the rest of this file is not read";

impl SyntaxError {
    /// The error at the token from which on the text is skipped.
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
