//! Hovers of classes and multiclasses.

use db::outcome_of;
use elaborate::hir::{RecordSource, each_in};
use elaborate::record::{FieldRef, Record};
use elaborate::symbol::Sym;

use super::fields::{push_defaults, push_field};
use super::{Page, header, plural};
use crate::display::ValueDisplay;
use crate::expansion::{Part, fields_of};
use crate::family::{FamilyCount, count_family, subclasses_of, uses_of};
use crate::markup::{code_span, escape};
use crate::target::declaration_at;
use crate::text::Text;
use crate::workspace_symbols::records_of_class;

/// The largest number of fields shown for a class.
const MAX_FIELDS: usize = 60;

/// Appends a class: its signature, its superclasses, its fields, and the number of its records and subclasses.
pub(super) fn show(text: &Text<'_>, name: Sym, page: &mut Page) {
    let Some((item, class)) = text.class(name) else {
        return;
    };
    let at = text.place(item, class.name_at);
    let Some(node) = declaration_at(text, at) else {
        return;
    };
    let shown = ValueDisplay::new(text.db);
    let header = header(&node);
    let mut code = header.trim_end_matches(';').to_owned();
    code.push_str(" {\n");
    // Elaborates only the class and the classes that it depends on.
    if let Some(proto) = &outcome_of(text.db, item).class {
        push_fields(text, &shown, name, &proto.record, &mut code);
    }
    code.push('}');
    page.code(&code);
    page.comment_of(&node);
    let supers = text.with_superclasses(name);
    if supers.len() > 1 {
        let names: Vec<String> = supers[1..]
            .iter()
            .map(|it| code_span(it.as_str()))
            .collect();
        page.text(format!("superclasses: {}", names.join(", ")));
    }
    let subclasses = subclasses_of(text, name).len();
    let mut what = format!(
        "{subclasses} subclass{}, ",
        if subclasses == 1 { "" } else { "es" }
    );
    match records_of_class(text.db, name.as_str()) {
        Some(count) => what.push_str(&format!("{count} record{}", plural(count))),
        None => what.push_str(&in_text(&count_family(text, name))),
    }
    page.text(what);
    page.link("definition", at);
}

/// Appends the fields that the class declares or sets, then the fields that a superclass sets, then a summary of the
/// other fields.
fn push_fields(
    text: &Text<'_>,
    shown: &ValueDisplay<'_>,
    name: Sym,
    class: &Record,
    out: &mut String,
) {
    let own_item = text.class(name).map(|(item, _)| item);
    let is_own = |field: &FieldRef| Some(field.loc.item) == own_item;
    let fields = fields_of(text, class).into_iter();
    let (own, inherited): (Vec<_>, Vec<_>) = fields.partition(|(_, field)| is_own(field));
    let (defaults, changed): (Vec<_>, Vec<_>) = inherited
        .into_iter()
        .partition(|(part, _)| *part == Part::Default);
    for (_, field) in own.iter().chain(&changed).take(MAX_FIELDS) {
        let owner = text.class_field(name, field.name);
        let owner = owner.map(|it| it.class).filter(|it| *it != name);
        push_field(shown, field, owner.map(|it| it.to_string()), out);
    }
    let left_out = (own.len() + changed.len()).saturating_sub(MAX_FIELDS);
    if left_out > 0 {
        out.push_str(&format!("  // … {left_out} more fields\n"));
    }
    if !defaults.is_empty() {
        let defaults: Vec<FieldRef> = defaults.into_iter().map(|(_, field)| field).collect();
        push_defaults(shown, &defaults, out);
    }
}

/// The number of `def`s of a class and its subclasses, as text. It is shown until the number of records is known.
fn in_text(count: &FamilyCount) -> String {
    let mut what = format!("{} `def`{}", count.defs, plural(count.defs));
    if count.templates > 0 {
        what.push_str(&format!(
            ", and {} `def`{} in multiclasses and loops",
            count.templates,
            plural(count.templates)
        ));
    }
    what
}

/// Appends a multiclass: its signature, its `def`s and `defm`s, and the number of its uses.
pub(super) fn show_multiclass(text: &Text<'_>, name: Sym, page: &mut Page) {
    let Some((item, multiclass)) = text.multiclass(name) else {
        return;
    };
    let at = text.place(item, multiclass.name_at);
    let Some(node) = declaration_at(text, at) else {
        return;
    };
    page.code(&header(&node));
    page.comment_of(&node);
    let mut lines = Vec::new();
    each_in(&multiclass.body, &mut |maker| {
        let keyword = match maker {
            RecordSource::Def(_) => "def",
            RecordSource::Defm(_) => "defm",
        };
        let name = maker.name().map(|name| {
            let place = text.place(item, text.stmt(item).code[name].at);
            let root = text.root(place.source);
            let node = root.and_then(|it| crate::place::node_at(&it, place));
            node.map(|it| it.text().to_string()).unwrap_or_default()
        });
        let parents = maker.parents().iter().map(|it| it.name.as_str());
        let parents = parents.collect::<Vec<_>>().join(", ");
        let name = name.unwrap_or_default();
        lines.push(format!(
            "- {keyword} {} : {}",
            code_span(&name),
            escape(&parents)
        ));
    });
    if !lines.is_empty() {
        page.text(lines.join("\n"));
    }
    let uses = uses_of(text, name).count();
    page.text(format!("used {uses} time{}", plural(uses)));
    page.link("definition", at);
}
