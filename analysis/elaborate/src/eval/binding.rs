//! The operators that bind variables, and `!cond`.

use crate::hir::{ExprId, SpanId};
use crate::lattice::TypeLattice;
use crate::symbol::Sym;
use crate::value::{TernOp, Ty, ValueId};

use super::{Cx, RecordScope, Result, Stopped};

impl Cx<'_> {
    /// Evaluates `!foreach(var, list, body)`, or `!filter(var, list, body)` if `filter` is set.
    pub(super) fn each(
        &mut self,
        (at, filter): (SpanId, bool),
        (var, var_at): (Sym, SpanId),
        list: ExprId,
        body: ExprId,
        want: Option<Ty>,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let values = self.values;
        if self.is_bound(var, cur) {
            return self.error_after(
                var_at,
                format!("iteration variable '\"{var}\"' is already defined"),
            );
        }
        let list_at = self.expr_at(list);
        let source = self.value(list, None, cur)?;
        let Some(source_ty) = values.type_of(source) else {
            return self.error_after_comma(
                list_at,
                body,
                "could not get type of !foreach/!filter list or dag",
            );
        };
        let (bound_ty, body_want) = if let Some(elem) = values.elem_ty(source_ty) {
            let wanted = match want {
                None => None,
                Some(want) => match values.elem_ty(want) {
                    Some(elem) => Some(if filter { Ty::INT } else { elem }),
                    None => {
                        let message = format!(
                            "expected value of type '{}', but got list type",
                            self.show_type(want)
                        );
                        return self.error(at, message);
                    }
                },
            };
            (elem, wanted)
        } else if source_ty == Ty::DAG {
            if filter {
                return self.error_after_comma(list_at, body, "!filter must have a list argument");
            }
            if let Some(want) = want
                && want != Ty::DAG
            {
                let message = format!(
                    "expected value of type '{}', but got dag type",
                    self.show_type(want)
                );
                return self.error(at, message);
            }
            (Ty::DAG, None)
        } else {
            let message = if filter {
                "!filter must have a list argument"
            } else {
                "!foreach must have a list or dag argument"
            };
            return self.error_after_comma(list_at, body, message);
        };
        self.names.binders.push((var, bound_ty));
        let result = self.value(body, body_want, inside(cur));
        self.names.binders.pop();
        let result = result?;
        let out = if filter {
            values.list_ty(bound_ty)
        } else if source_ty == Ty::DAG {
            Ty::DAG
        } else {
            match values.type_of(result) {
                Some(ty) => values.list_ty(ty),
                None => {
                    return self
                        .error_after(at, "could not get type of !foreach result expression");
                }
            }
        };
        let op = if filter {
            TernOp::Filter
        } else {
            TernOp::Foreach
        };
        self.fold_tern(op, values.str(var), source, result, out, cur)
    }

    /// Evaluates `!foldl(start, list, acc, var, body)`.
    pub(super) fn foldl(
        &mut self,
        start: ExprId,
        list: ExprId,
        (acc, acc_at): (Sym, SpanId),
        (var, var_at): (Sym, SpanId),
        body: ExprId,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let values = self.values;
        let start_at = self.expr_at(start);
        let first = self.value(start, None, cur)?;
        let Some(ty) = values.type_of(first) else {
            let message = format!("could not get type of !foldl start: '{}'", self.show(first));
            return self.error_after(start_at, message);
        };
        let list_at = self.expr_at(list);
        let source = self.value(list, None, cur)?;
        let Some(list_ty) = values.type_of(source) else {
            let message = format!("could not get type of !foldl list: '{}'", self.show(source));
            return self.error_after(list_at, message);
        };
        let Some(elem) = values.elem_ty(list_ty) else {
            let message = format!(
                "!foldl list must be a list, but is of type '{}",
                self.show_type(list_ty)
            );
            return self.error_after(list_at, message);
        };
        for (name, at, side) in [(acc, acc_at, "left"), (var, var_at, "right")] {
            if self.is_bound(name, cur) {
                return self.error(
                    at,
                    format!("{side} !foldl variable '\"{name}\"' already defined"),
                );
            }
        }
        self.names.binders.extend([(acc, ty), (var, elem)]);
        let result = self.value(body, None, inside(cur));
        self.names.binders.truncate(self.names.binders.len() - 2);
        let body_at = self.expr_at(body);
        let result = result?;
        let Some(own) = values.type_of(result) else {
            return self.error_after(body_at, "could not get type of !foldl expression");
        };
        if own != ty {
            let message = format!(
                "!foldl expression must be of same type as start ({}), but is of type {}",
                self.show_type(ty),
                self.show_type(own)
            );
            return self.error_after(body_at, message);
        }
        self.fold_foldl(first, source, (acc, var, result), ty, cur)
    }

    /// Evaluates `!cond(condition: value, …)`.
    pub(super) fn cond(
        &mut self,
        id: ExprId,
        arms: &[(ExprId, ExprId)],
        want: Option<Ty>,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let values = self.values;
        let at = self.expr_at(id);
        let mut conds = Vec::with_capacity(2 * arms.len());
        let mut results = Vec::with_capacity(arms.len());
        let mut stopped = Ok(());
        for (cond, result) in arms {
            let (cond, result) = (self.value(*cond, None, cur), self.value(*result, want, cur));
            match (cond, result) {
                (Ok(cond), Ok(result)) => {
                    conds.push(cond);
                    results.push(result);
                }
                _ => stopped = Err(Stopped),
            }
        }
        stopped?;
        let mut common: Option<Ty> = None;
        for result in &results {
            let Some(ty) = values.type_of(*result) else {
                continue;
            };
            common = Some(match common {
                None => ty,
                Some(common) => match self.common_type(common, ty) {
                    Some(common) => common,
                    None => {
                        let (a, b) = (self.show_type(common), self.show_type(ty));
                        return self.error_after(
                            at,
                            format!("inconsistent types '{a}' and '{b}' for !cond"),
                        );
                    }
                },
            });
        }
        let Some(ty) = common else {
            return self.error_after(at, "could not determine type for !cond from its arguments");
        };
        conds.extend(results);
        self.fold_cond(&conds, ty, cur)
    }

    /// Whether `name` is already the name of a field or of a variable of an enclosing operator, so that an operator
    /// cannot bind it.
    fn is_bound(&self, name: Sym, cur: RecordScope<'_>) -> bool {
        self.names.binders.iter().any(|(it, _)| *it == name)
            || cur
                .record()
                .is_some_and(|record| record.shape.find(name).is_some())
    }

    /// Reports an error at the start of the operand `body`, which follows a comma.
    fn error_after_comma<T>(&mut self, _list: SpanId, body: ExprId, message: &str) -> Result<T> {
        self.error(self.expr_at(body), message)
    }
}

/// The scope in which the body of a binding operator is evaluated.
fn inside(cur: RecordScope<'_>) -> RecordScope<'_> {
    match cur {
        RecordScope::None => RecordScope::Placeless,
        RecordScope::NamesOnly(_) | RecordScope::Placeless | RecordScope::Record(_) => cur,
    }
}
