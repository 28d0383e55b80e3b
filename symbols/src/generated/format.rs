//! The file format of the names that the elaboration of units yields: the owner, the files with their names, then the
//! units.

use std::sync::Arc;

use super::names::GeneratedNames;
use super::{Generated, GeneratedFile, GeneratedUnit};
use crate::bytes::{Reader, Writer};

/// The version of the format. It is incremented whenever the format or the selection of records changes.
pub(crate) const VERSION: u32 = 2 << 16;

/// The smallest encoded sizes in bytes: of a file, of a unit, and of a file's index in a unit.
const MIN_FILE: usize = 4 + 4;
const MIN_UNIT: usize = 4 + 16 + 4;
const MIN_NUMBER: usize = 4;

/// Encodes the names of `owner`. Failed units are left out. Also left out are units that read files which the project
/// does not list, since a change of such a file would not be noticed at the next start.
pub(crate) fn encode(owner: &str, generated: &Generated) -> Vec<u8> {
    let mut out = Writer::new();
    out.text(owner);
    let units = generated.units();
    let mut units: Vec<_> = units
        .filter(|(_, it)| !it.is_failed && it.beside.is_empty())
        .collect();
    units.sort_unstable_by(|a, b| a.0.cmp(b.0));
    let mut files: Vec<&Arc<GeneratedFile>> = units.iter().flat_map(|(_, it)| &it.files).collect();
    files.sort_unstable_by(|a, b| order(a).cmp(&order(b)));
    files.dedup();
    out.u32(files.len());
    for file in &files {
        out.text(&file.path);
        out.block(file.names.bytes());
    }
    out.u32(units.len());
    for (name, unit) in units {
        out.text(name);
        out.bytes(&unit.fingerprint.to_le_bytes());
        out.u32(unit.files.len());
        for file in &unit.files {
            // The search succeeds: `files` contains the files of all of these units.
            let number = files.binary_search_by(|it| order(it).cmp(&order(file)));
            out.u32(number.unwrap_or_default());
        }
    }
    out.seal(VERSION)
}

fn order(file: &GeneratedFile) -> (&str, &[u8]) {
    (&file.path, file.names.bytes())
}

/// Decodes the names of `owner`; `None` if `bytes` is not an output of [`encode`] for this owner, or if the names
/// exceed the memory limit.
pub(crate) fn decode(owner: &str, bytes: &[u8]) -> Option<Generated> {
    let mut rest = Reader::unseal(VERSION, bytes)?;
    if rest.text()? != owner {
        return None;
    }
    let mut files = Vec::new();
    for _ in 0..rest.count(MIN_FILE)? {
        files.push(Arc::new(GeneratedFile {
            path: rest.text()?.into(),
            names: GeneratedNames::read(rest.block()?)?,
        }));
    }
    let mut generated = Generated::default();
    for _ in 0..rest.count(MIN_UNIT)? {
        let name = rest.text()?.into();
        let mut unit = GeneratedUnit {
            fingerprint: u128::from_le_bytes(rest.array()?),
            ..GeneratedUnit::default()
        };
        for _ in 0..rest.count(MIN_NUMBER)? {
            let number = u32::from_le_bytes(rest.array()?) as usize;
            unit.files.push(files.get(number)?.clone());
        }
        if !generated.set(&name, unit) {
            return None;
        }
    }
    rest.is_empty().then_some(generated)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::testing;
    use crate::place::NamePlace;

    fn sample() -> Generated {
        let file = |path: &str, names: &[&str]| {
            let at = NamePlace {
                line: 1,
                column: 200,
                width: 3,
            };
            Arc::new(GeneratedFile {
                path: path.into(),
                names: GeneratedNames::new(names.iter().map(|it| (at, *it))),
            })
        };
        let mut generated = Generated::default();
        let mut add = |name: &str, files: &[Arc<GeneratedFile>], is_failed| {
            let unit = GeneratedUnit {
                fingerprint: 1 << 100,
                files: files.to_vec(),
                is_failed,
                ..GeneratedUnit::default()
            };
            generated.set(&name.into(), unit);
        };
        let shared = file("/é.td", &["ADDrr", "ADDrm"]);
        add("/a.td", &[shared.clone(), file("/a.td", &["A1"])], false);
        add("/b.td", &[file("/é.td", &["ADD"]), shared], false);
        add("/none.td", &[], false);
        add("/failed.td", &[], true);
        generated
    }

    fn show(generated: &Generated) -> String {
        let units = generated.units().map(|(name, unit)| {
            let files = unit.files.iter().map(|file| {
                let mut shown = format!(" {}", file.path);
                file.names
                    .for_each(|_, name, _| shown += &format!(":{name}"));
                shown
            });
            format!("{name}{}\n", files.collect::<String>())
        });
        let mut units: Vec<String> = units.collect();
        units.sort();
        units.concat()
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = encode("owner", &sample());
        let read = decode("owner", &bytes).unwrap();
        expect_test::expect![[r#"
            /a.td /é.td:ADDrm:ADDrr /a.td:A1
            /b.td /é.td:ADD /é.td:ADDrm:ADDrr
            /none.td
        "#]]
        .assert_eq(&show(&read));
        assert_eq!(read.files().len(), 3);
        assert_eq!(encode("owner", &read), bytes);
        assert!(decode("other", &bytes).is_none());
    }

    #[test]
    fn what_is_not_so_is_worth_nothing() {
        testing::harm(VERSION, &encode("owner", &sample()), |bytes| {
            let read = decode("owner", bytes);
            // Everything that can be taken from it is valid.
            read.iter().for_each(|it| drop(show(it)));
            read.is_some()
        });
    }
}
