//! Expressions, types and ranges.

use std::borrow::Cow;

use smallvec::SmallVec;
use syntax::SyntaxKind::*;
use syntax::ast::{AstNode, Type};
use syntax::{BangOperator, literal};

use super::part::Part;
use super::{Lower, is_value, value_in};
use crate::hir::*;

impl<'t> Lower<'t> {
    pub(super) fn expr(&mut self, part: &Part<'t>) -> ExprId {
        let expr = match part.kind {
            IDENT_VALUE => part
                .token(IDENT)
                .map(|name| Expr::Name(self.syms.get(name))),
            INT_VALUE => part
                .token(INT_NUMBER)
                .and_then(literal::int_value)
                .map(Expr::Int),
            BINARY_VALUE => part.token(BINARY_NUMBER).and_then(binary),
            BOOL_VALUE => Some(Expr::Int(part.has(TRUE_KW).into())),
            STRING_VALUE => Some(Expr::Str(Sym::new(&string(part)))),
            CODE_VALUE => Some(Expr::Code(Sym::new(
                part.token(CODE_LITERAL).map_or("", literal::code_value),
            ))),
            UNSET_VALUE => Some(Expr::Unset),
            BITS_VALUE => Some(Expr::Braces(self.exprs(part))),
            LIST_VALUE => Some(self.list(part)),
            DAG_VALUE => Some(self.dag(part)),
            CLASS_VALUE => self.instance(part),
            BANG_OP => self.bang(part),
            COND_OP => Some(self.cond(part)),
            FOREACH_OP => self.each(part),
            FOLDL_OP => self.foldl(part),
            BIT_ACCESS => Some(self.bit_access(part)),
            SLICE_ACCESS => Some(self.slice(part)),
            FIELD_ACCESS => self.field_access(part),
            PASTE => Some(self.paste(part)),
            _ => None,
        };
        self.push_expr(expr.unwrap_or(Expr::Missing), part.span())
    }

    /// The value, or what stands for it when the parser found none inside `parent`.
    pub(super) fn expr_or_missing(&mut self, value: Option<Part<'t>>, parent: &Part<'t>) -> ExprId {
        match value {
            Some(value) => self.expr(&value),
            None => self.push_expr(Expr::Missing, nothing_in(parent)),
        }
    }

    fn push_expr(&mut self, expr: Expr, span: Span) -> ExprId {
        let at = self.span(span);
        self.exprs.push(ExprData { expr, at });
        ExprId(self.exprs.len() as u32 - 1)
    }

    /// All values directly in a node.
    fn exprs(&mut self, part: &Part<'t>) -> Box<[ExprId]> {
        let mut exprs = SmallVec::<[ExprId; 8]>::new();
        for value in part.parts() {
            if value.kind == ERROR {
                // What comes after it may be anything.
                exprs.push(self.expr_or_missing(None, part));
                break;
            }
            if is_value(value.kind) {
                exprs.push(self.expr(&value));
            }
        }
        exprs.into_boxed_slice()
    }

    fn list(&mut self, part: &Part<'t>) -> Expr {
        let elems = self.exprs(part);
        let elem_ty = part.has(L_ANGLE).then(|| self.type_in(part));
        Expr::List { elems, elem_ty }
    }

    fn dag(&mut self, part: &Part<'t>) -> Expr {
        let mut parts = part.parts().filter(|it| it.kind == DAG_ARG);
        let operator = parts.next();
        let op = self.expr_or_missing(
            operator.as_ref().and_then(value_in),
            operator.as_ref().unwrap_or(part),
        );
        let op_name = operator.as_ref().and_then(dag_name);
        let mut args = SmallVec::<[DagArg; 4]>::new();
        for arg in parts {
            let (value, name) = (value_in(&arg), dag_name(&arg));
            let value =
                (value.is_some() || name.is_none()).then(|| self.expr_or_missing(value, &arg));
            args.push(DagArg { value, name });
        }
        let args = args.into_boxed_slice();
        Expr::Dag { op, op_name, args }
    }

    fn instance(&mut self, part: &Part<'t>) -> Option<Expr> {
        let class = self.syms.get(part.token(IDENT)?);
        let args = part
            .find(ARG_LIST)
            .map(|args| self.args(&args))
            .unwrap_or_default();
        Some(Expr::Instance { class, args })
    }

    /// The arguments between angle brackets.
    pub(super) fn args(&mut self, list: &Part<'t>) -> Box<[Arg]> {
        let mut args = SmallVec::<[Arg; 8]>::new();
        for part in list.parts() {
            match part.kind {
                NAMED_ARG => args.push(self.named_arg(&part)),
                kind if is_value(kind) => args.push(Arg {
                    name: None,
                    value: self.expr(&part),
                }),
                ERROR => {
                    args.push(Arg {
                        name: None,
                        value: self.expr_or_missing(None, list),
                    });
                    break;
                }
                _ => {}
            }
        }
        args.into_boxed_slice()
    }

    fn named_arg(&mut self, part: &Part<'t>) -> Arg {
        let (name, value) = two_values(part);
        Arg {
            name: Some(self.expr_or_missing(name, part)),
            value: self.expr_or_missing(value, part),
        }
    }

    fn bang(&mut self, part: &Part<'t>) -> Option<Expr> {
        let op = BangOperator::from_name(part.token(BANG_OPERATOR)?.get(1..)?)?;
        let ty = part.has(L_ANGLE).then(|| self.type_in(part));
        let args = if part.has(L_PAREN) {
            self.exprs(part)
        } else {
            Box::new([self.expr_or_missing(None, part)])
        };
        Some(Expr::Bang { op, ty, args })
    }

    fn cond(&mut self, part: &Part<'t>) -> Expr {
        let arms = part.parts().filter(|it| it.kind == COND_CLAUSE).map(|arm| {
            let (cond, value) = two_values(&arm);
            (
                self.expr_or_missing(cond, &arm),
                self.expr_or_missing(value, &arm),
            )
        });
        let mut arms: SmallVec<[(ExprId, ExprId); 8]> = arms.collect();
        if arms.is_empty() || part.has(ERROR) {
            let missing = self.expr_or_missing(None, part);
            arms.push((missing, missing));
        }
        Expr::Cond(arms.into_boxed_slice())
    }

    fn each(&mut self, part: &Part<'t>) -> Option<Expr> {
        if part.has(ERROR) {
            return None;
        }
        let filter = part.has(BANG_FILTER);
        let (var, var_at) = self.name(part)?;
        let mut values = part.parts().filter(|it| is_value(it.kind));
        let list = self.expr_or_missing(values.next(), part);
        let body = self.expr_or_missing(values.next(), part);
        Some(Expr::Each {
            filter,
            var,
            var_at,
            list,
            body,
        })
    }

    fn foldl(&mut self, part: &Part<'t>) -> Option<Expr> {
        if part.has(ERROR) {
            return None;
        }
        let mut values = part.parts().filter(|it| is_value(it.kind));
        let start = self.expr_or_missing(values.next(), part);
        let list = self.expr_or_missing(values.next(), part);
        let mut variables = part.parts().filter(|it| it.kind == IDENT);
        let (acc, var) = (variables.next()?, variables.next()?);
        let (acc_at, var_at) = (self.span(acc.span()), self.span(var.span()));
        let body = self.expr_or_missing(values.next(), part);
        let (acc, var) = (self.syms.get(acc.text()), self.syms.get(var.text()));
        Some(Expr::Foldl {
            start,
            list,
            acc,
            acc_at,
            var,
            var_at,
            body,
        })
    }

    fn bit_access(&mut self, part: &Part<'t>) -> Expr {
        let base = self.expr_or_missing(value_in(part), part);
        let list = part.find(RANGE_LIST);
        let ranges = list
            .as_ref()
            .map(|list| self.ranges(list))
            .unwrap_or_default();
        let brace = list.and_then(|list| list.find(L_BRACE));
        let brace_at = self.span(brace.as_ref().unwrap_or(part).span());
        Expr::Bits {
            base,
            ranges,
            brace_at,
        }
    }

    fn slice(&mut self, part: &Part<'t>) -> Expr {
        let base = self.expr_or_missing(value_in(part), part);
        let mut trailing_comma = false;
        let mut elems = SmallVec::<[SliceElem; 4]>::new();
        for it in part.parts() {
            match it.kind {
                RANGE => {
                    let RangePiece { start, end } = self.range(&it);
                    elems.push(SliceElem { start, end });
                    trailing_comma = false;
                }
                COMMA => trailing_comma = true,
                _ => {}
            }
        }
        Expr::Slice {
            base,
            elems: elems.into_boxed_slice(),
            trailing_comma,
        }
    }

    fn field_access(&mut self, part: &Part<'t>) -> Option<Expr> {
        let base = self.expr_or_missing(value_in(part), part);
        let (name, name_at) = self.name(part)?;
        Some(Expr::Field {
            base,
            name,
            name_at,
        })
    }

    fn paste(&mut self, part: &Part<'t>) -> Expr {
        let (lhs, rhs) = two_values(part);
        let lhs = self.expr_or_missing(lhs, part);
        let hash = part.find(HASH);
        let at = self.span(hash.as_ref().unwrap_or(part).span());
        Expr::Paste {
            lhs,
            rhs: rhs.map(|rhs| self.expr(&rhs)),
            at,
        }
    }

    /// The pieces of a range list that is there; never none, which would mean something else.
    pub(super) fn ranges(&mut self, list: &Part<'t>) -> Box<[RangePiece]> {
        let pieces = list
            .parts()
            .filter(|it| it.kind == RANGE)
            .map(|it| self.range(&it));
        let mut pieces: SmallVec<[RangePiece; 4]> = pieces.collect();
        if pieces.is_empty() {
            pieces.push(RangePiece {
                start: self.expr_or_missing(None, list),
                end: RangeEnd::None,
            });
        }
        pieces.into_boxed_slice()
    }

    pub(super) fn range(&mut self, part: &Part<'t>) -> RangePiece {
        let separated = part.parts().any(|it| matches!(it.kind, DOT3 | MINUS));
        let (start, end) = two_values(part);
        let start = self.expr_or_missing(start, part);
        let end = match end {
            None if !separated => RangeEnd::None,
            Some(end) if !separated => RangeEnd::Negative(self.expr(&end)),
            end => RangeEnd::Value(self.expr_or_missing(end, part)),
        };
        RangePiece { start, end }
    }

    /// The type directly in a node.
    pub(super) fn type_in(&mut self, part: &Part<'t>) -> TypeExprId {
        self.ty_or_missing(part.parts().find(|it| Type::can_cast(it.kind)), part)
    }

    pub(super) fn ty_or_missing(&mut self, ty: Option<Part<'t>>, parent: &Part<'t>) -> TypeExprId {
        let (ty, span) = match ty {
            Some(part) => (self.ty(&part).unwrap_or(TypeExpr::Missing), part.span()),
            None => (TypeExpr::Missing, nothing_in(parent)),
        };
        let at = self.span(span);
        self.types.push(TypeExprData { ty, at });
        TypeExprId(self.types.len() as u32 - 1)
    }

    fn ty(&mut self, part: &Part<'t>) -> Option<TypeExpr> {
        match part.kind {
            PRIMITIVE_TYPE => Some(match part.parts().next()?.kind {
                BIT_KW => TypeExpr::Bit,
                INT_KW => TypeExpr::Int,
                STRING_KW => TypeExpr::String,
                CODE_KW => TypeExpr::Code,
                DAG_KW => TypeExpr::Dag,
                _ => return None,
            }),
            BITS_TYPE => Some(TypeExpr::Bits(bits_width(part.token(INT_NUMBER)?)?)),
            LIST_TYPE => Some(TypeExpr::List(self.type_in(part))),
            CLASS_TYPE => Some(TypeExpr::Named(self.syms.get(part.token(IDENT)?))),
            _ => None,
        }
    }
}

/// The first two values directly in a node. The parser keeps the place of one that is missing.
pub(super) fn two_values<'t>(part: &Part<'t>) -> (Option<Part<'t>>, Option<Part<'t>>) {
    let mut values = part.parts().filter(|it| is_value(it.kind));
    (values.next(), values.next())
}

/// The place of something that should be in a node and is not.
fn nothing_in(parent: &Part) -> Span {
    Span {
        start: parent.end(),
        ..parent.span()
    }
}

fn dag_name(arg: &Part) -> Option<Sym> {
    arg.token(VAR_NAME)?.strip_prefix('$').map(Sym::new)
}

/// The content of a string, which may be written as several.
fn string<'t>(part: &Part<'t>) -> Cow<'t, str> {
    let mut strings = part.tokens(STRING_LITERAL).map(literal::string_value);
    let first = strings.next().unwrap_or_default();
    strings.fold(first, |all, it| all + it)
}

fn binary(text: &str) -> Option<Expr> {
    Some(Expr::Binary {
        value: literal::int_value(text)? as u64,
        width: literal::bit_width(text) as u32,
    })
}

/// The width in `bits<width>`, which the reference reads as an unsigned number.
fn bits_width(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None if text.starts_with('-') => text.parse::<i64>().ok().map(|width| width as u64),
        None => text.parse().ok(),
    }
}
