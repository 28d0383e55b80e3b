use std::fmt::Write;

use backend::{Context, Models, Options};
use backend_testing::{asm_source, read, x86_source};
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;

use super::Finder;

#[track_caller]
fn check(text: &str, want: Expect) {
    check_with(text, &|_| true, want);
}

/// The diagnostics in a build that runs the given backends.
#[track_caller]
fn check_with(text: &str, runs: &dyn Fn(&str) -> bool, want: Expect) {
    let target = r#"
        def Toy : AsmTarget;
        def R0 : Reg<"r0">; def R1 : Reg<"r1">;
        def Low : Regs<(add R0)>; def All : Regs<(add R0, R1)>;
        def HasX : Predicate<"HasX()"> { bit AssemblerMatcherPredicate = true; }
        class Coded<bits<4> op, string text, dag ins = (ins Low:$a)> : Inst<(outs), ins, text> {
          bits<4> a;
          bits<8> Inst = { op, a };
          let Size = 1;
        }
    "#;
    let source = asm_source(GENERIC, &format!("{target}{text}"));
    want.assert_eq(&shown(&source, runs));
}

/// The diagnostics about `source`.
fn shown(source: &str, runs: &dyn Fn(&str) -> bool) -> String {
    let records = read(source);
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let mut shown = String::new();
    for finder in Finder::ALL {
        for it in finder.find(&cx, runs) {
            let _ = writeln!(
                shown,
                "{}: {:?}: {}",
                finder.name(),
                it.severity,
                it.message
            );
            for (_, note) in &it.notes {
                let _ = writeln!(shown, "  {note}");
            }
            for (_, hint) in &it.hints {
                let _ = writeln!(shown, "  {hint}");
            }
        }
    }
    shown
}

#[test]
fn instructions_that_are_the_same_code() {
    check(
        r#"
        def A : Coded<1, "a $a">;
        def B : Coded<2, "b $a">;
        def C : Coded<1, "c $a">;
        def D : Coded<1, "d $a"> { let isCodeGenOnly = true; }
        "#,
        expect![[r#"
            decoder: Error: a decoder cannot tell 'C' from 'A': both are code with the same bits 7-4
              'A' is here
              fix a bit in which they differ, give one of them another DecoderNamespace, or set isCodeGenOnly or isAsmParserOnly for one that is not to be decoded
        "#]],
    );
}

#[test]
fn instructions_of_x86_that_are_the_same_code() {
    let text = r#"
        def A : X86Inst<1, 112, (ins)> { let hasREX_W = true; }
        def B : X86Inst<1, 112, (ins)> { let hasREX_W = true; }
        def C : X86Inst<1, 112, (ins)> { let hasREX_W = true; let isCodeGenOnly = true; }
        def D : X86Inst<2, 112, (ins)> { let hasREX_W = true; }
    "#;
    let want = expect![[r#"
        decoder: Error: a decoder cannot tell 'B' from 'A': both have opcode 0x01 in the context IC_64BIT_REXW
          'A' is here
          give one of them another opcode, map, form or prefix, or set isCodeGenOnly or isAsmParserOnly for one that is not to be decoded
    "#]];
    want.assert_eq(&shown(&x86_source(GENERIC, text), &|_| true));
}

#[test]
fn in_what_the_same_code_differs() {
    check(
        r#"
        class Bits<bits<8> all> : Inst<(outs), (ins), NAME> { bits<8> Inst = all; let Size = 1; }
        def A : Bits<{?, 1, 0, ?, ?, ?, ?, ?}>;
        def B : Bits<{0, ?, 1, ?, ?, ?, ?, ?}>;
        def C : Bits<{1, 0, ?, ?, ?, ?, ?, ?}>;
        def D : Bits<{1, 0, ?, ?, ?, ?, ?, ?}> { let Predicates = [HasX]; }
        "#,
        expect![[r#"
            decoder: Error: a decoder cannot tell 'B' from 'A': they differ in bits 5, but with others there are no bits that tell all of them apart
              'A' is here
              only 'A' fixes bits 6, 'B' leaves them open
              only 'B' fixes bits 7, 'A' leaves them open
              fix a bit in which they differ, give one of them another DecoderNamespace, or set isCodeGenOnly or isAsmParserOnly for one that is not to be decoded
            decoder: Error: a decoder cannot tell 'C' from 'A' and 1 more: they differ in bits 6, but with others there are no bits that tell all of them apart
              'A' is here
              'B' is here
              only 'A' fixes bits 5, 'C' leaves them open
              only 'C' fixes bits 7, 'A' leaves them open
              fix a bit in which they differ, give one of them another DecoderNamespace, or set isCodeGenOnly or isAsmParserOnly for one that is not to be decoded
            decoder: Error: a decoder cannot tell 'D' from 'A' and 2 more: they differ in bits 6, but with others there are no bits that tell all of them apart
              'A' is here
              'B' is here
              'C' is here
              only 'A' fixes bits 5, 'D' leaves them open
              only 'D' fixes bits 7, 'A' leaves them open
              they need different predicates, which do not count when encodings are told apart
              fix a bit in which they differ, give one of them another DecoderNamespace, or set isCodeGenOnly or isAsmParserOnly for one that is not to be decoded
        "#]],
    );
}

#[test]
fn code_that_others_have() {
    check(
        r#"
        class Bits<bits<8> all> : Inst<(outs), (ins), NAME> { bits<8> Inst = all; let Size = 1; }
        def A : Bits<{0, 0, 0, 1, 0, 0, ?, ?}>;
        def A0 : Bits<{0, 0, 0, 1, 0, 0, 0, ?}>;
        def A10 : Bits<0b00010010>;
        def A11 : Bits<0b00010011>;

        // One of them needs a predicate, and one may give its code back.
        def B : Bits<{0, 0, 1, 0, 0, 0, 0, ?}>;
        def B0 : Bits<0b00100000>;
        def B1 : Bits<0b00100001> { let Predicates = [HasX]; }
        def C : Bits<{0, 0, 1, 1, 0, 0, 0, ?}>;
        def C0 : Bits<0b00110000>;
        def C1 : Bits<0b00110001> { let DecoderMethod = "decode"; let hasCompleteDecoder = false; }

        // With the same predicate nothing is left.
        def D : Bits<{0, 1, 0, 0, 0, 0, 0, ?}> { let Predicates = [HasX]; }
        def D0 : Bits<0b01000000>;
        def D1 : Bits<0b01000001> { let Predicates = [HasX]; }

        // One code is left.
        def E : Bits<{0, 1, 0, 1, 0, 0, ?, ?}>;
        def E0 : Bits<{0, 1, 0, 1, 0, 0, 0, ?}>;
        def E2 : Bits<0b01010010>;
        "#,
        expect![[r#"
            decoder: Note: a decoder never finds 'A': all of its code is that of 'A0', 'A10', 'A11', which are more specific
              'A0' is here
              'A10' is here
              'A11' is here
            decoder: Note: a decoder never finds 'D': all of its code is that of 'D0', 'D1', which are more specific
              'D0' is here
              'D1' is here
        "#]],
    );
}

#[test]
fn texts_of_which_one_is_never_tried() {
    check(
        r#"
        def A : Coded<1, "x $a">;
        def B : Coded<2, "x $a">;
        def C : Coded<3, "y $a"> { let Predicates = [HasX]; }
        def D : Coded<4, "y $a">;
        def E : Coded<5, "z $a">;
        def F : Coded<6, "z $a", (ins All:$a)>;
        def G : Coded<7, "u $a">;
        def H : Coded<8, "u $a"> { let isPseudo = true; }
        "#,
        expect![[r#"
            matcher: Note: a parser cannot tell 'A' from 'B': that is never tried where 'x <Low>' matches this
              'B' is here
            matcher: Note: a parser cannot tell 'B' from 'A': that is tried first where 'x <Low>' matches both
              'A' is here
        "#]],
    );
}

#[test]
fn each_mistake_by_itself() {
    check(
        r#"
        def A : Coded<1, "a $a"> { let Constraints = "$x = $a"; }
        def B : Coded<2, "b $a"> { let Constraints = "$a"; }
        def C : Coded<3, "c $a">;
        "#,
        expect![[r#"
            instructions: Error: 'A' does not have an operand named '$x'!
            instructions: Error: Unrecognized constraint '$a' in 'B'
        "#]],
    );
    check(
        r#"
        def A : Coded<1, "a $a">;
        def X : InstAlias<"x", (A R1)>;
        def Y : InstAlias<"y", (A)>;
        "#,
        expect![[r#"
            instructions: Error: fixed register R1 is not a member of the Low register class!
            instructions: Error: not enough arguments for instruction!
        "#]],
    );
}

#[test]
fn what_the_build_does_not_run_is_noted() {
    let text = r#"
        def A : Coded<1, "a $a">;
        def B : Coded<1, "b $a">;
        def X : InstAlias<"x", (A)>;
    "#;
    check_with(
        text,
        &|it| it == "gen-asm-writer",
        expect![[r#"
            instructions: Error: not enough arguments for instruction!
            decoder: Note: a decoder cannot tell 'B' from 'A': both are code with the same bits 7-4
              'A' is here
              fix a bit in which they differ, give one of them another DecoderNamespace, or set isCodeGenOnly or isAsmParserOnly for one that is not to be decoded
        "#]],
    );
    check_with(
        text,
        &|it| it == "gen-disassembler",
        expect![[r#"
            instructions: Note: not enough arguments for instruction!
            decoder: Error: a decoder cannot tell 'B' from 'A': both are code with the same bits 7-4
              'A' is here
              fix a bit in which they differ, give one of them another DecoderNamespace, or set isCodeGenOnly or isAsmParserOnly for one that is not to be decoded
        "#]],
    );
    let broken = r#"def A : Coded<1, "a $a"> { let Constraints = "$x = $a"; }"#;
    check_with(
        broken,
        &|it| it == "gen-register-info",
        expect![[r#"
        instructions: Note: 'A' does not have an operand named '$x'!
    "#]],
    );
    check_with(
        broken,
        &|it| it == "gen-instr-info",
        expect![[r#"
        instructions: Error: 'A' does not have an operand named '$x'!
    "#]],
    );
}
