//! Multiclasses and loops, and the prototypes of the records in them.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::anonymous_numbers::Event;
use crate::deferred_drop;
use crate::diagnostic::Noticed;
use crate::hir::{Defm, Multiclass, Parent, SpanId};
use crate::ids::Loc;
use crate::record::{Assertion, Dump, Record, RecordKind};
use crate::symbol::Sym;
use crate::value::{Node, TernOp, Ty, ValueId};

use super::args::{GivenArg, GivenArgs};
use super::class::ClassProto;
use super::limits::STEPS_OF_PASS;
use super::scope::ScopeKind;
use super::{Cx, RecordScope, Result, Stopped};

/// A multiclass: its template arguments, as the fields of a record, and the entries that each use expands.
#[derive(Debug)]
pub struct MulticlassProto {
    /// The declared name, without arguments.
    pub name: Sym,
    /// The qualified name of the implicit template argument `NAME`.
    pub name_arg: Sym,
    /// The template arguments, as the only fields of a record.
    pub record: Record,
    /// The entries that each use expands, those of the parent multiclasses first.
    pub entries: Arc<Entries>,
}

/// The current state of the multiclass that is being defined.
pub(super) struct OpenMulticlass {
    pub name: Sym,
    pub name_arg: Sym,
    pub record: Record,
    /// Shared with nested expansions of the same multiclass.
    pub entries: Arc<Entries>,
}

/// An entry of a multiclass or loop: a record, a loop, an assertion or a message. Each expansion of the multiclass or
/// loop expands its entries.
#[derive(Clone, Debug)]
pub enum Entry {
    /// A record whose name and values may mention template arguments and variables of loops.
    Record(Box<Record>),
    /// A loop, whose entries are expanded for each element of a list.
    Loop(Loop),
    /// An assertion that is checked when the entry is added to the unit.
    Assertion(Assertion),
    /// A message that is printed when the entry is added to the unit.
    Dump(Dump),
}

/// The entries of a multiclass or loop, in order. There may be millions, so they are freed later: see
/// [`crate::deferred_drop`].
#[derive(Clone, Debug, Default)]
pub struct Entries(Vec<Entry>);

impl Drop for Entries {
    fn drop(&mut self) {
        deferred_drop::leave(std::mem::take(&mut self.0));
    }
}

impl Deref for Entries {
    type Target = Vec<Entry>;

    fn deref(&self) -> &Vec<Entry> {
        &self.0
    }
}

impl DerefMut for Entries {
    fn deref_mut(&mut self) -> &mut Vec<Entry> {
        &mut self.0
    }
}

/// A `foreach`, or an arm of an `if`. An arm is represented as a loop over a list with at most one element.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The location of the keyword.
    pub at: Loc,
    /// The variable of a `foreach`; `None` for an arm of an `if`.
    pub var: Option<Sym>,
    /// The list of the loop, or an expression that becomes a list once the template arguments are known.
    pub list: ValueId,
    /// The entries of each iteration, in order.
    pub entries: Entries,
}

/// The approximate size of entries in bytes.
pub(super) fn bytes(entries: &[Entry]) -> usize {
    let of_entry = |entry: &Entry| match entry {
        Entry::Record(record) => record.bytes(),
        Entry::Loop(inner) => bytes(&inner.entries),
        Entry::Assertion(_) | Entry::Dump(_) => 0,
    };
    size_of_val(entries) + entries.iter().map(of_entry).sum::<usize>()
}

/// The destination of expanded entries.
pub(super) enum Dest<'d> {
    Entries(&'d mut Entries),
    /// The unit: records are finished and added to it, assertions are checked, and messages are printed.
    Unit,
}

/// Once a statement has this number of diagnostics, the next error ends the expansion of the loop or `defm`.
const MAX_MISTAKES: usize = 20;

impl Cx<'_> {
    pub(super) fn multiclass(&mut self, name: Sym) -> Option<Arc<MulticlassProto>> {
        if let Some(open) = &self.open.multiclass
            && open.name == name
        {
            return Some(Arc::new(MulticlassProto {
                name,
                name_arg: open.name_arg,
                record: open.record.clone(),
                entries: open.entries.clone(),
            }));
        }
        self.world.multiclass(name)
    }

    pub(super) fn multiclass_definition(&mut self, multiclass: &Multiclass) -> Result<()> {
        let name = multiclass.name;
        if self.world.multiclass(name).is_some() {
            return self.error(
                multiclass.name_at,
                format!("multiclass '{name}' already defined"),
            );
        }
        let record = Record::new(
            RecordKind::Def,
            self.values.str(name),
            self.loc(multiclass.name_at),
        );
        let name_arg = self.scratch.qualify(name, Sym::COLONS, Sym::NAME);
        self.open.multiclass = Some(OpenMulticlass {
            name,
            name_arg,
            record: record.clone(),
            entries: Arc::default(),
        });
        self.push_scope(ScopeKind::Multiclass);
        let mut record = record;
        let mut result = self.template_arg_list(&multiclass.args, &mut record, name, Sym::COLONS);
        for ty in &multiclass.nameless {
            self.nameless(*ty);
        }
        for parent in &multiclass.parents {
            result = result.and(self.add_super_multiclass(parent, &record));
        }
        for stmt in &multiclass.body {
            result = result.and(self.statement(stmt));
        }
        self.pop_scope();
        self.reading.evaluated = Noticed::AtEnd;
        if result.is_ok() && self.open.given_up.is_empty() {
            self.warn_unused_args(&record);
        }
        let open = self.open.multiclass.take();
        let proto = MulticlassProto {
            name,
            name_arg,
            record,
            entries: open.map(|open| open.entries).unwrap_or_default(),
        };
        self.out.multiclass = Some(Arc::new(proto));
        result
    }

    /// Adds the entries of a parent multiclass to the open multiclass.
    fn add_super_multiclass(&mut self, parent: &Parent, own: &Record) -> Result<()> {
        let Some(proto) = self.multiclass(parent.name) else {
            let message = format!("Couldn't find multiclass '{}'", parent.name);
            let error = self.error_without(parent.name, parent.at, message);
            self.look_at_names_of(parent.args.as_deref(), RecordScope::Record(own));
            return error;
        };
        let args = match &parent.args {
            Some(args) => self.template_args(
                &proto.record,
                proto.name,
                Sym::COLONS,
                args,
                RecordScope::Record(own),
            )?,
            None => GivenArgs::new(),
        };
        self.warn_about_args(&proto.record, &args);
        let name = match &self.open.multiclass {
            Some(open) => self.values.var(open.name_arg, Ty::STRING),
            None => return Err(Stopped),
        };
        let mut substs = self.multiclass_substs(&proto, &args, name, parent.at)?;
        let mut entries = Entries::default();
        let result = self.expand(
            &proto.entries,
            &mut substs,
            false,
            &mut Dest::Entries(&mut entries),
            None,
        );
        drop(proto);
        self.add_to_multiclass(entries.drain(..));
        result
    }

    /// Adds entries to the open multiclass. If an expansion of the multiclass is under way, its entries are copied
    /// first.
    fn add_to_multiclass(&mut self, entries: impl IntoIterator<Item = Entry>) {
        if let Some(open) = &mut self.open.multiclass {
            Arc::make_mut(&mut open.entries).extend(entries);
        }
    }

    fn multiclass_substs(
        &mut self,
        proto: &MulticlassProto,
        args: &[GivenArg],
        name: ValueId,
        at: SpanId,
    ) -> Result<Vec<(Sym, ValueId)>> {
        let mut substs = vec![(proto.name_arg, name)];
        substs.extend(self.match_args(&proto.record, args, at)?);
        Ok(substs)
    }

    /// The name of a `def` or `defm`. `None` if the name is missing, or if it is `?` outside a multiclass. In a
    /// multiclass, `NAME` is prepended unless the name mentions `NAME`.
    pub(super) fn object_name(
        &mut self,
        name: Option<crate::hir::ExprId>,
    ) -> Result<Option<ValueId>> {
        let Some(name) = name else { return Ok(None) };
        let owner = self
            .open
            .multiclass
            .as_ref()
            .map(|open| (open.record.clone(), open.name_arg));
        let cur = owner
            .as_ref()
            .map_or(RecordScope::None, |(record, _)| RecordScope::Record(record));
        let v = self.value_in(name, Some(Ty::STRING), super::scope::Mode::Name, cur)?;
        Ok(match owner {
            None if v == ValueId::UNSET => None,
            Some((_, name_arg)) if !self.mentions(v, name_arg) => {
                let prefix = self.values.var(name_arg, Ty::STRING);
                Some(self.concat_names(prefix, v))
            }
            _ => Some(v),
        })
    }

    pub(super) fn defm(&mut self, defm: &Defm) -> Result<()> {
        let name = match self.object_name(defm.name)? {
            Some(name) => name,
            None => {
                let anon = self.draw_name();
                self.out.events.push(Event::Draw(anon));
                let drawn = self.values.anon_name(anon);
                match &self.open.multiclass {
                    Some(open) => {
                        let prefix = self.values.var(open.name_arg, Ty::STRING);
                        self.concat_names(prefix, drawn)
                    }
                    None => drawn,
                }
            }
        };
        let mut entries = Entries::default();
        let mut parents = defm.parents.iter();
        let mut first = true;
        let mut classes: Vec<(Arc<ClassProto>, GivenArgs, SpanId)> = Vec::new();
        for parent in parents.by_ref() {
            if !first && self.class(parent.name).is_some() {
                let (class, args) = self.class_reference(parent, RecordScope::None)?;
                for entry in entries.iter_mut() {
                    self.spend(1)?;
                    self.add_superclass_to_entry(entry, &class, &args, parent.at)?;
                }
                classes.push((class, args, parent.at));
                continue;
            }
            if !classes.is_empty() {
                return self.no_such_class(parent.name, parent.at);
            }
            first = false;
            self.defm_parent(parent, name, &mut entries)?;
        }
        if let Some(last) = defm.parents.last()
            && self.names.loops.is_empty()
        {
            // The reference makes the records of a `defm` before its parser reads the semicolon.
            self.reading.finishing = Noticed::After(last.at);
        }
        // If an error ends the loop early, dropping `entries` defers the freeing of the remaining entries.
        entries.reverse();
        while let Some(mut entry) = entries.pop() {
            self.spend(1)?;
            self.apply_lets_to_entry(&mut entry)?;
            // As in the reference, an error in one entry does not stop the others.
            let _ = self.add_entry(entry);
        }
        Ok(())
    }

    fn defm_parent(&mut self, parent: &Parent, name: ValueId, entries: &mut Entries) -> Result<()> {
        let Some(proto) = self.multiclass(parent.name) else {
            let message = format!("Couldn't find multiclass '{}'", parent.name);
            let error = self.error_without(parent.name, parent.at, message);
            self.look_at_names_of(parent.args.as_deref(), RecordScope::None);
            return error;
        };
        let args = match &parent.args {
            Some(args) => {
                let args = self.template_args(
                    &proto.record,
                    proto.name,
                    Sym::COLONS,
                    args,
                    RecordScope::None,
                )?;
                self.check_args(&proto.record, args, parent.at)?
            }
            None => GivenArgs::new(),
        };
        let mut substs = self.multiclass_substs(&proto, &args, name, parent.at)?;
        let is_final = self.open.multiclass.is_none() && self.names.loops.is_empty();
        let loc = self.loc(parent.at);
        self.expand(
            &proto.entries,
            &mut substs,
            is_final,
            &mut Dest::Entries(entries),
            Some(loc),
        )
    }

    fn add_superclass_to_entry(
        &mut self,
        entry: &mut Entry,
        class: &ClassProto,
        args: &[GivenArg],
        at: SpanId,
    ) -> Result<()> {
        match entry {
            Entry::Record(record) => self.add_superclass(record, class, args, at),
            Entry::Loop(inner) => {
                for entry in inner.entries.iter_mut() {
                    self.spend(1)?;
                    self.add_superclass_to_entry(entry, class, args, at)?;
                }
                Ok(())
            }
            Entry::Assertion(_) | Entry::Dump(_) => Ok(()),
        }
    }

    fn apply_lets_to_entry(&mut self, entry: &mut Entry) -> Result<()> {
        match entry {
            Entry::Record(record) => self.apply_let_lists(record),
            Entry::Loop(inner) => {
                for entry in inner.entries.iter_mut() {
                    self.spend(1)?;
                    self.apply_lets_to_entry(entry)?;
                }
                Ok(())
            }
            Entry::Assertion(_) | Entry::Dump(_) => Ok(()),
        }
    }

    /// Adds an entry to the open loop or multiclass, or else to the unit.
    pub(super) fn add_entry(&mut self, entry: Entry) -> Result<()> {
        if let Some(open) = self.names.loops.last_mut() {
            open.entries.push(entry);
            return Ok(());
        }
        match entry {
            Entry::Loop(inner) => {
                let is_final = self.open.multiclass.is_none();
                if is_final {
                    return self.run_loop(&inner, &mut Vec::new(), true, &mut Dest::Unit, None);
                }
                let mut entries = Entries::default();
                let result = self.run_loop(
                    &inner,
                    &mut Vec::new(),
                    false,
                    &mut Dest::Entries(&mut entries),
                    None,
                );
                self.add_to_multiclass(entries.drain(..));
                result
            }
            entry => {
                if self.open.multiclass.is_some() {
                    self.add_to_multiclass([entry]);
                    return Ok(());
                }
                match entry {
                    Entry::Record(record) => self.add_def(*record),
                    Entry::Assertion(assertion) => {
                        self.check_assertion(assertion);
                        Ok(())
                    }
                    Entry::Dump(dump) => {
                        self.print_dump(dump);
                        Ok(())
                    }
                    Entry::Loop(_) => Ok(()),
                }
            }
        }
    }

    /// Expands entries into `dest` with the given substitutions.
    fn expand(
        &mut self,
        entries: &[Entry],
        substs: &mut Vec<(Sym, ValueId)>,
        is_final: bool,
        dest: &mut Dest<'_>,
        loc: Option<Loc>,
    ) -> Result<()> {
        self.enter()?;
        let mut result = Ok(());
        for entry in entries {
            if result.is_err() && !self.tells_next_mistake() {
                break;
            }
            result = result.and(self.expand_entry(entry, substs, is_final, dest, loc));
        }
        self.leave();
        result
    }

    fn expand_entry(
        &mut self,
        entry: &Entry,
        substs: &mut Vec<(Sym, ValueId)>,
        is_final: bool,
        dest: &mut Dest<'_>,
        loc: Option<Loc>,
    ) -> Result<()> {
        match entry {
            Entry::Loop(inner) => self.run_loop(inner, substs, is_final, dest, None),
            Entry::Assertion(assertion) => {
                let mut r = self.map_resolver(substs.iter().copied());
                let mut assertion = *assertion;
                self.resolve_assertion(&mut assertion, &mut r, RecordScope::None)?;
                match dest {
                    Dest::Entries(entries) => entries.push(Entry::Assertion(assertion)),
                    Dest::Unit => _ = self.check_assertion(assertion),
                }
                Ok(())
            }
            Entry::Dump(dump) => {
                let mut r = self.map_resolver(substs.iter().copied());
                let mut dump = *dump;
                self.resolve_dump(&mut dump, &mut r, RecordScope::None)?;
                match dest {
                    Dest::Entries(entries) => entries.push(Entry::Dump(dump)),
                    Dest::Unit => self.print_dump(dump),
                }
                Ok(())
            }
            Entry::Record(proto) => {
                self.count_record(proto)?;
                let mut record = Record::clone(proto);
                // The dumps of a prototype are not printed again for its copies.
                if let Some(checks) = &mut record.checks {
                    checks.dumps.clear();
                }
                record.locs.extend(loc);
                let mut r = self.map_resolver(substs.iter().copied());
                self.resolve_record(&mut record, &mut r)?;
                match dest {
                    Dest::Entries(entries) => entries.push(Entry::Record(Box::new(record))),
                    Dest::Unit => self.add_def(record)?,
                }
                Ok(())
            }
        }
    }

    /// Runs a loop, or adds it to `dest` as a loop if its list is not known yet.
    fn run_loop(
        &mut self,
        inner: &Loop,
        substs: &mut Vec<(Sym, ValueId)>,
        is_final: bool,
        dest: &mut Dest<'_>,
        loc: Option<Loc>,
    ) -> Result<()> {
        let list = self.loop_list(inner, substs, is_final)?;
        let elems = match (self.values.as_list(list), &mut *dest) {
            (Some(elems), _) => elems,
            (None, Dest::Entries(entries)) if !is_final => {
                let mut kept = Entries::default();
                let dest = &mut Dest::Entries(&mut kept);
                self.expand(&inner.entries, substs, is_final, dest, loc)?;
                entries.push(Entry::Loop(Loop {
                    at: inner.at,
                    var: inner.var,
                    list,
                    entries: kept,
                }));
                return Ok(());
            }
            (None, _) => {
                let message = format!(
                    "attempting to loop over '{}', expected a list",
                    self.show(list)
                );
                return self.error_at(inner.at, message);
            }
        };
        let mut result = Ok(());
        for elem in elems {
            if result.is_err() && !self.tells_next_mistake() {
                break;
            }
            self.spend(STEPS_OF_PASS)?;
            if let Some(var) = inner.var {
                substs.push((var, *elem));
            }
            result = result.and(self.expand(&inner.entries, substs, is_final, dest, None));
            if inner.var.is_some() {
                substs.pop();
            }
        }
        result
    }

    /// Whether the expansion continues after an error, so that errors in further records are reported too. The number
    /// of errors is limited: otherwise one mistake in a long loop would fill the list of errors.
    fn tells_next_mistake(&self) -> bool {
        !self.is_at_limit() && self.out.diagnostics.len() < MAX_MISTAKES
    }

    /// Resolves the list of a loop. If `is_final`, all enclosing blocks have ended, and the condition of an `if` must
    /// be known.
    fn loop_list(
        &mut self,
        inner: &Loop,
        substs: &[(Sym, ValueId)],
        is_final: bool,
    ) -> Result<ValueId> {
        let values = self.values;
        let mut r = self.map_resolver(substs.iter().copied());
        let list = self.resolve(inner.list, &mut r, RecordScope::None)?;
        let Node::Tern(TernOp::If, cond, yes, no) = values.node(list) else {
            return Ok(list);
        };
        if !is_final {
            return Ok(list);
        }
        self.set_final(&mut r);
        let decided = self.resolve(*cond, &mut r, RecordScope::None)?;
        if decided == *cond {
            let message = format!(
                "unable to resolve if condition '{}' at end of containing scope",
                self.show(decided)
            );
            return self.error_at(inner.at, message);
        }
        let ty = values.type_of(list).unwrap_or(Ty::INT);
        self.fold_tern(TernOp::If, decided, *yes, *no, ty, RecordScope::None)
    }
}
