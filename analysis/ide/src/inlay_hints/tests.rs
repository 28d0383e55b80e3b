use expect_test::{Expect, expect};

use super::*;
use crate::fixtures::unit;

/// The text with the hints in it.
fn check(text: &str, config: InlayConfig<'_>, want: Expect) {
    let db = unit(text);
    let inlays = inlay_hints(&db, "root.td", 0..text.len(), config).unwrap();
    let mut out = text.to_owned();
    for it in inlays.iter().rev() {
        out.insert_str(it.offset, &format!("⟦{}⟧", it.label));
    }
    want.assert_eq(&out);
}

const NONE: InlayConfig<'_> = InlayConfig {
    argument_names: false,
    field_types: false,
    field_values: false,
    record_counts: false,
    obvious: false,
    seen_from: None,
};

#[test]
fn names_of_arguments() {
    let config = InlayConfig {
        argument_names: true,
        ..NONE
    };
    check(
        "class A<int n, string s = \"\", int some_name = 1>;\n\
         class B<int n> : A<n, \"x\">;\n\
         multiclass M<int size> { def _x : A<size, s = \"y\">; }\n\
         defm d : M<3>;\n\
         def e { A a = A<1, \"z\", SomeName>; int v = A<B<1>.n>.n; A f = Unknown<1>; }\n",
        InlayConfig {
            obvious: true,
            ..config
        },
        expect![[r#"
            class A<int n, string s = "", int some_name = 1>;
            class B<int n> : A<⟦n:⟧n, ⟦s:⟧"x">;
            multiclass M<int size> { def _x : A<⟦n:⟧size, s = "y">; }
            defm d : M<⟦size:⟧3>;
            def e { A a = A<⟦n:⟧1, ⟦s:⟧"z", ⟦some_name:⟧SomeName>; int v = A<⟦n:⟧B<⟦n:⟧1>.n>.n; A f = Unknown<1>; }
        "#]],
    );
}

#[test]
fn names_that_the_text_says_are_left_out() {
    let config = InlayConfig {
        argument_names: true,
        ..NONE
    };
    let text = "def outs;\ndef ins;\ndef GPR;\n\
        class I<dag outs, dag ins, string asm, list<dag> pattern, int Size, int x, dag OutOperandList>;\n\
        defvar size = 4;\n\
        def A : I<(outs GPR:$d), (ins GPR:$s), \"a\", [], size, 5, (outs)>;\n";
    check(
        text,
        config,
        expect![[r#"
            def outs;
            def ins;
            def GPR;
            class I<dag outs, dag ins, string asm, list<dag> pattern, int Size, int x, dag OutOperandList>;
            defvar size = 4;
            def A : I<(outs GPR:$d), (ins GPR:$s), ⟦asm:⟧"a", ⟦pattern:⟧[], size, 5, ⟦OutOperandList:⟧(outs)>;
        "#]],
    );
    let all = InlayConfig {
        obvious: true,
        ..config
    };
    check(
        text,
        all,
        expect![[r#"
        def outs;
        def ins;
        def GPR;
        class I<dag outs, dag ins, string asm, list<dag> pattern, int Size, int x, dag OutOperandList>;
        defvar size = 4;
        def A : I<⟦outs:⟧(outs GPR:$d), ⟦ins:⟧(ins GPR:$s), ⟦asm:⟧"a", ⟦pattern:⟧[], ⟦Size:⟧size, ⟦x:⟧5, ⟦OutOperandList:⟧(outs)>;
        "#]],
    );
}

#[test]
fn types_of_inherited_fields() {
    let config = InlayConfig {
        field_types: true,
        ..NONE
    };
    check(
        "class A { bits<8> op; list<int> all; }\nclass B : A { int own; let op = 1; }\n\
         def c : B { string mine = \"\"; let all = []; let op{3-0} = 2; let op{7-4} = 1; let mine = \"x\"; let own = 3; let no = 1; }\n",
        config,
        expect![[r#"
            class A { bits<8> op; list<int> all; }
            class B : A { int own; let op⟦: bits<8>⟧ = 1; }
            def c : B { string mine = ""; let all⟦: list<int>⟧ = []; let op⟦: bits<8>⟧{3-0} = 2; let op{7-4} = 1; let mine = "x"; let own⟦: int⟧ = 3; let no = 1; }
        "#]],
    );
}

#[test]
fn values_of_fields() {
    let config = InlayConfig {
        field_values: true,
        ..NONE
    };
    check(
        "class A<int n> { int v = !add(n, 1); }\n\
         def b : A<4> { int w = !mul(v, 2); int x = 7; string s = !strconcat(\"a\", \"b\"); let v = !add(8, 1); A self = b; }\n\
         def d; def e { dag f = (d 1,  // one\n 2); }\n\
         foreach i = [1, 2] in def c#i { int w = !add(i, 1); }\n\
         foreach i = [1] in def d#i { int w = !add(i, 1); }\n\
         multiclass M { def e { int w = !add(1, 1); } }\n",
        config,
        expect![[r#"
            class A<int n> { int v = !add(n, 1); }
            def b : A<4> { int w = !mul(v, 2)⟦= 18⟧; int x = 7; string s = !strconcat("a", "b")⟦= "ab"⟧; let v = !add(8, 1)⟦= 9⟧; A self = b; }
            def d; def e { dag f = (d 1,  // one
             2); }
            foreach i = [1, 2] in def c#i { int w = !add(i, 1); }
            foreach i = [1] in def d#i { int w = !add(i, 1)⟦= 2⟧; }
            multiclass M { def e { int w = !add(1, 1); } }
        "#]],
    );
}

#[test]
fn bits_are_numbers() {
    let config = InlayConfig {
        field_values: true,
        seen_from: Some("X"),
        ..NONE
    };
    check(
        "class A { bits<5> rd; bits<12> imm; bits<24> Inst; bits<20> wide = 0; }\n\
         def a : A { bits<5> w = {0, 0, 1, 0, 1}; let wide = {w, w, w, w};\n\
         let Inst = {imm{11-0}, rd, 0b0010011}; bits<2> x = w{1-0}; }\n\
         multiclass M<bits<3> o> { def _a : A { let rd = {o, o{1}, 1}; } }\ndefm X : M<3>;\n",
        config,
        expect![[r#"
            class A { bits<5> rd; bits<12> imm; bits<24> Inst; bits<20> wide = 0; }
            def a : A { bits<5> w = {0, 0, 1, 0, 1}⟦= 0b00101⟧; let wide = {w, w, w, w}⟦= 0x294a5⟧;
            let Inst = {imm{11-0}, rd, 0b0010011}⟦= { imm, rd, 0b0010011 }⟧; bits<2> x = w{1-0}⟦= 0b01⟧; }
            multiclass M<bits<3> o⟦= 0b011⟧> { def _a⟦= X_a⟧ : A { let rd = {o⟦= 0b011⟧, o{1}⟦= 1⟧, 1}; } }
            defm X : M<3>;
        "#]],
    );
}

#[test]
fn part_of_a_value_is_not_the_whole() {
    let config = InlayConfig {
        field_values: true,
        ..NONE
    };
    check(
        "class A { bits<8> imm; bits<4> rd; bits<4> Inst; }\n\
         def a : A { let Inst = imm{3-0}; }\ndef b : A { let Inst = {rd{3-0}}; }\n",
        config,
        expect![[r#"
            class A { bits<8> imm; bits<4> rd; bits<4> Inst; }
            def a : A { let Inst = imm{3-0}; }
            def b : A { let Inst = {rd{3-0}}⟦= rd⟧; }
        "#]],
    );
}

#[test]
fn numbers_of_records() {
    let config = InlayConfig {
        record_counts: true,
        ..NONE
    };
    check(
        "multiclass M<list<int> l> { foreach i = l in def _#i; }\n\
         multiclass N { defm x : M<[1]>; def y; }\n\
         defm a : M<[1, 2, 3]>;\ndefm b : M<[1]>;\nlet z = 1 in { defvar v = 1; }\ndefm c : N;\ndefm d : Unknown;\n",
        config,
        expect![[r#"
            multiclass M<list<int> l> { foreach i = l in def _#i; }
            multiclass N { defm x : M<[1]>; def y; }
            defm a : M<[1, 2, 3]>;⟦3 records⟧
            defm b : M<[1]>;⟦1 record⟧
            let z = 1 in { defvar v = 1; }
            defm c : N;⟦2 records⟧
            defm d : Unknown;⟦0 records⟧
        "#]],
    );
}

#[test]
fn a_multiclass_as_seen_from_a_defm_in_a_loop() {
    let config = InlayConfig {
        seen_from: Some("MUL"),
        ..NONE
    };
    let text = "\
class A<string s, int i> { string f = s; int g = i; }
multiclass M<string t, int n> { def _#n : A<t, n>; }
foreach i = [1, 2] in {
  defm ADD : M<\"add\", i>;
  let f = \"set\" in
    defm MUL : M<\"mul\", !add(i, 7)>;
}
";
    check(
        text,
        config,
        expect![[r#"
            class A<string s, int i> { string f = s; int g = i; }
            multiclass M<string t⟦= "mul"⟧, int n⟦= 8, 9⟧> { def _#n⟦= MUL_8, MUL_9⟧ : A<t⟦= "mul"⟧, n⟦= 8, 9⟧>; }
            foreach i = [1, 2] in {
              defm ADD : M<"add", i>;
              let f = "set" in
                defm MUL : M<"mul", !add(i, 7)>;
            }
        "#]],
    );
}

#[test]
fn a_multiclass_as_seen_from_a_defm_in_a_let() {
    let config = InlayConfig {
        seen_from: Some("MUL"),
        ..NONE
    };
    check(
        "class A<int i> { int f = i; }\nmulticlass M<int n> { def _x : A<n>; }\n\
         let f = 1 in { defm MUL : M<7>; }\n",
        config,
        expect![[r#"
            class A<int i> { int f = i; }
            multiclass M<int n⟦= 7⟧> { def _x⟦= MUL_x⟧ : A<n⟦= 7⟧>; }
            let f = 1 in { defm MUL : M<7>; }
        "#]],
    );
}

#[test]
fn a_multiclass_as_seen_from_a_defm() {
    let config = InlayConfig {
        seen_from: Some("MUL"),
        ..NONE
    };
    check(
        "class I<string s> { string S = s; }\ndef op;\n\
         multiclass Base<int n, string t> { def NAME#\"8ri\" : I<t>; defvar m = !add(n, 1); if !gt(m, 4) then def big { int x = m; dag d = (op n, NAME); } }\n\
         multiclass Other<int n> : Base<n, \"o\"> { defvar it = !cast<I>(NAME#\"8ri\"); }\n\
         defm ADD : Base<1, \"add\">;\ndefm MUL : Other<7>;\n",
        config,
        expect![[r#"
            class I<string s> { string S = s; }
            def op;
            multiclass Base<int n⟦= 7⟧, string t⟦= "o"⟧> { def NAME#"8ri"⟦= MUL8ri⟧ : I<t⟦= "o"⟧>; defvar m = !add(n, 1)⟦= 8⟧; if !gt(m, 4)⟦= 1⟧ then def big⟦= MULbig⟧ { int x = m⟦= 8⟧; dag d = (op n⟦= 7⟧, NAME⟦= "MUL"⟧); } }
            multiclass Other<int n⟦= 7⟧> : Base<n⟦= 7⟧, "o"> { defvar it = !cast<I>(NAME#"8ri")⟦= MUL8ri⟧; }
            defm ADD : Base<1, "add">;
            defm MUL : Other<7>;
        "#]],
    );
}

#[test]
fn only_what_is_asked_for() {
    let db = unit("class A<int N0>;\ndef b : A<1>;\ndef c : A<2>;\n");
    let hints = inlay_hints(&db, "root.td", 18..29, InlayConfig::default()).unwrap();
    assert_eq!(hints.len(), 1);
    assert_eq!(hints[0].offset, 27);
}

#[test]
fn very_many_hints_are_left_out() {
    let text = "class A<int N0>;\ndef b : A<1>;\ndef c : A<2>;\ndef d : A<3>;\n";
    let db = unit(text);
    let text = Text::new(&db);
    let root = text.root(0).unwrap();
    let hints = Hints {
        text: &text,
        source: 0,
        within: 0..usize::MAX,
        config: InlayConfig::default(),
        most: 1,
        out: Vec::new(),
    };
    let hints = hints.all(&root);
    let shown: Vec<_> = hints.iter().map(|it| (it.offset, &*it.label)).collect();
    assert_eq!(shown, [(27, "N0:"), (41, "… hints end here")]);
}
