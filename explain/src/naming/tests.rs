use backend::{Context, Models, Options};
use backend_testing::{read, target_source};
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;

use crate::testing::check_target;

/// Instructions `ADDrr`, `ADDri`, `SUBrr`, `SUBri`, `MULrr` and a model.
const TARGET: &str = r#"
def Toy : Target;
def Small : SchedMachineModel;
def : Processor<"small"> { let SchedModel = Small; }
def W : SchedWrite;
class I : Instruction { let Namespace = "Toy"; let SchedRW = [W]; }
foreach op = ["ADD", "SUB"] in { def op#"rr" : I; def op#"ri" : I; }
def MULrr : I;
let SchedModel = Small in {
"#;

fn source(text: &str) -> String {
    target_source(GENERIC, &format!("{TARGET}{text}\n}}"))
}

#[track_caller]
fn check_patterns(patterns: &[&str], want: Expect) {
    let records = read(&source(""));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let patterns: Vec<String> = patterns.iter().map(|it| (*it).to_owned()).collect();
    let text = super::patterns(&cx, &patterns, &|_| None);
    want.assert_eq(&format!("{}\n", text.markdown()));
}

#[test]
fn what_patterns_match() {
    check_patterns(
        &["ADD(rr|ri)$", "SUB", "(ADD|MUL)(rr|rm)", "DIV", "ADD(", "."],
        expect![[r#"
            `ADD(rr|ri)$` matches 2 instructions: `ADDri`, `ADDrr`

            `SUB` matches 3 instructions: `SUBREG_TO_REG`, `SUBri`, `SUBrr`

            `(ADD|MUL)(rr|rm)` matches 2 instructions: `ADDrr`, `MULrr`

            - `rm`: no instruction matches it

            `DIV` matches none

            `ADD(` matches none

            `.` matches 300 instructions: `PHI`, `INLINEASM`, `INLINEASM_BR`, `CFI_INSTRUCTION`, `EH_LABEL`, `GC_LABEL`, `ANNOTATION_LABEL`, `KILL`, `EXTRACT_SUBREG`, `INSERT_SUBREG`, … 290 more
        "#]],
    );
}

/// The hints with the text at their places.
#[track_caller]
fn check_hints(text: &str, want: Expect) {
    let records = read(&source(text));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let mut shown = String::new();
    for hint in &cx
        .model::<super::Hints>()
        .unwrap_or_else(|_| panic!("no hints"))
        .0
    {
        let (source, offset) = records.sources.point(hint.at.unwrap());
        let rest = &records.sources.files[source].text[offset as usize..];
        let at = rest.split([',', ')']).next().unwrap_or_default();
        shown += &format!("{at} ...: {}\n", hint.message);
        for (_, note) in &hint.notes {
            shown += &format!("  {note}\n");
        }
    }
    want.assert_eq(&shown);
}

#[test]
fn patterns_that_add_nothing() {
    check_hints(
        r#"
        def : InstRW<[W], (instregex "ADD(rr|ri|rm)", "SUB(r|rr)", "ADDr", "MUL")>;
        def : InstRW<[W], (instregex "ADDri", "SUBrr", "(ADD|SUB)rr", "(ADD|SUB)ri")>;
        "#,
        expect![[r#"
            "ADD(rr|ri|rm ...: 'rm' in "ADD(rr|ri|rm)" adds no instruction: no instruction matches it
            "SUB(r|rr ...: 'rr' in "SUB(r|rr)" adds no instruction: the pattern matches the same instructions without it
            "ADDr" ...: "ADDr" adds no instruction: "ADD(rr|ri|rm)" before it matches what it matches
              "ADD(rr|ri|rm)" is here
        "#]],
    );
}

#[test]
fn what_holds_for_some_records_only() {
    check_hints(
        r##"
        multiclass Both<string first> { def : InstRW<[W], (instregex first, "ADDrr")>; }
        defm : Both<"ADD">;
        defm : Both<"SUB">;
        foreach suffix = ["r", "i"] in
          def : InstRW<[W], (instregex "MULrr", "MUL"#suffix, "MULr(r|z)")>;
        "##,
        expect![[r#"
            "MULr(r|z ...: 'z' in "MULr(r|z)" adds no instruction: no instruction matches it
            "MULr(r|z ...: "MULr(r|z)" adds no instruction: "MULrr" before it matches what it matches
              "MULrr" is here
        "#]],
    );
}

#[test]
fn what_schedules_an_instruction() {
    let text = r#"
          def : InstRW<[W], (instrs SUBrr)>;
          def Adds : InstRW<[W], (instregex "ADDr(r|m)", "ADDri")>;
          def : WriteRes<W, []>;
        }
        def Large : SchedMachineModel;
        def : Processor<"large"> { let SchedModel = Large; }
        defvar all = "A.*";
        let SchedModel = Large in {
          def : InstRW<[W], (instregex all, "SUB", "MULrr")>;
          def : WriteRes<W, []>;
        }
        def $0ADDrm : I;
        def SUBx : I;
    "#;
    check_target(
        &format!("{TARGET}{text}"),
        expect![[r#"
        instruction `Toy::ADDrm`

        - is: `may load as its patterns say`, `may store as its patterns say`, `has side effects as its patterns say`

        - number: 296

        schedule class `ADDrm_ADDrr_ADDri`, number 2, of 3 instructions

        ```text
        latency  micro-ops  model         resources and cycles
        1        1          Large, Small
        ```

        - scheduled: for `Small` by `ADDr(r|m)`, `def Adds : InstRW<[W], (instregex "ADDr(r|m)", "ADDri")>;`
        - scheduled: for `Large` by `A.*`, `def : InstRW<[W], (instregex all, "SUB", "MULrr")>;`

        - number and aliases: not known: The class 'InstAlias' is not defined
        - parser: not known until `Toy` in `def Toy : Target;` is mended
    "#]],
    );
    let by_name = text.replace("$0", "").replace("instrs ", "instrs $0");
    check_target(
        &format!("{TARGET}{by_name}"),
        expect![[r#"
        instruction `Toy::SUBrr`

        - is: `may load as its patterns say`, `may store as its patterns say`, `has side effects as its patterns say`

        - number: 300

        schedule class `SUBrr`, number 3, of 1 instruction

        ```text
        latency  micro-ops  model         resources and cycles
        1        1          Large, Small
        ```

        - scheduled: for `Small` by its name
        - scheduled: for `Large` by `SUB`, `def : InstRW<[W], (instregex all, "SUB", "MULrr")>;`

        - number and aliases: not known: The class 'InstAlias' is not defined
        - parser: not known until `Toy` in `def Toy : Target;` is mended
    "#]],
    );
}
