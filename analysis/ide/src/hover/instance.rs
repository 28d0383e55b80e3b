//! The record of a class instance in a field of a `def`, such as `ConfinedAttr<…>` in `arguments`.

use std::sync::Arc;

use db::{Db as _, instance_record};
use elaborate::hir::{BodyItem, Def, Expr, ExprId, RecordSource};
use elaborate::ids::StmtId;
use elaborate::record::Record;
use elaborate::value::Node;

use super::record::made_by;
use crate::text::{Text, each_def};

/// The longest path from a field to an instance in its value.
const MAX_DEPTH: usize = 64;

/// The anonymous record of the class instance whose text begins at the byte offset `start`. `None` unless the instance
/// is the value of a field, possibly nested in lists and dags, of a `def` that creates one record. An instance inside
/// another expression cannot be found in the field's evaluated value.
pub(super) fn record_at(text: &Text<'_>, source: usize, start: u32) -> Option<Arc<Record>> {
    let item = text.item_at(source, start)?;
    let mut found = None;
    each_def(&text.stmt(item).kind, &mut |def: &Def| {
        for part in &def.body.items {
            let field = match part {
                BodyItem::Field(decl) => decl.value.map(|value| (decl.name, value)),
                BodyItem::Let(it) if it.bits.is_empty() => Some((it.name, it.value)),
                _ => None,
            };
            let Some((name, value)) = field else { continue };
            let mut path = Vec::new();
            if find(text, item, value, start, &mut path) {
                found = Some((def, name, path));
            }
        }
    });
    let (def, field, path) = found?;
    let records = made_by(text, item, RecordSource::Def(def));
    let [record] = &records[..] else { return None };
    let mut value = record.field(field)?.value?;
    for part in path {
        value = match text.db.values().node(value) {
            Node::List(elements) => *elements.get(part)?,
            &Node::Dag { op, ref args, .. } => match part.checked_sub(1) {
                Some(argument) => args.get(argument)?.0,
                None => op,
            },
            _ => return None,
        };
    }
    instance_record(text.db, item, value)
}

/// Finds the instance that begins at `start` in an expression. On success, `path` contains the steps to it: in a list,
/// the index of the element, counted from 0; in a dag, 0 for the operator, or the index of the argument, counted from
/// 1.
fn find(text: &Text<'_>, item: StmtId, expr: ExprId, start: u32, path: &mut Vec<usize>) -> bool {
    let code = &text.stmt(item).code;
    let parts: Vec<Option<ExprId>> = match &code[expr].expr {
        Expr::Instance { .. } => return text.place(item, code[expr].at).start == start,
        Expr::List { elems, .. } => elems.iter().copied().map(Some).collect(),
        Expr::Dag { op, args, .. } => {
            let args = args.iter().map(|it| it.value);
            std::iter::once(Some(*op)).chain(args).collect()
        }
        _ => return false,
    };
    if path.len() >= MAX_DEPTH {
        return false;
    }
    for (number, part) in parts.into_iter().enumerate() {
        let Some(part) = part else { continue };
        path.push(number);
        if find(text, item, part, start, path) {
            return true;
        }
        path.pop();
    }
    false
}
