//! Drops units that are no longer used, or frees the results of their elaboration.

use std::time::{Duration, Instant};

use db::Db as _;
use rustc_hash::FxHashSet;

use super::MainLoop;
use crate::lsp::unit::ActiveUnit;

/// If all units together hold at least this number of values, one unit is freed early. With the units' records, trees
/// and outcomes, this number of values takes about 800 MiB. AMDGPU has 720,000 values, more than X86 and AArch64.
const MANY_VALUES: usize = 1_500_000;

/// How long a unit must be unused before it is freed early.
const PATIENCE_IF_CROWDED: Duration = Duration::from_secs(1);

impl MainLoop {
    /// Drops the loaded units that are not the active unit of any document and are not used otherwise. The unit that
    /// was used last is likely to be used again, so it is kept until it has been idle for long.
    pub(super) fn prune(&mut self) {
        let mut unused = Vec::new();
        for id in &self.loose {
            let Some(unit) = self.active.get(id) else {
                unused.push(id.clone());
                continue;
            };
            let is_used = self.previews.is_of(id)
                // An open file that its usual unit does not reach is the root of a unit with the file's path as id.
                || self.documents.get(id).is_some()
                || self.is_last(unit) && self.end_of_idleness(unit).is_none_or(|it| it > Instant::now());
            if self.document_units.has(id) || !is_used {
                unused.push(id.clone());
            }
        }
        for id in unused {
            self.loose.remove(&id);
            if !self.document_units.has(&id) && self.active.remove(&id).is_some() {
                self.checker.forget(&id);
                self.previews.forget(&id, None, &self.client);
                self.clashes.withdraw(&id);
                self.checker.free();
            }
        }
    }

    /// The time at which [`MainLoop::free_idle`] has something to free; `None` if there is nothing.
    pub(super) fn next_idle(&self) -> Option<Instant> {
        let crowded = self.first_if_crowded();
        let crowded = crowded.map(|it| it.idle_since() + PATIENCE_IF_CROWDED);
        let units = self.active.iter().filter(|it| self.may_shrink(it));
        let ends = units.filter_map(|it| self.end_of_idleness(it));
        ends.chain(crowded).min()
    }

    /// Drops the unused units. Frees the results of elaboration of each remaining unit that may shrink and has been
    /// idle for long. If all units together hold many values, also frees the results of one unit early.
    pub(super) fn free_idle(&mut self) {
        self.prune();
        let now = Instant::now();
        let crowded = self.first_if_crowded();
        let crowded = crowded.filter(|it| it.idle_since() + PATIENCE_IF_CROWDED <= now);
        let idle = self.active.iter().filter(|it| {
            let is_idle = self.end_of_idleness(it).is_some_and(|end| end <= now);
            is_idle && self.may_shrink(it)
        });
        let idle = idle.chain(crowded).map(|it| it.info.id.clone());
        for id in idle.collect::<FxHashSet<String>>() {
            self.clashes.withdraw(&id);
            if let Some(unit) = self.active.get_mut(&id) {
                unit.forget_results();
            }
            self.checker.free();
        }
    }

    /// The unit to free early: of the units that may be freed, the one whose last use is longest ago. `None` if the
    /// units hold few values, if no unit may be freed, or if the settings set no limit on idleness.
    fn first_if_crowded(&self) -> Option<&ActiveUnit> {
        self.settings.max_idle()?;
        let values = self.active.iter().map(|it| it.db().values().len());
        if values.sum::<usize>() < MANY_VALUES {
            return None;
        }
        let units = self.active.iter().filter(|it| self.may_shrink(it));
        units.min_by_key(|it| it.used)
    }

    /// Whether a unit is dropped, or the results of its elaboration are freed, once it has been idle for long.
    fn may_shrink(&self, unit: &ActiveUnit) -> bool {
        let id = &unit.info.id;
        let is_shown = self.document_units.has(id) || self.documents.get(id).is_some();
        unit.is_full() && !self.previews.is_of(id) && !(is_shown && self.is_last(unit))
    }

    fn is_last(&self, unit: &ActiveUnit) -> bool {
        let last = self.active.last();
        last.is_some_and(|it| self.active[it].info.id == unit.info.id)
    }

    /// When a unit will have been idle for long; `None` if the settings set no limit.
    fn end_of_idleness(&self, unit: &ActiveUnit) -> Option<Instant> {
        Some(unit.idle_since() + self.settings.max_idle()?)
    }
}
