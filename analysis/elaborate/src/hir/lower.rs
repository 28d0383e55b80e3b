//! Lowering: from the syntax tree to the lowered form, in one walk.
//!
//! Expressions are in post-order, which is the order in which they end in the text, and the same statement gives the
//! same [`Code`] wherever it stands. A part that the parser reported as missing is `Missing` here; of a declaration
//! without a name only the type is kept, since nothing can refer to it.

mod body;
mod expr;
mod names;
mod part;
#[cfg(test)]
mod pretty;
mod stmt;
#[cfg(test)]
mod tests;

use std::marker::PhantomData;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::{Array, SmallVec};
use syntax::SyntaxKind::{self, *};
use syntax::ast::{AstNode, Statement, Value};
use syntax::literal;

pub use self::names::{DeclaredNames, RecordName, static_names, static_names_in};
pub(crate) use self::part::TokenSyms;
use self::part::{GreenPart, Part};
use crate::hir::*;

/// Lowers a file.
///
/// Includes inside statements are passed over: a file that has such is to be lowered from its text with the included
/// files' texts in place of the directives.
pub fn lower(parse: &syntax::Parse) -> LoweredFile {
    lower_with(
        GreenPart::root(parse.green()),
        Earlier::default(),
        usize::MAX,
    )
}

/// The same for a flat tree.
pub fn lower_flat(tree: &syntax::FlatTree) -> LoweredFile {
    lower_with(tree.root(), Earlier::default(), usize::MAX)
}

/// The same with a limit: statements after the first `most` parts are left out. Parts are expressions, types and
/// statements.
pub fn lower_most(parse: &syntax::Parse, most: usize) -> LoweredFile {
    lower_with(GreenPart::root(parse.green()), Earlier::default(), most)
}

/// The same after an edit. Statements whose nodes the new tree shares with the old one are not lowered again.
pub fn lower_again(
    parse: &syntax::Parse,
    old_parse: &syntax::Parse,
    old: &LoweredFile,
    most: usize,
) -> LoweredFile {
    let mut nodes = Vec::new();
    statements(&GreenPart::root(old_parse.green()), &mut nodes);
    let stmts = old.stmts.iter().zip(&old.spans);
    let earlier = nodes.into_iter().zip(stmts).collect();
    lower_with(GreenPart::root(parse.green()), earlier, most)
}

/// The statements that nodes of an earlier tree were lowered to, by the nodes' addresses.
type Earlier<'a> = FxHashMap<usize, (&'a Arc<Stmt>, &'a Spans)>;

/// The addresses of the nodes that [`Lower::items`] makes statements of, in order.
fn statements<'t>(list: &impl Part<'t>, nodes: &mut Vec<usize>) {
    for part in list.parts() {
        if part.kind() == ERROR || Statement::can_cast(part.kind()) && part.kind() != INCLUDE {
            nodes.extend(part.address());
        }
        if matches!(part.kind(), LET | DEFSET)
            && let Some(block) = part.find(BLOCK)
        {
            statements(&block, nodes);
        }
    }
}

fn lower_with<'t, P: Part<'t>>(root: P, earlier: Earlier<'t>, most: usize) -> LoweredFile {
    let mut lower = Lower {
        file: LoweredFile::default(),
        left: most,
        earlier,
        exprs: Vec::new(),
        types: Vec::new(),
        spans: Vec::new(),
        syms: TokenSyms::new(),
        of: PhantomData,
    };
    lower.file.items = lower.items(&root);
    lower.file
}

/// The file so far, and the parts of the statement being lowered.
struct Lower<'t, P> {
    file: LoweredFile,
    /// The number of parts of statements that may still be lowered.
    left: usize,
    earlier: Earlier<'t>,
    exprs: Vec<ExprData>,
    types: Vec<TypeExprData>,
    spans: Vec<Span>,
    syms: TokenSyms<'t>,
    /// The form of the tree.
    of: PhantomData<P>,
}

impl<'t, P: Part<'t>> Lower<'t, P> {
    /// The statements at file level in a file or block.
    fn items(&mut self, list: &P) -> Vec<FileItem> {
        let mut items = Vec::new();
        for part in list.parts() {
            match part.kind() {
                INCLUDE => items.extend(self.include(&part)),
                LET | DEFSET => {
                    let head = self.add(&part, |it| match part.kind() {
                        LET => it.let_head(&part),
                        _ => it.defset_head(&part),
                    });
                    let Some(head) = head else { break };
                    let body = part
                        .find(BLOCK)
                        .map(|block| self.items(&block))
                        .unwrap_or_default();
                    items.push(FileItem::Block { head, body });
                }
                ERROR => items.extend(self.add(&part, |_| StmtKind::Error).map(FileItem::Stmt)),
                kind if Statement::can_cast(kind) => {
                    items.extend(self.add(&part, |it| it.stmt(&part)).map(FileItem::Stmt));
                }
                _ => {}
            }
            if self.file.left_out.is_some() {
                break;
            }
        }
        items
    }

    /// Adds the statement of a node and returns its index. Once the limit is exceeded, nothing is added.
    fn add(&mut self, part: &P, lower: impl FnOnce(&mut Self) -> StmtKind) -> Option<u32> {
        let known = part.address().and_then(|it| self.earlier.get(&it));
        let (stmt, spans) = match known {
            Some((stmt, spans)) => (Arc::clone(stmt), spans.moved(part.span())),
            None => {
                let kind = lower(self);
                let code = Code {
                    exprs: take_all(&mut self.exprs),
                    types: take_all(&mut self.types),
                };
                let spans = Spans::new(part.span(), &self.spans);
                self.spans.clear();
                (Arc::new(Stmt { kind, code }), spans)
            }
        };
        let parts = 1 + stmt.code.exprs.len() + stmt.code.types.len();
        let Some(left) = self.left.checked_sub(parts) else {
            self.file.left_out = Some(part.span().start);
            return None;
        };
        self.left = left;
        self.file.stmts.push(stmt);
        self.file.spans.push(spans);
        Some(self.file.stmts.len() as u32 - 1)
    }

    fn include(&mut self, part: &P) -> Option<FileItem> {
        let literal = part.find(STRING_LITERAL)?;
        let path = Sym::new(&literal::string_value(literal.text()));
        self.file.includes.push(literal.end());
        let index = self.file.includes.len() as u32 - 1;
        Some(FileItem::Include { path, index })
    }

    /// The identifier that a declaration introduces.
    fn name(&mut self, part: &P) -> Option<(Sym, SpanId)> {
        let name = part.find(IDENT)?;
        Some((self.syms.get(name.text()), self.span(name.span())))
    }

    /// The place of a statement's first token.
    fn keyword(&mut self, part: &P) -> SpanId {
        let first = part.parts().next();
        self.span(first.as_ref().unwrap_or(part).span())
    }

    fn span(&mut self, span: Span) -> SpanId {
        self.spans.push(span);
        SpanId(self.spans.len() as u32 - 1)
    }
}

/// Moves the content of a vector to one of exact size; the first keeps its capacity.
fn take_all<T>(from: &mut Vec<T>) -> Vec<T> {
    let mut all = Vec::with_capacity(from.len());
    all.append(from);
    all
}

/// The elements in an allocation of exactly their size. Shrinking a growing buffer would allocate twice.
fn boxed<A: Array>(elems: SmallVec<A>) -> Box<[A::Item]> {
    let mut all = Vec::with_capacity(elems.len());
    all.extend(elems);
    all.into_boxed_slice()
}

/// The first value directly in a node.
fn value_in<'t, P: Part<'t>>(part: &P) -> Option<P> {
    part.parts().find(|it| is_value(it.kind()))
}

fn is_value(kind: SyntaxKind) -> bool {
    Value::can_cast(kind)
}
