//! Where a byte of a field's string is written in the source. The string may be concatenated from literals, variables
//! and arguments. For an expression whose parts are not known, the place is that of the expression.

use syntax::literals;

use crate::diagnostic::{At, StringByte, WrongValue};
use crate::hir::{
    BangOp, BodyItem, Defvar, Expr, ExprId, RecordSource, SpanId, StmtKind, each_in,
    each_record_source,
};
use crate::ids::{Loc, StmtId};
use crate::sources::Sources;
use crate::symbol::Sym;

use super::definitions::Definitions;
use super::origins::{FrameId, Frames, field_value, holds, named};

/// The largest number of a string's parts that are examined, and of names that are looked up.
const MAX_PARTS: usize = 64;

/// The largest number of statements in which a variable is searched for, beginning with the nearest.
const MAX_STATEMENTS: usize = 1 << 10;

/// Where a byte of a string is written.
pub(super) struct Written {
    /// The source and the offset.
    pub point: (usize, u32),
    item: StmtId,
}

impl Written {
    /// The location of the record that has the string, if the byte is written in another statement.
    pub(super) fn record_elsewhere(&self, byte: &StringByte) -> Option<Loc> {
        let record = byte.record.first().copied();
        record.filter(|it| it.item != self.item)
    }
}

/// Finds out where a byte is written. If it comes from an expression whose parts are not known, the place is that of the
/// expression, or `None` if the expression is outside the record's own statements.
pub(super) fn find(sources: &Sources, byte: &StringByte) -> Option<Written> {
    let (at, offset) = match locate(&pieces(sources, byte), byte)? {
        Found::In(literals, offset) => (literals, Some(offset)),
        Found::Within(at) => {
            let is_own = byte.record.iter().any(|it| it.item == at.item);
            (is_own.then_some(at)?, None)
        }
    };
    let (source, start) = sources.offset(At::start(at));
    let text = sources.files[source].parsed_text();
    let text = text.get(start as usize..sources.resolve(at).1.end as usize);
    let within = offset.zip(text).map_or(0, |(it, text)| source_of(text, it));
    Some(Written {
        point: sources.origin(source, start + within),
        item: at.item,
    })
}

/// The offset in `text` where the byte at `offset` of a string is written. `text` consists of adjacent literals whose
/// values together are the string.
fn source_of(text: &str, mut offset: usize) -> u32 {
    let mut at = 0;
    for (start, literal) in literals(text) {
        let len = literal.value().len();
        at = start + literal.source_of(offset.min(len));
        if offset < len {
            break;
        }
        offset -= len;
    }
    at as u32
}

/// A part of the expression that yields the string.
struct Piece {
    at: Loc,
    /// The value of adjacent literals; `None` for another expression.
    value: Option<Sym>,
}

enum Found {
    /// In the literals at a location, at an offset of their value.
    In(Loc, usize),
    /// In the value of the expression at a location.
    Within(Loc),
}

/// An expression in a statement.
#[derive(Clone, Copy)]
struct Part {
    item: StmtId,
    /// The use of the class or multiclass that contains the expression, if it is known.
    frame: Option<FrameId>,
    value: ExprId,
}

/// The parts of the expression that sets the field. Variables and template arguments are replaced by the parts of their
/// values.
fn pieces(sources: &Sources, byte: &StringByte) -> Vec<Piece> {
    let definitions = Definitions::new(sources);
    let mut frames = Frames::new(sources, &definitions);
    let mut pieces = Vec::new();
    let mut looked_up = 0;
    let mut waiting: Vec<Part> = setter(sources, &mut frames, byte).into_iter().collect();
    while let Some(part) = waiting.pop()
        && let Some(stmt) = sources.stmt(part.item)
    {
        let code = &stmt.code[part.value];
        let value = match &code.expr {
            _ if pieces.len() == MAX_PARTS => None,
            Expr::Str(text) | Expr::Code(text) => Some(*text),
            Expr::Paste { lhs, rhs, .. } => {
                waiting.extend(rhs.map(|value| Part { value, ..part }));
                waiting.push(Part {
                    value: *lhs,
                    ..part
                });
                continue;
            }
            Expr::Bang {
                op: BangOp::StrConcat,
                args,
                ..
            } => {
                let args = args.iter().rev();
                waiting.extend(args.map(|value| Part {
                    value: *value,
                    ..part
                }));
                continue;
            }
            Expr::Name(name) if looked_up < MAX_PARTS => {
                looked_up += 1;
                if let Some(value) =
                    variable(sources, part, *name).or_else(|| argument(&frames, part.frame?, *name))
                {
                    waiting.push(value);
                    continue;
                }
                None
            }
            _ => None,
        };
        let at = Loc {
            item: part.item,
            span: code.at,
        };
        pieces.push(Piece { at, value });
        if pieces.len() > MAX_PARTS {
            break;
        }
    }
    pieces
}

/// The expression that sets the field.
fn setter(sources: &Sources, frames: &mut Frames<'_>, byte: &StringByte) -> Option<Part> {
    let item = byte.field.item;
    let stmt = sources.stmt(item)?;
    let value = field_value(stmt, byte.field.span)?;
    // A record that a multiclass defines begins with the outermost `defm`.
    let record = byte.record.last().and_then(|record| {
        let shown = named(stmt, byte.field.span);
        let value = WrongValue::new(byte.field, &byte.record);
        frames.find(record.item, &value, &|it| holds(it, item, &shown))
    });
    Some(Part {
        item,
        frame: record,
        value,
    })
}

/// The value of a template argument of the class or multiclass that `frame` uses, or of the multiclass around it.
fn argument(frames: &Frames<'_>, frame: FrameId, name: Sym) -> Option<Part> {
    let mut id = frame;
    loop {
        let frame = &frames.list[id];
        let args = frame.object.args();
        if let Some(index) = args.iter().position(|it| it.name == name) {
            return match frames.given(id, index) {
                Some((arg, giver)) => Some(Part {
                    item: frames.list[giver.frame].item,
                    frame: Some(giver.frame),
                    value: arg.value,
                }),
                None => Some(Part {
                    item: frame.item,
                    frame: Some(id),
                    value: args[index].value?,
                }),
            };
        }
        id = frame.outer?;
    }
}

/// The value of the variable that the expression `part` names. `None` for a template argument.
fn variable(sources: &Sources, part: Part, name: Sym) -> Option<Part> {
    let kind = &sources.stmt(part.item)?.kind;
    let mut found = None;
    // The ids of expressions increase in the order of the text.
    each_variable(kind, &mut |it| {
        if it.name == name && it.value < part.value {
            found = found.max(Some(it.value));
        }
    });
    if let Some(value) = found {
        return Some(Part { value, ..part });
    }
    let args = match kind {
        StmtKind::Class(it) => &it.args,
        StmtKind::Multiclass(it) => &it.args,
        _ => &Default::default(),
    };
    if args.iter().any(|it| it.name == name) {
        return None;
    }
    let (source, number) = sources.layout.stmt(part.item)?;
    let before = sources.files[source].lowered.stmts.get(..number)?;
    let nearest = before.iter().enumerate().rev().take(MAX_STATEMENTS);
    let mut variables = nearest.filter_map(|(number, it)| match &it.kind {
        StmtKind::Defvar(it) if it.name == name => Some((number, it.value)),
        _ => None,
    });
    let (number, value) = variables.next()?;
    let item = sources.layout.of_source(source).get(number).copied()??;
    Some(Part {
        item,
        frame: None,
        value,
    })
}

/// Calls `f` with the variables that a statement and its nested statements define.
fn each_variable<'s>(kind: &'s StmtKind, f: &mut impl FnMut(&'s Defvar)) {
    let body = match kind {
        StmtKind::Class(it) => &it.body,
        StmtKind::Def(it) => &it.body,
        StmtKind::Defvar(it) => return f(it),
        StmtKind::Multiclass(it) => return it.body.iter().for_each(|it| each_variable(it, f)),
        _ => return kind.bodies().for_each(|it| each_variable(it, f)),
    };
    for item in &body.items {
        if let BodyItem::Defvar(it) = item {
            f(it);
        }
    }
}

/// Finds the piece that contains a byte by matching pieces from both ends of the string. Of the pieces in between, some
/// have unknown values.
fn locate(pieces: &[Piece], byte: &StringByte) -> Option<Found> {
    let text = byte.text.as_str();
    let mut start = 0;
    let mut first = 0;
    while let Some(Piece { at, value }) = pieces.get(first)
        && let Some(value) = value
        && text[start..].starts_with(value.as_str())
    {
        let end = start + value.as_str().len();
        first += 1;
        // The offset at the end of the string belongs to the last piece.
        if byte.offset < end || first == pieces.len() {
            return Some(Found::In(*at, byte.offset - start));
        }
        start = end;
    }
    let mut end = text.len();
    let mut last = pieces.len();
    while last > first
        && let Piece { at, value } = &pieces[last - 1]
        && let Some(value) = value
        && let Some(before) = text[start..end].strip_suffix(value.as_str())
    {
        end = start + before.len();
        last -= 1;
        if byte.offset >= end {
            return Some(Found::In(*at, byte.offset - end));
        }
    }
    let between = pieces.get(first..last)?;
    let in_literal = between.iter().find_map(|Piece { at, value }| {
        let mut found = text[start..end].match_indices(value.as_ref()?.as_str());
        let (before, literal) = found.next()?;
        let offset = byte.offset.checked_sub(start + before)?;
        // A literal whose text occurs again may be meant to be elsewhere.
        let is_there = offset < literal.len() && found.next().is_none();
        is_there.then_some(Found::In(*at, offset))
    });
    in_literal.or_else(|| Some(Found::Within(between.first()?.at)))
}

/// The location of the string literals with this value among the arguments of a record's superclasses. `record` is one
/// of the locations of the record.
pub fn literal_argument(sources: &Sources, record: Loc, value: &str) -> Option<Loc> {
    let stmt = sources.stmt(record.item)?;
    let mut found = None;
    let mut visit = |it: RecordSource| {
        if !places_of(it).contains(&Some(record.span)) {
            return;
        }
        let args = it.parents().iter().flat_map(|it| it.args.iter().flatten());
        let mut parts = args.flat_map(|it| stmt.code.parts_of(it.value));
        found = parts.find(
            |it| matches!(&it.expr, Expr::Str(text) | Expr::Code(text) if text.as_str() == value),
        );
    };
    match &stmt.kind {
        StmtKind::Multiclass(it) => each_in(&it.body, &mut visit),
        kind => each_record_source(kind, &mut visit),
    }
    found.map(|it| Loc {
        item: record.item,
        span: it.at,
    })
}

/// The locations by which a diagnostic may refer to a record.
fn places_of(source: RecordSource) -> [Option<SpanId>; 2] {
    let name = match source {
        RecordSource::Def(def) => Some(def.name_at),
        RecordSource::Defm(_) => None,
    };
    [Some(source.at()), name]
}
