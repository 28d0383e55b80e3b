//! Finds the place where the statement of a record writes an argument of a dag.

use backend::Rec;
use elaborate::hir::{BodyItem, Def, Expr, ExprId, RecordSource, Stmt, each_record_source};
use elaborate::ids::Loc;
use elaborate::symbol::Sym;

/// The maximum nesting depth of expressions in which an argument is searched for.
const MAX_DEPTH: usize = 32;

/// The location of the value of the argument `name` in the dag that is the value of a field. `None` if the statement of
/// the record does not write this argument, for example because a class sets the field.
pub(super) fn place(rec: Rec, field: &str, name: &str) -> Option<Loc> {
    let own = *rec.record().locs.first()?;
    let (field, name) = (Sym::known(field)?, Sym::known(name)?);
    let stmt = rec.records().sources.stmt(own.item)?;
    let mut found = None;
    each_record_source(&stmt.kind, &mut |source| {
        if let RecordSource::Def(def) = source
            && [def.name_at, def.at].contains(&own.span)
        {
            found = in_def(stmt, def, field, name);
        }
    });
    let value = found?;
    Some(Loc {
        item: own.item,
        span: stmt.code[value].at,
    })
}

fn in_def(stmt: &Stmt, def: &Def, field: Sym, name: Sym) -> Option<ExprId> {
    // The last assignment counts.
    let value = def.body.items.iter().rev().find_map(|it| match it {
        BodyItem::Let(it) if it.name == field => Some(it.value),
        BodyItem::Field(it) if it.name == field => it.value,
        _ => None,
    })?;
    argument(stmt, value, name, 0)
}

/// The value of the argument `name` of a dag. The operands of an operator, such as `!con`, are searched in their order.
fn argument(stmt: &Stmt, value: ExprId, name: Sym, depth: usize) -> Option<ExprId> {
    if depth == MAX_DEPTH {
        return None;
    }
    match &stmt.code[value].expr {
        Expr::Dag { args, .. } => args.iter().find(|it| it.name == Some(name))?.value,
        Expr::Bang { args, .. } => args
            .iter()
            .find_map(|it| argument(stmt, *it, name, depth + 1)),
        _ => None,
    }
}
