//! The assembly text of an instruction, which may differ between variants, and its pieces.

use backend::{Fatal, Rec, bail};
use elaborate::symbol::Sym;

use super::Instruction;

/// The text in one variant: of each `{first|second|…}` the alternative with this number, or an empty text if there are
/// fewer. A brace after `$` or a backslash does not count. Text after a brace that is never closed counts as within it.
pub fn variant(text: &str, number: usize) -> String {
    let mut flat = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = find_open(rest) {
        flat.push_str(&rest[..open]);
        let inner = &rest[open + 1..];
        let close = find_close(inner);
        // Nested braces are ignored, as in the reference.
        let part = inner[..close].split('|').nth(number);
        flat.push_str(part.unwrap_or_default());
        rest = inner.get(close + 1..).unwrap_or_default();
    }
    flat + rest
}

fn find_open(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_open =
        |at: &usize| bytes[*at] == b'{' && (*at == 0 || !matches!(bytes[at - 1], b'$' | b'\\'));
    (0..bytes.len()).find(is_open)
}

/// The position where the brace that is open at the start is closed, or the end.
fn find_close(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut open = 1;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'}' if at == 0 || bytes[at - 1] != b'\\' => {
                open -= 1;
                if open == 0 {
                    return at;
                }
            }
            b'{' => open += 1,
            _ => {}
        }
    }
    text.len()
}

/// A part of the text of an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AsmPart {
    /// Text as it is printed.
    Literal(String),
    /// The printed form of an operand.
    Operand(AsmOperand),
    /// `${:name}`, text that no operand holds.
    Special(Sym),
}

/// An operand in the text of an instruction: `$name`, `${name}` or `${name:modifier}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AsmOperand {
    /// The number of its first part among the operands of the machine instruction.
    pub first: usize,
    /// The function that prints it.
    pub print_method: Sym,
    /// Passed to that function; empty if there is none.
    pub modifier: Sym,
    /// Whether it is relative to the address of the instruction.
    pub is_pc_relative: bool,
}

impl AsmPart {
    /// The pieces of the text of an instruction in one variant. Adjacent texts are one piece.
    ///
    /// It is an error if the text names a missing operand, escapes a character that needs no escape, has a `$` without
    /// a name, or a name in braces that does not end.
    pub fn all(rec: Rec, instruction: &Instruction, number: usize) -> Result<Vec<AsmPart>, Fatal> {
        let text = variant(&instruction.asm_string(rec.records()), number);
        let mut reader = Reader {
            rec,
            instruction,
            parts: Vec::new(),
        };
        let mut rest = text.as_str();
        while let Some(first) = rest.chars().next() {
            rest = match first {
                '\\' => reader.escape(&rest[1..])?,
                '$' => match rest[1..].strip_prefix('$') {
                    Some(after) => {
                        reader.add_literal("$");
                        after
                    }
                    None => reader.reference(&rest[1..])?,
                },
                _ => {
                    let end = rest.find(['$', '\\']).unwrap_or(rest.len());
                    reader.add_literal(&rest[..end]);
                    &rest[end..]
                }
            };
        }
        Ok(reader.parts)
    }
}

struct Reader<'a, 'b> {
    rec: Rec<'a>,
    instruction: &'b Instruction,
    parts: Vec<AsmPart>,
}

impl Reader<'_, '_> {
    fn add_literal(&mut self, text: &str) {
        match self.parts.last_mut() {
            Some(AsmPart::Literal(before)) => before.push_str(text),
            _ => self.parts.push(AsmPart::Literal(text.to_owned())),
        }
    }

    /// Reads the text after a backslash; returns the rest.
    fn escape<'t>(&mut self, text: &'t str) -> Result<&'t str, Fatal> {
        let name = self.rec.name();
        let Some(escaped) = text.chars().next() else {
            // The reference never ends.
            bail!(
                self.rec,
                "'{name}' has an asm string that ends in a backslash"
            );
        };
        match escaped {
            'n' => self.add_literal("\n"),
            't' => self.add_literal("\t"),
            '$' | '{' | '|' | '}' | '\\' => self.add_literal(&text[..1]),
            _ => bail!(
                self.rec,
                "Non-supported escaped character found in instruction '{name}'!"
            ),
        }
        Ok(&text[1..])
    }

    /// Reads the text after a `$`; returns the rest.
    fn reference<'t>(&mut self, text: &'t str) -> Result<&'t str, Fatal> {
        let owner = self.rec.name();
        let (name, modifier, rest) = match text.strip_prefix('{') {
            Some(inner) => self.in_braces(inner)?,
            None => {
                let (name, rest) = word(text);
                (name, "", rest)
            }
        };
        if name.is_empty() && modifier.is_empty() {
            bail!(
                self.rec,
                "Stray '$' in '{owner}' asm string, maybe you want $$?"
            );
        }
        if name.is_empty() {
            self.parts.push(AsmPart::Special(Sym::new(modifier)));
            return Ok(rest);
        }
        let operands = &self.instruction.operands;
        let Some(number) = operands.find(name) else {
            bail!(
                self.rec,
                "'{owner}' does not have an operand named '${name}'!"
            );
        };
        let operand = operands.get(number);
        self.parts.push(AsmPart::Operand(AsmOperand {
            first: operand.first,
            print_method: operand.print_method,
            // Few have one.
            modifier: match modifier {
                "" => Sym::EMPTY,
                text => Sym::new(text),
            },
            is_pc_relative: operand.operand_type.as_str() == "MCOI::OPERAND_PCREL",
        }));
        Ok(rest)
    }

    /// The name and the modifier after an opening brace, and the text after the closing brace.
    fn in_braces<'t>(&self, text: &'t str) -> Result<(&'t str, &'t str, &'t str), Fatal> {
        let owner = self.rec.name();
        let unended = || {
            let message =
                format!("Reached end of string before terminating curly brace in '{owner}'");
            self.rec.fatal(message)
        };
        let (name, mut rest) = word(text);
        let mut modifier = "";
        if rest.is_empty() {
            return Err(unended());
        }
        if let Some(behind) = rest.strip_prefix(':') {
            if behind.is_empty() {
                return Err(unended());
            }
            (modifier, rest) = word(behind);
            if modifier.is_empty() {
                bail!(self.rec, "Bad operand modifier name in '{owner}'");
            }
        }
        match rest.strip_prefix('}') {
            Some(rest) => Ok((name, modifier, rest)),
            None => bail!(
                self.rec,
                "Variable name beginning with '{{' did not end with '}}' in '{owner}'"
            ),
        }
    }
}

/// The letters, digits and underscores at the start of a text, and the rest.
fn word(text: &str) -> (&str, &str) {
    let is_other = |it: char| !it.is_ascii_alphanumeric() && it != '_';
    text.split_at(text.find(is_other).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants() {
        let text = "add{l}\t{$src, $dst|$dst, $src}";
        assert_eq!(variant(text, 0), "addl\t$src, $dst");
        assert_eq!(variant(text, 1), "add\t$dst, $src");
        assert_eq!(variant(text, 2), "add\t");
        assert_eq!(variant("${a}\\{b{c\\}d}e", 0), "${a}\\{bc\\}de");
        assert_eq!(variant("a{b{c|d}e|f}g", 1), "ad}eg");
        assert_eq!(variant("a{b|c", 1), "ac");
    }
}
