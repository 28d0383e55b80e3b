//! Parts of classes, records and multiclasses: template arguments, superclasses and the items of bodies.

use smallvec::SmallVec;
use syntax::SyntaxKind::*;
use syntax::ast::{AstNode, Type};

use super::expr::two_values;
use super::part::Part;
use super::{Lower, boxed, is_value, value_in};
use crate::hir::*;

impl<'t, P: Part<'t>> Lower<'t, P> {
    /// The template arguments, and the types of those that have no name.
    pub(super) fn template_params(&mut self, params: &P) -> (Box<[Decl]>, Box<[TypeExprId]>) {
        let mut decls = SmallVec::<[Decl; 8]>::new();
        let mut nameless = Vec::new();
        for it in params.parts().filter(|it| it.kind() == TEMPLATE_PARAM) {
            match self.decl(&it) {
                Ok(decl) => decls.push(decl),
                Err(ty) => nameless.extend(ty),
            }
        }
        (Box::from(&decls[..]), nameless.into())
    }

    /// The declaration of a field or template argument. If it has no name, the error is its type.
    fn decl(&mut self, part: &P) -> Result<Decl, Option<TypeExprId>> {
        let (mut field, mut assigned) = (false, false);
        let (mut ty, mut name, mut value) = (None, None, None);
        for it in part.parts() {
            match it.kind() {
                FIELD_KW => field = true,
                IDENT => name = Some((self.syms.get(it.text()), self.span(it.span()))),
                EQ => assigned = true,
                kind if Type::can_cast(kind) => ty = Some(self.ty(&it)),
                kind if is_value(kind) && name.is_some() => value = Some(self.expr(&it)),
                _ => {}
            }
        }
        let (name, name_at) = name.ok_or(ty)?;
        let ty = ty.unwrap_or_else(|| self.ty_or_missing(None, part));
        if assigned && value.is_none() {
            value = Some(self.expr_or_missing(None, part));
        }
        Ok(Decl {
            field,
            ty,
            name,
            name_at,
            value,
        })
    }

    /// The span of the header of a class or record: the text before its body.
    pub(super) fn header(&mut self, part: &P) -> SpanId {
        let mut last = None;
        for it in part.parts() {
            match it.kind() {
                BODY | SEMICOLON | ERROR => break,
                INCLUDE => {}
                _ => last = Some(it),
            }
        }
        let whole = part.span();
        let span = last.map_or(whole, |last| Span {
            start: whole.start,
            ..last.span()
        });
        self.span(span)
    }

    /// Lowers superclasses or parent multiclasses. Those without a name are left out; the second result says whether
    /// there are any.
    pub(super) fn parents(&mut self, parents: &P) -> (Box<[Parent]>, bool) {
        let refs = || parents.parts().filter(|it| it.kind() == CLASS_REF);
        let written = refs().count();
        let mut all = Vec::with_capacity(written);
        for it in refs() {
            let mut parts = it.parts();
            let Some(name) = parts.next().filter(|name| name.kind() == IDENT) else {
                continue;
            };
            let name = self.syms.get(name.text());
            let at = self.span(it.span());
            let args = parts.find(|it| it.kind() == ARG_LIST);
            let args = args.map(|args| self.args(&args));
            all.push(Parent { name, at, args });
        }
        let lacks_name = all.len() < written;
        (all.into_boxed_slice(), lacks_name)
    }

    pub(super) fn body_items(&mut self, body: &P) -> Box<[BodyItem]> {
        let mut items = SmallVec::<[BodyItem; 8]>::new();
        for part in body.parts() {
            let item = match part.kind() {
                FIELD => match self.decl(&part) {
                    Ok(decl) => Some(BodyItem::Field(decl)),
                    Err(ty) => ty.map(BodyItem::Nameless),
                },
                BODY_LET => self.let_item(&part).map(BodyItem::Let),
                DEFVAR => self.defvar(&part).map(BodyItem::Defvar),
                ASSERT => Some(BodyItem::Assert(self.assert(&part))),
                DUMP => Some(BodyItem::Dump(self.dump(&part))),
                _ => None,
            };
            if let Some(item) = item {
                items.push(item);
            }
        }
        boxed(items)
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
                // No supported release assigns the value after `append` or `prepend`, so the value is dropped.
                kind if is_value(kind) && name.is_some() && !changes => {
                    value = Some(self.expr(&it));
                }
                _ => {}
            }
        }
        let (name, name_at) = name?;
        if !is_assigned {
            // Without `=`, only the bits are evaluated. It is not checked whether the field exists.
            bits = bits.into_iter().chain([self.missing_range(part)]).collect();
        }
        Some(LetItem {
            name,
            name_at,
            bits,
            value: value.unwrap_or_else(|| self.expr_or_missing(None, part)),
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
