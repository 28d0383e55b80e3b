//! Accessors of the typed tree beyond its grammar.

use rowan::{GreenNode, NodeOrToken};

use super::{AstNode, Block, ClassRef, ClassValue, Node, SourceFile, Token};
use crate::SyntaxKind;

impl<'t> SourceFile<'t> {
    /// The file with this tree.
    pub fn of_root(green: &'t GreenNode) -> SourceFile<'t> {
        // The parser makes no other root.
        SourceFile::cast(Node::root(green)).expect("the root is a source file")
    }
}

impl Block<'_> {
    /// Whether it has braces; without, it is a single statement.
    pub fn is_braced(self) -> bool {
        self.node().token(SyntaxKind::L_BRACE, 0).is_some()
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

/// Whether a file's tree is independent of its includes and its surroundings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct IncludeShape {
    /// An include is outside of the statements of the file or of a block in braces, so that the included text need not
    /// consist of statements.
    pub include_inside_statement: bool,
    /// A brace has no partner in the file: it may have one in a file that includes it or is included.
    pub unbalanced_braces: bool,
    /// The number of opened braces minus that of closed ones.
    pub open_braces: i32,
}

impl IncludeShape {
    /// Whether the meaning of the file is independent of its surroundings and its includes.
    pub fn stands_alone(self) -> bool {
        self == IncludeShape::default()
    }
}

/// Whether a file's tree is independent of its includes and its surroundings.
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
