use backend_testing::{between, isel_source, read, run};
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;

/// The output for a target with these instructions and patterns.
fn write(text: &str) -> String {
    let records = read(&isel_source(GENERIC, text));
    let skipped = isel_source(GENERIC, "").lines().count() as u32;
    run(crate::ALL, "gen-fast-isel", &[], &records).shown_below(&records, skipped)
}

#[track_caller]
fn check(text: &str, want: Expect) {
    want.assert_eq(&write(text));
}

/// The output for an operation on one type, without the functions that choose the type and the operation.
#[track_caller]
fn check_type(text: &str, want: Expect) {
    want.assert_eq(&between(&write(text), "unsigned fastEmit_", "(MVT VT, "));
}

#[test]
fn functions_for_an_operation() {
    check(
        "def MOVF : Inst<(outs FPR:$d), (ins GPR:$a), [(set f32:$d, (bitconvert GPR:$a))]>;
        def ZERO : Inst<(outs FPR:$d), (ins), [(set f32:$d, fpimm)]>;",
        expect![[r#"
            // FastEmit functions for ISD::BITCAST.

            unsigned fastEmit_ISD_BITCAST_MVT_i32_r(MVT RetVT, unsigned Op0) {
              if (RetVT.SimpleTy != MVT::f32)
                return 0;
              return fastEmitInst_r(Toy::MOVF, &Toy::FPRRegClass, Op0);
            }

            unsigned fastEmit_ISD_BITCAST_r(MVT VT, MVT RetVT, unsigned Op0) {
              switch (VT.SimpleTy) {
              case MVT::i32: return fastEmit_ISD_BITCAST_MVT_i32_r(RetVT, Op0);
              default: return 0;
              }
            }

            // Top-level FastEmit function.

            unsigned fastEmit_r(MVT VT, MVT RetVT, unsigned Opcode, unsigned Op0) override {
              switch (Opcode) {
              case ISD::BITCAST: return fastEmit_ISD_BITCAST_r(VT, RetVT, Op0);
              default: return 0;
              }
            }

            // FastEmit functions for ISD::ConstantFP.

            unsigned fastEmit_ISD_ConstantFP_MVT_f32_f(MVT RetVT, const ConstantFP *f0) {
              if (RetVT.SimpleTy != MVT::f32)
                return 0;
              return fastEmitInst_f(Toy::ZERO, &Toy::FPRRegClass, f0);
            }

            unsigned fastEmit_ISD_ConstantFP_f(MVT VT, MVT RetVT, const ConstantFP *f0) {
              switch (VT.SimpleTy) {
              case MVT::f32: return fastEmit_ISD_ConstantFP_MVT_f32_f(RetVT, f0);
              default: return 0;
              }
            }

            // Top-level FastEmit function.

            unsigned fastEmit_f(MVT VT, MVT RetVT, unsigned Opcode, const ConstantFP *f0) override {
              switch (Opcode) {
              case ISD::ConstantFP: return fastEmit_ISD_ConstantFP_f(VT, RetVT, f0);
              default: return 0;
              }
            }

        "#]],
    );
}

#[test]
fn a_function_for_each_type_of_the_result() {
    check_type(
        "def MOVF : Inst<(outs FPR:$d), (ins GPR:$a)>;
        def MOVG : Inst<(outs GPR:$d), (ins GPR:$a)>;
        def COPY2 : SDNode<\"Toy::COPY\", SDTUnary>;
        def : Pat<(f32 (COPY2 GPR:$a)), (MOVF GPR:$a)>;
        def : Pat<(i32 (COPY2 GPR:$a)), (MOVG GPR:$a)>;",
        expect![[r#"
            unsigned fastEmit_Toy_COPY_MVT_i32_MVT_i32_r(unsigned Op0) {
              return fastEmitInst_r(Toy::MOVG, &Toy::GPRRegClass, Op0);
            }

            unsigned fastEmit_Toy_COPY_MVT_i32_MVT_f32_r(unsigned Op0) {
              return fastEmitInst_r(Toy::MOVF, &Toy::FPRRegClass, Op0);
            }

            unsigned fastEmit_Toy_COPY_MVT_i32_r(MVT RetVT, unsigned Op0) {
            switch (RetVT.SimpleTy) {
              case MVT::i32: return fastEmit_Toy_COPY_MVT_i32_MVT_i32_r(Op0);
              case MVT::f32: return fastEmit_Toy_COPY_MVT_i32_MVT_f32_r(Op0);
              default: return 0;
            }
            }

        "#]],
    );
}

#[test]
fn more_complex_patterns_come_first() {
    check_type(
        "def Fast : Predicate<\"isFast()\">;
        def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (add GPR:$a, GPR:$b))]>;
        def QUICK : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
        let Predicates = [Fast], AddedComplexity = 1 in
        def : Pat<(add GPR:$a, GPR:$b), (QUICK GPR:$a, GPR:$b)>;",
        expect![[r#"
            unsigned fastEmit_ISD_ADD_MVT_i32_rr(MVT RetVT, unsigned Op0, unsigned Op1) {
              if (RetVT.SimpleTy != MVT::i32)
                return 0;
              if ((isFast())) {
                return fastEmitInst_rr(Toy::QUICK, &Toy::GPRRegClass, Op0, Op1);
              }
              return fastEmitInst_rr(Toy::ADD, &Toy::GPRRegClass, Op0, Op1);
            }

        "#]],
    );
}

#[test]
fn immediates_with_predicates() {
    check(
        "def byte : ImmLeaf<i32, \"return isInt<8>(Imm);\">;
        def ADDB : Inst<(outs GPR:$d), (ins GPR:$a, TypedOperand<i32>:$b), [(set i32:$d, (add GPR:$a, byte:$b))]>;
        def SUBI : Inst<(outs GPR:$d), (ins GPR:$a, TypedOperand<i32>:$b), [(set i32:$d, (sub GPR:$a, imm:$b))]>;",
        expect![[r#"

            // FastEmit Immediate Predicate functions.
            static bool Predicate_byte(int64_t Imm) {
            return isInt<8>(Imm);
            }


            // FastEmit functions for ISD::SUB.

            unsigned fastEmit_ISD_SUB_MVT_i32_ri(MVT RetVT, unsigned Op0, uint64_t imm1) {
              if (RetVT.SimpleTy != MVT::i32)
                return 0;
              return fastEmitInst_ri(Toy::SUBI, &Toy::GPRRegClass, Op0, imm1);
            }

            unsigned fastEmit_ISD_SUB_ri(MVT VT, MVT RetVT, unsigned Op0, uint64_t imm1) {
              switch (VT.SimpleTy) {
              case MVT::i32: return fastEmit_ISD_SUB_MVT_i32_ri(RetVT, Op0, imm1);
              default: return 0;
              }
            }

            // Top-level FastEmit function.

            unsigned fastEmit_ri(MVT VT, MVT RetVT, unsigned Opcode, unsigned Op0, uint64_t imm1) override {
              if (VT == MVT::i32 && Predicate_byte(imm1))
                if (unsigned Reg = fastEmit_ri_Predicate_byte(VT, RetVT, Opcode, Op0, imm1))
                  return Reg;

              switch (Opcode) {
              case ISD::SUB: return fastEmit_ISD_SUB_ri(VT, RetVT, Op0, imm1);
              default: return 0;
              }
            }

            // FastEmit functions for ISD::ADD.

            unsigned fastEmit_ISD_ADD_MVT_i32_ri_Predicate_byte(MVT RetVT, unsigned Op0, uint64_t imm1) {
              if (RetVT.SimpleTy != MVT::i32)
                return 0;
              return fastEmitInst_ri(Toy::ADDB, &Toy::GPRRegClass, Op0, imm1);
            }

            unsigned fastEmit_ISD_ADD_ri_Predicate_byte(MVT VT, MVT RetVT, unsigned Op0, uint64_t imm1) {
              switch (VT.SimpleTy) {
              case MVT::i32: return fastEmit_ISD_ADD_MVT_i32_ri_Predicate_byte(RetVT, Op0, imm1);
              default: return 0;
              }
            }

            // Top-level FastEmit function.

            unsigned fastEmit_ri_Predicate_byte(MVT VT, MVT RetVT, unsigned Opcode, unsigned Op0, uint64_t imm1) {
              switch (Opcode) {
              case ISD::ADD: return fastEmit_ISD_ADD_ri_Predicate_byte(VT, RetVT, Op0, imm1);
              default: return 0;
              }
            }

        "#]],
    );
}

#[test]
fn certain_registers_are_written_first() {
    check_type(
        "def MULR : Inst<(outs GPR:$d), (ins GPR:$a)>;
        def : Pat<(mul GPR:$a, R0), (MULR GPR:$a)>;",
        expect![[r#"
            unsigned fastEmit_ISD_MUL_MVT_i32_rr(MVT RetVT, unsigned Op0, unsigned Op1) {
              if (RetVT.SimpleTy != MVT::i32)
                return 0;
              BuildMI(*FuncInfo.MBB, FuncInfo.InsertPt, MIMD, TII.get(TargetOpcode::COPY), Toy::R0).addReg(Op1);
              return fastEmitInst_r(Toy::MULR, &Toy::GPRRegClass, Op0);
            }

        "#]],
    );
}

#[test]
fn a_part_of_the_operand() {
    check_type(
        "def low : SubRegIndex;
        let SubRegs = [R0], SubRegIndices = [low] in def D0 : Reg;
        def Wide : Regs<[i64], (add D0)> { let Size = 64; }
        def : Pat<(i32 (trunc Wide:$a)), (EXTRACT_SUBREG Wide:$a, low)>;",
        expect![[r#"
            unsigned fastEmit_ISD_TRUNCATE_MVT_i64_r(MVT RetVT, unsigned Op0) {
              if (RetVT.SimpleTy != MVT::i32)
                return 0;
              return fastEmitInst_extractsubreg(RetVT, Op0, Toy::low);
            }

        "#]],
    );
}

#[test]
fn patterns_that_are_not_simple() {
    check(
        "let FastISelShouldIgnore = true in
        def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (add GPR:$a, GPR:$b))]>;
        def SUB : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (sub GPR:$b, GPR:$a))]>;
        def MADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b, GPR:$c), [(set i32:$d, (add (mul GPR:$a, GPR:$b), GPR:$c))]>;
        def : Pat<(mul GPR:$a, GPR:$b), (ADD (ADD GPR:$a, GPR:$a), GPR:$b)>;",
        expect![[""]],
    );
}

#[test]
fn the_same_twice() {
    check(
        "def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (add GPR:$a, GPR:$b))]>;
        def ADD2 : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (add GPR:$a, GPR:$b))]>;",
        expect![[r#"
            2: error: Duplicate predicate in FastISel table!
        "#]],
    );
}

#[test]
fn no_condition_before_a_condition() {
    check(
        "def Fast : Predicate<\"isFast()\">;
        let AddedComplexity = 1 in
        def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set i32:$d, (add GPR:$a, GPR:$b))]>;
        def QUICK : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b)>;
        let Predicates = [Fast] in
        def : Pat<(add GPR:$a, GPR:$b), (QUICK GPR:$a, GPR:$b)>;",
        expect![[r#"
            error: Multiple instructions match and one with no predicate came before one with a predicate!  name:QUICK  predicate: (isFast())
        "#]],
    );
}

#[test]
fn complex_patterns_are_no_operations() {
    check(
        "def NEG : Inst<(outs GPR:$d), (ins GPR:$a)>;
        def address : ComplexPattern<i32, 1, \"SelectAddress\", [add]>;
        def : Pat<(address GPR:$a), (NEG GPR:$a)>;",
        expect![[r#"
            3: error: fast selection requires an SDNode at the root of a pattern; 'address' is not one
        "#]],
    );
}
