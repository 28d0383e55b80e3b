//! Collecting the patterns that are simple enough.
//!
//! A simple pattern replaces one operation by one instruction. Both have the same operands in the same order: registers
//! of one type, immediates, and fixed registers that the instruction also reads.

use std::collections::BTreeMap;
use std::mem;

use backend::text::qualified_name;
use backend::{Context, Fatal, Rec, RecordId, bail};
use pattern_model::types::TypeSets;
use pattern_model::{Head, Leaf, Pattern, PatternId, Patterns, Tree};
use target_model::instructions::{Flags, Instruction};
use target_model::registers::{ClassId, Registers};
use target_model::value_types::ValueType;

use super::signature::{Immediates, Operand, Signature};

/// The functions to be written.
pub(super) struct Functions<'a> {
    pub patterns: &'a Patterns,
    pub by_signature: BTreeMap<Signature, ByOperation<'a>>,
    pub immediates: Immediates,
    /// For each signature without predicates, the signatures that only differ from it in predicates of immediates.
    pub narrower: BTreeMap<Signature, Vec<Signature>>,
}

/// The choices, indexed by the C++ name of the operation.
pub(super) type ByOperation<'a> = BTreeMap<&'a str, ByType>;
/// The choices, indexed by the type of the operands, then by the type of the result.
pub(super) type ByType = BTreeMap<ValueType, ByResult>;
pub(super) type ByResult = BTreeMap<ValueType, Vec<Choice>>;

/// An instruction that implements an operation.
pub(super) struct Choice {
    pub pattern: PatternId,
    pub complexity: i32,
    pub instruction: RecordId,
    /// The result: a register of a class, or a sub-register of the operand.
    pub result: MadeResult,
    /// For each operand, the fixed register to which it is copied before the instruction; `None` if the instruction
    /// takes the operand explicitly.
    pub registers: Vec<Option<String>>,
    /// The C++ condition for choosing the instruction; empty if it is always chosen.
    pub condition: String,
}

pub(super) enum MadeResult {
    Class(ClassId),
    /// A sub-register of the operand. The text is the C++ expression for the sub-register index.
    Part(String),
}

/// The instruction whose result is a sub-register of its operand.
const EXTRACT: &str = "EXTRACT_SUBREG";

/// The signatures, as letters, for which LLVM's `FastISel` has functions.
const SIGNATURES: [&str; 6] = ["", "r", "rr", "ri", "i", "f"];

/// Collects the functions from all patterns. The choices for the same types are sorted by descending complexity. Among
/// choices with the same complexity, the choice of the last pattern comes first.
///
/// An error if two patterns have the same operation, signature, types and condition.
pub(super) fn functions<'a>(cx: &Context, patterns: &'a Patterns) -> Result<Functions<'a>, Fatal> {
    let mut collector = Collector {
        cx,
        patterns,
        immediates: Immediates::default(),
    };
    let mut by_signature: BTreeMap<Signature, ByOperation> = BTreeMap::new();
    let mut narrower: BTreeMap<Signature, Vec<Signature>> = BTreeMap::new();
    for (id, pattern) in patterns.list.with_ids() {
        let Some(SimplePattern {
            signature,
            operation,
            operand,
            result,
            choice,
        }) = collector.read(id, pattern)?
        else {
            continue;
        };
        let operations = by_signature.entry(signature.clone()).or_default();
        let types = operations.entry(operation).or_default();
        let results = types.entry(operand).or_default();
        let choices = results.entry(result).or_default();
        if choices.iter().any(|it| it.condition == choice.condition) {
            let rec = cx.records.rec(pattern.rec);
            bail!(rec, "Duplicate predicate in FastISel table!");
        }
        choices.push(choice);
        if signature.has_predicates() {
            let wider = signature.without_predicates();
            narrower.entry(wider).or_default().push(signature);
        }
    }
    let types = by_signature.values_mut().flat_map(BTreeMap::values_mut);
    for choices in types
        .flat_map(BTreeMap::values_mut)
        .flat_map(BTreeMap::values_mut)
    {
        choices.sort_by_key(|it| it.complexity);
        choices.reverse();
    }
    for signatures in narrower.values_mut() {
        signatures.sort();
        signatures.dedup();
    }
    Ok(Functions {
        patterns,
        by_signature,
        immediates: mem::take(&mut collector.immediates),
        narrower,
    })
}

struct Collector<'a, 'c> {
    cx: &'c Context<'c>,
    patterns: &'a Patterns,
    immediates: Immediates,
}

/// A pattern that is simple enough.
struct SimplePattern<'a> {
    signature: Signature,
    operation: &'a str,
    /// The type of the operands.
    operand: ValueType,
    result: ValueType,
    choice: Choice,
}

impl<'a> Collector<'a, '_> {
    fn registers(&self) -> &'a Registers {
        &self.patterns.registers
    }

    fn read(
        &mut self,
        id: PatternId,
        pattern: &Pattern,
    ) -> Result<Option<SimplePattern<'a>>, Fatal> {
        let (src, dst) = (self.patterns.src(pattern), self.patterns.dst(pattern));
        let Some(instruction) = dst.instruction() else {
            return Ok(None);
        };
        let instruction = self.patterns.instructions.get(instruction);
        let is_nested = dst.children().any(|it| it.instruction().is_some());
        if instruction.flags.contains(Flags::FAST_ISEL_IGNORES) || is_nested {
            return Ok(None);
        }
        let Some(made) = self.made_result(instruction, dst)? else {
            return Ok(None);
        };
        let Some((operation, operand, result)) = self.operation(pattern, src)? else {
            return Ok(None);
        };
        let class = match made {
            MadeResult::Class(class) => Some(class),
            MadeResult::Part(_) => None,
        };
        let Some(signature) = self.signature(pattern, src, operand, class)? else {
            return Ok(None);
        };
        let is_part = matches!(made, MadeResult::Part(_));
        let Some(registers) = self.moves(src, dst, is_part)? else {
            return Ok(None);
        };
        if !SIGNATURES.contains(&&*signature.letters(|_| false)) {
            return Ok(None);
        }
        let choice = Choice {
            pattern: id,
            complexity: self.patterns.complexity(pattern),
            instruction: instruction.rec,
            result: made,
            registers,
            condition: pattern.predicate_check(self.cx.records)?,
        };
        Ok(Some(SimplePattern {
            signature,
            operation,
            operand,
            result,
            choice,
        }))
    }

    /// The kind of the result: the class of the instruction's first operand, or a sub-register for `EXTRACT_SUBREG`;
    /// `None` if the result is not supported.
    fn made_result(
        &self,
        instruction: &Instruction,
        dst: Tree,
    ) -> Result<Option<MadeResult>, Fatal> {
        let Some(first) = instruction.operands.iter().next() else {
            return Ok(None);
        };
        if &*instruction.name != EXTRACT {
            let first = class_record(self.cx.records.rec(first.rec))?;
            return if first.is_a("RegisterClass") {
                Ok(Some(MadeResult::Class(self.registers().class_of(first)?)))
            } else {
                Ok(None)
            };
        }
        let records = self.cx.records;
        let index = dst.children().nth(1);
        Ok(match index.map(|it| it.head) {
            Some(Head::Leaf(Leaf::Record(index))) => {
                Some(MadeResult::Part(qualified_name(records.rec(index.rec))?))
            }
            Some(Head::Leaf(Leaf::Int(number))) => Some(MadeResult::Part(number.to_string())),
            Some(Head::Leaf(Leaf::Unset)) => Some(MadeResult::Part("?".to_owned())),
            _ => None,
        })
    }

    /// The operation that a pattern matches, and the types of its operands and of its result. `None` if the root is a
    /// leaf, if the root has several results or any predicates, or if a type is not supported. An error if the operator
    /// at the root is not an SDNode, for example if it is a complex pattern: the reference crashes on such a pattern.
    fn operation(
        &self,
        pattern: &Pattern,
        src: Tree<'a>,
    ) -> Result<Option<(&'a str, ValueType, ValueType)>, Fatal> {
        let result = match &src.node().types[..] {
            [] => Some(ValueType::IS_VOID),
            [types] => first_type(types),
            _ => None,
        };
        let (Some(operator), Some(result)) = (src.operator(), result) else {
            return Ok(None);
        };
        let Some(operation) = self.patterns.sd_node(src.node()) else {
            let records = self.cx.records;
            let name = records.rec(operator.rec).name();
            bail!(
                records.rec(pattern.rec),
                "fast selection requires an SDNode at the root of a pattern; '{name}' is not one"
            );
        };
        let operand = match src.children().next() {
            Some(first) => first.node().types.first().and_then(first_type),
            None => Some(result),
        };
        let operand = operand.filter(|_| src.extras.predicates.is_empty());
        Ok(operand.map(|operand| (operation.opcode.as_str(), operand, result)))
    }

    /// The operands of an operation; `None` if an operand is not supported. Even then, the predicates of immediates
    /// before this operand are numbered.
    fn signature(
        &mut self,
        pattern: &Pattern,
        src: Tree,
        operand: ValueType,
        result_class: Option<ClassId>,
    ) -> Result<Option<Signature>, Fatal> {
        let mut signature = Signature::default();
        if let Some(constant) = self.constant(src) {
            signature.0.push(constant);
            return Ok(Some(signature));
        }
        let mut class = None;
        for child in src.children() {
            let constant = self.constant(child);
            if let Some(Operand::Immediate(_)) = constant {
                match self.immediate(pattern, child)? {
                    Some(immediate) => signature.0.push(immediate),
                    None => return Ok(None),
                }
                continue;
            }
            if !child.extras.predicates.is_empty() || child.types.len() != 1 {
                return Ok(None);
            }
            if let Some(constant) = constant {
                signature.0.push(constant);
                continue;
            }
            if first_type(&child.types[0]) != Some(operand) {
                return Ok(None);
            }
            let Some(own) = self.register_class(child, result_class)? else {
                return Ok(None);
            };
            let first = *class.get_or_insert(own);
            let classes = &self.registers().classes;
            if first != own && !classes[first].sub_classes.contains(own) {
                return Ok(None);
            }
            signature.0.push(Operand::Register);
        }
        Ok(Some(signature))
    }

    /// The kind of operand, if the node is a constant; `None` for other nodes.
    fn constant(&self, tree: Tree) -> Option<Operand> {
        match self.cx.records.rec(tree.operator()?.rec).name() {
            "imm" => Some(Operand::Immediate(None)),
            "fpimm" => Some(Operand::FloatingPoint),
            _ => None,
        }
    }

    /// An immediate operand. `None` if the operand has several predicates, or if its predicate has the flag
    /// `FastIselShouldIgnore` or does not depend on the value of the immediate alone.
    fn immediate(&mut self, pattern: &Pattern, tree: Tree) -> Result<Option<Operand>, Fatal> {
        let call = match tree.extras.predicates[..] {
            [] => return Ok(Some(Operand::Immediate(None))),
            [call] => call,
            _ => return Ok(None),
        };
        let fragment = &self.patterns.fragments[call.fragment];
        let predicate = &fragment.predicate;
        if !predicate.is_immediate()? || predicate.takes_operands() {
            return Ok(None);
        }
        let records = self.cx.records;
        if records.rec(fragment.rec).bit("FastIselShouldIgnore")? {
            return Ok(None);
        }
        let Some(number) = self.immediates.number(call.fragment) else {
            let rec = records.rec(pattern.rec);
            bail!(rec, "too many predicates of immediates for fast selection");
        };
        Ok(Some(Operand::Immediate(Some(number))))
    }

    /// The register class of an operand; `None` if the operand is not a register, or if its class cannot be determined.
    /// If the pattern only gives the type of the operand, the result is `result_class`.
    fn register_class(
        &self,
        tree: Tree,
        result_class: Option<ClassId>,
    ) -> Result<Option<ClassId>, Fatal> {
        let Some(leaf) = tree.leaf_record() else {
            return Ok(None);
        };
        let rec = class_record(self.cx.records.rec(leaf.rec))?;
        if rec.is_a("RegisterClass") {
            return self.registers().class_of(rec).map(Some);
        }
        if rec.is_a("Register") {
            let register = self.registers().resolve(rec)?;
            return Ok(self.registers().class_of_register(register));
        }
        Ok(result_class.filter(|_| rec.is_a("ValueType")))
    }

    /// The fixed register of each operand, see [`Choice::registers`]. `None` if the operands of the operation and of
    /// the instruction differ in any other way.
    fn moves(
        &self,
        src: Tree,
        dst: Tree,
        is_part: bool,
    ) -> Result<Option<Vec<Option<String>>>, Fatal> {
        if self.constant(src).is_some() {
            return Ok(Some(vec![None]));
        }
        let mut made = dst.children();
        let mut registers = Vec::new();
        for child in src.children() {
            let register = self.certain_register(child)?;
            if register.is_none() && made.next().is_none_or(|it| it.name != child.name) {
                return Ok(None);
            }
            registers.push(register);
        }
        let has_more = !is_part && made.next().is_some();
        Ok((!has_more).then_some(registers))
    }

    fn certain_register(&self, tree: Tree) -> Result<Option<String>, Fatal> {
        let leaf = tree.leaf_record().map(|it| self.cx.records.rec(it.rec));
        let Some(rec) = leaf.filter(|it| it.is_a("Register")) else {
            return Ok(None);
        };
        let registers = self.registers();
        let name = &registers.registers[registers.resolve(rec)?].name;
        Ok(Some(format!("{}::{name}", rec.string("Namespace")?)))
    }
}

/// The register class of a `RegisterOperand`, or the record itself.
fn class_record(rec: Rec) -> Result<Rec, Fatal> {
    if rec.is_a("RegisterOperand") {
        rec.def("RegClass")
    } else {
        Ok(rec)
    }
}

fn first_type(types: &TypeSets) -> Option<ValueType> {
    types.iter().next()?.1.first()
}
