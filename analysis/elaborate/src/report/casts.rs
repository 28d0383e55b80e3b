//! The place of a failed `!cast`. Values have no source locations, so the `!cast` is searched for in the statements
//! from which the record may have got its fields.

use crate::diagnostic::{Diagnostic, FailedCast};
use crate::hir::{BangOp, Code, Expr, ExprId, Stmt, TypeExpr, TypeExprId};
use crate::ids::StmtId;
use crate::symbol::Sym;
use crate::unit::Unit;

use super::definitions::{Definitions, UNDEFINED_RECORD};
use super::mentions::each_parent;

/// The largest number of statements that are searched.
const MAX_STATEMENTS: usize = 64;

/// The search for failed `!cast`s.
pub(super) struct Casts<'a> {
    unit: &'a Unit,
    definitions: &'a Definitions<'a>,
}

/// How well a `!cast` matches the failed one. The best match is the smallest.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// The operand of the `!cast` is the name of the record.
    Named,
    /// The operand is computed. The literals at its ends, if any, match the name of the record.
    Part,
}

impl<'a> Casts<'a> {
    pub(super) fn new(unit: &'a Unit, definitions: &'a Definitions<'a>) -> Casts<'a> {
        Casts { unit, definitions }
    }

    /// The source and the offset of the `!cast` that caused a diagnostic while `item` was evaluated.
    pub(super) fn find(&self, item: StmtId, diagnostic: &Diagnostic) -> Option<(usize, u32)> {
        let cast = diagnostic.of_cast.as_ref()?;
        let field = diagnostic.hints.first().and_then(|(at, _)| *at);
        let field = field.map(|it| (it.loc.item, self.unit.sources.offset(it).1));
        let mut statements: Vec<StmtId> = Vec::new();
        let own = field.map(|(item, _)| item).into_iter();
        let own = own.chain(diagnostic.at.map(|it| it.loc.item)).chain([item]);
        for it in own {
            if !statements.contains(&it) {
                statements.push(it);
            }
        }
        self.add_what_they_are_made_of(&mut statements);
        let mut best = None;
        for (order, item) in statements.into_iter().enumerate() {
            let Some((source, at)) = self.unit.sources.layout.stmt(item) else {
                continue;
            };
            let spans = &self.unit.sources.files[source].lowered.spans[at];
            for (fit, id) in casts(self.unit.stmt(item), cast) {
                let Some(span) = spans.get(self.unit.stmt(item).code[id].at) else {
                    continue;
                };
                // In the field's own statement, a `!cast` before the field probably belongs to another field.
                let is_before = field.is_some_and(|(of, at)| of == item && span.start < at);
                let rank = (fit, is_before, order, span.start);
                if best.as_ref().is_none_or(|(best, _)| rank < *best) {
                    best = Some((rank, source));
                }
            }
        }
        let ((.., start), source) = best?;
        Some(self.unit.sources.origin(source, start))
    }

    /// Adds the classes and multiclasses that the statements refer to, transitively.
    fn add_what_they_are_made_of(&self, statements: &mut Vec<StmtId>) {
        let mut next = 0;
        while let Some(item) = statements.get(next).copied()
            && statements.len() < MAX_STATEMENTS
        {
            next += 1;
            let stmt = self.unit.stmt(item);
            let mut names: Vec<Sym> = Vec::new();
            each_parent(&stmt.kind, &mut |it| names.push(it.name));
            names.extend(stmt.code.exprs.iter().filter_map(|it| match it.expr {
                Expr::Instance { class, .. } => Some(class),
                _ => None,
            }));
            for name in names {
                let of = self.definitions.class(name);
                if let Some(of) = of.or_else(|| self.definitions.multiclass(name))
                    && !statements.contains(&of)
                {
                    statements.push(of);
                }
            }
        }
    }
}

/// The name of the record that a `!cast` did not find; `None` if the diagnostic reports something else.
pub(super) fn unknown(diagnostic: &Diagnostic) -> Option<Sym> {
    let cast = diagnostic.of_cast.as_ref()?;
    let message = diagnostic.in_words.as_ref().unwrap_or(&diagnostic.message);
    let is_unknown = message.starts_with(UNDEFINED_RECORD);
    is_unknown.then_some(cast.name)
}

/// The `!cast`s in a statement that may be the failed one.
fn casts<'a>(
    stmt: &'a Stmt,
    wanted: &'a FailedCast,
) -> impl Iterator<Item = (Fit, ExprId)> + use<'a> {
    let code = &stmt.code;
    (0..code.exprs.len() as u32)
        .map(ExprId)
        .filter_map(move |id| match &code[id].expr {
            Expr::Bang {
                op: BangOp::Cast,
                ty,
                args,
            } if may_be(*ty, code, wanted.class) => {
                let name = wanted.name.as_str();
                Some((fit(*args.first()?, code, name)?, id))
            }
            _ => None,
        })
}

/// Whether a `!cast` to the type `ty` may be a cast to `class`. If `class` is `None`, it may be a cast to any named
/// type.
fn may_be(ty: Option<TypeExprId>, code: &Code, class: Option<Sym>) -> bool {
    match ty.map(|ty| &code[ty].ty) {
        Some(TypeExpr::Named(name)) => class.is_none_or(|class| class == *name),
        _ => false,
    }
}

/// How well the expression `id` matches the name of the record; `None` if the expression cannot yield the name.
fn fit(id: ExprId, code: &Code, name: &str) -> Option<Fit> {
    match &code[id].expr {
        Expr::Str(text) if text.as_str() == name => Some(Fit::Named),
        Expr::Str(_) => None,
        Expr::Paste { lhs, rhs, .. } => {
            let starts = match &code[*lhs].expr {
                Expr::Str(text) => name.starts_with(text.as_str()),
                _ => true,
            };
            let ends = match rhs.map(|rhs| &code[rhs].expr) {
                Some(Expr::Str(text)) => name.ends_with(text.as_str()),
                _ => true,
            };
            (starts && ends).then_some(Fit::Part)
        }
        _ => Some(Fit::Part),
    }
}
