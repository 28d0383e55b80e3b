//! Formatting numbers.

/// Appends a number in decimal.
pub fn push_number(out: &mut String, number: i128) {
    let Ok(mut rest) = u64::try_from(number.unsigned_abs()) else {
        out.push_str(&number.to_string());
        return;
    };
    if number < 0 {
        out.push('-');
    }
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.push_str(str::from_utf8(&digits[at..]).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let mut out = String::new();
        for number in [0, 7, -1, 120, u64::MAX.into(), i64::MIN.into(), i128::MAX] {
            out.clear();
            push_number(&mut out, number);
            assert_eq!(out, number.to_string());
        }
    }
}
