use expect_test::{Expect, expect};
use syntax::MacroSet;

use super::*;

/// Whether two texts differ in white space only.
fn same_tokens(a: &str, b: &str) -> bool {
    let tokens = |text: &str| {
        let parse = syntax::parse(text, &mut MacroSet::default());
        let mut tokens: Vec<(SyntaxKind, String)> = Vec::new();
        for_each_token(parse.tree().node(), &mut |it| {
            if it.kind() != SyntaxKind::WHITESPACE {
                tokens.push((it.kind(), it.text().to_owned()));
            }
        });
        tokens
    };
    tokens(a) == tokens(b)
}

fn formatted(text: &str) -> String {
    let parse = syntax::parse(text, &mut MacroSet::default());
    apply(
        text,
        &format(parse.green(), parse.errors(), Style::default()),
    )
}

fn check(text: &str, want: Expect) {
    let once = formatted(text);
    want.assert_eq(&once);
    assert_eq!(formatted(&once), once, "not stable");
    assert!(same_tokens(text, &once));
}

/// The same for texts that stand by themselves.
fn check_each(texts: &[&str], want: Expect) {
    let once: Vec<String> = texts.iter().map(|it| formatted(it)).collect();
    want.assert_eq(&once.concat());
    for (text, once) in texts.iter().zip(once) {
        assert_eq!(formatted(&once), once, "not stable");
        assert!(same_tokens(text, &once));
    }
}

#[test]
fn spaces() {
    check(
        "class  A<int n,string s=\"x\" , bits<4> b={0,1,?,0}>:B<n>,C{int f=n;let g{3-0}=1;\nfield bits<3>Code;}\n\
         def NAME # \"rr\" :A<1,s = \"y\">{let X=a{3...0};}\n\
         foreach i=0-3 in def r#i;\n\
         foreach i={0-3,7} in def q#i;\n\
         defvar v=!cast<A>(\"x\" # y).f[1,2...3];\n\
         def d{dag d=(op (a \"b\":$x,$y) , c:$z);int i=-1;}\n\
         deftype t=list<int>;   defvar w = !if(a,b,c) ;\n",
        expect![[r#"
            class A<int n, string s="x", bits<4> b={0,1,?,0}> : B<n>, C {
              int f = n;
              let g{3-0} = 1;
              field bits<3> Code;
            }
            def NAME # "rr" : A<1, s = "y"> { let X = a{3...0}; }
            foreach i = 0-3 in def r#i;
            foreach i = {0-3,7} in def q#i;
            defvar v = !cast<A>("x" # y).f[1, 2...3];
            def d { dag d = (op (a "b":$x, $y), c:$z); int i = -1; }
            deftype t = list<int>;
            defvar w = !if(a, b, c);
        "#]],
    );
}

#[test]
fn short_blocks() {
    check(
        "def a { int b = 1;\n}\ndef c {\n}\nlet P = 1 in {\n def d; }\nlet P = 1 in { def e; def f; }\n\
         multiclass M { def g; }\nif x then { def h; } else if y then def i; else { def j; }\n\
         let Q = 1 in\ndef k;\nclass B {\n // why\n int l; }\n",
        expect![[r#"
            def a { int b = 1;
            }
            def c {
            }
            let P = 1 in {
            def d;
            }
            let P = 1 in { def e; def f; }
            multiclass M { def g; }
            if x then { def h; } else if y then def i;
            else { def j; }
            let Q = 1 in
            def k;
            class B {
              // why
              int l;
            }
        "#]],
    );
}

#[test]
fn superclasses() {
    check_each(
        &[
            "def r : aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbb, ccccccccccccccccccc;\n",
            "def r : aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa<aaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbb, ccccccccccccccccccc>;\n",
            "def rrrrrrrrrrrr : aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa<aaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbb, ccccccccccccccccccc>;\n",
            "def rrrrrrrrrrrr : aaaa<aaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbb, ccccccccccccccccccc, dddddddddddddddddddddddddddddddd>, Sched<[WriteALU]>;\n",
            "def xxxxxxxxxxxxxxxxxxxxxx : aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa<1, 2> { let a = 1; }\n",
        ],
        expect![[r#"
            def r : aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,
                    bbbbbbbbbbbbbbbbbbbbbbbbbb,
                    ccccccccccccccccccc;
            def r : aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa<
                        aaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbb, ccccccccccccccccccc>;
            def rrrrrrrrrrrr
                : aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa<
                      aaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbb, ccccccccccccccccccc>;
            def rrrrrrrrrrrr : aaaa<aaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbb,
                                    ccccccccccccccccccc, dddddddddddddddddddddddddddddddd>,
                               Sched<[WriteALU]>;
            def xxxxxxxxxxxxxxxxxxxxxx
                : aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa<1, 2> { let a = 1; }
        "#]],
    );
}

#[test]
fn instructions() {
    check_each(
        &[
            "def MOV8rr : I<0x88, MRMDestReg, (outs GR8 :$dst), (ins GR8 :$src), \"mov{b}\\t{$src, $dst|$dst, $src}\", []>, Sched<[WriteMove]>;\n",
            "def ADD : I<(outs GR32:$dst), (ins GR32:$src1, i32mem:$src2), \"add\", [(set GR32:$dst, EFLAGS, (X86add_flag GR32:$src1, (load addr:$src2)))]>;\n",
            "def : Pat<(aaaaaaaaaaaaaaaaaaaaaaa (bbbbbbbbbbbbbbbbbbbbbbbbbb ccccccccccccccccccc:$aaaa, ccccccccc:$x), (x y)), (ddddddddd eeeeeeeeeeeee)>;\n",
        ],
        expect![[r#"
            def MOV8rr : I<0x88, MRMDestReg, (outs GR8:$dst), (ins GR8:$src),
                           "mov{b}\t{$src, $dst|$dst, $src}", []>,
                         Sched<[WriteMove]>;
            def ADD
                : I<(outs GR32:$dst), (ins GR32:$src1, i32mem:$src2), "add",
                    [(set GR32:$dst, EFLAGS, (X86add_flag GR32:$src1, (load addr:$src2)))]>;
            def : Pat<(aaaaaaaaaaaaaaaaaaaaaaa
                          (bbbbbbbbbbbbbbbbbbbbbbbbbb ccccccccccccccccccc:$aaaa,
                              ccccccccc:$x),
                          (x y)),
                      (ddddddddd eeeeeeeeeeeee)>;
        "#]],
    );
}

#[test]
fn assignments() {
    check_each(
        &[
            "def X { let Pattern = [(set GR32:$dst, EFLAGS, (X86add_flag GR32:$src1, (load addr:$src2)))];}\n",
            "def X { list<int> aaaaaaaaaaaaaaaaaaaaaaaaaaa = [1111111111111111, 222222222222222, 3333333333333, 444444444];}\n",
            "def X { list<int> aaaaaaaaaaaaaaaaaaaaaaaaaaa = !foreach(aaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbb, !add(a, b, c, d));}\n",
            "def X { dag aaaaaaaaaaaaaaaaaaaaaa = !con((outs aaaaaaaaaaaaa:$bbbbbbbbbbbbbbb), !if(!eq(aaaaaaaaaaaaaaaaaaaaaaa, 2), (outs aaaaa), (outs bbbbb)));}\n",
            "def X { let aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa = !strconcat(\"aaaaaaaaaaaaaaaaaaaaaaa\", \"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\");}\n",
            "def X { int x = !cond(1 : 2, true:3);}\n",
            "def X { let s = \"abc\" \"def\";}\n",
            "def X { code c = [{\n   kept;\n  }];}\n",
        ],
        expect![[r#"
            def X {
              let Pattern = [(set GR32:$dst, EFLAGS,
                  (X86add_flag GR32:$src1, (load addr:$src2)))];
            }
            def X {
              list<int> aaaaaaaaaaaaaaaaaaaaaaaaaaa = [1111111111111111, 222222222222222,
                                                       3333333333333, 444444444];
            }
            def X {
              list<int> aaaaaaaaaaaaaaaaaaaaaaaaaaa = !foreach(
                  aaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbb, !add(a, b, c, d));
            }
            def X {
              dag aaaaaaaaaaaaaaaaaaaaaa =
                  !con((outs aaaaaaaaaaaaa:$bbbbbbbbbbbbbbb),
                       !if(!eq(aaaaaaaaaaaaaaaaaaaaaaa, 2), (outs aaaaa), (outs bbbbb)));
            }
            def X {
              let aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa =
                  !strconcat("aaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb");
            }
            def X { int x = !cond(1 : 2, true: 3); }
            def X { let s = "abc" "def"; }
            def X {
              code c = [{
               kept;
              }];
            }
        "#]],
    );
}

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
fn statements_without_braces() {
    check_each(
        &[
            "let hasSideEffects = 0, mayLoad = 0, mayStore = 0 in class Shift_right<bits<2> funct2, string OpcodeStr> : A<1> { int a; int b; }\n",
            "let a = 1 in def x : A { int a; int b; }\n",
            "foreach iiiiiiiiiiiii = [aaaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb] in def xxxx : A;\n",
        ],
        expect![[r#"
            let hasSideEffects = 0, mayLoad = 0, mayStore = 0 in
            class Shift_right<bits<2> funct2, string OpcodeStr> : A<1> { int a; int b; }
            let a = 1 in def x : A { int a; int b; }
            foreach iiiiiiiiiiiii = [aaaaaaaaaaaaaaaaaaaaaaaaa,
                                     bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb] in def xxxx : A;
        "#]],
    );
}

#[test]
fn code_goes_on_where_it_begins() {
    check(
        "def A : B, C<(imm), [{\n  return 1;\n}]>;\n\
         def D : E<\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\", [{\n x\n}], 1>;\n",
        expect![[r#"
            def A : B, C<(imm), [{
              return 1;
            }]>;
            def D : E<"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", [{
             x
            }], 1>;
        "#]],
    );
}

fn check_range(text: &str, want: Expect) {
    let start = text.find('«').unwrap();
    let text = text.replacen('«', "", 1);
    let end = text.find('»').unwrap();
    let text = text.replacen('»', "", 1);
    let parse = syntax::parse(&text, &mut MacroSet::default());
    let edits = format_range(parse.green(), parse.errors(), start..end, Style::default());
    want.assert_eq(&apply(&text, &edits));
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

fn check_typed(text: &str, typed: char, want: Expect) {
    let offset = text.find("$0").unwrap();
    let text = text.replacen("$0", "", 1);
    let parse = syntax::parse(&text, &mut MacroSet::default());
    let edits = format_on_type(
        parse.green(),
        parse.errors(),
        offset,
        typed,
        Style::default(),
    );
    want.assert_eq(&format!("{:?}", apply(&text, &edits)));
}

#[test]
fn while_typing() {
    check_typed(
        "def  a;\ndef  b : A<1,2>;$0\ndef  c;\n",
        ';',
        expect![[r#""def  a;\ndef b : A<1, 2>;\ndef  c;\n""#]],
    );
    check_typed(
        "def  a {\n  int  x;\nint  y; }$0\ndef  c;\n",
        '}',
        expect![[r#""def a {\n  int x;\n  int y;\n}\ndef  c;\n""#]],
    );
    check_typed("def a {\n$0\n}\n", '\n', expect![[r#""def a {\n  \n}\n""#]]);
    check_typed(
        "def a {\n  int x;\n  $0}\n",
        '\n',
        expect![[r#""def a {\n  int x;\n}\n""#]],
    );
    check_typed(
        "def a : A<1,\n$0",
        '\n',
        expect![[r#""def a : A<1,\n    ""#]],
    );
    check_typed(
        "def a { code c = [{\n$0\n}]; }\n",
        '\n',
        expect![[r#""def a { code c = [{\n\n}]; }\n""#]],
    );
}

#[test]
fn typing_in_blocks() {
    check_typed(
        "def Fmt : Base<5> {\n  int   x=3;$0\n}\n",
        ';',
        expect![[r#""def Fmt : Base<5> {\n  int x = 3;\n}\n""#]],
    );
    check_typed(
        "def Fmt : Base<5> {\nint   x=3;$0\n",
        ';',
        expect![[r#""def Fmt : Base<5> {\n  int x = 3;\n""#]],
    );
    check_typed(
        "def  F {\n    int y;\nint   x=3;$0\n",
        ';',
        expect![[r#""def  F {\n    int y;\n    int x = 3;\n""#]],
    );
    check_typed(
        "let a = 1 in {\ndef   A:B;$0\n}\n",
        ';',
        expect![[r#""let a = 1 in {\ndef A : B;\n}\n""#]],
    );
    check_typed(
        "let a = 1 in\n  def   A:B;$0\n",
        ';',
        expect![[r#""let a = 1 in\n  def A : B;\n""#]],
    );
    check_typed(
        "def A   : B<1>;\ndef CC  : B<1,2>;$0\ndef DDD : B<1>;\n",
        ';',
        expect![[r#""def A   : B<1>;\ndef CC  : B<1, 2>;\ndef DDD : B<1>;\n""#]],
    );
    check_typed(
        "def A { int   x=3;$0 }\n",
        ';',
        expect![[r#""def A { int x = 3; }\n""#]],
    );
    check_typed(
        "  def A : B<\n   1>;  \n \n   def   C;$0\n",
        ';',
        expect![[r#""  def A : B<\n   1>;  \n \n  def C;\n""#]],
    );
}

#[test]
fn lines_in_blocks() {
    check_typed(
        "let a = 1 in {\n$0\n}\n",
        '\n',
        expect![[r#""let a = 1 in {\n\n}\n""#]],
    );
    check_typed(
        "let a = 1 in {\n  def B;\n$0\n}\n",
        '\n',
        expect![[r#""let a = 1 in {\n  def B;\n  \n}\n""#]],
    );
    check_typed(
        "multiclass M {\n$0",
        '\n',
        expect![[r#""multiclass M {\n  ""#]],
    );
    check_typed(
        "def a {\n    int x;\n$0",
        '\n',
        expect![[r#""def a {\n    int x;\n    ""#]],
    );
    check_typed(
        "let a = 1 in\n  def B;\n   $0\n",
        '\n',
        expect![[r#""let a = 1 in\n  def B;\n\n""#]],
    );
    check_typed(
        "def a : B<[1,\n           $0\n",
        '\n',
        expect![[r#""def a : B<[1,\n           \n""#]],
    );
    check_typed(
        "def a {\n  let b = 1;\n}\n  $0\n",
        '\n',
        expect![[r#""def a {\n  let b = 1;\n}\n\n""#]],
    );
}

/// Typing in a large file takes no longer than in a small one.
#[test]
fn typing_costs_what_the_statement_costs() {
    let count = 100_000;
    let text = "def a : B<1>;\n".repeat(count) + "def  c : B<1,2>;";
    let parse = syntax::parse(&text, &mut MacroSet::default());
    let start = std::time::Instant::now();
    for _ in 0..100 {
        let edits = format_on_type(
            parse.green(),
            parse.errors(),
            text.len(),
            ';',
            Style::default(),
        );
        assert!(edits.len() == 2, "{edits:?}");
        let edits = format_on_type(parse.green(), parse.errors(), 14, '\n', Style::default());
        assert!(edits.is_empty(), "{edits:?}");
    }
    let each = start.elapsed() / 200;
    assert!(each.as_millis() < 5, "{each:?}");
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

fn check_let_blocks(let_blocks: LetBlocks, want: Expect) {
    let text = "let a = 1 in {\ndef A;\n}\nlet a = 1 in {\n  def A;\n}\n";
    let parse = syntax::parse(text, &mut MacroSet::default());
    let edits = format(parse.green(), parse.errors(), Style { let_blocks });
    want.assert_eq(&apply(text, &edits));
}

#[test]
fn let_blocks_as_one_likes() {
    check_let_blocks(
        LetBlocks::Auto,
        expect![[r#"
        let a = 1 in {
        def A;
        }
        let a = 1 in {
          def A;
        }
    "#]],
    );
    check_let_blocks(
        LetBlocks::Always,
        expect![[r#"
        let a = 1 in {
          def A;
        }
        let a = 1 in {
          def A;
        }
    "#]],
    );
    check_let_blocks(
        LetBlocks::Never,
        expect![[r#"
        let a = 1 in {
        def A;
        }
        let a = 1 in {
        def A;
        }
    "#]],
    );
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
