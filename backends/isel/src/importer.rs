//! `-gen-global-isel`: the selector of GlobalISel, generated from the patterns for SelectionDAG.
//!
//! Each pattern that GlobalISel supports becomes a rule of a match table. [`source`] and [`predicates`] convert the
//! source to checks. [`result`], [`operands`], [`constraints`] and [`classes`] convert the result to actions. A pattern
//! that cannot be imported is skipped; [`explain`] gives the reason on request.

mod changes;
mod classes;
mod constraints;
mod coverage;
pub(crate) mod emitter;
mod explain;
mod imported;
mod imports;
mod nodes;
mod operands;
mod predicates;
mod result;
mod source;
#[cfg(test)]
mod tests;

use std::cell::OnceCell;
use std::sync::Arc;

use backend::{BackendOption, Context, Diagnostic, Fatal, Rec, RecordId, Severity, std_sort};
use elaborate::symbol::Sym;
use pattern_model::types::TypeSets;
use pattern_model::{Pattern, PatternId, Patterns, Tree};
use rustc_hash::FxHashMap;
use target_model::instructions::InstructionId;

use crate::global_isel::features::Features;
use crate::global_isel::{Action, LowLevelType, Rule};

/// Reports a warning for each pattern that cannot be imported.
const WARN_ON_SKIPPED: BackendOption = BackendOption::flag(
    "warn-on-skipped-patterns",
    "Say why patterns cannot be imported (-gen-global-isel)",
);

pub(crate) use emitter::BACKEND;
pub use imported::{Equivalence, Imported};
pub(crate) use imports::Imports;

/// The reason why a pattern was not imported.
enum Stop {
    /// GlobalISel does not support the pattern, for this reason.
    Skip(String),
    /// An error that ends the run.
    Fatal(Fatal),
}

impl From<Fatal> for Stop {
    fn from(error: Fatal) -> Stop {
        Stop::Fatal(error)
    }
}

/// Stops because a pattern cannot be imported. The reason is formatted only if it will be printed.
macro_rules! skip {
    ($importer:expr, $($reason:tt)+) => {
        return Err($importer.skip(|| format!($($reason)+)))
    };
}
use skip;

/// Converts the patterns of a target to rules of GlobalISel.
struct Importer<'a> {
    cx: &'a Context<'a>,
    patterns: Arc<Patterns>,
    /// For the record of each node of the selection graph: the generic instructions that correspond to the node.
    equivalents: FxHashMap<RecordId, Equivalent>,
    /// The functions that match complex patterns, from records of class `GIComplexPatternEquiv`.
    complex_patterns: FxHashMap<RecordId, Function>,
    /// The functions that render transforms, from records of class `GISDNodeXFormEquiv`.
    transforms: FxHashMap<RecordId, Function>,
    opcodes: Opcodes,
    register_namespace: String,
    features: Features,
    /// The number of operands that the code of the current predicate reads but that are not recorded yet.
    waiting: u32,
    /// The slots of the operands that were recorded for the code of predicates, by scope and name.
    stored: FxHashMap<(u32, Sym), u32>,
    /// Whether the texts of reasons are needed.
    explains: bool,
    /// The types that rules mention, including rules of patterns that were skipped.
    types: Vec<(LowLevelType, RecordId)>,
    /// The first error in the fields that determine which C++ function checks a predicate on constants. The error is
    /// reported after all patterns are imported.
    of_names: OnceCell<Fatal>,
}

/// The generic instructions that correspond to a node of the selection graph, from a record of class `GINodeEquiv`.
struct Equivalent {
    def: RecordId,
    usual: InstructionId,
    if_floating_point: Option<InstructionId>,
    if_convergent: Option<InstructionId>,
    if_sign_extend: Option<InstructionId>,
    if_zero_extend: Option<InstructionId>,
    is_not_atomic: bool,
    is_atomic: bool,
}

/// A C++ function of the target, with the record that declares it.
#[derive(Clone, Copy)]
struct Function {
    def: RecordId,
    name: Sym,
}

/// The generic instructions that the importer itself refers to.
struct Opcodes {
    constant: InstructionId,
    copy: InstructionId,
    implicit_def: InstructionId,
    build_vector: InstructionId,
    build_vector_trunc: InstructionId,
}

impl<'a> Importer<'a> {
    fn new(cx: &'a Context<'a>) -> Result<Importer<'a>, Fatal> {
        let patterns = cx.model::<Patterns>()?;
        let opcode = |rec: Rec| {
            let number = patterns.instructions.number(rec);
            number
                .ok_or_else(|| rec.fatal(format!("'{}' is not an instruction of LLVM", rec.name())))
        };
        let named = |name: &str| match cx.records.def(name) {
            Some(rec) => opcode(rec),
            None => Err(cx
                .records
                .fatal(format!("there is no instruction '{name}'"))),
        };
        let mut equivalents = FxHashMap::default();
        for def in cx.records.derived("GINodeEquiv")? {
            let optional = |field: &str| {
                if def.is_unset(field) {
                    Ok(None)
                } else {
                    opcode(def.def(field)?).map(Some)
                }
            };
            let equivalent = Equivalent {
                def: def.id(),
                usual: opcode(def.def("I")?)?,
                if_floating_point: optional("IfFloatingPoint")?,
                if_convergent: optional("IfConvergent")?,
                if_sign_extend: optional("IfSignExtend")?,
                if_zero_extend: optional("IfZeroExtend")?,
                is_not_atomic: def.bit("CheckMMOIsNonAtomic")?,
                is_atomic: def.bit("CheckMMOIsAtomic")?,
            };
            equivalents.insert(def.def("Node")?.id(), equivalent);
        }
        let mut complex_patterns = FxHashMap::default();
        for def in cx.records.derived("GIComplexPatternEquiv")? {
            let of = def.def("SelDAGEquivalent")?.id();
            let (def, name) = (def.id(), Sym::new(def.name()));
            complex_patterns.insert(of, Function { def, name });
        }
        let mut transforms = FxHashMap::default();
        for def in cx.records.derived("GISDNodeXFormEquiv")? {
            let of = def.def("SelDAGEquivalent")?.id();
            let (def, name) = (def.id(), Sym::new(&def.string("RendererFn")?));
            transforms.insert(of, Function { def, name });
        }
        let opcodes = Opcodes {
            constant: named("G_CONSTANT")?,
            copy: named("COPY")?,
            implicit_def: named("IMPLICIT_DEF")?,
            build_vector: named("G_BUILD_VECTOR")?,
            build_vector_trunc: named("G_BUILD_VECTOR_TRUNC")?,
        };
        let register_namespace = patterns.registers.classes.iter().next();
        let register_namespace = register_namespace.map(|it| it.namespace.clone());
        Ok(Importer {
            cx,
            equivalents,
            complex_patterns,
            transforms,
            opcodes,
            register_namespace: register_namespace.unwrap_or_default(),
            features: Features::default(),
            waiting: 0,
            stored: FxHashMap::default(),
            explains: cx.options.is_on(&WARN_ON_SKIPPED),
            types: Vec::new(),
            of_names: OnceCell::new(),
            patterns,
        })
    }

    fn skip(&self, reason: impl FnOnce() -> String) -> Stop {
        Stop::Skip(if self.explains {
            reason()
        } else {
            String::new()
        })
    }

    /// The rules of all patterns that can be imported, in the order in which they are tried. The id of a rule is the
    /// index of its pattern among the patterns that are not ignored. `skipped` is called with the reason for each
    /// pattern that cannot be imported.
    fn run(
        &mut self,
        mut skipped: impl FnMut(&Self, PatternId, String),
    ) -> Result<Vec<Rule>, Fatal> {
        let patterns = self.patterns.clone();
        let mut rules: Vec<(i32, Rule)> = Vec::new();
        let imported = patterns.list.with_ids();
        let imported: Vec<_> = imported.filter(|(_, it)| !self.ignores(it)).collect();
        for (id, (pattern_id, pattern)) in (0..).zip(imported) {
            let mut rule = Rule::new(id, pattern.rec);
            let result = self.import(pattern, &mut rule);
            self.types
                .extend(rule.types.iter().map(|it| (*it, rule.source)));
            match result {
                Ok(()) => rules.push((patterns.complexity(pattern), rule)),
                Err(Stop::Fatal(error)) => return Err(error),
                Err(Stop::Skip(reason)) => skipped(self, pattern_id, reason),
            }
        }
        if let Some(error) = self.of_names.take() {
            return Err(error);
        }
        let instructions = &patterns.instructions;
        std_sort::stable_sort(&mut rules, |(score_a, a), (score_b, b)| {
            let by_score = score_b.cmp(score_a);
            by_score.then_with(|| a.compare(b, instructions)).is_lt()
        });
        Ok(rules.into_iter().map(|(_, rule)| rule).collect())
    }

    /// Whether a pattern is left out without a warning. Such a pattern does not count for the ids of rules.
    fn ignores(&self, pattern: &Pattern) -> bool {
        pattern.gisel_ignores
            || changes::skips_bfloat(self.cx.release()) && has_bfloat(self.patterns.src(pattern))
    }

    fn warn(&self, rec: RecordId, message: String) {
        let rec = self.cx.records.rec(rec);
        self.cx.report(rec.diagnostic(Severity::Warning, message));
    }

    /// Reports a warning without a location.
    fn warn_of_all(&self, message: &str) {
        let message = message.to_owned();
        self.cx
            .report(Diagnostic::new(Severity::Warning, None, message));
    }

    /// Converts a pattern to checks and actions of `rule`.
    fn import(&mut self, pattern: &Pattern, rule: &mut Rule) -> Result<(), Stop> {
        let patterns = self.patterns.clone();
        let (src, dst) = (patterns.src(pattern), patterns.dst(pattern));
        let records = self.cx.records;
        let text = |tree| patterns.text(records, tree);
        let comment = format!("{}  =>  {}", text(src), text(dst));
        rule.act(Action::Comment(comment));
        for predicate in pattern.predicate_records(records) {
            if !predicate.string("CondString")?.is_empty() {
                self.features.declare(predicate.id());
                rule.features.push(predicate.id());
            }
        }
        if pattern.mode_check != Sym::EMPTY {
            rule.hw_mode = Some(self.features.declare_mode(pattern.mode_check.as_str()));
        }
        for (what, tree) in [("Dst", dst), ("Src", src)] {
            if let Some(first) = self.untrivial(tree)? {
                let reason = self.untrivial_text(tree, first)?;
                skip!(
                    self,
                    "{what} pattern root isn't a trivial operator ({reason})"
                );
            }
        }
        let root = rule.add_instruction(src.name.unwrap_or(Sym::EMPTY), true);
        self.set_flags(rule, Some(pattern.rec))?;
        let mut renderer = 0;
        self.match_node(rule, root, src, &mut renderer)?;
        self.build_result(rule, pattern, src, dst)
    }

    /// Sets whether the rule ignores copies, if `rec` gives a value for this flag.
    fn set_flags(&self, rule: &mut Rule, rec: Option<RecordId>) -> Result<(), Fatal> {
        let rec = rec.map(|it| self.cx.records.rec(it));
        if let Some(rec) = rec.filter(|it| it.is_a("GISelFlags"))
            && let Some(ignores_copies) = rec.bit_or_unset("GIIgnoreCopies")?
        {
            rule.ignores_copies = ignores_copies;
        }
        Ok(())
    }
}

/// Whether a node or one of its descendants has a value of type `bf16`, or a vector of such values.
fn has_bfloat(tree: Tree) -> bool {
    let is_bfloat = |types: &TypeSets| {
        let types = types.concrete().types;
        types.iter().any(|(_, ty)| ty.scalar().name() == "bf16")
    };
    tree.types.iter().any(is_bfloat) || tree.children().any(has_bfloat)
}
