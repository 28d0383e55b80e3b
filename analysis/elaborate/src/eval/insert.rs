//! Finishing a record: its name, its final resolve, and its insertion into the unit.

use std::sync::Arc;

use crate::anonymous_numbers::{Event, spelt_name, spelt_number};
use crate::diagnostic::{At, Diagnostic, Severity};
use crate::lattice::TypeLattice;
use crate::record::{Record, RecordKind};
use crate::value::print::{Marked, value_unquoted};
use crate::value::{Anon, AnonKey, Flags, Node, ValueId, ValueStore};

use super::resolver::Rename;
use super::{Cx, Result, Stopped};
use syntax::Release;

impl Cx<'_> {
    /// Makes a record final and adds it to the unit.
    pub(super) fn add_def(&mut self, mut record: Record) -> Result<()> {
        self.reading.evaluated = self.reading.finishing;
        self.spend(1)?;
        let values = self.values;
        let mut rename = None;
        let mut checked = None;
        // Whether another record has the newly drawn name, too. Then this record is dropped without an error, because
        // the reference does not check a drawn name.
        let mut is_dropped = false;
        match values.node(record.name) {
            Node::Str(_) | Node::Code(_) => {
                let name = self.plain_string(record.name);
                checked = Some(name);
                if let Some(earlier) = self.holder(name) {
                    return self.already_exists(&record, &earlier);
                }
            }
            Node::AnonName(anon) if record.kind == RecordKind::Anonymous => {
                let own =
                    matches!(values.anon_key(*anon), AnonKey::Drawn(item, _) if item == self.item);
                let first = self.naming.used_prototypes.insert(*anon);
                let taken = self.is_name_taken(*anon);
                let mut given = *anon;
                if own && first && !taken {
                    self.out.events.push(Event::Use(*anon));
                } else {
                    given = self.draw_name();
                    self.out.events.push(if own || taken {
                        Event::Draw(given)
                    } else {
                        Event::Expand {
                            prototype: *anon,
                            record: given,
                        }
                    });
                    let name = values.anon_name(given);
                    let is_used = taken || self.world.prototype_used(*anon);
                    rename = Some(Rename {
                        name,
                        everywhere: own || !first || is_used,
                    });
                }
                is_dropped = self.is_name_taken(given);
            }
            Node::AnonName(anon) => {
                let name = values.anon_text(*anon);
                checked = Some(name);
                if let Some(earlier) = self.holder(name) {
                    return self.already_exists(&record, &earlier);
                }
            }
            _ => {}
        }
        self.naming.checked = checked;
        let mut r = self.field_resolver(rename);
        self.resolve_record(&mut record, &mut r)?;
        let wrong = self.check_concrete(&record);
        if !values.is_string(record.name) {
            let message = format!(
                "record name '{}' could not be fully resolved",
                self.show(record.name)
            );
            return self.error_at_record(&record, message);
        }
        record.name = self.plain_string(record.name);
        self.check_assertions(&record, &wrong)?;
        record.checks = None;
        if checked != Some(record.name) {
            self.out.droppable.push(record.name);
        }
        if is_dropped {
            return Ok(());
        }
        self.insert(record)
    }

    /// Whether another record already has the name that the anonymous record `anon` would get.
    fn is_name_taken(&self, anon: Anon) -> bool {
        self.has_borrowed_name() && self.number(anon).is_some_and(|it| self.is_number_taken(it))
    }

    fn has_borrowed_name(&self) -> bool {
        self.naming.borrowed || self.world.has_borrowed_name()
    }

    fn is_number_taken(&self, number: u32) -> bool {
        let name = self.values.string(&spelt_name(number));
        self.scratch.made.contains_key(&name) || self.world.def(name).is_some()
    }

    /// Reports a record that refers to a class instance whose name is taken by another record: the reference has freed
    /// the instance by then. Fields of the instance that were read immediately are still found, in the reference as
    /// well as here.
    pub(super) fn check_kept_by(&mut self, record: &Record) -> Result<()> {
        if !self.has_borrowed_name() {
            return Ok(());
        }
        let mut kept = record.values.iter().flatten();
        match kept.find_map(|v| self.number_of_dropped(*v)) {
            Some(number) => self.report_dropped(number),
            None => Ok(()),
        }
    }

    /// Like `check_kept_by`, but for the value of a variable.
    pub(super) fn check_kept(&mut self, v: ValueId) -> Result<()> {
        let is_possible = self.has_borrowed_name();
        match is_possible.then(|| self.number_of_dropped(v)).flatten() {
            Some(number) => self.report_dropped(number),
            None => Ok(()),
        }
    }

    fn report_dropped(&mut self, number: u32) -> Result<()> {
        let message = format!("def already exists: {}", spelt_name(number));
        let at = self.statement_at();
        self.report(Diagnostic::new(Severity::Error, at, message));
        Err(Stopped)
    }

    /// The number in the name of a class instance in `v`, if another record has that name.
    fn number_of_dropped(&self, v: ValueId) -> Option<u32> {
        if !self.values.flags(v).contains(Flags::RECORD) {
            return None;
        }
        let node = self.values.node(v);
        if let Node::Def(name) = node {
            let key = self.values.as_anonymous(*name)?;
            let is_instance = matches!(key, AnonKey::Instance(_));
            let number = is_instance.then(|| self.number(self.values.anon(key)))?;
            return number.filter(|it| self.is_number_taken(*it));
        }
        let mut found = None;
        node.for_each_child(|child| found = found.or_else(|| self.number_of_dropped(child)));
        found
    }

    fn insert(&mut self, mut record: Record) -> Result<()> {
        self.check_kept_by(&record)?;
        let ty = self.record_type(&record);
        record.ty = Some(ty);
        let defsets: Vec<_> = self
            .context
            .defsets
            .iter()
            .chain(&self.open.defsets)
            .copied()
            .collect();
        for defset in &defsets {
            if !self.is_a(ty, defset.elem) {
                let message = format!(
                    "adding record of incompatible type '{}' to defset",
                    self.show_type(ty)
                );
                let _: Result<()> = self.error_at_record(&record, message);
                if let Some(last) = self.out.diagnostics.last_mut() {
                    let at = Some(At::start(defset.loc));
                    last.notes
                        .push((at, "location of defset declaration".to_owned()));
                }
                return Err(Stopped);
            }
        }
        if !defsets.is_empty() {
            let def = self.values.def(record.name, ty);
            self.out.defset_elems.push(def);
        }
        // If the name became equal to an earlier one only by the final resolve, the record is dropped silently.
        // A name that was checked before that is still free, unless a class instance got it in the meantime.
        let text = self.values.as_str(record.name);
        let borrows = text.is_some_and(|it| spelt_number(it.as_str()).is_some());
        let is_checked = !borrows && self.naming.checked == Some(record.name);
        if is_checked || self.holder(record.name).is_none() {
            let record = Arc::new(record);
            self.naming.borrowed |= borrows;
            self.scratch.made.insert(record.name, record.clone());
            self.out.records.push(record);
        }
        Ok(())
    }

    fn already_exists(&mut self, record: &Record, earlier: &Record) -> Result<()> {
        self.report(duplicate(self.values, self.release, record, earlier));
        Err(Stopped)
    }
}

/// The error for a record that has the name of an earlier one.
fn duplicate(
    values: &ValueStore,
    release: Release,
    record: &Record,
    earlier: &Record,
) -> Diagnostic {
    let name = value_unquoted(&Marked { values, release }, record.name);
    let message = format!("def already exists: {name}");
    let mut diagnostic = Diagnostic::at_locs(Severity::Error, &record.locs, message);
    let mut places = earlier.locs.iter().map(|loc| At::start(*loc));
    if let Some(definition) = places.next() {
        let text = "location of previous definition".to_owned();
        diagnostic = diagnostic.with_note(Some(definition), text);
    }
    diagnostic.with_instantiations(places)
}
