//! From the syntax tree to the lowered form, in one walk.
//!
//! Every expression comes after those it is made of, so expressions are in the order in which they end in the text,
//! and the same statement gives the same [`Code`] wherever it stands. What the parser found missing is `Missing`
//! here; of a declaration without a name only the type is kept, since nothing can refer to it.

mod expr;
mod names;
mod part;
#[cfg(test)]
mod pretty;
#[cfg(test)]
mod tests;

use std::marker::PhantomData;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::{Array, SmallVec};
use syntax::SyntaxKind::{self, *};
use syntax::ast::{AstNode, Statement, Type, Value};
use syntax::literal;

pub use self::names::{Names, RecordName, static_names, static_names_in};
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

/// The same with a limit: the statements that come when there are so many parts of statements are left out. Parts are
/// expressions, types and statements.
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
    /// How many more parts of statements may come.
    left: usize,
    earlier: Earlier<'t>,
    exprs: Vec<ExprData>,
    types: Vec<TypeExprData>,
    spans: Vec<Span>,
    syms: TokenSyms<'t>,
    /// What the tree is made of.
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

    /// Adds the statement of a node and returns its index. If it is too much, nothing is added from there on.
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

    /// The statements inside a block that is read whole.
    fn stmts(&mut self, block: Option<P>) -> Box<[StmtKind]> {
        let mut stmts = Vec::new();
        for part in block.iter().flat_map(P::parts) {
            match part.kind() {
                ERROR => stmts.push(StmtKind::Error),
                INCLUDE => {}
                kind if Statement::can_cast(kind) => stmts.push(self.stmt(&part)),
                _ => {}
            }
        }
        stmts.into_boxed_slice()
    }

    fn stmt(&mut self, part: &P) -> StmtKind {
        let stmt = match part.kind() {
            ASSERT => Some(StmtKind::Assert(self.assert(part))),
            CLASS => self.class(part),
            DEF => Some(self.def(part)),
            DEFM => Some(self.defm(part)),
            DEFSET => Some(self.defset(part)),
            DEFTYPE => self.deftype(part),
            DEFVAR => self.defvar(part).map(StmtKind::Defvar),
            DUMP => Some(StmtKind::Dump(self.dump(part))),
            FOREACH => self.foreach(part),
            IF => Some(self.if_stmt(part)),
            LET => Some(self.let_stmt(part)),
            MULTICLASS => self.multiclass(part),
            _ => None,
        };
        stmt.unwrap_or(StmtKind::Error)
    }

    fn class(&mut self, part: &P) -> Option<StmtKind> {
        let (name, name_at) = self.name(part)?;
        let (mut args, mut body) = (Box::default(), ObjectBody::default());
        body.header_at = self.header(part);
        let mut nameless = Box::default();
        for it in part.parts() {
            match it.kind() {
                TEMPLATE_PARAMS => {
                    args = self.template_params(&it);
                    nameless = self.nameless_params(&it);
                }
                PARENTS => self.superclasses(&it, &mut body),
                ERROR => body.is_head_broken = true,
                BODY => body.items = self.body_items(&it),
                _ => {}
            }
        }
        Some(StmtKind::Class(Class {
            name,
            name_at,
            args,
            nameless,
            body,
        }))
    }

    fn multiclass(&mut self, part: &P) -> Option<StmtKind> {
        let (name, name_at) = self.name(part)?;
        let (mut args, mut nameless, mut parents, mut body) = Default::default();
        for it in part.parts() {
            match it.kind() {
                TEMPLATE_PARAMS => {
                    args = self.template_params(&it);
                    nameless = self.nameless_params(&it);
                }
                PARENTS => parents = self.parents(&it),
                BLOCK => body = self.stmts(Some(it)),
                _ => {}
            }
        }
        Some(StmtKind::Multiclass(Multiclass {
            name,
            name_at,
            args,
            nameless,
            parents,
            body,
        }))
    }

    fn def(&mut self, part: &P) -> StmtKind {
        let at = self.keyword(part);
        let (mut name, mut name_at, mut body) = (None, at, ObjectBody::default());
        body.header_at = self.header(part);
        for it in part.parts() {
            match it.kind() {
                PARENTS => self.superclasses(&it, &mut body),
                ERROR => body.is_head_broken = true,
                BODY => body.items = self.body_items(&it),
                kind if is_value(kind) && name.is_none() => {
                    let value = self.expr(&it);
                    if it.first_token(IDENT).is_some() {
                        name_at = self.exprs[value.0 as usize].at;
                    }
                    name = Some(value);
                }
                _ => {}
            }
        }
        StmtKind::Def(Def {
            at,
            name,
            name_at,
            body,
        })
    }

    fn defm(&mut self, part: &P) -> StmtKind {
        let at = self.keyword(part);
        let (mut name, mut parents) = (None, Box::default());
        for it in part.parts() {
            match it.kind() {
                PARENTS => parents = self.parents(&it),
                kind if is_value(kind) && name.is_none() => name = Some(self.expr(&it)),
                _ => {}
            }
        }
        StmtKind::Defm(Defm { at, name, parents })
    }

    fn foreach(&mut self, part: &P) -> Option<StmtKind> {
        let at = self.keyword(part);
        let (var, var_at) = self.name(part)?;
        let source = part
            .parts()
            .find(|it| matches!(it.kind(), RANGE | RANGE_LIST) || Value::can_cast(it.kind()));
        let list = match source {
            Some(ranges) if ranges.kind() == RANGE_LIST => {
                ForeachList::Ranges(self.closed_ranges(&ranges, R_BRACE))
            }
            Some(range) if range.kind() == RANGE => ForeachList::Piece(self.range(&range)),
            value => ForeachList::Piece(RangePiece {
                start: self.expr_or_missing(value, part),
                end: RangeEnd::None,
            }),
        };
        let body = self.stmts(part.find(BLOCK));
        Some(StmtKind::Foreach(Foreach {
            at,
            var,
            var_at,
            list,
            body,
        }))
    }

    fn if_stmt(&mut self, part: &P) -> StmtKind {
        let at = self.keyword(part);
        let cond = self.expr_or_missing(value_in(part), part);
        let (mut then_body, mut then_at) = (Box::default(), at);
        let (mut else_body, mut in_else) = (None, false);
        for it in part.parts() {
            match it.kind() {
                ELSE_KW => in_else = true,
                BLOCK if in_else => else_body = Some(self.stmts(Some(it))),
                BLOCK => {
                    then_at = self.span(it.span());
                    then_body = self.stmts(Some(it));
                }
                _ => {}
            }
        }
        StmtKind::If(If {
            at,
            cond,
            then_body,
            then_at,
            else_body,
        })
    }

    fn let_stmt(&mut self, part: &P) -> StmtKind {
        let mut stmt = self.let_head(part);
        if let StmtKind::Let(stmt) = &mut stmt {
            stmt.body = self.stmts(part.find(BLOCK));
        }
        stmt
    }

    fn let_head(&mut self, part: &P) -> StmtKind {
        let items = part
            .parts()
            .filter(|it| it.kind() == LET_ITEM)
            .filter_map(|it| self.let_item(&it));
        let items = boxed(items.collect::<SmallVec<[LetItem; 4]>>());
        let braces = part.find(BLOCK).is_some_and(|block| block.has(L_BRACE));
        StmtKind::Let(Let {
            items,
            braces,
            body: Box::default(),
        })
    }

    fn let_item(&mut self, part: &P) -> Option<LetItem> {
        let (mut name, mut bits, mut value) = (None, Box::default(), None);
        let (mut is_assigned, mut changes) = (false, false);
        for it in part.parts() {
            match it.kind() {
                IDENT if name.is_none() => {
                    name = Some((self.syms.get(it.text()), self.span(it.span())));
                }
                RANGE_LIST if name.is_some() => {
                    let closer = if it.has(L_BRACE) { R_BRACE } else { R_ANGLE };
                    bits = self.closed_ranges(&it, closer);
                }
                EQ => is_assigned = true,
                APPEND_KW | PREPEND_KW => changes = true,
                kind if is_value(kind) => value = Some(it),
                _ => {}
            }
        }
        let (name, name_at) = name?;
        if !is_assigned {
            // The bits are read, and nobody asks whether there is such a field.
            bits = bits.into_iter().chain([self.missing_range(part)]).collect();
        }
        // No release assigns with these words, so what would be assigned does not matter.
        let value = value.filter(|_| !changes);
        Some(LetItem {
            name,
            name_at,
            bits,
            value: self.expr_or_missing(value, part),
        })
    }

    fn defset(&mut self, part: &P) -> StmtKind {
        let mut stmt = self.defset_head(part);
        if let StmtKind::Defset(stmt) = &mut stmt {
            stmt.body = self.stmts(part.find(BLOCK));
        }
        stmt
    }

    fn defset_head(&mut self, part: &P) -> StmtKind {
        let ty = self.type_in(part);
        match self.name(part) {
            Some((name, name_at)) => StmtKind::Defset(Defset {
                ty,
                name,
                name_at,
                body: Box::default(),
            }),
            None => StmtKind::Error,
        }
    }

    fn deftype(&mut self, part: &P) -> Option<StmtKind> {
        let (name, name_at) = self.name(part)?;
        Some(StmtKind::Deftype(Deftype {
            name,
            name_at,
            ty: self.type_in(part),
        }))
    }

    fn defvar(&mut self, part: &P) -> Option<Defvar> {
        let (name, name_at) = self.name(part)?;
        Some(Defvar {
            name,
            name_at,
            value: self.expr_or_missing(value_in(part), part),
        })
    }

    fn assert(&mut self, part: &P) -> Assert {
        let (cond, message) = expr::two_values(part);
        Assert {
            cond: self.expr_or_missing(cond, part),
            message: self.expr_or_missing(message, part),
        }
    }

    fn dump(&mut self, part: &P) -> Dump {
        let at = self.keyword(part);
        Dump {
            at,
            message: self.expr_or_missing(value_in(part), part),
        }
    }

    fn template_params(&mut self, params: &P) -> Box<[Decl]> {
        let decls = params
            .parts()
            .filter(|it| it.kind() == TEMPLATE_PARAM)
            .filter_map(|it| self.decl(&it));
        boxed(decls.collect::<SmallVec<[Decl; 8]>>())
    }

    /// What there is of template arguments without names.
    fn nameless_params(&mut self, params: &P) -> Box<[TypeExprId]> {
        let params = params.parts().filter(|it| it.kind() == TEMPLATE_PARAM);
        let nameless = params.filter(|it| it.find(IDENT).is_none());
        nameless.filter_map(|it| self.nameless(&it)).collect()
    }

    fn nameless(&mut self, part: &P) -> Option<TypeExprId> {
        let ty = part.parts().find(|it| Type::can_cast(it.kind()))?;
        Some(self.ty_or_missing(Some(ty), part))
    }

    fn body_items(&mut self, body: &P) -> Box<[BodyItem]> {
        let items = body.parts().filter_map(|part| match part.kind() {
            FIELD => match self.decl(&part) {
                Some(decl) => Some(BodyItem::Field(decl)),
                None => self.nameless(&part).map(BodyItem::Nameless),
            },
            BODY_LET => self.let_item(&part).map(BodyItem::Let),
            DEFVAR => self.defvar(&part).map(BodyItem::Defvar),
            ASSERT => Some(BodyItem::Assert(self.assert(&part))),
            DUMP => Some(BodyItem::Dump(self.dump(&part))),
            _ => None,
        });
        boxed(items.collect::<SmallVec<[BodyItem; 8]>>())
    }

    /// What stands in a class or record before the items of its body.
    fn header(&mut self, part: &P) -> SpanId {
        let before = part
            .parts()
            .take_while(|it| !matches!(it.kind(), BODY | SEMICOLON | ERROR))
            .filter(|it| it.kind() != INCLUDE);
        let span = match before.last() {
            Some(last) => Span {
                start: part.span().start,
                ..last.span()
            },
            None => part.span(),
        };
        self.span(span)
    }

    fn superclasses(&mut self, parents: &P, body: &mut ObjectBody) {
        body.parents = self.parents(parents);
        let written = parents.parts().filter(|it| it.kind() == CLASS_REF);
        body.lacks_parent = written.count() > body.parents.len();
    }

    fn parents(&mut self, parents: &P) -> Box<[Parent]> {
        let parents = parents
            .parts()
            .filter(|it| it.kind() == CLASS_REF)
            .filter_map(|it| {
                let mut parts = it.parts();
                let name = parts.next().filter(|name| name.kind() == IDENT)?;
                let name = self.syms.get(name.text());
                let at = self.span(it.span());
                let args = parts.find(|it| it.kind() == ARG_LIST);
                let args = args.map(|args| self.args(&args));
                Some(Parent { name, at, args })
            });
        boxed(parents.collect::<SmallVec<[Parent; 4]>>())
    }

    fn decl(&mut self, part: &P) -> Option<Decl> {
        let (mut field, mut assigned, mut ty, mut name, mut value) =
            (false, false, None, None, None);
        for it in part.parts() {
            match it.kind() {
                FIELD_KW => field = true,
                IDENT => name = Some(it),
                EQ => assigned = true,
                kind if Value::can_cast(kind) => value = Some(it),
                kind if Type::can_cast(kind) => ty = Some(it),
                _ => {}
            }
        }
        let name = name?;
        let ty = self.ty_or_missing(ty, part);
        let name_at = self.span(name.span());
        let value = assigned.then(|| self.expr_or_missing(value, part));
        Some(Decl {
            field,
            ty,
            name: self.syms.get(name.text()),
            name_at,
            value,
        })
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

/// What is in a vector, in one of just the size; the other keeps its room.
fn take_all<T>(from: &mut Vec<T>) -> Vec<T> {
    let mut all = Vec::with_capacity(from.len());
    all.append(from);
    all
}

/// The elements in memory of just their size: what grows and shrinks is allocated twice.
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
