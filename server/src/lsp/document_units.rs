//! The active unit of each open document.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

/// The paths of the open documents of one unit. Clones are cheap.
pub(super) type Paths = Arc<FxHashSet<Arc<str>>>;

#[derive(Default)]
pub(super) struct DocumentUnits {
    units: FxHashMap<Arc<str>, Arc<str>>,
    paths: FxHashMap<Arc<str>, Paths>,
}

impl DocumentUnits {
    /// Sets the active unit of a document. If `unit` is `None`, the document is removed. Returns the previous unit if
    /// it differs from `unit`.
    pub(super) fn set(&mut self, path: &str, unit: Option<&str>) -> Option<Arc<str>> {
        let known = self.units.get_key_value(path);
        let known = known.map(|(path, unit)| (path.clone(), unit.clone()));
        if known.as_ref().map(|it| &*it.1) == unit {
            return None;
        }
        let (path, before) = match known {
            Some((path, before)) => (path, Some(before)),
            None => (path.into(), None),
        };
        if let Some(before) = &before
            && let Some(paths) = self.paths.get_mut(before)
        {
            Arc::make_mut(paths).remove(&path);
            if paths.is_empty() {
                self.paths.remove(before);
            }
        }
        match unit {
            Some(unit) => {
                let unit: Arc<str> = unit.into();
                let paths = self.paths.entry(unit.clone()).or_default();
                Arc::make_mut(paths).insert(path.clone());
                self.units.insert(path, unit);
            }
            None => _ = self.units.remove(&path),
        }
        before
    }

    /// Whether a document has an active unit.
    pub(super) fn has_document(&self, path: &str) -> bool {
        self.units.contains_key(path)
    }

    /// Whether `unit` is the active unit of any document.
    pub(super) fn has(&self, unit: &str) -> bool {
        self.paths.contains_key(unit)
    }

    /// The paths of the documents whose active unit is `unit`.
    pub(super) fn documents(&self, unit: &str) -> Paths {
        self.paths.get(unit).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_go_from_unit_to_unit() {
        let mut shown = DocumentUnits::default();
        let of = |shown: &DocumentUnits, unit: &str| {
            let mut paths: Vec<_> = shown
                .documents(unit)
                .iter()
                .map(|it| it.to_string())
                .collect();
            paths.sort();
            (shown.has(unit), paths.join(" "))
        };
        assert_eq!(shown.set("a", Some("one")), None);
        assert_eq!(shown.set("b", Some("one")), None);
        assert_eq!(of(&shown, "one"), (true, "a b".to_owned()));
        assert_eq!(shown.set("a", Some("one")), None);
        assert_eq!(shown.set("a", Some("two")).as_deref(), Some("one"));
        assert_eq!(of(&shown, "one"), (true, "b".to_owned()));
        assert_eq!(of(&shown, "two"), (true, "a".to_owned()));
        assert_eq!(shown.set("b", None).as_deref(), Some("one"));
        assert_eq!(of(&shown, "one"), (false, String::new()));
    }
}
