use backend::Release;
use backend_testing::{read, read_as, run, target_source};
use expect_test::{Expect, expect};
use target_model::instructions::GENERIC;
use target_model::releases::opcodes;

use crate::tests::sources::EVEX_TO_VEX;

#[test]
fn shorter_prefixes() {
    crate::tests::check(
        "gen-x86-EVEX2VEX-tables",
        EVEX_TO_VEX,
        expect![[r#"
        /*===- TableGen'erated file -------------------------------------*- C++ -*-===*\
        |*                                                                            *|
        |* X86 EVEX2VEX tables                                                        *|
        |*                                                                            *|
        |* Automatically generated file, do not edit!                                 *|
        |*                                                                            *|
        \*===----------------------------------------------------------------------===*/

        // X86 EVEX encoded instructions that have a VEX 128 encoding
        // (table format: <EVEX opcode, VEX-128 opcode>).
        static const X86EvexToVexCompressTableEntry X86EvexToVex128CompressTable[] = {
          // EVEX scalar with corresponding VEX.
          { X86::VADDZ, X86::VADD },
          { X86::VMULZ, X86::VSUB },
        };

        // X86 EVEX encoded instructions that have a VEX 256 encoding
        // (table format: <EVEX opcode, VEX-256 opcode>).
        static const X86EvexToVexCompressTableEntry X86EvexToVex256CompressTable[] = {
          // EVEX scalar with corresponding VEX.
          { X86::VSUBZ, X86::VSUB },
        };

        static bool CheckVEXInstPredicate(MachineInstr &MI, const X86Subtarget *Subtarget) {
          unsigned Opc = MI.getOpcode();
          switch (Opc) {
            default: return true;
            case X86::VADDZ: return Subtarget->hasAVX2();
          }
        }

    "#]],
    );
    crate::tests::check_error(
        "gen-x86-EVEX2VEX-tables",
        &EVEX_TO_VEX.replace("\"VSUB\"", "\"VDIV\""),
        "there is no instruction 'VDIV'",
    );
}

const CLASSES: &str = r#"
class AsmWriter<int v> { int Variant = v; }
def X86 : Target { list<AsmWriter> AssemblyWriters = [AsmWriter<0>, AsmWriter<1>]; }
class Registers<int alignment> : RegisterClass { int Alignment = alignment; }
def GR32 : Registers<32>;
def VR128 : Registers<128>;
class X86MemOperand<int size> : Operand { let OperandType = "OPERAND_MEMORY"; int Size = size; }
def i32mem : X86MemOperand<32>;
def f128mem : X86MemOperand<128>;
class X86Inst<bits<8> o, bits<7> f, dag out, dag i, string asm> : Instruction {
  let Namespace = "X86";
  let InOperandList = i;
  let OutOperandList = out;
  let AsmString = asm;
  string AsmVariantName = "";
  bits<8> Opcode = o;
  bits<7> FormBits = f;
  bits<3> OpPrefixBits = 0;
  bits<4> OpMapBits = 0;
  bits<2> OpEncBits = 0;
  bits<2> OpSizeBits = 2;
  bits<2> AdSizeBits = 0;
  bits<2> explicitOpPrefixBits = 0;
  bits<7> CD8_Scale = 0;
  bits<7> VectSize = 16;
  bit hasREX_W = false; bit hasVEX_4V = false; bit IgnoresW = false; bit ignoresVEX_L = false; bit hasVEX_L = false;
  bit hasEVEX_L2 = false; bit hasEVEX_K = false; bit hasEVEX_Z = false; bit hasEVEX_B = false; bit hasEVEX_NF = false;
  bit hasEVEX_RC = false; bit hasLockPrefix = false; bit hasNoTrackPrefix = false;
  bit hasTwoConditionalOps = false; bit ForceDisassemble = false; bit hasEVEX_U = false;
}
def ADDrr : X86Inst<1, 41, (outs GR32:$d), (ins GR32:$a), "add{l|}\t$d">;
def ADDrm : X86Inst<1, 25, (outs GR32:$d), (ins i32mem:$a), "add{l|}\t$d">;
def INCr : X86Inst<2, 48, (outs GR32:$d), (ins GR32:$a), "inc\t$d">;
def INCm : X86Inst<2, 32, (outs), (ins i32mem:$a), "inc\t$a">;
def MOVAPSrr : X86Inst<3, 41, (outs VR128:$d), (ins VR128:$a), "movaps\t$d"> { let isMoveReg = true; }
def MOVAPSrm : X86Inst<3, 25, (outs VR128:$d), (ins f128mem:$a), "movaps\t$d">;
def VMOVAPSrr : X86Inst<3, 41, (outs VR128:$d), (ins VR128:$a), "vmovaps\t$d"> { let OpEncBits = 1; }
def VMOVAPSZrr : X86Inst<3, 41, (outs VR128:$d), (ins VR128:$a), "vmovaps\t$d"> { let OpEncBits = 3; }
def SETr : X86Inst<4, 46, (outs GR32:$d), (ins), "set${cond}\t$d">;
def SUBrr_NF : X86Inst<5, 41, (outs GR32:$d), (ins GR32:$a), "sub\t$d">;
def SUBrr : X86Inst<5, 41, (outs GR32:$d), (ins GR32:$a), "sub\t$d">;
def SUBrr_ND : X86Inst<5, 41, (outs GR32:$d), (ins GR32:$a), "sub\t$d">;
"#;

/// The entries of a release for the classes and `text`: the lines that name an instruction.
#[track_caller]
fn check_entries(release: Release, backend: &str, text: &str, want: Expect) {
    let source = target_source(opcodes(release), &format!("{CLASSES}{text}"));
    let shown = run(crate::ALL, backend, &[], &read_as(release, &source)).text_or_error();
    let lines = shown
        .lines()
        .filter(|it| it.contains("X86::") || it.starts_with("error"));
    want.assert_eq(
        &lines
            .map(|it| format!("{}\n", it.trim()))
            .collect::<String>(),
    );
}

#[test]
fn mappings_of_releases() {
    let text = r#"
        class Long<dag out, dag i> : X86Inst<7, 41, out, i, "long"> { let OpEncBits = 3; }
        class Short<dag out, dag i> : X86Inst<8, 41, out, i, "short"> { let OpEncBits = 1; }
        def HasAVXVNNIINT8 : Predicate<"hasInt8()">;
        def VMPSADBWZ128rri : Long<(outs VR128:$d), (ins VR128:$a)>;
        let Predicates = [HasAVXVNNIINT8] in
        def VMPSADBWrri : Short<(outs VR128:$d), (ins VR128:$a)>;
        def SETZUCCm : Long<(outs VR128:$d), (ins VR128:$a)> { let hasEVEX_B = true; }
        def SETCCm : Short<(outs VR128:$d), (ins VR128:$a)>;
        def ORrr : X86Inst<6, 41, (outs GR32:$d), (ins GR32:$a), "or">;
        def ORrr_ND : X86Inst<6, 41, (outs GR32:$d), (ins GR32:$a), "or">;
        def ORrr_NF_ND : X86Inst<6, 41, (outs GR32:$d), (ins GR32:$a), "or">;
    "#;
    let check = |release, want| check_entries(release, "gen-x86-instr-mapping", text, want);
    check(
        Release::V19,
        expect![[r#"
        { X86::VMOVAPSZrr, X86::VMOVAPSrr },
        { X86::ORrr_ND, X86::ORrr_NF_ND },
        { X86::SUBrr, X86::SUBrr_NF },
        { X86::ORrr_ND, X86::ORrr },
        { X86::SUBrr_ND, X86::SUBrr },
        { X86::MOVAPSrr, X86::VMOVAPSrr },
    "#]],
    );
    check(
        Release::V21,
        expect![[r#"
        { X86::VMOVAPSZrr, X86::VMOVAPSrr },
        { X86::VMPSADBWZ128rri, X86::VMPSADBWrri },
        case X86::VMPSADBWrri:
        { X86::ORrr_ND, X86::ORrr_NF_ND },
        { X86::SUBrr, X86::SUBrr_NF },
        { X86::ORrr_ND, X86::ORrr },
        { X86::SUBrr_ND, X86::SUBrr },
        { X86::MOVAPSrr, X86::VMOVAPSrr },
    "#]],
    );
    check(
        Release::V22,
        expect![[r#"
        { X86::SETZUCCm, X86::SETCCm },
        { X86::VMOVAPSZrr, X86::VMOVAPSrr },
        { X86::VMPSADBWZ128rri, X86::VMPSADBWrri },
        case X86::VMPSADBWrri:
        { X86::ORrr_ND, X86::ORrr_NF_ND },
        { X86::SUBrr, X86::SUBrr_NF },
        { X86::ORrr_ND, X86::ORrr },
        { X86::SUBrr_ND, X86::SUBrr },
        { X86::MOVAPSrr, X86::VMOVAPSrr },
    "#]],
    );
}

/// Instructions of which only the names count.
fn named(names: &[&str]) -> String {
    let defs = names.iter().map(|name| {
        format!(
            "def {name} : X86Inst<9, 1, (outs), (ins), \"\"> {{ let isAsmParserOnly = true; }}\n"
        )
    });
    defs.collect()
}

/// The instructions that fold tables list.
fn listed() -> Vec<&'static str> {
    let listed = super::fold_tables::LISTED.iter();
    let mut listed: Vec<&str> = listed.flat_map(|(a, b, _)| [*a, *b]).collect();
    listed.sort();
    listed.dedup();
    listed
}

#[track_caller]
fn check(backend: &str, options: &[(&'static str, &str)], manual: &[&str], want: Expect) {
    let records = read(&target_source(
        GENERIC,
        &format!("{CLASSES}{}", named(manual)),
    ));
    let shown = run(crate::ALL, backend, options, &records).shown(&records);
    let lines = shown.lines().filter(|it| !it.is_empty());
    want.assert_eq(&lines.map(|it| format!("{it}\n")).collect::<String>());
}

#[test]
fn names_in_assembly() {
    let backend = "gen-x86-mnemonic-tables";
    check(
        backend,
        &[("asmwriternum", "1")],
        &[],
        expect![[r#"
        namespace llvm {
        namespace X86 {
        #ifdef GET_X86_MNEMONIC_TABLES_H
        #undef GET_X86_MNEMONIC_TABLES_H
        bool isINC(unsigned Opcode);
        bool isVMOVAPS(unsigned Opcode);
        bool isADD(unsigned Opcode);
        bool isSUB(unsigned Opcode);
        bool isSETCC(unsigned Opcode);
        bool isMOVAPS(unsigned Opcode);
        #endif // GET_X86_MNEMONIC_TABLES_H
        #ifdef GET_X86_MNEMONIC_TABLES_CPP
        #undef GET_X86_MNEMONIC_TABLES_CPP
        bool isINC(unsigned Opcode) {
        	switch (Opcode) {
        	case INCm:
        	case INCr:
        		return true;
        	}
        	return false;
        }
        bool isVMOVAPS(unsigned Opcode) {
        	switch (Opcode) {
        	case VMOVAPSZrr:
        	case VMOVAPSrr:
        		return true;
        	}
        	return false;
        }
        bool isADD(unsigned Opcode) {
        	switch (Opcode) {
        	case ADDrm:
        	case ADDrr:
        		return true;
        	}
        	return false;
        }
        bool isSUB(unsigned Opcode) {
        	switch (Opcode) {
        	case SUBrr:
        	case SUBrr_ND:
        	case SUBrr_NF:
        		return true;
        	}
        	return false;
        }
        bool isSETCC(unsigned Opcode) {
        	return Opcode == SETr;
        }
        bool isMOVAPS(unsigned Opcode) {
        	switch (Opcode) {
        	case MOVAPSrm:
        	case MOVAPSrr:
        		return true;
        	}
        	return false;
        }
        #endif // GET_X86_MNEMONIC_TABLES_CPP
        } // end namespace X86
        } // end namespace llvm
    "#]],
    );
    check(
        backend,
        &[("asmwriternum", "2")],
        &[],
        expect![[r#"
        error: Target does not have an AsmWriter #2!
    "#]],
    );
}

#[test]
fn others_in_their_place() {
    check(
        "gen-x86-instr-mapping",
        &[],
        &[],
        expect![[r#"
        struct X86TableEntry {
          uint16_t OldOpc;
          uint16_t NewOpc;
          bool operator<(const X86TableEntry &RHS) const {
            return OldOpc < RHS.OldOpc;
          }  friend bool operator<(const X86TableEntry &TE, unsigned Opc) {
            return TE.OldOpc < Opc;
          }
        };
        #ifdef GET_X86_COMPRESS_EVEX_TABLE
        static const X86TableEntry X86CompressEVEXTable[] = {
          { X86::VMOVAPSZrr, X86::VMOVAPSrr },
        };
        #endif // GET_X86_COMPRESS_EVEX_TABLE
        #ifdef GET_X86_COMPRESS_EVEX_TABLE
        static bool checkPredicate(unsigned Opc, const X86Subtarget *Subtarget) {
          switch (Opc) {
          default: return true;
          }
        }
        #endif // GET_X86_COMPRESS_EVEX_TABLE
        #ifdef GET_X86_NF_TRANSFORM_TABLE
        static const X86TableEntry X86NFTransformTable[] = {
          { X86::SUBrr, X86::SUBrr_NF },
        };
        #endif // GET_X86_NF_TRANSFORM_TABLE
        #ifdef GET_X86_ND2NONND_TABLE
        static const X86TableEntry X86ND2NonNDTable[] = {
          { X86::SUBrr_ND, X86::SUBrr },
        };
        #endif // GET_X86_ND2NONND_TABLE
        #ifdef GET_X86_SSE2AVX_TABLE
        static const X86TableEntry X86SSE2AVXTable[] = {
          { X86::MOVAPSrr, X86::VMOVAPSrr },
        };
        #endif // GET_X86_SSE2AVX_TABLE
    "#]],
    );
}

#[test]
fn operands_in_memory() {
    check(
        "gen-x86-fold-tables",
        &[],
        &[],
        expect![[r#"
        error: there is no instruction 'ADD16ri_DB'
    "#]],
    );
    check(
        "gen-x86-fold-tables",
        &[],
        &listed(),
        expect![[r#"
        static const X86FoldTableEntry Table2Addr[] = {
          {X86::INCr, X86::INCm, TB_NO_REVERSE},
        };
        static const X86FoldTableEntry Table0[] = {
        };
        static const X86FoldTableEntry Table1[] = {
          {X86::ADDrr, X86::ADDrm, 0},
          {X86::MOVAPSrr, X86::MOVAPSrm, TB_ALIGN_16},
        };
        static const X86FoldTableEntry Table2[] = {
        };
        static const X86FoldTableEntry Table3[] = {
        };
        static const X86FoldTableEntry Table4[] = {
        };
        static const X86FoldTableEntry BroadcastTable1[] = {
        };
        static const X86FoldTableEntry BroadcastTable2[] = {
        };
        static const X86FoldTableEntry BroadcastTable3[] = {
        };
        static const X86FoldTableEntry BroadcastTable4[] = {
        };
    "#]],
    );
}

/// For fields of `X86Inst`: what a backend says of `text` if the class does not have the field.
#[track_caller]
fn check_missing(backend: &str, text: &str, want: Expect) {
    let listed = named(&listed());
    let mut said = String::new();
    for field in [
        "FormBits",
        "Opcode",
        "hasEVEX_U",
        "hasEVEX_NF",
        "hasEVEX_RC",
        "VectSize",
    ] {
        let (classes, _) = CLASSES.split_once("def ADDrr").expect("instructions");
        let classes = classes.replace(field, "hasNothing");
        let source = target_source(opcodes(Release::V22), &format!("{classes}{listed}{text}"));
        let shown = run(crate::ALL, backend, &[], &read_as(Release::V22, &source)).text_or_error();
        let error = shown.lines().find(|it| it.starts_with("error"));
        said += &format!("{field}: {}\n", error.unwrap_or("a table"));
    }
    want.assert_eq(&said);
}

#[test]
fn fields_that_are_missing_where_they_are_read() {
    let registers = r#"def ADDrr : X86Inst<1, 41, (outs GR32:$d), (ins GR32:$a), "add">;"#;
    let memory = r#"def ADDrm : X86Inst<1, 25, (outs GR32:$d), (ins i32mem:$a), "add">;"#;
    let aligned = r#"
        def MOVAPSrr : X86Inst<3, 41, (outs VR128:$d), (ins VR128:$a), "movaps">;
        def MOVAPSrm : X86Inst<3, 25, (outs VR128:$d), (ins f128mem:$a), "movaps">;
    "#;
    let check = |text: &str, want| check_missing("gen-x86-fold-tables", text, want);
    check(
        registers,
        expect![[r#"
        FormBits: error: Record `ADDrr' does not have a field named `FormBits'!
        Opcode: error: Record `ADDrr' does not have a field named `Opcode'!
        hasEVEX_U: a table
        hasEVEX_NF: a table
        hasEVEX_RC: a table
        VectSize: a table
    "#]],
    );
    check(
        memory,
        expect![[r#"
        FormBits: error: Record `ADDrm' does not have a field named `FormBits'!
        Opcode: error: Record `ADDrm' does not have a field named `Opcode'!
        hasEVEX_U: a table
        hasEVEX_NF: a table
        hasEVEX_RC: a table
        VectSize: a table
    "#]],
    );
    check(
        &format!("{registers}{memory}"),
        expect![[r#"
        FormBits: error: Record `ADDrm' does not have a field named `FormBits'!
        Opcode: error: Record `ADDrr' does not have a field named `Opcode'!
        hasEVEX_U: error: Record `ADDrm' does not have a field named `hasEVEX_U'!
        hasEVEX_NF: error: Record `ADDrm' does not have a field named `hasEVEX_NF'!
        hasEVEX_RC: error: Record `ADDrr' does not have a field named `hasEVEX_RC'!
        VectSize: a table
    "#]],
    );
    check(
        aligned,
        expect![[r#"
        FormBits: error: Record `MOVAPSrm' does not have a field named `FormBits'!
        Opcode: error: Record `MOVAPSrr' does not have a field named `Opcode'!
        hasEVEX_U: error: Record `MOVAPSrm' does not have a field named `hasEVEX_U'!
        hasEVEX_NF: error: Record `MOVAPSrm' does not have a field named `hasEVEX_NF'!
        hasEVEX_RC: error: Record `MOVAPSrr' does not have a field named `hasEVEX_RC'!
        VectSize: error: Record `MOVAPSrr' does not have a field named `VectSize'!
    "#]],
    );
    check_missing(
        "gen-x86-mnemonic-tables",
        registers,
        expect![[r#"
        FormBits: error: Record `ADD16mi' does not have a field named `FormBits'!
        Opcode: error: Record `ADD16mi' does not have a field named `Opcode'!
        hasEVEX_U: error: Record `ADD16mi' does not have a field named `hasEVEX_U'!
        hasEVEX_NF: error: Record `ADD16mi' does not have a field named `hasEVEX_NF'!
        hasEVEX_RC: a table
        VectSize: a table
    "#]],
    );
    check_missing(
        "gen-x86-instr-mapping",
        registers,
        expect![[r#"
        FormBits: error: Record `ADDrr' does not have a field named `FormBits'!
        Opcode: error: Record `ADDrr' does not have a field named `Opcode'!
        hasEVEX_U: error: Record `ADDrr' does not have a field named `hasEVEX_U'!
        hasEVEX_NF: error: Record `ADDrr' does not have a field named `hasEVEX_NF'!
        hasEVEX_RC: a table
        VectSize: a table
    "#]],
    );
}

#[test]
fn operands_that_lack_a_size_where_it_is_compared() {
    let check = |text: &str, want| {
        check_entries(Release::V22, "gen-x86-instr-mapping", text, want);
    };
    // Only whether the first operand is a register is asked.
    check(
        r#"
        def Sizeless : Operand { let OperandType = "OPERAND_MEMORY"; }
        def ORrr : X86Inst<6, 41, (outs GR32:$d), (ins Sizeless:$a), "or">;
        def ORrr_ND : X86Inst<6, 41, (outs GR32:$d), (ins Sizeless:$a), "or">;
    "#,
        expect![[r#"
            { X86::VMOVAPSZrr, X86::VMOVAPSrr },
            { X86::SUBrr, X86::SUBrr_NF },
            { X86::ORrr_ND, X86::ORrr },
            { X86::SUBrr_ND, X86::SUBrr },
            { X86::MOVAPSrr, X86::VMOVAPSrr },
        "#]],
    );
    check(
        r#"
        def Sizeless : Operand { let OperandType = "OPERAND_MEMORY"; }
        def VORrr : X86Inst<6, 41, (outs GR32:$d), (ins Sizeless:$a), "or"> { let OpEncBits = 1; }
        def VORZrr : X86Inst<6, 41, (outs GR32:$d), (ins i32mem:$a), "or"> { let OpEncBits = 3; }
    "#,
        expect![[r#"
            error: Record `Sizeless' does not have a field named `Size'!
        "#]],
    );
}
