//! Small targets.

use backend::{Context, Models, Options, Records, Release};
use backend_testing::{REGISTER_CLASSES, difference, read_as};
use expect_test::{Expect, expect};

use super::*;

mod releases;

/// Two bytes make a half, two halves a whole, and pairs of halves lie across others.
const BYTES: &str = r##"
    def lo : SubRegIndex<8>;
    def hi : SubRegIndex<8, 8>;
    foreach N = 0-3 in {
      def L#N : Register<"l"#N>;
      def H#N : Register<"h"#N>;
      def W#N : Whole<"w"#N, [!cast<Register>("L"#N), !cast<Register>("H"#N)], [lo, hi]>;
    }
    def Bytes : RegisterClass<[i16], 8, (add (sequence "L%u", 0, 3), (sequence "H%u", 0, 3))>;
    def Words : RegisterClass<[i16], 16, (sequence "W%u", 0, 3)>;
"##;

fn with<M: Model, R>(
    text: &str,
    show: impl FnOnce(&Registers, &Result<Arc<M>, Fatal>) -> R,
) -> (R, Vec<String>) {
    with_as(Release::V19, text, show)
}

fn with_as<M: Model, R>(
    release: Release,
    text: &str,
    show: impl FnOnce(&Registers, &Result<Arc<M>, Fatal>) -> R,
) -> (R, Vec<String>) {
    let records: Records = read_as(release, &format!("{REGISTER_CLASSES}{text}"));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let model = cx.model::<M>();
    let registers = cx.model::<Registers>().unwrap();
    let shown = show(&registers, &model);
    let said = cx.into_diagnostics().list;
    (shown, said.into_iter().map(|it| it.message).collect())
}

#[track_caller]
fn check(text: &str, want: Expect) {
    let (shown, said) = with::<Registers, _>(text, |registers, _| show(registers));
    want.assert_eq(&(shown + &said.concat()));
}

/// The lines of registers and classes that only one of 19 (`-`) and 21 (`+`) has.
#[track_caller]
fn check_changes(text: &str, want: Expect) {
    let shown = |release| with_as::<Registers, _>(release, text, |registers, _| show(registers)).0;
    let [old, new] = [Release::V19, Release::V21].map(shown);
    want.assert_eq(&difference(&old, &new));
}

#[track_caller]
fn check_error(text: &str, want: &str) {
    check_error_as(Release::V19, text, want);
}

#[track_caller]
fn check_error_as(release: Release, text: &str, want: &str) {
    let records = read_as(release, &format!("{REGISTER_CLASSES}{text}"));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let error = cx.model::<Registers>().err().expect("an error");
    assert_eq!(error.message, want);
}

fn show(registers: &Registers) -> String {
    let mut shown = String::new();
    let all = &registers.registers;
    let name = |id: RegisterId| all[id].name.as_str();
    for register in all.iter() {
        shown += &format!("{}:", register.name);
        for (index, part) in &register.sub_registers {
            shown += &format!(" {}={}", registers.indices[*index].name, name(*part));
        }
        let units: Vec<_> = register.units.iter().map(|it| it.0.to_string()).collect();
        let supers: Vec<_> = register
            .super_registers
            .iter()
            .map(|it| name(*it))
            .collect();
        shown += &format!(" units {} in [{}]\n", units.join(","), supers.join(" "));
    }
    for class in registers.classes.iter() {
        let members: Vec<_> = class.members.iter().map(|it| name(*it)).collect();
        let supers = class.super_classes.iter();
        let supers: Vec<_> = supers
            .map(|it| registers.classes[*it].name.as_str())
            .collect();
        shown += &format!(
            "{}: {} in [{}]\n",
            class.name,
            members.join(" "),
            supers.join(" ")
        );
    }
    shown
}

#[test]
fn parts_units_and_classes() {
    let text = r##"
        def lo : SubRegIndex<8>;
        def hi : SubRegIndex<8, 8>;
        def A : Register<"a">;
        def B : Register<"b">;
        def AB : Whole<"ab", [A, B], [lo, hi]>;
        def C : Register<"c"> { let Aliases = [B]; }
        def Low : RegisterClass<[i16], 8, (add C, A)>;
        def Any : RegisterClass<[i16], 8, (add A, B, C)>;
        def Both : RegisterClass<[i16], 16, (add AB)>;
    "##;
    check(
        text,
        expect![[r#"
        A: units 0 in [AB]
        AB: hi=B lo=A units 0,1 in []
        B: units 1 in [AB]
        C: units 1 in []
        Any: A B C in []
        Low: A C in [Any]
        Both: AB in []
    "#]],
    );
}

#[test]
fn tuples_have_parts_that_lie_across() {
    let text = format!(
        "{BYTES}
        def s0 : SubRegIndex<16>;
        def s1 : SubRegIndex<16, 16>;
        def s2 : SubRegIndex<16, 32>;
        def Pairs : RegisterTuples<[s0, s1], [(add W0, W1, W2), (add W1, W2, W3)]>;
        def Triples : RegisterTuples<[s0, s1, s2], [(add W0, W1), (add W1, W2), (add W2, W3)]>;
        def Pair : RegisterClass<[i32], 32, (add Pairs)>;
        def Triple : RegisterClass<[i64], 64, (add Triples)>;"
    );
    check(
        &text,
        expect![[r#"
        H0: units 0 in [W0 W0_W1 W0_W1_W2]
        H1: units 1 in [W1 W0_W1 W1_W2 W0_W1_W2 W1_W2_W3]
        H2: units 2 in [W2 W1_W2 W2_W3 W0_W1_W2 W1_W2_W3]
        H3: units 3 in [W3 W2_W3 W1_W2_W3]
        L0: units 4 in [W0 W0_W1 W0_W1_W2]
        L1: units 5 in [W1 W0_W1 W1_W2 W0_W1_W2 W1_W2_W3]
        L2: units 6 in [W2 W1_W2 W2_W3 W0_W1_W2 W1_W2_W3]
        L3: units 7 in [W3 W2_W3 W1_W2_W3]
        W0: hi=H0 lo=L0 units 0,4 in [W0_W1 W0_W1_W2]
        W1: hi=H1 lo=L1 units 1,5 in [W0_W1 W1_W2 W0_W1_W2 W1_W2_W3]
        W2: hi=H2 lo=L2 units 2,6 in [W1_W2 W2_W3 W0_W1_W2 W1_W2_W3]
        W3: hi=H3 lo=L3 units 3,7 in [W2_W3 W1_W2_W3]
        W0_W1: hi=H0 lo=L0 s0=W0 s1=W1 s1_then_hi=H1 s1_then_lo=L1 units 0,1,4,5 in [W0_W1_W2]
        W1_W2: hi=H1 lo=L1 s0=W1 s1=W2 s1_then_hi=H2 s1_then_lo=L2 units 1,2,5,6 in [W0_W1_W2 W1_W2_W3]
        W2_W3: hi=H2 lo=L2 s0=W2 s1=W3 s1_then_hi=H3 s1_then_lo=L3 units 2,3,6,7 in [W1_W2_W3]
        W0_W1_W2: hi=H0 lo=L0 s0=W0 s1=W1 s2=W2 s1_then_hi=H1 s1_then_lo=L1 s2_then_hi=H2 s2_then_lo=L2 lo_hi_s1_then_lo_s1_then_hi=W0_W1 s1_then_lo_s1_then_hi_s2_then_lo_s2_then_hi=W1_W2 units 0,1,2,4,5,6 in []
        W1_W2_W3: hi=H1 lo=L1 s0=W1 s1=W2 s2=W3 s1_then_hi=H2 s1_then_lo=L2 s2_then_hi=H3 s2_then_lo=L3 lo_hi_s1_then_lo_s1_then_hi=W1_W2 s1_then_lo_s1_then_hi_s2_then_lo_s2_then_hi=W2_W3 units 1,2,3,5,6,7 in []
        Bytes: H0 H1 H2 H3 L0 L1 L2 L3 in []
        Words: W0 W1 W2 W3 in []
        Pair: W0_W1 W1_W2 W2_W3 in []
        Triple: W0_W1_W2 W1_W2_W3 in []
    "#]],
    );
}

#[test]
fn classes_of_what_some_have() {
    let text = format!(
        "{BYTES}
        def X : Register<\"x\">;
        def Some : RegisterClass<[i16], 16, (add W1, W2, X)>;
        def Two : RegisterClass<[i16], 8, (add L0, L1)>;"
    );
    check(
        &text,
        expect![[r#"
        X: units 0 in []
        H0: units 1 in [W0]
        H1: units 2 in [W1]
        H2: units 3 in [W2]
        H3: units 4 in [W3]
        L0: units 5 in [W0]
        L1: units 6 in [W1]
        L2: units 7 in [W2]
        L3: units 8 in [W3]
        W0: hi=H0 lo=L0 units 1,5 in []
        W1: hi=H1 lo=L1 units 2,6 in []
        W2: hi=H2 lo=L2 units 3,7 in []
        W3: hi=H3 lo=L3 units 4,8 in []
        Bytes: H0 H1 H2 H3 L0 L1 L2 L3 in []
        Two: L0 L1 in [Bytes]
        Words: W0 W1 W2 W3 in []
        Some: X W1 W2 in []
        Some_with_hi: W1 W2 in [Words Some]
        Words_with_lo_in_Two: W0 W1 in [Words]
        Some_with_hi_and_Words_with_lo_in_Two: W1 in [Words Some Some_with_hi Words_with_lo_in_Two]
    "#]],
    );
}

#[test]
fn lanes_and_ranges() {
    let text = format!(
        "{BYTES}
        def s0 : SubRegIndex<16>;
        def s1 : SubRegIndex<16, 16>;
        def Pairs : RegisterTuples<[s0, s1], [(add W0, W1, W2), (add W1, W2, W3)]>;
        def Pair : RegisterClass<[i32], 32, (add Pairs)>;"
    );
    let (shown, _) = with::<Lanes, _>(&text, |_, lanes| {
        let lanes = lanes.as_ref().unwrap();
        let line = |(id, it): (IndexId, &SubRegIndex)| {
            let range = it.range.as_simple().unwrap();
            let steps = lanes.steps[id]
                .iter()
                .map(|it| format!(" {:x}<<{}", it.mask.0, it.rotate));
            let (mask, steps) = (lanes.masks[id].0, String::from_iter(steps));
            format!(
                "{} {}+{}: {mask:x}{steps}\n",
                it.name, range.offset, range.size
            )
        };
        String::from_iter(lanes.indices.iter().map(line))
    });
    expect![[r#"
        hi 8+8: 1 ffffffffffffffff<<0
        lo 0+8: 2 ffffffffffffffff<<1
        s0 0+16: 3 ffffffffffffffff<<0
        s1 16+16: c ffffffffffffffff<<2
        s1_then_hi 24+8: 4 ffffffffffffffff<<2
        s1_then_lo 16+8: 8 ffffffffffffffff<<3
    "#]]
    .assert_eq(&shown);
}

#[test]
fn weights_and_pressure() {
    let text = format!(
        "{BYTES}
        def X : Register<\"x\">;
        def Some : RegisterClass<[i16], 16, (add W1, W2, X)>;"
    );
    let (shown, _) = with::<Pressure, _>(&text, |registers, pressure| {
        let pressure = pressure.as_ref().unwrap();
        let mut shown = String::new();
        for set in &pressure.sets {
            let units: Vec<_> = set.units.iter().map(|it| it.0.to_string()).collect();
            shown += &format!("{} {}: {}\n", set.name, set.weight, units.join(","));
        }
        for (id, class) in registers.classes.with_ids() {
            let (one, all) = pressure.class_weights[id];
            shown += &format!(
                "{} {one} {all} {:?}\n",
                class.name, pressure.lists[id.0 as usize]
            );
        }
        shown
    });
    expect![[r#"
        Some_with_hi 4: 2,3,6,7
        Some 6: 0,2,3,6,7
        Bytes 8: 1,2,3,4,5,6,7,8
        Bytes_with_Some 10: 0,1,2,3,4,5,6,7,8
        Bytes 1 8 [2, 3]
        Words 2 8 [2, 3]
        Some 2 6 [1, 3]
        Some_with_hi 2 4 [0, 1, 2, 3]
    "#]]
    .assert_eq(&shown);
}

#[test]
fn registers_are_in_the_order_of_their_names() {
    let text = r##"
        def R10 : Register<"">; def R9 : Register<"">; def R9a : Register<"">; def Q : Register<"">;
        def Late : Register<""> { let PositionOrder = 1; }
        def All : RegisterClass<[i16], 16, (add R10, R9, R9a, Q, Late)>;
    "##;
    let (names, _) = with::<Registers, _>(text, |registers, _| {
        let names = registers.registers.iter().map(|it| it.name.clone());
        names.collect::<Vec<_>>().join(" ")
    });
    assert_eq!(names, "Q R9 R10 R9a Late");
}

#[test]
fn ambiguous_composition() {
    let text = r##"
        def a : SubRegIndex<8>; def b : SubRegIndex<8>; def c : SubRegIndex<8>; def d : SubRegIndex<8>;
        foreach R = ["P", "Q", "R", "S"] in def !cast<string>(R) : Register<"">;
        def X : Whole<"x", [P, Q], [a, b]>;
        def Y : Whole<"y", [X, S], [c, d]>;
        // A part of a part has no index of its own here.
        def Z : Whole<"z", [R, X], [a, c]>;
        def All : RegisterClass<[i16], 16, (add P, Q)>;
    "##;
    let (_, said) = with::<Lanes, _>(text, |_, _| ());
    expect![[""]].assert_eq(&said.join("\n"));
}

#[test]
fn errors_of_definitions() {
    let class = r##"def A : Register<"a">; def B : Register<"b">; def C : RegisterClass<[i16], 16, (add A)>;
        def lo : SubRegIndex<8>; def hi : SubRegIndex<8>;"##;
    for (text, want) in [
        ("", "No 'RegisterClass' subclasses defined!"),
        (
            "def i : SubRegIndex<1> { let ComposedOf = [lo]; }",
            "ComposedOf must have exactly two entries",
        ),
        (
            "def i : SubRegIndex<1> { let ComposedOf = [lo, hi]; } def j : SubRegIndex<1> { let ComposedOf = [lo, hi]; }",
            "Ambiguous ComposedOf entries",
        ),
        (
            "def i : SubRegIndex<1> { let CoveringSubRegIndices = [lo]; }",
            "CoveredBySubRegs must have two or more entries",
        ),
        (
            "def i : SubRegIndex<1> { let CoveringSubRegIndices = [lo, i]; }",
            "sub-register index i is a part of itself",
        ),
        (
            "def X : Whole<\"x\", [A], [lo, hi]>;",
            "SubRegs and SubRegIndices must have the same size",
        ),
        (
            "def X : Whole<\"x\", [A, B], [lo, lo]>;",
            "SubRegIndex lo appears twice in Register X",
        ),
        (
            "def X : Whole<\"x\", [A, A], [lo, hi]>;",
            "Sub-register can't have two names: A available as hi and lo",
        ),
        (
            "def X : RegisterTuples<[lo], [(add A)]>;",
            "Tuples must have at least 2 sub-registers",
        ),
        (
            "def X : RegisterTuples<[lo, hi], [(add A)]>;",
            "SubRegIndices and SubRegs size mismatch",
        ),
        (
            "def X : RegisterTuples<[lo, hi], [(add A), (add B)], [\"n\"]>; def Y : RegisterTuples<[lo, hi], [(add A), (add B)]>;",
            "Register tuple redefines register 'A_B'.",
        ),
        (
            "def X : RegisterTuples<[lo, hi], [(add A, B), (add B, A)], [\"n\"]>;",
            "Register tuple definition missing name for 'B_A'.",
        ),
        (
            "def D : RegisterClass<[], 16, (add A)>;",
            "RegTypes list must not be empty!",
        ),
        (
            "def D : RegisterClass<[i16], 16, (add lo)>;",
            "Record `lo' does not have a field named `CostPerUse'!\n",
        ),
        (
            "def D : RegisterClass<[i16], 16, (add A)> { let AltOrders = [(add B)]; }",
            " AltOrder register B is not a class member",
        ),
        (
            "def D : RegisterClass<[i16], 16, (add A)> { let AllocationPriority = 32; }",
            "AllocationPriority out of range [0,31]",
        ),
        (
            "def E : RegisterClass<[i16], 0, (add A, B)>; def F : RegisterClass<[i16], 0, (add B)> { let Size = 8; }",
            "no register class contains the inferred class E_and_F",
        ),
    ] {
        match text {
            "" => check_error("def A : Register<\"a\">;", want),
            _ => check_error(&format!("{class}{text}"), want),
        }
    }
    check_error_as(
        Release::V21,
        &format!("{class} def i : SubRegIndex<1> {{ let CoveringSubRegIndices = [lo]; }}"),
        "CoveringSubRegIndices must have two or more entries",
    );
}
