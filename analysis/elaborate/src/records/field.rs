//! Typed access to the fields of a record.
//!
//! A field is given by a string or a symbol. If a field of thousands of records is read, a stored symbol saves
//! interning the string each time: see [`sym!`](crate::sym).

use std::borrow::Cow;

use super::{Dag, Fatal, Reads, Rec, Release};
use crate::diagnostic::{At, DagPart, Diagnostic, Severity, StringByte};
use crate::ids::Loc;
use crate::record::FieldKind;
use crate::symbol::Sym;
use crate::value::print::{value, value_unquoted};
use crate::value::{Node, Ty, ValueId};

/// A field of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// The declared type.
    pub ty: Ty,
    /// The value; `None` if the field has no valid value, for example after a value of a wrong type.
    pub value: Option<ValueId>,
}

impl<'a> Rec<'a> {
    /// The field with this name; `None` if it does not exist.
    pub fn field(self, name: impl Into<Sym>) -> Option<Field> {
        let record = &self.entry.record;
        let index = record.shape.find(name.into())?;
        Reads::log_field(record, index);
        Some(Field {
            ty: record.shape.types[index],
            value: record.values[index],
        })
    }

    /// The location where the field with this name was set last, or else declared. `None` if there is no such field.
    pub fn field_loc(self, name: impl Into<Sym>) -> Option<Loc> {
        Some(self.record().field(name.into())?.loc)
    }

    /// A byte in the value of a string field, for [`Diagnostic::in_string`]. `text` is the value of the field, and
    /// `offset` is the index of the byte. `None` if there is no such field.
    pub fn string_byte(
        self,
        field: impl Into<Sym>,
        text: &str,
        offset: usize,
    ) -> Option<Box<StringByte>> {
        Some(Box::new(StringByte {
            field: self.field_loc(field)?,
            record: self.record().locs.clone(),
            text: Sym::new(text),
            offset,
        }))
    }

    /// A part of the value of a field, for [`Diagnostic::in_dag`]. `path` leads from the value to the part, see
    /// [`DagPart::path`]. `None` if there is no such field.
    pub fn dag_part(self, field: impl Into<Sym>, path: Vec<usize>) -> Option<Box<DagPart>> {
        Some(Box::new(DagPart {
            field: self.field_loc(field)?,
            record: self.record().locs.clone(),
            path,
        }))
    }

    /// The names of the fields whose values must be complete but are not. The contents of strings and integers do not
    /// count as read.
    pub fn incomplete_fields(self) -> impl Iterator<Item = Sym> + 'a {
        let Rec { records, entry } = self;
        let record = &*entry.record;
        let is_incomplete = move |index: &usize| {
            let value = record.values[*index];
            match value.map(|it| records.node(it)) {
                Some(Node::Int(_)) => Reads::log_kind(record, *index),
                Some(node) if is_text(node) => Reads::log_kind(record, *index),
                _ => Reads::log_field(record, *index),
            }
            value.is_some_and(|it| !records.values.is_complete(it))
        };
        let kinds = record.shape.kinds.iter().enumerate();
        let needed = kinds.filter(|(_, kind)| **kind != FieldKind::NonconcreteOk);
        let needed = needed.map(|(index, _)| index).filter(is_incomplete);
        needed.map(|index| record.shape.names[index])
    }

    fn optional(self, field: Sym) -> Option<ValueId> {
        self.field(field)?.value
    }

    /// The value of a field. An error if there is no such field, or if the field has no valid value.
    pub fn value(self, field: impl Into<Sym>) -> Result<ValueId, Fatal> {
        let field = field.into();
        self.optional(field).ok_or_else(|| self.no_field(field))
    }

    /// The value of a field and the node of the value. The errors are those of [`Rec::value`].
    fn get(self, field: Sym) -> Result<(ValueId, &'a Node), Fatal> {
        let v = self.value(field)?;
        Ok((v, self.records().node(v)))
    }

    /// Whether the field exists and its value is `?`.
    pub fn is_unset(self, field: impl Into<Sym>) -> bool {
        let field = field.into();
        self.optional(field) == Some(ValueId::UNSET)
    }

    /// The text of a string or code value; `None` for other values.
    pub fn text_of(self, v: ValueId) -> Option<Cow<'a, str>> {
        let print = || value_unquoted(&self.records().names(), v);
        is_text(self.records().node(v)).then(print)
    }

    /// Checks that a field is a string or code value. The errors are those of [`Rec::string`]. The text does not count
    /// as read.
    pub fn check_string(self, field: impl Into<Sym>) -> Result<(), Fatal> {
        let field = field.into();
        if self.is_kind(field, is_text) {
            Ok(())
        } else {
            self.string(field).map(drop)
        }
    }

    /// Whether the field exists and is a dag. The contents of the dag do not count as read.
    pub fn is_dag(self, field: impl Into<Sym>) -> bool {
        self.is_kind(field.into(), |it| matches!(it, Node::Dag { .. }))
    }

    /// Whether the field exists and `is_it` holds for its value. Only the kind of the value counts as read.
    fn is_kind(self, field: Sym, is_it: impl Fn(&Node) -> bool) -> bool {
        let record = &self.entry.record;
        let Some(index) = record.shape.find(field) else {
            return false;
        };
        Reads::log_kind(record, index);
        record.values[index].is_some_and(|v| is_it(self.records.node(v)))
    }

    /// The text of a string or code field. An error if there is no such field, or if its value is `?` or not a string.
    pub fn string(self, field: impl Into<Sym>) -> Result<Cow<'a, str>, Fatal> {
        let field = field.into();
        let value = self.optional(field);
        match value {
            // Since LLVM 22, the message for a value `?` is the same as for any other value that is not a string.
            Some(v) if self.records().release() >= Release::V22 => {
                let name = self.name();
                let message = || {
                    format!(
                        "Record `{name}', field `{field}' exists but does not have a string value"
                    )
                };
                self.text_of(v).ok_or_else(|| self.fatal(message()))
            }
            _ => self
                .string_of(field, value)?
                .ok_or_else(|| self.no_field(field)),
        }
    }

    /// The text of a string or code field. `None` if there is no such field, if it has no valid value, or if its value
    /// is `?`. An error for other values.
    pub fn optional_string(self, field: impl Into<Sym>) -> Result<Option<Cow<'a, str>>, Fatal> {
        let field = field.into();
        self.string_of(field, self.optional(field))
    }

    fn string_of(self, field: Sym, value: Option<ValueId>) -> Result<Option<Cow<'a, str>>, Fatal> {
        match value {
            None | Some(ValueId::UNSET) => Ok(None),
            Some(v) => match self.text_of(v) {
                Some(text) => Ok(Some(text)),
                None => Err(self.fatal(format!(
                    "Record `{}', ` field `{field}' exists but does not have a string initializer!",
                    self.name()
                ))),
            },
        }
    }

    /// The bits of a field, least significant first. An error if the field is not a `bits` value.
    pub fn bits(self, field: impl Into<Sym>) -> Result<&'a [ValueId], Fatal> {
        let field = field.into();
        match self.get(field)?.1 {
            Node::Bits(bits) => Ok(bits),
            _ => Err(self.wrong(field, "exists but does not have a bits value")),
        }
    }

    /// The elements of a list. An error if the field is not a list.
    pub fn list(self, field: impl Into<Sym>) -> Result<&'a [ValueId], Fatal> {
        let field = field.into();
        match self.get(field)?.1 {
            Node::List(elems) => Ok(elems),
            _ => Err(self.wrong(field, "exists but does not have a list value")),
        }
    }

    /// The records in a list. An error if the field is not a list of records.
    pub fn list_of_defs(self, field: impl Into<Sym>) -> Result<Vec<Rec<'a>>, Fatal> {
        let field = field.into();
        self.collect(
            field,
            |v| self.records().def_of(v),
            |_| self.wrong(field, "list is not entirely DefInit!"),
        )
    }

    /// The integers in a list. An error if the field is not a list of integers.
    pub fn list_of_ints(self, field: impl Into<Sym>) -> Result<Vec<i64>, Fatal> {
        let field = field.into();
        self.collect(
            field,
            |v| self.records().values.as_int(v),
            |v| self.wrong_value(field, "a list of ints", v),
        )
    }

    /// The texts in a list. An error if the field is not a list of strings.
    pub fn list_of_strings(self, field: impl Into<Sym>) -> Result<Vec<Cow<'a, str>>, Fatal> {
        let field = field.into();
        self.collect(
            field,
            |v| self.text_of(v),
            |v| self.wrong_value(field, "a list of strings", v),
        )
    }

    fn collect<T>(
        self,
        field: Sym,
        read: impl Fn(ValueId) -> Option<T>,
        error: impl Fn(ValueId) -> Fatal,
    ) -> Result<Vec<T>, Fatal> {
        self.list(field)?
            .iter()
            .map(|&v| read(v).ok_or_else(|| error(v)))
            .collect()
    }

    /// The value of an integer field. An error if the field is not an integer.
    pub fn int(self, field: impl Into<Sym>) -> Result<i64, Fatal> {
        let field = field.into();
        match self.get(field)? {
            (_, Node::Int(value)) => Ok(*value),
            (v, _) => Err(self.wrong_value(field, "an int", v)),
        }
    }

    /// The record that a field refers to. An error if the field does not refer to a record.
    pub fn def(self, field: impl Into<Sym>) -> Result<Rec<'a>, Fatal> {
        let field = field.into();
        let v = self.value(field)?;
        self.records()
            .def_of(v)
            .ok_or_else(|| self.wrong(field, "does not have a def initializer!"))
    }

    /// The record that a field refers to; `None` if the field is `?`. An error for other values.
    pub fn optional_def(self, field: impl Into<Sym>) -> Result<Option<Rec<'a>>, Fatal> {
        let field = field.into();
        match self.value(field)? {
            ValueId::UNSET => Ok(None),
            v => match self.records().def_of(v) {
                Some(def) => Ok(Some(def)),
                None => Err(self.wrong(field, "does not have either a def initializer or '?'!")),
            },
        }
    }

    /// The value of a bit field. An error if the field is not a bit.
    pub fn bit(self, field: impl Into<Sym>) -> Result<bool, Fatal> {
        let field = field.into();
        match self.value(field)? {
            ValueId::FALSE => Ok(false),
            ValueId::TRUE => Ok(true),
            _ => Err(self.wrong(field, "does not have a bit initializer!")),
        }
    }

    /// The value of a bit field; `None` if it is `?`. An error for other values.
    pub fn bit_or_unset(self, field: impl Into<Sym>) -> Result<Option<bool>, Fatal> {
        let field = field.into();
        match self.value(field)? {
            ValueId::UNSET => Ok(None),
            _ => self.bit(field).map(Some),
        }
    }

    /// The dag in a field. An error if the field is not a dag.
    pub fn dag(self, field: impl Into<Sym>) -> Result<Dag<'a>, Fatal> {
        let field = field.into();
        let dag = self.records().dag(self.value(field)?);
        dag.ok_or_else(|| self.wrong(field, "does not have a dag initializer!"))
    }

    /// An error at the location where the field was set last or else declared. If the record has no such field, the
    /// error is at the record.
    pub fn fatal_at(self, field: impl Into<Sym>, message: String) -> Fatal {
        let field = field.into();
        Box::new(self.diagnostic_at(field, Severity::Error, message))
    }

    /// A diagnostic at the location where the field was set last or else declared. If the record has no such field, the
    /// diagnostic is at the record.
    pub fn diagnostic_at(
        self,
        field: impl Into<Sym>,
        severity: Severity,
        message: String,
    ) -> Diagnostic {
        match self.field_loc(field) {
            Some(loc) => Diagnostic::new(severity, Some(At::start(loc)), message),
            None => self.diagnostic(severity, message),
        }
    }

    fn no_field(self, field: Sym) -> Fatal {
        self.fatal(format!(
            "Record `{}' does not have a field named `{field}'!\n",
            self.name()
        ))
    }

    fn wrong(self, field: Sym, what: &str) -> Fatal {
        self.fatal(format!("Record `{}', field `{field}' {what}", self.name()))
    }

    fn wrong_value(self, field: Sym, wanted: &str, v: ValueId) -> Fatal {
        let text = value(&self.records().names(), v);
        self.wrong(
            field,
            &format!("exists but does not have {wanted} value: {text}"),
        )
    }
}

fn is_text(node: &Node) -> bool {
    matches!(node, Node::Str(_) | Node::Code(_) | Node::Text(..))
}
