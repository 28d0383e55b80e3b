//! A parser for Starlark. It skips lines that it cannot parse.

use super::lex::{Token, tokens};

/// The greatest depth of expressions and blocks.
const MAX_NESTING: usize = 40;
/// The largest number of operators of one precedence in a row, and of calls, indexes and fields of one value in a row.
const MAX_CHAIN: usize = 60;

#[derive(Debug)]
pub(super) enum Statement {
    Expr(Expr),
    /// `target = value`, or an augmented assignment such as `target += value`, with the operator.
    Assign(Expr, Option<String>, Expr),
    Def(Def),
    If(Vec<(Expr, Vec<Statement>)>, Vec<Statement>),
    For(Expr, Expr, Vec<Statement>),
    Return(Option<Expr>),
    Break,
    Continue,
}

#[derive(Debug)]
pub(super) struct Def {
    pub name: String,
    pub parameters: Vec<Parameter>,
    pub body: Vec<Statement>,
}

#[derive(Debug)]
pub(super) struct Parameter {
    /// The name, including leading stars.
    pub name: String,
    pub default: Option<Expr>,
}

#[derive(Debug)]
pub(super) enum Expr {
    Unknown,
    Int(i64),
    Text(String),
    Name(String),
    /// A list or tuple.
    List(Vec<Expr>),
    Dict(Vec<(Expr, Expr)>),
    Call(Box<Expr>, Vec<Argument>),
    Field(Box<Expr>, String),
    Index(Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Binary(String, Box<Expr>, Box<Expr>),
    Choice(Box<[Expr; 3]>),
    Comprehension(Box<Comprehension>),
}

#[derive(Debug)]
pub(super) struct Argument {
    /// The keyword of a named argument, or the stars before an unpacked argument.
    pub name: Option<String>,
    pub value: Expr,
}

#[derive(Debug)]
pub(super) struct Comprehension {
    pub key: Option<Expr>,
    pub element: Expr,
    pub clauses: Vec<Clause>,
}

#[derive(Debug)]
pub(super) enum Clause {
    For(Expr, Expr),
    If(Expr),
}

pub(super) fn statements(text: &str) -> Vec<Statement> {
    let tokens = tokens(text);
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        nesting: 0,
    };
    let mut found = Vec::new();
    while parser.peek().is_some() {
        parser.statement(&mut found);
    }
    found
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    nesting: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn takes(&mut self, token: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Word(it) | Token::Sign(it)) if it == token);
        self.at += usize::from(is_next);
        is_next
    }

    fn is_next(&self, token: &str) -> bool {
        matches!(self.peek(), Some(Token::Word(it) | Token::Sign(it)) if it == token)
    }

    fn word(&mut self) -> Option<String> {
        let Some(Token::Word(word)) = self.peek() else {
            return None;
        };
        let word = word.clone();
        self.at += 1;
        Some(word)
    }

    /// Skips the rest of the line, including its end.
    fn end_line(&mut self) {
        while let Some(token) = self.peek() {
            match token {
                Token::Newline => {
                    self.at += 1;
                    return;
                }
                Token::Indent | Token::Dedent => return,
                _ => self.at += 1,
            }
        }
    }

    fn statement(&mut self, found: &mut Vec<Statement>) {
        match self.peek() {
            Some(Token::Newline | Token::Indent | Token::Dedent) => {
                self.at += 1;
                return;
            }
            Some(Token::Word(word)) => match word.as_str() {
                "def" => return found.extend(self.def().map(Statement::Def)),
                "if" => return found.push(self.branches()),
                "for" => return found.push(self.repeated()),
                _ => {}
            },
            _ => {}
        }
        loop {
            found.extend(self.simple());
            if !self.takes(";") {
                break;
            }
        }
        self.end_line();
    }

    fn simple(&mut self) -> Option<Statement> {
        if self.takes("return") {
            let value = match self.peek() {
                None | Some(Token::Newline | Token::Dedent) => None,
                _ => Some(self.tuple()),
            };
            return Some(Statement::Return(value));
        }
        for (word, statement) in [
            ("pass", None),
            ("break", Some(Statement::Break)),
            ("continue", Some(Statement::Continue)),
        ] {
            if self.takes(word) {
                return statement;
            }
        }
        let target = self.tuple();
        if self.takes("=") {
            return Some(Statement::Assign(target, None, self.tuple()));
        }
        for operator in ["+", "-", "*", "|", "%"] {
            if self.takes(&format!("{operator}=")) {
                let operator = Some(operator.to_owned());
                return Some(Statement::Assign(target, operator, self.tuple()));
            }
        }
        Some(Statement::Expr(target))
    }

    fn def(&mut self) -> Option<Def> {
        self.at += 1;
        let name = self.word();
        let mut parameters = Vec::new();
        self.takes("(");
        while self.peek().is_some() && !self.takes(")") {
            let stars = match () {
                () if self.takes("**") => "**",
                () if self.takes("*") => "*",
                () => "",
            };
            let word = self.word().unwrap_or_default();
            let default = self.takes("=").then(|| self.expr());
            parameters.push(Parameter {
                name: format!("{stars}{word}"),
                default,
            });
            if !self.takes(",") && !self.is_next(")") {
                break;
            }
        }
        let body = self.block();
        Some(Def {
            name: name?,
            parameters,
            body,
        })
    }

    fn branches(&mut self) -> Statement {
        self.at += 1;
        let mut branches = Vec::new();
        loop {
            let condition = self.expr();
            branches.push((condition, self.block()));
            if !self.takes("elif") {
                break;
            }
        }
        let rest = if self.takes("else") {
            self.block()
        } else {
            Vec::new()
        };
        Statement::If(branches, rest)
    }

    fn repeated(&mut self) -> Statement {
        self.at += 1;
        let target = self.targets();
        self.takes("in");
        let items = self.tuple();
        Statement::For(target, items, self.block())
    }

    /// Parses the statements after the next colon.
    fn block(&mut self) -> Vec<Statement> {
        let mut found = Vec::new();
        while !self.is_next(":") && !matches!(self.peek(), None | Some(Token::Newline)) {
            self.at += 1;
        }
        self.takes(":");
        if self.nesting >= MAX_NESTING {
            self.end_line();
            return found;
        }
        self.nesting += 1;
        self.body(&mut found);
        self.nesting -= 1;
        found
    }

    /// Parses a block: the statements on the same line, or the indented lines that follow.
    fn body(&mut self, found: &mut Vec<Statement>) {
        if self.peek() != Some(&Token::Newline) {
            return self.statement(found);
        }
        self.at += 1;
        if self.peek() != Some(&Token::Indent) {
            return;
        }
        self.at += 1;
        while !matches!(self.peek(), None | Some(Token::Dedent)) {
            self.statement(found);
        }
        self.at += 1;
    }

    /// Parses an expression. Several expressions separated by commas yield a list.
    fn tuple(&mut self) -> Expr {
        let first = self.expr();
        if !self.is_next(",") {
            return first;
        }
        let mut items = vec![first];
        while self.takes(",") {
            if matches!(self.peek(), None | Some(Token::Newline)) || self.is_next("=") {
                break;
            }
            items.push(self.expr());
        }
        Expr::List(items)
    }

    /// Parses the targets of a `for`.
    fn targets(&mut self) -> Expr {
        let first = self.postfix();
        if !self.is_next(",") {
            return first;
        }
        let mut items = vec![first];
        while self.takes(",") {
            items.push(self.postfix());
        }
        Expr::List(items)
    }

    fn expr(&mut self) -> Expr {
        if self.nesting >= MAX_NESTING {
            self.at += 1;
            return Expr::Unknown;
        }
        self.nesting += 1;
        let value = self.binary(0);
        let value = if self.takes("if") {
            let condition = self.binary(0);
            let other = if self.takes("else") {
                self.expr()
            } else {
                Expr::Unknown
            };
            Expr::Choice(Box::new([condition, value, other]))
        } else {
            value
        };
        self.nesting -= 1;
        value
    }

    /// Parses an expression of binary operators that bind at least as tightly as `level`.
    fn binary(&mut self, level: usize) -> Expr {
        const LEVELS: [&[&str]; 5] = [
            &["or"],
            &["and"],
            &["==", "!=", "<", ">", "<=", ">=", "in", "not"],
            &["+", "-", "|"],
            &["*", "/", "//", "%"],
        ];
        let mut left = match level {
            0..=1 if self.is_next("not") => self.negated(),
            2 if self.is_next("not") => self.negated(),
            5 => return self.postfix(),
            _ => self.binary(level + 1),
        };
        for _ in 0..MAX_CHAIN {
            let operators = LEVELS[level];
            let Some(operator) = operators.iter().find(|it| self.is_next(it)) else {
                return left;
            };
            self.at += 1;
            let operator = match *operator {
                "not" if self.takes("in") => "not in",
                it => it,
            };
            let right = self.binary(level + 1);
            left = Expr::Binary(operator.to_owned(), Box::new(left), Box::new(right));
        }
        Expr::Unknown
    }

    fn negated(&mut self) -> Expr {
        let mut is_negated = false;
        while self.takes("not") {
            is_negated = !is_negated;
        }
        let value = self.binary(2);
        if is_negated {
            Expr::Not(Box::new(value))
        } else {
            value
        }
    }

    fn postfix(&mut self) -> Expr {
        let mut value = self.primary();
        for _ in 0..MAX_CHAIN {
            if self.takes(".") {
                let name = self.word().unwrap_or_default();
                value = Expr::Field(Box::new(value), name);
            } else if self.takes("(") {
                value = Expr::Call(Box::new(value), self.arguments());
            } else if self.takes("[") {
                let index = if self.is_next(":") {
                    Expr::Unknown
                } else {
                    self.expr()
                };
                let is_index = self.takes("]");
                value = if is_index {
                    Expr::Index(Box::new(value), Box::new(index))
                } else {
                    Expr::Unknown
                };
                if !is_index {
                    self.close("]");
                }
            } else {
                return value;
            }
        }
        Expr::Unknown
    }

    /// Skips tokens up to and including a closing bracket, or up to the end of the line.
    fn close(&mut self, bracket: &str) {
        while !matches!(self.peek(), None | Some(Token::Newline | Token::Dedent)) {
            if self.takes(bracket) {
                return;
            }
            self.at += 1;
        }
    }

    fn arguments(&mut self) -> Vec<Argument> {
        let mut found = Vec::new();
        while self.peek().is_some() && !self.takes(")") {
            let name = match (self.peek(), self.tokens.get(self.at + 1)) {
                (Some(Token::Word(name)), Some(Token::Sign(sign))) if sign == "=" => {
                    Some((name.clone(), 2))
                }
                (Some(Token::Sign(stars)), _) if stars == "*" || stars == "**" => {
                    Some((stars.clone(), 1))
                }
                _ => None,
            };
            self.at += name.as_ref().map_or(0, |(_, length)| *length);
            let mut value = self.expr();
            if self.is_next("for") {
                value = self.comprehension(None, value);
            }
            found.push(Argument {
                name: name.map(|(name, _)| name),
                value,
            });
            if !self.takes(",") && !self.is_next(")") {
                self.close(")");
                break;
            }
        }
        found
    }

    fn comprehension(&mut self, key: Option<Expr>, element: Expr) -> Expr {
        let mut clauses = Vec::new();
        loop {
            if self.takes("for") {
                let target = self.targets();
                self.takes("in");
                clauses.push(Clause::For(target, self.binary(0)));
            } else if self.takes("if") {
                clauses.push(Clause::If(self.binary(0)));
            } else {
                break;
            }
        }
        Expr::Comprehension(Box::new(Comprehension {
            key,
            element,
            clauses,
        }))
    }

    fn primary(&mut self) -> Expr {
        let token = self.peek().cloned();
        match token {
            Some(Token::Newline | Token::Indent | Token::Dedent) | None => return Expr::Unknown,
            _ => self.at += 1,
        }
        match token {
            Some(Token::Int(value)) => Expr::Int(value),
            Some(Token::Text(mut text)) => {
                while let Some(Token::Text(more)) = self.peek() {
                    text.push_str(more);
                    self.at += 1;
                }
                Expr::Text(text)
            }
            Some(Token::Word(word)) => Expr::Name(word),
            Some(Token::Sign(sign)) => match sign.as_str() {
                "(" => self.items(")"),
                "[" => self.items("]"),
                "{" => self.dict(),
                "-" => match self.peek() {
                    Some(Token::Int(value)) => {
                        let value = value.wrapping_neg();
                        self.at += 1;
                        Expr::Int(value)
                    }
                    _ => Expr::Unknown,
                },
                _ => Expr::Unknown,
            },
            _ => Expr::Unknown,
        }
    }

    /// Parses the contents of a list, a tuple or parentheses, including the closing bracket.
    fn items(&mut self, bracket: &str) -> Expr {
        let mut items = Vec::new();
        let mut is_list = bracket == "]";
        while self.peek().is_some() && !self.takes(bracket) {
            let item = self.expr();
            if self.is_next("for") {
                let list = self.comprehension(None, item);
                self.close(bracket);
                return list;
            }
            items.push(item);
            let comma = self.takes(",");
            is_list |= comma;
            if !comma && !self.is_next(bracket) {
                self.close(bracket);
                break;
            }
        }
        match items.len() {
            1 if !is_list => items.pop().unwrap_or(Expr::Unknown),
            _ => Expr::List(items),
        }
    }

    fn dict(&mut self) -> Expr {
        let mut items = Vec::new();
        while self.peek().is_some() && !self.takes("}") {
            let key = self.expr();
            self.takes(":");
            let value = self.expr();
            if self.is_next("for") {
                let dict = self.comprehension(Some(key), value);
                self.close("}");
                return dict;
            }
            items.push((key, value));
            if !self.takes(",") && !self.is_next("}") {
                self.close("}");
                break;
            }
        }
        Expr::Dict(items)
    }
}
