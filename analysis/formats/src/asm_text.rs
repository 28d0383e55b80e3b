//! The tokens of the assembly text of an LLVM instruction: `add $dst, ${src:modifier}`.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind<'t> {
    /// Text as it is printed.
    Literal,
    /// A character behind a backslash.
    Escape(char),
    /// `$$`, which prints one.
    Dollar,
    /// `$name`, `${name}`, `${name:modifier}` or `${:modifier}`; a missing part is empty.
    Operand {
        /// The name of the operand.
        name: &'t str,
        /// The offset of the name.
        name_at: usize,
        /// What its printer is passed.
        modifier: &'t str,
    },
}

/// A token with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    /// What it is.
    pub kind: TokenKind<'t>,
    /// Its text.
    pub text: &'t str,
    /// The offset of its first byte.
    pub start: usize,
}

/// Why there is no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LexError {
    /// A backslash is the last character.
    OpenEscape,
    /// A `$` without a name.
    StrayDollar,
    /// The text ends within `${`.
    OpenBrace,
    /// Nothing stands behind the colon of `${name:`.
    NoModifier,
    /// Something other than `}` stands behind the name or the modifier.
    NoBrace,
}

/// Takes one token after another from a text. Alternatives of variants, `{a|b}`, are literal text.
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

    /// The kind of what begins with a `$`, which the lexer stands behind.
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

    /// The letters, digits and underscores that follow.
    fn word(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let is_other = |it: char| !it.is_ascii_alphanumeric() && it != '_';
        let word = &rest[..rest.find(is_other).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }
}

impl<'t> Iterator for Lexer<'t> {
    type Item = Result<Token<'t>, LexError>;

    /// After an error the lexer stands behind what it had read.
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
