//! Locating the bits of operands in an encoding.

use std::collections::BTreeMap;

use backend::{Context, Fatal, Rec, RecordId, bail, record_kind};
use elaborate::diagnostic::{Diagnostic, Severity};
use elaborate::record::print::push_record;
use elaborate::symbol::Sym;
use elaborate::value::print::value;
use elaborate::value::{Node, ValueId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::pattern::{BitsOf, fixed_ones};
use crate::instructions::{
    EncodingBit, Instruction, OperandPart, Segment, VariableEncoding, WholeOperand,
};

backend::id! {
    /// The index of a decoding in `Encodings`.
    pub struct DecodingId;
}

/// The operands of an encoding, in the order in which they are decoded.
pub type Decoding = Vec<CodedOperand>;

/// The bits of an operand in an encoding. If the encoding's record names a decoder function, the decoding is a single
/// operand: it has no fields, and its function decodes the whole instruction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CodedOperand {
    /// The contiguous pieces of the operand, in ascending order of their bits in the encoding.
    pub fields: SmallVec<[BitField; 1]>,
    /// The C++ function that decodes the operand. Empty if the operand's bits are a plain number.
    pub decoder: Sym,
    /// Whether a failure of the function means that the code is invalid. If false, other encodings are tried after a
    /// failure.
    pub is_complete: bool,
    /// The operand's bits that are 1 in all instructions of this encoding.
    pub ones: u64,
    /// Where the operand's bits come from.
    pub source: OperandSource,
}

/// Where an operand's bits come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperandSource {
    /// The pieces of the encoding in [`CodedOperand::fields`].
    Encoding,
    /// The encoding fixes the bits: those in [`CodedOperand::ones`] are 1, and all others are 0.
    Fixed,
    /// There are no bits: the encoding's field for the operand has type `bits<0>`, or the encoding has a variable
    /// length and no segment for the operand.
    Nothing,
    /// No bits of the encoding belong to the operand. The symbol is the operand's name. Backends that write tables
    /// report an error in this case.
    Missing(Sym),
}

mod changes {
    use backend::Release;

    /// Whether each operand needs a field in the encoding unless all its bits are fixed, and each operand with unnamed
    /// parts needs a decoder function. True since LLVM 22.
    pub(super) fn needs_fields(release: Release) -> bool {
        release >= Release::V22
    }
}

/// Contiguous bits of an encoding that are contiguous in an operand, too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BitField {
    /// The index of the least significant bit in the encoding.
    pub start: u32,
    /// The number of bits, at least 1.
    pub width: u32,
    /// The index of the least significant bit in the operand.
    pub offset: u32,
}

/// Reads the operands of encodings. The decoder of each operand class is read once.
#[derive(Default)]
pub(super) struct Reader {
    classes: FxHashMap<RecordId, (Sym, bool)>,
}

record_kind! {
    enum OperandKind {
        RegisterOperand = "RegisterOperand",
        RegisterClass = "RegisterClass",
        PointerRegisterClass = "PointerLikeRegClass",
        RegisterClassByMode = "RegClassByHwMode",
    }
}

impl Reader {
    /// The operands of an encoding. Operands that cannot be decoded are reported, and the other operands are returned.
    pub(super) fn read(
        &mut self,
        cx: &Context,
        encoding: Rec,
        bits: &BitsOf,
        instruction: &Instruction,
        is_variable: bool,
    ) -> Result<Decoding, Fatal> {
        let custom = encoding.string("DecoderMethod")?;
        if !custom.is_empty() {
            return Ok(vec![CodedOperand {
                decoder: Sym::new(&custom),
                is_complete: encoding.bit("hasCompleteDecoder")?,
                fields: SmallVec::new(),
                ones: 0,
                source: OperandSource::Encoding,
            }]);
        }
        let rec = cx.records.rec(instruction.rec);
        match &bits.variable {
            Some(variable) if is_variable => self.read_variable(rec, variable, instruction),
            // Before LLVM 22, the reference assumes that all encodings have a variable length if one encoding has a
            // variable length.
            None if is_variable => bail!(
                encoding,
                "'{}' has no encoding of variable length",
                encoding.name()
            ),
            _ => self.read_fixed(cx, encoding, bits, rec, instruction),
        }
    }

    /// An operand with the class `class`. Its fields are still empty.
    fn of_class(&mut self, class: Rec) -> Result<CodedOperand, Fatal> {
        let (decoder, is_complete) = match self.classes.get(&class.id()) {
            Some(known) => *known,
            None => {
                let is_complete = class.field("hasCompleteDecoder").and_then(|it| it.value);
                let is_complete = is_complete.map(|v| class.records().node(v));
                let is_complete = !matches!(is_complete, Some(Node::Bit(false)));
                let read = (Sym::new(&decoder(class, 0)?), is_complete);
                self.classes.insert(class.id(), read);
                read
            }
        };
        Ok(CodedOperand {
            fields: SmallVec::new(),
            decoder,
            is_complete,
            ones: 0,
            source: OperandSource::Encoding,
        })
    }

    fn read_fixed(
        &mut self,
        cx: &Context,
        encoding: Rec,
        bits: &BitsOf,
        instruction: Rec,
        known: &Instruction,
    ) -> Result<Decoding, Fatal> {
        let records = cx.records;
        let needs_fields = changes::needs_fields(records.release());
        let ties = Ties::new(known);
        let places = Places::new(&bits.bits);
        let (outs, ins) = (
            instruction.dag("OutOperandList")?,
            instruction.dag("InOperandList")?,
        );
        let mut operands = Vec::new();
        for (v, name) in outs.args().chain(ins.args()) {
            let part_names = records.dag(v);
            let class_v = part_names.map_or(v, |it| it.op());
            let Some(class) = records.def_of(class_v) else {
                bail!(
                    instruction,
                    "Illegal operand for the '{}' instruction!",
                    instruction.name()
                );
            };
            // `variable_ops` only means that more operands may follow.
            if class.is_named("variable_ops") {
                continue;
            }
            let name = Sym::new(name.unwrap_or_default());
            let parts = if class.is_a("Operand") {
                Some(class.dag("MIOperandInfo")?)
            } else {
                None
            };
            let part_class = |part: usize| {
                let class = parts.and_then(|it| records.def_of(it.arg(part)));
                let wrong = || encoding.fatal(format!("part #{part} of '{name}' has no class"));
                class.ok_or_else(wrong)
            };
            let mut operand = self.of_class(class)?;
            if let Some(part_names) = part_names {
                if operand.decoder != Sym::EMPTY {
                    let class = value(&records.names(), class_v);
                    let message = format!(
                        "DecoderEmitter: operand \"{name}\" has type \"{class}\" with a custom DecoderMethod, \
                         but also named sub-operands."
                    );
                    cx.report(encoding.diagnostic(Severity::Error, message));
                    continue;
                }
                for part in 0..parts.map_or(0, |it| it.len()) {
                    let class = part_class(part)?;
                    let mut operand = self.of_class(class)?;
                    let name = (part < part_names.len()).then(|| part_names.arg_name(part));
                    let name = Sym::new(name.flatten().unwrap_or_default());
                    if needs_fields {
                        operands.push(places.operand(cx, encoding, &ties, name, class, operand));
                    } else {
                        places.add(encoding, &ties, name, &mut operand);
                        operands.push(operand);
                    }
                }
                continue;
            }
            if let (Some(parts), Sym::EMPTY) = (parts, operand.decoder) {
                match parts.len() {
                    0 => {}
                    1 if !needs_fields => operand = self.of_class(part_class(0)?)?,
                    _ => {
                        report_parts(cx, encoding, name);
                        continue;
                    }
                }
            }
            if needs_fields {
                operands.push(places.operand(cx, encoding, &ties, name, class, operand));
                continue;
            }
            places.add(encoding, &ties, name, &mut operand);
            if !operand.fields.is_empty() {
                operands.push(operand);
            }
        }
        Ok(operands)
    }

    fn read_variable(
        &mut self,
        rec: Rec,
        encoding: &VariableEncoding,
        instruction: &Instruction,
    ) -> Result<Decoding, Fatal> {
        let records = rec.records();
        let list = &instruction.operands;
        let mut operands = Vec::new();
        // For each operand, the index of the operand that must use the same register as this operand. As in the
        // reference, the index of a machine operand is mistaken for the index of an operand.
        let mut tied: Vec<Option<usize>> = Vec::new();
        for (number, operand) in list.iter().enumerate() {
            let parts = operand.info.and_then(|it| records.dag(it));
            match parts.filter(|it| !it.is_empty()) {
                Some(parts) => {
                    for (v, _) in parts.args() {
                        let Some(class) = records.def_of(v) else {
                            bail!(rec, "a part of '{}' has no class", operand.name);
                        };
                        operands.push(self.of_class(class)?);
                    }
                }
                None => operands.push(self.of_class(records.rec(operand.rec))?),
            }
            let to = operand.tied_to();
            tied.push(to);
            if let Some(from) = to.and_then(|to| tied.get_mut(to)) {
                *from = Some(number);
            }
        }
        let mut start = 0;
        for segment in &encoding.segments {
            let segment = match segment {
                Segment::Fixed(bits) => {
                    start += bits.len() as u32;
                    continue;
                }
                Segment::Operand(segment) => segment,
            };
            let field = BitField {
                start,
                width: segment.width as u32,
                offset: segment.low,
            };
            start += segment.width as u32;
            if segment.name == Sym::EMPTY {
                continue;
            }
            let at = list.resolve(rec, segment.name.as_str(), WholeOperand::Allowed)?;
            if let Some(operand) = operands.get_mut(list.flat(at)) {
                operand.fields.push(field);
                if let Some(decoder) = segment.decoder {
                    operand.decoder = decoder;
                }
            }
            if let Some(tied) = tied[at.operand].filter(|it| *it < list.len()) {
                let other = OperandPart {
                    operand: tied,
                    ..at
                };
                if let Some(operand) = operands.get_mut(list.flat(other)) {
                    operand.fields.push(field);
                }
            }
        }
        if changes::needs_fields(records.release()) {
            for operand in operands.iter_mut().filter(|it| it.fields.is_empty()) {
                operand.source = OperandSource::Nothing;
            }
        }
        Ok(operands)
    }
}

fn report_parts(cx: &Context, encoding: Rec, name: Sym) {
    let what = if changes::needs_fields(cx.release()) {
        "has non-empty MIOperandInfo"
    } else {
        "uses MIOperandInfo with multiple ops"
    };
    let message =
        format!("DecoderEmitter: operand \"{name}\" {what}, but doesn't have a custom decoder!");
    cx.report(encoding.diagnostic(Severity::Error, message));
    let mut text = "Dumping record for previous error:\n".to_owned();
    push_record(&cx.records.names(), &mut text, encoding.record());
    if changes::needs_fields(cx.release()) {
        text.truncate(text.trim_end().len());
    }
    cx.report(Diagnostic::new(Severity::Note, None, text).for_reference());
}

/// The name of the C++ function that decodes operands of a class. Empty if the class has no decoder function.
fn decoder(class: Rec, depth: usize) -> Result<String, Fatal> {
    /// The maximum length of a chain of `RegisterOperand`s.
    const MAX_DEPTH: usize = 100;
    let method = class.field("DecoderMethod").and_then(|it| it.value);
    let method = method.and_then(|v| class.text_of(v));
    if let Some(method) = method.filter(|it| !it.is_empty()) {
        return Ok(method.into_owned());
    }
    Ok(match OperandKind::of(class) {
        Some(OperandKind::RegisterOperand) if depth == MAX_DEPTH => {
            bail!(class, "'{}' refers to itself", class.name())
        }
        Some(OperandKind::RegisterOperand) => decoder(class.def("RegClass")?, depth + 1)?,
        Some(OperandKind::RegisterClass) => format!("Decode{}RegisterClass", class.name()),
        Some(OperandKind::PointerRegisterClass) => {
            let kind = class.int("RegClassKind")? as u64;
            format!("DecodePointerLikeRegClass{kind}")
        }
        Some(OperandKind::RegisterClassByMode) => {
            format!("Decode{}RegClassByHwMode", class.name())
        }
        None => String::new(),
    })
}

/// Maps the names of tied operands to each other. Tied operands share a register, so they share bits of the encoding.
struct Ties(BTreeMap<Sym, Sym>);

impl Ties {
    fn new(instruction: &Instruction) -> Ties {
        let operands = &instruction.operands;
        let mut ties = BTreeMap::new();
        for operand in operands.iter() {
            for part in &operand.parts {
                let crate::instructions::Constraint::TiedTo(flat) = part.constraint else {
                    continue;
                };
                let Some(to) = operands.unflat(flat) else {
                    continue;
                };
                let target = operands.get(to.operand);
                let to = target.parts[to.part].name.unwrap_or(target.name);
                let from = part.name.unwrap_or(operand.name);
                ties.insert(from, to);
                ties.insert(to, from);
            }
        }
        Ties(ties)
    }
}

/// A bit of the encoding that belongs to the field of an operand: its index in the encoding, and the name of the field.
struct FieldBitPlace {
    at: u32,
    name: Sym,
    /// The index of the bit in the field. `None` if the field is a single bit.
    bit: Option<u32>,
}

/// The bits of an encoding that belong to fields of operands, in the order of the encoding.
struct Places(SmallVec<[FieldBitPlace; 32]>);

impl Places {
    fn new(bits: &[EncodingBit]) -> Places {
        let places = (0..).zip(bits).filter_map(|(at, bit)| match *bit {
            EncodingBit::Field { name, bit } => Some(FieldBitPlace { at, name, bit }),
            _ => None,
        });
        Places(places.collect())
    }

    /// Completes `operand` with the bits of the encoding's field `name`, and those of the field that is tied to `name`.
    fn operand(
        &self,
        cx: &Context,
        encoding: Rec,
        ties: &Ties,
        name: Sym,
        class: Rec,
        mut operand: CodedOperand,
    ) -> CodedOperand {
        let tied = ties.0.get(&name).copied();
        let own = encoding.field(name);
        let field = own.or_else(|| encoding.field(tied?));
        let value = field.and_then(|it| it.value).map(|v| cx.records.node(v));
        let mut is_fixed = false;
        match value {
            Some(Node::Bit(bit)) => {
                operand.ones = u64::from(*bit);
                operand.source = OperandSource::Fixed;
                return operand;
            }
            Some(Node::Bits(bits)) if bits.is_empty() => {
                if operand.decoder == Sym::EMPTY {
                    let class = class.name();
                    let message =
                        format!("operand '{name}' of type '{class}' must have a decoder method");
                    cx.report(encoding.diagnostic(Severity::Error, message));
                }
                operand.source = OperandSource::Nothing;
                return operand;
            }
            Some(Node::Bits(bits)) => {
                let known = [ValueId::FALSE, ValueId::TRUE];
                is_fixed = bits.iter().any(|it| known.contains(it));
            }
            _ => {}
        }
        if field.is_some() {
            let of = if own.is_some() { Some(name) } else { tied };
            self.add(encoding, ties, name, &mut operand);
            operand.ones = of.map_or(0, |it| fixed_ones(encoding, it));
        }
        if operand.fields.is_empty() {
            operand.source = if is_fixed {
                OperandSource::Fixed
            } else {
                OperandSource::Missing(name)
            };
        }
        operand
    }

    /// Adds bits of the encoding to `operand`: the bits of the field `name`, and those of the field that is tied to
    /// `name`.
    fn add(&self, encoding: Rec, ties: &Ties, name: Sym, operand: &mut CodedOperand) {
        operand.ones |= fixed_ones(encoding, name);
        let tied = ties.0.get(&name);
        let mut own = self
            .0
            .iter()
            .filter(|it| it.name == name || Some(&it.name) == tied)
            .peekable();
        while let Some(first) = own.next() {
            let mut field = BitField {
                start: first.at,
                width: 1,
                offset: first.bit.unwrap_or(0),
            };
            let follows = |it: &&FieldBitPlace, field: &BitField| {
                let bit = field.offset + field.width;
                it.at == field.start + field.width && it.bit.is_none_or(|it| it == bit)
            };
            while own.next_if(|it| follows(it, &field)).is_some() {
                field.width += 1;
            }
            operand.fields.push(field);
        }
    }
}
