//! Differences between releases.

use super::*;

#[test]
fn leaves_have_units_of_their_own_since_21() {
    let text = r##"
        def A : Register<"a">;
        def B : Register<"b"> { let Aliases = [A]; }
        def C : Register<"c"> { let Aliases = [B]; }
        def All : RegisterClass<[i16], 16, (add A, B, C)>;
    "##;
    check_changes(
        text,
        expect![[r#"
            -A: units 0 in []
            -B: units 0,1 in []
            -C: units 1 in []
            +A: units 0,1 in []
            +B: units 1,2,3 in []
            +C: units 3,4 in []
        "#]],
    );
}

#[test]
fn artificial_parts_make_no_concatenation_since_21() {
    let text = r##"
        def lo : SubRegIndex<8>;
        def hi : SubRegIndex<8, 8>;
        def top : SubRegIndex<16, 16>;
        def half : SubRegIndex<16>;
        foreach N = 0-1 in {
          def L#N : Register<"l"#N>;
          def H#N : Register<"h"#N> { let isArtificial = true; }
          def T#N : Register<"t"#N>;
          def W#N : Whole<"w"#N, [!cast<Register>("L"#N), !cast<Register>("H"#N)], [lo, hi]>;
          def D#N : Whole<"d"#N, [!cast<Register>("W"#N), !cast<Register>("T"#N)], [half, top]>;
        }
        def All : RegisterClass<[i32], 32, (add D0, D1)>;
    "##;
    let concatenations = |release| {
        let shown = with_as::<Registers, _>(release, text, |registers, _| {
            let indices = &registers.indices;
            let lines = indices.iter().map(|(_, index)| {
                let parts = index.concatenation.iter();
                let parts: Vec<_> = parts.map(|it| indices[*it].name.as_str()).collect();
                format!("{}=[{}]", index.name, parts.join(" "))
            });
            lines.collect::<Vec<_>>().join(" ")
        });
        shown.0
    };
    expect!["half=[lo] hi=[] lo=[] top=[]"].assert_eq(&concatenations(Release::V19));
    expect!["half=[] hi=[] lo=[] top=[]"].assert_eq(&concatenations(Release::V21));
}

/// A word has a low byte, a pair of words a low and a high word.
const PAIRS: &str = r##"
    def lo : SubRegIndex<8>;
    def hi : SubRegIndex<8, 8>;
    def s0 : SubRegIndex<16>;
    def s1 : SubRegIndex<16, 16>;
    foreach N = 0-3 in {
      def L#N : Register<"l"#N>;
      def H#N : Register<"h"#N>;
      def W#N : Whole<"w"#N, [!cast<Register>("L"#N), !cast<Register>("H"#N)], [lo, hi]>;
    }
    def Pairs : RegisterTuples<[s0, s1], [(add W0, W1, W2), (add W1, W2, W3)]>;
    def Bytes : RegisterClass<[i16], 8, (add (sequence "L%u", 0, 3))>;
    def Words : RegisterClass<[i16], 16, (sequence "W%u", 0, 3)>;
    def Wide : RegisterClass<[i32], 32, (add Pairs)>;
"##;

#[test]
fn inferred_classes_are_named_by_composites_since_21() {
    let text = format!(
        "{PAIRS}
        def Three : RegisterClass<[i16], 16, (add W0, W1, W2)>;
        def Two : RegisterClass<[i16], 8, (add L0, L1)>;"
    );
    check_changes(
        &text,
        expect![[r#"
            -Wide_with_s1_in_Three_with_lo_in_Two: W0_W1 in [Wide Wide_with_lo_in_Two]
            +Wide_with_s1_then_lo_in_Two: W0_W1 in [Wide Wide_with_lo_in_Two]
        "#]],
    );
}

#[test]
fn inferred_classes_are_like_the_smallest_allocatable_one_since_21() {
    let text = format!(
        "{PAIRS}
        def Three : RegisterClass<[i16], 16, (add W0, W1, W2)> {{ let CopyCost = 3; let isAllocatable = false; }}
        def Two : RegisterClass<[i16], 8, (add L0, L1)>;"
    );
    let inferred = |release| {
        let shown = with_as::<Registers, _>(release, &text, |registers, _| {
            let classes = registers.classes.iter().filter(|it| it.rec.is_none());
            let line =
                |it: &RegisterClass| format!("{} {} {}", it.name, it.copy_cost, it.allocatable);
            classes.map(line).collect::<Vec<_>>().join("\n")
        });
        shown.0
    };
    expect![[r#"
        Three_with_lo_in_Two 3 true
        Wide_with_lo_in_Two 1 true
        Wide_with_s1_in_Three_with_lo_in_Two 1 true"#]]
    .assert_eq(&inferred(Release::V19));
    expect![[r#"
        Three_with_lo_in_Two 1 true
        Wide_with_lo_in_Two 1 true
        Wide_with_s1_then_lo_in_Two 1 true"#]]
    .assert_eq(&inferred(Release::V21));
}

#[test]
fn costs_of_copies_are_bytes_since_22() {
    let cost = |release, cost| {
        let text = format!(
            r#"def A : Register<"a">; def R : RegisterClass<[i16], 16, (add A)> {{ let CopyCost = {cost}; }}"#
        );
        with_as::<Registers, _>(release, &text, |registers, _| {
            registers.classes[ClassId(0)].copy_cost
        })
        .0
    };
    assert_eq!(cost(Release::V21, -2), -2);
    assert_eq!(cost(Release::V22, -2), 254);
    check_error_as(
        Release::V22,
        r#"def A : Register<"a">; def R : RegisterClass<[i16], 16, (add A)> { let CopyCost = 256; }"#,
        "'CopyCost' must be an 8-bit value",
    );
}

#[test]
fn all_registers_may_have_an_artificial_index_since_21() {
    let text = r##"
        def lo : SubRegIndex<8>;
        def hi : SubRegIndex<8, 8>;
        foreach N = 0-1 in {
          def L#N : Register<"l"#N>;
          def H#N : Register<"h"#N> { let isArtificial = true; }
          def W#N : Whole<"w"#N, [!cast<Register>("L"#N), !cast<Register>("H"#N)], [lo, hi]>;
        }
        def X : Register<"x">;
        def Low : RegisterClass<[i16], 8, (add L0, L1)>;
        def Words : RegisterClass<[i16], 16, (add W0, W1)>;
        def Some : RegisterClass<[i16], 32, (add W0, X)>;
    "##;
    let with_index = |release| {
        let shown = with_as::<Registers, _>(release, text, |registers, _| {
            let mut lines = String::new();
            for class in registers.classes.iter() {
                for (id, index) in registers.indices.iter() {
                    let with = class.with_sub_register(id);
                    let with = with.map_or("-", |it| &registers.classes[it].name);
                    lines += &format!("{} {}: {with}\n", class.name, index.name);
                }
            }
            lines
        });
        shown.0
    };
    expect![[r#"
        Low hi: -
        Low lo: -
        Words hi: -
        Words lo: Words
        Some hi: -
        Some lo: Some_with_lo
        Some_with_lo hi: -
        Some_with_lo lo: Some_with_lo
    "#]]
    .assert_eq(&with_index(Release::V19));
    expect![[r#"
        Low hi: -
        Low lo: -
        Words hi: Words
        Words lo: Words
        Some hi: -
        Some lo: Some_with_lo
        Some_with_lo hi: Some_with_lo
        Some_with_lo lo: Some_with_lo
    "#]]
    .assert_eq(&with_index(Release::V21));
}

#[test]
fn projections_are_the_same_whether_found_or_composed() {
    let text = format!("{PAIRS} def Two : RegisterClass<[i16], 8, (add L0, L1)>;");
    let all = |release| {
        let shown = with_as::<Registers, _>(release, &text, |registers, _| {
            let name = |id: ClassId| {
                let members = &registers.classes[id].members;
                let names = members
                    .iter()
                    .map(|it| registers.registers[*it].name.as_str());
                names.collect::<Vec<_>>().join(" ")
            };
            let mut lines = Vec::new();
            for (to, class) in registers.classes.with_ids() {
                for (index, from) in class.projections() {
                    let index = &registers.indices[*index].name;
                    let from = from.iter();
                    lines.extend(from.map(|it| format!("{} {index} {}", name(*it), name(to))));
                }
            }
            lines.sort();
            lines.join("\n")
        });
        shown.0
    };
    let old = all(Release::V19);
    assert!(
        old.contains("W0_W1 W1_W2 W2_W3 s1_then_lo L0 L1 L2 L3"),
        "{old}"
    );
    assert_eq!(old, all(Release::V21));
}
