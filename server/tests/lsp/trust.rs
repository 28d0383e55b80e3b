//! Settings that count for a trusted workspace, and for an untrusted one.

use serde_json::{Value, json};
use tests::lsp::{Client, capabilities, uri};

const FILES: &str = "\
//- ws/Root.td
include \"h.td\"
def A : C;
//- ws/inc/h.td
class C;
//- outside/h.td
class C;
def Outside : C;
//- outside/Other.td
def Other;
";

/// A server in `ws`.
fn start(name: &str, fixture: &str, prepare: fn(&std::path::Path), options: Value) -> Client {
    let mut client = Client::prepared(name, fixture, |folder, _| prepare(folder));
    let folder = uri(&client.dir.path().join("ws"));
    let params = json!({
        "rootUri": folder,
        "workspaceFolders": [{"uri": folder, "name": "ws"}],
        "capabilities": capabilities(),
        "initializationOptions": options,
    });
    client.ask("initialize", params).expect("it starts");
    client.notify("initialized", json!({}));
    client
}

/// The records of a root, and the messages to the user.
fn records(client: &mut Client, root: &str) -> (String, String) {
    client.open(root);
    client.settle();
    let document = json!({"textDocument": {"uri": client.uri(root)}});
    let found = client.ask("tablegen/records", document).expect("a list");
    let all = found["records"].as_array().into_iter().flatten();
    let names: Vec<&str> = all.filter_map(|it| it["name"].as_str()).collect();
    let told = client.notifications.iter();
    let told = told.filter(|it| it["method"] == "window/showMessage");
    let told: Vec<&str> = told
        .filter_map(|it| it["params"]["message"].as_str())
        .collect();
    let dir = tests::shown(client.dir.path());
    let told = told.join("\n").replace(&dir, "DIR");
    (names.join(" "), told)
}

/// Include directories of settings, by their location and form.
#[test]
fn include_directories_outside_of_the_workspace() {
    let check = |options: Value, names: &str, said: &str| {
        let link = |folder: &std::path::Path| {
            #[cfg(not(unix))]
            let _ = folder;
            #[cfg(unix)]
            std::os::unix::fs::symlink("../outside", folder.join("ws/.link")).expect("a link");
        };
        let fixture = FILES.replace("//- ws/inc/h.td\nclass C;\n", "");
        let mut client = start("trust-dirs", &fixture, link, options);
        let (found, told) = records(&mut client, "ws/Root.td");
        assert_eq!(found, names, "{told}");
        assert_eq!(told.is_empty(), said.is_empty(), "{told}");
        assert!(told.contains(said), "{told}");
    };
    let why = "is not looked at: it lies outside of the workspace, and the client does not say that the workspace is trusted";
    let of = |folder: &str| format!("TableGen: 'DIR/{folder}' of the setting 'includeDirs' {why}");
    check(json!({"includeDirs": ["../outside"]}), "", &of("outside"));
    if cfg!(unix) {
        check(json!({"includeDirs": [".link"]}), "", &of("ws/.link"));
    }
    let trusted = json!({"includeDirs": ["../outside"], "trusted": true});
    check(trusted, "A Outside", "");
    // Only the start can declare a workspace trusted.
    let mut client = start("trust-later", FILES, |_| {}, json!({}));
    client.settings = json!({"trusted": true, "includeDirs": ["../outside"]});
    client.notify(
        "workspace/didChangeConfiguration",
        json!({"settings": null}),
    );
    let (found, _) = records(&mut client, "ws/Root.td");
    assert_eq!(found, "A");
}

/// Units of settings.
#[test]
fn units_outside_of_the_workspace() {
    let names = |trusted: bool| {
        let units =
            json!([{"root": "../outside/Other.td"}, {"root": "Root.td", "includeDirs": ["inc"]}]);
        let options = json!({"units": units, "trusted": trusted});
        let mut client = start("trust-units", FILES, |_| {}, options);
        client.settle();
        let units = client.ask("tablegen/units", json!({})).expect("a list");
        let units = units.as_array().cloned().unwrap_or_default();
        let names = units.iter().filter_map(|it| it["name"].as_str());
        let mut names: Vec<String> = names.map(str::to_owned).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(names(false), "Root.td");
    assert_eq!(names(true), "Other.td Root.td");
}

/// Build folders of settings.
#[test]
fn build_folders_outside_of_the_workspace() {
    let macros = |trusted: bool| {
        let fixture = "//- ws/Root.td\n#ifdef OF_BUILD\ndef OfBuild;\n#else\ndef Plain;\n#endif\n";
        let prepare = |folder: &std::path::Path| {
            let text = "rule r\n  command = llvm-tblgen -gen-enums -DOF_BUILD ../ws/Root.td -o A.inc\n\
                        build A.inc: r ../ws/Root.td\n";
            std::fs::create_dir_all(folder.join("build")).expect("a folder");
            std::fs::write(folder.join("build/build.ninja"), text).expect("a file");
        };
        let options = json!({"buildFolders": ["../build"], "trusted": trusted});
        let mut client = start("trust-build", fixture, prepare, options);
        records(&mut client, "ws/Root.td").0
    };
    assert_eq!(macros(false), "Plain");
    assert_eq!(macros(true), "OfBuild");
}

/// A program's relative path is relative to the workspace's folder, not to the folder in which a build runs its
/// commands.
#[cfg(unix)]
#[test]
fn relative_programs_lie_in_the_workspace() {
    use std::os::unix::fs::PermissionsExt;
    let prepare = |folder: &std::path::Path| {
        for (name, said) in [
            ("ws/bin/tool", "of the workspace"),
            ("ws/build/bin/tool", "of the build"),
        ] {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(&path, format!("#!/bin/sh\necho {said}\n")).expect("a file");
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("rights");
        }
        let ninja =
            "rule r\n  command = llvm-tblgen -print-enums ../Root.td -o A.inc\nbuild A.inc: r\n";
        std::fs::write(folder.join("ws/build/build.ninja"), ninja).expect("a file");
    };
    let run = |trusted: bool| {
        let external = json!([{"name": "own", "command": ["./bin/tool"], "input": "command-line", "language": "text"}]);
        let options = json!({"trusted": trusted, "external": external});
        let mut client = start("trust-tool", "//- ws/Root.td\ndef A;\n", prepare, options);
        client.open("ws/Root.td");
        let preview = client.ask("tablegen/preview", json!({"backend": "own"}));
        preview
            .map(|it| it["text"].as_str().unwrap_or("").to_owned())
            .ok()
    };
    assert_eq!(run(true).as_deref(), Some("of the workspace\n"));
    assert_eq!(run(false), None);
}
