//! Resolves names in a string to dag arguments. Candidates are the arguments of the statement that contains the string,
//! of its superclasses and of the enclosing `let`s, loops and multiclasses.

use std::rc::Rc;

use elaborate::symbol::Sym;
use rowan::WalkEvent;
use rustc_hash::FxHashSet;
use syntax::SyntaxKind::*;
use syntax::{SyntaxElement, SyntaxNode, SyntaxToken};

use crate::Place;
use crate::place::token_at;
use crate::resolve::{Definition, is_statement, parent_names};
use crate::text::Text;

/// The largest number of statements searched for an argument.
const MAX_STATEMENTS: usize = 400;

impl Text<'_> {
    /// The dag argument that `name` refers to in a string.
    pub(crate) fn operand_at(
        &self,
        source: usize,
        token: &SyntaxToken,
        name: Sym,
    ) -> Option<Definition> {
        let statement = statement_of(token)?;
        let own = Place::new(source, statement.text_range());
        let known = self.bindings.borrow().get(&(own, name)).copied();
        let within = match known {
            Some(known) => known,
            None => {
                let mut found = None;
                self.each_in_reach(source, &statement, |place, names| {
                    let has = names.contains(&name);
                    found = found.or(has.then_some(place));
                    has
                });
                self.bindings.borrow_mut().insert((own, name), found);
                found
            }
        };
        Some(Definition::DagName(name, within?))
    }

    /// All dag arguments that a name in a string can refer to. The arguments of the nearest statement come first.
    pub(crate) fn operands_at(&self, source: usize, token: &SyntaxToken) -> Vec<Definition> {
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        if let Some(statement) = statement_of(token) {
            self.each_in_reach(source, &statement, |place, names| {
                let mut new: Vec<Sym> = names
                    .iter()
                    .copied()
                    .filter(|it| seen.insert(*it))
                    .collect();
                new.sort_by_key(|it| it.as_str());
                found.extend(new.into_iter().map(|it| Definition::DagName(it, place)));
                false
            });
        }
        found
    }

    /// Calls `f` with the statements whose dag arguments are visible in `statement`, nearest first, and the names of
    /// these arguments. Stops when `f` returns true.
    fn each_in_reach(
        &self,
        source: usize,
        statement: &SyntaxNode,
        mut f: impl FnMut(Place, &FxHashSet<Sym>) -> bool,
    ) {
        let mut seen = FxHashSet::default();
        let mut open = vec![(source, statement.clone())];
        let mut next = 0;
        while let Some((source, node)) = open.get(next).cloned() {
            next += 1;
            let place = Place::new(source, node.text_range());
            if f(place, &self.dag_names_of(place, &node)) || next > MAX_STATEMENTS {
                return;
            }
            for name in parent_names(&node)
                .filter(|it| seen.insert(*it))
                .collect::<Vec<_>>()
            {
                open.extend(self.class_node(name));
            }
        }
        for around in statement.ancestors().skip(1) {
            if matches!(around.kind(), LET | FOREACH | IF | MULTICLASS) {
                let place = Place::new(source, around.text_range());
                if f(place, &self.dag_names_of(place, &around)) {
                    return;
                }
            }
        }
    }

    fn class_node(&self, name: Sym) -> Option<(usize, SyntaxNode)> {
        let (item, class) = self.class(name)?;
        let place = self.place(item, class.name_at);
        let token = token_at(&self.root(place.source)?, place.start)?;
        Some((place.source, token.parent()?))
    }

    /// The names of the dag arguments in a statement, except arguments in nested statements.
    fn dag_names_of(&self, place: Place, statement: &SyntaxNode) -> Rc<FxHashSet<Sym>> {
        if let Some(known) = self.dag_names.borrow().get(&place) {
            return known.clone();
        }
        let mut names = FxHashSet::default();
        let mut walk = statement.preorder_with_tokens();
        while let Some(event) = walk.next() {
            match event {
                WalkEvent::Enter(SyntaxElement::Node(it))
                    if it != *statement && is_statement(it.kind()) =>
                {
                    walk.skip_subtree();
                }
                WalkEvent::Enter(SyntaxElement::Token(it)) if it.kind() == VAR_NAME => {
                    names.extend(it.text().strip_prefix('$').map(Sym::new));
                }
                _ => {}
            }
        }
        let names = Rc::new(names);
        self.dag_names.borrow_mut().insert(place, names.clone());
        names
    }
}

/// The innermost statement that contains a token.
pub(crate) fn statement_of(token: &SyntaxToken) -> Option<SyntaxNode> {
    token.parent_ancestors().find(|it| is_statement(it.kind()))
}
