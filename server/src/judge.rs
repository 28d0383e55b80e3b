//! What is said of a unit because of how it was found: where an include was looked for, and that a file is a part of
//! something that is not there.

mod fragment;

use driver::disk;
use elaborate::diagnostic::Severity;
use elaborate::report::{Report, for_people, without_cascades};
use elaborate::unit::Unit;
use project::{FoundUnit, path};

use self::fragment::is_fragment;

/// How many folders are named.
const MAX_FOLDERS: usize = 6;

const FRAGMENT: &str = "no root includes this file, so what other files define is not known here; \
                        a root that includes it, or the setting `tablegen.units`, says how it is read";

/// How the messages start that something is unknown: first of what records are made of.
const UNKNOWN: [&str; 5] = [
    "Couldn't find class '",
    "Couldn't find multiclass '",
    "Expected a class name, got '",
    "Variable not defined: '",
    "Undefined reference to record: '",
];

/// The reports of a unit as a person needs them, as far as they are wanted. `name` is how absolute paths are called.
pub(crate) fn judged(
    found: &FoundUnit,
    unit: &Unit,
    reports: &[Report],
    name: &dyn Fn(&str) -> String,
    wanted: &dyn Fn(&Report) -> bool,
) -> Vec<Report> {
    let mut reports = for_people(&unit.sources, reports);
    if is_fragment(found, unit) {
        let unknown = reports.iter().filter(|it| is_about_unknown(it)).count();
        // One may be a mistake of its own, and one who wants classes of others is told of classes.
        let starts =
            |it: &Report, with: &[&str]| with.iter().any(|start| it.message.starts_with(start));
        let wants_classes = reports.iter().any(|it| starts(it, &UNKNOWN[..3]));
        if unknown > 1 && wants_classes {
            reports.retain(|it| !is_about_unknown(it));
            let hint = Report::new(Severity::Note, Some((0, 0)), FRAGMENT.to_owned());
            reports.insert(0, hint);
        }
    }
    if !found.mixed.is_empty() {
        let hint = Report::new(Severity::Note, Some((0, 0)), mixed(found));
        reports.insert(0, hint);
    }
    reports.retain(wanted);
    let mut reports = without_cascades(unit, reports);
    for report in &mut reports {
        if let Some(include) = missing_include(&report.message) {
            let note = where_looked(found, include, name);
            report
                .notes
                .insert(0, Report::new(Severity::Note, None, note));
        }
    }
    reports
}

fn is_about_unknown(report: &Report) -> bool {
    UNKNOWN.iter().any(|it| report.message.starts_with(it))
}

/// What is said of a unit that has headers of several LLVMs.
pub(crate) fn mixed(found: &FoundUnit) -> String {
    let headers: Vec<String> = found.mixed.iter().map(ToString::to_string).collect();
    format!("headers of several releases: {}", headers.join(", "))
}

/// The file that a message says is not found.
pub(crate) fn missing_include(message: &str) -> Option<&str> {
    // The reference has two ways to write it.
    let starts = [
        "Could not find include file '",
        "could not find include file '",
    ];
    let rest = starts.iter().find_map(|it| message.strip_prefix(it))?;
    rest.trim_end().strip_suffix('\'')
}

/// Whether an include names one of LLVM's own headers.
pub(crate) fn is_of_llvm(include: &str) -> bool {
    let mut projects = ["llvm/", "mlir/", "clang/"].iter();
    projects.any(|it| include.starts_with(it))
}

fn where_looked(found: &FoundUnit, include: &str, name: &dyn Fn(&str) -> String) -> String {
    let mut folders: Vec<String> = Vec::new();
    for folder in &found.spec.include_dirs {
        let folder = path::join(&found.working_dir, folder);
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    if folders.is_empty() {
        folders.push(path::normalize(&found.working_dir));
    }
    let rest = folders.len().saturating_sub(MAX_FOLDERS);
    let shown = folders.iter().take(MAX_FOLDERS).map(|it| match name(it) {
        it if it.is_empty() => ".".to_owned(),
        it => it,
    });
    let mut note = format!("looked in {}", shown.collect::<Vec<_>>().join(", "));
    if rest > 0 {
        note += &format!(" and {rest} more");
    }
    if let Some(submodule) = found.submodule_of(include) {
        note += &format!(
            "; the submodule '{}' is not there: `{}` fetches it",
            submodule.path,
            submodule.command()
        );
        return note;
    }
    if let Some(refused) = refused(found, &folders, include, name) {
        return format!("{refused}; {note}");
    }
    note += "; `-I` or the setting `tablegen.includeDirs` adds a folder";
    if is_of_llvm(include) {
        note +=
            ", and `tablegen.buildFolders` a build that says in its CMakeCache.txt where LLVM is";
    }
    note
}

/// Why a file is not read that is there under the name of an include.
fn refused(
    found: &FoundUnit,
    folders: &[String],
    include: &str,
    name: &dyn Fn(&str) -> String,
) -> Option<String> {
    let own = path::join(&found.working_dir, include);
    let inside = include.trim_start_matches('/');
    let inside = folders.iter().map(|it| path::join(it, inside));
    std::iter::once(own).chain(inside).find_map(|path| {
        let error = disk::refusal(&path)?;
        Some(format!("'{}' is not read: {error}", name(&path)))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use elaborate::unit::{self, Files, UnitSpec};
    use expect_test::{Expect, expect};
    use project::Origin;

    use super::*;
    use driver::front_end::{self, Input};

    struct Nothing;

    impl Files for Nothing {
        fn read(&self, _: &str) -> Option<Arc<str>> {
            None
        }
    }

    fn check(origin: Origin, text: &str, want: Expect) {
        let mut found = project::FoundUnit::of(UnitSpec {
            root: "/s/a.td".to_owned(),
            include_dirs: vec!["/s".to_owned(), "/i".to_owned()],
            macros: Vec::new(),
        });
        found.origin = origin;
        let input = Input {
            spec: found.spec.clone(),
            ..Input::default()
        };
        let read = front_end::run(&input, text.as_bytes(), &Nothing as &dyn unit::Files);
        let judged = judged(&found, &read.unit, &read.reports, &str::to_owned, &|_| true);
        want.assert_eq(&String::from_utf8_lossy(&read.messages_named(
            &judged,
            10_000,
            &str::to_owned,
        )));
    }

    #[test]
    fn a_fragment_is_one_hint() {
        let text = "def A : Inst<1>;\nlet X = 1 in {\n  defm B : Group<A, C>;\n}\ndef\n";
        check(
            Origin::Includes,
            text,
            expect![[r#"
            /s/a.td:1:1: note: no root includes this file, so what other files define is not known here; a root that includes it, or the setting `tablegen.units`, says how it is read
            def A : Inst<1>;
            ^
            /s/a.td:6:1: error: Unknown or reserved token when parsing a value

            ^
        "#]],
        );
        // Who says that it is a root means it.
        check(
            Origin::CMake,
            "def A : Inst<1>;\n",
            expect![[r#"
            /s/a.td:1:9: error: Couldn't find class 'Inst'
            def A : Inst<1>;
                    ^
        "#]],
        );
        // What has classes of its own is read as it is.
        check(
            Origin::Includes,
            "class C;\ndef A : D;\n",
            expect![[r#"
            /s/a.td:2:9: error: Couldn't find class 'D'
            def A : D;
                    ^
        "#]],
        );
        check(Origin::Includes, "def A;\n", expect![""]);
        // Classes and multiclasses that are made of what is not there make no root of a file.
        check(
            Origin::Includes,
            "multiclass M<int n> { def A : Inst<n>; def B : Pat<n>; }\ndefm X : M<1>;\n\
             class Own : Inst<[LLVMType<1>]>;\ndef C : Own;\n",
            expect![[r#"
                /s/a.td:1:1: note: no root includes this file, so what other files define is not known here; a root that includes it, or the setting `tablegen.units`, says how it is read
                multiclass M<int n> { def A : Inst<n>; def B : Pat<n>; }
                ^
            "#]],
        );
        // Those that are there do.
        check(
            Origin::Includes,
            "class Inst;\nmulticlass M { def A : Inst; }\ndefm X : M;\ndef B : Insn;\ndef C : Insn;\n",
            expect![[r#"
                /s/a.td:4:9: error: Couldn't find class 'Insn'
                def B : Insn;
                        ^
                /s/a.td:5:9: error: Couldn't find class 'Insn'
                def C : Insn;
                        ^
            "#]],
        );
        // Records that are not made of classes are somebody's own.
        check(
            Origin::Includes,
            "def A { Missing f; }\ndef B { Missing g; Other h; }\ndef C : D;\n",
            expect![[r#"
                /s/a.td:1:9: error: Couldn't find class 'Missing'
                def A { Missing f; }
                        ^
                /s/a.td:2:9: error: Couldn't find class 'Missing'
                def B { Missing g; Other h; }
                        ^
                /s/a.td:2:20: error: Couldn't find class 'Other'
                def B { Missing g; Other h; }
                                   ^
                /s/a.td:3:9: error: Couldn't find class 'D'
                def C : D;
                        ^
            "#]],
        );
        // One name may be misspelled.
        check(
            Origin::Includes,
            "def A : Inst;\n",
            expect![[r#"
                /s/a.td:1:9: error: Couldn't find class 'Inst'
                def A : Inst;
                        ^
            "#]],
        );
    }

    #[test]
    fn a_missing_include_says_where_it_was_looked_for() {
        check(
            Origin::Includes,
            "include \"own.td\"\ninclude \"mlir/IR/OpBase.td\"\n",
            expect![[r#"
                /s/a.td:1:9: error: could not find include file 'own.td'
                include "own.td"
                        ^
                note: looked in /s, /i; `-I` or the setting `tablegen.includeDirs` adds a folder
                /s/a.td:2:9: error: could not find include file 'mlir/IR/OpBase.td'
                include "mlir/IR/OpBase.td"
                        ^
                note: looked in /s, /i; `-I` or the setting `tablegen.includeDirs` adds a folder, and `tablegen.buildFolders` a build that says in its CMakeCache.txt where LLVM is
            "#]],
        );
    }
}
