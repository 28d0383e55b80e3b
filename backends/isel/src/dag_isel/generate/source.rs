//! Steps that match the source of a pattern.

use backend::{Fatal, Records};
use elaborate::symbol::Sym;
use pattern_model::{
    Below, Head, Leaf, LeafKind, LeafRecord, OperatorKind, PredicateCall, Properties, ScopedName,
    SdNodeId, Tree,
};
use smallvec::SmallVec;
use target_model::value_types::known;

use super::{State, Variable, type_of};
use crate::dag_isel::step::{ComplexCheck, Int, Step};

impl<'a> State<'_, 'a> {
    /// Adds the steps that match the whole pattern: its structure, then its C++ condition, then its complex patterns.
    /// Complex patterns come last since they are slow and rarely shared between patterns.
    pub(super) fn match_all(&mut self, opcode: Option<SdNodeId>) -> Result<(), Fatal> {
        if let Some(opcode) = opcode {
            self.push(Step::CheckOpcode(opcode));
        }
        self.match_node(self.src)?;
        if let Some(condition) = self.generator.condition(self.pattern)? {
            self.push(Step::CheckPatternPredicate(condition));
        }
        for (tree, slot) in std::mem::take(&mut self.complex_patterns) {
            self.check_complex_pattern(tree, slot);
        }
        Ok(())
    }

    fn match_node(&mut self, tree: Tree<'a>) -> Result<(), Fatal> {
        let node = self.matched;
        self.matched += 1;
        let names: SmallVec<[Variable; 2]> = names(tree).collect();
        if !names.is_empty() && !self.record(&names) {
            return Ok(());
        }
        match tree.head {
            Head::Leaf(leaf) => self.match_leaf(tree, leaf)?,
            Head::Operator(_) => self.match_operator(tree)?,
        }
        for call in &tree.extras.predicates {
            self.check_predicate(call);
        }
        for at in 0..self.checks[node].len() {
            let result = self.checks[node][at];
            self.push(Step::CheckType {
                ty: type_of(&tree, result),
                result: result as u32,
            });
        }
        Ok(())
    }

    /// Adds the step that records a node under its names. If a node was already recorded under one of the names, the
    /// step checks that the two nodes are the same. Returns whether the node was recorded.
    fn record(&mut self, names: &[Variable]) -> bool {
        let known = names.iter().find_map(|it| self.variables.get(*it));
        let slot = match known {
            Some(slot) => {
                self.push(Step::CheckSame(slot));
                slot
            }
            None => {
                let mut text = String::new();
                for (number, name) in names.iter().enumerate() {
                    text.push_str(if number == 0 { "$" } else { ",$" });
                    name.push_text(&mut text);
                }
                self.record_node(&text)
            }
        };
        for name in names {
            self.variables.insert(*name, slot);
        }
        known.is_none()
    }

    fn record_node(&mut self, what: &str) -> u32 {
        let slot = self.fill_slot();
        let what = Sym::new(what);
        self.push(Step::RecordNode { slot, what });
        slot
    }

    fn check_predicate(&mut self, call: &PredicateCall) {
        let fragment = &self.generator.patterns.fragments[call.fragment];
        let arguments: &[Sym] = if fragment.predicate.takes_operands() {
            &fragment.arguments
        } else {
            &[]
        };
        let slots: Vec<u32> = arguments
            .iter()
            .map(|name| {
                self.slot(Variable::Argument(ScopedName {
                    scope: call.scope,
                    name: *name,
                }))
            })
            .collect();
        let arguments = self.list(&slots);
        self.push(Step::CheckPredicate {
            fragment: call.fragment,
            arguments,
        });
    }

    /// The slot of a named value.
    pub(super) fn slot(&self, name: Variable) -> u32 {
        // The reference writes this value for a name without a slot.
        self.variables.get(name).unwrap_or(u32::MAX)
    }

    /// Whether a node is the root of the pattern's source.
    fn is_root(&self, tree: Tree) -> bool {
        tree.id == self.src.id
    }

    /// If the node is the root, adds a check of its opcode. Even a constant gets such a check, so that the matchers of
    /// all patterns become one switch.
    fn check_root(
        &mut self,
        tree: Tree,
        opcode: Option<SdNodeId>,
        name: &str,
    ) -> Result<(), Fatal> {
        if !self.is_root(tree) {
            return Ok(());
        }
        let Some(opcode) = opcode else {
            let records = self.generator.records;
            return Err(records.fatal(format!("Error getting SDNode '{name}'!")));
        };
        self.push(Step::CheckOpcode(opcode));
        Ok(())
    }

    fn match_leaf(&mut self, tree: Tree<'a>, leaf: Leaf) -> Result<(), Fatal> {
        let generator = &*self.generator;
        let (records, nodes) = (generator.records, generator.known);
        let LeafRecord { rec, kind } = match leaf {
            Leaf::Int(value) => {
                self.check_root(tree, nodes.imm, "imm")?;
                self.push(Step::CheckInteger(Int::new(value)));
                return Ok(());
            }
            // A named operand without conditions matches any value.
            Leaf::Unset => return Ok(()),
            Leaf::Record(record) => record,
        };
        match kind {
            // A type with a name matches any value of the type. A type without a name only matches the node that
            // denotes this type.
            LeafKind::ValueType => {
                if tree.name.is_none() {
                    let ty = known(records.rec(rec))?;
                    self.push(Step::CheckValueType(ty));
                }
            }
            LeafKind::RegisterClass
            | LeafKind::RegisterOperand
            | LeafKind::PointerLikeRegisterClass
            | LeafKind::RegisterClassByMode
            | LeafKind::SubRegisterIndex
            | LeafKind::SourceValue => {}
            LeafKind::Register => {
                let rec = records.rec(rec);
                let slot = self.record_node(&format!("physreg input {}", rec.name()));
                self.registers.push((rec, slot));
            }
            LeafKind::CondCode => {
                let name = Sym::new(records.rec(rec).name());
                self.push(Step::CheckCondCode(name));
            }
            LeafKind::ComplexPattern => {
                let Some(name) = tree.name else {
                    let text = self.text(tree);
                    let message = format!("We expect complex pattern uses to have names: {text}");
                    return Err(records.fatal(message));
                };
                let slot = self.slot(Variable::Node(name));
                self.complex_patterns.push((tree, slot));
            }
            LeafKind::AllOnes | LeafKind::AllZeros => {
                let (opcode, name) = if type_of(&tree, 0).is_scalable_vector() {
                    (nodes.splat_vector, "splat_vector")
                } else {
                    (nodes.build_vector, "build_vector")
                };
                self.check_root(tree, opcode, name)?;
                self.push(match kind {
                    LeafKind::AllOnes => Step::CheckImmAllOnesV,
                    _ => Step::CheckImmAllZerosV,
                });
            }
            _ => {
                let rec = records.rec(self.pattern.rec);
                return Err(rec.fatal(format!("Unknown leaf kind: {}", self.text(tree))));
            }
        }
        Ok(())
    }

    fn match_operator(&mut self, tree: Tree<'a>) -> Result<(), Fatal> {
        let patterns = self.generator.patterns;
        let records = self.generator.records;
        let Some(operator) = tree.operator() else {
            return Ok(());
        };
        let name = records.rec(operator.rec).name();
        let node = match operator.kind {
            OperatorKind::ComplexPattern(_) => {
                // Uses of a complex pattern with the same operand names are checked once.
                let mut text = name.to_owned();
                for child in tree.children() {
                    text.push(':');
                    text.push_str(child.name.map_or("", Sym::as_str));
                }
                if self.record(&[Variable::ComplexPattern(Sym::new(&text))]) {
                    self.complex_patterns.push((tree, self.next_slot - 1));
                }
                return Ok(());
            }
            OperatorKind::SdNode(node) => node,
            _ => {
                let rec = records.rec(self.pattern.rec);
                return Err(rec.fatal(format!("'{name}' cannot be matched")));
            }
        };
        if let Some(check) = masking(tree, name) {
            self.check_root(tree, Some(node), name)?;
            self.push(check);
            self.push(Step::MoveChild(0));
            self.match_node(tree.child(0))?;
            self.push(Step::MoveParent);
            return Ok(());
        }

        self.push(Step::CheckOpcode(node));
        let properties = patterns.properties(tree);
        let has = |property| properties.contains(property);
        if has(Properties::MEMORY_OPERAND) {
            self.push(Step::RecordMemRef);
        }
        // The chain is operand 0 of the node, but it is not a child in the pattern.
        let mut child_number = 0;
        if has(Properties::HAS_CHAIN) {
            let slot = self.record_node(&format!("'{name}' chained node"));
            self.chains.push(slot);
            child_number = 1;
            if self.may_make_a_circle(tree) {
                self.push(Step::CheckFoldableChainNode);
            }
        }
        if has(Properties::OUT_GLUE) && !self.is_root(tree) {
            // As in the reference, the glue takes no slot: the comment of the next recorded value has the same number.
            let what = Sym::new(&format!("'{name}' glue output node"));
            let slot = self.next_slot;
            self.push(Step::RecordNode { slot, what });
        }
        if has(Properties::OPTIONAL_IN_GLUE) || has(Properties::IN_GLUE) {
            self.push(Step::CaptureGlueInput);
        }
        for (number, child) in tree.children().enumerate() {
            self.push(Step::MoveChild(child_number + number as u32));
            self.match_node(child)?;
            self.push(Step::MoveParent);
        }
        Ok(())
    }

    /// Whether folding a node with a chain could create a cycle: through another node between the folded node and the
    /// root, or through another operand of the root.
    fn may_make_a_circle(&self, tree: Tree) -> bool {
        if self.is_root(tree) {
            return false;
        }
        if !self.src.children.contains(&tree.id) {
            return true;
        }
        let patterns = self.generator.patterns;
        let Some(OperatorKind::SdNode(id)) = self.src.operator_kind() else {
            return true;
        };
        let root = &patterns.sd_nodes[id];
        let leads_elsewhere =
            Properties::HAS_CHAIN | Properties::IN_GLUE | Properties::OPTIONAL_IN_GLUE;
        let intrinsics = patterns.intrinsic_nodes;
        let intrinsics = [
            intrinsics.void,
            intrinsics.with_chain,
            intrinsics.without_chain,
        ];
        intrinsics.contains(&id)
            || root.operands.is_some_and(|it| it > 1)
            || root.properties.intersects(leads_elsewhere)
    }

    fn check_complex_pattern(&mut self, tree: Tree<'a>, slot: u32) {
        let (records, patterns) = (self.generator.records, self.generator.patterns);
        let first_result = self.next_slot;
        let name = tree.name.unwrap_or(Sym::EMPTY);
        if tree.is_leaf() {
            self.complex_variables.insert(name, first_result);
        }
        let mut next = first_result;
        for child in tree.children() {
            let name = child.name.unwrap_or(Sym::EMPTY);
            self.complex_variables.insert(name, next);
            next += patterns.machine_operands(records, &child) as u32;
        }
        let Some(id) = patterns.complex_pattern_id(&tree) else {
            return;
        };
        let check = self.parts.add_complex_check(ComplexCheck {
            pattern: id,
            slot,
            name,
            first_result,
        });
        self.push(Step::CheckComplexPat(check));
        let pattern = &patterns.complex_patterns[id];
        self.next_slot += pattern.operands as u32;
        if pattern.properties.contains(Properties::HAS_CHAIN) {
            let chain = self.fill_slot();
            self.chains.push(chain);
        }
    }
}

/// The names of a node: its own name, and the names that it has as an argument of predicates.
fn names(tree: Tree<'_>) -> impl Iterator<Item = Variable> {
    let node = tree.node();
    let arguments = node.extras.argument_names.iter();
    let arguments = arguments.map(|it| Variable::Argument(*it));
    node.name.map(Variable::Node).into_iter().chain(arguments)
}

/// Which children of a node are matched. `known` contains the names that were matched before; the names of the node are
/// added.
pub(super) fn below(records: &Records, known: &mut SmallVec<[Variable; 8]>, tree: Tree) -> Below {
    let mut is_known = false;
    for name in names(tree) {
        if known.contains(&name) {
            is_known = true
        } else {
            known.push(name)
        }
    }
    match tree.operator() {
        Some(_) if is_known => Below::None,
        Some(operator) => match operator.kind {
            OperatorKind::ComplexPattern(_) => Below::None,
            _ if masking(tree, records.rec(operator.rec).name()).is_some() => Below::First,
            _ => Below::All,
        },
        None => Below::None,
    }
}

/// The step that checks an `and` or `or` with a constant mask. Earlier passes may have dropped irrelevant bits of the
/// mask, so this step does not compare masks exactly. `None` for other nodes, and for masks that are compared exactly:
/// masks whose low 32 bits contain a single 1, and masks for which the node or the mask itself has predicates.
fn masking(tree: Tree, name: &str) -> Option<Step> {
    let check = match name {
        "and" => Step::CheckAndImm,
        "or" => Step::CheckOrImm,
        _ => return None,
    };
    let mask = tree.children().nth(1)?;
    let value = mask.int()?;
    let is_plain = tree.extras.predicates.is_empty() && mask.extras.predicates.is_empty();
    let has_one_bit = (value as u32).is_power_of_two();
    (is_plain && !has_one_bit).then(|| check(Int::new(value)))
}
