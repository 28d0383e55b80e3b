//! The backend in `examples/backend` works as its guide says.

use std::sync::Arc;

use backends::{Context, Models, Options, Output, Records};
use elaborate::diagnostic::Diagnostic;
use elaborate::records::Release;
use elaborate::sequential;
use elaborate::unit::{Files, UnitSpec, load};
use expect_test::{Expect, expect};

#[path = "../../examples/backend/skeleton.rs"]
mod skeleton;

const COLORS: &str = include_str!("../../examples/backend/colors.td");

struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> Option<Arc<str>> {
        None
    }
}

fn records(text: &str) -> Records {
    let unit = load(&UnitSpec::default(), text.into(), &NoFiles);
    sequential::run(Arc::default(), &unit, Release::V19).records
}

/// The messages and the text of the backend.
#[track_caller]
fn check(text: &str, options: &[(&str, &str)], want: Expect) {
    let records = records(text);
    let mut phases = Vec::new();
    let mut on_phase = |name| phases.push(name);
    let mut out = Output::new().with_phases(&mut on_phase);
    let models = Models::default();
    let options = backend_testing::options_of(&skeleton::BACKEND, options);
    let cx = Context::new(&records, &options, &models);
    let result = (skeleton::BACKEND.run)(&cx, &mut out);
    let say = |it: &Diagnostic| {
        let line = it.at.map_or(0, |at| records.place(at.loc).line);
        format!("line {line}: {:?}: {}\n", it.severity, it.message)
    };
    let mut shown: String = cx.into_diagnostics().list.iter().map(say).collect();
    match result {
        Ok(()) => shown += &out.text,
        Err(error) => shown += &say(&error),
    }
    drop(out);
    want.assert_eq(&(phases.join(", ") + "\n" + &shown));
}

#[test]
fn a_table() {
    check(
        COLORS,
        &[],
        expect![[r#"
        Read colours, Write colours
        namespace colors {
        const Color Table[] = {
          {"Gray", 128, 128, 128},
          {"Red", 255, 0, 0},
          {"Silver", 192, 192, 192}, // was Gray
        };
        }
    "#]],
    );
}

#[test]
fn an_option() {
    let text = "class Color { list<int> Parts = [1, 2, 3]; Color Alias = ?; } def A : Color;";
    check(
        text,
        &[("colors-namespace", "ui")],
        expect![[r#"
        Read colours, Write colours
        namespace ui {
        const Color Table[] = {
          {"A", 1, 2, 3},
        };
        }
    "#]],
    );
}

#[test]
fn a_warning_at_a_field() {
    check(
        &COLORS.replace("128]", "300]"),
        &[],
        expect![[r#"
        Read colours, Write colours
        line 2: Warning: Gray is not between 0 and 255
        namespace colors {
        const Color Table[] = {
          {"Gray", 128, 128, 300},
          {"Red", 255, 0, 0},
          {"Silver", 192, 192, 192}, // was Gray
        };
        }
    "#]],
    );
}

#[test]
fn an_error_at_a_field() {
    check(
        &COLORS.replace(", 192]", "]"),
        &[],
        expect![[r#"
            Read colours
            line 2: Error: Silver has 2 parts, not 3
        "#]],
    );
}

#[test]
fn an_error_about_a_value() {
    let text = "class Color { string Parts = \"\"; } def A : Color;";
    check(
        text,
        &[],
        expect![[r#"
        Read colours
        line 1: Error: Record `A', field `Parts' exists but does not have a list value
    "#]],
    );
}

#[test]
fn each_line_is_tied_to_its_record() {
    let records = records(COLORS);
    let mut out = Output::new().with_map();
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let result = (skeleton::BACKEND.run)(&cx, &mut out);
    assert!(result.is_ok());
    let map = out.take_map().expect("it was asked for");
    let lines = map.lines(&out.text);
    let lines = out.text.lines().zip(lines).map(|(line, sources)| {
        let name = |name| elaborate::value::print::value_unquoted(&records.names(), name);
        let sources: Vec<_> = sources.into_iter().map(name).collect();
        format!("{:<8} | {line}\n", sources.join(" "))
    });
    expect![[r#"
                 | namespace colors {
                 | const Color Table[] = {
        Gray     |   {"Gray", 128, 128, 128},
        Red      |   {"Red", 255, 0, 0},
        Silver   |   {"Silver", 192, 192, 192}, // was Gray
                 | };
                 | }
    "#]]
    .assert_eq(&lines.collect::<String>());
}
