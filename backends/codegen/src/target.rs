//! The target that a unit describes.

use std::sync::Arc;

use backend::{Context, Fatal, Model, RecordId, Records, bail, record_class};

use crate::hw_modes::HwModes;

record_class! {
    /// A record of class `Target`.
    pub struct TargetDef("Target") {}
}

impl<'a> TargetDef<'a> {
    /// The unit's only record of class `Target`. An error unless there is exactly one such record.
    pub fn only(records: &'a Records) -> Result<TargetDef<'a>, Fatal> {
        match TargetDef::all(records)?[..] {
            [target] => Ok(target),
            [] => bail!(records, "No 'Target' subclasses defined!"),
            _ => bail!(records, "Multiple subclasses of Target defined!"),
        }
    }
}

record_class! {
    struct FusionDef("Fusion") {}
}

/// The target as a whole.
///
/// A unit for a target must have exactly one record of class `Target`, and must define the classes of hardware modes
/// and the class `Fusion`. Otherwise, building the model is an error.
pub struct Target {
    /// The record of class `Target`.
    pub rec: RecordId,
    /// The name of the record, such as `X86`. C++ names of the target begin with this name.
    pub name: String,
    /// The hardware modes of the target.
    pub modes: Arc<HwModes>,
}

impl Model for Target {
    fn build(cx: &Context) -> Result<Target, Fatal> {
        let modes = cx.model::<HwModes>()?;
        let target = TargetDef::only(cx.records)?;
        FusionDef::all(cx.records)?;
        Ok(Target {
            rec: target.id(),
            name: target.name().to_owned(),
            modes,
        })
    }
}
