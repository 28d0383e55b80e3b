//! Accessors of the typed tree in addition to the generated ones.

use rowan::{GreenNode, NodeOrToken};

use super::{AstNode, Block, ClassRef, ClassValue, Node, SourceFile, Token};
use crate::SyntaxKind;

impl<'t> SourceFile<'t> {
    /// The file whose tree has the root `green`.
    pub fn of_root(green: &'t GreenNode) -> SourceFile<'t> {
        // The parser makes only roots of this kind.
        SourceFile::cast(Node::root(green)).expect("the root is a source file")
    }
}

impl Block<'_> {
    /// Whether the block has braces. Without braces, it is a single statement.
    pub fn is_braced(self) -> bool {
        self.node().token(SyntaxKind::L_BRACE, 0).is_some()
    }
}

impl<'t> ClassRef<'t> {
    /// The name of the class; empty if it is missing.
    pub fn name_text(self) -> &'t str {
        self.name().map_or("", Token::text)
    }
}

impl<'t> ClassValue<'t> {
    /// The name of the class; empty if it is missing.
    pub fn name_text(self) -> &'t str {
        self.name().map_or("", Token::text)
    }
}

/// How the tree of a file depends on its includes and on the files that include it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct IncludeShape {
    /// Whether some include directive is neither between statements of the file nor in a block in braces. The text that
    /// it includes need not consist of whole statements.
    pub include_inside_statement: bool,
    /// Whether a brace has no partner in the file. The partner may be in a file that includes this one or is included
    /// by it.
    pub unbalanced_braces: bool,
    /// The number of opening braces minus the number of closing ones.
    pub open_braces: i32,
}

impl IncludeShape {
    /// Whether the tree of the file depends neither on its includes nor on the files that include it.
    pub fn stands_alone(self) -> bool {
        self == IncludeShape::default()
    }
}

/// Determines how the tree of a file depends on its includes and on the files that include it.
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
