use expect_test::expect;

use crate::testing::check;

const CLASSES: &str = r#"
def ins;
def outs;
class Dialect { string name; string summary = ?; string description = ?; string cppNamespace = name; }
class Trait;
class NativeTrait<string name> : Trait { string trait = name; }
class Constraint<string text> { string summary = text; }
class Op<Dialect dialect, string mnemonic, list<Trait> props = []> {
  Dialect opDialect = dialect;
  string opName = mnemonic;
  string cppNamespace = dialect.cppNamespace;
  string summary = ?;
  string description = ?;
  dag arguments = (ins);
  dag results = (outs);
  list<Trait> traits = props;
}
def Commutative : NativeTrait<"IsCommutative">;
def Toy_Dialect : Dialect { let name = "toy"; let cppNamespace = "::toy"; }
"#;

#[test]
fn an_operation() {
    check(
        &format!(
            r#"{CLASSES}
            def Int : Constraint<"signless integer">;
            def Any : Constraint<"">;
            def $0Toy_AddOp : Op<Toy_Dialect, "add", [Commutative, NativeTrait<"OneResult">]> {{
              let summary = "adds [numbers](command:x)";
              let arguments = (ins Int:$lhs, Int:$rhs, Any);
              let results = (outs Int:$sum);
              let description = [{{
                ## Semantics
                Adds `lhs` to *rhs*,
                <b>always</b>.

                - point `one`
                - two
                  goes on

                ```mlir
                %0 = toy.add %a, %b
                  : i32
                ```
              }}];
            }}"#
        ),
        expect![[r#"
            operation `toy.add`, in C++ `::toy::AddOp`

            ```text
            argument  lhs  signless integer
            argument  rhs  signless integer
            argument  #2   Any
            result    sum  signless integer
            ```

            - traits: `Commutative`, `OneResult`

            adds \[numbers\](command:x)

            Semantics

            Adds `lhs` to \*rhs\*, \<b>always\</b>.

            - point `one`

            - two goes on

            ```mlir
            %0 = toy.add %a, %b
              : i32
            ```
        "#]],
    );
}

#[test]
fn a_dialect() {
    check(
        &format!(
            r#"{CLASSES}
            def $0Other : Dialect {{ let name = "other"; let description = "Only a ``line`."; }}"#
        ),
        expect![[r#"
            Only a \`\`line\`.
        "#]],
    );
}

/// Other projects have classes of these names.
#[test]
fn classes_of_others() {
    check(
        "class Attr { string s; }\ndef $0A : Attr;",
        expect!["nothing"],
    );
    check(
        "class Op<dag o> { dag d = o; }\ndef $0A : Op<?>;",
        expect!["nothing"],
    );
}
