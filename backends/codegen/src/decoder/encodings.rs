//! The encodings of a target, grouped into tables.

use std::collections::{BTreeMap, BTreeSet};

use backend::ids::Arena;
use backend::{Context, Fatal, Rec, RecordId, bail, record_class};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::fixed_length;
use super::operands::{Decoding, DecodingId, Reader};
use super::pattern::{BitsOf, Pattern, check_width};
use crate::hw_modes::{HwModes, ModeId};
use crate::instructions::{BitOrder, InstructionId, Instructions, variable_description};

record_class! {
    /// A record that contains the bits of an encoding: an instruction, or a separate record for one of an instruction's
    /// encodings.
    struct EncodingDef("InstructionEncoding") {
        namespace: string("DecoderNamespace"),
        size: int("Size"),
    }
}

record_class! {
    /// A record that is an additional encoding of an instruction.
    struct AdditionalDef("AdditionalEncoding") {
        of: def("AliasOf"),
    }
}

/// Which tables list an instruction whose encoding is the same in all modes. The choice matters only if encodings of
/// other instructions depend on the mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Duplicates {
    /// The tables of all modes for which some instruction has its own encoding.
    #[default]
    Keep,
    /// The tables of the modes that have encodings in the instruction's decoder namespace. In a namespace
    /// without modes, only the table without a mode.
    PerNamespace,
    /// Only the table without a mode.
    Never,
}

backend::id! {
    /// The index of an encoding. Encodings are numbered in the order in which the reference reads them.
    pub struct EncodingId;
}

/// An encoding that can be decoded.
#[derive(Clone, Debug)]
pub struct Encoding {
    /// The record with the bits: that of the instruction, or of one of its encodings.
    pub rec: RecordId,
    /// The instruction that the encoding decodes to.
    pub instruction: InstructionId,
    /// The fixed bits, which identify the encoding.
    pub pattern: Pattern,
    /// How the operands are decoded; see [`Encodings::decoding`]. Many encodings share one decoding.
    pub decoding: DecodingId,
}

impl Encoding {
    /// The name of the encoding in comments and messages.
    pub fn name(&self, cx: &Context, instructions: &Instructions) -> String {
        name(cx.records.rec(self.rec), instructions, self.instruction)
    }
}

/// Encodings that are decoded together.
#[derive(Debug)]
pub struct Table {
    /// The `DecoderNamespace`. If the table is for a mode, `_` and the name of the mode are appended.
    pub namespace: String,
    /// The number of bits that are examined. It is the `Size` of the encodings in bits or, if some encoding of the
    /// target has a variable length, the length of the target's longest encoding.
    pub width: usize,
    /// The encodings in ascending order. Never empty.
    pub encodings: Vec<EncodingId>,
}

/// The sort key of a table: the result of `changes::order_of_table`, then the namespace with the mode's name, then the
/// size in bytes.
type TableKey = (Option<(usize, String, ModeId)>, String, u32);

mod changes {
    use backend::Release;

    use crate::hw_modes::ModeId;

    /// The sort key of a table in LLVM 22 and later: its width, its namespace, and the index of its mode. `None` before
    /// LLVM 22: tables are then sorted by the namespace with the mode's name, and by size.
    pub(super) fn order_of_table(
        release: Release,
        namespace: &str,
        width: usize,
        mode: ModeId,
    ) -> Option<(usize, String, ModeId)> {
        (release >= Release::V22).then(|| (width, namespace.to_owned(), mode))
    }

    /// Whether encodings of variable and of fixed length may be mixed. True since LLVM 22, where each encoding of fixed
    /// length has `Size` bytes. Before, all encodings count as encodings of variable length if one of them is.
    pub(super) fn lengths_are_own(release: Release) -> bool {
        release >= Release::V22
    }

    /// Whether an encoding that several modes use is read only once. True since LLVM 22.
    pub(super) fn modes_share_encodings(release: Release) -> bool {
        release >= Release::V22
    }
}

/// All encodings of a target that can be decoded, grouped into tables. Generic instructions, pseudo instructions, and
/// instructions that only the code generator or the assembly parser uses are left out.
pub struct Encodings {
    /// The order of bits in records.
    pub order: BitOrder,
    encodings: Arena<EncodingId, Encoding>,
    decodings: IndexSet<Decoding, FxBuildHasher>,
    /// The tables in the order of the output, which depends on the release.
    pub tables: Vec<Table>,
    /// The length in bits of each instruction's last decoded encoding, indexed by instruction; 0 if no encoding is
    /// decoded. `None` if no encoding has a variable length.
    ///
    /// Before LLVM 22, as in the reference, the list is indexed by the position of an encoding among all encodings in
    /// reading order, including encodings that are not decoded. Positions beyond the number of instructions have no
    /// entry.
    pub lengths: Option<Vec<usize>>,
}

/// An encoding that has not yet been checked: perhaps it cannot be decoded.
struct Candidate<'a> {
    rec: Rec<'a>,
    instruction: InstructionId,
    /// The mode in which the encoding is used.
    mode: ModeId,
}

impl Encodings {
    /// Reads all encodings. Operands that cannot be decoded are reported, but do not make this function fail: the
    /// reference continues after reporting them.
    pub fn read(
        cx: &Context,
        instructions: &Instructions,
        order: BitOrder,
        duplicates: Duplicates,
    ) -> Result<Encodings, Fatal> {
        let candidates = candidates_of(cx, instructions, duplicates)?;
        let mut reading = Reading {
            cx,
            instructions,
            is_variable: instructions.have_variable_length(),
            reader: Reader::default(),
            read: Encodings {
                order,
                encodings: Arena::new(),
                decodings: IndexSet::default(),
                tables: Vec::new(),
                lengths: None,
            },
            found: Vec::new(),
        };
        for (number, candidate) in candidates.into_iter().enumerate() {
            reading.add(number, candidate)?;
        }
        reading.sort_into_tables()
    }

    /// The encoding with this id. Panics if no encoding has this id.
    pub fn get(&self, id: EncodingId) -> &Encoding {
        &self.encodings[id]
    }

    /// The decoding of operands that `id` refers to.
    pub fn decoding(&self, id: DecodingId) -> &Decoding {
        &self.decodings[id.0 as usize]
    }

    /// The number of distinct decodings.
    pub fn decodings(&self) -> usize {
        self.decodings.len()
    }
}

/// Reads the encodings of a target one after another into `read`, and then sorts them into tables. `found` lists the
/// encodings read so far, each with its mode.
struct Reading<'a, 'b> {
    cx: &'b Context<'a>,
    instructions: &'b Instructions,
    /// Whether some encoding has a variable length.
    is_variable: bool,
    reader: Reader,
    read: Encodings,
    found: Vec<(EncodingId, ModeId)>,
}

impl Reading<'_, '_> {
    /// Adds an encoding if it can be decoded. `number` is its index among all candidates.
    fn add(&mut self, number: usize, candidate: Candidate) -> Result<(), Fatal> {
        let Candidate {
            rec,
            instruction,
            mode,
        } = candidate;
        if let Some((id, _)) = self.found.last()
            && changes::modes_share_encodings(self.cx.release())
        {
            let last = self.read.get(*id);
            if last.rec == rec.id() && last.instruction == instruction {
                let id = self.read.encodings.push(last.clone());
                self.found.push((id, mode));
                return Ok(());
            }
        }
        let Some(bits) = self.bits_of(rec, instruction)? else {
            return Ok(());
        };
        let known = self.instructions.get(instruction);
        let lengths_are_own = changes::lengths_are_own(self.cx.release());
        let is_variable = self.is_variable && (!lengths_are_own || bits.variable.is_some());
        let decoding = self.reader.read(self.cx, rec, &bits, known, is_variable)?;
        let decoding = DecodingId(self.read.decodings.insert_full(decoding).0 as u32);
        let number = if lengths_are_own {
            instruction.index()
        } else {
            number
        };
        if let Some(length) = self.read.lengths.as_mut().and_then(|it| it.get_mut(number)) {
            *length = bits.bits.len();
        }
        let size = EncodingDef(rec).size()? as u32 as usize;
        check_width(rec, bits.bits.len().max(size.saturating_mul(8)))?;
        let id = self.read.encodings.push(Encoding {
            rec: rec.id(),
            instruction,
            pattern: bits.pattern(rec),
            decoding,
        });
        self.found.push((id, mode));
        Ok(())
    }

    /// The bits of an encoding; `None` if it cannot be decoded.
    fn bits_of(&mut self, rec: Rec, instruction: InstructionId) -> Result<Option<BitsOf>, Fatal> {
        let cx = self.cx;
        let lengths_are_own = changes::lengths_are_own(cx.release());
        // Before LLVM 22, `Size` is read first, so an encoding must have a size even if it is not decoded.
        if lengths_are_own && !has_code(cx, self.instructions, instruction)? {
            return Ok(None);
        }
        let size = EncodingDef(rec).size()? as u32;
        if !lengths_are_own && !has_code(cx, self.instructions, instruction)? {
            return Ok(None);
        }
        let is_variable = if lengths_are_own {
            variable_description(rec).is_some()
        } else {
            self.is_variable
        };
        if !is_variable && (size == 0 || lengths_are_own && rec.field("Inst").is_none()) {
            return Ok(None);
        }
        if self.is_variable && self.read.lengths.is_none() {
            self.read.lengths = Some(vec![0; self.instructions.len()]);
        }
        let mut bits = BitsOf::read(rec, self.read.order)?;
        if bits.is_open && !(is_variable && lengths_are_own) {
            return Ok(None);
        }
        if !is_variable && lengths_are_own {
            let name = name(rec, self.instructions, instruction);
            let size = size.wrapping_mul(8);
            fixed_length::cut(cx, rec, self.read.order, &mut bits, size, &name)?;
        }
        Ok(Some(bits))
    }

    fn sort_into_tables(self) -> Result<Encodings, Fatal> {
        let Reading {
            cx,
            instructions,
            is_variable,
            mut read,
            found,
            ..
        } = self;
        let modes = &instructions.target.modes;
        let widths = read.encodings.iter().map(|it| it.pattern.width);
        let longest = widths.max().unwrap_or(0);
        let mut tables: BTreeMap<TableKey, Table> = BTreeMap::new();
        for (id, mode) in found {
            let encoding = EncodingDef(cx.records.rec(read.get(id).rec));
            let mut namespace = encoding.namespace()?.into_owned();
            let mut size = encoding.size()? as u32;
            if is_variable && changes::lengths_are_own(cx.release()) {
                size = 0;
            }
            let width = if is_variable {
                longest
            } else {
                size as usize * 8
            };
            let order = changes::order_of_table(cx.release(), &namespace, width, mode);
            if let Some(mode) = modes.get(mode) {
                namespace += "_";
                namespace += &mode.name;
            }
            let table = Table {
                namespace: namespace.clone(),
                width,
                encodings: Vec::new(),
            };
            let table = tables.entry((order, namespace, size)).or_insert(table);
            table.encodings.push(id);
        }
        read.tables = tables.into_values().collect();
        Ok(read)
    }
}

fn name(encoding: Rec, instructions: &Instructions, instruction: InstructionId) -> String {
    let instruction = instructions.get(instruction);
    if encoding.id() == instruction.rec {
        return instruction.name.to_string();
    }
    format!("{}:{}", encoding.name(), instruction.name)
}

/// Whether an instruction has an encoding to decode: it is not generic, not a pseudo instruction, and not only for the
/// code generator or the assembly parser.
fn has_code(cx: &Context, instructions: &Instructions, id: InstructionId) -> Result<bool, Fatal> {
    let instruction = instructions.get(id);
    if instruction.is_generic() || instruction.is_pseudo() {
        return Ok(false);
    }
    let rec = cx.records.rec(instruction.rec);
    Ok(!rec.bit("isAsmParserOnly")? && !rec.bit("isCodeGenOnly")?)
}

/// The encodings of all instructions in the order of the instructions, then the additional encodings.
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

/// The modes for which some instruction has its own encoding.
struct UsedModes {
    /// All of these modes, or only the default mode if there are no such modes.
    all: BTreeSet<ModeId>,
    /// The same modes, grouped by the decoder namespaces of the encodings. Within a namespace they are sorted by name,
    /// and the default mode comes first.
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
