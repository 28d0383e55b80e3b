//! What a file includes, found without parsing it.

use memchr::{memchr, memmem};

/// How many includes of one file are looked at.
const MAX_INCLUDES: usize = 10_000;

/// The paths that the include directives of a text name, in order. What `#ifdef` switches off counts too.
pub fn includes(text: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    // Files include at the top: nothing after the last possible place needs to be understood.
    // (A search from the end is slower than one for all.)
    let Some(last) = memmem::find_iter(text, b"include").last() else {
        return found;
    };
    let mut at = 0;
    while at <= last && found.len() < MAX_INCLUDES {
        match text[at] {
            b'"' => at = end_of_string(text, at),
            b'/' => at = end_of_comment(text, at).unwrap_or(at + 1),
            b'[' if text.get(at + 1) == Some(&b'{') => {
                let rest = &text[at..];
                at = memmem::find(rest, b"}]").map_or(text.len(), |length| at + length + 2);
            }
            byte if is_word(byte) => {
                let length = text[at..].iter().take_while(|it| is_word(**it)).count();
                let word = &text[at..at + length];
                at += length;
                if word == b"include" {
                    at = skip_blank(text, at);
                    if text.get(at) == Some(&b'"') {
                        let end = end_of_string(text, at);
                        let path = text[at + 1..end].strip_suffix(b"\"");
                        found.extend(path.map(|it| String::from_utf8_lossy(it).into_owned()));
                        at = end;
                    }
                }
            }
            _ => at += 1,
        }
    }
    found
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The end of the string that starts at `at`; strings end with their line at the latest.
fn end_of_string(text: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(byte) = text.get(end) {
        match byte {
            b'"' => return end + 1,
            b'\n' => return end,
            b'\\' => end += 2,
            _ => end += 1,
        }
    }
    text.len()
}

/// The end of the comment that starts at `at`, if one does. Block comments nest.
fn end_of_comment(text: &[u8], at: usize) -> Option<usize> {
    match text.get(at + 1) {
        Some(b'/') => Some(memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length)),
        Some(b'*') => {
            let mut depth = 1;
            let mut end = at + 2;
            while depth > 0 && end < text.len() {
                match &text[end..text.len().min(end + 2)] {
                    b"/*" => (depth, end) = (depth + 1, end + 2),
                    b"*/" => (depth, end) = (depth - 1, end + 2),
                    _ => end += 1,
                }
            }
            Some(end)
        }
        _ => None,
    }
}

fn skip_blank(text: &[u8], mut at: usize) -> usize {
    while let Some(byte) = text.get(at) {
        match byte {
            b'/' => match end_of_comment(text, at) {
                Some(end) => at = end,
                None => return at,
            },
            it if it.is_ascii_whitespace() => at += 1,
            _ => return at,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_told_from_text() {
        let text = br#"
            // include "comment.td"
            /* include "block.td" /* nested */ include "still.td" */
            include "one.td"
            include/* between */
              "two.td"
            def a { string s = "include \"string.td\""; code c = [{ include "code.td" }]; }
            def xinclude; def include2 : C<"no.td">;
            #ifdef X
            include"three.td"
            #endif
            def include
        "#;
        assert_eq!(includes(text), ["one.td", "two.td", "three.td"]);
    }

    #[test]
    fn broken_texts_end() {
        for text in [
            &b"include"[..],
            b"include \"",
            b"include \"a\n\" include \"b.td\"",
            b"/* include \"a.td\"",
            b"[{ include \"a.td\"",
            b"\"\\",
            b"include /",
        ] {
            let found = includes(text);
            assert!(found.is_empty() || found == ["b.td"], "{found:?}");
        }
    }
}
