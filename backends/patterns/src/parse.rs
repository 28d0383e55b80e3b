//! Parses the dags of patterns into trees.

use backend::{Dag, Fatal, Rec, bail, record_kind};
use elaborate::symbol::Sym;
use elaborate::value::print::push_value;
use elaborate::value::{Node as Value, ValueId};
use smallvec::SmallVec;
use target_model::intrinsics::MemoryEffects;

use crate::changes;
use crate::ids::FragmentId;
use crate::tree::{Head, Leaf, LeafKind, LeafRecord, Node, NodeId, Operator, OperatorKind};
use crate::work::{Draft, Said, Work};

record_kind! {
    /// The kind of a record as a leaf, according to its classes.
    enum LeafClass {
        RegisterOperand = "RegisterOperand",
        RegisterClass = "RegisterClass",
        Fragment = "PatFrags",
        Register = "Register",
        SubRegisterIndex = "SubRegIndex",
        ValueType = "ValueType",
        CondCode = "CondCode",
        ComplexPattern = "ComplexPattern",
        PointerLikeRegisterClass = "PointerLikeRegClass",
        RegisterClassByMode = "RegClassByHwMode",
    }
}

impl LeafKind {
    pub(crate) fn read(rec: Rec) -> LeafKind {
        if let Some(class) = LeafClass::of(rec) {
            return match class {
                LeafClass::RegisterOperand => LeafKind::RegisterOperand,
                LeafClass::RegisterClass => LeafKind::RegisterClass,
                LeafClass::Fragment => LeafKind::Fragment,
                LeafClass::Register => LeafKind::Register,
                LeafClass::SubRegisterIndex => LeafKind::SubRegisterIndex,
                LeafClass::ValueType => LeafKind::ValueType,
                LeafClass::CondCode => LeafKind::CondCode,
                LeafClass::ComplexPattern => LeafKind::ComplexPattern,
                LeafClass::PointerLikeRegisterClass => LeafKind::PointerLikeRegisterClass,
                LeafClass::RegisterClassByMode => LeafKind::RegisterClassByMode,
            };
        }
        match rec.given_name() {
            Some("node") => LeafKind::Argument,
            Some("srcvalue") => LeafKind::SourceValue,
            Some("immAllOnesV") => LeafKind::AllOnes,
            Some("immAllZerosV") => LeafKind::AllZeros,
            Some("zero_reg") => LeafKind::ZeroRegister,
            Some("undef_tied_input") => LeafKind::UndefTiedInput,
            _ if rec.is_a("Operand") => LeafKind::Operand,
            _ => LeafKind::Other,
        }
    }
}

/// Whether a node of the selection graph may be part of a result.
fn may_be_result(rec: Rec) -> bool {
    let name = rec.given_name();
    name.is_some_and(|it| RESULT_NODES.contains(&it))
}

/// The names of the nodes of the selection graph that may be part of a result.
const RESULT_NODES: [&str; 13] = [
    "imm",
    "timm",
    "fpimm",
    "tglobaltlsaddr",
    "tconstpool",
    "tjumptable",
    "tframeindex",
    "texternalsym",
    "tblockaddress",
    "tglobaladdr",
    "bb",
    "vt",
    "mcsym",
];

/// The operator of a dag.
pub(crate) enum DagOperator {
    Tree(Operator),
    Intrinsic,
}

/// The maximum number of results of a node. The reference is only limited by memory, and a negative number counts as a
/// very large one.
const MAX_RESULTS: usize = 1 << 10;

impl<'a> Work<'a> {
    /// Reads the dags of a pattern, each as one tree.
    pub(crate) fn parse(
        &mut self,
        rec: Rec<'a>,
        dags: &[ValueId],
        is_input: bool,
    ) -> Result<Draft<'a>, Fatal> {
        let mut draft = Draft::new(rec, is_input, self.patterns, Vec::new());
        for dag in dags {
            let tree = self.parse_value(&mut draft, *dag, None)?;
            draft.trees.push(tree);
        }
        Ok(draft)
    }

    /// Reads the arguments of a dag with default operands. The dag's operator is ignored: as in the reference, the
    /// first `SDNode` of the unit is checked as if it were the operator.
    pub(crate) fn parse_default(
        &mut self,
        draft: &mut Draft<'a>,
        values: Dag<'a>,
    ) -> Result<Vec<NodeId>, Fatal> {
        if let Some((id, node)) = self.patterns.sd_nodes.with_ids().next() {
            let (rec, kind) = (node.rec, OperatorKind::SdNode(id));
            let operator = DagOperator::Tree(Operator { rec, kind });
            self.check_operator(draft, self.records.rec(rec), &operator);
        }
        let mut operands = Vec::new();
        for (value, name) in values.args() {
            operands.push(self.parse_value(draft, value, name.map(Sym::new))?);
        }
        Ok(operands)
    }

    /// The error for a pattern that the reference cannot turn into a tree: the error reported last for the pattern, or
    /// a new error with `message` if none was reported.
    pub(crate) fn give_up(&mut self, draft: &mut Draft, message: &str) -> Fatal {
        if draft.has_error() {
            return self.last_error(draft, message);
        }
        self.dump(draft);
        Box::new(draft.mistake(message))
    }

    fn parse_value(
        &mut self,
        draft: &mut Draft<'a>,
        value: ValueId,
        name: Option<Sym>,
    ) -> Result<NodeId, Fatal> {
        let records = self.records;
        if let Some(rec) = records.def_of(value) {
            return self.parse_record(draft, rec, name);
        }
        let leaf = match records.node(value) {
            Value::Unset => {
                if name.is_none() {
                    self.error(
                        draft,
                        "'?' argument requires a name to match with operand list",
                    );
                }
                draft.arguments.push(name.unwrap_or(Sym::EMPTY));
                let mut node = Node::leaf(Leaf::Unset);
                node.name = name;
                return self.add(node);
            }
            Value::Int(value) => *value,
            Value::Bit(bit) => i64::from(*bit),
            Value::Bits(bits) => match number(bits) {
                Some(number) => number,
                None => return Err(self.give_up(draft, "Bits value must be constants!")),
            },
            _ => {
                return match records.dag(value) {
                    Some(dag) => self.parse_dag(draft, dag, name),
                    None => {
                        let mut text = String::new();
                        push_value(&records.names(), &mut text, value);
                        self.said.push(Said::Dump(text));
                        Err(self.give_up(draft, "Pattern has unexpected init kind!"))
                    }
                };
            }
        };
        if name.is_some() {
            self.error(
                draft,
                "Constant int or bit argument should not have a name!",
            );
        }
        self.add(Node::leaf(Leaf::Int(leaf)))
    }

    /// Adds the leaf for a record, or the node for an operator without operands.
    pub(crate) fn parse_record(
        &mut self,
        draft: &mut Draft<'a>,
        rec: Rec<'a>,
        name: Option<Sym>,
    ) -> Result<NodeId, Fatal> {
        // A node or fragment without operands may be written without parentheses.
        if let Some(operator) = self.patterns.operator(rec.id())
            && matches!(
                operator.kind,
                OperatorKind::SdNode(_) | OperatorKind::Fragment(_)
            )
        {
            self.check_operator(draft, rec, &DagOperator::Tree(operator));
            return self.add_operator(operator, SmallVec::new(), name);
        }
        let kind = LeafKind::read(rec);
        let mut node = Node::leaf(Leaf::Record(LeafRecord {
            rec: rec.id(),
            kind,
        }));
        node.name = name;
        if kind == LeafKind::Argument {
            draft.arguments.extend(name);
        }
        self.add(node)
    }

    fn parse_dag(
        &mut self,
        draft: &mut Draft<'a>,
        dag: Dag<'a>,
        name: Option<Sym>,
    ) -> Result<NodeId, Fatal> {
        let Some(rec) = dag.op_def() else {
            let types = self.records.values.as_list(dag.op());
            if let Some(types) =
                types.filter(|_| changes::has_casts_to_lists(self.records.release()))
            {
                return self.parse_casts(draft, types, dag, name);
            }
            return Err(self.give_up(draft, "Pattern has unexpected operator type!"));
        };
        if rec.is_a("ValueType") {
            return self.parse_cast(draft, rec, dag, name);
        }
        let knows_implicit =
            draft.is_semantics || changes::has_implicit_results(self.records.release());
        let is_known = |it: &DagOperator| match it {
            DagOperator::Tree(operator) => {
                operator.kind != OperatorKind::Implicit || knows_implicit
            }
            DagOperator::Intrinsic => true,
        };
        let Some(operator) = self.dag_operator(rec).filter(is_known) else {
            let message = format!("Unrecognized node '{}'!", rec.name());
            self.error(draft, &message);
            return self.give_up_results(draft, rec, dag);
        };
        self.check_operator(draft, rec, &operator);
        let mut children = SmallVec::new();
        for (value, name) in dag.args() {
            children.push(self.parse_value(draft, value, name.map(Sym::new))?);
        }
        let name = dag.op_name().map(Sym::new).or(name);
        self.add_dag(draft, rec, operator, children, name)
    }

    /// The operator that a record denotes in a dag; `None` if the record is not an operator.
    pub(crate) fn dag_operator(&self, rec: Rec) -> Option<DagOperator> {
        match self.patterns.operator(rec.id()) {
            Some(operator) => Some(DagOperator::Tree(operator)),
            None => {
                let number = self.patterns.intrinsic_number(rec.id());
                number.map(|_| DagOperator::Intrinsic)
            }
        }
    }

    /// Adds a node with an operator and its children.
    pub(crate) fn add_dag(
        &mut self,
        draft: &mut Draft<'a>,
        rec: Rec,
        operator: DagOperator,
        mut children: SmallVec<[NodeId; 3]>,
        name: Option<Sym>,
    ) -> Result<NodeId, Fatal> {
        let operator = match operator {
            DagOperator::Tree(operator) => operator,
            DagOperator::Intrinsic => {
                let (operator, number) = self.intrinsic(rec)?;
                let number = self.add(Node::leaf(Leaf::Int(number)))?;
                children.insert(0, number);
                let results = self.intrinsic_results(rec);
                let mut node = Node::new(Head::Operator(operator), children, results);
                node.name = name;
                return self.add(node);
            }
        };
        if let OperatorKind::ComplexPattern(_) = operator.kind {
            self.check_complex_operands(draft, operator, &children);
        }
        self.add_operator(operator, children, name)
    }

    /// Returns the error for an unknown operator. The operands are read first, to report their errors.
    fn give_up_results(
        &mut self,
        draft: &mut Draft<'a>,
        operator: Rec<'a>,
        dag: Dag<'a>,
    ) -> Result<NodeId, Fatal> {
        for (value, name) in dag.args() {
            self.parse_value(draft, value, name.map(Sym::new))?;
        }
        Err(self.unknown_results(operator))
    }

    /// The error for an operator whose number of results is unknown. The operator's record is dumped.
    fn unknown_results(&mut self, operator: Rec) -> Fatal {
        self.dump_record(operator);
        let message = "Unhandled node in GetNumNodeResults".to_owned();
        self.records.fatal(message)
    }

    /// Reads a cast to one type: `(i32 GPR:$x)`.
    fn parse_cast(
        &mut self,
        draft: &mut Draft<'a>,
        ty: Rec<'a>,
        dag: Dag<'a>,
        name: Option<Sym>,
    ) -> Result<NodeId, Fatal> {
        let is_shared = changes::casts_share_checks(self.records.release());
        let node = self.cast_operand(draft, dag, name.filter(|_| is_shared))?;
        if self.nodes[node].types.len() != 1 {
            let what = if is_shared { "ValueType" } else { "Type" };
            self.error(draft, &format!("{what} cast can only have one type!"));
        }
        self.cast(draft, node, 0, ty)?;
        if !is_shared && name.is_some() {
            self.error(draft, "ValueType cast should not have a name!");
        }
        Ok(node)
    }

    /// Reads a cast with a type for each result: `([i32, i1] (pair GPR:$x))`.
    fn parse_casts(
        &mut self,
        draft: &mut Draft<'a>,
        types: &[ValueId],
        dag: Dag<'a>,
        name: Option<Sym>,
    ) -> Result<NodeId, Fatal> {
        let node = self.cast_operand(draft, dag, name)?;
        let results = self.nodes[node].types.len();
        if types.is_empty() || types.len() != results {
            self.error(draft, "Invalid number of type casts!");
        }
        for (result, ty) in types.iter().take(results).enumerate() {
            let Some(ty) = self.records.def_of(*ty) else {
                bail!(
                    draft.rec,
                    "a list of casts contains a value that is not a type"
                );
            };
            self.cast(draft, node, result, ty)?;
        }
        Ok(node)
    }

    /// Reads the operand of a cast, and checks the form of the cast.
    fn cast_operand(
        &mut self,
        draft: &mut Draft<'a>,
        dag: Dag<'a>,
        name: Option<Sym>,
    ) -> Result<NodeId, Fatal> {
        if dag.len() != 1 {
            self.error(draft, "Type cast only takes one operand!");
        }
        if name.is_some() {
            self.error(draft, "Type cast should not have a name!");
        }
        let Some((value, inner_name)) = dag.args().next() else {
            return Err(Box::new(draft.mistake("Type cast only takes one operand!")));
        };
        self.parse_value(draft, value, inner_name.map(Sym::new))
    }

    fn cast(
        &mut self,
        draft: &mut Draft<'a>,
        node: NodeId,
        result: usize,
        ty: Rec,
    ) -> Result<(), Fatal> {
        let types = self
            .patterns
            .types_of(self.records, ty.id(), LeafKind::ValueType)?;
        self.update(draft, node, result, types)?;
        Ok(())
    }

    /// Checks that an operator is allowed in the pattern.
    pub(crate) fn check_operator(&mut self, draft: &mut Draft, rec: Rec, operator: &DagOperator) {
        let is_misplaced = match operator {
            DagOperator::Intrinsic => !draft.is_input,
            DagOperator::Tree(operator) => match operator.kind {
                OperatorKind::Instruction(_) | OperatorKind::Transform(_) => draft.is_input,
                OperatorKind::SdNode(_) => !draft.is_input && !may_be_result(rec),
                _ => false,
            },
        };
        if is_misplaced {
            let place = if draft.is_input { "input" } else { "output" };
            let name = rec.name();
            self.error(
                draft,
                &format!("Cannot use '{name}' in an {place} pattern!"),
            );
        }
    }

    fn add_operator(
        &mut self,
        operator: Operator,
        children: SmallVec<[NodeId; 3]>,
        name: Option<Sym>,
    ) -> Result<NodeId, Fatal> {
        let results = self.results(operator.kind)?;
        let mut node = Node::new(Head::Operator(operator), children, results);
        node.name = name;
        self.add(node)
    }

    /// Checks that each operand of a complex pattern has a name, and that a name is only used for the same operand of
    /// the same complex pattern.
    fn check_complex_operands(
        &mut self,
        draft: &mut Draft,
        operator: Operator,
        children: &[NodeId],
    ) {
        for (index, child) in children.iter().enumerate() {
            let name = self.nodes[*child].name;
            if name.is_none() {
                self.error(draft, "All arguments to a ComplexPattern must be named");
            }
            let operand = (operator.rec, index);
            let name = name.unwrap_or(Sym::EMPTY);
            let known = *draft.complex_operands.entry(name).or_insert(operand);
            if known != operand {
                self.error(
                    draft,
                    "All ComplexPattern operands must appear consistently: in the same order in just one ComplexPattern instance.",
                );
            }
        }
    }

    /// The node of the selection graph for calls of an intrinsic, and the intrinsic's `Intrinsic::ID`.
    fn intrinsic(&self, rec: Rec) -> Result<(Operator, i64), Fatal> {
        let patterns = self.patterns;
        let id = patterns.intrinsic_number(rec.id());
        let Some(id) = id else {
            return Err(rec.fatal(format!("'{}' is not an intrinsic", rec.name())));
        };
        let intrinsic = &patterns.intrinsics[id];
        let nodes = patterns.intrinsic_nodes;
        let node = if intrinsic.results.is_empty() {
            nodes.void
        } else if intrinsic.memory != MemoryEffects::NONE || intrinsic.has_side_effects {
            nodes.with_chain
        } else {
            nodes.without_chain
        };
        let operator = Operator {
            rec: patterns.sd_nodes[node].rec,
            kind: OperatorKind::SdNode(node),
        };
        Ok((operator, i64::from(id.0) + 1))
    }

    fn intrinsic_results(&self, rec: Rec) -> usize {
        let id = self.patterns.intrinsic_number(rec.id());
        id.map_or(0, |id| self.patterns.intrinsics[id].results.len())
    }

    /// The number of results of a node whose operator is of this kind.
    pub(crate) fn results(&mut self, kind: OperatorKind) -> Result<usize, Fatal> {
        let patterns = self.patterns;
        Ok(match kind {
            OperatorKind::Set | OperatorKind::Implicit => 0,
            OperatorKind::SdNode(id) => {
                let node = &patterns.sd_nodes[id];
                if node.results > MAX_RESULTS {
                    let def = self.records.rec(node.rec);
                    bail!(def, "'{}' has too many results", def.name());
                }
                node.results
            }
            OperatorKind::Fragment(id) => self.fragment_results(id, 0)?,
            OperatorKind::Instruction(id) => patterns.instruction_results(self.records, id)?,
            OperatorKind::Transform(_) | OperatorKind::ComplexPattern(_) => 1,
        })
    }

    /// The largest number of results of a fragment's alternatives. The fragment may be used before it is read.
    fn fragment_results(&mut self, id: FragmentId, depth: usize) -> Result<usize, Fatal> {
        let patterns = self.patterns;
        let fragment = &patterns.fragments[id];
        if fragment.is_read {
            let trees = fragment.trees.iter();
            let results = trees.map(|it| self.patterns.nodes[*it].types.len());
            return Ok(results.max().unwrap_or_default());
        }
        let def = self.records.rec(fragment.rec);
        if depth > self.patterns.fragments.len() {
            return Err(def.fatal(format!("Fragment '{}' expands to itself", def.name())));
        }
        let mut most = 0;
        for alternative in def.list("Fragments")? {
            let operator = self.records.dag(*alternative).and_then(Dag::op_def);
            let Some(operator) = operator else {
                return Err(def.fatal("Invalid Fragment".to_owned()));
            };
            let results = match self.patterns.operator(operator.id()) {
                Some(Operator {
                    kind: OperatorKind::Fragment(id),
                    ..
                }) => self.fragment_results(id, depth + 1)?,
                Some(it) => self.results(it.kind)?,
                None if operator.is_a("ValueType") => 1,
                None if self.patterns.intrinsic_number(operator.id()).is_some() => {
                    self.intrinsic_results(operator)
                }
                None => return Err(self.unknown_results(operator)),
            };
            most = most.max(results);
        }
        Ok(most)
    }
}

/// The number with these bits, the lowest first; `None` if a bit is not a constant.
fn number(bits: &[ValueId]) -> Option<i64> {
    let mut number = 0;
    for (index, bit) in bits.iter().enumerate() {
        match *bit {
            ValueId::FALSE => {}
            ValueId::TRUE => number |= 1_i64.wrapping_shl(index as u32),
            _ => return None,
        }
    }
    Some(number)
}
