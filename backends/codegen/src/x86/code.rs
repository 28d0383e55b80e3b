//! Machine code of X86: its prefixes, its opcode, and the bytes after it.

mod find;
#[cfg(test)]
mod tests;

use super::{DecoderTables, ENCODINGS, TYPES};
use crate::instructions::{InstructionId, Instructions};

/// The mode of the processor, which determines the default sizes of operands and addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CodeMode {
    /// Real mode, or a segment of 16 bits.
    Bits16,
    /// A segment of 32 bits.
    Bits32,
    /// Long mode.
    #[default]
    Bits64,
}

/// The indices of the opcode maps in the decoder's tables.
mod maps {
    pub(super) const ONE_BYTE: usize = 0;
    pub(super) const TWO_BYTE: usize = 1;
    pub(super) const THREE_BYTE_38: usize = 2;
    pub(super) const THREE_BYTE_3A: usize = 3;
    pub(super) const XOP_8: usize = 4;
    pub(super) const NOW_3D: usize = 7;
    pub(super) const MAP_4: usize = 8;
    pub(super) const MAP_5: usize = 9;
}

/// The prefix of several bytes directly before the opcode. It extends the numbers of registers, and may select the
/// opcode map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Extension {
    None,
    Rex2,
    Vex2,
    Vex3,
    Xop,
    Evex,
}

/// Machine code of an instruction whose prefixes and opcode were read.
#[derive(Debug)]
pub struct Code<'a> {
    bytes: &'a [u8],
    mode: CodeMode,
    /// The number of bytes read.
    at: usize,
    has_operand_size: bool,
    has_address_size: bool,
    /// The repeat prefix (0xF2 or 0xF3), if the code has one.
    repeat: Option<u8>,
    /// The mandatory prefix (0x66, 0xF2 or 0xF3), if the code has one. It is part of the opcode.
    mandatory: Option<u8>,
    extension: Extension,
    /// The bytes of the prefix `extension` after its first byte.
    payload: [u8; 3],
    rex_w: bool,
    rex_b: bool,
    map: usize,
    opcode: u8,
    memory: Option<Memory>,
}

/// The ModRM byte, with the SIB byte and the displacement that follow it.
#[derive(Clone, Copy, Debug)]
struct Memory {
    modrm: u8,
    sib: Option<u8>,
    displacement: Option<i64>,
}

/// A decoded instruction.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The id of the instruction in [`Instructions`].
    pub instruction: InstructionId,
    /// The length in bytes, including prefixes.
    pub len: usize,
    /// The opcode byte within the opcode map.
    pub opcode: u8,
    /// The ModRM byte, if the instruction has one.
    pub modrm: Option<u8>,
    /// The SIB byte, if the instruction has one.
    pub sib: Option<u8>,
    /// The displacement, if the instruction has one, as encoded: before the scaling that EVEX may demand.
    pub displacement: Option<i64>,
    /// The immediate values, in the order of the operands.
    pub immediates: Vec<u64>,
}

impl<'a> Code<'a> {
    /// Reads prefixes and the opcode. `None` if there are too few bytes, or if the selected opcode map does not exist.
    pub fn read(bytes: &'a [u8], mode: CodeMode) -> Option<Code<'a>> {
        let mut code = Code {
            bytes,
            mode,
            at: 0,
            has_operand_size: false,
            has_address_size: false,
            repeat: None,
            mandatory: None,
            extension: Extension::None,
            payload: [0; 3],
            rex_w: false,
            rex_b: false,
            map: maps::ONE_BYTE,
            opcode: 0,
            memory: None,
        };
        code.legacy_prefixes();
        code.extension_prefix()?;
        if code.rex_w {
            code.has_operand_size = false;
        }
        code.read_opcode()?;
        Some(code)
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek(0)?;
        self.at += 1;
        Some(byte)
    }

    fn is_64(&self) -> bool {
        self.mode == CodeMode::Bits64
    }

    fn is_rex(&self, byte: u8) -> bool {
        self.is_64() && byte & 0xF0 == 0x40
    }

    fn is_rex2(&self, byte: u8) -> bool {
        self.is_64() && byte == 0xD5
    }

    fn legacy_prefixes(&mut self) {
        while let Some(byte) = self.peek(0) {
            let next = self.peek(1);
            match byte {
                // The decoder treats two kinds of prefixes as separate instructions: a lock prefix at the start, and
                // every lock-elision hint.
                0xF0 if self.at == 0 => return,
                0xF2 | 0xF3 if next.is_some_and(|next| is_hint(byte, next)) => return,
                0xF0 | 0x2E | 0x36 | 0x3E | 0x26 | 0x64 | 0x65 => {}
                0xF2 | 0xF3 => {
                    let is_part =
                        |it| matches!(it, 0x0F | 0x66) || self.is_rex(it) || self.is_rex2(it);
                    if next.is_some_and(is_part) {
                        self.mandatory = Some(byte);
                    }
                    if next.is_some() {
                        self.repeat = Some(byte);
                    }
                }
                0x66 => {
                    self.has_operand_size = true;
                    let is_part = next.is_some_and(|it| it == 0x0F || self.is_rex(it));
                    if self.mandatory.is_none() && is_part {
                        self.mandatory = Some(byte);
                    }
                }
                0x67 => self.has_address_size = true,
                _ => return,
            }
            self.at += 1;
        }
    }

    fn extension_prefix(&mut self) -> Option<()> {
        let first = self.peek(0)?;
        // Outside of 64-bit mode, the first bytes of EVEX and VEX prefixes are opcodes if the next byte, as ModRM,
        // refers to memory.
        let is_vector = |next: u8| self.is_64() || next >= 0xC0;
        let next = self.peek(1);
        let (extension, len) = match first {
            0x62 if is_vector(next?) => (Extension::Evex, 4),
            0xC4 if is_vector(next?) => (Extension::Vex3, 3),
            0xC5 if is_vector(next?) => (Extension::Vex2, 2),
            0x8F if next? & 0x38 != 0 => (Extension::Xop, 3),
            _ if self.is_rex2(first) => (Extension::Rex2, 2),
            _ if self.is_rex(first) => {
                self.at += 1;
                (self.rex_w, self.rex_b) = (first & 8 != 0, first & 1 != 0);
                return Some(());
            }
            _ => return Some(()),
        };
        let payload = self.bytes.get(self.at + 1..self.at + len)?;
        self.payload[..len - 1].copy_from_slice(payload);
        self.extension = extension;
        self.at += len;
        if self.is_64() {
            self.rex_b = extension == Extension::Rex2 && self.payload[0] & 1 != 0;
            self.rex_w = match extension {
                Extension::Rex2 => self.payload[0] & 8 != 0,
                Extension::Vex3 | Extension::Xop | Extension::Evex => self.w(),
                Extension::Vex2 | Extension::None => false,
            };
        }
        let has_own = matches!(extension, Extension::Vex2 | Extension::Xop);
        self.has_operand_size |= has_own && self.pp() == 1;
        Some(())
    }

    /// The bit `W` of a vector prefix.
    fn w(&self) -> bool {
        self.payload[1] & 0x80 != 0
    }

    /// The field `pp` of a vector prefix: 1, 2 and 3 mean the prefixes 0x66, 0xF3 and 0xF2.
    fn pp(&self) -> u8 {
        match self.extension {
            Extension::Vex2 => self.payload[0] & 3,
            _ => self.payload[1] & 3,
        }
    }

    fn read_opcode(&mut self) -> Option<()> {
        let map = usize::from(self.payload[0]);
        self.map = match self.extension {
            Extension::Evex => match map & 7 {
                map @ 1..=3 => map,
                map @ 4..=7 => map + maps::MAP_4 - 4,
                _ => return None,
            },
            Extension::Vex3 => match map & 0x1F {
                map @ 1..=3 => map,
                map @ 5..=7 => map + maps::MAP_5 - 5,
                _ => return None,
            },
            Extension::Vex2 => maps::TWO_BYTE,
            Extension::Xop => match map & 0x1F {
                map @ 8..=10 => map + maps::XOP_8 - 8,
                _ => return None,
            },
            Extension::Rex2 if map & 0x80 != 0 => maps::TWO_BYTE,
            Extension::Rex2 | Extension::None => return self.read_escaped_opcode(),
        };
        self.opcode = self.next()?;
        Some(())
    }

    fn read_escaped_opcode(&mut self) -> Option<()> {
        self.opcode = self.next()?;
        if self.opcode != 0x0F {
            // Only opcodes after the escape byte 0x0F can have a mandatory prefix.
            self.mandatory = None;
            return Some(());
        }
        self.opcode = self.next()?;
        self.map = match self.opcode {
            0x38 => maps::THREE_BYTE_38,
            0x3A => maps::THREE_BYTE_3A,
            0x0F => maps::NOW_3D,
            _ => {
                self.map = maps::TWO_BYTE;
                return Some(());
            }
        };
        if self.map == maps::NOW_3D {
            // In 3DNow!, the operands come before the opcode.
            self.memory()?;
        }
        self.opcode = self.next()?;
        Some(())
    }

    /// The size of addresses in bytes.
    fn address_size(&self) -> usize {
        match (self.mode, self.has_address_size) {
            (CodeMode::Bits64, false) => 8,
            (CodeMode::Bits64 | CodeMode::Bits16, true) | (CodeMode::Bits32, false) => 4,
            (CodeMode::Bits32, true) | (CodeMode::Bits16, false) => 2,
        }
    }

    /// The size in bytes of an immediate value whose size depends on the operand size: 2 or 4.
    fn immediate_size(&self) -> usize {
        let is_short = self.has_operand_size != (self.mode == CodeMode::Bits16);
        if is_short && !self.rex_w { 2 } else { 4 }
    }

    /// The ModRM byte and the bytes that extend it, read at the first call. `None` if bytes are missing.
    fn memory(&mut self) -> Option<Memory> {
        if self.memory.is_none() {
            let modrm = self.next()?;
            let (mode, rm) = (modrm >> 6, modrm & 7);
            let is_wide = self.address_size() > 2;
            let has_sib = is_wide && mode != 3 && rm == 4;
            let sib = if has_sib { Some(self.next()?) } else { None };
            let base = sib.map_or(rm, |it| it & 7);
            let size = match (mode, is_wide) {
                (0, true) if base == 5 => 4,
                (0, false) if rm == 6 => 2,
                (1, _) => 1,
                (2, true) => 4,
                (2, false) => 2,
                _ => 0,
            };
            let displacement = match size {
                0 => None,
                _ => {
                    let unused = 64 - 8 * size as u32;
                    Some((self.number(size)? << unused).cast_signed() >> unused)
                }
            };
            self.memory = Some(Memory {
                modrm,
                sib,
                displacement,
            });
        }
        self.memory
    }

    /// Reads a little-endian number of `size` bytes. `None` if bytes are missing.
    fn number(&mut self, size: usize) -> Option<u64> {
        let bytes = self.bytes.get(self.at..self.at + size)?;
        self.at += size;
        Some(
            bytes
                .iter()
                .rev()
                .fold(0, |all, byte| all << 8 | u64::from(*byte)),
        )
    }

    /// Finds the instruction that the code encodes; `None` if there is no such instruction, or if bytes are missing.
    pub fn decode(
        mut self,
        tables: &DecoderTables,
        instructions: &Instructions,
    ) -> Option<Decoded> {
        let found = self.find(tables, instructions)?;
        let mut immediates = Vec::new();
        let mut names_register = false;
        for (encoding, ty) in tables.specifiers.get(found.index())?.operands {
            match ENCODINGS[usize::from(encoding)].trim_start_matches("ENCODING_") {
                // The preceding immediate byte holds this immediate in one half and selects a register with the other
                // half.
                "IB" if names_register => {}
                "IB" => {
                    immediates.push(self.number(1)?);
                    names_register = matches!(TYPES[usize::from(ty)], "TYPE_XMM" | "TYPE_YMM");
                }
                "IW" => immediates.push(self.number(2)?),
                "ID" => immediates.push(self.number(4)?),
                "IO" => immediates.push(self.number(8)?),
                "Iv" => immediates.push(self.number(self.immediate_size())?),
                "Ia" => immediates.push(self.number(self.address_size())?),
                it if it == "REG" || it.starts_with("RM") || it.contains("SIB") => {
                    self.memory()?;
                }
                _ => {}
            }
        }
        let memory = self.memory;
        Some(Decoded {
            instruction: found,
            len: self.at,
            opcode: self.opcode,
            modrm: memory.map(|it| it.modrm),
            sib: memory.and_then(|it| it.sib),
            displacement: memory.and_then(|it| it.displacement),
            immediates,
        })
    }
}

/// Whether `byte`, 0xF2 or 0xF3, is a lock-elision hint for the following byte `next` rather than a prefix.
fn is_hint(byte: u8, next: u8) -> bool {
    let exchanges = next == 0xF0 || next & 0xFE == 0x86 || next & 0xF8 == 0x90;
    let is_pause = byte == 0xF3 && next == 0x90;
    let releases = byte == 0xF3 && matches!(next, 0x88 | 0x89 | 0xC6 | 0xC7);
    exchanges && !is_pause || releases
}
