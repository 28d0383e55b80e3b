//! Resolution of identifiers within one file: template arguments, loop variables, variables, and fields declared in the
//! same body, but not inherited fields, classes or records.

use std::ops::Range;

use rustc_hash::FxHashMap;
use syntax::SyntaxKind::*;
use syntax::ast::{AstNode, Node, SourceFile, Token};

use super::tree_text::range;

/// The kind of a local name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LocalKind {
    /// A template argument of a class or multiclass.
    Param,
    /// The variable of a `foreach`, `!foreach`, `!filter` or `!foldl`.
    Loop,
    /// A `defvar`.
    Variable,
    /// A field that is declared in a body and used there.
    Field,
}

/// A declaration of a local name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Local<'t> {
    /// The kind of the declaration.
    pub kind: LocalKind,
    /// The declared name.
    pub name: &'t str,
    /// The range of the name in the declaration, in bytes.
    pub at: Range<usize>,
    /// The range of the whole declaration, in bytes: a parameter, a field, a `defvar` or a loop.
    pub node: Range<usize>,
}

/// The local names of a file and their uses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Locals<'t> {
    /// The declarations, in source order.
    pub locals: Vec<Local<'t>>,
    /// The identifiers in values that refer to a local name, in source order: for each its range in bytes and the index
    /// of the declaration in `locals`.
    pub uses: Vec<(Range<usize>, usize)>,
}

impl Locals<'_> {
    /// The index in `locals` of the declaration whose name, or one of whose uses, contains or touches the offset.
    pub fn at(&self, offset: usize) -> Option<usize> {
        let touches = |range: &Range<usize>| range.start <= offset && offset <= range.end;
        let used = self.uses.iter().find(|(it, _)| touches(it));
        let declared = || self.locals.iter().position(|it| touches(&it.at));
        used.map(|(_, local)| *local).or_else(declared)
    }

    /// The index in `locals` of the declaration that the identifier at `start` refers to; `None` if the identifier is
    /// not a use of a local name.
    pub fn of_use(&self, start: usize) -> Option<usize> {
        let index = self.uses.binary_search_by_key(&start, |(it, _)| it.start);
        Some(self.uses[index.ok()?].1)
    }

    /// The ranges of the uses of the declaration `locals[local]`.
    pub fn uses_of(&self, local: usize) -> impl Iterator<Item = Range<usize>> {
        let uses = self.uses.iter().filter(move |(_, it)| *it == local);
        uses.map(|(range, _)| range.clone())
    }
}

/// The local names of a file.
pub fn locals(file: SourceFile<'_>) -> Locals<'_> {
    let mut walk = Walk::default();
    walk.children(file.node());
    let mut found = walk.found;
    found.uses.sort_by_key(|(it, _)| it.start);
    found
}

#[derive(Default)]
struct Walk<'t> {
    found: Locals<'t>,
    /// The visible declarations of the open scopes, innermost last.
    scope: Vec<usize>,
    /// The declarations at the top level of the file. They are in a map because there may be many.
    globals: FxHashMap<&'t str, usize>,
    /// The number of open scopes. At 0, declarations are global.
    depth: usize,
}

impl<'t> Walk<'t> {
    fn children(&mut self, node: Node<'t>) {
        node.children().for_each(|it| self.node(it));
    }

    fn node(&mut self, node: Node<'t>) {
        match node.kind() {
            IDENT_VALUE => self.mention(node),
            CLASS | MULTICLASS | DEF => self.scoped(|it| it.children(node)),
            TEMPLATE_PARAM => self.declaration(node, LocalKind::Param),
            FIELD => self.declaration(node, LocalKind::Field),
            DEFVAR => self.declaration(node, LocalKind::Variable),
            FOREACH | FOREACH_OP | FOLDL_OP => self.binder(node),
            BLOCK if node.token(L_BRACE, 0).is_some() => self.scoped(|it| it.children(node)),
            // The name of a named argument is a template argument of the class or multiclass that gets the argument.
            NAMED_ARG => node.children().skip(1).for_each(|it| self.node(it)),
            _ => self.children(node),
        }
    }

    fn scoped(&mut self, f: impl FnOnce(&mut Self)) {
        let visible = self.scope.len();
        self.depth += 1;
        f(self);
        self.depth -= 1;
        self.scope.truncate(visible);
    }

    /// Visits a declaration. Its name is not visible in its own type and value.
    fn declaration(&mut self, node: Node<'t>, kind: LocalKind) {
        self.children(node);
        if let Some(name) = node.token(IDENT, 0) {
            self.declare(kind, name, node);
        }
    }

    /// Visits a loop statement or operator. Its variables are visible only in its body, the last child.
    fn binder(&mut self, node: Node<'t>) {
        let parts: Vec<Node<'t>> = node.children().collect();
        let Some((body, rest)) = parts.split_last() else {
            return;
        };
        rest.iter().for_each(|it| self.node(*it));
        let is_whole = match node.kind() {
            FOREACH => body.kind() == BLOCK,
            FOREACH_OP => parts.len() == 2,
            _ => parts.len() == 3,
        };
        self.scoped(|walk| {
            let names = node.tokens().filter(|it| it.kind() == IDENT);
            for name in names.filter(|_| is_whole) {
                walk.declare(LocalKind::Loop, name, node);
            }
            walk.node(*body);
        });
    }

    fn declare(&mut self, kind: LocalKind, name: Token<'t>, node: Node<'t>) {
        let index = self.found.locals.len();
        self.found.locals.push(Local {
            kind,
            name: name.text(),
            at: range(name.range()),
            node: range(node.range()),
        });
        if self.depth == 0 {
            self.globals.insert(name.text(), index);
        } else {
            self.scope.push(index);
        }
    }

    fn mention(&mut self, node: Node<'t>) {
        let Some(name) = node.token(IDENT, 0) else {
            return;
        };
        let locals = &self.found.locals;
        let visible = self.scope.iter().rev();
        let local = visible.copied().find(|it| locals[*it].name == name.text());
        if let Some(local) = local.or_else(|| self.globals.get(name.text()).copied()) {
            self.found.uses.push((range(name.range()), local));
        }
    }
}
