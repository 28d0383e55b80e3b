//! Types of values, where classes are known.

use super::Records;
use crate::symbol::Sym;
use crate::value::{Ty, Type};

impl Records {
    /// The type that values of both types have, perhaps by a cast.
    pub fn common_type(&self, a: Ty, b: Ty) -> Option<Ty> {
        if a == b {
            return Some(a);
        }
        let values = &self.values;
        if let (Type::Record(left), Type::Record(right)) =
            (values.type_data(a), values.type_data(b))
        {
            return Some(self.common_record_type(left, right));
        }
        if self.is_convertible(a, b) {
            return Some(b);
        }
        if self.is_convertible(b, a) {
            return Some(a);
        }
        let element = self.common_type(values.elem_ty(a)?, values.elem_ty(b)?)?;
        Some(values.list_ty(element))
    }

    /// Whether the records of a type are all of a class.
    pub fn is_record_of(&self, ty: Ty, class: Sym) -> bool {
        match self.values.type_data(ty) {
            Type::Record(classes) => classes.iter().any(|it| self.is_class(*it, class)),
            _ => false,
        }
    }

    fn is_class(&self, class: Sym, wanted: Sym) -> bool {
        let derives = |rec: super::Rec| rec.record().is_subclass_of(wanted);
        class == wanted || self.class_of(class).is_some_and(derives)
    }

    fn is_convertible(&self, from: Ty, to: Ty) -> bool {
        let values = &self.values;
        match (values.type_data(from), values.type_data(to)) {
            (Type::Bit, Type::Int)
            | (Type::Int, Type::Bit | Type::Bits(_))
            | (Type::Bits(_), Type::Int) => true,
            (Type::Bit, Type::Bits(width)) | (Type::Bits(width), Type::Bit) => *width == 1,
            (Type::List(from), Type::List(to)) => from == to || self.is_convertible(*from, *to),
            (Type::Record(_), Type::Record(to)) => {
                to.iter().all(|wanted| self.is_record_of(from, *wanted))
            }
            _ => false,
        }
    }

    fn common_record_type(&self, left: &[Sym], right: &[Sym]) -> Ty {
        let mut common: Vec<Sym> = Vec::new();
        let mut stack = left.to_vec();
        while let Some(class) = stack.pop() {
            if right.iter().any(|it| self.is_class(*it, class)) {
                common.push(class);
            } else if let Some(rec) = self.class_of(class) {
                let above = rec.direct_superclasses().into_iter();
                stack.extend(above.map(|it| Sym::new(it.name())));
            }
        }
        self.values.record_ty(common)
    }
}
