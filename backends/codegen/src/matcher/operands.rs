//! Resolving the operand classes in the texts of instructions and aliases.

use std::sync::Arc;

use backend::{Fatal, Rec, RecordId, Records, bail, record_class};
use elaborate::sym;
use elaborate::symbol::Sym;
use rustc_hash::FxHashMap;

use super::matchable::{MatchOperand, Matchable, Source};
use super::{MatchClasses, Matcher};
use crate::instructions::{AliasOperand, InstAlias, Instruction, no_operand};

record_class! {
    /// A token that is accepted where another token is expected.
    struct TokenAliasDef("TokenAlias") {
        from: string("FromToken"),
        to: string("ToToken"),
    }
}

impl Matcher {
    /// Resolves the classes of all operands, and their places in the instructions. Adds the forms that
    /// `TwoOperandAliasConstraint` defines, and computes the order of classes.
    pub(super) fn resolve(&mut self, records: &Records) -> Result<(), Fatal> {
        let (instructions, aliases) = (Arc::clone(&self.instructions), Arc::clone(&self.aliases));
        let mut two_operand_forms = Vec::new();
        let mut references = References::default();
        for matchable in &mut self.matchables {
            let def = records.rec(matchable.rec);
            let result = instructions.get(matchable.result);
            let mut resolver = Resolver {
                def,
                classes: &mut self.classes,
                references: &mut references,
            };
            if let Source::Alias(number) = matchable.source {
                let alias = aliases.list[number].1.as_ref().map_err(Clone::clone)?;
                resolver.resolve_alias(matchable, alias)?;
                let checks_ties = !self.reports_near_misses;
                matchable.find_alias_results(def, alias, result, checks_ties)?;
                continue;
            }
            resolver.resolve_instruction(matchable, result)?;
            matchable.find_results(def, result)?;
            let constraint = def.string(sym!("TwoOperandAliasConstraint"))?;
            if !constraint.is_empty() {
                let mut form = matchable.clone();
                form.omit_operand(def, &constraint)?;
                two_operand_forms.push(form);
            }
        }
        self.matchables.append(&mut two_operand_forms);
        for def in TokenAliasDef::all(records)? {
            let from = self.classes.of_token(Sym::new(&def.from()?), def.id());
            let to = self.classes.of_token(Sym::new(&def.to()?), def.id());
            if from == to {
                bail!(def, "error: Destination value identical to source value.");
            }
            self.classes.add_super(from, to);
        }
        self.classes.finish(records)
    }
}

struct Resolver<'a, 'b> {
    /// The record of the instruction or alias.
    def: Rec<'a>,
    classes: &'b mut MatchClasses,
    references: &'b mut References,
}

/// A cache: for each token, the name of the operand that it refers to. There are far fewer distinct tokens than
/// operands.
type References = FxHashMap<Sym, Option<Sym>>;

/// The name of the operand that `token` refers to; `None` if it is not a reference.
fn reference(token: Sym) -> Option<Sym> {
    let name = token.as_str().strip_prefix('$')?;
    if name.starts_with(|it: char| it.is_ascii_digit()) {
        return None;
    }
    let name = match name.strip_prefix('{') {
        Some(inner) => inner.strip_suffix('}').unwrap_or(inner),
        None => name,
    };
    Some(Sym::new(name))
}

impl Resolver<'_, '_> {
    /// Resolves the class of an operand that is a register or literal text, and returns `None`. For a reference, only
    /// returns the name that it refers to.
    fn resolve_token(&mut self, operand: &mut MatchOperand) -> Option<Sym> {
        let register = operand.register.and_then(|it| self.classes.of_register(it));
        if let Some(class) = register {
            operand.class = class;
            return None;
        }
        let token = operand.token;
        let known = self.references.entry(token);
        let name = *known.or_insert_with(|| reference(token));
        if name.is_none() {
            operand.class = self.classes.of_token(operand.token, self.def.id());
        }
        name
    }

    fn no_operand(&self, name: Sym) -> Fatal {
        let message = format!("error: unable to find operand: '{name}'");
        let text = self.def.string(sym!("AsmString")).unwrap_or_default();
        no_operand(self.def, &text, name.as_str(), message)
    }

    fn resolve_alias(&mut self, matchable: &mut Matchable, alias: &InstAlias) -> Result<(), Fatal> {
        for operand in &mut matchable.operands {
            let Some(name) = self.resolve_token(operand) else {
                continue;
            };
            let found = alias.operands.iter().find_map(|(place, it)| match it {
                AliasOperand::Operand { name: it, class } if *it == name => {
                    Some((place.part, *class))
                }
                _ => None,
            });
            let Some((part, class)) = found else {
                return Err(self.no_operand(name));
            };
            operand.part = part;
            operand.class = self.class(class)?;
            (operand.name, operand.written) = (name, name);
        }
        Ok(())
    }

    fn resolve_instruction(
        &mut self,
        matchable: &mut Matchable,
        instruction: &Instruction,
    ) -> Result<(), Fatal> {
        let mut at = 0;
        // An operand with several parts adds an entry for each further part to the list.
        while at < matchable.operands.len() {
            let Some(name) = self.resolve_token(&mut matchable.operands[at]) else {
                at += 1;
                continue;
            };
            let Some(number) = instruction.operands.find(name) else {
                return Err(self.no_operand(name));
            };
            let operand = instruction.operands.get(number);
            let parts = operand.parts.len();
            let token = matchable.operands[at].token;
            if matchable.operands[at].part.is_none() && parts > 1 {
                let class = self
                    .def
                    .records()
                    .rec(operand.rec)
                    .def("ParserMatchClass")?;
                if class.string("Name")? == "Imm" {
                    matchable.operands[at].part = Some(0);
                    let others = (1..parts).map(|part| MatchOperand {
                        part: Some(part),
                        ..MatchOperand::new(token)
                    });
                    matchable.operands.splice(at + 1..at + 1, others);
                }
            }
            let part = matchable.operands[at].part;
            let class = match part {
                None => operand.rec,
                Some(part) => self.part_class(operand.info, part)?,
            };
            let class = self.class(class)?;
            let found = &mut matchable.operands[at];
            found.class = class;
            found.written = operand.name;
            found.name = operand.name;
            // A tied operand gets the name of the operand that it is tied to.
            if let Some(to) = operand.tied_to().filter(|_| parts == 1)
                && let Some(to) = instruction.operands.unflat(to)
            {
                found.name = instruction.operands.get(to.operand).name;
                found.part = Some(to.part);
            }
            at += 1;
        }
        Ok(())
    }

    fn class(&mut self, class: RecordId) -> Result<super::MatchClassId, Fatal> {
        self.classes.of_operand(self.def.records(), class)
    }

    /// The class of the part with index `part` of an operand.
    fn part_class(&self, info: Option<backend::ValueId>, part: usize) -> Result<RecordId, Fatal> {
        let records = self.def.records();
        let info = info
            .and_then(|it| records.dag(it))
            .filter(|it| part < it.len());
        let class = info.and_then(|it| records.def_of(it.arg(part)));
        let none = || {
            let name = self.def.name();
            self.def
                .fatal(format!("a part of an operand of '{name}' has no class"))
        };
        class.map(Rec::id).ok_or_else(none)
    }
}
