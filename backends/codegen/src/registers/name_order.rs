//! The sort key of registers.

use std::cmp::Ordering;

use backend::{Fatal, Rec};

/// The sort key of a register: its explicit position, then its name, which is split into numbers and other text. Names
/// with fewer parts come first; then the text parts are compared, then the numbers.
#[derive(Clone, Debug)]
pub struct NameOrder {
    position: i64,
    parts: Vec<String>,
}

impl NameOrder {
    /// The key of the register `name`, whose fields are in `rec`.
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

    /// Compares two registers. Like the reference, this function assumes that names start with a letter. In a name that
    /// starts with a digit, the numbers are compared as text, and the text as numbers.
    pub fn compare(&self, other: &NameOrder) -> Ordering {
        let by_count = || self.parts.len().cmp(&other.parts.len());
        // The parts at even positions are taken to be text.
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
