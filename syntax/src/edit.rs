//! Edits of texts.

use rowan::{TextRange, TextSize};

/// A replacement of a part of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// The replaced range of the old text, in bytes.
    pub range: TextRange,
    /// The length of the replacement in bytes.
    pub inserted: TextSize,
}

impl Edit {
    pub(crate) fn new_offset(&self, old: TextSize) -> TextSize {
        old - self.range.len() + self.inserted
    }

    /// The smallest edit that turns `old` into `new` by replacing one range.
    pub fn between(old: &str, new: &str) -> Edit {
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
}

/// The length of the common prefix of two byte sequences.
fn common<'a>(a: impl Iterator<Item = &'a u8>, b: impl Iterator<Item = &'a u8>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences() {
        let check = |old, new, want: (u32, u32, u32)| {
            let edit = Edit::between(old, new);
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
