//! Which rules were applied in tests, as a file of an instrumented selector says.

use rustc_hash::FxHashSet;

/// The numbers of the rules that were applied.
pub struct Coverage(FxHashSet<u64>);

impl Coverage {
    /// Reads a file: names of targets, each with a zero behind it and numbers of 64 bits up to one of ones alone. None if
    /// it is something else.
    pub fn read(mut bytes: &[u8], target: &str) -> Option<Coverage> {
        let mut rules = FxHashSet::default();
        while !bytes.is_empty() {
            let end = bytes.iter().position(|it| *it == 0)?;
            let is_wanted = &bytes[..end] == target.as_bytes();
            bytes = &bytes[end + 1..];
            if bytes.is_empty() {
                return None;
            }
            while !bytes.is_empty() {
                let (number, rest) = bytes.split_first_chunk::<8>()?;
                bytes = rest;
                match u64::from_ne_bytes(*number) {
                    u64::MAX => break,
                    rule if is_wanted => _ = rules.insert(rule),
                    _ => {}
                }
            }
        }
        Some(Coverage(rules))
    }

    pub fn has(&self, rule: u64) -> bool {
        self.0.contains(&rule)
    }
}
