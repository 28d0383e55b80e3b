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
    apply(text, &format(parse.green(), parse.errors()))
}

fn check(text: &str, want: Expect) {
    let once = formatted(text);
    want.assert_eq(&once);
    assert_eq!(formatted(&once), once, "not stable");
    assert!(same_tokens(text, &once));
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
        expect![[r##"
            class A<int n, string s = "x", bits<4> b = {0, 1, ?, 0}> : B<n>, C {
              int f = n;
              let g{3-0} = 1;
              field bits<3> Code;
            }
            def NAME#"rr" : A<1, s = "y"> { let X = a{3...0}; }
            foreach i = 0-3 in def r#i;
            foreach i = {0-3, 7} in def q#i;
            defvar v = !cast<A>("x"#y).f[1, 2...3];
            def d {
              dag d = (op (a "b":$x, $y), c:$z);
              int i = -1;
            }
            deftype t = list<int>;
            defvar w = !if(a, b, c);
        "##]],
    );
}

#[test]
fn short_blocks() {
    check(
        "def a { int b = 1;\n}\ndef c {\n}\nlet P = 1 in {\n def d; }\nlet P = 1 in { def e; def f; }\n\
         multiclass M { def g; }\nif x then { def h; } else if y then def i; else { def j; }\n\
         let Q = 1 in\ndef k;\nclass B {\n // why\n int l; }\n",
        expect![[r#"
            def a { int b = 1; }
            def c {}
            let P = 1 in { def d; }
            let P = 1 in {
              def e;
              def f;
            }
            multiclass M { def g; }
            if x then {
              def h;
            } else if y then
              def i;
            else {
              def j;
            }
            let Q = 1 in def k;
            class B {
              // why
              int l;
            }
        "#]],
    );
}

#[test]
fn superclasses() {
    check(
        "def r : aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbb, ccccccccccccccccccc;\n\
         def r : aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa<aaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbb, ccccccccccccccccccc>;\n\
         def rrrrrrrrrrrr : aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa<aaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbb, ccccccccccccccccccc>;\n\
         def rrrrrrrrrrrr : aaaa<aaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbb, ccccccccccccccccccc, dddddddddddddddddddddddddddddddd>, Sched<[WriteALU]>;\n\
         def xxxxxxxxxxxxxxxxxxxxxx : aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa<1, 2> { let a = 1; }\n",
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
                : aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa<1, 2> {
              let a = 1;
            }
        "#]],
    );
}

#[test]
fn instructions() {
    check(
        "let x = 1 in {\n\
         def MOV8rr : I<0x88, MRMDestReg, (outs GR8 :$dst), (ins GR8 :$src), \"mov{b}\\t{$src, $dst|$dst, $src}\", []>, Sched<[WriteMove]>;\n\
         def ADD : I<(outs GR32:$dst), (ins GR32:$src1, i32mem:$src2), \"add\", [(set GR32:$dst, EFLAGS, (X86add_flag GR32:$src1, (load addr:$src2)))]>;\n\
         def : Pat<(aaaaaaaaaaaaaaaaaaaaaaa (bbbbbbbbbbbbbbbbbbbbbbbbbb ccccccccccccccccccc:$aaaa, ccccccccc:$x), (x y)), (ddddddddd eeeeeeeeeeeee)>;\n}\n",
        expect![[r#"
            let x = 1 in {
              def MOV8rr : I<0x88, MRMDestReg, (outs GR8:$dst), (ins GR8:$src),
                             "mov{b}\t{$src, $dst|$dst, $src}", []>,
                           Sched<[WriteMove]>;
              def ADD : I<(outs GR32:$dst), (ins GR32:$src1, i32mem:$src2), "add",
                          [(set GR32:$dst, EFLAGS,
                              (X86add_flag GR32:$src1, (load addr:$src2)))]>;
              def : Pat<(aaaaaaaaaaaaaaaaaaaaaaa
                            (bbbbbbbbbbbbbbbbbbbbbbbbbb ccccccccccccccccccc:$aaaa,
                                ccccccccc:$x),
                            (x y)),
                        (ddddddddd eeeeeeeeeeeee)>;
            }
        "#]],
    );
}

#[test]
fn assignments() {
    check(
        "def X {\n\
         let Pattern = [(set GR32:$dst, EFLAGS, (X86add_flag GR32:$src1, (load addr:$src2)))];\n\
         list<int> aaaaaaaaaaaaaaaaaaaaaaaaaaa = [1111111111111111, 222222222222222, 3333333333333, 444444444];\n\
         list<int> aaaaaaaaaaaaaaaaaaaaaaaaaaa = !foreach(aaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbb, !add(a, b, c, d));\n\
         dag aaaaaaaaaaaaaaaaaaaaaa = !con((outs aaaaaaaaaaaaa:$bbbbbbbbbbbbbbb), !if(!eq(aaaaaaaaaaaaaaaaaaaaaaa, 2), (outs aaaaa), (outs bbbbb)));\n\
         let aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa = !strconcat(\"aaaaaaaaaaaaaaaaaaaaaaa\", \"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\");\n\
         int x = !cond(1 : 2, true:3);\n\
         let s = \"abc\" \"def\";\n\
         code c = [{\n   kept;\n  }];\n}\n",
        expect![[r#"
            def X {
              let Pattern = [(set GR32:$dst, EFLAGS,
                  (X86add_flag GR32:$src1, (load addr:$src2)))];
              list<int> aaaaaaaaaaaaaaaaaaaaaaaaaaa = [1111111111111111, 222222222222222,
                                                       3333333333333, 444444444];
              list<int> aaaaaaaaaaaaaaaaaaaaaaaaaaa = !foreach(
                  aaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbb, !add(a, b, c, d));
              dag aaaaaaaaaaaaaaaaaaaaaa =
                  !con((outs aaaaaaaaaaaaa:$bbbbbbbbbbbbbbb),
                       !if(!eq(aaaaaaaaaaaaaaaaaaaaaaa, 2), (outs aaaaa), (outs bbbbb)));
              let aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa =
                  !strconcat("aaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbb");
              int x = !cond(1: 2,
                            true: 3);
              let s = "abc"
                      "def";
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
              int a;   // one
              int bbb; // two

              // own
              /* block */ int c;
            } // end
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
    check(
        "let hasSideEffects = 0, mayLoad = 0, mayStore = 0 in class Shift_right<bits<2> funct2, string OpcodeStr> : A<1> { int a; int b; }\n\
         let a = 1 in def x : A { int a; int b; }\n\
         foreach iiiiiiiiiiiii = [aaaaaaaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb] in def xxxx : A;\n",
        expect![[r#"
            let hasSideEffects = 0, mayLoad = 0, mayStore = 0 in
            class Shift_right<bits<2> funct2, string OpcodeStr> : A<1> {
              int a;
              int b;
            }
            let a = 1 in def x : A {
              int a;
              int b;
            }
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
    let edits = format_range(parse.green(), parse.errors(), start..end);
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
    let edits = format_on_type(parse.green(), parse.errors(), offset, typed);
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
fn tokens_do_not_become_others() {
    check(
        "defvar a = [ {1} ];\nfoo\n# else\ndef b#  define;\n",
        expect![[r#"
            defvar a = [ {1} ];
            foo
            # else
            def b#define;
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
