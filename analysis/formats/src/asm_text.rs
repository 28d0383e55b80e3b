//! A lexer for the assembly strings of LLVM instructions: `add $dst, ${src:modifier}`.

/// The kind of a token. For an operand, it includes the parts of the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind<'t> {
    /// Text that is printed unchanged.
    Literal,
    /// A backslash and the character that it escapes.
    Escape(char),
    /// `$$`, which prints a single `$`.
    Dollar,
    /// A reference to an operand: `$name`, `${name}`, `${name:modifier}` or `${:modifier}`. A missing part is empty.
    Operand {
        /// The name of the operand.
        name: &'t str,
        /// The byte offset of the name in the text.
        name_at: usize,
        /// The modifier, which the operand's printer receives.
        modifier: &'t str,
    },
}

/// A token and its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    /// The kind. For a token that refers to an operand, it contains the parts of this operand reference.
    pub kind: TokenKind<'t>,
    /// The source text of the token.
    pub text: &'t str,
    /// The offset of the token's first byte in the lexed text.
    pub start: usize,
}

/// The reason why the text has no token at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LexError {
    /// A backslash is the last character.
    OpenEscape,
    /// A `$` that is followed by neither a name nor a modifier.
    StrayDollar,
    /// The text ends within `${`.
    OpenBrace,
    /// The modifier after the colon of `${name:` is missing.
    NoModifier,
    /// A character other than `}` follows the name or the modifier.
    NoBrace,
}

/// An iterator over the tokens of an assembly string. Alternatives for assembler variants, `{a|b}`, are literal text.
#[derive(Clone, Debug)]
pub struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    /// A lexer at the start of a text.
    pub fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0 }
    }

    /// The byte offset of the next token in the text. After an error, this is the offset behind the invalid text.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Lexes a `$$` or an operand. The `$` itself has been consumed.
    fn reference(&mut self) -> Result<TokenKind<'t>, LexError> {
        if self.takes('$') {
            return Ok(TokenKind::Dollar);
        }
        let is_in_braces = self.takes('{');
        let name_at = self.at;
        let name = self.word();
        let mut modifier = "";
        if is_in_braces {
            if self.is_at_end() {
                return Err(LexError::OpenBrace);
            }
            if self.takes(':') {
                if self.is_at_end() {
                    return Err(LexError::OpenBrace);
                }
                modifier = self.word();
                if modifier.is_empty() {
                    return Err(LexError::NoModifier);
                }
            }
            if !self.takes('}') {
                return Err(LexError::NoBrace);
            }
        }
        if name.is_empty() && modifier.is_empty() {
            return Err(LexError::StrayDollar);
        }
        Ok(TokenKind::Operand {
            name,
            name_at,
            modifier,
        })
    }

    fn is_at_end(&self) -> bool {
        self.at == self.text.len()
    }

    fn takes(&mut self, wanted: char) -> bool {
        let found = self.text[self.at..].starts_with(wanted);
        self.at += usize::from(found);
        found
    }

    /// Consumes the longest sequence of ASCII letters, digits and underscores; it may be empty.
    fn word(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let is_other = |it: char| !it.is_ascii_alphanumeric() && it != '_';
        let word = &rest[..rest.find(is_other).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }
}

/// The offset of the first reference to the operand `name`, at its `$`.
pub fn reference_to(text: &str, name: &str) -> Option<usize> {
    let mut tokens = Lexer::new(text).flatten();
    let found =
        tokens.find(|it| matches!(it.kind, TokenKind::Operand { name: it, .. } if it == name));
    found.map(|it| it.start)
}

impl<'t> Iterator for Lexer<'t> {
    type Item = Result<Token<'t>, LexError>;

    /// Returns the next token, or `None` at the end of the text. After an error, lexing continues after the consumed
    /// text.
    fn next(&mut self) -> Option<Self::Item> {
        let start = self.at;
        let rest = &self.text[start..];
        let kind = match rest.chars().next()? {
            '\\' => match rest[1..].chars().next() {
                Some(escaped) => {
                    self.at += 1 + escaped.len_utf8();
                    Ok(TokenKind::Escape(escaped))
                }
                None => {
                    self.at += 1;
                    Err(LexError::OpenEscape)
                }
            },
            '$' => {
                self.at += 1;
                self.reference()
            }
            _ => {
                self.at += rest.find(['$', '\\']).unwrap_or(rest.len());
                Ok(TokenKind::Literal)
            }
        };
        let text = &self.text[start..self.at];
        Some(kind.map(|kind| Token { kind, text, start }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, want: &str) {
        let shown = Lexer::new(text).map(|it| match it {
            Ok(it) => match it.kind {
                TokenKind::Literal => format!("`{}`", it.text),
                TokenKind::Escape(it) => format!("escape {it}"),
                TokenKind::Dollar => "dollar".to_owned(),
                TokenKind::Operand { name, modifier, .. } => format!("operand {name}:{modifier}"),
            },
            Err(error) => format!("{error:?}"),
        });
        assert_eq!(shown.collect::<Vec<_>>().join(", "), want);
    }

    #[test]
    fn tokens() {
        check(
            "add\\t$a, ${b}x${c:mod}$$${:d}",
            "`add`, escape t, operand a:, `, `, operand b:, `x`, operand c:mod, dollar, operand :d",
        );
        check("{b}\t{$a|é}", "`{b}\t{`, operand a:, `|é}`");
    }

    #[test]
    fn mistakes() {
        check("$ a\\", "StrayDollar, ` a`, OpenEscape");
        check("${", "OpenBrace");
        check("${a", "OpenBrace");
        check("${a:", "OpenBrace");
        check("${a:}b", "NoModifier, `}b`");
        check("${a b", "NoBrace, ` b`");
        check("${}", "StrayDollar");
    }
}
