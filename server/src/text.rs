//! Where characters and tokens of a text begin and end.

/// The start of the character that an offset lies in.
pub fn floor_char(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    let starts = (0..=offset).rev();
    starts
        .take(4)
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

/// How long the token at the start of a text is, within its line.
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
}
