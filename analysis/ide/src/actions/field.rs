//! Actions that give values to the unset fields of a record.

use db::Db;
use elaborate::hir::BodyItem;
use elaborate::record::{FieldKind, FieldRef, Record};
use elaborate::symbol::Sym;
use elaborate::value::types::Type;
use elaborate::value::{Node, ValueId, ValueStore};
use rustc_hash::FxHashSet;
use syntax::SyntaxKind::*;
use syntax::SyntaxNode;

use super::{Action, ActionKind, Cursor};
use crate::Place;
use crate::hover::made_by;
use crate::place::{child, child_token, values};
use crate::resolve::parent_names;
use crate::tree_text::range;

/// The largest number of fields for which a separate action is offered.
const MAX_OFFERS: usize = 8;

pub(super) fn offer(at: &Cursor<'_>, out: &mut Vec<Action>) {
    let Some(def) = at.ancestor(DEF).filter(|it| is_wanted(at, it)) else {
        return;
    };
    let unset = unset(at, &def).unwrap_or_default();
    if unset.len() > 1
        && let Some(action) = insert(
            at,
            &def,
            &unset,
            "Set all fields without a value".to_owned(),
        )
    {
        out.push(action);
    }
    for field in unset.iter().take(MAX_OFFERS) {
        let title = format!("Set the field `{}`", field.name);
        out.extend(insert(at, &def, std::slice::from_ref(field), title));
    }
}

/// Whether the cursor is where a field could be added to a `def`: at its keyword or name, or on a blank line of its
/// body.
fn is_wanted(at: &Cursor<'_>, def: &SyntaxNode) -> bool {
    let is_keyword = at.token.kind() == DEF_KW;
    let name = values(def).next();
    let is_in_name = name.is_some_and(|it| it.text_range().contains_range(at.token.text_range()));
    let is_in_body = at.token.parent().is_some_and(|it| it.kind() == BODY);
    is_keyword || is_in_name || is_in_body && at.is_on_blank_line()
}

/// The fields of a `def`'s record that should be set: a class declares them without a value, and neither the classes
/// nor the `def` set them. Fields whose bits are copied into other fields are left out. `None` if the `def` does not
/// create exactly one record.
fn unset(at: &Cursor<'_>, def: &SyntaxNode) -> Option<Vec<FieldRef>> {
    let keyword = Place::new(at.source, def.first_token()?.text_range());
    let (item, maker) = at.text.maker_at(keyword)?;
    let [record] = &made_by(at.text, item, maker)[..] else {
        return None;
    };
    let classes: Vec<Sym> = parent_names(def).collect();
    let is_required = |field: &FieldRef| {
        let declared = classes
            .iter()
            .find_map(|it| at.text.class_field(*it, field.name));
        // A field that is declared `= ?` may stay unset.
        declared.is_some_and(|it| it.decl.value.is_none())
    };
    let set = |field: &FieldRef| match maker {
        elaborate::hir::RecordSource::Def(def) => def
            .body
            .items
            .iter()
            .any(|it| matches!(it, BodyItem::Let(it) if it.name == field.name)),
        elaborate::hir::RecordSource::Defm(_) => false,
    };
    let store = at.text.db.values();
    let is_unset = |field: &FieldRef| match field.value {
        Some(ValueId::UNSET) => true,
        Some(v) => store
            .as_bits(v)
            .is_some_and(|bits| !bits.is_empty() && bits.iter().all(|it| *it == ValueId::UNSET)),
        None => false,
    };
    let operands = operands(store, record);
    let fields = record.fields();
    Some(
        fields
            .filter(|it| it.kind == FieldKind::Normal && is_unset(it))
            .filter(|it| is_required(it) && !set(it) && !operands.contains(&it.name))
            .collect(),
    )
}

/// The names of the fields whose bits are copied into other fields, such as the operands of an encoding. These fields
/// must stay unset.
fn operands(store: &ValueStore, record: &Record) -> FxHashSet<Sym> {
    let values = record.fields().filter_map(|it| it.value);
    let bits = values.flat_map(|it| store.as_bits(it).unwrap_or_default());
    let fields = bits.filter_map(|it| match store.node(*it) {
        Node::VarBit(of, _) => match store.node(*of) {
            Node::Var(name) => Some(*name),
            _ => None,
        },
        _ => None,
    });
    fields.collect()
}

fn insert(at: &Cursor<'_>, def: &SyntaxNode, fields: &[FieldRef], title: String) -> Option<Action> {
    let line = |it: &FieldRef| format!("let {} = {};", it.name, placeholder(at, it));
    let lines: Vec<String> = fields.iter().map(line).collect();
    let indent = indentation(def);
    let inner = format!("\n{indent}  ");
    let edit = match child(def, BODY) {
        Some(body) => {
            let closer = child_token(&body, R_BRACE)?;
            let blank = closer.prev_token().filter(|it| it.kind() == WHITESPACE);
            let end = range(closer.text_range()).start;
            let start = blank.map_or(end, |it| range(it.text_range()).start);
            let text = format!("{inner}{}\n{indent}", lines.join(&inner));
            at.edit(start..end, text)
        }
        None => {
            let semicolon = child_token(def, SEMICOLON)?;
            let text = format!(" {{{inner}{}\n{indent}}}", lines.join(&inner));
            at.edit(range(semicolon.text_range()), text)
        }
    };
    Some(Action {
        title,
        kind: ActionKind::Rewrite,
        is_preferred: false,
        edits: vec![edit],
    })
}

/// A placeholder value of the field's type.
fn placeholder(at: &Cursor<'_>, field: &FieldRef) -> &'static str {
    match at.text.db.values().type_data(field.ty) {
        Type::Bit | Type::Int | Type::Bits(_) => "0",
        Type::String => "\"\"",
        Type::List(_) => "[]",
        _ => "?",
    }
}

/// The white space between the start of the line and the statement. Empty if the statement is not the first on its
/// line.
pub(super) fn indentation(node: &SyntaxNode) -> String {
    let before = node.first_token().and_then(|it| it.prev_token());
    let blank = before.filter(|it| it.kind() == WHITESPACE);
    let text = blank.map(|it| it.text().to_owned()).unwrap_or_default();
    match text.rsplit_once('\n') {
        Some((_, indent)) => indent.to_owned(),
        None => String::new(),
    }
}
