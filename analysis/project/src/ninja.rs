//! `build.ninja`: finds the calls of a tblgen with the exact command lines of a build.

use std::rc::Rc;

use memchr::memmem;
use rustc_hash::FxHashMap;

use super::path;
use super::shell::{self, Command};

/// The name of the file in a build folder.
pub(crate) const NAME: &str = "build.ninja";

/// The largest size in bytes of all files together.
const MAX_SIZE: usize = 1 << 29;
/// The largest size of a line in bytes. Longer lines are ignored.
const MAX_LINE: usize = 1 << 20;
/// The largest number of included files.
const MAX_FILES: usize = 1000;
/// The greatest depth of includes.
const MAX_DEPTH: usize = 20;
/// A value of at least this many bytes is not expanded further.
const MAX_VALUE: usize = 1 << 16;
/// The budget of work. A unit of work is about one copied byte.
const MAX_WORK: usize = 1 << 28;
/// The fixed cost of a command, in addition to the cost of its bytes.
const COMMAND: usize = 1000;
/// The fixed cost of a word of a command, in addition to the cost of its bytes.
const WORD: usize = 64;

type Variables = FxHashMap<String, String>;

/// Returns the contents of a file. `None` if it does not exist or is longer than the given number of bytes.
type Read<'a> = dyn Fn(&str, usize) -> Option<Vec<u8>> + 'a;

/// All calls of a tblgen in the build of a folder, and whether the budget was used up.
pub(crate) fn commands(folder: &str, read: &Read<'_>) -> (Vec<Command>, bool) {
    commands_within(MAX_WORK, folder, read)
}

fn commands_within(work: usize, folder: &str, read: &Read<'_>) -> (Vec<Command>, bool) {
    let mut build = Build {
        folder,
        read,
        files: 0,
        depth: 0,
        size: 0,
        left: work,
        globals: Variables::default(),
        rules: FxHashMap::default(),
        found: Vec::new(),
    };
    build.file(NAME);
    (build.found, build.left == 0)
}

struct Build<'a> {
    folder: &'a str,
    read: &'a Read<'a>,
    files: usize,
    depth: usize,
    /// The number of bytes read so far.
    size: usize,
    /// The remaining budget, in units of work.
    left: usize,
    globals: Variables,
    /// The command of each rule, not expanded.
    rules: FxHashMap<String, Rc<str>>,
    found: Vec<Command>,
}

impl Build<'_> {
    fn file(&mut self, name: &str) {
        self.files += 1;
        if self.files > MAX_FILES || self.depth >= MAX_DEPTH {
            return;
        }
        let left = MAX_SIZE - self.size;
        let Some(bytes) = (self.read)(&path::join(self.folder, name), left) else {
            return;
        };
        self.size += bytes.len();
        self.depth += 1;
        self.statements(&bytes);
        self.depth -= 1;
    }

    fn statements(&mut self, text: &[u8]) {
        let mut lines = Lines { rest: text };
        while let Some(line) = lines.next()
            && self.left > 0
        {
            if line.starts_with(b" ") || line.starts_with(b"\t") {
                // The line belongs to an irrelevant statement.
            } else if let Some(name) = after(line, b"rule ") {
                let command = block(&mut lines).find_map(|it| value_of(it, b"command"));
                let command = command.map_or(String::new(), decode);
                self.rules.insert(decode(name), command.into());
            } else if let Some(rest) = after(line, b"build ") {
                self.edge(rest, block(&mut lines).collect());
            } else if let Some(name) = after(line, b"include ").or(after(line, b"subninja ")) {
                let name = self.expand(&decode(name), None);
                self.file(&name);
            } else if let Some((name, value)) = assignment(line) {
                let value = self.expand(&decode(value), None);
                self.globals.insert(decode(name), value);
            }
        }
    }

    /// Expands a text. The variables of the build statement in `own` take precedence over the variables of the file.
    /// The result is empty if the budget is used up.
    fn expand(&mut self, text: &str, own: Option<&Variables>) -> String {
        if self.left == 0 {
            return String::new();
        }
        let scopes = own.into_iter().chain([&self.globals]);
        let value = expand(text, scopes);
        self.spend(text.len() + value.len());
        value
    }

    fn spend(&mut self, work: usize) {
        self.left = self.left.saturating_sub(work);
    }

    fn edge(&mut self, head: &[u8], block: Vec<&[u8]>) {
        // Expanding everything would be slow: a build has many thousands of build statements, and few of them call a
        // tblgen.
        let says = |text: &[u8]| memmem::find(text, b"tblgen").is_some();
        let head = decode(head);
        let (outputs, rest) = split_at_colon(&head);
        let rest = rest.trim_start();
        let (rule, inputs) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let command = self.rules.get(rule).cloned();
        let command = command.as_deref();
        let in_rule = command.is_some_and(|it| says(self.expand(it, None).as_bytes()));
        if !in_rule && !block.iter().any(|it| says(it)) {
            return;
        }
        let mut own = Variables::default();
        for (name, value) in block.iter().filter_map(|line| assignment(line)) {
            let value = self.expand(&decode(value), Some(&own));
            own.insert(decode(name), value);
        }
        let mut explicit = |text: &str| {
            let paths = words(text).into_iter();
            let paths = paths.take_while(|it| !it.starts_with('|'));
            let paths = paths.map(|it| quote(self.expand(&it, Some(&own))));
            paths.collect::<Vec<_>>().join(" ")
        };
        let (outputs, inputs) = (explicit(outputs), explicit(inputs));
        own.insert("out".to_owned(), outputs);
        own.insert("in".to_owned(), inputs);
        let command = match command {
            Some(command) => self.expand(command, Some(&own)),
            // CMake writes the rules to a separate file, which may be missing. The command is then taken from a
            // variable.
            None => own.get("COMMAND").cloned().unwrap_or_default(),
        };
        for found in shell::commands(&command, self.folder) {
            let words = found.run.args.iter().chain(&found.spec.include_dirs);
            let words = words.chain(&found.spec.macros).map(|it| it.len() + WORD);
            self.spend(COMMAND + words.sum::<usize>());
            if self.left == 0 {
                return;
            }
            self.found.push(found);
        }
    }
}

/// An iterator over logical lines: `$` at the end of a line continues it. Lines that are too long are replaced by empty
/// ones.
struct Lines<'a> {
    rest: &'a [u8],
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        let mut end = 0;
        loop {
            let Some(newline) = memchr::memchr(b'\n', &self.rest[end..]) else {
                return Some(shortened(std::mem::take(&mut self.rest)));
            };
            end += newline + 1;
            let line = self.rest[..end - 1].strip_suffix(b"\r");
            let line = line.unwrap_or(&self.rest[..end - 1]);
            let dollars = line.iter().rev().take_while(|it| **it == b'$').count();
            if dollars % 2 == 0 {
                self.rest = &self.rest[end..];
                return Some(shortened(line));
            }
        }
    }
}

fn shortened(line: &[u8]) -> &[u8] {
    if line.len() > MAX_LINE { b"" } else { line }
}

/// An iterator that consumes the following indented lines.
fn block<'l, 'a>(lines: &'l mut Lines<'a>) -> impl Iterator<Item = &'a [u8]> + use<'l, 'a> {
    std::iter::from_fn(move || {
        let indented = matches!(lines.rest.first(), Some(b' ' | b'\t'));
        if indented { lines.next() } else { None }
    })
}

fn after<'a>(line: &'a [u8], word: &[u8]) -> Option<&'a [u8]> {
    line.strip_prefix(word).map(<[u8]>::trim_ascii)
}

fn assignment(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let at = memchr::memchr(b'=', line)?;
    let name = line[..at].trim_ascii();
    let plain = |it: &u8| it.is_ascii_alphanumeric() || b"_-.".contains(it);
    let is_name = !name.is_empty() && name.iter().all(plain);
    is_name.then(|| (name, line[at + 1..].trim_ascii_start()))
}

fn value_of<'a>(line: &'a [u8], wanted: &[u8]) -> Option<&'a [u8]> {
    let (name, value) = assignment(line)?;
    (name == wanted).then_some(value)
}

fn decode(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The text before and after the first colon that is not escaped. Without such a colon, the second text is empty.
fn split_at_colon(text: &str) -> (&str, &str) {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            ':' if !escaped => return (&text[..at], &text[at + 1..]),
            '$' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    (text, "")
}

/// Quotes a path for the shell, if necessary.
fn quote(path: String) -> String {
    let plain = |it: char| it.is_alphanumeric() || "/_-.+,:=@%".contains(it);
    if path.contains(|it| !plain(it)) {
        return format!("'{}'", path.replace('\'', r"'\''"));
    }
    path
}

/// Splits a list of paths at white space. Escape sequences are kept.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, words.last_mut()) {
            ('$', Some(word)) => {
                word.push(c);
                word.extend(chars.next());
            }
            (c, _) if c.is_whitespace() => words.push(String::new()),
            (c, Some(word)) => word.push(c),
            (_, None) => {}
        }
    }
    words.retain(|it| !it.is_empty());
    words
}

/// Replaces variables and escape sequences. A variable has the value in the first of `scopes` that defines it, and is
/// empty if none does.
fn expand<'v>(text: &str, scopes: impl Iterator<Item = &'v Variables> + Clone) -> String {
    let is_name = |it: &char| it.is_ascii_alphanumeric() || matches!(it, '_' | '-');
    let mut value = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('$')
        && value.len() < MAX_VALUE
    {
        value.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let (name, end) = match rest.strip_prefix('{') {
            Some(inner) => match inner.find('}') {
                Some(end) => (&inner[..end], end + 2),
                None => (inner, rest.len()),
            },
            None => {
                let end = rest.find(|it| !is_name(&it)).unwrap_or(rest.len());
                (&rest[..end], end)
            }
        };
        if end > 0 {
            let found = scopes.clone().find_map(|it| it.get(name));
            value.push_str(found.map_or("", |it| it));
            rest = &rest[end..];
            continue;
        }
        let Some(escaped) = rest.chars().next() else {
            break;
        };
        rest = &rest[escaped.len_utf8()..];
        match escaped {
            '\r' | '\n' => rest = rest.trim_start(),
            _ => value.push(escaped),
        }
    }
    value.push_str(rest);
    value
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use expect_test::{Expect, expect};

    use super::*;

    fn check(files: &[(&str, &str)], want: Expect) {
        let read = |path: &str, _| {
            let found = files.iter().find(|(name, _)| *name == path)?;
            Some(found.1.as_bytes().to_vec())
        };
        let mut text = String::new();
        for it in commands("/b", &read).0 {
            text += &format!("in {}: {:?}\n  {:?}\n", it.working_dir, it.spec, it.run);
        }
        want.assert_eq(&text);
    }

    #[test]
    fn as_cmake_writes_it() {
        check(
            &[
                (
                    "/b/build.ninja",
                    "ninja_required_version = 1.5\ninclude CMakeFiles/rules.ninja\n\
                     build lib/a.o: CXX_COMPILER /s/a.cpp || x-tblgen\n  FLAGS = -O2\n\
                     build lib/X86.inc | ${cmake_ninja_workdir}lib/X86.inc: CUSTOM_COMMAND /s/X86.td\n  \
                     COMMAND = cd /b && /b/bin/llvm-tblgen -gen-subtarget -I \"/s/a b\" -I$\n      /s/inc$$lude /s/X$:86.td -o lib/X86.inc -d lib/X86.inc.d\n  \
                     DESC = Building\n",
                ),
                (
                    "/b/CMakeFiles/rules.ninja",
                    "rule CXX_COMPILER\n  command = c++ $FLAGS $in -o $out\n\
                     rule CUSTOM_COMMAND\n  command = $COMMAND\n  description = $DESC\n",
                ),
            ],
            expect![[r#"
                in /b: UnitSpec { root: "/s/X:86.td", include_dirs: ["/s/a b", "/s/inc$lude"], macros: [] }
                  BackendRun { tool: "llvm-tblgen", backend: Some("gen-subtarget"), args: [], output: Some("lib/X86.inc"), folder: "" }
            "#]],
        );
    }

    #[test]
    fn as_written_by_hand() {
        check(
            &[(
                "/b/build.ninja",
                "src = ../src\nbin=bin\ntool = $bin/my-tblgen\nrule tblgen\n  command = $tool $flags -I ${src} $in -o $out\n\
                 build a.inc: tblgen $src/a$ 1.td | dep.td || order\n  kind = enums\n  flags = -gen-$kind -DX\n\
                 build b.inc: tblgen b.td\n",
            )],
            expect![[r#"
                in /b: UnitSpec { root: "../src/a 1.td", include_dirs: ["../src"], macros: ["X"] }
                  BackendRun { tool: "my-tblgen", backend: Some("gen-enums"), args: [], output: Some("a.inc"), folder: "" }
                in /b: UnitSpec { root: "b.td", include_dirs: ["../src"], macros: [] }
                  BackendRun { tool: "my-tblgen", backend: None, args: [], output: Some("b.inc"), folder: "" }
            "#]],
        );
    }

    #[test]
    fn files_that_include_themselves_are_read_a_few_times() {
        let reads = Cell::new(0);
        let read = |_: &str, _: usize| {
            reads.set(reads.get() + 1);
            Some(b"include build.ninja\n".to_vec())
        };
        assert!(commands("/b", &read).0.is_empty());
        assert_eq!(reads.get(), MAX_DEPTH);
    }

    #[test]
    fn endless_files_end() {
        let variables = |last: &str| {
            let four =
                |it: usize| format!("a{} = ${{a{it}}}${{a{it}}}${{a{it}}}${{a{it}}}\n", it + 1);
            format!(
                "a0 = -Iaaaa$ \n{}{last}",
                (0..6).map(four).collect::<String>()
            )
        };
        let edges = |command: &str| {
            let edges: String = (0..10_000)
                .map(|it| format!("build x{it}: r a.td\n"))
                .collect();
            variables(&format!("rule r\n command = {command}\n{edges}"))
        };
        for text in [
            edges("llvm-tblgen ${a6} a.td"),
            edges(&"llvm-tblgen a.td && ".repeat(500)),
            edges("echo ${a6}"),
            edges(&"${none}".repeat(1000)),
        ] {
            let read = |_: &str, _: usize| Some(text.as_bytes().to_vec());
            let work = 1 << 23;
            let (found, is_cut) = commands_within(work, "/b", &read);
            assert!(is_cut && found.len() <= work / COMMAND);
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_left_out_alone() {
        let long = "a ".repeat(MAX_LINE);
        let text = format!(
            "build x: r {long}\n tblgen = {long}\nrule r\n command = llvm-tblgen $in\nbuild y: r b.td\n"
        );
        let read = |_: &str, _: usize| Some(text.as_bytes().to_vec());
        let (found, is_cut) = commands("/b", &read);
        let roots: Vec<&str> = found.iter().map(|it| it.spec.root.as_str()).collect();
        assert_eq!((&roots[..], is_cut), (&["b.td"][..], false));
    }

    #[test]
    fn broken_files_end() {
        for text in [
            "build",
            "build : \n",
            "include build.ninja",
            "rule",
            "x = ${",
            "x = $",
            "build a: b\n COMMAND = x-tblgen ${\n",
            "build a: b\n COMMAND = x-tblgen $",
        ] {
            let read = |_: &str, _: usize| Some(text.as_bytes().to_vec());
            let found = commands("/b", &read).0;
            assert!(found.len() <= 1, "{text}");
        }
    }
}
