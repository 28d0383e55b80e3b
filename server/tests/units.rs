//! Units are found without configuration, and checks through them report no false errors.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Stdio};

use expect_test::expect;
use serde_json::Value;
use tests::{TempDir, binary, on_all_cores, transcript};

/// A target with a broken fragment, and its build.
fn workspace(name: &str) -> TempDir {
    let dir = TempDir::new(name);
    for folder in ["include/t", "lib"] {
        std::fs::create_dir_all(dir.path().join(folder)).expect("a folder");
    }
    dir.write("include/t/Base.td", "class Reg<int n> { int N = n; }\n");
    let root = "include \"t/Base.td\"\ninclude \"Regs.td\"\ninclude \"Gone.td\"\ndef E : Reg<4>;\n";
    dir.write("lib/Target.td", root);
    dir.write(
        "lib/Regs.td",
        "def A : Reg<1>;\ndef B : Reg<\"two\">;\ndef C : Reg<3>;\n",
    );
    let build = "set(LLVM_TARGET_DEFINITIONS Target.td)\ntablegen(LLVM TargetRegs.inc -gen-register-info)\n";
    dir.write("lib/CMakeLists.txt", build);
    dir
}

#[test]
fn a_fragment_is_checked_in_its_unit() {
    let dir = workspace("fragment");
    let run = |args: &[&str]| transcript(binary("tablegen-analyzer"), args, dir.path());
    expect![[r#"
        exit 1
        --- stderr
        Included from lib/Target.td:2:
        lib/Regs.td:2:13: error: Value specified for template argument 'Reg:n' is of type string; expected type int: "two"
        def B : Reg<"two">;
                    ^
    "#]]
    .assert_eq(&run(&["check", "lib/Regs.td"]));
    expect![[r#"
        exit 0
    "#]]
    .assert_eq(&run(&["check", "include/t/Base.td"]));
}

#[test]
fn a_folder_is_checked_by_its_units() {
    let dir = workspace("folder");
    let run = |args: &[&str]| transcript(binary("tablegen-analyzer"), args, dir.path());
    let all = run(&["check", "."]);
    expect![[r#"
        exit 1
        --- stderr
        Included from lib/Target.td:2:
        lib/Regs.td:2:13: error: Value specified for template argument 'Reg:n' is of type string; expected type int: "two"
        def B : Reg<"two">;
                    ^
        lib/Target.td:3:9: error: could not find include file 'Gone.td'
        include "Gone.td"
                ^
        note: looked in lib, include; `-I` or the setting `tablegen.includeDirs` adds a folder
    "#]]
    .assert_eq(&all);
    assert_eq!(run(&["check", "lib/Target.td"]), all);
    // No root is in the folder, and the file in it has no errors of its own.
    assert_eq!(run(&["check", "include"]), "exit 0\n");
}

#[test]
fn a_home_folder_is_not_looked_through() {
    let dir = TempDir::new("home");
    std::fs::create_dir(dir.path().join("project")).expect("a folder");
    dir.write("note.td", "def n;\n");
    dir.write("project/a.td", "include \"b.td\"\n");
    dir.write("project/b.td", "def b;\n");
    let home = dir.path().canonicalize().expect("a folder");
    let run = |path: &str| {
        let mut units = Command::new(binary("tablegen-analyzer"));
        units.args(["units", path]).current_dir(&home);
        // The second variable is that of Windows.
        let units = units.env("HOME", &home).env("USERPROFILE", &home);
        let output = units.output().expect("it runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let roots = text(&output.stdout);
        let roots = roots.lines().filter(|it| !it.starts_with(' '));
        (roots.collect::<Vec<_>>().join(" "), text(&output.stderr))
    };
    let note = format!(
        "tablegen-analyzer: '{}' is a home folder: only the folders of files that are opened are looked through\n",
        project::path::normalize(home.to_str().expect("UTF-8"))
    );
    assert_eq!(run("."), ("note.td".to_owned(), note));
    let project = ("project/a.td".to_owned(), String::new());
    assert_eq!(run("project"), project);
    assert_eq!(run("project/b.td"), project);
}

#[test]
fn units_say_where_they_come_from() {
    let dir = workspace("listed");
    let run = |args: &[&str]| transcript(binary("tablegen-analyzer"), args, dir.path());
    let listed = run(&["units"]);
    expect![[r#"
        exit 0
        --- stdout
        lib/Target.td
          found in lib/CMakeLists.txt
          include  lib (CMakeLists.txt)
          include  include (found nearby)
          release  22
          reads    3 files
          missing  Gone.td
          backend  llvm-tblgen -gen-register-info -o TargetRegs.inc
    "#]]
    .assert_eq(&listed);
    assert_eq!(run(&["units", "include/t/Base.td"]), listed);
    let json = run(&["units", "--json", "lib/Regs.td"]);
    let json = json.strip_prefix("exit 0\n--- stdout\n").expect("output");
    let json: Value = serde_json::from_str(json).expect("JSON");
    let unit = &json[0]["units"][0];
    assert_eq!(unit["source"], "CMakeLists.txt");
    assert_eq!(unit["backends"][0]["backend"], "gen-register-info");
    assert_eq!(unit["files"].as_array().map(Vec::len), Some(3));
}

/// Every file of the folders that `TABLEGEN_UNITS` names, with colons between them, is checked through the units that
/// are found. The folders contain sources for release 19. Errors may only be in files of units that
/// `TABLEGEN_REFERENCE`, or else `llvm-tblgen-19`, refuses too; these are listed, and its first error is among those
/// reported.
#[test]
#[ignore = "reads TABLEGEN_UNITS"]
fn files_of_a_corpus_have_the_references_errors_only() {
    let folders = std::env::var_os("TABLEGEN_UNITS").expect("TABLEGEN_UNITS is set");
    let mut wrong = Vec::new();
    for folder in std::env::split_paths(&folders) {
        wrong.extend(wrong_in(&folder));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The wrong messages about a folder.
fn wrong_in(folder: &Path) -> Vec<String> {
    let folder = folder.canonicalize().expect("a folder");
    let folder = folder.to_str().expect("a name in UTF-8");
    let units = output(&["units", "--json", folder], Path::new("/")).0;
    let units: Value = serde_json::from_str(&units).expect("JSON");
    let units = units[0]["units"].as_array().expect("units");
    let mut wrong = Vec::new();
    let mut read = BTreeSet::new();
    let mut refused: BTreeMap<&str, String> = BTreeMap::new();
    let mut excused = BTreeSet::new();
    let refusals = on_all_cores(units, |unit| {
        refusal(unit, strings(unit, "includeDirs"), strings(unit, "macros"))
    });
    for (unit, refusal) in units.iter().zip(refusals) {
        read.extend(strings(unit, "files"));
        if let Some(error) = refusal {
            excused.extend(strings(unit, "files"));
            refused.insert(unit["root"].as_str().expect("a root"), error);
        }
    }
    let sources = sources(Path::new(folder));
    let missed = sources.iter().filter(|it| !read.contains(it.as_str()));
    wrong.extend(missed.map(|it| format!("no unit reads {it}")));
    let messages = output(&["check", "--compat=19", folder], Path::new("/")).1;
    let errors: BTreeSet<&str> = messages.lines().filter(|it| is_error(it)).collect();
    for error in &errors {
        let file = error.split(':').next().unwrap_or("");
        if !excused.contains(file) {
            wrong.push(format!("the reference does not say: {error}"));
        }
    }
    for (root, error) in &refused {
        println!("refused: {root}: {error}");
        let hint = format!("{root}:1:1: note: no root includes this file");
        // For a part of a missing macro, the message names the whole.
        let is_unknown = [
            "Couldn't find class",
            "Couldn't find multiclass",
            "Variable not defined",
        ]
        .iter()
        .any(|it| error.contains(it));
        let is_fragment = is_unknown && messages.lines().any(|it| it.starts_with(&hint));
        if !errors.contains(error.as_str()) && !is_fragment {
            wrong.push(format!("the reference says: {error}"));
        }
    }
    println!(
        "{} files, {} units, {} refused",
        sources.len(),
        units.len(),
        refused.len()
    );
    wrong
}

fn strings<'a>(unit: &'a Value, key: &str) -> impl Iterator<Item = &'a str> {
    let list = unit[key].as_array().expect("a list");
    list.iter().map(|it| it.as_str().expect("a string"))
}

/// The first error that the reference reports for a unit, if it refuses it.
fn refusal<'a>(
    unit: &Value,
    folders: impl Iterator<Item = &'a str>,
    macros: impl Iterator<Item = &'a str>,
) -> Option<String> {
    let program = std::env::var_os("TABLEGEN_REFERENCE").unwrap_or_else(|| "llvm-tblgen-19".into());
    let mut command = Command::new(program);
    command.arg("-null-backend").arg(unit["root"].as_str()?);
    command.args(folders.map(|it| format!("-I{it}")));
    command.args(macros.map(|it| format!("-D{it}")));
    command.current_dir(unit["workingDirectory"].as_str()?);
    let output = command
        .stdin(Stdio::null())
        .output()
        .expect("the reference runs");
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    let error = messages
        .lines()
        .find(|it| is_error(it))
        .unwrap_or("an error without place");
    (!output.status.success()).then(|| error.to_owned())
}

fn is_error(line: &str) -> bool {
    line.starts_with('/') && line.contains(": error: ")
}

fn output(args: &[&str], folder: &Path) -> (String, String) {
    let mut command = Command::new(binary("tablegen-analyzer"));
    let output = command
        .args(args)
        .current_dir(folder)
        .output()
        .expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

fn sources(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|it| it == "td") {
            found.push(path.to_str().expect("a name in UTF-8").to_owned());
        }
    }
    found
}

/// A project whose build names the build of an LLVM elsewhere.
#[test]
fn headers_of_an_llvm_that_is_built_elsewhere() {
    let dir = TempDir::new("build-tree");
    let here = dir.path().display();
    dir.write("src/mlir/include/mlir/IR/OpBase.td", "class Thing;\n");
    dir.write("src/llvm/include/llvm/x.td", "");
    dir.write(
        "llvm/CMakeCache.txt",
        format!("CMAKE_HOME_DIRECTORY:INTERNAL={here}/src/llvm\n"),
    );
    dir.write(
        "project/build/CMakeCache.txt",
        format!("MLIR_DIR:PATH={here}/llvm/lib/cmake/mlir\n"),
    );
    dir.write("project/CMakeLists.txt", "project(P)\n");
    let text = "include \"mlir/IR/OpBase.td\"\ninclude \"mlir/IR/Gone.td\"\ndef X : Thing;\n";
    dir.write("project/A.td", text);
    let folder = dir.path().join("project");
    let run = |args: &[&str]| {
        let told = transcript(binary("tablegen-analyzer"), args, &folder);
        told.replace(&here.to_string(), "HERE")
    };
    expect![[r#"
        exit 1
        --- stderr
        A.td:2:9: error: could not find include file 'mlir/IR/Gone.td'
        include "mlir/IR/Gone.td"
                ^
        note: looked in ., HERE/src/mlir/include; `-I` or the setting `tablegen.includeDirs` adds a folder, and `tablegen.buildFolders` a build that says in its CMakeCache.txt where LLVM is
    "#]].assert_eq(&run(&["check", "A.td"]));
    expect![[r#"
        exit 0
        --- stdout
        A.td
          found in includes
          include  HERE/project (the root's folder)
          include  HERE/src/mlir/include (installed)
          release  22
          reads    2 files
          missing  mlir/IR/Gone.td
    "#]]
    .assert_eq(&run(&["units", "A.td"]));
}

/// A project with a submodule that was not fetched, headers that a macro switches off, and a path that looks absolute.
#[test]
fn what_is_missing_and_what_is_not() {
    let dir = TempDir::new("missing");
    for folder in [".git", "third/hlo", "lib/x"] {
        std::fs::create_dir_all(dir.path().join(folder)).expect("a folder");
    }
    dir.write(
        ".gitmodules",
        "[submodule \"hlo\"]\n\tpath = third/hlo\n\turl = https://example.org/stablehlo.git\n",
    );
    dir.write("lib/x/B.td", "class B;\n");
    dir.write(
        "A.td",
        "include \"/x/B.td\"\n#ifdef OLD\ninclude \"old/Gone.td\"\n#endif\ninclude \"stablehlo/Base.td\"\ndef b : B;\n",
    );
    dir.write(
        "CMakeLists.txt",
        "include_directories(lib)\nset(LLVM_TARGET_DEFINITIONS A.td)\ntablegen(LLVM a.inc -gen-x)\n",
    );
    let run = |args: &[&str]| {
        let told = transcript(binary("tablegen-analyzer"), args, dir.path());
        told.replace(&*dir.path().to_string_lossy(), "<dir>")
    };
    expect![[r#"
        exit 0
        --- stdout
        A.td
          found in CMakeLists.txt
          include  <dir> (CMakeLists.txt)
          include  lib (CMakeLists.txt)
          release  22
          reads    2 files
          missing  stablehlo/Base.td
          fetch    git submodule update --init third/hlo
          backend  llvm-tblgen -gen-x -o a.inc
    "#]]
    .assert_eq(&run(&["units"]));
    expect![[r#"
        exit 1
        --- stderr
        A.td:5:9: error: could not find include file 'stablehlo/Base.td'
        include "stablehlo/Base.td"
                ^
        note: looked in ., lib; the submodule 'third/hlo' is not there: `git submodule update --init third/hlo` fetches it
    "#]].assert_eq(&run(&["check", "."]));
    let json = run(&["units", "--json"]);
    let json = json.strip_prefix("exit 0\n--- stdout\n").expect("output");
    let json: Value = serde_json::from_str(json).expect("JSON");
    let submodule = &json[0]["units"][0]["submodules"][0];
    assert_eq!(submodule["path"], "third/hlo");
    assert_eq!(
        submodule["command"],
        "git submodule update --init third/hlo"
    );
}

/// A build with conditions that it does not decide itself.
#[test]
fn a_build_with_open_conditions() {
    let dir = TempDir::new("open-conditions");
    for folder in ["llvm/include/t", "old/include/t", "llvm/lib/T", "tools"] {
        std::fs::create_dir_all(dir.path().join(folder)).expect("a folder");
    }
    dir.write("llvm/include/t/Base.td", "class Base<int n>;\n");
    dir.write("old/include/t/Base.td", "class Base;\n");
    dir.write(
        "llvm/lib/T/T.td",
        "include \"t/Base.td\"\ndef A : Base<1>;\n",
    );
    dir.write(
        "CMakeLists.txt",
        "set(KIND small CACHE STRING \"\")\nif(NOT KIND STREQUAL \"small\")\n  add_subdirectory(llvm)\nelse()\n  return()\nendif()\n\
         if(EXTERNAL_T)\n  include_directories($ENV{T_DIR}/include)\nelse()\n  include_directories(old/include)\nendif()\n",
    );
    dir.write("tools/CMakeLists.txt", "add_tablegen(t-maker TOOL t.cpp)\n");
    dir.write(
        "llvm/lib/T/CMakeLists.txt",
        "set(PROJECT TOOL)\nset(LLVM_TARGET_DEFINITIONS T.td)\nset(LLVM_TABLEGEN_FLAGS ${LLVM_TABLEGEN_FLAGS} -DX)\n\
         tablegen(${PROJECT} a.inc -gen-a)\n\
         add_custom_command(OUTPUT b.inc COMMAND ${${PROJECT}_TABLEGEN_EXE} ARGS -gen-b -DX ${CMAKE_CURRENT_SOURCE_DIR}/T.td -o b.inc)\n",
    );
    let run = |args: &[&str]| transcript(binary("tablegen-analyzer"), args, dir.path());
    expect![[r#"
        exit 0
        --- stdout
        llvm/lib/T/T.td
          found in llvm/lib/T/CMakeLists.txt
          include  llvm/lib/T (CMakeLists.txt)
          include  llvm/include (found nearby)
          include  old/include (CMakeLists.txt)
          macro    X
          release  22
          reads    2 files
          backend  t-maker -gen-a -o a.inc
          backend  t-maker -gen-b -o b.inc
        old/include/t/Base.td
          found in includes
          include  old/include/t (the root's folder)
          release  22
          reads    1 files
    "#]]
    .assert_eq(&run(&["units"]));
    expect![[r#"
        exit 0
        --- stderr
        Included from llvm/lib/T/T.td:1:
        llvm/include/t/Base.td:1:16: warning: unused template argument: Base:n
        class Base<int n>;
                       ^
    "#]]
    .assert_eq(&run(&["check", "llvm"]));
}

#[test]
fn fragments_and_tests_that_are_meant_to_fail_are_no_errors_of_a_folder() {
    let dir = TempDir::new("no-errors");
    dir.write(
        "Frag.td",
        "def A : Inst<1>;\ndef B : Inst<2>;\ndefm C : Group;\n",
    );
    dir.write("fails.td", "// RUN: not llvm-tblgen %s\ndef X : Nowhere;\n");
    let run = |args: &[&str]| transcript(binary("tablegen-analyzer"), args, dir.path());
    expect![[r#"
        exit 0
        --- stderr
        Frag.td:1:1: note: no root includes this file, so what other files define is not known here; a root that includes it, or the setting `tablegen.units`, says how it is read
        def A : Inst<1>;
        ^
    "#]].assert_eq(&run(&["check", "."]));
    expect![[r#"
        exit 1
        --- stderr
        fails.td:2:9: error: Couldn't find class 'Nowhere'
        def X : Nowhere;
                ^
    "#]]
    .assert_eq(&run(&["check", "fails.td"]));
}

#[test]
fn options_that_say_how_files_are_read() {
    let dir = TempDir::new("options");
    dir.write(
        "lib/a.td",
        "include \"h.td\"\n#ifdef M\ndef A : Nowhere;\n#endif\n",
    );
    dir.write("odd/h.td", "class H;\n");
    let run = |args: &[&str]| transcript(binary("tablegen-analyzer"), args, dir.path());
    let folder = ["-I", "odd", "lib"];
    expect![[r#"
        exit 0
    "#]]
    .assert_eq(&run(&[&["check"], &folder[..]].concat()));
    expect![[r#"
        exit 1
        --- stderr
        lib/a.td:3:9: error: Couldn't find class 'Nowhere'
        def A : Nowhere;
                ^
    "#]]
    .assert_eq(&run(&[&["check", "-DM"], &folder[..]].concat()));
    expect![[r#"
        exit 0
        --- stdout
        lib/a.td
          found in includes
          include  lib (the root's folder)
          include  odd (-I)
          release  22
          reads    2 files
    "#]]
    .assert_eq(&run(&[&["units"], &folder[..]].concat()));
    expect![[r#"
        exit 2
        --- stderr
        tablegen-analyzer: check: invalid macro name `M=1` specified on command line
    "#]]
    .assert_eq(&run(&["check", "-DM=1", "lib/a.td"]));
}

/// Options on the command line do not change the release: the folder's own one is followed.
#[test]
fn include_directories_and_macros_follow_the_release_of_the_folder() {
    let dir = TempDir::new("releases");
    for folder in ["own/lib", "own/cmake/Modules", "other/lib", "more"] {
        std::fs::create_dir_all(dir.path().join(folder)).expect("a folder");
    }
    dir.write(
        "own/cmake/Modules/LLVMVersion.cmake",
        "set(LLVM_VERSION_MAJOR 19)\n",
    );
    // With release 19, input that only newer ones accept is an error if there is another one.
    let text = "include \"More.td\"\nclass Root; class L : Root; class R : Root;\ndef both : L, R;\ndef x : Missing;\n";
    dir.write("own/lib/A.td", text);
    dir.write("other/lib/A.td", text);
    dir.write(
        "more/More.td",
        "#ifdef M\ndef m;\n#else\ndef n : Nothing;\n#endif\n",
    );
    let check = |args: &[&str]| {
        let args: Vec<&str> = ["check"].iter().chain(args).copied().collect();
        let text = transcript(binary("tablegen-analyzer"), &args, dir.path());
        let lines = text.lines().filter(|it| it.contains(": error: "));
        lines.map(|it| format!("{it}\n")).collect::<String>()
    };
    let errors_19 = expect![[r#"
        own/lib/A.td:3:15: error: Already subclass of 'Root'!
        own/lib/A.td:4:9: error: Couldn't find class 'Missing'
    "#]];
    let own = "own/lib/A.td";
    errors_19.assert_eq(&check(&["-I", "more", "-DM", own]));
    let errors_22 = expect![[r#"
        other/lib/A.td:4:9: error: Couldn't find class 'Missing'
    "#]];
    errors_22.assert_eq(&check(&["-I", "more", "-D", "M", "other/lib/A.td"]));
    // The units of folders are read with these too, by the same rules.
    let folder_19 = expect![[r#"
        own/lib/A.td:3:15: error: Already subclass of 'Root'!
        own/lib/A.td:4:9: error: Couldn't find class 'Missing'
    "#]];
    folder_19.assert_eq(&check(&["-Imore", "-DM", "own"]));
    let folder_22 = expect![[r#"
        more/More.td:4:9: error: Couldn't find class 'Nothing'
        other/lib/A.td:4:9: error: Couldn't find class 'Missing'
    "#]];
    folder_22.assert_eq(&check(&["-Imore", "other"]));
    // An explicit release is followed.
    assert_eq!(
        check(&["--compat=22", "-Imore", "-DM", "own"]),
        "own/lib/A.td:4:9: error: Couldn't find class 'Missing'\n"
    );
}

#[test]
fn units_with_include_directories() {
    let dir = TempDir::new("units-include");
    std::fs::create_dir_all(dir.path().join("more/x")).expect("a folder");
    std::fs::create_dir_all(dir.path().join("lib")).expect("a folder");
    dir.write("lib/A.td", "include \"Far.td\"\ndef a : Far;\n");
    dir.write("more/x/Far.td", "class Far;\n");
    let run = |args: &[&str]| transcript(binary("tablegen-analyzer"), args, dir.path());
    for args in [
        ["units", "-Imore/x", "lib", ""],
        ["units", "-I", "more/x", "lib"],
    ] {
        let args: Vec<&str> = args.into_iter().filter(|it| !it.is_empty()).collect();
        let text = run(&args);
        assert!(text.contains("include  more/x (-I)\n"), "{text}");
        assert!(!text.contains("missing"), "{text}");
    }
    expect![[r#"
        exit 2
        --- stderr
        tablegen-analyzer: units: -I requires a value
    "#]]
    .assert_eq(&run(&["units", "-I"]));
}
