//! Resolution of names with a limited scope.

use elaborate::symbol::Sym;
use syntax::SyntaxKind::*;
use syntax::{SyntaxElement, SyntaxNode, SyntaxToken};

use super::{Definition, Owner, VariableKind, named_by, owner_of_statement};
use crate::Place;
use crate::place::{child_token, values};
use crate::text::Text;

impl Text<'_> {
    /// The variable, field or template argument that `name` refers to at the position of `value`, searching from the
    /// innermost scope outwards.
    pub(crate) fn local(&self, source: usize, value: &SyntaxNode, name: Sym) -> Option<Definition> {
        let is_in_name = named_by(value).is_some();
        let mut inner = value.clone();
        while let Some(outer) = inner.parent() {
            let found = match outer.kind() {
                BODY => self.in_body(source, &outer, &inner, name),
                CLASS | DEF if !is_in_name => self.in_object(&outer, name),
                _ => None,
            };
            let found = found.or_else(|| bound_by(source, &outer, &inner, name));
            if found.is_some() {
                return found;
            }
            inner = outer;
        }
        None
    }

    fn in_body(
        &self,
        source: usize,
        body: &SyntaxNode,
        inner: &SyntaxNode,
        name: Sym,
    ) -> Option<Definition> {
        let before = body.children().take_while(|it| it != inner);
        let variable = defvar(source, before, name);
        variable.or_else(|| {
            let at = self.field_in_body(source, body, name)?;
            Some(Definition::Field(name, at))
        })
    }

    /// The inherited field called `name` of a class or record, or else its template argument of that name.
    fn in_object(&self, object: &SyntaxNode, name: Sym) -> Option<Definition> {
        if let Some(at) = self.inherited_field(object, name) {
            return Some(Definition::Field(name, at));
        }
        let owner = owner_of_statement(object)?;
        has_param(object, name).then_some(Definition::TemplateArg(name, owner))
    }
}

/// The variable or template argument called `name` that `outer` makes visible in its child `inner`.
fn bound_by(
    source: usize,
    outer: &SyntaxNode,
    inner: &SyntaxNode,
    name: Sym,
) -> Option<Definition> {
    match outer.kind() {
        FOREACH_OP | FOLDL_OP if values(outer).last().as_ref() == Some(inner) => {
            let found = idents(outer).find(|it| it.text() == name.as_str())?;
            Some(variable(source, &found, VariableKind::Operator))
        }
        FOREACH if inner.kind() == BLOCK => {
            let found = child_token(outer, IDENT).filter(|it| it.text() == name.as_str())?;
            Some(variable(source, &found, VariableKind::Foreach))
        }
        BLOCK => {
            let before = std::iter::successors(inner.prev_sibling(), SyntaxNode::prev_sibling);
            defvar(source, before, name)
        }
        MULTICLASS if has_param(outer, name) => {
            let owner = Owner::Multiclass(Sym::new(child_token(outer, IDENT)?.text()));
            Some(Definition::TemplateArg(name, owner))
        }
        _ => None,
    }
}

fn defvar(
    source: usize,
    statements: impl Iterator<Item = SyntaxNode>,
    name: Sym,
) -> Option<Definition> {
    let mut names = statements
        .filter(|it| it.kind() == DEFVAR)
        .filter_map(|it| child_token(&it, IDENT));
    let found = names.find(|it| it.text() == name.as_str())?;
    Some(variable(source, &found, VariableKind::Defvar))
}

fn variable(source: usize, token: &SyntaxToken, kind: VariableKind) -> Definition {
    let place = Place::new(source, token.text_range());
    Definition::Variable(Sym::new(token.text()), kind, place)
}

/// Whether a class or multiclass has a template argument of this name.
fn has_param(statement: &SyntaxNode, name: Sym) -> bool {
    let params = statement
        .children()
        .filter(|it| it.kind() == TEMPLATE_PARAMS);
    params
        .flat_map(|it| it.children())
        .filter_map(|it| child_token(&it, IDENT))
        .any(|it| it.text() == name.as_str())
}

/// The identifiers among the direct children of a node.
fn idents(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> + use<> {
    node.children_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .filter(|it| it.kind() == IDENT)
}
