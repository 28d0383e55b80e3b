//! A lexer for the declarative assembly formats of MLIR.

/// The kind of a token in an assembly format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Invalid text. [`Lexer`] reports an error instead and never returns this kind; after the error, a parser may
    /// continue with a token of this kind.
    Unknown,
    /// The end of the text.
    End,
    /// Text in backticks. The token includes the backticks.
    Literal,
    /// A `$` and a name. The token includes the `$`.
    Variable,
    /// Text in double quotes. The token includes the quotes.
    String,
    /// A word: a directive, or the C++ name in the angle brackets after `custom`.
    Word,
    /// A punctuation character, one of ``^ : , = < > ? ( ) * |``.
    Sign,
}

/// A token and its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'t> {
    /// The kind, which determines whether `text` includes delimiters.
    pub kind: TokenKind,
    /// The source text of the token.
    pub text: &'t str,
    /// The offset of the token's first byte in the format.
    pub start: usize,
}

/// The error for text that is not a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LexError {
    /// The message of MLIR's own lexer.
    pub message: &'static str,
    /// The byte offset of the error in the format.
    pub at: usize,
}

/// A directive of an assembly format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directive {
    /// `attr-dict`: the attributes that no other element of the format contains.
    AttrDict,
    /// `attr-dict-with-keyword`: as [`Directive::AttrDict`], after the keyword `attributes`.
    AttrDictWithKeyword,
    /// `prop-dict`: the properties that no other element of the format contains.
    PropDict,
    /// `custom`: a parser and a printer that are written in C++.
    Custom,
    /// `functional-type`: the types of inputs and results in the form of a function type.
    FunctionalType,
    /// `oilist`: optional clauses in any order.
    Oilist,
    /// `operands`: all operands of an operation.
    Operands,
    /// `params`: all parameters of a type or attribute.
    Params,
    /// `ref`: an argument of `custom`. It refers to a variable that another element of the format contains.
    Ref,
    /// `regions`: all regions of an operation.
    Regions,
    /// `results`: all results of an operation.
    Results,
    /// `struct`: parameters of a type or attribute, each after its name.
    Struct,
    /// `successors`: all successors of an operation.
    Successors,
    /// `type`: the types of operands or results.
    Type,
    /// `qualified`: a type or attribute, printed with the prefix of its dialect.
    Qualified,
}

impl Directive {
    /// All directives, in the order of their declarations.
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

    /// The name of the directive in formats.
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

    /// The directive with this name; `None` if it does not exist.
    pub fn from_name(name: &str) -> Option<Directive> {
        Directive::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// Splits a format into tokens.
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

    /// Returns the next token; at the end of the text, a token of the kind `End`. After an error, lexing continues
    /// after the invalid text.
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

    /// Lexes a token that ends at the next occurrence of its first character, the delimiter. In a string, a backslash
    /// escapes the delimiter.
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
