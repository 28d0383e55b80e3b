use expect_test::expect;

use crate::testing::check;

/// The classes of MLIR's own files, and the dialect `Own`.
const CLASSES: &str = include_str!("../../../backends/mlir/src/tests/dialect.td");

#[test]
fn an_operation() {
    check(
        &format!(
            r#"{CLASSES}
            def Int : TypeConstraint<CPred<"$_self.isInteger()">, "signless integer">;
            def Any : TypeConstraint<CPred<"true">, "">;
            def Flag : Attr<CPred<"true">, "unit attribute"> {{ let storageType = "::mlir::UnitAttr"; }}
            def IsCommutative : NativeTrait<"IsCommutative">;
            def Shaped : OpInterface<"Shaped">;
            def $0Toy_AddOp : Op<Own, "add", [IsCommutative, Shaped, OpInterface<"Shaped">, NativeTrait<"OneResult">]> {{
              let summary = "adds [numbers](command:x)";
              let arguments = (ins Int:$lhs, Optional<Int>:$rhs, Any, OptionalAttr<Flag>:$exact);
              let results = (outs I32:$sum);
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
            operation `own.add`, in C++ `::own::AddOp`

            ```text
            operand    lhs    signless integer
            operand    rhs    signless integer, optional
            operand    #2     Any
            attribute  exact  unit attribute, optional
            result     sum    32-bit signless integer
            ```

            - types of results: `sum` is always the same
            - traits: `IsCommutative`, `Shaped`, `OneResult`, `InferTypeOpInterface`

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
fn a_type() {
    check(
        &format!(
            r#"{CLASSES}
            def $0Pair : TypeDef<Own, "Pair"> {{
              let mnemonic = "pair";
              let hasCustomAssemblyFormat = 1;
              let parameters = (ins "::mlir::Type":$first, AttrOrTypeParameter<"unsigned", "how many">:$count);
            }}"#
        ),
        expect![[r#"
            type `!own.pair`, in C++ `::own::PairType`

            ```text
            parameter  first  ::mlir::Type
            parameter  count  unsigned      how many
            ```
        "#]],
    );
}

#[test]
fn a_mistake() {
    check(
        &format!(
            r#"{CLASSES}
            def $0Broken : Op<Own, "broken"> {{ let arguments = (ins Own:$a); }}"#
        ),
        expect![[r#"
            - error: unexpected def type; only defs deriving from TypeConstraint or Attr or Property are allowed
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
