//! Layouts that authors choose.

use expect_test::expect;
use syntax::MacroSet;

use super::*;

#[test]
fn lists_and_dags_by_hand() {
    check(
        "def A : B<[\n  C,\n  D<1,2>,\n]>;\n\
         def E {\n   let args = (ins\n     I32:$a,\n     I32 :$b\n   );\n   list<int> l = [1,\n                  2];\n}\n",
        expect![[r#"
            def A : B<[
              C,
              D<1, 2>,
            ]>;
            def E {
               let args = (ins
                 I32:$a,
                 I32:$b
               );
               list<int> l = [1,
                              2];
            }
        "#]],
    );
}

#[test]
fn columns_by_hand() {
    check(
        "def A   : P<1,   \"a\">;\ndef BCD : P<10,  \"b\">;\ndef  E :  P<2>;\n\
         class X {\n  int    a    = 1;\n  string name = ?;\n  let b = [ 1, 10,\n           20,  3];\n}\n",
        expect![[r#"
            def A   : P<1,   "a">;
            def BCD : P<10,  "b">;
            def E : P<2>;
            class X {
              int    a    = 1;
              string name = ?;
              let b = [ 1, 10,
                       20,  3];
            }
        "#]],
    );
}

#[test]
fn blocks_by_hand() {
    check(
        "let a = 1 in {\ndef A;\ndef B { let x = 1; let y = 2; }\n}\n\
         let a = 1 in {\n  def A;\n   def B;\n}\n\
         foreach i = [1] in {\ndef C;\n}\nlet b = 2 in\n  def D;\nlet b = 2 in\ndef E\n{\n}\n",
        expect![[r#"
            let a = 1 in {
            def A;
            def B { let x = 1; let y = 2; }
            }
            let a = 1 in {
              def A;
              def B;
            }
            foreach i = [1] in {
              def C;
            }
            let b = 2 in
              def D;
            let b = 2 in
            def E
            {
            }
        "#]],
    );
}

/// The text with the bodies of its `let` blocks laid out in this way.
fn with_let_blocks(text: &str, let_blocks: LetBlocks) -> String {
    let parse = syntax::parse(text, &mut MacroSet::default());
    let edits = format(parse.green(), parse.errors(), Style { let_blocks });
    apply(text, &edits)
}

#[test]
fn let_blocks_as_one_likes() {
    let flat = "let a = 1 in {\ndef A;\n}\n";
    let indented = "let a = 1 in {\n  def A;\n}\n";
    for (kind, of_flat, of_indented) in [
        (LetBlocks::Auto, flat, indented),
        (LetBlocks::Always, indented, indented),
        (LetBlocks::Never, flat, flat),
    ] {
        let both = format!("{flat}{indented}");
        assert_eq!(
            with_let_blocks(&both, kind),
            format!("{of_flat}{of_indented}")
        );
    }
}

#[test]
fn comments_by_hand() {
    check(
        "class A {\n  int a;     // one\n  int bbb;   // two\n  int c; // three\n// was: int d;\n      // deeper\n  int  e = 1;   // four\n}\n\
         class B {\nint a;  // one\nint b=1;// two\n// three\nint c;\n}\n",
        expect![[r#"
            class A {
              int a;     // one
              int bbb;   // two
              int c; // three
            // was: int d;
                  // deeper
              int e = 1;    // four
            }
            class B {
              int a;     // one
              int b = 1; // two
              // three
              int c;
            }
        "#]],
    );
}

#[test]
fn long_rows_of_tables() {
    let name = "a".repeat(40);
    let text = format!(
        "def A : {name}<1, \"{name}\">;\ndef B : {name}<2, \"{name}\">;\n\ndef C : D<\"{name}\",\"{name}\">;\n"
    );
    check(
        &text,
        expect![[r#"
        def A : aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa<1, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa">;
        def B : aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa<2, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa">;

        def C : D<"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa">;
    "#]],
    );
}

#[test]
fn tabs_where_they_are_used() {
    check(
        "class A {\n\tint  a;\n\tint b;\n}\n",
        expect![[r#"
        class A {
        	int a;
        	int b;
        }
    "#]],
    );
    check(
        "class A {\n\tint  a;\n  int b;\n  int c;\n}\n",
        expect![[r#"
        class A {
          int a;
          int b;
          int c;
        }
    "#]],
    );
}
