//! Errors that come from headers installed elsewhere, and headers of another release.

use std::path::MAIN_SEPARATOR;

use expect_test::expect;
use tests::{TempDir, binary, transcript};

/// The user can mend an error in an installed header only at the record that has it.
#[test]
fn errors_of_installed_headers_are_at_the_records() {
    let dir = TempDir::new("check-installed");
    let here = dir.path().display();
    dir.write(
        "llvm/include/mlir/Base.td",
        "class Dialect { string name = ?; }\n\
         class Type<Dialect d> { string mnemonic = ?; string typeName = d.name # \".\" # mnemonic; }\n\
         def Builtin : Dialect;\n\
         class Trait<Dialect d> { Dialect of = d; string full = of.name # \".x\"; }\n\
         class BuiltinTrait : Trait<Builtin>;\n",
    );
    dir.write(
        "p/build/CMakeCache.txt",
        format!("CMAKE_PREFIX_PATH:PATH={here}/llvm\n"),
    );
    dir.write(
        "p/A.td",
        "include \"mlir/Base.td\"\ndef D : Dialect { let name = \"d\"; }\n\
         def A : Type<D>;\ndef B : BuiltinTrait;\ndef C : BuiltinTrait;\n",
    );
    let check = |args: &[&str]| {
        let args: Vec<&str> = ["check", "A.td"].iter().chain(args).copied().collect();
        let text = transcript(binary("tablegen-analyzer"), &args, &dir.path().join("p"));
        // Windows separates an include directory of the command line from the rest in its own way.
        text.replace(MAIN_SEPARATOR, "/")
    };
    let text = check(&[]);
    // The headers may also be named by the build or on the command line.
    assert_eq!(check(&["-I", &format!("{here}/llvm/include")]), text);
    dir.write(
        "p/CMakeLists.txt",
        format!(
            "include_directories({here}/llvm/include)\n\
             set(LLVM_TARGET_DEFINITIONS A.td)\nmlir_tablegen(a.inc -gen-dialect-decls)\n"
        ),
    );
    assert_eq!(check(&[]), text);
    expect![[r#"
        exit 1
        --- stderr
        A.td:3:5: error: Initializer of 'typeName' in 'A' could not be fully resolved: !strconcat("d", !strconcat(".", mnemonic))
        def A : Type<D>;
            ^
        Included from A.td:1:
        HERE/llvm/include/mlir/Base.td:2:53: note: in the value of field 'typeName'
        class Type<Dialect d> { string mnemonic = ?; string typeName = d.name # "." # mnemonic; }
                                                            ^
        Included from A.td:1:
        HERE/llvm/include/mlir/Base.td:2:32: note: this has no value
        class Type<Dialect d> { string mnemonic = ?; string typeName = d.name # "." # mnemonic; }
                                       ^
        A.td:4:5: error: Initializer of 'full' in 'B' could not be fully resolved: !strconcat(?, ".x")
        def B : BuiltinTrait;
            ^
        Included from A.td:1:
        HERE/llvm/include/mlir/Base.td:5:28: note: caused by this
        class BuiltinTrait : Trait<Builtin>;
                                   ^
        Included from A.td:1:
        HERE/llvm/include/mlir/Base.td:4:49: note: in the value of field 'full'
        class Trait<Dialect d> { Dialect of = d; string full = of.name # ".x"; }
                                                        ^
        A.td:5:5: note: in this record
        def C : BuiltinTrait;
            ^
    "#]]
    .assert_eq(&text.replace(&here.to_string(), "HERE"));
}

/// Backends may read fields that the headers of another release do not have.
#[test]
fn releases_of_headers_and_tables() {
    let dir = TempDir::new("check-releases");
    let here = dir.path().display();
    dir.write(
        "llvm-19/include/llvm/TableGen/SearchableTable.td",
        "class GenericEnum; class SearchIndex;\n\
         class GenericTable { string FilterClass; string FilterClassField; string CppTypeName = \"A\";\n\
           list<string> Fields; list<string> PrimaryKey; string PrimaryKeyName; bit PrimaryKeyEarlyOut = 0;\n\
           bit PrimaryKeyReturnRange = 0; }\n",
    );
    dir.write(
        "p/build/CMakeCache.txt",
        format!("CMAKE_PREFIX_PATH:PATH={here}/llvm-19\n"),
    );
    dir.write(
        "p/CMakeLists.txt",
        "set(LLVM_TARGET_DEFINITIONS a.td)\ntablegen(LLVM a.inc -gen-searchable-tables)\n",
    );
    dir.write(
        "p/a.td",
        "include \"llvm/TableGen/SearchableTable.td\"\nclass Thing { int Nam = 3; }\ndef A : Thing;\n\
         def Things : GenericTable { let FilterClass = \"Thing\"; let Fields = [\"Name\"]; }\n",
    );
    let check = |args: &[&str]| {
        let args: Vec<&str> = ["check", "--backends", "a.td"]
            .iter()
            .chain(args)
            .copied()
            .collect();
        let text = transcript(binary("tablegen-analyzer"), &args, &dir.path().join("p"));
        text.replace(&here.to_string(), "HERE")
    };
    let same = check(&[]);
    assert!(same.contains("does not have a field named"), "{same}");
    assert!(!same.contains("the headers are"), "{same}");
    expect![[r#"
        exit 1
        --- stderr
        a.td:3:5: error: Record `A' does not have a field named `Name'!
        def A : Thing;
            ^
        note: said by -gen-searchable-tables
        note: the headers are LLVM 19 in HERE/llvm-19/include, but tables are written as LLVM 22 does
    "#]]
    .assert_eq(&check(&["--compat=22"]));
}
