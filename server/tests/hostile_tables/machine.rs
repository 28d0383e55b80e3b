//! Machine code, assembly, and lists of instructions.

use backend_testing::{asm_source, isel_source, target_source};
use target_model::instructions::GENERIC;

use super::{Case, list, nested, repeat};

pub(super) fn cases() -> Vec<Case> {
    vec![
        ("gen-disassembler", same_code(3000), ""),
        ("gen-disassembler", one_bit_each(2000), ""),
        ("gen-disassembler", wide_code(1 << 16), "limit of work"),
        ("gen-disassembler", x86_forms(250), ""),
        ("gen-emitter", wide_code(1 << 14), ""),
        ("gen-emitter", scattered_operands(4000), ""),
        ("gen-asm-matcher", long_texts(3000), ""),
        (
            "gen-asm-matcher",
            chain_of_operand_classes(3000),
            "limit of work",
        ),
        ("gen-asm-matcher", ambiguous_texts(3000), ""),
        ("gen-asm-writer", alternatives_in_text(), ""),
        ("gen-asm-writer", aliases(2000), ""),
        (
            "gen-pseudo-lowering",
            nested_expansion(300),
            "has no matching source operand",
        ),
        ("gen-compress-inst-emitter", compressions(1500), ""),
        ("gen-instr-info", parts_of_operands(), "limit of work"),
        ("gen-instr-docs", parts_of_operands(), "limit of work"),
        ("gen-x86-mnemonic-tables", folded_forms(1000), ""),
        ("gen-x86-instr-mapping", folded_forms(1000), ""),
    ]
}

const X86: &str = include_str!("../../../backends/testing/src/x86.td");

/// `text` after a target and classes of instructions with code.
fn coded(text: &str) -> String {
    target_source(
        GENERIC,
        &format!(
            "class AsmWriter {{ int PassSubtarget = 1; }}\ndef Toy : Target {{ list<AsmWriter> AssemblyWriters = [AsmWriter<>]; }}\ndef GPR : RegisterClass;\n\
             class I<dag i = (ins), dag o = (outs)> : Instruction {{ let Namespace = \"Toy\"; let Size = 4; \
             let InOperandList = i; let OutOperandList = o; }}\n{text}"
        ),
    )
}

/// Instructions of the same code.
fn same_code(count: usize) -> String {
    coded(&format!(
        "foreach i = 0...{} in def J#i : I {{ bits<32> Inst = 1; }}\n",
        count - 1
    ))
}

/// Instructions each of which fixes one bit.
fn one_bit_each(count: usize) -> String {
    coded(&repeat(count, |i| {
        let (bit, value) = (i % 32, i / 32 % 2);
        format!("def J{i} : I {{ bits<32> Inst; let Inst{{{bit}}} = {value}; }}\n")
    }))
}

/// Instructions of very many bits, every other of which is fixed.
fn wide_code(width: usize) -> String {
    coded(&format!(
        "class J : I<(ins GPR:$a)> {{ bits<{width}> a; bits<{width}> Inst; let Size = {}; }}\n\
         foreach i = 0...20 in def J#i : J {{ let Inst = {{ {} }}; let Inst{{0}} = !and(i, 1); }}\n",
        width / 8,
        list(width, |i| match i % 2 {
            0 => format!("a{{{i}}}"),
            _ => "1".to_owned(),
        })
    ))
}

/// Operands of one bit each, in many different instructions.
fn scattered_operands(count: usize) -> String {
    let operands = list(30, |i| format!("GPR:$o{i}"));
    let fields = repeat(30, |i| format!("bit o{i}; "));
    coded(&format!(
        "foreach i = 0...{} in def J#i : I<(ins {operands})> {{ {fields} bits<64> Inst = i; {} }}\n",
        count - 1,
        repeat(30, |i| format!("let Inst{{{}}} = o{i}; ", i + 32))
    ))
}

/// Forms of instructions of X86 that differ in their opcodes.
fn x86_forms(count: usize) -> String {
    target_source(
        GENERIC,
        &format!(
            "class AsmWriter<int v> {{ int Variant = v; }}\ndef X86 : Target {{ list<AsmWriter> AssemblyWriters = [AsmWriter<0>, AsmWriter<1>]; }}\n{X86}\
             foreach i = 0...{} in def F#i : X86Inst<!and(i, 255), 40, (ins GR32:$a, GR32:$b)>;\n",
            count - 1
        ),
    )
}

/// Forms of instructions of X86 with the same opcode, on registers and on memory.
fn folded_forms(count: usize) -> String {
    target_source(
        GENERIC,
        &format!(
            "class AsmWriter<int v> {{ int Variant = v; }}\ndef X86 : Target {{ list<AsmWriter> AssemblyWriters = [AsmWriter<0>, AsmWriter<1>]; }}\n\
             class Registers<int alignment> : RegisterClass {{ int Alignment = alignment; }}\ndef GR32 : Registers<32>;\n\
             class X86MemOperand<int size> : Operand {{ let OperandType = \"OPERAND_MEMORY\"; int Size = size; }}\ndef i32mem : X86MemOperand<32>;\n\
             class X86Inst<bits<8> o, bits<7> f, dag i> : Instruction {{ let Namespace = \"X86\"; let InOperandList = i; let OutOperandList = (outs GR32:$d); \
             let AsmString = \"add $d\"; string AsmVariantName = \"\"; bits<8> Opcode = o; bits<7> FormBits = f; bits<3> OpPrefixBits = 0; bits<4> OpMapBits = 0; \
             bits<2> OpEncBits = 0; bits<2> OpSizeBits = 2; bits<2> AdSizeBits = 0; bits<2> explicitOpPrefixBits = 0; bits<7> CD8_Scale = 0; bits<7> VectSize = 16; \
             bit hasREX_W = false; bit hasVEX_4V = false; bit IgnoresW = false; bit ignoresVEX_L = false; bit hasVEX_L = false; bit hasEVEX_L2 = false; \
             bit hasEVEX_K = false; bit hasEVEX_Z = false; bit hasEVEX_B = false; bit hasEVEX_NF = false; bit hasEVEX_RC = false; bit hasLockPrefix = false; \
             bit hasNoTrackPrefix = false; bit hasTwoConditionalOps = false; bit ForceDisassemble = false; }}\n\
             foreach i = 0...{} in {{ def A#i#rr : X86Inst<1, 41, (ins GR32:$a)>; def A#i#rm : X86Inst<1, 25, (ins i32mem:$a)>; }}\n",
            count - 1
        ),
    )
}

/// `text` after a target that is parsed.
fn parsed(text: &str) -> String {
    asm_source(
        GENERIC,
        &format!(
            "def Toy : AsmTarget;\ndef R0 : Reg<\"r0\">;\ndef R1 : Reg<\"r1\">;\ndef GPR : Regs<(add R0, R1)>;\ndef imm : Op;\n{text}"
        ),
    )
}

/// Texts of very many operands.
fn long_texts(count: usize) -> String {
    let operands = list(200, |i| format!("GPR:$o{i}"));
    let text = list(200, |i| format!("$o{i}"));
    parsed(&format!(
        "foreach i = 0...{} in def J#i : Inst<(outs), (ins {operands}), \"j\"#i#\" {text}\">;\n",
        count - 1
    ))
}

/// Operand classes each of which is a part of the previous one.
fn chain_of_operand_classes(count: usize) -> String {
    parsed(&format!(
        "def C0 : AsmOperandClass;\nforeach i = 1...{count} in def C#i : AsmOperandClass {{ let SuperClasses = [!cast<AsmOperandClass>(\"C\"#!sub(i, 1))]; }}\n\
         def J : Inst<(outs), (ins imm:$a), \"j $a\">;\n"
    ))
}

/// Instructions of the same text.
fn ambiguous_texts(count: usize) -> String {
    parsed(&format!(
        "foreach i = 0...{} in {{ def C#i : AsmOperandClass; def o#i : Op<!cast<AsmOperandClass>(\"C\"#i)>; \
         def J#i : Inst<(outs), (ins !cast<DAGOperand>(\"o\"#i):$a, imm:$b), \"j $a, $b\">; }}\n",
        count - 1
    ))
}

/// Texts of many parts that depend on the variant.
fn alternatives_in_text() -> String {
    let parts = "{a|b|c}".repeat(2000);
    parsed(&format!(
        "foreach i = 0...400 in def J#i : Inst<(outs), (ins GPR:$a), \"j{parts} $a\">;\n"
    ))
}

/// Aliases of one instruction.
fn aliases(count: usize) -> String {
    let operands = list(20, |i| format!("GPR:$o{i}"));
    let text = list(20, |i| format!("$o{i}"));
    parsed(&format!(
        "def J : Inst<(outs), (ins {operands}), \"j {text}\">;\n\
         foreach i = 0...{} in def : InstAlias<\"k\"#i#\" $o0\", (J {}), !add(i, 1)>;\n",
        count - 1,
        list(20, |_| "GPR:$o0".to_owned())
    ))
}

/// An expansion of a dag in a dag.
fn nested_expansion(depth: usize) -> String {
    coded(&format!(
        "class PseudoInstExpansion<dag result> {{ dag ResultInst = result; }}\n\
         def ADD : I<(ins GPR:$a)>;\n\
         def P : I<(ins GPR:$a)>, PseudoInstExpansion<{}> {{ let isPseudo = true; }}\n",
        nested(depth, "ADD", "GPR:$a")
    ))
}

/// Short forms of instructions, all with conditions.
fn compressions(count: usize) -> String {
    coded(&format!(
        "class CompressPat<dag input, dag output> {{ dag Input = input; dag Output = output; list<Predicate> Predicates = []; bit isCompressOnly = false; }}\n\
         foreach i = 0...{} in {{ def L#i : I<(ins GPR:$a, GPR:$b)>; def S#i : I<(ins GPR:$a, GPR:$b)> {{ let Size = 2; }}\n\
         foreach j = 0...3 in def : CompressPat<(!cast<Instruction>(\"L\"#i) GPR:$a, GPR:$b), (!cast<Instruction>(\"S\"#i) GPR:$a, GPR:$b)>; }}\n",
        count - 1
    ))
}

/// Operands of very many parts, in many instructions.
fn parts_of_operands() -> String {
    let parts = list(200, |i| format!("GPR:$p{i}"));
    let operands = list(200, |i| format!("wide:$o{i}"));
    isel_source(
        GENERIC,
        &format!(
            "def wide : Operand<\"print\", (ops {parts})>;\n\
         foreach i = 0...200 in def J#i : Inst<(outs), (ins {operands})>;\n"
        ),
    )
}
