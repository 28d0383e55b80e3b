mod classes;
mod comments;
mod names;
mod records;
mod strings;

use expect_test::Expect;

use super::*;
use crate::testing::fixture;

/// The hover at the cursor, and the names of its links.
fn check(text: &str, want: Expect) {
    let fixture = fixture(text);
    match hover(fixture.host.db(), &fixture.cursor()) {
        None => want.assert_eq("nothing"),
        Some(it) => {
            let links: Vec<String> = it
                .links
                .iter()
                .map(|(name, range)| format!("{name} -> {}", fixture.show(range)))
                .collect();
            let listed = it.listed.iter().map(|it| {
                let at = it.at.iter().map(|at| fixture.show(at));
                format!("{}: {} -> {}\n", it.name, it.detail, at.collect::<String>())
            });
            let listed: String = listed.collect();
            let mut text = it.text.markdown();
            it.patterns.iter().for_each(|it| text += &format!("\n{it}"));
            want.assert_eq(&format!("{text}\n{listed}[{}]\n", links.join(", ")));
        }
    }
}

const INST: &str = "\
// An instruction.
class Inst<int op, string asm = \"\"> {
  bits<8> Opcode = op;
  string Asm = asm;
  bit Load = 0; // Reads memory.
}
";

fn check_inst(text: &str, want: Expect) {
    check(&format!("{INST}{text}"), want);
}

#[test]
fn the_class_of_an_instance_leads_to_its_record() {
    let check = |text: &str, want: &str| {
        let fixture = fixture(text);
        let hover = hover(fixture.host.db(), &fixture.cursor()).unwrap();
        let records = hover.records.iter();
        let classes = records.map(|it| it.supers.last().map_or("", |it| it.as_str()));
        assert_eq!(classes.collect::<Vec<_>>().join(" "), want, "{text}");
    };
    let classes = "class A<int n>; class B<int n> : A<n>; class T<list<A> l> { list<A> all = l; }\ndef ins;\n";
    for (text, want) in [
        ("def x { list<A> l = [A<1>, $0B<2>]; }", "B"),
        ("def x { dag d = (ins $0A<1>:$a, B<2>:$b); }", "A"),
        ("def x { dag d = (ins A<1>:$a, (ins 1, $0B<2>:$b)); }", "B"),
        (
            "let all = [B<7>] in def x : T<[]> { let all = [$0B<3>]; }",
            "B",
        ),
        (
            "def y { list<A> l = [B<2>]; }\ndef x { list<A> l = [A<1>, $0B<2>]; }",
            "B",
        ),
        // Only lists and dags keep their parts.
        ("def x { list<A> l = !listconcat([A<1>], [$0B<2>]); }", ""),
        ("def x : T<[$0B<2>]>;", ""),
        (
            "foreach i = [1, 2] in def x#i { list<A> l = [$0B<i>]; }",
            "",
        ),
        ("class C { list<A> l = [$0B<2>]; }", ""),
    ] {
        check(&format!("{classes}{text}"), want);
    }
}
