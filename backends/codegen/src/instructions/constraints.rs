//! Constraints on the registers of operands, given as text such as `$dst = $src, @earlyclobber $tmp`.

use backend::{Fatal, bail};
use elaborate::sym;
use elaborate::symbol::Sym;

use super::InstructionDef;
use super::operands::{Constraint, OperandPart, Operands, WholeOperand};

const BLANKS: [char; 2] = [' ', '\t'];

/// The value of a field that names operands.
#[derive(Clone, Copy)]
struct Source<'a> {
    def: InstructionDef<'a>,
    field: Sym,
    text: &'a str,
}

impl Source<'_> {
    /// Sets the location of an error to that of `part`, which must be a slice of the text.
    fn wrong(self, part: &str, mut error: Fatal) -> Fatal {
        let offset = part.as_ptr() as usize - self.text.as_ptr() as usize;
        error.in_string = self.def.string_byte(self.field, self.text, offset);
        error
    }
}

impl Operands {
    /// Reads the comma-separated constraints of an instruction.
    pub(super) fn constrain(&mut self, def: InstructionDef, text: &str) -> Result<(), Fatal> {
        let source = Source {
            def,
            field: sym!("Constraints"),
            text,
        };
        let constraints = text.split(',').filter(|it| !it.is_empty());
        constraints.into_iter().try_for_each(|constraint| {
            // As in the reference, leading blanks are not skipped, so `@earlyclobber` after a blank is read as a tie.
            let done = match constraint.strip_prefix("@earlyclobber") {
                Some(rest) if rest.is_empty() || rest.starts_with(BLANKS) => {
                    self.clobber_early(source, constraint, rest)
                }
                _ => self.tie(source, constraint),
            };
            done.map_err(|error| match &error.in_string {
                Some(_) => error,
                None => source.wrong(constraint.trim_start_matches(BLANKS), error),
            })
        })
    }

    /// The part of an operand that `name` refers to. `name` must be a slice of the source's text.
    fn named(&self, source: Source, name: &str) -> Result<OperandPart, Fatal> {
        self.resolve(*source.def, name, WholeOperand::Refused)
            .map_err(|error| source.wrong(name, error))
    }

    fn clobber_early(&mut self, source: Source, constraint: &str, rest: &str) -> Result<(), Fatal> {
        let def = source.def;
        let owner = def.name();
        // If no blank follows `@earlyclobber`, the reference takes the whole constraint for the operand's name.
        let rest = if rest.is_empty() { constraint } else { rest };
        let name = rest.trim_start_matches(BLANKS);
        if name.is_empty() {
            bail!(
                def,
                "Illegal format for @earlyclobber constraint in '{owner}': '{constraint}'"
            );
        }
        let at = self.named(source, name)?;
        self.set(def, at, name, Constraint::EarlyClobber)
    }

    fn tie(&mut self, source: Source, constraint: &str) -> Result<(), Fatal> {
        let def = source.def;
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
        let left = self.named(source, left_name)?;
        let right_name = right.trim_start_matches(BLANKS);
        if right_name.is_empty() {
            bail!(def, "Illegal format for tied-to constraint: '{constraint}'");
        }
        let right = self.named(source, right_name)?;

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
        let source = Source {
            def,
            field: sym!("DisableEncoding"),
            text,
        };
        for name in text.split([' ', ',', '\t']).filter(|it| !it.is_empty()) {
            let at = self.named(source, name)?;
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
