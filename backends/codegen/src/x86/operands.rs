//! How the operands of X86 instructions are encoded.

use backend::{Fatal, Rec, bail};

use super::instruction::{Form, X86Instruction, size};
use crate::instructions::{Constraint, Instruction};

/// The largest number of operands of an instruction.
pub const MAX_OPERANDS: usize = 6;

/// The encoding and the type of each operand, as indices in [`ENCODINGS`] and [`TYPES`].
pub type OperandSet = [(u8, u8); MAX_OPERANDS];

macro_rules! names {
    ($(#[$doc:meta])* $all:ident, $module:ident, $prefix:literal: $($name:ident),* $(,)?) => {
        $(#[$doc])*
        pub const $all: &[&str] = &[$(concat!($prefix, stringify!($name))),*];

        #[allow(non_camel_case_types, non_upper_case_globals, clippy::upper_case_acronyms, dead_code)]
        mod $module {
            enum Number { $($name),* }
            $(pub(crate) const $name: u8 = Number::$name as u8;)*
        }
    };
}

names! {
    /// The decoder's names for the encodings of operands.
    ENCODINGS, at, "ENCODING_":
    NONE, REG, RM, RM_CD2, RM_CD4, RM_CD8, RM_CD16, RM_CD32, RM_CD64, SIB, VSIB, VSIB_CD2, VSIB_CD4, VSIB_CD8,
    VSIB_CD16, VSIB_CD32, VSIB_CD64, VVVV, WRITEMASK, IB, IW, ID, IO, RB, RW, RD, RO, FP, Iv, Ia, IRC, Rv, CC, CF, DUP,
    SI, DI,
}

names! {
    /// The decoder's names for the types of operands.
    TYPES, kind, "TYPE_":
    NONE, REL, R8, R16, R32, R64, IMM, UIMM8, M, MSIB, MVSIBX, MVSIBY, MVSIBZ, SRCIDX, DSTIDX, MOFFS, ST, MM64, XMM, YMM,
    ZMM, VK, VK_PAIR, TMM, TMM_PAIR, SEGMENTREG, DEBUGREG, CONTROLREG, BNDR, Rv, RELv, DUP0, DUP1, DUP2, DUP3, DUP4,
}

/// The part of the encoding that holds an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EncodingPart {
    Relocation,
    Immediate,
    RmRegister,
    RegRegister,
    Vvvv,
    Mask,
    Memory,
    OpcodeBits,
}

/// The part of the encoding that holds an operand, and whether the operand is optional.
type Slot = (EncodingPart, bool);

/// The slots of an instruction's operands, in the order of the operands.
fn slots(rec: Rec, it: &X86Instruction) -> Result<Vec<Slot>, Fatal> {
    use EncodingPart::*;
    const fn always(place: EncodingPart) -> Slot {
        (place, false)
    }
    const fn maybe(place: EncodingPart) -> Slot {
        (place, true)
    }
    // Whether the first operand is a new destination.
    let is_new = it.has_new_destination();
    let new = is_new.then_some(always(Vvvv));
    let mask = it.has_evex_k.then_some(always(Mask));
    let vvvv = (it.has_vex_4v && !is_new).then_some(always(Vvvv));
    let any_vvvv = it.has_vex_4v.then_some(always(Vvvv));
    let two = [maybe(Immediate), maybe(Immediate)];
    let list = |slots: &[Option<Slot>]| slots.iter().copied().flatten().collect::<Vec<_>>();
    let plain = |slots: &[Slot]| slots.to_vec();
    Ok(match it.form {
        Form::PREFIX_BYTE => Vec::new(),
        Form::RAW_SRC | Form::RAW_DST | Form::RAW_MEM_OFFS => plain(&[always(Relocation)]),
        Form::RAW_DST_SRC => plain(&[always(Relocation), always(Relocation)]),
        Form::RAW => plain(&[maybe(Relocation)]),
        Form::ADD_REG => plain(&[always(OpcodeBits), maybe(Relocation)]),
        Form::ADD_CC => plain(&[always(Relocation), always(OpcodeBits)]),
        Form::DEST_REG_CC => plain(&[always(RmRegister), always(RegRegister), always(OpcodeBits)]),
        Form::DEST_REG | Form::DEST_MEM | Form::DEST_MEM_FSIB => {
            let to = match it.form {
                Form::DEST_REG => RmRegister,
                _ => Memory,
            };
            let mut slots = list(&[new, Some(always(to)), mask, vvvv, Some(always(RegRegister))]);
            slots.extend(two);
            slots
        }
        Form::DEST_MEM_CC => plain(&[always(Memory), always(RegRegister), always(OpcodeBits)]),
        Form::DEST_MEM_4V_OP3_CC => plain(&[
            always(RegRegister),
            always(Memory),
            always(Vvvv),
            always(OpcodeBits),
        ]),
        Form::SRC_REG | Form::SRC_MEM | Form::SRC_MEM_FSIB => {
            let from = match it.form {
                Form::SRC_REG => RmRegister,
                _ => Memory,
            };
            let mut slots = list(&[
                new,
                Some(always(RegRegister)),
                mask,
                vvvv,
                Some(always(from)),
            ]);
            slots.extend(two);
            slots
        }
        Form::SRC_REG_4V_OP3 => plain(&[always(RegRegister), always(RmRegister), always(Vvvv)]),
        Form::SRC_MEM_4V_OP3 => plain(&[always(RegRegister), always(Memory), always(Vvvv)]),
        Form::SRC_REG_OP4 | Form::SRC_MEM_OP4 => {
            let from = match it.form {
                Form::SRC_REG_OP4 => RmRegister,
                _ => Memory,
            };
            plain(&[
                always(RegRegister),
                always(Vvvv),
                always(Immediate),
                always(from),
                maybe(Immediate),
            ])
        }
        Form::SRC_REG_CC => list(&[
            new,
            Some(always(RegRegister)),
            Some(always(RmRegister)),
            Some(always(OpcodeBits)),
        ]),
        Form::SRC_MEM_CC => list(&[
            new,
            Some(always(RegRegister)),
            Some(always(Memory)),
            Some(always(OpcodeBits)),
        ]),
        Form::XR_CC => plain(&[always(RmRegister), always(OpcodeBits)]),
        Form::R0 => plain(&[always(RegRegister)]),
        Form(47..=55) => {
            let mut slots = list(&[
                any_vvvv,
                mask,
                Some(maybe(RmRegister)),
                Some(maybe(Relocation)),
            ]);
            slots.extend(two);
            slots
        }
        Form::XM_CC => plain(&[always(Memory), always(OpcodeBits)]),
        Form(31..=39) => {
            let mut slots = list(&[
                any_vvvv,
                mask,
                Some(always(Memory)),
                Some(maybe(Relocation)),
            ]);
            slots.extend(two);
            slots
        }
        Form::RAW_IMM8 | Form::RAW_IMM16 => plain(&[always(Immediate), always(Immediate)]),
        Form(56..=127) => plain(&[maybe(Relocation)]),
        Form(form) => bail!(rec, "Unhandled form {form} of '{}'", rec.name()),
    })
}

/// The encoding and type of each operand of an instruction. An error if the instruction has too few operands for its
/// form or more than [`MAX_OPERANDS`], or if the class of an operand is not allowed in the part of the encoding that
/// holds the operand.
pub(super) fn operands(
    rec: Rec,
    it: &X86Instruction,
    instruction: &Instruction,
) -> Result<OperandSet, Fatal> {
    let mut set = [(at::NONE, kind::NONE); MAX_OPERANDS];
    let list = &instruction.operands;
    let count = list.len();
    if count > MAX_OPERANDS {
        bail!(
            rec,
            "'{}' has more than {MAX_OPERANDS} operands",
            rec.name()
        );
    }
    // For each operand, the index of the operand that encodes it: itself, or an operand that is tied to it.
    let mut original: [usize; MAX_OPERANDS] = std::array::from_fn(|it| it);
    let mut physical = 0;
    for (number, operand) in list.iter().enumerate() {
        original[number] = number;
        match operand.parts.first().map(|it| it.constraint) {
            Some(Constraint::TiedTo(to)) => match original.get_mut(to) {
                Some(to) => *to = number,
                None => bail!(
                    rec,
                    "an operand of '{}' is tied to too late a one",
                    rec.name()
                ),
            },
            _ => physical += 1,
        }
    }
    let mut number = 0;
    let mut used = 0;
    for (place, is_optional) in slots(rec, it)? {
        if is_optional && used >= physical {
            continue;
        }
        while number < count && original[number] != number {
            let of = original[number] as u8;
            if kind::DUP0 + of > kind::DUP4 {
                bail!(
                    rec,
                    "an operand of '{}' is tied to too late a one",
                    rec.name()
                );
            }
            set[number] = (at::DUP, kind::DUP0 + of);
            number += 1;
        }
        if number >= count {
            bail!(rec, "'{}' has too few operands for its form", rec.name());
        }
        let class = rec.records().rec(list.get(number).rec);
        let mut encoding = encoding(rec, place, class.name(), it.operand_size)?;
        if matches!(encoding, at::RM | at::VSIB | at::SIB) {
            encoding += it.displacement_scale.checked_ilog2().unwrap_or(0) as u8;
        }
        set[number] = (encoding, operand_type(rec, class.name(), it)?);
        number += 1;
        used += 1;
    }
    Ok(set)
}

/// The encoding of an operand of the class `class` in the part `place`. An error if the class is not allowed there.
fn encoding(rec: Rec, place: EncodingPart, class: &str, operand_size: u8) -> Result<u8, Fatal> {
    let is_16 = operand_size == size::OPERAND_16;
    let known = match place {
        EncodingPart::Immediate | EncodingPart::Relocation if class == "i16imm" => {
            Some(if is_16 { at::Iv } else { at::IW })
        }
        EncodingPart::Immediate => immediate(class),
        EncodingPart::Relocation => relocation(class),
        EncodingPart::RmRegister => match class {
            "RST" | "RSTi" => Some(at::FP),
            _ => is_register(class, R_M).then_some(at::RM),
        },
        EncodingPart::RegRegister => is_register(class, REG).then_some(at::REG),
        EncodingPart::Vvvv => is_register(class, VVVV).then_some(at::VVVV),
        EncodingPart::Mask => {
            let masks = [
                "VK1WM", "VK2WM", "VK4WM", "VK8WM", "VK16WM", "VK32WM", "VK64WM",
            ];
            masks.contains(&class).then_some(at::WRITEMASK)
        }
        EncodingPart::Memory => memory(class),
        EncodingPart::OpcodeBits => match class {
            "GR32" | "GR16" => Some(at::Rv),
            "GR64" => Some(at::RO),
            "GR8" => Some(at::RB),
            "ccode" => Some(at::CC),
            _ => None,
        },
    };
    let what = match place {
        EncodingPart::Relocation => "relocation",
        EncodingPart::Immediate => "immediate",
        EncodingPart::RmRegister => "R/M register",
        EncodingPart::RegRegister => "reg/opcode register",
        EncodingPart::Vvvv => "VEX.vvvv register",
        EncodingPart::Mask => "mask register",
        EncodingPart::Memory => "memory",
        EncodingPart::OpcodeBits => "opcode modifier",
    };
    match known {
        Some(encoding) => Ok(encoding),
        None => bail!(rec, "Unhandled {what} encoding {class}"),
    }
}

/// The register classes that are allowed in the field r/m of ModRM, in addition to the classes that [`is_register`]
/// allows in every field. [`REG`] lists such classes for the field reg of ModRM, and [`VVVV`] for the field vvvv of the
/// prefix.
const R_M: &[&str] = &["GR16orGR32orGR64", "GR32orGR64", "VR64", "BNDR"];
const REG: &[&str] = &[
    "GR16orGR32orGR64",
    "GR32orGR64",
    "VR64",
    "BNDR",
    "SEGMENT_REG",
    "DEBUG_REG",
    "CONTROL_REG",
    "VK1Pair",
    "VK2Pair",
    "VK4Pair",
    "VK8Pair",
    "VK16Pair",
    "VK1WM",
    "VK2WM",
    "VK4WM",
    "VK8WM",
    "VK16WM",
    "VK32WM",
    "VK64WM",
];
const VVVV: &[&str] = &[];

fn is_register(class: &str, of_place: &[&str]) -> bool {
    const EVERYWHERE: &[&str] = &[
        "GR8", "GR16", "GR32", "GR64", "FR16X", "FR32", "FR32X", "FR64", "FR64X", "FR128", "VR128",
        "VR128X", "VR256", "VR256X", "VR512", "VK1", "VK2", "VK4", "VK8", "VK16", "VK32", "VK64",
        "TILE", "TILEPair",
    ];
    EVERYWHERE.contains(&class) || of_place.contains(&class)
}

fn immediate(class: &str) -> Option<u8> {
    Some(match class {
        "AVX512RC" => at::IRC,
        "i32imm" => at::Iv,
        "i64i32imm" => at::ID,
        "ccode" => at::CC,
        "cflags" => at::CF,
        "i32i8imm" | "i16i8imm" | "i64i8imm" | "i8imm" | "u4imm" | "u8imm" | "i16u8imm"
        | "i32u8imm" | "i64u8imm" => at::IB,
        // Some instructions encode registers of these classes in an immediate byte.
        "FR32" | "FR64" | "FR128" | "VR128" | "VR256" | "FR16X" | "FR32X" | "FR64X" | "VR128X"
        | "VR256X" | "VR512" | "TILE" => at::IB,
        _ => return None,
    })
}

fn relocation(class: &str) -> Option<u8> {
    Some(match class {
        "i32imm" => at::Iv,
        "i16i8imm" | "i32i8imm" | "i64i8imm" | "i8imm" | "u8imm" | "i16u8imm" | "i32u8imm"
        | "i64u8imm" | "i8imm_brtarget" | "brtarget8" => at::IB,
        "i64i32imm" | "i64i32imm_brtarget" | "i32imm_brtarget" | "brtarget32" => at::ID,
        "i16imm_brtarget" | "brtarget16" => at::IW,
        "i64imm" => at::IO,
        "offset16_8" | "offset16_16" | "offset16_32" | "offset32_8" | "offset32_16"
        | "offset32_32" | "offset32_64" | "offset64_8" | "offset64_16" | "offset64_32"
        | "offset64_64" => at::Ia,
        "srcidx8" | "srcidx16" | "srcidx32" | "srcidx64" => at::SI,
        "dstidx8" | "dstidx16" | "dstidx32" | "dstidx64" => at::DI,
        _ => return None,
    })
}

/// The type of a memory operand of the class `class`; `None` for other classes.
fn memory_type(class: &str) -> Option<u8> {
    Some(match class {
        "i8mem" | "i16mem" | "i32mem" | "i64mem" | "i128mem" | "i256mem" | "i512mem"
        | "i512mem_GR16" | "i512mem_GR32" | "i512mem_GR64" | "shmem" | "ssmem" | "sdmem"
        | "f16mem" | "f32mem" | "f64mem" | "f80mem" | "f128mem" | "f256mem" | "f512mem"
        | "lea64_8mem" | "lea64_16mem" | "lea64_32mem" | "lea64mem" | "anymem" | "opaquemem" => {
            kind::M
        }
        "sibmem" => kind::MSIB,
        // Since LLVM 21, the names of classes of vectors of addresses contain the size of an element. Before, they
        // contain the size of the vector.
        "vx32mem" | "vx32xmem" | "vx64mem" | "vx64xmem" | "vx128mem" | "vx128xmem" | "vx256mem"
        | "vx256xmem" => kind::MVSIBX,
        "vy32mem" | "vy32xmem" | "vy64mem" | "vy64xmem" | "vy128mem" | "vy128xmem" | "vy256mem"
        | "vy256xmem" | "vy512xmem" => kind::MVSIBY,
        "vz32mem" | "vz64mem" | "vz256mem" | "vz512mem" => kind::MVSIBZ,
        _ => return None,
    })
}

fn memory(class: &str) -> Option<u8> {
    Some(match memory_type(class)? {
        kind::M => at::RM,
        kind::MSIB => at::SIB,
        _ => at::VSIB,
    })
}

/// The type of an operand of the class `class`. An error if the class is unknown.
fn operand_type(rec: Rec, class: &str, it: &X86Instruction) -> Result<u8, Fatal> {
    let has_size = |size| it.operand_size == size;
    if let Some(memory) = memory_type(class) {
        return Ok(memory);
    }
    Ok(match class {
        "GR32" if it.has_rex_w => kind::R32,
        "GR16" if has_size(size::OPERAND_16) => kind::Rv,
        "GR32" if has_size(size::OPERAND_32) => kind::Rv,
        "GR8" => kind::R8,
        "GR16" | "GR16orGR32orGR64" => kind::R16,
        "GR32" | "GR32orGR64" => kind::R32,
        "GR64" => kind::R64,
        "i16imm" | "i16i8imm" | "i32imm" | "i32i8imm" | "i64i32imm" | "i64i8imm" | "i8imm"
        | "ccode" | "cflags" | "AVX512RC" | "i64imm" => kind::IMM,
        "u4imm" | "u8imm" | "i16u8imm" | "i32u8imm" | "i64u8imm" => kind::UIMM8,
        "VR128" | "VR128X" | "FR128" | "FR64" | "FR64X" | "FR16X" | "FR32" | "FR32X" => kind::XMM,
        "VR256" | "VR256X" => kind::YMM,
        "VR512" => kind::ZMM,
        "VR64" => kind::MM64,
        "RST" | "RSTi" => kind::ST,
        "i64i32imm_brtarget" | "i16imm_brtarget" | "i32imm_brtarget" | "i8imm_brtarget"
        | "brtarget32" | "brtarget16" | "brtarget8" => kind::REL,
        "SEGMENT_REG" => kind::SEGMENTREG,
        "DEBUG_REG" => kind::DEBUGREG,
        "CONTROL_REG" => kind::CONTROLREG,
        "srcidx8" | "srcidx16" | "srcidx32" | "srcidx64" => kind::SRCIDX,
        "dstidx8" | "dstidx16" | "dstidx32" | "dstidx64" => kind::DSTIDX,
        "offset16_8" | "offset16_16" | "offset16_32" | "offset32_8" | "offset32_16"
        | "offset32_32" | "offset32_64" | "offset64_8" | "offset64_16" | "offset64_32"
        | "offset64_64" => kind::MOFFS,
        "VK1" | "VK1WM" | "VK2" | "VK2WM" | "VK4" | "VK4WM" | "VK8" | "VK8WM" | "VK16"
        | "VK16WM" | "VK32" | "VK32WM" | "VK64" | "VK64WM" => kind::VK,
        "VK1Pair" | "VK2Pair" | "VK4Pair" | "VK8Pair" | "VK16Pair" => kind::VK_PAIR,
        "BNDR" => kind::BNDR,
        "TILE" => kind::TMM,
        "TILEPair" => kind::TMM_PAIR,
        _ => bail!(rec, "Unhandled type string {class}"),
    })
}
