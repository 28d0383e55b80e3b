//! Conversions between types.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::lattice::TypeLattice;
use crate::record::Record;
use crate::symbol::Sym;
use crate::value::{Node, Ty, Type, UnOp, ValueId, ValueStore};

use super::Cx;

impl TypeLattice for Cx<'_> {
    fn store(&self) -> &ValueStore {
        self.values
    }

    fn class_record(&self, class: Sym) -> Option<&Record> {
        self.class_ref(class).map(|class| &*class.record)
    }
}

impl Cx<'_> {
    /// The type of references to a record.
    pub(super) fn record_type(&self, record: &Record) -> Ty {
        if let Some(ty) = record.ty {
            return ty;
        }
        // Fast path: most records have a single direct superclass.
        if let Some(last) = record.supers.last()
            && let Some(class) = self.class_ref(*last)
            && class.record.supers.len() + 1 == record.supers.len()
        {
            return class.ty(self.values);
        }
        let direct = self.direct_superclasses(&record.supers);
        self.values.record_ty(direct)
    }

    /// The value that refers to a finished record.
    pub(super) fn def_value(&self, record: &Record) -> ValueId {
        let ty = self.record_type(record);
        self.values.def(record.name, ty)
    }

    /// Converts `v` to the type `ty`. `None` if that is impossible or needs a deferred `!cast`.
    pub(super) fn convert(&mut self, v: ValueId, ty: Ty) -> Option<ValueId> {
        self.convert_knowing(v, ty, &mut FxHashMap::default())
    }

    /// Like `convert`, with a memo of converted lists, since a list may be an element of several others.
    fn convert_knowing(
        &mut self,
        v: ValueId,
        ty: Ty,
        known: &mut FxHashMap<(ValueId, Ty), ValueId>,
    ) -> Option<ValueId> {
        let values = self.values;
        match values.node(v) {
            Node::Unset => Some(v),
            Node::Bit(bit) => match values.type_data(ty) {
                Type::Bit => Some(v),
                Type::Int => Some(values.int(i64::from(*bit))),
                Type::Bits(1) => Some(values.bits(&[v])),
                _ => None,
            },
            Node::Bits(bits) => match values.type_data(ty) {
                Type::Bit if bits.len() == 1 => Some(bits[0]),
                Type::Bits(n) if bits.len() == *n as usize => Some(v),
                Type::Int => {
                    self.spend_on(bits.len()).ok()?;
                    let mut number = 0i64;
                    for (index, bit) in bits.iter().enumerate() {
                        match values.node(*bit) {
                            Node::Bit(bit) if index < 64 => number |= i64::from(*bit) << index,
                            Node::Bit(_) => {}
                            _ => return None,
                        }
                    }
                    Some(values.int(number))
                }
                _ => None,
            },
            Node::Int(number) => match values.type_data(ty) {
                Type::Int => Some(v),
                Type::Bit => (*number == 0 || *number == 1).then(|| ValueId::bit(*number != 0)),
                Type::Bits(width) => is_representable(*number, *width).then(|| {
                    // If the limit is reached here, the next step reports it.
                    let _ = self.spend_on(*width as usize);
                    let bits: SmallVec<[ValueId; 64]> = (0..*width)
                        .map(|i| ValueId::bit(i < 64 && number >> i & 1 != 0))
                        .collect();
                    values.bits(&bits)
                }),
                _ => None,
            },
            Node::Str(_) | Node::Code(_) | Node::Text(..) => (ty == Ty::STRING).then_some(v),
            Node::List(elems) => self.convert_list(v, elems, ty, known),
            Node::Def(_) => {
                let from = values.type_of(v)?;
                (values.is_record(ty) && self.is_convertible(from, ty)).then_some(v)
            }
            _ => {
                let from = values.type_of(v)?;
                if self.is_a(from, ty) {
                    return Some(v);
                }
                (from == Ty::BIT && *values.type_data(ty) == Type::Bits(1))
                    .then(|| values.bits(&[v]))
            }
        }
    }

    fn convert_list(
        &mut self,
        v: ValueId,
        elems: &[ValueId],
        ty: Ty,
        known: &mut FxHashMap<(ValueId, Ty), ValueId>,
    ) -> Option<ValueId> {
        let values = self.values;
        if values.type_of(v) == Some(ty) {
            return Some(v);
        }
        let elem_ty = values.elem_ty(ty)?;
        if let Some(found) = known.get(&(v, ty)) {
            return Some(*found);
        }
        self.check_len(elems.len()).ok()?;
        let mut converted = Vec::with_capacity(elems.len());
        for elem in elems {
            self.spend(1).ok()?;
            converted.push(self.convert_knowing(*elem, elem_ty, known)?);
        }
        let found = if converted == elems {
            v
        } else {
            self.new_list(&converted, elem_ty)
        };
        known.insert((v, ty), found);
        Some(found)
    }

    /// Converts `v` to the type `ty`, if necessary by a deferred `!cast`. `None` if the types do not allow that.
    #[inline(always)]
    pub(super) fn cast(&mut self, v: ValueId, ty: Ty) -> Option<ValueId> {
        match self.values.type_of(v) {
            Some(from) if from != ty => self.cast_from(v, from, ty),
            _ => Some(v),
        }
    }

    #[inline(never)]
    fn cast_from(&mut self, v: ValueId, from: Ty, ty: Ty) -> Option<ValueId> {
        if self.is_a(from, ty) {
            return Some(v);
        }
        if let Some(converted) = self.convert(v, ty) {
            return Some(converted);
        }
        if !self.is_convertible(from, ty) {
            return None;
        }
        Some(self.values.un(UnOp::Cast, v, ty))
    }

    /// The content of a field of type `ty` to which `v` is assigned: a `bits` field holds one value for each bit.
    /// `None` if the types do not match.
    #[inline(always)]
    pub(super) fn field_value(&mut self, v: ValueId, ty: Ty) -> Option<ValueId> {
        let cast = self.cast(v, ty)?;
        match self.values.type_data(ty) {
            Type::Bits(width) => Some(self.one_value_a_bit(cast, *width)),
            _ => Some(cast),
        }
    }

    fn one_value_a_bit(&mut self, v: ValueId, width: u32) -> ValueId {
        if self.values.as_bits(v).is_some() {
            return v;
        }
        let mut bits: SmallVec<[ValueId; 64]> = SmallVec::new();
        for bit in 0..width {
            // Steps are spent once for every 64 bits: most values are narrower and do not need a check here.
            if bit % 64 == 63 && self.spend(16).is_err() {
                break;
            }
            bits.push(self.bit_of(v, bit));
        }
        self.values.bits(&bits)
    }

    /// The number that a `bit`, `bits` or `int` value represents. `None` if the number is not known, and for other
    /// values.
    #[inline(always)]
    pub(super) fn as_number(&mut self, v: ValueId) -> Option<i64> {
        if let Some(number) = v.common_number() {
            return Some(number);
        }
        match self.values.node(v) {
            Node::Int(number) => Some(*number),
            Node::Bit(bit) => Some(i64::from(*bit)),
            Node::Bits(_) => self.bits_as_number(v),
            _ => None,
        }
    }

    #[inline(never)]
    fn bits_as_number(&mut self, v: ValueId) -> Option<i64> {
        let number = self.convert(v, Ty::INT)?;
        self.values.as_int(number)
    }

    /// The bit of `v` with the index `bit`. If the bit is not known, the result is an unevaluated expression for it.
    pub(super) fn bit_of(&mut self, v: ValueId, bit: u32) -> ValueId {
        let values = self.values;
        match values.node(v) {
            Node::Unset | Node::Bit(_) | Node::VarBit(..) => v,
            Node::Bits(bits) => bits.get(bit as usize).copied().unwrap_or(ValueId::UNSET),
            Node::Int(number) => ValueId::bit(bit < 64 && number >> bit & 1 != 0),
            Node::Un(..) | Node::Bin(..) | Node::Tern(..) | Node::Var(_) | Node::Field(..)
                if values.type_of(v) == Some(Ty::BIT) =>
            {
                v
            }
            _ => values.var_bit(v, bit),
        }
    }
}

/// Whether a number can be represented in `width` bits, signed or unsigned.
fn is_representable(number: i64, width: u32) -> bool {
    width >= 64 || number >> width == 0 || (width > 0 && number >> (width - 1) == -1)
}
