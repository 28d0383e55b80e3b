//! Accessors for the contents of values and types.

use std::borrow::Cow;

use super::ValueStore;
use crate::symbol::Sym;
use crate::value::{Format, Node, Part, Ty, Type, ValueId};

impl ValueStore {
    /// The text of a string or code value; `None` for other values and for strings that contain names of anonymous
    /// records.
    pub fn as_str(&self, v: ValueId) -> Option<Sym> {
        match self.node(v) {
            Node::Str(text) | Node::Code(text) => Some(*text),
            _ => None,
        }
    }

    /// The parts of any string or code value; `None` for other values.
    pub fn as_text(&self, v: ValueId) -> Option<Cow<'_, [Part]>> {
        match self.node(v) {
            Node::Str(text) | Node::Code(text) => Some(vec![Part::Text(*text)].into()),
            Node::Text(_, parts) => Some((&**parts).into()),
            _ => None,
        }
    }

    /// Whether the value is a string or code.
    pub fn is_string(&self, v: ValueId) -> bool {
        matches!(self.node(v), Node::Str(_) | Node::Code(_) | Node::Text(..))
    }

    /// The form in which a string value is printed; `None` for other values.
    pub fn format_of(&self, v: ValueId) -> Option<Format> {
        match self.node(v) {
            Node::Str(_) => Some(Format::Quoted),
            Node::Code(_) => Some(Format::Code),
            Node::Text(format, _) => Some(*format),
            _ => None,
        }
    }

    /// The integer; `None` for other values.
    pub fn as_int(&self, v: ValueId) -> Option<i64> {
        if let Some(number) = v.common_int() {
            return Some(number);
        }
        match self.node(v) {
            Node::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The elements of a list; `None` for other values.
    pub fn as_list(&self, v: ValueId) -> Option<&[ValueId]> {
        match self.node(v) {
            Node::List(elems) => Some(elems),
            _ => None,
        }
    }

    /// The bits of a `bits` value, least significant first; `None` for other values.
    pub fn as_bits(&self, v: ValueId) -> Option<&[ValueId]> {
        match self.node(v) {
            Node::Bits(bits) => Some(bits),
            _ => None,
        }
    }

    /// The name of the record that a value refers to; `None` for other values.
    pub fn as_def(&self, v: ValueId) -> Option<ValueId> {
        match self.node(v) {
            Node::Def(name) => Some(*name),
            _ => None,
        }
    }
}

impl ValueStore {
    /// The id of a type. A new type is added to the table.
    pub fn ty(&self, ty: Type) -> Ty {
        self.types.intern(ty)
    }

    /// The structure of a type.
    pub fn type_data(&self, ty: Ty) -> &Type {
        self.types.data(ty)
    }

    /// The type `bits<width>`.
    pub fn bits_ty(&self, width: u32) -> Ty {
        self.ty(Type::Bits(width))
    }

    /// The type `list<elem>`.
    pub fn list_ty(&self, elem: Ty) -> Ty {
        self.types.list_of(elem)
    }

    /// The type of the records of a class.
    pub fn class_ty(&self, class: Sym) -> Ty {
        self.ty(Type::Record(Box::new([class])))
    }

    /// The type of the records that are derived from all of `classes`. No class in `classes` may be a superclass of
    /// another.
    pub fn record_ty(&self, mut classes: Vec<Sym>) -> Ty {
        classes.sort_by_key(|class| class.as_str());
        self.ty(Type::Record(classes.into()))
    }

    /// The element type of a list type; `None` for other types.
    pub fn elem_ty(&self, ty: Ty) -> Option<Ty> {
        match self.type_data(ty) {
            Type::List(elem) => Some(*elem),
            _ => None,
        }
    }

    /// Whether the type is a list type.
    pub fn is_list(&self, ty: Ty) -> bool {
        self.elem_ty(ty).is_some()
    }

    /// Whether the type is a record type.
    pub fn is_record(&self, ty: Ty) -> bool {
        matches!(self.type_data(ty), Type::Record(_))
    }
}
