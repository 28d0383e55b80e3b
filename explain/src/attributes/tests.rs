use expect_test::expect;

use crate::testing::check;

const CLASSES: &str = include_str!("../../../backends/clang/src/attributes/attr.td");

#[test]
fn in_words() {
    check(
        &format!(
            r#"{CLASSES}
            def AlignedDoc : Documentation<Functions> {{ let Content = [{{
A ``thing`` that is *aligned*. See :doc:`the manual` or `this page <https://example.org>`_.

.. code-block:: c++

  void f() {{
    g();
  }}

- one
- two
  goes on
}}]; }}
            def $0Aligned : InheritableAttr {{
              let Spellings = [GCC<"aligned">, Keyword<"_Aligned", 0>, Pragma<"clang", "aligned">];
              let Subjects = SubjectList<[Function, Global]>;
              let Args = [
                AlignedArgument<"Alignment", 1>, EnumArgument<"How", "HowTy", ["up", "down"], ["Up", "Down"]>,
                DefaultIntArgument<"Level", 3>, VariadicExprArgument<"More">, BoolArgument<"Seen", 0, 1>];
              let Documentation = [AlignedDoc];
            }}"#
        ),
        expect![[r#"
            - spelled: `__attribute__((aligned))`, `[[gnu::aligned]]`, `_Aligned`, `#pragma clang aligned`
            - applies to: `functions`, `global variables`
            - argument `Alignment`: an alignment: an expression or a type, may be left out
            - argument `How`: one of `up`, `down`
            - argument `Level`: an integer, 3 by default
            - argument `More`: any number: an expression
            - argument `Seen`: true or false, not written in source

            A `thing` that is \*aligned\*. See the manual or this page (`https://example.org`).

            ```cpp
            void f() {
              g();
            }
            ```

            - one

            - two goes on
        "#]],
    );
}
