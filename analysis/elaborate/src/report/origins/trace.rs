//! Traces a value to its sources: the arguments given for names, and the assignments to fields.

use rustc_hash::FxHashSet;

use crate::hir::{BodyItem, Def, Expr, ExprId, LetItem, ObjectBody, SpanId, StmtKind};
use crate::ids::{Loc, StmtId};
use crate::symbol::Sym;

use super::frames::{FrameId, Frames, Object, list_of};

/// The largest number of expressions that are examined.
const MAX_STEPS: usize = 1 << 13;

/// Follows the names in a value to the locations where their values are given.
pub(super) struct Trace<'f, 'a> {
    pub frames: &'f mut Frames<'a>,
    /// The statement at which the search ends: a value that is given in this statement is not followed further.
    pub item: StmtId,
    /// The `let`s that enclose the statement, innermost first.
    pub lets: &'f [StmtId],
    pub found: Vec<FoundPlace>,
    /// The locations of the assignments to fields that the value depends on.
    pub fields: FxHashSet<Loc>,
    seen: FxHashSet<(FrameId, ExprId)>,
    steps: usize,
}

/// A location that a value depends on.
#[derive(Clone, Copy)]
pub(super) struct FoundPlace {
    pub kind: FoundKind,
    pub at: Loc,
    /// The distance from [`Trace::item`], in references.
    pub depth: u32,
    /// For an argument or its default, the reference to the class or multiclass that the argument belongs to.
    pub reference: Option<Loc>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FoundKind {
    /// An argument that is given.
    Argument,
    /// A declaration or assignment of a field.
    Field,
    /// A reference that does not give the argument, so its default applies.
    Default,
    /// A field without a value.
    Unset,
}

/// An assignment to a field, or to some of its bits.
#[derive(Clone, Copy)]
struct Setter {
    frame: FrameId,
    at: SpanId,
    value: Option<ExprId>,
}

impl<'f, 'a> Trace<'f, 'a> {
    pub(super) fn new(
        frames: &'f mut Frames<'a>,
        item: StmtId,
        lets: &'f [StmtId],
    ) -> Trace<'f, 'a> {
        Trace {
            frames,
            item,
            lets,
            found: Vec::new(),
            fields: FxHashSet::default(),
            seen: FxHashSet::default(),
            steps: 0,
        }
    }

    fn loc(&self, frame: FrameId, span: SpanId) -> Loc {
        Loc {
            item: self.frames.list[frame].item,
            span,
        }
    }

    /// Follows all names in an expression. Returns whether a location was found.
    pub(super) fn value(&mut self, id: ExprId, frame: FrameId) -> bool {
        self.steps += 1;
        if self.steps > MAX_STEPS || !self.seen.insert((frame, id)) {
            return false;
        }
        let code = self.frames.code(frame);
        let mut any = false;
        for part in code.parts_of(id) {
            if let Expr::Name(name) = part.expr {
                any |= self.name(name, frame);
            }
        }
        any
    }

    /// Follows a name to its definition. Returns whether a location was found.
    fn name(&mut self, name: Sym, id: FrameId) -> bool {
        let frame = self.frames.list[id];
        if let Some(index) = frame.object.args().iter().position(|it| it.name == name) {
            return self.argument(index, id);
        }
        let variable = match frame.object {
            Object::Class(_) | Object::Def(_) => variable_of(frame.object.body(), name),
            Object::Multiclass(it) => it.body.iter().find_map(|it| variable_in(it, name)),
            Object::Statement => return false,
        };
        if let Some(value) = variable {
            return self.value(value, id);
        }
        let outer = frame
            .outer
            .filter(|_| matches!(frame.object, Object::Def(_)));
        self.field(name, id) || outer.is_some_and(|it| self.name(name, it))
    }

    fn argument(&mut self, index: usize, id: FrameId) -> bool {
        if let Some((arg, giver)) = self.frames.given(id, index) {
            let at = self.frames.code(giver.frame)[arg.name.unwrap_or(arg.value)].at;
            let at = self.loc(giver.frame, at);
            let reference = Some(self.loc(giver.frame, giver.at));
            return self.follow(FoundKind::Argument, at, reference, arg.value, giver.frame);
        }
        let frame = self.frames.list[id];
        let Some(giver) = frame.giver else {
            return false;
        };
        let default = frame.object.args()[index].value;
        if default.is_some_and(|it| self.value(it, id)) {
            return true;
        }
        let at = self.loc(giver.frame, giver.at);
        self.found.push(FoundPlace {
            kind: FoundKind::Default,
            at,
            depth: self.frames.list[giver.frame].depth,
            reference: Some(at),
        });
        true
    }

    /// Adds the location where a value is given. If the location is outside the statement and the names in the value
    /// lead to other locations, these are added instead.
    fn follow(
        &mut self,
        kind: FoundKind,
        at: Loc,
        reference: Option<Loc>,
        value: ExprId,
        frame: FrameId,
    ) -> bool {
        if at.item == self.item || !self.value(value, frame) {
            self.found.push(FoundPlace {
                kind,
                at,
                depth: self.frames.list[frame].depth,
                reference,
            });
        }
        true
    }

    /// Follows the assignments to a field. Returns whether there are any.
    pub(super) fn field(&mut self, name: Sym, id: FrameId) -> bool {
        let mut root = id;
        while let Some(giver) = self.frames.list[root].giver
            && !giver.is_instance
        {
            root = giver.frame;
        }
        let mut setters = Vec::new();
        self.setters(root, root, name, &mut setters);
        for setter in &setters {
            let at = self.loc(setter.frame, setter.at);
            if !self.fields.insert(at) {
                continue;
            }
            let code = self.frames.code(setter.frame);
            let is_unset = |it: &ExprId| matches!(code[*it].expr, Expr::Unset);
            match setter.value {
                Some(value) if at.item == self.item || !is_unset(&value) => {
                    self.follow(FoundKind::Field, at, None, value, setter.frame);
                }
                _ => self.found.push(FoundPlace {
                    kind: FoundKind::Unset,
                    at,
                    depth: 0,
                    reference: None,
                }),
            }
        }
        !setters.is_empty()
    }

    /// Collects the assignments to a field of a record, the last one first. Returns whether they set the whole field.
    fn setters(&mut self, root: FrameId, id: FrameId, name: Sym, out: &mut Vec<Setter>) -> bool {
        let frame = self.frames.list[id];
        let Some(body) = frame.object.body() else {
            return false;
        };
        // A `let` that encloses a `defm` takes effect after all assignments in the multiclass.
        let is_made = frame.item != self.item;
        let is_record = id == root && matches!(frame.object, Object::Def(_));
        (is_record && is_made && self.lets_around(name, out))
            || in_body(body, id, name, out)
            || (is_record && self.lets_inside(id, name, out))
            || (is_record && !is_made && self.lets_around(name, out))
            || body.parents.iter().rev().any(|parent| {
                let parent = self.frames.parent(id, parent);
                parent.is_some_and(|it| self.setters(root, it, name, out))
            })
    }

    /// Collects the assignments in `let`s that enclose the statement. Returns whether they set the whole field.
    fn lets_around(&mut self, name: Sym, out: &mut Vec<Setter>) -> bool {
        self.lets.iter().any(|item| {
            let StmtKind::Let(it) = self.frames.kind(*item) else {
                return false;
            };
            let head = self.frames.push(*item, Object::Statement, None, None);
            head.is_some_and(|head| in_lets(&it.items, head, name, out))
        })
    }

    /// Collects the assignments in `let`s that enclose a record within its own statement. Returns whether they set the
    /// whole field.
    fn lets_inside(&mut self, id: FrameId, name: Sym, out: &mut Vec<Setter>) -> bool {
        let frame = self.frames.list[id];
        let (Object::Def(def), Some(outer)) = (frame.object, frame.outer) else {
            return false;
        };
        let mut around = Vec::new();
        find_def(self.frames.kind(frame.item), def, &mut around);
        around.iter().rev().any(|it| in_lets(it, outer, name, out))
    }
}

fn in_body(body: &ObjectBody, frame: FrameId, name: Sym, out: &mut Vec<Setter>) -> bool {
    body.items.iter().rev().any(|item| match item {
        BodyItem::Let(it) => in_lets(std::slice::from_ref(it), frame, name, out),
        BodyItem::Field(it) if it.name == name => {
            out.push(Setter {
                frame,
                at: it.name_at,
                value: it.value,
            });
            true
        }
        _ => false,
    })
}

fn in_lets(items: &[LetItem], frame: FrameId, name: Sym, out: &mut Vec<Setter>) -> bool {
    let mut items = items.iter().rev().filter(|it| it.name == name);
    items.any(|it| {
        out.push(Setter {
            frame,
            at: it.name_at,
            value: Some(it.value),
        });
        it.bits.is_empty()
    })
}

/// Searches a statement for a record and adds the `let`s that enclose the record, outermost first. Returns whether the
/// record was found.
fn find_def<'a>(kind: &'a StmtKind, def: &Def, around: &mut Vec<&'a [LetItem]>) -> bool {
    match kind {
        StmtKind::Def(it) => std::ptr::eq(it, def),
        StmtKind::Multiclass(it) => it.body.iter().any(|it| find_def(it, def, around)),
        StmtKind::Let(it) => {
            around.push(&it.items);
            let found = it.body.iter().any(|it| find_def(it, def, around));
            if !found {
                around.pop();
            }
            found
        }
        _ => kind.bodies().any(|it| find_def(it, def, around)),
    }
}

/// The value of a variable that a record's body defines.
fn variable_of(body: Option<&ObjectBody>, name: Sym) -> Option<ExprId> {
    body?.items.iter().find_map(|it| match it {
        BodyItem::Defvar(it) if it.name == name => Some(it.value),
        _ => None,
    })
}

/// The value of a variable that a statement in a multiclass defines; for a loop variable, the list.
fn variable_in(kind: &StmtKind, name: Sym) -> Option<ExprId> {
    let own = match kind {
        StmtKind::Defvar(it) if it.name == name => Some(it.value),
        StmtKind::Foreach(it) if it.var == name => list_of(&it.list),
        _ => None,
    };
    own.or_else(|| kind.bodies().find_map(|it| variable_in(it, name)))
}
