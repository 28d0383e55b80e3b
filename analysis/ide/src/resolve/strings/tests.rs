use expect_test::{Expect, expect};

use crate::references::{highlights, references};
use crate::testing::fixture;
use crate::{navigation, rename};

/// MLIR's classes in short, and an operation.
const MLIR: &str = "
class Dialect; def ins; def outs; def I32; def Attr;
class Trait; class PredTrait<string summary> : Trait;
class AllTypesMatch<list<string> names> : PredTrait<\"all\">;
class Op<Dialect d, string mnemonic, list<Trait> traits = []> {
  dag arguments = (ins); dag results = (outs); string assemblyFormat = ?; code extraClassDeclaration = ?;
}
class OpBuilder<dag p, code b = \"\">;
class Binary<Dialect d, string m, string format, list<Trait> traits = []> : Op<d, m, traits> {
  let arguments = (ins I32:$lhs, I32:$rhs);
  let results = (outs I32:$result);
  let assemblyFormat = format # \" attr-dict\";
}
";

/// The definitions and references of the name at the cursor.
fn check(text: &str, want: Expect) {
    let fixture = fixture(text);
    let (db, cursor) = (fixture.host.db(), fixture.cursor());
    let definitions = navigation::definition(db, &cursor).into_iter();
    let definitions = definitions.map(|it| format!("to {}\n", fixture.show(&it.focus)));
    let found = references(db, &cursor).into_iter();
    let references = found.map(|it| format!("{:?} {}\n", it.kind, fixture.show(&it.range)));
    let lines = definitions.chain(references);
    want.assert_eq(&lines.collect::<String>());
}

fn check_mlir(text: &str, want: Expect) {
    check(&format!("{text}{MLIR}"), want);
}

/// The edits of a rename to `new_name`, and what it leaves.
fn check_rename(text: &str, want: Expect) {
    let fixture = fixture(&format!("{text}{MLIR}"));
    let (db, cursor) = (fixture.host.db(), fixture.cursor());
    let all = rename::rename(db, &cursor, "new_name").expect("a name");
    let left = rename::in_text(db, &cursor, "new_name").expect("a name");
    let show = |it: &rename::Replacement| format!("{} -> {}\n", fixture.show(&it.range), it.text);
    let all = all.iter().map(show);
    let left = left
        .replacements
        .iter()
        .map(|it| format!("maybe {}", show(it)));
    want.assert_eq(&all.chain(left).collect::<String>());
}

#[test]
fn variables_of_formats() {
    check_mlir(
        "def D : Dialect;\ndef AddOp : Op<D, \"add\"> {\n  let arguments = (ins I32:$lhs, I32:$rhs);\n\
         let assemblyFormat = \"`(` $l$0hs `)` type($lhs) $rhs\"; }",
        expect![[r#"
            to root.td:3:29 lhs
            Read root.td:3:29 lhs
            Read root.td:4:28 lhs
            Read root.td:4:42 lhs
        "#]],
    );
    // Of a superclass, by an argument that becomes the format.
    check_mlir(
        "def D : Dialect;\ndef AddOp : Binary<D, \"add\", \"$lhs `,` $rhs$0\">;\n\
         def SubOp : Binary<D, \"sub\", format = \"$rhs\">;",
        expect![[r#"
            to root.td:12:39 rhs
            Read root.td:2:41 rhs
            Read root.td:3:41 rhs
            Read root.td:12:39 rhs
        "#]],
    );
    check_mlir(
        "def D : Dialect;\ndef AddOp : Binary<D, \"add\", \"$what$0\">;",
        expect![[r#""#]],
    );
}

#[test]
fn literals_of_formats_are_no_names() {
    check_rename(
        "def D : Dialect;\ndef AddOp : Op<D, \"add\"> { let arguments = (ins I32:$lhs$0);\n\
         let assemblyFormat = [{ `lhs` `` $lhs }]; }",
        expect![[r#"
            root.td:2:54 lhs -> new_name
            root.td:3:35 lhs -> new_name
        "#]],
    );
}

#[test]
fn a_name_of_several_statements_is_not_renamed() {
    let fixture = fixture(
        "class Base { string AsmString = \"$a$0\"; } def ins;\n\
         def A : Base { dag In = (ins 0:$a); } def B : Base { dag In = (ins 1:$a); }",
    );
    let refused = rename::prepare(fixture.host.db(), &fixture.cursor());
    let why = "several statements may have this argument; rename it in one of these";
    assert_eq!(refused, Err(why.to_owned()));
}

#[test]
fn names_of_operands_in_traits() {
    check_mlir(
        "def D : Dialect;\ndef AddOp : Binary<D, \"rhs\", \"$rhs\", [AllTypesMatch<[\"lhs\", \"rh$0s\"]>]>;",
        expect![[r#"
            to root.td:11:39 rhs
            Read root.td:2:32 rhs
            Read root.td:2:62 rhs
            Read root.td:11:39 rhs
        "#]],
    );
}

#[test]
fn parameters_and_accessors_in_code() {
    check_mlir(
        "def D : Dialect;\ndef AddOp : Op<D, \"add\"> {\n\
         list<OpBuilder> builders = [OpBuilder<(ins \"Value\":$lhs), [{ f(lhs$0, x.lhs); // lhs }]>];\n\
         let arguments = (ins I32:$lhs, I32:$rhs);\n\
         let extraClassDeclaration = [{ Value a() { return getLhs() + this->getLhsMutable() + other.getLhs(); } }]; }",
        expect![[r#"
            to root.td:4:27 lhs
            Read root.td:3:53 lhs
            Read root.td:3:64 lhs
            Read root.td:4:27 lhs
            Read root.td:5:51 getLhs
            Read root.td:5:68 getLhsMutable
            Text root.td:3:71 lhs
            Text root.td:3:80 lhs
        "#]],
    );
    check_mlir(
        "def D : Dialect;\ndef AddOp : Binary<D, \"add\", \"\"> {\n\
         let extraClassDeclaration = [{ getLhs(); setRhs$0(); }]; }",
        expect![[r#"
            to root.td:12:39 rhs
            Read root.td:3:42 setRhs
            Read root.td:12:39 rhs
        "#]],
    );
}

#[test]
fn certain_names_are_renamed() {
    check_rename(
        "def D : Dialect;\ndef AddOp : Op<D, \"add\", [AllTypesMatch<[\"lhs\", \"rhs\"]>]> {\n\
         let arguments = (ins I32:$lhs$0, I32:$rhs); string summary = \"adds $lhs\";\n\
         list<OpBuilder> builders = [OpBuilder<(ins \"Value\":$lhs), [{ f(lhs, x.lhs); }]>];\n\
         let assemblyFormat = \"$lhs `lhs` custom<lhs>(ref($lhs))\";\n\
         let extraClassDeclaration = [{ getLhs(); $lhs; lhs }]; }",
        expect![[r#"
            root.td:2:43 lhs -> new_name
            root.td:3:27 lhs -> new_name
            root.td:4:53 lhs -> new_name
            root.td:4:64 lhs -> new_name
            root.td:5:24 lhs -> new_name
            root.td:5:51 lhs -> new_name
            root.td:6:32 getLhs -> getNewName
            root.td:6:43 lhs -> new_name
            maybe root.td:3:67 lhs -> new_name
            maybe root.td:4:71 lhs -> new_name
            maybe root.td:6:48 lhs -> new_name
        "#]],
    );
}

#[test]
fn operands_of_instructions() {
    const TARGET: &str = "
class Instruction { dag Out; dag In; string AsmString; string Constraints; string Text; }
class I<dag o, dag i, string asm> : Instruction { let Out = o; let In = i; let AsmString = \"x\\t\" # asm; }
class Tied<string s> : Instruction { let Constraints = s; }
def ins; def outs; def GPR;
";
    check(
        &format!(
            "multiclass M<dag i, string text> {{ def r : I<(outs GPR:$d), i, text # \", $d\">; }}\n\
             def A : I<(outs GPR:$dst), (ins GPR:$a), !strconcat(\"\\t$dst, \", \"{{$a|${{a$0:x}}}}\")>, Tied<\"$a = $dst\"> \
             {{ let Text = \"$a\"; }}\ndef B : I<(outs), (ins GPR:$b), \"$a\">;{TARGET}"
        ),
        expect![[r#"
            to root.td:2:38 a
            Read root.td:2:38 a
            Read root.td:2:68 a
            Read root.td:2:72 a
            Read root.td:2:89 a
            Text root.td:2:115 a
        "#]],
    );
    // A name that only subclasses have.
    check(
        &format!(
            "class Base : Instruction {{ let AsmString = \"$a$0\"; }}\n\
             def A : Base {{ let In = (ins GPR:$a); }}\ndef B : Base {{ let In = (ins GPR:$a); }}{TARGET}"
        ),
        expect![[r#"
            to root.td:2:35 a
            to root.td:3:35 a
            Read root.td:2:35 a
            Read root.td:3:35 a
            Text root.td:1:46 a
        "#]],
    );
}

#[test]
fn descriptions_of_tables() {
    const TABLES: &str = "
class GenericTable { string FilterClass; list<string> Fields; string CppTypeName; }
class GenericEnum { string FilterClass; }
class SearchIndex { GenericTable Table; list<string> Key; }
";
    check(
        &format!(
            "class Row {{ int Num; int Name; }}\ndef E : GenericEnum;\n\
             def T : GenericTable {{ let FilterClass = \"Row\"; let Fields = [\"Nu$0m\", \"Name\"]; string TypeOf_Num = \"E\"; let CppTypeName = \"Num\"; }}\n\
             def S : SearchIndex {{ let Table = T; let Key = [\"Num\"]; }}\nclass Num;{TABLES}"
        ),
        expect![[r#"
            to root.td:1:17 Num
            Declaration root.td:1:17 Num
            Read root.td:3:64 Num
            Read root.td:4:50 Num
            Text root.td:3:93 Num
        "#]],
    );
    check(
        &format!(
            "class Row {{ int Num; }}\nclass Tab<string c> : GenericTable {{ let FilterClass = c; }}\n\
             def T : Tab<\"Row$0\">; def U {{ string FilterClass = \"Row\"; }}{TABLES}"
        ),
        expect![[r#"
            to root.td:1:7 Row
            Declaration root.td:1:7 Row
            Read root.td:3:14 Row
            Text root.td:3:51 Row
        "#]],
    );
    check(
        &format!(
            "def E$0 : GenericEnum;\ndef T : GenericTable {{ string TypeOf_Num = \"E\"; }}{TABLES}"
        ),
        expect![[r#"
            to root.td:1:5 E
            Declaration root.td:1:5 E
            Read root.td:2:45 E
        "#]],
    );
}

/// Encodings of variable length name operands in dags of `operand` and `slice`. Other dags have no names in strings.
#[test]
fn operands_of_encodings_in_dags() {
    let text = "def ins; def descend; def operand; def slice; def R;\n\
        class I { dag InOperandList; dag Inst; }\n\
        def A : I {\n  let InOperandList = (ins R:$src);\n  \
        let Inst = (descend 0b1, (operand \"$s$0rc\", 4), (slice \"$src\", 3, 0)); }\n\
        def B : I {\n  let InOperandList = (ins R:$src);\n  let Inst = (descend \"$src\"); }";
    check(
        text,
        expect![[r#"
        to root.td:4:31 src
        Read root.td:4:31 src
        Read root.td:5:39 src
        Read root.td:5:58 src
    "#]],
    );
    check_rename(
        text,
        expect![[r#"
        root.td:4:31 src -> new_name
        root.td:5:39 src -> new_name
        root.td:5:58 src -> new_name
    "#]],
    );
}

#[test]
fn highlights_reach_into_strings() {
    let text = "def D : Dialect;\ndef AddOp : Op<D, \"add\"> { let arguments = (ins I32:$lhs$0); let assemblyFormat = \"$lhs\"; }";
    let fixture = fixture(&format!("{text}{MLIR}"));
    let found = highlights(fixture.host.db(), &fixture.cursor());
    let ranges = found.iter().map(|it| &it.range);
    expect![[r#"
        root.td:2:54 lhs
        root.td:2:83 lhs
    "#]]
    .assert_eq(&fixture.show_all(ranges));
}

#[test]
fn a_megabyte_of_names() {
    let long = "$lhs `x` ".repeat(120_000);
    let text =
        format!("def D : Dialect;\ndef AddOp : Binary<D, \"add\", \"$lhs$0 {long}\">;{MLIR}");
    let fixture = fixture(&text);
    let (db, cursor) = (fixture.host.db(), fixture.cursor());
    assert_eq!(navigation::definition(db, &cursor).len(), 1);
    assert!(references(db, &cursor).len() > 10_000);
}
