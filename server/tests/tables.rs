//! Tables without LLVM's headers, by commands, on demand, and many at once.

use expect_test::{Expect, expect};
use tests::{TempDir, binary, transcript};

const TABLE: &str = r#"include "llvm/TableGen/SearchableTable.td"
def Shape : GenericEnum { let FilterClass = "Kind"; }
class Kind;
def Round : Kind;
def Square : Kind;
def Things : GenericTable {
  let FilterClass = "Thing";
  let Fields = ["Name"];
}
class Thing<string name> { string Name = name; }
def A : Thing<"ball">;
def B : Thing<"box">;
"#;

#[track_caller]
fn check(dir: &TempDir, args: &[&str], want: Expect) {
    let args: Vec<_> = ["tblgen"].iter().chain(args).copied().collect();
    let text = transcript(binary("tablegen-analyzer"), &args, dir.path());
    want.assert_eq(&text);
}

#[test]
fn searchable_tables_need_no_headers() {
    let dir = TempDir::new("prelude");
    dir.write("a.td", TABLE);
    check(
        &dir,
        &["-gen-searchable-tables", "a.td"],
        expect![[r#"
        exit 0
        --- stdout
        #ifdef GET_Shape_DECL
        enum Shape {
          Round = 0,
          Square = 1,
        };
        #endif

        #ifdef GET_Things_DECL
        #endif

        #ifdef GET_Things_IMPL
        constexpr Thing Things[] = {
          { "ball" }, // 0
          { "box" }, // 1
         };
        #endif

        #undef GET_Shape_DECL
        #undef GET_Things_DECL
        #undef GET_Things_IMPL
    "#]],
    );
    // An include directory with the file counts.
    std::fs::create_dir_all(dir.path().join("i/llvm/TableGen")).expect("a folder");
    dir.write("i/llvm/TableGen/SearchableTable.td", "class GenericEnum;\n");
    check(
        &dir,
        &["--compat=19", "-print-enums", "-class=Thing", "-Ii", "a.td"],
        expect![[r#"
            exit 1
            --- stderr
            a.td:2:45: error: Value 'FilterClass' unknown!
            def Shape : GenericEnum { let FilterClass = "Kind"; }
                                                        ^
            a.td:6:14: error: Couldn't find class 'GenericTable'
            def Things : GenericTable {
                         ^
        "#]],
    );
}

#[test]
fn a_command_reads_the_records() {
    let dir = TempDir::new("external");
    dir.write("a.td", "class A; def X : A; def Y : A;\n");
    let run = |option| {
        transcript(
            binary("tablegen-analyzer"),
            &["tblgen", option, "a.td"],
            dir.path(),
        )
    };
    assert_eq!(run("--external=cat"), run("-dump-json"));
    check(
        &dir,
        &["--external=false", "a.td"],
        expect![[r#"
        exit 1
        --- stderr
        error: 'false' failed: exit status: 1
    "#]],
    );
    check(
        &dir,
        &["--external=cat | sort", "a.td"],
        expect![[r#"
        exit 1
        --- stderr
        tablegen-analyzer tblgen: 'cat | sort' is not a single command
    "#]],
    );
    check(
        &dir,
        &["--external=echo 'a", "a.td"],
        expect![[r#"
            exit 1
            --- stderr
            tablegen-analyzer tblgen: 'echo 'a' has a quote that is not closed
        "#]],
    );
}

#[test]
fn a_command_reads_the_unit() {
    let dir = TempDir::new("foreign");
    dir.write("a.td", "class A; def X : A; def Y : A;\n");
    check(
        &dir,
        &["--external=echo -gen-x {} end", "-I", "b c", "-DM", "a.td"],
        expect![[r#"
            exit 0
            --- stdout
            -gen-x -I b c -D M a.td end
        "#]],
    );
    check(
        &dir,
        &[
            "--external=echo {} end",
            "-class",
            "A",
            "a.td",
            "-asmwriternum=1",
        ],
        expect![[r#"
            exit 0
            --- stdout
            a.td end -class=A -asmwriternum=1
        "#]],
    );
    let program = binary("tablegen-analyzer").display().to_string();
    let command = format!("--external='{program}' tblgen -print-enums {{}}");
    check(
        &dir,
        &[&command, "-class=A", "a.td"],
        expect![[r#"
        exit 0
        --- stdout
        X, Y, 
    "#]],
    );
}

#[test]
fn a_command_does_not_read_what_was_read() {
    let dir = TempDir::new("foreign-stdin");
    let want = "exit 1\n--- stderr\ntablegen-analyzer tblgen: --external: a command with {} reads the root itself, \
                which has to be a file\n";
    let device = if cfg!(windows) { "NUL" } else { "/dev/null" };
    for root in ["-", device] {
        let args = ["tblgen", "--external=cat {}", root];
        let got = transcript(binary("tablegen-analyzer"), &args, dir.path());
        assert_eq!(got, want);
    }
}

#[test]
fn what_nobody_reads_is_not_checked_on_demand() {
    let dir = TempDir::new("lazy");
    dir.write(
        "a.td",
        "class A<int n> { int v = n; }\nclass B;\ndef X : A<\"x\">;\ndef Y : B;\n",
    );
    check(
        &dir,
        &["--lazy", "-print-enums", "-class=B", "a.td"],
        expect![[r#"
            exit 0
            --- stdout
            Y, 
        "#]],
    );
    check(
        &dir,
        &["--compat=19", "--lazy", "-print-enums", "-class=A", "a.td"],
        expect![[r#"
            exit 1
            --- stderr
            a.td:3:9: error: Value specified for template argument 'A:n' is of type string; expected type int: "x"
            def X : A<"x">;
                    ^
        "#]],
    );
}

#[test]
fn a_batch_follows_the_build_files() {
    let dir = TempDir::new("batch");
    std::fs::create_dir_all(dir.path().join("lib/Toy")).expect("a folder");
    dir.write("lib/Toy/Toy.td", "class A; def X : A;\n");
    dir.write("CMakeLists.txt", "add_subdirectory(lib/Toy)\n");
    dir.write(
        "lib/Toy/CMakeLists.txt",
        "set(LLVM_TARGET_DEFINITIONS Toy.td)\ntablegen(LLVM ToyA.inc -print-enums -class=A)\n",
    );
    let run = || {
        transcript(
            binary("tablegen-analyzer"),
            &["batch", ".", "--out", "out"],
            dir.path(),
        )
    };
    assert!(run().starts_with("exit 0\n"));
    let table = dir.path().join("out/lib/Toy/ToyA.inc");
    let text = || std::fs::read_to_string(&table).expect("the table");
    let time = || {
        table
            .metadata()
            .and_then(|it| it.modified())
            .expect("a time")
    };
    assert_eq!(text(), "X, \n");
    let first = time();
    run();
    assert_eq!(time(), first, "it would not change");
    dir.write("lib/Toy/Toy.td", "class A; def X : A; def Y : A;\n");
    run();
    assert_eq!(text(), "X, Y, \n");
}

#[test]
fn rows_of_a_batch_share_what_they_have_in_common() {
    let dir = TempDir::new("shared");
    for folder in ["none", "one", "two"] {
        std::fs::create_dir_all(dir.path().join(folder)).expect("a folder");
    }
    dir.write("one/h.td", "class A; def One : A;\n");
    dir.write("two/h.td", "class A; def Two : A;\n");
    dir.write("a.td", "include \"h.td\"\n");
    let rows = ["one", "two", "none;one", "none", "two;one"].map(|dirs| {
        let id = dirs.replace(';', "-");
        format!("{id}\tllvm-tblgen\t-print-enums\t-class=A\t{dirs}\ta.td\n")
    });
    let head = "id\ttool\tbackend\targs\tinclude_dirs\troot\n";
    dir.write("rows.tsv", &(head.to_owned() + &rows.concat()));
    let args = ["batch", "rows.tsv", "--out", "out"];
    let said = transcript(binary("tablegen-analyzer"), &args, dir.path());
    assert!(said.starts_with("exit 1\n"), "{said}");
    assert!(said.contains("failed: none\n"), "{said}");
    let text = |id: &str| std::fs::read_to_string(dir.path().join("out").join(id)).ok();
    let texts = ["one", "two", "none-one", "none", "two-one"].map(text);
    let texts = texts.each_ref().map(|it| it.as_deref());
    let want = [
        Some("One, \n"),
        Some("Two, \n"),
        Some("One, \n"),
        None,
        Some("Two, \n"),
    ];
    assert_eq!(texts, want);
}

#[track_caller]
fn check_batch(dir: &TempDir, args: &[&str], want: Expect) {
    let args: Vec<_> = ["batch"].iter().chain(args).copied().collect();
    let text = transcript(binary("tablegen-analyzer"), &args, dir.path());
    // The order of messages depends on the machine.
    let lines = text.lines().filter(|it| !it.starts_with('['));
    let text: String = lines.map(|it| format!("{it}\n")).collect();
    let text = text.replace(&dir.path().display().to_string(), "DIR");
    want.assert_eq(&(text + &list_files(&dir.path().join("out"), "")));
}

/// The same for the output of a project's list file for `My.td`.
#[track_caller]
fn check_project(name: &str, list_file: &str, want: Expect) {
    let dir = TempDir::new(name);
    dir.write("My.td", "def X;\n");
    dir.write("CMakeLists.txt", list_file);
    check_batch(&dir, &[".", "--out=out"], want);
}

/// The files below a folder, in order.
fn list_files(folder: &std::path::Path, name: &str) -> String {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|it| it.path()).collect();
    paths.sort();
    let show = |path: &std::path::PathBuf| {
        let last = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            list_files(path, &format!("{name}{last}/"))
        } else {
            format!("made {name}{last}\n")
        }
    };
    paths.iter().map(show).collect()
}

#[test]
fn a_batch_writes_where_the_build_does_and_says_what_it_leaves_out() {
    check_project(
        "outputs",
        "add_custom_command(OUTPUT x.inc COMMAND llvm-tblgen -dump-json ${CMAKE_CURRENT_SOURCE_DIR}/My.td -o ${CMAKE_BINARY_DIR}/gen/x.inc)\n\
         add_custom_command(OUTPUT z.inc COMMAND llvm-tblgen -dump-json My.td -o ${OUT}/z.inc)\n\
         set(LLVM_TARGET_DEFINITIONS My.td)\n\
         tablegen(LLVM ${CMAKE_CURRENT_BINARY_DIR}/y.inc -dump-json)\n\
         mlir_tablegen(m.inc -gen-own-things)\n\
         mlir_tablegen(t.inc -gen-typedef-decls)\n\
         set(LLVM_TARGET_DEFINITIONS ${ROOTS}/My.td)\n\
         tablegen(LLVM r.inc -dump-json)\n",
        expect![[r#"
        exit 0
        --- stderr
        tablegen-analyzer batch: '${OUT}/z.inc' is left out: the build file leaves open how it is made
        tablegen-analyzer batch: 'm.inc' is left out: it is made by mlir-tblgen
        tablegen-analyzer batch: 'r.inc' is left out: the build file leaves open how it is made
        made gen/x.inc
        made t.inc
        made y.inc
    "#]],
    );
}

#[test]
fn one_of_two_conditional_tables_is_made() {
    check_project(
        "conditions",
        "set(LLVM_TARGET_DEFINITIONS My.td)\n\
         if(A)\ntablegen(LLVM a.inc -dump-json)\nelse()\ntablegen(LLVM a.inc -print-records)\nendif()\n",
        expect![[r#"
        exit 0
        --- stderr
        tablegen-analyzer batch: 'a.inc' is not made of 'DIR/My.td' with '-print-records': another command has that output
        made a.inc
    "#]],
    );
}

#[test]
fn tables_of_a_build_that_cannot_be_made_are_errors() {
    check_project(
        "errors",
        "set(LLVM_TARGET_DEFINITIONS My.td)\n\
         tablegen(LLVM a.inc -dump-json)\ntablegen(LLVM a.inc -dump-json)\ntablegen(LLVM a.inc -print-enums)\n\
         tablegen(LLVM b.inc -gen-no-such-thing)\n\
         set(LLVM_TARGET_DEFINITIONS Gone.td)\ntablegen(LLVM c.inc -dump-json)\n",
        expect![[r#"
            exit 1
            --- stderr
            tablegen-analyzer batch: 'a.inc' is not made of 'DIR/My.td' with '-print-enums': another command has that output
            tablegen-analyzer batch: 'b.inc' is not made: Unknown command line argument '-gen-no-such-thing'. Did you mean '--gen-instr-info'?
            tablegen-analyzer batch: 'c.inc' is not made: there is no 'DIR/Gone.td'
            made a.inc
        "#]],
    );
}

#[test]
fn a_batch_of_a_build_folder() {
    let dir = TempDir::new("build");
    std::fs::create_dir_all(dir.path().join("build")).expect("a folder");
    dir.write("My.td", "def X;\n");
    dir.write(
        "build/build.ninja",
        "rule t\n  command = /usr/bin/$tool $flags $in -o $out\n\
         build lib/a.inc: t ../My.td\n  tool = llvm-tblgen-19\n  flags = -dump-json\n\
         build b.inc: t ../My.td\n  tool = clang-tblgen-19\n  flags = -print-records\n",
    );
    check_batch(
        &dir,
        &["build", "--out", "out"],
        expect![[r#"
        exit 0
        --- stderr
        made b.inc
        made lib/a.inc
    "#]],
    );
    check_batch(
        &dir,
        &[".", "--out", "out"],
        expect![[r#"
        exit 0
        --- stderr
        made b.inc
        made build/b.inc
        made build/lib/a.inc
        made lib/a.inc
    "#]],
    );
}

#[test]
fn a_bad_row_leaves_the_others_alone() {
    let dir = TempDir::new("bad-rows");
    dir.write("a.td", "def X;\n");
    dir.write(
        "rows.tsv",
        "id\ttool\tbackend\targs\tinclude_dirs\troot\n\
         a.inc\tt\t-no-such-thing\t\t\ta.td\n\
         b.inc\tt\t-dump-json\t\t\ta.td\n\
         c.inc\tt\t-dump-json\t--no-such-option\t\ta.td\n",
    );
    check_batch(
        &dir,
        &["rows.tsv", "--out", "out"],
        expect![[r#"
        exit 1
        --- stderr
        tablegen-analyzer batch: line 2: Unknown command line argument '-no-such-thing'. Did you mean '--info-output-file'?
        tablegen-analyzer batch: line 4: Unknown command line argument '--no-such-option'. Did you mean '--print-options'?
        made b.inc
    "#]],
    );
    dir.write("rows.tsv", "id\ttool\n");
    check_batch(
        &dir,
        &["rows.tsv", "--out", "new"],
        expect![[r#"
        exit 2
        --- stderr
        tablegen-analyzer: batch: there is no column 'backend'
        made b.inc
    "#]],
    );
}

/// A set of lanes has no place, and the reference says so.
#[test]
fn messages_at_an_unknown_place() {
    let dir = TempDir::new("unknown-place");
    dir.write(
        "a.td",
        r#"
class Operation<list<dag> ops> { list<dag> Ops = ops; bit Unavailable = 0; }
foreach Index = 0-15 in def sv#Index;
class MaskExpand;
def mask0 : MaskExpand;
def shuffle;
def other;
class Inst<dag op> {
  string Name = "f"; string Prototype = ".."; string Types = "c";
  string ArchGuard = ""; string TargetGuard = "neon"; string CartesianProductWith = "";
  Operation Operation = Operation<[op]>;
  list<int> ImmChecks = []; bit BigEndianSafe = 0; bit isShift = 0; bit isScalarShift = 0; bit isVCVT_N = 0; bit isLaneQ = 0; bit isVXAR = 0;
}
def F : Inst<(shuffle $p0, $p0, (other mask0))>;
"#,
    );
    check(
        &dir,
        &["-gen-arm-neon", "a.td"],
        expect![[r#"
        exit 1
        --- stderr
        <unknown>:0: error: Unknown set operator: (other mask0)
    "#]],
    );
}

/// LLVM's and MLIR's programs have a backend of this name, and only MLIR's has the option.
#[test]
fn options_decide_between_backends_with_one_name() {
    let dir = TempDir::new("one-name");
    dir.write(
        "a.td",
        r#"
class DirectiveLanguage { string cppNamespace = "own"; }
def Own : DirectiveLanguage;
class EnumVal { string name = "one"; bit isUserValue = 1; }
def One : EnumVal;
class Clause { string enumClauseValue = "Kind"; list<EnumVal> allowedClauseValues = [One]; }
def If : Clause;
"#,
    );
    check(
        &dir,
        &["-gen-directive-decl", "--directives-dialect=Own", "a.td"],
        expect![[r#"
            exit 0
            --- stdout
            def Kindone : I32EnumAttrCase<"One", 0, "one">;
            def Kind: I32EnumAttr<
              "ClauseKind",
              "Kind Clause",
              [Kindone]> {
                let cppNamespace = "::mlir::own";
                let genSpecializedAttr = 0;
            }
            def KindAttr : EnumAttr<Own_Dialect, Kind, "kind">;
        "#]],
    );
    check(
        &dir,
        &["-gen-directive-decl", "a.td"],
        expect![[r#"
        exit 1
        --- stderr
        error: The class 'Directive' is not defined

    "#]],
    );
}
