//! What is said of a unit because of how it was found: where an include was looked for, and that a file is a part of
//! something that is not there.

use elaborate::diagnostic::Severity;
use elaborate::hir::StmtKind;
use elaborate::report::{Report, for_people, without_cascades};
use elaborate::unit::Unit;
use project::{FoundUnit, Origin, path};

/// How many folders are named.
const MAX_FOLDERS: usize = 6;

const FRAGMENT: &str = "no root includes this file, so what other files define is not known here; \
                        a root that includes it, or the setting `tablegen.units`, says how it is read";

/// How the messages start that something is unknown: first of what records are made of.
const UNKNOWN: [&str; 4] = [
    "Couldn't find class '",
    "Couldn't find multiclass '",
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
        let wants_classes = reports
            .iter()
            .any(|it| it.message.starts_with(UNKNOWN[0]) || it.message.starts_with(UNKNOWN[1]));
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

/// Whether a unit is a file that others define the names for: nothing says that it is a root, it includes nothing, and
/// it has no classes, but records, most of which are made of classes or multiclasses.
fn is_fragment(found: &FoundUnit, unit: &Unit) -> bool {
    let defines = |kind: &StmtKind| matches!(kind, StmtKind::Class(_) | StmtKind::Multiclass(_));
    let may_be = found.origin == Origin::Includes
        && unit.sources.files.len() == 1
        && unit.included.is_empty()
        && !unit.stmts().any(|it| defines(&it.kind));
    let (mut made, mut others) = (0, 0);
    if may_be {
        unit.stmts()
            .for_each(|it| count_made(&it.kind, &mut made, &mut others));
    }
    made > others
}

/// Counts the records that are made of classes, and those that are not.
fn count_made(kind: &StmtKind, made: &mut usize, others: &mut usize) {
    match kind {
        StmtKind::Def(it) if it.body.parents.is_empty() => *others += 1,
        StmtKind::Def(_) | StmtKind::Defm(_) => *made += 1,
        _ => kind.bodies().for_each(|it| count_made(it, made, others)),
    }
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
    folders.truncate(MAX_FOLDERS);
    let shown = folders.iter().map(|it| match name(it) {
        it if it.is_empty() => ".".to_owned(),
        it => it,
    });
    let mut note = format!("looked in {}", shown.collect::<Vec<_>>().join(", "));
    if rest > 0 {
        note += &format!(" and {rest} more");
    }
    note += "; `-I` or the setting `tablegen.includeDirs` adds a folder";
    if is_of_llvm(include) {
        note +=
            ", and `tablegen.buildFolders` a build that says in its CMakeCache.txt where LLVM is";
    }
    note
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use elaborate::unit::{self, Files, UnitSpec};
    use expect_test::{Expect, expect};

    use super::*;
    use crate::front_end::{self, Input};

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
                /s/a.td:1:9: error: Could not find include file 'own.td'
                include "own.td"
                        ^
                note: looked in /s, /i; `-I` or the setting `tablegen.includeDirs` adds a folder
                /s/a.td:2:9: error: Could not find include file 'mlir/IR/OpBase.td'
                include "mlir/IR/OpBase.td"
                        ^
                note: looked in /s, /i; `-I` or the setting `tablegen.includeDirs` adds a folder, and `tablegen.buildFolders` a build that says in its CMakeCache.txt where LLVM is
            "#]],
        );
    }
}
