//! Selecting the instruction by prefixes and opcode.

use super::{Code, CodeMode, Extension, maps};
use crate::instructions::{InstructionId, Instructions};
use crate::x86::{Attributes, DecisionKind, DecoderTables};

impl Code<'_> {
    /// Finds the instruction with the tables and with the decoder's special cases, which are not in the tables. `None`
    /// if there is no such instruction, or if bytes are missing.
    pub(super) fn find(
        &mut self,
        tables: &DecoderTables,
        instructions: &Instructions,
    ) -> Option<InstructionId> {
        let attributes = self.attributes()? & tables.attributes;
        let found = self.look_up(tables, attributes)?;
        let name = |id: Option<InstructionId>| id.map_or("", |it| &*instructions.get(it).name);
        let has_w = match self.extension {
            Extension::Vex3 | Extension::Xop | Extension::Evex => self.w(),
            _ => false,
        };
        if has_w && !self.is_64() {
            // Outside of 64-bit mode, W counts as part of the opcode, unless it would select 64-bit operands.
            let other = self.look_up(tables, attributes | Attributes::REX_W);
            if let Some(other) = other
                && !name(other).contains("64")
            {
                return other;
            }
        }
        if self.takes_prefixes_anywhere() {
            let attributes = self.with_prefixes_anywhere(attributes);
            return self.look_up(tables, attributes)?;
        }
        let is_16 = self.mode == CodeMode::Bits16;
        if (is_16 || self.has_operand_size) && !attributes.contains(Attributes::OPERAND_SIZE) {
            let short = self.look_up(tables, attributes | Attributes::OPERAND_SIZE);
            if let Some(short) = short
                && is_16 != self.has_operand_size
                && is_short_for(name(short), name(found))
            {
                return short;
            }
            return found;
        }
        if self.map == maps::ONE_BYTE && self.opcode == 0x90 && self.rex_b {
            // If the bit B is set, 0x90 is not a no-op but an exchange with another register, which the tables have at
            // 0x91.
            self.opcode = 0x91;
            let other = self.look_up(tables, attributes);
            self.opcode = 0x90;
            return other.unwrap_or(found);
        }
        found
    }

    /// The instruction in the tables for the opcode. The inner value is `None` if there is no such instruction. The
    /// outer value is `None` if the context is unknown or the ModRM byte is missing.
    fn look_up(
        &mut self,
        tables: &DecoderTables,
        attributes: Attributes,
    ) -> Option<Option<InstructionId>> {
        let mut name = String::new();
        attributes.push_context(tables.release, &mut name);
        let context = tables.contexts.iter().position(|it| it.0 == name)?;
        let decisions = tables.decisions(self.map, context);
        let Some(decision) = decisions.and_then(|it| it[usize::from(self.opcode)].as_ref()) else {
            return Some(None);
        };
        let modrm = match DecisionKind::new(decision) {
            DecisionKind::One => 0,
            _ => self.memory()?.modrm,
        };
        let number = decision[usize::from(modrm)];
        Some((number != 0).then_some(InstructionId(number.into())))
    }

    fn attributes(&mut self) -> Option<Attributes> {
        let mut all = Attributes::empty();
        all.set(Attributes::BITS_64, self.is_64());
        all |= match self.extension {
            Extension::None | Extension::Rex2 => self.legacy_attributes(),
            _ => self.vector_attributes()?,
        };
        if self.rex_w {
            all.insert(Attributes::REX_W);
            all.remove(Attributes::ADDRESS_SIZE);
        }
        let is_one_byte = self.map == maps::ONE_BYTE;
        let has_own_rex2 = is_one_byte && (self.opcode == 0xA1 || self.opcode & 0xF0 == 0x50);
        all.set(
            Attributes::REX2,
            self.extension == Extension::Rex2 && has_own_rex2,
        );
        if self.mode == CodeMode::Bits16 {
            if is_one_byte && self.opcode == 0xE3 {
                all.toggle(Attributes::ADDRESS_SIZE);
            }
            // In 16-bit mode, jumps and calls have 16-bit offsets unless the prefix 0x66 is present.
            let is_jump = match self.map {
                maps::ONE_BYTE => matches!(self.opcode, 0xE8 | 0xE9),
                maps::TWO_BYTE => matches!(self.opcode, 0x80..=0x8F),
                _ => false,
            };
            if is_jump && !self.has_operand_size {
                all.insert(Attributes::OPERAND_SIZE);
            }
        }
        Some(all)
    }

    fn vector_attributes(&mut self) -> Option<Attributes> {
        let mut all = match self.pp() {
            1 => Attributes::OPERAND_SIZE,
            2 => Attributes::XS,
            3 => Attributes::XD,
            _ => Attributes::empty(),
        };
        if self.extension != Extension::Evex {
            all.insert(Attributes::VEX);
            let has_length = match self.extension {
                Extension::Vex2 => self.payload[0] & 4 != 0,
                _ => self.payload[1] & 4 != 0,
            };
            all.set(Attributes::VEX_L, has_length);
            if self.extension == Extension::Vex2 && self.pp() == 1 && self.has_address_size {
                all.insert(Attributes::ADDRESS_SIZE);
            }
            return Some(all);
        }
        let last = self.payload[2];
        all.insert(Attributes::EVEX);
        all.set(Attributes::EVEX_KZ, last & 0x80 != 0);
        all.set(Attributes::EVEX_L2, last & 0x40 != 0);
        all.set(Attributes::VEX_L, last & 0x20 != 0);
        all.set(Attributes::EVEX_B, last & 0x10 != 0);
        let has_u = last & 0x10 != 0 && self.payload[1] & 4 == 0;
        all.set(Attributes::EVEX_U, has_u && self.memory()?.modrm >= 0xC0);
        let may_keep_flags = self.may_keep_flags();
        let modrm = if may_keep_flags {
            self.memory()?.modrm
        } else {
            0
        };
        if may_keep_flags && !self.is_conditional(modrm) {
            all.insert(Attributes::EVEX_NF);
        } else if last & 7 != 0 && self.map != maps::MAP_4 {
            all.insert(Attributes::EVEX_K);
        }
        Some(all)
    }

    /// Whether the bit NF of EVEX is set and the opcode belongs to a group that has NF. NF suppresses the update of
    /// flags.
    fn may_keep_flags(&self) -> bool {
        let has_bit = self.payload[2] & 4 != 0;
        let is_counting = self.map == maps::THREE_BYTE_38
            && self.pp() == 0
            && matches!(self.opcode, 0xF2 | 0xF3 | 0xF5 | 0xF7);
        has_bit && (self.map == maps::MAP_4 || is_counting)
    }

    /// Whether the instruction is a conditional comparison. Its condition is in the bits that other instructions use
    /// for NF.
    fn is_conditional(&self, modrm: u8) -> bool {
        let middle = modrm >> 3 & 7;
        self.map == maps::MAP_4
            && match self.opcode {
                0x38..=0x3B | 0x84 | 0x85 => true,
                0x80 | 0x81 | 0x83 => middle == 7,
                0xF6 | 0xF7 => middle == 0,
                _ => false,
            }
    }

    fn legacy_attributes(&self) -> Attributes {
        let mut all = Attributes::empty();
        let has_size = self.has_operand_size || self.mandatory == Some(0x66);
        let has_size = has_size && self.mode != CodeMode::Bits16;
        match self.mandatory {
            Some(0xF2) => all.insert(Attributes::XD),
            Some(0xF3) => all.insert(Attributes::XS),
            other => {
                all.set(Attributes::OPERAND_SIZE, has_size);
                all.set(Attributes::ADDRESS_SIZE, self.has_address_size);
                // In the one-byte map, only the repeat prefix 0xF3 before the opcode 0x90 counts: together, they are a
                // pause.
                let counts = self.map != maps::ONE_BYTE || self.opcode == 0x90;
                match self.repeat {
                    _ if other.is_some() || !counts => {}
                    Some(0xF3) => all.insert(Attributes::XS),
                    Some(_) if self.map != maps::ONE_BYTE => all.insert(Attributes::XD),
                    _ => {}
                }
            }
        }
        all
    }

    /// Whether size prefixes count at any position: for moves to and from fixed addresses and for a few other opcodes.
    fn takes_prefixes_anywhere(&self) -> bool {
        match self.map {
            maps::ONE_BYTE => self.opcode & 0xFC == 0xA0,
            maps::TWO_BYTE => self.opcode == 0xAE,
            maps::THREE_BYTE_38 | maps::MAP_4 => self.opcode == 0xF8,
            _ => false,
        }
    }

    /// Adds the attributes of size prefixes at any position. In 16-bit mode, `ADDRESS_SIZE` is then inverted, and in
    /// the one-byte map, `OPERAND_SIZE` is inverted as well.
    fn with_prefixes_anywhere(&self, mut all: Attributes) -> Attributes {
        if self.has_address_size {
            all.insert(Attributes::ADDRESS_SIZE);
        }
        if self.has_operand_size {
            all.insert(Attributes::OPERAND_SIZE);
        }
        if self.mode == CodeMode::Bits16 {
            all.toggle(Attributes::ADDRESS_SIZE);
            if self.map == maps::ONE_BYTE {
                all.toggle(Attributes::OPERAND_SIZE);
            }
        }
        all
    }
}

/// Whether `short` is the name of the 16-bit form of the instruction `long`.
fn is_short_for(short: &str, long: &str) -> bool {
    let fits = |(short, long): (u8, u8)| {
        short == long
            || matches!(
                (long, short),
                (b'Q' | b'L', b'W') | (b'6' | b'3', b'1') | (b'4' | b'2', b'6')
            )
    };
    short.len() == long.len() && short.bytes().zip(long.bytes()).all(fits)
}
