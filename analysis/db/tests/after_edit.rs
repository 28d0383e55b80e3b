//! Records derived from those before an edit equal newly collected ones, and the reads of some work hold in the former
//! exactly if they hold in the latter. `TABLEGEN_SEED` is the first program and `TABLEGEN_PROGRAMS` the number of
//! programs.

use std::fmt::Debug;
use std::sync::Arc;

use db::host::Host;
use db::{all, all_after_edit};
use elaborate::collection::Collection;
use elaborate::record::RecordKind;
use elaborate::records::{Reads, Rec, Records, Stop};
use elaborate::unit::{Files, UnitSpec};
use syntax::Release;
use tests::programs::program;
use tests::random::Random;

struct Root(Arc<str>);

impl Files for Root {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        (path == "root.td").then(|| self.0.clone())
    }
}

fn host(text: &str, release: Release) -> Host {
    let spec = UnitSpec {
        root: "root.td".to_owned(),
        ..UnitSpec::default()
    };
    Host::new(spec, release, &Root(text.into()))
}

fn setting(name: &str, default: u64) -> u64 {
    let value = std::env::var(name).ok();
    value.map_or(default, |it| it.parse().expect("a number"))
}

/// Panics unless all look-ups give equal results.
fn compare(got: &Records, want: &Records) {
    let names =
        |recs: &[Rec]| -> Vec<String> { recs.iter().map(|it| it.name().to_owned()).collect() };
    let (got_classes, want_classes): (Vec<_>, Vec<_>) =
        (got.classes().collect(), want.classes().collect());
    let (got_defs, want_defs): (Vec<_>, Vec<_>) = (got.defs().collect(), want.defs().collect());
    same("classes", &names(&got_classes), &names(&want_classes));
    same("records", &names(&got_defs), &names(&want_defs));
    let globals = |records: &Records| -> Vec<_> {
        let globals = records.globals();
        globals.map(|(name, v)| (name.to_owned(), v)).collect()
    };
    same("globals", &globals(got), &globals(want));
    same("numbers", &got.numbers().count(), &want.numbers().count());
    let both = got_classes.iter().zip(&want_classes);
    for (got_rec, want_rec) in both.chain(got_defs.iter().zip(&want_defs)) {
        same(want_rec.name(), got_rec.record(), want_rec.record());
        let places = |rec: &Rec| -> Vec<_> {
            let records = rec.records();
            let places = rec.record().locs.iter().map(|it| records.point(*it));
            places.collect()
        };
        same(want_rec.name(), &places(got_rec), &places(want_rec));
    }
    for (got_rec, want_rec) in got_defs.iter().zip(&want_defs) {
        let found = got.def(want_rec.name()).map(|it| it.record().name);
        same(want_rec.name(), &found, &Some(got_rec.record().name));
        if want_rec.record().kind != RecordKind::Anonymous {
            same("order", &got_rec.order(), &want_rec.order());
        }
    }
    for class in &want_classes {
        let derived = |records: &Records| names(&records.derived_if_defined(class.name()));
        same(class.name(), &derived(got), &derived(want));
    }
}

fn same<T: PartialEq + Debug>(what: &str, got: &T, want: &T) {
    assert!(got == want, "{what} is {got:#?} and should be {want:#?}");
}

/// Work that reads some existing and some missing records and fields.
fn work(records: &Records, seed: u64, names: &[String]) {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    for rec in records.derived_if_defined(random.choose::<String>(names)) {
        match random.below(6) {
            0 => _ = rec.name(),
            1 => _ = rec.order(),
            2 => _ = rec.superclasses().count(),
            _ => {}
        }
    }
    for name in names {
        match random.below(8) {
            0 => _ = records.def(name),
            1 => _ = records.class(name),
            _ => {}
        }
    }
}

/// The reads of some work, once for each of the compared records.
struct Read {
    seed: u64,
    of_followed: Reads,
    of_new: Reads,
}

impl Read {
    fn new(followed: &Records, new: &Records, seed: u64) -> Read {
        let named = new.classes().chain(new.defs());
        let mut names: Vec<String> = named.map(|it| it.name().to_owned()).collect();
        names.push("Nothing".to_owned());
        let ((), of_followed) = Reads::record(&Stop::default(), || work(followed, seed, &names));
        let ((), of_new) = Reads::record(&Stop::default(), || work(new, seed, &names));
        of_followed.are_of(followed);
        Read {
            seed,
            of_followed,
            of_new,
        }
    }

    /// Whether the reads hold in the present records, which both must agree on.
    fn check(&self, followed: &Records, new: &Records) -> bool {
        let stop = Stop::default();
        let holds = self.of_followed.hold_in(followed, &stop);
        let want = self.of_new.hold_in(new, &stop);
        assert_eq!(holds, want, "what work {} read holds", self.seed);
        holds
    }
}

/// A class for the anonymous records that edits add.
const EXTRA: &str = "class Extra<int v> { int V = v; }\n";

/// Adds some anonymous records at the start of a line outside of braces, or removes all that were added. This changes the
/// numbers of the anonymous records that follow, often to numbers with more digits or fewer.
fn with_anonymous_records(text: &str, random: &mut Random) -> String {
    let is_added = |line: &str| line.contains("Extra<") && !EXTRA.contains(line);
    let lines = text.split_inclusive('\n');
    if text.lines().any(is_added) && random.one_in(2) {
        return lines.filter(|it| !is_added(it.trim_end())).collect();
    }
    let (mut at, mut depth, mut starts) = (0, 0, Vec::new());
    for line in lines {
        at += line.len();
        depth += line.matches(['{', '[', '(']).count() as i32;
        depth -= line.matches(['}', ']', ')']).count() as i32;
        if depth == 0 && line.ends_with([';', '}', '\n']) {
            starts.push(at);
        }
    }
    let at = *random.choose(&starts);
    let added = (0..1 + random.below(12)).map(|value| match random.below(3) {
        0 => format!("assert Extra<{value}>.V != 9, \"\";\n"),
        _ => format!("def : Extra<{value}>;\n"),
    });
    let added: String = added.collect();
    [&text[..at], &added, &text[at..]].concat()
}

/// Adds or removes anonymous records, or changes a number or any word to another of the same text.
fn edit(text: &str, original: &str, random: &mut Random) -> String {
    if random.one_in(6) {
        return original.to_owned();
    }
    if random.one_in(4) {
        return with_anonymous_records(text, random);
    }
    let only_numbers = !random.one_in(4);
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let starts: Vec<usize> = text
        .char_indices()
        .filter(|(at, c)| {
            let before = text[..*at].chars().next_back();
            is_word(*c) && !before.is_some_and(is_word) && (!only_numbers || c.is_ascii_digit())
        })
        .map(|(at, _)| at)
        .collect();
    let Some(at) = (!starts.is_empty()).then(|| *random.choose(&starts)) else {
        return text.to_owned();
    };
    let end = at + text[at..].find(|c| !is_word(c)).unwrap_or(text.len() - at);
    let by = if only_numbers {
        random.below(8).to_string()
    } else {
        let other = *random.choose(&starts);
        let end = text[other..].find(|c| !is_word(c));
        text[other..end.map_or(text.len(), |it| other + it)].to_owned()
    };
    [&text[..at], &by, &text[end..]].concat()
}

/// Counts how often records followed an edit and differed.
fn check(seed: u64, release: Release) -> usize {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let original = format!("{EXTRA}{}", program(seed));
    let mut text = original.clone();
    let mut host = host(&text, release);
    let mut kept: Option<Collection> = None;
    let mut reads: Vec<Read> = Vec::new();
    let mut followed = 0;
    for step in 0..12 {
        let before = kept.as_ref().map(|it| it.records().clone());
        let records = all_after_edit(host.db(), &mut kept);
        let new = all(host.db()).records;
        compare(&records, &new);
        followed += usize::from(before.is_some_and(|it| follows(&records, &it)));
        reads.retain(|it| it.check(&records, &new) || step % 3 == 0);
        let more = (0..3).map(|it| seed.wrapping_mul(100) + 3 * step + it);
        reads.extend(more.map(|it| Read::new(&records, &new, it)));
        text = edit(&text, &original, &mut random);
        host.refresh(&Root(text.as_str().into()));
    }
    followed
}

/// Whether records were derived from those before and differ from them.
fn follows(records: &Records, before: &Records) -> bool {
    let classes = records.classes().zip(before.classes());
    let mut shared = classes.filter(|(now, before)| std::ptr::eq(now.record(), before.record()));
    let mut defs = records.defs().zip(before.defs());
    shared.next().is_some() && defs.any(|(now, before)| now.record() != before.record())
}

#[test]
fn records_follow_edits() {
    let count = if cfg!(debug_assertions) { 60 } else { 1000 };
    let first = setting("TABLEGEN_SEED", 1);
    let mut followed = 0;
    for seed in first..first + setting("TABLEGEN_PROGRAMS", count) {
        for release in [Release::V19, Release::V22] {
            let checked = std::panic::catch_unwind(|| check(seed, release));
            followed += checked.unwrap_or_else(|_| panic!("program {seed} fails, {release:?}"));
        }
    }
    assert!(followed > 0);
    println!("{followed} edits followed");
}

/// Whether everything that `work` reads is the same after an edit that replaces `from` by `to`.
fn stays(text: &str, from: &str, to: &str, work: impl Fn(&Records)) -> bool {
    let mut host = host(text, Release::V22);
    let mut kept = None;
    let before = all_after_edit(host.db(), &mut kept);
    let ((), reads) = Reads::record(&Stop::default(), || work(&before));
    reads.are_of(&before);
    host.refresh(&Root(text.replacen(from, to, 1).into()));
    let after = all_after_edit(host.db(), &mut kept);
    reads.hold_in(&after, &Stop::default())
}

#[test]
fn numbers_of_anonymous_records_are_read_apart_from_their_order() {
    let text = "class Other; class Color<int v> { int V = v; }
        def : Color<1>; def : Color<2>; def anonymous_9x : Color<3>;";
    let other = |count: usize| "class Other; ".to_owned() + &"def : Other; ".repeat(count);
    let stays = |count, work: &dyn Fn(&Records)| stays(text, "class Other;", &other(count), work);
    let colors = |records: &Records| _ = records.derived("Color").unwrap();
    let values = |records: &Records| {
        let colors = records.derived("Color").unwrap();
        colors.iter().for_each(|it| _ = it.int("V").unwrap());
    };
    let sorted = |records: &Records| {
        let mut colors = records.derived("Color").unwrap();
        records.sort_by_name(&mut colors);
    };
    let names = |records: &Records| {
        let colors = records.derived("Color").unwrap();
        colors.iter().for_each(|it| assert!(!it.name().is_empty()));
    };
    // The last one becomes `anonymous_8`, `anonymous_9` and `anonymous_10`, which comes after `anonymous_9x`.
    for (count, order_is_same) in [(7, true), (8, true), (9, false)] {
        assert_eq!(stays(count, &colors), order_is_same);
        assert_eq!(stays(count, &values), order_is_same);
        assert_eq!(stays(count, &sorted), order_is_same);
        assert!(!stays(count, &names));
    }
}

#[test]
fn a_fact_is_derived_again_and_compared() {
    let text = "class Color<int v> { int V = v; } def Red : Color<1>; def Blue : Color<2>;";
    let sum = |records: &Records| {
        let fact = records.fact(|records| {
            let colors = records.derived_if_defined("Color");
            colors.iter().map(|it| it.int("V").unwrap()).sum::<i64>()
        });
        assert_eq!(*fact, 3);
    };
    assert!(stays(
        text,
        "Red : Color<1>; def Blue : Color<2>",
        "Blue : Color<2>; def Red : Color<1>",
        sum
    ));
    assert!(stays(
        text,
        "<1>; def Blue : Color<2>",
        "<2>; def Blue : Color<1>",
        sum
    ));
    assert!(stays(text, "def Red", "def Black : Color<0>; def Red", sum));
    assert!(!stays(text, "<1>", "<2>", sum));
    assert!(!stays(text, "def Red : Color<1>;", "", sum));
}

/// Whether the records before and after an edit share the unchanged part.
fn shares(text: &str, from: &str, to: &str) -> bool {
    let [one, other] = [Release::V19, Release::V22].map(|it| shares_following(it, text, from, to));
    assert_eq!(one, other);
    one
}

fn shares_following(release: Release, text: &str, from: &str, to: &str) -> bool {
    let mut host = host(text, release);
    let mut kept = None;
    let before = all_after_edit(host.db(), &mut kept);
    host.refresh(&Root(text.replacen(from, to, 1).into()));
    let after = all_after_edit(host.db(), &mut kept);
    compare(&after, &all(host.db()).records);
    // The list of global variables is copied unless it is shared.
    let [before, after] = [&before, &after].map(|it| it.globals().next().expect("a variable").0);
    std::ptr::eq(before, after)
}

#[test]
fn an_edit_of_values_leaves_the_rest_as_it_is() {
    let text = "defvar global = 1;
        class Color<int v> { int V = v; }
        class Name<string s> { string S = s; }
        def Red : Color<1>;
        def Blue : Color<2> { string S = Name<\"blue\">.S; }
        multiclass Two<int v> { def A : Color<v>; def B : Color<7>; }
        defm Dark : Two<3>;";
    assert!(shares(text, "Color<1>", "Color<4>"));
    assert!(shares(text, "Two<3>", "Two<4>"));
    assert!(shares(text, "string S = s", "string S = s # s"));
    let grown = "class Late; class Early : Late; def A : Early { int V = 1; }
        class Above; class Late : Above; defvar global = 1;";
    assert!(shares(grown, "int V = 1", "int V = 2"));
    // A record more, another class above, another instance.
    assert!(!shares(text, "def Red", "def Green : Color<1>; def Red"));
    assert!(!shares(
        text,
        "def Red : Color<1>",
        "def Red : Color<1>, Name<\"x\">"
    ));
    assert!(!shares(text, "\"blue\"", "\"b\""));
}
