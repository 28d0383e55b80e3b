//! Hover as an editor sees it.

use backend_testing::isel_source;
use expect_test::{Expect, expect};
use serde_json::{Value, json};
use target_model::instructions::GENERIC;
use tests::lsp::{Client, LLVM_19, capabilities, show_range};

const BASE: &str = "\
//- Root.td
include \"Base.td\"
def A : Reg<1>;
def Use { Reg r = $0A; }
//- Base.td
// A register.
class Reg<int n> { int Num = n; }
";

fn check(fixture: &str, want: Expect) {
    let (client, answer) = Client::ask_at_cursor("hover", fixture, "textDocument/hover");
    want.assert_eq(&show(&client, &answer));
}

fn show(client: &Client, hover: &Value) -> String {
    let text = hover["contents"]["value"].as_str().unwrap_or("nothing");
    let folder = client.uri(".");
    let text = text.replace(folder.trim_end_matches('.').trim_end_matches('/'), "");
    format!("{} {text}\n", show_range(&hover["range"]))
}

#[test]
fn a_record_with_the_ways_on() {
    check(
        BASE,
        expect![[r#"
        2:18-2:19 ```tablegen
        def A {	// Reg
          int Num = 1;	// argument n of class Reg, Base.td:2
        }
        ```

        ---
        [definition](/Root.td#L2)
    "#]],
    );
}

#[test]
fn positions_are_utf16() {
    let mut client = Client::new(
        "hover-utf16",
        "//- Root.td\n/* \u{10400} */ defvar v = !add(1, 2);\n",
    );
    client.open("Root.td");
    let document = json!({"uri": client.uri("Root.td")});
    let position = json!({"line": 0, "character": 23});
    let params = json!({"textDocument": document, "position": position});
    let answer = client.ask("textDocument/hover", params);
    expect![[r#"
        0:20-0:24 ```tablegen
        !add(a, b, ...) -> int
        ```

        The sum of the operands.

        value: `3`
    "#]]
    .assert_eq(&show(&client, &answer.expect("an answer")));
}

/// A target of registers, in a file of its own.
const REGISTERS: &str = include_str!("../../../backends/testing/src/registers.td");

#[test]
fn what_models_say_follows_edits() {
    let root = "\
include \"Registers.td\"
def A : Register<\"a\">;
def All : RegisterClass<[i32], 32, (add A)>;
";
    let fixture = format!("//- Root.td\n{root}//- Registers.td\n{REGISTERS}");
    let mut client = Client::new("hover-models", &fixture);
    client.open("Root.td");
    let members = |client: &mut Client| {
        let document = json!({"uri": client.uri("Root.td")});
        let position = json!({"line": 2, "character": 4});
        let params = json!({"textDocument": document, "position": position});
        let answer = client.ask("textDocument/hover", params).expect("an answer");
        let text = show(client, &answer);
        let members = text.lines().filter(|it| it.starts_with("- members"));
        members.map(str::to_owned).collect::<String>()
    };
    assert_eq!(members(&mut client), "- members: `A`");
    let edited = root.replace(">;\ndef All", ">; def B : Register<\"b\">;\ndef All");
    client.change("Root.td", &edited.replace("(add A)", "(add A, B)"));
    assert_eq!(members(&mut client), "- members: `A`, `B`");
    client.change("Root.td", &edited);
    assert_eq!(members(&mut client), "- members: `A`");
}

#[test]
fn a_pattern_and_its_steps() {
    let target = "def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (add GPR:$a, GPR:$b))]>;";
    let target = isel_source(GENERIC, target);
    let root = "include \"Target.td\"\n$0def : Pat<(sub i32:$a, i32:$b), (ADD $a, $b)>;";
    let fixture = format!("{LLVM_19}//- Root.td\n{root}\n//- Target.td\n{target}\n");
    let (client, answer) = Client::ask_at_cursor("hover", &fixture, "textDocument/hover");
    let shown = show(&client, &answer);
    let (_, pattern) = shown.split_once("\npattern\n").expect("a pattern");
    let (pattern, _) = pattern.split_once("\n---").expect("the ways on");
    expect![[r#"

        ```text
        (sub:i32 i32:$a i32:$b)
          => (ADD:i32 ?:i32:$a ?:i32:$b)
        ```

        - complexity: 3
        - tried: as number 2 of 2, 1 of 1 for `ISD::SUB`

        ```text
        CheckOpcode ISD::SUB
        RecordChild0 #0 = $a
        RecordChild1 #1 = $b
        MorphNodeTo ADD i32 #0 #1
        ```
    "#]]
    .assert_eq(pattern);
}

#[test]
fn nothing_to_say() {
    check(
        "//- Root.td\ndef A { $0 }\n",
        expect![[r#"
        null:null-null:null nothing
    "#]],
    );
}

#[test]
fn it_follows_edits() {
    let mut client = Client::new("hover-edit", BASE);
    client.open("Root.td");
    client.open("Base.td");
    client.change("Base.td", "class Reg<int n> { int Num = !add(n, 41); }\n");
    let params = client.at_cursor();
    let answer = client.ask("textDocument/hover", params);
    let answer = answer.expect("an answer");
    let text = answer["contents"]["value"].as_str().unwrap_or("");
    assert!(text.contains("int Num = 42;"), "{text}");
}

#[test]
fn plain_text_for_plain_clients() {
    let mut plain = capabilities();
    plain["textDocument"]["hover"] = json!({"contentFormat": ["plaintext"]});
    let mut client = Client::with("hover-plain", BASE, plain, Value::Null);
    client.open("Root.td");
    let params = client.at_cursor();
    let answer = client.ask("textDocument/hover", params);
    let answer = answer.expect("an answer");
    assert_eq!(answer["contents"]["kind"], "plaintext");
    expect![[r#"
        def A {	// Reg
          int Num = 1;	// argument n of class Reg, Base.td:2
        }"#]]
    .assert_eq(answer["contents"]["value"].as_str().unwrap_or(""));
}

#[test]
fn nothing_of_a_source_is_a_link() {
    check(
        "//- a](b).inc
// [click](command:quit)
class Reg;
//- Root.td
include \"a](b).inc\"
multiclass M { def \"](command:quit)`\" : Reg; }
defm $0X : M;
",
        expect![[r#"
            2:5-2:6 ```tablegen
            defm X : M;
            ```

            makes 1 record

            - [X\](command:quit)\`](/Root.td#L2) : Reg
        "#]],
    );
    check(
        "//- a](b).inc
class Reg;
//- Root.td
include \"a]($0b).inc\"
",
        expect![[r#"
            0:9-0:18 ```tablegen
            include "a](b).inc"
            ```

            1 statement

            ---
            [a\](b).inc](/a]%28b%29.inc#L1)
        "#]],
    );
}

/// The classes of MLIR's own files, and the dialect `Own`.
const DIALECT: &str = include_str!("../../../backends/mlir/src/tests/dialect.td");

#[test]
fn the_members_of_an_operation() {
    let root = "\
include \"Dialect.td\"
def $0DropOp : Op<Own, \"drop\"> { let arguments = (ins I32:$value); }
";
    // Templates of C++ have `$0`, which is the cursor here.
    let dialect = DIALECT.replace("$0", "$_value");
    let fixture = format!("//- Root.td\n{root}//- Dialect.td\n{dialect}");
    let (client, answer) = Client::ask_at_cursor("hover-mlir", &fixture, "textDocument/hover");
    let text = show(&client, &answer);
    let lines = text
        .lines()
        .filter(|it| it.contains("static void build") || it.contains("in C++:"));
    let lines: Vec<&str> = lines.map(str::trim).collect();
    expect![[r#"
        static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::Value value);
        static void build(::mlir::OpBuilder &odsBuilder, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::Value value);
        static void build(::mlir::OpBuilder &, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::ValueRange operands, ::llvm::ArrayRef<::mlir::NamedAttribute> attributes = {});
        static void build(::mlir::OpBuilder &, ::mlir::OperationState &odsState, ::mlir::TypeRange resultTypes, ::mlir::ValueRange operands, const Properties &properties, ::llvm::ArrayRef<::mlir::NamedAttribute> discardableAttributes = {});
        - operands in C++: `getValue`, `getValueMutable`"#]].assert_eq(&lines.join("\n"));
}

#[test]
fn a_constraint_written_in_place() {
    let root = "\
include \"Dialect.td\"
class AtLeast<int n> : TypeConstraint<CPred<\"isAtLeast($_self, \" # n # \")\">, \"at least \" # n>;
def DropOp : Op<Own, \"drop\"> { let arguments = (ins I32:$value, $0AtLeast<3>:$more); }
";
    let dialect = DIALECT.replace("$0", "$_value");
    let fixture = format!("//- Root.td\n{root}//- Dialect.td\n{dialect}");
    let (client, answer) = Client::ask_at_cursor("hover-in-place", &fixture, "textDocument/hover");
    let text = show(&client, &answer);
    let condition = text.lines().find(|it| it.contains("condition"));
    assert_eq!(
        condition,
        Some("- condition: `isAtLeast($_self, 3)`"),
        "{text}"
    );
}

/// The name of the field and each element of the format show an example of the operation.
#[test]
fn an_assembly_format_has_an_example() {
    let dialect = include_str!("../../../backends/mlir/src/tests/dialect.td");
    // A cursor is `$0`, which stands in C++ templates of the dialect, too.
    let dialect = dialect.replace("$0", "$1");
    let check = |format: &str, want: Expect| {
        check(
            &format!(
                "//- Root.td\n{dialect}\ndef Own_AddOp : Op<Own, \"add\"> {{\n  \
                 let arguments = (ins I32:$lhs, OptionalAttr<I32Attr>:$scale);\n  {format}\n}}\n"
            ),
            want,
        );
    };
    check(
        "let $0assemblyFormat = \"$lhs (`by` $scale^)? attr-dict\";",
        expect![[r#"
            188:6-188:20 ```tablegen
            string assemblyFormat = ?;
            ```

            field of class `Op`

            old value: `?`

            new value: ``"$lhs (`by` $scale^)? attr-dict"``\
            set by let in this def, Root.td:189

            for example

            ```mlir
            own.add %lhs
            own.add %lhs by 1 : i32
            ```

            ---
            [declaration](/Root.td#L122)
        "#]],
    );
    check(
        "let assemblyFormat = \"$lhs (`$0by` $scale^)? attr-dict\";",
        expect![[r#"
            188:30-188:34 prints and parses `by`

            for example

            ```mlir
            own.add %lhs
            own.add %lhs by 1 : i32
            ```
        "#]],
    );
}
