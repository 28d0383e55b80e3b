//! Where a byte of a field's string is written in the source. The string may be concatenated from literals, variables
//! and arguments. For an expression whose parts are not known, the place is that of the expression.

use std::ops::Range;

use syntax::literals;

use crate::diagnostic::{At, StringByte};
use crate::hir::{
    BangOp, BodyItem, Defvar, Expr, ExprId, RecordSource, SpanId, StmtKind, each_in,
    each_record_source,
};
use crate::ids::{Loc, StmtId};
use crate::sources::Sources;
use crate::symbol::Sym;

use super::origins::field_value;

/// The largest number of a string's parts that are examined, and of variables that are looked up.
const MAX_PARTS: usize = 64;

/// The largest number of statements in which a variable is searched for, beginning with the nearest.
const MAX_STATEMENTS: usize = 1 << 10;

/// The source and the offset where `byte` is written, or those of the field if the place of the byte cannot be found.
pub(super) fn place(sources: &Sources, byte: &StringByte) -> (usize, u32) {
    let field = byte.field;
    let value = sources
        .stmt(field.item)
        .and_then(|it| field_value(it, field.span));
    let found = value.and_then(|it| find(&pieces(sources, field.item, it), byte));
    let (at, offset) = match found {
        Some(Found::In(literals, offset)) => (literals, Some(offset)),
        Some(Found::Within { at, part }) => {
            let argument = part.and_then(|part| {
                let value = byte.text.as_str().get(part.clone())?;
                let literals = literal_argument(sources, byte.record?, value)?;
                Some((literals, byte.offset.checked_sub(part.start)))
            });
            argument.unwrap_or((at, None))
        }
        None => (field, None),
    };
    let (source, start) = sources.offset(At::start(at));
    let text = sources.files[source].parsed_text();
    let text = text.get(start as usize..sources.resolve(at).1.end as usize);
    let within = offset.zip(text).map_or(0, |(it, text)| source_of(text, it));
    sources.origin(source, start + within)
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
    /// In the value of the expression at `at`. `part` is the range of the string that comes from this expression, if it
    /// is known.
    Within { at: Loc, part: Option<Range<usize>> },
}

/// The parts of an expression, with variables replaced by the parts of their values.
fn pieces(sources: &Sources, item: StmtId, value: ExprId) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut looked_up = 0;
    let mut waiting = vec![(item, value)];
    while let Some((item, id)) = waiting.pop()
        && let Some(stmt) = sources.stmt(item)
    {
        let code = &stmt.code[id];
        let value = match &code.expr {
            _ if pieces.len() == MAX_PARTS => None,
            Expr::Str(text) | Expr::Code(text) => Some(*text),
            Expr::Paste { lhs, rhs, .. } => {
                waiting.extend(rhs.map(|it| (item, it)));
                waiting.push((item, *lhs));
                continue;
            }
            Expr::Bang {
                op: BangOp::StrConcat,
                args,
                ..
            } => {
                waiting.extend(args.iter().rev().map(|it| (item, *it)));
                continue;
            }
            Expr::Name(name) if looked_up < MAX_PARTS => {
                looked_up += 1;
                if let Some(value) = variable(sources, item, id, *name) {
                    waiting.push(value);
                    continue;
                }
                None
            }
            _ => None,
        };
        let at = Loc {
            item,
            span: code.at,
        };
        pieces.push(Piece { at, value });
        if pieces.len() > MAX_PARTS {
            break;
        }
    }
    pieces
}

/// The value of the variable that an expression names, and the statement that defines it. `None` for a template
/// argument.
fn variable(sources: &Sources, item: StmtId, id: ExprId, name: Sym) -> Option<(StmtId, ExprId)> {
    let kind = &sources.stmt(item)?.kind;
    let mut found = None;
    // The ids of expressions increase in the order of the text.
    each_variable(kind, &mut |it| {
        if it.name == name && it.value < id {
            found = found.max(Some(it.value));
        }
    });
    if let Some(value) = found {
        return Some((item, value));
    }
    let args = match kind {
        StmtKind::Class(it) => &it.args,
        StmtKind::Multiclass(it) => &it.args,
        _ => &Default::default(),
    };
    if args.iter().any(|it| it.name == name) {
        return None;
    }
    let (source, number) = sources.layout.stmt(item)?;
    let before = sources.files[source].lowered.stmts.get(..number)?;
    let nearest = before.iter().enumerate().rev().take(MAX_STATEMENTS);
    let mut variables = nearest.filter_map(|(number, it)| match &it.kind {
        StmtKind::Defvar(it) if it.name == name => Some((number, it.value)),
        _ => None,
    });
    let (number, value) = variables.next()?;
    let item = sources.layout.of_source(source).get(number).copied()??;
    Some((item, value))
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

/// Finds the piece that contains a byte by matching pieces from both ends of the string. The pieces in between have
/// unknown values.
fn find(pieces: &[Piece], byte: &StringByte) -> Option<Found> {
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
    // With several unknown pieces, the range of each is not known.
    let part = (last == first + 1).then_some(start..end);
    let at = pieces.get(first)?.at;
    Some(Found::Within { at, part })
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
