//! The names that can be found in a single file without elaboration.
//!
//! No other file is read. Therefore the result lacks the records of a `defm`, records with computed names, and text
//! that `#ifdef` disables because its macro is undefined.

use std::ops::Range;

use syntax::ast::{AstNode, Block, SourceFile, Statement, Token, Value};
use syntax::{MacroSet, SyntaxKind, literal};

use super::SymbolKind;
use crate::tree_text::range;

/// A name that a source text declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextSymbol {
    /// The kind of the definition: a class, a multiclass, a record and so on.
    pub kind: SymbolKind,
    /// The name; never empty.
    pub name: String,
    /// The range of the name, in bytes.
    pub range: Range<usize>,
}

/// The global names that a source text declares, in order.
pub fn in_text(text: &str) -> Vec<TextSymbol> {
    let parse = syntax::parse(text, &mut MacroSet::default());
    let mut names = SymbolReader::default();
    names.statements(SourceFile::of_root(parse.green()).statements());
    names.found
}

#[derive(Default)]
struct SymbolReader {
    found: Vec<TextSymbol>,
    /// The variables of the enclosing blocks. A record's name that mentions one of them is not known.
    locals: Vec<String>,
    /// The number of enclosing scopes.
    scopes: usize,
}

impl SymbolReader {
    fn statements<'t>(&mut self, stmts: impl Iterator<Item = Statement<'t>>) {
        stmts.for_each(|it| self.statement(it));
    }

    fn statement(&mut self, stmt: Statement<'_>) {
        match stmt {
            Statement::Class(it) => self.token(SymbolKind::Class, it.name()),
            Statement::Multiclass(it) => self.token(SymbolKind::Multiclass, it.name()),
            Statement::Deftype(it) => self.token(SymbolKind::Type, it.name()),
            Statement::Def(it) => self.value(SymbolKind::Record, it.name()),
            Statement::Defm(it) => self.value(SymbolKind::Defm, it.name()),
            Statement::Defvar(it) if self.scopes == 0 => {
                self.token(SymbolKind::Variable, it.name());
            }
            Statement::Defvar(it) => self.locals.extend(it.name().map(text_of)),
            Statement::Defset(it) => {
                self.token(SymbolKind::Variable, it.name());
                self.block(it.block());
            }
            Statement::Let(it) => match it.block() {
                Some(block) if block.is_braced() => self.scope(Some(block), None),
                block => self.block(block),
            },
            Statement::Foreach(it) => self.scope(it.block(), it.name()),
            Statement::If(it) => {
                self.scope(it.then_block(), None);
                self.scope(it.else_block(), None);
            }
            Statement::Assert(_) | Statement::Dump(_) | Statement::Include(_) => {}
        }
    }

    /// Visits the statements of a block. Variables in it are local to the block, as is the loop variable `variable`.
    fn scope(&mut self, block: Option<Block<'_>>, variable: Option<Token<'_>>) {
        let outer = self.locals.len();
        self.locals.extend(variable.map(text_of));
        self.scopes += 1;
        self.block(block);
        self.scopes -= 1;
        self.locals.truncate(outer);
    }

    fn block(&mut self, block: Option<Block<'_>>) {
        if let Some(block) = block {
            self.statements(block.statements());
        }
    }

    fn token(&mut self, kind: SymbolKind, token: Option<Token<'_>>) {
        if let Some(token) = token {
            self.push(kind, text_of(token), range(token.range()));
        }
    }

    fn value(&mut self, kind: SymbolKind, value: Option<Value<'_>>) {
        let Some(value) = value else { return };
        let mut name = String::new();
        if self.append(value, &mut name) {
            self.push(kind, name, range(value.node().range()));
        }
    }

    fn push(&mut self, kind: SymbolKind, name: String, range: Range<usize>) {
        if !name.is_empty() {
            self.found.push(TextSymbol { kind, name, range });
        }
    }

    /// Appends the value of a name. Returns whether the value is known completely.
    fn append(&self, value: Value<'_>, name: &mut String) -> bool {
        let token = |kind| value.node().token(kind, 0).map_or("", Token::text);
        match value {
            Value::IdentValue(_) => {
                let text = token(SyntaxKind::IDENT);
                name.push_str(text);
                text != "NAME" && !self.locals.iter().any(|it| it == text)
            }
            Value::StringValue(_) => {
                let strings = value.node().tokens();
                strings
                    .filter(|it| it.kind() == SyntaxKind::STRING_LITERAL)
                    .for_each(|it| name.push_str(&literal::string_value(it.text())));
                true
            }
            Value::CodeValue(_) => {
                name.push_str(literal::code_value(token(SyntaxKind::CODE_LITERAL)));
                true
            }
            Value::IntValue(_) => match literal::int_value(token(SyntaxKind::INT_NUMBER)) {
                Some(number) => {
                    name.push_str(&number.to_string());
                    true
                }
                None => false,
            },
            Value::Paste(it) => {
                it.lhs().is_some_and(|it| self.append(it, name))
                    && it.rhs().is_none_or(|it| self.append(it, name))
            }
            _ => false,
        }
    }
}

fn text_of(token: Token<'_>) -> String {
    token.text().to_owned()
}
