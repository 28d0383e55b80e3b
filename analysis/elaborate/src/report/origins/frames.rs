//! Frames: the definitions that a statement uses, each with the arguments of that use.

use crate::diagnostic::{InstanceArgs, Literal, WrongValue};
use crate::hir::{
    Arg, BodyItem, Class, Code, Decl, Def, Expr, ExprId, ForeachList, Multiclass, ObjectBody,
    Parent, RecordSource, SpanId, StmtKind, each_record_source,
};
use crate::ids::{Loc, StmtId};
use crate::report::definitions::Definitions;
use crate::sources::Sources;
use crate::symbol::Sym;
use crate::value::ArgKey;

/// The largest number of frames, and the largest [`Frame::depth`]. Further definitions are not examined.
const MAX_FRAMES: usize = 1 << 11;
const MAX_DEPTH: u32 = 64;

/// The index of a frame in [`Frames::list`].
pub(in crate::report) type FrameId = usize;

/// A use of a definition by a record, a class instance or a `defm`.
#[derive(Clone, Copy)]
pub(in crate::report) struct Frame<'a> {
    pub item: StmtId,
    pub object: Object<'a>,
    /// For a record, the frame of the enclosing multiclass or statement.
    pub outer: Option<FrameId>,
    /// The reference that provides the template arguments.
    pub giver: Option<Giver<'a>>,
    /// The number of references between this use and the statement at which the search starts.
    pub depth: u32,
}

#[derive(Clone, Copy)]
pub(in crate::report) enum Object<'a> {
    /// The statement at which the search starts, or a `let` that encloses it.
    Statement,
    Class(&'a Class),
    Multiclass(&'a Multiclass),
    Def(&'a Def),
}

impl<'a> Object<'a> {
    pub(super) fn body(self) -> Option<&'a ObjectBody> {
        match self {
            Object::Class(it) => Some(&it.body),
            Object::Def(it) => Some(&it.body),
            Object::Statement | Object::Multiclass(_) => None,
        }
    }

    pub(in crate::report) fn args(self) -> &'a [Decl] {
        match self {
            Object::Class(it) => &it.args,
            Object::Multiclass(it) => &it.args,
            Object::Statement | Object::Def(_) => &[],
        }
    }
}

/// A reference to a class or multiclass, with its arguments.
#[derive(Clone, Copy)]
pub(in crate::report) struct Giver<'a> {
    pub frame: FrameId,
    pub args: &'a [Arg],
    /// The span of the reference, including the arguments.
    pub at: SpanId,
    pub is_instance: bool,
}

impl<'a> Giver<'a> {
    fn new(frame: FrameId, parent: &'a Parent) -> Giver<'a> {
        Giver {
            frame,
            args: parent.args.as_deref().unwrap_or(&[]),
            at: parent.at,
            is_instance: false,
        }
    }
}

/// The uses of definitions found so far, the nearest first.
pub(in crate::report) struct Frames<'a> {
    sources: &'a Sources,
    definitions: &'a Definitions<'a>,
    pub list: Vec<Frame<'a>>,
}

/// Which paths from a statement to a definition the search follows.
#[derive(Clone, Copy)]
struct Way<'v> {
    record: &'v [Loc],
    /// Whether to follow only the `defm`s at the locations of the record. Some of these locations are missing if a
    /// multiclass contains a loop.
    is_exact: bool,
    /// Whether to follow class instances as well.
    has_instances: bool,
}

impl<'a> Frames<'a> {
    pub(in crate::report) fn new(
        sources: &'a Sources,
        definitions: &'a Definitions<'a>,
    ) -> Frames<'a> {
        Frames {
            sources,
            definitions,
            list: Vec::new(),
        }
    }

    pub(super) fn kind(&self, item: StmtId) -> &'a StmtKind {
        &self.sources.stmt_or_empty(item).kind
    }

    pub(super) fn code(&self, id: FrameId) -> &'a Code {
        &self.sources.stmt_or_empty(self.list[id].item).code
    }

    /// Finds the frame for which `wanted` holds, on the path from the statement `item` to a wrong value.
    pub(in crate::report) fn find(
        &mut self,
        item: StmtId,
        value: &WrongValue,
        wanted: &dyn Fn(&Frame<'_>) -> bool,
    ) -> Option<FrameId> {
        let way = |is_exact, has_instances| Way {
            record: &value.record,
            is_exact,
            has_instances,
        };
        let Some(instance) = &value.instance else {
            return (self.search(item, way(true, false), wanted))
                .or_else(|| self.search(item, way(false, false), wanted));
        };
        let way = way(false, true);
        let is_one = |it: &Frame<'_>| {
            let is_instance = it.giver.is_some_and(|it| it.is_instance);
            is_instance && matches!(it.object, Object::Class(it) if it.name == instance.class)
        };
        self.search(item, way, &|_| false);
        let mut instances = (0..self.list.len()).filter(|it| is_one(&self.list[*it]));
        let fits = |id: &FrameId| self.may_have_args(*id, instance);
        let first = instances.clone().next();
        let found = instances.find(fits).or(first)?;
        let way = Way {
            has_instances: false,
            ..way
        };
        self.search_from(vec![found], way, wanted)
    }

    fn search(
        &mut self,
        item: StmtId,
        way: Way<'_>,
        wanted: &dyn Fn(&Frame<'_>) -> bool,
    ) -> Option<FrameId> {
        self.list.clear();
        let start = self.push(item, Object::Statement, None, None)?;
        self.search_from(vec![start], way, wanted)
    }

    /// Searches breadth-first, beginning with the frames `start`.
    fn search_from(
        &mut self,
        start: Vec<FrameId>,
        way: Way<'_>,
        wanted: &dyn Fn(&Frame<'_>) -> bool,
    ) -> Option<FrameId> {
        let mut queue = std::collections::VecDeque::from(start);
        while let Some(id) = queue.pop_front() {
            if wanted(&self.list[id]) {
                return Some(id);
            }
            let before = self.list.len();
            self.expand(id, way);
            queue.extend(before..self.list.len());
        }
        None
    }

    /// Adds frames for the definitions that a frame refers to.
    fn expand(&mut self, id: FrameId, way: Way<'_>) {
        let frame = self.list[id];
        let kind = self.kind(frame.item);
        match (frame.object, kind) {
            (Object::Statement, StmtKind::Class(it)) => {
                self.push(frame.item, Object::Class(it), None, None);
            }
            (Object::Statement, StmtKind::Multiclass(it)) => {
                self.push(frame.item, Object::Multiclass(it), None, None);
            }
            (Object::Statement, kind) => self.expand_sources(id, kind, way),
            (Object::Multiclass(it), _) => {
                for parent in &it.parents {
                    self.push_multiclass(Giver::new(id, parent), parent.name);
                }
                for kind in &it.body {
                    self.expand_sources(id, kind, way);
                }
            }
            (object, _) => {
                for parent in object.body().map_or(&[][..], |it| &it.parents) {
                    self.push_class(Giver::new(id, parent), parent.name);
                }
            }
        }
        if way.has_instances {
            self.expand_instances(id);
        }
    }

    /// Adds frames for the records in a statement, and for the multiclasses and classes of its `defm`s, as far as `way`
    /// includes them.
    fn expand_sources(&mut self, id: FrameId, kind: &'a StmtKind, way: Way<'_>) {
        let item = self.list[id].item;
        let loc = |span| Loc { item, span };
        each_record_source(kind, &mut |source| match source {
            RecordSource::Def(def) => {
                let is_other = |it: &Loc| *it != loc(def.name_at) && *it != loc(def.at);
                if way.has_instances || !way.record.first().is_some_and(is_other) {
                    self.push(item, Object::Def(def), Some(id), None);
                }
            }
            RecordSource::Defm(defm) => {
                for parent in &defm.parents {
                    let giver = Giver::new(id, parent);
                    if !way.is_exact || way.record.contains(&loc(parent.at)) {
                        self.push_multiclass(giver, parent.name);
                    }
                    self.push_class(giver, parent.name);
                }
            }
        });
    }

    fn expand_instances(&mut self, id: FrameId) {
        let frame = self.list[id];
        let code = self.code(id);
        let mut roots = Vec::new();
        frame
            .object
            .args()
            .iter()
            .for_each(|it| roots.extend(it.value));
        match frame.object {
            Object::Statement => each_root(self.kind(frame.item), &mut roots),
            Object::Multiclass(it) => {
                it.parents.iter().for_each(|it| args_of(it, &mut roots));
                it.body.iter().for_each(|it| each_root(it, &mut roots));
            }
            Object::Class(_) | Object::Def(_) => {}
        }
        if let Some(body) = frame.object.body() {
            each_root_of(body, &mut roots);
        }
        for root in roots {
            for part in code.parts_of(root) {
                if let Expr::Instance { class, args } = &part.expr {
                    let giver = Giver {
                        frame: id,
                        args,
                        at: part.at,
                        is_instance: true,
                    };
                    self.push_class(giver, *class);
                }
            }
        }
    }

    fn push_class(&mut self, giver: Giver<'a>, name: Sym) {
        let item = self.definitions.class(name);
        if let Some(item) = item
            && let StmtKind::Class(class) = self.kind(item)
        {
            self.push(item, Object::Class(class), None, Some(giver));
        }
    }

    fn push_multiclass(&mut self, giver: Giver<'a>, name: Sym) {
        let item = self.definitions.multiclass(name);
        if let Some(item) = item
            && let StmtKind::Multiclass(multiclass) = self.kind(item)
        {
            self.push(item, Object::Multiclass(multiclass), None, Some(giver));
        }
    }

    pub(super) fn push(
        &mut self,
        item: StmtId,
        object: Object<'a>,
        outer: Option<FrameId>,
        giver: Option<Giver<'a>>,
    ) -> Option<FrameId> {
        let giver_depth = giver.map(|it| self.list[it.frame].depth + 1);
        let depth = giver_depth.or(outer.map(|it| self.list[it].depth));
        let depth = depth.unwrap_or(0);
        if self.list.len() >= MAX_FRAMES || depth > MAX_DEPTH {
            return None;
        }
        self.list.push(Frame {
            item,
            object,
            outer,
            giver,
            depth,
        });
        Some(self.list.len() - 1)
    }

    /// The frame of the superclass to which `parent` refers. The frame is added if it does not exist. `parent` is a
    /// reference in the class or record of the frame `id`.
    pub(super) fn parent(&mut self, id: FrameId, parent: &'a Parent) -> Option<FrameId> {
        let is_it = |it: &Frame<'_>| {
            it.giver
                .is_some_and(|it| it.frame == id && it.at == parent.at && !it.is_instance)
        };
        if let Some(known) = self.list.iter().position(is_it) {
            return Some(known);
        }
        let before = self.list.len();
        self.push_class(Giver::new(id, parent), parent.name);
        (self.list.len() > before).then_some(before)
    }

    /// Whether the arguments of a frame can be those of `instance`: no argument is a literal with another value.
    fn may_have_args(&self, id: FrameId, instance: &InstanceArgs) -> bool {
        instance.args.iter().all(|(key, literal)| {
            let index = match key {
                ArgKey::Positional(index) => Some(*index as usize),
                ArgKey::Named(name) => {
                    let name = name.as_str().rsplit(':').next();
                    let mut args = self.list[id].object.args().iter();
                    args.position(|it| Some(it.name.as_str()) == name)
                }
            };
            let written = index.and_then(|it| self.literal_of_arg(id, it));
            written.is_none_or(|it| it == *literal)
        })
    }

    /// The value of an argument, or else of its default, if this value is a literal.
    fn literal_of_arg(&self, id: FrameId, index: usize) -> Option<Literal> {
        match self.given(id, index) {
            Some((arg, giver)) => self.literal(arg.value, giver.frame),
            None => self.literal(self.list[id].object.args().get(index)?.value?, id),
        }
    }

    fn literal(&self, id: ExprId, frame: FrameId) -> Option<Literal> {
        match &self.code(frame)[id].expr {
            Expr::Int(number) => Some(Literal::Int(*number)),
            Expr::Binary { value, .. } => Some(Literal::Int(*value as i64)),
            Expr::Str(text) | Expr::Code(text) => Some(Literal::Str(*text)),
            Expr::Name(name) => {
                let mut args = self.list[frame].object.args().iter();
                let index = args.position(|it| it.name == *name)?;
                // A default of the argument is not examined.
                match self.given(frame, index) {
                    Some((arg, giver)) => self.literal(arg.value, giver.frame),
                    None => None,
                }
            }
            _ => None,
        }
    }

    /// The argument that is given for the template argument at `index`, and the reference that gives it.
    pub(in crate::report) fn given(
        &self,
        id: FrameId,
        index: usize,
    ) -> Option<(&'a Arg, Giver<'a>)> {
        let frame = &self.list[id];
        let giver = frame.giver?;
        let name = frame.object.args().get(index)?.name;
        let code = self.code(giver.frame);
        let is_named = |it: ExprId| match &code[it].expr {
            Expr::Name(it) | Expr::Str(it) => *it == name,
            _ => false,
        };
        let mut args = giver.args.iter().enumerate();
        let (_, arg) = args.find(|(at, arg)| match arg.name {
            Some(it) => is_named(it),
            None => *at == index,
        })?;
        Some((arg, giver))
    }
}

/// Adds to `roots` the expressions of a statement and its nested statements, except those in classes and records.
fn each_root(kind: &StmtKind, roots: &mut Vec<ExprId>) {
    match kind {
        StmtKind::Defm(it) => it.parents.iter().for_each(|it| args_of(it, roots)),
        StmtKind::Foreach(it) => roots.extend(list_of(&it.list)),
        StmtKind::If(it) => roots.push(it.cond),
        StmtKind::Let(it) => roots.extend(it.items.iter().map(|it| it.value)),
        StmtKind::Defvar(it) => roots.push(it.value),
        StmtKind::Assert(it) => roots.extend([it.cond, it.message]),
        StmtKind::Dump(it) => roots.push(it.message),
        _ => {}
    }
    kind.bodies().for_each(|it| each_root(it, roots));
}

/// The list of a `foreach`, if it is an expression.
pub(super) fn list_of(list: &ForeachList) -> Option<ExprId> {
    match list {
        ForeachList::Piece(piece) => Some(piece.start),
        ForeachList::Ranges(_) => None,
    }
}

fn each_root_of(body: &ObjectBody, roots: &mut Vec<ExprId>) {
    body.parents.iter().for_each(|it| args_of(it, roots));
    for item in &body.items {
        match item {
            BodyItem::Field(it) => roots.extend(it.value),
            BodyItem::Nameless(_) => {}
            BodyItem::Let(it) => roots.push(it.value),
            BodyItem::Defvar(it) => roots.push(it.value),
            BodyItem::Assert(it) => roots.extend([it.cond, it.message]),
            BodyItem::Dump(it) => roots.push(it.message),
        }
    }
}

fn args_of(parent: &Parent, roots: &mut Vec<ExprId>) {
    let args = parent.args.iter().flatten();
    roots.extend(args.map(|it| it.value));
}
