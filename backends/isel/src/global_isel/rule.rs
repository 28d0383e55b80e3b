//! Rules of match tables: checks and actions.

use std::collections::hash_map::Entry;

use backend::{Fatal, Rec, RecordId, bail};
use elaborate::symbol::Sym;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;
use target_model::instructions::{InstructionId, Instructions};

use super::features::Needs;
use super::{
    Action, ActionId, Build, Check, InstructionMatch, LowLevelType, OperandMatch, Predicate,
    RegisterType, Renderer,
};

/// A rule of a match table.
#[derive(Debug)]
pub(crate) struct Rule {
    pub id: u64,
    /// The record that the rule comes from.
    pub source: RecordId,
    /// Other records that the rule depends on and that `source` does not name.
    pub others: SmallVec<[RecordId; 4]>,
    /// The matched instructions, indexed by their numbers. The first is the root.
    instructions: Vec<InstructionMatch>,
    /// The first operand with each name. Other operands with the name must be equal to it.
    names: FxHashMap<Sym, OperandAt>,
    /// For each physical register that operands read, the first operand that reads it.
    registers: IndexMap<RecordId, OperandAt, FxBuildHasher>,
    actions: Vec<Action>,
    /// The ids of the actions in the order in which they run.
    order: Vec<ActionId>,
    /// The C++ function that replaces the actions, if there is one.
    pub custom_action: Option<Sym>,
    /// The pieces of code in `custom_action` that may reject a match.
    pub code: Vec<String>,
    /// The conditions under which the rule applies.
    pub features: Vec<RecordId>,
    pub simple_predicates: Vec<Sym>,
    /// The number of the hardware mode in which the rule applies; `None` if it applies in all modes.
    pub hw_mode: Option<u32>,
    /// Whether the checks that are added next ignore copies between instructions.
    pub ignores_copies: bool,
    /// The named parts of the results of complex patterns.
    parts: FxHashMap<Sym, Part>,
    /// The types that the rule mentions.
    pub types: Vec<LowLevelType>,
    /// Expensive checks, which are evaluated last.
    pub(super) epilogue: Vec<Predicate>,
    /// The matched instructions that are changed in place.
    changed_in_place: FxHashSet<u32>,
    built: u32,
    registers_made: u32,
    types_recorded: i64,
}

/// An operand of an instruction of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OperandAt {
    instruction: u32,
    /// The index of the operand among the instruction's matched operands.
    place: u32,
}

/// A part of a complex pattern's result.
#[derive(Clone, Copy, Debug)]
struct Part {
    renderer: u32,
    number: u32,
    /// The name of the complex pattern's node.
    whole: Sym,
}

impl Rule {
    pub(crate) fn new(id: u64, source: RecordId) -> Rule {
        Rule {
            id,
            source,
            others: SmallVec::new(),
            instructions: Vec::new(),
            names: FxHashMap::default(),
            registers: IndexMap::default(),
            actions: Vec::new(),
            order: Vec::new(),
            custom_action: None,
            code: Vec::new(),
            features: Vec::new(),
            simple_predicates: Vec::new(),
            hw_mode: None,
            ignores_copies: false,
            parts: FxHashMap::default(),
            types: Vec::new(),
            epilogue: Vec::new(),
            changed_in_place: FxHashSet::default(),
            built: 0,
            registers_made: 0,
            types_recorded: 0,
        }
    }

    /// Adds a matched instruction and returns its number.
    pub(crate) fn add_instruction(&mut self, name: Sym, checks_count: bool) -> u32 {
        let number = self.instructions.len() as u32;
        self.instructions.push(InstructionMatch {
            number,
            name,
            predicates: Default::default(),
            operands: Vec::new(),
            checks_count,
            register_inputs: Vec::new(),
        });
        number
    }

    pub(crate) fn root(&self) -> &InstructionMatch {
        &self.instructions[0]
    }

    pub(crate) fn instruction(&self, number: u32) -> &InstructionMatch {
        &self.instructions[number as usize]
    }

    pub(crate) fn instructions(&self) -> &[InstructionMatch] {
        &self.instructions
    }

    /// The number of the matched instruction with this name; `None` if there is no such instruction.
    pub(crate) fn instruction_of_name(&self, name: Sym) -> Option<u32> {
        let found = self.instructions.iter().find(|it| it.name == name);
        found.map(|it| it.number)
    }

    /// Whether the rule records operands for a C++ function.
    pub(crate) fn records_operands(&self) -> bool {
        let operands = self.instructions.iter().flat_map(|it| &it.operands);
        let mut predicates = operands.flat_map(|it| &it.predicates);
        predicates.any(Predicate::records_operand)
    }

    /// The opcode of the root. If the root may have several opcodes, the first of these opcodes; `None` if the opcode
    /// is not checked.
    pub(crate) fn opcode(&self) -> Option<InstructionId> {
        self.root().opcodes().first().copied()
    }

    /// Adds a check to a matched instruction, after the instruction's other checks.
    pub(crate) fn check(&mut self, instruction: u32, check: Check) {
        let instruction = &mut self.instructions[instruction as usize];
        let predicate = instruction.predicate(check);
        instruction.predicates.push_back(predicate);
    }

    /// Adds a matched operand. If another operand already has the name, adds a check that the two operands are equal.
    pub(crate) fn add_operand(
        &mut self,
        instruction: u32,
        number: u32,
        name: Sym,
        renderer: u32,
    ) -> OperandAt {
        let at = self.push_operand(instruction, number, name, renderer);
        if name != Sym::EMPTY {
            self.define(name, at);
        }
        at
    }

    fn push_operand(
        &mut self,
        instruction: u32,
        number: u32,
        name: Sym,
        renderer: u32,
    ) -> OperandAt {
        let operands = &mut self.instructions[instruction as usize].operands;
        operands.push(OperandMatch {
            instruction,
            number,
            name,
            renderer,
            predicates: Default::default(),
            is_optimized: false,
            recorded_type: None,
            is_variadic: false,
        });
        OperandAt {
            instruction,
            place: operands.len() as u32 - 1,
        }
    }

    /// Adds a matched operand that reads a physical register.
    pub(crate) fn add_register_input(
        &mut self,
        instruction: u32,
        register: RecordId,
        number: u32,
        renderer: u32,
    ) -> OperandAt {
        let at = self.push_operand(instruction, number, Sym::EMPTY, renderer);
        self.registers.entry(register).or_insert(at);
        let inputs = &mut self.instructions[instruction as usize].register_inputs;
        inputs.push(register);
        at
    }

    /// The physical registers that the rule reads, each once, in the order in which the pattern names them.
    pub(crate) fn registers(&self) -> impl Iterator<Item = RecordId> {
        self.registers.keys().copied()
    }

    /// Sets the name of an operand that has no name yet.
    pub(crate) fn name_operand(&mut self, at: OperandAt, name: Sym) {
        self.operand_mut(at).name = name;
        self.define(name, at);
    }

    fn define(&mut self, name: Sym, at: OperandAt) {
        let first = match self.names.entry(name) {
            Entry::Vacant(new) => {
                new.insert(at);
                return;
            }
            Entry::Occupied(first) => *first.get(),
        };
        let check = Check::SameOperand {
            name,
            instruction: first.instruction,
            operand: self.operand(first).number,
            ignores_copies: self.ignores_copies,
        };
        self.check_operand(at, check);
    }

    /// Sets the name of a part of a complex pattern's result. If a part of another complex pattern already has the
    /// name, the error is the name of that pattern's node.
    pub(crate) fn define_part(
        &mut self,
        name: Sym,
        renderer: u32,
        number: u32,
        whole: Sym,
    ) -> Result<(), Sym> {
        let part = Part {
            renderer,
            number,
            whole,
        };
        match self.parts.entry(name).or_insert(part).whole {
            known if known == whole => Ok(()),
            known => Err(known),
        }
    }

    /// The renderer of a named part of a complex pattern's result, and the index of the part; `None` if no part has
    /// this name.
    pub(crate) fn part(&self, name: Sym) -> Option<(u32, u32)> {
        self.parts.get(&name).map(|it| (it.renderer, it.number))
    }

    pub(crate) fn operand(&self, at: OperandAt) -> &OperandMatch {
        &self.instruction(at.instruction).operands[at.place as usize]
    }

    fn operand_mut(&mut self, at: OperandAt) -> &mut OperandMatch {
        &mut self.instructions[at.instruction as usize].operands[at.place as usize]
    }

    /// The position of an instruction's operand with the index `number`; `None` if the rule does not match the operand.
    pub(crate) fn operand_of_number(&self, instruction: u32, number: u32) -> Option<OperandAt> {
        let operands = &self.instruction(instruction).operands;
        let place = operands.iter().position(|it| it.number == number)? as u32;
        Some(OperandAt { instruction, place })
    }

    /// The first operand with this name. An error at `source` if there is no such operand.
    pub(crate) fn operand_of_name(&self, name: Sym, source: Rec) -> Result<OperandAt, Fatal> {
        match self.names.get(&name) {
            Some(at) => Ok(*at),
            None => bail!(source, "Operand {name} was not declared in matcher"),
        }
    }

    /// Whether the rule matches an operand with this name.
    pub(crate) fn has_operand(&self, name: Sym) -> bool {
        self.names.contains_key(&name)
    }

    /// Makes the operand represent all operands of its instruction from this operand on.
    pub(crate) fn set_variadic(&mut self, at: OperandAt) {
        self.operand_mut(at).is_variadic = true;
    }

    /// The first operand that reads a physical register. An error at `source` if there is no such operand.
    pub(super) fn register_input(&self, register: Rec, source: Rec) -> Result<OperandAt, Fatal> {
        match self.registers.get(&register.id()) {
            Some(at) => Ok(*at),
            None => bail!(
                source,
                "Register {} was not declared in matcher",
                register.name()
            ),
        }
    }

    /// Adds a check of an operand. If the operand must equal another operand, it needs no other check, so the check is
    /// not added. Returns whether the check was added.
    pub(crate) fn check_operand(&mut self, at: OperandAt, check: Check) -> bool {
        if self.operand(at).is_same_as_another() {
            return false;
        }
        if let Check::Type(ty) = check {
            self.types.push(ty);
        }
        let operand = self.operand_mut(at);
        let predicate = operand.predicate(check);
        operand.predicates.push_back(predicate);
        true
    }

    /// Adds an instruction that must define the operand, and returns its number. `None` if the operand must equal
    /// another operand; no instruction is added then.
    pub(crate) fn define_operand(
        &mut self,
        at: OperandAt,
        name: Sym,
        checks_count: bool,
    ) -> Option<u32> {
        if self.operand(at).is_same_as_another() {
            return None;
        }
        let instruction = self.add_instruction(name, checks_count);
        let ignores_copies = self.ignores_copies;
        self.check_operand(
            at,
            Check::Instruction {
                instruction,
                ignores_copies,
            },
        );
        Some(instruction)
    }

    /// The id under which the type of an operand is recorded. If the type is not recorded yet, adds the check that
    /// records it.
    pub(crate) fn recorded_type(&mut self, at: OperandAt) -> i64 {
        if let Some(number) = self.operand(at).recorded_type {
            return number;
        }
        self.types_recorded -= 1;
        let number = self.types_recorded;
        self.operand_mut(at).recorded_type = Some(number);
        self.check_operand(at, Check::RecordType(number));
        number
    }

    /// Allocates the number of a new instruction.
    pub(crate) fn new_instruction(&mut self) -> u32 {
        self.built += 1;
        self.built - 1
    }

    /// Allocates the number of a new register.
    pub(crate) fn new_register(&mut self) -> u32 {
        self.registers_made += 1;
        self.registers_made - 1
    }

    /// Adds an action at the end.
    pub(crate) fn act(&mut self, action: Action) -> ActionId {
        self.act_at(self.order.len(), action)
    }

    /// Inserts an action at the index `place` of the order.
    pub(crate) fn act_at(&mut self, place: usize, action: Action) -> ActionId {
        if let Action::MakeRegister { ty, .. } = action {
            self.note_type(ty);
        }
        self.actions.push(action);
        let id = ActionId(self.actions.len() as u32 - 1);
        self.order.insert(place, id);
        id
    }

    /// Adds a type to the types that the rule mentions, if the type is known.
    pub(crate) fn note_type(&mut self, ty: RegisterType) {
        if let RegisterType::Known(ty) = ty {
            self.types.push(ty);
        }
    }

    /// The index of an action in the order; the length of the order if the action is not in the order.
    pub(crate) fn place_of(&self, id: ActionId) -> usize {
        let place = self.order.iter().position(|it| *it == id);
        place.unwrap_or(self.order.len())
    }

    pub(crate) fn action_at(&self, place: usize) -> Option<ActionId> {
        self.order.get(place).copied()
    }

    pub(crate) fn actions(&self) -> impl DoubleEndedIterator<Item = &Action> + ExactSizeIterator {
        self.order.iter().map(|it| &self.actions[it.index()])
    }

    /// The new instructions.
    pub(crate) fn builds_mut(&mut self) -> impl Iterator<Item = &mut Build> {
        self.actions.iter_mut().filter_map(|it| match it {
            Action::Build(build) => Some(build),
            _ => None,
        })
    }

    /// The new instruction that an action builds.
    pub(crate) fn build_mut(&mut self, id: ActionId) -> &mut Build {
        match &mut self.actions[id.index()] {
            Action::Build(build) => build,
            _ => unreachable!("the action builds an instruction"),
        }
    }

    pub(crate) fn build(&self, id: ActionId) -> &Build {
        match &self.actions[id.index()] {
            Action::Build(build) => build,
            _ => unreachable!("the action builds an instruction"),
        }
    }

    /// Makes an action change a matched instruction in place instead of building a new instruction, if all operands
    /// remain the same and no other action changes that instruction.
    pub(crate) fn change_in_place(&mut self, id: ActionId, source: Rec) -> Result<(), Fatal> {
        for instruction in 0..self.instructions().len() as u32 {
            if self.changed_in_place.contains(&instruction) {
                continue;
            }
            if self.keeps_operands(&self.build(id).renderers, instruction, source)? {
                self.changed_in_place.insert(instruction);
                self.build_mut(id).changed = Some(instruction);
                break;
            }
        }
        Ok(())
    }

    fn keeps_operands(
        &self,
        renderers: &[Renderer],
        instruction: u32,
        source: Rec,
    ) -> Result<bool, Fatal> {
        if self.instruction(instruction).has_pack() {
            return Ok(false);
        }
        if renderers.len() != self.instruction(instruction).operands.len() {
            return Ok(false);
        }
        for (number, renderer) in (0..).zip(renderers) {
            let Renderer::Copy(name) = renderer else {
                return Ok(false);
            };
            let operand = self.operand(self.operand_of_name(*name, source)?);
            if (operand.instruction, operand.number) != (instruction, number) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// All records that the rule comes from.
    pub(crate) fn sources(&self) -> impl Iterator<Item = RecordId> {
        let others = self.others.iter().copied();
        std::iter::once(self.source).chain(others)
    }

    /// The conditions under which the rule applies.
    pub(crate) fn needs(&self) -> Needs {
        Needs {
            source: self.source,
            features: self.features.clone(),
            hw_mode: self.hw_mode,
        }
    }

    /// The number of renderers that the checks may create.
    pub(crate) fn renderers(&self) -> usize {
        let operands = self.instructions.iter().flat_map(|it| &it.operands);
        let predicates = operands.flat_map(|it| &it.predicates);
        predicates
            .filter(|it| matches!(it.check, Check::ComplexPattern { .. }))
            .count()
    }

    /// Moves checks that rules often share to the front of the checks, expensive checks to the end of the checks, and
    /// the action that erases the root to the end of the actions. An instruction is erased only once.
    pub(crate) fn optimize(&mut self, instructions: &Instructions) {
        let is_complex = |it: &Predicate| matches!(it.check, Check::ComplexPattern { .. });
        for instruction in &mut self.instructions {
            for operand in &mut instruction.operands {
                self.epilogue.extend(operand.take(is_complex));
            }
            instruction.optimize(instructions);
        }
        self.epilogue
            .sort_by_key(|it| (it.check.rank(), it.instruction, it.operand));

        let mut erased = FxHashSet::default();
        let actions = &self.actions;
        self.order.retain(|id| match actions[id.index()] {
            Action::Erase(instruction) => erased.insert(instruction),
            _ => true,
        });
        let erases_root = |id: &ActionId| matches!(self.actions[id.index()], Action::Erase(0));
        if let Some(at) = self.order.iter().position(erases_root) {
            self.order[at..].rotate_left(1);
        }
    }

    /// The position of the first check that rules can share: a check of the root that does not refer to another
    /// instruction. `None` if there is no such check.
    fn first_shared(&self) -> Option<SharedAt> {
        let root = self.instructions.first()?;
        if !root.predicates.is_empty() {
            return Some(SharedAt::Instruction);
        }
        let is_shared = |it: &Predicate| !matches!(it.check, Check::Instruction { .. });
        let operands = root.operands.iter().enumerate();
        operands
            .filter_map(|(operand, it)| Some((operand, it.predicates.iter().position(is_shared)?)))
            .map(|(operand, at)| SharedAt::Operand(operand, at))
            .next()
    }

    /// The first check that rules can share; `None` if the rule has no such check.
    pub(crate) fn first_condition(&self) -> Option<&Predicate> {
        let root = self.instructions.first()?;
        match self.first_shared()? {
            SharedAt::Instruction => root.predicates.front(),
            SharedAt::Operand(operand, at) => root.operands[operand].predicates.get(at),
        }
    }

    /// Removes and returns the first check that rules can share; `None` if there is no such check. A group or switch
    /// then evaluates the check.
    pub(crate) fn pop_first_condition(&mut self) -> Option<Predicate> {
        let at = self.first_shared()?;
        let root = &mut self.instructions[0];
        match at {
            SharedAt::Instruction => root.predicates.pop_front(),
            SharedAt::Operand(operand, at) => {
                let operand = &mut root.operands[operand];
                operand.is_optimized = true;
                operand.predicates.remove(at)
            }
        }
    }

    /// The type of the root's first result, if the check of this type is the rule's first check.
    pub(crate) fn root_type(&self) -> Option<LowLevelType> {
        match self.root().predicates.front() {
            Some(Predicate {
                instruction: 0,
                operand: Some(0),
                check: Check::Type(ty),
            }) => Some(*ty),
            _ => None,
        }
    }
}

enum SharedAt {
    Instruction,
    /// The index of the operand, and the index of the check in the operand's checks.
    Operand(usize, usize),
}
