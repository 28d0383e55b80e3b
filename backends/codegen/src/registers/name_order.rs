//! The order of registers.

use std::cmp::Ordering;

use backend::{Fatal, Rec};

/// The order of registers: by their explicit position, then by their names. Names are split into numbers and other
/// text. Names with fewer parts come first, then the text parts decide, then the numbers.
#[derive(Clone, Debug)]
pub struct NameOrder {
    position: i64,
    parts: Vec<String>,
}

impl NameOrder {
    /// Of a register with a name and the fields of a record.
    pub fn new(rec: Rec, name: &str) -> Result<NameOrder, Fatal> {
        let position = rec.int("PositionOrder")?;
        let is_digit = |it: u8| it.is_ascii_digit();
        let parts = name
            .as_bytes()
            .chunk_by(|a, b| is_digit(*a) == is_digit(*b));
        let text = |part: &[u8]| String::from_utf8_lossy(part).into_owned();
        let parts = parts.map(text).collect();
        Ok(NameOrder { position, parts })
    }

    /// The order of two registers. Names are assumed to begin with a letter, as in the reference: in others, words
    /// count as numbers and numbers as words.
    pub fn compare(&self, other: &NameOrder) -> Ordering {
        let by_count = || self.parts.len().cmp(&other.parts.len());
        // A name is taken to begin with a letter.
        let part = |first: usize| {
            let ours = self.parts.iter().skip(first).step_by(2);
            ours.zip(other.parts.iter().skip(first).step_by(2))
        };
        let by_words = || part(0).map(|(a, b)| a.cmp(b));
        let by_numbers = || part(1).map(|(a, b)| a.len().cmp(&b.len()).then(a.cmp(b)));
        let first = |mut all: Box<dyn Iterator<Item = Ordering> + '_>| {
            all.find(|it| it.is_ne()).unwrap_or(Ordering::Equal)
        };
        (self.position.cmp(&other.position))
            .then_with(by_count)
            .then_with(|| first(Box::new(by_words())))
            .then_with(|| first(Box::new(by_numbers())))
    }
}
