//! Kinds of registers that all targets have, as general-purpose ones.

use backend::{Fatal, RecordId, Records, record_class};
use rustc_hash::FxHashMap;

use super::ClassId;

record_class! {
    struct CategoryDef("RegisterCategory") {
        classes: list_of_defs("Classes"),
    }
}

/// A kind of registers.
pub struct Category {
    /// Its record, of class `RegisterCategory`.
    pub rec: RecordId,
    /// The name of its record.
    pub name: String,
    /// The classes whose registers have the category.
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
