//! Evaluating bang operators: their operands and result types.

use crate::diagnostic::{At, Audience, Diagnostic};
use crate::hir::{BangOp, ExprId, SpanId, TypeExprId};
use crate::lattice::TypeLattice;
use crate::value::{BinOp, Node, TernOp, Ty, UnOp, ValueId};

use super::{Cx, RecordScope, Result, Stopped};

impl Cx<'_> {
    pub(super) fn operator(
        &mut self,
        id: ExprId,
        op: BangOp,
        ty: Option<TypeExprId>,
        args: &[ExprId],
        want: Option<Ty>,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        if self.reading.only_names {
            for arg in args {
                let _: Result<ValueId> = self.value(*arg, None, cur);
            }
            return Err(Stopped);
        }
        self.reading.last = None;
        let result = self.operator_inner(id, op, ty, args, want, cur);
        if result.is_err() {
            // The operands after the last evaluated one are searched for unknown names, which are also reported.
            let wrong = args.iter().position(|it| Some(*it) == self.reading.last);
            for arg in &args[wrong.map_or(0, |it| it + 1)..] {
                self.look_at_names(*arg, cur);
            }
        }
        result
    }

    fn operator_inner(
        &mut self,
        id: ExprId,
        op: BangOp,
        ty: Option<TypeExprId>,
        args: &[ExprId],
        want: Option<Ty>,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let at = self.expr_at(id);
        if let Some(un) = unary(op) {
            return self.unary_operator(at, un, ty, args, cur);
        }
        if let Some(bin) = binary(op) {
            return self.binary_operator(at, bin, ty, args, want, cur);
        }
        match op {
            BangOp::IsA => {
                let want = self.operator_type(ty)?;
                let v = self.value(operand(args, 0)?, None, cur)?;
                no_more_than(args, 1)?;
                self.fold_isa(want, v)
            }
            BangOp::Exists => self.exists_operator(ty, args, cur),
            BangOp::Instances => self.instances_operator(ty, args, cur),
            BangOp::Range => self.range_operator(at, args, cur),
            BangOp::Substr | BangOp::Find => self.text_operator(at, op, args, want, cur),
            _ => self.ternary_operator(at, op, args, want, cur),
        }
    }

    fn operator_type(&mut self, ty: Option<TypeExprId>) -> Result<Ty> {
        self.type_expr(ty.ok_or(Stopped)?)
    }

    fn unary_operator(
        &mut self,
        whole: SpanId,
        op: UnOp,
        ty: Option<TypeExprId>,
        args: &[ExprId],
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let values = self.values;
        let mut result = match op {
            UnOp::Cast => self.operator_type(ty)?,
            UnOp::Repr | UnOp::ToLower | UnOp::ToUpper | UnOp::GetDagOpName => Ty::STRING,
            UnOp::GetDagOp => match ty {
                None => Ty::RECORD,
                Some(written) => {
                    let ty = self.type_expr(written)?;
                    if !values.is_record(ty) {
                        let at = self.code[written].at;
                        let _: Result<()> = self
                            .error_after_bracket(at, "type for !getdagop must be a record type");
                    }
                    ty
                }
            },
            _ => Ty::INT,
        };
        let operand = operand(args, 0)?;
        let at = self.expr_at(operand);
        let v = self.value(operand, None, cur)?;
        let own = values.type_of(v);
        if matches!(op, UnOp::Size | UnOp::Empty)
            && !own.is_some_and(|ty| values.is_list(ty) || ty == Ty::STRING || ty == Ty::DAG)
        {
            return self.error_after(
                at,
                "expected string, list, or dag type argument in unary operator",
            );
        }
        if matches!(op, UnOp::Head | UnOp::Tail | UnOp::ListFlatten) {
            result = self.list_operator_type(op, v, at)?;
        }
        no_more_than(args, 1)?;
        let is_nameless = |it: &Node| matches!(it, Node::Dag { op_name: None, .. });
        if op == UnOp::GetDagOpName && is_nameless(values.node(v)) {
            return self.nothing(whole);
        }
        self.fold_un(op, v, result, cur, false)
    }

    /// Reports a `!getdagopname` whose dag has an operator without a name. In the reference, this is a parse error
    /// without a message.
    fn nothing(&mut self, at: SpanId) -> Result<ValueId> {
        let message = "the operator of this dag has no name".to_owned();
        let mut error = Diagnostic::error(At::start(self.loc(at)), message);
        error.audience = Audience::People;
        self.report(error);
        self.reading.nothing = Some(at);
        Err(Stopped)
    }

    fn list_operator_type(&mut self, op: UnOp, v: ValueId, at: SpanId) -> Result<Ty> {
        let values = self.values;
        let Some(elem) = self.elem_type(v) else {
            return self.error_after(at, "expected list type argument in unary operator");
        };
        let own = match values.as_list(v) {
            Some([]) => return self.error_after(at, "empty list argument in unary operator"),
            Some([first, ..]) => match values.type_of(*first) {
                Some(ty) => ty,
                None => return self.error_after(at, "untyped list element in unary operator"),
            },
            None => elem,
        };
        Ok(match op {
            UnOp::Head => own,
            UnOp::Tail => values.list_ty(own),
            _ if values.is_list(own) => own,
            _ => values.list_ty(own),
        })
    }

    fn exists_operator(
        &mut self,
        ty: Option<TypeExprId>,
        args: &[ExprId],
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let want = self.operator_type(ty)?;
        let operand = operand(args, 0)?;
        let at = self.expr_at(operand);
        let v = self.value(operand, None, cur)?;
        match self.values.type_of(v) {
            Some(Ty::STRING) => {
                no_more_than(args, 1)?;
                self.fold_exists(want, v, cur, false)
            }
            Some(ty) if self.values.is_record(ty) => {
                let message =
                    "expected string type argument in !exists operator, please use !isa instead";
                self.error(at, message)
            }
            _ => self.error(at, "expected string type argument in !exists operator"),
        }
    }

    fn instances_operator(
        &mut self,
        ty: Option<TypeExprId>,
        args: &[ExprId],
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let want = self.operator_type(ty)?;
        let regex = match args.first() {
            None => self.values.string(".*"),
            Some(operand) => {
                let v = self.value(*operand, None, cur)?;
                if self.values.type_of(v) != Some(Ty::STRING) {
                    let at = self.expr_at(*operand);
                    return self.error(at, "expected string type argument in !instances operator");
                }
                v
            }
        };
        no_more_than(args, 1)?;
        self.fold_instances(want, regex, cur, false)
    }

    fn range_operator(
        &mut self,
        at: SpanId,
        args: &[ExprId],
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let values = self.values;
        let mut vals: Vec<ValueId> = Vec::new();
        let mut list_first = false;
        for (index, arg) in args.iter().enumerate() {
            let arg_at = self.expr_at(*arg);
            if index >= 3 {
                // The parser has reported the surplus operand.
                return Err(Stopped);
            }
            let v = self.value(*arg, None, cur)?;
            let Some(ty) = values.type_of(v) else {
                let message = format!("expected value to be a typed value, got '{}'", self.show(v));
                return self.error(at, message);
            };
            let text = self.show_type(ty);
            if index > 0 && list_first {
                return self.error(
                    arg_at,
                    format!("expected one list, got extra value of type '{text}'"),
                );
            }
            if index == 0 && values.is_list(ty) {
                list_first = true;
            } else if ty != Ty::INT {
                return self.error(
                    arg_at,
                    if index == 0 {
                        format!("expected list or int, got value of type '{text}'")
                    } else {
                        format!("expected value of type 'int', got '{text}'")
                    },
                );
            }
            vals.push(v);
        }
        let (zero, one) = (values.int(0), values.int(1));
        let (start, end, step) = match vals[..] {
            [list] if list_first => (
                zero,
                self.fold_un(UnOp::Size, list, Ty::INT, cur, false)?,
                one,
            ),
            [end] => (zero, end, one),
            [start, end] => (start, end, one),
            [start, end, step] => (start, end, step),
            _ => return Err(Stopped),
        };
        let ints = values.list_ty(Ty::INT);
        self.fold_tern(TernOp::Range, start, end, step, ints, cur)
    }

    fn text_operator(
        &mut self,
        at: SpanId,
        op: BangOp,
        args: &[ExprId],
        want: Option<Ty>,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let values = self.values;
        let (result, tern, default) = match op {
            BangOp::Substr => (Ty::STRING, TernOp::Substr, i64::MAX),
            _ => (Ty::INT, TernOp::Find, 0),
        };
        let left = self.value(operand(args, 0)?, None, cur)?;
        let second = operand(args, 1)?;
        let middle = self.value(second, None, cur)?;
        let third = args.get(2).copied();
        let right = match third {
            Some(third) => self.value(third, None, cur)?,
            None => values.int(default),
        };
        no_more_than(args, 3)?;
        if let Some(want) = want
            && !self.is_convertible(result, want)
        {
            let message = format!(
                "expected value of type '{}', got '{}'",
                self.show_type(want),
                self.show_type(result)
            );
            let _: Result<()> = match third {
                Some(third) => self.error(self.expr_at(third), message),
                None => self.error_after(self.expr_at(second), message),
            };
        }
        let wrong = |cx: &Self, v: ValueId, ty: Ty| match cx.values.type_of(v) {
            Some(own) if own != ty => Some(cx.show_type(own)),
            _ => None,
        };
        if let Some(own) = wrong(self, left, Ty::STRING) {
            return self.error_after(at, format!("expected string, got type '{own}'"));
        }
        let (middle_ty, middle_name) = if op == BangOp::Substr {
            (Ty::INT, "int")
        } else {
            (Ty::STRING, "string")
        };
        if let Some(own) = wrong(self, middle, middle_ty) {
            return self.error(
                self.expr_at(second),
                format!("expected {middle_name}, got type '{own}'"),
            );
        }
        if let Some(own) = wrong(self, right, Ty::INT) {
            return self.error_after(at, format!("expected int, got type '{own}'"));
        }
        self.fold_tern(tern, left, middle, right, result, cur)
    }

    fn ternary_operator(
        &mut self,
        at: SpanId,
        op: BangOp,
        args: &[ExprId],
        want: Option<Ty>,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let values = self.values;
        let tern = match op {
            BangOp::Dag => TernOp::Dag,
            BangOp::If => TernOp::If,
            BangOp::Subst => TernOp::Subst,
            BangOp::SetDagArg => TernOp::SetDagArg,
            BangOp::SetDagName => TernOp::SetDagName,
            _ => return Err(Stopped),
        };
        let want = if matches!(tern, TernOp::If | TernOp::Subst) {
            want
        } else {
            None
        };
        let left = self.value(operand(args, 0)?, None, cur)?;
        let second = operand(args, 1)?;
        let middle = self.value(second, want, cur)?;
        let third = operand(args, 2)?;
        let right = self.value(third, want, cur)?;
        no_more_than(args, 3)?;
        let (middle_at, right_at) = (self.expr_at(second), self.expr_at(third));
        let (middle_ty, right_ty) = (values.type_of(middle), values.type_of(right));
        let result = match tern {
            TernOp::If => {
                let (Some(a), Some(b)) = (middle_ty.or(right_ty), right_ty.or(middle_ty)) else {
                    return self.error_after(at, "could not get type for !if");
                };
                match self.common_type(a, b) {
                    Some(common) => common,
                    None => {
                        let (a, b) = (self.show_type(a), self.show_type(b));
                        return self.error_after(
                            at,
                            format!("inconsistent types '{a}' and '{b}' for !if"),
                        );
                    }
                }
            }
            TernOp::Subst => match right_ty {
                Some(ty) => ty,
                None => return self.error_after(at, "could not get type for !subst"),
            },
            TernOp::Dag => {
                if let Some(ty) = middle_ty
                    && !values.is_list(ty)
                {
                    let message = format!(
                        "expected list of children, got type '{}'",
                        self.show_type(ty)
                    );
                    return self.error(middle_at, message);
                }
                if let Some(ty) = right_ty
                    && ty != values.list_ty(Ty::STRING)
                {
                    let message =
                        format!("expected list<string>, got type '{}'", self.show_type(ty));
                    return self.error(right_at, message);
                }
                if middle_ty.is_none() && right_ty.is_none() {
                    return self.error(
                        middle_at,
                        "cannot have both unset children and unset names in !dag",
                    );
                }
                Ty::DAG
            }
            _ => {
                if !matches!(middle_ty, Some(Ty::INT | Ty::STRING)) {
                    let got = match middle_ty {
                        Some(ty) => format!("type '{}'", self.show_type(ty)),
                        None => format!("'{}'", self.show(middle)),
                    };
                    return self.error(
                        middle_at,
                        format!("expected integer index or string name, got {got}"),
                    );
                }
                if tern == TernOp::SetDagName
                    && let Some(ty) = right_ty
                    && ty != Ty::STRING
                {
                    let message = format!(
                        "expected string or unset name, got type '{}'",
                        self.show_type(ty)
                    );
                    return self.error(right_at, message);
                }
                Ty::DAG
            }
        };
        self.fold_tern(tern, left, middle, right, result, cur)
    }

    /// Reports an error at the token after the bracket that closes the type `ty`.
    fn error_after_bracket<T>(&mut self, ty: SpanId, message: &str) -> Result<T> {
        let at = crate::diagnostic::At {
            loc: self.loc(ty),
            edge: crate::diagnostic::Edge::AfterNext,
        };
        self.report(crate::diagnostic::Diagnostic::error(at, message.to_owned()));
        Err(Stopped)
    }
}

/// The operand with this index. An error without a message if the operand is missing, since the parser has reported
/// that. Callers evaluate the preceding operands first, as the reference does.
fn operand(args: &[ExprId], index: usize) -> Result<ExprId> {
    args.get(index).copied().ok_or(Stopped)
}

/// An error without a message if there are more than `count` operands, since the parser has reported that.
fn no_more_than(args: &[ExprId], count: usize) -> Result<()> {
    if args.len() > count {
        Err(Stopped)
    } else {
        Ok(())
    }
}

fn unary(op: BangOp) -> Option<UnOp> {
    Some(match op {
        BangOp::Cast => UnOp::Cast,
        BangOp::Repr => UnOp::Repr,
        BangOp::ToLower => UnOp::ToLower,
        BangOp::ToUpper => UnOp::ToUpper,
        BangOp::Not => UnOp::Not,
        BangOp::LogTwo => UnOp::Log2,
        BangOp::Head => UnOp::Head,
        BangOp::Tail => UnOp::Tail,
        BangOp::Size => UnOp::Size,
        BangOp::Empty => UnOp::Empty,
        BangOp::GetDagOp => UnOp::GetDagOp,
        BangOp::GetDagOpName => UnOp::GetDagOpName,
        BangOp::ListFlatten => UnOp::ListFlatten,
        BangOp::Initialized => UnOp::Initialized,
        _ => return None,
    })
}

pub(super) fn binary(op: BangOp) -> Option<BinOp> {
    Some(match op {
        BangOp::Con => BinOp::Concat,
        BangOp::Add => BinOp::Add,
        BangOp::Sub => BinOp::Sub,
        BangOp::Mul => BinOp::Mul,
        BangOp::Div => BinOp::Div,
        BangOp::And => BinOp::And,
        BangOp::Or => BinOp::Or,
        BangOp::Xor => BinOp::Xor,
        BangOp::Sra => BinOp::Sra,
        BangOp::Srl => BinOp::Srl,
        BangOp::Shl => BinOp::Shl,
        BangOp::Eq => BinOp::Eq,
        BangOp::Ne => BinOp::Ne,
        BangOp::Le => BinOp::Le,
        BangOp::Lt => BinOp::Lt,
        BangOp::Ge => BinOp::Ge,
        BangOp::Gt => BinOp::Gt,
        BangOp::ListConcat => BinOp::ListConcat,
        BangOp::ListSplat => BinOp::ListSplat,
        BangOp::ListRemove => BinOp::ListRemove,
        BangOp::StrConcat => BinOp::StrConcat,
        BangOp::Interleave => BinOp::Interleave,
        BangOp::Match => BinOp::Match,
        BangOp::GetDagArg => BinOp::GetDagArg,
        BangOp::GetDagName => BinOp::GetDagName,
        BangOp::SetDagOp => BinOp::SetDagOp,
        BangOp::SetDagOpName => BinOp::SetDagOpName,
        _ => return None,
    })
}
