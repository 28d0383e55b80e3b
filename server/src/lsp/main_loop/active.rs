//! The loaded units, with lookups by id and by file, and the unit that was used last.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::lsp::unit::{ActiveUnit, Paths, UnitInfo};
use driver::overlay::Overlay;

/// The loaded units. Each has an index, which stays the same while the unit is loaded.
#[derive(Default)]
pub(crate) struct Active {
    slots: Vec<Option<ActiveUnit>>,
    free: Vec<usize>,
    by_id: FxHashMap<String, usize>,
    /// The indices of the units that read each file, keyed by the file's path.
    readers: FxHashMap<Arc<str>, Vec<usize>>,
    /// The indices of the units that have a file whose text may have changed since the unit was read.
    touched: FxHashSet<usize>,
    /// The index of the unit that was used last.
    last: Option<usize>,
    uses: u64,
}

impl Active {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &ActiveUnit> + Clone {
        self.slots.iter().flatten()
    }

    /// The index of a unit; `None` if it is not loaded.
    pub(crate) fn number(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    pub(crate) fn get(&self, id: &str) -> Option<&ActiveUnit> {
        self.number(id).map(|it| &self[it])
    }

    pub(crate) fn get_mut(&mut self, id: &str) -> Option<&mut ActiveUnit> {
        self.number(id).map(|it| &mut self[it])
    }

    /// The index of the unit that was used last; `None` if no unit was used, or if that unit was removed.
    pub(crate) fn last(&self) -> Option<usize> {
        self.last
    }

    /// Marks a unit as used last.
    pub(crate) fn note_used(&mut self, unit: usize) {
        self.uses += 1;
        let uses = self.uses;
        self[unit].note_used(uses);
        self.last = Some(unit);
    }

    /// Adds a unit and marks it as used last. Returns its index.
    pub(crate) fn add(&mut self, unit: ActiveUnit) -> usize {
        let (id, paths) = (unit.info.id.clone(), unit.paths().clone());
        let number = match self.free.pop() {
            Some(number) => {
                self.slots[number] = Some(unit);
                number
            }
            None => {
                self.slots.push(Some(unit));
                self.slots.len() - 1
            }
        };
        self.by_id.insert(id, number);
        self.add_reader(number, &paths);
        self.note_used(number);
        number
    }

    /// Removes a unit and returns it; `None` if it is not loaded.
    pub(crate) fn remove(&mut self, id: &str) -> Option<ActiveUnit> {
        let number = self.by_id.remove(id)?;
        let unit = self.slots[number].take()?;
        self.remove_reader(number, unit.paths());
        self.touched.remove(&number);
        self.free.push(number);
        if self.last == Some(number) {
            self.last = None;
        }
        Some(unit)
    }

    fn add_reader(&mut self, unit: usize, paths: &Paths) {
        for path in paths.all() {
            self.readers.entry(path.clone()).or_default().push(unit);
        }
    }

    fn remove_reader(&mut self, unit: usize, paths: &Paths) {
        for path in paths.all() {
            if let Some(readers) = self.readers.get_mut(path) {
                readers.retain(|it| *it != unit);
                if readers.is_empty() {
                    self.readers.remove(path);
                }
            }
        }
    }

    /// Whether any loaded unit reads a file.
    pub(crate) fn read(&self, path: &str) -> bool {
        self.readers.contains_key(path)
    }

    /// Notes that a file's text may have changed. Returns the ids of the units that read the file.
    pub(crate) fn touch(&mut self, path: &str) -> Vec<String> {
        let readers = self.readers.get(path).cloned().unwrap_or_default();
        let touched = readers.into_iter().map(|unit| {
            self.touched.insert(unit);
            self[unit].touch(path);
            self[unit].info.id.clone()
        });
        // The iterator is consumed here, so that all of the units are touched even if the caller ignores the result.
        touched.collect()
    }

    /// Notes that files may have been created or deleted.
    pub(crate) fn touch_all(&mut self) {
        for (number, unit) in self.slots.iter_mut().enumerate() {
            if let Some(unit) = unit {
                unit.touch_all();
                self.touched.insert(number);
            }
        }
    }

    /// The indices of the units whose files may have changed, in ascending order.
    pub(crate) fn touched(&self) -> Vec<usize> {
        let mut touched: Vec<usize> = self.touched.iter().copied().collect();
        touched.sort_unstable();
        touched
    }

    /// Whether a unit has to be refreshed: the text of one of its files has changed since the unit was read, or files
    /// may have been created or deleted.
    pub(crate) fn is_outdated(&mut self, unit: usize, files: &Overlay) -> bool {
        let is_outdated = self.touched.contains(&unit) && self[unit].is_outdated(files);
        if !is_outdated {
            self.touched.remove(&unit);
        }
        is_outdated
    }

    /// Reads the changed files of a unit again.
    pub(crate) fn refresh(&mut self, unit: usize, files: &Overlay) {
        let before = self[unit].paths().clone();
        self[unit].refresh(files);
        self.touched.remove(&unit);
        let after = self[unit].paths().clone();
        if !Arc::ptr_eq(&before, &after) {
            self.remove_reader(unit, &before);
            self.add_reader(unit, &after);
        }
    }

    /// The ids and command lines of the loaded units.
    pub(crate) fn infos(&self) -> impl Iterator<Item = &Arc<UnitInfo>> + Clone {
        self.iter().map(|it| &it.info)
    }
}

impl Index<usize> for Active {
    type Output = ActiveUnit;

    fn index(&self, unit: usize) -> &ActiveUnit {
        match &self.slots[unit] {
            Some(unit) => unit,
            None => unreachable!("numbers of units that are gone are not kept"),
        }
    }
}

impl IndexMut<usize> for Active {
    fn index_mut(&mut self, unit: usize) -> &mut ActiveUnit {
        match &mut self.slots[unit] {
            Some(unit) => unit,
            None => unreachable!("numbers of units that are gone are not kept"),
        }
    }
}
