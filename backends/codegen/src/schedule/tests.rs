//! The parts of schedules.

use std::fmt::Write;
use std::sync::Arc;

use backend::{Context, Fatal, Models, Options, Records, Release};
use backend_testing::{read, read_as, target_source};
use expect_test::{Expect, expect};

use super::{Access, Costs, ModelId, RwId, Schedule};
use crate::instructions::GENERIC;
use crate::releases;

/// A processor `one` with a model `M`, and instructions of the namespace `Toy`.
const TARGET: &str = r#"
def Toy : Target;
def M : SchedMachineModel;
def : Processor<"one"> { let SchedModel = M; }
class I<list<SchedReadWrite> uses> : Instruction { let Namespace = "Toy"; let SchedRW = uses; }
def W : SchedWrite;
def V : SchedWrite;
def R : SchedRead;
"#;

fn source(text: &str) -> Records {
    read(&target_source(GENERIC, &format!("{TARGET}{text}")))
}

fn build(records: &Records) -> Result<Arc<Schedule>, Fatal> {
    let (options, models) = (Options::default(), Models::default());
    Context::new(records, &options, &models).model()
}

/// Shows the classes from the first one with instructions of the target, and their costs on each model.
#[track_caller]
fn check(text: &str, want: Expect) {
    let records = source(text);
    let schedule = build(&records).unwrap_or_else(|error| panic!("{}", error.message));
    let mut shown = String::new();
    let name = |id, access| schedule.read_writes.get(id, access).name.to_string();
    for (number, class) in schedule.classes().iter().enumerate().skip(1) {
        let _ = writeln!(shown, "{number} {} {:?}", class.name, class.models);
        for transition in &class.transitions {
            let predicates = transition.predicates.iter();
            let predicates: Vec<_> = predicates.map(|it| records.rec(*it).name()).collect();
            let _ = writeln!(
                shown,
                "  -> {} on {} if {predicates:?}",
                transition.to.0, transition.model.0
            );
        }
    }
    for model in schedule.models().iter().filter(|it| it.has_costs()) {
        let resources = model.resources.iter().map(|it| records.rec(*it).name());
        let resources: Vec<_> = resources.collect();
        let _ = writeln!(shown, "{} {resources:?}", model.name);
        let mut costs = Costs::new(&schedule, &records, model.id).unwrap();
        for class in (1..schedule.classes().len() as u32).map(super::ClassId) {
            let cost = costs.class(class);
            let cost = cost.unwrap_or_else(|error| panic!("{}", error.message));
            let uses = cost.resources.iter();
            let uses: Vec<_> = uses.map(|it| (it.resource, it.release_at)).collect();
            let latencies = cost
                .latencies
                .iter()
                .zip(&cost.writers)
                .map(|(it, writer)| {
                    let writer = name(*writer, Access::Write);
                    format!("{writer} {} {}", it.cycles, it.write)
                });
            let latencies: Vec<_> = latencies.collect();
            let advances: Vec<_> = cost
                .advances
                .iter()
                .map(|it| (it.operand, it.write, it.cycles))
                .collect();
            let (class, ops) = (class.0, cost.micro_ops);
            let _ = writeln!(
                shown,
                "  {class}: {ops} {uses:?} {latencies:?} {advances:?}"
            );
        }
    }
    want.assert_eq(&shown);
}

#[track_caller]
fn check_error(text: &str, want: &str) {
    let records = source(text);
    let schedule = match build(&records) {
        Err(error) => return assert_eq!(error.message, want),
        Ok(schedule) => schedule,
    };
    let mut costs = Costs::new(&schedule, &records, ModelId(1)).unwrap();
    let classes = (0..schedule.classes().len() as u32).map(super::ClassId);
    let error = classes.map(|it| costs.class(it)).find_map(Result::err);
    assert_eq!(error.map(|it| it.message).as_deref(), Some(want));
}

#[test]
fn types_have_one_cost_since_21() {
    let check = |text: &str, want: [&str; 3]| {
        let text = format!("{TARGET}let SchedModel = M in {{ {text} }}");
        let error = |release| {
            let source = target_source(releases::opcodes(release), &text);
            let error = build(&read_as(release, &source)).err();
            error.map_or(String::new(), |it| it.message)
        };
        assert_eq!(Release::ALL.map(error), want);
    };
    check(
        "def : WriteRes<W, []>; def Second : WriteRes<W, []>;",
        [
            "",
            "WriteType already used in another WriteRes",
            "WriteType of W already used in another WriteRes",
        ],
    );
    check(
        "def : ReadAdvance<R, 1>; def Second : ReadAdvance<R, 2>;",
        [
            "",
            "ReadType already used in another ReadAdvance",
            "ReadType of R already used in another ReadAdvance",
        ],
    );
    check("def : WriteRes<W, []>; def : WriteRes<V, []>;", [""; 3]);
}

#[test]
fn what_writes_and_reads_cost() {
    check(
        r#"
        let SchedModel = M in {
          def A : ProcResource<1>;
          def B : ProcResource<2> { let Super = A; }
          def AB : ProcResGroup<[A, B]>;
          def : WriteRes<W, [B]> { let Latency = 3; let ReleaseAtCycles = [2]; }
          def : WriteRes<V, [A, AB]> { let NumMicroOps = 2; }
          def : ReadAdvance<R, 4, [W, V]>;
        }
        def S : WriteSequence<[W, V], 2>;
        def I1 : I<[W, R]>;
        def I2 : I<[V]>;
        def I3 : I<[S, R]>;
        "#,
        expect![[r#"
            1 W_R [ModelId(0)]
            2 V [ModelId(0)]
            3 S_R [ModelId(0)]
            M ["A", "AB", "B"]
              1: 1 [(1, 2), (2, 2), (3, 2)] ["W 3 3"] [(0, 2, 4), (0, 3, 4)]
              2: 2 [(1, 1), (2, 2)] ["V 1 2"] []
              3: 6 [(1, 6), (2, 8), (3, 4)] ["V 8 2"] [(0, 2, 4), (0, 3, 4)]
        "#]],
    );
}

#[test]
fn what_is_said_of_single_instructions() {
    check(
        r#"
        def I1 : I<[W]>; def I2 : I<[W]>; def I3 : I<[W]>; def I4 : I<[W]>; def I10 : I<[W]>;
        let SchedModel = M in {
          def : WriteRes<W, []>;
          def X : SchedWriteRes<[]> { let Latency = 7; }
          def : InstRW<[X], (instregex "I[12]$")>;
          def : InstRW<[W], (instrs I3)>;
        }
        def N : SchedMachineModel;
        def : Processor<"two"> { let SchedModel = N; }
        let SchedModel = N in {
          def : WriteRes<W, []> { let Latency = 2; }
          def : WriteRes<V, []> { let Unsupported = true; }
          def : InstRW<[V], (instregex "^I2")>;
        }
        "#,
        expect![[r#"
            1 W [ModelId(0)]
            2 I1_I2 [ModelId(0)]
            3 I3 [ModelId(0)]
            4 I2 [ModelId(0)]
            M []
              1: 1 [] ["W 1 0"] []
              2: 1 [] ["X 7 0"] []
              3: 1 [] ["W 1 0"] []
              4: 1 [] ["X 7 0"] []
            N []
              1: 1 [] ["W 2 0"] []
              2: 1 [] ["W 2 0"] []
              3: 1 [] ["W 2 0"] []
              4: 8191 [] [] []
        "#]],
    );
}

#[test]
fn variants() {
    check(
        r#"
        def U : SchedWrite;
        def P : SchedPredicate<"first()">;
        def Q : MCSchedPredicate<CheckNumOperands<2>>;
        let SchedModel = M in {
          def : WriteRes<W, []>;
          def : WriteRes<V, []>;
          def : ReadAdvance<R, 0>;
          def X : SchedWriteVariant<[SchedVar<P, [W, V]>, SchedVar<NoSchedPred, [V]>]>;
          def Y : SchedWriteVariant<[SchedVar<P, [W]>, SchedVar<Q, [V]>, SchedVar<NoSchedPred, [W]>]>;
          def : SchedAlias<U, X>;
        }
        def I1 : I<[U, R]>;
        def I2 : I<[Y, Y]>;
        def I3 : I<[X, Y]>;
        "#,
        expect![[r#"
            1 U_R [ModelId(0)]
              -> 4 on 1 if ["P"]
              -> 5 on 1 if ["NoSchedPred"]
            2 Y_Y [ModelId(0)]
              -> 6 on 1 if ["P"]
              -> 7 on 1 if ["Q"]
              -> 6 on 1 if ["NoSchedPred"]
            3 X_Y [ModelId(0)]
              -> 8 on 1 if ["P"]
              -> 7 on 1 if ["NoSchedPred", "Q"]
              -> 9 on 1 if ["P", "Q"]
              -> 10 on 1 if ["NoSchedPred"]
            4 (W_V)_R [ModelId(1)]
            5 V_R [ModelId(1)]
            6 W_W [ModelId(1)]
            7 V_V [ModelId(1)]
            8 (W_V)_W [ModelId(1)]
            9 (W_V)_V [ModelId(1)]
            10 V_W [ModelId(1)]
            M []
              1: 8190 [] [] []
              2: 8190 [] [] []
              3: 8190 [] [] []
              4: 2 [] ["V 2 0"] [(0, 0, 0)]
              5: 1 [] ["V 1 0"] [(0, 0, 0)]
              6: 2 [] ["W 1 0", "W 1 0"] []
              7: 2 [] ["V 1 0", "V 1 0"] []
              8: 3 [] ["V 2 0", "W 1 0"] []
              9: 3 [] ["V 2 0", "V 1 0"] []
              10: 2 [] ["V 1 0", "W 1 0"] []
        "#]],
    );
}

#[test]
fn itineraries_and_unsupported_writes() {
    check(
        r#"
        def Slow : InstrItinClass;
        let SchedModel = M in {
          def : WriteRes<W, []> { let NumMicroOps = 3; }
          def : WriteRes<V, []> { let Unsupported = true; }
          def : ItinRW<[W], [Slow]>;
        }
        let Itinerary = Slow in { def I1 : I<[]>; def I2 : I<[V]>; }
        def I3 : I<[V, W]>;
        "#,
        expect![[r#"
            1 Slow [ModelId(0)]
            2 Slow_V [ModelId(0)]
            3 V_W [ModelId(0)]
            M []
              1: 3 [] ["W 1 0"] []
              2: 8191 [] [] []
              3: 2 [] ["V 0 0", "W 1 0"] []
        "#]],
    );
}

#[test]
fn types_are_numbered_by_name() {
    let records = source(
        "def W10 : SchedWrite; def W9 : SchedWrite; def I1 : I<[W10, W9]>; def I2 : I<[W9]>; def I3 : I<[]>;",
    );
    let schedule = build(&records).unwrap();
    let names = (0..schedule.read_writes.count(Access::Write) as u32).map(|it| {
        schedule
            .read_writes
            .get(RwId(it), Access::Write)
            .name
            .to_string()
    });
    assert_eq!(names.collect::<Vec<_>>(), ["", "W9", "W10"]);
}

#[test]
fn mistakes() {
    let some = "def I1 : I<[W]>; def I2 : I<[V]>; def I3 : I<[W, R]>; ";
    let check = |text: &str, want: &str| check_error(&format!("{some}{text}"), want);
    check("def : Processor<\"one\">;", "Duplicate processor name one");
    check(
        "def : SchedAlias<W, R> { let SchedModel = M; }",
        "SchedWrite Alias must be SchedWrite",
    );
    check(
        "def : InstRW<[W], (instregex \"Toy[xy]\")> { let SchedModel = M; }",
        "instregex has no matches: Toy[xy]",
    );
    check(
        "def : InstRW<[W], (instregex \"I(\")> { let SchedModel = M; }",
        "instregex has no matches: I(",
    );
    check(
        "let SchedModel = M in { def : InstRW<[W], (instrs I1)>; def : InstRW<[V], (instrs I2, I1)>; }",
        "Overlapping InstRW definition for \"I1\" also matches previous \"(instrs I1)\".",
    );
    check(
        "def : InstRW<[W], (instrs Toy)> { let SchedModel = M; }",
        "No sched class for instruction.",
    );
    check(
        "def Other : SchedMachineModel; def : WriteRes<W, []> { let SchedModel = Other; }",
        "No processor has the SchedModel 'Other'",
    );
    check(
        "def : WriteRes<W, []> { let SchedModel = M; }",
        "Processor does not define resources for V",
    );
    check(
        "def : ItinRW<[W], [NoItinerary]>;",
        "SchedModel is undefined",
    );
    check(
        "def A : ProcResourceKind; def : WriteRes<W, [A]> { let SchedModel = M; }",
        "No ProcessorResources associated with A",
    );
    check(
        "let SchedModel = M in { def A : ProcResource<1>; def G : ProcResGroup<[A]>; \
         def B : ProcResource<1> { let Super = G; } def : WriteRes<W, [B]>; }",
        "Record `G' does not have a field named `Super'!\n",
    );
    check(
        "def S : SchedWrite; def : ReadAdvance<R, 1, [S]> { let SchedModel = M; }",
        "ReadAdvance referencing a ValidWrite that is not used by any instruction (S)",
    );
    check(
        "let SchedModel = M in { def A : ProcResource<1>; def B : ProcResource<1>; def C : ProcResource<1>; \
         def AB : ProcResGroup<[A, B]>; def BC : ProcResGroup<[B, C]>; }",
        "proc resource group overlaps with BC but no supergroup contains both.",
    );
    check(
        "class Own : WriteSequence<[!cast<SchedWrite>(NAME)]>; def S : Own; def I4 : I<[S]>;",
        "'S' expands to too long a sequence",
    );
    check(
        "def P : SchedPredicate<\"p\">; class Own : SchedWriteVariant<[!cast<SchedVar>(NAME)]>, SchedVar<P, [!cast<SchedWrite>(NAME)]>; def X : Own; def I4 : I<[X]>;",
        "The variants of class 'X' never end",
    );
    check(
        "def Full : SchedMachineModel { let CompleteModel = true; } \
         def : Processor<\"two\"> { let SchedModel = Full; } def I4 : Instruction { let Namespace = \"Toy\"; }",
        "Incomplete schedule model",
    );
}
