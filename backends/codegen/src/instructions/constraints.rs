//! Constraints on the registers of operands, given as text such as `$dst = $src, @earlyclobber $tmp`.

use backend::{Fatal, bail};

use super::InstructionDef;
use super::operands::{Constraint, OperandPart, Operands, WholeOperand};

const BLANKS: [char; 2] = [' ', '\t'];

impl Operands {
    /// Reads the constraints of an instruction, which are separated by commas.
    pub(super) fn constrain(&mut self, def: InstructionDef, text: &str) -> Result<(), Fatal> {
        let constraints = text.split(',').filter(|it| !it.is_empty());
        constraints.into_iter().try_for_each(|constraint| {
            // As in the reference, leading blanks are not skipped, so `@earlyclobber` after a blank is read as a tie.
            match constraint.strip_prefix("@earlyclobber") {
                Some(rest) if rest.is_empty() || rest.starts_with(BLANKS) => {
                    self.clobber_early(def, constraint, rest)
                }
                _ => self.tie(def, constraint),
            }
        })
    }

    fn clobber_early(
        &mut self,
        def: InstructionDef,
        constraint: &str,
        rest: &str,
    ) -> Result<(), Fatal> {
        let owner = def.name();
        // Without a blank, the reference takes the whole text for the operand's name.
        let rest = if rest.is_empty() { constraint } else { rest };
        let name = rest.trim_start_matches(BLANKS);
        if name.is_empty() {
            bail!(
                def,
                "Illegal format for @earlyclobber constraint in '{owner}': '{constraint}'"
            );
        }
        let at = self.resolve(*def, name, WholeOperand::Refused)?;
        self.set(def, at, name, Constraint::EarlyClobber)
    }

    fn tie(&mut self, def: InstructionDef, constraint: &str) -> Result<(), Fatal> {
        let owner = def.name();
        let Some((left, right)) = sides(constraint) else {
            bail!(def, "Unrecognized constraint '{constraint}' in '{owner}'");
        };
        let left = left.trim_start_matches(BLANKS);
        let Some(end) = left.find(BLANKS).filter(|_| !left.is_empty()) else {
            bail!(
                def,
                "Illegal format for tied-to constraint in '{owner}': '{constraint}'"
            );
        };
        let left_name = &left[..end];
        let left = self.resolve(*def, left_name, WholeOperand::Refused)?;
        let right_name = right.trim_start_matches(BLANKS);
        if right_name.is_empty() {
            bail!(def, "Illegal format for tied-to constraint: '{constraint}'");
        }
        let right = self.resolve(*def, right_name, WholeOperand::Refused)?;

        // The operand that the instruction lists first must be the result, whatever the order in the text.
        let (to, from) = if left < right {
            ((left, left_name), (right, right_name))
        } else {
            ((right, right_name), (left, left_name))
        };
        let what = match (to.0.operand < self.defs, from.0.operand < self.defs) {
            (false, _) => "Input",
            (_, true) => "Output",
            (true, false) => return self.tie_to(def, to, from),
        };
        bail!(
            def,
            "{what} operands '{left_name}' and '{right_name}' of '{owner}' cannot be tied!"
        )
    }

    fn tie_to(
        &mut self,
        def: InstructionDef,
        (to, to_name): (OperandPart, &str),
        (from, from_name): (OperandPart, &str),
    ) -> Result<(), Fatal> {
        let tied = Constraint::TiedTo(self.flat(to));
        self.check_free(def, from, from_name)?;
        let mut parts = self.iter().flat_map(|it| &it.parts);
        if parts.any(|it| it.constraint == tied) {
            bail!(
                def,
                "Operand '{to_name}' of '{}' cannot have multiple operands tied to it!",
                def.name()
            );
        }
        self.set(def, from, from_name, tied)
    }

    /// An error if a part already has a constraint.
    fn check_free(
        &mut self,
        def: InstructionDef,
        at: OperandPart,
        name: &str,
    ) -> Result<(), Fatal> {
        match self.part_mut(at) {
            Some(part) if part.constraint != Constraint::None => bail!(
                def,
                "Operand '{name}' of '{}' cannot have multiple constraints!",
                def.name()
            ),
            _ => Ok(()),
        }
    }

    fn set(
        &mut self,
        def: InstructionDef,
        at: OperandPart,
        name: &str,
        constraint: Constraint,
    ) -> Result<(), Fatal> {
        self.check_free(def, at, name)?;
        if let Some(part) = self.part_mut(at) {
            part.constraint = constraint;
        }
        Ok(())
    }

    /// Marks the operands in the list `text` as not part of the encoding.
    pub(super) fn disable_encoding(
        &mut self,
        def: InstructionDef,
        text: &str,
    ) -> Result<(), Fatal> {
        for name in text.split([' ', ',', '\t']).filter(|it| !it.is_empty()) {
            let at = self.resolve(*def, name, WholeOperand::Refused)?;
            if let Some(part) = self.part_mut(at) {
                part.is_encoded = false;
            }
        }
        Ok(())
    }
}

/// The two sides of the first equals sign. `None` unless there are blanks on both sides of it.
fn sides(constraint: &str) -> Option<(&str, &str)> {
    let (left, right) = constraint.split_once('=')?;
    (left.ends_with(BLANKS) && right.starts_with(BLANKS)).then_some((left, right))
}
