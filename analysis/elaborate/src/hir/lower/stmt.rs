//! Lowering of statements.

use smallvec::SmallVec;
use syntax::SyntaxKind::*;
use syntax::ast::{AstNode, Statement, Value};

use super::part::Part;
use super::{Lower, boxed, is_value, value_in};
use crate::hir::*;

impl<'t, P: Part<'t>> Lower<'t, P> {
    /// Lowers the statements in a block that belongs to the same statement as its head.
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

    pub(super) fn stmt(&mut self, part: &P) -> StmtKind {
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
                TEMPLATE_PARAMS => (args, nameless) = self.template_params(&it),
                PARENTS => (body.parents, body.lacks_parent) = self.parents(&it),
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
                TEMPLATE_PARAMS => (args, nameless) = self.template_params(&it),
                PARENTS => (parents, _) = self.parents(&it),
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
                PARENTS => (body.parents, body.lacks_parent) = self.parents(&it),
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
                PARENTS => (parents, _) = self.parents(&it),
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

    pub(super) fn let_head(&mut self, part: &P) -> StmtKind {
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

    fn defset(&mut self, part: &P) -> StmtKind {
        let mut stmt = self.defset_head(part);
        if let StmtKind::Defset(stmt) = &mut stmt {
            stmt.body = self.stmts(part.find(BLOCK));
        }
        stmt
    }

    pub(super) fn defset_head(&mut self, part: &P) -> StmtKind {
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
}
