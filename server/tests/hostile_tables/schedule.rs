//! Processors, their schedules, and automata.

use backend_testing::{isel_source, target_source};
use target_model::instructions::GENERIC;

use super::{Case, list, repeat};

pub(super) fn cases() -> Vec<Case> {
    vec![
        (
            "gen-subtarget",
            variants_of_variants(24),
            "Too many variants together",
        ),
        (
            "gen-subtarget",
            variants_in_a_list(24),
            "Too many variants together",
        ),
        (
            "gen-subtarget",
            sequences_of_sequences(40),
            "'S0' expands to too long a sequence",
        ),
        (
            "gen-subtarget",
            endless_repetition(),
            "'W' expands to too long a sequence",
        ),
        ("gen-subtarget", exponential_names(), "limit of work"),
        ("gen-subtarget", groups_that_overlap(12), "limit of work"),
        (
            "gen-subtarget",
            implied_features(400),
            "error: Too many subtarget features",
        ),
        (
            "gen-subtarget",
            conditions_of_conditions(40),
            "limit of work",
        ),
        ("gen-instr-info", helpers(40), "limit of work"),
        ("gen-instr-info", long_mapping(120), ""),
        ("gen-dfa-packetizer", packets(24), "limit of work"),
        ("gen-dfa-packetizer", stages(12), "limit of work"),
        ("gen-automata", nth_from_the_end(40), "limit of work"),
        ("gen-automata", free_bits(64), "limit of work"),
        ("gen-macro-fusion-pred", fusions(40), "limit of work"),
        ("gen-exegesis", counters(300), ""),
    ]
}

fn source(text: &str) -> String {
    target_source(GENERIC, &format!("def Toy : Target;\n{text}"))
}

const MODEL: &str = "def M : SchedMachineModel { let IssueWidth = 1; }\n\
    def : Processor<\"m\"> { let SchedModel = M; }\n";

/// An instruction with the writes of `write`.
fn instruction(write: &str) -> String {
    format!(
        "def I : Instruction {{ let Namespace = \"Toy\"; let OutOperandList = (outs); \
         let InOperandList = (ins); let SchedRW = [{write}]; }}\n"
    )
}

/// Each variant of a write has variants.
fn variants_of_variants(depth: usize) -> String {
    let variant = |i: usize| {
        let next = i + 1;
        format!(
            "def P{i} : SchedPredicate<\"p{i}()\">;\n\
             def V{next}a : SchedWriteVariant<[SchedVar<P{i}, [V{i}a]>, SchedVar<NoSchedPred, [V{i}b]>]> {{ let SchedModel = M; }}\n\
             def V{next}b : SchedWriteVariant<[SchedVar<P{i}, [V{i}b]>, SchedVar<NoSchedPred, [V{i}a]>]> {{ let SchedModel = M; }}\n"
        )
    };
    source(&format!(
        "{MODEL}def V0a : SchedWriteRes<[]> {{ let SchedModel = M; }}\n\
         def V0b : SchedWriteRes<[]> {{ let SchedModel = M; let Latency = 2; }}\n\
         {}{}",
        repeat(depth, variant),
        instruction(&format!("V{depth}a"))
    ))
}

/// Many writes with two variants each.
fn variants_in_a_list(count: usize) -> String {
    let variant = |i: usize| {
        format!(
            "def P{i} : SchedPredicate<\"p{i}()\">;\n\
             def A{i} : SchedWriteRes<[]> {{ let SchedModel = M; let Latency = {i}; }}\n\
             def V{i} : SchedWriteVariant<[SchedVar<P{i}, [A{i}]>, SchedVar<NoSchedPred, [W]>]> {{ let SchedModel = M; }}\n"
        )
    };
    source(&format!(
        "{MODEL}def W : SchedWriteRes<[]> {{ let SchedModel = M; }}\n{}{}",
        repeat(count, variant),
        instruction(&list(count, |i| format!("V{i}")))
    ))
}

/// A sequence of a sequence twice, and so on.
fn sequences_of_sequences(depth: usize) -> String {
    let sequence = |i: usize| format!("def S{} : WriteSequence<[S{i}, S{i}]>;\n", i + 1);
    source(&format!(
        "{MODEL}def S0 : SchedWrite;\ndef : WriteRes<S0, []> {{ let SchedModel = M; }}\n{}{}",
        repeat(depth, sequence),
        instruction(&format!("S{depth}"))
    ))
}

fn endless_repetition() -> String {
    source(&format!(
        "{MODEL}def W : SchedWrite;\ndef : WriteRes<W, []> {{ let SchedModel = M; }}\n\
         def S : WriteSequence<[W], 2000000000>;\n{}",
        instruction("S")
    ))
}

/// Names of instructions by a pattern that takes exponential time to fail with backtracking.
fn exponential_names() -> String {
    let name = "A".repeat(60);
    source(&format!(
        "{MODEL}{}def {name} : Instruction {{ let Namespace = \"Toy\"; }}\n\
         foreach i = 0...2000 in def {name}#i : Instruction {{ let Namespace = \"Toy\"; }}\n\
         def W : SchedWriteRes<[]> {{ let SchedModel = M; }}\n\
         foreach i = 0...300 in def : InstRW<[W], (instregex \"^((A+)+)+(A|AA|A*)*$\", \"(A|AA)*B?\", \"(A{{1,60}}){{1,60}}C\")> {{ let SchedModel = M; }}\n",
        instruction("")
    ))
}

/// Groups of units that overlap in all combinations.
fn groups_that_overlap(units: usize) -> String {
    let unit = |i: usize| format!("def U{i} : ProcResource<1> {{ let SchedModel = M; }}\n");
    let group = |set: usize| {
        let members = (0..units).filter(|it| (set + 1) >> it & 1 == 1);
        let members: Vec<_> = members.map(|it| format!("U{it}")).collect();
        format!(
            "def G{set} : ProcResGroup<[{}]> {{ let SchedModel = M; }}\n",
            members.join(", ")
        )
    };
    let count = (1 << units) - 1;
    source(&format!(
        "{MODEL}{}{}def W : SchedWriteRes<[G{}, U0]> {{ let SchedModel = M; }}\n{}",
        repeat(units, unit),
        repeat(count, group),
        count - 1,
        instruction("W")
    ))
}

/// Features each of which implies all previous ones.
fn implied_features(count: usize) -> String {
    format!(
        "{}foreach i = 0...{} in def F#i : SubtargetFeature<\"f\"#i, \"F\"#i, \"true\", \"\", !foreach(j, !range(!if(!lt(i, 2000), i, 2000)), !cast<SubtargetFeature>(\"F\"#j))>;\n",
        source(MODEL),
        count - 1
    )
}

/// Conditions that name the one before twice.
pub(super) fn conditions_of_conditions(depth: usize) -> String {
    let condition = |i: usize| format!("def C{} : CheckAll<[C{i}, C{i}]>;\n", i + 1);
    source(&format!(
        "{MODEL}def C0 : CheckNumOperands<1>;\n{}\
         def P : MCSchedPredicate<C{depth}>;\n\
         def A : SchedWriteRes<[]> {{ let SchedModel = M; }}\n\
         def V : SchedWriteVariant<[SchedVar<P, [A]>, SchedVar<NoSchedPred, [A]>]> {{ let SchedModel = M; }}\n{}",
        repeat(depth, condition),
        instruction("V")
    ))
}

/// The same in a function of the target's own.
fn helpers(depth: usize) -> String {
    let condition = |i: usize| format!("def C{} : CheckAll<[C{i}, C{i}]>;\n", i + 1);
    isel_source(
        GENERIC,
        &format!(
            "def C0 : CheckNumOperands<1>;\n{}class MCStatement;\n\
             class MCReturnStatement<MCInstPredicate of> : MCStatement {{ MCInstPredicate Pred = of; }}\n\
             class Helper<string name, MCStatement body> : TIIPredicate<name> {{ MCStatement Body = body; }}\n\
             def : Helper<\"isIt\", MCReturnStatement<C{depth}>>;\ndef I : Inst<(outs), (ins)>;\n",
            repeat(depth, condition)
        ),
    )
}

/// Instructions of many rows and columns.
fn long_mapping(side: usize) -> String {
    let side = side - 1;
    isel_source(
        GENERIC,
        &format!(
            "class InstrMapping {{ string FilterClass; list<string> RowFields; list<string> ColFields; list<string> KeyCol; list<list<string>> ValueCols; }}\n\
         class R<string r, string c> : Inst<(outs), (ins)> {{ string Row = r; string Col = c; }}\n\
         foreach r = 0...{side} in foreach c = 0...{side} in def R#r#C#c : R<\"\"#r, \"\"#c>;\n\
         def next : InstrMapping {{ let FilterClass = \"R\"; let RowFields = [\"Row\"]; let ColFields = [\"Col\"]; let KeyCol = [\"0\"]; \
         let ValueCols = !foreach(i, !range({side}), [\"\"#i]); }}\n"
        ),
    )
}

const ITINERARY: &str = "def : Processor<\"p\"> { let ProcItin = Its; }\n";

/// Instructions that take any of many units.
fn packets(units: usize) -> String {
    let names = list(units, |i| format!("U{i}"));
    source(&format!(
        "{}def Any : InstrItinClass;\n\
         def Its : ProcessorItineraries<[{names}], [], [InstrItinData<Any, [InstrStage<1, [{names}]>]>]>;\n\
         {ITINERARY}def I : Instruction {{ let Namespace = \"Toy\"; let Itinerary = Any; let SchedRW = []<SchedReadWrite>; }}\n",
        repeat(units, |i| format!("def U{i} : FuncUnit;\n"))
    ))
}

/// Instructions that take any of many units, several times.
fn stages(count: usize) -> String {
    let names = list(60, |i| format!("U{i}"));
    let stages = list(count, |_| format!("InstrStage<1, [{names}]>"));
    source(&format!(
        "{}def Any : InstrItinClass;\n\
         def Its : ProcessorItineraries<[{names}], [], [InstrItinData<Any, [{stages}]>]>;\n\
         {ITINERARY}def I : Instruction {{ let Namespace = \"Toy\"; let Itinerary = Any; let SchedRW = []<SchedReadWrite>; }}\n",
        repeat(60, |i| format!("def U{i} : FuncUnit;\n"))
    ))
}

const AUTOMATON: &str = "class GenericAutomaton { string TransitionClass; list<string> SymbolFields; }\n\
    class Transition { bits<64> NewState; }\n\
    class T<bits<64> s, int i> : Transition { let NewState = s; int Sym = i; }\n\
    def A : GenericAutomaton { let TransitionClass = \"T\"; let SymbolFields = [\"Sym\"]; }\n";

/// Optional steps.
fn nth_from_the_end(bits: usize) -> String {
    let step = |i: usize| {
        format!(
            "def : T<{}, 0>;\ndef : T<{}, {}>;\n",
            1_u64 << i,
            1_u64 << i,
            i % 2
        )
    };
    format!("{AUTOMATON}{}", repeat(bits, step))
}

/// A symbol of its own for each bit of the state.
fn free_bits(bits: usize) -> String {
    let step = |i: usize| format!("def : T<{}, {i}>;\n", (1_u64 << i) as i64);
    format!("{AUTOMATON}{}", repeat(bits, step))
}

/// Conditions of a fusion that name the one before twice.
fn fusions(depth: usize) -> String {
    let condition = |i: usize| format!("def C{} : CheckAll<[C{i}, C{i}]>;\n", i + 1);
    source(&format!(
        "class FusionTarget; def first_fusion_target : FusionTarget; class FusionPredicate<FusionTarget t = first_fusion_target> {{ FusionTarget Target = t; }}\nclass FusionPredicateWithMCInstPredicate<MCInstPredicate p> : FusionPredicate {{ MCInstPredicate Predicate = p; }}\n\
         class FirstFusionPredicateWithMCInstPredicate<MCInstPredicate p> : FusionPredicateWithMCInstPredicate<p>;\n\
         class FusionX<string name, list<FusionPredicate> ps> : Fusion {{ string Name = name; string FieldName = name; string Desc = name; list<FusionPredicate> Predicates = ps; bit IsCommutable = false; }}\n\
         def C0 : CheckNumOperands<1>;\n{}\
         def F : FusionX<\"f\", [FirstFusionPredicateWithMCInstPredicate<C{depth}>]>;\n",
        repeat(depth, condition)
    ))
}

fn counters(count: usize) -> String {
    format!(
        "class Target;\ndef Toy : Target;\nclass PfmCounter<string counter> {{ string Counter = counter; }}\n\
         class PfmIssueCounter<string resource, string counter> : PfmCounter<counter> {{ string ResourceName = resource; }}\n\
         class ProcPfmCounters {{ PfmCounter CycleCounter = PfmCounter<\"cycles\">; PfmCounter UopsCounter = PfmCounter<\"\">; \
         list<PfmIssueCounter> IssueCounters = []; list<PfmCounter> ValidationCounters = []; }}\n\
         class PfmCountersBinding<string cpu, ProcPfmCounters counters> {{ string CpuName = cpu; ProcPfmCounters Counters = counters; }}\n\
         foreach i = 0...{} in {{ def P#i : ProcPfmCounters {{ let IssueCounters = !foreach(j, !range(20), PfmIssueCounter<\"r\"#j, \"c\"#i>); }}\n\
         def : PfmCountersBinding<\"cpu\"#i, !cast<ProcPfmCounters>(\"P\"#i)>; }}\n",
        count - 1
    )
}
