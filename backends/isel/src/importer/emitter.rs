//! Writes the C++ code of GlobalISel's selector.

use std::borrow::Cow;
use std::collections::BTreeMap;

use backend::text::push_header_without_input;
use backend::{Backend, BackendOption, Context, Fatal, Output, Rec, RecordId};
use elaborate::records::Release;
use pattern_model::Patterns;
use rustc_hash::FxHashSet;

use super::coverage::Coverage;
use super::{Importer, WARN_ON_SKIPPED, changes};
use crate::global_isel::executor::{CodeFunction, Executor, Piece};
use crate::global_isel::{Emission, Program, Rule, Types};

const COVERAGE: BackendOption = BackendOption::flag(
    "instrument-gisel-coverage",
    "Let the selector count which rules it applies (-gen-global-isel)",
);
const COVERAGE_FILE: BackendOption = BackendOption::text(
    "gisel-coverage-file",
    "A file that says which rules were applied (-gen-global-isel)",
);
const OPTIMIZE: BackendOption = BackendOption::flag_on(
    "optimize-match-table",
    "Let rules share checks (-gen-global-isel)",
);

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-global-isel",
    "Define the table of GlobalISel's instruction selector",
    &["Instruction", "GINodeEquiv", "Target"],
    write,
)
.options(&[WARN_ON_SKIPPED, COVERAGE, COVERAGE_FILE, OPTIMIZE]);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let mut importer = Importer::new(cx)?;
    let patterns = importer.patterns.clone();
    let target = patterns.instructions.target.name.as_str();
    let coverage = read_coverage(&importer, target);
    let fragments = cx.records.derived("PatFrags")?;
    let mut rules = importer.run(|importer, id, reason| {
        if importer.explains {
            let message = format!("Skipped pattern: {reason}");
            importer.warn(importer.patterns.list[id].rec, message);
        }
    })?;
    let mut by_number: Vec<&mut Rule> = rules.iter_mut().collect();
    by_number.sort_by_key(|it| it.id);
    for rule in by_number {
        mark_dead_registers(&patterns, rule, cx.release());
        let is_covered = |it: &Coverage| it.has(rule.id);
        if !coverage.as_ref().is_none_or(is_covered) {
            importer.warn(rule.source, "Pattern is not covered by a test".to_owned());
        }
    }
    let instructions = &patterns.instructions;
    let renderers = rules.iter().map(Rule::renderers).max().unwrap_or(0);
    let needs: Vec<_> = rules.iter().map(Rule::needs).collect();
    let program = if cx.options.is_on(&OPTIMIZE) {
        Program::optimized(rules, instructions, cx.release())
    } else {
        Program::plain(rules)
    };

    let class = format!("{target}InstructionSelector");
    let header = format!("Global Instruction Selector for the {target} target");
    push_header_without_input(out, &header);
    let types = Types::new(importer.types.iter().copied());
    let executor = Executor {
        class: &class,
        target,
        features: &importer.features,
    };
    executor.push_bitset(out, "GET_GLOBALISEL_PREDICATE_BITSET");
    executor.push_members(cx.release(), out, "GET_GLOBALISEL_TEMPORARIES_DECL");
    executor.push_initializers(out, renderers, "GET_GLOBALISEL_TEMPORARIES_INIT");

    out.push("#ifdef GET_GLOBALISEL_IMPL\n");
    executor.push_types_and_features(cx, out, &types, &needs)?;
    let mut matchers = cx.records.derived("GIComplexOperandMatcher")?;
    matchers.sort_by_key(|it| it.name());
    executor.push_complex_patterns(out, &matchers)?;
    push_predicates(cx, out, &executor, &fragments)?;
    write!(
        out,
        "bool {class}::testSimplePredicate(unsigned) const {{\n    \
         llvm_unreachable(\"{class} does not support simple predicates!\");\n  return false;\n}}\n"
    );
    executor.push_renderers(cx, out, &renderer_functions(cx)?);
    push_entry(out, &class);
    write!(
        out,
        "bool {class}::runCustomAction(unsigned, const MatcherState&, NewMIVector &) const {{\n    \
         llvm_unreachable(\"{class} does not support custom C++ actions!\");\n}}\n"
    );
    let emission = Emission {
        cx,
        instructions,
        types: &types,
        register_namespace: &importer.register_namespace,
        is_combiner: false,
        with_coverage: cx.options.is_on(&COVERAGE),
    };
    executor.push_table(out, &program, &emission)?;
    out.push("#endif // ifdef GET_GLOBALISEL_IMPL\n\n");
    executor.push_feature_members(out, "GET_GLOBALISEL_PREDICATES_DECL");
    executor.push_feature_initializers(out, "GET_GLOBALISEL_PREDICATES_INIT");
    Ok(())
}

/// The rules that were applied in tests, from the coverage file; `None` if there is no valid file.
fn read_coverage(importer: &Importer, target: &str) -> Option<Coverage> {
    let path = importer.cx.options.text(&COVERAGE_FILE);
    if path.is_empty() {
        return None;
    }
    let Ok(bytes) = std::fs::read(path) else {
        importer.warn_of_all("Missing rule coverage data");
        return None;
    };
    let coverage = Coverage::read(&bytes, target);
    if coverage.is_none() {
        importer.warn_of_all("Ignoring invalid or missing rule coverage data");
    }
    coverage
}

/// Marks implicitly defined registers as dead, in all new instructions of a rule. Before LLVM 21, a register that one
/// of these instructions implicitly reads is not marked.
fn mark_dead_registers(patterns: &Patterns, rule: &mut Rule, release: Release) {
    let mut read: FxHashSet<RecordId> = FxHashSet::default();
    if changes::keeps_implicit_defs(release) {
        for build in rule.builds_mut() {
            let instruction = patterns.instructions.get(build.opcode);
            read.extend(&instruction.implicit_uses);
        }
    }
    for build in rule.builds_mut() {
        let instruction = patterns.instructions.get(build.opcode);
        let dead = instruction.implicit_defs.iter();
        build.dead.extend(dead.filter(|it| !read.contains(it)));
    }
}

/// The functions that render operands, without duplicates, in byte order of their names.
fn renderer_functions(cx: &Context) -> Result<Vec<Piece>, Fatal> {
    let mut functions: BTreeMap<Cow<str>, Vec<RecordId>> = BTreeMap::new();
    for def in cx.records.derived("GICustomOperandRenderer")? {
        let users = functions.entry(def.string("RendererFn")?).or_default();
        users.push(def.id());
    }
    let piece = |(name, sources): (Cow<str>, Vec<RecordId>)| Piece {
        name: name.into_owned(),
        code: String::new(),
        sources,
    };
    Ok(functions.into_iter().map(piece).collect())
}

/// Writes the functions that check predicates of fragments.
fn push_predicates(
    cx: &Context,
    out: &mut Output,
    executor: &Executor,
    fragments: &[Rec],
) -> Result<(), Fatal> {
    let piece = |fragment: &Rec, field: &str| {
        Ok::<_, Fatal>(Piece {
            name: fragment.name().to_owned(),
            code: fragment.string(field)?.into_owned(),
            sources: vec![fragment.id()],
        })
    };
    let mut about_instructions = Vec::new();
    for fragment in fragments {
        if !fragment.string("GISelPredicateCode")?.is_empty() {
            about_instructions.push(piece(fragment, "GISelPredicateCode")?);
        }
    }
    let mut about_operands = Vec::new();
    if changes::has_leaf_predicates(cx.release()) {
        for fragment in fragments {
            let code = fragment.optional_string("GISelLeafPredicateCode")?;
            if code.is_some_and(|it| !it.is_empty()) {
                about_operands.push(piece(fragment, "GISelLeafPredicateCode")?);
            }
        }
    }
    let [mut integers, mut floats, mut wide] = [(); 3].map(|()| Vec::new());
    for fragment in fragments {
        if fragment.string("ImmediateCode")?.is_empty() {
            continue;
        }
        let is_float = fragment.bit_or_unset("IsAPFloat")? == Some(true);
        let is_wide = fragment.bit("IsAPInt")?;
        if is_float {
            floats.push(piece(fragment, "ImmediateCode")?);
        }
        if is_wide {
            wide.push(piece(fragment, "ImmediateCode")?);
        }
        if !is_float && !is_wide {
            integers.push(piece(fragment, "ImmediateCode")?);
        }
    }
    let comment = "PatFrag predicates.";
    let of_instructions = CodeFunction {
        comment,
        declarations: "  const MachineFunction &MF = *MI.getParent()->getParent();\n  \
                       const MachineRegisterInfo &MRI = MF.getRegInfo();\n  \
                       const auto &Operands = State.RecordedOperands;\n  \
                       (void)Operands;\n  (void)MRI;",
        ..CodeFunction::of_instructions(&about_instructions)
    };
    executor.push_function(cx, out, &of_instructions);
    let of_operands = CodeFunction {
        comment,
        declarations: "  const auto &Operands = State.RecordedOperands;\n  \
                       Register Reg = MO.getReg();\n  (void)Operands;\n  (void)Reg;",
        ..CodeFunction::of_operands(&about_operands)
    };
    executor.push_operand_function(cx, out, &of_operands);
    for (subject, argument, pieces) in [
        ("I64", "int64_t", &integers),
        ("APFloat", "const APFloat &", &floats),
        ("APInt", "const APInt &", &wide),
    ] {
        let function = CodeFunction {
            comment,
            ..CodeFunction::of_constants(subject, argument, pieces)
        };
        executor.push_function(cx, out, &function);
    }
    Ok(())
}

/// Writes the function that runs the match table on one instruction.
fn push_entry(out: &mut Output, class: &str) {
    write!(
        out,
        "bool {class}::selectImpl(MachineInstr &I, CodeGenCoverage &CoverageInfo) const {{\n  \
         const PredicateBitset AvailableFeatures = getAvailableFeatures();\n  MachineIRBuilder B(I);\n  \
         State.MIs.clear();\n  State.MIs.push_back(&I);\n\n  \
         if (executeMatchTable(*this, State, ExecInfo, B, getMatchTable(), TII, MF->getRegInfo(), TRI, RBI, \
         AvailableFeatures, &CoverageInfo)) {{\n    return true;\n  }}\n\n  return false;\n}}\n\n"
    );
}
