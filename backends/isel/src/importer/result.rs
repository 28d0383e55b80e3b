//! What a pattern becomes, as actions.

use backend::{Fatal, RecordId};
use elaborate::symbol::Sym;
use pattern_model::types::TypeSets;
use pattern_model::{Head, Leaf, LeafKind, Operator, OperatorKind, Pattern, Tree};
use target_model::instructions::{Instruction, InstructionId};
use target_model::registers::ClassId;

use super::{Importer, Stop, skip};
use crate::global_isel::renderer::Role;
use crate::global_isel::{
    Action, ActionId, Build, Check, LowLevelType, OperandAt, RegisterType, Renderer, Rule,
};

type Done = Result<(), Stop>;

/// Where the next action goes: before another one, or at the end.
#[derive(Clone, Copy)]
enum Place {
    Before(ActionId),
    End,
}

impl Rule {
    fn place(&self, place: Place) -> usize {
        match place {
            Place::Before(action) => self.place_of(action),
            Place::End => self.actions().len(),
        }
    }

    fn act_before(&mut self, place: Place, action: Action) -> ActionId {
        let place = self.place(place);
        self.act_at(place, action)
    }
}

impl Importer<'_> {
    /// Makes the result of a pattern.
    pub fn build_result(
        &mut self,
        rule: &mut Rule,
        pattern: &Pattern,
        src: Tree,
        dst: Tree,
    ) -> Done {
        if dst.is_leaf() {
            return self.build_copy(rule, dst);
        }
        let Some(opcode) = dst.instruction() else {
            skip!(self, "Pattern operator isn't an instruction");
        };
        let patterns = self.patterns.clone();
        let instruction = patterns.instructions.get(opcode);
        let defs = instruction.operands.defs;
        let results = src.types.len();
        if defs < results {
            if defs != 0 {
                skip!(
                    self,
                    "Src pattern result has more defs than dst MI ({results} def(s) vs {defs} def(s))"
                );
            }
            let mut checks = rule.root().predicates.iter().map(|it| &it.check);
            if !checks.any(|it| matches!(it, Check::HasNoUse)) {
                skip!(
                    self,
                    "Src pattern result has {results} def(s) without the HasNoUse predicate set to true but Dst MI has no def"
                );
            }
        }
        for number in 0..defs.min(results) {
            let class = self.class_of_result(instruction, number, src, dst)?;
            let name = root_result(instruction, number);
            let at = self.root_operand(rule, number as u32)?;
            rule.name_operand(at, name);
            rule.check_operand(at, self.bank(class));
        }
        let build = self.build_root(rule, src, dst)?;
        if !pattern.registers.is_empty() {
            skip!(self, "Pattern defines a physical register");
        }
        rule.change_in_place(build, self.cx.records.rec(pattern.rec))?;
        self.constrain_root(rule, instruction, src, dst)?;
        rule.act(Action::Erase(0));
        Ok(())
    }

    fn root_operand(&self, rule: &Rule, number: u32) -> Result<OperandAt, Stop> {
        match rule.operand_of_number(0, number) {
            Some(at) => Ok(at),
            None => skip!(self, "Failed to lookup operand"),
        }
    }

    /// A pattern whose result is a register copies it.
    fn build_copy(&mut self, rule: &mut Rule, dst: Tree) -> Done {
        let Some(class) = self.class_record(&dst)? else {
            skip!(self, "Dst pattern root isn't a known leaf");
        };
        let class = self.class(class)?;
        let copy = self.opcodes.copy;
        let copy_def = self.patterns.instructions.get(copy).operands.iter().next();
        let name = copy_def.map_or(Sym::EMPTY, |it| it.name);
        let at = self.root_operand(rule, 0)?;
        rule.name_operand(at, name);
        rule.check_operand(at, self.bank(class));
        let build = self.new_build(rule, copy);
        let build = rule.act(build);
        let build = rule.build_mut(build);
        build.render(Renderer::Copy(name));
        build.render(Renderer::Copy(dst.name.unwrap_or(Sym::EMPTY)));
        rule.act(self.constrain(0, 0, class));
        rule.act(Action::Erase(0));
        Ok(())
    }

    fn new_build(&self, rule: &mut Rule, opcode: InstructionId) -> Action {
        let effects = &self.patterns.effects[opcode.index()];
        let accesses_memory = effects.may_load || effects.may_store;
        let number = rule.new_instruction();
        Action::Build(Build::new(number, opcode, accesses_memory))
    }

    fn constrain(&self, instruction: u32, operand: u32, class: ClassId) -> Action {
        Action::ConstrainTo {
            instruction,
            operand,
            class: self.class_name(class),
        }
    }

    /// The class of a result of the root.
    fn class_of_result(
        &self,
        instruction: &Instruction,
        number: usize,
        src: Tree,
        dst: Tree,
    ) -> Result<ClassId, Stop> {
        let types = &src.node().types[number];
        let class_of_child = |number: usize| match dst.children().nth(number) {
            Some(child) => self.class_record(&child),
            None => Ok(None),
        };
        match &*instruction.name {
            "COPY_TO_REGCLASS" => match class_of_child(1)? {
                Some(rec) => Ok(self.class(rec)?),
                None => skip!(self, "COPY_TO_REGCLASS operand #1 isn't a register class"),
            },
            "REG_SEQUENCE" => match class_of_child(0)? {
                Some(rec) => Ok(self.class(rec)?),
                None => skip!(self, "REG_SEQUENCE operand #0 isn't a register class"),
            },
            "EXTRACT_SUBREG" => match self.infer_class_of_child(dst, 0)? {
                Some(class) => Ok(class),
                None => skip!(self, "Could not infer class for EXTRACT_SUBREG operand #0"),
            },
            "INSERT_SUBREG" => match self.super_class_to_insert(types, dst)? {
                Some(class) => Ok(class),
                None => skip!(
                    self,
                    "Cannot infer register class for INSERT_SUBREG operand #0"
                ),
            },
            "SUBREG_TO_REG" => match self.super_class_of_child(types, dst, 2)? {
                Some(class) => Ok(class),
                None => skip!(
                    self,
                    "Cannot infer register class for SUBREG_TO_REG operand #0"
                ),
            },
            _ => {
                let rec = instruction.operands.get(number).rec;
                let rec = self.cx.records.rec(rec);
                if rec.is_a("RegisterOperand") {
                    return Ok(self.class(rec.def("RegClass")?.id())?);
                }
                if !rec.is_a("RegisterClass") {
                    let text = |it| self.patterns.text(self.cx.records, it);
                    skip!(self, "Dst MI def isn't a register class{}", text(dst));
                }
                Ok(self.class(rec.id())?)
            }
        }
    }

    fn infer_class_of_child(&self, tree: Tree, number: usize) -> Result<Option<ClassId>, Fatal> {
        match tree.children().nth(number) {
            Some(child) => self.infer_class(child),
            None => Ok(None),
        }
    }

    /// The class that has the sub-register that a child names.
    fn super_class_of_child(
        &self,
        types: &TypeSets,
        tree: Tree,
        number: usize,
    ) -> Result<Option<ClassId>, Fatal> {
        match tree.children().nth(number) {
            Some(index) => self.infer_super_class(types, index),
            None => Ok(None),
        }
    }

    /// The class of what a sub-register is inserted into.
    fn super_class_to_insert(
        &self,
        types: &TypeSets,
        tree: Tree,
    ) -> Result<Option<ClassId>, Fatal> {
        let (whole, index) = (tree.children().next(), tree.children().nth(2));
        match whole.zip(index) {
            Some((whole, index)) => self.infer_super_class_of(types, whole, index),
            None => Ok(None),
        }
    }

    /// Builds the instruction that takes the root's place.
    fn build_root(&mut self, rule: &mut Rule, src: Tree, dst: Tree) -> Result<ActionId, Stop> {
        let build = self.start_build(rule, Place::End, dst)?;
        let mut place = Place::Before(build);
        let copy = self.opcodes.copy;
        for (register, _) in rule.root().register_inputs.clone() {
            let action = self.new_build(rule, copy);
            let copy = rule.act_before(place, action);
            let builder = rule.build_mut(copy);
            builder.render(Renderer::Register {
                register,
                is_def: true,
            });
            builder.render(Renderer::CopyRegister(register));
            place = Place::Before(copy);
        }
        self.render_results(rule, place, build, src, dst, 0)?;
        self.render_operands(rule, place, build, src, dst)?;
        Ok(build)
    }

    /// Adds the action that builds the instruction of a node.
    fn start_build(&self, rule: &mut Rule, place: Place, dst: Tree) -> Result<ActionId, Stop> {
        let Some(opcode) = dst.instruction() else {
            let operator = dst.operator().map(|it| self.cx.records.rec(it.rec));
            if operator.is_some_and(|it| it.is_a("ValueType")) {
                skip!(
                    self,
                    "Pattern operator isn't an instruction (it's a ValueType)"
                );
            }
            skip!(self, "Pattern operator isn't an instruction");
        };
        // What becomes a copy of its own kind is built as one.
        let name = &*self.patterns.instructions.get(opcode).name;
        let opcode = match name {
            "COPY_TO_REGCLASS" | "EXTRACT_SUBREG" => self.opcodes.copy,
            _ => opcode,
        };
        let action = self.new_build(rule, opcode);
        Ok(rule.act_before(place, action))
    }

    /// Results are those of the root, or registers that nobody reads. Gives back where actions go then.
    fn render_results(
        &mut self,
        rule: &mut Rule,
        mut place: Place,
        build: ActionId,
        src: Tree,
        dst: Tree,
        start: usize,
    ) -> Result<Place, Stop> {
        let patterns = self.patterns.clone();
        let instruction = patterns.instructions.get(rule.build(build).opcode);
        let (results, defs) = (src.types.len(), instruction.operands.defs);
        if defs == 0 {
            return Ok(place);
        }
        let source = self.cx.records.rec(rule.source);
        for number in start..results {
            let name = root_result(instruction, number);
            rule.operand_of_name(name, source)?;
            rule.build_mut(build).render(Renderer::Copy(name));
        }
        if dst.types.len() < defs {
            skip!(self, "unhandled discarded def");
        }
        for number in results..defs {
            let Some(ty) = dst.types[number].machine_type() else {
                skip!(self, "unsupported typeset");
            };
            let Some(ty) = LowLevelType::of(ty) else {
                skip!(self, "unsupported type");
            };
            let register = rule.new_register();
            let ty = RegisterType::Known(ty);
            let made = rule.act_before(place, Action::MakeRegister { register, ty });
            place = Place::Before(made);
            let role = Role::DefinesDead;
            rule.build_mut(build)
                .render(Renderer::Made { register, role });
        }
        Ok(place)
    }

    /// Operands come from the result's tree, or are what the definition says they are without that.
    fn render_operands(
        &mut self,
        rule: &mut Rule,
        mut place: Place,
        build: ActionId,
        src: Tree,
        dst: Tree,
    ) -> Result<Place, Stop> {
        let patterns = self.patterns.clone();
        let Some(original) = dst.instruction() else {
            skip!(self, "Pattern operator isn't an instruction");
        };
        let original = patterns.instructions.get(original);
        let mut given = dst.children().len();
        match &*original.name {
            "EXTRACT_SUBREG" => return self.render_extraction(rule, place, build, src, dst),
            "REG_SEQUENCE" => return self.render_sequence(rule, place, build, src, dst),
            _ => {}
        }
        let operands = &original.operands;
        let mut wanted = operands.len() - operands.defs.min(operands.len());
        if &*original.name == "COPY_TO_REGCLASS" {
            wanted = wanted.saturating_sub(1);
            given = given.saturating_sub(1);
        }
        let built = patterns.instructions.get(rule.build(build).opcode);
        let built = &built.operands;
        // Operands with defaults before the last one without are never given.
        let mut overridable = built.len();
        while overridable > operands.defs && patterns.has_default(built.get(overridable - 1).rec) {
            overridable -= 1;
        }
        let (mut child, mut defaults) = (0, 0);
        for number in 0..wanted {
            let number = built.defs + number;
            if number >= built.len() {
                break;
            }
            let operand = built.get(number).rec;
            if patterns.has_default(operand)
                && (number < overridable || child >= dst.children().len())
            {
                self.render_default(rule, place, build, operand)?;
                defaults += 1;
                continue;
            }
            let Some(tree) = dst.children().nth(child) else {
                // The reference does not check this.
                skip!(self, "Expected {wanted} used operands but found {child}");
            };
            place = self.render_operand(rule, place, build, tree, src)?;
            child += 1;
        }
        if defaults + given != wanted {
            skip!(
                self,
                "Expected {wanted} used operands but found {given} explicit ones and {defaults} default ones"
            );
        }
        Ok(place)
    }

    /// Part of a register: a copy of a sub-register.
    fn render_extraction(
        &mut self,
        rule: &mut Rule,
        place: Place,
        build: ActionId,
        src: Tree,
        dst: Tree,
    ) -> Result<Place, Stop> {
        let (Some(whole), Some(index)) = (dst.children().next(), dst.children().nth(1)) else {
            skip!(self, "EXTRACT_SUBREG child #1 is not a leaf");
        };
        if !index.is_leaf() {
            skip!(self, "EXTRACT_SUBREG child #1 is not a leaf");
        }
        let Some(index) = self.sub_register_index(&index)? else {
            skip!(self, "EXTRACT_SUBREG child #1 is not a subreg index");
        };
        let patterns = self.patterns.clone();
        if !whole.is_leaf() {
            let register = self.make_register(rule, place, whole)?;
            self.build_operand(rule, place, whole, src, register)?;
            let index = Sym::new(&patterns.registers.indices[index].qualified_name());
            let renderer = Renderer::MadePart { register, index };
            rule.build_mut(build).render(renderer);
            return Ok(place);
        }
        let Some(class) = self.class_record(&whole)? else {
            skip!(
                self,
                "EXTRACT_SUBREG child #0 could not be coerced to a register class"
            );
        };
        let class = self.class(class)?;
        let pair = patterns.registers.matching_classes(class, index);
        if pair.is_some_and(|(whole, _)| whole != class) {
            skip!(self, "EXTRACT_SUBREG requires an additional COPY");
        }
        let name = whole.name.unwrap_or(Sym::EMPTY);
        let index = index.number();
        let renderer = match rule.part(name) {
            Some((renderer, part)) => Renderer::ComplexPattern {
                name,
                renderer,
                part: Some(part),
                sub_register: Some(index),
            },
            None => Renderer::CopySubRegister { name, index },
        };
        rule.build_mut(build).render(renderer);
        Ok(place)
    }

    /// A register made of others.
    fn render_sequence(
        &mut self,
        rule: &mut Rule,
        mut place: Place,
        build: ActionId,
        src: Tree,
        dst: Tree,
    ) -> Result<Place, Stop> {
        let mut children = dst.children();
        let Some(class) = children.next().filter(|it| it.is_leaf()) else {
            skip!(self, "REG_SEQUENCE child #0 is not a leaf");
        };
        if self.class_record(&class)?.is_none() {
            skip!(
                self,
                "REG_SEQUENCE child #0 could not be coerced to a register class"
            );
        }
        if children.len() % 2 != 0 {
            skip!(self, "Malformed REG_SEQUENCE");
        }
        while let (Some(part), Some(index)) = (children.next(), children.next()) {
            if let Some(index) = self.sub_register_index(&index)? {
                place = self.render_operand(rule, place, build, part, src)?;
                let renderer = Renderer::SubRegisterIndex(index.number());
                rule.build_mut(build).render(renderer);
            }
        }
        Ok(place)
    }

    /// What an operand is if the pattern does not give it.
    fn render_default(
        &mut self,
        rule: &mut Rule,
        mut place: Place,
        build: ActionId,
        operand: RecordId,
    ) -> Done {
        let patterns = self.patterns.clone();
        let defaults = patterns.default_operands.get(&operand);
        for id in defaults.into_iter().flatten() {
            let tree = patterns.tree(*id);
            let renderer = match tree.head {
                Head::Leaf(Leaf::Record(leaf)) if leaf.kind == LeafKind::UndefTiedInput => {
                    let ty = tree.types.first().and_then(TypeSets::machine_type);
                    let Some(ty) = ty.and_then(LowLevelType::of) else {
                        skip!(self, "Could not add default op");
                    };
                    let register = rule.new_register();
                    let ty = RegisterType::Known(ty);
                    rule.act_before(place, Action::MakeRegister { register, ty });
                    let undefined = self.new_build(rule, self.opcodes.implicit_def);
                    let undefined = rule.act_before(place, undefined);
                    place = Place::Before(undefined);
                    let role = Role::Uses;
                    rule.build_mut(undefined)
                        .render(Renderer::Made { register, role });
                    Renderer::Made { register, role }
                }
                Head::Leaf(Leaf::Record(leaf)) => Renderer::Register {
                    register: leaf.rec,
                    is_def: false,
                },
                Head::Leaf(Leaf::Int(value)) => Renderer::Immediate(value),
                _ => skip!(self, "Could not add default op"),
            };
            rule.build_mut(build).render(renderer);
        }
        Ok(())
    }

    /// Makes the register for the result of a node. Gives back its number.
    fn make_register(&self, rule: &mut Rule, place: Place, tree: Tree) -> Result<u32, Stop> {
        let instruction = tree
            .instruction()
            .map(|it| self.patterns.instructions.get(it));
        if instruction.is_none_or(|it| it.operands.defs == 0) {
            skip!(self, "Dst pattern child needs a def");
        }
        let Some(types) = tree.types.first() else {
            skip!(self, "Dst pattern child has no result");
        };
        let Some(ty) = types.machine_type().and_then(LowLevelType::of) else {
            skip!(self, "Dst operand has an unsupported type");
        };
        let register = rule.new_register();
        let ty = RegisterType::Known(ty);
        rule.act_before(place, Action::MakeRegister { register, ty });
        Ok(register)
    }

    /// Renders an operand that the result's tree gives.
    fn render_operand(
        &mut self,
        rule: &mut Rule,
        place: Place,
        build: ActionId,
        tree: Tree,
        src: Tree,
    ) -> Result<Place, Stop> {
        let name = tree.name.unwrap_or(Sym::EMPTY);
        if let Some((renderer, part)) = rule.part(name) {
            rule.build_mut(build).render(Renderer::ComplexPattern {
                name,
                renderer,
                part: Some(part),
                sub_register: None,
            });
            return Ok(place);
        }
        let renderer = match tree.head {
            Head::Operator(Operator {
                kind: OperatorKind::Instruction(_),
                ..
            }) => {
                let register = self.make_register(rule, place, tree)?;
                let role = Role::Uses;
                rule.build_mut(build)
                    .render(Renderer::Made { register, role });
                return self.build_operand(rule, place, tree, src, register);
            }
            Head::Operator(operator) => self.operator_renderer(rule, operator, tree)?,
            Head::Leaf(Leaf::Int(value)) => Renderer::Immediate(value),
            Head::Leaf(Leaf::Record(leaf)) => {
                self.leaf_renderer(rule, leaf.kind, leaf.rec, tree)?
            }
            Head::Leaf(Leaf::Unset) => {
                // The type is that of the source.
                if !src.children().any(|it| it.name == tree.name) {
                    skip!(self, "Dst pattern child is an unsupported kind");
                }
                Renderer::Copy(name)
            }
        };
        rule.build_mut(build).render(renderer);
        Ok(place)
    }

    fn operator_renderer(
        &self,
        rule: &mut Rule,
        operator: Operator,
        tree: Tree,
    ) -> Result<Renderer, Stop> {
        let name = tree.name.unwrap_or(Sym::EMPTY);
        if let OperatorKind::Transform(transform) = operator.kind {
            let child = tree.children().next().and_then(|it| it.name);
            let name = child.unwrap_or(Sym::EMPTY);
            let Some(function) = self.transforms.get(&operator.rec) else {
                skip!(self, "SDNodeXForm {name} has no custom renderer");
            };
            rule.others.push(function.def);
            let function = function.name;
            let node = self.patterns.transforms[transform].node;
            return Ok(match self.cx.records.rec(node).name() {
                "timm" => Renderer::CustomOperand { function, name },
                _ => Renderer::Custom { function, name },
            });
        }
        if let Some(node) = self.patterns.sd_node(&tree)
            && node.class == "BasicBlockSDNode"
        {
            return Ok(Renderer::Copy(name));
        }
        Ok(match self.cx.records.rec(operator.rec).name() {
            "timm" | "tframeindex" => Renderer::Copy(name),
            "imm" => Renderer::CopyConstant(name),
            "fpimm" => Renderer::CopyFloat(name),
            _ => {
                let text = |it| self.patterns.text(self.cx.records, it);
                skip!(
                    self,
                    "Dst pattern child isn't a leaf node or an MBB{}",
                    text(tree)
                );
            }
        })
    }

    fn leaf_renderer(
        &self,
        rule: &Rule,
        kind: LeafKind,
        rec: RecordId,
        tree: Tree,
    ) -> Result<Renderer, Stop> {
        let name = tree.name.unwrap_or(Sym::EMPTY);
        let [types] = &tree.node().types[..] else {
            skip!(self, "Dst pattern child has multiple results");
        };
        if types.machine_type().and_then(LowLevelType::of).is_none() {
            skip!(self, "Dst operand has an unsupported type");
        }
        let rec = self.cx.records.rec(rec);
        Ok(match kind {
            LeafKind::Register => Renderer::Register {
                register: rec.id(),
                is_def: false,
            },
            LeafKind::RegisterOperand if !rec.is_unset("GIZeroRegister") => Renderer::CopyOrZero {
                name,
                zero: rec.def("GIZeroRegister")?.id(),
            },
            LeafKind::RegisterClass | LeafKind::RegisterOperand | LeafKind::ValueType => {
                Renderer::Copy(name)
            }
            LeafKind::SubRegisterIndex => {
                let index = self.patterns.registers.indices.of(rec)?;
                Renderer::Immediate(index.number().into())
            }
            LeafKind::ComplexPattern => {
                if !self.complex_patterns.contains_key(&rec.id()) {
                    skip!(self, "SelectionDAG ComplexPattern not mapped to GlobalISel");
                }
                let source = self.cx.records.rec(rule.source);
                let at = rule.operand_of_name(name, source)?;
                Renderer::ComplexPattern {
                    name,
                    renderer: rule.operand(at).renderer,
                    part: None,
                    sub_register: None,
                }
            }
            _ => skip!(
                self,
                "Dst pattern child def is an unsupported tablegen class"
            ),
        })
    }

    /// Builds an instruction whose result is an operand of another. Gives back where actions go then.
    fn build_operand(
        &mut self,
        rule: &mut Rule,
        place: Place,
        dst: Tree,
        src: Tree,
        register: u32,
    ) -> Result<Place, Stop> {
        let patterns = self.patterns.clone();
        let build = self.start_build(rule, place, dst)?;
        let role = Role::Defines;
        rule.build_mut(build)
            .render(Renderer::Made { register, role });
        let mut at = Place::Before(build);
        if patterns
            .instructions
            .get(rule.build(build).opcode)
            .operands
            .defs
            > 1
        {
            // Registers that nobody reads are made before the one that somebody does.
            let before = rule.place_of(build).checked_sub(1);
            let before = before.and_then(|it| rule.action_at(it));
            let before = before.map_or(at, Place::Before);
            at = self.render_results(rule, before, build, src, dst, 1)?;
        }
        let at = self.render_operands(rule, at, build, src, dst)?;
        let Some(original) = dst.instruction() else {
            skip!(self, "Pattern operator isn't an instruction");
        };
        let instruction = patterns.instructions.get(original);
        let number = rule.build(build).number;
        let constraints = self.constraints(instruction, None, dst)?;
        match constraints {
            Some(constraints) => {
                for (operand, class) in constraints {
                    rule.act_before(place, self.constrain(number, operand, class));
                }
            }
            None => _ = rule.act_before(place, Action::Constrain(number)),
        }
        Ok(at)
    }

    fn constrain_root(
        &mut self,
        rule: &mut Rule,
        instruction: &Instruction,
        src: Tree,
        dst: Tree,
    ) -> Done {
        match self.constraints(instruction, Some(src), dst)? {
            Some(constraints) => {
                for (operand, class) in constraints {
                    rule.act(self.constrain(0, operand, class));
                }
            }
            None => _ = rule.act(Action::Constrain(0)),
        }
        Ok(())
    }

    /// The classes of the operands of an instruction whose definition does not tell them, at the root, given with the
    /// source, or below.
    fn constraints(
        &self,
        instruction: &Instruction,
        root: Option<Tree>,
        dst: Tree,
    ) -> Result<Option<Vec<(u32, ClassId)>>, Stop> {
        let name = &*instruction.name;
        let types = match root {
            Some(src) => src.node().types.first(),
            None => dst.node().types.first(),
        };
        let types = types.cloned().unwrap_or_default();
        let part_class = |name: &str, what: &str| match self.infer_class_of_child(dst, 1)? {
            Some(class) => Ok(class),
            None => skip!(self, "Cannot infer register class from {name} {what} #1"),
        };
        let no_whole =
            || self.skip(|| format!("Cannot infer register class for {name} operand #0"));
        let registers = &self.patterns.registers;
        Ok(Some(match name {
            "COPY_TO_REGCLASS" if root.is_some() => {
                let class = dst.children().nth(1);
                let class = class.map(|it| self.class_record(&it)).transpose()?;
                let Some(class) = class.flatten() else {
                    skip!(self, "COPY_TO_REGCLASS operand #1 isn't a register class");
                };
                vec![(0, self.class(class)?)]
            }
            "EXTRACT_SUBREG" => {
                let Some(whole) = self.infer_class_of_child(dst, 0)? else {
                    skip!(
                        self,
                        "Cannot infer register class from EXTRACT_SUBREG operand #0"
                    );
                };
                let index = dst.children().nth(1);
                let index = index.map(|it| self.sub_register_index(&it)).transpose()?;
                let Some(index) = index.flatten() else {
                    skip!(self, "EXTRACT_SUBREG child #1 is not a subreg index");
                };
                // Below the root, the reference does not check this.
                let Some((whole, part)) = registers.matching_classes(whole, index) else {
                    skip!(self, "subreg index is incompatible with inferred reg class");
                };
                vec![(0, part), (1, whole)]
            }
            "INSERT_SUBREG" => {
                let part = part_class(name, "operand")?;
                let whole = self.super_class_to_insert(&types, dst)?;
                let whole = whole.ok_or_else(no_whole)?;
                vec![(0, whole), (1, whole), (2, part)]
            }
            "SUBREG_TO_REG" => {
                let part = part_class(name, "child")?;
                let whole = self.super_class_of_child(&types, dst, 2)?;
                let whole = whole.ok_or_else(no_whole)?;
                vec![(0, whole), (2, part)]
            }
            "REG_SEQUENCE" => {
                let Some(whole) = self.infer_class_of_child(dst, 0)? else {
                    skip!(self, "REG_SEQUENCE operand #0 isn't a register class");
                };
                let mut constraints = vec![(0, whole)];
                let indices = dst.children().enumerate().skip(2).step_by(2);
                for (number, index) in indices {
                    let Some(index) = self.sub_register_index(&index)? else {
                        skip!(self, "REG_SEQUENCE child is not a subreg index");
                    };
                    // The reference does not check this.
                    let Some((_, part)) = registers.matching_classes(whole, index) else {
                        skip!(self, "subreg index is incompatible with inferred reg class");
                    };
                    constraints.push((number as u32 - 1, part));
                }
                constraints
            }
            _ => return Ok(None),
        }))
    }
}

/// The name of a result of the root while it takes the place of what was matched.
fn root_result(instruction: &Instruction, number: usize) -> Sym {
    let operands = &instruction.operands;
    let name = match number < operands.len() {
        true => operands.get(number).name.as_str(),
        false => "",
    };
    Sym::new(&format!("DstI[{name}]"))
}
