//! Parses shell command lines in build files and tests, and finds the calls of a tblgen in them.

use elaborate::unit::UnitSpec;

use super::BackendRun;
use super::path;

/// The parsed command line of a tblgen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Command {
    pub working_dir: String,
    /// The root, include directories and macros as written. The root is empty if the command reads its standard input.
    pub spec: UnitSpec,
    /// Include directories that are searched last, after the conventional folders around the root, because the build
    /// may not use them.
    pub last_dirs: Vec<String>,
    pub run: BackendRun,
    /// The file that is redirected to standard input.
    pub stdin: Option<String>,
    /// Whether the command is run by `not`, which succeeds only if the command fails.
    pub fails: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Token {
    Word(String),
    /// `&&`, `|`, `;`, `<`, `>` or a similar operator.
    Operator(String),
}

/// All calls of a tblgen in a line of shell code. `cd` changes the working directory of the commands after it.
pub(crate) fn commands(line: &str, working_dir: &str) -> Vec<Command> {
    let mut folder = working_dir.to_owned();
    let mut found = Vec::new();
    let (tokens, _) = match of_windows(line) {
        Some(line) => (split_on_windows(line), None),
        None => split(line),
    };
    let ends = |it: &Token| matches!(it, Token::Operator(it) if !it.starts_with(['<', '>']));
    for tokens in tokens.split(ends) {
        let mut words = Vec::new();
        let (mut stdin, mut stdout) = (None, None);
        let mut tokens = tokens.iter();
        while let Some(token) = tokens.next() {
            match token {
                Token::Word(word) => words.push(word.as_str()),
                Token::Operator(operator) => {
                    let Some(Token::Word(target)) = tokens.next() else {
                        continue;
                    };
                    match operator.as_str() {
                        "<" => stdin = Some(target.clone()),
                        _ => stdout = Some(target.clone()),
                    }
                }
            }
        }
        if let ["cd", to] | ["cd", "/D", to] = words[..] {
            folder = path::join(&folder, to);
            continue;
        }
        let tool = words.iter().position(|it| is_tool(it));
        if let Some(mut command) = tool.and_then(|tool| tblgen(words[tool], &words[tool + 1..])) {
            folder.clone_into(&mut command.working_dir);
            let before = &words[..tool.unwrap_or(0)];
            // A second `not` undoes the first one.
            command.fails = before.iter().filter(|it| **it == "not").count() % 2 == 1;
            command.stdin = stdin;
            command.run.output = command.run.output.or(stdout);
            found.push(command);
        }
    }
    found
}

/// Whether a program is a tblgen, judging by its name.
fn is_tool(word: &str) -> bool {
    path::file_name(word).contains("tblgen") && !word.starts_with('-')
}

/// The name of a tool without its folder and without the suffix `.exe`.
fn tool_name(word: &str) -> &str {
    let name = path::file_name(word);
    name.strip_suffix(".exe").unwrap_or(name)
}

/// Reads the arguments of a tblgen. `None` if the last argument is `-I` or `-D` without a value.
pub(crate) fn tblgen(tool: &str, args: &[&str]) -> Option<Command> {
    let mut spec = UnitSpec::default();
    let mut run = BackendRun {
        tool: tool_name(tool).to_owned(),
        ..BackendRun::default()
    };
    // The indices in `run.args` of the words that are not options. Such a word is the root or the value of an unknown
    // option.
    let mut inputs: Vec<usize> = Vec::new();
    let mut args = args.iter().copied();
    while let Some(arg) = args.next() {
        let Some(option) = arg.strip_prefix('-').filter(|it| !it.is_empty()) else {
            inputs.push(run.args.len());
            run.args.push(arg.to_owned());
            continue;
        };
        let option = option.strip_prefix('-').unwrap_or(option);
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (option, None),
        };
        match name {
            "o" => run.output = value.or_else(|| args.next()).map(str::to_owned),
            "d" => drop(value.or_else(|| args.next())),
            "write-if-changed" => {}
            _ if option.starts_with(['I', 'D']) => {
                let glued = option[1..].strip_prefix('=').unwrap_or(&option[1..]);
                let value = match glued {
                    "" => args.next()?,
                    _ => glued,
                };
                match option.as_bytes()[0] {
                    b'I' => spec.include_dirs.push(value.to_owned()),
                    _ => spec.macros.push(value.to_owned()),
                }
            }
            _ if run.backend.is_none() && is_backend(name) => run.backend = Some(name.to_owned()),
            _ => run.args.push(arg.to_owned()),
        }
    }
    let named = |at: &&usize| run.args[**at].ends_with(".td");
    if let Some(&root) = inputs.iter().rfind(named).or(inputs.last()) {
        spec.root = run.args.remove(root);
    }
    Some(Command {
        working_dir: String::new(),
        spec,
        last_dirs: Vec::new(),
        run,
        stdin: None,
        fails: false,
    })
}

/// Whether an option names a backend.
fn is_backend(name: &str) -> bool {
    name.starts_with("gen-")
        || name.starts_with("print-")
        || matches!(name, "dump-json" | "null-backend" | "stats")
}

/// Splits a command into words. An error gives the reason if the command is empty, if the shell would continue it on
/// the next line, or if a shell is needed to run it: because of a pipe, a redirection or several commands.
pub fn words(command: &str) -> Result<Vec<String>, &'static str> {
    let (tokens, open) = split(command);
    if let Some(open) = open {
        return Err(open);
    }
    let word = |token| match token {
        Token::Word(word) => Ok(word),
        Token::Operator(_) => Err("is not a single command"),
    };
    let words: Vec<String> = tokens.into_iter().map(word).collect::<Result<_, _>>()?;
    if words.is_empty() {
        Err("is not a single command")
    } else {
        Ok(words)
    }
}

/// The command in a line of a build, without the call of `cmd.exe` around it, if the line is for Windows; `None` if it
/// is for another shell. A line is for Windows if it begins with a program on a drive, or with `cmd.exe /C`.
fn of_windows(line: &str) -> Option<&str> {
    let line = line.trim();
    let (program, rest) = line.split_once(' ').unwrap_or((line, ""));
    let name = program.rsplit('\\').next().unwrap_or(program);
    if name.eq_ignore_ascii_case("cmd.exe") {
        let inner = rest.trim_start();
        let inner = inner
            .strip_prefix("/C ")
            .or(inner.strip_prefix("/c "))?
            .trim();
        // The text between the first and the last quote is the command. It may contain further quotes.
        let quoted = inner.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
        return Some(quoted.unwrap_or(inner));
    }
    let program = program.trim_start_matches('"').as_bytes();
    matches!(program, [drive, b':', b'\\', ..] if drive.is_ascii_alphabetic()).then_some(line)
}

/// Splits a line of Windows at spaces and operators that are not in quotes. A backslash before a quote escapes the
/// quote. Any other backslash separates components of a path, and becomes `/`.
fn split_on_windows(line: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut word: Option<String> = None;
    let (mut is_quoted, mut is_skipped) = (false, false);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if chars.peek() == Some(&'"') => {
                word.get_or_insert_default().extend(chars.next());
            }
            '\\' => word.get_or_insert_default().push('/'),
            '"' => {
                word.get_or_insert_default();
                is_quoted = !is_quoted;
            }
            c if is_quoted => word.get_or_insert_default().push(c),
            '&' | '|' | '<' | '>' => {
                end_word(&mut word, &mut is_skipped, &mut tokens);
                let mut operator = String::from(c);
                while let Some(next) = chars.next_if(|it| matches!(it, '&' | '|' | '>' | '<')) {
                    operator.push(next);
                }
                tokens.push(Token::Operator(operator));
            }
            c if c.is_whitespace() => end_word(&mut word, &mut is_skipped, &mut tokens),
            c => word.get_or_insert_default().push(c),
        }
    }
    end_word(&mut word, &mut is_skipped, &mut tokens);
    tokens
}

/// Splits a line as a shell does, without expanding anything. The second value describes the quote or backslash that is
/// open at the end of the line, if there is one.
fn split(line: &str) -> (Vec<Token>, Option<&'static str>) {
    const QUOTE: &str = "has a quote that is not closed";
    let mut open = None;
    let mut tokens = Vec::new();
    let mut word: Option<String> = None;
    // Whether the next word is the target of a redirection of a descriptor other than standard output. Such a
    // redirection is ignored.
    let mut is_skipped = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\'' => {
                let quoted = word.get_or_insert_default();
                open = Some(QUOTE);
                for c in chars.by_ref() {
                    if c == '\'' {
                        open = None;
                        break;
                    }
                    quoted.push(c);
                }
            }
            '"' => {
                let quoted = word.get_or_insert_default();
                open = Some(QUOTE);
                while let Some(c) = chars.next() {
                    if c == '"' {
                        open = None;
                        break;
                    }
                    let escaped = c == '\\' && matches!(chars.peek(), Some('"' | '\\' | '$' | '`'));
                    quoted.extend(if escaped { chars.next() } else { Some(c) });
                }
            }
            '\\' => {
                let next = chars.next();
                if next.is_none() {
                    open = Some("ends with a backslash");
                }
                word.get_or_insert_default().extend(next);
            }
            '&' | '|' | ';' | '<' | '>' => {
                // `2>` and `2>&1` are redirections, too.
                let number = |it: &String| it.len() == 1 && it.as_bytes()[0].is_ascii_digit();
                let descriptor = word.take_if(|it| c == '>' && number(it));
                end_word(&mut word, &mut is_skipped, &mut tokens);
                is_skipped = false;
                let mut operator = String::from(c);
                while let Some(next) = chars.next_if(|it| matches!(it, '&' | '|' | '>' | '<')) {
                    operator.push(next);
                }
                if descriptor.is_some_and(|it| it != "1") {
                    is_skipped = true;
                } else {
                    tokens.push(Token::Operator(operator));
                }
            }
            c if c.is_whitespace() => end_word(&mut word, &mut is_skipped, &mut tokens),
            c => word.get_or_insert_default().push(c),
        }
    }
    end_word(&mut word, &mut is_skipped, &mut tokens);
    (tokens, open)
}

/// Ends the current word, if there is one. The word becomes a token unless `is_skipped` is set.
fn end_word(word: &mut Option<String>, is_skipped: &mut bool, tokens: &mut Vec<Token>) {
    if let Some(word) = word.take()
        && !std::mem::take(is_skipped)
    {
        tokens.push(Token::Word(word));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(line: &str, want: Expect) {
        let mut text = String::new();
        for it in commands(line, "/b") {
            text += &format!("in {}: {:?}\n  {:?}\n", it.working_dir, it.spec, it.run);
            text += &it.stdin.map_or(String::new(), |it| format!("  < {it}\n"));
        }
        want.assert_eq(&text);
    }

    #[test]
    fn a_line_of_a_build() {
        check(
            r#"cd /b/lib && /b/bin/llvm-tblgen -gen-asm-writer -asmwriternum=1 -I /s/X86 -I/s/include -DNAME "/s/X86/X 86.td" --write-if-changed -o X86.inc -d X86.inc.d"#,
            expect![[r#"
                in /b/lib: UnitSpec { root: "/s/X86/X 86.td", include_dirs: ["/s/X86", "/s/include"], macros: ["NAME"] }
                  BackendRun { tool: "llvm-tblgen", backend: Some("gen-asm-writer"), args: ["-asmwriternum=1"], output: Some("X86.inc"), folder: "" }
            "#]],
        );
    }

    #[test]
    fn lines_of_a_build_on_windows() {
        for line in [
            r#"C:\WINDOWS\system32\cmd.exe /C "cd /D C:\b\lib && C:\b\bin\llvm-tblgen.exe -gen-asm-writer -IC:/s/include "C:\s\X 86.td" --write-if-changed -o lib\X86.inc -d X86.d""#,
            r#"cmd.exe /C "cd /D C:\b\lib && "C:\b\bin\llvm-tblgen.exe" -gen-asm-writer -I C:\s\include "C:/s/X 86.td" -o lib\X86.inc""#,
        ] {
            check(
                line,
                expect![[r#"
                    in C:/b/lib: UnitSpec { root: "C:/s/X 86.td", include_dirs: ["C:/s/include"], macros: [] }
                      BackendRun { tool: "llvm-tblgen", backend: Some("gen-asm-writer"), args: [], output: Some("lib/X86.inc"), folder: "" }
                "#]],
            );
        }
        check(
            r"D:\b\bin\mlir-tblgen.exe -gen-op-decls C:\s\Ops.td -o Ops.h.inc",
            expect![[r#"
                in /b: UnitSpec { root: "C:/s/Ops.td", include_dirs: [], macros: [] }
                  BackendRun { tool: "mlir-tblgen", backend: Some("gen-op-decls"), args: [], output: Some("Ops.h.inc"), folder: "" }
            "#]],
        );
        for line in ["cmd.exe", "cmd.exe /C", r#"cmd.exe /C ""#, r#"C:\""#] {
            assert_eq!(commands(line, "C:/b"), [], "{line}");
        }
    }

    #[test]
    fn a_line_of_a_test() {
        check(
            "not --crash llvm-tblgen --print-records < a.td 2>&1 | FileCheck a.td; mlir-tblgen -gen-op-defs x.td > y.inc",
            expect![[r#"
                in /b: UnitSpec { root: "", include_dirs: [], macros: [] }
                  BackendRun { tool: "llvm-tblgen", backend: Some("print-records"), args: [], output: None, folder: "" }
                  < a.td
                in /b: UnitSpec { root: "x.td", include_dirs: [], macros: [] }
                  BackendRun { tool: "mlir-tblgen", backend: Some("gen-op-defs"), args: [], output: Some("y.inc"), folder: "" }
            "#]],
        );
    }

    #[test]
    fn values_that_stand_apart_are_no_roots() {
        check(
            "llvm-tblgen a.td -gen-asm-matcher -asmparsernum 1",
            expect![[r#"
                in /b: UnitSpec { root: "a.td", include_dirs: [], macros: [] }
                  BackendRun { tool: "llvm-tblgen", backend: Some("gen-asm-matcher"), args: ["-asmparsernum", "1"], output: None, folder: "" }
            "#]],
        );
        check(
            "mlir-tblgen -gen-pass-decls -name A -dialect b -I c d.td -x y",
            expect![[r#"
                in /b: UnitSpec { root: "d.td", include_dirs: ["c"], macros: [] }
                  BackendRun { tool: "mlir-tblgen", backend: Some("gen-pass-decls"), args: ["-name", "A", "-dialect", "b", "-x", "y"], output: None, folder: "" }
            "#]],
        );
    }

    #[test]
    fn redirections_of_standard_error_are_skipped() {
        for errors in ["2>log", "2> log", "2>> log", "2>&1", "2> 'my log'"] {
            let found = commands(&format!("llvm-tblgen {errors} a.td > out -gen-x"), "/b");
            let [it] = &found[..] else { panic!("{errors}") };
            assert_eq!(it.spec.root, "a.td", "{errors}");
            assert_eq!(it.run.args, [""; 0], "{errors}");
            assert_eq!(it.run.output.as_deref(), Some("out"), "{errors}");
        }
        // The next command is not part of the target.
        assert_eq!(
            commands("a-tblgen x.td 2>&1|b; c-tblgen y.td 2>l;d-tblgen z.td", "/").len(),
            3
        );
    }

    #[test]
    fn words_of_a_command() {
        let check = |command, want: &[&str]| {
            let got = words(command).unwrap();
            assert_eq!(got, want, "{command}");
        };
        check("a  'b c'd", &["a", "b cd"]);
        check(r#"a "b \" \c" \' '\'"#, &["a", r#"b " \c"#, "'", "\\"]);
        check("a '' \"\"", &["a", "", ""]);
        let fails = |command, want: &str| assert_eq!(words(command), Err(want), "{command}");
        fails("", "is not a single command");
        fails("a | b", "is not a single command");
        for command in ["a 'b", "a \"b", "a '", r#"a "b\""#, "a 'b' 'c | d"] {
            fails(command, "has a quote that is not closed");
        }
        fails("a b\\", "ends with a backslash");
    }

    #[test]
    fn broken_lines_end() {
        for line in [
            "llvm-tblgen -I",
            "'",
            "\"\\",
            "\\",
            "<",
            "a >",
            "&&&&",
            "cd",
            "x-tblgen 2>",
        ] {
            let found = commands(line, "/");
            assert!(found.len() <= 1, "{line}");
        }
    }
}
