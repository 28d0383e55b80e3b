use expect_test::{Expect, expect};

use super::*;

fn run(folder: &str, text: &str, scope: &Scope) -> (Vec<Command>, Scope) {
    commands(folder, "/s", text, scope, &mut { MAX_WORK })
}

fn check(text: &str, want: Expect) {
    let scope = Scope::top(Some("/s/llvm"));
    let (found, _) = run("/s/p", text, &scope);
    want.assert_eq(&show(&found));
}

fn show(found: &[Command]) -> String {
    let mut text = String::new();
    for it in found {
        let run = &it.run;
        let backend = run.backend.as_deref().unwrap_or("no backend");
        let output = run.output.as_deref().unwrap_or("nowhere");
        text += &format!(
            "{}: {} {backend} {:?} to {output}\n",
            it.spec.root, run.tool, run.args
        );
        text += &format!("  {:?} {:?}\n", it.spec.include_dirs, it.spec.macros);
    }
    text
}

#[test]
fn a_target_of_llvm() {
    check(
        "set(LLVM_TARGET_DEFINITIONS X86.td)\n\
         list(APPEND LLVM_TABLEGEN_FLAGS -I ${LLVM_MAIN_SRC_DIR}/lib/Target)\n\
         include_directories(${CMAKE_CURRENT_BINARY_DIR} AFTER ${LLVM_MAIN_INCLUDE_DIR})\n\
         tablegen(LLVM X86GenAsmWriter1.inc -gen-asm-writer -asmwriternum=1 DEPENDS x EXTRA_INCLUDES ../y)\n\
         add_public_tablegen_target(X86CommonTableGen)\n",
        expect![[r#"
            /s/p/X86.td: llvm-tblgen gen-asm-writer ["-asmwriternum=1"] to X86GenAsmWriter1.inc
              ["/s/p", "/s/llvm/lib/Target", "/s/y", "/s/llvm/include"] []
        "#]],
    );
}

#[test]
fn outputs_in_the_folders_of_the_build() {
    check(
        "project(Toy)\nset(LLVM_TARGET_DEFINITIONS a.td)\nset(GEN ${Toy_BINARY_DIR}/gen)\n\
         tablegen(LLVM ${CMAKE_CURRENT_BINARY_DIR}/a.inc -gen-x)\ntablegen(LLVM ${GEN}/b.inc -gen-x)\n\
         tablegen(LLVM ${CMAKE_BINARY_DIR}/c.inc -gen-x)\ntablegen(LLVM ${OUT}/d.inc -gen-x)\n",
        expect![[r#"
            /s/p/a.td: llvm-tblgen gen-x [] to a.inc
              ["/s/p"] []
            /s/p/a.td: llvm-tblgen gen-x [] to gen/b.inc
              ["/s/p"] []
            /s/p/a.td: llvm-tblgen gen-x [] to ../c.inc
              ["/s/p"] []
            /s/p/a.td: llvm-tblgen gen-x [] to ${OUT}/d.inc
              ["/s/p"] []
        "#]],
    );
}

#[test]
fn macros_and_functions_of_a_project() {
    check(
        "macro(gen_kinds component)\n  clang_tablegen(${component}Kinds.inc -gen-kinds -component=${component}\n    \
         SOURCE Diagnostic.td TARGET X${component})\nendmacro(gen_kinds)\n\
         gen_kinds(AST)\nGen_Kinds(Lex)\n\
         function(header option file out)\n  clang_tablegen(${out} ${option} -I ${CLANG_SOURCE_DIR}/b/ SOURCE ${CLANG_SOURCE_DIR}/b/${file})\n  set(file x PARENT_SCOPE)\nendfunction()\n\
         if(X)\n  header(-gen-neon arm.td arm.h)\nendif()\n",
        expect![[r#"
            /s/p/Diagnostic.td: clang-tblgen gen-kinds ["-component=AST"] to ASTKinds.inc
              ["/s/p"] []
            /s/p/Diagnostic.td: clang-tblgen gen-kinds ["-component=Lex"] to LexKinds.inc
              ["/s/p"] []
            /s/clang/b/arm.td: clang-tblgen gen-neon [] to arm.h
              ["/s/p", "/s/clang/b"] []
        "#]],
    );
}

#[test]
fn dialects_interfaces_and_their_documentation() {
    check(
        "set(LLVM_TARGET_DEFINITIONS ArithOps.td)\nmlir_tablegen(Enums.h.inc -gen-enum-decls)\n\
         add_mlir_dialect(ArithOps arith)\nadd_mlir_interface(I)\n\
         add_mlir_doc(ArithOps Arith Dialects/ -gen-dialect-doc -dialect=arith)\n",
        expect![[r#"
            /s/p/ArithOps.td: mlir-tblgen gen-enum-decls [] to Enums.h.inc
              ["/s/p"] []
            /s/p/ArithOps.td: mlir-tblgen gen-op-decls [] to ArithOps.h.inc
              ["/s/p"] []
            /s/p/ArithOps.td: mlir-tblgen gen-op-defs [] to ArithOps.cpp.inc
              ["/s/p"] []
            /s/p/ArithOps.td: mlir-tblgen gen-typedef-decls ["-typedefs-dialect=arith"] to ArithOpsTypes.h.inc
              ["/s/p"] []
            /s/p/ArithOps.td: mlir-tblgen gen-typedef-defs ["-typedefs-dialect=arith"] to ArithOpsTypes.cpp.inc
              ["/s/p"] []
            /s/p/ArithOps.td: mlir-tblgen gen-dialect-decls ["-dialect=arith"] to ArithOpsDialect.h.inc
              ["/s/p"] []
            /s/p/ArithOps.td: mlir-tblgen gen-dialect-defs ["-dialect=arith"] to ArithOpsDialect.cpp.inc
              ["/s/p"] []
            /s/p/I.td: mlir-tblgen gen-op-interface-decls [] to I.h.inc
              ["/s/p"] []
            /s/p/I.td: mlir-tblgen gen-op-interface-defs [] to I.cpp.inc
              ["/s/p"] []
            /s/p/ArithOps.td: mlir-tblgen gen-dialect-doc ["-allow-hugo-specific-features", "-dialect=arith"] to Arith.md
              ["/s/p"] []
        "#]],
    );
}

#[test]
fn loops_lists_and_custom_commands() {
    check(
        "set(kinds A B)\nforeach(k IN LISTS kinds ITEMS C)\n  add_custom_command(OUTPUT ${k}.inc\n    \
         COMMAND ${LLVM_TABLEGEN_EXE} -gen-enums -D${k} -I ${UNKNOWN}/x ${k}.td -o ${k}.inc\n    DEPENDS ${k}.td)\nendforeach()\n\
         set(LLVM_TARGET_DEFINITIONS ${GENERATED}/a.td)\ntablegen(LLVM a.inc -gen-enums)\n\
         set(LLVM_TARGET_DEFINITIONS a.cpp)\ntablegen(MLIR_SRC_SHARDER a.0.cpp -op-shard-index=0)\n",
        expect![[r#"
            /s/p/A.td: llvm-tblgen gen-enums [] to A.inc
              ["/s/p"] ["A"]
            /s/p/B.td: llvm-tblgen gen-enums [] to B.inc
              ["/s/p"] ["B"]
            /s/p/C.td: llvm-tblgen gen-enums [] to C.inc
              ["/s/p"] ["C"]
            /s/p/${GENERATED}/a.td: llvm-tblgen gen-enums [] to a.inc
              ["/s/p"] []
        "#]],
    );
}

#[test]
fn folders_below_know_what_was_said_above() {
    let above = "include_directories(include)\nmacro(td name)\n  set(LLVM_TARGET_DEFINITIONS ${name}.td)\n  mlir_tablegen(${name}.inc -gen-x)\nendmacro()";
    let (_, scope) = run("/s", above, &Scope::top(None));
    assert!(scope.matters(b"td(A)") && !scope.matters(b"add_library(A)"));
    let (found, _) = run("/s/sub", "td(A)", &scope);
    expect![[r#"
        /s/sub/A.td: mlir-tblgen gen-x [] to A.inc
          ["/s/sub", "/s/include"] []
    "#]]
    .assert_eq(&show(&found));
}

#[test]
fn endless_files_end() {
    let doubling =
        "set(x a)\nforeach(i RANGE 99999999999)\n  set(x ${x}${x})\n  set(${x} ${x})\nendforeach()";
    let recursion = "function(f)\n  tablegen(LLVM a)\n  f(${ARGV} ${ARGV})\n  f(${ARGV} ${ARGV})\nendfunction()\nf(a)";
    for text in [
        doubling,
        recursion,
        "foreach()",
        "function()",
        "macro(f",
        "${${${",
        "set(a ${${a}",
    ] {
        let (found, _) = run("/s", text, &Scope::top(None));
        assert!(found.is_empty(), "{text}");
    }
}
