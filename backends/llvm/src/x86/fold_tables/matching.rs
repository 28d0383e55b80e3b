//! Matching register forms with memory forms of the same operation.

use backend::{Fatal, Rec, RecordId};
use target_model::instructions::{Instruction, InstructionId};
use target_model::x86::{self, OperandClass, X86Instruction, map};

use crate::x86::mnemonic;

/// The form of an instruction. It depends on whether one of the operands can be in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Registers,
    Memory,
    Neither,
}

/// The encoding forms with registers, each with the corresponding form with memory.
const FORMS: [(x86::Form, x86::Form); 7] = [
    (x86::Form::XR, x86::Form::XM),
    (x86::Form::XR_CC, x86::Form::XM_CC),
    (x86::Form::DEST_REG, x86::Form::DEST_MEM),
    (x86::Form::SRC_REG, x86::Form::SRC_MEM),
    (x86::Form::SRC_REG_4V_OP3, x86::Form::SRC_MEM_4V_OP3),
    (x86::Form::SRC_REG_OP4, x86::Form::SRC_MEM_OP4),
    (x86::Form::SRC_REG_CC, x86::Form::SRC_MEM_CC),
];

impl Form {
    pub(super) fn new(form: u8) -> Form {
        let form = x86::Form(form);
        if (x86::Form::REG0..=x86::Form::REG7).contains(&form)
            || FORMS.iter().any(|(register, _)| *register == form)
        {
            return Form::Registers;
        }
        if (x86::Form::M0..=x86::Form::M7).contains(&form)
            || FORMS.iter().any(|(_, memory)| *memory == form)
        {
            return Form::Memory;
        }
        Form::Neither
    }
}

/// The encoding form with memory that corresponds to a form with registers.
fn on_memory(form: x86::Form) -> Option<x86::Form> {
    if (x86::Form::REG0..=x86::Form::REG7).contains(&form) {
        return Some(x86::Form(form.0 - x86::Form::REG0.0 + x86::Form::M0.0));
    }
    let found = FORMS.iter().find(|(register, _)| *register == form);
    found.map(|(_, memory)| *memory)
}

/// An instruction with the properties by which forms are matched.
pub(super) struct Candidate {
    pub id: InstructionId,
    it: X86Instruction,
    mnemonic: String,
    /// Whether the instruction sets the rounding mode, whether it has a `lock` prefix, and whether it has a `notrack`
    /// prefix.
    extra: [bool; 3],
    outs: usize,
    ins: usize,
    operands: Vec<(RecordId, OperandClass)>,
}

impl Candidate {
    pub(super) fn read(
        id: InstructionId,
        rec: Rec,
        instruction: &Instruction,
        operands: Vec<(RecordId, OperandClass)>,
        variant: usize,
    ) -> Result<Candidate, Fatal> {
        Ok(Candidate {
            id,
            it: X86Instruction::read(rec)?,
            mnemonic: mnemonic(rec.records(), instruction, variant),
            extra: [
                rec.bit("hasEVEX_RC")?,
                rec.bit("hasLockPrefix")?,
                rec.bit("hasNoTrackPrefix")?,
            ],
            outs: rec.dag("OutOperandList")?.len(),
            ins: rec.dag("InOperandList")?.len(),
            operands,
        })
    }

    pub(super) fn opcode(&self) -> u8 {
        self.it.opcode
    }

    /// Whether the instruction `register` performs on registers the operation that this instruction performs on memory.
    pub(super) fn matches(&self, register: &Candidate, is_broadcast: bool) -> bool {
        let (memory_it, register_it) = (&self.it, &register.it);
        // `has_evex_b` means rounding in register forms and a broadcast in memory forms, but a new data destination in
        // opcode map 4.
        let bit_fits = if is_broadcast {
            !register_it.has_evex_b && memory_it.has_evex_b
        } else {
            !register_it.has_evex_b && !memory_it.has_evex_b || register_it.map == map::MAP4
        };
        bit_fits
            && on_memory(register_it.form) == Some(memory_it.form)
            && self.mnemonic == register.mnemonic
            && key(memory_it) == key(register_it)
            && self.extra == register.extra
            && self.operands_match(register)
    }

    /// Whether the operands of both instructions have the same records, except for exactly one pair. If the operands of
    /// this pair are of the same kind, such as registers, their classes must be equal.
    fn operands_match(&self, register: &Candidate) -> bool {
        // An operand that is read and written occurs once in the memory form, but as a result and an operand in the
        // register form.
        let is_both = self.outs + 1 == register.outs && self.ins == register.ins;
        let mut is_found = false;
        for (at, (memory_rec, memory)) in self.operands.iter().enumerate() {
            let Some((rec, register)) = register.operands.get(at + usize::from(is_both)) else {
                return false;
            };
            if memory_rec == rec {
                continue;
            }
            let differs = match (memory, register) {
                (OperandClass::Register { .. }, OperandClass::Register { .. }) => {
                    memory != register
                }
                (OperandClass::Memory { size: a }, OperandClass::Memory { size: b }) => a != b,
                (OperandClass::Immediate { ty: a }, OperandClass::Immediate { ty: b }) => a != b,
                _ => false,
            };
            if differs || is_found {
                return false;
            }
            is_found = true;
        }
        is_found
    }
}

/// The properties that must be equal in both forms.
fn key(it: &X86Instruction) -> impl PartialEq + use<> {
    let fields = [
        it.encoding,
        it.opcode,
        it.prefix,
        it.map,
        it.operand_size,
        it.address_size,
    ];
    let bits = [
        it.has_rex_w,
        it.has_vex_4v,
        it.has_vex_l,
        it.ignores_vex_l,
        it.ignores_w,
        it.has_evex_k,
        it.has_evex_kz,
        it.has_evex_l2,
        it.has_evex_nf,
    ];
    (fields, bits)
}
