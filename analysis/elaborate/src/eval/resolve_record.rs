//! Resolving a record: its name, its fields, its assertions and its dumps.

use crate::diagnostic::{At, Diagnostic, WrongValue};
use crate::record::Record;
use crate::value::{Node, TernOp, UnOp, ValueId};

use super::direct_eval::Known;
use super::resolver::{Lookup, Resolver};
use super::{Cx, RecordScope, Result};

impl Cx<'_> {
    /// Resolves a record in place. Stops at the first error.
    pub(super) fn resolve_record(&mut self, record: &mut Record, r: &mut Resolver) -> Result<()> {
        let name = self.resolve(record.name, r, RecordScope::Record(record))?;
        if name != record.name {
            record.name = name;
            self.check_name(record)?;
        }
        let mut next = record.open.next(0);
        while let Some(index) = next {
            next = record.open.next(index + 1);
            let Some(old) = record.values[index] else {
                continue;
            };
            let said = self.out.diagnostics.len();
            let new = self.resolve_field(old, r, record);
            if new.is_err() {
                self.name_field(record, index, said);
            }
            let new = new?;
            if new == old {
                continue;
            }
            // If a dag operator has no name, `!getdagopname` has no value at all.
            if new == ValueId::UNSET && self.may_be_nothing(old) {
                record.set(self.values, index, None);
                continue;
            }
            let ty = record.shape.types[index];
            match self.field_value(new, ty) {
                Some(new) => record.set(self.values, index, Some(new)),
                None => {
                    let own = match self.values.type_of(new) {
                        Some(own) => format!("of type '{}' ", self.show_type(own)),
                        None => String::new(),
                    };
                    let message = format!(
                        "Invalid value {own}found when setting field '{}' of type '{}' after resolving references: {}\n",
                        record.shape.names[index],
                        self.show_type(ty),
                        self.show_unquoted(new)
                    );
                    return self.error_at_record(record, message);
                }
            }
        }
        for index in 0..record.assertions().len() {
            let mut assertion = record.assertions()[index];
            let resolved = self.resolve_assertion(&mut assertion, r, RecordScope::Record(record));
            record.checks_mut().assertions[index] = assertion;
            resolved?;
        }
        for index in 0..record.dumps().len() {
            let mut dump = record.dumps()[index];
            self.resolve_dump(&mut dump, r, RecordScope::Record(record))?;
            record.checks_mut().dumps[index] = dump;
        }
        Ok(())
    }

    fn may_be_nothing(&self, v: ValueId) -> bool {
        match self.values.node(v) {
            Node::Un(UnOp::GetDagOpName, _) => true,
            Node::Tern(TernOp::If, _, then, otherwise) => {
                self.may_be_nothing(*then) || self.may_be_nothing(*otherwise)
            }
            _ => false,
        }
    }

    /// Adds the name of a field, as a hint, to the errors that resolving the field reported at the record. `said` is
    /// the number of diagnostics before the field was resolved.
    fn name_field(&mut self, record: &Record, index: usize, said: usize) {
        let (name, loc) = (record.shape.names[index], record.field_at(index).loc);
        let of_record = |it: &&mut Diagnostic| {
            let is_here = it.at.map(|it| it.loc) == record.locs.first().copied();
            is_here && it.hints.is_empty()
        };
        for error in self.out.diagnostics.iter_mut().skip(said).filter(of_record) {
            let hint = format!("in the value of field '{name}'");
            error.hints.push((Some(At::start(loc)), hint));
            error.value = Some(Box::new(WrongValue::new(loc, &record.locs)));
        }
    }

    /// The resolved value of a field. In the final resolve, direct evaluation is tried first.
    fn resolve_field(&mut self, v: ValueId, r: &mut Resolver, record: &Record) -> Result<ValueId> {
        let cur = RecordScope::Record(record);
        if let Lookup::Fields(fields) = &mut r.kind
            && !matches!(self.values.node(v), Node::Bits(_))
            && let Some(found) = self.try_direct(v, &mut Known::fields(fields, &[]), cur)
        {
            return Ok(found);
        }
        self.resolve(v, r, cur)
    }
}
