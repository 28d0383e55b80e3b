//! What is checked of a record: that its name is a string, and that its fields are values.

use crate::diagnostic::{At, Diagnostic, Severity};
use crate::record::{FieldKind, Record};
use crate::value::{Node, Ty, ValueId};

use super::{Cx, Result};

impl Cx<'_> {
    /// The name of a record must be a string.
    pub(super) fn check_name(&mut self, record: &Record) -> Result<()> {
        if self.values.type_of(record.name) == Some(Ty::STRING) {
            return Ok(());
        }
        let message = format!("Record name '{}' is not a string!", self.show(record.name));
        self.error_at_record(record, message)
    }

    /// Reports the fields of a finished record that are not values.
    pub(super) fn check_concrete(&mut self, record: &Record) {
        for index in record.open.iter() {
            let field = record.field_at(index);
            if field.kind == FieldKind::NonconcreteOk {
                continue;
            }
            let Some(v) = field.value else { continue };
            if self.are_bits_concrete(record, v) {
                continue;
            }
            let message = format!(
                "Initializer of '{}' in '{}' could not be fully resolved: {}",
                field.name,
                self.show_unquoted(record.name),
                self.show(v)
            );
            let locs = &record.locs;
            let mut error = Diagnostic::at_locs(Severity::Error, locs, message);
            error.near = Some(At::start(field.loc));
            // What is no number of a variable is wrong whatever else is.
            if self.has_free_var(v) {
                error.of_classes = record.supers.to_vec();
            }
            if let Some(at) = error.at.filter(|it| it.loc != field.loc) {
                error = error.with_hint(Some(at), "in this record");
            }
            self.report(error);
        }
    }

    /// Reports the fields of a record that is wrong anyway whose values are no values either, whatever its other
    /// fields are.
    pub(super) fn check_open_bits(&mut self, record: &mut Record) {
        let open = record.open.iter().filter(|index| {
            let value = record.values[*index];
            value.is_some_and(|v| self.values.as_bits(v).is_some() && !self.has_free_var(v))
        });
        let open: Vec<usize> = open.collect();
        for index in 0..record.values.len() {
            if !open.contains(&index) {
                record.set(self.values, index, None);
            }
        }
        self.check_concrete(record);
    }

    fn are_bits_concrete(&self, record: &Record, v: ValueId) -> bool {
        let values = self.values;
        let Some(bits) = values.as_bits(v) else {
            return false;
        };
        bits.iter().all(|bit| match values.node(*bit) {
            Node::Var(_) => true,
            Node::VarBit(base, _) => {
                matches!(values.node(*base), Node::Var(name) if record.shape.find(*name).is_some())
            }
            _ => values.is_concrete(*bit),
        })
    }
}
