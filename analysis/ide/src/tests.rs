//! Properties that all questions share.

mod structure;

use super::testing::fixture;
use super::*;

const SAMPLE: &str = "\
// A class.
class Reg<int n, string s = \"x\"> { int Num = n; bits<4> B = { 0, 1, n{1-0} }; string S = s; }
multiclass Pair<int n> { def a : Reg<n>; defvar v = !add(n, 1); foreach i = [1, 2] in def NAME#_#i : Reg<v>; }
let Num = 3 in { def R0 : Reg<0>; defm P : Pair<7>; }
defset list<Reg> all = { def Q : Reg<n = 4> { let B{1-0} = 3; dag d = (R0 Q:$x, $y); } }
defvar sum = !foldl(0, all, acc, it, !add(acc, it.Num));
if !lt(sum, 3) then { def T { Reg r = !cast<Reg>(\"R\" # 0); int n = r.Num; } } else def E;
deftype L = list<int>;
#ifdef MACRO
def X
#endif
";

/// All questions about a place.
fn ask_all(db: &Database, at: &FilePosition) {
    struct NoFolders;
    impl complete::Folders for NoFolders {
        fn list(&self, _: &str) -> Vec<String> {
            Vec::new()
        }
    }
    hover::hover(db, at);
    navigation::definition(db, at);
    navigation::declaration(db, at);
    navigation::type_definition(db, at);
    navigation::implementation(db, at);
    references::highlights(db, at);
    hierarchy::prepare_types(db, at);
    hierarchy::prepare_calls(db, at);
    complete::complete(db, at, complete::Trigger::Asked, &[], &NoFolders);
    signature_help::signature_help(db, at);
    if let Ok(_range) = rename::prepare(db, at) {
        // Refused or not, it ends.
        let _ = rename::rename(db, at, "Fresh");
    }
}

fn at(offset: usize) -> FilePosition {
    FilePosition {
        path: "root.td".to_owned(),
        offset,
    }
}

#[test]
fn every_place_has_answers() {
    let fixture = fixture(SAMPLE);
    for offset in 0..=SAMPLE.len() + 2 {
        ask_all(fixture.host.db(), &at(offset));
    }
}

#[test]
fn text_that_ends_anywhere_has_answers() {
    for end in (0..SAMPLE.len()).step_by(3) {
        let fixture = fixture(&SAMPLE[..end]);
        for offset in end.saturating_sub(12)..=end {
            ask_all(fixture.host.db(), &at(offset));
        }
    }
}

#[test]
fn what_refers_to_something_is_among_its_references() {
    let fixture = fixture(SAMPLE);
    let db = fixture.host.db();
    let mut checked = 0;
    for offset in 0..SAMPLE.len() {
        let Some((definition, range)) = resolve::resolve(db, &at(offset)) else {
            continue;
        };
        use resolve::Definition::*;
        if matches!(definition, Operator(_) | Include(_) | RecordSource(_)) {
            continue;
        }
        let found = references::references(db, &at(offset));
        let ranges: Vec<&FileRange> = found.iter().map(|it| &it.range).collect();
        assert!(
            ranges.contains(&&range),
            "{definition:?} {range:?} {ranges:?}"
        );
        checked += 1;
    }
    assert!(checked > 150, "only {checked}");
}

#[test]
fn renaming_there_and_back_changes_nothing() {
    let first = fixture(SAMPLE);
    for offset in 0..SAMPLE.len() {
        let Ok(range) = rename::prepare(first.host.db(), &at(offset)) else {
            continue;
        };
        let old = SAMPLE[range.range].to_owned();
        let Ok(edits) = rename::rename(first.host.db(), &at(offset), "Fresh") else {
            continue;
        };
        let mut edits: Vec<_> = edits
            .into_iter()
            .map(|it| (it.range.range, it.text))
            .collect();
        edits.sort_by_key(|(range, _)| range.start);
        let (mut text, mut place) = (SAMPLE.to_owned(), 0);
        for (range, new) in edits.iter().rev() {
            text.replace_range(range.clone(), new);
            place = range.start;
        }
        let second = fixture(&text);
        let back = rename::rename(second.host.db(), &at(place), &old);
        let Ok(mut back) = back else {
            panic!("{old} at {offset}: {back:?}\n{text}");
        };
        back.sort_by_key(|it| it.range.range.start);
        for it in back.iter().rev() {
            text.replace_range(it.range.range.clone(), &it.text);
        }
        assert_eq!(text, SAMPLE, "{old} at {offset}");
    }
}
