//! Look-ups of classes and records, and the text of values in messages.

use std::borrow::Cow;
use std::sync::Arc;

use crate::anonymous_numbers::spelt_number;
use crate::diagnostic::At;
use crate::hir::StmtKind;
use crate::record::{self, Record, RecordKind};
use crate::symbol::Sym;
use crate::value::print::{self, Marked, PrintContext};
use crate::value::{Anon, AnonKey, Part, Ty, ValueId, ValueStore};

use super::{ClassProto, Cx, InstanceResult, RecordScope};
use syntax::Release;

/// Prints values in messages. The statement may be cancelled while a message is composed.
struct Paused<'a>(Marked<'a>, &'a Cx<'a>);

impl PrintContext for Paused<'_> {
    fn values(&self) -> &ValueStore {
        self.0.values()
    }

    fn release(&self) -> Release {
        self.0.release()
    }

    fn push_anonymous(&self, out: &mut String, anon: Anon) {
        self.0.push_anonymous(out, anon);
    }

    fn pause(&self) {
        self.1.pause();
    }

    fn limit(&self) -> usize {
        self.0.limit()
    }
}

impl Cx<'_> {
    /// The class `name`; during its own definition, its current state.
    pub(super) fn class_ref(&self, name: Sym) -> Option<&Arc<ClassProto>> {
        match &self.open.class {
            Some(open) if open.name == name => Some(open),
            _ => self.world.class(name),
        }
    }

    /// Like `class_ref`, but returns an owned reference.
    pub(super) fn class(&self, name: Sym) -> Option<Arc<ClassProto>> {
        self.class_ref(name).cloned()
    }

    /// The finished record `name`, made by this statement or an earlier one.
    pub(super) fn def_record(&mut self, name: ValueId) -> Option<Arc<Record>> {
        if let Some(record) = self.scratch.made.get(&name) {
            return Some(record.clone());
        }
        if let Some(instance) = self.used_instance(name) {
            return Some(instance.record.clone());
        }
        if let Some(record) = self.world.def(name) {
            return Some(record);
        }
        if let Some(record) = self.spelt_out(name) {
            return Some(record);
        }
        // A class instance may come from an earlier statement and be known here only through a value.
        match self.values.as_anonymous(name) {
            Some(AnonKey::Instance(instance)) => self.remake(instance),
            _ => None,
        }
    }

    /// Like `def_record`, for use while the record of `cur` is under construction. `None` if that record itself has
    /// this name and the name is yet to be checked for duplicates. That check reports any other record of the same
    /// name, so the statements that might define such a record are not searched here.
    pub(super) fn other_record(
        &mut self,
        name: ValueId,
        cur: RecordScope<'_>,
        is_final: bool,
    ) -> Option<Arc<Record>> {
        let is_own = |it: &Record| it.kind == RecordKind::Def && it.name == name;
        let will_be_checked = !is_final || self.naming.checked == Some(name);
        if will_be_checked && cur.record().is_some_and(is_own) {
            return None;
        }
        self.def_record(name)
    }

    /// The existing record that prevents a new record from having this name.
    pub(super) fn holder(&mut self, name: ValueId) -> Option<Arc<Record>> {
        if let Some(record) = self.scratch.made.get(&name) {
            return Some(record.clone());
        }
        if let Some(instance) = self.used_instance(name) {
            return Some(instance.record.clone());
        }
        let holder = self.world.holder(name);
        holder.or_else(|| self.spelt_out(name))
    }

    /// The class instance whose anonymous name is `name`, if this statement used it.
    fn used_instance(&self, name: ValueId) -> Option<&Arc<InstanceResult>> {
        match self.values.as_anonymous(name)? {
            AnonKey::Instance(instance) => self.scratch.instances.known.get(&instance),
            AnonKey::Drawn(..) => None,
        }
    }

    /// The anonymous record to which an ordinary string refers by its number, as `anonymous_7` does.
    fn spelt_out(&mut self, name: ValueId) -> Option<Arc<Record>> {
        let number = spelt_number(self.values.as_str(name)?.as_str())?;
        let anon = self.numbers()?.owner(number)?;
        let name = self.values.text(&[Part::Anonymous(anon)]);
        self.def_record(name)
    }

    /// The text of a value for a message.
    pub(super) fn show(&self, v: ValueId) -> String {
        print::value(&self.names(), v)
    }

    /// The text of a value for a message; a string without its quotes.
    pub(super) fn show_unquoted(&self, v: ValueId) -> Cow<'static, str> {
        print::value_unquoted(&self.names(), v)
    }

    pub(super) fn show_type(&self, ty: Ty) -> String {
        print::type_text(self.values, ty)
    }

    /// A whole record as text.
    pub(super) fn show_record(&self, record: &Record) -> String {
        record::print::record(&self.names(), record)
    }

    fn names(&self) -> Paused<'_> {
        let (values, release) = (self.values, self.release);
        Paused(Marked { values, release }, self)
    }

    /// Converts text from `show` or `show_record` to a string value. The marks in the text become anonymous names
    /// again.
    pub(super) fn marked_text(&self, text: &str) -> ValueId {
        self.values.text(&print::marked_parts(text))
    }

    /// The location of the statement itself: usually its name or its keyword.
    pub(super) fn statement_at(&self) -> Option<At> {
        let span = match self.kind {
            StmtKind::Class(it) => it.name_at,
            StmtKind::Multiclass(it) => it.name_at,
            StmtKind::Def(it) => it.name_at,
            StmtKind::Defm(it) => it.at,
            StmtKind::Foreach(it) => it.at,
            StmtKind::If(it) => it.at,
            StmtKind::Let(it) => it.items.first()?.name_at,
            StmtKind::Defset(it) => it.name_at,
            StmtKind::Deftype(it) => it.name_at,
            StmtKind::Defvar(it) => it.name_at,
            StmtKind::Assert(it) => self.expr_at(it.cond),
            StmtKind::Dump(it) => it.at,
            StmtKind::Error => return None,
        };
        Some(At::start(self.loc(span)))
    }
}
