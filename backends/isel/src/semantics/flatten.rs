//! Flattens the semantics of an instruction into a sequence of operations.
//!
//! Each result of an operation is a value. Values are numbered in order, and operations refer to them by number.

use backend::ids::Id;
use backend::{Fatal, Rec, RecordId, Records, record_kind};
use elaborate::symbol::Sym;
use indexmap::IndexSet;
use pattern_model::{FragmentId, Head, IntrinsicId, Leaf, LeafKind, OperatorKind, Semantics, Tree};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use target_model::instructions::{Instruction, Operand};
use target_model::registers::RegisterId;
use target_model::value_types::ValueType;

/// An operation of the sequence that describes an instruction.
pub(super) struct Operation {
    pub opcode: String,
    /// The types of the results.
    pub types: SmallVec<[ValueType; 1]>,
    pub operands: SmallVec<[String; 3]>,
}

/// The semantics of an instruction as a sequence of operations.
#[derive(Default)]
pub(super) struct Flat {
    pub operations: Vec<Operation>,
    /// The registers that the instruction sets implicitly.
    pub implicit: Vec<RecordId>,
    /// Whether the semantics contain an intrinsic or an untyped value, which the table cannot express.
    is_beyond: bool,
    has_value: bool,
}

impl Flat {
    /// Whether the table can represent the instruction. The semantics must contain neither an intrinsic nor an untyped
    /// value. The instruction may implicitly set at most one register if an operation has a value, and none otherwise.
    pub(super) fn is_usable(&self) -> bool {
        let implicit = match self.implicit.len() {
            0 => true,
            count => count == 1 && self.has_value,
        };
        implicit && !self.is_beyond
    }
}

/// Numberings of constants, predicates and intrinsics that the semantics of all instructions share.
pub(super) struct Shared {
    /// The constants, in the order in which they were found.
    pub constants: IndexSet<i64>,
    /// The fragments whose predicates appear in the table as a `PREDICATE` operation, in the order in which they were
    /// found.
    pub predicates: IndexSet<FragmentId>,
    /// The number of each intrinsic.
    intrinsics: Vec<i64>,
}

impl Shared {
    /// Numbers intrinsics from 1, ordered by target and name. Intrinsics with the flag `isTarget` follow all other
    /// intrinsics.
    pub(super) fn new(records: &Records, semantics: &Semantics) -> Shared {
        let intrinsics = &semantics.patterns.intrinsics;
        let is_of_target = |rec| records.rec(rec).bit("isTarget").is_ok_and(|it| it);
        let (behind, others): (Vec<_>, Vec<_>) = (0..intrinsics.len())
            .partition(|it| is_of_target(intrinsics[IntrinsicId(*it as u32)].rec));
        let mut numbers = vec![0; intrinsics.len()];
        for (number, at) in (1..).zip(others.into_iter().chain(behind)) {
            numbers[at] = number;
        }
        Shared {
            constants: IndexSet::new(),
            predicates: IndexSet::new(),
            intrinsics: numbers,
        }
    }
}

/// The number of a value, truncated to eight bits.
type Value = u8;

record_kind! {
    enum OperandClass {
        Operand = "Operand",
        RegisterClass = "RegisterClass",
    }
}

/// Flattens the semantics of one instruction into `flat`.
pub(super) struct Flattener<'a> {
    pub records: &'a Records,
    pub semantics: &'a Semantics,
    pub instruction: &'a Instruction,
    pub shared: &'a mut Shared,
    flat: Flat,
    /// The number of values so far.
    values: usize,
    /// The values of operands that are not registers, by the names of the operands.
    operands: FxHashMap<Sym, usize>,
    /// The registers that operations set explicitly.
    explicit: Vec<RecordId>,
    /// The destinations of `set`s that receive no result, because the value of the `set` has fewer results than the
    /// `set` has destinations.
    dropped: Vec<RecordId>,
}

impl<'a> Flattener<'a> {
    pub(super) fn new(
        records: &'a Records,
        semantics: &'a Semantics,
        instruction: &'a Instruction,
        shared: &'a mut Shared,
    ) -> Flattener<'a> {
        Flattener {
            records,
            semantics,
            instruction,
            shared,
            flat: Flat::default(),
            values: 0,
            operands: FxHashMap::default(),
            explicit: Vec::new(),
            dropped: Vec::new(),
        }
    }

    /// Adds the operations of `trees` in their order, and determines the registers that the instruction sets
    /// implicitly.
    pub(super) fn flatten(mut self, trees: impl Iterator<Item = Tree<'a>>) -> Result<Flat, Fatal> {
        for tree in trees {
            match tree.operator_kind() {
                // Nothing is added here: the method `implicit` adds the implicit definitions of the instruction's
                // record.
                Some(OperatorKind::Implicit) => {}
                Some(OperatorKind::Set) => self.set(tree)?,
                _ => _ = self.operator(tree)?,
            }
        }
        self.flat.implicit = self.implicit();
        Ok(self.flat)
    }

    /// The registers that the instruction sets implicitly and that no operation sets explicitly, without duplicates.
    fn implicit(&self) -> Vec<RecordId> {
        let registers = &self.semantics.patterns.registers;
        let number = |rec: &RecordId| registers.find(*rec);
        let mut known: Vec<Option<RegisterId>> = self.explicit.iter().map(number).collect();
        let mut implicit = Vec::new();
        for rec in self.instruction.implicit_defs.iter().chain(&self.dropped) {
            if !known.contains(&number(rec)) {
                known.push(number(rec));
                implicit.push(*rec);
            }
        }
        implicit
    }

    fn unknown(&self, what: &str) -> Fatal {
        let rec = self.records.rec(self.instruction.rec);
        rec.fatal(format!("In {}: {what}", rec.name()))
    }

    /// Adds the operations of `(set destinations…, value)`.
    fn set(&mut self, tree: Tree<'a>) -> Result<(), Fatal> {
        let mut children = tree.children();
        let Some(value) = children.next_back() else {
            return Err(self.unknown("set requires operands!"));
        };
        let values = self.subtree(value)?;
        for (number, place) in children.enumerate() {
            let Some(leaf) = place.leaf_record() else {
                return Err(self.unknown("set destination should be a register!"));
            };
            let Some(value) = values.get(number) else {
                self.dropped.push(leaf.rec);
                continue;
            };
            let (opcode, place) = match leaf.kind {
                LeafKind::Register => {
                    self.explicit.push(leaf.rec);
                    ("DCINS::PUT_REG", self.in_namespace("", leaf.rec))
                }
                LeafKind::RegisterClass | LeafKind::RegisterOperand => {
                    let Some(operand) = self.operand_of(place) else {
                        return Err(self.unknown("set destination is not an operand"));
                    };
                    ("DCINS::PUT_RC", operand.first.to_string())
                }
                _ => return Err(self.unknown("set destination should be a register!")),
            };
            let operands = SmallVec::from_vec(vec![place, value.to_string()]);
            self.add(opcode.to_owned(), SmallVec::new(), operands);
        }
        Ok(())
    }

    /// The operand of the instruction that has the same name as a node; `None` if there is no such operand.
    fn operand_of(&self, tree: Tree) -> Option<&'a Operand> {
        let name = tree.name?;
        self.instruction.operands.iter().find(|it| it.name == name)
    }

    /// Adds an operation. Returns its values.
    fn add(
        &mut self,
        opcode: String,
        types: SmallVec<[ValueType; 1]>,
        operands: SmallVec<[String; 3]>,
    ) -> SmallVec<[Value; 1]> {
        let mut values = SmallVec::new();
        for (number, ty) in types.iter().enumerate() {
            if *ty != ValueType::IS_VOID {
                values.push((self.values + number) as Value);
            }
            self.flat.is_beyond |= *ty == ValueType::UNTYPED;
        }
        self.values += values.len();
        self.flat.has_value |= !values.is_empty();
        self.flat.operations.push(Operation {
            opcode,
            types,
            operands,
        });
        values
    }

    /// Adds the operations of a node and its descendants. Returns the values of the node.
    fn subtree(&mut self, tree: Tree<'a>) -> Result<SmallVec<[Value; 1]>, Fatal> {
        if let Some(operand) = self.operand_of(tree) {
            return self.operand(tree, operand);
        }
        match tree.head {
            Head::Leaf(leaf) => self.leaf(tree, leaf),
            Head::Operator(_) => self.operator(tree),
        }
    }

    fn types(&self, tree: Tree) -> Result<SmallVec<[ValueType; 1]>, Fatal> {
        let types = tree.types.iter().map(|it| it.machine_type());
        let types: Option<_> = types.collect();
        types.ok_or_else(|| self.unknown("a value has no known type"))
    }

    /// The only type of a node. An error if the node has no type or several types.
    fn one_type(&self, tree: Tree) -> Result<SmallVec<[ValueType; 1]>, Fatal> {
        match self.types(tree)? {
            types if types.len() == 1 => Ok(types),
            _ => Err(self.unknown("an operand is not one value")),
        }
    }

    fn operand(&mut self, tree: Tree, operand: &'a Operand) -> Result<SmallVec<[Value; 1]>, Fatal> {
        let types = self.one_type(tree)?;
        let mut class = self.records.rec(operand.rec);
        if class.is_a("RegisterOperand") {
            class = class.def("RegClass")?;
        }
        let first = operand.first.to_string();
        match OperandClass::of(class) {
            Some(OperandClass::RegisterClass) => {
                let operands = SmallVec::from_vec(vec![first]);
                Ok(self.add("DCINS::GET_RC".to_owned(), types, operands))
            }
            Some(OperandClass::Operand) => {
                if let Some(known) = self.operands.get(&operand.name) {
                    return Ok(SmallVec::from_elem(*known as Value, 1));
                }
                self.operands.insert(operand.name, self.values);
                let class = self.in_namespace("OpTypes::", class.id());
                let operands = SmallVec::from_vec(vec![class, first]);
                Ok(self.add("DCINS::CUSTOM_OP".to_owned(), types, operands))
            }
            None => {
                let name = operand.name.as_str();
                Err(self.unknown(&format!("nothing is known of operand ${name}")))
            }
        }
    }

    fn leaf(&mut self, tree: Tree, leaf: Leaf) -> Result<SmallVec<[Value; 1]>, Fatal> {
        match leaf {
            Leaf::Int(value) => self.constant(tree, value),
            Leaf::Record(leaf) if leaf.kind == LeafKind::Register => {
                let types = self.one_type(tree)?;
                let operands = SmallVec::from_vec(vec![self.in_namespace("", leaf.rec)]);
                Ok(self.add("DCINS::GET_REG".to_owned(), types, operands))
            }
            Leaf::Record(_) | Leaf::Unset => {
                let text = self.semantics.patterns.text(self.records, tree);
                Err(self.unknown(&format!("nothing is known of the value {text}")))
            }
        }
    }

    fn constant(&mut self, tree: Tree, value: i64) -> Result<SmallVec<[Value; 1]>, Fatal> {
        let types = self.one_type(tree)?;
        let (number, _) = self.shared.constants.insert_full(value);
        let operands = SmallVec::from_vec(vec![number.to_string()]);
        Ok(self.add("DCINS::GET_CONSTANT".to_owned(), types, operands))
    }

    fn in_namespace(&self, prefix: &str, rec: RecordId) -> String {
        let namespace = &self.instruction.namespace;
        format!("{namespace}::{prefix}{}", self.records.rec(rec).name())
    }

    fn operator(&mut self, tree: Tree<'a>) -> Result<SmallVec<[Value; 1]>, Fatal> {
        let patterns = &self.semantics.patterns;
        let mut types = self.types(tree)?;
        let mut operands = SmallVec::new();
        let opcode = match tree.operator_kind() {
            Some(OperatorKind::ComplexPattern(id)) => {
                let rec = self.records.rec(patterns.complex_patterns[id].rec);
                let kind = complex_pattern_kind(rec)?;
                let namespace = &self.instruction.namespace;
                operands.push(format!("{namespace}::ComplexPattern::{kind}"));
                "DCINS::COMPLEX_PATTERN"
            }
            Some(OperatorKind::SdNode(id)) => {
                self.flat.is_beyond |= patterns.intrinsic_id(tree).is_some();
                let mut node = &patterns.sd_nodes[id];
                if let Some(general) = self.semantics.equivalences.get(&id) {
                    node = &patterns.sd_nodes[*general];
                    types.truncate(node.results);
                }
                match tree.extras.predicates.last() {
                    Some(call) => {
                        let fragment = &patterns.fragments[call.fragment];
                        let name = fragment.name(self.records);
                        operands.push(format!("TargetOpcode::Predicate::{name}"));
                        self.shared.predicates.insert(call.fragment);
                        "DCINS::PREDICATE"
                    }
                    None => &node.opcode,
                }
            }
            _ => {
                let text = patterns.text(self.records, tree);
                return Err(self.unknown(&format!("nothing is known of the node {text}")));
            }
        };
        let intrinsic = patterns.intrinsic_id(tree);
        for (index, child) in tree.children().enumerate() {
            let values = match intrinsic.filter(|_| index == 0) {
                Some(id) => self.constant(child, self.shared.intrinsics[id.index()])?,
                None => self.subtree(child)?,
            };
            // The first value of the child is the operand, even if the child has several values.
            match values.first() {
                Some(value) => operands.push(value.to_string()),
                None => return Err(self.unknown("Cannot have void nodes inside of patterns!")),
            }
        }
        Ok(self.add(opcode.to_owned(), types, operands))
    }
}

/// The kind of a complex pattern: the name of its function without `Select` or `select`. `F<8>` becomes `F_8`.
pub(super) fn complex_pattern_kind(rec: Rec) -> Result<String, Fatal> {
    let function = rec.string("SelectFunc")?;
    let kind = function.strip_prefix("Select");
    let Some(kind) = kind.or_else(|| function.strip_prefix("select")) else {
        let message = format!("ComplexPattern func doesn't start with 'select': '{function}'.");
        return Err(rec.fatal(message));
    };
    if !kind.contains('<') {
        return Ok(kind.to_owned());
    }
    // The reference removes the last character without checking that it is the closing bracket.
    let mut kind = kind.replacen('<', "_", 1);
    kind.pop();
    Ok(kind)
}
