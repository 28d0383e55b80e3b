//! The code that inserts an operand's bits into an encoding of fixed width.

use std::fmt::Write;

use backend::Release;
use elaborate::symbol::Sym;
use target_model::instructions::{BitRun, Operands};

use super::{WORD, changes};

/// An operand whose bits are part of an encoding.
pub(super) struct Encoded<'a> {
    pub name: Sym,
    /// The index of the operand among the machine operands of the instruction.
    pub operand: usize,
    /// The C++ function that encodes the operand's value; empty for the default function.
    encoder: &'static str,
    runs: &'a [BitRun],
}

/// Why an operand can't be encoded.
pub(super) enum Mistake {
    Missing,
    NotEncoded,
}

impl<'a> Encoded<'a> {
    /// The operand, or part of an operand, whose name is `name`.
    pub(super) fn find(
        operands: &Operands,
        name: Sym,
        runs: &'a [BitRun],
    ) -> Result<Encoded<'a>, Mistake> {
        let part = operands.find_part(name.as_str());
        let whole = || {
            operands
                .find(name.as_str())
                .map(|it| operands.get(it).first)
        };
        let operand = match part {
            Some(part) => operands.flat(part),
            None => whole().ok_or(Mistake::Missing)?,
        };
        let at = operands.unflat(operand).ok_or(Mistake::Missing)?;
        let part = &operands.get(at.operand).parts[at.part];
        if !part.is_encoded {
            return Err(Mistake::NotEncoded);
        }
        Ok(Encoded {
            name,
            operand,
            encoder: part.encoder_method.as_str(),
            runs,
        })
    }

    /// Appends the code that inserts the operand's bits into an encoding of at most one word.
    pub(super) fn push_word(&self, code: &mut String, release: Release) {
        let (name, operand) = (self.name.as_str(), self.operand);
        let _ = writeln!(code, "      // op: {name}");
        let _ = match self.encoder {
            "" => writeln!(
                code,
                "      op = getMachineOpValue(MI, MI.getOperand({operand}), Fixups, STI);"
            ),
            encoder => writeln!(code, "      op = {encoder}(MI, {operand}, Fixups, STI);"),
        };
        for run in self.runs {
            code.push_str(&changes::merge(release, run, self.runs.len() == 1));
        }
    }

    /// Appends the code that inserts the operand's bits into an encoding longer than a word.
    pub(super) fn push_long(&self, code: &mut String, release: Release) {
        let (name, operand) = (self.name.as_str(), self.operand);
        code.push_str(&changes::start_of_long(release, name));
        let _ = match self.encoder {
            "" => writeln!(
                code,
                "      getMachineOpValue(MI, MI.getOperand({operand}), op, Fixups, STI);"
            ),
            encoder => writeln!(code, "      {encoder}(MI, {operand}, op, Fixups, STI);"),
        };
        for BitRun { to, from, len } in self.runs {
            let _ = if *len as usize >= WORD {
                writeln!(
                    code,
                    "      Value.insertBits(op.extractBits({len}, {from}), {to});"
                )
            } else {
                writeln!(
                    code,
                    "      Value.insertBits(op.extractBitsAsZExtValue({len}, {from}), {to}, {len});"
                )
            };
        }
    }

    /// Appends the `case` that returns the position of the operand's bits in the encoding: the position of the last
    /// run, if there are several.
    pub(super) fn push_offset(&self, code: &mut String) {
        if let Some(last) = self.runs.last() {
            let (name, operand) = (self.name.as_str(), self.operand);
            let _ = write!(
                code,
                "      case {operand}:\n        // op: {name}\n        return {};\n",
                last.to
            );
        }
    }
}
