//! Semantic tokens: the kind of each name, keyword and literal of a file.

mod strings;
#[cfg(test)]
mod tests;

use std::ops::Range;

use db::Database;
use elaborate::symbol::Sym;
use rowan::NodeOrToken;
use rustc_hash::FxHashMap;
use syntax::SyntaxKind::{self, *};
use syntax::ast::{AstNode, ClassRef, Node, SourceFile, Token};

use self::strings::Strings;
use super::locals::{LocalKind, Locals, locals};
use super::own_tree_of;
use super::text::Text;
use super::tree_text::range;

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TokenKind {
    /// A keyword that is not the name of a type; also `?`.
    Keyword,
    /// A built-in type, or the name of a `deftype`.
    Type,
    /// The name of a class.
    Class,
    /// The name of a multiclass.
    Multiclass,
    /// The name of a record. Also a name in a value, if the name resolves to nothing else.
    Record,
    /// The name of a field.
    Field,
    /// A template argument, or `NAME`.
    Parameter,
    /// A variable of a `defvar`, `defset` or loop.
    Variable,
    /// A bang operator, `#`, `...`, `+` or `-`.
    Operator,
    /// A string in quotes. If it has an embedded language, the text between its names, directives and punctuation.
    String,
    /// A code block `[{ }]`. If it has an embedded language, the text between its names.
    Code,
    /// A function in C++ that an assembly format calls.
    Function,
    /// A number, decimal, hexadecimal or binary.
    Number,
    /// A line comment or block comment.
    Comment,
    /// Text that the preprocessor disables.
    Inactive,
    /// A preprocessor directive.
    Directive,
    /// The name of a macro, after a directive.
    Macro,
    /// The name of a dag's argument, `$name`.
    DagName,
}

/// A token with its kind. A token of several lines is split into its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SemanticToken {
    /// The range in bytes, half-open; never empty, and without line feeds.
    pub range: Range<usize>,
    /// The kind of the token.
    pub kind: TokenKind,
    /// Whether the token is the name in a declaration.
    pub is_declaration: bool,
}

/// The largest number of tokens in an answer. In LLVM 19, no file has more than 133,500.
pub const MAX_TOKENS: usize = 200_000;

/// The semantic tokens of a file, in order, at most [`MAX_TOKENS`]. If `within` is given, only the tokens that touch
/// this range of bytes. A token never spans lines. `None` if the unit does not read the file.
pub fn semantic_tokens(
    db: &Database,
    path: &str,
    within: Option<Range<usize>>,
) -> Option<Vec<SemanticToken>> {
    let tree = own_tree_of(db, path)?;
    let file = SourceFile::of_root(&tree);
    let mut walk = Walk {
        text: Text::new(db),
        locals: locals(file),
        within: within.unwrap_or(0..usize::MAX),
        strings: Strings::new(db, path),
        is_asked: false,
        path: Vec::new(),
        globals: FxHashMap::default(),
        superclasses: Vec::new(),
        is_name: false,
        out: Vec::new(),
    };
    walk.node(file.node());
    walk.out.truncate(MAX_TOKENS);
    Some(walk.out)
}

struct Walk<'t> {
    text: Text<'t>,
    locals: Locals<'t>,
    within: Range<usize>,
    strings: Strings,
    /// Whether the current field or argument determines a language for its strings, so that even strings without `$`
    /// and backticks are examined.
    is_asked: bool,
    /// The enclosing nodes, the innermost last.
    path: Vec<Node<'t>>,
    /// The kinds of the global names that have been resolved.
    globals: FxHashMap<&'t str, TokenKind>,
    /// The direct superclasses of the enclosing class or record.
    superclasses: Vec<Sym>,
    /// Whether the current value is the name of a `def` or `defm`.
    is_name: bool,
    out: Vec<SemanticToken>,
}

impl<'t> Walk<'t> {
    fn node(&mut self, node: Node<'t>) {
        let around = range(node.range());
        let is_outside = around.end < self.within.start || around.start > self.within.end;
        if is_outside || self.out.len() >= MAX_TOKENS {
            return;
        }
        let is_object = matches!(node.kind(), CLASS | DEF);
        let outer = is_object.then(|| {
            let own = superclasses(node);
            std::mem::replace(&mut self.superclasses, own)
        });
        let is_asked = self.strings.are_asked(&self.text, node, self.is_asked);
        let outer_asked = std::mem::replace(&mut self.is_asked, is_asked);
        self.path.push(node);
        let mut is_first = true;
        for element in node.elements() {
            match element {
                NodeOrToken::Token(token) => self.token(token, node.kind()),
                NodeOrToken::Node(child) => {
                    let is_name = is_first && has_name_value(node.kind(), child.kind());
                    let goes_on = self.is_name && node.kind() == PASTE;
                    let outer = std::mem::replace(&mut self.is_name, is_name || goes_on);
                    self.child(child, node.kind(), is_first);
                    self.is_name = outer;
                    is_first = false;
                }
            }
        }
        self.path.pop();
        self.is_asked = outer_asked;
        if let Some(outer) = outer {
            self.superclasses = outer;
        }
    }

    fn child(&mut self, child: Node<'t>, parent: SyntaxKind, is_first: bool) {
        // The name of a named argument is a template argument of the class or multiclass that gets the argument.
        if parent == NAMED_ARG && is_first && child.kind() == IDENT_VALUE {
            if let Some(name) = child.token(IDENT, 0) {
                self.push(name, TokenKind::Parameter, false);
            }
            return;
        }
        if child.kind() == PARENTS && matches!(parent, DEFM | MULTICLASS) {
            return self.multiclasses(child);
        }
        self.node(child);
    }

    /// Visits the parents of a `defm` or multiclass: multiclasses, and possibly classes.
    fn multiclasses(&mut self, parents: Node<'t>) {
        self.path.push(parents);
        for element in parents.elements() {
            match element {
                NodeOrToken::Token(token) => self.token(token, PARENTS),
                NodeOrToken::Node(node) => {
                    self.path.push(node);
                    for element in node.elements() {
                        match element {
                            NodeOrToken::Token(it) if it.kind() == IDENT => {
                                let name = Sym::new(it.text());
                                let is_class = self.text.class(name).is_some()
                                    && self.text.multiclass(name).is_none();
                                let kind = if is_class {
                                    TokenKind::Class
                                } else {
                                    TokenKind::Multiclass
                                };
                                self.push(it, kind, false);
                            }
                            NodeOrToken::Token(it) => self.token(it, CLASS_REF),
                            NodeOrToken::Node(it) => self.node(it),
                        }
                    }
                    self.path.pop();
                }
            }
        }
        self.path.pop();
    }

    fn token(&mut self, token: Token<'t>, parent: SyntaxKind) {
        let kind = match token.kind() {
            LINE_COMMENT | BLOCK_COMMENT => TokenKind::Comment,
            DISABLED_TEXT => TokenKind::Inactive,
            PP_IFDEF | PP_IFNDEF | PP_ELSE | PP_ENDIF | PP_DEFINE => TokenKind::Directive,
            MACRO_NAME => TokenKind::Macro,
            BIT_KW | BITS_KW | INT_KW | STRING_KW | CODE_KW | DAG_KW | LIST_KW => TokenKind::Type,
            BANG_COND | BANG_FOREACH | BANG_FILTER | BANG_FOLDL | BANG_OPERATOR | HASH | DOT3
            | MINUS | PLUS => TokenKind::Operator,
            APPEND_KW | PREPEND_KW | QUESTION => TokenKind::Keyword,
            STRING_LITERAL | CODE_LITERAL => return self.string(token),
            INT_NUMBER | BINARY_NUMBER => TokenKind::Number,
            VAR_NAME => TokenKind::DagName,
            IDENT => return self.identifier(token, parent),
            kind if kind.is_keyword() => TokenKind::Keyword,
            _ => return,
        };
        self.push(token, kind, false);
    }

    fn identifier(&mut self, token: Token<'t>, parent: SyntaxKind) {
        let (kind, is_declaration) = match parent {
            CLASS => (TokenKind::Class, true),
            MULTICLASS => (TokenKind::Multiclass, true),
            DEFTYPE => (TokenKind::Type, true),
            DEFSET | DEFVAR | FOREACH | FOREACH_OP | FOLDL_OP => (TokenKind::Variable, true),
            TEMPLATE_PARAM => (TokenKind::Parameter, true),
            FIELD => (TokenKind::Field, true),
            LET_ITEM | BODY_LET | FIELD_ACCESS => (TokenKind::Field, false),
            CLASS_TYPE => (self.named_type(token.text()), false),
            CLASS_REF | CLASS_VALUE => (TokenKind::Class, false),
            IDENT_VALUE => self.value(token),
            _ => return,
        };
        self.push(token, kind, is_declaration);
    }

    fn named_type(&self, name: &str) -> TokenKind {
        if self.text.deftype(Sym::new(name)).is_some() {
            TokenKind::Type
        } else {
            TokenKind::Class
        }
    }

    /// The kind of an identifier in a value, and whether it is a declaration.
    fn value(&mut self, token: Token<'t>) -> (TokenKind, bool) {
        if let Some(local) = self.locals.of_use(token.start().into()) {
            let kind = match self.locals.locals[local].kind {
                LocalKind::Param => TokenKind::Parameter,
                LocalKind::Loop | LocalKind::Variable => TokenKind::Variable,
                LocalKind::Field => TokenKind::Field,
            };
            return (kind, false);
        }
        let name = token.text();
        if name == "NAME" {
            return (TokenKind::Parameter, false);
        }
        if self.is_name {
            return (TokenKind::Record, true);
        }
        let sym = Sym::new(name);
        let mut classes = self.superclasses.iter();
        if classes.any(|it| self.text.class_field(*it, sym).is_some()) {
            return (TokenKind::Field, false);
        }
        let global = self.globals.entry(name).or_insert_with(|| {
            if self.text.global(sym).is_some() {
                TokenKind::Variable
            } else {
                TokenKind::Record
            }
        });
        (*global, false)
    }

    /// Adds a string or code block, split into the pieces of its language.
    fn string(&mut self, token: Token<'t>) {
        let kind = match token.kind() {
            CODE_LITERAL => TokenKind::Code,
            _ => TokenKind::String,
        };
        let place = range(token.range());
        if place.end < self.within.start || place.start > self.within.end {
            return;
        }
        let mut done = 0;
        for (piece, inner) in self
            .strings
            .tokens(&self.text, token, &self.path, self.is_asked)
        {
            let Some(at) = piece.start.checked_sub(place.start) else {
                continue;
            };
            let end = piece.end - place.start;
            let text = token.text();
            let (Some(before), Some(written)) = (text.get(done..at), text.get(at..end)) else {
                continue;
            };
            self.push_text(place.start + done, before, kind, false);
            self.push_text(piece.start, written, inner, false);
            done = end;
        }
        let rest = token.text().get(done..).unwrap_or_default();
        self.push_text(place.start + done, rest, kind, false);
    }

    fn push(&mut self, token: Token<'t>, kind: TokenKind, is_declaration: bool) {
        self.push_text(token.start().into(), token.text(), kind, is_declaration);
    }

    /// Adds a token, split into its lines.
    fn push_text(&mut self, start: usize, text: &str, kind: TokenKind, is_declaration: bool) {
        let mut start = start;
        for line in text.split_inclusive('\n') {
            let end = start + line.trim_end().len();
            let begin = start + (line.len() - line.trim_start().len());
            if begin < end && begin <= self.within.end && end >= self.within.start {
                self.out.push(SemanticToken {
                    range: begin..end,
                    kind,
                    is_declaration,
                });
            }
            start += line.len();
        }
    }
}

/// Whether `child`, the first child node of `parent`, is the name of a `def` or `defm`.
fn has_name_value(parent: SyntaxKind, child: SyntaxKind) -> bool {
    matches!(parent, DEF | DEFM) && child != PARENTS && child != BODY
}

/// The direct superclasses of a class or record.
fn superclasses(object: Node<'_>) -> Vec<Sym> {
    let parents = object.children().find(|it| it.kind() == PARENTS);
    let classes = parents.into_iter().flat_map(|it| it.children());
    let classes = classes.filter_map(ClassRef::cast);
    classes.map(|it| Sym::new(it.name_text())).collect()
}
