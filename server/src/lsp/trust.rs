//! The settings that need trust. If the client does not declare the workspace trusted, its settings may come from files
//! in the workspace. `docs/security.md` describes this for users.

use std::path::Path;

use project::path;

use super::settings::Settings;

/// The settings that are effective in a workspace with these folders, and a message for each setting that is ignored.
pub(super) fn of_workspace(mut settings: Settings, folders: &[String]) -> (Settings, Vec<String>) {
    let first = folders.first().map_or("/", |it| it);
    if settings.trusted {
        // Paths of programs are relative to the first workspace folder, but programs run in the folder of the build. So
        // the paths are made absolute.
        let commands = settings.external.iter_mut();
        let programs = commands.filter_map(|it| it.command.first_mut());
        for program in programs.chain(settings.tools.values_mut()) {
            if program.contains(std::path::is_separator) {
                *program = path::join(first, program);
            }
        }
        return (settings, Vec::new());
    }
    let mut notes = Vec::new();
    let mut is_inside = |setting: &str, path: &str| {
        let path = path::join(first, path);
        let is_inside = lies_in(&path, folders);
        if !is_inside {
            notes.push(format!(
                "'{path}' of the setting '{setting}' is not looked at: it lies outside of the workspace, and the \
                 client does not say that the workspace is trusted"
            ));
        }
        is_inside
    };
    settings
        .include_dirs
        .retain(|it| is_inside("includeDirs", it));
    settings
        .build_folders
        .retain(|it| is_inside("buildFolders", it));
    settings.units.retain_mut(|unit| {
        unit.include_dirs.retain(|it| is_inside("units", it));
        is_inside("units", &unit.root)
    });
    (settings, notes)
}

/// Whether a path lies in one of `folders`, both as written and after links are resolved.
fn lies_in(path: &str, folders: &[String]) -> bool {
    let real = |it: &str| Path::new(it).canonicalize().ok();
    folders.iter().any(|folder| {
        // If the path does not exist yet, its nearest existing folder is checked.
        let around = path::ancestors(path).take_while(|it| path::is_below(it, folder));
        let there = around.map(real).find(Option::is_some).flatten();
        let leads_out = there
            .zip(real(folder))
            .is_some_and(|(it, folder)| !it.starts_with(folder));
        path::is_below(path, folder) && !leads_out
    })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use serde_json::{Value, json};

    use super::*;

    fn check(trusted: bool, settings: Value, want: Expect) {
        let mut settings = settings;
        settings["trusted"] = trusted.into();
        let folders = ["/w".to_owned(), "/other".to_owned()];
        let (settings, notes) = of_workspace(Settings::read(&settings), &folders);
        let roots: Vec<_> = settings
            .units
            .iter()
            .map(|it| (&it.root, &it.include_dirs))
            .collect();
        let programs: Vec<_> = settings.external().iter().map(|it| &it.command).collect();
        want.assert_eq(&format!(
            "{:?} {:?} {roots:?} {programs:?} {:?}\n{}",
            settings.include_dirs,
            settings.build_folders,
            settings.tool("mlir-tblgen"),
            notes.iter().map(|it| format!("{it}\n")).collect::<String>()
        ));
    }

    fn settings() -> Value {
        json!({
            "includeDirs": ["inc", "/other/inc", "/outside", "../up", "/wide"],
            "buildFolders": ["build", "/b"],
            "units": [{"root": "a.td", "includeDirs": ["i", "/i"]}, {"root": "/etc/b.td"}],
            "external": [{"name": "x", "command": ["bin/x", "a/b"]}, {"name": "y", "command": ["y"]}],
            "tools": {"mlir-tblgen": "./bin/mlir-tblgen"},
        })
    }

    #[test]
    fn a_trusted_workspace_names_what_it_likes() {
        check(
            true,
            settings(),
            expect![[r#"
                ["inc", "/other/inc", "/outside", "../up", "/wide"] ["build", "/b"] [("a.td", ["i", "/i"]), ("/etc/b.td", [])] [["/w/bin/x", "a/b"], ["y"]] Some("/w/bin/mlir-tblgen")
            "#]],
        );
    }

    #[test]
    fn an_untrusted_workspace_names_what_lies_in_it() {
        check(
            false,
            settings(),
            expect![[r#"
                ["inc", "/other/inc"] ["build"] [("a.td", ["i"])] [] None
                '/outside' of the setting 'includeDirs' is not looked at: it lies outside of the workspace, and the client does not say that the workspace is trusted
                '/up' of the setting 'includeDirs' is not looked at: it lies outside of the workspace, and the client does not say that the workspace is trusted
                '/wide' of the setting 'includeDirs' is not looked at: it lies outside of the workspace, and the client does not say that the workspace is trusted
                '/b' of the setting 'buildFolders' is not looked at: it lies outside of the workspace, and the client does not say that the workspace is trusted
                '/i' of the setting 'units' is not looked at: it lies outside of the workspace, and the client does not say that the workspace is trusted
                '/etc/b.td' of the setting 'units' is not looked at: it lies outside of the workspace, and the client does not say that the workspace is trusted
            "#]],
        );
    }
}
