//! Finding the sources of a matched instruction's operands.

use backend::{Fatal, Rec, bail};
use elaborate::symbol::Sym;

use super::matchable::{Matchable, ResultOperand};
use crate::instructions::{AliasOperand, InstAlias, Instruction};

impl Matchable {
    /// Finds the sources of the operands if the text is that of the instruction itself.
    pub(super) fn find_results(
        &mut self,
        def: Rec,
        instruction: &Instruction,
    ) -> Result<(), Fatal> {
        self.results.reserve_exact(instruction.operands.len());
        for operand in instruction.operands.iter() {
            let is_one = operand.parts.len() == 1;
            if let Some(to) = operand.tied_to().filter(|_| is_one) {
                // As in the reference, the index of a machine operand is mistaken for an index in `results`.
                let (mut first, mut second) = (0, 0);
                if let (Some(written), Some(ResultOperand::Parsed { operand, .. })) =
                    (self.find_written(operand.name), self.results.get(to))
                {
                    (first, second) = (*operand, written as u32);
                }
                self.results.push(ResultOperand::Tied {
                    to: Some(to as u32),
                    first: Some(first),
                    second: Some(second),
                });
                continue;
            }
            let Some(found) = self.find(operand.name) else {
                // The text lacks this operand, for example because it is tied to a part of another operand. As in the
                // reference, its value is a dummy immediate.
                self.results.push(ResultOperand::Immediate(0));
                continue;
            };
            let parts = operand.parts.len();
            if self.operands[found].part.is_none() {
                self.results.push(ResultOperand::Parsed {
                    operand: found as u32,
                    machine_operands: parts as u32,
                });
                continue;
            }
            if found + parts > self.operands.len() {
                // The reference does not check for missing parts.
                bail!(
                    def,
                    "'{}' has not all parts of operand '{}' in its asm string",
                    def.name(),
                    operand.name.as_str()
                );
            }
            let parts = (found..found + parts).map(|operand| ResultOperand::Parsed {
                operand: operand as u32,
                machine_operands: 1,
            });
            self.results.extend(parts);
        }
        Ok(())
    }

    /// Finds the sources of the operands if the text is that of an alias. If `checks_ties` is true, the text may repeat
    /// the name of a tied operand.
    pub(super) fn find_alias_results(
        &mut self,
        def: Rec,
        alias: &InstAlias,
        instruction: &Instruction,
        checks_ties: bool,
    ) -> Result<(), Fatal> {
        let class = |operand: usize| Some(instruction.operands.iter().nth(operand)?.rec);
        self.results.reserve_exact(instruction.operands.len());
        let mut references = References::default();
        let mut rest = alias.operands.iter().peekable();
        for (number, operand) in instruction.operands.iter().enumerate() {
            let is_one = operand.parts.len() == 1;
            if let Some(to) = operand.tied_to().filter(|_| is_one) {
                let (mut first, mut second) = (Some(0), Some(0));
                if let Some(ResultOperand::Parsed { operand, .. }) = self.results.get(to) {
                    let first_operand = *operand;
                    let at = first_operand as usize;
                    let Some(name) = self.operands.get(at).map(|it| it.name) else {
                        bail!(
                            def,
                            "'{}' ties an operand to one that is not in the assembly string",
                            def.name()
                        );
                    };
                    let last = references.get_or_add(name, at);
                    let next = last.map_or(self.find(name), |last| self.find_from(last + 1, name));
                    if checks_ties {
                        references.set(name, next);
                    }
                    let next = next.map(|it| it as u32);
                    (first, second) = (Some(first_operand), next.or(Some(first_operand)));
                }
                if class(number) == class(to) {
                    self.results.push(ResultOperand::Tied {
                        to: Some(to as u32),
                        first,
                        second,
                    });
                    continue;
                }
                // A tied operand of another class is parsed separately. It must equal the operand that it is tied to.
                first = match self.results.get(to) {
                    Some(ResultOperand::Parsed { operand, .. }) => Some(*operand),
                    // The reference uses the value of the immediate as an index.
                    Some(ResultOperand::Immediate(value)) => Some(*value as u32),
                    _ => first,
                };
                let Some((place, value)) = rest.peek() else {
                    bail!(def, "'{}' has no argument for a tied operand", def.name());
                };
                let found = self.find_part(value.name(), place.part);
                second = found.map(|it| it as u32);
                self.results.push(ResultOperand::Tied {
                    to: None,
                    first,
                    second,
                });
            }
            while let Some((place, value)) = rest.next_if(|(place, _)| place.operand == number) {
                self.results.push(match *value {
                    AliasOperand::Operand { name, .. } => {
                        let Some(found) = self.find_part(name, place.part) else {
                            bail!(
                                def,
                                "Instruction '{}' has operand '{}' that doesn't appear in \
                                 asm string!",
                                def.name(),
                                operand.name.as_str()
                            );
                        };
                        references.get_or_add(name, found);
                        let parts = operand.parts.len();
                        ResultOperand::Parsed {
                            operand: found as u32,
                            machine_operands: match place.part {
                                None => parts as u32,
                                Some(_) => 1,
                            },
                        }
                    }
                    AliasOperand::Immediate(value) => ResultOperand::Immediate(value),
                    AliasOperand::Register(register) => ResultOperand::Register(register),
                });
            }
        }
        for (name, last) in references.0 {
            if last.is_some_and(|last| self.find_from(last + 1, name).is_some()) {
                bail!(def, "Operand '{}' can never be matched", name.as_str());
            }
        }
        Ok(())
    }

    /// Removes an operand from the text, so that the instruction's operand gets the value of another operand.
    /// `constraint` is `$omitted = $other`.
    pub(super) fn omit_operand(&mut self, def: Rec, constraint: &str) -> Result<(), Fatal> {
        let (omitted, other) = two_operands(def, constraint)?;
        let Some(from) = self.find(Sym::new(omitted)) else {
            bail!(def, "unknown source two-operand alias operand '{omitted}'.");
        };
        let Some(to) = self.find(Sym::new(other)) else {
            bail!(
                def,
                "unknown destination two-operand alias operand '{other}'."
            );
        };
        self.operands.remove(from);
        let (from, to) = (from as u32, to as u32);
        let is_omitted = |it: &&mut ResultOperand| matches!(it, ResultOperand::Parsed { operand, .. } if *operand == from);
        if let Some(ResultOperand::Parsed { operand, .. }) =
            self.results.iter_mut().find(is_omitted)
        {
            *operand = to;
        }
        for result in &mut self.results {
            if let ResultOperand::Parsed { operand, .. } = result
                && *operand > from
            {
                *operand -= 1;
            }
        }
        Ok(())
    }
}

/// For each name, in order of discovery, the index of the last examined operand of this name. `None` if the text has no
/// further operand of this name.
#[derive(Default)]
struct References(Vec<(Sym, Option<usize>)>);

impl References {
    fn get_or_add(&mut self, name: Sym, last: usize) -> Option<usize> {
        match self.0.iter().find(|it| it.0 == name) {
            Some((_, known)) => *known,
            None => {
                self.0.push((name, Some(last)));
                Some(last)
            }
        }
    }

    fn set(&mut self, name: Sym, last: Option<usize>) {
        if let Some(known) = self.0.iter_mut().find(|it| it.0 == name) {
            known.1 = last;
        }
    }
}

/// The names in `$one = $other`.
fn two_operands<'t>(def: Rec, constraint: &'t str) -> Result<(&'t str, &'t str), Fatal> {
    const BLANKS: [char; 2] = [' ', '\t'];
    let (first, second) = constraint.split_once('=').unwrap_or((constraint, ""));
    if second.is_empty() {
        bail!(def, "missing '=' in two-operand alias constraint");
    }
    let name = |side: &'t str| {
        let name = side.split_once('$').map(|(_, name)| name);
        name.ok_or_else(|| def.fatal("expected '$' prefix on asm operand name".to_owned()))
    };
    let first = name(first)?;
    let first = &first[..first.rfind(BLANKS).unwrap_or(first.len())];
    let second = name(second)?;
    // The reference truncates the first name at the position of the second name's last blank.
    let end = second.rfind(BLANKS).unwrap_or(first.len());
    Ok((first.get(..end).unwrap_or(first), second))
}
