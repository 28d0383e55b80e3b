//! Rendering operands of the result, in releases before LLVM 21.

use backend::RecordId;
use elaborate::symbol::Sym;
use pattern_model::types::TypeSets;
use pattern_model::{Head, Leaf, LeafKind, Operator, OperatorKind, Tree};

use super::result::{InsertionPoint, root_result};
use super::{Importer, Stop, changes, skip};
use crate::global_isel::renderer::Role;
use crate::global_isel::{Action, ActionId, LowLevelType, RegisterType, Renderer, Rule};

impl Importer<'_> {
    /// Renders the results of an instruction, beginning with the result `start`. Results that the source defines are
    /// copied; all other results are new, dead registers. Returns the insertion point of further actions.
    pub(super) fn render_results(
        &mut self,
        rule: &mut Rule,
        mut place: InsertionPoint,
        build: ActionId,
        src: Tree,
        dst: Tree,
        start: usize,
    ) -> Result<InsertionPoint, Stop> {
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
            let Some(ty) = LowLevelType::new(ty) else {
                skip!(self, "unsupported type");
            };
            let register = rule.new_register();
            let ty = RegisterType::Known(ty);
            let made = rule.act_before(place, Action::MakeRegister { register, ty });
            place = InsertionPoint::Before(made);
            let role = Role::DefinesDead;
            rule.build_mut(build)
                .render(Renderer::Made { register, role });
        }
        Ok(place)
    }

    /// Renders the operands of an instruction: the operands in the result's tree, and the defaults in the instruction's
    /// definition. Returns the insertion point of further actions.
    pub(super) fn render_operands(
        &mut self,
        rule: &mut Rule,
        mut place: InsertionPoint,
        build: ActionId,
        src: Tree,
        dst: Tree,
    ) -> Result<InsertionPoint, Stop> {
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
        // A pattern cannot give an operand that has a default if an operand without a default follows.
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
                place = self.render_default(rule, place, build, operand, src)?;
                defaults += 1;
                continue;
            }
            let Some(tree) = dst.children().nth(child) else {
                // The reference does not check that there are enough operands.
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

    /// Renders the operand of `EXTRACT_SUBREG`: a copy of a sub-register.
    fn render_extraction(
        &mut self,
        rule: &mut Rule,
        place: InsertionPoint,
        build: ActionId,
        src: Tree,
        dst: Tree,
    ) -> Result<InsertionPoint, Stop> {
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
        let Some(class) = self.class_of_leaf(&whole)? else {
            skip!(
                self,
                "EXTRACT_SUBREG child #0 could not be coerced to a register class"
            );
        };
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

    /// Renders the operands of `REG_SEQUENCE`: pairs of a register and a sub-register index.
    fn render_sequence(
        &mut self,
        rule: &mut Rule,
        mut place: InsertionPoint,
        build: ActionId,
        src: Tree,
        dst: Tree,
    ) -> Result<InsertionPoint, Stop> {
        let mut children = dst.children();
        let Some(class) = children.next().filter(|it| it.is_leaf()) else {
            skip!(self, "REG_SEQUENCE child #0 is not a leaf");
        };
        if self.class_of_leaf(&class)?.is_none() {
            skip!(
                self,
                "REG_SEQUENCE child #0 could not be coerced to a register class"
            );
        }
        if !children.len().is_multiple_of(2) {
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

    /// Renders the default values of an operand. Returns the insertion point of further actions.
    fn render_default(
        &mut self,
        rule: &mut Rule,
        mut place: InsertionPoint,
        build: ActionId,
        operand: RecordId,
        src: Tree,
    ) -> Result<InsertionPoint, Stop> {
        let patterns = self.patterns.clone();
        let defaults = patterns.default_operands.get(&operand);
        let behind = place;
        for id in defaults.into_iter().flatten() {
            let tree = patterns.tree(*id);
            if changes::renders_by_name(self.cx.release()) {
                place = self.render_node(rule, place, build, tree, src)?;
                continue;
            }
            let renderer = match tree.head {
                Head::Leaf(Leaf::Record(leaf)) if leaf.kind == LeafKind::UndefTiedInput => {
                    let ty = tree.types.first().and_then(TypeSets::machine_type);
                    let Some(ty) = ty.and_then(LowLevelType::new) else {
                        skip!(self, "Could not add default op");
                    };
                    let register = rule.new_register();
                    let ty = RegisterType::Known(ty);
                    rule.act_before(place, Action::MakeRegister { register, ty });
                    let undefined = self.new_build(rule, self.opcodes.implicit_def);
                    let undefined = rule.act_before(place, undefined);
                    place = InsertionPoint::Before(undefined);
                    let role = Role::Uses;
                    rule.build_mut(undefined)
                        .render(Renderer::Made { register, role });
                    Renderer::Made { register, role }
                }
                Head::Leaf(Leaf::Record(leaf)) => Renderer::Register {
                    register: leaf.rec,
                    role: Role::Uses,
                },
                Head::Leaf(Leaf::Int(value)) => Renderer::Immediate(value),
                _ => skip!(self, "Could not add default op"),
            };
            rule.build_mut(build).render(renderer);
        }
        Ok(if changes::renders_by_name(self.cx.release()) {
            place
        } else {
            behind
        })
    }

    /// Adds the action that creates the register for the result of a node. Returns the number of the register.
    pub(super) fn make_register(
        &self,
        rule: &mut Rule,
        place: InsertionPoint,
        tree: Tree,
    ) -> Result<u32, Stop> {
        let instruction = tree
            .instruction()
            .map(|it| self.patterns.instructions.get(it));
        if instruction.is_none_or(|it| it.operands.defs == 0) {
            skip!(self, "Dst pattern child needs a def");
        }
        let Some(types) = tree.types.first() else {
            skip!(self, "Dst pattern child has no result");
        };
        let Some(ty) = types.machine_type().and_then(LowLevelType::new) else {
            skip!(self, "Dst operand has an unsupported type");
        };
        let register = rule.new_register();
        let ty = RegisterType::Known(ty);
        rule.act_before(place, Action::MakeRegister { register, ty });
        Ok(register)
    }

    /// Renders an operand in the result's tree. Returns the insertion point of further actions.
    fn render_operand(
        &mut self,
        rule: &mut Rule,
        place: InsertionPoint,
        build: ActionId,
        tree: Tree,
        src: Tree,
    ) -> Result<InsertionPoint, Stop> {
        if changes::renders_by_name(self.cx.release()) {
            return self.render_node(rule, place, build, tree, src);
        }
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
                // A leaf without a value must have the name of a child of the source.
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
        if self.is_basic_block(tree) {
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
        if types.machine_type().and_then(LowLevelType::new).is_none() {
            skip!(self, "Dst operand has an unsupported type");
        }
        let rec = self.cx.records.rec(rec);
        Ok(match kind {
            LeafKind::Register => Renderer::Register {
                register: rec.id(),
                role: Role::Uses,
            },
            LeafKind::RegisterOperand if !rec.is_unset("GIZeroRegister") => Renderer::CopyOrZero {
                name,
                zero: rec.def("GIZeroRegister")?.id(),
            },
            LeafKind::RegisterClass
            | LeafKind::RegisterClassByMode
            | LeafKind::RegisterOperand
            | LeafKind::ValueType => Renderer::Copy(name),
            LeafKind::SubRegisterIndex => {
                let index = self.patterns.registers.indices.resolve(rec)?;
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
}
