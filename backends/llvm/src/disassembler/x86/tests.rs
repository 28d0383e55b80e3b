use backend_testing::{between, read_as, run, x86_source};
use elaborate::records::Release;
use expect_test::{Expect, expect};
use target_model::releases::opcodes;

/// Checks the messages, and the lines of the tables that name an instruction.
#[track_caller]
fn check_x86(text: &str, want: Expect) {
    want.assert_eq(&shown(Release::V19, text));
}

fn shown(release: Release, text: &str) -> String {
    let source = x86_source(opcodes(release), text);
    let records = read_as(release, &source);
    let above = source.lines().count() - text.lines().count();
    let run = run(crate::ALL, "gen-disassembler", &[], &records);
    let mut shown: String = run.said.dumps.iter().map(|(_, text)| &**text).collect();
    let rest = run.shown_below(&records, above as u32);
    let is_empty = |line: &str| {
        line.contains("{MODRM_ONEENTRY, 0}")
            || line.contains("*/ {},")
            || line.starts_with("  { /* ")
            || line.contains("NONE")
            || line.contains(", // ")
            || line.contains("/*  */")
            || line.trim() == "},"
            || line.trim() == "0,"
    };
    let lines = rest.lines().filter(|it| !is_empty(it));
    shown.extend(lines.map(|it| format!("{it}\n")));
    shown
}

#[test]
fn contexts_and_opcodes_of_x86() {
    check_x86(
        r#"
        def ADD : X86Inst<1, 40, (ins GR32:$a, GR32:$b), (outs GR32:$d)> { let Constraints = "$d = $a"; let OpEncBits = 1; let OpPrefixBits = 1; let ignoresVEX_L = true; }
        def LOAD : X86Inst<3, 25, (ins i32mem:$m), (outs GR32:$d)> { let hasREX_W = true; }
        def HIDDEN : X86Inst<3, 25, (ins i32mem:$m), (outs GR32:$d)> { let isCodeGenOnly = true; }
        "#,
        expect![[r#"
            static const struct OperandSpecifier x86OperandSets[][6] = {
                { ENCODING_DUP, TYPE_DUP1 },
                { ENCODING_RM, TYPE_Rv },
                { ENCODING_REG, TYPE_Rv },
                { ENCODING_REG, TYPE_R32 },
                { ENCODING_RM, TYPE_M },
            };

            static const struct InstructionSpecifier x86DisassemblerInstrSpecifiers[298] = {
                1,
                /* ADD */
                2,
                /* LOAD */
            };

            static const uint8_t x86DisassemblerContexts[32768] = {
            };

            static const InstrUID modRMTable[] = {
            /*EmptyTable*/
              0x0,
            /*Table1*/
              0x129, /*LOAD*/
              0x0, /**/
            /*Table3*/
              0x0, /**/
              0x127, /*ADD*/
              0x0
            };

            static const struct ContextDecision x86DisassemblerOneByteOpcodes = {{/* opcodeDecisions */
             /*IC_64BIT_REXW*/ { /* struct OpcodeDecision */ {
              /*0x03*/{MODRM_SPLITRM, 1},
              }
             /*IC_64BIT_REXW_ADSIZE*/ { /* struct OpcodeDecision */ {
              /*0x03*/{MODRM_SPLITRM, 1},
              }
             /*IC_64BIT_REXW_XS*/ { /* struct OpcodeDecision */ {
              /*0x03*/{MODRM_SPLITRM, 1},
              }
             /*IC_64BIT_REXW_XD*/ { /* struct OpcodeDecision */ {
              /*0x03*/{MODRM_SPLITRM, 1},
              }
             /*IC_64BIT_REXW_OPSIZE*/ { /* struct OpcodeDecision */ {
              /*0x03*/{MODRM_SPLITRM, 1},
              }
             /*IC_VEX_OPSIZE*/ { /* struct OpcodeDecision */ {
              /*0x01*/{MODRM_SPLITRM, 3},
              }
             /*IC_VEX_L_OPSIZE*/ { /* struct OpcodeDecision */ {
              /*0x01*/{MODRM_SPLITRM, 3},
              }
            }};
            static const struct ContextDecision x86DisassemblerTwoByteOpcodes = {{/* opcodeDecisions */
            }};
            static const struct ContextDecision x86DisassemblerThreeByte38Opcodes = {{/* opcodeDecisions */
            }};
            static const struct ContextDecision x86DisassemblerThreeByte3AOpcodes = {{/* opcodeDecisions */
            }};
            static const struct ContextDecision x86DisassemblerXOP8Opcodes = {{/* opcodeDecisions */
            }};
            static const struct ContextDecision x86DisassemblerXOP9Opcodes = {{/* opcodeDecisions */
            }};
            static const struct ContextDecision x86DisassemblerXOPAOpcodes = {{/* opcodeDecisions */
            }};
            static const struct ContextDecision x86Disassembler3DNowOpcodes = {{/* opcodeDecisions */
            }};
            static const struct ContextDecision x86DisassemblerMap4Opcodes = {{/* opcodeDecisions */
            }};
            static const struct ContextDecision x86DisassemblerMap5Opcodes = {{/* opcodeDecisions */
            }};
            static const struct ContextDecision x86DisassemblerMap6Opcodes = {{/* opcodeDecisions */
            }};
            static const struct ContextDecision x86DisassemblerMap7Opcodes = {{/* opcodeDecisions */
            }};


        "#]],
    );
}

#[test]
fn codes_that_two_x86_instructions_have() {
    check_x86(
        r#"
        def A : X86Inst<1, 112, (ins)> { let hasREX_W = true; }
        def B : X86Inst<1, 112, (ins)> { let hasREX_W = true; }
        "#,
        expect![[r#"
            Error: Primary decode conflict: B would overwrite A
            ModRM   240
            Opcode  1
            Context IC_64BIT_REXW
            Error: Primary decode conflict: B would overwrite A
            ModRM   240
            Opcode  1
            Context IC_64BIT_REXW
            Error: Primary decode conflict: B would overwrite A
            ModRM   240
            Opcode  1
            Context IC_64BIT_REXW
            Error: Primary decode conflict: B would overwrite A
            ModRM   240
            Opcode  1
            Context IC_64BIT_REXW
            Error: Primary decode conflict: B would overwrite A
            ModRM   240
            Opcode  1
            Context IC_64BIT_REXW
            3: error: a decoder cannot tell 'B' from 'A': both have opcode 0x01 in the context IC_64BIT_REXW
            0: error: Primary decode conflict
        "#]],
    );
    check_x86(
        "def A : X86Inst<1, 25, (ins i8imm:$m), (outs GR32:$d)>;",
        expect![[r#"
            1: error: Unhandled memory encoding i8imm
        "#]],
    );
    check_x86(
        "def A : X86Inst<1, 25, (ins i32mem:$m), (outs GR32:$d)> { let OpEncBits = 3; }",
        expect![[r#"
            1: error: Instruction does not use a prefix: A
        "#]],
    );
}

#[test]
fn since_21_rounding_is_for_256_bits_too() {
    let text = r#"
    def ROUND : X86Inst<1, 41, (ins GR32:$a), (outs GR32:$d)> { let OpEncBits = 3; let OpPrefixBits = 1; let hasEVEX_B = true; let hasEVEX_U = true; }
    def PLAIN : X86Inst<2, 41, (ins GR32:$a), (outs GR32:$d)> { let OpEncBits = 3; let OpPrefixBits = 4; let hasREX_W = true; }
    "#;
    let changes = [Release::V19, Release::V21].map(|release| {
        let shown = shown(release, text);
        between(&shown, "OneByteOpcodes", "TwoByteOpcodes")
    });
    expect![[r#"
        static const struct ContextDecision x86DisassemblerOneByteOpcodes = {{/* opcodeDecisions */
         /*IC_EVEX_W*/ { /* struct OpcodeDecision */ {
          /*0x02*/{MODRM_SPLITRM, 1},
          }
         /*IC_EVEX_OPSIZE_B*/ { /* struct OpcodeDecision */ {
          /*0x01*/{MODRM_SPLITRM, 3},
          }
         /*IC_EVEX_L_OPSIZE_B*/ { /* struct OpcodeDecision */ {
          /*0x01*/{MODRM_SPLITRM, 3},
          }
         /*IC_EVEX_L2_OPSIZE_B*/ { /* struct OpcodeDecision */ {
          /*0x01*/{MODRM_SPLITRM, 3},
          }
        }};
    "#]]
    .assert_eq(&changes[0]);
    expect![[r#"
        static const struct ContextDecision x86DisassemblerOneByteOpcodes = {{/* opcodeDecisions */
         /*IC_EVEX_W*/ { /* struct OpcodeDecision */ {
          /*0x02*/{MODRM_SPLITRM, 1},
          }
         /*IC_EVEX_W_OPSIZE*/ { /* struct OpcodeDecision */ {
          /*0x02*/{MODRM_SPLITRM, 1},
          }
         /*IC_EVEX_OPSIZE_B_U*/ { /* struct OpcodeDecision */ {
          /*0x01*/{MODRM_SPLITRM, 3},
          }
        }};
    "#]]
    .assert_eq(&changes[1]);
}

#[test]
fn since_22_a_rex2_prefix_with_w_is_a_context() {
    let text = r#"
    def WIDE : X86Inst<1, 41, (ins GR32:$a), (outs GR32:$d)> { let explicitOpPrefixBits = 1; let hasREX_W = true; }
    def PLAIN : X86Inst<2, 41, (ins GR32:$a), (outs GR32:$d)> { let explicitOpPrefixBits = 1; }
    "#;
    let contexts = |release| {
        let shown = shown(release, text);
        let shown = between(&shown, "OneByteOpcodes", "TwoByteOpcodes");
        let lines = shown.lines().map(str::trim).filter(|it| it.contains("*/"));
        lines
            .skip(1)
            .map(|it| format!("{it}\n"))
            .collect::<String>()
    };
    expect![[r#"
        /*IC*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_OPSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_ADSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_OPSIZE_ADSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_XD*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_XS*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_REXW*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_REXW_ADSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_OPSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_ADSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_OPSIZE_ADSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_XD*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_XS*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_XD_ADSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_XS_ADSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_REXW_XS*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_REXW_XD*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_REXW_OPSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_REX2*/ { /* struct OpcodeDecision */ {
        /*0x01*/{MODRM_SPLITRM, 3},
    "#]]
    .assert_eq(&contexts(Release::V21));
    expect![[r#"
        /*IC*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_OPSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_ADSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_OPSIZE_ADSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_XD*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_XS*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_REXW*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_REXW_ADSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_OPSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_ADSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_OPSIZE_ADSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_XD*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_XS*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_XD_ADSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_XS_ADSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_REXW_XS*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_REXW_XD*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_REXW_OPSIZE*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_REX2*/ { /* struct OpcodeDecision */ {
        /*0x02*/{MODRM_SPLITRM, 1},
        /*IC_64BIT_REX2_REXW*/ { /* struct OpcodeDecision */ {
        /*0x01*/{MODRM_SPLITRM, 3},
        /*0x02*/{MODRM_SPLITRM, 1},
    "#]]
    .assert_eq(&contexts(Release::V22));
}
