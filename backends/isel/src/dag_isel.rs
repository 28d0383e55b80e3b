//! `-gen-dag-isel`: the table of the instruction selector for selection graphs, and the C++ functions that the table
//! refers to.
//!
//! The patterns of a target are sorted ([`order`]) and converted to steps ([`mod@convert`], [`mod@generate`]), which
//! are then contracted ([`contract`]). The steps of all patterns are joined into a tree ([`factor`]) of [`matchers`].
//! Referenced functions get numbers ([`numbering`]), the parts of the table are measured ([`size`]) and written
//! ([`emit`]), and the functions follow ([`functions`], [`coverage`]).

mod changes;
mod contract;
mod convert;
mod coverage;
mod emit;
mod factor;
mod functions;
mod generate;
mod matchers;
mod numbering;
mod order;
mod size;
mod step;
#[cfg(test)]
mod tests;
mod threads;
mod tried;

use backend::text::push_header_without_input;
use backend::{Backend, BackendOption, Context, Fatal, Output};
use pattern_model::Patterns;
use rustc_hash::{FxHashMap, FxHashSet};
use target_model::instructions::InstructionId;
use target_model::value_types::ValueTypes;

use convert::convert;
use coverage::Coverage;
use emit::{Emitter, OUTERMOST};
use functions::{Function, Functions, push_function};
use matchers::{MatcherId, Matchers, Opcode};
use numbering::Numbering;
use size::{Measure, Sizes};
pub use tried::{Tried, steps};

const COVERAGE: BackendOption = BackendOption::flag(
    "instrument-coverage",
    "Emit coverage tables for patterns (-gen-dag-isel)",
);
const OMIT_COMMENTS: BackendOption =
    BackendOption::flag("omit-comments", "Emit no comments (-gen-dag-isel)");

pub(crate) const BACKEND: Backend = Backend::llvm(
    "gen-dag-isel",
    "Generate a DAG instruction selector",
    &["Instruction", "SDNode", "Target"],
    write,
)
.options(&[COVERAGE, OMIT_COMMENTS]);

fn write(cx: &Context, out: &mut Output) -> Result<(), Fatal> {
    let patterns = cx.model::<Patterns>()?;
    let patterns = &*patterns;
    let comments = !cx.options.is_on(&OMIT_COMMENTS);
    let covers = cx.options.is_on(&COVERAGE);

    out.phase("Parse patterns");
    let target = &patterns.instructions.target;
    push_header_without_input(
        out,
        &format!("DAG Instruction Selector for the {} target", target.name),
    );
    out.push(INTRODUCTION);

    out.phase("Sort patterns");
    let order = order::sorted(cx.records, patterns)?;

    out.phase("Convert to matchers");
    if cx.errors() > 0 {
        patterns.check_untyped(cx, order.iter().copied())?;
    }
    let mut matchers = Matchers::new(opcodes(patterns));
    let (options, said) = convert(cx.records, patterns, &order, &mut matchers)?;
    said.into_iter().for_each(|it| cx.dump(it));

    out.phase("Optimize matchers");
    let first = factor::factor(&mut matchers, options);

    out.phase("Emit matcher table");
    let numbering = Numbering::new(cx.records, patterns, &matchers, first)?;
    let types = ValueTypes::of(cx.release());
    let types = changes::has_numbers_of_types(cx.release()).then_some(types);
    let deactivated = deactivated(cx, patterns)?;
    let measure = Measure {
        types,
        release: cx.release(),
        deactivated: &deactivated,
        patterns,
        matchers: &matchers,
        numbering: &numbering,
        covers,
    };
    let sizes = Sizes::new(&measure, first);
    let coverage = covers.then(|| Coverage::new(cx.records, patterns, &sizes.completed));
    let emitter = Emitter {
        records: cx.records,
        types,
        is_tidy: changes::has_tidy_lines(cx.release()),
        deactivated: &deactivated,
        patterns,
        matchers: &matchers,
        numbering: &numbering,
        sizes: &sizes,
        comments,
        coverage: coverage.as_ref(),
    };
    out.push(GUARDS);
    push_select(out, &emitter, first);
    let functions = Functions {
        records: cx.records,
        patterns,
        numbering: &numbering,
        transforms: &sizes.transforms,
        comments,
        covers,
    };
    functions.push(out);
    if let Some(coverage) = &coverage {
        coverage.push(out, cx.records, patterns);
    }
    out.push(END);
    Ok(())
}

/// The instructions that may have a deactivation symbol. Empty in releases without such symbols.
fn deactivated(cx: &Context, patterns: &Patterns) -> Result<FxHashSet<InstructionId>, Fatal> {
    let mut found = FxHashSet::default();
    if changes::has_deactivation_symbols(cx.release()) {
        for (id, instruction) in patterns.instructions.iter() {
            let rec = cx.records.rec(instruction.rec);
            let is_given = !rec.is_unset("supportsDeactivationSymbol");
            if is_given && rec.field("supportsDeactivationSymbol").is_some() {
                found.extend(rec.bit("supportsDeactivationSymbol")?.then_some(id));
            }
        }
    }
    Ok(found)
}

/// The opcode of each node of a target, with the properties that checks depend on. Several nodes may have the same
/// opcode.
fn opcodes(patterns: &Patterns) -> Vec<Opcode> {
    let mut classes: FxHashMap<&str, u32> = FxHashMap::default();
    let nodes = patterns.sd_nodes.iter().map(|node| {
        let next = classes.len() as u32;
        Opcode {
            class: *classes.entry(&node.opcode).or_insert(next),
            results: node.results as u32,
            ty: node.known_type(),
        }
    });
    nodes.collect()
}

/// Writes the function that selects instructions. The function contains the table.
fn push_select(out: &mut Output, emitter: &Emitter, first: Option<MatcherId>) {
    let release = emitter.records.release();
    let function = Function {
        result: "void",
        declaration: "SelectCode(SDNode *N)",
        overrides: false,
    };
    push_function(out, &function, |out| {
        out.push("{\n");
        out.push(changes::macros(release));
        let element = changes::element_type(release);
        writeln!(out, "  static const {element} MatcherTable[] = {{");
        let size = first.map_or(0, |first| emitter.push_matcher(out, first, 0, OUTERMOST));
        writeln!(
            out,
            "    0\n  }}; // Total Array size is {} bytes\n",
            size + 1
        );
        if emitter.comments {
            emitter.sizes.push_histogram(out, release);
        }
        out.push(changes::undefined_macros(release));
        out.push("  SelectCodeCommon(N, MatcherTable, sizeof(MatcherTable));\n}\n");
    });
}

const INTRODUCTION: &str = "\
// *** NOTE: This file is #included into the middle of the target
// *** instruction selector class.  These functions are really methods.

// If GET_DAGISEL_DECL is #defined with any value, only function
// declarations will be included when this file is included.
// If GET_DAGISEL_BODY is #defined, its value should be the name of
// the instruction selector class. Function bodies will be emitted
// and each function's name will be qualified with the name of the
// class.
//
// When neither of the GET_DAGISEL* macros is defined, the functions
// are emitted inline.

";

const GUARDS: &str = "\
#if defined(GET_DAGISEL_DECL) && defined(GET_DAGISEL_BODY)
#error GET_DAGISEL_DECL and GET_DAGISEL_BODY cannot be both defined, undef both for inline definitions
#endif

#ifdef GET_DAGISEL_BODY
#define LOCAL_DAGISEL_STRINGIZE(X) LOCAL_DAGISEL_STRINGIZE_(X)
#define LOCAL_DAGISEL_STRINGIZE_(X) #X
static_assert(sizeof(LOCAL_DAGISEL_STRINGIZE(GET_DAGISEL_BODY)) > 1,
   \"GET_DAGISEL_BODY is empty: it should be defined with the class name\");
#undef LOCAL_DAGISEL_STRINGIZE_
#undef LOCAL_DAGISEL_STRINGIZE
#endif

#if !defined(GET_DAGISEL_DECL) && !defined(GET_DAGISEL_BODY)
#define DAGISEL_INLINE 1
#else
#define DAGISEL_INLINE 0
#endif

#if !DAGISEL_INLINE
#define DAGISEL_CLASS_COLONCOLON GET_DAGISEL_BODY ::
#else
#define DAGISEL_CLASS_COLONCOLON
#endif

";

const END: &str = "
#ifdef DAGISEL_INLINE
#undef DAGISEL_INLINE
#endif
#ifdef DAGISEL_CLASS_COLONCOLON
#undef DAGISEL_CLASS_COLONCOLON
#endif
#ifdef GET_DAGISEL_DECL
#undef GET_DAGISEL_DECL
#endif
#ifdef GET_DAGISEL_BODY
#undef GET_DAGISEL_BODY
#endif
";
