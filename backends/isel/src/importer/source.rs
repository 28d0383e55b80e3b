//! Converting the source of a pattern to checks of generic instructions.

use backend::{Fatal, RecordId};
use elaborate::symbol::Sym;
use pattern_model::types::TypeSets;
use pattern_model::{Head, Intrinsic, Leaf, LeafKind, OperatorKind, PredicateFlags as Flag, Tree};
use smallvec::smallvec;
use target_model::instructions::InstructionId;
use target_model::value_types::{self, ValueType};

use super::{Equivalent, Importer, Stop, changes, skip};
use crate::global_isel::predicate::{Bits, Strength};
use crate::global_isel::{Check, LowLevelType, OperandAt, Rule};

type Done = Result<(), Stop>;

/// What a generic instruction's definition says about an operand.
#[derive(Clone, Copy)]
struct Role {
    is_pointer: bool,
    /// Whether the operand is an immediate and not a register that holds a constant.
    is_immediate: bool,
}

impl Importer<'_> {
    /// Adds the checks of a node and its descendants to an instruction of a rule. `renderer` is the number of renderers
    /// for complex patterns so far.
    pub(super) fn match_node(
        &mut self,
        rule: &mut Rule,
        instruction: u32,
        tree: Tree,
        renderer: &mut u32,
    ) -> Done {
        let ignored_copies = rule.ignores_copies;
        self.set_flags(rule, tree.extras.gisel_flags)?;
        let result = self.match_node_with_flags(rule, instruction, tree, renderer);
        rule.ignores_copies = ignored_copies;
        result
    }

    fn match_node_with_flags(
        &mut self,
        rule: &mut Rule,
        instruction: u32,
        tree: Tree,
        renderer: &mut u32,
    ) -> Done {
        let (opcode, operator) = match tree.head {
            Head::Leaf(Leaf::Int(_)) => (self.opcodes.constant, None),
            Head::Leaf(_) => {
                skip!(
                    self,
                    "Unable to deduce gMIR opcode to handle Src (which is a leaf)"
                );
            }
            Head::Operator(operator) => match self.equivalents.get(&operator.rec) {
                Some(equivalent) => {
                    rule.others.push(equivalent.def);
                    let opcode = self.equivalent(equivalent, tree)?;
                    (opcode, Some(operator.rec))
                }
                None => skip!(
                    self,
                    "Pattern operator lacks an equivalent Instruction{}",
                    self.operator_text(operator.rec)
                ),
            },
        };
        rule.check(instruction, Check::Opcode(smallvec![opcode]));
        let equivalent = operator.and_then(|it| self.equivalents.get(&it));
        let atomicity = match equivalent {
            Some(it) if it.is_not_atomic => Some(("NotAtomic", Strength::Exactly)),
            Some(it) if it.is_atomic => Some(("Unordered", Strength::OrStronger)),
            _ => None,
        };
        let atomicity = atomicity.map(|(order, strength)| Check::AtomicOrdering(order, strength));
        let is_early = changes::checks_atomics_early(self.cx.release());
        let (early, late) = if is_early {
            (atomicity, None)
        } else {
            (None, atomicity)
        };
        if let Some(check) = early {
            rule.check(instruction, check);
        }
        self.match_results(
            rule,
            instruction,
            opcode,
            operator.is_some(),
            tree,
            *renderer,
        )?;
        for call in &tree.extras.predicates {
            self.match_predicate(rule, instruction, operator, call, tree)?;
        }
        if let Some(check) = late {
            rule.check(instruction, check);
        }
        let number = tree.types.len() as u32;
        let name = tree.name.unwrap_or(Sym::EMPTY);
        if let Some(value) = tree.int() {
            let at = rule.add_operand(instruction, number, name, *renderer);
            rule.check_operand(at, Check::Literal(value));
            return Ok(());
        }
        let instructions = self.patterns.instructions.clone();
        match &*instructions.get(opcode).name {
            "G_CONSTANT" | "G_FCONSTANT" => {
                rule.add_operand(instruction, number, Sym::EMPTY, *renderer);
                Ok(())
            }
            "G_FRAME_INDEX" => {
                let has_name = changes::names_frame_indices(self.cx.release());
                let name = if has_name { name } else { Sym::EMPTY };
                rule.add_operand(instruction, number, name, *renderer);
                Ok(())
            }
            opcode_name => {
                self.match_operands(rule, instruction, (opcode, opcode_name), tree, renderer)
            }
        }
    }

    /// The generic instruction that corresponds to a node. It depends on the type of the node's first operand, on the
    /// node's predicates and, for an intrinsic, on whether the intrinsic is convergent.
    fn equivalent(&self, equivalent: &Equivalent, tree: Tree) -> Result<InstructionId, Stop> {
        if let Some(opcode) = equivalent.if_floating_point {
            let first = tree.children().next();
            let ty = first.and_then(|it| it.types.first()?.machine_type());
            if ty.is_some_and(ValueType::is_floating_point) {
                return Ok(opcode);
            }
        }
        if let Some(opcode) = equivalent.if_convergent {
            let intrinsic = self.patterns.intrinsic(tree);
            if intrinsic.is_some_and(|it| it.is_convergent) {
                return Ok(opcode);
            }
        }
        for call in &tree.extras.predicates {
            let predicate = self.predicate(call);
            for (flag, opcode) in [
                (Flag::IS_SIGN_EXT_LOAD, equivalent.if_sign_extend),
                (Flag::IS_ZERO_EXT_LOAD, equivalent.if_zero_extend),
            ] {
                let Some(opcode) = opcode else {
                    continue;
                };
                if predicate.has_one_of(&[Flag::IS_LOAD, Flag::IS_ATOMIC])?
                    && predicate.has(flag)?
                {
                    return Ok(opcode);
                }
            }
        }
        Ok(equivalent.usual)
    }

    /// Adds the results of an instruction with the checks of their types. The results have no names yet.
    fn match_results(
        &self,
        rule: &mut Rule,
        instruction: u32,
        opcode: InstructionId,
        is_operator: bool,
        tree: Tree,
        renderer: u32,
    ) -> Done {
        for (number, types) in (0..).zip(&tree.types) {
            let is_pointer =
                is_operator && self.operand_is(opcode, "OutOperandList", number, "IsPointer")?;
            let at = rule.add_operand(instruction, number as u32, Sym::EMPTY, renderer);
            if let Err(reason) = check_type(rule, at, types, is_pointer) {
                skip!(self, "{reason} for result of Src pattern operator");
            }
        }
        Ok(())
    }

    /// Whether the definition of a generic instruction gives an operand a property. `list` is the field that lists the
    /// operand.
    fn operand_is(
        &self,
        opcode: InstructionId,
        list: &str,
        number: usize,
        property: &str,
    ) -> Result<bool, Fatal> {
        let instruction = self.patterns.instructions.get(opcode);
        let list = self.cx.records.rec(instruction.rec).dag(list)?;
        let class = (number < list.len()).then(|| list.arg(number));
        let class = class.and_then(|it| self.cx.records.def_of(it));
        match class.filter(|it| it.is_a("TypedOperand")) {
            Some(class) => class.bit(property),
            None => Ok(false),
        }
    }

    fn match_operands(
        &mut self,
        rule: &mut Rule,
        instruction: u32,
        (opcode, opcode_name): (InstructionId, &str),
        tree: Tree,
        renderer: &mut u32,
    ) -> Done {
        let patterns = self.patterns.clone();
        let mut number = tree.types.len() as u32;
        let mut children = tree.children().len();
        // In generic comparisons the condition comes before the operands, not after them.
        if matches!(opcode_name, "G_FCMP" | "G_ICMP")
            && let Some(condition) = tree.children().next_back().filter(|it| it.is_leaf())
        {
            if condition.leaf_kind() != Some(LeafKind::CondCode) {
                skip!(self, "Unable to handle CondCode");
            }
            let name = condition.name.unwrap_or(Sym::EMPTY);
            let at = rule.add_operand(instruction, number, name, *renderer);
            number += 1;
            let field = match opcode_name {
                "G_FCMP" => "FCmpPredicate",
                _ => "ICmpPredicate",
            };
            let rec = condition.rec().map(|it| self.cx.records.rec(it));
            let predicate = rec.map(|it| it.string(field)).transpose()?;
            let predicate = predicate.unwrap_or_default();
            if !predicate.is_empty() {
                rule.check_operand(at, Check::Comparison(Sym::new(&predicate)));
                children -= 1;
            }
        }
        let is_intrinsic = matches!(
            opcode_name,
            "G_INTRINSIC"
                | "G_INTRINSIC_W_SIDE_EFFECTS"
                | "G_INTRINSIC_CONVERGENT"
                | "G_INTRINSIC_CONVERGENT_W_SIDE_EFFECTS"
        );
        let intrinsic = patterns.intrinsic(tree);
        if is_intrinsic && intrinsic.is_none() {
            skip!(self, "Expected IntInit containing intrinsic ID)");
        }
        let intrinsic = intrinsic.filter(|_| is_intrinsic);
        for (place, child) in tree.children().take(children).enumerate() {
            let role = Role {
                is_immediate: self.operand_is(opcode, "InOperandList", place, "IsImmediate")?,
                is_pointer: self.operand_is(opcode, "InOperandList", place, "IsPointer")?,
            };
            let role = match (intrinsic, place.checked_sub(1)) {
                // The id of the intrinsic is an operand that precedes the arguments.
                (Some(intrinsic), None) => {
                    let name = child.name.unwrap_or(Sym::EMPTY);
                    let at = rule.add_operand(instruction, number, name, *renderer);
                    let name = Sym::new(&intrinsic.enum_name);
                    rule.check_operand(at, Check::Intrinsic(name));
                    number += 1;
                    continue;
                }
                (Some(intrinsic), Some(argument)) => role.of_argument(intrinsic, argument),
                (None, _) => role,
            };
            self.match_child(rule, (instruction, number), child, role, renderer)?;
            number += 1;
        }
        Ok(())
    }

    /// Adds the operand for a child of a node, with its checks. An operand that must equal an earlier operand gets no
    /// further checks.
    fn match_child(
        &mut self,
        rule: &mut Rule,
        (instruction, number): (u32, u32),
        child: Tree,
        role: Role,
        renderer: &mut u32,
    ) -> Done {
        let at = match child.leaf_record() {
            Some(leaf) if leaf.kind == LeafKind::Register && child.name.is_none() => {
                rule.add_register_input(instruction, leaf.rec, number, *renderer)
            }
            _ => {
                let name = self.operand_name(child);
                rule.add_operand(instruction, number, name, *renderer)
            }
        };
        if rule.operand(at).is_same_as_another() {
            return Ok(());
        }
        let [types] = &child.node().types[..] else {
            skip!(self, "Src pattern child has multiple results");
        };
        if self.match_special(rule, at, child)? {
            return Ok(());
        }
        if !role.is_immediate
            && let Err(reason) = check_type(rule, at, types, role.is_pointer)
        {
            let text = |it| self.patterns.text(self.cx.records, it);
            skip!(self, "{reason} for Src operand ({})", text(child));
        }
        if self.waiting > 0
            && let Some(argument) = child.extras.argument_names.first()
        {
            let key = (argument.scope, argument.name);
            let index = *self.stored.entry(key).or_default();
            let name = Sym::new(&format!("pred:{}:{}", argument.scope, argument.name));
            rule.check_operand(at, Check::RecordOperand { index, name });
            self.waiting -= 1;
        }
        match child.head {
            Head::Operator(_) => self.match_operator(rule, at, child, renderer),
            Head::Leaf(leaf) => self.match_leaf(rule, at, child, leaf, types, role, renderer),
        }
    }

    /// The name of an operand. Uses of a complex pattern get the same name if the names of their operands are the same.
    fn operand_name(&self, child: Tree) -> Sym {
        let Some(operator) = child.operator().filter(|it| is_complex_pattern(it.kind)) else {
            return child.name.unwrap_or(Sym::EMPTY);
        };
        let mut name = self.cx.records.rec(operator.rec).name().to_owned();
        for child in child.children() {
            name.push(':');
            name += child.name.map_or("", Sym::as_str);
        }
        Sym::new(&name)
    }

    /// Adds the checks of an operand that is a basic block, an immediate or a type. The type of such an operand is not
    /// checked. Returns whether the child is such an operand.
    fn match_special(&self, rule: &mut Rule, at: OperandAt, child: Tree) -> Result<bool, Fatal> {
        if changes::types_are_numbers(self.cx.release())
            && child.leaf_kind() == Some(LeafKind::ValueType)
            && child.name.is_none()
            && let Some(ty) = child.rec()
        {
            let ty = value_types::known(self.cx.records.rec(ty))?;
            let bits = ty.scalar().size_in_bits();
            rule.check_operand(at, Check::Literal(bits.into()));
            return Ok(true);
        }
        if self.is_basic_block(child) {
            rule.check_operand(at, Check::BasicBlock);
            return Ok(true);
        }
        let operator = child.operator();
        if operator.is_none_or(|it| self.cx.records.rec(it.rec).name() != "timm") {
            return Ok(false);
        }
        rule.check_operand(at, Check::IsImmediate);
        for call in &child.extras.predicates {
            let predicate = self.predicate(call);
            if predicate.is_immediate()? {
                let check = Check::Immediate(self.immediate(predicate));
                rule.check_operand(at, check);
            }
        }
        Ok(true)
    }

    pub(super) fn is_basic_block(&self, tree: Tree) -> bool {
        if changes::tells_blocks_by_name(self.cx.release()) {
            let operator = tree.operator();
            return operator.is_some_and(|it| self.cx.records.rec(it.rec).name() == "bb");
        }
        let node = self.patterns.sd_node(&tree);
        node.is_some_and(|it| it.class == "BasicBlockSDNode")
    }

    fn match_operator(
        &mut self,
        rule: &mut Rule,
        at: OperandAt,
        child: Tree,
        renderer: &mut u32,
    ) -> Done {
        let operator = child.operator();
        if let Some(operator) = operator.filter(|it| is_complex_pattern(it.kind)) {
            let first = *renderer;
            self.match_complex_pattern(rule, at, operator.rec, renderer)?;
            let parent = self.operand_name(child);
            for (number, part) in (0..).zip(child.children()) {
                let Some(name) = part.name else { continue };
                if let Err(other) = rule.define_part(name, first, number, parent) {
                    skip!(
                        self,
                        "Error: Complex suboperand {name} referenced by different operands: {other} and {parent}."
                    );
                }
            }
            return Ok(());
        }
        let name = child.name.unwrap_or(Sym::EMPTY);
        match rule.define_operand(at, name, true) {
            Some(instruction) => self.match_node(rule, instruction, child, renderer),
            None => skip!(
                self,
                "Nested instruction cannot be the same as another operand"
            ),
        }
    }

    fn match_complex_pattern(
        &self,
        rule: &mut Rule,
        at: OperandAt,
        pattern: RecordId,
        renderer: &mut u32,
    ) -> Done {
        let Some(function) = self.complex_patterns.get(&pattern) else {
            skip!(
                self,
                "SelectionDAG ComplexPattern ({}) not mapped to GlobalISel",
                self.cx.records.rec(pattern).name()
            );
        };
        let check = Check::ComplexPattern {
            name: function.name,
            renderer: rule.operand(at).renderer,
        };
        rule.others.push(function.def);
        rule.check_operand(at, check);
        *renderer += 1;
        Ok(())
    }

    #[expect(clippy::too_many_arguments)]
    fn match_leaf(
        &mut self,
        rule: &mut Rule,
        at: OperandAt,
        child: Tree,
        leaf: Leaf,
        types: &TypeSets,
        role: Role,
        renderer: &mut u32,
    ) -> Done {
        if !child.extras.predicates.is_empty() {
            return self.match_leaf_predicates(rule, at, child);
        }
        let record = match leaf {
            Leaf::Int(value) => {
                let check = if role.is_immediate {
                    Check::Literal(value)
                } else {
                    Check::Constant(value)
                };
                rule.check_operand(at, check);
                return Ok(());
            }
            Leaf::Unset => skip!(self, "Src pattern child is an unsupported kind"),
            Leaf::Record(record) => record,
        };
        match record.kind {
            LeafKind::RegisterClass | LeafKind::RegisterClassByMode | LeafKind::RegisterOperand => {
                if let Some(class) = self.class_of_leaf(&child)? {
                    rule.check_operand(at, self.bank(class));
                }
            }
            LeafKind::Register => match self.class_of_register(record.rec, types)? {
                Some(class) => _ = rule.check_operand(at, self.bank(class)),
                None => skip!(
                    self,
                    "Could not determine physical register class of pattern source"
                ),
            },
            // Only the type is checked.
            LeafKind::ValueType | LeafKind::SourceValue => {}
            LeafKind::ComplexPattern => {
                self.match_complex_pattern(rule, at, record.rec, renderer)?;
            }
            LeafKind::AllOnes | LeafKind::AllZeros => {
                let bits = match record.kind {
                    LeafKind::AllOnes => Bits::Ones,
                    _ => Bits::Zeros,
                };
                self.match_splat(rule, at, child, types, bits, *renderer)?;
            }
            _ if self.cx.records.rec(record.rec).is_a("ImmLeaf") => skip!(
                self,
                "Src pattern child def is an unsupported tablegen class (ImmLeaf)"
            ),
            _ => skip!(
                self,
                "Src pattern child def is an unsupported tablegen class"
            ),
        }
        Ok(())
    }

    /// Adds the C++ checks of an operand. Apart from these checks, only the type of the operand is checked.
    fn match_leaf_predicates(&self, rule: &mut Rule, at: OperandAt, child: Tree) -> Done {
        for call in &child.extras.predicates {
            let predicate = self.predicate(call);
            if !predicate.has_gisel_leaf_code()? {
                skip!(self, "Src pattern child has unsupported predicate");
            }
            // The reference reads this field later, when it writes the table.
            let kind = if predicate.gisel_code()?.is_empty() {
                "MO"
            } else {
                "MI"
            };
            rule.check_operand(at, Check::LeafFunction(self.function(kind, predicate)));
        }
        Ok(())
    }

    /// Adds the checks of a vector whose bits are all zero or all one. Two generic instructions can build such a
    /// vector.
    fn match_splat(
        &self,
        rule: &mut Rule,
        at: OperandAt,
        child: Tree,
        types: &TypeSets,
        bits: Bits,
        renderer: u32,
    ) -> Done {
        let name = child.name.unwrap_or(Sym::EMPTY);
        let Some(instruction) = rule.define_operand(at, name, false) else {
            return Ok(());
        };
        let opcodes = smallvec![self.opcodes.build_vector, self.opcodes.build_vector_trunc];
        rule.check(instruction, Check::Opcode(opcodes));
        let at = rule.add_operand(instruction, 0, Sym::EMPTY, renderer);
        if let Err(reason) = check_type(rule, at, types, false) {
            skip!(self, "{reason} for result of Src pattern operator");
        }
        rule.check(instruction, Check::VectorOfAll(bits));
        Ok(())
    }
}

impl Role {
    /// The role of an intrinsic's argument: `self` combined with the properties in the intrinsic's definition.
    fn of_argument(self, intrinsic: &Intrinsic, argument: usize) -> Role {
        let param = intrinsic.params.get(argument);
        Role {
            is_pointer: self.is_pointer || param.is_some_and(|it| it.is_pointer),
            is_immediate: self.is_immediate || param.is_some_and(|it| it.is_immediate),
        }
    }
}

fn is_complex_pattern(kind: OperatorKind) -> bool {
    matches!(kind, OperatorKind::ComplexPattern(_))
}

/// Adds the check of an operand's type. If `is_pointer` is true, the operand must be a pointer of the type's size. The
/// error is the reason why the type is not supported.
fn check_type(
    rule: &mut Rule,
    at: OperandAt,
    types: &TypeSets,
    is_pointer: bool,
) -> Result<(), &'static str> {
    let Some(ty) = types.machine_type() else {
        return Err("unsupported typeset");
    };
    let check = match LowLevelType::new(ty) {
        _ if ty == ValueType::IPTR && is_pointer => Check::Pointer { size: 0 },
        None => return Err("unsupported type"),
        Some(ty) if is_pointer => Check::Pointer {
            size: ty.size_in_bits(),
        },
        Some(ty) => Check::Type(match types.address_space {
            Some(address_space) => LowLevelType::Pointer {
                address_space,
                size: ty.size_in_bits(),
            },
            None => ty,
        }),
    };
    rule.check_operand(at, check);
    Ok(())
}
