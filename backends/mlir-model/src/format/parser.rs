//! The parser for the parts that all formats have in common.

use backend::Release;
use formats::assembly_format::Directive;

use super::element::{Custom, Element, Group, Space, parsable};
use super::error::{FormatError, FormatErrors};
use super::literal;
use super::{Lexer, Token, TokenKind};

/// The maximum nesting depth of a format.
const MAX_DEPTH: usize = 200;

/// The place of an element in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Context {
    /// In the format itself, or in a group.
    TopLevel,
    /// An argument of `custom`.
    Custom,
    /// An argument of `ref`.
    Ref,
    /// An argument of `struct`.
    Struct,
    /// An argument of `type` or `functional-type`.
    Type,
}

/// Parsing has failed. The error is already among the parser's errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed;

/// A kind of format: how its variables and directives are parsed and checked.
pub trait Grammar: Sized {
    /// The elements that only this kind of format has.
    type Own;

    /// Parses the variable with the given name. `at` is its offset in the format, in bytes.
    fn variable(
        parser: &mut Parser<Self>,
        at: usize,
        name: &str,
        context: Context,
    ) -> Result<Element<Self::Own>, Failed>;

    /// Parses the directive with the given name, which the parser has just consumed.
    fn directive(
        parser: &mut Parser<Self>,
        at: usize,
        name: &str,
        context: Context,
    ) -> Result<Element<Self::Own>, Failed>;

    /// Whether an element is a variable.
    fn is_variable(own: &Self::Own) -> bool;

    /// Checks the arguments of `custom`.
    fn check_custom(
        _: &mut Parser<Self>,
        _at: usize,
        _arguments: &[Element<Self::Own>],
    ) -> Result<(), Failed> {
        Ok(())
    }

    /// Checks the elements of one branch of an optional group. `anchor` is the index of the anchor, if it is in this
    /// branch.
    fn check_group(
        parser: &mut Parser<Self>,
        at: usize,
        elements: &[Element<Self::Own>],
        anchor: Option<usize>,
    ) -> Result<(), Failed>;

    /// Checks a whole format.
    fn check(
        parser: &mut Parser<Self>,
        at: usize,
        elements: &[Element<Self::Own>],
    ) -> Result<(), Failed>;
}

/// A parser of a format.
pub struct Parser<'t, G> {
    /// The grammar of this kind of format.
    pub grammar: G,
    /// The LLVM release whose syntax is parsed.
    pub release: Release,
    lexer: Lexer<'t>,
    /// The next token. An invalid token has an empty text.
    token: Token<'t>,
    errors: FormatErrors,
    depth: usize,
}

impl<'t, G: Grammar> Parser<'t, G> {
    /// Parses a whole format and checks it.
    pub fn parse(
        format: &'t str,
        release: Release,
        grammar: G,
    ) -> Result<Vec<Element<G::Own>>, FormatErrors> {
        let mut parser = Parser {
            grammar,
            release,
            lexer: Lexer::new(format),
            token: Token {
                kind: TokenKind::End,
                text: "",
                start: 0,
            },
            errors: FormatErrors::default(),
            depth: 0,
        };
        parser.advance();
        parser.elements().map_err(|Failed| parser.errors)
    }

    fn elements(&mut self) -> Result<Vec<Element<G::Own>>, Failed> {
        let at = self.token.start;
        let mut elements = Vec::new();
        while self.token.kind != TokenKind::End {
            elements.push(self.element(Context::TopLevel)?);
        }
        G::check(self, at, &elements)?;
        Ok(elements)
    }

    /// Reports an error at an offset in bytes.
    pub fn fail<R>(&mut self, at: usize, message: impl Into<String>) -> Result<R, Failed> {
        self.errors.0.push(FormatError {
            message: message.into(),
            at,
            note: None,
        });
        Err(Failed)
    }

    /// Reports an error at an offset in bytes, with a hint on how to correct it.
    pub fn fail_with_note<R>(
        &mut self,
        at: usize,
        message: impl Into<String>,
        note: impl Into<String>,
    ) -> Result<R, Failed> {
        self.errors.0.push(FormatError {
            message: message.into(),
            at,
            note: Some(note.into()),
        });
        Err(Failed)
    }

    /// Consumes the next token and returns it.
    pub fn advance(&mut self) -> Token<'t> {
        backend::spend(1);
        let next = match self.lexer.next_token() {
            Ok(token) => token,
            Err(error) => {
                let _ = self.fail::<()>(error.at, error.message);
                Token {
                    kind: TokenKind::Unknown,
                    text: "",
                    start: error.at,
                }
            }
        };
        std::mem::replace(&mut self.token, next)
    }

    /// Whether the punctuation token `sign` is next.
    pub fn is_at(&self, sign: &str) -> bool {
        self.token.kind == TokenKind::Sign && self.token.text == sign
    }

    /// Consumes the punctuation token `sign`. An error with `message` if another token is next.
    pub fn expect(&mut self, sign: &str, message: &str) -> Result<(), Failed> {
        if !self.is_at(sign) {
            return self.fail(self.token.start, message);
        }
        self.advance();
        Ok(())
    }

    /// Parses the next element: a literal, string, variable, directive or optional group.
    pub fn element(&mut self, context: Context) -> Result<Element<G::Own>, Failed> {
        let Token { kind, text, start } = self.token;
        if self.depth == MAX_DEPTH {
            return self.fail(start, "the format is nested too deeply");
        }
        self.depth += 1;
        let element = match kind {
            TokenKind::Literal => self.literal(context),
            TokenKind::String => self.string(context),
            TokenKind::Variable => {
                self.advance();
                G::variable(self, start, &text[1..], context)
            }
            TokenKind::Word if text == "custom" => self.custom(context),
            TokenKind::Word if Directive::from_name(text).is_some() => {
                self.advance();
                G::directive(self, start, text, context)
            }
            TokenKind::Sign if text == "(" => self.group(context),
            _ => self.fail(
                start,
                "expected literal, variable, directive, or optional group",
            ),
        };
        self.depth -= 1;
        element
    }

    /// Parses a literal. An error if the next token is not a valid literal, or if `context` allows no literals.
    pub fn literal(&mut self, context: Context) -> Result<Element<G::Own>, Failed> {
        let Token { kind, text, start } = self.advance();
        if context != Context::TopLevel {
            let message = "literals may only be used in the top-level section of the format";
            return self.fail(start, message);
        }
        if kind != TokenKind::Literal {
            return self.fail(start, format!("expected literal, but got '{text}'"));
        }
        let value = text.trim_matches('`');
        match value {
            "" => return Ok(Element::Space(Space::None)),
            " " => return Ok(Element::Space(Space::Blank)),
            "\\n" => return Ok(Element::Space(Space::Line)),
            _ => {}
        }
        match literal::check(value, self.release) {
            Ok(()) => Ok(Element::Literal(value.to_owned())),
            Err(why) => {
                let message = format!("expected valid literal but got '{value}': {why}");
                self.fail(start, message)
            }
        }
    }

    fn string(&mut self, context: Context) -> Result<Element<G::Own>, Failed> {
        let Token { text, start, .. } = self.advance();
        if context != Context::Custom {
            let message = "strings may only be used as 'custom' directive arguments";
            return self.fail(start, message);
        }
        let content = &text[1..text.len() - 1];
        Ok(Element::Text(content.replace('\\', "")))
    }

    fn custom(&mut self, context: Context) -> Result<Element<G::Own>, Failed> {
        let Token { start, .. } = self.advance();
        let (is_allowed, message) = if self.release >= Release::V22 {
            (
                matches!(context, Context::TopLevel | Context::Struct),
                "`custom` can only be used at the top-level context or within a `struct` directive",
            )
        } else {
            (
                context == Context::TopLevel,
                "'custom' is only valid as a top-level directive",
            )
        };
        if !is_allowed {
            return self.fail(start, message);
        }
        self.expect("<", "expected '<' before custom directive name")?;
        let name = self.token;
        if name.kind != TokenKind::Word || Directive::from_name(name.text).is_some() {
            return self.fail(name.start, "expected custom directive name identifier");
        }
        self.advance();
        self.expect(">", "expected '>' after custom directive name")?;
        self.expect("(", "expected '(' before custom directive parameters")?;
        let mut arguments = vec![self.element(Context::Custom)?];
        while self.is_at(",") {
            self.advance();
            arguments.push(self.element(Context::Custom)?);
        }
        self.expect(")", "expected ')' after custom directive parameters")?;
        G::check_custom(self, start, &arguments)?;
        let name = name.text.to_owned();
        Ok(Element::Custom(Custom { name, arguments }))
    }

    fn group(&mut self, context: Context) -> Result<Element<G::Own>, Failed> {
        let Token { start, .. } = self.advance();
        if context != Context::TopLevel {
            let message = "optional groups can only be used as top-level elements";
            return self.fail(start, message);
        }
        let mut anchor = None;
        let then = self.group_elements(&mut anchor)?;
        let is_inverted = anchor.is_none();
        let mut otherwise = Vec::new();
        if self.is_at(":") {
            self.advance();
            let message = "expected '(' to start else branch of optional group";
            self.expect("(", message)?;
            otherwise = self.group_elements(&mut anchor)?;
        }
        self.expect("?", "expected '?' after optional group")?;
        let Some(anchor) = anchor else {
            return self.fail(start, "optional group has no anchor element");
        };
        let of_then = (!is_inverted).then_some(anchor);
        // As in the reference, an anchor in the second branch is not checked.
        G::check_group(self, start, &then, of_then)?;
        G::check_group(self, start, &otherwise, None)?;
        self.check_first(start, &then)?;
        Ok(Element::Group(Group {
            then,
            otherwise,
            anchor,
            is_inverted,
        }))
    }

    /// Parses the elements up to a closing parenthesis. `anchor` is shared by all branches of a group: at most one
    /// element may be the anchor.
    fn group_elements(
        &mut self,
        anchor: &mut Option<usize>,
    ) -> Result<Vec<Element<G::Own>>, Failed> {
        let mut elements = Vec::new();
        while elements.is_empty() || !self.is_at(")") {
            elements.push(self.element(Context::TopLevel)?);
            if !self.is_at("^") {
                continue;
            }
            if anchor.is_some() {
                let message = "only one element can be marked as the anchor of an optional group";
                return self.fail(self.token.start, message);
            }
            *anchor = Some(elements.len() - 1);
            self.advance();
        }
        self.advance();
        Ok(elements)
    }

    fn check_first(&mut self, at: usize, elements: &[Element<G::Own>]) -> Result<(), Failed> {
        match parsable(elements).first() {
            Some(Element::Literal(_) | Element::Custom(_)) => Ok(()),
            Some(Element::Own(own)) if G::is_variable(own) => Ok(()),
            _ => self.fail(
                at,
                "first parsable element of an optional group must be a literal, variable, or \
                 custom directive",
            ),
        }
    }
}
