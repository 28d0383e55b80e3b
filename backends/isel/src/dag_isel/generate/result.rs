//! Steps that create the result of a pattern.

use backend::{Fatal, RecordId};
use pattern_model::{
    Head, Leaf, LeafKind, LeafRecord, OperatorKind, PatternId, Patterns, Properties, TransformId,
    Tree,
};
use target_model::instructions::{Flags, Instruction, InstructionId, Operand};
use target_model::registers::RegisterId;
use target_model::value_types::ValueType;

use super::{State, Variable, type_of};
use elaborate::symbol::Sym;

use crate::dag_isel::changes;
use crate::dag_isel::step::{Int, NewNode, Step};

/// The largest number that takes one byte of the table.
const LARGEST_SHORT: u32 = 127;

impl<'a> State<'_, 'a> {
    /// Adds the steps that create the result of the pattern and replace the matched nodes by it.
    pub(super) fn make_result(&mut self, id: PatternId) -> Result<(), Fatal> {
        if !self.chains.is_empty() {
            let chains = std::mem::take(&mut self.chains);
            let chains = self.list(&chains);
            self.push(Step::EmitMergeInputChains(chains));
        }
        let mut made = Vec::new();
        self.make_operand(self.dst, &mut made)?;

        let mut count = self.src.types.len();
        count += self.further_registers()?.len();
        let mut results = made.clone();
        for result in 0..self.dst.types.len() {
            let place = self.dst.result_place(result);
            if let (Some(result), Some(slot)) = (results.get_mut(result), made.get(place)) {
                *result = *slot;
            }
        }
        results.resize(count, 0);
        let results = self.list(&results);
        self.push(Step::CompleteMatch {
            results,
            pattern: id,
        });
        Ok(())
    }

    /// The registers that the pattern sets. If the instruction's first implicit definition has a known type, this
    /// register is left out, since it is already a result of the instruction's node.
    fn further_registers(&self) -> Result<Vec<RegisterId>, Fatal> {
        let (records, patterns) = (self.generator.records, self.generator.patterns);
        let instruction = self.dst.instruction();
        let instruction = instruction.map(|it| patterns.instructions.get(it));
        let given = match instruction {
            Some(instruction) => {
                let first = instruction.implicit_defs.first();
                first.filter(|it| has_known_type(patterns, **it))
            }
            None => None,
        };
        let mut further = Vec::new();
        for register in &self.pattern.registers {
            let rec = records.rec(*register);
            if rec.is_a("Register") && Some(register) != given {
                further.push(patterns.registers.resolve(rec)?);
            }
        }
        Ok(further)
    }

    /// Adds the steps that create an operand, and appends its slots to `slots`.
    fn make_operand(&mut self, tree: Tree<'a>, slots: &mut Vec<u32>) -> Result<(), Fatal> {
        if let Some(name) = tree.name {
            self.add_named(tree, name, slots);
            return Ok(());
        }
        match tree.head {
            Head::Leaf(leaf) => self.make_leaf(tree, leaf, slots),
            Head::Operator(operator) => match operator.kind {
                OperatorKind::Instruction(id) => self.make_instruction(tree, id, slots),
                OperatorKind::Transform(id) => self.transform(tree, id, slots),
                _ => Err(self
                    .generator
                    .records
                    .fatal("Unknown node in result pattern!".to_owned())),
            },
        }
    }

    /// Appends the slots of the matched value `name`.
    fn add_named(&mut self, tree: Tree<'a>, name: Sym, slots: &mut Vec<u32>) {
        let (records, patterns) = (self.generator.records, self.generator.patterns);
        let count = patterns.machine_operands(records, &tree) as u32;
        if let Some(first) = self.complex_variables.get(name) {
            slots.extend(first..first + count);
            return;
        }
        let slot = self.slot(Variable::Node(name));
        let operator = tree
            .operator()
            .and_then(|it| records.rec(it.rec).given_name());
        if let Some("imm" | "fpimm") = operator {
            // The constant becomes a target constant: an immediate operand, not a node that is selected to an
            // instruction.
            let result = self.fill_slot();
            self.push(Step::EmitConvertToTarget { slot, result });
            slots.push(result);
            return;
        }
        slots.extend((0..count).map(|it| slot.wrapping_add(it)));
    }

    fn make_leaf(&mut self, tree: Tree<'a>, leaf: Leaf, slots: &mut Vec<u32>) -> Result<(), Fatal> {
        let (records, patterns) = (self.generator.records, self.generator.patterns);
        let ty = type_of(&tree, 0);
        let LeafRecord { rec, kind } = match leaf {
            Leaf::Int(value) => {
                let value = changes::immediate(records.release(), value, ty);
                let value = Int::new(value);
                let result = self.fill_slot();
                self.push(Step::EmitInteger { value, ty, result });
                slots.push(result);
                return Ok(());
            }
            Leaf::Unset => return self.skip_leaf(tree),
            Leaf::Record(record) => record,
        };
        let rec = records.rec(rec);
        let result = self.next_slot;
        let step = match kind {
            LeafKind::Register => Step::EmitRegister {
                register: Some(patterns.registers.resolve(rec)?),
                ty,
                result,
            },
            LeafKind::ZeroRegister => Step::EmitRegister {
                register: None,
                ty,
                result,
            },
            LeafKind::UndefTiedInput => {
                slots.push(self.make_undefined(ty)?);
                return Ok(());
            }
            LeafKind::RegisterOperand => self.class_number(rec.def("RegClass")?.id())?,
            LeafKind::RegisterClass => self.class_number(rec.id())?,
            LeafKind::SubRegisterIndex => self.index_number(rec.id())?,
            _ => return self.skip_leaf(tree),
        };
        self.push(step);
        slots.push(self.fill_slot());
        Ok(())
    }

    /// Reports that a leaf yields no operand. As in the reference, this is not an error.
    fn skip_leaf(&mut self, tree: Tree) -> Result<(), Fatal> {
        let text = self.text(tree);
        let said = format!("unhandled leaf node:\n{text}");
        self.generator.said.push(said);
        Ok(())
    }

    fn make_undefined(&mut self, ty: ValueType) -> Result<u32, Fatal> {
        let (records, patterns) = (self.generator.records, self.generator.patterns);
        let instruction = records.def("IMPLICIT_DEF");
        let instruction = instruction.and_then(|it| patterns.instructions.number(it));
        let Some(instruction) = instruction else {
            return Err(records.fatal("there is no instruction 'IMPLICIT_DEF'".to_owned()));
        };
        let slot = self.fill_slot();
        let types = self.list(&[ty.index().into()]);
        let operands = self.list(&[]);
        let node = self.parts.add_new_node(NewNode {
            instruction,
            types,
            operands,
            has_chain: false,
            has_glue_input: false,
            has_glue_output: false,
            has_mem_refs: false,
            variadic_after: None,
            first_result: slot,
        });
        self.push(Step::EmitNode(node));
        Ok(slot)
    }

    /// The step that emits the id of a register class. The step contains the name of the id if the table can contain
    /// names for numbers of this size.
    fn class_number(&self, class: RecordId) -> Result<Step, Fatal> {
        let registers = &self.generator.patterns.registers;
        let class = registers.class_of(self.generator.records.rec(class))?;
        Ok(match self.named_number(class.0) {
            Some(value) => {
                let name = registers.classes[class].qualified_name();
                let name = Sym::new(&format!("{name}RegClassID"));
                let result = self.next_slot;
                Step::EmitStringInteger {
                    name,
                    value,
                    result,
                }
            }
            None => self.emit_i32(class.0),
        })
    }

    fn index_number(&self, index: RecordId) -> Result<Step, Fatal> {
        let (records, registers) = (self.generator.records, &self.generator.patterns.registers);
        let number = registers.indices.find(index).map(|it| it.number());
        let number = number.unwrap_or_default();
        Ok(match self.named_number(number) {
            None => self.emit_i32(number),
            Some(value) => {
                let name = backend::text::qualified_name(records.rec(index))?;
                let (name, result) = (Sym::new(&name), self.next_slot);
                Step::EmitStringInteger {
                    name,
                    value,
                    result,
                }
            }
        })
    }

    /// The number in 16 bits; `None` if the table cannot contain names for numbers of this size.
    fn named_number(&self, number: u32) -> Option<u16> {
        let release = self.generator.records.release();
        let value = u16::try_from(number).ok()?;
        (number <= LARGEST_SHORT || changes::names_all_numbers(release)).then_some(value)
    }

    fn emit_i32(&self, number: u32) -> Step {
        Step::EmitInteger {
            value: Int::new(number.into()),
            ty: ValueType::I32,
            result: self.next_slot,
        }
    }

    fn transform(
        &mut self,
        tree: Tree<'a>,
        transform: TransformId,
        slots: &mut Vec<u32>,
    ) -> Result<(), Fatal> {
        let mut inputs = Vec::new();
        if let Some(child) = tree.children().next() {
            self.make_operand(child, &mut inputs)?;
        }
        let Some(slot) = inputs.first() else {
            let rec = self.generator.records.rec(self.pattern.rec);
            let text = self.text(tree);
            return Err(rec.fatal(format!("there is nothing to transform in {text}")));
        };
        let result = self.fill_slot();
        self.push(Step::EmitNodeXForm {
            slot: *slot,
            transform,
            result,
        });
        slots.push(result);
        Ok(())
    }

    fn make_instruction(
        &mut self,
        tree: Tree<'a>,
        id: InstructionId,
        slots: &mut Vec<u32>,
    ) -> Result<(), Fatal> {
        let patterns = self.generator.patterns;
        let instruction = patterns.instructions.get(id);
        let is_root = tree.id == self.dst.id;
        let operands = self.make_operands(tree, id)?;
        let glue_input = Properties::OPTIONAL_IN_GLUE | Properties::IN_GLUE;
        let mut has_glue_input = is_root && self.properties.intersects(glue_input);
        let has_glue_output = is_root && self.properties.contains(Properties::OUT_GLUE);
        if is_root {
            for (register, slot) in std::mem::take(&mut self.registers) {
                let register = patterns.registers.resolve(register)?;
                self.push(Step::EmitCopyToReg { slot, register });
                has_glue_input = true;
            }
        }

        let mut types: Vec<ValueType> = (0..tree.types.len())
            .map(|result| type_of(&tree, result))
            .collect();
        if is_root {
            let further = self.further_registers()?.into_iter();
            types.extend(further.map(|it| type_of_register(patterns, it)));
        }
        let is_variadic = is_root && patterns.properties(self.src).contains(Properties::VARIADIC);
        let first_result = self.next_slot;
        let node = NewNode {
            instruction: id,
            types: self.parts.list(types.iter().map(|it| it.index().into())),
            operands: self.list(&operands),
            has_chain: self.needs_chain(instruction, id, is_root),
            has_glue_input,
            has_glue_output,
            has_mem_refs: self.takes_mem_refs(id, is_root),
            variadic_after: is_variadic.then(|| self.src.children.len() as u32),
            first_result,
        };
        let node = self.parts.add_new_node(node);
        self.push(Step::EmitNode(node));
        let is_value = |ty: &ValueType| ![ValueType::OTHER, ValueType::GLUE].contains(ty);
        for _ in types.iter().take_while(|it| is_value(it)) {
            slots.push(self.fill_slot());
        }
        Ok(())
    }

    /// Adds the steps that create the operands of an instruction: the operands in the tree, and the default operands.
    fn make_operands(&mut self, tree: Tree<'a>, id: InstructionId) -> Result<Vec<u32>, Fatal> {
        let patterns = self.generator.patterns;
        let instruction = patterns.instructions.get(id);
        let results = patterns.instruction_nodes[id.index()].results.len();
        let listed = instruction.operands.iter();
        let inputs: Vec<_> = listed.skip(results).collect();
        // A pattern can only give an operand that has a default if all operands after it have defaults, too.
        let has_default = |it: &Operand| patterns.has_default(it.rec);
        let at_end = inputs.iter().rev().take_while(|it| has_default(it));
        let overridable = inputs.len() - at_end.count();

        let mut slots = Vec::new();
        let mut children = tree.children();
        for (number, operand) in inputs.into_iter().enumerate() {
            if has_default(operand) && (number < overridable || children.len() == 0) {
                for default in &patterns.default_operands[&operand.rec] {
                    self.make_operand(patterns.tree(*default), &mut slots)?;
                }
                continue;
            }
            let wanted = slots.len() + operand.parts.len();
            while slots.len() < wanted {
                // Type inference has already reported instructions with too few operands.
                let Some(child) = children.next() else { break };
                let before = slots.len();
                self.make_operand(child, &mut slots)?;
                // Only the first result of an instruction is an operand.
                if child.instruction().is_some() {
                    slots.resize(before + 1, 0);
                }
            }
        }
        if instruction.operands.is_variadic {
            for child in children {
                self.make_operand(child, &mut slots)?;
            }
        }
        Ok(slots)
    }

    /// Whether the node of a new instruction gets the memory references of the matched nodes. If exactly one
    /// instruction of the result may access memory, the node of this instruction gets them. Otherwise, the node of the
    /// root gets them.
    fn takes_mem_refs(&self, id: InstructionId, is_root: bool) -> bool {
        if !self.properties.contains(Properties::MEMORY_OPERAND) {
            return false;
        }
        match self.count_accesses(self.dst) {
            1 => self.accesses_memory(id),
            _ => is_root,
        }
    }

    fn accesses_memory(&self, id: InstructionId) -> bool {
        let effects = self.generator.patterns.effects[id.index()];
        effects.may_load || effects.may_store
    }

    /// The number of instructions in the result that may access memory.
    fn count_accesses(&self, tree: Tree) -> usize {
        let Some(id) = tree.instruction() else {
            return 0;
        };
        let below = tree.children().map(|it| self.count_accesses(it));
        usize::from(self.accesses_memory(id)) + below.sum::<usize>()
    }

    fn needs_chain(&self, instruction: &Instruction, id: InstructionId, is_root: bool) -> bool {
        let patterns = self.generator.patterns;
        if !self.properties.contains(Properties::HAS_CHAIN) {
            return false;
        }
        let effects = patterns.effects[id.index()];
        let always = Flags::HAS_CTRL_DEP | Flags::CAN_FOLD_AS_LOAD;
        effects.may_load
            || effects.may_store
            || effects.has_side_effects
            || instruction.flags.intersects(always)
            || effects.has_chain.unwrap_or(is_root)
    }
}

/// Whether all register classes of a register have the same single type, in all hardware modes. False if this type is
/// `OTHER` or no class contains the register.
fn has_known_type(patterns: &Patterns, register: RecordId) -> bool {
    let Some(register) = patterns.registers.find(register) else {
        return false;
    };
    let classes = patterns.registers.classes.iter();
    let mut types = classes
        .filter(|it| it.contains(register))
        .flat_map(|it| &it.types);
    let Some(first) = types.next() else {
        return false;
    };
    let simple = first.types.as_simple();
    simple.is_some_and(|it| *it != ValueType::OTHER) && types.all(|it| it == first)
}

/// The first type of the first register class that contains a register. `OTHER` if no class contains the register, or
/// if this type depends on the mode.
fn type_of_register(patterns: &Patterns, register: RegisterId) -> ValueType {
    let mut classes = patterns.registers.classes.iter();
    let class = classes.find(|it| it.contains(register));
    let ty = class.and_then(|it| it.types.first()?.types.as_simple());
    ty.copied().unwrap_or(ValueType::OTHER)
}
