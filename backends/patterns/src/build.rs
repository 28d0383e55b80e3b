//! Builds the model of a target's patterns.
//!
//! The parts are read in the order of the reference, on which the order of messages and the numbers of scopes depend.

mod semantics;
#[cfg(test)]
mod tests;

use backend::ids::Arena;
use backend::{Context, Fatal, Model, Rec, RecordId, Records, ValueId, bail};
use rustc_hash::FxHashMap;
use target_model::instructions::Instructions;
use target_model::intrinsics::{self, Intrinsics};
use target_model::registers::Registers;
use target_model::value_types::ValueType;

use crate::complex_pattern::{ComplexPattern, ComplexPatternDef};
use crate::facts::Facts;
use crate::fragment::Fragment;
use crate::ids::{FragmentId, IntrinsicId, SdNodeId};
use crate::instruction_pattern::has_null_fragment;
use crate::intrinsic::{Intrinsic, IntrinsicType};
use crate::named_pattern::PatternDef;
use crate::pattern::Pattern;
use crate::patterns::{InstructionNode, IntrinsicNodes, Patterns};
use crate::properties::Properties;
use crate::sd_node::{SdNode, SdNodeDef};
use crate::transform::{Transform, TransformDef};
use crate::tree::{NodeId, Nodes, Operator, OperatorKind};
use crate::types::TypeSets;
use crate::work::{Draft, Keep, Work};

pub use semantics::{Meaning, Semantics};

impl Model for Patterns {
    fn build(cx: &Context) -> Result<Patterns, Fatal> {
        let mut build = Build::new(cx)?;
        build.read_instructions()?;
        build.read_fragments(true)?;
        build.read_patterns()?;
        build.end()?;
        let mut patterns = build.patterns;
        patterns.add_variants(cx.records)?;
        let modes = patterns.instructions.target.modes.clone();
        patterns.expand_modes(&modes);
        patterns.infer_effects(cx)?;
        patterns.facts.is_built = true;
        Ok(patterns)
    }
}

/// Builds the model in `patterns`.
struct Build<'a> {
    cx: &'a Context<'a>,
    patterns: Patterns,
    /// The fragment that never matches (`null_frag`), if there is one.
    null_fragment: Option<RecordId>,
    /// The number of scopes so far (see [`PredicateCall::scope`](crate::PredicateCall::scope)).
    scopes: u32,
    /// The first error of a pattern. The reference stops at this error.
    failed: Option<Fatal>,
    /// The number of patterns with errors.
    failures: usize,
}

/// The build ends after this many patterns with errors. More errors are likely to have a common cause, for example in a
/// register class or a node.
const MAX_FAILURES: usize = 50;

/// Reads the records of a class, and returns the results in the order of the records' definitions.
fn in_order<'a, D: Copy + Into<Rec<'a>>, T>(
    mut defs: Vec<D>,
    read: impl FnMut(D) -> Result<T, Fatal>,
) -> Result<Vec<T>, Fatal> {
    // The reference reads the records backwards and stops at the first one that is invalid.
    defs.reverse();
    let orders: Vec<_> = defs.iter().map(|it| (*it).into().order()).collect();
    let things: Vec<_> = defs.into_iter().map(read).collect::<Result<_, _>>()?;
    let mut things: Vec<_> = orders.into_iter().zip(things).collect();
    things.sort_by_key(|it| it.0);
    Ok(things.into_iter().map(|it| it.1).collect())
}

impl Patterns {
    /// A model whose fragments are declared but not read, and which has no patterns yet.
    fn without_fragments(cx: &Context) -> Result<Patterns, Fatal> {
        let records = cx.records;
        let registers = cx.model::<Registers>()?;
        let classes = registers.classes.iter();
        let types = classes.flat_map(|it| &it.types);
        let legal_types = TypeSets::any_of(types).union();
        let intrinsics = read_intrinsics(records)?;
        let modes = registers.target.modes.clone();
        let nodes = in_order(SdNodeDef::all(records)?, |it| SdNode::read(it, &modes))?;
        let sd_nodes: Arena<SdNodeId, SdNode> = nodes.into();
        let intrinsic_nodes = IntrinsicNodes::find(records, &sd_nodes)?;
        let transforms = in_order(TransformDef::all(records)?, Transform::read)?;
        let complex = in_order(ComplexPatternDef::all(records)?, ComplexPattern::read)?;
        let fragments = records.derived("PatFrags")?;
        let fragments = in_order(fragments, |it| Ok(Fragment::declare(it)))?;
        let instructions = cx.model::<Instructions>()?;
        let mut facts = Facts::default();
        facts.bitconvert = records.def("bitconvert").map(|it| it.id());
        facts.read_operands(records, &instructions)?;
        let mut patterns = Patterns {
            instruction_nodes: vec![InstructionNode::default(); instructions.len()],
            instructions,
            registers,
            legal_types,
            intrinsic_numbers: intrinsics.with_ids().map(|(id, it)| (it.rec, id)).collect(),
            intrinsics,
            sd_nodes,
            transforms: transforms.into(),
            complex_patterns: complex.into(),
            fragments: fragments.into(),
            default_operands: FxHashMap::default(),
            effects: Vec::new(),
            nodes: Nodes::default(),
            list: Arena::new(),
            operators: FxHashMap::default(),
            intrinsic_nodes,
            facts,
        };
        patterns.find_operators(records);
        Ok(patterns)
    }

    fn find_operators(&mut self, records: &Records) {
        let operators = &mut self.operators;
        for (name, kind) in [
            ("set", OperatorKind::Set),
            ("implicit", OperatorKind::Implicit),
        ] {
            operators.extend(records.def(name).map(|it| (it.id(), kind)));
        }
        // If a record derives from several of these classes, the last one in this order counts.
        let complex = self.complex_patterns.with_ids();
        operators.extend(complex.map(|(id, it)| (it.rec, OperatorKind::ComplexPattern(id))));
        let transforms = self.transforms.with_ids();
        operators.extend(transforms.map(|(id, it)| (it.rec, OperatorKind::Transform(id))));
        let instructions = self.instructions.iter();
        operators.extend(instructions.map(|(id, it)| (it.rec, OperatorKind::Instruction(id))));
        let fragments = self.fragments.with_ids();
        operators.extend(fragments.map(|(id, it)| (it.rec, OperatorKind::Fragment(id))));
        let nodes = self.sd_nodes.with_ids();
        operators.extend(nodes.map(|(id, it)| (it.rec, OperatorKind::SdNode(id))));
    }
}

impl IntrinsicNodes {
    fn find(records: &Records, nodes: &Arena<SdNodeId, SdNode>) -> Result<IntrinsicNodes, Fatal> {
        let find = |name: &str| {
            let rec = records.def(name).map(|it| it.id());
            let mut ids = nodes.with_ids();
            match ids.find(|(_, it)| Some(it.rec) == rec) {
                Some((id, _)) => Ok(id),
                None => bail!(records, "Error getting SDNode '{name}'!"),
            }
        };
        Ok(IntrinsicNodes {
            void: find("intrinsic_void")?,
            with_chain: find("intrinsic_w_chain")?,
            without_chain: find("intrinsic_wo_chain")?,
        })
    }
}

fn read_intrinsics(records: &Records) -> Result<Arena<IntrinsicId, Intrinsic>, Fatal> {
    let all = Intrinsics::read(records)?.all.into_iter();
    let read = |it: intrinsics::Intrinsic| {
        let (results, params) = intrinsics::types(it.def)?;
        let properties = &it.properties;
        let ty = |ty: Rec, attributes: Option<&Vec<intrinsics::ArgAttribute>>| {
            let number = ty.optional_def("VT").ok().flatten();
            IntrinsicType {
                rec: ty.id(),
                ty: number.and_then(|it| ValueType::read(it).ok().flatten()),
                is_pointer: ty.is_a("LLVMQualPointerType") || ty.is_a("LLVMAnyPointerType"),
                is_immediate: attributes.is_some_and(|it| {
                    let is_immediate = |it: &intrinsics::ArgAttribute| {
                        it.kind == intrinsics::ArgAttributeKind::ImmArg
                    };
                    it.iter().any(is_immediate)
                }),
            }
        };
        // The first element of `arguments` has the attributes of the result.
        let params = params.into_iter().enumerate();
        let params = params.map(|(index, it)| (it, properties.arguments.get(index + 1)));
        Ok(Intrinsic {
            rec: it.def.id(),
            enum_name: it.enum_name.to_owned(),
            results: results.into_iter().map(|it| ty(it, None)).collect(),
            params: params.map(|(it, attributes)| ty(it, attributes)).collect(),
            properties: Properties::read(it.def)?,
            memory: properties.memory,
            has_side_effects: properties.side_effects,
            is_commutative: properties.commutative,
            is_convergent: properties.convergent,
            name: it.name,
        })
    };
    Ok(all.map(read).collect::<Result<Vec<_>, Fatal>>()?.into())
}

impl<'a> Build<'a> {
    /// Reads all parts of the model except three: the fragments for results, the patterns of instructions, and the
    /// records of class `Pattern`.
    fn new(cx: &'a Context<'a>) -> Result<Build<'a>, Fatal> {
        let mut build = Build {
            patterns: Patterns::without_fragments(cx)?,
            null_fragment: cx.records.def("null_frag").map(|it| it.id()),
            scopes: 0,
            failed: None,
            failures: 0,
            cx,
        };
        build.read_fragments(false)?;
        build.read_default_operands()?;
        Ok(build)
    }

    /// Runs `work` on a pattern of the record `of`, and reports its messages. After the first failed pattern, messages
    /// go to editors only, since the reference has stopped.
    fn work<'w, T>(
        &'w mut self,
        of: Rec,
        work: impl FnOnce(&mut Work<'w>) -> Result<T, Fatal>,
    ) -> Result<(T, Nodes), Fatal> {
        let mut it = Work::new(&self.patterns, self.cx.records, self.scopes);
        let result = work(&mut it);
        if self.failed.is_some() {
            it.say_to_people(self.cx);
        } else {
            it.say(self.cx);
        }
        self.scopes = it.scopes;
        let nodes = it.nodes;
        match result {
            Ok(made) => Ok((made, nodes)),
            Err(error) => Err(Box::new(error.near(&of.record().locs).once_a_place())),
        }
    }
}

impl Build<'_> {
    /// Records the error of a pattern. The build continues, to find errors in other patterns, too. It ends after
    /// [`MAX_FAILURES`] errors.
    fn fail(&mut self, error: Fatal) -> Result<(), Fatal> {
        self.failures += 1;
        match &self.failed {
            None => self.failed = Some(error),
            Some(_) => self.cx.report(error.for_people()),
        }
        if self.failures == MAX_FAILURES {
            self.end()?;
        }
        Ok(())
    }

    /// Returns the first error of a pattern, if there is one. This ends the build.
    fn end(&mut self) -> Result<(), Fatal> {
        self.failed.take().map_or(Ok(()), Err)
    }
}

/// A fragment whose trees have been read, but whose uses of other fragments are not expanded yet.
struct ReadFragment {
    id: FragmentId,
    has_error: bool,
}

impl<'a> Build<'a> {
    /// Reads the fragments for results if `are_output`, otherwise the fragments for sources. Then expands the fragments
    /// that these fragments use.
    fn read_fragments(&mut self, are_output: bool) -> Result<(), Fatal> {
        let mut read = Vec::new();
        for def in self.cx.records.derived("PatFrags")? {
            let Some(id) = self.patterns.fragment_of(def.id()) else {
                continue;
            };
            if self.patterns.fragments[id].is_output == are_output {
                read.push(self.read_fragment(id, def)?);
            }
        }
        for fragment in read {
            self.close_fragment(fragment)?;
        }
        Ok(())
    }

    fn read_fragment(&mut self, id: FragmentId, def: Rec<'a>) -> Result<ReadFragment, Fatal> {
        let ((trees, arguments, has_error), nodes) = self.work(def, |work| {
            let draft = work.read_fragment(def)?;
            let has_error = draft.has_error();
            Ok((draft.trees, draft.arguments, has_error))
        })?;
        self.keep_fragment(id, &trees, nodes);
        let fragment = &mut self.patterns.fragments[id];
        fragment.arguments = arguments;
        fragment.is_read = true;
        Ok(ReadFragment { id, has_error })
    }

    fn close_fragment(&mut self, fragment: ReadFragment) -> Result<(), Fatal> {
        let ReadFragment { id, has_error } = fragment;
        if has_error {
            // A fragment with an error has no trees at all.
            self.patterns.fragments[id].trees.clear();
            return Ok(());
        }
        let rec = self.cx.records.rec(self.patterns.fragments[id].rec);
        let (trees, nodes) = self.work(rec, |work| {
            let fragment = &work.patterns.fragments[id];
            let mut trees = Vec::new();
            for tree in &fragment.trees {
                trees.push(work.copy_in(work.patterns.tree(*tree))?);
            }
            let mut draft = Draft::new(rec, !fragment.is_output, work.patterns, trees);
            draft.arguments.clone_from(&fragment.arguments);
            work.close_fragment(&mut draft)?;
            Ok(draft.trees)
        })?;
        self.keep_fragment(id, &trees, nodes);
        Ok(())
    }

    fn keep_fragment(&mut self, id: FragmentId, trees: &[NodeId], nodes: Nodes) {
        let mut keep = Keep::new(nodes, &mut self.patterns.nodes);
        let trees = trees.iter().map(|it| keep.keep(*it)).collect();
        self.patterns.fragments[id].trees = trees;
    }

    /// Reads the default values of the operands that a pattern may leave out.
    fn read_default_operands(&mut self) -> Result<(), Fatal> {
        let defs = self.cx.records.derived("OperandWithDefaultOps")?;
        for (number, def) in defs.into_iter().enumerate() {
            let values = def.dag("DefaultOps")?;
            let (operands, nodes) =
                self.work(def, |work| work.read_default(def, values, number))?;
            let mut keep = Keep::new(nodes, &mut self.patterns.nodes);
            let operands = operands.into_iter().map(|it| keep.keep(it)).collect();
            self.patterns.default_operands.insert(def.id(), operands);
        }
        Ok(())
    }

    /// Reads all instructions. Then adds the patterns in the instructions' records, in the order of the records'
    /// definitions.
    fn read_instructions(&mut self) -> Result<(), Fatal> {
        let records = self.cx.records;
        let instructions = self.patterns.instructions.clone();
        let mut own = Vec::new();
        for def in records.derived("Instruction")? {
            let Some(id) = instructions.number(def) else {
                continue;
            };
            let instruction = instructions.get(id);
            let Some(dags) = self.own_pattern(def)? else {
                let node = InstructionNode::without_pattern(instruction);
                self.patterns.instruction_nodes[id.index()] = node;
                continue;
            };
            let operator = Operator {
                rec: def.id(),
                kind: OperatorKind::Instruction(id),
            };
            let read = self.work(def, |work| {
                work.read_instruction(instruction, operator, dags)
            });
            let ((node, pattern), nodes) = match read {
                Ok(read) => read,
                Err(error) => {
                    self.fail(error)?;
                    continue;
                }
            };
            self.patterns.instruction_nodes[id.index()] = node;
            own.push((def, id, pattern, nodes));
        }
        own.sort_by_key(|(def, ..)| def.order());
        for (def, id, pattern, nodes) in own {
            let registers = &self.patterns.instruction_nodes[id.index()].implicit_results;
            let registers = registers.clone();
            let read = self.work(def, |work| {
                work.nodes = nodes;
                work.read_own_pattern(def, pattern.src, pattern.dst, registers)
            });
            match read {
                Ok((patterns, nodes)) => self.keep_patterns(patterns, nodes),
                Err(error) => self.fail(error)?,
            }
        }
        // The records of class `Pattern` depend on the types of instructions, so an error in an instruction ends the
        // build.
        self.end()
    }

    /// The pattern in an instruction's own record. `None` if it is empty or contains the fragment that never matches.
    fn own_pattern(&self, instruction: Rec<'a>) -> Result<Option<&'a [ValueId]>, Fatal> {
        let values = &self.cx.records.values;
        let pattern = values.as_list(instruction.value("Pattern")?);
        Ok(pattern.filter(|it| !it.is_empty() && !self.is_null(it)))
    }

    fn is_null(&self, dags: &[ValueId]) -> bool {
        let records = self.cx.records;
        let mut dags = dags.iter().filter_map(|it| records.dag(*it));
        dags.any(|it| has_null_fragment(records, self.null_fragment, it))
    }

    /// Reads the records of class `Pattern`.
    fn read_patterns(&mut self) -> Result<(), Fatal> {
        for def in PatternDef::all(self.cx.records)? {
            if !self.is_null(&[def.tree()?.v]) {
                match self.work(*def, |work| work.read_pattern(def)) {
                    Ok((patterns, nodes)) => self.keep_patterns(patterns, nodes),
                    Err(error) => self.fail(error)?,
                }
            }
        }
        Ok(())
    }

    fn keep_patterns(&mut self, patterns: Vec<Pattern>, nodes: Nodes) {
        let mut keep = Keep::new(nodes, &mut self.patterns.nodes);
        for mut pattern in patterns {
            pattern.src = keep.keep(pattern.src);
            pattern.dst = keep.keep(pattern.dst);
            self.patterns.list.push(pattern);
        }
    }
}
