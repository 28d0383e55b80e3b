//! The statements that contribute to the same records as a given statement.

use elaborate::facts::{Use, User};
use elaborate::ids::StmtId;
use elaborate::symbol::Sym;
use rustc_hash::FxHashSet;
use syntax::SyntaxKind::*;
use syntax::SyntaxNode;

use crate::Place;
use crate::family::uses_of;
use crate::place::{child, child_token, token_at};
use crate::resolve::parent_names;
use crate::text::Text;

/// The largest number of related statements.
const MAX_PLACES: usize = 100_000;

/// The statements that are related to a statement, such as the superclasses of its records.
pub(super) struct Related<'t, 'a> {
    text: &'t Text<'a>,
    /// The statement itself; for a `let`, loop or `if`, only the part before its block.
    own: Vec<Place>,
    others: Vec<Place>,
    seen: FxHashSet<Place>,
    superclasses: FxHashSet<Sym>,
    subclasses: FxHashSet<Sym>,
    multiclasses: FxHashSet<Sym>,
}

impl<'t, 'a> Related<'t, 'a> {
    /// The statements related to the statement that contains `node`: its superclasses and subclasses, the multiclasses
    /// that it uses, the `defm`s that use an enclosing multiclass, and the `let`s, loops and `if`s around these. For a
    /// `let`, loop or `if`, the statements related to those in its block.
    pub(super) fn new(text: &'t Text<'a>, source: usize, node: &SyntaxNode) -> Related<'t, 'a> {
        let mut related = Related {
            text,
            own: Vec::new(),
            others: Vec::new(),
            seen: FxHashSet::default(),
            superclasses: FxHashSet::default(),
            subclasses: FxHashSet::default(),
            multiclasses: FxHashSet::default(),
        };
        let is_maker = |it: &SyntaxNode| {
            matches!(
                it.kind(),
                CLASS | MULTICLASS | DEF | DEFM | LET | FOREACH | IF
            )
        };
        let statement = node.ancestors().find(is_maker);
        let statement = statement.unwrap_or_else(|| node.clone());
        match statement.kind() {
            LET | FOREACH | IF => {
                related.own.extend(head(source, &statement));
                let inside = statement.descendants().skip(1);
                let makers =
                    inside.filter(|it| matches!(it.kind(), CLASS | MULTICLASS | DEF | DEFM));
                makers.for_each(|it| related.add(source, &it));
            }
            _ => {
                related.own.push(Place::new(source, statement.text_range()));
                related.add(source, &statement);
            }
        }
        related
    }

    /// The places of the statements. The flag is true for the statement itself.
    pub(super) fn places(&self) -> impl Iterator<Item = (Place, bool)> {
        let own = self.own.iter().map(|it| (*it, true));
        let is_other = |it: &&Place| !self.own.contains(it);
        let others = self.others.iter().filter(is_other);
        own.chain(others.map(|it| (*it, false)))
    }

    /// Adds a statement, its superclasses, the multiclasses that it uses, and its subclasses or the `defm`s that use
    /// it.
    fn add(&mut self, source: usize, statement: &SyntaxNode) {
        self.add_upwards(source, statement);
        self.add_multiclasses(statement);
        let Some(name) = child_token(statement, IDENT) else {
            return;
        };
        let name = Sym::new(name.text());
        match statement.kind() {
            CLASS => self.add_subclasses(name),
            MULTICLASS => self.add_defms(name),
            _ => {}
        }
    }

    /// Adds a statement, its superclasses, and the enclosing statements that set its fields or variables.
    fn add_upwards(&mut self, source: usize, statement: &SyntaxNode) {
        let place = Place::new(source, statement.text_range());
        if self.others.len() > MAX_PLACES || !self.seen.insert(place) {
            return;
        }
        self.others.push(place);
        for around in statement.ancestors().skip(1) {
            match around.kind() {
                LET | FOREACH | IF => {
                    let head = head(source, &around);
                    let new = head.filter(|it| self.seen.insert(*it));
                    self.others.extend(new);
                }
                MULTICLASS => self.add_multiclass_around(source, &around),
                _ => {}
            }
        }
        for name in parent_names(statement) {
            self.add_superclass(name);
        }
    }

    /// Adds the parameters and variables of an enclosing multiclass, and the `defm`s that use it.
    fn add_multiclass_around(&mut self, source: usize, multiclass: &SyntaxNode) {
        let params = child(multiclass, TEMPLATE_PARAMS);
        let block = child(multiclass, BLOCK);
        let variables = block.into_iter().flat_map(|it| it.children());
        let variables = variables.filter(|it| it.kind() == DEFVAR);
        let shared = params.into_iter().chain(variables);
        let shared = shared.map(|it| Place::new(source, it.text_range()));
        let new: Vec<Place> = shared.filter(|it| self.seen.insert(*it)).collect();
        self.others.extend(new);
        if let Some(name) = child_token(multiclass, IDENT) {
            self.add_defms(Sym::new(name.text()));
        }
    }

    fn add_superclass(&mut self, name: Sym) {
        if self.superclasses.insert(name)
            && let Some((item, class)) = self.text.class(name)
            && let Some((source, node)) = self.node(item, class.name_at)
        {
            self.add_upwards(source, &node);
        }
    }

    /// Adds the multiclasses that a statement uses, and the superclasses of their records.
    fn add_multiclasses(&mut self, statement: &SyntaxNode) {
        if !matches!(statement.kind(), DEFM | MULTICLASS) {
            return;
        }
        for name in parent_names(statement) {
            let Some((item, multiclass)) = self.text.multiclass(name) else {
                continue;
            };
            let Some((source, node)) = self.node(item, multiclass.name_at) else {
                continue;
            };
            let place = Place::new(source, node.text_range());
            if self.others.len() > MAX_PLACES || !self.seen.insert(place) {
                continue;
            }
            self.others.push(place);
            for maker in node.descendants() {
                match maker.kind() {
                    DEF => parent_names(&maker).for_each(|it| self.add_superclass(it)),
                    DEFM | MULTICLASS => self.add_multiclasses(&maker),
                    _ => {}
                }
            }
        }
    }

    fn add_subclasses(&mut self, class: Sym) {
        let mut open = vec![class];
        while let Some(class) = open.pop() {
            if !self.subclasses.insert(class) {
                continue;
            }
            for (source, node, user) in self.users(class) {
                self.add_upwards(source, &node);
                self.add_multiclasses(&node);
                if let User::Class(name) = user {
                    open.push(name);
                }
            }
        }
    }

    fn add_defms(&mut self, multiclass: Sym) {
        let mut open = vec![multiclass];
        while let Some(multiclass) = open.pop() {
            if !self.multiclasses.insert(multiclass) {
                continue;
            }
            for (source, node, user) in self.users(multiclass) {
                if let User::Multiclass(name) = user {
                    open.push(name);
                }
                self.add_upwards(source, &node);
            }
        }
    }

    /// The statements that name a class or multiclass as a parent.
    fn users(&self, name: Sym) -> Vec<(usize, SyntaxNode, User)> {
        let users = uses_of(self.text, name).filter_map(|(item, it): (StmtId, &Use)| {
            let (source, node) = self.node(item, it.at)?;
            Some((source, node, it.user))
        });
        users.collect()
    }

    /// The statement whose name or keyword is at a place.
    fn node(&self, item: StmtId, at: elaborate::hir::SpanId) -> Option<(usize, SyntaxNode)> {
        let place = self.text.place(item, at);
        let token = token_at(&self.text.root(place.source)?, place.start)?;
        let is_statement = |it: &SyntaxNode| matches!(it.kind(), CLASS | MULTICLASS | DEF | DEFM);
        let node = token.parent_ancestors().find(is_statement)?;
        Some((place.source, node))
    }
}

/// The part of a `let`, loop or `if` before its block; `None` if it has no block.
fn head(source: usize, statement: &SyntaxNode) -> Option<Place> {
    let block = child(statement, BLOCK)?;
    let place = Place::new(source, statement.text_range());
    Some(Place {
        end: block.text_range().start().into(),
        ..place
    })
}
