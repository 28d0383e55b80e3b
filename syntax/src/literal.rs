//! The values of literals.

use std::borrow::Cow;

use crate::find;

/// The value of a number literal; `None` if it is out of range. Hexadecimal, binary and positive decimal numbers may
/// have up to 64 bits: values beyond the largest `i64` wrap to negative ones.
pub fn int_value(text: &str) -> Option<i64> {
    if let Some(digits) = text.strip_prefix("0x") {
        u64::from_str_radix(digits, 16).ok().map(|it| it as i64)
    } else if let Some(digits) = text.strip_prefix("0b") {
        u64::from_str_radix(digits, 2).ok().map(|it| it as i64)
    } else if text.starts_with('-') {
        text.parse().ok()
    } else {
        text.strip_prefix('+')
            .unwrap_or(text)
            .parse::<u64>()
            .ok()
            .map(|it| it as i64)
    }
}

/// The width in bits of a binary number, which is its number of digits.
pub fn bit_width(text: &str) -> usize {
    text.len().saturating_sub("0b".len())
}

/// The value of a string literal. A missing end and invalid escapes are tolerated.
pub fn string_value(text: &str) -> Cow<'_, str> {
    let inner = text.strip_prefix('"').unwrap_or(text);
    let Some(mut escape) = find::byte(b'\\', inner.as_bytes()) else {
        return Cow::Borrowed(inner.strip_suffix('"').unwrap_or(inner));
    };
    let mut value = String::with_capacity(inner.len());
    let mut rest = inner;
    loop {
        value.push_str(&rest[..escape]);
        let mut after = rest[escape + 1..].chars();
        match after.next() {
            Some('t') => value.push('\t'),
            Some('n') => value.push('\n'),
            Some(c) => value.push(c),
            None => {}
        }
        rest = after.as_str();
        match rest.find('\\') {
            Some(next) => escape = next,
            None => break,
        }
    }
    value.push_str(rest.strip_suffix('"').unwrap_or(rest));
    Cow::Owned(value)
}

/// The content of a code literal, whose end may be missing.
pub fn code_value(text: &str) -> &str {
    let inner = text.strip_prefix("[{").unwrap_or(text);
    inner.strip_suffix("}]").unwrap_or(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(int_value("42"), Some(42));
        assert_eq!(int_value("+7"), Some(7));
        assert_eq!(int_value("-9223372036854775808"), Some(i64::MIN));
        assert_eq!(int_value("-9223372036854775809"), None);
        assert_eq!(int_value("18446744073709551615"), Some(-1));
        assert_eq!(int_value("18446744073709551616"), None);
        assert_eq!(int_value("0xFFFFFFFFFFFFFFFF"), Some(-1));
        assert_eq!(int_value("0b101"), Some(5));
        assert_eq!(bit_width("0b0101"), 4);
    }

    #[test]
    fn strings() {
        assert_eq!(string_value(r#""plain""#), "plain");
        assert_eq!(string_value(r#""a\tb\\\"\n""#), "a\tb\\\"\n");
        assert_eq!(string_value("\"open"), "open");
        assert_eq!(string_value("\"open\\"), "open");
        assert_eq!(code_value("[{ x }]"), " x ");
        assert_eq!(code_value("[{ x"), " x");
    }
}
