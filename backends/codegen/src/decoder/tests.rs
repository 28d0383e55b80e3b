use std::fmt::Write;

use backend::{Context, Models, Options};
use backend_testing::{read, target_source};
use expect_test::{Expect, expect};

use super::*;
use crate::instructions::{BitOrder, GENERIC, Instructions};

/// The pairs of encodings that are not distinguished, with the bits that both fix.
#[track_caller]
fn check_clashes(text: &str, want: Expect) {
    let source = target_source(
        GENERIC,
        &format!(
            r#"def Toy : Target;
            class I : Instruction {{ let Namespace = "Toy"; let Size = 1; }}
            {text}"#
        ),
    );
    let records = read(&source);
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let instructions = cx.model::<Instructions>().unwrap();
    let (order, duplicates) = (BitOrder::Straight, Duplicates::Keep);
    let encodings = Encodings::read(&cx, &instructions, order, duplicates).unwrap();
    let mut shown = String::new();
    for table in &encodings.tables {
        let tree = Tree::new(cx.release(), &encodings, table);
        for clash in clashes(&encodings, &tree) {
            let names = clash
                .encodings
                .map(|it| records.rec(encodings.get(it).rec).name());
            let (same, different) = (show(&clash.same), show(&clash.different));
            let _ = writeln!(shown, "{names:?} same: {same} different: {different}");
        }
    }
    want.assert_eq(&shown);
}

fn show(bits: &Bits) -> String {
    let runs: Vec<_> = bits
        .runs()
        .map(|(start, len)| format!("{}-{start}", start + len - 1))
        .collect();
    runs.join(",")
}

#[test]
fn what_cannot_be_told_apart() {
    check_clashes(
        r#"
        class Reg<bits<2> op> : I { bits<4> r; bits<8> Inst = { op, 1, ?, r }; }
        def A : Reg<0>;
        def B : Reg<0>;
        def C : Reg<1>;
        def D : I { bits<8> Inst = 0b00111111; }
        "#,
        expect![[r#"
            ["A", "B"] same: 7-5 different: 
        "#]],
    );
}

#[test]
fn what_others_hide() {
    // Refuses an encoding that is too long for the tables.
    check_clashes(
        r#"
        def A : I { bits<8> Inst = { ?, 1, 0, ?, ?, ?, ?, ? }; }
        def B : I { bits<8> Inst = { 0, ?, 1, ?, ?, ?, ?, ? }; }
        def C : I { bits<8> Inst = { 1, 0, ?, ?, ?, ?, ?, ? }; }
        def D : I { bits<8> Inst = { 1, 0, ?, ?, ?, ?, ?, ? }; }
        "#,
        expect![[r#"
            ["A", "B"] same:  different: 5-5
            ["A", "C"] same:  different: 6-6
            ["A", "D"] same:  different: 6-6
            ["B", "C"] same:  different: 7-7
            ["B", "D"] same:  different: 7-7
            ["C", "D"] same: 7-6 different: 
        "#]],
    );
}

#[test]
fn numbers_of_runs() {
    let mut bits = Bits::new(130);
    for at in [3, 62, 63, 64, 65, 128, 129] {
        bits.set(at, true);
    }
    let runs: Vec<_> = bits.runs().collect();
    assert_eq!(runs, [(3, 1), (62, 4), (128, 2)]);
    assert_eq!(bits.number((62, 5)), 0b1111);
    // The 65th bit of a run falls on its first.
    assert_eq!(bits.number((0, 66)), 1 << 63 | 1 << 62 | 0b1011);
    assert!(bits.has_all((62, 4)) && !bits.has_all((61, 4)));
    assert_eq!(
        Bits::from_words(66, |_| u64::MAX).runs().next(),
        Some((0, 66))
    );
}
