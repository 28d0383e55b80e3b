//! After any sequence of edits every answer equals that of a fresh server on the final text.

use serde_json::json;
use tests::lsp::{Client, show_diagnostics};
use tests::random::Random;

const FILES: [(&str, &str); 3] = [
    (
        "Base.td",
        "\
class Reg<int n, string s = \"r\"> { int Number = n; string Name = s # n; }
class Use<Reg r> { int Twice = !mul(r.Number, 2); }
multiclass Pair<int n> {
  def A : Reg<n>;
  def B : Reg<!add(n, 1)>;
}
",
    ),
    (
        "Regs.td",
        "\
include \"Base.td\"
defset list<Reg> All = {
  foreach i = [1, 2, 3] in
    def R#i : Reg<i>;
}
defm P : Pair<10>;
let Number = 99 in {
  def Q : Reg<0, \"q\">;
}
",
    ),
    (
        "Root.td",
        "\
include \"Regs.td\"
#ifdef EXTRA
def Extra : Use<Extra>;
#endif
def UseR1 : Use<R1>;
def UsePB : Use<PB>;
def : Use<Reg<7>>;
foreach r = All in def All_#r.Name : Use<r>;
",
    ),
];

/// Pieces of text that make statements whole, broken, or others.
const PIECES: [&str; 22] = [
    "def ",
    ";",
    "{",
    "}",
    "R1",
    "PB",
    "Reg",
    "<",
    ">",
    "1",
    "\n",
    " : ",
    "class ",
    "\"",
    "//",
    "#define EXTRA\n",
    "include \"Base.td\"\n",
    "let Number = 3 in ",
    "defm ",
    "foreach ",
    "é𝄞",
    "#",
];

fn fixture() -> String {
    let files = FILES.iter();
    files
        .map(|(name, text)| format!("//- {name}\n{text}"))
        .collect()
}

/// A position in UTF-16 units.
fn position(text: &str, offset: usize) -> serde_json::Value {
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |it| it + 1);
    let column: usize = before[start..].chars().map(char::len_utf16).sum();
    json!({"line": line, "character": column})
}

/// Replaces a random piece of a text: mostly a little of it, sometimes back by the original.
fn edit(random: &mut Random, name: &str, text: &str) -> (std::ops::Range<usize>, String) {
    if random.below(12) == 0 {
        let (_, original) = FILES.iter().find(|it| it.0 == name).expect("a file");
        return (0..text.len(), (*original).to_owned());
    }
    let boundary = |at: usize| {
        (0..=at)
            .rev()
            .find(|it| text.is_char_boundary(*it))
            .unwrap_or(0)
    };
    let start = boundary(random.below(text.len() + 1));
    let end = boundary((start + random.below(6)).min(text.len())).max(start);
    let piece = match random.below(3) {
        0 => String::new(),
        _ => PIECES[random.below(PIECES.len())].to_owned(),
    };
    (start..end, piece)
}

/// What there is to say about all files, and all records.
fn everything(client: &mut Client) -> String {
    client.settle();
    let mut all = String::new();
    for (name, _) in FILES {
        let document = json!({"textDocument": {"uri": client.uri(name)}});
        let report = client
            .ask("textDocument/diagnostic", document)
            .expect("a report");
        all += &format!("{name}\n{}", show_diagnostics(&report["items"]));
        // What was pushed is what can be asked for.
        assert_eq!(
            client.published(name).unwrap_or_default(),
            show_diagnostics(&report["items"])
        );
    }
    let records = client.ask("tablegen/records", json!({})).expect("records");
    let records = records["records"].as_array().cloned().unwrap_or_default();
    for record in records {
        let name = json!({"name": record["name"]});
        let text = client.ask("tablegen/expandRecord", name).expect("a record");
        all += &format!("{} {}\n", record["name"], text["text"]);
    }
    all
}

fn replay(seed: u64, edits: usize) {
    let mut random = Random(seed);
    let mut client = Client::new("replay", &fixture());
    let mut texts: Vec<(&str, String)> = FILES
        .iter()
        .map(|(name, text)| (*name, (*text).to_owned()))
        .collect();
    for (name, _) in FILES {
        client.open(name);
    }
    for count in 0..edits {
        let file = random.below(texts.len());
        let (name, text) = &mut texts[file];
        let (range, piece) = edit(&mut random, name, text);
        let change = json!([{
            "range": {"start": position(text, range.start), "end": position(text, range.end)},
            "text": piece,
        }]);
        client.changes(name, change);
        text.replace_range(range, &piece);
        match random.below(8) {
            0 => _ = client.ask("tablegen/units", json!({})),
            1 => {
                let document = json!({"textDocument": {"uri": client.uri(name)}});
                client.send("textDocument/diagnostic", document);
            }
            2 if count % 7 == 0 => client.settle(),
            _ => {}
        }
    }
    let after_edits = everything(&mut client);
    let mut fresh = Client::new("fresh", &fixture());
    for (name, text) in &texts {
        fresh.open_text(name, text);
    }
    assert_eq!(
        after_edits,
        everything(&mut fresh),
        "seed {seed}: {texts:#?}"
    );
}

#[test]
fn random_edits_leave_no_trace() {
    for seed in 1..=12 {
        replay(0x9E37_79B9_7F4A_7C15 ^ (seed << 32), 150);
    }
}
