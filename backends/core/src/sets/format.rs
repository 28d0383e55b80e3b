//! The output of `printf` for formats with one number.

/// The output of C's `printf` for a format and an unsigned number. `None` if the format contains conversions of other
/// types, more than one conversion, or a width or precision above [`MAX_WIDTH`].
pub(super) fn print_unsigned(format: &str, number: u32) -> Option<String> {
    let mut out = String::new();
    let mut rest = format;
    let mut used = false;
    while let Some((before, spec)) = rest.split_once('%') {
        out.push_str(before);
        if let Some(after) = spec.strip_prefix('%') {
            out.push('%');
            rest = after;
            continue;
        }
        if spec.starts_with(|first| !CONVERSIONS.contains(first)) {
            // A percent sign without a conversion is literal.
            out.push('%');
            rest = spec;
            continue;
        }
        if std::mem::replace(&mut used, true) {
            return None;
        }
        rest = conversion(&mut out, spec, number)?;
    }
    out.push_str(rest);
    Some(out)
}

/// The characters that the C library accepts after a percent sign.
const CONVERSIONS: &str = "diouxXeEfFgGaAcCsSpnmhlLqjztIw'*.-+ #0123456789";

/// The largest supported width and precision. The limit bounds the memory that a format can use.
const MAX_WIDTH: usize = 4096;

/// Appends the number, formatted by the conversion at the start of `spec`, to `out`. `spec` is the text after the
/// percent sign. Returns the text after the conversion; `None` if the conversion is not supported.
fn conversion<'a>(out: &mut String, spec: &'a str, number: u32) -> Option<&'a str> {
    let after_flags = spec.trim_start_matches(['-', '+', ' ', '#', '0']);
    let flags = &spec[..spec.len() - after_flags.len()];
    let (width, rest) = digits(after_flags)?;
    let (precision, rest) = match rest.strip_prefix('.') {
        Some(rest) => {
            let (precision, rest) = digits(rest)?;
            (Some(precision), rest)
        }
        None => (None, rest),
    };
    let rest = rest.trim_start_matches(['l', 'j', 'z', 't']);
    let (rest, bits) = match (rest.strip_prefix("hh"), rest.strip_prefix('h')) {
        (Some(rest), _) => (rest, 8),
        (_, Some(rest)) => (rest, 16),
        _ => (rest, 32),
    };
    let number = number & (u32::MAX >> (32 - bits));
    let mut chars = rest.chars();
    let kind = chars.next()?;
    let signed = matches!(kind, 'd' | 'i');
    let sign = match kind {
        'd' | 'i' if flags.contains('+') => "+",
        'd' | 'i' if flags.contains(' ') => " ",
        'x' if flags.contains('#') && number != 0 => "0x",
        'X' if flags.contains('#') && number != 0 => "0X",
        _ => "",
    };
    let mut body = match kind {
        'u' => number.to_string(),
        'd' | 'i' => number.cast_signed().to_string(),
        'x' => format!("{number:x}"),
        'X' => format!("{number:X}"),
        'o' if flags.contains('#') => format!("0{number:o}"),
        'o' => format!("{number:o}"),
        'c' => char::from((number & 0x7F) as u8).to_string(),
        _ => return None,
    };
    let (sign, digits) = match body.strip_prefix('-') {
        Some(digits) if signed => ("-", digits.to_owned()),
        _ => (sign, std::mem::take(&mut body)),
    };
    let is_number = kind != 'c';
    let zeros = match precision {
        Some(precision) if is_number => precision.saturating_sub(digits.len()),
        None if is_number && flags.contains('0') && !flags.contains('-') => {
            width.saturating_sub(sign.len() + digits.len())
        }
        _ => 0,
    };
    let body = format!("{sign}{}{digits}", "0".repeat(zeros));
    if flags.contains('-') {
        out.push_str(&format!("{body:<width$}"));
    } else {
        out.push_str(&format!("{body:>width$}"));
    }
    Some(chars.as_str())
}

/// Splits a number off the start of the text; without digits, the number is 0. `None` if it exceeds [`MAX_WIDTH`].
fn digits(text: &str) -> Option<(usize, &str)> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &text[..text.len() - rest.len()];
    let number = if digits.is_empty() {
        0
    } else {
        digits.parse().ok()?
    };
    (number <= MAX_WIDTH).then_some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats() {
        let check = |format, number, want: &str| {
            assert_eq!(print_unsigned(format, number).as_deref(), Some(want))
        };
        check("R%u", 12, "R12");
        check("%d%%", 3, "3%");
        check("V%03d_x", 7, "V007_x");
        check("%-4uZ", 7, "7   Z");
        check("%4u", 7, "   7");
        check("%.3u", 7, "007");
        check("%#x", 255, "0xff");
        check("%X", 255, "FF");
        check("%o", 8, "10");
        check("%+d", 5, "+5");
        check("%lu", 5, "5");
        check("%hhu", 257, "1");
        check("SP", 257, "SP");
        check("%c", 65, "A");
        check("%U%!%u", 7, "%U%!7");
    }

    #[test]
    fn formats_that_make_no_sense() {
        let check = |format| assert_eq!(print_unsigned(format, 1), None);
        check("%s");
        check("%");
        check("%u%u");
        check("%99999u");
    }
}
