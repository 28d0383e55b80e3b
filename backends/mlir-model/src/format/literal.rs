//! Literals: keywords and punctuation.

use backend::Release;

use super::element::Space;

/// Apart from letters, the characters that are valid literals on their own.
const SINGLE: &str = "_:,=<>()[]{}?+*";
/// Apart from letters, the characters that are valid literals on their own in LLVM 22 and later.
const SINGLE_SINCE_22: &str = "_:,=<>()[]{}?+-*";

/// Checks that a text is a valid literal. The error is the reference's message.
pub(super) fn check(text: &str, release: Release) -> Result<(), String> {
    let single = if release >= Release::V22 {
        SINGLE_SINCE_22
    } else {
        SINGLE
    };
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (None, _) => Err("literal can't be empty".to_owned()),
        (Some(only), None) if only.is_ascii_alphabetic() || single.contains(only) => Ok(()),
        (Some(_), None) => Err(format!(
            "single character literal must be a letter or one of '{single}'"
        )),
        _ if matches!(text, "->" | "...") => Ok(()),
        _ => check_keyword(text),
    }
}

fn check_keyword(text: &str) -> Result<(), String> {
    let starts = |it: char| it.is_ascii_alphabetic() || it == '_';
    let goes_on = |it: char| it.is_ascii_alphanumeric() || matches!(it, '_' | '$' | '.');
    if !text.starts_with(starts) {
        return Err("valid keyword starts with a letter or '_'".to_owned());
    }
    if !text.chars().all(goes_on) {
        let message = "keywords should contain only alphanum, '_', '$', or '.' characters";
        return Err(message.to_owned());
    }
    Ok(())
}

/// Whether a text can be a keyword.
pub fn is_keyword(text: &str) -> bool {
    check_keyword(text).is_ok()
}

/// Whether a space is printed before a literal. `last_was_punctuation` says whether the element printed before it was
/// punctuation.
fn needs_space_before(literal: &str, last_was_punctuation: bool) -> bool {
    if literal.len() != 1 && literal != "->" {
        return true;
    }
    let without = if last_was_punctuation {
        ">)}],"
    } else {
        "<>(){}[],"
    };
    !literal.starts_with(|it| without.contains(it))
}

/// Tracks whether a space is printed before the next element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spacing {
    /// Whether the previously printed element allows a space after it.
    pub wants_space: bool,
    /// Whether the previously printed element is punctuation.
    pub was_punctuation: bool,
}

impl Spacing {
    /// The state before the first element.
    pub const START: Spacing = Spacing {
        wants_space: true,
        was_punctuation: false,
    };

    /// The state after text that needs no space after it, such as a comma with a space.
    pub const SEPARATED: Spacing = Spacing {
        wants_space: false,
        was_punctuation: true,
    };

    /// Records a space element in the format of an operation. A line break does not change the state.
    pub fn space_of_operation(&mut self, space: Space) {
        match space {
            Space::None => *self = Spacing::SEPARATED,
            Space::Blank => {
                *self = Spacing {
                    wants_space: false,
                    was_punctuation: false,
                };
            }
            Space::Line => {}
        }
    }

    /// Records a space element in the format of a type or attribute.
    pub fn space_of_definition(&mut self, space: Space) {
        self.wants_space = false;
        self.was_punctuation |= space == Space::None;
    }

    /// Whether a space is printed before a literal. Records that the literal was printed.
    pub fn literal(&mut self, literal: &str) -> bool {
        let has_blank = self.wants_space && needs_space_before(literal, self.was_punctuation);
        let is_word = literal.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_');
        *self = Spacing {
            wants_space: !matches!(literal, "<" | "(" | "{" | "["),
            was_punctuation: !is_word,
        };
        has_blank
    }

    /// Whether a space is printed before an element that is not a literal.
    pub fn has_blank(self) -> bool {
        self.wants_space || !self.was_punctuation
    }

    /// Whether a space is printed before an element that is not a literal. Records that the element was printed.
    pub fn element(&mut self) -> bool {
        let has_blank = self.has_blank();
        *self = Spacing::START;
        has_blank
    }
}
