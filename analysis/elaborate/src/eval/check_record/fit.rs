//! Messages about numbers that do not fit in the bits to which they are assigned.

use std::ops::Range;

use crate::eval::Cx;
use crate::symbol::Sym;
use crate::value::{Node, Type, UnOp, ValueId};

/// The largest number of values named in one message.
const MAX_NAMED: usize = 3;

/// A number that does not fit in the bits to which it is assigned.
struct Misfit {
    /// The unresolved `!cast` of the number.
    part: ValueId,
    number: i64,
    /// The number of bits to which the number is assigned.
    width: usize,
}

impl Cx<'_> {
    /// Describes which numbers do not fit in which bits. `None` if the value of the field is unresolved for another
    /// reason.
    pub(super) fn what_does_not_fit(&self, field: Sym, v: ValueId) -> Option<String> {
        let parts = self.open_parts(v).into_iter();
        let misfits: Option<Vec<Misfit>> = parts.map(|it| self.misfit(it)).collect();
        let misfits = misfits?;
        let named = misfits.iter().take(MAX_NAMED);
        let words: Vec<String> = named.map(|it| self.words_on(field, v, it)).collect();
        let mut words = words.join(", ");
        if let Some(more @ 1..) = misfits.len().checked_sub(MAX_NAMED) {
            words += &format!(" and {more} more");
        }
        (!words.is_empty()).then_some(words)
    }

    /// The number that `part` converts to too few bits. `None` if `part` is any other expression. The reference keeps
    /// such a conversion as a `!cast`.
    fn misfit(&self, part: ValueId) -> Option<Misfit> {
        let values = self.values;
        let Node::Un(UnOp::Cast, number) = values.node(part) else {
            return None;
        };
        let number = values.as_int(*number)?;
        let width = match values.type_data(values.type_of(part)?) {
            Type::Bit => 1,
            Type::Bits(width) => *width as usize,
            _ => return None,
        };
        Some(Misfit {
            part,
            number,
            width,
        })
    }

    fn words_on(&self, field: Sym, v: ValueId, misfit: &Misfit) -> String {
        let (number, width) = (misfit.number, misfit.width);
        let bits = self.bits_of(v, misfit.part);
        let is_part = self.values.as_bits(v).is_some_and(|all| all.len() != width);
        let place = match bits.filter(|it| is_part && it.len() == width) {
            Some(bits) if width == 1 => format!("the bit '{field}{{{}}}'", bits.start),
            Some(bits) => {
                let (first, last) = (bits.end - 1, bits.start);
                format!("the {width} bits '{field}{{{first}-{last}}}'")
            }
            None => counted(width),
        };
        format!("{number} does not fit in {place}")
    }

    /// The indices of the bits of `v` that come from `part`, if they are contiguous.
    fn bits_of(&self, v: ValueId, part: ValueId) -> Option<Range<usize>> {
        let is_of_part = |it: &ValueId| match self.values.node(*it) {
            Node::VarBit(of, _) => *of == part,
            _ => *it == part,
        };
        let bits = self.values.as_bits(v)?;
        let start = bits.iter().position(is_of_part)?;
        let end = bits.iter().rposition(is_of_part)? + 1;
        let all = bits[start..end].iter().all(is_of_part);
        all.then_some(start..end)
    }

    /// Describes a mismatch of sizes: the value `v` is assigned to `width` bits of a field.
    pub(in crate::eval) fn sizes_that_differ(
        &self,
        field: Sym,
        width: usize,
        v: ValueId,
    ) -> Option<String> {
        let ty = self.values.type_of(v);
        let given = match (
            self.values.as_bits(v),
            ty.map(|it| self.values.type_data(it)),
        ) {
            (Some(bits), _) => counted(bits.len()),
            (None, Some(Type::Bits(width))) => counted(*width as usize),
            (None, Some(Type::Bit)) => counted(1),
            _ => format!("type '{}'", self.show_type(ty?)),
        };
        let counted = counted(width);
        Some(format!(
            "a value of {given} is not compatible with {counted} of '{field}'"
        ))
    }
}

fn counted(bits: usize) -> String {
    match bits {
        1 => "1 bit".to_owned(),
        _ => format!("{bits} bits"),
    }
}
