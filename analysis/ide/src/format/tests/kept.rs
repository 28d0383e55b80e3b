//! Text that formatting leaves alone.

use expect_test::expect;

use super::{check, formatted};

#[test]
fn comments() {
    check(
        "// One.\n\n\n\n  // Two.\ndef x { // start\nint a; // one\n int bbb;    // two\n\n // own\n /* block */ int c;\n }   // end\n\
         def y : A<[1, // one\n 2],\n // own\n 3>;\n/* long\n     comment */\ndef z;\n",
        expect![[r#"
            // One.

              // Two.
            def x { // start
              int a; // one
              int bbb;    // two

              // own
              /* block */ int c;
            }   // end
            def y : A<[1, // one
             2],
             // own
             3>;
            /* long
                 comment */
            def z;
        "#]],
    );
}

#[test]
fn directives() {
    check(
        "#ifdef  A\n  def  a;\n#else // not\n   def   b;\n#endif\ndef x {\n  #ifndef B\nint   a;\n#endif\n  }\n",
        expect![[r#"
            #ifdef A
              def  a;
            #else // not
            def b;
            #endif
            def x {
            #ifndef B
              int a;
            #endif
            }
        "#]],
    );
}

#[test]
fn mistakes_stay() {
    check(
        "def  a : ;\ndef  b;\nclass  C { int   x }\nfoo  bar;\ndef  d  {  int y = ;\n int  z; }\nlet  x = in def   e;\n",
        expect![[r#"
            def  a : ;
            def b;
            class  C { int   x }
            foo  bar;
            def  d  {  int y = ;
             int  z; }
            let  x = in def   e;
        "#]],
    );
    check(
        "def  a : A<1,\n",
        expect![[r#"
        def  a : A<1,
    "#]],
    );
    check("", expect![[""]]);
    check(
        "\n\n  ",
        expect![[r#"


  "#]],
    );
}

#[test]
fn line_ends_stay() {
    let text = formatted("def  a;\r\ndef b {\r\nint c;int d; }\r\n");
    let want = "def a;\r\ndef b {\r\n  int c;\r\n  int d;\r\n}\r\n";
    assert_eq!(text, want);
}

#[test]
fn tokens_do_not_become_others() {
    check(
        "defvar a = [ {1} ];\nfoo\n# else\ndef b#  define;\n",
        expect![[r#"
            defvar a = [ {1} ];
            foo
            # else
            def b# define;
        "#]],
    );
    check(
        "def a { let b{3 - 0} = c; let d{3 -0} = [ { 1, - 2 } ]; }\n",
        expect![[r#"
            def a { let b{3 - 0} = c; let d{3 -0} = [ { 1, - 2 } ]; }
        "#]],
    );
    check(
        "def x\n# else : A;\n",
        expect![[r#"
        def x
        # else : A;
    "#]],
    );
}
