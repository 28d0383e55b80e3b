//! Evaluating expressions: from the lowered form to values, which are folded as far as their operands are known.

use smallvec::SmallVec;
use syntax::Release;

use crate::anonymous_numbers::InstancePlace;
use crate::diagnostic::{At, Diagnostic, Noticed};
use crate::hir::{Arg, DagArg, Expr, ExprId, SpanId, TypeExpr, TypeExprId};
use crate::lattice::TypeLattice;
use crate::symbol::Sym;
use crate::value::{DagName, Node, Ty, Type, ValueId};

use super::limits::MAX_BITS;
use super::scope::Mode;
use super::{Cx, RecordScope, Result, Stopped};

impl Cx<'_> {
    /// The value of an expression; `want` is the expected type, if there is one.
    pub(super) fn value(
        &mut self,
        id: ExprId,
        want: Option<Ty>,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        self.value_in(id, want, Mode::Value, cur)
    }

    pub(super) fn value_in(
        &mut self,
        id: ExprId,
        want: Option<Ty>,
        mode: Mode,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        self.enter()?;
        let outer = self.reading.at.replace(self.expr_at(id));
        let result = self.value_inner(id, want, mode, cur);
        self.reading.at = outer;
        self.reading.last = Some(id);
        self.reading.evaluated = Noticed::After(self.expr_at(id));
        self.leave();
        result
    }

    fn value_inner(
        &mut self,
        id: ExprId,
        want: Option<Ty>,
        mode: Mode,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let code = self.code;
        let at = code[id].at;
        let values = self.values;
        match &code[id].expr {
            Expr::Missing => Err(Stopped),
            Expr::Unset => Ok(ValueId::UNSET),
            Expr::Int(number) => Ok(values.int(*number)),
            Expr::Binary { value, width } => {
                let bits: Vec<ValueId> = (0..*width)
                    .map(|i| ValueId::bit(i < 64 && value >> i & 1 != 0))
                    .collect();
                Ok(values.bits(&bits))
            }
            Expr::Str(text) => Ok(values.str(*text)),
            Expr::Code(text) => Ok(values.code(*text)),
            Expr::Name(name) => self.identifier(*name, at, mode, cur),
            Expr::Instance { class, args } => self.class_instance(*class, args, at, cur),
            Expr::List { elems, elem_ty } => self.list(elems, *elem_ty, want, at, cur),
            Expr::Braces(elems) => self.braces(elems, at, cur),
            Expr::Dag { op, op_name, args } => self.dag(*op, *op_name, args, cur),
            Expr::Bang { op, ty, args } => self.operator(id, *op, *ty, args, want, cur),
            Expr::Each {
                filter,
                var,
                var_at,
                list,
                body,
            } => self.each((at, *filter), (*var, *var_at), *list, *body, want, cur),
            Expr::Foldl {
                start,
                list,
                acc,
                acc_at,
                var,
                var_at,
                body,
            } => self.foldl(*start, *list, (*acc, *acc_at), (*var, *var_at), *body, cur),
            Expr::Cond(arms) => self.cond(id, arms, want, cur),
            Expr::Bits {
                base,
                ranges,
                brace_at,
            } => {
                let base = self.value_in(*base, want, mode, cur)?;
                self.bit_range(base, ranges, *brace_at, cur)
            }
            Expr::Slice {
                base,
                elems,
                trailing_comma,
            } => {
                let list = self.value_in(*base, want, mode, cur)?;
                self.slice(list, *base, elems, *trailing_comma, cur)
            }
            Expr::Field {
                base,
                name,
                name_at,
            } => {
                let base = self.value_in(*base, want, mode, cur)?;
                self.field_access(base, *name, *name_at, cur)
            }
            Expr::Paste { lhs, rhs, at } => {
                let left = match self.value_in(*lhs, want, mode, cur) {
                    Ok(left) => left,
                    Err(stopped) => {
                        if let Some(rhs) = rhs {
                            self.look_at_names(*rhs, cur);
                        }
                        return Err(stopped);
                    }
                };
                self.paste(left, *rhs, *at, want, cur)
            }
        }
    }

    /// Evaluates a type as written.
    pub(super) fn type_expr(&mut self, id: TypeExprId) -> Result<Ty> {
        let code = self.code;
        let at = code[id].at;
        match &code[id].ty {
            TypeExpr::Missing => Err(Stopped),
            TypeExpr::Bit => Ok(Ty::BIT),
            TypeExpr::Int => Ok(Ty::INT),
            TypeExpr::String | TypeExpr::Code => Ok(Ty::STRING),
            TypeExpr::Dag => Ok(Ty::DAG),
            // As in the reference, only the low 32 bits of the width count.
            TypeExpr::Bits(width) => match *width as u32 {
                width if width <= MAX_BITS => Ok(self.values.bits_ty(width)),
                width => self.error(
                    at,
                    format!("a value of {width} bits is more than can be handled"),
                ),
            },
            TypeExpr::List(elem) => {
                let elem = self.type_expr(*elem)?;
                Ok(self.values.list_ty(elem))
            }
            TypeExpr::Named(name) => {
                if let Some(alias) = self.world.type_alias(*name) {
                    return Ok(alias);
                }
                if let Some(class) = self.class_ref(*name) {
                    return Ok(class.ty(self.values));
                }
                self.no_such_class(*name, at)
            }
        }
    }

    pub(super) fn no_such_class<T>(&mut self, name: Sym, at: SpanId) -> Result<T> {
        let mut message = format!("Couldn't find class '{name}'");
        if self.multiclass(name).is_some() {
            message.push_str(&format!(
                ". Use 'defm' if you meant to use multiclass '{name}'"
            ));
        }
        self.error_without(name, at, message)
    }

    /// Evaluates the class instance `Class<…>`.
    fn class_instance(
        &mut self,
        class: Sym,
        args: &[Arg],
        at: SpanId,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let Some(proto) = self.class(class) else {
            let message = format!("Expected a class name, got '{class}'");
            let error = self.error_without(class, at, message);
            self.look_at_names_of(Some(args), cur);
            return error;
        };
        let args = self.template_args(&proto.record, class, Sym::COLON, args, cur)?;
        let args = self.check_args(&proto.record, args, at)?;
        self.match_args(&proto.record, &args, at)?;
        let plain: SmallVec<[_; 4]> = args.iter().map(|arg| (arg.key, arg.value)).collect();
        let ty = proto.ty(self.values);
        let instance = self.values.instance_of(class, &plain, ty);
        if self.release >= Release::V21 {
            self.place_instance(instance, InstancePlace::At(self.loc(at)));
        }
        if plain.iter().any(|(_, v)| self.has_free_var(*v)) {
            return Ok(instance);
        }
        self.instantiate(instance)
    }

    fn braces(&mut self, elems: &[ExprId], at: SpanId, cur: RecordScope<'_>) -> Result<ValueId> {
        let values = self.values;
        let all = self.values_of(elems, None, cur)?;
        let mut bits = Vec::new();
        for (index, v) in all.into_iter().enumerate() {
            if let Some(inner) = values.as_bits(v) {
                self.spend_on(inner.len())?;
                self.check_max(bits.len() + inner.len())?;
                bits.extend(inner.iter().rev());
                continue;
            }
            if let (Node::Var(_), Some(ty)) = (values.node(v), values.type_of(v))
                && let Type::Bits(width) = values.type_data(ty)
            {
                self.spend(*width as usize)?;
                self.check_max(bits.len() + *width as usize)?;
                bits.extend((0..*width).rev().map(|bit| values.var_bit(v, bit)));
                continue;
            }
            match self.cast(v, Ty::BIT) {
                Some(bit) => bits.push(bit),
                None => {
                    let message = format!(
                        "Element #{index} ({}) is not convertable to a bit",
                        self.show(v)
                    );
                    return self.error(at, message);
                }
            }
        }
        bits.reverse();
        Ok(values.bits(&bits))
    }

    fn list(
        &mut self,
        elems: &[ExprId],
        elem_ty: Option<TypeExprId>,
        want: Option<Ty>,
        at: SpanId,
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let values = self.values;
        let wanted_elem = match want {
            None => None,
            Some(want) => match values.elem_ty(want) {
                Some(elem) => Some(elem),
                None => {
                    let message = format!(
                        "Encountered a list when expecting a {}",
                        self.show_type(want)
                    );
                    let at = match elems.first() {
                        Some(first) => At::start(self.loc(self.expr_at(*first))),
                        None => At::second(self.loc(at)),
                    };
                    self.report(Diagnostic::error(at, message));
                    return Err(Stopped);
                }
            },
        };
        let vals = self.values_of(elems, wanted_elem, cur)?;
        let given = match elem_ty {
            Some(ty) => Some(self.type_expr(ty)?),
            None => None,
        };
        let mut common: Option<Ty> = None;
        for v in &vals {
            let Some(ty) = values.type_of(*v) else {
                continue;
            };
            common = Some(match common {
                None => ty,
                Some(common) => match self.common_type(common, ty) {
                    Some(common) => common,
                    None => return self.error_after(at, "Incompatible types in list elements"),
                },
            });
        }
        if let Some(given) = given {
            if let Some(common) = common
                && !self.is_convertible(common, given)
            {
                return self.error_after(at, "Incompatible types in list elements");
            }
            common = Some(given);
        }
        let elem = match (common, wanted_elem) {
            (None, None) => return self.error_after(at, "No type for list"),
            (None, Some(wanted)) => wanted,
            (Some(elem), Some(wanted)) if !self.is_convertible(elem, wanted) => {
                let message = format!(
                    "Element type mismatch for list: element type '{}' not convertible to '{}",
                    self.show_type(elem),
                    self.show_type(wanted)
                );
                return self.error_after(at, message);
            }
            (Some(elem), _) => elem,
        };
        Ok(values.list(&vals, elem))
    }

    fn dag(
        &mut self,
        op: ExprId,
        op_name: Option<Sym>,
        args: &[DagArg],
        cur: RecordScope<'_>,
    ) -> Result<ValueId> {
        let op = self.value(op, None, cur);
        let mut all = Vec::with_capacity(args.len());
        let mut result = Ok(());
        for arg in args {
            let v = match arg.value {
                Some(value) => self.value(value, None, cur),
                None => Ok(ValueId::UNSET),
            };
            match v {
                Ok(v) => all.push((v, arg.name.map(DagName::from))),
                Err(stopped) => result = Err(stopped),
            }
        }
        let op = op?;
        result.map(|()| self.values.dag(op, op_name.map(DagName::from), &all))
    }

    /// Evaluates several expressions. An error in one does not stop the others.
    pub(super) fn values_of(
        &mut self,
        exprs: &[ExprId],
        want: Option<Ty>,
        cur: RecordScope<'_>,
    ) -> Result<Vec<ValueId>> {
        let mut all = Vec::with_capacity(exprs.len());
        let mut result = Ok(());
        for expr in exprs {
            match self.value(*expr, want, cur) {
                Ok(v) => all.push(v),
                Err(stopped) => result = Err(stopped),
            }
        }
        result.map(|()| all)
    }
}
