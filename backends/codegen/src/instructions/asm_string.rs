//! The assembly text of an instruction and the parts of the text. The text may differ between assembly variants.

use backend::{Fatal, Rec, bail};
use elaborate::sym;
use elaborate::symbol::Sym;
use formats::asm_text::{LexError, Lexer, Token, TokenKind, reference_to};

use super::Instruction;

/// The text of the variant `number`. Each `{first|second|…}` is replaced by the alternative with this index, or by
/// nothing if it has fewer alternatives. A brace after `$` or a backslash does not start alternatives. If a brace is
/// never closed, the alternatives extend to the end of the text.
pub fn variant(text: &str, number: usize) -> String {
    let mut flat = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = find_open(rest) {
        flat.push_str(&rest[..open]);
        let inner = &rest[open + 1..];
        let close = find_close(inner);
        // As in the reference, a bar within nested braces also separates alternatives of the outer braces.
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

/// `text` follows an opening brace. Returns the offset in bytes of the matching closing brace, or the length of `text`
/// if the brace is never closed. A closing brace after a backslash does not count.
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

/// A part of an instruction's assembly text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AsmPart {
    /// Text as it is printed.
    Literal(String),
    /// The printed form of an operand.
    Operand(AsmOperand),
    /// `${:name}`: a special text that the target prints.
    Special(Sym),
}

/// An operand in an assembly text: `$name`, `${name}` or `${name:modifier}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AsmOperand {
    /// The index of the first machine operand that belongs to the operand.
    pub first: usize,
    /// The C++ function that prints the operand.
    pub print_method: Sym,
    /// The modifier, which is passed to the print method; empty if it is missing.
    pub modifier: Sym,
    /// Whether the operand is relative to the address of the instruction.
    pub is_pc_relative: bool,
}

impl AsmPart {
    /// The parts of an instruction's assembly text in the variant `number`. Adjacent literal texts are merged.
    ///
    /// It is an error if the text refers to a missing operand, escapes a character that must not be escaped, or has a
    /// `$` without a name or an unclosed `${`.
    pub fn all(rec: Rec, instruction: &Instruction, number: usize) -> Result<Vec<AsmPart>, Fatal> {
        let whole = instruction.asm_string(rec.records());
        let text = variant(&whole, number);
        let mut reader = Reader {
            rec,
            instruction,
            whole: &whole,
            parts: Vec::new(),
        };
        for token in Lexer::new(&text) {
            match token {
                Ok(token) => reader.add(token)?,
                Err(error) => return Err(reader.fatal(error)),
            }
        }
        Ok(reader.parts)
    }
}

struct Reader<'a, 'b> {
    rec: Rec<'a>,
    instruction: &'b Instruction,
    /// The text of all variants.
    whole: &'b str,
    parts: Vec<AsmPart>,
}

impl Reader<'_, '_> {
    fn add_literal(&mut self, text: &str) {
        match self.parts.last_mut() {
            Some(AsmPart::Literal(before)) => before.push_str(text),
            _ => self.parts.push(AsmPart::Literal(text.to_owned())),
        }
    }

    fn add(&mut self, token: Token<'_>) -> Result<(), Fatal> {
        match token.kind {
            TokenKind::Literal => self.add_literal(token.text),
            TokenKind::Dollar => self.add_literal("$"),
            TokenKind::Escape('n') => self.add_literal("\n"),
            TokenKind::Escape('t') => self.add_literal("\t"),
            TokenKind::Escape('$' | '{' | '|' | '}' | '\\') => self.add_literal(&token.text[1..]),
            TokenKind::Escape(_) => bail!(
                self.rec,
                "Non-supported escaped character found in instruction '{}'!",
                self.rec.name()
            ),
            TokenKind::Operand { name, modifier, .. } => self.add_operand(name, modifier)?,
        }
        Ok(())
    }

    fn fatal(&self, error: LexError) -> Fatal {
        let owner = self.rec.name();
        self.rec.fatal(match error {
            // The reference does not terminate for such a text.
            LexError::OpenEscape => {
                format!("'{owner}' has an asm string that ends in a backslash")
            }
            LexError::StrayDollar => {
                format!("Stray '$' in '{owner}' asm string, maybe you want $$?")
            }
            LexError::OpenBrace => {
                format!("Reached end of string before terminating curly brace in '{owner}'")
            }
            LexError::NoModifier => format!("Bad operand modifier name in '{owner}'"),
            LexError::NoBrace => {
                format!("Variable name beginning with '{{' did not end with '}}' in '{owner}'")
            }
        })
    }

    fn add_operand(&mut self, name: &str, modifier: &str) -> Result<(), Fatal> {
        if name.is_empty() {
            self.parts.push(AsmPart::Special(Sym::new(modifier)));
            return Ok(());
        }
        let operands = &self.instruction.operands;
        let Some(number) = operands.find(name) else {
            let owner = self.rec.name();
            let message = format!("'{owner}' does not have an operand named '${name}'!");
            let error = no_operand(self.rec, self.whole, name, message);
            return Err(error);
        };
        let operand = operands.get(number);
        self.parts.push(AsmPart::Operand(AsmOperand {
            first: operand.first,
            print_method: operand.print_method,
            // An empty modifier is the common case and needs no interning.
            modifier: match modifier {
                "" => Sym::EMPTY,
                text => Sym::new(text),
            },
            is_pc_relative: operand.operand_type.as_str() == "MCOI::OPERAND_PCREL",
        }));
        Ok(())
    }
}

/// An error with the text `message`, located where `text` refers to the missing operand `name`. `text` is the value of
/// the field `AsmString`.
pub(crate) fn no_operand(rec: Rec, text: &str, name: &str, message: String) -> Fatal {
    let mut error = rec.fatal(message).once_a_place();
    error.in_string =
        reference_to(text, name).and_then(|at| rec.string_byte(sym!("AsmString"), text, at));
    Box::new(error)
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
