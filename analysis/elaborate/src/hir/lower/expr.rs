//! Lowering of expressions, types and ranges.

use std::iter;

use smallvec::SmallVec;
use syntax::SyntaxKind::{self, *};
use syntax::ast::{AstNode, Type};
use syntax::{BangOperator, literal};

use super::part::Part;
use super::{Lower, is_value, value_in};
use crate::hir::*;

impl<'t, P: Part<'t>> Lower<'t, P> {
    pub(super) fn expr(&mut self, part: &P) -> ExprId {
        let expr = match part.kind() {
            IDENT_VALUE => part
                .first_token(IDENT)
                .map(|name| Expr::Name(self.syms.get(name))),
            STRING_VALUE => Some(self.string(part)),
            INT_VALUE => part
                .first_token(INT_NUMBER)
                .and_then(literal::int_value)
                .map(Expr::Int),
            UNSET_VALUE => Some(Expr::Unset),
            _ => self.other_expr(part),
        };
        self.push_expr(expr.unwrap_or_default(), part.span())
    }

    /// Lowers an expression of a kind that is not among the most frequent ones.
    fn other_expr(&mut self, part: &P) -> Option<Expr> {
        Some(match part.kind() {
            BINARY_VALUE => binary(part.first_token(BINARY_NUMBER)?)?,
            BOOL_VALUE => Expr::Int(part.has(TRUE_KW).into()),
            CODE_VALUE => {
                let text = part.first_token(CODE_LITERAL).unwrap_or_default();
                Expr::Code(self.syms.get_as(text, || literal::code_value(text).into()))
            }
            BITS_VALUE => Expr::Braces(self.exprs(part, R_BRACE)),
            LIST_VALUE => self.list(part),
            DAG_VALUE => self.dag(part),
            CLASS_VALUE => self.instance(part)?,
            BANG_OP => self.bang(part)?,
            COND_OP => self.cond(part),
            FOREACH_OP => self.each(part)?,
            FOLDL_OP => self.foldl(part),
            BIT_ACCESS => self.bit_access(part),
            SLICE_ACCESS => self.slice(part),
            FIELD_ACCESS => self.field_access(part),
            PASTE => self.paste(part),
            _ => return None,
        })
    }

    /// The value of adjacent string literals.
    fn string(&mut self, part: &P) -> Expr {
        let mut literals = part.parts();
        let first = literals.next();
        let text = first.as_ref().map_or("", P::text);
        let kind = first.as_ref().map(P::kind);
        // An identifier before `=` is the name of an argument, not a reference.
        if kind == Some(IDENT) {
            return Expr::Str(self.syms.get(text));
        }
        let mut others = literals.filter(|it| it.kind() == STRING_LITERAL);
        Expr::Str(match others.next() {
            None => self.syms.get_as(text, || literal::string_value(text)),
            Some(second) => {
                let mut value = literal::string_value(text);
                for literal in iter::once(second).chain(others) {
                    value += literal::string_value(literal.text());
                }
                Sym::new(&value)
            }
        })
    }

    /// Lowers a value. If the value is missing, adds a `Missing` at the end of `parent`. The parser has reported the
    /// error.
    pub(super) fn expr_or_missing(&mut self, value: Option<P>, parent: &P) -> ExprId {
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

    /// Lowers the values in a node up to its closing bracket. If there is an error before that bracket, or if the
    /// bracket is missing, a `Missing` is added.
    fn exprs(&mut self, part: &P, closer: SyntaxKind) -> Box<[ExprId]> {
        self.exprs_in(&mut part.parts(), part, closer)
    }

    /// Like `exprs`. The values are in `parts`, which are children of `part`; the parts after the bracket are left.
    fn exprs_in(
        &mut self,
        parts: &mut impl Iterator<Item = P>,
        part: &P,
        closer: SyntaxKind,
    ) -> Box<[ExprId]> {
        let mut exprs = SmallVec::<[ExprId; 8]>::new();
        let mut is_closed = false;
        for value in parts {
            let kind = value.kind();
            if is_value(kind) {
                exprs.push(self.expr(&value));
            } else if kind == ERROR {
                // After an error, it is unknown what the values belong to.
                break;
            } else if kind == closer {
                is_closed = true;
                break;
            }
        }
        if !is_closed {
            exprs.push(self.expr_or_missing(None, part));
        }
        Box::from(&exprs[..])
    }

    fn list(&mut self, part: &P) -> Expr {
        let mut parts = part.parts();
        let mut elems = self.exprs_in(&mut parts, part, R_BRACK);
        let has_type = parts.any(|it| it.kind() == L_ANGLE);
        let elem_ty = has_type.then(|| self.type_in(part));
        if elem_ty.is_some() && !part.has(R_ANGLE) {
            elems = elems
                .into_iter()
                .chain([self.expr_or_missing(None, part)])
                .collect();
        }
        Expr::List { elems, elem_ty }
    }

    fn dag(&mut self, part: &P) -> Expr {
        let mut op = None;
        let mut args = SmallVec::<[DagArg; 4]>::new();
        let mut is_closed = false;
        for it in part.parts() {
            match it.kind() {
                DAG_ARG => {
                    let (value, name) = dag_arg(&it);
                    let name = name.map(|it| self.syms.get(it));
                    if op.is_none() {
                        op = Some((self.expr_or_missing(value, &it), name));
                    } else {
                        let is_there = value.is_some() || name.is_none();
                        let value = is_there.then(|| self.expr_or_missing(value, &it));
                        args.push(DagArg { value, name });
                    }
                }
                R_PAREN => is_closed = true,
                ERROR => break,
                _ => {}
            }
        }
        let (op, op_name) = op.unwrap_or_else(|| (self.expr_or_missing(None, part), None));
        if !is_closed {
            args.push(DagArg {
                value: Some(self.expr_or_missing(None, part)),
                name: None,
            });
        }
        let args = Box::from(&args[..]);
        Expr::Dag { op, op_name, args }
    }

    fn instance(&mut self, part: &P) -> Option<Expr> {
        let mut parts = part.parts();
        let class = parts.next().filter(|it| it.kind() == IDENT)?;
        let class = self.syms.get(class.text());
        let args = parts.find(|it| it.kind() == ARG_LIST);
        let args = args.map(|args| self.args(&args)).unwrap_or_default();
        Some(Expr::Instance { class, args })
    }

    /// Lowers the arguments in angle brackets. If there is an error or no closing bracket, an argument whose name and
    /// value are `Missing` is added.
    pub(super) fn args(&mut self, list: &P) -> Box<[Arg]> {
        let mut args = SmallVec::<[Arg; 8]>::new();
        let mut is_closed = false;
        for part in list.parts() {
            match part.kind() {
                NAMED_ARG => args.push(self.named_arg(&part)),
                kind if is_value(kind) => args.push(Arg {
                    name: None,
                    value: self.expr(&part),
                }),
                R_ANGLE => is_closed = true,
                ERROR => break,
                _ => {}
            }
        }
        if !is_closed {
            let missing = self.expr_or_missing(None, list);
            args.push(Arg {
                name: Some(missing),
                value: missing,
            });
        }
        Box::from(&args[..])
    }

    fn named_arg(&mut self, part: &P) -> Arg {
        let (name, value) = two_values(part);
        Arg {
            name: Some(self.expr_or_missing(name, part)),
            value: self.expr_or_missing(value, part),
        }
    }

    fn bang(&mut self, part: &P) -> Option<Expr> {
        let op = BangOperator::from_name(part.first_token(BANG_OPERATOR)?.get(1..)?)?;
        let ty = part.has(L_ANGLE).then(|| self.type_in(part));
        let args = if part.has(L_PAREN) {
            self.exprs(part, R_PAREN)
        } else {
            Box::new([self.expr_or_missing(None, part)])
        };
        Some(Expr::Bang { op, ty, args })
    }

    fn cond(&mut self, part: &P) -> Expr {
        let arms = part
            .parts()
            .filter(|it| it.kind() == COND_CLAUSE)
            .map(|arm| {
                let (cond, value) = two_values(&arm);
                (
                    self.expr_or_missing(cond, &arm),
                    self.expr_or_missing(value, &arm),
                )
            });
        let mut arms: SmallVec<[(ExprId, ExprId); 8]> = arms.collect();
        if arms.is_empty() || part.has(ERROR) || !part.has(R_PAREN) {
            let missing = self.expr_or_missing(None, part);
            arms.push((missing, missing));
        }
        Expr::Cond(Box::from(&arms[..]))
    }

    fn each(&mut self, part: &P) -> Option<Expr> {
        let filter = part.has(BANG_FILTER);
        let (var, var_at) = self.name(part)?;
        let mut values = sound_parts(part).filter(|it| is_value(it.kind()));
        let mut list = self.expr_or_missing(values.next(), part);
        // The reference checks the type of the list only after it has read the comma that follows.
        if sound_parts(part).filter(|it| it.kind() == COMMA).count() < 2 {
            list = self.cut_after(list, part);
        }
        let mut body = self.expr_or_missing(values.next(), part);
        if !part.has(R_PAREN) {
            body = self.cut_after(body, part);
        }
        Some(Expr::Each {
            filter,
            var,
            var_at,
            list,
            body,
        })
    }

    fn foldl(&mut self, part: &P) -> Expr {
        let mut values = sound_parts(part).filter(|it| is_value(it.kind()));
        let start = self.expr_or_missing(values.next(), part);
        let list = self.expr_or_missing(values.next(), part);
        let mut variables = sound_parts(part).filter(|it| it.kind() == IDENT);
        let (acc, var) = (variables.next(), variables.next());
        let body = self.expr_or_missing(values.next().filter(|_| var.is_some()), part);
        let mut name = |token: Option<P>| match token {
            Some(token) => (self.syms.get(token.text()), self.span(token.span())),
            // The rest of the operator is missing as well, so the name is never looked up.
            None => (Sym::new(""), self.span(nothing_in(part))),
        };
        let ((acc, acc_at), (var, var_at)) = (name(acc), name(var));
        let foldl = Expr::Foldl {
            start,
            list,
            acc,
            acc_at,
            var,
            var_at,
            body,
        };
        self.closed_by(R_PAREN, foldl, part)
    }

    fn bit_access(&mut self, part: &P) -> Expr {
        let base = self.expr_or_missing(value_in(part), part);
        let list = part.find(RANGE_LIST);
        let ranges = match &list {
            Some(list) => self.ranges(list),
            None => Box::new([self.missing_range(part)]),
        };
        let is_sound = list
            .as_ref()
            .is_some_and(|it| it.has(R_BRACE) && !it.has(ERROR));
        let brace = list.and_then(|list| list.find(L_BRACE));
        let brace_at = self.span(brace.as_ref().unwrap_or(part).span());
        let bits = Expr::Bits {
            base,
            ranges,
            brace_at,
        };
        if is_sound {
            bits
        } else {
            let bits = self.push_expr(bits, part.span());
            self.and_no_more(bits, part)
        }
    }

    /// Returns `expr`, the expression of the node `part`. If the node lacks `closer` or contains an error, returns an
    /// expression whose elaboration evaluates `expr` and then stops.
    fn closed_by(&mut self, closer: SyntaxKind, expr: Expr, part: &P) -> Expr {
        if part.has(closer) && !part.has(ERROR) {
            return expr;
        }
        let base = self.push_expr(expr, part.span());
        self.and_no_more(base, part)
    }

    /// Wraps a complete expression in another expression whose elaboration evaluates the complete expression and then
    /// stops. The span stays the same.
    fn cut_after(&mut self, expr: ExprId, part: &P) -> ExprId {
        let at = self.exprs[expr.0 as usize].at;
        let expr = self.and_no_more(expr, part);
        self.exprs.push(ExprData { expr, at });
        ExprId(self.exprs.len() as u32 - 1)
    }

    /// An expression whose elaboration evaluates `base` and then stops, because a part of the source is missing.
    fn and_no_more(&mut self, base: ExprId, part: &P) -> Expr {
        Expr::Bits {
            base,
            ranges: Box::new([self.missing_range(part)]),
            brace_at: self.span(part.span()),
        }
    }

    pub(super) fn missing_range(&mut self, part: &P) -> RangePiece {
        RangePiece {
            start: self.expr_or_missing(None, part),
            end: RangeEnd::None,
        }
    }

    fn slice(&mut self, part: &P) -> Expr {
        let base = self.expr_or_missing(value_in(part), part);
        let mut trailing_comma = false;
        let mut elems = SmallVec::<[SliceElem; 4]>::new();
        for it in sound_parts(part) {
            match it.kind() {
                RANGE => {
                    let RangePiece { start, end } = self.range(&it);
                    elems.push(SliceElem { start, end });
                    trailing_comma = false;
                }
                COMMA => trailing_comma = true,
                _ => {}
            }
        }
        let slice = Expr::Slice {
            base,
            elems: Box::from(&elems[..]),
            trailing_comma,
        };
        self.closed_by(R_BRACK, slice, part)
    }

    fn field_access(&mut self, part: &P) -> Expr {
        let base = self.expr_or_missing(value_in(part), part);
        match self.name(part) {
            Some((name, name_at)) => Expr::Field {
                base,
                name,
                name_at,
            },
            None => self.and_no_more(base, part),
        }
    }

    fn paste(&mut self, part: &P) -> Expr {
        let (mut lhs, mut at, mut rhs) = (None, None, None);
        for it in part.parts() {
            match it.kind() {
                HASH => at = Some(self.span(it.span())),
                kind if !is_value(kind) => {}
                _ if lhs.is_none() => lhs = Some(self.expr(&it)),
                _ => rhs = Some(self.expr(&it)),
            }
        }
        Expr::Paste {
            lhs: lhs.unwrap_or_else(|| self.expr_or_missing(None, part)),
            rhs,
            at: at.unwrap_or_else(|| self.span(part.span())),
        }
    }

    /// The valid pieces of a range list. If no piece is valid, a `Missing` piece, because an empty list would mean the
    /// whole value.
    pub(super) fn ranges(&mut self, list: &P) -> Box<[RangePiece]> {
        let pieces = sound_parts(list)
            .filter(|it| it.kind() == RANGE)
            .map(|it| self.range(&it));
        let mut pieces: SmallVec<[RangePiece; 4]> = pieces.collect();
        if pieces.is_empty() {
            pieces.push(self.missing_range(list));
        }
        Box::from(&pieces[..])
    }

    /// Like `ranges`, but adds a `Missing` piece if the list has an error or is not closed.
    pub(super) fn closed_ranges(&mut self, list: &P, closer: SyntaxKind) -> Box<[RangePiece]> {
        let mut pieces = self.ranges(list);
        if list.has(ERROR) || !list.has(closer) {
            pieces = pieces
                .into_iter()
                .chain([self.missing_range(list)])
                .collect();
        }
        pieces
    }

    pub(super) fn range(&mut self, part: &P) -> RangePiece {
        let separated = part.parts().any(|it| matches!(it.kind(), DOT3 | MINUS));
        let (start, end) = two_values(part);
        let start = self.expr_or_missing(start, part);
        let end = match end {
            None if !separated => RangeEnd::None,
            Some(end) if !separated => RangeEnd::Negative(self.expr(&end)),
            end => RangeEnd::Value(self.expr_or_missing(end, part)),
        };
        RangePiece { start, end }
    }

    /// The type that is a direct child of a node.
    pub(super) fn type_in(&mut self, part: &P) -> TypeExprId {
        self.ty_or_missing(part.parts().find(|it| Type::can_cast(it.kind())), part)
    }

    pub(super) fn ty_or_missing(&mut self, ty: Option<P>, parent: &P) -> TypeExprId {
        match ty {
            Some(part) => self.ty(&part),
            None => self.push_type(TypeExpr::Missing, nothing_in(parent)),
        }
    }

    pub(super) fn ty(&mut self, part: &P) -> TypeExprId {
        let ty = match part.kind() {
            PRIMITIVE_TYPE => primitive_type(part),
            BITS_TYPE => part
                .token(INT_NUMBER)
                .and_then(bits_width)
                .map(TypeExpr::Bits),
            LIST_TYPE => Some(TypeExpr::List(self.type_in(part))),
            CLASS_TYPE => part
                .first_token(IDENT)
                .map(|it| TypeExpr::Named(self.syms.get(it))),
            _ => None,
        };
        self.push_type(ty.unwrap_or(TypeExpr::Missing), part.span())
    }

    fn push_type(&mut self, ty: TypeExpr, span: Span) -> TypeExprId {
        let at = self.span(span);
        self.types.push(TypeExprData { ty, at });
        TypeExprId(self.types.len() as u32 - 1)
    }
}

/// The parts of a node before the first syntax error.
fn sound_parts<'t, P: Part<'t>>(part: &P) -> impl Iterator<Item = P> + use<'t, P> {
    part.parts().take_while(|it| it.kind() != ERROR)
}

/// The first two values that are direct children of a node. The parser creates a node for a missing value too, so
/// the second value is not mistaken for the first.
pub(super) fn two_values<'t, P: Part<'t>>(part: &P) -> (Option<P>, Option<P>) {
    let mut values = part.parts().filter(|it| is_value(it.kind()));
    (values.next(), values.next())
}

/// An empty span at the end of a node, for a missing part.
fn nothing_in<'t>(parent: &impl Part<'t>) -> Span {
    let span = parent.span();
    Span {
        start: span.end,
        ..span
    }
}

/// The value and the name of a dag's operator or argument.
fn dag_arg<'t, P: Part<'t>>(arg: &P) -> (Option<P>, Option<&'t str>) {
    let (mut value, mut name) = (None, None);
    for it in arg.parts() {
        match it.kind() {
            VAR_NAME => name = it.text().strip_prefix('$'),
            kind if is_value(kind) => value = Some(it),
            _ => {}
        }
    }
    (value, name)
}

fn primitive_type<'t>(part: &impl Part<'t>) -> Option<TypeExpr> {
    Some(match part.parts().next()?.kind() {
        BIT_KW => TypeExpr::Bit,
        INT_KW => TypeExpr::Int,
        STRING_KW => TypeExpr::String,
        CODE_KW => TypeExpr::Code,
        DAG_KW => TypeExpr::Dag,
        _ => return None,
    })
}

fn binary(text: &str) -> Option<Expr> {
    Some(Expr::Binary {
        value: literal::int_value(text)? as u64,
        width: literal::bit_width(text) as u32,
    })
}

/// The width in `bits<width>`, which the reference reads as an unsigned integer.
fn bits_width(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None if text.starts_with('-') => text.parse::<i64>().ok().map(|width| width as u64),
        None => text.parse().ok(),
    }
}
