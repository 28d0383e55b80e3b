//! Statements of `docs/security.md` that can be checked in files.

use serde_json::Value;

use tests::root;

/// Each row of the tables names an existing test.
#[test]
fn each_row_names_a_test() {
    let text = std::fs::read_to_string(root().join("docs/security.md")).expect("a file");
    let rows = text.lines().filter(|it| it.starts_with("| "));
    let rows: Vec<&str> = rows.filter(|it| !it.starts_with("| what |")).collect();
    assert!(rows.len() > 10);
    for row in rows {
        let cell = row
            .trim_end_matches([' ', '|'])
            .rsplit('|')
            .next()
            .unwrap_or("");
        let names: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
        let [file, test] = names[..] else {
            panic!("no test: {row}");
        };
        let source = std::fs::read_to_string(root().join(file)).expect(file);
        let declared = format!("#[test]\nfn {test}()");
        let source = source.replace("\n    ", "\n");
        assert!(source.contains(&declared), "{file} has no test {test}");
    }
}

#[test]
fn what_an_untrusted_workspace_cannot_set_in_vs_code() {
    let path = root().join("editors/vscode/package.json");
    let text = std::fs::read_to_string(path).expect("a file");
    let package: Value = serde_json::from_str(&text).expect("JSON");
    let restricted = &package["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"];
    let restricted = restricted.as_array().expect("a list");
    let names = [
        "server.path",
        "server.arguments",
        "external",
        "tools",
        "units",
        "includeDirs",
        "buildFolders",
        "limits.memory",
        "limits.work",
    ];
    for name in names {
        let name = format!("tablegen.{name}");
        assert!(restricted.iter().any(|it| *it == name), "{name}");
    }
}
