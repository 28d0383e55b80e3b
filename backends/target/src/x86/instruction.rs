//! The fields of an X86 instruction that say how it is encoded.

use backend::{Fatal, Rec, ValueId};
use elaborate::value::Node;

/// How an instruction is encoded, as its record says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct X86Instruction {
    pub prefix: u8,
    pub map: u8,
    pub opcode: u8,
    pub form: Form,
    pub encoding: u8,
    pub operand_size: u8,
    pub address_size: u8,
    pub has_rex_w: bool,
    pub has_vex_4v: bool,
    pub ignores_w: bool,
    pub has_vex_l: bool,
    pub ignores_vex_l: bool,
    pub has_evex_l2: bool,
    pub has_evex_k: bool,
    pub has_evex_kz: bool,
    pub has_evex_b: bool,
    pub has_evex_nf: bool,
    pub has_two_conditional_operands: bool,
    /// The bits of the vector length say how to round.
    pub encodes_rounding: bool,
    pub is_code_gen_only: bool,
    pub is_asm_parser_only: bool,
    pub is_forced: bool,
    /// By how much displacements are scaled; 0 if they are not.
    pub displacement_scale: u8,
    pub has_explicit_rex2: bool,
}

/// Where the operands are. The numbers are those of X86InstrFormats.td.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Form(pub u8);

macro_rules! numbers {
    ($ty:ty, $make:expr; $($name:ident = $number:literal),* $(,)?) => {
        $(pub const $name: $ty = $make($number);)*
    };
}

impl Form {
    numbers! { Form, Form;
        PSEUDO = 0, RAW = 1, ADD_REG = 2, RAW_MEM_OFFS = 3, RAW_SRC = 4, RAW_DST = 5, RAW_DST_SRC = 6,
        RAW_IMM8 = 7, RAW_IMM16 = 8, ADD_CC = 9, PREFIX_BYTE = 10,
        DEST_REG_CC = 18, DEST_MEM_CC = 19, DEST_MEM_4V_OP3_CC = 20, R0 = 21, SRC_MEM_FSIB = 22, DEST_MEM_FSIB = 23,
        DEST_MEM = 24, SRC_MEM = 25, SRC_MEM_4V_OP3 = 26, SRC_MEM_OP4 = 27, SRC_MEM_CC = 28,
        XM_CC = 30, XM = 31, M0 = 32, M7 = 39,
        DEST_REG = 40, SRC_REG = 41, SRC_REG_4V_OP3 = 42, SRC_REG_OP4 = 43, SRC_REG_CC = 44,
        XR_CC = 46, XR = 47, REG0 = 48, REG7 = 55, X0 = 56, X7 = 63, C0 = 64, FF = 127,
    }
}

/// Values of the field `OpMapBits`.
pub mod map {
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
    pub const VEX: u8 = 1;
    pub const XOP: u8 = 2;
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
        let prefix = byte(rec, "OpPrefixBits")?;
        let map = byte(rec, "OpMapBits")?;
        let opcode = byte(rec, "Opcode")?;
        let form = Form(byte(rec, "FormBits")?);
        let encoding = byte(rec, "OpEncBits")?;
        let operand_size = byte(rec, "OpSizeBits")?;
        let address_size = byte(rec, "AdSizeBits")?;
        let mut read = X86Instruction {
            prefix,
            map,
            opcode,
            form,
            encoding,
            operand_size,
            address_size,
            has_rex_w: rec.bit("hasREX_W")?,
            has_vex_4v: rec.bit("hasVEX_4V")?,
            ignores_w: rec.bit("IgnoresW")?,
            ignores_vex_l: rec.bit("ignoresVEX_L")?,
            has_evex_l2: rec.bit("hasEVEX_L2")?,
            has_evex_k: rec.bit("hasEVEX_K")?,
            has_evex_kz: rec.bit("hasEVEX_Z")?,
            has_evex_b: rec.bit("hasEVEX_B")?,
            has_evex_nf: rec.bit("hasEVEX_NF")?,
            has_two_conditional_operands: rec.bit("hasTwoConditionalOps")?,
            is_code_gen_only: rec.bit("isCodeGenOnly")?,
            is_asm_parser_only: rec.bit("isAsmParserOnly")?,
            is_forced: rec.bit("ForceDisassemble")?,
            displacement_scale: byte(rec, "CD8_Scale")?,
            has_vex_l: rec.bit("hasVEX_L")?,
            has_explicit_rex2: byte(rec, "explicitOpPrefixBits")? == EXPLICIT_REX2,
            encodes_rounding: false,
        };
        let of_registers = matches!(form, Form::DEST_REG | Form::SRC_REG);
        read.encodes_rounding = read.has_evex_b && of_registers;
        Ok(read)
    }

    /// Whether it is a legacy instruction that is there in EVEX as well and is never used there.
    pub fn is_promoted(rec: Rec) -> Result<bool, Fatal> {
        let is_legacy = byte(rec, "OpMapBits")? == map::MAP4;
        Ok(is_legacy && byte(rec, "explicitOpPrefixBits")? == EXPLICIT_EVEX)
    }

    /// Whether it has a new destination besides the operands of the instruction it comes from.
    pub fn has_new_destination(&self) -> bool {
        self.map == map::MAP4 && self.has_evex_b && self.has_vex_4v
    }

    /// Whether it is in machine code and is to be read from there.
    pub fn is_decoded(&self) -> bool {
        self.form != Form::PSEUDO
            && (!self.is_code_gen_only || self.is_forced)
            && !self.is_asm_parser_only
    }
}

/// The bits of a field as a number, of which the first 8 count. All of them have to be known.
pub fn byte(rec: Rec, field: &str) -> Result<u8, Fatal> {
    let bits = rec.bits(field)?;
    let is_known = |it: &ValueId| matches!(rec.records().node(*it), Node::Bit(_));
    if !bits.iter().all(is_known) {
        let name = rec.name();
        return Err(rec.fatal(format!("not all bits of `{field}' of '{name}' are known")));
    }
    let bits = bits.iter().zip(0..8);
    Ok(bits.fold(0, |byte, (bit, at)| {
        byte | u8::from(*bit == ValueId::TRUE) << at
    }))
}
