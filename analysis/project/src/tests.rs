use expect_test::{Expect, expect};

use super::testing::Memory;
use super::*;

fn project(files: &[(&str, &str)]) -> Project {
    discover(
        &["/s".to_owned()],
        &Settings::default(),
        &Memory::new(files),
    )
}

fn show(project: &Project) -> String {
    let mut text = String::new();
    for (index, it) in project.units().iter().enumerate() {
        let files: Vec<_> = project.files(index).collect();
        let macros = it.spec.macros.iter().map(|it| format!(" -D {it}"));
        let from = it.found_in.as_deref().unwrap_or("nobody");
        text += &format!("{} {:?} by {from}\n", it.root(), it.origin);
        text += &format!(
            "  -I {}{}\n",
            it.spec.include_dirs.join(" -I "),
            macros.collect::<String>()
        );
        text += &format!("  reads {}\n", files.join(" "));
        for run in &it.backends {
            let backend = run.backend.as_deref().unwrap_or("print-records");
            text += &format!(
                "  {} {backend} > {}\n",
                run.tool,
                run.output.as_deref().unwrap_or("-")
            );
        }
    }
    text
}

fn check(files: &[(&str, &str)], want: Expect) {
    want.assert_eq(&show(&project(files)));
}

const LLVM: [(&str, &str); 5] = [
    (
        "/s/llvm/include/llvm/Target/Target.td",
        "include \"llvm/IR/V.td\"",
    ),
    ("/s/llvm/include/llvm/IR/V.td", ""),
    (
        "/s/llvm/lib/Target/X/X.td",
        "include \"llvm/Target/Target.td\"\ninclude \"XRegs.td\"",
    ),
    ("/s/llvm/lib/Target/X/XRegs.td", ""),
    (
        "/s/llvm/lib/Target/X/Y.td",
        "include \"llvm/Target/Target.td\"\ninclude \"XRegs.td\"\ninclude \"Z.td\"",
    ),
];

#[test]
fn files_that_nobody_includes_are_roots() {
    check(
        &LLVM,
        expect![[r#"
            /s/llvm/lib/Target/X/X.td Includes by nobody
              -I /s/llvm/lib/Target/X -I /s/llvm/include
              reads /s/llvm/include/llvm/IR/V.td /s/llvm/include/llvm/Target/Target.td /s/llvm/lib/Target/X/X.td /s/llvm/lib/Target/X/XRegs.td
            /s/llvm/lib/Target/X/Y.td Includes by nobody
              -I /s/llvm/lib/Target/X -I /s/llvm/include
              reads /s/llvm/include/llvm/IR/V.td /s/llvm/include/llvm/Target/Target.td /s/llvm/lib/Target/X/XRegs.td /s/llvm/lib/Target/X/Y.td
        "#]],
    );
}

#[test]
fn circles_have_one_root() {
    check(
        &[
            ("/s/a.td", "include \"b.td\""),
            ("/s/b.td", "include \"a.td\"\ninclude \"b.td\""),
        ],
        expect![[r#"
            /s/a.td Includes by nobody
              -I /s
              reads /s/a.td /s/b.td
        "#]],
    );
}

#[test]
fn paths_that_no_file_has_are_not_looked_for() {
    let text = format!("include \"{}b.td\"\n", "a/".repeat(100_000));
    check(
        &[("/s/a.td", &text)],
        expect![[r#"
            /s/a.td Includes by nobody
              -I /s
              reads /s/a.td
        "#]],
    );
}

#[test]
fn includes_are_looked_for_nearby_and_in_what_is_installed() {
    check(
        &[
            (
                "/s/one/lib/a.td",
                "include \"x/h.td\"\ninclude \"mlir/IR/OpBase.td\"\ninclude \"gone.td\"",
            ),
            ("/s/one/odd/x/h.td", ""),
            ("/s/two/odd/x/h.td", ""),
            ("/usr/lib/llvm-9/include/mlir/IR/OpBase.td", ""),
            ("/usr/lib/llvm-19/include/mlir/IR/OpBase.td", ""),
        ],
        expect![[r#"
            /s/one/lib/a.td Includes by nobody
              -I /s/one/lib -I /s/one/odd -I /usr/lib/llvm-19/include
              reads /s/one/lib/a.td /s/one/odd/x/h.td /usr/lib/llvm-19/include/mlir/IR/OpBase.td
            /s/two/odd/x/h.td Includes by nobody
              -I /s/two/odd/x
              reads /s/two/odd/x/h.td
        "#]],
    );
}

#[test]
fn a_build_tells_roots_and_backends() {
    let cmake = "set(LLVM_TARGET_DEFINITIONS X.td)\ntablegen(LLVM XGenA.inc -gen-asm-writer)\ntablegen(LLVM XGenR.inc -gen-register-info)";
    let mut files = LLVM.to_vec();
    files.push(("/s/llvm/lib/Target/X/CMakeLists.txt", cmake));
    let by_cmake = expect![[r#"
        /s/llvm/lib/Target/X/X.td CMake by /s/llvm/lib/Target/X/CMakeLists.txt
          -I /s/llvm/lib/Target/X -I /s/llvm/include
          reads /s/llvm/include/llvm/IR/V.td /s/llvm/include/llvm/Target/Target.td /s/llvm/lib/Target/X/X.td /s/llvm/lib/Target/X/XRegs.td
          llvm-tblgen gen-asm-writer > XGenA.inc
          llvm-tblgen gen-register-info > XGenR.inc
        /s/llvm/lib/Target/X/Y.td Includes by nobody
          -I /s/llvm/lib/Target/X -I /s/llvm/include
          reads /s/llvm/include/llvm/IR/V.td /s/llvm/include/llvm/Target/Target.td /s/llvm/lib/Target/X/XRegs.td /s/llvm/lib/Target/X/Y.td
    "#]];
    check(&files, by_cmake);
    // The tables that were really built take precedence.
    let commands = "--- !FileInfo:\n  filepath: \"/s/llvm/lib/Target/X/X.td\"\n  includes: \"/s/llvm/lib/Target/X;/s/llvm/include;/s/o/include\"\n";
    let ninja = "rule c\n command = $COMMAND\nbuild a: c\n COMMAND = cd /s/o && llvm-tblgen -gen-asm-writer -DM -I /s/llvm/include -I /s/llvm/lib/Target/X /s/llvm/lib/Target/X/X.td -o lib/XGenA.inc\n\
                 build b: c\n COMMAND = llvm-tblgen -I /s/llvm/include /s/llvm/lib/Target/X/X.td -o lib/X.txt\n";
    files.push(("/s/o/tablegen_compile_commands.yml", commands));
    files.push(("/s/o/build.ninja", ninja));
    check(
        &files,
        expect![[r#"
            /s/llvm/lib/Target/X/X.td CompileCommands by /s/o/tablegen_compile_commands.yml
              -I /s/llvm/lib/Target/X -I /s/llvm/include -I /s/o/include -D M
              reads /s/llvm/include/llvm/IR/V.td /s/llvm/include/llvm/Target/Target.td /s/llvm/lib/Target/X/X.td /s/llvm/lib/Target/X/XRegs.td
              llvm-tblgen gen-asm-writer > lib/XGenA.inc
            /s/llvm/lib/Target/X/X.td Ninja by /s/o/build.ninja
              -I /s/llvm/include
              reads /s/llvm/include/llvm/IR/V.td /s/llvm/include/llvm/Target/Target.td /s/llvm/lib/Target/X/X.td
              llvm-tblgen print-records > lib/X.txt
            /s/llvm/lib/Target/X/Y.td Includes by nobody
              -I /s/llvm/lib/Target/X -I /s/llvm/include
              reads /s/llvm/include/llvm/IR/V.td /s/llvm/include/llvm/Target/Target.td /s/llvm/lib/Target/X/XRegs.td /s/llvm/lib/Target/X/Y.td
        "#]],
    );
}

#[test]
fn what_a_build_leaves_out_of_its_list_comes_from_its_commands() {
    // A folder that runs a backend on another folder's root names its own directories in the list, and the other folder
    // by `-I`.
    let commands = "\
--- !FileInfo:
  filepath: \"/s/llvm/lib/Target/X/X.td\"
  includes: \"/s/llvm/lib/Parser;/s/llvm/include\"
--- !FileInfo:
  filepath: \"/s/llvm/lib/Target/X/X.td\"
  includes: \"/s/llvm/lib/Target/X;/s/llvm/include\"
--- !FileInfo:
  filepath: \"/s/llvm/lib/Target/X/Y.td\"
  includes: \"/s/llvm/lib/Parser;/s/llvm/include\"
";
    let ninja = "\
rule c
 command = $COMMAND
build a: c
 COMMAND = llvm-tblgen -gen-a -I /s/llvm/lib/Target/X -I /s/llvm/lib/Parser -I /s/llvm/include /s/llvm/lib/Target/X/X.td -o a
build b: c
 COMMAND = llvm-tblgen -gen-b -I /s/llvm/lib/Target/X -I /s/llvm/include /s/llvm/lib/Target/X/Y.td -o b
";
    let mut files = LLVM.to_vec();
    files.push(("/s/o/tablegen_compile_commands.yml", commands));
    files.push(("/s/o/build.ninja", ninja));
    check(
        &files,
        expect![[r#"
            /s/llvm/lib/Target/X/X.td CompileCommands by /s/o/tablegen_compile_commands.yml
              -I /s/llvm/lib/Target/X -I /s/llvm/include
              reads /s/llvm/include/llvm/IR/V.td /s/llvm/include/llvm/Target/Target.td /s/llvm/lib/Target/X/X.td /s/llvm/lib/Target/X/XRegs.td
              llvm-tblgen gen-a > a
            /s/llvm/lib/Target/X/Y.td Ninja by /s/o/build.ninja
              -I /s/llvm/lib/Target/X -I /s/llvm/include
              reads /s/llvm/include/llvm/IR/V.td /s/llvm/include/llvm/Target/Target.td /s/llvm/lib/Target/X/XRegs.td /s/llvm/lib/Target/X/Y.td
              llvm-tblgen gen-b > b
        "#]],
    );
}

#[test]
fn headers_that_lie_there_twice() {
    let cmake = "if(EXTERNAL)\n  include_directories(${LLVM_INCLUDE_DIRS})\nelse()\n  include_directories(${CMAKE_SOURCE_DIR}/old/include)\nendif()\n\
                 set(LLVM_TARGET_DEFINITIONS X.td)\ntablegen(LLVM X.inc -gen-x)";
    check(
        &[
            ("/s/CMakeLists.txt", "project(P)"),
            ("/s/llvm/lib/X/CMakeLists.txt", cmake),
            (
                "/s/llvm/lib/X/X.td",
                "include \"llvm/New.td\"\ninclude \"llvm/Both.td\"\ninclude \"llvm/Old.td\"\ninclude \"odd/Odd.td\"",
            ),
            ("/s/llvm/include/llvm/New.td", ""),
            ("/s/llvm/include/llvm/Both.td", ""),
            ("/s/old/include/llvm/Both.td", ""),
            ("/s/old/include/llvm/Old.td", ""),
            ("/s/far/odd/Odd.td", ""),
        ],
        expect![[r#"
            /s/llvm/lib/X/X.td CMake by /s/llvm/lib/X/CMakeLists.txt
              -I /s/llvm/lib/X -I /s/llvm/include -I /s/old/include -I /s/far
              reads /s/far/odd/Odd.td /s/llvm/include/llvm/Both.td /s/llvm/include/llvm/New.td /s/llvm/lib/X/X.td /s/old/include/llvm/Old.td
              llvm-tblgen gen-x > X.inc
            /s/old/include/llvm/Both.td Includes by nobody
              -I /s/old/include/llvm
              reads /s/old/include/llvm/Both.td
        "#]],
    );
}

#[test]
fn tests_say_how_they_are_run() {
    check(
        &[
            (
                "/s/test/a.td",
                "// RUN: llvm-tblgen -I %p/../h %s | FileCheck %s\n// RUN: not llvm-tblgen -DERROR -I %p/../h %s\ninclude \"h.td\"\ninclude \"k.td\"",
            ),
            ("/s/h/h.td", ""),
            ("/s/test/k.td", ""),
        ],
        expect![[r#"
            /s/test/a.td RunLine by /s/test/a.td
              -I /s/h -I /s/test
              reads /s/h/h.td /s/test/a.td /s/test/k.td
              llvm-tblgen print-records > -
            /s/test/a.td RunLine by /s/test/a.td
              -I /s/h -I /s/test -D ERROR
              reads /s/h/h.td /s/test/a.td /s/test/k.td
              llvm-tblgen print-records > -
        "#]],
    );
}

#[test]
fn settings_count_before_everything() {
    let mut files = LLVM.to_vec();
    files.push((
        "/o/tablegen_compile_commands.yml",
        "--- !FileInfo:\n filepath: /s/llvm/lib/Target/X/Y.td\n includes: /s/llvm/include\n",
    ));
    let settings = Settings {
        units: vec![UnitSpec {
            root: "llvm/lib/Target/X/X.td".to_owned(),
            include_dirs: vec!["llvm/include".to_owned()],
            macros: vec!["M".to_owned()],
        }],
        build_folders: vec!["../o".to_owned()],
        include_dirs: Vec::new(),
        home: None,
        current: None,
    };
    let project = discover(&["/s".to_owned()], &settings, &Memory::new(&files));
    expect![[r#"
        /s/llvm/lib/Target/X/X.td Settings by nobody
          -I llvm/include -D M
          reads /s/llvm/include/llvm/IR/V.td /s/llvm/include/llvm/Target/Target.td /s/llvm/lib/Target/X/X.td
        /s/llvm/lib/Target/X/Y.td CompileCommands by /o/tablegen_compile_commands.yml
          -I /s/llvm/include
          reads /s/llvm/include/llvm/IR/V.td /s/llvm/include/llvm/Target/Target.td /s/llvm/lib/Target/X/Y.td
        /s/llvm/lib/Target/X/XRegs.td Includes by nobody
          -I /s/llvm/lib/Target/X
          reads /s/llvm/lib/Target/X/XRegs.td
    "#]]
    .assert_eq(&show(&project));
}

#[test]
fn the_active_unit() {
    let mut files = LLVM.to_vec();
    files.push((
        "/s/llvm/test/t.td",
        "// RUN: llvm-tblgen -I %p/../include %s\ninclude \"llvm/Target/Target.td\"",
    ));
    files.push(("/s/far/far/away/W.td", "include \"llvm/Target/Target.td\""));
    let project = project(&files);
    let active = |file: &str, recent: &[&str]| {
        let recent: Vec<String> = recent.iter().map(|it| (*it).to_owned()).collect();
        let unit = project.active(file, &recent);
        unit.map(|it| project.units()[it].root())
    };
    let (x, y) = ("/s/llvm/lib/Target/X/X.td", "/s/llvm/lib/Target/X/Y.td");
    let regs = "/s/llvm/lib/Target/X/XRegs.td";
    let header = "/s/llvm/include/llvm/Target/Target.td";
    assert_eq!(active(regs, &[]).as_deref(), Some(x));
    assert_eq!(
        active(regs, &["/s/far/far/away/W.td", y, x]).as_deref(),
        Some(y)
    );
    assert_eq!(active(x, &[y]).as_deref(), Some(x));
    // A test is nearer to a header than the targets, but shows less.
    assert_eq!(active(header, &[]).as_deref(), Some(x));
    assert_eq!(active("/s/unknown.td", &[y]), None);
}

#[test]
fn a_missing_root_is_no_unit() {
    let text = "set(LLVM_TARGET_DEFINITIONS Gone.td)\ntablegen(LLVM a.inc -gen-x)";
    check(&[("/s/CMakeLists.txt", text)], expect![""]);
}

#[test]
fn files_that_are_cut_short_do_no_harm() {
    let cut = [
        (
            "/s/CMakeLists.txt",
            "macro(m x)\n foreach(i IN LISTS ${x} [=[b]=])\n tablegen(LLVM ${i}.inc -gen-x \"-I${i}\")\n endforeach()\nendmacro()\nset(LLVM_TARGET_DEFINITIONS a.td)\nm(\"a;b\" # c\n)",
        ),
        (
            "/s/o/build.ninja",
            "rule r\n command = cd $o && 'x-tblgen' -DM \"-I${out}\" $in > $out 2>&1\no = $$.\nbuild $\n a$ b: r ../a.td | c\n  x = y\n",
        ),
        (
            "/s/o/tablegen_compile_commands.yml",
            "--- !FileInfo:\n  filepath: \"/s/a.td\"\n  includes: '/s;''b'",
        ),
        (
            "/s/b.td",
            "// RUN: not llvm-tblgen -D E \\\n// RUN: -I%S < %s | x\n/* /* */ */ include \"a.td\" [{ \"x\" }] include",
        ),
    ];
    for (name, text) in cut {
        for end in 0..=text.len() {
            let files = [
                ("/s/a.td", "include \"b.td\""),
                ("/s/b.td", ""),
                (name, &text[..end]),
            ];
            let project = project(&files);
            assert!(
                project.active("/s/a.td", &[]).is_some(),
                "{name} up to {end}"
            );
            assert!(project.has_sources_at("/s") && !project.has_sources_at("/s/a"));
        }
    }
}

#[test]
fn an_include_that_looks_absolute_is_looked_for_in_the_include_directories() {
    let found = project(&[
        (
            "/s/a.td",
            "include \"/lib/b.td\"\ninclude \"/o/c.td\"\ninclude \"/lib/gone.td\"",
        ),
        ("/s/include/lib/b.td", ""),
        ("/o/c.td", ""),
    ]);
    let files: Vec<&str> = found.files(0).collect();
    assert_eq!(files, ["/s/a.td", "/s/include/lib/b.td", "/o/c.td"]);
    assert_eq!(found.units().len(), 1);
    assert_eq!(found.units()[0].missing, ["/lib/gone.td"]);
    // The folder that a command is run in is no include directory.
    let run = [
        ("/s/d.td", "// RUN: llvm-tblgen %s\ninclude \"/e.td\""),
        ("/s/x/e.td", ""),
    ];
    assert_eq!(project(&run).units()[0].spec.include_dirs, ["/s/x"]);
}

#[test]
fn includes_that_no_macro_leads_to_are_not_missing() {
    let missing = |text: &str| {
        let found = project(&[
            ("/s/a.td", text),
            (
                "/s/guarded.td",
                "#ifndef G\n#define G\ninclude \"guarded.td\"\n#else\ninclude \"twice.td\"\n#endif",
            ),
            ("/s/defines.td", "#define D"),
        ]);
        found.units()[0].missing.join(" ")
    };
    for (text, want) in [
        ("include \"x.td\"", "x.td"),
        (
            "#ifdef X\ninclude \"x.td\"\n#else\ninclude \"y.td\"\n#endif\ninclude \"z.td\"",
            "y.td z.td",
        ),
        (
            "#ifdef X\n#define D\n#ifndef Y\ninclude \"x.td\"\n#else\ninclude \"y.td\"\n#endif\n#endif\n#ifdef D\ninclude \"d.td\"\n#endif",
            "",
        ),
        (
            "include \"defines.td\"\n#ifdef D\ninclude \"d.td\"\n#endif",
            "d.td",
        ),
        (
            "#ifdef D\ninclude \"d.td\"\n#endif\ninclude \"defines.td\"",
            "",
        ),
        ("include \"guarded.td\"", "twice.td"),
        (
            "#ifndef M\ninclude \"m.td\"\n#endif\n// RUN: llvm-tblgen -DM %s",
            "",
        ),
        (
            "#ifdef M\ninclude \"m.td\"\n#endif\n// RUN: llvm-tblgen -DM %s",
            "m.td",
        ),
        ("#else\n#endif\n#endif\n#ifdef\ninclude \"x.td\"", ""),
    ] {
        assert_eq!(missing(text), want, "{text}");
    }
}

#[test]
fn a_unit_has_the_headers_of_one_llvm() {
    let project = project(&[
        (
            "/s/a.td",
            "include \"llvm/T.td\"\ninclude \"mlir/I.td\"\ninclude \"gone.td\"",
        ),
        (
            "/s/b.td",
            "include \"llvm/T.td\"\ninclude \"new/N.td\"\ninclude \"mlir/I.td\"",
        ),
        ("/usr/lib/llvm-19/include/llvm/T.td", ""),
        ("/usr/lib/llvm-19/include/mlir/I.td", ""),
        ("/usr/lib/llvm-22/include/llvm/T.td", ""),
        ("/usr/lib/llvm-22/include/new/N.td", ""),
    ]);
    let told = project.units().iter().map(|it| {
        let folders = it.spec.include_dirs[1..].join(" ");
        let mixed: Vec<String> = it.mixed.iter().map(ToString::to_string).collect();
        format!(
            "{folders} missing {:?} mixed {}\n",
            it.missing,
            mixed.join(", ")
        )
    });
    expect![[r#"
        /usr/lib/llvm-19/include missing ["gone.td"] mixed 
        /usr/lib/llvm-22/include /usr/lib/llvm-19/include missing [] mixed LLVM 22 in /usr/lib/llvm-22/include, LLVM 19 in /usr/lib/llvm-19/include
    "#]].assert_eq(&told.collect::<String>());
}

#[test]
fn a_tree_of_one_release_that_is_filled_up_from_another() {
    let mixed = |version: &str, include: &str| {
        let found = project(&[
            ("/s/llvm/CMakeLists.txt", version),
            ("/s/llvm/include/llvm/Own.td", ""),
            ("/s/llvm/lib/a.td", include),
            ("/usr/lib/llvm-22/include/mlir/I.td", ""),
        ]);
        let units = found.units().iter();
        let mixed = units.flat_map(|it| it.mixed.iter().map(ToString::to_string));
        mixed.collect::<Vec<_>>().join(", ")
    };
    let (own, other) = (
        "include \"llvm/Own.td\"",
        "include \"llvm/Own.td\"\ninclude \"mlir/I.td\"",
    );
    let version = "set(LLVM_VERSION_MAJOR 12)";
    assert_eq!(
        mixed(version, other),
        "LLVM 12 in /s/llvm/lib, LLVM 22 in /usr/lib/llvm-22/include"
    );
    assert_eq!(mixed(version, own), "");
    assert_eq!(mixed("set(LLVM_VERSION_MAJOR 22)", other), "");
    assert_eq!(mixed("", other), "");
}

#[test]
fn tests_that_are_expected_to_fail() {
    let fails = |run: &str| {
        let project = project(&[("/s/a.td", run)]);
        project.units()[0].fails
    };
    assert!(fails("// RUN: not llvm-tblgen %s 2>&1 | FileCheck %s"));
    assert!(fails("// RUN: not --crash llvm-tblgen %s"));
    assert!(!fails("// RUN: not not llvm-tblgen %s"));
    assert!(!fails(
        "// RUN: not llvm-tblgen -gen-x %s\n// RUN: llvm-tblgen %s"
    ));
    assert!(!fails("// RUN: llvm-tblgen %s | not FileCheck %s"));
    assert!(!fails("def not;"));
}

#[test]
fn include_directories_that_are_set_count_before_guesses() {
    let files = [
        ("/s/a.td", "include \"x/h.td\""),
        ("/s/near/x/h.td", ""),
        ("/o/x/h.td", ""),
    ];
    let settings = Settings {
        include_dirs: vec!["../o".to_owned()],
        ..Settings::default()
    };
    let project = discover(&["/s".to_owned()], &settings, &Memory::new(&files));
    let files: Vec<&str> = project.files(0).collect();
    assert_eq!(files, ["/s/a.td", "/o/x/h.td"]);
}

#[test]
fn what_holds_in_all_units_of_a_file() {
    let found = project(&[
        ("/s/A.td", "include \"Shared.td\"\ninclude \"Own.td\""),
        ("/s/Shared.td", ""),
        ("/s/Own.td", ""),
        ("/s/More.td", "include \"A.td\"\ninclude \"Rest.td\""),
        ("/s/Rest.td", ""),
        ("/s/Other.td", "include \"Shared.td\""),
    ]);
    let holds = |root: &str, file: &str, because_of: &[&str]| {
        found.holds_everywhere(root, file, because_of)
    };
    assert!(holds("/s/More.td", "/s/Own.td", &[]));
    assert!(holds("/s/More.td", "/s/Own.td", &["/s/A.td"]));
    assert!(holds("/s/Other.td", "/s/Other.td", &["/s/Shared.td"]));
    assert!(!holds("/s/More.td", "/include/Header.td", &[]));
    // It is also read by a unit with other files.
    assert!(!holds("/s/More.td", "/s/Shared.td", &[]));
    assert!(!holds("/s/Other.td", "/s/Own.td", &[]));
}

/// The unit with the largest active part of a file takes precedence over the nearest one and a recently used one.
#[test]
fn the_unit_that_switches_a_file_on_is_active() {
    let files = [
        ("/s/near/A.td", "include \"H.td\""),
        ("/s/near/H.td", "#ifdef WANTED\ndef X;\ndef Y;\n#endif\n"),
        ("/s/far/B.td", "#define WANTED\ninclude \"../near/H.td\""),
        (
            "/s/C.td",
            "#ifdef ONE\ndef One; def Two;\n#else\ndef Three;\n#endif\n",
        ),
        (
            "/s/CMakeLists.txt",
            "set(LLVM_TARGET_DEFINITIONS C.td)\ntablegen(LLVM A -gen-a)\ntablegen(LLVM B -gen-b -DONE)\n",
        ),
    ];
    let project = project(&files);
    let active = |file: &str, recent: &[String]| {
        let unit = project.active(file, recent).expect("a unit");
        let difference = project.difference(unit).unwrap_or_default();
        format!("{} {difference}", project.name(unit))
    };
    assert_eq!(active("/s/near/H.td", &[]), "/s/far/B.td ");
    let recent = ["/s/near/A.td".to_owned()];
    assert_eq!(active("/s/near/H.td", &recent), "/s/far/B.td ");
    assert_eq!(active("/s/C.td", &[]), "/s/C.td#2 -DONE");
    let first = project.named("/s/C.td").expect("a unit");
    assert_eq!(project.difference(first).as_deref(), Some("plain"));
}
