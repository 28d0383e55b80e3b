//! Parts of classes, records and multiclasses: template arguments, superclasses and the items of bodies.

use smallvec::SmallVec;
use syntax::SyntaxKind::*;
use syntax::ast::{AstNode, Type, Value};

use super::expr::two_values;
use super::part::Part;
use super::{Lower, boxed, is_value, value_in};
use crate::hir::*;

impl<'t, P: Part<'t>> Lower<'t, P> {
    pub(super) fn template_params(&mut self, params: &P) -> Box<[Decl]> {
        let decls = params
            .parts()
            .filter(|it| it.kind() == TEMPLATE_PARAM)
            .filter_map(|it| self.decl(&it));
        boxed(decls.collect::<SmallVec<[Decl; 8]>>())
    }

    /// The types of the template arguments that have no name.
    pub(super) fn nameless_params(&mut self, params: &P) -> Box<[TypeExprId]> {
        let params = params.parts().filter(|it| it.kind() == TEMPLATE_PARAM);
        let nameless = params.filter(|it| it.find(IDENT).is_none());
        nameless.filter_map(|it| self.nameless(&it)).collect()
    }

    fn nameless(&mut self, part: &P) -> Option<TypeExprId> {
        let ty = part.parts().find(|it| Type::can_cast(it.kind()))?;
        Some(self.ty_or_missing(Some(ty), part))
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

    /// The span of the header of a class or record: the text before its body.
    pub(super) fn header(&mut self, part: &P) -> SpanId {
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

    pub(super) fn superclasses(&mut self, parents: &P, body: &mut ObjectBody) {
        body.parents = self.parents(parents);
        let written = parents.parts().filter(|it| it.kind() == CLASS_REF);
        body.lacks_parent = written.count() > body.parents.len();
    }

    pub(super) fn parents(&mut self, parents: &P) -> Box<[Parent]> {
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

    pub(super) fn body_items(&mut self, body: &P) -> Box<[BodyItem]> {
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

    pub(super) fn let_item(&mut self, part: &P) -> Option<LetItem> {
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
            // Without `=`, only the bits are evaluated. It is not checked whether the field exists.
            bits = bits.into_iter().chain([self.missing_range(part)]).collect();
        }
        // No supported release assigns the value after `append` or `prepend`, so the value is dropped.
        let value = value.filter(|_| !changes);
        Some(LetItem {
            name,
            name_at,
            bits,
            value: self.expr_or_missing(value, part),
        })
    }

    pub(super) fn defvar(&mut self, part: &P) -> Option<Defvar> {
        let (name, name_at) = self.name(part)?;
        Some(Defvar {
            name,
            name_at,
            value: self.expr_or_missing(value_in(part), part),
        })
    }

    pub(super) fn assert(&mut self, part: &P) -> Assert {
        let (cond, message) = two_values(part);
        Assert {
            cond: self.expr_or_missing(cond, part),
            message: self.expr_or_missing(message, part),
        }
    }

    pub(super) fn dump(&mut self, part: &P) -> Dump {
        let at = self.keyword(part);
        Dump {
            at,
            message: self.expr_or_missing(value_in(part), part),
        }
    }
}
