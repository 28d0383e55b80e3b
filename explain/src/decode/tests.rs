use std::fmt::Write;

use backend::{Context, Models, Options};
use backend_testing::{read, target_source};
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;

use super::{ByteOrder, CodeForms, CodeMode, code_forms, decode};

const TOY: &str = r#"
    def Toy : Target;
    def HasX : Predicate<"HasX()">;
    class I<string text, int size> : Instruction { let Namespace = "Toy"; let Size = size; let AsmString = text; }
    class Byte<bits<4> op> : I<"byte", 1> { bits<4> a; bits<8> Inst = { op, a }; }
    class Word<bits<4> op> : I<"word $a, $b", 2> {
      bits<5> a; bits<7> b; bits<16> Inst = { op, a{4-1}, b, a{0} }; let DecoderNamespace = "W";
    }
    def A : Byte<1>;
    def B : Byte<3>;
    def Any : I<"any", 1> { bits<8> Inst = { 0, 0, ?, 1, 1, 1, 1, 1 }; let Predicates = [HasX]; }
    def C : Word<7>;
    def D : Word<8> { let DecoderMethod = "decodeD"; let hasCompleteDecoder = false; }
"#;

#[track_caller]
fn check(bytes: &[u8], order: ByteOrder, want: Expect) {
    let records = read(&target_source(GENERIC, TOY));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let mut shown = String::new();
    for table in decode(&cx, bytes, order, CodeMode::default()).unwrap() {
        let _ = writeln!(shown, "{} of {}", table.table, table.bytes);
        for it in table.found {
            let fields = it
                .fields
                .iter()
                .map(|(name, value)| format!("{name}={value:#x}"));
            let needs = it.needs.iter().map(|it| it.name());
            let _ = writeln!(
                shown,
                "  {} '{}' {:?} needs {:?} {:?}",
                it.instruction.name(),
                it.text,
                fields.collect::<Vec<_>>(),
                needs.collect::<Vec<_>>(),
                it.decoder
            );
        }
        for it in table.near {
            let _ = writeln!(shown, "  not {} for {:?}", it.instruction.name(), it.bits);
        }
    }
    want.assert_eq(&shown);
}

#[test]
fn one_of_each_table() {
    check(
        &[0x13, 0x75],
        ByteOrder::Little,
        expect![[r#"
        8 bits of 1
          A 'byte' ["a=0x3"] needs [] None
        W, 16 bits of 2
          C 'word $a, $b' ["a=0xb", "b=0x9"] needs [] None
    "#]],
    );
}

#[test]
fn several_in_their_order() {
    check(
        &[0x1f],
        ByteOrder::Little,
        expect![[r#"
        8 bits of 1
          A 'byte' ["a=0xf"] needs [] None
          Any 'any' [] needs ["HasX"] None
    "#]],
    );
    check(
        &[0x3f],
        ByteOrder::Little,
        expect![[r#"
        8 bits of 1
          B 'byte' ["a=0xf"] needs [] None
          Any 'any' [] needs ["HasX"] None
    "#]],
    );
}

#[test]
fn bytes_in_another_order() {
    check(
        &[0x85, 0x13],
        ByteOrder::Big,
        expect![[r#"
        8 bits of 1
          not A for [4, 7]
          not B for [4, 5, 7]
          not Any for [1, 3, 4, 7]
        W, 16 bits of 2
          D 'word $a, $b' ["a=0xb", "b=0x9"] needs [] Some("decodeD")
    "#]],
    );
    check(
        &[0x13, 0x85],
        ByteOrder::Halves,
        expect![[r#"
        8 bits of 1
          A 'byte' ["a=0x3"] needs [] None
        W, 16 bits of 2
          D 'word $a, $b' ["a=0xb", "b=0x9"] needs [] Some("decodeD")
    "#]],
    );
}

#[test]
fn what_is_left_open() {
    let check = |text: &str, want: &[ByteOrder]| {
        let records = read(&target_source(GENERIC, text));
        let (options, models) = (Options::default(), Models::default());
        let forms = code_forms(&Context::new(&records, &options, &models)).unwrap();
        let orders = want.to_vec();
        let modes = Vec::new();
        assert_eq!(forms, CodeForms { orders, modes });
    };
    check(TOY, &[ByteOrder::Little, ByteOrder::Big]);
    let bytes = TOY.replace("def C : Word<7>;", "");
    let bytes = bytes.replace("def D : Word<8> {", "class D : Word<8> {");
    check(&bytes, &[]);
    let long = "def L : I<\"long\", 4> { bits<32> Inst = 0; }";
    let all = [ByteOrder::Little, ByteOrder::Big, ByteOrder::Halves];
    check(&format!("{TOY}{long}"), &all);
}
