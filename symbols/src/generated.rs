//! The names that occur in no text: the names of records that `defm`s, loops and multiclasses define, and the names
//! that operations of MLIR have in their dialects.
//!
//! Each unit is elaborated once by a separate process ([`elaborating`]). The memory is freed with the process, and only
//! the names are kept. A unit is elaborated again when one of its files, or its command line, has changed.

pub(super) mod elaborating;
pub(super) mod format;
pub(super) mod names;
pub(super) mod process;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use self::names::GeneratedNames;
use super::Stamp;

/// The largest number of bytes that the names from elaboration may take, in memory and on disk.
pub(super) const MAX_BYTES: usize = 48 << 20;

/// The names of records that the elaboration of units yields.
#[derive(Default)]
pub(super) struct Generated {
    units: FxHashMap<Arc<str>, GeneratedUnit>,
    /// The names of each file, with the number of units that yield exactly these names. These units share the names.
    files: FxHashMap<Arc<GeneratedFile>, usize>,
    bytes: usize,
}

/// The names that the elaboration of one unit yields.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct GeneratedUnit {
    /// The hash of the unit's command line and of the texts of its files.
    pub fingerprint: u128,
    pub files: Vec<Arc<GeneratedFile>>,
    /// The files that the unit read although the project does not list them, with their stamps at that time.
    pub beside: Vec<(String, Option<Stamp>)>,
    /// Whether the elaboration failed. It is tried again only after a change, or at the next start.
    pub is_failed: bool,
}

/// The names of the records that the statements of a file define.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(super) struct GeneratedFile {
    pub path: Arc<str>,
    pub names: GeneratedNames,
}

impl GeneratedFile {
    fn cost(&self) -> usize {
        // Includes the overhead of the map and the allocator.
        const EACH: usize = 128;
        EACH + self.names.bytes().len()
    }
}

impl Generated {
    pub(super) fn get(&self, unit: &str) -> Option<&GeneratedUnit> {
        self.units.get(unit)
    }

    /// All units with their names, in any order.
    pub(super) fn units(&self) -> impl ExactSizeIterator<Item = (&Arc<str>, &GeneratedUnit)> {
        self.units.iter()
    }

    /// The names of each file, in any order. A file occurs several times if units have different names for it.
    pub(super) fn files(&self) -> impl ExactSizeIterator<Item = &Arc<GeneratedFile>> {
        self.files.keys()
    }

    /// The memory of all names, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Sets the names of a unit. If the names of all units then exceed [`MAX_BYTES`], those of this unit are dropped,
    /// and the unit counts as failed. Returns whether they are kept.
    pub(super) fn set(&mut self, name: &Arc<str>, mut unit: GeneratedUnit) -> bool {
        self.remove(name);
        for file in &mut unit.files {
            if let Some((known, _)) = self.files.get_key_value(file) {
                *file = known.clone();
            } else {
                self.bytes += file.cost();
            }
            *self.files.entry(file.clone()).or_default() += 1;
        }
        self.bytes += unit_cost(name, &unit);
        self.units.insert(name.clone(), unit);
        let has_room = self.bytes <= MAX_BYTES;
        if !has_room && let Some(unit) = self.remove(name) {
            let unit = GeneratedUnit {
                files: Vec::new(),
                is_failed: true,
                ..unit
            };
            self.bytes += unit_cost(name, &unit);
            self.units.insert(name.clone(), unit);
        }
        has_room
    }

    pub(super) fn retain(&mut self, is_kept: impl Fn(&str) -> bool) {
        let gone = self.units.keys().filter(|it| !is_kept(it));
        for name in gone.cloned().collect::<Vec<_>>() {
            self.remove(&name);
        }
    }

    fn remove(&mut self, name: &str) -> Option<GeneratedUnit> {
        let unit = self.units.remove(name)?;
        self.bytes -= unit_cost(name, &unit);
        for file in &unit.files {
            if let Some(makers) = self.files.get_mut(file) {
                *makers -= 1;
                if *makers == 0 {
                    self.files.remove(file);
                    self.bytes -= file.cost();
                }
            }
        }
        Some(unit)
    }
}

fn unit_cost(name: &str, unit: &GeneratedUnit) -> usize {
    const EACH: usize = 160;
    let beside = unit.beside.iter().map(|it| 64 + it.0.len());
    EACH + name.len() + size_of_val(&unit.files[..]) + beside.sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::NamePlace;

    fn file(path: &str, names: &[&str]) -> Arc<GeneratedFile> {
        let at = NamePlace {
            line: 1,
            column: 2,
            width: 3,
        };
        Arc::new(GeneratedFile {
            path: path.into(),
            names: GeneratedNames::new(names.iter().map(|it| (at, *it))),
        })
    }

    fn unit(files: &[Arc<GeneratedFile>]) -> GeneratedUnit {
        GeneratedUnit {
            files: files.to_vec(),
            ..GeneratedUnit::default()
        }
    }

    #[test]
    fn names_of_several_units_are_kept_once() {
        let mut generated = Generated::default();
        let (a, b): (Arc<str>, Arc<str>) = ("a".into(), "b".into());
        let same = || file("shared.td", &["ADDrr", "ADDri"]);
        assert!(generated.set(&a, unit(&[same(), file("a.td", &["A"])])));
        let before = generated.bytes();
        assert!(generated.set(&b, unit(&[same()])));
        assert_eq!(generated.files().len(), 2);
        assert!(generated.bytes() < before + 200);
        // A unit that is elaborated again drops its old names.
        assert!(generated.set(&a, unit(&[same()])));
        assert_eq!(generated.files().len(), 1);
        generated.retain(|it| it == "b");
        assert_eq!((generated.units().len(), generated.files().len()), (1, 1));
        generated.retain(|_| false);
        assert_eq!((generated.bytes(), generated.files().len()), (0, 0));
    }

    #[test]
    fn memory_is_bounded() {
        let mut generated = Generated::default();
        let long = "x".repeat(10 << 20);
        let mut fitted = Vec::new();
        for number in 0..6 {
            let name = format!("{number}{long}");
            let own = file(&format!("{number}.td"), &[&name]);
            fitted.push(generated.set(&number.to_string().into(), unit(&[own])));
        }
        assert_eq!(fitted, [true, true, true, true, false, false]);
        assert!(generated.bytes() <= MAX_BYTES);
        let is_failed = |it: &str| generated.get(it).is_some_and(|it| it.is_failed);
        assert_eq!((is_failed("3"), is_failed("4")), (false, true));
    }
}
