//! Evaluating bang operators with two operands, and operators such as `!add` that accept more than two.

use crate::hir::{ExprId, SpanId, TypeExprId};
use crate::lattice::TypeLattice;
use crate::value::{BinOp, Ty, ValueId};

use super::{Cx, RecordScope, Result, Stopped};

impl Cx<'_> {
    pub(super) fn binary_operator(
        &mut self,
        at: SpanId,
        op: BinOp,
        ty: Option<TypeExprId>,
        args: &[ExprId],
        want: Option<Ty>,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let values = self.values;
        let mut result: Option<Ty> = match op {
            BinOp::Concat | BinOp::SetDagOp | BinOp::SetDagOpName => Some(Ty::DAG),
            BinOp::GetDagArg => Some(self.type_expr(ty.ok_or(Stopped)?)?),
            BinOp::GetDagName | BinOp::StrConcat | BinOp::Interleave => Some(Ty::STRING),
            BinOp::Match
            | BinOp::Eq
            | BinOp::Ne
            | BinOp::Le
            | BinOp::Lt
            | BinOp::Ge
            | BinOp::Gt => Some(Ty::BIT),
            BinOp::ListConcat | BinOp::ListSplat | BinOp::ListRemove => None,
            _ => Some(Ty::INT),
        };
        // The required type of the next operand; `None` while it is not known.
        let mut arg_ty: Option<Ty> = match op {
            BinOp::Concat
            | BinOp::SetDagOp
            | BinOp::SetDagOpName
            | BinOp::GetDagArg
            | BinOp::GetDagName => Some(Ty::DAG),
            BinOp::StrConcat | BinOp::Match => Some(Ty::STRING),
            BinOp::ListConcat | BinOp::ListRemove => want,
            _ if is_arithmetic(op) => Some(Ty::INT),
            _ => None,
        };
        if let (Some(result), Some(want)) = (result, want)
            && !self.is_convertible(result, want)
        {
            let message = format!(
                "expected value of type '{}', got '{}'",
                self.show_type(want),
                self.show_type(result)
            );
            return self.error(at, message);
        }
        let mut operands: Vec<ValueId> = Vec::with_capacity(args.len());
        for arg in args {
            let arg_at = self.expr_at(*arg);
            let v = self.value(*arg, arg_ty, cur)?;
            operands.push(v);
            let Some(own) = values.type_of(v) else {
                let message = format!("expected value to be a typed value, got '{}'", self.show(v));
                return self.error(at, message);
            };
            match arg_ty {
                None => arg_ty = self.first_operand(op, at, arg_at, own, operands.len(), want)?,
                Some(expected) => match self.common_type(expected, own) {
                    Some(common) if !is_arithmetic(op) => arg_ty = Some(common),
                    Some(_) => {}
                    None => {
                        let (expected, own) = (self.show_type(expected), self.show_type(own));
                        return self.error(
                            arg_at,
                            format!("expected value of type '{expected}', got '{own}'"),
                        );
                    }
                },
            }
            match op {
                BinOp::SetDagOp => arg_ty = Some(Ty::RECORD),
                BinOp::SetDagOpName => arg_ty = Some(Ty::STRING),
                BinOp::GetDagArg => arg_ty = None,
                BinOp::GetDagName => arg_ty = Some(Ty::INT),
                _ => {}
            }
        }
        match op {
            BinOp::ListConcat | BinOp::ListRemove => result = arg_ty,
            BinOp::ListSplat => {
                result = operands
                    .first()
                    .and_then(|v| values.type_of(*v))
                    .map(|ty| values.list_ty(ty));
            }
            _ => {}
        }
        let result = result.ok_or(Stopped)?;
        if op.is_associative() {
            self.join_last(op, &mut operands)?;
            if args.len() > 1
                && let [joined] = operands[..]
            {
                return Ok(joined);
            }
            while operands.len() > 2
                && let (Some(right), Some(left)) = (operands.pop(), operands.pop())
            {
                operands.push(self.fold_bin(op, left, right, result, cur)?);
            }
        }
        match operands[..] {
            [left, right] => self.fold_bin(op, left, right, result, cur),
            // The parser has reported a wrong number of operands.
            _ => Err(Stopped),
        }
    }

    /// Checks an operand whose type determines the type of the next one. Returns the type that the next operand must
    /// have; `None` if the types of the two operands are independent.
    fn first_operand(
        &mut self,
        op: BinOp,
        at: SpanId,
        arg_at: SpanId,
        own: Ty,
        count: usize,
        want: Option<Ty>,
    ) -> Result<Option<Ty>> {
        let values = self.values;
        let text = self.show_type(own);
        match op {
            BinOp::ListConcat | BinOp::ListRemove => {
                if !values.is_list(own) {
                    return self.error(
                        arg_at,
                        format!("expected a list, got value of type '{text}'"),
                    );
                }
                Ok(Some(own))
            }
            BinOp::ListSplat => {
                if let Some(want) = want
                    && count == 1
                {
                    let Some(elem) = values.elem_ty(want) else {
                        let want = self.show_type(want);
                        return self.error(
                            at,
                            format!("expected output type to be a list, got type '{want}'"),
                        );
                    };
                    if !self.is_convertible(values.list_ty(own), want) {
                        let elem = self.show_type(elem);
                        let message = format!(
                            "expected first arg type to be '{text}', got value of type '{elem}'"
                        );
                        return self.error(at, message);
                    }
                }
                if count == 2 && own != Ty::INT {
                    let message = format!(
                        "expected second parameter to be an int, got value of type '{text}'"
                    );
                    return self.error(arg_at, message);
                }
                Ok(None)
            }
            BinOp::Interleave => {
                let strings = values.list_ty(Ty::STRING);
                let ints = values.list_ty(Ty::INT);
                if count == 1 && own != strings && !self.is_convertible(own, ints) {
                    let message = format!(
                        "expected list of string, int, bits, or bit; got value of type '{text}'"
                    );
                    return self.error(arg_at, message);
                }
                if count == 2 && own != Ty::STRING {
                    let message = format!(
                        "expected second argument to be a string, got value of type '{text}'"
                    );
                    return self.error(arg_at, message);
                }
                Ok(None)
            }
            BinOp::Eq | BinOp::Ne => {
                let fine =
                    self.is_convertible(own, Ty::INT) || own == Ty::STRING || values.is_record(own);
                if !fine {
                    let message = format!(
                        "expected bit, bits, int, string, or record; got value of type '{text}'"
                    );
                    return self.error(arg_at, message);
                }
                Ok(Some(own))
            }
            _ => {
                if !self.is_convertible(own, Ty::INT) && own != Ty::STRING {
                    let message =
                        format!("expected bit, bits, int, or string; got value of type '{text}'");
                    return self.error(arg_at, message);
                }
                Ok(Some(own))
            }
        }
    }
}

fn is_arithmetic(op: BinOp) -> bool {
    matches!(
        op,
        BinOp::Add
            | BinOp::Sub
            | BinOp::Mul
            | BinOp::Div
            | BinOp::And
            | BinOp::Or
            | BinOp::Xor
            | BinOp::Sra
            | BinOp::Srl
            | BinOp::Shl
    )
}
