//! The encoding of an X86 instruction, as the fields of its record describe it.

use backend::{Fatal, Rec, ValueId};
use elaborate::records::Release;
use elaborate::sym;
use elaborate::symbol::Sym;

/// The encoding of an instruction, from its record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct X86Instruction {
    /// The mandatory prefix (`OpPrefixBits`). 1, 2 and 3 mean that the opcode requires the prefix 0x66, 0xF3 or 0xF2. 4
    /// means that the opcode allows none of these prefixes. 0 means that the instruction ignores these prefixes.
    pub prefix: u8,
    /// The opcode map (`OpMapBits`).
    pub map: u8,
    /// The opcode byte within the map.
    pub opcode: u8,
    /// The form, which determines where the operands are encoded.
    pub form: Form,
    /// The kind of vector prefix before the opcode: see [`encoding`]. 0 if there is no VEX, XOP or EVEX prefix.
    pub encoding: u8,
    /// The size of operands (`OpSizeBits`). 1 and 2 mean that operands have 16 or 32 bits, and that the instruction
    /// needs the prefix 0x66 in a mode with another default size. 0 means that it never needs this prefix for the size.
    pub operand_size: u8,
    /// The size of addresses (`AdSizeBits`). 1, 2 and 3 mean that addresses have 16, 32 or 64 bits. 0 means that
    /// addresses of any size are allowed.
    pub address_size: u8,
    /// Whether the bit W of the prefix is set.
    pub has_rex_w: bool,
    /// Whether the prefix contains a register, in its field vvvv.
    pub has_vex_4v: bool,
    /// Whether the bit W is ignored.
    pub ignores_w: bool,
    /// Whether the bit L is set, so that vectors have 256 bits.
    pub has_vex_l: bool,
    /// Whether the vector length is ignored.
    pub ignores_vex_l: bool,
    /// Whether the bit L' of EVEX is set, so that vectors have 512 bits.
    pub has_evex_l2: bool,
    /// Whether a mask selects the written elements.
    pub has_evex_k: bool,
    /// Whether the elements that the mask does not select become zero.
    pub has_evex_kz: bool,
    /// Whether the bit b of EVEX is set: a broadcast, a rounding mode, or a new destination.
    pub has_evex_b: bool,
    /// Whether the bit NF of EVEX is set, so that the instruction does not change the flags.
    pub has_evex_nf: bool,
    /// Whether the bit U of EVEX is clear: the instruction has 256-bit vectors and a rounding mode. Always false for
    /// LLVM 19.
    pub(super) has_evex_u: bool,
    /// Whether the bits of the vector length are a rounding mode.
    pub(crate) encodes_rounding: bool,
    /// Whether the record marks the instruction as only for code generation.
    pub is_code_gen_only: bool,
    /// Whether the record marks the instruction as only for the assembly parser, so that it is not decoded.
    pub(crate) is_asm_parser_only: bool,
    /// Whether the instruction is decoded although it is only for code generation.
    pub is_forced: bool,
    /// The factor by which displacements are scaled; 0 if they are not scaled.
    pub(crate) displacement_scale: u8,
    /// Whether the instruction requires a REX2 prefix.
    pub(crate) has_explicit_rex2: bool,
}

/// The form of an instruction: where its operands are encoded. The values are those in X86InstrFormats.td.
///
/// Conditions are in the four lowest bits of the opcode. Operands that the description of a form does not mention are
/// in fields of the prefix or after the opcode.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Form(pub u8);

impl Form {
    /// No encoding: a pseudo instruction.
    pub(crate) const PSEUDO: Form = Form(0);
    /// No operand, or an address relative to the next instruction.
    pub(crate) const RAW: Form = Form(1);
    /// A register in the three lowest bits of the opcode.
    pub(crate) const ADD_REG: Form = Form(2);
    /// A memory address after the opcode.
    pub(crate) const RAW_MEM_OFFS: Form = Form(3);
    /// Memory at the address in the source index register.
    pub(crate) const RAW_SRC: Form = Form(4);
    /// Memory at the address in the destination index register.
    pub(crate) const RAW_DST: Form = Form(5);
    /// Memory at the addresses in the source and destination index registers.
    pub(crate) const RAW_DST_SRC: Form = Form(6);
    /// Two immediates after the opcode. The second immediate has 8 bits.
    pub(crate) const RAW_IMM8: Form = Form(7);
    /// Two immediates after the opcode. The second immediate has 16 bits.
    pub(crate) const RAW_IMM16: Form = Form(8);
    /// A relative address, and a condition in the four lowest bits of the opcode.
    pub(crate) const ADD_CC: Form = Form(9);
    /// No operand: the instruction is a prefix that is treated as an instruction.
    pub const PREFIX_BYTE: Form = Form(10);
    /// As [`Self::DEST_REG`], with a condition.
    pub(crate) const DEST_REG_CC: Form = Form(18);
    /// As [`Self::DEST_MEM`], with a condition.
    pub(crate) const DEST_MEM_CC: Form = Form(19);
    /// A register in the middle bits of ModRM, memory, a register in the field vvvv of the prefix, and a condition.
    pub(crate) const DEST_MEM_4V_OP3_CC: Form = Form(20);
    /// A register in the middle bits of ModRM; the lowest bits are 0.
    pub(crate) const R0: Form = Form(21);
    /// As [`Self::SRC_MEM`], with a mandatory SIB byte.
    pub(crate) const SRC_MEM_FSIB: Form = Form(22);
    /// As [`Self::DEST_MEM`], with a mandatory SIB byte.
    pub(crate) const DEST_MEM_FSIB: Form = Form(23);
    /// The destination is memory, the source is a register in the middle bits of ModRM.
    pub const DEST_MEM: Form = Form(24);
    /// The source is memory, the destination is a register in the middle bits of ModRM.
    pub const SRC_MEM: Form = Form(25);
    /// As [`Self::SRC_MEM`]; the third operand is in the field vvvv of the prefix.
    pub const SRC_MEM_4V_OP3: Form = Form(26);
    /// As [`Self::SRC_MEM`], but the memory is the fourth operand.
    pub const SRC_MEM_OP4: Form = Form(27);
    /// As [`Self::SRC_MEM`], with a condition.
    pub const SRC_MEM_CC: Form = Form(28);
    /// One memory operand, with a condition.
    pub const XM_CC: Form = Form(30);
    /// One memory operand; the middle bits of ModRM are ignored.
    pub const XM: Form = Form(31);
    /// One memory operand; the middle bits of ModRM are 0. The forms up to [`Self::M7`] have the other values of these
    /// bits.
    pub const M0: Form = Form(32);
    /// One memory operand; the middle bits of ModRM are 7.
    pub const M7: Form = Form(39);
    /// The destination is a register in the lowest bits of ModRM, the source is a register in the middle bits.
    pub const DEST_REG: Form = Form(40);
    /// The destination is a register in the middle bits of ModRM, the source is a register in the lowest bits.
    pub const SRC_REG: Form = Form(41);
    /// As [`Self::SRC_REG`]; the third operand is in the field vvvv of the prefix.
    pub const SRC_REG_4V_OP3: Form = Form(42);
    /// As [`Self::SRC_REG`], but the register in the lowest bits is the fourth operand.
    pub const SRC_REG_OP4: Form = Form(43);
    /// As [`Self::SRC_REG`], with a condition.
    pub const SRC_REG_CC: Form = Form(44);
    /// A register in the lowest bits of ModRM, with a condition.
    pub const XR_CC: Form = Form(46);
    /// A register in the lowest bits of ModRM; the middle bits are ignored.
    pub const XR: Form = Form(47);
    /// A register in the lowest bits of ModRM; the middle bits are 0. The forms up to [`Self::REG7`] have the other
    /// values of these bits.
    pub const REG0: Form = Form(48);
    /// A register in the lowest bits of ModRM; the middle bits are 7.
    pub const REG7: Form = Form(55);
    /// The lowest bits of ModRM are ignored; the middle bits are 0. The next seven forms have the other values of these
    /// bits.
    pub(crate) const X0: Form = Form(56);
    /// The ModRM byte is 0xC0. The following forms have the values up to 0xFF.
    pub(crate) const C0: Form = Form(64);
}

/// Values of the field `OpMapBits`.
pub mod map {
    /// The EVEX map of promoted legacy instructions.
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
    /// Reads a record of class `X86Inst`. If several fields are missing, the error names the field that is read first.
    pub fn read(rec: Rec) -> Result<X86Instruction, Fatal> {
        let prefix = byte(rec, sym!("OpPrefixBits"))?;
        let map = byte(rec, sym!("OpMapBits"))?;
        let opcode = byte(rec, sym!("Opcode"))?;
        let form = Form(byte(rec, sym!("FormBits"))?);
        let encoding = byte(rec, sym!("OpEncBits"))?;
        let operand_size = byte(rec, sym!("OpSizeBits"))?;
        let address_size = byte(rec, sym!("AdSizeBits"))?;
        let has_rex_w = rec.bit(sym!("hasREX_W"))?;
        let has_vex_4v = rec.bit(sym!("hasVEX_4V"))?;
        let ignores_w = rec.bit(sym!("IgnoresW"))?;
        let ignores_vex_l = rec.bit(sym!("ignoresVEX_L"))?;
        let has_evex_l2 = rec.bit(sym!("hasEVEX_L2"))?;
        let has_evex_k = rec.bit(sym!("hasEVEX_K"))?;
        let has_evex_kz = rec.bit(sym!("hasEVEX_Z"))?;
        let has_evex_b = rec.bit(sym!("hasEVEX_B"))?;
        let has_evex_u = rec.records().release() >= Release::V21 && rec.bit(sym!("hasEVEX_U"))?;
        let has_evex_nf = rec.bit(sym!("hasEVEX_NF"))?;
        // The value is unused, but a record without the field is an error, as in the reference.
        rec.bit(sym!("hasTwoConditionalOps"))?;
        let mut read = X86Instruction {
            prefix,
            map,
            opcode,
            form,
            encoding,
            operand_size,
            address_size,
            has_rex_w,
            has_vex_4v,
            ignores_w,
            ignores_vex_l,
            has_evex_l2,
            has_evex_k,
            has_evex_kz,
            has_evex_b,
            has_evex_nf,
            has_evex_u,
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

    /// Whether a record describes the explicit EVEX encoding of a legacy instruction. The code generator never emits
    /// this encoding.
    pub fn is_promoted(rec: Rec) -> Result<bool, Fatal> {
        let is_legacy = byte(rec, sym!("OpMapBits"))? == map::MAP4;
        Ok(is_legacy && byte(rec, sym!("explicitOpPrefixBits"))? == EXPLICIT_EVEX)
    }

    /// Whether the instruction has a new destination, besides the operands of the legacy instruction that it extends.
    pub fn has_new_destination(&self) -> bool {
        self.map == map::MAP4 && self.has_evex_b && self.has_vex_4v
    }

    /// Whether the decoder's tables include the instruction.
    pub fn is_decoded(&self) -> bool {
        self.form != Form::PSEUDO
            && (!self.is_code_gen_only || self.is_forced)
            && !self.is_asm_parser_only
    }
}

/// The lowest 8 bits of a field as a number. An error if any bit of the field is not 0 or 1.
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
