//! The fields of an X86 instruction for its encoding.

use backend::{Fatal, Rec, ValueId};
use elaborate::records::Release;
use elaborate::sym;
use elaborate::symbol::Sym;

/// The encoding of an instruction, from its record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct X86Instruction {
    /// The mandatory prefix of the opcode: 1 is 0x66, 2 is 0xF3, 3 is 0xF2, 4 is none of these (`OpPrefixBits`).
    pub prefix: u8,
    /// The map of its opcode (`OpMapBits`).
    pub map: u8,
    /// The byte in that map.
    pub opcode: u8,
    /// The form, which determines where its operands are encoded.
    pub form: Form,
    /// The encoding before the opcode: see [`encoding`]. 0 means only prefixes of one byte.
    pub encoding: u8,
    /// 1 and 2 if operands have 16 and 32 bits, for which other code sizes need a prefix; 0 if the size is fixed
    /// (`OpSizeBits`).
    pub operand_size: u8,
    /// 1, 2 and 3 if addresses have 16, 32 and 64 bits; 0 if any will do (`AdSizeBits`).
    pub address_size: u8,
    /// Whether the bit W of the prefix is set.
    pub has_rex_w: bool,
    /// Whether the prefix contains a register, in its field vvvv.
    pub has_vex_4v: bool,
    /// Whether the bit W makes no difference.
    pub ignores_w: bool,
    /// Whether the bit L is set, so that vectors have 256 bits.
    pub has_vex_l: bool,
    /// Whether the length of vectors makes no difference.
    pub ignores_vex_l: bool,
    /// Whether the bit L' of EVEX is set, so that vectors have 512 bits.
    pub has_evex_l2: bool,
    /// Whether a mask selects the written elements.
    pub has_evex_k: bool,
    /// Whether the others become zero.
    pub has_evex_kz: bool,
    /// Whether the bit b of EVEX is set: a broadcast, a rounding mode, or a new destination.
    pub has_evex_b: bool,
    /// Whether the bit NF is set, so that flags stay as they are.
    pub has_evex_nf: bool,
    /// Whether the bit U of EVEX is cleared, so that rounding is of vectors of 256 bits. Release 19 does not know it.
    pub(super) has_evex_u: bool,
    /// The bits of the vector length are a rounding mode.
    pub(crate) encodes_rounding: bool,
    /// Whether the record marks it as only for code generation.
    pub is_code_gen_only: bool,
    /// Whether it is only parsed.
    pub(crate) is_asm_parser_only: bool,
    /// Whether it is decoded nevertheless.
    pub is_forced: bool,
    /// By how much displacements are scaled; 0 if they are not.
    pub(crate) displacement_scale: u8,
    /// Whether its prefix has to be REX2.
    pub(crate) has_explicit_rex2: bool,
}

/// The places of the operands. The numbers are those of X86InstrFormats.td.
///
/// Conditions are in the four lowest bits of the opcode. Operands that a form does not name are in fields of the prefix
/// or after the opcode.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Form(pub u8);

impl Form {
    /// No encoding: a pseudo instruction.
    pub(crate) const PSEUDO: Form = Form(0);
    /// No operand, or one relative to the address after the instruction.
    pub(crate) const RAW: Form = Form(1);
    /// A register in the three lowest bits of the opcode.
    pub(crate) const ADD_REG: Form = Form(2);
    /// An address in memory behind the opcode.
    pub(crate) const RAW_MEM_OFFS: Form = Form(3);
    /// Memory that the source index points to.
    pub(crate) const RAW_SRC: Form = Form(4);
    /// Memory that the destination index points to.
    pub(crate) const RAW_DST: Form = Form(5);
    /// Memory that both point to.
    pub(crate) const RAW_DST_SRC: Form = Form(6);
    /// Two immediates after the opcode, the second one of 8 bits.
    pub(crate) const RAW_IMM8: Form = Form(7);
    /// Two immediates after the opcode, the second one of 16 bits.
    pub(crate) const RAW_IMM16: Form = Form(8);
    /// An address that is relative, and a condition in the four lowest bits of the opcode.
    pub(crate) const ADD_CC: Form = Form(9);
    /// No operand: it is a prefix treated as an instruction.
    pub const PREFIX_BYTE: Form = Form(10);
    /// As [`Self::DEST_REG`], with a condition.
    pub(crate) const DEST_REG_CC: Form = Form(18);
    /// As [`Self::DEST_MEM`], with a condition.
    pub(crate) const DEST_MEM_CC: Form = Form(19);
    /// Memory is set. The third is in the field vvvv of the prefix, and there is a condition.
    pub(crate) const DEST_MEM_4V_OP3_CC: Form = Form(20);
    /// A register in the middle bits of ModRM, whose lowest are 0.
    pub(crate) const R0: Form = Form(21);
    /// As [`Self::SRC_MEM`], with a mandatory SIB byte.
    pub(crate) const SRC_MEM_FSIB: Form = Form(22);
    /// As [`Self::DEST_MEM`], with a mandatory SIB byte.
    pub(crate) const DEST_MEM_FSIB: Form = Form(23);
    /// Memory is set of a register in the middle bits of ModRM.
    pub const DEST_MEM: Form = Form(24);
    /// Memory is read, and a register in the middle bits of ModRM is set.
    pub const SRC_MEM: Form = Form(25);
    /// As [`Self::SRC_MEM`]; the third is in the field vvvv of the prefix.
    pub const SRC_MEM_4V_OP3: Form = Form(26);
    /// As [`Self::SRC_MEM`]; the memory is the fourth.
    pub const SRC_MEM_OP4: Form = Form(27);
    /// As [`Self::SRC_MEM`], with a condition.
    pub const SRC_MEM_CC: Form = Form(28);
    /// Memory, with a condition.
    pub const XM_CC: Form = Form(30);
    /// Memory; the middle bits of ModRM are ignored.
    pub const XM: Form = Form(31);
    /// Memory; the middle bits of ModRM are 0. Others follow up to [`Self::M7`].
    pub const M0: Form = Form(32);
    /// Memory; the middle bits of ModRM are 7.
    pub const M7: Form = Form(39);
    /// A register in the lowest bits of ModRM is set of one in its middle bits.
    pub const DEST_REG: Form = Form(40);
    /// A register in the middle bits of ModRM is set of one in its lowest bits.
    pub const SRC_REG: Form = Form(41);
    /// As [`Self::SRC_REG`]; the third is in the field vvvv of the prefix.
    pub const SRC_REG_4V_OP3: Form = Form(42);
    /// As [`Self::SRC_REG`]; the register that is read is the fourth.
    pub const SRC_REG_OP4: Form = Form(43);
    /// As [`Self::SRC_REG`], with a condition.
    pub const SRC_REG_CC: Form = Form(44);
    /// A register in the lowest bits of ModRM, with a condition.
    pub const XR_CC: Form = Form(46);
    /// A register in the lowest bits of ModRM; the middle ones are ignored.
    pub const XR: Form = Form(47);
    /// A register in the lowest bits of ModRM; the middle ones are 0. Others follow up to [`Self::REG7`].
    pub const REG0: Form = Form(48);
    /// A register in the lowest bits of ModRM; the middle ones are 7.
    pub const REG7: Form = Form(55);
    /// The lowest bits of ModRM are ignored; the middle ones are 0. Others follow up to 7.
    pub(crate) const X0: Form = Form(56);
    /// The byte of ModRM is 0xC0. Others follow up to 0xFF.
    pub(crate) const C0: Form = Form(64);
}

/// Values of the field `OpMapBits`.
pub mod map {
    /// The map that legacy instructions have in EVEX.
    pub const MAP4: u8 = 8;
}

/// Values of the field `OpPrefixBits`.
pub(super) mod prefix {
    pub(crate) const PD: u8 = 1;
    pub(crate) const XS: u8 = 2;
    pub(crate) const XD: u8 = 3;
    pub(crate) const PS: u8 = 4;
}

/// Values of the field `OpEncBits`.
pub mod encoding {
    /// A VEX prefix.
    pub const VEX: u8 = 1;
    /// An XOP prefix.
    pub(crate) const XOP: u8 = 2;
    /// An EVEX prefix.
    pub const EVEX: u8 = 3;
}

/// Values of the fields `OpSizeBits` and `AdSizeBits`.
pub(super) mod size {
    pub(crate) const OPERAND_16: u8 = 1;
    pub(crate) const OPERAND_32: u8 = 2;
    pub(crate) const ADDRESS_16: u8 = 1;
    pub(crate) const ADDRESS_32: u8 = 2;
    pub(crate) const ADDRESS_64: u8 = 3;
}

const EXPLICIT_REX2: u8 = 1;
const EXPLICIT_EVEX: u8 = 3;

impl X86Instruction {
    /// Reads a record of class `X86Inst`.
    pub fn read(rec: Rec) -> Result<X86Instruction, Fatal> {
        let prefix = byte(rec, sym!("OpPrefixBits"))?;
        let map = byte(rec, sym!("OpMapBits"))?;
        let opcode = byte(rec, sym!("Opcode"))?;
        let form = Form(byte(rec, sym!("FormBits"))?);
        let encoding = byte(rec, sym!("OpEncBits"))?;
        let operand_size = byte(rec, sym!("OpSizeBits"))?;
        let address_size = byte(rec, sym!("AdSizeBits"))?;
        // Unused here, but both programs refuse a record without it.
        rec.bit(sym!("hasTwoConditionalOps"))?;
        let mut read = X86Instruction {
            prefix,
            map,
            opcode,
            form,
            encoding,
            operand_size,
            address_size,
            has_rex_w: rec.bit(sym!("hasREX_W"))?,
            has_vex_4v: rec.bit(sym!("hasVEX_4V"))?,
            ignores_w: rec.bit(sym!("IgnoresW"))?,
            ignores_vex_l: rec.bit(sym!("ignoresVEX_L"))?,
            has_evex_l2: rec.bit(sym!("hasEVEX_L2"))?,
            has_evex_k: rec.bit(sym!("hasEVEX_K"))?,
            has_evex_kz: rec.bit(sym!("hasEVEX_Z"))?,
            has_evex_b: rec.bit(sym!("hasEVEX_B"))?,
            has_evex_nf: rec.bit(sym!("hasEVEX_NF"))?,
            has_evex_u: rec.records().release() >= Release::V21 && rec.bit(sym!("hasEVEX_U"))?,
            is_code_gen_only: rec.bit(sym!("isCodeGenOnly"))?,
            is_asm_parser_only: rec.bit(sym!("isAsmParserOnly"))?,
            is_forced: rec.bit(sym!("ForceDisassemble"))?,
            displacement_scale: byte(rec, sym!("CD8_Scale"))?,
            has_vex_l: rec.bit(sym!("hasVEX_L"))?,
            has_explicit_rex2: byte(rec, sym!("explicitOpPrefixBits"))? == EXPLICIT_REX2,
            encodes_rounding: false,
        };
        let of_registers = matches!(form, Form::DEST_REG | Form::SRC_REG);
        read.encodes_rounding = read.has_evex_b && of_registers;
        Ok(read)
    }

    /// Whether it is a legacy instruction that also exists in EVEX and is never used in that form.
    pub fn is_promoted(rec: Rec) -> Result<bool, Fatal> {
        let is_legacy = byte(rec, sym!("OpMapBits"))? == map::MAP4;
        Ok(is_legacy && byte(rec, sym!("explicitOpPrefixBits"))? == EXPLICIT_EVEX)
    }

    /// Whether it has a new destination besides the operands of the instruction it comes from.
    pub fn has_new_destination(&self) -> bool {
        self.map == map::MAP4 && self.has_evex_b && self.has_vex_4v
    }

    /// Whether it has an encoding that is to be decoded.
    pub fn is_decoded(&self) -> bool {
        self.form != Form::PSEUDO
            && (!self.is_code_gen_only || self.is_forced)
            && !self.is_asm_parser_only
    }
}

/// A field as a number, of which the first 8 bits count. All of them must be known.
pub fn byte(rec: Rec, field: impl Into<Sym>) -> Result<u8, Fatal> {
    let field = field.into();
    let bits = rec.bits(field)?;
    let is_known = |it: &ValueId| matches!(*it, ValueId::FALSE | ValueId::TRUE);
    if !bits.iter().all(is_known) {
        let name = rec.name();
        return Err(rec.fatal(format!("not all bits of `{field}' of '{name}' are known")));
    }
    let bits = bits.iter().zip(0..8);
    Ok(bits.fold(0, |byte, (bit, at)| {
        byte | u8::from(*bit == ValueId::TRUE) << at
    }))
}
