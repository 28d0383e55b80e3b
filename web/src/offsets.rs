//! Offsets in bytes and in UTF-16 units.

/// Converts between offsets of a text in bytes and in UTF-16 units.
#[derive(Debug)]
pub(crate) struct Offsets {
    /// The offsets after each character outside of ASCII, in bytes and in units.
    after: Vec<(usize, usize)>,
}

impl Offsets {
    pub(crate) fn new(text: &str) -> Offsets {
        let mut after = Vec::new();
        // The difference between the two offsets after the character.
        let mut extra = 0;
        for (at, c) in text.char_indices().filter(|it| !it.1.is_ascii()) {
            extra += c.len_utf8() - c.len_utf16();
            let end = at + c.len_utf8();
            after.push((end, end - extra));
        }
        Offsets { after }
    }

    /// The offset in UTF-16 units of an offset in bytes.
    pub(crate) fn units(&self, bytes: usize) -> usize {
        let index = self.after.partition_point(|it| it.0 <= bytes);
        match index.checked_sub(1) {
            None => bytes,
            Some(last) => self.after[last].1 + (bytes - self.after[last].0),
        }
    }

    /// The offset in bytes of an offset in UTF-16 units. The result may be inside a character if `units` is.
    pub(crate) fn bytes(&self, units: usize) -> usize {
        let index = self.after.partition_point(|it| it.1 <= units);
        match index.checked_sub(1) {
            None => units,
            Some(last) => self.after[last]
                .0
                .saturating_add(units - self.after[last].1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_units() {
        let text = "aé日😀b";
        let offsets = Offsets::new(text);
        for (bytes, _) in text.char_indices() {
            let units = text[..bytes].encode_utf16().count();
            assert_eq!(offsets.units(bytes), units);
            assert_eq!(offsets.bytes(units), bytes);
        }
        assert_eq!(offsets.units(text.len()), 6);
        assert_eq!(offsets.bytes(6), text.len());
    }
}
