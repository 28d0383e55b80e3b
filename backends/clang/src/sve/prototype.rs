//! Parsing prototypes. A prototype describes the type of the result and then the type of each parameter, usually by one
//! letter each.

use elaborate::records::Release;

use super::types::Operand;

/// The operands of a prototype, the result first.
///
/// `2`, `3` and `4` mean a tuple of two, three or four vectors of the default type. `2.x` means a tuple of two vectors
/// of the type with the letter `x`. If the prototype ends with a tuple such as `2.`, the letter of the last operand is
/// `\0`.
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

/// The number of types in a prototype, as the reference computes it from the prototype's length: each `.` joins the
/// characters before and after it to one type. `None` if the number is negative.
pub(super) fn count(prototype: &str) -> Option<usize> {
    prototype
        .len()
        .checked_sub(2 * prototype.matches('.').count())
}

/// The letters of scalars that are splat to vectors. The last letter is new in LLVM 21.
const SPLAT: &[char] = &['a', 'j', 'f', 'r', 'K', 'L', 'R', '@', '!'];

/// The index of the splat parameter, if there is one.
///
/// If only the result is splat, the index is the number of parameters. As in the reference, the parameter after a tuple
/// `2.x` is not tested, even if the tuple is the result.
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
