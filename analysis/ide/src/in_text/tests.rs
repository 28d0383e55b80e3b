use expect_test::{Expect, expect};

use crate::rename::in_text;
use crate::testing::fixture;

/// The places to change when a name changes, with the text there; without the text for fields.
fn check(text: &str, want: Expect) {
    let fixture = fixture(text);
    let found = in_text(fixture.host.db(), &fixture.cursor(), "new").expect("something to rename");
    let names = found.replacements.iter();
    let names = names.map(|it| format!("{} -> {}\n", fixture.show(&it.range), it.text));
    let fields = found.fields.iter().map(|it| fixture.show(it) + "\n");
    want.assert_eq(&names.chain(fields).collect::<String>());
}

const INSTRUCTIONS: &str = "
class Instruction { dag Ins; string AsmString; string Constraints; bits<8> Inst; }
def ins; def set; def add; def GPR;
";

fn check_instructions(text: &str, want: Expect) {
    check(&format!("{text}{INSTRUCTIONS}"), want);
}

#[test]
fn operands_in_strings_of_their_record() {
    check_instructions(
        "def ADD : Instruction { let Ins = (ins GPR:$$0a, GPR:$ab); let AsmString = \"add $a, ${a}, ${a:x}, $ab, $b a\";\n\
         let Constraints = \"$a = $b\"; }\ndef SUB : Instruction { let Ins = (ins GPR:$a); let AsmString = \"sub $a\"; }",
        expect![""],
    );
    // Of operations: as the whole of a string, and as a variable of C++.
    check_instructions(
        "class Same<list<string> names>; class Builder<code c>;\n\
         def Op : Same<[\"lhs\", \"rhs\"]>, Builder<[{ build(lhs, x.lhs2); // $lhs }]> {\n\
         dag arguments = (ins GPR:$$0lhs, GPR:$rhs); string assemblyFormat = \"`lhs` $lhs `,` type($lhs)\"; }",
        expect![[r#"
            root.td:2:17 lhs -> new
            root.td:2:49 lhs -> new
        "#]],
    );
}

#[test]
fn operands_in_what_a_record_inherits_and_what_inherits_it() {
    check_instructions(
        "class Enc : Instruction { bits<3> a; int b; let Inst{2-0} = a; let AsmString = \"op $a\"; }\n\
         class Ops : Enc { let Ins = (ins GPR:$$0a); }\nclass Asm<string s> { string Asm = s; }\n\
         let Constraints = \"$a = $b\" in\ndef X : Ops, Asm<\"x $a\"> { dag P = (add $a); }\n\
         def Y : Enc { let AsmString = \"y $a\"; }",
        expect![[r#"
            root.td:1:85 a -> new
            root.td:4:21 a -> new
            root.td:5:22 a -> new
            root.td:5:42 a -> new
            root.td:1:35 a
        "#]],
    );
    check_instructions(
        "class I<string s> : Instruction { let AsmString = s; }\n\
         multiclass M<string s = \"$a\"> { defvar t = \"$a\"; def rr : I<s> { let Ins = (ins GPR:$$0a); } def ri : I<\"$a\">; }\n\
         multiclass N { defm x : M<\"n $a\">; }\ndefm ADD : M<\"add $a\">;\ndefm SUB : N;\ndefm MUL : I<\"$a\">;",
        expect![[r#"
            root.td:2:27 a -> new
            root.td:2:46 a -> new
            root.td:3:31 a -> new
            root.td:4:20 a -> new
        "#]],
    );
    check_instructions(
        "multiclass M<dag d> { def rr : Instruction { bit a; let Ins = d; let AsmString = \"$a\"; } }\ndefm ADD : M<(ins GPR:$$0a)>;",
        expect![[r#"
            root.td:1:84 a -> new
            root.td:1:50 a
        "#]],
    );
    check_instructions(
        "let Ins = (ins GPR:$$0a) in { def A : Instruction { let AsmString = \"a $a\"; } }\n\
         def B : Instruction { let AsmString = \"b $a\"; }",
        expect![""],
    );
}

#[test]
fn operands_by_name_in_operators() {
    check_instructions(
        "class A<dag d> { int x = !getdagarg<int>(d, \"a\"); string y = \"a\"; dag z = !dag(add, [1], [\"a\"]); }\n\
         def X : A<(add 1:$$0a)>;",
        expect![[r#"
            root.td:1:46 a -> new
            root.td:1:92 a -> new
        "#]],
    );
}

#[test]
fn fields_that_encode_operands() {
    check_instructions(
        "class Enc : Instruction { bits<3> $0d; let Inst{2-0} = d; }\n\
         def A : Enc { let Ins = (ins GPR:$d); let AsmString = \"a $d, d\"; }\n\
         def B : Instruction { let Ins = (ins GPR:$d); }",
        expect![[r#"
            root.td:2:35 d -> new
            root.td:2:59 d -> new
        "#]],
    );
    // A field of another type encodes nothing.
    check_instructions(
        "class Other : Instruction { string $0d; }\ndef A : Other { let Ins = (ins GPR:$d); let AsmString = \"a $d\"; }",
        expect![[r#""#]],
    );
}

const TABLES: &str = "
class GenericTable { string FilterClass; string FilterClassField; string CppTypeName; list<string> Fields; list<string> PrimaryKey; }
class SearchIndex { GenericTable Table; list<string> Key; }
class Mine<string c> : GenericTable { let FilterClass = c; }
class InstrMapping { string FilterClass; list<string> RowFields; list<list<string>> ValueCols; }
class Row { string Name = \"Name\"; bits<2> Opcode; bit IsFoo; }
class Else { string Name; }
def T : GenericTable {
  let FilterClass = \"Row\"; let CppTypeName = \"Row\"; let Fields = [\"Name\", \"Opcode\"]; string TypeOf_Name = \"x\";
  let PrimaryKey = [\"Name\"]; let FilterClassField = \"IsFoo\";
}
def U : GenericTable { let FilterClass = \"Else\"; let Fields = [\"Name\"]; string TypeOf_Name = \"x\"; }
def V : Mine<\"Row\"> { let Fields = [\"Name\"]; }
def I : SearchIndex { let Table = T; let Key = [\"Name\"]; }
def J : SearchIndex { let Table = U; let Key = [\"Name\"]; }
def R : Row { let Name = \"Row\"; }
def M : InstrMapping { let FilterClass = \"Row\"; let RowFields = [\"Opcode\"]; let ValueCols = [[\"R\"]]; }
";

#[test]
fn columns_of_tables() {
    check(
        &TABLES.replace("string Name =", "string $0Name ="),
        expect![[r#"
            root.td:9:100 Name -> new
            root.td:13:38 Name -> new
        "#]],
    );
    check(
        &TABLES.replace("bits<2> Opcode", "bits<2> $0Opcode"),
        expect![""],
    );
    check(&TABLES.replace("bit IsFoo", "bit $0IsFoo"), expect![""]);
}

#[test]
fn classes_and_records_of_tables() {
    check(&TABLES.replace("class Row", "class $0Row"), expect![""]);
    check(
        &TABLES.replace("def R ", "def $0R "),
        expect![[r#"
        root.td:17:96 R -> new
    "#]],
    );
}

#[test]
fn records_in_cpp() {
    check(
        "def $0A; def AB; class C { code c = [{ X86::A; X86::AB; A; }]; string s = \"::A, A\"; string t = \"A\"; }\n// X86::A",
        expect![[r#"
            root.td:1:43 A -> new
            root.td:1:76 A -> new
        "#]],
    );
    check(
        "multiclass M { def r; def i; }\ndefm $0A : M;\ndef C { code c = [{ X::Ar; X::Ai; X::A; }]; }",
        expect![[r#"
            root.td:3:24 Ar -> newr
            root.td:3:31 Ai -> newi
        "#]],
    );
}

#[test]
fn nothing_is_named_in_text() {
    check("class A { int $0f; string s = \"f $f\"; }", expect![[""]]);
    check("class A<int $0f> { string s = \"f $f\"; }", expect![[""]]);
    check("class $0A; def B { string s = \"A\"; }", expect![[""]]);
    check(
        "multiclass $0M { def NAME; }\nclass GenericTable;\ndef B : GenericTable { string s = \"M\"; }",
        expect![[""]],
    );
    check(
        "defvar $0v = 1; def B { string s = \"v $v\"; }",
        expect![[""]],
    );
}
