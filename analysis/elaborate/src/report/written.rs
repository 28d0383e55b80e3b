//! Finds the expressions that give the value of a field: the expression that sets the field, and the values of the
//! variables and arguments that this expression names.

use crate::diagnostic::WrongValue;
use crate::hir::{BodyItem, Defvar, ExprId, StmtKind};
use crate::ids::{Loc, StmtId};
use crate::sources::Sources;
use crate::symbol::Sym;

use super::origins::{FrameId, Frames, field_value, holds, named};

/// The largest number of names that are looked up for one value.
pub(super) const MAX_NAMES: usize = 64;

/// The largest number of statements in which a variable is searched for, beginning with the nearest.
const MAX_STATEMENTS: usize = 1 << 10;

/// Where a part of a value is written.
pub(super) struct Written {
    /// The source and the offset.
    pub point: (usize, u32),
    pub item: StmtId,
}

impl Written {
    /// The first location of the record with the value, if the part is written in another statement.
    pub(super) fn record_elsewhere(&self, record: &[Loc]) -> Option<Loc> {
        let record = record.first().copied();
        record.filter(|it| it.item != self.item)
    }
}

/// An expression in a statement.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub item: StmtId,
    /// The use of the class or multiclass that contains the expression, if it is known.
    pub frame: Option<FrameId>,
    pub value: ExprId,
}

/// The expression that sets the field whose name is at the location `field`, in a record with the locations `record`.
pub(super) fn setter(
    sources: &Sources,
    frames: &mut Frames<'_>,
    field: Loc,
    record: &[Loc],
) -> Option<Part> {
    let item = field.item;
    let stmt = sources.stmt(item)?;
    let value = field_value(stmt, field.span)?;
    // For a record that a multiclass defines, the search begins at the outermost `defm`.
    let frame = record.last().and_then(|it| {
        let shown = named(stmt, field.span);
        let value = WrongValue::new(field, record);
        frames.find(it.item, &value, &|it| holds(it, item, &shown))
    });
    Some(Part { item, frame, value })
}

/// The value of the variable or template argument that the expression `part` names. `None` if it is not known.
pub(super) fn given(sources: &Sources, frames: &Frames<'_>, part: Part, name: Sym) -> Option<Part> {
    variable(sources, part, name).or_else(|| argument(frames, part.frame?, name))
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

/// The value of the variable that the expression `part` names. `None` for a template argument, and if no definition of
/// the variable is found.
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
