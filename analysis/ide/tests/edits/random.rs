//! Random choice of the next step.

use db::Db;
use elaborate::unit::Files;
use tests::random::Random;

use crate::world::{Step, World, boundary};

/// Words and punctuation that complete, break or change texts.
const PIECES: &[&str] = &[
    "{",
    "}",
    ";",
    ":",
    "<",
    ">",
    "(",
    ")",
    "[",
    "]",
    "=",
    ",",
    "#",
    "?",
    "\"",
    "\"x\"",
    "[{",
    "}]",
    "//",
    "/*",
    "*/",
    " ",
    "\n",
    "1",
    "7",
    "0b101",
    "-1",
    "class ",
    "def ",
    "defm ",
    "multiclass ",
    "let ",
    " in ",
    "foreach i = [3] in ",
    "if 1 then ",
    "else ",
    "defset list<int> S = ",
    "defvar d = 3;\n",
    "assert 0, \"no\";\n",
    "int v = 1;",
    "NAME",
    "!add(1, 2)",
    "!cast<string>(NAME)",
    "field ",
    "code",
    "list<int>",
    "bits<4>",
    "deftype t = int;\n",
    "dump \"x\";\n",
    "def : ",
    "#ifdef M0\n",
    "#ifndef M0\n",
    "#else\n",
    "#endif\n",
    "#define M0\n",
    "#define M1\n",
    "\n#endif\n",
    "é𝄞",
    "let x = 1 in {\n",
    "class Dup;\n",
    "class Dup { int dup = 2; }\n",
    "def Lone { int n = 4; }\n",
    "append ",
    "!exists<Dup>(\"Lone\")",
    "def anonymous_3;\n",
    "def anonymous_0 { int n = 1; }\n",
    "def : Dup;\n",
    "include ",
    "include \"cut-fields.td\" ",
    "include \"cut-body.td\" ",
    "\"cut-list.td\"",
];

/// A few steps that belong together, without a comparison in between.
pub(crate) fn steps(random: &mut Random, world: &mut World) -> Vec<Step> {
    let paths = paths(random, world);
    let Some(path) = paths.first().cloned() else {
        return vec![Step::Restore];
    };
    match random.below(60) {
        0 => vec![Step::Restore],
        1 | 2 => vec![Step::Select(random.below(world.specs.len()))],
        3 | 4 => vec![Step::Open(path)],
        5 | 6 => match of_map(random, world.texts.open.keys()) {
            Some(path) => vec![Step::Close(path)],
            None => vec![Step::Open(path)],
        },
        7 => of_map(random, world.texts.open.keys()).map_or(Vec::new(), |it| vec![Step::Save(it)]),
        8 => vec![Step::Delete(path)],
        9 => {
            let other = match random.below(3) {
                0 => random.choose(&paths).clone(),
                1 => format!("{path}.new.td"),
                _ => path.replace(".td", "New.td"),
            };
            vec![Step::Rename(path, other)]
        }
        // A changed file gets its original text back.
        10..=17 => restored(random, world).into_iter().collect(),
        18 | 19 => renamed_everywhere(random, world, &path),
        20..=23 => vec![Step::Hover(path, random.below(usize::MAX >> 1))],
        24 => vec![Step::Report],
        _ => edit(random, world, &paths).into_iter().collect(),
    }
}

/// Some files of the active unit; first the ones beside its root.
fn paths(random: &mut Random, world: &mut World) -> Vec<String> {
    let root = world.specs[world.active].root.clone();
    let folder = root.rsplit_once('/').map_or("", |it| it.0).to_owned();
    let unit = world.host().db().unit().clone();
    let files: Vec<&String> = unit.sources.files.iter().map(|it| &it.path).collect();
    let near: Vec<&String> = files
        .iter()
        .copied()
        .filter(|it| it.rsplit_once('/').map_or("", |it| it.0) == folder)
        .collect();
    let all = if near.is_empty() || random.one_in(8) {
        &files
    } else {
        &near
    };
    let mut paths = Vec::new();
    for _ in 0..4.min(all.len()) {
        let path = *random.choose(all);
        if !paths.contains(path) {
            paths.push(path.clone());
        }
    }
    paths
}

fn of_map<'a>(random: &mut Random, keys: impl Iterator<Item = &'a String>) -> Option<String> {
    let mut keys: Vec<&String> = keys.collect();
    keys.sort_unstable();
    if keys.is_empty() {
        return None;
    }
    Some((*random.choose(&keys)).clone())
}

/// A file gets its original text back.
fn restored(random: &mut Random, world: &World) -> Option<Step> {
    let changed = world.texts.disk.keys().chain(world.texts.open.keys());
    let path = of_map(random, changed)?;
    let original = world.original(&path)?;
    let text = world.texts.read(&path)?;
    Some(Step::Replace {
        path,
        range: 0..text.len(),
        by: original.to_string(),
    })
}

/// A declaration in a file is renamed together with all mentions in that file.
fn renamed_everywhere(random: &mut Random, world: &World, path: &str) -> Vec<Step> {
    let Some(text) = world.texts.read(path) else {
        return Vec::new();
    };
    let Some((start, word)) = word_near(random, &text) else {
        return Vec::new();
    };
    let by = format!("{word}{}", random.below(10));
    let is_word = |at: usize| text.as_bytes().get(at).is_some_and(|it| is_word_byte(*it));
    let uses = text.match_indices(word).map(|(at, _)| at);
    let whole = uses.filter(|at| (*at == 0 || !is_word(at - 1)) && !is_word(at + word.len()));
    let mut all: Vec<usize> = whole.collect();
    if random.one_in(3) {
        all = vec![start];
    }
    // From the last to the first, so that the other places stay valid.
    let steps = all.into_iter().rev().take(200);
    let steps = steps.map(|at| Step::Replace {
        path: path.to_owned(),
        range: at..at + word.len(),
        by: by.clone(),
    });
    steps.collect()
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// A word of a text and where it starts.
fn word_near<'t>(random: &mut Random, text: &'t str) -> Option<(usize, &'t str)> {
    let bytes = text.as_bytes();
    let from = random.below(bytes.len());
    let start = (from..bytes.len()).find(|at| {
        bytes[*at].is_ascii_alphabetic() && (*at == 0 || !is_word_byte(bytes[at - 1]))
    })?;
    let end = (start..bytes.len()).find(|at| !is_word_byte(bytes[*at]));
    Some((start, &text[start..end.unwrap_or(bytes.len())]))
}

fn line_at(text: &str, at: usize) -> std::ops::Range<usize> {
    let at = boundary(text, at);
    let begin = text[..at].rfind('\n').map_or(0, |it| it + 1);
    let end = text[at..].find('\n').map_or(text.len(), |it| at + it + 1);
    begin..end
}

fn edit(random: &mut Random, world: &World, paths: &[String]) -> Option<Step> {
    let path = paths.first()?.clone();
    let text = world.texts.read(&path)?;
    let at = boundary(&text, random.below(text.len() + 1));
    let line = line_at(&text, at);
    let (range, by) = match random.below(16) {
        0 | 1 => (at..at, (*random.choose(PIECES)).to_owned()),
        2 => (
            at..boundary(&text, at + random.below(9)).max(at),
            String::new(),
        ),
        3 => {
            let (start, word) = word_near(random, &text)?;
            (
                start..start + word.len(),
                (*random.choose(PIECES)).to_owned(),
            )
        }
        4 => {
            let (start, word) = word_near(random, &text)?;
            let (_, other) = word_near(random, &text)?;
            (start..start + word.len(), other.to_owned())
        }
        5 => {
            let digit = text[at..].find(|it: char| it.is_ascii_digit())? + at;
            (digit..digit + 1, random.below(100).to_string())
        }
        // A line is removed, duplicated, moved, or commented out.
        6 => (line, String::new()),
        7 => (line.start..line.start, text[line].to_owned()),
        8 => {
            let other = line_at(&text, random.below(text.len() + 1));
            (other.start..other.start, text[line].to_owned())
        }
        9 => (line.start..line.start, "//".to_owned()),
        10 => {
            let end = line_at(&text, at + random.below(400)).end;
            let (open, close) = *random.choose(&[
                ("#ifdef M0\n", "#endif\n"),
                ("#ifndef M1\n", "#else\ndef Other;\n#endif\n"),
                ("/*", "*/"),
                ("let v = 3 in {\n", "}\n"),
                ("foreach k = [1] in {\n", "}\n"),
            ]);
            (
                line.start..end,
                [open, &text[line.start..end], close].concat(),
            )
        }
        11 => (line.start..line.start, (*random.choose(PIECES)).to_owned()),
        // An include is removed, and added elsewhere.
        12 => (line.start..line.start, include_line(random, world, paths)?),
        13 => {
            let include = text[at..]
                .find("include \"")
                .or_else(|| text.find("include \""))?;
            let include = line_at(
                &text,
                if text[at..].contains("include \"") {
                    at + include
                } else {
                    include
                },
            );
            let by = *random.choose(&["", "//", "include \"gone.td\"\n", "#define M0\n"]);
            match by {
                "//" => (include.start..include.start, by.to_owned()),
                _ => (include, by.to_owned()),
            }
        }
        14 => {
            let end = line_at(&text, at + random.below(300)).end;
            (line.start..end, String::new())
        }
        _ => (
            line.start..line.start,
            format!("def Made{} {{ int n = {at}; }}\n", random.below(50)),
        ),
    };
    Some(Step::Replace { path, range, by })
}

/// A directive that includes a file without includes, so that a unit does not keep growing.
fn include_line(random: &mut Random, world: &World, paths: &[String]) -> Option<String> {
    let path = random.choose(paths);
    let text = world.texts.read(path)?;
    if *path == paths[0] || text.contains("include") || text.len() > 50_000 {
        return None;
    }
    let name = path.rsplit_once('/').map_or(path.as_str(), |it| it.1);
    Some(format!("include \"{name}\"\n"))
}
