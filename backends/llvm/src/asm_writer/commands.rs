//! C++ statements that print parts of instructions, without duplicates.

use backend::id;
use elaborate::records::byte_len;
use elaborate::symbol::Sym;
use rustc_hash::FxHashMap;
use target_model::instructions::AsmPart;

id! {
    /// The index of a statement in `Commands`.
    pub struct CommandId;
}

impl CommandId {
    /// The statement that ends the printing function.
    pub(super) const RETURN: CommandId = CommandId(0);
}

pub(super) struct Commands {
    passes_subtarget: bool,
    codes: Vec<String>,
    ids: FxHashMap<String, CommandId>,
}

impl Commands {
    pub(super) fn new(passes_subtarget: bool) -> Commands {
        let mut commands = Commands {
            passes_subtarget,
            codes: Vec::new(),
            ids: FxHashMap::default(),
        };
        commands.add("return;".to_owned());
        commands
    }

    fn add(&mut self, code: String) -> CommandId {
        if let Some(known) = self.ids.get(&code) {
            return *known;
        }
        let id = CommandId(self.codes.len() as u32);
        self.ids.insert(code.clone(), id);
        self.codes.push(code);
        id
    }

    /// Adds the statement that prints a part of an instruction's text, if the statement is new. Returns its id.
    pub(super) fn print(&mut self, part: AsmPart) -> CommandId {
        let code = match part {
            AsmPart::Literal(text) => {
                let text = escaped(&text);
                let quote = if byte_len(&text) == 1 { '\'' } else { '"' };
                format!("O << {quote}{text}{quote};")
            }
            AsmPart::Operand(operand) => {
                let method = operand.print_method.as_str();
                let address = if operand.is_pc_relative {
                    ", Address"
                } else {
                    ""
                };
                let start = format!("{method}(MI{address}, {}", operand.first);
                self.call(start, operand.modifier)
            }
            AsmPart::Special(name) => self.call("PrintSpecial(MI".to_owned(), name),
        };
        self.add(code)
    }

    fn call(&self, mut code: String, modifier: Sym) -> String {
        if self.passes_subtarget {
            code += ", STI";
        }
        code += ", O";
        if modifier != Sym::EMPTY {
            code += &format!(", \"{}\"", modifier.as_str());
        }
        code + ");"
    }

    pub(super) fn code(&self, id: CommandId) -> &str {
        &self.codes[id.0 as usize]
    }
}

/// The text escaped for a C string literal. As in the reference, backslashes are not escaped.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '"' => out.push_str("\\\""),
            _ => out.push(char),
        }
    }
    out
}

/// The characters of a C++ string literal, with escape sequences replaced.
pub(super) fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(char) = rest.next() {
        let escape = if char == '\\' { rest.peek() } else { None };
        let meant = match escape {
            Some('a') => '\x07',
            Some('b') => '\x08',
            Some('e') => '\x1B',
            Some('f') => '\x0C',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('v') => '\x0B',
            Some(same @ ('"' | '\'' | '\\')) => *same,
            _ => {
                out.push(char);
                continue;
            }
        };
        out.push(meant);
        rest.next();
    }
    out
}
