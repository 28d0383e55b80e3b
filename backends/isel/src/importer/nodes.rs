//! Rendering operands of the result, in LLVM 21 and later.
//!
//! A node with a name is rendered as the operand that was matched under the name. A node without a name is rendered by
//! its kind.

use elaborate::symbol::Sym;
use pattern_model::types::TypeSets;
use pattern_model::{Head, Leaf, LeafKind, Operator, OperatorKind, Tree};

use super::result::{InsertionPoint, root_result};
use super::{Importer, Stop, skip};
use crate::global_isel::renderer::Role;
use crate::global_isel::{Action, ActionId, LowLevelType, RegisterType, Renderer, Rule};

impl Importer<'_> {
    /// Renders the results of an instruction. If the instruction is the root, results that the source defines are
    /// copied; otherwise, the caller has rendered the first result. An optional result is rendered as the register in
    /// its default. All other results are new, dead registers. Returns the insertion point of further actions.
    pub(super) fn render_named_results(
        &mut self,
        rule: &mut Rule,
        mut place: InsertionPoint,
        build: ActionId,
        dst: Tree,
        is_root: bool,
    ) -> Result<InsertionPoint, Stop> {
        let patterns = self.patterns.clone();
        let instruction = patterns.instructions.get(rule.build(build).opcode);
        let first = usize::from(!is_root);
        for number in first..instruction.operands.defs {
            let name = root_result(instruction, number);
            if is_root && rule.has_operand(name) {
                rule.build_mut(build).render(Renderer::Copy(name));
                continue;
            }
            let operand = instruction.operands.get(number).rec;
            if self.cx.records.rec(operand).is_a("OptionalDefOperand") {
                let defaults = patterns.default_operands.get(&operand);
                for default in defaults.into_iter().flatten() {
                    let renderer = self.optional_result(patterns.tree(*default))?;
                    rule.build_mut(build).render(renderer);
                }
                continue;
            }
            // The reference does not check that there are enough types.
            let types = dst.types.get(number);
            let Some(ty) = types.and_then(TypeSets::machine_type) else {
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

    /// The renderer of an optional result: the register in the result's default. The register is marked as dead.
    fn optional_result(&self, default: Tree) -> Result<Renderer, Stop> {
        if !default.is_leaf() {
            skip!(self, "optional def is not a leaf");
        }
        let Some(leaf) = default.leaf_record() else {
            skip!(self, "optional def is not a record");
        };
        if !matches!(leaf.kind, LeafKind::Register | LeafKind::ZeroRegister) {
            skip!(self, "optional def is not a register");
        }
        Ok(Renderer::Register {
            register: leaf.rec,
            role: Role::DefinesDead,
        })
    }

    /// Renders an operand. Returns the insertion point of further actions.
    pub(super) fn render_node(
        &mut self,
        rule: &mut Rule,
        place: InsertionPoint,
        build: ActionId,
        tree: Tree,
        src: Tree,
    ) -> Result<InsertionPoint, Stop> {
        let renderer = match (tree.name, tree.head) {
            (Some(name), _) => self.named_renderer(rule, name, tree)?,
            (None, Head::Leaf(leaf)) => self.kind_renderer(rule, place, leaf, tree)?,
            (None, Head::Operator(operator)) => match operator.kind {
                OperatorKind::Transform(_) => self.transform_renderer(rule, operator, tree)?,
                OperatorKind::Instruction(_) => {
                    let register = self.make_register(rule, place, tree)?;
                    let role = Role::Uses;
                    rule.build_mut(build)
                        .render(Renderer::Made { register, role });
                    return self.build_operand(rule, place, tree, src, register);
                }
                _ => return Err(self.unrendered("unrecognized node", tree)),
            },
        };
        rule.build_mut(build).render(renderer);
        Ok(place)
    }

    fn unrendered(&self, reason: &str, tree: Tree) -> Stop {
        self.skip(|| format!("{reason} {}", self.patterns.text(self.cx.records, tree)))
    }

    /// The renderer for the operand, or part of a complex pattern's result, that was matched under `name`.
    fn named_renderer(&self, rule: &Rule, name: Sym, tree: Tree) -> Result<Renderer, Stop> {
        if let Some((renderer, part)) = rule.part(name) {
            return Ok(Renderer::ComplexPattern {
                name,
                renderer,
                part: Some(part),
                sub_register: None,
            });
        }
        let leaf = match tree.head {
            Head::Leaf(leaf) => leaf,
            Head::Operator(operator) => {
                return match self.cx.records.rec(operator.rec).name() {
                    "imm" => Ok(Renderer::CopyConstant(name)),
                    "fpimm" => Ok(Renderer::CopyFloat(name)),
                    "bb" | "timm" | "tframeindex" => Ok(Renderer::Copy(name)),
                    _ => Err(self.unrendered("node has unsupported operator", tree)),
                };
            }
        };
        if let Leaf::Record(leaf) = leaf {
            if tree.types.len() != 1 {
                return Err(self.unrendered("node does not have one result", tree));
            }
            let rec = self.cx.records.rec(leaf.rec);
            match leaf.kind {
                LeafKind::ComplexPattern => {
                    if !self.complex_patterns.contains_key(&leaf.rec) {
                        skip!(
                            self,
                            "ComplexPattern {} does not have GISel equivalent",
                            rec.name()
                        );
                    }
                    let source = self.cx.records.rec(rule.source);
                    let at = rule.operand_of_name(name, source)?;
                    return Ok(Renderer::ComplexPattern {
                        name,
                        renderer: rule.operand(at).renderer,
                        part: None,
                        sub_register: None,
                    });
                }
                LeafKind::RegisterOperand if !rec.is_unset("GIZeroRegister") => {
                    let zero = rec.def("GIZeroRegister")?.id();
                    return Ok(Renderer::CopyOrZero { name, zero });
                }
                LeafKind::RegisterClass
                | LeafKind::RegisterClassByMode
                | LeafKind::RegisterOperand
                | LeafKind::ValueType => {
                    return Ok(Renderer::Copy(name));
                }
                _ => {}
            }
        }
        if !rule.has_operand(name) {
            skip!(self, "could not find node ${name} in the source DAG");
        }
        match leaf {
            Leaf::Unset => Ok(Renderer::Copy(name)),
            _ => Err(self.unrendered("unsupported node", tree)),
        }
    }

    /// The renderer of a leaf without a name.
    fn kind_renderer(
        &self,
        rule: &mut Rule,
        place: InsertionPoint,
        leaf: Leaf,
        tree: Tree,
    ) -> Result<Renderer, Stop> {
        let leaf = match leaf {
            Leaf::Int(value) => return Ok(Renderer::Immediate(value)),
            Leaf::Unset => return Err(self.unrendered("unrecognized node", tree)),
            Leaf::Record(leaf) => leaf,
        };
        match leaf.kind {
            LeafKind::Register | LeafKind::ZeroRegister => Ok(Renderer::Register {
                register: leaf.rec,
                role: Role::Uses,
            }),
            LeafKind::UndefTiedInput => {
                let ty = tree.types.first().and_then(TypeSets::machine_type);
                let Some(ty) = ty.and_then(LowLevelType::new) else {
                    skip!(self, "unsupported type");
                };
                let register = rule.new_register();
                let ty = RegisterType::Known(ty);
                rule.act_before(place, Action::MakeRegister { register, ty });
                let undefined = self.new_build(rule, self.opcodes.implicit_def);
                let undefined = rule.act_before(place, undefined);
                let role = Role::Defines;
                rule.build_mut(undefined)
                    .render(Renderer::Made { register, role });
                let role = Role::Uses;
                Ok(Renderer::Made { register, role })
            }
            LeafKind::SubRegisterIndex => {
                let rec = self.cx.records.rec(leaf.rec);
                let index = self.patterns.registers.indices.resolve(rec)?;
                Ok(Renderer::Immediate(index.number().into()))
            }
            _ => Err(self.unrendered("unrecognized node", tree)),
        }
    }

    /// The renderer that calls the function of a transform for a matched operand.
    fn transform_renderer(
        &self,
        rule: &mut Rule,
        operator: Operator,
        tree: Tree,
    ) -> Result<Renderer, Stop> {
        let OperatorKind::Transform(transform) = operator.kind else {
            return Err(self.unrendered("unrecognized node", tree));
        };
        let Some(function) = self.transforms.get(&operator.rec) else {
            skip!(
                self,
                "SDNodeXForm {} does not have GISel equivalent",
                self.cx.records.rec(operator.rec).name()
            );
        };
        rule.others.push(function.def);
        let function = function.name;
        let name = tree.children().next().and_then(|it| it.name);
        let name = name.unwrap_or(Sym::EMPTY);
        let node = self.patterns.transforms[transform].node;
        Ok(match self.cx.records.rec(node).name() {
            "timm" => Renderer::CustomOperand { function, name },
            _ => Renderer::Custom { function, name },
        })
    }
}
