//! The tokens of an assembly format.

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Invalid text.
    Unknown,
    /// The end of the text.
    End,
    /// Text in backticks, which are part of it.
    Literal,
    /// A name behind a dollar, which is part of it.
    Variable,
    /// Text in quotes, which are part of it.
    String,
    /// A name: a directive, or the text in angle brackets behind `custom`.
    Word,
    /// One of ``^ : , = < > ? ( ) * |``.
    Sign,
}

/// A token with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    /// Its kind.
    pub kind: TokenKind,
    /// Its text.
    pub text: &'t str,
    /// The offset of its first byte.
    pub start: usize,
}

/// Why there is no token, and the offset of the byte where that shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LexError {
    /// In the reference's words.
    pub message: &'static str,
    /// The offset of a byte.
    pub at: usize,
}

/// A directive of a kind of formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directive {
    /// All attributes that no other element has.
    AttrDict,
    /// The same behind the keyword `attributes`.
    AttrDictWithKeyword,
    /// All properties that no other element has.
    PropDict,
    /// Functions in C++.
    Custom,
    /// Types of inputs and results as those of a function.
    FunctionalType,
    /// Clauses in any order.
    Oilist,
    /// All operands.
    Operands,
    /// All parameters.
    Params,
    /// A variable that another element has, for `custom`.
    Ref,
    /// All regions.
    Regions,
    /// All results.
    Results,
    /// Parameters with their names.
    Struct,
    /// All successors.
    Successors,
    /// The types of something.
    Type,
    /// A type or attribute with its dialect.
    Qualified,
}

impl Directive {
    /// All of them.
    pub const ALL: [Directive; 15] = [
        Directive::AttrDict,
        Directive::AttrDictWithKeyword,
        Directive::PropDict,
        Directive::Custom,
        Directive::FunctionalType,
        Directive::Oilist,
        Directive::Operands,
        Directive::Params,
        Directive::Ref,
        Directive::Regions,
        Directive::Results,
        Directive::Struct,
        Directive::Successors,
        Directive::Type,
        Directive::Qualified,
    ];

    /// The word in formats.
    pub fn name(self) -> &'static str {
        match self {
            Directive::AttrDict => "attr-dict",
            Directive::AttrDictWithKeyword => "attr-dict-with-keyword",
            Directive::PropDict => "prop-dict",
            Directive::Custom => "custom",
            Directive::FunctionalType => "functional-type",
            Directive::Oilist => "oilist",
            Directive::Operands => "operands",
            Directive::Params => "params",
            Directive::Ref => "ref",
            Directive::Regions => "regions",
            Directive::Results => "results",
            Directive::Struct => "struct",
            Directive::Successors => "successors",
            Directive::Type => "type",
            Directive::Qualified => "qualified",
        }
    }

    /// The directive of a word.
    pub fn from_name(name: &str) -> Option<Directive> {
        Directive::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// Takes one token after another from a format.
#[derive(Clone, Debug)]
pub struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    /// A lexer at the start of a format.
    pub fn new(text: &'t str) -> Lexer<'t> {
        Lexer { text, at: 0 }
    }

    /// The next token. After an error the lexer stands behind what is wrong.
    pub fn next_token(&mut self) -> Result<Token<'t>, LexError> {
        let is_blank = |it: char| matches!(it, '\0' | ' ' | '\t' | '\n' | '\r');
        let rest = self.text[self.at..].trim_start_matches(is_blank);
        let start = self.text.len() - rest.len();
        let Some(first) = rest.chars().next() else {
            self.at = self.text.len();
            return Ok(self.token(TokenKind::End, start));
        };
        self.at = start + first.len_utf8();
        match first {
            '^' | ':' | ',' | '=' | '<' | '>' | '?' | '(' | ')' | '*' | '|' => {
                Ok(self.token(TokenKind::Sign, start))
            }
            '`' => self.delimited(TokenKind::Literal, start),
            '"' => self.delimited(TokenKind::String, start),
            '$' => self.variable(start),
            _ if first.is_ascii_alphabetic() || first == '_' => {
                self.skip(|it| is_name(it) || it == b'-');
                Ok(self.token(TokenKind::Word, start))
            }
            _ => Err(LexError {
                message: "unexpected character",
                at: start,
            }),
        }
    }

    fn token(&self, kind: TokenKind, start: usize) -> Token<'t> {
        let text = &self.text[start..self.at];
        Token { kind, text, start }
    }

    fn skip(&mut self, belongs: impl Fn(u8) -> bool) {
        let rest = self.text.as_bytes()[self.at..].iter();
        self.at += rest.take_while(|it| belongs(**it)).count();
    }

    fn variable(&mut self, start: usize) -> Result<Token<'t>, LexError> {
        let next = self.text.as_bytes().get(self.at);
        if !next.is_some_and(|it| it.is_ascii_alphabetic() || *it == b'_') {
            let message = "expected variable name";
            return Err(LexError { message, at: start });
        }
        self.skip(is_name);
        Ok(self.token(TokenKind::Variable, start))
    }

    /// A text up to the next of its first character. In strings a backslash hides one.
    fn delimited(&mut self, kind: TokenKind, start: usize) -> Result<Token<'t>, LexError> {
        let bytes = self.text.as_bytes();
        let mut is_hidden = false;
        while let Some(&byte) = bytes.get(self.at) {
            self.at += 1;
            if byte == bytes[start] && !is_hidden {
                return Ok(self.token(kind, start));
            }
            is_hidden = kind == TokenKind::String && byte == b'\\';
        }
        let message = match kind {
            TokenKind::String => "unexpected end of file in string",
            _ => "unexpected end of file in literal",
        };
        Err(LexError {
            message,
            at: self.at,
        })
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use super::{Lexer, TokenKind};

    #[track_caller]
    fn check(text: &str, want: &str) {
        let mut lexer = Lexer::new(text);
        let mut shown = Vec::new();
        loop {
            match lexer.next_token() {
                Ok(token) if token.kind == TokenKind::End => break,
                Ok(token) => shown.push(format!("{:?} {}", token.kind, token.text)),
                Err(error) => {
                    shown.push(format!("{} at {}", error.message, error.at));
                    break;
                }
            }
        }
        assert_eq!(shown.join(", "), want);
    }

    #[test]
    fn tokens() {
        check(
            "$a `:` attr-dict(\"x\\\"y\")",
            "Variable $a, Literal `:`, Word attr-dict, Sign (, String \"x\\\"y\", Sign )",
        );
        check("", "");
    }

    #[test]
    fn mistakes() {
        check("a ;", "Word a, unexpected character at 2");
        check("$1", "expected variable name at 0");
        check("`x", "unexpected end of file in literal at 2");
        check("\"x", "unexpected end of file in string at 2");
    }
}
