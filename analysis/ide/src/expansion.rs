//! The fields of a record in the order in which they are displayed: fields that the record itself sets come first.

use db::{Database, outcome_of};
use elaborate::hir::StmtKind;
use elaborate::record::{FieldRef, Record};

use super::display::ValueDisplay;
use super::text::Text;

/// The origin of a field's value, the most relevant first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// The value is set by a statement other than a class: the `def`, its multiclass, or a `let … in`.
    Own,
    /// The value is set by a class other than the one that declares the field.
    Inherited,
    /// The value is the default in the field's declaration.
    Default,
}

/// The fields of a record, ordered by the origin of their values and then by declaration.
pub fn fields(db: &Database, record: &Record) -> Vec<(Part, FieldRef)> {
    fields_of(&Text::new(db), record)
}

pub(super) fn fields_of(text: &Text<'_>, record: &Record) -> Vec<(Part, FieldRef)> {
    let classes = record.supers.iter().filter_map(|it| {
        let (item, _) = text.class(*it)?;
        outcome_of(text.db, item).class.clone()
    });
    let classes: Vec<_> = classes.collect();
    let part = |field: &FieldRef| {
        if !matches!(text.stmt(field.loc.item).kind, StmtKind::Class(_)) {
            return Part::Own;
        }
        // Superclasses come before the classes that inherit from them.
        let declared = classes.iter().find_map(|it| it.record.field(field.name));
        match declared {
            Some(declared) if declared.value == field.value => Part::Default,
            _ => Part::Inherited,
        }
    };
    let mut fields: Vec<_> = record.fields().map(|it| (part(&it), it)).collect();
    fields.sort_by_key(|(part, _)| *part);
    fields
}

/// A field as source lines, each with its value in hexadecimal if all bits are known and the line does not show it
/// already. There are several lines if the bits are of several kinds: known, unset, or bits of one value.
pub fn lines(db: &Database, field: &FieldRef) -> Vec<(String, Option<String>)> {
    let lines = ValueDisplay::new(db).lines(field).into_iter();
    lines.map(|it| (it.code, it.hex)).collect()
}
