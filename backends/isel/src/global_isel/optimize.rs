//! Groups of rules that share checks.

use std::collections::BTreeMap;

use backend::{Fatal, RecordId};
use elaborate::records::Release;
use rustc_hash::{FxHashMap, FxHashSet};
use target_model::instructions::{InstructionId, Instructions};

use super::table::Label;
use super::{Check, Emission, LowLevelType, Predicate, Rule, Table, changes};

/// A match table: a list of rules, groups and switches.
pub(crate) struct Program(Vec<Part>);

enum Part {
    Rule(Box<Rule>),
    Group(Group),
    Switch(Switch),
}

/// Parts whose first checks are the same.
struct Group {
    conditions: Vec<Predicate>,
    parts: Vec<Part>,
}

/// Parts whose first checks test the opcode of the same instruction, or the type of the same operand, for different
/// values.
struct Switch {
    condition: Predicate,
    /// The cases in the order of their values. The first check of each part is removed.
    cases: BTreeMap<CaseValue, Part>,
}

/// The value that selects a case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum CaseValue {
    Opcode(InstructionId),
    Type(LowLevelType),
}

impl CaseValue {
    fn new(predicate: &Predicate) -> Option<CaseValue> {
        match &predicate.check {
            Check::Opcode(opcodes) => match opcodes[..] {
                [opcode] => Some(CaseValue::Opcode(opcode)),
                _ => None,
            },
            Check::Type(ty) => Some(CaseValue::Type(*ty)),
            _ => None,
        }
    }

    /// The kind, the instruction and the operand of a check. Checks for which all three are equal can be in the same
    /// switch.
    fn subject(predicate: &Predicate) -> (u8, u32, Option<u32>) {
        let rank = predicate.check.rank();
        (rank, predicate.instruction, predicate.operand)
    }
}

impl Program {
    /// A program of the rules in the given order, without groups.
    pub(crate) fn plain(rules: Vec<Rule>) -> Program {
        let rules = rules.into_iter().map(|it| Part::Rule(Box::new(it)));
        Program(rules.collect())
    }

    /// Groups rules that share checks. First, rules for the same opcode become neighbours, and rules with fewer
    /// operands come before rules with more operands. Then the parts of each group that check the type of the root are
    /// sorted by this type. Otherwise, the order of rules is kept.
    pub(crate) fn optimized(
        mut rules: Vec<Rule>,
        instructions: &Instructions,
        release: Release,
    ) -> Program {
        let mut opcodes = FxHashMap::default();
        for rule in &rules {
            let next = opcodes.len();
            opcodes.entry(rule.opcode()).or_insert(next);
        }
        rules.sort_by_key(|it| (opcodes[&it.opcode()], it.root().operands.len()));
        for rule in &mut rules {
            rule.optimize(instructions);
        }
        let mut parts = Group::of_all(Program::plain(rules).0, release);
        for part in &mut parts {
            if let Part::Group(group) = part {
                group.optimize(release);
            }
        }
        Program(Switch::of_all(parts))
    }

    pub(crate) fn emit(&self, table: &mut Table, cx: &Emission) -> Result<(), Fatal> {
        for part in &self.0 {
            part.emit(table, cx)?;
        }
        table.op("GIM_Reject").end();
        Ok(())
    }
}

impl Part {
    fn first_condition(&self) -> Option<&Predicate> {
        match self {
            Part::Rule(rule) => rule.first_condition(),
            Part::Group(group) => group.conditions.first(),
            Part::Switch(_) => None,
        }
    }

    /// The first check, if it may be moved out of the part.
    fn first_shared(&self, release: Release) -> Option<&Predicate> {
        let condition = self.first_condition()?;
        let is_early = changes::checks_functions_early(release)
            || !condition.uses_operands()
            || !self.records_operands();
        is_early.then_some(condition)
    }

    /// Whether the part records operands for a C++ function.
    fn records_operands(&self) -> bool {
        match self {
            Part::Rule(rule) => rule.records_operands(),
            Part::Group(group) => {
                group.conditions.iter().any(Predicate::records_operand)
                    || group.parts.iter().any(Part::records_operands)
            }
            Part::Switch(switch) => switch.cases.values().any(Part::records_operands),
        }
    }

    fn pop_first_condition(&mut self) -> Option<Predicate> {
        match self {
            Part::Rule(rule) => rule.pop_first_condition(),
            Part::Group(group) if !group.conditions.is_empty() => Some(group.conditions.remove(0)),
            Part::Group(_) | Part::Switch(_) => None,
        }
    }

    fn root_type(&self) -> Option<LowLevelType> {
        match self {
            Part::Rule(rule) => rule.root_type(),
            Part::Group(_) | Part::Switch(_) => None,
        }
    }

    fn emit(&self, table: &mut Table, cx: &Emission) -> Result<(), Fatal> {
        match self {
            Part::Rule(rule) => rule.emit(table, cx),
            Part::Group(group) => group.emit(table, cx),
            Part::Switch(switch) => switch.emit(table, cx),
        }
    }

    /// Appends the records that the rules in the part come from.
    fn sources(&self, sources: &mut Vec<RecordId>) {
        match self {
            Part::Rule(rule) => sources.extend(rule.sources()),
            Part::Group(group) => group.parts.iter().for_each(|it| it.sources(sources)),
            Part::Switch(switch) => switch.cases.values().for_each(|it| it.sources(sources)),
        }
    }
}

fn sources_of<'p>(parts: impl IntoIterator<Item = &'p Part>) -> Vec<RecordId> {
    let mut sources = Vec::new();
    parts.into_iter().for_each(|it| it.sources(&mut sources));
    let mut seen = FxHashSet::default();
    sources.retain(|it| seen.insert(*it));
    sources
}

/// Calls `make` to combine neighbouring parts into groups of at least two parts. `fits` returns whether a part can join
/// the current group, which may be empty.
fn gather(
    parts: Vec<Part>,
    mut fits: impl FnMut(&[Part], &Part) -> bool,
    make: impl Fn(Vec<Part>) -> Part,
) -> Vec<Part> {
    let mut done = Vec::new();
    let mut gathered: Vec<Part> = Vec::new();
    let finish = |gathered: &mut Vec<Part>, done: &mut Vec<Part>| match gathered.len() {
        0 | 1 => done.append(gathered),
        _ => done.push(make(std::mem::take(gathered))),
    };
    for part in parts {
        if fits(&gathered, &part) {
            gathered.push(part);
            continue;
        }
        finish(&mut gathered, &mut done);
        if fits(&[], &part) {
            gathered.push(part)
        } else {
            done.push(part)
        }
    }
    finish(&mut gathered, &mut done);
    done
}

impl Group {
    /// Groups neighbours whose first checks are the same.
    fn of_all(parts: Vec<Part>, release: Release) -> Vec<Part> {
        let fits = |gathered: &[Part], part: &Part| {
            let condition = part.first_shared(release);
            let first = gathered.first().and_then(Part::first_condition);
            match (condition, first) {
                (Some(it), Some(first)) => it.is_identical(first),
                // Only checks of the root can be shared.
                (Some(it), None) => it.instruction == 0,
                (None, _) => false,
            }
        };
        gather(parts, fits, |parts| Part::Group(Group::new(parts, release)))
    }

    /// Moves the first checks that all parts have in common to the group.
    fn new(parts: Vec<Part>, release: Release) -> Group {
        let mut group = Group {
            conditions: Vec::new(),
            parts,
        };
        while group.all_begin_alike(release) {
            let first = group.parts[0].pop_first_condition();
            group.conditions.extend(first);
            for other in &mut group.parts[1..] {
                other.pop_first_condition();
            }
        }
        group
    }

    fn all_begin_alike(&self, release: Release) -> bool {
        let Some(first) = self.parts[0].first_shared(release) else {
            return false;
        };
        let mut others = self.parts[1..].iter();
        others.all(|it| {
            it.first_shared(release)
                .is_some_and(|it| it.is_identical(first))
        })
    }

    /// Sorts consecutive parts that check the type of the root by this type, and groups parts with equal types.
    ///
    /// As in the reference, the part that ends such a sequence is skipped: it never begins the next sequence.
    fn optimize(&mut self, release: Release) {
        let parts = &mut self.parts[..];
        let (mut from, mut to) = (0, 0);
        while to < parts.len() {
            let run = parts[to..].iter().take_while(|it| it.root_type().is_some());
            to += run.count();
            parts[from..to].sort_by_key(Part::root_type);
            if to < parts.len() {
                to += 1;
                from = to;
            }
        }
        let parts = Group::of_all(std::mem::take(&mut self.parts), release);
        self.parts = Switch::of_all(parts);
    }

    fn emit(&self, table: &mut Table, cx: &Emission) -> Result<(), Fatal> {
        let end = (!self.conditions.is_empty()).then(|| table.new_label());
        if let Some(end) = end {
            table.sources(|| sources_of(&self.parts));
            let op = table.op_begin("GIM_Try").comment("On fail goto");
            op.jump(end).end();
        }
        for condition in &self.conditions {
            condition.emit(table, cx);
        }
        for part in &self.parts {
            part.emit(table, cx)?;
        }
        if let Some(end) = end {
            table.op_end("GIM_Reject").end();
            table.place(end);
        }
        Ok(())
    }
}

impl Switch {
    /// Combines neighbouring parts into switches if their first checks test the opcode of the same instruction, or the
    /// type of the same operand, for different values.
    fn of_all(parts: Vec<Part>) -> Vec<Part> {
        let mut values = FxHashSet::default();
        let fits = |gathered: &[Part], part: &Part| {
            let condition = part.first_condition();
            let Some((condition, value)) = condition.and_then(|it| Some((it, CaseValue::new(it)?)))
            else {
                return false;
            };
            match gathered.first().and_then(Part::first_condition) {
                Some(first) => {
                    CaseValue::subject(condition) == CaseValue::subject(first)
                        && values.insert(value)
                }
                None => {
                    values.clear();
                    values.insert(value);
                    condition.instruction == 0
                }
            }
        };
        gather(parts, fits, Switch::make)
    }

    fn make(parts: Vec<Part>) -> Part {
        let mut condition = None;
        let mut cases = BTreeMap::new();
        for mut part in parts {
            let Some(first) = part.pop_first_condition() else {
                continue;
            };
            if let Some(value) = CaseValue::new(&first) {
                cases.insert(value, part);
            }
            condition.get_or_insert(first);
        }
        let Some(condition) = condition else {
            unreachable!("the parts of a switch have conditions")
        };
        Part::Switch(Switch { condition, cases })
    }

    fn emit(&self, table: &mut Table, cx: &Emission) -> Result<(), Fatal> {
        let labels: Vec<Label> = self.cases.keys().map(|_| table.new_label()).collect();
        let default = table.new_label();
        let number = |value: &CaseValue| match value {
            CaseValue::Opcode(opcode) => opcode.0.into(),
            CaseValue::Type(ty) => cx.types.number(*ty),
        };
        let first = self.cases.keys().next().map_or(0, number);
        let end = self.cases.keys().next_back().map_or(0, number) + 1;
        table.sources(|| sources_of(self.cases.values()));
        let (instruction, operand) = (self.condition.instruction, self.condition.operand);
        match operand {
            None => {
                table
                    .op("GIM_SwitchOpcode")
                    .comment("MI")
                    .uleb(instruction.into());
            }
            Some(operand) => {
                table
                    .op("GIM_SwitchType")
                    .comment("MI")
                    .uleb(instruction.into());
                table.comment("Op").uleb(operand.into());
            }
        }
        table.comment("[").int(2, first).int(2, end).comment(")");
        table.comment("default:").jump(default);

        let mut next = first;
        for ((value, part), label) in self.cases.iter().zip(&labels) {
            while next < number(value) {
                table.int(4, 0);
                next += 1;
            }
            next += 1;
            table.end();
            table.sources(|| sources_of([part]));
            match value {
                CaseValue::Opcode(opcode) => table.comment(&cx.opcode(*opcode)),
                CaseValue::Type(ty) => table.comment_fmt(format_args!("{ty}")),
            };
            table.jump(*label);
        }
        table.end();
        for (part, label) in self.cases.values().zip(labels) {
            table.sources(|| sources_of([part]));
            table.place(label);
            part.emit(table, cx)?;
            table.op("GIM_Reject").end();
        }
        table.sources(|| []);
        table.place(default);
        Ok(())
    }
}
