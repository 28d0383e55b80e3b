//! Parsing instructions.

mod since_21;

use backend::Release;
use backend_testing::{asm_source, read_as, run};
use expect_test::{Expect, expect};
use target_model::releases::opcodes;

/// Three registers, two of which are a class of their own, and a number.
const TARGET: &str = r#"
def Toy : AsmTarget;
def R0 : Reg<"r0">;
def R1 : Reg<"r1">;
def SP : Reg<"sp">;
def GPR : Regs<(add R0, R1)>;
def All : Regs<(add GPR, SP)>;
def imm : Op;
"#;

/// The lines of a table from one that contains a text up to one that contains another; all messages if there is an
/// error.
#[track_caller]
fn part(text: &str, from: &str, to: &str, options: &[(&'static str, &str)]) -> String {
    part_as(Release::V19, text, from, to, options)
}

#[track_caller]
fn part_as(
    release: Release,
    text: &str,
    from: &str,
    to: &str,
    options: &[(&'static str, &str)],
) -> String {
    let records = read_as(
        release,
        &asm_source(opcodes(release), &format!("{TARGET}{text}")),
    );
    let run = run(crate::ALL, "gen-asm-matcher", options, &records);
    let shown = match &run.text {
        Ok(_) if run.said.list.is_empty() => run.text_or_error(),
        _ => return run.shown_below(&records, 0).replace("\n", "; "),
    };
    let mut part = String::new();
    for line in shown.lines().skip_while(|it| !it.contains(from)) {
        part += &format!("{line}\n");
        if line.contains(to) {
            break;
        }
    }
    part
}

#[track_caller]
fn check(text: &str, from: &str, to: &str, want: Expect) {
    // The prefix without blanks keeps the snapshot from losing the common indentation.
    want.assert_eq(&format!("output:\n{}", part(text, from, to, &[])));
}

/// Checks the messages, without their places.
#[track_caller]
fn check_error(text: &str, want: &str) {
    let shown = part(text, "", "", &[]);
    let message = |it: &str| it.find("error: ").map(|at| it[at..].to_owned());
    let messages: Vec<_> = shown.split("; ").filter_map(message).collect();
    assert_eq!(messages.join("; "), want);
}

#[test]
fn matchables_in_order() {
    let text = r#"
        def FeatureA : SubtargetFeature<"a", "HasA", "true", "">;
        def HasA : AssemblerPredicate<(all_of FeatureA)>;
        def Word : AsmOperandClass { let ParserMethod = "parseWord"; }
        def word : Op<Word>;
        def ADDri : Inst<(outs GPR:$d), (ins GPR:$a, imm:$b), "Add $d, $a, $b">;
        def ADDrr : Inst<(outs GPR:$d), (ins GPR:$a, GPR:$b), "add $d, $a, $b"> { let Predicates = [HasA]; }
        def ADDsp : Inst<(outs All:$d), (ins All:$a, All:$b), "add $d, $a, $b">;
        def ADDri2 : Inst<(outs GPR:$d), (ins GPR:$a, imm:$b), "add $d, $b"> { let Constraints = "$d = $a"; }
        def PUSH : Inst<(outs), (ins word:$w), "push [$w]!">;
        def : InstAlias<"inc $d", (ADDri GPR:$d, GPR:$d, 1)>;
        def : InstAlias<"clr $d, sp", (ADDrr GPR:$d, R0, R1)>;
        def CopyGPR : Inst<(outs GPR:$d), (ins GPR:$a), "copy $d, $a"> { let TwoOperandAliasConstraint = "$a = $d"; }
        def Twice : Inst<(outs GPR:$d), (ins GPR:$a), "twice $a, $a">;
        "#;
    check(
        text,
        "MatchTable0[] =",
        "};",
        expect![[r#"
            output:
            static const MatchEntry MatchTable0[] = {
              { 0 /* add */, Toy::ADDri2, Convert__Reg1_0__Tie0_1_1__Imm1_1, AMFBS_None, { MCK_GPR, MCK_Imm }, },
              { 0 /* add */, Toy::ADDrr, Convert__Reg1_0__Reg1_1__Reg1_2, AMFBS_HasA, { MCK_GPR, MCK_GPR, MCK_GPR }, },
              { 0 /* Add */, Toy::ADDri, Convert__Reg1_0__Reg1_1__Imm1_2, AMFBS_None, { MCK_GPR, MCK_GPR, MCK_Imm }, },
              { 0 /* add */, Toy::ADDsp, Convert__Reg1_0__Reg1_1__Reg1_2, AMFBS_None, { MCK_All, MCK_All, MCK_All }, },
              { 4 /* clr */, Toy::ADDrr, Convert__Reg1_0__regR0__regR1, AMFBS_None, { MCK_GPR, MCK_SP }, },
              { 8 /* copy */, Toy::CopyGPR, Convert__Reg1_0__Reg1_0, AMFBS_None, { MCK_GPR }, },
              { 8 /* copy */, Toy::CopyGPR, Convert__Reg1_0__Reg1_1, AMFBS_None, { MCK_GPR, MCK_GPR }, },
              { 13 /* inc */, Toy::ADDri, Convert__Reg1_0__Reg1_0__imm_95_1, AMFBS_None, { MCK_GPR }, },
              { 17 /* push */, Toy::PUSH, Convert__Word1_1, AMFBS_None, { MCK__91_, MCK_Word, MCK__93_, MCK__EXCLAIM_ }, },
            };
        "#]],
    );
    check(
        text,
        "enum {",
        "convertToMCInst",
        expect![[r#"
            output:
            enum {
              Tie0_1_1,
            };

            static const uint8_t TiedAsmOperandTable[][3] = {
              /* Tie0_1_1 */ { 0, 1, 1 },
            };

            namespace {
            enum OperatorConversionKind {
              CVT_Done,
              CVT_Reg,
              CVT_Tied,
              CVT_95_Reg,
              CVT_95_addImmOperands,
              CVT_regR0,
              CVT_regR1,
              CVT_imm_95_1,
              CVT_95_addWordOperands,
              CVT_NUM_CONVERTERS
            };

            enum InstructionConversionKind {
              Convert__Reg1_0__Tie0_1_1__Imm1_1,
              Convert__Reg1_0__Reg1_1__Reg1_2,
              Convert__Reg1_0__Reg1_1__Imm1_2,
              Convert__Reg1_0__regR0__regR1,
              Convert__Reg1_0__Reg1_0,
              Convert__Reg1_0__Reg1_1,
              Convert__Reg1_0__Reg1_0__imm_95_1,
              Convert__Word1_1,
              CVT_NUM_SIGNATURES
            };

            } // end anonymous namespace

            static const uint8_t ConversionTable[CVT_NUM_SIGNATURES][7] = {
              // Convert__Reg1_0__Tie0_1_1__Imm1_1
              { CVT_95_Reg, 1, CVT_Tied, Tie0_1_1, CVT_95_addImmOperands, 2, CVT_Done },
              // Convert__Reg1_0__Reg1_1__Reg1_2
              { CVT_95_Reg, 1, CVT_95_Reg, 2, CVT_95_Reg, 3, CVT_Done },
              // Convert__Reg1_0__Reg1_1__Imm1_2
              { CVT_95_Reg, 1, CVT_95_Reg, 2, CVT_95_addImmOperands, 3, CVT_Done },
              // Convert__Reg1_0__regR0__regR1
              { CVT_95_Reg, 1, CVT_regR0, 0, CVT_regR1, 0, CVT_Done },
              // Convert__Reg1_0__Reg1_0
              { CVT_95_Reg, 1, CVT_95_Reg, 1, CVT_Done },
              // Convert__Reg1_0__Reg1_1
              { CVT_95_Reg, 1, CVT_95_Reg, 2, CVT_Done },
              // Convert__Reg1_0__Reg1_0__imm_95_1
              { CVT_95_Reg, 1, CVT_95_Reg, 1, CVT_imm_95_1, 0, CVT_Done },
              // Convert__Word1_1
              { CVT_95_addWordOperands, 2, CVT_Done },
            };

            void ToyAsmParser::
            convertToMCInst(unsigned Kind, MCInst &Inst, unsigned Opcode,
        "#]],
    );
    check(
        text,
        "OperandMatchTable[",
        "};",
        expect![[r#"
            output:
            static const OperandMatchEntry OperandMatchTable[1] = {
              /* Operand List Mnemonic, Mask, Operand Class, Features */
              { 17 /* push */, 2 /* 1 */, MCK_Word, AMFBS_None },
            };
        "#]],
    );
    let got = part(text, "MatchTable0[] =", "};", &[("match-prefix", "ADDri")]);
    expect![[r#"
        static const MatchEntry MatchTable0[] = {
          { 0 /* add */, Toy::ADDri2, Convert__Reg1_0__Tie0_1_1__Imm1_1, AMFBS_None, { MCK_GPR, MCK_Imm }, },
          { 0 /* Add */, Toy::ADDri, Convert__Reg1_0__Reg1_1__Imm1_2, AMFBS_None, { MCK_GPR, MCK_GPR, MCK_Imm }, },
          { 4 /* inc */, Toy::ADDri, Convert__Reg1_0__Reg1_0__imm_95_1, AMFBS_None, { MCK_GPR }, },
        };
    "#]].assert_eq(&got);
}

#[test]
fn classes() {
    let text = r#"
        def Small : AsmOperandClass { let SuperClasses = [Imm]; let DiagnosticString = "small"; let IsOptional = true; }
        def small : Op<Small>;
        def : TokenAlias<"a", "b">;
        def A : Inst<(outs), (ins GPR:$d, small:$s), "x a, $d, r1, $s">;
        def Low : Regs<(add R0)> { let DiagnosticType = "Low"; }
        "#;
    check(
        text,
        "OPERAND_DIAGNOSTIC",
        "#endif",
        expect![[r#"
            output:
            #ifdef GET_OPERAND_DIAGNOSTIC_TYPES
            #undef GET_OPERAND_DIAGNOSTIC_TYPES

              Match_Low,
              Match_Small,
              END_OPERAND_DIAGNOSTIC_TYPES
            #endif // GET_OPERAND_DIAGNOSTIC_TYPES
        "#]],
    );
    check(
        text,
        "enum MatchClassKind",
        "};",
        expect![[r#"
            output:
            enum MatchClassKind {
              InvalidMatchClass = 0,
              OptionalMatchClass = 1,
              MCK_a, // 'a'
              MCK_b, // 'b'
              MCK_LAST_TOKEN = MCK_b,
              MCK_Low, // register class 'Low'
              MCK_R1, // register class 'R1'
              MCK_GPR, // register class 'GPR'
              MCK_All, // register class 'All'
              MCK_LAST_REGISTER = MCK_All,
              MCK_Small, // user defined class 'Small'
              MCK_Imm, // user defined class 'Imm'
              NumMatchClassKinds
            };
        "#]],
    );
    check(
        text,
        "static bool isSubclass",
        "static unsigned",
        expect![[r#"
            output:
            static bool isSubclass(MatchClassKind A, MatchClassKind B) {
              if (A == B)
                return true;

              switch (A) {
              default:
                return false;

              case MCK_a:
                return B == MCK_b;

              case MCK_Low:
                switch (B) {
                default: return false;
                case MCK_GPR: return true;
                case MCK_All: return true;
                }

              case MCK_R1:
                switch (B) {
                default: return false;
                case MCK_GPR: return true;
                case MCK_All: return true;
                }

              case MCK_GPR:
                return B == MCK_All;

              case MCK_Small:
                switch (B) {
                default: return false;
                case OptionalMatchClass: return true;
                case MCK_Imm: return true;
                }
              }
            }

            static unsigned validateOperandClass(MCParsedAsmOperand &GOp, MatchClassKind Kind) {
        "#]],
    );
    check(
        text,
        "    switch (Operand.getReg",
        "    }",
        expect![[r#"
            output:
                switch (Operand.getReg().id()) {
                default: OpKind = InvalidMatchClass; break;
                case Toy::R0: OpKind = MCK_Low; break;
                case Toy::R1: OpKind = MCK_R1; break;
                case Toy::SP: OpKind = MCK_All; break;
                }
        "#]],
    );
    check(
        text,
        "    case CVT_95_add",
        "break",
        expect![[r#"
            output:
                case CVT_95_addSmallOperands_95_defaultSmallOperands:
                  if (OptionalOperandsMask[*(p + 1) - 1]) {
                    defaultSmallOperands()->addSmallOperands(Inst, 1);
                  } else {
                    static_cast<ToyOperand &>(*Operands[OpIdx]).addSmallOperands(Inst, 1);
                  }
                  break;
        "#]],
    );
}

#[test]
fn mnemonics_that_stand_for_others() {
    let text = r#"
        def FeatureA : SubtargetFeature<"a", "HasA", "true", "">;
        def FeatureB : SubtargetFeature<"b", "HasB", "true", "">;
        def HasA : AssemblerPredicate<(all_of (any_of FeatureA, FeatureB), (not (all_of FeatureA)))>;
        def A : Inst<(outs), (ins), "a">;
        def : MnemonicAlias<"x", "A"> { let Predicates = [HasA]; }
        def : MnemonicAlias<"X", "b">;
        def : MnemonicAlias<"y", "b"> { let AsmVariantName = "other"; }
        "#;
    check(
        text,
        "applyMnemonicAliases(",
        "static const uint8_t",
        expect![[r#"
            output:
            static void applyMnemonicAliases(StringRef &Mnemonic, const FeatureBitset &Features, unsigned VariantID) {
              switch (VariantID) {
              case 0:
                  switch (Mnemonic.size()) {
                  default: break;
                  case 1:	 // 1 string to match.
                    if (Mnemonic[0] != 'x')
                      break;
                    if (Features.test(Feature_HasABit))	 // "x"
                      Mnemonic = "a";
                    else
                      Mnemonic = "b";
                    return;
                  }
                break;
              }
              switch (Mnemonic.size()) {
              default: break;
              case 1:	 // 1 string to match.
                if (Mnemonic[0] != 'x')
                  break;
                if (Features.test(Feature_HasABit))	 // "x"
                  Mnemonic = "a";
                else
                  Mnemonic = "b";
                return;
              }
            }

            static const uint8_t TiedAsmOperandTable[][3] = { /* empty  */ {0, 0, 0} };
        "#]],
    );
    check(
        text,
        "ComputeAvailableFeatures(const FeatureBitset &FB) const {",
        "}",
        expect![[r#"
            output:
            ComputeAvailableFeatures(const FeatureBitset &FB) const {
              FeatureBitset Features;
              if ((FB[Toy::FeatureA] || FB[Toy::FeatureB]) && !FB[Toy::FeatureA])
                Features.set(Feature_HasABit);
              return Features;
            }
        "#]],
    );
    check_error(
        "def A : Inst<(outs), (ins), \"a\">; def : MnemonicAlias<\"x\", \"a\">; def : MnemonicAlias<\"x\", \"b\">;",
        "error: two different MnemonicAliases with the same 'from' mnemonic!; \
         error: this is the other MnemonicAlias.",
    );
}

#[test]
fn parts_of_operands() {
    check(
        r#"
        def mem : Op { let MIOperandInfo = (ops GPR:$base, imm:$offset); }
        def LOAD : Inst<(outs GPR:$d), (ins mem:$m), "load $d, $m">;
        def : InstAlias<"ld $d, $b", (LOAD GPR:$d, GPR:$b, 0)>;
        "#,
        "ConversionTable[",
        "};",
        expect![[r#"
            output:
            static const uint8_t ConversionTable[CVT_NUM_SIGNATURES][7] = {
              // Convert__Reg1_0__Reg1_1__imm_95_0
              { CVT_95_Reg, 1, CVT_95_Reg, 2, CVT_imm_95_0, 0, CVT_Done },
              // Convert__Reg1_0__Reg1_1__Imm1_2
              { CVT_95_Reg, 1, CVT_95_Reg, 2, CVT_95_addImmOperands, 3, CVT_Done },
            };
        "#]],
    );
}

#[test]
fn mistakes() {
    let inst = |text: &str| format!("def A : Inst<(outs), (ins imm:$a), \"{text}\">;");
    for (text, want) in [
        ("", "error: Instruction 'A' has no tokens"),
        ("$a", "error: Invalid instruction mnemonic '$a'!"),
        (
            "a ${a:m}",
            "error: matchable with operand modifier '${a:m}' not supported by asm matcher.  Mark isCodeGenOnly!",
        ),
        ("a $b", "error: error: unable to find operand: 'b'"),
        (
            "a\\nb",
            "error: multiline instruction is not valid for the asmparser, mark it isCodeGenOnly",
        ),
        (
            "a ${a",
            "error: 'A' has an operand reference without a closing brace",
        ),
        (
            "a \\\\",
            "error: 'A' has an asm string that ends in a backslash",
        ),
    ] {
        check_error(&inst(text), want);
    }
    let aliases = "def ADD : Inst<(outs GPR:$d), (ins GPR:$a), \"add $d, $a\">;";
    for (text, want) in [
        (
            "x $d",
            "error: Instruction 'Other' has operand 'a' that doesn't appear in asm string!",
        ),
        ("x $d, $e, $e", "error: Operand 'e' can never be matched"),
        ("x $d, $f", "error: error: unable to find operand: 'f'"),
    ] {
        check_error(
            &format!("{aliases} def Other : InstAlias<\"{text}\", (ADD GPR:$d, GPR:$e)>;"),
            want,
        );
    }
    for (constraint, want) in [
        ("$a", "error: missing '=' in two-operand alias constraint"),
        ("a = $d", "error: expected '$' prefix on asm operand name"),
        (
            "$x = $d",
            "error: unknown source two-operand alias operand 'x'.",
        ),
        (
            "$a = $x",
            "error: unknown destination two-operand alias operand 'x'.",
        ),
    ] {
        let text = format!(
            "def A : Inst<(outs GPR:$d), (ins GPR:$a), \"a $d, $a\"> {{ let TwoOperandAliasConstraint = \"{constraint}\"; }}"
        );
        check_error(&text, want);
    }
    let more = "def A : Inst<(outs), (ins), \"a\">;";
    check_error(
        &format!("{more} def : TokenAlias<\"a\", \"a\">;"),
        "error: error: Destination value identical to source value.",
    );
    check_error(
        &format!("{more} def : TokenAlias<\"a\", \"b\">; def : TokenAlias<\"b\", \"a\">;"),
        "error: operand class 'a' is a part of itself",
    );
}
