use expect_test::{Expect, expect};

use super::*;
use crate::testing::Memory;

fn run(folder: &str, text: &str, scope: &Scope) -> (Vec<Command>, Scope) {
    let left = Left::of_all();
    let said = commands(at(folder, scope), text, &Memory::default(), &left);
    (resolved(said.commands, &said.tools), said.scope)
}

/// The commands with the names of their programs.
fn resolved(mut commands: Vec<Command>, tools: &Tools) -> Vec<Command> {
    for it in &mut commands {
        it.run.tool = tools.resolve(&it.run.tool);
    }
    commands
}

fn at<'a>(path: &'a str, scope: &Scope) -> Folder<'a> {
    Folder {
        path,
        project: "/s",
        scope: scope.clone(),
        has_below: true,
    }
}

/// The commands of the file of `/s/p` beside other files.
fn check_with(files: &[(&str, &str)], text: &str, want: Expect) {
    let tree = Memory::new(files);
    let scope = Scope::top(None);
    let said = commands(at("/s/p", &scope), text, &tree, &Left::of_all());
    want.assert_eq(&show(&resolved(said.commands, &said.tools)));
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
    let left = &Left::of_all();
    assert!(scope.matters(b"td(A)", false, left) && !scope.matters(b"add_library(A)", true, left));
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
    let in_loop = |before: &str, body: &str| format!("{before}\nwhile(TRUE)\n{body}\nendwhile()");
    let large = format!("set(x {})", "a;b;".repeat(4000));
    let recursion = "function(f)\n  tablegen(LLVM a)\n  f(${ARGV} ${ARGV})\n  f(${ARGV} ${ARGV})\nendfunction()\nf(a)";
    for text in [
        doubling,
        recursion,
        "while(TRUE)\n  set(x ${x}${x}a)\nendwhile()",
        "while(NOT y)\nendwhile()",
        "while(",
        "if(((((",
        "foreach(a IN ZIP_LISTS)",
        "foreach()",
        "function()",
        "macro(f",
        "${${${",
        "set(a ${${a}",
        &"if(TRUE)\n".repeat(100_000),
        &"foreach(x a)\n".repeat(100_000),
        &"function(f)\n".repeat(100_000),
        &in_loop("set(x a)", &"if(FALSE)\nendif()\n".repeat(10_000)),
        &in_loop(&large, "list(TRANSFORM x PREPEND ${x})"),
        &in_loop(&large, "list(REMOVE_ITEM x ${x})"),
        &in_loop(&large, "string(REPLACE a \"${x}\" y \"${x}\")"),
        &in_loop(&large, "list(JOIN x \"${x}\" y)"),
        &in_loop(&large, "cmake_parse_arguments(p \"${x}\" \"\" \"\" ${x})"),
    ] {
        let (found, _) = run("/s", text, &Scope::top(None));
        assert!(found.is_empty(), "{text}");
    }
}

/// The number of iterations of a loop before the work limit.
fn turns(before: &str, body: &str) -> usize {
    let text =
        format!("{before}\nforeach(i RANGE 99999999)\nset(turn ${{i}})\n{body}\nendforeach()");
    let (_, scope) = run("/s", &text, &Scope::top(None));
    scope
        .variables
        .get("turn")
        .map_or(0, |it| it.value.parse().unwrap())
}

#[test]
fn steps_cost_what_they_look_at_and_copy() {
    let items = 8000;
    let list = format!("set(x \"{}\")", "a;".repeat(items));
    let text = format!("set(x \"{0}\")\nset(y \"{0}b\")", ".1".repeat(items));
    for (before, body) in [
        (&list, "list(LENGTH x n)"),
        (&list, "list(GET x 1 n)"),
        (&list, "list(FIND x b n)"),
        (&list, "list(APPEND x b)"),
        (&list, "foreach(j IN LISTS x)\nbreak()\nendforeach()"),
        (&list, "foreach(j IN ZIP_LISTS x)\nbreak()\nendforeach()"),
        (&list, "if(b IN_LIST x)\nendif()"),
        (&text, "if(x VERSION_LESS y)\nendif()"),
        (&text, "if(x STREQUAL y)\nendif()"),
        (&text, "string(LENGTH \"${x}\" n)"),
        (&text, "string(REPLACE 1 b n \"${x}\")"),
    ] {
        let turns = turns(before, body);
        assert!(
            (1..=4 * MAX_WORK / items).contains(&turns),
            "{body}: {turns}"
        );
    }
    // The expansion of a condition is bounded.
    let long = format!("if({})\nendif()", "${x} ".repeat(100_000));
    assert!(turns(&list, &long) < 1000);
}

#[test]
fn files_are_not_asked_for_without_end() {
    let files = ("/s/a.pdll", "x".repeat(MAX_SIZE));
    let tree = Memory::new(&[files]);
    let text = "while(TRUE)\nadd_mlir_pdll_library(x a.pdll y)\ninclude(none)\nendwhile()";
    let said = commands(at("/s", &Scope::top(None)), text, &tree, &Left::of_all());
    assert!(said.is_cut);
}

#[test]
fn functions_of_included_files() {
    let mine = "function(my_ops name)\n  set(LLVM_TARGET_DEFINITIONS ${name}.td)\n  mine_one(${name})\nendfunction()\n\
                macro(mine_one name)\n  mlir_tablegen(${name}.inc -gen-op-decls)\nendmacro()\n";
    let other = "include(${CMAKE_CURRENT_LIST_DIR}/more/Deep.cmake)\nreturn()\nset(name gone)";
    check_with(
        &[
            ("/s/p/cmake/Mine.cmake", mine),
            ("/s/p/Other.cmake", other),
            ("/s/p/more/Deep.cmake", "set(name B)"),
            ("/s/p/Round.cmake", "include(Round.cmake)"),
        ],
        "list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/cmake)\n\
         include(AddMLIR)\ninclude(Mine)\ninclude(Other.cmake)\ninclude(Round.cmake)\nmy_ops(A)\nmy_ops(${name})\n",
        expect![[r#"
            /s/p/A.td: mlir-tblgen gen-op-decls [] to A.inc
              ["/s/p"] []
            /s/p/B.td: mlir-tblgen gen-op-decls [] to B.inc
              ["/s/p"] []
        "#]],
    );
}

#[test]
fn a_function_that_takes_its_arguments_apart_in_loops() {
    let text = "function(library)\n  cmake_parse_arguments(R \"TESTONLY\" \"NAME;TBLGEN\" \"TD_FILE;OUTS\" ${ARGN})\n\
        if(R_TESTONLY AND NOT BUILD_TESTS)\n    return()\n  endif()\n\
        if(${R_TBLGEN} MATCHES \"OWN\")\n    set(exe ${OWN_TABLEGEN_EXE})\n  else()\n    set(exe ${MLIR_TABLEGEN_EXE})\n  endif()\n\
        set(dirs \"${MLIR_INCLUDE_DIRS}\" /s/include)\n  list(TRANSFORM dirs PREPEND \"-I\")\n\
        if(IS_ABSOLUTE ${R_TD_FILE})\n    set(td ${R_TD_FILE})\n  else()\n    set(td ${CMAKE_CURRENT_SOURCE_DIR}/${R_TD_FILE})\n  endif()\n\
        while(R_OUTS)\n    set(command)\n    set(file)\n    while(R_OUTS AND NOT file)\n      list(GET R_OUTS 0 part)\n      list(REMOVE_AT R_OUTS 0)\n\
        if(${part} MATCHES \"^-.*\")\n        list(APPEND command ${part})\n      else()\n        set(file ${part})\n      endif()\n    endwhile()\n\
        add_custom_command(OUTPUT ${file} COMMAND ${exe} ${command} ${MORE} ${dirs} ${td} --write-if-changed -o ${CMAKE_CURRENT_BINARY_DIR}/${file} -d x.d DEPENDS ${td})\n  endwhile()\nendfunction()\n\
        library(NAME One TD_FILE a.td OUTS --gen-enum-decls --dialect=x a.h.inc -gen-enum-defs a.cpp.inc)\n\
        library(NAME Two TBLGEN \"OWN\" TD_FILE /s/b.td OUTS -gen-own b.inc)\n\
        library(NAME Three TESTONLY TD_FILE c.td OUTS -gen-own c.inc)\n";
    check(
        text,
        expect![[r#"
        /s/p/a.td: mlir-tblgen gen-enum-decls ["--dialect=x"] to a.h.inc
          ["/s/p", "/s/include"] []
        /s/p/a.td: mlir-tblgen gen-enum-defs [] to a.cpp.inc
          ["/s/p", "/s/include"] []
        /s/b.td: own-tblgen gen-own [] to b.inc
          ["/s/p", "/s/include"] []
        /s/p/c.td: mlir-tblgen gen-own [] to c.inc
          ["/s/p", "/s/include"] []
    "#]],
    );
}

#[test]
fn bindings_for_python() {
    check(
        "declare_mlir_dialect_python_bindings(ADD_TO_PARENT X ROOT_DIR \"${CMAKE_CURRENT_SOURCE_DIR}/py\"\n\
           TD_FILE dialects/HW.td SOURCES a.py DIALECT_NAME hw GEN_ENUM_BINDINGS)\n\
         declare_mlir_dialect_extension_python_bindings(ROOT_DIR /s/q TD_FILE E.td DIALECT_NAME d EXTENSION_NAME e)\n\
         declare_mlir_dialect_python_bindings(ROOT_DIR /s/q SOURCES b.py DIALECT_NAME none)\n",
        expect![[r#"
            /s/p/py/dialects/HW.td: mlir-tblgen gen-python-op-bindings ["-bind-dialect=hw"] to dialects/_hw_ops_gen.py
              ["/s/p"] []
            /s/p/py/dialects/HW.td: mlir-tblgen gen-python-enum-bindings [] to dialects/_hw_enum_gen.py
              ["/s/p"] []
            /s/q/E.td: mlir-tblgen gen-python-op-bindings ["-bind-dialect=d", "-dialect-extension=e"] to _e_ops_gen.py
              ["/s/p"] []
        "#]],
    );
}

#[test]
fn files_of_pdll_read_tables() {
    check_with(
        &[
            (
                "/s/p/P.pdll",
                "#include \"in.td\"\n#include \"gone.td\"\n#include \"x.pdll\"",
            ),
            ("/s/i/in.td", ""),
        ],
        "include_directories(../i)\nadd_mlir_pdll_library(T P.pdll P.h.inc)",
        expect![[r#"
            /s/i/in.td:  no backend [] to nowhere
              ["/s/p", "/s/i"] []
        "#]],
    );
}

#[test]
fn conditions_that_the_files_decide() {
    let branch = |condition: &str| {
        let text = format!(
            "set(yes ON)\nset(no OFF)\nset(list a b)\nset(user ON CACHE BOOL \"\")\nset(one x)\nset(open a ${{OPEN}})\n\
             set(cached a CACHE STRING \"\")\nset(from_cached ${{cached}})\nset(kept a CACHE INTERNAL \"\")\n\
             set(forced a CACHE STRING \"\" FORCE)\nset(ENV{{SET}} x)\nif({condition})\n  tablegen(LLVM t.inc SOURCE x.td)\nelse()\n  tablegen(LLVM e.inc SOURCE x.td)\nendif()"
        );
        let (found, _) = run("/s/p", &text, &Scope::top(None));
        let outputs = found.iter().filter_map(|it| it.run.output.clone());
        outputs.collect::<Vec<_>>().join(" ")
    };
    for (condition, want) in [
        ("yes", "t.inc"),
        ("no OR yes AND NOT no", "t.inc"),
        ("NOT (yes AND (no OR yes))", "e.inc"),
        ("\"${list}\" STREQUAL \"a;b\"", "t.inc"),
        ("b IN_LIST list", "t.inc"),
        ("3 GREATER 10", "e.inc"),
        ("1.10 VERSION_GREATER 1.9", "t.inc"),
        ("file.td MATCHES \"\\\\.td$\"", "t.inc"),
        ("no AND UNKNOWN", "e.inc"),
        // An unknown value may be either.
        ("UNKNOWN", "t.inc e.inc"),
        ("user", "t.inc e.inc"),
        ("${UNKNOWN} STREQUAL x", "t.inc e.inc"),
        ("x MATCHES \"[a-z]+\"", "t.inc e.inc"),
        ("EXISTS /x", "t.inc e.inc"),
        ("yes yes", "t.inc e.inc"),
        ("", "t.inc e.inc"),
        // Neither do values from CMake, its cache, its command line or the environment.
        ("CMAKE_BUILD_TYPE STREQUAL Debug", "t.inc e.inc"),
        ("CMAKE_SYSTEM_NAME MATCHES Linux", "t.inc e.inc"),
        ("CMAKE_VERSION VERSION_LESS 3.20", "t.inc e.inc"),
        ("3.20 VERSION_LESS CMAKE_VERSION", "t.inc e.inc"),
        ("\"x\" STREQUAL CMAKE_BUILD_TYPE", "t.inc e.inc"),
        ("BITS LESS 64", "t.inc e.inc"),
        ("BITS EQUAL 64", "t.inc e.inc"),
        ("cached STREQUAL a", "t.inc e.inc"),
        ("${cached} STREQUAL a", "t.inc e.inc"),
        ("\"${cached}\" MATCHES \"^a\"", "t.inc e.inc"),
        ("from_cached STREQUAL a", "t.inc e.inc"),
        ("a IN_LIST cached", "t.inc e.inc"),
        ("DEFINED cached", "t.inc e.inc"),
        ("kept STREQUAL a", "t.inc"),
        ("forced STREQUAL a", "t.inc"),
        ("$ENV{HOME} STREQUAL x", "t.inc e.inc"),
        ("\"$ENV{HOME}\" STREQUAL \"\"", "t.inc e.inc"),
        ("DEFINED ENV{HOME}", "t.inc e.inc"),
        ("$ENV{SET} STREQUAL x", "t.inc"),
        ("$CACHE{X} STREQUAL x", "t.inc e.inc"),
        ("NOT CMAKE_BUILD_TYPE STREQUAL Debug", "t.inc e.inc"),
        ("BITS EQUAL 64 AND no", "e.inc"),
        ("BITS EQUAL 64 OR yes", "t.inc"),
        ("NOT (BITS EQUAL 64 OR yes)", "e.inc"),
        ("BITS EQUAL 64 OR no", "t.inc e.inc"),
        ("BITS EQUAL 64 AND yes", "t.inc e.inc"),
        // Values from the files decide anyway.
        ("one STREQUAL x", "t.inc"),
        ("${one} STREQUAL x", "t.inc"),
        ("${one} STREQUAL y", "e.inc"),
        ("one STREQUAL y", "e.inc"),
        ("19.1.0git VERSION_GREATER_EQUAL 19.1", "t.inc"),
        ("c IN_LIST list", "e.inc"),
        ("a IN_LIST open", "t.inc"),
        ("c IN_LIST open", "t.inc e.inc"),
    ] {
        assert_eq!(branch(condition), want, "{condition}");
    }
}

#[test]
fn loops_over_files_and_pairs() {
    check_with(
        &[("/s/p/a.td", ""), ("/s/p/b.td", ""), ("/s/p/c.cpp", "")],
        "file(GLOB tds CONFIGURE_DEPENDS *.td)\nset(flags -gen-a -gen-b)\n\
         foreach(td flag IN ZIP_LISTS tds flags)\n  get_filename_component(name ${td} NAME_WE)\n  tablegen(LLVM ${name}.inc ${flag} SOURCE ${td})\nendforeach()\n\
         foreach(i RANGE 0 8 2)\n  if(i EQUAL 2)\n    continue()\n  elseif(i GREATER 4)\n    break()\n  endif()\n  tablegen(LLVM ${i}.inc -gen-c SOURCE a.td)\nendforeach()\n",
        expect![[r#"
            /s/p/a.td: llvm-tblgen gen-a [] to a.inc
              ["/s/p"] []
            /s/p/b.td: llvm-tblgen gen-b [] to b.inc
              ["/s/p"] []
            /s/p/a.td: llvm-tblgen gen-c [] to 0.inc
              ["/s/p"] []
            /s/p/a.td: llvm-tblgen gen-c [] to 4.inc
              ["/s/p"] []
        "#]],
    );
}

#[test]
fn what_makes_no_table_matters_for_the_folders_below_only() {
    let text = "function(add_part name)\nset(LAST ${name} PARENT_SCOPE)\nendfunction()\n";
    let (_, scope) = run("/p", text, &Scope::top(None));
    for line in ["add_part(A)", "include_directories(inc)"] {
        let matters = |has_below| scope.matters(line.as_bytes(), has_below, &Left::of_all());
        assert!(matters(true) && !matters(false), "{line}");
    }
}

/// The outputs of the tables that a text makes, in order.
fn outputs(text: &str) -> String {
    let (found, _) = run("/s/p", text, &Scope::top(None));
    let outputs = found.iter().filter_map(|it| it.run.output.clone());
    outputs.collect::<Vec<_>>().join(" ")
}

#[test]
fn what_functions_keep_to_themselves_is_not_worked_out() {
    let text = "function(ask out)\nset(${out} x PARENT_SCOPE)\nendfunction()\nmacro(also)\nask(w)\nendmacro()\n\
                function(lib)\nask(y)\nforeach(i RANGE 99999999)\nset(z ${i})\nendforeach()\nendfunction()\n\
                function(table)\nask(name)\ntablegen(LLVM ${name}.inc -gen-x)\nendfunction()\n\
                set(LLVM_TARGET_DEFINITIONS a.td)\nset(name n)\nlib()\ntable()\nalso()\ntablegen(LLVM ${name}${w}${y} -gen-x)";
    assert_eq!(outputs(text), "x.inc nx${y}");
}

#[test]
fn what_is_perhaps_left_goes_on() {
    let table = |name: &str| format!("tablegen(LLVM {name} SOURCE x.td)\n");
    let [a, b, c, d] = ["a", "b", "c", "d"].map(table);
    for (text, want) in [
        (
            format!("if(X)\n{a}else()\n{b}return()\n{c}endif()\n{d}"),
            "a b d",
        ),
        (
            format!("if(X)\n{a}elseif(TRUE)\nreturn()\nelse()\n{c}endif()\n{d}"),
            "a d",
        ),
        (
            format!("if(X)\nif(TRUE)\nreturn()\nendif()\n{a}endif()\n{d}"),
            "d",
        ),
        (format!("if(FALSE)\n{a}else()\nreturn()\nendif()\n{d}"), ""),
        (
            format!("foreach(i a b)\nif(X)\n{a}else()\nbreak()\nendif()\n{b}endforeach()\n{c}"),
            "a b a b c",
        ),
        (format!("while(X)\n{a}return()\nendwhile()\n{b}"), "a b"),
        (
            format!(
                "function(f)\nif(X)\nreturn()\nendif()\n{a}return()\n{b}endfunction()\nif(X)\nf()\nendif()\n{c}"
            ),
            "a c",
        ),
    ] {
        assert_eq!(outputs(&text), want, "{text}");
    }
}

#[test]
fn what_is_perhaps_set_decides_nothing() {
    let table = "if(kind STREQUAL a)\ntablegen(LLVM t SOURCE x.td)\nelse()\ntablegen(LLVM e SOURCE x.td)\nendif()\n";
    for (before, want) in [
        ("set(kind a)", "t"),
        ("if(X)\nset(kind a)\nendif()", "t e"),
        ("if(X)\nset(kind a)\nelse()\nset(kind b)\nendif()", "t e"),
        ("if(TRUE)\nset(kind a)\nendif()", "t"),
        ("if(X)\nset(kind a)\nendif()\nset(kind b)", "e"),
        // In the branch it has the value that was set in it.
        ("if(X)\nset(kind a)", "t"),
        // It is followed into other variables, not into the variables of functions.
        ("if(X)\nset(other a)\nendif()\nset(kind ${other})", "t e"),
        (
            "function(f)\nset(kind b)\nendfunction()\nset(kind a)\nif(X)\nf()\nendif()",
            "t",
        ),
        (
            "function(f)\nset(kind a PARENT_SCOPE)\nendfunction()\nif(X)\nf()\nendif()",
            "t e",
        ),
    ] {
        assert_eq!(outputs(&format!("{before}\n{table}")), want, "{before}");
    }
}

#[test]
fn a_variable_that_is_made_of_itself() {
    check(
        "set(LLVM_TARGET_DEFINITIONS a.td)\nset(LLVM_TABLEGEN_FLAGS ${LLVM_TABLEGEN_FLAGS})\ntablegen(LLVM 0.inc -gen-x)\n\
         set(LLVM_TABLEGEN_FLAGS ${LLVM_TABLEGEN_FLAGS} -DX -I inc)\n\
         set(LLVM_TABLEGEN_FLAGS \"${LLVM_TABLEGEN_FLAGS};-DY\")\ntablegen(LLVM a.inc -gen-x)\n\
         set(DIR ${DIR}/sub)\nset(LLVM_TARGET_DEFINITIONS ${DIR}/b.td)\ntablegen(LLVM b.inc -gen-x)\n\
         set(ROOT \"${ROOT}\" CACHE PATH x)\ntablegen(LLVM c.inc -gen-x SOURCE ${ROOT}/c.td)\n",
        expect![[r#"
            /s/p/a.td: llvm-tblgen gen-x [] to 0.inc
              ["/s/p"] []
            /s/p/a.td: llvm-tblgen gen-x [] to a.inc
              ["/s/p", "/s/p/inc"] ["X", "Y"]
            /s/p/${DIR}/sub/b.td: llvm-tblgen gen-x [] to b.inc
              ["/s/p", "/s/p/inc"] ["X", "Y"]
            /s/p/${ROOT}/c.td: llvm-tblgen gen-x [] to c.inc
              ["/s/p", "/s/p/inc"] ["X", "Y"]
        "#]],
    );
}

#[test]
fn programs_that_are_named_by_their_project() {
    check(
        "set(LLVM_TARGET_DEFINITIONS a.td)\nset(PROJECT OWN)\nset(BY_PATH_TABLEGEN_EXE $<TARGET_FILE:maker>)\n\
         tablegen(${PROJECT} 1.inc -gen-x)\ntablegen(LLVM_HEADERS 2.inc -gen-x)\ntablegen(BY_PATH 3.inc -gen-x)\ntablegen(NEW 4.inc -gen-x)\n\
         add_custom_command(OUTPUT 5.inc COMMAND ${${PROJECT}_TABLEGEN_EXE} ARGS -gen-x a.td -o 5.inc)\n\
         add_custom_command(OUTPUT 6.inc COMMAND ${PROJECT}_TABLEGEN_EXE -gen-x a.td -o 6.inc COMMENT b.td)\n\
         add_custom_command(OUTPUT 7.inc COMMAND ${BY_PATH_TABLEGEN_EXE} -gen-x a.td -o 7.inc)\n\
         add_custom_target(T ALL COMMAND $<TARGET_FILE:llvm-tblgen> -gen-x a.td -o 8.inc SOURCES b.td)\n\
         add_custom_command(OUTPUT 9.inc COMMAND ${OTHER_EXE} -gen-x a.td -o 9.inc)\n\
         add_tablegen(llvm-min-tblgen LLVM_HEADERS x.cpp)\nadd_tablegen(own-maker OWN x.cpp)\n\
         add_custom_command(OUTPUT 10.inc COMMAND own-maker -gen-x a.td -o 10.inc)\n",
        expect![[r#"
            /s/p/a.td: own-maker gen-x [] to 1.inc
              ["/s/p"] []
            /s/p/a.td: llvm-min-tblgen gen-x [] to 2.inc
              ["/s/p"] []
            /s/p/a.td: maker gen-x [] to 3.inc
              ["/s/p"] []
            /s/p/a.td: new-tblgen gen-x [] to 4.inc
              ["/s/p"] []
            /s/p/a.td: own-maker gen-x [] to 5.inc
              ["/s/p"] []
            /s/p/a.td: own-maker gen-x [] to 6.inc
              ["/s/p"] []
            /s/p/a.td: maker gen-x [] to 7.inc
              ["/s/p"] []
            /s/p/a.td: llvm-tblgen gen-x [] to 8.inc
              ["/s/p"] []
            /s/p/a.td: own-maker gen-x [] to 10.inc
              ["/s/p"] []
        "#]],
    );
}

#[test]
fn directories_of_branches() {
    let (found, _) = run(
        "/s/p",
        "include_directories(sure ${CMAKE_BINARY_DIR}/include)\nset(LLVM_TARGET_DEFINITIONS a.td)\n\
         if(X)\n  include_directories(perhaps)\n  tablegen(LLVM 1.inc)\nendif()\ntablegen(LLVM 2.inc)\n\
         tablegen(LLVM 3.inc -I ${OPEN}/include)\ninclude_directories($ENV{LLVM}/include)\ntablegen(LLVM 4.inc)",
        &Scope::top(None),
    );
    let dirs = found.iter().map(|it| {
        let output = it.run.output.as_deref().unwrap_or("");
        format!("{output} {:?} {:?}\n", it.spec.include_dirs, it.last_dirs)
    });
    expect![[r#"
        1.inc ["/s/p", "/s/p/sure", "/s/p/perhaps"] []
        2.inc ["/s/p", "/s/p/sure", "/s/p/perhaps"] []
        3.inc ["/s/p", "/s/p/sure"] ["/s/p/perhaps"]
        4.inc ["/s/p", "/s/p/sure"] ["/s/p/perhaps"]
    "#]]
    .assert_eq(&dirs.collect::<String>());
}
