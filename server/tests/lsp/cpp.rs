//! From C++ to records and back.

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use tests::lsp::{Client, show_range};

const FILES: &str = "\
//- CMakeLists.txt
add_subdirectory(lib/Toy)
add_subdirectory(lib/Other)
//- lib/Toy/CMakeLists.txt
set(LLVM_TARGET_DEFINITIONS Toy.td)
tablegen(LLVM ToyGenRegisterInfo.inc -gen-register-info)
//- lib/Toy/Toy.td
class RegisterClass;
class Register;
class SDNode<string o> { string Opcode = o; }
def $0GPR : RegisterClass;
def R0 : Register;
def ToyCmp : SDNode<\"ToyISD::CMP\">;
//- lib/Toy/Lower.cpp
int r = Toy::GPRRegClassID; // R0 alone is none.
const auto &c = Toy::GPRRegClass; int x = Toy::R0, y = Toy::R01;
int n = ToyISD::CMP + ISD::CMP;
//- lib/Other/CMakeLists.txt
set(LLVM_TARGET_DEFINITIONS Other.td)
tablegen(LLVM OtherGenRegisterInfo.inc -gen-register-info)
//- lib/Other/Other.td
class Register;
def R0 : Register;
//- lib/Other/Lower.h
enum { A = Toy::R0, B = Other::R0 };
//- build/CMakeCache.txt
//- build/Gen.inc
int made = Toy::R0;
//- .hidden/Use.h
int hidden = Toy::R0;
";

fn start(name: &str) -> Client {
    let mut client = Client::new(name, FILES);
    client.open("lib/Other/Other.td");
    client.settle();
    client
}

#[test]
fn a_name_leads_to_its_record_in_the_unit_that_it_is_of() {
    let mut client = start("cpp-find");
    let mut check = |name: &str, want: Expect| {
        let params = json!({
            "name": name,
            "textDocument": {"uri": client.uri("lib/Toy/Lower.cpp")},
        });
        let found = client.ask("tablegen/findRecord", params).expect("a list");
        let found = found.as_array().expect("a list").iter();
        let shown = found.map(|it| {
            let file = client.show_uri(&it["location"]["uri"]);
            let line = &it["location"]["range"]["start"]["line"];
            format!("{} {file} {line} {}\n", it["name"], it["classes"])
        });
        want.assert_eq(&shown.collect::<String>());
    };
    // The unit that was used last is another.
    check(
        "Toy::GPRRegClassID",
        expect![[r#"
        "GPR" lib/Toy/Toy.td 3 ["RegisterClass"]
    "#]],
    );
    check(
        "ToyISD::CMP",
        expect![[r#"
        "ToyCmp" lib/Toy/Toy.td 5 ["SDNode"]
    "#]],
    );
    check(
        "Other::R0",
        expect![[r#"
        "R0" lib/Other/Other.td 1 ["Register"]
    "#]],
    );
    check(
        "R0",
        expect![[r#"
        "R0" lib/Toy/Toy.td 4 ["Register"]
    "#]],
    );
    check("Toy::Nothing", expect![""]);
}

#[test]
fn options_are_those_of_the_program_that_a_file_belongs_to() {
    let mut client = Client::new(
        "cpp-options",
        "\
//- CMakeLists.txt
add_subdirectory(clang)
add_subdirectory(tools/nm)
//- clang/CMakeLists.txt
add_subdirectory(include/clang/Driver)
//- clang/include/clang/Driver/CMakeLists.txt
set(LLVM_TARGET_DEFINITIONS Options.td)
tablegen(LLVM Options.inc -gen-opt-parser-defs)
//- clang/include/clang/Driver/Options.td
class Option;
def c : Option;
//- clang/include/clang/AST/DeclNodes.td
class DeclNode;
def Function : DeclNode;
//- tools/nm/CMakeLists.txt
set(LLVM_TARGET_DEFINITIONS Opts.td)
tablegen(LLVM Opts.inc -gen-opt-parser-defs)
//- tools/nm/Opts.td
class Option;
def c : Option;
",
    );
    client.open("clang/include/clang/Driver/Options.td");
    client.settle();
    let mut find = |file: &str, name: &str| {
        let params = json!({"name": name, "textDocument": {"uri": client.uri(file)}});
        let found = client
            .ask("tablegen/findRecord", params)
            .expect("an answer");
        let found = found.as_array().into_iter().flatten();
        let files = found.map(|it| client.show_uri(&it["location"]["uri"]));
        files.collect::<Vec<_>>().join(", ")
    };
    let of_clang = "clang/include/clang/Driver/Options.td";
    assert_eq!(find("clang/lib/Driver/Driver.cpp", "OPT_c"), of_clang);
    assert_eq!(find("tools/nm/nm.cpp", "OPT_c"), "tools/nm/Opts.td");
    assert_eq!(find("tools/other/other.cpp", "OPT_c"), "");
    let named = find("tools/other/other.cpp", "clang::driver::options::OPT_c");
    assert_eq!(named, of_clang);
    let nodes = "clang/include/clang/AST/DeclNodes.td";
    assert_eq!(find("clang/lib/Sema/Sema.cpp", "FunctionDecl"), nodes);
}

fn uses(client: &mut Client, more: Value) -> Result<String, Value> {
    let mut params = json!({"unit": tests::shown(&client.dir.path().join("lib/Toy/Toy.td"))});
    params
        .as_object_mut()
        .expect("an object")
        .extend(more.as_object().cloned().unwrap_or_default());
    let answer = client.ask("tablegen/usesInCpp", params)?;
    Ok(client.show_locations(&answer))
}

#[test]
fn a_record_leads_to_its_uses() {
    let mut client = start("cpp-uses");
    client.open("lib/Toy/Toy.td");
    let at = client.at_cursor();
    let found = client.ask("tablegen/usesInCpp", at).expect("a list");
    expect![[r#"
        lib/Toy/Lower.cpp 0:13-0:26
        lib/Toy/Lower.cpp 1:21-1:32
    "#]]
    .assert_eq(&client.show_locations(&found));
    // Files near the root come first; hidden folders and those of builds are left out.
    expect![[r#"
        lib/Toy/Lower.cpp 1:47-1:49
        lib/Other/Lower.h 0:16-0:18
        lib/Other/Lower.h 0:31-0:33
    "#]]
    .assert_eq(&uses(&mut client, json!({"name": "R0"})).expect("a list"));
    expect![[r#"
        lib/Toy/Lower.cpp 2:16-2:19
    "#]]
    .assert_eq(&uses(&mut client, json!({"name": "ToyCmp"})).expect("a list"));
    let none = uses(&mut client, json!({"name": "Missing"})).expect_err("no record");
    assert_eq!(none["message"], "there is no record here");
}

#[test]
fn a_flag_leads_to_its_field() {
    let files = "\
//- lib/Toy/Toy.td
include \"Target.td\"
def ADD : Instruction;
def Commutable;
//- lib/Toy/Target.td
class InstructionEncoding { bit mayLoad = 0; }
class Instruction : InstructionEncoding { bit isCommutable = 0; bit hasSideEffects = 0; }
//- lib/Toy/Desc.h
bool isCommutable() { return Flags & (1ULL << MCID::Commutable); } // Toy::Commutable
";
    let mut client = Client::new("cpp-flags", files);
    client.open("lib/Toy/Toy.td");
    client.settle();
    let mut check = |name: &str, want: Expect| {
        let found = client.ask("tablegen/findRecord", json!({"name": name}));
        let found = found.expect("a list");
        let shown = found.as_array().expect("a list").iter().map(|it| {
            let (at, classes) = (&it["location"], &it["classes"]);
            let place = format!(
                "{} {}",
                client.show_uri(&at["uri"]),
                show_range(&at["range"])
            );
            format!("{} {place} {classes}\n", it["name"])
        });
        want.assert_eq(&shown.collect::<String>());
    };
    check(
        "llvm::MCID::Commutable",
        expect![[r#"
            "isCommutable" lib/Toy/Target.td 1:46-1:58 ["Instruction"]
        "#]],
    );
    check(
        "{ 1, 0|(1ULL<<MCID::MayLoad)|(1ULL<<MCID::UnmodeledSideEffects) }, // Inst #1 = ADD",
        expect![[r#"
            "ADD" lib/Toy/Toy.td 1:4-1:7 ["InstructionEncoding","Instruction"]
            "mayLoad" lib/Toy/Target.td 0:32-0:39 ["Instruction"]
            "hasSideEffects" lib/Toy/Target.td 1:68-1:82 ["Instruction"]
        "#]],
    );
    check("MCID::Nothing", expect![[""]]);
    let found = client.ask("tablegen/usesInCpp", json!({"name": "isCommutable"}));
    expect![[r#"
        lib/Toy/Desc.h 0:52-0:62
    "#]]
    .assert_eq(&client.show_locations(&found.expect("a list")));
}

#[test]
fn a_use_is_found_once() {
    // The root lies in the workspace's own folder.
    let files = "\
//- Toy.td
class Register;
def R0 : Register;
//- Use.cpp
int x = Toy::R0;
//- below/Use.cpp
int y = Toy::R0;
";
    let mut client = Client::new("cpp-once", files);
    client.open("Toy.td");
    let found = client.ask("tablegen/usesInCpp", json!({"name": "R0"}));
    expect![[r#"
        Use.cpp 0:13-0:15
        below/Use.cpp 0:13-0:15
    "#]]
    .assert_eq(&client.show_locations(&found.expect("a list")));
}

#[test]
fn uses_are_told_as_they_are_found() {
    let mut client = start("cpp-pieces");
    client.open("lib/Toy/Toy.td");
    let rest = uses(
        &mut client,
        json!({"name": "R0", "partialResultToken": "t"}),
    );
    assert_eq!(rest.expect("a list"), "");
    let told = client
        .notifications
        .iter()
        .filter(|it| it["method"] == "$/progress");
    let told: Vec<usize> = told
        .filter(|it| it["params"]["token"] == "t")
        .filter_map(|it| it["params"]["value"].as_array().map(Vec::len))
        .collect();
    assert_eq!(told, [1, 2]);
}

#[cfg(unix)]
#[test]
fn only_regular_files_of_the_workspace_are_searched() {
    let outside = tests::TempDir::new("outside");
    outside.write("Use.cpp", "int x = Toy::R0;");
    let mut client = Client::prepared("cpp-hostile", FILES, |dir, _| {
        let linked = dir.join("lib/Toy/linked");
        std::os::unix::fs::symlink(outside.path(), linked).expect("a link");
        std::os::unix::fs::symlink("/dev/zero", dir.join("lib/Toy/Zero.cpp")).expect("a link");
        let pipe = dir.join("lib/Toy/Pipe.cpp");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo runs").success());
    });
    client.initialize(&tests::lsp::capabilities(), &Value::Null);
    client.open("lib/Toy/Toy.td");
    client.settle();
    let found = uses(&mut client, json!({"name": "R0"})).expect("a list");
    assert_eq!(found.lines().count(), 3, "{found}");
}
