//! Checks of descriptions in a unit of one text, in which `$0` precedes the name of the described record.

use backend::{Context, Models, Options, Records};
use backend_testing::{REGISTER_CLASSES, read, target_source};
use elaborate::diagnostic::At;
use expect_test::Expect;
use ide::markup::{Markup, code_span};
use target_model::instructions::GENERIC;

/// Checks the page of the record whose name follows `$0`.
#[track_caller]
pub(crate) fn check(text: &str, want: Expect) {
    // The last `$0` counts, since the C++ templates of preceding classes may contain `$0`.
    let at = text.rfind("$0").expect("a cursor");
    let name: String = text[at + 2..]
        .chars()
        .take_while(|it| it.is_alphanumeric() || *it == '_')
        .collect();
    let records = read(&(text[..at].to_owned() + &text[at + 2..]));
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let rec = records.def(&name).expect("a record");
    let mut text = Markup::default();
    crate::records(&cx, &[rec], &place(&records), |part| text.append(part));
    want.assert_eq(&markdown(&text));
}

/// Shows a place as the text of its line.
fn place(records: &Records) -> impl Fn(At) -> Option<String> + '_ {
    |at| {
        let (source, offset) = records.sources.point(at);
        let text = &records.sources.files[source].text;
        let (before, after) = text.split_at(offset as usize);
        let start = before.rfind('\n').map_or(0, |it| it + 1);
        let line = before[start..].to_owned() + after.lines().next().unwrap_or("");
        Some(code_span(line.trim()))
    }
}

/// The text as Markdown; `nothing` if it is empty.
pub(crate) fn markdown(text: &Markup) -> String {
    if text.is_empty() {
        "nothing".to_owned()
    } else {
        format!("{}\n", text.markdown())
    }
}

/// Like [`check`], in a target `T` that has only registers.
#[track_caller]
pub(crate) fn check_registers(text: &str, want: Expect) {
    check(&format!("{REGISTER_CLASSES}{text}"), want);
}

/// Like [`check`], in a target with processors and instructions.
#[track_caller]
pub(crate) fn check_target(text: &str, want: Expect) {
    check(&target_source(GENERIC, text), want);
}

/// Checks the C declarations of all records of a unit, in the order of the records' names.
#[track_caller]
pub(crate) fn check_all(text: &str, want: Expect) {
    let records = read(text);
    let (options, models) = (Options::default(), Models::default());
    let cx = Context::new(&records, &options, &models);
    let mut text = Markup::default();
    let all: Vec<_> = records.defs().collect();
    crate::records(&cx, &all, &place(&records), |part| text.append(part));
    want.assert_eq(&markdown(&text));
}
