//! Matches register forms with memory forms of the same operation.

use std::cell::OnceCell;

use backend::{Fatal, Rec};
use target_model::instructions::{Instruction, InstructionId};
use target_model::x86::{self, X86Instruction, are_same_size, is_register, map};

use crate::x86::mnemonic;

/// The form of an instruction, which follows from its encoding form. Instructions of the form `Neither` are not
/// matched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Registers,
    Memory,
    Neither,
}

/// The encoding forms with registers, each with the corresponding form with memory. The forms `REG0` to `REG7`, which
/// correspond to `M0` to `M7`, are not listed.
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

/// The encoding form with memory that corresponds to a form with registers; `None` for other forms.
fn on_memory(form: x86::Form) -> Option<x86::Form> {
    if (x86::Form::REG0..=x86::Form::REG7).contains(&form) {
        return Some(x86::Form(form.0 - x86::Form::REG0.0 + x86::Form::M0.0));
    }
    let found = FORMS.iter().find(|(register, _)| *register == form);
    found.map(|(_, memory)| *memory)
}

/// An instruction with the properties by which forms are matched. A property is read when it is first compared, so a
/// missing field is an error only then.
pub(super) struct Candidate<'a, 'b> {
    pub id: InstructionId,
    rec: Rec<'a>,
    instruction: &'b Instruction,
    /// The variant of assembly from which the mnemonic is taken.
    variant: usize,
    encoding: OnceCell<X86Instruction>,
    mnemonic: OnceCell<String>,
}

impl<'a, 'b> Candidate<'a, 'b> {
    pub(super) fn new(
        id: InstructionId,
        rec: Rec<'a>,
        instruction: &'b Instruction,
        variant: usize,
    ) -> Candidate<'a, 'b> {
        Candidate {
            id,
            rec,
            instruction,
            variant,
            encoding: OnceCell::new(),
            mnemonic: OnceCell::new(),
        }
    }

    pub(super) fn encoding(&self) -> Result<X86Instruction, Fatal> {
        if let Some(known) = self.encoding.get() {
            return Ok(*known);
        }
        let read = X86Instruction::read(self.rec)?;
        Ok(*self.encoding.get_or_init(|| read))
    }

    fn mnemonic(&self) -> &str {
        let read = || mnemonic(self.rec.records(), self.instruction, self.variant);
        self.mnemonic.get_or_init(read)
    }

    /// Whether the instruction sets the rounding mode, whether it has a `lock` prefix, and whether it has a `notrack`
    /// prefix.
    fn extra(&self) -> Result<[bool; 3], Fatal> {
        Ok([
            self.rec.bit("hasEVEX_RC")?,
            self.rec.bit("hasLockPrefix")?,
            self.rec.bit("hasNoTrackPrefix")?,
        ])
    }

    /// The numbers of results and of source operands.
    fn counts(&self) -> Result<(usize, usize), Fatal> {
        let outs = self.rec.dag("OutOperandList")?.len();
        Ok((outs, self.rec.dag("InOperandList")?.len()))
    }

    /// Whether the instruction `register` performs on registers the operation that this instruction performs on memory.
    pub(super) fn matches(&self, register: &Candidate, is_broadcast: bool) -> Result<bool, Fatal> {
        let (memory_it, register_it) = (self.encoding()?, register.encoding()?);
        // `has_evex_b` means rounding in register forms and a broadcast in memory forms, but a new data destination in
        // opcode map 4.
        let bit_fits = if is_broadcast {
            !register_it.has_evex_b && memory_it.has_evex_b
        } else {
            !register_it.has_evex_b && !memory_it.has_evex_b || register_it.map == map::MAP4
        };
        if !bit_fits
            || on_memory(register_it.form) != Some(memory_it.form)
            || self.mnemonic() != register.mnemonic()
        {
            return Ok(false);
        }
        let is_same_extra = register.extra()? == self.extra()?;
        Ok(is_same_extra
            && key(&memory_it) == key(&register_it)
            && self.operands_match(register)?)
    }

    /// Whether the operands of both instructions have the same records, except for exactly one pair. If both operands
    /// of this pair are registers, memory or immediate values, their sizes must be equal. Two registers must also agree
    /// in whether a REX prefix is excluded.
    fn operands_match(&self, register: &Candidate) -> Result<bool, Fatal> {
        let ((outs, ins), (register_outs, register_ins)) = (self.counts()?, register.counts()?);
        // An operand that is both read and written is listed once in the memory form, but twice in the register form:
        // as a result and as an operand.
        let is_both = outs + 1 == register_outs && ins == register_ins;
        let of_register = &register.instruction.operands;
        let mut is_found = false;
        for (at, memory) in self.instruction.operands.iter().enumerate() {
            let Some(register) = of_register.iter().nth(at + usize::from(is_both)) else {
                return Ok(false);
            };
            if memory.rec == register.rec {
                continue;
            }
            let rec = |id| self.rec.records().rec(id);
            let (memory, register) = (rec(memory.rec), rec(register.rec));
            let is_without_rex = |it: Rec| it.name().contains("_NOREX");
            let differs = are_same_size(memory, register)? == Some(false)
                || is_register(memory)
                    && is_register(register)
                    && is_without_rex(memory) != is_without_rex(register);
            if differs || is_found {
                return Ok(false);
            }
            is_found = true;
        }
        Ok(is_found)
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
