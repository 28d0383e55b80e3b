//! Prototypes as the records write them: a letter for the result and one for each parameter.

use elaborate::records::Release;

use super::types::Operand;

/// The operands of a prototype, the result first.
///
/// `2`, `3` and `4` mean tuples of that many vectors of the default type, and `2.x` a tuple of two of the type of `x`.
/// A `.` at the end leaves its operand without a letter; then that is `\0`.
pub(super) fn operands(prototype: &str) -> Vec<Operand> {
    let mut letters = prototype.chars().peekable();
    let mut operands = Vec::new();
    while let Some(letter) = letters.next() {
        let operand = match letter {
            '2' | '3' | '4' => Operand {
                letter: match letters.next_if_eq(&'.') {
                    Some(_) => letters.next().unwrap_or('\0'),
                    None => 'd',
                },
                vectors: u32::from(letter) - u32::from('0'),
            },
            _ => Operand { letter, vectors: 1 },
        };
        operands.push(operand);
    }
    operands
}

/// The number of an intrinsic's types according to the length of its prototype, where each `.` joins two characters
/// with a third. `None` if there are too many.
pub(super) fn count(prototype: &str) -> Option<usize> {
    prototype
        .len()
        .checked_sub(2 * prototype.matches('.').count())
}

/// Letters of scalars that are splat to vectors. The last is new in 21.
const SPLAT: &[char] = &['a', 'j', 'f', 'r', 'K', 'L', 'R', '@', '!'];

/// The splat parameter, if there is one.
///
/// A splat result counts as one after the last parameter. The letter after a `.` is skipped together with its
/// multi-vector, even if that is the result.
pub(super) fn splat_parameter(release: Release, prototype: &str) -> Option<u32> {
    let splat = if release >= Release::V21 {
        SPLAT
    } else {
        &SPLAT[..SPLAT.len() - 1]
    };
    if !prototype.contains(splat) {
        return None;
    }
    let letters: Vec<char> = prototype.chars().collect();
    let (mut at, mut parameter) = (1, 0);
    while let Some(letter) = letters.get(at) {
        if splat.contains(letter) {
            break;
        }
        at += if *letter == '.' { 3 } else { 1 };
        parameter += 1;
    }
    Some(parameter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_of_prototypes() {
        let read = |prototype: &str| {
            let operands = operands(prototype);
            let operand = |it: &Operand| format!("{}{}", it.vectors, it.letter.escape_default());
            operands.iter().map(operand).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(read("dPc"), "1d 1P 1c");
        assert_eq!(read("v2.u4d"), "1v 2u 4d 1d");
        assert_eq!(read("d2."), "1d 2\\u{0}");
        assert_eq!(read(""), "");
    }

    #[test]
    fn splat_parameters() {
        assert_eq!(splat_parameter(Release::V19, "ddd"), None);
        assert_eq!(splat_parameter(Release::V19, "dPda"), Some(2));
        assert_eq!(splat_parameter(Release::V19, "d2.da"), Some(2));
        assert_eq!(splat_parameter(Release::V19, "ad"), Some(1));
    }
}
