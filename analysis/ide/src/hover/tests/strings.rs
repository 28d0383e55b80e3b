//! Hovers on pieces of strings.

use expect_test::{Expect, expect};

use super::check;

fn check_mlir(text: &str, want: Expect) {
    check(
        &format!(
            "{text}\nclass TypeConstraint<string s> {{ string summary = s; }} class AttrConstraint<string s> {{ string summary = s; }}\n\
             def I32 : TypeConstraint<\"32-bit *signless* integer\">; def StrAttr : AttrConstraint<\"string attribute\">;\n\
             class Variadic<TypeConstraint t> : TypeConstraint<t.summary>; def ins; def outs; def region;\n\
             class Op {{ dag arguments; dag results; dag regions; string assemblyFormat; code extraClassDeclaration = \"\"; }}\n\
             class Binary : Op {{ let arguments = (ins I32:$lhs, Variadic<I32>:$more, StrAttr:$name); let results = (outs I32:$res); }}"
        ),
        want,
    );
}

#[test]
fn variables_of_formats() {
    check_mlir(
        "def A : Binary { let assemblyFormat = \"$l$0hs\"; }",
        expect![[r#"
            ```tablegen
            I32:$lhs
            ```

            name of a dag argument

            operand: 32-bit \*signless\* integer

            prints and parses the operand, `%name`
            [declaration -> root.td:6:46 $lhs]
        "#]],
    );
    check_mlir(
        "def A : Binary { let assemblyFormat = \"$more$0\"; }",
        expect![[r#"
            ```tablegen
            Variadic<I32>:$more
            ```

            name of a dag argument

            operand

            prints and parses any number of operands, with commas between
            [declaration -> root.td:6:66 $more]
        "#]],
    );
    check_mlir(
        "def A : Binary { let assemblyFormat = \"$name$0\"; }",
        expect![[r#"
            ```tablegen
            StrAttr:$name
            ```

            name of a dag argument

            attribute: string attribute

            prints and parses the value of the attribute
            [declaration -> root.td:6:81 $name]
        "#]],
    );
    check_mlir(
        "def A : Binary { let assemblyFormat = \"type($res$0)\"; }",
        expect![[r#"
            ```tablegen
            I32:$res
            ```

            name of a dag argument

            result: 32-bit \*signless\* integer

            stands for its types, within `type`
            [declaration -> root.td:6:113 $res]
        "#]],
    );
    check_mlir(
        "def A : Binary { let assemblyFormat = \"$other$0\"; }",
        expect!["nothing"],
    );
}

#[test]
fn elements_of_formats() {
    check_mlir(
        "def A : Binary { let assemblyFormat = \"attr-$0dict\"; }",
        expect![[r#"
            `attr-dict`: prints and parses the attributes that no other element has, as `{name = value, …}`; nothing if there are none
            []
        "#]],
    );
    check_mlir(
        "def A : Binary { let assemblyFormat = \"`t$0o` ` `\"; }",
        expect![[r#"
            prints and parses `to`
            []
        "#]],
    );
    check_mlir(
        "def A : Binary { let assemblyFormat = \"`to` ` $0`\"; }",
        expect![[r#"
            prints blanks, and parses nothing
            []
        "#]],
    );
    check_mlir(
        "def A : Binary { let assemblyFormat = \"($lhs $0^)?\"; }",
        expect![[r#"
            the anchor of its group: the group is printed if it is there
            []
        "#]],
    );
    check_mlir(
        "def A : Binary { let assemblyFormat = \"custom<F$0oo>($lhs)\"; }",
        expect![[r#"
            calls `parseFoo` and `printFoo` in C++
            []
        "#]],
    );
}

#[test]
fn accessors() {
    check_mlir(
        "def A : Binary { let extraClassDeclaration = [{ getMore$0(); }]; }",
        expect![[r#"
            ```tablegen
            Variadic<I32>:$more
            ```

            name of a dag argument

            operand
            [declaration -> root.td:6:66 $more]
        "#]],
    );
}

#[test]
fn operands_and_fields_that_encode_them() {
    const ENCODED: &str = "class Enc { bits<3> d; bits<3> Inst; let Inst = d; string AsmString = \"$d\"; }\ndef ins; def GPR;\n";
    let check = |text: &str, want| check(&format!("{ENCODED}{text}"), want);
    check(
        "def A : Enc { dag In = (ins GPR:$d$0); }",
        expect![[r#"
        ```tablegen
        GPR:$d
        ```

        name of a dag argument

        encoded by the field `bits<3> d;`
        [d -> root.td:1:21 d]
    "#]],
    );
    check(
        "def A : Enc { dag In = (ins GPR:$d); let d$0 = 1; }",
        expect![[r#"
            ```tablegen
            bits<3> d;
            ```

            field of class `Enc`

            old value: `?`

            new value: `0b001` = `0x1`\
            set by let in this def, root.td:3

            encodes the operand `GPR:$d`
            [declaration -> root.td:1:21 d, GPR:$d -> root.td:3:33 $d]
        "#]],
    );
    check(
        "def A : Enc { dag In = (ins GPR:$d); let AsmString = \"a $d$0\"; }",
        expect![[r#"
            ```tablegen
            GPR:$d
            ```

            name of a dag argument

            encoded by the field `bits<3> d;`

            operand
            [d -> root.td:1:21 d, declaration -> root.td:3:33 $d]
        "#]],
    );
    super::check(
        "class Enc { string AsmString = \"$d$0\"; }\ndef ins; def GPR; def A : Enc { dag In = (ins GPR:$d); }",
        expect![[r#"
            `$d`: named by 1 related statement
            [GPR:$d -> root.td:2:51 $d]
        "#]],
    );
}

/// The patterns stand below the text.
#[test]
fn patterns_of_instregex() {
    let check_patterns = |text: &str, want: Expect| {
        super::check(&format!("def instregex;\nclass RW<dag d>;\n{text}"), want);
    };
    check_patterns(
        r#"def : RW<(instregex "SUB", "A$0DD(rr|ri)" "$")>;"#,
        expect![[r#"
            pattern for the names of instructions
            ADD(rr|ri)$
            []
        "#]],
    );
    check_patterns(
        r##"multiclass M<string op> { def : RW<(instregex "^"#op#"$0rr")>; }
        defm : M<"ADD">;
        defm : M<"SUB">;"##,
        expect![[r#"
            pattern for the names of instructions
            ^ADDrr
            ^SUBrr
            []
        "#]],
    );
    check_patterns(
        r#"def : RW<(instregex !strconcat("A", "$0B"))>;"#,
        expect![[r#"
        pattern for the names of instructions
        AB
        []
    "#]],
    );
    check_patterns(
        r#"def other; def : RW<(other "A$0DD")>;"#,
        expect!["nothing"],
    );
}
