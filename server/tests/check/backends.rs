//! `check --backends` and `--hints`: errors of the backends that a build runs, and what an editor reports.

use backend_testing::{asm_source, isel_source};
use expect_test::expect;
use serde_json::Value;
use target_model::instructions::GENERIC;
use tests::TempDir;

use super::{check, folder};

/// A folder whose sources are LLVM 19's, as the targets of these tests are.
fn folder_of_llvm_19(name: &str) -> TempDir {
    let dir = TempDir::new(name);
    dir.write(
        "cmake/Modules/LLVMVersion.cmake",
        "set(LLVM_VERSION_MAJOR 19)\n",
    );
    dir
}

/// A project whose build makes tables of a root, some of which are wrong.
fn project(name: &str) -> TempDir {
    let dir = TempDir::new(name);
    dir.write(
        "CMakeLists.txt",
        "set(LLVM_TARGET_DEFINITIONS a.td)\n\
         tablegen(LLVM a.inc -gen-searchable-tables)\n\
         tablegen(LLVM b.inc -gen-searchable-tables -x)\n\
         tablegen(LLVM c.inc -dump-json)\n\
         mlir_tablegen(m.inc -gen-of-the-project)\n\
         tablegen(OWN o.inc -gen-own-things)\n",
    );
    dir.write(
        "a.td",
        "include \"llvm/TableGen/SearchableTable.td\"\n\
         def Things : GenericTable {\n  let FilterClass = \"Thing\";\n  let Fields = [\"Name\"];\n}\n\
         class Thing { int Nam = 3; }\ndef A : Thing;\n",
    );
    dir
}

#[test]
fn errors_of_the_backends_that_the_build_runs() {
    let dir = project("check-backends");
    assert_eq!(check(&dir, &["a.td"]), "exit 0\n");
    expect![[r#"
        exit 1
        --- stderr
        a.td:7:5: error: Record `A' does not have a field named `Name'!
        def A : Thing;
            ^
        note: said by -gen-searchable-tables
        tablegen-analyzer: 'a.td': mlir-tblgen -gen-of-the-project is not run: LLVM's mlir-tblgen has no such generator
        tablegen-analyzer: 'a.td': own-tblgen -gen-own-things is not run: it is not a program of LLVM
        tablegen-analyzer: 'a.td': -gen-searchable-tables -x: Unknown command line argument '-x'. Did you mean '-D'?
    "#]].assert_eq(&check(&dir, &["--backends", "a.td"]));
    expect![[r#"
        exit 1
        --- stdout
        {"file":"a.td","line":7,"column":5,"severity":"error","message":"Record `A' does not have a field named `Name'!","notes":[{"severity":"note","message":"said by -gen-searchable-tables"}]}
        --- stderr
        tablegen-analyzer: 'a.td': mlir-tblgen -gen-of-the-project is not run: LLVM's mlir-tblgen has no such generator
        tablegen-analyzer: 'a.td': own-tblgen -gen-own-things is not run: it is not a program of LLVM
        tablegen-analyzer: 'a.td': -gen-searchable-tables -x: Unknown command line argument '-x'. Did you mean '-D'?
    "#]].assert_eq(&check(&dir, &["--backends", "--format=json", "."]));
    let sarif = check(&dir, &["--backends", "--format=sarif", "a.td"]);
    let log = sarif.split_once("--- stdout\n").expect("a log").1;
    let log = log.split_once("--- stderr").expect("a failure").0;
    let log: Value = serde_json::from_str(log).expect("JSON");
    let run = &log["runs"][0];
    expect![[r#"{"level":"error","locations":[{"physicalLocation":{"artifactLocation":{"uri":"a.td","uriBaseId":"SRCROOT"},"region":{"endColumn":6,"startColumn":5,"startLine":7}}}],"message":{"text":"Record `A' does not have a field named `Name'!\nnote: said by -gen-searchable-tables"},"relatedLocations":[],"ruleId":"error","ruleIndex":0}"#]].assert_eq(&run["results"][0].to_string());
    expect![[r#"{"executionSuccessful":false,"toolExecutionNotifications":[{"level":"error","message":{"text":"'a.td': -gen-searchable-tables -x: Unknown command line argument '-x'. Did you mean '-D'?"}}]}"#]].assert_eq(&run["invocations"][0].to_string());
}

/// Runs that only other programs can do are no errors, but each is named.
#[test]
fn runs_of_other_programs() {
    let dir = TempDir::new("check-other-programs");
    dir.write(
        "CMakeLists.txt",
        "set(LLVM_TARGET_DEFINITIONS a.td)\n\
         mlir_tablegen(a.inc -gen-of-the-project -dialect=x)\n\
         mlir_tablegen(b.inc -gen-of-the-project -dialect=x)\n\
         tablegen(OWN c.inc ${KIND})\n",
    );
    dir.write("a.td", "def A;\n");
    expect![[r#"
        exit 0
        --- stderr
        tablegen-analyzer: 'a.td': mlir-tblgen -gen-of-the-project -dialect=x is not run: LLVM's mlir-tblgen has no such generator
        tablegen-analyzer: 'a.td': own-tblgen ${KIND} is not run: it is not a program of LLVM
    "#]]
    .assert_eq(&check(&dir, &["--backends", "a.td"]));
    assert_eq!(check(&dir, &["a.td"]), "exit 0\n");
}

/// A misspelled name in a pattern is one error of all backends; further errors are its notes.
#[test]
fn one_wrong_name_is_one_error_of_all_backends() {
    let dir = folder_of_llvm_19("check-once");
    let target = "class InstrMapping;\ndef NEG : Inst<(outs GPR:$d), (ins GPR:$a)>;";
    dir.write("Target.td", isel_source(GENERIC, target));
    dir.write(
        "a.td",
        "include \"Target.td\"\ndef : Pat<(sub i32:$a, i32:$b), (NEG $c)>;\n",
    );
    dir.write(
        "CMakeLists.txt",
        "set(LLVM_TARGET_DEFINITIONS a.td)\ntablegen(LLVM A.inc -gen-dag-isel)\n\
         tablegen(LLVM B.inc -gen-instr-info)\ntablegen(LLVM C.inc -gen-fast-isel)\n",
    );
    expect![[r#"
        exit 1
        --- stderr
        a.td:2:1: error: In anonymous_12: Node 'c' in output pattern but not input pattern
        def : Pat<(sub i32:$a, i32:$b), (NEG $c)>;
        ^
        a.td:2:1: note: In anonymous_12: Pattern has input without matching name in output: $c
        def : Pat<(sub i32:$a, i32:$b), (NEG $c)>;
        ^
        note: said by -gen-dag-isel, -gen-instr-info, -gen-fast-isel
    "#]]
    .assert_eq(&check(&dir, &["--backends", "--hints", "a.td"]));
}

/// A wrong operand is shown where the string names it, also if the string comes from arguments and is put together.
#[test]
fn a_wrong_operand_is_shown_in_its_string() {
    let dir = folder_of_llvm_19("check-strings");
    let target = "def Toy : AsmTarget;\ndef R0 : Reg<\"r0\">;\ndef Low : Regs<(add R0)>;\n\
        class Coded<string text> : Inst<(outs), (ins Low:$a), text> {\n  bits<4> a;\n  bits<8> Inst = { 1, 0, 0, 0, a };\n  let Size = 1;\n}\n\
        class Named<string name, string args = \"$a\"> : Coded<name # \" \" # args>;\n";
    dir.write("Target.td", asm_source(GENERIC, target));
    dir.write(
        "CMakeLists.txt",
        "set(LLVM_TARGET_DEFINITIONS Root.td)\ntablegen(LLVM A.inc -gen-asm-matcher)\n\
         tablegen(LLVM B.inc -gen-asm-writer)\ntablegen(LLVM C.inc -gen-emitter)\n",
    );
    let texts = [
        "def A : Named<\"a\", \"$a, ${b}\">;",
        "multiclass M<string name, string args> {\n  def X : Named<name # \"x\", \"$a, \" # args>;\n}\ndefm A : M<\"a\", \"#$b\">;",
        "defvar args = \"$a, $b\";\ndef A : Named<\"a\", args>;",
        "class Own : Coded<\"\"> {\n  let AsmString = !strconcat(\"o\", \" $b\");\n}\ndef A : Own;",
        "foreach name = [\"a $b\", \"b $b\"] in\ndef A # !substr(name, 0, 1) : Coded<name>;",
        "def A : Named<\"a\">;\ndef : InstAlias<\"b {$a|$b}$b\", (A Low:$a)>;",
        "def A : Named<\"a\"> { let Constraints = \"@earlyclobber $a, $b = $a\"; }",
        "def A : Named<\"a\">;\nlet DisableEncoding = \"$a,$b\" in def B : Named<\"b\">;",
        // The record's own statement declares the field. Below, a class does, which may be right for other records.
        "def A : Named<\"a\"> {\n  bits<4> b;\n  let Inst{7-4} = b;\n}",
        "class Two<string name> : Named<name> {\n  bits<4> b;\n  let Inst{7-4} = b;\n}\ndef A : Two<\"a\">;",
    ];
    let mut shown = String::new();
    for text in texts {
        dir.write("Root.td", format!("include \"Target.td\"\n{text}\n"));
        let said = check(&dir, &["--backends", "Root.td"]);
        let said = said.strip_prefix("exit 1\n--- stderr\n").unwrap_or(&said);
        shown += &format!("{said}\n");
    }
    expect![[r##"
        Root.td:2:25: error: error: unable to find operand: 'b'
        def A : Named<"a", "$a, ${b}">;
                                ^
        Root.td:2:5: note: 'A' does not have an operand named '$b'!
        def A : Named<"a", "$a, ${b}">;
            ^
        note: said by -gen-asm-matcher, -gen-asm-writer

        Root.td:5:19: error: error: unable to find operand: 'b'
        defm A : M<"a", "#$b">;
                          ^
        Root.td:3:7: note: in this record
          def X : Named<name # "x", "$a, " # args>;
              ^
        Root.td:5:10: note: instantiated from multiclass
        defm A : M<"a", "#$b">;
                 ^
        Root.td:5:10: note: 'AX' does not have an operand named '$b'!
        defm A : M<"a", "#$b">;
                 ^
        note: said by -gen-asm-matcher, -gen-asm-writer

        Root.td:2:20: error: error: unable to find operand: 'b'
        defvar args = "$a, $b";
                           ^
        Root.td:3:5: note: in this record
        def A : Named<"a", args>;
            ^
        Root.td:3:5: note: 'A' does not have an operand named '$b'!
        def A : Named<"a", args>;
            ^
        note: said by -gen-asm-matcher, -gen-asm-writer

        Root.td:3:37: error: error: unable to find operand: 'b'
          let AsmString = !strconcat("o", " $b");
                                            ^
        Root.td:5:5: note: in this record
        def A : Own;
            ^
        Root.td:5:5: note: 'A' does not have an operand named '$b'!
        def A : Own;
            ^
        note: said by -gen-asm-matcher, -gen-asm-writer

        Root.td:3:37: error: error: unable to find operand: 'b'
        def A # !substr(name, 0, 1) : Coded<name>;
                                            ^
        Root.td:3:5: note: 'Aa' does not have an operand named '$b'!
        def A # !substr(name, 0, 1) : Coded<name>;
            ^
        note: said by -gen-asm-matcher, -gen-asm-writer

        Root.td:3:24: error: error: unable to find operand: 'b'
        def : InstAlias<"b {$a|$b}$b", (A Low:$a)>;
                               ^
        note: said by -gen-asm-matcher

        Root.td:2:59: error: 'A' does not have an operand named '$b'!
        def A : Named<"a"> { let Constraints = "@earlyclobber $a, $b = $a"; }
                                                                  ^
        note: said by -gen-asm-matcher, -gen-asm-writer, -gen-emitter

        Root.td:3:27: error: 'B' does not have an operand named '$b'!
        let DisableEncoding = "$a,$b" in def B : Named<"b">;
                                  ^
        Root.td:3:38: note: in this record
        let DisableEncoding = "$a,$b" in def B : Named<"b">;
                                             ^
        note: said by -gen-asm-matcher, -gen-asm-writer, -gen-emitter

        Root.td:3:11: error: No operand named b in record A
          bits<4> b;
                  ^
        note: said by -gen-emitter

        Root.td:6:5: error: No operand named b in record A
        def A : Two<"a">;
            ^
        Root.td:3:11: note: the field is declared here
          bits<4> b;
                  ^
        note: said by -gen-emitter

    "##]]
    .assert_eq(&shown);
}

/// A mistake that the build's backends report in different words, or for each record of a loop, is one error. If the
/// reference gives no place, it is at the record.
#[test]
fn a_mistake_is_one_error_in_the_words_of_several_backends() {
    let dir = folder_of_llvm_19("check-words");
    let target = "def Toy : AsmTarget;\ndef R0 : Reg<\"r0\">;\ndef Low : Regs<(add R0)>;\n\
        class Coded<string text> : Inst<(outs), (ins Low:$a), text> {\n  bits<4> a;\n  bits<8> Inst = { 1, 0, 0, 0, a };\n  let Size = 1;\n}\n";
    dir.write("Target.td", asm_source(GENERIC, target));
    dir.write(
        "CMakeLists.txt",
        "set(LLVM_TARGET_DEFINITIONS Root.td)\ntablegen(LLVM A.inc -gen-asm-matcher)\n\
         tablegen(LLVM B.inc -gen-asm-writer)\ntablegen(LLVM C.inc -gen-emitter)\n",
    );
    let check = |text: &str| {
        dir.write("Root.td", format!("include \"Target.td\"\n{text}\n"));
        check(&dir, &["--backends", "Root.td"])
    };
    expect![[r#"
        exit 1
        --- stderr
        Root.td:2:18: error: error: unable to find operand: 'b'
        def A : Coded<"a $b">;
                         ^
        Root.td:2:5: note: 'A' does not have an operand named '$b'!
        def A : Coded<"a $b">;
            ^
        note: said by -gen-asm-matcher, -gen-asm-writer
    "#]]
    .assert_eq(&check("def A : Coded<\"a $b\">;"));
    expect![[r##"
        exit 1
        --- stderr
        Root.td:3:11: error: No operand named a in record A0
          bits<4> a;
                  ^
        Root.td:2:26: note: No operand named a in record A1
        foreach n = 0...1 in def A#n : Inst<(outs), (ins Low:$b), "a"#n#" $b"> {
                                 ^
        note: said by -gen-emitter
    "##]]
    .assert_eq(&check(
        "foreach n = 0...1 in def A#n : Inst<(outs), (ins Low:$b), \"a\"#n#\" $b\"> {\n  \
         bits<4> a;\n  bits<8> Inst = { 1, 0, 0, n, a };\n  let Size = 1;\n}",
    ));
    expect![[r#"
        exit 1
        --- stderr
        Root.td:3:1: error: two different MnemonicAliases with the same 'from' mnemonic!
        def : MnemonicAlias<"x", "a">;
        ^
        Root.td:4:1: note: this is the other MnemonicAlias.
        def : MnemonicAlias<"x", "b">;
        ^
        note: said by -gen-asm-matcher
    "#]].assert_eq(&check(
        "def A : Coded<\"a $a\">;\ndef : MnemonicAlias<\"x\", \"a\">;\ndef : MnemonicAlias<\"x\", \"b\">;",
    ));
}

/// Errors of which the reference does not say the place are at the record.
#[test]
fn errors_without_a_place_are_at_the_record() {
    let dir = folder_of_llvm_19("check-features");
    dir.write("Target.td", isel_source(GENERIC, ""));
    dir.write(
        "Root.td",
        "include \"Target.td\"\ndef A : SubtargetFeature<\"a\", \"A\", \"true\", \"\">;\n\
         def B : SubtargetFeature<\"a\", \"B\", \"true\", \"\">;\n",
    );
    dir.write(
        "CMakeLists.txt",
        "set(LLVM_TARGET_DEFINITIONS Root.td)\ntablegen(LLVM A.inc -gen-subtarget)\n",
    );
    expect![[r#"
        exit 1
        --- stderr
        Root.td:3:5: error: Duplicate key in SubtargetFeatureKV: a
        def B : SubtargetFeature<"a", "B", "true", "">;
            ^
        Root.td:2:5: note: another feature 'a' is here
        def A : SubtargetFeature<"a", "A", "true", "">;
            ^
        note: said by -gen-subtarget
    "#]]
    .assert_eq(&check(&dir, &["--backends", "Root.td"]));
    let dir = TempDir::new("check-formats");
    let check = |text: &str| {
        let classes = include_str!("../../../backends/mlir/src/tests/dialect.td");
        dir.write("Root.td", format!("{classes}{text}\n"));
        check(&dir, &["--backends", "Root.td"])
    };
    dir.write(
        "CMakeLists.txt",
        "set(LLVM_TARGET_DEFINITIONS Root.td)\nmlir_tablegen(A.h.inc -gen-op-decls)\n\
         mlir_tablegen(A.py -gen-python-op-bindings -bind-dialect=own)\n",
    );
    expect![[r#"
        exit 1
        --- stderr
        Root.td:186:5: error: op has multiple variadic operands but no specification over their sizes
        def X : Op<Own, "x"> {
            ^
        Root.td:186:5: note: unsupported operand structure
        def X : Op<Own, "x"> {
            ^
        note: said by -gen-op-decls, -gen-python-op-bindings -bind-dialect=own
    "#]].assert_eq(&check(
        "def X : Op<Own, \"x\"> {\n  let arguments = (ins Variadic<I32>:$a, Variadic<I32>:$b);\n}",
    ));
    expect![[r#"
        exit 1
        --- stderr
        Root.td:187:36: error: unexpected end of file in literal
          let assemblyFormat = "attr-dict `";
                                           ^
        Root.td:186:5: note: in custom assembly format for this operation
        def Y : Op<Own, "y"> {
            ^
        note: said by -gen-op-decls
    "#]]
    .assert_eq(&check(
        "def Y : Op<Own, \"y\"> {\n  let assemblyFormat = \"attr-dict `\";\n}",
    ));
}

/// There is no hint on an unused record if another unit uses it.
#[test]
fn what_an_editor_says_of_targets() {
    let dir = folder_of_llvm_19("check-hints");
    let target = isel_source(GENERIC, "def NEG : Inst<(outs GPR:$d), (ins GPR:$a)>;");
    dir.write("Target.td", target);
    dir.write(
        "Shared.td",
        "include \"Target.td\"\ndef f : PatFrag<(ops node:$a), (sub 0, node:$a)>;\n",
    );
    dir.write(
        "A.td",
        "include \"Shared.td\"\ndef g : PatFrag<(ops node:$a), (sub 1, node:$a)>;\n",
    );
    dir.write(
        "B.td",
        "include \"Shared.td\"\ndef : Pat<(i32 (f i32:$a)), (NEG $a)>;\n",
    );
    assert_eq!(check(&dir, &["A.td"]), "exit 0\n");
    expect![[r#"
        exit 0
        --- stderr
        A.td:2:5: note: no pattern uses the fragment 'g'
        def g : PatFrag<(ops node:$a), (sub 1, node:$a)>;
            ^
    "#]]
    .assert_eq(&check(&dir, &["--hints", "A.td"]));
    assert_eq!(check(&dir, &["--hints", "B.td"]), "exit 0\n");
}

/// An error of a backend that the build does not run is a hint, and each pair is reported once.
#[test]
fn errors_of_a_decoder_that_the_build_does_not_run() {
    let dir = folder_of_llvm_19("check-decoder");
    let target = "def Toy : AsmTarget;\ndef R0 : Reg<\"r0\">;\ndef Low : Regs<(add R0)>;\n\
        class Coded<string text> : Inst<(outs), (ins Low:$a), text> {\n  bits<4> a;\n  bits<8> Inst = { 1, 0, 0, 0, a };\n  let Size = 1;\n}\n";
    dir.write("Target.td", asm_source(GENERIC, target));
    let root = "include \"Target.td\"\ndef A : Coded<\"a $a\">;\ndef B : Coded<\"b $a\">;\n";
    dir.write("Root.td", root);
    let build = |backend: &str| {
        let text =
            format!("set(LLVM_TARGET_DEFINITIONS Root.td)\ntablegen(LLVM x.inc -{backend})\n");
        dir.write("CMakeLists.txt", text);
        check(&dir, &["--hints", "Root.td"])
    };
    expect![[r#"
        exit 0
        --- stderr
        Root.td:3:5: note: a decoder cannot tell 'B' from 'A': both are code with the same bits 7-4
        def B : Coded<"b $a">;
            ^
        Root.td:2:5: note: 'A' is here
        def A : Coded<"a $a">;
            ^
        note: fix a bit in which they differ, give one of them another DecoderNamespace, or set isCodeGenOnly or isAsmParserOnly for one that is not to be decoded
    "#]]
    .assert_eq(&build("gen-register-info"));
    expect![[r#"
        exit 1
        --- stderr
        Root.td:3:5: error: a decoder cannot tell 'B' from 'A': both are code with the same bits 7-4
        def B : Coded<"b $a">;
            ^
        Root.td:2:5: note: 'A' is here
        def A : Coded<"a $a">;
            ^
        note: fix a bit in which they differ, give one of them another DecoderNamespace, or set isCodeGenOnly or isAsmParserOnly for one that is not to be decoded
    "#]]
    .assert_eq(&build("gen-disassembler"));
    // Without a build, any backend may be run.
    std::fs::remove_file(dir.path().join("CMakeLists.txt")).expect("it is there");
    let told = check(&dir, &["--hints", "Root.td"]);
    assert!(
        told.contains("error: a decoder cannot tell 'B' from 'A'"),
        "{told}"
    );
}

/// A name that is missing in many places is one error, with the file to include.
#[test]
fn a_missing_include() {
    let dir = folder("check-missing-include");
    let uses: String = (0..11).map(|it| format!("def r{it} : Reg;\n")).collect();
    dir.write("Root.td", format!("// RUN: llvm-tblgen %s\n{uses}"));
    dir.write("Regs.td", "class Reg;\n");
    // Not these: a root, and a file that includes the first.
    dir.write("Other.td", "// RUN: llvm-tblgen %s\nclass Reg;\n");
    dir.write("Outer.td", "include \"Root.td\"\nclass Reg;\n");
    expect![[r#"
        exit 1
        --- stderr
        Root.td:2:10: error: Couldn't find class 'Reg'
        def r0 : Reg;
                 ^
        Root.td:3:10: note: the same here
        def r1 : Reg;
                 ^
        Root.td:4:10: note: the same here
        def r2 : Reg;
                 ^
        Root.td:5:10: note: the same here
        def r3 : Reg;
                 ^
        Root.td:6:10: note: the same here
        def r4 : Reg;
                 ^
        Root.td:7:10: note: the same here
        def r5 : Reg;
                 ^
        Root.td:8:10: note: the same here
        def r6 : Reg;
                 ^
        Root.td:9:10: note: the same here
        def r7 : Reg;
                 ^
        Root.td:10:10: note: the same here
        def r8 : Reg;
                 ^
        note: and 2 times more in this file
        note: an include of "Regs.td" would declare it
    "#]]
    .assert_eq(&check(&dir, &["Root.td"]));
    dir.write("More.td", "class Reg;\nclass Late;\n");
    dir.write(
        "Root.td",
        "// RUN: llvm-tblgen %s\ndef a : Late;\ndef b : Reg;\n",
    );
    expect![[r#"
        exit 1
        --- stderr
        Root.td:2:9: error: Couldn't find class 'Late'
        def a : Late;
                ^
        note: an include of "More.td" would declare it
        Root.td:3:9: error: Couldn't find class 'Reg'
        def b : Reg;
                ^
        note: an include of "More.td" or "Regs.td" would declare it
    "#]]
    .assert_eq(&check(&dir, &["Root.td"]));
}

/// The option of a build that names a dialect that is not there.
#[test]
fn a_wrong_dialect_of_a_build() {
    let dir = TempDir::new("check-dialect");
    dir.write(
        "CMakeLists.txt",
        "set(LLVM_TARGET_DEFINITIONS A.td)\n\
         mlir_tablegen(A.h.inc -gen-dialect-decls -dialect=non)\n\
         mlir_tablegen(A.py -gen-python-op-bindings -bind-dialect=non)\n",
    );
    dir.write(
        "A.td",
        include_str!("../../../backends/mlir/src/tests/dialect.td"),
    );
    expect![[r#"
        exit 1
        --- stderr
        error: there is no dialect 'non' for '-dialect': it may be 'own'
        note: said by -gen-dialect-decls -dialect=non
        warning: there is no dialect 'non' for '-bind-dialect': it may be 'own'
        note: said by -gen-python-op-bindings -bind-dialect=non
    "#]]
    .assert_eq(&check(&dir, &["--backends", "A.td"]));
}
