//! What the typed tree offers beyond its grammar.

use std::borrow::Cow;

use rowan::{GreenNode, NodeOrToken};

use super::{
    AstNode, BangOp, BinaryValue, Block, BodyLet, BoolValue, ClassRef, ClassValue, CodeValue,
    ForeachOp, IdentValue, Include, IntValue, LetItem, Node, PrimitiveType, Range, SourceFile,
    StringValue, Token,
};
use crate::{BangOperator, SyntaxKind, literal};

impl<'t> SourceFile<'t> {
    /// The file whose tree this is.
    pub fn of_root(green: &'t GreenNode) -> SourceFile<'t> {
        // The parser makes no other root.
        SourceFile::cast(Node::root(green)).expect("the root is a source file")
    }
}

impl<'t> Include<'t> {
    /// The path as the lexer hands it on.
    pub fn path_value(self) -> Option<Cow<'t, str>> {
        self.path().map(|it| literal::string_value(it.text()))
    }
}

impl Block<'_> {
    /// Whether it has braces; without, it holds one statement.
    pub fn is_braced(self) -> bool {
        self.l_brace_token().is_some()
    }
}

impl<'t> IdentValue<'t> {
    /// The name.
    pub fn name(self) -> &'t str {
        self.ident_token().map_or("", Token::text)
    }
}

impl<'t> ClassRef<'t> {
    /// The name; empty when missing.
    pub fn name_text(self) -> &'t str {
        self.name().map_or("", Token::text)
    }
}

impl<'t> ClassValue<'t> {
    /// The name of the class.
    pub fn name_text(self) -> &'t str {
        self.name().map_or("", Token::text)
    }
}

impl IntValue<'_> {
    /// The number, unless it is out of range.
    pub fn value(self) -> Option<i64> {
        literal::int_value(self.int_number_token()?.text())
    }
}

impl BinaryValue<'_> {
    /// The number, unless it is out of range.
    pub fn value(self) -> Option<i64> {
        literal::int_value(self.binary_number_token()?.text())
    }

    /// How many bits it is written with.
    pub fn width(self) -> usize {
        self.binary_number_token()
            .map_or(0, |it| literal::bit_width(it.text()))
    }
}

impl BoolValue<'_> {
    /// Whether it is `true`.
    pub fn value(self) -> bool {
        self.true_kw_token().is_some()
    }
}

impl<'t> StringValue<'t> {
    /// The strings, of which there is mostly one.
    pub fn parts(self) -> impl Iterator<Item = Token<'t>> {
        self.node()
            .tokens()
            .filter(|it| it.kind() == SyntaxKind::STRING_LITERAL)
    }

    /// The content of them all.
    pub fn value(self) -> Cow<'t, str> {
        let mut parts = self.parts().map(|it| literal::string_value(it.text()));
        let first = parts.next().unwrap_or_default();
        parts.fold(first, |all, it| all + it)
    }
}

impl<'t> CodeValue<'t> {
    /// The code between the brackets.
    pub fn value(self) -> &'t str {
        self.code_literal_token()
            .map_or("", |it| literal::code_value(it.text()))
    }
}

impl BangOp<'_> {
    /// The operator; nothing when no release knows it.
    pub fn operator(self) -> Option<BangOperator> {
        BangOperator::from_name(self.bang_operator_token()?.text().get(1..)?)
    }
}

impl ForeachOp<'_> {
    /// Whether it is a `!filter`.
    pub fn is_filter(self) -> bool {
        self.bang_filter_token().is_some()
    }
}

impl Range<'_> {
    /// Whether it is more than one value: `a...b`, `a-b` or `a -b`.
    pub fn is_interval(self) -> bool {
        self.end().is_some()
    }

    /// Whether there is neither `...` nor `-`, so that the end is the negation of its number.
    pub fn end_is_negated(self) -> bool {
        self.is_interval() && self.dot3_token().is_none() && self.minus_token().is_none()
    }
}

/// The types that are one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PrimitiveKind {
    /// `bit`
    Bit,
    /// `int`
    Int,
    /// `string`
    String,
    /// `code`, which means `string`
    Code,
    /// `dag`
    Dag,
}

impl PrimitiveType<'_> {
    /// Which of them it is.
    pub fn primitive(self) -> PrimitiveKind {
        let word = self
            .node()
            .tokens()
            .map(Token::kind)
            .find(|it| !it.is_trivia());
        match word {
            Some(SyntaxKind::BIT_KW) => PrimitiveKind::Bit,
            Some(SyntaxKind::STRING_KW) => PrimitiveKind::String,
            Some(SyntaxKind::CODE_KW) => PrimitiveKind::Code,
            Some(SyntaxKind::DAG_KW) => PrimitiveKind::Dag,
            _ => PrimitiveKind::Int,
        }
    }
}

impl LetItem<'_> {
    /// Whether it is a `let append` or `let prepend`, of releases to come.
    pub fn has_mode(self) -> bool {
        self.append_kw_token().is_some() || self.prepend_kw_token().is_some()
    }
}

impl BodyLet<'_> {
    /// Whether it is a `let append` or `let prepend`, of releases to come.
    pub fn has_mode(self) -> bool {
        self.append_kw_token().is_some() || self.prepend_kw_token().is_some()
    }
}

/// How far a file's tree stands on its own feet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct IncludeShape {
    /// An include stands elsewhere than among the statements of the file or of a block in braces, so that
    /// the included text need not be statements.
    pub include_inside_statement: bool,
    /// A brace has no partner in the file: it may have one in a file that includes it or is included.
    pub unbalanced_braces: bool,
    /// How many more braces are opened than closed.
    pub open_braces: i32,
}

impl IncludeShape {
    /// Whether the file means what its tree says, whatever surrounds it and whatever it includes.
    pub fn stands_alone(self) -> bool {
        self == IncludeShape::default()
    }
}

/// How far a file's tree stands on its own feet.
pub fn include_shape(file: SourceFile<'_>) -> IncludeShape {
    let mut shape = IncludeShape::default();
    look_into(file.node(), true, &mut shape);
    shape
}

fn look_into(node: Node<'_>, holds_statements: bool, shape: &mut IncludeShape) {
    let (mut opened, mut closed) = (0, 0);
    for element in node.elements() {
        match element {
            NodeOrToken::Token(it) => match it.kind() {
                SyntaxKind::L_BRACE => opened += 1,
                SyntaxKind::R_BRACE => closed += 1,
                _ => {}
            },
            NodeOrToken::Node(it) => match it.kind() {
                SyntaxKind::INCLUDE => shape.include_inside_statement |= !holds_statements,
                SyntaxKind::BLOCK => {
                    look_into(it, it.token(SyntaxKind::L_BRACE, 0).is_some(), shape)
                }
                _ => look_into(it, false, shape),
            },
        }
    }
    shape.unbalanced_braces |= opened != closed;
    shape.open_braces += opened - closed;
}
