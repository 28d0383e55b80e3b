//! Predicates on opcodes that depend on the processor: records of class `STIPredicate`.

use backend::{Fatal, Rec, RecordId, Records, record_class};
use elaborate::diagnostic::At;
use elaborate::diagnostic::Severity;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::Schedule;
use super::types::ModelId;

record_class! {
    struct PredicateDef("STIPredicate") {
        declaration: def("Declaration"),
        classes: list_of_defs("Classes"),
    }
}

record_class! {
    struct OpcodesDef("InstructionEquivalenceClass") {
        opcodes: list_of_defs("Opcodes"),
        predicate: def("Predicate"),
        operands: list_of_ints("OperandIndices"),
    }
}

/// A C++ function that tests a condition on an instruction. The condition depends on the processor and on the opcode.
pub struct OpcodePredicate {
    /// The record of class `STIPredicateDecl`, which declares the function.
    pub declaration: RecordId,
    /// The definitions for single processors, records of class `STIPredicate`, in natural order of their names.
    pub definitions: Vec<RecordId>,
    /// Groups of opcodes with the same conditions. Groups for fewer processors come first. Among groups for equally
    /// many processors, groups with fewer predicates come first.
    pub groups: Vec<OpcodeGroup>,
}

/// Opcodes with the same conditions.
pub struct OpcodeGroup {
    /// The records of the instructions.
    pub opcodes: Vec<RecordId>,
    /// The conditions of the opcodes, each with the processor models for which it applies.
    pub conditions: Vec<Condition>,
}

/// A condition, and the processor models for which it applies.
#[derive(Clone, PartialEq, Eq)]
pub struct Condition {
    /// The models of the processors, in ascending order.
    pub models: Vec<ModelId>,
    /// A bit mask of the operands that the condition tests.
    pub operands: u64,
    /// The record of class `MCInstPredicate`.
    pub predicate: RecordId,
}

/// The conditions of an opcode while they are collected.
#[derive(Default)]
struct Opcode {
    conditions: Vec<Condition>,
    models: Vec<ModelId>,
    /// The indices of the distinct predicates of `conditions` in the list of all predicates of the function.
    predicates: Vec<usize>,
}

impl Opcode {
    /// The sort key: models, then predicates. A shorter list comes first; of equally long lists, the list with the
    /// smaller maximum.
    fn sort_key(&self) -> impl Ord + use<> {
        let models = (self.models.len(), self.models.iter().max().copied());
        (
            models,
            (self.predicates.len(), self.predicates.iter().max().copied()),
        )
    }
}

impl Schedule {
    pub(super) fn collect_opcode_predicates(&mut self, records: &Records) -> Result<(), Fatal> {
        check_declarations(records)?;
        let mut functions: IndexMap<Rec, Vec<PredicateDef>, FxBuildHasher> = IndexMap::default();
        for def in PredicateDef::all(records)? {
            functions.entry(def.declaration()?).or_default().push(def);
        }
        for (declaration, definitions) in functions {
            let groups = self.group_opcodes(&definitions)?;
            self.opcode_predicates.push(OpcodePredicate {
                declaration: declaration.id(),
                definitions: definitions.iter().map(|it| it.id()).collect(),
                groups,
            });
        }
        Ok(())
    }

    fn group_opcodes(&self, definitions: &[PredicateDef]) -> Result<Vec<OpcodeGroup>, Fatal> {
        let mut opcodes: IndexMap<RecordId, Opcode, FxBuildHasher> = IndexMap::default();
        let mut predicates: IndexMap<RecordId, (), FxBuildHasher> = IndexMap::default();
        for definition in definitions {
            for class in definition.classes()?.into_iter().map(OpcodesDef) {
                predicates.entry(class.predicate()?.id()).or_default();
                for opcode in class.opcodes()? {
                    opcodes.entry(opcode.id()).or_default();
                }
            }
        }
        for definition in definitions {
            let model = self.model_named(definition.0)?;
            for class in definition.classes()?.into_iter().map(OpcodesDef) {
                let operands = operand_mask(class)?;
                let predicate = class.predicate()?.id();
                let number = predicates.get_index_of(&predicate).unwrap_or_default();
                for def in class.opcodes()? {
                    let opcode = opcodes.entry(def.id()).or_default();
                    if opcode.models.contains(&model) {
                        return Err(class.fatal(format!(
                            "Opcode {} used by multiple InstructionEquivalenceClass definitions.",
                            def.name()
                        )));
                    }
                    opcode.models.push(model);
                    if !opcode.predicates.contains(&number) {
                        opcode.predicates.push(number);
                    }
                    opcode.add(model, operands, predicate);
                }
            }
        }
        opcodes.sort_by(|_, a, _, b| a.sort_key().cmp(&b.sort_key()));
        let mut groups: Vec<OpcodeGroup> = Vec::new();
        for (rec, opcode) in opcodes {
            match groups.last_mut() {
                Some(group) if group.conditions == opcode.conditions => group.opcodes.push(rec),
                _ => groups.push(OpcodeGroup {
                    opcodes: vec![rec],
                    conditions: opcode.conditions,
                }),
            }
        }
        Ok(groups)
    }
}

impl Opcode {
    fn add(&mut self, model: ModelId, operands: u64, predicate: RecordId) {
        let is_same = |it: &&mut Condition| it.operands == operands && it.predicate == predicate;
        match self.conditions.iter_mut().find(is_same) {
            Some(known) => {
                known.models.push(model);
                known.models.sort_unstable();
            }
            None => self.conditions.push(Condition {
                models: vec![model],
                operands,
                predicate,
            }),
        }
    }
}

fn operand_mask(class: OpcodesDef) -> Result<u64, Fatal> {
    let mut mask = 0;
    for operand in class.operands()? {
        if !(0..64).contains(&operand) {
            return Err(class.fatal(format!("{operand} is not an index of an operand")));
        }
        mask |= 1 << operand;
    }
    Ok(mask)
}

fn check_declarations(records: &Records) -> Result<(), Fatal> {
    let classes = [
        ("TIIPredicate", "FunctionName"),
        ("STIPredicateDecl", "Name"),
    ];
    for (class, field) in classes {
        let mut names: IndexMap<_, Rec, FxBuildHasher> = IndexMap::default();
        for def in records.derived(class)? {
            let name = def.string(field)?;
            let Some(previous) = names.get(&name) else {
                names.insert(name, def);
                continue;
            };
            let (message, note) = match class {
                "TIIPredicate" => (
                    format!("TIIPredicate {name} is multiply defined."),
                    format!(" Previous definition of {name} was here."),
                ),
                _ => (
                    format!("STIPredicate {name} multiply declared."),
                    "Previous declaration was here.".to_owned(),
                ),
            };
            let place = previous.record().locs.first().copied();
            let error = def.diagnostic(Severity::Error, message);
            return Err(Box::new(error.with_note(place.map(At::start), note)));
        }
    }
    for def in OpcodesDef::all(records)? {
        if def.opcodes()?.is_empty() {
            let message = "Invalid InstructionEquivalenceClass defined with an empty opcode list.";
            return Err(def.fatal(message.to_owned()));
        }
    }
    Ok(())
}
