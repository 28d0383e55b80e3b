use std::fmt::Write;

use backend::{Context, Models, Options};
use backend_testing::{asm_source, read};
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;

use super::parse;

#[track_caller]
fn check(line: &str, want: Expect) {
    let text = r#"
        def Main : AsmParserVariant { let CommentDelimiter = ";"; }
        def Toy : AsmTarget { let AssemblyParserVariants = [Main]; }
        def R0 : Reg<"r0"> { let AltNames = ["zero"]; } def R1 : Reg<"r1">; def R2 : Reg<"r2">;
        def Low : Regs<(add R0, R1)>; def All : Regs<(add R0, R1, R2)>;
        def Word : AsmOperandClass;
        def word : Op<Word>;
        def HasX : Predicate<"HasX()"> { bit AssemblerMatcherPredicate = true; }
        def ADD : Inst<(outs Low:$d), (ins Low:$a), "add\t$d, $a">;
        def ADDi : Inst<(outs Low:$d), (ins word:$i), "add\t$d, $i">;
        def ADDx : Inst<(outs All:$d), (ins All:$a), "add\t$d, $a"> { let Predicates = [HasX]; }
        def LD : Inst<(outs Low:$d), (ins Low:$a, word:$i), "ld\t$d, [$a, $i]">;
        def LDany : Inst<(outs Low:$d), (ins word:$i), "ld.any\t$d, $i">;
        def : InstAlias<"ld $d, [$a]", (LD Low:$d, Low:$a, 0)>;
        def : InstAlias<"cp $d, $a", (ADD Low:$d, Low:$a)>;
        def First : Regs<(add R0)>;
        def ST : Inst<(outs), (ins First:$a, word:$i), "mv\t$a, $i">;
        def MV : Inst<(outs Low:$d), (ins Low:$a), "mv\t$a, $d">;
        def CP : Inst<(outs Low:$d), (ins Low:$a), "cp\t$d, $a"> { let Predicates = [HasX]; }
    "#;
    let records = read(&asm_source(GENERIC, text));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let parsed = parse(&cx, line).unwrap();
    let mut shown = String::new();
    for it in parsed.found {
        let needs = it.needs.iter().map(|it| it.name());
        let _ = writeln!(
            shown,
            "{}{} '{}' {:?} {:?} needs {:?}",
            if it.rec.id() == it.instruction.id() {
                ""
            } else {
                "alias of "
            },
            it.instruction.name(),
            it.text,
            it.operands,
            it.decided_by,
            needs.collect::<Vec<_>>()
        );
    }
    for it in parsed.near {
        let _ = writeln!(shown, "not {}: {}", it.rec.name(), it.why);
    }
    want.assert_eq(&shown);
}

#[test]
fn registers_decide() {
    check(
        "add r0, r1",
        expect![[r#"
        ADD 'add <Low> <Low>' [("d", "r0"), ("a", "r1")] [] needs []
        ADDx 'add <All> <All>' [("d", "r0"), ("a", "r1")] [] needs ["HasX"]
        ADDi 'add <Low> <Word>' [("d", "r0"), ("i", "r1")] ["isWord"] needs []
    "#]],
    );
    check(
        "  ADD zero, R2",
        expect![[r#"
        ADDx 'add <All> <All>' [("d", "zero"), ("a", "R2")] [] needs ["HasX"]
        ADDi 'add <Low> <Word>' [("d", "zero"), ("i", "R2")] ["isWord"] needs []
    "#]],
    );
}

/// The parser tries `ST` first, since its class of registers is smaller.
#[test]
fn a_register_is_rarely_an_operand_of_the_source() {
    check(
        "mv %r0, %r1",
        expect![[r#"
        MV 'mv <Low> <Low>' [("a", "%r0"), ("d", "%r1")] [] needs []
        ST 'mv <First> <Word>' [("a", "%r0"), ("i", "%r1")] ["isWord"] needs []
    "#]],
    );
    check(
        "mv r0, (%r1)",
        expect![[r#"
        ST 'mv <First> <Word>' [("a", "r0"), ("i", "(%r1)")] ["isWord"] needs []
    "#]],
    );
}

/// The order of the operands differs between the variants, so a result says of which variant it is.
#[test]
fn variants_are_named() {
    let text = r#"
        def Main : AsmParserVariant { let Variant = 0; let Name = "att"; }
        def Other : AsmParserVariant { let Variant = 1; let Name = "intel"; }
        def Toy : AsmTarget { let AssemblyParserVariants = [Main, Other]; }
        def R0 : Reg<"r0">; def R1 : Reg<"r1">;
        def Low : Regs<(add R0, R1)>;
        def MV : Inst<(outs Low:$d), (ins Low:$a), "mv{l}\t{$a, $d|$d, $a}">;
    "#;
    let records = read(&asm_source(GENERIC, text));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    for (line, want) in [("mvl r0, r1", "att"), ("mv r0, r1", "intel")] {
        let parsed = parse(&cx, line).unwrap();
        let names: Vec<_> = parsed.found.iter().map(|it| &it.variant_name).collect();
        assert_eq!(names, [&Some(want.to_owned())], "{line}");
    }
}

#[test]
fn instructions_come_before_aliases() {
    check(
        "cp r0, r1",
        expect![[r#"
        CP 'cp <Low> <Low>' [("d", "r0"), ("a", "r1")] [] needs ["HasX"]
        alias of ADD 'cp <Low> <Low>' [("d", "r0"), ("a", "r1")] [] needs []
    "#]],
    );
}

#[test]
fn operands_of_the_source() {
    check(
        "add r0, 4 + 5",
        expect![[r#"
        ADDi 'add <Low> <Word>' [("d", "r0"), ("i", "4 + 5")] ["isWord"] needs []
    "#]],
    );
    check(
        "ld r0, [r1, 8]",
        expect![[r#"
        LD 'ld <Low> [ <Low> <Word> ]' [("d", "r0"), ("a", "r1"), ("i", "8")] ["isWord"] needs []
    "#]],
    );
    check(
        "ld r0, [r1]",
        expect![[r#"
            alias of LD 'ld <Low> [ <Low> ]' [("d", "r0"), ("a", "r1")] [] needs []
        "#]],
    );
    check(
        "ld.any r0, 8(r1)",
        expect![[r#"
        LDany 'ld.any <Low> <Word>' [("d", "r0"), ("i", "8(r1)")] ["isWord"] needs []
    "#]],
    );
}

#[test]
fn why_not() {
    check(
        "add r0",
        expect![[r#"
        ADDi 'add <Low> <Word>' [("d", "r0"), ("i", "")] ["isWord"] needs []
    "#]],
    );
    check(
        "ld r0, [r2]",
        expect![[r#"
        not anonymous_4: 'ld <Low> [ <Low> ]' has no place for 'r2]'
        not LD: 'ld <Low> [ <Low> <Word> ]' has no place for 'r2]'
    "#]],
    );
    // A comment is no operand.
    check(
        "ld r0, [r1, 4 ; ]",
        expect![[r#"
            not LD: 'ld <Low> [ <Low> <Word> ]' has more operands
            not anonymous_4: 'ld <Low> [ <Low> ]' has no place for ', 4'
        "#]],
    );
    check("sub r0, r1", expect![""]);
    check("", expect![""]);
}
