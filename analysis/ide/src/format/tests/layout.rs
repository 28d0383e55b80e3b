//! Tests of blanks and line breaks.

use expect_test::expect;

use super::{check, check_each};

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

/// A long line is not searched again for each statement on it.
#[test]
fn statements_within_statements_on_one_line() {
    for head in ["let x = 1 in ", "foreach i = [1] in ", "if 1 then "] {
        let text = |count: usize| head.repeat(count) + "def a;\n";
        ::tests::work::grows_linearly(&text(250), &text(1_000), |text| {
            assert!(!super::formatted(text).is_empty());
        });
    }
}
