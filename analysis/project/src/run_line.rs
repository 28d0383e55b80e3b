//! Finds the calls of a tblgen in the `RUN:` lines of a test. Only calls whose input is the test or a part of it count.

use memchr::memmem;

use super::path;
use super::shell::{self, Command};
use super::split;

/// The largest number of bytes of `RUN:` lines that are read from a file.
const MAX_SIZE: usize = 1 << 18;

/// The calls of a tblgen in `lines` whose input is the test or a part of the test. `lines` are the `RUN:` lines of the
/// test `path`.
pub(crate) fn commands(path: &str, lines: &[String], working_dir: &str) -> Vec<Command> {
    let mut found = Vec::new();
    let parts = split::folder(lines);
    for line in lines {
        let mut line = substitute(line, path);
        if let Some(folder) = parts {
            line = split::with_parts(&line, folder, path);
        }
        for mut command in shell::commands(&line, working_dir) {
            let spec = &mut command.spec;
            if spec.root.is_empty() {
                spec.root = command.stdin.take().unwrap_or_default();
            }
            let root = path::join(&command.working_dir, &spec.root);
            if split::is_part_of(&root, path) {
                spec.root = root;
            } else if spec.root != path {
                continue;
            }
            // The values of other substitutions, such as `%t` and substitutions from the test suite's configuration,
            // are not known.
            spec.include_dirs.retain(|it| !it.contains('%'));
            spec.macros.retain(|it| !it.contains('%'));
            found.push(command);
        }
    }
    found
}

/// The commands after `RUN:` in a text, with continued lines joined. Only commands that mention a tblgen or
/// `split-file` are returned.
pub(crate) fn lines(text: &[u8]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut size = 0;
    for at in memmem::find_iter(text, b"RUN:") {
        if at > 0 && is_name(text[at - 1]) {
            continue;
        }
        let rest = &text[at + 4..];
        let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
        size += end;
        if size > MAX_SIZE {
            break;
        }
        let part = String::from_utf8_lossy(&rest[..end]);
        let part = part.trim();
        match part.strip_suffix('\\') {
            Some(part) => line = line + part + " ",
            None => lines.push(std::mem::take(&mut line) + part),
        }
    }
    lines.push(line);
    lines.retain(|it| it.contains("tblgen") || it.contains("split-file"));
    lines
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-".contains(&byte)
}

/// Replaces the substitutions for the test (`%s`) and for its folder (`%S`, `%p`), and replaces `%%` by `%`. Other
/// substitutions are unchanged.
fn substitute(line: &str, path: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('%') {
        text.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let mut after = rest.bytes();
        let (name, next) = (after.next(), after.next());
        let value = match name {
            _ if name != Some(b'%') && next.is_some_and(is_name) => None,
            Some(b's') => Some(path),
            Some(b'S' | b'p') => Some(path::parent(path)),
            Some(b'%') => Some("%"),
            _ => None,
        };
        match value {
            Some(value) => {
                text.push_str(value);
                rest = &rest[1..];
            }
            None => text.push('%'),
        }
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn calls_on_the_test_itself() {
        let text = b"// RUN: llvm-tblgen -gen-dag-isel -I %p/../../include -I %S %s -o %t.inc\n\
            // RUN: not mlir-tblgen -gen-op-decls -I %{lib} -DERROR1 \\\n\
            // RUN:   %s 2>&1 | FileCheck %s --check-prefix=ERROR1\n\
            // RUN: llvm-tblgen %t/other.td\n\
            // RUN: clang-tblgen < %s | not llvm-tblgen %source\n\
            // CHECK-RUN: llvm-tblgen %s\n\
            // RUN: cat %s\n";
        let mut shown = String::new();
        for it in commands("/s/test/a.td", &lines(text), "/s") {
            shown += &format!("{:?}\n  {:?}\n", it.spec, it.run);
        }
        expect![[r#"
            UnitSpec { root: "/s/test/a.td", include_dirs: ["/s/test/../../include", "/s/test"], macros: [] }
              BackendRun { tool: "llvm-tblgen", backend: Some("gen-dag-isel"), args: [], output: Some("%t.inc"), folder: "" }
            UnitSpec { root: "/s/test/a.td", include_dirs: [], macros: ["ERROR1"] }
              BackendRun { tool: "mlir-tblgen", backend: Some("gen-op-decls"), args: [], output: None, folder: "" }
            UnitSpec { root: "/s/test/a.td", include_dirs: [], macros: [] }
              BackendRun { tool: "clang-tblgen", backend: None, args: [], output: None, folder: "" }
        "#]]
        .assert_eq(&shown);
    }
}
