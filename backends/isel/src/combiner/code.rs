//! C++ code in combine rules.

use backend::RecordId;
use elaborate::symbol::Sym;
use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use super::reporter::Reporter;
use crate::global_isel::executor::Piece;

/// The expansions of variables in code.
#[derive(Default)]
pub(super) struct Expansions(FxHashMap<Sym, String>);

impl Expansions {
    /// Sets the expansion of a variable, unless the variable already has an expansion.
    pub(super) fn declare(&mut self, name: Sym, expansion: String) {
        self.0.entry(name).or_insert(expansion);
    }

    /// Sets the expansion of a variable, and replaces an earlier expansion.
    pub(super) fn redeclare(&mut self, name: Sym, expansion: String) {
        self.0.insert(name, expansion);
    }

    pub(super) fn get(&self, name: Sym) -> Option<&str> {
        self.0.get(&name).map(String::as_str)
    }

    /// Code with its variables, `${x}`, expanded. An undeclared variable is reported and dropped. `\$` and `\\` become
    /// the second character; any other backslash is dropped. All lines but the first are indented.
    pub(super) fn expand(&self, code: &str, reporter: Reporter) -> String {
        let mut out = String::new();
        let mut rest = code;
        while let Some(at) = rest.find(['$', '\\', '\n']) {
            out += &rest[..at];
            rest = &rest[at..];
            if let Some(line) = rest.strip_prefix('\n') {
                out += "\n    ";
                rest = line;
            } else if let Some(escaped) = rest.strip_prefix('\\') {
                match escaped.chars().next() {
                    Some(it @ ('$' | '\\')) => {
                        out.push(it);
                        rest = &escaped[1..];
                    }
                    _ => rest = escaped,
                }
            } else if let Some(variable) = rest.strip_prefix("${") {
                let (name, behind) = variable.split_once('}').unwrap_or((variable, ""));
                if name.len() == variable.len() {
                    reporter.warning(format!("Unterminated expansion '${{{name}'"));
                    reporter.note_of_code(code);
                }
                match self.get(Sym::new(name)) {
                    Some(expansion) => out += expansion,
                    None => {
                        reporter
                            .error(format!("Attempt to expand an undeclared variable '{name}'"));
                        reporter.note_of_code(code);
                    }
                }
                rest = behind;
            } else {
                reporter.warning("Assuming missing escape character: \\$");
                reporter.note_of_code(code);
                out.push('$');
                rest = &rest[1..];
            }
        }
        out + rest
    }
}

/// Pieces of code without duplicates, numbered in order of first use, each with the rules that use it.
#[derive(Default)]
pub(super) struct Pool(IndexMap<String, Vec<RecordId>>);

impl Pool {
    /// The name of a piece of code. New code is added.
    pub(super) fn name(&mut self, code: String, user: RecordId) -> String {
        let entry = self.0.entry(code);
        let number = entry.index();
        let users = entry.or_default();
        if users.last() != Some(&user) {
            users.push(user);
        }
        piece_name(number)
    }

    pub(super) fn pieces(&self) -> Vec<Piece> {
        let pieces = self.0.iter().enumerate();
        let piece = |(number, (code, users)): (usize, (&String, &Vec<RecordId>))| Piece {
            name: piece_name(number),
            code: code.clone(),
            sources: users.clone(),
        };
        pieces.map(piece).collect()
    }
}

fn piece_name(number: usize) -> String {
    format!("GICombiner{number}")
}
