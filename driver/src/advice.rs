//! Adds advice to the reports about a unit of a workspace: the folders in which a missing include was searched for, or
//! a note that the file is a fragment, whose unknown names are defined by the files that include it.

mod fragment;
mod outside;

use elaborate::diagnostic::Severity;
use elaborate::report::{Report, for_people, without_cascades};
use elaborate::unit::Unit;
use project::{FoundUnit, path};
use rustc_hash::FxHashSet;
use syntax::Release;

use self::fragment::{lacks_classes, stands_alone};
use crate::disk;

/// The maximum number of folders that a note lists.
const MAX_FOLDERS: usize = 6;

/// A file with at least this many unknown names counts as a fragment. Fewer may be typos.
const MANY_NAMES: usize = 20;

const FRAGMENT: &str = "no root includes this file, so what other files define is not known here; \
                        a root that includes it, or the setting `tablegen.units`, says how it is read";

/// The beginnings of messages about unknown names: first about classes and multiclasses, then about values.
const UNKNOWN: [&str; 5] = [
    "Couldn't find class '",
    "Couldn't find multiclass '",
    "Expected a class name, got '",
    "Variable not defined: '",
    "Undefined reference to record: '",
];

/// The reports about `unit` that `wanted` accepts, without follow-up errors and with advice. `name` shortens absolute
/// paths.
pub fn advise(
    found: &FoundUnit,
    unit: &Unit,
    reports: &[Report],
    name: &dyn Fn(&str) -> String,
    wanted: &dyn Fn(&Report) -> bool,
) -> Vec<Report> {
    let mut reports = for_people(&unit.sources, reports);
    outside::move_to_records(found, unit, &mut reports);
    if stands_alone(found, unit) && is_fragment(unit, &reports) {
        reports.retain(|it| !is_about_unknown(it));
        let hint = Report::new(Severity::Note, Some((0, 0)), FRAGMENT.to_owned());
        reports.insert(0, hint);
    }
    if !found.mixed.is_empty() {
        let hint = Report::new(Severity::Note, Some((0, 0)), mixed(found));
        reports.insert(0, hint);
    }
    reports.retain(wanted);
    let mut reports = without_cascades(unit, reports);
    for report in &mut reports {
        if let Some(include) = missing_include(&report.message) {
            let note = searched_folders(found, include, name);
            report
                .notes
                .insert(0, Report::new(Severity::Note, None, note));
        }
    }
    reports
}

/// Whether the unknown names in `reports` suggest that the unit is a fragment.
fn is_fragment(unit: &Unit, reports: &[Report]) -> bool {
    let unknown: Vec<&Report> = reports.iter().filter(|it| is_about_unknown(it)).collect();
    let names: FxHashSet<&str> = unknown.iter().map(|it| it.message.as_str()).collect();
    if names.len() >= MANY_NAMES {
        return true;
    }
    let starts = |it: &Report| UNKNOWN[..3].iter().any(|with| it.message.starts_with(with));
    // A single unknown name may be a typo. A fragment lacks classes, not only records.
    unknown.len() > 1 && reports.iter().any(starts) && lacks_classes(unit)
}

fn is_about_unknown(report: &Report) -> bool {
    UNKNOWN.iter().any(|it| report.message.starts_with(it))
}

/// The text of the note on a unit that uses headers of several releases of LLVM.
pub fn mixed(found: &FoundUnit) -> String {
    let headers: Vec<String> = found.mixed.iter().map(ToString::to_string).collect();
    format!("headers of several releases: {}", headers.join(", "))
}

/// Adds a note to each error that a class does not have a field, if the headers of the unit are not of `release`, for
/// which the backends write their output. The difference between the releases may explain the error.
pub fn tell_releases(found: &FoundUnit, release: Release, reports: &mut [Report]) {
    let Some(headers) = &found.headers else {
        return;
    };
    if headers.release == Some(release.version().0) {
        return;
    }
    let is_about_field =
        |it: &&mut Report| it.is_error() && it.message.contains("does not have a field named");
    for report in reports.iter_mut().filter(is_about_field) {
        let note =
            format!("the headers are {headers}, but tables are written as LLVM {release} does");
        report.notes.push(Report::new(Severity::Note, None, note));
    }
}

/// The include that a message reports as missing; `None` for other messages.
pub fn missing_include(message: &str) -> Option<&str> {
    // The reference writes this message with both spellings.
    let starts = [
        "Could not find include file '",
        "could not find include file '",
    ];
    let rest = starts.iter().find_map(|it| message.strip_prefix(it))?;
    rest.trim_end().strip_suffix('\'')
}

/// Whether an include names one of LLVM's own headers.
pub fn is_of_llvm(include: &str) -> bool {
    let mut projects = ["llvm/", "mlir/", "clang/"].iter();
    projects.any(|it| include.starts_with(it))
}

/// The note on a missing include: the folders that were searched, and how the user can make the include resolve.
fn searched_folders(found: &FoundUnit, include: &str, name: &dyn Fn(&str) -> String) -> String {
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
    let listed = folders.iter().take(MAX_FOLDERS).map(|it| match name(it) {
        it if it.is_empty() => ".".to_owned(),
        it => it,
    });
    let mut note = format!("looked in {}", listed.collect::<Vec<_>>().join(", "));
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

/// Why the file that an include names is not read although it exists; `None` if the file does not exist.
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
    use crate::front_end::{self, Input};

    struct Nothing;

    impl Files for Nothing {
        fn read(&self, _: &str) -> Option<Arc<str>> {
            None
        }
    }

    fn check(origin: Origin, text: &str, want: Expect) {
        let mut found = project::FoundUnit::new(UnitSpec {
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
        let advised = advise(&found, &read.unit, &read.reports, &str::to_owned, &|_| true);
        want.assert_eq(&String::from_utf8_lossy(&read.messages_named(
            &advised,
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
        // A root that the build names is no fragment.
        check(
            Origin::CMake,
            "def A : Inst<1>;\n",
            expect![[r#"
            /s/a.td:1:9: error: Couldn't find class 'Inst'
            def A : Inst<1>;
                    ^
        "#]],
        );
        // A file with classes of its own is no fragment.
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
        // Classes and multiclasses of unknown classes count as little as records of unknown classes.
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
        // References to records of known classes make a file a root.
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
        // Headers of combiners use opcodes that the including file defines.
        let many = |count: usize| {
            let uses = (0..count).map(|it| format!("def M{it} {{ dag d = (G_{it} $x); }}\n"));
            uses.collect::<String>()
        };
        check(
            Origin::Includes,
            &many(20),
            expect![[r#"
                /s/a.td:1:1: note: no root includes this file, so what other files define is not known here; a root that includes it, or the setting `tablegen.units`, says how it is read
                def M0 { dag d = (G_0 $x); }
                ^
            "#]],
        );
        check(
            Origin::CMake,
            &many(1),
            expect![[r#"
            /s/a.td:1:19: error: Variable not defined: 'G_0'
            def M0 { dag d = (G_0 $x); }
                              ^
        "#]],
        );
        // Records without superclasses belong to the file alone.
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
        // A single name may be misspelled.
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
