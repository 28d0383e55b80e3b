//! Checks of a record: its name must be a string, and its fields must have concrete values.

mod fit;

use rustc_hash::FxHashSet;

use crate::diagnostic::{At, Audience, Diagnostic, Severity, WrongValue};
use crate::ids::Loc;
use crate::record::{FieldKind, Record};
use crate::value::{Node, Ty, ValueId};

use super::{Cx, Result};

/// The fields of a record whose values are unresolved: the location of each, and the parts that keep its value
/// unresolved.
#[derive(Default)]
pub(super) struct WrongFields(Vec<(Loc, Vec<ValueId>)>);

impl WrongFields {
    /// The locations of the wrong fields, except the one at `at`, that explain why `parts` are unresolved. Empty if
    /// they do not explain all of `parts`.
    fn that_explain(&self, at: Loc, parts: &[ValueId]) -> Vec<Loc> {
        let is_part = |it: &ValueId| parts.binary_search(it).is_ok();
        let others = self.0.iter().filter(|(it, _)| *it != at);
        let others = others.filter(|(_, of)| of.iter().all(is_part));
        let others: Vec<&(Loc, Vec<ValueId>)> = others.collect();
        let is_explained = |it: &ValueId| others.iter().any(|(_, of)| of.contains(it));
        if parts.iter().all(is_explained) {
            others.iter().map(|(loc, _)| *loc).collect()
        } else {
            Vec::new()
        }
    }
}

impl Cx<'_> {
    /// Checks that the name of a record is a string.
    pub(super) fn check_name(&mut self, record: &Record) -> Result<()> {
        if self.values.type_of(record.name) == Some(Ty::STRING) {
            return Ok(());
        }
        let message = format!("Record name '{}' is not a string!", self.show(record.name));
        self.error_at_record(record, message)
    }

    /// Reports and returns the fields of a finished record whose values must be concrete but are not.
    pub(super) fn check_concrete(&mut self, record: &Record) -> WrongFields {
        let open = record.open.iter().filter(|index| {
            let field = record.field_at(*index);
            let is_wrong = |v| !self.are_bits_concrete(record, v);
            field.kind != FieldKind::NonconcreteOk && field.value.is_some_and(is_wrong)
        });
        let open: Vec<usize> = open.collect();
        let wrong = open.iter().filter_map(|index| {
            let field = record.field_at(*index);
            Some((field.loc, self.open_parts(field.value?)))
        });
        let wrong = WrongFields(wrong.collect());
        for index in open {
            let field = record.field_at(index);
            let Some(v) = field.value else { continue };
            let message = format!(
                "Initializer of '{}' in '{}' could not be fully resolved: {}",
                field.name,
                self.show_unquoted(record.name),
                self.show(v)
            );
            let locs = &record.locs;
            let mut error = Diagnostic::at_locs(Severity::Error, locs, message);
            error.near = Some(At::start(field.loc));
            // Only a value that mentions variables may be unresolved because of a broken superclass.
            if self.has_free_var(v) {
                error.of_classes = record.supers.to_vec();
            }
            if let Some(at) = error.at.filter(|it| it.loc != field.loc) {
                error = error.with_hint(Some(at), "in this record");
            }
            if let Some(words) = self.what_does_not_fit(field.name, v) {
                let record = self.show_unquoted(record.name);
                let words = format!("Field '{}' in '{record}': {words}", field.name);
                error = error.in_words_with_notes(words);
            }
            let value = self.wrong_value(record, field.loc, v, &wrong);
            error.audience = self.audience_of(&value);
            error.value = Some(Box::new(value));
            self.report(error);
        }
        wrong
    }

    /// Describes `v`, the unresolved value of a field or condition at the location `at`, by the unset fields that it
    /// reads and the other wrong fields that explain it.
    pub(super) fn wrong_value(
        &self,
        record: &Record,
        at: Loc,
        v: ValueId,
        wrong: &WrongFields,
    ) -> WrongValue {
        let parts = self.open_parts(v);
        let unset = parts.iter().filter_map(|it| match self.values.node(*it) {
            Node::Var(name) if record.shape.find(*name).is_some() => Some(*name),
            _ => None,
        });
        WrongValue {
            unset: unset.collect(),
            beside: wrong.that_explain(at, &parts),
            ..WrongValue::new(at, &record.locs)
        }
    }

    /// The audience of the error about an unresolved value. If the value reads a field whose own value is wrong, the
    /// error is a consequence of the error in that field, and only the reference reports it.
    pub(super) fn audience_of(&self, value: &WrongValue) -> Audience {
        let mut unset = value.unset.iter();
        if unset.any(|it| self.open.given_up.contains(it)) {
            Audience::Reference
        } else {
            Audience::All
        }
    }

    /// The parts that keep an expression from being a value: names, and operators that cannot be folded although all
    /// operands are known. Sorted.
    pub(super) fn open_parts(&self, v: ValueId) -> Vec<ValueId> {
        /// The largest number of values examined.
        const MAX_VALUES: usize = 1 << 12;
        let mut seen = FxHashSet::from_iter([v]);
        let mut to_do = vec![v];
        let mut parts = Vec::new();
        while let Some(v) = to_do.pop() {
            let mut is_part = true;
            self.values.node(v).for_each_child(|child| {
                if !self.values.is_concrete(child) {
                    is_part = false;
                    if seen.len() < MAX_VALUES && seen.insert(child) {
                        to_do.push(child);
                    }
                }
            });
            if is_part {
                parts.push(v);
            }
        }
        parts.sort_unstable();
        parts
    }

    /// Reports the unresolved `bits` fields that mention no variables, for a record that has another error. All other
    /// fields lose their values.
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
