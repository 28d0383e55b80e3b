//! The C++ names of operand classes, and the conversion of texts to identifiers.

use std::fmt::Write;

use elaborate::records::encode;
use target_model::matcher::{MatchClass, MatchClassKind};

/// The enumerator of an operand class.
pub(super) fn of_class(class: &MatchClass) -> String {
    match class.kind {
        MatchClassKind::Token => format!("MCK_{}", identifier(&class.name)),
        _ => format!("MCK_{}", class.name),
    }
}

/// The text as part of a C++ identifier. Every byte that is not an ASCII letter or digit is replaced.
pub(super) fn identifier(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for &byte in encode(text).iter() {
        out.push_str(match byte {
            b'*' => "_STAR_",
            b'%' => "_PCT_",
            b':' => "_COLON_",
            b'!' => "_EXCLAIM_",
            b'.' => "_DOT_",
            b'<' => "_LT_",
            b'>' => "_GT_",
            b'-' => "_MINUS_",
            b'#' => "_HASH_",
            _ if byte.is_ascii_alphanumeric() => {
                out.push(byte.into());
                continue;
            }
            _ => {
                // Characters are signed in the reference.
                let _ = write!(out, "_{}_", i32::from(byte.cast_signed()).cast_unsigned());
                continue;
            }
        });
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn identifiers() {
        assert_eq!(
            super::identifier("a*%:!.<>-#[_"),
            "a_STAR__PCT__COLON__EXCLAIM__DOT__LT__GT__MINUS__HASH__91__95_"
        );
        assert_eq!(super::identifier("é"), "_4294967235__4294967209_");
    }
}
