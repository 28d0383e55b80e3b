//! Parsing an edit gives the same result as parsing the new text, including messages.

use syntax::{Edit, MacroSet, Parse, parse, reparse};
use tests::random::Random;

/// An offset between two characters.
fn offset(random: &mut Random, text: &str) -> usize {
    let mut offset = random.below(text.len() + 1);
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

const SNIPPETS: &[&str] = &[
    " ",
    "\n",
    ";",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "<",
    ">",
    ",",
    ":",
    "=",
    "#",
    "\"",
    "[{",
    "}]",
    "/*",
    "*/",
    "//",
    "x",
    "1",
    "-1",
    "def",
    "def y;\n",
    "class",
    "let z = 1;",
    "int v = 2;",
    "in",
    "then",
    "else",
    "foreach",
    "multiclass",
    "!add(1, 2)",
    "!nope",
    "%",
    "\n#ifdef X\n",
    "\n#ifndef Y\n",
    "\n#define Y\n",
    "\n#endif\n",
    "\n#else\n",
    "include \"f\"",
    "é",
    "append",
    "if 1 then def w;",
    "\0",
];

fn edited(text: &str, random: &mut Random) -> (String, Edit) {
    let start = offset(random, text);
    let mut end = start;
    if random.below(2) == 0 {
        end = (start + random.below(20)).min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
    }
    let inserted = if random.below(3) == 0 {
        ""
    } else {
        random.choose(SNIPPETS)
    };
    let new_text = [&text[..start], inserted, &text[end..]].concat();
    let range = rowan::TextRange::new((start as u32).into(), (end as u32).into());
    (
        new_text,
        Edit {
            range,
            inserted: (inserted.len() as u32).into(),
        },
    )
}

fn full(text: &str) -> Parse {
    parse(text, &mut MacroSet::default())
}

fn check_random_edits(text: &str, seed: u64, rounds: usize, edits: usize) {
    let mut random = Random(seed);
    let original = full(text);
    for _ in 0..rounds {
        let mut text = text.to_string();
        let mut parse = original.clone();
        for _ in 0..edits {
            let (new_text, edit) = edited(&text, &mut random);
            let old = parse;
            parse = reparse(&old, &new_text, &edit, &mut MacroSet::default());
            let expected = full(&new_text);
            if parse != expected {
                panic!(
                    "{edit:?}\n--- old\n{text}\n--- new\n{new_text}\n--- old errors {:?}\n--- errors {:#?}\n--- expected {:#?}\nsame tree: {}",
                    old.errors(),
                    parse.errors(),
                    expected.errors(),
                    parse.green() == expected.green(),
                );
            }
            text = new_text;
        }
    }
}

const SAMPLE: &str = r#"// A sample of everything.
include "base.td"
class A<int x, string s = "d", list<int> l = [1, 2]> : Base<x> {
  int y = !add(x, 1); // a comment
  let z{3-0} = { 1, 0, ?, x };
  code c = [{ if (a) { b; } }];
  dag d = (ops GPR:$a, (i32 imm):$b);
  defvar t = "a" # x # "b";
  assert !lt(x, 10), "too large";
}
multiclass M<int n> {
  def a : A<n> { let y = 2; }
  foreach i = 0...3 in {
    def b#i : A<i, "s">;
    if !eq(i, 2) then { def c#i; } else def d#i;
  }
  defm e : N<n>;
}
let y = 3, z{1} = 0 in {
  defm f : M<1>;
  let w = [1, 2][0] in def g : A<1>;
}
#ifdef X
def off { int x = 1; }
#else
def on { int x = 2; }
#endif
defset list<A> all = { def h : A<!if(1, 2, 3)>; }
deftype T = bits<4>;
defvar v = !cond(1: 2, true: 3);
dump !foreach(i, [1], i);
def tail { string s = "x" "y"; }
"#;

#[test]
fn random_edits_of_a_sample() {
    check_random_edits(SAMPLE, 0x1234_5678, 800, 4);
}

#[test]
fn random_edits_between_directives() {
    let text = "#ifndef A // a\n#define A\ninclude \"b\"\n\nclass C;\ndef a : C;\nlet x = 1 in {\n\
                  #ifdef X\n  def b;\n#else\n  def c { int x = 2; }\n#endif\n  def d;\n}\n\
                #endif /* A */\n// end\n";
    check_random_edits(text, 0x9876_5432, 2000, 4);
}

/// In `a<|b|c|>d`, replaces `b` by `c`. Returns the tree before and after.
#[track_caller]
fn check(text: &str) -> [Parse; 2] {
    let (before, rest) = text.split_once("<|").unwrap();
    let (edited, after) = rest.split_once("|>").unwrap();
    let (removed, inserted) = edited.split_once('|').unwrap();
    let new_text = [before, inserted, after].concat();
    let start = before.len() as u32;
    let edit = Edit {
        range: rowan::TextRange::at(start.into(), (removed.len() as u32).into()),
        inserted: (inserted.len() as u32).into(),
    };
    let old = full(&[before, removed, after].concat());
    let parse = reparse(&old, &new_text, &edit, &mut MacroSet::default());
    assert_eq!(parse, full(&new_text));
    [old, parse]
}

#[test]
fn the_last_statement_of_a_block_goes() {
    check("multiclass M {\n<|  def a;\n||>}\ndef b;");
    check("multiclass M {\n  def a;\n<|  def b;\n||>}\ndef b;");
    check("foreach i = [1] in {\n<|  def a;\n||>}\ndef b;");
}

#[test]
fn braces_that_an_earlier_one_accounts_for() {
    check("multiclss M {\n  def a;\n  foreach i = x in {\n    def b;<|\n  }\n|\n|>}\ndef c;\n}");
    check("def x;\nmulticl<||a|>ss M {\n  def a;\n}\ndef b;");
}

#[test]
fn what_follows_a_brace_tells_what_it_opens() {
    check("if !n { <|||>def a; }\ndef b;");
    check("if !n { d<||let z = 1;|>ef a; } else def c;\ndef b;");
}

#[test]
fn edits_lead_over_the_limit_of_errors_and_back() {
    let many = "class A;;\n".repeat(999);
    check(&format!("{many}class B<|;|;;|>\nclass C;\n"));
    check(&format!("{many}class B<|;|;;;|>\nclass C;\n"));
    check(&format!(
        "{many}class B;;\nclass C<|;|;;|>\ndef d {{ int x = 1; }}\n"
    ));
    check(&format!(
        "{many}class B;;\nclass C<|;;|;|>\ndef d {{ int x = 1; }}\n"
    ));
    check(&format!(
        "{many}class B;;\nclass C;;\ndef d {{ int x = <|1|2|>; }}\n"
    ));
    let inside = ";".repeat(999);
    check(&format!("class A {{ {inside} int x = 1<|;|;;|> }}\ndef b;"));
    check(&format!(
        "class A {{ {inside} int x = 1<|;|;;;|> }}\ndef b;"
    ));
    check(&format!(
        "class A {{ {inside};; int x = 1<|;;|;|> }}\ndef b;"
    ));
    check(&format!("{}<||@ |>class A;", "@ x ".repeat(1000)));
    check(&format!("{}<|@ ||>class A;", "@ x ".repeat(1000)));
}

/// The error of the statement is behind the include.
#[test]
fn a_statement_before_an_include_gets_its_end() {
    check("def a<||;|>\ninclude \"b.td\"\ndef c;\n");
    check("def a<|;||>\ninclude \"b.td\"\ndef c;\n");
    check("def a : <||B;|> // c\ninclude \"b.td\"\nclass B;\n");
}

/// The statements of a file that are the same nodes in both trees.
fn shared([old, new]: &[Parse; 2]) -> usize {
    let address = |it: rowan::NodeOrToken<&rowan::GreenNodeData, _>| {
        it.into_node()
            .map(|it: &rowan::GreenNodeData| std::ptr::from_ref(it) as *const () as usize)
    };
    let old: Vec<_> = old.green().children().filter_map(address).collect();
    let new = new.green().children().filter_map(address);
    new.filter(|it| old.contains(it)).count()
}

#[test]
fn statements_around_a_faulty_one_stay() {
    let edits = [
        "def a;\ndef b;\ndef <||c : |>\ndef d;\ndef e;",
        "def a;\ndef b;\ndef <|c : X<1|c : X<1>|>\ndef d;\ndef e;",
        "def a;\ndef b;\ndef c<| :|;|>\ndef d;\ndef e;",
        "def a;\ndef b;\nclass C; )<||(|>\ndef d;\ndef e;",
        "def a;\ndef b;\nclass D;\ndef c;<||\ndef : : d ;;\n|>",
        "def a;\ndef b;\nclass D;\ndef c;<|\ndef : : d ;;\n||>",
        "#ifndef A\n#define A\ndef a;\ndef b;\ndef c;\n#endif // A\n<||\ndef : : d ;;\n|>",
        "#ifndef A\n#define A\ndef a;\ndef b;\ndef c;\n#endif // A\n<|\ndef : : d ;;\n||>",
        "#ifndef A\n#define A\ndef a;\ndef b;\ndef c;\ndef d<|| : A|>;\n#endif // A\n",
    ];
    for text in edits {
        assert!(shared(&check(text)) >= 3, "{text}");
    }
}

#[test]
#[ignore = "reads TABLEGEN_CORPUS"]
fn random_edits_of_real_files() {
    let directories = std::env::var_os("TABLEGEN_CORPUS").expect("TABLEGEN_CORPUS is set");
    let mut random = Random(99);
    for directory in std::env::split_paths(&directories) {
        for path in td_files(&directory) {
            let text = syntax::text::decode(&std::fs::read(path).unwrap());
            // The check parses the whole text for each edit.
            if text.len() < 200_000 {
                check_random_edits(&text, random.below(usize::MAX) as u64 | 1, 1, 8);
            }
        }
    }
}

fn td_files(directory: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(td_files(&path));
        } else if path.extension().is_some_and(|it| it == "td") {
            files.push(path);
        }
    }
    files
}
