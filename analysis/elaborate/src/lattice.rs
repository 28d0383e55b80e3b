//! The lattice of types: which types convert to each other, and the common type of two types.

use crate::record::Record;
use crate::symbol::Sym;
use crate::value::{Ty, Type, ValueStore};

/// Relations between types. They depend on the known classes. During elaboration, these are the classes that are
/// defined so far; afterwards, they are all classes.
pub trait TypeLattice {
    /// The store that contains the types.
    fn store(&self) -> &ValueStore;

    /// The record of the class with this name, if the class is known.
    fn class_record(&self, class: Sym) -> Option<&Record>;

    /// Whether `class` is `wanted` or is derived from it.
    fn is_class(&self, class: Sym, wanted: Sym) -> bool {
        let derives = |record: &Record| record.is_subclass_of(wanted);
        class == wanted || self.class_record(class).is_some_and(derives)
    }

    /// Whether all records of the type `ty` are derived from `class`. False if `ty` is not a record type.
    fn is_record_of(&self, ty: Ty, class: Sym) -> bool {
        match self.store().type_data(ty) {
            Type::Record(classes) => classes.iter().any(|it| self.is_class(*it, class)),
            _ => false,
        }
    }

    /// Whether values of type `from` are accepted where `to` is expected, if necessary with an implicit conversion.
    fn is_convertible(&self, from: Ty, to: Ty) -> bool {
        if from == to {
            return true;
        }
        let store = self.store();
        match (store.type_data(from), store.type_data(to)) {
            (Type::Bit, Type::Int)
            | (Type::Int, Type::Bit | Type::Bits(_))
            | (Type::Bits(_), Type::Int) => true,
            (Type::Bit, Type::Bits(n)) | (Type::Bits(n), Type::Bit) => *n == 1,
            (Type::List(from), Type::List(to)) => self.is_convertible(*from, *to),
            (Type::Record(_), Type::Record(to)) => {
                to.iter().all(|wanted| self.is_record_of(from, *wanted))
            }
            _ => false,
        }
    }

    /// Whether each value of type `from` is a value of type `to` without conversion.
    fn is_a(&self, from: Ty, to: Ty) -> bool {
        if from == to {
            return true;
        }
        let store = self.store();
        match (store.type_data(from), store.type_data(to)) {
            (Type::List(from), Type::List(to)) => self.is_a(*from, *to),
            (Type::Record(_), Type::Record(_)) => self.is_convertible(from, to),
            _ => false,
        }
    }

    /// The type to which values of both types can be converted; `None` if no such type exists. Two record types always
    /// have a common type.
    fn common_type(&self, a: Ty, b: Ty) -> Option<Ty> {
        if a == b {
            return Some(a);
        }
        let store = self.store();
        if let (Type::Record(left), Type::Record(right)) = (store.type_data(a), store.type_data(b))
        {
            return Some(self.common_record_type(left, right));
        }
        if self.is_convertible(a, b) {
            return Some(b);
        }
        if self.is_convertible(b, a) {
            return Some(a);
        }
        let elem = self.common_type(store.elem_ty(a)?, store.elem_ty(b)?)?;
        Some(store.list_ty(elem))
    }

    /// The most specific record type that includes the records of both types. The classes of this type are common
    /// superclasses of both types.
    fn common_record_type(&self, left: &[Sym], right: &[Sym]) -> Ty {
        let mut common: Vec<Sym> = Vec::new();
        let mut stack = left.to_vec();
        while let Some(class) = stack.pop() {
            if right.iter().any(|it| self.is_class(*it, class)) {
                common.push(class);
            } else if let Some(record) = self.class_record(class) {
                stack.extend(self.direct_superclasses(&record.supers));
            }
        }
        self.store().record_ty(common)
    }

    /// The superclasses that are not inherited from another superclass in the list, the last one first.
    fn direct_superclasses(&self, supers: &[Sym]) -> Vec<Sym> {
        let mut direct = Vec::new();
        let mut rest = supers;
        while let Some((last, before)) = rest.split_last() {
            let inherited = self.class_record(*last).map_or(0, |it| it.supers.len());
            rest = &before[..before.len().saturating_sub(inherited)];
            direct.push(*last);
        }
        direct
    }
}
