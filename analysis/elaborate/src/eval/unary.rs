//! Folding of operators with one operand.

use crate::anonymous_numbers::spelt_number;
use crate::diagnostic::{Diagnostic, FailedCast, Severity};
use crate::lattice::TypeLattice;
use crate::symbol::Sym;
use crate::value::{Node, Part, Ty, Type, UnOp, ValueId};

use super::{Cx, RecordScope, Result, Stopped};

impl Cx<'_> {
    /// Folds an operator with one operand. If the operand is not known well enough, the operator stays unevaluated.
    pub(super) fn fold_un(
        &mut self,
        op: UnOp,
        v: ValueId,
        ty: Ty,
        cur: RecordScope<'_>,
        is_final: bool,
    ) -> Result<ValueId> {
        let folded = match op {
            UnOp::Cast => self.fold_cast(v, ty, cur, is_final)?,
            UnOp::Repr => self.fold_repr(v)?,
            UnOp::ToLower => self.map_text(v, |text| text.to_ascii_lowercase())?,
            UnOp::ToUpper => self.map_text(v, |text| text.to_ascii_uppercase())?,
            UnOp::Not => self
                .as_number(v)
                .map(|number| self.values.int(i64::from(number == 0))),
            UnOp::Log2 => match self.as_number(v) {
                Some(number) if number <= 0 => {
                    return self.error_in(
                        cur,
                        "Illegal operation: logtwo is undefined on arguments less than or equal to 0",
                    );
                }
                Some(number) => Some(self.values.int(i64::from(number.ilog2()))),
                None => None,
            },
            UnOp::Head => match self.values.as_list(v) {
                Some([]) => return self.error_in(cur, "empty list in !head"),
                Some([first, ..]) => Some(*first),
                None => None,
            },
            UnOp::Tail => match self.values.as_list(v) {
                Some([]) => return self.error_in(cur, "empty list in !tail"),
                Some([_, rest @ ..]) => {
                    self.check_len(rest.len())?;
                    self.elem_type(v).map(|elem| self.new_list(rest, elem))
                }
                None => None,
            },
            UnOp::Size => self.size(v).map(|size| self.values.int(size as i64)),
            UnOp::Empty => self
                .size(v)
                .map(|size| self.values.int(i64::from(size == 0))),
            UnOp::GetDagOp => match self.values.node(v) {
                Node::Dag { op, .. } => return self.dag_operator(v, *op, ty, cur),
                _ => None,
            },
            UnOp::GetDagOpName => match self.values.node(v) {
                Node::Dag { op_name, .. } => Some(self.text_of_dag_name(*op_name)),
                _ => None,
            },
            UnOp::ListFlatten => self.flatten(v)?,
            UnOp::Initialized => match v {
                ValueId::UNSET => Some(self.values.int(0)),
                _ => self.values.is_concrete(v).then(|| self.values.int(1)),
            },
        };
        Ok(folded.unwrap_or_else(|| self.values.un(op, v, ty)))
    }

    fn fold_cast(
        &mut self,
        v: ValueId,
        ty: Ty,
        cur: RecordScope<'_>,
        is_final: bool,
    ) -> Result<Option<ValueId>> {
        let values = self.values;
        if ty == Ty::STRING {
            match values.node(v) {
                Node::Str(_) | Node::Code(_) | Node::Text(..) => return Ok(Some(v)),
                Node::Def(name) => return Ok(Some(*name)),
                _ => {}
            }
            if let Some(number) = self.as_number(v) {
                return Ok(Some(values.string(&number.to_string())));
            }
        } else if values.is_record(ty) && values.is_string(v) {
            return self.cast_to_record(v, ty, cur, is_final);
        }
        Ok(self.convert(v, ty))
    }

    /// Evaluates `!cast<Class>("name")`. Before the final resolve, the result is `None` if the record does not exist or
    /// is the record under construction. In the final resolve, a missing record is an error. A record
    /// that does not have the type `ty` is always an error.
    fn cast_to_record(
        &mut self,
        name: ValueId,
        ty: Ty,
        cur: RecordScope<'_>,
        is_final: bool,
    ) -> Result<Option<ValueId>> {
        let name = self.plain_string(name);
        let found = match self.other_record(name, cur, is_final) {
            Some(record) => Some(self.def_value(&record)),
            None => match cur.record() {
                // A record may refer to itself, but its type is known only in the final resolve.
                Some(record) if self.is_own_name(record.name, name) => {
                    if !is_final {
                        return Ok(None);
                    }
                    let own = self.record_type(record);
                    Some(self.values.def(name, own))
                }
                _ => None,
            },
        };
        let Some(def) = found else {
            if is_final {
                let message = format!(
                    "Undefined reference to record: '{}'\n",
                    self.show_unquoted(name)
                );
                let depends_on = self.values.as_str(name).into_iter().collect();
                return self.failed_cast(name, ty, cur, message, depends_on);
            }
            return Ok(None);
        };
        let own = self.values.type_of(def).unwrap_or(Ty::RECORD);
        if !self.is_a(own, ty) {
            let cast = self.values.un(UnOp::Cast, name, ty);
            let message = format!(
                "Expected type '{}', got '{}' in: {}\n",
                self.show_type(ty),
                self.show_type(own),
                self.show(cast)
            );
            let found = self.other_record(name, cur, is_final);
            let mut depends_on: Vec<Sym> = self.values.as_str(name).into_iter().collect();
            depends_on.extend(found.iter().flat_map(|it| it.supers.iter()));
            return self.failed_cast(name, ty, cur, message, depends_on);
        }
        Ok(Some(def))
    }

    /// Reports a failed `!cast` to a record. The error is a consequence if the definition of one of the names in
    /// `depends_on` is broken.
    fn failed_cast<T>(
        &mut self,
        name: ValueId,
        ty: Ty,
        cur: RecordScope<'_>,
        message: String,
        depends_on: Vec<Sym>,
    ) -> Result<T> {
        let record = cur.record();
        let locs = record.map_or(&[][..], |record| &record.locs);
        let mut error = Diagnostic::at_locs(Severity::Error, locs, message);
        error.lacks_place = matches!(cur, RecordScope::Placeless);
        error.depends_on = depends_on;
        error.of_classes = record.map_or(Vec::new(), |it| it.supers.clone());
        error.of_cast = Some(self.cast_of(name, ty));
        self.report(error);
        Err(Stopped)
    }

    fn cast_of(&self, name: ValueId, ty: Ty) -> FailedCast {
        let class = match self.values.type_data(ty) {
            Type::Record(classes) if classes.len() == 1 => Some(classes[0]),
            _ => None,
        };
        FailedCast {
            name: Sym::new(&self.show_unquoted(name)),
            class,
        }
    }

    /// Changes `error` to report a missing record if the unresolved value `v` contains a `!cast` of a known string to a
    /// record type. Such a cast is assumed to be unresolved because no record has this name.
    pub(super) fn explain_by_cast(&self, v: ValueId, error: &mut Diagnostic) {
        let casts = self.open_parts(v).into_iter();
        let missing = casts.filter_map(|it| match (self.values.node(it), self.values.get(it).ty) {
            (Node::Un(UnOp::Cast, name), Some(ty)) if self.values.is_record(ty) => self
                .values
                .is_string(*name)
                .then(|| self.cast_of(*name, ty)),
            _ => None,
        });
        if let Some(cast) = missing.into_iter().next() {
            error.in_words = Some(format!("Undefined reference to record: '{}'", cast.name));
            error.depends_on.push(cast.name);
            error.of_cast = Some(cast);
        }
    }

    /// Whether the string `name` is the name `own` of a record. If `own` is an anonymous name, the string may also be
    /// the text of `own` with the number that the record has been assigned.
    pub(super) fn is_own_name(&self, own: ValueId, name: ValueId) -> bool {
        if own == name {
            return true;
        }
        let anon = match self.values.node(own) {
            Node::AnonName(anon) => *anon,
            Node::Text(_, parts) => match parts[..] {
                [Part::Anonymous(anon)] => anon,
                _ => return false,
            },
            _ => return false,
        };
        match self.values.node(name) {
            Node::Str(text) | Node::Code(text) => {
                let spelt = spelt_number(text.as_str());
                spelt.is_some() && spelt == self.number(anon)
            }
            Node::Text(_, parts) => parts[..] == [Part::Anonymous(anon)],
            _ => false,
        }
    }

    fn dag_operator(
        &mut self,
        dag: ValueId,
        op: ValueId,
        ty: Ty,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let Some(own) = self.values.type_of(op) else {
            // The reference requires a typed operator. An unset operator has no type, so the operation stays
            // unevaluated.
            return Ok(self.values.un(UnOp::GetDagOp, dag, ty));
        };
        if self.is_a(own, ty) {
            return Ok(op);
        }
        let whole = self.values.un(UnOp::GetDagOp, dag, ty);
        let message = format!(
            "Expected type '{}', got '{}' in: {}\n",
            self.show_type(ty),
            self.show_type(own),
            self.show(whole)
        );
        self.error_in(cur, message)
    }

    fn fold_repr(&mut self, v: ValueId) -> Result<Option<ValueId>> {
        if !self.values.is_concrete(v) {
            return Ok(None);
        }
        let text = match self.values.as_def(v) {
            Some(name) => match self.def_record(name) {
                Some(record) => self.show_record(&record),
                None => return Ok(None),
            },
            None => self.show(v),
        };
        self.check_text(text.len())?;
        Ok(Some(self.marked_text(&text)))
    }

    fn size(&mut self, v: ValueId) -> Option<usize> {
        match self.values.node(v) {
            Node::List(elems) => Some(elems.len()),
            Node::Dag { args, .. } => Some(args.len()),
            _ => self.string_bytes(v).map(|bytes| bytes.len()),
        }
    }

    /// The element type of a list; `None` for other values.
    pub(super) fn elem_type(&self, v: ValueId) -> Option<Ty> {
        self.values.elem_ty(self.values.type_of(v)?)
    }

    fn flatten(&mut self, v: ValueId) -> Result<Option<ValueId>> {
        let Some(elems) = self.values.as_list(v) else {
            return Ok(None);
        };
        let Some(inner) = self.elem_type(v).and_then(|elem| self.values.elem_ty(elem)) else {
            return Ok(Some(v));
        };
        let mut flat = Vec::new();
        for elem in elems {
            let Some(elems) = self.values.as_list(*elem) else {
                return Ok(None);
            };
            self.spend(1 + elems.len())?;
            self.check_max(flat.len() + elems.len())?;
            flat.extend_from_slice(elems);
        }
        Ok(Some(self.new_list(&flat, inner)))
    }

    fn map_text(&mut self, v: ValueId, f: impl Fn(&str) -> String) -> Result<Option<ValueId>> {
        let Some(text) = self.plain_text(v) else {
            return Ok(None);
        };
        self.check_text(text.len())?;
        Ok(Some(self.values.string(&f(&text))))
    }
}
