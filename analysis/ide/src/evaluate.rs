//! Evaluates an expression in the context of its statement.

mod in_multiclass;

use db::{Database, elaborate_instead, outcome_of};
use elaborate::eval::Outcome;
use elaborate::hir::{
    BangOp, BodyItem, Decl, Def, Expr, ExprData, ExprId, ObjectBody, SpanId, Stmt, StmtKind,
    TypeExpr, TypeExprData, TypeExprId,
};
use elaborate::ids::StmtId;
use elaborate::record::Record;
use elaborate::symbol::Sym;

use super::display::{ValueDisplay, with_numbers};
use super::text::Text;
pub(super) use in_multiclass::{makers_of, seen_from};

/// The values of an expression in all records and iterations of its statement.
#[derive(Default)]
pub(super) struct Evaluated {
    /// The distinct values, each with the name of the first record in which it was evaluated, unless the record is
    /// anonymous. In a multiclass, the distinct pairs of a value and the name of the `defm`.
    pub values: Vec<(String, Option<String>)>,
    /// The number of evaluations.
    pub count: usize,
}

/// The name of the field that is added to hold the value. It contains a space, so that no source can use it.
const SHOWN: &str = " shown";
/// The largest number of records of a statement that is elaborated a second time to show a value.
const MAX_RECORDS: usize = 500;
/// The largest number of values collected for an expression outside multiclasses.
const MAX_VALUES: usize = 20;

/// The expression to evaluate.
#[derive(Clone, Copy)]
pub(super) enum Asked {
    /// The expression with this range, as byte offsets of its start and end.
    Range(u32, u32),
    /// The variable of this name, evaluated in the inner statement at this byte offset.
    Variable(Sym, u32),
}

/// Evaluates an expression in its context; in a multiclass, once for each `defm`. `None` if the statement has no such
/// expression, creates too many records, is never elaborated, or fails before the expression.
pub(super) fn evaluate(text: &Text<'_>, item: StmtId, asked: Asked) -> Option<Evaluated> {
    if outcome_of(text.db, item).records.len() > MAX_RECORDS {
        return None;
    }
    let mut stmt = text.stmt(item).clone();
    show(text, item, &mut stmt, asked, Sym::new(SHOWN))?;
    if let StmtKind::Multiclass(_) = stmt.kind {
        return in_multiclass::evaluate(text, item, &stmt);
    }
    let outcome = elaborate_instead(text.db, item, &stmt);
    collect(text.db, &outcome)
}

/// Adds a field called `name` to `stmt`, a copy of the statement. The field holds the value of the expression.
fn show(text: &Text<'_>, item: StmtId, stmt: &mut Stmt, asked: Asked, name: Sym) -> Option<()> {
    let shown = shown_field(text, item, stmt, asked, name)?;
    let offset = match asked {
        Asked::Range(start, _) => start,
        Asked::Variable(_, offset) => offset,
    };
    let old = std::mem::replace(&mut stmt.kind, StmtKind::Error);
    stmt.kind = insert(text, item, stmt, old, shown, offset)?;
    Some(())
}

/// The field that holds the text of the value. The value is printed in a list, because `!repr` of a record prints all
/// fields of the record, and `!repr` of a list only the names of records in it.
fn shown_field(
    text: &Text<'_>,
    item: StmtId,
    stmt: &mut Stmt,
    asked: Asked,
    name: Sym,
) -> Option<Decl> {
    let code = &mut stmt.code;
    let mut push = |expr: Expr, at: SpanId| {
        code.exprs.push(ExprData { expr, at });
        ExprId(code.exprs.len() as u32 - 1)
    };
    let (value, at) = match asked {
        Asked::Range(start, end) => {
            let stands = |it: &ExprData| {
                let place = text.place(item, it.at);
                (place.start, place.end) == (start, end)
            };
            let found = text.stmt(item).code.exprs.iter().rposition(stands)?;
            let id = ExprId(found as u32);
            let at = text.stmt(item).code[id].at;
            (wrap_in_binders(text, item, id, &mut push), at)
        }
        Asked::Variable(name, _) => (push(Expr::Name(name), SpanId(0)), SpanId(0)),
    };
    let list = push(
        Expr::List {
            elems: [value].into(),
            elem_ty: None,
        },
        at,
    );
    let repr = push(
        Expr::Bang {
            op: BangOp::Repr,
            ty: None,
            args: [list].into(),
        },
        at,
    );
    code.types.push(TypeExprData {
        ty: TypeExpr::String,
        at,
    });
    Some(Decl {
        field: false,
        ty: TypeExprId(code.types.len() as u32 - 1),
        name,
        name_at: at,
        value: Some(repr),
    })
}

/// If an expression is in the body of a `!foreach` or `!filter`, wraps it in a `!foreach` over the same list, so that
/// its value lists all iterations. Does so for each enclosing operator of this kind. Returns the new expression.
fn wrap_in_binders(
    text: &Text<'_>,
    item: StmtId,
    inner: ExprId,
    push: &mut impl FnMut(Expr, SpanId) -> ExprId,
) -> ExprId {
    let code = &text.stmt(item).code;
    let place = |id: ExprId| text.place(item, code[id].at);
    let at = place(inner);
    let mut value = inner;
    // In `exprs`, an enclosing expression comes after its operands, so the innermost one is found first.
    for outer in &code.exprs[inner.0 as usize + 1..] {
        if let Expr::Each {
            var,
            var_at,
            list,
            body,
            ..
        } = outer.expr
            && (place(body).start..=place(body).end).contains(&at.start)
            && at.end <= place(body).end
        {
            let each = Expr::Each {
                filter: false,
                var,
                var_at,
                list,
                body: value,
            };
            value = push(each, code[inner].at);
        }
    }
    value
}

/// Adds the field to the record at the offset, or to a new record if no record is at the offset.
fn insert(
    text: &Text<'_>,
    item: StmtId,
    stmt: &Stmt,
    kind: StmtKind,
    shown: Decl,
    offset: u32,
) -> Option<StmtKind> {
    let start = |kind: &StmtKind| start_of(text, item, stmt, kind);
    let within = |body: Box<[StmtKind]>, shown: Decl| {
        insert_among(text, item, stmt, body.into_vec(), shown, offset)
    };
    let is_in = |body: &[StmtKind]| {
        let first = body.first().and_then(start);
        first.is_some_and(|it| it <= offset)
    };
    Some(match kind {
        StmtKind::Def(mut def) => {
            let mut items = def.body.items.into_vec();
            items.push(BodyItem::Field(shown));
            def.body.items = items.into();
            StmtKind::Def(def)
        }
        StmtKind::Foreach(mut it) if is_in(&it.body) => {
            it.body = within(it.body, shown)?;
            StmtKind::Foreach(it)
        }
        StmtKind::If(mut it) => {
            match it.else_body.take() {
                Some(body) if is_in(&body) => it.else_body = Some(within(body, shown)?),
                other if is_in(&it.then_body) => {
                    it.else_body = other;
                    it.then_body = within(it.then_body, shown)?;
                }
                _ => return Some(record_of(shown)),
            }
            StmtKind::If(it)
        }
        StmtKind::Let(mut it) if is_in(&it.body) => {
            it.body = within(it.body, shown)?;
            StmtKind::Let(it)
        }
        StmtKind::Multiclass(mut it) => {
            it.body = if is_in(&it.body) {
                within(it.body, shown)?
            } else {
                // The arguments of a multiclass are in scope everywhere in it.
                std::iter::once(record_of(shown)).chain(it.body).collect()
            };
            StmtKind::Multiclass(it)
        }
        StmtKind::Class(_) | StmtKind::Deftype(_) | StmtKind::Error => return None,
        _ => record_of(shown),
    })
}

fn insert_among(
    text: &Text<'_>,
    item: StmtId,
    stmt: &Stmt,
    mut body: Vec<StmtKind>,
    shown: Decl,
    offset: u32,
) -> Option<Box<[StmtKind]>> {
    let starts = body.iter().map(|it| start_of(text, item, stmt, it));
    let index = starts
        .enumerate()
        .filter(|(_, start)| start.is_some_and(|it| it <= offset))
        .map(|(index, _)| index)
        .last()?;
    let old = std::mem::replace(&mut body[index], StmtKind::Error);
    let begins_before = |body: &[StmtKind]| {
        let first = body.first().and_then(|it| start_of(text, item, stmt, it));
        first.is_some_and(|it| it <= offset)
    };
    // Expressions before a statement's block are evaluated outside of the block.
    let is_plain = match &old {
        StmtKind::Def(_) => false,
        StmtKind::Foreach(it) => !begins_before(&it.body),
        StmtKind::Let(it) => !begins_before(&it.body),
        StmtKind::If(it) => !begins_before(&it.then_body),
        _ => true,
    };
    if is_plain {
        // The new record follows the `defvar`, so that the variable itself can be shown.
        let at = index + usize::from(matches!(old, StmtKind::Defvar(_)));
        body[index] = old;
        body.insert(at, record_of(shown));
    } else {
        body[index] = insert(text, item, stmt, old, shown, offset)?;
    }
    Some(body.into())
}

/// An anonymous record whose only field is `shown`.
fn record_of(shown: Decl) -> StmtKind {
    StmtKind::Def(Def {
        at: shown.name_at,
        name: None,
        name_at: shown.name_at,
        body: ObjectBody {
            items: [BodyItem::Field(shown)].into(),
            ..ObjectBody::default()
        },
    })
}

/// An offset near the start of a statement, at or before its first expression.
fn start_of(text: &Text<'_>, item: StmtId, stmt: &Stmt, kind: &StmtKind) -> Option<u32> {
    let span = match kind {
        StmtKind::Def(it) => it.at,
        StmtKind::Defm(it) => it.at,
        StmtKind::Foreach(it) => it.at,
        StmtKind::If(it) => it.at,
        StmtKind::Let(it) => it.items.first()?.name_at,
        StmtKind::Defset(it) => it.name_at,
        StmtKind::Defvar(it) => it.name_at,
        StmtKind::Assert(it) => stmt.code[it.cond].at,
        StmtKind::Dump(it) => it.at,
        _ => return None,
    };
    Some(text.place(item, span).start)
}

fn collect(db: &Database, outcome: &Outcome) -> Option<Evaluated> {
    let shown = ValueDisplay::new(db);
    let mut all = Evaluated::default();
    for record in &outcome.records {
        let Some(text) = shown_in(&shown, record, Sym::new(SHOWN)) else {
            continue;
        };
        let name = (!record.is_anonymous()).then(|| shown.name(record.name));
        all.count += 1;
        if all.values.len() < MAX_VALUES && all.values.iter().all(|(it, _)| *it != text) {
            all.values.push((text, name));
        }
    }
    (all.count > 0).then_some(all)
}

/// The text of the added field in a record.
fn shown_in(shown: &ValueDisplay<'_>, record: &Record, name: Sym) -> Option<String> {
    let v = record.field(name)?.value?;
    // The value was printed as the only element of a list.
    let text = shown.name(v);
    let text = text.strip_prefix('[').unwrap_or(&text);
    Some(with_numbers(text.strip_suffix(']').unwrap_or(text)))
}
