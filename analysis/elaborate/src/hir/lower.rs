//! Lowering: from the syntax tree to the lowered form, in one traversal.
//!
//! Expressions are in post-order, which is the order in which they end in the text. The same statement gives the same
//! [`Code`] wherever it is. A part that the parser reported as missing becomes `Missing`. If a declaration has no name,
//! only its type is kept, since nothing can refer to the declaration.

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
/// Includes inside statements are ignored. A file that contains such includes has to be lowered from the spliced text,
/// in which the directives are followed by the included texts.
pub fn lower(parse: &syntax::Parse) -> LoweredFile {
    lower_with(
        GreenPart::root(parse.green()),
        Earlier::default(),
        usize::MAX,
    )
}

/// Like [`lower()`], for a flat tree.
pub fn lower_flat(tree: &syntax::FlatTree) -> LoweredFile {
    lower_with(tree.root(), Earlier::default(), usize::MAX)
}

/// Like [`lower()`], with a limit: statements after the first `most` parts are left out. Expressions, types and
/// statements count as parts.
pub fn lower_most(parse: &syntax::Parse, most: usize) -> LoweredFile {
    lower_with(GreenPart::root(parse.green()), Earlier::default(), most)
}

/// Like [`lower_most`], after an edit. Statements whose nodes the new tree shares with `old_parse` are not lowered
/// again.
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

/// The results of lowering the nodes of an earlier tree, keyed by the addresses of the nodes.
type Earlier<'a> = FxHashMap<usize, (&'a Arc<Stmt>, &'a Spans)>;

/// Adds the addresses of the nodes that [`Lower::items`] lowers to statements, in the same order.
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

/// The result so far, and the parts of the statement that is being lowered.
struct Lower<'t, P> {
    file: LoweredFile,
    /// The number of parts that may still be lowered.
    left: usize,
    earlier: Earlier<'t>,
    exprs: Vec<ExprData>,
    types: Vec<TypeExprData>,
    spans: Vec<Span>,
    syms: TokenSyms<'t>,
    /// Determines the type of the tree.
    of: PhantomData<P>,
}

impl<'t, P: Part<'t>> Lower<'t, P> {
    /// Lowers the statements at file level, in a file or in a block.
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

    /// Adds the statement for a node and returns its index. `None` if this would exceed the limit.
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

    /// The identifier that a declaration introduces, and its span.
    fn name(&mut self, part: &P) -> Option<(Sym, SpanId)> {
        let name = part.find(IDENT)?;
        Some((self.syms.get(name.text()), self.span(name.span())))
    }

    /// The span of a statement's first token.
    fn keyword(&mut self, part: &P) -> SpanId {
        let first = part.parts().next();
        self.span(first.as_ref().unwrap_or(part).span())
    }

    fn span(&mut self, span: Span) -> SpanId {
        self.spans.push(span);
        SpanId(self.spans.len() as u32 - 1)
    }
}

/// Moves the elements to a vector without spare capacity. `from` keeps its capacity.
fn take_all<T>(from: &mut Vec<T>) -> Vec<T> {
    let mut all = Vec::with_capacity(from.len());
    all.append(from);
    all
}

/// Moves the elements to an allocation of the exact size. Shrinking a vector would allocate a second time.
fn boxed<A: Array>(elems: SmallVec<A>) -> Box<[A::Item]> {
    let mut all = Vec::with_capacity(elems.len());
    all.extend(elems);
    all.into_boxed_slice()
}

/// The first value that is a direct child of a node.
fn value_in<'t, P: Part<'t>>(part: &P) -> Option<P> {
    part.parts().find(|it| is_value(it.kind()))
}

fn is_value(kind: SyntaxKind) -> bool {
    Value::can_cast(kind)
}
