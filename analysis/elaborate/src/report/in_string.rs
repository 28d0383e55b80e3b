//! Where a byte of a field's string is written in the source. The string may be concatenated from literals, variables
//! and arguments. For an expression whose parts are not known, the place is that of the expression.

use syntax::literals;

use crate::diagnostic::{At, StringByte};
use crate::hir::{BangOp, Expr, RecordSource, SpanId, StmtKind, each_in, each_record_source};
use crate::ids::Loc;
use crate::sources::Sources;
use crate::symbol::Sym;

use super::definitions::Definitions;
use super::origins::Frames;
use super::written::{MAX_NAMES, Part, Written, given, setter};

/// The largest number of a string's parts that are examined.
const MAX_PARTS: usize = 64;

/// Finds out where a byte is written. If the byte comes from an expression whose parts are not known, the result is the
/// place of this expression; `None` if the expression is outside the record's own statements. Also `None` if the byte
/// is not found.
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
    /// In the literals at this location. The number is the offset of the byte in the joined value of the literals.
    In(Loc, usize),
    /// In the value of the expression at a location.
    Within(Loc),
}

/// The parts of the expression that sets the field. Variables and template arguments are replaced by the parts of their
/// values.
fn pieces(sources: &Sources, byte: &StringByte) -> Vec<Piece> {
    let definitions = Definitions::new(sources);
    let mut frames = Frames::new(sources, &definitions);
    let mut pieces = Vec::new();
    let mut looked_up = 0;
    let mut waiting: Vec<Part> = setter(sources, &mut frames, byte.field, &byte.record)
        .into_iter()
        .collect();
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
            Expr::Name(name) if looked_up < MAX_NAMES => {
                looked_up += 1;
                if let Some(value) = given(sources, &frames, part, *name) {
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

/// Finds the piece that contains a byte by matching pieces from both ends of the string. Some of the pieces in between
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
        // If the text of the literal occurs again, the position of the literal in the string is not known.
        let is_there = offset < literal.len() && found.next().is_none();
        is_there.then_some(Found::In(*at, offset))
    });
    in_literal.or_else(|| Some(Found::Within(between.first()?.at)))
}

/// The location of the first string or code literal with this value among the arguments of a record's parents. `record`
/// is one of the locations of the record.
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
