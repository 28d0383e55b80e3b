//! The types of values, as far as they follow from the syntax.

use elaborate::symbol::Sym;
use syntax::SyntaxKind::*;
use syntax::{SyntaxElement, SyntaxNode};

use super::{Definition, VariableKind};
use crate::Place;
use crate::place::{child, child_token, is_type, token_at, values};
use crate::text::Text;

/// A type, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    Unknown,
    Bit,
    Int,
    String,
    Dag,
    Bits,
    List(Box<Shape>),
    /// A record that inherits from these classes.
    Record(Vec<Sym>),
    /// The record of this name.
    Def(Sym),
}

/// The greatest depth of nested values that are examined.
const MAX_DEPTH: usize = 24;
/// The largest number of values that are examined for a type. `MAX_DEPTH` alone does not limit the work, because each
/// variable may mention others several times.
const MAX_VALUES: usize = 10_000;

impl Text<'_> {
    /// The type of a value.
    pub(crate) fn shape(&self, source: usize, value: &SyntaxNode) -> Shape {
        self.values_left.set(MAX_VALUES);
        self.value_shape(source, value, MAX_DEPTH)
    }

    fn value_shape(&self, source: usize, value: &SyntaxNode, depth: usize) -> Shape {
        let left = self.values_left.get().checked_sub(1);
        let (Some(depth), Some(left)) = (depth.checked_sub(1), left) else {
            return Shape::Unknown;
        };
        self.values_left.set(left);
        let first = |node: &SyntaxNode| match values(node).next() {
            Some(it) => self.value_shape(source, &it, depth),
            None => Shape::Unknown,
        };
        match value.kind() {
            IDENT_VALUE => {
                let Some(name) = child_token(value, IDENT) else {
                    return Shape::Unknown;
                };
                match self.ident_value(source, value, Sym::new(name.text())) {
                    Some(definition) => self.shape_within(&definition, depth),
                    None => Shape::Unknown,
                }
            }
            INT_VALUE => Shape::Int,
            BINARY_VALUE | BITS_VALUE | BIT_ACCESS => Shape::Bits,
            BOOL_VALUE => Shape::Bit,
            STRING_VALUE | CODE_VALUE | PASTE => Shape::String,
            DAG_VALUE => Shape::Dag,
            CLASS_VALUE => match child_token(value, IDENT) {
                Some(name) => Shape::Record(vec![Sym::new(name.text())]),
                None => Shape::Unknown,
            },
            LIST_VALUE => {
                let ty = value.children().find(|it| is_type(it.kind()));
                let elem = match ty {
                    Some(ty) => self.type_shape(&ty),
                    None => first(value),
                };
                Shape::List(Box::new(elem))
            }
            FIELD_ACCESS => {
                let Some(name) = child_token(value, IDENT) else {
                    return Shape::Unknown;
                };
                match self.field_of(&first(value), Sym::new(name.text())) {
                    Some(at) => self.declared_shape(at),
                    None => Shape::Unknown,
                }
            }
            SLICE_ACCESS => match (first(value), is_one_element(value)) {
                (Shape::List(elem), true) => *elem,
                (list, _) => list,
            },
            FOREACH_OP => {
                if child_token(value, BANG_FILTER).is_some() {
                    return first(value);
                }
                let elem = match values(value).nth(1) {
                    Some(body) => self.value_shape(source, &body, depth),
                    None => Shape::Unknown,
                };
                Shape::List(Box::new(elem))
            }
            FOLDL_OP => first(value),
            COND_OP => {
                let clauses = value.children().filter(|it| it.kind() == COND_CLAUSE);
                let results = clauses.filter_map(|it| values(&it).nth(1));
                self.first_known(source, results, depth)
            }
            BANG_OP => self.operator_shape(source, value, depth),
            _ => Shape::Unknown,
        }
    }

    fn first_known(
        &self,
        source: usize,
        values: impl Iterator<Item = SyntaxNode>,
        depth: usize,
    ) -> Shape {
        let mut shapes = values.map(|it| self.value_shape(source, &it, depth));
        shapes
            .find(|it| *it != Shape::Unknown)
            .unwrap_or(Shape::Unknown)
    }

    fn operator_shape(&self, source: usize, value: &SyntaxNode, depth: usize) -> Shape {
        let Some(word) = child_token(value, BANG_OPERATOR) else {
            return Shape::Unknown;
        };
        let ty = value.children().find(|it| is_type(it.kind()));
        let ty = ty.map(|it| self.type_shape(&it));
        let operand = |index: usize| match values(value).nth(index) {
            Some(it) => self.value_shape(source, &it, depth),
            None => Shape::Unknown,
        };
        match word.text() {
            "!instances" => Shape::List(Box::new(ty.unwrap_or(Shape::Unknown))),
            "!isa" | "!exists" => Shape::Bit,
            _ if ty.is_some() => ty.unwrap_or(Shape::Unknown),
            "!if" => self.first_known(source, values(value).skip(1), depth),
            "!head" => match operand(0) {
                Shape::List(elem) => *elem,
                _ => Shape::Unknown,
            },
            "!tail" | "!listconcat" | "!listremove" => operand(0),
            "!listsplat" => Shape::List(Box::new(operand(0))),
            "!listflatten" => match operand(0) {
                Shape::List(elem) => *elem,
                _ => Shape::Unknown,
            },
            "!range" => Shape::List(Box::new(Shape::Int)),
            "!con" | "!dag" | "!setdagop" | "!setop" | "!setdagarg" | "!setdagname"
            | "!setdagopname" => Shape::Dag,
            "!strconcat" | "!substr" | "!interleave" | "!tolower" | "!toupper" | "!subst"
            | "!repr" | "!getdagname" | "!getdagopname" => Shape::String,
            "!eq" | "!ne" | "!lt" | "!le" | "!gt" | "!ge" | "!not" | "!empty" | "!match"
            | "!initialized" => Shape::Bit,
            "!getdagop" | "!getop" | "!getdagarg" | "!cast" => Shape::Unknown,
            _ => Shape::Int,
        }
    }

    /// The type that a syntax node of a type denotes.
    pub(crate) fn type_shape(&self, ty: &SyntaxNode) -> Shape {
        match ty.kind() {
            PRIMITIVE_TYPE => match ty.first_token().map(|it| it.kind()) {
                Some(BIT_KW) => Shape::Bit,
                Some(INT_KW) => Shape::Int,
                Some(STRING_KW | CODE_KW) => Shape::String,
                Some(DAG_KW) => Shape::Dag,
                _ => Shape::Unknown,
            },
            BITS_TYPE => Shape::Bits,
            LIST_TYPE => {
                let elem = ty.children().find(|it| is_type(it.kind()));
                let elem = elem.map_or(Shape::Unknown, |it| self.type_shape(&it));
                Shape::List(Box::new(elem))
            }
            CLASS_TYPE => {
                let Some(name) = child_token(ty, IDENT) else {
                    return Shape::Unknown;
                };
                let name = Sym::new(name.text());
                match self.deftype(name) {
                    None => Shape::Record(vec![name]),
                    Some((item, it)) => self.declared_shape(self.place(item, it.name_at)),
                }
            }
            _ => Shape::Unknown,
        }
    }

    /// The type in the declaration whose name is at `name`.
    pub(crate) fn declared_shape(&self, name: Place) -> Shape {
        let root = self.root(name.source);
        let token = root.and_then(|it| token_at(&it, name.start));
        let Some(declaration) = token.and_then(|it| it.parent()) else {
            return Shape::Unknown;
        };
        let ty = declaration.children().find(|it| is_type(it.kind()));
        ty.map_or(Shape::Unknown, |it| self.type_shape(&it))
    }

    /// The type of a definition's value. Unknown for definitions without a value, such as classes.
    pub(crate) fn definition_shape(&self, definition: &Definition) -> Shape {
        self.values_left.set(MAX_VALUES);
        self.shape_within(definition, MAX_DEPTH)
    }

    fn shape_within(&self, definition: &Definition, depth: usize) -> Shape {
        match definition {
            Definition::Record(name) => Shape::Def(*name),
            Definition::Field(_, at) => self.declared_shape(*at),
            Definition::TemplateArg(name, owner) => match self.template_arg(*owner, *name) {
                Some((item, decl)) => self.declared_shape(self.place(item, decl.name_at)),
                None => Shape::Unknown,
            },
            Definition::Variable(name, kind, at) => self.variable_shape(*name, *kind, *at, depth),
            Definition::Name(_) => Shape::String,
            _ => Shape::Unknown,
        }
    }

    fn variable_shape(&self, name: Sym, kind: VariableKind, at: Place, depth: usize) -> Shape {
        let token = self
            .root(at.source)
            .and_then(|root| token_at(&root, at.start));
        let Some(node) = token.and_then(|it| it.parent()) else {
            return Shape::Unknown;
        };
        let nth = |index: usize| match values(&node).nth(index) {
            Some(it) => self.value_shape(at.source, &it, depth),
            None => Shape::Int,
        };
        let elem = |shape: Shape| match shape {
            Shape::List(elem) => *elem,
            other => other,
        };
        match kind {
            VariableKind::Defvar => nth(0),
            VariableKind::Defset => self.declared_shape(at),
            VariableKind::Foreach => elem(nth(0)),
            VariableKind::Operator if node.kind() == FOLDL_OP => {
                let acc = child_token(&node, IDENT);
                if acc.is_some_and(|it| it.text() == name.as_str()) {
                    nth(0)
                } else {
                    elem(nth(1))
                }
            }
            VariableKind::Operator => elem(nth(0)),
        }
    }
}

/// Whether a slice selects a single element, so that its value is that element and not a list.
fn is_one_element(slice: &SyntaxNode) -> bool {
    let mut ranges = slice.children().filter(|it| it.kind() == RANGE);
    let (Some(range), None) = (ranges.next(), ranges.next()) else {
        return false;
    };
    let has_comma = slice
        .children_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .any(|it| it.kind() == COMMA);
    !has_comma && values(&range).count() == 1 && child(&range, LIST_VALUE).is_none()
}
