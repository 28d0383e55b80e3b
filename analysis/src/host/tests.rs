use std::sync::{Arc, Mutex};

use expect_test::{Expect, expect};
use rustc_hash::FxHashMap;
use syntax::Edit;

use super::*;
use crate::sequential;
use crate::value::Values;
use crate::value::print::record as record_text;

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

/// Everything that a unit has to say: its messages, and its records with their places.
fn everything(db: &Database) -> String {
    let all = db::all(db);
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

/// The same as a fresh process has it, elaborated in order.
fn fresh(files: &Texts) -> String {
    let host = Host::new(spec(), Compat::Llvm22, files);
    let on_demand = everything(host.db());
    let unit = host.db().unit();
    let in_order = sequential::run(Arc::new(Values::default()), unit, Compat::Llvm22);
    let names = in_order.records.names();
    let records = in_order.records.defs();
    for rec in records {
        assert!(on_demand.contains(&record_text(&names, rec.record())));
    }
    on_demand
}

/// The statements that elaborate again after an edit when everything is asked.
fn check_again(text: &str, old: &str, new: &str, want: Expect) {
    let mut files = texts(&[("root.td", text)]);
    let mut host = Host::new(spec(), Compat::Llvm22, &files);
    let ran = Arc::new(Mutex::new(Vec::new()));
    let log = ran.clone();
    host.db = Database::with_log(host.db.unit().clone(), Compat::Llvm22, move |event| {
        if let salsa::EventKind::WillExecute { database_key } = event.kind
            && let Ok(mut log) = log.lock()
        {
            log.push(format!("{database_key:?}"));
        }
    });
    everything(host.db());
    if let Ok(mut ran) = ran.lock() {
        ran.clear();
    }
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
    let ran = ran.lock().map(|ran| {
        let mut stmts: Vec<usize> = ran
            .iter()
            .filter_map(|it| it.strip_prefix("outcome(Id(")?.strip_suffix("))"))
            .filter_map(|id| usize::from_str_radix(id, 16).ok())
            .collect();
        stmts.sort_unstable();
        stmts.len()
    });
    want.assert_eq(&format!("{} statements", ran.unwrap_or(0)));
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
    let mut host = Host::new(spec(), Compat::Llvm22, &files);
    assert!(everything(host.db()).contains("could not find include file 'a.td'"));
    files
        .0
        .insert("a.td".to_owned(), "class A { int x = 4; }".into());
    host.refresh(&files);
    assert_eq!(everything(host.db()), fresh(&files));
    assert!(everything(host.db()).contains("int x = 4"));
}

const ROOT: &str = r#"
#define WIDE
include "base.td"
class Inst<string n, int o> : Named<n> { bits<8> Code; let Code = o; list<Reg> Uses = []; }
let Width = 16 in {
  defvar first = 3;
  def R0 : Reg<0>; def R1 : Reg<1>;
  let Width = !add(first, 5) in def R2 : Reg<first>;
}
#ifdef WIDE
def Wide : Reg<7>;
#else
def Narrow : Reg<8>;
#endif
multiclass Arith<string n, int o> {
  def rr : Inst<n # "rr", o>;
  let Uses = [R0] in def ri : Inst<n # "ri", !add(o, 1)>;
  foreach i = [1, 2] in def _#i : Inst<n # i, !add(o, i)>;
  def : Pat<!cast<Inst>(NAME # "rr")>;
}
defm ADD : Arith<"add", 16>;
defm SUB : Arith<"sub", 32>;
defm : Arith<"none", 48>;
defset list<Reg> Special = { def S0 : Reg<4>; def S1 : Reg<5>; }
foreach r = Special in def "Use" # r : Inst<r.name, r.index>;
def Count { int n = !size(Special); Reg last = Special[1]; bit has = !exists<Reg>("R9"); }
if !gt(!size(Special), 1) then { def Many : Named<"many">; } else { def Few : Named<"few">; }
def anon_user { Named n = Named<"x">; string s = Named<"y">.name; }
assert !eq(!size(Special), 2), "two";
"#;

const BASE: &str = r#"
class Named<string n> { string name = n; }
class Reg<int i> : Named<"r" # i> { int index = i; int Width = 8; }
class Pat<Inst i> { Inst result = i; }
class Inst<string n, int o>;
"#;

const PIECES: &[&str] = &[
    "R0",
    "R1",
    "Reg",
    "Inst",
    "class",
    "def",
    "defm",
    "let",
    " in ",
    "{",
    "}",
    ";",
    ":",
    "<",
    ">",
    "1",
    "7",
    "\"x\"",
    "//",
    "/*",
    "*/",
    "#ifdef WIDE\n",
    "#endif\n",
    "\n#else\n",
    "include \"base.td\"\n",
    "ADD",
    "rr",
    " ",
    "\n",
    "#",
    "!add(1, 2)",
    "NAME",
    "foreach i = [3] in ",
    "int v = 1;",
    "Special",
    "?",
];

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

/// A random edit of a text: a range and what comes in its place.
fn random_edit(random: &mut Random, text: &str) -> (std::ops::Range<usize>, String) {
    let start = random.below(text.len() + 1);
    match random.below(4) {
        0 => (
            start..(start + random.below(9)).min(text.len()),
            String::new(),
        ),
        1 => (
            start..(start + random.below(3)).min(text.len()),
            PIECES[random.below(PIECES.len())].to_owned(),
        ),
        2 => (start..start, PIECES[random.below(PIECES.len())].to_owned()),
        _ => {
            // A line moves.
            let line = |at: usize| {
                let begin = text[..at].rfind('\n').map_or(0, |it| it + 1);
                let end = text[at..].find('\n').map_or(text.len(), |it| at + it + 1);
                begin..end
            };
            let (from, to) = (line(start), line(random.below(text.len() + 1)));
            if from.end <= to.start {
                let moved = format!("{}{}", &text[from.end..to.start], &text[from.clone()]);
                (from.start..to.start, moved)
            } else {
                (from.clone(), String::new())
            }
        }
    }
}

#[test]
fn random_edits_give_what_a_fresh_start_gives() {
    let rounds = if cfg!(debug_assertions) { 5 } else { 100 };
    let mut random = Random(0x5EED_5EED_5EED);
    for _ in 0..rounds {
        let mut files = texts(&[("root.td", ROOT), ("base.td", BASE)]);
        let mut host = Host::new(spec(), Compat::Llvm22, &files);
        everything(host.db());
        for _ in 0..8 {
            let path = if random.below(4) == 0 {
                "base.td"
            } else {
                "root.td"
            };
            let text = files.0[path].clone();
            let (range, by) = random_edit(&mut random, &text);
            // A file that includes itself twice is read ten thousand times; once is enough.
            let includes = text.matches("include").count();
            if path == "base.td" && by.contains("include") && includes > 0 {
                continue;
            }
            replace(&mut host, &mut files, path, range.clone(), &by);
            host.refresh(&files);
            // Sometimes nobody looks in between.
            if random.below(3) > 0 {
                let got = everything(host.db());
                assert_eq!(
                    got,
                    fresh(&files),
                    "after {range:?} -> {by:?}\n{}",
                    files.0[path]
                );
            }
            if random.below(3) == 0 {
                // As a change on disk would, which tells nothing of where it changed.
                files.0.insert(path.to_owned(), text.clone());
                host.refresh(&files);
            }
        }
        assert_eq!(everything(host.db()), fresh(&files));
    }
}

#[test]
fn a_brace_that_no_file_closes_is_a_mistake_of_its_file() {
    let mut files = texts(&[
        ("root.td", "include \"a.td\"\ninclude \"b.td\"\n"),
        ("a.td", "class A;\ndef x : A { int n = 1; }\n"),
        ("b.td", "def y : A;\n"),
    ]);
    let mut host = Host::new(spec(), Compat::Llvm22, &files);
    let brace = files.0["a.td"].rfind('}').unwrap();
    replace(&mut host, &mut files, "a.td", brace..brace + 1, "");
    host.refresh(&files);
    let db = host.db();
    let places = reports(db).into_iter().filter_map(|it| it.place);
    let paths = places.map(|(source, _)| db.unit().sources.files[source].path.as_str());
    assert_eq!(paths.collect::<Vec<_>>(), ["a.td"]);
    assert!(db::record(db, "y").is_some());
    // Now another file closes it, as the reference would read it.
    replace(&mut host, &mut files, "b.td", 0..0, "int m = 2; }\n");
    host.refresh(&files);
    let db = host.db();
    assert_eq!(reports(db).len(), 0);
    assert!(db::record(db, "x").is_some_and(|it| it.fields().count() == 2));
    assert_eq!(everything(db), fresh(&files));
}
