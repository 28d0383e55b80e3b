//! The instructions that each `InstRW` record names, pattern by pattern, for an editor.

use std::sync::Arc;

use backend::{Context, Dag, Fatal, Model, Rec, RecordId};
use elaborate::value::ValueId;
use rustc_hash::FxHashMap;

use super::idle_parts::{IdlePart, idle_parts};
use super::instregex::{InstructionNames, MAX_STEPS};
use crate::instructions::{InstructionId, Instructions};

/// The maximum number of steps for matching the patterns of all records.
const MAX_ALL: usize = 1 << 30;
/// The maximum number of steps for finding the idle parts of all patterns together.
const MAX_PARTS: usize = 1 << 28;
/// The maximum depth of the dags in a record. Deeper dags are ignored.
const MAX_DEPTH: usize = 16;

/// The instructions that the `InstRW` records of a target name.
///
/// Unlike the model of the schedule, this model can be built even if a pattern matches nothing or records overlap.
pub struct Naming {
    /// The instructions of the target.
    pub instructions: Arc<Instructions>,
    /// The records in natural order of their names.
    pub records: Vec<NamingRecord>,
}

/// A record of class `InstRW`.
pub struct NamingRecord {
    /// The record.
    pub rec: RecordId,
    /// The record of the scheduling model; `None` if the field is unset.
    pub model: Option<RecordId>,
    /// The instructions that the record lists outside of `instregex`, usually with `instrs`.
    pub named: Vec<InstructionId>,
    /// For each operator `instregex` of the record, its patterns.
    pub lists: Vec<Vec<Arc<InstructionPattern>>>,
}

/// A pattern of `instregex`.
pub struct InstructionPattern {
    /// The pattern as it is written.
    pub text: String,
    /// The instructions that the pattern matches, in the order of their numbers. `None` if matching takes too many
    /// steps.
    pub matches: Option<Vec<InstructionId>>,
    /// The parts of the pattern that add nothing to `matches`.
    pub idle: Vec<IdlePart>,
}

impl InstructionPattern {
    /// Whether the pattern matches an instruction. False if matching takes too many steps.
    pub fn names(&self, instruction: InstructionId) -> bool {
        let matches = self.matches.as_deref().unwrap_or_default();
        matches.binary_search(&instruction).is_ok()
    }
}

impl Model for Naming {
    fn build(cx: &Context) -> Result<Naming, Fatal> {
        let instructions = cx.model::<Instructions>()?;
        let mut reader = Reader {
            finder: Finder::new(&instructions),
            known: FxHashMap::default(),
        };
        let mut records = Vec::new();
        for rec in cx.records.derived_if_defined("InstRW") {
            let model = rec.def("SchedModel").ok();
            let mut read = NamingRecord {
                rec: rec.id(),
                model: model.map(|it| it.id()),
                named: Vec::new(),
                lists: Vec::new(),
            };
            if let Some(dag) = rec.value("Instrs").ok().and_then(|it| cx.records.dag(it)) {
                reader.read(rec, dag, &mut read, 0);
            }
            records.push(read);
        }
        Ok(Naming {
            instructions,
            records,
        })
    }
}

impl Naming {
    /// Matches the patterns `texts`, which need not be in a record, with the names of all instructions.
    pub fn patterns(instructions: &Instructions, texts: &[String]) -> Vec<InstructionPattern> {
        let mut finder = Finder::new(instructions);
        finder.all = MAX_STEPS;
        let texts = texts.iter().cloned();
        texts.map(|it| finder.pattern(it)).collect()
    }
}

struct Reader<'a> {
    finder: Finder<'a>,
    /// The patterns that were read, keyed by their values. The processors of a family share many patterns.
    known: FxHashMap<ValueId, Arc<InstructionPattern>>,
}

impl Reader<'_> {
    fn read(&mut self, rec: Rec, dag: Dag, read: &mut NamingRecord, depth: usize) {
        let operator = dag.op_def();
        if operator.is_some_and(|it| it.name() == "instregex") {
            let patterns = dag.args().filter_map(|(arg, _)| {
                if let Some(known) = self.known.get(&arg) {
                    return Some(known.clone());
                }
                let text = rec.text_of(arg)?.into_owned();
                let pattern = Arc::new(self.finder.pattern(text));
                self.known.insert(arg, pattern.clone());
                Some(pattern)
            });
            let patterns = patterns.collect();
            return read.lists.push(patterns);
        }
        for (arg, _) in dag.args() {
            if let Some(def) = rec.records().def_of(arg) {
                read.named.extend(self.finder.instructions.number(def));
            } else if let Some(dag) = rec.records().dag(arg)
                && depth < MAX_DEPTH
            {
                self.read(rec, dag, read, depth + 1);
            }
        }
    }
}

struct Finder<'a> {
    instructions: &'a Instructions,
    names: InstructionNames<'a>,
    /// The number of steps that are left for matching.
    all: usize,
    /// The number of steps that are left for finding idle parts.
    parts: usize,
}

impl<'a> Finder<'a> {
    fn new(instructions: &'a Instructions) -> Finder<'a> {
        Finder {
            instructions,
            names: InstructionNames::new(instructions),
            all: MAX_ALL,
            parts: MAX_PARTS,
        }
    }

    fn pattern(&mut self, text: String) -> InstructionPattern {
        let mut left = self.all.min(MAX_STEPS);
        let before = left;
        let matches = self.names.find(&text, &mut left).ok();
        self.all -= before - left;
        let mut idle = Vec::new();
        if let Some(matches) = matches.as_deref().filter(|it| !it.is_empty()) {
            let names = matches.iter().map(|it| &*self.instructions.get(*it).name);
            idle = idle_parts(&text, &names.collect::<Vec<_>>(), &mut self.parts);
        }
        InstructionPattern {
            text,
            matches,
            idle,
        }
    }
}
