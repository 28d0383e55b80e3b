//! What the text of a unit says about names and places, before anything is elaborated.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::hir::lower::{Names, RecordName, static_names_in};
use crate::hir::{Code, Expr, ExprId, Multiclass, Stmt, StmtKind};
use crate::numbering::spelt_number;
use crate::record::Item;
use crate::symbol::Sym;
use crate::unit::{Step, Unit};

/// The statements of a unit by what they may declare; each list is in order.
#[derive(Debug, Default)]
pub struct Index {
    classes: FxHashMap<Sym, Vec<Item>>,
    multiclasses: FxHashMap<Sym, Vec<Item>>,
    types: FxHashMap<Sym, Vec<Item>>,
    globals: FxHashMap<Sym, Vec<Item>>,
    /// Statements that make a record of exactly this name.
    exact: FxHashMap<Sym, Vec<Item>>,
    /// Statements that make records whose names begin so.
    prefixes: FxHashMap<&'static str, Vec<Item>>,
    /// Statements that make records of any name.
    anything: Vec<Item>,
    has_borrowed_name: bool,
    blocks: Vec<Block>,
    /// The innermost block around each statement.
    block_of: Vec<Option<usize>>,
}

/// A `let … in` or `defset` at file level.
#[derive(Debug)]
pub struct Block {
    pub head: Item,
    /// The statements inside, the head not counted.
    pub items: std::ops::Range<u32>,
    /// The `defvar`s whose variables belong to these braces.
    pub defvars: Vec<Item>,
    parent: Option<usize>,
}

impl Index {
    pub fn new(unit: &Unit) -> Index {
        let mut index = Index {
            block_of: vec![None; unit.stmts.len()],
            ..Index::default()
        };
        let multiclasses = open_multiclasses(&unit.stmts);
        let mut open: Option<usize> = None;
        for step in &unit.steps {
            match *step {
                Step::Stmt(item) => index.statement(unit, item, open, &multiclasses),
                Step::Enter(item) => {
                    index.statement(unit, item, open, &multiclasses);
                    index.blocks.push(Block {
                        head: item,
                        items: item.0 + 1..item.0 + 1,
                        defvars: Vec::new(),
                        parent: open,
                    });
                    open = Some(index.blocks.len() - 1);
                }
                Step::Leave(_) => {
                    if let Some(block) = open {
                        open = index.blocks[block].parent;
                    }
                }
                Step::Source(_) | Step::EndSource(_) | Step::MissingInclude(..) => {}
            }
        }
        index
    }

    fn statement(&mut self, unit: &Unit, item: Item, block: Option<usize>, wild: &FxHashSet<Sym>) {
        self.block_of[item.0 as usize] = block;
        let mut around = block;
        let mut braces = None;
        let mut locals = Vec::new();
        while let Some(block) = around {
            self.blocks[block].items.end = item.0 + 1;
            if matches!(&unit.stmt(self.blocks[block].head).kind, StmtKind::Let(it) if it.braces) {
                braces = braces.or(Some(block));
                let defvars = self.blocks[block].defvars.iter();
                locals.extend(defvars.filter_map(|it| match &unit.stmt(*it).kind {
                    StmtKind::Defvar(it) => Some(it.name),
                    _ => None,
                }));
            }
            around = self.blocks[block].parent;
        }
        let stmt = unit.stmt(item);
        let names = static_names_in(stmt, &locals);
        match (&stmt.kind, braces) {
            (StmtKind::Defvar(_), Some(block)) => self.blocks[block].defvars.push(item),
            _ => add(&mut self.globals, &names.globals, item),
        }
        add(&mut self.classes, &names.classes, item);
        add(&mut self.multiclasses, &names.multiclasses, item);
        add(&mut self.types, &names.types, item);
        self.records(&names, calls_wild(stmt, wild), item);
    }

    fn records(&mut self, names: &Names, wild: bool, item: Item) {
        let mut anything = wild;
        for name in &names.defs {
            match name {
                RecordName::Exact(name) => {
                    self.has_borrowed_name |= spelt_number(name.as_str()).is_some();
                    add(&mut self.exact, &[*name], item);
                }
                RecordName::Prefix(prefix) => add(&mut self.prefixes, &[prefix.as_str()], item),
                RecordName::Anything => anything = true,
            }
        }
        for name in &names.defms {
            match name {
                RecordName::Exact(Sym::EMPTY) | RecordName::Prefix(Sym::EMPTY) => anything = true,
                RecordName::Exact(prefix) | RecordName::Prefix(prefix) => {
                    add(&mut self.prefixes, &[prefix.as_str()], item);
                }
                RecordName::Anything => anything = true,
            }
        }
        if anything {
            self.anything.push(item);
        }
    }

    pub fn classes(&self, name: Sym) -> &[Item] {
        self.classes.get(&name).map_or(&[], |items| items)
    }

    pub fn multiclasses(&self, name: Sym) -> &[Item] {
        self.multiclasses.get(&name).map_or(&[], |items| items)
    }

    pub fn types(&self, name: Sym) -> &[Item] {
        self.types.get(&name).map_or(&[], |items| items)
    }

    pub fn globals(&self, name: Sym) -> &[Item] {
        self.globals.get(&name).map_or(&[], |items| items)
    }

    /// The statements whose text says that they may make a record of this name, the likeliest first. Any of
    /// [`Index::anything`] may too.
    pub fn makers<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Item> + 'a {
        let exact = self.exact.get(&Sym::new(name)).into_iter().flatten();
        let lengths = (1..=name.len())
            .rev()
            .filter(|len| name.is_char_boundary(*len));
        let prefixes = lengths
            .filter_map(|len| self.prefixes.get(&name[..len]))
            .flatten();
        exact.chain(prefixes).copied()
    }

    /// Whether the text gives a record a name like those of anonymous records.
    pub fn has_borrowed_name(&self) -> bool {
        self.has_borrowed_name
    }

    /// The statements that may make records of any name.
    pub fn anything(&self) -> &[Item] {
        &self.anything
    }

    /// The block that a `let` or `defset` opens.
    pub fn block(&self, head: Item) -> Option<&Block> {
        let at = self
            .blocks
            .binary_search_by_key(&head, |block| block.head)
            .ok()?;
        Some(&self.blocks[at])
    }

    /// The blocks around a statement, outermost first.
    pub fn enclosing(&self, item: Item) -> Vec<&Block> {
        let mut blocks = Vec::new();
        let mut around = self.block_of[item.0 as usize];
        while let Some(block) = around {
            blocks.push(&self.blocks[block]);
            around = self.blocks[block].parent;
        }
        blocks.reverse();
        blocks
    }
}

fn add<K: std::hash::Hash + Eq + Copy>(map: &mut FxHashMap<K, Vec<Item>>, names: &[K], item: Item) {
    for name in names {
        let items = map.entry(*name).or_default();
        if items.last() != Some(&item) {
            items.push(item);
        }
    }
}

/// The multiclasses whose records need not begin with the name of the `defm`: because a name inside puts something
/// else in front, or because they use such a multiclass.
fn open_multiclasses(stmts: &[std::sync::Arc<Stmt>]) -> FxHashSet<Sym> {
    let mut open = FxHashSet::default();
    loop {
        let before = open.len();
        for stmt in stmts {
            if let StmtKind::Multiclass(it) = &stmt.kind
                && !open.contains(&it.name)
                && is_open(&stmt.code, it, &open)
            {
                open.insert(it.name);
            }
        }
        if open.len() == before {
            return open;
        }
    }
}

fn is_open(code: &Code, multiclass: &Multiclass, open: &FxHashSet<Sym>) -> bool {
    multiclass.parents.iter().any(|it| open.contains(&it.name))
        || any_name(&multiclass.body, &mut |name, uses| {
            uses.iter().any(|it| open.contains(it))
                || name.is_some_and(|name| !begins_with_name(code, name))
        })
}

/// Whether a statement uses a multiclass whose records may have any name.
fn calls_wild(stmt: &Stmt, wild: &FxHashSet<Sym>) -> bool {
    !matches!(stmt.kind, StmtKind::Multiclass(_))
        && any_name(std::slice::from_ref(&stmt.kind), &mut |_, uses| {
            uses.iter().any(|it| wild.contains(it))
        })
}

/// Whether `f` holds for a `def` or `defm`: its name, and the multiclasses it uses.
fn any_name(stmts: &[StmtKind], f: &mut impl FnMut(Option<ExprId>, &[Sym]) -> bool) -> bool {
    stmts.iter().any(|stmt| match stmt {
        StmtKind::Def(it) => f(it.name, &[]),
        StmtKind::Defm(it) => {
            let uses: Vec<Sym> = it.parents.iter().map(|it| it.name).collect();
            f(it.name, &uses)
        }
        StmtKind::Foreach(it) => any_name(&it.body, f),
        StmtKind::If(it) => {
            any_name(&it.then_body, f) || it.else_body.as_ref().is_some_and(|it| any_name(it, f))
        }
        StmtKind::Let(it) => any_name(&it.body, f),
        StmtKind::Defset(it) => any_name(&it.body, f),
        _ => false,
    })
}

/// Whether the name of a record in a multiclass begins with `NAME`, which is put in front where it is not mentioned.
fn begins_with_name(code: &Code, name: ExprId) -> bool {
    match &code[name].expr {
        Expr::Paste { lhs, .. } if begins_with_name(code, *lhs) => {
            // `NAME` in front, or nowhere.
            matches!(code[leftmost(code, *lhs)].expr, Expr::Name(Sym::NAME))
                || !mentions_name(code, name)
        }
        Expr::Name(_) | Expr::Str(_) | Expr::Int(_) | Expr::Code(_) => true,
        _ => false,
    }
}

fn leftmost(code: &Code, name: ExprId) -> ExprId {
    match &code[name].expr {
        Expr::Paste { lhs, .. } => leftmost(code, *lhs),
        _ => name,
    }
}

fn mentions_name(code: &Code, name: ExprId) -> bool {
    match &code[name].expr {
        Expr::Name(it) => *it == Sym::NAME,
        Expr::Paste { lhs, rhs, .. } => {
            mentions_name(code, *lhs) || rhs.is_some_and(|rhs| mentions_name(code, rhs))
        }
        Expr::Str(_) | Expr::Int(_) | Expr::Code(_) => false,
        _ => true,
    }
}
