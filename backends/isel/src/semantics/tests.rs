use backend_testing::{between, lines_with, older_source, read, run};
use expect_test::{Expect, expect};

/// The output for a target of LLVM 5 with these instructions.
fn write(text: &str) -> String {
    let source = older_source(text);
    let records = read(&source);
    let skipped = older_source("").lines().count() as u32;
    run(crate::ALL, "gen-semantics", &[], &records).shown_below(&records, skipped)
}

#[track_caller]
fn check(text: &str, want: Expect) {
    want.assert_eq(&write(text));
}

/// The semantics of the instructions.
#[track_caller]
fn check_table(text: &str, want: Expect) {
    let table = between(&write(text), "  DCINS::END_OF_INSTRUCTION,\n", "};\n");
    want.assert_eq(&table);
}

#[test]
fn a_whole_table() {
    check(
        "def ADD : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), [(set GPR:$d, (plus GPR:$a, GPR:$b))]>;
        def LOAD : Inst<(outs GPR:$d), (ins mem:$m), [(set GPR:$d, (load addr:$m))]>;",
        expect![[r#"
            namespace llvm {
            #ifdef GET_INSTR_SEMA
            namespace Toy {
            namespace ComplexPattern {
            enum {
              Addr,
            };
            } // End ComplexPattern namespace

            namespace {

            const uint16_t InstSemantics[] = {
              DCINS::END_OF_INSTRUCTION,
              /*
            ADD: 	(set GPR:i32:$d, (plus:i32 GPR:i32:$a, GPR:i32:$b))
              */
              DCINS::GET_RC, (1<<8)|1, MVT::i32, 1,
              DCINS::GET_RC, (1<<8)|1, MVT::i32, 2,
              ISD::ADD, (1<<8)|2, MVT::i32, 0, 1,
              DCINS::PUT_RC, (0<<8)|2, 0, 2,
              DCINS::END_OF_INSTRUCTION,
              /*
            LOAD: 	(set GPR:i32:$d, (ld:i32 addr:iPTR:$m)<<P:Predicate_load>>)
              */
              DCINS::CUSTOM_OP, (1<<8)|2, MVT::iPTR, Toy::OpTypes::mem, 1,
              DCINS::PREDICATE, (1<<8)|2, MVT::i32, TargetOpcode::Predicate::load, 0,
              DCINS::PUT_RC, (0<<8)|2, 0, 1,
              DCINS::END_OF_INSTRUCTION,
            };

            const unsigned OpcodeToSemaIdx[] = {
            ~0U, 	// PHI
            ~0U, 	// INLINEASM
            ~0U, 	// CFI_INSTRUCTION
            ~0U, 	// EH_LABEL
            ~0U, 	// GC_LABEL
            ~0U, 	// KILL
            ~0U, 	// EXTRACT_SUBREG
            ~0U, 	// INSERT_SUBREG
            ~0U, 	// IMPLICIT_DEF
            ~0U, 	// SUBREG_TO_REG
            ~0U, 	// COPY_TO_REGCLASS
            ~0U, 	// DBG_VALUE
            ~0U, 	// REG_SEQUENCE
            ~0U, 	// COPY
            ~0U, 	// BUNDLE
            ~0U, 	// LIFETIME_START
            ~0U, 	// LIFETIME_END
            ~0U, 	// STACKMAP
            ~0U, 	// FENTRY_CALL
            ~0U, 	// PATCHPOINT
            ~0U, 	// LOAD_STACK_GUARD
            ~0U, 	// STATEPOINT
            ~0U, 	// LOCAL_ESCAPE
            ~0U, 	// FAULTING_OP
            ~0U, 	// PATCHABLE_OP
            ~0U, 	// PATCHABLE_FUNCTION_ENTER
            ~0U, 	// PATCHABLE_RET
            ~0U, 	// PATCHABLE_FUNCTION_EXIT
            ~0U, 	// PATCHABLE_TAIL_CALL
            ~0U, 	// PATCHABLE_EVENT_CALL
            ~0U, 	// G_ADD
            ~0U, 	// G_SUB
            ~0U, 	// G_MUL
            ~0U, 	// G_SDIV
            ~0U, 	// G_UDIV
            ~0U, 	// G_SREM
            ~0U, 	// G_UREM
            ~0U, 	// G_AND
            ~0U, 	// G_OR
            ~0U, 	// G_XOR
            ~0U, 	// G_FRAME_INDEX
            ~0U, 	// G_GLOBAL_VALUE
            ~0U, 	// G_EXTRACT
            ~0U, 	// G_UNMERGE_VALUES
            ~0U, 	// G_INSERT
            ~0U, 	// G_SEQUENCE
            ~0U, 	// G_MERGE_VALUES
            ~0U, 	// G_PTRTOINT
            ~0U, 	// G_INTTOPTR
            ~0U, 	// G_BITCAST
            ~0U, 	// G_LOAD
            ~0U, 	// G_STORE
            ~0U, 	// G_BRCOND
            ~0U, 	// G_BRINDIRECT
            ~0U, 	// G_INTRINSIC
            ~0U, 	// G_INTRINSIC_W_SIDE_EFFECTS
            ~0U, 	// G_ANYEXT
            ~0U, 	// G_TRUNC
            ~0U, 	// G_CONSTANT
            ~0U, 	// G_FCONSTANT
            ~0U, 	// G_VASTART
            ~0U, 	// G_VAARG
            ~0U, 	// G_SEXT
            ~0U, 	// G_ZEXT
            ~0U, 	// G_SHL
            ~0U, 	// G_LSHR
            ~0U, 	// G_ASHR
            ~0U, 	// G_ICMP
            ~0U, 	// G_FCMP
            ~0U, 	// G_SELECT
            ~0U, 	// G_UADDE
            ~0U, 	// G_USUBE
            ~0U, 	// G_SADDO
            ~0U, 	// G_SSUBO
            ~0U, 	// G_UMULO
            ~0U, 	// G_SMULO
            ~0U, 	// G_UMULH
            ~0U, 	// G_SMULH
            ~0U, 	// G_FADD
            ~0U, 	// G_FSUB
            ~0U, 	// G_FMUL
            ~0U, 	// G_FMA
            ~0U, 	// G_FDIV
            ~0U, 	// G_FREM
            ~0U, 	// G_FPOW
            ~0U, 	// G_FNEG
            ~0U, 	// G_FPEXT
            ~0U, 	// G_FPTRUNC
            ~0U, 	// G_FPTOSI
            ~0U, 	// G_FPTOUI
            ~0U, 	// G_SITOFP
            ~0U, 	// G_UITOFP
            ~0U, 	// G_GEP
            ~0U, 	// G_PTR_MASK
            ~0U, 	// G_BR
            ~0U, 	// G_INSERT_VECTOR_ELT
            ~0U, 	// G_EXTRACT_VECTOR_ELT
            ~0U, 	// G_SHUFFLE_VECTOR
            1, 	// ADD
            19, 	// LOAD
            };

            const uint64_t ConstantArray[] = {
            };


            } // end anonymous namespace
            } // end namespace Toy
            StringRef ToyDCInstruction::getDCComplexPatternName(unsigned CPKind) const {
              switch(CPKind) {
              case Toy::ComplexPattern::Addr: return "Addr";
              default: return "<unknown>";
              }
            }

            StringRef ToyDCInstruction::getDCPredicateName(unsigned PredKind) const {
              switch(PredKind) {
              case TargetOpcode::Predicate::load: return "load";
              default: return "<unknown>";
              }
            }

            StringRef ToyDCInstruction::getDCCustomOpName(unsigned CustomOpKind) const {
              switch(CustomOpKind) {
              case Toy::OpTypes::i32imm: return "i32imm";
              case Toy::OpTypes::mem: return "mem";
              default: return "<unknown>";
              }
            }

            StringRef ToyDCInstruction::getDCOpcodeName(unsigned Opcode) const {
              switch(Opcode) {  case ISD::BITCAST:
                return "ISD::BITCAST";
              case ISD::Constant:
                return "ISD::Constant";
              case ISD::INTRINSIC_VOID:
                return "ISD::INTRINSIC_VOID";
              case ISD::INTRINSIC_W_CHAIN:
                return "ISD::INTRINSIC_W_CHAIN";
              case ISD::INTRINSIC_WO_CHAIN:
                return "ISD::INTRINSIC_WO_CHAIN";
              case ISD::LOAD:
                return "ISD::LOAD";
              case ISD::ADD:
                return "ISD::ADD";
              case ToyISD::ADD:
                return "ToyISD::ADD";
              case ISD::STORE:
                return "ISD::STORE";
              default: return "<unknown op>";
              }
            }
            #endif // GET_INSTR_SEMA
            #ifdef GET_REGISTER_SEMA
            namespace Toy {
            namespace {

            const MVT::SimpleValueType RegClassVTs[] = {
              MVT::i32, // GPR 
              MVT::i32, // CCR 
            };


            } // end anonymous namespace
            } // end namespace Toy
            #endif // GET_REGISTER_SEMA
            } // end namespace llvm
        "#]],
    );
}

#[test]
fn registers_that_are_set_besides() {
    check_table(
        "def ADDS : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b),
            [(set GPR:$d, FLAGS, (plus_flag GPR:$a, GPR:$b))]>;
        def ADDT : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b),
            [(set GPR:$d, (plus GPR:$a, GPR:$b)), (implicit FLAGS)]> { let Defs = [FLAGS]; }
        def PUT : Inst<(outs), (ins GPR:$a), [(set FLAGS, (plus GPR:$a, R1))]> { let Defs = [FLAGS]; }
        def TWO : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (plus GPR:$a, 1))]> {
            let Defs = [FLAGS, R1];
        }",
        expect![[r#"
              DCINS::END_OF_INSTRUCTION,
              /*
            ADDS: 	(set GPR:i32:$d, FLAGS:i32, (plus_flag:i32:i32 GPR:i32:$a, GPR:i32:$b))
              */
              DCINS::GET_RC, (1<<8)|1, MVT::i32, 1,
              DCINS::GET_RC, (1<<8)|1, MVT::i32, 2,
              ISD::ADD, (1<<8)|2, MVT::i32, 0, 1,
              DCINS::PUT_RC, (0<<8)|2, 0, 2,
              DCINS::IMPLICIT, 0, Toy::FLAGS,
              DCINS::END_OF_INSTRUCTION,
              /*
            ADDT: [
            	(set GPR:i32:$d, (plus:i32 GPR:i32:$a, GPR:i32:$b))
            	(implicit FLAGS:i32)
            ]
              */
              DCINS::GET_RC, (1<<8)|1, MVT::i32, 1,
              DCINS::GET_RC, (1<<8)|1, MVT::i32, 2,
              ISD::ADD, (1<<8)|2, MVT::i32, 0, 1,
              DCINS::PUT_RC, (0<<8)|2, 0, 2,
              DCINS::IMPLICIT, 0, Toy::FLAGS,
              DCINS::END_OF_INSTRUCTION,
              /*
            PUT: 	(set FLAGS:i32, (plus:i32 GPR:i32:$a, R1:i32))
              */
              DCINS::GET_RC, (1<<8)|1, MVT::i32, 0,
              DCINS::GET_REG, (1<<8)|1, MVT::i32, Toy::R1,
              ISD::ADD, (1<<8)|2, MVT::i32, 0, 1,
              DCINS::PUT_REG, (0<<8)|2, Toy::FLAGS, 2,
              DCINS::END_OF_INSTRUCTION,
        "#]],
    );
}

#[test]
fn operands_constants_and_complex_patterns() {
    check_table(
        "def indexed : ComplexPattern<iPTR, 2, \"selectIndexed<8>\">;
        def MEM : Inst<(outs), (ins mem:$m, GPR:$a), [(st (plus (load addr:$m), GPR:$a), addr:$m)]>;
        def IDX : Inst<(outs GPR:$d), (ins GPR:$a, i32imm:$i),
            [(set GPR:$d, (ld (indexed GPR:$a, i32imm:$i)))]>;
        def NEG : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (plus (plus GPR:$a, -1), 7))]>;
        def SEL : Inst<(outs GPR:$d), (ins i32imm:$i), [(set GPR:$d, (i32 imm:$i))]>;",
        expect![[r#"
              DCINS::END_OF_INSTRUCTION,
              /*
            IDX: 	(set GPR:i32:$d, (ld:i32 (indexed:iPTR GPR:i32:$a, i32imm:i32:$i)))
              */
              DCINS::GET_RC, (1<<8)|1, MVT::i32, 1,
              DCINS::CUSTOM_OP, (1<<8)|2, MVT::i32, Toy::OpTypes::i32imm, 2,
              DCINS::COMPLEX_PATTERN, (1<<8)|3, MVT::iPTR, Toy::ComplexPattern::Indexed_8, 0, 1,
              ISD::LOAD, (1<<8)|1, MVT::i32, 2,
              DCINS::PUT_RC, (0<<8)|2, 0, 3,
              DCINS::END_OF_INSTRUCTION,
              /*
            MEM: 	(st (plus:i32 (ld:i32 addr:iPTR:$m)<<P:Predicate_load>>, GPR:i32:$a), addr:iPTR:$m)
              */
              DCINS::CUSTOM_OP, (1<<8)|2, MVT::iPTR, Toy::OpTypes::mem, 0,
              DCINS::PREDICATE, (1<<8)|2, MVT::i32, TargetOpcode::Predicate::load, 0,
              DCINS::GET_RC, (1<<8)|1, MVT::i32, 2,
              ISD::ADD, (1<<8)|2, MVT::i32, 1, 2,
              ISD::STORE, (0<<8)|2, 3, 0,
              DCINS::END_OF_INSTRUCTION,
              /*
            NEG: 	(set GPR:i32:$d, (plus:i32 (plus:i32 GPR:i32:$a, -1:i32), 7:i32))
              */
              DCINS::GET_RC, (1<<8)|1, MVT::i32, 1,
              DCINS::GET_CONSTANT, (1<<8)|1, MVT::i32, 0,
              ISD::ADD, (1<<8)|2, MVT::i32, 0, 1,
              DCINS::GET_CONSTANT, (1<<8)|1, MVT::i32, 1,
              ISD::ADD, (1<<8)|2, MVT::i32, 2, 3,
              DCINS::PUT_RC, (0<<8)|2, 0, 4,
              DCINS::END_OF_INSTRUCTION,
              /*
            SEL: 	(set GPR:i32:$d, (imm:i32):$i)
              */
              DCINS::CUSTOM_OP, (1<<8)|2, MVT::i32, Toy::OpTypes::i32imm, 1,
              DCINS::PUT_RC, (0<<8)|2, 0, 0,
              DCINS::END_OF_INSTRUCTION,
        "#]],
    );
}

#[test]
fn what_records_say_goes_first() {
    check_table(
        "def OWN : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (plus GPR:$a, 1))]>;
        def CGO : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (plus GPR:$a, 3))]> { let isCodeGenOnly = 1; }
        def CGS : Inst<(outs GPR:$d), (ins GPR:$a)> { let isCodeGenOnly = 1; }
        def NUL : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (null_frag GPR:$a))]>;
        def : Semantics<OWN, [(set GPR:$d, (plus GPR:$a, 2))]>;
        def : Semantics<CGS, [(set GPR:$d, (plus GPR:$d, GPR:$a))]>;",
        expect![[r#"
              DCINS::END_OF_INSTRUCTION,
              /*
            CGS: 	(set GPR:i32:$d, (plus:i32 GPR:i32:$d, GPR:i32:$a))
              */
              DCINS::GET_RC, (1<<8)|1, MVT::i32, 0,
              DCINS::GET_RC, (1<<8)|1, MVT::i32, 1,
              ISD::ADD, (1<<8)|2, MVT::i32, 0, 1,
              DCINS::PUT_RC, (0<<8)|2, 0, 2,
              DCINS::END_OF_INSTRUCTION,
              /*
            OWN: 	(set GPR:i32:$d, (plus:i32 GPR:i32:$a, 2:i32))
              */
              DCINS::GET_RC, (1<<8)|1, MVT::i32, 1,
              DCINS::GET_CONSTANT, (1<<8)|1, MVT::i32, 0,
              ISD::ADD, (1<<8)|2, MVT::i32, 0, 1,
              DCINS::PUT_RC, (0<<8)|2, 0, 2,
              DCINS::END_OF_INSTRUCTION,
        "#]],
    );
}

#[test]
fn intrinsics_are_beyond_it_but_their_numbers_are_constants() {
    let text = write(
        "def any : LLVMType<iAny>;
        class Same<string target> : Intrinsic<[any], [LLVMMatchType<0>], [IntrNoMem]> {
            let TargetPrefix = target;
        }
        def int_abs : Same<\"\">;
        def int_aaa_turn : Same<\"aaa\"> { let isTarget = 1; }
        def int_toy_twist : Same<\"toy\">;
        def TURN : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (int_aaa_turn GPR:$a))]>;
        def TWIST : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (int_toy_twist GPR:$a))]>;
        def USE : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (plus GPR:$a, 5))]>;",
    );
    let constants = between(&text, "ConstantArray[]", "};\n");
    expect![[r#"
        const uint64_t ConstantArray[] = {
          3ULL,
          2ULL,
          5ULL,
    "#]]
    .assert_eq(&constants);
    expect![[r#"
        ~0U, 	// TURN
        ~0U, 	// TWIST
    "#]]
    .assert_eq(&lines_with(&text, "\t// T"));
}

/// Anonymous records have LLVM 5's numbers, which count class instances where they are written.
#[test]
fn names_of_records_without_names() {
    let text = write(
        "class Pair<int a, int b> { int A = a; int B = b; }
        class Holder { Pair P = Pair<1, 2>; }
        def five : PatFrag<(ops), (i32 imm), [{}], SDNodeXForm<imm, [{ return five; }]>>;
        def six : PatFrag<(ops), (i32 imm), [{}], SDNodeXForm<imm, [{ return six; }]>>;
        multiclass Unnamed { def : Holder; def : Operand<i32>; }
        multiclass Operands { def : Operand<i32>; defm NAME : Unnamed; def _op : Operand<i32>; }
        defm : Operands;
        defm A : Operands;
        def FIVE : Inst<(outs GPR:$d), (ins i32imm:$i), [(set GPR:$d, five:$i)]>;
        def SIX : Inst<(outs GPR:$d), (ins i32imm:$i), [(set GPR:$d, six:$i)]>;",
    );
    expect![[r#"
        FIVE: 	(set GPR:i32:$d, (imm:i32)<<X:anonymous_16>>:$i)
        SIX: 	(set GPR:i32:$d, (imm:i32)<<X:anonymous_17>>:$i)
    "#]]
    .assert_eq(&lines_with(&text, "<<X:"));
    let operands = between(&text, "getDCCustomOpName", "  default");
    expect![[r#"
        StringRef ToyDCInstruction::getDCCustomOpName(unsigned CustomOpKind) const {
          switch(CustomOpKind) {
          case Toy::OpTypes::A_op: return "A_op";
          case Toy::OpTypes::Aanonymous_20: return "Aanonymous_20";
          case Toy::OpTypes::Aanonymous_21anonymous_19: return "Aanonymous_21anonymous_19";
          case Toy::OpTypes::anonymous_22_op: return "anonymous_22_op";
          case Toy::OpTypes::anonymous_22anonymous_21anonymous_19: return "anonymous_22anonymous_21anonymous_19";
          case Toy::OpTypes::i32imm: return "i32imm";
          case Toy::OpTypes::mem: return "mem";
    "#]]
    .assert_eq(&operands);
}

#[test]
fn errors() {
    check(
        "def SUM : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (plus GPR:$a, GPR:$b))]>;",
        expect![[r#"
            1: error: In SUM: Input operand $b occurs in pattern but not in operands list!
        "#]],
    );
    check(
        "def TOP : Inst<(outs GPR:$d), (ins GPR:$a), [(plus GPR:$a, GPR:$d)]>;",
        expect![[r#"
            1: error: In TOP: Top-level forms in instruction pattern should have void types, has types { *:[i32] }
        "#]],
    );
    check(
        "def other : ComplexPattern<iPTR, 2, \"MatchOther\">;",
        expect![[r#"
            1: error: ComplexPattern func doesn't start with 'select': 'MatchOther'.
        "#]],
    );
    check(
        "def SUM : Inst<(outs GPR:$d), (ins GPR:$a)>;
        def : Semantics<SUM, [(set GPR:$d, (plus GPR:$a, GPR:$x))]>;",
        expect![[r#"
            1: error: In SUM: Operand $x occurs in pattern but not in operands list!
        "#]],
    );
    check(
        "def SUM : Inst<(outs GPR:$d), (ins GPR:$a), [(set GPR:$d, (ld (plus GPR:$a, i16)))]>;",
        expect![[r#"
            1: error: Type set is empty for each HW mode in 'SUM'
        "#]],
    );
}
