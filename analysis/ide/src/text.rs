//! Look-ups of classes, fields and variables in the syntax of a unit, without elaboration.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use db::index::Space;
use db::lookup;
use db::{Database, Db};
use elaborate::facts::Words;
use elaborate::hir::{
    self, BodyItem, Decl, RecordSource, SpanId, Stmt, StmtKind, each_record_source,
};
use elaborate::ids::{Loc, StmtId};
use elaborate::symbol::Sym;
use elaborate::unit::Unit;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{SyntaxKind, SyntaxNode};

use super::pieces::{Language, Piece};
use super::place::Place;

/// Look-ups in the syntax of a unit, cached for the duration of a request.
pub(super) struct Text<'a> {
    pub db: &'a Database,
    fields: RefCell<FxHashMap<(Sym, Sym), Option<FieldDecl<'a>>>>,
    roots: RefCell<FxHashMap<usize, SyntaxNode>>,
    /// The languages of template arguments. The key says whether the owner is a class, and names the owner and the
    /// argument.
    pub languages: RefCell<FxHashMap<(bool, Sym, Sym), Option<Language>>>,
    /// The languages of positional arguments. The key is the kind of use of a class or multiclass, its name, and the
    /// index of the argument.
    pub positions: RefCell<FxHashMap<(SyntaxKind, Sym, usize), Option<Language>>>,
    /// For a class, whether it is one of MLIR's traits.
    pub traits: RefCell<FxHashMap<Sym, bool>>,
    /// The language and the pieces of a string. The key is the source of the string and the offset at which it starts.
    pub pieces: RefCell<FxHashMap<(usize, u32), InLanguage>>,
    /// The names of the dag arguments of a statement.
    pub dag_names: RefCell<FxHashMap<Place, Rc<FxHashSet<Sym>>>>,
    /// For a name in the strings of a statement, the statement with the dag argument that the name refers to; `None` if
    /// there is no such argument.
    pub bindings: RefCell<FxHashMap<(Place, Sym), Option<Place>>>,
    /// Whether the name being looked up is known to belong only to records and global variables, so that local scopes
    /// need not be searched.
    pub only_global: Cell<bool>,
    /// The number of values that may still be examined to find a type.
    pub values_left: Cell<usize>,
}

/// The language of a string and its pieces.
type InLanguage = (Language, Rc<[Piece]>);

/// The declaration of a field in a class.
#[derive(Clone, Copy)]
pub(super) struct FieldDecl<'a> {
    pub item: StmtId,
    pub class: Sym,
    pub decl: &'a Decl,
}

/// The greatest depth of superclasses. The limit is needed because invalid input may have cycles.
const MAX_DEPTH: usize = 200;

impl<'a> Text<'a> {
    pub(crate) fn new(db: &'a Database) -> Text<'a> {
        Text {
            db,
            fields: RefCell::default(),
            roots: RefCell::default(),
            languages: RefCell::default(),
            positions: RefCell::default(),
            traits: RefCell::default(),
            pieces: RefCell::default(),
            dag_names: RefCell::default(),
            bindings: RefCell::default(),
            only_global: Cell::new(false),
            values_left: Cell::new(0),
        }
    }

    pub(crate) fn unit(&self) -> &'a Arc<Unit> {
        self.db.unit()
    }

    /// The root of the syntax tree of a source.
    pub(crate) fn root(&self, source: usize) -> Option<SyntaxNode> {
        if let Some(root) = self.roots.borrow().get(&source) {
            return Some(root.clone());
        }
        let tree = self.unit().sources.files.get(source)?.tree.clone()?;
        let root = SyntaxNode::new_root(tree);
        self.roots.borrow_mut().insert(source, root.clone());
        Some(root)
    }

    pub(crate) fn words(&self, source: usize) -> Option<&'a Words> {
        let file = &self.unit().sources.files[source];
        let tree = file.tree.as_ref()?;
        Some(file.facts.words(tree))
    }

    pub(crate) fn stmt(&self, item: StmtId) -> &'a Stmt {
        self.unit().stmt(item)
    }

    pub(crate) fn place(&self, item: StmtId, span: SpanId) -> Place {
        self.place_of(Loc { item, span })
    }

    pub(crate) fn place_of(&self, loc: Loc) -> Place {
        let sources = &self.unit().sources;
        let (source, _) = sources.layout.stmt(loc.item).unwrap_or_default();
        let span = sources.spans(loc.item).and_then(|it| it.get(loc.span));
        let span = span.unwrap_or_default();
        Place {
            source,
            start: span.start,
            end: span.end,
        }
    }

    /// The top-level statement that contains an offset of a source, or else the last one before it.
    pub(crate) fn item_at(&self, source: usize, offset: u32) -> Option<StmtId> {
        let sources = &self.unit().sources;
        let spans = &sources.files.get(source)?.lowered.spans;
        let after = spans.partition_point(|it| it.start() <= offset);
        *sources
            .layout
            .of_source(source)
            .get(after.checked_sub(1)?)?
    }

    /// The class with this name: its definition, or the first declaration if there is no definition.
    pub(crate) fn class(&self, name: Sym) -> Option<(StmtId, &'a hir::Class)> {
        let items = lookup::declaring(self.db, Space::Class, name);
        let classes = items
            .iter()
            .filter_map(|item| match &self.stmt(*item).kind {
                StmtKind::Class(class) => Some((*item, class)),
                _ => None,
            });
        let mut declared = None;
        for (item, class) in classes {
            if !class.args.is_empty() || !class.body.is_empty() {
                return Some((item, class));
            }
            declared = declared.or(Some((item, class)));
        }
        declared
    }

    pub(crate) fn multiclass(&self, name: Sym) -> Option<(StmtId, &'a hir::Multiclass)> {
        let items = lookup::declaring(self.db, Space::Multiclass, name);
        items.iter().find_map(|item| match &self.stmt(*item).kind {
            StmtKind::Multiclass(multiclass) => Some((*item, multiclass)),
            _ => None,
        })
    }

    pub(crate) fn deftype(&self, name: Sym) -> Option<(StmtId, &'a hir::Deftype)> {
        let items = lookup::declaring(self.db, Space::Type, name);
        items.iter().find_map(|item| match &self.stmt(*item).kind {
            StmtKind::Deftype(deftype) => Some((*item, deftype)),
            _ => None,
        })
    }

    /// The place of the global `defvar` or `defset` with this name, and whether it is a `defset`.
    pub(crate) fn global(&self, name: Sym) -> Option<(Place, bool)> {
        let items = lookup::declaring(self.db, Space::Global, name);
        items.iter().find_map(|item| {
            let mut found = None;
            global_in(&self.stmt(*item).kind, name, &mut found);
            let (span, is_defset) = found?;
            Some((self.place(*item, span), is_defset))
        })
    }

    /// Whether the unit has a `def` with the literal name `name` outside multiclasses.
    pub(crate) fn has_def(&self, name: Sym) -> bool {
        !self.db.input().index(self.db).exactly(name).is_empty()
    }

    /// The first `def` with the literal name `name` outside multiclasses.
    pub(crate) fn def(&self, name: Sym) -> Option<(StmtId, &'a hir::Def)> {
        let items = self.db.input().index(self.db).exactly(name);
        items.iter().find_map(|item| {
            let stmt = self.stmt(*item);
            let mut found = None;
            each_def(&stmt.kind, &mut |def| {
                let is_it = def.name.and_then(|it| stmt.code.literal_name(it)) == Some(name);
                if is_it && found.is_none() {
                    found = Some(def);
                }
            });
            Some((*item, found?))
        })
    }

    /// The declaration of a field in a class or its superclasses.
    pub(crate) fn class_field(&self, class: Sym, field: Sym) -> Option<FieldDecl<'a>> {
        self.class_field_within(class, field, MAX_DEPTH)
    }

    fn class_field_within(&self, class: Sym, field: Sym, depth: usize) -> Option<FieldDecl<'a>> {
        if let Some(known) = self.fields.borrow().get(&(class, field)) {
            return *known;
        }
        let depth = depth.checked_sub(1)?;
        let (item, it) = self.class(class)?;
        let own = it.body.items.iter().find_map(|part| match part {
            BodyItem::Field(decl) if decl.name == field => Some(FieldDecl { item, class, decl }),
            _ => None,
        });
        let inherit = || {
            let mut parents = it.body.parents.iter();
            parents.find_map(|parent| self.class_field_within(parent.name, field, depth))
        };
        let found = own.or_else(inherit);
        self.fields.borrow_mut().insert((class, field), found);
        found
    }

    /// A class and all its superclasses, the class itself first.
    pub(crate) fn with_superclasses(&self, class: Sym) -> Vec<Sym> {
        let mut all = vec![class];
        let mut next = 0;
        while let Some(class) = all.get(next).copied() {
            next += 1;
            if let Some((_, it)) = self.class(class) {
                for parent in &it.body.parents {
                    if !all.contains(&parent.name) {
                        all.push(parent.name);
                    }
                }
            }
        }
        all
    }

    pub(crate) fn field_place(&self, field: &FieldDecl<'_>) -> Place {
        self.place(field.item, field.decl.name_at)
    }
}

/// The sources that have trees of their own, excluding sources whose text is spliced into another source.
pub(super) fn whole_sources(text: &Text<'_>) -> Vec<usize> {
    let files = &text.unit().sources.files;
    let mut inside = FxHashSet::default();
    for (index, file) in files.iter().enumerate() {
        let segments = file.spliced.iter().flat_map(|it| &it.segments);
        inside.extend(segments.map(|it| it.origin.0).filter(|it| *it != index));
    }
    (0..files.len()).filter(|it| !inside.contains(it)).collect()
}

/// The number of `def`s and `defm`s in a global `defset`; `None` if there is no such `defset`.
pub(super) fn records_in_defset(text: &Text<'_>, name: Sym) -> Option<usize> {
    let items = lookup::declaring(text.db, Space::Global, name);
    let head = items
        .iter()
        .find(|it| matches!(text.stmt(**it).kind, StmtKind::Defset(_)))?;
    let inside = lookup::in_defset(text.db, text.db.stmt(*head));
    let mut count = 0;
    for item in inside {
        each_record_source(&text.stmt(*item).kind, &mut |_| count += 1);
    }
    Some(count)
}

/// Calls `f` with every `def` in a statement, except in multiclasses.
pub(super) fn each_def<'s>(stmt: &'s StmtKind, f: &mut impl FnMut(&'s hir::Def)) {
    each_record_source(stmt, &mut |maker| {
        if let RecordSource::Def(def) = maker {
            f(def);
        }
    });
}

fn global_in(stmt: &StmtKind, name: Sym, found: &mut Option<(SpanId, bool)>) {
    match stmt {
        StmtKind::Defvar(it) if it.name == name => *found = found.or(Some((it.name_at, false))),
        StmtKind::Defset(it) if it.name == name => *found = found.or(Some((it.name_at, true))),
        _ => stmt.bodies().for_each(|it| global_in(it, name, found)),
    }
}
