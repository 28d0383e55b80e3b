//! Fragments: patterns with parameters. Rules use fragments like instructions.

use std::rc::Rc;

use backend::RecordId;
use backend::ids::Arena;
use elaborate::symbol::Sym;
use rustc_hash::{FxHashMap, FxHashSet};

use super::pattern::{
    FragmentId, InstructionPattern, Operand, OperandTable, Pattern, PatternKind, What,
};
use super::reporter::{Reporter, Stop};
use super::types::TypeChecker;

/// The fragments that were read so far.
#[derive(Default)]
pub(super) struct Fragments {
    pub all: Arena<FragmentId, Rc<Fragment>>,
    /// The fragment of each record that was read; `None` if the record is invalid.
    pub known: FxHashMap<RecordId, Option<FragmentId>>,
}

/// A record of class `GICombinePatFrag`.
#[derive(Debug)]
pub(super) struct Fragment {
    pub rec: RecordId,
    pub name: Sym,
    /// The output parameters, then the input parameters.
    pub params: Vec<Param>,
    pub out_count: usize,
    /// The alternatives, each of which is a list of patterns.
    pub alternatives: Vec<Alternative>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Param {
    pub name: Sym,
    pub kind: ParamKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ParamKind {
    Root,
    MachineOperand,
    Immediate,
}

#[derive(Default, Debug)]
pub(super) struct Alternative {
    pub patterns: Vec<Pattern>,
    pub operands: OperandTable,
}

impl Fragment {
    pub(super) fn outs(&self) -> &[Param] {
        &self.params[..self.out_count]
    }

    pub(super) fn ins(&self) -> &[Param] {
        &self.params[self.out_count..]
    }

    fn roots(&self) -> usize {
        let roots = self.outs().iter().filter(|it| it.kind == ParamKind::Root);
        roots.count()
    }

    pub(super) fn can_be_root(&self) -> bool {
        self.roots() == 1
    }

    /// The argument that `pattern` passes for the root parameter; `None` if the fragment has no root parameter.
    pub(super) fn root_of(&self, pattern: &InstructionPattern) -> Option<Operand> {
        let root = self.outs().iter().position(|it| it.kind == ParamKind::Root);
        root.map(|at| pattern.operands[at])
    }

    /// Collects the operands of each alternative and the patterns that define them. An error if an operand is defined
    /// twice.
    pub(super) fn collect_operands(&mut self, reporter: Reporter) -> Result<(), Stop> {
        for (number, alternative) in self.alternatives.iter_mut().enumerate() {
            for (at, pattern) in alternative.patterns.iter().enumerate() {
                let Some(pattern) = pattern.instruction() else {
                    continue;
                };
                alternative.operands.add(at, pattern).map_err(|name| {
                    reporter.error(format!(
                        "Operand '{name}' is defined multiple times in patterns of alternative #{number}"
                    ))
                })?;
            }
        }
        Ok(())
    }

    /// Checks the patterns, parameters and types of the fragment.
    pub(super) fn check(&mut self, reporter: Reporter) -> Result<(), Stop> {
        self.check_patterns(reporter)?;
        let mut seen = FxHashSet::default();
        self.check_ins(reporter, &mut seen)?;
        self.check_outs(reporter, &mut seen)?;
        if self.out_count != 0 && self.roots() == 0 {
            return Err(reporter.error("GICombinePatFrag must have one root in its 'out' operands"));
        }
        if self.roots() > 1 {
            return Err(reporter.error("GICombinePatFrag can only have one root"));
        }
        for alternative in &mut self.alternatives {
            let mut checker = TypeChecker::new(reporter);
            let patterns = &mut alternative.patterns;
            for pattern in patterns.iter() {
                if let Some(instruction) = pattern.instruction() {
                    checker.check(pattern.name, instruction, |_| Ok(()))?;
                }
            }
            checker.propagate(patterns.iter_mut().filter_map(Pattern::instruction_mut));
        }
        Ok(())
    }

    fn check_patterns(&self, reporter: Reporter) -> Result<(), Stop> {
        for pattern in self.alternatives.iter().flat_map(|it| &it.patterns) {
            let refuse = |message: &str| Err(reporter.error(message));
            match &pattern.kind {
                PatternKind::AnyOpcode(_) => {
                    return refuse("wip_match_opcode cannot be used in GICombinePatFrag");
                }
                PatternKind::Code(_) => {}
                PatternKind::Instruction(instruction) => match instruction.what {
                    What::Builtin(_) => {
                        return refuse("Builtin instructions cannot be used in GICombinePatFrag");
                    }
                    What::Fragment(_) => {
                        return refuse("nested GICombinePatFrag are not supported");
                    }
                    What::Instruction { .. } => {
                        let reason = "GISpecialType is not supported in GICombinePatFrag";
                        if instruction.refuse_special_types(pattern.name, reason, reporter) {
                            return Err(Stop::Reported);
                        }
                    }
                },
            }
        }
        Ok(())
    }

    fn check_ins(&self, reporter: Reporter, seen: &mut FxHashSet<Sym>) -> Result<(), Stop> {
        for Param { name, kind } in self.ins().iter().copied() {
            if seen.contains(&name) {
                return Err(reporter.error(format!("duplicate parameter '{name}'")));
            }
            let is_defined = |it: &Alternative| it.operands.definition(name).is_some();
            if self.alternatives.iter().any(is_defined) {
                return Err(
                    reporter.error(format!("input parameter '{name}' cannot be redefined!"))
                );
            }
            if kind == ParamKind::Root {
                // The reference has the same spelling mistake.
                return Err(reporter.error(format!("input parameterr '{name}' cannot be a root!")));
            }
            seen.insert(name);
        }
        Ok(())
    }

    fn check_outs(&self, reporter: Reporter, seen: &mut FxHashSet<Sym>) -> Result<(), Stop> {
        for Param { name, kind } in self.outs().iter().copied() {
            if kind == ParamKind::Immediate {
                return Err(reporter.error(format!(
                    "output parameter '{name}' must be 'root' or 'gi_mo'"
                )));
            }
            if seen.contains(&name) {
                return Err(reporter.error(format!("duplicate parameter '{name}'")));
            }
            for alternative in &self.alternatives {
                let of = self.name;
                let Some(definition) = alternative.definition(name) else {
                    return Err(reporter.error(format!(
                        "output parameter '{name}' must be defined by all alternative patterns in '{of}'"
                    )));
                };
                if kind == ParamKind::Root && definition.defs() != 1 {
                    return Err(reporter.error(format!(
                        "all instructions that define root '{name}' in '{of}' can only have a single output operand"
                    )));
                }
            }
            seen.insert(name);
        }
        Ok(())
    }

    /// Checks that the arguments of `pattern` have the kinds that the parameters require.
    pub(super) fn check_arguments(
        &self,
        pattern: &InstructionPattern,
        reporter: Reporter,
    ) -> Result<(), Stop> {
        let of = self.name;
        let arguments = pattern.operands.iter().zip(&self.params);
        for (number, (operand, param)) in arguments.enumerate() {
            let expected = |what: &str| {
                let operand = operand.describe();
                reporter.error(format!(
                    "expected operand {number} of '{of}' to be {what}; got {operand}"
                ))
            };
            match param.kind {
                ParamKind::Immediate if operand.value.is_none() => {
                    return Err(expected("an immediate"));
                }
                ParamKind::Immediate if operand.is_named() => {
                    return Err(reporter.error(format!(
                        "operand {number} of '{of}' cannot be a named immediate"
                    )));
                }
                ParamKind::Root | ParamKind::MachineOperand
                    if !operand.is_named() || operand.is_named_immediate() =>
                {
                    return Err(expected("a MachineOperand"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks that the argument for the parameter `param` may be unbound: each alternative must bind the parameter to
    /// an operand.
    pub(super) fn check_unbound(
        &self,
        param: Sym,
        argument: Sym,
        reporter: Reporter,
    ) -> Result<(), Stop> {
        let name = self.name;
        if self.alternatives.iter().all(|it| it.operands.has(param)) {
            return Ok(());
        }
        let stop = reporter.error(format!(
            "operand '{argument}' (for parameter '{param}' of '{name}') cannot be unbound"
        ));
        reporter.note(format!(
            "one or more alternatives of '{name}' do not bind '{param}' to an instruction operand; either use a bound operand or ensure '{name}' binds '{param}' in all alternatives"
        ));
        Err(stop)
    }
}

impl Alternative {
    /// The pattern that defines `operand`, if there is one.
    pub(super) fn definition(&self, operand: Sym) -> Option<&InstructionPattern> {
        let at = self.operands.definition(operand)?;
        self.patterns[at].instruction()
    }
}
