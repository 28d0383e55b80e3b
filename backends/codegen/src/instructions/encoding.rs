//! The bits of instructions.

use backend::{Context, Fatal, Rec, record_class};
use elaborate::symbol::Sym;
use elaborate::value::{Node, ValueId};

use super::GENERIC_NAMESPACE;
use crate::target::Target;

/// A bit of an encoding as its record gives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EncodingBit {
    /// A fixed bit.
    Known(bool),
    /// A bit whose value does not matter.
    Unset,
    /// A bit of an operand.
    Field {
        /// The name of the operand, or of a part of an operand.
        name: Sym,
        /// The index of the bit in the operand; `None` if the record names the operand as a whole for a single bit.
        bit: Option<u32>,
    },
}

/// The order in which records list the bits of encodings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BitOrder {
    /// The least significant bit comes first.
    Straight,
    /// The most significant bit comes first.
    Reversed,
}

record_class! {
    struct EncodingDef("InstructionEncoding") {
        namespace: string("Namespace"),
        is_pseudo: bit("isPseudo"),
        bits: bits("Inst"),
    }
}

impl BitOrder {
    /// The order that a target uses. If it is reversed, the reference first reverses all encodings, so an encoding
    /// without bits is an error.
    pub fn of_target(cx: &Context) -> Result<BitOrder, Fatal> {
        let target = cx.records.rec(cx.model::<Target>()?.rec);
        let is_reversed = target
            .def("InstructionSet")?
            .bit("isLittleEndianEncoding")?;
        if !is_reversed {
            return Ok(BitOrder::Straight);
        }
        for def in EncodingDef::all(cx.records)? {
            if def.namespace()? != GENERIC_NAMESPACE && !def.is_pseudo()? {
                def.bits()?;
            }
        }
        Ok(BitOrder::Reversed)
    }
}

/// The bits of an encoding of fixed length, the least significant bit first.
pub fn encoding_bits(rec: Rec, order: BitOrder) -> Result<Vec<EncodingBit>, Fatal> {
    let read = |v: &ValueId| EncodingBit::read(rec, *v);
    let bits = rec.bits("Inst")?.iter().map(read);
    Ok(match order {
        BitOrder::Straight => bits.collect(),
        BitOrder::Reversed => bits.rev().collect(),
    })
}

impl EncodingBit {
    fn read(rec: Rec, v: ValueId) -> EncodingBit {
        let node = |v| rec.records().node(v);
        match *node(v) {
            Node::Bit(bit) => EncodingBit::Known(bit),
            Node::Var(name) => EncodingBit::Field { name, bit: None },
            Node::VarBit(of, bit) => match *node(of) {
                Node::Var(name) => EncodingBit::Field {
                    name,
                    bit: Some(bit),
                },
                _ => EncodingBit::Unset,
            },
            _ => EncodingBit::Unset,
        }
    }
}

/// Bits that are contiguous both in the operand and in the encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitRun {
    /// The index of the least significant bit in the encoding.
    pub to: u32,
    /// The index of the least significant bit in the operand.
    pub from: u32,
    /// The number of bits, at least 1.
    pub len: u32,
}

/// The runs of bits of `operand` in an encoding, from the most significant bit of the encoding downwards.
pub fn runs_of(bits: &[EncodingBit], operand: Sym) -> Vec<BitRun> {
    let mut runs: Vec<BitRun> = Vec::new();
    for (at, bit) in (0..bits.len() as u32).zip(bits).rev() {
        let EncodingBit::Field { name, bit } = *bit else {
            continue;
        };
        if name != operand {
            continue;
        }
        let bit = bit.unwrap_or(0);
        match runs.last_mut() {
            Some(run) if run.to == at + 1 && run.from == bit + 1 => {
                run.to = at;
                run.from = bit;
                run.len += 1;
            }
            _ => runs.push(BitRun {
                to: at,
                from: bit,
                len: 1,
            }),
        }
    }
    runs
}
