//! Folding of `!cond`, `!foldl`, `!isa`, `!exists`, `!instances` and field accesses, and string functions for folding.

use syntax::Release;

use std::borrow::Cow;
use std::sync::Arc;

use crate::lattice::TypeLattice;
use crate::name_order::compare_numeric;
use crate::record::Record;
use crate::symbol::Sym;
use crate::value::{Format, Node, Part, Ty, Type, ValueId};

use super::{Cx, RecordScope, Result};

/// With at least this many elements, `!foldl` has a fast path for a body that only appends.
pub(super) const MANY: usize = 64;

impl Cx<'_> {
    pub(super) fn fold_cond(
        &mut self,
        elems: &[ValueId],
        ty: Ty,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let keep = |cx: &Self| cx.values.cond(elems, ty);
        let (conds, results) = elems.split_at(elems.len() / 2);
        for (cond, result) in conds.iter().zip(results) {
            self.spend(1)?;
            match self.as_number(*cond) {
                Some(0) => {}
                Some(_) => {
                    return Ok(match self.convert(*result, ty) {
                        Some(converted) => converted,
                        None => keep(self),
                    });
                }
                None => return Ok(keep(self)),
            }
        }
        let owner = cur
            .record()
            .map(|record| self.show_unquoted(record.name))
            .unwrap_or_default();
        let whole = keep(self);
        let message = format!(
            "{owner} does not have any true condition in:{}",
            self.show(whole)
        );
        self.error_in(cur, message)
    }

    pub(super) fn fold_foldl(
        &mut self,
        start: ValueId,
        list: ValueId,
        (acc, var, body): (Sym, Sym, ValueId),
        ty: Ty,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let Some(elems) = self.values.as_list(list) else {
            return Ok(self.values.intern(
                Node::Fold {
                    start,
                    list,
                    acc,
                    var,
                    body,
                },
                Some(ty),
            ));
        };
        let (mut result, mut done) = (start, 0);
        if elems.len() >= MANY && acc != var && self.only_appends(body, acc) {
            (result, done) = self.fold_appending(start, elems, (var, body), cur)?;
        }
        for elem in &elems[done..] {
            self.spend(1)?;
            let names = [(acc, result), (var, *elem)];
            result = self.with_names(&names, body, cur)?;
        }
        Ok(result)
    }

    pub(super) fn fold_isa(&mut self, want: Ty, v: ValueId) -> Result<ValueId> {
        let values = self.values;
        if let Some(own) = values.type_of(v) {
            if self.is_convertible(own, want) {
                return Ok(values.int(1));
            }
            // The result is 0 if `want` is not a record type, or if nothing in the value is left to resolve. Before
            // LLVM 21, it is also 0 if `want` is not a subtype of the value's type.
            let decided = !values.is_record(want)
                || values.is_concrete(v)
                || (self.release < Release::V21 && !self.is_convertible(want, own));
            if decided {
                return Ok(values.int(0));
            }
        }
        Ok(values.intern(Node::IsA(want, v), Some(Ty::INT)))
    }

    pub(super) fn fold_exists(
        &mut self,
        want: Ty,
        name: ValueId,
        cur: RecordScope<'_>,
        is_final: bool,
    ) -> Result<ValueId> {
        let values = self.values;
        let keep = || values.intern(Node::Exists(want, name), Some(Ty::INT));
        if !values.is_string(name) {
            return Ok(keep());
        }
        let plain = self.plain_string(name);
        let found = match self.other_record(plain, cur, is_final) {
            Some(record) => self.record_type(&record),
            None => match cur.record() {
                Some(record) if self.is_own_name(record.name, plain) => {
                    if !is_final {
                        return Ok(keep());
                    }
                    self.record_type(record)
                }
                _ if is_final => {
                    self.time_bound += 1;
                    return Ok(values.int(0));
                }
                _ => return Ok(keep()),
            },
        };
        Ok(values.int(i64::from(self.is_a(found, want))))
    }

    pub(super) fn fold_instances(
        &mut self,
        want: Ty,
        regex: ValueId,
        cur: RecordScope<'_>,
        is_final: bool,
    ) -> Result<ValueId> {
        let values = self.values;
        let keep = || values.intern(Node::Instances(want, regex), Some(values.list_ty(want)));
        if !matches!(cur, RecordScope::None | RecordScope::NamesOnly(_)) && !is_final {
            return Ok(keep());
        }
        let Some(pattern) = self.plain_text(regex) else {
            return Ok(keep());
        };
        let mut regex = self.take_regex(&pattern)?;
        self.time_bound += 1;
        let mut found: Vec<(Cow<str>, ValueId)> = Vec::new();
        for record in self.records_of(want)? {
            if let Some(name) = self.plain_text(record.name)
                && self.is_match(&mut regex, &name)?
            {
                let ty = self.record_type(&record);
                found.push((name, values.def(record.name, ty)));
            }
        }
        self.keep_regex(regex);
        let mut compared = 0_usize;
        found.sort_by(|a, b| {
            compared += 1;
            if compared.is_multiple_of(1 << 12) {
                self.pause();
            }
            compare_numeric(&a.0, &b.0)
        });
        self.spend(compared)?;
        found.dedup();
        let elems: Vec<ValueId> = found.into_iter().map(|(_, v)| v).collect();
        Ok(self.new_list(&elems, want))
    }

    /// All records made so far that have the record type `want`.
    fn records_of(&mut self, want: Ty) -> Result<Vec<Arc<Record>>> {
        let Type::Record(classes) = self.values.type_data(want) else {
            return Ok(Vec::new());
        };
        let mut looked_at = 0_usize;
        let mut found = Vec::new();
        let mut visit = |record: &Arc<Record>| {
            looked_at += 1;
            if classes.iter().all(|class| record.is_subclass_of(*class)) {
                found.push(record.clone());
            }
        };
        self.world.visit_defs(&mut visit);
        self.scratch.made.values().for_each(&mut visit);
        let instances = self.scratch.instances.known.values();
        instances.for_each(|made| visit(&made.record));
        self.spend(looked_at)?;
        Ok(found)
    }

    pub(super) fn fold_field(
        &mut self,
        base: ValueId,
        name: Sym,
        ty: Ty,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let values = self.values;
        let keep = || values.intern(Node::Field(base, name), Some(ty));
        let Some(def) = values.as_def(base) else {
            return Ok(keep());
        };
        if let Some(known) = self.scratch.run_cache.field(def, name) {
            return Ok(known);
        }
        if let Some(record) = cur.record()
            && self.is_own_name(record.name, def)
            && !self.is_of_earlier(def)
        {
            let message = format!(
                "Attempting to access field '{name}' of '{}' is a forbidden self-reference",
                self.show(base)
            );
            return self.error_in(cur, message);
        }
        let value = self
            .def_record(def)
            .and_then(|record| record.values[record.shape.find(name)?]);
        match value {
            Some(value) if values.is_concrete(value) => {
                self.scratch.run_cache.set_field(def, name, value);
                Ok(value)
            }
            _ => Ok(keep()),
        }
    }

    /// Whether an earlier record has the name `name`. If so, the name refers to the earlier record and not to the
    /// record under construction.
    fn is_of_earlier(&mut self, name: ValueId) -> bool {
        self.values.as_str(name).is_some() && self.def_record(name).is_some()
    }

    /// The type of the field `name` of the value `base`. `None` if there is no such field.
    pub(super) fn field_type(&mut self, base: ValueId, name: Sym) -> Option<Ty> {
        if let Some(def) = self.values.as_def(base) {
            return Some(self.def_record(def)?.field(name)?.ty);
        }
        let ty = self.values.type_of(base)?;
        let crate::value::Type::Record(classes) = self.values.type_data(ty) else {
            return None;
        };
        classes
            .iter()
            .find_map(|class| Some(self.class(*class)?.record.field(name)?.ty))
    }

    /// Converts a `code` value to an ordinary string, as for the names of records.
    pub(super) fn plain_string(&self, v: ValueId) -> ValueId {
        match self.values.node(v) {
            Node::Code(text) => self.values.str(*text),
            Node::Text(Format::Code, parts) => self.values.text(parts),
            _ => v,
        }
    }

    /// The text of a string value, with the numbers of anonymous records in it. `None` if `v` is not a string, or if a
    /// number is not known.
    pub(super) fn plain_text(&mut self, v: ValueId) -> Option<Cow<'static, str>> {
        match self.values.node(v) {
            Node::Str(text) | Node::Code(text) => Some(text.as_str().into()),
            Node::Text(_, parts) => {
                let mut text = String::new();
                for part in parts {
                    match part {
                        Part::Text(piece) => text.push_str(piece.as_str()),
                        Part::Anonymous(anon) => {
                            let number = self.number(*anon)?;
                            text.push_str(&format!("anonymous_{number}"));
                        }
                    }
                }
                Some(text.into())
            }
            _ => None,
        }
    }

    /// The bytes of a string value. `None` where [`Cx::plain_text`] returns `None`.
    pub(super) fn string_bytes(&mut self, v: ValueId) -> Option<Cow<'static, [u8]>> {
        let bytes = match self.plain_text(v)? {
            Cow::Borrowed(text) => syntax::text::encode(text),
            Cow::Owned(text) => syntax::text::encode(&text).into_owned().into(),
        };
        // Usually nothing is copied, so a step covers many bytes. If the limit is reached here, the next step reports
        // it.
        let _ = self.spend(bytes.len() / STEP_OF_BYTES);
        Some(bytes)
    }
}

/// The number of bytes of a string that count as one step.
const STEP_OF_BYTES: usize = 256;
