//! The encodings of a target, sorted into tables.

use std::collections::{BTreeMap, BTreeSet};

use backend::ids::Arena;
use backend::{Context, Fatal, Rec, RecordId, bail, record_class};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::operands::{Decoding, DecodingId, Reader};
use super::pattern::{BitsOf, Pattern, check_width};
use crate::hw_modes::{HwModes, ModeId};
use crate::instructions::{BitOrder, InstructionId, Instructions};

record_class! {
    /// A record with an encoding: an instruction itself or one of its encodings.
    struct EncodingDef("InstructionEncoding") {
        namespace: string("DecoderNamespace"),
        size: int("Size"),
    }
}

record_class! {
    /// A further encoding of an instruction.
    struct AdditionalDef("AdditionalEncoding") {
        of: def("AliasOf"),
    }
}

/// The tables for instructions with the same encoding in all modes, if encodings of other instructions depend on the
/// mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Duplicates {
    /// In that of each mode.
    #[default]
    Keep,
    /// In the table of each mode that has encodings in their namespace.
    PerNamespace,
    /// In that of no mode only.
    Never,
}

backend::id! {
    /// The number of an encoding, in the order in which the reference reads them.
    pub struct EncodingId;
}

/// An encoding that can be decoded.
#[derive(Debug)]
pub struct Encoding {
    /// The record that has the bits: that of the instruction, or of one of its encodings.
    pub rec: RecordId,
    /// The instruction that it decodes to.
    pub instruction: InstructionId,
    /// The bits that identify it.
    pub pattern: Pattern,
    /// How its operands are read; see [`Encodings::decoding`]. Many encodings share one.
    pub decoding: DecodingId,
}

/// Encodings that are decoded together.
#[derive(Debug)]
pub struct Table {
    /// The decoder's namespace, `DecoderNamespace`. For encodings of a mode, the mode's name is appended after a `_`.
    pub namespace: String,
    /// The number of bits that are examined: those of each encoding, or of the longest if they differ in length.
    pub width: usize,
    /// In ascending order. Never empty.
    pub encodings: Vec<EncodingId>,
}

/// The order of tables: 22's first key, the name, and the size.
type TableKey = (Option<(u32, String, ModeId)>, String, u32);

mod changes {
    use backend::Release;

    use crate::hw_modes::ModeId;

    /// Since 22 tables are in the order of sizes, then of namespaces, then of the modes' numbers. Before, the names of modes
    /// were parts of the namespaces, which came first.
    pub(super) fn order_of_table(
        release: Release,
        namespace: &str,
        size: u32,
        mode: ModeId,
    ) -> Option<(u32, String, ModeId)> {
        (release >= Release::V22).then(|| (size, namespace.to_owned(), mode))
    }
}

/// All encodings of a target that can be decoded, by tables. Pseudo instructions are left out, and so are instructions
/// for the code generator or the parser alone.
pub struct Encodings {
    /// The order of bits in records.
    pub order: BitOrder,
    encodings: Arena<EncodingId, Encoding>,
    decodings: IndexSet<Decoding, FxBuildHasher>,
    /// In the order of their namespaces and sizes.
    pub tables: Vec<Table>,
    /// The number of bits of each instruction; `Some` if they are of variable length.
    pub lengths: Option<Vec<usize>>,
}

/// An encoding before it is known whether it can be decoded.
struct Candidate<'a> {
    rec: Rec<'a>,
    instruction: InstructionId,
    /// The mode in which it is.
    mode: ModeId,
}

impl Encodings {
    /// Reads all encodings. An operand that cannot be decoded is reported; the reference continues after that error.
    pub fn read(
        cx: &Context,
        instructions: &Instructions,
        order: BitOrder,
        duplicates: Duplicates,
    ) -> Result<Encodings, Fatal> {
        let candidates = candidates_of(cx, instructions, duplicates)?;
        let is_variable = instructions.have_variable_length();
        let modes = &instructions.target.modes;
        let mut read = Encodings {
            order,
            encodings: Arena::new(),
            decodings: IndexSet::default(),
            tables: Vec::new(),
            lengths: None,
        };
        let mut reader = Reader::default();
        let mut tables: BTreeMap<TableKey, Vec<EncodingId>> = BTreeMap::new();
        let mut longest = 0;
        for (number, candidate) in candidates.into_iter().enumerate() {
            let encoding = EncodingDef(candidate.rec);
            let size = encoding.size()? as u32;
            if !has_code(cx, instructions, candidate.instruction)? || size == 0 && !is_variable {
                continue;
            }
            if is_variable && read.lengths.is_none() {
                read.lengths = Some(vec![0; instructions.len()]);
            }
            let bits = BitsOf::read(*encoding, order)?;
            if bits.is_open {
                continue;
            }
            let instruction = instructions.get(candidate.instruction);
            let decoding = reader.read(cx, *encoding, &bits, instruction, is_variable)?;
            let decoding = DecodingId(read.decodings.insert_full(decoding).0 as u32);
            if let Some(length) = read.lengths.as_mut().and_then(|it| it.get_mut(number)) {
                *length = bits.bits.len();
            }
            longest = longest.max(bits.bits.len());
            let mut namespace = encoding.namespace()?.into_owned();
            let order = changes::order_of_table(cx.release(), &namespace, size, candidate.mode);
            if let Some(mode) = modes.get(candidate.mode) {
                namespace += "_";
                namespace += &mode.name;
            }
            check_width(
                *encoding,
                bits.bits.len().max((size as usize).saturating_mul(8)),
            )?;
            let id = read.encodings.push(Encoding {
                rec: encoding.id(),
                instruction: candidate.instruction,
                pattern: bits.pattern(*encoding),
                decoding,
            });
            let key = (order, namespace, size);
            tables.entry(key).or_default().push(id);
        }
        let table = |((_, namespace, size), encodings): (TableKey, _)| Table {
            namespace,
            width: if is_variable {
                longest
            } else {
                size as usize * 8
            },
            encodings,
        };
        read.tables = tables.into_iter().map(table).collect();
        Ok(read)
    }

    /// The encoding of a number. Panics if it is no number of these encodings.
    pub fn get(&self, id: EncodingId) -> &Encoding {
        &self.encodings[id]
    }

    /// The decoding of operands for the number in an encoding.
    pub fn decoding(&self, id: DecodingId) -> &Decoding {
        &self.decodings[id.0 as usize]
    }

    /// The number of decodings of operands.
    pub fn decodings(&self) -> usize {
        self.decodings.len()
    }
}

/// Whether an instruction has an encoding that is to be decoded.
fn has_code(cx: &Context, instructions: &Instructions, id: InstructionId) -> Result<bool, Fatal> {
    let instruction = instructions.get(id);
    if instruction.is_generic() || instruction.is_pseudo() {
        return Ok(false);
    }
    let rec = cx.records.rec(instruction.rec);
    Ok(!rec.bit("isAsmParserOnly")? && !rec.bit("isCodeGenOnly")?)
}

/// The encodings of all instructions by their numbers, then the additional ones.
fn candidates_of<'a>(
    cx: &Context<'a>,
    instructions: &Instructions,
    duplicates: Duplicates,
) -> Result<Vec<Candidate<'a>>, Fatal> {
    let modes = &instructions.target.modes;
    let used = UsedModes::read(cx, modes)?;
    let mut candidates = Vec::with_capacity(instructions.len());
    for (instruction, known) in instructions.iter() {
        let rec = cx.records.rec(known.rec);
        let infos = rec.field("EncodingInfos").and_then(|it| it.value);
        if let Some(select) = infos.and_then(|v| cx.records.def_of(v)) {
            let by_mode = modes.read::<RecordId>(select, |it| Ok(it.id()))?;
            candidates.extend(by_mode.iter().map(|(mode, encoding)| Candidate {
                rec: cx.records.rec(*encoding),
                instruction,
                mode: *mode,
            }));
            continue;
        }
        let mut add = |mode: ModeId| {
            candidates.push(Candidate {
                rec,
                instruction,
                mode,
            });
        };
        match duplicates {
            Duplicates::Keep => used.all.iter().copied().for_each(&mut add),
            Duplicates::PerNamespace => {
                let namespace = EncodingDef(rec).namespace()?;
                match used.by_namespace.get(&*namespace) {
                    Some(modes) => modes.values().copied().for_each(&mut add),
                    None => add(ModeId::DEFAULT),
                }
            }
            Duplicates::Never => add(ModeId::DEFAULT),
        }
    }
    for additional in AdditionalDef::all(cx.records)? {
        let of = additional.of()?;
        let Some(instruction) = instructions.number(of) else {
            bail!(additional, "'{}' is not an instruction", of.name());
        };
        candidates.push(Candidate {
            rec: *additional,
            instruction,
            mode: ModeId::DEFAULT,
        });
    }
    Ok(candidates)
}

/// The modes with encodings of their own.
struct UsedModes {
    /// Contains the default if no mode is named.
    all: BTreeSet<ModeId>,
    /// By the namespaces of the encodings, in byte order of the modes' names; the default comes first.
    by_namespace: BTreeMap<String, BTreeMap<String, ModeId>>,
}

impl UsedModes {
    fn read(cx: &Context, modes: &HwModes) -> Result<UsedModes, Fatal> {
        let mut used = UsedModes {
            all: BTreeSet::new(),
            by_namespace: BTreeMap::new(),
        };
        for select in cx.records.derived("HwModeSelect")? {
            for (mode, object) in modes.choices(select)? {
                let object = cx.records.rec(*object);
                if object.is_a("InstructionEncoding") {
                    let namespace = EncodingDef(object).namespace()?.into_owned();
                    let modes_of = used.by_namespace.entry(namespace).or_default();
                    modes_of.insert(modes.name_or(*mode, "").to_owned(), *mode);
                    used.all.insert(*mode);
                }
            }
        }
        if used.all.is_empty() {
            used.all.insert(ModeId::DEFAULT);
        }
        Ok(used)
    }
}
