//! Aliases: types that replace a type of reads or writes on a processor.

use backend::{Fatal, RecordId, Records};

use super::Schedule;
use super::processor::ProcModel;
use super::read_writes::{Alias, ReadWrite};
use super::types::{Access, RwId};

impl Schedule {
    /// Appends the expansion of a type on a processor to `to`. A type that has an alias on the processor is replaced by
    /// the alias. A sequence is replaced by its elements.
    pub(super) fn expand_for(
        &self,
        records: &Records,
        id: RwId,
        access: Access,
        model: &ProcModel,
        to: &mut Vec<RwId>,
    ) -> Result<(), Fatal> {
        let mut alias =
            |it: &ReadWrite| self.alias(records, it, access, model, |alias| Ok(alias.model));
        let types = &self.read_writes;
        types.expand_with(id, access, records, &mut alias, to, 0)
    }

    /// The alias of a type on a processor. Only aliases for which `model_of` returns the processor's model or `None`
    /// apply. An error if there are several such aliases.
    pub(super) fn alias(
        &self,
        records: &Records,
        of: &ReadWrite,
        access: Access,
        model: &ProcModel,
        model_of: impl Fn(&Alias) -> Result<Option<RecordId>, Fatal>,
    ) -> Result<Option<RwId>, Fatal> {
        let mut found = None;
        for alias in &of.aliases {
            if model_of(alias)?.is_some_and(|it| self.model_of(it) != Some(model.id)) {
                continue;
            }
            if found.is_some() {
                let message = format!(
                    "Multiple aliases defined for processor {} Ensure only one SchedAlias exists per RW.",
                    model.name
                );
                return Err(match self.read_writes.get(alias.to, access).def {
                    Some(def) => records.rec(def).fatal(message),
                    None => records.fatal(message),
                });
            }
            found = Some(alias.to);
        }
        Ok(found)
    }
}
