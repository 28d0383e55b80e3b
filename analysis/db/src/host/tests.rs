use std::sync::Arc;

use elaborate::record::print::record as record_text;
use expect_test::{Expect, expect};
use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use syntax::Edit;

use super::*;

/// Files in memory.
#[derive(Default)]
struct Texts(FxHashMap<String, Arc<str>>);

impl Files for Texts {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        self.0.get(path).cloned()
    }
}

fn texts(files: &[(&str, &str)]) -> Texts {
    let files = files.iter();
    Texts(
        files
            .map(|(path, text)| ((*path).to_owned(), (*text).into()))
            .collect(),
    )
}

fn spec() -> UnitSpec {
    UnitSpec {
        root: "root.td".to_owned(),
        ..UnitSpec::default()
    }
}

/// Replaces a part of a file, as an editor would.
fn replace(
    host: &mut Host,
    files: &mut Texts,
    path: &str,
    range: std::ops::Range<usize>,
    by: &str,
) {
    let Some(old) = files.0.get(path).cloned() else {
        return;
    };
    let mut new = old.to_string();
    new.replace_range(range.clone(), by);
    let new: Arc<str> = new.into();
    let edit = Edit {
        range: rowan::TextRange::new((range.start as u32).into(), (range.end as u32).into()),
        inserted: (by.len() as u32).into(),
    };
    host.edit(path, &old, &new, &edit);
    files.0.insert(path.to_owned(), new);
}

/// All results of a unit: its messages, and its records with their places.
fn everything(db: &Database) -> String {
    let all = crate::all(db);
    let mut text = String::new();
    for report in reports(db) {
        text.push_str(&format!("{:?}: {}\n", report.place, report.message));
    }
    for rec in all.records.defs() {
        text.push_str(&record_text(&all.records.names(), rec.record()));
        let places = rec
            .record()
            .locs
            .iter()
            .map(|loc| db.unit().sources.resolve(*loc).1.start);
        text.push_str(&format!("at {:?}\n", places.collect::<Vec<_>>()));
    }
    text
}

/// The same as a fresh process has it.
fn fresh(files: &Texts) -> String {
    everything(Host::new(spec(), Release::V22, files).db())
}

/// The statements that elaborate again after an edit when all are queried.
fn check_again(text: &str, old: &str, new: &str, want: Expect) {
    let mut files = texts(&[("root.td", text)]);
    let mut host = Host::new(spec(), Release::V22, &files);
    let ran = Arc::new(Mutex::new(Vec::new()));
    let log = ran.clone();
    host.db = Database::with_log(host.db.unit().clone(), Release::V22, move |event| {
        if let salsa::EventKind::WillExecute { database_key } = event.kind {
            log.lock().push(format!("{database_key:?}"));
        }
    });
    everything(host.db());
    ran.lock().clear();
    let start = text.find(old).unwrap_or_else(|| panic!("no {old:?}"));
    replace(
        &mut host,
        &mut files,
        "root.td",
        start..start + old.len(),
        new,
    );
    host.refresh(&files);
    everything(host.db());
    let ran = ran.lock();
    let ids = ran
        .iter()
        .filter_map(|it| it.strip_prefix("outcome(Id(")?.strip_suffix("))"));
    let ran = ids
        .filter(|it| usize::from_str_radix(it, 16).is_ok())
        .count();
    want.assert_eq(&format!("{ran} statements"));
    assert_eq!(everything(host.db()), fresh(&files));
}

const SMALL: &str = "
class A<int n> { int v = n; }
def a : A<1>; // first
def b : A<2>;
multiclass M<int n> { def x : A<n>; def y : A<!add(n, 1)>; }
defm p : M<5>;
def c { int w = b.v; }
";

#[test]
fn a_comment_elaborates_nothing() {
    check_again(SMALL, "// first", "// second", expect!["0 statements"]);
}

#[test]
fn a_record_elaborates_itself_and_its_readers() {
    check_again(SMALL, "A<2>", "A<3>", expect!["2 statements"]);
    check_again(SMALL, "A<1>", "A<3>", expect!["1 statements"]);
}

#[test]
fn a_class_elaborates_its_users() {
    check_again(
        SMALL,
        "int v = n",
        "int v = !add(n, 7)",
        expect!["6 statements"],
    );
}

#[test]
fn a_new_statement_elaborates_itself() {
    check_again(
        SMALL,
        "def b",
        "def z : A<9>;\ndef b",
        expect!["1 statements"],
    );
}

#[test]
fn what_a_new_include_brings_in_is_there() {
    let mut files = texts(&[("root.td", "include \"a.td\"\ndef b : A;")]);
    let mut host = Host::new(spec(), Release::V22, &files);
    assert!(everything(host.db()).contains("could not find include file 'a.td'"));
    files
        .0
        .insert("a.td".to_owned(), "class A { int x = 4; }".into());
    host.refresh(&files);
    assert_eq!(everything(host.db()), fresh(&files));
    assert!(everything(host.db()).contains("int x = 4"));
}

#[test]
fn what_is_out_of_date_is_freed_while_all_is_elaborated() {
    let users: String = (0..2000).map(|it| format!("def r{it} : A;\n")).collect();
    let mut files = texts(&[("root.td", &format!("class A {{ int v = 1; }}\n{users}"))]);
    let mut host = Host::new(spec(), Release::V22, &files);
    host.elaborate_all();
    assert!(!host.db().is_wasteful());
    replace(&mut host, &mut files, "root.td", 18..19, "2");
    host.refresh(&files);
    let old = host.db().elaborations();
    for item in host.db().unit().order().to_vec() {
        crate::outcome_of(host.db(), item);
    }
    assert_eq!(host.db().elaborations() - old, 2001);
    assert!(host.db().is_wasteful());
    host.elaborate_all();
    assert!(!host.db().is_wasteful());
    // The third time, nothing is elaborated.
    assert_eq!(everything(host.db()), fresh(&files));
    assert_eq!(host.db().elaborations() - old, 2001);
}

#[test]
fn what_others_have_taken_the_place_of_dies() {
    // Each record belongs to a separate statement, except those of the loop, which weighs as much as all others.
    let users: String = (0..2000).map(|it| format!("def r{it} : A;\n")).collect();
    let root = format!("class A {{ int v = 1; }}\nforeach i = 0...1999 in def x#i : A;\n{users}");
    let mut files = texts(&[("root.td", &root)]);
    let mut host = Host::new(spec(), Release::V22, &files);
    host.elaborate_all();
    let order = host.db().unit().order().to_vec();
    let outcomes = order.iter().map(|it| crate::outcome_of(host.db(), *it));
    let old: Vec<_> = outcomes.map(Arc::downgrade).collect();
    let alive = || old.iter().filter(|it| it.strong_count() > 0).count();
    assert_eq!(alive(), 2002);
    replace(&mut host, &mut files, "root.td", 18..19, "2");
    host.refresh(&files);
    // The class and the loop are enough.
    for item in &order[..2] {
        crate::outcome_of(host.db(), *item);
    }
    assert!(host.db().is_wasteful());
    host.elaborate_all();
    assert!(!host.db().is_wasteful());
    assert!(alive() < 600, "{} outcomes are still there", alive());
    host.give_back();
    assert_eq!(alive(), 0);
}

#[test]
fn a_brace_that_no_file_closes_is_a_mistake_of_its_file() {
    let mut files = texts(&[
        ("root.td", "include \"a.td\"\ninclude \"b.td\"\n"),
        ("a.td", "class A;\ndef x : A { int n = 1; }\n"),
        ("b.td", "def y : A;\n"),
    ]);
    let mut host = Host::new(spec(), Release::V22, &files);
    let brace = files.0["a.td"].rfind('}').unwrap();
    replace(&mut host, &mut files, "a.td", brace..brace + 1, "");
    host.refresh(&files);
    let db = host.db();
    let places = reports(db).into_iter().filter_map(|it| it.place);
    let paths = places.map(|(source, _)| db.unit().sources.files[source].path.as_str());
    assert_eq!(paths.collect::<Vec<_>>(), ["a.td"]);
    assert!(crate::record(db, "y").is_some());
    // Now another file closes it, as the reference would read it.
    replace(&mut host, &mut files, "b.td", 0..0, "int m = 2; }\n");
    host.refresh(&files);
    let db = host.db();
    assert_eq!(reports(db).len(), 0);
    assert!(crate::record(db, "x").is_some_and(|it| it.fields().count() == 2));
    assert_eq!(everything(db), fresh(&files));
}

#[test]
fn files_that_include_each_other_in_circles_end() {
    // Whether a cached parse still holds is only known once its includes were read.
    let a = "include \"a.td\"\n#ifdef P\n#define Q\n#else\n#define P\n#endif\n#ifdef Q\n#define R\n#endif\n";
    let root = "include \"a.td\"\ndef x;";
    let mut files = texts(&[("root.td", root), ("a.td", a)]);
    let mut host = Host::new(spec(), Release::V22, &files);
    for macros in ["#define P\n", "#define Q\n", "#define R\n", ""] {
        let text = format!("{macros}{root}");
        files.0.insert("root.td".to_owned(), text.as_str().into());
        host.refresh(&files);
    }
    assert!(everything(host.db()).contains("x {"));
}

/// A statement that exceeds its budget is an error, the others elaborate, and an edit corrects it.
fn check_runaway(statement: &str, limit: &str) {
    let limits = Limits {
        memory: 16 << 20,
        steps: 4_000_000,
    };
    let text = format!("def before;\n{statement}\ndef after;\n");
    let mut files = texts(&[("root.td", &text)]);
    let mut host = Host::within(limits, spec(), Release::V22, &files);
    let errors = |host: &Host| -> Vec<String> {
        reports(host.db())
            .into_iter()
            .map(|it| it.message)
            .collect()
    };
    let made = |host: &Host, name: &str| crate::record(host.db(), name).is_some();
    let found = errors(&host);
    assert!(
        matches!(&found[..], [error] if error.contains(limit)),
        "{found:?}"
    );
    assert!(made(&host, "before") && made(&host, "after"));
    let start = text.find(statement).unwrap_or_default();
    replace(
        &mut host,
        &mut files,
        "root.td",
        start..start + statement.len(),
        "def mended;",
    );
    host.refresh(&files);
    assert_eq!(errors(&host), Vec::<String>::new());
    assert!(made(&host, "before") && made(&host, "mended") && made(&host, "after"));
    assert!(host.db().values().memory() < limits.memory / 4);
}

#[test]
fn a_runaway_statement_leaves_something_for_the_others() {
    check_runaway(
        "foreach i = 0...9000 in foreach j = 0...9000 in if 0 then def x;",
        "limit of work",
    );
    check_runaway(
        "def d { list<string> l = !foreach(i, !range(0, 90000), \"a long text\" # i); }",
        "limit of memory",
    );
}

#[test]
fn an_edit_ends_whatever_is_worked_out() {
    let all = "!range(0, 1000000)";
    for statement in [
        "foreach i = 0...9000 in foreach j = 0...9000 in foreach k = 0...9000 in if 0 then def x;"
            .to_owned(),
        "foreach i = 0...90000 in foreach j = 0...90000 in def x#i#_#j;".to_owned(),
        format!(
            "def d {{ int x = !size(!foreach(i, {all}, !foldl(i, {all}, a, j, !xor(a, j)))); }}"
        ),
        format!(
            "class C<int n> {{ int v = n; }}\ndef d {{ int x = !foldl(0, {all}, a, i, !add(a, C<!mul(a, i)>.v)); }}"
        ),
    ] {
        let limits = Limits {
            memory: usize::MAX,
            steps: u64::MAX,
        };
        let mut files = texts(&[("root.td", &statement)]);
        let mut host = Host::within(limits, spec(), Release::V22, &files);
        let db = host.snapshot();
        let work = std::thread::Builder::new()
            .stack_size(1 << 30)
            .spawn(move || {
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| reports(&db))).is_err()
            });
        std::thread::sleep(std::time::Duration::from_millis(300));
        replace(
            &mut host,
            &mut files,
            "root.td",
            0..statement.len(),
            "def fine;",
        );
        host.refresh(&files);
        assert!(crate::record(host.db(), "fine").is_some());
        let was_cancelled = work.map(|it| it.join());
        assert!(matches!(was_cancelled, Ok(Ok(true))), "{statement}");
    }
}
