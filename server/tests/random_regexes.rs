//! For random regular expressions and texts, `!match` gives the same answers as the engine alone.
//!
//! With `TABLEGEN_REFERENCE`, an `llvm-tblgen`, all answers are compared with the reference's, too. `TABLEGEN_SEED` is
//! the first expression and `TABLEGEN_REGEXES` the number of expressions. Hundreds of valid ones share a run; an
//! invalid one has a run of its own, since it ends the run.

use std::ffi::OsString;
use std::process::{Command, Output};

use ere::{Ere, Error};
use tests::random::Random;
use tests::{TempDir, binary, on_all_cores};

#[test]
fn random_regexes_match_what_the_reference_matches() {
    let first = setting("TABLEGEN_SEED", 1);
    let count = setting("TABLEGEN_REGEXES", 400);
    let mut valid = Vec::new();
    let mut invalid = Vec::new();
    for seed in first..first + count {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        let mut case = Case::random(&mut random);
        match case.answer() {
            Ok(()) if case.subjects.is_empty() => {}
            Ok(()) => valid.push(case),
            Err(Error::Invalid) => invalid.push(case),
            // The reference has no bounds of its own.
            Err(_) => {}
        }
    }

    let chunks = valid.chunks(200).map(Task::Valid);
    let tasks: Vec<Task> = chunks.chain(invalid.iter().map(Task::Invalid)).collect();
    let tallies = on_all_cores(&tasks, |task| {
        let (runs, mut tally) = (Runs::new(), Tally::default());
        match task {
            Task::Valid(cases) => runs.compare_chunk(cases, &mut tally),
            Task::Invalid(case) => runs.compare_invalid(case, &mut tally),
        }
        tally
    });
    let tally = tallies.into_iter().fold(Tally::default(), Tally::plus);
    let (valid, invalid) = (valid.len(), invalid.len());
    println!("{valid} valid, {invalid} invalid, {tally:?}");
    assert_eq!(tally.failed, 0, "what differs is above");
    assert!(
        tally.unanswered * 100 <= valid,
        "the reference says too little"
    );
    assert!(tally.matches * 10 >= tally.texts, "too few texts match");
    assert!(
        invalid * 2 <= valid && invalid * 20 >= valid,
        "of one kind are too few"
    );
}

/// The cases that are compared in one run of a program, or in a few.
enum Task<'a> {
    Valid(&'a [Case]),
    Invalid(&'a Case),
}

fn setting(name: &str, default: u64) -> u64 {
    let value = std::env::var(name).ok();
    value.map_or(default, |it| it.parse().expect("a number"))
}

/// The largest number of steps of a match. The reference takes some for each operation and each byte.
const MAX_STEPS: usize = 1 << 21;

/// The reference's time for one expression.
const CASE_SECONDS: u32 = 10;
/// The reference's time for a chunk. One that takes longer is compared expression by expression.
const CHUNK_SECONDS: u32 = 3;

/// An expression, and texts to try it on.
struct Case {
    pattern: Vec<u8>,
    subjects: Vec<Subject>,
}

struct Subject {
    text: Vec<u8>,
    /// The engine's answer.
    is_match: bool,
}

#[derive(Default, Debug)]
struct Tally {
    texts: usize,
    matches: usize,
    failed: usize,
    /// Expressions that the reference does not end with, or crashes.
    unanswered: usize,
}

impl Tally {
    fn plus(self, other: Tally) -> Tally {
        Tally {
            texts: self.texts + other.texts,
            matches: self.matches + other.matches,
            failed: self.failed + other.failed,
            unanswered: self.unanswered + other.unanswered,
        }
    }
}

/// The programs, run in a folder of their own.
struct Runs {
    dir: TempDir,
    reference: Option<OsString>,
}

impl Runs {
    fn new() -> Runs {
        Runs {
            dir: TempDir::new("regexes"),
            reference: std::env::var_os("TABLEGEN_REFERENCE"),
        }
    }

    fn ours(&self, program: &[u8]) -> Output {
        let mut driver = Command::new(binary("tablegen-analyzer"));
        self.run(driver.args(["tblgen", "--compat=22"]), program)
    }

    /// Runs the reference for at most `seconds`.
    fn reference(&self, program: &[u8], seconds: u32) -> Option<Output> {
        let mut bounded = Command::new("timeout");
        bounded
            .arg(seconds.to_string())
            .arg(self.reference.as_ref()?);
        Some(self.run(&mut bounded, program))
    }

    fn run(&self, command: &mut Command, program: &[u8]) -> Output {
        let root = self.dir.path().join("root.td");
        std::fs::write(root, program).expect("a temporary folder can be written");
        let command = command.arg("root.td").current_dir(self.dir.path());
        command.output().expect("the program starts")
    }

    /// Compares the matches of valid expressions in one run. If they differ, each expression has a run of its own.
    fn compare_chunk(&self, cases: &[Case], tally: &mut Tally) {
        let subjects = cases.iter().flat_map(|it| &it.subjects);
        tally.matches += subjects.filter(|it| it.is_match).count();
        tally.texts += cases.iter().map(|it| it.subjects.len()).sum::<usize>();
        if !self.answers(cases, CHUNK_SECONDS).are(&answers(cases)) {
            for case in cases {
                self.compare(case, tally);
            }
        }
    }

    /// Compares the matches of a valid expression.
    fn compare(&self, case: &Case, tally: &mut Tally) {
        let engine = answers(std::slice::from_ref(case));
        let got = self.answers(std::slice::from_ref(case), CASE_SECONDS);
        if got.are(&engine) {
            return;
        }
        if got.ours.as_ref() == Some(&engine) && !matches!(got.reference, Some((Some(0 | 1), _))) {
            tally.unanswered += 1;
        } else {
            tally.failed += 1;
            println!("FAIL {case}: engine {engine:?}, {got:?}");
        }
    }

    fn answers(&self, cases: &[Case], seconds: u32) -> Answers {
        let program = program(cases);
        let reference = self.reference(&program, seconds);
        Answers {
            ours: bits(&self.ours(&program)),
            reference: reference.map(|it| (it.status.code(), bits(&it))),
        }
    }

    /// Compares the messages about an invalid expression.
    fn compare_invalid(&self, case: &Case, tally: &mut Tally) {
        let program = program(std::slice::from_ref(case));
        let ours = self.ours(&program);
        let message = [b"error: invalid regex '", &case.pattern[..], b"'"].concat();
        let says_so = |it: &Output| {
            let starts = it.stderr.windows(message.len()).any(|at| at == message);
            it.status.code() == Some(1) && starts
        };
        let theirs = self.reference(&program, CASE_SECONDS);
        if theirs
            .as_ref()
            .is_some_and(|it| !matches!(it.status.code(), Some(0 | 1)))
        {
            tally.unanswered += 1;
        } else if !says_so(&ours) || theirs.as_ref().is_some_and(|it| !says_so(it)) {
            tally.failed += 1;
            let said = |it: &Output| String::from_utf8_lossy(&it.stderr).into_owned();
            let (ours, theirs) = (said(&ours), theirs.as_ref().map(said));
            println!("FAIL {case}: driver {ours:?}, reference {theirs:?}");
        }
    }
}

/// The outputs of the programs for the same texts.
#[derive(Debug)]
struct Answers {
    ours: Option<Vec<bool>>,
    /// With the exit code.
    reference: Option<(Option<i32>, Option<Vec<bool>>)>,
}

impl Answers {
    fn are(&self, engine: &[bool]) -> bool {
        let is_engine = |it: &Option<Vec<bool>>| it.as_deref() == Some(engine);
        is_engine(&self.ours) && self.reference.as_ref().is_none_or(|(_, it)| is_engine(it))
    }
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "'{}'", self.pattern.escape_ascii())?;
        let texts = self.subjects.iter().map(|it| &it.text);
        texts
            .into_iter()
            .try_for_each(|it| write!(f, " '{}'", it.escape_ascii()))
    }
}

/// A program that matches expressions with their texts.
fn program(cases: &[Case]) -> Vec<u8> {
    let mut program = b"def Got {\n".to_vec();
    for (index, case) in cases.iter().enumerate() {
        program.extend(format!("  list<bit> M{index} = [\n").bytes());
        for subject in &case.subjects {
            program.extend(b"    !match(");
            push_string(&mut program, &subject.text);
            program.extend(b", ");
            push_string(&mut program, &case.pattern);
            program.extend(b"),\n");
        }
        program.extend(b"  ];\n");
    }
    program.extend(b"}\n");
    program
}

fn push_string(program: &mut Vec<u8>, text: &[u8]) {
    program.push(b'"');
    for byte in text {
        match byte {
            b'\n' => program.extend(b"\\n"),
            b'\t' => program.extend(b"\\t"),
            b'"' | b'\\' => program.extend([b'\\', *byte]),
            byte => program.push(*byte),
        }
    }
    program.push(b'"');
}

fn answers(cases: &[Case]) -> Vec<bool> {
    let subjects = cases.iter().flat_map(|it| &it.subjects);
    subjects.map(|it| it.is_match).collect()
}

/// The answers that a run has printed.
fn bits(output: &Output) -> Option<Vec<bool>> {
    let text = String::from_utf8_lossy(&output.stdout);
    let lists = text
        .lines()
        .filter_map(|line| line.split_once(" = [")?.1.strip_suffix("];"));
    let bits = lists.flat_map(|it| it.split(", ").map(|it| it == "1"));
    output.status.success().then(|| bits.collect())
}

impl Case {
    /// Notes the engine's answers for texts that do not take it too long.
    fn answer(&mut self) -> Result<(), Error<()>> {
        let mut ere = Ere::new(&self.pattern, |_| Ok(()))?;
        self.subjects.retain_mut(|subject| {
            let mut left = MAX_STEPS;
            let pay = |steps| left.checked_sub(steps).map(|it| left = it).ok_or(());
            let is_match = ere.is_match(&subject.text, pay);
            subject.is_match = is_match == Ok(true);
            is_match.is_ok()
        });
        Ok(())
    }

    fn random(random: &mut Random) -> Case {
        let mut pattern = Vec::new();
        match random.below(10) {
            0 => pattern.extend(*random.choose(&KNOWN)),
            1 => (0..1 + random.below(6)).for_each(|_| pattern.extend(*random.choose(&TOKENS))),
            _ => alternatives(random, 3, &mut pattern),
        }
        if random.one_in(20) && !pattern.is_empty() {
            let at = random.below(pattern.len());
            match random.below(3) {
                0 => drop(pattern.remove(at)),
                1 => pattern.insert(at, random.byte()),
                _ => pattern.truncate(at),
            }
        }
        // A line end is not possible in a literal; it would be read as two characters.
        pattern.retain(|it| *it != b'\r');
        let subjects = (0..5).map(|_| Subject {
            text: subject(random, &pattern),
            is_match: false,
        });
        Case {
            subjects: subjects.collect(),
            pattern,
        }
    }
}

trait Bytes {
    fn byte(&mut self) -> u8;
}

impl Bytes for Random {
    fn byte(&mut self) -> u8 {
        let byte = match self.below(4) {
            0 => self.below(256) as u8,
            _ => *self.choose(b"aabbcx_ (){}[]|*+?^$.\\-:1"),
        };
        if byte == b'\r' { b' ' } else { byte }
    }
}

/// Expressions that other dialects read differently, and limits of this one.
const KNOWN: [&[u8]; 44] = [
    br"\d",
    br"\w+",
    br"\bab\b",
    b"(?i)a",
    b"(?:a)",
    b"a**",
    b"a+?",
    b"|x",
    b"x|",
    b"a{,2}",
    br"(x)\1",
    br"(a|b)*\1",
    br"(a*)(b*)\2\1",
    b"[[:alpha:]]+",
    b"[[.a.]]",
    b"[[=a=]]",
    b"[[:<:]]a",
    b"b[[:>:]]",
    b"[[.hyphen.]-z]",
    b"[[:word:]]",
    b"[a-",
    b"[]a]",
    b"[^]a]",
    b"a{255}",
    b"a{256}",
    b"a{1,255}",
    b"(ab){0,3}c",
    b"a{2,1}",
    b"x^a",
    b"a$b",
    b"(^|x)a",
    b"a($|x)",
    b"a\0b",
    b"[\0-b]",
    b"\xc3\xa9+",
    b"[\x80-\xff]",
    b"[\xff-\x7f]",
    b"",
    b"()",
    b"(a{0}){2}",
    br"(a){0}\1",
    br"(a*){0}\1",
    b"^*",
    b"$*",
];

/// Pieces of expressions to be concatenated.
const TOKENS: [&[u8]; 34] = [
    b"a", b"b", b"x", b"_", b" ", b".", b"^", b"$", b"(", b")", b"(", b")", b"|", b"*", b"+", b"?",
    b"{2}", b"{0}", b"{1,}", b"{0,2}", b"[", b"]", b"[ab]", b"[^a]", b"[[:<:]]", b"[[:>:]]", b"[:",
    b":]", br"\1", br"\2", br"\.", b"-", b"\xe9", b"\0",
];

fn alternatives(random: &mut Random, depth: usize, to: &mut Vec<u8>) {
    sequence(random, depth, to);
    while random.one_in(5) {
        to.push(b'|');
        sequence(random, depth, to);
    }
}

fn sequence(random: &mut Random, depth: usize, to: &mut Vec<u8>) {
    for _ in 0..1 + random.below(4) {
        atom(random, depth, to);
        if to.ends_with(b"^") && !random.one_in(20) {
            continue;
        }
        match random.below(24) {
            0..3 => to.push(b'*'),
            3..5 => to.push(b'+'),
            5..7 => to.push(b'?'),
            7 => to.extend(b"{0,2}"),
            8 => to.extend(b"{2}"),
            9 => to.extend(b"{1,}"),
            10 if random.one_in(4) => to.extend(b"{0}"),
            10 => to.extend(b"{0,}"),
            11 if random.one_in(4) => {
                let (min, more) = (random.below(40), random.below(220));
                to.extend(format!("{{{min},{}}}", min + more).bytes());
            }
            _ => {}
        }
    }
}

fn atom(random: &mut Random, depth: usize, to: &mut Vec<u8>) {
    match random.below(32) {
        0..10 => to.push(*random.choose(b"aaabbcx_ ")),
        10..12 => to.push(b'.'),
        12..14 => to.extend(*random.choose(&[b"^", b"$"])),
        14 => to.extend(*random.choose(&[b"[[:<:]]", b"[[:>:]]"])),
        15..17 => set(random, to),
        17 => to.extend([b'\\', *random.choose(b".*[(|dwbaB^$")]),
        18..21 => {
            let groups = to.iter().filter(|it| **it == b')').count();
            let most = if random.one_in(40) { 9 } else { groups.min(9) };
            match most {
                0 => to.push(b'c'),
                _ => to.extend([b'\\', b'1' + random.below(most) as u8]),
            }
        }
        21 if random.one_in(3) => to.push(*random.choose(b"\0\xff\xe9\n\x01")),
        21 => to.extend(*random.choose(&[b"()", b"\xc3\xa9"])),
        _ if depth == 0 => to.push(*random.choose(b"ab")),
        _ => {
            to.push(b'(');
            alternatives(random, depth - 1, to);
            to.push(b')');
        }
    }
}

fn set(random: &mut Random, to: &mut Vec<u8>) {
    const PARTS: [&[u8]; 16] = [
        b"a",
        b"b-d",
        b"^",
        b"x",
        b"0-9",
        b"[:alpha:]",
        b"[:space:]",
        b"[:cntrl:]",
        b"[:punct:]",
        b"[.a.]",
        b"[=b=]",
        b"[.tilde.]",
        b"\\",
        b"\0",
        b"\xe9",
        b"[.b.]-[.x.]",
    ];
    to.push(b'[');
    if random.one_in(3) {
        to.push(b'^');
    }
    (0..1 + random.below(3)).for_each(|_| to.extend(*random.choose(&PARTS)));
    to.push(b']');
}

/// A text that is likely to match: of few letters, or of pieces of the expression.
fn subject(random: &mut Random, pattern: &[u8]) -> Vec<u8> {
    let len = match random.below(8) {
        0 => 0,
        1 => random.below(30),
        _ => 1 + random.below(7),
    };
    if random.one_in(4) {
        let letters = pattern
            .iter()
            .copied()
            .filter(|it| !b"()[]{}|*+?^$.\\".contains(it));
        return letters.take(40).collect();
    }
    (0..len)
        .map(|_| match random.below(10) {
            0 => random.byte(),
            _ => *random.choose(b"aaabbbcx_ "),
        })
        .collect()
}
