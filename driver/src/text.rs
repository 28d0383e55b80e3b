//! Lengths of tokens, and differences between texts.

use rowan::TextRange;
use syntax::Edit;

/// The length in bytes of the token at the start of a text. A token ends at the end of its line at the latest.
pub fn token_len(text: &str) -> usize {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let line = text.lines().next().unwrap_or("");
    let Some(first) = line.chars().next() else {
        return 0;
    };
    let word = |from: usize| {
        let rest = &line[from..];
        from + rest.find(|c| !is_word(c)).unwrap_or(rest.len())
    };
    match first {
        '"' => line[1..].find('"').map_or(line.len(), |end| end + 2),
        '!' | '$' | '#' => word(1),
        _ if is_word(first) => word(0),
        _ => first.len_utf8(),
    }
}

/// The smallest edit that turns `old` into `new` by replacing one range. Offsets are in bytes.
pub fn difference(old: &str, new: &str) -> Edit {
    let (a, b) = (old.as_bytes(), new.as_bytes());
    let mut start = common(a.iter(), b.iter());
    while !old.is_char_boundary(start) || !new.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = common(a[start..].iter().rev(), b[start..].iter().rev());
    while !old.is_char_boundary(a.len() - end) || !new.is_char_boundary(b.len() - end) {
        end -= 1;
    }
    let at = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX).into();
    Edit {
        range: TextRange::new(at(start), at(a.len() - end)),
        inserted: at(b.len() - end - start),
    }
}

/// The length of the common prefix of two byte sequences.
fn common<'a>(a: impl Iterator<Item = &'a u8>, b: impl Iterator<Item = &'a u8>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens() {
        let check = |text: &str, token: &str| assert_eq!(&text[..token_len(text)], token);
        check("abc def", "abc");
        check("!add(1)", "!add");
        check("\"a b\" c", "\"a b\"");
        check("\"open\nnext", "\"open");
        check("<3", "<");
        check("日本", "日");
        check("\nabc", "");
        check("", "");
    }

    #[test]
    fn differences() {
        let check = |old, new, want: (u32, u32, u32)| {
            let edit = difference(old, new);
            let range = edit.range;
            assert_eq!(
                (
                    range.start().into(),
                    range.end().into(),
                    edit.inserted.into()
                ),
                want
            );
        };
        check("abc", "abc", (3, 3, 0));
        check("aXc", "aYYc", (1, 2, 2));
        check("aa", "aaa", (2, 2, 1));
        check("é", "è", (0, 2, 2));
        check("", "new", (0, 0, 3));
    }
}
