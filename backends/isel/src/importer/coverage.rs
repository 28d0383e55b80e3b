//! The rules that an instrumented selector applied in tests, read from its coverage file.

use rustc_hash::FxHashSet;

/// The ids of the rules that were applied.
pub(super) struct Coverage(FxHashSet<u64>);

impl Coverage {
    /// Reads the rules of a target from a coverage file. For each target, the file contains its name, a zero byte, and
    /// the 64-bit ids of the applied rules; the id `u64::MAX` ends the list. `None` if the file has another format.
    pub(super) fn read(mut bytes: &[u8], target: &str) -> Option<Coverage> {
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

    pub(super) fn has(&self, rule: u64) -> bool {
        self.0.contains(&rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(number: u64) -> Vec<u8> {
        number.to_ne_bytes().to_vec()
    }

    #[test]
    fn rules_of_the_target_count() {
        let bytes = [
            b"Toy\0".to_vec(),
            rule(3),
            rule(u64::MAX),
            b"Other\0".to_vec(),
            rule(4),
            rule(u64::MAX),
        ];
        let coverage = Coverage::read(&bytes.concat(), "Toy").unwrap();
        assert_eq!([3, 4].map(|it| coverage.has(it)), [true, false]);
    }

    #[test]
    fn what_is_cut_off_is_no_coverage() {
        for bytes in [&b"Toy"[..], b"Toy\0", b"Toy\0\x01\x02"] {
            assert!(Coverage::read(bytes, "Toy").is_none());
        }
        assert!(Coverage::read(b"", "Toy").is_some());
    }
}
