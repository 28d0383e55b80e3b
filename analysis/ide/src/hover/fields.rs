//! Hovers of records: the fields, and where their values were set.

use elaborate::hir::{
    BodyItem, Code, Expr, ExprId, LetItem, RecordSource, StmtKind, each_in, each_record_source,
};
use elaborate::ids::Loc;
use elaborate::record::{FieldRef, Record};
use elaborate::symbol::Sym;
use rustc_hash::FxHashMap;

use super::Page;
use crate::Place;
use crate::display::{ValueDisplay, cut_code, short_names};
use crate::expansion::{Part, fields_of};
use crate::text::Text;

/// The largest number of fields shown for a record.
const MAX_FIELDS: usize = 80;
/// The length in bytes of a record's text after which further fields are omitted.
const MAX_TEXT: usize = 12_000;
/// The largest number of characters of a field.
const MAX_FIELD: usize = 400;
/// The largest number of bytes of a default value; a longer value is shown as `…`.
const MAX_DEFAULT: usize = 40;
/// The largest number of characters of a line with defaults.
const MAX_LINE: usize = 100;
/// The largest number of lines with defaults.
const MAX_DEFAULT_LINES: usize = 8;

/// Appends a record: the fields with their values and where these were set, then a summary of the fields with default
/// values.
pub(super) fn show(text: &Text<'_>, record: &Record, page: &mut Page) {
    show_as(text, record, None, page);
}

/// As [`show`], with `name` in place of the record's name.
pub(super) fn show_as(text: &Text<'_>, record: &Record, name: Option<String>, page: &mut Page) {
    let shown = ValueDisplay::new(text.db);
    let name = name.unwrap_or_else(|| short_names(&shown.name(record.name)));
    let mut code = format!("def {name} {{");
    if !record.supers.is_empty() {
        let supers: Vec<&str> = record.supers.iter().map(|it| it.as_str()).collect();
        code.push_str(&format!("\t// {}", supers.join(" ")));
    }
    code.push('\n');
    let mut lines = Lines::default();
    let (mut defaults, mut left_out) = (Vec::new(), 0);
    let mut last = None;
    for (index, (part, field)) in fields_of(text, record).into_iter().enumerate() {
        if part == Part::Default {
            defaults.push(field);
            continue;
        }
        if index >= MAX_FIELDS || code.len() > MAX_TEXT {
            left_out += 1;
            continue;
        }
        if last.is_some_and(|it| it != part) {
            code.push('\n');
        }
        last = Some(part);
        let origin = origin(text, record, &field, &mut lines);
        push_field(&shown, &field, Some(origin), &mut code);
    }
    if left_out > 0 {
        code.push_str(&format!("  // … {left_out} more fields\n"));
    }
    if !defaults.is_empty() {
        if last.is_some() {
            code.push('\n');
        }
        push_defaults(&shown, &defaults, &mut code);
    }
    code.push('}');
    let first = record.locs.first().map(|loc| text.place_of(*loc));
    page.code(&code);
    if let Some(statement) = first.and_then(|it| statement_at(text, it)) {
        page.comment_of(&statement);
    }
    for (index, loc) in record.locs.iter().enumerate() {
        match index {
            0 => page.link("definition", text.place_of(*loc)),
            _ => page.link("defm", text.defm_place(*loc)),
        }
    }
}

/// Appends the lines of a field. The remark `about` is in the comment after the first line.
pub(super) fn push_field(
    shown: &ValueDisplay<'_>,
    field: &FieldRef,
    about: Option<String>,
    out: &mut String,
) {
    let mut about = about;
    for line in shown.lines(field) {
        let notes: Vec<String> = line.hex.into_iter().chain(about.take()).collect();
        out.push_str(&format!("  {};", cut_code(&line.code, MAX_FIELD)));
        if !notes.is_empty() {
            out.push_str(&format!("\t// {}", notes.join(", ")));
        }
        out.push('\n');
    }
}

/// Appends a comment of a few lines that lists the fields with default values.
pub(super) fn push_defaults(shown: &ValueDisplay<'_>, defaults: &[FieldRef], out: &mut String) {
    let mut line = "  // defaults:".to_owned();
    let mut lines = 1;
    for (index, field) in defaults.iter().enumerate() {
        let value = field.value.map(|v| shown.shortest(v));
        let value = value.filter(|it| it.len() <= MAX_DEFAULT && !it.contains('\n'));
        let mut item = format!(" {} = {}", field.name, value.as_deref().unwrap_or("…"));
        if index + 1 < defaults.len() {
            item.push(',');
        }
        if line.chars().count() + item.chars().count() > MAX_LINE {
            if lines == MAX_DEFAULT_LINES {
                line.push_str(&format!(" … {} more", defaults.len() - index));
                break;
            }
            lines += 1;
            out.push_str(&line);
            out.push('\n');
            line = "  //".to_owned();
        }
        line.push_str(&item);
    }
    out.push_str(&line);
    out.push('\n');
}

/// The `def` whose name or keyword is at `place`.
fn statement_at(text: &Text<'_>, place: Place) -> Option<syntax::SyntaxNode> {
    let token = crate::place::token_at(&text.root(place.source)?, place.start)?;
    let mut nodes = token.parent_ancestors();
    nodes.find(|it| matches!(it.kind(), syntax::SyntaxKind::DEF))
}

/// Describes what set the value of a field, with the file and line.
pub(super) fn origin(
    text: &Text<'_>,
    record: &Record,
    field: &FieldRef,
    lines: &mut Lines,
) -> String {
    let loc = field.loc;
    let what = setter(text, record, field.name, loc);
    let place = text.place_of(loc);
    format!("{what}, {}", lines.show(text, place))
}

/// Describes the statement that set a field at `loc`.
fn setter(text: &Text<'_>, record: &Record, field: Sym, loc: Loc) -> String {
    let stmt = text.stmt(loc.item);
    match &stmt.kind {
        StmtKind::Class(class) => {
            let args: Vec<Sym> = class.args.iter().map(|it| it.name).collect();
            let how = how_set(&stmt.code, &class.body.items, loc, &args);
            format!("{how}class {}", class.name)
        }
        StmtKind::Multiclass(multiclass) => {
            let args: Vec<Sym> = multiclass.args.iter().map(|it| it.name).collect();
            let mut how = "let in ".to_owned();
            each_in(&multiclass.body, &mut |maker| {
                if let RecordSource::Def(def) = maker
                    && sets(&def.body.items, loc)
                {
                    how = how_set(&stmt.code, &def.body.items, loc, &args);
                }
            });
            format!("{how}multiclass {}", multiclass.name)
        }
        StmtKind::Let(it) => {
            let item = it.items.iter().find(|it| it.name_at == loc.span);
            match item {
                Some(item) if !item.bits.is_empty() => format!("let {field}{{…}} in"),
                _ => "let … in".to_owned(),
            }
        }
        kind => {
            let is_own = record.locs.first().is_some_and(|it| it.item == loc.item);
            let mut how = None;
            each_record_source(kind, &mut |maker| {
                if let RecordSource::Def(def) = maker
                    && sets(&def.body.items, loc)
                {
                    how = Some(how_set(&stmt.code, &def.body.items, loc, &[]));
                }
            });
            match (how, is_own) {
                (Some(how), true) => format!("{how}this def"),
                (Some(how), false) => format!("{how}another def"),
                (None, _) => "let … in".to_owned(),
            }
        }
    }
}

fn sets(items: &[BodyItem], loc: Loc) -> bool {
    items.iter().any(|it| match it {
        BodyItem::Field(decl) => decl.name_at == loc.span,
        BodyItem::Let(item) => item.name_at == loc.span,
        _ => false,
    })
}

/// Describes how the item at `loc` sets its field: whether by a `let`, and from which of the arguments `args`. The text
/// is a prefix for the name of the owner; it may be empty.
fn how_set(code: &Code, items: &[BodyItem], loc: Loc, args: &[Sym]) -> String {
    let from_arg = |value: ExprId| match code[value].expr {
        Expr::Name(name) if args.contains(&name) => Some(format!("argument {name} of ")),
        _ => None,
    };
    for item in items {
        match item {
            BodyItem::Field(decl) if decl.name_at == loc.span => {
                let arg = decl.value.and_then(from_arg);
                return arg.unwrap_or_default();
            }
            BodyItem::Let(LetItem { name_at, value, .. }) if *name_at == loc.span => {
                let arg = from_arg(*value).map(|it| format!("let, {it}"));
                return arg.unwrap_or_else(|| "let in ".to_owned());
            }
            _ => {}
        }
    }
    String::new()
}

/// Computes line numbers. For each source it continues from the last offset, so that nearby offsets are cheap.
#[derive(Default)]
pub(super) struct Lines(FxHashMap<usize, (usize, usize)>);

impl Lines {
    /// A place as `file:line`, without the folder. Lines count from 1.
    pub(super) fn show(&mut self, text: &Text<'_>, place: Place) -> String {
        let sources = &text.unit().sources;
        let (source, offset) = sources.origin(place.source, place.start);
        let file = &sources.files[source];
        let line = self.line(source, &file.text, offset as usize);
        let name = file.path.rsplit(['/', '\\']).next().unwrap_or(&file.path);
        format!("{name}:{line}")
    }

    fn line(&mut self, source: usize, text: &str, offset: usize) -> usize {
        let count = |range: std::ops::Range<usize>| {
            let bytes = text.as_bytes().get(range).unwrap_or_default();
            bytes.iter().filter(|it| **it == b'\n').count()
        };
        let (known, line) = self.0.get(&source).copied().unwrap_or((0, 1));
        let line = if offset >= known {
            line + count(known..offset)
        } else {
            line - count(offset..known)
        };
        self.0.insert(source, (offset, line));
        line
    }
}
