//! Formatting of a range, between `«` and `»`.

use expect_test::{Expect, expect};
use syntax::MacroSet;

use super::*;

fn check_range(text: &str, want: Expect) {
    want.assert_eq(&formatted_range(text));
}

fn formatted_range(text: &str) -> String {
    let start = text.find('«').unwrap();
    let text = text.replacen('«', "", 1);
    let end = text.find('»').unwrap();
    let text = text.replacen('»', "", 1);
    let parse = syntax::parse(&text, &mut MacroSet::default());
    let edits = format_range(parse.green(), parse.errors(), start..end, Style::default());
    apply(&text, &edits)
}

#[test]
fn only_a_range() {
    check_range(
        "def  a;\n«def  b;\n»def  c;\n",
        expect![[r#"
            def  a;
            def b;
            def  c;
        "#]],
    );
    check_range(
        "class A {\nint  a;\n «int  b;» int  c;\n}\n",
        expect![[r#"
        class A {
        int  a;
          int b; int  c;
        }
    "#]],
    );
}

#[test]
fn the_body_of_a_block_in_a_range() {
    // Such a body may stay unindented, but a selection is indented.
    check_range(
        "multiclass M {\n«def  a;\ndef b {\nint  c;\n}\n»}\n",
        expect![[r#"
            multiclass M {
              def a;
              def b {
                int c;
              }
            }
        "#]],
    );
    check_range(
        "foreach i = [1] in {\n«def  a#i;\ndef b#i;»\n}\n",
        expect![[r#"
            foreach i = [1] in {
              def a#i;
              def b#i;
            }
        "#]],
    );
    check_range(
        "if 1 then {\n«def  a;\ndef b;\n»} else {\n def c;\n}\n",
        expect![[r#"
            if 1 then {
              def  a;
              def b;
            } else {
             def c;
            }
        "#]],
    );
    check_range(
        "class A;\ndefset list<A> s = {\n«def  a:A;\ndef b:A;\n»}\n",
        expect![[r#"
            class A;
            defset list<A> s = {
              def  a : A;
              def b : A;
            }
        "#]],
    );
    check_range(
        "«multiclass  M {\ndef a;\ndef b;\n»}\n",
        expect![[r#"
        multiclass M {
          def a;
          def b;
        }
    "#]],
    );
    check_range(
        "let x = 1 in {\n«  def  a;\n   def b;\n»}\n",
        expect![[r#"
        let x = 1 in {
          def a;
          def b;
        }
    "#]],
    );
    check_range(
        "let x = 1 in {\n« def  a;\n def b;\n»}\n",
        expect![[r#"
        let x = 1 in {
        def a;
        def b;
        }
    "#]],
    );
    // The rest of a body determines its indentation.
    check_range(
        "multiclass M {\ndef  a;\n«  def  b;\n»def  c;\n}\n",
        expect![[r#"
            multiclass M {
            def  a;
            def b;
            def  c;
            }
        "#]],
    );
    check_range(
        "multiclass M {\n    def  a;\n«  def  b;\n»}\n",
        expect![[r#"
            multiclass M {
                def  a;
                def b;
            }
        "#]],
    );
    check_range(
        "let x = 1 in {\n  def  a;\n« def  b;\ndef  c;\n»}\n",
        expect![[r#"
            let x = 1 in {
              def  a;
              def b;
              def c;
            }
        "#]],
    );
}

#[test]
fn what_is_around_a_range_stays() {
    check_range(
        "class  N;\n   multiclass  M {\n  defm  x :\n   N;\n«foreach  i = [1] in {\ndef  a#i;\ndef  b#i;\n}\n»  }\n",
        expect![[r#"
            class  N;
               multiclass  M {
              defm  x :
               N;
                 foreach i = [1] in {
                   def a#i;
                   def b#i;
                 }
              }
        "#]],
    );
    check_range(
        "def  a : A<1,\n«2,   3>;\n»def  b;\n",
        expect![[r#"
        def  a : A<1,
            2,   3>;
        def  b;
    "#]],
    );
    // Blank lines and blanks before the range belong to the text above it.
    check_range(
        "multiclass M {\n  def  a;  \n\n\n«\n\ndef  b;  \n»\n  def  c;\n}\n",
        expect![[r#"
            multiclass M {
              def  a;  


              def b;

              def  c;
            }
        "#]],
    );
    assert_eq!(
        formatted_range("multiclass M {\r\n  def  a;\r\n«def  b;  \r\n»}\r\n"),
        "multiclass M {\r\n  def  a;\r\n  def b;\r\n}\r\n"
    );
    // All of a file is formatted as the file is.
    check_range(
        "«multiclass  M {\ndef a;\ndef b;\n}»\n",
        expect![[r#"
        multiclass M {
        def a;
        def b;
        }
    "#]],
    );
    check_range(
        "«def  ä»;\ndef  b;\n",
        expect![[r#"
        def  ä;
        def  b;
    "#]],
    );
}

#[test]
fn any_lines() {
    const TEXT: &str = "class  A<int n>{\nint f=n;\n  }\n\n\n  multiclass M<int n> : N<n,\n 2> {\ndef  a:A<n>;   // one\n\n\
        def bb:A<n>;  // two\n      let f=2 in {\n   def  c:A<n>{ let f=\n1; }\n#ifdef X\ndef  d;\n#endif\n} // end\n\
        foreach i=[1,\n2] in\ndef  e#i : A<\ni>;\n if n then{\n def f; } else\n\n\ndef  g;\n}\n\
        /* long\n comment */ def h : ;\n defset  list<A> s={\n\tdef  i : A<3>;\n}\n";
    let starts = TEXT.match_indices('\n').map(|it| it.0 + 1);
    let lines: Vec<usize> = std::iter::once(0).chain(starts).collect();
    for (index, start) in lines.iter().enumerate() {
        for end in &lines[index + 1..] {
            let within = |text: &str, end: usize| {
                let parse = syntax::parse(text, &mut MacroSet::default());
                let edits =
                    format_range(parse.green(), parse.errors(), *start..end, Style::default());
                apply(text, &edits)
            };
            let once = within(TEXT, *end);
            assert!(same_tokens(TEXT, &once), "{start}..{end}: {once}");
            assert!(once.starts_with(&TEXT[..*start]), "{start}..{end}: {once}");
            assert!(once.ends_with(&TEXT[*end..]), "{start}..{end}: {once}");
            let end = once.len() - (TEXT.len() - end);
            assert_eq!(within(&once, end), once, "{start}..{end} again");
        }
    }
}
