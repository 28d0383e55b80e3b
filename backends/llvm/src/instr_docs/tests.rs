use backend_testing::{isel_source, read, run};
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;

#[track_caller]
fn check(variants: &str, text: &str, want: Expect) {
    let source = format!(
        "def Flags : Reg;
         def mem : TypedOperand<i32> {{ let MIOperandInfo = (ops GPR:$base, i32imm); }}
         {text}"
    );
    let target = format!(
        "class Variant<string name> : AsmParserVariant {{ string Name = name; }}
         def Toy : Target {{ let AssemblyParserVariants = [{variants}]; }}"
    );
    let source = isel_source(GENERIC, &source).replace("def Toy : Target;", &target);
    let records = read(&source);
    want.assert_eq(&run(crate::ALL, "gen-instr-docs", &[], &records).shown(&records));
}

#[test]
fn instructions() {
    check(
        "Variant<\"one\">",
        r#"
let AsmString = "\tadd_{r|s}\t$d, $m ", Constraints = "$d = $a", Uses = [Flags], Defs = [Flags, R1],
    Predicates = [Predicate<"x">], isCommutable = true in
def ADD_r : Inst<(outs GPR:$d), (ins GPR:$a, mem:$m)>;
def LOAD : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (i32 (ld iPTR:$a)))]> { let mayLoad = ?; }
def NOP : Inst<(outs), (ins)>;
"#,
        expect![[r#"
            ----------------
            Toy Instructions
            ----------------

            ADD\_r
            ======

            Assembly string: ``\tadd\_r\t$d, $m``

            Flags: ``isCommutable``

            * DEF ``GPR:$d``

            * USE ``GPR:$a``

            * USE ``mem/GPR:$m.base``

            * USE ``mem/i32imm:$m.anon1``

            Constraints: ``$d = $a``

            Implicit defs: ``Flags``, ``R1``

            Implicit uses: ``Flags``

            Predicates: ``anonymous_13``

            LOAD
            ====

            Flags: ``mayLoad``

            * DEF ``GPR:$d``

            * USE ``GPR:$a``

            NOP
            ===

        "#]],
    );
}

#[test]
fn variants_of_assembly() {
    check(
        "Variant<\"one\">, Variant<\"two\">",
        "let AsmString = \"{a|b} x\" in def X : Inst<(outs), (ins)>;",
        expect![[r#"
            ----------------
            Toy Instructions
            ----------------

            X
            =

            Assembly string (one): ``a x``

            Assembly string (two): ``b x``

        "#]],
    );
}
