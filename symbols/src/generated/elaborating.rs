//! The elaborating process: elaborates one unit and writes the names of its records.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use elaborate::budget::Limits;
use elaborate::eval::Outcome;
use elaborate::hir::{RecordSource, SpanId, each_record_source};
use elaborate::ids::{Loc, StmtId};
use elaborate::record::Record;
use elaborate::sequential;
use elaborate::sources::Sources;
use elaborate::symbol::Sym;
use elaborate::unit::{self, Files, Unit, UnitSpec};
use elaborate::value::ValueStore;
use ide::workspace_symbols::Operations;
use parking_lot::{Condvar, Mutex};
use project::path;
use rustc_hash::FxHashMap;
use syntax::Version;
use syntax::line_index::{Encoding, LineIndex};
use xxhash_rust::xxh3::xxh3_64;

use super::names::GeneratedNames;
use super::process::{Answer, GO_ON, PAUSE, Question};
use crate::MAX_TEXT;
use crate::place::NamePlace;
use driver::workspace::In;
use driver::{big_stack, resources, stdio};

/// The largest size of a question in bytes.
const MAX_QUESTION: u64 = 1 << 24;
/// The limit of the total size of a unit's texts in bytes: five times that of LLVM's largest unit.
pub(super) const MAX_UNIT_TEXT: u64 = 32 << 20;
/// The limit of the total size of a unit's names in bytes. When it is exceeded, the elaboration ends, and the names of
/// further statements are missing.
const MAX_LETTERS: usize = 32 << 20;

/// Reads the question from standard input and writes the answer to standard output.
pub(crate) fn main() -> ! {
    resources::lower_priority();
    big_stack::exit_with("tablegen-analyzer", || match answer() {
        Ok(Some(answer)) => {
            let written = stdio::output().and_then(|mut it| it.write_all(&answer.encode()));
            u8::from(written.is_err())
        }
        Ok(None) | Err(_) => 1,
    })
}

fn answer() -> io::Result<Option<Answer>> {
    let gate = Arc::new(Gate::default());
    let (sender, asked) = channel();
    let input = BufReader::new(stdio::input()?);
    std::thread::Builder::new().spawn({
        let gate = gate.clone();
        move || {
            // The input has ended or is not a question. In both cases no answer is needed.
            let _ = listen(input, &sender, &gate);
            std::process::exit(1);
        }
    })?;
    let Ok(question) = asked.recv() else {
        return Ok(None);
    };
    Ok(names_of(&question, &gate))
}

/// Reads the question and sends it on, then opens and shuts the gate by the bytes that follow. Returns at the end of
/// the input or on an error.
fn listen(mut input: impl BufRead, question: &Sender<Question>, gate: &Gate) -> io::Result<()> {
    let mut line = String::new();
    input.by_ref().take(MAX_QUESTION).read_line(&mut line)?;
    let asked: Question = serde_json::from_str(&line)?;
    if (asked.version, asked.program.clone()) != Question::known() {
        return Err(io::ErrorKind::InvalidData.into());
    }
    // The receiver waits for the question, so sending does not fail.
    let _ = question.send(asked);
    for byte in input.bytes() {
        match byte? {
            PAUSE => gate.set(true),
            GO_ON => gate.set(false),
            _ => return Err(io::ErrorKind::InvalidData.into()),
        }
    }
    Ok(())
}

/// A gate at which the work pauses while the gate is shut.
#[derive(Default)]
struct Gate {
    is_shut: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    fn set(&self, is_shut: bool) {
        *self.is_shut.lock() = is_shut;
        self.opened.notify_all();
    }

    fn pass(&self) {
        let mut is_shut = self.is_shut.lock();
        self.opened.wait_while(&mut is_shut, |it| *it);
    }
}

/// Reads files from disk until the size of a file or the total size exceeds its limit. After that, no file is read.
struct Bounded<'a> {
    folder: &'a str,
    left: Cell<Option<u64>>,
}

impl Files for Bounded<'_> {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        let text = In(self.folder).read(path)?;
        let len = Some(text.len() as u64).filter(|it| *it <= MAX_TEXT);
        let left = self.left.get();
        let left = left.zip(len).and_then(|(left, len)| left.checked_sub(len));
        self.left.set(left);
        left.is_some().then_some(text)
    }
}

/// A name of a record, and its place.
struct Name {
    /// The statement that defines the record.
    item: StmtId,
    /// The place in the statement where the record is defined, if it is known.
    place: Option<SpanId>,
    text: Sym,
}

/// The names of a unit's records; `None` if the unit cannot be read or is too large.
fn names_of(question: &Question, gate: &Gate) -> Option<Answer> {
    let spec = UnitSpec {
        root: question.root.clone(),
        include_dirs: question.include_dirs.clone(),
        macros: question.macros.clone(),
    };
    let files = Bounded {
        folder: &question.folder,
        left: Cell::new(Some(MAX_UNIT_TEXT)),
    };
    let root = files.read(&spec.root)?;
    let unit = unit::load(&spec, root, &files);
    files.left.get()?;
    let names = elaborated(question, &unit, gate);

    let mut read = BTreeMap::new();
    for source in &unit.sources.files {
        let path = path::absolute(&question.folder, &source.path);
        read.entry(path)
            .or_insert_with(|| xxh3_64(source.text.as_bytes()));
    }
    Some(Answer {
        read: read.into_iter().collect(),
        names: by_file(&names, &unit.sources, question),
    })
}

/// The names of all named records and the names of operations in their dialects, each with the statement that defines
/// the record.
fn elaborated(question: &Question, unit: &Unit, gate: &Gate) -> Vec<Name> {
    let release = Version(question.release).release();
    let values = Arc::new(ValueStore::default().within(Limits {
        memory: question.memory,
        steps: question.steps,
    }));
    let store = values.clone();
    let mut names = Vec::new();
    let mut letters = 0;
    let mut operations = Operations::default();
    sequential::run_while(values, unit, release, |item, outcome| {
        gate.pass();
        let before = names.len();
        names.extend(names_in(item, outcome, &store));
        for record in &outcome.records {
            let operation = operations.name(record, &store);
            names.extend(operation.and_then(|it| name(item, record, it)));
        }
        let new = names[before..].iter();
        letters += new.map(|it| it.text.as_str().len()).sum::<usize>();
        letters <= MAX_LETTERS
    });
    names
}

/// The names of the records that a statement defines. Names of 64 KiB and more are left out. So are names that contain
/// the number of an anonymous record, since this number changes with any edit.
fn names_in<'a>(
    item: StmtId,
    outcome: &'a Outcome,
    values: &'a ValueStore,
) -> impl Iterator<Item = Name> + 'a {
    let named = outcome.records.iter().filter(|it| !it.is_anonymous());
    named.filter_map(move |record| name(item, record, values.as_str(record.name)?))
}

/// The entry for a name of a record that a statement defines; `None` if the name has 64 KiB or more.
fn name(item: StmtId, record: &Record, text: Sym) -> Option<Name> {
    // The last place of a record from a multiclass is that of the statement at file level, except for some records that
    // loops and conditions in the multiclass define.
    let place = record.locs.last().filter(|it| it.item == item);
    let place = place.map(|it| it.span);
    (text.as_str().len() <= usize::from(u16::MAX)).then_some(Name { item, place, text })
}

fn by_file(
    names: &[Name],
    sources: &Sources,
    question: &Question,
) -> Vec<(String, GeneratedNames)> {
    let names = names.iter();
    let mut names: Vec<_> = names
        .map(|it| ((it.item, it.place), it.text.as_str()))
        .collect();
    // The names are sorted, so that each place is looked up once.
    names.sort_unstable();
    let mut lines = Lines {
        sources,
        encoding: question.encoding,
        known: BTreeMap::new(),
    };
    let mut makers = Makers::default();
    let mut by_source: BTreeMap<&str, Vec<(NamePlace, &str)>> = BTreeMap::new();
    for group in names.chunk_by(|a, b| a.0 == b.0) {
        let (item, place) = group[0].0;
        let name = makers.name_of(sources, item, place);
        let Some((source, at)) = name.and_then(|it| lines.place(it)) else {
            continue;
        };
        let path = sources.files[source].path.as_str();
        let found = by_source.entry(path).or_default();
        found.extend(group.iter().map(|it| (at, it.1)));
    }
    let mut paths = BTreeSet::new();
    let by_path = by_source.into_iter().filter_map(|(path, names)| {
        let path = path::absolute(&question.folder, path);
        // If a file is read under two names, only its first name counts.
        paths
            .insert(path.clone())
            .then(|| (path, GeneratedNames::new(names)))
    });
    by_path.collect()
}

/// The `def`s and `defm`s in the last statement that was looked up.
#[derive(Default)]
struct Makers {
    item: Option<StmtId>,
    /// The place of the first name or keyword in the statement.
    first: Option<SpanId>,
    /// The place of the name of each `def` and `defm`, keyed by the place of its keyword. For a `defm`, the place of
    /// each of its multiclasses is a further key.
    names: FxHashMap<SpanId, SpanId>,
}

impl Makers {
    /// The place that the index stores for a record: the place of the name in its `def` or `defm`, or of the keyword if
    /// the `def` or `defm` has no name. `place` is the known place of the record in the statement.
    fn name_of(&mut self, sources: &Sources, item: StmtId, place: Option<SpanId>) -> Option<Loc> {
        if self.item != Some(item) {
            *self = Makers {
                item: Some(item),
                ..Makers::default()
            };
            let stmt = sources.stmt(item)?;
            each_record_source(&stmt.kind, &mut |it| {
                let name = it.name().map_or(it.at(), |name| stmt.code[name].at);
                self.first.get_or_insert(name);
                self.names.insert(it.at(), name);
                if let RecordSource::Defm(defm) = it {
                    let parents = defm.parents.iter();
                    self.names.extend(parents.map(|it| (it.at, name)));
                }
            });
        }
        let named = place.map(|it| self.names.get(&it).copied().unwrap_or(it));
        let span = named.or(self.first)?;
        Some(Loc { item, span })
    }
}

/// The line indices of sources. An index is built when it is first needed.
struct Lines<'a> {
    sources: &'a Sources,
    encoding: Encoding,
    known: BTreeMap<usize, LineIndex>,
}

impl Lines<'_> {
    /// The source of a place, and the place in it as lines and columns.
    fn place(&mut self, loc: Loc) -> Option<(usize, NamePlace)> {
        let (source, _) = self.sources.layout.stmt(loc.item)?;
        let span = self.sources.spans(loc.item)?.get(loc.span)?;
        let (source, part) = self.sources.part(source, span.start..span.end);
        let text = &*self.sources.files[source].text;
        let lines = self.known.entry(source);
        let lines = lines.or_insert_with(|| LineIndex::new(text));
        let at = lines.position(text, part.start as usize, self.encoding);
        let token = text.get(part.start as usize..part.end as usize)?;
        let first_line = token.lines().next().unwrap_or("");
        let place = NamePlace {
            line: at.line,
            column: at.column,
            width: self.encoding.len(first_line) as u32,
        };
        Some((source, place))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use expect_test::expect;

    use super::*;

    fn question(folder: &str, root: &str) -> Question {
        let (version, program) = Question::known();
        Question {
            version,
            program,
            folder: folder.to_owned(),
            root: root.to_owned(),
            include_dirs: vec!["inc".to_owned()],
            macros: vec!["MORE".to_owned()],
            release: 19,
            memory: 1 << 30,
            steps: 1 << 30,
            encoding: Encoding::Utf16,
        }
    }

    #[test]
    fn names_stand_at_their_statements() {
        let folder = std::env::temp_dir().join(format!("elaborating-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("inc")).unwrap();
        let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
        write(
            "inc/m.td",
            "multiclass In<int n> { def \"\"; foreach i = [n] in def i#i; }
multiclass Out { defm _in : In<1>, In<2>; def _out; }",
        );
        write(
            "a.td",
            "include \"m.td\"
/* é𝄞 */ defm A :
  Out;
#ifdef MORE
foreach i = 0-1 in { def B#i; defm C#i : In<3>; }
#endif
defm : Out;
def \"anonymous_7\";
if 1 then { defm D : In<4>; }
class K; def : K; defvar k = K<>;",
        );
        let folder_name = folder.to_str().unwrap();
        let answer = names_of(&question(folder_name, "a.td"), &Gate::default()).unwrap();
        let mut lines = String::new();
        for (path, names) in &answer.names {
            names.for_each(|at, name, _| {
                let path = &path[folder_name.len()..];
                let end = at.column + at.width;
                lines += &format!("{name} {path} {}:{}-{end}\n", at.line, at.column);
            });
        }
        expect![[r#"
            A_in /a.td 1:15-16
            A_in11 /a.td 1:15-16
            A_in22 /a.td 1:15-16
            A_out /a.td 1:15-16
            B0 /a.td 4:25-28
            B1 /a.td 4:25-28
            C0 /a.td 4:35-38
            C033 /a.td 4:35-38
            C1 /a.td 4:35-38
            C133 /a.td 4:35-38
            anonymous_7 /a.td 7:4-17
            D /a.td 8:17-18
            D44 /a.td 8:17-18
        "#]]
        .assert_eq(&lines);
        let read: Vec<&str> = answer
            .read
            .iter()
            .map(|it| &it.0[folder_name.len()..])
            .collect();
        assert_eq!(read, ["/a.td", "/inc/m.td"]);
        assert!(names_of(&question(folder_name, "none.td"), &Gate::default()).is_none());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn operations_have_the_names_that_mlir_gives_them() {
        let folder = std::env::temp_dir().join(format!("elaborating-ops-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let text = "class Dialect { string name = ?; }
class Op<Dialect d, string n> { Dialect opDialect = d; string opName = n; }
def Poly_Dialect : Dialect { let name = \"poly\"; }
class Poly_Op<string n> : Op<Poly_Dialect, n>;
def Poly_AddOp : Poly_Op<\"add\">;
multiclass Ops { def Sub : Poly_Op<\"sub\">; }
defm Poly_ : Ops;";
        std::fs::write(folder.join("a.td"), text).unwrap();
        let folder_name = folder.to_str().unwrap();
        let answer = names_of(&question(folder_name, "a.td"), &Gate::default()).unwrap();
        let mut lines = String::new();
        for (_, names) in &answer.names {
            names.for_each(|at, name, _| lines += &format!("{name} {}:{}\n", at.line, at.column));
        }
        expect![[r#"
            Poly_Dialect 2:4
            Poly_AddOp 4:4
            poly.add 4:4
            Poly_Sub 6:5
            poly.sub 6:5
        "#]]
        .assert_eq(&lines);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn malformed_questions_are_not_answered() {
        let check = |input: &str, is_asked| {
            let (sender, asked) = channel();
            let _ = listen(input.as_bytes(), &sender, &Gate::default());
            assert_eq!(asked.try_recv().is_ok(), is_asked, "{input}");
        };
        let good = serde_json::to_string(&question("/", "a.td")).unwrap() + "\n";
        check(&good, true);
        check(&(good.clone() + "rgrg"), true);
        let (version, _) = Question::known();
        let other = good.replace(&version.to_string(), &(version + 1).to_string());
        check(&other, false);
        check("", false);
        check("{}\n", false);
    }

    #[test]
    fn work_rests_at_a_gate_that_is_shut() {
        let gate = Arc::new(Gate::default());
        gate.pass();
        gate.set(true);
        let (sender, passed) = channel();
        let waiting = std::thread::spawn({
            let gate = gate.clone();
            move || {
                gate.pass();
                sender.send(())
            }
        });
        assert!(passed.recv_timeout(Duration::from_millis(50)).is_err());
        gate.set(false);
        assert!(passed.recv().is_ok());
        assert!(waiting.join().unwrap().is_ok());
    }
}
