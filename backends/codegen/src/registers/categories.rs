//! Categories of registers, such as general-purpose registers.

use backend::{Fatal, RecordId, Records, record_class};
use rustc_hash::FxHashMap;

use super::ClassId;

record_class! {
    struct CategoryDef("RegisterCategory") {
        classes: list_of_defs("Classes"),
    }
}

/// A category of registers.
pub struct Category {
    /// The record of class `RegisterCategory`.
    pub rec: RecordId,
    /// The name of the record.
    pub name: String,
    /// The register classes whose members are in the category.
    pub classes: Vec<ClassId>,
}

pub(super) fn read(
    records: &Records,
    classes: &FxHashMap<RecordId, ClassId>,
) -> Result<Vec<Category>, Fatal> {
    let read = |def: CategoryDef| {
        let of = |class: backend::Rec| {
            let known = classes.get(&class.id()).copied();
            known.ok_or_else(|| class.fatal("Not a known RegisterClass!".to_owned()))
        };
        let listed = def.classes()?.into_iter().map(of);
        Ok(Category {
            rec: def.id(),
            name: def.name().to_owned(),
            classes: listed.collect::<Result<_, Fatal>>()?,
        })
    };
    CategoryDef::all(records)?.into_iter().map(read).collect()
}
