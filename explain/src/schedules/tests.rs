use backend::{Context, Models, Options, Severity};
use backend_testing::{read, target_source};
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;

use crate::clashes::Finder;
use crate::testing::{check, check_target};

#[track_caller]
fn check_cost(text: &str, want: Expect) {
    let target = r#"
        def Toy : Target;
        def Small : SchedMachineModel;
        def Large : SchedMachineModel;
        def Same : SchedMachineModel;
        def : Processor<"small"> { let SchedModel = Small; }
        def : Processor<"large"> { let SchedModel = Large; }
        def : Processor<"same"> { let SchedModel = Same; }
        class I<list<SchedReadWrite> uses> : Instruction { let Namespace = "Toy"; let SchedRW = uses; }
        def W : SchedWrite;
        def R : SchedRead;
    "#;
    check_target(&format!("{target}{text}"), want);
}

#[test]
fn models_that_say_the_same_share_a_row() {
    check_cost(
        r#"
        let SchedModel = Small in { def ALU : ProcResource<1>; def : WriteRes<W, [ALU]>; def : ReadAdvance<R, 0>; }
        let SchedModel = Same in { def : WriteRes<W, []> { let Latency = 3; } def : ReadAdvance<R, 2>; }
        let SchedModel = Large in { def : WriteRes<W, []> { let Latency = 3; } def : ReadAdvance<R, 2>; }
        def $0A : I<[W, R]>;
        def B : I<[W, R]>;
        "#,
        expect![[r#"
            instruction `Toy::A`

            - is: `may load as its patterns say`, `may store as its patterns say`, `has side effects as its patterns say`

            - number: 295

            schedule class `W_R`, number 1, of 2 instructions

            ```text
            latency  micro-ops  read later      model        resources and cycles
            3        1          operand 0 by 2  Large, Same
            1        1                          Small        ALU 1
            ```

            - number and aliases: not known: The class 'InstAlias' is not defined
            - parser: not known until `Toy` in `def Toy : Target;` is mended
        "#]],
    );
}

#[test]
fn models_with_the_same_figures_stand_together() {
    check_cost(
        r#"
        def V : SchedWrite;
        let SchedModel = Small in {
          def P0 : ProcResource<1>;
          def P1 : ProcResource<1>;
          def Ports : ProcResGroup<[P0, P1]>;
          def : WriteRes<W, [P0, P1]>;
          def : WriteRes<V, []>;
          def : ReadAdvance<R, 2, [W, V]>;
        }
        let SchedModel = Large in { def : WriteRes<W, []> { let Latency = 3; } def : WriteRes<V, []>; def : ReadAdvance<R, 0>; }
        let SchedModel = Same in {
          def FirstOfTheIntegerUnits : ProcResource<1>;
          def SecondOfTheIntegerUnits : ProcResource<1>;
          def : WriteRes<W, [FirstOfTheIntegerUnits, SecondOfTheIntegerUnits]>;
          def : ReadAdvance<R, 0>;
          def : WriteRes<V, []>;
        }
        def B : I<[V]>;
        def $0A : I<[W, R]>;
        "#,
        expect![[r#"
            instruction `Toy::A`

            - is: `may load as its patterns say`, `may store as its patterns say`, `has side effects as its patterns say`

            - number: 295

            schedule class `W_R`, number 1, of 1 instruction

            ```text
            latency  micro-ops  read later              model  resources and cycles
            3        1                                  Large
            1        1                                  Same   FirstOfTheIntegerUnits 1,
                                                               SecondOfTheIntegerUnits 1
            1        1          operand 0 by 2 of some  Small  P0 1, P1 1
            ```

            - number and aliases: not known: The class 'InstAlias' is not defined
            - parser: not known until `Toy` in `def Toy : Target;` is mended
        "#]],
    );
}

#[test]
fn what_depends_on_the_instruction() {
    check_cost(
        r#"
        let SchedModel = Small in {
          def ALU : ProcResource<2>;
          def Fast : SchedWriteRes<[ALU]>;
          def Slow : SchedWriteRes<[ALU, ALU]> { let Latency = 9; let NumMicroOps = 2; let ReleaseAtCycles = [3, 1]; }
        }
        def IsZero : SchedPredicate<"MI->isZero()">;
        def V : SchedWriteVariant<[
          SchedVar<IsZero, [Fast]>, SchedVar<SchedPredicate<"MI->isOne()">, [Fast]>, SchedVar<NoSchedPred, [Slow]>]> {
          let SchedModel = Small;
        }
        def : SchedAlias<W, V> { let SchedModel = Small; }
        def $0A : I<[W]>;
        "#,
        expect![[r#"
            instruction `Toy::A`

            - is: `may load as its patterns say`, `may store as its patterns say`, `has side effects as its patterns say`

            - number: 295

            schedule class `W`, number 1, of 1 instruction

            ```text
            latency  micro-ops  if           model  resources and cycles
            1        1          IsZero       Small  ALU 1
            1        1          MI->isOne()  Small  ALU 1
            9        2          otherwise    Small  ALU 4
            ```

            - number and aliases: not known: The class 'InstAlias' is not defined
            - parser: not known until `Toy` in `def Toy : Target;` is mended
        "#]],
    );
}

#[test]
fn itineraries() {
    check_cost(
        r#"
        def U : FuncUnit;
        def T : FuncUnit;
        def Slow : InstrItinClass;
        def Units : ProcessorItineraries<[U, T], [], [
          InstrItinData<Slow, [InstrStage<2, [U, T]>, InstrStage<1, [T]>], [3, 1]>]>;
        def : Processor<"old"> { let ProcItin = Units; }
        def $0A : I<[]> { let Itinerary = Slow; }
        "#,
        expect![[r#"
            instruction `Toy::A`

            - is: `may load as its patterns say`, `may store as its patterns say`, `has side effects as its patterns say`

            - number: 295

            schedule class `Slow`, number 1, of 1 instruction

            - itinerary class: `Slow`

            ```text
            latency  micro-ops  model       resources and cycles
            3/1      1          UnitsModel  U|T 2, T 1
            ```

            - number and aliases: not known: The class 'InstAlias' is not defined
            - parser: not known until `Toy` in `def Toy : Target;` is mended
        "#]],
    );
}

/// An error in a schedule is reported at its record. Elsewhere a line names the record that needs to be fixed.
#[test]
fn an_error_of_the_model_is_told_where_it_is() {
    let text = r#"
        def $0A : I<[W]>;
        def Wrong : InstRW<[W], (instregex "NONE")> { let SchedModel = Small; }
    "#;
    check_cost(
        text,
        expect![[r#"
        instruction `Toy::A`

        - is: `may load as its patterns say`, `may store as its patterns say`, `has side effects as its patterns say`

        - number: 295

        - number and aliases: not known: The class 'InstAlias' is not defined
        - schedule: not known until `Wrong` in `def Wrong : InstRW<[W], (instregex "NONE")> { let SchedModel = Small; }` is mended
        - parser: not known until `Toy` in `def Toy : Target;` is mended
    "#]],
    );
    let at_error = text.replace("$0", "").replace("Wrong", "$0Wrong");
    check_cost(
        &at_error,
        expect![[r#"
        - error: instregex has no matches: NONE
    "#]],
    );
    let beside = text
        .replace("$0", "")
        .replace("def Wrong", "def $0V : SchedWrite; def Wrong");
    check_cost(&beside, expect!["nothing"]);
}

/// A complete model that leaves instructions out has an error at each. Elsewhere a line names the first of them.
#[test]
fn what_a_complete_model_leaves_out() {
    let text = r#"
        def Toy : Target;
        def Whole : SchedMachineModel { let CompleteModel = true; }
        def : Processor<"whole"> { let SchedModel = Whole; }
        def W : SchedWrite;
        def First : Instruction;
        def Second : Instruction;
        def Good : Instruction { let SchedRW = [W]; }
    "#;
    let check = |name: &str, want| {
        let text = text.replace(&format!("def {name}"), &format!("def $0{name}"));
        let source = target_source(GENERIC, &text);
        let generic = "isCodeGenOnly = true in";
        assert!(source.contains(generic));
        let unscheduled = "isCodeGenOnly = true, hasNoSchedulingInfo = true in";
        check(&source.replace(generic, unscheduled), want);
    };
    check(
        "Good",
        expect![[r#"
        instruction `Good`

        - is: `may load as its patterns say`, `may store as its patterns say`, `has side effects as its patterns say`

        - number: 296

        - number and aliases: not known: The class 'InstAlias' is not defined
        - schedule: not known until `First` in `def First : Instruction;` is mended
        - parser: not known until `Toy` in `def Toy : Target;` is mended
    "#]],
    );
    check(
        "Second",
        expect![[r#"
        instruction `Second`

        - is: `may load as its patterns say`, `may store as its patterns say`, `has side effects as its patterns say`

        - number: 297

        - error: No schedule information for instruction 'Second' in SchedMachineModel 'Whole'

        - number and aliases: not known: The class 'InstAlias' is not defined
        - parser: not known until `Toy` in `def Toy : Target;` is mended
    "#]],
    );
}

/// Each instruction that a complete model leaves out has an error that names the model.
#[test]
fn what_a_complete_model_leaves_out_is_told_at_each_instruction() {
    let text = r#"
        def Toy : Target;
        def Whole : SchedMachineModel { let CompleteModel = 1; }
        def Partial : SchedMachineModel { let CompleteModel = 0; }
        def : Processor<"whole"> { let SchedModel = Whole; }
        def : Processor<"partial"> { let SchedModel = Partial; }
        def W : SchedWrite;
        def Without : Instruction;
        def Overridden : Instruction { let SchedRW = []; }
        def Scheduled : Instruction { let SchedRW = [W]; }
        def Exempt : Instruction { let hasNoSchedulingInfo = true; }
        def : InstRW<[W], (instrs Overridden)> { let SchedModel = Partial; }
    "#;
    let source = target_source(GENERIC, text);
    let generic = "isCodeGenOnly = true in";
    let records = read(&source.replace(
        generic,
        "isCodeGenOnly = true, hasNoSchedulingInfo = true in",
    ));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let found = Finder::Schedules.find(&cx, &|_| true).into_iter();
    let found = found.map(|it| {
        let at = it.at.map_or(0, |at| records.place(at.loc).line);
        let line = records.sources.files[0]
            .text
            .lines()
            .nth((at as usize).saturating_sub(1));
        format!("{}\n  {}\n", line.unwrap_or_default().trim(), it.message)
    });
    expect![[r#"
        def Overridden : Instruction { let SchedRW = []; }
          'Whole' lacks information for 'Overridden'
        def Without : Instruction;
          No schedule information for instruction 'Without' in SchedMachineModel 'Whole'
    "#]]
    .assert_eq(&found.collect::<String>());
}

/// Errors of schedules without a request.
#[test]
fn errors_are_found_without_a_hover() {
    let text = r#"
        def Toy : Target;
        def Small : SchedMachineModel;
        def : Processor<"small"> { let SchedModel = Small; }
        def W : SchedWrite;
        def A : Instruction { let SchedRW = [W]; }
        def : InstRW<[W], (instregex "NONE")> { let SchedModel = Small; }
    "#;
    let records = read(&target_source(GENERIC, text));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    for (runs, want) in [
        ("gen-subtarget", Severity::Error),
        ("gen-register-info", Severity::Note),
    ] {
        let found = Finder::Schedules.find(&cx, &|it| it == runs);
        let found: Vec<_> = found.iter().map(|it| (it.severity, &*it.message)).collect();
        assert_eq!(found, [(want, "instregex has no matches: NONE")]);
    }
}
