//! Which includes of a unit are switched on.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{FileId, Graph, MAX_SIZE};
use crate::scan::{self, Directive};

/// How many directives of one unit are looked at, and how deeply files include each other.
const MAX_STEPS: usize = 200_000;
const MAX_DEPTH: usize = 200;

/// A file that is read up to a directive.
struct Open {
    directives: Arc<[Directive]>,
    next: usize,
    /// For each `#ifdef` that is open, whether what follows is switched on, as far as that goes.
    conditionals: Vec<bool>,
}

impl Graph<'_> {
    /// Takes away those among includes that find nothing to which no macro of the unit leads.
    pub(super) fn keep_active(
        &mut self,
        missing: &mut Vec<String>,
        root: FileId,
        macros: &[String],
        folders: &[String],
    ) {
        if let Some(active) = self.active_of(missing, root, macros, folders) {
            missing.retain(|it| active.contains(it));
        }
    }

    /// Those that are switched on somewhere; `None` if that takes too long.
    fn active_of(
        &mut self,
        missing: &[String],
        root: FileId,
        macros: &[String],
        folders: &[String],
    ) -> Option<FxHashSet<String>> {
        let wanted: FxHashSet<&str> = missing.iter().map(String::as_str).collect();
        let mut active = FxHashSet::default();
        let mut macros: FxHashSet<String> = macros.iter().cloned().collect();
        let mut open = vec![self.open(root)];
        let mut steps = 0;
        while let Some(file) = open.last_mut() {
            let Some(directive) = file.directives.get(file.next).cloned() else {
                open.pop();
                continue;
            };
            file.next += 1;
            steps += 1;
            if steps > MAX_STEPS || active.len() == wanted.len() {
                break;
            }
            let is_on = file.conditionals.iter().all(|it| *it);
            match directive {
                Directive::If { name, is_negated } => {
                    file.conditionals.push(macros.contains(&name) != is_negated);
                }
                Directive::Else => {
                    if let Some(last) = file.conditionals.last_mut() {
                        *last = !*last;
                    }
                }
                Directive::End => drop(file.conditionals.pop()),
                Directive::Define(name) if is_on => drop(macros.insert(name)),
                Directive::Include(name) if is_on => {
                    if wanted.contains(name.as_str()) {
                        active.insert(name);
                    } else if let Some(found) = self.resolve(folders, &name)
                        && open.len() < MAX_DEPTH
                    {
                        open.push(self.open(found));
                    }
                }
                Directive::Define(_) | Directive::Include(_) => {}
            }
        }
        (steps <= MAX_STEPS).then_some(active)
    }

    fn open(&mut self, file: FileId) -> Open {
        let directives = match self.directives.get(&file) {
            Some(known) => known.clone(),
            None => {
                let text = self.tree.read(&self.path(file));
                let text = text.filter(|it| it.len() <= MAX_SIZE).unwrap_or_default();
                let found: Arc<[Directive]> = scan::directives(&text).into();
                self.directives.insert(file, found.clone());
                found
            }
        };
        Open {
            directives,
            next: 0,
            conditionals: Vec::new(),
        }
    }
}
