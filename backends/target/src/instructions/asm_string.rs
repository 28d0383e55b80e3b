//! The text of an instruction in assembly, which may differ between variants of the language.

/// The text in one variant: of each `{first|second|…}` the part of this number, or nothing if there are fewer. A brace
/// behind `$` or a backslash is no such brace. Text behind a brace that is never closed counts as within it.
pub fn variant(text: &str, number: usize) -> String {
    let mut flat = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = find_open(rest) {
        flat.push_str(&rest[..open]);
        let inner = &rest[open + 1..];
        let close = find_close(inner);
        // Braces within are not looked into, as in the reference.
        let part = inner[..close].split('|').nth(number);
        flat.push_str(part.unwrap_or_default());
        rest = inner.get(close + 1..).unwrap_or_default();
    }
    flat + rest
}

fn find_open(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_open =
        |at: &usize| bytes[*at] == b'{' && (*at == 0 || !matches!(bytes[at - 1], b'$' | b'\\'));
    (0..bytes.len()).find(is_open)
}

/// Where the brace that is open at the start is closed, or the end.
fn find_close(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut open = 1;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'}' if at == 0 || bytes[at - 1] != b'\\' => {
                open -= 1;
                if open == 0 {
                    return at;
                }
            }
            b'{' => open += 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants() {
        let text = "add{l}\t{$src, $dst|$dst, $src}";
        assert_eq!(variant(text, 0), "addl\t$src, $dst");
        assert_eq!(variant(text, 1), "add\t$dst, $src");
        assert_eq!(variant(text, 2), "add\t");
        assert_eq!(variant("${a}\\{b{c\\}d}e", 0), "${a}\\{bc\\}de");
        assert_eq!(variant("a{b{c|d}e|f}g", 1), "ad}eg");
        assert_eq!(variant("a{b|c", 1), "ac");
    }
}
